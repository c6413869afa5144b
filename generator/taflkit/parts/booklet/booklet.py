"""The booklet: a title page, and pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. Each rule stands with its figures, beside
or above them; which way, on which page and in which size is searched for. The text of four pages is as large as they
allow, 9 pt at the least; a text too long even for that is an error that names the parts to leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.curves import Point, foil
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Drawing, Group, Layer, Path, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.figures import Scene
from taflkit.parts.board.board import board_border
from taflkit.parts.booklet.groups import ABOVE, BETWEEN, RuleForm, RuleGroup, Stretch
from taflkit.parts.booklet.search import Excess, FoundPages, Searches
from taflkit.parts.booklet.sections import (
    GameTable,
    Setter,
    TextBlock,
    draw_credits,
    draw_ending,
    draw_record,
    set_passage,
)
from taflkit.parts.booklet.setting import ABOVE_CAPTION, BESIDE_CAPTION, BOX, Row, Setting
from taflkit.parts.booklet.text import BookletWords, Copy
from taflkit.parts.borders import Border, draw_border, draw_divider, draw_illumination, draw_tiled_ground
from taflkit.parts.counters.counters import draw_piece
from taflkit.parts.figures.figure import draw_scene
from taflkit.parts.figures.key import set_key
from taflkit.sheets.imposition import PAGE_COUNTS
from taflkit.sums import total
from taflkit.tafl import Piece
from taflkit.typesetting.columns import Item, baseline, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.pages import PlacedForm
from taflkit.typesetting.titles import TitleRoom, set_block, set_title, title_text
from taflkit.words.alternatives import Description

__all__ = ["draw_booklet"]


_INSET, _DEPTH = 9.0, 7.0
"""How far the border is from the page's edges, and how deep it is, in mm."""
_KING, _SOLDIER = 10.5, 8.0
"""The diameters in mm of the pieces over the title."""
_ASIDE = 44.0
"""How much narrower the words are than the page, in mm."""
_TITLE, _TWO_LINES, _LEAST = 15.5, 8.0, 5.0
"""The em of the title in mm: at best, on two lines, and at the least."""
_BOARD, _FRAME = 84.0, 5.0
"""The side of the start position, and how deep the border round it is, in mm."""


class CoverWords(Struct, frozen=True):
    """The words on the cover."""

    title: str
    subtitle: str
    ruleset: str


def draw_cover(
    words: CoverWords, start: tuple[Scene, Description], page: tuple[float, float], look: Look, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """Return the title over the start position, in a border.

    Args:
        words: the title and the lines below it.
        start: the start position with its text alternative.
        page: width and height in mm.
        look: the theme's ornament and faces.
        typesetter: sets the words.

    Raises:
        DoesNotFit: the words are too long.
        UnfitText: they have a letter that the fonts lack.
    """
    (width, height), middle = page, page[0] / 2
    face = look.fonts.title
    title = set_title(
        words.title, face, TitleRoom("on the cover", width - _ASIDE, _TITLE, _LEAST, _TWO_LINES), typesetter
    )
    # two lines stand about the place of one
    title_low = height * 0.205 + (len(title.lines) - 1) * title.leading / 2
    subtitle, board_top = height * 0.262, height * 0.335
    low = board_top + _BOARD + 14.0
    across = 34.0
    above_board = board_top - _FRAME - 1.0 - subtitle
    above_border = height - _INSET - _DEPTH - 1.0 - (low + 5.0)
    return (
        *_ground(look, width, height),
        *_border(look, width, height),
        *_emblem(look, middle, height * 0.106),
        Group(title.at(middle, title_low, "text.title", typesetter), tag=Tag("H1")),
        *_block(typesetter, words.subtitle, ("smallcaps", 4.3), (middle, subtitle), (width - _ASIDE, above_board)),
        *_board(start, _BOARD, look, (middle - _BOARD / 2, board_top)),
        Group(draw_divider(look, across, 4.4, "page.knot"), translate(middle - across / 2, low - 7.0)),
        *_block(typesetter, words.ruleset, ("italic", 5.0), (middle, low + 5.0), (width - _ASIDE, above_border)),
    )


def _emblem(look: Look, middle: float, y: float) -> tuple[Shape, ...]:
    """What the game's face has over the title, its middle at a height."""
    match look.face.cover:
        case "king":
            return (draw_piece(Piece.KING, _KING, look, middle, y),)
        case "pieces":
            beside = 0.5 * (_KING + _SOLDIER) + 2.0
            return (
                draw_piece(Piece.ATTACKER, _SOLDIER, look, middle - beside, y),
                draw_piece(Piece.KING, _KING, look, middle, y),
                draw_piece(Piece.DEFENDER, _SOLDIER, look, middle + beside, y),
            )
        case _:
            return ()


def _board(start: tuple[Scene, Description], side: float, look: Look, at: Point) -> tuple[Shape, ...]:
    """The start position in the board's border."""
    depth, (x, y) = _FRAME, at
    outer = side + 2 * depth
    band = draw_border(board_border(look), outer, outer, depth, look.store)
    picture = draw_scene(start[0], side, start[1], look)
    return (Group(band, translate(x - depth, y - depth)), Group((picture,), translate(*at)))


def _block(
    typesetter: Typesetter, text: str, letters: tuple[str, float], at: Point, room: tuple[float, float]
) -> tuple[Shape, ...]:
    """Return centred lines of a face and an em, the first one's baseline at a point, in a room as set_block has it."""
    (font, size), (width, _) = letters, room
    best = Style(size, size * 1.25, font=font, italic="italic", align="centre")
    lines, style = set_block(text, "on the cover", best, room, typesetter)
    tag = Tag("P")
    return tuple(
        Group(tuple(line.at(at[0] - width / 2, at[1] + i * style.leading)), tag=tag) for i, line in enumerate(lines)
    )


def _ground(look: Look, width: float, height: float) -> tuple[Shape, ...]:
    """The theme's own ground inside the border."""
    if look.art.cover is None:
        return ()

    inset = _INSET + _DEPTH
    place = Rect(inset, inset, width - 2 * inset, height - 2 * inset, "page.ground")
    return draw_tiled_ground(look.art.cover, place, "page.ground", look.store)


def _border(look: Look, width: float, height: float) -> tuple[Shape, ...]:
    """A band of ornament round the page, or two lines with a rosette at each corner."""
    ornament = look.ornament
    if ornament.page == "none":
        return ()
    border = Border(ornament.page, "page.knot", ornament.edged, look.face.page, look.art.page)
    band = draw_border(border, width - 2 * _INSET, height - 2 * _INSET, _DEPTH, look.store)
    if band:
        return (Group(band, translate(_INSET, _INSET)),)
    outer, inner, corner = 11.0, 13.0, 4.2
    shapes: list[Shape] = []
    for inset, weight in ((outer, 0.5), (inner, 0.18)):
        reach = inset + corner + (outer - inset)
        shapes += _broken_box(width, height, inset, reach, weight)
    for x in (outer + 1.0, width - outer - 1.0):
        for y in (outer + 1.0, height - outer - 1.0):
            shapes.append(Path.of(foil((x, y), 3.4, 6, 30), "page.ornament"))
            shapes.append(Circle(x, y, 4.2, "page.rule"))
    return tuple(shapes)


def _broken_box(width: float, height: float, inset: float, reach: float, weight: float) -> tuple[Shape, ...]:
    """Return the four sides of a box, left open for `reach` mm from the page's corners' rosettes."""
    open_ = reach + 1.0
    return (
        Rect(open_, inset - weight / 2, width - 2 * open_, weight, "page.ornament"),
        Rect(open_, height - inset - weight / 2, width - 2 * open_, weight, "page.ornament"),
        Rect(inset - weight / 2, open_, weight, height - 2 * open_, "page.ornament"),
        Rect(width - inset - weight / 2, open_, weight, height - 2 * open_, "page.ornament"),
    )


class Forms(Struct, frozen=True):
    """Draws the forms of a booklet in the setting that was found.

    Attributes:
        words: the booklet's.
        copy: the same as they are set.
        setting: the sizes.
        look: the theme's ornament.
        typesetter: sets the lines.
    """

    words: BookletWords
    copy: Copy
    setting: Setting
    look: Look
    typesetter: Typesetter

    def draw(self, part: PlacedForm, listed: Tag) -> list[Item]:
        """Return a form as items, a line each as far as it is text.

        Args:
            part: the first of its parts.
            listed: the element of all rules.
        """
        content: TextBlock | RuleForm | GameTable = part.form.content
        setter = Setter(self.copy, self.setting, self.typesetter, partial(draw_illumination, look=self.look))
        match content:
            case TextBlock():
                head, items = set_passage(content, setter)
                return [*head, *items]
            case GameTable():
                return draw_record(content, self.words.record, setter)
            case RuleForm():
                return self._rules(content, listed, part.last)

    def _rules(self, form: RuleForm, listed: Tag, first: int) -> list[Item]:
        """Return a group of rules as items.

        Args:
            form: the group.
            listed: the element of all rules.
            first: how many of the group's lines stand on its first page, as the figures beside its text do.
        """
        group, leading = form.group, self.setting.leading
        bodies = {rule.number: Tag("LBody", parent=Tag("LI", parent=listed)) for rule in group.rules}
        of = {name: bodies[rule.number] for rule in group.rules for name in rule.figures}
        items = [Item(leading, breakable=False, blank=True)] * group.blank
        beside = self._beside(group, of)
        for stretch in form.stretches:
            items += self._text(stretch, bodies[stretch.text.number])
            shown = [shape for name in stretch.text.figures for shape in beside.get(name, ())]
            if shown:
                # they follow the words of their rule, as far as these stand on the same page
                place = min(len(items), first) - 1
                up = translate(0.0, -place * leading)
                items[place] = replace(items[place], shapes=(*items[place].shapes, Group(tuple(shown), up)))
        items += [Item(leading)] * (group.blank + group.wrap.lines - len(items))
        items += self._under(group, of)
        if group.key:
            last = [name for rule in group.rules for name in rule.figures][-1]
            items += self._key(of[last])
        return items

    def _text(self, stretch: Stretch, body: Tag) -> list[Item]:
        """Return the lines of a rule, its number before the first."""
        setting, typesetter = self.setting, self.typesetter
        style, wrap = setting.rules, stretch.wrap
        words, x, tag = stretch.text.text, setting.hang, Tag("P", parent=body)
        items = set_paragraph(typesetter, words, wrap.width, style, x, tag, insets=wrap.insets, inset_at="right")
        at = (setting.hang - 1.6, baseline(style, typesetter))
        label = typesetter.line(str(stretch.text.number), "display", style.size * 0.86, "text.rubric", at, 1.0)
        first = Group((label,), tag=Tag("Lbl", parent=body.parent))
        items[0] = replace(items[0], shapes=(first, *items[0].shapes))
        return items

    def _beside(self, group: RuleGroup, of: Mapping[str, Tag]) -> dict[str, tuple[Shape, ...]]:
        """Return the figures beside the text by name, from the top of the group, flush right."""
        setting = self.setting
        capitals = self.typesetter.fonts.face(setting.style.font).cap_height * setting.style.size
        y = group.blank * setting.leading + (setting.leading - capitals) / 2
        found: dict[str, tuple[Shape, ...]] = {}
        for row in group.beside:
            found.update(self._row(row, BOX[0] - row.wide, y, of))
            y += row.high + BETWEEN
        return found

    def _under(self, group: RuleGroup, of: Mapping[str, Tag]) -> Iterator[Item]:
        """Yield the rows of figures below the text, each as high as a whole number of lines."""
        setting = self.setting
        for row, lines in zip(group.under, group.under_lines(setting), strict=True):
            # a caption of one long word alone may be wider than the rules
            x = min(setting.hang, BOX[0] - row.wide)
            drawn = self._row(row, x, ABOVE * setting.leading, of)
            shapes = tuple(shape for _, figure in drawn for shape in figure)
            yield Item(lines * setting.leading, shapes)

    def _row(self, row: Row, x: float, y: float, of: Mapping[str, Tag]) -> Iterator[tuple[str, tuple[Shape, ...]]]:
        """Yield the figures of a row by name, each with its caption; each belongs to the element of its rule.

        Args:
            row: the figures.
            x: the row's left edge in mm.
            y: its top in mm.
            of: the element of each figure's rule.
        """
        book = self.words.book
        captions = {text.name: text.caption for text in self.copy.figures}
        for cell in row.cells:
            body = of[cell.name]
            figure = draw_scene(
                book.scenes[cell.name], cell.width, book.descriptions[cell.name], self.look, parent=body
            )
            tag = Tag("Caption", parent=body)
            items = set_paragraph(self.typesetter, captions[cell.name], cell.measure, self.setting.caption, tag=tag)
            low = y + row.tall
            if cell.aside:
                lines, _ = stack(items, x + cell.width + BESIDE_CAPTION, max(y, low - cell.high))
            else:
                lines, _ = stack(items, x, low + ABOVE_CAPTION)
            yield cell.name, (Group((figure,), translate(x, low - cell.height)), *lines)
            x += cell.wide + row.gap

    def _key(self, body: Tag) -> list[Item]:
        """Return the key to the signs of the figures."""
        setting = self.setting
        styles = setting.caption, setting.style
        items = set_key(self.words.text.key, setting.measure, styles, self.look, self.typesetter, body)
        aside = translate(setting.hang, 0.0)
        return [replace(item, shapes=(Group(item.shapes, aside),)) for item in items]


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


def _columns(forms: Forms, found: FoundPages) -> list[tuple[Shape, ...]]:
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


def _part(items: Sequence[Item], part: PlacedForm, setting: Setting) -> Iterator[Item]:
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
