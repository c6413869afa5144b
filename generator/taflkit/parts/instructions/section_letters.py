"""Where a section's letter stands in small pictures, near its middle and off marked squares, and where these lie."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import product

from taflkit.drawing.curves import Point
from taflkit.sheets.sections import Measures, Section
from taflkit.tafl import Square

__all__ = ["MARK", "letter_spot", "mark_spots"]

MARK = 0.35
"""How far the mark of a square reaches from its middle, in parts of its side."""


def letter_spot(section: Section, measures: Measures, marked: Collection[Square], radius: float) -> Point:
    """Return the middle of a section's letter in mm from the section's top left corner.

    It is the middle of a square, or where squares are smaller than the letter's disc also a place between them: that
    where the disc stands out least over the section, then that with the fewest marks under it, and of these the nearest
    to the section's middle. Where a disc covers many squares, it stands in the middle.

    Args:
        section: the section.
        measures: of the board in the picture.
        marked: the squares with a mark.
        radius: of the disc under the letter, in mm.
    """
    place, cell = measures.place(section), measures.cell
    left, top = _inside_frame(section, measures)
    middle = place.width / 2, place.height / 2
    if cell < radius:
        return middle

    def centre(file: float, down: float) -> Point:
        return left + file * cell, top + down * cell

    marks = mark_spots(section, measures, marked)
    wholes = cell >= 2 * radius
    steps = [[each / 2 for each in range(1, 2 * count, 2 if wholes else 1)] for count in (section.files, section.ranks)]

    def over(point: Point) -> float:
        """Return how far the disc stands out over the section."""
        x, y = point
        return round(max(0.0, radius - min(x, y, place.width - x, place.height - y)), 1)

    def covered(point: Point) -> int:
        return sum(math.dist(point, mark) < radius + MARK * cell for mark in marks)

    overs = {point: over(point) for point in (centre(*at) for at in product(*steps))}
    least = min(overs.values())
    inside = sorted(
        [point for point in overs if overs[point] == least], key=lambda point: round(math.dist(point, middle), 6)
    )
    return next((point for point in inside if not covered(point)), None) or min(inside, key=covered)


def mark_spots(section: Section, measures: Measures, marked: Collection[Square]) -> list[Point]:
    """Return the middles of a section's marked squares in mm from its top left corner.

    Args:
        section: the section.
        measures: of the board.
        marked: the squares of the board with a mark, in any section.
    """
    (left, top), cell = _inside_frame(section, measures), measures.cell
    files = range(section.file, section.file + section.files)
    ranks = range(section.rank, section.rank + section.ranks)
    return [
        (left + (square.file - files.start + 0.5) * cell, top + (ranks.stop - square.rank - 0.5) * cell)
        for square in marked
        if square.file in files and square.rank in ranks
    ]


def _inside_frame(section: Section, measures: Measures) -> Point:
    """Return where the squares of a section begin, in mm from its top left corner."""
    place = measures.place(section)
    left = measures.frame - place.left if section.file == 0 else 0.0
    top = measures.frame - place.top if section.rank + section.ranks == measures.size else 0.0
    return left, top
