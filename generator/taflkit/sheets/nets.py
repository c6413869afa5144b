"""The flat nets of boxes: a tuck box of one piece, and a tray and its lid, each of one piece or of two halves."""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import TaflkitError
from taflkit.sheets.planning.placing import neat

__all__ = ["LAP", "LOWER_HALF", "UPPER_HALF", "Net", "Panel", "Segment", "box_net", "tray_nets"]

UPPER_HALF = 1
LOWER_HALF = 2
"""The numbers of the halves of a net."""
LAP = 15.0
"""The width in mm of the strip of a tray's first half under the second."""

# the most millimetres
_GLUE_FLAP = 10.0
_TUCK_FLAP = 12.0
_CORNER_TAB = 12.0  # holds a tray's corner
_TAPER = 2.0

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
        width: of the inside, like depth and height.
        size: width and height of the net.
        cuts: its outline, all the way round.
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
    glue, tuck = min(_GLUE_FLAP, depth), min(_TUCK_FLAP, height / 2)
    files = [glue, glue + width, glue + width + depth, glue + 2 * width + depth, glue + 2 * (width + depth)]
    top = tuck + depth
    bottom = top + height
    flap = min(depth, width / 2)
    size = (neat(files[-1]), neat(bottom + depth + tuck))
    # above the panels, from left to right: dust flaps at the sides, the lid on the back
    taper = min(_TAPER, depth / 4)
    upper = [(files[0], top), (files[1], top)]
    upper += [(files[1] + taper, top - flap), (files[2] - taper, top - flap), (files[2], top)]
    upper += [(files[2], top - depth), (files[2] + taper, 0.0), (files[3] - taper, 0.0), (files[3], top - depth)]
    upper += [(files[3], top), (files[3] + taper, top - flap), (files[4] - taper, top - flap), (files[4], top)]
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
    return Net(width, depth, height, size, tuple(cuts), tuple(folds), _neat(panels))


def tray_nets(name: str, width: float, depth: float, height: float, halves: bool) -> tuple[Net, ...]:
    """Return the net of an open tray with such an inside, or the nets of its two halves across the floor's height.

    The side walls have tabs at their ends, which are glued inside the end walls. The upper half has a strip that is
    glued under the lower one, across floor and walls. The name is "tray", or "lid", which is a tray upside down.

    Raises:
        TaflkitError: a length is not above zero.
    """
    _check(width, depth, height)
    wide, middle = neat(width + 2 * depth), depth + height / 2
    # from left to right: the tab of each side wall, the end wall between
    taper, tab, right = min(_TAPER, depth / 4), min(_CORNER_TAB, depth), width + depth
    end = [(0.0, depth), (taper, depth - tab), (depth - taper, depth - tab), (depth, depth), (depth, 0.0)]
    end += [(right, 0.0), (right, depth), (right + taper, depth - tab), (right + depth - taper, depth - tab)]
    end.append((right + depth, depth))
    other = [(x, 2 * middle - y) for x, y in reversed(end)]
    if not halves:
        return (_tray(name, (width, depth, height), (*end, *other), (wide, 2 * middle), 0.0),)
    low = middle + LAP
    upper = _tray(name, (width, depth, height), (*end, (wide, low), (0.0, low)), (wide, low), 0.0)
    lower = _tray(name, (width, depth, height), ((0.0, middle), (wide, middle), *other), (wide, middle), middle)
    lap = (0.0, neat(middle), wide, LAP)
    return (replace(upper, half=UPPER_HALF, lap=lap), replace(lower, half=LOWER_HALF))


def _tray(
    name: str,
    inside: tuple[float, float, float],
    outline: tuple[_Point, ...],
    size: tuple[float, float],
    above: float,
) -> Net:
    """Return the net of a tray or a half, with the outline from the whole tray's top left, cut off `above` mm of it."""
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
        panels=_neat(panels, above),
        name=name,
    )


def _check(width: float, depth: float, height: float) -> None:
    for name, length in (("width", width), ("depth", depth), ("height", height)):
        if not math.isfinite(length) or length <= 0:
            raise TaflkitError(f"the box's {name} must be more than 0, not {length:g}")


def _neat(panels: Iterable[Panel], above: float = 0.0) -> tuple[Panel, ...]:
    return tuple(replace(panel, x=neat(panel.x), y=neat(panel.y - above)) for panel in panels)


def _segment(start: _Point, end: _Point) -> Segment:
    return Segment(neat(start[0]), neat(start[1]), neat(end[0]), neat(end[1]))
