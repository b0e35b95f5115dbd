# What the signs for numbers mean that are not written in digits.

number-infinity = Too large for this { -precision }: the calculation has overflowed.
number-minus-infinity = Minus infinity: a { -mask } has removed it, or the calculation has overflowed. After the softmax its weight is exactly 0.
number-nan = Not a number: it comes from something that has no answer, such as ∞ − ∞ or 0 ÷ 0.
number-nearly-zero = Not zero, but it would round to { $zero }.
