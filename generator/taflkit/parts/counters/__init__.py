"""Counters: the pieces with one device each, as round counters: flat, with backs, folded over or punched out.

Pieces differ by outline and by the pattern of light and dark, not by colour alone: the attackers' device stands in a
dark disc with a plain edge, the defenders' in a light one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from taflkit.catalog.svg import read_outlines
from taflkit.drawing.art import Art
from taflkit.drawing.look import HEADS, Look
from taflkit.drawing.shapes import (
    Circle,
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    circle_segments,
    line,
    multiply,
    polygon,
    rotate,
    scale,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.parts.borders import FAR, draw_round_bleed, grown, run_on
from taflkit.resources import templates_folder
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH
from taflkit.tafl import BoardLayout, Piece


class Device(Struct, frozen=True, dict=True):
    """A device: the closed outlines of its strokes, by name."""

    fills: Mapping[str, Path]

    @cached_property
    def reach(self) -> float:
        """The reach of the strokes from the middle, where the piece has a radius of 10."""
        ends = [numbers[-2:] for stroke in self.fills.values() for _, numbers in stroke.segments if numbers]
        return math.sqrt(max([x * x + y * y for x, y in ends])) / 100


@lru_cache(maxsize=16)
def load_device(name: str) -> Device:
    """Return a device by its name, one of taflkit.drawing.look.DEVICES or of the standing king's."""
    return Device(read_outlines(templates_folder() / "devices" / f"{name}.svg"))


_LARGE = 10.0
"""The radius in mm of a counter at which the paints' widths of lines hold; they grow as the root of the size does."""
_SMALL = 2.2
"""The same of a piece in a figure, whose lines grow as the size does."""
_LEAST_WIDTH = 0.9
"""The least part of its width that a line of a small piece keeps, so that the finest can be printed."""
_FIRST_LARGE = 8.0  # mm: the least diameter of a piece that is drawn in full
_PEARLS = 28  # on the king's ring
_ROOM = {Piece.ATTACKER: 9.1, Piece.DEFENDER: 7.8, Piece.KING: 9.1}
"""The largest reach of a device inside the edge of a kind of piece, where the piece has a radius of 10."""
_FILLED = 0.9  # of the room: the least reach of a device that is drawn as it is
_FITTED = 0.97  # of the room: the reach of one that was drawn for another kind of piece


class _Linocut(Struct, frozen=True):
    """A kind of piece as it is cut in line paints, where its radius is 10: the king strongest, defenders in outline.

    Attributes:
        rings: the outer and the inner radius of each.
        reach: that of the device.
        small_rings, small_reach: the same in figures.
    """

    rings: tuple[tuple[float, float], ...]
    reach: float
    small_rings: tuple[tuple[float, float], ...]
    small_reach: float


_LINOCUTS = {
    Piece.KING: _Linocut(((9.6, 8.3), (7.9, 7.45)), 7.15, ((9.6, 8.1), (7.4, 6.7)), 6.2),
    Piece.ATTACKER: _Linocut(((9.6, 9.28),), 8.65, ((9.6, 9.0),), 8.2),
    Piece.DEFENDER: _Linocut(((9.3, 8.9),), 8.1, ((9.2, 8.7),), 7.5),
}


def draw_piece(piece: Piece, diameter: float, look: Look, x: float = 0.0, y: float = 0.0, scaled: float = 1.0) -> Shown:
    """Return a piece of a diameter in mm about (x, y); `scaled` is the scale at which it is printed.

    Edged looks, whose paints leave grounds white, have linocuts.
    """
    device: str = getattr(look.face, piece.name.lower())
    own = look.art.device(piece.name.lower())
    if diameter < _FIRST_LARGE:
        # one of few radii, to share forms, and lines keep their width
        printed = diameter * min(1.0, scaled)
        radius = min(_SMALL, math.floor(printed / 2 * 5) / 5) or printed / 2
        if look.ornament.edged:
            form = look.store.of(_linocut, piece, device, radius, own, ".small")
        else:
            key = _small, piece, device, radius, own
            form = look.store.get(key, lambda: _small(piece, device, radius, own, look.store))
    elif look.ornament.edged:
        radius = _LARGE
        form = look.store.of(_linocut, piece, device, radius, own)
    else:
        radius = round(diameter / 2 / max(_LEAST_WIDTH, math.sqrt(diameter / 2 / _LARGE)), 6)
        form = look.store.of(_large, piece, device, radius, own)
    return Shown(form, multiply(translate(x, y), scale(diameter / 2 / radius)))


def _linocut(piece: Piece, name: str, r: float, own: Art | None, size: str = "") -> Form:
    """Return a piece of a radius in mm, with a device or a theme's own; the rings of those in figures are broader."""
    role, cut, unit = f"piece.{piece.name.lower()}", _LINOCUTS[piece], r / 10
    rings, reach = (cut.small_rings, cut.small_reach) if size else (cut.rings, cut.reach)
    edges = (step for ring in rings for radius in ring for step in circle_segments((0, 0), radius * unit))
    body, ring = Circle(0, 0, rings[0][0] * unit, f"{role}.body"), Path.of(edges, f"{role}.ring")
    role = f"{role}.device{size}"
    if own is not None:
        return Form((body, ring, *own.centred(0, 0, reach * unit, role, apart=True)))
    device = load_device(name)
    return Form((body, ring, _device_path(device, r * reach / device.reach, role)))


def _large(piece: Piece, name: str, r: float, own: Art | None = None) -> Form:
    """Return a piece of a radius in mm for counters, with a device or a theme's own."""
    role = f"piece.{piece.name.lower()}"
    edge: tuple[Shape, ...]
    match piece:
        case Piece.ATTACKER:
            edge = (Circle(0, 0, r * 0.915, f"{role}.ring"),)
        case Piece.DEFENDER:
            edge = (Path.of(circle_segments((0, 0), r - 0.25) + circle_segments((0, 0), r * 0.825), f"{role}.ring"),)
        case Piece.KING:
            # pearls between two rings, the outer of them the edge of his ground
            turns = (2 * math.pi * number / _PEARLS for number in range(_PEARLS))
            middles = ((r * 0.898 * math.sin(turn), -(r * 0.898) * math.cos(turn)) for turn in turns)
            pearls = (step for middle in middles for step in circle_segments(middle, r * 0.042))
            ring = circle_segments((0, 0), r * 0.84) + circle_segments((0, 0), r * 0.79)
            edge = (Path.of(pearls, f"{role}.pearls"), Path.of(ring, f"{role}.ring"))
    kind = {Piece.ATTACKER: 0.98, Piece.DEFENDER: 0.97, Piece.KING: 0.84}[piece]
    if own is None:
        drawn = _fitted_device(piece, name, kind * r).shapes
    else:
        drawn = own.centred(0, 0, kind * r * _own_room(piece), f"{role}.device")
    return Form((Circle(0, 0, r - 0.25, f"{role}.body"), *edge, *drawn))


def _small(piece: Piece, name: str, r: float, own: Art | None, store: Store) -> Form:
    """Return the same for figures; the store keeps devices, which are the same at all radii."""
    role = f"piece.{piece.name.lower()}"
    body = Circle(0, 0, r * 0.945, f"{role}.body.small")
    edge: tuple[Shape, ...] = ()
    if piece is Piece.DEFENDER:
        edge = (Circle(0, 0, r * 0.8, f"{role}.ring.small"),)
    kind = {Piece.ATTACKER: 0.96, Piece.DEFENDER: 0.9, Piece.KING: 1.0}[piece]
    if own is not None:
        return Form((body, *edge, *own.centred(0, 0, kind * r * _own_room(piece), f"{role}.device.small")))
    device = store.of(_fitted_device, piece, name, kind * _SMALL, ".small")
    return Form((body, *edge, Shown(device, scale(r / _SMALL))))


def _fitted_device(piece: Piece, name: str, room: float, size: str = "") -> Form:
    """Return the device of a name in a room of a radius in mm, the end of whose role says the size of the piece."""
    device, most = load_device(name), _ROOM[piece]
    # one that was drawn for another kind of piece is scaled
    radius = room * (1.0 if _FILLED * most <= device.reach <= most else _FITTED * most / device.reach)
    return Form((_device_path(device, radius, f"piece.{piece.name.lower()}.device{size}"),))


def _own_room(piece: Piece) -> float:
    """Return the reach of a theme's own device, in parts of the radius of a kind of piece."""
    return _FITTED * _ROOM[piece] / 10


def _device_path(device: Device, radius: float, role: str) -> Path:
    """Return a device in a disc of a radius in mm, all its strokes in one path."""
    factor, strokes = radius / 10, device.fills.values()
    # in whole hundredths of a mm, which are as fine as any printer prints: a tenth of the time of rounding to decimals
    numbers = [round(number * factor) / 100 for stroke in strokes for number in stroke.numbers]
    return Path.packed("".join([stroke.letters for stroke in strokes]), numbers, role)


_ORDER = (Piece.KING, Piece.DEFENDER, Piece.ATTACKER)
_RIM = 0.94  # of a counter's diameter: its art, so that a cut beside the line takes none of it
_PUNCHED_RIM = 0.9  # of the same, for punched counters: a punch is aimed by eye


def counter_names(layout: BoardLayout) -> tuple[str, ...]:
    """Return a name for every counter of the game, such as "king-1" and "attacker-8"."""
    return tuple(f"{piece.name.lower()}-{i}" for piece in _ORDER for i in range(1, layout.count(piece) + 1))


def _piece(name: str) -> Piece:
    return Piece[name.partition("-")[0].upper()]


def piece_ground(name: str) -> str:
    """Return the role of a counter's ground, by the counter's name."""
    return f"piece.{_piece(name).name.lower()}.body"


def draw_counter(
    name: str, diameter: float, look: Look, punched: bool = False, bleed: float = 0.0, *, lined: bool = True
) -> Group:
    """Return a counter such as "attacker-8" in its square slot, whose top left corner is the origin.

    Its outline of a diameter in mm is a scissors' line, or `punched` the aim of a punch; its ground runs on by a bleed.
    One on a label is not `lined`, since nobody cuts it out.
    """
    middle, rim = diameter / 2, diameter * (_PUNCHED_RIM if punched else _RIM)
    art = _ground(name, diameter, look, bleed), draw_piece(_piece(name), rim, look, middle, middle)
    drawn = Group(art, layer=Layer.ART)
    return Group((drawn, _cut_line(name, diameter)) if lined else (drawn,))


def _cut_line(name: str, diameter: float) -> Group:
    """Return the line to cut a counter out along, in a role of its kind of piece: their grounds are light and dark."""
    line = Circle(diameter / 2, diameter / 2, diameter / 2, f"cut.{_piece(name).name.lower()}")
    return Group((line,), layer=Layer.CUT)


def _ground(name: str, diameter: float, look: Look, bleed: float) -> Shown:
    disc = Circle(0.0, 0.0, diameter / 2, piece_ground(name))
    ground = look.store.get((draw_round_bleed, disc, bleed), lambda: Form(draw_round_bleed(disc, bleed)))
    return Shown(ground, translate(diameter / 2, diameter / 2))


def draw_folded(name: str, diameter: float, look: Look, bleed: float = 0.0) -> Group:
    """Return a counter and its back head to head, to be folded on the line between them and cut out as one.

    Their grounds, which run on beyond the outlines by the bleed in mm, meet across the fold.
    """
    turn = multiply(translate(diameter, 2 * diameter), rotate(180))
    middle, ground = diameter / 2, _ground(name, diameter, look, bleed)
    piece = draw_piece(_piece(name), diameter * _RIM, look, middle, middle)
    outline = _cut_line(name, diameter)
    front = Group((Group((ground, Group((ground,), turn), piece), layer=Layer.ART), outline))
    back = Group((Group((piece,), layer=Layer.ART), outline), turn)
    fold = Group((line((0, diameter), (diameter, diameter), "fold"),), layer=Layer.FOLD)
    return Group((front, back, fold))


# The king who stands: two faces head to head, folded together over his head, with feet to be folded out.
#
# On the front he sits on his throne with a sword across his knees; on the back are his plaits and the throne's back,
# with the device that the king of the game bears. That is his head too, or is on his head. His hem goes with the border
# of the board. Straight cuts beside his head and over his shoulders give him an outline.


_TRUE_LINES = 20.0  # mm: the diameter of the counters beside which the paints' widths of lines hold
_HEAD = 0.31  # of a counter's diameter: half the width of his head as it is cut out
_NECK = 0.46  # of the same: from the fold to the point where the cut leaves the head
_SHOULDER = 0.54  # of the same: from the fold to the point where it meets the sides
_FRONT = {"throne": "throne", "seated": "figure"}
"""The devices of the front, with the roles that they are painted in."""
_BACK = {"throne": "throne", "backrest": "throne", "plaits": "figure"}
"""The same of the back."""
_OF_HEAD = (0.325, 0.298)
"""Parts of a counter's diameter: the middle below the fold and the radius of a device that is his head."""
_ON_HEAD = (0.022, 0.393)
"""The highest and the lowest point below the fold of one on his head, in the same parts."""
_ON_THRONE = (0.995, 0.265)
"""The middle and the radius of the device in the throne's back."""


def draw_standee(diameter: float, look: Look, bleed: float = 0.0) -> Group:
    """Return a standing king with his cuts and folds, from the top left corner of his strip.

    He is 0.9 as wide as the counters, whose diameter is in mm; the grounds run on beyond the strip by the bleed.
    """
    width, face, foot = (part * diameter for part in (STANDEE_WIDTH, STANDEE_FACE, STANDEE_FOOT))
    height = 2 * (face + foot)
    middle = height / 2
    strip = Rect(0, 0, width, height, "cut")
    head = _HEAD * diameter
    crease = line((width / 2 - head, middle), (width / 2 + head, middle), "fold")
    folds = (*(line((0, y), (width, y), "fold") for y in (foot, middle + face)), crease)
    cut = Path.of(polygon([(width / 2 + x, middle + y) for x, y in strip_outline(diameter)]), "cut")
    # the upper face is upside down: it is the back of the lower one once they are folded together
    place = translate(width / 2, middle)
    front = Group((draw_standing_face(diameter, look, behind=False),), place)
    back = Group((draw_standing_face(diameter, look, behind=True),), multiply(place, rotate(180)))
    faces = Rect(0, foot, width, 2 * face, "standee.ground")
    upper, lower = (Rect(0, y, width, foot, "tab") for y in (0.0, foot + 2 * face))
    beyond = (
        grown(faces, FAR, ("left", "right")),
        grown(upper, FAR, ("left", "upper", "right")),
        grown(lower, FAR, ("left", "lower", "right")),
    )
    art = Group((*run_on(beyond, strip, bleed), faces, upper, lower, front, back), layer=Layer.ART)
    return Group((art, Group(folds, layer=Layer.FOLD), Group((cut,), layer=Layer.CUT)))


def draw_standing_face(diameter: float, look: Look, *, behind: bool) -> Group:
    """Return one face of a standing king upright below the fold over his crown, about its middle; his back is `behind`.

    It is 0.9 as wide and 1.5 as high as the counters, whose diameter is in mm.
    """
    factor = max(_LEAST_WIDTH, math.sqrt(diameter / _TRUE_LINES))
    radius = round(diameter / 2 / factor, 6)
    name, own = look.face.king, look.art.king
    carved, places = dict(_BACK if behind else _FRONT), [_ON_THRONE] if behind else []
    if own is None and name in HEADS:
        carved |= {"crown": "figure"} if behind else {}
        places += [] if behind else [_OF_HEAD]
    else:
        carved |= {} if behind else {"face": "figure"}
        places.append(_on_head(name, own))
    carved |= {} if behind else {f"hem-{look.face.frame}": "figure"}
    shapes: list[Shape] = [
        Shown(look.store.of(_carved, each, role, radius), scale(factor)) for each, role in carved.items()
    ]
    for middle, reach in places:
        if own is not None:
            at = middle * diameter, reach * diameter
            shapes += own.centred(0, *at, "standee.figure", apart=look.ornament.edged)
        else:
            # drawn at its own size, so that lines are as wide as his
            large = round(20 * reach / load_device(name).reach * radius, 6)
            device = look.store.of(_carved, name, "figure", large)
            shapes.append(Shown(device, multiply(translate(0, middle * diameter), scale(factor))))
    return Group(tuple(shapes))


def _on_head(name: str, own: Art | None) -> tuple[float, float]:
    """Return the middle and the radius, in parts of a counter's diameter, of a device that stands on his head."""
    high, low = _ON_HEAD
    if own is not None:
        return (high + low) / 2, (low - high) / 2
    device = load_device(name)
    down = [y / 100 for stroke in device.fills.values() for y in stroke.numbers[1::2]]
    part = (low - high) / (max(down) - min(down))
    return low - max(down) * part, device.reach * part


def standing_outline(diameter: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a face as it is cut out below the middle of a fold at (0, 0), from left to right.

    The diameter of the counters is in mm.
    """
    half, low = STANDEE_WIDTH / 2, STANDEE_FACE
    left = ((-_HEAD, 0.0), (-_HEAD, _NECK), (-half, _SHOULDER), (-half, low))
    right = tuple((-x, y) for x, y in reversed(left))
    return tuple((x * diameter, y * diameter) for x, y in (*left, *right))


def strip_outline(diameter: float) -> list[tuple[float, float]]:
    """Return the corners of the cut round faces and feet, about the strip's middle; the counters' diameter is in mm."""
    low = [
        (x, y if y < STANDEE_FACE * diameter else y + STANDEE_FOOT * diameter) for x, y in standing_outline(diameter)
    ]
    return [*low[1:-1], *((-x, -y) for x, y in low[1:-1])]


def _carved(name: str, role: str, radius: float) -> Form:
    """Return a device for counters of a radius in mm."""
    return Form((_device_path(load_device(name), radius, f"standee.{role}"),))
