"""Positions and moves as text.

A position is written in OpenTafl's notation, rank 1 first, such as
"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers", or read from a picture with the top rank first. A move is
written "d6-f6", with captures "d6-f6xe6" and "d1-d2xc2xd3" ("xc2/d3" is read too).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from taflkit.errors import TaflkitError, shown
from taflkit.tafl.layout import Piece, Side
from taflkit.tafl.position import Position, Turn
from taflkit.tafl.rules import Variant
from taflkit.tafl.squares import Move, Square

__all__ = ["Record", "parse_picture", "parse_position", "write_position", "write_turn"]

_PART = r"[0-9]+|."


class Record(NamedTuple):
    """A move as somebody wrote it down, with the captures they noted.

    >>> str(Record.parse("d1-d2xc2/d3"))
    'd1-d2xc2xd3'
    """

    move: Move
    captured: tuple[Square, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read "d1-d2xc2xd3".

        Raises:
            TaflkitError: a part of it is no square.
        """
        head, *taken = text.strip().replace("/", "x").split("x")
        return cls(Move.parse(head), tuple(Square.parse(name) for name in taken))

    def __str__(self) -> str:
        return "".join((str(self.move), *(f"x{square}" for square in self.captured)))


def write_turn(turn: Turn) -> str:
    """Return a turn as a recorded move, captures in order of files."""
    return str(Record(turn.move, tuple(sorted(turn.captured))))


def parse_position(variant: Variant, text: str) -> Position:
    """Read a position line; without a side at its end the variant's first side is to move.

    Raises:
        TaflkitError: wrong rows, letters or side, or two kings.
    """
    board, _, side = text.strip().partition(" ")
    size, where = variant.layout.size, f"position '{shown(text)}'"
    rows = board.strip("/").split("/")
    if len(rows) != size:
        raise TaflkitError(f"{where}: {len(rows)} ranks, and the board has {size}")
    pieces: dict[Square, Piece] = {}
    for rank, row in enumerate(rows):
        if len(row) > size:  # no row of so many squares is longer, nor a number in it
            raise TaflkitError(f"{where}: rank {rank + 1} has {len(row)} characters, and the board has {size} squares")
        file = 0
        for token in re.findall(_PART, row, re.DOTALL):
            if token.isascii() and token.isdigit():
                file += int(token)
            else:
                pieces[Square(file, rank)] = _piece(token, where)
                file += 1
        if file != size:
            raise TaflkitError(f"{where}: rank {rank + 1} has {file} squares, and the board has {size}")
    return Position.of(variant, pieces, _side(side.strip(), where) or variant.first_move)


def write_position(position: Position) -> str:
    """Return a position as one line that parse_position reads back."""
    size, pieces = position.variant.layout.size, position.pieces
    rows = []
    for rank in range(size):
        row, empty = "", 0
        for file in range(size):
            piece = pieces.get(Square(file, rank))
            if piece is None:
                empty += 1
                continue
            row += f"{empty or ''}{piece.value}"
            empty = 0
        rows.append(f"{row}{empty or ''}")
    return f"/{'/'.join(rows)}/ {position.to_move.value}"


def parse_picture(variant: Variant, picture: str, to_move: Side) -> Position:
    """Read a picture: rows as drawn on paper, top rank first, "." for empty.

    Raises:
        TaflkitError: wrong rows or letters, or two kings.
    """
    size = variant.layout.size
    rows = [row.strip() for row in picture.strip().splitlines()]
    if len(rows) != size or any(len(row) != size for row in rows):
        raise TaflkitError(f"picture: it must have {size} rows of {size} squares")
    pieces = {
        Square(file, size - 1 - row): _piece(letter, "picture")
        for row, letters in enumerate(rows)
        for file, letter in enumerate(letters)
        if letter != "."
    }
    return Position.of(variant, pieces, to_move)


def _piece(letter: str, where: str) -> Piece:
    try:
        return Piece(letter)
    except ValueError:
        raise TaflkitError(f"{where}: '{shown(letter)}' is no piece; t, T and K are") from None


def _side(name: str, where: str) -> Side | None:
    if not name:
        return None
    try:
        return Side(name)
    except ValueError:
        raise TaflkitError(f"{where}: '{shown(name)}' is no side; attackers and defenders are") from None
