"""How far the art of each part reaches beyond its trim: exactly the bleed."""

from __future__ import annotations

import pytest

from support.shipped import built, catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.extent import Extent, Extents
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Shape, Shown
from taflkit.kit.spec import KitSpec
from taflkit.parts.board import draw_board, draw_section
from taflkit.parts.counters import draw_counter, draw_folded, draw_standee
from taflkit.parts.joins import draw_overlaps

BLEED, SIDE = 1.5, 20.0


def extent(*shapes: Shape) -> Extent:
    found = Extents(lambda text: len(text.text) * 0.1).of(Group(shapes))
    assert found is not None
    return found


def bled(width: float, height: float, bleed: float = BLEED) -> Extent:
    return Extent(-bleed, -bleed, width + bleed, height + bleed)


@pytest.mark.parametrize("bleed", [0.0, BLEED])
@pytest.mark.parametrize("punched", [False, True])
def test_the_ground_of_a_counter_reaches_the_bleed(bleed: float, punched: bool) -> None:
    for name in ("king-1", "attacker-1", "defender-1"):
        drawn = draw_counter(name, SIDE, Look(), punched, bleed)
        assert extent(drawn) == pytest.approx(bled(SIDE, SIDE, bleed))


def test_a_folded_counter_and_a_standing_king_have_bleeds() -> None:
    assert extent(draw_folded("king-1", SIDE, Look(), BLEED)) == pytest.approx(bled(SIDE, 2 * SIDE))
    assert extent(draw_standee(SIDE, Look(), BLEED)) == pytest.approx(bled(0.9 * SIDE, 4.2 * SIDE))


@pytest.mark.parametrize("frame", [0.0, 6.0])
@pytest.mark.parametrize("surface", ["squares", "points"])
def test_a_board_has_a_bleed_round_it(frame: float, surface: str) -> None:
    layout = read_book(catalog(), "brandub", None).variant.layout
    board = draw_board(layout, surface, 30.0, frame, Look(), BLEED)  # type: ignore[arg-type]
    side = 7 * 30.0 + 2 * frame
    assert extent(Shown(board)) == pytest.approx(bled(side, side))
    assert extent(Shown(draw_board(layout, surface, 30.0, frame, Look()))) == pytest.approx(bled(side, side, 0.0))  # type: ignore[arg-type]


def test_a_section_has_a_bleed_but_where_its_tabs_begin() -> None:
    plan = built(KitSpec(parts=("board",), join="tabs", sections="pinwheel")).plan
    layout = read_book(catalog(), "brandub", None).variant.layout
    board = draw_board(layout, "squares", plan.cell, plan.frame, Look(), BLEED)
    for section in plan.sections:
        tabs = [seam for seam in plan.seams if seam.first == section.name]
        window, width, height = draw_section(board, section, plan.measures, BLEED, tabs)
        (shown,) = window.children
        assert isinstance(shown, Shown)
        assert extent(window) == pytest.approx(bled(width, height))
        steps = getattr(shown.clip, "segments", ())
        assert len(steps) == (4 + 4 * len(tabs) + 1 if tabs else 0)


def test_the_strips_of_an_overlap_have_bleeds() -> None:
    plan = built(KitSpec(parts=("board",), join="overlap", sections="two")).plan
    (seam,) = plan.seams
    layout = read_book(catalog(), "brandub", None).variant.layout
    board = draw_board(layout, "squares", plan.cell, plan.frame, Look(), BLEED)
    strips = draw_overlaps(board, (0.0, 0.0), seam.first, plan.seams, 8.0, BLEED)
    x, y, width, height = seam.strip(8.0)
    assert extent(*strips) == pytest.approx((x - BLEED, y - BLEED, x + width + BLEED, y + height + BLEED))
