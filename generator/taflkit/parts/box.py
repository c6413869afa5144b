"""The tuck box: its flat net with the game's name on its front, cut lines and fold lines told apart."""

from __future__ import annotations

from taflkit.drawing.curves import foil, line
from taflkit.drawing.shapes import Circle, Group, Layer, Path, Rect, Shape, multiply, rotate, translate
from taflkit.drawing.typesetting import Typesetter
from taflkit.parts.pieces import draw_piece
from taflkit.sheets.box import Panel, TuckBox
from taflkit.tafl import Piece

__all__ = ["draw_box"]


def draw_box(box: TuckBox, title: str, typesetter: Typesetter) -> Group:
    """Return the net of a box, its top left corner at the origin.

    Args:
        box: the net.
        title: the game's name, for the front.
        typesetter: sets it.
    """
    panels = {panel.name: panel for panel in box.panels}
    art: list[Shape] = [_ground(panel) for panel in box.panels if panel.name != "glue"]
    art += _front(panels["front"], title, typesetter)
    art += _back(panels["back"])
    cuts = tuple(line((s.x1, s.y1), (s.x2, s.y2), "cut.mark") for s in box.cuts)
    folds = tuple(line((s.x1, s.y1), (s.x2, s.y2), "fold") for s in box.folds)
    return Group((Group(tuple(art), layer=Layer.ART), Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT)))


def _ground(panel: Panel) -> Shape:
    return Rect(panel.x, panel.y, panel.width, panel.height, "card.ground")


def _front(panel: Panel, title: str, typesetter: Typesetter) -> tuple[Shape, ...]:
    """The title over the king, in a border; along the panel's longer side."""
    upright = panel.height >= panel.width
    width, height = (panel.width, panel.height) if upright else (panel.height, panel.width)
    size = min(9.0, 0.8 * (width - 8) / typesetter.width(title, "display", 1.0), height / 5)
    king = min(width * 0.5, height * 0.4)
    shapes: list[Shape] = []
    if min(width, height) > 14:
        shapes.append(Rect(2.5, 2.5, width - 5, height - 5, "card.border", 1.5))
    shapes.append(typesetter.line(title, "display", size, "text.title", (width / 2, height * 0.3), 0.5))
    shapes.append(draw_piece(Piece.KING, king, width / 2, height * 0.62))
    return (_placed(panel, tuple(shapes), upright),)


def _back(panel: Panel) -> tuple[Shape, ...]:
    """A rosette in a ring."""
    centre = (panel.x + panel.width / 2, panel.y + panel.height / 2)
    radius = 0.3 * min(panel.width, panel.height)
    return (
        Circle(*centre, radius * 1.2, "page.rule"),
        Path(foil(centre, radius, 6, 30), "page.ornament"),
    )


def _placed(panel: Panel, shapes: tuple[Shape, ...], upright: bool) -> Group:
    if upright:
        return Group(shapes, translate(panel.x, panel.y))
    return Group(shapes, multiply(translate(panel.x + panel.width, panel.y), rotate(90)))
