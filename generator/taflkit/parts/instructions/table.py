"""A small table: heads in small capitals over a hairline, and rows of set lines."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText
from taflkit.drawing.shapes import Rect, Shape, Tag
from taflkit.errors import DoesNotFit, shown
from taflkit.sums import total
from taflkit.typesetting.columns import Item, set_paragraph, stack
from taflkit.typesetting.lines import Style, Typesetter

__all__ = ["draw_table"]

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
