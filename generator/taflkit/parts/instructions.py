"""The first page: how to print, make and set up the kit, with pictures drawn from the plan that was really made."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import (
    Drawing,
    Group,
    Layer,
    Rect,
    Shape,
    Tag,
    translate,
)
from taflkit.errors import DoesNotFit
from taflkit.parts.booklet_pictures import draw_fold_picture
from taflkit.parts.borders import draw_divider
from taflkit.parts.making_pictures import draw_making_picture
from taflkit.parts.pictures import HEIGHTS, SMALL_BOARD, Heights, Picture, Pictured, draw_assembly_picture
from taflkit.parts.sheet_pictures import draw_sheets_picture, shares_number
from taflkit.parts.table import draw_table
from taflkit.typesetting.columns import Item, least_height, paginate, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.titles import SetTitle, TitleRoom, set_title, title_text
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText, paragraph

__all__ = ["InstructionsContent", "draw_instructions"]


_POINT = 25.4 / 72
_SIZES = tuple(size * _POINT for size in (10.5, 10.0, 9.5, 9.0))
_CAPTION = 7.5 * _POINT
_LEADING, _TIGHT = 1.2, 1.14
"""The distance of lines in em, and where there is very much to say."""
_BOX_WIDTH = 176.0
_GUTTER = 8.0
_COLUMN = (_BOX_WIDTH - _GUTTER) / 2
_TOP, _FOOT = 15.0, 13.0
_TITLE = TitleRoom("on the first page", _BOX_WIDTH, 12.0, 5.0, 7.0)
_SUBTITLE = TitleRoom("below the title of the first page", _BOX_WIDTH, 4.2, 2.5)


class InstructionsContent(NamedTuple):
    """The content of the page.

    Attributes:
        names: the values of {names}, those of the plan among them.
        cases: the facts of the plan that sentences have cases for.
        has: the parts that the kit has, for steps that need one.
        rows: of the table of the pages: their numbers, the parts on them, the material to print them on.
        pictured: the kit as its pictures show it, with the page's words.
        look: the theme's ornament and faces.
        sheets: the picture of the sheets, when it is drawn.
    """

    names: Mapping[str, str]
    cases: Mapping[str, str]
    has: frozenset[str]
    rows: Sequence[Sequence[str]]
    pictured: Pictured
    look: Look
    sheets: Picture | None = None

    def pictured_at(self, heights: Heights, typesetter: Typesetter) -> InstructionsContent:
        """Return the page with pictures so large, and with the fact whether the cuts are numbered in them."""
        pictured = self.pictured._replace(heights=heights)
        if not pictured.sheets:
            return self._replace(pictured=pictured, cases={**self.cases, "cuts": "none"})
        sheets, numbered = draw_sheets_picture(pictured, _COLUMN, typesetter)
        cuts = _numbering(pictured) if numbered else "plain"
        return self._replace(pictured=pictured, sheets=sheets, cases={**self.cases, "cuts": cuts})

    def resized(self, heights: Heights) -> InstructionsContent:
        """Return the page with other heights for the pictures that are not drawn yet."""
        return self._replace(pictured=self.pictured._replace(heights=heights))

    @property
    def text(self) -> InstructionsText:
        """The page's words."""
        return self.pictured.text


def draw_instructions(content: InstructionsContent, page: tuple[float, float], typesetter: Typesetter) -> Drawing:
    """Return the page.

    Args:
        content: the words, pictures and facts of the page.
        page: width and height in mm.
        typesetter: sets the lines.

    Raises:
        DoesNotFit: the text does not fit on the page at 9 pt, or its title is too long.
    """
    left = (page[0] - _BOX_WIDTH) / 2
    _refuse_far_too_long(content._replace(cases={**content.cases, "cuts": "plain"}), page)
    header, low = _header(content, page[0], typesetter)
    foot = _credits(content, typesetter)
    foot_top = page[1] - _FOOT - sum(item.height for item in foot)
    for shown, size, torn in _tried(content, typesetter):
        style = Style(size, size * (_TIGHT if torn else _LEADING))
        intro = set_paragraph(typesetter, paragraph(shown.text.intro, shown.cases, shown.names), _BOX_WIDTH, style)
        intro_shapes, columns_top = stack(intro, left, low)
        columns_top += style.leading * 0.8
        room = foot_top - columns_top - 3.0
        steps = [*_table(shown, style, typesetter), *_steps(shown, style, typesetter, torn=torn)]
        columns, rest = _balanced(steps, room)
        if not rest:
            break
    else:
        raise _too_long(sum(item.height for item in rest))
    text = (
        *stack(columns[0], left, columns_top)[0],
        *stack(columns[1], left + _COLUMN + _GUTTER, columns_top)[0],
    )
    shapes = (*header, *intro_shapes, *text, *stack(foot, left, foot_top)[0])
    title = title_text(fill(content.text.title, content.names))
    whole = Tag("Part", bookmark=title_text(content.text.subtitle))
    return Drawing(*page, (Group(shapes, layer=Layer.ART, tag=whole),), title)


def _tried(content: InstructionsContent, typesetter: Typesetter) -> Iterator[tuple[InstructionsContent, float, bool]]:
    """Yield the page with larger and smaller pictures and letters, those whose cuts have numbers first.

    With each goes whether a step with a picture may be torn apart.
    """
    drawn: dict[float, InstructionsContent] = {}
    tried: dict[bool, list[InstructionsContent]] = {True: [], False: []}
    for heights in HEIGHTS:
        if heights.sheets not in drawn:
            drawn[heights.sheets] = content.pictured_at(heights, typesetter)
        pictured = drawn[heights.sheets].resized(heights)
        numbered = pictured.cases["cuts"] != "plain"
        tried[numbered].append(pictured)
        if numbered:
            yield from ((pictured, size, False) for size in _SIZES)
    smallest = [each for each in tried[True] if each.pictured.heights.board <= SMALL_BOARD]
    yield from itertools.product(smallest, _SIZES[1:], (True,))
    yield from itertools.product(tried[False], _SIZES, (False, True))


def _numbering(pictured: Pictured) -> str:
    """Return how the numbers of the cuts stand in the picture of the sheets."""
    cuts = [cut for shown in pictured.sheets for cut in shown.cuts]
    if not cuts:
        return "none"
    return "grouped" if any(map(shares_number, cuts)) else "numbered"


def _refuse_far_too_long(content: InstructionsContent, page: tuple[float, float]) -> None:
    """Refuse a text that could not fit on the page in any case, before it is set in many sizes."""
    text = content.text
    steps = (step.text for step in text.step if not step.needs or step.needs in content.has)
    sentences = (*text.intro, *text.credits, *itertools.chain.from_iterable(steps))
    letters = sum(len(paragraph((each,), content.cases, content.names)) for each in sentences)
    least = least_height(letters, _BOX_WIDTH, Style(_CAPTION, _CAPTION * 1.2))
    if least > page[1]:
        raise _too_long(least - page[1])


def _too_long(over: float) -> DoesNotFit:
    """Return the problem of a text that is so many mm higher than the page."""
    need = f"{over:.0f} mm more than a page at 9 pt"
    return DoesNotFit("the text of the instructions", need, "no room for it; shorten its steps", table="instructions")


def _balanced(items: Sequence[Item], room: float) -> tuple[list[list[Item]], list[Item]]:
    """Spread items over two columns of the least height that holds them, or of the room there is."""
    height = min(room, sum(item.height for item in items) / 2)
    while True:
        columns, rest = paginate(items, (height, height))
        if not rest or height >= room:
            return columns, rest
        height = min(room, height + 1.0)


def _table(content: InstructionsContent, style: Style, typesetter: Typesetter) -> list[Item]:
    """The table of the kit's pages: their numbers, their parts, and the material to print them on."""
    words = content.text.table
    heads = (words["page"], words["contents"], words["material"])
    return [*draw_table(heads, content.rows, _COLUMN, 1, style, typesetter), space(style.leading * 0.3)]


def _header(content: InstructionsContent, width: float, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the title over a line with a rosette, and the y below it."""
    middle = width / 2
    face = content.look.fonts.title
    title = set_title(fill(content.text.title, content.names), face, _TITLE, typesetter)
    subtitle = set_title(content.text.subtitle, "smallcaps", _SUBTITLE, typesetter)
    y = _low(title)
    line_y = y + 10.5
    half = 46.0
    shapes: tuple[Shape, ...] = (
        Group(title.at(middle, y, "text.title", typesetter), tag=Tag("H1")),
        Group(subtitle.at(middle, y + 6.6, "text", typesetter), tag=Tag("P")),
        Group(
            draw_divider(content.look, 2 * half, 4.0, "page.knot"),
            translate(middle - half, line_y - 2.0),
        ),
    )
    return shapes, line_y + 5.0


def _low(title: SetTitle) -> float:
    """Return how far below the page's top the baseline of the title is, or of its second line, in mm."""
    first = _TOP + (11.0 if len(title.lines) == 1 else 7.0)
    return first + (len(title.lines) - 1) * title.leading


def _credits(content: InstructionsContent, typesetter: Typesetter) -> list[Item]:
    style = Style(_CAPTION, _CAPTION * 1.2, role="text.muted")
    items = [Item(2.6, (Rect(_BOX_WIDTH / 2 - 20, 0.5, 40, 0.15, "page.knot.rule"),))]
    return items + set_paragraph(
        typesetter, paragraph(content.text.credits, content.cases, content.names), _BOX_WIDTH, style
    )


def _steps(content: InstructionsContent, style: Style, typesetter: Typesetter, *, torn: bool) -> list[Item]:
    """Return the steps, each under its heading; its picture stays with it, or if torn may go to the next column."""
    width = _COLUMN
    head = Style(
        style.size * 1.2, style.leading * 1.3, font=content.look.fonts.heading, role="text.title", align="left"
    )
    items: list[Item] = []
    steps = [step for step in content.text.step if not step.needs or step.needs in content.has]
    for number, step in enumerate(steps, 1):
        items.append(space(style.leading * (0.35 if torn else 0.6)))
        heading = f"{number}. {fill(step.title, content.names)}"
        block = set_paragraph(typesetter, heading, width, head, tag=Tag("H2", bookmark=title_text(heading)), keep=True)
        block += set_paragraph(typesetter, paragraph(step.text, content.cases, content.names), width, style)
        made = _picture(step.picture, content, typesetter)
        picture = [made.item(width, typesetter)] if made else []
        if picture and torn:
            picture = [item._replace(floats=True) for item in picture]
        elif picture:
            block = [item._replace(breakable=False) for item in block]
        items += block
        items += picture
    return items


def _picture(name: str, content: InstructionsContent, typesetter: Typesetter) -> Picture | None:
    """Return the picture of a step, if it has one and this kit has the parts that it shows."""
    match name:
        case "sheets":
            return content.sheets
        case "assembly":
            return draw_assembly_picture(content.pictured, _COLUMN, typesetter)
        case "making":
            return draw_making_picture(content.pictured, _COLUMN, typesetter)
        case "fold":
            return draw_fold_picture(content.pictured, _COLUMN, typesetter)
        case _:
            return None
