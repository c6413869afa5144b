"""Squares between two enemies: who may stop there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.boards import SYMMETRIES, seen
from support.pictures.reading import NO_FLAGS, Flag, read_cases
from taflkit.tafl import Move, Reason, Refusal, Side

__all__ = ["ENTRIES", "Entry", "check_entry"]


class Entry(NamedTuple):
    """A move, and why it is refused where only the king may stop between two enemies."""

    what: str
    move: str
    text: str
    to_move: Side = Side.ATTACKERS
    refused: str = ""
    flags: Mapping[str, Flag] = NO_FLAGS


ENTRIES = read_cases("entries", Entry)


def check_entry(entry: Entry) -> None:
    """Whether the move is refused, under both values of the flag, with the board turned and mirrored."""
    move, size = Move.parse(entry.move), len(entry.text.split())
    for who in ("king", "anybody"):
        before = seen(entry.text, entry.to_move, **{**entry.flags, "between_landing": who})
        refused = "" if (who, entry.refused) == ("anybody", "between") else entry.refused
        for symmetry in SYMMETRIES:
            position, turned = symmetry.position(before), symmetry.move(move, size)
            refusal = position.why_not(turned)
            assert (refusal.reason.value if refusal else "") == refused, symmetry
            if refused == "between":
                assert refusal == Refusal(Reason.BETWEEN, turned, turned.target), symmetry
            assert (turned in position.legal_moves()) is (not refused), symmetry
