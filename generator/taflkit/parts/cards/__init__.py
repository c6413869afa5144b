"""The reminder cards: their text, fitted, and their figures."""
