"""The grid of a booklet's pages: its columns and lines, the sizes of its letters, and the side of its squares.

Text is two columns wide, and a figure of five squares one. Everything in a booklet stands on the lines of its text.
"""

from __future__ import annotations

import math
from functools import cached_property

from msgspec import Struct

from taflkit.sheets.paper import LARGE_PRINT, TEXTS
from taflkit.typesetting.lines import Style

POINT = 25.4 / 72
"""A point in mm."""
_USUAL_FILES = 5  # squares across a column
_TWO_COLUMNS = 11  # the most squares of a figure across two columns: it may hang a little into the gutter
_MARGIN = 12.0  # mm beside the columns at the least
_FOOTED = 32.2  # mm above and below the lines of a page of _WIDE mm
_TOP = 14.0  # of these above
_WIDE = 148.0
_NARROW = 18.0  # em of text that is justified, at the least
_HIGH = 177.8  # mm of the lines of a folded page at the most
_A5_SQUARE = 7.2  # mm: the side of a figure's squares on an A5 page
_ABOVE_ROW = 3.6 * POINT  # above a row of figures, on the squares of an A5 page
BELOW_ROW = 2.4 * POINT
"""The white in mm below a figure, at the least."""


class Sizes(Struct, frozen=True):
    """The ems and leadings of a booklet in points, and its columns with their width at the most and gutters in mm."""

    text: tuple[float, float]
    caption: tuple[float, float]
    small: tuple[float, float]
    heading: float
    chapter: float
    columns: int = 3
    column: float = 36.0
    gutter: float = 6.0


_SIZES = dict(
    zip(
        TEXTS,
        (
            Sizes((9.5, 12.0), (8.0, 9.2), (8.0, 9.5), 12.5, 20.0),
            Sizes((11.0, 13.0), (8.5, 9.8), (8.0, 9.5), 14.0, 22.0),
            # figures are twice as large, so that two stand in a row
            Sizes((18.0, 23.0), (18.0, 20.5), (12.0, 14.5), 23.0, 38.0, columns=2, column=72.0, gutter=6.0),
        ),
        strict=True,
    )
)
"""The sizes by the values of the choice."""


class PageGrid(Struct, frozen=True, dict=True):
    """The grid of pages of a width and a height in mm, for one of TEXTS; lengths are mm."""

    width: float
    height: float
    text: str = TEXTS[0]

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes in points."""
        return _SIZES[self.text]

    @cached_property
    def style(self) -> Style:
        """The style of the text."""
        size, leading = self.sizes.text
        return Style(size * POINT, leading * POINT, narrow=_NARROW)

    @cached_property
    def caption(self) -> Style:
        """The style of captions, and of the words of the key."""
        size, leading = self.sizes.caption
        return Style(size * POINT, leading * POINT, align="left")

    @cached_property
    def small(self) -> Style:
        """The style of the colophon."""
        size, leading = self.sizes.small
        return Style(size * POINT, leading * POINT, role="text.muted", align="left")

    @property
    def leading(self) -> float:
        """The distance of two lines."""
        return self.style.leading

    @property
    def is_large(self) -> bool:
        """Whether pages are whole sheets, as those of large print are."""
        return self.text == LARGE_PRINT

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.sizes.columns

    @property
    def gutter(self) -> float:
        """The distance of two columns."""
        return self.sizes.gutter

    @cached_property
    def column(self) -> float:
        """The width of a column."""
        room = self.width - 2 * _MARGIN - (self.columns - 1) * self.gutter
        return min(self.sizes.column, room / self.columns)

    @cached_property
    def lines(self) -> int:
        """The number of lines on a page."""
        room = self.height - _FOOTED * self.width / _WIDE if self.is_large else min(_HIGH, self.height - _FOOTED)
        return math.floor(room / self.leading + 1e-6)

    @property
    def left(self) -> float:
        """The left edge of the columns on the page."""
        return (self.width - self.across(self.columns)) / 2

    @property
    def top(self) -> float:
        """The upper edge of the first line on the page."""
        return (self.height - self.lines * self.leading) * _TOP / _FOOTED

    @property
    def measure(self) -> float:
        """The width of the text."""
        return self.across(2)

    @property
    def square(self) -> float:
        """The side of a figure's squares."""
        return self.column / _USUAL_FILES

    @property
    def enlarged(self) -> float:
        """The size of what has no size in points: 1 on the squares of an A5 page."""
        return self.square / _A5_SQUARE

    @property
    def above_row(self) -> float:
        """The white above a row of figures."""
        return _ABOVE_ROW * self.enlarged

    def across(self, columns: int) -> float:
        """Return the width of a number of columns."""
        return columns * self.column + (columns - 1) * self.gutter

    def at(self, column: int) -> float:
        """Return the left edge of a column, counted from 0."""
        return column * (self.column + self.gutter)

    def spanned(self, files: int) -> int:
        """Return the number of columns that a figure of a number of squares across takes."""
        return min(self.columns, 1 if files <= _USUAL_FILES else 2 if files <= _TWO_COLUMNS else 3)

    def width_of(self, files: int) -> float:
        """Return the width of a figure of a number of squares, smaller ones where the page has no room for them."""
        return min(files * self.square, self.across(self.columns) + (self.gutter if self.is_large else 0.0))

    def lines_of(self, height: float) -> int:
        """Return the number of lines that a height takes."""
        return math.ceil(height / self.leading - 1e-6)

    def row_lines(self, height: float) -> int:
        """Return the number of lines of a row of figures of a height, with the white round it."""
        return self.lines_of(self.above_row + height + BELOW_ROW)
