# La vista de la atención.

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
