"""The parts of a kit in small, for page one: the same drawings where they can be read, else their gist."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.curves import Point, foil, line, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Group, Path, Rect, Shape, multiply, rotate, scale, translate
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.counters.standee import draw_standing_face, strip_outline
from taflkit.parts.figures.figure import draw_figure_piece
from taflkit.parts.laying import lay_part
from taflkit.sheets.boxes import PlacedNet
from taflkit.sheets.cuts import joined_shapes, laid_net
from taflkit.sheets.nets import LOWER_HALF, UPPER_HALF, Panel
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT
from taflkit.tafl import BoardLayout, Piece, Surface

__all__ = ["PICTURE", "SmallBoard", "SmallParts", "draw_small_net", "draw_small_piece", "drawn_scale"]


PICTURE = 65.0
"""The side in mm of the board that is drawn, and shown smaller."""
_SMALLER = 0.44
"""How much smaller at the most it is shown than drawn: its lines, of a fifth of a mm, can then be printed."""

_RIM = 0.94
"""How much of its slot a small counter takes."""
_LEAST = 2.4
"""The least diameter in mm of a piece with its device; a smaller one is a plain disc."""
_LEAST_FIGURE = 4.0
"""The least diameter in mm of the counters beside which a standing king is drawn as he is printed."""
_TEXT = (
    *((0.20, 0.80), (0.24, 0.62), (0.31, 0.80), (0.35, 0.80), (0.39, 0.45), (0.46, 0.80), (0.50, 0.72)),
    *((0.57, 0.80), (0.61, 0.55)),
)
"""The lines of a small card: how far down each is in parts of its height, and how long in parts of its width."""


def drawn_scale(plan: Plan, factor: float) -> float:
    """Return how large the board is drawn to be shown at a factor, both in parts of its natural size."""
    return min(PICTURE / plan.board_size, factor / _SMALLER)


def draw_small_piece(piece: Piece, diameter: float, look: Look, x: float, y: float, *, lying: bool = False) -> Shape:
    """Return a piece of a diameter in mm about (x, y), a plain disc where its device could not be printed.

    The lines of one that is seen lying are too thin.
    """
    fine = diameter < _LEAST or (lying and look.ornament.edged)
    return draw_figure_piece(piece, diameter, look, (x, y), fine=fine)


def _piece(name: str) -> Piece:
    return Piece[name.partition("-")[0].upper()]


class SmallBoard(Struct, frozen=True):
    """Draws the whole board's art in small.

    Attributes:
        layout: the board model.
        surface: whether squares or points are drawn.
        cell: the side of a square in mm, at its natural size.
        frame: the width of the border round the squares in mm, at its natural size.
        look: the theme's ornament.
    """

    layout: BoardLayout
    surface: Surface
    cell: float
    frame: float
    look: Look

    def drawn(self, scale: float) -> Form:
        """Return the board so large in parts of its natural size."""
        return draw_board(self.layout, self.surface, self.cell * scale, self.frame * scale, self.look)


class SmallParts(Struct, frozen=True):
    """Draws the parts of a plan's sheets, each in its place on its sheet, so many times smaller.

    Attributes:
        plan: where the parts lie.
        board: the whole board's art.
        look: the theme's ornament, and the game's devices.
        factor: how large they are drawn, in parts of their natural size.
    """

    plan: Plan
    board: SmallBoard
    look: Look
    factor: float

    def draw(self, part: PlacedPart) -> Shape:
        """Return a part: a section with its tabs or overlaps, a counter round, a folded one as two."""
        if part.kind == "section":
            return self._section(part)
        part = self._shrunk(part)
        wide, high = (part.height, part.width) if part.turned else (part.width, part.height)
        match part.kind:
            case "counter":
                return lay_part(part, Group(self._counter(part.name, wide, high)))
            case "standee":
                return lay_part(part, Group(self._standee(wide, high)))
            case _:
                return lay_part(part, Group(self._card(part.name, wide, high)))

    def _shrunk(self, part: PlacedPart) -> PlacedPart:
        f = self.factor
        x, y, wide, high = part.art
        art = (x * f, y * f, wide * f, high * f)
        return replace(part, x=part.x * f, y=part.y * f, width=part.width * f, height=part.height * f, art=art)

    def _section(self, part: PlacedPart) -> Shape:
        """The section's art from the board's, over the outlines of the strips that it carries."""
        _, *carried = joined_shapes(part, self.plan)
        f = self.factor
        strips = [Path.of(polygon([(x * f, y * f) for x, y in each]), "sheet.part") for each in carried]
        drawn = drawn_scale(self.plan, f)
        section = next(section for section in self.plan.sections if section.name == part.name)
        art, _, _ = draw_section(self.board.drawn(drawn), section, self.plan.measures.scaled(drawn))
        small = self._shrunk(part)
        placed = Group((art,), multiply(translate(*small.art[:2]), scale(f / drawn)))
        return Group((*strips, lay_part(small, placed)))

    def _counter(self, name: str, wide: float, high: float) -> tuple[Shape, ...]:
        piece, middle = _piece(name), wide / 2
        face = draw_small_piece(piece, _RIM * wide, self.look, middle, high - middle)
        if high < 1.5 * wide:
            return (face,)
        back = draw_small_piece(piece, _RIM * wide, self.look, 0.0, 0.0)
        return (Group((back,), multiply(translate(middle, middle), rotate(180))), face)

    def _standee(self, wide: float, high: float) -> tuple[Shape, ...]:
        """The strip with its two faces and its feet, cut out round the heads."""
        d = high / (2 * (STANDEE_FACE + STANDEE_FOOT))
        middle = translate(wide / 2, high / 2)
        outline = Path.of(polygon(strip_outline(d)), "sheet.part")
        front, back = (self._standing(d, behind=behind) for behind in (False, True))
        return (
            Group((outline,), middle),
            Group(front, middle),
            Group(back, multiply(middle, rotate(180))),
        )

    def _standing(self, diameter: float, *, behind: bool) -> tuple[Shape, ...]:
        """A face of a standing king for counters of a diameter in mm; a small one is a crowned head over a body."""
        if diameter >= _LEAST_FIGURE:
            return (draw_standing_face(diameter, self.look, behind=behind),)
        head, body = 0.17 * diameter, 0.3 * diameter
        low = STANDEE_FACE * diameter
        robe = ((-0.6 * body, 0.62 * diameter), (0.6 * body, 0.62 * diameter), (body, 0.97 * low), (-body, 0.97 * low))
        role = f"standee.{'throne' if behind else 'figure'}{'.line' if self.look.ornament.edged else ''}"
        return (Circle(0.0, 0.4 * diameter, head, role), Path.of(polygon(robe), role))

    def _card(self, name: str, wide: float, high: float) -> tuple[Shape, ...]:
        """A card: its title between two pieces, lines of text, and two small boards at its foot."""
        edge, bar = 0.06 * wide, 0.018 * high
        attacks = name.removeprefix("card-").startswith("attackers")
        pieces = (Piece.ATTACKER, Piece.ATTACKER) if attacks else (Piece.KING, Piece.DEFENDER)
        discs = [
            draw_small_piece(piece, 0.13 * wide, self.look, x * wide, 0.115 * high)
            for piece, x in zip(pieces, (0.17, 0.83), strict=True)
        ]
        text = [Rect(0.1 * wide, down * high, long * wide, bar, "text.label") for down, long in _TEXT]
        side = 0.34 * wide
        boards = [Rect(x * wide, 0.69 * high, side, side, "board.square") for x in (0.12, 0.54)]
        frames = [Rect(x * wide, 0.69 * high, side, side, "figure.frame") for x in (0.12, 0.54)]
        return (
            Rect(0, 0, wide, high, "card.ground"),
            Rect(edge / 2, edge / 2, wide - edge, high - edge, "page.rule"),
            *discs,
            Rect(0.3 * wide, 0.1 * high, 0.4 * wide, 1.6 * bar, "text.title"),
            *text,
            *boards,
            *frames,
        )


_INSET, _LEAST_INSET = 0.06, 0.5
"""How far the line round a panel is from its edges: in parts of its shorter side, and in mm at the least."""
_TITLE, _TITLE_HIGH, _TITLE_LONG = 0.2, 0.03, 0.5
"""How far down the stroke for the title is, how high and how long it is, in parts of the front's sides."""
_KING, _ROSETTE = 0.5, 0.16
"""The diameter of the king and the radius of the rosette, in parts of the shorter side of the room for them."""
_HALF_KING = 0.4
"""The diameter of the king on the half of a front, which has the numbers of cuts below him."""
_SPINE, _SPINE_HIGH = 0.45, 0.3
"""How long and how high the stroke for the title on a spine is, in parts of the spine's sides."""
_LEAST_SPINE = 1.2
"""The least depth in mm of a small spine with a stroke."""


def draw_small_net(box: PlacedNet, factor: float, look: Look) -> Group:
    """Return a net in its place on its sheet, so many times smaller, with its folds.

    Args:
        box: the net and its place.
        factor: how large it is drawn, in parts of its natural size.
        look: the theme's ornament, and the game's devices.
    """
    net = _SmallNet(box, factor, look)
    outline = polygon([net.at((s.x1, s.y1)) for s in box.net.cuts])
    folds = tuple(line(net.at((s.x1, s.y1)), net.at((s.x2, s.y2)), "fold") for s in box.net.folds)
    return Group((Path.of(outline, "card.ground"), *net.art(), *folds))


class _SmallNet(Struct, frozen=True):
    """Draws a net in its place on its sheet, so many times smaller."""

    box: PlacedNet
    factor: float
    look: Look

    def at(self, point: Point) -> Point:
        """Return where a point of the upright net is drawn."""
        x, y = laid_net(self.box, *point)
        return x * self.factor, y * self.factor

    def art(self) -> Iterator[Shape]:
        """Yield the art of the panels, as far as the net has them, and the strip that another half is glued on."""
        net = self.box.net
        panels = {panel.name: panel for panel in net.panels}
        low = net.lap[1] if net.lap else net.size[1]
        clip = self._rect(Panel("", 0.0, 0.0, net.size[0], low), "cut")
        plain = panels.get("back") or panels.get("base")
        shapes: list[Shape] = []
        if "front" in panels:
            shapes += self._front(panels["front"])
            shapes += (spine for name in ("left", "right") for spine in self._spine(panels[name]))
        if plain is not None and ("back" in panels or "front" not in panels):
            shapes += self._back(plain)
        yield Group(tuple(shapes), clip=clip)
        if net.lap:
            yield self._rect(Panel("", *net.lap), "sheet.part")

    def _front(self, panel: Panel) -> Iterator[Shape]:
        """Yield the line round the front, the title along its longer side, and the king; of halves, one on each."""
        yield self._border(panel)
        half, high, long = self.box.net.half, _TITLE_HIGH, _TITLE_LONG
        aside = (1 - long) / 2
        if half != LOWER_HALF:
            upright = panel.height >= panel.width
            title = (aside, _TITLE, long, high) if upright else (1 - _TITLE - high, aside, high, long)
            yield self._rect(_part(panel, *title), "text.title")
        if half != UPPER_HALF:
            room = _part(panel, 0.0, 0.5, 1.0, 0.5) if half else panel
            size = (_HALF_KING if half else _KING) * min(room.width, room.height) * self.factor
            yield draw_small_piece(Piece.KING, size, self.look, *self._middle(room))

    def _spine(self, panel: Panel) -> Iterator[Shape]:
        """Yield the title of a side wall; that of halves is on the upper one."""
        half = self.box.net.half
        if panel.width * self.factor >= _LEAST_SPINE and half != LOWER_HALF:
            wall = _part(panel, 0.0, 0.0, 1.0, 0.5) if half else panel
            across, down = (1 - _SPINE_HIGH) / 2, (1 - _SPINE) / 2
            yield self._rect(_part(wall, across, down, _SPINE_HIGH, _SPINE), "text.title")

    def _back(self, panel: Panel) -> Iterator[Shape]:
        """Yield the line round the back or the floor of a tray, and a rosette, of halves on the lower one."""
        yield self._border(panel)
        if self.box.net.half == UPPER_HALF:
            return
        room = _part(panel, 0.0, 0.5, 1.0, 0.5) if self.box.net.half else panel
        centre, radius = self._middle(room), _ROSETTE * min(room.width, room.height) * self.factor
        yield Circle(*centre, 1.25 * radius, "page.rule")
        yield Path.of(foil(centre, radius, 6, 30), "page.ornament")

    def _border(self, panel: Panel) -> Rect:
        inset = max(_INSET * min(panel.width, panel.height), _LEAST_INSET / self.factor)
        inner = Panel("", panel.x + inset, panel.y + inset, panel.width - 2 * inset, panel.height - 2 * inset)
        return self._rect(inner, "page.rule")

    def _middle(self, panel: Panel) -> Point:
        return self.at((panel.x + panel.width / 2, panel.y + panel.height / 2))

    def _rect(self, panel: Panel, role: str) -> Rect:
        """Return a rectangle of the upright net as it lies."""
        (x1, y1), (x2, y2) = self.at((panel.x, panel.y)), self.at((panel.x + panel.width, panel.y + panel.height))
        return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), role)


def _part(panel: Panel, x: float, y: float, width: float, height: float) -> Panel:
    """Return a part of a panel, which is given in parts of its sides."""
    left, top = panel.x + x * panel.width, panel.y + y * panel.height
    return Panel("", left, top, width * panel.width, height * panel.height)
