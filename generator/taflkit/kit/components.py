"""The component pages of a kit, drawn: the plan's sheets with the marks beside the parts, the backs, and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Box, Drawing, Form, Group, Rect, Shape, Tag, translate
from taflkit.kit.numbering import Page, Pages
from taflkit.parts.board.board import draw_board, draw_crosses, draw_outline, draw_overlaps, draw_section, draw_tabs
from taflkit.parts.box import draw_box
from taflkit.parts.cards import CARD_SIZE, draw_card, draw_card_back
from taflkit.parts.counters import draw_counter, draw_folded, draw_standee
from taflkit.parts.marks.marks import (
    RULER_HALF,
    RULER_WIDTH,
    Area,
    clear_corners,
    cut_marks,
    cut_outline,
    draw_ruler,
    lay_box,
    lay_part,
    mark_areas,
    name_seams,
    name_section,
    sheet_line,
)
from taflkit.sheets.paper import Paper
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.sheets.sections import Edge, Section
from taflkit.tafl import Piece, Side, Square
from taflkit.typesetting.lines import Typesetter, title_text
from taflkit.words.phrases import fill

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet

# millimetres of the ruler and the kit's line
_FOOT_ABOVE_EDGE = 0.05  # from the printer's reach to the ruler's lowest line
LINE_ABOVE = 1.1  # from there to the baseline of the kit's line
FOOT_INSET = 10.0  # from the paper's sides, at least
_FOOT_CLEARANCE = 3.0  # from clear areas, at least
_DOT = " · "  # between the parts of the kit's line


class NaturalParts(Struct, frozen=True):
    """Draws the parts of a plan, each upright and at its natural size, from the top left corner of its trim.

    Two-sided cards have their figures on their backs.
    """

    book: Book
    plan: Plan
    board: Form
    look: Look
    typesetter: Typesetter
    two_sided: bool

    @classmethod
    def of(cls, book: Book, plan: Plan, look: Look, typesetter: Typesetter, *, two_sided: bool) -> NaturalParts:
        """Return the drawer of a plan's parts."""
        layout, surface = book.variant.layout, book.variant.rules.surface
        # a whole board takes as long as all other parts
        has_sections = any(part.kind == "section" for sheet in plan.sheets for part in sheet.parts)
        board = draw_board(layout, surface, plan.cell, plan.frame, look, plan.bleed) if has_sections else Form(())
        return cls(book, plan, board, look, typesetter, two_sided)

    def draw(self, part: PlacedPart, *, behind: bool = False) -> Shape:
        """Return a part, by its kind and name alone, or its back.

        Raises:
            DoesNotFit: the text of a card does not fit at 8 pt.
        """
        match part.kind:
            case "section":
                return _section(part, self.plan, self.board, self.typesetter)
            case "counter" if self.plan.request.counters == "fold":
                return draw_folded(part.name, self.plan.counter_size, self.look, self.plan.request.bled_round)
            case "counter":
                punched = self.plan.request.counters == "punch"
                bleed = self.plan.request.bled_round
                return draw_counter(part.name, self.plan.counter_size, self.look, punched, bleed)
            case "standee":
                return draw_standee(self.plan.counter_size, self.look, self.plan.bleed)
            case _:
                side = Side(part.name.split("-")[1])
                enlarged = self.plan.request.card_size[0] / CARD_SIZE[0]
                drawn = (side, self.book, self.look, self.typesetter, self.plan.bleed)
                if behind:
                    return draw_card_back(*drawn, enlarged)
                return draw_card(*drawn, self.two_sided, enlarged)

    def draw_box(self, box: PlacedNet) -> Group:
        """Return the net of a box.

        Raises:
            DoesNotFit: the game's name is too long for its front.
        """
        words = fill(self.book.texts.sheet.box, self.book.names)
        return draw_box(box.net, self.book.title, self.look, self.typesetter, self.plan.bleed, words)


def draw_components(
    book: Book,
    plan: Plan,
    pages: Pages,
    look: Look,
    typesetter: Typesetter,
    *,
    two_sided: bool,
    registered: bool = False,
) -> tuple[Drawing, ...]:
    """Return the component pages; registered ones leave the corners free for a machine's marks.

    Raises:
        DoesNotFit: the text of a card does not fit at 8 pt.
    """
    clear = clear_corners(plan.paper.width, plan.paper.height) if registered else ()
    parts = NaturalParts.of(book, plan, look, typesetter, two_sided=two_sided)
    return tuple(_component_sheet(parts, page, len(pages.pages), clear) for page in pages.components)


def _component_sheet(parts: NaturalParts, page: Page, count: int, clear: tuple[Area, ...]) -> Drawing:
    """Return a component sheet as one of a number of pages, with nothing beside the parts in the clear areas."""
    plan, typesetter, text = parts.plan, parts.typesetter, parts.book.texts.sheet
    size, edges = (plan.paper.width, plan.paper.height), (plan.request.unprintable, plan.bleed)
    counted = fill(text.page_of_pages, {"page": str(page.number), "pages": str(count)})
    title = f"{title_text(parts.book.title)}, {counted}"
    # counters are cut round, and sections with tabs or overlaps along outlines of their own
    shaped = {"counter"} if plan.request.join == "butt" else {"counter", "section"}
    straight = [Area.of(part) for part in page.sheet.parts if part.kind not in shaped]
    foot, foot_area = _foot(parts, counted, clear)
    occupied = [*(area for part in page.sheet.parts for area in Area.all_of(part, plan.bleed)), foot_area, *clear]
    tags = _tags(page, plan, parts.book)
    shapes: list[Shape] = []
    for part in page.sheet.parts:
        drawn = parts.draw(part, behind=page.role == "back")
        tag = tags.get(part.name if part.kind in ("section", "standee") else _kind(part))
        shapes.append(_printable(lay_part(part, Group((drawn,), tag=tag) if tag else drawn), plan))
        if part.section is not None:
            name = fill(text.section, {"letter": part.name})
            named = name_section(typesetter, name, Area.of(part).grown(plan.bleed), occupied, size, edges[0])
            if named is not None:
                shapes.append(named[0])
                occupied.append(named[1])
    if plan.is_lettered:
        marked = mark_areas(straight, plan.bleed)
        for part in page.sheet.parts:
            for label, area in name_seams(typesetter, part, plan.seams, occupied, marked, size, *edges):
                shapes.append(label)
                occupied.append(area)
    if page.box is not None:
        net = lay_box(page.box, parts.draw_box(page.box))
        shapes.append(_printable(Group((net,), tag=Tag("Figure", text.alternatives["box"])), plan))
    shapes.append(cut_marks(straight, occupied, size, *edges))
    if plan.request.gap == 0:
        plain = [Area.of(part) for part in page.sheet.parts if part.kind not in ("counter", "section")]
        shapes += [Group((cut_outline(area.width, area.height),), translate(area.x, area.y)) for area in plain]
    whole = Group((*shapes, *foot), tag=Tag("Sect", bookmark=title))
    drawing = Drawing(*size, (whole,), title, label=str(page.number))
    if page.box is not None or len(page.sheet.parts) != 1:
        return drawing
    trim = Area.of(page.sheet.parts[0])
    bled = trim.grown(plan.bleed)
    left, right = max(bled.x, edges[0]), min(bled.x + bled.width, size[0] - edges[0])
    return replace(
        drawing,
        trim=Box(trim.x, trim.y, trim.width, trim.height),
        bleed=Box(left, bled.y, right - left, bled.height),
    )


def _printable(shape: Shape, plan: Plan) -> Shape:
    """Return a shape on a page, cut off at the paper's white edge where its bleed would run into that."""
    request = plan.request
    if request.bled_aside >= plan.bleed:
        return shape
    edge = request.unprintable
    return Group((shape,), clip=Rect(edge, edge, plan.paper.width - 2 * edge, plan.paper.height - 2 * edge, "cut"))


def _foot(parts: NaturalParts, counted: str, clear: tuple[Area, ...]) -> tuple[tuple[Shape, ...], Area]:
    """Return the ruler and the kit's line in the band below the parts, with the room they take.

    They begin beside the areas that are clear there, and end nearer to the edge then.
    """
    plan, typesetter, text = parts.plan, parts.typesetter, parts.book.texts.sheet
    left = max(plan.request.printable[0], FOOT_INSET)
    right = plan.paper.width - (FOOT_INSET if clear else left)
    low_clear = [area.x + area.width for area in clear if area.x == 0 and area.y > 0]
    left = max([left, *(end + _FOOT_CLEARANCE for end in low_clear)])
    width = right - left
    low = plan.paper.height - (plan.request.unprintable + _FOOT_ABOVE_EDGE)
    decimal = parts.book.texts.words.decimal_sign
    drawn = parts.look.store.of(draw_ruler, typesetter, left, low - RULER_HALF, decimal)
    ruler = Group((drawn,), tag=Tag("Figure", text.ruler))
    at = left + RULER_WIDTH + 2.0, low - LINE_ABOVE
    line = draw_kit_line(parts.book, plan.paper, counted, at, width - RULER_WIDTH - 2.0, typesetter)
    return (ruler, line), Area(left - 0.5, low - 2 * RULER_HALF - 0.2, width + 1.0, 2 * RULER_HALF + 0.2)


def draw_kit_line(
    book: Book, paper: Paper, counted: str, at: tuple[float, float], width: float, typesetter: Typesetter
) -> Group:
    """Return the kit's line at the foot of a page from a point of its baseline, as much as a width in mm holds."""
    names = {**book.names, "paper": paper.label, "page_of_pages": counted}
    lines = [fill(line, names) for line in _shorter(book.texts.sheet.line)]
    return sheet_line(typesetter, lines, *at, width)


def _shorter(line: str) -> Iterator[str]:
    """Yield the kit's line and ever shorter ones: the version goes first, then the paper, the ruleset and the game."""
    parts = line.split(_DOT)
    yield line
    for name, instead in (("{version}", ""), ("{paper}", ""), ("{ruleset}", "{Game}"), ("{Game}", "")):
        parts = [part if name not in part else instead for part in parts]
        if shorter := _DOT.join(filter(None, parts)):
            yield shorter


def _kind(part: PlacedPart) -> str:
    return part.name.partition("-")[0]


def _tags(page: Page, plan: Plan, book: Book) -> dict[str, Tag]:
    """Return the figures of a page: one for each section, and one for all counters of a kind."""
    alternatives, words = book.texts.sheet.alternatives, book.texts.words
    tags = {"standee": Tag("Figure", alternatives["standee"])}
    sections = {section.name: section for section in plan.sections}
    for part in page.sheet.parts:
        if part.kind == "section":
            section = sections[part.name]
            first = str(Square(section.file, section.rank))
            last = str(Square(section.file + section.files - 1, section.rank + section.ranks - 1))
            ends = {"first_file": first[0], "last_file": last[0], "first_rank": first[1:], "last_rank": last[1:]}
            tags[part.name] = Tag("Figure", fill(alternatives["section"], {"letter": part.name, **ends}))
    form = alternatives["backs" if page.role == "back" else "counters"]
    for kind, count in Counter(_kind(part) for part in page.sheet.parts if part.kind == "counter").items():
        names = {**words.called("piece", Piece[kind.upper()]), **words.number_names("count", count)}
        tags[kind] = Tag("Figure", fill(form, names))
    return tags


def _framed(section: Section, plan: Plan) -> frozenset[Edge]:
    """Return the sides of a section along which the frame round the board lies."""
    last = plan.request.size
    ends: dict[Edge, bool] = {
        "left": section.file == 0,
        "right": section.file + section.files == last,
        "lower": section.rank == 0,
        "upper": section.rank + section.ranks == last,
    }
    return frozenset(side for side, there in ends.items() if there and plan.frame)


def _section(part: PlacedPart, plan: Plan, board: Form, typesetter: Typesetter) -> Group:
    """A section with the tabs or overlaps that it carries, from the placed part's upright corner."""
    section = next(section for section in plan.sections if section.name == part.name)
    x, y, _, _ = part.art
    seams, join, bleed = plan.seams, plan.request.join, plan.bleed
    tabs = [seam for seam in seams if seam.first == part.name] if join == "tabs" else []
    art, width, height = draw_section(board, section, plan.measures, bleed, tabs)
    shapes: tuple[Shape, ...] = (art,)
    framed = _framed(section, plan)
    if join == "butt" and plan.request.gap == 0:
        shapes = (art, draw_outline((width, height), part.name, (), 0.0, framed))
    elif join == "tabs":
        drawn = draw_tabs(part.name, seams, plan.request.tab, typesetter, bleed)
        shapes = (*drawn, art, draw_outline((width, height), part.name, seams, 0.0, framed))
    elif join == "overlap":
        depth = plan.request.overlap
        strips = draw_overlaps(board, plan.measures.place(section)[:2], part.name, seams, depth, bleed)
        outline = draw_outline((width, height), part.name, seams, depth, framed)
        shapes = (*strips, art, draw_crosses(part.name, seams, depth), outline)
    return Group(shapes, translate(x, y))
