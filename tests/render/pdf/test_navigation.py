from __future__ import annotations

from io import BytesIO

import pikepdf
from pypdfium2 import PdfDocument

from support.pdf_checks import check
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Document, Drawing, Group, Rect, Shape, Tag
from taflkit.render.pdf import drawing_to_pdf, to_pdf

SQUARE = Rect(0, 10, 1, 1, "paper")


def named(bookmark: str, *shapes: Shape, role: str = "Sect") -> Group:
    return Group(shapes or (SQUARE,), tag=Tag(role, bookmark=bookmark))


def test_the_outline_nests_as_the_tree_does(paints: Paints) -> None:
    pages = (
        (named("Instructions"), named("Board", named("Upper"), Group((named("Seam"),), tag=Tag("Div")))),
        (named("Cards", named("Attackers", named("Move", role="H1")), named("King"), SQUARE),),
    )
    pdf = to_pdf(Document(tuple(Drawing(99, 99, shapes) for shapes in pages), "Marked"), paints)
    check(pdf)
    with PdfDocument(pdf) as document:
        found = [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    assert found == [
        (0, "Instructions", 0),
        (0, "Board", 0),
        (1, "Upper", 0),
        (1, "Seam", 0),
        (0, "Cards", 1),
        (1, "Attackers", 1),
        (2, "Move", 1),
        (1, "King", 1),
    ]
    with pikepdf.open(BytesIO(pdf)) as file:
        assert file.Root.Outlines.Count == 8


def test_a_heading_is_shown_with_its_place(paints: Paints) -> None:
    shapes = (named("Sheet", named("Heading", role="H2")),)
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(99, 100, shapes), paints))) as file:
        sheet = file.Root.Outlines.First
        assert list(sheet.Dest)[1:] == [pikepdf.Name.Fit]
        _, kind, _, top, _ = sheet.First.Dest
        assert kind == "/XYZ"
        assert 90 < float(top) * 25.4 / 72 < 93


def test_no_bookmarks_no_outline(paints: Paints) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, (SQUARE,)), paints))) as file:
        assert "/Outlines" not in file.Root


def test_pages_have_the_names_they_are_given(paints: Paints) -> None:
    labels = ["3", "4", "4 | 1", "", "é"]
    pages = tuple(Drawing(9, 9, (), label=label) for label in labels)
    with pikepdf.open(BytesIO(to_pdf(Document(pages, "Named"), paints))) as file:
        assert [page.label for page in file.pages] == ["3", "4", "4 | 1", "4", "é"]


def test_pages_without_names_have_none(paints: Paints) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, ()), paints))) as file:
        assert "/PageLabels" not in file.Root
