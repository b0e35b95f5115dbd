# Two experiments side by side: what is compared, what is measured, what was seen.

view-compare = Compare
welcome-compare = Two models that differ in one choice, and what the choice does.

compare-heading = Compare: what does one choice change?
compare-empty = Choose a question at the left. Both models run, one number is measured of each, and a sentence says what was seen.
compare-empty-two = Or choose any two experiments: the open one as you have changed it, shipped ones, and files.
compare-questions = Questions
compare-own-pair = Of your own
compare-any-two = Any two experiments
compare-open-now = Open now: { $name }
compare-is-open = the open one
compare-open = Open { $side }
compare-measured = Measured
compare-automatic = what fits: { $measure }
compare-start = Compare
compare-stop = Stop
compare-running = Comparing … { $values } values calculated
compare-stopped = Stopped before the end.
compare-stale = One of the two has changed since this was measured.
compare-counted = this model is only counted, not run: it is too large to calculate here.
compare-alike = No choice differs: these two are the same experiment.
compare-more = { $count ->
    [one] … { $count } more choice differs
   *[other] … { $count } more choices differ
}
compare-yes = yes
compare-no = no
compare-nothing = nothing
compare-no-mask = none
compare-own = { $value }, its own
compare-shared-out = d_model / h
compare-given-weights = Weights given by hand
compare-overrides = Numbers put in place
compare-chart = chart
compare-table = table
compare-values = value by value
compare-save = CSV …
compare-save-hint = Save all points as comma-separated values
compare-quantity = quantity
compare-side = side
compare-along = along
compare-x = x
compare-value = value
compare-chart-ends = { $side }: { $along } { $first } { $from }, { $last } { $to }.
compare-not-finite = { $side } is not finite from here
compare-zeros = Zeros have no place on a logarithmic scale.
compare-no-difference = Every value that both have is the same.
compare-sites = Differing: { $calculated } calculated, { $given } given (weights, what enters); the largest first
compare-largest-at = { $site }: they differ most in row { $row }, column { $column }, by { $largest }
compare-show-in = Show in { $side } ▸
compare-show-overflow = { $side } overflows at { $site } ▸

pair-positions-after = Positions before attention, or after it?
pair-positions-none = Positions before attention, or none?
pair-heads-wide = Heads that share the width, or do not?
pair-norm-before = Norm after each part, or before it?
pair-norm-none = Norm after each part, or no norm?
pair-residual-none = With residual connections, or without?
pair-overflow-norms = Do norms stop the overflow?
pair-overflow-softmax = Does a stable softmax stop the overflow?
pair-divisor-none = Scores over √d_k, or as they are?
pair-divisor-number = Scores over √d_k, or always over 30?
pair-mask-none = Can a row see later positions?
pair-mask-cheating = Can it read the next word off?
pair-decoding-beam = Greedy, or beam search?
pair-decoding-sampled = Greedy, or drawn at random?
pair-epsilon-beside = ε under the root, or beside σ?
pair-epsilon-none = A norm with ε, or without?
pair-cache-off = Keys and values kept, or calculated anew?

measure-permutation = order of the tokens
measure-head-width = cost of more heads
measure-depth = gradients over depth
measure-overflow = overflow
measure-divisor = sharpness of attention
measure-later-token = another last token
measure-decoding = generated tokens
measure-nearly-constant = nearly constant rows
measure-cache = cost of each token
measure-differences = every value

headline-permutation = largest distance of a row from the permuted one, over all positions
headline-head-width = parameters of the whole model, with the most heads tried
headline-depth = gradient norm after the first block : after the last, in the deepest stack
headline-overflow = largest magnitude of all values in f64, inside the blocks too
headline-divisor = bits of entropy, mean over the queries, with the widest keys
headline-later-token = earlier rows of the output that change
headline-decoding = ln p of all generated tokens together
headline-nearly-constant = largest magnitude of the norm’s output for a constant row
headline-half-spread = spread of a row that gives half of what a wide row gives
headline-cache = operations for the last token generated
headline-differences = largest difference in the last value that both have

quantity-distance = distance
quantity-parameters = parameters
quantity-flops = operations
quantity-milliseconds = ms, measured
quantity-gradient-norm = gradient norm
quantity-gradient-ratio = gradient, first : last
quantity-activation-norm = output of each block, RMS
quantity-magnitude = largest magnitude of each block’s output
quantity-entropy = mean entropy in bits
quantity-largest-weight = mean largest weight
quantity-slope = slope of softmax
quantity-rows = rows
quantity-log-probability = ln p, summed
quantity-output = largest magnitude of the output
quantity-difference = largest difference

along-position = position
along-heads = heads
along-block = block
along-depth = blocks of the stack
along-step = value, in order
along-key-width = d_k
along-spread = spread of the row
along-token = token

seen-permutation-neither = In both, permuted tokens give permuted rows: attention cannot tell the order (A { $a }, B { $b }).
seen-permutation-both = In both, the order of the tokens changes their rows: by up to { $a } in A and { $b } in B.
seen-permutation-only-b = In A permuted tokens give permuted rows (they are { $a } apart): its attention cannot tell the order. In B they are { $b } apart.
seen-permutation-only-a = In A the order of the tokens changes their rows by up to { $a }. In B they are { $b } apart: its attention cannot tell the order.
seen-head-width = With { $m } heads A has { $a } times the parameters that it has with one; with { $n } heads B has { $b } times as many.
seen-depth = Through { $blocks } blocks the gradient at the first block is { $a } times that at the last in A, and { $b } times in B; what leaves the last block has a root mean square of { $x } in A and { $y } in B.
seen-overflow-never = { $side } stays finite: the largest of all its values is { $largest }.
seen-overflow-single = { $side } overflows in f32, first at { $site }; in f64 the largest of all its values is { $largest }.
seen-overflow-double = { $side } overflows in f64 alone, first at { $site }.
seen-overflow-both = { $side } overflows in f32 and f64, first at { $site }.
seen-overflow-each = { $side } overflows first at { $single } in f32, and at { $double } in f64.
seen-divisor = With d_k = { $width }, attention has an entropy of { $a } bits in A and { $b } in B, of the { $uniform } of equal weights; the largest weight is { $m } in A and { $n } in B, and { $s } and { $t } of a gradient come back through softmax.
seen-later-token = { $m ->
    [one] When the last token is another, { $a } of { $m } earlier row moves in A and { $b } of { $n } in B.
   *[other] When the last token is another, { $a } of { $m } earlier rows move in A and { $b } of { $n } in B.
}
seen-decoding = A generates "{ $a }" (probability { $p }), B "{ $b }" (probability { $q }).
seen-nearly-constant = A constant row becomes { $a } in A and { $b } in B. Half of what a wide row gives is reached at a spread of { $s } in A and { $t } in B.
seen-cache = The token after { $m } costs { $a } floating-point operations in A, the one after { $n } costs { $b } in B.
seen-differences = Of { $common } calculated values that both have in the same shape, { $first } is the first that differs; at the end, at { $last }, they are { $largest } apart.
seen-same = All { $common } calculated values that both have in the same shape are the same.
seen-only = Calculated only in A: { $a }, only in B: { $b }.

lack-sequence = a permutation needs an encoder or a decoder that reads tokens or vectors.
lack-order = its input cannot be put into another order.
lack-self-attention = its first block has no self-attention.
lack-stack = it has no stack of blocks.
lack-attention = it has no attention.
lack-heads = it has no heads.
lack-last-position = its last position cannot be changed.
lack-rows = it has no output of so many rows.
lack-norm = it has no norm.
compare-pinned = B stays { $name }, though another experiment was opened.
compare-not-pinned = Another experiment was opened: B is the open one, since what was open before can be compared only while it is open.
