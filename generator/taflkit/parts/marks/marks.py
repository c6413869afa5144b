"""The marks beside the parts of a sheet: cut marks, the kit's line, names of sections, the ruler, registration marks.

Registration marks are those of Silhouette's machines, "Type 1" of Silhouette Studio: a filled square in the upper left
corner, and two lines at right angles in the upper right and the lower left.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText
from taflkit.drawing.curves import Point, line
from taflkit.drawing.shapes import (
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Segment,
    Shape,
    Shown,
    Tag,
    multiply,
    rotate,
    translate,
)
from taflkit.errors import DoesNotFit, shown
from taflkit.parts.marks.numerals import draw_number
from taflkit.sheets.paper import UNPRINTABLE
from taflkit.sheets.plan import PlacedPart, Seam
from taflkit.typesetting.lines import Line, Style, Typesetter, unmarked

__all__ = [
    "CLEAR",
    "REACH",
    "RULER_HALF",
    "RULER_WIDTH",
    "Area",
    "clear_corners",
    "cut_marks",
    "cut_outline",
    "draw_registration",
    "draw_registration_lines",
    "draw_ruler",
    "mark_areas",
    "name_seams",
    "name_section",
    "registration_marks",
    "sheet_line",
]


RULER_WIDTH, RULER_HALF = 121.0, 1.85
"""How wide a ruler is with its labels, and how far its ticks reach above and below its line, in mm."""
_DIGIT, _BESIDE = 1.25, 0.3
"""How high the numerals are, and how far they stand before their ticks, in mm."""
_INCH = 25.4
_LABEL = 7 * _INCH / 72
"""The em of the labels in mm: 7 pt."""
_LINING, _WIDE = 0.65 * _LABEL, 0.5 * _LABEL
"""How high the figures of the labels are, as high as capitals, and how much room each has, in mm."""
_LABELS = (("100 mm ± 0.5 mm", -0.22), ("4 in ± 0.02 in", RULER_HALF - 0.05))
"""The labels, and how far their baselines are below the ruler's line, in mm: as lining figures have no descenders, the
two do not touch."""


def draw_ruler(typesetter: Typesetter, x: float, y: float, decimal: str = ".") -> Group:
    """Return a ruler of 100 mm over one of 4 in, on one line, with numerals and with how true they must be.

    Args:
        typesetter: sets the labels.
        x: the left end of the line that the two share, in mm.
        y: that line.
        decimal: the sign before decimals.
    """
    beside = x + 4 * _INCH + 0.8
    labels = (
        shape for text, low in _LABELS for shape in _label(typesetter, text.replace(".", decimal), beside, y + low)
    )
    return Group((Shown(_scales(), translate(x, y)), *labels), layer=Layer.LABELS)


def _label(typesetter: Typesetter, text: str, x: float, y: float) -> Iterator[Shape]:
    """Yield a label from a point of its baseline on, its figures as outlines."""
    for is_number, run in itertools.groupby(text, str.isdigit):
        if is_number:
            for digit in run:
                yield draw_number(int(digit), (x + _WIDE / 2, y - _LINING / 2), _LINING, "ruler.label")
                x += _WIDE
        else:
            words = "".join(run)
            yield typesetter.line(words, "text", _LABEL, "ruler.label", (x, y))
            x += typesetter.width(words, "text", _LABEL)


@cache
def _scales() -> Form:
    """Return the ticks and numerals with the left end of their line at the origin: one form for all sheets."""
    shapes: list[Shape] = [line((0.0, 0.0), (4 * _INCH, 0.0), "ruler")]
    for mm in range(101):
        height = RULER_HALF if mm % 10 == 0 else 1.0 if mm % 5 == 0 else 0.5
        shapes.append(line((mm, 0.0), (mm, -height), "ruler"))
    for eighth in range(33):
        height = RULER_HALF if eighth % 8 == 0 else 1.0 if eighth % 4 == 0 else 0.5
        shapes.append(line((eighth * _INCH / 8, 0.0), (eighth * _INCH / 8, height), "ruler"))
    middle = RULER_HALF - _DIGIT / 2
    for count, unit, low in ((10, 10.0, -middle), (4, _INCH, middle)):
        for number in range(1, count + 1):
            shapes.append(draw_number(number, (number * unit - _BESIDE, low), _DIGIT, "ruler.label", anchor=1.0))
    return Form(tuple(shapes))


_CLEAR, _LONGEST, _SHORTEST = 0.4, 5.0, 0.5
"""How far a cut mark stays from parts, how long it is at most, and how short it may be, in mm."""
_MARKED = 2.0
"""How far from a corner letters in the gaps stay, in mm."""
_SMALL, _SMALLEST = Style(2.0, 1.9, role="text.label", align="left"), 1.4
"""How the kit's line is set at best, and the em in mm from which on it is not made smaller."""
_SEAM, _SEAM_HIGH, _SEAM_APART = 2.0, 1.5, 0.25
"""The em of the letters at a seam, how high they are, and how far they are from the section, in mm."""
_HAIR = 0.05
"""Areas that are less than so many mm apart meet."""
_SHORT, _OVER = 1.0, 0.8
"""How long a cut mark is that has letters behind it, and how far these go beyond the seam, in mm."""


class Area(Struct, frozen=True):
    """A rectangle that is taken, or the circle in a square, in mm from the page's top left.

    Attributes:
        x, y: the top left corner.
        width, height: the sides.
        round: whether the corners of the square are free for marks.
    """

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

    def meets(self, other: Area) -> bool:
        """Whether two areas overlap by more than a hair."""
        hair = 1e-6
        return (
            self.x + self.width > other.x + hair
            and other.x + other.width > self.x + hair
            and self.y + self.height > other.y + hair
            and other.y + other.height > self.y + hair
        )


def cut_outline(width: float, height: float) -> Group:
    """Return the hairline that a part is cut along where parts touch."""
    return Group((Rect(0, 0, width, height, "cut"),), layer=Layer.CUT)


def cut_marks(
    areas: Sequence[Area],
    taken: Sequence[Area],
    page: tuple[float, float],
    unprintable: float = UNPRINTABLE,
    bleed: float = 0.0,
) -> Group:
    """Return marks at both ends of every side of the parts, beyond the bleed, as long as gap or margin lets them be.

    Every part has marks of its own, so that those of its neighbours are still there when it has been cut off. A side
    that has no room for a mark at one of its ends is drawn as a hairline: no white shows between parts that bleed.

    Args:
        areas: the parts that are cut along straight lines.
        taken: everything that a mark must stay away from, the parts with their bleeds among them.
        page: width and height of the page in mm.
        unprintable: mm from the paper's edge that marks keep clear.
        bleed: how far the art of the parts runs on beyond them, in mm.
    """
    lines: list[Shape] = []
    for area in areas:
        for (x1, y1), (x2, y2), dx, dy in _sides(area):
            in_line = [other for other in taken if _is_in_line(other, x1, y1, dx)]
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


def _is_in_line(area: Area, x: float, y: float, dx: int) -> bool:
    """Whether the line through a point, level or upright, goes through an area."""
    level, low, long = (y, area.y, area.height) if dx else (x, area.x, area.width)
    return low - _HAIR < level < low + long + _HAIR


def _free(
    corner: Point,
    ahead: tuple[int, int],
    in_line: Sequence[Area],
    page: tuple[float, float],
    unprintable: float,
    bleed: float,
) -> float:
    """Return how long a mark may be that begins clear of the bleed at a corner and goes in one direction.

    Args:
        corner: where the part's corner is.
        ahead: the direction.
        in_line: what stands in the mark's line, ahead or behind.
        page: width and height of the page in mm.
        unprintable: mm from the paper's edge that marks keep clear.
        bleed: how far the art of the parts runs on beyond them, in mm.
    """
    (x, y), (dx, dy) = corner, ahead
    width, height = page
    room = {
        (-1, 0): x - unprintable,
        (1, 0): width - unprintable - x,
        (0, -1): y - unprintable,
        (0, 1): height - unprintable - y,
    }[dx, dy]
    met = (_distance(area, x, y, dx, dy, bleed) for area in in_line)
    clear = min((distance for distance in met if distance is not None), default=room)
    return min(room - _CLEAR, clear - 2 * _CLEAR) - bleed


def _distance(area: Area, x: float, y: float, dx: int, dy: int, behind: float) -> float | None:
    """Return how far an area in line with a point is from it in a direction, or None if it is not met that way.

    An area that ends no farther ahead than `behind` is not met: that of the part itself, with its bleed.
    """
    if dx:
        level, low, high = y, area.y, area.y + area.height
        distance, long = (area.x - x if dx > 0 else x - area.x - area.width), area.width
    else:
        level, low, high = x, area.x, area.x + area.width
        distance, long = (area.y - y if dy > 0 else y - area.y - area.height), area.height
    if area.round:
        radius, beside = (high - low) / 2, abs(level - (low + high) / 2)
        distance += radius - math.sqrt(max(0.0, radius**2 - beside**2))
    return distance if distance + long > behind + _HAIR else None


def sheet_line(typesetter: Typesetter, text: str, x: float, y: float, width: float) -> Group:
    """Return the kit's line in two lines at most, its top left corner at (x, y).

    Raises:
        DoesNotFit: it needs more than two lines.
    """
    style = _SMALL
    lines = _two_lines(typesetter, text, width, style)
    while lines is None and style.size > _SMALLEST:
        style = Style(style.size * 0.95, style.leading, role=style.role, align="left")
        lines = _two_lines(typesetter, text, width, style)
    if lines is None:
        raise DoesNotFit(
            f"the line '{shown(unmarked(text))}' at the foot of the sheets",
            f"more than two lines of {width:.0f} mm",
            "no room for more; shorten it, or the titles in it",
            text=text,
        )
    top = y + (0.0 if len(lines) > 1 else style.leading / 2)
    runs = tuple(run for i, set_line in enumerate(lines) for run in set_line.at(x, top + 1.5 + i * style.leading))
    return Group(runs, layer=Layer.LABELS)


def _two_lines(typesetter: Typesetter, text: str, width: float, style: Style) -> tuple[Line, ...] | None:
    """Return a text in two lines at most, or None where it needs more, or has too long a word."""
    try:
        lines = typesetter.paragraph(text, width, style)
    except UnfitText:
        if style.size <= _SMALLEST:
            raise
        return None
    return lines if len(lines) <= 2 else None


def name_section(
    typesetter: Typesetter,
    text: str,
    part: Area,
    taken: Sequence[Area],
    page: tuple[float, float],
    unprintable: float = UNPRINTABLE,
) -> tuple[Group, Area] | None:
    """Return a section's name outside its art with the bleed, beside one of its edges, or None without room."""
    size, high = 2.5, 2.9
    long = typesetter.width(text, "smallcaps", size) + 1.0
    middle_x, middle_y = part.x + part.width / 2, part.y + part.height / 2
    spots = (
        (Area(middle_x - long / 2, part.y - 0.5 - high, long, high), 0),
        (Area(part.x - 0.5 - high, middle_y - long / 2, high, long), 270),
        (Area(part.x + part.width + 0.5, middle_y - long / 2, high, long), 90),
        (Area(middle_x - long / 2, part.y + part.height + 0.5, long, high), 0),
    )
    for area, turn in spots:
        if any(area.meets(other) for other in taken) or not _on_page(area, page, unprintable):
            continue
        centre = (area.x + area.width / 2, area.y + area.height / 2)
        label = typesetter.line(text, "smallcaps", size, "text.label", (0, 0.28 * size), 0.5)
        named = Group((label,), multiply(translate(*centre), rotate(turn)), layer=Layer.LABELS, tag=Tag("Caption"))
        return named, area
    return None


def name_seams(
    typesetter: Typesetter,
    part: PlacedPart,
    seams: Sequence[Seam],
    taken: Sequence[Area],
    marked: Sequence[Area],
    page: tuple[float, float],
    unprintable: float = UNPRINTABLE,
    bleed: float = 0.0,
) -> tuple[tuple[Group, Area], ...]:
    """Return the letters that meet at the seams of a section, beyond its bleed, on each seam where there is room.

    They stand beside the seam; where another part is too near there, behind a short cut mark at one of its ends.

    Args:
        typesetter: sets the letters.
        part: the placed section.
        seams: all seams of the plan.
        taken: everything that the letters must stay away from, the parts with their bleeds among them.
        marked: what letters beside a seam leave to the cut marks.
        page: width and height of the page in mm.
        unprintable: mm from the paper's edge that the letters keep clear.
        bleed: how far the section's art runs on beyond it, in mm.
    """
    named: list[tuple[Group, Area]] = []
    for seam in seams:
        if part.name not in (seam.first, seam.second):
            continue
        long = typesetter.width(seam.pair, "smallcaps", _SEAM) + 1.0
        others = [*taken, *(area for _, area in named)]
        beside = ((area, [*others, *marked]) for area in _along(part, seam, long, _SEAM_APART + bleed))
        behind = ((area, others) for area in _ends(part, seam, long, bleed))
        for area, all_taken in chain(beside, behind):
            if any(area.meets(other) for other in all_taken) or not _on_page(area, page, unprintable):
                continue
            centre = (area.x + area.width / 2, area.y + area.height / 2)
            label = typesetter.line(seam.pair, "smallcaps", _SEAM, "text.label", (0, 0.3 * _SEAM), 0.5)
            turn = 90 if area.height > area.width else 0
            named.append((Group((label,), multiply(translate(*centre), rotate(turn)), layer=Layer.LABELS), area))
            break
    return tuple(named)


def _along(part: PlacedPart, seam: Seam, long: float, apart: float) -> Iterator[Area]:
    """Yield the places on the page for letters so long, outside a section and so far from one of its seams."""
    across, down, _, _ = part.art
    width, height = _upright(part)
    x, y, far = _beginning(part, seam)
    for share in (0.5, 0.25, 0.75, 0.125, 0.875):
        along = share * seam.length - long / 2
        if seam.upright:
            beside = width + apart if far else -apart - _SEAM_HIGH
            area = Area(beside, down + y + along, _SEAM_HIGH, long)
        else:
            beside = height + apart if far else -apart - _SEAM_HIGH
            area = Area(across + x + along, beside, long, _SEAM_HIGH)
        yield _laid(area, part)


def _ends(part: PlacedPart, seam: Seam, long: float, bleed: float) -> Iterator[Area]:
    """Yield the places on the page for letters so long behind the cut marks at a seam's ends that are corners."""
    _, _, wide, high = part.art
    width, height = _upright(part)
    x, y, far = _beginning(part, seam)
    behind = bleed + 2 * _CLEAR + _SHORT
    if seam.upright:
        beside = width + _OVER - long if far else -_OVER
        if y < _CLEAR:
            yield _laid(Area(beside, -behind - _SEAM_HIGH, long, _SEAM_HIGH), part)
        if y + seam.length > high - _CLEAR:
            yield _laid(Area(beside, height + behind, long, _SEAM_HIGH), part)
    else:
        beside = height + _OVER - long if far else -_OVER
        if x < _CLEAR:
            yield _laid(Area(-behind - _SEAM_HIGH, beside, _SEAM_HIGH, long), part)
        if x + seam.length > wide - _CLEAR:
            yield _laid(Area(width + behind, beside, _SEAM_HIGH, long), part)


def _upright(part: PlacedPart) -> tuple[float, float]:
    """Return width and height of a part as it is upright."""
    return (part.height, part.width) if part.turned else (part.width, part.height)


def _beginning(part: PlacedPart, seam: Seam) -> tuple[float, float, bool]:
    """Return where a seam begins on one of its sections, and whether it is the section's right or lower side."""
    first = part.name == seam.first
    x, y = (seam.x, seam.y) if first else (seam.second_x, seam.second_y)
    return x, y, first is (seam.side in ("right", "lower"))


def _laid(area: Area, part: PlacedPart) -> Area:
    """Return where an area of an upright part lies on the page."""
    if part.turned:
        return Area(part.x + part.width - area.y - area.height, part.y + area.x, area.height, area.width)
    return Area(part.x + area.x, part.y + area.y, area.width, area.height)


def _on_page(area: Area, page: tuple[float, float], unprintable: float) -> bool:
    limit = unprintable - 1e-6
    return (
        area.x >= limit
        and area.y >= limit
        and area.x + area.width <= page[0] - limit
        and area.y + area.height <= page[1] - limit
    )


INSET = 10.0
"""How far the marks are inside the paper's edges, in mm."""
SQUARE, ARM, THICK = 5.0, 20.0, 0.3
"""The side of the square, and the length and thickness of the lines, in mm."""
REACH = INSET + SQUARE + 1.0
"""How far inside the paper's edges parts begin at least, in mm: a millimetre clear of the square."""
CLEAR = INSET + ARM
"""How far inside the edges parts begin that leave the machine's eye the corners, in mm."""

_Points = tuple[tuple[float, float], ...]


class Registration(Struct, frozen=True):
    """The marks of a sheet: the square as its corner and side, and the two lines as their three points, in mm."""

    square: tuple[float, float, float]
    lines: tuple[_Points, _Points]


def registration_marks(width: float, height: float) -> Registration:
    """Return the marks of a sheet so wide and high in mm: the middle of each line, and the corner of the square."""
    right, low = width - INSET, height - INSET
    return Registration(
        (INSET, INSET, SQUARE),
        (
            ((right - ARM, INSET), (right, INSET), (right, INSET + ARM)),
            ((INSET, low - ARM), (INSET, low), (INSET + ARM, low)),
        ),
    )


def clear_corners(width: float, height: float) -> tuple[Area, ...]:
    """Return the corners of a sheet so wide and high in mm where a machine looks for its marks."""
    return tuple(Area(x, y, CLEAR, CLEAR) for x, y in ((0.0, 0.0), (width - CLEAR, 0.0), (0.0, height - CLEAR)))


def draw_registration(width: float, height: float) -> Group:
    """Return the marks of a sheet so wide and high in mm, as they are printed."""
    marks = registration_marks(width, height)
    x, y, side = marks.square
    lines = tuple(_bar(*ends) for points in marks.lines for ends in pairwise(points))
    return Group((Rect(x, y, side, side, "registration"), *lines), layer=Layer.REGISTRATION)


def draw_registration_lines(width: float, height: float) -> Group:
    """Return the same marks as a machine's program has them: the square's outline, and the middle of each line."""
    marks = registration_marks(width, height)
    x, y, side = marks.square
    lines = tuple(Path.of(_open_path(points), "registration") for points in marks.lines)
    return Group((Rect(x, y, side, side, "registration"), *lines), layer=Layer.REGISTRATION)


def _open_path(points: _Points) -> tuple[Segment, ...]:
    """Return points joined by straight lines, the last not with the first."""
    return tuple(("L" if number else "M", point) for number, point in enumerate(points))


def _bar(start: tuple[float, float], end: tuple[float, float]) -> Rect:
    """Return a level or upright line of THICK, which reaches over its ends by half of that."""
    half = THICK / 2
    x, y = min(start[0], end[0]), min(start[1], end[1])
    width, height = abs(start[0] - end[0]), abs(start[1] - end[1])
    return Rect(x - half, y - half, width + THICK, height + THICK, "registration")
