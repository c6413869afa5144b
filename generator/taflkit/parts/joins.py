"""The joins of sections: glue tabs, or overlapping strips with crosses that must meet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from taflkit.drawing.curves import line, polygon
from taflkit.drawing.shapes import Form, Group, Layer, Path, Rect, Shape, Shown, multiply, rotate, translate
from taflkit.parts.bleed import grown
from taflkit.sheets.seams import Seam
from taflkit.typesetting.lines import Typesetter

__all__ = ["draw_crosses", "draw_outline", "draw_overlaps", "draw_tabs"]

_HATCH = 2.4
"""Mm between the lines that mark a tab."""
_CROSS = 1.6
"""Half the length of a cross's arms, in mm."""


def draw_tabs(name: str, seams: Sequence[Seam], depth: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the glue tabs that a section carries, from the top left corner of its art.

    Every tab is labelled with the pair of letters that meet there.

    Args:
        name: the section's letter.
        seams: all seams of the plan.
        depth: how far a tab reaches, in mm.
        typesetter: sets the labels.
    """
    return tuple(_tab(seam, depth, typesetter) for seam in seams if seam.first == name)


def _tab(seam: Seam, depth: float, typesetter: Typesetter) -> Group:
    """A tab with slanting ends, hatched, along one seam."""
    x, y, width, height = seam.strip(depth)
    slant = min(depth, seam.length / 4)
    corners = {
        "right": ((x, y), (x + width, y + slant), (x + width, y + height - slant), (x, y + height)),
        "left": ((x + width, y), (x, y + slant), (x, y + height - slant), (x + width, y + height)),
        "lower": ((x, y), (x + slant, y + height), (x + width - slant, y + height), (x + width, y)),
        "upper": ((x, y + height), (x + slant, y), (x + width - slant, y), (x + width, y + height)),
    }[seam.side]
    outline = Path(polygon(corners), "tab")
    hatch = tuple(
        line((x + i * _HATCH - height, y + height), (x + i * _HATCH, y), "tab.hatch")
        for i in range(1, int((width + height) / _HATCH) + 1)
    )
    label = seam.pair
    size = min(3.4, 0.5 * depth)
    wide, high = typesetter.width(label, "smallcaps", size) + 2.0, size * 1.1
    turn = 90 if seam.upright else 0
    centre = multiply(translate(x + width / 2, y + height / 2), rotate(turn))
    plate = Rect(-wide / 2, -high / 2, wide, high, "tab.plate")
    text = typesetter.line(label, "smallcaps", size, "text.label", (0, 0.28 * size), 0.5)
    return Group((outline, Group(hatch, clip=outline), Group((plate, text), centre)), layer=Layer.LABELS)


def draw_overlaps(
    board: Form, art: tuple[float, float], name: str, seams: Sequence[Seam], depth: float, bleed: float = 0.0
) -> tuple[Shape, ...]:
    """Return the strips of the board that go under the neighbours of a section.

    Args:
        board: the whole board's art.
        art: where the section's top left corner lies on the whole board, in mm.
        name: the section's letter.
        seams: all seams of the plan.
        depth: how far sections overlap, in mm.
        bleed: how far the board runs on beyond the strips, in mm.
    """
    left, top = art
    strips = (seam.strip(depth) for seam in seams if seam.first == name)
    return tuple(
        Shown(board, translate(-left, -top), grown(Rect(left + x, top + y, width, height, "cut"), bleed))
        for x, y, width, height in strips
    )


def draw_crosses(name: str, seams: Sequence[Seam], depth: float) -> Group:
    """Return the crosses of a section's overlaps: where the section that goes over has them too.

    They stand in the middle of the overlap, near both ends of the seam.
    """
    marks: list[Shape] = []
    for seam in seams:
        if name not in (seam.first, seam.second):
            continue
        x, y, width, height = seam.strip(depth)
        if name == seam.second:
            x, y = x - seam.x + seam.second_x, y - seam.y + seam.second_y
        inset = min(8.0, seam.length / 4)
        middle = (x + width / 2, y + height / 2)
        for part in (inset, seam.length - inset):
            centre = (middle[0], y + part) if seam.upright else (x + part, middle[1])
            marks += _cross(centre)
    return Group(tuple(marks), layer=Layer.LABELS)


def _cross(centre: tuple[float, float]) -> tuple[Shape, Shape]:
    x, y = centre
    return (
        line((x - _CROSS, y), (x + _CROSS, y), "cut.cross"),
        line((x, y - _CROSS), (x, y + _CROSS), "cut.cross"),
    )


def draw_outline(size: tuple[float, float], name: str, seams: Sequence[Seam], overlap: float) -> Group:
    """Return the lines a section with tabs or overlaps is cut along, from the top left corner of its art.

    Along a seam whose tab or overlap the section carries there is no cut.

    Args:
        size: width and height of the art in mm.
        name: the section's letter.
        seams: all seams of the plan.
        overlap: how far its overlaps reach, or 0 for tabs, which have an outline of their own.
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
    if overlap:
        cuts += [edge for seam in carried for edge in _rim(seam, overlap)]
    return Group(tuple(cuts), layer=Layer.CUT)


def _rim(seam: Seam, depth: float) -> tuple[Shape, ...]:
    """The three outer sides of an overlap."""
    x, y, width, height = seam.strip(depth)
    corners = {
        "right": ((x, y), (x + width, y), (x + width, y + height), (x, y + height)),
        "left": ((x + width, y), (x, y), (x, y + height), (x + width, y + height)),
        "lower": ((x, y), (x, y + height), (x + width, y + height), (x + width, y)),
        "upper": ((x, y + height), (x, y), (x + width, y), (x + width, y + height)),
    }[seam.side]
    return tuple(line(a, b, "cut") for a, b in pairwise(corners))
