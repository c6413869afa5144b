"""Paints find the paint of a role, or of the nearest parent that has one."""

from __future__ import annotations

import pytest

from taflkit.drawing.look import Paint, Paints
from taflkit.errors import TaflkitError

GREY = Paint(fill=(0.9,))
DARK = Paint(fill=(0.2,), stroke=(0.0,), width=0.3)
MONO = Paints("mono", {"board": GREY, "board.square.corner": DARK})


def test_a_role_has_its_own_paint() -> None:
    assert MONO.paint("board.square.corner") is DARK


@pytest.mark.parametrize("role", ["board", "board.square", "board.square.throne", "board.square.throne.ring"])
def test_a_role_without_a_paint_takes_that_of_the_nearest_parent(role: str) -> None:
    assert MONO.paint(role) is GREY


def test_the_nearest_parent_comes_before_a_farther_one() -> None:
    assert MONO.paint("board.square.corner.ring") is DARK


@pytest.mark.parametrize("role", ["piece", "boards", "board_square", "square.board", ""])
def test_a_role_without_any_paint_is_named_with_the_paints(role: str) -> None:
    with pytest.raises(TaflkitError, match=f"^the paints 'mono' have none for the role '{role}'$"):
        MONO.paint(role)
