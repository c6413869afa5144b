"""Parts in their places: what the packer found, told as sections, counters and cards on pages."""

from __future__ import annotations

from typing import Literal, NamedTuple

from taflkit.sheets.packing import Shape, SheetLayout, Spot, micrometres, upright
from taflkit.sheets.request import PlanRequest
from taflkit.sheets.sections import Section, section_size

__all__ = ["Kind", "PlacedPart", "Sheet", "card_shape", "neat", "place_parts"]

Kind = Literal["section", "counter", "card"]


class PlacedPart(NamedTuple):
    """A part on a sheet; lengths in mm from the page's top left.

    Attributes:
        kind: what it is.
        name: the section's letter, or the counter's or card's name as asked for.
        x: left edge.
        y: top edge.
        width: width as it lies; a counter's is that of its square slot.
        height: height as it lies.
        turned: whether it lies a quarter turn clockwise from upright.
        section: the section, if it is one.
    """

    kind: Kind
    name: str
    x: float
    y: float
    width: float
    height: float
    turned: bool
    section: Section | None = None


class Sheet(NamedTuple):
    """A component sheet: its parts, sections first, then cards, then counters."""

    parts: tuple[PlacedPart, ...]


class _Waiting(NamedTuple):
    """A part without a place: its number, its size as it is, and whether the packer takes it turned."""

    number: int
    kind: Kind
    name: str
    size: tuple[float, float]
    lying: bool
    section: Section | None


def neat(length: float) -> float:
    """Return a length in mm without the last digits of a float: 118.7 and not 118.69999999999999."""
    return round(length, 6)


def card_shape(request: PlanRequest) -> Shape:
    """Return the shape of a card for the packer."""
    width, height = request.card_size
    return (0, 0, micrometres(width), micrometres(height))


def place_parts(
    request: PlanRequest, sections: tuple[Section, ...], cell: float, layouts: tuple[SheetLayout, ...]
) -> tuple[Sheet, ...]:
    """Give every section, card and counter its place.

    Args:
        request: what was asked for.
        sections: the sections of the board.
        cell: side of a cell in mm.
        layouts: the filled sheets, which hold just these parts.
    """
    waiting = _waiting_parts(request, sections, cell)
    left, top = request.printable[:2]
    side = neat(request.counter_ratio * cell)
    counters = iter(request.counters)
    sheets = []
    for layout in layouts:
        # Of parts with one shape, the first in name comes first on paper.
        spots = sorted(layout.spots, key=lambda spot: (spot.y, spot.x))
        placed = [_put(waiting[spot.shape].pop(0), spot, left, top) for spot in spots]
        parts = [part for _, part in sorted(placed, key=lambda numbered: numbered[0])]
        for x, y in layout.counters:
            place = neat(left + x / 1000), neat(top + y / 1000)
            parts.append(PlacedPart("counter", next(counters), *place, side, side, turned=False))
        sheets.append(Sheet(tuple(parts)))
    return tuple(sheets)


def _waiting_parts(request: PlanRequest, sections: tuple[Section, ...], cell: float) -> dict[Shape, list[_Waiting]]:
    """Return the sections and cards by the shape they have for the packer."""
    frame = micrometres(request.frame)
    parts: dict[Shape, list[_Waiting]] = {}
    for number, section in enumerate(sections):
        sides, ends = section_size(section, request.size, 0.0, 1.0)
        shape = (section.files, section.ranks, int(sides) * frame, int(ends) * frame)
        size = section_size(section, request.size, cell, request.frame)
        part = _Waiting(number, "section", section.name, size, shape != upright(shape), section)
        parts.setdefault(upright(shape), []).append(part)
    shape = card_shape(request)
    for number, name in enumerate(request.cards, len(sections)):
        card = _Waiting(number, "card", name, request.card_size, shape != upright(shape), None)
        parts.setdefault(upright(shape), []).append(card)
    return parts


def _put(part: _Waiting, spot: Spot, left: float, top: float) -> tuple[int, PlacedPart]:
    """Put a part in a spot, and return it with its number."""
    width, height = part.size
    turned = part.lying != spot.turned
    if turned:
        width, height = height, width
    place = neat(left + spot.x / 1000), neat(top + spot.y / 1000)
    placed = PlacedPart(part.kind, part.name, *place, neat(width), neat(height), turned, part.section)
    return part.number, placed
