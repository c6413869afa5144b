"""SVGs for cutting machines, read by a parser that is not ours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from taflkit.drawing.shapes import Circle, Drawing, Group, Layer, Path, Rect, Shape, Text, multiply, rotate, translate
from taflkit.render.svg import COLOURS, to_cutter

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
CUT = Rect(10, 20, 30.12345, 40, "cut")


def layers(*shapes: Shape) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(to_cutter(Drawing(210, 297, shapes, "Brandub")))  # noqa: S314
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    return {group.get(f"{INKSCAPE}label") or "": group for group in root.iter(f"{SVG}g")}


def data(*shapes: Shape) -> list[str]:
    cut = layers(Group(shapes, layer=Layer.CUT))["Cut"]
    return [path.get("d") or "" for path in cut]


def test_each_operation_has_a_layer_and_a_colour_of_its_own_folds_first() -> None:
    groups = layers(*(Group((CUT,), layer=layer) for layer in (Layer.CUT, Layer.ART, Layer.REGISTRATION, Layer.FOLD)))
    assert list(groups) == ["Fold", "Cut", "Registration"]
    assert [group.get("stroke") for group in groups.values()] == ["#0000ff", "#ff0000", "#f36926"]
    assert len(set(COLOURS.values())) == len(COLOURS)
    for group in groups.values():
        assert group.get(f"{INKSCAPE}groupmode") == "layer"
        assert group.get("fill") == "none"
        assert [path.tag for path in group] == [f"{SVG}path"]


def test_numbers_are_mm_with_three_decimals_at_most() -> None:
    assert data(CUT) == ["M10,20 L40.123,20 L40.123,60 L10,60 Z"]
    assert data(Path.of((("M", (1, 2)), ("C", (1, 2, 3, 4, 5.00049, 6)), ("Z", ())), "cut")) == ["M1,2 C1,2 3,4 5,6 Z"]


def test_a_circle_is_two_arcs_of_its_radius() -> None:
    (arcs,) = data(Circle(50, 60, 11.4, "cut"))
    numbers = [float(number) for number in re.findall(r"[-\d.]+", arcs)]
    assert numbers == [61.4, 60, 11.4, 11.4, 0, 0, 1, 38.6, 60, 11.4, 11.4, 0, 0, 1, 61.4, 60]


def test_groups_move_and_turn_what_is_inside() -> None:
    turned = Group((Rect(0, 0, 30, 10, "cut"),), multiply(translate(100, 50), rotate(90)))
    assert data(turned) == ["M100,50 L100,80 L90,80 L90,50 Z"]


def test_a_text_cannot_be_cut() -> None:
    with pytest.raises(TypeError, match="cuts no text"):
        data(Text(0, 0, "A", "text", 3, "cut"))
