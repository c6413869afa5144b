"""Where squares lie in a drawing: the only place that knows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from taflkit.tafl import Square


class Grid(Struct, frozen=True):
    """A part of a board drawn with its top left corner at (x, y).

    Attributes:
        cell: the side of a square in mm.
        file, rank: the bottom left square of the part.
        files, ranks: their numbers in the part.
        x, y: the top left corner in mm.
    """

    cell: float
    file: int
    rank: int
    files: int
    ranks: int
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def whole(cls, size: int, cell: float, x: float = 0.0, y: float = 0.0) -> Grid:
        """Return the grid of a whole board."""
        return cls(cell, 0, 0, size, size, x, y)

    @property
    def width(self) -> float:
        """Mm from the left to the right edge."""
        return self.files * self.cell

    @property
    def height(self) -> float:
        """Mm from the top to the bottom edge."""
        return self.ranks * self.cell

    def corner(self, square: Square) -> tuple[float, float]:
        """Return a square's top left corner."""
        return (
            self.x + (square.file - self.file) * self.cell,
            self.y + (self.rank + self.ranks - 1 - square.rank) * self.cell,
        )

    def centre(self, square: Square) -> tuple[float, float]:
        """Return a square's middle."""
        x, y = self.corner(square)
        return x + self.cell / 2, y + self.cell / 2

    def squares(self) -> Iterator[Square]:
        """Yield the squares shown, by rank from the bottom and by file."""
        for rank in range(self.rank, self.rank + self.ranks):
            for file in range(self.file, self.file + self.files):
                yield Square(file, rank)

    def shows(self, square: Square) -> bool:
        """Whether a square is in the part that is drawn."""
        return self.file <= square.file < self.file + self.files and self.rank <= square.rank < self.rank + self.ranks
