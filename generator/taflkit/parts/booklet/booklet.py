"""The booklet: a title page, and pages of history, numbered rules with their figures, and advice.

One text box fits A5 and half-letter pages alike. Rules stand beside or above their figures, as the search of pages
says. A text that is too long at 9 pt is an error that names the parts to leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet.cover import draw_cover
from taflkit.parts.booklet.search import BookletPages, Overflow, Searches
from taflkit.parts.booklet.sections import GameTable, Setter, TextBlock, draw_credits, draw_record, set_passage
from taflkit.parts.booklet.setting import ABOVE_CAPTION, ABOVE_ROW, BESIDE_CAPTION, BETWEEN_ROWS, BOX, Row, RuleForm
from taflkit.parts.booklet.text import BookletContent, BookletWords
from taflkit.parts.borders import draw_divider, draw_illumination
from taflkit.parts.figures import draw_scene, set_key
from taflkit.sheets.paper import PAGE_COUNTS
from taflkit.sums import total
from taflkit.typesetting.columns import Item, PlacedForm, baseline, set_paragraph, space, stack
from taflkit.typesetting.lines import TitleRoom, Typesetter, set_title, title_text

# the other pages
_DIVIDER_WIDE = 44.0  # mm of the ornament below the end of the text
_DIVIDER_HIGH = 3.6  # mm
_DIVIDER_ROOM = 16.0  # mm of white that it stands in at the least
_RUNNING = TitleRoom("at the foot of the booklet's pages", BOX[0] - 24.0, 3.0, 2.1)


class _Forms(Struct, frozen=True):
    """Draws the forms of a booklet in the best setting."""

    words: BookletWords
    setter: Setter
    look: Look

    def draw(self, part: PlacedForm, listed: Tag) -> list[Item]:
        """Return the form of a first part as items, a line each where it is text; `listed` is that of all rules."""
        content: TextBlock | RuleForm | GameTable = part.form.content
        match content:
            case TextBlock():
                head, items = set_passage(content, self.setter)
                return [*head, *items]
            case GameTable():
                return draw_record(content, self.words.record, self.setter)
            case RuleForm():
                return self._rules(content, listed, part.last)

    def _rules(self, form: RuleForm, listed: Tag, first: int) -> list[Item]:
        """Return a group of rules as items, figures beside its text on its first page, which has `first` lines."""
        group, setting, typesetter = form.group, self.setter.setting, self.setter.typesetter
        leading, style = setting.style.leading, setting.rules
        bodies = {rule.number: Tag("LBody", parent=Tag("LI", parent=listed)) for rule in group.rules}
        of = {name: bodies[rule.number] for rule in group.rules for name in rule.figures}
        items = [Item(leading, breakable=False, blank=True)] * group.blank
        # figures beside the text stand from the top of the group, flush right
        capitals = typesetter.fonts.face(setting.style.font).cap_height * setting.style.size
        y = group.blank * leading + (leading - capitals) / 2
        beside: dict[str, tuple[Shape, ...]] = {}
        for row in group.beside:
            beside.update(self._row(row, BOX[0] - row.wide, y, of))
            y += row.high + BETWEEN_ROWS
        for stretch in form.stretches:
            wrap, body = stretch.wrap, bodies[stretch.text.number]
            words, tag = stretch.text.text, Tag("P", parent=body)
            lines = set_paragraph(
                typesetter, words, wrap.width, style, setting.hang, tag, insets=wrap.insets, inset_at="right"
            )
            at = (setting.hang - 1.6, baseline(style, typesetter))
            number = typesetter.line(str(stretch.text.number), "display", style.size * 0.86, "text.rubric", at, 1.0)
            label = Group((number,), tag=Tag("Lbl", parent=body.parent))
            items += [replace(lines[0], shapes=(label, *lines[0].shapes)), *lines[1:]]
            shown = [shape for name in stretch.text.figures for shape in beside.get(name, ())]
            if shown:
                # they follow the words of their rule, as far as these stand on the same page
                place = min(len(items), first) - 1
                up = translate(0.0, -place * leading)
                items[place] = replace(items[place], shapes=(*items[place].shapes, Group(tuple(shown), up)))
        items += [Item(leading)] * (group.blank + group.wrap.lines - len(items))
        for row, high in zip(group.under, group.under_lines(setting), strict=True):
            # a caption of one long word alone may be wider than the rules
            drawn = self._row(row, min(setting.hang, BOX[0] - row.wide), ABOVE_ROW * leading, of)
            items.append(Item(high * leading, tuple(shape for _, figure in drawn for shape in figure)))
        if group.key:
            last = [name for rule in group.rules for name in rule.figures][-1]
            styles = setting.caption, setting.style
            key = set_key(self.words.text.key, setting.measure, styles, self.look, typesetter, of[last])
            aside = translate(setting.hang, 0.0)
            items += [replace(item, shapes=(Group(item.shapes, aside),)) for item in key]
        return items

    def _row(self, row: Row, x: float, y: float, of: Mapping[str, Tag]) -> Iterator[tuple[str, tuple[Shape, ...]]]:
        """Yield the figures of a row from a corner on by name, with captions, in the elements of their rules."""
        book, setter = self.words.book, self.setter
        captions = {text.name: text.caption for text in setter.content.figures}
        for cell in row.cells:
            body = of[cell.name]
            figure = draw_scene(
                book.scenes[cell.name], cell.width, book.descriptions[cell.name], self.look, parent=body
            )
            tag, style = Tag("Caption", parent=body), setter.setting.caption
            items = set_paragraph(setter.typesetter, captions[cell.name], cell.measure, style, tag=tag)
            low = y + row.tall
            if cell.aside:
                lines, _ = stack(items, x + cell.width + BESIDE_CAPTION, max(y, low - cell.high))
            else:
                lines, _ = stack(items, x, low + ABOVE_CAPTION)
            yield cell.name, (Group((figure,), translate(x, low - cell.height)), *lines)
            x += cell.wide + row.gap


def draw_booklet(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, pages: int | None = None
) -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order, of a width and height in mm.

    The number of pages is 4, or more for larger print; without one it is the least of PAGE_COUNTS that holds the text.

    Raises:
        DoesNotFit: the text is too long; the line says how many pages hold it, and which parts to leave out.
    """
    for fewer in PAGE_COUNTS[:-1] if pages is None else ():
        with suppress(DoesNotFit):
            return _pages(book, look, page, typesetter, fewer)
    try:
        return _pages(book, look, page, typesetter, pages or PAGE_COUNTS[-1])
    except DoesNotFit as error:
        if pages is None or error.table != "booklet":
            raise
        for more in PAGE_COUNTS[PAGE_COUNTS.index(pages) + 1 :]:
            content = BookletContent.of(BookletWords.of(book, more, look.fonts.credits), look)
            fits = False
            with suppress(DoesNotFit):
                fits = isinstance(look.store.of(Searches).find(content, more, typesetter), BookletPages)
            if fits:
                room = f"room for it on {more}; take these, or {error.have.partition('; ')[2]}"
                raise DoesNotFit(error.part, error.need, room, choice="pages", table=error.table) from None
        raise


def _pages(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, pages: int
) -> tuple[Drawing, ...]:
    words = BookletWords.of(book, pages, look.fonts.credits)
    content = BookletContent.of(words, look)
    searched = look.store.of(Searches).find(content, pages, typesetter)
    if isinstance(searched, Overflow):
        out = [name for name in ("advice", "history") if name not in words.text.leave_out]
        out += [name for name in reversed(list(words.numbers)) if name != "start"][:3]
        raise DoesNotFit(
            "the booklet",
            f"{searched.over} mm more than its {pages} pages at 9 pt",
            f"no room for it; put some of {', '.join(out)} into leave_out, or shorten its texts",
            table="booklet",
        )
    setter = Setter(content, searched.setting, typesetter, partial(draw_illumination, look=look))
    columns = _columns(_Forms(words, setter, look), searched)
    title = title_text(book.title)
    edge, top = (page[0] - BOX[0]) / 2, (page[1] - BOX[1]) / 2 - 2.0
    whole = Tag("Part", bookmark=title)
    cover = Group(draw_cover(words, page, look, typesetter), layer=Layer.ART, tag=whole)
    drawings = [Drawing(*page, (cover,), title)]
    for number, shapes in enumerate(columns, 2):
        body = Group(shapes, translate(edge, top), layer=Layer.ART, tag=whole)
        # the page's number towards the outer edge, with the game's name
        y = top + BOX[1] + 6.0
        name = set_title(title, "smallcaps", _RUNNING, typesetter).at(page[0] / 2, y, "text.muted", typesetter)
        x, side = (edge, 0.0) if number % 2 == 0 else (page[0] - edge, 1.0)
        folio = typesetter.line(str(number), "text", 3.4, "text.rubric", (x, y), side)
        drawings.append(Drawing(*page, (body, Group((*name, folio), layer=Layer.ART)), f"{title}, {number}"))
    return tuple(drawings)


def _columns(forms: _Forms, searched: BookletPages) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, with the colophon at the foot of the last one."""
    listed, setting = Tag("L"), searched.setting
    pages = searched.pages.parts
    begun = [part for parts in pages for part in parts if part.first <= part.form.blank]
    items = {id(part.form): forms.draw(part, listed) for part in begun}
    end = draw_credits(forms.setter.content.credits, forms.setter.typesetter)
    tops = [BOX[1]] * (len(pages) - 1) + [BOX[1] - total(item.height for item in end)]
    columns = []
    for number, parts in enumerate(pages):
        column: list[Item] = []
        for part in parts:
            column += [space(setting.style.leading)] * part.added
            lines = 0
            for item in items[id(part.form)]:
                if part.first <= lines < part.last:
                    column.append(item)
                lines += setting.lines_of(item.height)
        shapes, low = stack(column)
        following = pages[number + 1 : number + 2]
        if not following or (following[0][:1] and following[0][0].opens):
            # the ornament between the end of the text and the colophon, if there is room
            free = tops[number] - low
            if free >= _DIVIDER_ROOM:
                # in the upper part of the white, so that it belongs to the text
                at = (BOX[0] - _DIVIDER_WIDE) / 2, low + min((free - _DIVIDER_HIGH) / 2, 10.0)
                divider = draw_divider(forms.look, _DIVIDER_WIDE, _DIVIDER_HIGH, "page.knot")
                shapes += (Group(divider, translate(*at)),)
        columns.append(shapes)
    return [*columns[:-1], columns[-1] + stack(end, 0.0, tops[-1])[0]]
