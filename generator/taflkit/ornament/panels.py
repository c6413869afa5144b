"""Panels of interlace: rectangles of any size, and squares for a board's own places."""

from __future__ import annotations

from taflkit.drawing.shapes import Rect, Shape
from taflkit.ornament.bands import Weave, draw_bands
from taflkit.ornament.knots import Break, Knot, nodes
from taflkit.ornament.patterns import PATTERNS, PLAIN, Pattern

__all__ = ["SQUARES", "draw_knot", "fit_panel", "knot_panel", "knot_square", "square_knot"]

_SQUARE = 8
"""The side of a square knot, in steps."""

SQUARES = {
    "ringed": (Break((1, 4), upright=True),),
    "cross": (Break((1, 2), upright=False),),
    "looped": (Break((1, 2), upright=False), Break((1, 4), upright=False)),
    "quartered": (Break((1, 2), upright=True), Break((1, 4), upright=False)),
}
"""Square knots by name: the breaks of one eighth, which come again turned and mirrored."""


def fit_panel(
    width: float, height: float, pattern: Pattern = PATTERNS["plait"], strands: int = 4, weave: Weave = PLAIN
) -> Knot:
    """Return the rectangle of interlace that fills a panel, with whole repeats of a pattern along it.

    Args:
        width: of the panel, in mm.
        height: of the panel, in mm.
        pattern: of the breaks; it comes again every four strands downwards.
        strands: how many strands lie one under the other, an even number.
        weave: how the bands look.
    """
    step = height / (strands + 2 * weave.margin)
    # two steps of two strands alone would be a ring that crosses nothing
    repeats = max(4 // pattern.period, 1, round((width / step - 2 * weave.margin) / pattern.period))
    length = repeats * pattern.period
    found = (
        Break((i + along, j + down), upright)
        for upright, places in ((False, pattern.flat), (True, pattern.upright))
        for i, j in places
        for along in range(0, length + 1, pattern.period)
        for down in range(0, strands, 4)
    )
    inside = frozenset(one for one in found if 0 < one.node[0] < length and 0 < one.node[1] < strands)
    return Knot(length, strands, breaks=inside)


def draw_knot(
    knot: Knot, width: float, height: float, role: str = "ornament", weave: Weave = PLAIN
) -> tuple[Shape, ...]:
    """Return a knot stretched to fill a rectangle with its top left corner at the origin.

    The rectangle is drawn as "<role>.ground", on it the bands as "<role>.strand", and if the weave is edged
    their edges as "<role>.edge".

    Args:
        knot: the knot.
        width: of the rectangle, in mm.
        height: of the rectangle, in mm.
        role: the beginning of the roles.
        weave: how the bands look.
    """
    margin = weave.margin
    across, down = width / (knot.width + 2 * margin), height / (knot.height + 2 * margin)

    def place(x: float, y: float) -> tuple[float, float]:
        return (x + margin) * across, (y + margin) * down

    bands = (band.placed(place, f"{role}.{band.role}") for band in draw_bands(knot, tuple(nodes(knot)), weave))
    return (Rect(0, 0, width, height, f"{role}.ground"), *bands)


def knot_panel(
    width: float,
    height: float,
    pattern: str = "plait",
    strands: int = 4,
    role: str = "ornament",
    weave: Weave = PLAIN,
) -> tuple[Shape, ...]:
    """Return a panel of interlace with its top left corner at the origin, drawn as `draw_knot` does.

    Args:
        width: of the panel, in mm.
        height: of the panel, in mm.
        pattern: a name in PATTERNS.
        strands: how many strands lie one under the other, an even number.
        role: the beginning of the roles.
        weave: how the bands look.
    """
    return draw_knot(fit_panel(width, height, PATTERNS[pattern], strands, weave), width, height, role, weave)


def square_knot(name: str) -> Knot:
    """Return a square knot that looks the same from all four sides; `name` is in SQUARES."""
    found = []
    for (i, j), upright in SQUARES[name]:
        for x, y in ((i, j), (_SQUARE - i, j), (i, _SQUARE - j), (_SQUARE - i, _SQUARE - j)):
            found += [Break((x, y), upright), Break((y, x), not upright)]
    return Knot(_SQUARE, _SQUARE, breaks=frozenset(found))


def knot_square(side: float, name: str = "ringed", role: str = "ornament", weave: Weave = PLAIN) -> tuple[Shape, ...]:
    """Return a square of interlace with its top left corner at the origin, drawn as `draw_knot` does.

    Args:
        side: of the square, in mm.
        name: a name in SQUARES.
        role: the beginning of the roles.
        weave: how the bands look.
    """
    return draw_knot(square_knot(name), side, side, role, weave)
