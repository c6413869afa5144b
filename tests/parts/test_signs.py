"""Signs of figures, measured in all scenes of all kits: they lie over no piece and no other sign, and inside."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

import pytest

from support.shipped import FAMILY, RULESETS, catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Circle, Path, Rect, Shape, walk
from taflkit.figures import Grid, Scene
from taflkit.parts.figures import FINE, PIECE, TAKEN, draw_figure_piece, draw_scene
from taflkit.resources import INKS, MODES
from taflkit.tafl import Piece
from taflkit.words.alternatives import Description

Point = tuple[float, float]
NEAR = 1e-6
NOTHING = Description("", "en")
SIDES = (3.6, 5.0, 8.0)
"""The sides in mm of the squares of figures in a booklet, from the smallest with signs on to the largest."""
THEMES = [*product(catalog().theme_names(), MODES, INKS)]
KITS = [("brandub", name) for name in RULESETS] + list(FAMILY)
QUICK = {("brandub", "walker"), ("hnefatafl", "copenhagen")}


@cache
def widest(role: str) -> float:
    """The widest line in mm that any theme has for a role."""
    themes = (catalog().theme(*choice) for choice in THEMES)
    found = (theme.paints.paint(role) for theme in themes)
    return max(paint.width if paint.stroke else 0.0 for paint in found)


class Mark(NamedTuple):
    """A sign's outline in parts of a square, round ends of lines included: the points between which it is drawn."""

    role: str
    points: tuple[Point, ...]
    radius: float

    def reach(self, point: Point) -> float:
        """How far a point is from the mark, negative inside it."""
        if len(self.points) == 1:
            return math.dist(point, self.points[0]) - self.radius
        return min(_distance(point, *ends) for ends in pairwise(self.points)) - self.radius

    def gap(self, other: Mark) -> float:
        """How far two marks are apart; one of them is a disc."""
        if len(self.points) == 1:
            return other.reach(self.points[0]) - self.radius
        return other.gap(self)


def _distance(point: Point, start: Point, end: Point) -> float:
    long = math.dist(start, end)
    if not long:
        return math.dist(point, start)
    along = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / long**2
    at = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + at * (end[0] - start[0]), start[1] + at * (end[1] - start[1])))


def drawn(scene: Scene, side: float) -> Iterator[tuple[Shape, float, Point]]:
    """The shapes of a figure with squares of a side in mm, each with its scale and its place in squares."""
    figure = draw_scene(scene, side * scene.window.files, NOTHING, Look())
    for shape, (k, _, _, _, x, y) in walk((figure,)):
        yield shape, k / side, (x / side, y / side)


def marks(scene: Scene, side: float) -> list[Mark]:
    """Every sign of a figure, whose field and pieces are left out."""
    found: list[Mark] = []
    for shape, k, (x, y) in drawn(scene, side):
        if isinstance(shape, Circle) and shape.role.startswith("figure."):
            around = (shape.radius + widest(shape.role) / 2) * k
            found.append(Mark(shape.role, ((x + shape.x * k, y + shape.y * k),), around))
        elif isinstance(shape, Path) and shape.role.startswith("figure.") and shape.role != "figure.frame":
            points = [(x + values[-2] * k, y + values[-1] * k) for _, values in shape.segments if values]
            lines = [tuple(points[i : i + 2]) for i in range(0, len(points), 2)] if "cross" in shape.role else [points]
            found += (Mark(shape.role, tuple(line), widest(shape.role) / 2 * k) for line in lines)
    return found


def pieces(scene: Scene) -> list[tuple[Point, float]]:
    """The middle and the radius of every piece, in squares."""
    grid = Grid(1.0, *scene.window)
    return [
        (grid.centre(square), (TAKEN if square in scene.captured else PIECE) / 2)
        for square in scene.before.pieces
        if grid.shows(square)
    ]


def hold_clear(scene: Scene, side: float) -> None:
    """Assert that signs are clear of pieces and of one another, and inside the figure."""
    found, wide, high = marks(scene, side), scene.window.files, scene.window.ranks
    over = [mark for mark in found if "cross" not in mark.role]
    for mark, (middle, radius) in product(over, pieces(scene)):
        assert mark.reach(middle) >= radius - NEAR, (scene.name, mark, middle)
    for mark in found:
        for x, y in mark.points:
            # the light line round a sign may be cut by the figure's edge
            inside = 0.0 if "casing" in mark.role else mark.radius
            assert inside <= min(x, y, wide - x, high - y) + NEAR, (scene.name, mark)
    badges = [mark for mark in found if mark.role == "figure.badge"]
    signs = [mark for mark in found if mark.role == "figure.refused"]
    for one, other in (*combinations((*badges, *signs), 2), *product(badges, _lines(found))):
        assert one.gap(other) >= -NEAR, (scene.name, one, other)


def _lines(found: Sequence[Mark]) -> list[Mark]:
    return [mark for mark in found if mark.role in ("figure.arrow", "figure.cross", "figure.refused.way")]


def hold_captured_in_front(scene: Scene) -> None:
    """Assert that the cross of a captured piece covers nothing of it: it is drawn before, and shows round it."""
    order = [shape.role for shape, _, _ in drawn(scene, 5.0) if isinstance(shape, (Circle, Path, Rect))]
    crosses = [number for number, role in enumerate(order) if "cross" in role]
    first = next((number for number, role in enumerate(order) if role.startswith("piece.")), 0)
    assert len(crosses) == 2 * len(scene.captured)
    assert not crosses or max(crosses) < first
    grid = Grid(1.0, *scene.window)
    arms = [mark for mark in marks(scene, 5.0) if mark.role == "figure.cross"]
    for square in scene.captured:
        middle = grid.centre(square)
        own = [mark for mark in arms if max(abs(a - b) for a, b in zip(mark.points[0], middle, strict=True)) < 0.5]
        # at least a fifth of a square of every arm shows
        assert [math.dist(mark.points[1], middle) - TAKEN / 2 > 0.2 for mark in own] == [True] * 4


@pytest.mark.parametrize(
    ("game", "ruleset"),
    [pytest.param(*kit, marks=() if kit in QUICK else pytest.mark.whole) for kit in KITS],
)
def test_no_sign_of_any_kit_lies_over_a_piece_or_another_sign_or_leaves_its_figure(game: str, ruleset: str) -> None:
    for scene in read_book(catalog(), game, ruleset).played.values():
        hold_captured_in_front(scene)
        for side in SIDES:
            hold_clear(scene, side)


# plain discs


def test_on_small_squares_pieces_are_plain_discs_and_lines_are_lighter() -> None:
    start = read_book(catalog(), "alea-evangelii", "opentafl").played["start"]
    kinds = dict.fromkeys(start.before.pieces.values())
    for side, plain in ((FINE - 0.01, True), (FINE, False)):
        shapes = list(drawn(start, side))
        devices = [shape for shape, _, _ in shapes if getattr(shape, "role", "").endswith("device.small")]
        # an attacker's disc has no device at all
        attackers = [shape for shape in devices if getattr(shape, "role", "") == "piece.attacker.device.small"]
        assert bool(attackers) is not plain
        assert len(kinds) == 3
        lines = {round(k * side, 3) for shape, k, _ in shapes if getattr(shape, "role", "") == "board.point.line"}
        assert len(lines) == 1
        # less than four fifths of the lines of a figure with the same squares and devices
        assert (min(lines) < 0.8 * side / 5) is plain


@pytest.mark.parametrize(("theme", "mode", "ink"), THEMES)
def test_plain_discs_are_told_apart_by_their_greys(theme: str, mode: str, ink: str) -> None:
    paints = catalog().theme(theme, mode, ink).paints

    def seen(piece: Piece) -> list[float]:
        """The grey at the edge, half way and in the middle of a disc."""
        forms = draw_figure_piece(piece, 4.4, Look(), (0.0, 0.0), fine=True).form.shapes
        rings = [(shape.role, _radii(shape)) for shape in forms if isinstance(shape, (Circle, Path))]
        found = []
        for at in (0.85 * 2.2, 0.68 * 2.2, 0.0):
            inside = [role for role, radii in rings if sum(at < radius for radius in radii) % 2]
            found.append(_grey(paints.paint(inside[-1]).fill))
        return found

    for one, other in combinations(map(seen, Piece), 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.25, (one, other)


def _grey(fill: Sequence[float] | None) -> float:
    assert fill
    return fill[0] if len(fill) == 1 else 0.2126 * fill[0] + 0.7152 * fill[1] + 0.0722 * fill[2]


def _radii(shape: Circle | Path) -> list[float]:
    """The radii of the circles that a shape is made of, about its middle."""
    if isinstance(shape, Circle):
        return [shape.radius]
    return [math.hypot(*values) for letter, values in shape.segments if letter == "M"]


@pytest.mark.parametrize("side", [1.5, 2.0, 2.8])
def test_the_lighter_lines_are_a_quarter_of_a_point_at_least(side: float) -> None:
    start = read_book(catalog(), "alea-evangelii", "opentafl").played["start"]
    themes = [catalog().theme(*choice).paints for choice in THEMES]
    for shape, k, _ in drawn(start, side):
        role = getattr(shape, "role", "")
        if role.startswith("board."):
            lined = [paint.width for paint in (paints.paint(role) for paints in themes) if paint.stroke]
            assert min(lined, default=1.0) * k * side >= 0.088, role
