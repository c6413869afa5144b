"""The tuck box: its net closes, and it holds what was made."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit.errors import DoesNotFit, TaflkitError
from taflkit.sheets.nets import LEAST_DEPTH, Segment, box_net, place_box
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import PlanRequest, make_plan

NAMES = ("king-1", *(f"defender-{n}" for n in range(1, 5)), *(f"attacker-{n}" for n in range(1, 9)))
lengths = st.floats(5, 120)


def plan_of(paper="a4", **options):
    return make_plan(PlanRequest(PAPERS[paper], 7, NAMES, ("one", "two"), **options))


def area(segments):
    """Return the area inside a closed outline."""
    return abs(sum(s.x1 * s.y2 - s.x2 * s.y1 for s in segments)) / 2


@given(lengths, lengths, lengths)
def test_a_net_is_one_closed_outline_round_all_its_panels(width, depth, height):
    box = box_net(width, depth, height)
    for one, other in pairwise([*box.cuts, box.cuts[0]]):
        assert (one.x2, one.y2) == (other.x1, other.y1)
    xs, ys = [s.x1 for s in box.cuts], [s.y1 for s in box.cuts]
    assert (min(xs), min(ys)) == (0, 0)
    assert (max(xs), max(ys)) == pytest.approx(box.size)
    panels = {panel.name: panel for panel in box.panels}
    assert len(panels) == 7
    for name, size in {
        "front": (width, height),
        "back": (width, height),
        "left": (depth, height),
        "right": (depth, height),
        "lid": (width, depth),
        "base": (width, depth),
    }.items():
        assert (panels[name].width, panels[name].height) == size
    assert sum(p.width * p.height for p in box.panels if p.name != "glue") < area(box.cuts)
    assert area(box.cuts) < box.size[0] * box.size[1]
    # The flap is glued inside the right side, and dust flaps do not meet under the lid.
    assert panels["glue"].width <= depth
    flap = panels["left"].y - min(s.y1 for s in box.cuts if panels["left"].x < s.x1 < panels["back"].x)
    assert flap <= depth + 1e-5
    assert 2 * flap <= width + 1e-5


def test_panels_meet_along_folds():
    box = box_net(60, 15, 90)
    front, left, back, right = (next(p for p in box.panels if p.name == n) for n in ("front", "left", "back", "right"))
    for one, other in ((front, left), (left, back), (back, right)):
        assert one.x + one.width == other.x
        assert Segment(other.x, 27, other.x, 117) in box.folds
    assert Segment(front.x, 27, front.x, 117) in box.folds
    assert Segment(back.x, 27, back.x + 60, 27) in box.folds
    assert Segment(back.x, 12, back.x + 60, 12) in box.folds
    assert len(box.folds) == 12
    assert box.size == (10 + 2 * 60 + 2 * 15, 90 + 2 * 15 + 2 * 12)
    assert not set(box.folds) & set(box.cuts)


@pytest.mark.parametrize("sizes", [(0, 1, 1), (1, -1, 1), (1, 1, math.nan)])
def test_a_box_has_three_lengths(sizes):
    with pytest.raises(TaflkitError, match=r"the box's (width|depth|height) must be more than 0, not"):
        box_net(*sizes)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(PAPERS)),
    st.sampled_from([{}, {"sets": 3}, {"counter_form": "fold"}, {"king": "standee"}, {"spares": True}]),
    st.integers(0, 6),
    st.floats(0.1, 1.5),
)
def test_a_box_holds_the_kit_and_fits_the_paper(paper, options, cards, thickness):
    plan = plan_of(paper, sections="two", **options)
    box = place_box(plan, cards, thickness)
    net = box.net
    counters = [p for s in plan.sheets for p in s.parts if p.kind == "counter"]
    standees = [p for s in plan.sheets for p in s.parts if p.kind == "standee"]
    each = thickness * (2 if plan.request.counter_form == "fold" else 1)
    high = -(-len(counters) // box.stacks) * each + cards * thickness + 2 * len(standees) * thickness
    assert net.depth >= max(high + 1, LEAST_DEPTH) - 1e-6
    across, down = (math.floor((side - 1.999) / plan.counter_size) for side in (net.width, net.height))
    assert across * down >= box.stacks
    if cards:
        assert net.width >= 65
        assert net.height >= 90
    if standees:
        assert net.height >= 2.1 * plan.counter_size
    left, top, width, height = plan.printable
    wide, tall = net.size[::-1] if box.turned else net.size
    assert left <= box.x <= box.x + wide <= left + width + 1e-6
    assert top <= box.y <= box.y + tall <= top + height + 1e-6


def test_the_kits_box():
    box = place_box(plan_of(), 2)
    assert (box.net.width, box.net.depth, box.net.height, box.stacks) == (65, 10, 90, 4)
    assert (box.net.size, box.turned) == ((160, 134), False)
    assert (box.x, box.y) == (25, 81.5)


def test_a_box_for_cards_alone_and_for_counters_alone():
    bare = make_plan(PlanRequest(PAPERS["a4"], 7, sections="two"))
    assert (place_box(bare, 2).net.width, place_box(bare, 2).stacks) == (65, 0)
    box = place_box(plan_of(counter_size=20.0), 0)
    assert box.net.width in (22, 42, 62)
    with pytest.raises(TaflkitError) as caught:
        place_box(bare, 0)
    assert str(caught.value) == "there are no counters or cards to put in the box; add them to the parts"
    assert caught.value.choice == "box"
    with pytest.raises(TaflkitError, match="the card's thickness must be more than 0, not 0"):
        place_box(bare, 2, 0.0)


@pytest.mark.whole
def test_a_box_that_does_not_fit_says_which_counters_and_paper_would():
    plan = plan_of(counter_size=80.0, counter_form="punch", cell=20.0, sets=8)
    with pytest.raises(DoesNotFit) as caught:
        place_box(plan, 2)
    line = str(caught.value)
    assert line.startswith("the box does not fit: it needs ")
    assert "flat for 104 counters of 80 mm and 2 cards; there is 190 x 277 mm on a sheet of A4" in line
    most = float(line.partition("counters of 80 mm")[2].partition("; counters of ")[2].partition(" mm would fit")[0])
    fits = plan_of(counter_size=most, counter_form="punch", cell=20.0, sets=8)
    assert place_box(fits, 2).stacks >= 1
    with pytest.raises(DoesNotFit):
        place_box(plan_of(counter_size=most + 0.1, counter_form="punch", cell=20.0, sets=8), 2)


@pytest.mark.parametrize(
    ("paper", "card", "line"),
    [
        (
            "a4",
            (120.0, 150.0),
            "the box does not fit: it needs 274 x 196 mm flat for 1 cards; there is 190 x 277 mm on a sheet of A4"
            " inside a margin of 10 mm; A3 paper would fit or Tabloid paper would fit",
        ),
        (
            "a3",
            (250.0, 300.0),
            "the box does not fit: it needs 534 x 346 mm flat for 1 cards; there is 277 x 400 mm on a sheet of A3"
            " inside a margin of 10 mm; a sheet of 366 x 554 mm would fit",
        ),
    ],
)
def test_a_box_of_large_cards_names_a_paper_or_a_sheet_that_would_do(paper, card, line):
    plan = make_plan(PlanRequest(PAPERS[paper], 7, (), ("one",), card))
    with pytest.raises(DoesNotFit) as caught:
        place_box(plan, 1)
    assert str(caught.value) == line
