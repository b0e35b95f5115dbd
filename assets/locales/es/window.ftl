# La ventana alrededor de las vistas.

view-steps = Pasos
view-attention = Atención
view-flow = Flujo
view-equations = Ecuaciones
view-weights = Pesos
view-generate = Generar
view-exercises = Ejercicios

top-experiment = Experimento: { $name }. Abrir otro
top-checks = Salen todos los valores esperados, dentro de su tolerancia.
top-language = Cambiar a { $name }
top-light = Tema claro
top-dark = Tema oscuro
top-undo = Deshacer: { $what }
top-redo = Rehacer: { $what }
top-more = Más

action-preset = Abrir el ejemplo { $name }
action-exercise = Abrir el ejercicio { $name }
action-file = Abrir { $name }
action-undo = Deshacer
action-redo = Rehacer
action-stop = Parar el cálculo
action-view = Ir a { $name }
action-drawer = Abrir o cerrar el modelo
action-inspector = Abrir o cerrar los detalles
action-theme = Claro u oscuro
action-fills-colour = Rellenos en color
action-fills-grey = Rellenos en gris
action-motion = Con o sin movimiento
action-larger = Más grande
action-smaller = Más pequeño
action-usual-size = Tamaño normal
action-palette = Buscar…
action-keys = Teclas
action-welcome = Qué se puede hacer aquí

palette-title = Buscar
palette-hint = Acciones, ejemplos, archivos y cada valor por su nombre o su dirección; un número se busca en todos. Prueba «puntuaciones cabeza 1».
search-from-zero = Las direcciones cuentan cabezas y bloques desde 0: head.1 es la cabeza 2 y encoder.0, el bloque 1.
address-hint = La dirección de este valor en los archivos y en la línea de comandos. Cuenta bloques y cabezas desde 0; la ventana los cuenta desde 1.
palette-field = Qué se busca
palette-nothing = Nada lleva eso en el nombre.
palette-preset = ejemplo
palette-exercise = ejercicio
palette-recent = archivo reciente
palette-weight = Peso { $sign }

key-enter = Intro
key-shift = Mayús
key-space = Espacio
keys-everywhere = En todas partes
keys-views = En las vistas
keys-step = Un paso atrás, un paso adelante
keys-cell = Recorrer las celdas de la matriz que tiene el foco
keys-play = Reproducir los pasos, o parar
keys-edit = Cambiar el número de { $what }
keys-release = Soltar la celda elegida
keys-next = Control siguiente
keys-copy = Copiar la matriz elegida
keys-paste = Pegar números en un peso
keys-close = Cerrar

welcome-title = Un Transformer para desmontar
welcome-what = Lo que ves es un modelo entero que acaba de calcularse. A cada número se le puede preguntar de dónde sale, y casi todo se puede cambiar.
welcome-flow = El modelo entero en un dibujo: elige una caja para ver sus números.
welcome-steps = El cálculo, operación a operación. Señala un número: se iluminan su fila, su columna y su suma.
welcome-attention = Quién mira a quién: cada capa, cada cabeza.
welcome-weights = Cada peso, para leerlo y cambiarlo.
welcome-generate = Token a token: qué era probable y qué se eligió.
welcome-exercises = Preguntas sobre cada parte, que se responden a mano y se comprueban; los números se pueden sortear de nuevo.
welcome-palette = Busca cualquier cosa por su nombre. ▸ Modelo, a la izquierda, guarda todas las opciones; ↶ deshace cualquier cambio.
welcome-again = Esta tarjeta se abre de nuevo con …, arriba a la derecha.
welcome-start = Empezar

change-model = elección del modelo
change-mask = máscara
change-mask-encoder = máscara de la autoatención del codificador
change-mask-decoder = máscara de la autoatención del decodificador
change-mask-cross = máscara de la atención cruzada
change-input = entrada
change-tokens = manera de cortar los textos
change-weight = número de { $what }
change-block = bloque de { $what }
change-source = relleno de { $what }
change-restored-one = { $what } como se abrió
change-restored = pesos como se abrieron
change-seed = semilla
change-override = número puesto en { $what }
change-overrides = números puestos en su lugar
change-head = { $what }, apagada o encendida
change-imported = números de un archivo
change-decoding = forma de elegir tokens

file-open = Abrir un archivo…
file-save = Guardar
file-save-as = Guardar como…
file-recent = Archivos recientes
file-exists = { $path } ya existe: para reemplazarlo, elige ese nombre entero.
file-ending = { $path } no se escribe: el nombre de este tipo de archivo acaba en .{ $ending }.
file-picture = Guardar una imagen de esta vista ({ $kind })…
picture-saved = La imagen está guardada: { $path }
picture-refused = No hay imagen: { $why }

strip-open-model = ▸ Modelo
strip-close-model = ◂ Modelo
strip-input = Entrada
strip-source = Origen
strip-causal = Causal
strip-target = Destino
strip-sizes = Tamaños
side-open = Mostrar la lista
side-close = Plegar la lista

stage-running = Se están calculando los primeros valores…
stage-counted = Este modelo solo se cuenta, no se ejecuta: es demasiado grande para calcularlo aquí. La línea de abajo dice cuántos parámetros tiene.

status-running = Calculando…
status-preparing = Preparando…
status-stopping = Parando…
status-unprepared = Parado: todo sigue como estaba.
status-stop = Parar
status-stale = Estos valores son del estado anterior al cambio.
status-stopped = Parado. Estos valores son de un estado anterior.
status-done = { $nodes ->
    [one] { $nodes } valor en { $time } ms · { $precision }
   *[other] { $nodes } valores en { $time } ms · { $precision }
}
status-parameters = { $parameters } parámetros
status-counted = contado, no ejecutado
status-close = Cerrar este mensaje
status-open-inspector = ▴ Detalles
status-close-inspector = ▾ Detalles

warning-nan = Primer NaN: { $site } { $cell }
warning-infinite = Primer desbordamiento: { $site } { $cell }
warning-blind = { $count ->
    [one] { $site }: la fila { $rows } no ve nada, así que sus pesos son 0
   *[other] { $site }: las filas { $rows } no ven nada, así que sus pesos son 0
}

edit-refused = Esto no es un número; la celda conserva su valor.
edit-gone = { $count ->
    [one] { $count } matriz dada a mano ya no encaja y se sortea con la semilla ({ $first }); deshacer la recupera.
   *[other] { $count } matrices dadas a mano ya no encajan y se sortean con la semilla ({ $first }…); deshacer las recupera.
}
grid-part = parte que se muestra
legend-value = valor
legend-difference = diferencia
legend-weight = peso
scale-linear = lineal
scale-logarithmic = logarítmica

drawer-sizes = Tamaños
drawer-subject = Qué se construye
drawer-d-model = d_model
drawer-heads = Cabezas h
drawer-d-k = d_k, de las claves
drawer-d-v = d_v, de los valores
drawer-d-k-follows = d_k sigue a d_model / h
drawer-d-ff = d_ff, capa oculta
drawer-encoder-blocks = Bloques del codificador
drawer-decoder-blocks = Bloques del decodificador
drawer-precision = Precisión
drawer-parameters = { $count ->
    [one] { $count } parámetro
   *[other] { $count } parámetros
}

drawer-input = Entrada
drawer-source = Texto de origen
drawer-target = Texto de destino

drawer-attention = Atención
drawer-divisor = Puntuaciones entre
drawer-divisor-number = Divisor
drawer-softmax = Softmax
drawer-attention-bias = Sesgos de Q, K, V, O
drawer-feed-forward = Red por posición
drawer-activation = Activación
drawer-feed-forward-bias = Sesgos
drawer-norm = Normalización
drawer-norm-kind = Tipo
drawer-norm-place = Lugar
drawer-epsilon = ε
drawer-epsilon-place = ε está
drawer-gamma = Factor aprendido γ
drawer-beta = Sumando aprendido β
drawer-residual = Conexiones residuales
drawer-final-norm = Normalización final
drawer-positions = Posiciones
drawer-positions-kind = Tipo
drawer-positions-place = Se suman
drawer-longest = Filas de la tabla
drawer-scale-embeddings = Embeddings × √d_model
drawer-output = Salida
drawer-output-kind = Encima
drawer-classes = Clases
drawer-pooling = Lee
drawer-tied = Ligada a los embeddings
drawer-output-bias = Sesgo de los logits
drawer-weights = Pesos
drawer-seed = Semilla
drawer-restore = Todos como antes
drawer-show-changed = Mostrar
drawer-changed =
    { $count ->
        [one] Una matriz de pesos ya no es la que se abrió.
       *[other] { $count } matrices de pesos ya no son las que se abrieron.
    }

subject-encoder-decoder = Codificador–decodificador
subject-encoder = Solo codificador
subject-decoder = Solo decodificador
subject-decoder-memory = Decodificador con memoria dada
subject-multi-head = Atención multicabeza
subject-attention = Atención sobre Q, K, V
subject-feed-forward = Red por posición
subject-norm = Normalización
precision-f32 = f32, simple
precision-f64 = f64, doble
divisor-root = √d_k
divisor-none = nada
divisor-number = un número
softmax-stable = estable: menos el máximo
softmax-naive = ingenuo: tal cual
activation-relu = ReLU
activation-gelu = GELU, exacta
activation-gelu-tanh = GELU, con tanh
activation-silu = SiLU
activation-swiglu = SwiGLU, con compuerta
norm-layer = LayerNorm
norm-rms = RMSNorm
norm-none = ninguna
norm-after = después (post-norm)
norm-before = antes (pre-norm)
epsilon-under-root = bajo la raíz
epsilon-beside-sigma = junto a σ
positions-sinusoidal = sinusoidales, las del artículo original
positions-by-column = sinusoidales, por índice de columna
positions-halves = sinusoidales, por mitades
positions-tensor2tensor = sinusoidales, de tensor2tensor
positions-learned = aprendidas
positions-none = ninguna
positions-before = antes de la atención
positions-after = después (un error)
output-none = nada
output-vocabulary = el vocabulario
output-classifier = un clasificador
pooling-first = la primera posición
pooling-mean = la media de todas

masks-alone = Máscara
masks-encoder = Máscara del codificador
masks-decoder = Máscara del decodificador
masks-cross = Máscara de la atención cruzada
mask-causal = Causal: sin claves posteriores
mask-padding = Se oculta el relleno
mask-window = Ventana deslizante
mask-before = Claves antes
mask-after = Claves después
mask-paint = Pintar a mano
mask-unpaint = Quitar lo pintado
mask-painter = Máscara pintada a mano
mask-visible = vista
mask-hidden = oculta
mask-fixed = oculta por otra máscara

drawer-scores = { $count ->
    [one] { $count } puntuación, todas las cabezas y capas
   *[other] { $count } puntuaciones, todas las cabezas y capas
}
drawer-text = Texto
drawer-memory = Salida del codificador dada
drawer-tokens = Tokens
drawer-tokenizer = Los textos se cortan en
drawer-merges = Fusiones
drawer-training = Texto del que se aprenden las fusiones
drawer-listed = Palabras
drawer-vocabulary = { $count ->
    [one] { $count } token en el vocabulario
   *[other] { $count } tokens en el vocabulario
}
drawer-start = Inicio
drawer-end = Final
drawer-padding = Relleno
drawer-unknown = Desconocido
tokenizer-words = palabras
tokenizer-characters = caracteres
tokenizer-byte-pair = pares de bytes (aprendidos)
input-text = un texto
input-tokens = tokens del vocabulario
input-vectors = los vectores dados
input-drawn = posiciones sorteadas con la semilla
input-positions = Posiciones n
input-ids = Ids: { $tokens }
mask-keys = Ocultar claves sueltas

change-experiment = experimento entero

unsaved-title = Hay cambios sin guardar
unsaved-sentence = { $name } tiene cambios que se perderían.
unsaved-save = Guardar
unsaved-discard = Descartarlos
unsaved-stay = Quedarse aquí
recovery-title = Algo quedó sin guardar
recovery-sentence = El programa terminó de golpe mientras { $name } tenía cambios. Se guardó una copia.
recovery-restore = Recuperar la copia
recovery-discard = Descartar la copia
family-hello-world = Hello World → Hola Mundo
family-exercises = Ejercicios resueltos
family-card = La tarjeta de conceptos
family-by-hand = Pesos puestos a mano que funcionan
family-architectures = Arquitecturas y tokens
family-comparisons = Para comparar: una sola diferencia cada uno
warning-more = { $first } (y { $count } más)
path-open = ¿Qué archivo?
path-save = ¿Dónde?
path-why = Este sistema no muestra un diálogo de archivos: escribe la ruta.
path-field = Ruta
path-enter = Seguir
path-cancel = Cancelar

checks-chip = comprobaciones { $passed }/{ $all }
checks-name = Comprobaciones: salen { $passed } de { $all } valores esperados
checks-failed =
    { $count ->
        [one] Un valor esperado no sale.
       *[other] { $count } valores esperados no salen.
    }
checks-open = Un clic los muestra todos.
checks-values = valores
checks-row-means = media de cada fila
checks-row-deviations = desviación típica de cada fila
checks-cosine = coseno de las filas { $a } y { $b }
checks-angle = grados entre las filas { $a } y { $b }
checks-largest = mayor magnitud
checks-shape = forma
checks-count = cantidad de números
checks-parameters = todos los parámetros
checks-parameters-of = parámetros de { $of }
checks-first-nan = primer NaN
checks-first-infinity = primer infinito
checks-finite = números finitos
checks-source-tokens = tokens del origen
checks-generated = tokens generados
checks-differs = se esperaba { $expected }, sale { $got }
checks-cell = celda { $cell }: { $differs }
checks-row = fila { $row }: { $differs }
checks-exactly = como se esperaba
checks-not-generated = ahora no se puede generar nada
checks-gone = el modelo ya no tiene este valor
checks-nearly = como se esperaba, con una diferencia de hasta { $largest }
path-already = Ya se está preguntando por un archivo: contesta eso primero.
input-not-applied = Sin aplicar: el modelo sigue leyendo «{ $text }». Esc en el campo lo devuelve.
tokens-not-applied = Aún sin aplicar: al salir del campo se aplica; Esc devuelve lo que había.
