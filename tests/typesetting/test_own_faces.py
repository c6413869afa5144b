"""A user's own fonts: measured as the house's are, embedded where they may be, and refused in one line else."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from fontTools.ttLib import TTFont

from support.pdf_content import read_pages
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.kit.build import build_kit
from taflkit.kit.options import READER, KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.render.svg import to_svg
from taflkit.resources import templates_folder
from taflkit.typesetting.metrics import FaceMetrics, Fonts
from taflkit.typesetting.own_faces import font_credit

FONTS = templates_folder() / "fonts"


def spoiled(folder: Path, what: str) -> Path:
    """Write the house's bold face as a user's own, with something wrong."""
    font = TTFont(FONTS / "bold.ttf")
    font["OS/2"].fsType = {"restricted": 0x0002, "editable": 0x0008, "no subsets": 0x0100}.get(what, 0)
    if what == "no cmap":
        del font["cmap"]
    if what == "no B":
        for table in font["cmap"].tables:
            table.cmap.pop(ord("B"), None)
    if what == "renamed":
        font["name"].setName("Hall Roman", 4, 3, 1, 0x409)
        font["name"].setName("Fonts are (c) the club (see below). May be printed by it. And more", 13, 3, 1, 0x409)
        font["name"].setName("https://hall.example/terms/", 14, 3, 1, 0x409)
    if what == "rights":
        font["name"].setName("Ask the club.", 13, 3, 1, 0x409)
        font["name"].setName("", 14, 3, 1, 0x409)
        font["name"].setName("Copyright 2020 The Hall, Inc. All Rights Reserved. And more", 0, 3, 1, 0x409)
    file = folder / "mine.ttf"
    font.save(file)
    content = file.read_bytes()
    spoilt = {"cff": b"OTTO" + content[4:], "cut short": content[:2000], "text": b"no font"}
    file.write_bytes(spoilt.get(what, content))
    return file


def theme(folder: Path, fonts: str) -> str:
    file = folder / "walnut.toml"
    file.write_text(f"[fonts]\n{fonts}\n", encoding="utf-8")
    return str(file)


def test_an_own_face_has_the_measures_of_the_houses(tmp_path: Path) -> None:
    file = tmp_path / "mine.ttf"
    shutil.copy(FONTS / "bold.ttf", file)
    own, house = Fonts(FONTS).face(str(file)), FaceMetrics.load("bold", FONTS / "bold.json")
    for measure in ("ascent", "descent", "cap_height"):
        assert getattr(own, measure) == pytest.approx(getattr(house, measure), abs=0.001)
    assert {char: own.widths[char] for char in house.widths} == pytest.approx(house.widths, abs=0.001)
    assert own.reach("H") == pytest.approx(house.reach("H"), abs=0.001)
    assert own.is_own
    assert not house.is_own


def test_an_own_capital_that_reaches_beyond_its_advance_has_the_edge_of_its_outline(tmp_path: Path) -> None:
    file = tmp_path / "mine.ttf"
    shutil.copy(FONTS / "display.ttf", file)
    own, house = Fonts(FONTS).face(str(file)), FaceMetrics.load("display", FONTS / "display.json")
    assert {letter: list(edges) for letter, edges in own.edges.items()}.items() <= house.edges.items()
    assert len(own.edges) > 100
    font = TTFont(file)
    glyph = font.getBestCmap()[ord("L")]
    font["hmtx"][glyph] = (font["hmtx"][glyph][0] // 2, font["hmtx"][glyph][1])
    font.save(file)
    swash = Fonts(FONTS).face(str(file))
    assert swash.widths["L"] < 0.6 * own.widths["L"]
    # its foot lies over the text beside it, and its stem does not
    foot, stem = ((0.0, 0.05), (0.4, 0.6))
    assert swash.right_edge("L", *foot) == own.right_edge("L", *foot) > 1.5 * swash.widths["L"]
    assert swash.right_edge("L", *stem) < 0.7 * swash.right_edge("L", *foot)


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (
            "restricted",
            "its maker does not let it stand in a file that is passed on (OS/2.fsType 0x0002); take another",
        ),
        ("no subsets", "its maker does not let it stand without a part of its letters being taken"),
        ("no cmap", "has no table cmap, which a font to print with needs"),
        ("cff", "has PostScript outlines (CFF), and must be a TrueType font; convert it to .ttf"),
        ("cut short", "table hmtx: lies beyond the end of the file; take another copy of the font"),
        ("text", "is no TrueType font; name a .ttf"),
    ],
)
def test_a_font_that_cannot_be_printed_with_is_refused(tmp_path: Path, what: str, why: str) -> None:
    file = spoiled(tmp_path, what)
    result = CliRunner().invoke(main, ["build", "--theme", theme(tmp_path, "title = 'mine.ttf'"), "-o", str(tmp_path)])
    assert (result.exit_code, len(result.stderr.splitlines())) == (1, 1), result.stderr
    assert result.stderr.startswith(f"Error: {file}: {why}")


@pytest.mark.parametrize(
    ("what", "terms"),
    [
        ("as it is", "SIL Open Font License 1.1"),
        ("renamed", "hall.example/terms"),
        ("rights", "Copyright 2020 The Hall, Inc."),
    ],
)
def test_a_font_is_credited_with_its_licence_or_its_owner(tmp_path: Path, what: str, terms: str) -> None:
    assert font_credit(spoiled(tmp_path, what), "mine.ttf").endswith(f" ({terms})")


@pytest.mark.whole
def test_the_first_missing_letter_is_named_with_its_place(tmp_path: Path) -> None:
    spoiled(tmp_path, "no B")
    result = CliRunner().invoke(main, ["build", "--theme", theme(tmp_path, "title = 'mine.ttf'"), "-o", str(tmp_path)])
    assert (result.exit_code, len(result.stderr.splitlines())) == (1, 1)
    fault = "the font 'mine.ttf' has no letter 'B' (U+0042 LATIN CAPITAL LETTER B), in 'Black'"
    assert result.stderr.endswith(f"booklet.toml: history.title: {fault}\n"), result.stderr


@pytest.mark.whole
def test_an_own_font_is_embedded_in_part_with_its_licence(tmp_path: Path) -> None:
    spoiled(tmp_path, "renamed")
    fonts = "\n".join(f"{key} = 'mine.ttf'" for key in ("title", "heading", "text", "italic", "bold", "smallcaps"))
    kit = build_kit(Catalog(), KitSpec(theme=theme(tmp_path, fonts), parts=(READER,), pages=8))
    (document,) = kit.documents.values()
    assert document.rights[0].endswith("naming taflkit. Font: Hall Roman (hall.example/terms).")
    pdf = to_pdf(document, kit.paints)
    pages = read_pages(pdf)
    words = "".join(text.text for page in pages for text in page.texts)
    assert "Fonts of the theme: Hall Roman (hall.example/terms)." in words.replace("\u00ad", "")
    with pikepdf.open(BytesIO(pdf)) as opened:
        names = {str(font.BaseFont) for page in opened.pages for font in page.Resources.Font.values()}
    assert len(names) == 1
    assert next(iter(names)).endswith("+EBGaramond-SemiBold")
    # the outlines of letters in an SVG are those of the font too
    assert "<path" in to_svg(document.pages[0], kit.paints)


def test_the_example_of_an_editable_font_is_taken(tmp_path: Path) -> None:
    spoiled(tmp_path, "editable")
    assert Catalog().theme(theme(tmp_path, "heading = 'mine.ttf'")).fonts.heading == str(tmp_path / "mine.ttf")
