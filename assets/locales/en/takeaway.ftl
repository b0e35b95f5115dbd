# Export of results and import of numbers.

takeaway-menu = Export
takeaway-named = Export: { $what }
takeaway-numpy = Python script (NumPy)
takeaway-torch = Python script (PyTorch)
takeaway-values = All matrices as .{ $ending }
takeaway-matrix = Save as .{ $ending } …
takeaway-no-header = Numbers alone, a line a row of the matrix: no line and no column of names. What is imported may have them.
takeaway-copy = Copy as
takeaway-save = Save as
takeaway-copy-tabs = Copy for a spreadsheet
takeaway-copy-csv = Copy as CSV
takeaway-copy-list = Copy as Python list
takeaway-copy-array = Copy as NumPy array
takeaway-copy-latex = Copy as LaTeX (bmatrix)
takeaway-saved = Saved in { $path }
takeaway-refused = Not saved: { $why }
takeaway-copied = The matrix is on the clipboard.
takeaway-no-run = There are no numbers yet: the calculation has not ended.

report-head = head
report-step = from step
report-left-out = The calculation has very many steps: of each stack the first and the last block are shown, and of each attention the first head.
report-measured = From { $least } to { $greatest }, mean { $mean }, standard deviation { $deviation }
takeaway-report = Report of the calculation (.{ $ending })

import-action = Import numbers (.npy, .npz, .safetensors, CSV) …
import-title = Numbers from { $name }
import-count = { $all ->
    [one] { $count } of { $all } place gets its numbers from this file. Another matrix can be chosen in each row.
   *[other] { $count } of { $all } places get their numbers from this file. Another matrix can be chosen in each row.
}
import-place = Place
import-address = Address
import-shape = Shape
import-from = From the file
import-nothing = stays as it is
import-misfit = { $name } is { $shape }
import-transposed = transposed
import-first = first third
import-second = second third
import-last = last third
import-unused = Not used: { $count } ({ $names })
import-dimensions = { $count ->
    [one] { $count } dimension, and a matrix has two
   *[other] { $count } dimensions, and a matrix has two
}
import-no-place = { $shape }, and its name points to no place that is free
import-other-shape = { $shape }, and the place that its name points to has another shape
import-apply = Import
import-cancel = Cancel
import-refused = Nothing was imported: { $why }

drop-open = Drop it to open { $name }
drop-import = Drop it to import numbers from { $name }
drop-unknown = Drop it to open or import it
