"""The pictures of the panels, from the printer's dialog to the pieces set up; those of folding have their own file.

Each is drawn on a canvas of 54 x 44 mm from the kit's own plan. Red is what is to be done or checked, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from msgspec import Struct

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Shown,
    Transform,
    arrow_head,
    line,
    mirror,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
)
from taflkit.figures import Grid
from taflkit.parts.cards import CARD_SIZE
from taflkit.parts.instructions.small_parts import SmallBoard, SmallCard, SmallParts, draw_small_piece
from taflkit.parts.marks.marks import draw_number
from taflkit.sheets.cuts import laid_net
from taflkit.sheets.paper import SheetSide
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import Sheet
from taflkit.sheets.sections import SectionPlace
from taflkit.tafl import Piece, Side
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import Lists
from taflkit.words.texts import InstructionsText

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet
    from taflkit.sheets.cuts import Cut

WIDE = 54.0
"""The canvas of a picture in mm, like HIGH."""
HIGH = 44.0
EM = 3.05
"""The em of words in pictures in mm: more than 8 pt where the paper is lower too."""
_LEAST_EM = 2.83  # mm


class PicturedSheet(Struct, frozen=True):
    """A component sheet with its page number, its cuts, and its box, whose art is `net`; a back has parts alone."""

    number: int
    sheet: Sheet
    contents: str = ""
    cuts: Sequence[Cut] = ()
    box: PlacedNet | None = None

    def draw_net(self, factor: float, look: Look) -> Iterator[Shape]:
        """Yield the box's net in its place at a scale: title and king on its front, its folds, its outline whole."""
        if self.box is None:
            return
        box, net = self.box, self.box.net

        def at(x: float, y: float) -> Point:
            x, y = laid_net(box, x, y)
            return x * factor, y * factor

        outline = [at(s.x1, s.y1) for s in net.cuts]
        yield Path.of(polygon(outline), "card.ground")
        yield from (line(at(s.x1, s.y1), at(s.x2, s.y2), "fold") for s in net.folds)
        for panel in net.panels:
            if panel.name == "front":
                # the title along the longer side
                wide, high, level = panel.width, panel.height, panel.width <= panel.height
                u, v, long, thick = (0.25, 0.2, 0.5, 0.03) if level else (0.77, 0.25, 0.03, 0.5)
                (x1, y1), (x2, y2) = (
                    at(panel.x + part * wide, panel.y + other * high) for part, other in ((u, v), (u + long, v + thick))
                )
                size = (0.4 if net.half else 0.5) * min(wide, high) * factor
                title = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), "text.title")
                king = draw_small_piece(Piece.KING, size, look, *at(panel.x + wide / 2, panel.y + high / 2))
                # a half has what of them is on it
                across, down = zip(*outline, strict=True)
                left, top = min(across), min(down)
                yield Group((title, king), clip=Rect(left, top, max(across) - left, max(down) - top, "cut"))
        if net.lap:
            corners = at(net.lap[0], net.lap[1]), at(net.lap[0] + net.lap[2], net.lap[1] + net.lap[3])
            (x1, y1), (x2, y2) = corners
            yield Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), "panel.tape")
        yield Path.of(polygon(outline), "panel.line")


class PicturedKit(Struct, frozen=True):
    """The kit as its panels show it.

    Attributes:
        cards: the fronts of the cards.
        sides: the page numbers of the booklet's sides, with these.
        duplex: how sheets are turned.
    """

    text: InstructionsText
    lists: Lists
    plan: Plan
    board: SmallBoard
    cards: tuple[tuple[Side, SmallCard], ...]
    sides: Sequence[tuple[int, SheetSide]]
    duplex: str
    firm: str
    look: Look
    typesetter: Typesetter

    @property
    def mirrored(self) -> bool:
        """Whether the parts are mirrored: face down they lie as the board will."""
        return self.firm == "transfer"

    def small(self, factor: float) -> SmallParts:
        """Return what draws the kit's parts at a scale."""
        return SmallParts(self.plan, self.board, self.look, factor, self.cards)


Draw = Callable[[PicturedKit, Sequence[PicturedSheet]], Iterator[Shape]]


def draw_words(
    text: str, at: Point, room: float, typesetter: Typesetter, font: str = "text", role: str = "text", anchor: float = 0
) -> Shape:
    """Return words in a picture, smaller where a room in mm is too narrow for them, and at last beyond it."""
    size = max(_LEAST_EM, min(EM, room / max(typesetter.width(text, font, 1.0), 1e-6)))
    return typesetter.line(text, font, size, role, at, anchor)


def draw_arrow(start: Point, end: Point, head: float = 2.6) -> Iterator[Shape]:
    """Yield a straight red arrow."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    back = end[0] - 0.7 * head * math.cos(angle), end[1] - 0.7 * head * math.sin(angle)
    yield line(start, back, "panel.mark")
    yield Path.of(arrow_head(end, angle, head), "text.rubric")


def _sheet(kit: PicturedKit, shown: PicturedSheet, factor: float) -> Group:
    drawn = kit.look.store.of(SmallParts.draw_sheet, kit.small(factor), shown.sheet.parts)
    over = mirror(kit.plan.paper.width * factor) if kit.mirrored else IDENTITY
    return Group((Shown(drawn), *shown.draw_net(factor, kit.look)), over)


# --- printing -----------------------------------------------------------------------------------------------


def draw_dialog(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the printer's dialog with the third of its scales chosen."""
    words, x, room = kit.text.labels, 4.0, 46.0
    yield Rect(x, 5.0, room, 34.0, "sheet.paper", 1.2)
    bar = ((x, 10.6), (x, 6.2), (x + 0.4, 5.4), (x + 1.2, 5.0))
    across = tuple((2 * x + room - u, v) for u, v in reversed(bar))
    yield Path.of(polygon((*bar, *across)), "panel.wood")
    yield draw_words(words["print"], (x + 2.6, 8.9), room - 5, kit.typesetter, "bold")
    yield draw_words(words["scale"], (x + 3.0, 14.6), room - 5, kit.typesetter, role="text.muted")
    yield Rect(x + 1.8, 24.6, room - 3.6, 5.8, "panel.mark", 2.9)
    for y, key in ((18.7, "fit"), (23.1, "shrink"), (28.6, "actual")):
        chosen = key == "actual"
        yield Circle(x + 4.6, y - 1.0, 1.15, "sheet.paper")
        if chosen:
            yield Circle(x + 4.6, y - 1.0, 0.65, "text.rubric")
        role = "text" if chosen else "text.muted"
        yield draw_words(words[key], (x + 7.4, y), room - 10, kit.typesetter, "bold" if chosen else "text", role)
    yield Rect(x + room - 16.0, 32.3, 13.6, 4.8, "panel.line", 1.0)
    yield draw_words(words["print"], (x + room - 9.2, 35.6), 12.6, kit.typesetter, anchor=0.5)


def draw_ruler_check(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the foot of the first sheet with its ruler, and a ruler that is held to it."""
    start, mm, edge = 7.0, 0.4, 20.0
    paper = kit.plan.paper
    factor = 46.0 / paper.width
    yield Rect(4.0, -9.0, 46.0, edge + 9.0, "sheet.paper")
    foot = Group((_sheet(kit, sheets[0], factor),), translate(4.0, 10.5 - paper.height * factor))
    yield Group((foot,), clip=Rect(4.0, -9.0, 46.0, 17.6, "cut"))
    yield Rect(2.0, edge, 50.0, 12.5, "panel.wood")
    for way, step in ((-1, 2), (1, 2)):
        points: list[float] = []
        for at in range(0, 101, step):
            long = 3.4 if at % 10 == 0 else 1.7
            points += (start + at * mm, edge, start + at * mm, edge + way * long)
        yield Path.packed("ML" * (len(points) // 4), points, "panel.line")
    for at in range(0, 11, 2):
        yield draw_number(at, (start + 10 * at * mm, edge + 6.0), 2.2, "text")
    for x in (start, start + 100 * mm):
        # clear of the numbers
        yield line((x, edge - 7.0), (x, edge + 3.8), "panel.fold")
        yield line((x, edge + 8.4), (x, 41.0), "panel.fold")
    middle = start + 50 * mm
    yield from draw_arrow((middle - 9.0, 38.0), (start, 38.0))
    yield from draw_arrow((middle + 9.0, 38.0), (start + 100 * mm, 38.0))
    yield draw_words("100 mm", (middle, 39.1), 16.0, kit.typesetter, anchor=0.5)


def draw_backs(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the front of a sheet, the edge that it is turned over, and its back."""
    paper = kit.plan.paper
    factor = min(29.0 / paper.height, 19.0 / paper.width)
    wide, high = paper.width * factor, paper.height * factor
    top = (HIGH - high) / 2 + 1.0
    lefts = (WIDE / 2 - 4.0 - wide, WIDE / 2 + 4.0)
    for left, shown in zip(lefts, sheets, strict=True):
        yield Group((_sheet(kit, shown, factor),), translate(left, top))
        yield draw_number(shown.number, (left + wide / 2, top + high + 3.2), 2.2, "text")
    edge = lefts[0] + wide
    if kit.duplex == "long":
        yield line((edge, top - 2.5), (edge, top + high + 2.0), "panel.fold")
        yield from draw_turn((edge, HIGH / 2 + 1.0), upright=True)
    else:
        yield line((lefts[0] - 2.0, top), (edge + 2.0, top), "panel.fold")
        yield from draw_turn((lefts[0] + wide / 2, top), upright=False)
        yield from draw_arrow((WIDE / 2 - 2.4, HIGH / 2 + 1.0), (WIDE / 2 + 2.4, HIGH / 2 + 1.0))


def draw_turn(at: Point, *, upright: bool, size: float = 1.0) -> Iterator[Shape]:
    """Yield a bent red arrow over an edge at a point, which is upright or level."""
    turn = multiply(translate(*at), rotate(90.0 if upright else 0.0))
    bow = Path.packed("MC", [size * value for value in (-3.2, 4.6, -3.2, -4.4, 3.2, -4.4, 3.2, 1.6)], "panel.mark")
    head = arrow_head((3.2 * size, 3.6 * size), math.pi / 2, 2.4 * size)
    yield Group((bow, Path.of(head, "text.rubric")), turn)


_LEAN = (0.42, 0.1, -0.46, 0.235)  # of a sheet that lies before the reader: where a mm across and one down go


def draw_layers(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield what parts are made of: paper, glue and card, or card alone."""
    table, paper = kit.text.table, kit.plan.paper
    a, b, c, d = _LEAN
    glued = kit.firm in ("any", "boxed", "glued", "glued-backs")
    part = (24.8 if glued else 31.0) / max(paper.width * a, paper.height * -c)
    a, b, c, d = (part * value for value in _LEAN)
    wide, high = paper.width, paper.height
    corner = (29.5 if glued else WIDE / 2) - (wide * a + high * c) / 2

    def layer(y: float) -> Transform:
        return (a, b, c, d, corner, y)

    def outline(y: float) -> Path:
        points = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
        return Path.of(polygon([(a * u + c * v + corner, b * u + d * v + y) for u, v in points]), "panel.wood")

    def printed(y: float) -> Group:
        # drawn no larger than it is shown, so that its lines are no finer
        factor = 0.36 * part
        return Group((_sheet(kit, sheets[0], factor),), multiply(layer(y), scale(1 / factor)))

    low = HIGH - (9.0 if kit.firm == "glued-backs" else 5.0) - (wide * b + high * d)
    if glued:
        up = low - (12.0 if kit.firm == "glued-backs" else 15.0)
        if kit.firm == "glued-backs":
            # the sheet of the backs goes below
            back = outline(low + 5.0)
            yield Path.packed(back.letters, back.numbers, "sheet.paper")
            low -= 1.0
        for step in range(3, 0, -1):
            yield outline(low + 0.5 * step)
        yield outline(low)
        glue = outline((low + up) / 2)
        yield Path.packed(glue.letters, glue.numbers, "panel.glue")
        yield printed(up)
        side = corner + wide * a
        yield from draw_arrow((side + 2.5, up + wide * b), (side + 2.5, low + wide * b - 1.5))
        if kit.firm == "glued-backs":
            yield from draw_arrow((side + 2.5, low + wide * b + 8.0), (side + 2.5, low + wide * b + 2.0))
        labels = ((table["paper"], up), (kit.text.labels["glue"], (low + up) / 2), (table["card"], low))
        for word, y in labels:
            yield draw_words(word, (1.6, y + high * d - 2.6), 13.0, kit.typesetter)
    else:
        low -= 5.0
        for step in range(3, 0, -1):
            yield outline(low + 0.45 * step)
        yield printed(low)
        yield draw_words(table["card"], (WIDE / 2, HIGH - 4.0), 20.0, kit.typesetter, anchor=0.5)


# --- cutting ------------------------------------------------------------------------------------------------

_DISC = 1.95  # mm: the radius of a number's disc
_OFF = 1.1  # mm between the sheet and the disc


def draw_cuts(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the first sheet with its cuts, their numbers, and rule and knife at the first of them."""
    yield from _cut_sheet(kit, sheets[0], tools=True)


def draw_more_cuts(kit: PicturedKit, sheets: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a further sheet with its cuts and their numbers."""
    yield from _cut_sheet(kit, sheets[0], tools=False)


def _cut_sheet(kit: PicturedKit, shown: PicturedSheet, *, tools: bool) -> Iterator[Shape]:
    paper = kit.plan.paper
    factor = min(33.0 / paper.height, 40.0 / paper.width)
    wide, high = paper.width * factor, paper.height * factor
    left, top = (WIDE - wide) / 2, (HIGH - high) / 2
    yield Group((_sheet(kit, shown, factor),), translate(left, top))
    cuts = [cut for cut in shown.cuts if not cut.part]
    first, way = (left + wide, -factor) if kit.mirrored else (left, factor)
    lines = [
        ((first + cut.x1 * way, top + cut.y1 * factor), (first + cut.x2 * way, top + cut.y2 * factor)) for cut in cuts
    ]
    places = place_numbers(lines, (left, top, left + wide, top + high))
    if tools and lines:
        yield from _draw_rule(*lines[0], (WIDE / 2, HIGH / 2))
    for role in ("sheet.cut.casing", "panel.cut"):
        for start, end in lines:
            yield line(start, end, role)
    if tools and lines:
        yield line(*lines[0], "panel.mark")
        yield from _draw_knife(*lines[0], places)
    for (start, end), at in zip(lines, places, strict=True):
        near = min(start, end, key=lambda point: math.dist(point, at))
        yield line(near, at, "panel.cut")
    for cut, at in zip(cuts, places, strict=True):
        yield Circle(*at, _DISC, "panel.number")
        yield draw_number(cut.number, at, 2.1 if cut.number < 10 else 1.9, "text.rubric")


def place_numbers(lines: Sequence[tuple[Point, Point]], box: tuple[float, float, float, float]) -> list[Point]:
    """Return the middles of the discs of cuts: beyond the ends that are nearest to the sheet's edge, side by side.

    None lies on the sheet, and none on another.
    """
    left, top, right, low = box
    off = _OFF + _DISC
    sides: dict[str, list[int]] = {"top": [], "low": [], "left": [], "right": []}
    for number, ((x1, y1), (x2, y2)) in enumerate(lines):
        down = abs(x2 - x1) < abs(y2 - y1)
        ends = {"top": min(y1, y2) - top, "low": low - max(y1, y2)}
        if not down:
            ends = {"left": min(x1, x2) - left, "right": right - max(x1, x2)}
        # of two ends that are as near, the side with fewer numbers
        side = min(ends, key=lambda name: (round(ends[name], 1), len(sides[name])))
        sides[side].append(number)
    places: dict[int, Point] = {}
    for side, numbers in sides.items():
        level = side in ("top", "low")
        start, end = (left, right) if level else (top, low)
        wanted = sorted((lines[number][0][0 if level else 1], number) for number in numbers)
        spots = _spread([at for at, _ in wanted], start - off, end + off)
        for (_, number), spot in zip(wanted, spots, strict=True):
            places[number] = {
                "top": (spot, top - off),
                "low": (spot, low + off),
                "left": (left - off, spot),
                "right": (right + off, spot),
            }[side]
    return [places[number] for number in range(len(lines))]


def _spread(wanted: Sequence[float], start: float, end: float) -> list[float]:
    """Return places in order, as near to those that are wanted as discs allow that do not touch."""
    apart = 2 * _DISC + 0.3
    over = max(0.0, (len(wanted) - 1) * apart - (end - start)) / 2
    start, end = start - over, end + over
    spots = list(wanted)
    for _ in range(40):
        for at in range(len(spots) - 1):
            near = max(0.0, apart - (spots[at + 1] - spots[at])) / 2
            spots[at], spots[at + 1] = spots[at] - near, spots[at + 1] + near
        spots = [min(max(spot, start), end) for spot in spots]
    for at in range(1, len(spots)):
        spots[at] = max(spots[at], spots[at - 1] + apart)
    return spots


def _draw_rule(start: Point, end: Point, middle: Point) -> Iterator[Shape]:
    """Yield a rule along a cut, on the side of a point."""
    down = abs(end[0] - start[0]) < abs(end[1] - start[1])
    thick, over = 4.6, 3.2
    if down:
        x = start[0] - (thick if middle[0] < start[0] else 0.0)
        top, low = min(start[1], end[1]) - over, max(start[1], end[1]) + over
        yield Rect(x, top, thick, low - top, "panel.steel")
        ticks = [(start[0] + (-1.0 if x < start[0] else 1.0), top + step) for step in range(1, int(low - top))]
        yield Path.of([s for x2, y in ticks for s in (("M", (start[0], y)), ("L", (x2, y)))], "panel.line")
        return
    y = start[1] - (thick if middle[1] < start[1] else 0.0)
    left, right = min(start[0], end[0]) - over, max(start[0], end[0]) + over
    yield Rect(left, y, right - left, thick, "panel.steel")
    ticks = [(left + step, start[1] + (-1.0 if y < start[1] else 1.0)) for step in range(1, int(right - left))]
    yield Path.of([s for x, y2 in ticks for s in (("M", (x, start[1])), ("L", (x, y2)))], "panel.line")


def _draw_knife(start: Point, end: Point, discs: Sequence[Point]) -> Iterator[Shape]:
    """Yield a knife whose point is on a cut, clear of the discs and with its handle in the picture."""

    def covered(way: tuple[float, float, float]) -> float:
        """Return how many discs lie on the handle, and how much of it is beyond the picture."""
        part, across, down = way
        x, y = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        handle = [(x + across * step, y + down * step) for step in (4.0, 7.0, 10.0, 13.0, 16.0)]
        beyond = sum(not (0 < u < WIDE and 0 < v < HIGH) for u, v in handle)
        return beyond + sum(math.dist(point, disc) < _DISC + 2.4 for point in handle for disc in discs)

    part, across, down = min(product((0.62, 0.45, 0.8, 0.3), (1.0, -1.0), (1.0, -1.0)), key=covered)
    tip = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
    blade = Path.of(polygon(((0.0, 0.0), (4.2, 2.4), (2.6, 4.0))), "panel.steel")
    handle = Path.of(polygon(((4.4, 2.0), (17.0, 14.0), (14.2, 17.0), (2.2, 4.4))), "panel.handle")
    yield Group((blade, handle), multiply(translate(*tip), (across, 0.0, 0.0, down, 0.0, 0.0)))


def draw_scissors(at: Point, degrees: float) -> Group:
    """Return open scissors, whose blades cross at a point, pointing up before they are turned."""
    shapes: list[Shape] = []
    for way in (-1.0, 1.0):
        blade = ((way * -0.6, 1.0), (way * 3.4, -14.0), (way * 1.4, 0.4))
        shapes.append(Path.of(polygon(blade), "panel.steel"))
        shapes.append(line((way * 0.2, 0.6), (way * -2.6, 5.0), "panel.handle.line"))
        shapes.append(Circle(way * -3.2, 7.4, 2.5, "panel.handle.line"))
    shapes.append(Circle(0.0, 0.0, 0.5, "panel.handle"))
    return Group(tuple(shapes), multiply(translate(*at), rotate(degrees)))


def draw_rounds(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a strip of counters, and scissors at the last."""
    size, top = 13.0, 6.0
    yield Rect(-2.0, top - 1.2, 47.4, size + 2.4, "sheet.paper")
    pieces = (Piece.ATTACKER, Piece.KING, Piece.DEFENDER)
    for number, piece in enumerate(pieces):
        x, y = 7.6 + number * 15.2, top + size / 2
        yield draw_small_piece(piece, 0.94 * size, kit.look, x, y)
        yield Circle(x, y, size / 2, "panel.mark" if number == 2 else "cut")
    yield draw_scissors((40.0, 33.0), -18.0)


def draw_labels(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a sheet of labels with one bare place, and its label on a disc."""
    size, small = 10.0, 8.6
    yield Rect(-2.0, -1.0, 26.4, 38.0, "sheet.paper")
    pieces = (Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER, None, Piece.ATTACKER, Piece.DEFENDER)
    for number, piece in enumerate(pieces):
        x, y = 5.8 + 12.0 * (number % 2), 6.5 + 12.0 * (number // 2)
        yield Circle(x, y, size / 2, "cut")
        if piece is not None:
            yield draw_small_piece(piece, small, kit.look, x, y)
    x, y, disc = 43.0, 26.0, 6.4
    yield Circle(x, y, disc, "panel.wood")
    yield Circle(x, y, size / 2, "sheet.paper")
    last = Piece.DEFENDER if kit.plan.request.standees else Piece.KING
    yield draw_small_piece(last, small, kit.look, x, y)
    yield from draw_arrow((20.5, 19.2), (x - disc - 1.6, y - 2.2))


def draw_punch(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a punch above a counter, and its mouth round another."""
    size, y = 14.0, 29.0
    yield Rect(-2.0, y - 9.0, 58.0, 18.0, "sheet.paper")
    for x, piece in ((9.0, Piece.ATTACKER), (27.0, Piece.KING), (45.0, Piece.DEFENDER)):
        if piece is Piece.DEFENDER:
            yield Circle(x, y, size / 2 + 2.0, "panel.steel")
            yield Circle(x, y, size / 2, "sheet.paper")
        yield draw_small_piece(piece, 0.88 * size, kit.look, x, y)
        yield Circle(x, y, size / 2, "panel.mark" if piece is Piece.DEFENDER else "cut")
    for x in (27.0,):
        yield Rect(x - 4.0, 1.0, 8.0, 3.0, "panel.handle", 0.8)
        yield Rect(x - 3.0, 4.0, 6.0, 5.0, "panel.steel")
        yield Path.of(polygon(((x - 7.0, 9.0), (x + 7.0, 9.0), (x + 7.0, 13.0), (x - 7.0, 13.0))), "panel.steel")
        yield from draw_arrow((x + 11.0, 5.0), (x + 11.0, 15.0))


# --- joining ------------------------------------------------------------------------------------------------


def _backs_of_sections(kit: PicturedKit, side: float) -> list[tuple[str, SectionPlace]]:
    """Return the sections as they lie face down, on a board of a side in mm in the canvas's middle."""
    measures = kit.plan.measures.scaled(side / kit.plan.board_size)
    left, top = (WIDE - side) / 2, (HIGH - side) / 2
    laid = []
    for section in kit.plan.sections:
        x, y, wide, high = measures.place(section)
        x = x if kit.mirrored else side - x - wide
        laid.append((section.name, SectionPlace(left + x, top + y, wide, high)))
    return laid


def _seams(kit: PicturedKit, side: float) -> Iterator[tuple[Point, Point]]:
    """Yield the seams of a board that lies face down."""
    factor = side / kit.plan.board_size
    places = {section.name: kit.plan.measures.place(section) for section in kit.plan.sections}
    left, top = (WIDE - side) / 2, (HIGH - side) / 2
    start, way = (left, factor) if kit.mirrored else (left + side, -factor)
    for seam in kit.plan.seams:
        place = places[seam.first]
        x, y = start + (place.left + seam.x) * way, top + (place.top + seam.y) * factor
        yield ((x, y), (x, y + seam.length * factor)) if seam.upright else ((x, y), (x + seam.length * way, y))


def draw_taped(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the sections face down with tape over their seams."""
    side = 37.0
    laid = _backs_of_sections(kit, side)
    yield from (Rect(*place, "sheet.paper") for _, place in laid)
    # a corner that is turned up shows the face
    narrow = min(min(place.width, place.height) for _, place in laid)
    right, low, turned = (WIDE + side) / 2, (HIGH + side) / 2, min(5.0, 0.8 * narrow)
    gone = ((right - turned, low + 0.4), (right + 0.4, low + 0.4), (right + 0.4, low - turned))
    yield Path.of(polygon(gone), "panel.bare")
    face = ((right - turned, low), (right, low - turned), (right - 0.8 * turned, low - 0.8 * turned))
    yield from (Path.of(polygon(face), role) for role in ("board.square", "panel.line"))
    for (x1, y1), (x2, y2) in _seams(kit, side):
        seam = math.dist((x1, y1), (x2, y2))
        long = min(4.4, 0.22 * narrow, 0.3 * seam)
        # short seams have one piece, clear of those that cross them, and the shortest none
        for along in () if seam < 0.15 * side else (0.5,) if seam < 0.6 * side else (0.2, 0.8):
            x, y = x1 + along * (x2 - x1), y1 + along * (y2 - y1)
            wide, high = (2 * long, long) if x1 == x2 else (long, 2 * long)
            yield Rect(x - wide / 2, y - high / 2, wide, high, "panel.tape")
    for name, place in laid:
        size = min(8.0, 0.6 * min(place.width, place.height))
        at = place.left + place.width / 2, place.top + place.height / 2 + 0.3 * size
        yield kit.typesetter.line(name, "text", max(_LEAST_EM, size), "text", at, 0.5)


def draw_letters(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the sections face down, a little apart, with their letters and those of their seams, and a pencil."""
    side = 37.0
    laid = _backs_of_sections(kit, side)
    for name, place in laid:
        yield Rect(place.left + 0.4, place.top + 0.4, place.width - 0.8, place.height - 0.8, "sheet.paper")
        size = min(8.0, 0.6 * min(place.width, place.height))
        at = place.left + place.width / 2, place.top + place.height / 2 + 0.3 * size
        yield kit.typesetter.line(name, "text", max(_LEAST_EM, size), "text.rubric", at, 0.5)
    if len(laid) <= 4:
        for seam, ((x1, y1), (x2, y2)) in zip(kit.plan.seams, _seams(kit, side), strict=True):
            # along the seam, where that and the section's letter leave room
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            for way in (-1.0, 1.0):
                u, v = (x + way * 2.4, y) if seam.upright else (x, y + way * 2.4)
                deep = next(
                    place.width if seam.upright else place.height
                    for _, place in laid
                    if place.left < u < place.left + place.width and place.top < v < place.top + place.height
                )
                if deep > 10.0 and math.dist((x1, y1), (x2, y2)) > 9.0:
                    pair = draw_words(seam.pair, (0.0, 1.0), 8.0, kit.typesetter, role="text.muted", anchor=0.5)
                    yield Group((pair,), multiply(translate(u, v), rotate(90.0 if seam.upright else 0.0)))
    name, place = laid[0]
    x, y = place.left + place.width / 2 + 2.4, place.top + place.height / 2 + 2.4
    point = Path.of(polygon(((0.0, 0.0), (3.0, 1.4), (1.4, 3.0))), "panel.wood")
    body = Path.of(polygon(((3.2, 1.2), (13.0, 11.0), (11.0, 13.0), (1.2, 3.2))), "panel.handle")
    yield Group((point, body), translate(x, y))


def draw_transfer(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the sections of the board, or another part, face down on cloth, and an iron."""
    side = 34.0
    laid = _backs_of_sections(kit, side) if kit.plan.request.join == "butt" else []
    if not laid:
        laid = [("", SectionPlace((WIDE - side) / 2, (HIGH - side) / 2, side, side))]
    yield Rect(3.0, 2.0, WIDE - 6.0, HIGH - 4.0, "panel.tape", 1.5)
    for name, place in laid:
        yield Rect(place.left + 0.2, place.top + 0.2, place.width - 0.4, place.height - 0.4, "sheet.paper")
        size = min(8.0, 0.6 * min(place.width, place.height))
        at = place.left + place.width / 2, place.top + place.height / 2 + 0.3 * size
        yield kit.typesetter.line(name, "text", max(_LEAST_EM, size), "text", at, 0.5)
    # the iron from above, clear of the letters
    sole = Path.packed(
        "MCCLCCZ",
        [0, -8, 4, -4, 5, 1, 5, 7, 5, 8, 4.4, 8.6, 3.6, 8.6, -3.6, 8.6, -4.4, 8.6, -5, 8, -5, 7, -5, 1, -4, -4, 0, -8],
        "panel.steel",
    )
    yield Group((sole, Rect(-1.3, -2.5, 2.6, 9.0, "panel.handle", 1.3)), multiply(translate(43.0, 30.0), rotate(-30)))


_CARD = 1.7  # mm: the thickness of card from the side


def draw_profile(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield a seam from the side: the one section carries the tab or strip, with glue, and the other goes over it."""
    seam = kit.plan.seams[0]
    way = -1.0 if seam.side == "left" else 1.0
    middle, long, under = WIDE / 2, 23.0, 10.0

    def card(start: float, end: float, y: float, role: str = "sheet.paper") -> Rect:
        left, right = sorted((middle + way * start, middle + way * end))
        return Rect(left, y, right - left, _CARD, role)

    for low, over in ((19.0, 9.0), (37.0, 37.0 - _CARD)):
        yield card(-long, 0.0, low - _CARD if over > 20 else low)
        yield card(-2.0, under, low, "panel.tape")
        yield card(0.2, long, over)
        for name, x, y in ((seam.first, -long / 2, min(low, 35.3)), (seam.second, long / 2, over)):
            yield kit.typesetter.line(name, "text", 5.0, "text", (middle + way * x, y - 1.2), 0.5)
        if over < 20:
            for number in range(7):
                yield Circle(middle + way * (1.2 + 1.3 * number), low - 0.5, 0.45, "text.rubric")
            for x in (under + 4.0, long - 2.0):
                yield from draw_arrow((middle + way * x, over + _CARD + 1.0), (middle + way * x, low + 1.0), 2.2)


def draw_cards(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the cards as they are."""
    factor = 0.38
    wide, high = CARD_SIZE[0] * factor, CARD_SIZE[1] * factor
    for number, (side, _card) in enumerate(kit.cards):
        left = WIDE / 2 + (number - 1) * wide + (number - 0.5) * 2.4
        card = kit.small(factor).draw_card(side, wide, high)
        yield Group((*card, Rect(0, 0, wide, high, "panel.line")), translate(left, (HIGH - high) / 2))


def draw_start(kit: PicturedKit, _: Sequence[PicturedSheet]) -> Iterator[Shape]:
    """Yield the board with all pieces at the start."""
    board, side = kit.board, 39.0
    factor = side / kit.plan.board_size
    drawn = min(65.0 / kit.plan.board_size, factor / 0.44)
    left, top = (WIDE - side) / 2, (HIGH - side) / 2
    yield Shown(board.drawn(drawn), multiply(translate(left, top), scale(factor / drawn)))
    size, cell = board.layout.size, board.cell * factor
    frame = board.frame * factor
    grid = Grid(cell, 0, 0, size, size, x=left + frame, y=top + frame)
    for square, piece in board.layout.start.items():
        yield draw_small_piece(piece, 0.8 * cell, kit.look, *grid.centre(square))
