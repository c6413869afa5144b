"""The printer's test sheet: what a printer does to a page, to be read on its front and on its back.

Held against the light, the front shows through its back. Each scale is one long line on the front, and on the back a
stair of short lines, half a millimetre apart: the one that lies on the long line tells how far the back is beside its
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from taflkit.drawing.curves import Point, line
from taflkit.drawing.look import Look, Ornament
from taflkit.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Layer,
    Shape,
    Tag,
    multiply,
    rotate,
    scale,
    translate,
)
from taflkit.parts.borders import draw_divider
from taflkit.parts.marks import draw_ruler
from taflkit.sheets.paper import Paper
from taflkit.typesetting.columns import Item, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter

__all__ = ["STEPS", "draw_test_sheet"]

STEPS = 10
"""How many lines a scale has on each side of its 0, half a millimetre each."""
_ROW = 2.4
"""How long each of them is, and so how far along the scale the next one stands."""
_HALF = (STEPS + 0.5) * _ROW
_NUMBERS = 6.4
"""How far the numbers of a scale are from its middle."""
_CORNER = 25.0
"""How far the corners' crosses are from the paper's edges, in mm."""
_APART = 36.0
"""How far the middle of a scale is from its cross."""
_LADDER = range(3, 13)
_RUNG, _RUNG_STEP = 6.0, 7.0
_SMALL = 2.75
_STYLE = Style(3.55, 3.55 * 1.25, align="left")
_LEFT, _TOP, _WIDTH = 46.0, 66.0, 128.0
"""Where the text is, and how wide."""
_TURNED = {"short": "on its short edge", "long": "on its long edge", "single": "by hand, over its short edge"}
_EXAMPLE = "--scale-x 99.6 --scale-y 100 --back-dx 1.5 --back-dy -0.5 --unprintable 5"

_INTRO = (
    "This sheet shows what a printer does to a page. Print it on {paper} at 100 %, page 2 on the back of page 1, "
    "turned {turned}, with the settings and the paper tray that you use for kits. Then read off what it shows."
)
_READ = (
    (
        "Scale",
        "Measure the two rulers with a good rule. What their 100 mm are on paper is --scale-x across and --scale-y "
        "down.",
    ),
    (
        "Edges",
        "At each edge find the smallest number whose line is there from end to end. The largest of the four is "
        "--unprintable.",
    ),
    ("Back", "Read --back-dx and --back-dy on the other side."),
)
_SAVE = "Save it under a name of your own, with what you have read:"
_THEN = "From then on print with *taflkit build --printer NAME*; *taflkit printer test --printer NAME* is the proof."
_BACK = (
    "Hold the sheet against the light, this side towards you. Through each scale a long straight line of page 1 is "
    "seen, which the stair of short lines crosses.",
    "Find the short line that lies on the long one, and read its number with its sign; between two numbers it is a "
    "half. So each scale tells the --back-dx or the --back-dy that it is marked with.",
    "Of three readings take the middle one. If they are more than 1 mm apart, the sheet went in askew; print another.",
)
_MARKS = {
    "Front": "Crosses, lines at 3 to 12 mm from each edge, and long lines for the other side's scales.",
    "Back": "Scales of short lines in stairs, from -5 to 5 mm, to be read against the front's long lines.",
}
_RULERS = "A ruler across for --scale-x and a ruler down for --scale-y, each of 100 mm and 4 in."
_FROM_EDGE = "mm from this edge"
_READ_HERE = "Here --back-dx is 1.5; the long line is that of page 1, seen through the sheet."


class _Scale(NamedTuple):
    """Where a scale lies on the back.

    Attributes:
        middle: the point of its 0.
        down: whether it measures how far down the back lies; it runs across the page then, and else down.
    """

    middle: Point
    down: bool

    def at(self, beside: float, along: float) -> Point:
        """Return a point: `beside` the long line, where it measures, and `along` it."""
        x, y = self.middle
        return (x + along, y + beside) if self.down else (x + beside, y + along)


def _scales(paper: Paper) -> tuple[_Scale, ...]:
    width, height = paper.width, paper.height
    middle = (width / 2, height / 2)
    right, low = width - _CORNER, height - _CORNER
    return (
        _Scale((_CORNER, _CORNER + _APART), down=False),
        _Scale((_CORNER + _APART, _CORNER), down=True),
        _Scale((middle[0] - _APART, middle[1]), down=False),
        _Scale((middle[0] + _APART, middle[1]), down=True),
        _Scale((right, low - _APART), down=False),
        _Scale((right - _APART, low), down=True),
    )


def _crosses(paper: Paper) -> tuple[Point, ...]:
    return (
        (_CORNER, _CORNER),
        (paper.width / 2, paper.height / 2),
        (paper.width - _CORNER, paper.height - _CORNER),
    )


def draw_test_sheet(paper: Paper, duplex: str, typesetter: Typesetter) -> tuple[Drawing, Drawing]:
    """Return the front and the back of the test sheet.

    The numbers of the scales are those of a sheet that is turned on its short edge, whichever way it is turned.

    Args:
        paper: the paper, upright.
        duplex: how the sheet is turned: "short", "long" or "single".
        typesetter: sets the words.
    """
    return _front(paper, duplex, typesetter), _back(paper, duplex, typesetter)


def _through(paper: Paper, duplex: str) -> Callable[[Point], Point]:
    """Return what tells where on the front a point of the back is."""
    if duplex == "long":
        return lambda point: (paper.width - point[0], point[1])
    return lambda point: (point[0], paper.height - point[1])


def _front(paper: Paper, duplex: str, typesetter: Typesetter) -> Drawing:
    seen = _through(paper, duplex)
    marks: list[Shape] = []
    for scale_ in _scales(paper):
        start, end = _long_line(scale_)
        marks.append(line(seen(start), seen(end), "ruler"))
    for centre in _crosses(paper):
        marks += _cross(seen(centre), 2.2)
    marks += _ladders(paper, typesetter)
    middle = paper.height / 2
    shapes = [
        *_heading("Printer test", f"{paper.label} · page 1 · front", paper.width, typesetter),
        *_told(_INTRO.format(paper=paper.label, turned=_TURNED[duplex]), typesetter),
        *_rulers(paper, typesetter),
        *stack(_saving(typesetter), _LEFT, middle + 58.0)[0],
    ]
    return _page(paper, marks, shapes, "Front")


def _back(paper: Paper, duplex: str, typesetter: Typesetter) -> Drawing:
    sign = -1 if duplex == "long" else 1
    marks: list[Shape] = []
    for scale_ in _scales(paper):
        marks += _stair(scale_, sign, range(-STEPS, STEPS + 1), typesetter)
        marks.append(_named(scale_, typesetter))
    for centre in _crosses(paper):
        marks += _cross(centre, 3.2)
    shapes = [
        *_heading("The back", f"{paper.label} · page 2 · back", paper.width, typesetter),
        *stack(_paragraphs(_BACK, typesetter), _LEFT, _TOP)[0],
        *_example((paper.width / 2, paper.height / 2 + 62.0), sign, typesetter),
    ]
    return _page(paper, marks, shapes, "Back")


def _page(paper: Paper, marks: Sequence[Shape], shapes: Sequence[Shape], name: str) -> Drawing:
    tag = Tag("Sect", bookmark=name)
    drawn = Group(tuple(marks), layer=Layer.LABELS, tag=Tag("Figure", _MARKS[name], parent=tag))
    layers = (drawn, Group(tuple(shapes), layer=Layer.ART, tag=tag))
    title = f"Printer test, {paper.label}, {name.lower()}"
    return Drawing(paper.width, paper.height, layers, title, label="1" if name == "Front" else "2")


def _long_line(scale_: _Scale) -> tuple[Point, Point]:
    """Return the ends of the front's line, as it is seen from the back."""
    return scale_.at(0.0, -_HALF - 1.0), scale_.at(0.0, _HALF + 1.0)


def _stair(scale_: _Scale, sign: int, steps: range, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield the back's short lines, with leaders from the whole millimetres to their numbers."""
    for step in steps:
        # a back that lies to the right brings lines from the left onto the long one
        beside, along = -sign * step / 2, step * _ROW
        yield line(scale_.at(beside, along - _ROW / 2), scale_.at(beside, along + _ROW / 2), "ruler")
        if step % 2 == 0:
            yield line(scale_.at(beside + 0.5, along), scale_.at(_NUMBERS - 0.6, along), "cut")
            x, y = scale_.at(_NUMBERS, along)
            text = _signed(step // 2)
            if scale_.down:
                # a sign hangs out to the left, so that the digit stands under its line
                hang = typesetter.width(text[:-1], "text", _SMALL) / 2 if len(text) > 1 else 0.0
                yield typesetter.line(text, "text", _SMALL, "text", (x - hang, y + 0.6 * _SMALL), 0.5)
            else:
                yield typesetter.line(text, "text", _SMALL, "text", (x, y + 0.25 * _SMALL))


def _named(scale_: _Scale, typesetter: Typesetter) -> Shape:
    """Return the option that a scale tells, below it."""
    text, at = (
        ("--back-dy", scale_.at(_NUMBERS + 5.4, 0.0)) if scale_.down else ("--back-dx", scale_.at(0.0, _HALF + 3.6))
    )
    return typesetter.line(text, "italic", 3.0, "text.rubric", at, 0.5)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _cross(centre: Point, radius: float) -> tuple[Shape, ...]:
    x, y = centre
    reach = 5.5
    return (
        line((x - reach, y), (x + reach, y), "cut.mark"),
        line((x, y - reach), (x, y + reach), "cut.mark"),
        Circle(x, y, radius, "cut.mark"),
    )


def _ladders(paper: Paper, typesetter: Typesetter) -> Iterator[Shape]:
    """Yield at each edge a stair of lines, with how far they are from it."""
    width, height, size = paper.width, paper.height, _SMALL
    first = -(len(_LADDER) - 1) / 2 * _RUNG_STEP
    for number, away in enumerate(_LADDER):
        text = str(away)
        x, y = width / 2 + first + number * _RUNG_STEP, height / 2 + first + number * _RUNG_STEP
        half = _RUNG / 2
        for level, low in ((float(away), away + 0.7 + 0.66 * size), (height - away, height - away - 0.8)):
            yield line((x - half, level), (x + half, level), "ruler")
            yield typesetter.line(text, "text", size, "text", (x, low), 0.5)
        for level, at, anchor in ((float(away), away + 0.9, 0.0), (width - away, width - away - 0.9, 1.0)):
            yield line((level, y - half), (level, y + half), "ruler")
            yield typesetter.line(text, "text", size, "text", (at, y + 0.32 * size), anchor)
    yield typesetter.line(_FROM_EDGE, "italic", size, "text.muted", (width / 2 + first - 3.0, 11.5))
    yield typesetter.line(_FROM_EDGE, "italic", size, "text.muted", (width / 2 + first - 3.0, height - 9.9))
    label = typesetter.line(_FROM_EDGE, "italic", size, "text.muted", (0.0, 0.0))
    yield Group((label,), multiply(translate(9.9, height / 2 + first - 3.0), rotate(90)))
    end = typesetter.line(_FROM_EDGE, "italic", size, "text.muted", (0.0, 0.0), 1.0)
    yield Group((end,), multiply(translate(width - 9.9, height / 2 + first - 3.0), rotate(-90)))


def _heading(title: str, subtitle: str, width: float, typesetter: Typesetter) -> tuple[Shape, ...]:
    """The title over a divider, as the kit's first page has it."""
    middle, y, half = width / 2, 45.0, 36.0
    divider = draw_divider(Look(Ornament(divider="knot")), 2 * half, 3.6, "page.knot")
    return (
        Group((typesetter.line(title, "display", 9.5, "text.title", (middle, y), 0.5),), tag=Tag("H1")),
        Group((typesetter.line(subtitle, "smallcaps", 3.9, "text", (middle, y + 6.6), 0.5),), tag=Tag("P")),
        Group(divider, translate(middle - half, y + 9.7)),
    )


def _paragraphs(texts: Sequence[str], typesetter: Typesetter) -> list[Item]:
    items: list[Item] = []
    for text in texts:
        items += [*set_paragraph(typesetter, text, _WIDTH, _STYLE), space(_STYLE.leading * 0.4)]
    return items


def _told(intro: str, typesetter: Typesetter) -> tuple[Shape, ...]:
    """What the sheet is, and what to read off, in numbered steps."""
    hang = 5.5
    items = _paragraphs((intro,), typesetter)
    listed = Tag("L")
    for number, (title, text) in enumerate(_READ, 1):
        step = Tag("LI", parent=listed)
        body = Tag("LBody", parent=step)
        block = set_paragraph(typesetter, f"*{title}.* {text}", _WIDTH - hang, _STYLE, x=hang, tag=body)
        label = typesetter.line(str(number), "display", 3.3, "text.rubric", (hang - 1.8, 3.45), 1.0)
        block[0] = block[0]._replace(shapes=(Group((label,), tag=Tag("Lbl", parent=step)), *block[0].shapes))
        items += [*block, space(_STYLE.leading * 0.3)]
    return stack(items, _LEFT, _TOP)[0]


def _saving(typesetter: Typesetter) -> list[Item]:
    """The command that saves what was read."""
    command = Style(3.2, 3.2 * 1.35, font="bold", align="left")
    items = _paragraphs((_SAVE,), typesetter)
    items += set_paragraph(typesetter, f"taflkit printer set NAME {_EXAMPLE}", _WIDTH, command)
    return [*items, space(1.6), *_paragraphs((_THEN,), typesetter)]


def _rulers(paper: Paper, typesetter: Typesetter) -> tuple[Shape, ...]:
    """A ruler across below the middle, and one down at the left, with the options they are for."""
    left, low = _LEFT, paper.height / 2 + 48.0
    edge, top = 35.0, 66.0
    across = typesetter.line("--scale-x", "italic", 3.0, "text.rubric", (left, low - 3.2))
    down = typesetter.line("--scale-y", "italic", 3.0, "text.rubric", (0.0, -3.2))
    upright = Group((draw_ruler(typesetter, 0.0, 0.0), down), multiply(translate(edge, top), rotate(90)))
    rulers = (draw_ruler(typesetter, left, low), across, upright)
    return (Group(rulers, tag=Tag("Figure", _RULERS)),)


def _example(middle: Point, sign: int, typesetter: Typesetter) -> tuple[Shape, ...]:
    """A scale as it looks when 1.5 is to be read, larger than it is."""
    factor, read = 1.5, 3
    stair = _Scale((sign * read / 2, -read * _ROW), down=False)
    seen = line((0.0, -4.5 * _ROW), (0.0, 4.5 * _ROW), "page.rule")
    here = Circle(0.0, 0.0, 1.5, "page.rule")
    shapes = (seen, *_stair(stair, sign, range(7), typesetter), here)
    picture = Group(shapes, multiply(translate(*middle), scale(factor)))
    caption = typesetter.line(_READ_HERE, "italic", 3.2, "text.muted", (middle[0], middle[1] + 22.0), 0.5)
    return (Group((picture,), tag=Tag("Figure", _READ_HERE)), Group((caption,), tag=Tag("Caption")))
