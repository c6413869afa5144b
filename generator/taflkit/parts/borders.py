"""Borders, dividers and initials of ornament, as a theme chooses them, in as much room as there is."""

from __future__ import annotations

from taflkit.drawing.curves import foil
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, translate
from taflkit.errors import DoesNotFit

__all__ = ["draw_border", "draw_divider", "draw_illumination"]

_FOUR_STRANDS, _THREE_STRANDS = 4.5, 2.3
"""How deep a border must be, in mm, so that every line of so many strands can be printed."""
_KEY, _KEY_SIDE = 2.5, 6.0
"""How deep a key pattern is at least, in mm, and how long its sides are, in depths."""
_RULES = 4.0
"""How long a divider with ornament in its middle is at least, in its heights."""


def draw_border(
    kind: str, width: float, height: float, depth: float, role: str, pattern: str = "plait"
) -> tuple[Shape, ...]:
    """Return a border with its top left corner at the origin, or nothing where there is no room for it.

    Args:
        kind: "knot" or "key"; any other is none.
        width: of its outer edge, in mm.
        height: of its outer edge, in mm.
        depth: of the border, in mm.
        role: what the roles begin with: "<role>.ground", "<role>.strand" and "<role>.edge".
        pattern: of a knot that is deep enough for four strands.
    """
    if kind == "knot" and depth >= _THREE_STRANDS:
        return _knot_border(width, height, depth, role, pattern)
    if kind == "key" and depth >= _KEY and min(width, height) >= _KEY_SIDE * depth:
        from taflkit.drawing.ornament.keys import key_frame  # noqa: PLC0415

        return key_frame(width, height, depth, role)
    return ()


def _knot_border(width: float, height: float, depth: float, role: str, pattern: str) -> tuple[Shape, ...]:
    from taflkit.drawing.ornament.frames import knot_frame  # noqa: PLC0415
    from taflkit.drawing.ornament.patterns import FINE, PLAIN  # noqa: PLC0415

    # edges are drawn for inks that leave the bands white; others have no paint for them
    deep = depth >= _FOUR_STRANDS
    name, strands, weave = (pattern, 4, PLAIN) if deep else ("plait", 3, FINE)
    try:
        return knot_frame(width, height, depth, name, strands, role, weave._replace(edged=True))
    except DoesNotFit:
        return ()


def draw_divider(kind: str, width: float, height: float, role: str) -> tuple[Shape, ...]:
    """Return a divider with its top left corner at the origin.

    Args:
        kind: "knot", "spiral", "rosette" or "line"; any other is none.
        width: from tip to tip, in mm.
        height: of the ornament in its middle, in mm.
        role: what the roles begin with: "<role>.strand", "<role>.edge" and "<role>.rule".
    """
    middle, low = width / 2, height / 2
    if kind in ("knot", "spiral") and width >= _RULES * height:
        from taflkit.drawing.ornament.dividers import knot_divider, spiral_divider  # noqa: PLC0415
        from taflkit.drawing.ornament.patterns import FINE  # noqa: PLC0415

        if kind == "knot":
            return knot_divider(width, height, role, FINE._replace(edged=True))
        return spiral_divider(width, height, role)
    if kind == "rosette":
        room = 0.8 * height
        return (
            Rect(0.0, low - 0.1, middle - room, 0.2, f"{role}.rule"),
            Rect(middle + room, low - 0.1, middle - room, 0.2, f"{role}.rule"),
            Path(foil((middle, low), height / 2, 6, 30), f"{role}.rule"),
            Circle(0.0, low, 0.45, f"{role}.rule"),
            Circle(width, low, 0.45, f"{role}.rule"),
        )
    return (Rect(0.0, low - 0.1, width, 0.2, f"{role}.rule"),) if kind == "line" else ()


def draw_illumination(side: float) -> tuple[Shape, ...]:
    """Return the ground of an illuminated initial, its top left corner at the origin: a knot in a frame.

    Args:
        side: of the square, in mm.
    """
    from taflkit.drawing.ornament.panels import knot_square  # noqa: PLC0415
    from taflkit.drawing.ornament.patterns import PLAIN  # noqa: PLC0415

    line = 0.045 * side
    knot = knot_square(side - 4 * line, "ringed", "initial", PLAIN._replace(edged=True))
    return (
        Rect(0.0, 0.0, side, side, "initial.frame"),
        Rect(line, line, side - 2 * line, side - 2 * line, "initial.ground"),
        Group(knot, translate(2 * line, 2 * line)),
    )
