"""The search: which division of the board, with which cell, on how many sheets.

Cells are whole micrometres here and go up in tenths of a millimetre, so that a ruler can check them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil, isqrt, log2
from typing import NamedTuple

from taflkit.sheets.planning.divisions import Division, Divisions
from taflkit.sheets.planning.packing import Key, Packer, Shape

__all__ = ["FEW_NODES", "MOST_NODES", "SMALLEST_CELL", "Found", "Search"]

SMALLEST_CELL = 8000
"""Micrometres; counters of smaller cells cannot be picked up."""

_STEP = 100
_PIECES = 5  # on two sheets, divisions into more pieces gain nothing
_MORE_PIECES = 2  # than the fewest there can be, on more sheets
_MOST_PIECES = 8  # beyond that, only grids
_MOST_SECTIONS = 26  # one letter each
_TRIES = 2500  # divisions in one search
_NODES = 50_000  # of one number of sheets: longer searches gain nothing
_BARGAIN_NODES = 20_000
MOST_NODES = 100_000  # of all: under a second
FEW_NODES = 12_000  # of a search whose plan is only compared
_LAST_NODES = 2_500  # of each number of sheets once these are used up
_SINGLY = 4  # so many standing kings or cards are packed one by one, more in rows
_ANY_SEAM = 1 << 30
_NEAR, _NEAR_LARGE = 97, 95  # per cent of the largest cell that half the seam is worth: on small boards, on large ones
_FEW_SHEETS = 2  # of a small board


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


class _Limits(NamedTuple):
    """The divisions to try.

    Attributes:
        narrowest: the least cells on the short side of a section.
        near: the per cent of the largest cell that half its seam is worth.
        seam_below: their seam is below so many cells.
    """

    narrowest: int = 1
    near: int = _NEAR
    seam_below: int = _ANY_SEAM

    def allow(self, division: Division) -> bool:
        """Whether a division is one of them."""
        return division.seam < self.seam_below and division.narrowest >= self.narrowest


_ANY = _Limits()


class Search:
    """Looks for plans of one board with its counters and cards on one kind of sheet."""

    def __init__(self, divisions: Divisions, others: tuple[Shape, ...], packer: Packer, sought: int, most: int) -> None:
        """Prepare a search.

        Args:
            divisions: the board's divisions.
            others: the shapes of cards and all else that is neither section nor counter, upright.
            packer: the packer of the sheets, with the counters.
            sought: the cell in micrometres that more sheets are taken for, and that few seams are not worth.
            most: the nodes of all that is tried.
        """
        self.cells = divisions.size**2
        self.divisions = divisions
        self.others = others
        self.packer = packer
        self.sought = sought
        self.end = _NODES
        self.left = self._most = most
        self._ceilings: dict[int, int] = {}

    def enough(self, name: str, sheets: range) -> Found | None:
        """Return the division of that name with its largest cell, on the fewest sheets that give the cell sought.

        Sections that cannot be so large on any sheet are as large as they can be. Where no number of sheets gives
        that, they are the fewest that hold the board.

        Args:
            name: one of the names of sections.
            sheets: the numbers of sheets to try, the least first.
        """
        known: dict[int, Found | None] = {}
        for least in (min(self.sought, self.largest_alone(self.roomiest(name))), SMALLEST_CELL):
            for count in sheets:
                if self._ceiling(count) < least:
                    continue
                if count not in known:
                    # so that the plan is the same as if this number had been asked for
                    self._begin_anew()
                    known[count] = self.largest(name, count)
                found = known[count]
                if found is not None and found.cell >= least:
                    return found
        return None

    def largest(self, name: str, sheets: int) -> Found | None:
        """Return the division of that name with the largest cell on so many sheets, then the shortest seam."""
        if self.least_sheets(SMALLEST_CELL) > sheets:
            return None
        self.packer.end = self.packer.nodes + max(self.left, _LAST_NODES)
        self.end = self.packer.nodes + _NODES
        if name == "auto":
            return self._auto(sheets)
        if name == "best":
            return self._best(sheets, self._named(sheets, _ANY), _ANY)
        return self._climb(self.divisions.named(name), sheets, None)

    def fewest(self, name: str, cell: int, sheets: range) -> Found | None:
        """Return the division of that name that takes the fewest sheets with a cell, then the shortest seam.

        Args:
            name: one of the names of sections.
            cell: side of a cell in micrometres.
            sheets: the numbers of sheets to try, the least first.
        """
        sheets = range(max(sheets.start, self.least_sheets(cell)), sheets.stop)
        if not sheets:
            return None
        if name not in ("auto", "best"):
            return self._fewest(self.divisions.named(name), cell, sheets)
        divisions = sorted(self._all(cell), key=lambda division: division.seam)
        if name == "auto":
            wide = [division for division in divisions if division.narrowest >= self._narrowest(cell)]
            found = self._fewest(wide, cell, sheets)
            if found is not None:
                return found
        return self._fewest(divisions, cell, sheets)

    def _fewest(self, divisions: list[Division], cell: int, sheets: range) -> Found | None:
        """Return the first of some divisions that goes on the fewest sheets."""
        self._begin_anew()
        self.packer.end = 2 * _NODES
        # Without a lack of sheets each part goes on the first that has room, which shows at once what goes at all.
        tried = ((division, self._pack(division, cell, sheets[-1])) for division in divisions)
        sure = next((Found(division, cell, keys) for division, keys in tried if keys is not None), None)
        if sure is None:
            return None
        last = self.packer.nodes + MOST_NODES
        for count in range(sheets.start, len(sure.keys) + 1):
            self.packer.end = min(last, self.packer.nodes + _NODES)
            for division in divisions:
                keys = self._pack(division, cell, count)
                if keys is not None:
                    return Found(division, cell, keys)
        return sure

    def least_sheets(self, cell: int) -> int:
        """Return a number of sheets below which there is no plan with a cell, by the area of all parts."""
        packer = self.packer
        others = sum(width * height for width, height in (packer.size(shape, cell) for shape in self.others))
        area = self.cells * cell**2 + others + packer.loose(cell) * packer.slot_area(cell)
        return max(1, packer.bare(cell) - area // -packer.room)

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
        """Take the largest cell, or one a little smaller that has far fewer seams, without narrow strips if it goes."""
        narrowest = self._narrowest(max(SMALLEST_CELL, self._ceiling(sheets)))
        wide = _Limits(narrowest, _NEAR_LARGE) if narrowest > 1 else _ANY
        found = self._weighed(sheets, wide)
        return found if found is not None or wide == _ANY else self._weighed(sheets, _ANY)

    def _weighed(self, sheets: int, limits: _Limits) -> Found | None:
        """Take the largest cell within limits, or the best bargain near it."""
        named = self._named(sheets, limits)
        few = self._few_seams(named, sheets, limits.near)
        if few is not None:
            if self._best(sheets, named, limits._replace(seam_below=2 * few.division.seam)) is few:
                return self._bargain(few, sheets, limits)
            # The tries until now must not shorten the search below, which ends after so many nodes.
            self._begin_anew()
        best = self._best(sheets, named, limits)
        return best and self._bargain(best, sheets, limits)

    def _bargain(self, best: Found, sheets: int, limits: _Limits) -> Found:
        """Return the division that gives most for its seam: half the seam is worth 3 or 5 % of the cell.

        More is not given up, and a cell that is as large as sought not for one that is not.
        """
        self.end = self.packer.nodes + _BARGAIN_NODES
        exponent = log2(100 / limits.near)
        near = -(-best.cell * limits.near // 100)
        if best.cell >= self.sought:
            near = max(near, self.sought)
        chosen, ceiling = best, self._ceiling(sheets)
        for division in self._of_less_seam(best, near, sheets, limits):
            if not chosen.division.seam or self.packer.nodes > self.end:
                break
            worth = ceil(chosen.cell * (division.seam / chosen.division.seam) ** exponent)
            cell = -(-max(near, worth) // _STEP) * _STEP
            keys = self._pack(division, cell, sheets) if cell <= ceiling else None
            if keys is not None:
                chosen = self._widen(Found(division, cell, keys), sheets, ceiling)
        return chosen

    def _of_less_seam(self, best: Found, cell: int, sheets: int, limits: _Limits) -> list[Division]:
        """Return the divisions of less seam than one that was found, the least first, for a cell at least so large.

        On few sheets a small board has none but the named ones, with half the seam.
        """
        seam, most = best.division.seam, len(best.division.shapes)
        if sheets <= _FEW_SHEETS and limits.narrowest == 1:
            known = [division for name in ("whole", "two", "pinwheel") for division in self.divisions.named(name)]
            below = limits._replace(seam_below=seam // 2 + 1)
        else:
            known = [*self.divisions.pinwheels(), *self.divisions.grids(most)]
            for pieces in range(self._fewest_pieces(cell), min(most, _MOST_PIECES) + 1):
                known += islice(self.divisions.banded(pieces, self._whole_cells(cell)), _TRIES)
            below = limits._replace(seam_below=seam)
        return sorted(filter(below.allow, known), key=lambda division: division.seam)

    def _narrowest(self, cell: int) -> int:
        """Return how narrow a section may be without being a strip: a quarter of the board, or half of a sheet."""
        return max(1, min(self.divisions.size // 4, min(self._whole_cells(cell)) // 2))

    def _few_seams(self, named: list[Found], sheets: int, near: int) -> Found | None:
        """Return the candidate that none of twice its seam can displace, however large its cell could be.

        With such a candidate only the few divisions of a shorter seam have to be tried.
        """
        best = max(named, key=lambda f: f.rank, default=None)
        if best is None or not _is_near(best, self._ceiling(sheets), near):
            return None
        fewer = [f for f in named if f.division.seam < best.division.seam and _is_near(f, best.cell, near)]
        return None if fewer else best

    def _named(self, sheets: int, limits: _Limits) -> list[Found]:
        divisions = (filter(limits.allow, self.divisions.named(name)) for name in ("whole", "two", "pinwheel"))
        found = (self._climb(allowed, sheets, None) for allowed in divisions)
        return [f for f in found if f is not None]

    def _best(self, sheets: int, named: list[Found], limits: _Limits) -> Found | None:
        """Return the best of the named divisions found and of all divisions within limits."""
        self.end = self.packer.nodes + _NODES
        best = max(named, key=lambda f: f.rank, default=None)
        for divisions in (self.divisions.pinwheels(), self.divisions.grids(min(3 * sheets, _MOST_SECTIONS))):
            best = self._climb(filter(limits.allow, divisions), sheets, best)
        cell = best.cell if best else SMALLEST_CELL
        tries = _TRIES
        for pieces in self._pieces(cell):
            cell = best.cell if best else SMALLEST_CELL
            if cell >= self._ceiling(sheets) or tries <= 0:
                break
            banded = self.divisions.banded(pieces, self._whole_cells(cell))
            divisions = list(filter(limits.allow, islice(banded, tries)))
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
        return self.packer.pack(division.shapes + self._others(cell), cell, sheets)

    def _others(self, cell: int) -> tuple[Shape, ...]:
        """Return the shapes of cards and standing kings, where there are many of a shape in rows."""
        if len(self.others) <= _SINGLY:
            return self.others
        shapes: list[Shape] = []
        for shape, count in Counter(self.others).items():
            shapes += self.packer.in_rows(shape, count, cell) if count > _SINGLY else (shape,) * count
        return tuple(shapes)

    def sets_on(self, cell: int, sheets: int, sets: int) -> int:
        """Return how many sets of counters go on so many sheets beside the board, counted with care.

        Args:
            cell: side of a cell in micrometres.
            sheets: how many sheets there are.
            sets: how many sets the packer has.
        """
        packer = self.packer
        others = sum(width * height for width, height in (packer.size(shape, cell) for shape in self.others))
        # parts fill two thirds of a sheet in any case, and the last sheets are not full
        fixed = 2 - 3 * (self.cells * cell**2) // -(2 * packer.room)
        of_a_set = packer.counters / sets / max(1, packer.of_a_sheet(cell)) + 1.5 * others / sets / packer.room
        return max(0, min(sets - 1, int((sheets - fixed) / of_a_set)))

    def renew(self) -> None:
        """Forget what was tried, and how much: for another question."""
        self.left = self._most
        self.packer = self.packer.fresh()

    def _begin_anew(self) -> None:
        """Forget what was tried, but not how much."""
        self.left -= self.packer.nodes
        self.packer = self.packer.fresh()
        self.packer.end = max(self.left, _LAST_NODES)

    def _ceiling(self, sheets: int) -> int:
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

    def _fewest_pieces(self, cell: int) -> int:
        """Return the least number of pieces of that cell that no sheet is too small for, by its whole cells."""
        across, down = self._whole_cells(cell)
        return -(-self.cells // max(1, across * down))

    def _pieces(self, cell: int) -> range:
        """Return the numbers of pieces to cut a board with that cell into, by the whole cells that a sheet holds."""
        least = self._fewest_pieces(cell)
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


def _is_near(found: Found, cell: int, near: int) -> bool:
    """Whether a cell is at least so many per cent of another."""
    return 100 * found.cell >= near * cell
