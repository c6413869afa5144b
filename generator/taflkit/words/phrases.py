"""The words of a language: letters, capitals, numbers, plurals and lists, and the {names} filled in with them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Self

from msgspec import Struct, structs

from taflkit.drawing.look import DEVICES
from taflkit.errors import TaflkitError, among
from taflkit.limits import NOUN_FORMS, TEXT
from taflkit.tafl import Piece, Variant
from taflkit.words.forms import (
    NUMBER,
    A,
    Forms,
    Plurals,
    chosen,
    common_variants,
    form_problems,
    kin,
    plurals_of,
    refuse_formless,
    refuse_lacking,
    split,
    variant_problem,
    variants,
)

_MARKED = r"\*(?:[a-z]{2,3}:)?"
"""The mark before italics, with their language."""
_OPENING = ("Ps", "Pi", "Pf", "Zs", "Mn", "Cf")
"""The kinds of characters that may stand before the first letter: quotes, brackets, spaces, and marks of none."""
_STORED = 512
"""The texts with their capital that are stored: the names of every sentence are mostly those of the one before."""
_APOSTROPHE = "’"
_NAME = r"\{[^{}]*\}"
_NAMED = r"\{([A-Za-z]\w*)\}"
STOP = "|"
"""The sign for a {name} among the words of a text."""
_WORD = rf"[^\W_]+(?:-[^\W_]+)*|\{STOP}"


@lru_cache(maxsize=_STORED)
def begun(text: str) -> str:
    """Return a text with a capital at its beginning, behind the quotes and brackets that it opens with."""
    at = _first(text)
    # no single letter is the capital of some, such as ß
    capital = text[at : at + 1].title()
    return text[:at] + capital + text[at + 1 :] if len(capital) == 1 else text


def small(text: str) -> str:
    """Return a text that begins with a small letter."""
    at = _first(text)
    return text[:at] + text[at].lower() + text[at + 1 :] if at < len(text) else text


def with_capitals(names: Mapping[str, str]) -> dict[str, str]:
    """Return names with others for the beginning of a sentence: {Captors} beside {captors}."""
    return {**names, **{key[0].upper() + key[1:]: begun(value) for key, value in names.items()}}


def _first(text: str) -> int:
    """Return the place of the first character that is a letter or may not stand before one."""
    at = 0
    while at < len(text):
        marked = re.match(_MARKED, text[at:]) if text[at] == "*" else None
        if marked:
            at += marked.end()
        elif text[at] == _APOSTROPHE or unicodedata.category(text[at]) not in _OPENING:
            return at
        else:
            at += 1
    return at


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text as they are written, with a stroke for each {name}."""
    yield from re.findall(_WORD, re.sub(_NAME, f" {STOP} ", text))


def names_in(text: str) -> Iterator[str]:
    """Yield the {names} of a text."""
    if "{" in text:
        yield from re.findall(_NAMED, text.replace("{{", ""))


# The words of a language as its file has them: words.toml in English, grammar.toml in every other.


WORDS = "words"
"""The key of [numbers] with the words from zero on; it has variants too, such as "words_dat"."""
TENS = "tens"
"""The key with the tens, in variants too."""
ORDINALS = "ordinals"
"""The key with the ordinals, in variants too."""
DECIMAL = "decimal"
"""The key with the sign before decimals."""
LARGEST = 99
"""The largest number that is written as a word."""


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """A language.

    Attributes:
        name: its own name for itself.
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
    "calls": ("call", "calls"),
}


class OwnNouns(Struct, frozen=True, forbid_unknown_fields=True):
    """The names that a source has of its own, where they are not the usual ones.

    Attributes:
        pieces: the nouns of pieces, by the usual names.
        places: the nouns of places, by the usual names.
        calls: the call that warns the attackers.
    """

    pieces: dict[str, Forms] = {}
    places: dict[str, Forms] = {}
    calls: dict[str, str] = {}

    def __post_init__(self) -> None:
        for table in ("pieces", "places", "calls"):
            for name, forms in getattr(self, table).items():
                if name not in _NEEDED[table]:
                    raise ValueError(f"{table}.{name} is unknown; {among(name, _NEEDED[table])}")
                if not isinstance(forms, str):
                    refuse_formless(**{f"{table}.{name}": forms})


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
        lists: the words and signs of lists.
        document: the properties of the files of kits.
        language: the language and its readers.
        calls: the "call" by which the king's player warns the attackers, and "calls", all of them with their cases.
        nouns: the names that sources have of their own, by the name that a ruleset's file calls them by.
    """

    squares: dict[str, str]
    points: dict[str, str]
    numbers: dict[str, str | tuple[str, ...]]
    pieces: dict[str, Forms]
    places: dict[str, Forms]
    goals: dict[str, str | Forms]
    devices: dict[str, Forms]
    calls: dict[str, str]
    lists: Lists
    document: DocumentWords
    language: Language = Language()
    nouns: dict[str, OwnNouns] = {}

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


# Its numbers, plurals and lists, and the {names} of sentences filled in with them.

NOUN = "{noun}"
"""The place of a noun among the words of its number, where that is not behind them."""


class Words(WordsTable, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The words that sentences are filled in with, in a language, and its choice of a noun's form by a count."""

    plurals: Plurals

    @classmethod
    def of(cls, table: WordsTable, language: str) -> Self:
        """Return the words of a file with the rule of their language, by its code."""
        return cls(
            **{name: getattr(table, name) for name in WordsTable.__struct_fields__}, plurals=plurals_of(language)
        )

    def own(self, nouns: str) -> Self:
        """Return the words with the names that a source has of its own; the same where the language has none."""
        if nouns not in self.nouns:
            return self
        named = self.nouns[nouns]
        pieces, places = {**self.pieces, **named.pieces}, {**self.places, **named.places}
        return structs.replace(self, pieces=pieces, places=places, calls={**self.calls, **named.calls})

    def number(self, value: int, variant: str = "") -> str:
        """Return a whole number from 0 to 99 as a word, above that as digits."""
        number = self._number(value, variant)
        return number.replace(f"{NOUN} ", "").replace(f" {NOUN}", "") if NOUN in number else number

    def _number(self, value: int, variant: str) -> str:
        """Return a number as a word, with the place of its noun if that is among its words."""
        ones = self._series(WORDS, variant)
        if value < len(ones):
            return ones[value]
        if value > LARGEST:
            return str(value)
        tens = self._series(TENS, variant)
        ten, one = divmod(value, 10)
        return f"{tens[ten]}-{ones[one]}" if one else tens[ten]

    def ordinal(self, value: int, variant: str = "") -> str:
        """Return an ordinal as a word."""
        return self._series(ORDINALS, variant)[value - 1]

    def decimal(self, value: float) -> str:
        """Return a length or another number in digits, with the language's sign before its decimals."""
        return f"{round(value, 2):g}".replace(".", self.decimal_sign)

    @property
    def decimal_sign(self) -> str:
        """The sign before decimals."""
        return str(self.numbers.get(DECIMAL, "."))

    def _series(self, name: str, variant: str) -> Sequence[str]:
        return self.numbers.get(f"{name}_{variant}", self.numbers[name]) if variant else self.numbers[name]

    @cached_property
    def number_variants(self) -> tuple[str, ...]:
        """The variants of numbers."""
        return variants(self.numbers, WORDS)

    @cached_property
    def ordinal_variants(self) -> tuple[str, ...]:
        """The variants of ordinals."""
        return variants(self.numbers, ORDINALS)

    @cached_property
    def watched(self) -> frozenset[tuple[str, ...]]:
        """The casefolded words that sentences have filled in: numbers above one, pieces, places."""
        lists = ((split(name)[0], series) for name, series in self.numbers.items() if not isinstance(series, str))
        numbers = (word for name, series in lists for word in (series[2:] if name == WORDS else series))
        nouns = (form for table in (self.pieces, self.places) for forms in table.values() for form in forms.values())
        rows = {tuple(words_of(text.casefold())) for text in (*numbers, *nouns)}
        return frozenset(rows - {(), *(tuple(words_of(text.casefold())) for text in self.language.homonyms)})

    def noun(self, count: int, forms: Forms, variant: str = "") -> str:
        """Return the form of a noun that goes with a count beside it."""
        return chosen(forms, self.plurals.category(count), variant)

    def named(self, count: int, forms: Forms, variant: str = "") -> str:
        """Return the form of a noun without a count beside it, for one or for several."""
        return chosen(forms, "one" if count == 1 else "other", variant)

    def counted(self, count: int, forms: Forms, variant: str = "") -> str:
        """Return a number as a word with its noun, such as "eight counters"."""
        one = (forms.get(f"{A}_{variant}") or forms.get(A)) if count == 1 else None
        if one:
            return one
        number, noun = self._number(count, forms.get(NUMBER, variant)), self.noun(count, forms, variant)
        return number.replace(NOUN, noun) if NOUN in number else f"{number} {noun}"

    def piece(self, piece: Piece, count: int = 1, variant: str = "") -> str:
        """Return the name of a kind of piece, for one or for several."""
        return self.named(count, self.pieces[piece.name.lower()], variant)

    def listed(self, names: Sequence[str]) -> str:
        """Return "A", "A and B" or "A, B and C"."""
        first = self.lists.comma.join(names[:-1])
        return f"{first} {self.lists.and_} {names[-1]}" if first else "".join(names)

    def ranged(self, names: Sequence[str]) -> str:
        """Return "A", "A and B" or "A to C", for names that follow one another."""
        if len(names) < 3:
            return self.listed(names)
        return f"{names[0]} {self.lists.to} {names[-1]}"

    def number_names(self, name: str, value: int) -> dict[str, str]:
        """Return a {name} that is a number, in all variants of numbers."""
        return _in_variants(name, self.number_variants, lambda variant: self.number(value, variant))

    def ordinal_names(self, name: str, value: int) -> dict[str, str]:
        """Return a {name} that is an ordinal, in all variants of ordinals."""
        return _in_variants(name, self.ordinal_variants, lambda variant: self.ordinal(value, variant))

    def noun_names(self, one: str, several: str, forms: Forms) -> dict[str, str]:
        """Return the {names} of a noun, one and several, in all its variants."""
        names: dict[str, str] = {}
        for variant in ("", *variants(forms)):
            end = variant and f"_{variant}"
            names |= {one + end: self.named(1, forms, variant), several + end: self.named(2, forms, variant)}
        return names

    @cached_property
    def piece_variants(self) -> tuple[str, ...]:
        """The variants that every kind of piece has."""
        return common_variants([self.pieces[piece.name.lower()] for piece in Piece])

    def called(self, name: str, piece: Piece, count: int = 1) -> dict[str, str]:
        """Return a {name} that is any kind of piece, in the variants that all of them have."""
        return _in_variants(name, self.piece_variants, lambda variant: self.piece(piece, count, variant))

    def piece_names(self, piece: str) -> dict[str, str]:
        """Return the {names} of a kind of piece, one and several."""
        return self.noun_names(piece, f"{piece}s", self.pieces[piece])

    def place_names(self, place: str) -> dict[str, str]:
        """Return the {names} of a kind of place, one and several."""
        return self.noun_names(place, f"{place}s", self.places[place])

    @cached_property
    def nouns_named(self) -> Mapping[str, str]:
        """The {names} of all pieces and places, at the beginning of a sentence too."""
        names = [*map(self.piece_names, self.pieces), *map(self.place_names, self.places)]
        return with_capitals({name: noun for each in names for name, noun in each.items()})

    def with_nouns(self, text: str) -> str:
        """Fill the {names} of pieces and places in, and leave others as they are."""
        return re.sub(_NAMED, lambda name: self.nouns_named.get(name[1], name[0]), text) if "{" in text else text

    def goal_names(self, goal: str) -> dict[str, str]:
        """Return the {names} of the places where the king wins, by the rules' goal."""
        forms = self.goals[goal]
        if isinstance(forms, str):
            return {"goal": forms}
        return _in_variants("goal", variants(forms), lambda variant: chosen(forms, "other", variant))

    def names(self, title: str, variant: Variant) -> dict[str, str]:
        """Return the {names} that every text has: the game, and the places that its pieces stand on."""
        places = {"squares": self.squares, "points": self.points}[variant.rules.surface]
        return {**with_capitals(places), "Game": title}


def _in_variants(name: str, ends: Sequence[str], form: Callable[[str], str]) -> dict[str, str]:
    """Return a {name} and those of its variants, each with its form."""
    return {f"{name}_{end}" if end else name: form(end) for end in ("", *ends)}


# What is wrong with the words that a language declares, beyond what its tables must have: by key, a line each.


_LENGTHS = {WORDS: (20, 100), TENS: (10, 10), ORDINALS: (3, 100)}
"""The least and the greatest lengths of the lists of numbers."""
_NO_TENS = 2
"""The first tens, which are never used, and may be empty."""
RESERVED = ("device", "devices")
"""The ends of names made of a piece, which no variant can be."""


def word_problems(words: Words) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of each word of the grammar that the language cannot have."""
    if len(words.numbers) > NOUN_FORMS:
        yield "numbers", f"has {len(words.numbers)} keys, and {NOUN_FORMS} are the most"
    else:
        for key, series in words.numbers.items():
            why = next(_series_faults(words.numbers, key, series), None)
            if why:
                yield f"numbers.{key}", why
    yield from _surface_problems(words)
    for table in ("pieces", "places", "goals", "devices"):
        for name, forms in getattr(words, table).items():
            if not isinstance(forms, str):
                yield from form_problems(f"{table}.{name}", forms, words.plurals)
    for name, forms in words.pieces.items():
        for form in forms:
            if split(form)[1] in RESERVED:
                yield f"pieces.{name}.{form}", f"'{split(form)[1]}' is what a piece bears; call the variant otherwise"


def noun_problems(key: str, forms: Forms, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of each form that a noun which is counted cannot have."""
    yield from form_problems(key, forms, words.plurals, counted=True, numbers=words.number_variants)


def _series_faults(
    numbers: Mapping[str, str | tuple[str, ...]], key: str, series: str | tuple[str, ...]
) -> Iterator[str]:
    """Yield the reasons why a list of numbers cannot be as its key says, the first of which holds."""
    name, variant = split(key)
    if key == DECIMAL:
        if not (isinstance(series, str) and len(series) == 1 and not series.isalnum() and not series.isspace()):
            yield "must be one sign, such as a comma"
    elif name not in _LENGTHS:
        yield f"unknown key; {among(name, (*_LENGTHS, DECIMAL))}"
    elif isinstance(series, str):
        yield f"must be a list, not the text '{series}'"
    else:
        least, most = _LENGTHS[name]
        if variant:
            if variant_problem(variant):
                yield variant_problem(variant)
            least = most = len(numbers.get(name, ()))
        if not least <= len(series) <= most:
            length = str(least) if least == most else f"{least} to {most}"
            needed = f"'{name}' has {least}; write as many" if variant else f"must have {length}"
            yield f"has {len(series)} {name}, and {needed}"
        empty = [at for at, word in enumerate(series, 1) if not word.strip() and not (name == TENS and at <= _NO_TENS)]
        if empty:
            yield f"has an empty word at place {empty[0]}"


def _surface_problems(words: Words) -> Iterator[tuple[str, str]]:
    taken = {*words.pieces, *(f"{piece}s" for piece in words.pieces), *words.places}
    tables = (("squares", words.squares, words.points), ("points", words.points, words.squares))
    for (table, here, there), other in zip(tables, ("points", "squares"), strict=True):
        if len(here) > NOUN_FORMS:
            yield table, f"has {len(here)} words, and {NOUN_FORMS} are the most"
            return
        for key, text in here.items():
            parts = key.split("_")
            if any(map(variant_problem, parts)):
                yield f"{table}.{key}", "a name has small letters, with _ between its words"
            elif parts[0] in taken:
                yield f"{table}.{key}", f"'{key}' is the name of something else; call it otherwise"
            elif key not in there:
                yield f"{table}.{key}", f"[{other}] has no '{key}'; a sentence has it on either board, or on none"
            if not text.strip():
                yield f"{table}.{key}", "is empty; leave it out, or write the word"


# The {names} of a text, filled in.


_BRACE = re.compile(r"(\{(?:\{|[A-Za-z][A-Za-z0-9_]{0,59}\})?|\}\}?)")
"""A name in braces, a brace that is meant as such and written twice, or a stray one."""
_ESCAPED = {"{{": "{", "}}": "}"}
_SEEN = 40


class FillError(TaflkitError):
    """A text that cannot be filled in, as a whole, with the fault and its place in the text."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"'{text[:_SEEN]}{'...' if len(text) > _SEEN else ''}': {why}")
        self.text = text
        self.why = why


class CaseError(TaflkitError):
    """A sentence, as its file has it, that has not one case for the rules it speaks of, with the fault."""

    def __init__(self, sentence: object, why: str) -> None:
        super().__init__(why)
        self.sentence = sentence
        self.why = why


def fill(text: str, names: Mapping[str, str], most: int = TEXT) -> str:
    """Fill the {names} of a text in; a value is taken as it is, and two braces that touch are one.

    Raises:
        FillError: an unknown name, a brace that opens or closes none, or a text that becomes too long.
    """
    if "{" not in text and "}" not in text:
        return text
    # the text between the braces, and each brace with its name
    parts = _BRACE.split(text)
    for place in range(1, len(parts), 2):
        brace, name = parts[place], parts[place][1:-1]
        value = names.get(name, _ESCAPED.get(brace))
        if value is None:
            there = among(name, kin(name, names) or sorted(names)) if names else "this text has no names"
            why = f"there is no {{{name}}}; {there}" if brace[1:] else _STRAY
            raise FillError(text, f"character {sum(map(len, _BRACE.split(text)[:place])) + 1}: {why}")
        parts[place] = value
    if sum(map(len, parts)) > most:
        raise FillError(text, f"is longer than {most} characters when its names are filled in")
    return "".join(parts)


_STRAY = "a brace that is not round a name; write a name such as {Game}, or the brace twice"


def brace_problem(text: str, names: Collection[str] | None = None) -> str:
    """Return why a text could not be filled in, with the place of its first fault; "" where it can.

    Its names are None where they are known when it is filled in alone.
    """
    if "{" not in text and "}" not in text:
        return ""
    if names is not None:
        try:
            fill(text, dict.fromkeys(names, ""), len(text))
        except FillError as error:
            return error.why
    stray = next((brace for brace in _BRACE.finditer(text) if not brace[0][1:]), None)
    return f"character {stray.start() + 1}: {_STRAY}" if stray else ""
