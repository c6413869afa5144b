"""Rings of attackers, and walls round the king on the edge: which moves win by encirclement and by an exit fort."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.boards import SYMMETRIES, Corners, seen
from support.pictures.reading import NO_FLAGS, Flag, read_cases
from taflkit.tafl import ENCIRCLED, FORTIFIED, Move, Outcome, Side

__all__ = ["FORTS", "RINGS", "Win", "check_fort", "check_ring"]


class Win(NamedTuple):
    """A move of the side that may win by a rule, and whether it does."""

    what: str
    move: str
    wins: bool
    text: str
    corners: Corners = "four"
    flags: Mapping[str, Flag] = NO_FLAGS


RINGS = read_cases("rings", Win)
FORTS = read_cases("forts", Win)


def check_ring(ring: Win) -> None:
    """Whether the move encircles, with and without the flag, with the board turned and mirrored."""
    _check_win(ring, Side.ATTACKERS, "encirclement", ENCIRCLED)


def check_fort(fort: Win) -> None:
    """Whether the move leaves a fort, with and without the flag, with the board turned and mirrored."""
    _check_win(fort, Side.DEFENDERS, "exit_fort", FORTIFIED)


def _check_win(case: Win, by: Side, rule: str, outcome: Outcome) -> None:
    move, size = Move.parse(case.move), len(case.text.split())
    for plays in (True, False):
        before = seen(case.text, by, case.corners, **{**case.flags, rule: plays})
        for symmetry in SYMMETRIES:
            turn = symmetry.position(before).play(symmetry.move(move, size))
            assert turn.outcome == (outcome if case.wins and plays else None), symmetry
