"""The pictures of parts in small, and of their making, on page one."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TypeGuard

import pytest

from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.shapes import Circle, Group, Path, Point, Shape, translate, walk
from taflkit.kit.build import plan_kit
from taflkit.kit.options import KitSpec
from taflkit.parts.cards import draw_card
from taflkit.parts.counters import strip_outline
from taflkit.parts.instructions.panels import place_numbers
from taflkit.parts.instructions.small_parts import SmallBoard, SmallCard, SmallParts, draw_small_piece
from taflkit.sheets.request import STANDEE_WIDTH
from taflkit.tafl import Piece, Side

KIT = KitSpec(counters="fold", king="standee")


def corners(path: Path) -> list[tuple[float, float]]:
    """Return the points of an outline of straight lines."""
    return [(values[0], values[1]) for _, values in path.segments if values]


@pytest.mark.whole
@pytest.mark.parametrize("factor", [0.08, 0.3])
def test_a_small_king_has_the_outline_that_he_is_cut_out_with(factor: float) -> None:
    book = read_book(catalog(), KIT.game, KIT.rules)
    plan, look = plan_kit(book, KIT, catalog().store), catalog().theme(KIT.theme, KIT.mode).look(catalog().store)
    board = SmallBoard(book.variant.layout, book.variant.rules.surface, plan.cell, plan.frame, look)
    [king] = [part for sheet in plan.sheets for part in sheet.parts if part.kind == "standee"]
    drawn = SmallParts(plan, board, look, factor, ()).draw(king)
    assert isinstance(drawn, Group)
    outlines = [shape for shape, _ in walk((drawn,)) if isinstance(shape, Path) and shape.role == "sheet.part"]
    wide = min(king.width, king.height) * factor
    wanted = strip_outline(wide / STANDEE_WIDTH)
    [outline] = outlines
    flat = [value for corner in corners(outline) for value in corner]
    assert flat[: 2 * len(wanted)] == pytest.approx([value for corner in wanted for value in corner])


@pytest.mark.parametrize("diameter", [1.2, 2.3])
def test_pieces_too_small_for_their_devices_are_plain_discs_that_can_be_told_apart(diameter: float) -> None:
    look = catalog().theme("ballinderry", "mono", "light").look(catalog().store)
    marks = {
        piece: [shape for shape, _ in walk((draw_small_piece(piece, diameter, look, 0.0, 0.0),)) if is_mark(shape)]
        for piece in Piece
    }
    # a full disc, a ring, and a ring with a dot in it
    rings = {piece: [sum(step[0] == "M" for step in mark.segments) for mark in each] for piece, each in marks.items()}
    assert rings == {Piece.ATTACKER: [1], Piece.DEFENDER: [2], Piece.KING: [2, 1]}


def is_mark(shape: Shape) -> TypeGuard[Path]:
    return isinstance(shape, Path) and shape.role.endswith(".disc")


LINES = [
    # a cut across, one down, and two whose ends are close
    [
        ((10.0, 12.0), (30.0, 12.0)),
        ((10.0, 5.0), (10.0, 40.0)),
        ((12.0, 5.0), (12.0, 40.0)),
        ((13.0, 20.0), (13.0, 40.0)),
    ],
    [((10.0, 5.0 + step), (30.0, 5.0 + step)) for step in range(12)],
    [((10.0 + step, 5.0), (10.0 + step, 20.0)) for step in range(11)],
]


@pytest.mark.parametrize("lines", LINES)
def test_the_numbers_of_cuts_stand_beside_the_sheet_and_one_another(lines: list[tuple[Point, Point]]) -> None:
    box = (8.0, 4.0, 32.0, 41.0)
    places = place_numbers(lines, box)
    assert len(places) == len(lines)
    for x, y in places:
        across = max(box[0] - x, x - box[2])
        down = max(box[1] - y, y - box[3])
        assert max(across, down) >= 1.95, "no disc covers the sheet"
    for one, other in combinations(places, 2):
        assert math.dist(one, other) > 3.9
    # beyond the ends of their cuts
    for (x, y), ((x1, _), (x2, _)) in zip(places, lines, strict=True):
        assert (y < box[1] or y > box[3]) if x1 == x2 else (x < box[0] or x > box[2])


def test_a_card_in_small_has_a_bar_for_each_line_of_its_words_and_a_board_for_each_figure() -> None:
    setter = catalog().typesetter("en")
    book = read_book(catalog(), "brandub", None)
    look = catalog().theme("plain", "colour").look(catalog().store)
    text = setter.line("Reminder", "text", 3.0, "text", (1.0, 5.0))
    moved = Group((text, Circle(1.0, 1.0, 1.0, "cut")), translate(2.0, 10.0))
    [bar] = SmallCard.of(moved, setter.fonts).bars
    assert bar.width == pytest.approx(setter.width("Reminder", "text", 3.0))
    assert (bar.x, bar.role) == (3.0, "text.label")
    assert 13.0 < bar.y < 15.0
    one, two = (draw_card(Side.ATTACKERS, book, look, setter, two_sided=both) for both in (False, True))
    assert len(SmallCard.of(one, setter.fonts).boards) == 2
    assert SmallCard.of(two, setter.fonts).boards == ()
