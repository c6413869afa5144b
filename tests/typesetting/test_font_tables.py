"""A stranger's font is counted before it is read: what is wrong is named by its table, and takes no time to find."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from support import fonts_hostile as hostile
from support.fonts_hostile import REQUIRED
from support.guarded import Guarded
from support.sampling import sampled
from taflkit import limits
from taflkit.errors import TemplateError
from taflkit.resources import templates_folder
from taflkit.typesetting.own_faces import font_credit, own_metrics

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
Built = Callable[[], bytes]

REFUSED: list[tuple[Built, str]] = [
    (partial(hostile.composite_tree, 10, 3), "table glyf: glyph 429 has more than 64 parts, or is its own part"),
    (hostile.composite_circle, "table glyf: glyph 428 has more than 64 parts, or is its own part"),
    (partial(hostile.many_points, 60_000), "table glyf: glyph 38 has more than 10000 points"),
    (partial(hostile.cmap_with, 13, [(0, 0xFFFFFFFE, 1)]), "table cmap: has a range of letters from 0x0 to 0xfffffffe"),
    (partial(hostile.cmap_with, 12, [(0, 0x10FFFF, 1)]), "table cmap: has maps of more than 70000 letters"),
    (partial(hostile.cmap_with, 4, [(0, 0xFFFE, 1)] * 3_000), "table cmap: has maps of more than 70000 letters"),
    (partial(hostile.cmap_with, 14, [(0x41, 255, 5_000)]), "table cmap: has maps of more than 70000 letters"),
    (partial(hostile.cmap_records, 60_000), "table cmap: has 60000 maps of letters; 16 are the most"),
    (partial(hostile.with_header_field, "head", "unitsPerEm", 0), "table head: unitsPerEm is 0, and must be 16 to"),
    (partial(hostile.with_header_field, "head", "unitsPerEm", 0xFFFF), "table head: unitsPerEm is 65535, and must be"),
    (partial(hostile.with_header_field, "head", "indexToLocFormat", 7), "table head: indexToLocFormat is 7, and must"),
    (partial(hostile.with_header_field, "hhea", "numberOfHMetrics", 0), "table hhea: numberOfHMetrics is 0, and must"),
    (partial(hostile.with_header_field, "hhea", "ascent", 0x7FFF), "table hhea: ascent is 32767, and unitsPerEm 1000"),
    (partial(hostile.with_header_field, "maxp", "numGlyphs", 0xFFFF), "table hmtx: ends too early"),
    (hostile.without_names, "table name: has no name that a PDF can call the font by; give it a PostScript name"),
    (partial(hostile.many_names, 60_000, 30_000), "table name: has more than 100000 bytes of names"),
    (partial(hostile.wide_letters, 0xFFFF), "table hmtx: U+0020 SPACE is 65535 units wide, and unitsPerEm is 1000"),
    (hostile.glyphs_in_disorder, "table loca: leads to glyphs out of their order, or beyond table glyf"),
    (partial(hostile.overlapping, 20), "lies over table"),
    (partial(hostile.cut_file, 40), "ends in the list of its tables; take another copy of it"),
    *(
        (partial(hostile.without_table, tag), f"has no table {tag}, which a font to print with needs")
        for tag in REQUIRED
    ),
    *((partial(hostile.misplaced, tag, 2**31, 9), f"table {tag}: lies beyond the end of the file") for tag in REQUIRED),
    *(
        (partial(hostile.cut_table, tag, 3), f"table {tag}: ")
        for tag in REQUIRED
        if tag not in ("glyf", "loca", "hmtx")
    ),
    (partial(hostile.cut_table, "hmtx"), "table hmtx: ends too early"),
    (partial(hostile.cut_table, "loca"), "table loca: ends too early"),
    (partial(hostile.cut_table, "glyf"), "table loca: leads to glyphs out of their order, or beyond table glyf"),
]


@pytest.mark.parametrize(("build", "why"), REFUSED)
def test_a_fault_is_named_by_its_table(tmp_path: Path, build: Built, why: str) -> None:
    file = tmp_path / "theirs.ttf"
    file.write_bytes(build())
    for read in (partial(font_credit, file, "theirs.ttf"), partial(own_metrics, file)):
        with pytest.raises(TemplateError) as refused:
            read()
        assert why in str(refused.value)
        assert "theirs.ttf: " in str(refused.value)


ENDLESS: list[tuple[Built, str]] = [
    (partial(hostile.gpos_pairs, 1_000, 1_000), "GPOS"),
    (partial(hostile.gpos_features, 1_000), "GPOS"),
    (partial(hostile.gpos_coverage, 60_000), "GPOS"),
    (partial(hostile.kern_subtables, 1_000, 10_000), "kern"),
]


@pytest.mark.parametrize(("build", "tag"), ENDLESS)
def test_kerns_are_read_for_so_many_steps(tmp_path: Path, build: Built, tag: str) -> None:
    file = tmp_path / "theirs.ttf"
    file.write_bytes(build())
    with pytest.raises(TemplateError, match=f"theirs.ttf: table {tag}: takes more than {limits.KERNS} steps to its"):
        own_metrics(file)


ODD: list[Built] = [
    hostile.valid,
    hostile.variable,
    partial(hostile.composite_tree, 2, 2),
    partial(hostile.many_points, 4_000),
    partial(hostile.cmap_with, 13, [(0x4E00, 0x9FFF, 1)]),
    partial(hostile.gpos_classes, 50, 1),
    partial(hostile.gpos_extensions, 10),
    partial(hostile.post_names, 60_000),
]


@pytest.mark.parametrize("build", ODD)
def test_what_is_odd_and_within_the_limits_is_read(tmp_path: Path, build: Built) -> None:
    file = tmp_path / "theirs.ttf"
    file.write_bytes(build())
    assert own_metrics(file)["units_per_em"] == 1000


@pytest.mark.parametrize("face", sampled(["text", "display", "italic", "smallcaps", "bold"], 2))
def test_widths_and_capitals_are_those_that_the_font_has(face: str) -> None:
    file = templates_folder() / "fonts" / f"{face}.ttf"
    own, font = own_metrics(file), TTFont(file)
    names, metrics = font.getBestCmap(), font["hmtx"]
    assert {char: own["widths"][char] for char in map(chr, names) if char in own["widths"]} == {
        chr(code): metrics[name][0] for code, name in names.items() if chr(code) in own["widths"]
    }
    bounds = {
        chr(code): font["glyf"][name] for code, name in names.items() if chr(code) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    }
    for char, glyph in bounds.items():
        # the font's own are whole, and may be those of a curve's control points
        assert own["capitals"][char] == pytest.approx((glyph.yMin, glyph.yMax), abs=2)


@pytest.mark.whole
@pytest.mark.parametrize("words", [["build"], ["diagram", "--caption", "Brandub at once"], ["export", "--to", "parts"]])
@pytest.mark.parametrize("points", [limits.POINTS // 3, 1_000])
def test_letters_of_many_points_take_no_longer_than_a_kit_may(tmp_path: Path, words: list[str], points: int) -> None:
    (tmp_path / "theirs.ttf").write_bytes(hostile.many_points(points, ALPHABET))
    faces = ("title", "heading", "text", "italic", "bold", "smallcaps")
    (tmp_path / "theirs.toml").write_text("[fonts]\n" + "".join(f"{face} = 'theirs.ttf'\n" for face in faces))
    with Guarded() as server:
        run = server.run([*words, "--theme", "theirs.toml"], tmp_path)
    assert run.code in (0, 1), run.said
    assert run.seconds < 10
    assert run.megabytes < 300
    assert run.code == 0 or "its letters have more than 300000 points in one SVG" in run.said


def test_kerns_of_pairs_and_of_classes_are_read(tmp_path: Path) -> None:
    font = TTFont(templates_folder() / "fonts" / "bold.ttf")
    name = font.getBestCmap()
    letters = {char: name[ord(char)] for char in "AVTWoex"}
    rules = "feature kern {{ pos {A} {V} -80; pos [{T} {W}] [{o} {e}] -40; pos {T} {x} 15; }} kern;".format(**letters)
    addOpenTypeFeaturesFromString(font, rules)
    file = tmp_path / "theirs.ttf"
    font.save(file)
    kerns = own_metrics(file)["kerns"]
    expected = {"AV": -80, "To": -40, "Te": -40, "Wo": -40, "We": -40, "Tx": 15}
    assert {pair: units for pair, units in kerns.items() if set(pair) <= set(letters)} == expected
