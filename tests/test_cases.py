"""Golden cases: a command draws or says what it did when somebody looked at it (scripts/refresh_cases.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.golden import CASES, drawn, expected
from support.golden_words import every_file, every_word
from support.shipped import FAMILY, RULESETS, catalog

FOLDERS = sorted(file.parent for file in CASES.glob("*/command.txt"))


@pytest.mark.parametrize("case", FOLDERS, ids=lambda case: case.name)
def test_a_command_makes_what_it_made_before(case: Path) -> None:
    before = expected(case).read_text(encoding="utf-8")
    assert drawn(case).splitlines() == before.splitlines(), "run scripts/refresh_cases.py and look at what moved"


@pytest.mark.parametrize("language", catalog().game("brandub").languages)
def test_the_words_that_no_booklet_has_are_what_they_were(language: str) -> None:
    before = every_file(language).read_text(encoding="utf-8").splitlines()
    assert list(every_word(catalog(), language)) == before, "run scripts/refresh_cases.py and look at what moved"


def test_there_are_cases() -> None:
    assert len(FOLDERS) >= 20
    assert sorted(file.parent for file in CASES.glob("*/expected.*")) == FOLDERS


def test_the_words_of_every_ruleset_and_variation_are_pinned() -> None:
    game = catalog().game("brandub")
    names = [f"words-{name}" for name in RULESETS]
    names += [f"words-{name}-{varied}" for name in RULESETS for varied in game.ruleset(name).variations]
    names += [f"words-{game}-{name}" for game, name in FAMILY]
    assert {folder.name for folder in FOLDERS} >= set(names)
