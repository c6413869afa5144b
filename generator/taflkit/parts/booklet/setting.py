"""How the text and the figures of a booklet are set: their sizes, and the order in which these are tried."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from msgspec import Struct
from msgspec.structs import replace

from taflkit.figures import Window
from taflkit.sheets.imposition import PAGES
from taflkit.typesetting.lines import Style

__all__ = [
    "BOX",
    "LARGE",
    "LEAST",
    "LEAST_SQUARE",
    "Setting",
    "coarse",
    "in_squares",
    "neighbours",
    "settings",
    "smallest",
]

BOX = (112.0, 178.0)
"""Width and height in mm of the text on a page."""
_POINT = 25.4 / 72
LEAST = 9.0 * _POINT
"""The least em of the text in mm."""
_RAGGED = 13.2 * _POINT
"""From which em on no text is justified."""
_CAPTION, _CAPTION_PART = 7.5 * _POINT, 0.74
"""The least em of captions in mm, and theirs in parts of the text's."""
_HANG, _HANG_PART = 6.0, 1.45
"""How far the rules are indented, in mm and in parts of a large em; their numbers hang in that space."""
_USUAL, _SMALL = 5, 4
"""How many squares a side a usual figure has, and those whose squares are the largest."""
_SIZES, _SQUARES = (10.5, 10.0, 9.5, 9.0), (6.8, 6.3, 5.8, 5.5, 5.2, 4.9, 4.6, 4.4, 4.2, 4.0)
"""The text's em in points, and the side in mm of the squares of usual figures, for four pages."""
_MORE_SIZES = (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
_MORE_SQUARES = (11.4, 10.8, 10.2, 9.6, 9.0, 8.5, 8.0, 7.5, 7.0, 6.6, 6.2, 5.8, 5.4, 5.0, 4.6, 4.2)
"""The same for larger booklets."""
LARGE = 13.0 * _POINT
"""The em in mm that a text does not pass in larger booklets, unless it is short."""
LEAST_SQUARE = 4.0
"""The least side in mm of the squares of a usual figure."""
_LEADING, _LEADINGS = 1.2, (1.5, 1.42, 1.34, 1.27, 1.2)
"""The distance of lines in parts of the em; in larger booklets it may be wider, to fill the pages."""
_NEIGHBOURS = ((0, 0, -1), (0, 0, 1), (1, 0, 0), (-1, 0, 0), (1, 0, 1), (-1, 0, -1), (0, 1, 0), (0, -1, 0))
"""By how many sizes the text of the settings next to one is larger, and its squares, and by how many steps its lines
are closer."""
_WIDE = 1.4
"""From which of them on a wider one costs."""
_SMALLER, _SMALLER_SQUARES, _CROWDED_SQUARES, _LOOSER, _UNLIKE = 100.0, 130.0, 260.0, 60.0, 60.0
"""The costs of text and of squares that are smaller by a factor of e, in larger booklets and on four pages, of a line
that is an em further from the next, and of squares that grow by that factor more than the text does, or less."""
_LIKE = 0.87
"""The squares' side in mm that goes with a point of the text's em in larger booklets: figures grow first."""


class Setting(Struct, frozen=True, dict=True):
    """How the text and its figures are set; each line asks for the measures that follow, so these are kept.

    Attributes:
        style: of the text.
        square: the side in mm of the squares of a usual figure.
        cost: how much worse it is than the best one.
        grows: whether figures and white may be larger where that fills a page, as in larger booklets.
        step: which of the sizes of text, of those of squares and of the distances of lines it has.
    """

    style: Style
    square: float
    cost: float
    grows: bool
    step: tuple[int, int, int]

    @cached_property
    def leading(self) -> float:
        """The distance of lines in mm."""
        return self.style.leading

    @cached_property
    def rules(self) -> Style:
        """How the text of rules is set: ragged in every booklet, for many lines beside figures could not be filled."""
        return replace(self.style, align="left")

    @cached_property
    def hang(self) -> float:
        """How far the text of rules is indented, in mm."""
        return max(_HANG, _HANG_PART * self.style.size)

    @cached_property
    def measure(self) -> float:
        """How wide the text of rules is, in mm."""
        return BOX[0] - self.hang

    @cached_property
    def caption(self) -> Style:
        """How captions are set."""
        size = max(_CAPTION, _CAPTION_PART * self.style.size)
        return Style(size, size * 1.18, role="text", align="left")

    @cached_property
    def page(self) -> int:
        """How many lines a page has."""
        return self.lines_in(BOX[1])

    def is_above(self, other: Setting) -> bool:
        """Whether neither the text nor the figures nor the distance of lines is smaller than in another setting."""
        larger = self.style.size >= other.style.size and self.square >= other.square
        return larger and self.style.leading >= other.style.leading

    def lines_in(self, height: float) -> int:
        """Return how many lines fit into a height in mm."""
        return math.floor(height / self.leading + 1e-6)

    def lines_of(self, height: float) -> int:
        """Return how many lines something of a height in mm takes."""
        return math.ceil(height / self.leading - 1e-6)

    def width_of(self, window: Window, grown: float = 1.0) -> float:
        """Return how wide a figure is in mm; one of fewer squares is smaller, and its squares are larger."""
        return min(self.measure, grown * self.square * in_squares(window)[0])


def in_squares(window: Window) -> tuple[float, float]:
    """Return how wide and how high a figure of a part of the board is, in squares of a usual figure."""
    side = math.sqrt(_USUAL / max(_SMALL, math.sqrt(window.files * window.ranks)))
    return window.files * side, window.ranks * side


@cache
def settings(pages: int) -> tuple[Setting, ...]:
    """Return the settings of a booklet of so many pages, the best first."""
    grows = pages > PAGES
    choices = (_MORE_SIZES, _MORE_SQUARES, _LEADINGS) if grows else (_SIZES, _SQUARES, (_LEADING,))
    made = []
    for (i, points), (k, square), (m, leading) in itertools.product(*map(enumerate, choices)):
        cost = _worse(points, square, leading) if grows else _crowded(points, square)
        made.append(_setting(points, square, leading, cost, grows, (i, k, m)))
    return tuple(sorted(made, key=lambda setting: setting.cost))


@cache
def _by_step(pages: int) -> Mapping[tuple[int, int, int], Setting]:
    return {setting.step: setting for setting in settings(pages)}


def neighbours(setting: Setting, pages: int) -> Iterator[Setting]:
    """Yield the settings with text or squares a size larger or smaller, or with lines a step closer or wider apart."""
    size, square, leading = setting.step
    for larger, wider, closer in _NEIGHBOURS:
        found = _by_step(pages).get((size - larger, square - wider, leading + closer))
        if found:
            yield found


def coarse(pages: int) -> Iterator[Setting]:
    """Yield the settings of the middle distance of lines, those of large text before others, of large squares next."""
    return (setting for step, setting in sorted(_by_step(pages).items()) if step[2] == len(_LEADINGS) // 2)


def smallest(pages: int) -> Setting:
    """Return the setting that takes the least room."""
    return min(settings(pages), key=lambda setting: (setting.style.size, setting.square, setting.leading))


def _crowded(points: float, square: float) -> float:
    """Return how much worse a booklet of four pages is for the size of its text and figures."""
    return _SMALLER * math.log(_SIZES[0] / points) + _CROWDED_SQUARES * math.log(_SQUARES[0] / square)


def _worse(points: float, square: float, leading: float) -> float:
    """Return how much worse a larger booklet is for the size of its text and figures, and their proportions."""
    smaller = _SMALLER * math.log(_MORE_SIZES[0] / points) + _SMALLER_SQUARES * math.log(_MORE_SQUARES[0] / square)
    unlike = _UNLIKE * abs(math.log(square / min(_MORE_SQUARES[0], _LIKE * points)))
    return smaller + unlike + _LOOSER * max(0.0, leading - _WIDE)


def _setting(
    points: float, square: float, leading: float, cost: float, grows: bool, step: tuple[int, int, int]
) -> Setting:
    return Setting(_style(points, leading), square, cost, grows, step)


@cache
def _style(points: float, leading: float) -> Style:
    """Return how text of an em in points is set; settings with squares of other sizes share it."""
    size = points * _POINT
    # large print is not justified: few words on a line would stand too far apart
    return Style(size, size * leading, align="justify" if size < _RAGGED else "left")
