"""The words of a language as its file has them: words.toml in English, grammar.toml in every other."""

from __future__ import annotations

from msgspec import Struct

from taflkit.drawing.look import DEVICES
from taflkit.words.forms import Forms
from taflkit.words.refusing import refuse_formless, refuse_lacking

__all__ = ["DECIMAL", "LARGEST", "ORDINALS", "TENS", "WORDS", "DocumentWords", "Language", "Lists", "WordsTable"]

WORDS, TENS, ORDINALS, DECIMAL = "words", "tens", "ordinals", "decimal"
"""The keys of [numbers]; the first three have variants too, such as "words_dat"."""
LARGEST = 99
"""The largest number that is written as a word."""


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """A language with its own name for itself.

    Attributes:
        read_by: the reader of its texts; "" where nobody has read them whose own language it is.
        homonyms: words that sentences may type though they are also those of numbers, pieces or places.
    """

    name: str = ""
    read_by: str = ""
    homonyms: tuple[str, ...] = ()


class DocumentWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The properties of the files of kits, as a viewer shows them.

    Attributes:
        kit: the subject of a kit, with the {paper} and the {mode}.
        test: that of the printer's test sheet, with the {paper}.
        colour, mono: the modes.
        play: the keyword for things to print and play.
        rights: the licence of words and drawings.
        font: that of a theme's own {font}.
    """

    kit: str
    test: str
    colour: str
    mono: str
    play: str
    rights: str
    font: str


class Lists(Struct, frozen=True, forbid_unknown_fields=True):
    """The words and signs that names are listed with.

    Attributes:
        and_: before the last of a list.
        to: between the ends of a range.
        comma: between the others.
        semicolon: between parts that have commas.
        colon: between a thing and a remark on it.
        dash: between the ends of a range in numbers.
        small: whether words that begin with a capital by themselves have a small letter within a list.
    """

    and_: str
    to: str
    comma: str = ", "
    semicolon: str = "; "
    colon: str = ": "
    dash: str = "–"
    small: bool = True


_NEEDED = {
    "squares": ("square", "squares"),
    "points": ("square", "squares"),
    "numbers": (WORDS, ORDINALS),
    "pieces": ("attacker", "defender", "king", "soldier"),
    "places": ("corner", "edge", "throne"),
    "goals": ("corner", "edge"),
    "devices": DEVICES,
}


class WordsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that sentences are filled in with, as words.toml has them; `word_problems` finds further faults.

    Attributes:
        squares, points: the names of the places of the board on each surface, and others that depend on the surface.
        numbers: "words" from zero on, "tens" from zero to ninety, "ordinals" from the first on, and variants of them;
            "decimal" is the sign before decimals.
        pieces: the names of attacker, defender, king and soldier.
        places: the names of corner, edge and throne.
        goals: the places where the king wins, by the rules' goal.
        devices: the names of the pictures on pieces.
    """

    squares: dict[str, str]
    points: dict[str, str]
    numbers: dict[str, str | tuple[str, ...]]
    pieces: dict[str, Forms]
    places: dict[str, Forms]
    goals: dict[str, str | Forms]
    devices: dict[str, Forms]
    lists: Lists
    document: DocumentWords
    language: Language = Language()

    def __post_init__(self) -> None:
        refuse_lacking(self, _NEEDED)
        for table in ("pieces", "places", "goals", "devices"):
            for name, forms in getattr(self, table).items():
                if not isinstance(forms, str):
                    refuse_formless(**{f"{table}.{name}": forms})
        for name, least in ((WORDS, 20), (ORDINALS, 3)):
            if len(self.numbers[name]) < least:
                raise ValueError(f"[numbers] needs {least} {name} at least")
        if TENS not in self.numbers and len(self.numbers[WORDS]) <= LARGEST:
            raise ValueError(f"[numbers] needs {LARGEST + 1} words, or '{TENS}' for those that it lacks")
