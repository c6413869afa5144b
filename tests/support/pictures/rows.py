"""Rows of soldiers on an edge: who falls by a shieldwall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.boards import SYMMETRIES, Corners, named, seen, swapped
from support.pictures.reading import NO_FLAGS, Flag, read_cases
from taflkit.tafl import Move, Position, Side, Square, Turn

__all__ = [
    "CORNER",
    "NEVER",
    "PIECES",
    "ROWS",
    "Row",
    "check_row",
    "check_row_of_the_other_side",
    "taken_in_rows",
    "tried",
]

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
NEVER: Mapping[str, Flag] = {"shieldwall": "none"}
PIECES: Mapping[str, Flag] = {"shieldwall": "pieces"}
CORNER: Mapping[str, Flag] = {"shieldwall": "corner"}


class Row(NamedTuple):
    """A move of the capturing side, and who falls by it in rows.

    A picture without the king is tried with the sides exchanged as well.

    Attributes:
        pieces, corner: the squares of those that fall under the two values of the flag.
    """

    what: str
    to_move: Side
    move: str
    text: str
    pieces: str = ""
    corner: str = ""
    corners: Corners = "four"
    flags: Mapping[str, Flag] = NO_FLAGS


ROWS = read_cases("rows", Row)


def taken_in_rows(turn: Turn) -> set[Square]:
    return {capture.square for capture in turn.captures if capture.rule == "shieldwall"}


def tried(row: Row, flags: Mapping[str, Flag]) -> Position:
    return seen(row.text, row.to_move, row.corners, **{**row.flags, **flags})


def check_row(row: Row) -> None:
    """Who falls under each value of the flag, with the board turned and mirrored."""
    move, size = Move.parse(row.move), len(row.text.split())
    for flags, fallen in ((NEVER, ""), (PIECES, row.pieces), (CORNER, row.corner)):
        before = tried(row, flags)
        for symmetry in SYMMETRIES:
            turn = symmetry.position(before).play(symmetry.move(move, size))
            expected = {symmetry.square(square, size) for square in named(fallen)}
            assert taken_in_rows(turn) == expected, (flags, symmetry)
            assert all(turn.after.piece_on(square) is None for square in expected)


def check_row_of_the_other_side(row: Row) -> None:
    """The same with the soldiers exchanged, where there is no king."""
    other = row._replace(text=swapped(row.text), to_move=row.to_move.other)
    for flags, fallen in ((NEVER, ""), (PIECES, row.pieces), (CORNER, row.corner)):
        assert taken_in_rows(tried(other, flags).play(Move.parse(row.move))) == named(fallen), flags
