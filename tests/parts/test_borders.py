"""Borders and dividers as themes choose them: in their place, and seen in all paints."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import pytest
from msgspec.structs import astuple, replace

from support.shipped import built, catalog
from taflkit.drawing.look import BOARDS, KNOTS, ORNAMENTS, ROUNDELS, SQUARE_KNOTS, Face, Look, Ornament
from taflkit.drawing.shapes import Circle, Extents, Form, Group, Path, Shape, walk
from taflkit.drawing.store import Store
from taflkit.kit.options import READER, KitSpec
from taflkit.ornament.bands import PATTERNS
from taflkit.ornament.spirals import draw_roundel
from taflkit.parts.board.board import draw_board
from taflkit.parts.borders import Border, border_need, draw_border, draw_divider, draw_illumination
from taflkit.tafl import Surface

THEMES, MODES, INKS = ("ballinderry", "manuscript", "plain"), ("colour", "mono"), ("full", "light")
WHITE = (1.0,)
every_choice = pytest.mark.parametrize(("theme", "mode", "ink"), [*product(THEMES, MODES, INKS)])
BORDERS = tuple(kind for kind in ORNAMENTS["frame"] if kind != "none")
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


@pytest.mark.parametrize(("role", "depth"), [("ornament", 6.0), ("page.knot", 7.0), ("card.knot", 2.5)])
@every_choice
def test_borders_are_seen_in_all_paints(theme: str, mode: str, ink: str, role: str, depth: float) -> None:
    edged = catalog().theme(theme, mode, ink).ornament.edged
    for kind in BORDERS:
        shapes = draw_border(Border(kind, role, edged), 120, 90, depth, Store())
        assert seen(shapes, theme, mode, ink), kind


@pytest.mark.parametrize("kind", [kind for kind in DIVIDERS if kind not in ("rosette", "line")])
@every_choice
def test_every_divider_is_seen_in_all_paints(theme: str, mode: str, ink: str, kind: str) -> None:
    ornament = replace(catalog().theme(theme, mode, ink).ornament, divider=kind)
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
    assert box is not None
    assert astuple(box) == pytest.approx((0, 0, 120, 90), abs=0.01)


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


@pytest.mark.parametrize(
    ("kind", "side", "depth", "need"),
    [
        *(
            ("knot", 90.0, 6.0, ""),
            ("knot", 90.0, 2.0, "2.3 mm"),
            ("key", 90.0, 2.4, "2.5 mm"),
            ("none", 90.0, 0.0, ""),
            ("none", 90.0, 8.0, "another theme"),
        ),
        *(("knot", 50.0, 24.0, "longer sides for its depth"), ("key", 50.0, 24.0, "longer sides for its depth")),
    ],
)
def test_a_border_without_room_says_what_it_needs(kind: str, side: float, depth: float, need: str) -> None:
    border = Border(kind, "ornament", edged=False)
    assert border_need(border, side, side, depth, Store()) == need
    assert bool(draw_border(border, side, side, depth, Store())) is (not need and kind != "none")


def test_a_kit_without_a_border_shows_none_on_its_cover() -> None:
    def roles(frame: float | None) -> set[str]:
        kit = built(KitSpec(frame=frame, parts=("board", READER)))
        pages = [page for document in kit.documents.values() for page in document.pages]
        return {shape.role for page in pages for shape, _ in walk(page.shapes)}

    assert "ornament.strand" in roles(None)
    assert "ornament.strand" not in roles(0.0)


# the marked squares


def board_of(
    cell: float, theme: str, ink: str, surface: str = "squares", face: Face | None = None, game: str = "brandub"
) -> Form:
    """Return a game's board on squares or points, or of pegs."""
    painted = catalog().theme(theme, "colour", ink)
    if surface == "pegs":
        painted = replace(painted, ornament=replace(painted.ornament, board=surface))
    on: Surface = "points" if surface == "points" else "squares"
    return draw_board(catalog().game(game).layout, on, cell, 0.0, painted.look(Store(), face))


def role_counts(board: Form) -> Counter[str]:
    return Counter(shape.role for shape, _ in walk(board.shapes))


@pytest.mark.parametrize(
    "face", [Face(throne=name) for name in ROUNDELS] + [Face(corner=name) for name in SQUARE_KNOTS]
)
@pytest.mark.parametrize("surface", ["squares", "points"])
def test_throne_and_corners_have_their_roundel_and_knots_at_every_size(face: Face, surface: Surface) -> None:
    for cell in (40.0, 12.0, 8.0, 5.0, 2.0):
        found = role_counts(board_of(cell, "ballinderry", "full", surface, face))
        # on a board of wood that is large enough the throne is a burr
        burr = surface == "squares" and cell > 9.0
        assert (found["board.throne.spiral.strand"], found["board.burr.first"]) == (1 - burr, burr), cell
        assert found["board.corner.knot.strand"] + found["board.corner.knot.small.strand"] == 4, cell


@pytest.mark.parametrize(("theme", "ink"), [*product(THEMES, INKS)])
@pytest.mark.parametrize("surface", ["squares", "points", "pegs"])
def test_the_squares_of_the_start_are_marked_in_every_theme_and_ink(theme: str, ink: str, surface: str) -> None:
    paints = catalog().paints("mono", theme, ink)
    # small points and places for pegs are marks themselves, and in wood they have others
    wooden = (theme, ink, surface) == ("ballinderry", "full", "squares")
    for cell in (5.0,) if wooden else (5.0, 12.0, 40.0)[surface != "squares" :]:
        board = board_of(cell, theme, ink, surface)
        marks = [(shape, at) for shape, at in walk(board.shapes) if shape.role.startswith("board.start.")]
        sides = {role: [shape for shape, _ in marks if shape.role == role] for role in {m.role for m, _ in marks}}
        assert set(sides) == {"board.start.attackers", "board.start.defenders"}
        # lozenges and rings: sides are told apart by their outline, without colours
        assert all(isinstance(shape, Path) for shape in sides["board.start.attackers"])
        assert sum(isinstance(shape, Circle) for shape in sides["board.start.defenders"]) == 4
        assert len({len(shape.segments) for shape in sides["board.start.attackers"] if isinstance(shape, Path)}) == 1
        assert len(sides["board.start.attackers"]) == 8
        grounds = {paints.paint(f"board.square{of}").fill for of in ("", ".attackers", ".defenders")}
        for role, ground in product(sides, grounds):
            mark = paints.paint(role).stroke or paints.paint(role).fill
            assert mark is not None
            assert ground is not None
            assert lightness(ground) - lightness(mark) > 25.0, role


@pytest.mark.parametrize(("theme", "ink"), [*product(THEMES, INKS)])
@pytest.mark.parametrize("surface", ["squares", "points", "pegs"])
def test_the_kings_start_on_a_place_like_others_has_a_crown(theme: str, ink: str, surface: str) -> None:
    painted = catalog().theme(theme, "mono", ink)
    cell, middle = 22.0, 6.5 * 22.0
    board = board_of(cell, theme, ink, surface, game="parlett")
    ((crown, _),) = [each for each in walk(board.shapes) if each[0].role == "board.start.king"]
    assert isinstance(crown, Path)
    xs, ys = ([numbers[-2 + axis] for _, numbers in crown.segments if numbers] for axis in (0, 1))
    assert max(xs) - min(xs) == pytest.approx(0.16 * cell, abs=0.05 * cell)
    assert (max(xs) + min(xs)) / 2 == pytest.approx(middle, abs=0.01)
    # in the middle of its place, or over the hole
    assert (max(ys) < middle - 2) if surface == "pegs" else (min(ys) < middle < max(ys))
    mark, ground = (painted.paints.paint(role).fill for role in ("board.start.king", "board.square.defenders"))
    assert mark is not None
    assert ground is not None
    assert lightness(ground) - lightness(mark) > 25.0
    assert "board.start.king" not in role_counts(board_of(cell, theme, ink, surface))


def test_the_marks_of_pegs_stand_clear_of_their_holes() -> None:
    board, rim, side = board_of(20.0, "plain", "light", "pegs"), 0.135 * 20.0, 20.0 * 7
    ring, *corners = (shape for shape, _ in walk(board.shapes) if shape.role == "peg.mark" and isinstance(shape, Path))
    assert len(corners) == 4
    for mark, (middle, holes) in ((ring, (70.0, [70.0])), *((corner, (0.0, [10.0, 30.0])) for corner in corners)):
        # by how far it lies from the board's middle or from the nearest corner, and how far holes do
        ends = [[abs(min(v, side - v) - middle) for v in numbers[-2:]] for _, numbers in mark.segments if numbers]
        reaches = {round(math.hypot(*end), 3) for end in ends}
        assert all(
            abs(reach - math.hypot(x - middle, y - middle)) > rim + 0.5
            for reach, (x, y) in product(reaches, product(holes, holes))
        )
    assert {"board.start.attackers", "board.start.defenders"} <= role_counts(board).keys()
    for shape, _ in walk(board.shapes):
        if shape.role == "board.start.defenders":
            assert isinstance(shape, Circle)
            assert shape.radius > rim + 0.5
        elif shape.role == "board.start.attackers":
            assert isinstance(shape, Path)
            (_, (x, y)), (_, (right, low)) = shape.segments[:2]
            assert abs(right - x) * abs(low - y) / math.hypot(right - x, low - y) > rim + 0.5


def test_small_squares_have_no_grain() -> None:
    found = role_counts(board_of(6.0, "ballinderry", "full"))
    assert not [role for role in found if "~" in role]


# how boards are made


@pytest.mark.parametrize("make", BOARDS)
def test_a_board_of_wood_is_made_as_the_games_face_has_it(make: str) -> None:
    found = role_counts(board_of(20.0, "ballinderry", "full", face=Face(board=make)))
    own = {"carved": "board.crossing", "panels": "board.panel"}
    assert {role for role in own.values() if role in found} == {own[role] for role in own if role == make}
    assert "board.square~dim+first" in found
    light = role_counts(board_of(20.0, "ballinderry", "light", face=Face(board=make)))
    assert not [role for role in light if "~" in role or role == "board.panel.light"]


def test_the_dots_of_a_pen_stay_off_the_throne_and_the_corners() -> None:
    board = board_of(20.0, "manuscript", "full")
    dots = [(place[4], place[5]) for shape, place in walk(board.shapes) if shape.role == "board.crossing"]
    noble = [(20.0 * file, 20.0 * down) for file, down in ((3, 3), (0, 0), (6, 0), (0, 6), (6, 6))]
    # 36 crossings, without four round the throne and one at each corner
    assert len(set(dots)) == 28
    for (x, y), (left, top) in product(dots, noble):
        assert not (left <= x <= left + 20.0 and top <= y <= top + 20.0)


def lightness(colour: tuple[float, ...]) -> float:
    """Return L*, from 0 to 100."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (colour * 3)[:3]
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return float(116 * light ** (1 / 3) - 16)


@pytest.mark.parametrize("surface", ["squares", "points"])
def test_a_board_is_made_alike_whenever_it_is_drawn(surface: Surface) -> None:
    one, other = (list(walk(board_of(20.0, "ballinderry", "full", surface).shapes)) for _ in range(2))
    assert one == other
