"""Borders, dividers and initials of ornament, as a theme chooses them, in as much room as there is."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.art import Tile
from taflkit.drawing.curves import foil
from taflkit.drawing.face import KNOTS
from taflkit.drawing.look import OWN_BORDER, Look
from taflkit.drawing.shapes import Circle, Form, Path, Rect, Shape, Shown, translate
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit
from taflkit.ornament.dividers import knot_divider, spiral_divider
from taflkit.ornament.frames import knot_frame
from taflkit.ornament.keys import key_frame, key_panel
from taflkit.ornament.panels import knot_panel, knot_square
from taflkit.ornament.patterns import FINE, PLAIN
from taflkit.parts.tiles import border_depth, draw_tiled_border

__all__ = ["ANOTHER_THEME", "Border", "border_need", "draw_border", "draw_divider", "draw_illumination"]

ANOTHER_THEME = "another theme"
"""The need of a border that its theme has no ornament for."""
_FOUR_STRANDS, _THREE_STRANDS = 4.5, 2.3
"""How deep a border must be, in mm, so that every line of so many strands can be printed."""
_KEY, _KEY_SIDE = 2.5, 6.0
"""How deep a key pattern is at least, in mm, and how long its sides are, in depths."""
_RULES = 4.0
"""How long a divider with ornament in its middle is at least, in its heights."""


class Border(Struct, frozen=True):
    """The kind of a border, with its roles.

    Attributes:
        kind: "knot", one of KNOTS, "key", or OWN_BORDER; any other is none.
        role: the beginning of the roles "<role>.ground", "<role>.strand" and "<role>.edge".
        edged: whether the edges of bands are drawn as lines.
        pattern: of a "knot" that is deep enough for four strands.
        own: the tiles of a theme's own.
    """

    kind: str
    role: str
    edged: bool
    pattern: str = "plait"
    own: Tile | None = None


def draw_border(border: Border, width: float, height: float, depth: float, store: Store) -> tuple[Shape, ...]:
    """Return a border with its top left corner at the origin, or nothing where there is no room for it.

    Args:
        border: its kind and roles.
        width: of its outer edge, in mm.
        height: of its outer edge, in mm.
        depth: of the border, in mm.
        store: keeps it for the next part that has the same one.
    """
    # the last digits of a side depend on how it was added up, and the same border is drawn once
    width, height, depth = (round(length, 6) for length in (width, height, depth))
    if border.kind == OWN_BORDER and border.own is not None:
        return draw_tiled_border(border.own, (width, height), depth, border.role, border.edged, store)
    if border.kind in KNOTS:
        border = replace(border, kind="knot", pattern=border.kind)
    if border.kind == "knot" and depth >= _THREE_STRANDS:
        return _knot_border(border, width, height, depth, store)
    if border.kind == "key" and depth >= _KEY and min(width, height) >= _KEY_SIDE * depth:
        return store.of(key_frame, width, height, depth, border.role, _line(border.edged))
    return ()


def border_need(border: Border, width: float, height: float, depth: float, store: Store) -> str:
    """Return what a border would need to have its ornament, such as "2.3 mm"; "" if it has it, or there is no border.

    Args:
        border: its kind and roles.
        width: of its outer edge, in mm.
        height: of its outer edge, in mm.
        depth: of the border, in mm.
        store: keeps it for the part that has it.
    """
    if not depth or draw_border(border, width, height, depth, store):
        return ""
    if border.kind == "none":
        return ANOTHER_THEME
    least = _KEY if border.kind == "key" else _THREE_STRANDS
    if border.kind == OWN_BORDER and border.own is not None:
        least = math.ceil(10 * border_depth(border.own)) / 10
    return f"{least:g} mm" if depth < least else "longer sides for its depth"


def _knot_border(border: Border, width: float, height: float, depth: float, store: Store) -> tuple[Shape, ...]:

    deep = depth >= _FOUR_STRANDS
    name, strands, weave = (border.pattern, 4, PLAIN) if deep else ("plait", 3, FINE)
    measures = (width, height, depth, name, strands, border.role, replace(weave, edged=border.edged, blocks=deep))
    try:
        return store.get((knot_frame, measures), lambda: knot_frame(*measures, store))
    except DoesNotFit:
        return ()


def draw_divider(look: Look, width: float, height: float, role: str) -> tuple[Shape, ...]:
    """Return a divider with its top left corner at the origin.

    Args:
        look: the theme's ornament, with the divider.
        width: from tip to tip, in mm.
        height: of the ornament in its middle, in mm.
        role: the beginning of the roles "<role>.strand", "<role>.edge" and "<role>.rule".
    """
    kind, middle, low = look.ornament.divider, width / 2, height / 2
    if kind in ("plait", "key") or (kind in ("knot", "spiral") and width >= _RULES * height):
        return (Shown(look.store.of(_divider, kind, width, height, role, look.ornament.edged)),)
    if kind == "rosette":
        room = 0.8 * height
        return (
            Rect(0.0, low - 0.1, middle - room, 0.2, f"{role}.rule"),
            Rect(middle + room, low - 0.1, middle - room, 0.2, f"{role}.rule"),
            Path.of(foil((middle, low), height / 2, 6, 30), f"{role}.rule"),
            Circle(0.0, low, 0.45, f"{role}.rule"),
            Circle(width, low, 0.45, f"{role}.rule"),
        )
    return (Rect(0.0, low - 0.1, width, 0.2, f"{role}.rule"),) if kind == "line" else ()


def _divider(kind: str, width: float, height: float, role: str, edged: bool) -> Form:
    """Return a divider with ornament in its middle, or one that is a panel from end to end."""
    if kind == "key":
        return Form(key_panel(width, height, 1, role, _line(edged)))
    if kind == "spiral":
        return Form(spiral_divider(width, height, role, _line(edged)))

    weave = replace(FINE, edged=edged)
    if kind == "knot":
        return Form(knot_divider(width, height, role, weave))

    return Form(knot_panel(width, height, "plait", 4 if height >= _FOUR_STRANDS else 2, role, weave))


def _line(edged: bool) -> str:
    """Return the part of a role that keys and spirals are painted with: paints that leave bands white draw outlines."""
    return "edge" if edged else "strand"


def draw_illumination(side: float, look: Look) -> tuple[Shape, ...]:
    """Return the ground of an illuminated initial, its top left corner at the origin: a knot in a frame.

    Args:
        side: of the square, in mm.
        look: the theme's ornament.
    """
    line = 0.045 * side
    knot = look.store.of(_initial_knot, side - 4 * line, look.face.initial, look.ornament.edged)
    return (
        Rect(0.0, 0.0, side, side, "initial.frame"),
        Rect(line, line, side - 2 * line, side - 2 * line, "initial.ground"),
        Shown(knot, translate(2 * line, 2 * line)),
    )


def _initial_knot(side: float, name: str, edged: bool) -> Form:

    return Form(knot_square(side, name, "initial", replace(PLAIN, edged=edged)))
