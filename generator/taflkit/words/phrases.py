"""Names, numbers, plurals and lists in a language, and the {names} of sentences filled in with them."""

# msgspec reads the annotations, and compiles each that is a string: no `from __future__ import annotations` here

import re
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from taflkit.drawing.face import DEVICES
from taflkit.errors import TaflkitError, among
from taflkit.limits import TEXT
from taflkit.tafl import Piece, Variant

__all__ = [
    "CaseError",
    "FillError",
    "Forms",
    "Lists",
    "Words",
    "brace_problem",
    "fill",
    "refuse_formless",
    "refuse_lacking",
    "refuse_many",
]

Forms = dict[str, str]
"""A noun by plural category, as CLDR names them: "one" and "other", or whichever the language has."""


class Lists(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that names are listed with.

    Attributes:
        and_: before the last of a list.
        to: between the ends of a range.
        comma: between the others.
    """

    and_: str
    to: str
    comma: str = ", "


_NEEDED = {
    "squares": ("square", "squares"),
    "points": ("square", "squares"),
    "numbers": ("words", "tens", "ordinals"),
    "pieces": ("attacker", "defender", "king", "soldier"),
    "places": ("corner", "edge", "throne"),
    "goals": ("corner", "edge"),
    "devices": DEVICES,
}


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that sentences are filled in with (words.toml).

    Attributes:
        squares, points: the names of the places of the board on each surface.
        numbers: "words" from zero on, "tens" from zero to ninety, and "ordinals" from the first on.
        pieces: the names of attacker, defender, king and soldier.
        places: the names of corner, edge and throne.
        goals: where the king wins, by the rules' goal.
        devices: what the pieces bear.
        lists: the words of lists and ranges.
    """

    squares: dict[str, str]
    points: dict[str, str]
    numbers: dict[str, tuple[str, ...]]
    pieces: dict[str, Forms]
    places: dict[str, Forms]
    goals: dict[str, str]
    devices: dict[str, Forms]
    lists: Lists

    def __post_init__(self) -> None:
        """Refuse tables that lack a word; the catalog names the file."""
        for table, needed in _NEEDED.items():
            for name in needed:
                if name not in getattr(self, table):
                    raise ValueError(f"[{table}] needs '{name}'")
        for table in ("pieces", "places", "devices"):
            for name, forms in getattr(self, table).items():
                refuse_formless(**{f"{table}.{name}": forms})
        for name, least in (("words", 20), ("tens", 10), ("ordinals", 3)):
            if len(self.numbers[name]) < least:
                raise ValueError(f"[numbers] needs {least} {name} at least")

    def number(self, value: int) -> str:
        """Return a whole number from 0 to 99 as a word, above that as digits."""
        ones, tens = self.numbers["words"], self.numbers["tens"]
        if value < len(ones):
            return ones[value]
        if value > 99:
            return str(value)
        ten, one = divmod(value, 10)
        return f"{tens[ten]}-{ones[one]}" if one else tens[ten]

    def ordinal(self, value: int) -> str:
        """Return which of several, from the first on, as a word."""
        return self.numbers["ordinals"][value - 1]

    @property
    def watched(self) -> frozenset[str]:
        """The words that sentences of the rules have filled in: numbers above one, pieces and places, casefolded."""
        numbers = (*self.numbers["words"][2:], *self.numbers["tens"], *self.numbers["ordinals"])
        nouns = (form for table in (self.pieces, self.places) for forms in table.values() for form in forms.values())
        return frozenset(word.casefold() for word in (*numbers, *nouns) if word)

    def noun(self, count: int, forms: Forms) -> str:
        """Return the form of a noun that goes with a count."""
        return forms.get("one", forms["other"]) if count == 1 else forms["other"]

    def counted(self, count: int, forms: Forms) -> str:
        """Return a number as a word with its noun, such as "eight counters"."""
        return f"{self.number(count)} {self.noun(count, forms)}"

    def piece(self, piece: Piece, count: int = 1) -> str:
        """Return the name of a kind of piece, for so many of them."""
        return self.noun(count, self.pieces[piece.name.lower()])

    def listed(self, names: Sequence[str]) -> str:
        """Return "A", "A and B" or "A, B and C"."""
        first = self.lists.comma.join(names[:-1])
        return f"{first} {self.lists.and_} {names[-1]}" if first else "".join(names)

    def piece_names(self, piece: str) -> dict[str, str]:
        """Return the {names} of a kind of piece, one and several."""
        return {piece: self.noun(1, self.pieces[piece]), f"{piece}s": self.noun(2, self.pieces[piece])}

    def place_names(self, place: str) -> dict[str, str]:
        """Return the {names} of a kind of place, one and several."""
        return {place: self.noun(1, self.places[place]), f"{place}s": self.noun(2, self.places[place])}

    def ranged(self, names: Sequence[str]) -> str:
        """Return "A", "A and B" or "A to C", for names that follow one another."""
        if len(names) < 3:
            return self.listed(names)
        return f"{names[0]} {self.lists.to} {names[-1]}"

    def names(self, title: str, variant: Variant) -> dict[str, str]:
        """Return the {names} that every text has: the game, and the places that its pieces stand on."""
        return {**(self.squares if variant.rules.surface == "squares" else self.points), "Game": title}


def refuse_formless(**nouns: Forms) -> None:
    """Refuse nouns without the form that all counts may have; the catalog names the file.

    Raises:
        ValueError: one has no form "other".
    """
    for name, forms in nouns.items():
        if not forms.get("other"):
            raise ValueError(f"[{name}] needs 'other'")


def refuse_many(what: str, number: int, most: int) -> None:
    """Refuse more parts of a text than may be: each is set by itself, and many take long though they are short.

    Raises:
        ValueError: there are more; the catalog names the file.
    """
    if number > most:
        raise ValueError(f"has {number} {what}, and {most} are the most")


def refuse_lacking(text: object, needed: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse tables of a text that lack a word; the catalog names the file.

    Args:
        text: has the tables as its attributes.
        needed: the words of each table.

    Raises:
        ValueError: a word is missing.
    """
    for table, names in needed.items():
        for name in names:
            if name not in getattr(text, table):
                raise ValueError(f"[{table}] needs '{name}'")


_BRACE = re.compile(r"\{\{|\}\}|\{([A-Za-z][A-Za-z0-9_]{0,59})\}|[{}]")
"""A name in braces, a brace that is meant as such and written twice, or a stray one."""
_ESCAPED = {"{{": "{", "}}": "}"}
_SEEN = 40


class FillError(TaflkitError):
    """A text that cannot be filled in.

    Attributes:
        text: the whole text.
        why: the fault, with its place in the text.
    """

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"'{text[:_SEEN]}{'...' if len(text) > _SEEN else ''}': {why}")
        self.text = text
        self.why = why


class CaseError(TaflkitError):
    """A sentence that has not one case for what it speaks of.

    Attributes:
        sentence: the sentence as its file has it, by which it is found there.
        why: the fault.
    """

    def __init__(self, sentence: object, why: str) -> None:
        super().__init__(why)
        self.sentence = sentence
        self.why = why


def fill(text: str, names: Mapping[str, str], most: int = TEXT) -> str:
    """Fill the {names} of a text in; a value is taken as it is, and two braces that touch are one.

    Args:
        text: the text.
        names: the values of the names.
        most: the characters that the text may have when it is filled in.

    Raises:
        FillError: an unknown name, a brace that opens or closes none, or a text that becomes too long.
    """
    if "{" not in text and "}" not in text:
        return text
    parts: list[str] = []
    length = end = 0
    for found in _BRACE.finditer(text):
        value = names.get(found[1]) if found[1] else _ESCAPED.get(found[0])
        if value is None:
            why = _unknown(found[1], names) if found[1] else _STRAY
            raise FillError(text, f"character {found.start() + 1}: {why}")
        parts += (text[end : found.start()], value)
        length += found.start() - end + len(value)
        end = found.end()
        if length > most:
            break
    if length + len(text) - end > most:
        raise FillError(text, f"is longer than {most} characters when its names are filled in")
    return "".join((*parts, text[end:]))


def _unknown(name: str, names: Collection[str]) -> str:
    """Return the fault of a name that a text does not have."""
    there = among(name, sorted(names)) if names else "this text has no names"
    return f"there is no {{{name}}}; {there}"


_STRAY = "a brace that is not round a name; write a name such as {Game}, or the brace twice"


def brace_problem(text: str, names: Collection[str] | None = None) -> str:
    """Return why a text could not be filled in, with the place of its first fault; "" where it can.

    Args:
        text: the text.
        names: those that it may have; None where that is known when it is filled in alone.
    """
    if "{" not in text and "}" not in text:
        return ""
    if names is not None:
        try:
            fill(text, dict.fromkeys(names, ""), len(text))
        except FillError as error:
            return error.why
    stray = next((found for found in _BRACE.finditer(text) if not found[1] and found[0] not in _ESCAPED), None)
    return f"character {stray.start() + 1}: {_STRAY}" if stray else ""
