"""Reminder cards, one for each side: how to move, capture and win under the ruleset, with two figures if they fit."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Form, Group, Layer, Rect, Shape, Shown, Tag, translate
from taflkit.errors import DoesNotFit, TaflkitError, shown
from taflkit.figures import Scene
from taflkit.parts.bleed import draw_bleed
from taflkit.parts.borders import Border, draw_border, draw_divider
from taflkit.parts.figure import draw_scene
from taflkit.parts.pieces import draw_piece
from taflkit.tafl import Piece, Side
from taflkit.typesetting.columns import Item, baseline, least_height, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.titles import TitleRoom, set_title, title_text
from taflkit.words.alternatives import Description
from taflkit.words.rulebook import NumberedRule, applies
from taflkit.words.texts import CardSentence

__all__ = ["CARD_SIZE", "card_lines", "draw_card"]

CARD_SIZE = (63.0, 88.0)
"""Width and height in mm."""
_BAND_INSET, _BAND = 1.2, 2.4
"""How far the border of ornament is from the edges, and how deep it is, in mm."""
_INSET = 4.5
_HEADING = 14.1
"""Where the text begins below the card's top, in mm."""
_FIGURES = (22.0, 18.5, 17.0, 15.5, 0.0)
"""The sides of the figures in mm: smaller where the text needs the room, and none where it needs all."""
_FIGURES_SHOWN = 2
_HALF_POINT = 25.4 / 144
"""In mm."""
_LARGEST, _SMALLEST = 16 * _HALF_POINT, 14 * _HALF_POINT
"""The em of the text in mm: 8 pt where it fits, 7 pt at the least."""
_TITLE, _LEAST_TITLE = 4.6, 2.8
"""The em of the title in mm, at best and at the least."""
_PIECE, _PIECE_AT = 6.6, 3.5
"""The diameter of the pieces beside the title, and how far their middles are inside the text's edges, in mm."""


def draw_card(side: Side, book: Book, look: Look, typesetter: Typesetter, bleed: float = 0.0) -> Group:
    """Return a side's card, its top left corner at the origin.

    Args:
        side: the player whose card it is.
        book: the game under its ruleset.
        look: the theme's ornament and faces.
        typesetter: sets the lines.
        bleed: how far its ground runs on beyond the cuts, in mm.

    Raises:
        DoesNotFit: the text does not fit even at 7 pt, or the title not even at 8 pt.
    """
    width, height = CARD_SIZE
    texts = book.texts.cards
    card = texts.attackers if side is Side.ATTACKERS else texts.defenders
    scenes = [book.played[name] for name in _figure_names(side, book)]
    figures = [(scene, book.descriptions[scene.name]) for scene in scenes]
    groups = _groups(side, book)
    letters = sum(len(text) + len(head) for head, _, text in groups)
    least = least_height(letters, width - 2 * _INSET, Style(_SMALLEST, _SMALLEST * 1.16))
    if least > height:
        raise _too_long(card.title, least, height - _INSET - _HEADING)
    for figure in _FIGURES:
        figure_top = height - _INSET - figure
        room = figure_top - (1.2 if figure else 0.0) - _HEADING
        items = _fitted(groups, width - 2 * _INSET, room, typesetter)
        used = sum(item.height for item in items)
        if used <= room:
            break
    else:
        raise _too_long(card.title, used, room)
    text, _ = stack(items, _INSET, _HEADING + (room - used) / 2)
    shapes = (
        *draw_bleed(Rect(0, 0, width, height, "card.ground"), bleed),
        *_ground(width, height, look),
        *_heading(side, card.title, width, look, typesetter),
        *text,
        *(_figures(figures, figure, (width, figure_top), look) if figure else ()),
    )
    return Group(shapes, layer=Layer.ART, tag=Tag("Sect", bookmark=title_text(card.title)))


def _too_long(title: str, used: float, room: float) -> DoesNotFit:
    """Return the problem of a text that is too high for its card, in mm."""
    return DoesNotFit(
        f"the text of the card '{shown(title)}'",
        f"{used:.0f} mm of height at 7 pt",
        f"{room:.0f} mm; shorten its sentences, or leave a rule out",
        table="cards",
    )


def card_lines(book: Book) -> Iterator[str]:
    """Yield all words of both cards as lines of plain text, titles behind "##"."""
    cards = book.texts.cards
    for side, card in ((Side.ATTACKERS, cards.attackers), (Side.DEFENDERS, cards.defenders)):
        yield from ("", f"## {card.title}")
        yield from (f"{heading} ({numbers}). {text}" for heading, numbers, text in _groups(side, book))
        yield from (f"[{book.descriptions[name].text}]" for name in _figure_names(side, book))


def _figure_names(side: Side, book: Book) -> list[str]:
    """Return the names of the figures on a side's card: the first of those it asks for that the ruleset has."""
    texts = book.texts.cards
    card = texts.attackers if side is Side.ATTACKERS else texts.defenders
    return [name for name in card.figures if name in book.played][:_FIGURES_SHOWN]


def _fitted(groups: Sequence[tuple[str, str, str]], width: float, room: float, typesetter: Typesetter) -> list[Item]:
    """Return the text in the largest size, in half points, that fits into a height, or in the smallest there is."""
    size = _LARGEST
    while True:
        items = _items(groups, width, size, typesetter)
        used = sum(item.height for item in items)
        if used <= room or size == _SMALLEST:
            return items
        # text grows with the square of its size, so the sizes that cannot fit are not tried
        likely = math.floor(size * (room / used) ** 0.5 / _HALF_POINT) * _HALF_POINT
        size = max(_SMALLEST, min(size - _HALF_POINT, likely))


def _ground(width: float, height: float, look: Look) -> tuple[Shape, ...]:
    ground = Rect(0, 0, width, height, "card.ground")
    band = look.store.of(_band, width - 2 * _BAND_INSET, height - 2 * _BAND_INSET, look)
    if band or look.ornament.card == "none":
        return (ground, Shown(band, translate(_BAND_INSET, _BAND_INSET))) if band else (ground,)
    return (
        ground,
        Rect(1.6, 1.6, width - 3.2, height - 3.2, "card.border", 2.0),
        Rect(2.3, 2.3, width - 4.6, height - 4.6, "card.hairline", 1.4),
    )


def _band(width: float, height: float, look: Look) -> Form | None:
    """Return the border of ornament, or None where there is none."""
    border = Border(look.ornament.card, "card.knot", look.ornament.edged)
    shapes = draw_border(border, width, height, _BAND, look.store)
    return Form(shapes) if shapes else None


def _heading(side: Side, title: str, width: float, look: Look, typesetter: Typesetter) -> tuple[Shape, ...]:
    """The title between the side's pieces, over a divider."""
    pieces = (Piece.ATTACKER, Piece.ATTACKER) if side is Side.ATTACKERS else (Piece.KING, Piece.DEFENDER)
    middle, across = width / 2, width - 2 * _INSET
    divider = draw_divider(look, across, 2.6, "page.knot")
    face = look.fonts.title
    room = TitleRoom("of a card", across - 2 * _PIECE_AT - _PIECE - 1.0, _TITLE, _LEAST_TITLE)
    heading = set_title(title, face, room, typesetter).at(middle, 9.6, "text.title", typesetter)
    return (
        draw_piece(pieces[0], _PIECE, look, _INSET + _PIECE_AT, 8.1),
        draw_piece(pieces[1], _PIECE, look, width - _INSET - _PIECE_AT, 8.1),
        Group(heading, tag=Tag("H1")),
        Group(divider, translate(_INSET, _HEADING - 2.7)),
    )


def _groups(side: Side, book: Book) -> list[tuple[str, str, str]]:
    """Return (heading, numbers of the booklet's rules, text) for each group of sentences of a side's card."""
    layout = book.variant.layout
    applying = [s for s in book.texts.cards.sentence if s.card in ("both", side.value) and applies(s, layout)]
    groups = []
    for heading, members in itertools.groupby(applying, key=lambda s: s.rule):
        spoken = [(s, text) for s in members if (text := book.spoken.spoken(s))]
        if spoken:
            numbers = _numbers([s for s, _ in spoken], book.rules)
            groups.append((heading, numbers, " ".join(text for _, text in spoken)))
    return groups


def _numbers(sentences: Sequence[CardSentence], rules: Sequence[NumberedRule]) -> str:
    """Return the numbers of the rules that sentences of a card repeat: those that rest on the same grounds."""
    grounds = {ground for sentence in sentences for ground in sentence.grounds}
    found = [rule.number for rule in rules if any(grounds & set(sentence.grounds) for sentence in rule.sentences)]
    return ", ".join(map(str, found))


def _items(groups: Sequence[tuple[str, str, str]], width: float, size: float, typesetter: Typesetter) -> list[Item]:
    style = Style(size, size * 1.16, align="left")
    head = Style(size * 1.02, size * 1.22, font="smallcaps", role="text.rubric", align="left")
    items: list[Item] = []
    for number, (heading, numbers, text) in enumerate(groups):
        if number:
            items.append(space(size * 0.3))
        tag = Tag("H2")
        room = width - typesetter.width(numbers, "text", _SMALLEST) - _SMALLEST
        title = set_paragraph(typesetter, heading, room, head, tag=tag)
        at = (width, baseline(head, typesetter))
        beside = typesetter.line(numbers, "text", _SMALLEST, "text.muted", at, 1.0)
        if not title:
            raise TaflkitError(f"a heading of the cards ('{shown(heading)}') has no words; write some")
        items += [title[0]._replace(shapes=(*title[0].shapes, Group((beside,), tag=tag))), *title[1:]]
        items += set_paragraph(typesetter, text, width, style)
    return items


def _figures(
    figures: Sequence[tuple[Scene, Description]], side: float, place: tuple[float, float], look: Look
) -> tuple[Shape, ...]:
    width, top = place
    gap = (width - 2 * _INSET - len(figures) * side) / (len(figures) + 1)
    return tuple(
        Group(
            (draw_scene(scene, side, text, look),),
            translate(_INSET + gap + i * (side + gap), top),
        )
        for i, (scene, text) in enumerate(figures)
    )
