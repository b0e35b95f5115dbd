# The view of the generation.

section-tokens = Tokens
section-embeddings = Embeddings
section-byte-pairs = Byte pairs
section-text = Text

generate-title = Token by token: what comes next?
generate-about = Every token of the vocabulary gets a probability; one is picked, appended, and read next.
generate-full-bar = full bar = { $largest } %
generate-about-beams = The most probable beginnings run side by side; the answer with the best score wins.
generate-step = Step { $number }
generate-stale = The experiment has changed since these steps were taken. Run or Step starts over; undo makes them current again.
generate-run = Run to the end ▶
generate-take-step = Step
generate-halt = Stop
generate-reset = Reset
generate-keys = ← → step   ↑ ↓ token   space run
generate-progress = { $all ->
    [one] { $done } of { $all } token
   *[other] { $done } of { $all } tokens
}
generate-needs = A generation needs a decoder that reads tokens, and a vocabulary to choose the next one from. Two of the shipped experiments that have both:
generate-open = Open “{ $name }”
generate-how-read = The decoder reads the tokens so far.
generate-how-scores = Its last row gives every token of the vocabulary a logit, and softmax makes them probabilities.
generate-how-pick = One token is picked in the way set at the left, and appended.
generate-how-again = So it goes on until the end token is picked, or the length limit is reached.
generate-preview = The run that every view shows gives the next token these probabilities:
generate-next = Next token
generate-begin = “Run to the end” takes all steps, “Step” takes one.

generate-outline = outline or mark: model
generate-before = model
generate-after = filtered
generate-more = … { $count } more
generate-removed = … { $count } removed
generate-cut = { $filter } keeps { $mass }
generate-draw = u = { $draw }
generate-interval = The probabilities end to end from 0 to 1, with the number that was drawn

generate-did-temperature = Temperature { $value }: { $before } becomes { $after }.
generate-did-penalty = Repetition penalty { $value }: { $before } becomes { $after }.
generate-did-top-k = Top-k { $value } keeps { $kept } of { $all } tokens, { $mass } of the mass.
generate-did-top-p = Top-p { $value } keeps { $kept } of { $all } tokens, { $mass } of the mass.
generate-did-min-p = Min-p { $value } keeps { $kept } of { $all } tokens, { $mass } of the mass.
generate-why-greedy = Greedy: { $token } has the largest logit, { $logit }.
generate-why-equals = Greedy: { $token } has the largest logit, { $logit }, and so have { $count } later ones; the lowest id wins.
generate-why-drawn = Drawn with seed { $seed }: u = { $draw } falls into [{ $from }, { $to }), the interval of { $token }.
generate-stop-end = { $token } ends the sequence.
generate-stop-length = { $count ->
    [one] The limit of { $count } token is reached.
   *[other] The limit of { $count } tokens is reached.
}
generate-stop-early = As many sequences as beams have ended.
generate-stop-better = No running sequence scores higher as it stands.
generate-stop-nothing = No sequence runs on.

generate-token = Chosen token
generate-token-none = Take a step, then choose its row or a token of it.
generate-token-never = Nothing is generated here.
generate-step-name = Step
generate-id = Id
generate-rank = Rank
generate-logit = Logit
generate-probability = Probability
generate-filtered-logit = Logit, filtered
generate-filtered-probability = Prob., filtered
generate-log-probability = ln p
generate-interval-name = Interval of u
generate-filters = Through the filters
generate-gone = removed
generate-why = Why
generate-not-picked = { $token } was possible, but { $picked } was picked.
generate-filtered-out = A filter removed { $token }, so that it could not be picked; { $picked } was.
generate-pass = This pass
generate-rows-kept = { $rows ->
    [one] One position was calculated; keys and values of { $length ->
        [one] the one that was read
       *[other] the { $length } that were read
    } are kept.
   *[other] { $rows } positions were calculated; keys and values of { $length ->
        [one] the one that was read
       *[other] the { $length } that were read
    } are kept.
}
generate-rows-all = { $rows ->
    [one] One position was calculated, and nothing is kept for the next step ({ $length } read).
   *[other] { $rows } positions were calculated, and nothing is kept for the next step ({ $length } read).
}
generate-apply = Apply as target
generate-apply-hint = The target becomes “{ $target }”, what the model read in this step: every other view then shows the pass that gave these probabilities.
generate-vocabulary = All { $count } tokens

beam-legend = Each step ranks all continuations by Σ ln p. Framed: runs on or has ended (■ score). Faint: pruned. Blue: the way to the winner.
beam-pruned = pruned
beam-hypotheses = Ended: Σ ln p / length
beam-fate = What became of it
beam-sum = Σ ln p = { $before } + { $own } = { $sum }
beam-runs-on = It runs on as beam { $beam } of the next step.
beam-ended = { $token } or the length limit ends it; its score is { $score }.
beam-ended-low = It ended, but as many candidates as beams ranked above it.
beam-dropped = It was pruned: as many candidates as beams rank above it.
beam-not-candidate = With this token the sequence is not among the best of this step, twice as many as beams.

settings-choosing = Choosing tokens
settings-strategy = How the next token is picked
strategy-greedy = Greedy
strategy-greedy-says = Always the token with the largest logit: arg max l.
strategy-sample = Sampling
strategy-sample-says = A seeded draw from the probabilities that the filters leave, applied in their order.
strategy-beam = Beam search
strategy-beam-says = Several sequences run side by side; whole answers are judged, not single tokens.
settings-seed = Seed
settings-seed-says = The same seed draws the same numbers u.
settings-beams = Beams K
settings-beams-says = Of all continuations the K most probable run on.
settings-length-penalty = Exponent α
settings-length-penalty-says = The score of n tokens: Σ ln p / nᵅ. Above 0, α favours longer answers; 1 is the mean.
settings-early = Stop early
settings-early-on = Over as soon as K sequences have ended.
settings-early-off = Goes on while a running one could still score higher.
settings-end = Where it ends
settings-length = Most tokens
settings-length-says = After so many new tokens it stops in any case.
settings-length-positions = After so many new tokens it stops; the table of positions has room for { $count }.
settings-end-token = End token
settings-end-usual = { $token }, the vocabulary's
settings-end-unnamed = The vocabulary's (none)
settings-end-never = None
settings-end-says = Once picked, it ends the sequence.
settings-work = Work
settings-cache = Keep keys and values
settings-cache-on = K and V of earlier tokens are kept: each step calculates one position.
settings-cache-off = Each step calculates the whole sequence again. The tokens are the same.

filter-temperature = Temperature
filter-temperature-value = T
filter-temperature-says = l / T: below 1 sharpens the distribution, above 1 flattens it.
filter-top-k = Top-k
filter-top-k-value = k
filter-top-k-says = Keeps the k largest logits.
filter-top-p = Top-p
filter-top-p-value = P
filter-top-p-says = Keeps the most probable tokens, until Σ p > P.
filter-min-p = Min-p
filter-min-p-value = m
filter-min-p-says = Removes p < m · max p: what is much less probable than the best.
filter-penalty = Repetition penalty
filter-penalty-short = Penalty
filter-penalty-value = r
filter-penalty-says = l / r, or l · r below 0, for tokens that the sequence already has.

embeddings-title = Embeddings: which tokens point the same way?
embeddings-about = Each token is a row of E. Their angle says how alike the model takes them to be, whatever their length.
embeddings-none = This experiment has no table of embeddings: it reads vectors, not tokens.
embeddings-compared = Tokens compared
embeddings-tokens = These tokens only
embeddings-hint = words of the vocabulary
embeddings-count = { $shown } of { $all } tokens are compared. Empty: all of them, or of a large vocabulary the input and the first ones.
embeddings-cosine = Cosine
embeddings-cosine-says = 1 where two vectors point the same way, 0 at a right angle, −1 the opposite way.
embeddings-plane = Plane
embeddings-plane-says = The two directions in which these rows differ most (principal components). What other directions hold is not seen.
embeddings-map = Cosines of the embeddings
embeddings-legend = cosine
embeddings-scatter = Embeddings in the plane of greatest variance
embeddings-first = first direction, { $share } of the variance →
embeddings-second = ↑ second direction, { $share }
embeddings-no-plane = These rows are all alike, so that there is no direction in which they differ.
embeddings-pair = Chosen pair
embeddings-pair-none = Choose a cell of the map to compare two tokens.
embeddings-pair-cosine = cos θ
embeddings-pair-angle = Angle θ
embeddings-zero = One of the two vectors is zero and points nowhere.
embeddings-nearest = Nearest to { $token }
embeddings-nearest-bars = The nearest tokens with their cosines

pieces-title = How is text cut into tokens?
pieces-about = The model never sees letters: it sees the ids of tokens, and each id is a row of the table of embeddings.
pieces-none = This experiment has no vocabulary: it reads vectors, not tokens.
pieces-how = How it cuts
pieces-words = Words: what stands between spaces, with signs at the edges as tokens of their own.
pieces-characters = Characters: each one is a token, spaces too.
pieces-byte-pair = Byte pairs: every word begins as its characters and an end mark; then the learned merges are replayed in order.
pieces-merges = { $count ->
    [one] { $count } merge
   *[other] { $count } merges, in order
}
pieces-text = Try any text
pieces-tokens = { $tokens ->
    [one] { $tokens } token from { $characters } characters
   *[other] { $tokens } tokens from { $characters } characters
}
pieces-ids = Each chip: the id, then the token.
pieces-learned = Most large models cut words into pieces that they have learned from a text. An experiment that does:
pieces-refused = No tokens
pieces-word = One word, merge by merge
pieces-characters-first = characters
pieces-training = The words it learned from
pieces-after = After merges
pieces-symbols = { $count ->
    [one] The whole text then takes { $count } token.
   *[other] The whole text then takes { $count } tokens.
}
pieces-vocabulary = Vocabulary
pieces-count = Tokens
pieces-start = Start
pieces-end = End
pieces-padding = Padding
pieces-unknown = Unknown
pieces-end-of-word = End of word

