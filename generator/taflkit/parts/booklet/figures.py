"""The figures of a booklet with their captions, side by side in rows: how large these are."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.parts.booklet.copy import FigureText
from taflkit.parts.booklet.setting import BOX, Setting
from taflkit.sums import total
from taflkit.typesetting.wrapping import Lengths

__all__ = ["ABOVE_CAPTION", "BESIDE_CAPTION", "GROWN", "Cell", "Figures", "Row"]

_GAP, _LEAST_GAP, _FULL_GAP, _WIDEST_GAP, _FREE_GAP = 3.2, 1.7, 2.4, 17.0, 5.0
"""Between figures side by side in mm: as a rule, between captions at the least, in a full row, in a pair spread over
the measure, and between the captions of one too short for that, which are wide, at the least."""
ABOVE_CAPTION = 0.8
"""Between a figure and its caption below it, in mm."""
BESIDE_CAPTION = 3.5
"""The same where it stands beside it."""
_NARROWEST, _ASIDE = 6.5, 9.0
"""How wide a caption is at least below its figure, and beside it, in em."""
_LEAST_PART = 0.98
"""Which part of the width that figures have in a smaller booklet they have at the least."""
_WIDER = 1.25
"""How wide a caption is at most, in parts of its figure."""
GROWN = (1.0, 1.25, 1.5)
"""How much larger a figure of the whole board may be beside a text."""
_SMALL = 16.0
"""The cost of a whole board that is not larger."""
_SHRUNK, _SHRUNK_PART = 250.0, 0.975
"""The cost of a figure that is smaller than in a smaller booklet, and than which part of it."""


class Cell(Struct, frozen=True):
    """A figure with its caption.

    Attributes:
        name: the figure's.
        width, height: the figure's, in mm.
        measure: how wide its caption may be, in mm.
        high: how high its caption is, in mm.
        wide: how wide the figure and its caption are, in mm.
        lacks: the cost of a figure that is smaller than it should be.
        aside: whether the caption stands beside the figure rather than below it.
    """

    name: str
    width: float
    height: float
    measure: float
    high: float
    wide: float
    lacks: float
    aside: bool = False


class Row(Struct, frozen=True):
    """Figures side by side, the lower edges in one line.

    Attributes:
        cells: the figures.
        gap: between them in mm.
        wide, high: how wide and high the row is with its captions, in mm.
        tall: how high the highest figure is, in mm.
        drawn: how wide the figures are together, without gaps and captions, in mm.
        lacks: the cost of figures that are smaller than they should be.
        names: the figures' names.
    """

    cells: tuple[Cell, ...]
    gap: float
    wide: float
    high: float
    tall: float
    drawn: float
    lacks: float
    names: tuple[str, ...]


def _row(cells: Sequence[Cell], gap: float = _GAP) -> Row:
    """Return figures as a row, so many mm from each other."""
    wide = drawn = lacks = tall = below = high = 0.0
    for cell in cells:
        wide, drawn, lacks = wide + cell.wide, drawn + cell.width, lacks + cell.lacks
        tall, high = max(tall, cell.height), max(high, cell.high)
        if not cell.aside:
            below = max(below, ABOVE_CAPTION + cell.high)
    names = tuple([cell.name for cell in cells])
    return Row(tuple(cells), gap, wide + gap * (len(cells) - 1), max(tall + below, high), tall, drawn, lacks, names)


class Figures:
    """Measures the figures of a booklet in one setting.

    Args:
        texts: the figures by name.
        least: how wide they are at the least, by name, in mm: as wide as in the next smaller booklet.
        setting: the sizes; the distance of lines is no matter.
        lengths: judges how many lines captions have.
    """

    def __init__(
        self, texts: Mapping[str, FigureText], least: Mapping[str, float], setting: Setting, lengths: Lengths
    ) -> None:
        self.texts, self._least, self.setting, self.lengths = texts, least, setting, lengths
        self.caption, self.measure = setting.caption, setting.measure
        self.starts = frozenset(name for name, text in texts.items() if not text.has_signs)
        """The names of the figures that show a board with its pieces and no more."""
        self._cells: dict[tuple[str, float, float], Cell] = {}
        self._rows: dict[tuple[tuple[str, ...], float], tuple[Row, ...]] = {}
        self._columns: dict[tuple[tuple[str, ...], int, float, float], tuple[Row, ...]] = {}

    def cell(self, name: str, grown: float = 1.0, measure: float = 0.0) -> Cell:
        """Return a figure with its caption below it.

        Args:
            name: the figure's.
            grown: how much larger it is than others.
            measure: of its caption in mm; as wide as the figure if that is wider.
        """
        key = name, grown, measure
        cell = self._cells.get(key)
        if cell is None:
            width = self.setting.width_of(self.texts[name].window, grown)
            measure = max(width, measure, _NARROWEST * self.caption.size, self._widest(name))
            high, wide = self._caption_high(name, measure), max(width, measure)
            lacks = self._lacks(name, width)
            cell = self._cells[key] = Cell(name, width, self._height(name, width), measure, high, wide, lacks)
        return cell

    def _lacks(self, name: str, width: float) -> float:
        """Return the cost of a figure for its width in mm."""
        cost = _SHRUNK if width < _SHRUNK_PART * self._least.get(name, 0.0) else 0.0
        if name in self.starts:
            cost += _SMALL * max(0.0, GROWN[-1] - width / self.setting.width_of(self.texts[name].window))
        return cost

    def _height(self, name: str, width: float) -> float:
        """Return how high a figure of a width is; both in mm."""
        window = self.texts[name].window
        return width * window.ranks / window.files

    def _widest(self, name: str) -> float:
        """Return how wide the widest word of a caption is, in mm."""
        words = self.lengths.words(self.texts[name].caption)
        return min(BOX[0], 1.01 * max(words, default=0.0) * self.caption.size)

    def _caption_high(self, name: str, measure: float) -> float:
        return self.lengths.ragged(self.texts[name].caption, self.caption, measure) * self.caption.leading

    def least(self, names: tuple[str, ...]) -> float:
        """Return which part of their usual size some figures have at the least, or 0.0 if that is not known."""
        least = self._least
        known = (name for name in names if name in least)
        return max((_LEAST_PART * least[name] / self.cell(name).width for name in known), default=0.0)

    def column(self, names: tuple[str, ...], across: int, grown: float, part: float = 1.0) -> tuple[Row, ...]:
        """Return figures in rows of so many, beside a text; the whole board may be larger than the others."""
        key = names, across, grown, part
        if key not in self._columns:
            cells = [self.cell(name, part * grown if name in self.starts else part) for name in names]
            self._columns[key] = tuple(_row(cells[start : start + across]) for start in range(0, len(cells), across))
        return self._columns[key]

    def rows(self, names: tuple[str, ...], grown: float = 1.0) -> tuple[Row, ...]:
        """Return figures in as few rows as hold them below a text, of lengths as even as they can be.

        Args:
            names: the figures'.
            grown: how much larger they are than others.
        """
        key = names, grown
        if key not in self._rows:
            self._rows[key] = next(self._evened(names, grown), ())
        return self._rows[key]

    def fills(self, names: tuple[str, ...], least: float, most: float) -> Iterator[float]:
        """Yield how much larger some figures are where their longest rows are full, within limits."""
        widths = [self.cell(name).width for name in names]
        for across in {-(-len(names) // count) for count in range(1, len(names))}:
            longest = max(total(widths[start : start + across]) for start in range(0, len(names), across))
            grown = (self.measure - _FULL_GAP * (across - 1)) / longest
            if least <= grown <= most:
                yield grown

    def _evened(self, names: tuple[str, ...], grown: float) -> Iterator[tuple[Row, ...]]:
        cells = [self.cell(name, grown) for name in names]
        for count in range(1, len(names) + 1):
            ends = [-(-len(names) * number // count) for number in range(count + 1)]
            rows = [cells[start:end] for start, end in itertools.pairwise(ends)]
            if all(map(self._fits, rows)):
                first = self._set(rows[0], grown, None)
                yield (first, *(self._set(row, grown, first) for row in rows[1:]))

    def _set(self, cells: Sequence[Cell], grown: float, first: Row | None) -> Row:
        """Return figures as a row; one that is shorter than the first keeps to its columns."""
        if len(cells) == 1:
            return self._alone(cells[0], grown)
        if first is None or len(cells) == len(first.cells):
            return self._spread(cells, grown)
        kept = [self.cell(cell.name, grown, above.measure) for cell, above in zip(cells, first.cells, strict=False)]
        row = _row(kept, first.gap)
        return row if row.wide <= first.wide else self._spread(cells, grown)

    def _fits(self, cells: Sequence[Cell]) -> bool:
        wide = total([cell.wide for cell in cells])
        return wide + _LEAST_GAP * (len(cells) - 1) <= self.measure

    def _alone(self, cell: Cell, grown: float) -> Row:
        """Return a figure with its caption beside it, if there is room for that."""
        measure = self.measure - cell.width - BESIDE_CAPTION
        if measure < _ASIDE * self.caption.size:
            return _row([self.cell(cell.name, grown, min(self.measure, _WIDER * cell.width))])
        high = self._caption_high(cell.name, measure)
        return _row([replace(cell, measure=measure, high=high, wide=self.measure, aside=True)])

    def _spread(self, cells: Sequence[Cell], grown: float) -> Row:
        """Return a row from edge to edge of the measure of the rules, if its gaps are not too wide for that."""
        gaps = len(cells) - 1
        # captions wider than their figures reach into the gaps, but not over the right edge
        even = [*(replace(cell, wide=cell.width) for cell in cells[:-1]), cells[-1]]
        gap = (self.measure - total(cell.wide for cell in even)) / gaps
        if any(cell.wide + _LEAST_GAP > cell.width + gap for cell in cells[:-1]):
            even = list(cells)
            gap = (self.measure - total(cell.wide for cell in cells)) / gaps
        if gap <= _WIDEST_GAP or len(cells) > 2:
            return _row(even, gap)
        # captions may be wider than their figures
        wider = [self.cell(cell.name, grown, _WIDER * cell.width) for cell in cells]
        fits = total(cell.wide for cell in wider) + _FREE_GAP * gaps <= self.measure
        return self._pair(*(wider if fits else cells))

    def _pair(self, first: Cell, second: Cell) -> Row:
        """Return two figures, the second in the middle, as in a row of three, or at the edge beside a wide one."""
        middle, edge = (self.measure - second.width) / 2, self.measure - second.wide
        start = middle if first.wide + _LEAST_GAP <= middle else edge
        return _row((first, second), start - first.wide)
