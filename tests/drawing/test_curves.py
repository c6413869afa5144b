"""Curves lie where their circles are, within what the eye and the knife can tell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.drawing.shapes import Point, Segment, arc, arrow_head, circle_segments, cross, foil, line, polygon

TOLERANCE = 0.0003
"""Parts of the radius."""

lengths = st.floats(-200, 200)
centres = st.tuples(lengths, lengths)
radii = st.floats(0.5, 150)
angles = st.floats(-360, 360)


def along(segments: Sequence[Segment], start: Point | None = None, steps: int = 16) -> Iterator[Point]:
    """Yield points of a path, close to one another."""
    now = start or (0.0, 0.0)
    for letter, values in segments:
        if letter == "C":
            x1, y1, x2, y2, x3, y3 = values
            for k in range(steps + 1):
                t = k / steps
                u = 1 - t
                weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                yield (
                    sum(w * v for w, v in zip(weights, (now[0], x1, x2, x3), strict=True)),
                    sum(w * v for w, v in zip(weights, (now[1], y1, y2, y3), strict=True)),
                )
            now = (x3, y3)
        elif letter != "Z":
            now = (values[0], values[1])
            yield now


def on(centre: Point, radius: float, degrees: float) -> Point:
    return centre[0] + radius * math.cos(math.radians(degrees)), centre[1] + radius * math.sin(math.radians(degrees))


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def area(points: Sequence[Point]) -> float:
    """The area that a closed line runs round."""
    after = [*points[1:], points[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, after, strict=True))) / 2


@given(centres, radii, angles, angles)
def test_an_arc_lies_on_its_circle(centre: Point, radius: float, start: float, end: float) -> None:
    points = list(along(arc(centre, radius, start, end), on(centre, radius, start)))
    assert all(abs(distance(point, centre) - radius) <= TOLERANCE * radius for point in points)


@given(centres, radii, angles, angles)
def test_an_arc_goes_from_one_angle_to_the_other_by_quarters_at_most(
    centre: Point, radius: float, start: float, end: float
) -> None:
    curves = arc(centre, radius, start, end)
    assert {letter for letter, _ in curves} == {"C"}
    assert len(curves) == max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    assert curves[-1][1][-2:] == pytest.approx(on(centre, radius, end), abs=1e-6)


def test_a_positive_arc_goes_clockwise_on_paper() -> None:
    ((_, values),) = arc((0, 0), 10, 0, 90)
    assert values[-2:] == pytest.approx((0, 10))  # y grows downwards: from the right to below
    ((_, values),) = arc((0, 0), 10, 0, -90)
    assert values[-2:] == pytest.approx((0, -10))


@given(centres, radii)
def test_a_circle_is_closed_and_has_its_area(centre: Point, radius: float) -> None:
    segments = circle_segments(centre, radius)
    assert segments[0] == ("M", (centre[0] + radius, centre[1]))
    assert segments[-1] == ("Z", ())
    assert segments[-2][1][-2:] == pytest.approx(segments[0][1], abs=1e-6)
    points = list(along([(a, tuple(v - centre[k % 2] for k, v in enumerate(vs))) for a, vs in segments]))
    assert area(points) == pytest.approx(math.pi * radius**2, rel=0.005)


def test_the_hexafoil_is_drawn_with_one_opening_of_the_compasses() -> None:
    # each arc of a petal runs from the centre to a tip on a circle about the tip beside it
    centre, radius = (10.0, 20.0), 7.0
    segments = foil(centre, radius, 6, 30)
    tips = [on(centre, radius, -90 + 60 * k) for k in range(6)]
    assert [letter for letter, _ in segments] == ["M", "C", "C", "Z"] * 6
    for number, tip in enumerate(tips):
        petal = segments[4 * number : 4 * number + 4]
        assert petal[0][1] == centre
        assert petal[1][1][-2:] == pytest.approx(tip)
        assert petal[2][1][-2:] == pytest.approx(centre)
        there = list(along((petal[1],), centre))
        back = list(along((petal[2],), tip))
        sides = {
            k
            for arc_points in (there, back)
            for k in (number - 1, (number + 1) % 6)
            if all(abs(distance(point, tips[k]) - radius) <= TOLERANCE * radius for point in arc_points)
        }
        assert sides == {number - 1, (number + 1) % 6}


@given(st.integers(3, 9), st.floats(10, 45))
def test_petals_bulge_to_both_sides_and_stay_in_the_circle(petals: int, width: float) -> None:
    segments = foil((0, 0), 10, petals, width)
    assert sum(letter == "M" for letter, _ in segments) == petals
    assert max(distance(point, (0, 0)) for point in along(segments)) == pytest.approx(10)
    first = list(along(segments[:3]))
    assert min(x for x, _ in first) == pytest.approx(-max(x for x, _ in first))
    assert max(x for x, _ in first) == pytest.approx(10 / 2 * math.tan(math.radians(width / 2)), rel=0.001)


def test_lines_crosses_and_polygons_run_through_their_points() -> None:
    assert line((1, 2), (3, 4), "cut").segments == (("M", (1, 2)), ("L", (3, 4)))
    assert line((1, 2), (3, 4), "cut").role == "cut"
    assert polygon(((0, 0), (4, 0), (4, 3))) == (("M", (0, 0)), ("L", (4, 0)), ("L", (4, 3)), ("Z", ()))
    saltire = cross((10, 10), 2, "figure.cross")
    assert saltire.role == "figure.cross"
    assert saltire.segments == (("M", (8, 8)), ("L", (12, 12)), ("M", (8, 12)), ("L", (12, 8)))


@given(centres, st.floats(-math.pi, math.pi), st.floats(0.5, 20))
def test_an_arrow_head_ends_at_its_tip_and_is_the_same_on_both_sides(tip: Point, angle: float, length: float) -> None:
    segments = arrow_head(tip, angle, length)
    corners = [(values[0], values[1]) for letter, values in segments if letter != "Z"]
    assert segments[-1] == ("Z", ())
    assert corners[0] == tip
    ahead = (math.cos(angle), math.sin(angle))
    forth = [(x - tip[0]) * ahead[0] + (y - tip[1]) * ahead[1] for x, y in corners]
    aside = [(y - tip[1]) * ahead[0] - (x - tip[0]) * ahead[1] for x, y in corners]
    assert min(forth) == pytest.approx(-length)
    assert max(forth) == pytest.approx(0, abs=1e-9)
    assert aside[1] == pytest.approx(-aside[3])
    assert abs(aside[1]) > length / 4
    assert -length < forth[2] < 0
