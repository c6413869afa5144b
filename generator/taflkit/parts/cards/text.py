"""The text of reminder cards, fitted: the same size of letters and the same use of figures on all cards of a kit.

Headings stand in the first line of what they head. Two figures lie below the text where it leaves them the room, or one
stands beside its last lines; longer text goes without.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText, unbroken
from taflkit.drawing.shapes import Group, Shape, Tag, Text, translate
from taflkit.errors import shown
from taflkit.sums import total
from taflkit.typesetting.columns import Item, baseline, least_height, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter, unmarked
from taflkit.words.texts import CardGroup

__all__ = [
    "FIGURE",
    "GUTTER",
    "LEAST",
    "Body",
    "Fit",
    "Room",
    "Size",
    "draw_groups",
    "fit_groups",
    "height_at_least",
    "set_height",
]

FIGURE = 22.0
"""The least width of a figure on a card, in mm."""
GUTTER = 2.2
"""The least mm between two figures beside each other."""
_LARGEST = 1.125  # of their least size: the largest one of figures, of which two of one width fill the lines' width
_ABOVE = 1.2  # mm between the text and figures below it
_BESIDE = 2.4  # mm between a figure and the text beside it
_BELOW = 0.6  # mm between a figure and the strip of a line below it
_HALF_POINT = 25.4 / 144  # mm
_FINEST = 1e4  # parts of a mm that a file has: letters of 8 pt are not a little smaller in it
LEAST = math.ceil(16 * _HALF_POINT * _FINEST) / _FINEST
"""The least em of the text in mm: 8 pt."""
_MOST_HALF_POINTS = 22
_TIGHT = 1.05  # of the em: the least leading of the text
_LOOSE = 1.1  # of the em: the least leading of letters above the least size
_WIDE = 1.2  # of the em: the largest leading
_LEADINGS = (_WIDE, 1.15, _LOOSE, _TIGHT)
"""The leadings that are tried beside a figure, where other lines have other breaks."""
_BETWEEN = 0.2  # em between two groups, where they need the room
_MOST_BETWEEN = 0.75  # em between two groups, at the most
_HEAD_SPACE = 0.4  # em behind a heading
_NUMBER_SPACE = 0.7  # em behind its numbers
_LONGEST_HEAD = 0.6  # of a line: the longest heading in it; a longer one has lines of its own


class Room(Struct, frozen=True):
    """The room for the text and figures of a card, in mm; figures may come nearer to its lower border than words."""

    width: float
    words: float
    figures: float


class Size(Struct, frozen=True):
    """The width and the height of a figure, in mm."""

    wide: float
    high: float

    def grown(self, scale: float) -> Size:
        """Return the size of the same figure at a scale."""
        return Size(self.wide * scale, self.high * scale)


class Body(Struct, frozen=True):
    """The text of one card, and the least sizes of its figures."""

    groups: tuple[CardGroup, ...]
    figures: tuple[Size, ...] = ()

    @property
    def least(self) -> float:
        """The least height of the figures, in mm."""
        return max(figure.high for figure in self.figures)

    @property
    def lowest(self) -> int:
        """The number of the figure that takes the least height beside a text."""
        return min(range(len(self.figures)), key=lambda number: self._aside(number).high)

    @property
    def aside(self) -> Size:
        """The size of that figure there."""
        return self._aside(self.lowest)

    def _aside(self, number: int) -> Size:
        return self.figures[number].grown(FIGURE / self.figures[number].wide)


class Fit(Struct, frozen=True):
    """How the text of all cards is set.

    Attributes:
        size: the em in mm.
        leading: in parts of it.
        figures: "below" the text, one "beside" its end, or "none".
        grown: the scale of figures below the text.
    """

    size: float
    leading: float
    figures: str
    grown: float = 1.0

    def shown(self, body: Body) -> dict[int, Size]:
        """Return the sizes of the figures of a card that are shown, by their numbers."""
        if self.figures == "none" or not body.figures:
            return {}
        if self.figures == "beside":
            return {body.lowest: body.aside}
        return {number: figure.grown(self.grown) for number, figure in enumerate(body.figures)}


def height_at_least(groups: Sequence[CardGroup], width: float) -> float:
    """Return the least height of the text in mm, without setting it."""
    letters = sum(len(group.text) + len(group.heading) for group in groups)
    return least_height(letters, width, Style(LEAST, LEAST * _TIGHT))


def set_height(groups: Sequence[CardGroup], width: float, typesetter: Typesetter) -> float:
    """Return the height of the text in the least size, in mm."""
    fit = Fit(LEAST, _TIGHT, "none")
    return _used(_set(groups, width, fit, typesetter), fit)


def fit_groups(bodies: Sequence[Body], room: Room, typesetter: Typesetter, figures: bool = True) -> Fit | None:
    """Return how the text of all cards is set: with the most `figures`, then in the largest letters; or None."""
    some = figures and any(body.figures for body in bodies)
    least = round(LEAST / _HALF_POINT)
    for way in ("below", "beside", "none") if some else ("none",):
        # larger sizes are not worth a try: text grows with the square of its size
        largest = least if way == "beside" else _MOST_HALF_POINTS
        for body in bodies:
            if used := _TIGHT * _height(_set(body.groups, room.width, Fit(LEAST, 1.0, way), typesetter)):
                largest = min(largest, math.ceil(least * (_height_for(way, body, room) / used) ** 0.5))
        for half_points in range(largest, least - 1, -1):
            fit = _fitted(bodies, room, way, half_points, typesetter)
            if fit is not None:
                return fit
    return None


def draw_groups(body: Body, fit: Fit, room: Room, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the text of a card from the room's top left corner, and how high its figures begin there, in mm."""
    if not fit.shown(body):
        return _spread(_set(body.groups, room.width, fit, typesetter), fit, room.words), room.figures
    if fit.figures == "below":
        top = room.figures - fit.grown * body.least
        return _spread(_set(body.groups, room.width, fit, typesetter), fit, top - _ABOVE), top
    split = _beside(body, fit, room, typesetter)
    used = _used(split.beside, fit)
    top = min(room.figures - body.aside.high, room.words - used)
    aside = _spread(split.beside, fit, max(used, body.aside.high))
    above = _spread(split.above, fit, top - _ABOVE)
    return (*above, Group(aside, translate(0.0, top))), top


def _spread(groups: Sequence[Sequence[Item]], fit: Fit, height: float) -> tuple[Shape, ...]:
    """Return groups of lines in a height in mm, with space between them, above and below."""
    free, gaps = height - _height(groups), max(1, len(groups) - 1)
    least = min(_BETWEEN * fit.size, free / gaps)
    gap = max(least, min(_MOST_BETWEEN * fit.size, free / (gaps + 2)))
    items = [item for number, group in enumerate(groups) for item in ([space(gap)] if number else []) + [*group]]
    return stack(items, 0.0, max(0.0, (height - total(item.height for item in items)) / 2))[0]


def _height_for(way: str, body: Body, room: Room) -> float:
    """Return the height in mm of a text where its figures stand below it in the least size, or none."""
    return room.figures - body.least - _ABOVE if way == "below" and body.figures else room.words


def _fitted(bodies: Sequence[Body], room: Room, way: str, half_points: int, typesetter: Typesetter) -> Fit | None:
    """Return the widest leading with which the text of all cards fits in a size, or None."""
    size = math.ceil(half_points * _HALF_POINT * _FINEST) / _FINEST
    # larger letters are not worth lines that stand close
    least = _TIGHT if size <= LEAST + 1e-9 else _LOOSE
    if way == "beside":
        tried = (Fit(size, leading, way) for leading in _LEADINGS if leading >= least)
        return next((fit for fit in tried if all(_goes_beside(body, fit, room, typesetter) for body in bodies)), None)
    leading, grown = _WIDE, _LARGEST
    for body in bodies:
        try:
            used = _height(_set(body.groups, room.width, Fit(size, 1.0, way), typesetter))
        except UnfitText:
            # a word that fits a line in smaller letters
            return None
        free = _height_for(way, body, room) - _between(body.groups) * size
        leading = min(leading, free / used if used else _WIDE)
        if leading < least:
            return None
        if body.figures:
            across = room.width - GUTTER * (len(body.figures) - 1)
            wide = total(figure.wide for figure in body.figures)
            grown = min(grown, across / wide, 1 + (free - _WIDE * used) / body.least)
    return Fit(size, leading, way, max(1.0, grown))


def _goes_beside(body: Body, fit: Fit, room: Room, typesetter: Typesetter) -> bool:
    """Whether the text of a card has room with a figure beside its end, if the card has one."""
    if not body.figures:
        return _used(_set(body.groups, room.width, fit, typesetter), fit) <= room.words
    try:
        split = _beside(body, fit, room, typesetter)
        return split.whole and _has_room(split, fit, body, room)
    except UnfitText:
        return False


def _has_room(split: _Beside, fit: Fit, body: Body, room: Room) -> bool:
    """Whether a card has room for lines above a figure and beside it, and for the figure."""
    above = _used(split.above, fit) + (_ABOVE if split.above else 0.0)
    return above + body.aside.high <= room.figures and above + _used(split.beside, fit) <= room.words


def _between(groups: Sequence[object]) -> float:
    """Return the least space between all groups, in em."""
    return _BETWEEN * max(0, len(groups) - 1)


def _used(groups: Sequence[Sequence[Item]], fit: Fit) -> float:
    """Return the height of groups of lines with the least space between them, in mm."""
    return _height(groups) + _between(groups) * fit.size


def _height(groups: Sequence[Sequence[Item]]) -> float:
    return total(item.height for group in groups for item in group)


def _set(groups: Sequence[CardGroup], width: float, fit: Fit, typesetter: Typesetter) -> list[list[Item]]:
    """Return the lines of each group."""
    return [_group(group, width, fit, typesetter) for group in groups]


class _Beside(Struct, frozen=True):
    """The lines of the groups above a figure, and of those that begin beside it; whether none of these ends below."""

    above: list[list[Item]]
    beside: list[list[Item]]
    whole: bool


def _beside(body: Body, fit: Fit, room: Room, typesetter: Typesetter) -> _Beside:
    """Return the lines of each group, the last ones beside a figure: as few as have room, or take the least height.

    Groups that the figure's lower edge does not part come before others.
    """
    groups = body.groups
    above = _set(groups, room.width, fit, typesetter)
    splits = []
    # a figure below the title itself would lie on its divider
    for first in range(len(groups) - 1, 0, -1) if len(groups) > 1 else (0,):
        beside: list[list[Item]] = []
        low, whole = 0.0, True
        for group in groups[first:]:
            count = max(0, math.ceil((body.aside.high + _BELOW - low) / (fit.size * fit.leading)))
            beside.append(_group(group, room.width, fit, typesetter, (FIGURE + _BESIDE,) * count))
            whole = whole and (not count or len(beside[-1]) <= count)
            low += _height(beside[-1:]) + _BETWEEN * fit.size
        splits.append(_Beside(above[:first], beside, whole))
    fitting = (split for split in splits if split.whole and _has_room(split, fit, body, room))
    least = min(splits, key=lambda split: _used(split.above, fit) + max(body.aside.high, _used(split.beside, fit)))
    return next(fitting, least)


def _group(
    group: CardGroup, width: float, fit: Fit, typesetter: Typesetter, insets: tuple[float, ...] = ()
) -> list[Item]:
    """Return the lines of a group, its heading and numbers in the first of them if they leave words room there.

    The insets of its first lines are in mm.
    """
    size = fit.size
    style = Style(size, size * fit.leading, align="left")
    head = Style(size * 1.02, style.leading, font="smallcaps", role="text.rubric", align="left")
    tag = Tag("H2")
    heading = unbroken(unmarked(group.heading)).strip()
    if not heading:
        raise UnfitText(f"a heading of the cards ('{shown(group.heading)}') has no words; write some", group.heading)
    begin = insets[0] if insets else 0.0
    wide = typesetter.width(heading, "smallcaps", head.size) + _HEAD_SPACE * size
    numbers = typesetter.width(group.numbers, "text", size) if group.numbers else 0.0
    low = baseline(style, typesetter)
    if wide + numbers <= _LONGEST_HEAD * (width - begin):
        inset = begin + wide + numbers + _NUMBER_SPACE * size
        try:
            lines = set_paragraph(typesetter, group.text, width, style, insets=(inset, *insets[1:]))
        except UnfitText:
            lines = []
        if lines:
            words = typesetter.line(heading, "smallcaps", head.size, head.role, (begin, low))
            beside = typesetter.line(group.numbers, "text", size, "text.muted", (begin + wide, low))
            return [_with(lines[0], (words, beside), tag), *lines[1:]]
    above = set_paragraph(typesetter, heading, width - numbers - size, head, tag=tag, insets=insets)
    # behind the heading, and at the end of the line where that takes more than one
    x, anchor = (begin + wide, 0.0) if len(above) == 1 else (width, 1.0)
    beside = typesetter.line(group.numbers, "text", size, "text.muted", (x, baseline(head, typesetter)), anchor)
    text = set_paragraph(typesetter, group.text, width, style, insets=insets[len(above) :])
    return [_with(above[0], (beside,), tag), *above[1:], *text]


def _with(line: Item, words: tuple[Text, ...], tag: Tag) -> Item:
    """Return a line with more words in it, which belong to a heading."""
    return replace(line, shapes=(Group(tuple(text for text in words if text.text), tag=tag), *line.shapes))
