"""The words of a booklet in their order: those of a ruleset in the place of its game's."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.errors import TemplateError
from taflkit.parts.booklet.text import BookletWords

RULESETS = """
[rulesets.house]
title = "House rules"
base = "walker"
variations.slow = { title = "the slow king", rules = { king_move = "step" } }
[rulesets.home]
base = "masters"
"""
WORDS = """
[text.booklet]
subtitle = "A game of ours"
[text.booklet.history]
title = "Of old"
paragraphs = ["{Game} is old."]
[text.booklet.advice]
title = "Play"
paragraphs = ["Play well."]
longer = ["Play {size} by {size} well."]
[text.booklet.rulesets.house]
subtitle = "A game of the house"
advice = { paragraphs = ["Stay in."], longer = ["Stay in, {count_defenders} of you."] }
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path, cross_picture(9, 2), extra=RULESETS + WORDS))


def words(game: str, rules: str, variations: tuple[str, ...] = (), *, short: bool = True) -> BookletWords:
    return BookletWords.of(read_book(Catalog(), game, rules, variations), short=short)


@pytest.mark.parametrize("variations", [(), ("slow",)])
def test_a_ruleset_has_its_own_subtitle_and_advice(game: str, variations: tuple[str, ...]) -> None:
    found = words(game, "house", variations)
    assert found.subtitle == "A game of the house"
    assert (found.history.title, found.history.paragraphs) == ("Of old", ("My game is old.",))
    assert (found.advice.title, found.advice.paragraphs) == ("Play", ("Stay in.",))
    assert words(game, "house", variations, short=False).advice.paragraphs == ("Stay in, eight of you.",)
    lines = list(found.lines())
    assert "Stay in." in lines
    assert "Play well." not in lines


def test_another_has_those_of_the_game(game: str) -> None:
    found = words(game, "home")
    assert found.subtitle == "A game of ours"
    assert found.advice.paragraphs == ("Play well.",)
    assert words(game, "home", short=False).advice.paragraphs == ("Play nine by nine well.",)


def test_what_is_left_out_is_left_out_under_every_ruleset(game: str) -> None:
    file = Path(game)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[text.booklet]", '[text.booklet]\nleave_out = ["advice"]'), encoding="utf-8")
    assert words(game, "house").advice.paragraphs == ()


@pytest.mark.parametrize(
    ("rules", "variations"), [("walker", ()), ("federation", ()), ("masters", ("weak-king", "check"))]
)
def test_the_colophon_counts_every_sentence_once_and_speaks_to_players(rules: str, variations: tuple[str, ...]) -> None:
    book = read_book(Catalog(), "brandub", rules, variations)
    said = BookletWords.of(book).provenance.partition(", ")
    labels = Counter(sentence.origin.label for rule in book.rules for sentence in rule.sentences)
    number = book.texts.words.number
    assert said[0] == f"Who says so? Of the {number(labels.total())} sentences of these rules"
    clauses = re.sub(r" \([^)]*\)", "", said[2]).partition(".")[0].split("; ")
    words = {"stated": "itself", "implied": "means", "narrowed": "wider", "observed": "show", "chosen": "marked\u00a0°"}
    for clause, label in zip(clauses, [label for label in words if labels[label]], strict=True):
        assert words[label] in clause
        assert re.search(rf"(^|\s){number(labels[label])}\b(?!-)", clause)
    assert "taflkit" not in " ".join(said)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("{Game} is old.", "{game} is old.", "history.paragraphs[0]"),
        ("Play {size} by", "Play {sise} by", "advice.longer[0]"),
        ("{count_defenders} of you", "{defenders of you", "rulesets.house.advice.longer[0]"),
    ],
)
def test_a_name_that_there_is_not_is_named_with_its_key(game: str, old: str, new: str, key: str) -> None:
    file = Path(game)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        words(game, "house")
    assert str(caught.value).startswith(f"{game}: text.booklet: {key}: character ")
