# Taking results away and bringing numbers in.

takeaway-menu = Take away
takeaway-numpy = Python script (NumPy)
takeaway-torch = Python script (PyTorch)
takeaway-values = All matrices as .{ $ending }
takeaway-matrix = Save as .{ $ending } …
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
