"""Captions below the pictures of page one: each below its picture, and clear of those beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.shapes import Shape, Tag
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter

__all__ = ["CaptionPlace", "clear_captions", "draw_caption", "room_for"]

_NARROWEST, _BEYOND = 34.0, 4.0
"""The least width that a caption has room for in mm, and how much wider than its picture it may be."""
_APART = 1.5
"""Between two captions on one line, in mm."""


class CaptionPlace(Struct, frozen=True):
    """A caption and where it goes; lengths in mm.

    Attributes:
        text: its words.
        start, top: of the place for its lines, the left edge and the upper one.
        room: how wide they may be.
    """

    text: str
    start: float
    top: float
    room: float

    def reach(self, style: Style, typesetter: Typesetter) -> tuple[float, float]:
        """Return from where to where its letters reach."""
        lines = typesetter.paragraph(self.text, self.room, style)
        return self.start + min(line.texts[0].x for line in lines), self.start + max(line.width for line in lines)


def room_for(width: float) -> float:
    """Return how wide a caption below a picture of a width in mm may be."""
    return max(width, _NARROWEST) + _BEYOND


def draw_caption(place: CaptionPlace, style: Style, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the lines of a caption at its place."""
    return stack(set_paragraph(typesetter, place.text, place.room, style, tag=Tag("Caption")), place.start, place.top)[
        0
    ]


def clear_captions(
    places: Sequence[CaptionPlace], width: float, style: Style, typesetter: Typesetter
) -> list[CaptionPlace]:
    """Return captions moved aside where they would touch others on their lines; most stay where they are.

    Args:
        places: all of them.
        width: of the page, from the left edge at 0.
        style: how they are set.
        typesetter: sets them.
    """
    rows: dict[float, list[int]] = defaultdict(list)
    for number, place in enumerate(places):
        rows[round(place.top, 3)].append(number)
    moved = list(places)
    for row in rows.values():
        row.sort(key=lambda number: places[number].start)
        reaches = [places[number].reach(style, typesetter) for number in row]
        for number, (left, _), (was, _) in zip(row, _apart(reaches, width), reaches, strict=True):
            if left != was:
                moved[number] = replace(moved[number], start=moved[number].start + left - was)
    return moved


def _apart(reaches: Sequence[tuple[float, float]], width: float) -> list[tuple[float, float]]:
    """Return what goes from left to right so that nothing touches: neighbours give way to each other alike."""
    found = list(reaches)
    for at in range(1, len(found)):
        near = (found[at - 1][1] + _APART - found[at][0]) / 2
        if near > 0:
            found[at - 1] = found[at - 1][0] - near, found[at - 1][1] - near
            found[at] = found[at][0] + near, found[at][1] + near
    edge = 0.0
    for at, (left, right) in enumerate(found):
        if left < edge:
            found[at] = edge, edge + right - left
        edge = found[at][1] + _APART
    edge = width
    for at in range(len(found) - 1, -1, -1):
        left, right = found[at]
        if right > edge:
            found[at] = edge - (right - left), edge
        edge = found[at][0] - _APART
    return found
