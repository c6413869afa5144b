"""How large a box is inside, and its nets: as small as it can be for its contents, on the fewest sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from taflkit.sheets.nets import LAP, Net, box_net, tray_nets
from taflkit.sheets.planning.placing import neat
from taflkit.sheets.request import BOXES, STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH, PlanRequest
from taflkit.sums import total

__all__ = ["LEAST_DEPTH", "LOOSE", "Box", "Contents", "inside", "smallest_box", "stacks_of"]

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
