"""The king who stands: two faces head to head, folded together over his crown, with feet to be folded out.

On the front he sits on his throne with a sword across his knees; on the back are his plaits and the throne's back, with
the device that the king of the game bears. Straight cuts beside his head and over his shoulders give him an outline.
"""

from __future__ import annotations

import math

from taflkit.drawing.curves import line, polygon
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Form, Group, Layer, Path, Rect, Shape, Shown, multiply, rotate, scale, translate
from taflkit.parts.bleed import FAR, grown, run_on
from taflkit.parts.counters.counters import LEAST_WIDTH, device_path, load_device
from taflkit.sheets.request import STANDEE_FACE, STANDEE_FOOT, STANDEE_WIDTH

__all__ = ["draw_standee", "draw_standing_face", "standing_outline", "strip_outline"]

_LARGE = 20.0  # mm: the diameter of the counters beside which the paints' widths of lines hold
_HEAD = 0.31  # of a counter's diameter: half the width of his head as it is cut out
_NECK = 0.46  # of the same: from the fold to the point where the cut leaves the head
_SHOULDER = 0.54  # of the same: from the fold to the point where it meets the sides
_FRONT = {"throne": "throne", "crown": "figure", "seated": "figure"}
"""The devices of the front, with the roles that they are painted in."""
_BACK = {"throne": "throne", "backrest": "throne", "crown": "figure", "plaits": "figure"}
"""The same of the back, where the device of the game's king is besides."""
_ROUNDEL = 0.265  # of a counter's diameter: the radius of the device in the throne's back
_ROUNDEL_AT = 0.995  # of the same: its middle below the fold


def draw_standee(diameter: float, look: Look, bleed: float = 0.0) -> Group:
    """Return a standing king with the lines that he is cut and folded along, from the top left corner of his strip.

    He is 0.9 as wide as the diameter of the counters, in mm; the grounds run on beyond the strip by the bleed.
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
    """Return one face of a standing king, below the middle of the fold over his crown, upright; his back is `behind`.

    It is 0.9 as wide and 1.5 as high as the diameter of the counters, in mm.
    """
    factor = max(LEAST_WIDTH, math.sqrt(diameter / _LARGE))
    radius, lined = round(diameter / 2 / factor, 6), look.ornament.edged
    carved = _BACK if behind else _FRONT
    shapes: list[Shape] = [
        Shown(look.store.of(_carved, name, role, radius, lined), scale(factor)) for name, role in carved.items()
    ]
    if behind and look.art.king is not None:
        line_role = "standee.figure.line" if lined else ""
        at, reach = _ROUNDEL_AT * diameter, _ROUNDEL * diameter
        shapes += look.art.king.centred(0, at, reach, "standee.figure", line_role)
    elif behind:
        device = look.store.of(_carved, look.face.king, "figure", radius, lined)
        part = 20 * _ROUNDEL / load_device(look.face.king).reach
        shapes.append(Shown(device, multiply(translate(0, _ROUNDEL_AT * diameter), scale(factor * part))))
    return Group(tuple(shapes))


def standing_outline(diameter: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a face as it is cut out, from the left end of the fold over the crown to the right one.

    The middle of the fold is at (0, 0), and the face is below it; the diameter of the counters is in mm.
    """
    half, low = STANDEE_WIDTH / 2, STANDEE_FACE
    left = ((-_HEAD, 0.0), (-_HEAD, _NECK), (-half, _SHOULDER), (-half, low))
    right = tuple((-x, y) for x, y in reversed(left))
    return tuple((x * diameter, y * diameter) for x, y in (*left, *right))


def strip_outline(diameter: float) -> list[tuple[float, float]]:
    """Return the corners of both faces and the feet as they are cut out, about the middle of the strip.

    The diameter of the counters is in mm.
    """
    low = [
        (x, y if y < STANDEE_FACE * diameter else y + STANDEE_FOOT * diameter) for x, y in standing_outline(diameter)
    ]
    return [*low[1:-1], *((-x, -y) for x, y in low[1:-1])]


def _carved(name: str, role: str, radius: float, lined: bool) -> Form:
    """Return a device for counters of a radius in mm, filled, or in lines too for paints that leave fills white."""
    strokes = load_device(name)
    lines = (device_path(strokes.lines, radius, f"standee.{role}.line"),) if lined else ()
    return Form((device_path(strokes.fills, radius, f"standee.{role}"), *lines))
