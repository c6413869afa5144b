"""The lines that parts are cut and folded along, by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, degrees, sqrt

from taflkit.drawing.art import moved
from taflkit.drawing.curves import arc, line, rectangle
from taflkit.drawing.shapes import IDENTITY, Circle, Group, Layer, Path, Rect, Shape, Text, Transform, multiply, walk
from taflkit.kit.components import NaturalParts
from taflkit.sheets.outlines import Line, joined
from taflkit.sheets.plan import PlacedPart

__all__ = ["draw_lined", "is_rectangle", "lines_of"]

_HINGE = 0.3
"""Half the width of the hinge of a folded counter, in parts of its diameter: its corners are then at 3, 4 and 5."""


def draw_lined(part: PlacedPart, parts: NaturalParts) -> Shape:
    """Return a part with the lines that it is cut and folded along, upright.

    A folded counter is its lines alone: round, but for a hinge between it and its back, head to head.

    Raises:
        DoesNotFit: the text of a card does not fit.
    """
    request = parts.plan.request
    if part.kind == "counter" and request.counters == "fold":
        diameter = parts.plan.counter_size
        radius, half, reach = diameter / 2, _HINGE * diameter, sqrt(0.25 - _HINGE**2) * diameter
        # degrees from three o'clock on, clockwise
        open_at = degrees(acos(2 * _HINGE))
        upper = arc((radius, radius), radius, 180 - open_at, 360 + open_at)
        lower = arc((radius, radius + diameter), radius, -open_at, 180 + open_at)
        start, right = (radius - half, radius + reach), (radius + half, radius + diameter - reach)
        outline = Path.of((("M", start), *upper, ("L", right), *lower, ("Z", ())), "cut")
        fold = line((start[0], diameter), (right[0], diameter), "fold")
        return Group((Group((fold,), layer=Layer.FOLD), Group((outline,), layer=Layer.CUT)))
    drawn = parts.draw(part)
    if part.kind == "card" or (part.kind == "section" and request.join == "butt"):
        width, height = (part.height, part.width) if part.turned else (part.width, part.height)
        return Group((drawn, Group((Rect(0, 0, width, height, "cut"),), layer=Layer.CUT)))
    return drawn


def lines_of(shapes: tuple[Shape, ...]) -> tuple[Group, Group]:
    """Return the folds and the cuts of shapes, each in its layer: round ones first, then closed ones, then the others.

    None is followed twice.
    """
    groups = []
    for layer in (Layer.FOLD, Layer.CUT):
        lines: list[Line] = []
        round_ones: dict[str, Shape] = {}
        for shape, transform in _inside(shapes, layer, IDENTITY):
            straight = _straight(shape, transform)
            if straight is None:
                group = Group((shape,), transform)
                round_ones.setdefault(repr(group), group)
            lines += straight or ()
        paths = []
        for points in joined(lines):
            closed = len(points) > 2 and points[0] == points[-1]
            steps = [("L" if number else "M", point) for number, point in enumerate(points[:-1] if closed else points)]
            paths.append(Path.of((*steps, ("Z", ())) if closed else steps, layer.value))
        groups.append(Group((*round_ones.values(), *paths), layer=layer))
    return groups[0], groups[1]


def is_rectangle(lines: tuple[Shape, ...], size: tuple[float, float]) -> bool:
    """Return whether lines are just the outline of a rectangle at the origin, with its width and height in mm."""
    paths = [shape for shape in lines if isinstance(shape, Path)]
    ends = (numbers[-2:] for path in paths for step, numbers in path.segments if step != "Z")
    points = {tuple(round(value, 6) for value in end) for end in ends}
    corners = {(round(x, 6), round(y, 6)) for x in (0.0, size[0]) for y in (0.0, size[1])}
    return len(paths) == len(lines) and points == corners


def _inside(
    shapes: tuple[Shape, ...], wanted: Layer, outer: Transform
) -> Iterator[tuple[Path | Rect | Circle | Text, Transform]]:
    for shape in shapes:
        if isinstance(shape, Group):
            under = multiply(outer, shape.transform)
            if shape.layer is wanted:
                yield from walk(shape.children, under)
            else:
                yield from _inside(shape.children, wanted, under)


def _straight(shape: Path | Rect | Circle | Text, transform: Transform) -> list[Line] | None:
    """Return the straight lines of a shape, or None if it has others."""
    if isinstance(shape, Rect) and not shape.radius:
        shape = Path.of(rectangle(shape), shape.role)
    if not isinstance(shape, Path) or "C" in shape.letters:
        return None
    lines: list[Line] = []
    start = at = (0.0, 0.0)
    for step, numbers in moved(shape.segments, transform):
        point = (numbers[0], numbers[1]) if numbers else start
        if step == "M":
            start = point
        else:
            lines.append((*at, *point))
        at = point
    return lines
