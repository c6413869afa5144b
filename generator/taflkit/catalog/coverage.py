"""How much of a game there is in a language, and what is wrong with its translations beside the words themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from taflkit.catalog.games import GameTemplates
from taflkit.catalog.languages import TITLES, lacking_files, translations_of
from taflkit.catalog.sources import Source
from taflkit.catalog.translation import Translated, Translations, Untranslated, digest, flat_texts, read_translated
from taflkit.errors import TemplateError
from taflkit.resources import DEFAULT_LANGUAGE

__all__ = ["Coverage", "cover", "name_differences", "share"]

_NAME = re.compile(r"\{\{|\}\}|\{([A-Za-z]\w*)\}")
_ITALICS = "*"
_TEST = "printer-test"


class Coverage(Struct, frozen=True):
    """What there is of a game in a language.

    Attributes:
        files: those that are missing.
        lacking: the texts that are missing or stale, each once.
        counts: how many texts there are and how many are lacking, for each file of the language.
        problems: of translations: {names} or italics that are not those of the English, and those of no English text.
    """

    language: str
    files: tuple[str, ...]
    lacking: tuple[Untranslated, ...]
    counts: Mapping[str, tuple[int, int]]
    problems: tuple[TemplateError, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is lacking."""
        return not self.files and not self.lacking

    @property
    def percent(self) -> int:
        """How much there is of a hundred; a hundred where nothing is lacking alone."""
        return share(*map(sum, zip(*self.counts.values(), strict=True))) if self.counts else 100


def share(texts: int, lacking: int) -> int:
    """Return how many of a hundred texts there are, rounded down.

    >>> share(1000, 1)
    99
    """
    return (texts - lacking) * 100 // texts if texts else 100


def cover(game: GameTemplates, language: str) -> Coverage:
    """Look through everything that a game has in a language.

    Args:
        game: in English.
        language: another.

    Raises:
        TaflkitError: a file has a problem, with file and key.
    """
    found = translations_of(game, language)
    shipped = game.lender is None
    if shipped:
        # it belongs to no game, and is shipped with those that do
        found[_TEST] = read_translated(game.sources[-1:], language, _TEST)
    lacking = tuple(each for table in found.values() for each in table.lacking)
    counts: dict[str, tuple[int, int]] = {}
    for table in found.values():
        for file, number in table.counts.items():
            without = sum(each.file == file for each in table.lacking)
            counts[file] = (number, without)
    problems = [problem for table in found.values() for problem in _differing(table)]
    for name, table in found.items():
        titles = table.english if name == TITLES else None
        problems += _of_nothing(game.sources if shipped else game.sources[:1], game.sources, language, name, titles)
    return Coverage(language, lacking_files(game.sources, language), lacking, counts, tuple(problems))


def _differing(table: Translated) -> Iterator[TemplateError]:
    """Yield the translations whose {names} or italics are not those of the English, each once."""
    told: set[tuple[str, str]] = set()
    for key, text in flat_texts(table.layers.table):
        place = table.layers.translated.get(key)
        if place is None or (place.file, place.key) in told:
            continue
        told.add((place.file, place.key))
        english = table.english[key]
        if why := name_differences(english, text):
            yield TemplateError(place.file, place.key, why)
        if text.count(_ITALICS) != english.count(_ITALICS):
            yield TemplateError(place.file, place.key, "has other * of italics than the English")


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
        known = _plain_of(name.casefold(), plain)
        if known:
            there.add(known)
        else:
            strange.append(name)
    missing = [name for low, name in sorted(plain.items()) if low not in there]
    told = [f"{{{name}}} is missing" for name in missing] + [f"{{{name}}} is not there" for name in strange]
    return f"has not the names of its English: {', '.join(told)}" if told else ""


def _plain_of(name: str, plain: Mapping[str, str]) -> str:
    """Return the name of which another is a variant, the longest that it can be; "" for none."""
    return max((each for each in plain if name == each or name.startswith(f"{each}_")), key=len, default="")


def _of_nothing(
    checked: Sequence[Source], sources: Sequence[Source], language: str, name: str, titles: Mapping[str, str] | None
) -> Iterator[TemplateError]:
    """Yield the translations of no English text: neither its words nor its key are known.

    Args:
        checked: the first of the sources, whose files are looked at.
        sources: all of them; a file may translate those below it.
        language: of the files.
        name: of the table.
        titles: the English texts by key, where they stand in no table; None for those of the sources.
    """
    for number, source in enumerate(checked):
        pair = source.table(f"text/{language}/{name}")
        if pair is None or source.tables is not None:
            continue
        if titles is None:
            below = [each.table(f"text/{DEFAULT_LANGUAGE}/{name}") for each in sources[number:]]
            english = [text for each in below if each for text in flat_texts(each[0])]
        else:
            english = list(titles.items())
        keys, digests = {key for key, _ in english}, {digest(text) for _, text in english}
        for key, entry in Translations.read([(source, *pair)]).by_key[0].items():
            if key not in keys and entry.en not in digests:
                yield TemplateError(entry.place.file, entry.place.key, "is of no English text; it can be taken away")
