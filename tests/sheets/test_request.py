"""Lengths in every unit, and what is said of what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit.errors import TaflkitError
from taflkit.sheets.request import UNITS, format_length, parse_length


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("38", 38.0),
        ("38mm", 38.0),
        ("3.8cm", 38.0),
        ("1in", 25.4),
        ("72pt", 25.4),
        ("10pt", 254 / 72),
        (" 38 mm ", 38.0),
        ("38MM", 38.0),
        (".5in", 12.7),
        ("1e1mm", 10.0),
        ("0", 0.0),
        ("-2mm", -2.0),
    ],
)
def test_a_length_is_read_in_its_unit(text, length):
    assert parse_length(text) == pytest.approx(length, abs=1e-12)


@pytest.mark.parametrize("text", ["", "  ", "mm", "abc", "3,8cm", "1_000", "--3", "1.2.3mm", "3mm4", "\u0663"])
def test_what_is_no_number_is_named_with_what_is_right(text):
    with pytest.raises(TaflkitError) as caught:
        parse_length(text)
    assert str(caught.value) == f"'{text}' is not a length; write it like 38, 38mm, 3.8cm, 1.5in or 10pt"


@pytest.mark.parametrize(("text", "unit"), [("38 furlongs", "furlongs"), ("2m", "m"), ('1"', '"'), ("3px", "px")])
def test_an_unknown_unit_is_named(text, unit):
    with pytest.raises(TaflkitError) as caught:
        parse_length(text)
    assert str(caught.value) == f"'{text}' has the unknown unit '{unit}'; use mm, cm, in or pt"


@pytest.mark.parametrize("text", ["nan", "inf", "infinity", "-inf"])
def test_words_for_numbers_are_no_lengths(text):
    with pytest.raises(TaflkitError, match="is not a length"):
        parse_length(text)


def test_a_number_too_large_for_a_float_is_not_finite():
    with pytest.raises(TaflkitError, match="'1e999mm' is not a finite length; write it like"):
        parse_length("1e999mm")


@given(st.floats(-1e4, 1e4), st.sampled_from(sorted(UNITS)))
def test_any_float_is_read_back(number, unit):
    assert parse_length(f"{number!r}{unit}") == number * UNITS[unit]


@pytest.mark.parametrize(
    ("length", "text"),
    [(38.0, "38 mm"), (38.7, "38.7 mm"), (-0.001, "0 mm"), (100.0, "100 mm"), (1 / 3, "0.33 mm")],
)
def test_a_length_is_shown_as_a_ruler_shows_it(length, text):
    assert format_length(length) == text
