"""The lists of hyphens are made of the shipped texts, one for each of their languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from support.sampling import sampled
from taflkit.catalog import hyphenator, load_hyphens
from taflkit.resources import templates_folder
from taflkit.sheets.paper import PAPERS

TEMPLATES = templates_folder()
LANGUAGES = sorted(["en", *(folder.name for folder in (TEMPLATES / "languages").iterdir())])
SOFT_HYPHEN = "\u00ad"

every_language = pytest.mark.parametrize("language", LANGUAGES)


def lines_of(language: str) -> list[str]:
    return (TEMPLATES / "hyphens" / f"{language}.txt").read_text(encoding="utf-8").split()


def kit_texts(language: str) -> Iterator[str]:
    """Yield the words of a language that are set in print; the site's are not."""
    if language == "en":
        files = [*(TEMPLATES / "text" / "en").glob("*.toml"), *TEMPLATES.glob("games/*/text/en/*.toml")]
        yield from map(_values, map(_read, files))
        return
    folder = TEMPLATES / "languages" / language
    yield _values(_read(folder / "grammar.toml"))
    for file in folder.glob("*.po"):
        if file.stem != "site":
            yield from (entry.msgstr for entry in polib.pofile(str(file)))


def texts(language: str) -> Iterator[str]:
    """Yield the words of a language, and in English those of boards and rulesets."""
    yield from kit_texts(language)
    if language == "en":
        for file in (TEMPLATES / "games").rglob("*.toml"):
            if file.parent.parent.name != "text" and file.parent.name != "figures":
                yield _values(_read(file))


@every_language
def test_every_word_is_broken_inside_and_stands_once(language: str) -> None:
    lines = lines_of(language)
    words = [line.replace("-", "") for line in lines]
    assert words == sorted(set(words))
    assert all(re.fullmatch(r"[^\W\d_]{2,}(-[^\W\d_]{2,})*", line) for line in lines), "no part is a single letter"
    assert all("-" not in line for line, word in zip(lines, words, strict=True) if len(word) < 6)


@every_language
def test_every_word_that_the_setter_asks_for_is_there(language: str) -> None:
    listed = {line.replace("-", "") for line in lines_of(language)}
    written = " ".join(kit_texts(language))
    found = {word.lower() for word in re.findall(r"[^\W\d_]{5,}", written.replace(SOFT_HYPHEN, ""))}
    found |= {word.lower() for paper in PAPERS.values() for word in re.findall(r"[^\W\d_]{5,}", paper.label)}
    assert found <= listed, "run scripts/make_hyphens.py (make fonts)"


def _read(file: Path) -> object:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _values(table: object) -> str:
    """Return all strings of a TOML value."""
    if isinstance(table, dict):
        return " ".join(map(_values, table.values()))
    if isinstance(table, list):
        return " ".join(map(_values, table))
    return str(table)


@every_language
def test_no_word_of_the_list_is_gone_from_the_texts(language: str) -> None:
    text = " ".join(texts(language)).lower().replace(SOFT_HYPHEN, "")
    words = {*re.findall(r"[^\W\d_]+", text), *(paper.label.lower() for paper in PAPERS.values())}
    stale = [line for line in lines_of(language) if line.replace("-", "") not in words]
    assert stale == [], "run scripts/make_hyphens.py (make fonts)"


def test_the_long_words_of_the_rules_can_be_broken() -> None:
    known = {line.replace("-", "") for line in lines_of("en")}
    assert {"attackers", "defenders", "captured", "reconstruction"} <= known


@every_language
def test_no_list_is_large(language: str) -> None:
    assert (TEMPLATES / "hyphens" / f"{language}.txt").stat().st_size < 60_000


@pytest.mark.parametrize(
    ("language", "word", "broken"),
    sampled(
        [
            ("de", "verteidiger", "ver-tei-di-ger"),
            ("fr", "attaquants", "at-ta-quants"),
            ("da", "angriberne", "an-gri-berne"),
            ("en", "attackers", "at-tack-ers"),
            # pyphen has no Irish: words stay whole
            ("ga", "cosantóir", "cosantóir"),
        ],
        2,
    ),
)
def test_words_that_no_list_has_are_broken_by_the_dictionary(language: str, word: str, broken: str) -> None:
    assert hyphenator(language)(word).replace(SOFT_HYPHEN, "-") == broken
    assert load_hyphens(TEMPLATES / "hyphens" / "xx.txt") == {}
