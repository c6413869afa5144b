"""Paragraphs round a picture: the first lines are narrow, and how many there are is known beforehand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from support.shipped import catalog
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.shapes import Group, Text
from taflkit.typesetting.columns import Lengths, Wrap, set_paragraph
from taflkit.typesetting.lines import Style

SETTER = catalog().typesetter()
TEXT = "A soldier is captured when two enemies stand beside him, on opposite sides, in a file or a rank. " * 4
STYLE = Style(3.3, 4.0)


def ends(wrap: Wrap, style: Style) -> list[float]:
    """Where each line ends, in mm."""
    found = []
    for item in set_paragraph(SETTER, TEXT, wrap.width, style, 5.0, insets=wrap.insets, inset_at="right"):
        (group,) = item.shapes
        assert isinstance(group, Group)
        texts = [shape for shape in group.children if isinstance(shape, Text)]
        assert texts[0].x == pytest.approx(5.0)
        last = texts[-1]
        widths = SETTER.fonts.face(last.font).widths
        letters = last.text.rstrip()
        found.append(last.x + sum(widths[each] for each in letters) * last.size + sum(last.adjust[: len(letters)]))
    return found


@pytest.mark.parametrize("align", ["justify", "left"])
def test_the_first_lines_leave_room_at_their_right(align: str) -> None:
    style = replace(STYLE, align="justify" if align == "justify" else "left")
    found = ends(Wrap(100.0, 60.0, 3), style)
    assert all(end <= 65.05 for end in found[:3])
    assert max(found[3:]) > 90.0
    assert all(end <= 105.05 for end in found)


@pytest.mark.parametrize("wrap", [Wrap(100.0), Wrap(100.0, 60.0, 3), Wrap(80.0, 50.0, 40)])
def test_lines_are_judged_before_they_are_set_and_known_behind(wrap: Wrap) -> None:
    lengths = Lengths(SETTER)
    judged = lengths.lines(TEXT, STYLE, wrap)
    lengths.settle(TEXT, STYLE, wrap)
    found = len(SETTER.paragraph(TEXT, wrap.width, STYLE, wrap.insets))
    assert lengths.lines(TEXT, STYLE, wrap) == found
    assert abs(judged - found) <= 1


def test_a_caption_has_as_many_lines_as_are_judged_or_one_less() -> None:
    style = Style(2.6, 3.1, align="left")
    lengths = Lengths(SETTER)
    for measure in range(22, 60):
        found = len(SETTER.paragraph(TEXT, float(measure), style))
        assert found <= lengths.ragged(TEXT, style, float(measure)) <= found + 1


def test_a_word_too_wide_for_the_narrow_lines_makes_them_impossible_and_one_too_wide_for_all_is_refused() -> None:
    lengths = Lengths(SETTER)
    wrap = Wrap(100.0, 30.0, 3)
    assert lengths.settle("W" * 12, STYLE, wrap) > 1000
    assert lengths.lines("W" * 12, STYLE, wrap) > 1000
    with pytest.raises(UnfitText):
        lengths.settle("W" * 60, STYLE, Wrap(100.0))
