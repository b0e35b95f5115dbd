# What the signs for numbers mean that are not written in digits.

number-infinity = Too large for this { -precision }: the calculation has overflowed.
number-minus-infinity = Minus infinity: a { -mask } has removed it, or the calculation has overflowed. After the softmax its weight is exactly 0.
number-nan = Not a number: it comes from something that has no answer, such as ∞ − ∞ or 0 ÷ 0.
number-given = { $sign } is what was typed here, or came with the file: it was not calculated.
number-nearly-zero = Not zero, but it would round to { $zero }.

# What was typed in a field and cannot stand there.

number-not-whole = { $field }: a whole number in digits is needed; “{ $typed }” is not one.
number-unreadable = { $field }: a number is needed; “{ $typed }” is not one.
number-above = { $field }: { $typed } is too large; the field takes at most { $limit }.
number-below = { $field }: { $typed } is too small; the field takes at least { $limit }.
