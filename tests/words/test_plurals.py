"""Which form of a noun goes with a count: CLDR's rules, as the file of them has them."""

from __future__ import annotations

import runpy
import tomllib
from collections.abc import Sequence

import pytest
from babel import Locale

from support import ROOT
from taflkit.resources import templates_folder
from taflkit.words.forms import CATEGORIES, plurals_of

FILE = templates_folder() / "plurals.toml"
RULES = tomllib.loads(FILE.read_text(encoding="utf-8"))["rule"]
LANGUAGES = [code for rule in RULES for code in rule["languages"].split()]
COUNTS = (*range(250), 1000, 1001, 20_000, 100_000, 1_000_000, 2_000_000, 3_000_001)


@pytest.mark.parametrize(
    ("language", "counts", "category"),
    [
        ("en", [1], "one"),
        ("en", [0, 2, 7, 21, 1_000_000], "other"),
        ("de", [1], "one"),
        ("de", [0, 2, 11], "other"),
        ("da", [1], "one"),
        ("da", [0, 2, 21], "other"),
        ("fr", [0, 1], "one"),
        ("fr", [2, 3, 99], "other"),
        ("fr", [1_000_000], "many"),
        ("ga", [1], "one"),
        ("ga", [2], "two"),
        ("ga", [3, 4, 5, 6], "few"),
        ("ga", [7, 8, 9, 10], "many"),
        ("ga", [0, 11, 12, 20, 21], "other"),
        ("pl", [2, 3, 4, 22], "few"),
        ("pl", [5, 12, 14, 25], "many"),
        ("ar", [0], "zero"),
        ("ja", [0, 1, 2], "other"),
        ("pt", [0, 1], "one"),
        ("pt-PT", [0, 2], "other"),
        ("fr-CA", [0], "one"),
        ("zh-Hant-TW", [1], "other"),
    ],
)
def test_a_count_has_the_category_of_its_language(language: str, counts: Sequence[int], category: str) -> None:
    assert {plurals_of(language).category(count) for count in counts} == {category}


@pytest.mark.parametrize("language", ["non", "x", "", "tlh-Latn"])
def test_an_unknown_language_has_other_for_every_count(language: str) -> None:
    found = plurals_of(language)
    assert not found.known
    assert {found.category(count) for count in COUNTS} == {"other"}
    assert found.categories == CATEGORIES


def test_every_language_stands_once_and_has_its_categories_in_order() -> None:
    assert len(LANGUAGES) == len(set(LANGUAGES)) > 150
    for rule in RULES:
        categories, languages = rule["categories"].split(), rule["languages"].split()
        assert categories == [name for name in CATEGORIES if name in categories]
        assert categories[-1] == "other"
        assert languages == sorted(languages)


@pytest.mark.whole
def test_the_file_is_what_the_script_writes() -> None:
    lines = runpy.run_path(str(ROOT / "scripts" / "make_plurals.py"))["lines"]
    assert "\n".join(lines()).rstrip("\n") + "\n" == FILE.read_text(encoding="utf-8")


@pytest.mark.whole
def test_every_rule_agrees_with_babel() -> None:
    for language in LANGUAGES:
        rule, found = Locale.parse(language, sep="-").plural_form, plurals_of(language)
        assert [found.category(count) for count in COUNTS] == [rule(count) for count in COUNTS], language
