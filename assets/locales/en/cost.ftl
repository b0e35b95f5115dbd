# What a model costs: parameters, operations, memory, and how they grow with the length.

view-cost = Cost
welcome-cost = Where the parameters are, and what a longer text costs.
action-save-text = Save { $name } …

cost-heading = Ledger: where does the cost lie?
cost-counted = Counted
cost-this = this experiment
cost-page = Shown
cost-parameters = Parameters
cost-operations = Operations
cost-memory = Memory
cost-part = part
cost-formula = formula
cost-encoder-block = encoder block
cost-decoder-block = decoder block
cost-all = all
cost-share = share
cost-sum = sum
cost-total = { $count ->
    [one] { $count } parameter
   *[other] { $count } parameters
}
cost-blocks-encoder = { $count ->
    [one] 1 encoder block of { $each }
   *[other] { $count } encoder blocks of { $each } each
}
cost-blocks-decoder = { $count ->
    [one] 1 decoder block of { $each }
   *[other] { $count } decoder blocks of { $each } each
}
cost-published = Published: { $published } ({ $source }). Counted here: { $difference } ({ $share }).
cost-with-biases = Biases
cost-with-norms = Norms
cost-save = CSV …
cost-save-hint = Save what is shown as comma-separated values
cost-tied = The output head is the table of embeddings, transposed, and counted once. One of its own would add { $count }.
cost-heads = More heads, fewer heads
cost-heads-why = Narrower heads share the width out: the cost stays, only the scores multiply. Heads that keep their width add to it, and the cost multiplies. Matrix products for n = { $n }.
heads-count = heads
heads-now = { $heads }, as now
heads-width = d_k shared out
heads-parameters = parameters
heads-operations = operations
heads-parameters-wide = parameters, d_k = { $width }
heads-operations-wide = operations, d_k = { $width }

cost-operations-total = { $count } operations for n = { $n }
cost-growth = as n grows
cost-multiplications = multiplications
cost-additions = additions
cost-functions = functions
cost-everything = Softmax, norms, biases and the rest too
cost-operations-how = n positions on every side. A multiply–add is two operations, one of each kind. What a mask hides is calculated, and counted.
cost-memory-total = { $bytes } in { $storage } for n = { $n }
cost-numbers = numbers
cost-storage = Stored as
cost-memory-how = Activations: the result of every step of one pass. Scores: one number for each query, key and head; a program that keeps scaled and masked scores apart needs them several times. Bytes by powers of 1000.

account-embeddings = embeddings
account-positions = positions
account-segments = segments
account-feed-forward = feed-forward
account-norms = norms
account-biases = biases
account-pooler = pooler
account-head = output head

work-inputs = inputs
work-scores = scores Q·K^T
work-softmax = scaling, softmax
work-weighted = weighted sums A·V
work-joined = heads · W_O
work-first = feed-forward, W_1
work-activation = activation
work-second = feed-forward, W_2
work-biases = biases
work-norms = norms
work-residuals = residual sums
work-head = output head
work-probabilities = softmax of the logits

held-weights = weights
held-activations = activations
held-keys-values = of these, keys and values
held-scores = scores

growth-heading = Growth: what does a longer text cost?
growth-shown = Shown
growth-scores = Scores
growth-operations = Operations
growth-memory = Memory
growth-time = Time
growth-form = As
growth-chart = chart
growth-table = table
growth-title-scores = scores, one for each query, key and head
growth-title-products = operations of the matrix products
growth-title-everything = operations of all kinds
growth-title-memory = bytes in { $storage }
growth-title-time = seconds for one pass of the open experiment, on this machine
growth-axis = n, positions
growth-length = Length n
growth-own = n = { $n }, this experiment
growth-crossing = n² takes half from { $n } on
growth-compare = Compare with ▾
growth-not-measured = Measure below to see seconds here.
cost-no-scores = There is no attention here, so there are no scores.
cost-no-products = There is no product of matrices here: count everything, under Operations.
cost-nothing-learned = Nothing here is learned: queries, keys and values are given.
cost-chart = { $quantity }. For n = { $n }: { $values }

curve-scores = all heads
curve-per-head = one head
curve-operations = all
curve-square = grows with n²
curve-linear = the rest
curve-memory = all
curve-weights = weights
curve-activations = activations
curve-keys-values = keys, values
curve-score-bytes = scores
curve-predicted = by operations
curve-law = n^{ $exponent }
curve-measured = seconds, measured

cost-point-scores =
    { $count ->
        [one] { $n ->
            [one] { $n } position
           *[other] { $n } positions
        }, a single head: { $all } scores. Twice the length, { $twice } positions: { $both }, four times as many.
       *[other] { $n ->
            [one] { $n } position
           *[other] { $n } positions
        }: { $head } scores a head; the { $heads } heads together: { $all }. Twice the length, { $twice } positions: { $double } and { $both }, four times as many.
    }
cost-point-operations = { $n ->
    [one] { $n } position: { $once } operations. Twice the length, { $twice } positions: { $double }, { $ratio } times as many. What grows with n doubles; what grows with n² becomes four times as much.
   *[other] { $n } positions: { $once } operations. Twice the length, { $twice } positions: { $double }, { $ratio } times as many. What grows with n doubles; what grows with n² becomes four times as much.
}
cost-point-memory = { $n ->
    [one] { $n } position: { $once }. Twice the length, { $twice } positions: { $double }, { $ratio } times as much. The weights stay; activations double; scores become four times as many.
   *[other] { $n } positions: { $once }. Twice the length, { $twice } positions: { $double }, { $ratio } times as much. The weights stay; activations double; scores become four times as many.
}
cost-crossing = From n = { $n } on, what grows with n² (scores and weighted sums) takes at least half of all operations.
cost-crossing-memory = From n = { $n } on, the scores take at least half of the memory.
cost-causal = A causal mask needs n · (n + 1) / 2 of the n² scores of a head: { $needed } of { $all }. The others are calculated and thrown away; they are counted.
cost-longest = Its table of positions has { $longest } rows: longer texts cannot enter.

measured-heading = Measured on this machine
measured-lengths = Lengths n
measured-refused = Lengths are whole numbers from 1, with commas between them.
measured-start = Measure
measured-stop = Stop
measured-progress = { $done } of { $all }
measured-no-thread = The system gives no thread to measure on: { $why }
measured-how = Runs the open experiment's model on drawn positions, in the background. Of several runs of a length the fastest counts.
measured-law = The measured time grows like n^{ $exponent }; the length farthest from that law is { $residual } off it. The operations alone would grow like n^{ $predicted } between these lengths.
measured-n = n
measured-seconds = measured
measured-of-law = by the law
measured-residual = off it
measured-runs = runs
cost-scale = Scale
