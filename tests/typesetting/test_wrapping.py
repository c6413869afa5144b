"""Paragraphs round a picture: the first lines are narrow."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from support.shipped import catalog
from taflkit.drawing.shapes import Group, Text
from taflkit.typesetting.columns import set_paragraph
from taflkit.typesetting.lines import Style

SETTER = catalog().typesetter()
TEXT = "A soldier is captured when two enemies stand beside him, on opposite sides, in a file or a rank. " * 4
STYLE = Style(3.3, 4.0)


def ends(width: float, style: Style, insets: tuple[float, ...]) -> list[float]:
    """Where each line ends, in mm."""
    found = []
    for item in set_paragraph(SETTER, TEXT, width, style, 5.0, insets=insets, inset_at="right"):
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
    found = ends(100.0, style, (40.0,) * 3)
    assert all(end <= 65.05 for end in found[:3])
    assert max(found[3:]) > 90.0
    assert all(end <= 105.05 for end in found)
