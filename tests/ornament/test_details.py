"""Keys, spirals, peg holes and dividers: they fill their size, are the same at every size, and are symmetrical."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from taflkit.drawing.shapes import Circle, Path, Point, Rect, Shape, Transform, walk
from taflkit.ornament.frames import knot_divider, spiral_divider
from taflkit.ornament.keys import key_frame, key_panel
from taflkit.ornament.linocut import draw_crown, draw_hatching
from taflkit.ornament.pegs import corner_mark, peg_holes, ring_mark
from taflkit.ornament.spirals import ROUNDELS, draw_roundel, scroll, triskele

sizes = st.floats(2, 60)
ratios = st.floats(6, 40)


def moved(point: Point, transform: Transform) -> Point:
    a, b, c, d, e, f = transform
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def points(shapes: tuple[Shape, ...], roles: str = "") -> Iterator[Point]:
    """Every end and control point, and the corners of what is round or square, as they come to lie."""
    for shape, transform in walk(shapes):
        match shape:
            case Path():
                found = [p for _, v in shape.segments for p in zip(v[::2], v[1::2], strict=True)]
            case Circle():
                x, y, r = shape.x, shape.y, shape.radius
                found = [(x - r, y - r), (x + r, y + r)]
            case Rect():
                found = [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        if shape.role.endswith(roles):
            yield from (moved(point, transform) for point in found)


def box(shapes: tuple[Shape, ...], roles: str = "") -> tuple[float, float, float, float]:
    found = list(points(shapes, roles))
    return min(x for x, _ in found), min(y for _, y in found), max(x for x, _ in found), max(y for _, y in found)


def assert_unchanged(shapes: tuple[Shape, ...], change: Callable[[Point], Point], tolerance: float = 1e-6) -> None:
    found = list(points(shapes))
    changed = sorted(change(point) for point in found)
    for x, y in changed:
        assert min(math.dist((x, y), point) for point in found) <= tolerance


@given(ratios, sizes, st.integers(1, 3))
def test_a_key_panel_fills_its_size(ratio: float, height: float, rows: int) -> None:
    width = ratio * height
    assert box(key_panel(width, height, rows)) == pytest.approx((0, 0, width, height))


@examples(20)
@given(st.floats(6, 15), sizes)
def test_a_key_panel_is_its_own_mirror_image(ratio: float, height: float) -> None:
    width = ratio * height
    assert_unchanged(key_panel(width, height), lambda point: (width - point[0], point[1]))


@given(ratios, ratios, sizes)
def test_a_key_frame_leaves_the_middle_free(across: float, down: float, depth: float) -> None:
    width, height = across * depth, down * depth
    shapes = key_frame(width, height, depth)
    assert box(shapes) == pytest.approx((0, 0, width, height))
    near = depth + 1e-6
    assert not [p for p in points(shapes) if near < p[0] < width - near and near < p[1] < height - near]


@examples(10)
@given(st.floats(6, 12), st.floats(6, 12))
def test_a_key_frame_is_its_own_mirror_image(across: float, down: float) -> None:
    shapes = key_frame(across * 8, down * 8, 8)
    assert_unchanged(shapes, lambda point: (across * 8 - point[0], point[1]))
    assert_unchanged(shapes, lambda point: (point[0], down * 8 - point[1]))


@given(sizes)
def test_a_triskele_fills_its_circle_and_turns_by_a_third(radius: float) -> None:
    shapes = triskele(3, -2, radius)
    assert all(math.dist(point, (3, -2)) <= radius * 1.15 for point in points(shapes))
    cuts = (shapes[2],)
    assert all(math.dist(point, (3, -2)) <= radius * 0.95 for point in points(cuts))
    cos, sin = math.cos(2 * math.pi / 3), math.sin(2 * math.pi / 3)

    def turned(point: Point) -> Point:
        x, y = point[0] - 3, point[1] + 2
        return 3 + cos * x - sin * y, -2 + sin * x + cos * y

    # three channels and an almond to a spiral, then the three cores
    outlines = shapes_of(shapes[2])
    assert len(outlines) == 15
    for one, other in zip(outlines[:8], outlines[4:12], strict=True):
        for point, after in zip(one, other, strict=True):
            assert turned(point) == pytest.approx(after, abs=1e-6 * radius)


def shapes_of(path: Shape) -> list[list[Point]]:
    """The ends of the curves of each closed outline of a path."""
    assert isinstance(path, Path)
    found: list[list[Point]] = []
    for letter, values in path.segments:
        if letter == "M":
            found.append([])
        if values:
            found[-1].append((values[-2], values[-1]))
    return found


@given(sizes)
def test_a_scroll_is_the_same_turned_by_half_a_turn(height: float) -> None:
    shapes = scroll(5, 7, height)
    assert_unchanged(shapes, lambda point: (10 - point[0], 14 - point[1]), 1e-6 * height)
    left, top, right, low = box(shapes)
    assert low - top <= 1.06 * height
    assert right - left <= 2.1 * height


@given(ratios, sizes, st.sampled_from((knot_divider, spiral_divider)))
def test_a_divider_reaches_from_tip_to_tip(
    ratio: float, height: float, divider: Callable[[float, float], tuple[Shape, ...]]
) -> None:
    width = ratio * height
    left, top, right, low = box(divider(width, height))
    assert (left, right) == pytest.approx((0, width))
    assert (top, low) == pytest.approx((0, height), abs=0.06 * height)
    rules = list(points(divider(width, height), ".rule"))
    inside = max(x for x, _ in rules if x < width / 2)
    strands = box(divider(width, height), ".strand")
    assert inside < strands[0]
    assert_unchanged(divider(width, height)[-1:], lambda point: (width - point[0], point[1]))


@examples(20)
@given(st.floats(20, 60), st.floats(2, 3), st.sampled_from((0.25, 2.0, 8.0)))
def test_everything_is_the_same_at_every_size(width: float, height: float, factor: float) -> None:
    large, tall = factor * width, factor * height
    for small, big in (
        (knot_divider(width, height), knot_divider(large, tall)),
        (spiral_divider(width, height), spiral_divider(large, tall)),
        (key_frame(width, width, height), key_frame(large, large, tall)),
        (key_panel(width, height, 2), key_panel(large, tall, 2)),
        (triskele(0, 0, width), triskele(0, 0, large)),
    ):
        for (x, y), scaled in zip(points(small), points(big), strict=True):
            assert scaled == pytest.approx((factor * x, factor * y), abs=1e-6 * large)


@given(st.lists(st.tuples(sizes, sizes), min_size=1, max_size=9), st.floats(0.5, 4))
def test_every_peg_hole_has_its_rim(centres: list[Point], radius: float) -> None:
    rims, lights, holes = (shapes_of(path) for path in peg_holes(centres, radius, "board"))
    assert len(rims) == len(lights) == len(holes) == len(centres)
    for centre, rim, light, hole in zip(centres, rims, lights, holes, strict=True):
        # light falls on the rim from the upper left
        assert max(x + y for x, y in light) > sum(centre) + 1.7 * radius
        assert min(x + y for x, y in light) > sum(centre) - 0.5 * radius
        assert all(math.dist(point, centre) == pytest.approx(radius) for point in hole)
        assert all(math.dist(point, centre) > 1.2 * radius for point in rim)


def test_rings_mark_a_place() -> None:
    path, *dots = ring_mark((10, 20), 6, 0.4, "board")
    radii = [math.dist(ring[0], (10, 20)) for ring in shapes_of(path)]
    assert radii == pytest.approx([6, 5.6, 4.4, 4])
    assert len(dots) == 8
    for dot in dots:
        assert isinstance(dot, Circle)
        from_middle = math.dist((dot.x, dot.y), (10, 20))
        assert from_middle - dot.radius > 4.4
        assert from_middle + dot.radius < 5.6


@pytest.mark.parametrize("corner", [(0, 0), (40, 0), (40, 40), (0, 40)])
def test_arcs_mark_a_corner_from_within(corner: Point) -> None:
    mark = corner_mark(corner, (20, 20), 9, 0.5, "board")
    assert mark.role == "board.mark"
    assert len(shapes_of(mark)) == 2
    for x, y in points((mark,)):
        assert -1e-9 <= x <= 40 + 1e-9
        assert -1e-9 <= y <= 40 + 1e-9
    assert max(math.dist(p, corner) for steps in shapes_of(mark) for p in steps) == pytest.approx(9)


@pytest.mark.parametrize("name", ROUNDELS)
def test_a_roundel_stays_in_its_disc_and_is_cut_from_its_middle_to_its_groove(name: str) -> None:
    shapes = draw_roundel(name, 20.0, 30.0, 10.0)
    assert box(shapes) == pytest.approx((10.0, 20.0, 30.0, 40.0))
    assert {shape.role for shape, _ in walk(shapes)} == {"ornament.strand", "ornament.ground"}
    reach = [math.dist((20.0, 30.0), point) for point in points(shapes[2:], ".ground")]
    assert min(reach) < 2.0
    assert 8.0 < max(reach) < 9.5


@pytest.mark.parametrize("name", ROUNDELS)
def test_a_roundel_is_the_same_at_every_size(name: str) -> None:
    small, large = draw_roundel(name, 0.0, 0.0, 6.0), draw_roundel(name, 0.0, 0.0, 24.0)
    assert [(4 * x, 4 * y) for x, y in points(small)] == [pytest.approx(point) for point in points(large)]


# linocut


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("side", [5.0, 13.0, 38.0])
def test_cuts_taper_inside_their_frame_in_one_direction_or_in_both(side: float, small: bool) -> None:
    ways = {}
    for kind in ("corner", "throne"):
        hatching = draw_hatching(kind, side, "board.hatching", small=small)
        points = [numbers[-2:] for _, numbers in hatching.segments if numbers]
        assert max(abs(value) for point in points for value in point) == pytest.approx(0.43 * side)
        starts = [numbers for letter, numbers in hatching.segments if letter == "M"][2:]
        tips = [numbers[-2:] for letter, numbers in hatching.segments if letter == "C"][::2]
        # each is pointed at both ends, and lies at 45 degrees
        assert len(starts) == len(tips) >= 8
        ways[kind] = {round((y - b) / (x - a), 6) for (a, b), (x, y) in zip(starts, tips, strict=True)}
    assert ways == {"corner": {-1.0}, "throne": {-1.0, 1.0}}


@pytest.mark.parametrize("width", [2.4, 3.9, 4.0, 6.0])
def test_a_crown_stands_on_its_foot_and_has_no_balls_where_it_is_small(width: float) -> None:
    crown = draw_crown((20.0, 30.0), width, "board.start.king")
    assert ("C" in crown.letters) is (width >= 4.0)
    points = [numbers[-2:] for _, numbers in crown.segments if numbers]
    assert max(y for _, y in points) == pytest.approx(30.0)
    assert sum(x for x, _ in points[:4]) / 4 == pytest.approx(20.0)
    assert max(x for x, _ in points) - min(x for x, _ in points) == pytest.approx(width, rel=0.15)
