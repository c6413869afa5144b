"""The nets of boxes: each is one outline, and edges that meet are as long as each other."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.errors import TaflkitError
from taflkit.sheets.boxes import LAP, Segment, box_net, tray_nets

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
