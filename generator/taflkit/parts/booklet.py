"""The booklet: a title page, and pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. Each rule stands with its figures, beside
or above them; which way, on which page and in which size is searched for. The text of four pages is as large as they
allow, 9 pt at the least; a text too long even for that is an error that names the parts to leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet_groups import RuleGroup
from taflkit.parts.booklet_record import Record, draw_record
from taflkit.parts.booklet_search import Booklet, Try, best_try
from taflkit.parts.booklet_sections import draw_ending
from taflkit.parts.booklet_setting import BOX, Content, Setting
from taflkit.parts.booklet_words import BookletWords
from taflkit.parts.cover import CoverWords, draw_cover
from taflkit.sheets.imposition import PAGE_COUNTS, PAGES
from taflkit.typesetting.columns import Item, space, stack
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.pages import PagedText, Part
from taflkit.typesetting.titles import TitleRoom, set_title, title_text

__all__ = ["BOX", "draw_booklet"]

_RUNNING = TitleRoom("at the foot of the booklet's pages", BOX[0] - 24.0, 3.0, 2.1)


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
            _, found, _ = best_try(_content(book, look, typesetter, smaller), smaller)
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


def _columns(content: Content, pages: int) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, in the setting that is best."""
    return _drawn(*best_try(content, pages))


def _drawn(booklet: Booklet, found: Try, pages: PagedText) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages, with the colophon at the foot of the last one."""
    listed = Tag("L")
    begun = [part for parts in pages.parts for part in parts if part.first <= part.form.blank]
    items = {id(part.form): _items(part, found, listed) for part in begun}
    tops = [BOX[1]] * (len(pages.parts) - 1) + [BOX[1] - booklet.foot]
    columns = []
    for number, parts in enumerate(pages.parts):
        shapes, low = stack(item for part in parts for item in _part(items[id(part.form)], part, found.setting))
        following = pages.parts[number + 1 : number + 2]
        if not following or (following[0][:1] and following[0][0].opens):
            shapes += draw_ending(booklet.content, low, tops[number])
        columns.append(shapes)
    return [*columns[:-1], columns[-1] + stack(booklet.end, 0.0, tops[-1])[0]]


def _items(part: Part, found: Try, listed: Tag) -> Sequence[Item]:
    """Return the items of a form of which a part was placed first."""
    content: RuleGroup | Record | tuple[Item, ...] = part.form.content
    if isinstance(content, Record):
        return draw_record(content, found.booklet.content, found.setting)
    return found.rules.draw(content, listed, part.last) if isinstance(content, RuleGroup) else content


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
