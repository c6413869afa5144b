"""The seams between a board's sections: who meets whom, where, and which of the two carries the tab or overlap."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from taflkit.sheets.sections import Measures, Section, SectionPlace

__all__ = ["Edge", "Growth", "Seam", "edge_growth", "seams_of"]

Edge = Literal["upper", "right", "lower", "left"]
"""A side of an upright section."""

Growth = tuple[float, float, float, float]
"""How far a section's print reaches beyond its art: left, top, right, bottom."""


class Seam(Struct, frozen=True):
    """Where two sections meet; lengths in mm, sections upright.

    A seam runs right or down from its start, which is measured from the top left corner of either section's art.

    Attributes:
        first: the section that carries the tab or the overlap, if there is any: the one with the earlier letter, or the
            later one where the plan says so.
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
    def pair(self) -> str:
        """The letters that meet, the earlier first, as they are written at the seam."""
        earlier, later = sorted((self.first, self.second), key=_place_of_letter)
        return f"{earlier} – {later}"

    @property
    def upright(self) -> bool:
        """Whether it runs down, and not across."""
        return self.side in ("left", "right")

    def strip(self, depth: float) -> tuple[float, float, float, float]:
        """Return x, y, width and height of a tab or overlap that deep, from the first section's art's corner."""
        if self.upright:
            return (self.x - (depth if self.side == "left" else 0.0), self.y, depth, self.length)
        return (self.x, self.y - (depth if self.side == "upper" else 0.0), self.length, depth)


def seams_of(sections: tuple[Section, ...], measures: Measures, *, later: bool = False) -> tuple[Seam, ...]:
    """Return all seams between sections, by the letters that meet.

    Args:
        sections: the sections of the board in reading order.
        measures: how large the board is.
        later: whether the later of two letters carries the tab or overlap.
    """
    places = [measures.place(section) for section in sections]
    found = []
    for number in range(len(sections)):
        for other in range(number + 1, len(sections)):
            carrier, over = (other, number) if later else (number, other)
            side = _side(sections[carrier], sections[over])
            if side is not None:
                names = sections[carrier].name, sections[over].name
                found.append(_seam(*names, side, places[carrier], places[over]))
    return tuple(found)


def edge_growth(sections: tuple[Section, ...], by: float, *, later: bool = False) -> dict[str, Growth]:
    """Return by name how far each section reaches beyond its art if it carries a tab or overlap that deep.

    Args:
        sections: the sections of the board in reading order.
        by: the depth.
        later: whether the later of two letters carries.
    """
    carried: dict[str, set[Edge]] = {section.name: set() for section in sections}
    for number, first in enumerate(sections):
        for second in sections[number + 1 :]:
            carrier, over = (second, first) if later else (first, second)
            side = _side(carrier, over)
            if side is not None:
                carried[carrier.name].add(side)
    return {
        name: (by * ("left" in sides), by * ("upper" in sides), by * ("right" in sides), by * ("lower" in sides))
        for name, sides in carried.items()
    }


def _place_of_letter(name: str) -> tuple[int, str]:
    """Return the sort key of sections' letters: AA comes behind Z."""
    return (len(name), name)


def _side(first: Section, second: Section) -> Edge | None:
    """Return the side of the first section that meets the second, if one does."""
    files = min(first.file + first.files, second.file + second.files) - max(first.file, second.file)
    ranks = min(first.rank + first.ranks, second.rank + second.ranks) - max(first.rank, second.rank)
    if ranks > 0 and files == 0:
        return "right" if first.file < second.file else "left"
    if files > 0 and ranks == 0:
        return "lower" if first.rank > second.rank else "upper"
    return None


def _seam(first: str, second: str, side: Edge, place: SectionPlace, other: SectionPlace) -> Seam:
    left, top = max(place.left, other.left), max(place.top, other.top)
    right = min(place.left + place.width, other.left + other.width)
    bottom = min(place.top + place.height, other.top + other.height)
    length = bottom - top if side in ("left", "right") else right - left
    starts = (left - place.left, top - place.top, left - other.left, top - other.top)
    x, y, second_x, second_y = (round(value, 6) for value in starts)
    return Seam(first, second, side, x, y, second_x, second_y, round(length, 6))
