"""The pictures of parts in small, and of their making, on page one."""

from __future__ import annotations

from typing import TypeGuard

import pytest
from support.pictured import pictured
from taflkit.parts.instructions.folding_pictures import making_pictures
from taflkit.parts.instructions.pictures import SmallParts, draw_small_piece

from support.shipped import catalog
from taflkit.drawing.shapes import Group, Path, Rect, Shape, walk
from taflkit.kit.options import KitSpec
from taflkit.parts.counters import strip_outline
from taflkit.sheets.request import STANDEE_WIDTH
from taflkit.tafl import Piece

KIT = KitSpec(counters="fold", king="standee")


def corners(path: Path) -> list[tuple[float, float]]:
    """Return the points of an outline of straight lines."""
    return [(values[0], values[1]) for _, values in path.segments if values]


@pytest.mark.whole
@pytest.mark.parametrize("factor", [0.08, 0.3])
def test_a_small_king_has_the_outline_that_he_is_cut_out_with(factor: float) -> None:
    kit = pictured(KIT)
    [king] = [part for shown in kit.sheets for part in shown.sheet.parts if part.kind == "standee"]
    drawn = SmallParts(kit.plan, kit.board, kit.look, factor).draw(king)
    assert isinstance(drawn, Group)
    outlines = [shape for shape, _ in walk((drawn,)) if isinstance(shape, Path) and shape.role == "sheet.part"]
    wide = min(king.width, king.height) * factor
    wanted = strip_outline(wide / STANDEE_WIDTH)
    [outline] = outlines
    flat = [value for corner in corners(outline) for value in corner]
    assert flat[: 2 * len(wanted)] == pytest.approx([value for corner in wanted for value in corner])


@pytest.mark.parametrize("diameter", [1.2, 2.3])
def test_pieces_too_small_for_their_devices_are_plain_discs_that_can_be_told_apart(diameter: float) -> None:
    look = catalog().theme("ballinderry", "mono", "light").look(catalog().store)
    marks = {
        piece: [shape for shape, _ in walk((draw_small_piece(piece, diameter, look, 0.0, 0.0),)) if is_mark(shape)]
        for piece in Piece
    }
    # a full disc, a ring, and a ring with a dot in it
    rings = {piece: [sum(step[0] == "M" for step in mark.segments) for mark in each] for piece, each in marks.items()}
    assert rings == {Piece.ATTACKER: [1], Piece.DEFENDER: [2], Piece.KING: [2, 1]}


def is_mark(shape: Shape) -> TypeGuard[Path]:
    return isinstance(shape, Path) and shape.role.endswith(".disc")


def test_the_steps_of_making_lead_from_the_first_to_the_last() -> None:
    [panel, _] = making_pictures(pictured(KIT), catalog().typesetter("en"))
    assert panel.draw is not None
    drawn = panel.draw(20.0).shapes
    tails = [shape for shape in drawn if isinstance(shape, Rect) and shape.role == "text.muted"]
    heads = [shape for shape in drawn if isinstance(shape, Path) and shape.role == "text.muted"]
    assert len(tails) == len(heads) == 4
    for tail, head in zip(tails, heads, strict=True):
        points = [x for x, _ in corners(head)]
        assert max(points) > tail.x + tail.width
        assert tip(head) == max(points)
    inside = [shape for group in drawn if isinstance(group, Group) for shape, _ in walk(group.children)]
    assert not [shape for shape in inside if role_of(shape) == "text.muted" and isinstance(shape, Rect)]


def tip(head: Path) -> float:
    """Return the x of an arrow head's tip: the point at its middle height that no other shares."""
    points = corners(head)
    across = [y for _, y in points]
    middle = (min(across) + max(across)) / 2
    return max((x for x, y in points if abs(y - middle) < 1e-6), default=0.0)


def role_of(shape: Shape) -> str:
    """Return the role of a shape that has one."""
    return getattr(shape, "role", "")
