# El inspector.

inspector-cell = Celda elegida
inspector-empty = Elige un número de la matriz para ver de dónde sale.
inspector-row = Fila
inspector-column = Columna
inspector-rank = Puesto en la fila
inspector-rank-of = { $rank } de { $count }
inspector-exact = Exacto
inspector-why = Por qué
inspector-row-of = Fila de { $sign }
inspector-row-bars = La fila elegida en barras
inspector-override = Poner aquí otro número
inspector-override-value = Número
inspector-override-undo = Volver al número calculado
inspector-head-on = Esta cabeza participa
inspector-matrix = La matriz entera
inspector-shape = Forma
inspector-least = Mínimo
inspector-greatest = Máximo
inspector-mean = Media
inspector-deviation = Desviación σ
inspector-zeros = Ceros
inspector-infinite = Infinitos
inspector-nan = NaN

inspector-arithmetic = Cómo se calcula
inspector-as-neuron = Neurona
inspector-as-sum = Suma
inspector-as-written = en orden
inspector-back = Volver a { $place } (Alt + ←)
inspector-bin = { $low } … { $high }: { $count }
inspector-computed = Calculado
inspector-counting = Se están contando los números…
inspector-given = dado
inspector-head = Cabeza { $number }
inspector-head-alone = Solo esta cabeza de su capa
inspector-head-off = Esta cabeza está apagada: da ceros.
inspector-heads-off = También apagadas: { $heads }
inspector-heads-on = Encender todas las de la capa
inspector-histogram = Distribución
inspector-largest-first = mayores antes
inspector-learned = pesos aprendidos
inspector-masked-out = { $count ->
    [one] Se omite { $count } celda enmascarada.
   *[other] Se omiten { $count } celdas enmascaradas.
}
inspector-no-origin = De ningún otro número: una máscara oculta lo que había aquí.
inspector-neuron = Neurona
inspector-not-finite = { $count ->
    [one] Se omite { $count } número que no es finito.
   *[other] Se omiten { $count } números que no son finitos.
}
inspector-now = Ahora
inspector-origins = Viene de
inspector-output-changed = Mayor cambio de la salida: { $difference }
inspector-output-same = La salida { $sign } no cambia.
inspector-override-undo-all = { $count ->
    [one] Quitar el único cambio
   *[other] Quitar los { $count } cambios
}
inspector-place = Lugar
inspector-put = Puesto a mano
inspector-put-zero = Poner 0 aquí
inspector-readers = Lo leen
inspector-restore = Restaurar { $sign }
inspector-terms = Términos
inspector-unread = Nada lee este número.
inspector-was-put = Este número se ha puesto en lugar del calculado.
inspector-weight-change = Cambiar este peso
inspector-weight-of = peso de
