"""The golden ornaments and parts in tests/ornament/golden/: what each is made of, and its SVG in some paints."""

from __future__ import annotations

from collections.abc import Callable

from support import ROOT
from support.shipped import catalog
from taflkit.drawing.look import DEVICES, ROUNDELS, Face, Look, Ornament, Paint, Paints
from taflkit.drawing.shapes import Drawing, Group, Shape, translate
from taflkit.ornament.bands import FINE
from taflkit.ornament.frames import knot_divider, knot_frame, knot_square, spiral_divider
from taflkit.ornament.keys import key_frame
from taflkit.ornament.pegs import corner_mark, peg_holes, ring_mark
from taflkit.ornament.spirals import draw_roundel, triskele
from taflkit.parts.board.board import draw_board
from taflkit.parts.counters import draw_counter, draw_piece, draw_standee
from taflkit.render.svg import to_svg
from taflkit.tafl import Piece

__all__ = ["GOLDEN", "ORNAMENTS", "ornament_svg"]

GOLDEN = ROOT / "tests" / "ornament" / "golden"

_DARK, _PALE, _RED = Paint((0.15,)), Paint((0.96, 0.9, 0.75)), Paint((0.6, 0.18, 0.12))
_PAINTS = Paints("golden", {"ornament": _PALE, "ornament.ground": _DARK, "ornament.rule": _RED})
_ON_PAPER = Paints("golden on paper", {"ornament": _RED, "ornament.hole": _DARK})


def _pegs() -> tuple[Shape, ...]:
    holes = peg_holes([(8 + 12 * i, 8 + 12 * j) for i in range(3) for j in range(3)], 2)
    corners = [corner_mark(corner, (20, 20), 13, 0.4) for corner in ((0, 0), (40, 0), (40, 40), (0, 40))]
    return (*corners, *ring_mark((20, 20), 5.5, 0.3), *holes)


def _counters() -> tuple[Shape, ...]:
    names = ("king-1", "defender-1", "attacker-1")
    return tuple(
        Group((draw_counter(name, 32, Look(Ornament(edged=True))),), translate(34 * place, 0))
        for place, name in enumerate(names)
    )


def _devices() -> tuple[Shape, ...]:
    """A counter of each kind with each of its devices, a set in each row."""
    looks = [Look(face=Face(*DEVICES[place : place + 3])) for place in range(3, len(DEVICES), 3)]
    return tuple(
        Group((draw_piece(piece, 20.0, look, 10.5, 10.5),), translate(21 * column, 21 * row))
        for row, look in enumerate(looks)
        for column, piece in enumerate(Piece)
    )


def _roundels() -> tuple[Shape, ...]:
    return tuple(shape for place, name in enumerate(ROUNDELS) for shape in draw_roundel(name, 16 + 32 * place, 16, 15))


def _board(ornament: Ornament) -> tuple[Shape, ...]:
    game = catalog().game("brandub")
    return draw_board(game.layout, "squares", 14.0, 6.0, Look(ornament)).shapes


_COLOUR, _LIGHT = catalog().paints("colour"), catalog().paints("mono", "plain", "light")

ORNAMENTS: dict[str, tuple[float, float, Paints, Callable[[], tuple[Shape, ...]]]] = {
    "ornament-frame": (80, 60, _PAINTS, lambda: knot_frame(80, 60, 8, "foundation")),
    "ornament-frame-fine": (30, 40, _PAINTS, lambda: knot_frame(30, 40, 3, "plait", 3, weave=FINE)),
    "ornament-square": (24, 24, _PAINTS, lambda: knot_square(24, "quartered")),
    "ornament-key": (90, 70, _PAINTS, lambda: key_frame(90, 70, 8)),
    "ornament-triskele": (40, 40, _PAINTS, lambda: triskele(20, 20, 20)),
    "ornament-divider": (50, 4, _ON_PAPER, lambda: knot_divider(50, 4)),
    "ornament-divider-spiral": (50, 4, _ON_PAPER, lambda: spiral_divider(50, 4)),
    "ornament-pegs": (40, 40, _ON_PAPER, _pegs),
    "part-counters": (100, 32, _COLOUR, _counters),
    "part-counters-light": (100, 32, _LIGHT, _counters),
    "part-devices": (63, 147, _COLOUR, _devices),
    "part-standee": (18, 84, _COLOUR, lambda: (draw_standee(20.0, Look()),)),
    "ornament-roundels": (128, 32, _PAINTS, _roundels),
    "part-board-key": (110, 110, _LIGHT, lambda: _board(Ornament(frame="key", edged=True))),
    "part-board-carved": (110, 110, _LIGHT, lambda: _board(Ornament(board="carved", edged=True))),
    "part-board-pegs": (110, 110, _LIGHT, lambda: _board(Ornament(board="pegs", edged=True))),
}
"""Width and height in mm, paints and shapes of every ornament, by the name of its file."""


def ornament_svg(name: str) -> str:
    """Return a golden ornament as an SVG."""
    width, height, paints, shapes = ORNAMENTS[name]
    return to_svg(Drawing(width, height, shapes()), paints)
