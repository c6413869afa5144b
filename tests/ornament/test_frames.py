"""Frames fill their size, look the same when turned, and are one knot although they are drawn in pieces."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from support.strands import strands
from taflkit.drawing.shapes import Path, Point, Rect, Shape, Shown, Transform, walk
from taflkit.errors import DoesNotFit
from taflkit.ornament.bands import FINE, PATTERNS, PLAIN, Weave, draw_bands, nodes
from taflkit.ornament.frames import SQUARES, fit_frame, fit_panel, knot_frame, knot_panel, knot_square

names = st.sampled_from(sorted(PATTERNS))
weaves = st.sampled_from((PLAIN, FINE))
sides = st.floats(60, 300)
depths = st.floats(3, 8)


def moved(point: Point, transform: Transform) -> Point:
    a, b, c, d, e, f = transform
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def points(shapes: tuple[Shape, ...], role: str) -> list[Point]:
    """Every end and control point of the paths of a role, as they come to lie."""
    return [
        moved(pair, transform)
        for shape, transform in walk(shapes)
        if isinstance(shape, Path) and shape.role == role
        for _, values in shape.segments
        for pair in zip(values[::2], values[1::2], strict=True)
    ]


def near(found: list[Point]) -> Counter[tuple[int, int]]:
    """Points to a hundredth of a mm, whatever rounding does at the borders between two of them."""
    return Counter((round(x * 100 + 0.123), round(y * 100 + 0.123)) for x, y in found)


def assert_same_points(one: list[Point], other: list[Point]) -> None:
    """The same points, some of which may fall to either side of a border of rounding."""
    left, right = near(one), near(other)
    assert sum((left - right).values()) <= 0.02 * len(one)
    loose = [point for point in one if all(near([point])[key] and not right[key] for key in near([point]))]
    assert all(any(abs(x - p) < 1e-6 and abs(y - q) < 1e-6 for p, q in other) for x, y in loose)
    assert len(one) == len(other)


@pytest.mark.parametrize("name", sorted(PATTERNS))
@pytest.mark.parametrize("weave", [PLAIN, FINE])
def test_a_corner_does_not_see_how_long_its_frame_is(name: str, weave: Weave) -> None:
    step = 10.0 / (4 + 2 * weave.margin)
    lengths = [(2 * (4 + weave.margin) + count * PATTERNS[name].period) * step for count in (3, 4)]
    short, long = (fit_frame(side, side, 10.0, PATTERNS[name], 4, weave).knot for side in lengths)
    assert short.width < long.width
    arm = 4 + PATTERNS[name].period
    corner = (*nodes(short, range(1, arm), range(1, 5)), *nodes(short, range(1, 5), range(5, arm + 1)))
    assert draw_bands(short, corner, weave) == draw_bands(long, corner, weave)


@given(sides, sides, depths, names, weaves)
def test_a_frame_fills_its_size_and_leaves_the_middle_free(
    width: float, height: float, depth: float, name: str, weave: Weave
) -> None:
    shapes = knot_frame(width, height, depth, name, weave=weave)
    found = points(shapes, "ornament.strand")
    rim = weave.rim * fit_frame(width, height, depth, PATTERNS[name], weave=weave).step
    assert min(x for x, _ in found) == pytest.approx(rim)
    assert max(x for x, _ in found) == pytest.approx(width - rim)
    assert min(y for _, y in found) == pytest.approx(rim)
    assert max(y for _, y in found) == pytest.approx(height - rim)
    inside = depth - rim + 1e-6
    assert not [p for p in found if inside < p[0] < width - inside and inside < p[1] < height - inside]
    assert max(points(shapes, "ornament.ground")) == (width, height)


@examples(25)
@given(sides, sides, depths, names, st.integers(2, 6), st.sampled_from((0.5, 2.0, 4.0)))
def test_a_frame_is_the_same_at_every_size(
    width: float, height: float, depth: float, name: str, strands_: int, factor: float
) -> None:
    small = points(knot_frame(width, height, depth, name, strands_), "ornament.strand")
    large = points(knot_frame(factor * width, factor * height, factor * depth, name, strands_), "ornament.strand")
    assert len(small) == len(large)
    for (x, y), scaled in zip(small, large, strict=True):
        assert scaled == pytest.approx((factor * x, factor * y))


@examples(15)
@given(sides, sides, depths, names)
def test_a_frame_looks_the_same_turned_by_half_a_turn(width: float, height: float, depth: float, name: str) -> None:
    found = points(knot_frame(width, height, depth, name), "ornament.strand")
    assert_same_points(found, [(width - x, height - y) for x, y in found])


@examples(15)
@given(sides, depths, names)
def test_a_square_frame_looks_the_same_from_all_sides(side: float, depth: float, name: str) -> None:
    found = points(knot_frame(side, side, depth, name), "ornament.strand")
    assert_same_points(found, [(side - y, x) for x, y in found])


@examples(15)
@given(sides, sides, depths, names, st.integers(2, 5))
def test_the_pieces_make_the_whole_ring(width: float, height: float, depth: float, name: str, count: int) -> None:
    fitted = fit_frame(width, height, depth, PATTERNS[name], count)
    (strand,) = draw_bands(fitted.knot, tuple(nodes(fitted.knot)), PLAIN)
    drawn = points(knot_frame(width, height, depth, name, count), "ornament.strand")
    assert len(drawn) == len(strand.numbers) // 2
    band, (across, down) = fitted.knot.band, fitted.stretch

    def along(value: float, length: int, stretch: float) -> float:
        inner = min(max(value - band, 0), length - 2 * band)
        return fitted.margin + fitted.step * (value + inner * (stretch - 1))

    whole = [
        (along(x, fitted.knot.width, across), along(y, fitted.knot.height, down))
        for x, y in zip(strand.numbers[::2], strand.numbers[1::2], strict=True)
    ]
    assert_same_points(drawn, whole)


@given(sides, sides, depths, names)
def test_steps_are_hardly_stretched(width: float, height: float, depth: float, name: str) -> None:
    fitted = fit_frame(width, height, depth, PATTERNS[name])
    for repeats, stretch in zip(fitted.repeats, fitted.stretch, strict=True):
        assert abs(stretch - 1) <= 0.5 / (repeats - 0.5) + 1e-9


@given(sides, sides, depths, names, st.integers(2, 6))
def test_every_strand_of_a_frame_closes(width: float, height: float, depth: float, name: str, count: int) -> None:
    knot = fit_frame(width, height, depth, PATTERNS[name], count).knot
    passed = [(step.node, step.over) for strand in strands(knot) for step in strand if step.over is not None]
    assert len(passed) == len(set(passed)) == 2 * len(list(nodes(knot)))


@pytest.mark.parametrize("size", [14.0, 17.0])
def test_a_short_frame_is_drawn_whole(size: float) -> None:
    shapes = knot_frame(size, 40, 6)
    assert not [shape for shape in shapes if isinstance(shape, Shown)]
    assert max(x for x, _ in points(shapes, "ornament.strand")) < size


def test_a_frame_without_room_for_its_corners_is_refused() -> None:
    with pytest.raises(DoesNotFit, match=r"8 mm deep does not fit: it needs a side of .* there is 16 mm"):
        knot_frame(16, 100, 8)


def test_gaps_do_not_fill_in_at_300_dots_an_inch() -> None:
    for depth, strands_, weave in ((3, 4, FINE), (3, 2, PLAIN), (8, 6, PLAIN), (4.5, 4, PLAIN)):
        step = fit_frame(100, 100, depth, strands=strands_, weave=weave).step
        assert min(weave.gap, weave.rim, 1 - 2 * weave.half) * step >= 0.17


@examples(15)
@given(st.floats(5, 200), st.floats(4, 40), names, st.sampled_from((2, 4, 6, 8)), weaves)
def test_a_panel_is_filled(width: float, height: float, name: str, count: int, weave: Weave) -> None:
    ground, bands, *_ = knot_panel(width, height, name, count, "card", weave)
    assert ground == Rect(0, 0, width, height, "card.ground")
    knot = fit_panel(width, height, PATTERNS[name], count, weave)
    assert knot.height == count
    assert knot.width % PATTERNS[name].period == 0
    found = points((bands,), "card.strand")
    across = weave.rim * width / (knot.width + 2 * weave.margin)
    assert min(x for x, _ in found) == pytest.approx(across)
    assert max(x for x, _ in found) == pytest.approx(width - across)


@pytest.mark.parametrize("name", SQUARES)
def test_a_square_of_interlace_looks_the_same_from_all_sides(name: str) -> None:
    found = points(knot_square(24, name), "ornament.strand")
    assert_same_points(found, [(24 - y, x) for x, y in found])
