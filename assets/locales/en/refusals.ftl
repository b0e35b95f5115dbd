# Why something cannot be.

refusal-beams = Beam search has { $value } beams, but needs from 1 to 1024.
refusal-block-room = The block is { $block }, but from cell { $corner } on there is room for { $room } only ({ $site }).
refusal-cancelled = It was stopped.
refusal-count-only = This model is only counted, not run.
refusal-drawing = The picture cannot be drawn (“{ $words }”).
refusal-decoder = Only a decoder with a vocabulary on top generates tokens.
refusal-empty = There must be at least one token.
refusal-ending = { $path }: a matrix is written to files that end in { $known }.
refusal-empty-token = Token { $id } of the vocabulary has no characters.
refusal-empty-training = The text to learn the merges from is empty: give at least one word.
refusal-empty-vocabulary = The vocabulary is empty: list its tokens, or give a text to collect them from.
refusal-end-of-word = The text to learn from holds “{ $token }”, the sign for the end of a word: remove it.
refusal-end-token = The end token “{ $token }” is not in the vocabulary.
refusal-format = { $name }, line { $line }, column { $column }: { $message }
refusal-heads = { $heads } heads do not divide d_model = { $d_model }: choose a number of heads that divides it, or switch “d_k follows d_model / h” off.
refusal-labels = { $rows ->
    [one] There is { $rows } vector but { $labels } names for it: give it one, or none.
   *[other] There are { $rows } vectors but { $labels } names for them: give each a name, or none.
}
refusal-length = Generation may add { $value } tokens, but must be allowed at least 1.
refusal-length-penalty = The exponent of the length is { $value }, but must be a finite number.
refusal-list-for-byte-pair = { $count ->
    [one] Byte pairs learn their vocabulary from a text: remove the { $count } listed token.
   *[other] Byte pairs learn their vocabulary from a text: remove the { $count } listed tokens.
}
refusal-locked = The exercise holds { $what } fast until it is solved or its solution is shown.
refusal-logits-empty = there are no logits.
refusal-logits-infinite = the logit of token { $token } is +∞ (an overflow in the model, or a temperature too close to 0).
refusal-logits-left = every logit is −∞, so that no token is left to choose.
refusal-logits-nan = the logit of token { $token } is NaN.
refusal-mask-columns = Row { $row } of the painted mask (counted from 0) has { $got } signs, but there are { $expected } keys.
refusal-mask-key = { $keys ->
    [one] The mask hides key { $key }, but there is { $keys } key, counted from 0.
   *[other] The mask hides key { $key }, but there are { $keys } keys, counted from 0.
}
refusal-mask-rows = The painted mask has { $got } rows, but there are { $expected } queries.
refusal-mask-sign = Row { $row } of the painted mask (counted from 0) holds “{ $sign }”; a key is x (seen) or . (hidden).
refusal-needs-file = The numbers of this experiment are too many for the text of a script: they go into a file beside it.
refusal-memory = The encoder output that a decoder is given must be vectors, or a number of positions.
refusal-min-p = Min-p is { $value }, but must be between 0 and 1.
refusal-missing = “{ $subject }” needs another input: { $needs }.
refusal-no-cell = There is no cell { $cell }: the shape is { $shape } ({ $site }).
refusal-no-exercise = There is no exercise “{ $name }”.
refusal-no-preset = There is no example “{ $name }”.
refusal-no-site = The model has no such value: { $site }.
refusal-no-weight = The experiment changes a value that the model would no longer have: { $site }.
refusal-not-a-character = The token “{ $token }” is more than one character: list characters one by one.
refusal-not-run = The values of the experiment are not calculated, so that there is no model to ask.
refusal-number = { $name } cannot be { $value }.
refusal-picture-size = A picture of { $width } × { $height } pixels cannot be drawn.
refusal-penalty = The repetition penalty is { $value }, but must be a positive number.
refusal-prompt = Generation needs a target made of tokens to begin with.
refusal-read = { $path } cannot be read: { $why }
refusal-shapes = These matrices do not fit each other ({ $place }): { $shapes }.
refusal-similar = The vocabulary has “{ $token }”.
refusal-space-in-word = The token “{ $token }” holds a space, but words end at spaces: split it.
refusal-special-learned = The special token “{ $token }” is also a learned piece: give it another name.
refusal-step = At step { $step }: { $why }
refusal-temperature = The temperature is { $value }, but must be a positive number.
refusal-thread = The calculation could not be started: { $why }
refusal-token = The token “{ $token }” is not in the vocabulary.
refusal-token-id = There is no token { $token }: the vocabulary has { $vocabulary }, counted from 0.
refusal-token-twice = The token “{ $token }” stands twice in the vocabulary, as { $first } and as { $second }.
refusal-too-large = This model would need { $predicted } of memory, and this machine has { $available }.
refusal-too-long = { $longest ->
    [one] There are { $positions } positions, but the table has { $longest } row.
   *[other] There are { $positions } positions, but the table has { $longest } rows.
}
refusal-top-k = Top-k keeps { $value } tokens, but must keep at least 1.
refusal-top-p = Top-p is { $value }, but must be above 0 and at most 1.
refusal-undecided = The experiment does not say how tokens are chosen.
refusal-unknown-token = “{ $token }” at character { $character } is not in the vocabulary.
refusal-value-twice = The model would have this value twice: { $place }.
refusal-version = { $name } is of version { $version } of the format, which this program cannot read.
refusal-vocabulary = These tokens as a target would change the vocabulary, which is collected from the texts.
refusal-weight-file = { $site } cannot be read from its file: { $why }
refusal-weight-shape = A matrix is given with shape { $got }, but the model needs { $expected } ({ $site }).
refusal-width = The given vectors have width { $got }, but the model needs { $expected }.
refusal-write = { $path } cannot be written: { $why }
refusal-zero = { $name } cannot be 0; at least 1 is needed.

size-classes = The number of classes
size-d-ff = d_ff, the width of the hidden layer,
size-d-k = d_k, the width of the keys,
size-d-model = d_model
size-d-v = d_v, the width of the values,
size-decoder-blocks = The number of decoder blocks N
size-divisor = The divisor of the scores
size-encoder-blocks = The number of encoder blocks N
size-epsilon = ε of the norm
size-heads = The number of heads h
size-longest = The number of rows of the position table

needs-matrices = queries, keys and values
needs-source = a text, tokens or vectors as its source
needs-source-and-target = a source and a target
needs-target = a text, tokens or vectors as its target
needs-target-and-memory = a target and the encoder output to read
needs-vectors = vectors

system-folder = this is a folder, not a file
system-forbidden = the system does not permit it
system-full = there is no room left on the disk
system-no-file = there is no such file
system-no-folder = there is no such folder
system-not-text = the file is not text (UTF-8): what stands in line { $line }, column { $column } is no character
system-other = the system says “{ $words }”
system-protected = the file is write-protected

syntax-choice = “{ $found }” is none of the choices here: { $known }
syntax-end = the text ends before the document does; a bracket may not be closed
syntax-field = there is no field “{ $found }” here; there are { $known }
syntax-kind = { $kind } is needed here
syntax-length = there are { $found } values here, and that is not how many belong here
syntax-missing = the field “{ $field }” is missing
syntax-name = a name
syntax-none = none
syntax-number = a number
syntax-open-comment = the comment that begins here is not closed
syntax-open-quote = the quoted text that begins here has no closing quote
syntax-other = { $words }
syntax-out-of-bounds = this number is too large, too small or negative for its field
syntax-sign = a “{ $sign }” is missing here
syntax-stray = “{ $sign }” cannot stand here
syntax-text = a text in quotes
syntax-trailing = something stands after the end of the document
syntax-truth = true or false
syntax-twice = the field “{ $field }” stands here twice
syntax-whole = a whole number
syntax-no-document = this is no document: one begins with “(”
syntax-site-unfinished = the address “{ $site }” does not end in a value such as scores, weights or output
syntax-site-word = “{ $word }” is not known in the address “{ $site }”; an address reads like encoder.0.self_attention.head.1.scores

flaw-choice = Choice({ $choice }) is none of the { $options } options, which are counted from 0
flaw-draw = “{ $name }” cannot be drawn so: OneOf needs a value, and Whole a number or a matrix and enough numbers between from and to
flaw-empty = the field “{ $name }” is empty in both languages
flaw-literal = an answer must come from the experiment, as Cell or Count do, so that it is right in every variant
flaw-no-answers = an exercise needs at least one answer
flaw-no-index = there is no row or column { $index } of { $count }, counted from 0
flaw-no-matrix = “{ $name }” is no matrix
flaw-no-merges = the texts are not cut into byte pairs, so there are no merges
flaw-no-name = there is no variable or value “{ $name }”
flaw-no-number = “{ $name }” is no number
flaw-no-site = the model has no value at { $name }
flaw-no-size = { $name } is no size: a whole number from 0 is needed
flaw-no-tokens = the columns of { $name } are no tokens
flaw-options = options are given, but the answer is no Choice
flaw-shapes = a matrix of { $first } and one of { $second } cannot be taken together number by number
flaw-tie = row { $row } of { $name } has its largest number twice, so no token is the likeliest
flaw-twice = there are two things called “{ $name }”
flaw-words = numbers are needed here, not words

matrices-dimensions = the entry “{ $entry }” has the shape { $shape }, but a matrix has at most two dimensions
matrices-element = the entry “{ $entry }” has elements of type { $found }, but f16, bf16, f32, f64, bool and integers are read
matrices-entry = the entry “{ $entry }” is no valid .npy array: { $words }
matrices-format = it is no valid { $format } file: { $words }
matrices-inexact = the entry “{ $entry }” holds the integer { $value }, which f64 cannot hold exactly
matrices-no-entry = it has no entry “{ $entry }”; it has { $known }
matrices-no-kind = numbers are read from files that end in { $known }
matrices-no-kind-to-write = matrices are written to files that end in { $known }
matrices-no-such = the file has no matrix “{ $entry }”
matrices-reserved = no matrix can have the name “{ $entry }”, which the format keeps for itself
matrices-size = the entry “{ $entry }” of shape { $shape } has { $found } bytes of data, which is not what it takes
matrices-twice = two matrices have the name “{ $entry }”; names must differ
refusal-import-shape = “{ $entry }” is { $got }, but { $expected } is needed here: { $site }
refusal-no-place = the model has no weight and no input here: { $site }
refusal-of-file = { $path }: { $why }
table-empty = no numbers are in it
table-no-number = line { $line }, column { $column }: “{ $cell }” is not a number
table-open-quote = the quote opened in line { $line } is not closed
table-ragged = line { $line } has { $got } cells, but the lines before it have { $expected }
