"""Interlace for given sizes: panels, and frames that run unbroken round a page or a board.

A frame's sides are drawn as one piece many times over, its corners as pieces of their own, so that it costs little
at any size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from taflkit.drawing.ornament.bands import Placing, Weave, draw_bands, placed
from taflkit.drawing.ornament.knots import Break, Knot, Node, nodes
from taflkit.drawing.shapes import Group, Path, Rect, Segment, Shape, Transform, multiply, rotate, translate

__all__ = ["PATTERNS", "FrameKnot", "Pattern", "fit_frame", "knot_frame", "knot_panel"]


class Pattern(NamedTuple):
    """A pattern of breaks that comes again and again along a band, the same from both sides.

    Attributes:
        period: an even number of steps.
        flat, upright: the breaks at nodes (i, j) with 0 <= i < period, as a band four strands deep has them; what
            lies outside the band is left out.
    """

    period: int = 2
    flat: tuple[Node, ...] = ()
    upright: tuple[Node, ...] = ()


PATTERNS = {
    "plait": Pattern(),
    "foundation": Pattern(8, flat=((1, 2), (7, 2))),
    "lozenges": Pattern(6, flat=((3, 2),)),
    "links": Pattern(4, upright=((1, 2),)),
    "knots": Pattern(8, upright=((3, 2), (5, 2))),
    "chain": Pattern(8, upright=((4, 1), (4, 3))),
}
"""Patterns by name; all but the plait are made for four strands."""


class FrameKnot(NamedTuple):
    """A ring of interlace with its measures.

    Attributes:
        knot: the ring.
        pattern: its breaks' pattern.
        repeats: how often the pattern comes on a long side (the upper one) and on a short one (the left one).
        step: of the corners, in mm.
        stretch: how much longer a step is along the sides.
        margin: how far outside the lattice the frame ends, in mm.
    """

    knot: Knot
    pattern: Pattern
    repeats: tuple[int, int]
    step: float
    stretch: tuple[float, float]
    margin: float


def fit_frame(
    width: float, height: float, depth: float, pattern: Pattern = PATTERNS["plait"], strands: int = 4, weave: Weave = Weave()
) -> FrameKnot:
    """Return the ring of interlace that fills a frame.

    Args:
        width, height: of the frame's outer edge, in mm.
        depth: of the frame, in mm.
        pattern: of the breaks.
        strands: how many strands lie side by side, at least 2.
        weave: how the bands look.
    """
    step = depth / (strands + 2 * weave.margin)
    margin = weave.margin * step
    corners = 2 * (strands * step + margin)
    period = pattern.period * step
    across, down = (max(1, round((length - corners) / period)) for length in (width, height))
    stretch = ((width - corners) / (across * period), (height - corners) / (down * period))
    size = (2 * strands + across * pattern.period, 2 * strands + down * pattern.period)
    knot = Knot(*size, strands, _ring_breaks(pattern, strands, (across, down), size))
    return FrameKnot(knot, pattern, (across, down), step, stretch, margin)


def _ring_breaks(pattern: Pattern, strands: int, repeats: tuple[int, int], size: tuple[int, int]) -> frozenset[Break]:
    """Return a pattern's breaks on all four sides; a side is the one before it, turned by a quarter."""
    found = []
    for side in range(4):
        length = repeats[side % 2] * pattern.period
        for upright, places in ((False, pattern.flat), (True, pattern.upright)):
            for i, j in places:
                if not 0 < j < strands:
                    continue
                found += [
                    Break(_turned((strands + k, j), side, size), upright != bool(side % 2))
                    for k in range(i, length + 1, pattern.period)
                ]
    return frozenset(found)


def _turned(node: Node, quarters: int, size: tuple[int, int]) -> Node:
    """Return where a node of the upper side lies once the ring has been turned clockwise by quarters."""
    i, j = node
    width, height = size
    return ((i, j), (width - j, i), (width - i, height - j), (j, height - i))[quarters]


@lru_cache(maxsize=64)
def knot_frame(
    width: float,
    height: float,
    depth: float,
    pattern: str = "plait",
    strands: int = 4,
    role: str = "ornament",
    weave: Weave = Weave(),
) -> tuple[Shape, ...]:
    fitted = fit_frame(width, height, depth, PATTERNS[pattern], strands, weave)
    ground = Path((*_box(0, 0, width, height), *_box(depth, depth, width - 2 * depth, height - 2 * depth)), f"{role}.ground")
    return (ground, *_pieces(fitted, weave, width, height, role))


def _box(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    return (
        ("M", (x, y)),
        ("L", (x + width, y)),
        ("L", (x + width, y + height)),
        ("L", (x, y + height)),
        ("Z", ()),
    )


def _pieces(fitted: FrameKnot, weave: Weave, width: float, height: float, role: str) -> tuple[Shape, ...]:
    """Return the corners with a repeat of the pattern on both arms, and the repeats between them."""
    knot, pattern, repeats, step, stretch, margin = fitted
    places = (
        translate(0, 0),
        multiply(translate(width, 0), rotate(90)),
        multiply(translate(width, height), rotate(180)),
        multiply(translate(0, height), rotate(270)),
    )
    if min(repeats) < 3:
        # sides too short to have a middle: the whole ring as one piece
        whole = _drawn(knot, tuple(nodes(knot)), weave, _whole(fitted), role)
        return whole
    shapes: list[Shape] = []
    corners = [_corner(fitted, turned, weave, role) for turned in (False, True)]
    middle = _middle(fitted, weave, role)
    band = knot.band
    for side, place in enumerate(places):
        shapes.append(Group(corners[side % 2], place, repeated=True))
        along = stretch[side % 2]
        for number in range(1, repeats[side % 2] - 1):
            x = margin + step * (band + number * pattern.period * along)
            shapes.append(Group(middle, multiply(place, (along, 0, 0, 1, x, margin)), repeated=True))
    return tuple(shapes)


def _drawn(knot: Knot, shown: tuple[Node, ...], weave: Weave, placing: Placing, role: str) -> tuple[Shape, ...]:
    outlines, edges = draw_bands(knot, shown, weave)
    return (Path(placed(outlines, placing), f"{role}.strand"), Path(placed(edges, placing), f"{role}.edge"))


def _corner(fitted: FrameKnot, turned: bool, weave: Weave, role: str) -> tuple[Shape, ...]:
    """Return the upper left corner of the ring, or of the ring turned by a quarter."""
    knot, pattern, band = fitted.knot, fitted.pattern, fitted.knot.band
    repeats, stretch = fitted.repeats, fitted.stretch
    if turned:
        repeats, stretch = repeats[::-1], stretch[::-1]
        size = (knot.height, knot.width)
        knot = Knot(*size, band, _ring_breaks(pattern, band, repeats, size))
    arm = band + pattern.period
    shown = tuple((i, j) for i, j in nodes(knot) if (i < arm and j <= band) or (i <= band and j <= arm))
    return _drawn(knot, shown, weave, _placing(fitted.step, fitted.margin, band, stretch), role)


def _placing(step: float, margin: float, band: int, stretch: tuple[float, float]) -> Placing:
    def along(value: float, factor: float) -> float:
        return margin + step * (value if value <= band else band + (value - band) * factor)

    return lambda x, y: (along(x, stretch[0]), along(y, stretch[1]))


def _whole(fitted: FrameKnot) -> Placing:
    knot, (across, down), step, margin = fitted.knot, fitted.stretch, fitted.step, fitted.margin
    band = knot.band

    def along(value: float, length: int, factor: float) -> float:
        inner = min(max(value - band, 0), length - 2 * band)
        return margin + step * (value + inner * (factor - 1))

    return lambda x, y: (along(x, knot.width, across), along(y, knot.height, down))


def _middle(fitted: FrameKnot, weave: Weave, role: str) -> tuple[Shape, ...]:
    """Return one repeat of the upper side's pattern, from where it begins."""
    pattern, band, step = fitted.pattern, fitted.knot.band, fitted.step
    size = (2 * band + 3 * pattern.period, 2 * band + 3 * pattern.period)
    knot = Knot(*size, band, _ring_breaks(pattern, band, (3, 3), size))
    begin = band + pattern.period
    shown = tuple((i, j) for i, j in nodes(knot) if begin <= i < begin + pattern.period and j <= band)
    return _drawn(knot, shown, weave, lambda x, y: ((x - begin) * step, y * step), role)


def panel_knot(width: float, height: float, pattern: Pattern, strands: int, weave: Weave) -> Knot:
    """Return the rectangle of interlace that fills a panel, with whole repeats of a pattern along it."""
    step = height / (strands + 2 * weave.margin)
    repeats = max(1, round((width / step - 2 * weave.margin) / pattern.period))
    long = repeats * pattern.period
    found = [
        Break((i + along, j + down), upright)
        for upright, places in ((False, pattern.flat), (True, pattern.upright))
        for i, j in places
        for along in range(0, long + 1, pattern.period)
        for down in range(0, strands, 4)
    ]
    return Knot(long, strands, 0, frozenset(b for b in found if 0 < b.node[0] < long and 0 < b.node[1] < strands))


@lru_cache(maxsize=64)
def knot_panel(
    width: float,
    height: float,
    pattern: str = "plait",
    strands: int = 4,
    role: str = "ornament",
    weave: Weave = Weave(),
) -> tuple[Shape, ...]:
    knot = panel_knot(width, height, PATTERNS[pattern], strands, weave)
    margin = weave.margin
    across, down = width / (knot.width + 2 * margin), height / (knot.height + 2 * margin)
    bands = _drawn(knot, tuple(nodes(knot)), weave, lambda x, y: ((x + margin) * across, (y + margin) * down), role)
    return (Rect(0, 0, width, height, f"{role}.ground"), *bands)
