"""Kits on any paper: the page in the PDF, the board as large as asked for, what is read beside it, names of files."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from support.shipped import built, catalog
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.drawing.look import Theme
from taflkit.kit.options import KitSpec, framed, kit_name
from taflkit.render.pdf import to_pdf

POINT = 25.4 / 72
PLAIN = KitSpec(theme="plain")


@pytest.mark.parametrize(
    ("paper", "sides", "leaflet", "sections"),
    [
        ("594x420", (420, 594), (210, 297), 1),
        ("18x24in", (457.2, 609.6), (215.9, 279.4), 1),
        ("1200x3000", (1200, 3000), (210, 297), 1),
        ("b5", (176, 250), (210, 297), 2),
        ("135x135", (135, 135), (210, 297), 4),
    ],
)
def test_parts_are_on_that_paper_and_what_is_read_on_a_usual_one(paper, sides, leaflet, sections):
    kit = built(PLAIN._replace(paper=paper))
    assert len(kit.plan.sections) == sections
    pages = kit.documents[""].pages
    for page in kit.pages.pages:
        size = leaflet if page.role in ("instructions", "booklet") else sides
        drawn = pages[page.number - 1]
        assert sorted((drawn.width, drawn.height)) == pytest.approx(sorted(size))


@pytest.mark.parametrize("theme", ["ballinderry", "manuscript", "plain"])
def test_the_largest_roll_is_a_file_of_usual_size(theme: str, tmp_path: Path) -> None:
    kit = built(KitSpec(theme=theme, paper="1200x3000", parts=("board", "counters")))
    content = to_pdf(kit.documents[""], kit.paints)
    assert len(content) < 1_000_000
    (tmp_path / "kit.pdf").write_bytes(content)
    with pikepdf.open(tmp_path / "kit.pdf") as pdf:
        (page,) = pdf.pages
        assert [float(side) * POINT for side in page.mediabox[2:]] == pytest.approx([1200, 3000], abs=0.01)


def test_a_board_has_the_side_that_is_chosen_with_its_border() -> None:
    for spec, frame in (
        (KitSpec(paper="a1", board_size=500.0), 10.0),
        (PLAIN._replace(paper="a1", board_size=500.0), 0),
    ):
        plan = built(spec).plan
        (board,) = (part for sheet in plan.sheets for part in sheet.parts if part.kind == "section")
        assert (board.width, board.height) == pytest.approx((500.0, 500.0), abs=1e-6)
        assert plan.cell == pytest.approx((500 - 2 * frame) / 7)


@pytest.mark.parametrize("game", ["brandub", "tablut", "alea-evangelii"])
def test_a_board_may_fill_the_paper_between_its_margins(game: str) -> None:
    spec = KitSpec(game=game, paper="60x60cm", parts=("board",))
    assert len(built(spec._replace(board_size=580.0)).plan.sections) == 1
    assert len(built(spec._replace(board_size=580.1)).plan.sections) > 1


def test_the_border_of_a_large_board_is_in_proportion() -> None:
    bordered, bare = (catalog().theme(name, "colour", "full") for name in ("ballinderry", "plain"))

    def width(theme: Theme = bordered, **choices: object) -> float | None:
        return framed(KitSpec(**choices), theme).frame  # type: ignore[arg-type]

    assert [width(paper=paper) for paper in ("a4", "a3", "a2", "a0")] == [6, 6, 8, 17]
    assert [width(board_size=size) for size in (100.0, 300.0, 500.0)] == [6, 6, 10]
    assert width(paper="a0", cell=30.0) == 6
    assert width(paper="a0", frame=3.0) == 3
    assert width(bare, paper="a0") == 0


@pytest.mark.parametrize(
    ("choices", "name"),
    [
        ({"paper": "594X420mm"}, "420x594-colour"),
        ({"paper": "18x24in"}, "18x24in-colour"),
        ({"paper": "8.5x11in"}, "8-5x11in-colour"),
        ({"paper": "A2", "board_size": 300.0}, "a2-colour-board300"),
    ],
)
def test_the_file_is_called_by_the_paper_and_the_board(choices, name):
    spec = KitSpec(**choices)
    kit = built(spec._replace(parts=("board",)))
    assert kit.stem == f"brandub-walker-{name}-only-board"
    book = read_book(catalog(), spec.game, spec.rules, (), "en")
    assert kit_name(catalog(), book, spec) == f"brandub-walker-{name}"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--paper 5x5", "--paper: a paper's sides must be 135 mm or more, for the ruler, and at most 1200 x 3000 mm"),
        ("--paper 10000x10000", "--paper: a paper's sides must be 135 mm or more"),
        ("--board-size 50cm --cell 30", "--board-size: the squares' side says how large the board is already"),
        ("--board-size 5m", "--board-size: '5m' has the unknown unit 'm'"),
        ("--board-size nan", "--board-size: 'nan' is not a length"),
        ("--board-size 39", "--board-size: the board's side must be 40 to 3000 mm, not 39 mm"),
        ("--board-size 60", "--board-size: the side of a 7 x 7 board must be 68 to 1692 mm, not 60 mm"),
        ("--board-size 500 --sections two", "A1 paper holds the board in one piece"),
        ("--board-size 1100", "1120 x 1120 mm paper holds the board in one piece"),
        ("--paper 135x135 --margin 30", "a card does not fit: it needs 63 x 88 mm; there is 75 x 75 mm on a sheet of"),
        ("--paper b9", "there is no paper 'b9'; there is a4, letter, a3"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(words: str, line: str) -> None:
    result = CliRunner().invoke(main, ["build", *words.split(), "--dry-run"])
    assert result.exit_code in (1, 2)
    (said,) = (each for each in result.stderr.splitlines() if each.startswith("Error: "))
    assert line in said


def test_a_board_in_sections_says_which_paper_takes_it_whole() -> None:
    def said(*words: str) -> str:
        return CliRunner().invoke(main, ["build", "--parts", "board", "--dry-run", *words]).stdout

    assert "In one piece it goes on A1 (--paper a1)" in said("--board-size", "50cm").splitlines()
    assert "In one piece it goes on Arch D (--paper arch-d)" in said("--board-size", "50cm", "--paper", "letter")
    assert "In one piece" not in said("--board-size", "50cm", "--paper", "a1")
    assert "In one piece" not in said()


def test_the_ruler_has_no_room_beside_a_cutters_marks_on_the_least_papers() -> None:
    result = CliRunner().invoke(main, ["export", "--to", "cutter", "--paper", "148x210", "--parts", "counters"])
    assert result.exit_code == 1
    assert (
        "--paper: the ruler does not fit: it needs 113 mm; there is 110 mm at the foot of 148 x 210 mm" in result.stderr
    )
