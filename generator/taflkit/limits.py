"""How large what is read may be: the one place of these numbers, which README states and a test compares."""

from __future__ import annotations

__all__ = ["CAPTION", "DIGITS", "FILE", "KEYS", "NAME", "NESTING", "TITLE"]

FILE = 1_000_000
"""The bytes of a file, or of standard input."""
NESTING = 16
"""Tables and arrays within one another."""
KEYS = 20_000
"""The keys and the entries of arrays in one file."""
DIGITS = 18
"""The digits of a whole number."""
NAME = 60
"""The characters of a name: of a game, a ruleset, a figure, a theme, a printer."""
TITLE = 120
"""The characters of a title."""
CAPTION = 1_000
"""The characters of a caption."""
