"""The figures of cards: side by side, with squares of much the same size, and on backs over their captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.curves import Point
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Shape, Tag, translate
from taflkit.parts.booklet.setting import in_squares
from taflkit.parts.cards.text import FIGURE, GUTTER, LEAST, Room, Size
from taflkit.parts.figures.figure import draw_scene
from taflkit.sums import total
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter

__all__ = ["draw_card_figure", "draw_pictures", "in_row", "least_sizes"]

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


class _Pictured(Struct, frozen=True):
    """A figure in its column, with its caption; lengths in mm, the figure's size in squares of a usual one."""

    name: str
    squares: Size
    column: float
    caption: tuple[Shape, ...]
    high: float


class _Rows(Struct, frozen=True):
    """The figures of a back in rows, and the largest side in mm of the squares that they have room for."""

    rows: tuple[tuple[_Pictured, ...], ...]
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


def _row(names: Sequence[str], book: Book, width: float, typesetter: Typesetter) -> tuple[_Pictured, ...]:
    """Return figures as a row, which share its width in mm as their squares need it."""
    squares = [Size(*in_squares(book.played[name].window)) for name in names]
    share = (width - GUTTER * (len(names) - 1)) / total(size.wide for size in squares)
    pairs = zip(names, squares, strict=True)
    return tuple(
        _Pictured(name, s, share * s.wide, *_caption(name, book, share * s.wide, typesetter)) for name, s in pairs
    )


def _free(rows: Sequence[Sequence[_Pictured]], room: Room) -> float:
    """Return how much of the height captions and spaces leave to figures, in mm."""
    captions = total(max(picture.high for picture in row) for row in rows)
    return room.words - captions - len(rows) * (_CAPTION + _BETWEEN_ROWS)


def _drawn(rows: Sequence[Sequence[_Pictured]], side: float, book: Book, look: Look, room: Room) -> Iterator[Shape]:
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
