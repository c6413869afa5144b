"""The picture of the component sheets on the first page: their parts, and the cuts with their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, product
from typing import TYPE_CHECKING

from msgspec import Struct

from taflkit.drawing.shapes import Circle, Group, Path, Point, Rect, Shape, Shown, line, translate
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import (
    LABEL,
    MARK,
    PicturedKit,
    PicturedSheet,
    SmallParts,
    draw_label,
    letter_spot,
    mark_spots,
)
from taflkit.parts.marks.marks import draw_number
from taflkit.sheets.cuts import laid_point
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill

if TYPE_CHECKING:
    from taflkit.sheets.cuts import Cut

Line = tuple[Point, Point]
"""A cut in a picture, in mm."""

# the numbers of cuts, in mm
_APART = 0.2  # from other numbers, and from lines and letters that they do not belong to
_WELL_APART = 1.2  # the same where there is room for it
_STEP = 0.6  # between the places along a cut that are tried
_BEYOND = 2.8  # by which they may stand out over the picture's edges
_DOT = 0.3  # between the end of a leader and other cuts
_BESIDE = 0.2  # between the end of a leader and its cut, where another cut is close on the other side
_OFF_END = 0.3  # between a number and the end of its cut
_FROM_END = 0.7  # between that end and the start of the line from it
_ANGLES = tuple(2 * math.pi * turn / 16 for turn in range(16))  # from its cut in which a number may stand apart


class NumberPlace(Struct, frozen=True):
    """The place of a cut's number; one apart from its cut, or in line beyond its end, leads to an anchor on it."""

    centre: Point
    anchor: Point | None = None
    in_line: bool = False


class Bounds(Struct, frozen=True):
    """A rectangle in mm."""

    left: float
    top: float
    right: float
    low: float

    @classmethod
    def about(cls, middle: Point, width: float, height: float) -> Bounds:
        """Return the rectangle of a size about its middle."""
        x, y = middle
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def middle(self) -> Point:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def wider(self, by: float) -> Bounds:
        """Return a rectangle that reaches farther on each side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.low + by)

    def meets(self, other: Bounds) -> bool:
        """Whether two rectangles overlap."""
        return self.left < other.right and other.left < self.right and self.top < other.low and other.top < self.low

    def is_crossed(self, start: Point, end: Point) -> bool:
        """Whether a line comes into it; it is tried at points that are closer than letters are high."""
        steps = (step / 12 for step in range(13))
        points = ((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])) for part in steps)
        return any(self.left < x < self.right and self.top < y < self.low for x, y in points)

    def is_inside(self, size: tuple[float, float]) -> bool:
        """Whether it hardly stands out over a picture of a size."""
        across = self.left >= -_BEYOND and self.right <= size[0] + _BEYOND
        return across and self.top >= -_BEYOND and self.low <= size[1] + _BEYOND


def place_plates(
    sizes: Sequence[tuple[float, float]],
    points_of: Sequence[Sequence[Point]],
    taken: Sequence[Bounds],
    size: tuple[float, float],
    beside: Sequence[Sequence[Bounds]],
    spared: Sequence[Bounds],
) -> tuple[tuple[Bounds, Point | None], ...] | None:
    """Return a box about one of its points for each size, or apart with the point that it leads to; None without room.

    Args:
        sizes: width and height of each in mm.
        points_of: the points of each, the best first.
        taken: areas that no box meets.
        size: width and height of the picture in mm.
        beside: areas that one box does not meet.
        spared: areas that boxes about their points meet only where there is no other place.
    """
    placed: list[tuple[Bounds, Point | None]] = []
    for (width, height), points, lines in zip(sizes, points_of, beside, strict=True):
        about = sorted(
            (Bounds.about(point, width, height) for point in points),
            key=lambda box: any(box.meets(mark) for mark in spared),
        )
        apart = (
            ((point[0] + (width / 2 + away) * math.cos(angle), point[1] + away * math.sin(angle)), point)
            for away, point, angle in product((1.5, 3.0, 5.0, 8.0, 12.0), points[: len(points) // 2 + 1], _ANGLES)
        )
        boxes = chain(
            ((box, None) for box in about), ((Bounds.about(middle, width, height), to) for middle, to in apart)
        )
        others = (*taken, *lines, *(box for box, _ in placed))
        inside = (each for each in boxes if each[0].is_inside(size))
        free = next((each for each in inside if not any(map(each[0].meets, others))), None)
        if free is None:
            return None
        placed.append(free)
    return tuple(placed)


class CutBoard(Struct, frozen=True):
    """The cuts of a picture, and the areas and lines that the discs with their numbers stay away from.

    Attributes:
        radii: of the discs, in mm.
        leading: lines that lead from other numbers.
        size: width and height of the picture in mm.
        parts: of the kit, which discs cover only where there is no room beside them.
    """

    lines: Sequence[Line]
    radii: Sequence[float]
    taken: Sequence[Bounds]
    leading: Sequence[Line]
    size: tuple[float, float]
    parts: Sequence[Bounds]

    def place_numbers(self) -> tuple[NumberPlace, ...] | None:
        """Return the places of the discs, or None where the picture is too small for them.

        A disc stands beyond an end of its cut, clear of the kit's parts; else on its cut or touching it, clear of other
        cuts; and else apart from it, with a line that leads to it.
        """
        numbers = range(len(self.lines))
        for order in (sorted(numbers, key=lambda number: math.dist(*self.lines[number])), numbers):
            placed: dict[int, NumberPlace] = {}
            for number in order:
                places = (place for apart in (_WELL_APART, _APART) for place in self._places(number, placed, apart))
                place = next(places, None)
                if place is None:
                    break
                placed[number] = place
            else:
                return tuple(placed[number] for number in numbers)
        return None

    def _places(self, number: int, placed: Mapping[int, NumberPlace], apart: float) -> Iterator[NumberPlace]:
        """Yield a disc's free places `apart` mm from others: beyond its cut, on it, beside it, then away from it."""
        others = [line for other, line in enumerate(self.lines) if other != number]
        (x1, y1), (x2, y2) = cut = self.lines[number]
        radius, length = self.radii[number], math.dist(*cut)
        across, down = ((x2 - x1) / length, (y2 - y1) / length) if length else (0.0, 0.0)
        for x, y, way in ((x1, y1, -1), (x2, y2, 1)) if length > _FROM_END else ():
            off = (radius + _OFF_END) * way
            point = x + off * across, y + off * down
            disc = Bounds.about(point, 2 * radius, 2 * radius)
            if (
                not any(map(disc.meets, self.parts))
                and self._is_clear(number, point, placed, apart)
                and all(_distance(point, *line) >= radius + _APART / 2 for line in others)
            ):
                anchor = x - _FROM_END * way * across, y - _FROM_END * way * down
                yield NumberPlace(point, anchor, in_line=True)
        # from the start of the cut on, then beside it
        first = radius + _APART
        steps = [first + _STEP * step for step in range(int((length - 2 * first) / _STEP) + 1)] or [length / 2]
        for away, along in product((0.0, -radius, radius), steps if length >= 1e-6 else ()):
            point = x1 + along * across - away * down, y1 + along * down + away * across
            # a cut on the far side of a narrow gap is as good as behind the disc's own
            near = radius + (1e-3 if away else _APART / 2)
            if self._is_clear(number, point, placed, apart) and all(_distance(point, *line) >= near for line in others):
                yield NumberPlace(point)
        # the nearest first
        aways, besides, parts = (1.0, 2.0, 3.5, 5.0, 7.0), (0.0, -_BESIDE, _BESIDE), (0.5, 0.25, 0.75, 0.1, 0.9)
        for away, beside, part, angle in product(aways, besides, parts, _ANGLES):
            reach = radius + away
            anchor = x1 + part * (x2 - x1) - beside * down, y1 + part * (y2 - y1) + beside * across
            point = anchor[0] + reach * math.cos(angle), anchor[1] + reach * math.sin(angle)
            if any(_distance(anchor, *line) < _DOT for line in others):
                continue
            if not self._is_clear(number, point, placed, apart):
                continue
            if any(_distance(point, *line) < radius + _APART for line in self.lines):
                continue
            if all(
                _distance(place.centre, anchor, point) >= self.radii[other] + _APART for other, place in placed.items()
            ) and not any(box.is_crossed(anchor, point) for box in self.taken):
                yield NumberPlace(point, anchor)

    def _is_clear(self, number: int, point: Point, placed: Mapping[int, NumberPlace], apart: float) -> bool:
        """Whether a disc is in the picture, and clear of letters, other discs, and their leaders."""
        radius = self.radii[number]
        disc = Bounds.about(point, 2 * radius, 2 * radius)
        if not disc.is_inside(self.size) or any(map(disc.meets, self.taken)):
            return False
        leading = (*self.leading, *((place.centre, place.anchor) for place in placed.values() if place.anchor))
        if any(_distance(point, *line) < radius + _APART / 2 for line in leading):
            return False
        discs = ((place.centre, self.radii[other]) for other, place in placed.items())
        return all(math.dist(point, centre) >= radius + other + apart for centre, other in discs)


def _distance(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / whole if whole else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


_POINT = 25.4 / 72  # mm
_BETWEEN = 6.0  # mm between small sheets
_LETTER = 3.6  # mm: the em of the sections' letters, and the diameter of the discs that they stand on
_OFF = 3.6  # mm between the plate of a part's outline and the letter in its middle
_ROWS = 3  # of small sheets at the most
_HEIGHTS = Heights(23.0, 31.0, 44.0, 84.0)
"""Of a small sheet; from the good one on numbers are found at a glance."""
_LINING = 0.65 * _POINT  # mm: the height of lining figures of a point
_NUMERALS = ((8 * _LINING, 1.65), (7 * _LINING, 1.45), (6 * _LINING, 1.25))
"""The heights of figures and the least radii of their discs in mm, the larger first: none is too small to be read."""
_MOST_SINGLE = 6  # cuts of a sheet with a number each before those round its smaller parts share plates
_WIDEST = 0.15  # width of discs in parts of a small sheet's, unless they are the smallest
_OFF_PLATE = 0.3  # mm between numbers and plates
_DASH = 0.8  # length of the dash between the first and last number of a plate, in heights of the figures


def sheets_pictures(pictured: PicturedKit, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw the sheets with their parts, page numbers and cuts; none without sheets.

    Either all cuts have their numbers, or none if the picture is too small for them.
    """
    count, paper = len(pictured.sheets), pictured.plan.paper
    alternative = " ".join(
        fill(pictured.text.alternatives["sheets"], {"page": str(shown.number), "contents": shown.contents})
        for shown in pictured.sheets
    )

    def draw(across: int, height: float) -> Drawn:
        """Draw the sheets in a height in mm, `across` of them side by side."""
        rows = -(-count // across)
        high = (height - LABEL * rows - _BETWEEN * (rows - 1)) / rows
        factor = high / paper.height
        wide = paper.width * factor
        store = pictured.look.store
        # what the places of numbers rest on: kits in other themes have the same
        key = _numbers, tuple(pictured.sheets), pictured.plan, pictured.marked, factor, typesetter
        numbers = store.get(key, partial(_numbers, pictured, factor, typesetter)) if pictured.numbered else None
        small = SmallParts(pictured.plan, pictured.board, pictured.look, factor)
        shapes: list[Shape] = []
        for place, shown in enumerate(pictured.sheets):
            row, column = divmod(place, across)
            parts: list[Shape] = [
                Shown(store.of(SmallParts.draw_sheet, small, shown.sheet.parts, tuple(shown.cuts), shown.box))
            ]
            for part, (x, y) in _lettered(shown, pictured, factor):
                parts.append(Circle(x, y, _LETTER / 2, "sheet.paper"))
                at = (x, y + 0.24 * _LETTER)
                parts.append(typesetter.line(part.name, "bold", 0.75 * _LETTER, "text", at, 0.5))
            parts.append(draw_label(shown.label, wide / 2, paper.height * factor, typesetter))
            move = translate(column * (wide + _BETWEEN), row * (high + LABEL + _BETWEEN))
            shapes.append(Group((*parts, *(numbers[place] if numbers else ())), move))
        return Drawn(tuple(shapes), numbers is not None)

    pictures = []
    # as many rows as there are, but none that is as long as that of fewer rows
    for across in dict.fromkeys(-(-count // rows) for rows in range(1, min(_ROWS, count) + 1)):
        rows = -(-count // across)
        beside = LABEL * rows + _BETWEEN * (rows - 1)
        ratio = across * paper.width / (rows * paper.height)
        fixed = _BETWEEN * (across - 1) - ratio * beside
        heights, drawn = _HEIGHTS.of_rows(rows, beside), partial(draw, across)
        pictures.append(Picture("sheets", pictured.text.sheets, alternative, fixed, ratio, heights, drawn))
    return pictures


def _numbers(pictured: PicturedKit, factor: float, typesetter: Typesetter) -> list[tuple[Shape, ...]] | None:
    """Return the numbers of the cuts of each small sheet, or None where one of them is too small for its own."""
    wide = pictured.plan.paper.width * factor
    fitting = [numerals for numerals in _NUMERALS if 2 * numerals[1] <= _WIDEST * wide]
    for numerals in fitting or _NUMERALS[-1:]:
        sheets = []
        for shown in pictured.sheets:
            numbers = _set_numbers(shown, pictured, factor, numerals, typesetter)
            if numbers is None:
                break
            sheets.append(numbers)
        else:
            return sheets
    return None


def _set_numbers(
    shown: PicturedSheet, pictured: PicturedKit, factor: float, numerals: tuple[float, float], typesetter: Typesetter
) -> tuple[Shape, ...] | None:
    """Return the numbers of a sheet in one size, on each cut and on plates for outlines, or None without room."""
    single, groups = grouped_cuts(shown)
    lines = [((cut.x1 * factor, cut.y1 * factor), (cut.x2 * factor, cut.y2 * factor)) for cut in single]
    figures, radius = numerals
    drawn = [draw_number(cut.number, (0.0, 0.0), figures, "text.rubric") for cut in single]
    radii = [max(radius, _wide(number) / 2 + 0.45) for number in drawn]
    taken = [Bounds.about(letter, _LETTER, _LETTER) for _, letter in _lettered(shown, pictured, factor)]
    paper = pictured.plan.paper
    size = (paper.width * factor, paper.height * factor)
    label = typesetter.width(shown.label, "text", LABEL) / 2
    taken.append(Bounds(size[0] / 2 - label, size[1], size[0] / 2 + label, size[1] + LABEL))
    ranges = [_draw_range(group, figures) for group in groups]
    high = 2 * radius - 0.2
    sizes = [(wide + 1.4, high) for _, wide in ranges]
    spots = [_spots(group, shown, factor) for group in groups]
    # the plate of a run stands on its parts even where it reaches over the cuts beside them
    near = [Bounds(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)).wider(0.1) for (x1, y1), (x2, y2) in lines]
    beside = [near if group[0].part else [] for group in groups]
    # the room that the marks of the squares take
    marks = []
    for part in shown.sheet.parts if groups else ():
        if part.section is not None:
            for spot in mark_spots(part.section, pictured.plan.measures, pictured.marked):
                x, y = laid_point(part, (part.art[0] + spot[0], part.art[1] + spot[1]))
                reach = 2 * MARK * pictured.plan.cell * factor
                marks.append(Bounds.about((x * factor, y * factor), reach, reach))
    plates = place_plates(sizes, spots, taken, size, beside, marks)
    if plates is None:
        return None
    leading = [(box.middle, anchor) for box, anchor in plates if anchor]
    parts = [_box(part, factor) for part in shown.sheet.parts]
    taken += [box.wider(_OFF_PLATE) for box, _ in plates]
    places = CutBoard(lines, radii, taken, leading, size, parts).place_numbers()
    if places is None:
        return None
    # leaders from numbers to their cuts, with a dot on the cut, go under all numbers
    leading += [(place.centre, place.anchor) for place in places if place.anchor and not place.in_line]
    shapes: list[Shape] = []
    for centre, anchor in leading:
        shapes += [line(centre, anchor, "sheet.cut"), Circle(*anchor, 0.25, "text.rubric")]
    shapes += [line(place.centre, place.anchor, "sheet.cut") for place in places if place.anchor and place.in_line]
    for place, number, reach in zip(places, drawn, radii, strict=True):
        shapes.append(Circle(*place.centre, reach, "sheet.number"))
        shapes.append(Group((number,), translate(*place.centre)))
    for (box, _), (numbers, wide) in zip(plates, ranges, strict=True):
        shapes.append(Rect(box.left, box.top, box.right - box.left, box.low - box.top, "sheet.number", high / 2))
        x, y = box.middle
        shapes.append(Group(numbers, translate(x - wide / 2, y)))
    return tuple(shapes)


def _wide(number: Path) -> float:
    across = number.numbers[::2]
    return max(across) - min(across)


def grouped_cuts(shown: PicturedSheet) -> tuple[list[Cut], list[list[Cut]]]:
    """Return the cuts of a sheet that have a number each in its picture, and those that share a plate.

    These are the cuts of a part's outline, and on a sheet with many cuts runs round its smaller parts, without the
    largest one.
    """
    single = [cut for cut in shown.cuts if not cut.part]
    outlines = [list(cuts) for part, cuts in groupby(shown.cuts, key=lambda cut: cut.part) if part]
    if len(single) <= _MOST_SINGLE:
        return single, outlines
    largest = _largest(shown.sheet.parts)
    runs = [list(run) for beside, run in groupby(single, key=lambda cut: largest not in cut.piece) if beside]
    runs = [run for run in runs if len(run) > 1]
    together = {cut.number for run in runs for cut in run}
    return [cut for cut in single if cut.number not in together], [*runs, *outlines]


def _largest(parts: Sequence[PlacedPart]) -> str:
    sections = [part for part in parts if part.kind == "section"]
    return max(sections, key=lambda part: part.width * part.height).name if sections else ""


def _draw_range(group: Sequence[Cut], high: float) -> tuple[tuple[Shape, ...], float]:
    """Return the first and the last number of a group from x = 0 on, about y = 0, and their width in mm."""
    first = draw_number(group[0].number, (0.0, 0.0), high, "text.rubric", 0.0)
    end = _wide(first)
    if len(group) == 1:
        return (first,), end
    start, dash = end + 0.3 * high, _DASH * high
    last = draw_number(group[-1].number, (start + dash + 0.3 * high, 0.0), high, "text.rubric", 0.0)
    line_between = Rect(start, -0.06 * high, dash, 0.12 * high, "text.rubric")
    return (first, line_between, last), start + dash + 0.3 * high + _wide(last)


def _spots(group: Sequence[Cut], shown: PicturedSheet, factor: float) -> list[Point]:
    """Return the points that the plate of a group may stand about, the best first."""
    name = group[0].part
    if not name:
        # of a run, those on the parts that it frees before all others
        across, down = ([getattr(cut, f"{axis}{end}") for cut in group for end in (1, 2)] for axis in "xy")
        points = _around(Bounds(min(across), min(down), max(across), max(down)), factor, 0.0)
        freed = {part for cut in group for part in cut.piece} - {_largest(shown.sheet.parts)}
        straight = [part for part in shown.sheet.parts if part.kind != "counter" and part.name in freed]
        boxes = [_box(part, factor) for part in straight]
        return sorted(points, key=lambda point: not any(box.meets(Bounds(*point, *point)) for box in boxes))
    if name == "box" and shown.box is not None:
        net = shown.box.net
        wide, high = net.size[::-1] if shown.box.turned else net.size
        # the king is in the middle
        off = max(_OFF, 0.3 * high * factor)
        return _around(Bounds(shown.box.x, shown.box.y, shown.box.x + wide, shown.box.y + high), factor, off)
    part = next(part for part in shown.sheet.parts if part.name == name)
    return _around(Bounds(part.x, part.y, part.x + part.width, part.y + part.height), factor, _OFF)


def _around(box: Bounds, factor: float, off: float) -> list[Point]:
    """Return points of a part, first those `off` mm below and above its middle, then all over it."""
    x, y = box.middle[0] * factor, box.middle[1] * factor
    wide, high = (box.right - box.left) * factor / 2, (box.low - box.top) * factor / 2
    steps = [step / 4 for step in range(-3, 4)]
    over = [(x + across * wide, y + down * high) for down in steps for across in steps]
    return [(x, y + off), (x, y - off), *sorted(over, key=lambda point: math.dist(point, (x, y)))]


def _box(part: PlacedPart, factor: float) -> Bounds:
    right, low = part.x + part.width, part.y + part.height
    return Bounds(part.x * factor, part.y * factor, right * factor, low * factor)


def _lettered(shown: PicturedSheet, pictured: PicturedKit, factor: float) -> list[tuple[PlacedPart, Point]]:
    """Return the sections of a sheet with the middle of the letter of each."""
    lettered = []
    for part in shown.sheet.parts:
        if part.section is not None:
            spot = part.section, pictured.plan.measures, pictured.marked, _LETTER / 2 / factor
            x, y = pictured.look.store.of(letter_spot, *spot)
            right, low = laid_point(part, (part.art[0] + x, part.art[1] + y))
            lettered.append((part, (right * factor, low * factor)))
    return lettered
