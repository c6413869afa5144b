"""How the text and the figures of a booklet are set: their sizes, and the order in which these are tried."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

from msgspec import Struct
from msgspec.structs import replace

from taflkit.figures import Window
from taflkit.parts.booklet.text import FigureText
from taflkit.sheets.imposition import PAGES
from taflkit.sums import total
from taflkit.typesetting.columns import Lengths
from taflkit.typesetting.lines import Style

__all__ = [
    "ABOVE_CAPTION",
    "BESIDE_CAPTION",
    "BOX",
    "GROWN",
    "LARGE",
    "LEAST",
    "LEAST_SQUARE",
    "Figures",
    "Row",
    "Setting",
    "coarse",
    "in_squares",
    "neighbours",
    "settings",
    "smallest",
]


BOX = (112.0, 178.0)
"""Width and height in mm of the text on a page."""
_POINT = 25.4 / 72
LEAST = 9.0 * _POINT
"""The least em of the text in mm."""
_RAGGED = 13.2 * _POINT
"""From which em on no text is justified."""
_CAPTION, _CAPTION_PART = 7.5 * _POINT, 0.74
"""The least em of captions in mm, and theirs in parts of the text's."""
_HANG, _HANG_PART = 6.0, 1.45
"""How far the rules are indented, in mm and in parts of a large em; their numbers hang in that space."""
_USUAL, _SMALL = 5, 4
"""How many squares a side a usual figure has, and those whose squares are the largest."""
_SIZES, _SQUARES = (10.5, 10.0, 9.5, 9.0), (6.8, 6.3, 5.8, 5.5, 5.2, 4.9, 4.6, 4.4, 4.2, 4.0)
"""The text's em in points, and the side in mm of the squares of usual figures, for four pages."""
_MORE_SIZES = (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
_MORE_SQUARES = (11.4, 10.8, 10.2, 9.6, 9.0, 8.5, 8.0, 7.5, 7.0, 6.6, 6.2, 5.8, 5.4, 5.0, 4.6, 4.2)
"""The same for larger booklets."""
LARGE = 13.0 * _POINT
"""The em in mm that a text does not pass in larger booklets, unless it is short."""
LEAST_SQUARE = 4.0
"""The least side in mm of the squares of a usual figure."""
_LEADING, _LEADINGS = 1.2, (1.5, 1.42, 1.34, 1.27, 1.2)
"""The distance of lines in parts of the em; in larger booklets it may be wider, to fill the pages."""
_NEIGHBOURS = ((0, 0, -1), (0, 0, 1), (1, 0, 0), (-1, 0, 0), (1, 0, 1), (-1, 0, -1), (0, 1, 0), (0, -1, 0))
"""By how many sizes the text of the settings next to one is larger, and its squares, and by how many steps its lines
are closer."""
_WIDE = 1.4
"""From which of them on a wider one costs."""
_SMALLER, _SMALLER_SQUARES, _CROWDED_SQUARES, _LOOSER, _UNLIKE = 100.0, 130.0, 260.0, 60.0, 60.0
"""The costs of text and of squares that are smaller by a factor of e, in larger booklets and on four pages, of a line
that is an em further from the next, and of squares that grow by that factor more than the text does, or less."""
_LIKE = 0.87
"""The squares' side in mm that goes with a point of the text's em in larger booklets: figures grow first."""


class Setting(Struct, frozen=True, dict=True):
    """How the text and its figures are set; each line asks for the measures that follow, so these are kept.

    Attributes:
        style: of the text.
        square: the side in mm of the squares of a usual figure.
        cost: how much worse it is than the best one.
        grows: whether figures and white may be larger where that fills a page, as in larger booklets.
        step: which of the sizes of text, of those of squares and of the distances of lines it has.
    """

    style: Style
    square: float
    cost: float
    grows: bool
    step: tuple[int, int, int]

    @cached_property
    def leading(self) -> float:
        """The distance of lines in mm."""
        return self.style.leading

    @cached_property
    def rules(self) -> Style:
        """How the text of rules is set: ragged in every booklet, for many lines beside figures could not be filled."""
        return replace(self.style, align="left")

    @cached_property
    def hang(self) -> float:
        """How far the text of rules is indented, in mm."""
        return max(_HANG, _HANG_PART * self.style.size)

    @cached_property
    def measure(self) -> float:
        """How wide the text of rules is, in mm."""
        return BOX[0] - self.hang

    @cached_property
    def caption(self) -> Style:
        """How captions are set."""
        size = max(_CAPTION, _CAPTION_PART * self.style.size)
        return Style(size, size * 1.18, role="text", align="left")

    @cached_property
    def page(self) -> int:
        """How many lines a page has."""
        return self.lines_in(BOX[1])

    def is_above(self, other: Setting) -> bool:
        """Whether neither the text nor the figures nor the distance of lines is smaller than in another setting."""
        larger = self.style.size >= other.style.size and self.square >= other.square
        return larger and self.style.leading >= other.style.leading

    def lines_in(self, height: float) -> int:
        """Return how many lines fit into a height in mm."""
        return math.floor(height / self.leading + 1e-6)

    def lines_of(self, height: float) -> int:
        """Return how many lines something of a height in mm takes."""
        return math.ceil(height / self.leading - 1e-6)

    def width_of(self, window: Window, grown: float = 1.0) -> float:
        """Return how wide a figure is in mm; one of fewer squares is smaller, and its squares are larger."""
        return min(self.measure, grown * self.square * in_squares(window)[0])


def in_squares(window: Window) -> tuple[float, float]:
    """Return how wide and how high a figure of a part of the board is, in squares of a usual figure."""
    side = math.sqrt(_USUAL / max(_SMALL, math.sqrt(window.files * window.ranks)))
    return window.files * side, window.ranks * side


@cache
def settings(pages: int) -> tuple[Setting, ...]:
    """Return the settings of a booklet of so many pages, the best first."""
    grows = pages > PAGES
    choices = (_MORE_SIZES, _MORE_SQUARES, _LEADINGS) if grows else (_SIZES, _SQUARES, (_LEADING,))
    made = []
    for (i, points), (k, square), (m, leading) in itertools.product(*map(enumerate, choices)):
        cost = _worse(points, square, leading) if grows else _crowded(points, square)
        made.append(_setting(points, square, leading, cost, grows, (i, k, m)))
    return tuple(sorted(made, key=lambda setting: setting.cost))


@cache
def _by_step(pages: int) -> Mapping[tuple[int, int, int], Setting]:
    return {setting.step: setting for setting in settings(pages)}


def neighbours(setting: Setting, pages: int) -> Iterator[Setting]:
    """Yield the settings with text or squares a size larger or smaller, or with lines a step closer or wider apart."""
    size, square, leading = setting.step
    for larger, wider, closer in _NEIGHBOURS:
        found = _by_step(pages).get((size - larger, square - wider, leading + closer))
        if found:
            yield found


def coarse(pages: int) -> Iterator[Setting]:
    """Yield the settings of the middle distance of lines, those of large text before others, of large squares next."""
    return (setting for step, setting in sorted(_by_step(pages).items()) if step[2] == len(_LEADINGS) // 2)


def smallest(pages: int) -> Setting:
    """Return the setting that takes the least room."""
    return min(settings(pages), key=lambda setting: (setting.style.size, setting.square, setting.leading))


def _crowded(points: float, square: float) -> float:
    """Return how much worse a booklet of four pages is for the size of its text and figures."""
    return _SMALLER * math.log(_SIZES[0] / points) + _CROWDED_SQUARES * math.log(_SQUARES[0] / square)


def _worse(points: float, square: float, leading: float) -> float:
    """Return how much worse a larger booklet is for the size of its text and figures, and their proportions."""
    smaller = _SMALLER * math.log(_MORE_SIZES[0] / points) + _SMALLER_SQUARES * math.log(_MORE_SQUARES[0] / square)
    unlike = _UNLIKE * abs(math.log(square / min(_MORE_SQUARES[0], _LIKE * points)))
    return smaller + unlike + _LOOSER * max(0.0, leading - _WIDE)


def _setting(
    points: float, square: float, leading: float, cost: float, grows: bool, step: tuple[int, int, int]
) -> Setting:
    return Setting(_style(points, leading), square, cost, grows, step)


@cache
def _style(points: float, leading: float) -> Style:
    """Return how text of an em in points is set; settings with squares of other sizes share it."""
    size = points * _POINT
    # large print is not justified: few words on a line would stand too far apart
    return Style(size, size * leading, align="justify" if size < _RAGGED else "left")


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
_FIGURES_SMALL = 16.0
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
            cost += _FIGURES_SMALL * max(0.0, GROWN[-1] - width / self.setting.width_of(self.texts[name].window))
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
