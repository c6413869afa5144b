"""Walls round the king on the edge: what is an exit fort."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.boards import SYMMETRIES, Corners, seen
from support.pictures.reading import NO_FLAGS, Flag, read_cases
from taflkit.tafl import FORTIFIED, Move, Side

__all__ = ["FORTS", "Fort", "check_fort"]


class Fort(NamedTuple):
    """A move of the king's side, and whether it leaves him in a fort."""

    what: str
    move: str
    wins: bool
    text: str
    corners: Corners = "four"
    flags: Mapping[str, Flag] = NO_FLAGS


FORTS = read_cases("forts", Fort)


def check_fort(fort: Fort) -> None:
    """Whether the move leaves a fort, with and without the flag, with the board turned and mirrored."""
    move, size = Move.parse(fort.move), len(fort.text.split())
    for exit_fort in (True, False):
        before = seen(fort.text, Side.DEFENDERS, fort.corners, **fort.flags, exit_fort=exit_fort)
        for symmetry in SYMMETRIES:
            turn = symmetry.position(before).play(symmetry.move(move, size))
            assert turn.outcome == (FORTIFIED if fort.wins and exit_fort else None), symmetry
