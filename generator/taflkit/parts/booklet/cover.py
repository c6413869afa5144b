"""The booklet's cover: the title over the start position, in a border."""

from __future__ import annotations

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Point, Rect, Shape, Tag, foil, translate
from taflkit.parts.board.board import board_border
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.borders import Border, draw_border, draw_divider, draw_tiled_ground
from taflkit.parts.counters import draw_piece
from taflkit.parts.figures import draw_scene
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_block, set_title

# the title page, in mm
_INSET = 9.0  # of the border from the page's edges
_DEPTH = 7.0  # of the border
_KING = 10.5  # the diameter of the king over the title
_SOLDIER = 8.0  # the same of the other pieces
_ASIDE = 44.0  # the words are narrower than the page
_TITLE = 15.5  # em of the title at best
_TWO_LINES = 8.0  # its largest em on two lines
_LEAST = 5.0  # its least em
_BOARD = 84.0  # side of the start position
_FRAME = 5.0  # depth of the border round it


def draw_cover(words: BookletWords, page: tuple[float, float], look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the title over the start position, in a border, on a page of a width and height in mm.

    Raises:
        DoesNotFit: the words are too long.
        UnfitText: they have a letter that the fonts lack.
    """
    (width, height), middle, book = page, page[0] / 2, words.book
    room = TitleRoom("on the cover", width - _ASIDE, _TITLE, _LEAST, _TWO_LINES)
    title = set_title(book.title, look.fonts.title, room, typesetter)
    # two lines stand about the place of one
    title_low = height * 0.205 + (len(title.lines) - 1) * title.leading / 2
    subtitle, board_top = height * 0.262, height * 0.335
    low = board_top + _BOARD + 14.0
    across = 34.0
    above_board = board_top - _FRAME - 1.0 - subtitle
    above_border = height - _INSET - _DEPTH - 1.0 - (low + 5.0)
    ground: tuple[Shape, ...] = ()
    if look.art.cover is not None:
        inset = _INSET + _DEPTH
        place = Rect(inset, inset, width - 2 * inset, height - 2 * inset, "page.ground")
        ground = draw_tiled_ground(look.art.cover, place, "page.ground", look.store)
    x, outer = middle - _BOARD / 2, _BOARD + 2 * _FRAME
    frame = draw_border(board_border(look), outer, outer, _FRAME, look.store)
    board = draw_scene(book.played["start"], _BOARD, book.descriptions["start"], look)
    ruleset = str(book.names["ruleset"])
    # the pieces that the game's face has over the title
    beside = 0.5 * (_KING + _SOLDIER) + 2.0
    pieces = {
        "king": ((Piece.KING, _KING, 0.0),),
        "pieces": (
            (Piece.ATTACKER, _SOLDIER, -beside),
            (Piece.KING, _KING, 0.0),
            (Piece.DEFENDER, _SOLDIER, beside),
        ),
    }.get(look.face.cover, ())
    return (
        *ground,
        *_border(look, width, height),
        *(draw_piece(piece, size, look, middle + aside, height * 0.106) for piece, size, aside in pieces),
        Group(title.at(middle, title_low, "text.title", typesetter), tag=Tag("H1")),
        *_block(typesetter, words.subtitle, ("smallcaps", 4.3), (middle, subtitle), (width - _ASIDE, above_board)),
        Group(frame, translate(x - _FRAME, board_top - _FRAME)),
        Group((board,), translate(x, board_top)),
        Group(draw_divider(look, across, 4.4, "page.knot"), translate(middle - across / 2, low - 7.0)),
        *_block(typesetter, ruleset, ("italic", 5.0), (middle, low + 5.0), (width - _ASIDE, above_border)),
    )


def _block(
    typesetter: Typesetter, text: str, letters: tuple[str, float], at: Point, room: tuple[float, float]
) -> tuple[Shape, ...]:
    """Return centred lines in a face and an em, the first one's baseline at a point, in a room as of `set_block`."""
    (font, size), (width, _) = letters, room
    best = Style(size, size * 1.25, font=font, italic="italic", align="centre")
    lines, style = set_block(text, "on the cover", best, room, typesetter)
    tag = Tag("P")
    return tuple(
        Group(tuple(line.at(at[0] - width / 2, at[1] + i * style.leading)), tag=tag) for i, line in enumerate(lines)
    )


def _border(look: Look, width: float, height: float) -> tuple[Shape, ...]:
    """Return a band of ornament round the page, or two lines with a rosette at each corner."""
    ornament = look.ornament
    if ornament.page == "none":
        return ()
    border = Border(ornament.page, "page.knot", ornament.edged, look.face.page, look.art.page)
    band = draw_border(border, width - 2 * _INSET, height - 2 * _INSET, _DEPTH, look.store)
    if band:
        return (Group(band, translate(_INSET, _INSET)),)
    outer, inner, corner = 11.0, 13.0, 4.2
    shapes: list[Shape] = []
    for inset, weight in ((outer, 0.5), (inner, 0.18)):
        # the lines leave the rosettes free
        reach = inset + corner + (outer - inset) + 1.0
        for y in (inset - weight / 2, height - inset - weight / 2):
            shapes.append(Rect(reach, y, width - 2 * reach, weight, "page.ornament"))
        for x in (inset - weight / 2, width - inset - weight / 2):
            shapes.append(Rect(x, reach, weight, height - 2 * reach, "page.ornament"))
    for x in (outer + 1.0, width - outer - 1.0):
        for y in (outer + 1.0, height - outer - 1.0):
            shapes.append(Path.of(foil((x, y), 3.4, 6, 30), "page.ornament"))
            shapes.append(Circle(x, y, 4.2, "page.rule"))
    return tuple(shapes)
