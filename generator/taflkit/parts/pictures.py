"""The pictures of the first page, drawn from the plan: their content, and the picture of the sections together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from taflkit.drawing.curves import Point
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Group, Shape, Tag, scale, translate
from taflkit.parts.board import draw_section
from taflkit.parts.join_profile import PROFILE, draw_profile
from taflkit.sheets.cut_order import Cut
from taflkit.sheets.imposition import SheetSide
from taflkit.sheets.plan import Plan, Sheet
from taflkit.sheets.sections import Section
from taflkit.typesetting.columns import Item, set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet

__all__ = [
    "HEIGHTS",
    "PICTURE",
    "SMALL_BOARD",
    "Heights",
    "Picture",
    "Pictured",
    "PicturedSheet",
    "PicturedSide",
    "draw_assembly_picture",
]

PICTURE = 65.0
"""The side in mm of the board that is drawn, and shown smaller: at the least of its sizes its lines can be printed."""

_CAPTION = 7.5 * 25.4 / 72
"""The em of captions and of the numbers of cuts, in mm."""
_APART_SECTIONS = 2.2
"""How far the sections of the picture are apart, in mm."""


class Heights(NamedTuple):
    """How large pictures may be, in mm.

    Attributes:
        sheets: the height of that of the sheets.
        board: the side of the board put together.
        steps: the height of the steps of a folded part.
    """

    sheets: float
    board: float
    steps: float


SMALL_BOARD = 31.0
"""The side in mm of the board in the smaller pictures of a page that has little room."""
_LARGE, _MIDDLE, _SMALL, _LEAST = (46.0, 21.0), (SMALL_BOARD, 17.0), (SMALL_BOARD, 12.0), (23.0, 12.0)

HEIGHTS = (
    *(Heights(sheets, *_LARGE) for sheets in (92.0, 84.0)),
    *(Heights(sheets, *_MIDDLE) for sheets in (92.0, 84.0)),
    Heights(66.0, *_LARGE),
    *(Heights(sheets, *_SMALL) for sheets in (84.0, 66.0, 54.0, 42.0)),
    *(Heights(sheets, *_LEAST) for sheets in (54.0, 42.0, 36.0)),
)
"""The sizes of pictures that are tried, the largest first."""


class PicturedSheet(NamedTuple):
    """A component sheet as the page shows it.

    Attributes:
        number: its page number.
        sheet: its parts.
        contents: these in words.
        cuts: its numbered cuts.
        box: the box, if it is on this sheet.
    """

    number: int
    sheet: Sheet
    contents: str
    cuts: Sequence[Cut] = ()
    box: PlacedNet | None = None


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
        sheets: the component sheets and that of the box, without backs.
        sides: the booklet's imposed sides.
        look: the theme's ornament, and the game's devices.
        heights: how large the pictures may be.
    """

    text: InstructionsText
    plan: Plan
    board: Form
    sheets: Sequence[PicturedSheet]
    sides: Sequence[PicturedSide]
    look: Look
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


def draw_assembly_picture(pictured: Pictured, width: float, typesetter: Typesetter) -> Picture | None:
    """The real sections, drawn a little apart, with their letters; nothing for a board in one piece.

    Below them a seam with a tab or an overlap is shown from the side.
    """
    plan = pictured.plan
    if len(plan.sections) < 2:
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
    height = side + top + _APART_SECTIONS * max(1, *down)
    if plan.request.grow:
        seam = plan.seams[0]
        shapes += draw_profile(seam, width / 2, height + 1.0, typesetter)
        height += 1.0 + PROFILE
        letters = {"first": seam.first, "second": seam.second}
        alternative += " " + fill(pictured.text.alternatives[plan.request.join], letters)
    return Picture(shapes, height, pictured.text.assembly, alternative)


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
