"""Plans: the cells to reach, what holds for every plan, and what is said where there is none."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taflkit.errors import DoesNotFit, TaflkitError, UnknownName
from taflkit.sheets import plan as planning
from taflkit.sheets.paper import PAPERS, paper
from taflkit.sheets.plan import SECTIONS, PlanRequest, candidates, make_plan
from taflkit.sheets.sections import section_size

TINY = 1e-6


def names(size):
    """Return counters' names: a king, defenders, and twice as many attackers."""
    defenders = {5: 2, 7: 4, 9: 8, 11: 12, 13: 16, 15: 20, 17: 26, 19: 32}[size]
    counters = ["king-1"] + [f"defender-{n + 1}" for n in range(defenders)]
    return tuple(counters + [f"attacker-{n + 1}" for n in range(2 * defenders)])


def request(paper_name="a4", size=7, **options):
    return PlanRequest(paper(paper_name), size, names(size), ("attackers", "defenders"), **options)


def check_plan(plan):
    """Check everything that must hold for any plan."""
    asked = plan.request
    left, top, width, height = plan.printable
    assert left >= asked.margin
    assert top >= max(asked.margin, 10)
    parts = [part for sheet in plan.sheets for part in sheet.parts]
    by_kind = {kind: [p for p in parts if p.kind == kind] for kind in ("section", "card", "counter")}
    assert sorted(p.name for p in by_kind["counter"]) == sorted(asked.counters)
    assert sorted(p.name for p in by_kind["card"]) == sorted(asked.cards)
    assert sorted(p.section.cells for p in by_kind["section"]) == sorted(s.cells for s in plan.sections)
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
    for part in parts:
        size = {
            "section": lambda p: section_size(p.section, plan.size, plan.cell, asked.frame),
            "card": lambda _: asked.card_size,
            "counter": lambda _: (plan.counter_size, plan.counter_size),
        }[part.kind](part)
        measured = (part.height, part.width) if part.turned else (part.width, part.height)
        assert measured == pytest.approx(size, abs=TINY)
    cells = [
        (file, rank)
        for s in plan.sections
        for file in range(s.file, s.file + s.files)
        for rank in range(s.rank, s.rank + s.ranks)
    ]
    assert sorted(cells) == [(file, rank) for file in range(plan.size) for rank in range(plan.size)]
    area = sum(p.width * p.height for p in parts)
    assert plan.fill == pytest.approx(area / (len(plan.sheets) * width * height))
    assert 0 < plan.fill <= 1


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
        ("letter", 11, {"gap": 0}, 23.6),
    ],
)
def test_the_cells_to_reach(paper_name, size, options, cell):
    plan = make_plan(request(paper_name, size, **options))
    check_plan(plan)
    assert plan.cell >= cell
    assert plan.cell == round(plan.cell, 1)


def test_the_search_of_the_usual_kits_is_short():
    # Nodes stand for time: 5000 of them are about 10 ms.
    for asked, most in [
        (request(sections="two"), 500),
        (request(sections="pinwheel"), 500),
        (request(), 2_000),
        (request("letter"), 5_000),
        (request(sections="best"), 6_000),
        (request(size=19, sections="best"), 200_000),
    ]:
        search = planning._search(asked)
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
    assert (plan.paper, plan.margin, plan.gap, plan.frame, plan.size) == (PAPERS["letter"], 12.0, 1.0, 3.0, 7)
    assert plan.board_size == pytest.approx(7 * plan.cell + 6)
    check_plan(plan)


def test_a_plan_is_kept():
    assert make_plan(request()) is make_plan(request())
    assert hash(request()) == hash(request())


def test_a_narrow_margin_gains_at_the_sides_only():
    assert request(margin=5.0).printable == (5.0, 10.0, 200.0, 277.0)
    assert request(margin=15.0).printable == (15.0, 15.0, 180.0, 267.0)
    assert make_plan(request(margin=5.0, sections="whole")).cell == 28.5
    assert make_plan(request(margin=10.0, sections="whole")).cell == 27.1


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
        (54.0, 4, "best"),
    ]
    for cell, sheets, name in cells:
        plan = make_plan(request(cell=cell))
        check_plan(plan)
        assert (plan.cell, len(plan.sheets), plan.sections_name) == (cell, sheets, name)


def test_a_given_cell_is_taken_as_it_is():
    plan = make_plan(request(cell=31.75, sections="two"))
    check_plan(plan)
    assert (plan.cell, plan.board_size) == (31.75, 222.25)


@pytest.mark.parametrize("paper_name", list(PAPERS))
@pytest.mark.parametrize("options", [{}, {"gap": 0.0}, {"sheets": 1}, {"sheets": 3}, {"frame": 6.0}])
def test_auto_takes_the_largest_cell_unless_one_within_3_percent_has_half_the_seam(paper_name, options):
    asked = request(paper_name, **options)
    rows = candidates(asked)
    best = max(rows, key=lambda row: (row.cell, -row.seam))

    def seam_cells(row):
        return sum(s.files + s.ranks for s in row.sections) - 14

    near = [r for r in rows if r.cell >= 0.97 * best.cell - TINY and 2 * seam_cells(r) <= seam_cells(best)]
    chosen = min(near, key=lambda row: (seam_cells(row), -row.cell), default=best)
    plan = make_plan(asked)
    assert (plan.cell, plan.sections) == (chosen.cell, chosen.sections)


def test_candidates_show_the_trade():
    rows = candidates(request("letter", gap=0.0))
    assert [(r.name, r.cell, r.sheets) for r in rows] == [
        ("whole", 27.9, 2),
        ("two", 37.0, 2),
        ("pinwheel", 38.1, 2),
        ("best", 39.1, 2),
    ]
    for row in rows:
        plan = make_plan(request("letter", gap=0.0, sections=row.name))
        assert (plan.sections, plan.cell, plan.board_size) == (row.sections, row.cell, row.board_size)
        assert (plan.seam, plan.fill) == (row.seam, row.fill)
    assert [r.name for r in candidates(request())] == ["whole", "two", "pinwheel"]
    assert [(r.name, r.sheets) for r in candidates(request(cell=38.0))] == [("two", 2), ("pinwheel", 3)]


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


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
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
        }
    ),
)
def test_every_plan_can_be_cut_out_and_played_on(paper_name, size_and_sections, options):
    size, sections = size_and_sections
    asked = request(paper_name, size, sections=sections, **options)
    plan = planned(asked)
    if plan is None:
        return
    check_plan(plan)
    assert len(plan.sheets) <= asked.sheets
    assert plan.cell == asked.cell if asked.cell else plan.cell >= 8
    make_plan.cache_clear()
    assert make_plan(asked) == plan


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(range(9, 20, 2)), st.sampled_from(list(PAPERS)), st.floats(0, 5))
def test_the_best_of_large_boards_is_a_plan_too(size, paper_name, gap):
    plan = make_plan(request(paper_name, size, sections="best", gap=gap))
    check_plan(plan)
    for name in ("whole", "two", "pinwheel"):
        assert plan.cell >= make_plan(request(paper_name, size, sections=name, gap=gap)).cell


def test_a_board_without_counters_or_cards():
    plan = make_plan(PlanRequest(PAPERS["a4"], 7, sections="whole", sheets=1))
    check_plan(plan)
    assert plan.cell == 27.1


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            {"margin": 3.0},
            "--margin 3 mm: printers do not reach the outer 5 mm of the paper; use 5 mm or more",
        ),
        ({"margin": 110.0}, "--margin 110 mm leaves nothing of A4, which is 210 x 297 mm; use 10 mm"),
        ({"margin": -1.0}, "--margin must be 0 mm or more, not -1"),
        ({"gap": float("nan")}, "--gap must be 0 mm or more, not nan"),
        ({"frame": float("inf")}, "--frame must be 0 mm or more, not inf"),
        ({"cell": 0.0}, "--cell must be more than 0, not 0"),
        ({"cell": -38.0}, "--cell must be more than 0, not -38"),
        ({"cell": 7.9}, "--cell 7.9 mm: squares under 8 mm are unplayable; use 8 mm or more"),
        ({"sheets": 0}, "--sheets 0: there must be at least 1"),
        ({"card_size": (0.0, 88.0)}, "the card's width must be more than 0, not 0"),
        ({"counter_ratio": -0.8}, "the counters' part of a cell must be more than 0, not -0.8"),
    ],
)
def test_lengths_out_of_range_are_named_by_their_option(options, line):
    with pytest.raises(TaflkitError) as caught:
        make_plan(request(**options))
    assert str(caught.value) == line
    with pytest.raises(TaflkitError):
        candidates(request(**options))


def test_unknown_sections_are_named():
    with pytest.raises(UnknownName) as caught:
        make_plan(request(sections="spiral"))
    assert str(caught.value) == "there is no --sections 'spiral'; there is auto, best, two, pinwheel, whole"


A4_SHEET = "190 x 277 mm on a sheet of A4 inside --margin 10 mm"


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (
            request(card_size=(191.0, 191.0)),
            f"a card does not fit: it needs 191 x 191 mm; there is {A4_SHEET}",
        ),
        (
            request(frame=300.0),
            "--frame 300 mm does not fit: it needs 308 mm of width beside a corner cell;"
            f" there is {A4_SHEET}; the widest frame is 182 mm",
        ),
        (
            request(cell=60.0, sections="two"),
            "--cell 60 mm with --sections two does not fit: it needs 240 x 420 mm for a section;"
            f" there is {A4_SHEET}; the largest cell for these sections is 39.5 mm;"
            " --sections best allows larger ones",
        ),
        (
            request(cell=100.0),
            "--cell 100 mm with --sections auto does not fit: it needs 200 x 200 mm for a section;"
            f" there is {A4_SHEET}; the largest cell for these sections is 95 mm",
        ),
        (
            request(cell=30.0, sheets=1),
            "--cell 30 mm with --sections auto does not fit: it needs 2 sheets;"
            " there is --sheets 1, on which the largest cell is 25.2 mm",
        ),
        (
            request(sheets=1)._replace(card_size=(150.0, 250.0)),
            "--sheets 1: --sections auto of a 7 x 7 board does not fit: it needs 2 sheets for squares of"
            " 8 mm or more; there is room on 2 sheets for squares of 19 mm",
        ),
        (
            request(size=19, sections="whole", frame=25.0),
            "--sections whole of a 19 x 19 board does not fit: it needs 202 mm of board for squares of 8 mm,"
            f" and the counters and cards beside it; there is {A4_SHEET};"
            " use --sections best, a smaller --margin, --gap or --frame",
        ),
    ],
)
def test_what_does_not_fit_says_what_would(asked, line):
    with pytest.raises(DoesNotFit) as caught:
        make_plan(asked)
    assert str(caught.value) == line
