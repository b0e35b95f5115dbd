# The view of the generation.
