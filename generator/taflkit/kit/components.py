"""The component pages of a kit, drawn: the plan's sheets with the marks beside the parts, the backs, and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Box, Drawing, Form, Group, Layer, Rect, Shape, Tag, mirror, multiply, translate
from taflkit.errors import DoesNotFit
from taflkit.kit.numbering import Page, Pages
from taflkit.parts.board.board import draw_board, draw_crosses, draw_outline, draw_overlaps, draw_section, draw_tabs
from taflkit.parts.box import draw_box
from taflkit.parts.cards import CARD_SIZE, draw_card, draw_card_back
from taflkit.parts.counters import draw_counter, draw_folded, draw_standee
from taflkit.parts.marks.marks import (
    EDGE,
    RULER_HALF,
    RULER_WIDTH,
    Area,
    Registration,
    cut_marks,
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
_LABEL_CLEARANCE = 1.0  # below the last labels, at least
_LEAST_LINE = 35.0  # of the line beside the ruler
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
                labelled = self.plan.request.labels is not None
                bleed = 0.0 if labelled else self.plan.request.bled_round
                return draw_counter(part.name, self.plan.counter_size, self.look, punched, bleed, lined=not labelled)
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
    marks: Registration | None = None,
    mirrored: bool = False,
) -> tuple[Drawing, ...]:
    """Return the component pages; a machine's marks have their corners free.

    Mirrored ones have all parts and cut marks as in a mirror, and their words as they are read.

    Raises:
        DoesNotFit: the text of a card does not fit at 8 pt.
    """
    clear = marks.corners(plan.paper.width, plan.paper.height) if marks else ()
    parts = NaturalParts.of(book, plan, look, typesetter, two_sided=two_sided)
    return tuple(_component_sheet(parts, page, len(pages.pages), clear, mirrored) for page in pages.components)


def draw_labels(book: Book, plan: Plan, pages: Pages, look: Look, typesetter: Typesetter) -> tuple[Drawing, ...]:
    """Return the sheets of labels: their counters alone, and the ruler and the kit's line where no label is."""
    labels = plan.request.labels
    if labels is None:
        return ()
    on_labels = replace(plan, request=plan.request._replace(paper=labels.paper))
    parts = NaturalParts(book, on_labels, Form(()), look, typesetter, two_sided=False)
    return tuple(_component_sheet(parts, page, len(pages.pages), (), False) for page in pages.of("labels"))


def _component_sheet(parts: NaturalParts, page: Page, count: int, clear: tuple[Area, ...], mirrored: bool) -> Drawing:
    """Return a component sheet as one of a number of pages, with nothing beside the parts in the clear areas."""
    plan, typesetter, text = parts.plan, parts.typesetter, parts.book.texts.sheet
    size, edges = (plan.paper.width, plan.paper.height), (plan.request.unprintable, plan.bleed)
    counted = fill(text.page_of_pages, {"page": str(page.number), "pages": str(count)})
    title = f"{title_text(parts.book.title)}, {counted}"
    # counters are cut round, and sections with tabs or overlaps along outlines of their own
    shaped = {"counter"} if plan.request.join == "butt" else {"counter", "section"}
    straight = [Area.of(part) for part in page.sheet.parts if part.kind not in shaped]
    foot, foot_areas = _foot(parts, page, counted, clear, mirrored)
    # of a mirrored sheet all is laid as if it were not, and exchanged last
    beside = [area.mirrored(size[0]) if mirrored else area for area in (*foot_areas, *clear)]
    occupied = [*(area for part in page.sheet.parts for area in Area.all_of(part, plan.bleed)), *beside]
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
        # parts that touch have hairlines between them
        plain = (part for part in page.sheet.parts if part.kind not in ("counter", "section"))
        lines = ((Rect(0, 0, part.width, part.height, "cut"), translate(part.x, part.y)) for part in plain)
        shapes += [Group((outline,), place, layer=Layer.CUT) for outline, place in lines]
    if mirrored:
        shapes = [_mirrored(shape, size[0]) for shape in shapes]
    whole = Group((*shapes, *foot), tag=Tag("Sect", bookmark=title))
    drawing = Drawing(*size, (whole,), title, label=str(page.number))
    return drawing if page.box is not None or len(page.sheet.parts) != 1 else _trimmed(drawing, page, plan, mirrored)


def _trimmed(drawing: Drawing, page: Page, plan: Plan, mirrored: bool) -> Drawing:
    """Return the sheet of a single part with its trim and the box of its art."""
    trim = Area.of(page.sheet.parts[0])
    trim = trim.mirrored(drawing.width) if mirrored else trim
    bled, edge = trim.grown(plan.bleed), plan.request.unprintable
    left, right = max(bled.x, edge), min(bled.x + bled.width, drawing.width - edge)
    return replace(
        drawing,
        trim=Box(trim.x, trim.y, trim.width, trim.height),
        bleed=Box(left, bled.y, right - left, bled.height),
    )


def _mirrored(shape: Shape, width: float) -> Group:
    """Return what lies on a sheet of a width as in a mirror; words are read as before, in their mirrored place."""
    over = mirror(width)
    if isinstance(shape, Group) and shape.layer is Layer.LABELS:
        return replace(shape, transform=multiply(multiply(over, shape.transform), mirror(0.0)))
    return Group((shape,), over)


def _printable(shape: Shape, plan: Plan) -> Shape:
    """Return a shape on a page, cut off at the paper's white edge where its bleed would run into that."""
    request = plan.request
    if request.bled_aside >= plan.bleed:
        return shape
    edge = request.unprintable
    return Group((shape,), clip=Rect(edge, edge, plan.paper.width - 2 * edge, plan.paper.height - 2 * edge, "cut"))


def _foot(
    parts: NaturalParts, page: Page, counted: str, clear: tuple[Area, ...], mirrored: bool
) -> tuple[tuple[Shape, ...], tuple[Area, ...]]:
    """Return the ruler and the kit's line in the band below the parts, with the room they take.

    They begin beside the areas that are clear there, and end nearer to the edge then. On narrow paper the line is in
    the band above. The line of a mirrored sheet begins with the words that say which side this is. A sheet of labels
    has neither ruler nor line where there is no room for both.

    Raises:
        DoesNotFit: the ruler has no room.
    """
    plan, typesetter, text = parts.plan, parts.typesetter, parts.book.texts.sheet
    edge = plan.request.unprintable
    inset = min(max(plan.request.printable[0], FOOT_INSET), (plan.paper.width - RULER_WIDTH) / 2)
    low_clear = [area for area in clear if area.y > 0]
    left = max([inset, *(area.width + _FOOT_CLEARANCE for area in low_clear if area.x == 0)])
    end = min([plan.paper.width - edge, *(area.x - _FOOT_CLEARANCE for area in low_clear if area.x > 0)])
    right = min(end, plan.paper.width - (FOOT_INSET if clear else inset))
    width = right - left
    low = plan.paper.height - (edge + _FOOT_ABOVE_EDGE)
    area, labels = Area(left - 0.5, low - 2 * RULER_HALF - 0.2, width + 1.0, 2 * RULER_HALF + 0.2), plan.request.labels
    if labels and page.role == "labels":
        if area.y < labels.low + _LABEL_CLEARANCE or width < RULER_WIDTH + 2.0 + _LEAST_LINE:
            return (), ()
    elif max(left, edge) + RULER_WIDTH > end:
        have = f"{end - max(left, edge):g} mm at the foot of {plan.paper.label}; use wider paper"
        raise DoesNotFit("the ruler", f"{RULER_WIDTH:g} mm", have, choice="paper")
    decimal = parts.book.texts.words.decimal_sign
    drawn = parts.look.store.of(draw_ruler, typesetter, left, low - RULER_HALF, decimal)
    ruler = Group((drawn,), tag=Tag("Figure", text.ruler))
    areas = [area]
    at, room = (left + RULER_WIDTH + 2.0, low - LINE_ABOVE), width - RULER_WIDTH - 2.0
    if room < _LEAST_LINE:
        at, room = (left, edge + _FOOT_ABOVE_EDGE + EDGE), plan.paper.width - 2 * left
        areas.append(Area(left - 0.5, edge, width + 1.0, EDGE + 1.0))
    before = text.mirrored if mirrored else ""
    return (ruler, draw_kit_line(parts.book, plan.paper, counted, at, room, typesetter, before)), tuple(areas)


def draw_kit_line(
    book: Book,
    paper: Paper,
    counted: str,
    at: tuple[float, float],
    width: float,
    typesetter: Typesetter,
    before: str = "",
) -> Group:
    """Return the kit's line at the foot of a page from a point of its baseline, as much as a width in mm holds.

    Of words that stand before it all are shown.
    """
    label = paper.label.replace(".", book.texts.words.decimal_sign)
    names = {**book.names, "paper": label, "page_of_pages": counted}
    lines = [fill(line, names) for line in _shorter(book.texts.sheet.line)]
    if before:
        lines = [f"{before}{_DOT}{line}" for line in lines] + [before]
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
