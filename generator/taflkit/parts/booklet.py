"""The booklet: a title page, and pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. Each rule stands with its figures, beside
or above them; which way, on which page and in which size is searched for. The text of four pages is as large as they
allow, 9 pt at the least; a text too long even for that is an error that names the parts to leave out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet_groups import RuleGroup, RuleText
from taflkit.parts.booklet_rules import Rules, rule_texts
from taflkit.parts.booklet_sections import (
    draw_credits,
    draw_ending,
    opening_blocks,
    section_blocks,
    variation_block,
)
from taflkit.parts.booklet_setting import BOX, LARGE, LEAST, Content, Setting, in_squares, settings, smallest
from taflkit.parts.booklet_words import BookletWords
from taflkit.parts.cover import CoverWords, draw_cover
from taflkit.sheets.imposition import PAGE_COUNTS, PAGES
from taflkit.typesetting.columns import Item, least_height, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.pages import PagedText, PageRoom, Part, arrange
from taflkit.typesetting.titles import TitleRoom, set_title, title_text
from taflkit.typesetting.wrapping import Lengths, Wrap

__all__ = ["BOX", "draw_booklet"]

_RUNNING = TitleRoom("at the foot of the booklet's pages", BOX[0] - 24.0, 3.0, 2.1)
_TRIES, _MORE_TRIES = 9, 16
"""How many settings are compared at most, as long as one of them fits, and if its pages are bad."""
_USUAL, _GOOD, _BAD = (60.0, 45.0), 75.0, (250.0, 75.0)
"""The costs of pages that are as good as they mostly can be, as above, of those that are good enough, and of those
that are so bad that more settings are tried."""
_STEP = 0.97
"""Which part of the room of a setting that was not good enough the next one takes at most, in a larger booklet."""
_CAPTION_LINES = 2.2
"""How many lines a caption has with the space round it."""
_LIKELY = (0.82, 0.85)
"""Which part of the room texts with their figures take at most that fit, in larger booklets and on four pages."""
_SHORT = 0.7
"""A text is short that takes less than this part of the room with the largest figures."""
_ROUNDS = 12
"""How often lines that were judged wrongly are looked at again."""


def draw_booklet(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, pages: int | None = None
) -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order.

    Args:
        book: the game under its ruleset, with its words and figures.
        look: the theme's ornament and faces.
        page: width and height of a page in mm.
        typesetter: sets the lines.
        pages: the number of pages: 4, or more for larger print; None: the least of PAGE_COUNTS that hold the text.

    Raises:
        DoesNotFit: the text is too long; the line says which parts to leave out.
    """
    for fewer in PAGE_COUNTS[:-1] if pages is None else ():
        try:
            return _pages(book, look, page, typesetter, fewer)
        except DoesNotFit:
            continue
    return _pages(book, look, page, typesetter, pages or PAGE_COUNTS[-1])


def _pages(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, pages: int
) -> tuple[Drawing, ...]:
    """Return the pages of a booklet of so many."""
    content = _content(book, look, typesetter, pages)
    columns = _columns(content, pages)
    title = title_text(book.title)
    left, top = (page[0] - BOX[0]) / 2, (page[1] - BOX[1]) / 2 - 2.0
    whole = Tag("Part", bookmark=title)
    drawings = [_cover(content, page, whole)]
    for number, shapes in enumerate(columns, 2):
        body = Group(shapes, translate(left, top), layer=Layer.ART, tag=whole)
        folio = _folio(title, number, page, top + BOX[1] + 6.0, typesetter)
        drawings.append(Drawing(*page, (body, folio), f"{title}, {number}"))
    return tuple(drawings)


def _content(book: Book, look: Look, typesetter: Typesetter, pages: int) -> Content:
    """Return the content of a booklet of so many pages."""
    least: dict[str, float] = {}
    smaller = PAGE_COUNTS[PAGE_COUNTS.index(pages) - 1]
    # those of four pages are far smaller than any others
    if PAGES < smaller < pages:
        try:
            _, found, _ = _best(_content(book, look, typesetter, smaller), smaller)
            least = dict(found.widths())
        except DoesNotFit:
            least = {}
    return Content.of(BookletWords.of(book, pages, look.fonts.credits), look, typesetter, least)


def _cover(content: Content, page: tuple[float, float], whole: Tag) -> Drawing:
    book = content.book
    start = (book.played["start"], book.descriptions["start"])
    words = CoverWords(book.title, content.words.subtitle, str(book.names["ruleset"]))
    shapes = draw_cover(words, start, page, content.look, content.typesetter)
    return Drawing(*page, (Group(shapes, layer=Layer.ART, tag=whole),), title_text(book.title))


class _Booklet(NamedTuple):
    """What is the same in all settings: the words, the rules, the colophon, and how long texts are."""

    content: Content
    rules: tuple[RuleText, ...]
    end: list[Item]
    lengths: Lengths
    pages: int

    @property
    def foot(self) -> float:
        """How high the colophon is, in mm."""
        return sum(item.height for item in self.end)

    @property
    def room(self) -> float:
        """How high all pages behind the title page are together, in mm, without the colophon."""
        return BOX[1] * (self.pages - 1) - self.foot

    def paper(self, setting: Setting) -> list[PageRoom]:
        """Return the room on each page behind the title page."""
        last = setting.lines_in(BOX[1] - self.foot)
        # page 2 faces page 3
        return [
            *(PageRoom(setting.page, number % 2 == 1) for number in range(2, self.pages)),
            PageRoom(last, leaf=False),
        ]


class _Try:
    """A booklet in one setting.

    Args:
        booklet: the words.
        setting: the sizes.

    Attributes:
        pages: the best pages there are, as long as the lines of all texts are judged rightly; None: it does not fit.
    """

    def __init__(self, booklet: _Booklet, setting: Setting) -> None:
        content, words = booklet.content, booklet.content.words
        self.booklet, self.setting = booklet, setting
        self.rules = Rules(booklet.rules, content, setting, booklet.lengths)
        self.before = section_blocks(words.history, content, setting, 0, initial=True)
        self.before += opening_blocks(words.opening, content, setting, len(self.before))
        end = len(self.before) + len(booklet.rules)
        self.after = variation_block(words.variations, content, setting, end)
        self.after += section_blocks(words.advice, content, setting, end + len(self.after), initial=False)
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
        rules = self.rules.blocks(len(self.before))
        blocks = [*([form] for form in self.before), *rules, *([form] for form in self.after)]
        return arrange(blocks, self.booklet.paper(self.setting))

    def settle(self) -> bool:
        """Set the rules that were judged; return whether they were so rightly, or else arrange them anew."""
        groups = self._groups()
        # all of them are set, so that no round finds one wrong guess after the other
        right = [group.settle(self.booklet.lengths, self.setting) for group in groups]
        if not all(right):
            self.pages = self._arranged()
        return all(right)

    def _groups(self) -> list[RuleGroup]:
        forms = self.pages.forms if self.pages else ()
        return [form.content for form in forms if isinstance(form.content, RuleGroup)]

    def widths(self) -> Iterator[tuple[str, float]]:
        """Yield the names of the figures and how wide they are in mm."""
        return (pair for group in self._groups() for pair in group.widths())


def _columns(content: Content, pages: int) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, in the setting that is best."""
    return _drawn(*_best(content, pages))


def _best(content: Content, pages: int) -> tuple[_Booklet, _Try, PagedText]:
    """Return a booklet in the setting that is best, with its pages.

    Raises:
        DoesNotFit: the text is too long.
    """
    booklet = _Booklet(content, rule_texts(content), draw_credits(content), Lengths(content.typesetter), pages)
    # a text that is many times too long is not set
    least = least_height(_letters(content.words), BOX[0], Style(LEAST, 1.2 * LEAST))
    if least > booklet.room:
        raise _too_long(content, f"at least {least - booklet.room:.0f}", pages)
    tries = _tried(booklet)
    best = _settled(tries) or _settled([_Try(booklet, smallest(pages))])
    if best is None or best.pages is None:
        high = _Heights(booklet).of(smallest(pages)) / _LIKELY[pages == PAGES]
        raise _too_long(content, f"about {max(1.0, high - booklet.room):.0f}", pages)
    return booklet, best, best.pages


def _tried(booklet: _Booklet) -> list[_Try]:
    """Return the booklet in some settings, the best among them."""
    heights = _Heights(booklet)
    few = booklet.pages == PAGES
    room = _LIKELY[few] * booklet.room
    found: list[_Try] = []
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
        each = _Try(booklet, setting)
        found.append(each)
        if not each.is_good and not few:
            # one that takes as much room would be no better
            room = _STEP * height
        best = min(best, each.cost)
        most = _TRIES if best < setting.cost + _BAD[few] else _MORE_TRIES
    return found


def _largest(pages: int, heights: _Heights, room: float) -> float:
    """Return the largest em in mm that a text may have: a short one with figures as large as can be fills its pages."""
    largest = max(setting.square for setting in settings(pages))
    heights_of: dict[float, float] = {}
    for setting in settings(pages):
        if setting.style.size >= LARGE and setting.square == largest:
            height = heights.of(setting)
            heights_of[setting.style.size] = max(height, heights_of.get(setting.style.size, 0.0))
    return next((size for size, height in sorted(heights_of.items()) if height >= _SHORT * room), math.inf)


def _settled(tries: Sequence[_Try]) -> _Try | None:
    """Return the best of some tries, its lines set, or None if none fits."""
    for _ in range(_ROUNDS * len(tries)):
        best = min(tries, key=lambda each: each.cost)
        if best.pages is None or best.settle():
            return best if best.pages else None
    return None


def _letters(words: BookletWords) -> int:
    """Return how many characters the text has that stands in the column of the pages, figures apart."""
    sections = (*words.history.paragraphs, *words.opening.paragraphs, *words.advice.paragraphs)
    return sum(map(len, (*sections, *map(words.rule, words.book.rules), words.variations)))


def _too_long(content: Content, over: str, pages: int) -> DoesNotFit:
    """Return the problem of a text that is so many mm too long for so many pages."""
    out = [name for name in ("advice", "history") if name not in content.words.text.leave_out]
    out += [name for name in reversed(list(content.words.numbers)) if name != "start"][:3]
    return DoesNotFit(
        "the booklet",
        f"{over} mm more than its {pages} pages at 9 pt",
        f"no room for it; put some of {', '.join(out)} into leave_out, or shorten its texts",
        table="booklet",
    )


class _Heights:
    """Judges how high the text of a booklet and its figures are, if these stand as close as they can."""

    def __init__(self, booklet: _Booklet) -> None:
        words, self.lengths = booklet.content.words, booklet.lengths
        sections = (words.history, words.opening, words.advice)
        self.titles = sum(bool(section.title) for section in sections)
        self.plain = (*(text for section in sections for text in section.paragraphs), words.variations)
        self.rules = tuple(rule.text for rule in booklet.rules)
        sizes = [in_squares(booklet.content.book.scenes[name].window) for name in words.numbers]
        self.area, self.wide = sum(wide * high for wide, high in sizes), sum(wide for wide, _ in sizes)
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


def _drawn(booklet: _Booklet, found: _Try, pages: PagedText) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages, with the colophon at the foot of the last one."""
    listed = Tag("L")
    begun = [part for parts in pages.parts for part in parts if part.first <= part.form.blank]
    items = {id(part.form): _items(part, found.rules, listed) for part in begun}
    tops = [BOX[1]] * (len(pages.parts) - 1) + [BOX[1] - booklet.foot]
    columns = []
    for number, parts in enumerate(pages.parts):
        shapes, low = stack(item for part in parts for item in _part(items[id(part.form)], part, found.setting))
        following = pages.parts[number + 1 : number + 2]
        if not following or (following[0][:1] and following[0][0].opens):
            shapes += draw_ending(booklet.content, low, tops[number])
        columns.append(shapes)
    return [*columns[:-1], columns[-1] + stack(booklet.end, 0.0, tops[-1])[0]]


def _items(part: Part, rules: Rules, listed: Tag) -> Sequence[Item]:
    """Return the items of a form of which a part was placed first."""
    content: RuleGroup | tuple[Item, ...] = part.form.content
    return rules.draw(content, listed, part.last) if isinstance(content, RuleGroup) else content


def _part(items: Sequence[Item], part: Part, setting: Setting) -> Iterator[Item]:
    """Yield the items of a part of a form."""
    lines = 0
    yield from [space(setting.leading)] * part.added
    for item in items:
        if part.first <= lines < part.last:
            yield item
        lines += setting.lines_of(item.height)


def _folio(title: str, number: int, page: tuple[float, float], y: float, typesetter: Typesetter) -> Group:
    """Return the page's number with the game's name, towards the outer edge."""
    left = number % 2 == 0
    edge = (page[0] - BOX[0]) / 2
    x = edge if left else page[0] - edge
    side = 0.0 if left else 1.0
    name = set_title(title, "smallcaps", _RUNNING, typesetter).at(page[0] / 2, y, "text.muted", typesetter)
    folio = typesetter.line(str(number), "text", 3.4, "text.rubric", (x, y), side)
    return Group((*name, folio), layer=Layer.ART)
