"""The pictures of the pages: scenes and starts as SVG, ornament, and the boards that visitors click on.

A page with a board has assets/board.css and assets/board-colours.css in its head, and gives board.js the labels of
`board_labels` and the pictures of `pictures_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from taflkit.catalog import Catalog
from taflkit.catalog.book import Book
from taflkit.drawing.grid import Grid
from taflkit.drawing.look import DEVICES, ROUNDELS, SQUARE_KNOTS, Colour, Face, Theme
from taflkit.drawing.shapes import Drawing, Shown
from taflkit.figures import Scene
from taflkit.kit.options import FRAME
from taflkit.parts.board.board import draw_board
from taflkit.parts.board.surface import draw_noble
from taflkit.parts.borders import draw_divider
from taflkit.parts.counters.counters import draw_piece
from taflkit.parts.figures.figure import draw_figure
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Site
from taflkit.site.visitor.diagrams import mark_picture, picture_paths, piece_picture
from taflkit.site.writing import read_words
from taflkit.tafl import Piece, Position, write_position
from taflkit.tafl.layout import BoardLayout
from taflkit.words.alternatives import Description
from taflkit.words.phrases import Words

__all__ = [
    "Pictured",
    "board_labels",
    "board_picture",
    "draw_start",
    "files",
    "picture",
    "pictured_drawing",
    "pictures_of",
    "pixels",
    "start_line",
    "start_toml",
]


_CELL, _WIDEST = 10.5, 130.0
"""The side of a square in mm as a browser shows it, and the width of the largest figures."""
_PIXELS = 96 / 25.4
"""A browser's pixels to the millimetre."""


class Pictured(Struct, frozen=True):
    """A picture of a page.

    Attributes:
        file: the SVG.
        width, height: in pixels of a browser, as it is shown where there is room.
        text: its alternative.
        language: of the alternative.
    """

    file: Made
    width: int
    height: int
    text: str
    language: str


def picture(site: Site, book: Book, scene: Scene, told: Description, title: str, path: str) -> Pictured:
    """Return a scene as a picture.

    Args:
        site: the site.
        book: the game, which has the face.
        scene: what is drawn.
        told: its alternative.
        title: of the file.
        path: of the file below the site's folder.
    """
    look = site.catalog.theme().look(site.catalog.store, book.ruleset.face)
    width = min(_WIDEST, _CELL * scene.window.files)
    return pictured_drawing(site, draw_figure(scene, width, title, told, look), told, path)


def pictured_drawing(site: Site, drawing: Drawing, told: Description, path: str) -> Pictured:
    """Return a drawing as a picture; see picture."""
    svg = to_svg(drawing, site.catalog.theme().paints, store=site.catalog.store, shared=True)
    return Pictured(Made(path, svg.encode()), pixels(drawing.width), pixels(drawing.height), told.text, told.language)


def pixels(length: float) -> int:
    """Return a length in mm in pixels of a browser."""
    return round(length * _PIXELS)


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


_DIVIDER = (104.0, 4.6)
"""The divider's width and height in mm."""
_ICON = 20.0
"""The side of the icon in mm: a king's counter."""


def _divider(site: Site, theme: Theme) -> bytes:
    look = theme.look(site.catalog.store)
    shapes = draw_divider(look, *_DIVIDER, "page.knot")
    return to_svg(Drawing(*_DIVIDER, shapes), theme.paints, store=site.catalog.store).encode()


def _icon(site: Site, theme: Theme) -> bytes:
    look = theme.look(site.catalog.store, site.catalog.game(site.games[0]).face)
    king = draw_piece(Piece.KING, _ICON - 0.6, look, _ICON / 2, _ICON / 2)
    return to_svg(Drawing(_ICON, _ICON, (king,)), theme.paints, store=site.catalog.store).encode()


_BOARD_PIECE = 6.0
"""The diameter in mm that a piece is drawn with: the bold lines of figures are seen on small squares too."""
_MARK = 6.0
"""The side in mm of the picture of a throne or a corner, which is drawn with the finest ornament."""
_COLOURS = {
    "square": "board.square",
    "attackers": "board.square.attackers",
    "defenders": "board.square.defenders",
    "corner": "board.square.corner",
    "throne": "board.square.throne",
    "line": "board.line",
    "frame": "board.frame",
    "point": "board.point.ground",
    "mark": "figure.arrow.head",
    "casing": "figure.badge",
    "refused": "figure.refused",
}
"""The names of the custom properties, and the roles that they have the colours of."""
_PREFIX = "board"
"""What the names of the custom properties begin with."""


def pictures_of(face: Face, root: str) -> dict[str, str]:
    """Return the addresses of a face's pictures: of the pieces by their letters, of the throne and of the corners.

    Args:
        face: the game's.
        root: the way to the site's folder, such as "../".
    """
    return {name: f"{root}{path}" for name, path in picture_paths(face).items()}


def board_labels(site: Site, language: str, words: Words) -> Mapping[str, Any]:
    """Return the labels that board.js reads squares out with.

    Args:
        site: has the words of the board, board.toml.
        language: of the page.
        words: the game's names of pieces and places.
    """
    return {
        **read_words(site, language, "board"),
        "pieces": {piece.value: words.piece(piece) for piece in Piece},
        "places": {place: words.named(1, words.places[place]) for place in ("throne", "corner")},
    }


def files(site: Site) -> Iterator[Made]:
    """Yield the divider and the icon, and with the runtime what boards need, all in the default theme.

    There is a picture of each kind of piece with each device, one of each ornament of thrones and corners, and the
    colours.
    """
    catalog, theme = site.catalog, site.catalog.theme()
    yield Made("assets/ornament.svg", _divider(site, theme))
    yield Made("assets/icon.svg", _icon(site, theme))
    if site.runtime is None:
        return
    for piece in Piece:
        for device in DEVICES:
            yield _made(piece_picture(piece, device), _draw_piece(catalog, theme, piece, device))
    for kind, ornaments in (("throne", ROUNDELS), ("corner", SQUARE_KNOTS)):
        for ornament in ornaments:
            yield _made(mark_picture(kind, ornament), _draw_mark(catalog, theme, kind, ornament))
    yield _made("assets/board-colours.css", _colours(theme))


def _made(path: str, text: str) -> Made:
    return Made(path, text.encode())


def _draw_piece(catalog: Catalog, theme: Theme, piece: Piece, device: str) -> str:
    look = theme.look(catalog.store, Face(**{piece.name.lower(): device}))
    shown = draw_piece(piece, _BOARD_PIECE, look, _BOARD_PIECE / 2, _BOARD_PIECE / 2)
    return to_svg(Drawing(_BOARD_PIECE, _BOARD_PIECE, (shown,)), theme.paints)


def _draw_mark(catalog: Catalog, theme: Theme, kind: str, ornament: str) -> str:
    look = theme.look(catalog.store, Face(**{kind: ornament}))
    shapes = draw_noble(kind, (_MARK / 2, _MARK / 2), 0.94 * _MARK / 2, look)
    return to_svg(Drawing(_MARK, _MARK, shapes), theme.paints)


def _colours(theme: Theme) -> str:
    """Return the theme's colours of boards as custom properties."""
    lines = []
    for name, role in _COLOURS.items():
        paint = theme.paints.paint(role)
        # a line has no fill
        colour = paint.fill if paint.fill is not None else paint.stroke
        if colour is not None:
            lines.append(f"  --{_PREFIX}-{name}: {_hexadecimal(colour)};")
    return "\n".join((":root {", *lines, "}", ""))


def _hexadecimal(colour: Colour) -> str:
    red, green, blue = colour * 3 if len(colour) == 1 else colour
    return "#" + "".join(f"{round(light * 255):02x}" for light in (red, green, blue))
