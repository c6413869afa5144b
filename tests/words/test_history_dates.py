"""The dates in the histories of the booklets, in every language, against a table typed from the facts.

A year must be one of the table, in a paragraph that names what happened then; and every century that English gives to
a find must be its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from support.shipped import catalog
from taflkit.words.booklet import SectionText

YEARS = {
    "brandub": {
        800: ("Norse", "norr", "nord", "Nord", "Lochlann"),
        1200: ("Eóin",),
        1640: ("Eóin",),
        1732: ("Linn",),
        1932: ("Ballinderry", "Baile an Doire"),
        1946: ("Éigse",),
    },
    "tablut": {
        1587: ("tawl-bwrdd",),
        1732: ("Linn",),
        1811: ("Smith", "Linn"),
        1855: ("Jaques",),
        1913: ("Murray",),
        1980: ("Brown",),
        2007: ("Ashton",),
        2011: ("Cartier", "Bartley"),
        2012: ("Nielsen",),
        2013: ("Salmi",),
    },
    "hnefatafl": {
        400: ("Vimose",),
        779: ("Storhaug",),
        1732: ("Linn",),
        1811: ("Linn",),
        1913: ("Murray",),
        1980: ("Brown",),
        2007: ("Fetlar",),
        2011: ("Bartley",),
        2012: ("Nielsen",),
    },
    "parlett": {
        1732: ("Linn",),
        1811: ("Linn", "English"),
        1980: ("Brown",),
        1999: ("Parlett",),
        2011: ("Bartley",),
        2012: ("Nielsen",),
    },
    "tawlbwrdd": {1250: ("Laws",), 1587: ("ap Ifan",), 1940: ("Lewis",)},
    "ard-ri": {1999: ("Parlett",), 2013: ("Walker",)},
    "magpie": {800: ("Norse",), 1999: ("Suckling",)},
    "alea-evangelii": {400: ("Vimose",), 953: ("Dub Innse",)},
}
"""The years of each game with the names of which one must stand beside them."""
CENTURIES = {
    "Ballinderry": {"tenth"},
    "Waterford": {"twelfth"},
    "Gokstad": {"ninth"},
    "Toftanes": {"tenth"},
    "Trondheim": {"twelfth"},
    "Coppergate": {"tenth"},
    "gospel book": {"twelfth"},
}
"""The century of each find, as English writes it."""
SHELF = re.compile(r"(?:Peniarth|number|nummer|Nr\.|numéro) (?:MS )?\d+")
"""The numbers by which libraries call their manuscripts."""
ORDINAL = r"\b(ninth|tenth|eleventh|twelfth|thirteenth|sixteenth)\b"


def paragraphs(game: str, language: str) -> Iterator[str]:
    """Yield every paragraph of the histories and the advice of a game, those of its rulesets too."""
    text = catalog().game(game).in_language(language).texts().booklet
    sections: list[SectionText] = [text.history, text.advice]
    for own in text.rulesets.values():
        sections += [own.history, own.advice]
    for section in sections:
        yield from (*section.paragraphs, *section.longer)
    yield f"{text.special} {text.dated}"


@pytest.mark.parametrize("game", YEARS)
def test_every_year_is_one_of_the_facts_beside_what_happened_then(game: str) -> None:
    found = set()
    for language in catalog().game(game).languages:
        for paragraph in paragraphs(game, language):
            for year in map(int, re.findall(r"(?<![\d.])[1-9]\d{2,3}(?![\d-])", SHELF.sub("", paragraph))):
                found.add(year)
                assert year in YEARS[game], (language, year, paragraph)
                is_short = len(paragraph) < 120  # the line of a gallery names nothing
                assert is_short or any(name in paragraph for name in YEARS[game][year]), (language, year, paragraph)
    assert found == YEARS[game].keys()


def test_every_game_with_a_history_has_its_years() -> None:
    assert set(YEARS) == set(catalog().game_names())


@pytest.mark.parametrize("find", CENTURIES)
def test_a_find_is_of_its_century(find: str) -> None:
    told = {
        century
        for game in catalog().game_names()
        for paragraph in paragraphs(game, "en")
        for century in re.findall(rf"{find}[^.;]*?{ORDINAL}", paragraph)
    }
    assert told == CENTURIES[find]
