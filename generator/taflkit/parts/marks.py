"""The marks beside the parts of a sheet: cut marks, the ruler, the kit's line, the sections' names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from taflkit.drawing.characters import UnfitText
from taflkit.drawing.curves import line
from taflkit.drawing.shapes import Group, Layer, Rect, Shape, Tag, multiply, rotate, translate
from taflkit.errors import DoesNotFit, shown
from taflkit.sheets.paper import UNPRINTABLE
from taflkit.sheets.plan import PlacedPart, Seam
from taflkit.typesetting.lines import Line, Style, Typesetter, unmarked

__all__ = ["Area", "cut_marks", "cut_outline", "draw_ruler", "mark_areas", "name_seams", "name_section", "sheet_line"]

_CLEAR, _LONGEST, _SHORTEST = 0.4, 3.5, 0.5
"""How far a cut mark stays from parts, how long it is at most, and how short it may be, in mm."""
_MARKED = 2.0
"""How far from a corner letters in the gaps stay, in mm."""
_SMALL, _SMALLEST = Style(2.1, 2.3, role="text.label", align="left"), 1.4
"""How the kit's line is set at best, and the em in mm from which on it is not made smaller."""
RULER_WIDTH, RULER_HEIGHT = 118.0, 3.7
_SEAM, _SEAM_HIGH, _SEAM_APART = 2.0, 1.5, 0.25
"""The em of the letters at a seam, how high they are, and how far they are from the section, in mm."""


class Area(NamedTuple):
    """A rectangle that is taken, in mm from the page's top left."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, part: PlacedPart) -> Area:
        """Return the place of a part."""
        return cls(part.x, part.y, part.width, part.height)

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
    areas: Sequence[Area], taken: Sequence[Area], page: tuple[float, float], unprintable: float = UNPRINTABLE
) -> Group:
    """Return marks at the corners of parts, outside the art, as long as the gap or the margin lets them be.

    Every part has marks of its own, so that those of its neighbours are still there when it has been cut off.

    Args:
        areas: the parts that are cut along straight lines.
        taken: everything that a mark must stay away from, the parts among them.
        page: width and height of the page in mm.
        unprintable: mm from the paper's edge that marks keep clear.
    """
    marks = []
    for area in areas:
        for x, y, dx, dy in _corners(area):
            length = _free(x, y, dx, dy, taken, page, unprintable)
            if length >= _SHORTEST:
                start = (x + dx * _CLEAR, y + dy * _CLEAR)
                end = (x + dx * (_CLEAR + length), y + dy * (_CLEAR + length))
                marks.append(line(start, end, "cut.mark"))
    return Group(tuple(marks), layer=Layer.CUT)


def mark_areas(areas: Sequence[Area]) -> list[Area]:
    """Return the squares at the corners of parts that letters leave to the cut marks."""
    corners = ((x, y) for area in areas for x, y, dx, dy in _corners(area) if not dx)
    return [Area(x - _MARKED, y - _MARKED, 2 * _MARKED, 2 * _MARKED) for x, y in corners]


def _corners(area: Area) -> Iterator[tuple[float, float, int, int]]:
    """Yield each corner with the directions that lead away from the area along its edges."""
    for x, dx in ((area.x, -1), (area.x + area.width, 1)):
        for y, dy in ((area.y, -1), (area.y + area.height, 1)):
            yield x, y, dx, 0
            yield x, y, 0, dy


def _free(
    x: float, y: float, dx: int, dy: int, taken: Sequence[Area], page: tuple[float, float], unprintable: float
) -> float:
    """Return how long a mark may be that begins clear of a corner and goes in one direction."""
    width, height = page
    room = {
        (-1, 0): x - unprintable,
        (1, 0): width - unprintable - x,
        (0, -1): y - unprintable,
        (0, 1): height - unprintable - y,
    }[dx, dy]
    ahead = (_distance(area, x, y, dx, dy) for area in taken)
    clear = min((distance for distance in ahead if distance is not None), default=room)
    return min(room - _CLEAR, clear - 2 * _CLEAR, _LONGEST)


def _distance(area: Area, x: float, y: float, dx: int, dy: int) -> float | None:
    """Return how far an area is from a point in a direction, or None if it is not met that way."""
    hair = 0.05
    if dx:
        level, low, high = y, area.y, area.y + area.height
        distance = area.x - x if dx > 0 else x - area.x - area.width
    else:
        level, low, high = x, area.x, area.x + area.width
        distance = area.y - y if dy > 0 else y - area.y - area.height
    return distance if low - hair < level < high + hair and distance > -hair else None


def draw_ruler(typesetter: Typesetter, x: float, y: float) -> Group:
    """Return a ruler of 100 mm over one of 4 in, on one line, with how true they must be.

    Args:
        typesetter: sets the labels.
        x: the left end of the line that the two share, in mm.
        y: that line.
    """
    shapes: list[Shape] = [line((x, y), (x + 101.6, y), "ruler")]
    for mm in range(101):
        height = 1.8 if mm % 10 == 0 else 1.3 if mm % 5 == 0 else 0.8
        shapes.append(line((x + mm, y), (x + mm, y - height), "ruler"))
    for eighth in range(33):
        height = 1.8 if eighth % 8 == 0 else 1.2 if eighth % 4 == 0 else 0.7
        shapes.append(line((x + eighth * 3.175, y), (x + eighth * 3.175, y + height), "ruler"))
    for text, low in (("100 mm ± 0.5 mm", -0.35), ("4 in ± 0.02 in", 1.75)):
        shapes.append(typesetter.line(text, "text", 2.0, "text.label", (x + 102.4, y + low)))
    return Group(tuple(shapes), layer=Layer.LABELS)


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
    """Return a section's name outside the art, beside its top, left, right or lower edge, or None without room."""
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
    page: tuple[float, float],
    unprintable: float = UNPRINTABLE,
) -> tuple[tuple[Group, Area], ...]:
    """Return the letters that meet at the seams of a section, outside the art, on each seam where there is room.

    Args:
        typesetter: sets the letters.
        part: the placed section.
        seams: all seams of the plan.
        taken: everything that the letters must stay away from, the parts among them.
        page: width and height of the page in mm.
        unprintable: mm from the paper's edge that the letters keep clear.
    """
    named: list[tuple[Group, Area]] = []
    for seam in seams:
        if part.name not in (seam.first, seam.second):
            continue
        long = typesetter.width(seam.pair, "smallcaps", _SEAM) + 1.0
        others = [*taken, *(area for _, area in named)]
        for area in _along(part, seam, long):
            if any(area.meets(other) for other in others) or not _on_page(area, page, unprintable):
                continue
            centre = (area.x + area.width / 2, area.y + area.height / 2)
            label = typesetter.line(seam.pair, "smallcaps", _SEAM, "text.label", (0, 0.3 * _SEAM), 0.5)
            turn = 90 if area.height > area.width else 0
            named.append((Group((label,), multiply(translate(*centre), rotate(turn)), layer=Layer.LABELS), area))
            break
    return tuple(named)


def _along(part: PlacedPart, seam: Seam, long: float) -> Iterator[Area]:
    """Yield the places on the page for letters so long, outside a section beside one of its seams."""
    across, down, _, _ = part.art
    width, height = (part.height, part.width) if part.turned else (part.width, part.height)
    first = part.name == seam.first
    x, y = (seam.x, seam.y) if first else (seam.second_x, seam.second_y)
    far = first is (seam.side in ("right", "lower"))
    for share in (0.5, 0.25, 0.75, 0.125, 0.875):
        along = share * seam.length - long / 2
        if seam.upright:
            beside = width + _SEAM_APART if far else -_SEAM_APART - _SEAM_HIGH
            area = Area(beside, down + y + along, _SEAM_HIGH, long)
        else:
            beside = height + _SEAM_APART if far else -_SEAM_APART - _SEAM_HIGH
            area = Area(across + x + along, beside, long, _SEAM_HIGH)
        yield _laid(area, part)


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
