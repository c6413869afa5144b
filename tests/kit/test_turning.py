"""Two-sided sheets, proven from the files: the matrices are read back, the sheets turned, folded and held to the light.

Points on paper are those of the sheet's front, as if one looked through it.
"""

from __future__ import annotations

import io

import pikepdf
import pytest
from msgspec.structs import replace

from support.pdf_content import Page, Pages, ShownText, read_pages
from support.pdf_geometry import TRUE
from support.sampling import sampled
from support.shipped import built, catalog, numbers, read, written
from taflkit.kit.build import Kit
from taflkit.kit.options import KitSpec
from taflkit.kit.printers import Printer, fit_document
from taflkit.render.pdf import to_pdf

Point = tuple[float, float]
EVERY = [(paper, duplex) for paper in ("a4", "letter") for duplex in ("short", "long", "single")]
OFFICE = Printer("office", scale_x=99.6, scale_y=100.3, back_dx=1.5, back_dy=-0.5)


def spec(paper: str, duplex: str) -> KitSpec:
    return KitSpec(paper=paper, duplex=duplex, split=True, parts=("board", "booklet", "reader"))


def made(paper: str, duplex: str) -> Kit:
    return built(spec(paper, duplex))


def file(paper: str, duplex: str, part: str) -> bytes:
    return written(spec(paper, duplex), part)


def pages(paper: str, duplex: str, part: str) -> Pages:
    return read(spec(paper, duplex), part)


def turning(pdf: bytes) -> str:
    """Return over which edge the file has its sheets turned; by hand it is the short one, as the kit says."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        wanted = str(document.Root.ViewerPreferences.Duplex)
    return {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short", "/Simplex": "short"}[wanted]


def through(page: Page, point: Point, edge: str) -> Point:
    """Return where a point of a back lies on the front, when the sheet was turned over its short or long edge."""
    x, y = point
    over_the_side = (edge == "short") == (page.width > page.height)
    return (page.width - x, y) if over_the_side else (x, page.height - y)


def leaves(front: Page, back: Page, edge: str) -> list[list[tuple[str, Point, Point]]]:
    """Fold a sheet, its front outside, and return the texts of its four pages as a reader meets them.

    Each text comes with its start and end from its page's top left corner.
    """
    half = front.width / 2
    cover = [(shown.text, shown.start, shown.end) for shown in front.texts]
    # the sheet is opened like a book: what was on the left of the front is now on the right
    inside = []
    for shown in back.texts:
        start, end = through(back, shown.start, edge), through(back, shown.end, edge)
        inside.append((shown.text, (front.width - start[0], start[1]), (front.width - end[0], end[1])))
    found = []
    for texts, right in ((cover, True), (inside, False), (inside, True), (cover, False)):
        left = half if right else 0.0
        found.append(
            [
                (text, (start[0] - left, start[1]), (end[0] - left, end[1]))
                for text, start, end in texts
                if 0 <= (start[0] + end[0]) / 2 - left <= half
            ]
        )
    return found


@pytest.mark.parametrize(("paper", "duplex"), sampled(EVERY, 1))
def test_the_folded_booklet_reads_in_order_and_upright(paper: str, duplex: str) -> None:
    edge = turning(file(paper, duplex, "booklet"))
    assert edge == ("long" if duplex == "long" else "short")
    front, back = pages(paper, duplex, "booklet")
    reader = pages(paper, duplex, "reader")
    assert len(reader) == 4
    for page, met in zip(reader, leaves(front, back, edge), strict=True):
        assert len(met) == len(page.texts) > 2
        for (text, start, end), shown in zip(met, page.texts, strict=True):
            assert text == shown.text
            for have, wanted in zip((*start, *end), (*shown.start, *shown.end), strict=True):
                assert have == pytest.approx(wanted, abs=TRUE)
            assert end[0] > start[0], "upright"


@pytest.mark.parametrize(("paper", "duplex"), EVERY)
def test_turned_over_the_wrong_edge_the_inside_stands_on_its_head(paper: str, duplex: str) -> None:
    wrong = "short" if duplex == "long" else "long"
    front, back = pages(paper, duplex, "booklet")
    cover, inside, *_ = leaves(front, back, wrong)
    assert all(end[0] > start[0] for _, start, end in cover)
    assert all(end[0] < start[0] for _, start, end in inside)


@pytest.mark.parametrize(("paper", "size"), [("a4", (148.5, 210.0)), ("letter", (139.7, 215.9))])
def test_the_reader_is_for_a_screen(paper: str, size: Point) -> None:
    assert [(round(p.width, 2), round(p.height, 2)) for p in pages(paper, "short", "reader")] == [size] * 4
    with pikepdf.open(io.BytesIO(file(paper, "short", "reader"))) as document, document.open_outline() as outline:
        [booklet] = outline.root
        groups = ["The aim", "Setting up", "Moving", "Capturing", "The king", "How it ends"]
        assert [entry.title for entry in booklet.children] == ["Black raven", *groups, "Playing well"]
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"
    assert [p.texts[-1].text for p in pages(paper, "short", "reader")[1:]] == ["2", "3", "4"]


def on_front(page: Page, point: Point, back: bool, duplex: str) -> Point:
    """Return where a page's point belongs on the upright sheet; a page that lies is turned to the left."""
    edge = "long" if duplex == "long" else "short"
    x, y = through(page, point, edge) if back else point
    return (y, page.width - x) if page.width > page.height else (x, y)


def printed(page: Page, point: Point, back: bool, duplex: str, printer: Printer) -> Point:
    """Return where a printer puts a page's point on the upright sheet.

    It stretches the sheet's middle out, and moves every back the same way in its path. The test sheet's scales are
    stretched too, so that what is read on them is stretched once more.
    """
    x, y = on_front(page, point, back, duplex)
    width, height = sorted((page.width, page.height))
    x_factor, y_factor = printer.scale_x / 100, printer.scale_y / 100
    x, y = (x - width / 2) * x_factor + width / 2, (y - height / 2) * y_factor + height / 2
    # on the back of an upright sheet turned on its short edge, right is right and down is up of the front
    return (x + printer.back_dx * x_factor, y - printer.back_dy * y_factor) if back else (x, y)


@pytest.mark.parametrize(("paper", "duplex"), sampled(EVERY, 1))
def test_on_its_printer_a_kit_lies_where_it_should(paper: str, duplex: str) -> None:
    kit = made(paper, duplex)
    assert kit.pages.behind() == numbers(kit, "booklet")[1:]
    fitted = fit_document(kit.documents[""], OFFICE, kit.pages.behind(), duplex)
    meant = pages(paper, duplex, "")
    for number, (page, plain) in enumerate(
        zip(read_pages(to_pdf(fitted, catalog().paints("colour"))), meant, strict=True), 1
    ):
        back = number in kit.pages.behind()
        for shown, other in zip(page.texts, plain.texts, strict=True):
            for point, wanted in ((shown.start, other.start), (shown.end, other.end)):
                on_paper = printed(page, point, back, duplex, OFFICE)
                assert on_paper == pytest.approx(on_front(plain, wanted, back, duplex), abs=TRUE)


@pytest.mark.parametrize("duplex", ["short", "long", "single"])
def test_backs_of_upright_sheets_meet_their_fronts(duplex: str) -> None:
    # the counters' backs will be such pages
    upright = made("a4", duplex).documents[""].pages[0]
    document = replace(made("a4", duplex).documents[""], pages=(upright, upright))
    _, plain = read_pages(to_pdf(document, catalog().paints("colour")))
    front, back = read_pages(to_pdf(fit_document(document, OFFICE, (2,), duplex), catalog().paints("colour")))
    for shown, other in zip(back.texts, plain.texts, strict=True):
        there = printed(back, shown.start, True, duplex, OFFICE)
        assert there == pytest.approx(on_front(plain, other.start, True, duplex), abs=TRUE)
    x, y = moved(front.texts[0], back.texts[0])
    sign = -1 if duplex == "long" else 1
    assert (x, y) == pytest.approx((-1.5 * sign, 0.5 * sign), abs=0.001)


def moved(one: ShownText, other: ShownText) -> Point:
    return other.start[0] - one.start[0], other.start[1] - one.start[1]


def test_the_scale_is_measured_on_the_ruler() -> None:
    kit = made("a4", "short")
    fitted = fit_document(kit.documents[""], OFFICE, kit.pages.behind())
    page = read_pages(to_pdf(fitted, catalog().paints("colour")))[0]
    widths = [path.box.width for path in page.paths if path.box.height < 0.001 and path.box.width > 101]
    assert any(abs(width * 99.6 / 100 - 101.6) <= TRUE for width in widths)


@pytest.mark.whole
def test_a_printer_without_faults_changes_nothing() -> None:
    document = made("a4", "short").documents[""]
    printed = read_pages(to_pdf(fit_document(document, Printer("plain"), (3,)), catalog().paints("colour")))
    assert list(printed) == list(pages("a4", "short", ""))
