# The model as formulas.
