"""Numbers in files: short, and the same whichever system's sines and cosines they come from."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.drawing.shapes import Path
from taflkit.render import decimal, whole
from taflkit.render.pdf.content import outline

between = st.integers(-10_000_000, 10_000_000).map(lambda number: (2 * number + 1) / 20_000)
between_micrometres = st.integers(-1_000_000, 1_000_000).map(lambda number: (2 * number + 1) / 2_000)


def neighbours(value: float) -> list[float]:
    """Return a number and those that another system's arithmetic could give for it."""
    return [value, math.nextafter(value, math.inf), math.nextafter(value, -math.inf), value + 1e-12, value - 1e-12]


@given(between)
def test_a_number_between_two_roundings_goes_one_way_in_its_last_bits(value: float) -> None:
    assert len({decimal(each) for each in neighbours(value)}) == 1


@given(between_micrometres)
def test_a_length_between_two_roundings_goes_one_way_in_its_last_bits(value: float) -> None:
    assert len({whole(each) for each in neighbours(value)}) == 1
    paths = [Path.packed("MLZ", (0.0, 0.0, each, -each), "mark") for each in neighbours(value)]
    assert len({outline(path) for path in paths}) == 1


@given(st.floats(-1000, 1000))
def test_a_number_is_rounded_to_the_nearest(value: float) -> None:
    assert abs(float(decimal(value)) - value) <= 0.5e-4 + 2e-9
    assert abs(int(whole(value)) - 1000 * value) <= 0.5 + 2e-6


@pytest.mark.parametrize(("value", "text"), [(25.0, "25"), (-0.0, "0"), (-0.00001, "0"), (1 / 3, "0.3333")])
def test_a_number_is_as_short_as_it_can_be(value: float, text: str) -> None:
    assert decimal(value) == text


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_length_is_refused(value: float) -> None:
    for written in (decimal, whole):
        with pytest.raises(ValueError, match=f"{value} is no length"):
            written(value)
