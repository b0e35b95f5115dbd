# Qué significan los signos de los números que no se escriben con cifras.

number-infinity = Demasiado grande para esta { -precision }: el cálculo se ha desbordado.
number-minus-infinity = Menos infinito: lo ha retirado una { -mask } o el cálculo se ha desbordado. Tras el softmax, su peso es exactamente 0.
number-nan = No es un número: procede de algo que no tiene respuesta, como ∞ − ∞ o 0 ÷ 0.
number-given = { $sign } es lo que se escribió aquí, o lo que traía el archivo: no se ha calculado.
number-nearly-zero = No es cero, pero se redondearía a { $zero }.

# Lo que se ha escrito en un campo y no puede estar ahí.

number-not-whole = { $field }: hace falta un número entero en cifras; «{ $typed }» no lo es.
number-unreadable = { $field }: hace falta un número; «{ $typed }» no lo es.
number-above = { $field }: { $typed } es demasiado grande; el campo admite como máximo { $limit }.
number-below = { $field }: { $typed } es demasiado pequeño; el campo admite como mínimo { $limit }.
