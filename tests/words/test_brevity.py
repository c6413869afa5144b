"""The order and the length of the printed rules: groups, the aim first, and limits of sentences and words."""

from __future__ import annotations

import itertools
import re

import pytest

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book

GROUPS = ("aim", "setting-up", "moving", "capturing", "king", "ending", "calls")

LIMITS = {
    ("brandub", "walker"): (26, 340),
    ("hnefatafl", "copenhagen"): (40, 600),
    ("tablut", "linnaeus"): (30, 400),
}
"""The most sentences, and the most words, of the rulesets that all others are measured by."""

FORMER = {
    ("alea-evangelii", "opentafl"): 599,
    ("alea-evangelii", "cyningstan"): 492,
    ("ard-ri", "common"): 406,
    ("ard-ri", "corrected"): 414,
    ("brandub", "macwhite"): 475,
    ("brandub", "richgames"): 486,
    ("brandub", "masters"): 465,
    ("brandub", "branan"): 476,
    ("brandub", "federation"): 483,
    ("hnefatafl", "fetlar"): 548,
    ("hnefatafl", "historical"): 517,
    ("hnefatafl", "sea-battle"): 420,
    ("magpie", "federation"): 553,
    ("magpie", "suckling"): 463,
    ("parlett", "sea-battle"): 421,
    ("tablut", "smith"): 490,
    ("tablut", "historical"): 519,
    ("tablut", "sea-battle"): 420,
    ("tawlbwrdd", "bell"): 360,
}
"""How many words the same rules had that were said at length; those of LIMITS had 486, 816 and 521."""
SHARE = 0.78
"""How many of them are enough: the three of LIMITS keep 70, 74 and 77 of a hundred."""
LONGEST = 40
"""The most words of a printed sentence, of which a numbered one may have several."""

NAMES = [
    (game, ruleset.name, variation)
    for game in catalog().game_names()
    for ruleset in catalog().game(game).rulesets
    for variation in ("", *ruleset.variations)
]


def read(game: str, ruleset: str, variation: str = "") -> Book:
    return read_book(catalog(), game, ruleset, [variation] if variation else ())


def texts(book: Book) -> list[str]:
    return [sentence.text for rule in book.rules for sentence in rule.sentences]


def count_words(book: Book) -> int:
    return sum(len(text.split()) for text in texts(book))


@pytest.mark.parametrize(("game", "ruleset", "variation"), NAMES)
def test_the_groups_are_in_order_and_the_aim_is_first(game: str, ruleset: str, variation: str) -> None:
    book = read(game, ruleset, variation)
    groups = [group for group, _ in itertools.groupby(rule.group for rule in book.rules)]
    assert groups == [group for group in GROUPS if group in groups]
    assert {*GROUPS} - {"calls"} <= {*groups}
    first, second = (sentence.text for sentence in book.rules[0].sentences)
    assert re.fullmatch(r"The \w+’s side wins when the \w+ reaches .*\.", first)
    assert re.fullmatch(r"The \w+ win by capturing the \w+\.", second)


@pytest.mark.parametrize(("game", "ruleset"), LIMITS)
def test_the_rules_are_no_longer_than_agreed(game: str, ruleset: str) -> None:
    book = read(game, ruleset)
    sentences, words = LIMITS[game, ruleset]
    assert len(texts(book)) <= sentences
    assert count_words(book) <= words


@pytest.mark.parametrize(("game", "ruleset"), FORMER)
def test_the_rules_of_the_others_are_shorter_in_proportion(game: str, ruleset: str) -> None:
    assert count_words(read(game, ruleset)) <= SHARE * FORMER[game, ruleset]


def test_every_ruleset_has_a_limit() -> None:
    assert {(game, ruleset) for game, ruleset, _ in NAMES} == {*LIMITS, *FORMER}


@pytest.mark.parametrize(("game", "ruleset", "variation"), NAMES)
def test_no_printed_sentence_is_long(game: str, ruleset: str, variation: str) -> None:
    for text in texts(read(game, ruleset, variation)):
        for sentence in re.split(r"(?<=[.!?])\s", text):
            assert len(sentence.split()) <= LONGEST, sentence
