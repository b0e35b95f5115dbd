# The drawing of the model.
