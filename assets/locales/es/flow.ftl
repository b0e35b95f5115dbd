# El dibujo del modelo.

flow-model = Modelo
flow-block = Bloque
flow-block-of = Bloque { $number } de { $count }
flow-blocks = Bloques { $first }–{ $last }
flow-head = Cabeza { $number }
flow-head-of = Cabeza { $number } de { $count }
flow-heads =
    { $count ->
        [one] 1 cabeza
       *[other] { $count } cabezas
    }
flow-masked-self-attention = Autoatención enmascarada
flow-masked-cross-attention = Atención cruzada enmascarada
flow-memory = Memoria M
flow-input = Entrada X
flow-embedding = Embedding

flow-open = Abrir: { $name }
flow-fold = Cerrar: { $name }
flow-fit = Ajustar
flow-read = Leer números
flow-read-hint = Amplía la caja elegida hasta que se lean sus cifras.
flow-zoom-in = Más grande
flow-zoom-out = Más pequeño
flow-zoom-full = Volver al 100 %
flow-values = Valores
flow-shapes = Formas
flow-own-scale = Escalas propias
flow-counted = Contado, no ejecutado: formas sin valores.
flow-legend-own = valor, ±m en cada caja
flow-learned = pesos aprendidos

flow-ask-blocks = Bloques iguales, uno tras otro.
flow-ask-memory = Lo que el codificador ha hecho de la entrada.
flow-ask-given = Esta matriz viene con el experimento.
flow-drawing = Dibujo
flow-shown = Qué se ve
