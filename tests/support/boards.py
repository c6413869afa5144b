"""Boards of any size with any corners, positions on them as pictures, and their eight symmetries."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from taflkit.tafl import BoardLayout, Move, Piece, Position, Rules, Side, Square, Variant, parse_picture

__all__ = ["SYMMETRIES", "Corners", "Symmetry", "board", "named", "seen", "swapped"]

Corners = Literal["four", "none", "blocks"]

SWAPPED = str.maketrans("tT", "Tt")


class Symmetry(NamedTuple):
    """One of the ways in which a board lies on itself."""

    mirrored: bool
    quarters: int

    def square(self, square: Square, size: int) -> Square:
        """Where a square comes to lie on a board of a size."""
        file, rank = square
        if self.mirrored:
            file = size - 1 - file
        for _ in range(self.quarters):
            file, rank = rank, size - 1 - file
        return Square(file, rank)

    def move(self, move: Move, size: int) -> Move:
        """How a move goes then."""
        return Move(self.square(move.origin, size), self.square(move.target, size))

    def position(self, position: Position) -> Position:
        """The position with the board turned."""
        size = position.variant.layout.size
        pieces = {self.square(square, size): piece for square, piece in position.pieces.items()}
        return Position.of(position.variant, pieces, position.to_move)


SYMMETRIES = tuple(Symmetry(mirrored, quarters) for mirrored in (False, True) for quarters in range(4))
"""All eight; the first leaves the board as it is."""


@cache
def board(size: int, corners: Corners = "four") -> BoardLayout:
    """A board of a size with the four corners, none, or blocks of two by two squares; its start is of no account."""
    rows = [["."] * size for _ in range(size)]
    middle, last = size // 2, size - 1
    rows[middle][middle - 1 : middle + 2] = ["T", "K", "t"]
    ends = {"four": (0, last), "none": (), "blocks": (0, 1, last - 1, last)}[corners]
    picture = "\n".join("".join(row) for row in rows)
    return BoardLayout.from_picture(picture, corners=tuple(Square(file, rank) for file in ends for rank in ends))


def seen(text: str, to_move: Side, corners: Corners = "four", **flags: str | bool | int) -> Position:
    """A position as a picture, under the first values of all flags but those given."""
    rules = Rules()._replace(**flags)  # type: ignore[arg-type]
    return parse_picture(Variant("any", "any", board(len(text.split()), corners), rules, {}), text, to_move)


def swapped(text: str) -> str:
    """A picture with the soldiers of the two sides exchanged."""
    assert Piece.KING.value not in text
    return text.translate(SWAPPED)


def named(names: str) -> set[Square]:
    """The squares of names such as "a1 b2"."""
    return {Square.parse(name) for name in names.split()}
