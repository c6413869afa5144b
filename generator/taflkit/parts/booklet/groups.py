"""Rules together with their figures: which stand beside the text and which below it, how high that is, and how good."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from taflkit.parts.booklet.setting import BOX, GROWN, LEAST_SQUARE, Figures, Row, Setting
from taflkit.parts.booklet.text import Copy, RuleText
from taflkit.parts.figures.key import key_heights
from taflkit.sums import total
from taflkit.typesetting.columns import Lengths, Wrap
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.pages import BlockForm, PageBreak
from taflkit.words.booklet import KEY_SIGNS

__all__ = ["ABOVE", "BETWEEN", "RuleBlock", "RuleForm", "RuleGroup", "Stretch"]


ABOVE = 0.4
"""White above a row of figures below a text, in lines."""
_BELOW, BETWEEN = 0.6, 2.0
"""White below figures at the least, and between rows of them beside a text, in mm."""
_GUTTER = 4.0
"""Between a text and the figures beside it, in mm."""
_NARROWEST, _NARROW = 10.5, 20.0
"""How wide a text beside figures is at least, and from where on it is as good as any, in em."""
_GROWN_UNDER = (1.2, 1.4, 1.7, 2.0, 2.25)
"""How much larger a figure below a text may be in larger booklets."""
_GROWN_BESIDE = 1.2
"""How much larger figures beside a text may be in larger booklets."""
_STACKED, _MOST_STACKED = (1.25, 1.45, 1.65), 3
"""How much larger figures may be that stand below one another in larger booklets, and how many do so at most."""
_WHITE, _GAP = 36.0, 1
"""How much white may be added above rules to fill a page, in mm in larger booklets and in lines on four pages."""
_SHORT = 8
"""Rules of fewer lines are not parted."""
_FILLED, _FILLED_FEW, _SMALLER_UNDER = 1.5, 1.3, 0.68
"""How much larger figures below a text are at most that fill their rows, in larger booklets and on four pages, and how
much smaller at the least."""
_MOST_UNDER = 3
"""How many rules with figures below them are no group any more."""
_MOST_BESIDE = 3
"""How many figures stand side by side beside a text at most."""
_EXTRA_RULE, _FAR, _OVER, _UNEVEN, _MIXED, _THIN = 3.0, 0.8, 0.9, 2.0, 3.0, 0.05
"""The costs of a further rule in a group, of a line between a figure and its rule, of a line of white, of rows of
unlike lengths, of figures both beside and below, and of a line that is an em short."""
_EMPTY, _EMPTY_LINES = 1.6, 5
"""How many times as high as the text beside them figures may be, and by how many lines more."""
_HOLE, _ALONE, _LARGER, _LESS = 600.0, 5.0, 20.0, 150.0
"""The costs of a page of white beside figures, which grows with its square, of a figure alone below its text, and of
figures that are twice as large as others, or none."""
_PARTED, _PARTED_LEAF = 9.0, 60.0
"""The costs of a page that ends within a rule, where the next one faces it and where it is overleaf."""
_APART, _APART_LEAF = 90.0, 1500.0
"""The costs of a figure on another page than its rule."""
_STRANGE = 300.0
"""The cost of a page that begins with a figure of a rule that has no words on it."""
_BESIDE_OTHER, _BELOW_OTHER = 3.0, 16.0
"""The costs of a figure beside another rule's text alone, and below one."""


class Stretch(Struct, frozen=True):
    """Where a rule's words stand within their group: the first line, how many there are, and their shape."""

    text: RuleText
    first: int
    lines: int
    wrap: Wrap


class RuleGroup(Struct, frozen=True):
    """Rules that are set together.

    Attributes:
        rules: in order.
        beside: rows of figures at the right of the text, from its first line on.
        under: rows of figures below the text.
        wrap: the shape of the text.
        blank: how many lines are white above it.
        key: how many lines the key to the figures' signs has, below all.
        grown: how much larger the figures below the text are than others.
    """

    rules: tuple[RuleText, ...]
    beside: tuple[Row, ...]
    under: tuple[Row, ...]
    wrap: Wrap
    blank: int
    key: int
    grown: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether it is one rule with its figures below it."""
        return len(self.rules) == 1 and not self.beside and self.grown <= 1.0

    def _stretches(self, lengths: Lengths, setting: Setting) -> tuple[Stretch, ...]:
        """Return where the words of each rule stand."""
        first, wrap, style = self.blank, self.wrap, setting.rules
        found = []
        for rule in self.rules:
            lines = lengths.lines(rule.text, style, wrap)
            found.append(Stretch(rule, first, lines, wrap))
            first += lines
            beside = wrap.lines - lines
            wrap = Wrap(wrap.width, wrap.narrow, beside) if beside > 0 else Wrap(wrap.width)
        return tuple(found)

    def widths(self) -> Iterator[tuple[str, float]]:
        """Yield the names of the figures and how wide they are in mm."""
        return ((cell.name, cell.width) for row in (*self.beside, *self.under) for cell in row.cells)

    def under_lines(self, setting: Setting) -> list[int]:
        """Return how many lines each row below the text takes."""
        return [setting.lines_of(ABOVE * setting.leading + row.high + _BELOW) for row in self.under]

    def form(self, end: int, lengths: Lengths, setting: Setting) -> BlockForm | None:
        """Return the group as a form; None if it is higher than a page, unless it is plain, which is parted best.

        Args:
            end: the number of the block behind it.
            lengths: judges how many lines texts have.
            setting: the sizes.
        """
        stretches = self._stretches(lengths, setting)
        text = stretches[-1].first + stretches[-1].lines
        low = max(text, self.blank + self.wrap.lines)
        rows = self.under_lines(setting)
        high = low + sum(rows) + self.key
        if high > setting.page and not self.is_plain:
            return None
        below: frozenset[str] = frozenset().union(*[row.names for row in self.under])
        cost = self._cost(text, low, rows, setting)
        if len(self.rules) > 1:
            cost += self._distance(stretches, low, below, setting)
        breaks = tuple(self._breaks(stretches, low, rows, below))
        gap = max(_GAP, setting.lines_of(_WHITE)) if setting.grows else _GAP
        return BlockForm(end, high, cost, RuleForm(self, stretches), self.blank, gap, breaks)

    def _cost(self, text: int, low: int, rows: Sequence[int], setting: Setting) -> float:
        """Return the cost of a text that ends above a line, beside figures down to another, and of its figures."""
        cost = _EXTRA_RULE * (len(self.rules) - 1) + _MIXED * bool(self.beside and self.under)
        if self.wrap.lines:
            white = self.wrap.narrow / BOX[0] * (low - text)
            cost += _OVER * white + _HOLE * (white / setting.page) ** 2
            thin = max(0.0, _NARROW - self.wrap.narrow / setting.style.size)
            cost += _THIN * thin * min(self.wrap.lines, text - self.blank)
        cost += _LARGER * max(0.0, self.grown - 1.0) + _LESS * max(0.0, 1.0 - self.grown)
        for row, lines in zip(self.under, rows, strict=True):
            cost += _OVER * lines * max(0.0, 0.85 - row.drawn / BOX[0])
            cost += _ALONE * (len(row.cells) == 1)
        for side in (self.beside, self.under):
            if len(side) > 1:
                counts = [len(row.cells) for row in side]
                cost += _UNEVEN * (max(counts) - min(counts))
            for row in side:
                cost += row.lacks
        return cost

    def _distance(self, stretches: Sequence[Stretch], low: int, below: frozenset[str], setting: Setting) -> float:
        """Return the cost of the figures that stand away from their rules: beside others, or below their text."""
        cost = 0.0
        for stretch in stretches:
            figures, end = stretch.text.figures, stretch.first + stretch.lines
            if not figures:
                continue
            bottom: float = self.blank
            for row in self.beside:
                top, bottom = bottom, bottom + row.high / setting.leading
                away = max(top - end, stretch.first - bottom)
                if away > 0:
                    cost += (_FAR * away + _BESIDE_OTHER) * sum([name in figures for name in row.names])
            if end < low:
                cost += (_FAR * (low - end) + _BELOW_OTHER) * len(below.intersection(figures))
        return cost

    def _breaks(
        self, stretches: Sequence[Stretch], low: int, rows: Sequence[int], below: frozenset[str]
    ) -> Iterator[PageBreak]:
        """Yield where a page may end: within the text below what stands beside it, and between rows below it."""
        # the figures above the page's end whose rules stand below it, and those below it whose rules stand above
        ahead = sum([len(row.cells) for row in self.beside])
        pending = 0
        least = self.blank + self.wrap.lines
        for stretch in stretches:
            rule, first, lines = stretch.text, stretch.first, stretch.lines
            if first >= least and first > self.blank:
                apart = pending + ahead
                yield PageBreak(first, _PARTED / 2 + _APART * apart, _PARTED_LEAF / 2 + _APART_LEAF * apart)
            later = len(below.intersection(rule.figures))
            ahead -= len(rule.figures) - later
            if lines >= _SHORT:
                apart = pending + ahead
                cost = _PARTED + _APART * apart + 2.0 * later
                # its figures follow on the page where the rule ends
                leaf = _PARTED_LEAF + _APART_LEAF * apart + (_APART_LEAF / 5) * bool(rule.figures)
                for above in range(max(2, least - first), lines - 1):
                    yield PageBreak(first + above, cost, leaf)
            pending += later
        for row, high in zip(self.under, rows, strict=True):
            yield PageBreak(low, _PARTED + _STRANGE * pending, _APART_LEAF * pending)
            low += high
            pending -= len(row.names)


class RuleForm(Struct, frozen=True):
    """A group with the lines that its rules were judged to have."""

    group: RuleGroup
    stretches: tuple[Stretch, ...]

    def misjudged(self, lengths: Lengths, setting: Setting) -> Iterator[RuleText]:
        """Set the words, and yield the rules that have not as many lines as they were judged to have."""
        for stretch in self.stretches:
            if lengths.settle(stretch.text.text, setting.rules, stretch.wrap) != stretch.lines:
                yield stretch.text


def ways(rules: tuple[RuleText, ...], blank: int, key: int, figures: Figures, setting: Setting) -> Iterator[RuleGroup]:
    """Yield the ways to set rules with their figures.

    Args:
        rules: in order.
        blank: how many lines are white above them.
        key: how many lines the key to the figures' signs has with them, or 0.
        figures: measures the figures.
        setting: the sizes, those that the figures have among them, and the distance of lines.
    """
    names = tuple(itertools.chain.from_iterable(rule.figures for rule in rules))
    measure = setting.measure
    if not names or len(rules) < _MOST_UNDER:
        for grown in _sizes_under(names, figures):
            yield RuleGroup(rules, (), figures.rows(names, grown), Wrap(measure), blank, key, grown)
    wide = total([figures.lengths.natural(rule.text) for rule in rules]) * setting.style.size
    least = figures.least(names)
    smaller = (least,) if 0.0 < least < _GROWN_BESIDE else ()
    parts = (1.0, *smaller, *((_GROWN_BESIDE,) if setting.grows else ()))
    for (count, across, grown), part in itertools.product(_besides(names, figures), parts):
        if setting.grows and not set(names[count:]) <= set(rules[-1].figures):
            # those of earlier rules stand beside them where there is room
            continue
        column = figures.column(names[:count], across, grown, part)
        narrow = measure - max([row.wide for row in column]) - _GUTTER
        if narrow < _NARROWEST * setting.style.size:
            continue
        high = total([row.high for row in column]) + BETWEEN * (len(column) - 1)
        wrap = Wrap(measure, narrow, setting.lines_of(high + _BELOW))
        if wrap.lines > _EMPTY * (wide / narrow + len(rules)) + _EMPTY_LINES:
            # much white would be below the text
            continue
        under = figures.rows(names[count:], min(1.0, part))
        yield RuleGroup(rules, column, under, wrap, blank, key, part)


def _sizes_under(names: tuple[str, ...], figures: Figures) -> tuple[float, ...]:
    """Return how large some figures below a text may be, in parts of their usual size."""
    grows = figures.setting.grows
    least = max(_SMALLER_UNDER, LEAST_SQUARE / figures.setting.square)
    known = figures.least(names)
    smaller = (known,) if least <= known < (_FILLED if grows else 1.0) else ()
    if len(names) < 2:
        return (1.0, *smaller, *_GROWN_UNDER) if names and grows else (1.0,)
    stacked = _STACKED if grows and len(names) <= _MOST_STACKED else ()
    return (1.0, *smaller, *stacked, *figures.fills(names, least, _FILLED if grows else _FILLED_FEW))


def _besides(names: tuple[str, ...], figures: Figures) -> Iterator[tuple[int, int, float]]:
    """Yield how many of some figures may stand beside the text, how many side by side, and how large a whole board."""
    for across in range(1, min(_MOST_BESIDE, len(names)) + 1):
        for count in {across, len(names)}:
            rows = -(-count // across)
            if rows > 3 or (rows > 1 and count % across == 1 and across > 2):
                continue
            whole = not figures.starts.isdisjoint(names[:count])
            for grown in GROWN if whole else (1.0,):
                yield count, across, grown


_MOST_RULES = 3
"""How many rules are set together at most."""


class RuleBlock:
    """Measures the rules in one setting, first as long as they are judged to be.

    Args:
        copy: the words.
        figures: measures the figures, in the setting's sizes.
        setting: the sizes, and the distance of lines.
        typesetter: sets the key to the signs.
        first: the number of the first rule's block.
    """

    def __init__(self, copy: Copy, figures: Figures, setting: Setting, typesetter: Typesetter, first: int) -> None:
        self._texts, self._setting, self._first = copy.rules, setting, first
        keyed = next((text for text in self._texts if not figures.starts.issuperset(text.figures)), None)
        key = _key_lines(copy, setting, typesetter) if keyed else 0
        self._ways: dict[tuple[int, int], tuple[RuleGroup, ...]] = {}
        for number, end in self._runs():
            rules = self._texts[number:end]
            lines = key if keyed in rules else 0
            self._ways[number, end] = tuple(ways(rules, int(number == 0), lines, figures, setting))
        self._judged = {run: self._measured(run, figures.lengths) for run in self._ways}

    def blocks(self, misjudged: Collection[RuleText], lengths: Lengths) -> list[list[BlockForm]]:
        """Return for each rule the forms that begin with it.

        Args:
            misjudged: the rules that have not as many lines as they were judged to have at first.
            lengths: has the lines of these.
        """
        blocks: list[list[BlockForm]] = [[] for _ in self._texts]
        for run, forms in self._judged.items():
            judged = misjudged and not set(misjudged).isdisjoint(self._texts[slice(*run)])
            blocks[run[0]] += self._measured(run, lengths) if judged else forms
        return blocks

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield from which rule to which some may be set together."""
        for number in range(len(self._texts)):
            yield number, number + 1
            for end in range(number + 2, min(number + _MOST_RULES, len(self._texts)) + 1):
                if not any(rule.figures for rule in self._texts[number:end]):
                    break
                yield number, end

    def _measured(self, run: tuple[int, int], lengths: Lengths) -> tuple[BlockForm, ...]:
        """Return the forms of the rules from one number to another."""
        forms = (group.form(self._first + run[1], lengths, self._setting) for group in self._ways[run])
        return tuple(_best(sorted(filter(None, forms), key=lambda form: form.cost)))


def _key_lines(copy: Copy, setting: Setting, typesetter: Typesetter) -> int:
    """Return how many lines the key to the figures' signs takes."""
    words = dict(zip(KEY_SIGNS, copy.key, strict=True))
    heights = key_heights(words, setting.measure, (setting.caption, setting.style), typesetter)
    return sum(map(setting.lines_of, heights))


def _best(forms: Iterable[BlockForm]) -> Iterator[BlockForm]:
    """Yield the forms of the same rules that are better than others in some way, of forms in the order of cost."""
    kept: list[BlockForm] = []
    for form in forms:
        # a larger figure fills a page
        low = form.lines if form.content.group.grown > 1.0 else 0
        if not any(low <= each.lines <= form.lines and len(each.breaks) >= len(form.breaks) for each in kept):
            kept.append(form)
            yield form
