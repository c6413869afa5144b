from __future__ import annotations

import pytest
from msgspec.structs import astuple

from taflkit.drawing.shapes import (
    Circle,
    Extent,
    Extents,
    Form,
    Group,
    Path,
    Rect,
    Shape,
    Shown,
    Text,
    multiply,
    rotate,
    scale,
    translate,
)

EXTENTS = Extents(lambda text: len(text.text) * text.size / 2)


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (Rect(1, 2, 3, 4, "a"), (1, 2, 4, 6)),
        (Circle(1, 2, 3, "a"), (-2, -1, 4, 5)),
        (Path.of((("M", (0, 5)), ("L", (2, 1)), ("C", (3, 3, 4, 9, 1, 1)), ("Z", ())), "a"), (0, 1, 4, 9)),
        (Text(1, 10, "four", "text", 4, "a"), (1, 7, 9, 11)),
        (Group((Rect(0, 0, 1, 1, "a"), Rect(5, 5, 1, 1, "a")), translate(10, 0)), (10, 0, 16, 6)),
        (Group((Rect(0, 0, 2, 1, "a"),), multiply(translate(10, 10), rotate(90))), (9, 10, 10, 12)),
        (Group((Rect(0, 0, 99, 99, "a"),), scale(2), Rect(1, 1, 2, 2, "")), (2, 2, 6, 6)),
    ],
)
def test_boxes(shape: Shape, box: tuple[float, ...]) -> None:
    found = EXTENTS.of(shape)
    assert found is not None
    assert astuple(found) == pytest.approx(box)


def test_nothing_has_no_box() -> None:
    assert EXTENTS.of(Group((Group(()),))) is None


def test_a_form_is_measured_under_each_transform() -> None:
    extents, form = Extents(lambda _: 0.0), Form((Rect(0, 0, 1, 1, "a"),))
    first, second = (Shown(form, translate(x, 0)) for x in (1, 5))
    assert extents.of(Group((first, second))) == Extent(1, 0, 6, 1)
