"""Borders, dividers and grounds: the ornament of a theme or its own tiles, and the bleed of grounds beyond cuts."""

from __future__ import annotations

import math
from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.art import Art, Tile
from taflkit.drawing.look import KNOTS, OWN_BORDER, Look
from taflkit.drawing.shapes import (
    Circle,
    Form,
    Group,
    Path,
    Rect,
    Shape,
    Shown,
    Transform,
    foil,
    multiply,
    polygon,
    rotate,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit
from taflkit.ornament.bands import FINE, PLAIN
from taflkit.ornament.frames import knot_divider, knot_frame, knot_panel, knot_square, spiral_divider
from taflkit.ornament.keys import key_frame, key_panel
from taflkit.sheets.sections import Edge

_COVER_TILE = 20.0  # mm: about the width of a tile of a page's ground

_SHALLOWEST = 1.5  # mm: the least depth of a border
_THINNEST = 0.25 * 25.4 / 72  # mm: the thinnest line in a border, a quarter point
_LONG = 0.25  # heights of a tile: a shorter shape in it is a speck and not a line
_SIDE_ENDS = frozenset(("left", "right"))  # where the next tile goes on
_CORNER_ENDS = frozenset(("right", "low"))
_LAP = 0.1  # mm that a side reaches over its corners, so that no screen shows a seam there


def draw_tile(art: Art, place: Rect, role: str, store: Store) -> Shown:
    """Return a tile that fills a place in mm, cut off at its view; the role paints shapes without a colour."""
    form = store.of(_run, art, 1, place.width, place.height, role, "", frozenset())
    clip = None if art.inside else Rect(0.0, 0.0, place.width, place.height, role)
    return Shown(form, translate(place.x, place.y), clip)


def draw_tiled_ground(art: Art, place: Rect, role: str, store: Store) -> tuple[Shape, ...]:
    """Return a whole number of tiles across and down that fill a place; see `draw_tile`."""
    across, down = (max(1, round(side / _COVER_TILE)) for side in (place.width, place.height))
    width, height = place.width / across, place.height / down
    return tuple(
        draw_tile(art, Rect(place.x + i * width, place.y + j * height, width, height, role), role, store)
        for j in range(down)
        for i in range(across)
    )


def _border_depth(tile: Tile) -> float:
    """Return the least depth of a border in mm with which its lines can be printed."""
    thinnest = 1.0
    for art in (tile.side, tile.corner):
        for path in art.paths:
            points: list[tuple[float, float]] = []
            for letter, numbers in (*path.segments, ("M", ())):
                if letter == "M" and points:
                    # a sub-path is as thick as the shorter side of the box that holds it
                    across, down = (max(values) - min(values) for values in zip(*points, strict=True))
                    if max(across, down) >= _LONG * art.height and min(across, down) > 0:
                        thinnest = min(thinnest, min(across, down) / art.height)
                    points = []
                points += zip(numbers[::2], numbers[1::2], strict=True)
    return max(_SHALLOWEST, _THINNEST / thinnest)


def draw_tiled_border(
    tile: Tile, size: tuple[float, float], depth: float, role: str, edged: bool, store: Store
) -> tuple[Shape, ...]:
    """Return a border with its top left corner at the origin, or nothing where it has no room for a tile.

    A whole number of tiles stands along each side, stretched to fit and turned so that the same edge is outside. The
    size of the outer edge and the depth are in mm. The shapes have the roles "<role>.ground", "<role>.strand" and, if
    they are `edged` for paints that leave fills white, "<role>.edge".
    """
    width, height = size
    natural = tile.side.width * depth / tile.side.height
    if min(size) - 2 * depth < 0.6 * natural or depth < _border_depth(tile):
        return ()
    strand, line = f"{role}.strand", f"{role}.edge" if edged else ""
    corner = store.of(_run, tile.corner, 1, depth, depth, strand, line, _CORNER_ENDS)
    inner = ((depth, depth), (width - depth, depth), (width - depth, height - depth), (depth, height - depth))
    outer = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    shapes: list[Shape] = [Path.of((*polygon(outer), *polygon(inner)), f"{role}.ground")]
    places: tuple[tuple[Transform, float], ...] = (
        (translate(0, 0), width),
        (multiply(translate(width, 0), rotate(90)), height),
        (multiply(translate(width, height), rotate(180)), width),
        (multiply(translate(0, height), rotate(270)), height),
    )
    for place, length in places:
        count = max(1, round((length - 2 * depth) / natural))
        along = (length - 2 * depth + 2 * _LAP) / count
        shapes.append(_shown(corner, tile.corner, place, depth, depth))
        # a run of tiles that are not cut off is one form, and each colour in it one path without seams
        runs, each = (1, count) if tile.side.inside else (count, 1)
        side = store.of(_run, tile.side, each, along, depth, strand, line, _SIDE_ENDS)
        for number in range(runs):
            there = multiply(place, translate(depth - _LAP + number * along, 0))
            shapes.append(_shown(side, tile.side, there, along, depth))
    return tuple(shapes)


def _run(art: Art, count: int, width: float, height: float, role: str, line: str, ends: frozenset[str]) -> Form:
    """Return some tiles side by side, each of a width and height in mm; see `Art.repeated`."""
    across, down = width / art.width, height / art.height
    places = [(across, 0.0, 0.0, down, number * width, 0.0) for number in range(count)]
    return Form(art.repeated(places, role, line, ends))


def _shown(form: Form, art: Art, place: Transform, width: float, height: float) -> Shown:
    return Shown(form, place, None if art.inside else Rect(0.0, 0.0, width, height, "cut"))


ANOTHER_THEME = "another theme"
"""The need of a border that its theme has no ornament for."""
_FOUR_STRANDS = 4.5  # mm: the least depth in which every line of four strands can be printed
_THREE_STRANDS = 2.3  # mm: the same of three
_KEY = 2.5  # mm: the least depth of a key pattern
_KEY_SIDE = 6.0  # depths: its shortest side
_RULES = 4.0  # heights: the shortest divider with ornament in its middle


class Border(Struct, frozen=True):
    """The kind of a border, with its roles.

    Attributes:
        kind: "knot", one of KNOTS, "key", or OWN_BORDER; any other is none.
        role: the beginning of the roles "<role>.ground", "<role>.strand" and "<role>.edge".
        edged: whether the edges of bands are drawn as lines.
        pattern: of a "knot" that is deep enough for four strands.
    """

    kind: str
    role: str
    edged: bool
    pattern: str = "plait"
    own: Tile | None = None


def draw_border(border: Border, width: float, height: float, depth: float, store: Store) -> tuple[Shape, ...]:
    """Return a border of a depth with its top left corner at the origin, or nothing where it has no room.

    Width and height are those of its outer edge, in mm.
    """
    # the last digits of a side depend on how it was added up, and the same border is drawn once
    width, height, depth = (round(length, 6) for length in (width, height, depth))
    if border.kind == OWN_BORDER and border.own is not None:
        return draw_tiled_border(border.own, (width, height), depth, border.role, border.edged, store)
    if border.kind in KNOTS:
        border = replace(border, kind="knot", pattern=border.kind)
    if border.kind == "knot" and depth >= _THREE_STRANDS:
        deep = depth >= _FOUR_STRANDS
        name, strands, weave = (border.pattern, 4, PLAIN) if deep else ("plait", 3, FINE)
        measures = (width, height, depth, name, strands, border.role, replace(weave, edged=border.edged))
        try:
            return store.get((knot_frame, measures), lambda: knot_frame(*measures, store))
        except DoesNotFit:
            return ()
    if border.kind == "key" and depth >= _KEY and min(width, height) >= _KEY_SIDE * depth:
        return store.of(key_frame, width, height, depth, border.role, _line(border.edged))
    return ()


def border_need(border: Border, width: float, height: float, depth: float, store: Store) -> str:
    """Return the depth that a border needs for its ornament, as "2.3 mm", or another need; "" if it has it, or is none.

    The arguments are those of `draw_border`.
    """
    if not depth or draw_border(border, width, height, depth, store):
        return ""
    if border.kind == "none":
        return ANOTHER_THEME
    least = _KEY if border.kind == "key" else _THREE_STRANDS
    if border.kind == OWN_BORDER and border.own is not None:
        least = math.ceil(10 * _border_depth(border.own)) / 10
    return f"{least:g} mm" if depth < least else "longer sides for its depth"


def draw_divider(look: Look, width: float, height: float, role: str) -> tuple[Shape, ...]:
    """Return a theme's divider with its top left corner at the origin, of a width and a height in mm.

    Its shapes have the roles "<role>.strand", "<role>.edge" and "<role>.rule".
    """
    kind, edged, middle, low = look.ornament.divider, look.ornament.edged, width / 2, height / 2
    if kind in ("plait", "key") or (kind in ("knot", "spiral") and width >= _RULES * height):

        def ornament() -> Form:
            """Return ornament in the middle of a line, or a panel from end to end."""
            if kind == "key":
                return Form(key_panel(width, height, 1, role, _line(edged)))
            if kind == "spiral":
                return Form(spiral_divider(width, height, role, _line(edged)))
            weave = replace(FINE, edged=edged)
            if kind == "knot":
                return Form(knot_divider(width, height, role, weave))
            return Form(knot_panel(width, height, "plait", 4 if height >= _FOUR_STRANDS else 2, role, weave))

        return (Shown(look.store.get((draw_divider, kind, width, height, role, edged), ornament)),)
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


def _line(edged: bool) -> str:
    return "edge" if edged else "strand"


def draw_illumination(side: float, look: Look) -> tuple[Shape, ...]:
    """Return the ground of an illuminated initial, a square of a side in mm at the origin: a knot in a frame."""
    line = 0.045 * side
    knotted = (side - 4 * line, look.face.initial, "initial", replace(PLAIN, edged=look.ornament.edged))
    knot = look.store.get((Form, *knotted), lambda: Form(knot_square(*knotted)))
    return (
        Rect(0.0, 0.0, side, side, "initial.frame"),
        Rect(line, line, side - 2 * line, side - 2 * line, "initial.ground"),
        Shown(knot, translate(2 * line, 2 * line)),
    )


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
    """Return shapes that run on under a trimmed part, cut off at a bleed in mm round it; nothing without a bleed."""
    return (Group(shapes, clip=grown(trim, bleed)),) if bleed > 0 else ()


def draw_bleed(ground: Rect, bleed: float) -> tuple[Shape, ...]:
    """Return a part's ground as it runs on beyond its cuts, by a bleed in mm; the ground itself is drawn over it."""
    return run_on((grown(ground, FAR),), ground, bleed)


def draw_round_bleed(ground: Circle, bleed: float) -> tuple[Shape, ...]:
    """Return a round part's ground up to its cut and on beyond it, by a bleed in mm."""
    beyond = replace(ground, radius=ground.radius + bleed)
    return (Group((replace(ground, radius=beyond.radius + FAR),), clip=beyond),)
