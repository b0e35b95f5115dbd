# The window around the views.

view-steps = Steps
view-attention = Attention
view-flow = Flow
view-weights = Weights
view-generate = Generate

top-experiment = Experiment: { $name }. Open another
top-checks = Every expected value comes out, within its tolerance.
top-language = Switch to { $name }
top-light = Light theme
top-dark = Dark theme
top-undo = Undo: { $what }
top-redo = Redo: { $what }

change-model = choice of the model
change-mask = mask
change-input = input
change-weight = number of a weight
change-block = block of a weight
change-source = source of a weight
change-restored = weights as they were opened
change-seed = seed
change-override = number put in place
change-decoding = way of choosing tokens

file-open = Open a file …
file-save = Save as …
file-saved = Saved.

strip-open-model = ▸ Model
strip-close-model = ◂ Model
strip-input = Input
strip-source = Source
strip-target = Target

stage-running = The first values are being calculated …
stage-counted = This model is only counted, not run: it is too large to calculate here. The line below says how many parameters it has.

status-running = Calculating …
status-stop = Stop
status-stale = These values are of the state before the change.
status-stopped = Stopped. These values are of an earlier state.
status-done = { $nodes } values in { $time } ms · { $precision } · { $parameters } parameters
status-counted = { $parameters } parameters · counted, not run
status-close = Close this message

warning-nan = First NaN: { $site } { $cell }
warning-infinite = First overflow: { $site } { $cell }
warning-blind = { $site }: rows { $rows } see nothing, so their weights are 0

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

edit-refused = This is not a number; the cell keeps its value.
edit-gone = { $count } matrices given by hand no longer fit and are drawn from the seed ({ $first } …); undo brings them back.
grid-part = part that is shown
legend-value = value
legend-weight = weight
scale-name = Scale
scale-linear = linear
scale-logarithmic = logarithmic

attention-all-heads = All heads
attention-kind = Which attention
attention-encoder = Encoder
attention-decoder = Decoder
attention-cross = Cross
attention-alone = Attention
attention-layer = L{ $number }
attention-head = H{ $number }
attention-entropy = { $bits } bits
attention-mean = Mean of the heads
attention-none = This part of the model has no attention.
attention-heading = Layer { $layer } · Head { $head }: where does each token look?
attention-heading-mean = Layer { $layer } · Mean of the heads: where does each token look?
attention-question = Each row is a query: its weights over the keys add up to 1.
attention-queries = queries (look)
attention-keys = keys (looked at)
attention-sum = sum
attention-lines = Lines from the chosen query to the keys

drawer-sizes = Sizes
drawer-subject = What is built
drawer-d-model = d_model
drawer-heads = Heads h
drawer-d-k = d_k, width of keys
drawer-d-v = d_v, width of values
drawer-d-k-follows = d_k follows d_model / h
drawer-d-ff = d_ff, hidden layer
drawer-encoder-blocks = Encoder blocks
drawer-decoder-blocks = Decoder blocks
drawer-precision = Precision
drawer-parameters = { $count } parameters

drawer-input = Input
drawer-source = Source text
drawer-target = Target text

drawer-attention = Attention
drawer-divisor = Scores divided by
drawer-divisor-number = Divisor
drawer-softmax = Softmax
drawer-attention-bias = Biases of Q, K, V, O
drawer-feed-forward = Feed-forward network
drawer-activation = Activation
drawer-feed-forward-bias = Biases
drawer-norm = Norm
drawer-norm-kind = Kind
drawer-norm-place = Place
drawer-epsilon = ε
drawer-epsilon-place = ε stands
drawer-gamma = Learned factor γ
drawer-beta = Learned summand β
drawer-residual = Residual connections
drawer-final-norm = Norm after the last block
drawer-positions = Positions
drawer-positions-kind = Kind
drawer-positions-place = Added
drawer-longest = Rows of the table
drawer-scale-embeddings = Embeddings × √d_model
drawer-output = Output
drawer-output-kind = On top
drawer-classes = Classes
drawer-pooling = Reads
drawer-tied = Tied to the embeddings
drawer-output-bias = Bias of the logits
drawer-weights = Weights
drawer-seed = Seed
drawer-restore = All as before
drawer-show-changed = Show
drawer-changed =
    { $count ->
        [one] One weight is no longer as it was opened.
       *[other] { $count } weights are no longer as they were opened.
    }

subject-encoder-decoder = Encoder–decoder
subject-encoder = Encoder only
subject-decoder = Decoder only
subject-decoder-memory = Decoder on a given memory
subject-multi-head = Multi-head attention
subject-attention = Attention on Q, K, V
subject-feed-forward = Feed-forward network
subject-norm = Norm
precision-f32 = f32, single
precision-f64 = f64, double
divisor-root = √d_k
divisor-none = nothing
divisor-number = a number
softmax-stable = stable: less the maximum
softmax-naive = naive: as written
activation-relu = ReLU
activation-gelu = GELU, exact
activation-gelu-tanh = GELU, tanh form
activation-silu = SiLU
activation-swiglu = SwiGLU, gated
norm-layer = LayerNorm
norm-rms = RMSNorm
norm-none = none
norm-after = after (post-norm)
norm-before = before (pre-norm)
epsilon-under-root = under the root
epsilon-beside-sigma = beside σ
positions-sinusoidal = sinusoidal, the paper's
positions-by-column = sinusoidal, by column index
positions-halves = sinusoidal, in halves
positions-tensor2tensor = sinusoidal, tensor2tensor
positions-learned = learned
positions-none = none
positions-before = before attention
positions-after = after it (an error)
output-none = nothing
output-vocabulary = the vocabulary
output-classifier = a classifier
pooling-first = the first position
pooling-mean = the mean of all

masks-alone = Mask
masks-encoder = Mask of the encoder
masks-decoder = Mask of the decoder
masks-cross = Mask of the cross-attention
mask-causal = Causal: no later keys
mask-padding = Padding is hidden
mask-window = Sliding window
mask-before = Keys before
mask-after = Keys after
mask-paint = Paint by hand
mask-unpaint = Remove the painting
mask-painter = Mask painted by hand
mask-visible = seen
mask-hidden = hidden
mask-fixed = hidden by another mask

refusal-block-room = The block is { $block }, but from cell { $corner } of { $site } on there is room for { $room }.
refusal-no-cell = { $site } has no cell { $cell }: its shape is { $shape }.
refusal-empty = There must be at least one token.
refusal-format = { $name }, line { $line }, column { $column }: { $message }
refusal-heads = { $heads } heads do not divide d_model = { $d_model }; choose heads that divide it, or give d_k.
refusal-mask-columns = Row { $row } of the painted mask has { $got } signs, but there are { $expected } keys.
refusal-mask-key = The mask hides key { $key }, but there are { $keys } keys.
refusal-mask-rows = The painted mask has { $got } rows, but there are { $expected } queries.
refusal-mask-sign = Row { $row } of the painted mask holds “{ $sign }”; a key is x (seen) or . (hidden).
refusal-missing = This part of a model needs another input: { $why }
refusal-no-weight = The model would no longer have { $site }, which the experiment changes.
refusal-number = { $name } cannot be { $value }.
refusal-read = { $path } cannot be read: { $why }
refusal-token = The token “{ $token }” is not in the vocabulary.
refusal-too-large = This model would need { $predicted } bytes of memory, and this machine has { $available }.
refusal-too-long = There are { $positions } positions, but the table has { $longest } rows.
refusal-weight-shape = { $site } is given with shape { $got }, but the model would need { $expected }.
refusal-width = The vectors given have width { $got }, but { $expected } would be needed.
refusal-write = { $path } cannot be written: { $why }
refusal-zero = { $name } is 0; it must be at least 1.
