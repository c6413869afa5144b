"""The checker of PDF/X-4 finds what is spoiled."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from support.pdf_press import press_problems
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import Box, Document, Drawing, Form, Rect, Shown, Standard, Text
from taflkit.render.pdf import to_pdf

PAINTS = Paints("colour", {"red": Paint(fill=(0.8, 0.1, 0.1)), "text": Paint(fill=(0.0,))})
SHAPES = (Rect(0, 0, 40, 30, "red"), Shown(Form((Rect(5, 5, 9, 9, "red"),))), Text(5, 20, "Brandub", "text", 5, "text"))
PAGE = Drawing(40, 30, SHAPES, trim=Box(9, 9, 22, 12), bleed=Box(6, 6, 28, 18))


def press(**more: Any) -> bytes:
    return to_pdf(Document((PAGE,), "Brandub", **{"standard": Standard.PRESS, **more}), PAINTS)


def test_a_file_for_a_press_has_no_problem() -> None:
    assert press_problems(press()) == []


def test_a_file_for_an_archive_has_many() -> None:
    problems = press_problems(press(standard=Standard.ARCHIVE))
    assert "it has 0 output intents of PDF/X" in problems
    assert "page 1: its RGB is that of no device" in problems
    assert "its XMP calls it None" in problems


def _profile(pdf: pikepdf.Pdf) -> None:
    stream = pdf.Root.OutputIntents[0].DestOutputProfile
    data = bytearray(stream.read_bytes())
    data[12:16] = b"mntr"
    stream.write(bytes(data))


SPOILED: dict[str, tuple[Callable[[pikepdf.Pdf], object], str]] = {
    "trim": (lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox"), "page 1: it has no trim box"),
    "bleed": (lambda pdf: pdf.pages[0].obj.__setitem__("/BleedBox", [50, 50, 60, 60]), "is not inside"),
    "monitor": (_profile, "not of an output device"),
    "colours": (
        lambda pdf: pdf.pages[0].obj.Resources.__delitem__("/ColorSpace"),
        "page 1: its RGB is that of no device",
    ),
    "form": (
        lambda pdf: next(iter(pdf.pages[0].obj.Resources.XObject.values())).Resources.__delitem__("/ColorSpace"),
        ": its RGB is that of no device",
    ),
    "font": (
        lambda pdf: next(iter(pdf.pages[0].obj.Resources.Font.values())).FontDescriptor.__delitem__("/FontFile2"),
        "is not embedded",
    ),
    "trapped": (lambda pdf: pdf.docinfo.__delitem__("/Trapped"), "nobody knows whether it is trapped"),
    "metadata": (lambda pdf: pdf.Root.__delitem__("/Metadata"), "it has no XMP"),
    "action": (
        lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.JavaScript)),
        "its catalog has /OpenAction",
    ),
}


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_spoiled_is_named(name: str) -> None:
    spoil, problem = SPOILED[name]
    with pikepdf.open(BytesIO(press())) as pdf:
        spoil(pdf)
        out = BytesIO()
        pdf.save(out, force_version="1.6")
    assert any(problem in found for found in press_problems(out.getvalue()))
