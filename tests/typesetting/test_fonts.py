import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from fontTools.ttLib import TTFont as FontFile
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from support import FONTS

FACES: dict[str, dict[str, str]] = tomllib.loads((FONTS / "fonts.toml").read_text(encoding="utf-8"))

IRISH = "Éire Éoin Éigse branán Maoil Eóin Mac Raith Acallam na Senórach áéíóú ÁÉÍÓÚ ḃċḋḟġṁṗṡṫ ḂĊḊḞĠṀṖṠṪ"
NORSE = "Þórr Ragnarök hnefatafl Öðinn ærø"
PUNCTUATION = "!\"'()*+,-./:;?[]–—‘’“”…•†×÷·°½¼¾−\u00a0"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz"
LARGEST = 75_000
LIGATURE_LETTERS = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}

every_face = pytest.mark.parametrize("face", FACES)


def font_path(face: str) -> Path:
    return FONTS / FACES[face]["file"]


def metrics_of(face: str) -> dict[str, Any]:
    metrics: dict[str, Any] = json.loads((FONTS / FACES[face]["metrics"]).read_text(encoding="utf-8"))
    return metrics


def test_the_faces_are_those_the_kit_sets() -> None:
    assert list(FACES) == ["text", "italic", "bold", "smallcaps", "display"]


@every_face
def test_every_face_is_described_by_the_same_keys(face: str) -> None:
    assert list(FACES[face]) == ["file", "metrics", "family", "licence", "copyright", "source"]
    assert FACES[face]["licence"] == "OFL-1.1"
    assert FACES[face]["family"] == metrics_of(face)["family"]


@every_face
def test_no_face_is_too_large(face: str) -> None:
    assert 10_000 < font_path(face).stat().st_size <= LARGEST
    assert (FONTS / FACES[face]["metrics"]).stat().st_size <= 60_000


@every_face
def test_reportlab_reads_the_face_with_the_widths_of_the_metrics(face: str) -> None:
    metrics = metrics_of(face)
    read = TTFont(face, str(font_path(face))).face
    to_thousandths = 1000 / metrics["units_per_em"]
    for character, width in metrics["widths"].items():
        assert read.charWidths[ord(character)] == pytest.approx(width * to_thousandths, abs=1), character
    for name, value in {"ascent": read.ascent, "descent": read.descent, "cap_height": read.capHeight}.items():
        assert value == pytest.approx(metrics[name] * to_thousandths, abs=1), name


@every_face
def test_the_metrics_are_those_of_the_font_file(face: str) -> None:
    metrics = metrics_of(face)
    font = FontFile(font_path(face))
    characters = font.getBestCmap()
    assert metrics["units_per_em"] == font["head"].unitsPerEm
    assert metrics["widths"] == {chr(code): font["hmtx"][name][0] for code, name in characters.items()}


@every_face
def test_the_face_is_static_unhinted_truetype_and_may_be_embedded(face: str) -> None:
    font = FontFile(font_path(face))
    assert set(font.keys()) - {"GlyphOrder"} == {
        *("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
    }
    assert font["OS/2"].fsType == 0


@every_face
def test_the_words_of_the_kit_are_covered(face: str) -> None:
    missing = set(IRISH + NORSE + PUNCTUATION + LETTERS + "0123456789") - set(metrics_of(face)["widths"])
    assert not missing


@every_face
def test_kerns_are_for_pairs_of_characters_that_the_face_has(face: str) -> None:
    metrics = metrics_of(face)
    assert metrics["kerns"]["AV"] < 0
    for pair, kern in metrics["kerns"].items():
        assert len(pair) == 2
        assert set(pair) <= set(metrics["widths"])
        assert kern != 0


@every_face
def test_ligatures_are_in_the_face_under_their_letters(face: str) -> None:
    metrics = metrics_of(face)
    ligatures = set(LIGATURE_LETTERS) & set(metrics["widths"])
    assert metrics["ligatures"] == {LIGATURE_LETTERS[ligature]: ligature for ligature in ligatures}


@pytest.mark.parametrize("face", ["text", "italic"])
@pytest.mark.parametrize("pair", ["f’", "f”", "ﬀ’"])
def test_a_quotation_mark_is_pushed_off_an_f(face: str, pair: str) -> None:
    assert metrics_of(face)["kerns"][pair] > 0


def test_small_capitals_stand_at_the_lower_case() -> None:
    text, small = metrics_of("text"), metrics_of("smallcaps")
    assert text["x_height"] < small["x_height"] < small["cap_height"] == text["cap_height"]
    assert not small["ligatures"]
    for letter in "abcdeáéíóúḃṡðþæö":
        assert small["widths"][letter] != text["widths"][letter]


@pytest.mark.parametrize("face", ["text", "italic", "bold", "smallcaps"])
def test_figures_are_as_high_as_capitals(face: str) -> None:
    font = FontFile(font_path(face))
    characters, outlines = font.getBestCmap(), font["glyf"]
    for digit in "0123456789":
        outline = outlines[characters[ord(digit)]]
        assert outline.yMin == pytest.approx(0, abs=45), digit
        assert outline.yMax == pytest.approx(metrics_of(face)["cap_height"], abs=40), digit


def test_letters_that_were_read_as_others_are_drawn_anew() -> None:
    font = FontFile(font_path("display"))
    characters, outlines = font.getBestCmap(), font["glyf"]
    boxes = {letter: outlines[characters[ord(letter)]] for letter in "tgnfwDMHaIñŵẅġŧ" if ord(letter) in characters}
    # the t goes through its bar, f stands on the line, and capitals are of one height
    assert boxes["t"].yMax > boxes["a"].yMax + 300
    assert boxes["f"].yMin == 0
    for letter in "DMH":
        assert (boxes[letter].yMin, boxes[letter].yMax) == (boxes["I"].yMin, boxes["I"].yMax)
    # what has an accent is the letter with the accent in its middle
    for accented, letter in {"ñ": "n", "ŵ": "w", "ẅ": "w", "ġ": "g"}.items():
        outline, base = boxes[accented], boxes[letter]
        assert characters[ord(letter)] in outline.getComponentNames(outlines)
        (mark,) = (part for part in outline.components if part.glyphName != characters[ord(letter)])
        over = outlines[mark.glyphName]
        assert mark.x + (over.xMin + over.xMax) / 2 == pytest.approx((base.xMin + base.xMax) / 2, abs=1)
        assert mark.y + over.yMin > boxes["a"].yMax
    assert "ŧ" not in boxes


def test_letters_drawn_anew_are_kerned_as_those_that_they_are_made_of() -> None:
    kerns = metrics_of("display")["kerns"]
    for pair, like in {"Tw": "Tv", "Dx": "Ox", "Lw": "Lv", "Tg": "Tq", "On": "Or"}.items():
        assert kerns.get(pair) == kerns.get(like), pair
    # a tail beside a tail, a hook beside an arm
    assert kerns["gj"] > 150
    assert kerns["fV"] > 50


def test_small_capitals_are_read_from_a_pdf_as_lower_case() -> None:
    pdfmetrics.registerFont(TTFont("smallcaps", str(font_path("smallcaps"))))
    stream = io.BytesIO()
    canvas = Canvas(stream, initialFontName="smallcaps")
    canvas.drawString(72, 72, "Éigse branán 1946")
    canvas.save()
    document = pypdfium2.PdfDocument(stream.getvalue())
    page = document[0]
    text_page = page.get_textpage()
    text = text_page.get_text_range()
    for opened in (text_page, page, document):
        opened.close()
    assert text == "Éigse branán 1946"


def test_the_reserved_name_is_only_in_the_copyright() -> None:
    names = {record.nameID: record.toUnicode() for record in FontFile(font_path("display"))["name"].names}
    assert 'Reserved Font Name "Uncial Antiqua"' in names.pop(0)
    assert {1, 2, 3, 4, 6} <= set(names)
    for value in (*names.values(), FACES["display"]["family"]):
        assert not re.search(r"uncial\W*antiqua", value, re.IGNORECASE)


@every_face
def test_copyright_and_licence_go_with_the_face(face: str) -> None:
    names = {record.nameID: record.toUnicode() for record in FontFile(font_path(face))["name"].names}
    assert names[0] == FACES[face]["copyright"]
    assert "SIL Open Font License" in names[13]
    assert names[14].startswith("http")
    licences = [path.read_text(encoding="utf-8") for path in FONTS.glob("OFL-*.txt")]
    (licence,) = (text for text in licences if FACES[face]["copyright"] in text)
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "PERMISSION & CONDITIONS" in licence
    assert "DISCLAIMER" in licence


@every_face
def test_the_metrics_tell_how_far_every_capital_reaches(face: str) -> None:
    font, capitals = FontFile(font_path(face)), metrics_of(face)["capitals"]
    characters, outlines = font.getBestCmap(), font["glyf"]
    assert set(capitals) == {chr(code) for code in characters if chr(code).isupper()}
    for letter in LETTERS.partition(" ")[0]:
        outline = outlines[characters[ord(letter)]]
        assert capitals[letter] == pytest.approx([outline.yMin, outline.yMax], abs=1), letter
        if edges := metrics_of(face)["edges"]:
            # curves are taken as a few straight lines
            assert max(edges[letter]) == pytest.approx(outline.xMax, abs=5), letter
            assert edges.keys() == capitals.keys()
    assert bool(metrics_of(face)["edges"]) == (face == "display")
