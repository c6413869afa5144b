"""Reminder cards, one for each side: how to move, capture and win under the ruleset, with figures.

The text has 8 pt or more and is set alike on all cards of a kit. Headings stand in the first line of what they head.
Two figures of 22 mm or more stand below the text of a card of one side where it leaves them room, or one stands beside
its last lines; longer text goes without. On cards of two sides the figures are on the back, and larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.characters import UnfitText, unbroken
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Form, Group, Layer, Point, Rect, Shape, Shown, Tag, Text, translate
from taflkit.errors import DoesNotFit, shown
from taflkit.parts.booklet.setting import in_squares
from taflkit.parts.borders import Border, draw_bleed, draw_border, draw_divider
from taflkit.parts.counters import draw_piece
from taflkit.parts.figures import draw_scene
from taflkit.sums import total
from taflkit.tafl import Piece, Side
from taflkit.typesetting.columns import Item, baseline, least_height, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_title, title_text
from taflkit.typesetting.prose import unmarked
from taflkit.words.texts import CardGroup, CardText

CARD_SIZE = (63.0, 88.0)
"""Width and height in mm."""
_BAND_INSET = 1.2  # mm from the edges to the border of ornament
_BAND = 2.4  # mm: its depth
_INSET = 5.65  # mm from the edges to words, 2 mm and more from the border
_LAST = 0.25  # mm that the strip of the last line stays farther above, whose letters reach below it
_HEADING = 12.4  # mm from the card's top to its text
_FIGURES_END = 4.85  # mm from figures to the card's lower edge
_BACK_LINE = 3.0  # mm from the edges to the back's line, which stays whole on a back printed 1 or 2 mm beside its front

_TITLE = 4.2  # mm: the em of the title at best
_LEAST_TITLE = 2.8  # mm: its least em
_TITLE_AT = 8.85  # mm from the card's top to its baseline
_PIECE = 5.2  # mm: the diameter of the pieces beside the title
_PIECE_IN = 2.9  # mm from the text's edges to their middles
_PIECE_AT = 7.4  # mm from the card's top to their middles
_BESIDE_TITLE = 1.2  # mm: the least space between the title and a piece
_DIVIDER = 2.0  # mm: the height of the divider below the title
_BELOW_DIVIDER = 0.3  # mm between it and the text

_HALF_POINT = 25.4 / 144  # mm
_FINEST = 1e4  # parts of a mm that a file has: letters of 8 pt are not a little smaller in it
LEAST_EM = math.ceil(16 * _HALF_POINT * _FINEST) / _FINEST
"""The least em of the text in mm: 8 pt."""
_MOST_HALF_POINTS = 22  # the largest em of the text
_TIGHT = 1.05  # of the em: the least leading of the text
_LOOSE = 1.1  # of the em: the least leading of letters above the least size
_WIDE = 1.2  # of the em: the largest leading
_LEADINGS = (_WIDE, 1.15, _LOOSE, _TIGHT)
"""The leadings that are tried beside a figure, where other lines have other breaks."""
_BETWEEN = 0.2  # em: the least space between two groups
_MOST_BETWEEN = 0.75  # em: the largest one
_HEAD_SPACE = 0.4  # em behind a heading
_NUMBER_SPACE = 0.7  # em behind its numbers
_LONGEST_HEAD = 0.6  # of a line: the longest heading in it; a longer one has lines of its own
_SHORT = 0.3  # of the height: a text that is, before it is set, estimated to be lower fits one side

LEAST_FIGURE = 22.0
"""The least width of a figure on a card, in mm."""
_LARGEST_FIGURE = 1.125  # of their least size: figures of which two of one width fill the lines' width
_FIGURES_SHOWN = 2  # figures on the front, at the most
_FIGURES_BEHIND = 4  # figures on the back, at the most
_GUTTER = 2.2  # mm: the least space between two figures beside each other
_ABOVE_FIGURE = 1.2  # mm between the text and figures below it
_BESIDE_FIGURE = 2.4  # mm between a figure and the text beside it
_BELOW_FIGURE = 0.6  # mm between a figure and the strip of a line below it
_CAPTION = 0.6  # mm between a figure on the back and its caption
_BETWEEN_ROWS = 1.2  # mm above the rows of figures on the back
_NEAR = 1e-6  # mm that a figure may be too narrow by


class Room(Struct, frozen=True):
    """The room for the text and figures of a card, in mm; figures may come nearer to its lower border than words."""

    width: float
    words: float
    figures: float


_ROOM = Room(
    CARD_SIZE[0] - 2 * _INSET, CARD_SIZE[1] - _INSET - _LAST - _HEADING, CARD_SIZE[1] - _FIGURES_END - _HEADING
)


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
        """The least height of a row of all figures, in mm."""
        return max(figure.high for figure in self.figures)

    @property
    def lowest(self) -> int:
        """The number of the figure that is lowest at the least width."""
        return min(range(len(self.figures)), key=lambda number: self._aside(number).high)

    @property
    def aside(self) -> Size:
        """The size of that figure beside a text."""
        return self._aside(self.lowest)

    def _aside(self, number: int) -> Size:
        return self.figures[number].grown(LEAST_FIGURE / self.figures[number].wide)


class Fit(Struct, frozen=True):
    """How the text of all cards is set.

    Attributes:
        size: the em in mm.
        leading: in em.
        figures: "below" the text, one "beside" its end, or "none".
        grown: the scale of figures below the text.
    """

    size: float
    leading: float
    figures: str
    grown: float = 1.0

    def figure_sizes(self, body: Body) -> dict[int, Size]:
        """Return the sizes of the figures that a card shows, by their numbers."""
        if self.figures == "none" or not body.figures:
            return {}
        if self.figures == "beside":
            return {body.lowest: body.aside}
        return {number: figure.grown(self.grown) for number, figure in enumerate(body.figures)}


def fit_groups(bodies: Sequence[Body], room: Room, typesetter: Typesetter, figures: bool = True) -> Fit | None:
    """Return how the text of all cards is set, with the most `figures`, then in the largest letters; None: too long."""
    some = figures and any(body.figures for body in bodies)
    least = round(LEAST_EM / _HALF_POINT)
    for place in ("below", "beside", "none") if some else ("none",):
        # text grows with the square of its size: larger ones than that allows are not tried
        largest = least if place == "beside" else _MOST_HALF_POINTS
        for body in bodies:
            lines = _set_groups(body.groups, room.width, Fit(LEAST_EM, 1.0, place), typesetter)
            if high := _TIGHT * _lines_height(lines):
                largest = min(largest, math.ceil(least * (_text_room(place, body, room) / high) ** 0.5))
        for half_points in range(largest, least - 1, -1):
            fit = _fit_in(math.ceil(half_points * _HALF_POINT * _FINEST) / _FINEST, place, bodies, room, typesetter)
            if fit is not None:
                return fit
    return None


def draw_groups(body: Body, fit: Fit, room: Room, typesetter: Typesetter) -> tuple[tuple[Shape, ...], float]:
    """Return the text of a card from the room's top left corner, and the y of its figures' tops there, in mm."""
    if fit.figures == "beside" and body.figures:
        split = _split_groups(body, fit, room, typesetter)
        high = _least_height(split.beside, fit)
        top = min(room.figures - body.aside.high, room.words - high)
        aside = _spread(split.beside, fit, max(high, body.aside.high))
        return (*_spread(split.above, fit, top - _ABOVE_FIGURE), Group(aside, translate(0.0, top))), top
    lines = _set_groups(body.groups, room.width, fit, typesetter)
    if not fit.figure_sizes(body):
        return _spread(lines, fit, room.words), room.figures
    top = room.figures - fit.grown * body.least
    return _spread(lines, fit, top - _ABOVE_FIGURE), top


def _spread(groups: Sequence[Sequence[Item]], fit: Fit, height: float) -> tuple[Shape, ...]:
    """Return groups of lines in a height in mm, with space between them, above and below."""
    free, gaps = height - _lines_height(groups), max(1, len(groups) - 1)
    least = min(_BETWEEN * fit.size, free / gaps)
    gap = max(least, min(_MOST_BETWEEN * fit.size, free / (gaps + 2)))
    items = [item for number, group in enumerate(groups) for item in ([space(gap)] if number else []) + [*group]]
    return stack(items, 0.0, max(0.0, (height - total(item.height for item in items)) / 2))[0]


def _text_room(place: str, body: Body, room: Room) -> float:
    """Return the height in mm that the least figures below a text, or none, leave to it."""
    return room.figures - body.least - _ABOVE_FIGURE if place == "below" and body.figures else room.words


def _fit_in(size: float, place: str, bodies: Sequence[Body], room: Room, typesetter: Typesetter) -> Fit | None:
    """Return the widest leading in which the text of all cards fits with letters of a size in mm, or None."""
    # larger letters are not worth lines that stand close
    least = _TIGHT if size <= LEAST_EM + 1e-9 else _LOOSE
    if place == "beside":

        def fits(body: Body, fit: Fit) -> bool:
            if not body.figures:
                return _least_height(_set_groups(body.groups, room.width, fit, typesetter), fit) <= room.words
            try:
                split = _split_groups(body, fit, room, typesetter)
            except UnfitText:
                return False
            return split.whole and _has_room(split, fit, body, room)

        tried = (Fit(size, leading, place) for leading in _LEADINGS if leading >= least)
        return next((fit for fit in tried if all(fits(body, fit) for body in bodies)), None)
    leading, grown = _WIDE, _LARGEST_FIGURE
    for body in bodies:
        try:
            high = _lines_height(_set_groups(body.groups, room.width, Fit(size, 1.0, place), typesetter))
        except UnfitText:
            # a word that fits a line in smaller letters
            return None
        free = _text_room(place, body, room) - _least_space(body.groups) * size
        leading = min(leading, free / high if high else _WIDE)
        if leading < least:
            return None
        if body.figures:
            across = room.width - _GUTTER * (len(body.figures) - 1)
            wide = total(figure.wide for figure in body.figures)
            grown = min(grown, across / wide, 1 + (free - _WIDE * high) / body.least)
    return Fit(size, leading, place, max(1.0, grown))


def _least_space(groups: Sequence[object]) -> float:
    """Return the least space between all groups, in em."""
    return _BETWEEN * max(0, len(groups) - 1)


def _lines_height(groups: Sequence[Sequence[Item]]) -> float:
    return total(item.height for group in groups for item in group)


def _least_height(groups: Sequence[Sequence[Item]], fit: Fit) -> float:
    return _lines_height(groups) + _least_space(groups) * fit.size


class _FigureSplit(Struct, frozen=True):
    """The lines of the groups above a figure, and of those beside it; `whole` if none of these ends below it."""

    above: list[list[Item]]
    beside: list[list[Item]]
    whole: bool


def _has_room(split: _FigureSplit, fit: Fit, body: Body, room: Room) -> bool:
    above = _least_height(split.above, fit) + (_ABOVE_FIGURE if split.above else 0.0)
    return above + body.aside.high <= room.figures and above + _least_height(split.beside, fit) <= room.words


def _split_groups(body: Body, fit: Fit, room: Room, typesetter: Typesetter) -> _FigureSplit:
    """Return the lines of each group, the last ones beside a figure: as few as have room, or take the least height.

    Groups that the figure's lower edge does not part come before others.
    """
    groups = body.groups
    above = _set_groups(groups, room.width, fit, typesetter)
    splits = []
    # a figure below the title itself would lie on its divider
    for first in range(len(groups) - 1, 0, -1) if len(groups) > 1 else (0,):
        beside: list[list[Item]] = []
        low, whole = 0.0, True
        for group in groups[first:]:
            count = max(0, math.ceil((body.aside.high + _BELOW_FIGURE - low) / (fit.size * fit.leading)))
            beside.append(_set_group(group, room.width, fit, typesetter, (LEAST_FIGURE + _BESIDE_FIGURE,) * count))
            whole = whole and (not count or len(beside[-1]) <= count)
            low += _lines_height(beside[-1:]) + _BETWEEN * fit.size
        splits.append(_FigureSplit(above[:first], beside, whole))

    def high(split: _FigureSplit) -> float:
        return _least_height(split.above, fit) + max(body.aside.high, _least_height(split.beside, fit))

    fitting = (split for split in splits if split.whole and _has_room(split, fit, body, room))
    return next(fitting, min(splits, key=high))


def _set_groups(groups: Sequence[CardGroup], width: float, fit: Fit, typesetter: Typesetter) -> list[list[Item]]:
    return [_set_group(group, width, fit, typesetter) for group in groups]


def _set_group(
    group: CardGroup, width: float, fit: Fit, typesetter: Typesetter, insets: tuple[float, ...] = ()
) -> list[Item]:
    """Return the lines of a group, heading and numbers in the first of them if they leave words room there.

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
            return [_headed(lines[0], (words, beside), tag), *lines[1:]]
    above = set_paragraph(typesetter, heading, width - numbers - size, head, tag=tag, insets=insets)
    # behind the heading, and at the end of the line where that takes more than one
    x, anchor = (begin + wide, 0.0) if len(above) == 1 else (width, 1.0)
    beside = typesetter.line(group.numbers, "text", size, "text.muted", (x, baseline(head, typesetter)), anchor)
    text = set_paragraph(typesetter, group.text, width, style, insets=insets[len(above) :])
    return [_headed(above[0], (beside,), tag), *above[1:], *text]


def _headed(line: Item, words: tuple[Text, ...], tag: Tag) -> Item:
    return replace(line, shapes=(Group(tuple(text for text in words if text.text), tag=tag), *line.shapes))


class _FittedCards(Struct, frozen=True):
    """The words of both cards, shared out to fronts and backs and fitted; `back` is None if these get nothing."""

    fronts: dict[Side, Body]
    front: Fit
    backs: dict[Side, Body]
    back: Fit | None


def draw_card(
    side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0, two_sided: bool = False
) -> Group:
    """Return a side's card, its top left corner at the origin; the figures of a two-sided one are on its back.

    Its ground runs on beyond the cuts by a bleed in mm.

    Raises:
        DoesNotFit: the text does not fit at 8 pt, or the title not even at 8 pt.
    """
    width, height = CARD_SIZE
    title = _card_text(side, book).title
    fitted = look.store.of(_fit_cards, book, typesetter, two_sided)
    ground = Rect(0, 0, width, height, "card.ground")
    # the theme's border, or two lines
    border = Border(look.ornament.card, "card.knot", look.ornament.edged, own=look.art.card)
    across, down = width - 2 * _BAND_INSET, height - 2 * _BAND_INSET
    key = (draw_border, border, across, down)
    band = look.store.get(key, lambda: Form(draw_border(border, across, down, _BAND, look.store)))
    edge: tuple[Shape, ...] = ()
    if band.shapes:
        edge = (Shown(band, translate(_BAND_INSET, _BAND_INSET)),)
    elif look.ornament.card != "none":
        edge = (
            Rect(1.6, 1.6, width - 3.2, height - 3.2, "card.border", 2.0),
            Rect(2.3, 2.3, width - 4.6, height - 4.6, "card.hairline", 1.4),
        )
    shapes = (
        *draw_bleed(ground, bleed),
        ground,
        *edge,
        *_draw_heading(side, title, width, look, typesetter),
        *_draw_text(side, book, fitted.fronts[side], fitted.front, look, typesetter),
    )
    return Group(shapes, layer=Layer.ART, tag=Tag("Sect", bookmark=title_text(title)))


def draw_card_back(side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0) -> Group:
    """Return the back of a side's two-sided card, its top left corner at the origin: figures with their captions.

    Text that finds no place on the front stands there instead. The bleed of the ground is in mm.

    Raises:
        DoesNotFit: the text does not fit at 8 pt.
    """
    width, height = CARD_SIZE
    fitted = look.store.of(_fit_cards, book, typesetter, True)
    inset, ground = _BACK_LINE, Rect(0, 0, width, height, "card.ground")
    shapes: list[Shape] = [
        *draw_bleed(ground, bleed),
        ground,
        Rect(inset, inset, width - 2 * inset, height - 2 * inset, "card.border", 1.6),
        *_draw_heading(side, _card_text(side, book).title, width, look, typesetter),
    ]
    body = fitted.backs[side]
    if fitted.back is not None and body.groups:
        shapes += _draw_text(side, book, body, fitted.back, look, typesetter)
        return Group(tuple(shapes), layer=Layer.ART, tag=Tag("Sect"))
    # figures over their captions, with squares that are no larger than on the other card
    rows, square = _back_rows(side, book, typesetter)
    square = min(square, _back_rows(side.other, book, typesetter)[1])
    highs = [square * max(figure.squares.high for figure in row) for row in rows]
    spare = (_figures_room(rows) - total(highs)) / (len(rows) + 1)
    drawn: list[Shape] = []
    low = _BETWEEN_ROWS + spare
    for row, high in zip(rows, highs, strict=True):
        low += high
        lefts = _lefts([figure.column for figure in row], _ROOM.width)
        for figure, left in zip(row, lefts, strict=True):
            size = figure.squares.grown(square)
            at = (left + (figure.column - size.wide) / 2, low)
            drawn.append(_draw_figure(figure.name, book, size, look, at))
            drawn.append(Group(figure.caption, translate(left, low + _CAPTION)))
        low += _CAPTION + max(figure.high for figure in row) + _BETWEEN_ROWS + spare
    shapes.append(Group(tuple(drawn), translate(_INSET, _HEADING)))
    return Group(tuple(shapes), layer=Layer.ART, tag=Tag("Sect"))


class _CardFigure(Struct, frozen=True):
    """A figure in its column on a back; its size is in squares of a usual figure, all else in mm.

    Attributes:
        column: the width of figure and caption.
        high: the height of the caption.
    """

    name: str
    squares: Size
    column: float
    caption: tuple[Shape, ...]
    high: float


_CardRows = tuple[tuple[_CardFigure, ...], ...]


def _back_rows(side: Side, book: Book, typesetter: Typesetter) -> tuple[_CardRows, float]:
    """Return the figures of a back in rows, four or as many as have room, and the largest side of their squares in mm.

    Figures of a row share its width as their squares need it.
    """
    names = _figure_names(side, book, _FIGURES_BEHIND)
    style = Style(LEAST_EM, LEAST_EM * 1.1, align="centre")

    def set_row(names: Sequence[str]) -> tuple[_CardFigure, ...]:
        sizes = [Size(*in_squares(book.played[name].window)) for name in names]
        share = (_ROOM.width - _GUTTER * (len(names) - 1)) / total(size.wide for size in sizes)
        row = []
        for name, size in zip(names, sizes, strict=True):
            # a caption begins with the number of the rule that the figure shows
            rules = (rule.number for rule in book.rules if any(name in sentence.proofs for sentence in rule.sentences))
            text = "".join(f"{number}. " for number in islice(rules, 1)) + book.captions[name]
            caption = set_paragraph(typesetter, text, share * size.wide, style, tag=Tag("Caption"))
            row.append(_CardFigure(name, size, share * size.wide, *stack(caption)))
        return tuple(row)

    for count, across in ((4, 2), (2, 1), (1, 1)):
        if len(names) < count:
            continue
        try:
            rows = tuple(set_row(names[start : start + across]) for start in range(0, count, across))
        except UnfitText:
            continue
        square = min(figure.column / figure.squares.wide for row in rows for figure in row)
        square = min(square, _figures_room(rows) / total(max(figure.squares.high for figure in row) for row in rows))
        if square * min(figure.squares.wide for row in rows for figure in row) >= LEAST_FIGURE - _NEAR:
            return rows, square
    return (), math.inf


def _figures_room(rows: _CardRows) -> float:
    """Return the height that captions and spaces of a back leave to figures, in mm."""
    captions = total(max(figure.high for figure in row) for row in rows)
    return _ROOM.words - captions - len(rows) * (_CAPTION + _BETWEEN_ROWS)


def are_bare(book: Book, look: Look, typesetter: Typesetter) -> bool:
    """Whether the figures of cards of one side find no place beside their text.

    Raises:
        DoesNotFit: the text does not fit at 8 pt.
    """
    fitted = look.store.of(_fit_cards, book, typesetter, False)
    return fitted.front.figures == "none" and any(body.figures for body in fitted.fronts.values())


def need_backs(book: Book, look: Look, typesetter: Typesetter) -> bool:
    """Whether the text of the cards is too long for one side at 8 pt, so that the rest of it goes to their backs.

    Raises:
        DoesNotFit: it does not fit on both sides either.
    """
    if max(_rough_height(book.cards[side]) for side in Side) < _SHORT * _ROOM.words:
        return False
    try:
        look.store.of(_fit_cards, book, typesetter, False)
    except DoesNotFit:
        look.store.of(_fit_cards, book, typesetter, True)
        return True
    return False


def card_lines(book: Book) -> Iterator[str]:
    """Yield all words of both cards as lines of plain text, titles behind "##"."""
    for side in Side:
        yield from ("", f"## {_card_text(side, book).title}")
        yield from (f"{group.heading} ({group.numbers}). {group.text}" for group in book.cards[side])
        yield from (f"[{book.descriptions[name].text}]" for name in _figure_names(side, book))


def _card_text(side: Side, book: Book) -> CardText:
    texts = book.texts.cards
    return texts.attackers if side is Side.ATTACKERS else texts.defenders


def _rough_height(groups: Sequence[CardGroup]) -> float:
    """Return the least height in mm that a text may have when it is set."""
    letters = sum(len(group.text) + len(group.heading) for group in groups)
    return least_height(letters, _ROOM.width, Style(LEAST_EM, LEAST_EM * _TIGHT))


def _fit_cards(book: Book, typesetter: Typesetter, two_sided: bool) -> _FittedCards:
    """Share the words of both cards out to their sides, and fit them alike on both; every card of a kit needs it."""
    bodies = {}
    for side in Side:
        least = _rough_height(book.cards[side])
        if least > (1 + two_sided) * CARD_SIZE[1]:
            raise _too_long(_card_text(side, book).title, least, two_sided)
        # in a row the narrowest figure has the least width; those of more squares are wider, if they have room
        squares = [Size(*in_squares(book.played[name].window)) for name in _figure_names(side, book)]
        narrowest = min((size.wide for size in squares), default=1.0)
        sizes = [size.grown(LEAST_FIGURE / narrowest) for size in squares]
        if total(size.wide for size in sizes) + _GUTTER * (len(sizes) - 1) > _ROOM.width + _NEAR:
            sizes = [size.grown(LEAST_FIGURE / size.wide) for size in squares]
        bodies[side] = Body(book.cards[side], tuple(sizes))
    fit = fit_groups(tuple(bodies.values()), _ROOM, typesetter, figures=not two_sided)
    if fit is not None:
        return _FittedCards(bodies, fit, {side: Body((), body.figures) for side, body in bodies.items()}, None)
    if two_sided:
        fronts, backs = {}, {}
        for side, body in bodies.items():
            # as many of the first groups as the front holds
            counts = range(len(body.groups), 0, -1)
            held = (count for count in counts if fit_groups((Body(body.groups[:count]),), _ROOM, typesetter))
            count = next(held, 0)
            fronts[side], backs[side] = Body(body.groups[:count]), Body(body.groups[count:], body.figures)
        front = fit_groups(tuple(fronts.values()), _ROOM, typesetter)
        back = fit_groups(tuple(body for body in backs.values() if body.groups), _ROOM, typesetter)
        if front is not None and back is not None:
            return _FittedCards(fronts, front, backs, back)
        bodies = backs
    # the card is named whose text, or the rest that its front leaves, is higher
    fit = Fit(LEAST_EM, _TIGHT, "none")
    high, value = max(
        (_least_height(_set_groups(body.groups, _ROOM.width, fit, typesetter), fit), side.value)
        for side, body in bodies.items()
    )
    title = _card_text(Side(value), book).title
    if not two_sided:
        raise _too_long(title, high, two_sided)
    raise DoesNotFit(
        f"the text of the card '{shown(title)}'",
        f"{math.ceil(high)} mm of height at 8 pt on its back, from '{shown(bodies[Side(value)].groups[0].heading)}' on",
        f"{_ROOM.words:.0f} mm; what is under a heading stays together; shorten its sentences, or leave a rule out",
        table="cards",
    )


def _too_long(title: str, high: float, two_sided: bool) -> DoesNotFit:
    room = (
        f"{_ROOM.words * 2:.0f} mm on both sides; "
        if two_sided
        else f"{_ROOM.words:.0f} mm; make the cards two-sided, "
    )
    return DoesNotFit(
        f"the text of the card '{shown(title)}'",
        f"{math.ceil(high)} mm of height at 8 pt",
        f"{room}shorten its sentences, or leave a rule out",
        table="cards",
    )


def _figure_names(side: Side, book: Book, most: int = _FIGURES_SHOWN) -> list[str]:
    """Return the names of the first figures for a side's card that the ruleset has."""
    return [name for name in _card_text(side, book).figures if name in book.played][:most]


def _draw_heading(side: Side, title: str, width: float, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the title between two pieces, over a divider."""
    pieces = (Piece.ATTACKER, Piece.ATTACKER) if side is Side.ATTACKERS else (Piece.KING, Piece.DEFENDER)
    across = width - 2 * _INSET
    room = TitleRoom("of a card", across - 2 * _PIECE_IN - _PIECE - 2 * _BESIDE_TITLE, _TITLE, _LEAST_TITLE)
    heading = set_title(title, look.fonts.title, room, typesetter)
    divider = draw_divider(look, across, _DIVIDER, "page.knot")
    return (
        draw_piece(pieces[0], _PIECE, look, _INSET + _PIECE_IN, _PIECE_AT),
        draw_piece(pieces[1], _PIECE, look, width - _INSET - _PIECE_IN, _PIECE_AT),
        Group(heading.at(width / 2, _TITLE_AT, "text.title", typesetter), tag=Tag("H1")),
        Group(divider, translate(_INSET, _HEADING - _BELOW_DIVIDER - _DIVIDER)),
    )


def _draw_text(side: Side, book: Book, body: Body, fit: Fit, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return a text with its figures, side by side below it, or the first at the left beside its end."""
    text, top = draw_groups(body, fit, _ROOM, typesetter)
    names, sizes = _figure_names(side, book), fit.figure_sizes(body)
    low = _HEADING + top + max((size.high for size in sizes.values()), default=0.0)
    lefts = _lefts([size.wide for size in sizes.values()], _ROOM.width, centred=fit.figures == "below")
    figures = (
        _draw_figure(names[number], book, size, look, (_INSET + left, low))
        for (number, size), left in zip(sizes.items(), lefts, strict=True)
    )
    return (Group(text, translate(_INSET, _HEADING)), *figures)


def _draw_figure(name: str, book: Book, size: Size, look: Look, at: Point) -> Group:
    """Return a figure of a size with its lower left corner at a point."""
    figure = draw_scene(book.played[name], size.wide, book.descriptions[name], look)
    return Group((figure,), translate(at[0], at[1] - size.high))


def _lefts(widths: Sequence[float], width: float, *, centred: bool = False) -> list[float]:
    """Return the left edges of figures spread over a width, in mm; one stands at the left, or `centred`."""
    free = width - total(widths)
    if len(widths) < 2:
        return [free / 2 if centred else 0.0 for _ in widths]
    return [total(widths[:number]) + number * free / (len(widths) - 1) for number in range(len(widths))]
