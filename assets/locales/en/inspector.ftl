# The inspector.

inspector-cell = Selected cell
inspector-empty = Choose a number in the matrix to see where it comes from.
inspector-row = Row
inspector-column = Column
inspector-rank = Rank in row
inspector-rank-of = { $rank } of { $count }
inspector-exact = Exact
inspector-why = Why
inspector-row-of = Row of { $sign }
inspector-row-bars = The chosen row as bars
inspector-override = Put another number here
inspector-override-value = Number
inspector-override-undo = Back to the calculated number
inspector-head-on = This head takes part
inspector-matrix = The whole matrix
inspector-shape = Shape
inspector-least = Minimum
inspector-greatest = Maximum
inspector-mean = Mean
inspector-deviation = Deviation σ
inspector-zeros = Zeros
inspector-infinite = Infinite
inspector-nan = NaN

inspector-arithmetic = How it is calculated
inspector-as-neuron = Neuron
inspector-as-sum = Sum
inspector-as-written = in order
inspector-back = Back to { $place } (Alt + ←)
inspector-bin = { $low } … { $high }: { $count }
inspector-computed = Calculated
inspector-counting = The numbers are being counted …
inspector-given = given
inspector-head = Head { $number }
inspector-head-alone = Only this head of its layer
inspector-head-off = This head is switched off: it gives zeros.
inspector-heads-off = Also switched off: { $heads }
inspector-heads-on = All heads of the layer on
inspector-histogram = Distribution
inspector-largest-first = largest first
inspector-learned = learned weights
inspector-masked-out = { $count ->
    [one] { $count } masked cell is left out.
   *[other] { $count } masked cells are left out.
}
inspector-no-origin = From no other number: a mask hides what stood here.
inspector-neuron = Neuron
inspector-not-finite = { $count ->
    [one] { $count } number that is not finite is left out.
   *[other] { $count } numbers that are not finite are left out.
}
inspector-now = Now
inspector-origins = Comes from
inspector-output-changed = Largest change of the output: { $difference }
inspector-output-same = The output { $sign } stays the same.
inspector-override-undo-all = { $count ->
    [one] Take back the one change
   *[other] Take back all { $count } changes
}
inspector-place = Place
inspector-put = Put in place
inspector-put-zero = Put 0 here
inspector-readers = Is read by
inspector-restore = Restore { $sign }
inspector-terms = Terms
inspector-unread = Nothing reads this number.
inspector-was-put = This number was put in place of the calculated one.
inspector-weight-change = Change this weight
inspector-weight-of = weight of
