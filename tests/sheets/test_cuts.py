"""The numbered cuts of a sheet: every straight side of every part is cut once, along its own outline too."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest

from support.sampling import sampled
from taflkit.sheets.boxes import BoxRequest, place_boxes
from taflkit.sheets.cuts import Cut, box_cuts, joined_shapes, sheet_cuts
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import Plan, make_plan
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.sheets.request import PlanRequest

NAMES = ("king-1", *(f"defender-{n}" for n in range(1, 5)), *(f"attacker-{n}" for n in range(1, 9)))
CLOSE = 0.02

Point = tuple[float, float]


def planned(**choices: object) -> Plan:
    paper = str(choices.pop("paper", "a4"))
    request = PlanRequest(PAPERS[paper], 7, NAMES, ("one", "two"), **choices)  # type: ignore[arg-type]
    return make_plan(request)


def away(point: Point, cut: Cut) -> float:
    """How far a point is from a cut in mm."""
    dx, dy = cut.x2 - cut.x1, cut.y2 - cut.y1
    along = ((point[0] - cut.x1) * dx + (point[1] - cut.y1) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - cut.x1 - along * dx, point[1] - cut.y1 - along * dy)


def points(start: Point, end: Point) -> list[Point]:
    """Points on a side, but for its ends."""
    parts = (0.02, 0.2, 0.4, 0.6, 0.8, 0.98)
    return [(start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in parts]


def inside(point: Point, shape: tuple[Point, ...], by: float = CLOSE) -> bool:
    """Whether a point is inside a convex shape, away from its sides."""
    signs = set()
    for a, b in pairwise((*shape, shape[0])):
        cross = ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / (math.dist(a, b) or 1.0)
        signs.add(1 if cross > by else -1 if cross < -by else 0)
    return signs in ({1}, {-1})


def shapes_of(part: PlacedPart, plan: Plan) -> tuple[tuple[Point, ...], ...]:
    if part.kind == "section":
        return joined_shapes(part, plan)
    right, low = part.x + part.width, part.y + part.height
    return (((part.x, part.y), (right, part.y), (right, low), (part.x, low)),)


def assert_cut_out(plan: Plan) -> None:
    """Every side of every straight part is on a cut, but where the part itself goes on, and no cut runs into a part."""
    for sheet in plan.sheets:
        cuts = sheet_cuts(sheet, plan)
        assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))
        assert all((cut.x1, cut.y1) != (cut.x2, cut.y2) for cut in cuts)
        for part in sheet.parts:
            if part.kind == "counter":
                continue
            shapes = shapes_of(part, plan)
            for shape in shapes:
                for start, end in pairwise((*shape, shape[0])):
                    for point in points(start, end):
                        beside = sum(min(away(point, Cut(0, *a, *b, ())) for a, b in _sides(s)) < CLOSE for s in shapes)
                        if beside == 1 and not any(inside(point, other, -CLOSE) for other in shapes if other != shape):
                            assert min(away(point, cut) for cut in cuts) < CLOSE, (part.name, point)
            for cut in cuts:
                for point in points((cut.x1, cut.y1), (cut.x2, cut.y2)):
                    assert not any(inside(point, shape, 0.03) for shape in shapes), (part.name, cut)


def _sides(shape: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(pairwise((*shape, shape[0])))


@pytest.mark.parametrize(
    ("join", "form", "sections"),
    sampled(
        [
            *(("tabs", "fold", "pinwheel"), ("overlap", "flat", "pinwheel"), ("butt", "fold", "pinwheel")),
            *(("tabs", "flat", "two"), ("butt", "flat", "auto"), ("overlap", "two-sided", "best")),
        ],
        3,
    ),
)
@pytest.mark.parametrize("gap", [0.0, 2.0])
def test_every_side_of_a_part_is_cut(join: str, form: str, sections: str, gap: float) -> None:
    assert_cut_out(planned(join=join, counters=form, sections=sections, gap=gap, king="standee"))


@pytest.mark.whole
@pytest.mark.parametrize("paper", PAPERS)
def test_every_side_of_a_part_is_cut_on_any_sheet(paper: str) -> None:
    choices = product(("butt", "tabs", "overlap"), ("flat", "fold", "punch"), ("two", "pinwheel", "best"), (None, 20.0))
    for join, form, sections, cell in list(choices)[::7]:
        punch = 20.0 if form == "punch" else None
        assert_cut_out(planned(paper=paper, join=join, counters=form, punch=punch, sections=sections, cell=cell))


def test_cuts_that_follow_marks_leave_the_sheet_whole_to_the_end() -> None:
    plan = planned(gap=2.0)
    assert plan.bleed
    for sheet in plan.sheets:
        cuts = sheet_cuts(sheet, plan)
        depths = [cut.depth for cut in cuts]
        assert depths == sorted(depths, reverse=True)
        straight = [part for part in sheet.parts if part.kind != "counter"]
        assert min(cut.x1 for cut in cuts) == pytest.approx(min(part.x for part in straight))
        assert max(cut.y2 for cut in cuts) == pytest.approx(max(part.y + part.height for part in straight))


def test_cuts_along_printed_edges_go_from_edge_to_edge_of_the_piece() -> None:
    plan = planned(gap=2.0, bleed=0.0)
    first = sheet_cuts(plan.sheets[1], plan)[0]
    assert (first.x1, first.x2) == (0.0, plan.paper.width)


@pytest.mark.parametrize(("gap", "king"), [(2.0, "flat"), (2.0, "standee"), (0.0, "flat")])
def test_no_cut_runs_along_counters_that_are_cut_round_when_they_are_folded(gap: float, king: str) -> None:
    plan = planned(gap=gap, king=king, counters="fold")
    for sheet in plan.sheets:
        straight = [part for part in sheet.parts if part.kind != "counter"]
        for cut in sheet_cuts(sheet, plan):
            level = cut.y1 == cut.y2
            at, start, end = (cut.y1, cut.x1, cut.x2) if level else (cut.x1, cut.y1, cut.y2)
            sides = [
                (along, along + long)
                for part in straight
                for across, along, wide, long in [
                    (part.y, part.x, part.height, part.width) if level else (part.x, part.y, part.width, part.height)
                ]
                if min(abs(across - at), abs(across + wide - at)) < CLOSE
            ]
            assert sides, f"{cut} shows on no part"
            if plan.bleed:
                assert min(side[0] for side in sides) - CLOSE < start < end < max(side[1] for side in sides) + CLOSE


def test_tabs_have_their_slanting_cuts() -> None:
    plan = planned(join="tabs", sections="two")
    own = [cut for sheet in plan.sheets for cut in sheet_cuts(sheet, plan) if cut.part == plan.seams[0].first]
    assert len(own) == 2
    assert all(cut.x1 != cut.x2 and cut.y1 != cut.y2 for cut in own)


def test_an_overlap_along_a_whole_side_has_no_cut_of_its_own() -> None:
    plan = planned(join="overlap", sections="two")
    assert not any(cut.part for sheet in plan.sheets for cut in sheet_cuts(sheet, plan))


@pytest.mark.parametrize("kind", ["parts", "kit"])
def test_the_cuts_of_a_box_go_round_it_once(kind: str) -> None:
    plan = planned()
    box = place_boxes(plan, BoxRequest(kind, 2, 0.5, 4, board=True))[0]
    cuts = box_cuts(box, plan)
    assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))
    for one, other in pairwise((*cuts, cuts[0])):
        assert math.dist((one.x2, one.y2), (other.x1, other.y1)) < CLOSE
        turn = (one.x2 - one.x1) * (other.y2 - other.y1) - (one.y2 - one.y1) * (other.x2 - other.x1)
        assert abs(turn) > 1e-3, "two cuts on one line are one cut"
    width, height = box.net.size[::-1] if box.turned else box.net.size
    assert max(cut.x2 for cut in cuts) - min(cut.x1 for cut in cuts) == pytest.approx(width, abs=CLOSE)
    assert max(cut.y2 for cut in cuts) - min(cut.y1 for cut in cuts) == pytest.approx(height, abs=CLOSE)
