"""Reminder cards, one for each side: how to move, capture and win under the ruleset, with figures.

The text has 8 pt or more, and figures have 22 mm or more: on the front two of them, one or none as the text leaves them
room, or larger ones on the back of a card of two sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.curves import Point
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Form, Group, Layer, Rect, Shape, Shown, Tag, translate
from taflkit.errors import DoesNotFit, shown
from taflkit.parts.bleed import draw_bleed
from taflkit.parts.booklet.setting import in_squares
from taflkit.parts.borders import Border, draw_border, draw_divider
from taflkit.parts.cards.text import (
    FIGURE,
    GUTTER,
    LEAST,
    Body,
    Fit,
    Room,
    Size,
    draw_groups,
    fit_groups,
    height_at_least,
    set_height,
)
from taflkit.parts.counters.counters import draw_piece
from taflkit.parts.figures.figure import draw_scene
from taflkit.sums import total
from taflkit.tafl import Piece, Side
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.titles import TitleRoom, set_title, title_text
from taflkit.words.card_words import CardGroup
from taflkit.words.texts import CardText

__all__ = ["CARD_SIZE", "are_bare", "card_lines", "draw_card", "draw_card_back", "need_backs"]


_CAPTION, _BETWEEN_ROWS = 0.6, 1.2
"""Mm between a figure on the back and its caption, and above its rows."""
_NEAR = 1e-6
"""Millimetres that a figure may be too narrow by."""


def least_sizes(names: Sequence[str], book: Book, width: float) -> tuple[Size, ...]:
    """Return how large figures side by side are at the least: the narrowest has FIGURE mm.

    Those of more squares are wider, unless they have no room.

    Args:
        names: the figures'.
        book: the game under its ruleset.
        width: of the row in mm.
    """
    sizes = [Size(*in_squares(book.played[name].window)) for name in names]
    narrowest = min((size.wide for size in sizes), default=1.0)
    found = tuple(size.grown(FIGURE / narrowest) for size in sizes)
    if total(size.wide for size in found) + GUTTER * (len(found) - 1) > width + _NEAR:
        return tuple(size.grown(FIGURE / size.wide) for size in sizes)
    return found


def in_row(widths: Sequence[float], width: float, *, centred: bool = False) -> list[float]:
    """Return where figures of some widths begin in a row from edge to edge; all in mm.

    Args:
        widths: the figures'.
        width: the row's.
        centred: whether one alone stands in its middle, rather than at its left.
    """
    free = width - total(widths)
    if len(widths) < 2:
        return [free / 2 if centred else 0.0 for _ in widths]
    return [total(widths[:number]) + number * free / (len(widths) - 1) for number in range(len(widths))]


def draw_card_figure(name: str, book: Book, size: Size, look: Look, at: Point) -> Group:
    """Return a figure of a size with its lower left corner at a point."""
    figure = draw_scene(book.played[name], size.wide, book.descriptions[name], look)
    return Group((figure,), translate(at[0], at[1] - size.high))


class _CardFigure(Struct, frozen=True):
    """A figure in its column, with its caption; lengths in mm, the figure's size in squares of a usual one."""

    name: str
    squares: Size
    column: float
    caption: tuple[Shape, ...]
    high: float


class _Rows(Struct, frozen=True):
    """The figures of a back in rows, and the largest side in mm of the squares that they have room for."""

    rows: tuple[tuple[_CardFigure, ...], ...]
    side: float


def draw_pictures(
    names: Sequence[str], others: Sequence[str], book: Book, look: Look, room: Room, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """Return the figures of a card's back, over their captions, from its room's top left corner.

    There are four in two rows, or fewer where that is too tight, with squares that are no larger than on the back of
    the other card.

    Args:
        names: the card's figures.
        others: those of the other card.
        book: the game under its ruleset.
        look: the theme's ornament.
        room: of the back.
        typesetter: sets the captions.
    """
    own, other = (_rows(each, book, room, typesetter) for each in (names, others))
    if own is None:
        return ()
    return tuple(_drawn(own.rows, min(own.side, other.side if other else own.side), book, look, room))


def _rows(names: Sequence[str], book: Book, room: Room, typesetter: Typesetter) -> _Rows | None:
    """Return as many figures as a back has room for; None if it has room for none."""
    for count, across in ((4, 2), (2, 1), (1, 1)):
        if len(names) < count:
            continue
        starts = range(0, count, across)
        try:
            rows = tuple(_row(names[start : start + across], book, room.width, typesetter) for start in starts)
        except UnfitText:
            continue
        side = min(picture.column / picture.squares.wide for row in rows for picture in row)
        side = min(side, _free(rows, room) / total(max(picture.squares.high for picture in row) for row in rows))
        if side * min(picture.squares.wide for row in rows for picture in row) >= FIGURE - _NEAR:
            return _Rows(rows, side)
    return None


def _row(names: Sequence[str], book: Book, width: float, typesetter: Typesetter) -> tuple[_CardFigure, ...]:
    """Return figures as a row, which share its width in mm as their squares need it."""
    squares = [Size(*in_squares(book.played[name].window)) for name in names]
    share = (width - GUTTER * (len(names) - 1)) / total(size.wide for size in squares)
    pairs = zip(names, squares, strict=True)
    return tuple(
        _CardFigure(name, s, share * s.wide, *_caption(name, book, share * s.wide, typesetter)) for name, s in pairs
    )


def _free(rows: Sequence[Sequence[_CardFigure]], room: Room) -> float:
    """Return how much of the height captions and spaces leave to figures, in mm."""
    captions = total(max(picture.high for picture in row) for row in rows)
    return room.words - captions - len(rows) * (_CAPTION + _BETWEEN_ROWS)


def _drawn(rows: Sequence[Sequence[_CardFigure]], side: float, book: Book, look: Look, room: Room) -> Iterator[Shape]:
    """Yield figures in rows over their captions, with squares of a side in mm."""
    highs = [side * max(picture.squares.high for picture in row) for row in rows]
    spare = (_free(rows, room) - total(highs)) / (len(rows) + 1)
    low = _BETWEEN_ROWS + spare
    for row, high in zip(rows, highs, strict=True):
        low += high
        lefts = in_row([picture.column for picture in row], room.width)
        for picture, left in zip(row, lefts, strict=True):
            size = picture.squares.grown(side)
            yield draw_card_figure(picture.name, book, size, look, (left + (picture.column - size.wide) / 2, low))
            yield Group(picture.caption, translate(left, low + _CAPTION))
        low += _CAPTION + max(picture.high for picture in row) + _BETWEEN_ROWS + spare


def _caption(name: str, book: Book, width: float, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return a figure's caption behind the number of its rule, and its height in mm."""
    shown_by = (rule.number for rule in book.rules if any(name in sentence.proofs for sentence in rule.sentences))
    number = next(shown_by, None)
    style = Style(LEAST, LEAST * 1.1, align="centre")
    text = book.captions[name] if number is None else f"{number}. {book.captions[name]}"
    return stack(set_paragraph(typesetter, text, width, style, tag=Tag("Caption")))


CARD_SIZE = (63.0, 88.0)
"""Width and height in mm."""
_BAND_INSET, _BAND = 1.2, 2.4
"""How far the border of ornament is from the edges, and how deep it is, in mm."""
_INSET = 5.65
"""How far words are from the edges, in mm: 2 mm and more from the border."""
_LAST = 0.25
"""How much farther the strip of the last line stays above, whose letters reach below it, in mm."""
_HEADING = 12.4
"""Where the text begins below the card's top, in mm."""
_FIGURES_END = 4.85
"""How far figures stay above the card's lower edge, in mm."""
_FIGURES_SHOWN, _FIGURES_BEHIND = 2, 4
"""The figures on the front, and on the back, at the most."""
_TITLE, _LEAST_TITLE, _TITLE_AT = 4.2, 2.8, 8.85
"""The em of the title in mm, at best and at the least, and where its baseline is."""
_PIECE, _PIECE_AT = 5.2, (2.9, 7.4)
"""The diameter of the pieces beside the title, and how far their middles are inside the text's edges and below the
card's top, in mm."""
_BESIDE = 1.2
"""The least space between the title and a piece beside it, in mm."""
_BACK_LINE = 3.0
"""How far the back's line is from the edges, in mm: a back printed 1 or 2 mm beside its front keeps it whole."""
_DIVIDER, _BELOW_DIVIDER = 2.0, 0.3
"""The height of the divider below the title, and the space between it and the text, in mm."""

_ROOM = Room(
    CARD_SIZE[0] - 2 * _INSET, CARD_SIZE[1] - _INSET - _LAST - _HEADING, CARD_SIZE[1] - _FIGURES_END - _HEADING
)

_SHORT = 0.3
"""A text fits one side that is, before it is set, judged to take less than this part of its height at the least."""


class _Set(Struct, frozen=True):
    """The words of both cards, shared out and fitted.

    Attributes:
        fronts: what is on the front of each side's card.
        front: how that is set.
        backs: what found no place there.
        back: how that is set; None if there is nothing.
    """

    fronts: dict[Side, Body]
    front: Fit
    backs: dict[Side, Body]
    back: Fit | None


def draw_card(
    side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0, two_sided: bool = False
) -> Group:
    """Return a side's card, its top left corner at the origin.

    Args:
        side: the player whose card it is.
        book: the game under its ruleset.
        look: the theme's ornament and faces.
        typesetter: sets the lines.
        bleed: how far its ground runs on beyond the cuts, in mm.
        two_sided: whether its figures are on its back.

    Raises:
        DoesNotFit: the text does not fit at 8 pt, or the title not even at 8 pt.
    """
    width, height = CARD_SIZE
    title = _text_of(side, book).title
    made = look.store.of(_fitted, book, typesetter, two_sided)
    shapes = (
        *draw_bleed(Rect(0, 0, width, height, "card.ground"), bleed),
        *_ground(width, height, look),
        *_heading(side, title, width, look, typesetter),
        *_told(side, book, (made.fronts[side], made.front), look, typesetter),
    )
    return Group(shapes, layer=Layer.ART, tag=Tag("Sect", bookmark=title_text(title)))


def draw_card_back(side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0) -> Group:
    """Return the back of a side's card of two sides, its top left corner at the origin: figures with their captions.

    Text that found no place on the front stands above them.

    Args:
        side: the player whose card it is.
        book: the game under its ruleset.
        look: the theme's ornament and faces.
        typesetter: sets the captions.
        bleed: how far its ground runs on beyond its edges, in mm.

    Raises:
        DoesNotFit: the text does not fit at 8 pt.
    """
    width, height = CARD_SIZE
    made = look.store.of(_fitted, book, typesetter, True)
    inset, ground = _BACK_LINE, Rect(0, 0, width, height, "card.ground")
    shapes: tuple[Shape, ...] = (
        *draw_bleed(ground, bleed),
        ground,
        Rect(inset, inset, width - 2 * inset, height - 2 * inset, "card.border", 1.6),
        *_heading(side, _text_of(side, book).title, width, look, typesetter),
    )
    body = made.backs[side]
    if made.back is not None and body.groups:
        shapes += _told(side, book, (body, made.back), look, typesetter)
    else:
        names = {each: _figure_names(each, book, _FIGURES_BEHIND) for each in Side}
        pictures = draw_pictures(names[side], names[side.other], book, look, _ROOM, typesetter)
        shapes += (Group(pictures, translate(_INSET, _HEADING)),)
    return Group(shapes, layer=Layer.ART, tag=Tag("Sect"))


def are_bare(book: Book, look: Look, typesetter: Typesetter) -> bool:
    """Whether the figures of cards of one side find no place beside their text.

    Raises:
        DoesNotFit: the text does not fit at 8 pt.
    """
    made = look.store.of(_fitted, book, typesetter, False)
    return made.front.figures == "none" and any(body.figures for body in made.fronts.values())


def need_backs(book: Book, look: Look, typesetter: Typesetter) -> bool:
    """Whether the text of the cards is too long for one side at 8 pt, so that the rest of it goes to their backs.

    Raises:
        DoesNotFit: it does not fit on both sides either.
    """
    longest = max(height_at_least(book.cards[side], _ROOM.width) for side in Side)
    if longest < _SHORT * _ROOM.words:
        return False
    try:
        look.store.of(_fitted, book, typesetter, False)
    except DoesNotFit:
        look.store.of(_fitted, book, typesetter, True)
        return True
    return False


def card_lines(book: Book) -> Iterator[str]:
    """Yield all words of both cards as lines of plain text, titles behind "##"."""
    for side in Side:
        yield from ("", f"## {_text_of(side, book).title}")
        yield from (f"{group.heading} ({group.numbers}). {group.text}" for group in book.cards[side])
        yield from (f"[{book.descriptions[name].text}]" for name in _figure_names(side, book))


def _text_of(side: Side, book: Book) -> CardText:
    texts = book.texts.cards
    return texts.attackers if side is Side.ATTACKERS else texts.defenders


def _fitted(book: Book, typesetter: Typesetter, two_sided: bool) -> _Set:
    """Share the words of both cards out to their sides, and fit them alike on both; every card of a kit asks for it.

    Raises:
        DoesNotFit: see draw_card.
    """
    groups = book.cards
    names = {side: _figure_names(side, book) for side in Side}
    shown = {side: least_sizes(names[side], book, _ROOM.width) for side in Side}
    for side in Side:
        least, room = height_at_least(groups[side], _ROOM.width), (1 + two_sided) * CARD_SIZE[1]
        if least > room:
            raise _too_long(_text_of(side, book).title, least, two_sided)
    bodies = {side: Body(groups[side], shown[side]) for side in Side}
    none = {side: Body((), shown[side]) for side in Side}
    fit = fit_groups(tuple(bodies.values()), _ROOM, typesetter, figures=not two_sided)
    if fit is not None:
        return _Set(bodies, fit, none, None)
    if two_sided:
        fronts = {side: Body(_leading(groups[side], typesetter)) for side in Side}
        backs = {side: Body(groups[side][len(fronts[side].groups) :], shown[side]) for side in Side}
        front = fit_groups(tuple(fronts.values()), _ROOM, typesetter)
        back = fit_groups(tuple(body for body in backs.values() if body.groups), _ROOM, typesetter)
        if front is not None and back is not None:
            return _Set(fronts, front, backs, back)
    raise _long(book, bodies, typesetter, two_sided)


def _leading(groups: tuple[CardGroup, ...], typesetter: Typesetter) -> tuple[CardGroup, ...]:
    """Return the first groups of a card, as many as its front holds."""
    counts = range(len(groups), 0, -1)
    return next((groups[:n] for n in counts if fit_groups((Body(groups[:n]),), _ROOM, typesetter)), ())


def _long(book: Book, bodies: dict[Side, Body], typesetter: Typesetter, two_sided: bool) -> DoesNotFit:
    """Return the problem of the card whose text, or the rest that its front leaves, is higher."""
    groups = {side: body.groups for side, body in bodies.items()}
    if two_sided:
        groups = {side: each[len(_leading(each, typesetter)) :] for side, each in groups.items()}
    high, side = max((set_height(each, _ROOM.width, typesetter), side.value) for side, each in groups.items())
    title = _text_of(Side(side), book).title
    return _behind(title, high, groups[Side(side)][0].heading) if two_sided else _too_long(title, high, two_sided)


def _behind(title: str, used: float, heading: str) -> DoesNotFit:
    """Return the problem of a text that is too high for its card's back, in mm, and begins there with a heading."""
    return DoesNotFit(
        f"the text of the card '{shown(title)}'",
        f"{math.ceil(used)} mm of height at 8 pt on its back, from '{shown(heading)}' on",
        f"{_ROOM.words:.0f} mm; what is under a heading stays together; shorten its sentences, or leave a rule out",
        table="cards",
    )


def _too_long(title: str, used: float, two_sided: bool) -> DoesNotFit:
    """Return the problem of a text that is too high for its card, in mm."""
    room = (
        f"{_ROOM.words * 2:.0f} mm on both sides; "
        if two_sided
        else f"{_ROOM.words:.0f} mm; make the cards two-sided, "
    )
    return DoesNotFit(
        f"the text of the card '{shown(title)}'",
        f"{math.ceil(used)} mm of height at 8 pt",
        f"{room}shorten its sentences, or leave a rule out",
        table="cards",
    )


def _figure_names(side: Side, book: Book, most: int = _FIGURES_SHOWN) -> list[str]:
    """Return the names of the figures on a side's card: the first of those it asks for that the ruleset has."""
    return [name for name in _text_of(side, book).figures if name in book.played][:most]


def _ground(width: float, height: float, look: Look) -> tuple[Shape, ...]:
    ground = Rect(0, 0, width, height, "card.ground")
    band = look.store.of(_band, width - 2 * _BAND_INSET, height - 2 * _BAND_INSET, look)
    if band or look.ornament.card == "none":
        return (ground, Shown(band, translate(_BAND_INSET, _BAND_INSET))) if band else (ground,)
    return (
        ground,
        Rect(1.6, 1.6, width - 3.2, height - 3.2, "card.border", 2.0),
        Rect(2.3, 2.3, width - 4.6, height - 4.6, "card.hairline", 1.4),
    )


def _band(width: float, height: float, look: Look) -> Form | None:
    """Return the border of ornament, or None where there is none."""
    border = Border(look.ornament.card, "card.knot", look.ornament.edged, own=look.art.card)
    shapes = draw_border(border, width, height, _BAND, look.store)
    return Form(shapes) if shapes else None


def _heading(side: Side, title: str, width: float, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """The title between the side's pieces, over a divider."""
    pieces = (Piece.ATTACKER, Piece.ATTACKER) if side is Side.ATTACKERS else (Piece.KING, Piece.DEFENDER)
    middle, across = width / 2, width - 2 * _INSET
    divider = draw_divider(look, across, _DIVIDER, "page.knot")
    face = look.fonts.title
    inside, low = _PIECE_AT
    room = TitleRoom("of a card", across - 2 * inside - _PIECE - 2 * _BESIDE, _TITLE, _LEAST_TITLE)
    heading = set_title(title, face, room, typesetter).at(middle, _TITLE_AT, "text.title", typesetter)
    return (
        draw_piece(pieces[0], _PIECE, look, _INSET + inside, low),
        draw_piece(pieces[1], _PIECE, look, width - _INSET - inside, low),
        Group(heading, tag=Tag("H1")),
        Group(divider, translate(_INSET, _HEADING - _BELOW_DIVIDER - _DIVIDER)),
    )


def _told(side: Side, book: Book, fitted: tuple[Body, Fit], look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return a text with its figures: beside each other below it, or the first at the left beside its end.

    Args:
        side: the player whose card it is.
        book: the game under its ruleset.
        fitted: the text, and how it is set.
        look: the theme's ornament.
        typesetter: sets the lines.
    """
    body, fit = fitted
    text, top = draw_groups(body, fit, _ROOM, typesetter)
    names, shown = _figure_names(side, book), fit.shown(body)
    low = _HEADING + top + max((size.high for size in shown.values()), default=0.0)
    lefts = in_row([size.wide for size in shown.values()], _ROOM.width, centred=fit.figures == "below")
    figures = (
        draw_card_figure(names[number], book, size, look, (_INSET + left, low))
        for (number, size), left in zip(shown.items(), lefts, strict=True)
    )
    return (Group(text, translate(_INSET, _HEADING)), *figures)
