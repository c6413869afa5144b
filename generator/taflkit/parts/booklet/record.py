"""The last pages of a larger booklet that its text does not fill: a ruled table for the games that are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from taflkit.drawing.shapes import Group, Rect, Shape, translate
from taflkit.parts.booklet.sections import Setter, set_title_of
from taflkit.parts.booklet.setting import BOX, Setting
from taflkit.typesetting.columns import Item, set_paragraph
from taflkit.typesetting.lines import Style
from taflkit.typesetting.pages import BlockForm
from taflkit.words.booklet import RecordText

__all__ = ["Record", "draw_record", "record_block"]

_LEAST = 62.0
"""How high the table is at the least with its title, in mm."""
_ROW = 8.0
"""How high a row is at the least, in mm: room for a pen."""
_GUTTER = 3.0
"""Between columns, in mm."""
_RULE = 0.15
"""How thick the lines are to write on, in mm."""
_TABLE, _PAGE = 6.0, 14.0
"""The costs of the table, and of one that takes a page."""


class Record(Struct, frozen=True):
    """A table that takes so many lines with its title and the white above it."""

    lines: int


def record_block(title: str, setting: Setting, first: int) -> list[list[BlockForm]]:
    """Return the table as a block in every height that it may have, or not at all; `first` is the block's number.

    There is none without a title.
    """
    if not title:
        return []
    high = range(setting.lines_of(_LEAST), setting.page + 1)
    forms = (_form(first + 1, Record(lines), _TABLE + _PAGE * lines / setting.page) for lines in high)
    return [[_form(first + 1, Record(0), 0.0), *forms]]


def _form(end: int, record: Record, cost: float) -> BlockForm:
    return BlockForm(end, record.lines, cost, record, blank=min(1, record.lines), section=True)


def draw_record(record: Record, text: RecordText, setter: Setter) -> list[Item]:
    """Return a table as items: its title, and as many rows as it has room for."""
    if not record.lines:
        return []
    setting = setter.setting
    head = set_title_of(text.title, setter)
    rest = record.lines - sum(setting.lines_of(item.height) for item in head)
    return [*head, Item(rest * setting.leading, tuple(_table(text.columns, setter, rest * setting.leading)))]


def _table(heads: Sequence[str], setter: Setter, high: float) -> Iterator[Shape]:
    """Yield the columns' heads, and lines to write on down to a height in mm."""
    setting = setter.setting
    style = Style(setting.caption.size, setting.leading, "smallcaps", role="text.rubric", align="left")
    wide = (BOX[0] + _GUTTER) / len(heads)
    rows = int((high - style.leading) / _ROW)
    row = (high - style.leading - _RULE) / rows
    for number, head in enumerate(heads):
        x = number * wide
        for line in set_paragraph(setter.typesetter, head, wide - _GUTTER, style)[:1]:
            yield Group(line.shapes, translate(x, 0.0))
        for place in range(rows + 1):
            yield Rect(x, style.leading + place * row, wide - _GUTTER, _RULE, "text.muted")
