# The view of the weights.

weights-none = This experiment has no weights: nothing in it is learned. Open another one, or build a larger part of a model.
weights-none-found = No weight is called so.
weights-counted = This model is only counted, not run: its weights have shapes, but no numbers to read or to change.
weights-filter = Filter
weights-changed-mark = changed since it was opened
weights-seed-hint = All weights that are drawn without a seed of their own are drawn anew from this one.
weights-all-preset = All back to the preset
weights-all-file = All back to the file

weights-ask-embedding = which vector stands for each token?
weights-ask-position = which vector stands for each position?
weights-ask-query = what does each token look for?
weights-ask-key = what can each token be found by?
weights-ask-value = what does each token hand over?
weights-ask-output = how are the findings of the heads mixed?
weights-ask-first = which features are looked for?
weights-ask-second = what does each feature add to the vector?
weights-ask-gate = which features are let through?
weights-ask-gamma = how wide does each dimension become?
weights-ask-beta = where does the middle of each dimension lie?
weights-ask-logits = how well does each vector fit each answer?
weights-ask-logits-bias = which answers are likely from the start?
weights-ask-bias = what is added to every row?

weights-whereabouts = { $count ->
    [one] { $place } · { $shape } = { $count } parameter, { $share } of the model
   *[other] { $place } · { $shape } = { $count } parameters, { $share } of the model
}
weights-made-written = Its numbers are written in the experiment.
weights-made-drawn = { $how }: { $formula } · seed { $seed }
weights-made-set = { $how }: { $formula }
weights-made-read = Read from { $file }, entry { $name }.
weights-made-read-transposed = Read from { $file }, entry { $name }, rows and columns exchanged.
weights-made-edited =
    { $count ->
        [one] { $origin } · one number edited by hand
       *[other] { $origin } · { $count } numbers edited by hand
    }

weights-fill = Fill …
weights-paste = Paste …
weights-copy = Copy ▾
weights-copy-all = All numbers
weights-copy-block = The chosen block
weights-copy-table = For a spreadsheet
weights-copy-python = As a Python list
weights-copying = Copying …
weights-copied =
    { $count ->
        [one] One number copied.
       *[other] { $written } numbers copied.
    }
weights-reseed = New seed
weights-restore-preset = Back to the preset
weights-restore-file = Back to the file
weights-difference = Difference
weights-close = Close
weights-used = Used in
weights-head = head { $number }
weights-before = before: { $number }

weights-histogram = How the numbers are distributed
weights-bin =
    { $count ->
        [one] { $low } to { $high }: one number
       *[other] { $low } to { $high }: { $written } numbers
    }
weights-not-finite = Not finite
weights-counting = Counting …
weights-comparing = Comparing …
weights-incomparable = What was opened has no such weight of this shape: there is nothing to compare with.
weights-unchanged = All numbers are as they were opened.
weights-hint = Double-click a number, or type, to change it. Drag, or hold Shift with the arrows, to choose a block; Ctrl+C copies it, Ctrl+V pastes over it.
weights-changed =
    { $count ->
        [one] One number has changed since it was opened.
       *[other] { $written } numbers have changed since it was opened.
    }
weights-largest = Largest change
weights-go-to = Go to { $cell }

fill-kind = Numbers
fill-do = Fill
fill-normal = Normal
fill-uniform = Uniform, −a to a
fill-between = Uniform, a to b
fill-xavier-uniform = Xavier, uniform
fill-xavier-normal = Xavier, normal
fill-kaiming-uniform = Kaiming, uniform
fill-kaiming-normal = Kaiming, normal
fill-zeros = Zeros
fill-ones = Ones
fill-identity = Identity
fill-about-given = The spread is yours to choose. The same seed always draws the same numbers.
fill-about-xavier = The more rows and columns, the smaller the numbers, so that values keep their size from layer to layer (Glorot and Bengio, 2010).
fill-about-kaiming = Meant for layers with ReLU, which lets only half of the values through (He et al., 2015).
fill-about-zeros = Every product with it is zero: the part adds nothing.
fill-about-ones = Each result is the sum of its row.
fill-about-identity = What comes in goes out unchanged: good for watching what the rest does.

paste-name = Numbers to paste
paste-hint = 1  2{"\u000A"}3  4
paste-forms = Paste numbers here, or with Ctrl+V on a cell: from a spreadsheet, a CSV file, a Python list, NumPy or PyTorch.
paste-insert = Insert
paste-found = { $shape } numbers, for the cells { $from } to { $to }
paste-empty = There is no number in it.
paste-ragged =
    { $got ->
        [one] Row { $row } has 1 number, row 1 has { $expected }.
       *[other] Row { $row } has { $got } numbers, row 1 has { $expected }.
    }
paste-not-a-number = Row { $row }, number { $number }: “{ $text }” is not a number.
paste-missing = Row { $row }, number { $number } is empty.
paste-mixed-decimals = Row { $row }, number { $number }: “{ $text }” has a comma, but other numbers have a decimal point.
paste-stray = “{ $text }” stands where only numbers, commas and brackets belong.
paste-unclosed = A “{ $bracket }” is not closed.
paste-abbreviated = It was printed in short, with “...” in the place of numbers; print all of it.
paste-several = It holds { $count } matrices; paste one of them.
