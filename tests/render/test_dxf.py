"""DXF, read back by ezdxf: the lines of a drawing, in mm from the sheet's lower left corner."""

from __future__ import annotations

import math
from io import StringIO
from typing import Any

import ezdxf
import pytest
from ezdxf.document import Drawing as Document

from taflkit.drawing.shapes import (
    Circle,
    Drawing,
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    Text,
    circle_segments,
    line,
    multiply,
    rotate,
    translate,
)
from taflkit.render.dxf import LAYERS, TOLERANCE, to_dxf

SHEET = (210.0, 297.0)


def read(*shapes: Shape) -> Document:
    return ezdxf.read(StringIO(to_dxf(Drawing(*SHEET, shapes, "Brandub"))))


def cut(*shapes: Shape) -> list[Any]:
    """Return what a machine has of shapes that are cut."""
    return list(read(Group(shapes, layer=Layer.CUT)).modelspace())


def points(polyline: Any) -> list[tuple[float, float]]:
    return [(point.x, point.y) for point in polyline.points()]


def test_each_operation_has_a_layer_and_a_colour_of_its_own() -> None:
    rect = Rect(10, 20, 30, 40, "cut")
    drawn = read(
        *(Group((rect,), layer=layer) for layer in (Layer.CUT, Layer.ART, Layer.REGISTRATION, Layer.FOLD)), rect
    )
    assert drawn.dxfversion == "AC1009"
    assert drawn.audit().errors == []
    assert {layer.dxf.name: layer.color for layer in drawn.layers if layer.dxf.name not in ("0", "Defpoints")} == {
        "FOLD": ezdxf.colors.BLUE,
        "CUT": ezdxf.colors.RED,
        "MARKS": 30,
    }
    assert [entity.dxf.layer for entity in drawn.modelspace()] == [name for name, _ in LAYERS.values()]
    assert all(entity.dxf.color == ezdxf.const.BYLAYER for entity in drawn.modelspace())
    assert "FOLD" not in read(Group((rect,), layer=Layer.CUT)).layers


def test_the_sheet_begins_at_its_lower_left_corner_and_goes_up() -> None:
    (rect,) = cut(Rect(10, 20, 30, 40, "cut"))
    assert rect.is_closed
    assert sorted(points(rect)) == [(10, 237), (10, 277), (40, 237), (40, 277)]
    header = read(Group((Rect(10, 20, 30, 40, "cut"), Circle(100, 100, 30, "cut")), layer=Layer.CUT)).header
    assert (header["$LIMMIN"], header["$LIMMAX"]) == ((0, 0), SHEET)
    assert header["$EXTMIN"] == (10, 167, 0)
    assert header["$EXTMAX"] == (130, 277, 0)


def test_round_parts_are_circles_wherever_they_are_moved() -> None:
    circle = Circle(3, 4, 11.4, "cut")
    turned = multiply(translate(100, 50), rotate(90))
    for made in (Group((circle,), turned), Shown(Form((circle,)), turned)):
        (found,) = cut(made)
        assert found.dxftype() == "CIRCLE"
        assert (found.dxf.center.x, found.dxf.center.y, found.dxf.radius) == (96, 297 - 53, 11.4)


def test_a_path_is_closed_where_it_closes_and_each_of_its_ways_is_one() -> None:
    way = Path.of((("M", (1, 2)), ("L", (5, 2)), ("M", (10, 2)), ("L", (15, 2)), ("L", (15, 7)), ("Z", ())), "cut")
    open_one, closed_one = cut(way)
    assert (open_one.is_closed, points(open_one)) == (False, [(1, 295), (5, 295)])
    assert (closed_one.is_closed, points(closed_one)) == (True, [(10, 295), (15, 295), (15, 290)])
    (fold,) = read(Group((line((0, 0), (0, 9), "fold"),), layer=Layer.FOLD)).modelspace()
    assert points(fold) == [(0, 297), (0, 288)]


@pytest.mark.parametrize("radius", [1.0, 12.0, 100.0])
def test_a_curve_is_a_closed_way_of_straight_lines_within_a_fiftieth_of_a_mm(radius: float) -> None:
    (way,) = cut(Path.of(circle_segments((105, 148), radius), "cut"))
    found = points(way)
    assert way.is_closed
    # a way that closes by itself has no line without length
    assert len(set(found)) == len(found)
    # an arc's own curve is within 0.03 % of it
    tolerance = TOLERANCE + 0.0003 * radius
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(found, [*found[1:], found[0]], strict=True)]
    for x, y in (*found, *middles):
        assert math.hypot(x - 105, y - 149) == pytest.approx(radius, abs=tolerance)


def test_a_machine_cuts_no_text() -> None:
    with pytest.raises(TypeError, match="no text"):
        cut(Text(0, 0, "king", "text", 4, "text"))


def test_the_same_lines_give_the_same_bytes_whenever_they_are_made() -> None:
    made = to_dxf(Drawing(*SHEET, (Group((Circle(3, 4, 5, "cut"),), layer=Layer.CUT),)))
    for which in ("CREATE", "UPDATE"):
        assert f"$TD{which}\n 40\n2451545.0\n" in made
    assert [line for line in made.splitlines() if "@" in line] == ["0.0 @ 2000-01-01T00:00:00.000000+00:00"] * 2
