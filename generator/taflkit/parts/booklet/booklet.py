"""The booklet: a title page, and pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. Each rule stands with its figures, beside
or above them; which way, on which page and in which size is searched for. The text of four pages is as large as they
allow, 9 pt at the least; a text too long even for that is an error that names the parts to leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.copy import Copy
from taflkit.parts.booklet.cover import CoverWords, draw_cover
from taflkit.parts.booklet.drawing import Forms
from taflkit.parts.booklet.search import Excess, Found, Searches
from taflkit.parts.booklet.sections import draw_credits, draw_ending
from taflkit.parts.booklet.setting import BOX, Setting
from taflkit.parts.booklet.words import BookletWords
from taflkit.sheets.imposition import PAGE_COUNTS
from taflkit.sums import total
from taflkit.typesetting.columns import Item, space, stack
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.pages import Part
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
        DoesNotFit: the text is too long; the line says how many pages hold it, and which parts to leave out.
    """
    for fewer in PAGE_COUNTS[:-1] if pages is None else ():
        try:
            return _pages(book, look, page, typesetter, fewer)
        except DoesNotFit:
            continue
    try:
        return _pages(book, look, page, typesetter, pages or PAGE_COUNTS[-1])
    except DoesNotFit as error:
        larger = _holding(book, look, typesetter, pages) if pages and error.table == "booklet" else None
        if larger is None:
            raise
        room = f"room for it on {larger}; take these, or {error.have.partition('; ')[2]}"
        raise DoesNotFit(error.part, error.need, room, choice="pages", table=error.table) from None


def _holding(book: Book, look: Look, typesetter: Typesetter, pages: int) -> int | None:
    """Return the least number of pages above some that hold the text, or None."""
    for more in PAGE_COUNTS[PAGE_COUNTS.index(pages) + 1 :]:
        copy = Copy.of(BookletWords.of(book, more, look.fonts.credits), look)
        with suppress(DoesNotFit):
            if not isinstance(look.store.of(Searches).find(copy, more, typesetter), Excess):
                return more
    return None


def _pages(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, pages: int
) -> tuple[Drawing, ...]:
    """Return the pages of a booklet of so many."""
    words = BookletWords.of(book, pages, look.fonts.credits)
    copy = Copy.of(words, look)
    found = look.store.of(Searches).find(copy, pages, typesetter)
    if isinstance(found, Excess):
        raise _too_long(words, found)
    columns = _columns(Forms(words, copy, found.setting, look, typesetter), found)
    title = title_text(book.title)
    left, top = (page[0] - BOX[0]) / 2, (page[1] - BOX[1]) / 2 - 2.0
    whole = Tag("Part", bookmark=title)
    drawings = [_cover(words, look, page, typesetter, whole)]
    for number, shapes in enumerate(columns, 2):
        body = Group(shapes, translate(left, top), layer=Layer.ART, tag=whole)
        folio = _folio(title, number, page, top + BOX[1] + 6.0, typesetter)
        drawings.append(Drawing(*page, (body, folio), f"{title}, {number}"))
    return tuple(drawings)


def _too_long(words: BookletWords, excess: Excess) -> DoesNotFit:
    """Return the problem of a text that is too long for its pages."""
    out = [name for name in ("advice", "history") if name not in words.text.leave_out]
    out += [name for name in reversed(list(words.numbers)) if name != "start"][:3]
    return DoesNotFit(
        "the booklet",
        f"{excess.over} mm more than its {words.pages} pages at 9 pt",
        f"no room for it; put some of {', '.join(out)} into leave_out, or shorten its texts",
        table="booklet",
    )


def _cover(words: BookletWords, look: Look, page: tuple[float, float], typesetter: Typesetter, whole: Tag) -> Drawing:
    book = words.book
    start = (book.played["start"], book.descriptions["start"])
    cover = CoverWords(book.title, words.subtitle, str(book.names["ruleset"]))
    shapes = draw_cover(cover, start, page, look, typesetter)
    return Drawing(*page, (Group(shapes, layer=Layer.ART, tag=whole),), title_text(book.title))


def _columns(forms: Forms, found: Found) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, with the colophon at the foot of the last one."""
    listed = Tag("L")
    pages = found.pages.parts
    begun = [part for parts in pages for part in parts if part.first <= part.form.blank]
    items = {id(part.form): forms.draw(part, listed) for part in begun}
    end = draw_credits(forms.copy.credits, forms.typesetter)
    tops = [BOX[1]] * (len(pages) - 1) + [BOX[1] - total(item.height for item in end)]
    columns = []
    for number, parts in enumerate(pages):
        shapes, low = stack(item for part in parts for item in _part(items[id(part.form)], part, found.setting))
        following = pages[number + 1 : number + 2]
        if not following or (following[0][:1] and following[0][0].opens):
            shapes += draw_ending(forms.look, low, tops[number])
        columns.append(shapes)
    return [*columns[:-1], columns[-1] + stack(end, 0.0, tops[-1])[0]]


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
