# La vista de los pesos.

weights-none = Este experimento no tiene pesos: en él no se aprende nada. Abre otro, o construye una parte mayor de un modelo.
weights-none-found = Ningún peso se llama así.
weights-counted = Este modelo solo se cuenta, no se ejecuta: sus pesos tienen forma, pero no números que leer o cambiar.
weights-filter = Filtro
weights-changed-mark = cambiada desde que se abrió
weights-seed-hint = Todos los pesos sorteados sin semilla propia se sortean de nuevo a partir de esta.
weights-all-preset = Todos como el ejemplo
weights-all-file = Todos como el archivo

weights-ask-embedding = ¿qué vector representa a cada token?
weights-ask-position = ¿qué vector representa a cada posición?
weights-ask-query = ¿qué busca cada token?
weights-ask-key = ¿cómo se puede encontrar cada token?
weights-ask-value = ¿qué entrega cada token?
weights-ask-output = ¿cómo se mezcla lo que hallan las cabezas?
weights-ask-first = ¿qué rasgos se buscan?
weights-ask-second = ¿qué añade cada rasgo al vector?
weights-ask-gate = ¿qué rasgos se dejan pasar?
weights-ask-gamma = ¿qué amplitud recibe cada dimensión?
weights-ask-beta = ¿dónde queda el centro de cada dimensión?
weights-ask-logits = ¿cómo encaja cada vector con cada respuesta?
weights-ask-logits-bias = ¿qué respuestas son probables de entrada?
weights-ask-bias = ¿qué se suma a cada fila?

weights-whereabouts = { $count ->
    [one] { $place } · { $shape } = { $count } parámetro, { $share } del modelo
   *[other] { $place } · { $shape } = { $count } parámetros, { $share } del modelo
}
weights-made-written = Sus números están escritos en el experimento.
weights-made-drawn = { $how }: { $formula } · semilla { $seed }
weights-made-set = { $how }: { $formula }
weights-made-read = Leída de { $file }, entrada { $name }.
weights-made-read-transposed = Leída de { $file }, entrada { $name }, con filas y columnas intercambiadas.
weights-made-edited =
    { $count ->
        [one] { $origin } · un número editado a mano
       *[other] { $origin } · { $count } números editados a mano
    }

weights-fill = Rellenar…
weights-paste = Pegar…
weights-copy = Copiar ▾
weights-copy-all = Todos los números
weights-copy-block = El bloque elegido
weights-copy-table = Para una hoja de cálculo
weights-copy-python = Como lista de Python
weights-copying = Copiando…
weights-copied =
    { $count ->
        [one] Un número copiado.
       *[other] { $written } números copiados.
    }
weights-reseed = Otra semilla
weights-restore-preset = Como el ejemplo
weights-restore-file = Como el archivo
weights-difference = Diferencia
weights-close = Cerrar
weights-used = Se usa en
weights-head = cabeza { $number }
weights-before = antes: { $number }

weights-histogram = Cómo se distribuyen los números
weights-bin =
    { $count ->
        [one] de { $low } a { $high }: un número
       *[other] de { $low } a { $high }: { $written } números
    }
weights-not-finite = No finitos
weights-counting = Contando…
weights-comparing = Comparando…
weights-incomparable = En lo que se abrió no hay ninguna matriz así de esta forma: no hay con qué comparar.
weights-unchanged = Ningún número ha cambiado.
weights-hint = Doble clic o teclea para cambiar un número. Arrastra, o usa Mayús con las flechas, para elegir un bloque; Ctrl+C lo copia, Ctrl+V pega encima.
weights-changed =
    { $count ->
        [one] Un número ha cambiado desde que se abrió.
       *[other] { $written } números han cambiado desde que se abrió.
    }
weights-largest = Mayor cambio
weights-go-to = Ir a { $cell }

fill-kind = Números
fill-do = Rellenar
fill-normal = Normal
fill-uniform = Uniforme, −a a a
fill-between = Uniforme, a a b
fill-xavier-uniform = Xavier, uniforme
fill-xavier-normal = Xavier, normal
fill-kaiming-uniform = Kaiming, uniforme
fill-kaiming-normal = Kaiming, normal
fill-zeros = Ceros
fill-ones = Unos
fill-identity = Identidad
fill-about-given = La dispersión la eliges tú. La misma semilla sortea siempre los mismos números.
fill-about-xavier = Cuantas más filas y columnas, menores los números, para que los valores conserven su tamaño de capa en capa (Glorot y Bengio, 2010).
fill-about-kaiming = Pensada para capas con ReLU, que solo deja pasar la mitad de los valores (He et al., 2015).
fill-about-zeros = Todo producto con ella es cero: esta parte no aporta nada.
fill-about-ones = Cada resultado es la suma de su fila.
fill-about-identity = Lo que entra sale igual: útil para ver qué hace el resto.

paste-name = Números que pegar
paste-hint = 1  2{"\u000A"}3  4
paste-forms = Pega aquí números, o con Ctrl+V sobre una celda: de una hoja de cálculo, un archivo CSV, una lista de Python, NumPy o PyTorch.
paste-insert = Insertar
paste-found = { $shape } números, para las celdas { $from } a { $to }
paste-empty = No contiene ningún número.
paste-ragged =
    { $got ->
        [one] La fila { $row } tiene 1 número y la fila 1 tiene { $expected }.
       *[other] La fila { $row } tiene { $got } números y la fila 1 tiene { $expected }.
    }
paste-not-a-number = Fila { $row }, número { $number }: «{ $text }» no es un número.
paste-missing = Fila { $row }, número { $number }: está vacío.
paste-mixed-decimals = Fila { $row }, número { $number }: «{ $text }» lleva coma, pero otros números llevan punto decimal.
paste-stray = «{ $text }» está donde solo caben números, comas y corchetes.
paste-unclosed = Falta cerrar un «{ $bracket }».
paste-abbreviated = Se imprimió abreviada, con «...» en lugar de números; imprímela entera.
paste-several = Contiene { $count } matrices; pega una de ellas.
