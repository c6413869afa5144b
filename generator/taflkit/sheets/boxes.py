"""Boxes for the parts of a plan: how large they are inside, and where their nets lie on sheets of their own.

A box for the counters and cards is a tuck box of one piece. One for the whole kit takes the folded booklet too, and the
board if it folds; where such a tuck box is larger than the paper, it is a tray and a lid, on a sheet each, or of two
halves on two sheets each.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, product

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import DoesNotFit, TaflkitError, UnknownName
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.packing import micrometres
from taflkit.sheets.planning.placing import PlacedPart, is_spare, neat, place_counters, sheet_packer, spare_names
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

LOOSE = 2.0
"""Millimetres that a box is wider and higher than its contents; half of that deeper."""
LEAST_DEPTH = 10.0
"""Millimetres of depth under which a box of card does not stand; a tray is lower where the paper is too small."""
_TRAY_WALLS = (LEAST_DEPTH, 8.0, 6.5, 5.0)  # millimetres, the usual height first
_LID_CLEARANCE = 2.0  # millimetres that a lid is wider than its tray: card on either side, and glued flaps
_LID_GRIP = 2.0  # millimetres that the walls of a lid are lower than its tray's, so that it can be lifted off
_LEAST_DIAMETER = 5  # millimetres of counters that the error for a box may advise
_MOST_STACKS_ACROSS = 6
_LEAF = 0.1  # millimetres: the thickness of a leaf of paper
_BULGE = 2.0  # the thickness of a folded booklet in those of its leaves


class Contents(Struct, frozen=True):
    """The contents of a box; lengths in mm.

    Counters have layers of card; flat are width, height and thickness of the booklet and the folded board.
    """

    counters: int
    diameter: float
    layers: int
    standees: int
    cards: int
    card_size: tuple[float, float]
    thickness: float
    flat: tuple[tuple[float, float, float], ...]

    @property
    def any(self) -> bool:
        """Whether there is anything at all."""
        return bool(self.counters or self.standees or self.cards or self.flat)

    def inside(self, across: int, down: int) -> tuple[float, float, float]:
        """Return width, depth and height of all contents, the counters in stacks across and down."""
        width, height, deep = across * self.diameter, down * self.diameter, 0.0
        if self.counters:
            deep += -(-self.counters // (across * down)) * self.layers * self.thickness
        if self.cards:
            width, height = max(width, self.card_size[0]), max(height, self.card_size[1])
            deep += self.cards * self.thickness
        if self.standees:
            # Folded along the heads, the feet straight.
            width = max(width, STANDEE_WIDTH * self.diameter)
            height = max(height, (STANDEE_FACE + STANDEE_FOOT) * self.diameter)
            deep += 2 * self.standees * self.thickness
        for wide, high, thick in self.flat:
            width, height, deep = max(width, wide), max(height, high), deep + thick
        return width, deep, height

    @property
    def stacks(self) -> list[tuple[int, int]]:
        """The numbers of stacks of counters that may lie across and down."""
        sides = range(1, _MOST_STACKS_ACROSS + 1)
        stacks = [(across, down) for across in sides for down in sides if across * down <= self.counters]
        return stacks or [(0, 0)]


class KitBox(Struct, frozen=True):
    """The nets of a box, its stacks of counters, and whether the board goes in."""

    nets: tuple[Net, ...]
    stacks: int
    board: bool = False


def smallest_box(request: PlanRequest, contents: Contents, holds: str) -> KitBox | None:
    """Return the box of the fewest sheets that holds everything, then of the least paper and the lowest stacks."""
    _, _, width, height = request.printable

    def fits(size: tuple[float, float]) -> bool:
        return min(size) <= min(width, height) and max(size) <= max(width, height)

    makers = (_tuck_boxes, _trays) if holds == BOXES[2] else (_tuck_boxes,)
    for boxes in makers:
        fitting = [box for box in boxes(contents, fits) if all(fits(net.size) for net in box.nets)]
        if fitting:
            # In more and lower stacks, counters lie the stiller.
            return min(
                fitting,
                key=lambda box: (len(box.nets), total(math.prod(net.size) for net in box.nets), -box.stacks),
            )
    return None


def _tuck_boxes(contents: Contents, _fits: Callable[[tuple[float, float]], bool]) -> Iterator[KitBox]:
    for across, down in contents.stacks:
        yield KitBox((_tuck_net(*contents.inside(across, down)),), across * down)


def _tuck_net(width: float, depth: float, height: float) -> Net:
    """Return the net of the tuck box for contents of a size in mm."""
    return box_net(neat(width + LOOSE), neat(max(LEAST_DEPTH, depth + LOOSE / 2)), neat(height + LOOSE))


def _trays(contents: Contents, fits: Callable[[tuple[float, float]], bool]) -> Iterator[KitBox]:
    """Yield the trays with lids that hold everything and fit the paper, with walls of the usual height if they can."""

    def size(width: float, height: float, depth: float) -> tuple[float, float]:
        return width + 2 * depth, depth + height / 2 + LAP if halves else height + 2 * depth

    for across, down in contents.stacks:
        width, depth, height = contents.inside(across, down)
        tray = neat(width + LOOSE), neat(height + LOOSE)
        lid = neat(tray[0] + _LID_CLEARANCE), neat(tray[1] + _LID_CLEARANCE)
        for halves, wall in product((False, True), _TRAY_WALLS):
            deep = neat(max(wall, depth + LOOSE / 2))
            low = neat(max(_TRAY_WALLS[-1], deep - _LID_GRIP))
            if fits(size(*tray, deep)) and fits(size(*lid, low)):
                nets = tray_nets("tray", tray[0], deep, tray[1], halves), tray_nets("lid", lid[0], low, lid[1], halves)
                yield KitBox((*nets[0], *nets[1]), across * down)
                break


class BoxRequest(Struct, frozen=True):
    """The contents of a box besides the counters of a plan; lengths in mm.

    Attributes:
        holds: one of BOXES but "none": "parts", the counters and cards, or "kit", the booklet and the board besides.
        thickness: of the parts as they are made: printed on card, or glued to it.
        pages: the booklet's pages; 0 without a booklet.
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
        turned: whether it lies a quarter turn clockwise from upright.
        stacks: the stacks of counters in the box.
        board: whether the board goes into the box.
        counters: the spare counters beside it.
        spares: the number of spare counters on the plan's own sheets that go into the box.
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

    Raises:
        UnknownName: there is no such box.
        TaflkitError: there is nothing to put in it, or a length out of range.
        DoesNotFit: the net does not fit the paper; the line names counters or a paper that would.
    """
    if request.holds not in BOXES[1:]:
        raise UnknownName("box", request.holds, BOXES, choice="box")
    parts = [part for sheet in plan.sheets for part in sheet.parts]
    kinds = [part.kind for sheet in plan.sheets for part in sheet.of_a_set if not is_spare(part)]
    booklet = plan.leaflet.page_width, plan.leaflet.page_height, _BULGE * _LEAF * request.pages / 2
    contents = Contents(
        counters=kinds.count("counter"),
        diameter=plan.counter_size,
        layers=2 if plan.request.counters == "fold" else 1,
        standees=kinds.count("standee"),
        cards=request.cards,
        card_size=plan.request.card_size,
        thickness=request.thickness,
        flat=(booklet,) if request.pages and request.whole else (),
    )
    filling = _BoxFilling.of(plan, request, contents)
    printed = sum(map(is_spare, parts))
    enclosed = filling.most(printed)
    spares, beside = enclosed, 0
    while True:
        placed = _laid_out(plan, filling.made(spares), enclosed, beside=enclosed == printed)
        more = sum(len(net.counters) for net in placed)
        # a box for more counters leaves less room for them, so this ends
        if more <= beside:
            return placed
        spares = filling.most(enclosed + more)
        if spares < enclosed + more:
            placed = _laid_out(plan, filling.made(spares), enclosed, beside=spares > enclosed)
            counters = chain.from_iterable(net.counters for net in placed)
            first = set(islice(counters, spares - enclosed))
            return tuple(replace(net, counters=tuple(c for c in net.counters if c in first)) for net in placed)
        beside = more


class _BoxFilling(Struct, frozen=True):
    """The least box for contents without spare counters, and the same one, as deep as need be, for spare ones too."""

    request: PlanRequest
    contents: Contents
    holds: str
    least: KitBox

    @classmethod
    def of(cls, plan: Plan, request: BoxRequest, contents: Contents) -> _BoxFilling:
        """Return the box without spare counters, with the board if it goes in.

        Raises:
            TaflkitError: see place_boxes.
        """
        board = None
        if request.whole and request.board:
            places = [plan.measures.place(section)[2:] for section in plan.sections]
            if plan.request.join == "butt" and len(places) > 1:
                # two sections folded, or more of them stacked
                board = (max(map(min, places)), max(map(max, places)), request.thickness * len(places))
            elif plan.board_size <= min(plan.leaflet.page_width, plan.leaflet.page_height):
                # glued together or of one piece it does not fold, and is no larger than a booklet
                board = (plan.board_size, plan.board_size, request.thickness)
        if not contents.any and board is None:
            others = ", no booklet and no board that folds" if request.whole else ""
            added = "one of them" if request.whole else "them"
            line = f"there are no counters or cards{others} to put in the box; add {added} to the parts"
            raise TaflkitError(line, choice="box")
        flats = [(*contents.flat, board)] if board else []
        flats += [contents.flat] if contents.any else []
        for flat in flats:
            filled = replace(contents, flat=flat)
            box = smallest_box(plan.request, filled, request.holds)
            if box is not None:
                return cls(plan.request, filled, request.holds, replace(box, board=len(flat) > len(contents.flat)))
        raise _refusal(plan.request, contents, request.holds)

    def made(self, spares: int) -> KitBox:
        """Return the box for spare counters, which must be no more than the most that go in."""
        return self._tried(spares) or self.least

    def most(self, wanted: int) -> int:
        """Return the number of spare counters that go in, of those that are wanted."""
        if self._tried(wanted) is not None:
            return wanted
        fewer = range(wanted - 1, 0, -1)
        return wanted - 1 - bisect_left(fewer, True, key=lambda spares: self._tried(spares) is not None)

    def _tried(self, spares: int) -> KitBox | None:
        """Return the box for spare counters too, or None if it is another one than without."""
        if not spares:
            return self.least
        contents = replace(self.contents, counters=self.contents.counters + spares)
        box = smallest_box(self.request, contents, self.holds)
        if box is None or len(box.nets) > len(self.least.nets) or box.nets[0].name != self.least.nets[0].name:
            return None
        return replace(box, board=self.least.board)


def _laid_out(plan: Plan, box: KitBox, enclosed: int, *, beside: bool) -> tuple[PlacedNet, ...]:
    """Return the nets in the middle of their sheets, or in a corner with spare counters beside them, if there are any.

    Of the plan's own spare counters the enclosed ones go in.
    """
    request = plan.request
    left, top, width, height = request.printable
    placed = []
    if not (beside and request.spares and request.flat_counters and box.stacks):
        for net in box.nets:
            turned = not (net.size[0] <= width and net.size[1] <= height)
            wide, high = net.size[::-1] if turned else net.size
            x, y = neat(left + (width - wide) / 2), neat(top + (height - high) / 2)
            placed.append(PlacedNet(net, x, y, turned, box.stacks, box.board, spares=enclosed))
        return tuple(placed)
    keys = tuple(((0.0, 0.0, micrometres(net.size[0]), micrometres(net.size[1])),) for net in box.nets)
    layouts = sheet_packer(request, 0).arrange(keys, micrometres(plan.cell), spares=True)
    names = islice(spare_names(request), enclosed, None)
    for net, layout in zip(box.nets, layouts, strict=True):
        (spot,) = layout.spots
        x, y = neat(left + spot.x / 1000), neat(top + spot.y / 1000)
        counters = place_counters(request, plan.cell, layout, names)
        placed.append(PlacedNet(net, x, y, spot.turned, box.stacks, box.board, counters, enclosed))
    return tuple(placed)


def _refusal(request: PlanRequest, contents: Contents, holds: str) -> DoesNotFit:
    """Return the error for a box too large for the paper: which counters, or which paper, would do."""
    net = _tuck_net(*min((contents.inside(*stacks) for stacks in contents.stacks), key=math.prod))
    goes = [f"{contents.counters} counters of {format_length(contents.diameter)}"] if contents.counters else []
    goes += [f"{contents.cards} cards"] if contents.cards else []
    goes += ["the booklet"] if contents.flat else []
    would = []
    # tenths of a millimetre
    smaller = range(math.ceil(contents.diameter * 10) - 1, 0, -1) if contents.counters else range(0)
    first = bisect_left(
        smaller,
        True,
        key=lambda tenths: smallest_box(request, replace(contents, diameter=tenths / 10), holds) is not None,
    )
    if first < len(smaller) and smaller[first] >= 10 * _LEAST_DIAMETER:
        would.append(f"counters of {format_length(smaller[first] / 10)} would fit")
    for paper in PAPERS.values():
        if paper != request.paper and smallest_box(request._replace(paper=paper), contents, holds):
            would.append(f"{paper.label} paper would fit")
    if not would:
        least = [side + request.paper.width - request.printable[2] for side in sorted(net.size)]
        would.append(f"a sheet of {least[0]:g} x {least[1]:g} mm would fit")
    need = f"{net.size[0]:g} x {net.size[1]:g} mm flat for {' and '.join(goes) or 'a standing king'}"
    return DoesNotFit("the box", need, f"{room(request)}; {' or '.join(would)}", choice="box")


# The flat nets of boxes: a tuck box of one piece, and a tray and its lid, each of one piece or of two halves.


UPPER_HALF = 1
LOWER_HALF = 2
"""The numbers of the halves of a net."""
LAP = 15.0
"""The width in mm of the strip of a tray's first half under the second."""

# the most millimetres
_GLUE_FLAP = 10.0
_TUCK_FLAP = 12.0
_CORNER_TAB = 12.0  # holds a tray's corner
_TAPER = 2.0

_Point = tuple[float, float]


class Segment(Struct, frozen=True):
    """A straight line of a net, in mm from its top left."""

    x1: float
    y1: float
    x2: float
    y2: float


class Panel(Struct, frozen=True):
    """A rectangle of a net, in mm from its top left.

    A tuck box has "front", "back", "left", "right", "lid", "base" and "glue"; a tray and a lid have their floor, "base"
    or "front", and the walls "left", "right", "upper" and "lower". Those of a half reach beyond it, onto the other.
    """

    name: str
    x: float
    y: float
    width: float
    height: float


class Net(Struct, frozen=True):
    """The flat net of a box; lengths in mm.

    Attributes:
        width: of the inside, like depth and height.
        size: width and height of the net.
        cuts: its outline, all the way round.
        panels: its rectangles, for words and ornaments.
        name: "box", "tray" or "lid".
        half: 0 of a net that is whole, else UPPER_HALF, which reaches under the other, or LOWER_HALF.
        lap: left, top, width and height of the strip that the other half is glued on, if there is one.
    """

    width: float
    depth: float
    height: float
    size: tuple[float, float]
    cuts: tuple[Segment, ...]
    folds: tuple[Segment, ...]
    panels: tuple[Panel, ...]
    name: str = "box"
    half: int = 0
    lap: tuple[float, float, float, float] | None = None


def box_net(width: float, depth: float, height: float) -> Net:
    """Return the net of a tuck box with such an inside: front, side, back and side, closed above and below.

    Raises:
        TaflkitError: a length is not above zero.
    """
    _check(width, depth, height)
    glue, tuck = min(_GLUE_FLAP, depth), min(_TUCK_FLAP, height / 2)
    files = [glue, glue + width, glue + width + depth, glue + 2 * width + depth, glue + 2 * (width + depth)]
    top = tuck + depth
    bottom = top + height
    flap = min(depth, width / 2)
    size = (neat(files[-1]), neat(bottom + depth + tuck))
    # above the panels, from left to right: dust flaps at the sides, the lid on the back
    taper = min(_TAPER, depth / 4)
    upper = [(files[0], top), (files[1], top)]
    upper += [(files[1] + taper, top - flap), (files[2] - taper, top - flap), (files[2], top)]
    upper += [(files[2], top - depth), (files[2] + taper, 0.0), (files[3] - taper, 0.0), (files[3], top - depth)]
    upper += [(files[3], top), (files[3] + taper, top - flap), (files[4] - taper, top - flap), (files[4], top)]
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
    return Net(width, depth, height, size, tuple(cuts), tuple(folds), _neat(panels))


def tray_nets(name: str, width: float, depth: float, height: float, halves: bool) -> tuple[Net, ...]:
    """Return the net of an open tray with such an inside, or the nets of its two halves across the floor's height.

    The side walls have tabs at their ends, which are glued inside the end walls. The upper half has a strip that is
    glued under the lower one, across floor and walls. The name is "tray", or "lid", which is a tray upside down.

    Raises:
        TaflkitError: a length is not above zero.
    """
    _check(width, depth, height)
    wide, middle = neat(width + 2 * depth), depth + height / 2
    # from left to right: the tab of each side wall, the end wall between
    taper, tab, right = min(_TAPER, depth / 4), min(_CORNER_TAB, depth), width + depth
    end = [(0.0, depth), (taper, depth - tab), (depth - taper, depth - tab), (depth, depth), (depth, 0.0)]
    end += [(right, 0.0), (right, depth), (right + taper, depth - tab), (right + depth - taper, depth - tab)]
    end.append((right + depth, depth))
    other = [(x, 2 * middle - y) for x, y in reversed(end)]
    if not halves:
        return (_tray(name, (width, depth, height), (*end, *other), (wide, 2 * middle), 0.0),)
    low = middle + LAP
    upper = _tray(name, (width, depth, height), (*end, (wide, low), (0.0, low)), (wide, low), 0.0)
    lower = _tray(name, (width, depth, height), ((0.0, middle), (wide, middle), *other), (wide, middle), middle)
    lap = (0.0, neat(middle), wide, LAP)
    return (replace(upper, half=UPPER_HALF, lap=lap), replace(lower, half=LOWER_HALF))


def _tray(
    name: str,
    inside: tuple[float, float, float],
    outline: tuple[_Point, ...],
    size: tuple[float, float],
    above: float,
) -> Net:
    """Return the net of a tray or a half, with the outline from the whole tray's top left, cut off `above` mm of it."""
    width, depth, height = inside
    wide, low = size[0], above + size[1]
    files, ranks = (0.0, depth, depth + width, wide), (depth, depth + height)
    folds = [((files[n], y), (files[n + 1], y)) for y in ranks if above < y < low for n in range(3)]
    begin, end = max(above, ranks[0]), min(low, ranks[1])
    folds += [((x, begin), (x, end)) for x in files[1:3]]
    floor = "front" if name == "lid" else "base"
    panels = (
        Panel(floor, depth, depth, width, height),
        Panel("left", 0.0, depth, depth, height),
        Panel("right", depth + width, depth, depth, height),
        Panel("upper", depth, 0.0, width, depth),
        Panel("lower", depth, depth + height, width, depth),
    )
    points = [(x, y - above) for x, y in outline]
    return Net(
        width=width,
        depth=depth,
        height=height,
        size=(neat(wide), neat(size[1])),
        cuts=tuple(_segment(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)),
        folds=tuple(_segment((a, b - above), (c, d - above)) for (a, b), (c, d) in folds),
        panels=_neat(panels, above),
        name=name,
    )


def _check(width: float, depth: float, height: float) -> None:
    for name, length in (("width", width), ("depth", depth), ("height", height)):
        if not math.isfinite(length) or length <= 0:
            raise TaflkitError(f"the box's {name} must be more than 0, not {length:g}")


def _neat(panels: Iterable[Panel], above: float = 0.0) -> tuple[Panel, ...]:
    return tuple(replace(panel, x=neat(panel.x), y=neat(panel.y - above)) for panel in panels)


def _segment(start: _Point, end: _Point) -> Segment:
    return Segment(neat(start[0]), neat(start[1]), neat(end[0]), neat(end[1]))
