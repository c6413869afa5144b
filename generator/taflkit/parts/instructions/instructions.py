"""The first page: how to print, make and set up the kit, with pictures drawn from the plan that was really made.

From the top: the title, what the kit makes, a box with what a hurried reader needs and the table of the pages, the
pictures in rows across the page, and the steps in two columns. The pictures take the room that the words leave.
"""

from __future__ import annotations

import itertools
import operator
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.borders import draw_divider
from taflkit.parts.instructions.brief import draw_brief
from taflkit.parts.instructions.folding_pictures import box_pictures, fold_pictures, making_pictures
from taflkit.parts.instructions.picture_rows import Arrangement, Drawn, Picture, arrange_rows, row_splits
from taflkit.parts.instructions.pictures import Pictured, assembly_pictures
from taflkit.parts.instructions.sheet_pictures import grouped_cuts, sheets_pictures
from taflkit.sums import total
from taflkit.typesetting.columns import Item, least_height, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.titles import SetTitle, TitleRoom, set_title, title_text
from taflkit.words.phrases import fill
from taflkit.words.texts import InstructionsText, StepText, paragraph

__all__ = ["CaptionPlace", "InstructionsContent", "clear_captions", "draw_instructions", "room_for"]


_POINT = 25.4 / 72
_LEADING, _TIGHT = 1.2, 1.14
"""The distance of lines in em, and where there is very much to say."""


class LetterSize(Struct, frozen=True):
    """A size of letters, and what it is good for.

    Attributes:
        points: the size.
        leading: in em.
        wants: of the pictures, "full" if they must have all the room that they can use, "good", "any", or
            "crowded" if they may be as small as they are at the least.
    """

    points: float
    leading: float
    wants: str

    @property
    def style(self) -> Style:
        """The style of the steps."""
        size = self.points * _POINT
        return Style(size, size * self.leading)


USUAL = LetterSize(10.5, _LEADING, "good")
SETTINGS = (
    *(LetterSize(points, _LEADING, "full") for points in (13.0, 12.5, 12.0, 11.5, 11.0)),
    *(LetterSize(points, _LEADING, "good") for points in (10.5, 10.0, 9.5)),
    *(LetterSize(points, _LEADING, "any") for points in (9.5, 9.0)),
    *(LetterSize(points, _TIGHT, "any") for points in (9.5, 9.0)),
    LetterSize(9.0, _TIGHT, "crowded"),
)
"""The sizes that are tried, the best first."""


_NARROWEST, _BEYOND = 34.0, 4.0
"""The least width that a caption has room for in mm, and how much wider than its picture it may be."""
_APART = 1.5
"""Between two captions on one line, in mm."""


class CaptionPlace(Struct, frozen=True):
    """A caption and where it goes; lengths in mm.

    Attributes:
        text: its words.
        start, top: of the place for its lines, the left edge and the upper one.
        room: how wide they may be.
    """

    text: str
    start: float
    top: float
    room: float

    def reach(self, style: Style, typesetter: Typesetter) -> tuple[float, float]:
        """Return from where to where its letters reach."""
        lines = typesetter.paragraph(self.text, self.room, style)
        return self.start + min(line.texts[0].x for line in lines), self.start + max(line.width for line in lines)


def room_for(width: float) -> float:
    """Return how wide a caption below a picture of a width in mm may be."""
    return max(width, _NARROWEST) + _BEYOND


def draw_caption(place: CaptionPlace, style: Style, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the lines of a caption at its place."""
    return stack(set_paragraph(typesetter, place.text, place.room, style, tag=Tag("Caption")), place.start, place.top)[
        0
    ]


def clear_captions(
    places: Sequence[CaptionPlace], width: float, style: Style, typesetter: Typesetter
) -> list[CaptionPlace]:
    """Return captions moved aside where they would touch others on their lines; most stay where they are.

    Args:
        places: all of them.
        width: of the page, from the left edge at 0.
        style: how they are set.
        typesetter: sets them.
    """
    rows: dict[float, list[int]] = defaultdict(list)
    for number, place in enumerate(places):
        rows[round(place.top, 3)].append(number)
    moved = list(places)
    for row in rows.values():
        row.sort(key=lambda number: places[number].start)
        reaches = [places[number].reach(style, typesetter) for number in row]
        for number, (left, _), (was, _) in zip(row, _apart(reaches, width), reaches, strict=True):
            if left != was:
                moved[number] = replace(moved[number], start=moved[number].start + left - was)
    return moved


def _apart(reaches: Sequence[tuple[float, float]], width: float) -> list[tuple[float, float]]:
    """Return what goes from left to right so that nothing touches: neighbours give way to each other alike."""
    found = list(reaches)
    for at in range(1, len(found)):
        near = (found[at - 1][1] + _APART - found[at][0]) / 2
        if near > 0:
            found[at - 1] = found[at - 1][0] - near, found[at - 1][1] - near
            found[at] = found[at][0] + near, found[at][1] + near
    edge = 0.0
    for at, (left, right) in enumerate(found):
        if left < edge:
            found[at] = edge, edge + right - left
        edge = found[at][1] + _APART
    edge = width
    for at in range(len(found) - 1, -1, -1):
        left, right = found[at]
        if right > edge:
            found[at] = edge - (right - left), edge
        edge = found[at][0] - _APART
    return found


_CREDITS, _CAPTION = 7.5 * _POINT, 8.5 * _POINT
_BOX_WIDTH = 176.0
_GUTTER = 8.0
_COLUMN = (_BOX_WIDTH - _GUTTER) / 2
_TOP, _FOOT = 15.0, 13.0
_ABOVE_FOOT = 3.0
"""Between the steps and the line above the credits, in mm."""
_TITLE = TitleRoom("on the first page", _BOX_WIDTH, 12.0, 5.0, 7.0)
_SUBTITLE = TitleRoom("below the title of the first page", _BOX_WIDTH, 4.2, 2.5)
_GAP, _WIDER = 4.5, 5.0
"""Between the parts of the page in mm, and how much more there may be."""
_STEP_SPACE, _STEP_WIDER = 0.55, 5.0
"""Above the heading of a step, in leadings, and how much more there may be, in mm."""
_BROKEN_STEP = 6.0
"""How much higher in mm a column may be that ends with a step."""
_BELOW_PICTURE = 0.2
"""From a picture to the top of its caption's line, in mm: its letters are 1 mm below the picture."""


_BREAKS_WELL = 0.97
"""The least height of words in another size, in parts of that which their number lets expect."""
_FULL = 4.0
"""Pictures have all the room they can use if so much is left, in mm."""
_AWAY = tuple(("box", "making", "assembly", "fold", "sheets")[:count] for count in range(6))
"""The pictures that are left out of a page that has no room for all."""


class InstructionsContent(Struct, frozen=True):
    """The content of the page.

    Attributes:
        names: the values of {names}, those of the plan among them.
        cases: the facts of the plan that sentences have cases for.
        has: the parts that the kit has, for steps that need one.
        rows: of the table of the pages: their numbers, the parts on them, the material to print them on.
        pictured: the kit as its pictures show it, with the page's words.
        look: the theme's ornament and faces.
    """

    names: Mapping[str, str]
    cases: Mapping[str, str]
    has: frozenset[str]
    rows: Sequence[Sequence[str]]
    pictured: Pictured
    look: Look

    @property
    def text(self) -> InstructionsText:
        """The page's words."""
        return self.pictured.text

    @property
    def steps(self) -> list[StepText]:
        """The steps that the kit needs."""
        return [step for step in self.text.step if not step.needs or step.needs in self.has]

    @property
    def brief(self) -> list[tuple[str, str]]:
        """The lines of the box for hurried readers: what is to be done, and how."""
        lines = [line for line in self.text.brief if not line.needs or line.needs in self.has]
        said = [(fill(line.title, self.names), paragraph(line.text, self.cases, self.names)) for line in lines]
        return [(title, text) for title, text in said if text]


class _Words(Struct, frozen=True):
    """The words of the page, set; heights in mm.

    Attributes:
        intro: what the kit makes, and what is needed.
        box: the box for hurried readers.
        columns: the steps.
        height: of all and the least gaps between them.
    """

    intro: list[Item]
    box: Item
    columns: tuple[list[Item], list[Item]]
    height: float


class _Laid(Struct, frozen=True):
    """The words of the page, and the pictures in the room beside them, drawn from the left edge and y = 0."""

    words: _Words
    pictures: tuple[Shape, ...]
    high: float
    slack: float


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
    _refuse_far_too_long(replace(content, cases={**content.cases, "cuts": "plain"}), page)
    header, low = _header(content, page[0], typesetter)
    foot = _credits(content, typesetter)
    foot_top = page[1] - _FOOT - total(item.height for item in foot)
    laid = _laid_out(content, foot_top - low - _ABOVE_FOOT, typesetter)
    shapes = (*header, *_placed(laid, left, low), *stack(foot, left, foot_top)[0])
    title = title_text(fill(content.text.title, content.names))
    whole = Tag("Part", bookmark=title_text(content.text.subtitle))
    return Drawing(*page, (Group(shapes, layer=Layer.ART, tag=whole),), title)


def _placed(laid: _Laid, left: float, low: float) -> Iterator[Shape]:
    """Yield the words and pictures from a corner on, with what room is left between them."""
    words = laid.words
    gaps = 3 if laid.pictures else 2
    wider = min(_WIDER, laid.slack / (2 * gaps))
    shapes, y = stack(words.intro, left, low)
    yield from shapes
    shapes, y = stack([words.box], left, y + 0.5 * (_GAP + wider))
    yield from shapes
    if laid.pictures:
        yield Group(laid.pictures, translate(left, y + _GAP + wider))
        y += _GAP + wider + laid.high
    high = max(map(_height, words.columns)) + laid.slack - (gaps - 0.5) * wider
    for number, column in enumerate(words.columns):
        spread = _spread(column, high)
        yield from stack(spread, left + number * (_COLUMN + _GUTTER), y + _GAP + wider)[0]


def _spread(column: Sequence[Item], high: float) -> list[Item]:
    """Return a column with more space between its steps, so that it is so high, or as much space as looks well."""
    spaces = total(item.blank for item in column)
    more = min(_STEP_WIDER, (high - _height(column)) / spaces) if spaces else 0.0
    return [replace(item, height=item.height + more) if item.blank else item for item in column]


def _height(items: Sequence[Item]) -> float:
    return total(item.height for item in items)


def _laid_out(content: InstructionsContent, room: float, typesetter: Typesetter) -> _Laid:
    """Return the page as large as it fits into a height in mm, with numbers of the cuts if there is room for them.

    Pictures are left out where there is no room for all.
    """
    over = 0.0
    plain = "plain" if content.pictured.sheets else "none"
    numbers = [(_numbering(content.pictured), away) for away in _AWAY[:2]]
    for cuts, away in dict.fromkeys((*numbers, *((plain, away) for away in _AWAY))):
        pictured = replace(content.pictured, numbered=cuts not in ("plain", "none"))
        shown = replace(content, cases={**content.cases, "cuts": cuts}, pictured=pictured)
        laid = _tried(shown, room, away, typesetter)
        if isinstance(laid, _Laid):
            return laid
        over = laid
    raise _too_long(over)


def _tried(content: InstructionsContent, room: float, away: Sequence[str], typesetter: Typesetter) -> _Laid | float:
    """Return the page in the best of the sizes that it fits in, or how much too high its words are in the last, in mm.

    Args:
        content: the page, with the fact whether cuts are to have numbers.
        room: its height in mm.
        away: the pictures that are left out.
        typesetter: sets the lines.
    """
    names = [step.picture for step in content.steps if step.picture not in away]
    choices = [pictures for name in names if (pictures := _pictures(name, content, typesetter))]
    caption = _caption_height(content, choices, typesetter)
    usual = _set(content, USUAL.style, typesetter)
    splits = cache(lambda crowded: [*row_splits(choices, _BOX_WIDTH, caption, crowded=crowded)])

    def arranged(free: float, setting: LetterSize) -> Arrangement | None:
        return arrange_rows(splits(setting.wants == "crowded"), free)

    for setting in SETTINGS:
        # letters of another size take room by its square, and a little less where lines break well
        part = (setting.points / USUAL.points) ** 2 * setting.leading / USUAL.leading
        guess = room - _BREAKS_WELL * usual.height * part
        if setting != USUAL and not _is_wanted(setting, arranged(guess, setting), guess):
            continue
        words = usual if setting == USUAL else _set(content, setting.style, typesetter)
        free = room - words.height
        made = arranged(free, setting)
        if made is None or not _is_wanted(setting, made, free):
            continue
        drawn, numbered = _draw_rows(made, caption, content, typesetter)
        if numbered or not content.pictured.numbered:
            return _Laid(words, drawn, made.height, free - made.height)
    return max(1.0, _set(content, SETTINGS[-1].style, typesetter).height - room)


def _is_wanted(setting: LetterSize, made: Arrangement | None, room: float) -> bool:
    """Whether a setting leaves pictures as much room as it is meant to."""
    if made is None or room < 0:
        return False
    match setting.wants:
        case "full":
            return made.is_good and room - made.height >= _FULL
        case "good":
            return made.is_good
        case _:
            return True


def _set(content: InstructionsContent, style: Style, typesetter: Typesetter) -> _Words:
    """Return the words in a style."""
    intro = paragraph(content.text.intro, content.cases, content.names)
    set_intro = set_paragraph(typesetter, intro, _BOX_WIDTH, style)
    table = (tuple(content.text.table[key] for key in ("page", "contents", "material")), *content.rows)
    box = draw_brief(content.text.brief_title, content.brief, table, _BOX_WIDTH, style, typesetter)
    columns = _halved(_steps(content, style, typesetter))
    height = _height(set_intro) + box.height + max(map(_height, columns))
    pictured = any(step.picture for step in content.steps)
    return _Words(set_intro, box, columns, height + _GAP * (2.5 if pictured else 1.5))


def _halved(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Return items in two columns of the least height; rather with a whole step at the end of the first."""
    above = [*itertools.accumulate((item.height for item in items), initial=0.0)]
    # of the items from each on
    below = [*itertools.accumulate((item.height for item in reversed(items)), initial=0.0)][::-1]

    def after(end: int) -> int:
        return end + (end < len(items) and items[end].blank)

    def cost(end: int) -> float:
        whole = end == len(items) or items[end].blank
        return max(above[end], below[after(end)]) + (0.0 if whole else _BROKEN_STEP)

    end = min((number for number, item in enumerate(items, 1) if item.breakable), key=cost, default=len(items))
    return list(items[:end]), list(items[after(end) :])


_DRAWN = {
    "sheets": sheets_pictures,
    "assembly": assembly_pictures,
    "making": making_pictures,
    "box": box_pictures,
    "fold": fold_pictures,
}
"""What draws the pictures of steps, by their names."""


def _pictures(name: str, content: InstructionsContent, typesetter: Typesetter) -> list[Picture]:
    """Return the ways to draw the picture of a step; none if this kit has not the parts that it shows."""
    return _DRAWN[name](content.pictured, typesetter) if name else []


def _captioned(picture: Picture, content: InstructionsContent) -> str:
    """Return the caption of a picture with the number of its step."""
    number = next(number for number, step in enumerate(content.steps, 1) if step.picture == picture.name)
    return f"{number}. {picture.caption}"


def _caption_height(
    content: InstructionsContent, choices: Sequence[Sequence[Picture]], typesetter: Typesetter
) -> float:
    """Return the height of captions: of two lines if one is too long for one below the smallest of its pictures."""
    widths = {_captioned(first, content): first.width(first.heights.least) for first, *_ in choices}
    long = any(typesetter.width(text, "italic", _CAPTION) > room_for(width) for text, width in widths.items())
    return _BELOW_PICTURE + _CAPTION * 1.25 * (2 if long else 1)


def _draw_rows(
    made: Arrangement, caption: float, content: InstructionsContent, typesetter: Typesetter
) -> tuple[tuple[Shape, ...], bool]:
    """Return rows of pictures with their captions, and whether cuts have numbers in them."""
    style = Style(_CAPTION, _CAPTION * 1.25, font="italic", role="text.muted", align="centre")
    shapes: list[tuple[Shape, ...]] = []
    captions: list[CaptionPlace] = []
    numbered = True
    for picture, x, y, wide, high in made.places(_BOX_WIDTH, caption):
        drawn = picture.draw(high) if picture.draw else Drawn(())
        numbered &= drawn.numbered
        text = _captioned(picture, content)
        tag = Tag("Figure", f"{text}. {picture.alternative}")
        shapes.append((Group((Group(drawn.shapes, translate(x, y)),), tag=tag),))
        room = room_for(wide)
        start = min(max(0.0, x + (wide - room) / 2), _BOX_WIDTH - room)
        captions.append(CaptionPlace(text, start, y + high + _BELOW_PICTURE, room))
    below = (
        draw_caption(place, style, typesetter) for place in clear_captions(captions, _BOX_WIDTH, style, typesetter)
    )
    return tuple(itertools.chain.from_iterable(map(operator.add, shapes, below))), numbered


def _numbering(pictured: Pictured) -> str:
    """Return how the numbers of the cuts stand in the picture of the sheets."""
    if not any(shown.cuts for shown in pictured.sheets):
        return "none"
    return "grouped" if any(grouped_cuts(shown)[1] for shown in pictured.sheets) else "numbered"


def _refuse_far_too_long(content: InstructionsContent, page: tuple[float, float]) -> None:
    """Refuse a text that could not fit on the page in any case, before it is set in many sizes."""
    text = content.text
    steps = (step.text for step in content.steps)
    sentences = (*text.intro, *text.credits, *itertools.chain.from_iterable(steps))
    letters = sum(len(paragraph((each,), content.cases, content.names)) for each in sentences)
    least = least_height(letters, _BOX_WIDTH, Style(_CREDITS, _CREDITS * 1.2))
    if least > page[1]:
        raise _too_long(least - page[1])


def _too_long(over: float) -> DoesNotFit:
    """Return the problem of a text that is so many mm higher than the page."""
    need = f"{over:.0f} mm more than a page at 9 pt"
    return DoesNotFit("the text of the instructions", need, "no room for it; shorten its steps", table="instructions")


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
    style = Style(_CREDITS, _CREDITS * 1.2, role="text.muted")
    items = [Item(2.6, (Rect(_BOX_WIDTH / 2 - 20, 0.5, 40, 0.15, "page.knot.rule"),))]
    return items + set_paragraph(
        typesetter, paragraph(content.text.credits, content.cases, content.names), _BOX_WIDTH, style
    )


def _steps(content: InstructionsContent, style: Style, typesetter: Typesetter) -> list[Item]:
    """Return the steps, each under its heading."""
    head = Style(
        style.size * 1.2, style.leading * 1.3, font=content.look.fonts.heading, role="text.title", align="left"
    )
    items: list[Item] = []
    for number, step in enumerate(content.steps, 1):
        if items:
            items.append(space(style.leading * _STEP_SPACE))
        heading = f"{number}. {fill(step.title, content.names)}"
        tag = Tag("H2", bookmark=title_text(heading))
        items += set_paragraph(typesetter, heading, _COLUMN, head, tag=tag)
        # a heading stays with its step
        items[-1] = replace(items[-1], breakable=False)
        items += set_paragraph(typesetter, paragraph(step.text, content.cases, content.names), _COLUMN, style)
    return items
