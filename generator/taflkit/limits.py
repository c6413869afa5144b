"""The limits of all input: the one place of these numbers, which docs/limits.md states and a test compares.

The ranges of a kit's choices are in `kit.options`.
"""

from __future__ import annotations

from typing import NamedTuple

from taflkit.errors import TaflkitError

FILE = 1_000_000  # bytes of a file, or of standard input
NESTING = 16  # tables and arrays within one another
KEYS = 20_000  # keys and entries of arrays in one file
LINES = 50_000  # lines of a file of translations, and of a game on its page of the site
DIGITS = 18  # digits of a whole number
NAME = 60  # characters of a name: of a game, a ruleset, a figure, a theme, a printer
SCRIPT = 500  # pieces, moves or places in a list of a figure's or a proof's script
TITLE = 120  # characters of a title
CAPTION = 1_000  # characters of a caption
TEXT = 10_000  # characters of any other text, before and after its names are filled in
SENTENCES = 200  # sentences of the rules, or of the cards
STEPS = 40  # panels of the instructions
PARAGRAPHS = 60  # paragraphs of a section of the booklet
MOVES = 2_000  # moves of a game's record
RULESETS = 24  # rulesets of a game
VARIATIONS = 12  # variations of a ruleset
FIGURES = 300  # figures of a game, those that it shares included
PROOFS = 500  # proofs of a game, those that it shares included
LANGUAGES = 12  # languages of a game
NOUN_FORMS = 60  # forms of a noun, and the variants of the numbers
VARIANT = 20  # letters of the name of a variant of nouns or numbers
VARIANTS = 100  # rulesets of a game, with each variation in each language: the kits that are checked on every paper
COLLECTION = 60  # puzzles of a ruleset
TASKS = 1_000  # kits, exports, figures and searches that a project file makes
SHOWN = 100  # moves that a figure shows: those played, those refused, and the pieces whose moves it shows
PIXELS = 20_000_000  # pixels of a picture
ELEMENTS = 2_000  # elements of an SVG, those counted again that are used again
NESTED = 32  # elements of an SVG within one another
SEGMENTS = 5_000  # steps of all the paths of an SVG
FONT = 5_000_000  # bytes of a font
MAPS = 16  # maps of letters in a font; fonts have 6 at most
LETTERS = 70_000  # letters of a font's maps; the largest of fonts within the bytes have 57,000
KERNS = 250_000  # steps to a font's kerns between Latin letters: pairs, classes and places; fonts take 215,000 at most
NAMES = 100_000  # bytes of a font's names; fonts have 18,000 at most
POINTS = 10_000  # points of a letter and its parts; pictures in fonts of symbols have 7,700, Latin letters 500
OUTLINES = 300_000  # points of letters of a theme's own fonts in an SVG; a page in the most ornate has 170,000
PARTS = 64  # parts of a letter, and their parts; Arabic words in one letter have 28


class Range(NamedTuple):
    """The values that a length or a number may have, the least and the most; the unit is "mm", or "" for a number."""

    least: float
    most: float
    unit: str = "mm"

    def __str__(self) -> str:
        """Return the range in words, such as "8 to 200 mm"."""
        return f"{self.least:g} to {self.most:g} {self.unit}".rstrip()

    def check(self, name: str, value: float, *, choice: str = "") -> None:
        """Refuse a value of a thing such as "the gap", and of the option `choice`.

        Raises:
            TaflkitError: the value is out of range, or not a number.
        """
        if not self.least <= value <= self.most:
            unit = self.unit and f" {self.unit}"
            raise TaflkitError(f"{name} must be {self}, not {value:g}{unit}", choice=choice)


WIDTH = Range(10, 1000)  # width of a figure
MARK_INSET = Range(6, 20)  # from the paper's edges to the marks that a cutting machine looks for
DPI = Range(36, 2400, "")  # pixels to the inch of a picture
PLIES = Range(0, MOVES, "")  # moves of a game, both sides counted
DEPTH = Range(1, 9, "")  # plies that a move tree is counted to
PUZZLES = Range(1, 1000, "")  # puzzles that are sought at once
POSITIONS = Range(1, 100_000, "")  # positions that are tried for puzzles
SEED = Range(0, 999_999, "")  # of a search for puzzles
PORT = Range(0, 65535, "")  # port that a site is shown at; 0 is any that is free
