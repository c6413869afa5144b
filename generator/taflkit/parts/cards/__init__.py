"""Reminder cards, one for each side: how to move, capture and win under the ruleset, with figures.

The text has 8 pt or more and is set alike on both cards of a kit. The squares of their figures have one size: two stand
in a row below the text, or one at the right of its last lines; longer text goes without. Headings stand in the first
line of what they head. On cards of two sides the figures are on the back, each beside its caption.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice, product
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.characters import UnfitText, unbroken
from taflkit.drawing.look import Look, is_own_face
from taflkit.drawing.shapes import Form, Group, Layer, Point, Rect, Shape, Shown, Tag, Text, scale, translate
from taflkit.errors import DoesNotFit, shown
from taflkit.figures.script import Window
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
_HEADING = 11.6  # mm from the card's top to its text
_FIGURES_END = 4.85  # mm from figures to the card's lower edge
_BACK_LINE = 3.0  # mm from the edges to the back's line, which stays whole on a back printed 1 or 2 mm beside its front

_TITLE = 3.95  # mm: the em of the title at best
_LEAST_TITLE = 8 * 25.4 / 72  # mm: its least em, 8 pt
_TITLE_AT = 8.4  # mm from the card's top to its baseline
_PIECE = 5.2  # mm: the diameter of the pieces beside the title
_PIECE_IN = 2.9  # mm from the text's edges to their middles
_PIECE_AT = 6.8  # mm from the card's top to their middles
_BESIDE_TITLE = 1.2  # mm: the least space between the title and a piece
_DIVIDER = 1.8  # mm: the height of the divider below the title
_BELOW_DIVIDER = 0.3  # mm between it and the text

_HALF_POINT = 25.4 / 144  # mm
_FINEST = 1e4  # parts of a mm that a file has: letters of 8 pt are not a little smaller in it
_LEAST_HALF_POINTS = 16  # the least em of the text
LEAST_EM = math.ceil(_LEAST_HALF_POINTS * _HALF_POINT * _FINEST) / _FINEST
"""The least em of the text in mm: 8 pt."""
_MOST_HALF_POINTS = 22  # the largest
_MOST_CAPTION = 21  # half points: the largest em of captions
_TIGHT = 1.05  # of the em: the least leading of the text
_LOOSE = 1.1  # of the em: the least leading of letters above the least size
_LEADINGS = (1.2, 1.15, _LOOSE, _TIGHT)
_BETWEEN = 0.3  # em: the least space between two groups
_TIGHT_BETWEEN = 0.2  # em: the same at the least leading
_MOST_BETWEEN = 0.75  # em: the largest one
_HEAD_SPACE = 0.4  # em behind a heading
_NUMBER_SPACE = 0.7  # em behind its numbers
_LONGEST_HEAD = 0.6  # of a line: the longest heading in it; a longer one has lines of its own
_SHORT = 0.3  # of the height: a text that is, before it is set, estimated to be lower fits one side
_SHRINKS = 0.9  # of the square of its em: what a text that is set smaller has of its height, at the least

_SQUARES = (6.0, 5.25)  # mm: sides of the squares of all figures of both cards, if the line is wide enough
LEAST_SQUARE = 4.4
"""The least side of the squares of a figure on a card, in mm."""
_BACK_SQUARES = (5.5, 5.2, 4.8, LEAST_SQUARE)  # mm: the same on backs
_RANKS = 3  # of a figure on the front: higher ones come after all others
_FILES = 5  # of a figure beside a caption, at the most
_FIGURES_SHOWN = 2  # figures on the front, at the most
_FIGURES_BEHIND = 4  # figures on a back, at the least if there are so many
_GUTTER = 2.2  # mm: the least space between two figures beside each other
_ABOVE_FIGURE = 1.2  # mm between the text and figures below it
_BESIDE_FIGURE = 2.4  # mm between a figure and the text beside it
_BETWEEN_ROWS = 1.0  # mm between figures on the back, at the least
_MOST_APART = 6.0  # mm: the most
_NEAR = 1e-6  # mm that a figure may be too wide by


class Room(Struct, frozen=True):
    """The room for the text and figures of a card, in mm; figures may come nearer to its lower border than words."""

    width: float
    words: float
    figures: float


_ROOM = Room(
    CARD_SIZE[0] - 2 * _INSET, CARD_SIZE[1] - _INSET - _LAST - _HEADING, CARD_SIZE[1] - _FIGURES_END - _HEADING
)


class Body(Struct, frozen=True):
    """The text of one card, and the parts of the board that its figures show."""

    groups: tuple[CardGroup, ...]
    figures: tuple[Window, ...] = ()

    def wide(self, square: float) -> float:
        """Return the least width in mm of a row of all figures."""
        files = sum(window.files for window in self.figures)
        return files * square + _GUTTER * max(0, len(self.figures) - 1)


class Fit(Struct, frozen=True):
    """How the text of both cards is set.

    Attributes:
        size: the em in mm.
        leading: in em.
        figures: "below" the text, one "beside" its end, or "none".
        square: the side of their squares in mm.
    """

    size: float
    leading: float
    figures: str = "none"
    square: float = LEAST_SQUARE

    @property
    def between(self) -> float:
        """The least space between two groups in em."""
        return _BETWEEN if self.leading > _TIGHT else _TIGHT_BETWEEN

    def shown(self, body: Body) -> tuple[Window, ...]:
        """Return the figures that a card shows: of two the lower one stands beside the text."""
        if self.figures == "beside" and body.figures:
            return (min(body.figures, key=lambda window: window.ranks),)
        return body.figures if self.figures == "below" else ()

    def top(self, body: Body, room: Room) -> float:
        """Return the y of the tops of a card's figures, in mm."""
        return room.figures - self.square * max((window.ranks for window in self.shown(body)), default=0)

    def area(self, body: Body, room: Room) -> float:
        """Return the area in mm² that figures leave to a card's text."""
        taken = total(window.files * window.ranks for window in self.shown(body)) * self.square**2
        return self.high(body, room) * room.width - (taken if self.figures == "beside" else 0.0)

    def high(self, body: Body, room: Room) -> float:
        """Return the height for a card's text in mm."""
        return self.top(body, room) - _ABOVE_FIGURE if self.figures == "below" and body.figures else room.words


def fit_groups(bodies: Sequence[Body], room: Room, typesetter: Typesetter, figures: bool = True) -> Fit | None:
    """Return how the text of all cards is set, with the most and largest `figures`, then in the largest letters.

    None stands for a text that is too long.
    """

    @cache
    def across(body: Body, size: float) -> list[list[Item]]:
        return _set_groups(body, Fit(size, 1.0), room, typesetter)

    def holds(body: Body, fit: Fit) -> bool:
        # a text that is far too high is not set
        scaled = fit.leading * (fit.size / LEAST_EM) ** 2
        high = total(item.height for item in chain(*across(body, LEAST_EM)))
        if _SHRINKS * scaled * high > fit.area(body, room) / room.width:
            return False
        beside = fit.figures == "beside"
        groups = _set_groups(body, fit, room, typesetter) if beside else across(body, fit.size)
        return _text_height(fit, groups) <= fit.high(body, room)

    places = _places(bodies, room) if figures else []
    for place, square in (*places, ("none", LEAST_SQUARE)):
        for half_points in range(_MOST_HALF_POINTS, _LEAST_HALF_POINTS - 1, -1):
            size = math.ceil(half_points * _HALF_POINT * _FINEST) / _FINEST
            # larger letters and larger figures are not worth lines that stand close
            close = half_points == _LEAST_HALF_POINTS and square == LEAST_SQUARE
            fits = (Fit(size, leading, place, square) for leading in (_LEADINGS if close else _LEADINGS[:-1]))
            # a word that fits a line in smaller letters may be wider than one
            with suppress(UnfitText):
                fitting = next((fit for fit in fits if all(holds(body, fit) for body in bodies)), None)
                if fitting is not None:
                    return fitting
    return None


def _places(bodies: Sequence[Body], room: Room) -> list[tuple[str, float]]:
    """Return the places that figures may have, with the sides of their squares in mm, the best first."""
    files = max(sum(window.files for window in body.figures) for body in bodies)
    if not files:
        return []
    # two figures at most fill the line
    widest = (room.width - _GUTTER * (_FIGURES_SHOWN - 1)) / files
    squares = sorted({*(min(square, widest) for square in _SQUARES), LEAST_SQUARE}, reverse=True)
    below = [("below", square) for square in squares if LEAST_SQUARE <= square <= widest]
    beside = [("beside", square) for square in (*_SQUARES, LEAST_SQUARE)]
    return [*below, *beside]


def _text_height(fit: Fit, groups: Sequence[Sequence[Item]]) -> float:
    """Return the least height of a text in mm by the numbers of the lines of its groups."""
    return fit.size * (fit.leading * sum(map(len, groups)) + fit.between * max(0, len(groups) - 1))


def draw_groups(body: Body, fit: Fit, room: Room, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the text of a card from the room's top left corner."""
    beside = fit.figures == "beside" and bool(body.figures)
    # where lines end beside a figure depends on the space above them
    for between in (_MOST_BETWEEN, 0.5, fit.between) if beside else (fit.between,):
        groups = _set_groups(body, fit, room, typesetter, between)
        free = fit.high(body, room) - total(item.height for group in groups for item in group)
        gap = free / max(1, len(groups) - 1)
        if gap >= between * fit.size:
            break
    gap = max(0.0, min(gap, (between if beside else _MOST_BETWEEN) * fit.size))
    items = [item for number, group in enumerate(groups) for item in ([space(gap)] if number else []) + [*group]]
    return stack(items)[0]


def _set_groups(
    body: Body, fit: Fit, room: Room, typesetter: Typesetter, between: float | None = None
) -> list[list[Item]]:
    """Return the lines of each group, with a space in em between groups, or the least.

    Those beside a figure at the room's lower right corner are shorter.
    """
    groups: list[list[Item]] = []
    top, leading, low = fit.top(body, room) - _ABOVE_FIGURE, fit.size * fit.leading, 0.0
    inset = 0.0
    if fit.figures == "beside" and body.figures:
        inset = fit.shown(body)[0].files * fit.square + _BESIDE_FIGURE
    for group in body.groups:
        above = math.floor((top - low) / leading + _NEAR)
        count = math.ceil(room.words / leading) if inset else 0
        insets = tuple(inset if number >= above else 0.0 for number in range(count))
        groups.append(_set_group(group, room.width, fit, typesetter, insets))
        low += total(item.height for item in groups[-1]) + (fit.between if between is None else between) * fit.size
    return groups


def _set_group(
    group: CardGroup, width: float, fit: Fit, typesetter: Typesetter, insets: tuple[float, ...] = ()
) -> list[Item]:
    """Return the lines of a group, heading and numbers in the first of them if they leave words room there.

    The insets in mm are those of its lines at their right ends.
    """
    size = fit.size
    style = Style(size, size * fit.leading, align="left")
    head = Style(size, style.leading, font="bold", role="text.rubric", align="left")
    tag = Tag("H2")
    heading = unbroken(unmarked(group.heading)).strip()
    if not heading:
        raise UnfitText(f"a heading of the cards ('{shown(group.heading)}') has no words; write some", group.heading)
    first = insets[0] if insets else 0.0
    wide = typesetter.width(heading, head.font, head.size) + _HEAD_SPACE * size
    numbers = typesetter.width(group.numbers, "text", size) if group.numbers else 0.0
    low = baseline(style, typesetter)
    if wide + numbers <= _LONGEST_HEAD * (width - first):
        begin = wide + numbers + _NUMBER_SPACE * size
        try:
            lines = set_paragraph(
                typesetter, group.text, width, style, insets=(first + begin, *insets[1:]), inset_at="right"
            )
        except UnfitText:
            lines = []
        if lines:
            words = typesetter.line(heading, head.font, head.size, head.role, (0.0, low))
            beside = typesetter.line(group.numbers, "text", size, head.role, (wide, low))
            moved = replace(lines[0], shapes=(Group(lines[0].shapes, translate(begin, 0.0)),))
            return [_headed(moved, (words, beside), tag), *lines[1:]]
    above = set_paragraph(typesetter, heading, width - numbers - size, head, tag=tag, insets=insets, inset_at="right")
    # behind the heading, and at the end of the line where that takes more than one
    x, anchor = (wide, 0.0) if len(above) == 1 else (width - first, 1.0)
    beside = typesetter.line(group.numbers, "text", size, head.role, (x, baseline(head, typesetter)), anchor)
    text = set_paragraph(typesetter, group.text, width, style, insets=insets[len(above) :], inset_at="right")
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
    side: Side,
    book: Book,
    look: Look,
    typesetter: Typesetter,
    bleed: float = 0.0,
    two_sided: bool = False,
    enlarged: float = 1.0,
) -> Group:
    """Return a side's card, its top left corner at the origin; the figures of a two-sided one are on its back.

    Its ground runs on beyond the cuts by a bleed in mm. A card may be enlarged by a factor with all that is on it.

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
        *draw_bleed(ground, bleed / enlarged),
        ground,
        *edge,
        *_draw_heading(side, title, width, look, typesetter),
        *_draw_text(side, book, fitted.fronts[side], fitted.front, look, typesetter),
    )
    return Group(shapes, scale(enlarged), layer=Layer.ART, tag=Tag("Sect", bookmark=title_text(title)))


def draw_card_back(
    side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0, enlarged: float = 1.0
) -> Group:
    """Return the back of a side's two-sided card, its top left corner at the origin: figures with their captions.

    Text that finds no place on the front stands there instead. The bleed of the ground is in mm; see draw_card.

    Raises:
        DoesNotFit: the text does not fit at 8 pt.
    """
    width, height = CARD_SIZE
    fitted = look.store.of(_fit_cards, book, typesetter, True)
    inset, ground = _BACK_LINE, Rect(0, 0, width, height, "card.ground")
    shapes: list[Shape] = [
        *draw_bleed(ground, bleed / enlarged),
        ground,
        Rect(inset, inset, width - 2 * inset, height - 2 * inset, "card.border", 1.6),
        *_draw_heading(side, _card_text(side, book).title, width, look, typesetter),
    ]
    body = fitted.backs[side]
    if fitted.back is not None and body.groups:
        shapes += _draw_text(side, book, body, fitted.back, look, typesetter)
        return Group(tuple(shapes), scale(enlarged), layer=Layer.ART, tag=Tag("Sect"))
    captioned = look.store.of(_caption_figures, book, typesetter)
    rows = captioned[side]
    spare = _ROOM.figures - total(row.high for row in rows)
    apart = min(_MOST_APART, spare / max(1, len(rows) - 1))
    top = (spare - apart * (len(rows) - 1)) / 2
    drawn: list[Shape] = []
    for row in rows:
        drawn.append(_draw_figure(row.name, book, row.square, look, (0.0, top)))
        drawn.append(Group(row.caption, translate(_ROOM.width - row.measure, top)))
        top += row.high + apart
    shapes.append(Group(tuple(drawn), translate(_INSET, _HEADING)))
    return Group(tuple(shapes), scale(enlarged), layer=Layer.ART, tag=Tag("Sect"))


class _CaptionedFigure(Struct, frozen=True):
    """A figure on a back with its caption at its right; lengths in mm.

    Attributes:
        square: the side of its squares.
        measure: the width of the caption.
        high: the height of figure and caption.
    """

    name: str
    square: float
    measure: float
    caption: tuple[Shape, ...]
    high: float


def _caption_figures(book: Book, typesetter: Typesetter) -> dict[Side, tuple[_CaptionedFigure, ...]]:
    """Return the figures of both backs, with squares of one size and captions of one size.

    There are four or more if there are so many, and if so as large as they can be.
    """
    tried = []
    for square, half_points in product(_BACK_SQUARES, range(_MOST_CAPTION, _LEAST_HALF_POINTS - 1, -1)):
        try:
            rows = {side: tuple(_caption_side(side, book, square, half_points, typesetter)) for side in Side}
        except UnfitText:
            continue
        lacking = total(max(0, min(_FIGURES_BEHIND, len(_back_names(side, book))) - len(rows[side])) for side in Side)
        tried.append((lacking, rows))
        # captions are no higher than their figures, if their letters can be so small
        highs = ((row.high, square * book.played[row.name].window.ranks) for row in chain(*rows.values()))
        if not lacking and (half_points == _LEAST_HALF_POINTS or all(high <= least + _NEAR for high, least in highs)):
            break
    return min(tried, key=itemgetter(0))[1] if tried else {side: () for side in Side}  # noqa: C420


def _caption_side(
    side: Side, book: Book, square: float, half_points: int, typesetter: Typesetter
) -> Iterator[_CaptionedFigure]:
    """Yield the captioned figures of a back, as many as have room.

    Raises:
        UnfitText: a word of a caption is wider than the room beside its figure.
    """
    em = math.ceil(half_points * _HALF_POINT * _FINEST) / _FINEST
    style, low = Style(em, em * 1.15, align="left"), 0.0
    names = _back_names(side, book)
    files = max((book.played[name].window.files for name in names[:_FIGURES_BEHIND]), default=0)
    measure = _ROOM.width - files * square - _BESIDE_FIGURE
    for name in names:
        # a caption begins with the number of the rule that the figure shows
        rules = (rule.number for rule in book.rules if any(name in sentence.proofs for sentence in rule.sentences))
        text = "".join(f"{number}. " for number in islice(rules, 1)) + book.captions[name]
        caption, high = stack(set_paragraph(typesetter, text, measure, style, tag=Tag("Caption")))
        window = book.played[name].window
        high = max(high, window.ranks * square)
        low += high
        if low > _ROOM.figures + _NEAR or window.files > files:
            return
        low += _BETWEEN_ROWS
        yield _CaptionedFigure(name, square, measure, caption, high)


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
        yield from (f"[{book.descriptions[name].text}]" for name in _front_names(side, book))


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
        windows = tuple(book.played[name].window for name in _front_names(side, book))
        bodies[side] = Body(book.cards[side], windows)
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
    fit = Fit(LEAST_EM, _TIGHT)
    high, value = max(
        (_text_height(fit, _set_groups(body, fit, _ROOM, typesetter)), side.value) for side, body in bodies.items()
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


def _figure_names(side: Side, book: Book) -> list[str]:
    """Return the names of the figures for a side's card that the ruleset has."""
    return [name for name in _card_text(side, book).figures if name in book.played]


def _front_names(side: Side, book: Book) -> list[str]:
    """Return the names of the figures on the front of a side's card: the first two that are no higher than others."""
    names = sorted(_figure_names(side, book), key=lambda name: book.played[name].window.ranks > _RANKS)
    return names[:_FIGURES_SHOWN]


def _back_names(side: Side, book: Book) -> list[str]:
    """Return the names of the figures for the back of a side's card: those that leave a caption room beside them."""
    return [name for name in _figure_names(side, book) if book.played[name].window.files <= _FILES]


def _draw_heading(side: Side, title: str, width: float, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return the title between two pieces, over a divider."""
    pieces = (Piece.ATTACKER, Piece.ATTACKER) if side is Side.ATTACKERS else (Piece.KING, Piece.DEFENDER)
    across = width - 2 * _INSET
    room = TitleRoom("of a card", across - 2 * _PIECE_IN - _PIECE - 2 * _BESIDE_TITLE, _TITLE, _LEAST_TITLE)
    # a user's own face serves at all sizes, the house's display face at large ones alone
    face = look.fonts.title if is_own_face(look.fonts.title) else "bold"
    heading = set_title(title, face, room, typesetter)
    divider = draw_divider(look, across, _DIVIDER, "page.knot")
    return (
        draw_piece(pieces[0], _PIECE, look, _INSET + _PIECE_IN, _PIECE_AT),
        draw_piece(pieces[1], _PIECE, look, width - _INSET - _PIECE_IN, _PIECE_AT),
        Group(heading.at(width / 2, _TITLE_AT, "text.title", typesetter), tag=Tag("H1")),
        Group(divider, translate(_INSET, _HEADING - _BELOW_DIVIDER - _DIVIDER)),
    )


def _draw_text(side: Side, book: Book, body: Body, fit: Fit, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """Return a text with its figures: at the edges of the room below it, or one at the right of its end."""
    text = draw_groups(body, fit, _ROOM, typesetter)
    names, windows = _front_names(side, book), fit.shown(body)
    free = _ROOM.width - body.wide(fit.square)
    left = _INSET + (free / 2 if len(windows) == 1 else 0.0)
    apart = _GUTTER + free
    figures: list[Shape] = []
    for window in windows:
        wide = window.files * fit.square
        x = left if fit.figures == "below" else _INSET + _ROOM.width - wide
        name = names[body.figures.index(window)] if fit.figures == "beside" else names[len(figures)]
        at = x, _HEADING + fit.top(body, _ROOM)
        figures.append(_draw_figure(name, book, fit.square, look, at, max(each.ranks for each in windows)))
        left += wide + apart
    return (Group(text, translate(_INSET, _HEADING)), *figures)


def _draw_figure(name: str, book: Book, square: float, look: Look, at: Point, ranks: int = 0) -> Group:
    """Return a figure whose squares have a side in mm, its top left corner at a point.

    It has a rank more if one of so many ranks stands beside it.
    """
    scene = book.played[name]
    if scene.window.ranks < ranks:
        scene = scene.taller()
    return Group((draw_scene(scene, scene.window.files * square, book.descriptions[name], look),), translate(*at))
