"""A drawing, or the pages of a PDF, as PNG pictures on white."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from taflkit.drawing.ink import Ink
from taflkit.drawing.shapes import Drawing
from taflkit.render.pdf import drawing_to_pdf

__all__ = ["pages_to_png", "to_png"]


def to_png(drawing: Drawing, ink: Ink, dpi: float = 150, fonts: Path | None = None) -> bytes:
    """Return a drawing as a PNG.

    Args:
        drawing: what is to be seen.
        ink: gives every role its paint.
        dpi: pixels to the inch of the drawing's natural size.
        fonts: the folder of fonts; None is the one that comes with the program.

    Raises:
        TaflkitError: the ink lacks a role, a face is unknown, or a face lacks a letter.
    """
    (picture,) = pages_to_png(drawing_to_pdf(drawing, ink, fonts), dpi)
    return picture


def pages_to_png(pdf: bytes, dpi: float = 150) -> Iterator[bytes]:
    """Yield the pages of a PDF as PNGs, one after the other."""
    from pypdfium2 import PdfDocument  # noqa: PLC0415

    with PdfDocument(pdf) as document:
        for number in range(len(document)):
            page = document[number]
            bitmap = page.render(scale=dpi / 72)
            file = BytesIO()
            bitmap.to_pil().save(file, "PNG", dpi=(dpi, dpi))
            bitmap.close()
            page.close()
            yield file.getvalue()
