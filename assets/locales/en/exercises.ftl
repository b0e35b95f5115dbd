# Exercises.

exercises-heading = Exercises
exercises-empty = Choose an exercise at the left. Its experiment opens in the lab, so that everything can be tried out there; the answers are checked against what the lab calculates.
exercises-begin = Begin: { $title }
exercises-go-on = Go on: { $title }
exercises-way-variants = The numbers of the statement are those of the document; “New variant” draws others under the same statement, and its number brings them back.
exercises-way-answers = Each answer says its convention, such as row vectors, x·W. A matrix can be pasted into its first field, from Python or from a spreadsheet.
exercises-way-check = “Check” marks each number with ✓ or ✗ and says by how much it differs; hints open one by one, and the solution leads to the steps where the numbers are.
exercises-find = Find an exercise
exercises-find-hint = softmax, Hello World …
exercises-solved-of = { $solved } of { $all } solved ✓ · { $tried } tried ○
exercises-not-tried = Not tried yet
exercises-tried = Tried
exercises-solved = Solved

topic-tokens = Tokens
topic-positions = Positions
topic-projections = Queries, keys, values
topic-scores = Scores
topic-scaling = Scaling
topic-softmax = Softmax
topic-masks = Masks
topic-heads = Heads
topic-feed-forward = Feed-forward network
topic-residual = Residual connections
topic-norms = Norms
topic-decoder = Decoder
topic-cross-attention = Cross-attention
topic-decoding = Decoding
topic-parameters = Parameters
topic-cost = Cost
topic-errors = Common errors

exercise-check = Check
exercise-reset = Reset
exercise-new-variant = New variant
exercise-variant = Variant
exercise-one-variant = This exercise has one variant.
exercise-working = The answers are being worked out …
exercise-stop = Stop
exercise-stopped = Stopped: without its answers the exercise cannot be shown.
exercise-again = Work them out
exercise-answer = Answer to: { $question }
exercise-token-hint = one token
exercise-tokens-hint = tokens, with spaces between them
exercise-hides = Hidden until it is solved or its solution is shown: { $list }.
exercise-locks = Held fast until then: { $list }.
exercise-hidden = The exercise hides { $name } until it is solved or its solution is shown.

exercise-right = Right.
exercise-solved = Solved.
exercise-solved-after-solution = All is right, after a look at the solution. Solve another variant on your own.
exercise-so-far = { $right } of { $all } right.
exercise-missing = { $count ->
    [one] One place is still empty.
   *[other] { $count } places are still empty.
}
exercise-no-number = { $count ->
    [one] This is no number: { $list }.
   *[other] These { $count } are no numbers: { $list }.
}
exercise-unread = “{ $typed }”
exercise-unread-cell = “{ $typed }” in { $place }
exercise-choose = Choose one of them.
exercise-wrong-number = It differs by { $by }.
exercise-wrong-choice = That is not it.
exercise-wrong-token = That is another token.
exercise-wrong-tokens = These differ, counted from 1: { $places }.
exercise-wrong-cell = { $place } by { $by }
exercise-wrong-more = and { $count } more
exercise-wrong-cells = { $wrong ->
    [one] One of { $all } numbers differs: { $list }.
   *[other] { $wrong } of { $all } numbers differ: { $list }.
}
exercise-too-much = There is more than was asked for.
exercise-rounded = { $decimals ->
    [0] Right as far as it goes, but rounded to whole numbers, which is too coarse here.
    [one] Right as far as it goes, but one decimal is too few here.
   *[other] Right as far as it goes, but { $decimals } decimals are too few here.
}
exercise-transposed = It would be right with rows and columns exchanged.
exercise-factor = All your numbers are { $factor } times the right ones.
exercise-shape = It should have the shape { $expected }, and has { $got }.
exercise-order = The right tokens, but in another order.
exercise-count = { $expected ->
    [one] One token is asked for; these are { $got }.
   *[other] { $expected } tokens are asked for; these are { $got }.
}

exercise-hints = Hints
exercise-hint = Open hint { $number } of { $all }
exercise-no-hints = There are no hints.
exercise-no-more-hints = These are all hints.
exercise-solution = Solution
exercise-show-solution = Show the solution
exercise-solution-counts = A variant whose solution was shown no longer counts as solved; a new one does.
exercise-where = Where the numbers are
exercise-changed = The experiment was changed since: its numbers are others now. Reset brings it back.

lock-everything = everything
lock-model = the model
lock-sizes = the sizes
lock-masks = the masks
lock-norms = norms and residual connections
lock-positions = the positions
lock-scaling = divisor and softmax
lock-input = the input
lock-tokens = tokenizer and vocabulary
exercise-tokens = the tokens
lock-weights = the weights
lock-decoding = the way of choosing tokens
