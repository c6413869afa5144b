"""The search of a booklet's setting: the sizes of its text and figures, and the distance of lines, that fill its pages.

In the largest booklets any change of them moves figures from page to page: the search goes on from the neighbours of
the best setting so far. Smaller booklets take the best of the first settings.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from msgspec import Struct

from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.sections import (
    Setter,
    TextBlock,
    draw_credits,
    opening_blocks,
    record_block,
    section_blocks,
    text_block,
)
from taflkit.parts.booklet.setting import BOX, POINT, Figures, RuleBlock, RuleForm, Setting, in_squares
from taflkit.parts.booklet.text import BookletContent, RuleText
from taflkit.sheets.paper import PAGE_COUNTS, PAGES
from taflkit.sums import total
from taflkit.typesetting.columns import BlockForm, Lengths, PagedText, PageRoom, Wrap, arrange, least_height
from taflkit.typesetting.lines import Style, Typesetter

LARGE = 13.0 * POINT
"""The em in mm that a text does not pass in larger booklets, unless it is short."""
_LEAST = 9.0 * POINT  # em of the text, in mm
_RAGGED = 13.2 * POINT  # em in mm from which on no text is justified
# for four pages: the text's em in points, the side in mm of the squares of usual figures, and the leading in em
_SIZES = (10.5, 10.0, 9.5, 9.0)
_SQUARES = (6.8, 6.3, 5.8, 5.5, 5.2, 4.9, 4.6, 4.4, 4.2, 4.0)
_LEADINGS = (1.2,)
# the same for larger booklets, where wider lines may fill the pages
_MORE_SIZES = (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
_MORE_SQUARES = (11.4, 10.8, 10.2, 9.6, 9.0, 8.5, 8.0, 7.5, 7.0, 6.6, 6.2, 5.8, 5.4, 5.0, 4.6, 4.2)
_MORE_LEADINGS = (1.5, 1.42, 1.34, 1.27, 1.2)
_WELL_LED = 1.4  # em of leading beyond which it costs
_SQUARE_OF_POINT = 0.87  # mm of the squares' side for a point of the text's em in larger booklets: figures grow first
_NEIGHBOURS = ((0, 0, -1), (0, 0, 1), (1, 0, 0), (-1, 0, 0), (1, 0, 1), (-1, 0, -1), (0, 1, 0), (0, -1, 0))
"""The steps to the settings next to one: of larger text, of larger squares, and of closer lines."""

# the costs of a setting
_SMALLER_COST = 100.0  # of text that is smaller by a factor of e
_SMALLER_SQUARES_COST = 130.0  # of squares that are smaller by a factor of e in larger booklets
_CROWDED_SQUARES_COST = 260.0  # the same on four pages
_LOOSER_COST = 60.0  # of an em of leading
_UNLIKE_COST = 60.0  # of squares that are larger or smaller by a factor of e than go with the text

# the search
_TRIES = 9  # settings that are compared at most, as long as one of them fits
_MORE_TRIES = 16  # the same where its pages are bad
_SEEDS = 10  # settings in which the largest booklet is looked at first
_SEARCHED = 24  # settings after which the best is taken
_FAR = 100.0  # the cost above the best one from which on a setting's neighbours are not looked at
_USUAL_COST = (60.0, 45.0)  # of pages that are as good as they mostly can be, in larger booklets and on four pages
_GOOD_COST = 75.0  # of pages that are good enough
_BAD_COST = (250.0, 75.0)  # of pages so bad that more settings are tried, in larger booklets and on four pages
_LIKELY = (0.82, 0.81)  # part of the room that fitting texts take at most, in larger booklets and on four pages
_STEP = 0.97  # part of the room of a setting that was not good enough which the next takes, in larger booklets
_SHORT = 0.73  # part of the room that a short text does not fill with the largest figures
_CAPTION_LINES = 2.2  # lines of a caption with the space round it
_ROUNDS = 12  # repeated looks at lines that were estimated wrongly, for each setting
_STORED_SEARCHES = 64
_STORED_RULES = 40
"""The settings whose rules are stored, which take 0.15 MB each: as many as a game's rulesets have on four pages."""


@cache
def settings(pages: int) -> tuple[Setting, ...]:
    """Return the settings of a booklet of a number of pages, the best first."""
    grows = pages > PAGES
    choices = (_MORE_SIZES, _MORE_SQUARES, _MORE_LEADINGS) if grows else (_SIZES, _SQUARES, _LEADINGS)
    made = []
    for (i, points), (k, square), (m, leading) in itertools.product(*map(enumerate, choices)):
        smaller = _SMALLER_COST * math.log(choices[0][0] / points)
        if grows:
            cost = smaller + _SMALLER_SQUARES_COST * math.log(_MORE_SQUARES[0] / square)
            cost += _UNLIKE_COST * abs(math.log(square / min(_MORE_SQUARES[0], _SQUARE_OF_POINT * points)))
            cost += _LOOSER_COST * max(0.0, leading - _WELL_LED)
        else:
            cost = smaller + _CROWDED_SQUARES_COST * math.log(_SQUARES[0] / square)
        size = points * POINT
        # large print is not justified: few words on a line would stand too far apart
        style = Style(size, size * leading, align="justify" if size < _RAGGED else "left")
        made.append(Setting(style, square, cost, grows, (i, k, m)))
    return tuple(sorted(made, key=lambda setting: setting.cost))


class BookletPages(Struct, frozen=True):
    """The pages of a booklet behind the title page, in the best setting."""

    setting: Setting
    pages: PagedText


class Overflow(Struct, frozen=True):
    """The height in mm of a text above that of its pages, in words."""

    over: str


class Searches:
    """Searches the pages of booklets, and stores them for further kits in all themes."""

    def __init__(self) -> None:
        self._searched = Store(_STORED_SEARCHES)
        self._rules = Store(_STORED_RULES)

    def find(self, content: BookletContent, pages: int, typesetter: Typesetter) -> BookletPages | Overflow:
        """Return the pages of a booklet of a number of pages in the best setting, or the overflow of its text."""
        return self._searched.of(self._search, content, pages, typesetter)

    def _search(self, content: BookletContent, pages: int, typesetter: Typesetter) -> BookletPages | Overflow:
        least: tuple[tuple[str, float], ...] = ()
        smaller = PAGE_COUNTS[PAGE_COUNTS.index(pages) - 1]
        # figures of four pages are far smaller than any others
        if PAGES < smaller < pages:
            # more pages may have room for a text that does not fit on these
            with suppress(DoesNotFit):
                before = self.find(content, smaller, typesetter)
                forms = _rule_forms(before.pages) if isinstance(before, BookletPages) else []
                rows = [row for form in forms for row in (*form.group.beside, *form.group.under)]
                least = tuple((cell.name, cell.width) for row in rows for cell in row.cells)
        booklet = _Booklet(content, pages, least, typesetter, self._rules)
        # a text that is many times too long is not set
        letters = sum(map(len, (*content.paragraphs, *booklet.rule_texts)))
        height = least_height(letters, BOX[0], Style(_LEAST, 1.2 * _LEAST))
        if height > booklet.room:
            return Overflow(f"at least {height - booklet.room:.0f}")
        best = _settle_best(_try_best_first(booklet))
        if best is None:
            # no lines that were counted in other settings decide
            booklet = _Booklet(content, pages, least, typesetter, self._rules)
            smallest = min(booklet.settings, key=lambda each: (each.style.size, each.square, each.style.leading))
            best = _settle_best([_TriedSetting(booklet, smallest)])
            if best is None:
                high = booklet.rough_height(smallest) / _LIKELY[pages == PAGES]
                return Overflow(f"about {max(1.0, high - booklet.room):.0f}")
        return best


def _rule_forms(pages: PagedText | None) -> list[RuleForm]:
    forms = pages.forms if pages else ()
    return [form.content for form in forms if isinstance(form.content, RuleForm)]


class _Booklet:
    """A booklet whose setting is searched; `least` has the width of its figures in the next smaller one, in mm."""

    def __init__(
        self,
        content: BookletContent,
        pages: int,
        least: tuple[tuple[str, float], ...],
        typesetter: Typesetter,
        stored: Store,
    ) -> None:
        self.content, self.pages, self._least, self.typesetter, self._stored = content, pages, least, typesetter, stored
        self.settings = settings(pages)
        self.lengths = Lengths(typesetter)
        foot = total(item.height for item in draw_credits(content.credits, typesetter))
        self.last_page = BOX[1] - foot  # mm above the colophon
        self.room = BOX[1] * (pages - 1) - foot  # mm of all pages behind the title page
        self.rule_texts = tuple(rule.text for rule in content.rules)
        sections = (content.history, content.opening, content.advice)
        self._titles = sum(bool(section.title) for section in sections)
        sizes = [in_squares(figure.window) for figure in content.figures]
        self._area, self._wide = total(wide * high for wide, high in sizes), total(wide for wide, _ in sizes)
        # in every size of text and squares, whatever the distance of lines is
        self._figures: dict[tuple[int, int], Figures] = {}
        self._lines: dict[float, int] = {}

    def rules(self, setting: Setting, first: int) -> RuleBlock:
        """Return the rules in a setting; `first` is the number of the first one's block."""
        content = self.content

        def measured() -> RuleBlock:
            size, square, _ = setting.step
            if (size, square) not in self._figures:
                texts = {figure.name: figure for figure in content.figures}
                self._figures[size, square] = Figures(texts, dict(self._least), setting, self.lengths)
            return RuleBlock(content, self._figures[size, square], setting, self.typesetter, first)

        key = content.rules, content.figures, content.key, self._least, setting, first, self.typesetter
        return self._stored.get(key, measured)

    def rough_height(self, setting: Setting) -> float:
        """Return the estimated least height in mm of the text and its figures."""
        style, square = setting.style, setting.square
        if style.size not in self._lines:
            lines = sum(self.lengths.lines(text, style, Wrap(BOX[0])) for text in self.content.paragraphs)
            lines += sum(self.lengths.lines(text, setting.rules, Wrap(setting.measure)) for text in self.rule_texts)
            self._lines[style.size] = lines + 3 * self._titles
        figures = square * square * self._area + square * self._wide * _CAPTION_LINES * setting.caption.leading
        return self._lines[style.size] * setting.style.leading + figures / setting.measure

    def largest(self) -> float:
        """Return the largest em in mm: that in which a short text with the largest figures fills its pages."""
        largest = max(setting.square for setting in self.settings)
        heights: dict[float, float] = {}
        for setting in self.settings:
            if setting.style.size >= LARGE and setting.square == largest:
                size = setting.style.size
                heights[size] = max(self.rough_height(setting), heights.get(size, 0.0))
        return next((size for size, height in sorted(heights.items()) if height >= _SHORT * self.room), math.inf)


class _TriedSetting:
    """A booklet in one setting, with its best pages by estimated lines; None: it does not fit."""

    def __init__(self, booklet: _Booklet, setting: Setting) -> None:
        content = booklet.content
        self.booklet, self.setting = booklet, setting
        setter = Setter(content, setting, booklet.typesetter)
        before = section_blocks(content.history, setter, 0, initial=True)
        before += opening_blocks(content.opening, setter, len(before))
        end = len(before) + len(content.rules)
        after = text_block(TextBlock("", (content.variations,), spaced=True), end, setter)
        after += section_blocks(content.advice, setter, end + len(after), initial=False)
        self._rules = booklet.rules(setting, len(before))
        self._misjudged: set[RuleText] = set()
        self._before: list[list[BlockForm]] = [[form] for form in before]
        self._after = [*([form] for form in after), *record_block(content.record, setting, end + len(after))]
        self.pages = self._arranged()

    @property
    def cost(self) -> float:
        """The cost of the pages and of the setting."""
        return self.setting.cost + self.pages.cost if self.pages else math.inf

    @property
    def is_good(self) -> bool:
        """Whether a setting with smaller figures and text would hardly be better."""
        return self.pages is not None and self.pages.cost <= _GOOD_COST

    def _arranged(self) -> PagedText | None:
        rules = self._rules.blocks(self._misjudged, self.booklet.lengths)
        # page 2 faces page 3
        paper = [PageRoom(self.setting.page, number % 2 == 1) for number in range(2, self.booklet.pages)]
        paper.append(PageRoom(self.setting.lines_in(self.booklet.last_page), leaf=False))
        return arrange([*self._before, *rules, *self._after], paper)

    def settle(self) -> bool:
        """Set the rules and return whether their lines were estimated rightly; if not, arrange the pages anew."""
        # all of them are set, so that no round finds one wrong guess after the other
        wrong = [
            text for form in _rule_forms(self.pages) for text in form.misjudged(self.booklet.lengths, self.setting)
        ]
        if wrong:
            self._misjudged.update(wrong)
            self.pages = self._arranged()
        return not wrong


def _try_best_first(booklet: _Booklet) -> list[_TriedSetting]:
    if booklet.pages == PAGE_COUNTS[-1]:
        return _try_neighbours(booklet)
    few = booklet.pages == PAGES
    room = _LIKELY[few] * booklet.room
    tried: list[_TriedSetting] = []
    best = math.inf
    most = _TRIES
    largest = booklet.largest()
    for setting in booklet.settings:
        if setting.style.size > largest:
            continue
        if best < math.inf and (len(tried) >= most or setting.cost + _USUAL_COST[few] >= best):
            break
        height = booklet.rough_height(setting)
        if height > room or any(setting.is_above(each.setting) for each in tried if not each.is_good):
            continue
        each = _TriedSetting(booklet, setting)
        tried.append(each)
        if not each.is_good and not few:
            # one that takes as much room would be no better
            room = _STEP * height
        best = min(best, each.cost)
        most = _TRIES if best < setting.cost + _BAD_COST[few] else _MORE_TRIES
    return tried


def _try_neighbours(booklet: _Booklet) -> list[_TriedSetting]:
    """Return the largest booklet in settings of all sizes, and again and again in neighbours of the best one."""
    room, largest = _LIKELY[False] * booklet.room, booklet.largest()
    by_step = {setting.step: setting for setting in booklet.settings}
    seeds: dict[float, Setting] = {}
    for (_, _, leading), setting in sorted(by_step.items()):
        middle = leading == len(_MORE_LEADINGS) // 2
        if middle and setting.style.size <= largest and booklet.rough_height(setting) <= room:
            seeds.setdefault(setting.style.size, setting)
    ahead = list(seeds.values())[:_SEEDS]
    tried: dict[tuple[int, int, int], _TriedSetting] = {}
    left: list[_TriedSetting] = []
    while len(tried) < _SEARCHED:
        for setting in ahead:
            if setting.step not in tried and booklet.rough_height(setting) <= room and setting.style.size <= largest:
                left.append(tried.setdefault(setting.step, _TriedSetting(booklet, setting)))
        left.sort(key=lambda each: each.cost, reverse=True)
        if not left or left[-1].cost > _FAR + min(each.cost for each in tried.values()):
            break
        size, square, leading = left.pop().setting.step
        steps = [(size - larger, square - wider, leading + closer) for larger, wider, closer in _NEIGHBOURS]
        ahead = [by_step[step] for step in steps if step in by_step]
    return list(tried.values())


def _settle_best(tries: Sequence[_TriedSetting]) -> BookletPages | None:
    """Return the best of some tries, its lines set, or None if none fits."""
    for _ in range(_ROUNDS * len(tries)):
        best = min(tries, key=lambda each: each.cost)
        if best.pages is None or best.settle():
            return BookletPages(best.setting, best.pages) if best.pages else None
    return None
