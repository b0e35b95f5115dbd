# Lo que cuesta un modelo: parámetros, operaciones, memoria, y cómo crecen con la longitud.

view-cost = Coste
welcome-cost = Dónde están los parámetros, y cuánto cuesta un texto más largo.
action-save-text = Guardar { $name }…

cost-heading = Cuentas: ¿dónde está el coste?
cost-counted = Se cuenta
cost-this = este experimento
cost-page = Se ve
cost-parameters = Parámetros
cost-operations = Operaciones
cost-memory = Memoria
cost-part = parte
cost-formula = fórmula
cost-encoder-block = bloque codif.
cost-decoder-block = bloque decodif.
cost-all = todo
cost-share = proporción
cost-sum = suma
cost-total = { $count ->
    [one] { $count } parámetro
   *[other] { $count } parámetros
}
cost-blocks-encoder = { $count ->
    [one] 1 bloque del codificador de { $each }
   *[other] { $count } bloques del codificador de { $each } cada uno
}
cost-blocks-decoder = { $count ->
    [one] 1 bloque del decodificador de { $each }
   *[other] { $count } bloques del decodificador de { $each } cada uno
}
cost-published = Publicado: { $published } ({ $source }). Contado aquí: { $difference } ({ $share }).
cost-with-biases = Sesgos
cost-with-norms = Normalizaciones
cost-save = CSV…
cost-save-hint = Guardar lo que se ve como valores separados por comas
cost-tied = La cabeza de salida es la tabla de embeddings, traspuesta, y se cuenta una vez. Una propia añadiría { $count }.
cost-heads = Más cabezas, menos cabezas
cost-heads-why = Las cabezas más estrechas se reparten la anchura: el coste no cambia, solo se multiplican las puntuaciones. Las que conservan su anchura se suman, y el coste se multiplica. Productos de matrices para n = { $n }.
heads-count = cabezas
heads-now = { $heads }, como ahora
heads-width = d_k repartida
heads-parameters = parámetros
heads-operations = operaciones
heads-parameters-wide = parámetros, d_k = { $width }
heads-operations-wide = operaciones, d_k = { $width }

cost-operations-total = { $count } operaciones para n = { $n }
cost-growth = según crece n
cost-multiplications = multiplicaciones
cost-additions = sumas
cost-functions = funciones
cost-everything = También softmax, normalizaciones, sesgos y lo demás
cost-operations-how = n posiciones en cada lado. Multiplicar y sumar son dos operaciones, una de cada clase. Lo que oculta una máscara se calcula, y se cuenta.
cost-memory-total = { $bytes } en { $storage } para n = { $n }
cost-numbers = números
cost-storage = Guardados en
cost-memory-how = Activaciones: el resultado de cada paso de una pasada. Puntuaciones: un número por consulta, clave y cabeza; un programa que guarda aparte las escaladas y las enmascaradas las necesita varias veces. Bytes en potencias de 1000.

account-embeddings = embeddings
account-positions = posiciones
account-segments = segmentos
account-feed-forward = red por posición
account-norms = normalizaciones
account-biases = sesgos
account-pooler = pooler
account-head = cabeza de salida

work-inputs = entrada
work-scores = puntuaciones Q·K^T
work-softmax = división, softmax
work-weighted = sumas ponderadas A·V
work-joined = cabezas · W_O
work-first = red por posición, W_1
work-activation = activación
work-second = red por posición, W_2
work-biases = sesgos
work-norms = normalizaciones
work-residuals = sumas residuales
work-head = cabeza de salida
work-probabilities = softmax de los logits

held-weights = pesos
held-activations = activaciones
held-keys-values = de ellas, claves y valores
held-scores = puntuaciones

growth-heading = Crecimiento: ¿cuánto cuesta un texto más largo?
growth-shown = Se ve
growth-scores = Puntuaciones
growth-operations = Operaciones
growth-memory = Memoria
growth-time = Tiempo
growth-form = Como
growth-chart = gráfica
growth-table = tabla
growth-title-scores = puntuaciones, una por consulta, clave y cabeza
growth-title-products = operaciones de los productos de matrices
growth-title-everything = operaciones de todas las clases
growth-title-memory = bytes en { $storage }
growth-title-time = segundos de una pasada del experimento abierto, en esta máquina
growth-axis = n, posiciones
growth-length = Longitud n
growth-own = n = { $n }, este experimento
growth-crossing = n² ocupa la mitad desde { $n }
growth-compare = Comparar con ▾
growth-not-measured = Mide abajo para ver aquí los segundos.
cost-no-scores = Aquí no hay atención, así que no hay puntuaciones.
cost-no-products = Aquí no hay productos de matrices: cuéntalo todo, en Operaciones.
cost-nothing-learned = Aquí no se aprende nada: las consultas, claves y valores vienen dados.
cost-chart = { $quantity }. Para n = { $n }: { $values }

curve-scores = todas las cabezas
curve-per-head = una cabeza
curve-operations = todo
curve-square = crece con n²
curve-linear = lo demás
curve-memory = todo
curve-weights = pesos
curve-activations = activaciones
curve-keys-values = claves, valores
curve-score-bytes = puntuaciones
curve-predicted = por operaciones
curve-law = n^{ $exponent }
curve-measured = segundos, medidos

cost-point-scores =
    { $count ->
        [one] { $n ->
            [one] { $n } posición
           *[other] { $n } posiciones
        }, una sola cabeza: { $all } puntuaciones. El doble de longitud, { $twice } posiciones: { $both }, multiplicadas por cuatro.
       *[other] { $n ->
            [one] { $n } posición
           *[other] { $n } posiciones
        }: { $head } puntuaciones por cabeza; las { $heads } cabezas juntas: { $all }. El doble de longitud, { $twice } posiciones: { $double } y { $both }, multiplicadas por cuatro.
    }
cost-point-operations = { $n ->
    [one] { $n } posición: { $once } operaciones. El doble de longitud, { $twice } posiciones: { $double }, multiplicadas por { $ratio }. Lo que crece con n se duplica; lo que crece con n² se multiplica por cuatro.
   *[other] { $n } posiciones: { $once } operaciones. El doble de longitud, { $twice } posiciones: { $double }, multiplicadas por { $ratio }. Lo que crece con n se duplica; lo que crece con n² se multiplica por cuatro.
}
cost-point-memory = { $n ->
    [one] { $n } posición: { $once }. El doble de longitud, { $twice } posiciones: { $double }, multiplicados por { $ratio }. Los pesos no cambian; las activaciones se duplican; las puntuaciones se multiplican por cuatro.
   *[other] { $n } posiciones: { $once }. El doble de longitud, { $twice } posiciones: { $double }, multiplicados por { $ratio }. Los pesos no cambian; las activaciones se duplican; las puntuaciones se multiplican por cuatro.
}
cost-crossing = Desde n = { $n }, lo que crece con n² (puntuaciones y sumas ponderadas) ocupa al menos la mitad de las operaciones.
cost-crossing-memory = Desde n = { $n }, las puntuaciones ocupan al menos la mitad de la memoria.
cost-causal = Una máscara causal necesita n · (n + 1) / 2 de las n² puntuaciones de una cabeza: { $needed } de { $all }. Las demás se calculan y se tiran; también se cuentan.
cost-longest = Su tabla de posiciones tiene { $longest } filas: no caben textos más largos.

measured-heading = Medido en esta máquina
measured-lengths = Longitudes n
measured-refused = Las longitudes son números enteros desde 1, separados por comas.
measured-start = Medir
measured-stop = Parar
measured-progress = { $done } de { $all }
measured-no-thread = El sistema no da ningún hilo en el que medir: { $why }
measured-how = Ejecuta el modelo del experimento abierto con posiciones sorteadas, en segundo plano. De varias ejecuciones de una longitud cuenta la más rápida.
measured-law = El tiempo medido crece como n^{ $exponent }; la longitud más alejada de esa ley se aparta un { $residual }. Solo por las operaciones crecería como n^{ $predicted } entre estas longitudes.
measured-n = n
measured-seconds = medido
measured-of-law = según la ley
measured-residual = se aparta
measured-runs = ejecuciones
cost-scale = Escala
