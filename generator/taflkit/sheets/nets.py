"""A tuck box for counters and cards: its flat net, and the size that holds the parts of a plan."""

from __future__ import annotations

import math
from typing import NamedTuple

from taflkit.errors import DoesNotFit, TaflkitError
from taflkit.sheets.lengths import format_length
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import neat
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH, PlanRequest, room

__all__ = ["LEAST_DEPTH", "LOOSE", "Net", "Panel", "PlacedNet", "Segment", "box_net", "place_box"]

LOOSE = 2.0
"""Millimetres that a box is wider and higher than its contents; half of that deeper."""

LEAST_DEPTH = 10.0
"""Millimetres of depth under which a box of card does not stand."""

_GLUE = 10.0
_TUCK = 12.0
_TAPER = 2.0
_MOST_ACROSS = 6

_Point = tuple[float, float]


class Segment(NamedTuple):
    """A straight line of a net, in mm from its top left."""

    x1: float
    y1: float
    x2: float
    y2: float


class Panel(NamedTuple):
    """A rectangle of a net, in mm from its top left: "front", "back", "left", "right", "lid", "base" or "glue"."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Net(NamedTuple):
    """The flat net of a box; lengths in mm.

    Attributes:
        width: width inside.
        depth: depth inside.
        height: height inside.
        size: width and height of the net.
        cuts: its outline, all the way round.
        folds: its fold lines.
        panels: its rectangles, for words and ornaments.
    """

    width: float
    depth: float
    height: float
    size: tuple[float, float]
    cuts: tuple[Segment, ...]
    folds: tuple[Segment, ...]
    panels: tuple[Panel, ...]


class PlacedNet(NamedTuple):
    """A box on a sheet of its own; lengths in mm.

    Attributes:
        net: the net.
        x: its left edge on the page.
        y: its top edge on the page.
        turned: whether it lies a quarter turn clockwise from upright.
        stacks: into how many stacks the counters go.
    """

    net: Net
    x: float
    y: float
    turned: bool
    stacks: int


class _Contents(NamedTuple):
    """The contents of a box; lengths in mm."""

    counters: int
    diameter: float
    layers: int
    standees: int
    cards: int
    card_size: tuple[float, float]
    thickness: float


def box_net(width: float, depth: float, height: float) -> Net:
    """Return the net of a tuck box with such an inside: front, side, back and side, closed above and below.

    Raises:
        TaflkitError: a length is not above zero.
    """
    for name, length in (("width", width), ("depth", depth), ("height", height)):
        if not math.isfinite(length) or length <= 0:
            raise TaflkitError(f"the box's {name} must be more than 0, not {length:g}")
    glue, tuck = min(_GLUE, depth), min(_TUCK, height / 2)
    files = [glue, glue + width, glue + width + depth, glue + 2 * width + depth, glue + 2 * (width + depth)]
    top = tuck + depth
    bottom = top + height
    flap = min(depth, width / 2)
    size = (neat(files[-1]), neat(bottom + depth + tuck))
    upper = _upper_edge(files, top, depth, flap)
    lower = [(x, top + bottom - y) for x, y in reversed(upper)]
    chamfer = min(glue, height / 4)
    outline = [(0.0, top + chamfer), *upper, *lower, (0.0, bottom - chamfer)]
    cuts = [_segment(a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)]
    folds = [_segment((x, top), (x, bottom)) for x in files[:4]]
    for y, away in ((top, top - depth), (bottom, bottom + depth)):
        folds += [_segment((files[n], y), (files[n + 1], y)) for n in (1, 2, 3)]
        folds.append(_segment((files[2], away), (files[3], away)))
    panels = [
        Panel("glue", 0.0, top, glue, height),
        Panel("front", files[0], top, width, height),
        Panel("left", files[1], top, depth, height),
        Panel("back", files[2], top, width, height),
        Panel("right", files[3], top, depth, height),
        Panel("lid", files[2], tuck, width, depth),
        Panel("base", files[2], bottom, width, depth),
    ]
    placed = tuple(panel._replace(x=neat(panel.x), y=neat(panel.y)) for panel in panels)
    return Net(width, depth, height, size, tuple(cuts), tuple(folds), placed)


def place_box(plan: Plan, cards: int, thickness: float = 0.5) -> PlacedNet:
    """Place the net of the box for a plan's counters, standing kings and so many cards, as small as it can be.

    The counters go into as many stacks as that box has room for.

    Args:
        plan: the plan, whose counters and standing kings go in.
        cards: how many cards go in.
        thickness: thickness of the card in mm.

    Raises:
        TaflkitError: there is nothing to put in it, or a length is not above zero.
        DoesNotFit: the net does not fit the paper; the line names counters or a paper that would.
    """
    if not math.isfinite(thickness) or thickness <= 0:
        raise TaflkitError(f"the card's thickness must be more than 0, not {thickness:g}")
    contents = _contents(plan, cards, thickness)
    if contents.counters + contents.standees + contents.cards == 0:
        raise TaflkitError("there are no counters or cards to put in the box; add them to the parts", choice="box")
    # In more and lower stacks, counters lie the stiller.
    nets = sorted(_nets(contents), key=lambda made: (made[0].size[0] * made[0].size[1], -made[1]))
    left, top, width, height = plan.printable
    for net, stacks in nets:
        for turned in (False, True):
            wide, high = net.size[::-1] if turned else net.size
            if wide <= width and high <= height:
                return PlacedNet(net, neat(left + (width - wide) / 2), neat(top + (height - high) / 2), turned, stacks)
    raise _refusal(plan.request, contents, nets[0][0])


def _contents(plan: Plan, cards: int, thickness: float) -> _Contents:
    kinds = [part.kind for sheet in plan.sheets for part in sheet.parts]
    layers = 2 if plan.request.counter_form == "fold" else 1
    size = plan.request.card_size
    counters, standees = kinds.count("counter"), kinds.count("standee")
    return _Contents(counters, plan.counter_size, layers, standees, cards, size, thickness)


def _nets(contents: _Contents) -> list[tuple[Net, int]]:
    """Return the nets of the boxes that hold everything, each with its number of stacks of counters."""
    counters = contents.counters
    if counters == 0:
        return [(_net(contents, 0, 0), 0)]
    return [
        (_net(contents, across, down), across * down)
        for across in range(1, _MOST_ACROSS + 1)
        for down in range(1, _MOST_ACROSS + 1)
        if across * down <= counters
    ]


def _net(contents: _Contents, across: int, down: int) -> Net:
    """Return the net for counters in stacks so many across and down, on top of the cards and standing kings."""
    diameter, thickness = contents.diameter, contents.thickness
    width, height, deep = across * diameter, down * diameter, 0.0
    if contents.counters:
        deep += -(-contents.counters // (across * down)) * contents.layers * thickness
    if contents.cards:
        width, height = max(width, contents.card_size[0]), max(height, contents.card_size[1])
        deep += contents.cards * thickness
    if contents.standees:
        # Folded along the heads, the feet straight.
        width = max(width, STANDEE_WIDTH * diameter)
        height = max(height, (STANDEE_FACE + STANDEE_FOOT) * diameter)
        deep += 2 * contents.standees * thickness
    return box_net(neat(width + LOOSE), neat(max(LEAST_DEPTH, deep + LOOSE / 2)), neat(height + LOOSE))


def _refusal(request: PlanRequest, contents: _Contents, net: Net) -> DoesNotFit:
    """Return the error for a box too large for the paper: which counters, or which paper, would do."""
    goes = [f"{contents.counters} counters of {format_length(contents.diameter)}"] if contents.counters else []
    goes += [f"{contents.cards} cards"] if contents.cards else []
    would = [f"counters of {format_length(most)} would fit" for most in _largest_diameter(request, contents)]
    for paper in PAPERS.values():
        if paper != request.paper and _fits(request._replace(paper=paper), contents):
            would.append(f"{paper.label} paper would fit")
    if not would:
        least = [side + request.paper.width - request.printable[2] for side in sorted(net.size)]
        would.append(f"a sheet of {least[0]:g} x {least[1]:g} mm would fit")
    need = f"{net.size[0]:g} x {net.size[1]:g} mm flat for {' and '.join(goes) or 'a standing king'}"
    return DoesNotFit("the box", need, f"{room(request)}; {' or '.join(would)}", choice="box")


def _largest_diameter(request: PlanRequest, contents: _Contents) -> list[float]:
    """Return the largest diameter in tenths of a millimetre of counters whose box fits, or nothing."""
    least, beyond = 0, math.ceil(contents.diameter * 10)
    while beyond - least > 1:
        middle = (least + beyond) // 2
        if _fits(request, contents._replace(diameter=middle / 10)):
            least = middle
        else:
            beyond = middle
    return [least / 10] if least >= 50 and contents.counters else []


def _fits(request: PlanRequest, contents: _Contents) -> bool:
    _, _, width, height = request.printable
    sizes = [net.size for net, _ in _nets(contents)]
    return any((w <= width and h <= height) or (h <= width and w <= height) for w, h in sizes)


def _upper_edge(files: list[float], top: float, depth: float, flap: float) -> list[_Point]:
    """Return the outline above the panels, from left to right: dust flaps at the sides, the lid on the back."""
    taper = min(_TAPER, depth / 4)
    points = [(files[0], top), (files[1], top)]
    points += [(files[1] + taper, top - flap), (files[2] - taper, top - flap), (files[2], top)]
    points += [(files[2], top - depth), (files[2] + taper, 0.0), (files[3] - taper, 0.0), (files[3], top - depth)]
    points += [(files[3], top), (files[3] + taper, top - flap), (files[4] - taper, top - flap), (files[4], top)]
    return points


def _segment(start: _Point, end: _Point) -> Segment:
    return Segment(neat(start[0]), neat(start[1]), neat(end[0]), neat(end[1]))
