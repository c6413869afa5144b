"""The nets of boxes with the game's name on front and spines, and cuts and folds in layers of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
_OF_FRONT, _LINES_OF_FRONT = 0.13, 0.055
"""The em of the title on a large front, at best and on two lines, as a part of its width."""
_NARROW, _SMALLEST = 30.0, 0.7
"""The front of a box for small counters, narrower than that in mm, has the largest title that fits, or none below that
em."""

_SPINE, _SPINE_PIECE, _LEAST_PIECE = 7.0, 8.0, 5.0
"""The em of the title on a spine and the pieces beside it at best, and these at the least, in mm."""
_SPINE_INSET = 1.5
"""How far title and pieces on a spine stay from its edges, in mm."""
_UNDER = 2.0
"""How far art reaches under the other half of a tray, in mm."""
_HATCH = 2.4
"""Mm between the lines that mark a strip to be glued."""


def draw_box(box: Net, title: str, look: Look, typesetter: Typesetter, bleed: float = 0.0) -> Group:
    """Return the net of a box, its top left corner at the origin.

    Its panels' grounds run on beyond all their edges, over cuts and folds, but not onto glued flaps.

    Args:
        box: the net.
        title: the game's name, for the front and the spines.
        look: the theme's ornament and faces.
        typesetter: sets it.
        bleed: how far its art runs on beyond its cuts, in mm.

    Raises:
        DoesNotFit: the name is too long for the front.
    """
    panels = {panel.name: panel for panel in box.panels}
    art: list[Shape] = [_ground(panel, bleed) for panel in box.panels if panel.name != "glue"]
    if "front" in panels:
        art += _front(panels["front"], title, look, typesetter, box.half > 0)
        art += _spines(panels, title, look, typesetter, box.half > 0)
    if "back" in panels or "front" not in panels:
        plain = panels.get("back") or panels["base"]
        art += _back(_lower(plain) if box.half else plain, look)
    cuts = tuple(line((s.x1, s.y1), (s.x2, s.y2), "cut.mark") for s in box.cuts)
    folds = tuple(line((s.x1, s.y1), (s.x2, s.y2), "fold") for s in box.folds)
    drawn = Group(tuple(art), layer=Layer.ART, clip=_printed(box, panels, bleed))
    labels = (Group(_lap(box), layer=Layer.LABELS),) if box.lap is not None else ()
    return Group((drawn, *labels, Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT)))


def _printed(box: Net, panels: Mapping[str, Panel], bleed: float) -> Rect:
    """Return the part of a net that has art: all of it but the flap or the strip that is glued under another part."""
    width, height = box.size
    left = panels["front"].x if "glue" in panels else -bleed
    low = height + bleed if box.lap is None else box.lap[1] + _UNDER
    return Rect(left, -bleed, width + bleed - left, low + bleed, "cut")


def _ground(panel: Panel, bleed: float) -> Shape:
    return Rect(panel.x - bleed, panel.y - bleed, panel.width + 2 * bleed, panel.height + 2 * bleed, "card.ground")


def _upper(panel: Panel) -> Panel:
    return panel._replace(height=panel.height / 2)


def _lower(panel: Panel) -> Panel:
    return panel._replace(y=panel.y + panel.height / 2, height=panel.height / 2)


def _lap(box: Net) -> tuple[Shape, ...]:
    """Return the hatching of the strip that the other half of a tray is glued on."""
    if box.lap is None:
        return ()
    x, y, width, height = box.lap
    y, height = y + _UNDER, height - _UNDER
    count = int((width + height) / _HATCH)
    hatch = tuple(
        line((x + n * _HATCH - height, y + height), (x + n * _HATCH, y), "tab.hatch") for n in range(1, count + 1)
    )
    return (Group(hatch, clip=Rect(x, y, width, height, "cut")),)


def _spines(
    panels: Mapping[str, Panel], title: str, look: Look, typesetter: Typesetter, halved: bool
) -> Iterator[Shape]:
    """Yield the title on the side walls, read downwards as the box stands, and level on the end wall of a lid.

    The king stands over it, and an attacker ends it, where there is room for all. On halves it is on the upper one.
    """
    for name, turn in (("left", 90), ("right", 90), ("lower", 0)):
        if name not in panels:
            continue
        panel = _upper(panels[name]) if halved and turn else panels[name]
        long, deep = (panel.height, panel.width) if turn else (panel.width, panel.height)
        middle = multiply(translate(panel.x + panel.width / 2, panel.y + panel.height / 2), rotate(turn))
        yield Group(tuple(_spine(long, deep, title, look, typesetter)), middle)


def _spine(long: float, deep: float, title: str, look: Look, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield the title of a spine between two pieces, round the origin."""
    piece = min(_SPINE_PIECE, deep - 2 * _SPINE_INSET)
    pieces = piece >= _LEAST_PIECE
    ends = 2 * (piece + _SPINE_INSET + 1.5) if pieces else 2 * _SPINE_INSET
    room = TitleRoom("on the spine of the box", long - ends, min(_SPINE, 0.5 * deep), 0.0)
    name = set_title(title, look.fonts.title, room, typesetter)
    if name.size >= _LEAST:
        yield from name.at(0.0, 0.33 * name.size, "text.title", typesetter)
    if pieces:
        at = long / 2 - _SPINE_INSET - piece / 2
        yield draw_piece(Piece.KING, piece, look, -at, 0.0)
        yield draw_piece(Piece.ATTACKER, piece, look, at, 0.0)


def _front(panel: Panel, title: str, look: Look, typesetter: Typesetter, halved: bool) -> tuple[Shape, ...]:
    """The title over the king, in a border; along the panel's longer side. Of halves, one on each."""
    upright = panel.height >= panel.width
    width, height = (panel.width, panel.height) if upright else (panel.height, panel.width)
    face = look.fonts.title
    largest = min(max(_LARGEST, _OF_FRONT * width), height / 5)
    second = min(max(_TWO_LINES, _LINES_OF_FRONT * width), height / 10)
    room = TitleRoom("on the box", 0.8 * (width - 8), largest, _LEAST, second)
    if width < _NARROW:
        room = room._replace(least=0.0, second=0.0)
    name = set_title(title, face, room, typesetter)
    king = min(width * 0.5, height * 0.4)
    shapes: list[Shape] = []
    if min(width, height) > 14:
        border = Border(look.ornament.card, "card.knot", look.ornament.edged, own=look.art.card)
        band = draw_border(border, width - 2 * _INSET, height - 2 * _INSET, _BAND, look.store)
        plain = Rect(_INSET, _INSET, width - 2 * _INSET, height - 2 * _INSET, "card.border", 1.5)
        shapes.append(Group(band, translate(_INSET, _INSET)) if band else plain)
    if name.size >= _SMALLEST:
        shapes += name.at(width / 2, height * 0.3, "text.title", typesetter)
    low = 0.5 * height + 0.8 * king if halved else 0.62 * height
    shapes.append(draw_piece(Piece.KING, king, look, width / 2, low))
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
