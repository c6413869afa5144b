"""Interlace round a page or a board: one knot that runs on round its corners.

The sides of a frame are one piece drawn many times over, so that it costs little at any size. Widths, heights, depths
and sides are in mm, outer edges meant; roles of shapes begin with the role that is given: ".ground", ".strand" for
bands, ".edge" for their edges where the weave is edged.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.shapes import (
    Form,
    Path,
    Rect,
    Segment,
    Shape,
    Shown,
    circle_segments,
    multiply,
    polygon,
    quarter_turns,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit
from taflkit.ornament.bands import (
    FINE,
    PATTERNS,
    PLAIN,
    Knot,
    Node,
    Pattern,
    Placing,
    Wall,
    Weave,
    draw_bands,
    nodes,
)
from taflkit.ornament.spirals import scroll

_SQUARE = 8  # the side of a square knot, in steps
SQUARES = {
    "ringed": (Wall((1, 4), upright=True),),
    "cross": (Wall((1, 2), upright=False),),
    "looped": (Wall((1, 2), upright=False), Wall((1, 4), upright=False)),
    "quartered": (Wall((1, 2), upright=True), Wall((1, 4), upright=False)),
}
"""Square knots by name: the walls of one eighth, which come again turned and mirrored."""


def fit_panel(
    width: float, height: float, pattern: Pattern = PATTERNS["plait"], strands: int = 4, weave: Weave = PLAIN
) -> Knot:
    """Return the rectangle of interlace that fills a panel, with whole repeats of a pattern along it.

    The strands, an even number, lie one under the other; the pattern comes again every four of them downwards.
    """
    step = height / (strands + 2 * weave.margin)
    # two steps of two strands alone would be a ring that crosses nothing
    repeats = max(4 // pattern.period, 1, round((width / step - 2 * weave.margin) / pattern.period))
    length = repeats * pattern.period
    walls = (
        Wall((i + along, j + down), upright)
        for upright, places in ((False, pattern.flat), (True, pattern.upright))
        for i, j in places
        for along in range(0, length + 1, pattern.period)
        for down in range(0, strands, 4)
    )
    inside = frozenset(one for one in walls if 0 < one.node[0] < length and 0 < one.node[1] < strands)
    return Knot(length, strands, breaks=inside)


def draw_knot(
    knot: Knot, width: float, height: float, role: str = "ornament", weave: Weave = PLAIN
) -> tuple[Shape, ...]:
    """Return a knot stretched to fill a rectangle with its top left corner at the origin, which is its ground."""
    margin = weave.margin
    across, down = width / (knot.width + 2 * margin), height / (knot.height + 2 * margin)

    def place(x: float, y: float) -> tuple[float, float]:
        return (x + margin) * across, (y + margin) * down

    return (Rect(0, 0, width, height, f"{role}.ground"), *_bands(knot, tuple(nodes(knot)), weave, place, role))


def knot_panel(
    width: float,
    height: float,
    pattern: str = "plait",
    strands: int = 4,
    role: str = "ornament",
    weave: Weave = PLAIN,
) -> tuple[Shape, ...]:
    """Return a panel of interlace with its top left corner at the origin; `pattern` is a name in PATTERNS.

    The strands, an even number, lie one under the other.
    """
    return draw_knot(fit_panel(width, height, PATTERNS[pattern], strands, weave), width, height, role, weave)


def square_knot(name: str) -> Knot:
    """Return a square knot that looks the same from all four sides; `name` is in SQUARES."""
    walls = []
    for (i, j), upright in SQUARES[name]:
        for x, y in ((i, j), (_SQUARE - i, j), (i, _SQUARE - j), (_SQUARE - i, _SQUARE - j)):
            walls += [Wall((x, y), upright), Wall((y, x), not upright)]
    return Knot(_SQUARE, _SQUARE, breaks=frozenset(walls))


def knot_square(side: float, name: str = "ringed", role: str = "ornament", weave: Weave = PLAIN) -> tuple[Shape, ...]:
    """Return a square of interlace with its top left corner at the origin; `name` is in SQUARES."""
    return draw_knot(square_knot(name), side, side, role, weave)


DIVIDER_KNOT = Knot(10, 4, 0, frozenset({Wall((3, 2), upright=False), Wall((7, 2), upright=False)}))
"""A knot of one strand."""


def knot_divider(width: float, height: float, role: str = "ornament", weave: Weave = FINE) -> tuple[Shape, ...]:
    """Return a knot of one strand between two rules, "<role>.rule", made for any ground.

    Its width from tip to tip is at least four heights. From a height of 2.5 mm on every line can be printed.
    """
    inset = 0.5 - weave.half
    step = height / (DIVIDER_KNOT.height - 2 * inset)
    knot_width = step * (DIVIDER_KNOT.width - 2 * inset)
    left = (width - knot_width) / 2

    def placing(x: float, y: float) -> tuple[float, float]:
        return left + (x - inset) * step, (y - inset) * step

    bands = _bands(DIVIDER_KNOT, tuple(nodes(DIVIDER_KNOT)), weave, placing, role)
    return (*bands, _rules(width, left - 0.18 * height, height, role))


def spiral_divider(width: float, height: float, role: str = "ornament", line: str = "strand") -> tuple[Shape, ...]:
    """Return an S of two spirals between two rules, "<role>.rule", at least four heights wide from tip to tip.

    `line` stands instead of "strand"; it is "edge" for paints that draw outlines alone.
    """
    left = width / 2 - 1.1 * height
    return (*scroll(width / 2, height / 2, height, role, line), _rules(width, left - 0.12 * height, height, role))


def _rules(width: float, length: float, height: float, role: str) -> Path:
    """Return a rule on either side, pointed outside, with a lozenge at the inner end and a dot before it."""
    middle, half = height / 2, 0.03 * height
    bead, dot = 0.13 * height, 0.075 * height
    steps: list[Segment] = []
    for tip, sign in ((0.0, 1), (width, -1)):
        inner = tip + sign * length
        centre = inner - sign * 1.5 * bead
        start = centre - sign * (1.5 * bead + 3 * dot)
        steps += polygon(
            (
                (tip + sign * half, middle - half),
                (start, middle - half),
                (start, middle + half),
                (tip + sign * half, middle + half),
                (tip, middle),
            )
        )
        steps += circle_segments((start + sign * 1.7 * dot, middle), dot)
        steps += polygon(
            (
                (centre - sign * 1.5 * bead, middle),
                (centre, middle - bead),
                (centre + sign * 1.5 * bead, middle),
                (centre, middle + bead),
            )
        )
    return Path.of(tuple(steps), f"{role}.rule")


class FrameKnot(Struct, frozen=True):
    """A ring of interlace with its measures.

    Attributes:
        strands: the number of strands side by side.
        repeats: the numbers of repeats on the upper side and on the left one.
        step: a step's length at the corners and across the band, in mm.
        stretch: the factors by which a step is longer along the upper side and along the left one, about 1.
        margin: the distance from the lattice to the frame's edge, in mm.
    """

    pattern: Pattern
    strands: int
    repeats: tuple[int, int]
    step: float
    stretch: tuple[float, float]
    margin: float

    @property
    def knot(self) -> Knot:
        """The whole ring."""
        return _ring(self.pattern, self.strands, self.repeats)

    @property
    def inner(self) -> tuple[int, int]:
        """The width and the height of the lattice without its corners, in steps."""
        across, down = self.repeats
        return across * self.pattern.period, down * self.pattern.period


_FEWEST_REPEATS = 3  # the least repeats of a side of which one touches neither corner
_RUN = 8  # the repeats of a pattern that are put together in one form


def fit_frame(
    width: float,
    height: float,
    depth: float,
    pattern: Pattern = PATTERNS["plait"],
    strands: int = 4,
    weave: Weave = PLAIN,
) -> FrameKnot:
    """Return the ring of two or more strands that fills a frame, with whole repeats of a pattern on each side.

    Raises:
        DoesNotFit: a side is too short for its corners and one repeat.
    """
    step = depth / (strands + 2 * weave.margin)
    corners = 2 * (strands + weave.margin) * step
    period = pattern.period * step
    shorter = min(width, height)
    if shorter < corners + 0.75 * period:
        need = f"a side of {corners + period:.1f} mm"
        raise DoesNotFit(f"a border of interlace {depth:g} mm deep", need, f"{shorter:g} mm")
    across, down = (max(1, round((side - corners) / period)) for side in (width, height))
    stretch = ((width - corners) / (across * period), (height - corners) / (down * period))
    return FrameKnot(pattern, strands, (across, down), step, stretch, weave.margin * step)


@lru_cache(maxsize=16)
def _ring(pattern: Pattern, strands: int, repeats: tuple[int, int]) -> Knot:
    """Return a ring with numbers of repeats of a pattern on its upper side and on its left one."""
    width, height = (2 * strands + count * pattern.period for count in repeats)
    walls = [
        Wall(_turned((strands + along, j), side, width, height), upright != (side % 2 == 1))
        for side in range(4)
        for upright, places in ((False, pattern.flat), (True, pattern.upright))
        for i, j in places
        if j < strands
        for along in range(i, repeats[side % 2] * pattern.period + 1, pattern.period)
    ]
    return Knot(width, height, strands, frozenset(walls))


def _turned(node: Node, quarters: int, width: int, height: int) -> Node:
    """Return the place of a node of a ring's upper side on the side some quarter turns clockwise from it."""
    i, j = node
    return ((i, j), (width - j, i), (width - i, height - j), (j, height - i))[quarters]


def knot_frame(
    width: float,
    height: float,
    depth: float,
    pattern: str = "plait",
    strands: int = 4,
    role: str = "ornament",
    weave: Weave = PLAIN,
    store: Store | None = None,
) -> tuple[Shape, ...]:
    """Return a border of interlace with its top left corner at the origin.

    It looks the same when it is turned by half a turn, a square one by a quarter. Where the ground has no paint, the
    page shows between the bands. `pattern` is a name in PATTERNS; only a plait takes other numbers of strands than 4,
    two or more. The store holds the repeats, which borders of one depth have in common.

    Raises:
        DoesNotFit: see `fit_frame`.
    """
    fitted = fit_frame(width, height, depth, PATTERNS[pattern], strands, weave)
    inner = ((depth, depth), (width - depth, depth), (width - depth, height - depth), (depth, height - depth))
    outer = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    ground = Path.of((*polygon(outer), *polygon(inner)), f"{role}.ground")
    if min(fitted.repeats) < _FEWEST_REPEATS:
        knot = fitted.knot
        return (ground, *_bands(knot, tuple(nodes(knot)), weave, _placing(fitted), role))
    return (ground, *_pieces(fitted, weave, role, Store() if store is None else store))


def _pieces(fitted: FrameKnot, weave: Weave, role: str, store: Store) -> tuple[Shape, ...]:
    """Return the corners with the first repeats of the pattern on both arms, and the repeats between them."""
    pattern, strands, repeats = fitted.pattern, fitted.strands, fitted.repeats
    step, stretch, margin = fitted.step, fitted.stretch, fitted.margin
    right, low = _placing(fitted)(*(2 * strands + inner for inner in fitted.inner))
    corner = Form(_corner(fitted, weave, role))
    lying = replace(fitted, stretch=stretch[::-1])
    other = corner if stretch[0] == stretch[1] else Form(_corner(lying, weave, role))
    length = step * pattern.period

    def repeat() -> Form:
        """Return one repeat of the pattern on the upper side, from where it begins."""
        begin = strands + pattern.period
        knot = _ring(pattern, strands, (_FEWEST_REPEATS, _FEWEST_REPEATS))
        shown = tuple(nodes(knot, range(begin, begin + pattern.period), range(1, strands + 1)))
        return Form(_bands(knot, shown, weave, lambda x, y: ((x - begin) * step, y * step), role))

    middle = store.get((FrameKnot, pattern, strands, step, weave, role), repeat)
    run = Form(tuple(Shown(middle, translate(number * length, 0)) for number in range(_RUN)))
    shapes: list[Shape] = []
    for side, place in enumerate(quarter_turns(right + margin, low + margin)):
        along = stretch[side % 2]
        shapes.append(Shown(other if side % 2 else corner, place))
        first = (along, 0, 0, 1, margin + step * strands, margin)
        begin = multiply(place, first)
        # most repeats are shown by the run, which is shorter to write than one by one
        runs, single = divmod(repeats[side % 2] - 2, _RUN)
        for form, firsts in ((run, range(0, runs * _RUN, _RUN)), (middle, range(runs * _RUN, runs * _RUN + single))):
            shapes += (Shown(form, multiply(begin, translate((1 + number) * length, 0))) for number in firsts)
    return tuple(shapes)


def _placing(fitted: FrameKnot) -> Placing:
    """Return the places of the lattice: as it is at the corners, stretched between them."""
    band, (across, down), step, margin = fitted.strands, fitted.stretch, fitted.step, fitted.margin
    inner_width, inner_height = fitted.inner
    wider, higher = across - 1, down - 1

    def place(x: float, y: float) -> tuple[float, float]:
        if x > band:
            x += min(x - band, inner_width) * wider
        if y > band:
            y += min(y - band, inner_height) * higher
        return margin + step * x, margin + step * y

    return place


def _corner(fitted: FrameKnot, weave: Weave, role: str) -> tuple[Shape, ...]:
    """Return the upper left corner of a ring with one repeat of the pattern on either arm."""
    band = fitted.strands
    arm = band + fitted.pattern.period
    # a corner is alike in rings of any length, and so it is taken from the shortest one
    knot = _ring(fitted.pattern, band, (_FEWEST_REPEATS, _FEWEST_REPEATS))
    # a node where one piece ends and the next begins belongs to the latter, going round clockwise
    upper = nodes(knot, range(1, arm), range(1, band + 1))
    lower = nodes(knot, range(1, band + 1), range(band + 1, arm + 1))
    return _bands(knot, (*upper, *lower), weave, _placing(fitted), role)


def _bands(knot: Knot, shown: tuple[Node, ...], weave: Weave, placing: Placing, role: str) -> tuple[Shape, ...]:
    return tuple(band.placed(placing, f"{role}.{band.role}") for band in draw_bands(knot, shown, weave))
