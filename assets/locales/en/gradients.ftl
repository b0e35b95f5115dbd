# Gradients: how a number L at the end changes with every number before it.

gradient-values = Values
gradient-gradients = Gradients
gradient-heading = { $name }: how does L change with each number?
gradient-objective = L is
gradient-cross-entropy = cross-entropy
gradient-sum = sum of the output
gradient-half-squares = ½ sum of squares
gradient-loss = { $formula } = { $value }, where y is: { $output }
gradient-running = The gradients are being calculated …
gradient-stale = These gradients are of an earlier state.
gradient-stopped = The gradients were stopped.
gradient-unreached = L is not calculated from this number, so its gradient is 0.
gradient-coming = This run is too large for all gradients to be kept: this one is being found from those that were …
gradient-direct = from L
gradient-from-loss = Comes from L itself, which is made from this number.
gradient-via = via { $sign }
gradient-back = back through { $operation }
gradient-way = Comes back
gradient-legend = ±m in each matrix
gradient-sent = Sent back by: { $steps }
gradient-section = How L changes with it
gradient-switch = Calculate gradients
gradient-hint = A gradient ∂L/∂x says by how much one number L at the end of the calculation changes when x changes a little.
gradient-grows = If this number grows by { $step }, L changes by about { $change }.
gradient-whole = The whole gradient { $sign }
gradient-norm = Norm √(Σ x²)
gradient-blocks = Size of values and gradients
gradient-block = { $block }: norm of y { $activation }, norm of ∂L/∂y { $gradient }
gradient-logarithmic = The bars of { $columns } are logarithmic.
gradient-blocks-meaning = y is a block’s output, and its norm √(Σ y²). Gradients that shrink or grow from block to block make deep models hard to train.
gradient-norm-value = norm of y
gradient-norm-gradient = norm of ∂L/∂y
