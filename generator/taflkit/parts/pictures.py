"""The pictures of the first page, drawn from the plan: the sheets with their cuts, the sections, the folded booklet."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from taflkit.drawing.curves import Point, line
from taflkit.drawing.shapes import Circle, Form, Group, Rect, Shape, Tag, multiply, rotate, scale, translate
from taflkit.parts.board import draw_section
from taflkit.sheets.cut_order import cut_order
from taflkit.sheets.imposition import SheetSide
from taflkit.sheets.plan import PlacedPart, Plan, Sheet
from taflkit.sheets.sections import Section
from taflkit.typesetting.columns import Item, set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText

__all__ = [
    "HEIGHTS",
    "PICTURE",
    "Heights",
    "Picture",
    "Pictured",
    "PicturedSheet",
    "PicturedSide",
    "draw_assembly_picture",
    "draw_fold_picture",
    "draw_sheets_picture",
    "numbers_cuts",
]

PICTURE = 92.0
"""The side in mm of the board that is shown at half its size or a third, so that its lines stay visible."""

_CAPTION = 7.5 * 25.4 / 72
"""The em of captions and of the numbers of cuts, in mm."""
_APART = 3.6
"""How far the numbers of cuts are from each other, in mm."""
_APART_SECTIONS = 2.2
"""How far the sections of the picture are apart, in mm."""
_BETWEEN = 6.0
"""Between small sheets, in mm."""
_STAPLE = 2.4
"""How long a staple of the folded booklet's picture is, in mm."""
_NUMBERED = 25.0
"""The width in mm under which small sheets are too narrow to have their cuts numbered."""


class Heights(NamedTuple):
    """How large pictures may be, in mm: the height of that of the sheets, and the side of the board put together."""

    sheets: float
    board: float


HEIGHTS = (
    Heights(92.0, PICTURE / 2),
    Heights(84.0, PICTURE / 2),
    Heights(66.0, PICTURE / 2),
    Heights(42.0, PICTURE / 3),
)
"""The sizes of pictures that are tried, the largest first."""


class PicturedSheet(NamedTuple):
    """A component sheet as the page shows it: its page number, its parts, and these in words."""

    number: int
    sheet: Sheet
    contents: str


class PicturedSide(NamedTuple):
    """A side of the booklet as the page shows it, with its page number."""

    number: int
    side: SheetSide


class Pictured(NamedTuple):
    """The kit as its pictures show it.

    Attributes:
        text: the words of the first page.
        plan: the plan that was made.
        board: the whole board's art, with a side of PICTURE.
        sheets: the component sheets, without backs and box.
        sides: the booklet's imposed sides.
        heights: how large the pictures may be.
    """

    text: InstructionsText
    plan: Plan
    board: Form
    sheets: Sequence[PicturedSheet]
    sides: Sequence[PicturedSide]
    heights: Heights = HEIGHTS[0]


class Picture(NamedTuple):
    """A picture of a step.

    Attributes:
        shapes: its shapes, from the top left corner of the column.
        height: how high it is in mm.
        caption: the words below it.
        alternative: the text alternative, which follows the caption.
    """

    shapes: Sequence[Shape]
    height: float
    caption: str
    alternative: str

    def item(self, width: float, typesetter: Typesetter) -> Item:
        """Return the picture with its caption as one item of a column."""
        style = Style(_CAPTION, _CAPTION * 1.25, font="italic", role="text.muted", align="centre")
        caption = set_paragraph(typesetter, self.caption, width, style, tag=Tag("Caption"))
        lines, low = stack(caption, 0.0, self.height + 3.0)
        tag = Tag("Figure", f"{self.caption}. {self.alternative}")
        figure = Group((Group(tuple(self.shapes), translate(0, 2.0)),), tag=tag)
        return Item(low + 1.0, (figure, *lines))


def draw_sheets_picture(pictured: Pictured, width: float, typesetter: Typesetter) -> Picture:
    """The component sheets with their parts, each with its page number."""
    paper = pictured.plan.paper
    across, factor = _thumbnails(pictured, width)
    wide, high = paper.width * factor, paper.height * factor
    left = (width - across * (wide + _BETWEEN) + _BETWEEN) / 2
    shapes: list[Shape] = []
    for place, shown in enumerate(pictured.sheets):
        row, column = divmod(place, across)
        at = translate(left + column * (wide + _BETWEEN), row * (high + _BETWEEN))
        shapes.append(Group(_thumbnail(shown, pictured.plan, factor, typesetter), at))
    rows = -(-len(pictured.sheets) // across)
    alternative = " ".join(
        fill(pictured.text.alternatives["sheets"], {"page": str(shown.number), "contents": shown.contents})
        for shown in pictured.sheets
    )
    return Picture(shapes, rows * (high + _BETWEEN) - 2.0, pictured.text.sheets, alternative)


def _thumbnail(shown: PicturedSheet, plan: Plan, factor: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """A small sheet: its parts, the cuts between them, the letters of its sections, and its page number."""
    wide, high = plan.paper.width * factor, plan.paper.height * factor
    ground = Rect(0, 0, wide, high, "sheet.paper")
    parts = tuple(_outline(part, factor) for part in shown.sheet.parts)
    cuts = _cuts(shown.sheet, plan, factor, typesetter) if wide > _NUMBERED else ()
    letters = tuple(
        typesetter.line(part.name, "smallcaps", 3.2, "text", _middle(part, factor), 0.5)
        for part in shown.sheet.parts
        if part.kind == "section"
    )
    number = typesetter.line(str(shown.number), "text", 3.0, "text.muted", (wide / 2, high + 3.4), 0.5)
    return (ground, *parts, *cuts, *letters, number)


def _middle(part: PlacedPart, factor: float) -> Point:
    """The baseline's middle of a letter that stands in the middle of a part."""
    return (part.x + part.width / 2) * factor, (part.y + part.height / 2) * factor + 0.9


def numbers_cuts(pictured: Pictured, width: float) -> bool:
    """Whether the small sheets of a picture so wide are large enough for the numbers of their cuts."""
    return _thumbnails(pictured, width)[1] * pictured.plan.paper.width > _NUMBERED


def _thumbnails(pictured: Pictured, width: float) -> tuple[int, float]:
    """Return how many small sheets stand side by side, so that they are large and few places are empty; their scale."""
    count, paper = len(pictured.sheets), pictured.plan.paper

    def scale_of(across: int) -> float:
        rows = -(-count // across)
        room = (width - _BETWEEN * (across - 1)) / across, pictured.heights.sheets / rows - _BETWEEN
        return min(40.0 / paper.width, room[0] / paper.width, room[1] / paper.height)

    best = max(range(count, 0, -1), key=lambda across: (round(scale_of(across), 6), -(-count % across)))
    return best, scale_of(best)


def _outline(part: PlacedPart, factor: float) -> Shape:
    x, y, width, height = (value * factor for value in (part.x, part.y, part.width, part.height))
    if part.kind != "counter":
        return Rect(x, y, width, height, "sheet.part")
    # a folded counter is two circles side by side
    radius = min(width, height) / 2
    first = Circle(x + radius, y + radius, radius, "sheet.part")
    second = Circle(x + width - radius, y + height - radius, radius, "sheet.part")
    return Group((first, second)) if abs(width - height) > 0.01 else first


def _cuts(sheet: Sheet, plan: Plan, factor: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """The cuts that part sections and cards, numbered in the order that needs the fewest; counters come last."""
    lines: list[Shape] = []
    numbers: list[Shape] = []
    taken: list[tuple[float, float]] = []
    large = {part.name for part in sheet.parts if part.kind in ("section", "card")}
    for cut in cut_order(sheet, plan) if large else ():
        if not large.intersection(cut.piece):
            continue
        x1, y1, x2, y2 = (value * factor for value in (cut.x1, cut.y1, cut.x2, cut.y2))
        lines.append(line((x1, y1), (x2, y2), "sheet.cut"))
        x, y = _clear_place((x1, y1), (x2, y2), taken)
        taken.append((x, y))
        numbers.append(Circle(x, y, 1.55, "sheet.number"))
        numbers.append(typesetter.line(str(cut.number), "text", _CAPTION, "text.rubric", (x, y + 0.75), 0.5))
    return (*lines, *numbers)


def _clear_place(start: Point, end: Point, taken: Sequence[Point]) -> Point:
    """Return where on a cut its number stands clear of the others, near its beginning if there is room."""
    length = math.dist(start, end)
    across, down = (end[0] - start[0]) / (length or 1.0), (end[1] - start[1]) / (length or 1.0)
    places = [0.5 * step for step in range(5, int(2 * length) - 4)] or [length / 2]
    points = [(start[0] + along * across, start[1] + along * down) for along in places]
    apart = [min((math.dist(point, other) for other in taken), default=math.inf) for point in points]
    clear = (point for point, room in zip(points, apart, strict=True) if room >= _APART)
    return next(clear, points[apart.index(max(apart))])


def draw_assembly_picture(pictured: Pictured, width: float, typesetter: Typesetter) -> Picture | None:
    """The real sections, drawn a little apart, with their letters; nothing for a board in one piece."""
    plan = pictured.plan
    if len(plan.sections) == 1:
        return None
    side, steps = pictured.heights.board, _steps_apart(plan)
    across, down = zip(*steps.values(), strict=True)
    left = (width - side - _APART_SECTIONS * (min(across) + max(across))) / 2
    top = -_APART_SECTIONS * min(-1, *down)
    shapes: list[Shape] = []
    for section in plan.sections:
        right, lower = steps[section.name]
        corner = (left + _APART_SECTIONS * right, top + _APART_SECTIONS * lower)
        shapes += _assembled(section, pictured, corner, typesetter)
    rows = "; ".join(" ".join(names) for names in _rows(plan))
    alternative = fill(pictured.text.alternatives["assembly"], {"rows": rows})
    return Picture(shapes, side + top + _APART_SECTIONS * max(1, *down), pictured.text.assembly, alternative)


def _steps_apart(plan: Plan) -> dict[str, tuple[int, int]]:
    """Return by letter how many steps right and down a section is moved, so that none touches its neighbour."""
    middle = plan.size / 2
    across = {s.name: _away(s.file, s.files, middle) for s in plan.sections}
    down = {s.name: -_away(s.rank, s.ranks, middle) for s in plan.sections}
    # a chain of sections is no longer than all of them
    for _, seam in itertools.product(plan.sections, plan.seams):
        steps = across if seam.upright else down
        before, after = (seam.first, seam.second) if seam.side in ("right", "lower") else (seam.second, seam.first)
        steps[after] = max(steps[after], steps[before] + 1)
    return {name: (across[name], down[name]) for name in across}


def _assembled(
    section: Section, pictured: Pictured, corner: Point, typesetter: Typesetter
) -> tuple[Shape, Shape, Shape]:
    """One section of the picture with its letter on a disc, on a board with its top left corner there."""
    plan, part = pictured.plan, pictured.heights.board / PICTURE
    drawn = PICTURE / plan.board_size
    factor = drawn * part
    art, wide, high = draw_section(pictured.board, section, plan.measures.scaled(drawn))
    place = plan.measures.place(section)
    x, y = corner[0] + place.left * factor, corner[1] + place.top * factor
    wide, high = wide * part, high * part
    centre = (x + wide / 2, y + high / 2)
    # a narrow section has a small label, so that it does not cover its neighbours
    radius = max(1.3, min(2.3, 0.48 * min(wide, high)))
    size = 1.5 * radius
    return (
        Group((Group((art,), scale(part)),), translate(x, y)),
        Circle(*centre, radius, "sheet.paper"),
        typesetter.line(section.name, "display", size, "text", (centre[0], centre[1] + 0.32 * size), 0.5),
    )


def _rows(plan: Plan) -> list[list[str]]:
    """Return the names of the sections as they lie, row by row from the top."""
    tops = sorted({section.rank + section.ranks for section in plan.sections}, reverse=True)
    return [[s.name for s in sorted(plan.sections, key=lambda s: s.file) if s.rank + s.ranks == top] for top in tops]


def _away(low: int, count: int, middle: float) -> int:
    """Return -1, 0 or 1: on which side of the board's middle the middle of a section lies."""
    centre = low + count / 2
    return 0 if abs(centre - middle) < 0.25 else (1 if centre > middle else -1)


def draw_fold_picture(pictured: Pictured, width: float, typesetter: Typesetter) -> Picture:
    """The booklet's sheets from both sides, as they lie in the printer's tray, with their pages' numbers.

    Of several sheets the outermost comes first; the inside of the innermost shows the staples.
    """
    paper, sides = pictured.plan.leaflet, pictured.sides
    several = len(sides) > 2
    across, wide = (4, (width - 3 * _BETWEEN) / 4) if several else (2, 34.0)
    high = paper.width * wide / paper.height
    left = (width - across * (wide + _BETWEEN) + _BETWEEN) / 2
    shapes: list[Shape] = []
    for place, shown in enumerate(sides):
        row, column = divmod(place, across)
        sheet = _folded(shown.side, wide, high, several and shown is sides[-1], typesetter)
        label = typesetter.line(str(shown.number), "text", 3.0, "text.muted", (wide / 2, high + 3.4), 0.5)
        at = translate(left + column * (wide + _BETWEEN), row * (high + _BETWEEN))
        shapes.append(Group((sheet, label), at))
    rows = -(-len(sides) // across)
    alternative = " ".join(_spread(shown, pictured.text) for shown in sides)
    return Picture(shapes, rows * (high + _BETWEEN) - _BETWEEN + 4.0, pictured.text.fold, alternative)


def _folded(side: SheetSide, wide: float, high: float, stapled: bool, typesetter: Typesetter) -> Group:
    """One side of a sheet with its fold, its two pages' numbers and its staples, turned as it is printed."""
    parts: list[Shape] = [Rect(0, 0, wide, high, "sheet.paper"), line((wide / 2, 0), (wide / 2, high), "fold")]
    size = wide * 7.0 / 34.0
    for page, x in ((side.left_page, wide / 4), (side.right_page, wide * 3 / 4)):
        parts.append(typesetter.line(str(page), "display", size, "text", (x, high / 2 + size * 2.2 / 7.0), 0.5))
    if stapled:
        staples = ((wide / 2 - 0.2, part * high - _STAPLE / 2) for part in (0.25, 0.75))
        parts += [Rect(x, y, 0.4, _STAPLE, "text") for x, y in staples]
    turn = multiply(translate(wide, high), rotate(180)) if side.turned else translate(0, 0)
    return Group(tuple(parts), turn)


def _spread(shown: PicturedSide, text: InstructionsText) -> str:
    side = shown.side
    names = {"page": str(shown.number), "left": str(side.left_page), "right": str(side.right_page)}
    return fill(text.alternatives["fold"], names)
