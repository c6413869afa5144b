"""Documents for a press: PDF/X-4, with the trim and bleed of every page."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace

from support.pdf_press import press_problems
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import Box, Document, Drawing, Group, Layer, Rect, Standard, without_layers
from taflkit.render.pdf import to_pdf

PAINTS = Paints("colour", {"red": Paint(fill=(0.8, 0.1, 0.1)), "grey": Paint(fill=(0.4,))})
PAGE = Drawing(63 + 18, 88 + 18, (Rect(6, 6, 69, 94, "red"),), trim=Box(9, 9, 63, 88), bleed=Box(6, 6, 69, 94))


def document(*pages: Drawing, **more: Any) -> Document:
    return Document(pages or (PAGE,), **{"title": "Brandub", "standard": Standard.PRESS, **more})


def mm(box: Any) -> list[float]:
    return [round(float(value) * 25.4 / 72, 3) for value in box]


def test_boxes_are_those_of_the_drawing() -> None:
    with pikepdf.open(BytesIO(to_pdf(document(), PAINTS))) as pdf:
        page = pdf.pages[0].obj
        assert mm(page.MediaBox) == [0, 0, 81, 106]
        assert mm(page.TrimBox) == [9, 9, 72, 97]
        assert mm(page.BleedBox) == [6, 6, 75, 100]


def test_it_is_pdf_x_and_claims_nothing_else() -> None:
    made = to_pdf(document(), PAINTS)
    assert press_problems(made) == []
    assert made.startswith(b"%PDF-1.6")
    assert b"pdfaid:" not in made
    assert b"pdfuaid:" not in made
    with pikepdf.open(BytesIO(made)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.OutputConditionIdentifier), str(intent.RegistryName)) == ("FOGRA39", "http://www.color.org")
        assert pdf.Root.ViewerPreferences.keys() == {"/DisplayDocTitle"}


def test_equal_documents_are_equal_files() -> None:
    assert to_pdf(document(), PAINTS) == to_pdf(document(), PAINTS)
    other = to_pdf(document(title="Tablut"), PAINTS)
    with pikepdf.open(BytesIO(to_pdf(document(), PAINTS))) as one, pikepdf.open(BytesIO(other)) as two:
        name = "{http://ns.adobe.com/xap/1.0/mm/}DocumentID"
        assert one.open_metadata()[name] != two.open_metadata()[name]


def test_a_page_without_a_trim_is_no_page_for_a_press() -> None:
    with pytest.raises(ValueError, match="page 2 of 'Brandub' is for a press and has no trim"):
        to_pdf(document(PAGE, replace(PAGE, trim=None)), PAINTS)


def test_layers_can_be_left_out_or_laid_together() -> None:
    cut, art = Group((Rect(0, 0, 1, 1, "red"),), layer=Layer.CUT), Group((Rect(0, 0, 2, 2, "red"),), layer=Layer.ART)
    shapes = (Group((cut, art)), Group((cut,)))
    assert without_layers(shapes, frozenset({Layer.CUT})) == (Group((art,)),)
    flat = without_layers(shapes, frozenset({Layer.CUT}), layered=False)
    assert flat == (Group((replace(art, layer=None),)),)
    assert b"OCProperties" not in to_pdf(document(replace(PAGE, shapes=flat)), PAINTS)
