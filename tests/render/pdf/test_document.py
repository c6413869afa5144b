"""Documents: their bytes, metadata, outlines and page names, and PDF/X-4 for a press."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path as FilePath
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace
from pypdfium2 import PdfDocument
from reportlab import rl_config

from support.pdf_checks import check
from support.pdf_press import press_problems
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import (
    Box,
    Document,
    Drawing,
    Group,
    Layer,
    Rect,
    Shape,
    Standard,
    Tag,
    Text,
    Turning,
    without_layers,
)
from taflkit.render.pdf import drawing_to_pdf, to_pdf
from taflkit.render.pdf.objects import File, packed


def test_metadata_and_viewer_preferences(paints: Paints) -> None:
    page, words = Drawing(9, 9, ()), ("tafl", "brädspel")
    document = Document((page,), "Brandub – ein Spiel", "Ein Bogen", "Ægir", words, "de", Turning.LONG_EDGE)
    with pikepdf.open(BytesIO(to_pdf(document, paints))) as file:
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
def test_turning(turning: Turning, name: str, paints: Paints) -> None:
    pdf = to_pdf(Document((Drawing(9, 9, ()),), "Turned", turning=turning), paints)
    with pikepdf.open(BytesIO(pdf)) as file:
        assert name == file.Root.ViewerPreferences.Duplex


def test_the_metadata_are_told_twice_alike(paints: Paints) -> None:
    rights = ("Free to share <& change>", "https://example.org/licence")
    document = Document((Drawing(9, 9, ()),), "Brandub & Co", "A kit", "Ægir", ("a", "b"), "en", rights=rights)
    document = replace(document, source="A booklet, 2014", creator="taflkit 9")
    with pikepdf.open(BytesIO(to_pdf(document, paints))) as file:
        assert "/Filter" not in file.Root.Metadata
        info = dict(file.docinfo.items())
        with file.open_metadata(update_docinfo=False) as xmp:
            assert xmp["dc:title"] == str(info["/Title"]) == "Brandub & Co"
            assert xmp["dc:description"] == str(info["/Subject"]) == "A kit"
            assert xmp["dc:creator"] == [str(info["/Author"])] == ["Ægir"]
            assert xmp["pdf:Keywords"] == str(info["/Keywords"]) == "a, b"
            assert xmp["xmp:CreatorTool"] == str(info["/Creator"]) == "taflkit 9"
            assert xmp["pdf:Producer"] == str(info["/Producer"])
            assert xmp["dc:rights"] == "Free to share <& change>"
            assert xmp["xmpRights:WebStatement"] == "https://example.org/licence"
            assert xmp["dc:source"] == "A booklet, 2014"
            assert (xmp["pdfaid:part"], xmp["pdfaid:conformance"]) == ("2", "A")
            assert xmp["{http://www.aiim.org/pdfua/ns/id/}part"] == "1"
            assert not [name for name in xmp if "Date" in name]


def test_colours_mean_srgb(paints: Paints) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, ()), paints))) as file:
        [intent] = file.Root.OutputIntents
        profile = intent.DestOutputProfile
        assert intent.S == "/GTS_PDFA1"
        assert profile.N == 3
        assert profile.read_bytes()[16:20] == b"RGB "
        assert profile.read_bytes()[36:40] == b"acsp"


def test_the_identifier_follows_the_content(paints: Paints) -> None:
    def identifier(x: float) -> bytes:
        pdf = drawing_to_pdf(Drawing(9, 9, (Rect(x, 0, 1, 1, "paper"),), "The same title"), paints)
        with pikepdf.open(BytesIO(pdf)) as file:
            return bytes(file.trailer.ID[0])

    assert identifier(1) == identifier(1) != identifier(2)


_MAKE = """
import sys
from pathlib import Path
from taflkit.drawing.look import Paint, Paints
from taflkit.drawing.shapes import Document, Drawing, Group, Rect, Tag, Text
from taflkit.render.pdf import to_pdf
paints = Paints("i", {"a": Paint(fill=(0.5, 0.1, 0.2)), "t": Paint(fill=(0.0,))})
shapes = (Rect(1, 1, 5, 5, "a"), Text(5, 9, "Ünder the (throne)", "text", 4, "t"))
shapes += (Text(5, 19, "é", "italic", 4, "t"),)
pages = tuple(Drawing(99, 99, (Group(shapes, tag=Tag("Sect", bookmark=f"Page {n}")),)) for n in range(3))
sys.stdout.buffer.write(to_pdf(Document(pages, "T", keywords=("a", "b")), paints, Path(sys.argv[1])))
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


def test_one_document_leaves_nothing_to_the_next(paints: Paints, squares: FilePath) -> None:
    def pdf(text: str) -> bytes:
        return drawing_to_pdf(Drawing(99, 9, (Text(0, 9, text, "squares", 3, "text"),)), paints, squares)

    first = pdf("one")
    assert pdf("quite another") != first == pdf("one")


def test_an_object_is_found_at_its_number_whenever_it_was_put_in() -> None:
    file = File((1, 7))
    later, font = file.reserve(), file.add_stream(packed(b"none"), "/N 3")
    file.put(later, f"<< /Type /Pages /Kids [] /Count 0 /Of {font} 0 R >>")
    root, info = file.add(f"<< /Type /Catalog /Pages {later} 0 R >>"), file.add("<< /Title (Tafl) >>")
    with pikepdf.open(BytesIO(file.to_bytes(root, info)), attempt_recovery=False) as read:
        assert read.Root.Pages.Of.read_bytes() == b"none"
        assert (str(read.docinfo["/Title"]), read.trailer.Size) == ("Tafl", 6)
        assert read.trailer.ID[0] == read.trailer.ID[1]


def test_reportlabs_settings_are_neither_heeded_nor_changed(paints: Paints, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing(9, 9, (Rect(1, 1, 2, 2, "paper"),))
    pdf = drawing_to_pdf(drawing, paints)
    for setting, value in {
        "useA85": 1,
        "pageCompression": 0,
        "invariant": 0,
        "documentLang": "fr-FR",
    }.items():
        monkeypatch.setattr(rl_config, setting, value)
    before = dict(vars(rl_config))
    assert drawing_to_pdf(drawing, paints) == pdf
    assert dict(vars(rl_config)) == before


FOREIGN = "King & <men> (\\\\) “✓” 囲碁 😀 א ]]>"


def test_all_characters_round_trip_through_both_kinds_of_metadata(paints: Paints) -> None:
    document = Document((Drawing(9, 9, ()),), FOREIGN, FOREIGN, FOREIGN, (FOREIGN,), source=FOREIGN)
    pdf = to_pdf(document, paints)
    check(pdf)
    with pikepdf.open(BytesIO(pdf)) as file:
        info = {key: str(value) for key, value in file.docinfo.items()}
        with file.open_metadata(update_docinfo=False) as xmp:
            found = (xmp["dc:title"], xmp["dc:description"], xmp["dc:creator"][0], *xmp["dc:subject"], xmp["dc:source"])
    assert set(found) == {FOREIGN}
    assert {info[key] for key in ("/Title", "/Subject", "/Author", "/Keywords")} == {FOREIGN}


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\u202e", "\udcff", "\ufffe"])
@pytest.mark.parametrize("field", ["title", "subject", "author", "source", "creator"])
def test_a_character_that_no_text_may_have_is_refused_in_every_field(char: str, field: str, paints: Paints) -> None:
    document = replace(Document((Drawing(9, 9, ()),), "Tafl"), **{field: f"a{char}b"})
    with pytest.raises(UnfitText, match=rf"^U\+{ord(char):04X} .* cannot be printed, in 'a"):
        to_pdf(document, paints)


@pytest.mark.parametrize("tag", [Tag("Figure", "a\x07b"), Tag("H1", bookmark="a\x07b")])
def test_a_character_that_no_text_may_have_is_refused_in_tags(tag: Tag, paints: Paints) -> None:
    drawing = Drawing(9, 9, (Group((Rect(0, 0, 5, 5, "paper"),), tag=tag),))
    with pytest.raises(UnfitText, match=r"^U\+0007 control character cannot be printed"):
        to_pdf(Document((drawing,), "Tafl"), paints)


SQUARE = Rect(0, 10, 1, 1, "paper")


def named(bookmark: str, *shapes: Shape, role: str = "Sect") -> Group:
    return Group(shapes or (SQUARE,), tag=Tag(role, bookmark=bookmark))


def test_the_outline_nests_as_the_tree_does(paints: Paints) -> None:
    pages = (
        (named("Instructions"), named("Board", named("Upper"), Group((named("Seam"),), tag=Tag("Div")))),
        (named("Cards", named("Attackers", named("Move", role="H1")), named("King"), SQUARE),),
    )
    pdf = to_pdf(Document(tuple(Drawing(99, 99, shapes) for shapes in pages), "Marked"), paints)
    check(pdf)
    with PdfDocument(pdf) as document:
        found = [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    assert found == [
        (0, "Instructions", 0),
        (0, "Board", 0),
        (1, "Upper", 0),
        (1, "Seam", 0),
        (0, "Cards", 1),
        (1, "Attackers", 1),
        (2, "Move", 1),
        (1, "King", 1),
    ]
    with pikepdf.open(BytesIO(pdf)) as file:
        assert file.Root.Outlines.Count == 8


def test_a_heading_is_shown_with_its_place(paints: Paints) -> None:
    shapes = (named("Sheet", named("Heading", role="H2")),)
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(99, 100, shapes), paints))) as file:
        sheet = file.Root.Outlines.First
        assert list(sheet.Dest)[1:] == [pikepdf.Name.Fit]
        _, kind, _, top, _ = sheet.First.Dest
        assert kind == "/XYZ"
        assert 90 < float(top) * 25.4 / 72 < 93


def test_no_bookmarks_no_outline(paints: Paints) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, (SQUARE,)), paints))) as file:
        assert "/Outlines" not in file.Root


def test_pages_have_the_names_they_are_given(paints: Paints) -> None:
    labels = ["3", "4", "4 | 1", "", "é"]
    pages = tuple(Drawing(9, 9, (), label=label) for label in labels)
    with pikepdf.open(BytesIO(to_pdf(Document(pages, "Named"), paints))) as file:
        assert [page.label for page in file.pages] == ["3", "4", "4 | 1", "4", "é"]


def test_pages_without_names_have_none(paints: Paints) -> None:
    with pikepdf.open(BytesIO(drawing_to_pdf(Drawing(9, 9, ()), paints))) as file:
        assert "/PageLabels" not in file.Root


PAINTS = Paints("colour", {"red": Paint(fill=(0.8, 0.1, 0.1)), "grey": Paint(fill=(0.4,))})
PAGE = Drawing(63 + 18, 88 + 18, (Rect(6, 6, 69, 94, "red"),), trim=Box(9, 9, 63, 88), bleed=Box(6, 6, 69, 94))


def document(*pages: Drawing, **more: Any) -> Document:
    return Document(pages or (PAGE,), **{"title": "Brandub", "standard": Standard.PRESS, **more})


def mm(box: Any) -> list[float]:
    return [round(float(value) * 25.4 / 72, 3) for value in box]


def test_boxes_are_those_of_the_drawing() -> None:
    with pikepdf.open(BytesIO(to_pdf(document(), PAINTS))) as pdf:
        page = pdf.pages[0].obj
        assert mm(page.MediaBox) == [0, 0, 81, 106]
        assert mm(page.TrimBox) == [9, 9, 72, 97]
        assert mm(page.BleedBox) == [6, 6, 75, 100]


def test_it_is_pdf_x_and_claims_nothing_else() -> None:
    made = to_pdf(document(), PAINTS)
    assert press_problems(made) == []
    assert made.startswith(b"%PDF-1.6")
    assert b"pdfaid:" not in made
    assert b"pdfuaid:" not in made
    with pikepdf.open(BytesIO(made)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.OutputConditionIdentifier), str(intent.RegistryName)) == ("FOGRA39", "http://www.color.org")
        assert pdf.Root.ViewerPreferences.keys() == {"/DisplayDocTitle"}


def test_equal_documents_are_equal_files() -> None:
    assert to_pdf(document(), PAINTS) == to_pdf(document(), PAINTS)
    other = to_pdf(document(title="Tablut"), PAINTS)
    with pikepdf.open(BytesIO(to_pdf(document(), PAINTS))) as one, pikepdf.open(BytesIO(other)) as two:
        name = "{http://ns.adobe.com/xap/1.0/mm/}DocumentID"
        assert one.open_metadata()[name] != two.open_metadata()[name]


def test_a_page_without_a_trim_is_no_page_for_a_press() -> None:
    with pytest.raises(ValueError, match="page 2 of 'Brandub' is for a press and has no trim"):
        to_pdf(document(PAGE, replace(PAGE, trim=None)), PAINTS)


def test_layers_can_be_left_out_or_laid_together() -> None:
    cut, art = Group((Rect(0, 0, 1, 1, "red"),), layer=Layer.CUT), Group((Rect(0, 0, 2, 2, "red"),), layer=Layer.ART)
    shapes = (Group((cut, art)), Group((cut,)))
    assert without_layers(shapes, frozenset({Layer.CUT})) == (Group((art,)),)
    flat = without_layers(shapes, frozenset({Layer.CUT}), layered=False)
    assert flat == (Group((replace(art, layer=None),)),)
    assert b"OCProperties" not in to_pdf(document(replace(PAGE, shapes=flat)), PAINTS)
