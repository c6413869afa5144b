"""The tuck box: its flat net with the game's name on its front, with cuts and folds in layers of their own."""

from __future__ import annotations

from taflkit.drawing.curves import foil, line
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Layer, Path, Rect, Shape, multiply, rotate, translate
from taflkit.parts.borders import Border, draw_border
from taflkit.parts.pieces import draw_piece
from taflkit.sheets.nets import Net, Panel
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.titles import TitleRoom, set_title

__all__ = ["draw_box"]

_INSET, _BAND = 2.5, 2.4
"""How far the front's border is from its edges, and how deep it is, in mm."""
_ROUNDEL = 6.0
"""The least radius of a roundel whose lines can be printed, in mm."""
_LARGEST, _TWO_LINES, _LEAST = 9.0, 3.6, 1.6
"""The em of the title in mm: at best, on two lines, and at the least."""
_NARROW, _SMALLEST = 30.0, 0.7
"""The front of a box for small counters, narrower than that in mm, has the largest title that fits, or none below that
em."""


def draw_box(box: Net, title: str, look: Look, typesetter: Typesetter) -> Group:
    """Return the net of a box, its top left corner at the origin.

    Args:
        box: the net.
        title: the game's name, for the front.
        look: the theme's ornament and faces.
        typesetter: sets it.

    Raises:
        DoesNotFit: the name is too long for the front.
    """
    panels = {panel.name: panel for panel in box.panels}
    art: list[Shape] = [_ground(panel) for panel in box.panels if panel.name != "glue"]
    art += _front(panels["front"], title, look, typesetter)
    art += _back(panels["back"], look)
    cuts = tuple(line((s.x1, s.y1), (s.x2, s.y2), "cut.mark") for s in box.cuts)
    folds = tuple(line((s.x1, s.y1), (s.x2, s.y2), "fold") for s in box.folds)
    return Group((Group(tuple(art), layer=Layer.ART), Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT)))


def _ground(panel: Panel) -> Shape:
    return Rect(panel.x, panel.y, panel.width, panel.height, "card.ground")


def _front(panel: Panel, title: str, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """The title over the king, in a border; along the panel's longer side."""
    upright = panel.height >= panel.width
    width, height = (panel.width, panel.height) if upright else (panel.height, panel.width)
    face = look.fonts.title
    room = TitleRoom("on the box", 0.8 * (width - 8), min(_LARGEST, height / 5), _LEAST, min(_TWO_LINES, height / 10))
    if width < _NARROW:
        room = room._replace(least=0.0, second=0.0)
    name = set_title(title, face, room, typesetter)
    king = min(width * 0.5, height * 0.4)
    shapes: list[Shape] = []
    if min(width, height) > 14:
        border = Border(look.ornament.card, "card.knot", look.ornament.edged)
        band = draw_border(border, width - 2 * _INSET, height - 2 * _INSET, _BAND, look.store)
        plain = Rect(_INSET, _INSET, width - 2 * _INSET, height - 2 * _INSET, "card.border", 1.5)
        shapes.append(Group(band, translate(_INSET, _INSET)) if band else plain)
    if name.size >= _SMALLEST:
        shapes += name.at(width / 2, height * 0.3, "text.title", typesetter)
    shapes.append(draw_piece(Piece.KING, king, look, width / 2, height * 0.62))
    return (_placed(panel, tuple(shapes), upright),)


def _back(panel: Panel, look: Look) -> tuple[Shape, ...]:
    """The throne's roundel; in paints that draw lines, and on a small panel, a rosette in a ring."""
    centre = (panel.x + panel.width / 2, panel.y + panel.height / 2)
    radius = 0.3 * min(panel.width, panel.height)
    if radius >= _ROUNDEL and not look.ornament.edged:
        from taflkit.ornament.roundels import draw_roundel  # noqa: PLC0415

        return look.store.of(draw_roundel, look.face.throne, *centre, 1.1 * radius, "card.knot")
    return (
        Circle(*centre, radius * 1.2, "page.rule"),
        Path(foil(centre, radius, 6, 30), "page.ornament"),
    )


def _placed(panel: Panel, shapes: tuple[Shape, ...], upright: bool) -> Group:
    if upright:
        return Group(shapes, translate(panel.x, panel.y))
    return Group(shapes, multiply(translate(panel.x + panel.width, panel.y), rotate(90)))
