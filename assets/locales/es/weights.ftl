# The view of the weights.
