"""The pictures of the pages as SVG: scenes, whole boards at their start, and ornament."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.drawing.shapes import Drawing, Shown
from taflkit.figures import Grid, Scene
from taflkit.kit.options import FRAME
from taflkit.parts.board.board import draw_board
from taflkit.parts.borders import draw_divider
from taflkit.parts.counters import draw_piece
from taflkit.parts.figures import draw_figure
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Site
from taflkit.tafl import Piece
from taflkit.words.alternatives import Description

_PIXELS = 96 / 25.4  # a browser's pixels to the millimetre
_CELL = 10.5  # the side of a figure's squares in mm, as a browser shows it
_WIDEST = 130.0  # the width of the largest figures in mm
_BOARD = 140.0  # the side of the squares of a whole board in mm
_PIECE = 0.84  # a piece's diameter in parts of a square
_DIVIDER_WIDTH = 104.0  # mm
_DIVIDER_HEIGHT = 4.6  # mm
_ICON = 20.0  # the side of the icon in mm: a king's counter


class PagePicture(Struct, frozen=True):
    """A picture of a page: the SVG, its size in a browser's pixels where there is room, and its alternative."""

    file: Made
    width: int
    height: int
    text: str
    language: str


def picture(site: Site, book: Book, scene: Scene, description: Description, title: str, path: str) -> PagePicture:
    """Return a scene of a game as a picture, whose path is below the site's folder."""
    look = site.catalog.theme().look(site.catalog.store, book.ruleset.face)
    width = min(_WIDEST, _CELL * scene.window.files)
    return _pictured(site, draw_figure(scene, width, title, description, look), description, path)


def named_picture(site: Site, book: Book, name: str, path: str) -> PagePicture:
    """Return the scene that a game calls by a name as a picture; see picture."""
    return picture(site, book, book.scenes[name], book.descriptions[name], book.captions[name], path)


def board_picture(site: Site, book: Book, path: str) -> PagePicture:
    """Return the whole board of a game as a kit has it, its pieces at their places; see picture."""
    return _pictured(site, draw_start(site, book), book.descriptions["start"], path)


def _pictured(site: Site, drawing: Drawing, description: Description, path: str) -> PagePicture:
    svg = to_svg(drawing, site.catalog.theme().paints, store=site.catalog.store, shared=True)
    width, height = round(drawing.width * _PIXELS), round(drawing.height * _PIXELS)
    return PagePicture(Made(path, svg.encode()), width, height, description.text, description.language)


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
    alternative = book.descriptions["start"].text
    return Drawing(side, side, (Shown(board), *pieces), book.captions["start"], alternative)


def files(site: Site) -> Iterator[Made]:
    """Yield the divider and the icon, in the default theme."""
    catalog, theme = site.catalog, site.catalog.theme()
    knot = draw_divider(theme.look(catalog.store), _DIVIDER_WIDTH, _DIVIDER_HEIGHT, "page.knot")
    look = theme.look(catalog.store, catalog.game(site.games[0]).face)
    king = draw_piece(Piece.KING, _ICON - 0.6, look, _ICON / 2, _ICON / 2)
    for name, drawing in (
        ("ornament", Drawing(_DIVIDER_WIDTH, _DIVIDER_HEIGHT, knot)),
        ("icon", Drawing(_ICON, _ICON, (king,))),
    ):
        yield Made(f"assets/{name}.svg", to_svg(drawing, theme.paints, store=catalog.store).encode())
