"""The sections of a booklet beside its rules, set: history, the opening of the rules, advice, and the colophon."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.shapes import Group, Rect, Shape, Tag, translate
from taflkit.parts.booklet.setting import BOX, POINT, Setting
from taflkit.parts.booklet.text import BookletContent
from taflkit.typesetting.columns import BlockForm, Initial, Item, PageBreak, set_initial, set_paragraph, space
from taflkit.typesetting.lines import Style, Typesetter, title_text
from taflkit.words.booklet import RecordText, SectionText

_INITIAL = 3  # lines of the history's first letter
_CREDITS = 7.5 * POINT  # em of the colophon, in mm
_PARTED_COST = 3.0  # of a page that ends within a paragraph, where the next one faces it
_PARTED_LEAF_COST = 12.0  # the same where the next one is overleaf
_PREFACE_LEAF_COST = 400.0  # of a page that ends within the opening of the rules, and where the next one is overleaf
_TITLE_GAP = 2  # lines that may be added above a title to fill a page

# the table for games
_LEAST = 62.0  # mm of the table at the least, with its title
_ROW = 8.0  # mm of a row at the least: room for a pen
_GUTTER = 3.0  # mm between columns
_RULE = 0.15  # mm of the lines to write on
_TABLE_COST = 6.0  # of a table of any height
_PAGE_COST = 14.0  # of a table that takes a page


class Setter(Struct, frozen=True):
    """Sets the words of a booklet in one setting; `ground` draws an illuminated letter's square, of a side in mm."""

    content: BookletContent
    setting: Setting
    typesetter: Typesetter
    ground: Callable[[float], tuple[Shape, ...]] = lambda _: ()


class TextBlock(Struct, frozen=True):
    """Paragraphs that are one block of a text, below a title or "".

    Attributes:
        follows: whether the first is indented, below another block.
        initial: whether the first letter is a large one.
        spaced: whether a white line stands above, without a title.
    """

    title: str
    paragraphs: tuple[str, ...]
    follows: bool = False
    initial: bool = False
    spaced: bool = False


def section_blocks(section: SectionText, setter: Setter, first: int, initial: bool) -> list[BlockForm]:
    """Return the paragraphs of a section as blocks of one form each, from the number of the first block on."""
    blocks: list[BlockForm] = []
    for number, text in enumerate(section.paragraphs):
        title = "" if blocks else section.title
        passage = TextBlock(title, (text,), follows=number > 0, initial=initial and number == 0)
        blocks += text_block(passage, first + len(blocks), setter)
    return blocks


def opening_blocks(section: SectionText, setter: Setter, first: int) -> list[BlockForm]:
    """Return the opening of the rules as one block, which no leaf should part; `first` is its number."""
    return [
        replace(form, breaks=tuple(replace(each, leaf=_PREFACE_LEAF_COST) for each in form.breaks))
        for form in text_block(TextBlock(section.title, section.paragraphs), first, setter)
    ]


def text_block(passage: TextBlock, number: int, setter: Setter) -> list[BlockForm]:
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
            breaks.append(PageBreak(lines, _PARTED_COST, _PARTED_LEAF_COST))
    high = lines + setting.lines_of(items[-1].height)
    gap = _TITLE_GAP if len(head) > 1 else len(head)
    return [BlockForm(number + 1, high, 0.0, passage, min(1, len(head)), gap, tuple(breaks), len(head) > 1)]


def set_passage(passage: TextBlock, setter: Setter) -> tuple[list[Item], list[Item]]:
    """Return the items of a passage: white with its title, which stay with the text, and the text."""
    content, typesetter, style = setter.content, setter.typesetter, setter.setting.style
    items: list[Item] = []
    for number, text in enumerate(passage.paragraphs):
        if passage.initial:
            # the game's name is in small capitals, if the text begins with it, else the first word
            name = content.title
            behind = text[len(name) : len(name) + 1]
            named = text.startswith(name) and not (behind.isalnum() or behind == "_")
            opening = replace(style, opening="smallcaps", opened=len(name[1:].split()) if named else 1)
            letter = Initial("display", "initial.letter", setter.ground) if content.is_illuminated else Initial()
            items += set_initial(typesetter, text, BOX[0], opening, _INITIAL, letter)
        else:
            indent = style.size * 1.4 if passage.follows or number > 0 else 0.0
            items += set_paragraph(typesetter, text, BOX[0], replace(style, indent=indent))
    head = [space(style.leading)] if passage.spaced else _set_title_of(passage.title, setter)
    return head, items


def _set_title_of(title: str, setter: Setter) -> list[Item]:
    """Return the title of a section below a line of white, or nothing for an empty one."""
    if not title_text(title):
        return []
    # all heights are whole lines, so that the lines of facing pages stand on one grid
    face, style = setter.content.heading, setter.setting.style
    head = Style(style.size * 1.45, style.leading * 2, font=face, role="text.title", align="left")
    tag = Tag("H2", bookmark=title_text(title))
    return [space(style.leading), *set_paragraph(setter.typesetter, title, BOX[0], head, tag=tag)]


def draw_credits(paragraphs: Sequence[str], typesetter: Typesetter) -> list[Item]:
    """Return the colophon of the last page, below a rule."""
    if not paragraphs:
        return []
    width = BOX[0]
    style = Style(_CREDITS, _CREDITS * 1.2, role="text.muted")
    rule = Rect(width / 2 - 14, 2.0, 28, 0.15, "page.knot.rule")
    items = [Item(4.0, (rule,))]
    for paragraph in paragraphs:
        items += set_paragraph(typesetter, paragraph, width, style)
    return items


class GameTable(Struct, frozen=True):
    """A table for games, of a number of lines with its title and the white above it."""

    lines: int


def record_block(title: str, setting: Setting, first: int) -> list[list[BlockForm]]:
    """Return the table as a block of the number `first`, in all heights and 0; none without a title."""
    if not title:
        return []
    high = range(setting.lines_of(_LEAST), setting.page + 1)
    costs = {0: 0.0, **{lines: _TABLE_COST + _PAGE_COST * lines / setting.page for lines in high}}
    return [
        [
            BlockForm(first + 1, lines, cost, GameTable(lines), blank=min(1, lines), section=True)
            for lines, cost in costs.items()
        ]
    ]


def draw_record(record: GameTable, text: RecordText, setter: Setter) -> list[Item]:
    """Return a table as items: its title, and the rows that it has room for."""
    if not record.lines:
        return []
    setting = setter.setting
    title = _set_title_of(text.title, setter)
    high = setting.style.leading * (record.lines - sum(setting.lines_of(item.height) for item in title))
    style = Style(setting.caption.size, setting.style.leading, "smallcaps", role="text.rubric", align="left")
    wide = (BOX[0] + _GUTTER) / len(text.columns)
    rows = int((high - style.leading) / _ROW)
    row = (high - style.leading - _RULE) / rows
    shapes: list[Shape] = []
    for number, head in enumerate(text.columns):
        x = number * wide
        for line in set_paragraph(setter.typesetter, head, wide - _GUTTER, style)[:1]:
            shapes.append(Group(line.shapes, translate(x, 0.0)))
        # lines to write on
        ys = (style.leading + place * row for place in range(rows + 1))
        shapes += [Rect(x, y, wide - _GUTTER, _RULE, "text.muted") for y in ys]
    return [*title, Item(high, tuple(shapes))]
