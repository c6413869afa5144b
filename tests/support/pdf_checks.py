"""Making and reading PDFs for the tests of this folder."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from support.pdf_content import Box, Page, read_pages
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Drawing, Shape
from taflkit.render.pdf import drawing_to_pdf


def draw(*shapes: Shape, paints: Paints, fonts: FilePath | None = None) -> Page:
    """Return what the PDF of a drawing of 100 x 80 mm paints."""
    pdf = drawing_to_pdf(Drawing(100, 80, shapes), paints, fonts)
    check(pdf)
    [page] = read_pages(pdf)
    return page


def check(pdf: bytes) -> None:
    """Have qpdf's library read every object and stream; a warning is a failure."""
    with pikepdf.open(BytesIO(pdf)) as file:
        assert file.check_pdf_syntax() == []


def assert_box(box: Box | None, left: float, top: float, right: float, bottom: float) -> None:
    assert box is not None
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((left, top, right, bottom), abs=0.0002)


def extracted(pdf: bytes) -> str:
    with PdfDocument(pdf) as document:
        page = document[0]
        text = page.get_textpage()
        found: str = text.get_text_range()
        text.close()
        page.close()
    return found
