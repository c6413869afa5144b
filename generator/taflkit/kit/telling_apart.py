"""Whether the pieces of a theme can be told from each other: by everyone, on the smallest counters and in figures.

Two pieces are drawn as pictures of one size, each pixel as light as the eyes that look see it. Their *outlines differ*
if the rings within a fifth of the radius of their edges, and their *patterns differ* if the discs inside those, do not
look alike: the pictures' correlation is at most ALIKE. It is 1 for equal pictures, however pale one of them is, and 0
for unrelated ones; two pieces of one drawing in other colours would have 1.

The outlines are the house's own, so that those of a user's theme are not asked for: its devices make the patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import hypot, sqrt
from statistics import pstdev

from taflkit.catalog import Catalog
from taflkit.drawing.eyes import EYES, lightness, seen
from taflkit.drawing.face import Face
from taflkit.drawing.look import Look
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Drawing
from taflkit.parts.pieces import draw_piece
from taflkit.resources import INKS, MODES
from taflkit.tafl import Piece

__all__ = ["ALIKE", "IN_FIGURES", "SMALLEST", "Pixels", "correlation", "indistinct", "lights", "likeness", "within"]

Pixels = Callable[[Drawing, Paints, float], bytes]
"""Gives the pixels of a drawing with so many to the inch, row by row, three bytes each: red, green, blue."""
Lights = tuple[float, ...]
"""How light each pixel of a picture looks."""

SMALLEST, IN_FIGURES = 12.0, 4.4
"""The diameters in mm of the smallest counters and of pieces in figures."""
ALIKE = 0.6
"""The greatest correlation of pictures that can be told apart."""
_FAINT = 4.0
"""The deviation of a pattern's lightness, L* being 0 to 100, below which it is not seen."""
_SIDE = 64
"""The pixels across a piece."""
_RIM, _EDGE = 0.8, 0.99
"""Where the outline of a piece begins and ends, in parts of its radius; the pattern is inside."""
_SIZES = {SMALLEST: "on the smallest counters", IN_FIGURES: "in figures"}
_LOOKED = {
    "all cones": "anybody",
    "protan": "eyes that lack red (protan)",
    "deutan": "eyes that lack green (deutan)",
    "tritan": "eyes that lack blue (tritan)",
    "grey": "anybody on a black and white copy",
}


def indistinct(catalog: Catalog, theme: str, faces: Iterable[Face], pixels: Pixels) -> Iterator[str]:
    """Yield a line for every two kinds of pieces that cannot be told apart, with the size, the look and whose eyes.

    Args:
        catalog: the templates.
        theme: the name of a shipped one, or the path of a user's own.
        faces: of the games that are played with the pieces.
        pixels: draws them.

    Raises:
        TaflkitError: the theme has problems.
    """
    for face in dict.fromkeys(face._replace(frame="", page="", throne="", corner="", initial="") for face in faces):
        for mode, ink, size in product(MODES, INKS, _SIZES):
            chosen = catalog.theme(theme, mode, ink)
            drawn = {
                piece: _drawn(piece, size, chosen.look(catalog.store, face), chosen.paints, pixels) for piece in Piece
            }
            for one, other in combinations(Piece, 2):
                eyes = [each for each in EYES if _alike(drawn[one], drawn[other], each)]
                if eyes:
                    names = f"{one.name.lower()} and {other.name.lower()}"
                    by = _LOOKED["all cones"] if "all cones" in eyes else " and ".join(_LOOKED[each] for each in eyes)
                    look = f"in {mode}" if ink == INKS[0] else f"in {mode} with {ink} ink"
                    yield f"{names} cannot be told apart at {size:g} mm, {_SIZES[size]}, {look}, by {by}"


def _drawn(piece: Piece, diameter: float, look: Look, paints: Paints, pixels: Pixels) -> bytes:
    half = diameter / 2
    drawing = Drawing(diameter, diameter, (draw_piece(piece, diameter, look, half, half),))
    return pixels(drawing, paints, _SIDE / diameter * 25.4)


def _alike(one: bytes, other: bytes, eyes: str) -> bool:
    """Whether two pieces have one pattern, or neither has any that such eyes can see."""
    pictures = lights(one, eyes), lights(other, eyes)
    disc = within(round(sqrt(len(pictures[0]))), 0.0, _RIM)
    first, second = ([picture[i] for i in disc] for picture in pictures)
    return correlation(first, second) > ALIKE or max(pstdev(first), pstdev(second)) < _FAINT


def lights(picture: bytes, eyes: str) -> Lights:
    """Return how light every pixel looks to eyes, one of EYES."""
    known: dict[tuple[int, int, int], float] = {}
    found = []
    for colour in zip(picture[::3], picture[1::3], picture[2::3], strict=True):
        if colour not in known:
            red, green, blue = (part / 255 for part in colour)
            known[colour] = lightness(seen((red, green, blue), eyes))
        found.append(known[colour])
    return tuple(found)


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
    means = sum(one) / len(one), sum(other) / len(other)
    a, b = ([value - mean for value in values] for values, mean in zip((one, other), means, strict=True))
    power = sqrt(sum(value * value for value in a) * sum(value * value for value in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / power if power else 0.0


def likeness(one: bytes, other: bytes, eyes: str) -> tuple[float, float]:
    """Return how alike the outlines and the patterns of two pieces are, in square pictures of one size."""
    first, second = lights(one, eyes), lights(other, eyes)
    size = round(sqrt(len(first)))
    ring, disc = within(size, _RIM, _EDGE), within(size, 0.0, _RIM)
    outline, pattern = (correlation([first[i] for i in part], [second[i] for i in part]) for part in (ring, disc))
    return outline, pattern
