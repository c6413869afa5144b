"""Golden ornaments: what is drawn is what was drawn when somebody looked at it (scripts/refresh_cases.py)."""

from __future__ import annotations

import pytest

from support.golden_ornaments import GOLDEN, ORNAMENTS, ornament_svg


@pytest.mark.parametrize("name", ORNAMENTS)
def test_an_ornament_is_drawn_as_before(name: str) -> None:
    expected = (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")
    assert ornament_svg(name).splitlines() == expected.splitlines(), "run scripts/refresh_cases.py and look"


def test_every_golden_ornament_is_drawn() -> None:
    assert sorted(file.stem for file in GOLDEN.glob("*.svg")) == sorted(ORNAMENTS)
