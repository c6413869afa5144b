"""A board of wood: one log that is cut into squares and turned, with squares of other wood let into it.

Every other square lies across its neighbours, and none is as light as they are. The start is inlaid, the corners are a
dark log with strings let into them, and the throne is a burr in such a log. Lengths without a unit are those of a
square of 38 mm, and grow and shrink with squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.shapes import (
    Circle,
    Group,
    Path,
    Rect,
    Shape,
    circle_segments,
    multiply,
    rectangle,
    rotate,
    translate,
)
from taflkit.figures import Grid
from taflkit.ornament.wood import (
    BURR,
    BURR_WOOD,
    COARSE,
    FINE,
    REACH,
    Billet,
    Branch,
    Timber,
    burr_eyes,
    burr_field,
    chance,
    draw_knot,
    draw_late_wood,
    log_field,
    pores,
)
from taflkit.parts.board.surface import kind_of, outer_edges, role_of
from taflkit.parts.borders import grown
from taflkit.tafl import BoardLayout, Square

_SIDE = 38.0  # mm: the side of a square that lengths are meant for
_WIDEST = 7 * _SIDE  # mm: the widest board that is cut from the log as it is; for wider ones it is larger
_MOST_FINE = 81  # squares of the largest board with all that wood has
_SHIFT = 9.0  # mm: the widest way by which squares are off their places on the log
_SLANT = 8.0  # degrees: the widest angle between squares that lie alike
_UPRIGHT = 60.0  # degrees: grain that is turned by more goes down rather than across
_SHADES = (("dark", "dim"), ("bright", "light"))  # of squares that lie one way and the other
_KNOTS = ((5.4, 17), (3.9, 18))  # the radii of knots, with their numbers
_STRIP = 2.6  # from the edge of a square of the start to its string
_STRING = (0.30, 0.45, 0.25)  # the widths of the lines of a string, dark, light and dark
_STRING_ROLES = ("board.string", "board.string.inlay", "board.string")
_THIN = 0.15  # mm: the least width of such a line
_LINES = ((2.6, 0.5), (3.6, 0.25))  # in the corners: from the edge to a light line, and its width
_TONES = ("first", "second", "third")


class WoodenBoard(Struct, frozen=True):
    """A whole board that is cut from a log, with what is let into it; it ends beyond its edges by a length in mm."""

    layout: BoardLayout
    grid: Grid
    beyond: float = 0.0

    @property
    def timber(self) -> Timber:
        """How finely its wood is shown."""
        return FINE if self.layout.size**2 <= _MOST_FINE else COARSE

    def draw_log(self, ground: str) -> Group:
        """Return the late wood of a board that is one piece of the log, on a ground of a role."""
        width, height = self.grid.width, self.grid.height
        window = grown(Rect(-width / 2, -height / 2, width, height, ground), self.beyond)
        late = self._late_wood(window, replace(self.timber, step=4.2, long=3.2, tolerance=0.1))
        return Group((late,), translate(self.grid.x + width / 2, self.grid.y + height / 2))

    def draw_squares(self) -> Iterator[Group]:
        """Yield the squares with what is let into them.

        Where no years go on, in squares that lie across or are let in, opposite ones are halves of a piece, one turned.
        """
        knots, last = knots_of(self.layout, self.grid.cell), self.layout.size - 1
        sawn: dict[Square, tuple[Shape, ...]] = {}
        for square in self.grid.squares():
            kind, opposite = kind_of(self.layout, square), Square(last - square.file, last - square.rank)
            place = translate(*self.grid.centre(square))
            alike = kind == kind_of(self.layout, opposite) and not {square, opposite} & {*knots}
            if alike and opposite in sawn and (kind or sum(square) % 2):
                yield Group(sawn[opposite], multiply(place, rotate(180)))
            else:
                sawn[square] = self._square(square, kind, knots.get(square))
                yield Group(sawn[square], place)

    def _square(self, square: Square, kind: str, knot: Branch | None) -> tuple[Shape, ...]:
        """Return a square about its middle."""
        # the throne is let into such a log as the corners are
        wood = "corner" if kind == "throne" else kind
        window = self._window(square, role_of("board.square", wood) + self._shade(square))
        piece = self._piece(square, kind)
        late = self._late_wood(window, self.timber, piece, knot)
        if kind == "throne":
            return (window, late, *self._burr())
        pores = self._pores(square, window.role, piece.turn, kind) if self.timber is FINE else ()
        if kind == "corner":
            return (window, late, *pores, *(self._line(off, width) for off, width in _LINES))
        if kind:
            # the log round it, in darker tones of one line each year
            plain = f"board.square{self._shade(square)}+"
            edge = tuple(replace(path, role=f"{plain}{_TONES[2]}") for path in late.children[1:2])
            strip = (replace(window, role=f"{plain}{_TONES[1]}"), replace(late, children=edge))
            off = (_STRIP + _STRING[0] + _STRING[1]) * self._unit
            side = self.grid.cell - 2 * off
            inside = Rect(-side / 2, -side / 2, side, side, window.role)
            return (*strip, inside, Group((late,), clip=inside), *pores, *self._string())
        return (window, late, *pores, *(draw_knot(knot, piece.turn, "board.knot") if knot else ()))

    def _late_wood(
        self, window: Rect, timber: Timber, piece: Billet | None = None, knot: Branch | None = None
    ) -> Group:
        """Return the late wood in a window that has its ground."""
        roles = [f"{window.role}{'+' if '~' in window.role else '~'}{tone}" for tone in _TONES[: len(timber.late)]]
        field = log_field(piece or Billet(), timber, self._size, knot)
        upright = piece is not None and piece.turn > _UPRIGHT
        return draw_late_wood(field, window, timber, roles, self._size, upright)

    @property
    def _size(self) -> float:
        """How many times as large the log is as it is for a board of the usual width."""
        return max(1.0, self.grid.width / _WIDEST)

    @property
    def _unit(self) -> float:
        """The mm of 1 mm on a square of the usual side."""
        return self.grid.cell / _SIDE

    def _window(self, square: Square, role: str) -> Rect:
        """Return the part of a square that is seen; at the board's edges it runs on."""
        cell, sides = self.grid.cell, outer_edges(square, self.layout.size)
        return grown(Rect(-cell / 2, -cell / 2, cell, cell, role), self.beyond, sides)

    def _shade(self, square: Square) -> str:
        """Return the ending of a square's roles, that of none of its neighbours."""
        return f"~{_SHADES[sum(square) % 2][chance(51, *square) < 0.5]}"

    def _piece(self, square: Square, kind: str) -> Billet:
        """Return where a square is taken from the log: near its own place, and across what its neighbours are."""
        middle, step = (self.layout.size - 1) / 2, self.grid.cell / self._size
        u, v = (square.file - middle) * step, (middle - square.rank) * step
        turn = 90.0 * (sum(square) % 2) + _SLANT * (chance(63, *square) - 0.5)
        if kind == "corner":
            turn = math.copysign(45.0, u * v)
        return Billet(u + _SHIFT * (chance(61, *square) - 0.5), v + _SHIFT * (chance(62, *square) - 0.5), turn)

    def _string(self) -> Iterator[Path]:
        """Yield the lines of a string round a square of the start, which hide where what is in it ends."""
        off = _STRIP
        for width, role in zip(_STRING, _STRING_ROLES, strict=True):
            yield self._line(off, width, role)
            off += width

    def _line(self, off: float, width: float, role: str = "board.string.inlay") -> Path:
        """Return a line round a square, off its edges."""
        half = self.grid.cell / 2 - off * self._unit
        boxes = (Rect(-each, -each, 2 * each, 2 * each, "") for each in (half, half - self._thick(width)))
        return Path.of([step for box in boxes for step in rectangle(box)], role)

    def _thick(self, width: float) -> float:
        """Return the width of a line of a string in mm."""
        return max(_THIN, width * self._unit)

    def _burr(self) -> tuple[Shape, ...]:
        """Return a disc of burr with a string round it."""
        unit, radius = self._unit, BURR * self._unit
        disc = Circle(0.0, 0.0, radius, "board.burr")
        roles = [f"board.burr.{tone}" for tone in _TONES[: len(BURR_WOOD.late)]]
        window = Rect(-radius, -radius, 2 * radius, 2 * radius, "")
        rings = draw_late_wood(burr_field(unit), window, BURR_WOOD, roles, unit)
        shapes: list[Shape] = [disc, Group((rings,), clip=disc), Path.of(burr_eyes(unit), "board.burr.eye")]
        for width, role in zip(reversed(_STRING), reversed(_STRING_ROLES), strict=True):
            edges = (radius, radius + self._thick(width))
            shapes.append(Path.of([step for edge in edges for step in circle_segments((0.0, 0.0), edge)], role))
            radius = edges[1]
        return tuple(shapes)

    def _pores(self, square: Square, role: str, turn: float, kind: str) -> tuple[Path, ...]:
        """Return the pores of a square, off the string of one that has one."""
        half = self.grid.cell / 2 - (_STRIP + 1.2 if kind else 0.2) * self._unit
        steps = pores(Rect(-half, -half, 2 * half, 2 * half, ""), turn, square.file + 100 * square.rank, self._unit)
        return (Path.of(steps, f"{role}+pore"),)


def knots_of(layout: BoardLayout, cell: float) -> dict[Square, Branch]:
    """Return the knots of a board by their squares, plain ones that are half the board apart, from their middles."""
    size = layout.size
    squares = [Square(file, rank) for rank in range(size) for file in range(size)]
    plain = sorted((chance(91, size, *square), square) for square in squares if not kind_of(layout, square))
    found: dict[Square, Branch] = {}
    for _, square in plain:
        if len(found) < len(_KNOTS) and all(math.dist(square, other) >= size / 2 for other in found):
            radius, number = _KNOTS[len(found)]
            radius *= cell / _SIDE
            x, y = ((cell / 2 - REACH * radius) * (1.6 * chance(part, number, size) - 0.8) for part in (92, 93))
            found[square] = Branch(x, y, radius, number)
    return found
