"""The sizes of letters that page one is tried in, and what of its pictures each is good for."""

from __future__ import annotations

from msgspec import Struct

from taflkit.typesetting.lines import Style

__all__ = ["SETTINGS", "USUAL", "LetterSize"]

_POINT = 25.4 / 72
_LEADING, _TIGHT = 1.2, 1.14
"""The distance of lines in em, and where there is very much to say."""


class LetterSize(Struct, frozen=True):
    """A size of letters, and what it is good for.

    Attributes:
        points: the size.
        leading: in em.
        wants: of the pictures, "full" if they must have all the room that they can use, "good", "any", or
            "crowded" if they may be as small as they are at the least.
    """

    points: float
    leading: float
    wants: str

    @property
    def style(self) -> Style:
        """The style of the steps."""
        size = self.points * _POINT
        return Style(size, size * self.leading)


USUAL = LetterSize(10.5, _LEADING, "good")
SETTINGS = (
    *(LetterSize(points, _LEADING, "full") for points in (13.0, 12.5, 12.0, 11.5, 11.0)),
    *(LetterSize(points, _LEADING, "good") for points in (10.5, 10.0, 9.5)),
    *(LetterSize(points, _LEADING, "any") for points in (9.5, 9.0)),
    *(LetterSize(points, _TIGHT, "any") for points in (9.5, 9.0)),
    LetterSize(9.0, _TIGHT, "crowded"),
)
"""The sizes that are tried, the best first."""
