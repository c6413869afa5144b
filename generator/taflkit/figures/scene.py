"""A Scene: the engine's answers to a script, and the part of the board that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from taflkit.tafl import Position, Refusal, Square, Turn

__all__ = ["SHOWN", "WHOLE", "Scene", "Window", "square_names", "touched", "window_round"]

SHOWN = 4, 3
"""How many files and ranks the part of the board has at least that a figure shows."""
WHOLE = 5
"""A board of so many squares a side is shown whole, and a part has up to so many to show a piece's first steps."""


class Window(NamedTuple):
    """The part of the board that a figure shows, from its bottom left square."""

    file: int
    rank: int
    files: int
    ranks: int

    def holds(self, square: Square) -> bool:
        """Whether the figure shows a square."""
        return 0 <= square.file - self.file < self.files and 0 <= square.rank - self.rank < self.ranks


class Scene(Struct, frozen=True):
    """The engine's answers to a script.

    Attributes:
        name: the figure's name.
        before: the position that every move is played from.
        turns: the turns played.
        reach: for a piece's square the squares it can reach.
        refused: the refusals.
        window: the part of the board that is drawn.
    """

    name: str
    before: Position
    turns: tuple[Turn, ...]
    reach: tuple[tuple[Square, tuple[Square, ...]], ...]
    refused: tuple[Refusal, ...]
    window: Window

    @property
    def captured(self) -> tuple[Square, ...]:
        """Every square that some move empties, in order."""
        return tuple(sorted({square for turn in self.turns for square in turn.captured}))

    @property
    def has_signs(self) -> bool:
        """Whether the figure shows more than pieces on their squares."""
        return bool(self.turns or self.reach or self.refused)

    @property
    def is_whole(self) -> bool:
        """Whether the figure shows the whole board."""
        return self.window.files == self.window.ranks == self.before.variant.layout.size


def touched(before: Position, turns: Sequence[Turn], refused: Sequence[Refusal]) -> list[Square]:
    """Return where pieces stand, where the moves go, and the throne and the corners beside any of these.

    So a reader sees the square that closes a piece in, or does not.
    """
    layout = before.variant.layout
    board = layout.board
    targets = [*(turn.move.target for turn in turns), *(refusal.move.target for refusal in refused)]
    beside = board.neighbours(before.occupied | board.mask(there for there in targets if board.at(*there) is not None))
    return [*before.pieces, *targets, *(square for square in layout.marked if board.bit(square) & beside)]


def window_round(
    squares: Sequence[Square],
    least: tuple[int, int],
    size: int,
    blocks: Sequence[Sequence[Square]] = (),
    steps: Sequence[Square] = (),
) -> Window:
    """Return the smallest part of a board that is not higher than wide, with some squares in its middle.

    A board of WHOLE squares a side is not cut.

    Args:
        squares: those that must be shown.
        least: how many files and ranks the part has at least.
        size: of the board.
        blocks: groups of squares that must be shown whole if one of them is, such as corners.
        steps: those that are shown too where the part need have no more than WHOLE squares a side for them.
    """
    if steps:
        larger = window_round((*squares, *steps), least, size, blocks)
        return larger if larger.files <= WHOLE else window_round(squares, least, size, blocks)
    rank, ranks = _stretch([square.rank for square in squares], least[1], size)
    file, files = _stretch([square.file for square in squares], max(least[0], ranks), size)
    window = Window(file, rank, files, ranks)
    for block in blocks:
        if len({window.holds(square) for square in block}) > 1:
            return window_round((*squares, *block), least, size, blocks)
    return window


def _stretch(values: Sequence[int], least: int, size: int) -> tuple[int, int]:
    """Return where the shortest stretch on the board begins that has the values in its middle, and how long it is."""
    first, last = min(values), max(values)
    long = size if size <= WHOLE else min(size, max(least, last - first + 1))
    return max(0, min(size - long, (first + last - long + 1) // 2)), long


def square_names(squares: Sequence[Square]) -> str:
    """Return squares in order, or "nothing"."""
    return ", ".join(map(str, sorted(squares))) or "nothing"
