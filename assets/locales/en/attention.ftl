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
attention-mean = Mean of the heads
attention-none = This part of the model has no attention.
attention-heading = Layer { $layer } · Head { $head }: where does each token look?
attention-heading-mean = Layer { $layer } · Mean of the heads: where does each token look?
attention-question = Each row is a query: its weights over the keys add up to 1.
attention-queries = queries (look)
attention-keys = keys (looked at)
attention-sum = sum
attention-lines = Lines from the chosen query to the keys
