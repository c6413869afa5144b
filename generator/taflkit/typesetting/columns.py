"""Columns of set text and drawings: items stacked down a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, settled
from taflkit.drawing.shapes import Group, Shape, Tag, translate
from taflkit.typesetting.lines import Line, Style, Typesetter

__all__ = ["Initial", "Item", "baseline", "least_height", "set_initial", "set_paragraph", "space", "stack"]


_ON_GROUND = 0.66
"""How high an initial is in parts of the square that it stands in the middle of."""
_NARROWEST = 0.2
"""How wide letters are at the least in the middle of any text, spaces included, in em."""


class Item(NamedTuple):
    """A strip of a column.

    Attributes:
        height: mm.
        shapes: drawn from the strip's top left corner.
        breakable: whether a page may end below it.
        blank: white space, which is dropped at the top of a page.
    """

    height: float
    shapes: tuple[Shape, ...] = ()
    breakable: bool = True
    blank: bool = False


def least_height(letters: int, width: float, style: Style) -> float:
    """Return how high a text of so many letters is at the least, in mm, without setting it.

    Args:
        letters: how many characters it has.
        width: the measure in mm.
        style: its size and leading.
    """
    return letters * _NARROWEST * style.size / width * style.leading


def baseline(style: Style, typesetter: Typesetter) -> float:
    """Return where the baseline lies below the top of a line, so that capitals stand in its middle."""
    capitals = typesetter.fonts.face(style.font).cap_height * style.size
    return (style.leading + capitals) / 2


def space(height: float, breakable: bool = True) -> Item:
    """Return white space of a height in mm."""
    return Item(height, breakable=breakable, blank=True)


def set_paragraph(
    typesetter: Typesetter,
    text: str,
    width: float,
    style: Style,
    x: float = 0.0,
    tag: Tag | None = None,
    keep: bool = False,
    insets: tuple[float, ...] = (),
) -> list[Item]:
    """Set a paragraph as items, a line each, without leaving its first or last line alone on a page.

    Args:
        typesetter: sets the lines.
        text: the words.
        width: the measure in mm.
        style: font, size, leading.
        x: the paragraph's left edge in the column.
        tag: the paragraph's structure element, a P if not given; all its lines belong to it.
        keep: whether it must stay on the page of the item that follows.
        insets: how far the first lines begin to the right of the others, in mm.
    """
    lines = typesetter.paragraph(text, width, style, insets)
    tag = tag or Tag("P")
    low = baseline(style, typesetter)
    last = len(lines) - 1
    items = []
    for number, line in enumerate(lines):
        breakable = not keep if number == last else number not in (0, last - 1)
        items.append(Item(style.leading, _line_shapes(line, x, low, tag), breakable))
    return items


_WIDEST = 0.8
"""The width of a first letter at most, as a part of the square that it stands on."""


class Initial(NamedTuple):
    """The first letter of a text.

    Attributes:
        font: its face.
        role: the role for it.
        ground: draws the square that it stands on, of a side in mm; None is none.
    """

    font: str = "display"
    role: str = "text.rubric"
    ground: Callable[[float], tuple[Shape, ...]] | None = None

    def draw(
        self, letter: str, high: float, typesetter: Typesetter
    ) -> tuple[tuple[tuple[Shape, ...], tuple[Shape, ...]], float]:
        """Return the ground and the letter, `high` mm from y = 0 down, and their width in mm with what overhangs it.

        A letter with an ascender or a tail, such as an uncial H or P, is as high with them as others are without.
        """
        below, above = typesetter.fonts.face(self.font).reach(letter)
        room = high if self.ground is None else _ON_GROUND * high
        size = room / (below + above)
        if self.ground is not None:
            # a letter such as Œ is wider than it is high
            size = min(size, _WIDEST * high / typesetter.width(letter, self.font, 1.0))
        low = (high + (below + above) * size) / 2 - below * size
        if self.ground is None:
            sign = typesetter.line(letter, self.font, size, self.role, (0.0, low))
            face = typesetter.fonts.face(self.font)
            return ((), (sign,)), (face.widths[letter] + face.overhangs.get(letter, 0.0)) * size
        sign = typesetter.line(letter, self.font, size, self.role, (high / 2, low), 0.5)
        return (self.ground(high), (sign,)), high


def set_initial(
    typesetter: Typesetter, text: str, width: float, style: Style, lines: int, letter: Initial
) -> list[Item]:
    """Set a paragraph whose first letter stands in its first lines, on the last one's baseline.

    The first letter is written as a capital. A paragraph that begins with none, or with one that the initials' face has
    not, or is of fewer lines, or of words too long for lines beside it, is set without.

    Args:
        typesetter: sets the lines.
        text: the words.
        width: the measure in mm.
        style: font, size, leading; its opening is that of the first word's other letters.
        lines: how many lines the letter is high.
        letter: how it is drawn.
    """
    text = settled(text).lstrip(f" {SOFT_HYPHEN}")
    first = text[:1].upper()
    if first not in typesetter.fonts.face(letter.font).capitals:
        return set_paragraph(typesetter, text, width, style)
    tag = Tag("P")
    capitals = typesetter.fonts.face(style.font).cap_height * style.size
    high = (lines - 1) * style.leading + capitals
    drawn, wide = letter.draw(first, high, typesetter)
    inset = wide + 0.35 * style.size
    try:
        items = set_paragraph(typesetter, text[1:].lstrip(SOFT_HYPHEN), width, style, tag=tag, insets=(inset,) * lines)
    except UnfitText:
        items = []
    if len(items) < lines:
        return set_paragraph(typesetter, text, width, style)
    top = baseline(style, typesetter) - capitals
    ground, sign = (
        Group(part, translate(0.0, top), tag=tag_of) for part, tag_of in zip(drawn, (None, tag), strict=True)
    )
    items[0] = items[0]._replace(shapes=(ground, sign, *items[0].shapes))
    # the letter is not parted from its lines
    return [item._replace(breakable=item.breakable and number >= lines - 1) for number, item in enumerate(items)]


def _line_shapes(line: Line, x: float, y: float, tag: Tag) -> tuple[Shape, ...]:
    return (Group(tuple(line.at(x, y)), tag=tag),)


def stack(items: Iterable[Item], x: float = 0.0, y: float = 0.0) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of items under one another from (x, y), and the y below the last one."""
    shapes: list[Shape] = []
    for item in items:
        if item.shapes:
            shapes.append(Group(item.shapes, translate(x, y)))
        y += item.height
    return tuple(shapes), y
