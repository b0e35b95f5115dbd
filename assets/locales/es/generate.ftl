# La vista de la generación.

section-tokens = Tokens
section-embeddings = Embeddings
section-byte-pairs = Pares de bytes
section-text = Texto

generate-title = Token a token: ¿qué viene después?
generate-about = Cada token del vocabulario recibe una probabilidad; se elige uno, se añade y se lee después.
generate-full-bar = barra entera = { $largest } %
generate-about-beams = Los comienzos más probables avanzan a la vez; gana la respuesta con mejor puntuación.
generate-step = Paso { $number }
generate-stale = El experimento ha cambiado desde que se dieron estos pasos. «Generar hasta el final» o «Un paso» empiezan de nuevo; deshacer los recupera.
generate-run = Generar hasta el final ▶
generate-take-step = Un paso
generate-halt = Parar
generate-reset = Reiniciar
generate-keys = ← → paso   ↑ ↓ token   espacio generar
generate-progress = { $all ->
    [one] { $done } de { $all } token
   *[other] { $done } de { $all } tokens
}
generate-needs = Generar exige un decodificador que lea tokens y un vocabulario del que elegir el siguiente. Dos de los experimentos incluidos que tienen ambos:
generate-open = Abrir «{ $name }»
generate-how-read = El decodificador lee los tokens que hay hasta ahora.
generate-how-scores = Su última fila da un logit a cada token del vocabulario, y el softmax los convierte en probabilidades.
generate-how-pick = Se elige un token de la forma fijada a la izquierda y se añade.
generate-how-again = Así sigue hasta que se elige el token final o se alcanza la longitud máxima.
generate-preview = La pasada que muestran todas las vistas da al siguiente token estas probabilidades:
generate-next = Siguiente token
generate-begin = «Generar hasta el final» da todos los pasos; «Un paso» da uno.

generate-outline = contorno o marca: modelo
generate-before = modelo
generate-after = filtrada
generate-more = … { $count } más
generate-removed = … { $count } descartados
generate-cut = { $filter } conserva { $mass }
generate-draw = u = { $draw }
generate-interval = Las probabilidades una tras otra de 0 a 1, con el número sorteado

generate-did-temperature = Temperatura { $value }: { $before } pasa a { $after }.
generate-did-penalty = Penalización por repetir { $value }: { $before } pasa a { $after }.
generate-did-top-k = Top-k { $value } conserva { $kept } de { $all } tokens, { $mass } de la masa.
generate-did-top-p = Top-p { $value } conserva { $kept } de { $all } tokens, { $mass } de la masa.
generate-did-min-p = Min-p { $value } conserva { $kept } de { $all } tokens, { $mass } de la masa.
generate-why-greedy = Voraz: { $token } tiene el logit mayor, { $logit }.
generate-why-equals = Voraz: { $token } tiene el logit mayor, { $logit }, igual que { $count } posteriores; gana el id más bajo.
generate-why-drawn = Sorteado con la semilla { $seed }: u = { $draw } cae en [{ $from }, { $to }), el intervalo de { $token }.
generate-stop-end = { $token } termina la secuencia.
generate-stop-length = { $count ->
    [one] Se alcanza el máximo de { $count } token.
   *[other] Se alcanza el máximo de { $count } tokens.
}
generate-stop-early = Han terminado tantas secuencias como haces.
generate-stop-better = Ninguna secuencia en curso puntúa más tal como está.
generate-stop-nothing = Ninguna secuencia continúa.

generate-token = Token elegido
generate-token-none = Da un paso y elige después su fila o uno de sus tokens.
generate-token-never = Aquí no se genera nada.
generate-step-name = Paso
generate-id = Id
generate-rank = Puesto
generate-logit = Logit
generate-probability = Probabilidad
generate-filtered-logit = Logit filtrado
generate-filtered-probability = Prob. filtrada
generate-log-probability = ln p
generate-interval-name = Intervalo de u
generate-filters = Por los filtros
generate-gone = descartado
generate-why = Por qué
generate-not-picked = { $token } era posible, pero se eligió { $picked }.
generate-filtered-out = Un filtro descartó { $token }, que ya no podía elegirse; se eligió { $picked }.
generate-pass = Esta pasada
generate-rows-kept = { $rows ->
    [one] Se calculó una posición; se guardan claves y valores de { $length ->
        [one] la única leída
       *[other] las { $length } leídas
    }.
   *[other] Se calcularon { $rows } posiciones; se guardan claves y valores de { $length ->
        [one] la única leída
       *[other] las { $length } leídas
    }.
}
generate-rows-all = { $rows ->
    [one] Se calculó una posición, y no se guarda nada para el paso siguiente ({ $length ->
        [one] una leída
       *[other] { $length } leídas
    }).
   *[other] Se calcularon { $rows } posiciones, y no se guarda nada para el paso siguiente ({ $length ->
        [one] una leída
       *[other] { $length } leídas
    }).
}
generate-apply = Usar como destino
generate-apply-hint = El destino pasa a ser «{ $target }», lo que el modelo leyó en este paso: las demás vistas muestran entonces la pasada que dio estas probabilidades.
generate-vocabulary = Los { $count } tokens

beam-legend = Cada paso ordena todas las continuaciones por Σ ln p. Con marco: sigue o ha terminado (■ puntuación). Tenue: podada. Azul: el camino de la ganadora.
beam-pruned = podada
beam-hypotheses = Terminadas: Σ ln p / longitud
beam-fate = Qué fue de ella
beam-sum = Σ ln p = { $before } + { $own } = { $sum }
beam-runs-on = Sigue como haz { $beam } del paso siguiente.
beam-ended = { $token } o la longitud máxima la termina; su puntuación es { $score }.
beam-ended-low = Terminó, pero tantas candidatas como haces quedaron por encima.
beam-dropped = Se podó: tantas candidatas como haces quedan por encima.
beam-not-candidate = Con este token la secuencia no está entre las mejores de este paso, el doble que haces.

settings-choosing = Elegir tokens
settings-strategy = Cómo se elige el siguiente token
strategy-greedy = Voraz
strategy-greedy-says = Siempre el token con el logit mayor: arg max l.
strategy-sample = Muestreo
strategy-sample-says = Un sorteo con semilla según las probabilidades que dejan los filtros, aplicados en su orden.
strategy-beam = Búsqueda en haz
strategy-beam-says = Varias secuencias avanzan a la vez; se juzgan respuestas enteras, no tokens sueltos.
settings-seed = Semilla
settings-seed-says = La misma semilla sortea los mismos números u.
settings-beams = Haces K
settings-beams-says = De todas las continuaciones siguen las K más probables.
settings-length-penalty = Exponente α
settings-length-penalty-says = La puntuación de n tokens: Σ ln p / nᵅ. Con α mayor que 0 ganan las respuestas largas; 1 es la media.
settings-early = Parar pronto
settings-early-on = Acaba en cuanto terminan K secuencias.
settings-early-off = Sigue mientras una en curso aún pueda puntuar más.
settings-end = Dónde acaba
settings-length = Máx. de tokens
settings-length-says = Tras tantos tokens nuevos se detiene en todo caso.
settings-length-positions = Tras tantos tokens nuevos se detiene; en la tabla de posiciones caben { $count }.
settings-end-token = Token final
settings-end-usual = { $token }, el del vocabulario
settings-end-unnamed = El del vocabulario (ninguno)
settings-end-never = Ninguno
settings-end-says = Cuando se elige, termina la secuencia.
settings-work = Cálculo
settings-cache = Guardar K y V
settings-cache-on = Se guardan claves y valores anteriores: cada paso calcula una posición.
settings-cache-off = Cada paso calcula otra vez toda la secuencia. Los tokens son los mismos.

filter-temperature = Temperatura
filter-temperature-value = T
filter-temperature-says = l / T: por debajo de 1 afila la distribución; por encima la aplana.
filter-top-k = Top-k
filter-top-k-value = k
filter-top-k-says = Conserva los k logits mayores.
filter-top-p = Top-p
filter-top-p-value = P
filter-top-p-says = Conserva los tokens más probables hasta que Σ p > P.
filter-min-p = Min-p
filter-min-p-value = m
filter-min-p-says = Descarta p < m · max p: lo mucho menos probable que el mejor.
filter-penalty = Penalizar repetición
filter-penalty-short = Penalización
filter-penalty-value = r
filter-penalty-says = l / r, o l · r bajo 0, para los tokens que la secuencia ya tiene.

embeddings-title = Embeddings: ¿qué tokens apuntan igual?
embeddings-about = Cada token es una fila de E. El ángulo entre dos dice cuánto se parecen para el modelo.
embeddings-none = Este experimento no tiene tabla de embeddings: lee vectores, no tokens.
embeddings-compared = Tokens comparados
embeddings-tokens = Solo estos tokens
embeddings-hint = palabras del vocabulario
embeddings-count = Se comparan { $shown } de { $all } tokens. Vacío: todos o, en un vocabulario grande, la entrada y los primeros.
embeddings-cosine = Coseno
embeddings-cosine-says = 1 si dos vectores apuntan igual, 0 en ángulo recto, −1 en sentido opuesto.
embeddings-plane = Plano
embeddings-plane-says = Las dos direcciones en que más difieren estas filas (componentes principales). Lo que tienen las demás no se ve.
embeddings-map = Cosenos de los embeddings
embeddings-legend = coseno
embeddings-scatter = Embeddings en el plano de mayor varianza
embeddings-first = primera dirección, { $share } de la varianza →
embeddings-second = ↑ segunda dirección, { $share }
embeddings-no-plane = Estas filas son todas iguales, así que no hay dirección en que difieran.
embeddings-pair = Par elegido
embeddings-pair-none = Elige una celda del mapa para comparar dos tokens.
embeddings-pair-cosine = cos θ
embeddings-pair-angle = Ángulo θ
embeddings-zero = Uno de los dos vectores es cero y no apunta a ninguna parte.
embeddings-nearest = Más cercanos a { $token }
embeddings-nearest-bars = Los tokens más cercanos con sus cosenos

pieces-title = ¿Cómo se corta un texto en tokens?
pieces-about = El modelo nunca ve letras: ve ids de tokens, y cada id es una fila de la tabla de embeddings.
pieces-none = Este experimento no tiene vocabulario: lee vectores, no tokens.
pieces-how = Cómo corta
pieces-words = Palabras: lo que hay entre espacios, con los signos de los bordes como tokens propios.
pieces-characters = Caracteres: cada uno es un token, también los espacios.
pieces-byte-pair = Pares de bytes: cada palabra empieza como sus caracteres y una marca final; luego se repiten en orden las fusiones aprendidas.
pieces-merges = { $count ->
    [one] { $count } fusión
   *[other] { $count } fusiones, en orden
}
pieces-text = Prueba un texto
pieces-tokens = { $tokens ->
    [one] { $tokens } token de { $characters } caracteres
   *[other] { $tokens } tokens de { $characters } caracteres
}
pieces-ids = En cada ficha: el id y el token.
pieces-learned = La mayoría de los modelos grandes corta las palabras en piezas aprendidas de un texto. Un experimento que lo hace:
pieces-refused = Sin tokens
pieces-word = Una palabra, fusión a fusión
pieces-characters-first = caracteres
pieces-training = Las palabras de las que aprendió
pieces-after = Tras fusiones
pieces-symbols = { $count ->
    [one] El texto entero ocupa entonces { $count } token.
   *[other] El texto entero ocupa entonces { $count } tokens.
}
pieces-vocabulary = Vocabulario
pieces-count = Tokens
pieces-start = Inicio
pieces-end = Final
pieces-padding = Relleno
pieces-unknown = Desconocido
pieces-end-of-word = Fin de palabra

