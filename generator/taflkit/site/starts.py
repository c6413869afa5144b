"""The start of a game as a picture of its board with the pieces on it, and as texts to copy."""

from __future__ import annotations

from taflkit.catalog.book import Book
from taflkit.drawing.grid import Grid
from taflkit.drawing.shapes import Drawing, Shown
from taflkit.kit.options import FRAME
from taflkit.parts.board.board import draw_board
from taflkit.parts.counters.counters import draw_piece
from taflkit.site.figures import Pictured, pictured_drawing
from taflkit.site.page import Site
from taflkit.tafl import Position, write_position
from taflkit.tafl.layout import BoardLayout

__all__ = ["board_picture", "draw_start", "start_line", "start_toml"]

_BOARD = 140.0
"""The side of the squares of a whole board in mm."""
_PIECE = 0.84
"""A piece's diameter in parts of a square."""


def board_picture(site: Site, book: Book, path: str) -> Pictured:
    """Return the whole board of a game as a kit has it, its pieces at their places.

    Args:
        site: the site.
        book: the game under its ruleset.
        path: of the file below the site's folder.
    """
    return pictured_drawing(site, draw_start(site, book), book.descriptions["start"], path)


def draw_start(site: Site, book: Book) -> Drawing:
    """Return the drawing of board_picture."""
    theme = site.catalog.theme()
    look = theme.look(site.catalog.store, book.ruleset.face)
    layout, surface = book.variant.layout, book.variant.rules.surface
    cell = _BOARD / layout.size
    frame = FRAME if theme.ornament.frame != "none" else 0.0
    grid = Grid.whole(layout.size, cell, frame, frame)
    side = _BOARD + 2 * frame
    board = draw_board(layout, surface, cell, frame, look)
    pieces = (draw_piece(piece, _PIECE * cell, look, *grid.centre(square)) for square, piece in layout.start.items())
    told = book.descriptions["start"]
    return Drawing(side, side, (Shown(board), *pieces), book.captions["start"], told.text)


def start_line(book: Book) -> str:
    """Return the start position in OpenTafl's notation, with the side to move."""
    return write_position(Position.start(book.variant))


def start_toml(layout: BoardLayout) -> str:
    """Return the start position as the key of a game's file."""
    return f'start = """\n{layout.picture}\n"""\n'
