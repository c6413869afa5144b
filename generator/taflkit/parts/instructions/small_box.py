"""The nets of a box in small, for page one: what is on each panel, its titles as strokes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from taflkit.drawing.curves import Point, foil, line, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape
from taflkit.parts.instructions.small_parts import draw_small_piece
from taflkit.sheets.boxes import PlacedNet
from taflkit.sheets.cuts import laid_net
from taflkit.sheets.nets import LOWER_HALF, UPPER_HALF, Panel
from taflkit.tafl import Piece

__all__ = ["draw_small_net"]

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
