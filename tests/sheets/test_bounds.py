"""The planner's work has bounds: whatever is asked, it ends soon with a plan or with a line that says what would do."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from taflkit.errors import TaflkitError
from taflkit.sheets.cuts import cut_order
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import beside, candidates, make_plan
from taflkit.sheets.planning.packing import Packer
from taflkit.sheets.request import COUNTER_FORMS, JOINS, KINGS, SECTIONS, PlanRequest

MOST_NODES = 250_000
"""In one plan of the largest cell: some tenths of a second."""

FEW_NODES = 50_000
"""In one of the planner's choice: some hundredths of a second."""


def names(counters: int) -> tuple[str, ...]:
    """Return the names of a king and so many counters in all, twice as many attackers as defenders."""
    defenders = max(1, counters // 3)
    soldiers = [f"defender-{n + 1}" for n in range(defenders)]
    return ("king-1", *soldiers, *(f"attacker-{n + 1}" for n in range(counters - defenders - 1)))


def request(size: int, pieces: int, paper: str = "a4", **options: Any) -> PlanRequest:
    return PlanRequest(PAPERS[paper], size, names(pieces), ("card-attackers", "card-defenders"), **options)


def any_request(seed: int) -> PlanRequest:
    """Return a request for any board and any options."""
    draw = random.Random(seed)  # noqa: S311
    size = draw.choice((5, 7, 9, 11, 13, 15, 17, 19, 19))
    options: dict[str, Any] = {"frame": draw.choice((0.0, 6.0, 15.0, 30.0)), "gap": draw.choice((0.0, 2.0, 5.0, 20.0))}
    options |= {"join": draw.choice(JOINS), "king": draw.choice(KINGS), "sections": draw.choice(SECTIONS)}
    options |= {"spares": draw.random() < 0.3, "margin": draw.choice((5.0, 10.0, 20.0, 30.0))}
    options |= {"counters": draw.choice(COUNTER_FORMS), "overlap": draw.choice((1.0, 8.0, 30.0))}
    if options["counters"] == "punch":
        options["punch"] = draw.choice((5.0, 16.0, 25.4, 60.0, 100.0))
    for name, likely, values in (
        ("sets", 0.3, (2, 5, 20, 50)),
        ("sheets", 0.3, (1, 2, 4, 8, 20, 99)),
        ("cell", 0.4, (8.0, 12.0, 20.0, 38.0, 90.0)),
    ):
        if draw.random() < likely:
            options[name] = draw.choice(values)
    counters = draw.choice((2 * size, 4 * size, draw.randint(3, size * size - 1)))
    return request(size, counters, draw.choice(list(PAPERS)), **options)


def recorded() -> dict[int, tuple[float, int]]:
    """Return the side of a square in mm and the number of sheets that plans have to reach, by their requests' seeds."""
    lines = (Path(__file__).parents[1] / "data" / "plans.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {int(seed): (float(cell), int(sheets)) for seed, cell, sheets in rows}


class Meter:
    """Counts the nodes of all packers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nodes = 0
        pack = Packer.pack

        def counted(packer: Packer, *args: Any) -> Any:
            before = packer.nodes
            try:
                return pack(packer, *args)
            finally:
                self.nodes += packer.nodes - before

        monkeypatch.setattr(Packer, "pack", counted)

    def read(self) -> int:
        """Return the nodes since the last reading."""
        nodes, self.nodes = self.nodes, 0
        return nodes


def check_bounded(asked: PlanRequest, meter: Meter) -> None:
    try:
        plan = make_plan(asked)
    except TaflkitError:
        assert meter.read() < 2 * MOST_NODES, "and a remedy is looked for as long again"
        return
    assert meter.read() < MOST_NODES
    beside(plan)
    assert meter.read() < 2 * MOST_NODES
    candidates(asked)
    assert meter.read() < 4 * MOST_NODES
    made = [part.name for sheet in plan.sheets for part in sheet.parts if part.kind in ("counter", "standee")]
    assert len(set(made)) == len(made)
    assert len([name for name in made if "-spare-" not in name]) == len(asked.counter_names) * asked.sets


@pytest.mark.parametrize("seed", [3, 7, pytest.param(range(8, 160), marks=pytest.mark.whole)])
def test_any_plan_ends_soon(seed: int | range, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(monkeypatch)
    for number in (seed,) if isinstance(seed, int) else seed:
        check_bounded(any_request(number), meter)


@pytest.mark.parametrize("seed", [6, pytest.param(range(7, 300), marks=pytest.mark.whole)])
def test_a_short_search_gives_squares_as_large_as_recorded(seed: int | range, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(monkeypatch)
    seeds = (seed,) if isinstance(seed, int) else seed
    for number, (cell, sheets) in recorded().items():
        if number in seeds:
            plan = make_plan(any_request(number)._replace(sections="auto"))
            assert meter.read() < FEW_NODES
            assert plan.cell > cell - 0.15, number
            assert len(plan.sheets) <= sheets or plan.cell > cell, number


def test_more_sheets_are_searched_as_well_as_those_that_are_too_few_for_the_squares_sought() -> None:
    plan = make_plan(request(13, 49, frame=6.0, sections="best"))
    assert (plan.cell, len(plan.sheets)) == (25.1, 3)


@pytest.mark.parametrize("king", KINGS)
@pytest.mark.parametrize("size", [7, pytest.param(19, marks=pytest.mark.whole)])
def test_fifty_sets_are_planned_at_once(size: int, king: str, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(monkeypatch)
    asked = request(size, {7: 13, 19: 73}[size], frame=6.0, king=king, sets=50, cell={7: 37.8, 19: 18.5}[size])
    check_bounded(asked, meter)
    plan = make_plan(asked)
    # Sheets with nothing but counters are full, but for the last ones.
    counts = [len(sheet.parts) for sheet in plan.sheets if {part.kind for part in sheet.parts} == {"counter"}]
    assert counts[:-3] == [max(counts)] * (len(counts) - 3)
    for sheet in (plan.sheets[0], next(s for s in plan.sheets if king == "flat" or s.parts[0].kind == "standee")):
        for a, b in combinations(sheet.parts, 2):
            apart = max(b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height)
            assert apart >= asked.gap - 1e-6


def test_sets_that_need_too_many_sheets_are_refused_with_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(monkeypatch)
    asked = request(19, 300, counters="punch", punch=60.0, sets=50, cell=18.0)
    with pytest.raises(TaflkitError) as caught:
        make_plan(asked)
    assert (caught.value.choice, meter.read()) == ("sets", 0)
    assert str(caught.value) == (
        "a kit of 15000 counters of 60 mm does not fit: it needs 1263 sheets or more; there is 99 sheets at most;"
        " use 3 sets or fewer"
    )
    assert make_plan(asked._replace(sets=3)).sheets


@pytest.mark.whole
def test_the_cuts_of_hundreds_of_counters_are_found_soon() -> None:
    plan = make_plan(request(15, 200, "a3", cell=8.0, spares=True))
    sheet = max(plan.sheets, key=lambda sheet: len(sheet.parts))
    assert len(sheet.parts) > 400
    freed = cut_order(sheet, plan)
    assert all(cut.through for cut in freed)
