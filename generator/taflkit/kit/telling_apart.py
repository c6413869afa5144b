"""Whether the pieces of a theme can be told from each other: by everyone, on the smallest counters and in figures.

Two pieces are drawn as pictures of one size, each pixel as light as the eyes that look see it. Their *outlines differ*
if the rings within a fifth of the radius of their edges, and their *patterns differ* if the discs inside those, do not
look alike: the pictures' correlation is at most ALIKE. It is 1 for equal pictures, however pale one of them is, and 0
for unrelated ones; two pieces of one drawing in other colours would have 1.

Of a user's theme the devices alone are looked at, since the outlines are the house's: each two are drawn on pieces of
one kind, so that a difference of size or ground hides nothing. There a pixel counts by how different it looks from the
ground, hue included. A device that looks like the bare piece, but for a few pixels, is not seen at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import hypot, sqrt

from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.art import Art
from taflkit.drawing.eyes import EYES, difference, seen
from taflkit.drawing.look import Face, Look
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Drawing
from taflkit.parts.counters.counters import draw_piece
from taflkit.resources import INKS, MODES
from taflkit.sums import total
from taflkit.tafl import Piece

__all__ = ["ALIKE", "IN_FIGURES", "SMALLEST", "Pixels", "correlation", "indistinct", "within"]

Pixels = Callable[[Drawing, Paints, float], bytes]
"""Gives the pixels of a drawing with so many to the inch, row by row, three bytes each: red, green, blue."""
Lights = tuple[float, ...]
"""How light each pixel of a picture looks."""

SMALLEST, IN_FIGURES = 12.0, 4.4
"""The diameters in mm of the smallest counters and of pieces in figures."""
ALIKE = 0.6
"""The greatest correlation of pictures that can be told apart."""
_FAINT = 10.0
"""The difference of colours (CIEDE2000) from a piece's ground below which a device is not seen."""
_SPECKS = 0.005
"""How many pixels a device may change without being seen, in parts of those inside a piece's rim."""
_BARE = Art((), 1.0, 1.0, 1.0, True)
"""A device of nothing."""
_SIDE = 64
"""The pixels across a piece."""
_RIM = 0.8
"""Where the outline of a piece begins, in parts of its radius; the pattern is inside."""
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

    A line says by whose eyes, with the size and the look.

    Args:
        catalog: the templates.
        theme: the name of a shipped one, or the path of a user's own.
        faces: of the games that are played with the pieces.
        pixels: draws them.

    Raises:
        TaflkitError: the theme has problems.
    """
    for face in dict.fromkeys(Face(face.attacker, face.defender, face.king) for face in faces):
        # for each fault whose eyes have it, with the looks by the sizes
        faults: dict[str, dict[str, dict[float, list[str]]]] = {}
        for size, mode, ink in product(_SIZES, MODES, INKS):
            chosen = catalog.theme(theme, mode, ink)
            drawn = _Seen(chosen.look(catalog.store, face), chosen.paints, size, pixels)
            look = f"in {mode}" if ink == INKS[0] else f"in {mode} with {ink} ink"
            for fault, by in _faults(drawn):
                faults.setdefault(fault, {}).setdefault(by, {}).setdefault(size, []).append(look)
        for fault, eyes in faults.items():
            told = [
                f"by {by}, {'; '.join(f'{_SIZES[size]} {_listed(looks)}' for size, looks in sizes.items())}"
                for by, sizes in eyes.items()
            ]
            yield f"{fault} {'; '.join(told)}"


def _faults(drawn: _Seen) -> Iterator[tuple[str, str]]:
    """Yield each device that is not seen and each two that look alike, and to whom."""
    for piece in Piece:
        if unseeing := [each for each in EYES if drawn.unseen(piece, each)]:
            yield f"the device of {piece.name.lower()} cannot be seen", _by(unseeing)
    for one, other in combinations(Piece, 2):
        if confused := [each for each in EYES if drawn.alike(one, other, each)]:
            yield f"the devices of {one.name.lower()} and {other.name.lower()} cannot be told apart", _by(confused)


def _by(eyes: Sequence[str]) -> str:
    """Return whose eyes these are, such as "protan eyes (without red) and deutan eyes (without green)"."""
    return _LOOKED["all cones"] if "all cones" in eyes else _listed([_LOOKED[each] for each in eyes])


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


class _Seen:
    """The devices of a look, each drawn on each kind of piece when it is asked for.

    Args:
        look: with the devices.
        paints: of the theme.
        diameter: of the pieces, in mm.
        pixels: draws them.
    """

    def __init__(self, look: Look, paints: Paints, diameter: float, pixels: Pixels) -> None:
        self._look, self._paints, self._diameter, self._pixels = look, paints, diameter, pixels
        self._disc = within(_SIDE, 0.0, _RIM)
        self._drawn: dict[tuple[Piece | None, Piece], bytes] = {}
        self._unseen: dict[tuple[Piece, str], bool] = {}
        self._patterns: dict[tuple[Piece, Piece, str], Lights] = {}

    def alike(self, one: Piece, other: Piece, eyes: str) -> bool:
        """Whether two kinds of pieces have one device to such eyes; those that are not seen are not compared."""
        if self.unseen(one, eyes) or self.unseen(other, eyes):
            return False
        return any(
            correlation(self._pattern(one, kind, eyes), self._pattern(other, kind, eyes)) > ALIKE
            for kind in (one, other)
        )

    def unseen(self, piece: Piece, eyes: str) -> bool:
        """Whether a kind of piece looks to such eyes as if it bore nothing."""
        key = (piece, eyes)
        if key not in self._unseen:
            pictures = self._picture(piece, piece), self._picture(None, piece)
            both = Counter(zip(*(_colours(picture, range(_SIDE * _SIDE)) for picture in pictures), strict=True))
            seen_of = {colour: seen(_parts(colour), eyes) for pair in both for colour in pair}
            there = sum(
                count for (one, other), count in both.items() if difference(seen_of[one], seen_of[other]) >= _FAINT
            )
            self._unseen[key] = there <= _SPECKS * len(self._disc)
        return self._unseen[key]

    def _pattern(self, device: Piece, kind: Piece, eyes: str) -> Lights:
        """Return how different each pixel inside the rim of a piece looks from its ground."""
        key = (device, kind, eyes)
        if key not in self._patterns:
            colours = _colours(self._picture(device, kind), self._disc)
            looks = {colour: seen(_parts(colour), eyes) for colour in {*colours}}
            ground = _ground(self._paints, kind, eyes)
            found = {colour: difference(look, ground) for colour, look in looks.items()}
            self._patterns[key] = tuple(found[colour] for colour in colours)
        return self._patterns[key]

    def _picture(self, device: Piece | None, kind: Piece) -> bytes:
        """Return the pixels of a kind of piece that bears the device of a kind, or none."""
        if (device, kind) not in self._drawn:
            bearer = kind.name.lower()
            name = device.name.lower() if device else bearer
            face = replace(self._look.face, **{bearer: getattr(self._look.face, name)})
            art = self._look.art.bearing(bearer, self._look.art.device(name) if device else _BARE)
            half = self._diameter / 2
            piece = draw_piece(kind, self._diameter, replace(self._look, face=face, art=art), half, half)
            drawing = Drawing(self._diameter, self._diameter, (piece,))
            self._drawn[device, kind] = self._pixels(drawing, self._paints, _SIDE / self._diameter * 25.4)
        return self._drawn[device, kind]


def _colours(picture: bytes, places: Iterable[int]) -> list[tuple[int, int, int]]:
    """Return some of a picture's pixels, by their numbers."""
    return [(picture[3 * i], picture[3 * i + 1], picture[3 * i + 2]) for i in places]


def _ground(paints: Paints, kind: Piece, eyes: str) -> tuple[float, float, float]:
    """Return how the ground of a kind of piece looks to such eyes."""
    fill = paints.paint(f"piece.{kind.name.lower()}.body").fill or (1.0,)
    red, green, blue = fill * 3 if len(fill) == 1 else fill
    return seen((red, green, blue), eyes)


def _parts(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255


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
