"""Strands close and weave; bands keep their distance from one another and stay within their walls."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from support.sampling import examples
from support.strands import strands
from taflkit.drawing.shapes import Point, Segment
from taflkit.ornament.bands import FINE, PLAIN, Knot, Wall, Weave, draw_bands, is_over, nodes, run_edges, wall
from taflkit.ornament.frames import DIVIDER_KNOT, SQUARES, square_knot

WEAVES = (PLAIN, FINE)


@st.composite
def knots(draw: st.DrawFn) -> Knot:
    """Rectangles and rings with any breaks."""
    band = draw(st.sampled_from((0, 0, 2, 3, 4)))
    sides = st.integers(band + 1, band + 5).map(lambda half: 2 * half)
    bare = Knot(draw(sides), draw(sides), band)
    places = list(nodes(bare))
    broken = draw(st.lists(st.sampled_from(places), unique=True, max_size=len(places) // 2)) if places else []
    return replace(bare, breaks=frozenset(Wall(node, draw(st.booleans())) for node in broken))


def points(segments: tuple[Segment, ...]) -> list[Point]:
    """Every end and control point."""
    return [pair for _, values in segments for pair in zip(values[::2], values[1::2], strict=True)]


def along(segments: tuple[Segment, ...], steps: int = 6) -> list[Point]:
    """Points of an open path, close to one another."""
    found: list[Point] = []
    now = segments[0][1]
    for letter, values in segments:
        path = [now, *zip(values[::2], values[1::2], strict=True)] if letter == "C" else [now, values]
        for step in range(steps + 1):
            level: list[tuple[float, ...]] = [*path]
            while len(level) > 1:
                level = [
                    tuple(p + (q - p) * step / steps for p, q in zip(a, b, strict=True)) for a, b in pairwise(level)
                ]
            found.append((level[0][0], level[0][1]))
        now = values[-2:]
    return found


@given(knots())
def test_every_crossing_is_passed_once_over_and_once_under(knot: Knot) -> None:
    passed = Counter((step.node, step.over) for strand in strands(knot) for step in strand if step.over is not None)
    assert passed == Counter((node, over) for node in nodes(knot) for over in (True, False))


@given(knots())
def test_over_and_under_alternate_along_every_strand(knot: Knot) -> None:
    for strand in strands(knot):
        crossed = [step.over for step in strand if step.over is not None]
        assert all(one != other for one, other in pairwise([*crossed, crossed[0]]))


@given(knots())
def test_every_strand_closes_and_goes_from_node_to_node(knot: Knot) -> None:
    for strand in strands(knot):
        for one, other in pairwise([*strand, strand[0]]):
            assert other.node == (one.node[0] + one.direction[0], one.node[1] + one.direction[1])
            assert (other.over is None) == (wall(knot, other.node) is not None)
            kept = other.direction == one.direction
            assert kept == (other.over is not None)


def test_two_strands_that_cross_are_not_both_over() -> None:
    for node in ((1, 2), (2, 1), (4, 7)):
        assert is_over(node, (1, 1)) != is_over(node, (1, -1))
        assert is_over(node, (1, 1)) == is_over(node, (-1, -1))


@pytest.mark.parametrize(("size", "count"), [((4, 6), 1), ((4, 4), 2), ((6, 6), 3), ((8, 6), 1), ((12, 8), 2)])
def test_a_plait_has_as_many_strands_as_its_sides_have_common_measures(size: tuple[int, int], count: int) -> None:
    assert len(strands(Knot(*size))) == count


def test_the_dividers_knot_is_of_one_strand() -> None:
    assert len(strands(DIVIDER_KNOT)) == 1


@pytest.mark.parametrize("name", SQUARES)
def test_a_square_knot_looks_the_same_from_all_sides(name: str) -> None:
    knot = square_knot(name)
    breaks = {(node, upright) for node, upright in knot.breaks}
    assert len({node for node, _ in breaks}) == len(breaks)
    assert {((knot.height - j, i), not upright) for (i, j), upright in breaks} == breaks
    assert {((knot.width - i, j), upright) for (i, j), upright in breaks} == breaks


@given(knots(), st.sampled_from(WEAVES))
def test_no_point_of_a_band_leaves_the_walls(knot: Knot, weave: Weave) -> None:
    room = 0.5 - weave.half - 1e-9
    for band in draw_bands(knot, tuple(nodes(knot)), weave):
        for x, y in points(band.segments):
            assert room <= x <= knot.width - room
            assert room <= y <= knot.height - room
            if knot.band:
                hole = knot.band - room
                assert not (hole < x < knot.width - hole and hole < y < knot.height - hole)


@examples(40)
@given(knots().filter(lambda knot: len(list(nodes(knot))) <= 24), st.sampled_from(WEAVES))
def test_bands_keep_the_gap_between_them(knot: Knot, weave: Weave) -> None:
    outlines = [[point for edge in run_edges(knot, node, weave) for point in along(edge)] for node in nodes(knot)]
    for one, other in combinations(outlines, 2):
        assert min(math.dist(p, q) for p in one for q in other) >= 0.85 * weave.gap


@given(knots(), st.sampled_from(WEAVES))
def test_a_band_is_as_wide_everywhere(knot: Knot, weave: Weave) -> None:
    for node in nodes(knot):
        right, left = run_edges(knot, node, weave)
        assert [letter for letter, _ in right] == [letter for letter, _ in left]
        for (_, one), (_, other) in list(zip(right, left, strict=True))[1:-1]:
            assert math.dist(one[-2:], other[-2:]) == pytest.approx(2 * weave.half)
        middles = [[along((("M", a[1][-2:]), b), 2)[-2] for a, b in pairwise(edge)] for edge in (right, left)]
        for one_middle, other_middle in list(zip(*middles, strict=True))[2:-2]:
            assert math.dist(one_middle, other_middle) == pytest.approx(2 * weave.half, abs=0.001)


def test_a_crossing_over_is_one_closed_outline_of_straight_lines_in_a_plait() -> None:
    knot = Knot(8, 8)
    (band,) = draw_bands(knot, ((4, 3),), PLAIN)
    assert (band.role, band.letters) == ("strand", "MLLLZ")
    # cut off a gap's width before the edge of the band that lies over it, at both neighbours
    reach = 2 * math.sqrt(2) - 2 * (PLAIN.half + PLAIN.gap)
    assert math.dist(band.numbers[:2], band.numbers[2:4]) == pytest.approx(reach)


def test_a_weave_asks_for_edges() -> None:
    knot = Knot(4, 4)
    strand, edge = draw_bands(knot, tuple(nodes(knot)), replace(PLAIN, edged=True))
    assert (strand.role, edge.role) == ("strand", "edge")
    assert set(edge.letters) == {"M", "L", "C"}
    assert strand.letters.count("Z") == len(list(nodes(knot)))
