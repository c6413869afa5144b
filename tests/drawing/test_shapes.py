"""Transforms compose as they are painted, and a walk meets every shape where it stands."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Tag,
    Text,
    Transform,
    multiply,
    rotate,
    scale,
    translate,
    walk,
)

Point = tuple[float, float]

lengths = st.floats(-300, 300)
points = st.tuples(lengths, lengths)
transforms = st.one_of(
    st.builds(translate, lengths, lengths),
    st.builds(scale, st.floats(0.05, 20)),
    st.builds(rotate, st.floats(-720, 720)),
)


def moved(transform: Transform, point: Point) -> Point:
    """Where a point comes to lie, as SVG and PDF define the six numbers."""
    a, b, c, d, e, f = transform
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


@given(transforms, transforms, points)
def test_multiplied_transforms_do_the_inner_one_first(outer: Transform, inner: Transform, point: Point) -> None:
    assert moved(multiply(outer, inner), point) == pytest.approx(moved(outer, moved(inner, point)), abs=1e-6)


@given(transforms, transforms, transforms)
def test_composition_is_associative(first: Transform, second: Transform, third: Transform) -> None:
    left = multiply(multiply(first, second), third)
    assert left == pytest.approx(multiply(first, multiply(second, third)), abs=1e-6)


@given(transforms)
def test_the_identity_changes_nothing(transform: Transform) -> None:
    assert multiply(IDENTITY, transform) == transform
    assert multiply(transform, IDENTITY) == transform


def test_the_order_of_composition_matters() -> None:
    assert multiply(translate(10, 0), rotate(90)) != multiply(rotate(90), translate(10, 0))


@pytest.mark.parametrize(
    ("degrees", "where"),
    [(0, (3.0, 0.0)), (90, (0.0, 3.0)), (180, (-3.0, 0.0)), (270, (0.0, -3.0)), (-90, (0.0, -3.0)), (450, (0.0, 3.0))],
)
def test_quarter_turns_are_exact_and_go_clockwise_on_paper(degrees: float, where: Point) -> None:
    # y grows downwards, so a clockwise quarter takes a point on the right to below the origin
    assert moved(rotate(degrees), (3.0, 0.0)) == where


@given(st.floats(-720, 720), points)
def test_turns_keep_distances(degrees: float, point: Point) -> None:
    assert math.hypot(*moved(rotate(degrees), point)) == pytest.approx(math.hypot(*point), abs=1e-9)


@given(st.floats(-360, 360), st.floats(-360, 360))
def test_turns_add_up(first: float, second: float) -> None:
    assert multiply(rotate(first), rotate(second)) == pytest.approx(rotate(first + second), abs=1e-9)


def test_scale_and_translate_do_what_they_say() -> None:
    assert moved(scale(2.5), (2, -4)) == (5, -10)
    assert moved(translate(1.5, -2), (2, -4)) == (3.5, -6)


def test_a_walk_yields_every_shape_in_painting_order_with_its_transform() -> None:
    ground = Rect(0, 0, 1, 1, "ground")
    dot = Circle(0, 0, 1, "dot")
    word = Text(0, 0, "d4", "text", 3, "text")
    cut = Path.of((("M", (0, 0)), ("L", (1, 0))), "cut")
    deep = Group((dot, word), scale(2), tag=Tag("Figure"))
    shapes: tuple[Shape, ...] = (ground, Group((deep, cut), translate(10, 5), layer=Layer.ART), dot)
    walked = list(walk(shapes))
    assert [shape for shape, _ in walked] == [ground, dot, word, cut, dot]
    assert [moved(transform, (1, 1)) for _, transform in walked] == [(1, 1), (12, 7), (12, 7), (11, 6), (1, 1)]


def test_a_walk_leaves_the_clip_out() -> None:
    clip = Rect(0, 0, 5, 5, "nothing is painted in this role")
    dot = Circle(0, 0, 1, "dot")
    assert [shape for shape, _ in walk((Group((dot,), clip=clip),))] == [dot]


def test_a_walk_begins_under_the_transform_that_it_is_given() -> None:
    dot = Circle(0, 0, 1, "dot")
    ((_, transform),) = walk((Group((dot,), translate(1, 0)),), scale(3))
    assert moved(transform, (0, 0)) == (3, 0)
