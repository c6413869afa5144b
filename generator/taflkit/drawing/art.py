"""A user's own art: shapes that were read from SVG, and which of them a theme has for what."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.shapes import Path, Segment, Transform, multiply, scale, translate

LITERAL = "art."
"""The beginning of the roles of colours that an SVG names itself: "art.#c8a24b", or "art.yew" for a theme's own."""
_ON_EDGE = 0.001  # the distance within which a step lies on the view's edge, in parts of the view


class Art(Struct, frozen=True, eq=False):
    """One drawing of a user's own. It equals itself alone, so that forms can be stored by it.

    Attributes:
        paths: in the units of its view, with the view's top left corner at the origin; the role of a path is that of a
            colour, which begins with LITERAL, or "" for the paint of what the drawing stands for.
        reach: the distance of the farthest point of a shape from the view's middle.
        inside: whether no shape reaches beyond the view.
    """

    paths: tuple[Path, ...]
    width: float
    height: float
    reach: float
    inside: bool

    def drawn(self, transform: Transform, role: str, line: str = "") -> tuple[Path, ...]:
        """Return the shapes at a place; see `repeated`."""
        return self.repeated((transform,), role, line)

    def repeated(
        self, transforms: Sequence[Transform], role: str, line: str = "", ends: frozenset[str] = frozenset()
    ) -> tuple[Path, ...]:
        """Return the shapes at several places, each of them as one path for all places.

        Args:
            transforms: from the view's units to mm.
            role: of the shapes that have no colour of their own.
            line: a second role, for paints that draw outlines; shapes with a colour of their own have it below that.
                "" is none.
            ends: the sides of the view where the next drawing goes on: "left", "right" and "low". Outlines are left out
                along these.
        """
        shapes: list[Path] = []
        for path in self.paths:
            shapes.append(_at(path, transforms, path.role or role))
            if line:
                outline = Path.of(_opened(path.segments, self, ends), "", path.nonzero) if ends else path
                edge = f"{line}.{path.role}" if path.role else line
                shapes.append(_at(outline, transforms, edge))
        return tuple(shapes)

    def centred(self, x: float, y: float, radius: float, role: str, *, apart: bool = False) -> tuple[Path, ...]:
        """Return the shapes round a point, as large as a circle of a radius in mm holds; see `drawn`.

        Those with a colour of their own have roles `apart`, below the given one.
        """
        middle = translate(-self.width / 2, -self.height / 2)
        paths = self.drawn(multiply(translate(x, y), multiply(scale(radius / self.reach), middle)), role)
        return tuple(
            replace(path, role=f"{role}.{path.role}") if apart and path.role != role else path for path in paths
        )

    def within(self, x: float, y: float, side: float, role: str, line: str = "") -> tuple[Path, ...]:
        """Return the whole view in the middle of a square of a side in mm, about a point; see `drawn`."""
        factor = side / max(self.width, self.height)
        middle = translate(-self.width / 2, -self.height / 2)
        return self.drawn(multiply(translate(x, y), multiply(scale(factor), middle)), role, line)


class Tile(Struct, frozen=True):
    """A border of a user's own: its upper left corner, in a square view, and a side that is repeated along the top.

    The view of the side is as high as the border is deep, and its upper edge lies outside.
    """

    side: Art
    corner: Art


class Artwork(Struct, frozen=True):
    """A user's own art in a theme; None is the house's.

    Attributes:
        attacker, defender, king: the devices of the pieces.
        throne, corner: the pictures on these squares.
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
        return replace(self, **{piece: device})

    def mark(self, kind: str) -> Art | None:
        """Return the picture on a kind of square: "throne", "corner", or one that has none."""
        return {"throne": self.throne, "corner": self.corner}.get(kind)


NO_ARTWORK = Artwork()
"""That of a theme without art of its own."""


def _at(path: Path, transforms: Sequence[Transform], role: str) -> Path:
    """Return a path at all of several places, in mm as finely as any printer prints."""
    numbers = path.numbers
    points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    values = [
        round(value, 3)
        for a, b, c, d, e, f in transforms
        for x, y in points
        for value in (a * x + c * y + e, b * x + d * y + f)
    ]
    return Path.packed(path.letters * len(transforms), values, role, path.nonzero)


def _opened(segments: tuple[Segment, ...], art: Art, ends: frozenset[str]) -> tuple[Segment, ...]:
    """Return a path's steps without the straight ones that lie along some sides of the view."""
    near = _ON_EDGE * max(art.width, art.height)
    sides = {"left": (0, 0.0), "right": (0, art.width), "low": (1, art.height)}
    edges = [sides[side] for side in ends]
    steps: list[Segment] = []
    start = at = (0.0, 0.0)
    is_whole = is_drawn = False
    for letter, numbers in segments:
        if letter == "M":
            start = at = (numbers[0], numbers[1])
            is_whole, is_drawn = True, False
            continue
        target = (numbers[-2], numbers[-1]) if numbers else start
        if letter != "C" and any(all(abs(p[axis] - place) < near for p in (at, target)) for axis, place in edges):
            is_whole = is_drawn = False
        elif letter != "Z" or is_whole or at != start:
            steps += [] if is_drawn else [("M", at)]
            # a sub-path that nothing is left out of is closed, so that its corners are whole
            steps.append((letter, numbers) if numbers or is_whole else ("L", target))
            is_drawn = True
        at = target
    return tuple(steps)
