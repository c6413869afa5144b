"""Words beside signs, in tables and at the foot of sheets: within their width, or refused in a line that names them."""

from __future__ import annotations

import pytest

from support.shipped import catalog
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Shape, Text, walk
from taflkit.errors import DoesNotFit
from taflkit.kit.components import _shorter
from taflkit.parts.box import draw_box
from taflkit.parts.instructions.instructions import draw_table
from taflkit.parts.marks.marks import sheet_line
from taflkit.sheets.boxes import box_net, tray_nets
from taflkit.typesetting.lines import Style

SETTER = catalog().typesetter()
STYLE = Style(3.2, 3.84, align="left")


def ends(shapes: tuple[Shape, ...]) -> list[tuple[float, float]]:
    """Where every text begins and ends, from the left edge in mm."""
    found = [(shape, place) for shape, place in walk(shapes) if isinstance(shape, Text)]
    return [
        (
            place[4] + text.x,
            place[4] + text.x + SETTER.width(text.text.rstrip(), text.font, text.size) + sum(text.adjust),
        )
        for text, place in found
    ]


@pytest.mark.parametrize("column", [0, 2])
@pytest.mark.parametrize("letters", [1, 12, 40, 1000])
def test_a_table_keeps_its_width_or_is_refused(letters: int, column: int) -> None:
    row = ["1", "Section A, eight counters", "card"]
    row[column] = "m" * letters
    try:
        items = draw_table(("Page", "What is on it", "Print on"), [row], 84.0, STYLE, SETTER)
    except DoesNotFit as error:
        assert str(error).startswith(f"'{'m' * min(29, letters)}")  # noqa: PT017
        assert letters >= 40
        return
    assert all(-0.1 <= left < right <= 84.1 for item in items for left, right in ends(item.shapes))


@pytest.mark.parametrize(("width", "said"), [(90.0, "Hall, Old rules · 1.0"), (12.0, "Hall · 1"), (1.5, "1")])
def test_the_line_of_a_sheet_says_what_it_has_room_for(width: float, said: str) -> None:
    group = sheet_line(SETTER, ("Hall, Old rules · 1.0", "Hall · 1", "1"), 120.0, 280.0, width)
    (text,) = (text for text, _ in walk((group,)) if isinstance(text, Text))
    assert (text.text, text.x, text.y) == (said, 120.0, 280.0)
    assert text.size == pytest.approx(7 * 25.4 / 72)
    with pytest.raises(DoesNotFit, match=r"the line '1' at the foot of the sheets does not fit: it needs 1 mm"):
        sheet_line(SETTER, ("Hall · 1", "1"), 120.0, 280.0, 0.5)


def test_the_line_of_a_sheet_loses_its_version_first_and_its_page_last() -> None:
    line = "{Game}, {ruleset} · taflkit {version} · {page_of_pages} · {paper} · print at 100 %"
    assert list(_shorter(line)) == [
        line,
        "{Game}, {ruleset} · {page_of_pages} · {paper} · print at 100 %",
        "{Game}, {ruleset} · {page_of_pages} · print at 100 %",
        "{Game} · {page_of_pages} · print at 100 %",
        "{page_of_pages} · print at 100 %",
    ]
    assert list(_shorter("{Game}")) == ["{Game}"] * 4


@pytest.mark.parametrize("title", ["Brandub", "The remarkably long-named hall game of the western islands"])
def test_the_title_on_a_box_is_larger_on_its_front_than_on_its_spines(title: str) -> None:
    for net in (tray_nets("lid", 154.0, 12.0, 277.0, halves=False)[0], box_net(65.0, 12.0, 90.0)):
        drawn = draw_box(net, title, Look(), SETTER)
        letters = [(shape.text, shape.size) for shape, _ in walk((drawn,)) if isinstance(shape, Text)]
        spines = [size for text, size in letters if text == title]
        front = max(size for text, size in letters)
        assert front >= max(spines[1:], default=0.0)
        assert front >= 0.03 * net.width
