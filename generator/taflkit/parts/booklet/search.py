"""The search of a booklet's setting: the sizes of its text and figures, and the distance of lines, that fill its pages.

On pages of few rules each, as in the largest booklets, a little more or less of any of them moves figures from page to
page. So these are looked for among the neighbours of what is best so far; smaller booklets take one of the first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.groups import RuleBlock, RuleForm
from taflkit.parts.booklet.sections import (
    Setter,
    draw_credits,
    opening_blocks,
    record_block,
    section_blocks,
    variation_block,
)
from taflkit.parts.booklet.setting import (
    BOX,
    LARGE,
    LEAST,
    Figures,
    Setting,
    coarse,
    in_squares,
    neighbours,
    settings,
    smallest,
)
from taflkit.parts.booklet.text import Copy, RuleText
from taflkit.sheets.imposition import PAGE_COUNTS, PAGES
from taflkit.sums import total
from taflkit.typesetting.columns import Lengths, Wrap, least_height
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.pages import BlockForm, PagedText, PageRoom, arrange

__all__ = ["Excess", "FoundPages", "Searches"]

_TRIES, _MORE_TRIES = 9, 16
"""How many settings are compared at most, as long as one of them fits, and if its pages are bad."""
_SEEDS, _SEARCHED, _FAR = 10, 24, 100.0
"""In how many settings the largest booklet is looked at first, after how many the best is taken, and how much dearer
than that one are those whose neighbours are not looked at."""
_USUAL, _GOOD, _BAD = (60.0, 45.0), 75.0, (250.0, 75.0)
"""The costs of pages that are as good as they mostly can be, as above, of those that are good enough, and of those
that are so bad that more settings are tried."""
_STEP = 0.97
"""Which part of the room of a setting that was not good enough the next one takes at most, in a larger booklet."""
_CAPTION_LINES = 2.2
"""How many lines a caption has with the space round it."""
_LIKELY = (0.82, 0.85)
"""Which part of the room texts with their figures take at most that fit, in larger booklets and on four pages."""
_SHORT = 0.73
"""A text is short that takes less than this part of the room with the largest figures."""
_ROUNDS = 12
"""How often lines that were judged wrongly are looked at again."""
_FOUND, _MEASURED = 64, 40
"""How many searches are kept, and of how many settings the rules, which take 0.15 MB each: as many as the rulesets of a
game have in booklets of four pages."""


class FoundPages(Struct, frozen=True):
    """The pages of a booklet behind the title page, in the setting that is best."""

    setting: Setting
    pages: PagedText

    def widths(self) -> Iterator[tuple[str, float]]:
        """Yield the names of the figures and how wide they are in mm."""
        return (pair for form in _rule_forms(self.pages) for pair in form.group.widths())


class Excess(Struct, frozen=True):
    """How much a text is too long for its pages, in mm, as it is said."""

    over: str


class Searches:
    """Finds the pages of booklets, and keeps what was found for further kits.

    The rules' forms in a setting serve the searches of all themes.
    """

    def __init__(self) -> None:
        self._found = Store(_FOUND)
        self._rules = Store(_MEASURED)

    def find(self, copy: Copy, pages: int, typesetter: Typesetter) -> FoundPages | Excess:
        """Return the pages of a booklet in the setting that is best, or by how much its text is too long.

        Args:
            copy: the words and figures.
            pages: how many there are.
            typesetter: sets the lines.
        """
        return self._found.of(self._find, copy, pages, typesetter)

    def _widths(self, copy: Copy, pages: int, typesetter: Typesetter) -> tuple[tuple[str, float], ...]:
        """Return how wide figures are in a booklet of so many pages, in mm by name; none where it does not fit."""
        try:
            found = self.find(copy, pages, typesetter)
        except DoesNotFit:
            # more pages may have room for what these have not
            return ()
        return tuple(found.widths()) if isinstance(found, FoundPages) else ()

    def _find(self, copy: Copy, pages: int, typesetter: Typesetter) -> FoundPages | Excess:
        least: tuple[tuple[str, float], ...] = ()
        smaller = PAGE_COUNTS[PAGE_COUNTS.index(pages) - 1]
        # those of four pages are far smaller than any others
        if PAGES < smaller < pages:
            least = self._widths(copy, smaller, typesetter)
        foot = total(item.height for item in draw_credits(copy.credits, typesetter))
        booklet = _Booklet(copy, pages, least, typesetter, Lengths(typesetter), foot, self._rules, {})
        # a text that is many times too long is not set
        height = least_height(copy.letters, BOX[0], Style(LEAST, 1.2 * LEAST))
        if height > booklet.room:
            return Excess(f"at least {height - booklet.room:.0f}")
        best = _settled(_tried(booklet))
        if best is None:
            # what is kept of a setting does not rest on lines that were counted in others
            booklet = replace(booklet, lengths=Lengths(typesetter), figures={})
            best = _settled([_TriedSetting(booklet, smallest(pages))])
        if best is None or best.pages is None:
            high = _RoughHeights(booklet).of(smallest(pages)) / _LIKELY[pages == PAGES]
            return Excess(f"about {max(1.0, high - booklet.room):.0f}")
        return FoundPages(best.setting, best.pages)


def _rule_forms(pages: PagedText | None) -> list[RuleForm]:
    forms = pages.forms if pages else ()
    return [form.content for form in forms if isinstance(form.content, RuleForm)]


class _Booklet(Struct, frozen=True):
    """What is the same in all settings.

    Attributes:
        copy: the words.
        pages: how many there are.
        least: how wide figures are at the least, by name, in mm: as wide as in the next smaller booklet.
        typesetter: sets the lines.
        lengths: judges how many lines texts have.
        foot: how high the colophon is, in mm.
        kept: the rules' forms, by what they depend on.
        figures: in every size of text and squares, whatever the distance of lines is.
    """

    copy: Copy
    pages: int
    least: tuple[tuple[str, float], ...]
    typesetter: Typesetter
    lengths: Lengths
    foot: float
    kept: Store
    figures: dict[tuple[int, int], Figures]

    @property
    def room(self) -> float:
        """How high all pages behind the title page are together, in mm, without the colophon."""
        return BOX[1] * (self.pages - 1) - self.foot

    def rules(self, setting: Setting, first: int) -> RuleBlock:
        """Return the rules in a setting; `first` is the number of the first one's block."""
        copy = self.copy
        key = copy.rules, copy.figures, copy.key, self.least, setting, first, self.typesetter
        return self.kept.get(key, lambda: self._measured(setting, first))

    def _measured(self, setting: Setting, first: int) -> RuleBlock:
        size, square, _ = setting.step
        if (size, square) not in self.figures:
            texts = {figure.name: figure for figure in self.copy.figures}
            self.figures[size, square] = Figures(texts, dict(self.least), setting, self.lengths)
        return RuleBlock(self.copy, self.figures[size, square], setting, self.typesetter, first)

    def paper(self, setting: Setting) -> list[PageRoom]:
        """Return the room on each page behind the title page."""
        last = setting.lines_in(BOX[1] - self.foot)
        # page 2 faces page 3
        return [
            *(PageRoom(setting.page, number % 2 == 1) for number in range(2, self.pages)),
            PageRoom(last, leaf=False),
        ]


class _TriedSetting:
    """A booklet in one setting.

    Args:
        booklet: the words.
        setting: the sizes.

    Attributes:
        pages: the best pages there are, as long as the lines of all texts are judged rightly; None: it does not fit.
    """

    def __init__(self, booklet: _Booklet, setting: Setting) -> None:
        copy, typesetter = booklet.copy, booklet.typesetter
        self.booklet, self.setting = booklet, setting
        setter = Setter(copy, setting, typesetter)
        before = section_blocks(copy.history, setter, 0, initial=True)
        before += opening_blocks(copy.opening, setter, len(before))
        end = len(before) + len(copy.rules)
        after = variation_block(setter, end)
        after += section_blocks(copy.advice, setter, end + len(after), initial=False)
        self.rules = booklet.rules(setting, len(before))
        self._misjudged: set[RuleText] = set()
        self._before: list[list[BlockForm]] = [[form] for form in before]
        self._after = [*([form] for form in after), *record_block(copy.record, setting, end + len(after))]
        self.pages = self._arranged()

    @property
    def cost(self) -> float:
        """The cost of the pages and of the setting."""
        return self.setting.cost + self.pages.cost if self.pages else math.inf

    @property
    def is_good(self) -> bool:
        """Whether one with smaller figures and text would hardly be better."""
        return self.pages is not None and self.pages.cost <= _GOOD

    def _arranged(self) -> PagedText | None:
        rules = self.rules.blocks(self._misjudged, self.booklet.lengths)
        return arrange([*self._before, *rules, *self._after], self.booklet.paper(self.setting))

    def settle(self) -> bool:
        """Set the rules that were judged; return whether they were so rightly, or else arrange them anew."""
        # all of them are set, so that no round finds one wrong guess after the other
        wrong = [
            text for form in _rule_forms(self.pages) for text in form.misjudged(self.booklet.lengths, self.setting)
        ]
        if wrong:
            self._misjudged.update(wrong)
            self.pages = self._arranged()
        return not wrong


def _searched(booklet: _Booklet) -> list[_TriedSetting]:
    """Return the largest booklet in settings of all sizes, and in those next to what was best, again and again."""
    heights, pages = _RoughHeights(booklet), booklet.pages
    room = _LIKELY[False] * booklet.room
    largest = _largest(pages, heights, booklet.room)
    sizes: dict[float, Setting] = {}
    for setting in coarse(pages):
        if setting.style.size <= largest and heights.of(setting) <= room:
            sizes.setdefault(setting.style.size, setting)
    ahead = list(sizes.values())[:_SEEDS]
    found: dict[tuple[int, int, int], _TriedSetting] = {}
    left: list[_TriedSetting] = []
    while len(found) < _SEARCHED:
        for setting in ahead:
            if setting.step not in found and heights.of(setting) <= room and setting.style.size <= largest:
                left.append(found.setdefault(setting.step, _TriedSetting(booklet, setting)))
        left.sort(key=lambda each: each.cost, reverse=True)
        if not left or left[-1].cost > _FAR + min(each.cost for each in found.values()):
            break
        ahead = list(neighbours(left.pop().setting, pages))
    return list(found.values())


def _tried(booklet: _Booklet) -> list[_TriedSetting]:
    """Return the booklet in some settings, the best among them."""
    if booklet.pages == PAGE_COUNTS[-1]:
        return _searched(booklet)
    heights = _RoughHeights(booklet)
    few = booklet.pages == PAGES
    room = _LIKELY[few] * booklet.room
    found: list[_TriedSetting] = []
    best = math.inf
    most = _TRIES
    largest = _largest(booklet.pages, heights, booklet.room)
    for setting in settings(booklet.pages):
        if setting.style.size > largest:
            continue
        if best < math.inf and (len(found) >= most or setting.cost + _USUAL[few] >= best):
            break
        height = heights.of(setting)
        if height > room or any(setting.is_above(each.setting) for each in found if not each.is_good):
            continue
        each = _TriedSetting(booklet, setting)
        found.append(each)
        if not each.is_good and not few:
            # one that takes as much room would be no better
            room = _STEP * height
        best = min(best, each.cost)
        most = _TRIES if best < setting.cost + _BAD[few] else _MORE_TRIES
    return found


def _largest(pages: int, heights: _RoughHeights, room: float) -> float:
    """Return the largest em in mm that a text may have: a short one with figures as large as can be fills its pages."""
    largest = max(setting.square for setting in settings(pages))
    heights_of: dict[float, float] = {}
    for setting in settings(pages):
        if setting.style.size >= LARGE and setting.square == largest:
            height = heights.of(setting)
            heights_of[setting.style.size] = max(height, heights_of.get(setting.style.size, 0.0))
    return next((size for size, height in sorted(heights_of.items()) if height >= _SHORT * room), math.inf)


def _settled(tries: Sequence[_TriedSetting]) -> _TriedSetting | None:
    """Return the best of some tries, its lines set, or None if none fits."""
    for _ in range(_ROUNDS * len(tries)):
        best = min(tries, key=lambda each: each.cost)
        if best.pages is None or best.settle():
            return best if best.pages else None
    return None


class _RoughHeights:
    """Judges how high the text of a booklet and its figures are, if these stand as close as they can."""

    def __init__(self, booklet: _Booklet) -> None:
        copy, self.lengths = booklet.copy, booklet.lengths
        sections = (copy.history, copy.opening, copy.advice)
        self.titles = sum(bool(section.title) for section in sections)
        self.plain = (*(text for section in sections for text in section.paragraphs), copy.variations)
        self.rules = tuple(rule.text for rule in copy.rules)
        sizes = [in_squares(figure.window) for figure in copy.figures]
        self.area, self.wide = total(wide * high for wide, high in sizes), total(wide for wide, _ in sizes)
        self._lines: dict[float, int] = {}

    def of(self, setting: Setting) -> float:
        """Return the height in mm."""
        size = setting.style.size
        if size not in self._lines:
            self._lines[size] = self._text(setting)
        square = setting.square
        figures = square * square * self.area + square * self.wide * _CAPTION_LINES * setting.caption.leading
        return self._lines[size] * setting.leading + figures / setting.measure

    def _text(self, setting: Setting) -> int:
        """Return how many lines the text has."""
        style = setting.style
        lines = sum(self.lengths.lines(text, style, Wrap(BOX[0])) for text in self.plain)
        lines += sum(self.lengths.lines(text, setting.rules, Wrap(setting.measure)) for text in self.rules)
        return lines + 3 * self.titles
