"""The board that visitors click on: its pictures, its colours and its words, for templates/site/assets/board.js.

A page with a board has assets/board.css and assets/board-colours.css in its head, and gives board.js the labels of
`board_labels` and the pictures of `pictures_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from taflkit.catalog import Catalog
from taflkit.drawing.look import DEVICES, ROUNDELS, SQUARE_KNOTS, Face, Theme
from taflkit.drawing.paints import Colour
from taflkit.drawing.shapes import Drawing
from taflkit.parts.board.surface import draw_noble
from taflkit.parts.counters.counters import draw_piece
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Site
from taflkit.site.visitor.boards import mark_picture, picture_paths, piece_picture
from taflkit.site.writing import read_words
from taflkit.tafl import Piece
from taflkit.words.phrases import Words

__all__ = ["board_labels", "files", "pictures_of"]

_PIECE = 6.0
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
    """Yield what is made for boards, in the default theme; a site without the runtime has none.

    There is a picture of each kind of piece with each device, one of each ornament of thrones and corners, and the
    colours.
    """
    if site.runtime is None:
        return
    catalog, theme = site.catalog, site.catalog.theme()
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
    shown = draw_piece(piece, _PIECE, look, _PIECE / 2, _PIECE / 2)
    return to_svg(Drawing(_PIECE, _PIECE, (shown,)), theme.paints)


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
