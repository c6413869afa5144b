"""What is wrong with the words that a language declares, beyond what its tables must have: by key, a line each."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Self

from msgspec import Struct

from taflkit.errors import among
from taflkit.limits import NOUN_FORMS
from taflkit.tafl import Piece
from taflkit.words.forms import Forms, form_problems, kin, split, variant_problem, variants
from taflkit.words.phrases import DECIMAL, ORDINALS, TENS, WORDS, Words, names_in

_LENGTHS = {WORDS: (20, 100), TENS: (10, 10), ORDINALS: (3, 100)}
"""The least and the greatest lengths of the lists of numbers."""
_NO_TENS = 2
"""The first tens, which are never used, and may be empty."""
_COUNTS = (
    *("size", "players", "count_attackers", "count_defenders", "count_pieces", "captors", "row", "held", "block"),
    *("taken", "total", "number", "count"),
)
"""The {names} that are numbers, in sentences, captions and the booklet."""
_RESERVED = ("device", "devices")
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
            if split(form)[1] in _RESERVED:
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


class Variants(Struct, frozen=True):
    """The variants that names may have anywhere in the rules, the cards, the captions and the booklet of a language.

    Attributes:
        names: every {name} that has variants, with them.
        places: the form that each name without a variant has in the grammar, and the noun or the table that it is of.
    """

    names: Collection[str]
    places: Mapping[str, tuple[str, str]]

    @classmethod
    def of(cls, words: Words) -> Self:
        """Return the names that have variants in a language, and the words of the board."""
        ends: dict[str, tuple[str, ...]] = {}
        places: dict[str, tuple[str, str]] = {}

        def add(stems: Iterable[str], found: tuple[str, ...], place: str, *forms: str) -> None:
            for stem, form in zip(stems, itertools.cycle(forms), strict=False):
                ends[stem], places[stem] = found, (form, place)

        for table, nouns in (("pieces", words.pieces), ("places", words.places)):
            for name, forms in nouns.items():
                add((name, f"{name}s"), variants(forms), f"{name} in [{table}]", "one", "other")
        devices = variants([form for forms in words.devices.values() for form in forms])
        bearing = [f"{piece.name.lower()}_{one}" for piece in Piece for one in _RESERVED]
        add(bearing, devices, "each of [devices]", "one", "other")
        goals = variants([form for forms in words.goals.values() if not isinstance(forms, str) for form in forms])
        add(("goal",), goals, "each of [goals]", "other")
        add(_COUNTS, words.number_variants, "[numbers]", WORDS)
        add(("occurrence",), words.ordinal_variants, "[numbers]", ORDINALS)
        board = dict.fromkeys((*words.squares, *words.points))
        places |= {name: (name, "[squares] and [points]") for name in board if "_" not in name}
        names = [name for stem, each in ends.items() for name in (stem, *(f"{stem}_{end}" for end in each))]
        return cls((*board, *names), places)

    def problem(self, text: str, grammar: bool = False) -> str:
        """Return why a text has a variant that there is not; "" where it has none such, or a name that is no noun's.

        `grammar` says whether the language has a grammar of its own, in which the variant may be declared.
        """
        for name in names_in(text):
            plain = name[0].lower() + name[1:]
            known = kin(plain, self.names)
            if plain not in self.names and known:
                why = f"there is no {{{name}}}; {among(plain, known)}"
                stem = max((stem for stem in self.places if plain.startswith(f"{stem}_")), key=len, default="")
                if not grammar or not stem:
                    return why
                form, place = self.places[stem]
                value = '["...", ...]' if place == "[numbers]" else '"..."'
                return f"{why}; to have it, add {form}{plain[len(stem) :]} = {value} to {place} of grammar.toml"
        return ""
