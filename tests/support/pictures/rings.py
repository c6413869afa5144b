"""Rings of attackers: who is encircled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.boards import SYMMETRIES, Corners, seen
from support.pictures.reading import NO_FLAGS, Flag, read_cases
from taflkit.tafl import ENCIRCLED, Move, Side

__all__ = ["RINGS", "Ring", "check_ring"]


class Ring(NamedTuple):
    """A move of the attackers, and whether it encircles."""

    what: str
    move: str
    wins: bool
    text: str
    corners: Corners = "four"
    flags: Mapping[str, Flag] = NO_FLAGS


RINGS = read_cases("rings", Ring)


def check_ring(ring: Ring) -> None:
    """Whether the move encircles, with and without the flag, with the board turned and mirrored."""
    move, size = Move.parse(ring.move), len(ring.text.split())
    for encirclement in (True, False):
        before = seen(ring.text, Side.ATTACKERS, ring.corners, **ring.flags, encirclement=encirclement)
        for symmetry in SYMMETRIES:
            turn = symmetry.position(before).play(symmetry.move(move, size))
            assert turn.outcome == (ENCIRCLED if ring.wins and encirclement else None), symmetry
