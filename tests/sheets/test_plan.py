"""Plans: the cells to reach, what holds for every plan, and what is said where there is none."""

from __future__ import annotations

from itertools import combinations
from math import isclose

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from support.sampling import sampled
from taflkit.errors import DoesNotFit, TaflkitError, UnknownName
from taflkit.sheets import plan as planning
from taflkit.sheets.paper import DUPLEX, PAPERS, paper
from taflkit.sheets.plan import Beside, beside, best_of, candidates, make_plan, mirrored
from taflkit.sheets.planning.search import Search, with_cards
from taflkit.sheets.request import (
    COUNTER_FORMS,
    JOINS,
    KINGS,
    LARGE,
    SECTIONS,
    SHEETS,
    SOUGHT,
    SOUGHT_LARGE,
    PlanRequest,
)

TINY = 1e-6
OPPOSITE = {"upper": "lower", "right": "left", "lower": "upper", "left": "right"}


def names(size):
    """Return counters' names: a king, defenders, and twice as many attackers."""
    defenders = {5: 2, 7: 4, 9: 8, 11: 12, 13: 16, 15: 20, 17: 26, 19: 32}[size]
    counters = ["king-1"] + [f"defender-{n + 1}" for n in range(defenders)]
    return tuple(counters + [f"attacker-{n + 1}" for n in range(2 * defenders)])


def request(paper_name="a4", size=7, **options):
    return PlanRequest(paper(paper_name), size, names(size), ("attackers", "defenders"), **options)


def printed_size(part, plan):
    """Return the size that a section's print must have: its art, and more where a seam's strip sticks out."""
    _, _, width, height = plan.measures.place(part.section)
    sides = {seam.side for seam in plan.seams if seam.first == part.name}
    assert plan.later <= (plan.request.join != "butt")
    deep = {"butt": 0, "tabs": plan.request.tab, "overlap": plan.request.overlap}[plan.request.join]
    assert part.art == pytest.approx((deep * ("left" in sides), deep * ("upper" in sides), width, height), abs=TINY)
    across = ("left" in sides) + ("right" in sides)
    down = ("upper" in sides) + ("lower" in sides)
    return width + across * deep, height + down * deep


def check_joins(plan, placed):
    """Check that each seam's strip lies on its carrier's print and where the other section comes to lie."""
    letters = [section.name for section in plan.sections]
    parts = {part.name: part for part in placed}
    deep = plan.request.grow
    assert sum(seam.length for seam in plan.seams) == pytest.approx(plan.seam)
    for seam in plan.seams:
        assert (letters.index(seam.first) < letters.index(seam.second)) is not plan.later
        assert seam.pair == " – ".join(sorted((seam.first, seam.second), key=letters.index))
        first, second = parts[seam.first], parts[seam.second]
        x, y, width, height = seam.strip(deep)
        x, y = x + first.art[0], y + first.art[1]
        upright = (first.height, first.width) if first.turned else (first.width, first.height)
        # Each of these lengths is rounded to a millionth of a millimetre.
        assert min(x, y) >= -TINY
        assert x + width <= upright[0] + 3 * TINY
        assert y + height <= upright[1] + 3 * TINY
        ends = (seam.x, seam.y, first), (seam.second_x, seam.second_y, second)
        for (along_x, along_y, part), side in zip(ends, (seam.side, OPPOSITE[seam.side]), strict=True):
            wide, high = part.art[2:]
            across = {"left": 0, "right": wide}.get(side)
            down = {"upper": 0, "lower": high}.get(side)
            assert across is None or isclose(along_x, across, abs_tol=TINY)
            assert down is None or isclose(along_y, down, abs_tol=TINY)
            long, limit = (along_y, high) if seam.upright else (along_x, wide)
            assert long >= -TINY
            assert long + seam.length <= limit + 3 * TINY


def check_plan(plan, *, board=True):
    """Check everything that must hold for any plan, or for one without a board."""
    asked = plan.request
    left, top, width, height = plan.request.printable
    assert left >= asked.margin
    assert top >= max(asked.margin, 10)
    parts = [part for sheet in plan.sheets for part in sheet.parts]
    by_kind = {kind: [p for p in parts if p.kind == kind] for kind in ("section", "card", "counter", "standee")}
    wanted, cards = (
        [*names, *(f"{name}-{n}" for n in range(2, asked.sets + 1) for name in names)]
        for names in (asked.counter_names, asked.card_names)
    )
    standing = [name for name in wanted if asked.king == "standee" and name.startswith("king-")]
    assert sorted(p.name for p in by_kind["standee"]) == sorted(standing)
    made = [p.name for p in by_kind["counter"]]
    assert len(set(made)) == len(made)
    spares = [name for name in made if "-spare-" in name]
    assert sorted(set(made) - set(spares)) == sorted(set(wanted) - set(standing))
    assert asked.spares or not spares
    assert sorted(p.name for p in by_kind["card"]) == sorted(cards)
    assert sorted(astuple(p.section) for p in by_kind["section"]) == sorted(map(astuple, plan.sections))
    for sheet in plan.sheets:
        assert sheet.parts
        for part in sheet.parts:
            assert part.x >= left - TINY
            assert part.y >= top - TINY
            assert part.x + part.width <= left + width + TINY
            assert part.y + part.height <= top + height + TINY
        for a, b in combinations(sheet.parts, 2):
            across = max(b.x - a.x - a.width, a.x - b.x - b.width)
            down = max(b.y - a.y - a.height, a.y - b.y - b.height)
            assert max(across, down) >= asked.gap - TINY
    diameter = asked.punch or asked.counter_ratio * plan.cell
    assert plan.counter_size == pytest.approx(diameter)
    for part in parts:
        size = {
            "section": lambda p: printed_size(p, plan),
            "card": lambda _: asked.card_size,
            "counter": lambda _: (diameter, diameter * (2 if asked.counters == "fold" else 1)),
            "standee": lambda _: (0.9 * diameter, 4.2 * diameter),
        }[part.kind](part)
        measured = (part.height, part.width) if part.turned else (part.width, part.height)
        assert measured == pytest.approx(size, abs=TINY)
        if part.kind != "section":
            assert part.art == pytest.approx((0, 0, *size), abs=TINY)
    area = sum(p.width * p.height for p in parts)
    assert plan.fill == pytest.approx(area / (len(plan.sheets) * width * height))
    assert 0 < plan.fill <= 1
    if not board:
        return
    check_joins(plan, by_kind["section"])
    cells = [
        (file, rank)
        for s in plan.sections
        for file in range(s.file, s.file + s.files)
        for rank in range(s.rank, s.rank + s.ranks)
    ]
    assert sorted(cells) == [(file, rank) for file in range(plan.request.size) for rank in range(plan.request.size)]


@pytest.mark.parametrize(
    ("paper_name", "size", "options", "cell"),
    [
        ("a4", 7, {"gap": 0, "sections": "two"}, 39.5),
        ("a4", 7, {"gap": 0, "sections": "pinwheel"}, 38.0),
        ("a4", 7, {"gap": 0, "sections": "best"}, 39.5),
        ("letter", 7, {"gap": 0, "sections": "two"}, 37.0),
        ("letter", 7, {"gap": 0, "sections": "pinwheel"}, 38.1),
        ("letter", 7, {"gap": 0, "sections": "best"}, 39.1),
        ("a4", 7, {"sections": "auto"}, 38.6),
        ("a4", 7, {"sections": "best"}, 38.6),
        ("a4", 7, {"sections": "pinwheel"}, 37.4),
        ("letter", 7, {"sections": "two"}, 37.0),
        ("letter", 7, {"sections": "pinwheel"}, 37.7),
        ("letter", 7, {"sections": "best"}, 37.7),
        ("a4", 7, {"gap": 0, "sections": "whole", "sheets": 1}, 25.0),
        ("a4", 9, {"gap": 0}, 28.7),
        ("letter", 9, {"gap": 0}, 28.8),
        ("a4", 11, {"gap": 0}, 25.0),
        ("letter", 11, {"gap": 0, "sections": "best"}, 23.6),
    ],
)
def test_the_cells_to_reach(paper_name, size, options, cell):
    plan = make_plan(request(paper_name, size, **options))
    check_plan(plan)
    assert plan.cell >= cell
    assert plan.cell == round(plan.cell, 1)


def test_the_search_of_the_usual_kits_is_short():
    # Nodes stand for time: 5000 of them are some 10 ms.
    for asked, most in [
        (request(sections="two"), 1_000),
        (request(sections="pinwheel"), 1_500),
        (request(), 2_000),
        (request("letter"), 2_000),
        (request(sections="best"), 25_000),
        (request(size=19, sections="best"), 110_000),
    ]:
        search = Search(asked)
        assert planning._find(search, asked, asked.sections) is not None
        assert search.packer.nodes < most


def test_the_kit_on_a4():
    plan = make_plan(request())
    assert (plan.sections_name, plan.cell, plan.board_size, plan.counter_size) == ("two", 38.7, 270.9, 30.96)
    assert plan.seam == pytest.approx(7 * 38.7)
    assert [[p.name for p in sheet.parts if p.kind != "counter"] for sheet in plan.sheets] == [
        ["A"],
        ["B", "attackers", "defenders"],
    ]
    first = plan.sheets[0].parts
    assert (first[0].x, first[0].y, first[0].width, first[0].height) == (10, 10, 154.8, 270.9)
    assert [p.name for p in first[1:4]] == ["king-1", "defender-1", "defender-2"]
    assert {p.x for p in first[1:]} == {166.8}


def test_the_plan_knows_what_was_asked():
    asked = request("letter", gap=1.0, margin=12.0, frame=3.0)
    plan = make_plan(asked)
    assert (plan.paper, plan.request.margin, plan.request.gap, plan.frame, plan.request.size) == (
        PAPERS["letter"],
        12.0,
        1.0,
        3.0,
        7,
    )
    assert plan.board_size == pytest.approx(7 * plan.cell + 6)
    check_plan(plan)


@pytest.mark.parametrize(
    ("paper_name", "cell", "division", "sheets"),
    [
        ("a4", 38.7, "two", 2),
        ("letter", 37.0, "two", 2),
        ("a3", 57.1, "two", 2),
        ("legal", 42.7, "two", 2),
        ("tabloid", 53.6, "two", 2),
    ],
)
def test_every_paper_has_a_sensible_plan(paper_name, cell, division, sheets):
    plan = make_plan(request(paper_name))
    check_plan(plan)
    assert (plan.cell, plan.sections_name, len(plan.sheets)) == (cell, division, sheets)
    # a board of one piece on one sheet has room on each of them too
    small = make_plan(request(paper_name, sections="whole", sheets=1))
    check_plan(small)
    assert small.cell >= 23


def test_equal_requests_have_equal_plans():
    assert make_plan(request()) == make_plan(request())
    assert hash(request()) == hash(request())


def test_a_narrow_margin_gains_at_the_sides_only():
    assert request(margin=5.0).printable == (5.0, 10.0, 200.0, 277.0)
    assert request(margin=15.0).printable == (15.0, 15.0, 180.0, 267.0)
    assert make_plan(request(margin=5.0, sections="whole")).cell == 28.5
    assert make_plan(request(margin=10.0, sections="whole")).cell == 27.1


@pytest.mark.parametrize(
    ("paper_name", "options", "cells"),
    [
        ("a4", {"sections": "two"}, (38.7, 38.6)),
        ("a4", {"sections": "pinwheel"}, (37.5, 35.9)),
        ("letter", {"sections": "two"}, (37.0, 37.0)),
        ("letter", {"sections": "pinwheel"}, (37.8, 35.8)),
    ],
)
def test_tabs_and_overlaps_are_counted(paper_name, options, cells):
    for join, cell in zip(JOINS, (*cells, cells[1]), strict=True):
        plan = make_plan(request(paper_name, join=join, **options))
        check_plan(plan)
        assert plan.cell == cell


def test_the_joined_kit_on_a4():
    plan = make_plan(request(join="tabs"))
    (seam,) = plan.seams
    # The narrower section has more room for a tab.
    assert (plan.later, seam.first, seam.second, seam.side, seam.pair) == (True, "B", "A", "left", "A – B")
    assert (seam.x, seam.y, seam.second_x, seam.second_y, seam.length) == pytest.approx((0, 0, 154.4, 0, 270.2))
    assert seam.strip(8) == pytest.approx((-8, 0, 8, 270.2))
    first, second = (part for sheet in plan.sheets for part in sheet.parts if part.kind == "section")
    assert (first.width, first.height, first.art) == (154.4, 270.2, (0, 0, 154.4, 270.2))
    assert (second.width, second.height, second.art) == (123.8, 270.2, (8, 0, 115.8, 270.2))
    earlier = make_plan(request(join="overlap", sections="pinwheel"))
    assert not earlier.later
    assert [seam.first < seam.second for seam in earlier.seams] == [True] * 8
    assert make_plan(request()).seams[0].length == pytest.approx(make_plan(request()).seam)
    assert make_plan(request(sections="whole")).seams == ()


def test_a_tab_is_no_concern_of_a_butt_joint():
    assert make_plan(request(tab=3.0, overlap=40.0)).sheets == make_plan(request()).sheets


def test_counters_of_a_punch_have_its_size():
    plan = make_plan(request(punch=25.4, counters="punch"))
    check_plan(plan)
    assert (plan.cell, plan.counter_size, plan.crowded) == (39.5, 25.4, False)
    assert {(p.width, p.height) for s in plan.sheets for p in s.parts if p.kind == "counter"} == {(25.4, 25.4)}
    crowded = make_plan(request(punch=25.4, counters="punch", cell=20.0))
    check_plan(crowded)
    assert crowded.crowded


def test_counters_to_fold_are_twice_as_long():
    plan = make_plan(request(counters="fold"))
    check_plan(plan)
    assert plan.cell >= 35.2
    counters = [p for s in plan.sheets for p in s.parts if p.kind == "counter"]
    assert all(p.art == pytest.approx((0, 0, plan.counter_size, 2 * plan.counter_size)) for p in counters)
    for part in counters:
        assert part.turned == (part.width > part.height)


def test_a_standing_king_is_no_counter():
    plan = make_plan(request(king="standee", sets=2))
    check_plan(plan)
    kings = [p for s in plan.sheets for p in s.parts if p.kind == "standee"]
    assert [p.name for p in kings] == ["king-1", "king-1-2"]
    no_king = PlanRequest(PAPERS["a4"], 7, ("defender-1",), king="standee")
    assert not [p for s in make_plan(no_king).sheets for p in s.parts if p.kind == "standee"]


def test_sets_come_one_after_the_other():
    asked = request(sets=3)
    assert asked.flat_counters[:13] == asked.counter_names
    assert asked.flat_counters[13:15] == ("king-1-2", "defender-1-2")
    assert asked.flat_counters[-1] == "attacker-8-3"
    plan = make_plan(asked)
    check_plan(plan)
    assert [p.name for s in plan.sheets for p in s.parts if p.kind == "counter"] == list(asked.flat_counters)


def test_spares_fill_what_is_left_and_change_no_cell():
    for options in ({}, {"cell": 24.0}, {"gap": 0.0, "sections": "whole"}, {"counters": "fold", "cell": 30.0}):
        without, plan = make_plan(request(**options)), make_plan(request(spares=True, **options))
        check_plan(plan)
        assert (plan.cell, plan.sections, len(plan.sheets)) == (without.cell, without.sections, len(without.sheets))
        assert plan.fill >= without.fill
    names = [p.name for s in plan.sheets for p in s.parts if "-spare-" in p.name]
    assert names
    bare = make_plan(PlanRequest(PAPERS["a4"], 7, spares=True))
    assert all(part.section is not None for sheet in bare.sheets for part in sheet.parts)


def test_spares_are_shared_out_by_need():
    plan = make_plan(request(spares=True, cell=20.0, sections="whole"))
    names = [p.name for s in plan.sheets for p in s.parts if "-spare-" in p.name]
    first = [name.partition("-")[0] for name in names[:13]]
    assert (first.count("attacker"), first.count("defender"), first.count("king")) == (8, 4, 1)
    assert first[:2] == ["attacker", "defender"]
    assert names[0] == "attacker-spare-1"
    standing = make_plan(request(spares=True, cell=20.0, sections="whole", king="standee"))
    assert not [p for s in standing.sheets for p in s.parts if p.name.startswith("king-spare")]


def test_fewer_sheets_are_taken_if_they_do():
    plan = make_plan(request(size=5, sections="whole", sheets=4, cell=None, counter_ratio=0.4))
    assert len(plan.sheets) == 1
    check_plan(plan)


def test_a_given_cell_takes_the_fewest_sheets():
    cells = [
        (24.0, 1, "whole"),
        (25.0, 1, "two"),
        (27.0, 2, "whole"),
        (38.0, 2, "two"),
        (45.0, 3, "best"),
        (54.0, 5, "best"),
    ]
    for cell, sheets, name in cells:
        plan = make_plan(request(cell=cell))
        check_plan(plan)
        assert (plan.cell, len(plan.sheets), plan.sections_name) == (cell, sheets, name)


def test_a_given_cell_is_taken_as_it_is():
    plan = make_plan(request(cell=31.75, sections="two"))
    check_plan(plan)
    assert (plan.cell, plan.board_size) == (31.75, 222.25)


def largest_by_sections(asked, most):
    """Return the largest cell in mm for each number of sections that are no strips, tried division by division."""
    search = Search(asked)
    cells = {}
    for pieces in range(1, most + 1):
        found = search._climb(search.into(pieces, 8000, 2), asked.sheets, None)
        cells[pieces] = found.cell / 1000 if found else 0.0
    return cells


@pytest.mark.parametrize("paper_name", sampled(list(PAPERS), 2))
@pytest.mark.parametrize("options", [{}, {"gap": 0.0}, {"sheets": 1}, {"frame": 6.0}, {"join": "tabs"}])
def test_more_sections_than_the_fewest_are_taken_only_for_squares_ten_per_cent_larger(paper_name, options):
    asked = request(paper_name, **{"sheets": 2, **options})
    cells = largest_by_sections(asked, 3)
    chosen = 0.0
    for cell in cells.values():
        chosen = cell if cell >= 1.1 * chosen - TINY else chosen
    plan = make_plan(asked)
    assert plan.cell == pytest.approx(chosen)
    assert len(plan.sections) == next(pieces for pieces, cell in cells.items() if cell == plan.cell)


@pytest.mark.parametrize(
    ("paper_name", "size", "options", "cell", "best"),
    [
        ("letter", 7, {"frame": 6.0}, 34.9, 36.3),
        pytest.param("a4", 9, {"frame": 6.0}, 27.2, 28.4, marks=pytest.mark.whole),
        pytest.param("a4", 7, {"frame": 6.0, "king": "standee"}, 34.3, 36.7, marks=pytest.mark.whole),
    ],
)
def test_two_sections_are_not_given_up_for_five(paper_name, size, options, cell, best):
    asked = request(paper_name, size, **options)
    plan = make_plan(asked)
    assert (plan.cell, len(plan.sections)) == (cell, 2)
    assert best_of(plan).cell == best


@pytest.mark.parametrize(
    ("paper_name", "size", "cell", "sections", "sheets", "best"),
    [("a4", 9, 28.3, 2, 3, (5, 2)), ("letter", 7, 36.0, 4, 3, (4, 2)), ("a4", 9, 27.2, 2, 2, None)],
)
def test_a_board_of_given_squares_is_not_shredded(paper_name, size, cell, sections, sheets, best):
    plan = make_plan(request(paper_name, size, frame=6.0, cell=cell))
    assert (len(plan.sections), len(plan.sheets)) == (sections, sheets)
    other = best_of(plan)
    assert (other and (len(other.sections), len(other.sheets))) == best


def test_strips_spare_many_sections_where_sheets_are_few():
    plan = make_plan(request(size=9, frame=6.0, cell=28.3, sheets=2))
    check_plan(plan)
    assert (len(plan.sections), len(plan.sheets)) == (5, 2)


def sweep(paper_name, size, cells, **options):
    """Yield the sections, sheets and narrowest sections of `auto` and `best` for each cell in mm."""
    for cell in cells:
        asked = request(paper_name, size, frame=6.0, cell=cell, **options)
        found = [planning._find(Search(asked), asked, name) for name in ("auto", "best")]
        assert (found[0] is None) == (found[1] is None)
        if found[0] is not None:
            yield [(len(each.keys), len(each.division.shapes), each.division.narrowest) for each in found]


def assert_no_more_sections_than_the_best(told):
    auto, best = told
    if auto[0] == best[0] and best[2] >= auto[2]:
        assert auto[1] <= best[1]
    # a sheet is not saved by more than two sections
    assert auto[0] >= best[0]


@pytest.mark.parametrize("size", [7, pytest.param(9, marks=pytest.mark.whole)])
def test_given_squares_have_no_more_sections_than_the_best(size):
    for told in sweep("letter", size, [26.0 + 1.7 * step for step in range(7)]):
        assert_no_more_sections_than_the_best(told)


@pytest.mark.whole
@pytest.mark.parametrize("size", [7, 11, 19])
@pytest.mark.parametrize(("paper_name", "sheets"), [("a4", None), ("letter", 3), ("a3", None)])
def test_given_squares_have_no_more_sections_than_the_best_on_any_sheet(paper_name, size, sheets):
    for told in sweep(paper_name, size, [12.0 + 2.6 * step for step in range(15)], sheets=sheets):
        assert_no_more_sections_than_the_best(told)


@pytest.mark.whole
@pytest.mark.parametrize("size", range(5, 20, 2))
@pytest.mark.parametrize("paper_name", sampled(list(PAPERS), 2))
def test_no_section_is_a_strip_of_one_square(paper_name, size):
    for join in JOINS[:2]:
        for king in KINGS:
            plan = make_plan(request(paper_name, size, frame=6.0, join=join, king=king))
            check_plan(plan)
            assert min(min(s.files, s.ranks) for s in plan.sections) >= 2


def test_a_strip_is_taken_where_nothing_else_fits():
    plan = make_plan(request(cell=54.0, sheets=4))
    check_plan(plan)
    assert min(min(s.files, s.ranks) for s in plan.sections) == 1


@pytest.mark.parametrize("paper_name", sampled(list(PAPERS), 2))
@pytest.mark.parametrize(("size", "options"), [(7, {}), (9, {"frame": 6.0}), (7, {"king": "standee", "gap": 0.0})])
def test_cards_lie_upright_on_one_sheet_where_that_costs_nothing(paper_name, size, options):
    asked = request(paper_name, size, **options)
    plan = make_plan(asked)
    check_plan(plan)
    cards = [[part for part in sheet.parts if part.kind == "card"] for sheet in plan.sheets]
    (cards,) = filter(None, cards)
    assert len(cards) == 2
    assert cards[0].turned == cards[1].turned
    assert cards[0].x == cards[1].x or cards[0].y == cards[1].y
    search = Search(asked)
    found = planning._find(search, asked, "auto")
    # A card that lies, where it need not, would show here: the pair packed upright with the same cell and division.
    for block in ((1, 2), (2, 1)):
        assert with_cards(search, found, search.card, block, fixed=True) is None or not cards[0].turned


@pytest.mark.whole
@pytest.mark.parametrize("size", range(5, 20, 2))
@pytest.mark.parametrize("paper_name", sampled(list(PAPERS), 2))
def test_sheets_that_are_not_numbered_are_two_or_the_fewest_for_squares_to_play_on(paper_name, size):
    asked = request(paper_name, size, frame=6.0)
    assert asked.sought == (SOUGHT if size <= LARGE else SOUGHT_LARGE)
    plan = make_plan(asked)
    check_plan(plan)
    assert plan.cell >= asked.sought
    count = len(plan.sheets)
    assert count >= SHEETS
    numbered = make_plan(asked._replace(sheets=count))
    assert (numbered.cell, numbered.sections, numbered.sheets) == (plan.cell, plan.sections, plan.sheets)
    if count > SHEETS:
        assert make_plan(asked._replace(sheets=count - 1)).cell < asked.sought


@pytest.mark.parametrize(("name", "sheets"), [("whole", 2), ("two", 3), ("pinwheel", 3)])
def test_sections_that_cannot_be_so_large_are_as_large_as_they_can_be_on_the_fewest_sheets(name, sheets):
    plan = make_plan(request(size=19, sections=name))
    check_plan(plan)
    assert plan.cell < plan.request.sought
    assert len(plan.sheets) == sheets
    (more,) = beside(plan)[1:]
    assert more.cell == plan.cell


@pytest.mark.parametrize("sheets", [2, 4])
@pytest.mark.parametrize("size", [9, 13, 19])
def test_auto_cuts_a_large_board_into_sections_and_not_into_strips(size, sheets):
    plan = make_plan(request(size=size, sheets=sheets, gap=0.0))
    check_plan(plan)
    assert min(min(s.files, s.ranks) for s in plan.sections) >= size // 4
    assert plan.cell >= 0.9 * make_plan(request(size=size, sheets=sheets, gap=0.0, sections="best")).cell
    assert len(plan.sections) <= 2 * sheets


@pytest.mark.parametrize("name", ["auto", "best"])
@pytest.mark.parametrize(("paper_name", "size", "sheets"), [("a3", 19, 2), ("a4", 5, 4), ("letter", 7, 6)])
def test_no_section_is_a_single_square(paper_name, size, sheets, name):
    plan = make_plan(request(paper_name, size, sections=name, sheets=sheets, frame=6.0))
    assert (1, 1) not in [(s.files, s.ranks) for s in plan.sections]


@pytest.mark.whole
def test_another_number_of_sheets_gives_what_it_says():
    plan = make_plan(request(frame=6.0, spares=True))
    fewer, more = beside(plan)
    assert (fewer.sheets, more.sheets) == (1, 3)
    for other in (fewer, more):
        assert other.cell == make_plan(request(frame=6.0, sheets=other.sheets)).cell
    assert fewer.cell < plan.cell < more.cell
    assert [other.sheets for other in beside(make_plan(request(sheets=1)))] == [2]
    crowded = make_plan(request(size=5, counters="punch", punch=70.0))
    assert [(other.sheets, other.cell is None) for other in beside(crowded)] == [(1, True), (3, False)]
    wide = make_plan(request(size=9, join="overlap", overlap=20.0))
    assert beside(wide)[0] == Beside(1, None), "squares on one sheet are less than the overlap"


def test_many_sheets_are_in_the_order_of_their_sections():
    plan = make_plan(request(size=19, sets=3, cell=19.0))
    check_plan(plan)
    letters = [[part.name for part in sheet.parts if part.kind == "section"] for sheet in plan.sheets]
    with_sections = [names for names in letters if names]
    assert len(with_sections) > SHEETS
    assert with_sections == sorted(with_sections, key=min)
    assert letters[: len(with_sections)] == with_sections


def test_candidates_take_as_many_sheets_as_the_plan():
    plan = make_plan(request(size=19))
    assert len(plan.sheets) > SHEETS
    assert max(len(row.sheets) for row in candidates(request(size=19))) == len(plan.sheets)


def test_candidates_show_the_trade():
    rows = candidates(request("letter", gap=0.0))
    assert [(r.sections_name, r.cell, len(r.sheets)) for r in rows] == [
        ("whole", 27.9, 2),
        ("two", 37.0, 2),
        ("pinwheel", 38.1, 2),
        ("best", 39.1, 2),
    ]
    for row in rows:
        plan = make_plan(request("letter", gap=0.0, sections=row.sections_name))
        assert (plan.sections, plan.cell, plan.board_size) == (row.sections, row.cell, row.board_size)
        assert (plan.seam, plan.fill) == (row.seam, row.fill)
    assert [r.sections_name for r in candidates(request())] == ["whole", "two", "pinwheel"]
    assert [(r.sections_name, len(r.sheets)) for r in candidates(request(cell=38.0))] == [("two", 2), ("pinwheel", 3)]


def sizes_and_sections():
    """Return sizes with sections; the long searches for large boards have a test of their own."""
    quick = st.sampled_from([(7, name) for name in SECTIONS] + [(5, name) for name in SECTIONS])
    named = st.tuples(st.sampled_from(range(9, 20, 2)), st.sampled_from(["whole", "two", "pinwheel"]))
    return st.one_of(quick, named)


def planned(asked):
    """Return the plan, or None where an error says that there is none."""
    try:
        return make_plan(asked)
    except DoesNotFit as error:
        return None if "\n" not in str(error) else pytest.fail(str(error))


@pytest.mark.whole  # the dearest plans take seconds each
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(list(PAPERS)),
    sizes_and_sections(),
    st.fixed_dictionaries(
        {
            "gap": st.one_of(st.sampled_from([0.0, 2.0]), st.floats(0, 5)),
            "frame": st.one_of(st.just(0.0), st.floats(0, 8)),
            "sheets": st.integers(1, 4),
            "margin": st.one_of(st.just(10.0), st.floats(5, 20)),
            "card_size": st.one_of(st.just((63.0, 88.0)), st.tuples(st.floats(40, 90), st.floats(40, 100))),
            "cell": st.one_of(st.none(), st.none(), st.floats(8, 60)),
            "join": st.sampled_from(JOINS),
            "tab": st.floats(1, 15),
            "overlap": st.floats(1, 15),
            "counters": st.sampled_from([form for form in COUNTER_FORMS if form != "punch"]),
            "king": st.sampled_from(KINGS),
            "sets": st.sampled_from([1, 1, 1, 2, 3]),
            "spares": st.booleans(),
        }
    ),
    st.one_of(st.none(), st.none(), st.floats(8, 40)),
)
def test_every_plan_can_be_cut_out_and_played_on(paper_name, size_and_sections, options, punch):
    size, sections = size_and_sections
    if punch is not None:
        options |= {"punch": punch}
        options |= {"counters": "punch"} if options["counters"] == "flat" else {}
    asked = request(paper_name, size, sections=sections, **options)
    plan = planned(asked)
    if plan is None:
        return
    check_plan(plan)
    assert not plan.crowded or options["counters"] == "punch"
    assert len(plan.sheets) <= asked.sheets
    assert plan.cell == asked.cell if asked.cell else plan.cell >= 8
    assert make_plan(asked) == plan


@pytest.mark.whole
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(range(9, 20, 2)), st.sampled_from(list(PAPERS)), st.floats(0, 5))
def test_the_best_of_large_boards_is_a_plan_too(size, paper_name, gap):
    options = {"gap": gap, "sheets": SHEETS}
    plan = make_plan(request(paper_name, size, sections="best", **options))
    check_plan(plan)
    for name in ("whole", "two", "pinwheel"):
        assert plan.cell >= make_plan(request(paper_name, size, sections=name, **options)).cell


@pytest.mark.parametrize(
    ("options", "bleed"),
    [
        ({}, 1.0),
        ({"gap": 0.0}, 0.0),
        ({"gap": 5.0}, 2.5),
        ({"gap": 20.0}, 3.0),
        ({"gap": 20.0, "margin": 6.0}, 3.0),
        ({"gap": 20.0, "bleed": 4.0}, 4.0),
    ],
)
def test_art_runs_on_by_half_the_gap(options, bleed):
    assert request("a4", 7, **options).bled == bleed


@pytest.mark.parametrize(
    ("options", "aside"),
    [({}, 1.0), ({"margin": 5.0}, 0.0), ({"gap": 6.0, "margin": 6.0}, 1.0), ({"unprintable": 10.0}, 0.0)],
)
def test_art_does_not_run_on_into_the_white_edge(options, aside):
    assert request("a4", 7, **options).bled_aside == aside


def test_a_board_without_counters_or_cards():
    plan = make_plan(PlanRequest(PAPERS["a4"], 7, sections="whole", sheets=1))
    check_plan(plan)
    assert plan.cell == 27.1


@pytest.mark.parametrize(
    ("kept", "options", "sheets"),
    [
        (("counters", "cards"), {}, 1),
        (("counters",), {}, 1),
        (("cards",), {}, 1),
        ((), {}, 0),
        (("counters", "cards"), {"sets": 4, "spares": True}, 3),
        (("counters",), {"sets": 50, "counters": "two-sided"}, 17),
        (("counters", "cards"), {"king": "standee", "counters": "fold"}, 1),
    ],
)
def test_parts_without_a_board_lie_on_as_few_sheets_as_hold_them(kept, options, sheets):
    whole = request(cell=37.8, **options)
    left_out = {f"{name[:-1]}_names": () for name in ("counters", "cards") if name not in kept}
    asked = whole._replace(board=False, **left_out)
    plan = make_plan(asked)
    assert (plan.sections, plan.sections_name, plan.seams, plan.seam) == ((), "none", (), 0.0)
    assert (len(plan.sheets), plan.cell, plan.counter_size) == (sheets, 37.8, 30.24)
    if kept:
        check_plan(plan, board=False)
    cards = [part for sheet in plan.sheets for part in sheet.parts if part.kind == "card"]
    # of many cards some lie down
    assert whole.sets > 1 or not any(part.turned for part in cards)
    assert (beside(plan), candidates(asked, plan), best_of(plan)) == ((), (), None)


def test_parts_without_a_board_that_take_more_sheets_than_asked_for_are_refused():
    asked = request(cell=38.0, sets=5, sheets=1, board=False)
    with pytest.raises(DoesNotFit) as caught:
        make_plan(asked)
    line = "a kit of counters and cards does not fit: it needs 3 sheets; there is 1 sheet"
    assert (str(caught.value), caught.value.choice) == (line, "sheets")
    assert len(make_plan(asked._replace(sheets=3)).sheets) == 3
    with pytest.raises(TaflkitError, match="need the side of the squares") as unsized:
        make_plan(asked._replace(cell=None))
    assert unsized.value.choice == "cell"


@pytest.mark.parametrize(
    ("options", "choice", "line"),
    [
        (
            {"bleed": 1.5},
            "bleed",
            "a bleed of 1.5 mm does not fit: it needs a gap of 3 mm; there is 2 mm between parts; "
            "make the gap wider, or the bleed narrower",
        ),
        (
            {"counters": "punch"},
            "punch",
            "counters for a punch need the punch's diameter; give it, such as 25 mm",
        ),
        ({"card_size": (0.0, 88.0)}, "", "the card's width must be more than 0, not 0"),
        ({"counter_ratio": -0.8}, "", "the counters' part of a cell must be more than 0, not -0.8"),
    ],
)
def test_lengths_out_of_range_are_named_by_their_choice(options, choice, line):
    with pytest.raises(TaflkitError) as caught:
        make_plan(request(**options))
    assert (str(caught.value), caught.value.choice) == (line, choice)
    with pytest.raises(TaflkitError):
        candidates(request(**options))


A4_SHEET = "190 x 277 mm on a sheet of A4 inside a margin of 10 mm"


@pytest.mark.parametrize(
    ("asked", "choice", "line"),
    [
        (
            request(card_size=(191.0, 191.0)),
            "",
            f"a card does not fit: it needs 191 x 191 mm; there is {A4_SHEET}",
        ),
        (
            request(cell=60.0, sections="two"),
            "cell",
            "a 7 x 7 board with squares of 60 mm in two sections does not fit: it needs 240 x 420 mm for a section;"
            f" there is {A4_SHEET}; the largest squares for these sections are 39.5 mm;"
            " the best sections allow larger ones",
        ),
        (
            request(cell=100.0),
            "cell",
            "a 7 x 7 board with squares of 100 mm does not fit: it needs 200 x 300 mm for a section;"
            f" there is {A4_SHEET}; the largest squares for these sections are 92.3 mm",
        ),
        (
            request(cell=30.0, sheets=1),
            "cell",
            "a 7 x 7 board with squares of 30 mm does not fit: it needs 2 sheets;"
            " there is 1 sheet, on which the largest squares are 25.2 mm",
        ),
        (
            request(sheets=1)._replace(card_size=(150.0, 250.0)),
            "sheets",
            "a 7 x 7 board on 1 sheet does not fit: it needs 2 sheets for squares of"
            " 8 mm or more; there is room on 2 sheets for squares of 12.6 mm",
        ),
        (
            request(size=19, sections="whole", frame=25.0),
            "sections",
            "a 19 x 19 board in one piece does not fit: it needs 202 mm of board for squares of 8 mm,"
            f" and the counters and cards beside it; there is {A4_SHEET};"
            " use the best sections, a smaller margin, gap or frame",
        ),
        (
            request(punch=100.0, counters="punch", king="standee"),
            "punch",
            f"a standing king does not fit: it needs 90 x 420 mm; there is {A4_SHEET}; the widest counter is 65.95 mm",
        ),
        (
            request(counter_ratio=9.0, king="standee"),
            "",
            f"a standing king does not fit: it needs 64.8 x 302.4 mm; there is {A4_SHEET};"
            " the widest counter is 65.95 mm",
        ),
        (
            request(punch=45.0),
            "punch",
            "a counter of 45 mm does not fit: it needs squares of 45 mm or more; there is squares of 32.8 mm;"
            " use 32.8 mm or less, or counters for a punch, which may be wider",
        ),
        (
            request(punch=31.0, cell=30.0),
            "punch",
            "a counter of 31 mm does not fit: it needs squares of 31 mm or more; there is squares of 30 mm;"
            " use 30 mm or less, or counters for a punch, which may be wider",
        ),
        (
            request(join="tabs", tab=40.0, cell=30.0),
            "tab",
            "a tab of 40 mm does not fit: it needs squares of 40 mm or more; there is squares of 30 mm;"
            " use 30 mm or less",
        ),
        (
            request(join="overlap", overlap=10.0, cell=60.0, sections="two"),
            "cell",
            "a 7 x 7 board with squares of 60 mm in two sections does not fit: it needs 250 x 420 mm for a section;"
            f" there is {A4_SHEET}; the largest squares for these sections are 39.5 mm;"
            " the best sections allow larger ones",
        ),
    ],
)
def test_what_does_not_fit_says_what_would(asked, choice, line):
    with pytest.raises(DoesNotFit) as caught:
        make_plan(asked)
    assert (str(caught.value), caught.value.choice) == (line, choice)


NAMES = ("king-1", *(f"defender-{n}" for n in range(1, 5)), *(f"attacker-{n}" for n in range(1, 9)))


def plan_on(paper, **options):
    return make_plan(PlanRequest(PAPERS[paper], 7, NAMES, ("a", "b"), counters="two-sided", **options))


def seen_through(x, y, paper, duplex):
    """Return where a point of the back's page lies, seen through the sheet from its front.

    A sheet is turned in space about an axis in its plane: what was at a height z is at -z then, so the
    back's own page, which reads upright after the turn, is the front's with one coordinate counted from the
    other end.
    """
    middle_x, middle_y = paper.width / 2, paper.height / 2
    if duplex == "long":  # about the upright axis through the middle
        return middle_x - (x - middle_x), y
    return x, middle_y - (y - middle_y)  # about the level one


@pytest.mark.parametrize("paper", sampled(list(PAPERS), 2))
@pytest.mark.parametrize("duplex", DUPLEX)
@pytest.mark.parametrize("options", [{}, {"sets": 2}, {"margin": 7.0, "gap": 0.0}, {"spares": True}])
def test_a_back_lies_exactly_on_its_front(paper, duplex, options):
    plan = plan_on(paper, **options)
    backs = plan.backs(duplex)
    fronts = {n: [p for p in s.parts if p.kind == "counter"] for n, s in enumerate(plan.sheets)}
    assert [back.sheet for back in backs] == [n for n, parts in fronts.items() if parts]
    left, top, width, height = plan.request.printable
    for back in backs:
        for front, behind in zip(fronts[back.sheet], back.parts, strict=True):
            corners = [(behind.x, behind.y), (behind.x + behind.width, behind.y + behind.height)]
            through = [seen_through(x, y, plan.paper, duplex) for x, y in corners]
            xs, ys = (sorted(values) for values in zip(*through, strict=True))
            assert xs == pytest.approx([front.x, front.x + front.width])
            assert ys == pytest.approx([front.y, front.y + front.height])
            assert (front.name, front.turned, front.art) == (behind.name, behind.turned, behind.art)
            assert left - 1e-6 <= behind.x <= left + width - behind.width + 1e-6
            assert top - 1e-6 <= behind.y <= top + height - behind.height + 1e-6


@pytest.mark.parametrize("duplex", DUPLEX)
def test_twice_turned_is_the_front(duplex):
    plan = plan_on("letter")
    for part in plan.sheets[0].parts:
        assert mirrored(mirrored(part, plan.paper, duplex), plan.paper, duplex) == part


def test_by_hand_is_over_the_short_edge():
    plan = plan_on("a4")
    assert plan.backs("single") == plan.backs("short") == plan.backs()
    assert plan.backs("long") != plan.backs("short")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", DUPLEX)
def test_a_card_turned_over_sideways_has_its_back_upright(paper, duplex):
    plan = replace(plan_on(paper), request=PlanRequest(PAPERS[paper], 7))
    cards = {p.name: p for sheet in plan.sheets for p in sheet.parts if p.kind == "card"}
    cards["turned"] = replace(cards["a"], name="turned", turned=not cards["a"].turned)
    assert plan.backs(duplex) == ()
    assert {p.name for back in plan.backs(duplex, cards=True) for p in back.parts} == {"a", "b"}
    for front in cards.values():
        behind = mirrored(front, plan.paper, duplex)
        assert behind.turned == front.turned
        # the way to the head of the card, and of its back on its own page
        head = (1, 0) if front.turned else (0, -1)
        back = (-head[0], -head[1]) if behind.over else head
        middle = plan.paper.width / 2, plan.paper.height / 2
        x, y = seen_through(middle[0] + back[0], middle[1] + back[1], plan.paper, duplex)
        assert (x - middle[0], y - middle[1]) == pytest.approx(head)


def test_other_counters_have_no_backs():
    assert make_plan(PlanRequest(PAPERS["a4"], 7, NAMES)).backs() == ()


def test_an_unknown_turning_is_named():
    with pytest.raises(UnknownName) as caught:
        plan_on("a4").backs("tumble")
    assert str(caught.value) == "there is no duplex 'tumble'; there is short, long, single"
