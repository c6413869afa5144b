"""A theme's own tiles: the ground of squares and of the cover, and borders of a side that is repeated and a corner."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.drawing.art import Art, Tile
from taflkit.drawing.curves import polygon
from taflkit.drawing.shapes import Form, Path, Rect, Shape, Shown, Transform, multiply, rotate, translate
from taflkit.drawing.store import Store

__all__ = ["border_depth", "draw_tile", "draw_tiled_border", "draw_tiled_ground"]

_COVER_TILE = 20.0
"""About how wide a tile of a page's ground is, in mm."""

_SHALLOWEST, _THINNEST = 1.5, 0.25 * 25.4 / 72
"""The least depth of a border in mm, and the thinnest line in it: a quarter point."""
_LONG = 0.25
"""How long a shape in a tile is at least, in heights of the tile, if it is a line and not a speck."""
_SIDE_ENDS, _CORNER_ENDS = frozenset(("left", "right")), frozenset(("right", "low"))
"""Where the next tile goes on."""
_LAP = 0.1
"""How far the run of a side reaches over its corners, in mm, so that no screen shows a seam there."""


def draw_tile(art: Art, place: Rect, role: str, store: Store) -> Shown:
    """Return a tile that fills a place.

    Args:
        art: what is drawn; it is cut off at its view.
        place: in mm.
        role: of the shapes that have no colour of their own.
        store: keeps the tile for further places of the same size.
    """
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


def border_depth(tile: Tile) -> float:
    """Return how deep a border must be at least, in mm, so that its lines can be printed."""
    thin = [part for art in (tile.side, tile.corner) for path in art.paths for part in _thickness(path, art.height)]
    return max(_SHALLOWEST, _THINNEST / min(thin, default=1.0))


def _thickness(path: Path, height: float) -> Iterator[float]:
    """Yield how thick each long sub-path is, in heights of its tile: the shorter side of the box that holds it."""
    points: list[tuple[float, float]] = []
    for letter, numbers in (*path.segments, ("M", ())):
        if letter == "M" and points:
            across, down = (max(values) - min(values) for values in zip(*points, strict=True))
            if max(across, down) >= _LONG * height and min(across, down) > 0:
                yield min(across, down) / height
            points = []
        points += zip(numbers[::2], numbers[1::2], strict=True)


def draw_tiled_border(
    tile: Tile, size: tuple[float, float], depth: float, role: str, edged: bool, store: Store
) -> tuple[Shape, ...]:
    """Return a border with its top left corner at the origin, or nothing where it has no room for a tile.

    A whole number of tiles stands along each side, stretched a little to fit; they are turned by a quarter from side to
    side, so that the same edge is always outside.

    Args:
        tile: the side and the corner.
        size: of the border's outer edge, in mm.
        depth: of the border, in mm.
        role: the beginning of the roles "<role>.ground", "<role>.strand" and "<role>.edge".
        edged: whether the outlines of the shapes are drawn too, for paints that leave fills white.
        store: keeps the tiles.
    """
    width, height = size
    natural = tile.side.width * depth / tile.side.height
    if min(size) - 2 * depth < 0.6 * natural or depth < border_depth(tile):
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
    """Return so many tiles side by side, each of a width and height in mm; see `Art.repeated`."""
    across, down = width / art.width, height / art.height
    places = [(across, 0.0, 0.0, down, number * width, 0.0) for number in range(count)]
    return Form(art.repeated(places, role, line, ends))


def _shown(form: Form, art: Art, place: Transform, width: float, height: float) -> Shown:
    return Shown(form, place, None if art.inside else Rect(0.0, 0.0, width, height, "cut"))
