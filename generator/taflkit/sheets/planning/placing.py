"""Parts in their places: the packer's layouts as sections, counters and cards on pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import attrgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.sheets.planning.packing import Packer, Shape, SheetLayout, micrometres, upright
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH, PlanRequest
from taflkit.sheets.sections import Division, Measures, Section, edge_growth

_SPARE = "-spare-"
"""The middle of a spare counter's name."""

Kind = Literal["section", "counter", "card", "standee", "net"]

Art = tuple[float, float, float, float]
"""x, y, width and height in mm of a part's art inside the part, both upright."""


class PlacedPart(Struct, frozen=True):
    """A part on a sheet; lengths in mm from the page's top left.

    Attributes:
        kind: "section", "counter", "card" or "standee"; for the order of cuts beside a box its "net" is a part too.
        name: the section's letter, or the counter's or card's name in the request; of further sets "attacker-8-2",
            of spares "attacker-spare-1".
        width: as it lies; a counter's is that of its slot: a square, or two for one that is folded.
        turned: whether it lies a quarter turn clockwise from upright.
        art: where the art lies inside, before turning: all of it, but for a section with tabs or overlaps.
        over: whether it lies upside down besides, as the back of a card may.
    """

    kind: Kind
    name: str
    x: float
    y: float
    width: float
    height: float
    turned: bool
    art: Art
    section: Section | None = None
    over: bool = False


class Sheet(Struct, frozen=True):
    """A component sheet: its parts, sections first, then cards, standing kings and counters.

    Attributes:
        sets: how many whole games its parts are for.
    """

    parts: tuple[PlacedPart, ...]
    sets: int = 1

    @property
    def of_a_set(self) -> tuple[PlacedPart, ...]:
        """The parts of the first game."""
        if self.sets == 1:
            return self.parts
        kinds = (tuple(alike) for _, alike in groupby(self.parts, key=attrgetter("kind")))
        return tuple(chain.from_iterable(alike[: len(alike) // self.sets] for alike in kinds))


def neat(length: float) -> float:
    """Return a length in mm without the last digits of a float: 118.7 and not 118.69999999999999."""
    return round(length, 6)


def sheet_packer(request: PlanRequest, counters: int, others: Iterable[Shape] = ()) -> Packer:
    """Return a packer of a request's sheets for counters, and the shapes of all but these and the sections."""
    _, _, width, height = request.printable
    # Lengths are rounded to micrometres on the safe side: the sheet down, everything on it up.
    area = (int(round(width * 1000, 3)), int(round(height * 1000, 3)))
    counter = _scaled(request, 1, 2 if request.counters == "fold" else 1)
    return Packer(area, micrometres(request.gap), counter, counters, others)


def other_shapes(request: PlanRequest) -> tuple[Shape, ...]:
    """Return the upright shapes of cards and standing kings for the packer."""
    cards = (upright(card_shape(request)),) * len(request.cards)
    return cards + (upright(_standee_shape(request)),) * len(request.standees)


def card_shape(request: PlanRequest) -> Shape:
    """Return the shape of a card as it is read."""
    width, height = request.card_size
    return (0, 0, micrometres(width), micrometres(height))


def _standee_shape(request: PlanRequest) -> Shape:
    return _scaled(request, STANDEE_WIDTH, 2 * (STANDEE_FACE + STANDEE_FOOT))


def _scaled(request: PlanRequest, wide: float, high: float) -> Shape:
    """Return the shape of a part whose width and height are in diameters of a counter."""
    if request.punch is None:
        return (wide * request.counter_ratio, high * request.counter_ratio, 0, 0)
    return (0, 0, micrometres(wide * request.punch), micrometres(high * request.punch))


def place_parts(
    request: PlanRequest, division: Division, cell: float, layouts: tuple[SheetLayout, ...]
) -> tuple[Sheet, ...]:
    """Give every section, card, standing king and counter its place on the filled sheets; `cell` is its side in mm."""
    waiting: dict[Shape, list[tuple[int, bool, PlacedPart]]] = {}
    for number, (shape, part) in enumerate(_upright_parts(request, division, cell)):
        waiting.setdefault(upright(shape), []).append((number, shape != upright(shape), part))
    left, top = request.printable[:2]
    counters = chain(request.flat_counters, spare_names(request))
    sheets = []
    for layout in layouts:
        placed = {}
        # Of parts with one shape, the first in name comes first on paper.
        for spot in sorted(layout.spots, key=lambda spot: (spot.y, spot.x)):
            number, lying, part = waiting[spot.shape].pop(0)
            turned = lying != spot.turned
            placed[number] = replace(
                part,
                x=neat(left + spot.x / 1000),
                y=neat(top + spot.y / 1000),
                width=neat(part.height if turned else part.width),
                height=neat(part.width if turned else part.height),
                turned=turned,
            )
        parts = [placed[number] for number in sorted(placed)]
        sheets.append(Sheet((*parts, *place_counters(request, cell, layout, counters))))
    return tuple(sheets)


def place_counters(
    request: PlanRequest, cell: float, layout: SheetLayout, names: Iterator[str]
) -> tuple[PlacedPart, ...]:
    """Give the counters of a sheet their places, and the next names; `cell` is its side in mm."""
    left, top = request.printable[:2]
    diameter = request.counter_size(cell)
    side, long = neat(diameter), neat(diameter * (1 + (request.counters == "fold")))
    placed = []
    for x, y, lying in layout.counters:
        place = neat(left + x / 1000), neat(top + y / 1000)
        size = (long, side) if lying else (side, long)
        placed.append(PlacedPart("counter", next(names), *place, *size, lying, (0.0, 0.0, side, long)))
    return tuple(placed)


def _upright_parts(request: PlanRequest, division: Division, cell: float) -> Iterator[tuple[Shape, PlacedPart]]:
    """Yield all parts but the counters, upright and without a place, each with its shape for the packer."""
    sections = division.sections(request.size)
    measures = Measures(request.size, cell, request.frame)
    frame, grow = micrometres(request.frame), micrometres(request.grow)
    growth = edge_growth(sections, 1.0, later=division.later) if request.grow else {}
    for section in sections:
        # on each side 1 if it carries a tab or overlap there, else 0
        left, top, right, bottom = growth.get(section.name, (0.0, 0.0, 0.0, 0.0))
        across, down = left + right, top + bottom
        sides, ends = measures.framed_sides(section)
        shape: Shape = section.files, section.ranks, sides * frame + int(across) * grow, ends * frame + int(down) * grow
        _, _, wide, high = measures.place(section)
        art = (neat(left * request.grow), neat(top * request.grow), neat(wide), neat(high))
        size = wide + across * request.grow, high + down * request.grow
        yield shape, PlacedPart("section", section.name, 0.0, 0.0, *size, False, art, section)
    diameter = request.counter_size(cell)
    standing = STANDEE_WIDTH * diameter, 2 * (STANDEE_FACE + STANDEE_FOOT) * diameter
    kinds: tuple[tuple[Kind, tuple[str, ...], tuple[float, float], Shape], ...] = (
        ("card", request.cards, request.card_size, card_shape(request)),
        ("standee", request.standees, standing, _standee_shape(request)),
    )
    for kind, names, size, shape in kinds:
        for name in names:
            yield shape, PlacedPart(kind, name, 0.0, 0.0, *size, False, (0.0, 0.0, neat(size[0]), neat(size[1])))


def spare_names(request: PlanRequest) -> Iterator[str]:
    """Yield names of spare counters without end, of each kind in proportion to their number in a set.

    The next is of the kind that is furthest behind its share (Sainte-Lague), so that a few are not all of one.
    """
    standing = set(request.standees)
    kinds = [name.partition("-")[0] for name in request.counter_names if name not in standing]
    needs = {kind: kinds.count(kind) for kind in kinds}
    made = dict.fromkeys(needs, 0)
    while needs:
        kind = max(needs, key=lambda kind: needs[kind] / (2 * made[kind] + 1))
        made[kind] += 1
        yield f"{kind}{_SPARE}{made[kind]}"


def is_spare(part: PlacedPart) -> bool:
    """Whether a part is a spare counter."""
    return _SPARE in part.name
