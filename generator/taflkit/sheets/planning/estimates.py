"""What can be said of any plan before one is sought: by areas, by the whole cells of a sheet, by the largest section.

Cells are whole micrometres.
"""

from __future__ import annotations

from math import isqrt

from taflkit.sheets.planning.divisions import Divisions
from taflkit.sheets.planning.packing import Packer, Parts
from taflkit.sheets.planning.scale import Shape

__all__ = ["MORE_PIECES", "MOST_PIECES", "STEP", "Estimates"]

STEP = 100
"""Cells are so many micrometres larger from one to the next."""

MORE_PIECES = 2
"""More sections than the fewest there can be are tried, on more sheets than two."""

MOST_PIECES = 8
"""Of more pieces only grids are tried."""

_PIECES = 5  # on two sheets, divisions into more pieces gain nothing


class Estimates:
    """Bounds of the plans of one board with its counters and cards on one kind of sheet."""

    def __init__(self, divisions: Divisions, parts: Parts, packer: Packer) -> None:
        """Take the board's divisions, what goes on the sheets, and the packer of the sheets."""
        self.cells = divisions.size**2 if parts.board else 0
        self.divisions = divisions
        self.others = parts.others
        self.packer = packer
        self._ceilings: dict[int, int] = {}

    def least_sheets(self, cell: int) -> int:
        """Return a number of sheets below which there is no plan with a cell, by the area of all parts."""
        scale = self.packer.at(cell)
        others = sum(width * height for width, height in map(scale.measure, self.others))
        area = self.cells * cell**2 + others + scale.loose * scale.slot_area
        return max(1, scale.bare - area // -self.packer.room)

    def sets_on(self, cell: int, sheets: int, sets: int) -> int:
        """Return how many sets of counters go on so many sheets beside the board, counted with care.

        Args:
            cell: side of a cell in micrometres.
            sheets: how many sheets there are.
            sets: how many sets the packer has.
        """
        packer = self.packer
        others = sum(width * height for width, height in map(packer.at(cell).measure, self.others))
        # parts fill two thirds of a sheet in any case, and the last sheets are not full
        fixed = 2 - 3 * (self.cells * cell**2) // -(2 * packer.room)
        of_a_set = packer.counters / sets / max(1, packer.at(cell).of_a_sheet) + 1.5 * others / sets / packer.room
        return max(0, min(sets - 1, int((sheets - fixed) / of_a_set)))

    def ceiling(self, sheets: int) -> int:
        """Return a cell that no plan exceeds on so many sheets."""
        if sheets not in self._ceilings:
            self._ceilings[sheets] = self._highest(sheets)
        return self._ceilings[sheets]

    def _highest(self, sheets: int) -> int:
        """Return a cell that no plan exceeds: by the area of all parts, and by the whole cells on a sheet."""
        width, height = self.packer.area
        files, ranks, wide, high = self.packer.counter
        fixed = sum(wider * higher for _, _, wider, higher in self.others) + self.packer.counters * wide * high
        frame, size = self.divisions.frame, self.divisions.size
        room = max(0, sheets * width * height - fixed - 4 * frame**2)
        units = self.cells + self.packer.counters * files * ranks
        # a cell c takes units c^2, and the board's border 4 frame (size c + frame)
        half = 2 * size * frame
        by_area = (isqrt(int(half**2 + units * room) + 1) - half) // units + 1
        cell = min(int(by_area), max(width, height)) // STEP * STEP
        # A gap belongs to a section, not to its cells.
        width, height = width - self.packer.gap, height - self.packer.gap
        while cell > 0 and sheets * (width // cell) * (height // cell) < self.cells:
            cell -= STEP
        return cell

    def whole_cells(self, cell: int) -> tuple[int, int]:
        """Return how many whole cells a sheet is wide and high."""
        width, height = self.packer.area
        return (width - self.packer.gap) // cell, (height - self.packer.gap) // cell

    def fewest_pieces(self, cell: int) -> int:
        """Return the least number of pieces of that cell that no sheet is too small for, by its whole cells."""
        across, down = self.whole_cells(cell)
        return -(-self.cells // max(1, across * down))

    def pieces(self, cell: int) -> range:
        """Return the numbers of pieces to cut a board with that cell into, by the whole cells that a sheet holds."""
        least = self.fewest_pieces(cell)
        return range(max(3, least), min(MOST_PIECES, max(_PIECES, least + MORE_PIECES)) + 1)

    def largest_of(self, shape: Shape) -> int:
        """Return the largest cell with which a section fits a sheet."""
        files, ranks, wider, higher = shape
        width, height = (side - self.packer.gap for side in self.packer.area)
        standing = min((width - wider) // files, (height - higher) // ranks)
        return int(max(0, standing, min((width - higher) // ranks, (height - wider) // files)))
