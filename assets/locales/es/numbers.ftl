# Qué significan los signos de los números que no se escriben con cifras.

number-infinity = Demasiado grande para esta { -precision }: el cálculo se ha desbordado.
number-minus-infinity = Menos infinito: lo ha retirado una { -mask } o el cálculo se ha desbordado. Tras el softmax, su peso es exactamente 0.
number-nan = No es un número: procede de algo que no tiene respuesta, como ∞ − ∞ o 0 ÷ 0.
number-nearly-zero = No es cero, pero se redondearía a { $zero }.
