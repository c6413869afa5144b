"""The picture of the component sheets on the first page: their parts, and the cuts with their numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from taflkit.drawing.curves import Point, line, polygon
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, translate
from taflkit.parts.cut_numbers import Box, Line, place_boxes, place_numbers
from taflkit.parts.pictures import Picture, Pictured, PicturedSheet
from taflkit.sheets.cuts import joined_shapes, laid_net
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet
    from taflkit.sheets.cut_order import Cut

__all__ = ["draw_sheets_picture", "shares_number"]

_POINT = 25.4 / 72
_BETWEEN = 6.0
"""Between small sheets, in mm."""
_WIDEST = 40.0
"""How wide a small sheet is at the most, in mm."""
_LETTER = 3.2
"""The em of the sections' letters, in mm."""


class _Numerals(NamedTuple):
    """How numbers are set: their em, and the least radius of their discs, in mm."""

    size: float
    radius: float


_NUMERALS = (_Numerals(7.5 * _POINT, 1.55), _Numerals(6.5 * _POINT, 1.4), _Numerals(5.75 * _POINT, 1.2))
"""The ways that are tried, the larger first."""


def draw_sheets_picture(pictured: Pictured, width: float, typesetter: Typesetter) -> tuple[Picture, bool]:
    """Return the sheets with their parts and cuts, each with its page number, and whether the cuts have theirs.

    All cuts have their numbers or none has, where the picture is too small for them.
    """
    paper = pictured.plan.paper
    across, factor = _thumbnails(pictured, width)
    wide, high = paper.width * factor, paper.height * factor
    left = (width - across * (wide + _BETWEEN) + _BETWEEN) / 2
    numbers = _numbers(pictured, factor, typesetter)
    shapes: list[Shape] = []
    for place, shown in enumerate(pictured.sheets):
        row, column = divmod(place, across)
        at = translate(left + column * (wide + _BETWEEN), row * (high + _BETWEEN))
        drawn = _thumbnail(shown, pictured.plan, factor, typesetter)
        shapes.append(Group((*drawn, *(numbers[place] if numbers else ())), at))
    rows = -(-len(pictured.sheets) // across)
    alternative = " ".join(
        fill(pictured.text.alternatives["sheets"], {"page": str(shown.number), "contents": shown.contents})
        for shown in pictured.sheets
    )
    picture = Picture(shapes, rows * (high + _BETWEEN) - 2.0, pictured.text.sheets, alternative)
    return picture, numbers is not None


def shares_number(cut: Cut) -> bool:
    """Whether a cut has no number of its own in the picture: it belongs to a part's own outline."""
    return bool(cut.part)


def _thumbnails(pictured: Pictured, width: float) -> tuple[int, float]:
    """Return how many small sheets stand side by side, so that they are large and few places are empty; their scale."""
    count, paper = len(pictured.sheets), pictured.plan.paper

    def scale_of(across: int) -> float:
        rows = -(-count // across)
        room = (width - _BETWEEN * (across - 1)) / across, pictured.heights.sheets / rows - _BETWEEN
        return min(_WIDEST / paper.width, room[0] / paper.width, room[1] / paper.height)

    best = max(range(count, 0, -1), key=lambda across: (round(scale_of(across), 6), -(-count % across)))
    return best, scale_of(best)


def _thumbnail(shown: PicturedSheet, plan: Plan, factor: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """A small sheet: its parts, the cuts between them, the letters of its sections, and its page number."""
    wide, high = plan.paper.width * factor, plan.paper.height * factor
    parts = [_outline(part, plan, factor) for part in shown.sheet.parts]
    if shown.box is not None:
        parts.append(_net(shown.box, factor))
    cuts = (line(*_scaled(cut, factor), "sheet.cut") for cut in shown.cuts)
    letters = tuple(
        typesetter.line(part.name, "smallcaps", _LETTER, "text", (x, y + 0.28 * _LETTER), 0.5)
        for part, (x, y) in _lettered(shown, factor)
    )
    number = typesetter.line(str(shown.number), "text", 3.0, "text.muted", (wide / 2, high + 3.6), 0.5)
    return (Rect(0, 0, wide, high, "sheet.paper"), *parts, *cuts, *letters, number)


def _numbers(pictured: Pictured, factor: float, typesetter: Typesetter) -> list[tuple[Shape, ...]] | None:
    """Return the numbers of the cuts of each small sheet, or None where one of them is too small for its own."""
    for numerals in _NUMERALS:
        sheets = []
        for shown in pictured.sheets:
            numbers = _set_numbers(shown, pictured.plan, factor, numerals, typesetter)
            if numbers is None:
                break
            sheets.append(numbers)
        else:
            return sheets
    return None


def _set_numbers(
    shown: PicturedSheet, plan: Plan, factor: float, numerals: _Numerals, typesetter: Typesetter
) -> tuple[Shape, ...] | None:
    """Return the numbers set in one way: one on each cut, and one plate for those of an outline."""
    single, groups = _grouped(shown)
    lines = [_scaled(cut, factor) for cut in single]
    texts = [str(cut.number) for cut in single]
    radii = [max(numerals.radius, typesetter.width(text, "text", numerals.size) / 2 + 0.45) for text in texts]
    half = _LETTER / 2
    letters = [Box(x - half, y - half, x + half, y + half) for _, (x, y) in _lettered(shown, factor)]
    ranges = [_range(group) for group in groups]
    high = 2 * numerals.radius - 0.2
    sizes = [(typesetter.width(text, "text", numerals.size) + 1.2, high) for text in ranges]
    wanted = [_spots(group, shown, factor) for group in groups]
    size = (plan.paper.width * factor, plan.paper.height * factor)
    plates = place_boxes(sizes, wanted, [*letters, *map(_about, lines)], size)
    if plates is None:
        return None
    leading = [(_middle(box), anchor) for box, anchor in plates if anchor]
    places = place_numbers(lines, radii, [*letters, *(box for box, _ in plates)], leading, size)
    if places is None:
        return None
    # leaders from numbers to their cuts go under all numbers
    leading += [(place.centre, place.anchor) for place in places if place.anchor]
    shapes: list[Shape] = [shape for line_to in leading for shape in _leader(*line_to)]
    for place, text, radius in zip(places, texts, radii, strict=True):
        shapes.append(Circle(*place.centre, radius, "sheet.number"))
        shapes.append(_numeral(text, place.centre, numerals, typesetter))
    for (box, _), text in zip(plates, ranges, strict=True):
        shapes.append(Rect(box.left, box.top, box.right - box.left, box.low - box.top, "sheet.number", high / 2))
        shapes.append(_numeral(text, _middle(box), numerals, typesetter))
    return tuple(shapes)


def _middle(box: Box) -> Point:
    return (box.left + box.right) / 2, (box.top + box.low) / 2


def _leader(centre: Point, anchor: Point) -> tuple[Shape, Shape]:
    """A line from a number to its cut, with a dot on the cut."""
    return line(centre, anchor, "sheet.cut"), Circle(*anchor, 0.25, "text.rubric")


def _numeral(text: str, centre: Point, numerals: _Numerals, typesetter: Typesetter) -> Shape:
    at = (centre[0], centre[1] + 0.28 * numerals.size)
    return typesetter.line(text, "text", numerals.size, "text.rubric", at, 0.5)


def _grouped(shown: PicturedSheet) -> tuple[list[Cut], list[list[Cut]]]:
    """Return the cuts that have a number each in the picture, and those that share a plate: of an outline."""
    single: list[Cut] = []
    groups: dict[str, list[Cut]] = {}
    for cut in shown.cuts:
        if shares_number(cut):
            groups.setdefault(cut.part, []).append(cut)
        else:
            single.append(cut)
    return single, list(groups.values())


def _range(group: Sequence[Cut]) -> str:
    first, last = group[0].number, group[-1].number
    return str(first) if first == last else f"{first}–{last}"


def _spots(group: Sequence[Cut], shown: PicturedSheet, factor: float) -> list[Point]:
    """Return the points that the plate of a group may stand about, the best first."""
    name = group[0].part
    if name == "box" and shown.box is not None:
        net = shown.box.net
        wide, high = net.size[::-1] if shown.box.turned else net.size
        return _around(Box(shown.box.x, shown.box.y, shown.box.x + wide, shown.box.y + high), factor)
    part = next(part for part in shown.sheet.parts if part.name == name)
    return _around(Box(part.x, part.y, part.x + part.width, part.y + part.height), factor)


def _around(box: Box, factor: float) -> list[Point]:
    """Return points of a part, first the one below the letter in its middle, then all over it."""
    x, y = (box.left + box.right) / 2 * factor, (box.top + box.low) / 2 * factor
    wide, high = (box.right - box.left) * factor / 2, (box.low - box.top) * factor / 2
    steps = [step / 4 for step in range(-3, 4)]
    over = [(x + across * wide, y + down * high) for down in steps for across in steps]
    return [(x, y + 3.4), (x, y - 3.4), *sorted(over, key=lambda point: math.dist(point, (x, y)))]


def _about(cut: Line) -> Box:
    (x1, y1), (x2, y2) = cut
    hair = 0.1
    return Box(min(x1, x2) - hair, min(y1, y2) - hair, max(x1, x2) + hair, max(y1, y2) + hair)


def _lettered(shown: PicturedSheet, factor: float) -> list[tuple[PlacedPart, Point]]:
    """Return the sections of a sheet with the middle of each."""
    return [
        (part, ((part.x + part.width / 2) * factor, (part.y + part.height / 2) * factor))
        for part in shown.sheet.parts
        if part.kind == "section"
    ]


def _scaled(cut: Cut, factor: float) -> Line:
    return (cut.x1 * factor, cut.y1 * factor), (cut.x2 * factor, cut.y2 * factor)


def _outline(part: PlacedPart, plan: Plan, factor: float) -> Shape:
    """A part as the picture shows it: a section with its tabs or overlaps, a counter round, a folded one as two."""
    if part.kind == "section":
        art, *carried = joined_shapes(part, plan)
        shapes = (Path(polygon([(x * factor, y * factor) for x, y in each]), "sheet.part") for each in (*carried, art))
        return Group(tuple(shapes))
    x, y, width, height = (value * factor for value in (part.x, part.y, part.width, part.height))
    if part.kind != "counter":
        return Rect(x, y, width, height, "sheet.part")
    radius = min(width, height) / 2
    first = Circle(x + radius, y + radius, radius, "sheet.part")
    second = Circle(x + width - radius, y + height - radius, radius, "sheet.part")
    return Group((first, second)) if abs(width - height) > 0.01 else first


def _net(box: PlacedNet, factor: float) -> Shape:
    """The outline of a box's net."""
    points = [laid_net(box, s.x1, s.y1) for s in box.net.cuts]
    return Path(polygon([(x * factor, y * factor) for x, y in points]), "sheet.part")
