# Ejercicios.

exercises-heading = Ejercicios
exercises-empty = Elige un ejercicio a la izquierda. Su experimento se abre en el laboratorio para que puedas probarlo todo; las respuestas se comparan con lo que calcula el laboratorio.
exercises-begin = Empezar: { $title }
exercises-go-on = Seguir: { $title }
exercises-way-variants = Los números del enunciado son los del documento; «Otra variante» sortea otros con el mismo enunciado, y su número los recupera.
exercises-way-answers = Cada respuesta indica su convención, por ejemplo vectores fila, x·W. Una matriz se puede pegar en su primer campo, desde Python o desde una hoja de cálculo.
exercises-way-check = «Comprobar» marca cada número con ✓ o ✗ y dice en cuánto difiere; las pistas se abren una a una y la solución lleva a los pasos donde están los números.
exercises-find = Buscar un ejercicio
exercises-find-hint = softmax, Hello World…
exercises-solved-of = { $solved } de { $all } resueltos ✓ · { $tried } intentados ○
exercises-not-tried = Sin intentar
exercises-tried = Intentado
exercises-solved = Resuelto

topic-tokens = Tokens
topic-positions = Posiciones
topic-projections = Consultas, claves y valores
topic-scores = Puntuaciones
topic-scaling = Escalado
topic-softmax = Softmax
topic-masks = Máscaras
topic-heads = Cabezas
topic-feed-forward = Red por posición
topic-residual = Conexiones residuales
topic-norms = Normalización
topic-decoder = Decodificador
topic-cross-attention = Atención cruzada
topic-decoding = Generación
topic-parameters = Parámetros
topic-cost = Coste
topic-errors = Errores frecuentes

exercise-check = Comprobar
exercise-reset = Empezar de nuevo
exercise-new-variant = Otra variante
exercise-variant = Variante
exercise-one-variant = Este ejercicio tiene una sola variante.
exercise-working = Se están calculando las respuestas…
exercise-stop = Parar
exercise-stopped = Parado: sin sus respuestas el ejercicio no se puede mostrar.
exercise-again = Calcularlas
exercise-answer = Respuesta a: { $question }
exercise-token-hint = un token
exercise-tokens-hint = tokens separados por espacios
exercise-hides = Oculto hasta resolverlo o mostrar la solución: { $list }.
exercise-locks = Fijo hasta entonces: { $list }.
exercise-hidden = El ejercicio oculta { $name } hasta resolverlo o mostrar su solución.

exercise-right = Correcto.
exercise-solved = Resuelto.
exercise-solved-after-solution = Todo correcto, tras haber visto la solución. Resuelve otra variante por tu cuenta.
exercise-so-far = { $right } de { $all } correctas.
exercise-missing = { $count ->
    [one] Queda un hueco vacío.
   *[other] Quedan { $count } huecos vacíos.
}
exercise-no-number = { $count ->
    [one] Esto no es un número: { $list }.
   *[other] Estos { $count } no son números: { $list }.
}
exercise-unread = «{ $typed }»
exercise-unread-cell = «{ $typed }» en { $place }
exercise-choose = Elige una.
exercise-wrong-number = Difiere en { $by }.
exercise-wrong-choice = No es esa.
exercise-wrong-token = Es otro token.
exercise-wrong-tokens = Difieren, contando desde 1: { $places }.
exercise-wrong-cell = { $place } en { $by }
exercise-wrong-more = y { $count } más
exercise-wrong-cells = { $wrong ->
    [one] Difiere uno de { $all } números: { $list }.
   *[other] Difieren { $wrong } de { $all } números: { $list }.
}
exercise-too-much = Hay más de lo que se pide.
exercise-rounded = { $decimals ->
    [0] Bien hasta donde llega, pero redondeado a enteros, y aquí no basta.
    [one] Bien hasta donde llega, pero un decimal es poco aquí.
   *[other] Bien hasta donde llega, pero { $decimals } decimales son pocos aquí.
}
exercise-transposed = Sería correcto intercambiando filas y columnas.
exercise-factor = Todos tus números son { $factor } veces los correctos.
exercise-shape = Debería tener la forma { $expected } y tiene { $got }.
exercise-order = Los tokens son los correctos, pero en otro orden.
exercise-count = { $expected ->
    [one] Se pide un token; estos son { $got }.
   *[other] Se piden { $expected } tokens; estos son { $got }.
}

exercise-hints = Pistas
exercise-hint = Abrir la pista { $number } de { $all }
exercise-no-hints = No hay pistas.
exercise-no-more-hints = No hay más pistas.
exercise-solution = Solución
exercise-show-solution = Mostrar la solución
exercise-solution-counts = Una variante cuya solución se ha mostrado ya no cuenta como resuelta; otra sí.
exercise-where = Dónde están los números
exercise-changed = El experimento ha cambiado desde entonces y sus números son otros. «Empezar de nuevo» lo recupera.

lock-everything = todo
lock-model = el modelo
lock-sizes = los tamaños
lock-masks = las máscaras
lock-norms = la normalización y las conexiones residuales
lock-positions = las posiciones
lock-scaling = el divisor y el softmax
lock-input = la entrada
lock-tokens = el tokenizador y el vocabulario
exercise-tokens = los tokens
lock-weights = los pesos
lock-decoding = la manera de elegir tokens
