"""Men beside their king on his throne: who falls by the capture that Linnaeus tells of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.boards import SYMMETRIES, named, seen
from support.pictures.reading import Flag, read_cases
from taflkit.tafl import Move, Side, Square, Turn

__all__ = ["MEN", "Man", "check_man", "taken_by_throne"]


class Man(NamedTuple):
    """A move of the attackers, and the defender who falls by the rule, or nobody."""

    what: str
    move: str
    text: str
    taken: str = ""


MEN = read_cases("men", Man)
HARMLESS: Mapping[str, Flag] = {"throne_hostile_to_soldiers": False, "throne_hostile_to_king": False}


def taken_by_throne(turn: Turn) -> set[Square]:
    return {capture.square for capture in turn.captures if capture.rule == "linnaean"}


def check_man(man: Man, harmless: bool) -> None:
    """Who falls, with and without the flag, the board turned and mirrored, and the empty throne hostile or not."""
    move, size = Move.parse(man.move), len(man.text.split())
    flags = HARMLESS if harmless else {}
    for linnaean in (True, False):
        before = seen(man.text, Side.ATTACKERS, linnaean_capture=linnaean, **flags)
        for symmetry in SYMMETRIES:
            turn = symmetry.position(before).play(symmetry.move(move, size))
            expected = {symmetry.square(square, size) for square in named(man.taken)} if linnaean else set()
            assert taken_by_throne(turn) == expected, symmetry
            assert turn.after.king
            assert turn.outcome is None
