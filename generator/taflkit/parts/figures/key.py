"""The key to the signs of the figures: each sign as it is drawn, with its meaning beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise, zip_longest

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Shape, Tag, translate
from taflkit.errors import DoesNotFit, shown
from taflkit.parts.figures.figure import draw_figure_piece
from taflkit.parts.figures.signs import TAKEN, draw_arrow, draw_barred, draw_reached, draw_taken, draw_target
from taflkit.sums import total
from taflkit.tafl import Piece
from taflkit.typesetting.columns import Item, baseline
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.booklet import KEY_SIGNS

__all__ = ["key_heights", "set_key"]

_CELL = 1.5  # of the leading: the squares of the signs
_ROW = 1.1  # of a square: the least height of a row
_ARROW = 0.75  # of a square: from the square that an arrow comes from to its middle
_APART = 1.5  # mm between the captions of the figures and the key below them
_SPACE = 0.5  # of a square: between a sign and its word; two entries are twice as far apart at the least


def key_heights(
    words: Mapping[str, str], width: float, styles: tuple[Style, Style], typesetter: Typesetter
) -> list[float]:
    """Return the heights of the rows of the key in mm, without drawing them; see `set_key`."""
    return _heights(len(_rows(words, width, styles[0], typesetter)), styles)


def set_key(
    words: Mapping[str, str],
    width: float,
    styles: tuple[Style, Style],
    look: Look,
    typesetter: Typesetter,
    parent: Tag | None = None,
) -> list[Item]:
    """Return the key as items of a column of a width in mm, in one row or in as many as it needs.

    The styles are those of the words, and of the column, whose lines the rows of the key keep to.

    Raises:
        DoesNotFit: a meaning is wider than the column.
    """
    style, _ = styles
    cell = _CELL * style.leading
    items: list[Item] = []
    tag = Tag("Caption", parent=parent)
    rows = _rows(words, width, style, typesetter)
    first, *more = heights = _heights(len(rows), styles)
    # the entries of further rows stand below those of the first
    columns = [max(wide for _, wide in column) for column in zip_longest(*rows, fillvalue=("", 0.0))]
    space = (width - total(columns)) / max(1, len(columns) - 1)
    # white that fills the last line stands above the first of several rows, which are as far from each other
    down = max(_APART, first - more[0]) if more else _APART
    for high, row in zip(heights, rows, strict=True):
        x = 0.0
        shapes: list[Shape] = []
        for (name, _), wide in zip(row, columns, strict=False):
            sign = Group(_sign(name, cell, look), translate(x, 0))
            at = (x + _wide(cell), (cell - style.leading) / 2 + baseline(style, typesetter))
            shapes += (sign, Group((typesetter.line(words[name], style.font, style.size, style.role, at),), tag=tag))
            x += wide + space
        items.append(Item(high, tuple(shapes) if items else (Group(tuple(shapes), translate(0.0, down)),)))
    return items


def _heights(rows: int, styles: tuple[Style, Style]) -> list[float]:
    """Return the heights of rows in mm, the first with the white above it."""
    style, column = styles
    row = _CELL * style.leading * _ROW
    first, high = (math.ceil(least / column.leading) * column.leading for least in (row + _APART, row))
    return [first, *[high] * (rows - 1)]


def _wide(cell: float) -> float:
    """Return the width of a sign with the space behind it."""
    return cell * (1 + _SPACE / 2)


def _rows(
    words: Mapping[str, str], width: float, style: Style, typesetter: Typesetter
) -> list[list[tuple[str, float]]]:
    """Return the signs with the widths of their entries in mm, in as few rows of even lengths as hold them.

    Raises:
        DoesNotFit: a meaning is wider than the column.
    """
    cell = _CELL * style.leading
    entries = [(name, _wide(cell) + typesetter.width(words[name], style.font, style.size)) for name in KEY_SIGNS]
    for name, wide in entries:
        if wide > width:
            raise DoesNotFit(
                f"'{shown(words[name])}' in the key of the figures",
                f"{wide:.0f} mm",
                f"{width:.0f} mm; shorten it",
                text=words[name],
            )
    for count in range(1, len(entries)):
        ends = [-(-len(entries) * number // count) for number in range(count + 1)]
        rows = [entries[start:end] for start, end in pairwise(ends)]
        columns = [max(wide for _, wide in column) for column in zip_longest(*rows, fillvalue=("", 0.0))]
        if total(columns) + cell * _SPACE * 2 * (len(columns) - 1) <= width:
            return rows
    return [[entry] for entry in entries]


def _sign(name: str, cell: float, look: Look) -> tuple[Shape, ...]:
    centre = (cell / 2, cell / 2)
    match name:
        case "moves":
            # without the ring of its target, which is a sign of its own; it stands in the middle as the others do
            start = centre[0] - _ARROW * cell
            return draw_arrow((start, centre[1]), (start + cell, centre[1]), cell)[2:]
        case "arrives":
            return draw_target(centre, cell)
        case "captured":
            return (*draw_taken(centre, cell), draw_figure_piece(Piece.DEFENDER, TAKEN * cell, look, centre))
        case "reach":
            return (draw_reached(centre, cell),)
        case _:
            return draw_barred(centre, cell)
