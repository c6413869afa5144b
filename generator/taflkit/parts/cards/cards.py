"""Reminder cards, one for each side: how to move, capture and win under the ruleset, with figures.

The text has 8 pt or more, and figures have 22 mm or more: on the front two of them, one or none as the text leaves them
room, or larger ones on the back of a card of two sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Form, Group, Layer, Point, Rect, Shape, Shown, Tag, translate
from taflkit.errors import DoesNotFit, shown
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
from taflkit.parts.laying import draw_bleed
from taflkit.sums import total
from taflkit.tafl import Piece, Side
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_title, title_text
from taflkit.words.texts import CardText

__all__ = ["CARD_SIZE", "are_bare", "card_lines", "draw_card", "draw_card_back", "need_backs"]


_CAPTION = 0.6  # mm between a figure on the back and its caption
_BETWEEN_ROWS = 1.2  # mm above the rows of figures on the back
_NEAR = 1e-6  # mm that a figure may be too narrow by


def least_sizes(names: Sequence[str], book: Book, width: float) -> tuple[Size, ...]:
    """Return the least sizes of figures side by side in a row of a width in mm: the narrowest has FIGURE mm.

    Those of more squares are wider, unless they have no room.
    """
    sizes = [Size(*in_squares(book.played[name].window)) for name in names]
    narrowest = min((size.wide for size in sizes), default=1.0)
    found = tuple(size.grown(FIGURE / narrowest) for size in sizes)
    if total(size.wide for size in found) + GUTTER * (len(found) - 1) > width + _NEAR:
        return tuple(size.grown(FIGURE / size.wide) for size in sizes)
    return found


def in_row(widths: Sequence[float], width: float, *, centred: bool = False) -> list[float]:
    """Return where figures of some widths begin in a row from edge to edge, in mm; one at its left, or `centred`."""
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


_CardRows = tuple[tuple[_CardFigure, ...], ...]


def draw_pictures(
    names: Sequence[str], others: Sequence[str], book: Book, look: Look, room: Room, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """Return the figures of a card's back, over their captions, from its room's top left corner.

    There are four in two rows, or fewer where that is too tight, with squares that are no larger than on the back of
    the other card.
    """
    (rows, side), (_, other) = (_rows(each, book, room, typesetter) for each in (names, others))
    side = min(side, other)
    highs = [side * max(picture.squares.high for picture in row) for row in rows]
    spare = (_free(rows, room) - total(highs)) / (len(rows) + 1)
    shapes: list[Shape] = []
    low = _BETWEEN_ROWS + spare
    for row, high in zip(rows, highs, strict=True):
        low += high
        lefts = in_row([picture.column for picture in row], room.width)
        for picture, left in zip(row, lefts, strict=True):
            size = picture.squares.grown(side)
            at = (left + (picture.column - size.wide) / 2, low)
            shapes.append(draw_card_figure(picture.name, book, size, look, at))
            shapes.append(Group(picture.caption, translate(left, low + _CAPTION)))
        low += _CAPTION + max(picture.high for picture in row) + _BETWEEN_ROWS + spare
    return tuple(shapes)


def _rows(names: Sequence[str], book: Book, room: Room, typesetter: Typesetter) -> tuple[_CardRows, float]:
    """Return as many figures as a back has room for, and the largest side in mm of their squares."""
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
            return rows, side
    return (), math.inf


def _row(names: Sequence[str], book: Book, width: float, typesetter: Typesetter) -> tuple[_CardFigure, ...]:
    """Return figures as a row, which share its width in mm as their squares need it, over their captions."""
    squares = [Size(*in_squares(book.played[name].window)) for name in names]
    share = (width - GUTTER * (len(names) - 1)) / total(size.wide for size in squares)
    style = Style(LEAST, LEAST * 1.1, align="centre")
    row = []
    for name, size in zip(names, squares, strict=True):
        # a caption begins with the number of the rule that the figure shows
        rules = (rule.number for rule in book.rules if any(name in sentence.proofs for sentence in rule.sentences))
        text = "".join(f"{number}. " for number in islice(rules, 1)) + book.captions[name]
        caption = set_paragraph(typesetter, text, share * size.wide, style, tag=Tag("Caption"))
        row.append(_CardFigure(name, size, share * size.wide, *stack(caption)))
    return tuple(row)


def _free(rows: Sequence[Sequence[_CardFigure]], room: Room) -> float:
    """Return the height that captions and spaces leave to figures, in mm."""
    captions = total(max(picture.high for picture in row) for row in rows)
    return room.words - captions - len(rows) * (_CAPTION + _BETWEEN_ROWS)


CARD_SIZE = (63.0, 88.0)
"""Width and height in mm."""
_BAND_INSET = 1.2  # mm from the edges to the border of ornament
_BAND = 2.4  # mm: its depth
_INSET = 5.65  # mm from the edges to words, 2 mm and more from the border
_LAST = 0.25  # mm that the strip of the last line stays farther above, whose letters reach below it
_HEADING = 12.4  # mm from the card's top to its text
_FIGURES_END = 4.85  # mm from figures to the card's lower edge
_FIGURES_SHOWN = 2  # figures on the front, at the most
_FIGURES_BEHIND = 4  # figures on the back, at the most
_TITLE = 4.2  # mm: the em of the title at best
_LEAST_TITLE = 2.8  # mm: its least em
_TITLE_AT = 8.85  # mm from the card's top to its baseline
_PIECE = 5.2  # mm: the diameter of the pieces beside the title
_PIECE_IN = 2.9  # mm from the text's edges to their middles
_PIECE_AT = 7.4  # mm from the card's top to their middles
_BESIDE = 1.2  # mm: the least space between the title and a piece
_BACK_LINE = 3.0  # mm from the edges to the back's line, which stays whole on a back printed 1 or 2 mm beside its front
_DIVIDER = 2.0  # mm: the height of the divider below the title
_BELOW_DIVIDER = 0.3  # mm between it and the text

_ROOM = Room(
    CARD_SIZE[0] - 2 * _INSET, CARD_SIZE[1] - _INSET - _LAST - _HEADING, CARD_SIZE[1] - _FIGURES_END - _HEADING
)

_SHORT = 0.3  # of the height: a text that is, before it is set, estimated to be lower fits one side


class _Set(Struct, frozen=True):
    """The words of both cards, shared out to fronts and backs and fitted; `back` is None if these get nothing."""

    fronts: dict[Side, Body]
    front: Fit
    backs: dict[Side, Body]
    back: Fit | None


def draw_card(
    side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0, two_sided: bool = False
) -> Group:
    """Return a side's card, its top left corner at the origin; the figures of a two-sided one are on its back.

    Its ground runs on beyond the cuts by a bleed in mm.

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
        *_text_and_figures(side, book, made.fronts[side], made.front, look, typesetter),
    )
    return Group(shapes, layer=Layer.ART, tag=Tag("Sect", bookmark=title_text(title)))


def draw_card_back(side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0) -> Group:
    """Return the back of a side's card of two sides, its top left corner at the origin: figures with their captions.

    Text that found no place on the front stands above them. The bleed of its ground is in mm.

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
        shapes += _text_and_figures(side, book, body, made.back, look, typesetter)
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
    """Share the words of both cards out to their sides, and fit them alike on both; every card of a kit needs it.

    Raises:
        DoesNotFit: see draw_card.
    """
    groups = dict(book.cards)
    names = {side: _figure_names(side, book) for side in Side}
    sizes = {side: least_sizes(names[side], book, _ROOM.width) for side in Side}
    for side in Side:
        least, room = height_at_least(groups[side], _ROOM.width), (1 + two_sided) * CARD_SIZE[1]
        if least > room:
            raise _too_long(_text_of(side, book).title, least, two_sided)
    bodies = {side: Body(groups[side], sizes[side]) for side in Side}
    none = {side: Body((), sizes[side]) for side in Side}
    fit = fit_groups(tuple(bodies.values()), _ROOM, typesetter, figures=not two_sided)
    if fit is not None:
        return _Set(bodies, fit, none, None)
    if two_sided:
        fronts = {}
        for side, each in groups.items():
            # as many of the first groups as the front holds
            firsts = (each[:count] for count in range(len(each), 0, -1))
            holding = (first for first in firsts if fit_groups((Body(first),), _ROOM, typesetter))
            fronts[side] = Body(next(holding, ()))
        backs = {side: Body(groups[side][len(fronts[side].groups) :], sizes[side]) for side in Side}
        front = fit_groups(tuple(fronts.values()), _ROOM, typesetter)
        back = fit_groups(tuple(body for body in backs.values() if body.groups), _ROOM, typesetter)
        if front is not None and back is not None:
            return _Set(fronts, front, backs, back)
        groups = {side: each[len(fronts[side].groups) :] for side, each in groups.items()}
    # the card is named whose text, or the rest that its front leaves, is higher
    high, value = max((set_height(groups[side], _ROOM.width, typesetter), side.value) for side in Side)
    title = _text_of(Side(value), book).title
    if not two_sided:
        raise _too_long(title, high, two_sided)
    raise DoesNotFit(
        f"the text of the card '{shown(title)}'",
        f"{math.ceil(high)} mm of height at 8 pt on its back, from '{shown(groups[Side(value)][0].heading)}' on",
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
    """Return the names of the first figures for a side's card that the ruleset has."""
    return [name for name in _text_of(side, book).figures if name in book.played][:most]


def _ground(width: float, height: float, look: Look) -> tuple[Shape, ...]:
    ground = Rect(0, 0, width, height, "card.ground")
    border = Border(look.ornament.card, "card.knot", look.ornament.edged, own=look.art.card)
    across, down = width - 2 * _BAND_INSET, height - 2 * _BAND_INSET
    key = (draw_border, border, across, down)
    band = look.store.get(key, lambda: Form(draw_border(border, across, down, _BAND, look.store)))
    if band.shapes:
        return (ground, Shown(band, translate(_BAND_INSET, _BAND_INSET)))
    if look.ornament.card == "none":
        return (ground,)
    return (
        ground,
        Rect(1.6, 1.6, width - 3.2, height - 3.2, "card.border", 2.0),
        Rect(2.3, 2.3, width - 4.6, height - 4.6, "card.hairline", 1.4),
    )


def _heading(side: Side, title: str, width: float, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the title between the side's pieces, over a divider."""
    pieces = (Piece.ATTACKER, Piece.ATTACKER) if side is Side.ATTACKERS else (Piece.KING, Piece.DEFENDER)
    across = width - 2 * _INSET
    room = TitleRoom("of a card", across - 2 * _PIECE_IN - _PIECE - 2 * _BESIDE, _TITLE, _LEAST_TITLE)
    heading = set_title(title, look.fonts.title, room, typesetter)
    divider = draw_divider(look, across, _DIVIDER, "page.knot")
    return (
        draw_piece(pieces[0], _PIECE, look, _INSET + _PIECE_IN, _PIECE_AT),
        draw_piece(pieces[1], _PIECE, look, width - _INSET - _PIECE_IN, _PIECE_AT),
        Group(heading.at(width / 2, _TITLE_AT, "text.title", typesetter), tag=Tag("H1")),
        Group(divider, translate(_INSET, _HEADING - _BELOW_DIVIDER - _DIVIDER)),
    )


def _text_and_figures(
    side: Side, book: Book, body: Body, fit: Fit, look: Look, typesetter: Typesetter
) -> tuple[Shape, ...]:
    """Return a text with its figures: beside each other below it, or the first at the left beside its end."""
    text, top = draw_groups(body, fit, _ROOM, typesetter)
    names, shown = _figure_names(side, book), fit.shown(body)
    low = _HEADING + top + max((size.high for size in shown.values()), default=0.0)
    lefts = in_row([size.wide for size in shown.values()], _ROOM.width, centred=fit.figures == "below")
    figures = (
        draw_card_figure(names[number], book, size, look, (_INSET + left, low))
        for (number, size), left in zip(shown.items(), lefts, strict=True)
    )
    return (Group(text, translate(_INSET, _HEADING)), *figures)
