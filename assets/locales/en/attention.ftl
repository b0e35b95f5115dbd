# The view of the attention.

attention-all-heads = All heads
attention-kind = Which attention
attention-encoder = Encoder
attention-decoder = Decoder
attention-cross = Cross
attention-alone = Attention
attention-layer = L{ $number }
attention-head = H{ $number }
attention-entropy = { $bits } bits
attention-mean = Mean
attention-none = This part of the model has no attention.
attention-heading = Layer { $layer } · Head { $head }: where does each token look?
attention-heading-mean = Layer { $layer } · Mean of the heads: where does each token look?
attention-question = Each row is a query: its weights over the keys add up to 1.
# Written upwards, so that its arrow points down.
attention-queries = ← queries (look)
attention-keys = keys (looked at) →
attention-sum = sum
attention-lines = Lines from the chosen query to the keys

attention-blind = { $count ->
    [one] A query sees nothing: { $queries }. Its weights are 0.
   *[other] { $count } queries see nothing: { $queries }. Their weights are 0.
}
attention-copy = Copy the numbers
attention-copy-named = Copy the numbers with the tokens
attention-copied = The attention weights are on the clipboard.
attention-difference = A − B
attention-distance-told = mean distance { $distance } positions
attention-entropy-told = entropy { $bits } bits
attention-head-off = This head is switched off: what it gives is 0, whatever its weights are.
attention-heading-difference = { $first } − { $second }: where does the first look more?
attention-hide-heads = Hide all heads
attention-note = bits: entropy of a row, 0 where it looks at one key. ↔: mean distance Σ p·|i − j|, in positions. Shift-click compares two heads.
attention-off = off
attention-on-after = { $count } ahead
attention-on-before = { $count } back
attention-on-itself = on itself
attention-on-key = on “{ $token }”
attention-on-next = on the next
attention-on-previous = on the previous
attention-one-head = Head
attention-pattern-told = { $share } of the weight { $place }
attention-question-difference = Blue: { $first } looks there more. Orange: { $second } does.
attention-save = Save the map ({ $kind }) …
attention-show-heads = ▸ All heads
attention-take = Copy, save ▾
