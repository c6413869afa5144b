"""The search: which division of the board, with which cell, on how many sheets.

Cells are whole micrometres here and go up in tenths of a millimetre, so that a ruler can check them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil, isqrt, log2

from taflkit.sheets.planning.divisions import Division, Divisions, Found
from taflkit.sheets.planning.packing import Key, Packer, Parts, Shape

__all__ = ["FEW_NODES", "MOST_NODES", "SINGLY", "SMALLEST_CELL", "Search"]

SMALLEST_CELL = 8000
"""Micrometres; counters of smaller cells cannot be picked up."""

SINGLY = 4
"""So many standing kings or cards are packed one by one, and more in rows."""

_STEP = 100
_PIECES = 5  # on two sheets, divisions into more pieces gain nothing
_MORE_PIECES = 2  # than the fewest there can be, on more sheets
_MOST_PIECES = 8  # beyond that, only grids
_MOST_SECTIONS = 26  # one letter each
_TRIES = 1200  # divisions into so many pieces
_NODES = 50_000  # of one number of sheets: longer searches gain nothing
_BARGAIN_NODES = 20_000
MOST_NODES = 100_000  # of all: under a second
FEW_NODES = 12_000  # of a search whose plan is only compared
_LAST_NODES = 2_500  # of each number of sheets once these are used up
_WORTH = 110  # per cent of the cell that more sections must give, so that they are worth their seams
_NARROWEST = 2  # cells: a strip of one is loose as soon as it is cut
_NEAR, _NEAR_LARGE = 97, 95  # per cent of the largest cell that half the seam is worth: on small boards, on large ones
_NO_BOARD = Division(0, (), (), 0)


class Search:
    """Looks for plans of one board with its counters and cards on one kind of sheet."""

    def __init__(self, divisions: Divisions, parts: Parts, packer: Packer, sought: int, most: int) -> None:
        """Prepare a search.

        Args:
            divisions: the board's divisions.
            parts: what goes on the sheets.
            packer: the packer of the sheets, with the counters.
            sought: the cell in micrometres that more sheets are taken for, and that few seams are not worth.
            most: the nodes of all that is tried.
        """
        self.cells = divisions.size**2 if parts.board else 0
        self.divisions = divisions
        self.others = parts.others
        self.card = parts.card
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
            return self._best(sheets)
        return self._climb(self.divisions.named(name), sheets, None)

    def fewest(self, name: str, cell: int, sheets: range) -> Found | None:
        """Return the division of that name that takes the fewest sheets with a cell, then the shortest seam.

        The planner's choice takes few sections: a sheet is worth two more than the fewest that go on any number of
        sheets. Strips are taken where they spare more sections than that.

        Args:
            name: one of the names of sections.
            cell: side of a cell in micrometres.
            sheets: the numbers of sheets to try, the least first.
        """
        sheets = range(max(sheets.start, self.least_sheets(cell)), sheets.stop)
        if not sheets:
            return None
        if not self.cells:
            return self._fewest([_NO_BOARD], cell, sheets)
        if name not in ("auto", "best"):
            return self._fewest(self.divisions.named(name), cell, sheets)
        divisions = sorted(self._all(cell), key=lambda division: division.seam)
        if name == "best":
            return self._fewest(divisions, cell, sheets)
        divisions.sort(key=lambda division: len(division.shapes))
        least, most = self._fewest_pieces(cell), len(divisions[-1].shapes)
        for pieces in range(least, most + 1, _MORE_PIECES + 1):
            for narrowest in self.widths(cell):
                wide = [division for division in divisions if division.narrowest >= narrowest]
                found = self._fewest(wide, cell, sheets, range(pieces, pieces + _MORE_PIECES + 1))
                if found is not None:
                    return found
        return None

    def _fewest(self, divisions: list[Division], cell: int, sheets: range, few: range | None = None) -> Found | None:
        """Return the first of some divisions that goes on the fewest sheets.

        Args:
            divisions: the best first; those of fewer sections first, where these are what matters.
            cell: side of a cell in micrometres.
            sheets: the numbers of sheets to try, the least first.
            few: how many sections the first may have that goes at all; those that save a sheet may have two more.
                None: any number.
        """
        self._begin_anew()
        if few is None:
            self.packer.end = 2 * _NODES
        # Without a lack of sheets each part goes on the first that has room, which shows at once what goes at all.
        some = (division for division in divisions if few is None or len(division.shapes) in few)
        tried = ((division, self._pack(division, cell, sheets[-1])) for division in some)
        sure = next((Found(division, cell, keys) for division, keys in tried if keys is not None), None)
        if sure is None:
            return None
        if few is not None:
            most = len(sure.division.shapes) + _MORE_PIECES
            divisions = [division for division in divisions if len(division.shapes) <= most]
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
        """Take few sections that are no strips, or narrower ones if there is no other way."""
        for narrowest in self.widths(max(SMALLEST_CELL, self._ceiling(sheets))):
            found = self._worthwhile(sheets, narrowest)
            if found is not None:
                return found
        return None

    def _worthwhile(self, sheets: int, narrowest: int) -> Found | None:
        """Take the fewest sections, and more where the cell is so much larger that they are worth their seams."""
        self.end = self.packer.nodes + _NODES
        chosen, least, ceiling = None, SMALLEST_CELL, self._ceiling(sheets)
        for pieces in range(1, max(self._pieces(ceiling).stop, self._most_in_grids(sheets) + 1)):
            if least > ceiling or pieces < self._fewest_pieces(least):
                continue
            found = self._climb(self.into(pieces, least, narrowest), sheets, None, least)
            if found is not None:
                chosen = self._bargain(found, sheets, narrowest, least)
                least = -(-chosen.cell * _WORTH // (100 * _STEP)) * _STEP
        return chosen

    def _bargain(self, best: Found, sheets: int, narrowest: int, least: int) -> Found:
        """Return the division into as many pieces that gives most for its seam.

        Half the seam is worth 3 or 5 % of the cell. More is not given up, and a cell that is as large as sought not for
        one that is not.
        """
        percent = _NEAR_LARGE if narrowest > _NARROWEST else _NEAR
        near = max(least, -(-best.cell * percent // 100))
        if best.cell >= self.sought:
            near = max(near, self.sought)
        chosen, ceiling, exponent = best, self._ceiling(sheets), log2(100 / percent)
        end = self.packer.nodes + _BARGAIN_NODES
        for division in self.into(len(best.division.shapes), near, narrowest):
            seam = chosen.division.seam
            if division.seam >= best.division.seam or self.packer.nodes > end:
                break
            worth = ceil(chosen.cell * (division.seam / seam) ** exponent)
            cell = -(-max(near, worth) // _STEP) * _STEP
            keys = self._pack(division, cell, sheets) if cell <= ceiling else None
            if keys is not None:
                chosen = self._widen(Found(division, cell, keys), sheets, ceiling)
        return chosen

    def into(self, pieces: int, cell: int, narrowest: int) -> list[Division]:
        """Return the divisions into so many pieces that sheets have room for, of short and straight seams first."""
        known = self.divisions.into(pieces)
        if pieces <= _MOST_PIECES:
            known += islice(self.divisions.banded(pieces, self._whole_cells(cell)), _TRIES)
        wide = (division for division in known if division.narrowest >= narrowest)
        return sorted(wide, key=lambda division: (division.seam, division.crooked, -division.narrowest))

    def widths(self, cell: int) -> tuple[int, ...]:
        """Return how narrow sections may be: none that is a strip, then none that is loose, and any in the end."""
        return tuple(sorted({max(_NARROWEST, self._narrowest(cell)), _NARROWEST, 1}, reverse=True))

    def _narrowest(self, cell: int) -> int:
        """Return how narrow a section may be without being a strip: a quarter of the board, or half of a sheet."""
        return max(1, min(self.divisions.size // 4, min(self._whole_cells(cell)) // 2))

    def _best(self, sheets: int) -> Found | None:
        """Return the division with the largest cell, the named ones first."""
        named = [self.divisions.named(name) for name in ("whole", "two", "pinwheel")]
        best = None
        for divisions in (*named, self.divisions.pinwheels(), self.divisions.grids(self._most_in_grids(sheets))):
            best = self._climb(divisions, sheets, best)
        for pieces in self._pieces(best.cell if best else SMALLEST_CELL):
            cell = best.cell if best else SMALLEST_CELL
            if cell >= self._ceiling(sheets):
                break
            banded = islice(self.divisions.banded(pieces, self._whole_cells(cell)), _TRIES)
            best = self._climb(sorted(banded, key=lambda c: c.seam), sheets, best)
        return best

    def _most_in_grids(self, sheets: int) -> int:
        """Return into how many sections a grid may cut the board for so many sheets."""
        return min(3 * sheets, _MOST_SECTIONS)

    def _climb(
        self, divisions: Iterable[Division], sheets: int, best: Found | None, least: int = SMALLEST_CELL
    ) -> Found | None:
        """Return the best of the division found already and of these, each with its largest cell, at least so large."""
        ceiling = self._ceiling(sheets)
        for division in divisions:
            cell = least
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
        return self.in_rows(self.others, cell)

    def in_rows(self, others: tuple[Shape, ...], cell: int) -> tuple[Shape, ...]:
        """Return shapes, where there are many of them those that are alike in rows."""
        if len(others) <= SINGLY:
            return others
        shapes: list[Shape] = []
        for shape, count in Counter(others).items():
            shapes += self.packer.in_rows(shape, count, cell) if count > SINGLY else (shape,) * count
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
