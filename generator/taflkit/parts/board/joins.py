"""The joins of sections: glue tabs, or overlapping strips with crosses that the next section covers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from taflkit.drawing.shapes import (
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    line,
    multiply,
    polygon,
    rotate,
    translate,
)
from taflkit.parts.laying import grown
from taflkit.sheets.cuts import tab_corners
from taflkit.sheets.sections import Seam
from taflkit.typesetting.lines import Typesetter

__all__ = ["draw_crosses", "draw_hatching", "draw_outline", "draw_overlaps", "draw_tabs"]

_HATCH = 2.4  # mm between the lines that mark a strip to be glued
_CROSS = 1.6  # mm: half the length of a cross's arms, on an overlap that has room for them
_INSET = 12.0  # mm from a cross to an end of its seam, clear of the frame
_PLATE = 3.0  # mm: half the length of the light ground under a cross
_CLEAR = 0.8  # mm from that ground to the seam
_HALF_LINE = 0.06  # mm: half the width of a cross's line; at this distance a line along the seam is just covered


def draw_hatching(x: float, y: float, width: float, height: float) -> tuple[Shape, ...]:
    """Return the slanting lines that mark a strip to be glued, from its top left corner in mm; to be clipped to it."""
    count = int((width + height) / _HATCH)
    return tuple(
        line((x + n * _HATCH - height, y + height), (x + n * _HATCH, y), "tab.hatch") for n in range(1, count + 1)
    )


def draw_tabs(
    name: str, seams: Sequence[Seam], depth: float, typesetter: Typesetter, bleed: float = 0.0
) -> tuple[Shape, ...]:
    """Return the glue tabs that a section carries, from the top left corner of its art, which is drawn over them.

    Every tab is labelled with the pair of letters that meet there. Its depth and the bleed of its ground are in mm.
    """
    carried = [seam for seam in seams if seam.first == name]
    beyond = [_beyond(seam, depth, bleed) for seam in carried if bleed > 0]
    return (*beyond, *(_tab(seam, depth, typesetter) for seam in carried))


def _beyond(seam: Seam, depth: float, bleed: float) -> Group:
    """Return the ground of a tab as it runs on beyond its three cuts, by a bleed in mm."""
    start, first, _, end = tab_corners(seam, depth)
    dx, dy = (end[0] - start[0]) / seam.length, (end[1] - start[1]) / seam.length
    slant = (first[0] - start[0]) * dx + (first[1] - start[1]) * dy
    out_x, out_y = (first[0] - start[0] - slant * dx) / depth, (first[1] - start[1] - slant * dy) / depth
    near = bleed * math.hypot(slant, depth) / depth
    far = near - slant * (depth + bleed) / depth
    spots = ((-near, 0.0), (-far, depth + bleed), (seam.length + far, depth + bleed), (seam.length + near, 0.0))
    points = [(start[0] + a * dx + b * out_x, start[1] + a * dy + b * out_y) for a, b in spots]
    room = grown(Rect(*seam.strip(depth), "cut"), bleed)
    return Group((Path.of(polygon(points), "tab"),), clip=room, layer=Layer.ART)


def _tab(seam: Seam, depth: float, typesetter: Typesetter) -> Group:
    """Return a tab with slanting ends, hatched, along one seam."""
    x, y, width, height = seam.strip(depth)
    corners = tab_corners(seam, depth)
    outline = Path.of(polygon(corners), "tab")
    # There is no line along the seam, where nothing is cut.
    rim = Group(tuple(line(a, b, "cut") for a, b in pairwise(corners)), layer=Layer.CUT)
    hatch = draw_hatching(x, y, width, height)
    label = seam.pair
    size = min(3.4, 0.5 * depth)
    wide, high = typesetter.width(label, "smallcaps", size) + 2.0, size * 1.1
    turn = 90 if seam.upright else 0
    centre = multiply(translate(x + width / 2, y + height / 2), rotate(turn))
    plate = Rect(-wide / 2, -high / 2, wide, high, "tab.plate")
    text = typesetter.line(label, "smallcaps", size, "text.label", (0, 0.28 * size), 0.5)
    tab = Group((outline, Group(hatch, clip=outline), Group((plate, text), centre)), layer=Layer.LABELS)
    return Group((tab, rim))


def draw_overlaps(
    board: Form, art: tuple[float, float], name: str, seams: Sequence[Seam], depth: float, bleed: float = 0.0
) -> tuple[Shape, ...]:
    """Return the strips of the board that go under the neighbours of a section, with a bleed.

    `art` is the section's top left corner on the whole board; the depth of the overlaps and all lengths are in mm.
    """
    left, top = art
    strips = (seam.strip(depth) for seam in seams if seam.first == name)
    return tuple(
        Shown(board, translate(-left, -top), grown(Rect(left + x, top + y, width, height, "cut"), bleed))
        for x, y, width, height in strips
    )


def draw_crosses(name: str, seams: Sequence[Seam], depth: float) -> Group:
    """Return the marks on the overlaps that a section carries, all of which the sections that go over cover.

    A cross near both ends of the seam shows what is covered; a line beside it, along the seam, shows where the edge of
    the section that goes over lies. The depth of the overlaps is in mm.
    """
    marks: list[Shape] = []
    clear, middle = min(_CLEAR, 0.1 * depth), depth / 2
    for seam in (seam for seam in seams if seam.first == name):
        half = min(_PLATE, seam.length / 4)
        reach = min(_CROSS, 0.3 * depth, 0.8 * half)
        # drawn about the seam's own point, the overlap below it, and then turned to the side that it lies on
        mark = (
            Rect(-half, clear, 2 * half, depth - 2 * clear, "tab.plate"),
            line((-reach, middle), (reach, middle), "cut.cross"),
            line((0.0, middle - reach), (0.0, middle + reach), "cut.cross"),
            line((-half, _HALF_LINE), (half, _HALF_LINE), "cut.cross"),
        )
        turn = {"lower": 0, "left": 90, "upper": 180, "right": 270}[seam.side]
        inset = min(_INSET, seam.length / 4)
        for along in (inset, seam.length - inset):
            x, y = (seam.x, seam.y + along) if seam.upright else (seam.x + along, seam.y)
            marks.append(Group(mark, multiply(translate(x, y), rotate(turn))))
    return Group(tuple(marks), layer=Layer.LABELS)


def draw_outline(size: tuple[float, float], name: str, seams: Sequence[Seam], overlap: float) -> Group:
    """Return the lines that a section of a size is cut along, from the top left corner of its art.

    Along a seam whose tab or overlap the section carries there is no cut. The depth of its overlaps is in mm, or 0 for
    tabs, which have an outline of their own.
    """
    width, height = size
    carried = [seam for seam in seams if seam.first == name]
    cuts: list[Shape] = []
    edges = (
        ("upper", (0.0, 0.0), (1, 0), width),
        ("lower", (0.0, height), (1, 0), width),
        ("left", (0.0, 0.0), (0, 1), height),
        ("right", (width, 0.0), (0, 1), height),
    )
    for side, (x, y), (dx, dy), length in edges:
        gaps = sorted((seam.y if seam.upright else seam.x, seam.length) for seam in carried if seam.side == side)
        at = 0.0
        for start, long in (*gaps, (length, 0.0)):
            if start - at > 0.01:
                cuts.append(line((x + dx * at, y + dy * at), (x + dx * start, y + dy * start), "cut"))
            at = start + long
    for seam in carried if overlap else ():
        # the three outer sides of the overlap
        x, y, width, height = seam.strip(overlap)
        rim = {
            "right": ((x, y), (x + width, y), (x + width, y + height), (x, y + height)),
            "left": ((x + width, y), (x, y), (x, y + height), (x + width, y + height)),
            "lower": ((x, y), (x, y + height), (x + width, y + height), (x + width, y)),
            "upper": ((x, y + height), (x, y), (x + width, y), (x + width, y + height)),
        }[seam.side]
        cuts += (line(a, b, "cut") for a, b in pairwise(rim))
    return Group(tuple(cuts), layer=Layer.CUT)
