from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from support.pdf_checks import check, draw, extracted
from support.pdf_content import read_pages
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import (
    Drawing,
    Group,
    Text,
    multiply,
    rotate,
    translate,
)
from taflkit.errors import TaflkitError, UnknownName
from taflkit.render.pdf import drawing_to_pdf


def test_text_stands_on_its_baseline(paints: Paints, squares: FilePath) -> None:
    page = draw(Text(10, 20, "abc", "squares", 4, "text"), paints=paints, fonts=squares)
    [shown] = page.texts
    assert (shown.text, shown.font, shown.turn) == ("abc", "Squares", 0)
    assert shown.size == pytest.approx(4)
    assert (*shown.start, *shown.end) == pytest.approx((10, 20, 19, 20), abs=0.0002)
    assert page.operators["Tj"] == 1


def test_adjustments_are_added_after_their_letters(paints: Paints, squares: FilePath) -> None:
    page = draw(Text(10, 20, "abc", "squares", 4, "text", (1.5, -0.25, 0.0)), paints=paints, fonts=squares)
    assert page.texts[0].length == pytest.approx(9 + 1.25, abs=0.0002)
    assert page.operators["TJ"] == 1


def test_adjustments_add_up_over_a_long_line(paints: Paints, squares: FilePath) -> None:
    line = "word " * 20
    adjust = (1 / 3, -0.0123, 0, 0.1, 0.7) * 20
    page = draw(Text(0, 9, line, "squares", 3.3, "text", adjust), paints=paints, fonts=squares)
    assert page.texts[0].length == pytest.approx(100 * 0.75 * 3.3 + 20 * (1 / 3 - 0.0123 + 0.8), abs=0.001)


def test_a_line_is_as_long_as_its_metrics_say(paints: Paints, fonts: FilePath) -> None:
    line = "Brandub: 7 × 7 – Müller"
    for face in ("text", "italic", "bold", "smallcaps", "display"):
        metrics = json.loads((fonts / f"{face}.json").read_text(encoding="utf-8"))
        length = 5 * sum(metrics["widths"][letter] for letter in line) / metrics["units_per_em"]
        page = draw(Text(0, 9, line, face, 5, "text"), paints=paints, fonts=fonts)
        assert page.texts[0].length == pytest.approx(length, abs=0.0002)


def test_as_many_adjustments_as_letters(paints: Paints, squares: FilePath) -> None:
    with pytest.raises(ValueError, match="2 adjustments for the 3 letters of 'abc'"):
        draw(Text(0, 9, "abc", "squares", 3, "text", (0.1, 0.1)), paints=paints, fonts=squares)


def test_text_turns_with_its_group(paints: Paints, squares: FilePath) -> None:
    group = Group((Text(0, 0, "up", "squares", 4, "text"),), multiply(translate(50, 60), rotate(-90)))
    [shown] = draw(group, paints=paints, fonts=squares).texts
    assert (shown.turn, *shown.start, *shown.end) == pytest.approx((-90, 50, 60, 50, 54), abs=0.0002)


def test_letters_that_mean_something_in_pdf(paints: Paints, squares: FilePath) -> None:
    for text in (r"a(b)c\d", "()", "(", ")(", "\\", "(("):
        for adjust in ((), (0.5,) * len(text)):
            page = draw(Text(0, 9, text, "squares", 3, "text", adjust), paints=paints, fonts=squares)
            assert page.text == text


def test_more_letters_than_one_font_can_hold(paints: Paints, squares: FilePath) -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 500))) + "abc" + chr(0x4E00)
    line = Text(0, 9, text, "squares", 3, "text", (0.1,) * 504)
    pdf = drawing_to_pdf(Drawing(2000, 20, (line,)), paints, squares)
    check(pdf)
    [page] = read_pages(pdf)
    assert "".join(shown.text for shown in page.texts) == text
    assert page.texts[-1].end[0] == pytest.approx(504 * (0.75 * 3 + 0.1), abs=0.01)
    assert extracted(pdf).replace("\r\n", "") == text


def test_a_reader_copies_what_was_typed(paints: Paints, fonts: FilePath) -> None:
    typed = "Müller’s «déjà vu» – 7 × 7"
    for face in ("text", "italic", "bold"):
        pdf = drawing_to_pdf(Drawing(150, 20, (Text(9, 9, typed, face, 4, "text"),)), paints, fonts)
        assert extracted(pdf) == read_pages(pdf)[0].text == typed


def test_a_ligature_is_copied_as_its_letters(paints: Paints, fonts: FilePath) -> None:
    line = "di\ufb03cult \ufb01gures \ufb02y o\ufb00 wa\ufb04e"
    pdf = drawing_to_pdf(Drawing(150, 20, (Text(9, 9, line, "text", 4, "text"),)), paints, fonts)
    assert extracted(pdf) == read_pages(pdf)[0].text == "difficult figures fly off waffle"


def test_only_the_letters_used_are_embedded(paints: Paints, fonts: FilePath) -> None:
    def size(text: str) -> int:
        return len(drawing_to_pdf(Drawing(99, 9, (Text(9, 9, text, "text", 4, "text"),)), paints, fonts))

    assert size("a") < size("abcdefgh") < size("abcdefghijklmnopqrstuvwxyz")
    assert size("a") < 12_000


def test_every_font_is_embedded_and_named_by_its_letters(paints: Paints, fonts: FilePath) -> None:
    faces = tuple(Text(9, 9, "Brandub", face, 4, "text") for face in ("text", "italic", "bold"))
    pdf = drawing_to_pdf(Drawing(99, 9, faces), paints, fonts)
    other = drawing_to_pdf(Drawing(99, 9, (Text(9, 9, "King", "text", 4, "text"),)), paints, fonts)
    names = [name for file in (pdf, other) for name in _font_names(file)]
    assert len(set(names)) == 4
    assert b"Helvetica" not in pdf


def _font_names(pdf: bytes) -> list[str]:
    names = []
    with pikepdf.open(BytesIO(pdf)) as file:
        for font in (thing for thing in file.objects if isinstance(thing, pikepdf.Dictionary)):
            if font.get("/Type") == "/Font":
                assert "/FontFile2" in font.FontDescriptor
                names.append(str(font.BaseFont))
    return names


def test_two_folders_may_have_a_face_of_the_same_name(paints: Paints, squares: FilePath, tmp_path: FilePath) -> None:
    with TTFont(squares / "squares.ttf") as font:
        for name in font["hmtx"].metrics:
            font["hmtx"][name] = (2000, 0)
        font.save(tmp_path / "squares.ttf")
    text = Text(0, 9, "ab", "squares", 3, "text")
    widths = [draw(text, paints=paints, fonts=folder).texts[0].length for folder in (squares, tmp_path, squares)]
    assert widths == pytest.approx([4.5, 6, 4.5], abs=0.0002)


def test_a_letter_that_a_face_lacks_is_named(paints: Paints, squares: FilePath) -> None:
    with pytest.raises(TaflkitError) as problem:
        draw(Text(0, 9, "aЖ", "squares", 3, "text"), paints=paints, fonts=squares)
    assert str(problem.value) == "the face 'squares' has no letter 'Ж' (U+0416 CYRILLIC CAPITAL LETTER ZHE)"


def test_an_unknown_face_is_named_with_those_there_are(paints: Paints, squares: FilePath, tmp_path: FilePath) -> None:
    with pytest.raises(UnknownName, match="there is no face 'gothic'; there is squares"):
        draw(Text(0, 9, "a", "gothic", 3, "text"), paints=paints, fonts=squares)
    with pytest.raises(TaflkitError, match="there is no font in this folder"):
        draw(Text(0, 9, "a", "text", 3, "text"), paints=paints, fonts=tmp_path)


def test_a_broken_font_is_named(paints: Paints, tmp_path: FilePath) -> None:
    (tmp_path / "text.ttf").write_bytes(b"no font at all")
    with pytest.raises(TaflkitError, match=r"text\.ttf: not a TrueType font"):
        draw(Text(0, 9, "a", "text", 3, "text"), paints=paints, fonts=tmp_path)


def test_outlined_letters(squares: FilePath) -> None:
    thin = Paint(stroke=(0.0,), width=0.1)
    paints = Paints("outlined", {"text": replace(thin, fill=(1.0,)), "thin": thin})
    texts = (Text(0, 9, "a", "squares", 3, "text"), Text(0, 9, "a", "squares", 3, "thin"))
    assert draw(*texts, paints=paints, fonts=squares).operators["Tr"] == 2
