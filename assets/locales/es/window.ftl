# La ventana alrededor de las vistas.

view-steps = Pasos
view-attention = Atención
view-flow = Flujo
view-weights = Pesos
view-generate = Generar

top-experiment = Experimento: { $name }. Abrir otro
top-checks = Todos los valores esperados salen, dentro de su tolerancia.
top-language = Cambiar a { $name }
top-light = Tema claro
top-dark = Tema oscuro
top-undo = Deshacer: { $what }
top-redo = Rehacer: { $what }

change-model = elección del modelo
change-mask = máscara
change-input = entrada
change-weight = número de un peso
change-block = bloque de una matriz de pesos
change-source = origen de una matriz de pesos
change-restored = pesos como se abrieron
change-seed = semilla
change-override = número puesto en su lugar
change-decoding = forma de elegir tokens

file-open = Abrir un archivo …
file-save = Guardar como …
file-saved = Guardado.

strip-open-model = ▸ Modelo
strip-close-model = ◂ Modelo
strip-input = Entrada
strip-source = Origen
strip-target = Destino

stage-running = Se están calculando los primeros valores …
stage-counted = Este modelo solo se cuenta, no se ejecuta: es demasiado grande para calcularlo aquí. La línea de abajo dice cuántos parámetros tiene.

status-running = Calculando …
status-stop = Parar
status-stale = Estos valores son del estado anterior al cambio.
status-stopped = Parado. Estos valores son de un estado anterior.
status-done = { $nodes } valores en { $time } ms · { $precision } · { $parameters } parámetros
status-counted = { $parameters } parámetros · contado, no ejecutado
status-close = Cerrar este mensaje

warning-nan = Primer NaN: { $site } { $cell }
warning-infinite = Primer desbordamiento: { $site } { $cell }
warning-blind = { $site }: las filas { $rows } no ven nada, así que sus pesos son 0

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

edit-refused = Esto no es un número; la celda conserva su valor.
edit-gone = { $count } matrices dadas a mano ya no encajan y se sortean con la semilla ({ $first } …); deshacer las recupera.
grid-part = parte que se muestra
legend-value = valor
legend-weight = peso
scale-name = Escala
scale-linear = lineal
scale-logarithmic = logarítmica

attention-all-heads = Todas las cabezas
attention-kind = Qué atención
attention-encoder = Codificador
attention-decoder = Decodificador
attention-cross = Cruzada
attention-alone = Atención
attention-layer = C{ $number }
attention-head = H{ $number }
attention-entropy = { $bits } bits
attention-mean = Media de las cabezas
attention-none = Esta parte del modelo no tiene atención.
attention-heading = Capa { $layer } · Cabeza { $head }: ¿a dónde mira cada token?
attention-heading-mean = Capa { $layer } · Media de las cabezas: ¿a dónde mira cada token?
attention-question = Cada fila es una consulta: sus pesos sobre las claves suman 1.
attention-queries = consultas (miran)
attention-keys = claves (miradas)
attention-sum = suma
attention-lines = Líneas de la consulta elegida a las claves

drawer-sizes = Tamaños
drawer-subject = Qué se construye
drawer-d-model = d_model
drawer-heads = Cabezas h
drawer-d-k = d_k, de las claves
drawer-d-v = d_v, de los valores
drawer-d-k-follows = d_k sigue a d_model / h
drawer-d-ff = d_ff, capa oculta
drawer-encoder-blocks = Codificador ×
drawer-decoder-blocks = Decodificador ×
drawer-precision = Precisión
drawer-parameters = { $count } parámetros

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
drawer-norm = Norma
drawer-norm-kind = Clase
drawer-norm-place = Lugar
drawer-epsilon = ε
drawer-epsilon-place = ε está
drawer-gamma = Factor aprendido γ
drawer-beta = Sumando aprendido β
drawer-residual = Conexiones residuales
drawer-final-norm = Norma tras el último bloque
drawer-positions = Posiciones
drawer-positions-kind = Clase
drawer-positions-place = Se suman
drawer-longest = Filas de la tabla
drawer-scale-embeddings = Embeddings × √d_model
drawer-output = Salida
drawer-output-kind = Encima
drawer-classes = Clases
drawer-pooling = Lee
drawer-tied = Atada a los embeddings
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
subject-multi-head = Atención de varias cabezas
subject-attention = Atención sobre Q, K, V
subject-feed-forward = Red por posición
subject-norm = Norma
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
positions-sinusoidal = senoidales, las del artículo original
positions-by-column = senoidales, por índice de columna
positions-halves = senoidales, por mitades
positions-tensor2tensor = senoidales, de tensor2tensor
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

refusal-block-room = El bloque es de { $block }, pero desde la celda { $corner } de { $site } solo caben { $room }.
refusal-no-cell = { $site } no tiene la celda { $cell }: su forma es { $shape }.
refusal-empty = Tiene que haber al menos un token.
refusal-format = { $name }, línea { $line }, columna { $column }: { $message }
refusal-heads = { $heads } cabezas no dividen d_model = { $d_model }; elige cabezas que lo dividan, o da d_k.
refusal-mask-columns = La fila { $row } de la máscara pintada tiene { $got } signos, pero hay { $expected } claves.
refusal-mask-key = La máscara oculta la clave { $key }, pero hay { $keys } claves.
refusal-mask-rows = La máscara pintada tiene { $got } filas, pero hay { $expected } consultas.
refusal-mask-sign = La fila { $row } de la máscara pintada contiene «{ $sign }»; una clave es x (vista) o . (oculta).
refusal-missing = Esta parte de un modelo necesita otra entrada: { $why }
refusal-no-weight = El modelo ya no tendría { $site }, que el experimento cambia.
refusal-number = { $name } no puede ser { $value }.
refusal-read = { $path } no se puede leer: { $why }
refusal-token = El token «{ $token }» no está en el vocabulario.
refusal-too-large = Este modelo necesitaría { $predicted } bytes de memoria, y esta máquina tiene { $available }.
refusal-too-long = Hay { $positions } posiciones, pero la tabla tiene { $longest } filas.
refusal-weight-shape = { $site } se da con forma { $got }, pero el modelo necesitaría { $expected }.
refusal-width = Los vectores dados tienen ancho { $got }, pero haría falta { $expected }.
refusal-write = { $path } no se puede escribir: { $why }
refusal-zero = { $name } es 0; tiene que ser al menos 1.
