"""Makes generator/taflkit/parts/devices.py: the devices of the pieces, as outlines in a disc of radius 10 mm.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone.
They are built of three things: runs of points that a curve goes smoothly through, with a corner where two runs
meet; ribbons along a line, as wide as is said at each of its points; and spirals, which are ribbons too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from taflkit.drawing.curves import Point, circle_segments
from taflkit.drawing.shapes import Segment

Outline = tuple[Segment, ...]


class Stroke(NamedTuple):
    """A stroke, to be filled or to be drawn as a line.

    Attributes:
        outline: its closed edge.
        line: the way of the pen; its edge where it is no ribbon.
    """

    outline: Outline
    line: Outline


Device = dict[str, Stroke]


def _through(points: Sequence[Point]) -> Outline:
    """Return curves through points, without the move to the first."""
    if len(points) == 2:
        return (("L", points[1]),)
    ends = (points[0], *points, points[-1])
    curves: list[Segment] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        near = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        far = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        curves.append(("C", (*near, *far, *c)))
    return tuple(curves)


def _outline(*runs: Sequence[Point]) -> Outline:
    """Return a closed outline of smooth runs; each begins where the one before ends, and the last meets the first."""
    segments: list[Segment] = [("M", runs[0][0])]
    here: tuple[Point, ...] = ()
    for run in runs:
        segments += _through((*here, *run))
        here = (run[-1],)
    return (*segments, ("Z", ()))


def _edges(points: Sequence[Point], widths: Sequence[float]) -> tuple[list[Point], list[Point]]:
    """Return the points beside a line, half a width to its right as it goes and half to its left."""
    last = len(points) - 1
    one: list[Point] = []
    other: list[Point] = []
    for number, ((x, y), width) in enumerate(zip(points, widths, strict=True)):
        (ax, ay), (bx, by) = points[max(0, number - 1)], points[min(last, number + 1)]
        half = width / 2 / math.hypot(bx - ax, by - ay)
        one.append((x - (by - ay) * half, y + (bx - ax) * half))
        other.append((x + (by - ay) * half, y - (bx - ax) * half))
    return one, other


def _ribbon(points: Sequence[Point], widths: Sequence[float]) -> Stroke:
    """Return a ribbon along a line, with its width at each point; a width of 0 makes a pointed end."""
    one, other = _edges(points, widths)
    return Stroke(_outline(one, (other[-1],), other[-2::-1], (one[0],)), (("M", points[0]), *_through(points)))


def _shape(*outlines: Outline) -> Stroke:
    """Return a shape that is no ribbon, with its holes."""
    whole = tuple(segment for outline in outlines for segment in outline)
    return Stroke(whole, whole)


def _spiral(centre: Point, start: float, turns: float, radii: tuple[float, float]) -> list[Point]:
    """Return points of a spiral from an angle in degrees on, clockwise if `turns` is positive, a point each 45°."""
    count = max(2, round(abs(turns) * 8))
    points = []
    for number in range(count + 1):
        part = number / count
        angle = math.radians(start + part * turns * 360)
        radius = radii[0] + (radii[1] - radii[0]) * part
        points.append((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
    return points


def _tapered(count: int, first: float, last: float) -> list[float]:
    """Return widths for so many points, from one to the other."""
    return [first + (last - first) * number / (count - 1) for number in range(count)]


def _mirrored(stroke: Stroke) -> Stroke:
    """Return a stroke's image in the upright axis."""
    return Stroke(_turned(stroke.outline), _turned(stroke.line))


def _turned(outline: Outline) -> Outline:
    return tuple(
        (letter, tuple(-value if place % 2 == 0 else value for place, value in enumerate(values)))
        for letter, values in outline
    )


# --- The raven: a hooked beak, a lappet that curls back from its crown, a spiral for a shoulder ---------------

_RAVEN_HEAD = _outline(
    # nape, crown and forehead
    ((-3.1, -1.3), (-3.5, -3.6), (-2.3, -6.1), (0.2, -7.2), (2.3, -6.5), (3.4, -5.7)),
    # the beak down to its hook
    ((5.3, -5.5), (7.2, -4.3), (8.0, -2.2), (7.7, -0.1)),
    # below it to the corner of the mouth
    ((6.9, -1.9), (5.4, -2.9), (1.9, -3.0)),
    # the lower half of the beak
    ((3.8, -2.3), (5.1, -1.9), (6.0, -1.1)),
    # the throat, and along the collar
    ((4.6, -0.9), (3.4, -0.5), (2.9, 0.9)),
    ((1.1, -0.2), (-1.0, -0.9), (-3.1, -1.3)),
)
_RAVEN_SOCKET = circle_segments((0.8, -4.5), 1.25)
_RAVEN_EYE = circle_segments((0.95, -4.5), 0.58)
_RAVEN_LAPPET = _ribbon(
    [(-3.0, -6.5), (-4.3, -6.2), *_spiral((-5.35, -4.3), -100, -1.15, (1.6, 0.55))],
    [0.0, 0.7, *_tapered(10, 0.9, 0.8)],
)
_RAVEN_COLLAR = _ribbon([(-3.7, -0.25), (-1.6, 0.2), (0.7, 0.8), (3.1, 2.2)], [0.8] * 4)
_RAVEN_SHOULDER = _ribbon(
    [(-2.2, 1.15), (-4.1, 1.55), *_spiral((-2.75, 4.4), 222, -1.7, (3.2, 0.7))],
    [0.0, 0.85, *_tapered(15, 1.05, 0.9)],
)
_RAVEN_BREAST = _outline(
    ((-0.4, 1.6), (1.2, 2.0), (2.6, 3.0)),
    ((3.9, 4.4), (4.0, 6.3)),
    ((2.9, 7.1), (1.2, 7.6)),
    ((2.0, 5.6), (1.5, 3.4), (-0.4, 1.6)),
)
_RAVEN_WING = _outline(
    ((3.9, 2.5), (5.6, 3.5), (6.1, 5.2)),
    ((5.6, 5.7), (4.9, 6.2)),
    ((5.0, 4.8), (4.7, 3.6), (3.9, 2.5)),
)
RAVEN: Device = {
    "head": _shape(_RAVEN_HEAD, _RAVEN_SOCKET),
    "eye": _shape(_RAVEN_EYE),
    "lappet": _RAVEN_LAPPET,
    "collar": _RAVEN_COLLAR,
    "shoulder": _RAVEN_SHOULDER,
    "breast": _shape(_RAVEN_BREAST),
    "wing": _shape(_RAVEN_WING),
}


# --- The knot: one strand of four lobes that passes over and under itself in turn ----------------------------

_LOBES, _REACH = 1.75, 6.9
"""How far the lobes reach over one another (at 1 they meet in the middle), and the strand's farthest point."""
_STRAND, _GAP = 1.25, 0.4
"""The strand's width, and how far it keeps from the one that it passes under."""
_UNDER = (
    *((25.89, 244.11), (51.19, 308.81), (115.89, 334.11), (141.19, 38.81)),
    *((205.89, 64.11), (231.19, 128.81), (295.89, 154.11), (321.19, 218.81)),
)
"""Where on its way round, in degrees, the strand passes under itself, and where it passes over there."""


def _strand(degrees: float) -> Point:
    t, scale = math.radians(degrees), _REACH / (1 + _LOBES)
    return (
        scale * (math.cos(t) + _LOBES * math.cos(3 * t)),
        scale * (math.sin(t) - _LOBES * math.sin(3 * t)),
    )


def _way(degrees: float) -> Point:
    """Return the strand's direction, one long."""
    (ax, ay), (bx, by) = _strand(degrees - 0.1), _strand(degrees + 0.1)
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length


def _end(degrees: float, over: float, side: int) -> tuple[float, Point, Point]:
    """Return where the strand comes out from under itself, and the two corners of its end, left and right of its way.

    Args:
        degrees: of the crossing, on the strand that passes under.
        over: of the same crossing, on the strand that passes over, beside which the end is cut.
        side: before the crossing (-1) or behind it (1).
    """
    (ux, uy), (vx, vy) = _way(degrees), _way(over)
    across = vy * ux - vx * uy
    (ax, ay), (bx, by) = _strand(degrees - 0.5), _strand(degrees + 0.5)
    clear = degrees + side * (_STRAND / 2 + _GAP) / abs(across) / math.hypot(bx - ax, by - ay)
    x, y = _strand(clear)
    reach = _STRAND / 2 / across
    return clear, (x + vx * reach, y + vy * reach), (x - vx * reach, y - vy * reach)


def _knot() -> Device:
    pieces: Device = {}
    for (begin, over), (end, above) in zip(_UNDER, (*_UNDER[1:], _UNDER[0]), strict=True):
        first, *corners = _end(begin, over, 1)
        last, *others = _end(end, above, -1)
        last += 360 if last < first else 0
        count = max(3, round((last - first) / 7))
        line = [_strand(first + (last - first) * number / count) for number in range(count + 1)]
        left, right = _edges(line, [_STRAND] * len(line))
        left[0], right[0] = corners
        left[-1], right[-1] = others
        name = f"strand {len(pieces) + 1}"
        outline = _outline(left, (right[-1],), right[-2::-1], (left[0],))
        pieces[name] = Stroke(outline, (("M", line[0]), *_through(line)))
    return pieces


KNOT: Device = {**_knot(), "boss": _shape(circle_segments((0, 0), 0.62))}


# --- The head: a crown of three points, brows over long eyes, curls of hair, a parted beard -------------------

_CROWN = (
    _outline(
        ((-4.3, -4.7), (-4.6, -6.2), (-5.2, -7.1)),
        ((-3.8, -6.7), (-2.6, -5.9)),
        ((-1.6, -7.0), (0.0, -8.5)),
        ((1.6, -7.0), (2.6, -5.9)),
        ((3.8, -6.7), (5.2, -7.1)),
        ((4.6, -6.2), (4.3, -4.7)),
        ((0.0, -5.3), (-4.3, -4.7)),
    ),
    circle_segments((0, -6.5), 0.5),
)
_BAND = _ribbon([(-4.25, -3.65), (-2.1, -4.1), (0, -4.25), (2.1, -4.1), (4.25, -3.65)], [0.75] * 5)
_NOSE = _outline(
    ((-0.5, -2.1), (-0.5, 0.2), (-1.35, 1.5)),
    ((0.0, 2.0), (1.35, 1.5)),
    ((0.5, 0.2), (0.5, -2.1)),
    ((0.0, -2.4), (-0.5, -2.1)),
)
_BROW = _ribbon([(-1.0, -1.75), (-2.2, -2.45), (-3.2, -2.1), (-3.8, -1.3)], [0.55, 0.75, 0.6, 0.0])
_EYE = _outline(((-3.3, -0.35), (-2.2, -1.1), (-1.05, -0.3)), ((-2.2, 0.3), (-3.3, -0.35)))
_HAIR = _ribbon(
    [(-4.65, -2.75), (-4.85, -1.2), *_spiral((-6.35, 0.9), 0, 1.2, (1.35, 0.5))],
    [0.8, 1.0, *_tapered(11, 1.0, 0.7)],
)
_MOUSTACHE = _ribbon(
    [(-0.3, 2.8), (-1.4, 2.65), (-2.3, 3.1), *_spiral((-3.35, 2.5), 80, 0.75, (1.05, 0.55))],
    [0.5, 0.95, 0.9, *_tapered(7, 0.9, 0.6)],
)
_BEARD = (
    _ribbon([(0.0, 3.9), (0.0, 6.0), (0.0, 8.8)], [1.2, 1.5, 0.0]),
    _ribbon([(-1.65, 4.0), (-1.95, 5.8), (-1.3, 8.3)], [1.2, 1.5, 0.0]),
    _ribbon([(-3.55, 4.4), (-3.75, 5.8), (-2.9, 7.6)], [1.1, 1.4, 0.0]),
)
_HALVES = {
    "brow": _BROW,
    "eye": _shape(_EYE),
    "hair": _HAIR,
    "moustache": _MOUSTACHE,
    "beard": _BEARD[1],
    "whisker": _BEARD[2],
}
HEAD: Device = {
    "crown": _shape(*_CROWN),
    "band": _BAND,
    "nose": _shape(_NOSE),
    **{f"left {name}": half for name, half in _HALVES.items()},
    **{f"right {name}": _mirrored(half) for name, half in _HALVES.items()},
    "chin": _BEARD[0],
}

TARGET = Path(__file__).resolve().parent.parent / "generator" / "taflkit" / "parts" / "devices.py"
MODULE = '''"""The devices of the pieces: a raven, a knot and a crowned head. Made by scripts/make_devices.py.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone.
Strokes are SVG path data in hundredths of a millimetre, in a disc of radius 10 mm; what is drawn in lines has a
ribbon's middle instead of its edges.
"""

from __future__ import annotations

__all__ = ["HEAD", "HEAD_LINES", "KNOT", "KNOT_LINES", "RAVEN", "RAVEN_LINES"]

{devices}
'''


def device_text(name: str, device: dict[str, Outline]) -> str:
    """Return a device as it stands in the module."""
    lines = [f"{name} = {{"]
    for stroke, outline in device.items():
        words = [word for letter, values in outline for word in (letter, *(str(round(v * 100)) for v in values))]
        data = broken(words)
        short = f'    "{stroke}": ("{data[0]}"),'
        one_line = len(data) == 1 and len(short) <= 120
        lines += [short] if one_line else [f'    "{stroke}": (', *(f'        "{line}"' for line in data), "    ),"]
    return "\n".join((*lines, "}"))


def broken(words: Sequence[str]) -> list[str]:
    """Return words in lines as ruff leaves them, a space behind each but the last."""
    if len(" ".join(words)) <= 110:
        return [" ".join(words)]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 104:
            lines.append("")
        lines[-1] += f"{word} "
    lines[-1] = lines[-1].rstrip()
    return lines


def module() -> str:
    """Return the module's text."""
    made = []
    for name, device in (("RAVEN", RAVEN), ("KNOT", KNOT), ("HEAD", HEAD)):
        made.append(device_text(name, {stroke: drawn.outline for stroke, drawn in device.items()}))
        # a stroke whose line is its edge stands there already
        lines = {stroke: drawn.line for stroke, drawn in device.items() if drawn.line != drawn.outline}
        made.append(device_text(f"{name}_LINES", lines))
    return MODULE.format(devices="\n\n".join(made))


if __name__ == "__main__":
    TARGET.write_text(module(), encoding="utf-8")
    print(f"written: {TARGET.name}")
