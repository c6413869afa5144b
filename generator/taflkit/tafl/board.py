"""Squares, moves and the geometry of a square board; the two sides, and who stands where at the start."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, reduce
from operator import or_
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from taflkit.errors import TaflkitError, shown

SMALLEST = 5
"""The squares along a side of the smallest board."""
LARGEST = 19
"""The squares along a side of the largest board."""
_FILES = "abcdefghijklmnopqrs"
_RANKS = tuple(str(rank) for rank in range(1, LARGEST + 1))


class Square(NamedTuple):
    """A square by file and rank, both counted from 0: a1 = Square(0, 0), bottom left as the board is drawn.

    >>> Square.parse("d4")
    Square(file=3, rank=3)
    >>> str(Square(6, 0))
    'g1'
    """

    file: int
    rank: int

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read a name such as "d4".

        Raises:
            TaflkitError: the text names no square of any board up to 19 x 19.
        """
        name = text.strip()
        file, rank = _FILES.find(name[:1]), name[1:]
        if file < 0 or rank not in _RANKS:
            raise TaflkitError(f"'{shown(text)}' is not a square: write a file letter and a rank, such as d4")
        return cls(file, int(rank) - 1)

    def __str__(self) -> str:
        if 0 <= self.file < LARGEST and 0 <= self.rank < LARGEST:
            return f"{_FILES[self.file]}{self.rank + 1}"
        return f"({self.file}, {self.rank})"  # on no board: a refusal must still be able to name it


class Move(NamedTuple):
    """A piece goes from `origin` to `target`.

    >>> str(Move.parse("d6-f6"))
    'd6-f6'
    """

    origin: Square
    target: Square

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read "d6-f6".

        Raises:
            TaflkitError: the text is not two squares joined by a hyphen.
        """
        origin, hyphen, target = text.partition("-")
        if not hyphen:
            raise TaflkitError(f"'{shown(text)}' is not a move: write two squares, such as d6-f6")
        return cls(Square.parse(origin), Square.parse(target))

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"


Rays: TypeAlias = tuple[tuple[tuple[tuple[Move, int], ...], ...], ...]
"""For each square and direction the moves along it, nearest first, with the target's bit."""


def bits_of(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class Board:
    """The geometry of an empty board, as bit masks: square (file, rank) is bit `rank * size + file`.

    Its size is the squares along a side; `edge` is the mask of the outermost squares.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.squares = tuple(Square(i % size, i // size) for i in range(size * size))
        last = size - 1
        self.edge = self.mask(s for s in self.squares if s.file in (0, last) or s.rank in (0, last))

    def index(self, square: Square) -> int:
        """Return the place of a square of the board in `squares`, which is also its bit."""
        return square.rank * self.size + square.file

    def bit(self, square: Square) -> int:
        """Return the mask of one square."""
        return 1 << self.index(square)

    def mask(self, squares: Iterable[Square]) -> int:
        """Return the mask of several squares."""
        return reduce(or_, map(self.bit, squares), 0)

    def at(self, file: int, rank: int) -> Square | None:
        """Return the square there, or None beside the board."""
        size = self.size
        return self.squares[rank * size + file] if 0 <= file < size and 0 <= rank < size else None

    def squares_of(self, mask: int) -> tuple[Square, ...]:
        """Return the squares of a mask, in bit order."""
        return tuple(self.squares[bit.bit_length() - 1] for bit in bits_of(mask))

    @cached_property
    def lines(self) -> tuple[tuple[range, ...], ...]:
        """For each square the lines to the board's edge in the four directions: the places of their squares."""
        size, last = self.size, self.size - 1
        table = []
        for index, (file, rank) in enumerate(self.squares):
            far = (last - rank, last - file, rank, file)
            steps = zip((size, 1, -size, -1), far, strict=True)
            table.append(tuple(range(index + step, index + step * (long + 1), step) for step, long in steps))
        return tuple(table)

    @cached_property
    def shifts(self) -> tuple[tuple[int, int, int], ...]:
        """For each direction the squares that have a step in it, and the shifts of a bit left and right by a step."""
        return tuple(
            (sum(1 << index for index, lines in enumerate(self.lines) if lines[direction]), max(step, 0), max(-step, 0))
            for direction, step in enumerate((self.size, 1, -self.size, -1))
        )

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each square the mask of its neighbours in the four directions."""
        return tuple(sum(1 << line[0] for line in lines if line) for lines in self.lines)

    @cached_property
    def custody(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each square, the (next, next but one) bits in each direction where both are on the board."""
        return tuple(tuple((1 << line[0], 1 << line[1]) for line in lines if len(line) > 1) for lines in self.lines)

    @cached_property
    def rims(self) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
        """For each square of the edge the ways along the edge from it: the (bit, bit in front of it) of every square.

        A square in front of another one lies on its side that is away from the edge. Other squares have no way.
        """
        table: list[list[tuple[tuple[int, int], ...]]] = [[] for _ in self.squares]
        last, along = self.size - 1, range(self.size)
        for front, squares in (
            ((0, 1), [Square(i, 0) for i in along]),
            ((0, -1), [Square(i, last) for i in along]),
            ((1, 0), [Square(0, i) for i in along]),
            ((-1, 0), [Square(last, i) for i in along]),
        ):
            row = [(self.bit(s), self.bit(Square(s.file + front[0], s.rank + front[1]))) for s in squares]
            for number, square in enumerate(squares):
                table[self.index(square)] += [tuple(row[number + 1 :]), tuple(row[:number][::-1])]
        return tuple(tuple(way for way in ways if way) for ways in table)

    def joined(self, seeds: int, through: int) -> int:
        """Return the mask of `seeds` and of the squares reached from them step by step through those of a mask."""
        reached = front = seeds
        while front:
            front = self.neighbours(front) & through & ~reached
            reached |= front
        return reached

    def neighbours(self, mask: int) -> int:
        """Return the mask of the squares beside those of a mask."""
        near = 0
        for inside, left, right in self.shifts:
            near |= (mask & inside) << left >> right
        return near

    def between_two(self, mask: int) -> int:
        """Return the mask of the squares that have squares of a mask beside them on two opposite sides."""
        up, right, down, left = ((mask & inside) << by >> back for inside, by, back in self.shifts)
        return up & down | right & left

    @cached_property
    def rays(self) -> Rays:
        """For each square and direction the moves along it, nearest first, with the target's bit."""
        squares = self.squares
        return tuple(
            tuple(tuple([(Move(square, squares[index]), 1 << index) for index in line]) for line in lines if line)
            for square, lines in zip(squares, self.lines, strict=True)
        )

    @cached_property
    def short_rays(self) -> Rays:
        """As `rays`, one square far."""
        return tuple(tuple(ray[:1] for ray in rays) for rays in self.rays)

    @cached_property
    def between(self) -> tuple[dict[int, int], ...]:
        """For each square's index: target index -> mask of the squares passed, for all targets in line."""
        return tuple(
            {line[steps]: sum(1 << index for index in line[:steps]) for line in lines for steps in range(len(line))}
            for lines in self.lines
        )


@cache
def board_of(size: int) -> Board:
    """Return the one Board of a size.

    Raises:
        TaflkitError: the size is even, or not from 5 to 19.
    """
    if size % 2 == 0 or not SMALLEST <= size <= LARGEST:
        raise TaflkitError(f"a board of {size} x {size}: the size must be odd, from {SMALLEST} to {LARGEST}")
    return Board(size)


# The board model of a game: who stands where at the start, and which squares are special.

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
        _refuse_places(layout)
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


def _refuse_places(layout: BoardLayout) -> None:
    """Refuse a start that cannot be played from, and corners as `refuse_corners` does."""
    kings = layout.squares_of(Piece.KING)
    if len(kings) != 1:
        names = ", ".join(map(str, kings)) or "none"
        raise LayoutError("start", f"there must be one king K, and there are {len(kings)} ({names})")
    soldiers = {"attacker t": Piece.ATTACKER, "defender T": Piece.DEFENDER}
    if absent := [name for name, piece in soldiers.items() if not layout.count(piece)]:
        raise LayoutError("start", f"there must be at least one {absent[0]}")
    if layout.throne != kings[0]:
        raise LayoutError("throne", f"the throne {layout.throne} must be the king's square, {kings[0]}")
    middle = Square(layout.size // 2, layout.size // 2)
    if layout.throne != middle:
        raise LayoutError("throne", f"the king and the throne must be in the middle, on {middle}")
    refuse_corners(layout)
    for corner in filter(layout.start.__contains__, layout.corners):
        raise LayoutError("start", f"a piece stands on the corner {corner}; corners are empty at the start")


def refuse_corners(layout: BoardLayout) -> None:
    """Refuse corners other than none, the four or four blocks of squares alike.

    Raises:
        LayoutError: they are others.
    """
    last = layout.size - 1
    four = (Square(0, 0), Square(0, last), Square(last, 0), Square(last, last))
    corners, names = layout.corners, ", ".join(map(str, four))
    strange = [corner for corner in corners if corner not in four]
    if strange and len(corners) <= CORNERS:
        raise LayoutError("corners", f"{strange[0]} is not a corner of the board; they are {names}")
    if 0 < len(corners) < CORNERS:
        lacking = ", ".join(str(corner) for corner in four if corner not in corners)
        raise LayoutError("corners", f"lacks {lacking}; name all four corners, or none")
    side = math.isqrt(len(corners) // CORNERS)
    ends = (*range(side), *range(layout.size - side, layout.size))
    if len(corners) > CORNERS and set(corners) != {Square(file, rank) for file in ends for rank in ends}:
        why = "more squares than corners must be a block at each of the four, all alike and as long as wide"
        raise LayoutError("corners", f"{why}: {names}")
    between = layout.size - 2 * side
    if side > 1 and between < SMALLEST:
        why = f"between blocks of {side} x {side} there are {between} squares, fewer than {SMALLEST}"
        raise LayoutError("corners", why)
