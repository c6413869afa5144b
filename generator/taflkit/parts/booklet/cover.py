"""The booklet's cover: the title over the start position, in a border of ornament."""

from __future__ import annotations

from msgspec import Struct

from taflkit.drawing.curves import Point, foil
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, Tag, translate
from taflkit.figures import Scene
from taflkit.parts.board.board import board_border
from taflkit.parts.borders import Border, draw_border, draw_divider
from taflkit.parts.counters.pieces import draw_piece
from taflkit.parts.figures.figure import draw_scene
from taflkit.parts.tiles import draw_tiled_ground
from taflkit.tafl import Piece
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.titles import TitleRoom, set_block, set_title
from taflkit.words.alternatives import Description

__all__ = ["CoverWords", "draw_cover"]

_INSET, _DEPTH = 9.0, 7.0
"""How far the border is from the page's edges, and how deep it is, in mm."""
_KING, _SOLDIER = 10.5, 8.0
"""The diameters in mm of the pieces over the title."""
_ASIDE = 44.0
"""How much narrower the words are than the page, in mm."""
_TITLE, _TWO_LINES, _LEAST = 15.5, 8.0, 5.0
"""The em of the title in mm: at best, on two lines, and at the least."""
_BOARD, _FRAME = 84.0, 5.0
"""The side of the start position, and how deep the border round it is, in mm."""


class CoverWords(Struct, frozen=True):
    """The words on the cover."""

    title: str
    subtitle: str
    ruleset: str


def draw_cover(
    words: CoverWords, start: tuple[Scene, Description], page: tuple[float, float], look: Look, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """Return the title over the start position, in a border.

    Args:
        words: the title and the lines below it.
        start: the start position with its text alternative.
        page: width and height in mm.
        look: the theme's ornament and faces.
        typesetter: sets the words.

    Raises:
        DoesNotFit: the words are too long.
        UnfitText: they have a letter that the fonts lack.
    """
    (width, height), middle = page, page[0] / 2
    face = look.fonts.title
    title = set_title(
        words.title, face, TitleRoom("on the cover", width - _ASIDE, _TITLE, _LEAST, _TWO_LINES), typesetter
    )
    # two lines stand about the place of one
    title_low = height * 0.205 + (len(title.lines) - 1) * title.leading / 2
    subtitle, board_top = height * 0.262, height * 0.335
    low = board_top + _BOARD + 14.0
    across = 34.0
    above_board = board_top - _FRAME - 1.0 - subtitle
    above_border = height - _INSET - _DEPTH - 1.0 - (low + 5.0)
    return (
        *_ground(look, width, height),
        *_border(look, width, height),
        *_emblem(look, middle, height * 0.106),
        Group(title.at(middle, title_low, "text.title", typesetter), tag=Tag("H1")),
        *_block(typesetter, words.subtitle, ("smallcaps", 4.3), (middle, subtitle), (width - _ASIDE, above_board)),
        *_board(start, _BOARD, look, (middle - _BOARD / 2, board_top)),
        Group(draw_divider(look, across, 4.4, "page.knot"), translate(middle - across / 2, low - 7.0)),
        *_block(typesetter, words.ruleset, ("italic", 5.0), (middle, low + 5.0), (width - _ASIDE, above_border)),
    )


def _emblem(look: Look, middle: float, y: float) -> tuple[Shape, ...]:
    """What the game's face has over the title, its middle at a height."""
    match look.face.cover:
        case "king":
            return (draw_piece(Piece.KING, _KING, look, middle, y),)
        case "pieces":
            beside = 0.5 * (_KING + _SOLDIER) + 2.0
            return (
                draw_piece(Piece.ATTACKER, _SOLDIER, look, middle - beside, y),
                draw_piece(Piece.KING, _KING, look, middle, y),
                draw_piece(Piece.DEFENDER, _SOLDIER, look, middle + beside, y),
            )
        case _:
            return ()


def _board(start: tuple[Scene, Description], side: float, look: Look, at: Point) -> tuple[Shape, ...]:
    """The start position in the board's border."""
    depth, (x, y) = _FRAME, at
    outer = side + 2 * depth
    band = draw_border(board_border(look), outer, outer, depth, look.store)
    picture = draw_scene(start[0], side, start[1], look)
    return (Group(band, translate(x - depth, y - depth)), Group((picture,), translate(*at)))


def _block(
    typesetter: Typesetter, text: str, letters: tuple[str, float], at: Point, room: tuple[float, float]
) -> tuple[Shape, ...]:
    """Return centred lines of a face and an em, the first one's baseline at a point, in a room as set_block has it."""
    (font, size), (width, _) = letters, room
    best = Style(size, size * 1.25, font=font, italic="italic", align="centre")
    lines, style = set_block(text, "on the cover", best, room, typesetter)
    tag = Tag("P")
    return tuple(
        Group(tuple(line.at(at[0] - width / 2, at[1] + i * style.leading)), tag=tag) for i, line in enumerate(lines)
    )


def _ground(look: Look, width: float, height: float) -> tuple[Shape, ...]:
    """The theme's own ground inside the border."""
    if look.art.cover is None:
        return ()

    inset = _INSET + _DEPTH
    place = Rect(inset, inset, width - 2 * inset, height - 2 * inset, "page.ground")
    return draw_tiled_ground(look.art.cover, place, "page.ground", look.store)


def _border(look: Look, width: float, height: float) -> tuple[Shape, ...]:
    """A band of ornament round the page, or two lines with a rosette at each corner."""
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
        reach = inset + corner + (outer - inset)
        shapes += _broken_box(width, height, inset, reach, weight)
    for x in (outer + 1.0, width - outer - 1.0):
        for y in (outer + 1.0, height - outer - 1.0):
            shapes.append(Path.of(foil((x, y), 3.4, 6, 30), "page.ornament"))
            shapes.append(Circle(x, y, 4.2, "page.rule"))
    return tuple(shapes)


def _broken_box(width: float, height: float, inset: float, reach: float, weight: float) -> tuple[Shape, ...]:
    """Return the four sides of a box, left open for `reach` mm from the page's corners' rosettes."""
    open_ = reach + 1.0
    return (
        Rect(open_, inset - weight / 2, width - 2 * open_, weight, "page.ornament"),
        Rect(open_, height - inset - weight / 2, width - 2 * open_, weight, "page.ornament"),
        Rect(inset - weight / 2, open_, weight, height - 2 * open_, "page.ornament"),
        Rect(width - inset - weight / 2, open_, weight, height - 2 * open_, "page.ornament"),
    )
