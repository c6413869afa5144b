"""Figures as drawings: crosses, numbers and dots stand where they should, and nothing collides."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

import pytest

from support import ROOT
from support.shipped import catalog
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Shape, walk
from taflkit.errors import TaflkitError
from taflkit.figures import FigureScript, Play, Scene, Window, belongs, play_script
from taflkit.figures.diagrams import compose, play_move, reach_of, read_position, refuse_move
from taflkit.parts.diagram import draw_diagram
from taflkit.parts.digits import DIGITS
from taflkit.parts.figure import draw_figure, draw_number, draw_scene
from taflkit.tafl import BoardLayout, Position, Square, Variant
from taflkit.words.alternatives import Description

GAME = catalog().game("brandub")
WALKER = GAME.variant(GAME.ruleset("walker"))
BRANAN = GAME.variant(GAME.ruleset("branan"))
START = Position.start(WALKER)
NOTHING = Description("", "en")
CELL = 5.0
"""The side of a square in a figure of 35 mm of the whole Brandub board."""


def drawn(scene: Scene, width: float = 35.0) -> list[tuple[Shape, float, float, float]]:
    """Every shape of a figure with its scale and place in mm."""
    return [(shape, t[0], t[4], t[5]) for shape, t in walk((draw_scene(scene, width, NOTHING, Look()),))]


def circles(scene: Scene, role: str, width: float = 35.0) -> list[tuple[float, float, float]]:
    """The circles of a role as (x, y, radius) in mm."""
    return [
        (x + shape.x * k, y + shape.y * k, shape.radius * k)
        for shape, k, x, y in drawn(scene, width)
        if isinstance(shape, Circle) and shape.role == role
    ]


def paths(scene: Scene, role: str, width: float = 35.0) -> list[list[tuple[float, float]]]:
    """The points of the paths of a role in mm."""
    return [
        [(x + p[0] * k, y + p[1] * k) for p in points(shape)]
        for shape, k, x, y in drawn(scene, width)
        if isinstance(shape, Path) and shape.role == role
    ]


def points(path: Path) -> Iterator[tuple[float, float]]:
    """The points where a path's segments end."""
    return ((values[-2], values[-1]) for _, values in path.segments if values)


def box(points: Iterable[tuple[float, float]]) -> tuple[float, float, float, float]:
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def middle(name: str, size: int = 7, cell: float = CELL) -> tuple[float, float]:
    square = Square.parse(name)
    return (square.file + 0.5) * cell, (size - square.rank - 0.5) * cell


def moved(*moves: str, position: Position = START) -> Scene:
    return compose(position, [play_move(position, move) for move in moves])


CAPTURES = GAME.figures["walker-captures"]


# captured pieces


def test_every_captured_piece_is_crossed_out_and_stays_to_be_seen() -> None:
    scene = play_script("walker-captures", CAPTURES, WALKER)
    crosses = paths(scene, "figure.cross")
    assert len(crosses) == len(scene.captured) == 4
    for square in scene.captured:
        x, y = middle(str(square))
        left, top, right, low = box(next(c for c in crosses if math.dist(box(c)[:2], (x - 2.15, y - 2.15)) < 0.01))
        assert (left + right) / 2 == pytest.approx(x)
        assert (top + low) / 2 == pytest.approx(y)
        # inside its square, and open in the middle, where the device is
        assert right - left < CELL
        nearest = min(math.dist(p, (x, y)) for c in crosses for p in c)
        assert nearest > 0.25 * CELL


def test_a_piece_that_two_moves_take_is_crossed_out_once() -> None:
    script = FigureScript(
        attackers=("throne n1 w1", "throne n2", "throne n1 e2"),
        defenders=("throne n1",),
        play=(Play("throne n1 e2 > throne n1 e1", ("throne n1",)), Play("throne n2 > throne n2 e1")),
    )
    scene = play_script("twice", script, WALKER)
    again = scene._replace(turns=(scene.turns[0], scene.turns[0], scene.turns[1]))
    assert len(paths(again, "figure.cross")) == 1


# numbers


def test_one_move_has_no_number() -> None:
    assert circles(moved("d6-c6"), "figure.badge") == []
    assert paths(moved("d6-c6"), "figure.badge.digit") == []


def test_each_of_several_moves_is_numbered_where_it_starts() -> None:
    scene = play_script("branan-moves", GAME.figures["branan-moves"], BRANAN)
    badges = circles(scene, "figure.badge")
    assert len(badges) == len(paths(scene, "figure.badge.digit")) == 3
    for (x, y, radius), turn in zip(badges, scene.turns, strict=True):
        at = middle(str(turn.move.origin))
        # in the square's top left corner
        assert x + radius <= at[0]
        assert y + radius <= at[1]
        assert math.dist((x, y), at) < 0.5 * CELL


@pytest.mark.parametrize(
    ("size", "width"), [(7, 35.0), (7, 22.0), (9, 35.0), (13, 60.0), (19, 60.0), (19, 100.0), (19, 170.0)]
)
def test_a_number_is_legible_and_inside_its_badge_and_the_figure(size: int, width: float) -> None:
    layout = cross(size)
    variant = Variant("cross", "walker", layout, WALKER.rules, {})
    last = size - 1
    edge = f"{Square(last // 2, last)}-{Square(last // 2 - 1, last)}"
    scene = moved(edge, f"{Square(0, last // 2)}-{Square(0, last // 2 + 1)}", position=Position.start(variant))
    for (x, y, radius), digit in zip(
        circles(scene, "figure.badge", width), paths(scene, "figure.badge.digit", width), strict=True
    ):
        left, top, right, low = box(digit)
        # 1 mm is the height of a figure at 4.4 pt, 1.3 mm at 5.7 pt
        assert low - top >= (1.3 if width / size >= 4.9 else 1.0)
        assert all(math.dist(p, (x, y)) < radius for p in digit)
        assert (left + right) / 2 == pytest.approx(x, abs=0.05)
        assert radius <= x <= width - radius
        assert radius <= y <= width - radius


def test_moves_from_one_square_have_a_corner_each() -> None:
    scene = moved("d6-c6", "d6-e6", "d6-b6", "d7-c7")
    badges = circles(scene, "figure.badge")
    for (x, y, radius), (x2, y2, radius2) in combinations(badges, 2):
        assert math.dist((x, y), (x2, y2)) > radius + radius2
    x, y = middle("d6")
    # to the left of an arrow: below the one that goes left, above the one that goes right
    assert badges[0][0] < x < badges[1][0]
    assert badges[1][1] < y < badges[0][1]
    assert badges[2][0] < x


def test_ten_moves_and_more_are_numbered_with_two_digits() -> None:
    moves = ["d6-c6", "d6-e6", "d7-c7", "d7-e7", "f4-f5", "f4-f3", "b4-b5", "b4-b3", "g4-g5", "g4-g3", "c4-c5"]
    scene = moved(*moves)
    digits = paths(scene, "figure.badge.digit")
    assert len(digits) == 11
    badges = circles(scene, "figure.badge")
    for (x, y, radius), digit in zip(badges, digits, strict=True):
        assert all(math.dist(p, (x, y)) < radius for p in digit)


@pytest.mark.parametrize("number", range(20))
def test_a_number_has_its_height_and_its_place(number: int) -> None:
    left, top, right, low = box(points(draw_number(number, (10, 20), 3.0, "x")))
    assert (left + right) / 2 == pytest.approx(10, abs=0.05)
    assert (top, low) == pytest.approx((18.5, 21.5), abs=0.1)
    assert box(points(draw_number(number, (10, 20), 3.0, "x", 1.0)))[2] == pytest.approx(10, abs=0.05)
    assert box(points(draw_number(number, (10, 20), 3.0, "x", 0.0)))[0] == pytest.approx(10, abs=0.05)


def test_the_digits_are_those_that_the_script_makes() -> None:
    if importlib.util.find_spec("fontpkg_eb_garamond") is None:
        # the packages of the data extra are not everywhere; the outlines are looked at all the same
        assert sorted(DIGITS) == list("0123456789")
        return
    spec = importlib.util.spec_from_file_location("make_digits", ROOT / "scripts" / "make_digits.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    made = (ROOT / "generator" / "taflkit" / "parts" / "digits.py").read_text(encoding="utf-8")
    assert script.make_digits() == made


# refusals and dots


def test_a_refused_move_has_a_cross_and_a_way_to_it() -> None:
    position = read_position("/7/7/7/1T3t1/7/7/7/", BRANAN)
    scene = compose(position, (), [refuse_move(position, "b4-d4")])
    assert [box(p)[:2] for p in paths(scene, "figure.refused")] == [
        pytest.approx((middle("d4")[0] - 0.8, middle("d4")[1] - 0.8))
    ]
    (way,) = paths(scene, "figure.refused.way")
    assert middle("b4")[0] < way[0][0] < way[1][0] < middle("d4")[0] - 0.8


def test_the_way_of_a_blocked_move_ends_before_what_is_in_it() -> None:
    scene = compose(START, (), [refuse_move(START, "d7-a7"), refuse_move(START, "a4-e4"), refuse_move(START, "g4-a4")])
    # b4 stands next to a4, and f4 next to g4: there is no room for a line
    (way,) = paths(scene, "figure.refused.way")
    assert way[0][1] == pytest.approx(middle("d7")[1])
    assert len(paths(scene, "figure.refused")) == 3


def test_a_refused_move_of_a_piece_with_dots_needs_no_way() -> None:
    scene = play_script("moves", GAME.figures["moves"], WALKER)
    assert paths(scene, "figure.refused")
    assert paths(scene, "figure.refused.way") == []


def test_dots_stand_where_the_piece_can_go_but_under_no_arrow() -> None:
    reach = reach_of(START, "d6")
    scene = compose(START, [play_move(START, "d6-b6")], (), [reach])
    dots = {(round(x, 3), round(y, 3)) for x, y, _ in circles(scene, "figure.reach")}
    assert dots == {middle(str(square)) for square in reach[1] if str(square) != "b6"}


# every figure there is


@pytest.mark.parametrize("ruleset", GAME.ruleset_names)
def test_every_shipped_figure_is_drawn_in_both_inks(ruleset: str) -> None:
    variant = GAME.variant(GAME.ruleset(ruleset))
    for name, script in GAME.figures.items():
        if not belongs(script, variant):
            continue
        scene = play_script(name, script, variant)
        for shape, _, _, _ in drawn(scene):
            for mode in catalog().mode_names():
                catalog().paints(mode).paint(shape.role)
        assert len(paths(scene, "figure.cross")) == len(scene.captured)
        assert len(circles(scene, "figure.badge")) == (len(scene.turns) if len(scene.turns) > 1 else 0)


def test_a_figure_alone_has_its_size_title_and_description() -> None:
    drawing = draw_figure(moved("d6-c6"), 40, "A title", Description("A description", "ga"), Look())
    assert (drawing.width, drawing.height) == (40, 40)
    assert (drawing.title, drawing.description) == ("A title", "A description")
    (around,) = drawing.shapes
    assert isinstance(around, Group)
    (figure,) = around.children
    assert isinstance(figure, Group)
    tag = figure.tag
    assert tag is not None
    assert (tag.role, tag.alternative, tag.language) == ("Figure", "A description", "ga")


# diagrams


def test_a_diagram_is_as_wide_as_is_asked_and_as_high_as_it_needs() -> None:
    plain = draw_diagram(moved("d6-c6"), 60, "", NOTHING, Look(), catalog().typesetter())
    assert (plain.width, plain.height) == (60, pytest.approx(60))
    marked = draw_diagram(moved("d6-c6"), 60, "", NOTHING, Look(), catalog().typesetter(), coordinates=True)
    captioned = draw_diagram(moved("d6-c6"), 60, "", NOTHING, Look(), catalog().typesetter(), "A caption.")
    words = "A caption of many words. " * 8
    longer = draw_diagram(moved("d6-c6"), 60, "", NOTHING, Look(), catalog().typesetter(), words)
    assert marked.width == captioned.width == 60
    assert 60 < marked.height < 66
    assert plain.height < captioned.height < longer.height
    lower = compose(START, (), (), (), Window(1, 1, 5, 3))
    assert draw_diagram(lower, 60, "", NOTHING, Look(), catalog().typesetter()).height == pytest.approx(59 * 3 / 5 + 1)


@pytest.mark.parametrize("size", [7, 11, 19])
def test_coordinates_and_caption_stay_inside_the_drawing_and_beside_the_board(size: int) -> None:
    variant = Variant("cross", "walker", cross(size), WALKER.rules, {})
    for width in (35.0 if size < 19 else 40.0, 60.0, 150.0):
        drawing = draw_diagram(
            compose(Position.start(variant), ()),
            width,
            "",
            NOTHING,
            Look(),
            catalog().typesetter(),
            "The start.",
            coordinates=True,
        )
        board = next(s for s in drawing.shapes if isinstance(s, Group))
        left, top = board.transform[4:]
        low = top + width - 0.5 - left
        numbers = [box(points(s)) for s in drawing.shapes if isinstance(s, Path)]
        assert len(numbers) == size
        assert all(0 <= n[0] < n[2] < left for n in numbers)
        for lower, upper in pairwise(numbers):
            assert upper[3] < lower[1]
        texts = [s for s, _ in walk(drawing.shapes) if not isinstance(s, (Path, Circle)) and hasattr(s, "text")]
        letters = [s for s in texts if s.role == "figure.coordinate"]
        assert "".join(s.text for s in letters) == "abcdefghijklmnopqrs"[:size]
        assert all(s.y > low + s.size * 0.4 for s in letters)
        assert max(s.y for s in letters) < drawing.height
        for a, b in pairwise(letters):
            assert b.x - a.x > catalog().typesetter().width(a.text, "bold", a.size)


def test_coordinates_of_a_part_are_those_of_the_board() -> None:
    scene = compose(START, (), (), (), Window(2, 3, 3, 2))
    drawing = draw_diagram(scene, 60, "", NOTHING, Look(), catalog().typesetter(), coordinates=True)
    texts = [s.text for s, _ in walk(drawing.shapes) if hasattr(s, "text")]
    assert texts == ["c", "d", "e"]
    numbers = [s for s in drawing.shapes if isinstance(s, Path)]
    assert [len(n.segments) for n in numbers] == [len(draw_number(rank, (0, 0), 1.0, "x").segments) for rank in (4, 5)]


@pytest.mark.parametrize(
    ("width", "caption", "why"),
    [
        (5.0, "", "a diagram is 10 to 1000 mm wide, not 5"),
        (2000.0, "", "a diagram is 10 to 1000 mm wide, not 2000"),
        (10.0, "", "squares of 1.0 mm are too small for coordinates; make the diagram 17 mm wide or more"),
        (20.0, "Unausgesprochenheiten", "'Unausgesprochenheiten' is wider than its column of 17 mm"),
        (60.0, "囲碁", "the font 'text' has no letter '囲' (U+56F2)"),
    ],
)
def test_what_has_no_room_is_refused(width: float, caption: str, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        draw_diagram(compose(START, ()), width, "", NOTHING, Look(), catalog().typesetter(), caption, coordinates=True)
    assert str(caught.value).startswith(why)


def test_the_size_that_is_named_is_enough() -> None:
    draw_diagram(compose(START, ()), 17, "", NOTHING, Look(), catalog().typesetter(), coordinates=True)


def cross(size: int) -> BoardLayout:
    """A cross like Brandub's on a board of any size."""
    reach = size // 2
    rows = [["."] * size for _ in range(size)]
    for step in range(1, reach + 1):
        for file, rank in ((step, 0), (-step, 0), (0, step), (0, -step)):
            rows[reach + rank][reach + file] = "T" if step <= reach // 2 else "t"
    rows[reach][reach] = "K"
    return BoardLayout.from_picture("\n".join("".join(row) for row in rows))
