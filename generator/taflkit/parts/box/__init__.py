"""The nets of boxes with the game's name on front and walls, and cuts and folds in layers of their own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from taflkit.drawing.look import Look, is_own_face
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Extents,
    Group,
    Layer,
    Path,
    Point,
    Rect,
    Shape,
    Transform,
    foil,
    line,
    multiply,
    rotate,
    scale,
    translate,
)
from taflkit.parts.board.board import draw_hatching
from taflkit.parts.board.surface import draw_noble
from taflkit.parts.borders import Border, draw_border, draw_divider
from taflkit.parts.counters import draw_piece
from taflkit.sheets.boxes import Net, Panel
from taflkit.tafl import Piece
from taflkit.typesetting.lines import SetTitle, TitleRoom, Typesetter, set_title

_INSET = 2.5  # mm from the edges of front and back to their border
_BAND = 2.4  # mm: the least depth of the border
_DEEP_BAND = 7.0  # mm: its largest depth
_OF_SIDE = 0.05  # of the shorter side: its depth
_BORDERED = 14.0  # mm: the least side of a panel with a border
_ROUNDEL = 6.0  # mm: the least radius of a roundel whose lines can be printed

_LARGEST = 9.0  # mm: the em of the title at best
_OF_FRONT = 0.16  # of the width of a large front: the same
_LINES = 0.6  # of the largest em: the largest on two lines
_OF_HEIGHT = 0.1  # of the front's height: the largest em
_LEAST = 8 * 25.4 / 72
"""The least em of words in mm: 8 pt; what is smaller is left out, but a title on a front that has room for one."""
_DISPLAY = 20 * 25.4 / 72
"""The least em in mm of the house's title face: 20 pt; smaller titles are in small capitals."""
_NARROW = 30.0  # mm: on a narrower front, of a box for small counters, is no title if it does not fit
_DIVIDER = 0.55  # of the front's width: the divider below the title
_WORDS = 4.2  # mm: the em of the words at the front's foot at best
_WORDS_OF_FRONT = 0.03  # of the width of a large front: the same
_DOT = " · "
"""It stands between the words at the foot, which are broken there."""

_RING = "AADAADAADAAD"
"""The pieces round the king in their order: two attackers to each defender, as in every game of the family."""
_COURT = 0.45  # of the room's width: the radius of all
_APART = 0.06  # of the front's width: the least space above and below them
_RING_RADIUS = 0.83  # of the radius of all: from the king's middle to those of the pieces
_RING_LEAST = 2.6  # mm: their least diameter
_KING = 1.15  # of the radius of all: the king's diameter
_DRAWN = 20.0  # mm: the lines of a king of a larger diameter grow as he does

_SPINE = 9.0  # mm: the em of the title on a wall at best
_OF_WALL = 0.72  # of its depth: the same on a low one
_SPINE_PIECE = 10.0  # mm: the diameter of the pieces beside it at best
_LEAST_PIECE = 4.4  # mm: their least diameter
_SPINE_INSET = 1.5  # mm between title, pieces and edges of a wall
_SPINE_RULE = 0.7  # mm from the edges of a wall to the line round it
_RULED = 6.0  # mm: the least depth of a wall with a line
_UNDER = 2.0  # mm that art reaches under the other half of a tray

_WALLS = {
    "box": {"left": 90, "right": 90, "lid": 180},
    "lid": {"left": 90, "right": 270, "upper": 180, "lower": 0},
    "tray": {},
}
"""The walls with the title by the names of nets, with the degrees by which it is turned: upright once all are folded. A
tuck box has it on its sides as books have, and on its lid; a tray's walls are in the lid."""


def draw_box(box: Net, title: str, look: Look, typesetter: Typesetter, bleed: float = 0.0, words: str = "") -> Group:
    """Return the net of a box with the game's title on front and walls, its top left corner at the origin.

    Halves are cut from the drawing of the whole. Grounds of panels run on over folds, and over cuts by a bleed in mm,
    but not onto glued flaps. The words stand at the foot of the front, if it has room for them.

    Raises:
        DoesNotFit: the name is too long for the front.
    """
    panels = {panel.name: panel for panel in box.panels}
    art: list[Shape] = [
        Rect(panel.x - bleed, panel.y - bleed, panel.width + 2 * bleed, panel.height + 2 * bleed, "card.ground")
        for panel in box.panels
        if panel.name != "glue"
    ]
    if "front" in panels:
        art += _front(panels["front"], title, words, look, typesetter)
    art += (_wall(panels[name], turn, title, look, typesetter) for name, turn in _WALLS[box.name].items())
    if "back" in panels or "front" not in panels:
        # the throne's roundel in a border; on a small panel a rosette in a ring
        plain = panels.get("back") or panels["base"]
        centre = (plain.x + plain.width / 2, plain.y + plain.height / 2)
        inner = min(plain.width, plain.height) - 2 * (_INSET + _band(plain.width, plain.height))
        radius = min(0.3 * min(plain.width, plain.height), 0.4 * inner)
        art.append(Group(tuple(_border(plain.width, plain.height, look)), translate(plain.x, plain.y)))
        if radius >= _ROUNDEL:
            art += draw_noble("throne", centre, 1.1 * radius, look)
        else:
            rosette = Path.of(foil(centre, radius, 6, 30), "page.ornament")
            art += (Circle(*centre, radius * 1.2, "page.rule"), rosette)
    cuts = tuple(line((s.x1, s.y1), (s.x2, s.y2), "cut.mark") for s in box.cuts)
    folds = tuple(line((s.x1, s.y1), (s.x2, s.y2), "fold") for s in box.folds)
    # the flap or the strip that is glued under another part has no art
    left = panels["front"].x if "glue" in panels else -bleed
    low = box.size[1] + bleed if box.lap is None else box.lap[1] + _UNDER
    printed = Rect(left, -bleed, box.size[0] + bleed - left, low + bleed, "cut")
    if box.half:
        # what lies beyond a half would still be read aloud
        extents = Extents(lambda text: typesetter.width(text.text, text.font, text.size), look.store)
        art = [*_cut(art, -bleed, low, extents, IDENTITY)]
    drawn = Group(tuple(art), layer=Layer.ART, clip=printed)
    labels: tuple[Shape, ...] = ()
    if box.lap is not None:
        # the strip that the other half of a tray is glued on
        x, y, width, height = box.lap
        strip = Rect(x, y + _UNDER, width, height - _UNDER, "cut")
        hatch = draw_hatching(strip.x, strip.y, strip.width, strip.height)
        labels = (Group((Group(hatch, clip=strip),), layer=Layer.LABELS),)
    return Group((drawn, *labels, Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT)))


def _cut(shapes: Iterable[Shape], top: float, low: float, extents: Extents, at: Transform) -> Iterator[Shape]:
    """Yield what reaches between two heights, of shapes that a transform moves; groups are cut too."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.clip is None:
            children = tuple(_cut(shape.children, top, low, extents, multiply(at, shape.transform)))
            if children:
                yield replace(shape, children=children)
        else:
            extent = extents.of(shape)
            extent = extent and extent.under(at)
            if extent is not None and extent.top < low and extent.bottom > top:
                yield shape


def _title(title: str, look: Look, room: TitleRoom, typesetter: Typesetter) -> SetTitle:
    """Return a title in the theme's title face, or where that would be too small in small capitals."""
    if is_own_face(look.fonts.title):
        return set_title(title, look.fonts.title, room, typesetter)
    large = set_title(title, look.fonts.title, replace(room, least=0.0), typesetter)
    return (
        large
        if large.font == look.fonts.title and large.size >= _DISPLAY
        else set_title(title, "smallcaps", room, typesetter)
    )


def _wall(panel: Panel, turn: int, title: str, look: Look, typesetter: Typesetter) -> Group:
    """Return the title in the middle of a wall, turned by degrees.

    The king stands before it and an attacker behind it, if there is room for all, or one of these where it has none.
    """
    upright = turn % 180 == 90
    long, deep = (panel.height, panel.width) if upright else (panel.width, panel.height)
    piece = min(_SPINE_PIECE, deep - 2 * _SPINE_INSET)
    ends = 2 * (piece + 2.5 * _SPINE_INSET)
    has_pieces = piece >= _LEAST_PIECE and ends <= long / 2
    ends = ends if has_pieces else 2 * _SPINE_INSET
    room = TitleRoom("on the walls of the box", long - ends, min(_SPINE, _OF_WALL * deep), 0.0)
    words = _title(title, look, room, typesetter)
    # round the origin
    shapes: list[Shape] = []
    if words.size >= _LEAST:
        shapes += words.at(0.0, 0.33 * words.size, "text.title", typesetter)
    elif not has_pieces and piece >= _LEAST_PIECE:
        shapes.append(draw_piece(Piece.ATTACKER, piece, look))
    if has_pieces:
        at = long / 2 - 1.5 * _SPINE_INSET - piece / 2
        shapes += (draw_piece(Piece.KING, piece, look, -at, 0.0), draw_piece(Piece.ATTACKER, piece, look, at, 0.0))
        written = max(typesetter.width(row, words.font, words.size) for row in words.lines) / 2 + 2 * _SPINE_INSET
        free, high = at - piece / 2 - _SPINE_INSET - written, min(4.0, 0.5 * deep)
        for start in (-written - free, written) if len(words.lines) == 1 and free >= 5 * high else ():
            shapes.append(Group(draw_divider(look, free, high, "page.knot"), translate(start, -high / 2)))
    # an empty wall has no line round it
    if shapes and deep >= _RULED:
        across, down = long - 2 * _SPINE_RULE, deep - 2 * _SPINE_RULE
        shapes.append(Rect(-across / 2, -down / 2, across, down, "card.border", 1.0))
    middle = translate(panel.x + panel.width / 2, panel.y + panel.height / 2)
    return Group(tuple(shapes), multiply(middle, rotate(turn)))


def _front(panel: Panel, title: str, words: str, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the title over the king among his men, over the words, in a border, along the panel's longer side.

    The spaces between them, and to the border above and below, are alike.
    """
    upright = panel.height >= panel.width
    width, height = (panel.width, panel.height) if upright else (panel.height, panel.width)
    edge = _INSET + _band(width, height) if _band(width, height) else 0.0
    inner, middle = width - 2 * edge, width / 2
    largest = min(max(_LARGEST, _OF_FRONT * width), 2 * _OF_HEIGHT * height)
    room = TitleRoom("on the box", 0.92 * inner, largest, _LEAST, min(_LINES * largest, _OF_HEIGHT * height))
    if width < _NARROW:
        room = replace(room, least=0.0, second=0.0)
    name = _title(title, look, room, typesetter)
    capitals = typesetter.fonts.face(name.font).cap_height * name.size
    long, high = (_DIVIDER * width, min(5.0, 0.035 * height)) if width >= _NARROW else (0.0, 0.0)
    titled = capitals + (len(name.lines) - 1) * name.leading + 0.45 * name.size + high
    if name.size < _LEAST:
        titled = 0.0
    lines, foot = _foot(words, middle, 0.86 * inner, typesetter)
    parts = 1 + bool(titled) + bool(lines)
    free = height - 2 * edge - titled - foot
    radius = min(_COURT * inner, (free - (parts + 1) * _APART * width) / 2)
    apart = (free - 2 * radius) / (parts + 1)
    shapes = list(_border(width, height, look))
    y = edge + apart
    if titled:
        shapes += name.at(middle, y + capitals + (len(name.lines) - 1) * name.leading, "text.title", typesetter)
        divider = draw_divider(look, long, high, "page.knot") if long else ()
        shapes.append(Group(divider, translate(middle - long / 2, y + titled - high)))
        y += titled + apart
    shapes += _court((middle, y + radius), radius, look)
    shapes.append(Group(tuple(lines), translate(0.0, height - edge - apart)))
    across = panel.x if upright else panel.x + panel.width
    return (Group(tuple(shapes), multiply(translate(across, panel.y), rotate(0 if upright else 90))),)


def _court(centre: Point, radius: float, look: Look) -> Iterator[Shape]:
    """Yield the king, and attackers and defenders in a ring round him; the king alone where they would be too small."""
    x, y = centre
    reach = _RING_RADIUS * radius
    size = 2 * (radius - reach)
    ring = _RING if size >= _RING_LEAST else ""
    # the king's lines are as strong for his size as those of the men round him
    diameter = (_KING if ring else 2) * radius
    drawn = min(diameter, _DRAWN)
    yield Group((draw_piece(Piece.KING, drawn, look),), multiply(translate(x, y), scale(diameter / drawn)))
    for number, kind in enumerate(ring):
        turn = 2 * math.pi * (number + 0.5) / len(ring)
        piece = Piece.ATTACKER if kind == "A" else Piece.DEFENDER
        yield draw_piece(piece, size, look, x + reach * math.sin(turn), y - reach * math.cos(turn))


def _band(width: float, height: float) -> float:
    """Return the depth in mm of the border of a panel; 0 is none."""
    side = min(width, height)
    return min(_DEEP_BAND, max(_BAND, _OF_SIDE * side)) if side > _BORDERED else 0.0


def _border(width: float, height: float, look: Look) -> Iterator[Shape]:
    depth = _band(width, height)
    if not depth:
        return
    across, down = width - 2 * _INSET, height - 2 * _INSET
    border = Border(look.ornament.card, "card.knot", look.ornament.edged, look.face.frame, look.art.card)
    band = draw_border(border, across, down, depth, look.store)
    if band:
        yield Group(band, translate(_INSET, _INSET))
        return
    yield Rect(_INSET, _INSET, across, down, "card.border", 1.5)
    inset = _INSET + 0.6 * depth
    yield Rect(inset, inset, width - 2 * inset, height - 2 * inset, "page.rule", 1.0)


def _foot(words: str, x: float, width: float, typesetter: Typesetter) -> tuple[list[Shape], float]:
    """Return the words at the foot of the front in one line or two over y = 0, and their height; none if too small."""
    parts = words.split(_DOT)
    for written in ((words,), (_DOT.join(parts[:-1]), parts[-1])):
        widest = max(typesetter.width(row, "smallcaps", 1.0) for row in written)
        size = min(max(_WORDS, _WORDS_OF_FRONT * width), width / widest) if widest else 0.0
        if size >= _LEAST:
            lines: list[Shape] = [
                typesetter.line(row, "smallcaps", size, "text", (x, -1.25 * number * size), 0.5)
                for number, row in enumerate(reversed(written))
            ]
            return lines, (1.25 * len(lines) - 0.7) * size
    return [], 0.0
