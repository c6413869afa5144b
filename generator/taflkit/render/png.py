"""A drawing, or the pages of a PDF, as PNG pictures on white."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path

from PIL import Image
from pypdfium2 import PdfDocument

from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Drawing
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError
from taflkit.limits import PIXELS
from taflkit.render.pdf import drawing_to_pdf

_QUALITY = 78
"""Of WebP pictures, of 100: the loss is not seen on a screen."""
_METHOD = 2
"""How hard WebP tries, of 6: half the time of its own choice, 4, for three hundredths more bytes."""
_STRIP = 256
"""The rows of pixels of a PNG that are drawn at once."""
_PACKED = 3
"""The level of zlib for a PNG, of 9: with 6 files are an eighth smaller, and take twice the time."""
_COARSE = 20
"""The pixels to the inch of pages whose darkness is measured."""
_GAP = 14
"""The pixels between the pages of a contact sheet."""
_GREY = (150, 150, 150)
"""Their colour: red, green and blue."""


def to_png(
    drawing: Drawing, paints: Paints, dpi: float = 150, fonts: Path | None = None, store: Store | None = None
) -> bytes:
    """Return a drawing as a PNG with a number of pixels to the inch of its natural size.

    The fonts are a folder, or None for those that come with the program; a store has them for further drawings.

    Raises:
        TaflkitError: the picture would have too many pixels, the paints lack a role, a face is unknown, or a face lacks
            a letter.
    """
    pixels = drawing.width * drawing.height * (dpi / 25.4) ** 2
    if pixels > PIXELS:
        fits = dpi * math.sqrt(PIXELS / pixels)
        raise TaflkitError(
            f"a picture of {drawing.width:.0f} x {drawing.height:.0f} mm with {dpi:g} pixels to the inch has more than"
            f" {PIXELS // 10**6} million pixels; use {math.floor(fits)} or fewer to the inch",
            choice="dpi",
        )
    (picture,) = pages_to_png(drawing_to_pdf(drawing, paints, fonts, store), dpi)
    return picture


def to_webp(drawing: Drawing, paints: Paints, dpi: float, store: Store | None = None) -> bytes:
    """Return a drawing as a WebP picture for a screen, which loses a little and is far smaller; see `to_png`."""
    (picture,) = _pictures(drawing_to_pdf(drawing, paints, None, store), dpi)
    return _webp(picture)


def to_jpeg(drawing: Drawing, paints: Paints, dpi: float, store: Store | None = None) -> bytes:
    """Return a drawing as a JPEG picture, for programs that read no WebP; see `to_png`."""
    (picture,) = _pictures(drawing_to_pdf(drawing, paints, None, store), dpi)
    file = BytesIO()
    picture.convert("RGB").save(file, "JPEG", quality=_QUALITY, optimize=True)
    return file.getvalue()


def to_icon(drawing: Drawing, paints: Paints, side: int, store: Store | None = None) -> bytes:
    """Return a square drawing as an icon (ICO) of so many pixels, and of the smaller ones that Pillow makes of it."""
    (picture,) = _pictures(drawing_to_pdf(drawing, paints, None, store), side / drawing.width * 25.4)
    file = BytesIO()
    picture.save(file, "ICO")
    return file.getvalue()


def to_pixels(drawing: Drawing, paints: Paints, dpi: float) -> bytes:
    """Return the pixels of a drawing on white, row by row, three bytes each: red, green, blue; see `to_png`."""
    (picture,) = _pictures(drawing_to_pdf(drawing, paints, None, None), dpi)
    return bytes(picture.convert("RGB").tobytes())


def darkness(pdf: bytes) -> list[float]:
    """Return how dark each page of a PDF is on the whole, from 0, which is white, to 1: how much ink it takes."""
    grey = (picture.convert("L") for picture in _pictures(pdf, _COARSE))
    return [
        sum(255 - value for value in picture.tobytes()) / (255 * picture.width * picture.height) for picture in grey
    ]


def pages_to_png(pdf: bytes, dpi: float = 150) -> Iterator[bytes]:
    """Yield the pages of a PDF as PNGs (ISO/IEC 15948) of eight bits for red, green and blue, one after the other.

    They are drawn and packed a strip at a time, so that a large picture takes no more memory than a small one. Pillow,
    which writes the other pictures, needs all pixels at once, and takes twice the time.
    """
    scale, to_metre = dpi / 72, round(dpi / 0.0254)
    with PdfDocument(pdf) as document:
        for number in range(len(document)):
            page = document[number]
            width, height = (math.ceil(side * scale) for side in (page.get_width(), page.get_height()))
            packer = zlib.compressobj(_PACKED)
            packed = []
            for top in range(0, height, _STRIP):
                # the cut is rounded up to whole pixels, so that half a pixel less is as much
                above, below = (max(0, rows) - 0.5 for rows in (top, height - top - _STRIP))
                strip = page.render(scale=scale, crop=(0, below / scale, 0, above / scale), rev_byteorder=True)
                pixels = memoryview(strip.buffer)
                for start in range(0, strip.height * strip.stride, strip.stride):
                    # no filter stands before the row: flat colours are packed best as they are
                    packed += [packer.compress(b"\0"), packer.compress(pixels[start : start + 3 * width])]
                strip.close()
            page.close()
            header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            resolution = _chunk(b"pHYs", struct.pack(">IIB", to_metre, to_metre, 1))
            data = _chunk(b"IDAT", b"".join((*packed, packer.flush())))
            yield b"\x89PNG\r\n\x1a\n" + header + resolution + data + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def contact_sheet(pdf: bytes, dpi: float = 60, across: int = 3, *, webp: bool = False) -> bytes:
    """Return all pages of a PDF, some side by side, in one PNG or WebP on grey; many pages are smaller."""
    with PdfDocument(pdf) as document:
        sizes = [document.get_page_size(number) for number in range(len(document))]
    # together they have no more pixels than a picture may have
    dpi = min(dpi, 72 * math.sqrt(PIXELS / sum(width * height for width, height in sizes)))
    pictures = list(_pictures(pdf, dpi))
    sheet = _rows([pictures[start : start + across] for start in range(0, len(pictures), across)])
    if webp:
        return _webp(sheet)
    file = BytesIO()
    sheet.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def first_page(pdf: bytes, dpi: float) -> bytes:
    """Return the first page of a PDF as a WebP; see to_webp."""
    with closing(_pictures(pdf, dpi)) as pictures:
        return _webp(next(pictures))


def _rows(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Return pictures in rows under one another, each row in the middle and none empty, as one picture on grey."""
    width = max(sum(page.width + _GAP for page in row) for row in rows) + _GAP
    height = sum(max(page.height for page in row) + _GAP for row in rows) + _GAP
    sheet = Image.new("RGB", (width, height), _GREY)
    y = _GAP
    for row in rows:
        x = (width - sum(page.width + _GAP for page in row) + _GAP) // 2
        for page in row:
            sheet.paste(page, (x, y))
            x += page.width + _GAP
        y += max(page.height for page in row) + _GAP
    return sheet


def _pictures(pdf: bytes, dpi: float) -> Generator[Image.Image, None, None]:
    """Yield the pages of a PDF as Pillow's images."""
    with PdfDocument(pdf) as document:
        for number in range(len(document)):
            page = document[number]
            bitmap = page.render(scale=dpi / 72)
            picture = bitmap.to_pil().copy()
            bitmap.close()
            page.close()
            yield picture


def _webp(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.convert("RGB").save(file, "WEBP", quality=_QUALITY, method=_METHOD)
    return file.getvalue()
