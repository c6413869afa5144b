"""A document as a PDF 1.7 file.

The operators are written by `content`, the fonts by `embedding`; ReportLab numbers, formats and joins the
objects. Its Canvas is not used: it takes compression, fonts and dates from settings of the whole process. The
same document gives the same bytes, always.
"""

from __future__ import annotations

from hashlib import md5
from pathlib import Path
from typing import Any

from taflkit.drawing.ink import Ink
from taflkit.drawing.shapes import Document, Drawing, Turning
from taflkit.render.content import ContentStream, matrix
from taflkit.render.embedding import EmbeddedFonts
from taflkit.render.numerals import decimal
from taflkit.render.objects import add_outline, add_stream
from taflkit.render.pdfbase import pdfdoc

__all__ = ["drawing_to_pdf", "to_pdf"]

_MM_PT = 72 / 25.4
"""Points in a millimetre."""

_DUPLEX = {
    Turning.SIMPLEX: "/Simplex",
    Turning.SHORT_EDGE: "/DuplexFlipShortEdge",
    Turning.LONG_EDGE: "/DuplexFlipLongEdge",
}


def to_pdf(document: Document, ink: Ink, fonts: Path | None = None) -> bytes:
    """Return a document as a PDF.

    Args:
        document: its pages keep their own sizes.
        ink: gives every role its paint; a grey ink gives a file without colour.
        fonts: the folder of fonts; None is the one that comes with the program.

    Raises:
        TaflkitError: the ink lacks a role, a face is unknown, or a face lacks a letter.
    """
    file = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7), lang=document.language)
    file.signature = md5(repr(document._replace(pages=())).encode(), usedforsecurity=False)
    embedded = EmbeddedFonts(fonts)
    resources = pdfdoc.PDFDictionary({"Font": pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)})
    resources_reference = file.Reference(resources, "resources")
    bookmarks = []
    repeated: dict[int, str] = {}
    for number, page in enumerate(document.pages, 1):
        content = _page_content(page, ink, embedded, repeated)
        reference = _add_page(file, f"page {number}", content, page, resources_reference)
        if page.bookmark:
            bookmarks.append((page.bookmark, reference))
    embedded.add_to(file)
    add_outline(file, bookmarks)
    file.info = _information(document)
    file.Catalog.ViewerPreferences = _viewer_preferences(document)
    return bytes(file.format())


def drawing_to_pdf(drawing: Drawing, ink: Ink, fonts: Path | None = None) -> bytes:
    """Return one drawing as a PDF of one page of the drawing's size.

    Raises:
        TaflkitError: see `to_pdf`.
    """
    return to_pdf(Document((drawing,), drawing.title, subject=drawing.description), ink, fonts)


def _page_content(page: Drawing, ink: Ink, embedded: EmbeddedFonts, repeated: dict[int, str]) -> bytes:
    """Return the page's content stream: one matrix to mm with y down, then the shapes."""
    stream = ContentStream(ink, embedded.runs, repeated)
    stream.operators.append(matrix((_MM_PT, 0, 0, -_MM_PT, 0, page.height * _MM_PT)))
    for shape in page.shapes:
        stream.write(shape)
    stream.operators.append("")
    return "\n".join(stream.operators).encode("latin-1")


def _add_page(file: Any, name: str, content: bytes, page: Drawing, resources: Any) -> Any:
    """Put a page into the file and return the reference to it."""
    file.signature.update(content)
    width_pt, height_pt = page.width * _MM_PT, page.height * _MM_PT
    dictionary = pdfdoc.PDFDictionary(
        {
            "Type": "/Page",
            "Parent": file.Reference(file.Pages),
            "MediaBox": pdfdoc.PDFArray([0, 0, decimal(width_pt), decimal(height_pt)]),
            "Resources": resources,
            "Contents": add_stream(file, f"{name} content", content),
        }
    )
    reference = file.Reference(dictionary, name)
    file.Pages.addPage(dictionary)
    return reference


def _information(document: Document) -> Any:
    """Return what is said about the document; no date, as a file must not tell when it was made."""
    told = {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Keywords": ", ".join(document.keywords),
        "Creator": "taflkit",
        "Producer": "ReportLab",
    }
    return pdfdoc.PDFDictionary({key: pdfdoc.PDFString(text) for key, text in told.items() if text})


def _viewer_preferences(document: Document) -> Any:
    """Return how a viewer shall show and print the file: at its true size, from the tray with its paper."""
    return pdfdoc.PDFDictionary(
        {
            "DisplayDocTitle": "true",
            "PrintScaling": "/None",
            "PickTrayByPDFSize": "true",
            "Duplex": _DUPLEX[document.turning],
        }
    )
