# Gradientes: cuánto cambia un número L al final con cada número anterior.

gradient-values = Valores
gradient-gradients = Gradientes
gradient-heading = { $name }: ¿cuánto cambia L con cada número?
gradient-objective = L es
gradient-cross-entropy = entropía cruzada
gradient-sum = suma de la salida
gradient-half-squares = ½ suma de cuadrados
gradient-loss = { $formula } = { $value }, donde y es: { $output }
gradient-running = Se están calculando los gradientes…
gradient-stale = Estos gradientes son de un estado anterior.
gradient-stopped = Los gradientes se detuvieron.
gradient-unreached = L no se calcula con este número, así que su gradiente es 0.
gradient-coming = Esta ejecución es demasiado grande para guardar todos los gradientes: este se está calculando a partir de los guardados…
gradient-direct = desde L
gradient-from-loss = Viene de L misma, que se calcula con este número.
gradient-via = por { $sign }
gradient-back = de vuelta por { $operation }
gradient-way = Vuelve por
gradient-legend = ±m en cada matriz
gradient-sent = Devuelto por: { $steps }
gradient-section = Cuánto cambia L con él
gradient-switch = Calcular gradientes
gradient-hint = Un gradiente ∂L/∂x dice cuánto cambia un número L, al final del cálculo, cuando x cambia un poco.
gradient-grows = Si este número crece { $step }, L cambia aproximadamente { $change }.
gradient-whole = El gradiente entero { $sign }
gradient-norm = Norma √(Σ x²)
gradient-blocks = Tamaño de valores y gradientes
gradient-block = { $block }: norma de y { $activation }, norma de ∂L/∂y { $gradient }
gradient-logarithmic = Barras logarítmicas: { $columns }.
gradient-blocks-meaning = y es la salida de un bloque, y su norma √(Σ y²). Si los gradientes menguan o crecen de bloque en bloque, un modelo profundo es difícil de entrenar.
gradient-norm-value = norma de y
gradient-norm-gradient = norma de ∂L/∂y
