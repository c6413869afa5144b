"""The pictures of docs/own-theme.md: a theme that brings its own art, as `taflkit new theme NAME --art` writes it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from support import ROOT
from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.catalog.starts import start_files
from taflkit.drawing.shapes import Drawing, Shape
from taflkit.figures import Grid
from taflkit.parts.board.board import draw_board
from taflkit.parts.counters import draw_piece
from taflkit.render.svg import to_svg
from taflkit.tafl import Piece

__all__ = ["FOLDER", "PICTURES", "picture_svg"]

FOLDER = ROOT / "docs"
PICTURES = {
    "theme-colour": ("colour", "full"),
    "theme-mono": ("mono", "full"),
    "theme-light": ("colour", "light"),
}
"""The pictures by the names of their files, each with a mode and an ink."""
_CELL, _FRAME, _COUNTER, _GAP = 10.0, 6.0, 24.0, 3.0
"""The sides of a square, of the border and of a counter below the board, and the space round it, in mm."""


def picture_svg(name: str) -> str:
    """Return a picture: the start position on the board, and the three kinds of pieces below it."""
    mode, ink = PICTURES[name]
    with TemporaryDirectory() as folder:
        made = start_files("theme", "walnut", catalog().game("brandub"), catalog().templates, art=True)
        for path, text in made.items():
            file = Path(folder) / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        theme = Catalog().theme(str(Path(folder) / "walnut" / "walnut.toml"), mode, ink)
    game = catalog().game("brandub")
    layout, look = game.variant(game.ruleset(None)).layout, theme.look(catalog().store)
    side = layout.size * _CELL + 2 * _FRAME
    grid = Grid.whole(layout.size, _CELL, _FRAME, _FRAME)
    shapes: list[Shape] = [*draw_board(layout, "squares", _CELL, _FRAME, look).shapes]
    for square, piece in layout.start.items():
        shapes.append(draw_piece(piece, 0.78 * _CELL, look, *grid.centre(square)))
    for number, piece in enumerate((Piece.ATTACKER, Piece.KING, Piece.DEFENDER)):
        x = side * (2 * number + 1) / 6
        shapes.append(draw_piece(piece, _COUNTER, look, x, side + _GAP + _COUNTER / 2))
    title = f"Brandub in a theme of one's own, in {mode}{', light ink' if ink == 'light' else ''}"
    return to_svg(Drawing(side, side + _COUNTER + _GAP, tuple(shapes), title), theme.paints)
