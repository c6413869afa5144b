"""The flat nets of boxes: a tuck box of one piece, and a tray and its lid, each of one piece or of two halves."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import TaflkitError
from taflkit.sheets.planning.placing import neat

__all__ = ["LAP", "LOWER_HALF", "UPPER_HALF", "Net", "Panel", "Segment", "box_net", "tray_nets"]

UPPER_HALF, LOWER_HALF = 1, 2
"""The numbers of the halves of a net."""

LAP = 15.0
"""How far in mm the first half of a tray reaches under the second."""

_GLUE = 10.0
_TUCK = 12.0
_TAPER = 2.0
_CORNER = 12.0
"""The length in mm of the tabs that hold a tray's corners, at the most."""

_Point = tuple[float, float]


class Segment(Struct, frozen=True):
    """A straight line of a net, in mm from its top left."""

    x1: float
    y1: float
    x2: float
    y2: float


class Panel(Struct, frozen=True):
    """A rectangle of a net, in mm from its top left.

    A tuck box has "front", "back", "left", "right", "lid", "base" and "glue"; a tray and a lid have their floor, "base"
    or "front", and the walls "left", "right", "upper" and "lower". Those of a half reach beyond it, onto the other.
    """

    name: str
    x: float
    y: float
    width: float
    height: float


class Net(Struct, frozen=True):
    """The flat net of a box; lengths in mm.

    Attributes:
        width: width inside.
        depth: depth inside.
        height: height inside.
        size: width and height of the net.
        cuts: its outline, all the way round.
        folds: its fold lines.
        panels: its rectangles, for words and ornaments.
        name: "box", "tray" or "lid".
        half: 0 of a net that is whole, else UPPER_HALF, which reaches under the other, or LOWER_HALF.
        lap: left, top, width and height of the strip that the other half is glued on, if there is one.
    """

    width: float
    depth: float
    height: float
    size: tuple[float, float]
    cuts: tuple[Segment, ...]
    folds: tuple[Segment, ...]
    panels: tuple[Panel, ...]
    name: str = "box"
    half: int = 0
    lap: tuple[float, float, float, float] | None = None


def box_net(width: float, depth: float, height: float) -> Net:
    """Return the net of a tuck box with such an inside: front, side, back and side, closed above and below.

    Raises:
        TaflkitError: a length is not above zero.
    """
    _check(width, depth, height)
    glue, tuck = min(_GLUE, depth), min(_TUCK, height / 2)
    files = [glue, glue + width, glue + width + depth, glue + 2 * width + depth, glue + 2 * (width + depth)]
    top = tuck + depth
    bottom = top + height
    flap = min(depth, width / 2)
    size = (neat(files[-1]), neat(bottom + depth + tuck))
    upper = _upper_edge(files, top, depth, flap)
    lower = [(x, top + bottom - y) for x, y in reversed(upper)]
    chamfer = min(glue, height / 4)
    outline = [(0.0, top + chamfer), *upper, *lower, (0.0, bottom - chamfer)]
    cuts = [_segment(a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)]
    folds = [_segment((x, top), (x, bottom)) for x in files[:4]]
    for y, away in ((top, top - depth), (bottom, bottom + depth)):
        folds += [_segment((files[n], y), (files[n + 1], y)) for n in (1, 2, 3)]
        folds.append(_segment((files[2], away), (files[3], away)))
    panels = [
        Panel("glue", 0.0, top, glue, height),
        Panel("front", files[0], top, width, height),
        Panel("left", files[1], top, depth, height),
        Panel("back", files[2], top, width, height),
        Panel("right", files[3], top, depth, height),
        Panel("lid", files[2], tuck, width, depth),
        Panel("base", files[2], bottom, width, depth),
    ]
    placed = tuple(replace(panel, x=neat(panel.x), y=neat(panel.y)) for panel in panels)
    return Net(width, depth, height, size, tuple(cuts), tuple(folds), placed)


def tray_nets(name: str, width: float, depth: float, height: float, halves: bool) -> tuple[Net, ...]:
    """Return the net of an open tray with such an inside, or the nets of its two halves.

    The side walls have tabs at their ends, which are glued inside the end walls. The upper half has a strip that is
    glued under the lower one, across floor and walls.

    Args:
        name: "tray", or "lid", which is a tray upside down.
        width: of the floor in mm.
        depth: of the walls in mm.
        height: of the floor in mm, across which it is halved.
        halves: whether it is of two halves.

    Raises:
        TaflkitError: a length is not above zero.
    """
    _check(width, depth, height)
    wide, middle = neat(width + 2 * depth), depth + height / 2
    end = _end(width, depth)
    other = [(x, 2 * middle - y) for x, y in reversed(end)]
    if not halves:
        return (_tray(name, (width, depth, height), (*end, *other), (wide, 2 * middle), 0.0),)
    low = middle + LAP
    upper = _tray(name, (width, depth, height), (*end, (wide, low), (0.0, low)), (wide, low), 0.0)
    lower = _tray(name, (width, depth, height), ((0.0, middle), (wide, middle), *other), (wide, middle), middle)
    lap = (0.0, neat(middle), wide, LAP)
    return (replace(upper, half=UPPER_HALF, lap=lap), replace(lower, half=LOWER_HALF))


def _end(width: float, depth: float) -> list[_Point]:
    """Return the outline of a tray's upper end, from left to right: the tab of each side wall, the end wall between."""
    taper, tab = min(_TAPER, depth / 4), min(_CORNER, depth)
    right = width + depth
    return [
        *((0.0, depth), (taper, depth - tab), (depth - taper, depth - tab), (depth, depth), (depth, 0.0)),
        *((right, 0.0), (right, depth), (right + taper, depth - tab), (right + depth - taper, depth - tab)),
        (right + depth, depth),
    ]


def _tray(
    name: str,
    inside: tuple[float, float, float],
    outline: tuple[_Point, ...],
    size: tuple[float, float],
    above: float,
) -> Net:
    """Return the net of a tray, or of a half.

    Args:
        name: "tray" or "lid".
        inside: width, depth and height inside.
        outline: from the whole tray's top left.
        size: width and height of the net.
        above: how much of the whole tray is cut off above it.
    """
    width, depth, height = inside
    wide, low = size[0], above + size[1]
    files, ranks = (0.0, depth, depth + width, wide), (depth, depth + height)
    folds = [((files[n], y), (files[n + 1], y)) for y in ranks if above < y < low for n in range(3)]
    begin, end = max(above, ranks[0]), min(low, ranks[1])
    folds += [((x, begin), (x, end)) for x in files[1:3]]
    floor = "front" if name == "lid" else "base"
    panels = (
        Panel(floor, depth, depth, width, height),
        Panel("left", 0.0, depth, depth, height),
        Panel("right", depth + width, depth, depth, height),
        Panel("upper", depth, 0.0, width, depth),
        Panel("lower", depth, depth + height, width, depth),
    )
    points = [(x, y - above) for x, y in outline]
    return Net(
        width=width,
        depth=depth,
        height=height,
        size=(neat(wide), neat(size[1])),
        cuts=tuple(_segment(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)),
        folds=tuple(_segment((a, b - above), (c, d - above)) for (a, b), (c, d) in folds),
        panels=tuple(replace(panel, x=neat(panel.x), y=neat(panel.y - above)) for panel in panels),
        name=name,
    )


def _check(width: float, depth: float, height: float) -> None:
    for name, length in (("width", width), ("depth", depth), ("height", height)):
        if not math.isfinite(length) or length <= 0:
            raise TaflkitError(f"the box's {name} must be more than 0, not {length:g}")


def _upper_edge(files: list[float], top: float, depth: float, flap: float) -> list[_Point]:
    """Return the outline above the panels, from left to right: dust flaps at the sides, the lid on the back."""
    taper = min(_TAPER, depth / 4)
    points = [(files[0], top), (files[1], top)]
    points += [(files[1] + taper, top - flap), (files[2] - taper, top - flap), (files[2], top)]
    points += [(files[2], top - depth), (files[2] + taper, 0.0), (files[3] - taper, 0.0), (files[3], top - depth)]
    points += [(files[3], top), (files[3] + taper, top - flap), (files[4] - taper, top - flap), (files[4], top)]
    return points


def _segment(start: _Point, end: _Point) -> Segment:
    return Segment(neat(start[0]), neat(start[1]), neat(end[0]), neat(end[1]))
