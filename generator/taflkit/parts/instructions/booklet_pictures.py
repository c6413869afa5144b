"""The picture of the booklet's sheets on the first page: both sides of each, and how several nest and are stapled."""

from __future__ import annotations

import math
from functools import partial

from taflkit.drawing.curves import Point, arrow_head, line, polygon
from taflkit.drawing.shapes import Group, Path, Rect, Shape, multiply, rotate, translate
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import LABEL, Pictured, PicturedSide, draw_label
from taflkit.sheets.imposition import SheetSide
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText

__all__ = ["STAPLES", "fold_pictures"]

STAPLES = (0.25, 0.75)
"""Where along the fold the staples go."""

_SIDES = 2
"""The sides of a sheet."""
_BETWEEN = 4.0
"""Between sides of sheets, in mm."""
_STAPLE = 2.4
"""How long a staple is, in mm."""
_WING, _RISE = 14.0, 3.6
"""How far half a sheet of the nest reaches to the side and up, in mm."""
_BACK: Point = (8.0, -7.0)
"""From the front end of the nest's fold to its far end, in mm."""
_NUMBERS = 8.0
"""How wide the pages' numbers beside the nest are, in mm."""
_NEST = 2 * _WING + _BACK[0] + _NUMBERS
"""How wide the nest is with its pages' numbers, in mm."""
_NEST_HIGH = 24.0
"""How high the nest is at the most, in mm."""
_HEIGHTS = Heights(8.5, 9.0, 14.0, 28.0)
"""Of a sheet."""
_STEP = 4.0
"""How far the sheets of the nest are apart, in mm."""
_ARROW = 5.0
"""How long the arrows are that show from where the staples come, in mm."""


def fold_pictures(pictured: Pictured, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw the booklet's sheets from both sides, with their pages' numbers; none without a booklet.

    They lie as in the printer's tray. Of several sheets the outermost comes first; the inside of the innermost shows
    the staples, and a picture beside them how the sheets lie inside one another.
    """
    sides, paper = pictured.sides, pictured.plan.leaflet
    if not sides:
        return []
    sheets = len(sides) // _SIDES
    alternative = [_spread(shown, pictured.text) for shown in sides]
    alternative += [pictured.text.alternatives["nest"]] * (sheets > 1)
    pictures = []
    for rows in (_SIDES, 1):
        across = len(sides) // rows
        beside = LABEL * rows + _BETWEEN * (rows - 1)
        ratio = across * paper.height / (rows * paper.width)
        fixed = _BETWEEN * (across - 1) - ratio * beside + (_NEST + _BETWEEN if sheets > 1 else 0.0)
        nest = _NEST_HIGH if sheets > 1 else 0.0
        heights = _HEIGHTS.of_rows(rows, beside, nest)
        draw = partial(_draw_sides, pictured, across, typesetter)
        said = pictured.text.fold, " ".join(alternative)
        pictures.append(Picture("fold", *said, fixed, ratio, heights, draw))
    if sheets > 1:
        tall = Heights(*(max(_NEST_HIGH, height) for height in _HEIGHTS))
        draw = partial(_draw_nest, pictured, typesetter)
        # only the places of the sheets are shown; its width hardly grows with its height
        said = pictured.text.fold, pictured.text.alternatives["nest"]
        pictures.append(Picture("fold", *said, _NEST, 1e-3, tall, draw, is_poor=True))
    return pictures


def _draw_nest(pictured: Pictured, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the sheets lying in one another alone, in the middle of a height in mm."""
    nest, tall = _nest(pictured, typesetter)
    return Drawn((Group(nest, translate(_WING + _NUMBERS, (height - tall) / 2)),))


def _draw_sides(pictured: Pictured, across: int, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the sides of the sheets, so many side by side, in a height in mm."""
    sides, paper = pictured.sides, pictured.plan.leaflet
    rows, sheets = len(sides) // across, len(sides) // _SIDES
    high = (height - LABEL * rows - _BETWEEN * (rows - 1)) / rows
    wide = paper.height * high / paper.width
    shapes: list[Shape] = []
    for place, shown in enumerate(sides):
        # in two rows each sheet is a column, its inside below its outside; in one it stands beside it
        column, row = divmod(place, rows)
        sheet = _folded(shown.side, wide, high, sheets > 1 and shown is sides[-1], typesetter)
        label = draw_label(shown.label, wide / 2, high, typesetter)
        at = translate(column * (wide + _BETWEEN), row * (high + LABEL + _BETWEEN))
        shapes.append(Group((sheet, label), at))
    if sheets > 1:
        nest, tall = _nest(pictured, typesetter)
        middle = across * (wide + _BETWEEN) + _NEST / 2 - (_BACK[0] / 2 - _NUMBERS / 2)
        shapes.append(Group(nest, translate(middle, (height - tall) / 2)))
    return Drawn(tuple(shapes))


def _folded(side: SheetSide, wide: float, high: float, stapled: bool, typesetter: Typesetter) -> Group:
    """One side of a sheet with its fold, its two pages' numbers and its staples, turned as it is printed."""
    parts: list[Shape] = [Rect(0, 0, wide, high, "sheet.paper"), line((wide / 2, 0), (wide / 2, high), "fold")]
    size = wide * 7.0 / 34.0
    for page, x in ((side.left_page, wide / 4), (side.right_page, wide * 3 / 4)):
        parts.append(typesetter.line(str(page), "display", size, "text", (x, high / 2 + size * 2.2 / 7.0), 0.5))
    if stapled:
        staples = ((wide / 2 - 0.2, part * high - _STAPLE / 2) for part in STAPLES)
        parts += [Rect(x, y, 0.4, _STAPLE, "text") for x, y in staples]
    turn = multiply(translate(wide, high), rotate(180)) if side.turned else translate(0, 0)
    return Group(tuple(parts), turn)


def _nest(pictured: Pictured, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the open sheets lying in one another, the outermost lowest, with their pages; and how high that is.

    The origin is above the front end of the fold. Arrows show the staples going through the fold from outside.
    """
    sides = pictured.sides
    sheets = [sides[start : start + _SIDES] for start in range(0, len(sides), _SIDES)]
    base = _STEP * (len(sheets) - 1) + _RISE - _BACK[1]
    shapes: list[Shape] = []
    for number, pages in enumerate(sheets):
        y = base - number * _STEP
        for way in (-1, 1):
            end = (way * _WING, y - _RISE)
            wing = ((0.0, y), end, (end[0] + _BACK[0], end[1] + _BACK[1]), (_BACK[0], y + _BACK[1]))
            shapes.append(Path.of(polygon(wing), "sheet.paper"))
        named = pictured.lists.dash.join(str(page.number) for page in pages)
        shapes.append(typesetter.line(named, "text", 3.0, "text.muted", (-_WING - 1.2, y - _RISE + 0.9), 1.0))
    top = base - (len(sheets) - 1) * _STEP
    for part in STAPLES:
        shapes.append(Path.of(_staple((part * _BACK[0], top + part * _BACK[1])), "text"))
        x = part * _BACK[0]
        tip = (x, base - x * _RISE / _WING + 0.6)
        shapes.append(Path.of(arrow_head(tip, -math.pi / 2, 1.7), "text"))
        shapes.append(Rect(x - 0.1, tip[1] + 1.0, 0.2, base + _ARROW - tip[1] - 1.0, "text"))
    return tuple(shapes), base + _ARROW


def _staple(middle: Point) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the outline of a staple on the fold of the innermost sheet."""
    length = math.hypot(*_BACK)
    dx, dy = (1.1 * part / length for part in _BACK)
    nx, ny = (0.22 * part / length for part in (-_BACK[1], _BACK[0]))
    x, y = middle
    return polygon(
        [(x - dx - nx, y - dy - ny), (x + dx - nx, y + dy - ny), (x + dx + nx, y + dy + ny), (x - dx + nx, y - dy + ny)]
    )


def _spread(shown: PicturedSide, text: InstructionsText) -> str:
    side = shown.side
    names = {"page": str(shown.number), "left": str(side.left_page), "right": str(side.right_page)}
    return fill(text.alternatives["fold"], names)
