"""What a kit is, in three pictures: the sheets as they are printed, the parts that are cut out, the board in play."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.drawing.shapes import Drawing, Group, Rect, Shape, scale, translate
from taflkit.kit.build import Press, open_press
from taflkit.kit.options import KitSpec
from taflkit.parts.board.board import draw_board, draw_section
from taflkit.parts.cards.cards import draw_card
from taflkit.parts.counters.counters import draw_piece
from taflkit.render.png import to_webp
from taflkit.site.page import Made, Site
from taflkit.site.starts import draw_start
from taflkit.tafl import Piece, Side

__all__ = ["PIXELS", "SHOWN", "shown_kit"]

SHOWN = ("print", "cut", "play")
"""The pictures by the keys of their words; each is assets/kit-KEY.webp."""
PIXELS = 560
"""Their sides."""
_SIDE = 200.0
"""The sides of what is drawn in mm."""
_APART, _INSET = 9.0, 4.0
"""How far sections lie apart, and what is round the board in play, in mm."""
_SHEET, _FANNED = 0.56, ((8.0, 4.0), (44.0, 17.0), (80.0, 30.0))
"""How large sheets are drawn, in parts of their size, and where each of them begins."""
_BOARD, _CARD, _COVER = 122.0, 0.68, 0.42
"""The side of the sections together in mm, and how large cards and the cover are drawn."""
_BOARD_AT, _COVER_AT, _CARDS_AT = (4.0, 4.0), (131.0, 10.0), ((104.0, 134.0), (151.0, 134.0))
"""Where the sections, the cover and the cards begin, in mm."""
_COUNTERS_AT, _STEP = (15.0, 152.0), 22.0
"""The middle of the first counter, and how far they are from one another, in mm."""


def shown_kit(site: Site) -> Iterator[Made]:
    """Yield the pictures, of the default kit of the site's first game."""
    catalog = site.catalog
    with open_press(catalog, KitSpec(game=site.games[0], language=site.languages[0])) as press:
        drawn = {"print": _sheets(press), "cut": _parts(press), "play": _start(site, press)}
        for name, shapes in drawn.items():
            ground = Rect(0, 0, _SIDE, _SIDE, "page.ground")
            drawing = Drawing(_SIDE, _SIDE, (ground, *shapes))
            picture = to_webp(drawing, press.paints, PIXELS / _SIDE * 25.4, catalog.store)
            yield Made(f"assets/kit-{name}.webp", picture)


def _sheets(press: Press) -> tuple[Shape, ...]:
    """Return the first sheets as they come from the printer, one on the other."""
    pages = [press.booklet[0], *press.components()][: len(_FANNED)]
    return tuple(
        Group((_leaf(page), *page.shapes), (_SHEET, 0, 0, _SHEET, *at))
        for page, at in zip(reversed(pages), _FANNED, strict=False)
    )


def _leaf(page: Drawing) -> Shape:
    """Return the paper of a page."""
    return Rect(0, 0, page.width, page.height, "sheet.paper")


def _parts(press: Press) -> tuple[Shape, ...]:
    """Return the board's sections apart from one another, and the booklet, the cards and counters beside them."""
    book, look, typesetter = press.facts.book, press.look, press.typesetter
    cards = [Group((draw_card(side, book, look, typesetter),), scale(_CARD)) for side in Side]
    cover = press.booklet[0]
    return (
        Group(tuple(_sections(press)), translate(*_BOARD_AT)),
        Group((_leaf(cover), *cover.shapes), (_COVER, 0, 0, _COVER, *_COVER_AT)),
        *(Group((card,), translate(*at)) for card, at in zip(cards, _CARDS_AT, strict=True)),
        *_counters(press),
    )


def _sections(press: Press) -> Iterator[Shape]:
    """Yield the board's sections, each pushed away from the middle, in a square of _BOARD."""
    plan, book = press.facts.plan, press.facts.book
    board = draw_board(book.variant.layout, book.variant.rules.surface, plan.cell, plan.frame, press.look)
    factor, middle = _BOARD / (plan.board_size + 2 * _APART), plan.board_size / 2
    for section in plan.sections:
        place = plan.measures.place(section)
        art, _, _ = draw_section(board, section, plan.measures, 0.0)
        x = _pushed(place.left, place.width, middle)
        y = _pushed(place.top, place.height, middle)
        yield Group((art,), (factor, 0, 0, factor, factor * x, factor * y))


def _pushed(start: float, size: float, middle: float) -> float:
    """Return where a section begins that is pushed away from the middle of a board."""
    off = start + size / 2 - middle
    return start + _APART * (1 + (off > 1) - (off < -1))


def _counters(press: Press) -> Iterator[Shape]:
    """Yield a king and some of either side's soldiers, in rows."""
    x, y = _COUNTERS_AT
    rows = ((Piece.KING, Piece.DEFENDER, Piece.DEFENDER, Piece.DEFENDER), (Piece.ATTACKER,) * 4)
    for down, row in enumerate(rows):
        for across, piece in enumerate(row):
            at = (x + (across + 0.5 * (down % 2)) * _STEP, y + down * 0.95 * _STEP)
            yield draw_piece(piece, 0.86 * _STEP, press.look, *at)


def _start(site: Site, press: Press) -> tuple[Shape, ...]:
    """Return the board with the pieces of the start."""
    drawing = draw_start(site, press.facts.book)
    factor = (_SIDE - 2 * _INSET) / drawing.width
    return (Group(drawing.shapes, (factor, 0, 0, factor, _INSET, _INSET)),)
