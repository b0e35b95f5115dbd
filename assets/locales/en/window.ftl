# The window around the views.

view-steps = Steps
view-attention = Attention
view-flow = Flow
view-equations = Equations
view-weights = Weights
view-generate = Generate
view-exercises = Exercises

top-experiment = Experiment: { $name }. Open another
top-checks = Every expected value comes out, within its tolerance.
top-language = Switch to { $name }
top-light = Light theme
top-dark = Dark theme
top-undo = Undo: { $what }
top-redo = Redo: { $what }
top-more = More

action-preset = Open the example { $name }
action-exercise = Open the exercise { $name }
action-file = Open { $name }
action-undo = Undo
action-redo = Redo
action-stop = Stop the calculation
action-view = Go to { $name }
action-drawer = Open or close the model
action-inspector = Open or close the details
action-theme = Light or dark
action-fills-colour = Fills in colour
action-fills-grey = Fills in grey
action-motion = Movement on or off
action-larger = Larger
action-smaller = Smaller
action-usual-size = Usual size
action-palette = Find …
action-keys = Keys
action-welcome = What can be done here

palette-title = Find
palette-hint = Actions, examples, files, and every value by its name or its address; a number is looked for in all of them. Try “scores head 1”.
search-from-zero = Addresses count heads and blocks from 0: head.1 is Head 2, encoder.0 is Block 1.
address-hint = The address of this value in files and on the command line. It counts blocks and heads from 0; the window counts them from 1.
palette-field = Look for
palette-nothing = Nothing has this in its name.
palette-preset = example
palette-exercise = exercise
palette-recent = recent file
palette-weight = Weight { $sign }

key-enter = Enter
key-shift = Shift
key-space = Space
keys-everywhere = Everywhere
keys-views = In the views
keys-step = Step back, step on
keys-cell = Walk the cells of the matrix that has the focus
keys-play = Play the steps, or stop
keys-edit = Change the number of { $what }
keys-release = Let go of the chosen cell
keys-next = Next control
keys-copy = Copy the chosen matrix
keys-paste = Paste numbers into a weight
keys-close = Close

welcome-title = A Transformer to take apart
welcome-what = What you see is a whole model that has just run. Every number can be asked where it came from, and nearly everything can be changed.
welcome-flow = The whole model as a drawing: choose a box to see its numbers.
welcome-steps = The calculation, one operation at a time. Point at a number: its row, its column and its sum light up.
welcome-attention = Who looks at whom: every layer, every head.
welcome-weights = Every weight, to read and to change.
welcome-generate = Token by token: what was likely, and what was picked.
welcome-exercises = Questions on every part, answered by hand and checked; the numbers can be drawn anew.
welcome-palette = Find anything by its name. ▸ Model, at the left, holds every choice; ↶ takes any change back.
welcome-again = This card comes back from … at the top right.
welcome-start = Start

change-model = choice of the model
change-mask = mask
change-mask-encoder = mask of the encoder’s self-attention
change-mask-decoder = mask of the decoder’s self-attention
change-mask-cross = mask of the cross-attention
change-input = input
change-tokens = way of cutting texts
change-weight = number of { $what }
change-block = block of { $what }
change-source = fill of { $what }
change-restored-one = { $what } as it was opened
change-restored = weights as they were opened
change-seed = seed
change-override = number put into { $what }
change-overrides = numbers put in place
change-head = { $what }, switched off or on
change-imported = numbers from a file
change-decoding = way of choosing tokens

file-open = Open a file …
file-save = Save
file-save-as = Save as …
file-recent = Recent files
file-exists = { $path } is there already: to replace it, choose that name in full.
file-ending = { $path } is not written: the name of this kind of file ends in .{ $ending }.
file-picture = Save a picture of this view ({ $kind }) …
picture-saved = The picture is saved: { $path }
picture-refused = No picture: { $why }

strip-open-model = ▸ Model
strip-close-model = ◂ Model
strip-input = Input
strip-source = Source
strip-causal = Causal
strip-target = Target
strip-sizes = Sizes
side-open = Show the list
side-close = Fold the list

stage-running = The first values are being calculated …
stage-counted = This model is only counted, not run: it is too large to calculate here. The line below says how many parameters it has.

status-running = Calculating …
status-preparing = Preparing …
status-stopping = Stopping …
status-unprepared = Stopped: everything is as it was.
status-stop = Stop
status-stale = These values are of the state before the change.
status-stopped = Stopped. These values are of an earlier state.
status-done = { $nodes ->
    [one] { $nodes } value in { $time } ms · { $precision }
   *[other] { $nodes } values in { $time } ms · { $precision }
}
status-parameters = { $parameters } parameters
status-counted = counted, not run
status-close = Close this message
status-open-inspector = ▴ Details
status-close-inspector = ▾ Details

warning-nan = First NaN: { $site } { $cell }
warning-infinite = First overflow: { $site } { $cell }
warning-blind = { $count ->
    [one] { $site }: row { $rows } sees nothing, so its weights are 0
   *[other] { $site }: rows { $rows } see nothing, so their weights are 0
}

edit-refused = This is not a number; the cell keeps its value.
edit-gone = { $count ->
    [one] { $count } matrix given by hand no longer fits and is drawn from the seed ({ $first }); undo brings it back.
   *[other] { $count } matrices given by hand no longer fit and are drawn from the seed ({ $first } …); undo brings them back.
}
grid-part = part that is shown
legend-value = value
legend-difference = difference
legend-weight = weight
scale-linear = linear
scale-logarithmic = logarithmic

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
drawer-parameters = { $count ->
    [one] { $count } parameter
   *[other] { $count } parameters
}

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

drawer-scores = { $count ->
    [one] { $count } score, all heads and layers
   *[other] { $count } scores, all heads and layers
}
drawer-text = Text
drawer-memory = Encoder output that is given
drawer-tokens = Tokens
drawer-tokenizer = Texts are cut into
drawer-merges = Merges
drawer-training = Text to learn the merges from
drawer-listed = Words
drawer-vocabulary = { $count ->
    [one] { $count } token in the vocabulary
   *[other] { $count } tokens in the vocabulary
}
drawer-start = Starts
drawer-end = Ends
drawer-padding = Padding
drawer-unknown = Unknown
tokenizer-words = words
tokenizer-characters = characters
tokenizer-byte-pair = byte pairs (learned)
input-text = a text
input-tokens = tokens of the vocabulary
input-vectors = the given vectors
input-drawn = positions drawn from the seed
input-positions = Positions n
input-ids = Ids: { $tokens }
mask-keys = Hide single keys

change-experiment = whole experiment

unsaved-title = Changes are not saved
unsaved-sentence = { $name } has changes that would be lost.
unsaved-save = Save
unsaved-discard = Discard them
unsaved-stay = Stay here
recovery-title = Something was left unsaved
recovery-sentence = The program came to a sudden end while { $name } had changes. A copy was kept.
recovery-restore = Bring it back
recovery-discard = Let it go
family-hello-world = Hello World → Hola Mundo
family-exercises = Worked exercises
family-card = The concept card
family-by-hand = Weights set by hand, that work
family-architectures = Architectures and tokens
family-comparisons = To compare: one choice each
warning-more = { $first } (and { $count } more)
path-open = Which file?
path-save = Where to?
path-why = This system shows no dialog for files: type the path.
path-field = Path
path-enter = Go on
path-cancel = Cancel

checks-chip = checks { $passed }/{ $all }
checks-name = Checks: { $passed } of { $all } expected values come out
checks-failed =
    { $count ->
        [one] One expected value fails.
       *[other] { $count } expected values fail.
    }
checks-open = A click lists all of them.
checks-values = values
checks-row-means = mean of each row
checks-row-deviations = standard deviation of each row
checks-cosine = cosine of rows { $a } and { $b }
checks-angle = degrees between rows { $a } and { $b }
checks-largest = largest magnitude
checks-shape = shape
checks-count = count of numbers
checks-parameters = all parameters
checks-parameters-of = parameters of { $of }
checks-first-nan = first NaN
checks-first-infinity = first infinity
checks-finite = finite numbers
checks-source-tokens = tokens of the source
checks-generated = generated tokens
checks-differs = expected { $expected }, got { $got }
checks-cell = cell { $cell }: { $differs }
checks-row = row { $row }: { $differs }
checks-exactly = as expected
checks-not-generated = nothing can be generated now
checks-gone = the model has no such value now
checks-nearly = as expected, to within { $largest }
path-already = A file is being asked for already: answer that first.
input-not-applied = Not applied: the model still reads “{ $text }”. Esc in the field brings that back.
tokens-not-applied = Not applied yet: leaving the field applies it, Esc brings back what was there.
