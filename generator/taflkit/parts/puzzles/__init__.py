"""Puzzles in print: their diagrams and answers, on pages of their own and on a page that a booklet has left."""
