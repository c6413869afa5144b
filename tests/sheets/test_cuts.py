"""The numbered cuts of a sheet: each straight side of a part is cut once, and by the fewest cuts there can be."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples, sampled
from taflkit.sheets.boxes import BoxRequest, place_boxes
from taflkit.sheets.cuts import Cut, box_cuts, cut_order, joined_shapes, sheet_cuts
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import Plan, make_plan
from taflkit.sheets.planning.placing import PlacedPart, Sheet
from taflkit.sheets.request import COUNTER_FORMS, JOINS, PlanRequest

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


SAME = 0.011
PLAN = make_plan(PlanRequest(PAPERS["a4"], 7))


def sheet_of(boxes, round_ones=()):
    """Return a sheet of parts (x1, y1, x2, y2), those of some numbers cut round."""
    parts = [
        PlacedPart(
            "counter" if n in round_ones else "card",
            f"part-{n}",
            *(x1, y1, x2 - x1, y2 - y1),
            turned=False,
            art=(0, 0, x2 - x1, y2 - y1),
        )
        for n, (x1, y1, x2, y2) in enumerate(boxes)
    ]
    return Sheet(tuple(parts))


def box_of(part):
    return (part.x, part.y, part.x + part.width, part.y + part.height)


def crosses(axis, at, box):
    return box[axis] + SAME < at < box[axis + 2] - SAME


def check_cuts(sheet, plan):
    """Cut the sheet apart as told: every straight part is free at the end, none was cut through, and no counter."""
    round_ones = {part.name for part in sheet.parts if part.kind == "counter"}
    boxes = {part.name: box_of(part) for part in sheet.parts}
    pieces = {frozenset(boxes): (0.0, 0.0, plan.paper.width, plan.paper.height)}
    cuts = cut_order(sheet, plan)
    assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))
    for cut in cuts:
        assert cut.through
        names = frozenset(cut.piece)
        piece = pieces.pop(names)
        axis = 0 if cut.x1 == cut.x2 else 1
        at, side = (cut.x1, cut.y1)[axis], 1 - axis
        assert piece[axis] < at < piece[axis + 2], "a cut goes through the piece in hand"
        ends = ((cut.x1, cut.x2), (cut.y1, cut.y2))[side]
        assert ends == (piece[side], piece[side + 2]), "from edge to edge"
        for name in names:
            assert not crosses(axis, at, boxes[name])
        before = frozenset(name for name in names if boxes[name][axis + 2] <= at + SAME)
        for inside, part in ((before, piece[:axis] + piece[axis : axis + 2] + (at,)), (names - before, None)):
            if inside:
                low, high = list(piece), list(piece)
                low[axis + 2], high[axis] = at, at
                pieces[inside] = tuple(low if part else high)
    assert sorted(name for names in pieces for name in names) == sorted(boxes)
    for names, piece in pieces.items():
        if not names <= round_ones:
            (name,) = names
            assert piece == pytest.approx(boxes[name], abs=SAME)
    return cuts


def fewest(boxes, page, round_ones=()):
    """Return the fewest cuts by trying all of them, on any side of any part, with no more thought."""
    straight = [box for n, box in enumerate(boxes) if n not in round_ones]

    @cache
    def least(piece):
        inside = [b for b in boxes if all(piece[n] <= b[n] and b[n + 2] <= piece[n + 2] for n in (0, 1))]
        if not any(box in straight for box in inside) or inside == [piece]:
            return 0
        best = 10**6
        for axis in (0, 1):
            for at in {b[n] for b in inside for n in (axis, axis + 2)}:
                if piece[axis] < at < piece[axis + 2] and not any(b[axis] < at < b[axis + 2] for b in inside):
                    low, high = list(piece), list(piece)
                    low[axis + 2], high[axis] = at, at
                    best = min(best, 1 + least(tuple(low)) + least(tuple(high)))
        return best

    return least(page)


def grid(across, down, wide, high, gap):
    return [
        (10 + n * (wide + gap), 10 + m * (high + gap), 10 + n * (wide + gap) + wide, 10 + m * (high + gap) + high)
        for m in range(down)
        for n in range(across)
    ]


@pytest.mark.parametrize(("across", "down"), [(1, 1), (1, 4), (2, 2), (3, 2), (2, 4)])
@pytest.mark.parametrize("gap", [0, 2])
def test_a_grid_is_freed_as_strips_and_then_apart(across, down, gap):
    sheet = sheet_of(grid(across, down, 20, 30, gap))
    cuts = check_cuts(sheet, PLAN)
    few, many = sorted((across, down))
    if gap:
        # The outline, then between strips, then in each strip.
        assert len(cuts) == 4 + 2 * (few - 1) + few * 2 * (many - 1)
    else:
        assert len(cuts) == 4 + (few - 1) + few * (many - 1)
    assert len(cuts) == fewest(tuple(box_of(p) for p in sheet.parts), (0, 0, 210, 297))
    ways = [cut.x1 == cut.x2 for cut in cuts[4:]]
    assert sum(one != other for one, other in pairwise(ways)) <= 1


@st.composite
def cuttable(draw):
    """Return parts that can be cut apart from edge to edge, at whole millimetres."""
    gap = draw(st.sampled_from([0, 0, 2]))

    def divide(box, depth):
        x1, y1, x2, y2 = box
        kind = draw(st.sampled_from(["part", "across", "down"] if depth else ["part", "part", "empty", "small"]))
        if kind == "across" and y2 - y1 > 20 + gap:
            y = draw(st.sampled_from([y1 + 10, (y1 + y2) // 2]))
            return divide((x1, y1, x2, y), depth - 1) + divide((x1, y + gap, x2, y2), depth - 1)
        if kind == "down" and x2 - x1 > 20 + gap:
            x = draw(st.sampled_from([x1 + 10, (x1 + x2) // 2]))
            return divide((x1, y1, x, y2), depth - 1) + divide((x + gap, y1, x2, y2), depth - 1)
        if kind == "empty":
            return []
        return [(x1, y1, x2 - 3, y2)] if kind == "small" else [box]

    return divide((10, 10, 190, 250), draw(st.integers(1, 3)))


@examples(150)
@given(cuttable(), st.sets(st.integers(0, 7), max_size=3))
def test_no_order_of_cuts_is_shorter(boxes, round_ones):
    sheet = sheet_of(boxes, round_ones)
    if not boxes:
        assert cut_order(sheet, PLAN) == ()
        return
    assert len(check_cuts(sheet, PLAN)) == fewest(tuple(boxes), (0, 0, 210, 297), round_ones)


@examples(40)
@given(
    st.sampled_from(list(PAPERS)),
    st.sampled_from([0.0, 1.3, 2.0]),
    st.sampled_from([form for form in COUNTER_FORMS if form != "punch"]),
    st.sampled_from(JOINS),
    st.sampled_from(["two", "pinwheel", "whole"]),
    st.one_of(st.none(), st.floats(15, 24)),
    st.booleans(),
)
def test_every_planned_sheet_is_cut_from_edge_to_edge(paper, gap, form, join, sections, cell, spares):
    plan = make_plan(
        PlanRequest(
            PAPERS[paper],
            7,
            NAMES,
            ("one", "two"),
            gap=gap,
            counters=form,
            join=join,
            sections=sections,
            cell=cell,
            spares=spares,
            king="standee" if spares else "flat",
        )
    )
    for sheet in plan.sheets:
        check_cuts(sheet, plan)


def test_the_kits_cuts():
    shared = make_plan(PlanRequest(PAPERS["a4"], 7, NAMES, ("one", "two"), gap=0.0))
    assert [len(check_cuts(sheet, shared)) for sheet in shared.sheets] == [4, 7]
    apart = make_plan(PlanRequest(PAPERS["a4"], 7, NAMES, ("one", "two")))
    cuts = [check_cuts(sheet, apart) for sheet in apart.sheets]
    assert [len(c) for c in cuts] == [4, 9]
    assert cuts[0][0].piece == tuple(part.name for part in apart.sheets[0].parts)


def test_what_no_cut_divides_is_cut_out_one_by_one():
    wheel = [(10, 10, 50, 30), (50, 10, 70, 50), (30, 50, 70, 70), (10, 30, 30, 70), (30, 30, 50, 50)]
    sheet = sheet_of([*wheel, (80, 10, 100, 70)])
    cuts = cut_order(sheet, PLAN)
    through = [cut for cut in cuts if cut.through]
    assert cuts[: len(through)] == tuple(through)
    assert len(through) == 6
    lines = {(cut.x1, cut.y1, cut.x2, cut.y2) for cut in cuts if not cut.through}
    for x1, y1, x2, y2 in wheel:
        for side in ((x1, y1, x2, y1), (x1, y2, x2, y2), (x1, y1, x1, y2), (x2, y1, x2, y2)):
            on_edge = (side[0] == side[2] and side[0] in (10, 70)) or (side[1] == side[3] and side[1] in (10, 70))
            assert on_edge != (side in lines)


def test_edges_that_scissors_cannot_tell_apart_are_one_line():
    sheet = sheet_of([(10, 10, 40, 40.001), (10, 40.002, 40, 70), (40.0008, 10.0004, 60, 70)])
    assert len(check_cuts(sheet, PLAN)) == 6
