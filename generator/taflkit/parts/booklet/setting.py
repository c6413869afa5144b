"""How the rules and figures of a booklet are set: sizes, figures with captions, and rules with their figures."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from taflkit.figures import Window
from taflkit.parts.booklet.text import BookletContent, FigureText, RuleText
from taflkit.parts.figures import key_heights
from taflkit.sums import total
from taflkit.typesetting.columns import BlockForm, Lengths, PageBreak, Wrap
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.booklet import KEY_SIGNS

BOX = (112.0, 178.0)
"""Width and height in mm of the text on a page."""
LEAST_SQUARE = 4.0
"""The least side in mm of the squares of a usual figure."""
POINT = 25.4 / 72
"""A point in mm."""
_LEAST_CAPTION = 7.5 * POINT  # em in mm
_CAPTION_PART = 0.74  # of the text's em
_LEAST_HANG = 6.0  # mm by which rules are indented; their numbers hang in that space
_HANG_PART = 1.45  # of the text's em, where that is more
_USUAL_FILES = 5  # squares a side of a usual figure
_FEWEST_FILES = 4  # squares a side of the figures with the largest squares

# figures with their captions
ABOVE_CAPTION = 0.8
"""The mm between a figure and its caption below it."""
BESIDE_CAPTION = 3.5
"""The mm between a figure and its caption beside it."""
_GAP = 3.2  # mm between figures side by side
_LEAST_GAP = 1.7  # mm between their captions
_FULL_GAP = 2.4  # mm between figures that fill their row
_WIDEST_GAP = 17.0  # mm between two figures that are spread over the measure
_FREE_GAP = 5.0  # mm at the least between the wide captions of two that cannot be spread
_LEAST_BELOW = 6.5  # em of a caption below its figure
_LEAST_ASIDE = 9.0  # em of a caption beside its figure
_WIDEST_CAPTION = 1.25  # in parts of its figure's width
_LEAST_PART = 0.98  # of a figure's width in the next smaller booklet
_LARGER_BOARDS = (1.0, 1.25, 1.5)  # sizes of a figure of the whole board beside a text
_SMALL_BOARD_COST = 16.0
_SHRUNK_COST = 250.0  # of a figure that is smaller than in a smaller booklet
_SHRUNK_PART = 0.975  # of its width there

# rules with their figures
_MOST_RULES = 3  # that are set together
ABOVE_ROW = 0.4
"""The lines of white above a row of figures below a text."""
BETWEEN_ROWS = 2.0
"""The mm between rows of figures beside a text."""
_BELOW = 0.6  # mm of white below figures at the least
_GUTTER = 4.0  # mm between a text and the figures beside it
_NARROWEST = 10.5  # em of a text beside figures
_WELL_WIDE = 20.0  # em from which on such a text is as good as any
_GROWN_UNDER = (1.2, 1.4, 1.7, 2.0, 2.25)  # sizes of one figure below a text in larger booklets
_GROWN_BESIDE = 1.2  # size of figures beside a text in larger booklets
_STACKED = (1.25, 1.45, 1.65)  # sizes of figures below one another in larger booklets
_MOST_STACKED = 3  # figures
_FILLED = 1.5  # the largest size of figures that fill their rows below a text, in larger booklets
_FILLED_FEW = 1.3  # the same on four pages
_SMALLEST_UNDER = 0.68  # the least size of figures below a text
_WHITE = 36.0  # mm that may be added above rules to fill a page in larger booklets
_WHITE_LINES = 1  # lines that may be added on four pages
_LEAST_PARTED = 8  # lines of a rule that may be parted
_RULES_BESIDE = 3  # rules from which on a group has no figures below its text alone
_MOST_BESIDE = 3  # figures side by side beside a text
_EMPTIEST = 1.6  # the height of figures in parts of that of the text beside them
_EMPTY_LINES = 5  # lines by which they may be higher than that

# the costs of a group
_RULE_COST = 3.0  # of a further rule
_FAR_COST = 0.8  # of a line between a figure and its rule
_WHITE_COST = 0.9  # of a line of white
_UNEVEN_COST = 2.0  # of a figure more in the longest row than in the shortest
_MIXED_COST = 3.0  # of figures both beside and below
_THIN_COST = 0.05  # of a line that is an em short
_HOLE_COST = 600.0  # of a page of white beside figures, which grows with its square
_ALONE_COST = 5.0  # of a figure alone below its text
_LARGER_COST = 20.0  # of figures that are twice as large as others
_SMALLER_COST = 150.0  # of figures without any size
_BESIDE_OTHER_COST = 3.0  # of a figure beside another rule's text alone
_BELOW_OTHER_COST = 16.0  # of a figure below another rule's text
# those of the end of a page, where the next one faces it and where it is overleaf
_PARTED_COST = 9.0  # within a rule
_PARTED_LEAF_COST = 60.0
_APART_COST = 90.0  # of a figure on another page than its rule
_APART_LEAF_COST = 1500.0
_STRANGE_COST = 300.0  # of a page that begins with a figure of a rule that has no words on it


class Setting(Struct, frozen=True, dict=True):
    """The sizes of the text and its figures.

    Attributes:
        square: the side in mm of the squares of a usual figure.
        grows: whether figures and white may be larger where that fills a page, as in larger booklets.
        step: its places among the sizes of text, those of squares and the distances of lines.
    """

    style: Style
    square: float
    cost: float
    grows: bool
    step: tuple[int, int, int]

    @cached_property
    def rules(self) -> Style:
        """The style of rules: ragged in every booklet, for many lines beside figures could not be filled."""
        return replace(self.style, align="left")

    @cached_property
    def hang(self) -> float:
        """The indent of rules in mm."""
        return max(_LEAST_HANG, _HANG_PART * self.style.size)

    @cached_property
    def measure(self) -> float:
        """The width of the text of rules in mm."""
        return BOX[0] - self.hang

    @cached_property
    def caption(self) -> Style:
        """The style of captions."""
        size = max(_LEAST_CAPTION, _CAPTION_PART * self.style.size)
        return Style(size, size * 1.18, role="text", align="left")

    @cached_property
    def page(self) -> int:
        """The number of lines on a page."""
        return self.lines_in(BOX[1])

    def is_above(self, other: Setting) -> bool:
        """Whether text, figures and leading are all as large as in another setting, or larger."""
        larger = self.style.size >= other.style.size and self.square >= other.square
        return larger and self.style.leading >= other.style.leading

    def lines_in(self, height: float) -> int:
        """Return the number of lines that fit into a height in mm."""
        return math.floor(height / self.style.leading + 1e-6)

    def lines_of(self, height: float) -> int:
        """Return the number of lines that a height in mm takes."""
        return math.ceil(height / self.style.leading - 1e-6)

    def width_of(self, window: Window, grown: float = 1.0) -> float:
        """Return the width of a figure in mm; one of fewer squares is smaller, with larger squares."""
        return min(self.measure, grown * self.square * in_squares(window)[0])


def in_squares(window: Window) -> tuple[float, float]:
    """Return width and height of a figure of a part of the board, in squares of a usual figure."""
    side = math.sqrt(_USUAL_FILES / max(_FEWEST_FILES, math.sqrt(window.files * window.ranks)))
    return window.files * side, window.ranks * side


class Cell(Struct, frozen=True):
    """A figure with its caption; lengths in mm.

    Attributes:
        measure, high: the width and height of the caption, which stands `aside` or below.
        wide: the width of the figure and its caption.
        lacks: the cost of a figure that is smaller than it should be.
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
    """Figures side by side, the lower edges in one line; lengths in mm.

    Attributes:
        wide, high: width and height of the row with its captions.
        tall: the height of the highest figure.
        drawn: the width of all figures, without gaps and captions.
        lacks: the cost of figures that are smaller than they should be.
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
    wide = drawn = lacks = tall = below = high = 0.0
    for cell in cells:
        wide, drawn, lacks = wide + cell.wide, drawn + cell.width, lacks + cell.lacks
        tall, high = max(tall, cell.height), max(high, cell.high)
        if not cell.aside:
            below = max(below, ABOVE_CAPTION + cell.high)
    names = tuple([cell.name for cell in cells])
    return Row(tuple(cells), gap, wide + gap * (len(cells) - 1), max(tall + below, high), tall, drawn, lacks, names)


class Figures:
    """Measures the figures of a booklet in one setting, whatever its distance of lines is.

    `least` has the least width by name, in mm: that in the next smaller booklet.
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
        """Return a figure at a size in parts of its usual one, its caption below it at least `measure` mm wide."""
        key = name, grown, measure
        cell = self._cells.get(key)
        if cell is None:
            text = self.texts[name]
            width = self.setting.width_of(text.window, grown)
            longest = max(self.lengths.words(text.caption), default=0.0)
            longest_word = min(BOX[0], 1.01 * longest * self.caption.size)
            measure = max(width, measure, _LEAST_BELOW * self.caption.size, longest_word)
            lacks = _SHRUNK_COST if width < _SHRUNK_PART * self._least.get(name, 0.0) else 0.0
            if name in self.starts:
                lacks += _SMALL_BOARD_COST * max(0.0, _LARGER_BOARDS[-1] - width / self.setting.width_of(text.window))
            height, high = width * text.window.ranks / text.window.files, self._caption_height(name, measure)
            cell = self._cells[key] = Cell(name, width, height, measure, high, max(width, measure), lacks)
        return cell

    def _caption_height(self, name: str, measure: float) -> float:
        return self.lengths.ragged(self.texts[name].caption, self.caption, measure) * self.caption.leading

    def least(self, names: tuple[str, ...]) -> float:
        """Return the least size of some figures in parts of their usual one; 0.0 without a smaller booklet."""
        least = self._least
        known = (name for name in names if name in least)
        return max((_LEAST_PART * least[name] / self.cell(name).width for name in known), default=0.0)

    def column(self, names: tuple[str, ...], across: int, grown: float, part: float) -> tuple[Row, ...]:
        """Return figures beside a text in rows of `across`, at a part of their usual size, the whole board grown."""
        key = names, across, grown, part
        if key not in self._columns:
            cells = [self.cell(name, part * grown if name in self.starts else part) for name in names]
            self._columns[key] = tuple(_row(cells[start : start + across]) for start in range(0, len(cells), across))
        return self._columns[key]

    def rows(self, names: tuple[str, ...], grown: float = 1.0) -> tuple[Row, ...]:
        """Return figures below a text in the fewest rows that hold them, of even lengths."""
        key = names, grown
        if key not in self._rows:
            self._rows[key] = ()
            cells = [self.cell(name, grown) for name in names]
            for count in range(1, len(names) + 1):
                ends = [-(-len(names) * number // count) for number in range(count + 1)]
                rows = [cells[start:end] for start, end in itertools.pairwise(ends)]
                wide = [total([cell.wide for cell in row]) + _LEAST_GAP * (len(row) - 1) for row in rows]
                if max(wide) <= self.measure:
                    first = self._set_row(rows[0], grown, None)
                    self._rows[key] = (first, *(self._set_row(row, grown, first) for row in rows[1:]))
                    break
        return self._rows[key]

    def fills(self, names: tuple[str, ...], least: float, most: float) -> Iterator[float]:
        """Yield the sizes in which the longest rows of some figures are full, within limits."""
        widths = [self.cell(name).width for name in names]
        for across in {-(-len(names) // count) for count in range(1, len(names))}:
            longest = max(total(widths[start : start + across]) for start in range(0, len(names), across))
            grown = (self.measure - _FULL_GAP * (across - 1)) / longest
            if least <= grown <= most:
                yield grown

    def _set_row(self, cells: Sequence[Cell], grown: float, first: Row | None) -> Row:
        """Return a row of figures: one beside its caption, several spread, or in the columns of the first row."""
        if len(cells) == 1:
            (cell,) = cells
            measure = self.measure - cell.width - BESIDE_CAPTION
            if measure < _LEAST_ASIDE * self.caption.size:
                return _row([self.cell(cell.name, grown, min(self.measure, _WIDEST_CAPTION * cell.width))])
            high = self._caption_height(cell.name, measure)
            return _row([replace(cell, measure=measure, high=high, wide=self.measure, aside=True)])
        if first is not None and len(cells) != len(first.cells):
            below = zip(cells, first.cells, strict=False)
            row = _row([self.cell(cell.name, grown, above.measure) for cell, above in below], first.gap)
            if row.wide <= first.wide:
                return row
        gaps = len(cells) - 1
        # captions wider than their figures reach into the gaps, but not over the right edge
        even = [*(replace(cell, wide=cell.width) for cell in cells[:-1]), cells[-1]]
        gap = (self.measure - total(cell.wide for cell in even)) / gaps
        if any(cell.wide + _LEAST_GAP > cell.width + gap for cell in cells[:-1]):
            even = list(cells)
            gap = (self.measure - total(cell.wide for cell in cells)) / gaps
        if gap <= _WIDEST_GAP or len(cells) > 2:
            return _row(even, gap)
        # of two figures the second stands in the middle, as in a row of three, or at the edge beside a wide one
        wider = [self.cell(cell.name, grown, _WIDEST_CAPTION * cell.width) for cell in cells]
        fits = total(cell.wide for cell in wider) + _FREE_GAP * gaps <= self.measure
        left, right = wider if fits else cells
        middle, edge = (self.measure - right.width) / 2, self.measure - right.wide
        start = middle if left.wide + _LEAST_GAP <= middle else edge
        return _row((left, right), start - left.wide)


class Stretch(Struct, frozen=True):
    """The lines of a rule's words within their group: the first, their number, and their shape."""

    text: RuleText
    first: int
    lines: int
    wrap: Wrap


class RuleGroup(Struct, frozen=True):
    """Rules that are set together.

    Attributes:
        beside: rows of figures at the right of the text, from its first line on.
        under: rows of figures below the text.
        blank: the white lines above it.
        key: the lines of the key to the figures' signs, below all.
        grown: the size of the figures below the text in parts of that of others.
    """

    rules: tuple[RuleText, ...]
    beside: tuple[Row, ...]
    under: tuple[Row, ...]
    wrap: Wrap
    blank: int
    key: int
    grown: float = 1.0

    def under_lines(self, setting: Setting) -> list[int]:
        """Return the number of lines that each row below the text takes."""
        return [setting.lines_of(ABOVE_ROW * setting.style.leading + row.high + _BELOW) for row in self.under]

    def form(self, end: int, lengths: Lengths, setting: Setting) -> BlockForm | None:
        """Return the group as a form, or None if it is higher than a page.

        One rule with its figures below it always has one: it is parted best. `end` is the number of the block behind.
        """
        stretches: list[Stretch] = []
        text, wrap = self.blank, self.wrap
        for rule in self.rules:
            lines = lengths.lines(rule.text, setting.rules, wrap)
            stretches.append(Stretch(rule, text, lines, wrap))
            text += lines
            beside = wrap.lines - lines
            wrap = Wrap(wrap.width, wrap.narrow, beside) if beside > 0 else Wrap(wrap.width)
        low = max(text, self.blank + self.wrap.lines)
        rows = self.under_lines(setting)
        high = low + sum(rows) + self.key
        is_plain = len(self.rules) == 1 and not self.beside and self.grown <= 1.0
        if high > setting.page and not is_plain:
            return None
        below: frozenset[str] = frozenset().union(*[row.names for row in self.under])
        cost = self._cost(text, low, rows, setting)
        if len(self.rules) > 1:
            cost += self._distance_cost(stretches, low, below, setting)
        breaks = tuple(self._breaks(stretches, low, rows, below))
        gap = max(_WHITE_LINES, setting.lines_of(_WHITE)) if setting.grows else _WHITE_LINES
        return BlockForm(end, high, cost, RuleForm(self, tuple(stretches)), self.blank, gap, breaks)

    def _cost(self, text: int, low: int, rows: Sequence[int], setting: Setting) -> float:
        """Return the cost of white and figures; the text ends at a line, and the figures beside it at `low`."""
        cost = _RULE_COST * (len(self.rules) - 1) + _MIXED_COST * bool(self.beside and self.under)
        if self.wrap.lines:
            white = self.wrap.narrow / BOX[0] * (low - text)
            cost += _WHITE_COST * white + _HOLE_COST * (white / setting.page) ** 2
            thin = max(0.0, _WELL_WIDE - self.wrap.narrow / setting.style.size)
            cost += _THIN_COST * thin * min(self.wrap.lines, text - self.blank)
        cost += _LARGER_COST * max(0.0, self.grown - 1.0) + _SMALLER_COST * max(0.0, 1.0 - self.grown)
        for row, lines in zip(self.under, rows, strict=True):
            cost += _WHITE_COST * lines * max(0.0, 0.85 - row.drawn / BOX[0])
            cost += _ALONE_COST * (len(row.cells) == 1)
        for side in (self.beside, self.under):
            if len(side) > 1:
                counts = [len(row.cells) for row in side]
                cost += _UNEVEN_COST * (max(counts) - min(counts))
            for row in side:
                cost += row.lacks
        return cost

    def _distance_cost(self, stretches: Sequence[Stretch], low: int, below: frozenset[str], setting: Setting) -> float:
        """Return the cost of the figures that stand beside other rules' text, or below it."""
        cost = 0.0
        for stretch in stretches:
            figures, end = stretch.text.figures, stretch.first + stretch.lines
            if not figures:
                continue
            bottom: float = self.blank
            for row in self.beside:
                top, bottom = bottom, bottom + row.high / setting.style.leading
                away = max(top - end, stretch.first - bottom)
                if away > 0:
                    cost += (_FAR_COST * away + _BESIDE_OTHER_COST) * sum([name in figures for name in row.names])
            if end < low:
                cost += (_FAR_COST * (low - end) + _BELOW_OTHER_COST) * len(below.intersection(figures))
        return cost

    def _breaks(
        self, stretches: Sequence[Stretch], low: int, rows: Sequence[int], below: frozenset[str]
    ) -> Iterator[PageBreak]:
        """Yield the lines where a page may end: in the text below figures beside it, and between rows under it."""
        # the figures above the page's end whose rules stand below it, and those below it whose rules stand above
        ahead = sum([len(row.cells) for row in self.beside])
        pending = 0
        least = self.blank + self.wrap.lines
        for stretch in stretches:
            rule, first, lines = stretch.text, stretch.first, stretch.lines
            if first >= least and first > self.blank:
                apart = pending + ahead
                leaf = _PARTED_LEAF_COST / 2 + _APART_LEAF_COST * apart
                yield PageBreak(first, _PARTED_COST / 2 + _APART_COST * apart, leaf)
            later = len(below.intersection(rule.figures))
            ahead -= len(rule.figures) - later
            if lines >= _LEAST_PARTED:
                apart = pending + ahead
                cost = _PARTED_COST + _APART_COST * apart + 2.0 * later
                # its figures follow on the page where the rule ends
                leaf = _PARTED_LEAF_COST + _APART_LEAF_COST * apart + (_APART_LEAF_COST / 5) * bool(rule.figures)
                for above in range(max(2, least - first), lines - 1):
                    yield PageBreak(first + above, cost, leaf)
            pending += later
        for row, high in zip(self.under, rows, strict=True):
            yield PageBreak(low, _PARTED_COST + _STRANGE_COST * pending, _APART_LEAF_COST * pending)
            low += high
            pending -= len(row.names)


class RuleForm(Struct, frozen=True):
    """A group with the estimated lines of its rules."""

    group: RuleGroup
    stretches: tuple[Stretch, ...]

    def misjudged(self, lengths: Lengths, setting: Setting) -> Iterator[RuleText]:
        """Set the words, and yield the rules that have other numbers of lines than estimated."""
        for stretch in self.stretches:
            if lengths.settle(stretch.text.text, setting.rules, stretch.wrap) != stretch.lines:
                yield stretch.text


def ways(rules: tuple[RuleText, ...], blank: int, key: int, figures: Figures, setting: Setting) -> Iterator[RuleGroup]:
    """Yield the ways to set rules with their figures, below white lines and above the lines of the key, if any."""
    names = tuple(itertools.chain.from_iterable(rule.figures for rule in rules))
    measure, grows, least = setting.measure, setting.grows, figures.least(names)
    if not names or len(rules) < _RULES_BESIDE:
        smallest = max(_SMALLEST_UNDER, LEAST_SQUARE / setting.square)
        sizes = [1.0, *((least,) if smallest <= least < _FILLED else ())]
        if len(names) > 1:
            sizes += _STACKED if grows and len(names) <= _MOST_STACKED else ()
            sizes += figures.fills(names, smallest, _FILLED if grows else _FILLED_FEW)
        elif names and grows:
            sizes += _GROWN_UNDER
        for grown in sizes:
            yield RuleGroup(rules, (), figures.rows(names, grown), Wrap(measure), blank, key, grown)
    wide = total([figures.lengths.natural(rule.text) for rule in rules]) * setting.style.size
    smaller = (least,) if 0.0 < least < _GROWN_BESIDE else ()
    parts = (1.0, *smaller, *((_GROWN_BESIDE,) if grows else ()))
    # figures beside the text, those side by side, and the size of a whole board
    columns = [
        (count, across, grown)
        for across in range(1, min(_MOST_BESIDE, len(names)) + 1)
        for count in {across, len(names)}
        if count == across or (count <= 3 * across and (across <= 2 or count % across != 1))
        for grown in ((1.0,) if figures.starts.isdisjoint(names[:count]) else _LARGER_BOARDS)
    ]
    for (count, across, grown), part in itertools.product(columns, parts):
        if grows and not set(names[count:]) <= set(rules[-1].figures):
            # those of earlier rules stand beside them where there is room
            continue
        column = figures.column(names[:count], across, grown, part)
        narrow = measure - max([row.wide for row in column]) - _GUTTER
        if narrow < _NARROWEST * setting.style.size:
            continue
        high = total([row.high for row in column]) + BETWEEN_ROWS * (len(column) - 1)
        wrap = Wrap(measure, narrow, setting.lines_of(high + _BELOW))
        if wrap.lines > _EMPTIEST * (wide / narrow + len(rules)) + _EMPTY_LINES:
            # much white would be below the text
            continue
        under = figures.rows(names[count:], min(1.0, part))
        yield RuleGroup(rules, column, under, wrap, blank, key, part)


class RuleBlock:
    """Measures the rules in one setting, at first with estimated lines; `first` is the number of their first block."""

    def __init__(
        self, content: BookletContent, figures: Figures, setting: Setting, typesetter: Typesetter, first: int
    ) -> None:
        self._texts, self._setting, self._first = content.rules, setting, first
        keyed = next((text for text in self._texts if not figures.starts.issuperset(text.figures)), None)
        key = 0
        if keyed:
            meanings = dict(zip(KEY_SIGNS, content.key, strict=True))
            heights = key_heights(meanings, setting.measure, (setting.caption, setting.style), typesetter)
            key = sum(map(setting.lines_of, heights))
        self._ways: dict[tuple[int, int], tuple[RuleGroup, ...]] = {}
        for number in range(len(self._texts)):
            for end in range(number + 1, min(number + _MOST_RULES, len(self._texts)) + 1):
                rules = self._texts[number:end]
                if len(rules) > 1 and not any(rule.figures for rule in rules):
                    break
                lines = key if keyed in rules else 0
                self._ways[number, end] = tuple(ways(rules, int(number == 0), lines, figures, setting))
        self._estimated = {run: self._measured(run, figures.lengths) for run in self._ways}

    def blocks(self, misjudged: Collection[RuleText], lengths: Lengths) -> list[list[BlockForm]]:
        """Return for each rule the forms that begin with it; `lengths` has the lines of the misjudged ones."""
        blocks: list[list[BlockForm]] = [[] for _ in self._texts]
        for run, forms in self._estimated.items():
            wrong = misjudged and not set(misjudged).isdisjoint(self._texts[slice(*run)])
            blocks[run[0]] += self._measured(run, lengths) if wrong else forms
        return blocks

    def _measured(self, run: tuple[int, int], lengths: Lengths) -> tuple[BlockForm, ...]:
        """Return the forms of a run of rules that are cheaper, lower or easier to part than all others."""
        forms = (group.form(self._first + run[1], lengths, self._setting) for group in self._ways[run])
        best: list[BlockForm] = []
        for form in sorted(filter(None, forms), key=lambda form: form.cost):
            # a larger figure fills a page
            low = form.lines if form.content.group.grown > 1.0 else 0
            if not any(low <= each.lines <= form.lines and len(each.breaks) >= len(form.breaks) for each in best):
                best.append(form)
        return tuple(best)
