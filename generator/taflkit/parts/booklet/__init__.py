"""The booklet: its words, the grid of its pages, what stands on them, and its cover."""
