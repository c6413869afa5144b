"""The pictures of the first page, drawn from the plan: the parts in small, and the picture of the sections together.

Small parts are the same drawings where they can be read, else simpler ones.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Form,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    arrow_head,
    foil,
    line,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
)
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.counters import draw_standing_face, strip_outline
from taflkit.parts.figures import draw_figure_piece
from taflkit.parts.instructions.picture_rows import Drawn, Heights, Picture
from taflkit.parts.marks.marks import lay_part
from taflkit.sheets.boxes import LOWER_HALF, UPPER_HALF, Panel
from taflkit.sheets.cuts import Cut, joined_shapes, laid_net
from taflkit.sheets.paper import SheetSide
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart, Sheet
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT
from taflkit.sheets.sections import Measures, Seam, Section
from taflkit.tafl import BoardLayout, Piece, Square, Surface
from taflkit.typesetting.lines import Typesetter
from taflkit.words.phrases import Lists, fill
from taflkit.words.texts import InstructionsText

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet


class SmallBoard(Struct, frozen=True):
    """Draws the whole board's art in small; the side of a square and the border are in mm at its natural size."""

    layout: BoardLayout
    surface: Surface
    cell: float
    frame: float
    look: Look

    def drawn(self, scale: float) -> Form:
        """Return the board at a scale."""
        return draw_board(self.layout, self.surface, self.cell * scale, self.frame * scale, self.look)


class PicturedSheet(Struct, frozen=True):
    """A component sheet with its parts in words, its numbered cuts, and its box; the label is "Page 2" in words."""

    number: int
    sheet: Sheet
    contents: str
    cuts: Sequence[Cut] = ()
    box: PlacedNet | None = None
    label: str = ""


class PicturedSide(Struct, frozen=True):
    """A side of the booklet as the page shows it, with its page number, and this in words."""

    number: int
    side: SheetSide
    label: str = ""


class PicturedKit(Struct, frozen=True):
    """The kit as its pictures show it.

    Attributes:
        sheets: the component sheets and that of the box, without backs.
        sides: the booklet's imposed sides.
        numbered: whether cuts are to have their numbers.
        marked: the board's marked squares, which letters of sections do not cover.
    """

    text: InstructionsText
    lists: Lists
    plan: Plan
    board: SmallBoard
    sheets: Sequence[PicturedSheet]
    sides: Sequence[PicturedSide]
    look: Look
    numbered: bool = True
    marked: frozenset[Square] = frozenset()


_PICTURE = 65.0  # mm: the side of the board that is drawn, and shown smaller
_SMALLER = 0.44  # the least scale it is shown at: its lines, of a fifth of a mm, can then be printed
_RIM = 0.94  # part of its slot that a small counter takes
_LEAST = 2.4  # mm: the least diameter of a piece with its device; a smaller one is a plain disc
_LEAST_FIGURE = 4.0  # mm: the least diameter of counters beside which a standing king is drawn as he is printed
_TEXT = (
    *((0.20, 0.80), (0.24, 0.62), (0.31, 0.80), (0.35, 0.80), (0.39, 0.45), (0.46, 0.80), (0.50, 0.72)),
    *((0.57, 0.80), (0.61, 0.55)),
)
"""The lines of a small card: the place of each in parts of its height, and its length in parts of its width."""


def draw_small_piece(piece: Piece, diameter: float, look: Look, x: float, y: float, *, lying: bool = False) -> Shape:
    """Return a piece of a diameter in mm about (x, y); too small, or `lying` with thin lines, it is a plain disc."""
    fine = diameter < _LEAST or (lying and look.ornament.edged)
    return draw_figure_piece(piece, diameter, look, (x, y), fine=fine)


def _drawn_scale(plan: Plan, factor: float) -> float:
    """Return the scale at which a board is drawn that is shown at a factor."""
    return min(_PICTURE / plan.board_size, factor / _SMALLER)


class SmallParts(Struct, frozen=True):
    """Draws the parts of a plan's sheets, each in its place on its sheet, in parts of their natural size."""

    plan: Plan
    board: SmallBoard
    look: Look
    factor: float

    def draw(self, part: PlacedPart) -> Shape:
        """Return a part: a section with its tabs or overlaps, a counter round, a folded one as two."""
        f = self.factor
        x, y, wide, high = part.art
        art = (x * f, y * f, wide * f, high * f)
        small = replace(part, x=part.x * f, y=part.y * f, width=part.width * f, height=part.height * f, art=art)
        wide, high = (small.height, small.width) if part.turned else (small.width, small.height)
        match part.kind:
            case "section":
                # the section's art from the board's, over the outlines of the strips that it carries
                _, *carried = joined_shapes(part, self.plan)
                strips = [Path.of(polygon([(x * f, y * f) for x, y in each]), "sheet.part") for each in carried]
                drawn = _drawn_scale(self.plan, f)
                section = next(section for section in self.plan.sections if section.name == part.name)
                board, _, _ = draw_section(self.board.drawn(drawn), section, self.plan.measures.scaled(drawn))
                placed = Group((board,), multiply(translate(*art[:2]), scale(f / drawn)))
                return Group((*strips, lay_part(small, placed)))
            case "counter":
                piece, middle = Piece[part.name.partition("-")[0].upper()], wide / 2
                faces: list[Shape] = [draw_small_piece(piece, _RIM * wide, self.look, middle, high - middle)]
                if high >= 1.5 * wide:
                    back = draw_small_piece(piece, _RIM * wide, self.look, 0.0, 0.0)
                    faces.insert(0, Group((back,), multiply(translate(middle, middle), rotate(180))))
                return lay_part(small, Group(tuple(faces)))
            case "standee":
                return lay_part(small, Group(self._standee(wide, high)))
            case _:
                return lay_part(small, Group(self._card(part.name, wide, high)))

    def draw_sheet(self, parts: Sequence[PlacedPart], cuts: Sequence[Cut], box: PlacedNet | None) -> Form:
        """Return a small sheet without words, which kits in other modes and inks have too."""
        f, paper = self.factor, self.plan.paper
        drawn = [self.draw(part) for part in parts]
        if box is not None:
            drawn.append(draw_small_net(box, f, self.look))
        # a light line under each cut shows it beside a dark border
        for role in ("sheet.cut.casing", "sheet.cut"):
            drawn += (line((cut.x1 * f, cut.y1 * f), (cut.x2 * f, cut.y2 * f), role) for cut in cuts)
        return Form((Rect(0, 0, paper.width * f, paper.height * f, "sheet.paper"), *drawn))

    def _standee(self, wide: float, high: float) -> tuple[Shape, ...]:
        d = high / (2 * (STANDEE_FACE + STANDEE_FOOT))
        middle = translate(wide / 2, high / 2)
        shapes = [Group((Path.of(polygon(strip_outline(d)), "sheet.part"),), middle)]
        for behind, at in ((False, middle), (True, multiply(middle, rotate(180)))):
            if d >= _LEAST_FIGURE:
                face: tuple[Shape, ...] = (draw_standing_face(d, self.look, behind=behind),)
            else:
                # a crowned head over a body
                head, body, low = 0.17 * d, 0.3 * d, STANDEE_FACE * d
                robe = ((-0.6 * body, 0.62 * d), (0.6 * body, 0.62 * d), (body, 0.97 * low), (-body, 0.97 * low))
                role = f"standee.{'throne' if behind else 'figure'}"
                face = (Circle(0.0, 0.4 * d, head, role), Path.of(polygon(robe), role))
            shapes.append(Group(face, at))
        return tuple(shapes)

    def _card(self, name: str, wide: float, high: float) -> tuple[Shape, ...]:
        """Return a card: its title between two pieces, lines of text, and two small boards at its foot."""
        edge, bar = 0.06 * wide, 0.018 * high
        attacks = name.removeprefix("card-").startswith("attackers")
        pieces = (Piece.ATTACKER, Piece.ATTACKER) if attacks else (Piece.KING, Piece.DEFENDER)
        discs = [
            draw_small_piece(piece, 0.13 * wide, self.look, x * wide, 0.115 * high)
            for piece, x in zip(pieces, (0.17, 0.83), strict=True)
        ]
        side = 0.34 * wide
        return (
            Rect(0, 0, wide, high, "card.ground"),
            Rect(edge / 2, edge / 2, wide - edge, high - edge, "page.rule"),
            *discs,
            Rect(0.3 * wide, 0.1 * high, 0.4 * wide, 1.6 * bar, "text.title"),
            *(Rect(0.1 * wide, down * high, long * wide, bar, "text.label") for down, long in _TEXT),
            *(Rect(x * wide, 0.69 * high, side, side, "board.square") for x in (0.12, 0.54)),
            *(Rect(x * wide, 0.69 * high, side, side, "figure.frame") for x in (0.12, 0.54)),
        )


# the art of small nets
_INSET = 0.06  # of the line round a panel from its edges, in parts of its shorter side
_LEAST_INSET = 0.5  # mm
_TITLE = 0.2  # place of the stroke for the title, in parts of the front's height
_TITLE_HIGH = 0.03  # its height in parts of the front's
_TITLE_LONG = 0.5  # its length in parts of the front's
_KING = 0.5  # his diameter in parts of the shorter side of the room for him
_HALF_KING = 0.4  # the same on the half of a front, which has the numbers of cuts below him
_ROSETTE = 0.16  # its radius in parts of the shorter side of the room for it
_SPINE = 0.45  # length of the stroke for the title on a spine, in parts of the spine's
_SPINE_HIGH = 0.3  # its height in parts of the spine's width
_LEAST_SPINE = 1.2  # mm: the least depth of a small spine with a stroke


def draw_small_net(box: PlacedNet, factor: float, look: Look) -> Group:
    """Return a net in its place on its sheet, with its folds, in parts of its natural size."""
    net = _SmallNet(box, factor, look)
    outline = polygon([net.at((s.x1, s.y1)) for s in box.net.cuts])
    folds = tuple(line(net.at((s.x1, s.y1)), net.at((s.x2, s.y2)), "fold") for s in box.net.folds)
    return Group((Path.of(outline, "card.ground"), *net.art(), *folds))


class _SmallNet(Struct, frozen=True):
    """The art of a net in its place on its sheet, at a scale; that of halves is parted among them."""

    box: PlacedNet
    factor: float
    look: Look

    def at(self, point: Point) -> Point:
        """Return the place of a point of the upright net."""
        x, y = laid_net(self.box, *point)
        return x * self.factor, y * self.factor

    def art(self) -> Iterator[Shape]:
        """Yield the art of the net's panels, and the strip that another half is glued on."""
        net, half = self.box.net, self.box.net.half
        panels = {panel.name: panel for panel in net.panels}
        low = net.lap[1] if net.lap else net.size[1]
        clip = self._rect(Panel("", 0.0, 0.0, net.size[0], low), "cut")
        plain = panels.get("back") or panels.get("base")
        shapes: list[Shape] = []
        if "front" in panels:
            # the title along the longer side of the front, and the king
            front = panels["front"]
            shapes.append(self._border(front))
            if half != LOWER_HALF:
                aside, right = (1 - _TITLE_LONG) / 2, 1 - _TITLE - _TITLE_HIGH
                title = (aside, _TITLE, _TITLE_LONG, _TITLE_HIGH)
                if front.height < front.width:
                    title = (right, aside, _TITLE_HIGH, _TITLE_LONG)
                shapes.append(self._rect(_part(front, *title), "text.title"))
            if half != UPPER_HALF:
                middle, size = self._room(front, _HALF_KING if half else _KING)
                shapes.append(draw_small_piece(Piece.KING, size, self.look, *middle))
            for spine in (panels["left"], panels["right"]):
                if spine.width * self.factor >= _LEAST_SPINE and half != LOWER_HALF:
                    wall = _part(spine, 0.0, 0.0, 1.0, 0.5) if half else spine
                    stroke = _part(wall, (1 - _SPINE_HIGH) / 2, (1 - _SPINE) / 2, _SPINE_HIGH, _SPINE)
                    shapes.append(self._rect(stroke, "text.title"))
        if plain is not None and ("back" in panels or "front" not in panels):
            shapes.append(self._border(plain))
            if half != UPPER_HALF:
                centre, radius = self._room(plain, _ROSETTE)
                shapes.append(Circle(*centre, 1.25 * radius, "page.rule"))
                shapes.append(Path.of(foil(centre, radius, 6, 30), "page.ornament"))
        yield Group(tuple(shapes), clip=clip)
        if net.lap:
            yield self._rect(Panel("", *net.lap), "sheet.part")

    def _room(self, panel: Panel, part: float) -> tuple[Point, float]:
        """Return the middle of a panel, of halves of its lower half, and a part of its shorter side."""
        room = _part(panel, 0.0, 0.5, 1.0, 0.5) if self.box.net.half else panel
        middle = self.at((room.x + room.width / 2, room.y + room.height / 2))
        return middle, part * min(room.width, room.height) * self.factor

    def _border(self, panel: Panel) -> Rect:
        inset = max(_INSET * min(panel.width, panel.height), _LEAST_INSET / self.factor)
        inner = Panel("", panel.x + inset, panel.y + inset, panel.width - 2 * inset, panel.height - 2 * inset)
        return self._rect(inner, "page.rule")

    def _rect(self, panel: Panel, role: str) -> Rect:
        (x1, y1), (x2, y2) = self.at((panel.x, panel.y)), self.at((panel.x + panel.width, panel.y + panel.height))
        return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), role)


def _part(panel: Panel, x: float, y: float, width: float, height: float) -> Panel:
    left, top = panel.x + x * panel.width, panel.y + y * panel.height
    return Panel("", left, top, width * panel.width, height * panel.height)


MARK = 0.35
"""The reach of a square's mark from its middle, in parts of its side."""


def letter_spot(section: Section, measures: Measures, marked: Collection[Square], radius: float) -> Point:
    """Return the middle of a section's letter in mm from the section's top left corner, on a disc of a radius in mm.

    It is the middle of a square, or on squares smaller than the disc a place between them: where the disc stands out
    least over the section, then covers the fewest marks, then is nearest to the section's middle. On far smaller
    squares it is that middle. The measures are those of the board in the picture.
    """
    place, cell = measures.place(section), measures.cell
    left, top = _inside_frame(section, measures)
    middle = place.width / 2, place.height / 2
    if cell < radius:
        return middle
    marks = mark_spots(section, measures, marked)
    wholes = cell >= 2 * radius
    steps = [[each / 2 for each in range(1, 2 * count, 2 if wholes else 1)] for count in (section.files, section.ranks)]
    # the mm by which the disc at each point stands out over the section
    overs: dict[Point, float] = {}
    for file, down in itertools.product(*steps):
        x, y = left + file * cell, top + down * cell
        overs[x, y] = round(max(0.0, radius - min(x, y, place.width - x, place.height - y)), 1)

    def covered(point: Point) -> int:
        return sum(math.dist(point, mark) < radius + MARK * cell for mark in marks)

    least = min(overs.values())
    inside = sorted(
        [point for point in overs if overs[point] == least], key=lambda point: round(math.dist(point, middle), 6)
    )
    return next((point for point in inside if not covered(point)), None) or min(inside, key=covered)


def mark_spots(section: Section, measures: Measures, marked: Collection[Square]) -> list[Point]:
    """Return the middles of a section's marked squares in mm from its top left corner."""
    (left, top), cell = _inside_frame(section, measures), measures.cell
    files = range(section.file, section.file + section.files)
    ranks = range(section.rank, section.rank + section.ranks)
    return [
        (left + (square.file - files.start + 0.5) * cell, top + (ranks.stop - square.rank - 0.5) * cell)
        for square in marked
        if square.file in files and square.rank in ranks
    ]


def _inside_frame(section: Section, measures: Measures) -> Point:
    """Return the corner of a section's squares, in mm from its top left corner."""
    place = measures.place(section)
    left = measures.frame - place.left if section.file == 0 else 0.0
    top = measures.frame - place.top if section.rank + section.ranks == measures.size else 0.0
    return left, top


LABEL = 4.0
"""The height of a label below a sheet, with its distance, in mm."""
_LABEL_SIZE = 8.5 * 25.4 / 72  # em in mm


def draw_label(text: str, middle: float, top: float, typesetter: Typesetter) -> Shape:
    """Return the label of a sheet about its middle, in LABEL mm below its lower edge `top`."""
    capitals = typesetter.fonts.face("text").cap_height * _LABEL_SIZE
    return typesetter.line(text, "text", _LABEL_SIZE, "text.muted", (middle, top + 1.0 + capitals), 0.5)


_APART_SECTIONS = 2.2  # mm between the sections of the picture
_HEIGHTS = Heights(20.0, 24.0, 36.0, _PICTURE)  # of the board put together, without the room between its sections
# a seam from the side, in mm
_PROFILE = 10.0  # height of the picture
_LONG = 22.0  # of a section
_UNDER = 9.0  # of its tab or overlap
_PROFILE_WIDE = 2 * _LONG
_CARD = 1.1  # thickness of card
_LIFTED = 2.8  # height of the section that goes over above its place
_BEFORE_PROFILE = 2.5  # between the board and the picture below it
_BESIDE_PROFILE = 5.0  # between the board and the picture beside it


def assembly_pictures(pictured: PicturedKit, typesetter: Typesetter) -> list[Picture]:
    """Return the pictures of the sections, a little apart, with their letters; none of a board in one piece.

    A seam with a tab or an overlap is shown from the side, below them or beside them.
    """
    plan = pictured.plan
    if len(plan.sections) < 2:
        return []
    steps = _steps_apart(plan)
    across, down = zip(*steps.values(), strict=True)
    wide = _APART_SECTIONS * (max(across) - min(across))
    high = _APART_SECTIONS * (max(down) - min(down))
    # the names of the sections as they lie, row by row from the top
    tops: dict[int, list[str]] = {}
    for section in sorted(plan.sections, key=lambda section: (-section.rank - section.ranks, section.file)):
        tops.setdefault(section.rank + section.ranks, []).append(section.name)
    rows = pictured.lists.semicolon.join(map(" ".join, tops.values()))
    alternative = fill(pictured.text.alternatives["assembly"], {"rows": rows})
    profiles = [(0.0, 0.0)]
    if plan.request.grow:
        # below the board, or beside it, or where there is no room for it left out
        profiles = [(0.0, _BEFORE_PROFILE + _PROFILE), (_BESIDE_PROFILE + _PROFILE_WIDE, 0.0), (0.0, 0.0)]
        letters = {"first": plan.seams[0].first, "second": plan.seams[0].second}
        alternative += " " + fill(pictured.text.alternatives[plan.request.join], letters)
    pictures = []
    for right, below in profiles:
        fixed = wide + right - high - below
        # a seam below the board is no wider than that
        least = _PROFILE_WIDE - wide + high + below if below else 0.0
        heights = _HEIGHTS.of_rows(1, high + below, least)
        draw = partial(_draw_assembly, pictured, (wide, high), (right, below), typesetter)
        poor = plan.request.grow > 0 and (right, below) == (0.0, 0.0)
        pictures.append(Picture("assembly", pictured.text.assembly, alternative, fixed, 1.0, heights, draw, poor))
    return pictures


def _draw_profile(seam: Seam, middle: float, top: float, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield the join of a seam from the side, whose first section carries, about an x and below a y in mm."""
    way = -1.0 if seam.side == "left" else 1.0
    low = top + _PROFILE - _CARD - 1.0
    over = low - _CARD - _LIFTED

    def card(start: float, end: float, y: float, role: str) -> Rect:
        left, right = sorted((middle + way * start, middle + way * end))
        return Rect(left, y, right - left, _CARD, role)

    yield card(-_LONG, 0.0, low, "sheet.part")
    yield card(0.0, _UNDER, low, "sheet.part")
    yield card(0.3, _LONG, over, "sheet.part")
    # drops of glue
    for number in range(int((_UNDER - 1.0) / 1.3) + 1):
        yield Circle(middle + way * (1.0 + 1.3 * number), low - 0.4, 0.28, "text.rubric")
    for x in (_UNDER + 3.5, _LONG - 2.5):
        tip = (middle + way * x, low + 0.3)
        yield Path.of(arrow_head(tip, math.pi / 2, 1.7), "text.muted")
        yield Rect(tip[0] - 0.1, over + _CARD + 0.5, 0.2, low - over - _CARD - 1.4, "text.muted")
    for name, x, y in ((seam.first, -_LONG / 2, low), (seam.second, _LONG / 2, over)):
        yield typesetter.line(name, "smallcaps", 3.2, "text", (middle + way * x, y - 0.8), 0.5)


def _draw_assembly(
    pictured: PicturedKit,
    apart: tuple[float, float],
    profile: tuple[float, float],
    typesetter: Typesetter,
    height: float,
) -> Drawn:
    """Draw the sections in a height in mm, `apart` by a room in all, and the `profile` of a seam beside or below."""
    plan, side = pictured.plan, height - apart[1] - profile[1]
    factor = side / plan.board_size
    drawn = _drawn_scale(plan, factor)
    part = factor / drawn
    steps = _steps_apart(plan)
    across, down = zip(*steps.values(), strict=True)
    left, top = -_APART_SECTIONS * min(across), -_APART_SECTIONS * min(down)
    shapes: list[Shape] = []
    for section in plan.sections:
        right, lower = steps[section.name]
        place = plan.measures.place(section)
        x = left + _APART_SECTIONS * right + place.left * factor
        y = top + _APART_SECTIONS * lower + place.top * factor
        art, wide, high = draw_section(pictured.board.drawn(drawn), section, plan.measures.scaled(drawn))
        shapes.append(Group((Group((art,), scale(part)),), translate(x, y)))
        # a narrow section has a small label, so that it does not cover its neighbours
        radius = max(1.3, min(2.3, 0.48 * min(wide * part, high * part)))
        spot = section, plan.measures.scaled(factor), pictured.marked, radius
        aside, below = pictured.look.store.of(letter_spot, *spot)
        centre, size = (x + aside, y + below), 1.5 * radius
        shapes.append(Circle(*centre, radius, "sheet.paper"))
        low = (centre[0], centre[1] + 0.32 * size)
        shapes.append(typesetter.line(section.name, "bold", size, "text", low, 0.5))
    if profile != (0.0, 0.0):
        board = side + apart[0]
        middle = board / 2 if profile[1] else board + profile[0] - _PROFILE_WIDE / 2
        y = height - _PROFILE if profile[1] else (height - _PROFILE) / 2
        shapes += _draw_profile(plan.seams[0], middle, y, typesetter)
    return Drawn(tuple(shapes))


def _steps_apart(plan: Plan) -> dict[str, tuple[int, int]]:
    """Return by letter the steps right and down that a section is moved, so that none touches its neighbour."""

    def away(low: int, count: int) -> int:
        """Return -1, 0 or 1: on which side of the board's middle the middle of a section lies."""
        off = low + count / 2 - plan.request.size / 2
        return 0 if abs(off) < 0.25 else (1 if off > 0 else -1)

    across = {s.name: away(s.file, s.files) for s in plan.sections}
    down = {s.name: -away(s.rank, s.ranks) for s in plan.sections}
    # a chain of sections is no longer than all of them
    for _, seam in itertools.product(plan.sections, plan.seams):
        steps = across if seam.upright else down
        before, after = (seam.first, seam.second) if seam.side in ("right", "lower") else (seam.second, seam.first)
        steps[after] = max(steps[after], steps[before] + 1)
    return {name: (across[name], down[name]) for name in across}
