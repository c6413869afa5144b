"""Whether the pieces of a theme can be told from each other: by everyone, on the smallest counters and in figures.

Two pieces are drawn as pictures of one size, each pixel as light as the eyes that look see it. Their *outlines differ*
if the rings within a quarter of the radius of their edges, and their *patterns differ* if the discs inside those, do
not look alike: the pictures' correlation is at most ALIKE. It is 1 for equal pictures, however pale one of them is, and
0 for unrelated ones; two pieces of one drawing in other colours would have 1.

Of a user's theme the devices alone are looked at, since the outlines are the house's: each two are drawn on pieces of
one kind, so that a difference of size or ground hides nothing. There a pixel counts by how different it looks from the
ground, hue included. A device that looks like the bare piece, but for a few pixels, is not seen at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.art import Art
from taflkit.drawing.look import Face, Look, Paints
from taflkit.drawing.shapes import Drawing
from taflkit.parts.counters import draw_piece
from taflkit.resources import INKS, MODES
from taflkit.sums import total
from taflkit.tafl import Piece

RGB = tuple[float, float, float]
Lab = tuple[float, float, float]

_MACHADO = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0; on linear RGB."""
_GREY = (0.2126, 0.7152, 0.0722)
EYES = ("all cones", *_MACHADO, "grey")
"""Who looks; "grey" is a black and white copy."""


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: RGB, eyes: str) -> RGB:
    """Return the colour that looks to all cones as this one does to such eyes."""
    if eyes == "all cones":
        return colour
    linear = tuple(map(_linear, colour))
    rows = (_GREY,) * 3 if eyes == "grey" else _MACHADO[eyes]
    lights = (min(1.0, max(0.0, total(a * b for a, b in zip(row, linear, strict=True)))) for row in rows)
    red, green, blue = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in lights)
    return red, green, blue


def lightness(colour: RGB) -> float:
    """Return L* of a colour, from 0 to 100."""
    return _lab(colour)[0]


def difference(one: RGB, other: RGB) -> float:
    """Return the CIEDE2000 difference of two colours."""
    return ciede2000(_lab(one), _lab(other))


def _lab(colour: RGB) -> Lab:
    """Return CIE L*a*b* for D65."""
    red, green, blue = map(_linear, colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the difference of two colours, after Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot(a1 * (1 + g), b1), hypot(a2 * (1 + g), b2)
    h1, h2 = (degrees(atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2
    if c1 * c2:
        hue = hue / 2 if abs(h1 - h2) <= 180 else (hue + 360) / 2 if hue < 360 else (hue - 360) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + twist * dc / sc * dh / sh)


Pixels = Callable[[Drawing, Paints, float], bytes]
"""Gives the pixels of a drawing at a number to the inch, row by row, three bytes each: red, green, blue."""
Lights = tuple[float, ...]
"""The light of each pixel of a picture."""

SMALLEST = 12.0
"""The diameter in mm of the smallest counters."""
IN_FIGURES = 4.4
"""The diameter in mm of pieces in figures."""
ALIKE = 0.6
"""The greatest correlation of pictures that can be told apart."""
_FAINT = 10.0  # the difference of colours (CIEDE2000) from a piece's ground below which a device is not seen
_SPECKS = 0.005  # the part of the pixels inside a piece's rim that a device may change without being seen
_RIM = 0.74  # parts of a piece's radius: there its rings begin, and the pattern is inside
_SIDE = 64  # pixels across a piece
_NO_DEVICE = Art((), 1.0, 1.0, 1.0, True)
_SIZES = {SMALLEST: f"on counters of {SMALLEST:g} mm", IN_FIGURES: f"in figures, at {IN_FIGURES:g} mm,"}
_LOOKED = {
    "all cones": "anybody",
    "protan": "protan eyes (without red)",
    "deutan": "deutan eyes (without green)",
    "tritan": "tritan eyes (without blue)",
    "grey": "anybody on a black and white copy",
}


def indistinct(catalog: Catalog, theme: str, faces: Iterable[Face], pixels: Pixels) -> Iterator[str]:
    """Yield a line for every device that is not seen and every two that cannot be told apart.

    A line says by whose eyes, with the size and the look. The theme is a shipped one's name or the path of a user's
    own, and the faces are those of the games that are played with the pieces.

    Raises:
        TaflkitError: the theme has problems.
    """
    for face in dict.fromkeys(Face(face.attacker, face.defender, face.king) for face in faces):
        # for each fault whose eyes have it, with the looks by the sizes
        faults: dict[str, dict[str, dict[float, list[str]]]] = {}
        for size, mode, ink in product(_SIZES, MODES, INKS):
            chosen = catalog.theme(theme, mode, ink)
            look = f"in {mode}" if ink == INKS[0] else f"in {mode} with {ink} ink"
            for fault, eyes in _faults(chosen.look(catalog.store, face), chosen.paints, size, pixels).items():
                by = _LOOKED["all cones"] if "all cones" in eyes else _listed([_LOOKED[each] for each in eyes])
                faults.setdefault(fault, {}).setdefault(by, {}).setdefault(size, []).append(look)
        for fault, by_eyes in faults.items():
            reported = [
                f"by {by}, {'; '.join(f'{_SIZES[size]} {_listed(looks)}' for size, looks in sizes.items())}"
                for by, sizes in by_eyes.items()
            ]
            yield f"{fault} {'; '.join(reported)}"


def _faults(look: Look, paints: Paints, diameter: float, pixels: Pixels) -> dict[str, list[str]]:
    """Return each device that is not seen and each two that look alike, with the eyes of those to whom it is so."""
    # each device, or none, on each kind of piece
    pictures: dict[tuple[Piece | None, Piece], list[tuple[int, int, int]]] = {}
    for device, kind in product((*Piece, None), Piece):
        bearer, name = kind.name.lower(), (device or kind).name.lower()
        face = replace(look.face, **{bearer: getattr(look.face, name)})
        art = look.art.bearing(bearer, look.art.device(name) if device else _NO_DEVICE)
        piece = draw_piece(kind, diameter, replace(look, face=face, art=art), diameter / 2, diameter / 2)
        data = pixels(Drawing(diameter, diameter, (piece,)), paints, _SIDE / diameter * 25.4)
        pictures[device, kind] = list(zip(data[::3], data[1::3], data[2::3], strict=True))
    disc = within(_SIDE, 0.0, _RIM)
    colours = {colour for picture in pictures.values() for colour in {*picture}}
    unseen: dict[Piece, list[str]] = {piece: [] for piece in Piece}
    alike: dict[tuple[Piece, Piece], list[str]] = {pair: [] for pair in combinations(Piece, 2)}
    for eyes in EYES:
        looks = {(red, green, blue): seen((red / 255, green / 255, blue / 255), eyes) for red, green, blue in colours}
        # how different each pixel inside the rim looks from the ground of the piece
        patterns: dict[tuple[Piece, Piece], Lights] = {}
        for kind in Piece:
            both = Counter(zip(pictures[kind, kind], pictures[None, kind], strict=True))
            there = sum(count for (one, other), count in both.items() if difference(looks[one], looks[other]) >= _FAINT)
            if there <= _SPECKS * len(disc):
                unseen[kind].append(eyes)
            fill = paints.paint(f"piece.{kind.name.lower()}.body").fill or (1.0,)
            red, green, blue = fill * 3 if len(fill) == 1 else fill
            ground = seen((red, green, blue), eyes)
            inside = {device: [pictures[device, kind][place] for place in disc] for device in Piece}
            differences = {
                colour: difference(looks[colour], ground) for colour in {*chain.from_iterable(inside.values())}
            }
            for device in Piece:
                patterns[device, kind] = tuple(differences[colour] for colour in inside[device])
        for (one, other), confused in alike.items():
            # those that are not seen are not compared
            if eyes not in unseen[one] + unseen[other] and any(
                correlation(patterns[one, kind], patterns[other, kind]) > ALIKE for kind in (one, other)
            ):
                confused.append(eyes)
    found = {f"the device of {piece.name.lower()} cannot be seen": eyes for piece, eyes in unseen.items()}
    found |= {
        f"the devices of {one.name.lower()} and {other.name.lower()} cannot be told apart": eyes
        for (one, other), eyes in alike.items()
    }
    return {fault: eyes for fault, eyes in found.items() if eyes}


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def within(size: int, least: float, most: float) -> list[int]:
    """Return the pixels of a square picture between two circles, in parts of its half."""
    half = size / 2
    return [
        y * size + x
        for y in range(size)
        for x in range(size)
        if least <= hypot(x + 0.5 - half, y + 0.5 - half) / half < most
    ]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how alike two pictures are, from -1 to 1; 0 if one of them shows nothing."""
    means = total(one) / len(one), total(other) / len(other)
    a, b = ([value - mean for value in values] for values, mean in zip((one, other), means, strict=True))
    power = sqrt(total(value * value for value in a) * total(value * value for value in b))
    return total(x * y for x, y in zip(a, b, strict=True)) / power if power else 0.0
