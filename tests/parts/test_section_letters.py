"""The letters of sections in small pictures: near the middle, and off the marked squares."""

from __future__ import annotations

import math

import pytest
from taflkit.parts.instructions.pictures import letter_spot

from taflkit.sheets.sections import Measures, Section
from taflkit.tafl import Square

BOARD = Measures(7, 8.0, 1.0)
LEFT = Section("A", 0, 0, 4, 7)


def test_a_letter_stands_on_an_unmarked_square_near_the_middle() -> None:
    row = [Square(file, 3) for file in range(7)]
    x, y = letter_spot(LEFT, BOARD, row, 2.0)
    # in a square of the second or third file, next to the marked row
    assert x in (13.0, 21.0)
    assert y in (21.0, 37.0)


def test_a_letter_stands_in_the_middle_where_nothing_is_marked() -> None:
    assert letter_spot(Section("A", 0, 0, 7, 7), BOARD, (), 2.0) == (29.0, 29.0)


@pytest.mark.parametrize("cell", [1.0, 9.0])
def test_a_letter_never_stands_out_over_its_section(cell: float) -> None:
    measures, section = Measures(19, cell, 1.0), Section("B", 10, 0, 9, 9)
    marked = [Square(file, rank) for file in range(19) for rank in range(19)]
    x, y = letter_spot(section, measures, marked, 1.8)
    place = measures.place(section)
    assert min(x, y, place.width - x, place.height - y) >= 1.8
    assert math.dist((x, y), (place.width / 2, place.height / 2)) <= cell
