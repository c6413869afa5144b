"""The lines that parts are cut and folded along, by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, degrees, sqrt

from taflkit.drawing.curves import arc, line, rectangle
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Group,
    Layer,
    Path,
    Rect,
    Segment,
    Shape,
    Text,
    Transform,
    multiply,
    walk,
)
from taflkit.kit.components import NaturalParts
from taflkit.sheets.outlines import Line, Polyline, joined
from taflkit.sheets.plan import PlacedPart

__all__ = ["draw_lined", "is_rectangle", "lines_of"]

_Placed = tuple[Path | Rect | Circle | Text, Transform]


def draw_lined(part: PlacedPart, parts: NaturalParts) -> Shape:
    """Return a part with the lines that it is cut and folded along, upright.

    A folded counter is its lines alone: round, but for a hinge.

    Args:
        part: the part.
        parts: draws it.

    Raises:
        DoesNotFit: the text of a card does not fit.
    """
    request = parts.plan.request
    width, height = (part.height, part.width) if part.turned else (part.width, part.height)
    if part.kind == "counter" and request.counters == "fold":
        outline, fold = _hinged(parts.plan.counter_size)
        return Group((Group((fold,), layer=Layer.FOLD), Group((outline,), layer=Layer.CUT)))
    drawn = parts.draw(part)
    if part.kind == "card" or (part.kind == "section" and request.join == "butt"):
        return Group((drawn, Group((Rect(0, 0, width, height, "cut"),), layer=Layer.CUT)))
    return drawn


_HINGE = 0.3
"""Half the width of the hinge of a folded counter, in parts of its diameter: its corners are then at 3, 4 and 5."""


def _hinged(diameter: float) -> tuple[Path, Path]:
    """Return the outline of a counter and its back head to head, round but for the hinge between them, and its fold."""
    radius, half, reach = diameter / 2, _HINGE * diameter, sqrt(0.25 - _HINGE**2) * diameter
    middle, low = (radius, radius), (radius, radius + diameter)
    # degrees from three o'clock on, clockwise
    open_at = degrees(acos(2 * _HINGE))
    upper = arc(middle, radius, 180 - open_at, 360 + open_at)
    lower = arc(low, radius, -open_at, 180 + open_at)
    start, right = (radius - half, radius + reach), (radius + half, low[1] - reach)
    outline = Path.of((("M", start), *upper, ("L", right), *lower, ("Z", ())), "cut")
    return outline, line((start[0], diameter), (right[0], diameter), "fold")


def lines_of(shapes: tuple[Shape, ...]) -> tuple[Group, Group]:
    """Return the folds and the cuts of shapes, each in its layer, and none of them twice."""
    folds, cuts = (tuple(_once(_inside(shapes, layer, IDENTITY), layer.value)) for layer in (Layer.FOLD, Layer.CUT))
    return Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT)


def is_rectangle(lines: tuple[Shape, ...], size: tuple[float, float]) -> bool:
    """Return whether lines are the outline of a rectangle so wide and high in mm, at the origin, and nothing else."""
    if not all(isinstance(shape, Path) for shape in lines):
        return False
    points = {tuple(round(value, 6) for value in numbers) for shape, _ in walk(lines) for numbers in _ends(shape)}
    return points == {(round(x, 6), round(y, 6)) for x in (0.0, size[0]) for y in (0.0, size[1])}


def _ends(shape: Path | Rect | Circle | Text) -> Iterator[tuple[float, ...]]:
    """Yield the points that a path goes through."""
    if isinstance(shape, Path):
        yield from (numbers[-2:] for step, numbers in shape.segments if step != "Z")


def _inside(shapes: tuple[Shape, ...], wanted: Layer, outer: Transform) -> Iterator[_Placed]:
    for shape in shapes:
        if isinstance(shape, Group):
            under = multiply(outer, shape.transform)
            if shape.layer is wanted:
                yield from walk(shape.children, under)
            else:
                yield from _inside(shape.children, wanted, under)


def _once(placed: Iterator[_Placed], role: str) -> Iterator[Shape]:
    """Yield lines so that none is followed twice: round ones first, then closed ones, then the others."""
    lines: list[Line] = []
    round_ones: dict[str, Shape] = {}
    for shape, transform in placed:
        straight = _straight(shape, transform)
        if straight is None:
            group = Group((shape,), transform)
            round_ones.setdefault(repr(group), group)
        lines += straight or ()
    yield from round_ones.values()
    for way in joined(lines):
        yield Path.of(_path(way), role)


def _path(points: Polyline) -> tuple[Segment, ...]:
    """Return points joined by lines; the last is joined with the first where they are one."""
    closed = len(points) > 2 and points[0] == points[-1]
    steps = [("L" if number else "M", point) for number, point in enumerate(points[:-1] if closed else points)]
    return (*steps, ("Z", ())) if closed else tuple(steps)


def _straight(shape: Path | Rect | Circle | Text, transform: Transform) -> list[Line] | None:
    """Return the straight lines of a shape, or None if it has others."""
    match shape:
        case Rect():
            return None if shape.radius else _straight_path(Path.of(rectangle(shape), shape.role), transform)
        case Path():
            return _straight_path(shape, transform)
        case _:
            return None


def _straight_path(path: Path, transform: Transform) -> list[Line] | None:
    lines: list[Line] = []
    start = at = (0.0, 0.0)
    for step, numbers in path.segments:
        if step == "C":
            return None
        point = start if step == "Z" else _at((numbers[0], numbers[1]), transform)
        if step == "M":
            start = point
        else:
            lines.append((*at, *point))
        at = point
    return lines


def _at(point: tuple[float, float], transform: Transform) -> tuple[float, float]:
    a, b, c, d, e, f = transform
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f
