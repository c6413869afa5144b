"""Exports: read back by readers that are not ours, in mm, and compared with the plan that they are made from."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from io import BytesIO, StringIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pikepdf
import pytest
from PIL import Image, ImageDraw
from pypdfium2 import PdfDocument

from support.pdf_content import read_pages
from support.pdf_geometry import near
from support.pdf_press import press_problems
from support.sampling import sampled
from support.shipped import FAMILY, built, catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.shapes import Document, Drawing, Rect, walk
from taflkit.errors import TaflkitError
from taflkit.kit.build import Kit
from taflkit.kit.exports import Export, Wanted, export_kit
from taflkit.kit.exports.parts import ExportFile
from taflkit.kit.numbering import number_cuts
from taflkit.kit.options import CHOICES, EXPORTS, MARK_INSET, KitSpec
from taflkit.limits import PIXELS
from taflkit.parts.marks.marks import Registration
from taflkit.render.dxf import TOLERANCE, to_dxf
from taflkit.render.pdf import to_pdf
from taflkit.render.png import to_png
from taflkit.render.svg import to_cutter, to_svg
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart

PARTS = ("board", "counters", "cards")
CLEAR = Registration(MARK_INSET).clear
LINE = tuple[tuple[float, float], ...]


@cache
def exported(spec: KitSpec, to: str, wanted: Wanted | None = None) -> Export:
    return export_kit(catalog(), spec, to, wanted or Wanted())


def files(made: Export) -> dict[str, ExportFile]:
    return {file.name: file for file in made.files}


def drawing(file: ExportFile) -> Drawing:
    assert isinstance(file.content, Drawing)
    return file.content


def document(file: ExportFile) -> Document:
    assert isinstance(file.content, Document)
    return file.content


def sheets_only(**more: Any) -> KitSpec:
    return KitSpec(**{"parts": PARTS, "margin": CLEAR, "theme": "plain", **more})


# parts


def test_every_different_part_is_a_picture_of_its_trim_and_bleed() -> None:
    made = files(exported(KitSpec(bleed=2.5), "parts"))
    plan = built(KitSpec()).plan
    side, counter = plan.board_size, plan.counter_size
    sizes = {
        name: (file.content.width, file.content.height)
        for name, file in made.items()
        if isinstance(file.content, Drawing)
    }
    assert list(made) == [
        *("board.svg", "section-a.svg", "section-b.svg", "counter-king.svg", "counter-defender.svg"),
        *("counter-attacker.svg", "card-attackers.svg", "card-defenders.svg"),
        *(f"booklet-{number}.svg" for number in range(1, 5)),
    ]
    assert sizes["board.svg"] == pytest.approx((side + 5, side + 5))
    assert sizes["counter-king.svg"] == pytest.approx((counter + 5, counter + 5))
    assert sizes["section-a.svg"][0] + sizes["section-b.svg"][0] == pytest.approx(side + 10)
    for name, file in made.items():
        trim = drawing(file).trim
        assert trim is not None, name
        assert (trim.x, trim.y) == (2.5, 2.5)
        assert (trim.width + 5, trim.height + 5) == pytest.approx(sizes[name])
    king = made["counter-king.svg"]
    with Image.open(BytesIO(to_png(drawing(king), exported(KitSpec(bleed=2.5), "parts").paints, 50))) as picture:
        pixels = picture.convert("RGB")
        corners = {pixels.getpixel((x, y)) for x in (1, pixels.width - 2) for y in (1, pixels.height - 2)}
    assert len(corners) == 1
    assert corners != {(255, 255, 255)}


def test_a_part_without_bleed_ends_at_its_trim_and_has_no_line_to_cut_along() -> None:
    spec = KitSpec(parts=("counters",), bleed=0, theme="plain")
    king = files(exported(spec, "parts"))["counter-king.svg"]
    counter = built(spec).plan.counter_size
    paints = catalog().theme("plain", "colour").paints
    root = ElementTree.fromstring(to_svg(drawing(king), paints))  # noqa: S314
    assert float((root.get("width") or "").removesuffix("mm")) == pytest.approx(counter, abs=0.001)
    drawn = [shape for shape, _ in walk(drawing(king).shapes)]
    assert not [shape for shape in drawn if shape.role.startswith("cut")]
    assert [shape for shape in walk_parts(built(spec)) if shape.role == "cut.king"]


def walk_parts(kit: Kit) -> list[Any]:
    return [shape for page in kit.documents[""].pages for shape, _ in walk(page.shapes)]


def test_a_picture_has_the_pixels_of_its_size() -> None:
    card = files(exported(KitSpec(parts=("cards",), bleed=3), "parts", Wanted("png", 100)))["card-attackers.png"]
    with Image.open(
        BytesIO(to_png(drawing(card), exported(KitSpec(parts=("cards",)), "parts").paints, card.dpi))
    ) as made:
        trim = drawing(card).trim
        assert trim is not None
        assert made.size == pytest.approx(((trim.width + 6) / 0.254, (trim.height + 6) / 0.254), abs=1)


def test_a_part_too_large_for_a_picture_has_fewer_pixels_to_the_inch() -> None:
    made = files(exported(KitSpec(parts=("board", "counters"), theme="plain"), "parts", Wanted("png", 1200)))
    board, king = made["board.png"], made["counter-king.png"]
    size = drawing(board)
    pixels = size.width * size.height * (board.dpi / 25.4) ** 2
    assert 0.99 * PIXELS < pixels <= PIXELS
    assert f"{board.dpi:g} pixels to the inch, since a picture has 20 million pixels at most" in board.note
    assert (king.dpi, king.note.partition("mm")[2]) == (1200, "")


@pytest.mark.whole
def test_backs_boxes_and_standing_kings_are_parts_too() -> None:
    names = files(exported(KitSpec(parts=PARTS, king="standee", counters="two-sided", box="parts"), "parts"))
    assert {"king-standing.svg", "counter-attacker.svg", "counter-attacker-back.svg", "box.svg"} <= set(names)
    assert "counter-king.svg" not in names


# cutting machines


@cache
def cut(spec: KitSpec) -> tuple[list[dict[str, list[str]]], Export]:
    """Return the path data of each sheet by layer, and the export."""
    made = exported(spec, "cutter")
    sheets = []
    for file in made.files:
        if file.kind == "cutter":
            root = ElementTree.fromstring(to_cutter(drawing(file)))  # noqa: S314
            label = "{http://www.inkscape.org/namespaces/inkscape}label"
            sheets.append({group.get(label) or "": [path.get("d") or "" for path in group] for group in root[1:]})
    return sheets, made


def straight(data: str) -> LINE:
    """Return the points of a path of straight lines, the first again at the end of a closed one."""
    points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[ML]([-\d.]+,[-\d.]+)", data)]
    return tuple((x, y) for x, y in [*points, *(points[:1] if data.endswith("Z") else [])])


def circles(paths: list[str]) -> list[tuple[float, float, float]]:
    """Return the middle and radius of each circle."""
    found = re.findall(r"^M([\d.]+),([\d.]+) A([\d.]+),", "\n".join(paths), re.MULTILINE)
    return [(float(x) - float(r), float(y), float(r)) for x, y, r in found]


def outlines(plan: Plan, number: int, *kinds: str) -> list[PlacedPart]:
    return [part for part in plan.sheets[number].parts if part.kind in kinds]


def test_cuts_are_those_of_the_plan_to_a_hundredth_of_a_mm() -> None:
    spec = sheets_only()
    sheets, _ = cut(spec)
    plan = built(spec).plan
    assert len(sheets) == len(plan.sheets)
    for number, layers in enumerate(sheets):
        counters = outlines(plan, number, "counter")
        placed = sorted((part.x + part.width / 2, part.y + part.width / 2, plan.counter_size / 2) for part in counters)
        assert [pytest.approx(each, abs=0.01) for each in placed] == sorted(circles(layers["Cut"]))
        boxes = [straight(path) for path in layers["Cut"] if " A" not in path]
        corners = {
            (part.x, part.y, part.x + part.width, part.y + part.height)
            for part in outlines(plan, number, "section", "card")
        }
        assert len(boxes) == len(corners)
        for box in boxes:
            assert box[0] == box[-1]
            left, top, right, low = (*map(min, zip(*box, strict=True)), *map(max, zip(*box, strict=True)))
            assert any((left, top, right, low) == pytest.approx(each, abs=0.01) for each in corners)


def test_without_a_gap_a_shared_line_is_cut_once() -> None:
    sheets, _ = cut(sheets_only(gap=0.0, sections="pinwheel"))
    for layers in sheets:
        spans: dict[tuple[bool, float], list[tuple[float, float]]] = {}
        for path in (straight(path) for path in layers["Cut"] if " A" not in path):
            for (x1, y1), (x2, y2) in pairwise(path):
                spans.setdefault((x1 == x2, x1 if x1 == x2 else y1), []).append(
                    (min(y1, y2), max(y1, y2)) if x1 == x2 else (min(x1, x2), max(x1, x2))
                )
        for line in spans.values():
            assert all(before[1] < after[0] for before, after in pairwise(sorted(line)))


def test_the_page_to_print_has_the_marks_of_the_lines_and_no_cuts() -> None:
    sheets, made = cut(sheets_only())
    for layers, file in zip(sheets, [file for file in made.files if file.kind == "pdf"], strict=True):
        (page,) = read_pages(to_pdf(document(file), made.paints))
        black = [path.box for path in page.paths if path.fill == (0.0,) and not path.stroke]
        square, *lines = (straight(path) for path in layers["Registration"])
        assert any(near(box, *square[0], 5, 5) for box in black)
        for line in lines:
            for (x1, y1), (x2, y2) in pairwise(line):
                place = (min(x1, x2) - 0.15, min(y1, y2) - 0.15, abs(x1 - x2) + 0.3, abs(y1 - y2) + 0.3)
                assert any(near(box, *place) for box in black), place
        assert not any(("/OC", "cut") in mark or mark == ("/OC", "/cut") for path in page.paths for mark in path.marks)


@pytest.mark.parametrize(
    "more",
    sampled(
        [
            {"join": "tabs", "sections": "pinwheel", "box": "parts"},
            {"join": "overlap", "king": "standee"},
            {"join": "tabs", "gap": 0.0, "counters": "two-sided", "paper": "letter"},
            {"game": "tablut", "counters": "fold", "gap": 0.0, "king": "standee"},
            {"game": "alea-evangelii", "counters": "punch", "punch": 10.0, "theme": "manuscript"},
            {"game": "parlett", "paper": "a3", "join": "overlap", "sets": 2, "spares": True},
        ],
        0,
    ),
)
def test_every_part_can_be_lifted_out_and_no_cut_leaves_the_marks(more: dict[str, Any]) -> None:
    spec = sheets_only(**more)
    sheets, made = cut(spec)
    plan = built(spec).plan
    for number, layers in enumerate(sheets):
        ways = [straight(path) for path in layers["Cut"] if " A" not in path and "C" not in path]
        points = [point for way in ways for point in way]
        assert all(CLEAR - 0.01 <= x <= plan.paper.width - CLEAR + 0.01 for x, _ in points)
        assert all(CLEAR - 0.01 <= y <= plan.paper.height - CLEAR + 0.01 for _, y in points)
        if plan.request.gap:
            # each is an outline by itself, and each part has one
            assert all(way[0] == way[-1] for way in ways)
            if number < len(plan.sheets):
                assert len(ways) == len(outlines(plan, number, "section", "card", "standee"))
    assert len(made.files) == 2 * len(sheets)


def test_the_cuts_of_a_box_are_those_of_the_kit() -> None:
    spec = KitSpec(box="kit", margin=CLEAR, theme="plain")
    sheets, made = cut(spec)
    kit = built(spec)
    planned = number_cuts(kit.pages, kit.plan)
    assert any(page.box for page in kit.pages.made)
    for layers, page in zip(sheets, kit.pages.made, strict=True):
        if page.box is not None:
            points = {point for path in layers["Cut"] if " A" not in path for point in straight(path)}
            for line in (cut for cut in planned[page.number] if cut.part == "box"):
                for end in ((line.x1, line.y1), (line.x2, line.y2)):
                    assert any(end == pytest.approx(point, abs=0.01) for point in points), line
    printed = [document(file).pages[0].label for file in made.files if file.kind == "pdf"]
    assert printed == [str(page.number) for page in kit.pages.made]


@pytest.mark.whole
def test_a_box_alone_can_be_cut() -> None:
    spec = sheets_only(parts=("booklet",), box="kit")
    assert len(exported(spec, "cutter").files) == 2 * len(built(spec).pages.made)


def test_folds_are_lines_of_their_own() -> None:
    (layers,) = [layers for layers in cut(sheets_only(king="standee"))[0] if "Fold" in layers]
    assert len(layers["Fold"]) == 3
    for fold in map(straight, layers["Fold"]):
        assert fold not in map(straight, layers["Cut"])


@pytest.mark.whole
def test_a_folded_counter_hangs_together_at_its_fold() -> None:
    spec = sheets_only(counters="fold", parts=("counters",))
    sheets, _ = cut(spec)
    paths = [path for layers in sheets for path in layers["Cut"]]
    plan = built(spec).plan
    assert len(paths) == sum(part.kind == "counter" for sheet in plan.sheets for part in sheet.parts)
    assert all(path.count("M") == 1 and path.endswith("Z") for path in paths)
    folds = [straight(path) for layers in sheets for path in layers["Fold"]]
    lengths = [abs(x1 - x2) + abs(y1 - y2) for (x1, y1), (x2, y2) in folds]
    assert lengths == [pytest.approx(0.6 * plan.counter_size, abs=0.01)] * len(paths)


@pytest.mark.parametrize(
    ("margin", "more"), sampled([(5.0, {}), (16.5, {}), (16.0, {"gap": 4.0}), (18.0, {"gap": 6, "bleed": 3})], 1)
)
def test_parts_that_would_lie_on_the_marks_are_refused(margin: float, more: dict[str, Any]) -> None:
    with pytest.raises(TaflkitError, match=rf"begin at {margin:g} mm; use [\d.]+ mm or more") as caught:
        exported(sheets_only(margin=margin, **more), "cutter")
    assert caught.value.choice == "margin"
    advised = re.search(r"use ([\d.]+) mm", str(caught.value))
    assert advised is not None
    assert exported(sheets_only(margin=float(advised[1]), **more), "cutter").files


@pytest.mark.parametrize(
    ("marks", "margin"),
    sampled(
        [
            (Registration(MARK_INSET), CLEAR),
            (Registration(15.875, four=True), 35.875),
            (Registration(MARK_INSET), 17.0),
            (Registration(15.875), 23.0),
            (Registration(6, four=True), 13.0),
            (Registration(20, four=True), 40.0),
        ],
        2,
    ),
)
def test_what_stands_beside_the_parts_keeps_the_corners_of_the_marks_clear(marks: Registration, margin: float) -> None:
    spec = sheets_only(margin=margin, join="tabs", sections="pinwheel")
    made = exported(spec, "cutter", Wanted(marks=marks))
    # a millimetre is four pixels, and an edge may touch the one beside it
    scale, bleed = 4, built(spec).plan.bleed
    for file in made.files:
        if file.kind == "pdf":
            (page,) = document(file).pages
            with PdfDocument(BytesIO(to_pdf(document(file), made.paints))) as pdf:
                picture = pdf[0].render(scale=scale * 25.4 / 72).to_pil().convert("L")
            beside = ImageDraw.Draw(picture)
            # the marks, and the parts inside the margin, are no part of the question
            for mark, _ in walk((marks.draw(page.width, page.height),)):
                assert isinstance(mark, Rect)
                left, top = mark.x * scale - 2, mark.y * scale - 2
                beside.rectangle((left, top, left + mark.width * scale + 4, top + mark.height * scale + 4), 255)
            band = (margin - bleed) * scale - 2
            beside.rectangle((band, band, page.width * scale - band, page.height * scale - band), 255)
            for area in marks.corners(page.width, page.height):
                right, low = area.x + area.width, area.y + area.height
                zone = picture.crop(tuple(int(scale * side) for side in (area.x, area.y, right, low)))
                assert zone.getextrema() == (255, 255), (file.name, area)


# the same lines as DXF, read by ezdxf


CURVES = 64
"""The pieces in which a curve of an SVG is measured."""


def outline(data: str) -> tuple[list[tuple[float, float]], bool, bool]:
    """Return the points of a path of the SVG, many to a curve, whether it is closed, and whether it has curves."""
    points: list[tuple[float, float]] = []
    for step, pairs in re.findall(r"([MLC])([-\d., ]+)", data):
        ends = [complex(*map(float, pair.split(","))) for pair in pairs.split()]
        if step == "C":
            first, second, third, last = complex(*points[-1]), *ends
            for number in range(1, CURVES + 1):
                t = number / CURVES
                s = 1 - t
                at = s**3 * first + 3 * s * s * t * second + 3 * s * t * t * third + t**3 * last
                points.append((at.real, at.imag))
        else:
            points.append((ends[0].real, ends[0].imag))
    return points, data.endswith("Z"), "C" in data


def away(point: tuple[float, float], points: list[tuple[float, float]]) -> float:
    """Return how far a point is from the straight lines through points, the last of which is joined to the first."""

    def distance(start: complex, end: complex) -> float:
        along = end - start
        share = ((complex(*point) - start) * along.conjugate()).real / abs(along) ** 2
        return abs(start + min(1.0, max(0.0, share)) * along - complex(*point))

    return min(distance(complex(*a), complex(*b)) for a, b in pairwise([*points, points[0]]) if a != b)


@pytest.mark.parametrize(
    "more",
    sampled(
        [
            {"join": "tabs", "sections": "pinwheel", "king": "standee"},
            {"counters": "fold", "box": "parts"},
            {"game": "tablut", "gap": 0.0, "join": "overlap", "paper": "letter"},
            {"game": "alea-evangelii", "paper": "a3", "box": "kit"},
        ],
        1,
    ),
)
def test_a_dxf_has_the_lines_of_the_svg_upside_down(more: dict[str, Any]) -> None:
    spec = sheets_only(**more)
    sheets, _ = cut(spec)
    plan = built(spec).plan
    made = [drawing(file) for file in exported(spec, "cutter", Wanted("dxf")).files if file.kind == "dxf"]
    for number, (layers, sheet) in enumerate(zip(sheets, made, strict=True)):
        drawn = ezdxf.read(StringIO(to_dxf(sheet)))
        assert drawn.audit().errors == []
        assert drawn.header["$LIMMAX"] == (sheet.width, sheet.height)
        assert {layer.dxf.name for layer in drawn.layers} - {"0", "Defpoints"} == {
            {"Fold": "FOLD", "Cut": "CUT", "Registration": "MARKS"}[name] for name in layers
        }
        for name, paths in layers.items():
            layer = {"Registration": "MARKS"}.get(name, name.upper())
            found = [entity for entity in drawn.modelspace() if entity.dxf.layer == layer]
            rounds = sorted(
                (e.dxf.center.x, sheet.height - e.dxf.center.y, e.dxf.radius) for e in found if "CIRCLE" in str(e)
            )
            assert rounds == [pytest.approx(each, abs=0.002) for each in sorted(circles(paths))]
            ways = [entity for entity in found if entity.dxftype() == "POLYLINE"]
            assert len(ways) + len(rounds) == len(found) == len(paths)
            for way, (points, closed, curved) in zip(
                ways, map(outline, (p for p in paths if " A" not in p)), strict=True
            ):
                own = [(point.x, sheet.height - point.y) for point in way.points()]
                assert way.is_closed == closed
                if not curved:
                    assert own == [pytest.approx(point, abs=0.002) for point in points]
                else:
                    assert max(away(point, own) for point in points) < TOLERANCE + 0.002
                    assert max(away(point, points) for point in own) < 0.002
        if plan.request.gap and number < len(plan.sheets):
            outlines_of = [e for e in drawn.modelspace() if e.dxf.layer == "CUT"]
            assert all("CIRCLE" in str(e) or e.is_closed for e in outlines_of)
            assert len(outlines_of) == len(plan.sheets[number].parts)


# Tabletop Simulator

NUMBER, TEXT, FLAG = (float, int), str, bool
VECTOR = {"x": NUMBER, "y": NUMBER, "z": NUMBER}
TRANSFORM = {f"{what}{axis}": NUMBER for what in ("pos", "rot", "scale") for axis in "XYZ"}
TILE = {"Type": int, "Thickness": NUMBER, "Stackable": FLAG, "Stretch": FLAG}
IMAGE = {"ImageURL": TEXT, "ImageSecondaryURL": TEXT, "ImageScalar": NUMBER, "WidthScale": NUMBER, "CustomTile": TILE}
OBJECT = {
    **dict.fromkeys(("GUID", "Name", "Nickname", "Description", "GMNotes"), TEXT),
    **dict.fromkeys(("XmlUI", "LuaScript", "LuaScriptState"), TEXT),
    **dict.fromkeys(("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "GridProjection"), FLAG),
    **dict.fromkeys(("HideWhenFaceDown", "Hands"), FLAG),
    "Transform": TRANSFORM,
    "ColorDiffuse": {"r": NUMBER, "g": NUMBER, "b": NUMBER},
}
MORE = {
    "CustomImage": IMAGE,
    "CustomPDF": {"PDFUrl": TEXT, "PDFPassword": TEXT, "PDFPage": int, "PDFPageOffset": int},
    "AttachedSnapPoints": [{"Position": VECTOR}],
}
SAVED = {
    **dict.fromkeys(("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules"), TEXT),
    **dict.fromkeys(("XmlUI", "LuaScript", "LuaScriptState"), TEXT),
    **dict.fromkeys(("Gravity", "PlayArea"), NUMBER),
    "ObjectStates": list,
}
"""The fields that the game reads, with their types: SaveState and ObjectState of its own documentation
(Berserk-Games/Tabletop-Simulator-Knowledge-Base, docs/custom-content/save-file-format.md), and those of later versions
in @typed-tabletop-simulator/declaration (objectData.d.ts) and Benjamin-Dobell/tts-types (ObjectState.def.lua)."""


def check_fields(value: Any, wanted: Any, where: str = "") -> None:
    """Compare a value with the fields and types it should have, all of them and no other."""
    if isinstance(wanted, dict):
        assert set(value) == set(wanted), where
        for key, kind in wanted.items():
            check_fields(value[key], kind, f"{where}.{key}")
    elif isinstance(wanted, list):
        for each in value:
            check_fields(each, wanted[0], where)
    else:
        assert isinstance(value, wanted), where
        assert isinstance(value, bool) == (wanted is bool), where


def saved(spec: KitSpec, address: str = "https://example.org/kit/") -> tuple[dict[str, Any], dict[str, ExportFile]]:
    made = exported(spec, "tts", Wanted(address=lambda _: address))
    found = files(made)
    text = found[f"{made.stem}.json"].content
    assert isinstance(text, str)
    return json.loads(text), found


def test_the_saved_object_has_the_fields_that_the_game_reads() -> None:
    table, _ = saved(KitSpec())
    check_fields(table, SAVED)
    for thing in table["ObjectStates"]:
        fields = {**OBJECT, **{name: kind for name, kind in MORE.items() if name in thing}}
        check_fields(thing, fields, thing["Nickname"])
        assert re.fullmatch("[0-9a-f]{6}", thing["GUID"])
    guids = [thing["GUID"] for thing in table["ObjectStates"]]
    assert len(set(guids)) == len(guids)
    assert Counter(thing["Name"] for thing in table["ObjectStates"]) == {"Custom_Tile": 1 + 13 + 2, "Custom_PDF": 1}


@pytest.mark.parametrize("cards", sampled(CHOICES["cards"], 1))
def test_every_file_that_it_shows_is_there_and_every_file_is_shown(cards: str) -> None:
    spec = KitSpec(parts=PARTS, cards=cards)
    table, found = saved(spec, "https://example.org/a kit")
    urls = set(re.findall(r'https://example\.org/a kit/([^"]+)', json.dumps(table)))
    stem = next(name for name in found if name.endswith(".json")).removesuffix(".json")
    assert urls == set(found) - {f"{stem}.json", f"{stem}.png"}


@pytest.mark.parametrize(("game", "rules"), sampled([("brandub", "walker"), *FAMILY], 1))
def test_pieces_lie_on_their_squares_and_fit_them(game: str, rules: str) -> None:
    spec = KitSpec(game, rules, theme="plain", parts=("board", "counters"))
    table, _ = saved(spec)
    plan, layout = built(spec).plan, read_book(catalog(), game, rules).variant.layout
    board, *others = table["ObjectStates"]
    scale = board["Transform"]["scaleX"]
    assert 2 * scale * 25.4 == pytest.approx(plan.board_size, abs=0.001)
    # the board is turned by half a turn, and so are its points
    points = {
        (round(-p["Position"]["x"] * scale, 3), round(-p["Position"]["z"] * scale, 3))
        for p in board["AttachedSnapPoints"]
    }
    assert len(points) == layout.size**2
    # a tile lies on its origin
    thick = board["CustomImage"]["CustomTile"]["Thickness"]
    assert {p["Position"]["y"] for p in board["AttachedSnapPoints"]} == {thick}
    pieces = [thing for thing in others if thing.get("CustomImage", {}).get("CustomTile", {}).get("Type") == 2]
    assert len(pieces) == len(layout.start)
    half, cell = (layout.size - 1) / 2, plan.cell / 25.4
    for (square, piece), thing in zip(layout.start.items(), pieces, strict=True):
        place = thing["Transform"]
        assert (place["posX"], place["posZ"]) == pytest.approx(
            ((square.file - half) * cell, (square.rank - half) * cell), abs=1e-5
        )
        assert any((place["posX"], place["posZ"]) == pytest.approx(point, abs=0.002) for point in points)
        assert 2 * place["scaleX"] * 25.4 == pytest.approx(plan.counter_size, abs=0.001)
        assert thing["CustomImage"]["ImageURL"].endswith(f"counter-{piece.name.lower()}.png")


@pytest.mark.whole
@pytest.mark.parametrize("cell", [60.0, 53.7, 51.3])
def test_no_picture_is_wider_than_the_game_advises(cell: float) -> None:
    spec = KitSpec(parts=("board",), cell=cell, sheets=20, theme="plain")
    made = exported(spec, "tts", Wanted(address=lambda _: "https://example.org"))
    widest = {}
    for file in made.files:
        if file.kind == "png":
            with Image.open(BytesIO(to_png(drawing(file), made.paints, file.dpi))) as picture:
                widest[file.name] = max(picture.size)
    assert widest == {f"{made.stem}.png": 256, "board.png": 4096}


def test_a_table_needs_no_bleed_and_takes_any() -> None:
    table, _ = saved(KitSpec(bleed=3.0, theme="plain", parts=("counters",)))
    assert len(table["ObjectStates"]) == 13


# printing houses


def mm(box: Any) -> list[float]:
    return [float(value) * 25.4 / 72 for value in box]


def check_pages(made: Export, bleed: float) -> None:
    for file in made.files:
        if file.kind != "pdf":
            continue
        data = to_pdf(document(file), made.paints, store=catalog().store)
        assert press_problems(data) == [], file.name
        with pikepdf.open(BytesIO(data)) as pdf:
            for page in pdf.pages:
                media, bled, trim = (mm(page.obj[name]) for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
                assert [abs(a - b) for a, b in zip(bled, trim, strict=True)] == pytest.approx([bleed] * 4, abs=0.001)
                assert [abs(a - b) for a, b in zip(media, trim, strict=True)] == pytest.approx(
                    [bleed + 6] * 4, abs=0.001
                )


def test_every_part_is_a_page_at_its_trim_with_three_mm_of_bleed() -> None:
    made = exported(KitSpec(theme="plain", mode="mono", parts=PARTS), "print-on-demand")
    assert list(files(made)) == ["board.pdf", "sections.pdf", "counters.pdf", "cards.pdf", "contents.txt"]
    check_pages(made, 3.0)
    notes = {file.name: file.note for file in made.files}
    assert notes["counters.pdf"] == "counter-defender 4 times, counter-attacker 8 times"
    board = drawing_of(made, "board.pdf")
    assert board.trim is not None
    assert board.trim.width == pytest.approx(built(KitSpec(theme="plain", mode="mono", parts=PARTS)).plan.board_size)


def drawing_of(made: Export, name: str) -> Drawing:
    return document(files(made)[name]).pages[0]


def test_crop_marks_stay_outside_the_bleed_and_point_at_the_trim() -> None:
    made = exported(KitSpec(parts=("cards",), theme="plain"), "print-on-demand")
    (page, _) = read_pages(to_pdf(document(files(made)["cards.pdf"]), made.paints))
    trim = drawing_of(made, "cards.pdf").trim
    assert trim is not None
    strokes = [path.box for path in page.paths if path.operator == "S"]
    marks = [
        box for box in strokes if not (6 < (box.left + box.right) / 2 < 75 and 6 < (box.top + box.bottom) / 2 < 100)
    ]
    ends = {(box.left, box.top, box.right, box.bottom) for box in marks}
    right, low = 18 + trim.width, 18 + trim.height
    level = {(x, y, x + 5, y) for x in (0, right - 5) for y in (9, low - 9)}
    upright = {(x, y, x, y + 5) for x in (9, right - 9) for y in (0, low - 5)}
    assert {tuple(round(value, 3) for value in end) for end in ends} == level | upright


@pytest.mark.whole
@pytest.mark.parametrize("theme", ["ballinderry", "manuscript", "plain"])
@pytest.mark.parametrize("game", ["tablut", "alea-evangelii"])
def test_kits_of_all_kinds_are_pages_for_a_press(game: str, theme: str) -> None:
    made = exported(KitSpec(game, theme=theme, box="parts", king="standee"), "print-on-demand")
    assert list(files(made))[-4:] == ["box.pdf", "box-lines.pdf", "booklet.pdf", "contents.txt"]
    check_pages(made, 3.0)
    check_pages(
        exported(KitSpec(game, theme=theme, ink="light", bleed=0, parts=PARTS, join="tabs"), "print-on-demand"), 0.0
    )


# all of them


@pytest.mark.parametrize(
    ("to", "one", "other"),
    sampled(
        [
            ("tts", Wanted(url="https://a-b.example/"), Wanted(url="https://a.b.example/")),
            ("tts", Wanted(), Wanted(dpi=600)),
            ("tts", Wanted(), Wanted(url="https://a-b.example/")),
            ("parts", Wanted("png"), Wanted("png", 600)),
            ("cutter", Wanted(), Wanted(marks=Registration(15.875))),
            ("cutter", Wanted(), Wanted(marks=Registration(MARK_INSET, four=True))),
            ("cutter", Wanted(marks=Registration(15.5)), Wanted(marks=Registration(15.5, four=True))),
        ],
        1,
    ),
)
def test_different_exports_of_a_kit_have_different_names(to: str, one: Wanted, other: Wanted) -> None:
    spec = KitSpec(parts=("counters",), theme="plain", margin=40.0)
    assert exported(spec, to, one).stem != exported(spec, to, other).stem
    assert exported(spec, to).stem.endswith(f"-{to}")


@pytest.mark.parametrize("to", EXPORTS)
def test_a_kit_without_a_part_to_export_is_refused(to: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        export_kit(catalog(), KitSpec(parts=("instructions",), margin=CLEAR, theme="plain"), to, Wanted())
    assert caught.value.choice == "parts"


@pytest.mark.parametrize("to", EXPORTS)
def test_the_folder_is_called_by_the_kit(to: str) -> None:
    spec = KitSpec(parts=("cards",), margin=CLEAR, theme="plain", bleed=0)
    assert exported(spec, to).stem == f"brandub-walker-plain-a4-colour-margin30-bleed0-only-cards-{to}"
