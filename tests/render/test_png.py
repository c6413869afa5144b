from __future__ import annotations

from io import BytesIO
from pathlib import Path as FilePath

import pytest
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument

from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Document, Drawing, Rect, Text
from taflkit.render.pdf import drawing_to_pdf, to_pdf
from taflkit.render.png import contact_sheet, first_page, pages_to_png, to_png

RED = (204, 26, 26)


def opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    image.load()
    return image


def pages_of(pdf: bytes, dpi: float) -> list[Image.Image]:
    """The pages of a PDF, each drawn in one go."""
    with PdfDocument(pdf) as document:
        return [page.render(scale=dpi / 72).to_pil() for page in document]


def test_pixels_lie_where_the_drawing_says(paints: Paints) -> None:
    image = opened(to_png(Drawing(25.4, 50.8, (Rect(12.7, 25.4, 6.35, 6.35, "red"),)), paints, dpi=100))
    assert image.size == (100, 200)
    assert image.info["dpi"] == pytest.approx((100, 100), abs=0.01)
    places = [(49, 99), (50, 100), (74, 124), (75, 125), (0, 0), (99, 199)]
    white = (255, 255, 255)
    assert [image.getpixel(place) for place in places] == [white, RED, RED, white, white, white]


def test_150_dots_to_the_inch(paints: Paints) -> None:
    assert opened(to_png(Drawing(25.4, 12.7, ()), paints)).size == (150, 75)


def test_every_page(paints: Paints) -> None:
    sizes = [(25.4, 50.8), (50.8, 25.4)]
    pdf = to_pdf(Document(tuple(Drawing(*size, ()) for size in sizes), "Two"), paints)
    assert [opened(page).size for page in pages_to_png(pdf, 50)] == [(50, 100), (100, 50)]


def test_the_first_page_alone(paints: Paints) -> None:
    pages = (Drawing(25.4, 50.8, (Rect(0, 0, 25.4, 50.8, "red"),)), Drawing(50.8, 25.4, ()))
    image = opened(first_page(to_pdf(Document(pages, "Two"), paints), 50))
    assert (image.format, image.size) == ("WEBP", (50, 100))
    seen = image.getpixel((25, 50))
    assert seen == pytest.approx(RED, abs=3)


def test_letters_are_seen(paints: Paints, squares: FilePath) -> None:
    image = opened(to_png(Drawing(25.4, 25.4, (Text(0, 25.4, "a", "squares", 25.4, "text"),)), paints, 100, squares))
    assert [image.getpixel(place) for place in [(25, 75), (75, 75), (25, 25)]] == [
        (0,) * 3,
        (255,) * 3,
        (255,) * 3,
    ]


def test_the_same_bytes_again(paints: Paints) -> None:
    drawing = Drawing(20, 20, (Rect(1, 1, 3, 3, "red"),))
    assert to_png(drawing, paints) == to_png(drawing, paints)


def test_a_contact_sheet_has_all_pages_in_rows(paints: Paints) -> None:
    sizes = [(25.4, 50.8), (50.8, 25.4), (25.4, 25.4)]
    pages = tuple(Drawing(*size, (Rect(0, 0, *size, "red"),)) for size in sizes)
    image = opened(contact_sheet(to_pdf(Document(pages, "Three"), paints), dpi=50, across=2))
    assert image.size == (14 + 50 + 14 + 100 + 14, 14 + 100 + 14 + 50 + 14)
    red = sum(image.getpixel((x, y)) == RED for x in range(image.width) for y in range(image.height))
    assert red == 50 * 100 + 100 * 50 + 50 * 50
    assert image.getpixel((0, 0)) == (150, 150, 150)


def test_a_picture_of_several_strips_is_whole(paints: Paints) -> None:
    drawing = Drawing(10, 200, (Rect(0, 0, 10, 100, "red"), Text(1, 150, "a", "text", 8, "text")))
    image = opened(to_png(drawing, paints, 100))
    (whole,) = pages_of(drawing_to_pdf(drawing, paints), 100)
    assert image.size == whole.size == (40, 788)
    # its shapes are drawn anew for each strip, and their edges rounded anew
    assert all(most <= 2 for _, most in ImageChops.difference(image, whole).getextrema())
