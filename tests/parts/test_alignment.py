"""The printer's test sheet: its scales read true, and everything on it is as far from the edge as it says."""

from __future__ import annotations

from functools import cache

import pytest

from support.pdf_content import Page, ShownText, read_pages
from support.pdf_geometry import TRUE
from support.sampling import sampled
from support.shipped import catalog
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Document
from taflkit.parts.marks.printer_test import STEPS, draw_test_sheet
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import PAPERS

Ends = tuple[float, float, float, float]
EVERY = [(paper, duplex) for paper in PAPERS for duplex in ("short", "long", "single")]


@cache
def sheet(paper: str, duplex: str) -> tuple[Page, Page]:
    drawings = draw_test_sheet(
        PAPERS[paper], duplex, (catalog().printer_test(), catalog().words()), Look(), catalog().typesetter()
    )
    front, back = read_pages(to_pdf(Document(drawings, "test"), catalog().paints("mono")))
    return front, back


def through(page: Page, x: float, y: float, duplex: str) -> tuple[float, float]:
    """Return where a point of the front is seen from the back."""
    return (page.width - x, y) if duplex == "long" else (x, page.height - y)


def lines(page: Page, turned: str | None = None) -> list[Ends]:
    """Return the straight lines across and down as (left, top, right, bottom), as seen from the back."""
    found = []
    for path in page.paths:
        box = path.box
        if path.stroke is None or min(box.width, box.height) > 0.001:
            continue
        ends = (box.left, box.top, box.right, box.bottom)
        if turned:
            (x0, y0), (x1, y1) = through(page, *ends[:2], turned), through(page, *ends[2:], turned)
            ends = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        found.append(ends)
    return found


def crosses(found: list[Ends]) -> set[tuple[float, float]]:
    """Return the middles of crosses whose arms are 11 mm long."""
    across = {((a + c) / 2, b) for a, b, c, d in found if abs(c - a - 11) < TRUE}
    down = [(a, (b + d) / 2) for a, b, c, d in found if abs(d - b - 11) < TRUE]
    return {spot for spot in across if any(max(abs(spot[0] - x), abs(spot[1] - y)) < TRUE for x, y in down)}


@pytest.mark.parametrize(("paper", "duplex"), sampled(EVERY, 3))
def test_the_crosses_of_both_sides_coincide_when_the_sheet_is_turned(paper: str, duplex: str) -> None:
    front, back = sheet(paper, duplex)
    seen, own = crosses(lines(front, duplex)), crosses(lines(back))
    assert len(seen) == len(own) == 3
    for spot in own:
        assert any(max(abs(spot[0] - x), abs(spot[1] - y)) <= TRUE for x, y in seen)


def number_at(page: Page, along: float, down: bool, near: float) -> str:
    """Return the number that stands beside a scale's line, at the end of its leader."""

    def away(shown: ShownText) -> float:
        x, y = (shown.start[0] + shown.end[0]) / 2, shown.start[1]
        return abs(x - along) + abs(y - near) if down else abs(x - near) + abs(y - along)

    numbers = [shown for shown in page.texts if shown.text.strip("+−").isdigit()]
    return min(numbers, key=away).text


@pytest.mark.parametrize(("paper", "duplex"), sampled(EVERY, 3))
@pytest.mark.parametrize("half_mm", sampled([-9, 0, 4, -10, -3, 2, 10], 2))
@pytest.mark.parametrize("down", [False, True])
def test_each_scale_shows_the_offset_at_the_one_line_on_the_long_line(
    paper: str, duplex: str, half_mm: int, down: bool
) -> None:
    front, back = sheet(paper, duplex)
    long = [turned(ends, down) for ends in lines(front, duplex)]
    long = [ends for ends in long if abs(ends[3] - ends[1] - 52.4) < TRUE]
    short = [turned(ends, down) for ends in lines(back)]
    short = [ends for ends in short if abs(ends[3] - ends[1] - 2.4) < TRUE]
    assert len(long) == 3
    assert len(short) == 3 * (2 * STEPS + 1)
    for x, top, _, bottom in long:
        # the print of the back is moved across the long line
        (met,) = [s for s in short if abs(s[0] + half_mm / 2 - x) <= TRUE and top < s[1] < s[3] < bottom]
        if half_mm % 2 == 0:
            wanted = half_mm // 2 * (-1 if duplex == "long" else 1)
            shown = number_at(back, (met[1] + met[3]) / 2, down, x + 6.4)
            assert int(shown.replace("−", "-")) == wanted


def turned(ends: Ends, down: bool) -> Ends:
    """Swap across and down, so that a scale down is read as one across."""
    left, top, right, bottom = ends
    return (top, left, bottom, right) if down else ends


@pytest.mark.parametrize("paper", PAPERS)
def test_the_stairs_are_as_far_from_each_edge_as_they_say(paper: str) -> None:
    front, _ = sheet(paper, "short")
    near = lines(front)
    for away in range(3, 13):
        for edge in (
            [1 for a, b, c, d in near if abs(b - away) < TRUE and abs(c - a - 6) < TRUE],
            [1 for a, b, c, d in near if abs(front.height - b - away) < TRUE and abs(c - a - 6) < TRUE],
            [1 for a, b, c, d in near if abs(a - away) < TRUE and abs(d - b - 6) < TRUE],
            [1 for a, b, c, d in near if abs(front.width - a - away) < TRUE and abs(d - b - 6) < TRUE],
        ):
            assert len(edge) == 1
    assert sum(shown.text == "12" for shown in front.texts) == 4


@pytest.mark.parametrize("paper", PAPERS)
def test_both_rulers_are_true(paper: str) -> None:
    front, _ = sheet(paper, "short")
    across = [ends for ends in lines(front) if abs(ends[2] - ends[0] - 101.6) <= TRUE]
    down = [ends for ends in lines(front) if abs(ends[3] - ends[1] - 101.6) <= TRUE]
    assert len(across) == len(down) == 1
    ((left, level, _, _),), ((edge, top, _, _),) = across, down
    assert any(abs(a - left - 100) <= TRUE and abs(d - level) <= TRUE for a, b, c, d in lines(front))
    assert any(abs(b - top - 100) <= TRUE and abs(a - edge) <= TRUE for a, b, c, d in lines(front))


@pytest.mark.parametrize(("paper", "duplex"), sampled(EVERY, 3))
def test_no_text_stands_on_another_or_on_a_line(paper: str, duplex: str) -> None:
    for page in sheet(paper, duplex):
        boxes = [box_of(shown) for shown in page.texts if shown.text.strip()]
        marks = [ends for ends in lines(page) if max(ends[2] - ends[0], ends[3] - ends[1]) < 102]
        for i, one in enumerate(boxes):
            assert one[0] > 3
            assert one[2] < page.width - 3
            others = [*boxes[:i], *marks]
            assert not [other for other in others if apart(one, other) < -0.05], one


def box_of(shown: ShownText) -> Ends:
    """Return the box from the baseline to the height of small letters."""
    (x0, y0), (x1, y1) = shown.start, shown.end
    high = 0.4 * shown.size
    if abs(y1 - y0) > abs(x1 - x0):
        side = high if y1 > y0 else -high
        return (min(x0, x0 + side), min(y0, y1), max(x0, x0 + side), max(y0, y1))
    return (x0, y0 - high, x1, y0)


def apart(one: Ends, other: Ends) -> float:
    return max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
