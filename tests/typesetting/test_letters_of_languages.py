"""The letters and signs of the languages that kits speak: in every face, with their marks clear of other letters."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from support import FONTS
from taflkit.resources import templates_folder
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.typesetting.metrics import Fonts
from taflkit.typesetting.own_faces import outline

FACES = ("text", "italic", "bold", "smallcaps", "display")
ASCII = "".join(map(chr, range(0x20, 0x7F)))
EVERYWHERE = "–—…’°×−·\u00a0\u202f\u00ad"
LANGUAGES = {
    "da": "æøåéáóöüÆØÅÉÁÓÖÜ»«›‹”“„",
    "de": "äöüßÄÖÜẞ„“‚‘»«›‹",
    "en": "“”‘’",
    "fr": "àâäæçèéêëîïôöœùûüÿÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜŸ«»‹›“”",
    "ga": "áéíóúÁÉÍÓÚḃċḋḟġṁṗṡṫḂĊḊḞĠṀṖṠṪ“”‘’",
}
WORDS = {
    "da": "før få påtår årår Åben Øverst Ægget fåår våben tå gøre »Konge« æøå køre Tårn Vågen Får Pæn Før Æble",
    "de": "fällt für förmlich öfter Wächter Tätig Töne Türen Wölfe Fünf Höfe größer Straße „Wölfe“ fähig Übung ›Äpfel‹",
    "fr": "défèrent fête naïf fît île Où Tête Père Vérité Fèces façon çà l’être D’où «Île» préfère Tôt Vœu Fâché",
    "ga": "fíor fírinne Tír Féach bhFéinn ḟíor aḟá ṫáinig ḋó Ṫá Ḟiann ċéad ḃí ṁáṫair Fíoḋ Tús Fód fóm",
}
CLEAR = 0.012
"""How far a mark is off other letters at the least, in em; the fonts are made for a little more."""
SETTER = Typesetter(Fonts(templates_folder() / "fonts"))

every_face = pytest.mark.parametrize("face", FACES)


@every_face
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_every_language_is_in_every_face(face: str, language: str) -> None:
    letters = ASCII + EVERYWHERE + LANGUAGES[language]
    assert [char for char in letters if char not in SETTER.fonts.face(face).widths] == []
    assert all(SETTER.line(char, face, 8.0, "text", (0, 0)).font == face for char in letters if char.strip("\u00ad"))


@every_face
def test_the_narrow_space_is_narrower_than_a_word_space_and_no_line_ends_there(face: str) -> None:
    widths = SETTER.fonts.face(face).widths
    assert widths["\u202f"] == pytest.approx(0.125)
    assert widths["\u202f"] < widths["\u00a0"] == widths[" "]
    style = Style(3.0, 4.0, font=face, align="left")
    (line,) = SETTER.paragraph("«\u202fQui\u202f?\u202f»", 60.0, style)
    assert line.texts[0].text == "«\u202fQui\u202f?\u202f»"
    lines = SETTER.paragraph("un deux «\u202ftrois\u202f» quatre\u202f! cinq\u00a0: six\u202f; sept" * 4, 30.0, style)
    ends = ["".join(text.text for text in line.texts) for line in lines]
    assert not [line for line in ends if line.lstrip(" ")[0] in "»!:;?" or line.rstrip(" ")[-1] in "«\u202f\u00a0"]


def profile(glyphs: Any, glyph: str, strip: float) -> tuple[dict[int, float], dict[int, float]]:
    lefts: dict[int, float] = {}
    rights: dict[int, float] = {}
    for (x0, y0), (x1, y1) in outline(glyphs, glyph):
        for step in range(21):
            x, y = x0 + (x1 - x0) * step / 20, y0 + (y1 - y0) * step / 20
            row = int(y // strip)
            lefts[row], rights[row] = min(lefts.get(row, x), x), max(rights.get(row, x), x)
    return lefts, rights


@pytest.mark.whole
@every_face
@pytest.mark.parametrize("language", WORDS)
def test_accents_do_not_touch_the_letters_beside_them(face: str, language: str) -> None:
    font = TTFont(FONTS / f"{face}.ttf")
    em, characters, glyphs = font["head"].unitsPerEm, font.getBestCmap(), font.getGlyphSet()
    strip = em / 100
    shape = cache(lambda char: profile(glyphs, characters[ord(char)], strip))
    top = max(shape("x")[0]) + 4
    touching = []
    for word in WORDS[language].split():
        letters, kerns, _ = SETTER.fonts.face(face).set_word(word)
        for first, second, kern in zip(letters, letters[1:], kerns, strict=False):
            if not (first + second).isalpha() or (first + second).isascii():
                continue
            advance = font["hmtx"][characters[ord(first)]][0] + kern * em
            rows, beside = shape(first)[1], shape(second)[0]
            near = [advance + beside[b] - rows[a] for a, b in product(rows, beside) if abs(a - b) < 2 and a > top]
            if min(near, default=em) < CLEAR * em:
                touching.append((first + second, round(min(near))))
    assert touching == []


def test_kerns_of_common_letters_are_those_that_printed_kits_have() -> None:
    kerns = SETTER.fonts.face("text").kerns
    assert kerns["AV"] < kerns["Vö"] == -100
    assert kerns["Tä"] > kerns["Ta"]


def test_the_sharp_s_has_a_small_and_a_large_form_where_letters_have() -> None:
    text, small = SETTER.fonts.face("text").widths, SETTER.fonts.face("smallcaps").widths
    assert text["ẞ"] > text["ß"]
    assert small["ß"] != text["ß"]
    assert small["ẞ"] == text["ẞ"]
    display = SETTER.fonts.face("display").widths
    assert display["ẞ"] == display["ß"]
