from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pytest
from pdf_checks import check
from pypdfium2 import PdfDocument
from reportlab import rl_config

from taflkit.drawing.ink import Ink
from taflkit.drawing.shapes import (
    Bookmark,
    Document,
    Drawing,
    Rect,
    Text,
    Turning,
)
from taflkit.render.pdf import drawing_to_pdf, to_pdf


def test_metadata_and_viewer_preferences(ink: Ink) -> None:
    page, words = Drawing(9, 9, ()), ("tafl", "brädspel")
    document = Document((page,), "Brandub – ein Spiel", "Ein Bogen", "Ægir", words, "de", Turning.LONG_EDGE)
    with pikepdf.open(BytesIO(to_pdf(document, ink))) as file:
        assert file.pdf_version == "1.7"
        assert file.Root.Lang == "de"
        assert {key: str(value) for key, value in file.docinfo.items()} == {
            "/Title": "Brandub – ein Spiel",
            "/Subject": "Ein Bogen",
            "/Author": "Ægir",
            "/Keywords": "tafl, brädspel",
            "/Creator": "taflkit",
            "/Producer": "ReportLab",
        }
        assert dict(file.Root.ViewerPreferences.as_dict()) == {
            "/DisplayDocTitle": True,
            "/PrintScaling": pikepdf.Name("/None"),
            "/PickTrayByPDFSize": True,
            "/Duplex": pikepdf.Name.DuplexFlipLongEdge,
        }


@pytest.mark.parametrize(
    ("turning", "name"),
    [
        (Turning.SIMPLEX, "/Simplex"),
        (Turning.SHORT_EDGE, "/DuplexFlipShortEdge"),
        (Turning.LONG_EDGE, "/DuplexFlipLongEdge"),
    ],
)
def test_turning(turning: Turning, name: str, ink: Ink) -> None:
    pdf = to_pdf(Document((Drawing(9, 9, ()),), "Turned", turning=turning), ink)
    with pikepdf.open(BytesIO(pdf)) as file:
        assert name == file.Root.ViewerPreferences.Duplex


def test_bookmarks(ink: Ink) -> None:
    outline = ["Instructions 0", "Board 0", "", "Upper 1", "Seam 3", "Lower 1", "Cards 0"]
    marks = [Bookmark(line[:-2], int(line[-1])) if line else None for line in outline]
    pages = tuple(Drawing(9, 9, (), bookmark=mark) for mark in marks)
    pdf = to_pdf(Document(pages, "Marked"), ink)
    check(pdf)
    with PdfDocument(pdf) as document:
        found = [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    assert found == [
        (0, "Instructions", 0),
        (0, "Board", 1),
        (1, "Upper", 3),
        (2, "Seam", 4),
        (1, "Lower", 5),
        (0, "Cards", 6),
    ]


def test_no_bookmarks_no_outline(ink: Ink) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, ()), ink))) as file:
        assert "/Outlines" not in file.Root


def test_the_identifier_follows_the_content(ink: Ink) -> None:
    def identifier(x: float) -> bytes:
        pdf = drawing_to_pdf(Drawing(9, 9, (Rect(x, 0, 1, 1, "paper"),), "The same title"), ink)
        with pikepdf.open(BytesIO(pdf)) as file:
            return bytes(file.trailer.ID[0])

    assert identifier(1) == identifier(1) != identifier(2)


_MAKE = """
import sys
from pathlib import Path
from taflkit.drawing.ink import Ink, Paint
from taflkit.drawing.shapes import Bookmark, Document, Drawing, Rect, Text
from taflkit.render.pdf import to_pdf
ink = Ink("i", {"a": Paint(fill=(0.5, 0.1, 0.2)), "t": Paint(fill=(0.0,))})
shapes = (Rect(1, 1, 5, 5, "a"), Text(5, 9, "Ünder the (throne)", "text", 4, "t"))
shapes += (Text(5, 19, "é", "italic", 4, "t"),)
pages = tuple(Drawing(99, 99, shapes, bookmark=Bookmark(f"Page {n}")) for n in range(3))
sys.stdout.buffer.write(to_pdf(Document(pages, "T", keywords=("a", "b")), ink, Path(sys.argv[1])))
"""


def test_the_same_bytes_in_every_process(fonts: FilePath) -> None:
    surroundings = [
        {"PYTHONHASHSEED": "1", "TZ": "UTC"},
        {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland"},
        {"PYTHONHASHSEED": "3", "TZ": "America/New_York", "SOURCE_DATE_EPOCH": "1700000000", "LC_ALL": "C"},
    ]
    made = [
        subprocess.run(
            [sys.executable, "-c", _MAKE, str(fonts)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **surrounding},
            check=True,
            capture_output=True,
        ).stdout
        for surrounding in surroundings
    ]
    check(made[0])
    assert len(set(made)) == 1


def test_one_document_leaves_nothing_to_the_next(ink: Ink, squares: FilePath) -> None:
    def pdf(text: str) -> bytes:
        return drawing_to_pdf(Drawing(99, 9, (Text(0, 9, text, "squares", 3, "text"),)), ink, squares)

    first = pdf("one")
    assert pdf("quite another") != first == pdf("one")


def test_reportlabs_settings_are_neither_heeded_nor_changed(ink: Ink, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing(9, 9, (Rect(1, 1, 2, 2, "paper"),))
    pdf = drawing_to_pdf(drawing, ink)
    for setting, value in {
        "useA85": 1,
        "pageCompression": 0,
        "invariant": 0,
        "documentLang": "fr-FR",
    }.items():
        monkeypatch.setattr(rl_config, setting, value)
    before = dict(vars(rl_config))
    assert drawing_to_pdf(drawing, ink) == pdf
    assert dict(vars(rl_config)) == before
