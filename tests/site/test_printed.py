"""Every kind of page on paper: how many sheets it takes, how long its lines are, and that no figure is cut in two."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

import pikepdf
import pytest
from playwright.sync_api import Browser
from pypdfium2 import PdfDocument

from support.browsing import shown

pytestmark = [pytest.mark.whole, pytest.mark.long]

_SHEETS = {
    "home.html": 1,
    "missing.html": 1,
    "changes.html": 1,
    "licences.html": 2,
    "game.html": 3,
    "ruleset.html": 4,
    "puzzles.html": 7,  # of 24 puzzles
    "play.html": 1,
    "offline.html": 1,
    "maker.html": 2,
    "diagram.html": 1,
    "own.html": 2,
}
"""The most sheets of A4 or Letter that a page of each template takes."""
_KINDS = {"index": "home", "404": "missing", "kit": "maker"}
"""The templates of pages that are not called as they are."""


def kind_of(path: str) -> str:
    """Return the name of the template that made a page."""
    *above, name = path.removesuffix("/index.html").removesuffix(".html").split("/")
    depth = len(above) - above.index("games") if "games" in above else 0
    return f"{('', 'game', 'ruleset', 'puzzles')[depth] or _KINDS.get(name, name)}.html"


class Printed:
    """A page as the browser prints it: how many sheets, its lines, and the sheets that each figure is on."""

    def __init__(self, content: bytes) -> None:
        with PdfDocument(content) as document:
            self.sheets = len(document)
            texts = [page.get_textpage().get_text_range() for page in document]
        self.lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
        with pikepdf.open(BytesIO(content)) as pdf:
            numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
            self.figures = [
                {numbers[page.objgen] for page in _sheets(figure, figure.get("/Pg"))}
                for figure in _figures(pdf.Root.StructTreeRoot)
            ]


def _figures(element: Any) -> Iterator[Any]:
    """Yield the figures below an element of a tagged PDF."""
    if isinstance(element, pikepdf.Array):
        for each in element:
            yield from _figures(each)
    elif isinstance(element, pikepdf.Dictionary):
        if element.get("/S") == "/Figure":
            yield element
        elif "/K" in element:
            yield from _figures(element.K)


def _sheets(element: Any, sheet: Any) -> Iterator[Any]:
    """Yield the sheets that have what belongs to an element of a tagged PDF."""
    if isinstance(element, pikepdf.Array):
        for each in element:
            yield from _sheets(each, sheet)
    elif isinstance(element, pikepdf.Dictionary):
        sheet = element.get("/Pg", sheet)
        if "/K" in element:
            yield from _sheets(element.K, sheet)
        elif sheet is not None:
            yield sheet
    elif sheet is not None:
        yield sheet


@pytest.fixture(scope="module")
def printed(whole_site: Path, browser: Browser) -> dict[tuple[str, str], Printed]:
    """Every page of the first language, and the first pages of the others, on both papers."""
    files = {*whole_site.glob("*.html"), *whole_site.glob("*/index.html"), *whole_site.glob("games/**/index.html")}
    made = {}
    with shown(whole_site) as address:
        page = browser.new_page()
        for path in sorted(file.relative_to(whole_site).as_posix() for file in files):
            page.goto(address + path)
            page.evaluate("() => document.fonts.ready.then(() => null)")
            for paper in ("A4", "Letter"):
                margins = dict.fromkeys(("top", "right", "bottom", "left"), "12mm")
                made[path, paper] = Printed(page.pdf(format=paper, margin=margins, tagged=True))
        page.close()
    return made


def test_pages_take_few_sheets(printed: dict[tuple[str, str], Printed], whole_site: Path) -> None:
    long = {}
    for (path, paper), found in printed.items():
        # the first page of another language lies in the folder of its code
        home = (whole_site / path).with_name("feed.xml").exists()
        if found.sheets > _SHEETS["home.html" if home and "404" not in path else kind_of(path)]:
            long[path, paper] = found.sheets
    assert long == {}
    assert len(printed) > 60


def test_lines_are_as_long_as_eyes_follow(printed: dict[tuple[str, str], Printed]) -> None:
    wrong = {}
    for (path, paper), found in printed.items():
        lengths = [len(line) for line in found.lines]
        if kind_of(path) in ("game.html", "ruleset.html"):
            columns_of_a_letter = sum(length < 3 for length in lengths) > len(lengths) / 10
            if columns_of_a_letter or not 35 <= median(lengths) <= 80 or max(lengths) > 130:
                wrong[path, paper] = (median(lengths), max(lengths))
    assert wrong == {}


def test_figures_are_whole(printed: dict[tuple[str, str], Printed]) -> None:
    seen = 0
    for key, found in printed.items():
        assert [figure for figure in found.figures if len(figure) > 1] == [], key
        seen += len(found.figures)
    assert seen > 400


def test_a_figure_that_is_cut_in_two_is_found(browser: Browser) -> None:
    page = browser.new_page()
    drawn = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 4'><rect width='1' height='4' fill='red'/></svg>"
    image = f'<img alt="Tall" style="height: 450mm" src="data:image/svg+xml;utf8,{drawn}">'
    page.set_content(f'<html lang="en"><title>Cut</title>{image}')
    found = Printed(page.pdf(format="A4", tagged=True))
    assert [len(figure) > 1 for figure in found.figures] == [True]
    page.close()


def test_the_navigation_stays_on_the_screen(printed: dict[tuple[str, str], Printed]) -> None:
    for (path, _), found in printed.items():
        if "games/" in path:
            assert not {"Skip to the content", "Games", "What changed", "Licences", "Make a kit"} & set(found.lines), (
                path
            )
