from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from support.pdf_checks import assert_box
from support.pdf_content import Page, read_pages

FORM = b"q 2 w 0 0 10 10 re S Q /Artifact BMC 1 0 0 rg 0 0 5 5 re f EMC"


def page_of(content: bytes) -> Page:
    """Return what a page of 100 x 200 points paints; /Form is a form, turned and enlarged."""
    file = pikepdf.new()
    file.add_blank_page(page_size=(100, 200))
    page = file.pages[0]
    form = pikepdf.Stream(file, FORM, Type="/XObject", Subtype="/Form", BBox=[0, 0, 9, 9], Matrix=[0, 2, -2, 0, 0, 0])
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Form=form))
    page.Contents = pikepdf.Stream(file, content)
    saved = BytesIO()
    file.save(saved)
    [read] = read_pages(saved.getvalue())
    return read


def test_forms_are_walked_with_their_matrix() -> None:
    page = page_of(b"q 1 0 0 1 50 100 cm /Form Do Q 0 0 1 1 re f")
    stroked, filled, after = page.paths
    mm = 25.4 / 72
    assert_box(stroked.box, 30 * mm, 80 * mm, 50 * mm, 100 * mm)
    assert stroked.line_width == pytest.approx(4 * mm)
    assert_box(filled.box, 40 * mm, 90 * mm, 50 * mm, 100 * mm)
    assert (filled.fill, filled.marks) == ((1, 0, 0), (("Artifact", None),))
    assert (after.fill, after.marks) == ((0,), ())
    assert page.colour_operators == {"rg"}


def test_a_clip_is_all_that_is_common() -> None:
    page = page_of(b"0 0 72 72 re W n 36 36 72 72 re W* n 0 0 100 100 re f")
    assert_box(page.paths[0].clip, 12.7, 200 * 25.4 / 72 - 25.4, 25.4, 200 * 25.4 / 72 - 12.7)


@pytest.mark.parametrize("content", [b"/Pattern cs", b"q", b"/Artifact BMC", b"BT 1 Tc ET"])
def test_what_it_does_not_understand_it_does_not_measure(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"does not know|do not match|without its"):
        page_of(content)
