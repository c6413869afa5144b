"""The seams between a board's sections: who meets whom, where, and which of the two carries the tab or overlap."""

from __future__ import annotations

from typing import Literal, NamedTuple

from taflkit.sheets.sections import Section

__all__ = ["Edge", "Growth", "Seam", "edge_growth", "seams_of"]

Edge = Literal["upper", "right", "lower", "left"]
"""A side of an upright section."""

Growth = tuple[float, float, float, float]
"""How far a section's print reaches beyond its art: left, top, right, bottom."""

_Box = tuple[float, float, float, float]


class Seam(NamedTuple):
    """Where two sections meet; lengths in mm, sections upright.

    A seam runs right or down from its start, which is measured from the top left corner of either section's art.

    Attributes:
        first: the section with the earlier letter: it carries the tab or the overlap, if there is any.
        second: the section that is glued onto the tab, or over the overlap.
        side: the side of the first that meets the second.
        x: the seam's start on the first section.
        y: the same.
        second_x: the seam's start on the second section.
        second_y: the same.
        length: how long the seam is, through the frame included.
    """

    first: str
    second: str
    side: Edge
    x: float
    y: float
    second_x: float
    second_y: float
    length: float

    @property
    def upright(self) -> bool:
        """Whether it runs down, and not across."""
        return self.side in ("left", "right")

    def strip(self, depth: float) -> tuple[float, float, float, float]:
        """Return x, y, width and height of a tab or overlap that deep, from the first section's art's corner."""
        if self.upright:
            return (self.x - (depth if self.side == "left" else 0.0), self.y, depth, self.length)
        return (self.x, self.y - (depth if self.side == "upper" else 0.0), self.length, depth)


def seams_of(sections: tuple[Section, ...], size: int, cell: float, frame: float = 0.0) -> tuple[Seam, ...]:
    """Return all seams between sections, by the letters that meet.

    Args:
        sections: the sections of the board in reading order.
        size: the board's cells a side.
        cell: side of a cell in mm.
        frame: width in mm of the border round the board.
    """
    boxes = [_box(section, size, cell, frame) for section in sections]
    found = []
    for number, first in enumerate(sections):
        for other in range(number + 1, len(sections)):
            side = _side(first, sections[other])
            if side is not None:
                found.append(_seam(first.name, sections[other].name, side, boxes[number], boxes[other]))
    return tuple(found)


def edge_growth(sections: tuple[Section, ...], by: float) -> dict[str, Growth]:
    """Return by name how far each section reaches beyond its art if it carries a tab or overlap that deep."""
    carried: dict[str, set[Edge]] = {section.name: set() for section in sections}
    for number, first in enumerate(sections):
        for second in sections[number + 1 :]:
            side = _side(first, second)
            if side is not None:
                carried[first.name].add(side)
    return {
        name: (by * ("left" in sides), by * ("upper" in sides), by * ("right" in sides), by * ("lower" in sides))
        for name, sides in carried.items()
    }


def _side(first: Section, second: Section) -> Edge | None:
    """Return the side of the first section that meets the second, if one does."""
    files = min(first.file + first.files, second.file + second.files) - max(first.file, second.file)
    ranks = min(first.rank + first.ranks, second.rank + second.ranks) - max(first.rank, second.rank)
    if ranks > 0 and files == 0:
        return "right" if first.file < second.file else "left"
    if files > 0 and ranks == 0:
        return "lower" if first.rank > second.rank else "upper"
    return None


def _box(section: Section, size: int, cell: float, frame: float) -> _Box:
    """Return left, top, right and bottom of a section on the board with its frame, from the top left."""
    files = [section.file, section.file + section.files]
    lines = [size - section.rank - section.ranks, size - section.rank]
    left, right = (_line(number, size, cell, frame) for number in files)
    top, bottom = (_line(number, size, cell, frame) for number in lines)
    return left, top, right, bottom


def _line(number: int, size: int, cell: float, frame: float) -> float:
    """Return where a cut goes after so many cells: outside the frame at the board's edges."""
    outside = 0.0 if number == 0 else 2 * frame if number == size else frame
    return number * cell + outside


def _seam(first: str, second: str, side: Edge, box: _Box, other: _Box) -> Seam:
    left, top = max(box[0], other[0]), max(box[1], other[1])
    right, bottom = min(box[2], other[2]), min(box[3], other[3])
    length = bottom - top if side in ("left", "right") else right - left
    starts = (left - box[0], top - box[1], left - other[0], top - other[1])
    x, y, second_x, second_y = (round(value, 6) for value in starts)
    return Seam(first, second, side, x, y, second_x, second_y, round(length, 6))
