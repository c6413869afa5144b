"""Parts for a printing house: art without lines, lines by themselves, and what is needed of each."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from support.pdf_press import press_problems
from support.sampling import sampled
from support.shipped import built, catalog
from taflkit.drawing.shapes import Document, Drawing, walk
from taflkit.kit.exports import Export, Wanted, export_kit
from taflkit.kit.options import KitSpec
from taflkit.render.pdf import to_pdf

LINES = ("cut", "cut.mark", "fold")
Point = tuple[float, float]


@cache
def exported(spec: KitSpec) -> Export:
    return export_kit(catalog(), spec, "print-on-demand", Wanted())


def pages(made: Export, name: str) -> tuple[Drawing, ...]:
    (document,) = (file.content for file in made.files if file.name == name)
    assert isinstance(document, Document)
    return document.pages


def roles(page: Drawing) -> set[str]:
    """Return the roles of a page beside its crop marks, which come last; a box is cut along "cut.mark"."""
    found = {shape.role for shape, _ in walk(page.shapes[:-1])}
    # crosses that the next section covers
    return found - {"cut.mark"} if page.label.startswith("section-") else found


def points(page: Drawing) -> set[Point]:
    """Return the points of a page's lines, from the top left corner of its trim."""
    assert page.trim is not None
    found = set()
    for shape, (a, b, c, d, e, f) in walk(page.shapes[:-1]):
        for step, numbers in getattr(shape, "segments", ()):
            if step != "Z":
                x, y = numbers[-2:]
                found.add((round(a * x + c * y + e - page.trim.x, 3), round(b * x + d * y + f - page.trim.y, 3)))
    return found


@pytest.mark.parametrize(
    "more",
    [
        {"king": "standee", "counters": "fold", "join": "overlap", "sections": "pinwheel"},
        pytest.param({"game": "tablut", "box": "kit", "join": "tabs"}, marks=pytest.mark.whole),
        pytest.param(
            {"box": "parts", "counters": "punch", "punch": 22.0, "cards": "two-sided"}, marks=pytest.mark.whole
        ),
    ],
)
def test_art_has_no_line_to_cut_or_fold_along(more: dict[str, Any]) -> None:
    made = exported(KitSpec(theme="plain", **more))
    for file in made.files:
        if isinstance(file.content, Document):
            found = set().union(*(roles(page) for page in file.content.pages))
            if file.name.endswith("-lines.pdf"):
                assert found <= set(LINES), file.name
            else:
                assert not found & set(LINES), file.name


def test_lines_are_on_pages_as_large_as_the_art() -> None:
    spec = KitSpec(theme="plain", box="kit", king="standee", parts=("counters",))
    made = exported(spec)
    kit = built(spec)
    boxes = [page.box for page in kit.pages.made if page.box is not None]
    for box, art, lines in zip(boxes, pages(made, "box.pdf"), pages(made, "box-lines.pdf"), strict=True):
        assert (art.width, art.height, art.trim) == (lines.width, lines.height, lines.trim)
        net = box.net
        ends = {(round(x, 3), round(y, 3)) for s in (*net.cuts, *net.folds) for x, y in ((s.x1, s.y1), (s.x2, s.y2))}
        drawn = points(lines)
        assert all(any(point == pytest.approx(end, abs=0.002) for point in drawn) for end in ends)
        assert roles(lines) == {"cut", "fold"}
    (standee,) = pages(made, "counters-lines.pdf")
    assert standee.label == "king-standing"
    data = to_pdf(document(made, "counters-lines.pdf"), made.paints)
    assert press_problems(data) == []


def document(made: Export, name: str) -> Document:
    (content,) = (file.content for file in made.files if file.name == name)
    assert isinstance(content, Document)
    return content


def test_a_part_that_ends_at_its_trim_has_no_page_of_lines() -> None:
    names = [file.name for file in exported(KitSpec(theme="plain", join="overlap", parts=("board", "cards"))).files]
    assert names == ["board.pdf", "sections.pdf", "cards.pdf", "contents.txt"]


@pytest.mark.parametrize("counters", ["flat", pytest.param("fold", marks=pytest.mark.whole)])
def test_a_counter_fills_its_square_and_its_bleed(counters: str) -> None:
    made = exported(KitSpec(parts=("counters",), counters=counters))
    with PdfDocument(BytesIO(to_pdf(document(made, "counters.pdf"), made.paints))) as file:
        for number, page in enumerate(pages(made, "counters.pdf")):
            assert page.bleed is not None
            picture = file[number].render(scale=2).to_pil().convert("RGB")
            scale = picture.width / page.width
            left, top = (page.bleed.x + 0.5) * scale, (page.bleed.y + 0.5) * scale
            right = (page.bleed.x + page.bleed.width - 0.5) * scale
            low = (page.bleed.y + page.bleed.height - 0.5) * scale
            steps = [n / 20 for n in range(21)]
            across = [(left + (right - left) * t, y) for t in steps for y in (top, low)]
            down = [(x, top + (low - top) * t) for t in steps for x in (left, right)]
            seen = {picture.getpixel((int(x), int(y))) for x, y in (*across, *down)}
            assert len(seen) == 1, page.label
            assert (255, 255, 255) not in seen


@pytest.mark.parametrize("theme", sampled(["ballinderry", "manuscript"], 1))
def test_words_are_printed_with_black_alone(theme: str) -> None:
    made = exported(KitSpec(parts=("cards",), theme=theme))
    dark = catalog().theme(theme, "colour", "full").paints.paint("text").fill
    assert dark is not None
    with pikepdf.open(BytesIO(to_pdf(document(made, "cards.pdf"), made.paints))) as pdf:
        black = 0
        for page in pdf.pages:
            for operands, operator in pikepdf.parse_content_stream(page):
                numbers = [float(value) for value in operands] if str(operator) in ("rg", "g") else []
                assert numbers != pytest.approx(list(dark), abs=0.002)
                black += numbers == [0.0]
    assert black > 1


def test_a_back_follows_its_front_and_the_list_says_how_many_are_needed() -> None:
    made = exported(KitSpec(theme="plain", parts=("counters", "cards"), counters="two-sided", cards="two-sided"))
    kinds = ("king", "defender", "attacker")
    assert [page.label for page in pages(made, "counters.pdf")] == [
        f"counter-{kind}{side}" for kind in kinds for side in ("", "-back")
    ]
    assert [page.label for page in pages(made, "cards.pdf")] == [
        f"card-{kind}{side}" for kind in ("attackers", "defenders") for side in ("", "-back")
    ]
    (text,) = (file.content for file in made.files if file.name == "contents.txt")
    assert isinstance(text, str)
    listed = text.splitlines()
    assert len(listed) == 10
    side = f"{pages(made, 'counters.pdf')[0].width - 18:.2f}"
    assert listed[4] == f"counters.pdf, page 5: counter-attacker, {side} x {side} mm, 8 needed"
    assert listed[5] == f"counters.pdf, page 6: counter-attacker-back, {side} x {side} mm, 8 needed, behind page 5"
