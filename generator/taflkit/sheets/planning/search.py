"""The search: which division of the board, with which cell, on how many sheets.

Cells are whole micrometres here and go up in tenths of a millimetre, so that a ruler can check them.
Nodes are a measure of time that is the same everywhere: one stands for some 1.6 microseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, islice
from math import ceil, isqrt, log2
from operator import attrgetter

from msgspec.structs import replace

from taflkit.sheets.planning.packing import Packer, Shape, micrometres, upright
from taflkit.sheets.planning.placing import card_shape, other_shapes, sheet_packer
from taflkit.sheets.request import PlanRequest
from taflkit.sheets.sections import Arrangement, Division, Divisions

STEP = 100
"""Micrometres from one cell to the next larger one."""
MORE_PIECES = 2
"""Sections more than the fewest there can be that are tried on more sheets than two."""
MOST_PIECES = 8
"""Of more pieces only grids are tried."""
SMALLEST_CELL = 8000
"""Micrometres; counters of smaller cells cannot be picked up."""
SINGLY = 4
"""The most standing kings or cards that are packed one by one; more go in rows."""
MORE_SHEETS = 10
"""Sheets more than the fewest that are tried for a board without a cell."""
BEST_NODES = 100_000
"""The nodes of a search for the largest cell: some tenths of a second."""
FEW_NODES = 30_000
"""The nodes of a search that is only compared."""
WORTH = 110
"""Per cent of the cell that more sections, or more sheets for a whole board, must give to be worth it."""
_PIECES = 5  # on two sheets, divisions into more pieces gain nothing
_MOST_SECTIONS = 26  # one letter each
_NARROWEST = 2  # cells: a strip of one is loose as soon as it is cut
_TRIES = 300  # divisions into a number of pieces, for the planner's choice
_BEST_TRIES = 1200  # the same for the largest cell
_MOST_LISTS = 32  # of divisions that are stored

# nodes
_MOST_NODES = 34_000  # of all: some hundredths of a second
_LAST_NODES = 5_600  # of each number of sheets once these are used up
_REACH_NODES = 6_000  # of a look whether the cell sought may be had
_BARGAIN_NODES = 15_000
_CARD_NODES = 2_500  # of each way to lay the cards
_ALL_CARD_NODES = 6_000  # of those of all divisions
_DIVISION_NODES = 4  # that making a division takes the time of

# per cent of the cell
_NEAR = 97  # of the largest, that half the seam is worth
_NEAR_LARGE = 95  # the same on large boards

_NO_BOARD = Division(0, (), (), 0)


class Estimates:
    """Bounds of the plans of one board with its counters and cards on one kind of sheet."""

    def __init__(self, divisions: Divisions, packer: Packer, *, board: bool) -> None:
        """Take the divisions of a board, which may be none of the parts, and the packer of the sheets."""
        self.cells = divisions.size**2 if board else 0
        self.divisions = divisions
        self.packer = packer
        self._ceilings: dict[int, int] = {}

    def least_sheets(self, cell: int) -> int:
        """Return a number of sheets below which there is no plan with a cell, by the area of all parts."""
        scale = self.packer.at(cell)
        others = sum(width * height for width, height in map(scale.measure, self.packer.others))
        area = self.cells * cell**2 + others + scale.loose * scale.slot_area
        return max(1, scale.bare - area // -self.packer.room)

    def sets_on(self, cell: int, sheets: int, sets: int) -> int:
        """Return the sets of counters that go on sheets beside a board with a cell, of the sets that the packer has."""
        packer = self.packer
        others = sum(width * height for width, height in map(packer.at(cell).measure, packer.others))
        # parts fill two thirds of a sheet in any case, and the last sheets are not full
        fixed = 2 - 3 * (self.cells * cell**2) // -(2 * packer.room)
        of_a_set = packer.counters / sets / max(1, packer.at(cell).of_a_sheet) + 1.5 * others / sets / packer.room
        return max(0, min(sets - 1, int((sheets - fixed) / of_a_set)))

    def ceiling(self, sheets: int) -> int:
        """Return a cell that no plan exceeds on sheets: by the area of all parts, and by the whole cells on a sheet."""
        if sheets in self._ceilings:
            return self._ceilings[sheets]
        width, height = self.packer.area
        files, ranks, wide, high = self.packer.counter
        fixed = sum(wider * higher for _, _, wider, higher in self.packer.others) + self.packer.counters * wide * high
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
        self._ceilings[sheets] = cell
        return cell

    def whole_cells(self, cell: int) -> tuple[int, int]:
        """Return the whole cells across and down a sheet."""
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


class Search:
    """Looks for plans of one board with its counters and cards on one kind of sheet."""

    def __init__(self, request: PlanRequest, *, compared: bool = False) -> None:
        """Prepare a search; one that is only `compared` with the request's own plan is cut short for many sets."""
        card = card_shape(request)
        self.divisions = Divisions(request.size, micrometres(request.frame), micrometres(request.grow))
        self.packer = sheet_packer(request, len(request.flat_counters), other_shapes(request))
        # cards that are read upright should lie so, and together
        self.card = card if card == upright(card) else None
        # more sheets are taken for this cell, and few seams are not worth it
        self.sought = micrometres(request.sought)
        self._most = FEW_NODES if compared and request.sets > 1 else BEST_NODES
        self._spent = 0
        self.estimates = Estimates(self.divisions, self.packer, board=request.board)
        self._largest: dict[int, Arrangement | None] = {}
        self._rows: dict[int, tuple[Shape, ...]] = {}
        # from one number of sheets to the next the same divisions are tried
        self._known: dict[tuple[int, tuple[int, int], int], list[Division]] = {}

    def enough(self, name: str, sheets: range) -> Arrangement | None:
        """Return the division of that name with its largest cell, on the fewest sheets that give the cell sought.

        Sections that cannot have that cell on any sheet are as large as they can be. Where no number of sheets gives
        that, they are the fewest that hold the board.
        """
        known: dict[int, tuple[Arrangement, Packer]] = {}
        sought = max(SMALLEST_CELL, min(self.sought, self.largest_alone(self.roomiest(name))))
        for least in (sought, SMALLEST_CELL):
            for count in sheets:
                if self.estimates.ceiling(count) < least:
                    continue
                if count not in known:
                    largest = self.largest(name, count, least) if self._reaches(name, count, least) else None
                    if largest is None:
                        continue
                    known[count] = largest, self.packer
                arrangement, packer = known[count]
                if arrangement.cell >= least:
                    self.packer = packer
                    return arrangement
        return None

    def _reaches(self, name: str, sheets: int, cell: int) -> bool:
        """Whether the planner's choice may have a cell on a number of sheets; a short search shows it."""
        if name != "auto" or cell == SMALLEST_CELL:
            return True
        self._begin_anew(name)
        self.packer.end = min(self.packer.end, _REACH_NODES)
        if self.estimates.least_sheets(cell) > sheets:
            return False
        most = max(self.estimates.pieces(self.estimates.ceiling(sheets)).stop, self._most_in_grids(sheets) + 1)
        narrowest = self.widths(max(SMALLEST_CELL, self.estimates.ceiling(sheets)))[0]
        return any(
            self._pack(division, cell, sheets)
            for pieces in range(self.estimates.fewest_pieces(cell), most)
            if self.packer.nodes < self.packer.end
            for division in self.into(pieces, cell, narrowest)
        )

    def largest(self, name: str, sheets: int, least: int = SMALLEST_CELL) -> Arrangement | None:
        """Return the division of that name with the largest cell on at most these sheets, then the shortest seam.

        Below the least cell, in micrometres, none is sought but by the planner's choice.
        """
        # so that it is the same whichever numbers of sheets were tried before
        self._begin_anew(name)
        if self.estimates.ceiling(sheets) < SMALLEST_CELL or self.estimates.least_sheets(SMALLEST_CELL) > sheets:
            return None
        if name == "auto":
            # few sections that are no strips, or narrower ones if there is no other way
            widths = self.widths(max(SMALLEST_CELL, self.estimates.ceiling(sheets)))
            return next(filter(None, (self._worthwhile(sheets, narrowest) for narrowest in widths)), None)
        if name == "best":
            return self._best(sheets, least)
        return self._climb(self.divisions.named(name), sheets, None, least)

    def fewest(self, name: str, cell: int, sheets: range) -> Arrangement | None:
        """Return the division of that name that takes the fewest sheets with a cell, then the shortest seam.

        The planner's choice takes few sections: a sheet is worth two more than the fewest that go on any number of
        sheets. Strips are taken where they spare more sections than that. The cell is in micrometres.
        """
        sheets = range(max(sheets.start, self.estimates.least_sheets(cell)), sheets.stop)
        if not sheets:
            return None
        if not self.estimates.cells:
            return self._fewest(name, [_NO_BOARD], cell, sheets)
        if name not in ("auto", "best"):
            return self._fewest(name, self.divisions.named(name), cell, sheets)
        named = (self.divisions.named("whole"), self.divisions.named("two"), self.divisions.pinwheels())
        divisions = [*chain(*named), *self.divisions.grids(_MOST_SECTIONS)]
        for pieces in self.estimates.pieces(cell):
            divisions += islice(self.divisions.banded(pieces, self.estimates.whole_cells(cell)), _BEST_TRIES)
        divisions.sort(key=attrgetter("seam"))
        if name == "best":
            return self._fewest(name, divisions, cell, sheets)
        divisions.sort(key=lambda division: len(division.shapes))
        least, most = self.estimates.fewest_pieces(cell), len(divisions[-1].shapes)
        for pieces in range(least, most + 1, MORE_PIECES + 1):
            few, tried = range(pieces, pieces + MORE_PIECES + 1), self.divisions.size + 1
            for narrowest in self.widths(cell):
                wide = [division for division in divisions if division.narrowest >= narrowest]
                first = [d for d in wide if d.narrowest < tried and len(d.shapes) in few]
                arrangement = self._fewest(name, wide, cell, sheets, first) if first else None
                if arrangement is not None:
                    return arrangement
                tried = narrowest
        # what the short search missed is not to be refused beside the line that larger squares have room
        best = self.largest_of_all(sheets[-1])
        return self._fewest("best", [best.division], cell, sheets) if best and best.cell >= cell else None

    def largest_of_all(self, sheets: int) -> Arrangement | None:
        """Return the division with the largest cell on at most these sheets, whatever its sections."""
        if sheets not in self._largest:
            self.renew()
            self._largest[sheets] = self.largest("best", sheets)
        return self._largest[sheets]

    def _fewest(
        self, name: str, divisions: list[Division], cell: int, sheets: range, first: list[Division] | None = None
    ) -> Arrangement | None:
        """Return the first of some divisions, the best first, that goes on the fewest sheets.

        Among `first` the first one that goes at all is sought, and those that save a sheet may have two sections more.
        Without it all are, and have any number of sections.
        """
        self._begin_anew(name)
        end = self.packer.end // 2
        if first is None:
            self.packer.end = end
        # Without a lack of sheets each part goes on the first that has room, which shows at once what goes at all.
        tried = (self._pack(division, cell, sheets[-1]) for division in (divisions if first is None else first))
        sure = next(filter(None, tried), None)
        if sure is None:
            return None
        if first is not None:
            most = len(sure.division.shapes) + MORE_PIECES
            divisions = [division for division in divisions if len(division.shapes) <= most]
        self.packer.end = self.packer.nodes + end
        counts = range(sheets.start, len(sure.keys) + 1)
        fewer = (self._pack(division, cell, count) for count in counts for division in divisions)
        return next(filter(None, fewer), sure)

    def fewer_sheets(self, arrangement: Arrangement) -> Arrangement:
        """Return the same division and cell on fewer sheets, if it goes."""
        fewer = (
            self._pack(arrangement.division, arrangement.cell, sheets) for sheets in range(1, len(arrangement.keys))
        )
        return next(filter(None, fewer), arrangement)

    def roomiest(self, name: str) -> Division:
        """Return the division of that name whose sections fit a sheet of their own with the largest cell."""
        unnamed = name in ("auto", "best")
        divisions = self.divisions.grids(_MOST_SECTIONS) if unnamed else self.divisions.named(name)
        return max(divisions, key=self.largest_alone)

    def largest_alone(self, division: Division) -> int:
        """Return the largest cell in micrometres with which each section fits a sheet of its own."""
        return min(map(self.estimates.largest_of, division.shapes)) // STEP * STEP

    def _worthwhile(self, sheets: int, narrowest: int) -> Arrangement | None:
        """Take the fewest sections, and more where the cell is so much larger that they are worth their seams."""
        chosen, least, ceiling = None, SMALLEST_CELL, self.estimates.ceiling(sheets)
        for pieces in range(1, max(self.estimates.pieces(ceiling).stop, self._most_in_grids(sheets) + 1)):
            if least > ceiling or pieces < self.estimates.fewest_pieces(least) or self.packer.nodes >= self.packer.end:
                continue
            arrangement = self._climb(self.into(pieces, least, narrowest), sheets, None, least)
            if arrangement is not None:
                chosen = self._bargain(arrangement, sheets, narrowest, least)
                least = -(-chosen.cell * WORTH // (100 * STEP)) * STEP
        return chosen

    def _bargain(self, best: Arrangement, sheets: int, narrowest: int, least: int) -> Arrangement:
        """Return the division into as many pieces that gives most for its seam.

        Half the seam is worth 3 or 5 % of the cell. More is not given up, and a cell that is as large as sought not for
        one that is not.
        """
        percent = _NEAR_LARGE if narrowest > _NARROWEST else _NEAR
        near = max(least, -(-best.cell * percent // 100))
        if best.cell >= self.sought:
            near = max(near, self.sought)
        chosen, ceiling, exponent = best, self.estimates.ceiling(sheets), log2(100 / percent)
        end = self.packer.nodes + _BARGAIN_NODES
        for division in self.into(len(best.division.shapes), near, narrowest):
            seam = chosen.division.seam
            if division.seam >= best.division.seam or self.packer.nodes > end:
                break
            worth = ceil(chosen.cell * (division.seam / seam) ** exponent)
            cell = -(-max(near, worth) // STEP) * STEP
            arrangement = self._pack(division, cell, sheets) if cell <= ceiling else None
            if arrangement is not None:
                chosen = self._widen(arrangement, sheets, ceiling)
        return chosen

    def into(self, pieces: int, cell: int, narrowest: int) -> list[Division]:
        """Return the divisions into pieces that sheets have room for, of short and straight seams first."""
        area = self.estimates.whole_cells(cell)
        known = self._known.get((pieces, area, narrowest))
        if known is None:
            known = [division for division in self.divisions.into(pieces) if division.narrowest >= narrowest]
            if pieces <= MOST_PIECES:
                grids = {division.shapes for division in known}
                banded = islice(self.divisions.banded(pieces, area, narrowest), _TRIES)
                known += [division for division in banded if division.shapes not in grids]
            known.sort(key=lambda division: (division.seam, division.crooked, -division.narrowest))
            self.packer.nodes += _DIVISION_NODES * len(known)
            if len(self._known) == _MOST_LISTS:
                self._known.clear()
            self._known[pieces, area, narrowest] = known
        return known

    def widths(self, cell: int) -> tuple[int, ...]:
        """Return the least widths of sections: of none that is a strip, then of none that is loose, and any in the end.

        A strip is narrower than a quarter of the board, or half of a sheet.
        """
        no_strip = min(self.divisions.size // 4, min(self.estimates.whole_cells(cell)) // 2)
        return tuple(sorted({max(_NARROWEST, no_strip), _NARROWEST, 1}, reverse=True))

    def exceeds(self, cell: int, sheets: int) -> bool:
        """Return whether any division has a larger cell on at most these sheets."""
        self._begin_anew("best")
        return self._best(sheets, cell + STEP) is not None

    def _best(self, sheets: int, least: int = SMALLEST_CELL) -> Arrangement | None:
        """Return the division with the largest cell from the least on; the named ones are tried first."""
        named = [self.divisions.named(name) for name in ("whole", "two", "pinwheel")]
        best, end = None, self.packer.end
        if least > SMALLEST_CELL:
            # more sheets may have to be tried
            self.packer.end -= (end - self.packer.nodes) // 2
        for divisions in (*named, self.divisions.pinwheels(), self.divisions.grids(self._most_in_grids(sheets))):
            best = self._climb(divisions, sheets, best, least)
        for pieces in self.estimates.pieces(best.cell if best else least):
            cell = best.cell if best else least
            if cell + (best is not None) > self.estimates.ceiling(sheets):
                break
            if best:
                self.packer.end = end
            banded = islice(self.divisions.banded(pieces, self.estimates.whole_cells(cell)), _BEST_TRIES)
            best = self._climb(sorted(banded, key=attrgetter("seam")), sheets, best, least)
        return best

    def _most_in_grids(self, sheets: int) -> int:
        """Return the most sections of a grid for a number of sheets."""
        return min(3 * sheets, _MOST_SECTIONS)

    def _climb(
        self, divisions: Iterable[Division], sheets: int, best: Arrangement | None, least: int = SMALLEST_CELL
    ) -> Arrangement | None:
        """Return the best of an arrangement and of divisions, each with its largest cell, from the least on."""
        ceiling = self.estimates.ceiling(sheets)
        for division in divisions:
            cell = least
            if best is not None:
                cell = best.cell + (STEP if division.seam >= best.division.seam else 0)
            if cell > ceiling or self.packer.nodes >= self.packer.end:
                continue
            arrangement = self._pack(division, cell, sheets)
            if arrangement is not None:
                best = self._widen(arrangement, sheets, ceiling)
        return best

    def _widen(self, arrangement: Arrangement, sheets: int, ceiling: int) -> Arrangement:
        """Return the same division with its largest cell: by halving the interval to the largest of its sections."""
        # many divisions have just that, so it is tried first
        cell = min(ceiling, self.largest_alone(arrangement.division))
        beyond = cell + STEP
        while beyond - arrangement.cell > STEP:
            larger = self._pack(arrangement.division, cell, sheets)
            if larger is None:
                beyond = cell
            else:
                arrangement = larger
            cell = (arrangement.cell + beyond) // (2 * STEP) * STEP
        return arrangement

    def _pack(self, division: Division, cell: int, sheets: int) -> Arrangement | None:
        if cell not in self._rows:
            self._rows[cell] = self.in_rows(self.packer.others, cell)
        keys = self.packer.pack(division.shapes + self._rows[cell], cell, sheets)
        return None if keys is None else Arrangement(division, cell, keys)

    def in_rows(self, others: tuple[Shape, ...], cell: int) -> tuple[Shape, ...]:
        """Return shapes, those that are alike in rows where there are many."""
        if len(others) <= SINGLY:
            return others
        shapes: list[Shape] = []
        for shape, count in Counter(others).items():
            shapes += self.packer.in_rows(shape, count, cell) if count > SINGLY else (shape,) * count
        return tuple(shapes)

    def renew(self) -> None:
        """Forget what was tried, and how much: for another question."""
        self._spent = 0
        self.packer = self.packer.fresh()

    def _begin_anew(self, name: str) -> None:
        """Forget what was tried, but not how much, and set the end of what may be."""
        self._spent += self.packer.nodes
        self.packer = self.packer.fresh()
        most = min(self._most, BEST_NODES if name == "best" else _MOST_NODES)
        self.packer.end = max(most - self._spent, _LAST_NODES, most // 8)


_Block = tuple[int, int]
"""The cards across and down."""


def tidied(search: Search, arrangement: Arrangement) -> Arrangement:
    """Return the same cell on as few sheets with the cards upright in a block, as far as that goes.

    If the division does not allow it, another one into as many sections of no more seam may. After that the cards are
    upright on one sheet, in a block that lies, upright on several sheets, or as they were. The search has the packer of
    the arrangement that is returned.
    """
    card = search.card
    cards = search.packer.others.count(card) if card else 0
    if card is None or not 0 < cards <= SINGLY:
        return arrangement
    blocks = [(across, cards // across) for across in range(1, cards + 1) if cards % across == 0]
    tidy = _upright(search, arrangement, card, blocks)
    if tidy is None:
        tidy = with_cards(search, arrangement, card, None, fixed=True)
        if tidy is None or sum(card in key for key in tidy[1].keys) > 1:
            lying = (with_cards(search, arrangement, card, block, fixed=False) for block in blocks)
            tidy = next(filter(None, lying), tidy)
    if tidy is None:
        return arrangement
    search.packer, arrangement = tidy
    return arrangement


def _upright(
    search: Search, arrangement: Arrangement, card: Shape, blocks: list[_Block]
) -> tuple[Packer, Arrangement] | None:
    """Return the first division with the cards upright in a block: the one that was found, or one as good."""
    end = search.packer.nodes + _ALL_CARD_NODES
    division = arrangement.division
    as_good: list[Division] = []
    if division.rows:
        narrowest = min(search.widths(arrangement.cell)[0], int(division.narrowest))
        others = search.into(len(division.shapes), arrangement.cell, narrowest)
        as_good = [d for d in others if d.seam <= division.seam and d.later == division.later and d != division]
    for other in (division, *as_good):
        for block in blocks:
            tidy = with_cards(search, replace(arrangement, division=other), card, block, fixed=True)
            if tidy is not None:
                return tidy
        if search.packer.nodes > end:
            break
    return None


def with_cards(
    search: Search, arrangement: Arrangement, card: Shape, block: _Block | None, *, fixed: bool
) -> tuple[Packer, Arrangement] | None:
    """Pack a division with the cards laid in one way, and return it behind its packer, if it goes.

    Without a block each card lies for itself; fixed ones are upright. The search's packer counts the nodes.
    """
    packer = search.packer.fresh()
    packer.end = _CARD_NODES
    shape = card if block is None else packer.block(card, *block)
    if fixed:
        packer.fix(shape)
    rest = tuple(other for other in search.packer.others if other != card)
    cards = (shape,) * (search.packer.others.count(card) if block is None else 1)
    shapes = (*arrangement.division.shapes, *cards, *search.in_rows(rest, arrangement.cell))
    keys = packer.pack(shapes, arrangement.cell, len(arrangement.keys))
    search.packer.nodes += packer.nodes
    packer.nodes = search.packer.nodes
    return None if keys is None else (packer, replace(arrangement, keys=keys))
