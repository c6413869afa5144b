"""Sines and the like: near the true ones, and without the bits in which systems differ."""

from __future__ import annotations

import math

import pytest

from taflkit.drawing.angles import arctangent, cosine, sine, tangent


@pytest.mark.parametrize("made", [sine, cosine, tangent])
def test_an_angle_is_told_as_exactly_as_files_need(made: object) -> None:
    assert callable(made)
    exact = {sine: math.sin, cosine: math.cos, tangent: math.tan}[made]
    for step in range(-720, 721):
        angle = math.radians(step / 2 + 0.1)
        assert made(angle) == pytest.approx(exact(angle), abs=1e-12)
        # a bit more or less before makes no other number, but where that lies between two of them
        assert (made(angle) * 2**40).is_integer()


def test_round_angles_give_round_numbers() -> None:
    assert [sine(math.radians(angle)) for angle in (0, 30, 90, 150, 180, 210, 270)] == [0, 0.5, 1, 0.5, 0, -0.5, -1]
    assert [cosine(math.radians(angle)) for angle in (0, 60, 90, 120, 180, 240, 270)] == [1, 0.5, 0, -0.5, -1, -0.5, 0]
    assert math.copysign(1, cosine(math.radians(90))) == 1


def test_a_point_tells_its_angle() -> None:
    assert arctangent(1.0, 0.0) == pytest.approx(math.pi / 2, abs=1e-12)
    assert arctangent(-1.0, -1.0) == pytest.approx(-3 * math.pi / 4, abs=1e-12)
