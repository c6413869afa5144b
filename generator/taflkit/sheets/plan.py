"""A plan: every section, counter and card of a kit in its place on the component sheets.

`make_plan` chooses the division and the cell; `candidates` returns the plans to choose from.
"""

from __future__ import annotations

import math
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import DoesNotFit, UnknownName
from taflkit.sheets.paper import DUPLEX, MOST_WIDTH, NAMED, Paper, paper
from taflkit.sheets.planning.packing import micrometres
from taflkit.sheets.planning.placing import (
    PlacedPart,
    Sheet,
    neat,
    place_parts,
)
from taflkit.sheets.planning.search import MORE_SHEETS, SMALLEST_CELL, WORTH, Search, tidied
from taflkit.sheets.request import (
    JOINS,
    MOST_SHEETS,
    SECTIONS,
    SHEETS,
    WIDEST_COUNTER,
    PlanRequest,
    check,
    check_cell,
    format_length,
    room,
)
from taflkit.sheets.sections import Arrangement, Measures, Seam, Section, edge_growth, seams_of
from taflkit.sums import total


class Back(Struct, frozen=True):
    """The back of one of a plan's sheets, counted from 0, with the parts in places on the back's own page."""

    sheet: int
    parts: tuple[PlacedPart, ...]


def mirrored(part: PlacedPart, paper: Paper, duplex: str) -> PlacedPart:
    """Return where a part lies on the back of an upright sheet so that it lies exactly behind its front.

    An upright sheet turned over its short edge, which is its top, swaps top and bottom; turned over its long
    edge, which is its side, it swaps left and right. By hand it is turned over its short edge. A counter's back
    stays upright on its own page; that of a card is upright when the card is turned over sideways.

    Raises:
        UnknownName: there is no such way to turn a sheet.
    """
    if duplex not in DUPLEX:
        raise UnknownName("duplex", duplex, DUPLEX, choice="duplex")
    # where the sheet turns about the card's own level axis, the card would be turned over head first
    over = part.kind == "card" and part.over != (part.turned == (duplex == "long"))
    if duplex == "long":
        return replace(part, x=neat(paper.width - part.x - part.width), over=over)
    return replace(part, y=neat(paper.height - part.y - part.height), over=over)


def refusal(search: Search, request: PlanRequest) -> DoesNotFit:
    """Return the error for a request that no plan was found for."""
    cell = SMALLEST_CELL if request.cell is None else micrometres(request.cell)
    search.renew()
    if search.estimates.least_sheets(cell) > MOST_SHEETS and search.packer.counters > search.packer.at(cell).of_a_sheet:
        return _too_many_counters(search, request, cell)
    if not request.board:
        given = request.sheets or MOST_SHEETS
        return _too_many_sheets(search, request, cell, "a kit of counters and cards", given)
    if request.cell is not None:
        return _cell_does_not_fit(search, request, request.cell)
    # no cell that can be played on fits: name a number of sheets that would do, or another remedy
    board, least = _board(request), format_length(SMALLEST_CELL / 1000)
    sheets = request.sheets or search.estimates.least_sheets(cell) + MORE_SHEETS
    first = max(sheets + 1, search.estimates.least_sheets(cell))
    for more in range(first, min(first + MORE_SHEETS, MOST_SHEETS) + 1 if request.sheets else first):
        arrangement = search.largest(request.sections, more)
        if arrangement is not None:
            return DoesNotFit(
                f"{board} on {_sheets(sheets)}",
                f"{more} sheets for squares of {least} or more",
                f"room on {more} sheets for squares of {_cell(arrangement)}",
                choice="sheets",
            )
    side = request.size * SMALLEST_CELL / 1000 + 2 * request.frame
    return DoesNotFit(
        board,
        f"{format_length(side)} of board for squares of {least}, and the counters and cards beside it",
        f"{room(request)}; use {'' if _unnamed(request) else 'the best sections, '}a smaller margin, gap or frame",
        choice="" if _unnamed(request) else "sections",
    )


def _too_many_sheets(
    search: Search, request: PlanRequest, cell: int, part: str, given: int, most: str = ""
) -> DoesNotFit:
    """The parts take more sheets than are given: name a number that would do; `most` is the cell that these have."""
    enough = search.fewest(request.sections, cell, range(given + 1, MOST_SHEETS + 1))
    if enough is None and request.counter_names:
        return _too_many_counters(search, request, cell)
    need = _sheets(len(enough.keys)) if enough else "more sheets than can be planned"
    return DoesNotFit(part, need, f"{_sheets(given)}{most}", choice="cell" if most else "sheets")


def _too_many_counters(search: Search, request: PlanRequest, cell: int) -> DoesNotFit:
    """The counters alone take more sheets than there are: name the number of sets, or the counters, that would do."""
    sets = search.estimates.sets_on(cell, MOST_SHEETS, request.sets)
    size = format_length(request.counter_size(cell / 1000))
    would = f"{sets} set{'' if sets == 1 else 's'} or fewer" if sets else "smaller ones"
    return DoesNotFit(
        f"a kit of {len(request.counter_names) * request.sets} counters of {size}",
        f"{_sheets(search.estimates.least_sheets(cell))} or more",
        f"{_sheets(MOST_SHEETS)} at most; use {would}",
        choice="sets" if sets else "cell" if request.punch is None else "punch",
    )


def _cell_does_not_fit(search: Search, request: PlanRequest, cell: float) -> DoesNotFit:
    """The cell is too large for the sections or for the sheets: name the sheets or the cell that would do."""
    part = _board(request, f" with squares of {format_length(cell)}")
    division = search.roomiest(request.sections)
    alone = search.largest_alone(division)
    if micrometres(cell) > alone:
        # the largest section in print, with the tabs or overlaps that it carries
        sections = division.sections(request.size)
        measures = Measures(request.size, cell, request.frame)
        growth = edge_growth(sections, request.grow, later=division.later)
        sizes = []
        for section in sections:
            _, _, width, height = measures.place(section)
            left, top, right, bottom = growth[section.name]
            sizes.append((width + left + right, height + top + bottom))
        width, height = max(sizes, key=math.prod)
        larger = paper_of_one_piece(request, cell)
        return DoesNotFit(
            part,
            f"{width:g} x {height:g} mm for a section",
            f"{room(request)}; the largest squares for these sections are {format_length(alone / 1000)}"
            f"{'' if _unnamed(request) else '; the best sections allow larger ones'}"
            f"{f'; {larger.label} paper holds the board in one piece' if larger else ''}",
            choice="cell",
        )
    given = request.sheets or 1
    most = search.largest_of_all(given) if _unnamed(request) else search.largest(request.sections, given)
    least = format_length(SMALLEST_CELL / 1000)
    would = f"the largest squares are {_cell(most)}" if most else f"no squares of {least} or more fit"
    return _too_many_sheets(search, request, micrometres(cell), part, given, f", on which {would}")


def _board(request: PlanRequest, squares: str = "") -> str:
    """Return the board of a request in words: its cells a side, its squares, and its cut."""
    cut = {"whole": " in one piece", "two": " in two sections", "pinwheel": " in a pinwheel of sections"}
    return f"a {request.size} x {request.size} board{squares}{cut.get(request.sections, '')}"


def _sheets(count: int) -> str:
    return f"{count} sheet{'' if count == 1 else 's'}"


def _unnamed(request: PlanRequest) -> bool:
    """Whether the planner is free to cut the board as it likes."""
    return request.sections in ("auto", "best")


def _cell(arrangement: Arrangement) -> str:
    return format_length(arrangement.cell / 1000)


class Plan(Struct, frozen=True, cache_hash=True):
    """The component sheets of a kit; lengths in mm.

    Attributes:
        sections_name: the value of `sections` that gives this division: "whole", "two", "pinwheel" or "best"; "none"
            for parts without a board.
        sections: in reading order.
        cell: side of a cell; without a board, of that which the counters are made for.
        sheets: the component sheets, more than two of them in the order of their sections.
        seam: length of all cuts between sections, through the frame included.
        fill: area of the parts, counters as square slots, as a part of the sheets' printable area.
        later: whether of two sections that meet the later one carries the tab or overlap, which gives larger cells.
    """

    request: PlanRequest
    sections_name: str
    sections: tuple[Section, ...]
    cell: float
    sheets: tuple[Sheet, ...]
    seam: float
    fill: float
    later: bool = False

    @property
    def paper(self) -> Paper:
        """The paper."""
        return self.request.paper

    @property
    def leaflet(self) -> Paper:
        """The paper of the pages to be read, the instructions and the booklet."""
        return paper(self.paper.leaflet)

    @property
    def bleed(self) -> float:
        """The art beyond every cut, where the paper's white edge is no nearer."""
        return self.request.bled

    @property
    def frame(self) -> float:
        """Width of the border round the board."""
        return self.request.frame

    @property
    def measures(self) -> Measures:
        """The board's measures, and so the places of its sections."""
        return Measures(self.request.size, self.cell, self.frame)

    @property
    def board_size(self) -> float:
        """Side of the board, put together, with its frame."""
        return neat(self.measures.side)

    @property
    def counter_size(self) -> float:
        """Diameter of a counter: the width of its slot."""
        return neat(self.request.counter_size(self.cell))

    @property
    def crowded(self) -> bool:
        """Whether counters are wider than a cell, as only punched ones may be."""
        return self.request.counter_size(self.cell) > self.cell + 1e-9

    @property
    def seams(self) -> tuple[Seam, ...]:
        """All seams between sections, by the letters that meet."""
        return seams_of(self.sections, self.measures, later=self.later)

    @property
    def is_shared(self) -> bool:
        """Whether a sheet has the parts of several sets, so that other plans of one set are no match for it."""
        return any(sheet.sets > 1 for sheet in self.sheets)

    @property
    def is_lettered(self) -> bool:
        """Whether the seams have the letters that meet: there is more than one, and no tab that has them."""
        return len(self.seams) > 1 and self.request.join != "tabs"

    def backs(self, duplex: str = DUPLEX[0], cards: bool = False) -> tuple[Back, ...]:
        """Return the backs of counters and of cards, if these have any, for each sheet with a part that has a back.

        Raises:
            UnknownName: there is no such way to turn a sheet.
        """
        kinds = {"counter": self.request.counters == "two-sided", "card": cards}
        backs = (
            Back(number, tuple(mirrored(part, self.paper, duplex) for part in sheet.parts if kinds.get(part.kind)))
            for number, sheet in enumerate(self.sheets)
        )
        return tuple(back for back in backs if back.parts)


def make_plan(request: PlanRequest) -> Plan:
    """Return the plan with the largest cell or, for a given cell, the fewest sheets.

    Among equals it is the one with the least seam. On wide paper the planner's choice is a board in one piece if it
    can. No counters but punched ones are wider than WIDEST_COUNTER.

    Raises:
        UnknownName: there are no such sections.
        TaflkitError: a length is out of range; the error names the choice.
        DoesNotFit: no plan was found; the line names a remedy.
    """
    narrower = request._replace(punch=WIDEST_COUNTER) if request.punch is None else request
    if request.cell is not None and request.counter_size(request.cell) > WIDEST_COUNTER:
        request = narrower
    check(request, SMALLEST_CELL / 1000)
    plan = _in_one_piece(request) or _planned(request, request.sheets)
    if plan is None:
        raise refusal(Search(request), request)
    check_cell(request, plan.cell)
    if plan.counter_size > WIDEST_COUNTER and narrower != request:
        # what they leave may go to the squares
        return make_plan(narrower)
    return plan


def _in_one_piece(request: PlanRequest) -> Plan | None:
    """Return the plan of the board as a whole where the planner may choose it, on wide paper; None where it cannot be.

    It is on one sheet, unless more of them, where their number is not given, allow cells that are worth it.
    """
    if request.sections != SECTIONS[0] or not (request.board and request.paper.is_wide):
        return None
    if request.cell is None and request.sheets not in (1, None):
        return None
    plans = []
    for sheets in (1, None) if request.cell is None and request.sheets is None else (request.sheets,):
        with suppress(DoesNotFit):
            plans.append(make_plan(request._replace(sections="whole", sheets=sheets)))
    # the first of them has one sheet
    plan = next((plan for plan in plans if 100 * plans[-1].cell <= WORTH * plan.cell), None)
    if plan is None or (request.cell is None and plan.cell < request.sought):
        return None
    return replace(plan, request=plan.request._replace(sections=request.sections, sheets=request.sheets))


def paper_of_one_piece(request: PlanRequest, cell: float) -> Paper | None:
    """Return the least paper for the board as a whole with a cell in mm, a named one if there is, of the same country.

    None is as wide as the board where not even a roll is.
    """
    side = neat(Measures(request.size, cell, request.frame).side)
    holding = [each for each in NAMED.values() if min(request._replace(paper=each).printable[2:]) >= side]
    if holding:
        return min(holding, key=lambda each: (each.leaflet != request.paper.leaflet, each.width * each.height))
    left, top, _, _ = request.printable
    width, height = math.ceil(side + 2 * left), math.ceil(side + 2 * top)
    return paper(f"{width}x{height}") if width <= MOST_WIDTH else None


def shared(plan: Plan, sets: int) -> Plan:
    """Return a plan with counters, cards or both on a sheet of their own for several sets, if that saves sheets.

    What is printed for each set is on fewer sheets then than in its own plan, with squares of the same side, and the
    board in no more sections.
    """
    request = plan.request._replace(cell=plan.cell)
    counters, cards = request.counter_names, request.card_names
    fewest, chosen = sets * len(plan.sheets), plan
    # on the sheet for several sets: counters and cards, counters alone, cards alone
    for loose in dict.fromkeys(((counters, cards), (counters, ()), ((), cards))):
        own = request._replace(counter_names=() if loose[0] else counters, card_names=() if loose[1] else cards)
        together = request._replace(board=False, counter_names=loose[0], card_names=loose[1])
        rest = replace(plan, sheets=(), fill=0.0)
        if own.board or own.counter_names or own.card_names:
            fewer = _planned(own, len(plan.sheets) - 1)
            if fewer is None or len(fewer.sections) > len(plan.sections):
                continue
            rest = fewer
        plans: list[Plan] = []
        while any(loose) and not request.spares and len(plans) < sets:
            more = _planned(together._replace(sets=len(plans) + 1), 1)
            if more is None:
                break
            plans.append(more)
        times = -(-sets // max(1, len(plans)))
        if plans and sets * len(rest.sheets) + times < fewest:
            fewest, count = sets * len(rest.sheets) + times, -(-sets // times)
            sheet, fill = replace(plans[count - 1].sheets[0], sets=count), plans[count - 1].fill
            fill = (rest.fill * len(rest.sheets) + fill) / (len(rest.sheets) + 1)
            chosen = replace(rest, request=plan.request, sheets=(*rest.sheets, sheet), fill=fill)
    return chosen


def _planned(request: PlanRequest, sheets: int | None) -> Plan | None:
    """Return the plan of a request on these sheets, with a cell on so many at most, or None if there is none."""
    search = Search(request)
    arrangement = None if sheets == 0 else _find(search, request._replace(sheets=sheets), request.sections)
    return None if arrangement is None else _plan(request, search, tidied(search, arrangement))


def best_of(plan: Plan) -> Plan | None:
    """Return the plan of the division with the largest cell on a plan's sheets; None where it is no larger.

    For a cell that the plan's request names, return the best division with it, which takes fewer sheets, or has fewer
    sections on as many; None where it does not. It is None too for parts without a board, and for sections that the
    request names, and where sheets are shared by sets.
    """
    sheets = max(SHEETS, len(plan.sheets)) if plan.request.cell is None else len(plan.sheets)
    request = plan.request._replace(sections="best", sheets=sheets, spares=False)
    if plan.request.sections != SECTIONS[0] or not request.board or plan.is_shared:
        return None
    search = Search(request, compared=True)
    if request.cell is None and not search.exceeds(micrometres(plan.cell), sheets):
        return None
    search.renew()
    arrangement = _find(search, request, request.sections)
    if arrangement is None:
        return None
    taken = len(arrangement.keys), len(arrangement.division.shapes)
    larger = arrangement.cell / 1000 > plan.cell
    better = larger if request.cell is None else taken < (len(plan.sheets), len(plan.sections))
    if not better or not _counters_fit(request, arrangement):
        return None
    return _plan(request, search, arrangement)


def _counters_fit(request: PlanRequest, arrangement: Arrangement) -> bool:
    """Whether an arrangement has a cell that counters, tabs and overlaps are not too large for."""
    try:
        check_cell(request, arrangement.cell / 1000 if request.cell is None else request.cell)
    except DoesNotFit:
        return False
    return True


def candidates(request: PlanRequest, made: Plan | None = None) -> tuple[Plan, ...]:
    """Return the plans to choose from: whole, two, pinwheel, and the best if it is none of them.

    They are on as many sheets as the request says, or as its own plan takes, which may be `made` already. Parts without
    a board have none.

    Raises:
        TaflkitError: a length is out of range; the error names the choice.
        DoesNotFit: not one of them fits; the line names a remedy.
    """
    check(request, SMALLEST_CELL / 1000)
    if not request.board:
        return ()
    # with its counters no wider
    request = request if made is None else made.request
    if request.sheets is None and request.cell is None:
        request = request._replace(sheets=max(SHEETS, len((made or make_plan(request)).sheets)))
    different: dict[tuple[Section, ...], Plan] = {}
    for name in ("whole", "two", "pinwheel", "best"):
        search = Search(request, compared=True)
        arrangement = _find(search, request, name)
        if arrangement is not None:
            plan = _plan(request, search, tidied(search, arrangement))
            different.setdefault(plan.sections, plan)
    if not different:
        raise refusal(Search(request), request)
    return tuple(different.values())


class Beside(Struct, frozen=True):
    """Another number of sheets, and the side in mm of a cell on them; None if they are too few."""

    sheets: int
    cell: float | None


def beside(plan: Plan) -> tuple[Beside, ...]:
    """Return the largest cells on one sheet fewer than a plan takes, and on one more.

    A cell that the plan's request names is left out of account. Parts without a board have no other cells, and sheets
    that sets share are not compared.
    """
    if not plan.request.board or plan.is_shared:
        return ()
    others = []
    for sheets in filter(None, (len(plan.sheets) - 1, len(plan.sheets) + 1)):
        request = plan.request._replace(cell=None, spares=False, sheets=sheets)
        largest = Search(request, compared=True).largest(request.sections, sheets)
        others.append(Beside(sheets, largest.cell / 1000 if largest and _counters_fit(request, largest) else None))
    return tuple(others)


def _find(search: Search, request: PlanRequest, name: str) -> Arrangement | None:
    if request.cell is None:
        given = request.sheets
        least = max(SHEETS, search.estimates.least_sheets(SMALLEST_CELL))
        sheets = range(least, min(least + MORE_SHEETS, MOST_SHEETS) + 1)
        arrangement = search.largest(name, given) if given else search.enough(name, sheets)
        return arrangement and search.fewer_sheets(arrangement)
    return search.fewest(name, micrometres(request.cell), range(1, (request.sheets or MOST_SHEETS) + 1))


def _plan(request: PlanRequest, search: Search, arrangement: Arrangement) -> Plan:
    division = arrangement.division
    sections = division.sections(request.size)
    cell = arrangement.cell / 1000 if request.cell is None else request.cell
    spares = request.spares and bool(request.flat_counters)
    layouts = search.packer.arrange(arrangement.keys, arrangement.cell, spares=spares)
    sheets = place_parts(request, division, cell, layouts)
    if len(sheets) > SHEETS:
        # those of earlier letters first, those without a section last
        letters = [[part.name for part in sheet.parts if part.kind == "section"] for sheet in sheets]
        order = sorted(range(len(sheets)), key=lambda n: (not letters[n], min(letters[n], default="")))
        sheets = tuple(sheets[n] for n in order)
    area = total(part.width * part.height for sheet in sheets for part in sheet.parts)
    _, _, width, height = request.printable
    return Plan(
        request=request,
        sections_name=division.name,
        sections=sections,
        cell=cell,
        sheets=sheets,
        seam=neat(Measures(request.size, cell, request.frame).seam_length(sections)) if sections else 0.0,
        fill=area / (max(1, len(sheets)) * width * height),
        later=division.later and request.join != JOINS[0],
    )
