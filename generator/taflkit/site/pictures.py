"""The pictures of the pages: scenes, whole boards and ornament as SVG, covers of booklets and what a kit is as WebP."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.drawing.shapes import Drawing, Group, Rect, Shape, Shown, scale, translate
from taflkit.figures import Grid, Scene
from taflkit.kit.build import Press, open_press
from taflkit.kit.options import FRAME, READER, KitSpec
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.borders import draw_divider
from taflkit.parts.cards import draw_card
from taflkit.parts.counters import draw_piece
from taflkit.parts.figures import draw_scene
from taflkit.render.png import to_icon, to_jpeg, to_png, to_webp
from taflkit.render.svg import to_svg
from taflkit.site.page import SHARED, Made, Site
from taflkit.tafl import Piece, Side
from taflkit.words.alternatives import Description

_PIXELS = 96 / 25.4  # a browser's pixels to the millimetre
# the grid of the booklet, half as large again, as the words of the pages are: five squares to a column of rules.css
_SQUARE = 10.8  # the side of a figure's squares in mm, as a browser shows it
_THREE = 180.0  # the width of three columns in mm, and of the largest figures
_COLUMNS = (5, 11)  # the most squares across of figures that take one column, and two
_EDGE = 0.6  # mm: how far a board's edge hangs out of its squares
_BOARD = 140.0  # the side of the squares of a whole board in mm
_PIECE = 0.84  # a piece's diameter in parts of a square
_DIVIDER_WIDTH = 104.0  # mm
_DIVIDER_HEIGHT = 4.6  # mm
COVER = (560, 792)
"""The width and height in pixels of the cover of a game's booklet: those of half a sheet of A4."""
_ICON = 20.0  # the side of the icon in mm: a king's counter
ICONS = (192, 512)
"""The pixels along a side of the icons of the installed site."""
_MASKED = 0.74  # the king of these icons in parts of their side: devices cut a circle of 0.8 out of them
_FAVICON = 48  # the pixels along a side of the largest picture of favicon.ico
SHOWN = ("print", "cut", "play")
"""The pictures of what a kit is, by the keys of their words; each is assets/kit-KEY.webp."""
PIXELS = 560
"""The sides of these pictures."""
_SIDE = 200.0  # the sides of their drawings in mm
_APART = 9.0  # the gap between sections in mm, at the size of the kit
_INSET = 4.0  # the margin round the board in play, in mm
_SHEET = 0.56  # the size of sheets, in parts of their own
_SHEETS_AT = ((8.0, 4.0), (44.0, 17.0), (80.0, 30.0))  # the corners of the sheets, from the last to the first, in mm
_SECTIONS = 122.0  # the side of the sections together in mm
_SECTIONS_AT = (4.0, 4.0)  # the corner of the sections in mm
_COVER = 0.42  # the size of the booklet's cover, in parts of its own
_COVER_AT = (131.0, 10.0)  # the corner of the cover in mm
_CARD = 0.68  # the size of cards, in parts of their own
_CARDS_AT = ((104.0, 134.0), (151.0, 134.0))  # the corners of the cards in mm
_COUNTERS_AT = (15.0, 152.0)  # the middle of the first counter in mm
_STEP = 22.0  # the distance of counters from one another in mm
_COUNTERS = ((Piece.KING, *(Piece.DEFENDER,) * 3), (Piece.ATTACKER,) * 4)  # the rows of counters


class PagePicture(Struct, frozen=True):
    """A picture of a page: the SVG, its size in a browser's pixels where there is room, and its alternative.

    Attributes:
        columns: of the grid of figures that it takes.
    """

    file: Made
    width: int
    height: int
    text: str
    language: str
    columns: int


def picture(site: Site, book: Book, scene: Scene, description: Description, title: str, path: str) -> PagePicture:
    """Return a scene of a game as a picture, whose path is below the site's folder."""
    look, files = site.catalog.theme().look(site.catalog.store, book.ruleset.face), scene.window.files
    square = min(_SQUARE, _THREE / files)
    wide, high = files * square, scene.window.ranks * square
    figure = Group((draw_scene(scene, wide, description, look),), translate(_EDGE, _EDGE))
    drawing = Drawing(wide + 2 * _EDGE, high + 2 * _EDGE, (figure,), title, description.text)
    return drawn_picture(site, drawing, description, path, 1 + sum(files > most for most in _COLUMNS))


def named_picture(site: Site, book: Book, name: str, path: str) -> PagePicture:
    """Return the scene that a game calls by a name as a picture; see picture."""
    return picture(site, book, book.scenes[name], book.descriptions[name], book.captions[name], path)


def board_picture(site: Site, book: Book, path: str) -> PagePicture:
    """Return the whole board of a game as a kit has it, its pieces at their places; see picture."""
    return drawn_picture(site, draw_start(site, book), book.descriptions["start"], path)


def cover_pictures(site: Site, book: Book) -> dict[str, bytes]:
    """Return the cover of a game's booklet, and the picture of those who share the game's page, by their names."""
    store = site.catalog.store
    with open_press(site.catalog, KitSpec(game=book.game.name, language=book.texts.language, parts=(READER,))) as press:
        cover = press.booklet[0]
        made = {"cover.webp": to_webp(cover, press.paints, COVER[0] / cover.width * 25.4, store)}
        return made | ({"share.jpg": shared_picture(site, press)} if site.base_url else {})


def shared_picture(site: Site, press: Press) -> bytes:
    """Return the board and the cover of a kit side by side, as programs show them where somebody shares a page."""
    board, cover = draw_start(site, press.facts.book), press.booklet[0]
    width, height = _SIDE, _SIDE * SHARED[1] / SHARED[0]
    high = height - 2 * _INSET
    across = high * cover.width / cover.height
    drawing = Drawing(
        width,
        height,
        (
            Rect(0, 0, width, height, "page.ground"),
            Group(board.shapes, (high / board.width, 0, 0, high / board.width, _INSET, _INSET)),
            # in the middle of what the board leaves
            _leaf(cover, high / cover.height, (width + _INSET + high - across) / 2, _INSET),
        ),
    )
    return to_jpeg(drawing, press.paints, SHARED[0] / width * 25.4, site.catalog.store)


def drawn_picture(site: Site, drawing: Drawing, description: Description, path: str, columns: int = 3) -> PagePicture:
    """Return a drawing in the default theme as a picture; see picture."""
    svg = to_svg(drawing, site.catalog.theme().paints, store=site.catalog.store, shared=True)
    width, height = round(drawing.width * _PIXELS), round(drawing.height * _PIXELS)
    return PagePicture(Made(path, svg.encode()), width, height, description.text, description.language, columns)


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
    """Yield the divider and the icons in the default theme, and the pictures of a kit."""
    catalog, theme = site.catalog, site.catalog.theme()
    knot = draw_divider(theme.look(catalog.store), _DIVIDER_WIDTH, _DIVIDER_HEIGHT, "page.knot")
    look = theme.look(catalog.store, catalog.game(site.games[0]).face)
    king = draw_piece(Piece.KING, _ICON - 0.6, look, _ICON / 2, _ICON / 2)
    for name, drawing in (
        ("ornament", Drawing(_DIVIDER_WIDTH, _DIVIDER_HEIGHT, knot)),
        ("icon", Drawing(_ICON, _ICON, (king,))),
    ):
        yield Made(f"assets/{name}.svg", to_svg(drawing, theme.paints, store=catalog.store).encode())
    yield Made("favicon.ico", to_icon(drawing, theme.paints, _FAVICON, catalog.store))
    king = draw_piece(Piece.KING, _MASKED * _ICON, look, _ICON / 2, _ICON / 2)
    drawing = Drawing(_ICON, _ICON, (Rect(0, 0, _ICON, _ICON, "page.ground"), king))
    for side in ICONS:
        yield Made(icon_path(side), to_png(drawing, theme.paints, side / _ICON * 25.4, store=catalog.store))
    # what the default kit of the site's first game is
    with open_press(catalog, KitSpec(game=site.games[0], language=site.languages[0])) as press:
        if site.base_url:
            yield Made("share.jpg", shared_picture(site, press))
        start = draw_start(site, press.facts.book)
        sheets = reversed([press.booklet[0], *press.components()][: len(_SHEETS_AT)])
        factor = (_SIDE - 2 * _INSET) / start.width
        book, look = press.facts.book, press.look
        cards = [Group((draw_card(side, book, look, press.typesetter),), scale(_CARD)) for side in Side]
        x, y = _COUNTERS_AT
        counters = [
            draw_piece(piece, 0.86 * _STEP, look, x + (across + 0.5 * down) * _STEP, y + 0.95 * down * _STEP)
            for down, row in enumerate(_COUNTERS)
            for across, piece in enumerate(row)
        ]
        drawn = {
            # as they come from the printer, one on the other
            "print": tuple(_leaf(page, _SHEET, *at) for page, at in zip(sheets, _SHEETS_AT, strict=False)),
            "cut": (
                Group(tuple(_sections(press)), translate(*_SECTIONS_AT)),
                _leaf(press.booklet[0], _COVER, *_COVER_AT),
                *(Group((card,), translate(*at)) for card, at in zip(cards, _CARDS_AT, strict=True)),
                *counters,
            ),
            "play": (Group(start.shapes, (factor, 0, 0, factor, _INSET, _INSET)),),
        }
        for name, shapes in drawn.items():
            drawing = Drawing(_SIDE, _SIDE, (Rect(0, 0, _SIDE, _SIDE, "page.ground"), *shapes))
            content = to_webp(drawing, press.paints, PIXELS / _SIDE * 25.4, catalog.store)
            yield Made(f"assets/kit-{name}.webp", content)


def icon_path(side: int) -> str:
    """Return the path of the icon with so many pixels along a side."""
    return f"icons/{side}.png"


def _leaf(page: Drawing, size: float, x: float, y: float) -> Shape:
    """Return a page on its paper, in parts of its size."""
    return Group((Rect(0, 0, page.width, page.height, "sheet.paper"), *page.shapes), (size, 0, 0, size, x, y))


def _sections(press: Press) -> Iterator[Shape]:
    """Yield the board's sections, each pushed away from the middle, in a square of _SECTIONS."""
    plan, book = press.facts.plan, press.facts.book
    board = draw_board(book.variant.layout, book.variant.rules.surface, plan.cell, plan.frame, press.look)
    factor, middle = _SECTIONS / (plan.board_size + 2 * _APART), plan.board_size / 2

    def pushed(start: float, size: float) -> float:
        off = start + size / 2 - middle
        return start + _APART * (1 + (off > 1) - (off < -1))

    for section in plan.sections:
        place = plan.measures.place(section)
        art, _, _ = draw_section(board, section, plan.measures, 0.0)
        x, y = pushed(place.left, place.width), pushed(place.top, place.height)
        yield Group((art,), (factor, 0, 0, factor, factor * x, factor * y))
