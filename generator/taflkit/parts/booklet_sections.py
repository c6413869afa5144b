"""The sections of a booklet beside its rules, set: history, the opening of the rules, advice, and the colophon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from taflkit.drawing.shapes import Group, Rect, Shape, Tag, translate
from taflkit.parts.booklet_setting import BOX, Content, Setting
from taflkit.parts.borders import draw_divider, draw_illumination
from taflkit.typesetting.columns import Initial, Item, set_initial, set_paragraph, space
from taflkit.typesetting.lines import Style
from taflkit.typesetting.pages import BlockForm, Break
from taflkit.typesetting.titles import title_text
from taflkit.words.booklet import SectionText

__all__ = ["draw_credits", "draw_ending", "opening_blocks", "section_blocks", "set_title_of", "variation_block"]

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


def section_blocks(
    section: SectionText, content: Content, setting: Setting, first: int, initial: bool
) -> list[BlockForm]:
    """Return a section as blocks of one form each: its paragraphs, the first with the title.

    Args:
        section: the words.
        content: the look, and the setter of lines.
        setting: the sizes.
        first: the number of the first block.
        initial: whether the first letter is a large one.
    """
    head = set_title_of(section.title, content, setting)
    blocks: list[BlockForm] = []
    for number, text in enumerate(section.paragraphs):
        items = _paragraph(text, number, content, setting.style, initial and number == 0)
        if not items:
            continue
        title = () if blocks else head
        blocks.append(_form([*title, *items], len(title), first + len(blocks) + 1, setting, bool(title)))
    return blocks


def opening_blocks(section: SectionText, content: Content, setting: Setting, first: int) -> list[BlockForm]:
    """Return the opening of the rules as one block, so that it is not read over a leaf; `first` is its number."""
    head = set_title_of(section.title, content, setting)
    texts = enumerate(section.paragraphs)
    items = [item for number, text in texts for item in _paragraph(text, number, content, setting.style, initial=False)]
    if not items:
        return []
    form = _form([*head, *items], len(head), first + 1, setting, bool(head))
    return [replace(form, breaks=tuple(each._replace(leaf=_PREFACE_LEAF) for each in form.breaks))]


def variation_block(text: str, content: Content, setting: Setting, first: int) -> list[BlockForm]:
    """Return the paragraph of the variations as a block, or none for an empty one."""
    items = set_paragraph(content.typesetter, text, BOX[0], setting.style)
    return [_form([space(setting.leading), *items], 1, first + 1, setting, spaced=True)] if items else []


def _form(items: Sequence[Item], head: int, end: int, setting: Setting, spaced: bool) -> BlockForm:
    """Return items as a form; `head` of them are white and a title, which stay with the text below."""
    breaks = []
    lines = 0
    for number, item in enumerate(items[:-1]):
        lines += setting.lines_of(item.height)
        if number >= head and item.breakable:
            breaks.append(Break(lines, _PARTED, _PARTED_LEAF))
    blank = int(items[0].blank)
    gap = _TITLE_GAP if head > 1 else int(spaced)
    high = lines + setting.lines_of(items[-1].height)
    return BlockForm(end, high, 0.0, tuple(items), blank, gap, tuple(breaks), head > 1)


def _paragraph(text: str, number: int, content: Content, style: Style, initial: bool) -> list[Item]:
    typesetter, look = content.typesetter, content.look
    if not initial:
        indent = style.size * 1.4 if number else 0.0
        return set_paragraph(typesetter, text, BOX[0], replace(style, indent=indent))
    opening = replace(style, opening="smallcaps", opened=_opened(text, title_text(content.words.book.title)))
    illuminated = look.ornament.initial == "illuminated"
    ground = partial(draw_illumination, look=look)
    letter = Initial("display", "initial.letter", ground) if illuminated else Initial()
    return set_initial(typesetter, text, BOX[0], opening, _INITIAL, letter)


def _opened(text: str, name: str) -> int:
    """Return how many words behind an initial are in small capitals: the game's name, if the text begins with it."""
    named = re.match(rf"{re.escape(name)}(?!\w)", text)
    return len(name[1:].split()) if named else 1


def set_title_of(title: str, content: Content, setting: Setting) -> list[Item]:
    """Return the title of a section below a line of white, or nothing for an empty one."""
    if not title_text(title):
        return []
    # all heights are whole lines, so that the lines of facing pages stand on one grid
    face, style = content.look.fonts.heading, setting.style
    head = Style(style.size * 1.45, style.leading * 2, font=face, role="text.title", align="left")
    tag = Tag("H2", bookmark=title_text(title))
    return [space(style.leading), *set_paragraph(content.typesetter, title, BOX[0], head, tag=tag)]


def draw_credits(content: Content) -> list[Item]:
    """Return the colophon, which stands at the foot of the last page below a rule."""
    paragraphs = content.words.credits
    if not paragraphs:
        return []
    width = BOX[0]
    style = Style(_CREDITS, _CREDITS * 1.2, role="text.muted")
    rule = Rect(width / 2 - 14, 2.0, 28, 0.15, "page.knot.rule")
    items = [Item(4.0, (rule,))]
    for paragraph in paragraphs:
        items += set_paragraph(content.typesetter, paragraph, width, style)
    return items


def draw_ending(content: Content, low: float, foot: float) -> tuple[Shape, ...]:
    """Return the ornament between the end of the text and the colophon, where there is room for one.

    Args:
        content: the look.
        low: where the text ends, in mm.
        foot: where the colophon begins, in mm.
    """
    if foot - low < _DIVIDER_ROOM:
        return ()
    wide, high = _DIVIDER
    # in the upper part of the white, so that it belongs to the text
    y = low + min((foot - low - high) / 2, 10.0)
    return (Group(draw_divider(content.look, wide, high, "page.knot"), translate((BOX[0] - wide) / 2, y)),)
