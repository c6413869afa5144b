"""The search of pages: all blocks in order, in the forms and with the page ends of the least cost."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from taflkit.typesetting.columns import BlockForm, PageBreak, PagedText, PageRoom, arrange

FACING = [PageRoom(10, leaf=False), PageRoom(10, leaf=False)]


def single(end: int, lines: int, cost: float = 0.0, **more: object) -> BlockForm:
    return BlockForm(end, lines, cost, f"{end}:{lines}", **{"gap": 1, **more})  # type: ignore[arg-type]


def contents(pages: PagedText | None) -> list[list[tuple[object, int, int]]]:
    assert pages is not None
    return [[(part.form.content, part.first, part.last) for part in parts] for parts in pages.parts]


def test_a_form_that_fills_the_page_is_taken_before_a_cheaper_one_that_leaves_it_white() -> None:
    blocks = [[single(1, 4, 0.0), single(1, 6, 1.0)], [single(2, 4)], [single(3, 10)]]
    assert contents(arrange(blocks, FACING)) == [[("1:6", 0, 6), ("2:4", 0, 4)], [("3:10", 0, 10)]]


def test_a_form_may_set_several_blocks() -> None:
    blocks = [[single(1, 8), single(2, 10)], [single(2, 8)], [single(3, 10)]]
    assert contents(arrange(blocks, FACING)) == [[("2:10", 0, 10)], [("3:10", 0, 10)]]


def test_white_at_the_top_of_a_form_is_dropped_at_the_top_of_a_page() -> None:
    blocks = [[single(1, 11, blank=1)], [single(2, 11, blank=1)]]
    assert contents(arrange(blocks, FACING)) == [[("1:11", 1, 11)], [("2:11", 1, 11)]]


def test_a_page_ends_within_a_form_where_the_next_page_faces_it() -> None:
    parted = single(2, 8, breaks=(PageBreak(2, 1.0, 500.0), PageBreak(4, 1.0, 500.0)))
    blocks = [[single(1, 6)], [parted], [single(3, 6)]]
    assert contents(arrange(blocks, FACING))[0] == [("1:6", 0, 6), ("2:8", 0, 4)]
    overleaf = [PageRoom(10, leaf=True), PageRoom(14, leaf=False)]
    assert contents(arrange(blocks, overleaf))[0] == [("1:6", 0, 6)]


def test_a_form_higher_than_a_page_goes_on_over_several() -> None:
    breaks = tuple(PageBreak(line, 1.0, 1.0) for line in range(2, 24))
    pages = arrange([[single(1, 25, breaks=breaks)]], [*FACING, PageRoom(5, leaf=False)])
    assert contents(pages) == [[("1:25", 0, 10)], [("1:25", 10, 20)], [("1:25", 20, 25)]]


def test_what_does_not_fit_is_refused() -> None:
    assert arrange([[single(1, 10)], [single(2, 11)]], FACING) is None
    assert arrange([[single(1, 6)], [single(2, 6)], [single(3, 6)]], FACING) is None


def test_white_that_looks_like_a_hole_costs_more_than_a_dearer_form() -> None:
    blocks = [[single(1, 6, 0.0), single(1, 9, 60.0)], [single(2, 10)]]
    assert contents(arrange(blocks, FACING)) == [[("1:9", 0, 9)], [("2:10", 0, 10)]]


def test_white_goes_into_the_gaps_before_it_goes_to_the_foot() -> None:
    pages = arrange([[single(1, 4)], [single(2, 4)], [single(3, 10)]], FACING)
    assert pages is not None
    assert [part.added for part in pages.parts[0]] == [0, 1]
    assert pages.white == (1, 0)


@given(
    st.lists(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 9)), min_size=1, max_size=3), min_size=1, max_size=5),
    st.integers(6, 9),
)
@examples(60)
def test_no_other_forms_and_page_ends_cost_less(sizes: list[list[tuple[int, int]]], room: int) -> None:
    blocks = [[single(number, lines, cost, gap=0) for lines, cost in forms] for number, forms in enumerate(sizes, 1)]
    pages = [PageRoom(room, leaf=False), PageRoom(room, leaf=True)]
    found = arrange(blocks, pages)
    each = (arrange([[form] for form in chosen], pages) for chosen in itertools.product(*blocks))
    costs = [one.cost for one in each if one is not None]
    assert (found is None) == (not costs)
    assert found is None or found.cost == pytest.approx(min(costs))


def test_a_text_far_too_short_for_its_pages_reaches_the_last_one() -> None:
    blocks = [[single(number + 1, 4)] for number in range(6)]
    pages = arrange(blocks, [PageRoom(10, leaf=False)] * 6)
    assert contents(pages) == [[(f"{number + 1}:4", 0, 4)] for number in range(6)]
