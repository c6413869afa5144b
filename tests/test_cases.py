"""Golden drawings: what a command draws is what it drew when somebody looked at it (scripts/refresh_cases.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.golden import CASES, drawn

FOLDERS = sorted(file.parent for file in CASES.glob("*/command.txt"))


@pytest.mark.parametrize("case", FOLDERS, ids=lambda case: case.name)
def test_a_command_draws_what_it_drew_before(case: Path) -> None:
    expected = (case / "expected.svg").read_text(encoding="utf-8")
    assert drawn(case).splitlines() == expected.splitlines(), "run scripts/refresh_cases.py and look at what moved"


def test_there_are_cases() -> None:
    assert len(FOLDERS) >= 10
    assert sorted(file.parent for file in CASES.glob("*/expected.svg")) == FOLDERS
