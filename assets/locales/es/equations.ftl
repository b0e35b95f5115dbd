# La vista de las ecuaciones, y las fórmulas dondequiera que estén.

equations-title = El modelo en ecuaciones
equations-about = Todo lo que se calcula, con la notación del artículo. Un clic elige una línea en todas las vistas; un doble clic muestra sus números.
equations-copy = Copiar como LaTeX
equations-copied = Las ecuaciones están en el portapapeles, en LaTeX.

equations-source = Entrada del codificador
equations-target = Entrada del decodificador
equations-encoder = Bloque del codificador
equations-decoder = Bloque del decodificador
equations-after = Después del último bloque
equations-output = Salida
equations-functions = Funciones
equations-cells = fila i, columna j de cada resultado
equations-seen = claves que ve la consulta i

equations-each-block = para cada bloque
equations-one-block = un bloque,
equations-each-head = para cada cabeza
equations-one-head = una cabeza,

equations-mask = −∞ en { $hidden } de { $pairs } pares: { $kinds }
equations-causal = claves posteriores
equations-padding = relleno
equations-hidden = claves { $keys }
equations-window = claves a más de { $before } antes o { $after } después de la consulta
equations-painted = pares pintados a mano

letter-source = tokens de { -source }
letter-target = tokens de { -target }
letter-memory = posiciones de la memoria
letter-positions = posiciones
letter-queries = consultas
letter-keys = claves
letter-d-model = anchura del modelo
letter-heads = cabezas
letter-d-k = anchura de una clave
letter-d-v = anchura de un valor
letter-d-ff = capa oculta
letter-vocabulary = vocabulario
letter-epsilon = en la normalización

formula-copy-text = Copiar como texto
formula-copy-latex = Copiar como LaTeX
formula-copied = La fórmula está en el portapapeles.
