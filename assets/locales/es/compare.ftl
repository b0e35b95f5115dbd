# Dos experimentos uno al lado del otro: qué se compara, qué se mide, qué se ha visto.

view-compare = Comparar
welcome-compare = Dos modelos que difieren en una sola elección, y lo que cambia con ella.

compare-heading = Comparar: ¿qué cambia con una sola elección?
compare-empty = Elige una pregunta a la izquierda. Se calculan los dos modelos, se mide un número de cada uno y una frase dice lo que se ha visto.
compare-empty-two = O elige dos experimentos cualesquiera: el que está abierto con tus cambios, los incluidos y archivos.
compare-questions = Preguntas
compare-own-pair = Tu propia pareja
compare-any-two = Dos experimentos cualesquiera
compare-open-now = Abierto ahora: { $name }
compare-is-open = el que está abierto
compare-open = Abrir { $side }
compare-measured = Se mide
compare-automatic = lo que encaja: { $measure }
compare-start = Comparar
compare-stop = Parar
compare-running = Comparando… { $values } valores calculados
compare-stopped = Parado antes del final.
compare-stale = Uno de los dos ha cambiado desde que se midió.
compare-counted = este modelo solo se cuenta, no se calcula: es demasiado grande para calcularlo aquí.
compare-alike = Ninguna elección difiere: los dos son el mismo experimento.
compare-more = { $count ->
    [one] … difiere { $count } elección más
   *[other] … difieren { $count } elecciones más
}
compare-yes = sí
compare-no = no
compare-nothing = nada
compare-no-mask = ninguna
compare-own = { $value }, propios
compare-shared-out = d_model / h
compare-given-weights = Pesos dados a mano
compare-overrides = Números puestos en su lugar
compare-chart = gráfica
compare-table = tabla
compare-values = valor por valor
compare-save = CSV…
compare-save-hint = Guardar todos los puntos como valores separados por comas
compare-quantity = magnitud
compare-side = lado
compare-along = a lo largo de
compare-x = x
compare-value = valor
compare-chart-ends = { $side }: { $along } { $first } { $from }, { $last } { $to }.
compare-not-finite = { $side } no es finito desde aquí
compare-zeros = Los ceros no tienen sitio en una escala logarítmica.
compare-no-difference = Todos los valores que tienen ambos son iguales.
compare-sites = Difieren: { $calculated } calculados, { $given } dados (pesos, lo que entra); primero el mayor
compare-largest-at = { $site }: donde más difieren es en la fila { $row }, columna { $column }, en { $largest }
compare-show-in = Mostrar en { $side } ▸
compare-show-overflow = { $side } se desborda en { $site } ▸

pair-positions-after = ¿Posiciones antes o tras la atención?
pair-positions-none = ¿Posiciones antes, o ninguna?
pair-heads-wide = ¿Cabezas que se reparten la anchura?
pair-norm-before = ¿Normalizar tras cada parte o antes?
pair-norm-none = ¿Normalizar tras cada parte o nunca?
pair-residual-none = ¿Con conexiones residuales o sin ellas?
pair-overflow-norms = ¿Normalizar evita desbordarse?
pair-overflow-softmax = ¿Lo evita un softmax estable?
pair-divisor-none = ¿Puntuaciones entre √d_k o tal cual?
pair-divisor-number = ¿Puntuaciones entre √d_k o entre 30?
pair-mask-none = ¿Puede una fila ver lo que sigue?
pair-mask-cheating = ¿Puede leer la palabra siguiente?
pair-decoding-beam = ¿Voraz o búsqueda en haz?
pair-decoding-sampled = ¿Voraz o al azar?
pair-epsilon-beside = ¿ε bajo la raíz o junto a σ?
pair-epsilon-none = ¿Normalizar con ε o sin ε?
pair-cache-off = ¿Guardar claves y valores o no?

measure-permutation = orden de los tokens
measure-head-width = coste de más cabezas
measure-depth = gradientes y profundidad
measure-overflow = desbordamiento
measure-divisor = nitidez de la atención
measure-later-token = otro último token
measure-decoding = tokens generados
measure-nearly-constant = filas casi constantes
measure-cache = coste de cada token
measure-differences = todos los valores

headline-permutation = mayor distancia de una fila a la permutada, en todas las posiciones
headline-head-width = parámetros de todo el modelo, con el máximo de cabezas probado
headline-depth = norma del gradiente tras el primer bloque : tras el último, en la pila más profunda
headline-overflow = mayor magnitud de todos los valores en f64, también dentro de los bloques
headline-divisor = bits de entropía, media de las consultas, con las claves más anchas
headline-later-token = filas anteriores de la salida que cambian
headline-decoding = ln p de todos los tokens generados juntos
headline-nearly-constant = mayor magnitud de la salida de la normalización para una fila constante
headline-half-spread = dispersión de una fila que da la mitad que una fila ancha
headline-cache = operaciones del último token generado
headline-differences = mayor diferencia en el último valor que tienen ambos

quantity-distance = distancia
quantity-parameters = parámetros
quantity-flops = operaciones
quantity-milliseconds = ms, medidos
quantity-gradient-norm = norma del gradiente
quantity-gradient-ratio = gradiente, primero : último
quantity-activation-norm = salida de cada bloque, RMS
quantity-magnitude = mayor magnitud de la salida de cada bloque
quantity-entropy = entropía media en bits
quantity-largest-weight = mayor peso, en media
quantity-slope = pendiente del softmax
quantity-rows = filas
quantity-log-probability = ln p, sumado
quantity-output = mayor magnitud de la salida
quantity-difference = mayor diferencia

along-position = posición
along-heads = cabezas
along-block = bloque
along-depth = bloques de la pila
along-step = valor, por orden
along-key-width = d_k
along-spread = dispersión de la fila
along-token = token

seen-permutation-neither = En ambos, los tokens permutados dan filas permutadas: la atención no distingue el orden (A { $a }, B { $b }).
seen-permutation-both = En ambos, el orden de los tokens cambia sus filas: hasta { $a } en A y { $b } en B.
seen-permutation-only-b = En A los tokens permutados dan filas permutadas (distan { $a }): su atención no distingue el orden. En B distan { $b }.
seen-permutation-only-a = En A el orden de los tokens cambia sus filas hasta { $a }. En B distan { $b }: su atención no distingue el orden.
seen-head-width = Con { $m } cabezas A tiene { $a } veces los parámetros que tiene con una; con { $n } cabezas B tiene { $b } veces los suyos.
seen-depth = A través de { $blocks } bloques, el gradiente en el primer bloque es { $a } veces el del último en A y { $b } veces en B; lo que sale del último bloque tiene una media cuadrática de { $x } en A y { $y } en B.
seen-overflow-never = { $side } se mantiene finito: el mayor de todos sus valores es { $largest }.
seen-overflow-single = { $side } se desborda en f32, primero en { $site }; en f64 el mayor de todos sus valores es { $largest }.
seen-overflow-double = { $side } se desborda solo en f64, primero en { $site }.
seen-overflow-both = { $side } se desborda en f32 y en f64, primero en { $site }.
seen-overflow-each = { $side } se desborda primero en { $single } en f32 y en { $double } en f64.
seen-divisor = Con d_k = { $width }, la atención tiene una entropía de { $a } bits en A y { $b } en B, de los { $uniform } de pesos iguales; el mayor peso es { $m } en A y { $n } en B, y por el softmax vuelven { $s } y { $t } de un gradiente.
seen-later-token = { $m ->
    [one] Cuando el último token es otro, en A cambia { $a } de { $m } fila anterior y en B { $b } de { $n }.
   *[other] Cuando el último token es otro, en A cambian { $a } de { $m } filas anteriores y en B { $b } de { $n }.
}
seen-decoding = A genera «{ $a }» (probabilidad { $p }) y B «{ $b }» (probabilidad { $q }).
seen-nearly-constant = Una fila constante pasa a ser { $a } en A y { $b } en B. La mitad de lo que da una fila ancha se alcanza con una dispersión de { $s } en A y { $t } en B.
seen-cache = El token que sigue a { $m } cuesta { $a } operaciones de coma flotante en A; el que sigue a { $n } cuesta { $b } en B.
seen-differences = De { $common } valores calculados que tienen ambos con la misma forma, { $first } es el primero que difiere; al final, en { $last }, distan { $largest }.
seen-same = Valores calculados que tienen ambos con la misma forma: { $common }; todos iguales.
seen-only = Calculados solo en A: { $a }; solo en B: { $b }.

lack-sequence = una permutación necesita un codificador o un decodificador que lea tokens o vectores.
lack-order = su entrada no se puede poner en otro orden.
lack-self-attention = su primer bloque no tiene autoatención.
lack-stack = no tiene una pila de bloques.
lack-attention = no tiene atención.
lack-heads = no tiene cabezas.
lack-last-position = su última posición no se puede cambiar.
lack-rows = no tiene una salida de tantas filas.
lack-norm = no tiene normalización.
compare-pinned = B sigue siendo { $name }, aunque se abrió otro experimento.
compare-not-pinned = Se abrió otro experimento: B es el abierto, porque el de antes solo se puede comparar mientras está abierto.
