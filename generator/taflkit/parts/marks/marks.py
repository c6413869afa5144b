"""Parts in their places on a sheet, and the marks beside them: cut marks, names, ruler, registration marks, numbers.

Registration marks are those of Silhouette's machines, "Type 1" of Silhouette Studio: a filled square in the upper left
corner, and two lines at right angles in the upper right and the lower left. The machines of the kind Cameo 5 Alpha look
for four such corners, of lines as long and as thick, and for no square: github.com/fablabnbg/inkscape-silhouette has
their measures, in its pull requests 374 and 380.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.svg import read_outlines
from taflkit.drawing.shapes import (
    Form,
    Group,
    Layer,
    Path,
    Point,
    Rect,
    Shape,
    Shown,
    Tag,
    line,
    multiply,
    rotate,
    translate,
)
from taflkit.errors import DoesNotFit, shown
from taflkit.resources import templates_folder
from taflkit.sheets.paper import UNPRINTABLE
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.sheets.sections import Seam
from taflkit.sums import total
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.prose import unmarked

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet


def lay_part(part: PlacedPart, shape: Shape) -> Group:
    """Put a part in its place, turned by a quarter clockwise or upside down where the plan says so."""
    if part.over:
        width, height = (part.height, part.width) if part.turned else (part.width, part.height)
        shape = Group((shape,), multiply(translate(width, height), rotate(180)))
    if part.turned:
        return Group((shape,), multiply(translate(part.x + part.width, part.y), rotate(90)))
    return Group((shape,), translate(part.x, part.y))


def lay_box(box: PlacedNet, net: Shape) -> Group:
    """Put the net of a box in its place."""
    if box.turned:
        return Group((net,), multiply(translate(box.x + box.net.size[1], box.y), rotate(90)))
    return Group((net,), translate(box.x, box.y))


EDGE = 7 * 25.4 / 72
"""The em of letters at the edge of a sheet, 7 pt in mm."""
RULER_WIDTH = 113.0
"""The width of a ruler with its labels, in mm."""
RULER_HALF = 2.0
"""The mm that a ruler's ticks reach above and below its line."""
_DIGIT = 0.64 * EDGE  # mm: the height of the numerals, that of 7 pt
_BESIDE = 0.4  # mm between the numerals and their ticks
_INCH = 25.4  # mm
_TICK = 0.25  # mm: the shortest ticks, which the numerals are clear of
_LABELS = (("cm ± 0.05", -0.22), ("in ± 0.02", RULER_HALF - 0.05))
"""The labels, which go on with the last numerals, and the mm from the ruler's line to their baselines; they have no
descenders to touch."""


def draw_ruler(typesetter: Typesetter, x: float, y: float, decimal: str = ".") -> Group:
    """Return a ruler of 100 mm over one of 4 in, with numerals and tolerances; its line begins at (x, y), in mm.

    `decimal` is the sign before decimals.
    """
    shapes: list[Shape] = [Shown(_scales(), translate(x, y))]
    for text, below in _LABELS:
        at = (x + 4 * _INCH + 0.8, y + below)
        shapes.append(typesetter.line(text.replace(".", decimal), "text", EDGE, "ruler.label", at))
    return Group(tuple(shapes), layer=Layer.LABELS)


@cache
def _scales() -> Form:
    shapes: list[Shape] = [line((0.0, 0.0), (4 * _INCH, 0.0), "ruler")]
    for mm in range(101):
        height = RULER_HALF if mm % 10 == 0 else 1.0 if mm % 5 == 0 else _TICK
        shapes.append(line((mm, 0.0), (mm, -height), "ruler"))
    for eighth in range(33):
        height = RULER_HALF if eighth % 8 == 0 else 1.0 if eighth % 4 == 0 else _TICK
        shapes.append(line((eighth * _INCH / 8, 0.0), (eighth * _INCH / 8, height), "ruler"))
    middle = RULER_HALF - _DIGIT / 2
    for count, unit, low in ((10, 10.0, -middle), (4, _INCH, middle)):
        for number in range(1, count + 1):
            shapes.append(draw_number(number, (number * unit - _BESIDE, low), _DIGIT, "ruler.label", anchor=1.0))
    return Form(tuple(shapes))


_CLEAR = 0.4  # mm from a cut mark to parts
_LONGEST = 5.0  # mm: the longest cut mark
_SHORTEST = 0.5  # mm: the shortest one
_MARKED = 2.0  # mm from a corner to letters in the gaps
_SEAM_HIGH = 1.65  # mm: the height of letters at a seam
_SEAM_APART = 0.45  # mm from them to the section
_HAIR = 0.05  # mm: areas that are less apart meet
_SHORT = 1.0  # mm: a cut mark that has letters behind it
_OVER = 0.8  # mm that these letters go beyond the seam

_Size = tuple[float, float]
"""The width and height of a page in mm."""


class Area(Struct, frozen=True):
    """A rectangle that is taken, or the circle in a square if it is `round`, in mm from the page's top left."""

    x: float
    y: float
    width: float
    height: float
    round: bool = False

    @classmethod
    def of(cls, part: PlacedPart) -> Area:
        """Return the place of a part."""
        return cls(part.x, part.y, part.width, part.height)

    @classmethod
    def all_of(cls, part: PlacedPart, bleed: float) -> tuple[Area, ...]:
        """Return the shapes of a part with its bleed on the page, in mm: a counter is a circle, a folded one two."""
        whole = cls.of(part).grown(bleed)
        if part.kind != "counter":
            return (whole,)
        side = min(part.width, part.height)
        first = cls(part.x, part.y, side, side, round=True)
        last = cls(part.x + part.width - side, part.y + part.height - side, side, side, round=True)
        return tuple(area.grown(bleed) for area in dict.fromkeys((first, last)))

    def grown(self, by: float) -> Area:
        """Return the area with a border of a width in mm round it."""
        return replace(self, x=self.x - by, y=self.y - by, width=self.width + 2 * by, height=self.height + 2 * by)

    def mirrored(self, width: float) -> Area:
        """Return the area as it lies on a mirrored page of a width in mm."""
        return replace(self, x=width - self.x - self.width)

    def meets(self, other: Area) -> bool:
        """Whether two areas overlap by more than a hair."""
        hair = 1e-6
        return (
            self.x + self.width > other.x + hair
            and other.x + other.width > self.x + hair
            and self.y + self.height > other.y + hair
            and other.y + other.height > self.y + hair
        )

    def is_crossed(self, point: Point, *, level: bool) -> bool:
        """Whether the level or the upright line through a point goes through the area, or meets it by a hair."""
        at, low, long = (point[1], self.y, self.height) if level else (point[0], self.x, self.width)
        return low - _HAIR < at < low + long + _HAIR

    def is_on(self, page: _Size, unprintable: float) -> bool:
        """Whether the area is on the part of a page that a printer does not leave white."""
        limit = unprintable - 1e-6
        right, low = self.x + self.width, self.y + self.height
        return min(self.x, self.y) >= limit and right <= page[0] - limit and low <= page[1] - limit


def cut_marks(
    areas: Sequence[Area], taken: Sequence[Area], page: _Size, unprintable: float = UNPRINTABLE, bleed: float = 0.0
) -> Group:
    """Return marks at both ends of every side of the parts, beyond the bleed, as long as gap or margin lets them be.

    Every part has marks of its own, so that those of its neighbours are still there when it has been cut off. A side
    that has no room for a mark at one of its ends is drawn as a hairline: no white shows between parts that bleed.

    Args:
        areas: the parts that are cut along straight lines.
        taken: the areas that marks stay away from, the parts with their bleeds among them.
        page: its width and height in mm.
        unprintable: mm from the paper's edge that marks keep clear.
        bleed: of the parts' art beyond them, in mm.
    """
    lines: list[Shape] = []
    for area in areas:
        for (x1, y1), (x2, y2), dx, dy in _sides(area):
            in_line = [other for other in taken if other.is_crossed((x1, y1), level=dx != 0)]
            marks = []
            for x, y, way in ((x1, y1, -1), (x2, y2, 1)):
                ahead = (way * dx, way * dy)
                length = min(_free((x, y), ahead, in_line, page, unprintable, bleed), _LONGEST)
                if length >= _SHORTEST:
                    near = bleed + _CLEAR
                    ends = [(x + ahead[0] * out, y + ahead[1] * out) for out in (near, near + length)]
                    marks.append(line(ends[0], ends[1], "cut.mark"))
            lines += marks
            if bleed > 0 and len(marks) < 2:
                lines.append(line((x1, y1), (x2, y2), "cut"))
    return Group(tuple(lines), layer=Layer.CUT)


def mark_areas(areas: Sequence[Area], bleed: float = 0.0) -> list[Area]:
    """Return the squares at the corners of parts that letters leave to the cut marks beyond a bleed in mm."""
    reach = _MARKED + bleed
    corners = (corner for area in areas for start, end, dx, _ in _sides(area) if dx for corner in (start, end))
    return [Area(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in corners]


def _sides(area: Area) -> Iterator[tuple[Point, Point, int, int]]:
    """Yield each side of an area: its ends, and the direction from the first to the second."""
    left, top, right, low = area.x, area.y, area.x + area.width, area.y + area.height
    for y in (top, low):
        yield (left, y), (right, y), 1, 0
    for x in (left, right):
        yield (x, top), (x, low), 0, 1


def _free(
    corner: Point, ahead: tuple[int, int], in_line: Sequence[Area], page: _Size, unprintable: float, bleed: float
) -> float:
    """Return the length of a mark that begins clear of the bleed at a corner and goes in one direction.

    Areas in its line, ahead or behind, end it, but not those that end within the bleed: the part itself.
    """
    (x, y), (dx, dy) = corner, ahead
    room = {
        (-1, 0): x - unprintable,
        (1, 0): page[0] - unprintable - x,
        (0, -1): y - unprintable,
        (0, 1): page[1] - unprintable - y,
    }[dx, dy]
    met = []
    for area in in_line:
        if dx:
            level, low, high = y, area.y, area.y + area.height
            distance, long = (area.x - x if dx > 0 else x - area.x - area.width), area.width
        else:
            level, low, high = x, area.x, area.x + area.width
            distance, long = (area.y - y if dy > 0 else y - area.y - area.height), area.height
        if area.round:
            radius, beside = (high - low) / 2, abs(level - (low + high) / 2)
            distance += radius - math.sqrt(max(0.0, radius**2 - beside**2))
        if distance + long > bleed + _HAIR:
            met.append(distance)
    return min(room - _CLEAR, min(met, default=room) - 2 * _CLEAR) - bleed


def sheet_line(typesetter: Typesetter, lines: Sequence[str], x: float, y: float, width: float) -> Group:
    """Return the first of a kit's lines that has room, from a point of its baseline.

    Raises:
        DoesNotFit: none has.
    """
    line = next((line for line in lines if typesetter.width(line, "text", EDGE) <= width), None)
    if line is None:
        raise DoesNotFit(
            f"the line '{shown(unmarked(lines[-1]))}' at the foot of the sheets",
            f"{typesetter.width(lines[-1], 'text', EDGE):.0f} mm",
            f"{width:.0f} mm; shorten it",
            text=lines[-1],
        )
    return Group((typesetter.line(line, "text", EDGE, "text.label", (x, y)),), layer=Layer.LABELS)


def name_section(
    typesetter: Typesetter, text: str, part: Area, taken: Sequence[Area], page: _Size, unprintable: float = UNPRINTABLE
) -> tuple[Group, Area] | None:
    """Return a section's name outside its art with the bleed, beside one of its edges, or None without room."""
    size, high = EDGE, 2.9
    long = typesetter.width(text, "bold", size) + 1.0
    middle_x, middle_y = part.x + part.width / 2, part.y + part.height / 2
    spots = (
        (Area(middle_x - long / 2, part.y - 0.5 - high, long, high), 0),
        (Area(part.x - 0.5 - high, middle_y - long / 2, high, long), 270),
        (Area(part.x + part.width + 0.5, middle_y - long / 2, high, long), 90),
        (Area(middle_x - long / 2, part.y + part.height + 0.5, long, high), 0),
    )
    for area, turn in spots:
        if any(area.meets(other) for other in taken) or not area.is_on(page, unprintable):
            continue
        centre = (area.x + area.width / 2, area.y + area.height / 2)
        label = typesetter.line(text, "bold", size, "text.label", (0, 0.28 * size), 0.5)
        named = Group((label,), multiply(translate(*centre), rotate(turn)), layer=Layer.LABELS, tag=Tag("Caption"))
        return named, area
    return None


def name_seams(
    typesetter: Typesetter,
    part: PlacedPart,
    seams: Sequence[Seam],
    taken: Sequence[Area],
    marked: Sequence[Area],
    page: _Size,
    unprintable: float = UNPRINTABLE,
    bleed: float = 0.0,
) -> tuple[tuple[Group, Area], ...]:
    """Return the letters that meet at the seams of a section, beyond its bleed, on each seam where there is room.

    They stand beside the seam, clear of taken areas and those marked for cut marks, or behind a short cut mark at an
    end of the seam. Lengths are in mm.
    """
    named: list[tuple[Group, Area]] = []
    for seam in seams:
        if part.name not in (seam.first, seam.second):
            continue
        long = typesetter.width(seam.pair, "bold", EDGE) + 1.0
        others = [*taken, *(area for _, area in named)]
        for area, is_behind in _seam_places(part, seam, long, bleed):
            away = others if is_behind else [*others, *marked]
            if any(area.meets(other) for other in away) or not area.is_on(page, unprintable):
                continue
            centre = (area.x + area.width / 2, area.y + area.height / 2)
            label = typesetter.line(seam.pair, "bold", EDGE, "text.label", (0, 0.33 * EDGE), 0.5)
            turn = 90 if area.height > area.width else 0
            named.append((Group((label,), multiply(translate(*centre), rotate(turn)), layer=Layer.LABELS), area))
            break
    return tuple(named)


def _seam_places(part: PlacedPart, seam: Seam, long: float, bleed: float) -> Iterator[tuple[Area, bool]]:
    """Yield places outside a section for letters of a length at a seam, and whether they stand behind a cut mark."""
    first = part.name == seam.first
    x, y = (seam.x, seam.y) if first else (seam.second_x, seam.second_y)
    far = first is (seam.side in ("right", "lower"))
    width, height = (part.height, part.width) if part.turned else (part.width, part.height)
    across, down, wide, high = part.art
    # along the seam its beginning on the art, that of the art on the section, and the sides of both; and that across it
    level, upright = (x, across, wide, width, height), (y, down, high, height, width)
    begin, art, art_side, side, depth = upright if seam.upright else level
    apart, behind = _SEAM_APART + bleed, bleed + 2 * _CLEAR + _SHORT
    beside = depth + apart if far else -apart - _SEAM_HIGH
    over = depth + _OVER - long if far else -_OVER
    shares = (0.5, 0.25, 0.75, 0.125, 0.875)
    places = [(art + begin + (share * seam.length - long / 2), beside, long, _SEAM_HIGH, False) for share in shares]
    if begin < _CLEAR:
        places.append((-behind - _SEAM_HIGH, over, _SEAM_HIGH, long, True))
    if begin + seam.length > art_side - _CLEAR:
        places.append((side + behind, over, _SEAM_HIGH, long, True))
    for along, away, length, thick, is_behind in places:
        area = Area(away, along, thick, length) if seam.upright else Area(along, away, length, thick)
        if part.turned:
            x, y = part.x + part.width - area.y - area.height, part.y + area.x
            yield Area(x, y, area.height, area.width), is_behind
        else:
            yield replace(area, x=part.x + area.x, y=part.y + area.y), is_behind


SQUARE = 5.0
"""The side of the square in mm."""
ARM = 20.0
"""The length of the lines in mm."""
THICK = 0.3
"""Their thickness in mm."""


class Registration(Struct, frozen=True):
    """The marks that a machine looks for on a sheet.

    Attributes:
        inset: the mm from the paper's edges to the square and to the middle of the lines.
        four: whether there are lines in all corners, and no square.
    """

    inset: float
    four: bool = False

    @property
    def reach(self) -> float:
        """The least mm from the paper's edge to parts: a millimetre clear of the square, and as far from the lines."""
        return self.inset + SQUARE + 1.0

    @property
    def clear(self) -> float:
        """The mm from the edges to parts that leave the machine's eye the corners."""
        return self.inset + ARM

    def corners(self, width: float, height: float) -> tuple[Area, ...]:
        """Return the corners of a sheet of a size in mm where a machine looks for its marks."""
        side = self.clear
        places = [(0.0, 0.0), (width - side, 0.0), (0.0, height - side)]
        return tuple(Area(x, y, side, side) for x, y in [*places, *([(width - side, height - side)] * self.four)])

    def draw(self, width: float, height: float) -> Group:
        """Return the marks of a sheet of a size in mm, as they are printed."""
        shapes = self._square()
        for (x1, y1), (x2, y2) in chain.from_iterable(map(pairwise, self._lines(width, height))):
            # level or upright, it reaches over its ends by half its thickness
            left, top = min(x1, x2) - THICK / 2, min(y1, y2) - THICK / 2
            shapes.append(Rect(left, top, abs(x1 - x2) + THICK, abs(y1 - y2) + THICK, "registration"))
        return Group(tuple(shapes), layer=Layer.REGISTRATION)

    def draw_lines(self, width: float, height: float) -> Group:
        """Return the marks as a machine's program has them: the square's outline, and the middle of each line."""
        # the last point of a line is not joined with the first
        paths = (
            [("L" if number else "M", point) for number, point in enumerate(points)]
            for points in self._lines(width, height)
        )
        lines = [Path.of(path, "registration") for path in paths]
        return Group((*self._square(), *lines), layer=Layer.REGISTRATION)

    def _square(self) -> list[Shape]:
        return [] if self.four else [Rect(self.inset, self.inset, SQUARE, SQUARE, "registration")]

    def _lines(self, width: float, height: float) -> Iterator[tuple[Point, Point, Point]]:
        """Yield the lines of each corner that has such: the corner, between their ends."""
        inset, right, low = self.inset, width - self.inset, height - self.inset
        places = [(right, inset, -ARM, ARM), (inset, low, ARM, -ARM)]
        for x, y, across, down in [*places, *([(inset, inset, ARM, ARM), (right, low, -ARM, -ARM)] * self.four)]:
            yield (x + across, y), (x, y), (x, y + down)


# Numbers in lining figures, as outlines: they need no font, so that drawings with them have no text.


_SPACE = 18.0  # between the digits of a number that is 200 high


def draw_number(number: int, at: Point, height: float, role: str, anchor: float = 0.5) -> Path:
    """Return a number in lining figures of a height in mm, its middle as high as a point and its `anchor` there."""
    factor = height / 200
    digits = [_digits()[int(digit)] for digit in str(number)]
    x = -anchor * (total(wide for _, wide in digits) + _SPACE * (len(digits) - 1))
    letters, numbers = "", list[float]()
    for outline, wide in digits:
        middle = at[0] + (x + wide / 2) * factor
        letters += outline.letters
        values = outline.numbers
        across = [middle + value * factor for value in values[::2]]
        down = [at[1] + value * factor for value in values[1::2]]
        numbers += chain.from_iterable(zip(across, down, strict=True))
        x += wide + _SPACE
    return Path.packed(letters, numbers, role)


@cache
def _digits() -> tuple[tuple[Path, float], ...]:
    """Return the outline and the width of each digit, 200 high, its middle at the origin."""
    outlines = read_outlines(templates_folder() / "digits.svg")
    drawn = [outlines[f"digit-{digit}"] for digit in range(10)]
    across = [[values[-2] for _, values in outline.segments if values] for outline in drawn]
    return tuple(zip(drawn, [max(each) - min(each) for each in across], strict=True))
