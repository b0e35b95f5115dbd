# Por qué algo no puede ser.

refusal-beams = La búsqueda en haz tiene { $value } haces, pero necesita de 1 a 1024.
refusal-block-room = El bloque es de { $block }, pero desde la celda { $corner } solo caben { $room } ({ $site }).
refusal-cancelled = Se detuvo.
refusal-count-only = Este modelo solo se cuenta, no se ejecuta.
refusal-drawing = La imagen no se puede dibujar («{ $words }»).
refusal-decoder = Solo un decodificador con un vocabulario encima genera tokens.
refusal-empty = Tiene que haber al menos un token.
refusal-ending = { $path }: una matriz se escribe en archivos que acaban en { $known }.
refusal-empty-token = El token { $id } del vocabulario no tiene caracteres.
refusal-empty-training = El texto del que aprender las fusiones está vacío: da al menos una palabra.
refusal-empty-vocabulary = El vocabulario está vacío: escribe sus tokens, o da un texto del que tomarlos.
refusal-end-of-word = El texto del que aprender contiene «{ $token }», el signo de fin de palabra: quítalo.
refusal-end-token = El token final «{ $token }» no está en el vocabulario.
refusal-format = { $name }, línea { $line }, columna { $column }: { $message }
refusal-heads = d_model = { $d_model } no es divisible entre { $heads } cabezas: elige un número de cabezas que lo divida, o apaga «d_k sigue a d_model / h».
refusal-labels = { $rows ->
    [one] Hay { $rows } vector, pero { $labels } nombres para él: dale un nombre, o ninguno.
   *[other] Hay { $rows } vectores, pero { $labels } nombres para ellos: da un nombre a cada uno, o ninguno.
}
refusal-length = La generación puede añadir { $value } tokens, pero debe poder añadir al menos 1.
refusal-length-penalty = El exponente de la longitud es { $value }, pero debe ser un número finito.
refusal-list-for-byte-pair = { $count ->
    [one] Los pares de bytes aprenden su vocabulario de un texto: quita el { $count } token escrito.
   *[other] Los pares de bytes aprenden su vocabulario de un texto: quita los { $count } tokens escritos.
}
refusal-locked = El ejercicio mantiene fijo lo siguiente hasta resolverlo o mostrar su solución: { $what }.
refusal-logits-empty = no hay logits.
refusal-logits-infinite = el logit del token { $token } es +∞ (un desbordamiento en el modelo, o una temperatura demasiado cercana a 0).
refusal-logits-left = todos los logits son −∞, así que no queda ningún token que elegir.
refusal-logits-nan = el logit del token { $token } es NaN.
refusal-mask-columns = La fila { $row } de la máscara pintada (contada desde 0) tiene { $got } signos, pero hay { $expected } claves.
refusal-mask-key = { $keys ->
    [one] La máscara oculta la clave { $key }, pero hay { $keys } clave, contada desde 0.
   *[other] La máscara oculta la clave { $key }, pero hay { $keys } claves, contadas desde 0.
}
refusal-mask-rows = La máscara pintada tiene { $got } filas, pero hay { $expected } consultas.
refusal-mask-sign = La fila { $row } de la máscara pintada (contada desde 0) contiene «{ $sign }»; una clave es x (vista) o . (oculta).
refusal-needs-file = Los números de este experimento son demasiados para el texto de un programa: van en un archivo a su lado.
refusal-memory = La salida del codificador que se da a un decodificador tiene que ser vectores, o un número de posiciones.
refusal-min-p = Min-p es { $value }, pero debe estar entre 0 y 1.
refusal-missing = «{ $subject }» necesita otra entrada: { $needs }.
refusal-no-cell = No existe la celda { $cell }: la forma es { $shape } ({ $site }).
refusal-no-exercise = No hay ningún ejercicio «{ $name }».
refusal-no-preset = No hay ningún ejemplo «{ $name }».
refusal-no-site = El modelo no tiene ese valor: { $site }.
refusal-no-weight = El experimento cambia un valor que el modelo ya no tendría: { $site }.
refusal-not-a-character = El token «{ $token }» tiene más de un carácter: escribe los caracteres uno a uno.
refusal-not-run = Los valores del experimento no están calculados, así que no hay modelo al que preguntar.
refusal-number = { $name } no puede ser { $value }.
refusal-picture-size = No se puede dibujar una imagen de { $width } × { $height } píxeles.
refusal-penalty = La penalización por repetir es { $value }, pero debe ser un número positivo.
refusal-prompt = Para empezar, la generación necesita un destino hecho de tokens.
refusal-read = { $path } no se puede leer: { $why }
refusal-shapes = Estas matrices no encajan entre sí ({ $place }): { $shapes }.
refusal-similar = El vocabulario tiene «{ $token }».
refusal-space-in-word = El token «{ $token }» contiene un espacio, pero las palabras acaban en los espacios: sepáralo.
refusal-special-learned = El token especial «{ $token }» es también una pieza aprendida: dale otro nombre.
refusal-step = En el paso { $step }: { $why }
refusal-temperature = La temperatura es { $value }, pero debe ser un número positivo.
refusal-thread = No se pudo empezar el cálculo: { $why }
refusal-token = El token «{ $token }» no está en el vocabulario.
refusal-token-id = No existe el token { $token }: el vocabulario tiene { $vocabulary }, contados desde 0.
refusal-token-twice = El token «{ $token }» está dos veces en el vocabulario: como { $first } y como { $second }.
refusal-too-large = Este modelo necesitaría { $predicted } de memoria, y esta máquina tiene { $available }.
refusal-too-long = { $longest ->
    [one] Hay { $positions } posiciones, pero la tabla tiene { $longest } fila.
   *[other] Hay { $positions } posiciones, pero la tabla tiene { $longest } filas.
}
refusal-top-k = Top-k conserva { $value } tokens, pero debe conservar al menos 1.
refusal-top-p = Top-p es { $value }, pero debe ser mayor que 0 y como mucho 1.
refusal-undecided = El experimento no dice cómo se eligen los tokens.
refusal-unknown-token = «{ $token }», en el carácter { $character }, no está en el vocabulario.
refusal-value-twice = El modelo tendría dos veces este valor: { $place }.
refusal-version = { $name } es de la versión { $version } del formato, que este programa no sabe leer.
refusal-vocabulary = Con estos tokens como destino cambiaría el vocabulario, que se recoge de los textos.
refusal-weight-file = { $site } no se puede leer de su archivo: { $why }
refusal-weight-shape = Se da una matriz de forma { $got }, pero el modelo necesita { $expected } ({ $site }).
refusal-width = Los vectores dados tienen anchura { $got }, pero el modelo necesita { $expected }.
refusal-write = { $path } no se puede escribir: { $why }
refusal-zero = { $name } no puede ser 0: tiene que ser al menos 1.

size-classes = El número de clases
size-d-ff = d_ff, la anchura de la capa oculta,
size-d-k = d_k, la anchura de las claves,
size-d-model = d_model
size-d-v = d_v, la anchura de los valores,
size-decoder-blocks = El número de bloques N del decodificador
size-divisor = El divisor de las puntuaciones
size-encoder-blocks = El número de bloques N del codificador
size-epsilon = El ε de la normalización
size-heads = El número de cabezas h
size-longest = El número de filas de la tabla de posiciones

needs-matrices = consultas, claves y valores
needs-source = un texto, tokens o vectores como origen
needs-source-and-target = un origen y un destino
needs-target = un texto, tokens o vectores como destino
needs-target-and-memory = un destino y la salida del codificador que ha de leer
needs-vectors = vectores

system-folder = es una carpeta, no un archivo
system-forbidden = el sistema no lo permite
system-full = no queda espacio en el disco
system-no-file = ese archivo no existe
system-no-folder = esa carpeta no existe
system-not-text = el archivo no es texto (UTF-8): lo que hay en la línea { $line }, columna { $column }, no es un carácter
system-other = el sistema dice «{ $words }»
system-protected = el archivo está protegido contra escritura

syntax-choice = «{ $found }» no es ninguna de las opciones de aquí: { $known }
syntax-end = el texto acaba antes que el documento; puede que falte cerrar un paréntesis
syntax-field = aquí no hay ningún campo «{ $found }»; los que hay son { $known }
syntax-kind = aquí hace falta { $kind }
syntax-length = aquí hay { $found } valores, y no son los que corresponden
syntax-missing = falta el campo «{ $field }»
syntax-name = un nombre
syntax-none = ninguno
syntax-number = un número
syntax-open-comment = el comentario que empieza aquí no está cerrado
syntax-open-quote = al texto que empieza aquí le faltan las comillas de cierre
syntax-other = esto no vale aquí (en inglés: «{ $words }»)
syntax-out-of-bounds = este número es demasiado grande, demasiado pequeño o negativo para su campo
syntax-sign = aquí falta «{ $sign }»
syntax-stray = aquí no puede estar «{ $sign }»
syntax-text = un texto entre comillas
syntax-trailing = hay algo después del final del documento
syntax-truth = true o false (verdadero o falso)
syntax-twice = el campo «{ $field }» está aquí dos veces
syntax-whole = un número entero
syntax-no-document = esto no es un documento: uno empieza por «(»
syntax-site-unfinished = la dirección «{ $site }» no acaba en un valor como scores, weights u output
syntax-site-word = «{ $word }» no se conoce en la dirección «{ $site }»; una dirección es como encoder.0.self_attention.head.1.scores

flaw-choice = Choice({ $choice }) no es ninguna de las { $options } opciones, contadas desde 0
flaw-draw = «{ $name }» no se puede sortear así: OneOf necesita un valor, y Whole un número o una matriz y suficientes números entre from y to
flaw-empty = el campo «{ $name }» está vacío en los dos idiomas
flaw-literal = una respuesta debe salir del experimento, como con Cell o Count, para que sea correcta en todas las variantes
flaw-no-answers = un ejercicio necesita al menos una respuesta (answers)
flaw-no-index = no hay fila ni columna { $index } de { $count }, contadas desde 0
flaw-no-matrix = «{ $name }» no es una matriz
flaw-no-merges = los textos no se cortan en pares de bytes, así que no hay fusiones
flaw-no-name = no hay ninguna variable ni ningún valor que se llame «{ $name }»
flaw-no-number = «{ $name }» no es un número
flaw-no-site = el modelo no tiene ningún valor en { $name }
flaw-no-size = { $name } no es un tamaño: hace falta un número entero desde 0
flaw-no-tokens = las columnas de { $name } no son tokens
flaw-options = hay opciones (options), pero la respuesta no es Choice
flaw-shapes = una matriz de { $first } y otra de { $second } no se pueden combinar número a número
flaw-tie = la fila { $row } de { $name } tiene dos veces su mayor número, así que ningún token es el más probable
flaw-twice = hay dos cosas que se llaman «{ $name }»
flaw-words = aquí hacen falta números, no palabras

matrices-dimensions = la entrada «{ $entry }» tiene la forma { $shape }, y una matriz tiene como mucho dos dimensiones
matrices-element = los elementos de la entrada «{ $entry }» son de tipo { $found }, y se leen f16, bf16, f32, f64, bool y enteros
matrices-entry = la entrada «{ $entry }» no es un array .npy válido (en inglés: «{ $words }»)
matrices-format = no es un archivo { $format } válido (en inglés: «{ $words }»)
matrices-inexact = la entrada «{ $entry }» contiene el entero { $value }, que f64 no puede guardar sin redondearlo
matrices-no-entry = no tiene ninguna entrada «{ $entry }»; tiene { $known }
matrices-no-kind = se leen números de archivos que acaban en { $known }
matrices-no-kind-to-write = las matrices se escriben en archivos que acaban en { $known }
matrices-no-such = el archivo no tiene ninguna matriz «{ $entry }»
matrices-reserved = ninguna matriz se puede llamar «{ $entry }»: el formato se reserva ese nombre
matrices-size = la entrada «{ $entry }», de forma { $shape }, tiene { $found } bytes de datos, y no son los que necesita
matrices-twice = dos matrices se llaman «{ $entry }», y sus nombres deben ser distintos
refusal-import-shape = «{ $entry }» es { $got }, pero aquí hace falta { $expected }: { $site }
refusal-no-place = el modelo no tiene aquí ni pesos ni entrada: { $site }
refusal-of-file = { $path }: { $why }
table-empty = no contiene ningún número
table-no-number = línea { $line }, columna { $column }: «{ $cell }» no es un número
table-open-quote = las comillas abiertas en la línea { $line } no se cierran
table-ragged = la línea { $line } tiene { $got } celdas, y las anteriores { $expected }
