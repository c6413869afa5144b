"""Borders and dividers as themes choose them: in their place, and seen in all paints."""

from __future__ import annotations

from itertools import product

import pytest

from support.shipped import built, catalog
from taflkit.drawing.extent import Extents
from taflkit.drawing.face import KNOTS, ROUNDELS, SQUARE_KNOTS, Face
from taflkit.drawing.look import ORNAMENTS, Look, Ornament
from taflkit.drawing.shapes import Group, Shape, walk
from taflkit.drawing.store import Store
from taflkit.kit.spec import READER, KitSpec
from taflkit.ornament.patterns import PATTERNS
from taflkit.ornament.roundels import draw_roundel
from taflkit.parts.board import draw_board
from taflkit.parts.borders import Border, draw_border, draw_divider, draw_illumination
from taflkit.tafl import Surface

THEMES, MODES, INKS = ("ballinderry", "manuscript", "plain"), ("colour", "mono"), ("full", "light")
WHITE = (1.0,)
every_choice = pytest.mark.parametrize(("theme", "mode", "ink"), [*product(THEMES, MODES, INKS)])
BORDERS = tuple(kind for kind in ORNAMENTS["page"] if kind not in ("line", "none"))
DIVIDERS = tuple(kind for kind in ORNAMENTS["divider"] if kind != "none")


def seen(shapes: tuple[Shape, ...], theme: str, mode: str, ink: str) -> set[str]:
    """Return the roles of the shapes that stand out from what is below them."""
    paints = catalog().theme(theme, mode, ink).paints
    found, below = set(), WHITE
    for shape, _ in walk(shapes):
        paint = paints.paint(shape.role)
        if paint.stroke not in (None, WHITE) or (paint.fill is not None and paint.fill != below):
            found.add(shape.role)
        if shape.role.endswith(".ground") and paint.fill is not None:
            below = paint.fill  # type: ignore[assignment]
    return {role for role in found if not role.endswith((".ground", ".rule", ".frame"))}


def test_the_knots_of_a_theme_are_the_patterns_there_are() -> None:
    assert set(KNOTS) == set(PATTERNS)


@pytest.mark.parametrize("kind", BORDERS)
@pytest.mark.parametrize(("role", "depth"), [("ornament", 6.0), ("page.knot", 7.0), ("card.knot", 2.5)])
@every_choice
def test_borders_are_seen_in_all_paints(theme: str, mode: str, ink: str, kind: str, role: str, depth: float) -> None:
    edged = catalog().theme(theme, mode, ink).ornament.edged
    shapes = draw_border(Border(kind, role, edged), 120, 90, depth, Store())
    assert seen(shapes, theme, mode, ink)


@pytest.mark.parametrize("kind", [kind for kind in DIVIDERS if kind not in ("rosette", "line")])
@every_choice
def test_every_divider_is_seen_in_all_paints(theme: str, mode: str, ink: str, kind: str) -> None:
    ornament = catalog().theme(theme, mode, ink).ornament._replace(divider=kind)
    assert seen(draw_divider(Look(ornament), 60, 4, "page.knot"), theme, mode, ink)


@every_choice
def test_an_illuminated_initial_has_its_knot_in_all_paints(theme: str, mode: str, ink: str) -> None:
    ornament = catalog().theme(theme, mode, ink).ornament
    assert seen(draw_illumination(12, Look(ornament)), theme, mode, ink)


@pytest.mark.parametrize("name", ROUNDELS)
@every_choice
def test_what_is_cut_into_the_throne_is_seen_in_all_paints(theme: str, mode: str, ink: str, name: str) -> None:
    field, *cuts = draw_roundel(name, 0.0, 0.0, 12.0, "board.throne.spiral")
    paints = catalog().theme(theme, mode, ink).paints
    assert all(paints.paint(cut.role).fill not in (None, paints.paint(field.role).fill) for cut, _ in walk(tuple(cuts)))


@pytest.mark.parametrize("kind", BORDERS)
def test_a_border_has_its_size_and_leaves_its_middle_free(kind: str) -> None:
    extents = Extents(lambda _: 0.0)
    box = extents.of(Group(draw_border(Border(kind, "ornament", edged=False), 120, 90, 6.0, Store())))
    assert box == pytest.approx((0, 0, 120, 90), abs=0.01)


@pytest.mark.parametrize("kind", DIVIDERS)
@pytest.mark.parametrize("size", [(92, 4), (54, 2.6), (34, 4.4)])
def test_a_divider_reaches_from_end_to_end(kind: str, size: tuple[float, float]) -> None:
    box = Extents(lambda _: 0.0).of(Group(draw_divider(Look(Ornament(divider=kind)), *size, "page.knot")))
    assert box is not None
    assert (box.left, box.right) == pytest.approx((0, size[0]), abs=0.5)
    assert -0.2 <= box.top < box.bottom <= size[1] + 0.2


@pytest.mark.parametrize("kind", ["knot", "key"])
def test_there_is_no_border_where_it_could_not_be_printed(kind: str) -> None:
    assert draw_border(Border(kind, "ornament", edged=False), 90, 90, 2.0, Store()) == ()
    assert draw_border(Border(kind, "ornament", edged=False), 8, 8, 6.0, Store()) == ()


def test_a_kit_without_a_border_shows_none_on_its_cover() -> None:
    def roles(frame: float | None) -> set[str]:
        kit = built(KitSpec(frame=frame, parts=("board", READER)))
        pages = [page for document in kit.documents.values() for page in document.pages]
        return {shape.role for page in pages for shape, _ in walk(page.shapes)}

    assert "ornament.strand" in roles(None)
    assert "ornament.strand" not in roles(0.0)


@pytest.mark.parametrize(
    "face", [Face(throne=name) for name in ROUNDELS] + [Face(corner=name) for name in SQUARE_KNOTS]
)
@pytest.mark.parametrize("surface", ["squares", "points"])
def test_small_boards_have_a_rosette_for_every_roundel_and_knot(face: Face, surface: Surface) -> None:
    layout = catalog().game("brandub").layout
    board = draw_board(layout, surface, 8.0, 0.0, Look(face=face))
    found = [shape.role for shape in board.shapes if shape.role.endswith(".ornament")]
    assert found.count("board.throne.ornament") == 1
    assert found.count("board.corner.ornament") == 4
