"""The bounds refuse nothing that has room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from taflkit.sheets.planning.packing import Packer, upright
from taflkit.sheets.planning.scale import Filling, Scale

AREA = (190_000, 277_000)
CARD = (0, 0, 63_000, 88_000)

sides = st.integers(1, 6)
extras = st.sampled_from([0, 4_000])


@given(
    st.lists(st.tuples(sides, sides, extras, extras).map(upright), max_size=4),
    st.sampled_from([(0.8, 0.8, 0, 0), (0.8, 1.6, 0, 0), (0, 0, 31_000, 31_000)]),
    st.integers(8_000, 45_000),
    st.booleans(),
)
def test_no_bound_is_below_what_a_sheet_holds(sections, counter, cell, cards):
    shapes = [*sections, *[CARD] * (2 * cards)]
    scale = Scale(AREA, 2_000, counter, 200, frozenset([CARD]), shapes, cell)
    key = tuple(range(len(shapes)))
    sheet = Filling(scale.sizes(key), scale.slot, scale.loose)
    sheet.fill(AREA)
    assert scale.hope(key) >= sheet.best


def test_what_strips_beside_a_part_are_too_narrow_for_is_refused_before_it_is_tried():
    # By area the section leaves room for 15 counters; the strip beside it is narrower than one.
    packer = Packer((190_000, 277_000), 0, (0, 0, 31_000, 31_000), 12)
    section = (1, 1, 0, 100_000)
    assert packer.pack((section,), 160_000, 1) is None
    assert packer.nodes < 10
