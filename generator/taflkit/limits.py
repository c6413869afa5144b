"""How large what is read may be: the one place of these numbers, which README states and a test compares."""

from __future__ import annotations

__all__ = [
    "CAPTION",
    "DIGITS",
    "FIGURES",
    "FILE",
    "KEYS",
    "LANGUAGES",
    "MOVES",
    "NAME",
    "NESTING",
    "PROOFS",
    "RULESETS",
    "SCRIPT",
    "TEXT",
    "TITLE",
    "VARIANTS",
    "VARIATIONS",
]

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
SCRIPT = 500
"""The pieces, the moves or the places in a list of a figure's or a proof's script."""
TITLE = 120
"""The characters of a title."""
CAPTION = 1_000
"""The characters of a caption."""
TEXT = 10_000
"""The characters of any other text, before and after its names are filled in."""
MOVES = 2_000
"""The moves of a game's record."""
RULESETS = 24
"""The rulesets of a game."""
VARIATIONS = 12
"""The variations of a ruleset."""
FIGURES = 300
"""The figures of a game, those that it shares included."""
PROOFS = 500
"""The proofs of a game, those that it shares included."""
LANGUAGES = 12
"""The languages of a game."""
VARIANTS = 100
"""The rulesets of a game, with each variation and in each language: the kits that are checked on every paper."""
