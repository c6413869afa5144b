"""The booklet: a title page, and three pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. The text is as large as four pages allow,
9 pt at the least; a text too long even for that is an error that names the parts to leave out. Figures stand in rows
behind their rules where there is room, or in filled rows behind the rule that fills them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit, TaflkitError, shown
from taflkit.figures import Scene
from taflkit.parts.booklet_pages import LAST, Followed, Pages, held_pages
from taflkit.parts.booklet_words import BookletWords
from taflkit.parts.borders import draw_illumination
from taflkit.parts.cover import CoverWords, draw_cover
from taflkit.parts.figure import draw_scene
from taflkit.parts.key import set_key
from taflkit.sheets.imposition import PAGE_COUNTS, PAGES
from taflkit.typesetting.columns import (
    Initial,
    Item,
    baseline,
    least_height,
    paginate,
    set_initial,
    set_paragraph,
    space,
    stack,
)
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.titles import TitleRoom, set_title, title_text
from taflkit.words.booklet import SectionText
from taflkit.words.rulebook import NumberedRule

__all__ = ["BOX", "draw_booklet"]

BOX = (112.0, 178.0)
"""Width and height in mm of the text on a page."""
_POINT = 25.4 / 72
_SIZES = tuple(size * _POINT for size in (10.5, 10.0, 9.5, 9.0))
"""The ems that the text may have, in mm, the largest that fits being taken."""
_LARGE_SIZES = (*(size * _POINT for size in (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0)), *_SIZES)
"""The ems of booklets of more than four pages, which are for those who want larger print."""
_USUAL = _SIZES[2]
"""The one that the shipped texts mostly get."""
_RAGGED = 12.5 * _POINT
"""From which em on text is not justified."""
_LEADING, _LEADINGS = 1.2, (1.5, 1.4, 1.3, 1.2)
"""The distance of lines in parts of the em; that of large print may be wider, to fill its pages."""
_CAPTION = 7.5 * _POINT
_FIGURES = {2: (53.0, 53.0), 3: (35.0, 35.0), 4: (30.0, 25.6), 5: (30.0, 21.0)}
"""How wide figures of the whole board, and of a part of it, are in mm, by how many of a part stand side by side."""
_SMALL_ROW, _CROWDED_ROW, _LARGE_ROWS = 4, 5, (2, 3)
"""The rows of booklets of four pages, those where the text would not fit otherwise, and those of larger booklets."""
_LEAST_GAP, _MOST_GAP = 1.7, 3.5
"""Between figures side by side, in mm."""
_CAPTION_PART = {2: 0.78, 3: 0.6}
"""The size of the captions of larger booklets in parts of the text's, by how many figures stand side by side."""
_FURTHER = 16
"""How many fitting settings are tried for one that fills the last page of a larger booklet."""
_INITIAL = 3
"""How many lines the history's first letter is high."""
_RUNNING = TitleRoom("at the foot of the booklet's pages", BOX[0] - 24.0, 3.0, 2.1)
_HANG, _HANG_PART = 6.0, 1.45
"""How far the rules are indented, in mm and in parts of a large em; their numbers hang in that space."""


_Row: TypeAlias = "list[tuple[str, int]]"
"""Figures side by side, by name, each with the number of the rule that it stands in."""


class _Booklet(NamedTuple):
    """The words of a booklet with the look that it is drawn in."""

    words: BookletWords
    look: Look

    @property
    def book(self) -> Book:
        """The game under its ruleset."""
        return self.words.book


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
    content = _Booklet(BookletWords.of(book, pages, look.fonts.credits), look)
    columns = _fitted(content, typesetter, pages)
    title = title_text(book.title)
    left, top = (page[0] - BOX[0]) / 2, (page[1] - BOX[1]) / 2 - 2.0
    whole = Tag("Part", bookmark=title)
    drawings = [_cover(content, page, whole, typesetter)]
    for number, shapes in enumerate(columns, 2):
        body = Group(shapes, translate(left, top), layer=Layer.ART, tag=whole)
        folio = _folio(title, number, page, top + BOX[1] + 6.0, typesetter)
        drawings.append(Drawing(*page, (body, folio), f"{title}, {number}"))
    return tuple(drawings)


def _cover(content: _Booklet, page: tuple[float, float], whole: Tag, typesetter: Typesetter) -> Drawing:
    book = content.book
    start = (book.played["start"], book.descriptions["start"])
    words = CoverWords(book.title, content.words.subtitle, str(book.names["ruleset"]))
    shapes = draw_cover(words, start, page, content.look, typesetter)
    return Drawing(*page, (Group(shapes, layer=Layer.ART, tag=whole),), title_text(book.title))


def _fitted(content: _Booklet, typesetter: Typesetter, pages: int) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, in the largest size that fits."""
    width, height = BOX
    end = _credits(content, typesetter, width)
    foot = sum(item.height for item in end)
    room = (*((height,) * (pages - 2)), height - foot)
    # a text that is many times too long is not set
    least = least_height(_letters(content.words), width, _setting(_SIZES[-1], _CROWDED_ROW).style)
    if least > sum(room):
        raise _too_long(content, f"at least {least - sum(room):.0f}", pages)
    first = _setting(_USUAL, _SMALL_ROW)
    usual = _flow(content, first, typesetter)
    fitting: list[list[Item]] = []
    chosen = first
    further = _FURTHER
    for setting in _promising(usual, sum(room), pages, len(content.words.numbers)):
        flow = usual if setting == first else _flow(content, setting, typesetter)
        columns, rest = paginate(flow, room)
        if not rest:
            full = pages == PAGES or sum(item.height for item in columns[-1]) >= LAST
            if full or not fitting:
                fitting, chosen = columns, setting
            further -= 1
            if full or not further:
                break
    if fitting:
        fitting = _by_rule(content, chosen, room, typesetter) or fitting
        return [*(stack(column)[0] for column in fitting[:-1]), _last(fitting[-1], end, height - foot)]
    raise _too_long(content, f"{sum(item.height for item in rest):.0f}", pages)


def _letters(words: BookletWords) -> int:
    """Return how many characters the text has that stands in the column of the pages, figures apart."""
    sections = (*words.history.paragraphs, *words.opening.paragraphs, *words.advice.paragraphs)
    return sum(map(len, (*sections, *map(words.rule, words.book.rules), words.variations)))


def _too_long(content: _Booklet, over: str, pages: int) -> DoesNotFit:
    """Return the problem of a text that is so many mm too long for so many pages."""
    out = [name for name in ("advice", "history") if name not in content.words.text.leave_out]
    out += [name for name in reversed(list(content.words.numbers)) if name != "start"][:3]
    return DoesNotFit(
        "the booklet",
        f"{over} mm more than its {pages} pages at 9 pt",
        f"no room for it; put some of {', '.join(out)} into leave_out, or shorten its texts",
        table="booklet",
    )


def _by_rule(content: _Booklet, filled: _Setting, room: Sequence[float], typesetter: Typesetter) -> list[list[Item]]:
    """Return the pages on which the fewest figures stand apart from their rules.

    The text is as large as in a setting that fits; where a larger booklet has figures behind the text of another rule
    then, it may be one size smaller.

    Args:
        content: the words and the look.
        filled: the setting.
        room: the height of each page in mm.
        typesetter: sets the lines.
    """
    best = Pages([], math.inf, math.inf)
    for setting in _alike(filled):
        smaller = setting.style.size < filled.style.size
        if smaller and not best.late:
            break
        for least in range(filled.row + 1):
            tried = setting._replace(least=least)
            rows = [
                Followed(len(row), sum(number != rule.number for _, number in row))
                for rule, rows in _rows(content, tried)
                for row in rows
            ]
            found = held_pages(_flow(content, tried, typesetter), rows, room)
            # the first is the setting that is known to fit; smaller text must be worth it
            worth = not best.columns or (found and found.is_full(room) and (not smaller or not found.late))
            if found and worth and found.apart < best.apart:
                best = found
    return best.columns


def _alike(setting: _Setting) -> Iterator[_Setting]:
    """Yield a setting, with its lines closer, and in larger booklets in the size below it."""
    size, leading = setting.style.size, setting.style.leading
    yield setting
    if setting.row not in _LARGE_ROWS:
        return
    yield from (_setting(size, setting.row, part) for part in _LEADINGS if size * part < leading)
    below = next((less for less in _LARGE_SIZES if less < size), size)
    yield from (_setting(below, setting.row, part) for part in _LEADINGS)


class _Setting(NamedTuple):
    """How the text and its figures are set.

    Attributes:
        style: of the text.
        row: how many figures stand side by side.
        least: how many figures wait at least at the end of a rule for it to end their row; 0: rules end no rows.
    """

    style: Style
    row: int
    least: int = 0

    @property
    def figure(self) -> float:
        """Return how wide a figure of a part of the board is, in mm."""
        return _FIGURES[self.row][1]

    def width_of(self, scene: Scene) -> float:
        """Return how wide the figure of a scene is, in mm."""
        whole, part = _FIGURES[self.row]
        size = scene.before.variant.layout.size
        return whole if scene.window.files == size else part

    def fits(self, row: Sequence[tuple[str, int]], scenes: Mapping[str, Scene]) -> bool:
        """Whether figures fit side by side."""
        widths = [self.width_of(scenes[name]) for name, _ in row]
        return sum(widths) + _LEAST_GAP * (len(widths) - 1) <= BOX[0]

    def rows_of(self, figures: Sequence[tuple[str, int]], scenes: Mapping[str, Scene]) -> list[_Row]:
        """Return figures in rows, each filled before the next."""
        rows: list[_Row] = []
        for figure in figures:
            if rows and self.fits((*rows[-1], figure), scenes):
                rows[-1].append(figure)
            else:
                rows.append([figure])
        return rows

    def evened(self, rows: Sequence[_Row], scenes: Mapping[str, Scene]) -> list[_Row]:
        """Return figures in as many rows as before, of lengths as even as fit: two and two for three and one."""
        figures = [figure for row in rows for figure in row]
        ends = [len(figures) * number // len(rows) for number in range(len(rows) + 1)] if rows else []
        even = [figures[start:end] for start, end in itertools.pairwise(ends)]
        return even if all(self.fits(row, scenes) for row in even) else list(rows)

    @property
    def caption(self) -> Style:
        """Return how captions are set."""
        size = max(_CAPTION, _CAPTION_PART.get(self.row, 0.0) * self.style.size)
        return Style(size, size * 1.18, role="text", align="left")


def _setting(size: float, row: int, leading: float = _LEADING) -> _Setting:
    # large print is not justified: few words on a line would stand too far apart
    return _Setting(Style(size, size * leading, align="justify" if size < _RAGGED else "left"), row)


def _promising(usual: Sequence[Item], room: float, pages: int, figures: int) -> Iterator[_Setting]:
    """Yield settings that may fit, the largest text first, judged by how high the usual one is.

    Text grows with the square of its size; some room is lost at the foot of pages.
    """
    drawn = sum(item.height for item in usual if item.floats)
    text = sum(item.height for item in usual) - drawn
    if pages == PAGES:
        likely = [size for size in _SIZES[:-1] if text * (size / _USUAL) ** 2 + drawn <= room]
        yield from (_setting(size, _SMALL_ROW) for size in (*likely, _SIZES[-1]))
        yield _setting(_SIZES[-1], _CROWDED_ROW)
        return
    settings = [_setting(*choice) for choice in itertools.product(_LARGE_SIZES, _LARGE_ROWS, _LEADINGS)]
    for setting in settings:
        rows = -(-figures // setting.row) * (setting.figure + 4.5 * setting.caption.size)
        wider = setting.style.leading / setting.style.size / _LEADING
        if text * wider * (setting.style.size / _USUAL) ** 2 + rows <= room:
            yield setting
    yield settings[-1]


def _last(items: Sequence[Item], end: Sequence[Item], top: float) -> tuple[Shape, ...]:
    """The last page: its text, and the credits at its foot."""
    return stack(items)[0] + stack(end, 0.0, top)[0]


def _flow(content: _Booklet, setting: _Setting, typesetter: Typesetter) -> list[Item]:
    """Return history, rules with their figures, and advice as one column."""
    words, style = content.words, setting.style
    items = _section(words.history, content, style, typesetter, initial=True)
    items += _section(words.opening, content, style, typesetter)
    items += _rules(content, setting, typesetter)
    if words.variations:
        items += [space(style.leading), *set_paragraph(typesetter, words.variations, BOX[0], style)]
    return [*items, *_section(words.advice, content, style, typesetter)]


def _section(
    section: SectionText, content: _Booklet, style: Style, typesetter: Typesetter, initial: bool = False
) -> list[Item]:
    """Return a section with its title."""
    look = content.look
    items = _title(section.title, content, style, typesetter)
    for number, text in enumerate(section.paragraphs):
        if initial and number == 0:
            opening = style._replace(opening="smallcaps")
            illuminated = look.ornament.initial == "illuminated"
            ground = partial(draw_illumination, look=look)
            letter = Initial("display", "initial.letter", ground) if illuminated else Initial()
            items += set_initial(typesetter, text, BOX[0], opening, _INITIAL, letter)
        else:
            indent = style.size * 1.4 if number else 0.0
            items += set_paragraph(typesetter, text, BOX[0], style._replace(indent=indent))
    return items


def _title(title: str, content: _Booklet, style: Style, typesetter: Typesetter) -> list[Item]:
    """Return the title of a section, or nothing for an empty one."""
    if not title_text(title):
        return []
    # all heights are whole lines, so that the lines of facing pages stand on one grid
    face = content.look.fonts.heading
    head = Style(style.size * 1.45, style.leading * 2, font=face, role="text.title", align="left")
    tag = Tag("H2", bookmark=title_text(title))
    return [space(style.leading), *set_paragraph(typesetter, title, BOX[0], head, tag=tag, keep=True)]


def _rules(content: _Booklet, setting: _Setting, typesetter: Typesetter) -> list[Item]:
    """The numbered rules, each with the rows of figures behind it."""
    style = setting.style
    items: list[Item] = [space(style.leading)]
    listed = Tag("L")
    bodies: dict[int, Tag] = {}
    keyed = True
    for rule, rows in _rows(content, setting):
        body = bodies[rule.number] = Tag("LBody", parent=Tag("LI", parent=listed))
        items += _rule(rule, body, content, style, typesetter)
        for row in rows:
            figures = [(name, bodies[number]) for name, number in row]
            items.append(_figure_row(figures, content, setting, typesetter, keyed))
            keyed = False
    return items


def _rows(content: _Booklet, setting: _Setting) -> Iterator[tuple[NumberedRule, list[_Row]]]:
    """Yield every rule with the rows of figures that stand behind it."""
    scenes, rules = content.book.scenes, content.book.rules
    waiting: _Row = []
    still = dict(content.words.numbers)
    for rule in rules:
        # a figure that several rules speak of is drawn once
        waiting += [(name, rule.number) for name in rule.figures if still.pop(name, None)]
        rows = setting.rows_of(waiting, scenes)
        if rule != rules[-1] and not 0 < setting.least <= len(waiting):
            # the last row waits for more figures
            rows = rows[:-1]
        elif setting.least:
            rows = setting.evened(rows, scenes)
        waiting = waiting[sum(map(len, rows)) :]
        yield rule, rows


def _with_key(row: Item, content: _Booklet, setting: _Setting, typesetter: Typesetter, body: Tag) -> Item:
    """Return a row of figures with the key to their signs below it, on the same page."""
    styles = setting.caption, setting.style
    key = set_key(content.words.text.key, BOX[0], styles, content.look, typesetter, body)
    shapes, high = stack(key, 0.0, row.height)
    return row._replace(height=high, shapes=(*row.shapes, *shapes))


def _rule(
    rule: NumberedRule,
    body: Tag,
    content: _Booklet,
    style: Style,
    typesetter: Typesetter,
) -> list[Item]:
    hang = max(_HANG, _HANG_PART * style.size)
    text = content.words.rule(rule)
    items = set_paragraph(typesetter, text, BOX[0] - hang, style, x=hang, tag=Tag("P", parent=body))
    label = typesetter.line(
        str(rule.number), "display", style.size * 0.86, "text.rubric", (hang - 1.6, baseline(style, typesetter)), 1.0
    )
    if not items:
        raise TaflkitError(f"rule {rule.number} ('{shown(text)}') has no words; write some, or take its sentence out")
    first = items[0]
    items[0] = Item(first.height, (Group((label,), tag=Tag("Lbl", parent=body.parent)), *first.shapes), first.breakable)
    return items


def _figure_row(
    figures: Sequence[tuple[str, Tag]],
    content: _Booklet,
    setting: _Setting,
    typesetter: Typesetter,
    keyed: bool,
) -> Item:
    """Return figures side by side with their captions, as high as a whole number of lines, and the key if it is wanted.

    In the order of reading each stands in the rule that speaks of it, whose tag it comes with.
    """
    book, style = content.book, setting.style
    widths = [setting.width_of(book.scenes[name]) for name, _ in figures]
    gap = min(_MOST_GAP, (BOX[0] - sum(widths)) / max(1, len(figures) - 1))
    x = (BOX[0] - sum(widths) - (len(figures) - 1) * gap) / 2
    shapes: list[Shape] = []
    lowest = 0.0
    above = style.leading * 0.4
    for (name, body), width in zip(figures, widths, strict=True):
        scene = book.scenes[name]
        figure = draw_scene(scene, width, book.descriptions[name], content.look, parent=body)
        shapes.append(Group((figure,), translate(x, above)))
        caption = content.words.caption(name)
        items = set_paragraph(typesetter, caption, width, setting.caption, tag=Tag("Caption", parent=body))
        lines, low = stack(items, x, above + width + 0.8)
        shapes += lines
        lowest = max(lowest, low)
        x += width + gap
    lines_high = -(-(lowest + 0.6) // style.leading) * style.leading
    lead = above - (style.leading - typesetter.fonts.face(style.font).cap_height * style.size) / 2
    row = Item(lines_high, tuple(shapes), floats=True, lead=lead)
    return _with_key(row, content, setting, typesetter, figures[-1][1]) if keyed else row


def _credits(content: _Booklet, typesetter: Typesetter, width: float) -> list[Item]:
    paragraphs = content.words.credits
    if not paragraphs:
        return []
    style = Style(_CAPTION, _CAPTION * 1.2, role="text.muted")
    rule = Rect(width / 2 - 14, 2.0, 28, 0.15, "page.knot.rule")
    items = [Item(4.0, (rule,))]
    for paragraph in paragraphs:
        items += set_paragraph(typesetter, paragraph, width, style)
    return items


def _folio(title: str, number: int, page: tuple[float, float], y: float, typesetter: Typesetter) -> Group:
    """Return the page's number with the game's name, towards the outer edge."""
    left = number % 2 == 0
    edge = (page[0] - BOX[0]) / 2
    x = edge if left else page[0] - edge
    side = 0.0 if left else 1.0
    name = set_title(title, "smallcaps", _RUNNING, typesetter).at(page[0] / 2, y, "text.muted", typesetter)
    folio = typesetter.line(str(number), "text", 3.4, "text.rubric", (x, y), side)
    return Group((*name, folio), layer=Layer.ART)
