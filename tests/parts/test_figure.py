"""Figures as drawings: crosses, numbers, arrows and dots stand where they should, and nothing collides."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from msgspec import structs

from support import ROOT
from support.sampling import sampled
from support.shipped import catalog
from taflkit.catalog.svg import read_outlines
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Group, Path, Rect, Shape, walk
from taflkit.errors import TaflkitError
from taflkit.figures import FigureScript, Play, Scene, Window, belongs, play_script
from taflkit.figures.diagrams import Moment, compose, play_move, reach_of, read_position, refuse_move
from taflkit.parts.figures import TAKEN, draw_barred, draw_diagram, draw_figure, draw_scene, draw_taken
from taflkit.parts.marks.marks import draw_number
from taflkit.resources import INKS, MODES
from taflkit.tafl import BoardLayout, Position, Square, Variant
from taflkit.words.alternatives import Description

GAME = catalog().game("brandub")
WALKER = GAME.variant(GAME.ruleset("walker"))
BRANAN = GAME.variant(GAME.ruleset("branan"))
START = Position.start(WALKER)
NOTHING = Description("", "en")
CELL = 5.0
"""The side of a square in a figure of 35 mm of the whole Brandub board."""
PIECE = 0.39 * CELL
"""The radius of a piece on such squares."""


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


def distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point is from a straight line between two others."""
    long = math.dist(start, end)
    along = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / long**2
    at = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + at * (end[0] - start[0]), start[1] + at * (end[1] - start[1])))


def casing(role: str) -> float:
    """How far the light line round a sign reaches beyond its middle, on squares of CELL."""
    return catalog().paints("colour").paint(role).width / 2


def middle(name: str, size: int = 7, cell: float = CELL) -> tuple[float, float]:
    square = Square.parse(name)
    return (square.file + 0.5) * cell, (size - square.rank - 0.5) * cell


def moved(*moves: str, position: Position = START) -> Scene:
    """A figure of moves of either side."""
    shown = Moment.of(position, sided=False)
    return compose(position, [play_move(shown, move) for move in moves])


def refused(*moves: str, position: Position = START) -> Scene:
    """A figure of refused moves of either side."""
    shown = Moment.of(position, sided=False)
    return compose(position, (), [refuse_move(shown, move) for move in moves])


CAPTURES = GAME.figures["walker-captures"]


# captured pieces


def test_every_captured_piece_is_crossed_out_and_stays_to_be_seen() -> None:
    scene = play_script("walker-captures", CAPTURES, WALKER)
    crosses = paths(scene, "figure.cross")
    assert len(crosses) == len(scene.captured) == 4
    bodies = [
        (found, PIECE if found[2] > 0.9 * PIECE else TAKEN / 2 * CELL)
        for piece in ("attacker", "defender")
        for found in circles(scene, f"piece.{piece}.body.small")
    ]
    for square in scene.captured:
        x, y = middle(str(square))
        left, top, right, low = box(next(c for c in crosses if math.dist(box(c)[:2], (x - 2, y - 2)) < 0.01))
        assert (left + right) / 2 == pytest.approx(x)
        assert (top + low) / 2 == pytest.approx(y)
        # inside its square, and as wide as the figure's other pieces
        assert 2 * PIECE < right - left < CELL
        # the piece is smaller than others, so that the arms show round it
        ((_, radius),) = [body for body in bodies if body[0][:2] == pytest.approx((x, y))]
        assert radius == TAKEN / 2 * CELL
    assert sum(radius == PIECE for _, radius in bodies) == len(scene.before.pieces) - 1 - 4


def test_a_piece_that_two_moves_take_is_crossed_out_once() -> None:
    script = FigureScript(
        attackers=("throne n1 w1", "throne n2", "throne n1 e2"),
        defenders=("throne n1",),
        play=(Play("throne n1 e2 > throne n1 e1", ("throne n1",)), Play("throne n2 > throne n2 e1")),
    )
    scene = play_script("twice", script, WALKER)
    again = structs.replace(scene, turns=(scene.turns[0], scene.turns[0], scene.turns[1]))
    assert len(paths(again, "figure.cross")) == 1


@pytest.mark.parametrize(("centre", "cell"), [((10.0, 20.0), 5.0), ((3.5, 3.5), 7.0), ((0.0, 0.0), 1.0)])
def test_the_cross_of_a_captured_piece_grows_with_its_square(centre: tuple[float, float], cell: float) -> None:
    casing, cross = draw_taken(centre, cell)
    assert isinstance(casing, Path)
    assert isinstance(cross, Path)
    assert (casing.role, cross.role) == ("figure.cross.casing", "figure.cross")
    assert casing.segments == cross.segments
    # four arms, along the diagonals, from behind the piece to inside the square
    assert [letter for letter, _ in cross.segments] == ["M", "L"] * 4
    for x, y in points(cross):
        across, down = abs(x - centre[0]), abs(y - centre[1])
        assert across == pytest.approx(down)
        assert 0.19 * cell < across < 0.41 * cell
    starts = [math.dist(point, centre) for point in list(points(cross))[::2]]
    assert max(starts) < TAKEN / 2 * cell
    assert box(points(cross)) == pytest.approx([at + s * 0.4 * cell for s in (-1, 1) for at in centre])


# arrows


@pytest.mark.parametrize(
    ("move", "begin", "tip"),
    [
        ("d6-b6", (14.75, 7.5), (7.0, 7.5)),
        ("d6-e6", (20.25, 7.5), (23.0, 7.5)),
        ("f4-f7", (27.5, 14.75), (27.5, 2.0)),
        ("f4-f1", (27.5, 20.25), (27.5, 33.0)),
    ],
)
def test_an_arrow_begins_clear_of_the_piece_and_ends_in_the_ring_of_its_square(
    move: str, begin: tuple[float, float], tip: tuple[float, float]
) -> None:
    scene = moved(move)
    ((x, y, radius),) = circles(scene, "figure.target")
    assert circles(scene, "figure.target.casing") == [(x, y, radius)]
    assert (x, y, radius) == pytest.approx((*middle(move[3:]), PIECE))
    (arrow,) = paths(scene, "figure.arrow")
    (head,) = paths(scene, "figure.arrow.head")
    assert paths(scene, "figure.arrow.casing") == [arrow]
    assert arrow[0] == pytest.approx(begin)
    # with the round end of the light line below it
    assert math.dist(arrow[0], middle(move[:2])) > PIECE + casing("figure.arrow.casing")
    assert head[0] == pytest.approx(tip)
    # the line ends inside the head, and that inside the ring
    assert math.dist(arrow[-1], tip) == pytest.approx(0.6 * 0.34 * CELL)
    assert all(math.dist(point, (x, y)) < radius for point in head)


# numbers


def test_one_move_has_no_number() -> None:
    assert circles(moved("d6-c6"), "figure.badge") == []
    assert paths(moved("d6-c6"), "figure.badge.digit") == []


def test_each_of_several_moves_is_numbered_where_it_starts() -> None:
    scene = play_script("branan-moves", structs.replace(GAME.figures["branan-moves"], whole=True), BRANAN)
    badges = circles(scene, "figure.badge")
    assert len(badges) == len(paths(scene, "figure.badge.digit")) == 3
    for (x, y, radius), turn in zip(badges, scene.turns, strict=True):
        at = middle(str(turn.move.origin))
        # at the square's top left corner, beside the piece
        assert x + radius <= at[0]
        assert y + radius / 2 <= at[1]
        assert PIECE + radius < math.dist((x, y), at) < PIECE + radius + 0.04 * CELL


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


def test_moves_from_one_square_are_numbered_where_they_end() -> None:
    scene = moved("d6-c6", "d6-e6", "d6-b6", "d7-c7")
    badges = circles(scene, "figure.badge")
    for (x, y, radius), (x2, y2, radius2) in combinations(badges, 2):
        assert math.dist((x, y), (x2, y2)) > radius + radius2
    for (x, y, radius), square in zip(badges, ("c6", "e6", "b6", "d7"), strict=True):
        at = middle(square)
        # at a corner of the square, clear of the piece that goes there
        assert abs(x - at[0]) < 0.6 * CELL
        assert abs(y - at[1]) < 0.6 * CELL
        assert math.dist((x, y), middle("d6")) > PIECE + radius


def test_numbers_round_one_square_stand_clear_of_one_another_and_of_arrows() -> None:
    position = read_position("/2t4/7/t3t2/7/2t4/7/7/", WALKER)
    ways = ["a3-c3", "c1-c3", "e3-c3", "c5-c3"]
    others = ["a3-a2", "c1-b1", "e3-e2", "c5-b5"]
    moves = [move for pair in zip(ways, others, strict=True) for move in pair]
    scene = moved(*moves, position=position)
    badges = circles(scene, "figure.badge")
    assert len(badges) == 8
    for (x, y, radius), (x2, y2, radius2) in combinations(badges, 2):
        assert math.dist((x, y), (x2, y2)) > radius + radius2
    for (x, y, _), move in zip(badges, moves, strict=True):
        at = middle(move[3:])
        assert max(abs(x - at[0]), abs(y - at[1])) < 0.6 * CELL, move
    # the lines of the arrows stay clear of the numbers
    for arrow in paths(scene, "figure.arrow"):
        for x, y, radius in badges:
            assert distance((x, y), arrow[0], arrow[-1]) > radius + 0.275


def test_a_number_at_the_edge_is_moved_along_it_clear_of_its_piece() -> None:
    scene = moved("d7-e7", "d7-c7", "a4-a5", "g4-g6", "d1-c1")
    badges = circles(scene, "figure.badge")
    assert len(badges) == 5
    for (x, y, radius), square in product(badges, START.pieces):
        assert math.dist((x, y), middle(str(square))) > PIECE + radius, square
        assert radius <= min(x, y, 35 - x, 35 - y)


def test_a_shorter_arrow_in_the_line_of_a_longer_one_shows_its_head() -> None:
    scene = moved("d6-c6", "d6-b6", "d6-a6")
    heads = paths(scene, "figure.arrow.head")
    # the longest is drawn first
    assert [round(head[0][0] / CELL, 1) for head in heads] == [0.4, 1.4, 2.4]


def test_a_number_stands_where_its_move_begins_beside_others_that_stand_where_they_end() -> None:
    scene = moved("d6-b6", "b4-b6", "d6-c6", "f4-f3")
    at = [middle(square) for square in ("b6", "b4", "c6", "f4")]
    for (x, y, radius), there in zip(circles(scene, "figure.badge"), at, strict=True):
        assert math.dist((x, y), there) == pytest.approx(PIECE + radius + 0.03 * CELL)
        assert x < there[0]
        assert y < there[1]


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
    made = ROOT / "templates" / "digits.svg"
    if importlib.util.find_spec("fontpkg_eb_garamond") is None:
        # the packages of the data extra are not everywhere; the outlines are looked at all the same
        assert sorted(read_outlines(made)) == [f"digit-{digit}" for digit in range(10)]
        return
    spec = importlib.util.spec_from_file_location("make_digits", ROOT / "scripts" / "make_digits.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.make_digits() == made.read_text(encoding="utf-8")


# refusals and dots


def test_a_refused_move_has_a_barred_disc_and_a_way_to_it() -> None:
    scene = refused("b4-d4", position=read_position("/7/7/7/1T3t1/7/7/7/", BRANAN))
    x, y = middle("d4")
    for role in ("figure.refused", "figure.refused.casing"):
        assert circles(scene, role) == [pytest.approx((x, y, 0.22 * CELL))]
    (bar,) = paths(scene, "figure.refused.bar")
    # level, and inside the disc
    assert bar == [pytest.approx((x - 0.115 * CELL, y)), pytest.approx((x + 0.115 * CELL, y))]
    (way,) = paths(scene, "figure.refused.way")
    assert paths(scene, "figure.refused.way.casing") == [way]
    (head,) = paths(scene, "figure.refused.head")
    assert way[0] == pytest.approx((middle("b4")[0] + 0.55 * CELL, y))
    assert {round(p[1], 6) for p in way} == {y}
    tip = max(head)
    assert tip == pytest.approx((x - 0.32 * CELL, y))
    # the head covers the end of the line, and stays clear of the sign
    assert min(head)[0] < way[1][0] < tip[0] < x - 0.22 * CELL - casing("figure.refused.casing")


@pytest.mark.parametrize(("centre", "cell"), [((10.0, 20.0), 5.0), ((3.5, 3.5), 7.0)])
def test_the_sign_of_a_refusal_grows_with_its_square(centre: tuple[float, float], cell: float) -> None:
    around, disc, bar = draw_barred(centre, cell)
    assert isinstance(disc, Circle)
    assert disc == Circle(*centre, pytest.approx(0.22 * cell), "figure.refused")
    assert isinstance(around, Circle)
    assert isinstance(bar, Path)
    assert structs.replace(around, role="figure.refused") == disc
    assert bar.role == "figure.refused.bar"
    assert [math.dist(point, centre) for point in points(bar)] == pytest.approx([0.115 * cell] * 2)


def test_the_sign_of_a_move_onto_a_piece_stands_before_it() -> None:
    scene = refused("d7-a7", "a4-e4", "g4-a4", position=read_position("/7/7/7/t3T1t/7/7/3t3/", WALKER))
    y, before = middle("a4")[1], (0.39 + 0.22 + 0.11) * CELL
    ends = [middle("a7"), (middle("e4")[0] - before, y), (middle("a4")[0] + before, y)]
    assert [(x, y) for x, y, _ in circles(scene, "figure.refused")] == [pytest.approx(end) for end in ends]
    tips = {(round(head[0][0], 3), round(head[0][1], 3)) for head in paths(scene, "figure.refused.head")}
    # d7's sign is on a7, and the ways along the fourth rank go to theirs
    assert tips == {(2.5 + 1.6, 2.5), (round(ends[1][0] - 1.6, 3), y), (round(ends[2][0] + 1.6, 3), y)}


def test_the_sign_of_a_move_onto_the_next_piece_stands_at_a_corner_of_its_square() -> None:
    position = read_position("/7/7/7/1Tt4/7/7/7/", WALKER)
    scene = refused("b4-c4", "b4-b4", position=position)
    signs = circles(scene, "figure.refused")
    assert len(signs) == 2
    for x, y, radius in signs:
        for square in ("b4", "c4"):
            assert math.dist((x, y), middle(square)) > PIECE + radius + casing("figure.refused.casing")
    assert math.dist(signs[0][:2], signs[1][:2]) > 2 * signs[0][2]
    # there is no room for a way
    assert paths(scene, "figure.refused.way") == paths(scene, "figure.refused.head") == []


def test_the_way_of_a_move_over_a_piece_is_broken_there() -> None:
    scene = refused("a3-f3", position=read_position("/7/7/t2T2t/7/7/7/7/", WALKER))
    before, behind = sorted(paths(scene, "figure.refused.way"))
    (head,) = paths(scene, "figure.refused.head")
    y = middle("a3")[1]
    assert before[0] == pytest.approx((middle("a3")[0] + 0.55 * CELL, y))
    assert before[1] == pytest.approx((middle("d3")[0] - 0.49 * CELL, y))
    assert behind[0] == pytest.approx((middle("d3")[0] + 0.49 * CELL, y))
    assert max(head) == pytest.approx((middle("f3")[0] - 0.32 * CELL, y))
    assert [(x, y) for x, y, _ in circles(scene, "figure.refused")] == [pytest.approx(middle("f3"))]


def test_a_refused_move_without_room_for_a_dash_has_its_sign_alone() -> None:
    scene = refused("c4-c2", "c4-d4", position=read_position("/7/7/2t4/2T4/7/7/7/", BRANAN))
    assert [found[:2] for found in circles(scene, "figure.refused")] == [middle("c2"), middle("d4")]
    assert paths(scene, "figure.refused.way") == paths(scene, "figure.refused.head") == []


def test_refused_moves_to_one_square_have_one_sign() -> None:
    scene = play_script("corner-barred", GAME.figures["corner-barred"], WALKER)
    assert len(scene.refused) == 2
    assert len(circles(scene, "figure.refused")) == len(paths(scene, "figure.refused.bar")) == 1
    assert len(paths(scene, "figure.refused.head")) == 2


def test_a_longer_refused_move_is_broken_at_the_sign_of_a_shorter_one() -> None:
    scene = refused("b4-d4", "b4-e4", position=read_position("/7/7/7/1T5/7/7/7/", BRANAN))
    first, second = circles(scene, "figure.refused")
    for x, y, radius in (first, second):
        for start, end in paths(scene, "figure.refused.way.casing"):
            assert distance((x, y), start, end) > radius + casing("figure.refused.way.casing")


PAINTS = [
    catalog().theme(theme, mode, ink).paints
    for theme, mode, ink in product(("ballinderry", "manuscript", "plain"), MODES, INKS)
]
"""The paints of every shipped theme, the default's in full colour first."""
ON_POINTS = replace(WALKER, rules=WALKER.rules._replace(surface="points"))


def test_on_points_the_sign_stands_on_the_corner_and_inside_its_marks() -> None:
    scene = refused("c7-a7", position=read_position("/7/7/7/7/7/7/2t4/", ON_POINTS))
    (sign,) = circles(scene, "figure.refused")
    assert sign[:2] == pytest.approx(middle("a7"))
    casing = PAINTS[0].paint("figure.refused.casing").width
    for role in ("board.point.corner", "board.point.corner.collar"):
        (mark,) = [found for found in circles(scene, role) if found[:2] == pytest.approx(sign[:2])]
        assert mark[2] > sign[2] + casing / 2, role


def test_on_points_a_collar_shows_past_the_counters_of_the_king_and_in_the_corners() -> None:
    position = read_position("/7/7/7/3K3/7/7/7/", ON_POINTS)
    scene = compose(position, (), (), (), Window(0, 0, 7, 7))
    corners = sorted(found[:2] for found in circles(scene, "board.point.corner.collar"))
    assert corners == [pytest.approx(middle(name)) for name in ("a7", "a1", "g7", "g1")]
    (throne,) = circles(scene, "board.point.throne.collar")
    assert throne[:2] == pytest.approx(middle("d4"))
    for paints in PAINTS:
        for kind in ("throne", "corner"):
            line = paints.paint(f"board.point.{kind}.collar")
            ground = paints.paint("board.point.ground").fill
            assert line.stroke not in (None, ground), paints.name
            # clear of a counter, and of the collar beside it in a corner that is a block
            assert PIECE < throne[2] - line.width / 2 < throne[2] + line.width / 2 < CELL / 2


def test_a_refused_move_out_of_line_has_a_slanting_way() -> None:
    scene = refused("d6-f7")
    start, end = middle("d6"), middle("f7")
    (way,) = paths(scene, "figure.refused.way")
    (head,) = paths(scene, "figure.refused.head")
    long = math.dist(start, end)
    for point, far in ((way[0], 0.55 * CELL), (head[0], long - 0.32 * CELL)):
        assert math.dist(point, start) == pytest.approx(far)
        assert math.dist(point, end) == pytest.approx(long - far)


def test_a_move_to_its_own_square_has_a_sign_beside_the_piece_and_no_way() -> None:
    scene = refused("d6-d6")
    x, y = middle("d6")
    ((across, down, radius),) = circles(scene, "figure.refused")
    assert (abs(across - x), abs(down - y)) == pytest.approx((0.5 * CELL, 0.5 * CELL))
    assert math.dist((across, down), (x, y)) > PIECE + radius
    for role in ("figure.refused.way", "figure.refused.way.casing", "figure.refused.head"):
        assert paths(scene, role) == []


def test_a_move_of_the_other_side_and_one_behind_the_end_have_their_whole_way() -> None:
    scene = compose(START, (), [refuse_move(Moment.of(START, sided=True), "c4-c7")])
    won = read_position("/K6/7/7/7/3t3/7/7/", WALKER)
    over = compose(won, (), [refuse_move(Moment.of(won, sided=False), "d5-d2")])
    for there, start, end in ((scene, "c4", "c7"), (over, "d5", "d2")):
        (way,) = paths(there, "figure.refused.way")
        (head,) = paths(there, "figure.refused.head")
        assert math.dist(way[0], middle(start)) == pytest.approx(0.55 * CELL)
        assert math.dist(head[0], middle(end)) == pytest.approx(0.32 * CELL)


def test_a_refused_move_of_a_piece_with_dots_has_its_way_too() -> None:
    scene = play_script("moves", GAME.figures["moves"], WALKER)
    assert scene.window == (1, 2, 5, 3)
    width = 5 * CELL
    assert circles(scene, "figure.reach", width)
    assert [refusal.reason.value for refusal in scene.refused] == ["not-in-line", "throne"]
    assert len(circles(scene, "figure.refused", width)) == len(paths(scene, "figure.refused.bar", width)) == 2
    # the move out of line has its way; the one to the next square has no room for one
    ((tip, *_),) = paths(scene, "figure.refused.head", width)
    slanting = 1.6 / 2**0.5
    assert tip == pytest.approx((12.5 - slanting, 2.5 + slanting))
    (slant,) = paths(scene, "figure.refused.way", width)
    assert slant[0] == pytest.approx((7.5 + 2.75 / 2**0.5, 7.5 - 2.75 / 2**0.5))


def test_crosses_lie_under_the_pieces_other_marks_over_them_and_numbers_over_all() -> None:
    position = read_position("/7/7/1Tt1T2/7/7/7/7/", WALKER)
    shown = Moment.of(position, sided=False)
    turns = [play_move(shown, "e3-d3xc3"), play_move(shown, "e3-e5")]
    scene = compose(position, turns, [refuse_move(shown, "e3-g5")], [reach_of(shown, "e3")])
    roles = [shape.role for shape, *_ in drawn(scene) if isinstance(shape, (Circle, Path, Rect))]
    kinds = [role if role.startswith("figure.") else role.partition(".")[0] for role in roles]
    assert list(dict.fromkeys(kinds)) == [
        *("board", "figure.cross.casing", "figure.cross", "piece"),
        *("figure.refused.way.casing", "figure.refused.way", "figure.refused.head"),
        *("figure.target.casing", "figure.target", "figure.arrow.casing", "figure.arrow", "figure.arrow.head"),
        *("figure.reach", "figure.refused.casing", "figure.refused", "figure.refused.bar"),
        *("figure.badge", "figure.badge.digit", "figure.frame"),
    ]
    last = len(kinds) - 1 - kinds[::-1].index("piece")
    # no piece lies over a mark, but over its cross
    assert set(kinds[:last]) == {"board", "figure.cross.casing", "figure.cross", "piece"}


def test_dots_stand_where_the_piece_can_go_but_under_no_arrow() -> None:
    reach = reach_of(Moment.of(START, sided=True), "d6")
    scene = compose(START, [play_move(Moment.of(START, sided=True), "d6-b6")], (), [reach])
    dots = {(round(x, 3), round(y, 3)) for x, y, _ in circles(scene, "figure.reach")}
    assert dots == {middle(str(square)) for square in reach[1] if str(square) != "b6"}


# the frame


def frame(scene: Scene, width: float) -> set[frozenset[tuple[float, float]]]:
    """The lines of an open frame, each by its ends in mm."""
    runs = [[(round(x, 6), round(y, 6)) for x, y in path] for path in paths(scene, "figure.frame", width)]
    return {frozenset(ends) for run in runs for ends in pairwise(run)}


def frames(scene: Scene, width: float = 35.0) -> list[tuple[float, ...]]:
    """The closed frames, by their place and size in mm."""
    return [
        (x + shape.x * k, y + shape.y * k, shape.width * k, shape.height * k)
        for shape, k, x, y in drawn(scene, width)
        if isinstance(shape, Rect) and shape.role == "figure.frame"
    ]


def test_the_whole_board_has_a_closed_frame() -> None:
    scene = compose(START, ())
    assert frames(scene) == [pytest.approx((0, 0, 35, 35))]
    assert frame(scene, 35.0) == set()


TOP, RIGHT, LOW, LEFT = "top", "right", "low", "left"


@pytest.mark.parametrize(
    ("part", "sides"),
    [
        (Window(1, 1, 5, 5), ()),
        (Window(0, 1, 5, 5), (LEFT,)),
        (Window(2, 1, 5, 5), (RIGHT,)),
        (Window(1, 0, 5, 5), (LOW,)),
        (Window(1, 2, 5, 5), (TOP,)),
        (Window(0, 0, 5, 5), (LOW, LEFT)),
        (Window(2, 0, 5, 5), (RIGHT, LOW)),
        (Window(0, 2, 5, 5), (TOP, LEFT)),
        (Window(2, 2, 5, 5), (TOP, RIGHT)),
        (Window(0, 2, 7, 3), (RIGHT, LEFT)),
        (Window(2, 0, 3, 7), (TOP, LOW)),
        (Window(0, 0, 7, 4), (RIGHT, LOW, LEFT)),
        (Window(0, 3, 7, 4), (TOP, RIGHT, LEFT)),
        (Window(3, 0, 4, 7), (TOP, RIGHT, LOW)),
    ],
)
def test_the_frame_is_open_where_the_board_goes_on(part: Window, sides: tuple[str, ...]) -> None:
    scene = compose(START, (), part=part)
    wide, high = part.files * CELL, part.ranks * CELL
    lines = {
        TOP: frozenset({(0.0, 0.0), (wide, 0.0)}),
        RIGHT: frozenset({(wide, 0.0), (wide, high)}),
        LOW: frozenset({(0.0, high), (wide, high)}),
        LEFT: frozenset({(0.0, 0.0), (0.0, high)}),
    }
    assert frames(scene, wide) == []
    assert frame(scene, wide) == {lines[side] for side in sides}
    # neighbouring sides are one line, whose corner is whole
    apart = 2 if sides in ((TOP, LOW), (RIGHT, LEFT)) else 1
    assert len(paths(scene, "figure.frame", wide)) == (apart if sides else 0)


def test_in_line_paints_an_open_side_has_a_line_as_between_squares() -> None:
    scene = compose(START, (), part=Window(2, 2, 5, 5))
    look = catalog().theme("plain").look(catalog().store, GAME.ruleset("walker").face)
    *_, sides, edge = draw_scene(scene, 35.0, NOTHING, look).children
    assert isinstance(sides, Rect)
    assert (sides.x, sides.y, sides.width, sides.height) == pytest.approx((0, 0, 5 * CELL, 5 * CELL), abs=5.0)
    assert sides.role.startswith("board.line")
    assert isinstance(edge, Path)
    assert edge.role == "figure.frame"


def test_a_taller_scene_has_a_rank_more_without_a_throne_or_a_corner_of_the_board() -> None:
    # a rank below; above, where a corner or no rank is below; none, where one is a throne's and the other lies outside
    windows = {
        Window(2, 1, 3, 2): (0, 3),
        Window(0, 1, 3, 2): (1, 3),
        Window(1, 0, 5, 2): (0, 3),
        Window(1, 4, 5, 3): (4, 3),
    }
    for window, (rank, ranks) in windows.items():
        taller = compose(START, (), part=window).taller()
        assert taller.window == Window(window.file, rank, window.files, ranks), window


def test_a_figure_shows_the_part_that_its_scene_has() -> None:
    scene = play_script("capture-corner", GAME.figures["capture-corner"], WALKER)
    assert scene.window == (2, 5, 5, 2)
    ((x, y, _),) = circles(scene, "figure.target", 5 * CELL)
    # e7, in the third file of the part, at the top
    assert (x, y) == pytest.approx((2.5 * CELL, 0.5 * CELL))
    assert frame(scene, 25.0) == {frozenset({(0.0, 0.0), (25.0, 0.0)}), frozenset({(25.0, 0.0), (25.0, 10.0)})}


# the field


def board_roles(scene: Scene, width: float) -> set[str]:
    """The roles of what a figure of a width in mm shows of the board, in a theme with worked boards."""
    look = catalog().theme("ballinderry").look(catalog().store, GAME.ruleset("walker").face)
    shapes = (shape for shape, _ in walk((draw_scene(scene, width, NOTHING, look),)))
    return {role for shape in shapes if (role := getattr(shape, "role", "")).startswith("board.")}


@pytest.mark.parametrize("name", ["capture", "king-beside-three", "corner-barred"])
def test_a_part_shows_the_same_board_at_every_size_without_places_of_the_start(name: str) -> None:
    scene = play_script(name, GAME.figures[name], WALKER)
    shown = [
        {role for role in board_roles(scene, width) if not role.startswith(("board.throne", "board.corner"))}
        for width in (16.0, 30.0, 60.0, 200.0)
    ]
    assert shown[0] == shown[1] == shown[2] == shown[3]
    assert not any("attackers" in role or "defenders" in role or "grain" in role for role in shown[0])


def test_a_whole_board_is_as_it_is_made_and_has_no_marks_below_signs_and_in_small() -> None:
    start = compose(START, ())
    marks = {"board.start.attackers.inlay", "board.start.defenders.inlay"}
    assert {"board.square.attackers", *marks} <= board_roles(start, 120.0)
    small = board_roles(start, 35.0)
    assert "board.square.attackers" in small
    assert not any(role.startswith("board.start") for role in small)
    signs = board_roles(moved("d6-c6"), 120.0)
    assert {"board.square", "board.square.throne", "board.square.corner"} <= signs
    assert not any("attackers" in role or "defenders" in role for role in signs)


@pytest.mark.parametrize(
    "scene", [play_script("capture-corner", GAME.figures["capture-corner"], WALKER), moved("d6-c6")]
)
def test_lines_frame_and_signs_keep_their_weights_to_one_another_in_large_figures(scene: Scene) -> None:
    look = catalog().theme("ballinderry").look(catalog().store, GAME.ruleset("walker").face)
    roles = ("board.line", "figure.frame", "figure.arrow")
    for width in (40.0, 200.0, 300.0, 1000.0):
        shapes = list(walk((draw_scene(scene, width, NOTHING, look),)))
        scales = [{t[0] for shape, t in shapes if getattr(shape, "role", "") == role} for role in roles]
        assert scales[0]
        assert all(max(found) == pytest.approx(min(scales[0])) for found in scales), width


# every figure there is


@pytest.mark.parametrize("ruleset", sampled(GAME.ruleset_names, 2))
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
        assert len(paths(scene, "figure.arrow")) == len(circles(scene, "figure.target")) == len(scene.turns)
        barred = {refusal.move.target for refusal in scene.refused}
        assert len(paths(scene, "figure.refused.bar")) == len(circles(scene, "figure.refused")) == len(barred)
        assert len(paths(scene, "figure.refused.head")) <= len(scene.refused)
        whole = scene.window == (0, 0, 7, 7)
        assert len(frames(scene)) == whole
        assert not (whole and frame(scene, 35.0))


def test_a_figure_alone_is_as_high_as_its_part() -> None:
    scene = play_script("capture", GAME.figures["capture"], WALKER)
    drawing = draw_figure(scene, 41, "", NOTHING, Look())
    assert scene.window[2:] == (5, 2)
    (margin,) = {shape.transform[4] for shape in drawing.shapes if isinstance(shape, Group) and shape.transform}
    assert (drawing.width - 2 * margin) / 5 == pytest.approx((drawing.height - 2 * margin) / 2)


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


@pytest.mark.parametrize("width", [10.0, 40.0, 60.0, 200.0, 1000.0])
def test_the_frame_of_a_figure_alone_is_not_cut_off(width: float) -> None:
    scene = play_script("capture-corner", GAME.figures["capture-corner"], WALKER)
    drawing = draw_figure(scene, width, "", NOTHING, Look())
    diagram = draw_diagram(scene, width, "", NOTHING, Look(), catalog().typesetter())
    for there, thick in product((drawing, diagram), (paints.paint("figure.frame").width for paints in PAINTS)):
        frames = [(shape, t) for shape, t in walk(there.shapes) if getattr(shape, "role", "") == "figure.frame"]
        assert len(frames) == 1
        for shape, (k, _, _, _, x, y) in frames:
            assert isinstance(shape, Path)
            for across, down in points(shape):
                room = min(x + across * k, y + down * k, width - x - across * k, there.height - y - down * k)
                assert room >= thick * k / 2


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
    assert draw_diagram(lower, 60, "", NOTHING, Look(), catalog().typesetter()).height == pytest.approx(
        59 * 3 / 5 + 1, abs=0.1
    )


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
        (5.0, "", "the width must be 10 to 1000 mm, not 5 mm"),
        (2000.0, "", "the width must be 10 to 1000 mm, not 2000 mm"),
        (10.0, "", "squares of 1.0 mm are too small for coordinates; make the diagram 17 mm wide or more"),
        (20.0, "Unausgesprochenheiten", "'Unausgesprochenheiten' is wider than its column of 17 mm"),
        (60.0, "囲碁", "the font 'text' has no letter '囲' (U+56F2 CJK"),
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
