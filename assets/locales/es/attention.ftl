# La vista de la atención.

attention-all-heads = Todas las cabezas
attention-kind = Qué atención
attention-encoder = Codificador
attention-decoder = Decodificador
attention-cross = Cruzada
attention-alone = Atención
attention-layer = Capa { $number }
attention-head = Cab. { $number }
attention-entropy = { $bits } bits
attention-mean = Media
attention-none = Esta parte del modelo no tiene atención.
attention-heading = Capa { $layer } · Cabeza { $head }: ¿a dónde mira cada token?
attention-heading-mean = Capa { $layer } · Media de las cabezas: ¿a dónde mira cada token?
attention-question = Cada fila es una consulta: sus pesos sobre las claves suman 1.
# Se escribe hacia arriba: su flecha señala hacia abajo.
attention-queries = ← consultas (miran)
attention-keys = claves (miradas) →
attention-sum = suma
attention-lines = Líneas de la consulta elegida a las claves

attention-blind = { $count ->
    [one] Una consulta no ve nada: { $queries }. Sus pesos son 0.
   *[other] { $count } consultas no ven nada: { $queries }. Sus pesos son 0.
}
attention-copy = Copiar los números
attention-copy-named = Copiar los números con los tokens
attention-copied = Los pesos de atención están en el portapapeles.
attention-difference = A − B
attention-distance-told = distancia media { $distance } posiciones
attention-entropy-told = entropía { $bits } bits
attention-head-off = Esta cabeza está apagada: lo que da es 0, sean cuales sean sus pesos.
attention-heading-difference = { $first } − { $second }: ¿a dónde mira más la primera?
attention-hide-heads = Ocultar todas las cabezas
attention-note = bits: entropía de una fila, 0 si mira a una sola clave. ↔: distancia media Σ p·|i − j|, en posiciones. Mayús-clic compara dos cabezas.
attention-off = apagada
attention-on-after = { $count } después
attention-on-before = { $count } antes
attention-on-itself = en sí mismo
attention-on-key = en «{ $token }»
attention-on-next = en el siguiente
attention-on-previous = en el anterior
attention-one-head = Cabeza
attention-pattern-told = { $share } del peso { $place }
attention-question-difference = Azul: { $first } mira más ahí. Naranja: { $second }.
attention-save = Guardar el mapa ({ $kind })…
attention-show-heads = ▸ Todas las cabezas
attention-take = Copiar, guardar ▾
