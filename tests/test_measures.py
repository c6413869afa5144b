"""scripts/measure_pages.py finds what is wrong with a booklet or a kit: a good one is spoilt in one way each."""

from __future__ import annotations

import runpy
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from support import ROOT
from support.shipped import catalog
from taflkit.drawing.shapes import Document, Drawing, Group, Rect, Shape, Tag, Text, line
from taflkit.render.pdf import to_pdf

SCRIPT = ROOT / "scripts" / "measure_pages.py"
PT = 25.4 / 72
measured: dict[str, Any] = runpy.run_path(str(SCRIPT))


def faults(*pages: tuple[Shape, ...]) -> str:
    """Return what the script finds fault with in a file of these pages."""
    document = Document(tuple(Drawing(148, 210, shapes) for shapes in pages), "Measured")
    return "\n".join(measured["measure"](to_pdf(document, catalog().paints("colour"))).faults)


def word(text: str, x: float, y: float, size: float, tag: Tag | None = None) -> Group:
    return Group((Text(x, y, text, "text", size * PT, "text"),), tag=tag)


@dataclass(frozen=True)
class Booklet:
    """A cover, and two pages of blocks on a grid: each has a rule, and below it a row of figures with captions.

    Attributes:
        begins: how far down the blocks of each page begin, in mm.
        lefts: where the figures of a row begin.
        squares: of the figures in the blocks.
        words: of a rule, which cites its first figure and its last.
        size, caption, foot: of type, in pt.
        first: the number of the first caption.
        pictures: whether the captions have theirs.
        indent: of a rule's first line, in mm.
    """

    begins: tuple[tuple[float, ...], ...] = ((20.0, 55.0), (20.0, 55.0))
    lefts: tuple[float, ...] = (14.0, 56.0, 98.0)
    squares: tuple[float, ...] = (7.2, 7.2, 7.2, 7.2)
    words: str = "Away from the throne the king is captured like a man (figures {} to {})"
    size: float = 9.5
    caption: float = 8.0
    foot: float = 7.0
    first: int = 1
    pictures: bool = True
    indent: float = 0.0

    def faults(self) -> str:
        part = Tag("Part")
        rules = Tag("L", parent=part)
        pages = [(Group((word("Brandub", 14, 30, 66, Tag("H1")),), tag=part),)]
        squares, number = iter(self.squares), 0
        for begins in self.begins:
            shapes: list[Shape] = []
            for y, square in zip(begins, squares, strict=False):
                rule = Tag("P")
                cited = self.words.format(number + 1, number + len(self.lefts))
                shapes.append(word(cited, 14 + self.indent, y, self.size, rule))
                shapes.append(word("and so on.", 14, y + 12 * PT, self.size, rule))
                for left in self.lefts:
                    if self.pictures:
                        shapes.append(Group(board(left, y + 7, square), tag=Tag("Figure", "A board", parent=rules)))
                    named = f"{self.first + number} The start."
                    shapes.append(word(named, left, y + 25, self.caption, Tag("Caption", parent=rules)))
                    number += 1
            pages.append((Group(tuple(shapes), tag=part), word("Brandub", 14, 200, self.foot)))
        return faults(*pages)


def board(left: float, top: float, square: float) -> tuple[Shape, ...]:
    """Return two ranks of five squares with the lines between them and an edge."""
    width, height = 5 * square, 2 * square
    lines = [line((left + n * square, top), (left + n * square, top + height), "board.line") for n in range(1, 5)]
    across = line((left, top + square), (left + width, top + square), "board.line")
    return (*lines, across, Rect(left - 0.3, top, width, height, "board.edge"))


GOOD = Booklet()
SPOILT = {
    "page 3: 12.1 mm are white above 58 mm": replace(GOOD, begins=((20.0, 55.0), (20.0, 60.0))),
    "page 2: 10.0 mm are white above 28 mm": replace(GOOD, begins=((30.0, 65.0), (20.0, 55.0))),
    "figures begin at 4 places: 13.7, 55.7, 56.7, 97.7 mm": replace(GOOD, lefts=(14.0, 56.0, 57.0, 98.0)),
    "squares are of 2 sizes: 6.90, 7.20 mm": replace(GOOD, squares=(7.2, 6.9, 7.2, 7.2)),
    "no figure has squares": replace(GOOD, pictures=False),
    "caption 1 has no picture": replace(GOOD, pictures=False),
    "3 lines are short: page 2, 'The king is captured (figures 1 to 3)' has 37 letters": replace(
        GOOD, words="The king is captured (figures {} to {})"
    ),
    "page 2: '1 The start.' is 7.9 pt, less than 8": replace(GOOD, caption=7.9),
    "page 2: 'Brandub' is 6.9 pt, less than 7": replace(GOOD, foot=6.9),
    "figure 1 is cited and missing": replace(GOOD, first=2),
    "figure 13 is cited and missing": replace(GOOD, words=GOOD.words + ", Abb. 13"),
    "no figure is cited": replace(GOOD, words="Away from the throne the king is captured like a soldier: by"),
}


def test_a_good_booklet_passes() -> None:
    assert GOOD.faults() == ""


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_booklet_does_not(fault: str) -> None:
    assert fault in SPOILT[fault].faults().splitlines()


def test_lines_beside_an_initial_may_be_short() -> None:
    short = replace(GOOD, words="The king is captured (figures {} to {})")
    assert "short" in short.faults()
    assert "short" in replace(short, indent=4.0).faults()
    assert replace(short, indent=8.0).faults() == "there is no running text"


def test_larger_type_may_have_larger_gaps() -> None:
    wide = replace(GOOD, begins=((20.0, 60.0), (20.0, 60.0)))
    assert "white" in wide.faults()
    assert "white" not in replace(wide, size=14.0).faults()


def kit(*words: str, listed: str = "1, 2–3", label: float = 8.0) -> str:
    """Return the faults of a kit of three pages: instructions, with what they say and list, and two sheets."""
    table = Tag("Table")
    row = Tag("TR", parent=table)
    said = [word(text, 14, 30 + 20 * number, 10, Tag("P")) for number, text in enumerate(words)]
    cells = [word(text, x, 150, 10, Tag("TD", parent=row)) for x, text in ((14, listed), (60, "Paper"))]
    part = Group((*said, Group((), tag=table), *cells), tag=Tag("Part"))
    named = word("Section A", 14, 100, 7.0, Tag("Caption"))
    sheet = Group((Group(board(14, 20, 30.0), tag=Tag("Figure", "A section")), named), tag=Tag("Sect"))
    return faults((part,), (sheet,), (Group((word("A", 14, 100, label, Tag("P")),), tag=Tag("Sect")),))


def test_instructions_cite_and_list_the_pages_that_are_there() -> None:
    good = "Lay both sections of pages 2 and 3 face down; print page 1 at 100 %."
    assert kit(good) == ""
    assert kit("Die Lineale auf den Seiten 2 bis 4 messen 100 mm.") == "page 4 is cited and missing"
    assert kit(good, listed="1, 2") == "page 3 stands in no table of pages"
    assert kit(good, listed="1–4") == "page 4 is cited and missing"
    assert kit(good, label=7.5) == "page 3: 'A' is 7.5 pt, less than 8"


def test_the_script_names_what_fails_and_knows_nothing_of_the_program(tmp_path: Path) -> None:
    document = Document((Drawing(148, 210, (Group((word("Brandub", 14, 30, 5, Tag("P")),), tag=Tag("Part")),)),), "")
    file = tmp_path / "small.pdf"
    file.write_bytes(to_pdf(document, catalog().paints("colour")))
    alone = f"import runpy, sys; runpy.run_path({str(SCRIPT)!r}); sys.exit('taflkit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", alone], check=False).returncode == 0
    run = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "small: page 1: 'Brandub' is 5 pt, less than 8" in run.stdout.splitlines()


def test_the_script_says_in_a_line_what_it_cannot_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_text("no PDF", encoding="utf-8")
    for arguments, code, told in (
        ([tmp_path / "none.pdf"], 2, "there is no file"),
        ([], 2, "required: FILE"),
        ([broken], 1, "broken.pdf: this is no PDF"),
    ):
        run = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)
        assert run.returncode == code
        assert told in run.stderr.splitlines()[-1]
        assert "Traceback" not in run.stderr
