"""Railways of the Lost Atlas."""
