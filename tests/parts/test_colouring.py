"""The board to colour in: black lines alone, squares as large as the page lets them be, and the pieces beside."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.sampling import sampled
from support.shipped import built, catalog, read
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.drawing.shapes import Extents, Group, Rect, Shape, Shown, Tag
from taflkit.errors import DoesNotFit
from taflkit.kit.options import KitSpec
from taflkit.parts.colouring import draw_colouring
from taflkit.sheets.paper import PAPERS

COLOURING = KitSpec(parts=("colouring",))
SPECS = [
    COLOURING,
    COLOURING._replace(game="alea-evangelii", paper="letter", mode="mono", theme="plain"),
    COLOURING._replace(game="tablut", paper="a3", ink="light", theme="manuscript"),
    COLOURING._replace(game="parlett", paper="legal"),
]
BLACK, WHITE = {0.0}, {1.0}


def shapes(room: Rect, game: str = "brandub", cell: float | None = None, frame: float = 6.0) -> tuple[Shape, ...]:
    known = catalog()
    theme = known.theme()
    return draw_colouring(read_book(known, game, None), room, cell, frame, theme, known.typesetter(), known.store)


def figures(drawn: tuple[Shape, ...]) -> list[tuple[Tag, Group]]:
    """The board, and then the pieces of each kind."""
    tagged = [(shape.tag, shape) for shape in drawn if isinstance(shape, Group) and shape.tag]
    return [(tag, shape) for tag, shape in tagged if tag.role == "Figure"]


def middles(drawn: tuple[Shape, ...]) -> list[tuple[float, float]]:
    """The middles of the pieces."""
    placed = (shape for _, group in figures(drawn)[1:] for shape in group.children)
    return [shape.transform[4:] for shape in placed if isinstance(shape, Shown)]


def first_pieces(drawn: tuple[Shape, ...]) -> list[Shape]:
    """A piece of each kind."""
    return [group.children[0] for _, group in figures(drawn)[1:]]


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_it_is_in_black_lines_on_white_on_one_page(spec: KitSpec) -> None:
    assert_in_lines(spec)


def test_a_themes_own_art_is_in_lines_too(tmp_path: Path) -> None:
    made = CliRunner().invoke(main, ["new", "theme", "rosewood", "--art", "-o", str(tmp_path)])
    assert made.exit_code == 0, made.output
    (theme,) = tmp_path.rglob("rosewood.toml")
    assert_in_lines(COLOURING._replace(theme=str(theme)))


def assert_in_lines(spec: KitSpec) -> None:
    """Refuse a page that has more than outlines on white, all as wide, within its margins."""
    (page,) = read(spec)
    paper = PAPERS[spec.paper]
    assert (page.width, page.height) == pytest.approx((paper.width, paper.height), abs=0.01)
    assert {path.operator[0] for path in page.paths} <= {"S", "B"}
    assert {shade for path in page.paths for shade in path.stroke or (1.0,)} == BLACK
    assert {shade for path in page.paths if path.operator[0] == "B" for shade in path.fill or (0.0,)} == WHITE
    assert {round(path.line_width, 3) for path in page.paths} == {0.25}, "lines are as wide however much is enlarged"
    edge = spec.margin - 0.13
    assert min(min(path.box.left, path.box.top) for path in page.paths) >= edge
    assert max(path.box.right for path in page.paths) <= paper.width - edge


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_all_pieces_of_the_game_are_on_it_clear_of_one_another_and_of_the_board(spec: KitSpec) -> None:
    layout, paper = read_book(catalog(), spec.game, None).variant.layout, PAPERS[spec.paper]
    drawn = shapes(Rect(10, 10, paper.width - 20, paper.height - 30, ""), spec.game, frame=0.0)
    counts = Counter(len(group.children) for _, group in figures(drawn)[1:])
    assert counts == Counter(layout.count(piece) for piece in set(layout.start.values()))
    extents = Extents(lambda _: 0.0)
    board, *kinds = (extents.of(shape) for shape in (figures(drawn)[0][1], *first_pieces(drawn)))
    assert board is not None
    cell = (board.right - board.left) / layout.size
    placed = middles(drawn)
    assert min(dist(a, b) for a, b in combinations(placed, 2)) >= 0.8 * cell + 2.9
    assert min(y for _, y in placed) >= board.bottom + 0.4 * cell + 6.9
    assert max(piece.right - piece.left for piece in kinds if piece) <= 0.8 * cell


def side(spec: KitSpec) -> float:
    """The side of the board's squares in mm: no other shape is there so often."""
    (page,) = read(spec)
    alike = (path.box.width for path in page.paths if path.box.width == pytest.approx(path.box.height, abs=0.02))
    ((found, count),) = Counter(round(width, 1) for width in alike if width > 8).most_common(1)
    assert count >= 7 * 7
    return found


def test_squares_of_a_side_that_the_page_has_room_for_are_as_large() -> None:
    assert side(COLOURING._replace(cell=20.0)) == 20.0
    assert 20 < side(COLOURING) == side(COLOURING._replace(cell=90.0)) <= (210 - 20) / 7
    assert side(COLOURING) < side(COLOURING._replace(frame=0.0))


def test_on_wide_paper_the_pieces_are_beside_the_board() -> None:
    upright, wide = middles(shapes(Rect(10, 10, 190, 270, ""))), middles(shapes(Rect(10, 10, 270, 190, "")))
    assert min(y for _, y in upright) > 200
    assert min(x for x, _ in wide) > 160
    assert len(upright) == len(wide) == 13


def test_one_piece_of_each_kind_is_there_where_all_would_make_the_board_small() -> None:
    # a square page, which rows or columns of pieces would take much of
    few = shapes(Rect(0, 0, 100, 122, ""), "parlett", frame=0.0)
    assert len(middles(few)) == 3
    assert len(middles(shapes(Rect(0, 0, 100, 180, ""), "parlett", frame=0.0))) == 49


def test_a_paper_that_is_too_small_is_refused_in_one_line() -> None:
    with pytest.raises(DoesNotFit, match=r"^the board to colour in does not fit: it needs squares of 5 mm; [^\n]*$"):
        shapes(Rect(0, 0, 90, 90, ""), "alea-evangelii")


def test_the_kit_lists_it_and_makes_nothing_else() -> None:
    kit = built(KitSpec(parts=("instructions", "colouring"), paper="a3"))
    assert [page.role for page in kit.pages.pages] == ["instructions", "colouring"]
    words = "".join(text.text for text in read(kit.spec)[0].texts).replace("\xa0", " ")
    for said in ("a board to colour in", "Board to colour in", "parts on A3, this page on A4"):
        assert said in words
