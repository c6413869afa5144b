"""The nets of boxes in the pictures of page one: each shows what is printed on it, inside its outline."""

from __future__ import annotations

import pytest
from support.pictured import pictured
from taflkit.parts.instructions.pictures import draw_small_net

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Rect, Shape, walk
from taflkit.kit.options import KitSpec
from taflkit.sheets.boxes import PlacedNet

FACTOR = 0.1
PLATE = 0.75
"""From which part of a net's height on the plate with the numbers of its cuts may stand on it."""


def nets(spec: KitSpec) -> list[PlacedNet]:
    """The nets of a kit's box."""
    return [shown.box for shown in pictured(spec).sheets if shown.box is not None]


def drawn(box: PlacedNet) -> list[Shape]:
    return [shape for shape, _ in walk((draw_small_net(box, FACTOR, Look()),))]


def shows(box: PlacedNet) -> set[str]:
    """What a net shows besides its outline, its folds and the lines round its panels."""
    names = {"text.title": "title", "page.ornament": "rosette", "sheet.part": "strip"}
    roles = [getattr(shape, "role", "") for shape in drawn(box)]
    king = {"king"} if any(role.startswith("piece.king") for role in roles) else set()
    return {names[role] for role in roles if role in names} | king


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        (KitSpec(box="parts"), [{"title", "king", "rosette"}]),
        (KitSpec(box="kit"), [{"strip"}, {"rosette"}, {"title", "strip"}, {"king"}]),
    ],
)
def test_each_net_shows_what_is_printed_on_it(spec: KitSpec, shown: list[set[str]]) -> None:
    assert [shows(box) for box in nets(spec)] == shown


@pytest.mark.parametrize("box", ["parts", "kit"])
def test_the_strokes_for_titles_stand_on_their_nets_clear_of_the_numbers_of_cuts(box: str) -> None:
    found = 0
    for placed in nets(KitSpec(box=box)):
        wide, high = placed.net.size[::-1] if placed.turned else placed.net.size
        left, top = placed.x * FACTOR, placed.y * FACTOR
        for shape in drawn(placed):
            if isinstance(shape, Rect) and shape.role == "text.title":
                found += 1
                assert left < shape.x < shape.x + shape.width < left + wide * FACTOR
                assert top < shape.y < shape.y + shape.height < top + PLATE * high * FACTOR
    assert found
