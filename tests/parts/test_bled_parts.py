"""How far the art of each part reaches beyond its trim: exactly the bleed."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from msgspec.structs import astuple

from support.shipped import built, catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Extents, Group, Path, Shape, Shown
from taflkit.kit.options import KitSpec
from taflkit.parts.board.board import draw_board, draw_overlaps, draw_section, draw_tabs
from taflkit.parts.counters import draw_counter, draw_folded, draw_standee
from taflkit.sheets.cuts import tab_corners
from taflkit.sheets.sections import SectionPlace

BLEED, SIDE = 1.5, 20.0


def extent(*shapes: Shape) -> tuple[float, ...]:
    found = Extents(lambda text: len(text.text) * 0.1).of(Group(shapes))
    assert found is not None
    return astuple(found)


def bled(width: float, height: float, bleed: float = BLEED) -> tuple[float, ...]:
    return (-bleed, -bleed, width + bleed, height + bleed)


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
        reach = {
            side: 0.0 if sum(tab.length for tab in tabs if tab.side == side) > length - 0.01 else BLEED
            for side, length in (("left", height), ("upper", width), ("right", height), ("lower", width))
        }
        assert extent(window) == pytest.approx(
            (-reach["left"], -reach["upper"], width + reach["right"], height + reach["lower"])
        )
        if tabs:
            assert_no_specks(shown.clip, plan.measures.place(section))


def assert_no_specks(window: object, place: SectionPlace) -> None:
    """Beyond a section's corners nothing is printed but what lies beside one of its sides too, without a gap."""
    assert isinstance(window, Path)
    points = [point for step, point in window.segments if step != "Z"]
    left, top, width, height = place
    assert points == list(dict.fromkeys(points)), "no way is gone twice"
    for x, sign_x in ((left, -1), (left + width, 1)):
        for y, sign_y in ((top, -1), (top + height, 1)):
            corner = inside(points, x + sign_x * BLEED / 2, y + sign_y * BLEED / 2)
            beside = inside(points, x - sign_x * BLEED / 2, y + sign_y * BLEED / 2)
            below = inside(points, x + sign_x * BLEED / 2, y - sign_y * BLEED / 2)
            assert corner == (beside and below), "a speck at a corner"


def inside(points: list[tuple[float, ...]], x: float, y: float) -> bool:
    """Tell whether a point is inside a polygon."""
    found = False
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            found = not found
    return found


def test_the_ground_of_a_tab_runs_on_beyond_its_cuts() -> None:
    plan = built(KitSpec(parts=("board",), join="tabs", sections="pinwheel")).plan
    typesetter = catalog().typesetter("en")
    for seam in plan.seams:
        tabs = draw_tabs(seam.first, [seam], 8.0, typesetter, BLEED)
        x, y, width, height = seam.strip(8.0)
        start, corner, _, _ = tab_corners(seam, 8.0)
        beyond, _ = tabs
        assert isinstance(beyond, Group)
        assert extent(beyond) == pytest.approx((x - BLEED, y - BLEED, x + width + BLEED, y + height + BLEED))
        (ground,) = beyond.children
        assert isinstance(ground, Path)
        (x1, y1), (x2, y2) = [point for step, point in ground.segments if step != "Z"][:2]
        for px, py in (start, corner):
            # the slanting cut lies parallel to the ground's edge, a bleed away
            away = abs((x2 - x1) * (y1 - py) - (x1 - px) * (y2 - y1)) / math.dist((x1, y1), (x2, y2))
            assert away == pytest.approx(BLEED)


def test_the_strips_of_an_overlap_have_bleeds() -> None:
    plan = built(KitSpec(parts=("board",), join="overlap", sections="two")).plan
    (seam,) = plan.seams
    layout = read_book(catalog(), "brandub", None).variant.layout
    board = draw_board(layout, "squares", plan.cell, plan.frame, Look(), BLEED)
    strips = draw_overlaps(board, (0.0, 0.0), seam.first, plan.seams, 8.0, BLEED)
    x, y, width, height = seam.strip(8.0)
    assert extent(*strips) == pytest.approx((x - BLEED, y - BLEED, x + width + BLEED, y + height + BLEED))
