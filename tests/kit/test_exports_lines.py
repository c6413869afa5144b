"""Lines that a machine follows: none twice, and in as few goes as the outlines allow."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from taflkit.kit.exports.parts import Line, Polyline, joined


def box(x: float, y: float, width: float, height: float) -> list[Line]:
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    return [(*a, *b) for a, b in pairwise(corners)]


def length(ways: tuple[Polyline, ...]) -> float:
    return sum(dist(a, b) for way in ways for a, b in pairwise(way))


def test_an_outline_is_followed_in_one_go() -> None:
    (way,) = joined(box(30, 30, 148.5, 211.5))
    assert way[0] == way[-1]
    assert set(way) == {(30, 30), (178.5, 30), (178.5, 241.5), (30, 241.5)}


def test_a_side_that_two_outlines_share_is_followed_once() -> None:
    ways = joined([*box(0, 0, 10, 20), *box(10, 0, 5, 20), *box(0, 20, 10, 7)])
    # across 15, 15 and 10; down 27, 27 and 20
    assert length(ways) == 114


def test_lines_on_one_another_and_one_behind_the_other_are_one() -> None:
    assert joined([(0, 5, 10, 5), (4, 5, 30, 5), (30, 5, 20, 5)]) == (((0, 5), (30, 5)),)
    assert joined([(2, 9, 2, 0), (2, 9, 2, 12)]) == (((2, 0), (2, 12)),)
    assert joined([(0, 0, 3, 4), (3, 4, 0, 0)]) == (((0, 0), (3, 4)),)


def test_lines_a_thousandth_apart_are_not_told_apart() -> None:
    assert joined([(0, 5.0006, 10, 5), (0, 5.0004, 10, 5.001)]) == (((0, 5), (10, 5)),)
    assert len(joined([(0, 5, 10, 5), (0, 5.01, 10, 5.01)])) == 2


def test_lines_that_meet_go_on_in_one_another_where_two_meet_alone() -> None:
    assert joined([(0, 0, 5, 0), (5, 0, 8, 4), (8, 4, 8, 9)]) == (((0, 0), (5, 0), (8, 4), (8, 9)),)
    # three ends at one point: each is a way of its own
    assert len(joined([(0, 0, 5, 5), (5, 5, 9, 5), (5, 5, 5, 9)])) == 3


def test_no_line_is_no_way() -> None:
    assert joined([]) == ()
    assert joined([(3, 3, 3, 3)]) == ()
