"""The box at the top of page one: what a hurried reader needs in a few lines, and the table of the pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf

from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText
from taflkit.drawing.shapes import Group, Rect, Shape, Tag
from taflkit.errors import DoesNotFit, shown
from taflkit.sums import total
from taflkit.typesetting.columns import Item, set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter

__all__ = ["draw_brief", "draw_table"]


_LEAST = 4.0
"""How wide the column that takes the room that is left is at the least, in em."""
_GUTTER = 3.0
"""Between columns, in mm."""


def draw_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: float, wide: int, style: Style, typesetter: Typesetter
) -> list[Item]:
    """Return a table as items, one a row, that are not parted.

    Args:
        heads: of the columns.
        rows: a text for each column.
        width: of the table in mm.
        wide: which column takes the room that the others leave; its texts may have several lines.
        style: of the cells.
        typesetter: sets them.
    """
    table = Tag("Table")
    cell = replace(style, align="left", indent=0.0)
    head = replace(cell, font="smallcaps", role="text.rubric")
    widths = [
        max(typesetter.width(text, face.font, face.size) for text, face in zip(column, faces, strict=True)) + _GUTTER
        for column, faces in ((column, [head, *[cell] * len(rows)]) for column in zip(heads, *rows, strict=True))
    ]
    widths[-1] -= _GUTTER
    widths[wide] += width - total(widths)
    if widths[wide] < _LEAST * style.size:
        widest = max(range(len(heads)), key=lambda column: (column != wide) * widths[column])
        text = max((heads[widest], *(row[widest] for row in rows)), key=len)
        raise DoesNotFit(
            f"'{shown(text)}' in a table",
            f"{widths[widest]:.0f} mm",
            f"a column of {width:.0f} mm for all; shorten it",
            text=text,
        )
    items = [_row(heads, widths, head, "TH", table, typesetter)]
    items += [_row(row, widths, cell, "TD", table, typesetter) for row in rows]
    lines = (Rect(0.0, items[0].height + 0.1, width, 0.15, "page.knot.rule"),)
    end = (Rect(0.0, items[-1].height + 0.4, width, 0.15, "page.knot.rule"),)
    items[0] = replace(items[0], shapes=(*items[0].shapes, *lines))
    items[-1] = replace(items[-1], shapes=(*items[-1].shapes, *end))
    return [replace(item, breakable=number == len(items) - 1) for number, item in enumerate(items)]


def _cell(text: str, width: float, style: Style, tag: Tag, typesetter: Typesetter) -> list[Item]:
    """Set a cell; words are broken in one that has a word too long for it."""
    try:
        return set_paragraph(typesetter, text, width, style, tag=tag)
    except UnfitText:
        return set_paragraph(typesetter, text, width, replace(style, align="justify", narrow=inf), tag=tag)


def _row(
    texts: Sequence[str], widths: Sequence[float], style: Style, role: str, table: Tag, typesetter: Typesetter
) -> Item:
    row = Tag("TR", parent=table)
    shapes: list[Shape] = []
    x = lowest = 0.0
    for number, (text, width) in enumerate(zip(texts, widths, strict=True)):
        gutter = 0.0 if number == len(widths) - 1 else _GUTTER
        lines = _cell(text, width - gutter, style, Tag(role, parent=row), typesetter)
        drawn, low = stack(lines, x)
        shapes += drawn
        lowest = max(lowest, low)
        x += width
    return Item(lowest, tuple(shapes))


_PAD = 3.5
"""Between the box's edge and its words, in mm."""
_BRIEF_GUTTER = 9.0
"""Between the lines and the table, in mm."""
_TABLE = (0.3, 0.34, 0.38, 0.42, 0.46, 0.5, 0.54)
"""How wide the table may be, in parts of the box; the least height decides."""
_COLUMNS = 5.0
"""Between the table's columns, in mm, with what heads in small capitals are wider than their letters."""
_FILLED = 0.8
"""How much of their room lines of words fill that are broken."""
_BESIDE = 2.5
"""Between what is to be done and how, in mm."""
_ROUND = 1.5
"""The radius of the box's corners, in mm."""


def draw_brief(
    title: str,
    lines: Sequence[tuple[str, str]],
    table: Sequence[Sequence[str]],
    width: float,
    style: Style,
    typesetter: Typesetter,
) -> Item:
    """Return the box as one item.

    Args:
        title: above the lines.
        lines: what is to be done, in a word, and how.
        table: its heads, and a row for every page.
        width: of the box in mm.
        style: of the words.
        typesetter: sets them.
    """
    inside = width - 2 * _PAD
    heads, *rows = table
    beside = _beside(lines, table, inside, style, typesetter) if lines else inside
    shapes, low = stack(draw_table(heads, rows, beside, 1, style, typesetter), width - _PAD - beside, _PAD)
    if lines:
        told, end = stack(_lines(title, lines, inside - beside - _BRIEF_GUTTER, style, typesetter), _PAD, _PAD)
        shapes, low = (*told, *shapes), max(low, end)
    ground = (Rect(0, 0, width, low + _PAD, "card.ground", _ROUND), Rect(0, 0, width, low + _PAD, "page.rule", _ROUND))
    return Item(low + _PAD, (*ground, *shapes))


def _beside(
    lines: Sequence[tuple[str, str]],
    table: Sequence[Sequence[str]],
    inside: float,
    style: Style,
    typesetter: Typesetter,
) -> float:
    """Return the width in mm of the table beside the lines, with which both are least high."""
    first = _first(lines, style, typesetter)
    long = [typesetter.width(text, style.font, style.size) for _, text in lines]
    cells = [[typesetter.width(text, style.font, style.size) for text in column] for column in zip(*table, strict=True)]
    others = total(map(max, (cells[0], *cells[2:]))) + _COLUMNS * (len(cells) - 1)

    def lines_in(part: float) -> tuple[float, float]:
        left, right = inside * (1 - part) - _BRIEF_GUTTER - first, inside * part - others
        if min(left, right) <= 0:
            return float("inf"), float("inf")
        counts = [sum(_lines_of(wide, room) for wide in each) for each, room in ((long, left), (cells[1], right))]
        # the lines have a title, and the table has heads
        counts[0] += 1
        return max(counts), sum(counts)

    return inside * min(_TABLE, key=lines_in)


def _lines_of(wide: float, room: float) -> int:
    """Return about how many lines words of a width in mm take in a room, as words are not broken."""
    return 1 if wide <= room else math.ceil(wide / (_FILLED * room))


def _first(lines: Sequence[tuple[str, str]], style: Style, typesetter: Typesetter) -> float:
    """Return the width of the column with what is to be done."""
    return max(typesetter.width(word, "smallcaps", style.size) for word, _ in lines) + _BESIDE


def _lines(
    title: str, lines: Sequence[tuple[str, str]], width: float, style: Style, typesetter: Typesetter
) -> list[Item]:
    """Return the lines under their title: in a column what is to be done, beside it how."""
    plain = replace(style, align="left", indent=0.0)
    head = replace(plain, font="smallcaps", role="text.rubric")
    first = _first(lines, style, typesetter)
    items = set_paragraph(typesetter, title, width, head)
    rule = Rect(0.0, items[-1].height + 0.1, width, 0.15, "page.knot.rule")
    items[-1] = replace(items[-1], shapes=(*items[-1].shapes, rule))
    for word, text in lines:
        tag = Tag("P")
        named = set_paragraph(typesetter, word, first, head, tag=tag)
        how = set_paragraph(typesetter, text, width - first, plain, tag=tag)
        shapes, low = stack(how, first)
        items.append(Item(max(low, named[0].height), (Group(named[0].shapes), *shapes)))
    return items
