"""The one board model: who stands where at the start, and which squares are special."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from types import MappingProxyType

from taflkit.errors import TaflkitError
from taflkit.tafl.squares import LARGEST, SMALLEST, Board, Square, board_of

CORNERS = 4
"""The corners of a board; each is one square, or a block of squares."""


class LayoutError(TaflkitError):
    """A layout that no game can be played on, with the key at fault: "start", "throne" or "corners"."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


class Side(Enum):
    """One of the two players."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS


class Piece(Enum):
    """A kind of piece, by its letter in notation."""

    ATTACKER = "t"
    DEFENDER = "T"
    KING = "K"

    @property
    def side(self) -> Side:
        """Whose piece it is."""
        return Side.ATTACKERS if self is Piece.ATTACKER else Side.DEFENDERS


@dataclass(frozen=True)
class BoardLayout:
    """A board with its start position.

    Attributes:
        size: squares along one side, odd, 5 to 19.
        throne: the king's square, in the middle.
        corners: the corner squares that the rules speak of: the four, or four blocks of squares that are alike; empty
            for games played to the edge.
        throne_marked: whether the throne differs from other squares, and is marked on the board.
    """

    size: int
    start: Mapping[Square, Piece] = field(hash=False)
    throne: Square
    corners: tuple[Square, ...]
    throne_marked: bool = True

    @classmethod
    def from_picture(
        cls,
        picture: str,
        throne: Square | None = None,
        corners: tuple[Square, ...] | None = None,
        throne_marked: bool = True,
    ) -> BoardLayout:
        """Read a picture, top rank first, "." for empty and t, T, K for the pieces.

        The throne is the middle of the board if not given, and the corners are the four.

        Raises:
            LayoutError: a picture that is ragged, even, too small or too large, or has other letters; no king
                or several; a side without soldiers; a throne elsewhere than under the king or in the middle;
                a corner that is none, blocks that differ; a piece on a corner.
        """
        rows = [row.strip() for row in picture.strip().splitlines()]
        size = len(rows)
        if size % 2 == 0 or not SMALLEST <= size <= LARGEST:
            raise LayoutError("start", f"{size} rows: the size must be odd, from {SMALLEST} to {LARGEST}")
        for number, row in enumerate(rows, 1):
            if len(row) != size:
                why = f"row {number} has {len(row)} squares and the picture has {size} rows: it must be square"
                raise LayoutError("start", why)
            if strange := sorted(set(row) - set(".tTK")):
                raise LayoutError("start", f"row {number} has '{strange[0]}': use . for empty, t, T and K for pieces")
        start = {
            Square(file, size - 1 - row): Piece(letter)
            for row, letters in enumerate(rows)
            for file, letter in enumerate(letters)
            if letter != "."
        }
        middle = Square(size // 2, size // 2)
        last = size - 1
        four = (Square(0, 0), Square(0, last), Square(last, 0), Square(last, last))
        layout = cls(
            size,
            MappingProxyType(dict(sorted(start.items()))),
            middle if throne is None else throne,
            four if corners is None else tuple(sorted(corners)),
            throne_marked,
        )
        _refuse_places(layout, four)
        return layout

    @cached_property
    def board(self) -> Board:
        """The geometry of the empty board."""
        return board_of(self.size)

    @property
    def marked(self) -> tuple[Square, ...]:
        """The squares that are marked on the board: the throne where it differs from others, and the corners."""
        return (*((self.throne,) if self.throne_marked else ()), *self.corners)

    @cached_property
    def bare(self) -> BoardLayout:
        """The same board with no places of the start."""
        return replace(self, start=MappingProxyType({}))

    @cached_property
    def corner_blocks(self) -> tuple[tuple[Square, ...], ...]:
        """The corner squares by the corner of the board that they lie in: one square each, or a block of them."""
        middle = self.size // 2
        blocks: dict[tuple[bool, bool], list[Square]] = {}
        for square in self.corners:
            blocks.setdefault((square.file > middle, square.rank > middle), []).append(square)
        return tuple(map(tuple, blocks.values()))

    @property
    def picture(self) -> str:
        """The start as drawn on paper, which from_picture reads."""
        along = range(self.size)
        rows = ([self.start.get(Square(file, rank)) for file in along] for rank in reversed(along))
        return "\n".join("".join(piece.value if piece else "." for piece in row) for row in rows)

    def squares_of(self, piece: Piece) -> tuple[Square, ...]:
        """Return where pieces of a kind stand at the start, by file and rank."""
        return tuple(square for square, there in self.start.items() if there is piece)

    def count(self, piece: Piece) -> int:
        """Return the number of pieces of a kind at the start."""
        return len(self.squares_of(piece))


def _refuse_places(layout: BoardLayout, four: tuple[Square, ...]) -> None:
    kings = layout.squares_of(Piece.KING)
    if len(kings) != 1:
        names = ", ".join(map(str, kings)) or "none"
        raise LayoutError("start", f"there must be one king K, and there are {len(kings)} ({names})")
    for piece, name in ((Piece.ATTACKER, "attacker t"), (Piece.DEFENDER, "defender T")):
        if not layout.count(piece):
            raise LayoutError("start", f"there must be at least one {name}")
    if layout.throne != kings[0]:
        raise LayoutError("throne", f"the throne {layout.throne} must be the king's square, {kings[0]}")
    middle = Square(layout.size // 2, layout.size // 2)
    if layout.throne != middle:
        raise LayoutError("throne", f"the king and the throne must be in the middle, on {middle}")
    _refuse_corners(layout, four)
    for corner in layout.corners:
        if corner in layout.start:
            raise LayoutError("start", f"a piece stands on the corner {corner}; corners are empty at the start")


def _refuse_corners(layout: BoardLayout, four: tuple[Square, ...]) -> None:
    """Refuse corners that are neither none nor the four nor four square blocks alike, which sentences speak of."""
    names = ", ".join(map(str, four))
    for corner in layout.corners if len(layout.corners) <= CORNERS else ():
        if corner not in four:
            raise LayoutError("corners", f"{corner} is not a corner of the board; they are {names}")
    if 0 < len(layout.corners) < CORNERS:
        lacking = ", ".join(str(corner) for corner in four if corner not in layout.corners)
        raise LayoutError("corners", f"lacks {lacking}; name all four corners, or none")
    side = math.isqrt(len(layout.corners) // CORNERS)
    ends = (*range(side), *range(layout.size - side, layout.size))
    if len(layout.corners) > CORNERS and set(layout.corners) != {Square(file, rank) for file in ends for rank in ends}:
        why = "more squares than corners must be a block at each of the four, all alike and as long as wide"
        raise LayoutError("corners", f"{why}: {names}")
    between = layout.size - 2 * side
    if side > 1 and between < SMALLEST:
        why = f"between blocks of {side} x {side} there are {between} squares, fewer than {SMALLEST}"
        raise LayoutError("corners", why)
