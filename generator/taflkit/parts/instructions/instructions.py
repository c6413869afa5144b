"""The instructions: how to print, make and set up the kit, in panels, one a step, three to a row.

From the top of the first page: the title, what the kit makes and needs, and the panels in the order of the work, on as
many pages as they take. Beside or below the last of them stand the table of the pages and a few notes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText
from taflkit.drawing.shapes import (
    Drawing,
    Group,
    Layer,
    Rect,
    Shape,
    Tag,
    Text,
    multiply,
    scale,
    translate,
)
from taflkit.errors import DoesNotFit, shown
from taflkit.parts.instructions.folding import (
    draw_booklet_fold,
    draw_box_steps,
    draw_folded,
    draw_halves,
    draw_leaves,
    draw_nest,
    draw_nets,
    draw_standing,
)
from taflkit.parts.instructions.panels import (
    HIGH,
    WIDE,
    Draw,
    PicturedKit,
    PicturedSheet,
    draw_backs,
    draw_cards,
    draw_cuts,
    draw_dialog,
    draw_labels,
    draw_layers,
    draw_letters,
    draw_more_cuts,
    draw_profile,
    draw_punch,
    draw_rounds,
    draw_ruler_check,
    draw_start,
    draw_taped,
    draw_transfer,
)
from taflkit.sums import total
from taflkit.typesetting.columns import Item, set_paragraph, stack
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_title, title_text
from taflkit.words.phrases import begun, fill
from taflkit.words.texts import InstructionsText, paragraph

_POINT = 25.4 / 72  # mm
_LEAST_COLUMN = 4.0  # em of the column of a table that takes the room that is left
_TABLE_GUTTER = 4.0  # mm between columns of a table
_ROW = 0.35  # mm of white above and below a row of a table
_RULE = 0.2  # mm of lines across tables and the page

MARGIN = 16.0
"""The mm from the edges of a page to read to what is on it."""
# the page, in mm
_GUTTER = 8.0  # between panels
_A4_HIGH = 297.0  # the height of the paper that panels have their full height on
_BELOW_PANEL = 1.5  # from a panel to its title
_TITLE_LINE = 25.0  # the title's baseline on the first page
_RUNNING_LINE = 20.0  # that of later pages
_HEAD_RULE = 3.8  # from that line to the rule below it
_BELOW_RULE = 3.0  # from the rule to what the kit makes
_ABOVE_PANELS = 4.8
_ABOVE_TOTAL = 0.8  # below the table
_ABOVE_NOTES = 3.0  # below that
_FOOT = 8.0  # below the last line
_ABOVE_FOOT = 3.0
_TEXT = Style(10 * _POINT, 12.4 * _POINT, align="left")
_HEAD = Style(12 * _POINT, 13.6 * _POINT, font="bold", role="text.rubric", align="left")
_CREDITS = Style(8 * _POINT, 9.4 * _POINT, role="text.muted", align="left")
_NOTES = Style(9 * _POINT, 11.2 * _POINT, align="left")
_SMALL_NOTES = Style(8 * _POINT, 9.4 * _POINT, align="left")
_INTRO = Style(10.5 * _POINT, 12.8 * _POINT, align="left")
_SMALL_INTRO = Style(9.5 * _POINT, 11.6 * _POINT, align="left")
_SUBTITLE = 5.2  # em

HEADS = ("page", "contents", "material", "times")
"""The keys of the words above the columns of the table of the pages."""
_DRAW: dict[str, Draw] = {
    "print": draw_dialog,
    "measure": draw_ruler_check,
    "backs": draw_backs,
    "firm": draw_layers,
    "letter": draw_letters,
    "cut": draw_cuts,
    "next": draw_more_cuts,
    "round": draw_rounds,
    "punch": draw_punch,
    "labels": draw_labels,
    "fold_counter": draw_folded,
    "standee": draw_standing,
    "transfer": draw_transfer,
    "assembly": draw_taped,
    "tabs": draw_profile,
    "overlap": draw_profile,
    "cards": draw_cards,
    "box": draw_nets,
    "halves": draw_halves,
    "tuck": draw_box_steps,
    "tray": draw_box_steps,
    "leaves": draw_leaves,
    "fold": draw_booklet_fold,
    "nest": draw_nest,
    "start": draw_start,
}
"""What draws the picture of each panel."""


class Step(Struct, frozen=True):
    """A panel: its picture, the sheets in it, and its own {names}."""

    picture: str
    sheets: Sequence[PicturedSheet] = ()
    names: Mapping[str, str] = {}


class InstructionsContent(Struct, frozen=True):
    """The words of the instructions.

    Attributes:
        names: the values of {names}, those of the plan among them.
        cases: the facts of the plan that sentences have cases for.
        steps: the panels.
        rows: of the table of the pages.
        total: the line below it, or "".
        counted: the number of each page in words, such as "page 1 of 5".
    """

    text: InstructionsText
    names: Mapping[str, str]
    cases: Mapping[str, str]
    steps: Sequence[Step]
    rows: Sequence[Sequence[str]]
    total: str
    counted: Sequence[str]


class _SetPanel(Struct, frozen=True):
    """A panel with its number and the words below it, set."""

    step: Step
    title: str
    words: list[Item]


class _PanelRow(Struct, frozen=True):
    """Panels side by side from a y on, and the height of all in mm."""

    panels: tuple[_SetPanel, ...]
    y: float
    high: float


class _PanelPage(Struct, frozen=True):
    """A page with its rows of panels, its head, and its table and notes at their places."""

    head: tuple[Shape, ...]
    rows: list[_PanelRow]
    tail: list[Shape]


def draw_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: float, style: Style, typesetter: Typesetter
) -> list[Item]:
    """Return a table of a width in mm as items, one a row, that are not parted.

    Its second column takes the room that the others leave, in several lines if need be.

    Raises:
        DoesNotFit: the others leave no room for the second column.
    """
    table = Tag("Table")
    cell = replace(style, align="left", indent=0.0)
    head = replace(cell, font="italic", role="text.muted")
    faces = [head, *[cell] * len(rows)]
    widths = [
        max(typesetter.width(text, face.font, face.size) for text, face in zip(column, faces, strict=True))
        + _TABLE_GUTTER
        for column in zip(heads, *rows, strict=True)
    ]
    widths[-1] -= _TABLE_GUTTER
    widths[1] += width - total(widths)
    if widths[1] < _LEAST_COLUMN * style.size:
        widest = max(range(len(heads)), key=lambda column: (column != 1) * widths[column])
        text = max((heads[widest], *(row[widest] for row in rows)), key=len)
        raise DoesNotFit(
            f"'{shown(text)}' in a table",
            f"{widths[widest]:.0f} mm",
            f"a column of {width:.0f} mm for all; shorten it",
            text=text,
        )
    items = [_table_row(heads, widths, head, "TH", table, typesetter)]
    items += [_table_row(row, widths, cell, "TD", table, typesetter) for row in rows]
    lines = {0: (0.0, items[0].height), len(items) - 1: (items[-1].height,)}
    for number, places in lines.items():
        drawn = tuple(Rect(0.0, y - _RULE / 2, width, _RULE, "page.knot.rule") for y in places)
        items[number] = replace(items[number], shapes=(*items[number].shapes, *drawn))
    return [replace(item, breakable=number == len(items) - 1) for number, item in enumerate(items)]


def _table_row(
    texts: Sequence[str], widths: Sequence[float], style: Style, role: str, table: Tag, typesetter: Typesetter
) -> Item:
    row = Tag("TR", parent=table)
    shapes: list[Shape] = []
    x = lowest = 0.0
    for number, (text, width) in enumerate(zip(texts, widths, strict=True)):
        room = width - (0.0 if number == len(widths) - 1 else _TABLE_GUTTER)
        tag = Tag(role, parent=row)
        drawn, low = stack(_set(text, room, style, typesetter, tag), x, _ROW)
        shapes += drawn
        lowest = max(lowest, low)
        x += width
    return Item(lowest + _ROW, tuple(shapes))


def _set(text: str, width: float, style: Style, typesetter: Typesetter, tag: Tag | None = None) -> list[Item]:
    """Return a paragraph in a measure; words are broken where one is too long for it."""
    try:
        return set_paragraph(typesetter, text, width, style, tag=tag)
    except UnfitText:
        return set_paragraph(typesetter, text, width, replace(style, align="justify", narrow=math.inf), tag=tag)


class _PanelGrid(Struct, frozen=True):
    """The measures of the paper in mm, and the part of their height that panels have."""

    width: float
    height: float
    flat: float = 1.0

    @property
    def measure(self) -> float:
        """Width of the type area."""
        return self.width - 2 * MARGIN

    @property
    def panel(self) -> tuple[float, float]:
        """Width and height of a panel."""
        return (self.measure - 2 * _GUTTER) / 3, self.lower * HIGH

    @property
    def lower(self) -> float:
        """The part of heights that is left of them, on paper that is not as high as A4 too."""
        return self.flat * min(1.0, self.height / _A4_HIGH)

    def left(self, place: int) -> float:
        """Return the left edge of one of the three places of a row."""
        return MARGIN + place * (self.panel[0] + _GUTTER)

    @property
    def two(self) -> float:
        """Width of two places with the gutter between them."""
        return 2 * self.panel[0] + _GUTTER


def count_pages(content: InstructionsContent, size: tuple[float, float], typesetter: Typesetter) -> int:
    """Return the number of pages that the instructions take on paper of a size in mm; see draw_instructions."""
    return len(_lay_out(content, size, typesetter).pages)


class _Spacing(Struct, frozen=True):
    """How close a page is set.

    Attributes:
        intro: the style of what the kit makes.
        part: of the measure, that it takes.
        notes: the style of the notes.
        apart: mm between rows of panels.
        flat: the part of their height that panels have.
    """

    intro: Style
    part: float
    notes: Style
    apart: float
    flat: float = 1.0


_SPACINGS = (
    _Spacing(_INTRO, 0.82, _NOTES, 7.0),
    _Spacing(_INTRO, 1.0, _NOTES, 7.0),
    _Spacing(_INTRO, 0.82, _NOTES, 4.6),
    _Spacing(_SMALL_INTRO, 1.0, _SMALL_NOTES, 4.6),
    _Spacing(_SMALL_INTRO, 1.0, _SMALL_NOTES, 4.6, 0.93),
)
"""From the widest to the closest; the first that takes no page more than another is taken."""


def draw_instructions(
    content: InstructionsContent, kit: PicturedKit, size: tuple[float, float], typesetter: Typesetter
) -> tuple[Drawing, ...]:
    """Return the pages, of a width and height in mm.

    Raises:
        DoesNotFit: the title is too long, a table has no room, or words take more than a page.
    """
    names, text = content.names, content.text
    title = title_text(fill(text.title, names))
    drawings = []
    whole = Tag("Part", bookmark=title_text(text.subtitle))
    laid_out = _lay_out(content, size, typesetter)
    page = laid_out.page
    for laid in laid_out.pages:
        shapes = [*laid.head]
        for row in laid.rows:
            for place, panel in enumerate(row.panels):
                shapes += _draw_panel(panel, kit, (page.left(place), row.y), page)
        shapes += laid.tail
        drawings.append(Drawing(*size, (Group(tuple(shapes), layer=Layer.ART, tag=whole),), title))
    return tuple(drawings)


def _lay_out(content: InstructionsContent, size: tuple[float, float], typesetter: Typesetter) -> _Filler:
    """Return the fewest pages, each with what it holds in its place."""
    page = _PanelGrid(*size)
    panels = [_set_panel(number, step, content, page, typesetter) for number, step in enumerate(content.steps, 1)]
    tries = []
    for spacing in _SPACINGS:
        filler = _Filler(content, replace(page, flat=spacing.flat), spacing, typesetter)
        filler.add_panels(panels)
        filler.add_table()
        tries.append(filler)
        if len(filler.pages) == 1:
            break
    return min(tries, key=lambda filler: len(filler.pages))


class _Filler:
    """Fills pages from the top."""

    def __init__(
        self, content: InstructionsContent, page: _PanelGrid, spacing: _Spacing, typesetter: Typesetter
    ) -> None:
        self.content, self.page, self.spacing, self.typesetter = content, page, spacing, typesetter
        self.pages: list[_PanelPage] = []
        self.y = self.bottom = 0.0
        self._begin()

    def _begin(self) -> None:
        number, page = len(self.pages), self.page
        foot = _foot(self.content, number, page, self.typesetter)
        self.bottom = page.height - _FOOT - _height(foot) - _ABOVE_FOOT
        head, self.y = _draw_head(self.content, page, None if number else self.spacing, self.typesetter)
        self._refuse_over(0.0)
        self.pages.append(_PanelPage((*head, *stack(foot, MARGIN, self.bottom + _ABOVE_FOOT)[0]), [], []))

    def add_panels(self, panels: Sequence[_SetPanel]) -> None:
        """Add panels in rows of three."""
        for start in range(0, len(panels), 3):
            row = tuple(panels[start : start + 3])
            high = self.page.panel[1] + _BELOW_PANEL + max(_height(panel.words) for panel in row)
            if self.y + high > self.bottom:
                self._begin()
            self._refuse_over(high)
            self._add(_PanelRow(row, self.y, high))

    def _refuse_over(self, high: float) -> None:
        over = self.y + high - self.bottom
        if over > 0:
            need = f"{over:.0f} mm more than a page"
            raise DoesNotFit("the text of the instructions", need, "no room for it; shorten it", table="instructions")

    def _add(self, row: _PanelRow) -> None:
        self.pages[-1].rows.append(replace(row, y=self.y))
        self.y += row.high + self.page.lower * self.spacing.apart

    def add_table(self) -> None:
        """Add the table of the pages and the notes: beside a single last panel, else below it over two places.

        The notes stand in the third place, beside two last panels if they have room there; the table has all below.
        """
        if not self.pages[-1].rows:
            return
        page, row = self.page, self.pages[-1].rows[-1]
        if len(self.pages) > 1 and row is self.pages[-1].rows[0] and len(row.panels) == 1:
            # a last panel does not stand alone on its page
            before = self.pages[-2].rows.pop()
            self.pages[-1].rows.clear()
            self.y = row.y
            self._add(before)
            self._add(row)
            row = self.pages[-1].rows[-1]
        table, notes = self._set(page.two, page.two)
        if len(row.panels) == 1 and row.y + _height(table) + _ABOVE_NOTES + _height(notes) <= self.bottom:
            drawn, low = stack(table, page.left(1), row.y)
            self.pages[-1].tail.extend((*drawn, *stack(notes, page.left(1), low + _ABOVE_NOTES)[0]))
            return
        table, notes = self._set(page.two, page.panel[0])
        beside = len(row.panels) == 2 and _height(notes) <= row.high
        if beside:
            table, notes = self._set(page.measure, page.panel[0])
        if self.y + max(_height(table), 0.0 if beside else _height(notes)) > self.bottom:
            # the last panels go with the table
            self.pages[-1].rows.pop()
            self._begin()
            self._add(row)
        self._refuse_over(_height(table))
        self._refuse_over(0.0 if beside else _height(notes))
        tail = self.pages[-1].tail
        tail.extend(stack(notes, page.left(2), self.pages[-1].rows[-1].y if beside else self.y)[0])
        tail.extend(stack(table, MARGIN, self.y)[0])

    def _set(self, width: float, beside: float) -> tuple[list[Item], list[Item]]:
        """Return the table and the notes in widths in mm."""
        text = self.content.text
        table = draw_table([text.table[key] for key in HEADS], self.content.rows, width, _TEXT, self.typesetter)
        if self.content.total:
            table += [Item(_ABOVE_TOTAL), *_set(self.content.total, width, _TEXT, self.typesetter)]
        note = paragraph(text.note, self.content.cases, self.content.names)
        return table, _set(note, beside, self.spacing.notes, self.typesetter) if note else []


def _height(items: Sequence[Item]) -> float:
    return total(item.height for item in items)


def _draw_head(
    content: InstructionsContent, page: _PanelGrid, first: _Spacing | None, typesetter: Typesetter
) -> tuple[tuple[Shape, ...], float]:
    """Return the head of a page with its rule, and the y below; the first has what the kit makes, as close as set."""
    text, names, size = content.text, content.names, (page.width, page.height)
    title = fill(text.title, names)
    lines, named, rule, y = head_lines(title, text.subtitle, size, typesetter, running=first is None)
    if first is None:
        return (*lines, named, rule), y + _ABOVE_PANELS
    intro = _set(paragraph(text.intro, content.cases, names), first.part * page.measure, first.intro, typesetter)
    drawn, low = stack(intro, MARGIN, y + _BELOW_RULE)
    tagged = (Group(lines, tag=Tag("H1")), Group((named,), tag=Tag("P")), rule, *drawn)
    return tagged, low + _ABOVE_PANELS


def head_lines(
    title: str, subtitle: str, size: tuple[float, float], typesetter: Typesetter, *, running: bool = False
) -> tuple[tuple[Text, ...], Text, Rect, float]:
    """Return the title and subtitle at the head of a page to read, of a size in mm, the rule below, and the y there.

    A `running` one is that of later pages.

    Raises:
        DoesNotFit: the title is too long.
    """
    page, subtitle = _PanelGrid(*size), title_text(subtitle)
    em = min(_SUBTITLE, 0.48 * page.measure / typesetter.width(subtitle, "italic", 1.0))
    wide = typesetter.width(subtitle, "italic", em)
    y = page.lower * (_RUNNING_LINE if running else _TITLE_LINE)
    largest, least, second = (6.0, 2.9, 0.0) if running else (12.4, 5.0, 7.0)
    room = TitleRoom("on the first page", page.measure - wide - _GUTTER, largest, least, second)
    lines = set_title(title, "smallcaps", room, typesetter).at(MARGIN, y, "text.rubric", typesetter)
    named = typesetter.line(subtitle, "italic", em, "text.muted", (page.width - MARGIN, y), 1.0)
    rule = Rect(MARGIN, y + _HEAD_RULE, page.measure, _RULE, "page.knot.rule")
    return tuple(replace(line, x=MARGIN) for line in lines), named, rule, y + _HEAD_RULE + _RULE


def _foot(content: InstructionsContent, number: int, page: _PanelGrid, typesetter: Typesetter) -> list[Item]:
    """Return the lines at the foot of a page: the first has the credits, and each its number, if that takes no line."""
    counted = begun(content.counted[number]) + "." if number < len(content.counted) else ""
    credit = paragraph(content.text.credits, content.cases, content.names) if number == 0 else ""
    tries = [_set(text, page.measure, _CREDITS, typesetter) for text in (f"{credit} {counted}".strip(), credit) if text]
    return min(tries, key=len, default=[])


def _set_panel(
    number: int, step: Step, content: InstructionsContent, page: _PanelGrid, typesetter: Typesetter
) -> _SetPanel:
    names = {**content.names, **step.names}
    width = page.panel[0]
    # sheets that lie in one another are folded too
    words = [content.text.panels[key] for key in (("fold", "nest") if step.picture == "nest" else (step.picture,))]
    title = f"{number}\u2002{fill(words[0].title, names)}"
    tag = Tag("H2", bookmark=title_text(title))
    head = _set(title, width, _HEAD, typesetter, tag)
    text = begun(" ".join(paragraph(each.text, content.cases, names) for each in words))
    return _SetPanel(step, title, [*head, *(_set(text, width, _TEXT, typesetter) if text else ())])


def _draw_panel(panel: _SetPanel, kit: PicturedKit, at: tuple[float, float], page: _PanelGrid) -> Iterator[Shape]:
    """Yield a panel's words and its picture on its ground, in the order of reading."""
    (x, y), (wide, high) = at, page.panel
    yield from stack(panel.words, x, y + high + _BELOW_PANEL)[0]
    ground = Rect(0, 0, wide, high, "panel.ground")
    # the canvas stands in the middle of the panel, and what goes beyond it is cut off by the panel
    part = min(wide / WIDE, high / HIGH)
    aside = (wide - part * WIDE) / 2, (high - part * HIGH) / 2
    drawn = tuple(_DRAW[panel.step.picture](kit, panel.step.sheets))
    picture = Group((Group(drawn, multiply(translate(*aside), scale(part))),), clip=ground)
    tag = Tag("Figure", _alternative(panel.step, kit))
    yield Group((Group((ground, picture)),), translate(x, y), tag=tag)


def _alternative(step: Step, kit: PicturedKit) -> str:
    """Return what stands for a panel's picture where it cannot be seen."""
    words, seams = kit.text.alternatives, kit.plan.seams
    if step.picture in ("cut", "next"):
        shown = step.sheets[0]
        return fill(words["sheets"], {"page": str(shown.number), "contents": shown.contents})
    if step.picture in ("tabs", "overlap"):
        return fill(words[step.picture], {"first": seams[0].first, "second": seams[0].second})
    if step.picture == "assembly":
        tops: dict[int, list[str]] = {}
        for section in sorted(kit.plan.sections, key=lambda each: (-each.rank - each.ranks, -each.file)):
            tops.setdefault(section.rank + section.ranks, []).append(section.name)
        return fill(words["assembly"], {"rows": kit.lists.semicolon.join(map(" ".join, tops.values()))})
    return words[step.picture]
