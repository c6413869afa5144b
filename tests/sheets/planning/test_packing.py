"""Packing: what goes on a sheet, where the parts lie, and bounds that refuse nothing that has room."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from taflkit.sheets.planning import filling
from taflkit.sheets.planning.filling import Filling, slots
from taflkit.sheets.planning.packing import Packer, micrometres, upright

A4 = (190_000, 277_000)
LETTER = (195_900, 259_400)
CARD = (0, 0, 63_000, 88_000)
COUNTER = (0.8, 0.8, 0, 0)
TWO = ((4, 7, 0, 0), (3, 7, 0, 0))
PINWHEEL = ((1, 6, 0, 0),) * 4 + ((5, 5, 0, 0),)
LETTER_BEST = ((5, 5, 0, 0), (2, 5, 0, 0), (2, 5, 0, 0), (1, 2, 0, 0), (1, 2, 0, 0))


def boxes_of(layout, packer, cell):
    """Return the rectangles of a sheet as (x, y, x2, y2), without gaps."""
    boxes = []
    for spot in layout.spots:
        wide, high = packer.at(cell).measure(spot.shape)
        if spot.turned:
            wide, high = high, wide
        boxes.append((spot.x, spot.y, spot.x + wide - packer.gap, spot.y + high - packer.gap))
    wide, high = (side - packer.gap for side in packer.at(cell).slot)
    for x, y, lying in layout.counters:
        boxes.append((x, y, x + (high if lying else wide), y + (wide if lying else high)))
    return boxes


def check_layouts(packer, shapes, cell, sheets, area):
    keys = packer.pack(shapes, cell, sheets)
    if keys is None:
        return False
    assert len(keys) <= sheets
    assert sorted(shape for key in keys for shape in key) == sorted(shapes)
    layouts = packer.arrange(keys, cell)
    assert sorted(s.shape for layout in layouts for s in layout.spots) == sorted(shapes)
    assert sum(len(layout.counters) for layout in layouts) == packer.counters
    for layout in layouts:
        boxes = boxes_of(layout, packer, cell)
        for x, y, x2, y2 in boxes:
            assert x >= 0
            assert y >= 0
            assert x2 <= area[0]
            assert y2 <= area[1]
        for a, b in combinations(boxes, 2):
            apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
            assert apart >= packer.gap
    return True


@pytest.mark.parametrize(
    ("area", "gap", "shapes", "cell"),
    [
        # The proved optima of gap 0, rounded down to a tenth: one more tenth has no packing at all.
        (A4, 0, TWO, 39_500),
        (A4, 0, PINWHEEL, 38_000),
        (LETTER, 0, ((5, 7, 0, 0), (2, 7, 0, 0)), 37_000),
        (LETTER, 0, PINWHEEL, 38_100),
        (LETTER, 0, LETTER_BEST, 39_100),
        # With a gap of 2 mm.
        (A4, 2_000, TWO, 38_700),
        (A4, 2_000, PINWHEEL, 37_500),
        (LETTER, 2_000, ((5, 7, 0, 0), (2, 7, 0, 0)), 37_000),
        (LETTER, 2_000, PINWHEEL, 37_800),
        (LETTER, 2_000, ((4, 5, 0, 0), (3, 5, 0, 0), (2, 5, 0, 0), (1, 2, 0, 0), (1, 2, 0, 0)), 38_600),
    ],
)
def test_the_best_known_packings_are_found(area, gap, shapes, cell):
    packer = Packer(area, gap, COUNTER, 13)
    assert check_layouts(packer, (*shapes, CARD, CARD), cell, 2, area)
    assert packer.pack((*shapes, CARD, CARD), cell + 100, 2) is None


def test_one_sheet_holds_the_whole_board():
    assert check_layouts(Packer(A4, 0, COUNTER, 13), ((7, 7, 0, 0), CARD, CARD), 25_100, 1, A4)


sides = st.integers(1, 6)
extras = st.sampled_from([0, 0, 4_000, 20_000])


@examples(60)
@given(
    st.lists(st.tuples(sides, sides, extras, extras).map(upright), max_size=6).map(tuple),
    st.integers(0, 30),
    st.sampled_from([0, 500, 2_000, 5_000]),
    st.integers(8_000, 45_000),
    st.integers(1, 4),
    st.sampled_from([A4, LETTER]),
)
def test_nothing_overlaps_and_the_gap_is_kept(shapes, counters, gap, cell, sheets, area):
    packer = Packer(area, gap, COUNTER, counters)
    fits = check_layouts(packer, shapes, cell, sheets, area)
    if fits:
        # A smaller cell, and one more sheet, never take the room away.
        assert packer.pack(shapes, cell - 1_000, sheets) is not None
        assert Packer(area, gap, COUNTER, counters).pack(shapes, cell, sheets + 1) is not None
    assert Packer(area, gap, COUNTER, counters).pack(shapes, cell, sheets) == packer.pack(shapes, cell, sheets)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 20), st.integers(0, 40))
def test_counters_alone_are_counted_by_rows_and_columns(width, height, slot, goal):
    sheet = Filling([], (slot, slot), goal)
    sheet.fill((width, height))
    assert sheet.best == min(goal, (width // slot) * (height // slot))
    places = slots(sheet.free, (slot, slot), sheet.best)
    assert len(set(places)) == sheet.best
    assert all(x % slot == y % slot == 0 and x + slot <= width and y + slot <= height for x, y, _ in places)


@given(st.integers(1, 90), st.integers(1, 90), st.integers(1, 15), st.integers(0, 12), st.integers(0, 60))
def test_counters_to_fold_stand_and_lie_in_blocks_that_do_not_overlap(width, height, slot, more, goal):
    long = slot + more
    sheet = Filling([], (slot, long), goal)
    sheet.fill((width, height))
    standing, lying = (width // slot) * (height // long), (width // long) * (height // slot)
    assert min(goal, max(standing, lying)) <= sheet.best <= width * height // (slot * long)
    places = slots(sheet.free, (slot, long), sheet.best)
    assert len(places) == sheet.best
    boxes = [(x, y, x + (long if turned else slot), y + (slot if turned else long)) for x, y, turned in places]
    assert all(x >= 0 and y >= 0 and x2 <= width and y2 <= height for x, y, x2, y2 in boxes)
    for a, b in combinations(boxes, 2):
        assert max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) >= 0


def test_a_few_lying_counters_fill_the_rest_beside_standing_ones():
    assert filling.holds(5, 4, 2, 4) == 2
    assert filling.holds(8, 6, 2, 4) == 6
    assert filling.holds(4, 6, 2, 4) == 3
    assert filling.holds(6, 4, 2, 4) == 3
    assert filling.holds(3, 3, 2, 4) == 0


def test_a_search_gives_up_after_so_many_nodes():
    sheet = Filling([(10, 11), (9, 12), (8, 13), (7, 14), (6, 15), (5, 16), (4, 17)], (7, 7), 10_000)
    assert sheet.fill((60, 60)) == 4001
    assert sheet.best > 0


def test_what_is_too_large_or_too_much_has_no_packing():
    packer = Packer(A4, 0, COUNTER, 0)
    assert packer.pack(((1, 7, 0, 0),), 40_000, 5) is None
    assert packer.pack(((3, 3, 0, 0),) * 3, 60_000, 2) is None
    assert packer.pack(((3, 3, 0, 0),) * 3, 60_000, 3) is not None
    assert Packer(A4, 0, COUNTER, 200).pack((), 38_000, 2) is None


def test_a_sheet_that_the_neatest_gave_up_is_laid_out_all_the_same(monkeypatch):
    monkeypatch.setattr(filling, "_NEAT_NODES", 1)
    assert check_layouts(Packer(A4, 2_000, COUNTER, 13), (*TWO, CARD, CARD), 38_700, 2, A4)
    assert check_layouts(Packer(A4, 2_000, COUNTER, 0), (*TWO, CARD, CARD), 38_700, 2, A4)


@pytest.mark.parametrize(("length", "whole"), [(2.0, 2000), (0.1 + 0.2, 300), (1 / 3, 334), (38.7, 38_700), (0.0, 0)])
def test_micrometres_are_rounded_up_but_not_by_a_floats_last_digit(length, whole):
    assert micrometres(length) == whole


def test_a_part_and_the_same_part_turned_are_one_shape():
    assert upright((6, 1, 5, 0)) == upright((1, 6, 0, 5)) == (1, 6, 0, 5)


AREA = (190_000, 277_000)
FEW_EXTRAS = st.sampled_from([0, 4_000])


@given(
    st.lists(st.tuples(sides, sides, FEW_EXTRAS, FEW_EXTRAS).map(upright), max_size=4),
    st.sampled_from([(0.8, 0.8, 0, 0), (0.8, 1.6, 0, 0), (0, 0, 31_000, 31_000)]),
    st.integers(8_000, 45_000),
    st.booleans(),
)
def test_no_bound_is_below_what_a_sheet_holds(sections, counter, cell, cards):
    shapes = [*sections, *[CARD] * (2 * cards)]
    packer = Packer((AREA[0] - 2_000, AREA[1] - 2_000), 2_000, counter, 200, [CARD])
    scale, key = packer.at(cell), packer.numbered(tuple(shapes))
    sheet = Filling(scale.sizes(key), scale.slot, scale.loose)
    sheet.fill(AREA)
    assert scale.hope(key) >= sheet.best


def test_what_strips_beside_a_part_are_too_narrow_for_is_refused_before_it_is_tried():
    # By area the section leaves room for 15 counters; the strip beside it is narrower than one.
    packer = Packer((190_000, 277_000), 0, (0, 0, 31_000, 31_000), 12)
    section = (1, 1, 0, 100_000)
    assert packer.pack((section,), 160_000, 1) is None
    assert packer.nodes < 10
