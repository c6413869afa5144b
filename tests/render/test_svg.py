"""SVGs: one drawing as a picture, and one for cutting machines, read by a parser that is not ours."""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest

from taflkit.drawing.look import Paints
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
    multiply,
    rotate,
    scale,
    translate,
)
from taflkit.errors import TaflkitError, UnknownName
from taflkit.render.svg import COLOURS, to_cutter, to_svg

TRIANGLE = Path.of((("M", (0, 0)), ("L", (20, 0)), ("C", (20, 1, 10 / 3, 15, 10, 15)), ("Z", ())), "frame")

SHAPES: tuple[Shape, ...] = (
    Rect(10, 20.25, 25, 30.5, "paper"),
    Rect(1, 2, 30, 10, "frame", 4),
    Circle(50, 40, 12.5, "cut"),
    TRIANGLE,
    Text(10, 30, "ab c", "squares", 4, "text", (0.5, 0.0, 0.0, 0.0)),
    Text(10, 40, "  ", "squares", 4, "text"),
    Rect(0, 0, 9, 9, "hidden"),
    Rect(0, 0, 9, 9, "hairless"),
    Group((Rect(0, 0, 5, 5, "red"),), translate(3, -4.5), Circle(2, 2, 2, "")),
    Group((Group((Rect(0, 0, 5, 5, "red"),), clip=Circle(2, 2, 2, "")),)),
    Group((Group((Circle(1, 1, 1, "paper"),)),), multiply(rotate(30), scale(2)), TRIANGLE),
)

GOLDEN = """\
<?xml version="1.0" encoding="utf-8"?>
<svg baseProfile="full" height="80mm" stroke-miterlimit="10" version="1.1" viewBox="0 0 99.5 80"\
 width="99.5mm" xmlns="http://www.w3.org/2000/svg" xmlns:ev="http://www.w3.org/2001/xml-events"\
 xmlns:xlink="http://www.w3.org/1999/xlink" role="img">
  <title>King &amp; men</title>
  <desc>a &lt; b</desc>
  <defs>
    <clipPath id="clip-7e285044">
      <circle cx="2" cy="2" r="2" />
    </clipPath>
    <clipPath id="clip-5a9d1030">
      <path clip-rule="evenodd" d="M 0 0 L 20 0 C 20 1 3.333 15 10 15 Z" />
    </clipPath>
  </defs>
  <rect fill="#e6e6e6" height="30.5" width="25" x="10" y="20.25" />
  <rect fill="#ffffff" height="10" rx="4" stroke="#334c66" stroke-linecap="round" stroke-linejoin="round"\
 stroke-width="0.3" width="30" x="1" y="2" />
  <circle cx="50" cy="40" fill="none" r="12.5" stroke="#808080" stroke-dasharray="1 0.5" stroke-width="0.1" />
  <path d="M 0 0 L 20 0 C 20 1 3.333 15 10 15 Z" fill="#ffffff" fill-rule="evenodd" stroke="#334c66"\
 stroke-linecap="round" stroke-linejoin="round" stroke-width="0.3" />
  <path d="M10 30V28H12V30ZM13.5 30V28H15.5V30ZM19.5 30V28H21.5V30Z" fill="#000000" />
  <g clip-path="url(#clip-7e285044)" transform="translate(3 -4.5)">
    <rect fill="#cc1a1a" height="5" width="5" x="0" y="0" />
  </g>
  <g clip-path="url(#clip-7e285044)">
    <rect fill="#cc1a1a" height="5" width="5" x="0" y="0" />
  </g>
  <g clip-path="url(#clip-5a9d1030)" transform="matrix(1.732051 1 -1 1.732051 0 0)">
    <circle cx="1" cy="1" fill="#e6e6e6" r="1" />
  </g>
</svg>
"""


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314


def test_golden(paints: Paints, squares: FilePath) -> None:
    drawing = Drawing(99.5, 80, SHAPES, "King & men", "a < b")
    assert to_svg(drawing, paints, squares) == GOLDEN
    assert to_svg(drawing, paints, squares, debug=True) == GOLDEN


def test_untitled(paints: Paints) -> None:
    svg = parsed(to_svg(Drawing(9, 9, ()), paints))
    assert [child.tag.rpartition("}")[2] for child in svg] == ["defs"]


def test_letters_of_the_shipped_faces(paints: Paints, fonts: FilePath) -> None:
    for face in ("text", "italic", "bold", "smallcaps", "display"):
        drawing = Drawing(99, 20, (Text(9, 9, "difficult – é", face, 4, "text"),))
        svg = to_svg(drawing, paints, fonts, debug=True)
        assert svg == to_svg(drawing, paints, fonts)
        [letters] = parsed(svg).iterfind("{*}path")
        assert "fill-rule" not in letters.attrib, "letters overlap themselves: by the even-odd rule they have holes"


def test_a_letter_that_a_face_lacks_is_named(paints: Paints, squares: FilePath) -> None:
    with pytest.raises(TaflkitError, match=r"the face 'squares' has no letter 'Ж' \(U\+0416 CYRILLIC"):
        to_svg(Drawing(9, 9, (Text(0, 9, "aЖ", "squares", 3, "text"),)), paints, squares)
    with pytest.raises(UnknownName, match="there is no face 'gothic'; there is squares"):
        to_svg(Drawing(9, 9, (Text(0, 9, "a", "gothic", 3, "text"),)), paints, squares)


def test_as_many_adjustments_as_letters(paints: Paints, squares: FilePath) -> None:
    with pytest.raises(ValueError, match="1 adjustments for the 3 letters of 'abc'"):
        to_svg(Drawing(9, 9, (Text(0, 9, "abc", "squares", 3, "text", (0.1,)),)), paints, squares)


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x85", "\u202e", "\udcff", "\ufffe", "\uffff"])
def test_a_character_that_no_xml_or_no_reader_would_take_is_refused_by_its_name(char: str, paints: Paints) -> None:
    for words in (("", f"a{char}b"), (f"a{char}b", "")):
        with pytest.raises(TaflkitError, match=rf"^U\+{ord(char):04X} .* cannot be printed, in 'a"):
            to_svg(Drawing(9, 9, (), *words), paints)


def test_other_characters_are_read_as_they_were_written(paints: Paints) -> None:
    title = "King & <men> “✓” 囲碁 😀 א ]]> \u0301e"
    svg = parsed(to_svg(Drawing(9, 9, (), f"{title}\n", f"\t{title}"), paints))
    assert [svg.findtext("{*}title"), svg.findtext("{*}desc")] == [title, title]


DOT = Form((Circle(1, 1, 1, "paper"), Shown(Form((Rect(0, 0, 2, 2, "red"),)), translate(1, 0))))
ALONE = Form((Rect(0, 0, 3, 3, "paper"),))
EMPTY = Form((Rect(0, 0, 3, 3, "hidden"),))
TWICE = Drawing(
    50,
    50,
    (
        Shown(DOT),
        Group((Shown(DOT, translate(5, 5)), Shown(ALONE, scale(2))), rotate(30)),
        Shown(DOT, scale(3), Circle(2, 2, 2, "")),
        Shown(EMPTY),
        Shown(EMPTY, translate(2, 2)),
    ),
)
XLINK = "{http://www.w3.org/1999/xlink}href"


def painted(element: ElementTree.Element, forms: dict[str, ElementTree.Element], way: str = "") -> list[str]:
    """Return what an SVG paints in its order, each shape behind the transforms and clips that it lies in."""
    way += "".join(f" {element.get(name)}" for name in ("transform", "clip-path") if element.get(name))
    tag = element.tag.partition("}")[2]
    if tag == "use":
        return painted(forms[element.get(XLINK, "")[1:]], forms, way)
    inside = [line for child in element if not child.tag.endswith("defs") for line in painted(child, forms, way)]
    own = {name: value for name, value in element.attrib.items() if name not in ("transform", "clip-path", "id")}
    return inside if tag in ("svg", "g") else [f"{way} {tag} {sorted(own.items())}"]


def test_forms_that_are_shown_several_times_are_in_the_file_once(paints: Paints) -> None:
    plain, shared = (ElementTree.fromstring(to_svg(TWICE, paints, shared=each)) for each in (False, True))  # noqa: S314
    forms = {element.get("id", ""): element for element in shared.iter() if element.get("id", "").startswith("form-")}
    assert list(forms) == ["form-1"]
    assert [len([each for each in svg.iter() if each.tag.endswith("use")]) for svg in (plain, shared)] == [0, 3]
    assert painted(shared, forms) == painted(plain, {})
    assert len(painted(plain, {})) == 7


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
