"""Columns of set text and drawings: items stacked down a page."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, settled
from taflkit.drawing.shapes import Group, Shape, Tag, Text, shifted, translate
from taflkit.typesetting.lines import Style, Typesetter

_ON_GROUND = 0.66  # the height of an initial in parts of the square that it stands in the middle of
_WIDEST = 0.8  # the width of an initial at most, in parts of that square
_BESIDE = 0.35  # the distance in em between an initial and the lines beside it
_STEP = 0.8  # the least distance in em by which one of these lines begins further left than another
_NARROWEST = 0.2  # the least width of a letter in the middle of any text, spaces included, in em


class Item(Struct, frozen=True):
    """A strip of a column with a height in mm, and shapes drawn from its top left corner.

    A page may end below it if it is breakable; `blank` says that it is white space.
    """

    height: float
    shapes: tuple[Shape, ...] = ()
    breakable: bool = True
    blank: bool = False


def least_height(letters: int, width: float, style: Style) -> float:
    """Return the least height in mm of a text of a number of letters in a measure in mm, without setting it."""
    return letters * _NARROWEST * style.size / width * style.leading


def baseline(style: Style, typesetter: Typesetter) -> float:
    """Return the distance in mm of the baseline below the top of a line, so that capitals stand in its middle."""
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
    insets: tuple[float, ...] = (),
    inset_at: Literal["left", "right"] = "left",
) -> list[Item]:
    """Set a paragraph as items, a line each.

    A page may not end with its first line alone, before its last one, or with a part of a word. Its structure element
    is a P if no tag is given. Lengths are mm: `width` is the measure, `x` the left edge in the column, and `insets`
    shorten the first lines at one of their ends.
    """
    lines = typesetter.paragraph(text, width, style, insets)
    tag = tag or Tag("P")
    low = baseline(style, typesetter)
    last = len(lines) - 1
    items = []
    for number, line in enumerate(lines):
        parts_word = line.texts[-1].text.endswith(SOFT_HYPHEN)
        breakable = number == last or (number not in (0, last - 1) and not parts_word)
        # lines are set with the room at their left
        left = x - insets[number] if inset_at == "right" and number < len(insets) else x
        items.append(Item(style.leading, (Group(tuple(line.at(left, low)), tag=tag),), breakable))
    return items


class Initial(Struct, frozen=True):
    """The first letter of a text, perhaps on a ground: a function that draws a square of a side in mm."""

    font: str = "display"
    role: str = "text.rubric"
    ground: Callable[[float], tuple[Shape, ...]] | None = None

    def draw(self, letter: str, high: float, typesetter: Typesetter) -> tuple[tuple[Shape, ...], Text]:
        """Return the ground and the letter, `high` mm from y = 0 down.

        A letter with an ascender or a tail, such as an uncial H or P, is as high with them as others are without.
        """
        face = typesetter.fonts.face(self.font)
        below, above = face.reach(letter)
        room = high if self.ground is None else _ON_GROUND * high
        size = room / (below + above)
        if self.ground is not None:
            # a letter such as Œ is wider than it is high
            size = min(size, _WIDEST * high / face.widths[letter])
        low = (high + (below + above) * size) / 2 - below * size
        if self.ground is None:
            return (), Text(0.0, low, letter, face.name, size, self.role)
        left = (high - face.widths[letter] * size) / 2
        return self.ground(high), Text(left, low, letter, face.name, size, self.role)

    def edges(self, sign: Text, high: float, style: Style, lines: int, typesetter: Typesetter) -> tuple[float, ...]:
        """Return the right edge in mm of the letter, or of the ground it stands on, beside each line of a text.

        Where it slants or has a foot, as A and L do, the lines step down along it; none begins left of one above. The
        sign is the letter as it is drawn, `high` mm high.
        """
        if self.ground is not None:
            return (high,) * lines
        face = typesetter.fonts.face(self.font)
        capitals = high - (lines - 1) * style.leading
        # baselines from that of the letter up
        lows = [(sign.y - capitals - number * style.leading) / sign.size for number in range(lines)]
        edges = [face.right_edge(sign.text, low, low + capitals / sign.size) * sign.size for low in lows]
        least = max(edges) - _STEP * style.size
        return tuple(edge if edge < least else max(edges) for edge in itertools.accumulate(edges, max))


def set_initial(
    typesetter: Typesetter, text: str, width: float, style: Style, lines: int, letter: Initial
) -> list[Item]:
    """Set a paragraph whose first letter stands in its first lines, on the last one's baseline.

    The first letter is written as a capital. A paragraph that begins with none, or with one that the initials' face has
    not, or is of fewer lines, or of words too long for lines beside it, is set without. Its style's opening is the face
    of the first word's other letters.
    """
    text = settled(text).lstrip(f" {SOFT_HYPHEN}")
    first = text[:1].upper()
    if first not in typesetter.fonts.face(letter.font).capitals:
        return set_paragraph(typesetter, text, width, style)
    tag = Tag("P")
    capitals = typesetter.fonts.face(style.font).cap_height * style.size
    high = (lines - 1) * style.leading + capitals
    ground, sign = letter.draw(first, high, typesetter)
    insets = tuple(edge + _BESIDE * style.size for edge in letter.edges(sign, high, style, lines, typesetter))
    try:
        items = set_paragraph(typesetter, text[1:].lstrip(SOFT_HYPHEN), width, style, tag=tag, insets=insets)
    except UnfitText:
        items = []
    if len(items) < lines:
        return set_paragraph(typesetter, text, width, style)
    top = baseline(style, typesetter) - capitals
    drawn = Group(ground, translate(0.0, top)), Group((sign,), translate(0.0, top), tag=tag)
    items[0] = replace(items[0], shapes=(*drawn, *items[0].shapes))
    # the letter is not parted from its lines
    return [replace(item, breakable=item.breakable and number >= lines - 1) for number, item in enumerate(items)]


def stack(items: Iterable[Item], x: float = 0.0, y: float = 0.0) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of items under one another from (x, y), and the y below the last one."""
    shapes: list[Shape] = []
    for item in items:
        if len(item.shapes) == 1:
            shapes.append(shifted(item.shapes[0], x, y))
        elif item.shapes:
            shapes.append(Group(item.shapes, translate(x, y)))
        y += item.height
    return tuple(shapes), y
