"""Where a part lies on its sheet: turned by a quarter, or upside down, as the plan says."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from taflkit.drawing.shapes import Circle, Group, Rect, Shape, multiply, rotate, translate
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.sheets.sections import Edge

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet


def lay_part(part: PlacedPart, shape: Shape) -> Group:
    """Put a part in its place, turned by a quarter clockwise or upside down where the plan says so."""
    if part.over:
        width, height = (part.height, part.width) if part.turned else (part.width, part.height)
        shape = Group((shape,), multiply(translate(width, height), rotate(180)))
    if part.turned:
        return Group((shape,), multiply(translate(part.x + part.width, part.y), rotate(90)))
    return Group((shape,), translate(part.x, part.y))


def lay_box(box: PlacedNet, net: Shape) -> Group:
    """Put the net of a box in its place."""
    if box.turned:
        return Group((net,), multiply(translate(box.x + box.net.size[1], box.y), rotate(90)))
    return Group((net,), translate(box.x, box.y))


# Bleed: the grounds of parts, run on beyond their cuts, so that a knife that slips shows no white.


FAR = 12.0  # mm that a ground is drawn on before it is cut off at the bleed: outlines of up to 20 mm stay outside
_ALL: tuple[Edge, ...] = ("upper", "right", "lower", "left")


def grown(rect: Rect, by: float, sides: Collection[Edge] = _ALL) -> Rect:
    """Return a rectangle that reaches farther on some sides, by a length in mm."""
    left, top, right, low = (by * (side in sides) for side in ("left", "upper", "right", "lower"))
    return replace(
        rect, x=rect.x - left, y=rect.y - top, width=rect.width + left + right, height=rect.height + top + low
    )


def run_on(shapes: tuple[Shape, ...], trim: Rect, bleed: float) -> tuple[Shape, ...]:
    """Return shapes that reach beyond a bleed in mm round a trimmed part, cut off at it; nothing without a bleed.

    The part's own shapes are drawn over them.
    """
    return (Group(shapes, clip=grown(trim, bleed)),) if bleed > 0 else ()


def draw_bleed(ground: Rect, bleed: float) -> tuple[Shape, ...]:
    """Return a part's ground as it runs on beyond its cuts, by a bleed in mm; the ground itself is drawn over it."""
    return run_on((grown(ground, FAR),), ground, bleed)


def draw_round_bleed(ground: Circle, bleed: float) -> tuple[Shape, ...]:
    """Return a round part's ground up to its cut and on beyond it, by a bleed in mm."""
    beyond = replace(ground, radius=ground.radius + bleed)
    return (Group((replace(ground, radius=beyond.radius + FAR),), clip=beyond),)
