"""The error for a request without a plan, in one line that names a remedy."""

from __future__ import annotations

from taflkit.errors import DoesNotFit
from taflkit.sheets.lengths import format_length
from taflkit.sheets.planning.divisions import Division, Found
from taflkit.sheets.planning.packing import micrometres
from taflkit.sheets.planning.search import MORE_SHEETS, SMALLEST_CELL, Search
from taflkit.sheets.request import MOST_SHEETS, PlanRequest, room
from taflkit.sheets.seams import edge_growth
from taflkit.sheets.sections import Measures

__all__ = ["refusal"]


def refusal(search: Search, request: PlanRequest) -> DoesNotFit:
    """Return the error for a request that no plan was found for.

    Args:
        search: the search that found nothing.
        request: the request.
    """
    cell = SMALLEST_CELL if request.cell is None else micrometres(request.cell)
    search.renew()
    if search.estimates.least_sheets(cell) > MOST_SHEETS and search.packer.counters > search.packer.at(cell).of_a_sheet:
        return _too_many_counters(search, request, cell)
    if not request.board:
        return _parts_do_not_fit(search, request, cell)
    if request.cell is None:
        return _nothing_fits(search, request, request.sheets or search.estimates.least_sheets(cell) + MORE_SHEETS)
    return _cell_does_not_fit(search, request, request.cell)


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


def _parts_do_not_fit(search: Search, request: PlanRequest, cell: int) -> DoesNotFit:
    """The counters and cards take more sheets than were asked for: name a number that would do."""
    given = request.sheets or MOST_SHEETS
    enough = search.fewest(request.sections, cell, range(given + 1, MOST_SHEETS + 1))
    if enough is None and request.counter_names:
        return _too_many_counters(search, request, cell)
    need = _sheets(len(enough.keys)) if enough else "more sheets than can be planned"
    return DoesNotFit("a kit of counters and cards", need, _sheets(given), choice="sheets")


def _nothing_fits(search: Search, request: PlanRequest, sheets: int) -> DoesNotFit:
    """No cell that can be played on fits: name a number of sheets that would do, or another remedy."""
    board = _board(request)
    least = format_length(SMALLEST_CELL / 1000)
    first = max(sheets + 1, search.estimates.least_sheets(SMALLEST_CELL))
    for more in range(first, min(first + MORE_SHEETS, MOST_SHEETS) + 1 if request.sheets else first):
        found = search.largest(request.sections, more)
        if found is not None:
            return DoesNotFit(
                f"{board} on {_sheets(sheets)}",
                f"{more} sheets for squares of {least} or more",
                f"room on {more} sheets for squares of {_cell(found)}",
                choice="sheets",
            )
    side = request.size * SMALLEST_CELL / 1000 + 2 * request.frame
    return DoesNotFit(
        board,
        f"{format_length(side)} of board for squares of {least}, and the counters and cards beside it",
        f"{room(request)}; use {'' if _unnamed(request) else 'the best sections, '}a smaller margin, gap or frame",
        choice="" if _unnamed(request) else "sections",
    )


def _cell_does_not_fit(search: Search, request: PlanRequest, cell: float) -> DoesNotFit:
    """The cell is too large for the sections or for so many sheets: name the sheets or the cell that would do."""
    part = _board(request, f" with squares of {format_length(cell)}")
    division = search.roomiest(request.sections)
    alone = search.largest_alone(division)
    if micrometres(cell) > alone:
        width, height = _largest_section(division, request, cell)
        return DoesNotFit(
            part,
            f"{width:g} x {height:g} mm for a section",
            f"{room(request)}; the largest squares for these sections are {format_length(alone / 1000)}"
            f"{'' if _unnamed(request) else '; the best sections allow larger ones'}",
            choice="cell",
        )
    given = request.sheets or 1
    most = search.largest_of_all(given) if _unnamed(request) else search.largest(request.sections, given)
    enough = search.fewest(request.sections, micrometres(cell), range(given + 1, MOST_SHEETS + 1))
    if enough is None and request.counter_names:
        return _too_many_counters(search, request, micrometres(cell))
    need = f"{len(enough.keys)} sheets" if enough else "more sheets than can be planned"
    least = format_length(SMALLEST_CELL / 1000)
    would = f"the largest squares are {_cell(most)}" if most else f"no squares of {least} or more fit"
    return DoesNotFit(part, need, f"{_sheets(given)}, on which {would}", choice="cell")


def _board(request: PlanRequest, squares: str = "") -> str:
    """Return the board of a request in words: its cells a side, its squares, and its cut."""
    cut = {"whole": " in one piece", "two": " in two sections", "pinwheel": " in a pinwheel of sections"}
    return f"a {request.size} x {request.size} board{squares}{cut.get(request.sections, '')}"


def _sheets(count: int) -> str:
    return f"{count} sheet{'' if count == 1 else 's'}"


def _largest_section(division: Division, request: PlanRequest, cell: float) -> tuple[float, float]:
    """Return width and height of the largest section in print, with the tabs or overlaps it carries."""
    sections = division.sections(request.size)
    growth = edge_growth(sections, request.grow, later=division.later)
    measures = Measures(request.size, cell, request.frame)
    sizes = []
    for section in sections:
        _, _, width, height = measures.place(section)
        left, top, right, bottom = growth[section.name]
        sizes.append((width + left + right, height + top + bottom))
    return max(sizes, key=lambda size: size[0] * size[1])


def _unnamed(request: PlanRequest) -> bool:
    """Whether the planner is free to cut the board as it likes."""
    return request.sections in ("auto", "best")


def _cell(found: Found) -> str:
    return format_length(found.cell / 1000)
