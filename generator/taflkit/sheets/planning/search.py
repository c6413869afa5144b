"""The search: which division of the board, with which cell, on how many sheets.

Cells are whole micrometres here and go up in tenths of a millimetre, so that a ruler can check them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import isqrt
from typing import NamedTuple

from taflkit.sheets.planning.divisions import Division, Divisions
from taflkit.sheets.planning.packing import Key, Packer, Shape

__all__ = ["SMALLEST_CELL", "Found", "Search"]

SMALLEST_CELL = 8000
"""Micrometres; counters of smaller cells cannot be picked up."""

_STEP = 100
_PIECES = 5  # on two sheets, divisions into more pieces gain nothing
_MORE_PIECES = 2  # than the fewest there can be, on more sheets
_MOST_PIECES = 8  # beyond that, only grids
_MOST_SECTIONS = 26  # one letter each
_TRIES = 2500  # divisions in one search
_NODES = 200_000  # under a second; longer searches gain nothing
_ANY_SEAM = 1 << 30


class Found(NamedTuple):
    """A division with a cell that goes on so many sheets.

    Attributes:
        division: how the board is cut.
        cell: side of a cell in micrometres.
        keys: the shapes that share each sheet.
    """

    division: Division
    cell: int
    keys: tuple[Key, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key of divisions: the larger cell is better, then the shorter seam."""
        return (self.cell, -self.division.seam)


class Search:
    """Looks for plans of one board with its counters and cards on one kind of sheet."""

    def __init__(self, divisions: Divisions, others: tuple[Shape, ...], packer: Packer) -> None:
        """Prepare a search.

        Args:
            divisions: the board's divisions.
            others: the shapes of cards and all else that is neither section nor counter, upright.
            packer: the packer of the sheets, with the counters.
        """
        self.cells = divisions.size**2
        self.divisions = divisions
        self.others = others
        self.packer = packer
        self.end = _NODES

    def largest(self, name: str, sheets: int) -> Found | None:
        """Return the division of that name with the largest cell on so many sheets, then the shortest seam."""
        self.end = self.packer.nodes + _NODES
        if name == "auto":
            return self._auto(sheets)
        if name == "best":
            return self._best(sheets, self._named(sheets))
        return self._climb(self.divisions.named(name), sheets, None)

    def fewest(self, name: str, cell: int, sheets: range) -> Found | None:
        """Return the division of that name that takes the fewest sheets with a cell, then the shortest seam.

        Args:
            name: one of the names of sections.
            cell: side of a cell in micrometres.
            sheets: the numbers of sheets to try, the least first.
        """
        if name in ("auto", "best"):
            divisions = sorted(self._all(cell), key=lambda division: division.seam)
        else:
            divisions = self.divisions.named(name)
        for count in sheets:
            end = self.packer.nodes + _NODES
            for division in divisions:
                keys = self._pack(division, cell, count) if self.packer.nodes < end else None
                if keys is not None:
                    return Found(division, cell, keys)
        return None

    def fewer_sheets(self, found: Found) -> Found:
        """Return the same division and cell on fewer sheets, if it goes."""
        for sheets in range(1, len(found.keys)):
            keys = self._pack(found.division, found.cell, sheets)
            if keys is not None:
                return Found(found.division, found.cell, keys)
        return found

    def roomiest(self, name: str) -> Division:
        """Return the division of that name whose sections fit a sheet of their own with the largest cell."""
        unnamed = name in ("auto", "best")
        divisions = self.divisions.grids(_MOST_SECTIONS) if unnamed else self.divisions.named(name)
        return max(divisions, key=self.largest_alone)

    def largest_alone(self, division: Division) -> int:
        """Return the largest cell in micrometres with which each section fits a sheet of its own."""
        return min(map(self._largest_shape, division.shapes)) // _STEP * _STEP

    def _auto(self, sheets: int) -> Found | None:
        """Take the largest cell, unless a candidate within 3 % has at most half the seam."""
        named = self._named(sheets)
        few = self._few_seams(named, sheets)
        if few is not None:
            if self._best(sheets, named, 2 * few.division.seam) is few:
                return few
            # The tries until now must not shorten the search below, which ends after so many nodes.
            self.packer = self.packer.fresh()
        best = self._best(sheets, named)
        if best is None:
            return None
        near = [f for f in named if _is_near(f, best.cell) and 2 * f.division.seam <= best.division.seam]
        return min(near, key=lambda f: (f.division.seam, -f.cell), default=best)

    def _few_seams(self, named: list[Found], sheets: int) -> Found | None:
        """Return the candidate that none of twice its seam can displace, however large its cell could be.

        With such a candidate only the few divisions of a shorter seam have to be tried.
        """
        best = max(named, key=lambda f: f.rank, default=None)
        if best is None or not _is_near(best, self._ceiling(sheets)):
            return None
        fewer = [f for f in named if f.division.seam < best.division.seam and _is_near(f, best.cell)]
        return None if fewer else best

    def _named(self, sheets: int) -> list[Found]:
        found = [self._climb(self.divisions.named(name), sheets, None) for name in ("whole", "two", "pinwheel")]
        return [f for f in found if f is not None]

    def _best(self, sheets: int, named: list[Found], seam_below: int = _ANY_SEAM) -> Found | None:
        """Return the best of the named divisions found and of all divisions with a seam shorter than `seam_below`."""
        self.end = self.packer.nodes + _NODES
        best = max(named, key=lambda f: f.rank, default=None)
        for divisions in (self.divisions.pinwheels(), self.divisions.grids(min(3 * sheets, _MOST_SECTIONS))):
            best = self._climb([c for c in divisions if c.seam < seam_below], sheets, best)
        cell = best.cell if best else SMALLEST_CELL
        tries = _TRIES
        for pieces in self._pieces(cell):
            cell = best.cell if best else SMALLEST_CELL
            if cell >= self._ceiling(sheets) or tries <= 0:
                break
            banded = self.divisions.banded(pieces, self._whole_cells(cell))
            divisions = [c for c in islice(banded, tries) if c.seam < seam_below]
            tries -= len(divisions)
            best = self._climb(sorted(divisions, key=lambda c: c.seam), sheets, best)
        return best

    def _climb(self, divisions: Iterable[Division], sheets: int, best: Found | None) -> Found | None:
        """Return the best of the division found already and of these, each with its largest cell."""
        ceiling = self._ceiling(sheets)
        for division in divisions:
            cell = SMALLEST_CELL
            if best is not None:
                cell = best.cell + (_STEP if division.seam >= best.division.seam else 0)
            if cell > ceiling or self.packer.nodes > self.end:
                continue
            keys = self._pack(division, cell, sheets)
            if keys is not None:
                best = self._widen(Found(division, cell, keys), sheets, ceiling)
        return best

    def _widen(self, found: Found, sheets: int, ceiling: int) -> Found:
        """Return the same division with its largest cell, by halving the interval between it and the ceiling."""
        beyond = ceiling + _STEP
        while beyond - found.cell > _STEP:
            cell = (found.cell + beyond) // (2 * _STEP) * _STEP
            keys = self._pack(found.division, cell, sheets)
            if keys is None:
                beyond = cell
            else:
                found = Found(found.division, cell, keys)
        return found

    def _pack(self, division: Division, cell: int, sheets: int) -> tuple[Key, ...] | None:
        return self.packer.pack(division.shapes + self.others, cell, sheets)

    def _ceiling(self, sheets: int) -> int:
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
        cell = min(int(by_area), max(width, height)) // _STEP * _STEP
        # A gap belongs to a section, not to its cells.
        width, height = width - self.packer.gap, height - self.packer.gap
        while cell > 0 and sheets * (width // cell) * (height // cell) < self.cells:
            cell -= _STEP
        return cell

    def _whole_cells(self, cell: int) -> tuple[int, int]:
        """Return how many whole cells a sheet is wide and high."""
        width, height = self.packer.area
        return (width - self.packer.gap) // cell, (height - self.packer.gap) // cell

    def _pieces(self, cell: int) -> range:
        """Return the numbers of pieces to cut a board with that cell into, by the whole cells that a sheet holds."""
        across, down = self._whole_cells(cell)
        least = -(-self.cells // max(1, across * down))
        return range(max(3, least), min(_MOST_PIECES, max(_PIECES, least + _MORE_PIECES)) + 1)

    def _largest_shape(self, shape: Shape) -> int:
        """Return the largest cell with which a section fits a sheet."""
        files, ranks, wider, higher = shape
        width, height = (side - self.packer.gap for side in self.packer.area)
        standing = min((width - wider) // files, (height - higher) // ranks)
        return int(max(0, standing, min((width - higher) // ranks, (height - wider) // files)))

    def _all(self, cell: int) -> Iterator[Division]:
        """Yield the known divisions, of the banded ones those whose sections have room with that cell."""
        yield from self.divisions.named("whole")
        yield from self.divisions.named("two")
        yield from self.divisions.pinwheels()
        yield from self.divisions.grids(_MOST_SECTIONS)
        for pieces in self._pieces(cell):
            yield from islice(self.divisions.banded(pieces, self._whole_cells(cell)), _TRIES)


def _is_near(found: Found, cell: int) -> bool:
    """Whether a cell is within 3 % of the largest."""
    return 100 * found.cell >= 97 * cell
