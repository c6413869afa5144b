"""Puts the parts where the plan says: page drawings, and the documents made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from taflkit.drawing.curves import line
from taflkit.drawing.shapes import Drawing, Group, Layer, Shape, Tag, multiply, rotate, translate
from taflkit.parts.marks import (
    RULER_HEIGHT,
    RULER_WIDTH,
    Area,
    cut_marks,
    cut_outline,
    draw_ruler,
    name_section,
    sheet_line,
)
from taflkit.sheets.imposition import SheetSide, creep, place
from taflkit.sheets.paper import Paper
from taflkit.sheets.plan import PlacedPart, Plan, Sheet
from taflkit.typesetting.lines import Typesetter

__all__ = ["SheetWords", "booklet_sheets", "component_sheet"]

_FOOT = 0.2
"""How far the ruler's lowest line is inside what printers reach, in mm."""


class SheetWords(NamedTuple):
    """What is printed beside the parts.

    Attributes:
        line: the kit's line, with the page's number.
        section: what a section is called, with {letter}.
        ruler: what the ruler is for, for those who cannot see it.
        title: the page's title.
        label: what a viewer calls the page.
    """

    line: str
    section: str
    ruler: str
    title: str
    label: str


def component_sheet(
    plan: Plan,
    sheet: Sheet,
    draw: Callable[[PlacedPart], Shape],
    words: SheetWords,
    typesetter: Typesetter,
    loose: tuple[Shape, ...] = (),
) -> Drawing:
    """Return a component sheet as a page.

    Args:
        plan: the plan.
        sheet: the parts on this sheet.
        draw: draws a part at its natural size, upright, from the top left corner.
        words: what is printed beside the parts.
        typesetter: sets the words.
        loose: what lies on the page without being one of the plan's parts, such as a box.
    """
    page = (plan.paper.width, plan.paper.height)
    unprintable = plan.request.unprintable
    areas = [Area.of(part) for part in sheet.parts]
    # counters are cut round, and sections with tabs or overlaps along outlines of their own
    shaped = {"counter"} if plan.request.join == "butt" else {"counter", "section"}
    straight = [Area.of(part) for part in sheet.parts if part.kind not in shaped]
    foot, taken = _foot(plan, words, typesetter)
    occupied = [*areas, *taken]
    parts: list[Shape] = []
    for part in sheet.parts:
        parts.append(_placed(part, draw(part)))
        if part.section is not None:
            name = words.section.format(letter=part.name)
            named = name_section(typesetter, name, Area.of(part), occupied, page, unprintable)
            if named is not None:
                parts.append(named[0])
                occupied.append(named[1])
    cuts: list[Shape] = [cut_marks(straight, occupied, page, unprintable)]
    if plan.gap == 0:
        cuts += [Group((cut_outline(area.width, area.height),), translate(area.x, area.y)) for area in straight]
    whole = Group((*parts, *loose, *cuts, *foot), tag=Tag("Sect", bookmark=words.title))
    return Drawing(*page, (whole,), words.title, label=words.label)


def _placed(part: PlacedPart, shape: Shape) -> Group:
    """Put a part in its place, turned by a quarter clockwise where the plan says so."""
    if part.turned:
        return Group((shape,), multiply(translate(part.x + part.width, part.y), rotate(90)))
    return Group((shape,), translate(part.x, part.y))


def _foot(plan: Plan, words: SheetWords, typesetter: Typesetter) -> tuple[tuple[Shape, ...], list[Area]]:
    """Return the ruler and the kit's line in the band below the parts, with the room they take."""
    left, _, width, _ = plan.printable
    left = max(left, 10.0)
    width = plan.paper.width - 2 * left
    low = plan.paper.height - (plan.request.unprintable + _FOOT)
    top = low - RULER_HEIGHT
    ruler = Group((draw_ruler(typesetter, left, low - 1.85),), tag=Tag("Figure", words.ruler))
    text = sheet_line(typesetter, words.line, left + RULER_WIDTH + 2.0, low - 4.4, width - RULER_WIDTH - 2.0)
    return (ruler, text), [Area(left - 0.5, top - 0.2, width + 1.0, RULER_HEIGHT + 0.2)]


def booklet_sheets(
    pages: Sequence[Drawing], sides: Sequence[SheetSide], paper: Paper, titles: Sequence[str]
) -> tuple[Drawing, ...]:
    """Return the booklet's sheets, imposed: each side on paper laid on its long side, with the fold line.

    Args:
        pages: the booklet's pages in reading order.
        sides: which pages share a side.
        paper: the paper.
        titles: of the sides.
    """
    sheets = []
    for number, (side, title) in enumerate(zip(sides, titles, strict=True)):
        # two sides are a sheet, the first sheet is outermost
        spots = place(side, paper, creep(number // 2))
        placed = tuple(Group(pages[spot.number - 1].shapes, spot.transform, reading=spot.number) for spot in spots)
        middle = paper.height / 2
        # the fold is marked at the edges only, where no text is
        marks = tuple(
            line((middle, start), (middle, end), "fold")
            for start, end in ((3.0, 11.0), (paper.width - 11.0, paper.width - 3.0))
        )
        fold = Group(marks, layer=Layer.FOLD)
        sheets.append(Drawing(paper.height, paper.width, (*placed, fold), title))
    return tuple(sheets)
