"""The booklet's words beside the rules: a game's own under a ruleset, and the prose of the shipped games."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.resources import templates_folder
from taflkit.words.booklet import BookletText, RulesetText, SectionText
from taflkit.words.phrases import fill

FILES = sorted((templates_folder() / "games").glob("*/text/en/booklet.toml"))
every_game = pytest.mark.parametrize("file", FILES, ids=lambda file: file.parts[-4])
LONGEST = 70
"""How many letters the line on what is special may have."""
LANGUAGES = {"ga": "Irish", "non": "Old Norse", "la": "Latin", "cy": "Welsh", "smi": "Sámi"}
OWN = SectionText("Own", paragraphs=("One.",), longer=("One at length.",))


def booklet(**words: Any) -> BookletText:
    """The shared words of a booklet with some of a game's own."""
    shared = catalog().game("brandub").booklet()
    own = {"subtitle": "A game", "history": SectionText(), "advice": SectionText(), "rulesets": {}, **words}
    return BookletText(**{**{name: getattr(shared, name) for name in shared.__struct_fields__}, **own})


# words under a ruleset


def test_a_ruleset_without_words_has_the_games() -> None:
    assert booklet(history=OWN, advice=OWN).under("house") == RulesetText("A game", OWN, OWN)


def test_a_ruleset_has_its_own_words_and_no_other() -> None:
    other = SectionText("Other", paragraphs=("Two.",))
    words = booklet(history=OWN, advice=OWN, rulesets={"house": RulesetText("Ours", other)})
    assert words.under("house") == RulesetText("Ours", other, OWN)
    assert words.under("house").history.at_length().paragraphs == ("Two.",)
    assert words.under("home") == RulesetText("A game", OWN, OWN)


def test_paragraphs_without_a_title_have_that_of_the_game_and_a_title_alone_changes_nothing_else() -> None:
    text = booklet(advice=OWN, rulesets={"a": RulesetText(advice=SectionText(paragraphs=("Two.",)))})
    assert text.under("a").advice == SectionText("Own", paragraphs=("Two.",))
    text = booklet(advice=OWN, rulesets={"a": RulesetText(advice=SectionText("Title"))})
    assert text.under("a").advice == SectionText("Title", paragraphs=("One.",), longer=("One at length.",))


def test_longer_paragraphs_alone_are_refused() -> None:
    with pytest.raises(ValueError, match="needs paragraphs"):
        SectionText("A title", longer=("One.",))


# the shipped prose


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def sections(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield history and advice of a file, those of its rulesets too, by their keys."""
    for name in ("history", "advice"):
        if name in table:
            yield name, table[name]
    for ruleset, words in table.get("rulesets", {}).items():
        yield from ((f"rulesets.{ruleset}.{name}", section) for name, section in sections(words))


def prose(file: Path) -> list[str]:
    """All paragraphs of a file."""
    found = (section for _, section in sections(read(file)))
    return [text for section in found for text in (*section["paragraphs"], *section["longer"])]


@every_game
def test_a_game_says_in_a_line_what_is_special_of_it(file: Path) -> None:
    special = read(file)["special"]
    assert 0 < len(special) <= LONGEST
    assert not set("{}*\n") & set(special)
    assert not special.endswith(".")


@every_game
def test_a_game_has_a_subtitle_a_history_and_advice_short_and_long(file: Path) -> None:
    table = read(file)
    assert table["subtitle"]
    assert {"history", "advice"} <= set(table)
    for key, section in sections(table):
        short, long = ("".join(section[length]) for length in ("paragraphs", "longer"))
        assert 0 < len(short) <= len(long), key


@every_game
def test_foreign_words_are_marked_with_a_language_that_is_meant(file: Path) -> None:
    for text in prose(file):
        runs = text.split("*")
        assert len(runs) % 2 == 1, f"a mark is not closed: {text}"
        for marked in runs[1::2]:
            language, colon, words = marked.partition(":")
            assert not colon or (language in LANGUAGES and words), marked


@every_game
def test_quotation_marks_are_those_of_print(file: Path) -> None:
    for text in (*prose(file), read(file)["special"], read(file)["subtitle"]):
        assert not set("'\"`") & set(text), text
        assert not re.search(r"  | [.,;:]", text), text


@every_game
def test_the_prose_names_nothing_that_there_is_not(file: Path) -> None:
    names = read_book(catalog(), "brandub", None).names
    for text in prose(file):
        assert fill(text, names)


@every_game
def test_words_by_ruleset_are_of_rulesets_that_the_game_has(file: Path) -> None:
    shipped = {found.stem for found in (file.parents[2] / "rulesets").glob("*.toml")}
    assert not shipped or set(read(file).get("rulesets", {})) <= shipped
