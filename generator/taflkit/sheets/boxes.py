"""Boxes for the parts of a plan: how large they are inside, and where their nets lie on sheets of their own.

A box for the counters and cards is a tuck box of one piece. One for the whole kit takes the folded booklet too, and the
board if it folds; where such a tuck box is larger than the paper, it is a tray and a lid, on a sheet each, or of two
halves on two sheets each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import DoesNotFit, TaflkitError, UnknownName
from taflkit.sheets.nets import LAP, Net, box_net, tray_nets
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.packing import Packer, micrometres
from taflkit.sheets.planning.placing import PlacedPart, counter_shape, is_spare, neat, place_counters, spare_names
from taflkit.sheets.request import (
    BOXES,
    STANDEE_FACE,
    STANDEE_FOOT,
    STANDEE_WIDTH,
    THICKNESS,
    PlanRequest,
    format_length,
    room,
)
from taflkit.sums import total

__all__ = ["LEAST_DEPTH", "LOOSE", "BoxRequest", "PlacedNet", "place_boxes"]


LOOSE = 2.0
"""Millimetres that a box is wider and higher than its contents; half of that deeper."""

LEAST_DEPTH = 10.0
"""Millimetres of depth under which a box of card does not stand; a tray is lower where the paper is too small."""

_LEAST_WALL = 5.0
_WALLS = 2.0
"""Millimetres that a lid is wider than its tray: two thicknesses of card on either side, and glued flaps."""
_GRIP = 2.0
"""How much lower in mm the walls of a lid are than its tray's, so that it can be lifted off."""
_MOST_ACROSS = 6


class Contents(Struct, frozen=True):
    """The contents of a box; lengths in mm.

    Attributes:
        counters: how many counters, without spare ones.
        layers: how many times as thick as the card a counter is.
        flat: width, height and thickness of what lies flat: the booklet and the folded board.
    """

    counters: int
    diameter: float
    layers: int
    standees: int
    cards: int
    card_size: tuple[float, float]
    thickness: float
    flat: tuple[tuple[float, float, float], ...] = ()

    @property
    def any(self) -> bool:
        """Whether there is anything at all."""
        return bool(self.counters or self.standees or self.cards or self.flat)


class Box(Struct, frozen=True):
    """The nets of a box, into how many stacks the counters go, and whether the board goes in."""

    nets: tuple[Net, ...]
    stacks: int
    board: bool = False

    @property
    def area(self) -> float:
        """The paper that it takes, in square mm."""
        return total(net.size[0] * net.size[1] for net in self.nets)


def smallest_box(request: PlanRequest, contents: Contents, holds: str) -> Box | None:
    """Return the box of the fewest sheets that holds everything, then of the least paper and the lowest stacks."""
    makers = (_tucks, _trays) if holds == BOXES[2] else (_tucks,)
    for boxes in makers:
        fitting = [box for box in boxes(request, contents) if _fits(request, box.nets)]
        if fitting:
            # In more and lower stacks, counters lie the stiller.
            return min(fitting, key=lambda box: (len(box.nets), box.area, -box.stacks))
    return None


def _fits(request: PlanRequest, nets: Sequence[Net]) -> bool:
    return all(_goes(request, net.size) for net in nets)


def _goes(request: PlanRequest, size: tuple[float, float]) -> bool:
    """Whether a net of a size in mm fits the paper, upright or turned."""
    _, _, width, height = request.printable
    return min(size) <= min(width, height) and max(size) <= max(width, height)


def _tucks(_request: PlanRequest, contents: Contents) -> Iterator[Box]:
    """Yield the tuck boxes that hold everything."""
    for across, down in stacks_of(contents):
        width, depth, height = inside(contents, across, down)
        deep = neat(max(LEAST_DEPTH, depth + LOOSE / 2))
        yield Box((box_net(neat(width + LOOSE), deep, neat(height + LOOSE)),), across * down)


def _trays(request: PlanRequest, contents: Contents) -> Iterator[Box]:
    """Yield the trays with lids that hold everything and fit the paper, with walls of the usual height if they can."""
    for across, down in stacks_of(contents):
        width, depth, height = inside(contents, across, down)
        tray = neat(width + LOOSE), neat(height + LOOSE)
        lid = neat(tray[0] + _WALLS), neat(tray[1] + _WALLS)
        ways = ((halves, wall) for halves in (False, True) for wall in (LEAST_DEPTH, 8.0, 6.5, _LEAST_WALL))
        for halves, wall in ways:
            deep = neat(max(wall, depth + LOOSE / 2))
            low = neat(max(_LEAST_WALL, deep - _GRIP))
            if _goes(request, _tray_size(*tray, deep, halves)) and _goes(request, _tray_size(*lid, low, halves)):
                nets = (
                    *tray_nets("tray", tray[0], deep, tray[1], halves),
                    *tray_nets("lid", lid[0], low, lid[1], halves),
                )
                yield Box(nets, across * down)
                break


def _tray_size(width: float, height: float, depth: float, halves: bool) -> tuple[float, float]:
    """Return the size of a tray's net, or of the larger of its halves, in mm."""
    return width + 2 * depth, depth + height / 2 + LAP if halves else height + 2 * depth


def stacks_of(contents: Contents) -> Iterator[tuple[int, int]]:
    """Yield how many stacks of counters may lie across and down."""
    if not contents.counters:
        yield (0, 0)
    for across in range(1, _MOST_ACROSS + 1):
        for down in range(1, _MOST_ACROSS + 1):
            if across * down <= contents.counters:
                yield (across, down)


def inside(contents: Contents, across: int, down: int) -> tuple[float, float, float]:
    """Return width, depth and height of all contents: counters in so many stacks on cards, kings and the rest."""
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
    for wide, high, thick in contents.flat:
        width, height, deep = max(width, wide), max(height, high), deep + thick
    return width, deep, height


_LEAF = 0.1
"""The thickness of a leaf of paper in mm."""
_BULGE = 2.0
"""How many times as thick as its leaves a folded booklet is."""


class BoxRequest(Struct, frozen=True):
    """The contents of a box besides the counters of a plan; lengths in mm.

    Attributes:
        holds: one of BOXES but "none": "parts", the counters and cards, or "kit", the booklet and the board besides.
        cards: how many cards go in.
        thickness: of the parts as they are made: printed on card, or glued to it.
        pages: the booklet's pages; 0 without a booklet.
        board: whether there is a board.
    """

    holds: str = BOXES[1]
    cards: int = 0
    thickness: float = THICKNESS
    pages: int = 0
    board: bool = False

    @property
    def whole(self) -> bool:
        """Whether the booklet and the board go in too."""
        return self.holds == BOXES[2]


class PlacedNet(Struct, frozen=True):
    """A net of a box on a sheet of its own; lengths in mm.

    Attributes:
        net: the net.
        x: its left edge on the page.
        y: its top edge on the page.
        turned: whether it lies a quarter turn clockwise from upright.
        stacks: into how many stacks the counters go.
        board: whether the board goes into the box.
        counters: the spare counters beside it.
        spares: how many of the spare counters on the plan's own sheets go into the box.
    """

    net: Net
    x: float
    y: float
    turned: bool
    stacks: int
    board: bool = False
    counters: tuple[PlacedPart, ...] = ()
    spares: int = 0


def place_boxes(plan: Plan, request: BoxRequest) -> tuple[PlacedNet, ...]:
    """Place the nets of a plan's box, as small as it can be, each on a sheet of its own.

    With spares the sheets carry more counters, and the box is as deep as these need, but no other box than without
    them: it has no more nets, and what goes in does not stay outside for them. What it has no depth for is left out. A
    board that no box from such paper holds stays outside.

    Args:
        plan: the plan, whose counters and standing kings go in.
        request: what else goes in.

    Raises:
        UnknownName: there is no such box.
        TaflkitError: there is nothing to put in it, or a length out of range.
        DoesNotFit: the net does not fit the paper; the line names counters or a paper that would.
    """
    if request.holds not in BOXES[1:]:
        raise UnknownName("box", request.holds, BOXES, choice="box")
    contents = _contents(plan, request)
    if not contents.any and _board(plan, request) is None:
        others = ", no booklet and no board that folds" if request.whole else ""
        added = "one of them" if request.whole else "them"
        line = f"there are no counters or cards{others} to put in the box; add {added} to the parts"
        raise TaflkitError(line, choice="box")
    filling = _BoxFilling.of(plan, request, contents)
    printed = sum(is_spare(part) for sheet in plan.sheets for part in sheet.parts)
    kept = filling.most(printed)
    spares, beside = kept, 0
    while True:
        placed = _laid_out(plan, filling.made(spares), kept, beside=kept == printed)
        found = sum(len(net.counters) for net in placed)
        # a box for more counters leaves less room for them, so this ends
        if found <= beside:
            return placed
        spares = filling.most(kept + found)
        if spares < kept + found:
            return _without(_laid_out(plan, filling.made(spares), kept, beside=spares > kept), spares - kept)
        beside = found


class _BoxFilling(Struct, frozen=True):
    """The box for the counters that are needed, and the same one, as deep as need be, for spare ones too.

    Attributes:
        request: the request for the plan.
        contents: of the box without spare counters, with the board if that goes in.
        holds: one of BOXES.
        least: the box for these.
    """

    request: PlanRequest
    contents: Contents
    holds: str
    least: Box

    @classmethod
    def of(cls, plan: Plan, request: BoxRequest, contents: Contents) -> _BoxFilling:
        """Return the box without spare counters, with the board if it goes in.

        Raises:
            DoesNotFit: see place_boxes.
        """
        board = _board(plan, request)
        flats = [(*contents.flat, board)] if board else []
        flats += [contents.flat] if contents.any else []
        for flat in flats:
            filled = replace(contents, flat=flat)
            box = smallest_box(plan.request, filled, request.holds)
            if box is not None:
                return cls(plan.request, filled, request.holds, replace(box, board=len(flat) > len(contents.flat)))
        raise _refusal(plan.request, contents, request.holds)

    def made(self, spares: int) -> Box:
        """Return the box for so many spare counters, which must be no more than the most that go in."""
        return self._tried(spares) or self.least

    def most(self, wanted: int) -> int:
        """Return how many spare counters go in, of so many that are wanted."""
        if self._tried(wanted) is not None:
            return wanted
        least, beyond = 0, wanted
        while beyond - least > 1:
            middle = (least + beyond) // 2
            if self._tried(middle) is not None:
                least = middle
            else:
                beyond = middle
        return least

    def _tried(self, spares: int) -> Box | None:
        """Return the box for so many spare counters, or None if it is another one than without."""
        if not spares:
            return self.least
        contents = replace(self.contents, counters=self.contents.counters + spares)
        box = smallest_box(self.request, contents, self.holds)
        if box is None or len(box.nets) > len(self.least.nets) or box.nets[0].name != self.least.nets[0].name:
            return None
        return replace(box, board=self.least.board)


def _contents(plan: Plan, request: BoxRequest) -> Contents:
    kinds = [part.kind for sheet in plan.sheets for part in sheet.parts if not is_spare(part)]
    layers = 2 if plan.request.counters == "fold" else 1
    counters, standees = kinds.count("counter"), kinds.count("standee")
    flat: tuple[tuple[float, float, float], ...] = ()
    if request.pages and request.whole:
        size = plan.leaflet.page_width, plan.leaflet.page_height
        flat = ((*size, _BULGE * _LEAF * request.pages / 2),)
    size = plan.request.card_size
    return Contents(counters, plan.counter_size, layers, standees, request.cards, size, request.thickness, flat)


def _board(plan: Plan, request: BoxRequest) -> tuple[float, float, float] | None:
    """Return the size of the board as it is put away: two sections folded, or more of them stacked; None without one.

    One that is glued together or of one piece does not fold: it is put away if it is no larger than a booklet.
    """
    if not (request.whole and request.board):
        return None
    thickness = request.thickness
    if plan.request.join != "butt" or len(plan.sections) == 1:
        small = plan.board_size <= min(plan.leaflet.page_width, plan.leaflet.page_height)
        return (plan.board_size, plan.board_size, thickness) if small else None
    places = [plan.measures.place(section)[2:] for section in plan.sections]
    return (max(map(min, places)), max(map(max, places)), thickness * len(places))


def _laid_out(plan: Plan, box: Box, kept: int, *, beside: bool) -> tuple[PlacedNet, ...]:
    """Return the nets in their places: in the middle of the sheet, or in a corner with spare counters beside them.

    Args:
        plan: the plan.
        box: the box.
        kept: how many of the plan's own spare counters go in.
        beside: whether more lie beside the nets, if the plan has any.
    """
    request = plan.request
    left, top, width, height = request.printable
    if not (beside and request.spares and request.flat_counters and box.stacks):
        placed = []
        for net in box.nets:
            turned = not (net.size[0] <= width and net.size[1] <= height)
            wide, high = net.size[::-1] if turned else net.size
            x, y = neat(left + (width - wide) / 2), neat(top + (height - high) / 2)
            placed.append(PlacedNet(net, x, y, turned, box.stacks, box.board, spares=kept))
        return tuple(placed)
    cell, area = micrometres(plan.cell), (int(round(width * 1000, 3)), int(round(height * 1000, 3)))
    keys = tuple(((0.0, 0.0, micrometres(net.size[0]), micrometres(net.size[1])),) for net in box.nets)
    packer = Packer(area, micrometres(request.gap), counter_shape(request), 0)
    layouts = packer.arrange(keys, cell, spares=True)
    names = islice(spare_names(request), kept, None)
    found = []
    for net, layout in zip(box.nets, layouts, strict=True):
        (spot,) = layout.spots
        x, y = neat(left + spot.x / 1000), neat(top + spot.y / 1000)
        counters = place_counters(request, plan.cell, layout, names)
        found.append(PlacedNet(net, x, y, spot.turned, box.stacks, box.board, counters, kept))
    return tuple(found)


def _without(placed: Sequence[PlacedNet], most: int) -> tuple[PlacedNet, ...]:
    """Return nets with so many counters beside them at the most, the first ones."""
    found = []
    for net in placed:
        counters = net.counters[:most]
        most -= len(counters)
        found.append(replace(net, counters=counters))
    return tuple(found)


def _refusal(request: PlanRequest, contents: Contents, holds: str) -> DoesNotFit:
    """Return the error for a box too large for the paper: which counters, or which paper, would do."""
    width, depth, height = min((inside(contents, *stacks) for stacks in stacks_of(contents)), key=math.prod)
    net = box_net(neat(width + LOOSE), neat(max(LEAST_DEPTH, depth + LOOSE / 2)), neat(height + LOOSE))
    goes = [f"{contents.counters} counters of {format_length(contents.diameter)}"] if contents.counters else []
    goes += [f"{contents.cards} cards"] if contents.cards else []
    goes += ["the booklet"] if contents.flat else []
    would = [f"counters of {format_length(most)} would fit" for most in _largest_diameter(request, contents, holds)]
    for paper in PAPERS.values():
        if paper != request.paper and smallest_box(request._replace(paper=paper), contents, holds):
            would.append(f"{paper.label} paper would fit")
    if not would:
        least = [side + request.paper.width - request.printable[2] for side in sorted(net.size)]
        would.append(f"a sheet of {least[0]:g} x {least[1]:g} mm would fit")
    need = f"{net.size[0]:g} x {net.size[1]:g} mm flat for {' and '.join(goes) or 'a standing king'}"
    return DoesNotFit("the box", need, f"{room(request)}; {' or '.join(would)}", choice="box")


def _largest_diameter(request: PlanRequest, contents: Contents, holds: str) -> list[float]:
    """Return the largest diameter in tenths of a millimetre of counters whose box fits, or nothing."""
    least, beyond = 0, math.ceil(contents.diameter * 10)
    while beyond - least > 1:
        middle = (least + beyond) // 2
        if smallest_box(request, replace(contents, diameter=middle / 10), holds):
            least = middle
        else:
            beyond = middle
    return [least / 10] if least >= 50 and contents.counters else []
