"""A user's own art: shapes that were read from SVG, and which of them a theme has for what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from taflkit.drawing.shapes import Path, Segment, Transform, multiply, scale, translate

__all__ = ["LITERAL", "NO_ARTWORK", "Art", "Artwork", "Tile", "moved"]

LITERAL = "art."
"""How the roles of colours begin that an SVG names itself: "art.#c8a24b", or "art.yew" for a theme's own."""


@dataclass(frozen=True, eq=False, slots=True)
class Art:
    """One drawing of a user's own. It equals itself alone, so that forms can be kept by it.

    Attributes:
        paths: in the units of its view, with the view's top left corner at the origin; the role of a path is that of a
            colour, which begins with LITERAL, or "" for the paint of what the drawing stands for.
        width, height: of the view.
        reach: how far the shapes reach from the view's middle.
        inside: whether no shape reaches beyond the view.
    """

    paths: tuple[Path, ...]
    width: float
    height: float
    reach: float
    inside: bool

    def drawn(self, transform: Transform, role: str, line: str = "") -> tuple[Path, ...]:
        """Return the shapes at a place.

        Args:
            transform: from the view's units to mm.
            role: of the shapes that have no colour of their own.
            line: a second role of these, for paints that draw outlines alone; "" for none.
        """
        shapes: list[Path] = []
        for path in self.paths:
            there = path._replace(segments=_printed(moved(path.segments, transform)), role=path.role or role)
            shapes.append(there)
            if line and not path.role:
                shapes.append(there._replace(role=line))
        return tuple(shapes)

    def centred(self, x: float, y: float, radius: float, role: str, line: str = "") -> tuple[Path, ...]:
        """Return the shapes round a point, as large as a circle of a radius in mm holds; see `drawn`."""
        middle = translate(-self.width / 2, -self.height / 2)
        return self.drawn(multiply(translate(x, y), multiply(scale(radius / self.reach), middle)), role, line)

    def within(self, x: float, y: float, side: float, role: str, line: str = "") -> tuple[Path, ...]:
        """Return the whole view in the middle of a square of a side in mm, about a point; see `drawn`."""
        factor = side / max(self.width, self.height)
        middle = translate(-self.width / 2, -self.height / 2)
        return self.drawn(multiply(translate(x, y), multiply(scale(factor), middle)), role, line)


class Tile(NamedTuple):
    """A border of a user's own.

    Attributes:
        side: what is repeated along the upper side, its upper edge outside; its view is as high as the border is deep.
        corner: the upper left corner, in a square view.
    """

    side: Art
    corner: Art


class Artwork(NamedTuple):
    """What a theme brings of a user's own art; None is the house's.

    Attributes:
        attacker, defender, king: the devices of the pieces.
        throne, corner: what is drawn on these squares.
        frame, card, page: the borders of the board, of cards, and round the booklet's cover.
        board, cover: the grounds of the plain squares, and of the booklet's cover inside its border.
    """

    attacker: Art | None = None
    defender: Art | None = None
    king: Art | None = None
    throne: Art | None = None
    corner: Art | None = None
    frame: Tile | None = None
    card: Tile | None = None
    page: Tile | None = None
    board: Art | None = None
    cover: Art | None = None

    def device(self, piece: str) -> Art | None:
        """Return the device of a kind of piece, such as "king"."""
        return {"attacker": self.attacker, "defender": self.defender, "king": self.king}[piece]

    def bearing(self, piece: str, device: Art | None) -> Artwork:
        """Return the artwork whose kind of piece bears a device."""
        match piece:
            case "attacker":
                return self._replace(attacker=device)
            case "defender":
                return self._replace(defender=device)
            case _:
                return self._replace(king=device)

    def mark(self, kind: str) -> Art | None:
        """Return what is drawn on a kind of square: "throne", "corner", or one that has nothing."""
        return {"throne": self.throne, "corner": self.corner}.get(kind)


NO_ARTWORK = Artwork()
"""That of a theme without art of its own."""


def moved(segments: tuple[Segment, ...], transform: Transform) -> tuple[Segment, ...]:
    """Return a path's steps under a transform."""
    a, b, c, d, e, f = transform
    steps: list[Segment] = []
    for letter, numbers in segments:
        points = zip(numbers[::2], numbers[1::2], strict=True)
        steps.append((letter, tuple(value for x, y in points for value in (a * x + c * y + e, b * x + d * y + f))))
    return tuple(steps)


def _printed(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return a path's steps in mm as finely as any printer prints."""
    return tuple((letter, tuple(round(value, 3) for value in numbers)) for letter, numbers in segments)
