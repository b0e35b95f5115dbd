# The drawing of the model.

flow-model = Model
flow-block = Block
flow-block-of = Block { $number } of { $count }
flow-blocks = Blocks { $first }–{ $last }
flow-head = Head { $number }
flow-head-of = Head { $number } of { $count }
flow-heads =
    { $count ->
        [one] 1 head
       *[other] { $count } heads
    }
flow-masked-self-attention = Masked self-attention
flow-masked-cross-attention = Masked cross-attention
flow-memory = Memory M
flow-input = Input X
flow-embedding = Embedding

flow-open = Open: { $name }
flow-fold = Close: { $name }
flow-fit = Fit
flow-read = Read numbers
flow-read-hint = Magnifies the chosen box until its digits can be read.
flow-zoom-in = Larger
flow-zoom-out = Smaller
flow-zoom-full = Back to 100 %
flow-values = Values
flow-shapes = Shapes
flow-own-scale = Own scales
flow-counted = Counted, not run: shapes without values.
flow-legend-own = value, ±m in each box
flow-learned = learned weights

flow-ask-blocks = Blocks of the same kind, one after the other.
flow-ask-memory = What the encoder has made of the source.
flow-ask-given = This matrix comes with the experiment.
flow-drawing = Drawing
flow-shown = Shown
