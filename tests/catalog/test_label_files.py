"""Label sheets: their files are read or refused by file and key, and the measures of those shipped add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.shipped import catalog
from taflkit.errors import ManyProblems, TaflkitError, TemplateError
from taflkit.resources import templates_folder

GOOD = """\
name = "Mine"
paper = "a4"
rows = 6
columns = 4
diameter = 40
across = 46
down = 46
left = 16
top = 13.5
"""


@pytest.mark.parametrize("name", catalog().label_names())
def test_the_shipped_ones_lie_in_the_middle_of_their_paper_and_cite_a_source(name: str) -> None:
    labels = catalog().labels(name)
    assert labels.left == pytest.approx(labels.paper.width - labels.right, abs=0.01)
    assert labels.top == pytest.approx(labels.paper.height - labels.low, abs=0.01)
    assert labels.white >= 5.5
    assert "github.com/" in (templates_folder() / "labels" / f"{name}.toml").read_text(encoding="utf-8")


def test_a_file_is_read_with_its_measures(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        GOOD.replace('"a4"', '"101.6x152.4"')
        .replace("diameter = 40", "width = 20\nheight = 10.5")
        .replace("rows = 6", "rows = 2")
        .replace("columns = 4", "columns = 1")
    )
    labels = catalog().labels(str(file))
    assert (labels.paper.width, labels.paper.height, labels.paper.label) == (101.6, 152.4, "101.6\xa0x\xa0152.4\xa0mm")
    assert labels.places == ((16.0, 13.5), (16.0, 59.5))
    assert (labels.round, labels.counter, labels.low) == (False, 9.5, 70.0)


@pytest.mark.parametrize(
    ("old", "new", "key", "why"),
    [
        ("rows = 6", "rows = 0", "rows", "must be 1 to 99, not 0"),
        ("rows = 6", "rows = 2.5", "rows", "must be a whole number"),
        ("rows = 6", "rows = 7", "rows", "the last of them ends at 329.5 mm, and the paper at 297 mm"),
        ("columns = 4", "columns = 5", "columns", "the last of them ends at 240 mm, and the paper at 210 mm"),
        ("across = 46", "across = 39.5", "across", "is 39.5 mm, so labels of 40 mm overlap"),
        ("down = 46", "down = 20", "down", "is 20 mm, so labels of 40 mm overlap"),
        ("down = 46", "down = nan", "down", "must be 0 to 1500 mm, not nan mm"),
        ("diameter = 40", "diameter = 4.9", "diameter", "must be 5 to 300 mm, not 4.9 mm"),
        ("diameter = 40", "", "diameter", "is missing; give it, or width and height"),
        ("diameter = 40", "diameter = 40\nwidth = 9\nheight = 9", "diameter", "leave one of them out"),
        ("diameter = 40", "width = 40\nheight = inf", "height", "must be 5 to 300 mm, not inf mm"),
        ("diameter = 40", "radius = 20", "radius", "unknown key"),
        ("left = 16", "left = -0.5", "left", "must be 0 to 1500 mm, not -0.5 mm"),
        ("diameter = 40", "width = 40", "diameter", "is missing; give it, or width and height"),
        ('"a4"', '"a9"', "paper", "there is no paper 'a9'"),
        ('"a4"', '"5x100"', "paper", "must be 50 mm or more and at most 1200 x 3000 mm, not 5x100"),
        ('"Mine"', '"' + "x" * 41 + '"', "name", "has 41 characters, and 40 are the most"),
        ('"Mine"', '" "', "name", "is empty"),
        ("left = ", "# ", "left", "is missing"),
    ],
)
def test_a_wrong_file_is_one_line_with_file_and_key(tmp_path: Path, old: str, new: str, key: str, why: str) -> None:
    file = tmp_path / "mine.toml"
    assert old in GOOD
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(TemplateError, match=r".*") as caught:
        catalog().labels(str(file))
    assert (caught.value.file, caught.value.key) == (str(file), key)
    assert why in str(caught.value)


def test_all_faults_of_a_file_are_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace("rows = 6", "rows = 0").replace("left = 16", "left = nan"))
    with pytest.raises(ManyProblems) as caught:
        catalog().labels(str(file))
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("name", ["nosuch", "nosuch.toml", "", "avery-l7780.toml", "../labels/avery-l7780"])
def test_an_unknown_one_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(TaflkitError, match=r"avery-l7780"):
        catalog().labels(name)
