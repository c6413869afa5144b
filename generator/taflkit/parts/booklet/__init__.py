"""The booklet: its words, their setting, the search of its pages, and its cover."""
