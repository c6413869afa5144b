"""The printer's test sheet: a printer's scale, its white edges and the shift of its backs, read on front and back.

Held against the light, the front shows through its back. Each scale is one long line on the front, and on the back a
stair of short lines, half a millimetre apart: the one that lies on the long line shows the shift of the back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Look, Ornament
from taflkit.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Layer,
    Point,
    Rect,
    Shape,
    Tag,
    line,
    multiply,
    rotate,
    scale,
    translate,
)
from taflkit.parts.borders import draw_divider
from taflkit.parts.marks.marks import draw_ruler
from taflkit.sheets.labels import LabelSheet
from taflkit.sheets.paper import Paper
from taflkit.sums import total
from taflkit.typesetting.columns import Item, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.phrases import Words, fill, small
from taflkit.words.texts import PrinterTestText, SideText

STEPS = 10
"""The lines of a scale on each side of its 0, half a millimetre each."""
_ROW = 2.4  # mm: the length of each of them, and so the distance along the scale to the next one
_HALF = (STEPS + 0.5) * _ROW  # mm: half of a scale
_NUMBERS = 6.4  # mm from the middle of a scale to its numbers
_CORNER = 25.0  # mm from the paper's edges to the corners' crosses
_APART = 36.0  # mm from a cross to the middle of its scale
_LADDER = range(3, 13)  # mm from an edge to the lines of its stair
_RUNG = 6.0  # mm: their length
_RUNG_STEP = 7.0  # mm from one to the next along the edge
_SMALL = 2.83  # mm: the em of numbers and labels, 8 pt
_STYLE = Style(3.55, 3.55 * 1.25, align="left")
_COMMAND = Style(3.2, 3.2 * 1.35, font="bold", align="left")
_LEAST_LEFT = 46.0  # mm: the least distance of the text from the left edge, beside the upright ruler
_TOP = 66.0  # mm from the paper's top to the text
_WIDTH = 128.0  # mm: the width of the text


class _TestScale(Struct, frozen=True):
    """A scale on the back: the point of its 0; one that measures the shift `down` runs across the page."""

    middle: Point
    down: bool

    def at(self, beside: float, along: float) -> Point:
        """Return a point: `beside` the long line, where it measures, and `along` it."""
        x, y = self.middle
        return (x + along, y + beside) if self.down else (x + beside, y + along)


def _scales(paper: Paper) -> tuple[_TestScale, ...]:
    width, height = paper.width, paper.height
    middle = (width / 2, height / 2)
    right, low = width - _CORNER, height - _CORNER
    return (
        _TestScale((_CORNER, _CORNER + _APART), down=False),
        _TestScale((_CORNER + _APART, _CORNER), down=True),
        _TestScale((middle[0] - _APART, middle[1]), down=False),
        _TestScale((middle[0] + _APART, middle[1]), down=True),
        _TestScale((right, low - _APART), down=False),
        _TestScale((right - _APART, low), down=True),
    )


def _crosses(paper: Paper) -> tuple[Point, ...]:
    return ((_CORNER, _CORNER), (paper.width / 2, paper.height / 2), (paper.width - _CORNER, paper.height - _CORNER))


class _TestSheet(Struct, frozen=True):
    paper: Paper
    duplex: str
    text: PrinterTestText
    words: Words
    look: Look
    typesetter: Typesetter

    @property
    def left(self) -> float:
        """The left edge of the text in mm: on a wide paper the text is in its middle."""
        return max(_LEAST_LEFT, (self.paper.width - _WIDTH) / 2)


def draw_test_sheet(
    paper: Paper, duplex: str, texts: tuple[PrinterTestText, Words], look: Look, typesetter: Typesetter
) -> tuple[Drawing, Drawing]:
    """Return the front and the back of the test sheet on an upright paper that is turned "short", "long" or "single".

    The numbers of the scales are always those of a sheet turned on its short edge. The texts are those of the sheet,
    and the words of their language.
    """
    sheet = _TestSheet(paper, duplex, *texts, look, typesetter)
    return _front(sheet), _back(sheet)


def _front(sheet: _TestSheet) -> Drawing:
    paper, text, typesetter = sheet.paper, sheet.text, sheet.typesetter

    def seen(point: Point) -> Point:
        """Return the point of the front right behind one of the back."""
        x, y = point
        return (paper.width - x, y) if sheet.duplex == "long" else (x, paper.height - y)

    marks: list[Shape] = []
    for scale_ in _scales(paper):
        marks.append(line(seen(scale_.at(0.0, -_HALF - 1.0)), seen(scale_.at(0.0, _HALF + 1.0)), "ruler"))
    for centre in _crosses(paper):
        marks += _cross(seen(centre), 2.2)
    marks += _ladders(sheet)
    # the purpose of the sheet, and its readings in numbered steps
    intro = fill(text.intro, {"paper": paper.label, "turned": text.turned[sheet.duplex]})
    reading, hang, listed = _paragraphs((intro,), typesetter), 5.5, Tag("L")
    for number, step in enumerate(text.steps, 1):
        tag, words = Tag("LI", parent=listed), f"*{step.title}.* {step.text}"
        block = set_paragraph(typesetter, words, _WIDTH - hang, _STYLE, x=hang, tag=Tag("LBody", parent=tag))
        label = typesetter.line(str(number), "bold", 3.3, "text.rubric", (hang - 1.8, 3.45), 1.0)
        block[0] = replace(block[0], shapes=(Group((label,), tag=Tag("Lbl", parent=tag)), *block[0].shapes))
        reading += [*block, space(_STYLE.leading * 0.3)]
    saving = [
        *_paragraphs((text.save,), typesetter),
        *set_paragraph(typesetter, text.command, _WIDTH, _COMMAND),
        space(1.6),
        *_paragraphs((text.then,), typesetter),
    ]
    # a ruler across below the middle, and one down at the left, with the readings they give
    left, low, sign = sheet.left, paper.height / 2 + 48.0, sheet.words.decimal_sign
    across = typesetter.line(text.names["scale_x"], "italic", 3.0, "text.rubric", (left, low - 3.2))
    down = typesetter.line(text.names["scale_y"], "italic", 3.0, "text.rubric", (0.0, -3.2))
    upright = Group((draw_ruler(typesetter, 0.0, 0.0, sign), down), multiply(translate(35.0, _TOP), rotate(90)))
    rulers = (draw_ruler(typesetter, left, low, sign), across, upright)
    shapes = [
        *_heading(text.front, sheet),
        *stack(reading, left, _TOP)[0],
        Group(rulers, tag=Tag("Figure", text.alternatives["rulers"])),
        *stack(saving, left, paper.height / 2 + 58.0)[0],
    ]
    return _page(sheet, marks, shapes, 1)


def _back(sheet: _TestSheet) -> Drawing:
    paper, text, typesetter = sheet.paper, sheet.text, sheet.typesetter
    sign = -1 if sheet.duplex == "long" else 1
    marks: list[Shape] = []
    for scale_ in _scales(paper):
        marks += _stair(scale_, sign, range(-STEPS, STEPS + 1), typesetter)
        # below it the reading that it gives
        name, at = (
            ("back_dy", scale_.at(_NUMBERS + 5.4, 0.0)) if scale_.down else ("back_dx", scale_.at(0.0, _HALF + 3.6))
        )
        marks.append(typesetter.line(text.names[name], "italic", 3.0, "text.rubric", at, 0.5))
    for centre in _crosses(paper):
        marks += _cross(centre, 3.2)
    # a scale as it looks when 1.5 is to be read, larger than it is
    read, middle = 3, (paper.width / 2, paper.height / 2 + 62.0)
    stair = _TestScale((sign * read / 2, -read * _ROW), down=False)
    seen = line((0.0, -4.5 * _ROW), (0.0, 4.5 * _ROW), "page.rule")
    example = (seen, *_stair(stair, sign, range(7), typesetter), Circle(0.0, 0.0, 1.5, "page.rule"))
    picture = Group(example, multiply(translate(*middle), scale(1.5)))
    caption = typesetter.line(text.read_here, "italic", 3.2, "text.muted", (middle[0], middle[1] + 22.0), 0.5)
    shapes = [
        *_heading(text.back, sheet),
        *stack(_paragraphs(text.reading, typesetter), sheet.left, _TOP)[0],
        Group((picture,), tag=Tag("Figure", text.read_here)),
        Group((caption,), tag=Tag("Caption")),
    ]
    return _page(sheet, marks, shapes, 2)


def _page(sheet: _TestSheet, marks: Sequence[Shape], shapes: Sequence[Shape], number: int) -> Drawing:
    text, paper = sheet.text, sheet.paper
    side, name = ("front", text.front.name) if number == 1 else ("back", text.back.name)
    tag = Tag("Sect", bookmark=name)
    drawn = Group(tuple(marks), layer=Layer.LABELS, tag=Tag("Figure", text.alternatives[side], parent=tag))
    layers = (drawn, Group(tuple(shapes), layer=Layer.ART, tag=tag))
    title = f"{text.title}, {paper.label}, {small(name) if sheet.words.lists.small else name}"
    return Drawing(paper.width, paper.height, layers, title, label=str(number))


_FEED = 6  # half millimetres of a scale on each side of a label's edge
_LEAST_WORDS = 60.0  # mm: the least width of words among labels
_CLEAR = 4.0  # mm from words to the labels round them


def draw_label_test(labels: LabelSheet, text: PrinterTestText, typesetter: Typesetter) -> Drawing:
    """Return the outlines of labels, with scales across the edges of those at the corners, and words among them.

    A sheet without room for words between its first and last labels has none.
    """
    paper, (wide, high) = labels.paper, (labels.width, labels.height)
    left, width = labels.left + wide + _CLEAR, labels.right - labels.left - 2 * (wide + _CLEAR)
    names = {"labels": labels.name, "paper": paper.label}
    title, subtitle = text.labels.heading, fill(text.labels.subtitle, names)
    words: list[Item] = []
    if width >= _LEAST_WORDS:
        words = [
            *set_paragraph(typesetter, title, width, Style(8.0, 9.0, font="display", align="left"), tag=Tag("H1")),
            *set_paragraph(typesetter, subtitle, width, _STYLE),
            space(_STYLE.leading),
            *_paragraphs((*text.on_labels, text.save), typesetter, width),
            *set_paragraph(typesetter, text.feed, width, _COMMAND),
            space(1.6),
            *_paragraphs((text.fed,), typesetter, width),
        ]
    room, top = total(item.height for item in words), labels.top + high + _CLEAR
    if room > labels.low - high - _CLEAR - top:
        words = []
    marks: list[Shape] = []
    for x, y in labels.places:
        if words and x + wide > left and x < left + width and y + high > top and y < top + room + _CLEAR:
            continue
        middle = x + wide / 2, y + high / 2
        marks.append(Circle(*middle, wide / 2, "cut") if labels.round else Rect(x, y, wide, high, "cut"))
    for column, row in product({0, labels.columns - 1}, {0, labels.rows - 1}):
        x, y = labels.left + column * labels.across, labels.top + row * labels.down
        beside, above = x + (wide if column else 0.0), y + (high if row else 0.0)
        marks += _feed_scale((beside, y + high / 2), -1 if row else 1, typesetter, down=False)
        marks += _feed_scale((x + wide / 2, above), -1 if column else 1, typesetter, down=True)
    tag = Tag("Sect", bookmark=text.labels.name)
    drawn = Group(tuple(marks), layer=Layer.LABELS, tag=Tag("Figure", text.alternatives["labels"], parent=tag))
    shapes = Group(tuple(stack(words, left, top)[0]), layer=Layer.ART, tag=tag)
    return Drawing(paper.width, paper.height, (drawn, shapes), f"{title}, {labels.name}", label="1")


def _feed_scale(middle: Point, side: int, typesetter: Typesetter, *, down: bool) -> Iterator[Shape]:
    """Yield a scale about a point of an outline, whose numbers are how far right or `down` a print lies.

    A label's edge is seen to the left of a print that lies too far right. The numbers are on the right of the scale or
    below it, or with a side of -1 on the left or above.
    """
    scale_ = _TestScale(middle, down)
    yield line(scale_.at(-_FEED / 2, 0.0), scale_.at(_FEED / 2, 0.0), "ruler")
    for step in range(-_FEED, _FEED + 1):
        long = 1.5 if step % _FEED == 0 else 1.1 if step % 2 == 0 else 0.6
        yield line(scale_.at(step / 2, -long), scale_.at(step / 2, long), "ruler")
        if step % _FEED == 0:
            x, y = scale_.at(step / 2, 2.0 * side)
            low = 0.32 if down else 0.64 if side > 0 else 0.0
            text = f"{-step // 2:+d}".replace("-", "−") if step else "0"
            yield typesetter.line(text, "text", _SMALL, "text", (x, y + low * _SMALL), (1 - side) / 2 if down else 0.5)


def _stair(scale_: _TestScale, sign: int, steps: range, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield the back's short lines, with leaders from the whole millimetres to their numbers."""
    for step in steps:
        # a back that lies to the right brings lines from the left onto the long one
        beside, along = -sign * step / 2, step * _ROW
        yield line(scale_.at(beside, along - _ROW / 2), scale_.at(beside, along + _ROW / 2), "ruler")
        if step % 2 == 0:
            yield line(scale_.at(beside + 0.5, along), scale_.at(_NUMBERS - 0.6, along), "cut")
            x, y = scale_.at(_NUMBERS, along)
            text = f"{step // 2:+d}".replace("-", "−") if step else "0"
            if scale_.down:
                # a sign hangs out to the left, so that the digit stands under its line
                hang = typesetter.width(text[:-1], "text", _SMALL) / 2 if len(text) > 1 else 0.0
                yield typesetter.line(text, "text", _SMALL, "text", (x - hang, y + 0.6 * _SMALL), 0.5)
            else:
                yield typesetter.line(text, "text", _SMALL, "text", (x, y + 0.25 * _SMALL))


def _cross(centre: Point, radius: float) -> tuple[Shape, ...]:
    x, y = centre
    reach = 5.5
    return (
        line((x - reach, y), (x + reach, y), "cut.mark"),
        line((x, y - reach), (x, y + reach), "cut.mark"),
        Circle(x, y, radius, "cut.mark"),
    )


def _ladders(sheet: _TestSheet) -> Iterator[Shape]:
    """Yield at each edge a stair of lines, with their distances from it, and words before it."""
    width, height, typesetter = sheet.paper.width, sheet.paper.height, sheet.typesetter
    first, half = -(len(_LADDER) - 1) / 2 * _RUNG_STEP, _RUNG / 2
    for number, away in enumerate(_LADDER):
        x, y = width / 2 + first + number * _RUNG_STEP, height / 2 + first + number * _RUNG_STEP
        for level, low in ((away, away + 0.7 + 0.66 * _SMALL), (height - away, height - away - 0.8)):
            yield line((x - half, level), (x + half, level), "ruler")
            yield typesetter.line(str(away), "text", _SMALL, "text", (x, low), 0.5)
        for level, beside, anchor in ((away, away + 0.9, 0.0), (width - away, width - away - 0.9, 1.0)):
            yield line((level, y - half), (level, y + half), "ruler")
            yield typesetter.line(str(away), "text", _SMALL, "text", (beside, y + 0.32 * _SMALL), anchor)
    before, text = first - 3.0, sheet.text.from_edge
    for low in (11.5, height - 9.9):
        yield typesetter.line(text, "italic", _SMALL, "text.muted", (width / 2 + before, low))
    for x, turn, anchor in ((9.9, 90, 0.0), (width - 9.9, -90, 1.0)):
        label = typesetter.line(text, "italic", _SMALL, "text.muted", (0.0, 0.0), anchor)
        yield Group((label,), multiply(translate(x, height / 2 + before), rotate(turn)))


def _heading(side: SideText, sheet: _TestSheet) -> tuple[Shape, ...]:
    middle, y, half = sheet.paper.width / 2, 45.0, 36.0
    subtitle = fill(side.subtitle, {"paper": sheet.paper.label})
    look = replace(sheet.look, ornament=Ornament(divider="knot"))
    line_of = sheet.typesetter.line
    return (
        Group((line_of(side.heading, "display", 9.5, "text.title", (middle, y), 0.5),), tag=Tag("H1")),
        Group((line_of(subtitle, "smallcaps", 3.9, "text", (middle, y + 6.6), 0.5),), tag=Tag("P")),
        Group(draw_divider(look, 2 * half, 3.6, "page.knot"), translate(middle - half, y + 9.7)),
    )


def _paragraphs(texts: Sequence[str], typesetter: Typesetter, width: float = _WIDTH) -> list[Item]:
    items: list[Item] = []
    for text in texts:
        items += [*set_paragraph(typesetter, text, width, _STYLE), space(_STYLE.leading * 0.4)]
    return items
