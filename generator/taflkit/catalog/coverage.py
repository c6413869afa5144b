"""How much of a game there is in a language, and the translations with other {names} or italics than their English."""

from __future__ import annotations

import re
from collections.abc import Collection

from msgspec import Struct

from taflkit.catalog.games import GameTemplates
from taflkit.catalog.languages import PRINTER_TEST
from taflkit.catalog.translation import SourceText, Translated
from taflkit.errors import TemplateError

_NAME = re.compile(r"\{\{|\}\}|\{([A-Za-z]\w*)\}")
_ITALICS = "*"


class Coverage(Struct, frozen=True):
    """What there is of a game in a language.

    Attributes:
        files: those that are missing.
        needed: the texts that the language must have, each once.
        problems: of translations whose {names} or italics are not those of the English.
    """

    files: tuple[str, ...]
    needed: tuple[SourceText, ...]
    problems: tuple[TemplateError, ...]

    @property
    def lacking(self) -> tuple[SourceText, ...]:
        """The texts that are missing or stale."""
        return tuple(each for each in self.needed if each.state)


def percent(needed: Collection[SourceText]) -> int:
    """Return how many of a hundred texts there are, rounded down: a hundred where nothing is lacking alone."""
    return sum(not each.state for each in needed) * 100 // len(needed) if needed else 100


def cover(game: GameTemplates, language: str, *further: Translated) -> Coverage:
    """Look through everything that a game has in a language.

    The game is in English. Further tables belong to no game, such as those of the site.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    tables = (*game.translations(language, PRINTER_TEST).values(), *further)
    needed = tuple(each for table in tables for each in table.needed)
    problems = []
    for table in tables:
        seen = set()
        for key, text in table.layers.texts():
            place, english = table.layers.translated.get(key), table.texts.get(key)
            if place is None or english is None or (place.file, place.key) in seen:
                continue
            seen.add((place.file, place.key))
            if why := name_differences(english.english, text):
                problems.append(TemplateError(place.file, place.key, why))
            if text.count(_ITALICS) != english.english.count(_ITALICS):
                problems.append(TemplateError(place.file, place.key, "has other * of italics than the English"))
    return Coverage(game.files.lacking(language), needed, tuple(problems))


def name_differences(english: str, text: str) -> str:
    """Return how the {names} of a text differ from those of its English, "" where they are the same.

    Each name may be in a variant, and begin with a capital: {King_dat} counts as {king}.

    >>> name_differences("The {king} moves.", "Der {queen} zieht.")
    'has not the names of its English: {king} is missing, {queen} is not there'
    """
    wanted, given = ({found[1] for found in _NAME.finditer(each) if found[1]} for each in (english, text))
    plain = {name.casefold(): name for name in wanted}
    there: set[str] = set()
    strange = []
    for name in sorted(given):
        low = name.casefold()
        # the longest name that it may be a variant of
        known = max((each for each in plain if low == each or low.startswith(f"{each}_")), key=len, default="")
        if known:
            there.add(known)
        else:
            strange.append(name)
    missing = [name for low, name in sorted(plain.items()) if low not in there]
    faults = [f"{{{name}}} is missing" for name in missing] + [f"{{{name}}} is not there" for name in strange]
    return f"has not the names of its English: {', '.join(faults)}" if faults else ""
