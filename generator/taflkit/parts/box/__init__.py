"""The nets of boxes with the game's name on front and spines, and cuts and folds in layers of their own."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Circle,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
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
from taflkit.sheets.boxes import LOWER_HALF, UPPER_HALF, Net, Panel
from taflkit.tafl import Piece
from taflkit.typesetting.lines import TitleRoom, Typesetter, set_title

_INSET = 2.5  # mm from the edges of front and back to their border
_BAND = 2.4  # mm: the least depth of the border
_DEEP_BAND = 7.0  # mm: its largest depth
_OF_SIDE = 0.05  # of the shorter side: its depth
_BORDERED = 14.0  # mm: the least side of a panel with a border
_ROUNDEL = 6.0  # mm: the least radius of a roundel whose lines can be printed

_LARGEST = 9.0  # mm: the em of the title at best
_TWO_LINES = 3.6  # mm: the same on two lines
_LEAST = 1.6  # mm: its least em
_OF_FRONT = 0.16  # of the width of a large front: the em of the title at best
_LINES_OF_FRONT = 0.065  # of the same: on two lines
_NARROW = 30.0  # mm: on a narrower front, of a box for small counters, the title is as large as it fits
_SMALLEST = 0.7  # mm: the least em there; a smaller title is left out
_TITLE = 0.23  # of the front's height: the title's baseline
_DIVIDER = 0.55  # of the front's width: the divider below the title
_WORDS = 4.2  # mm: the em of the words at the front's foot at best
_LEAST_WORDS = 2.2  # mm: their least em
_DOT = " · "
"""It stands between the words at the foot, which are broken there."""

_RING = "AADAADAADAAD"
"""The pieces round the king in their order: two attackers to each defender, as in every game of the family."""
_COURT = 0.46  # of the room for king and men: the radius of all
_RING_RADIUS = 0.83  # of the radius of all: from the king's middle to those of the pieces
_RING_LEAST = 2.6  # mm: their least diameter
_KING = 1.15  # of the radius of all: the king's diameter
_DRAWN = 20.0  # mm: the lines of a king of a larger diameter grow as he does

_SPINE = 9.0  # mm: the em of the title on a spine at best
_SPINE_PIECE = 10.0  # mm: the diameter of the pieces beside it at best
_LEAST_PIECE = 4.4  # mm: their least diameter
_SPINE_INSET = 1.5  # mm between title, pieces and edges of a spine
_SPINE_RULE = 0.7  # mm from the edges of a spine to the line round it
_RULED = 6.0  # mm: the least depth of a spine with a line
_UNDER = 2.0  # mm that art reaches under the other half of a tray


def draw_box(box: Net, title: str, look: Look, typesetter: Typesetter, bleed: float = 0.0, words: str = "") -> Group:
    """Return the net of a box with the game's title on front and spines, its top left corner at the origin.

    Grounds of panels run on over folds, and over cuts by a bleed in mm, but not onto glued flaps. The words stand at
    the foot of the front, if it has room for them.

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
        art += _front(panels["front"], title, words, look, typesetter, box.half)
        # of halves the upper one has the titles of the side walls, and the lower one that of its end wall
        has = {UPPER_HALF: ("left", "right"), LOWER_HALF: ("lower",)}.get(box.half, panels)
        walls = {name: panel for name, panel in panels.items() if name in has}
        art += _spines(walls, title, look, typesetter, box.half > 0)
    if "back" in panels or "front" not in panels:
        plain = panels.get("back") or panels["base"]
        # the throne's roundel in a border, of halves on the lower one; on a small panel a rosette in a ring
        height = plain.height / 2 if box.half else plain.height
        centre = (plain.x + plain.width / 2, plain.y + plain.height - height / 2)
        radius = 0.3 * min(plain.width, height)
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
    drawn = Group(tuple(art), layer=Layer.ART, clip=printed)
    labels: tuple[Shape, ...] = ()
    if box.lap is not None:
        # the strip that the other half of a tray is glued on
        x, y, width, height = box.lap
        strip = Rect(x, y + _UNDER, width, height - _UNDER, "cut")
        hatch = draw_hatching(strip.x, strip.y, strip.width, strip.height)
        labels = (Group((Group(hatch, clip=strip),), layer=Layer.LABELS),)
    return Group((drawn, *labels, Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT)))


def _spines(
    panels: Mapping[str, Panel], title: str, look: Look, typesetter: Typesetter, halved: bool
) -> Iterator[Shape]:
    """Yield the title on the side walls, read downwards, and level on a lid's end wall; of halves on the upper one.

    The king stands over it and an attacker below it, if there is room for all.
    """
    for name, turn in (("left", 90), ("right", 90), ("lower", 0)):
        if name not in panels:
            continue
        panel = panels[name]
        if halved and turn:
            panel = replace(panel, height=panel.height / 2)
        long, deep = (panel.height, panel.width) if turn else (panel.width, panel.height)
        # in a line round the origin
        shapes: list[Shape] = []
        if deep >= _RULED:
            across, down = long - 2 * _SPINE_RULE, deep - 2 * _SPINE_RULE
            shapes.append(Rect(-across / 2, -down / 2, across, down, "card.border", 1.0))
        piece = min(_SPINE_PIECE, deep - 2 * _SPINE_INSET)
        has_pieces = piece >= _LEAST_PIECE
        ends = 2 * (piece + 2.5 * _SPINE_INSET) if has_pieces else 2 * _SPINE_INSET
        room = TitleRoom("on the spine of the box", long - ends, min(_SPINE, 0.6 * deep), 0.0)
        words = set_title(title, look.fonts.title, room, typesetter)
        if words.size >= _LEAST:
            shapes += words.at(0.0, 0.33 * words.size, "text.title", typesetter)
        if has_pieces:
            at = long / 2 - 1.5 * _SPINE_INSET - piece / 2
            shapes += (draw_piece(Piece.KING, piece, look, -at, 0.0), draw_piece(Piece.ATTACKER, piece, look, at, 0.0))
            written = typesetter.width(title, words.font, words.size) / 2 + 2 * _SPINE_INSET
            free, high = at - piece / 2 - _SPINE_INSET - written, min(4.0, 0.5 * deep)
            for start in (-written - free, written) if len(words.lines) == 1 and free >= 5 * high else ():
                shapes.append(Group(draw_divider(look, free, high, "page.knot"), translate(start, -high / 2)))
        middle = multiply(translate(panel.x + panel.width / 2, panel.y + panel.height / 2), rotate(turn))
        yield Group(tuple(shapes), middle)


def _front(panel: Panel, title: str, words: str, look: Look, typesetter: Typesetter, half: int) -> tuple[Shape, ...]:
    """Return the title over the king among his men, in a border, along the panel's longer side.

    Of halves one has the title, the other the men and the words: shapes that are cut off would still be read aloud.
    """
    upright = panel.height >= panel.width
    only = half if upright else 0
    width, height = (panel.width, panel.height) if upright else (panel.height, panel.width)
    band = _band(width, height)
    inner = width - 2 * (_INSET + band) if band else width
    largest = min(max(_LARGEST, _OF_FRONT * width), height / 5)
    second = min(max(_TWO_LINES, _LINES_OF_FRONT * width), height / 10)
    room = TitleRoom("on the box", 0.92 * inner, largest, _LEAST, second)
    if width < _NARROW:
        room = replace(room, least=0.0, second=0.0)
    name = set_title(title, look.fonts.title, room, typesetter)
    shapes = list(_border(width, height, look))
    below = 0.5 * height if half else _INSET + band
    if name.size >= _SMALLEST:
        if only != LOWER_HALF:
            shapes += name.at(width / 2, height * _TITLE, "text.title", typesetter)
        under = height * _TITLE + (len(name.lines) - 1) * name.leading + 0.5 * name.size
        long, high = _DIVIDER * width, min(5.0, 0.035 * height)
        divider = draw_divider(look, long, high, "page.knot") if width >= _NARROW else ()
        shapes.append(Group(divider, translate((width - long) / 2, under)))
        below = max(below, under + high)
    foot = height - _INSET - 1.9 * band
    lines, high = _foot(words, width / 2, foot, 0.86 * inner, typesetter)
    above = foot - high if lines else height - _INSET - band
    radius = min(0.44 * inner, _COURT * (above - below))
    # the king, and attackers and defenders in a ring round him; where they would be too small, the king alone
    x, y, reach = width / 2, (below + above) / 2, _RING_RADIUS * radius
    size = 2 * (radius - reach)
    ring = _RING if size >= _RING_LEAST else ""
    # the king's lines are as strong for his size as those of the men round him
    diameter = (_KING if ring else 2) * radius
    drawn = min(diameter, _DRAWN)
    shapes.append(Group((draw_piece(Piece.KING, drawn, look),), multiply(translate(x, y), scale(diameter / drawn))))
    for number, kind in enumerate(ring):
        turn = 2 * math.pi * (number + 0.5) / len(ring)
        piece = Piece.ATTACKER if kind == "A" else Piece.DEFENDER
        shapes.append(draw_piece(piece, size, look, x + reach * math.sin(turn), y - reach * math.cos(turn)))
    shapes += lines if only != UPPER_HALF else ()
    across = panel.x if upright else panel.x + panel.width
    return (Group(tuple(shapes), multiply(translate(across, panel.y), rotate(0 if upright else 90))),)


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


def _foot(words: str, x: float, y: float, width: float, typesetter: Typesetter) -> tuple[list[Shape], float]:
    """Return the words at the foot of the front in one line or two, and their height in mm; none if illegible."""
    parts = words.split(_DOT)
    for written in ((words,), (_DOT.join(parts[:-1]), parts[-1])):
        widest = max(typesetter.width(row, "smallcaps", 1.0) for row in written)
        size = min(_WORDS, width / widest) if widest else 0.0
        if size >= _LEAST_WORDS:
            lines: list[Shape] = [
                typesetter.line(row, "smallcaps", size, "text", (x, y - 1.25 * number * size), 0.5)
                for number, row in enumerate(reversed(written))
            ]
            return lines, (1.25 * len(lines) - 0.7) * size
    return [], 0.0
