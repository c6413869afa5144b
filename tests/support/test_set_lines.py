"""The reader of set lines finds what is spoiled: endings that no paragraph may have, and lines that are not filled."""

from __future__ import annotations

from itertools import chain

import pytest

from support.set_lines import SetLine, line_faults, paragraphs_of, paragraphs_of_pdf
from support.shipped import catalog
from taflkit.drawing.shapes import Document, Drawing, Shape
from taflkit.render.pdf import to_pdf
from taflkit.typesetting.columns import set_paragraph, stack
from taflkit.typesetting.lines import Style

SOFT = "\u00ad"
FULL = [SetLine(1, 5.0 * low, 10.0, 110.0, 3.5, "and the king moves on") for low in range(1, 9)]


def spoiled(*texts: str, right: float = 110.0) -> list[SetLine]:
    """A paragraph of such lines below others that fill 100 mm."""
    *most, last = [SetLine(1, 50.0 + 5 * n, 10.0, right, 3.5, text) for n, text in enumerate(texts)]
    return [*FULL, *most, last._replace(right=30.0)]


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        (("it is a recon" + SOFT, "struction."), "page 1: 'it is a recon\u00ad|struction.' ends in a part of a word"),
        (("the men cap" + SOFT, "ture him."), "page 1: 'the men cap\u00ad|ture him.' ends in a part of a word"),
        (("may capture", "him."), "page 1: 'may capture|him.' ends in a few letters"),
        (("as shown (stone", "by)."), "page 1: 'as shown (stone|by).' ends in a few letters"),
        (("nobody may miss", "a turn."), "page 1: 'nobody may miss|a turn.' ends in a few letters"),
    ],
)
def test_a_bad_ending_is_named_with_its_page(texts: tuple[str, ...], fault: str) -> None:
    assert list(line_faults([spoiled(*texts)])) == [fault]


@pytest.mark.parametrize(
    "texts",
    [
        ("shortly before AD", "800, and Norse settlers stayed"),
        ("as it is shown (figures", "16 and 17) on the left"),
        ("the whole ruler is 100", "mm long; if not"),
        ("needs a punch of 25.4", "mm, or scissors"),
        ("it is of 7", "× 7 squares, and the other"),
        ("it is of 7 ×", "7 squares, and the other"),
    ],
)
def test_a_number_parted_from_its_word_or_unit_is_named(texts: tuple[str, str]) -> None:
    before, after = texts
    fault = f"page 1: '{before}|{after}' parts a number from its word"
    assert list(line_faults([spoiled(*texts)])) == [fault]


@pytest.mark.parametrize(
    "texts",
    [
        ("in 1587, in 1732,", "1811 and later"),
        ("the boards of 25", "squares are the least"),
        ("the boards of 25", "in all are the least"),
        ("on four sides.", "12 men are enough for that"),
    ],
)
def test_a_number_that_stands_by_itself_may_begin_a_line(texts: tuple[str, str]) -> None:
    assert list(line_faults([spoiled(*texts)])) == []


def test_a_line_that_begins_with_the_mark_is_named() -> None:
    fault = "page 1: 'The sentences marked|° are not there' begins with the mark"
    assert list(line_faults([spoiled("The sentences marked", "° are not there")])) == [fault]
    first = FULL[0]._replace(text="°\u00a0The sentences", low=80.0)
    assert list(line_faults([FULL, [first, FULL[0]._replace(low=85.0)]])) == []


@pytest.mark.parametrize("texts", [("may capture", "a man or two."), ("may capture", "soldiers.")])
def test_a_good_ending_is_none(texts: tuple[str, ...]) -> None:
    assert list(line_faults([spoiled(*texts)])) == []
    assert list(line_faults([FULL, [FULL[0]._replace(text="him.", low=80.0)]])) == []


def test_a_part_of_a_word_at_the_end_of_a_column_is_named() -> None:
    column = [FULL[0]._replace(text="is along one out" + SOFT), FULL[1]._replace(text="line or round")]
    fault = f"page 1: 'is along one out{SOFT}' leaves a part of a word at the end of its column"
    beside = [
        column[0],
        column[1]._replace(left=130.0, right=230.0, low=5.0),
        FULL[7]._replace(left=130.0, right=230.0),
    ]
    assert list(line_faults([beside])) == [fault]


@pytest.mark.parametrize(("right", "faults"), [(110.0, 0), (109.98, 0), (109.5, 1), (97.0, 1)])
def test_a_line_that_is_not_filled_is_named(right: float, faults: int) -> None:
    found = list(line_faults([spoiled("the king", "his four men", right=right)]))
    assert len(found) == faults
    assert all(f"'the king' lacks {110 - right:.2f} mm" in fault for fault in found)


def test_narrow_and_ragged_text_need_not_be_filled() -> None:
    narrow = [line._replace(low=line.low + 60, right=60.0 + line.low / 9) for line in FULL]
    assert list(line_faults([FULL, narrow])) == []
    assert list(line_faults([[line._replace(right=100.0 - line.low / 9) for line in FULL]])) == []


def test_lines_are_read_from_drawings_and_pdf_alike() -> None:
    setter = catalog().typesetter()
    words = (
        "It is the move of one of these enemies that captures *ga:him*, wherever attackers and defenders stand. " * 3
    )
    shapes: list[Shape] = []
    for text, low, width in ((words, 20.0, 100.0), ("the king moves and captures a man", 80.0, 22.0)):
        shapes += stack(set_paragraph(setter, text, width, Style(3.5, 4.2)), 10.0, low)[0]
    document = Document((Drawing(150.0, 150.0, tuple(shapes)),), "Lines")
    read = paragraphs_of_pdf(to_pdf(document, catalog().paints("colour")))
    drawn = paragraphs_of(document)
    assert [[line.text for line in lines] for lines in read] == [[line.text for line in lines] for lines in drawn]
    for one, other in zip(chain(*read), chain(*drawn), strict=True):
        assert one[1:5] == pytest.approx(other[1:5], abs=0.02)
    assert {round(line.right, 1) for line in drawn[0][:-1]} == {110.0}
    assert list(line_faults(read)) == list(line_faults(drawn)) == []
