"""Where a part lies on its sheet: turned by a quarter, or upside down, as the plan says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from taflkit.drawing.shapes import Group, Shape, multiply, rotate, translate
from taflkit.sheets.plan import PlacedPart

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet

__all__ = ["lay_box", "lay_part"]


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
