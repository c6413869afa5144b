from __future__ import annotations

from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pytest

from support.pdf_checks import assert_box, draw
from support.pdf_content import read_pages
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import (
    Circle,
    Document,
    Drawing,
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    Tag,
    Text,
    multiply,
    rotate,
    scale,
    translate,
)
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError
from taflkit.render.pdf import drawing_to_pdf, to_pdf
from taflkit.render.pdf.content import WrittenForm

TRIANGLE = Path.of((("M", (0, 0)), ("L", (20, 0)), ("L", (10, 15)), ("Z", ())), "frame")


def test_sizes_and_places_are_those_of_the_drawing(paints: Paints) -> None:
    page = draw(
        Rect(10, 20, 25, 30.5, "paper"),
        Rect(1, 2, 30, 10, "paper", 4),
        Circle(50, 40, 12.5, "red"),
        TRIANGLE,
        paints=paints,
    )
    plain, rounded, circle, triangle = page.paths
    assert (page.width, page.height) == pytest.approx((100, 80), abs=0.0001)
    assert_box(plain.box, 10, 20, 35, 50.5)
    assert_box(rounded.box, 1, 2, 31, 12)
    assert_box(circle.box, 37.5, 27.5, 62.5, 52.5)
    assert_box(triangle.box, 0, 0, 20, 15)


def test_a_radius_is_at_most_half_the_side(paints: Paints) -> None:
    page = draw(Rect(0, 0, 30, 10, "paper", 99), Rect(0, 0, 30, 10, "paper", 5), paints=paints)
    assert page.paths[0] == page.paths[1]


def test_curves_reach_beyond_their_ends(paints: Paints) -> None:
    page = draw(Path.of((("M", (10, 10)), ("C", (10, 30, 30, 30, 30, 10))), "cut"), paints=paints)
    assert_box(page.paths[0].box, 10, 10, 30, 25)


def test_groups_move_turn_and_enlarge(paints: Paints) -> None:
    inner = Group((Rect(0, 0, 10, 5, "frame"),), multiply(translate(50, 40), multiply(rotate(90), scale(2))))
    page = draw(inner, Rect(0, 0, 10, 5, "frame"), paints=paints)
    turned, straight = page.paths
    assert_box(turned.box, 40, 40, 50, 60)
    assert turned.line_width == pytest.approx(0.6)
    assert_box(straight.box, 0, 0, 10, 5)
    assert straight.line_width == pytest.approx(0.3)


def test_turned_by_any_angle(paints: Paints) -> None:
    half = 10 * 0.5**0.5
    page = draw(Group((Rect(-5, -5, 10, 10, "paper"),), multiply(translate(50, 40), rotate(45))), paints=paints)
    assert_box(page.paths[0].box, 50 - half, 40 - half, 50 + half, 40 + half)


def test_clips_hold_for_their_group_alone(paints: Paints) -> None:
    clips = (Rect(2, 3, 10, 10, ""), Circle(5, 5, 4, ""), TRIANGLE)
    groups = [Group((Rect(0, 0, 90, 70, "paper"),), translate(1, 1), clip) for clip in clips]
    page = draw(*groups, Rect(0, 0, 5, 5, "paper"), paints=paints)
    rect, circle, path, free = (painted.clip for painted in page.paths)
    assert_box(rect, 3, 4, 13, 14)
    assert_box(circle, 2, 2, 10, 10)
    assert_box(path, 1, 1, 21, 16)
    assert free is None
    assert page.operators["W*"] == 1


def test_pages_keep_their_own_sizes(paints: Paints) -> None:
    sizes = [(210, 297), (297, 210), (215.9, 279.4), (50, 50)]
    pages = tuple(Drawing(width, height, (Rect(1, 1, 2, 2, "paper"),)) for width, height in sizes)
    for page, size in zip(read_pages(to_pdf(Document(pages, "Sizes"), paints)), sizes, strict=True):
        assert (page.width, page.height) == pytest.approx(size, abs=0.0001)
        assert_box(page.paths[0].box, 1, 1, 3, 3)


def test_paint(paints: Paints) -> None:
    square = Rect(0, 0, 1, 1, "paper")
    page = draw(square, Circle(5, 5, 1, "cut"), TRIANGLE, Path.of(TRIANGLE.segments, "red"), square, paints=paints)
    paper, cut, frame, red, again = page.paths
    assert (paper.operator, paper.fill, paper.stroke) == ("f", (0.9,), None)
    assert (cut.operator, cut.fill, cut.stroke) == ("S", None, (0.5,))
    assert cut.line_width == pytest.approx(0.1)
    assert cut.dash == pytest.approx((1.0, 0.5))
    assert (frame.operator, frame.fill, frame.stroke, frame.dash) == ("B*", (1.0,), (0.2, 0.3, 0.4), ())
    assert (red.operator, red.fill) == ("f*", (0.8, 0.1, 0.1))
    assert again == paper


def test_paint_comes_back_after_a_group(paints: Paints) -> None:
    square = Rect(0, 0, 1, 1, "frame")
    page = draw(square, Group((Rect(0, 0, 1, 1, "cut"), TRIANGLE), translate(1, 1)), square, paints=paints)
    assert page.paths[0] == page.paths[-1]


def test_a_role_without_paint_paints_nothing(paints: Paints, fonts: FilePath) -> None:
    page = draw(
        Path.of(TRIANGLE.segments, "hidden"),
        Circle(5, 5, 1, "hairless"),
        Rect(5, 5, 1, 1, "hidden"),
        Text(1, 1, "a", "text", 3, "hidden"),
        Text(1, 1, "", "text", 3, "text"),
        paints=paints,
        fonts=fonts,
    )
    assert set(page.operators) == {"cm", "BMC", "EMC"}


def test_a_grey_paints_uses_grey_operators_alone(mono: Paints, squares: FilePath) -> None:
    shapes = [Rect(0, 0, 5, 5, role) for role in ("paper", "red", "cut")]
    page = draw(*shapes, Text(5, 5, "grey", "squares", 3, "text"), paints=mono, fonts=squares)
    assert page.colour_operators == {"g", "G"}


def test_a_colour_is_rgb(paints: Paints) -> None:
    page = draw(Rect(0, 0, 5, 5, "red"), Rect(0, 0, 5, 5, "frame"), paints=paints)
    assert page.colour_operators == {"g", "rg", "RG"}


def test_a_number_that_is_none_is_refused(paints: Paints) -> None:
    with pytest.raises(ValueError, match="nan is no length"):
        draw(Rect(float("nan"), 0, 1, 1, "paper"), paints=paints)


SQUARE = Rect(0, 0, 1, 1, "paper")


def marks(*shapes: Shape, paints: Paints) -> list[list[str]]:
    """Return the names of the marks round each path."""
    return [[name for name, _ in path.marks] for path in draw(*shapes, paints=paints).paths]


def test_what_has_no_tag_is_an_artifact(paints: Paints) -> None:
    assert marks(SQUARE, Group((SQUARE,), translate(1, 1)), paints=paints) == [["Artifact"]] * 2


def test_a_tag_marks_all_that_is_in_it(paints: Paints) -> None:
    tagged = Group((SQUARE, Group((SQUARE,), translate(2, 0))), tag=Tag("P"))
    assert marks(SQUARE, tagged, SQUARE, paints=paints) == [["Artifact"], ["P"], ["P"], ["Artifact"]]


def test_beside_tags_inside_a_tag_all_else_is_an_artifact(paints: Paints) -> None:
    inside = Group((Group((SQUARE,), tag=Tag("H1")), SQUARE), rotate(90), Rect(0, 0, 9, 9, ""))
    assert marks(Group((SQUARE, inside), tag=Tag("Sect")), paints=paints) == [["Artifact"], ["H1"], ["Artifact"]]


def test_marks_open_and_close_within_what_they_are_in(paints: Paints) -> None:
    inside = Group((Group((SQUARE,), tag=Tag("H1")), SQUARE), rotate(90), layer=Layer.ART)
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, (SQUARE, inside)), paints))) as file:
        operators = [str(operator) for _, operator in pikepdf.parse_content_stream(file.pages[0])]
    closing = {"EMC": {"BDC", "BMC"}, "Q": {"q"}, "ET": {"BT"}}
    waiting: list[str] = []
    for operator in operators:
        if operator in closing:
            assert waiting.pop() in closing[operator]
        elif operator in {"BDC", "BMC", "q", "BT"}:
            waiting.append(operator)
    assert waiting == []


def test_a_layer_is_marked_once(paints: Paints) -> None:
    inner = Group((Group((SQUARE,), layer=Layer.CUT),), layer=Layer.CUT)
    art = Group((inner, SQUARE), layer=Layer.ART, tag=Tag("Figure", "squares"))
    assert marks(art, paints=paints) == [["Figure", "OC", "OC"], ["Figure", "OC"]]


def test_layers_are_named_and_listed(paints: Paints) -> None:
    shapes = tuple(Group((SQUARE,), layer=layer) for layer in (Layer.FOLD, Layer.ART))
    document = Document((Drawing(9, 9, shapes),), "Layered", layers=((Layer.ART, "Bilder"),))
    with pikepdf.open(BytesIO(to_pdf(document, paints))) as file:
        layers = file.Root.OCProperties
        assert [str(layer.Name) for layer in layers.OCGs] == ["Bilder", "fold"]
        assert list(layers.D.Order) == list(layers.OCGs)
        assert "/AS" not in layers.D
        assert layers.D.Name == "Layered"
        properties = file.pages[0].Resources.Properties
        assert {name: str(properties[name].Name) for name in properties} == {"/art": "Bilder", "/fold": "fold"}


def test_no_layers_no_properties(paints: Paints) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, (SQUARE,)), paints))) as file:
        assert "/OCProperties" not in file.Root


def test_forms_that_are_painted_alike_are_written_once(paints: Paints) -> None:
    # a store may have dropped a form that another form still holds
    inner = [Form((SQUARE,)) for _ in range(2)]
    forms = [*inner, *(Form((Shown(form), TRIANGLE)) for form in inner), Form((TRIANGLE,))]
    shown = tuple(Shown(form, translate(10 * place, 0)) for place, form in enumerate(forms))
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(90, 20, shown), paints))) as file:
        assert len(file.pages[0].Resources.XObject) == 3


def test_a_form_is_written_once_for_all_documents_with_the_same_paints(
    paints: Paints, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = WrittenForm.of

    def counted(operators: str, inside: tuple[WrittenForm, ...]) -> WrittenForm:
        written.append(operators)
        return write(operators, inside)

    monkeypatch.setattr(WrittenForm, "of", counted)
    inner = Form((SQUARE,))
    drawing = Drawing(90, 20, (Shown(Form((Shown(inner), TRIANGLE))), Shown(inner)))
    store, reds = Store(), Paints("reds", {role: Paint(fill=(1.0, 0.0, 0.0)) for role in paints.by_role})
    first = drawing_to_pdf(drawing, paints, store=store)
    assert drawing_to_pdf(drawing, paints, store=store) == first
    assert len(written) == 2
    red = drawing_to_pdf(drawing, reds, store=store)
    assert len(written) == 4
    assert red == drawing_to_pdf(drawing, reds) != first


def test_a_paint_for_each_role_is_asked_of_the_paints(paints: Paints) -> None:
    with pytest.raises(TaflkitError, match="the paints 'colour' have none for the role 'nowhere'"):
        draw(Rect(0, 0, 1, 1, "nowhere"), paints=paints)
    assert draw(Rect(0, 0, 1, 1, "paper.of.a.kind"), paints=paints).paths[0].fill == (0.9,)
