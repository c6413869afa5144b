"""The nets of boxes in the panels of the instructions: each shows what is printed on it, inside its outline."""

from __future__ import annotations

import pytest

from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Path, Shape, walk
from taflkit.kit.build import plan_kit
from taflkit.kit.numbering import number_pages
from taflkit.kit.options import KitSpec
from taflkit.parts.instructions.small_parts import draw_small_net
from taflkit.sheets.boxes import PlacedNet

FACTOR = 0.1


def nets(spec: KitSpec) -> list[PlacedNet]:
    """The nets of a kit's box."""
    plan = plan_kit(read_book(catalog(), spec.game, spec.rules), spec, catalog().store)
    return [page.box for page in number_pages(plan, spec).pages if page.box is not None]


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
def test_the_outline_of_a_net_lies_over_its_art_and_is_whole(box: str) -> None:
    for placed in nets(KitSpec(box=box)):
        outlines = [shape for shape in drawn(placed) if isinstance(shape, Path) and shape.role == "panel.line"]
        assert drawn(placed)[-1].role == "panel.line"  # type: ignore[union-attr]
        (outline,) = outlines
        points = [(values[0] / FACTOR, values[1] / FACTOR) for _, values in outline.segments if values]
        wide, high = placed.net.size[::-1] if placed.turned else placed.net.size
        across, down = zip(*points, strict=True)
        assert (min(across), max(across)) == pytest.approx((placed.x, placed.x + wide))
        assert (min(down), max(down)) == pytest.approx((placed.y, placed.y + high))
        assert len(points) == len(placed.net.cuts)
