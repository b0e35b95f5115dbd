# The view of the equations, and formulas wherever they stand.

equations-title = The model as equations
equations-about = Everything that is calculated, in the paper's notation. Click a line to choose it in all views, double-click it for its numbers.
equations-copy = Copy as LaTeX
equations-copied = The equations are on the clipboard, as LaTeX.

equations-source = Input of the encoder
equations-target = Input of the decoder
equations-encoder = Encoder block
equations-decoder = Decoder block
equations-after = After the last block
equations-output = Output
equations-functions = Functions
equations-cells = row i, column j of each result
equations-seen = keys that query i sees

equations-each-block = for each block
equations-one-block = one block,
equations-each-head = for each head
equations-one-head = one head,

equations-mask = −∞ for { $hidden } of { $pairs } pairs: { $kinds }
equations-causal = later keys
equations-padding = padding
equations-hidden = keys { $keys }
equations-window = keys more than { $before } before or { $after } after the query
equations-painted = pairs painted by hand

letter-source = { -source } { -tokens }
letter-target = { -target } { -tokens }
letter-memory = positions of the memory
letter-positions = positions
letter-queries = queries
letter-keys = keys
letter-d-model = width of the model
letter-heads = heads
letter-d-k = width of a key
letter-d-v = width of a value
letter-d-ff = hidden layer
letter-vocabulary = vocabulary
letter-epsilon = in the norms

formula-copy-text = Copy as text
formula-copy-latex = Copy as LaTeX
formula-copied = The formula is on the clipboard.
