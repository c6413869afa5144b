"""The picture of the component sheets on the first page: their parts, and the cuts with their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, product
from typing import TYPE_CHECKING

from msgspec import Struct

from taflkit.drawing.curves import Point, line
from taflkit.drawing.shapes import Circle, Form, Group, Path, Rect, Shape, Shown, translate
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.instructions.pictures import (
    LABEL,
    MARK,
    Pictured,
    PicturedSheet,
    SmallParts,
    draw_label,
    draw_small_net,
    letter_spot,
    mark_spots,
)
from taflkit.parts.marks.numerals import draw_number
from taflkit.sheets.cuts import laid_point
from taflkit.sheets.plan import PlacedPart
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import fill

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet
    from taflkit.sheets.cuts import Cut

__all__ = ["grouped_cuts", "sheets_pictures"]


Line = tuple[Point, Point]
"""A cut in a picture, in mm."""

_APART = 0.2
"""How far numbers are from each other, and from lines and letters that they do not belong to, in mm."""
_WELL_APART = 1.2
"""How far numbers are from each other where there is room for it, in mm."""
_DISTANCES = (_WELL_APART, _APART)
_STEP = 0.6
"""Mm between the places along a cut that are tried."""
_BEYOND = 2.8
"""How far numbers may stand out over the picture's edges, in mm."""


_DOT = 0.3
"""How far the end of a line that leads to a cut is from other cuts, in mm."""
_BESIDE = 0.2
"""How far beside its cut such a line may end, in mm, where another cut is close on the other side."""
_OFF_END, _FROM_END = 0.3, 0.7
"""How far beyond the end of its cut a number stands, and how far inside that end the line from it begins, in mm."""
_TURNS = 16
"""In how many directions from its cut a number may stand apart."""


class NumberPlace(Struct, frozen=True):
    """Where the number of a cut stands.

    Attributes:
        centre: the middle of its disc.
        anchor: the point of the cut that it leads to, if it stands apart.
        in_line: whether it stands apart in line with its cut, beyond its end.
    """

    centre: Point
    anchor: Point | None = None
    in_line: bool = False


class Bounds(Struct, frozen=True):
    """A rectangle that is taken by letters, in mm; from its left, top, right and lower edge."""

    left: float
    top: float
    right: float
    low: float

    def meets(self, other: Bounds) -> bool:
        """Whether two boxes overlap."""
        return self.left < other.right and other.left < self.right and self.top < other.low and other.top < self.low


def place_numbers(
    lines: Sequence[Line],
    radii: Sequence[float],
    taken: Sequence[Bounds],
    leading: Sequence[Line],
    size: tuple[float, float],
    parts: Sequence[Bounds] = (),
) -> tuple[NumberPlace, ...] | None:
    """Return where the discs with the numbers of cuts stand, or None where the picture is too small for them.

    A disc stands beyond an end of its cut if there is no part of the kit; else on its cut where no other cut comes
    near, or beside it and touching it, as on either side of a gap that is narrower than a disc; and else apart from it,
    with a line that leads to it.

    Args:
        lines: the cuts.
        radii: of their discs, in mm.
        taken: what the discs must not cover.
        leading: lines that lead from other numbers, which they must not cover either.
        size: width and height of the picture in mm.
        parts: of the kit, which discs cover only where there is no room beside them.
    """
    board = _CutBoard(lines, radii, taken, leading, size, parts)
    for order in (lambda number: math.dist(*lines[number]), lambda number: number):
        placed: dict[int, NumberPlace] = {}
        for number in sorted(range(len(lines)), key=order):
            place = next(chain.from_iterable(board.places(number, placed, apart) for apart in _DISTANCES), None)
            if place is None:
                break
            placed[number] = place
        else:
            return tuple(placed[number] for number in range(len(lines)))
    return None


def place_boxes(
    sizes: Sequence[tuple[float, float]],
    wanted: Sequence[Sequence[Point]],
    taken: Sequence[Bounds],
    size: tuple[float, float],
    beside: Sequence[Sequence[Bounds]],
    spared: Sequence[Bounds] = (),
) -> tuple[tuple[Bounds, Point | None], ...] | None:
    """Return boxes where they meet no other, or None; each is about one of its points, or apart and leads to one.

    Args:
        sizes: width and height of each in mm.
        wanted: the points of each, the best first.
        taken: what the boxes must not meet.
        size: width and height of the picture in mm.
        beside: what each of them must not meet either.
        spared: what a box about one of its points meets only where there is no other.
    """
    placed: list[tuple[Bounds, Point | None]] = []
    for (width, height), points, lines in zip(sizes, wanted, beside, strict=True):
        about = [_about(point, width, height) for point in points]
        sparing = (box for box in about if not any(box.meets(mark) for mark in spared))
        apart = _away(points[: len(points) // 2 + 1], width / 2)
        boxes = chain(
            ((box, None) for box in chain(sparing, about)),
            ((_about(point, width, height), to) for point, to in apart),
        )
        inside = (each for each in boxes if _is_inside(each[0], size))
        others = (*taken, *lines, *(box for box, _ in placed))
        found = next((each for each in inside if not any(each[0].meets(other) for other in others)), None)
        if found is None:
            return None
        placed.append(found)
    return tuple(placed)


def _about(point: Point, width: float, height: float) -> Bounds:
    """Return the box of a width and height in mm whose middle is a point."""
    x, y = point
    return Bounds(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _is_inside(box: Bounds, size: tuple[float, float]) -> bool:
    """Whether a box hardly stands out over a picture of a size in mm."""
    across = box.left >= -_BEYOND and box.right <= size[0] + _BEYOND
    return across and box.top >= -_BEYOND and box.low <= size[1] + _BEYOND


def _away(points: Sequence[Point], half: float) -> Iterator[tuple[Point, Point]]:
    """Yield middles of boxes apart from points, half so wide in mm, each with the point that it leads to."""
    for away, point, turn in product((1.5, 3.0, 5.0, 8.0, 12.0), points, range(_TURNS)):
        angle = 2 * math.pi * turn / _TURNS
        reach = half + away
        yield (point[0] + reach * math.cos(angle), point[1] + away * math.sin(angle)), point


class _CutBoard(Struct, frozen=True):
    """What the discs are placed among."""

    lines: Sequence[Line]
    radii: Sequence[float]
    taken: Sequence[Bounds]
    leading: Sequence[Line]
    size: tuple[float, float]
    parts: Sequence[Bounds]

    def places(self, number: int, placed: Mapping[int, NumberPlace], apart: float) -> Iterator[NumberPlace]:
        """Yield the places of a disc where it meets nothing: beyond its cut, on it, beside it, then apart from it.

        It is as far from the others as `apart`, in mm.
        """
        others = [line for other, line in enumerate(self.lines) if other != number]
        radius = self.radii[number]
        for anchor, point in _beyond(self.lines[number], radius):
            disc = Bounds(point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius)
            if (
                not any(disc.meets(part) for part in self.parts)
                and self._is_clear(number, point, placed, apart)
                and all(_distance(point, *line) >= radius + _APART / 2 for line in others)
            ):
                yield NumberPlace(point, anchor, in_line=True)
        for point, beside in _places(self.lines[number], radius):
            # a cut on the far side of a narrow gap is as good as behind the disc's own
            near = radius + (1e-3 if beside else _APART / 2)
            if self._is_clear(number, point, placed, apart) and all(_distance(point, *line) >= near for line in others):
                yield NumberPlace(point)
        for anchor, point in _apart(self.lines[number], radius):
            if any(_distance(anchor, *line) < _DOT for line in others):
                continue
            if not self._is_clear(number, point, placed, apart):
                continue
            if any(_distance(point, *line) < radius + _APART for line in self.lines):
                continue
            if all(
                _distance(place.centre, anchor, point) >= self.radii[other] + _APART for other, place in placed.items()
            ) and not any(_crosses(box, anchor, point) for box in self.taken):
                yield NumberPlace(point, anchor)

    def _is_clear(self, number: int, point: Point, placed: Mapping[int, NumberPlace], apart: float) -> bool:
        """Whether a disc is in the picture, and clear of letters, of the other discs, and of their leaders."""
        (x, y), radius = point, self.radii[number]
        box = Bounds(x - radius, y - radius, x + radius, y + radius)
        if not _is_inside(box, self.size) or any(box.meets(other) for other in self.taken):
            return False
        leading = (*self.leading, *((place.centre, place.anchor) for place in placed.values() if place.anchor))
        if any(_distance(point, *line) < radius + _APART / 2 for line in leading):
            return False
        discs = ((place.centre, self.radii[other]) for other, place in placed.items())
        return all(math.dist(point, centre) >= radius + other + apart for centre, other in discs)


def _beyond(line: Line, radius: float) -> Iterator[tuple[Point, Point]]:
    """Yield a point near each end of a cut, and the middle of the disc in line with it beyond that end."""
    length = math.dist(*line)
    for start, end in (line, line[::-1]) if length > _FROM_END else ():
        across, down = (start[0] - end[0]) / length, (start[1] - end[1]) / length
        off = radius + _OFF_END
        anchor = start[0] - _FROM_END * across, start[1] - _FROM_END * down
        yield anchor, (start[0] + off * across, start[1] + off * down)


def _places(line: Line, radius: float) -> Iterator[tuple[Point, bool]]:
    """Yield the points on a cut where a disc may stand, from its start on, then those beside it."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line)
    if length < 1e-6:
        return
    across, down = (x2 - x1) / length, (y2 - y1) / length
    first = radius + _APART
    steps = [first + _STEP * step for step in range(int((length - 2 * first) / _STEP) + 1)] or [length / 2]
    for away in (0.0, -radius, radius):
        for along in steps:
            yield (x1 + along * across - away * down, y1 + along * down + away * across), away != 0.0


def _apart(line: Line, radius: float) -> Iterator[tuple[Point, Point]]:
    """Yield points on a cut and the middles of discs apart from it, the nearest first."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line) or 1.0
    across, down = (x2 - x1) / length, (y2 - y1) / length
    for away, beside in product((1.0, 2.0, 3.5, 5.0, 7.0), (0.0, -_BESIDE, _BESIDE)):
        for part in (0.5, 0.25, 0.75, 0.1, 0.9):
            anchor = x1 + part * (x2 - x1) - beside * down, y1 + part * (y2 - y1) + beside * across
            for turn in range(_TURNS):
                angle = 2 * math.pi * turn / _TURNS
                reach = radius + away
                yield anchor, (anchor[0] + reach * math.cos(angle), anchor[1] + reach * math.sin(angle))


def _crosses(box: Bounds, start: Point, end: Point) -> bool:
    """Whether a line comes into a box; it is tried at points that are closer than letters are high."""
    steps = (step / 12 for step in range(13))
    points = ((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])) for part in steps)
    return any(box.left < x < box.right and box.top < y < box.low for x, y in points)


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / whole if whole else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


_POINT = 25.4 / 72
_BETWEEN = 6.0
"""Between small sheets, in mm."""
_LETTER = 3.6
"""The em of the sections' letters, in mm, and the diameter of the discs that they stand on."""
_OFF = 3.6
"""How far the plate of a part's outline is from the letter in its middle, in mm."""
_ROWS = 3
"""In how many rows small sheets may stand."""
_HEIGHTS = Heights(23.0, 31.0, 44.0, 84.0)
"""Of a small sheet; from the good one on numbers are found at a glance."""


class _Numerals(Struct, frozen=True):
    """How numbers are set: the height of their figures, and the least radius of their discs, in mm."""

    high: float
    radius: float


_LINING = 0.65 * _POINT
"""The height of lining figures of a point."""
_NUMERALS = (_Numerals(8 * _LINING, 1.65), _Numerals(7 * _LINING, 1.45), _Numerals(6 * _LINING, 1.25))
"""The ways that are tried, the larger first: none is smaller than can be read."""
_MOST_SINGLE = 6
"""How many cuts of a sheet may have a number each before those round its smaller parts share plates."""
_WIDEST = 0.15
"""The width of discs in parts of a small sheet's, unless they are the smallest."""
_OFF_PLATE = 0.3
"""How far numbers are from plates, in mm."""
_DASH = 0.8
"""The length of the dash between the first and last number of a plate, in heights of the figures."""


def sheets_pictures(pictured: Pictured, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw the sheets with their parts and cuts, each with its page number; none without sheets.

    All cuts have their numbers or none has, where the picture is too small for them.
    """
    count, paper = len(pictured.sheets), pictured.plan.paper
    alternative = " ".join(
        fill(pictured.text.alternatives["sheets"], {"page": str(shown.number), "contents": shown.contents})
        for shown in pictured.sheets
    )
    pictures = []
    # as many rows as there are, but none that is as long as that of fewer rows
    for across in dict.fromkeys(-(-count // rows) for rows in range(1, min(_ROWS, count) + 1)):
        rows = -(-count // across)
        beside = LABEL * rows + _BETWEEN * (rows - 1)
        ratio = across * paper.width / (rows * paper.height)
        fixed = _BETWEEN * (across - 1) - ratio * beside
        heights = _HEIGHTS.of_rows(rows, beside)
        draw = partial(_draw_sheets, pictured, across, typesetter)
        pictures.append(Picture("sheets", pictured.text.sheets, alternative, fixed, ratio, heights, draw))
    return pictures


def _draw_sheets(pictured: Pictured, across: int, typesetter: Typesetter, height: float) -> Drawn:
    """Draw the sheets, so many side by side, in a height in mm."""
    paper, rows = pictured.plan.paper, -(-len(pictured.sheets) // across)
    high = (height - LABEL * rows - _BETWEEN * (rows - 1)) / rows
    factor = high / paper.height
    wide = paper.width * factor
    # what the places of numbers rest on: kits in other themes have the same
    key = _numbers, tuple(pictured.sheets), pictured.plan, pictured.marked, factor, typesetter
    made = partial(_numbers, pictured, factor, typesetter)
    numbers = pictured.look.store.get(key, made) if pictured.numbered else None
    small = SmallParts(pictured.plan, pictured.board, pictured.look, factor)
    shapes: list[Shape] = []
    for place, shown in enumerate(pictured.sheets):
        row, column = divmod(place, across)
        at = translate(column * (wide + _BETWEEN), row * (high + LABEL + _BETWEEN))
        drawn = _thumbnail(shown, small, pictured, typesetter)
        shapes.append(Group((*drawn, *(numbers[place] if numbers else ())), at))
    return Drawn(tuple(shapes), numbers is not None)


def _thumbnail(
    shown: PicturedSheet, small: SmallParts, pictured: Pictured, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """A small sheet: its parts, the cuts between them, the letters of its sections, and its page number."""
    factor, paper = small.factor, small.plan.paper
    sheet = pictured.look.store.of(_small_sheet, small, shown.sheet.parts, tuple(shown.cuts), shown.box)
    letters: list[Shape] = []
    for part, (x, y) in _lettered(shown, pictured, factor):
        letters.append(Circle(x, y, _LETTER / 2, "sheet.paper"))
        letters.append(typesetter.line(part.name, "display", 0.75 * _LETTER, "text", (x, y + 0.24 * _LETTER), 0.5))
    label = draw_label(shown.label, paper.width * factor / 2, paper.height * factor, typesetter)
    return (Shown(sheet), *letters, label)


def _small_sheet(small: SmallParts, parts: Sequence[PlacedPart], cuts: Sequence[Cut], box: PlacedNet | None) -> Form:
    """Return a small sheet without words, which kits in other modes and inks have too."""
    factor, paper = small.factor, small.plan.paper
    drawn = [small.draw(part) for part in parts]
    if box is not None:
        drawn.append(draw_small_net(box, factor, small.look))
    # a light line under each shows it beside a dark border
    lines = [line(*_scaled(cut, factor), role) for role in ("sheet.cut.casing", "sheet.cut") for cut in cuts]
    return Form((Rect(0, 0, paper.width * factor, paper.height * factor, "sheet.paper"), *drawn, *lines))


def _numbers(pictured: Pictured, factor: float, typesetter: Typesetter) -> list[tuple[Shape, ...]] | None:
    """Return the numbers of the cuts of each small sheet, or None where one of them is too small for its own."""
    wide = pictured.plan.paper.width * factor
    fitting = [numerals for numerals in _NUMERALS if 2 * numerals.radius <= _WIDEST * wide]
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
    shown: PicturedSheet, pictured: Pictured, factor: float, numerals: _Numerals, typesetter: Typesetter
) -> tuple[Shape, ...] | None:
    """Return the numbers set in one way: one on each cut, and one plate for those of an outline."""
    single, groups = grouped_cuts(shown)
    lines = [_scaled(cut, factor) for cut in single]
    drawn = [draw_number(cut.number, (0.0, 0.0), numerals.high, "text.rubric") for cut in single]
    radii = [max(numerals.radius, _wide(number) / 2 + 0.45) for number in drawn]
    half = _LETTER / 2
    letters = [Bounds(x - half, y - half, x + half, y + half) for _, (x, y) in _lettered(shown, pictured, factor)]
    paper = pictured.plan.paper
    size = (paper.width * factor, paper.height * factor)
    label = typesetter.width(shown.label, "text", LABEL) / 2
    letters.append(Bounds(size[0] / 2 - label, size[1], size[0] / 2 + label, size[1] + LABEL))
    ranges = [_range(group, numerals.high) for group in groups]
    high = 2 * numerals.radius - 0.2
    sizes = [(wide + 1.4, high) for _, wide in ranges]
    wanted = [_spots(group, shown, factor) for group in groups]
    # the plate of a run stands on its parts even where it reaches over the cuts beside them
    beside = [[] if not group[0].part else [_sheet_pictures_about(each) for each in lines] for group in groups]
    plates = place_boxes(sizes, wanted, letters, size, beside, _marks(shown, pictured, factor) if groups else ())
    if plates is None:
        return None
    leading = [(_middle(box), anchor) for box, anchor in plates if anchor]
    parts = [_box(part, factor) for part in shown.sheet.parts]
    taken = [*letters, *(_wider(box, _OFF_PLATE) for box, _ in plates)]
    places = place_numbers(lines, radii, taken, leading, size, parts)
    if places is None:
        return None
    # leaders from numbers to their cuts go under all numbers
    leading += [(place.centre, place.anchor) for place in places if place.anchor and not place.in_line]
    shapes: list[Shape] = [shape for line_to in leading for shape in _leader(*line_to)]
    shapes += [line(place.centre, place.anchor, "sheet.cut") for place in places if place.anchor and place.in_line]
    for place, number, radius in zip(places, drawn, radii, strict=True):
        shapes.append(Circle(*place.centre, radius, "sheet.number"))
        shapes.append(Group((number,), translate(*place.centre)))
    for (box, _), (numbers, wide) in zip(plates, ranges, strict=True):
        shapes.append(Rect(box.left, box.top, box.right - box.left, box.low - box.top, "sheet.number", high / 2))
        x, y = _middle(box)
        shapes.append(Group(numbers, translate(x - wide / 2, y)))
    return tuple(shapes)


def _wider(box: Bounds, by: float) -> Bounds:
    return Bounds(box.left - by, box.top - by, box.right + by, box.low + by)


def _middle(box: Bounds) -> Point:
    return (box.left + box.right) / 2, (box.top + box.low) / 2


def _leader(centre: Point, anchor: Point) -> tuple[Shape, Shape]:
    """A line from a number to its cut, with a dot on the cut."""
    return line(centre, anchor, "sheet.cut"), Circle(*anchor, 0.25, "text.rubric")


def _wide(number: Path) -> float:
    """Return the width of a number in mm."""
    across = number.numbers[::2]
    return max(across) - min(across)


def grouped_cuts(shown: PicturedSheet) -> tuple[list[Cut], list[list[Cut]]]:
    """Return the cuts of a sheet that have a number each in its picture, and those that share a plate.

    These are the cuts along a part's own outline, and on a sheet with many cuts also those that follow one another
    round its smaller parts, when the largest is no longer on the piece in hand or has nothing to do with them.
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
    """Return the name of the largest section; "" of cards alone, which are all alike."""
    sections = [part for part in parts if part.kind == "section"]
    return max(sections, key=lambda part: part.width * part.height).name if sections else ""


def _range(group: Sequence[Cut], high: float) -> tuple[tuple[Shape, ...], float]:
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
        return _round_parts(group, shown, factor)
    if name == "box" and shown.box is not None:
        net = shown.box.net
        wide, high = net.size[::-1] if shown.box.turned else net.size
        # the king is in the middle
        off = max(_OFF, 0.3 * high * factor)
        return _around(Bounds(shown.box.x, shown.box.y, shown.box.x + wide, shown.box.y + high), factor, off)
    part = next(part for part in shown.sheet.parts if part.name == name)
    return _around(Bounds(part.x, part.y, part.x + part.width, part.y + part.height), factor, _OFF)


def _round_parts(group: Sequence[Cut], shown: PicturedSheet, factor: float) -> list[Point]:
    """Return points for the plate of a run, those on the parts that it frees before all others."""
    across, down = ([getattr(cut, f"{axis}{end}") for cut in group for end in (1, 2)] for axis in "xy")
    points = _around(Bounds(min(across), min(down), max(across), max(down)), factor, 0.0)
    freed = {name for cut in group for name in cut.piece} - {_largest(shown.sheet.parts)}
    straight = [part for part in shown.sheet.parts if part.kind != "counter" and part.name in freed]
    boxes = [_box(part, factor) for part in straight]
    return sorted(points, key=lambda point: not any(box.meets(Bounds(*point, *point)) for box in boxes))


def _around(box: Bounds, factor: float, off: float) -> list[Point]:
    """Return points of a part, first those so many mm below and above its middle, then all over it."""
    x, y = (box.left + box.right) / 2 * factor, (box.top + box.low) / 2 * factor
    wide, high = (box.right - box.left) * factor / 2, (box.low - box.top) * factor / 2
    steps = [step / 4 for step in range(-3, 4)]
    over = [(x + across * wide, y + down * high) for down in steps for across in steps]
    return [(x, y + off), (x, y - off), *sorted(over, key=lambda point: math.dist(point, (x, y)))]


def _box(part: PlacedPart, factor: float) -> Bounds:
    """Return the room of a part in the picture."""
    right, low = part.x + part.width, part.y + part.height
    return Bounds(part.x * factor, part.y * factor, right * factor, low * factor)


def _sheet_pictures_about(cut: Line) -> Bounds:
    (x1, y1), (x2, y2) = cut
    return _wider(Bounds(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), 0.1)


def _lettered(shown: PicturedSheet, pictured: Pictured, factor: float) -> list[tuple[PlacedPart, Point]]:
    """Return the sections of a sheet with the middle of the letter of each."""
    lettered = []
    for part in shown.sheet.parts:
        if part.section is not None:
            spot = part.section, pictured.plan.measures, pictured.marked, _LETTER / 2 / factor
            x, y = pictured.look.store.of(letter_spot, *spot)
            right, low = laid_point(part, (part.art[0] + x, part.art[1] + y))
            lettered.append((part, (right * factor, low * factor)))
    return lettered


def _marks(shown: PicturedSheet, pictured: Pictured, factor: float) -> list[Bounds]:
    """Return the room that the marks of a sheet's squares take in the picture."""
    measures, reach = pictured.plan.measures, MARK * pictured.plan.cell
    marks = []
    for part in shown.sheet.parts:
        for spot in mark_spots(part.section, measures, pictured.marked) if part.section is not None else ():
            x, y = laid_point(part, (part.art[0] + spot[0], part.art[1] + spot[1]))
            marks.append(_wider(Bounds(x * factor, y * factor, x * factor, y * factor), reach * factor))
    return marks


def _scaled(cut: Cut, factor: float) -> Line:
    return (cut.x1 * factor, cut.y1 * factor), (cut.x2 * factor, cut.y2 * factor)
