"""Boards of wood: how large they are, how light, where knots are, and that nothing of them is left to chance."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import mean
from zlib import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import sampled
from support.shipped import catalog
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Extents, Form, Path, Rect, Shown, translate, walk
from taflkit.drawing.store import Store
from taflkit.figures import Grid
from taflkit.ornament.contours import thin, trace
from taflkit.ornament.wood import draw_knot
from taflkit.parts.board.board import draw_board, draw_field, draw_section
from taflkit.parts.board.surface import kind_of
from taflkit.parts.board.wood import WoodenBoard, knots_of
from taflkit.render.pdf.content import outline
from taflkit.render.png import to_pixels
from taflkit.sheets.sections import Measures, Section
from taflkit.tafl import BoardLayout, Square

MODES = ("colour", "mono")
BOARDS = (("brandub", 38.0), ("tablut", 29.0), ("hnefatafl", 22.0), ("parlett", 20.0), ("alea-evangelii", 13.0))


def look() -> Look:
    return catalog().theme("ballinderry", "colour", "full").look(Store())


def board(game: str, cell: float, frame: float = 0.0, bleed: float = 0.0) -> Form:
    return draw_board(catalog().game(game).layout, "squares", cell, frame, look(), bleed)


@st.composite
def layouts(draw: st.DrawFn) -> BoardLayout:
    """A board of any size whose squares are marked at random, all of them if need be."""
    size = draw(st.integers(2, 9)) * 2 + 1
    rows = [list(draw(st.text("..tT", min_size=size, max_size=size))) for _ in range(size)]
    middle, last = size // 2, size - 1
    rows[middle][middle - 1 : middle + 2] = ["t", "K", "T"]
    ends = draw(st.sampled_from(((), (0, last), (0, 1, last - 1, last))[: 2 + (size >= 9)]))
    corners = tuple(Square(file, rank) for file in ends for rank in ends)
    for corner in corners:
        rows[corner.rank][corner.file] = "."
    picture = "\n".join("".join(row) for row in rows)
    return BoardLayout.from_picture(picture, corners=corners, throne_marked=draw(st.booleans()))


@given(layouts(), st.floats(9.0, 60.0))
def test_knots_stand_wholly_in_plain_squares_each_alone(layout: BoardLayout, cell: float) -> None:
    knots = knots_of(layout, cell)
    plain = [Square(file, rank) for file in range(layout.size) for rank in range(layout.size)]
    plain = [square for square in plain if not kind_of(layout, square)]
    assert set(knots) <= set(plain)
    assert bool(knots) == bool(plain)
    for square, knot in knots.items():
        for turn in (0.0, 37.0, 90.0):
            for shape in draw_knot(knot, turn, "board.knot"):
                box = Extents(lambda _: 0.0).of(shape)
                assert box is not None
                assert max(abs(box.left), abs(box.top), abs(box.right), abs(box.bottom)) < cell / 2, square


@pytest.mark.parametrize(("game", "cell"), BOARDS)
def test_a_board_of_wood_stays_small(game: str, cell: float) -> None:
    paths = "\n".join(outline(shape) for shape, _ in walk(board(game, cell).shapes) if isinstance(shape, Path))
    assert len(compress(paths.encode(), 9)) < 50_000


def lightness(pixels: bytes) -> float:
    """Return the mean L* of pixels."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    counted = (Counter(pixels[channel::3]) for channel in range(3))
    red, green, blue = (
        sum(count * linear(value / 255) for value, count in channel.items()) / (len(pixels) / 3) for channel in counted
    )
    return float(116 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 3) - 16)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "cell"), sampled([("brandub", 38.0), ("hnefatafl", 22.0)], 1))
def test_kinds_of_squares_are_five_steps_of_lightness_apart(game: str, cell: float, mode: str) -> None:
    layout, theme = catalog().game(game).layout, catalog().theme("ballinderry", mode, "full")
    grid = Grid.whole(layout.size, cell)
    field = Form((*WoodenBoard(layout, grid).draw_squares(),))
    found: dict[str, list[float]] = defaultdict(list)
    for square in grid.squares():
        x, y = grid.corner(square)
        # a square without the strings round it
        part = 0.8 * cell
        shown = Shown(field, translate(-x - 0.1 * cell, -y - 0.1 * cell))
        found[kind_of(layout, square)].append(lightness(to_pixels(Drawing(part, part, (shown,)), theme.paints, 20)))
    order = ["attackers", "", "defenders", "throne", "corner"]
    means = [mean(found[kind]) for kind in order]
    assert all(light - dark > 8.6 for light, dark in pairwise(means)), means


def test_neighbours_are_never_alike() -> None:
    shades: dict[tuple[int, int], str] = {}
    cell = 20.0
    for shape, place in walk(board("hnefatafl", cell).shapes):
        if isinstance(shape, Rect) and "~" in shape.role and shape.width > 0.99 * cell:
            shades[round(place[4] // cell), round(place[5] // cell)] = shape.role.split("~")[1].split("+")[0]
    assert len(shades) == 11 * 11
    for (file, rank), shade in shades.items():
        assert shades.get((file + 1, rank)) != shade
        assert shades.get((file, rank + 1)) != shade


@pytest.mark.parametrize("frame", [0.0, 8.0])
def test_sections_agree_at_their_seams_and_beyond(frame: float) -> None:
    whole, measures = board("brandub", 20.0, frame, 2.0), Measures(7, 20.0, frame)
    left, right = Section("A", 0, 0, 4, 7), Section("B", 4, 0, 3, 7)
    paints = catalog().theme("ballinderry", "colour", "full").paints
    seam = frame + 80.0
    # the bleed of either shows what the other has there, to the last pixel
    strips = []
    for section in (left, right):
        group, _, _ = draw_section(whole, section, measures, 2.0)
        x = measures.place(section).left
        from_seam = (Shown(Form((group,)), translate(x - seam + 1.5, 0.0)),)
        strips.append(to_pixels(Drawing(3.0, measures.side, from_seam), paints, 100))
    assert strips[0] == strips[1]
    assert len(set(strips[0])) > 20


def test_wood_runs_on_beyond_the_edge_of_a_board_without_a_border() -> None:
    paints = catalog().theme("ballinderry", "colour", "full").paints
    whole = board("brandub", 20.0, 0.0, 3.0)
    beyond = to_pixels(Drawing(2.0, 140.0, (Shown(whole, translate(2.0, 0.0)),)), paints, 50)
    assert len({beyond[place : place + 3] for place in range(0, len(beyond), 3)}) > 15


def test_figures_are_flat() -> None:
    layout = catalog().game("brandub").layout
    field = draw_field(layout, "squares", Grid.whole(7, 20.0), look())
    assert not [shape for shape, _ in walk(field.shapes) if "~" in shape.role]


def test_the_start_in_wood_is_told_apart_without_colours() -> None:
    marks = defaultdict(list)
    for shape, _ in walk(board("brandub", 20.0).shapes):
        if shape.role.startswith("board.start."):
            assert isinstance(shape, Path)
            marks[shape.role].append("C" in shape.letters)
    assert marks == {"board.start.attackers.inlay": [False] * 8, "board.start.defenders.inlay": [True] * 4}


@pytest.mark.parametrize("surface", ["squares", "points"])
def test_a_board_is_the_same_twice(surface: str) -> None:
    one, other = (
        [shape for shape, _ in walk(draw_board(catalog().game("tablut").layout, on, 20.0, 0.0, look()).shapes)]
        for on in ("points" if surface == "points" else "squares",) * 2
    )
    assert one == other


@given(st.integers(4, 9), st.floats(0.2, 3.0), st.integers(0, 99))
def test_contours_close_or_end_at_the_edge_and_have_their_height(count: int, turn: float, number: int) -> None:
    heights = [
        [math.sin(turn * x + number) + math.cos(0.7 * turn * y - number) for x in range(count)] for y in range(count)
    ]
    side = float(count - 1)
    levels = (-1.2, -0.31, 0.27, 0.9)
    for level, lines in trace(heights, levels, side, side).items():
        for line in lines:
            ends = (line[0], line[-1])
            assert line[0] == line[-1] or all(min(x, y, side - x, side - y) < 1e-9 for x, y in ends)
            for x, y in line:
                i, j = min(int(x), count - 2), min(int(y), count - 2)
                upper, lower = ((1 - x + i) * row[i] + (x - i) * row[i + 1] for row in heights[j : j + 2])
                assert (1 - y + j) * upper + (y - j) * lower == pytest.approx(levels[level], abs=1e-6)


def test_a_thinned_line_stays_near() -> None:
    points = [(50 * math.cos(place / 40), 50 * math.sin(place / 40)) for place in range(100)]
    kept = thin(points, 0.13)
    assert len(kept) < 25
    for (x0, y0), (x1, y1) in pairwise(kept):
        middle = math.hypot((x0 + x1) / 2, (y0 + y1) / 2)
        assert 50 - middle < 0.2
