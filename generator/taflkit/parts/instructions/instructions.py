"""The first page: how to print, make and set up the kit, with pictures drawn from the plan that was really made.

From the top: the title, what the kit makes, a box with what a hurried reader needs and the table of the pages, the
pictures in rows across the page, and the steps in two columns. The pictures take the room that the words leave.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit, shown
from taflkit.parts.borders import draw_divider
from taflkit.parts.instructions.folding_pictures import box_pictures, fold_pictures, making_pictures
from taflkit.parts.instructions.picture_rows import ArrangedRows, Drawn, Picture, arrange_rows, row_splits
from taflkit.parts.instructions.pictures import PicturedKit, assembly_pictures
from taflkit.parts.instructions.sheet_pictures import grouped_cuts, sheets_pictures
from taflkit.sums import total
from taflkit.typesetting.columns import Item, least_height, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_title, title_text
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText, StepText, paragraph

_LEAST_COLUMN = 4.0  # em of the column of a table that takes the room that is left
_TABLE_GUTTER = 3.0  # mm between columns of a table
_RULE = 0.15  # mm of lines across boxes and tables


def draw_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: float, style: Style, typesetter: Typesetter
) -> list[Item]:
    """Return a table of a width in mm as items, one a row, that are not parted.

    Its second column takes the room that the others leave, in several lines if need be.

    Raises:
        DoesNotFit: the others leave no room for the second column.
    """
    table = Tag("Table")
    cell = replace(style, align="left", indent=0.0)
    head = replace(cell, font="smallcaps", role="text.rubric")
    faces = [head, *[cell] * len(rows)]
    widths = [
        max(typesetter.width(text, face.font, face.size) for text, face in zip(column, faces, strict=True))
        + _TABLE_GUTTER
        for column in zip(heads, *rows, strict=True)
    ]
    widths[-1] -= _TABLE_GUTTER
    widths[1] += width - total(widths)
    if widths[1] < _LEAST_COLUMN * style.size:
        widest = max(range(len(heads)), key=lambda column: (column != 1) * widths[column])
        text = max((heads[widest], *(row[widest] for row in rows)), key=len)
        raise DoesNotFit(
            f"'{shown(text)}' in a table",
            f"{widths[widest]:.0f} mm",
            f"a column of {width:.0f} mm for all; shorten it",
            text=text,
        )
    items = [_table_row(heads, widths, head, "TH", table, typesetter)]
    items += [_table_row(row, widths, cell, "TD", table, typesetter) for row in rows]
    for number, below in ((0, 0.1), (-1, 0.4)):
        line = Rect(0.0, items[number].height + below, width, _RULE, "page.knot.rule")
        items[number] = replace(items[number], shapes=(*items[number].shapes, line))
    return [replace(item, breakable=number == len(items) - 1) for number, item in enumerate(items)]


def _table_row(
    texts: Sequence[str], widths: Sequence[float], style: Style, role: str, table: Tag, typesetter: Typesetter
) -> Item:
    row = Tag("TR", parent=table)
    shapes: list[Shape] = []
    x = lowest = 0.0
    for number, (text, width) in enumerate(zip(texts, widths, strict=True)):
        room = width - (0.0 if number == len(widths) - 1 else _TABLE_GUTTER)
        tag = Tag(role, parent=row)
        try:
            lines = set_paragraph(typesetter, text, room, style, tag=tag)
        except UnfitText:
            # words are broken where one is too long for its cell
            broken = replace(style, align="justify", narrow=math.inf)
            lines = set_paragraph(typesetter, text, room, broken, tag=tag)
        drawn, low = stack(lines, x)
        shapes += drawn
        lowest = max(lowest, low)
        x += width
    return Item(lowest, tuple(shapes))


_PAD = 3.5  # mm between the box's edge and its words
_BRIEF_GUTTER = 9.0  # mm between the lines and the table
_TABLE_PARTS = (0.3, 0.34, 0.38, 0.42, 0.46, 0.5, 0.54)  # widths of the table in parts of the box: the least high one
_COLUMNS = 5.0  # mm between the table's columns, and for the heads in small capitals that are wider than letters
_FILLED = 0.8  # part of their room that lines of words fill
_BESIDE = 2.5  # mm between the name of a task and its line
_ROUND = 1.5  # mm: the radius of the box's corners


def draw_brief(
    title: str,
    lines: Sequence[tuple[str, str]],
    table: Sequence[Sequence[str]],
    width: float,
    style: Style,
    typesetter: Typesetter,
) -> Item:
    """Return the box for a hurried reader as one item, of a width in mm: tasks with lines, and the table of pages."""
    inside = width - 2 * _PAD
    heads, *rows = table
    names = max((typesetter.width(word, "smallcaps", style.size) for word, _ in lines), default=0.0) + _BESIDE
    long = [typesetter.width(text, style.font, style.size) for _, text in lines]
    cells = [[typesetter.width(text, style.font, style.size) for text in column] for column in zip(*table, strict=True)]
    others = total(map(max, (cells[0], *cells[2:]))) + _COLUMNS * (len(cells) - 1)

    def lines_beside(part: float) -> tuple[float, float]:
        """Return the number of lines of the higher one, and of both, with the table in a part of the box."""
        left, right = inside * (1 - part) - _BRIEF_GUTTER - names, inside * part - others
        if min(left, right) <= 0:
            return math.inf, math.inf
        # the lines have a title, and the table has heads
        above, below = (
            sum(1 if wide <= room else math.ceil(wide / (_FILLED * room)) for wide in each)
            for each, room in ((long, left), (cells[1], right))
        )
        return max(above + 1, below), above + 1 + below

    beside = inside * min(_TABLE_PARTS, key=lines_beside) if lines else inside
    shapes, low = stack(draw_table(heads, rows, beside, style, typesetter), width - _PAD - beside, _PAD)
    if lines:
        column = inside - beside - _BRIEF_GUTTER
        plain = replace(style, align="left", indent=0.0)
        head = replace(plain, font="smallcaps", role="text.rubric")
        items = set_paragraph(typesetter, title, column, head)
        rule = Rect(0.0, items[-1].height + 0.1, column, _RULE, "page.knot.rule")
        items[-1] = replace(items[-1], shapes=(*items[-1].shapes, rule))
        for word, text in lines:
            tag = Tag("P")
            named = set_paragraph(typesetter, word, names, head, tag=tag)
            how, high = stack(set_paragraph(typesetter, text, column - names, plain, tag=tag), names)
            items.append(Item(max(high, named[0].height), (Group(named[0].shapes), *how)))
        drawn, end = stack(items, _PAD, _PAD)
        shapes, low = (*drawn, *shapes), max(low, end)
    ground = (Rect(0, 0, width, low + _PAD, "card.ground", _ROUND), Rect(0, 0, width, low + _PAD, "page.rule", _ROUND))
    return Item(low + _PAD, (*ground, *shapes))


_POINT = 25.4 / 72  # mm
_LEADING = 1.2  # em
_TIGHT = 1.14  # em of leading where there is very much to say


class _LetterSize(Struct, frozen=True):
    """A size of letters, in points, with its leading in em.

    Attributes:
        wants: the pictures' room: "full" is all that they can use, then "good", "any", and "crowded", the least.
    """

    points: float
    leading: float
    wants: str

    @property
    def style(self) -> Style:
        """The style of the steps."""
        size = self.points * _POINT
        return Style(size, size * self.leading)


_USUAL = _LetterSize(10.5, _LEADING, "good")
_LETTER_SIZES = (
    *(_LetterSize(points, _LEADING, "full") for points in (13.0, 12.5, 12.0, 11.5, 11.0)),
    *(_LetterSize(points, _LEADING, "good") for points in (10.5, 10.0, 9.5)),
    *(_LetterSize(points, _LEADING, "any") for points in (9.5, 9.0)),
    *(_LetterSize(points, _TIGHT, "any") for points in (9.5, 9.0)),
    _LetterSize(9.0, _TIGHT, "crowded"),
)
"""The sizes that are tried, the best first."""
_NARROWEST = 34.0  # mm for a caption at the least
_BEYOND = 4.0  # mm by which a caption may be wider than its picture
_APART = 1.5  # mm between two captions on one line


class CaptionPlace(Struct, frozen=True):
    """A caption and the place for its lines: its left edge, its top and its width in mm."""

    text: str
    start: float
    top: float
    room: float

    def reach(self, style: Style, typesetter: Typesetter) -> tuple[float, float]:
        """Return the left and the right end of its letters, in mm."""
        lines = typesetter.paragraph(self.text, self.room, style)
        return self.start + min(line.texts[0].x for line in lines), self.start + max(line.width for line in lines)


def room_for(width: float) -> float:
    """Return the room for a caption below a picture of a width, both in mm."""
    return max(width, _NARROWEST) + _BEYOND


def clear_captions(
    places: Sequence[CaptionPlace], width: float, style: Style, typesetter: Typesetter
) -> list[CaptionPlace]:
    """Return captions on a page of a width in mm, moved aside where they would touch others on their lines."""
    rows: dict[float, list[int]] = defaultdict(list)
    for number, place in enumerate(places):
        rows[round(place.top, 3)].append(number)
    clear = list(places)
    for row in rows.values():
        row.sort(key=lambda number: places[number].start)
        reaches = [places[number].reach(style, typesetter) for number in row]
        moved = list(reaches)
        # neighbours give way to each other alike, and then to the edges of the page
        for at in range(1, len(moved)):
            near = max(0.0, (moved[at - 1][1] + _APART - moved[at][0]) / 2)
            moved[at - 1] = moved[at - 1][0] - near, moved[at - 1][1] - near
            moved[at] = moved[at][0] + near, moved[at][1] + near
        edge = 0.0
        for at, (left, right) in enumerate(moved):
            if left < edge:
                moved[at] = edge, edge + right - left
            edge = moved[at][1] + _APART
        edge = width
        for at, (left, right) in reversed([*enumerate(moved)]):
            if right > edge:
                moved[at] = edge - (right - left), edge
            edge = moved[at][0] - _APART
        for number, (left, _), (was, _) in zip(row, moved, reaches, strict=True):
            if left != was:
                clear[number] = replace(places[number], start=places[number].start + left - was)
    return clear


# the page, in mm
_CREDITS = 7.5 * _POINT  # em
_CAPTION = 8.5 * _POINT  # em
_BOX_WIDTH = 176.0
_GUTTER = 8.0  # between the columns of the steps
_COLUMN = (_BOX_WIDTH - _GUTTER) / 2
_TOP = 15.0
_FOOT = 13.0
_ABOVE_FOOT = 3.0  # between the steps and the line above the credits
_TITLE = TitleRoom("on the first page", _BOX_WIDTH, 12.0, 5.0, 7.0)
_SUBTITLE = TitleRoom("below the title of the first page", _BOX_WIDTH, 4.2, 2.5)
_GAP = 4.5  # between the parts of the page
_WIDER = 5.0  # that may be added to each gap
_STEP_SPACE = 0.55  # leadings above the heading of a step
_STEP_WIDER = 5.0  # that may be added there
_BROKEN_STEP = 6.0  # by which a column may be higher that ends with a step
_BELOW_PICTURE = 0.2  # from a picture to the top of its caption's line, whose letters are 1 mm below the picture
_FULL = 4.0  # that are left where pictures have all the room they can use
_BREAKS_WELL = 0.97  # the least height of words in another size, in parts of that which their number lets expect
_LEFT_OUT = tuple(("box", "making", "assembly", "fold", "sheets")[:count] for count in range(6))
"""The pictures that are left out of a page that has no room for all."""


class InstructionsContent(Struct, frozen=True):
    """The content of the page.

    Attributes:
        names: the values of {names}, those of the plan among them.
        cases: the facts of the plan that sentences have cases for.
        has: the parts that the kit has, for steps that need one.
        rows: of the table of the pages: their numbers, the parts on them, the material to print them on.
    """

    names: Mapping[str, str]
    cases: Mapping[str, str]
    has: frozenset[str]
    rows: Sequence[Sequence[str]]
    pictured: PicturedKit
    look: Look

    @property
    def text(self) -> InstructionsText:
        """The page's words."""
        return self.pictured.text

    @property
    def steps(self) -> list[StepText]:
        """The steps that the kit needs."""
        return [step for step in self.text.step if not step.needs or step.needs in self.has]


class _PageWords(Struct, frozen=True):
    """The words of the page, set, and the height in mm of all with the least gaps between them."""

    intro: list[Item]
    box: Item
    columns: tuple[list[Item], list[Item]]
    height: float


class _LaidPage(Struct, frozen=True):
    """The words of the page, and its pictures from the left edge and y = 0; heights in mm, `slack` is free."""

    words: _PageWords
    pictures: tuple[Shape, ...]
    high: float
    slack: float


def draw_instructions(content: InstructionsContent, page: tuple[float, float], typesetter: Typesetter) -> Drawing:
    """Return the page, of a width and height in mm.

    Raises:
        DoesNotFit: the text does not fit on the page at 9 pt, or its title is too long.
    """
    text, names, cases = content.text, content.names, {**content.cases, "cuts": "plain"}
    # a text that could not fit in any case is not set in many sizes
    sentences = itertools.chain(text.intro, text.credits, *(step.text for step in content.steps))
    letters = sum(len(paragraph((each,), cases, names)) for each in sentences)
    least = least_height(letters, _BOX_WIDTH, Style(_CREDITS, _CREDITS * 1.2))
    if least > page[1]:
        raise _too_long(least - page[1])
    left = (page[0] - _BOX_WIDTH) / 2
    header, y = _draw_header(content, page[0], typesetter)
    credit = paragraph(text.credits, content.cases, names)
    foot = [
        Item(2.6, (Rect(_BOX_WIDTH / 2 - 20, 0.5, 40, _RULE, "page.knot.rule"),)),
        *set_paragraph(typesetter, credit, _BOX_WIDTH, Style(_CREDITS, _CREDITS * 1.2, role="text.muted")),
    ]
    foot_top = page[1] - _FOOT - _height(foot)
    laid = _lay_out(content, foot_top - y - _ABOVE_FOOT, typesetter)
    words = laid.words
    # the room that is left goes between the parts, and then between the steps
    gaps = 3 if laid.pictures else 2
    wider = min(_WIDER, laid.slack / (2 * gaps))
    intro, y = stack(words.intro, left, y)
    box, y = stack([words.box], left, y + 0.5 * (_GAP + wider))
    shapes: list[Shape] = [*header, *intro, *box]
    if laid.pictures:
        shapes.append(Group(laid.pictures, translate(left, y + _GAP + wider)))
        y += _GAP + wider + laid.high
    high = max(map(_height, words.columns)) + laid.slack - (gaps - 0.5) * wider
    for number, column in enumerate(words.columns):
        spaces = total(item.blank for item in column)
        more = min(_STEP_WIDER, (high - _height(column)) / spaces) if spaces else 0.0
        spread = [replace(item, height=item.height + more) if item.blank else item for item in column]
        shapes += stack(spread, left + number * (_COLUMN + _GUTTER), y + _GAP + wider)[0]
    shapes += stack(foot, left, foot_top)[0]
    title = title_text(fill(text.title, names))
    whole = Tag("Part", bookmark=title_text(text.subtitle))
    return Drawing(*page, (Group(tuple(shapes), layer=Layer.ART, tag=whole),), title)


def _draw_header(content: InstructionsContent, width: float, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the title over a divider, and the y below it."""
    middle = width / 2
    title = set_title(fill(content.text.title, content.names), content.look.fonts.title, _TITLE, typesetter)
    subtitle = set_title(content.text.subtitle, "smallcaps", _SUBTITLE, typesetter)
    # the baseline of the last line of the title
    y = _TOP + (11.0 if len(title.lines) == 1 else 7.0) + (len(title.lines) - 1) * title.leading
    line_y = y + 10.5
    half = 46.0
    divider = draw_divider(content.look, 2 * half, 4.0, "page.knot")
    shapes: tuple[Shape, ...] = (
        Group(title.at(middle, y, "text.title", typesetter), tag=Tag("H1")),
        Group(subtitle.at(middle, y + 6.6, "text", typesetter), tag=Tag("P")),
        Group(divider, translate(middle - half, line_y - 2.0)),
    )
    return shapes, line_y + 5.0


def _height(items: Sequence[Item]) -> float:
    return total(item.height for item in items)


def _too_long(over: float) -> DoesNotFit:
    need = f"{over:.0f} mm more than a page at 9 pt"
    return DoesNotFit("the text of the instructions", need, "no room for it; shorten its steps", table="instructions")


def _lay_out(content: InstructionsContent, room: float, typesetter: Typesetter) -> _LaidPage:
    """Return the page as large as it fits into a height in mm, if possible with all pictures and numbers of cuts."""
    over = 0.0
    sheets = content.pictured.sheets
    plain, numbers = "plain" if sheets else "none", "none"
    if any(shown.cuts for shown in sheets):
        numbers = "grouped" if any(grouped_cuts(shown)[1] for shown in sheets) else "numbered"
    tries = [*((numbers, left_out) for left_out in _LEFT_OUT[:2]), *((plain, left_out) for left_out in _LEFT_OUT)]
    for cuts, left_out in dict.fromkeys(tries):
        pictured = replace(content.pictured, numbered=cuts not in ("plain", "none"))
        laid = _fit_page(
            replace(content, cases={**content.cases, "cuts": cuts}, pictured=pictured), room, left_out, typesetter
        )
        if isinstance(laid, _LaidPage):
            return laid
        over = laid
    raise _too_long(over)


_DRAWN = {
    "sheets": sheets_pictures,
    "assembly": assembly_pictures,
    "making": making_pictures,
    "box": box_pictures,
    "fold": fold_pictures,
}
"""What draws the pictures of steps, by their names."""


def _fit_page(
    content: InstructionsContent, room: float, left_out: Sequence[str], typesetter: Typesetter
) -> _LaidPage | float:
    """Return the page in its best size, without some pictures, or the mm that it lacks in the last size."""
    names = [step.picture for step in content.steps if step.picture and step.picture not in left_out]
    # a kit without the parts that a picture shows has no ways to draw it
    choices = [pictures for name in names if (pictures := _DRAWN[name](content.pictured, typesetter))]
    # captions have two lines if one is too long for one below the smallest of its pictures
    smallest = {_caption_of(first, content): first.width(first.heights.least) for first, *_ in choices}
    long = any(typesetter.width(text, "italic", _CAPTION) > room_for(width) for text, width in smallest.items())
    caption = _BELOW_PICTURE + _CAPTION * 1.25 * (2 if long else 1)
    usual = _set_words(content, _USUAL.style, typesetter)
    splits = cache(lambda crowded: [*row_splits(choices, _BOX_WIDTH, caption, crowded=crowded)])

    def arranged(free: float, size: _LetterSize) -> ArrangedRows | None:
        return arrange_rows(splits(size.wants == "crowded"), free)

    for size in _LETTER_SIZES:
        # letters of another size take room by its square, and a little less where lines break well
        part = (size.points / _USUAL.points) ** 2 * size.leading / _USUAL.leading
        guess = room - _BREAKS_WELL * usual.height * part
        if size != _USUAL and not _is_wanted(size, arranged(guess, size), guess):
            continue
        words = usual if size == _USUAL else _set_words(content, size.style, typesetter)
        free = room - words.height
        made = arranged(free, size)
        if made is None or not _is_wanted(size, made, free):
            continue
        drawn, numbered = _draw_rows(made, caption, content, typesetter)
        if numbered or not content.pictured.numbered:
            return _LaidPage(words, drawn, made.height, free - made.height)
    return max(1.0, _set_words(content, _LETTER_SIZES[-1].style, typesetter).height - room)


def _is_wanted(size: _LetterSize, made: ArrangedRows | None, room: float) -> bool:
    if made is None or room < 0:
        return False
    if size.wants == "full":
        return made.is_good and room - made.height >= _FULL
    return made.is_good or size.wants != "good"


def _set_words(content: InstructionsContent, style: Style, typesetter: Typesetter) -> _PageWords:
    text, names, cases = content.text, content.names, content.cases
    intro = set_paragraph(typesetter, paragraph(text.intro, cases, names), _BOX_WIDTH, style)
    lines = [line for line in text.brief if not line.needs or line.needs in content.has]
    tasks = [(fill(line.title, names), paragraph(line.text, cases, names)) for line in lines]
    tasks = [(title, how) for title, how in tasks if how]
    table = (tuple(text.table[key] for key in ("page", "contents", "material")), *content.rows)
    box = draw_brief(text.brief_title, tasks, table, _BOX_WIDTH, style, typesetter)
    face = content.look.fonts.heading
    head = Style(style.size * 1.2, style.leading * 1.3, font=face, role="text.title", align="left")
    steps: list[Item] = []
    for number, step in enumerate(content.steps, 1):
        if steps:
            steps.append(space(style.leading * _STEP_SPACE))
        heading = f"{number}. {fill(step.title, names)}"
        tag = Tag("H2", bookmark=title_text(heading))
        steps += set_paragraph(typesetter, heading, _COLUMN, head, tag=tag)
        # a heading stays with its step
        steps[-1] = replace(steps[-1], breakable=False)
        steps += set_paragraph(typesetter, paragraph(step.text, cases, names), _COLUMN, style)
    # in two columns of the least height, rather with a whole step at the end of the first
    above = [*itertools.accumulate((item.height for item in steps), initial=0.0)]
    below = [*itertools.accumulate((item.height for item in reversed(steps)), initial=0.0)][::-1]
    blank = [*(item.blank for item in steps), False]

    def cost(end: int) -> float:
        whole = end == len(steps) or blank[end]
        return max(above[end], below[end + blank[end]]) + (0.0 if whole else _BROKEN_STEP)

    end = min((number for number, item in enumerate(steps, 1) if item.breakable), key=cost, default=len(steps))
    columns = steps[:end], steps[end + blank[end] :]
    height = _height(intro) + box.height + max(map(_height, columns))
    pictured = any(step.picture for step in content.steps)
    return _PageWords(intro, box, columns, height + _GAP * (2.5 if pictured else 1.5))


def _caption_of(picture: Picture, content: InstructionsContent) -> str:
    number = next(number for number, step in enumerate(content.steps, 1) if step.picture == picture.name)
    return f"{number}. {picture.caption}"


def _draw_rows(
    made: ArrangedRows, caption: float, content: InstructionsContent, typesetter: Typesetter
) -> tuple[tuple[Shape, ...], bool]:
    """Return rows of pictures with their captions, and whether cuts have numbers in them."""
    style = Style(_CAPTION, _CAPTION * 1.25, font="italic", role="text.muted", align="centre")
    figures: list[Shape] = []
    captions: list[CaptionPlace] = []
    numbered = True
    for picture, x, y, wide, high in made.places(_BOX_WIDTH, caption):
        drawn = picture.draw(high) if picture.draw else Drawn(())
        numbered &= drawn.numbered
        text = _caption_of(picture, content)
        tag = Tag("Figure", f"{text}. {picture.alternative}")
        figures.append(Group((Group(drawn.shapes, translate(x, y)),), tag=tag))
        room = room_for(wide)
        start = min(max(0.0, x + (wide - room) / 2), _BOX_WIDTH - room)
        captions.append(CaptionPlace(text, start, y + high + _BELOW_PICTURE, room))
    shapes: list[Shape] = []
    for figure, place in zip(figures, clear_captions(captions, _BOX_WIDTH, style, typesetter), strict=True):
        lines = set_paragraph(typesetter, place.text, place.room, style, tag=Tag("Caption"))
        shapes += [figure, *stack(lines, place.start, place.top)[0]]
    return tuple(shapes), numbered
