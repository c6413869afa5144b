"""The box at the top of page one."""

from __future__ import annotations

from support.shipped import catalog
from taflkit.drawing.shapes import Text, walk
from taflkit.parts.instructions.instructions import draw_brief
from taflkit.typesetting.lines import Style


def test_the_lines_of_both_columns_stand_on_one_baseline() -> None:
    lines = [("Print", "Every page."), ("Cut", "Each sheet."), ("Play", "Set the pieces.")]
    table = [("Page", "What is on it", "Print on"), *((str(page), "A section", "card") for page in (1, 2, 3))]
    box = draw_brief("In short", lines, table, 176.0, Style(3.5, 4.2), catalog().typesetter("en"))
    texts = [(shape, matrix) for shape, matrix in walk(box.shapes) if isinstance(shape, Text)]
    baselines = {round(matrix[1] * text.x + matrix[3] * text.y + matrix[5], 3) for text, matrix in texts}
    assert len(baselines) == 4
