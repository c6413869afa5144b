"""The pieces: one device each, the same on counters, cards and in figures.

They differ by outline and by the pattern of light and dark, not by colour alone: the attackers' device stands in a
dark disc with a plain edge, the defenders' on a light shield with a heavy rim, the king's in a ring of pearls. The
game's face says which devices they are: Brandub's are a raven, a knot and a crowned head. Small pieces, as in figures,
are drawn anew with larger devices and without the lines that would run together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from taflkit.drawing.art import Art
from taflkit.drawing.curves import circle_segments
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Form, Path, Segment, Shape, Shown, multiply, scale, translate
from taflkit.drawing.store import Store
from taflkit.parts.counters.devices import Device, load_device
from taflkit.tafl import Piece

__all__ = ["LEAST_WIDTH", "device_path", "draw_piece"]

_LARGE, _SMALL = 10.0, 2.2
"""The radii in mm at which the paints' widths of lines hold, for counters of 20 mm and for pieces of 4.4 mm in figures;
on other counters they grow and shrink as the root of the size does, and in figures as the size does."""
LEAST_WIDTH = 0.9
"""The least part of its width that a line of a small piece keeps, so that the finest can be printed."""
_FIRST_LARGE = 8.0
"""The least diameter in mm of a piece that is drawn in full."""
_PEARLS = 28
_ROOM = {Piece.ATTACKER: 9.1, Piece.DEFENDER: 7.8, Piece.KING: 9.1}
"""How far a device may reach inside the edge of a kind of piece, where the piece has a radius of 10."""
_FILLED, _FITTED = 0.9, 0.97
"""How much of the room a device fills at least as it is drawn, and how much one of another kind of piece is made to."""


def draw_piece(piece: Piece, diameter: float, look: Look, x: float = 0.0, y: float = 0.0, scaled: float = 1.0) -> Shown:
    """Return a piece of a diameter in mm with its centre at (x, y).

    Args:
        piece: which.
        diameter: mm.
        look: the game's devices, and the theme's ornament; one that is edged has the lines of devices too, for paints
            that leave fills white.
        x: of its centre.
        y: of its centre.
        scaled: how much larger or smaller it is printed than it is drawn.
    """
    device: str = getattr(look.face, piece.name.lower())
    own, lined = look.art.device(piece.name.lower()), look.ornament.edged
    if diameter < _FIRST_LARGE:
        radius = _small_radius(diameter * min(1.0, scaled))
        key = _small, piece, device, radius, lined, own
        form = look.store.get(key, lambda: _small(piece, device, radius, lined, own, look.store))
    else:
        radius = _large_radius(diameter)
        form = look.store.of(_large, piece, device, radius, lined, own)
    return Shown(form, multiply(translate(x, y), scale(diameter / 2 / radius)))


def _small_radius(diameter: float) -> float:
    """Return the radius in mm that a piece in a figure is drawn with: of few, to share forms, and lines keep width."""
    return min(_SMALL, math.floor(diameter / 2 * 5) / 5) or diameter / 2


def _large_radius(diameter: float) -> float:
    """Return the radius in mm that a counter is drawn with."""
    return round(diameter / 2 / max(LEAST_WIDTH, math.sqrt(diameter / 2 / _LARGE)), 6)


def _large(piece: Piece, name: str, r: float, lined: bool, own: Art | None = None) -> Form:
    """Return a piece with the device of a name, or a theme's own, as it is cut out, of a radius in mm."""
    strokes = load_device(name)
    role = f"piece.{piece.name.lower()}"
    edge: Shape
    match piece:
        case Piece.ATTACKER:
            edge = Circle(0, 0, r * 0.915, f"{role}.ring")
        case Piece.DEFENDER:
            edge = Path.of(circle_segments((0, 0), r * 0.94) + circle_segments((0, 0), r * 0.8), f"{role}.rim")
        case Piece.KING:
            edge = Path.of(_pearls(r * 0.898, r * 0.042), f"{role}.pearls")
    kind = {Piece.ATTACKER: 0.98, Piece.DEFENDER: 0.97, Piece.KING: 0.93}[piece]
    if own is not None:
        drawn = own.centred(0, 0, kind * r * _own_room(piece), f"{role}.device", f"{role}.line" if lined else "")
        return Form((Circle(0, 0, r - 0.25, f"{role}.body"), edge, *drawn))
    factor = kind * _fitting(piece, strokes)
    device = device_path(strokes.fills, factor * r, f"{role}.device")
    # a theme paints the device or its lines
    lines = (device_path(strokes.lines, factor * r, f"{role}.line"),) if lined else ()
    return Form((Circle(0, 0, r - 0.25, f"{role}.body"), edge, device, *lines))


def _small(piece: Piece, name: str, r: float, lined: bool, own: Art | None, cuts: Store) -> Form:
    """Return a piece with the device of a name, or a theme's own, as it stands in figures, of a radius in mm.

    The store keeps a device without lines, which is the same in pieces of all radii.
    """
    role = f"piece.{piece.name.lower()}"
    body = Circle(0, 0, r * 0.945, f"{role}.body.small")
    edge: tuple[Shape, ...] = ()
    if piece is Piece.DEFENDER:
        edge = (Circle(0, 0, r * 0.8, f"{role}.rim.small"),)
    kind = {Piece.ATTACKER: 0.96, Piece.DEFENDER: 0.9, Piece.KING: 1.0}[piece]
    if own is not None:
        line = f"{role}.line.small" if lined else ""
        return Form((body, *edge, *own.centred(0, 0, kind * r * _own_room(piece), f"{role}.device.small", line)))
    if lined:
        return Form((body, *edge, *_small_device(piece, name, kind * r, lined).shapes))
    device = cuts.of(_small_device, piece, name, kind * _SMALL, lined)
    return Form((body, *edge, Shown(device, scale(r / _SMALL))))


def _small_device(piece: Piece, name: str, room: float, lined: bool) -> Form:
    """Return the device of a name as it stands in figures, on a piece with a room of a radius in mm for it."""
    role, strokes = f"piece.{piece.name.lower()}", load_device(name)
    radius = room * _fitting(piece, strokes)
    device = device_path(strokes.fills, radius, f"{role}.device.small")
    return Form((device, *((device_path(strokes.lines, radius, f"{role}.line.small"),) if lined else ())))


def _own_room(piece: Piece) -> float:
    """Return how far a device of a theme's own reaches, in parts of the radius of a kind of piece."""
    return _FITTED * _ROOM[piece] / 10


def _fitting(piece: Piece, device: Device) -> float:
    """Return how much larger a device is drawn on a kind of piece, or smaller: 1 on the kind that it was drawn for."""
    room = _ROOM[piece]
    reach = device.reach
    return 1.0 if _FILLED * room <= reach <= room else _FITTED * room / reach


def device_path(strokes: Mapping[str, Path], radius: float, role: str) -> Path:
    """Return a device in a disc of a radius in mm, all its strokes in one path."""
    factor = radius / 10
    # in whole hundredths of a mm, which are as fine as any printer prints: a tenth of the time of rounding to decimals
    numbers = [round(number * factor) / 100 for stroke in strokes.values() for number in stroke.numbers]
    return Path.packed("".join([stroke.letters for stroke in strokes.values()]), numbers, role)


def _pearls(ring: float, radius: float) -> tuple[Segment, ...]:
    """Return small circles on a ring."""
    turns = (2 * math.pi * number / _PEARLS for number in range(_PEARLS))
    return tuple(
        segment
        for turn in turns
        for segment in circle_segments((ring * math.sin(turn), -ring * math.cos(turn)), radius)
    )
