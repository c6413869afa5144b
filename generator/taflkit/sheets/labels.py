"""Sheets of labels that counters are printed on: the places of the labels, and the size of their counters."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.sheets.paper import Paper

INSIDE = 0.5
"""Millimetres from a label's edge to its counter."""


class LabelSheet(NamedTuple):
    """A sheet of labels in rows and columns, all alike; lengths in mm.

    Attributes:
        name: the name in print, such as "Avery L7780".
        round: whether the labels are round, and not rectangles.
        across, down: from a label's edge to the same edge of the next one in its row, and in its column.
        left, top: from the paper's edges to the first label's.
    """

    name: str
    paper: Paper
    rows: int
    columns: int
    width: float
    height: float
    round: bool
    across: float
    down: float
    left: float
    top: float

    @property
    def counter(self) -> float:
        """The diameter of a counter, the largest on a label."""
        return round(min(self.width, self.height) - 2 * INSIDE, 6)

    @property
    def right(self) -> float:
        """From the paper's left edge to the right edge of the last column."""
        return self.left + (self.columns - 1) * self.across + self.width

    @property
    def low(self) -> float:
        """From the paper's top edge to the lower edge of the last row."""
        return self.top + (self.rows - 1) * self.down + self.height

    @property
    def places(self) -> tuple[tuple[float, float], ...]:
        """The left and the top of every label, row by row."""
        return tuple(
            (round(self.left + column * self.across, 6), round(self.top + row * self.down, 6))
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def white(self) -> float:
        """The least distance of a counter from the paper's edge."""
        beside, above = ((side - self.counter) / 2 for side in (self.width, self.height))
        ends = (self.left, self.paper.width - self.right), (self.top, self.paper.height - self.low)
        return round(min(min(ends[0]) + beside, min(ends[1]) + above), 6)
