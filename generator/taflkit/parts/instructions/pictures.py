"""The pictures of the first page, drawn from the plan: their content, and the picture of the sections together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from msgspec import Struct

from taflkit.drawing.curves import Point, arrow_head
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, scale, translate
from taflkit.parts.board.board import draw_section
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.small_parts import PICTURE, SmallBoard, drawn_scale
from taflkit.sheets.cuts import Cut
from taflkit.sheets.imposition import SheetSide
from taflkit.sheets.plan import Plan, Sheet
from taflkit.sheets.sections import Measures, Seam, Section
from taflkit.tafl import Square
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill
from taflkit.words.table import Lists
from taflkit.words.texts import InstructionsText

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet

__all__ = [
    "LABEL",
    "MARK",
    "Pictured",
    "PicturedSheet",
    "PicturedSide",
    "assembly_pictures",
    "draw_label",
    "letter_spot",
    "mark_spots",
]


PROFILE = 10.0
"""How high the picture is, in mm."""

_LONG, _UNDER = 22.0, 9.0
"""How much of a section is shown, and of its tab or overlap, in mm."""
PROFILE_WIDE = 2 * _LONG
"""How wide the picture is, in mm."""
_CARD = 1.1
"""How thick card is drawn, in mm."""
_LIFTED = 2.8
"""How far above its place the section that goes over is drawn, in mm."""


def draw_profile(seam: Seam, middle: float, top: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the join of a seam, PROFILE high.

    Args:
        seam: whose first section carries.
        middle: x of the seam in mm.
        top: y of the picture in mm.
        typesetter: sets the sections' letters.
    """
    way = -1.0 if seam.side == "left" else 1.0
    low = top + PROFILE - _CARD - 1.0
    over = low - _CARD - _LIFTED

    def card(start: float, end: float, y: float, role: str) -> Rect:
        left, right = sorted((middle + way * start, middle + way * end))
        return Rect(left, y, right - left, _CARD, role)

    shapes: list[Shape] = [
        card(-_LONG, 0.0, low, "sheet.part"),
        card(0.0, _UNDER, low, "sheet.part"),
        card(0.3, _LONG, over, "sheet.part"),
    ]
    drops = int((_UNDER - 1.0) / 1.3)
    shapes += [
        Circle(middle + way * (1.0 + 1.3 * number), low - 0.4, 0.28, "text.rubric") for number in range(drops + 1)
    ]
    for x in (_UNDER + 3.5, _LONG - 2.5):
        tip = (middle + way * x, low + 0.3)
        shapes.append(Path.of(arrow_head(tip, math.pi / 2, 1.7), "text.muted"))
        shapes.append(Rect(tip[0] - 0.1, over + _CARD + 0.5, 0.2, low - over - _CARD - 1.4, "text.muted"))
    for name, x, y in ((seam.first, -_LONG / 2, low), (seam.second, _LONG / 2, over)):
        shapes.append(typesetter.line(name, "smallcaps", 3.2, "text", (middle + way * x, y - 0.8), 0.5))
    return tuple(shapes)


MARK = 0.35
"""How far the mark of a square reaches from its middle, in parts of its side."""


def letter_spot(section: Section, measures: Measures, marked: Collection[Square], radius: float) -> Point:
    """Return the middle of a section's letter in mm from the section's top left corner.

    It is the middle of a square, or where squares are smaller than the letter's disc also a place between them: that
    where the disc stands out least over the section, then that with the fewest marks under it, and of these the nearest
    to the section's middle. Where a disc covers many squares, it stands in the middle.

    Args:
        section: the section.
        measures: of the board in the picture.
        marked: the squares with a mark.
        radius: of the disc under the letter, in mm.
    """
    place, cell = measures.place(section), measures.cell
    left, top = _inside_frame(section, measures)
    middle = place.width / 2, place.height / 2
    if cell < radius:
        return middle

    def centre(file: float, down: float) -> Point:
        return left + file * cell, top + down * cell

    marks = mark_spots(section, measures, marked)
    wholes = cell >= 2 * radius
    steps = [[each / 2 for each in range(1, 2 * count, 2 if wholes else 1)] for count in (section.files, section.ranks)]

    def over(point: Point) -> float:
        """Return how far the disc stands out over the section."""
        x, y = point
        return round(max(0.0, radius - min(x, y, place.width - x, place.height - y)), 1)

    def covered(point: Point) -> int:
        return sum(math.dist(point, mark) < radius + MARK * cell for mark in marks)

    overs = {point: over(point) for point in (centre(*at) for at in product(*steps))}
    least = min(overs.values())
    inside = sorted(
        [point for point in overs if overs[point] == least], key=lambda point: round(math.dist(point, middle), 6)
    )
    return next((point for point in inside if not covered(point)), None) or min(inside, key=covered)


def mark_spots(section: Section, measures: Measures, marked: Collection[Square]) -> list[Point]:
    """Return the middles of a section's marked squares in mm from its top left corner.

    Args:
        section: the section.
        measures: of the board.
        marked: the squares of the board with a mark, in any section.
    """
    (left, top), cell = _inside_frame(section, measures), measures.cell
    files = range(section.file, section.file + section.files)
    ranks = range(section.rank, section.rank + section.ranks)
    return [
        (left + (square.file - files.start + 0.5) * cell, top + (ranks.stop - square.rank - 0.5) * cell)
        for square in marked
        if square.file in files and square.rank in ranks
    ]


def _inside_frame(section: Section, measures: Measures) -> Point:
    """Return where the squares of a section begin, in mm from its top left corner."""
    place = measures.place(section)
    left = measures.frame - place.left if section.file == 0 else 0.0
    top = measures.frame - place.top if section.rank + section.ranks == measures.size else 0.0
    return left, top


LABEL = 4.0
"""The height of a label below a sheet, with its distance, in mm."""

_LABEL_SIZE = 8.5 * 25.4 / 72
"""The em of labels below sheets, in mm."""
_APART_SECTIONS = 2.2
"""How far the sections of the picture are apart, in mm."""
_BEFORE_PROFILE, _BESIDE_PROFILE = 2.5, 5.0
"""Between the board and a seam from the side, below it and beside it, in mm."""
_HEIGHTS = Heights(20.0, 24.0, 36.0, PICTURE)
"""Of the board that is put together, without the room between its sections."""


def draw_label(text: str, middle: float, top: float, typesetter: Typesetter) -> Shape:
    """Return the label of a sheet, in LABEL mm below the sheet's lower edge.

    Args:
        text: the label.
        middle: of the sheet, in mm.
        top: the sheet's lower edge.
        typesetter: sets it.
    """
    capitals = typesetter.fonts.face("text").cap_height * _LABEL_SIZE
    return typesetter.line(text, "text", _LABEL_SIZE, "text.muted", (middle, top + 1.0 + capitals), 0.5)


class PicturedSheet(Struct, frozen=True):
    """A component sheet as the page shows it.

    Attributes:
        number: its page number.
        sheet: its parts.
        contents: these in words.
        cuts: its numbered cuts.
        box: the box, if it is on this sheet.
        label: its page number in words, "Page 2".
    """

    number: int
    sheet: Sheet
    contents: str
    cuts: Sequence[Cut] = ()
    box: PlacedNet | None = None
    label: str = ""


class PicturedSide(Struct, frozen=True):
    """A side of the booklet as the page shows it, with its page number, and this in words."""

    number: int
    side: SheetSide
    label: str = ""


class Pictured(Struct, frozen=True):
    """The kit as its pictures show it.

    Attributes:
        text: the words of the first page.
        lists: the words and signs of lists.
        plan: the plan that was made.
        board: the whole board's art.
        sheets: the component sheets and that of the box, without backs.
        sides: the booklet's imposed sides.
        look: the theme's ornament, and the game's devices.
        numbered: whether cuts are to have their numbers.
        marked: the squares of the board that have a mark, which letters of sections do not cover.
    """

    text: InstructionsText
    lists: Lists
    plan: Plan
    board: SmallBoard
    sheets: Sequence[PicturedSheet]
    sides: Sequence[PicturedSide]
    look: Look
    numbered: bool = True
    marked: frozenset[Square] = frozenset()


def assembly_pictures(pictured: Pictured, typesetter: Typesetter) -> list[Picture]:
    """Return the picture of the real sections, drawn a little apart, with their letters; none of a board in one piece.

    Below them a seam with a tab or an overlap is shown from the side.
    """
    plan = pictured.plan
    if len(plan.sections) < 2:
        return []
    steps = _steps_apart(plan)
    across, down = zip(*steps.values(), strict=True)
    wide = _APART_SECTIONS * (max(across) - min(across))
    high = _APART_SECTIONS * (max(down) - min(down))
    rows = pictured.lists.semicolon.join(" ".join(names) for names in _rows(plan))
    alternative = fill(pictured.text.alternatives["assembly"], {"rows": rows})
    profiles = [(0.0, 0.0)]
    if plan.request.grow:
        # below the board, or beside it, or where there is no room for it left out
        profiles = [(0.0, _BEFORE_PROFILE + PROFILE), (_BESIDE_PROFILE + PROFILE_WIDE, 0.0), (0.0, 0.0)]
        letters = {"first": plan.seams[0].first, "second": plan.seams[0].second}
        alternative += " " + fill(pictured.text.alternatives[plan.request.join], letters)
    pictures = []
    for right, below in profiles:
        fixed = wide + right - high - below
        # a seam below the board is no wider than that
        least = PROFILE_WIDE - wide + high + below if below else 0.0
        heights = _HEIGHTS.of_rows(1, high + below, least)
        draw = partial(_draw_assembly, pictured, (wide, high), (right, below), typesetter)
        poor = plan.request.grow > 0 and (right, below) == (0.0, 0.0)
        pictures.append(Picture("assembly", pictured.text.assembly, alternative, fixed, 1.0, heights, draw, poor))
    return pictures


def _draw_assembly(
    pictured: Pictured,
    apart: tuple[float, float],
    profile: tuple[float, float],
    typesetter: Typesetter,
    height: float,
) -> Drawn:
    """Draw the sections in a height in mm.

    Args:
        pictured: the kit.
        apart: how far the sections are apart in all, across and down.
        profile: the room for a seam from the side, beside the board or below it.
        typesetter: sets letters.
        height: of all.
    """
    plan, side = pictured.plan, height - apart[1] - profile[1]
    steps = _steps_apart(plan)
    across, down = zip(*steps.values(), strict=True)
    left, top = -_APART_SECTIONS * min(across), -_APART_SECTIONS * min(down)
    shapes: list[Shape] = []
    for section in plan.sections:
        right, lower = steps[section.name]
        corner = (left + _APART_SECTIONS * right, top + _APART_SECTIONS * lower)
        shapes += _assembled(section, pictured, side, corner, typesetter)
    if profile != (0.0, 0.0):
        board = side + apart[0]
        middle = board / 2 if profile[1] else board + profile[0] - PROFILE_WIDE / 2
        y = height - PROFILE if profile[1] else (height - PROFILE) / 2
        shapes += draw_profile(plan.seams[0], middle, y, typesetter)
    return Drawn(tuple(shapes))


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
    section: Section, pictured: Pictured, side: float, corner: Point, typesetter: Typesetter
) -> tuple[Shape, Shape, Shape]:
    """One section with its letter on a disc, of a board with a side in mm and its top left corner there."""
    plan = pictured.plan
    factor = side / plan.board_size
    drawn = drawn_scale(plan, factor)
    part = factor / drawn
    art, wide, high = draw_section(pictured.board.drawn(drawn), section, plan.measures.scaled(drawn))
    place = plan.measures.place(section)
    x, y = corner[0] + place.left * factor, corner[1] + place.top * factor
    wide, high = wide * part, high * part
    # a narrow section has a small label, so that it does not cover its neighbours
    radius = max(1.3, min(2.3, 0.48 * min(wide, high)))
    size = 1.5 * radius
    spot = section, plan.measures.scaled(factor), pictured.marked, radius
    across, down = pictured.look.store.of(letter_spot, *spot)
    centre = (x + across, y + down)
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
