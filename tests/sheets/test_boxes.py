"""Boxes: each holds what is made for a plan, with room to take it out; each net is one outline, and edges meet."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from taflkit.errors import DoesNotFit, TaflkitError, UnknownName
from taflkit.sheets.boxes import LAP, LEAST_DEPTH, LOOSE, BoxRequest, Segment, box_net, place_boxes, tray_nets
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import make_plan
from taflkit.sheets.planning.placing import Sheet
from taflkit.sheets.request import PlanRequest

NAMES = ("king-1", *(f"defender-{n}" for n in range(1, 5)), *(f"attacker-{n}" for n in range(1, 9)))
CARDS = ("card-attackers", "card-defenders")


def plan_of(paper="a4", **options):
    return make_plan(PlanRequest(PAPERS[paper], 7, NAMES, CARDS, **options))


def place_box(plan, cards, thickness=0.5):
    """Place a box for counters and cards."""
    (box,) = place_boxes(plan, BoxRequest(cards=cards, thickness=thickness))
    return box


def area_of(part):
    return (part.x, part.y, part.x + part.width, part.y + part.height)


def place_of(box):
    """Return left, top, right and lower edge of a net on its page."""
    width, height = box.net.size[::-1] if box.turned else box.net.size
    return (box.x, box.y, box.x + width, box.y + height)


def apart(one, other):
    """Return how far two rectangles are from each other, across or down."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(PAPERS)),
    st.sampled_from([{}, {"sets": 3}, {"counters": "fold"}, {"king": "standee"}, {"spares": True}]),
    st.integers(0, 6),
    st.floats(0.1, 1.5),
)
def test_a_box_holds_the_kit_and_fits_the_paper(paper, options, cards, thickness):
    plan = plan_of(paper, sections="two", **options)
    box = place_box(plan, cards, thickness)
    net = box.net
    counters = [*(p for s in plan.sheets for p in s.parts if p.kind == "counter"), *box.counters]
    standees = [p for s in plan.sheets for p in s.parts if p.kind == "standee"]
    each = thickness * (2 if plan.request.counters == "fold" else 1)
    high = -(-len(counters) // box.stacks) * each + cards * thickness + 2 * len(standees) * thickness
    assert net.depth >= max(high + 1, LEAST_DEPTH) - 1e-6
    across, down = (math.floor((side - 1.999) / plan.counter_size) for side in (net.width, net.height))
    assert across * down >= box.stacks
    if cards:
        assert net.width >= 65
        assert net.height >= 90
    if standees:
        assert net.height >= 2.1 * plan.counter_size
    left, top, width, height = plan.request.printable
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
    box = place_box(plan_of(punch=20.0), 0)
    assert box.net.width in (22, 42, 62)
    with pytest.raises(TaflkitError) as caught:
        place_box(bare, 0)
    assert str(caught.value) == "there are no counters or cards to put in the box; add them to the parts"
    assert caught.value.choice == "box"


@pytest.mark.whole
def test_a_box_that_does_not_fit_says_which_counters_and_paper_would():
    plan = plan_of(punch=80.0, counters="punch", cell=20.0, sets=8)
    with pytest.raises(DoesNotFit) as caught:
        place_box(plan, 2)
    line = str(caught.value)
    assert line.startswith("the box does not fit: it needs ")
    assert "flat for 104 counters of 80 mm and 2 cards; there is 190 x 277 mm on a sheet of A4" in line
    most = float(line.partition("counters of 80 mm")[2].partition("; counters of ")[2].partition(" mm would fit")[0])
    fits = plan_of(punch=most, counters="punch", cell=20.0, sets=8)
    assert place_box(fits, 2).stacks >= 1
    with pytest.raises(DoesNotFit):
        place_box(plan_of(punch=most + 0.1, counters="punch", cell=20.0, sets=8), 2)


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


KIT = BoxRequest("kit", cards=2, pages=4, board=True)


@pytest.mark.whole
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(PAPERS)),
    st.sampled_from([{}, {"counters": "fold"}, {"king": "standee"}, {"spares": True}, {"cell": 18.0}]),
    st.sampled_from((4, 8, 12)),
    st.floats(0.1, 3.0),
    st.booleans(),
)
def test_a_box_of_a_kit_holds_the_booklet_and_the_board(paper, options, pages, thickness, board):
    plan = plan_of(paper, sections="two", **options)
    boxes = place_boxes(plan, BoxRequest("kit", 2, thickness, pages, board))
    inner = boxes[0].net
    counters = sum(p.kind == "counter" for s in plan.sheets for p in s.parts) + sum(len(b.counters) for b in boxes)
    layers = 2 if plan.request.counters == "fold" else 1
    deep = -(-counters // boxes[0].stacks) * layers * thickness + 2 * thickness + pages / 2 * 0.1
    deep += 2 * thickness * len(plan.request.standees)
    wide, high = plan.leaflet.page_width, plan.leaflet.page_height
    if boxes[0].board:
        sizes = [plan.measures.place(section)[2:] for section in plan.sections]
        wide, high = max(wide, *map(min, sizes)), max(high, *map(max, sizes))
        deep += 2 * thickness
    assert inner.width >= wide + LOOSE - 1e-6
    assert inner.height >= high + LOOSE - 1e-6
    assert inner.depth >= deep + LOOSE / 2 - 1e-6
    assert not boxes[0].board or board
    trays = [box.net for box in boxes if box.net.name == "tray"]
    lids = [box.net for box in boxes if box.net.name == "lid"]
    assert len(boxes) in ((1,) if inner.name == "box" else (2, 4))
    assert len(trays) == len(lids)
    for tray, lid in zip(trays, lids, strict=True):
        # the lid goes over walls and tabs of card of half a millimetre
        assert lid.width - tray.width == pytest.approx(2)
        assert lid.height - tray.height == pytest.approx(2)
        assert 0 <= tray.depth - lid.depth <= 2 + 1e-6
    left, top, width, height = plan.request.printable
    for box in boxes:
        place = place_of(box)
        assert left - 1e-6 <= place[0] <= place[2] <= left + width + 1e-6
        assert top - 1e-6 <= place[1] <= place[3] <= top + height + 1e-6


@pytest.mark.parametrize(("holds", "form"), [("parts", "fold"), ("kit", "flat")])
def test_spares_lie_beside_the_nets_as_they_lie_beside_other_parts(holds, form):
    plan = plan_of(spares=True, counters=form, sections="two")
    boxes = place_boxes(plan, replace(KIT, holds=holds))
    assert any(box.counters for box in boxes)
    left, top, width, height = plan.request.printable
    for box in boxes:
        areas = [place_of(box), *map(area_of, box.counters)]
        for number, one in enumerate(areas):
            assert one[0] >= left - 1e-6
            assert one[1] >= top - 1e-6
            assert one[2] <= left + width + 1e-6
            assert one[3] <= top + height + 1e-6
            assert all(apart(one, other) >= plan.request.gap - 1e-6 for other in areas[number + 1 :])
    # each is called by a name of its own
    names = [part.name for sheet in plan.sheets for part in sheet.parts]
    names += [part.name for box in boxes for part in box.counters]
    assert len(set(names)) == len(names)
    kinds = [name.partition("-")[0] for name in names if "-spare-" in name]
    assert kinds.count("attacker") > kinds.count("defender") > kinds.count("king") > 0
    assert not place_boxes(plan_of(counters=form), KIT)[0].counters


def assert_spares_go_in(plan, request):
    """Spare counters change neither the kind of box nor what goes in, and it has depth for all that are made."""
    bare = replace(
        plan,
        sheets=tuple(Sheet(tuple(p for p in s.parts if "-spare-" not in p.name)) for s in plan.sheets),
        request=plan.request._replace(spares=False),
    )
    least, boxes = place_boxes(bare, request), place_boxes(plan, request)
    assert [(box.net.name, box.net.half, box.board) for box in boxes] == [
        (box.net.name, box.net.half, box.board) for box in least
    ]
    needed = sum(part.kind == "counter" for sheet in bare.sheets for part in sheet.parts)
    beside = sum(len(box.counters) for box in boxes)
    layers = 2 if plan.request.counters == "fold" else 1
    made = -(-(needed + boxes[0].spares + beside) // boxes[0].stacks) * layers * request.thickness
    assert boxes[0].net.depth >= made + request.cards * request.thickness + LOOSE / 2 - 1e-6
    printed = sum("-spare-" in part.name for sheet in plan.sheets for part in sheet.parts)
    assert boxes[0].spares <= printed
    assert not beside or boxes[0].spares == printed
    return boxes[0].spares + beside, printed


def test_spares_take_the_depth_that_there_is_and_are_never_refused():
    spare, printed = assert_spares_go_in(plan_of(sets=2, spares=True, cell=35.0), BoxRequest(cards=4, thickness=4.0))
    assert 0 < spare < printed
    spare, printed = assert_spares_go_in(plan_of(sections="two", spares=True), replace(KIT, thickness=0.5))
    assert spare > printed


@pytest.mark.whole
@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(list(PAPERS)),
    st.sampled_from(("flat", "two-sided", "fold")),
    st.sampled_from((1, 2, 4)),
    st.sampled_from((0.5, 1.0, 2.0, 4.0)),
    st.sampled_from(("parts", "kit")),
)
def test_spares_never_change_the_box(paper, form, sets, thickness, holds):
    request = replace(KIT, holds=holds, thickness=thickness)
    try:
        place_boxes(plan_of(paper, sections="two", counters=form, sets=sets), request)
    except DoesNotFit:
        return
    # without spares the plan is the same one
    assert_spares_go_in(plan_of(paper, sections="two", spares=True, counters=form, sets=sets), request)


def test_a_board_that_does_not_fold_stays_outside_unless_it_is_small():
    thick = place_boxes(plan_of(sections="two"), replace(KIT, thickness=4.0))
    assert (len(thick), thick[0].board) == (4, True)
    glued = plan_of(sections="two", join="tabs")
    assert not place_boxes(glued, KIT)[0].board
    assert not place_boxes(plan_of(sections="whole"), KIT)[0].board
    whole = plan_of(cell=18.0, sections="whole")
    assert place_boxes(whole, KIT)[0].board


@pytest.mark.whole
def test_a_box_of_a_kit_that_does_not_fit_names_a_paper():
    plan = plan_of(punch=80.0, counters="punch", cell=20.0, sets=8)
    with pytest.raises(DoesNotFit) as caught:
        place_boxes(plan, replace(KIT, thickness=4.0))
    assert " would fit" in str(caught.value)
    assert caught.value.choice == "box"


def test_there_are_two_boxes():
    with pytest.raises(UnknownName):
        place_boxes(plan_of(), BoxRequest("none"))
    line = "there are no counters or cards, no booklet and no board that folds to put in the box; add one of them to"
    with pytest.raises(TaflkitError, match=line):
        place_boxes(make_plan(PlanRequest(PAPERS["a4"], 7)), BoxRequest("kit"))


lengths = st.floats(5, 120)


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


@given(lengths, st.floats(3, 40), st.floats(40, 250), st.booleans())
def test_a_trays_walls_are_as_long_as_its_floor_and_its_tabs_lie_in_its_corners(width, depth, height, halves):
    for net in tray_nets("tray", width, depth, height, halves):
        for one, other in pairwise([*net.cuts, net.cuts[0]]):
            assert (one.x2, one.y2) == (other.x1, other.y1)
        xs, ys = [s.x1 for s in net.cuts], [s.y1 for s in net.cuts]
        assert (min(xs), min(ys)) == (0, 0)
        assert (max(xs), max(ys)) == pytest.approx(net.size)
        floor, left, right, upper, lower = net.panels
        assert (floor.name, floor.width, floor.height) == ("base", width, height)
        assert left.height == right.height == height
        assert upper.width == lower.width == width
        assert {left.width, right.width, upper.height, lower.height} == {depth}
        assert (left.x + left.width, left.y) == pytest.approx((floor.x, floor.y))
        assert (right.x, right.y) == pytest.approx((floor.x + floor.width, floor.y))
        assert upper.y + upper.height == pytest.approx(floor.y)
        assert lower.y == pytest.approx(floor.y + floor.height)
        # a tab that is folded in stays inside the end wall, which is as high as it and longer
        for cut in net.cuts:
            across = min(cut.x1, cut.x2) < floor.x - 1e-6 or max(cut.x1, cut.x2) > right.x + 1e-6
            assert not across or min(cut.y1, cut.y2) >= floor.y - 12 - 1e-6
        assert not set(net.folds) & set(net.cuts)


@given(lengths, st.floats(3, 40), st.floats(40, 250))
def test_the_halves_of_a_tray_make_the_whole_and_reach_under_each_other(width, depth, height):
    (whole,) = tray_nets("lid", width, depth, height, halves=False)
    upper, lower = tray_nets("lid", width, depth, height, halves=True)
    assert (whole.half, upper.half, lower.half) == (0, 1, 2)
    assert upper.size[0] == lower.size[0] == whole.size[0]
    assert upper.size[1] + lower.size[1] == pytest.approx(whole.size[1] + LAP)
    assert upper.lap is not None
    assert upper.lap == pytest.approx((0, upper.size[1] - LAP, whole.size[0], LAP))
    assert lower.lap is None
    # of the floor each has a half: the upper one from its upper edge to the strip, the lower one from its own edge on
    assert upper.lap[1] - upper.panels[0].y == pytest.approx(height / 2)
    assert lower.panels[0].y + lower.panels[0].height == pytest.approx(height / 2)
    # the creases of both go on in one line
    assert {fold.x1 for fold in upper.folds if fold.x1 == fold.x2} == {f.x1 for f in lower.folds if f.x1 == f.x2}
