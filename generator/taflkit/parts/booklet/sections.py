"""The sections of a booklet beside its rules, set: history, the opening of the rules, advice, and the colophon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Rect, Shape, Tag, translate
from taflkit.parts.booklet.setting import BOX, Setting
from taflkit.parts.booklet.text import Copy
from taflkit.parts.borders import draw_divider
from taflkit.typesetting.columns import Initial, Item, set_initial, set_paragraph, space
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.pages import BlockForm, PageBreak
from taflkit.typesetting.titles import title_text
from taflkit.words.booklet import RecordText, SectionText

__all__ = [
    "GameTable",
    "Setter",
    "TextBlock",
    "draw_credits",
    "draw_ending",
    "draw_record",
    "opening_blocks",
    "record_block",
    "section_blocks",
    "set_passage",
    "variation_block",
]


_INITIAL = 3
"""How many lines the history's first letter is high."""
_CREDITS = 7.5 * 25.4 / 72
"""The em of the colophon in mm."""
_PARTED, _PARTED_LEAF = 3.0, 12.0
"""The costs of a page that ends within a paragraph, where the next one faces it and where it is overleaf."""
_PREFACE_LEAF = 400.0
"""The cost of a page that ends within the opening of the rules, and where the next one is overleaf."""
_TITLE_GAP = 2
"""How many lines may be added above a title to fill a page."""
_DIVIDER = (44.0, 3.6)
"""How wide and high the ornament below the end of the text is, in mm."""
_DIVIDER_ROOM = 16.0
"""The least white that it stands in, in mm."""


def _bare(_: float) -> tuple[Shape, ...]:
    return ()


class Setter(Struct, frozen=True):
    """Sets the words of a booklet in one setting, to be measured or, with the ground of its first letter, to be drawn.

    Attributes:
        copy: the words.
        setting: the sizes.
        typesetter: sets the lines.
        ground: draws the square that an illuminated letter stands on, of a side in mm.
    """

    copy: Copy
    setting: Setting
    typesetter: Typesetter
    ground: Callable[[float], tuple[Shape, ...]] = _bare


class TextBlock(Struct, frozen=True):
    """Paragraphs that are one block of a text.

    Attributes:
        title: above them, or "".
        paragraphs: their words.
        follows: whether another paragraph stands before the first, which is indented then.
        initial: whether the first letter is a large one.
        spaced: whether a white line stands above, without a title.
    """

    title: str
    paragraphs: tuple[str, ...]
    follows: bool = False
    initial: bool = False
    spaced: bool = False


def section_blocks(section: SectionText, setter: Setter, first: int, initial: bool) -> list[BlockForm]:
    """Return a section as blocks of one form each: its paragraphs, the first with the title.

    Args:
        section: the words.
        setter: sets them.
        first: the number of the first block.
        initial: whether the first letter is a large one.
    """
    blocks: list[BlockForm] = []
    for number, text in enumerate(section.paragraphs):
        title = "" if blocks else section.title
        passage = TextBlock(title, (text,), follows=number > 0, initial=initial and number == 0)
        blocks += _block(passage, first + len(blocks), setter)
    return blocks


def opening_blocks(section: SectionText, setter: Setter, first: int) -> list[BlockForm]:
    """Return the opening of the rules as one block, so that it is not read over a leaf; `first` is its number."""
    return [
        replace(form, breaks=tuple(replace(each, leaf=_PREFACE_LEAF) for each in form.breaks))
        for form in _block(TextBlock(section.title, section.paragraphs), first, setter)
    ]


def variation_block(setter: Setter, first: int) -> list[BlockForm]:
    """Return the paragraph of the variations as a block, or none for an empty one."""
    return _block(TextBlock("", (setter.copy.variations,), spaced=True), first, setter)


def _block(passage: TextBlock, number: int, setter: Setter) -> list[BlockForm]:
    """Return a passage as a block of one form, or none if it has no words; `number` is the block's."""
    head, items = set_passage(passage, setter)
    if not items:
        return []
    setting = setter.setting
    breaks = []
    lines = sum(setting.lines_of(item.height) for item in head)
    for item in items[:-1]:
        lines += setting.lines_of(item.height)
        if item.breakable:
            breaks.append(PageBreak(lines, _PARTED, _PARTED_LEAF))
    high = lines + setting.lines_of(items[-1].height)
    gap = _TITLE_GAP if len(head) > 1 else len(head)
    return [BlockForm(number + 1, high, 0.0, passage, min(1, len(head)), gap, tuple(breaks), len(head) > 1)]


def set_passage(passage: TextBlock, setter: Setter) -> tuple[list[Item], list[Item]]:
    """Return the items of a passage: white with its title, which stay with the text below, and its text."""
    items: list[Item] = []
    for number, text in enumerate(passage.paragraphs):
        items += _paragraph(text, passage.follows or number > 0, passage.initial, setter)
    head = [space(setter.setting.leading)] if passage.spaced else set_title_of(passage.title, setter)
    return head, items


def _paragraph(text: str, follows: bool, initial: bool, setter: Setter) -> list[Item]:
    copy, typesetter, style = setter.copy, setter.typesetter, setter.setting.style
    if not initial:
        indent = style.size * 1.4 if follows else 0.0
        return set_paragraph(typesetter, text, BOX[0], replace(style, indent=indent))
    opening = replace(style, opening="smallcaps", opened=_opened(text, copy.title))
    letter = Initial("display", "initial.letter", setter.ground) if copy.is_illuminated else Initial()
    return set_initial(typesetter, text, BOX[0], opening, _INITIAL, letter)


def _opened(text: str, name: str) -> int:
    """Return how many words behind an initial are in small capitals: the game's name, if the text begins with it."""
    behind = text[len(name) : len(name) + 1]
    return len(name[1:].split()) if text.startswith(name) and not (behind.isalnum() or behind == "_") else 1


def set_title_of(title: str, setter: Setter) -> list[Item]:
    """Return the title of a section below a line of white, or nothing for an empty one."""
    if not title_text(title):
        return []
    # all heights are whole lines, so that the lines of facing pages stand on one grid
    face, style = setter.copy.heading, setter.setting.style
    head = Style(style.size * 1.45, style.leading * 2, font=face, role="text.title", align="left")
    tag = Tag("H2", bookmark=title_text(title))
    return [space(style.leading), *set_paragraph(setter.typesetter, title, BOX[0], head, tag=tag)]


def draw_credits(paragraphs: Sequence[str], typesetter: Typesetter) -> list[Item]:
    """Return the colophon, which stands at the foot of the last page below a rule."""
    if not paragraphs:
        return []
    width = BOX[0]
    style = Style(_CREDITS, _CREDITS * 1.2, role="text.muted")
    rule = Rect(width / 2 - 14, 2.0, 28, 0.15, "page.knot.rule")
    items = [Item(4.0, (rule,))]
    for paragraph in paragraphs:
        items += set_paragraph(typesetter, paragraph, width, style)
    return items


def draw_ending(look: Look, low: float, foot: float) -> tuple[Shape, ...]:
    """Return the ornament between the end of the text and the colophon, where there is room for one.

    Args:
        look: its pattern.
        low: where the text ends, in mm.
        foot: where the colophon begins, in mm.
    """
    if foot - low < _DIVIDER_ROOM:
        return ()
    wide, high = _DIVIDER
    # in the upper part of the white, so that it belongs to the text
    y = low + min((foot - low - high) / 2, 10.0)
    return (Group(draw_divider(look, wide, high, "page.knot"), translate((BOX[0] - wide) / 2, y)),)


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


class GameTable(Struct, frozen=True):
    """A table that takes so many lines with its title and the white above it."""

    lines: int


def record_block(title: str, setting: Setting, first: int) -> list[list[BlockForm]]:
    """Return the table as a block in every height that it may have, or not at all; `first` is the block's number.

    There is none without a title.
    """
    if not title:
        return []
    high = range(setting.lines_of(_LEAST), setting.page + 1)
    forms = (_form(first + 1, GameTable(lines), _TABLE + _PAGE * lines / setting.page) for lines in high)
    return [[_form(first + 1, GameTable(0), 0.0), *forms]]


def _form(end: int, record: GameTable, cost: float) -> BlockForm:
    return BlockForm(end, record.lines, cost, record, blank=min(1, record.lines), section=True)


def draw_record(record: GameTable, text: RecordText, setter: Setter) -> list[Item]:
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
