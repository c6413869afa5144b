"""The papers there are, and the booklet pages folded of them."""

from __future__ import annotations

import ast

import pytest

from support import ROOT
from taflkit.errors import TaflkitError, UnknownName
from taflkit.sheets.paper import DUPLEX, NAMED, PAPERS, SheetSide, creep, impose, paper, place


@pytest.mark.parametrize(
    ("name", "label", "sheet", "page", "leaflet"),
    [
        ("a4", "A4", (210.0, 297.0), (148.5, 210.0), "a4"),
        ("letter", "Letter", (215.9, 279.4), (139.7, 215.9), "letter"),
        ("a3", "A3", (297.0, 420.0), (210.0, 297.0), "a4"),
        ("legal", "Legal", (215.9, 355.6), (177.8, 215.9), "legal"),
        ("tabloid", "Tabloid", (279.4, 431.8), (215.9, 279.4), "letter"),
        ("a2", "A2", (420.0, 594.0), (297.0, 420.0), "a4"),
        ("a1", "A1", (594.0, 841.0), (420.5, 594.0), "a4"),
        ("a0", "A0", (841.0, 1189.0), (594.5, 841.0), "a4"),
        ("b3", "B3", (353.0, 500.0), (250.0, 353.0), "a4"),
        ("b4", "B4", (250.0, 353.0), (176.5, 250.0), "a4"),
        ("b5", "B5", (176.0, 250.0), (125.0, 176.0), "a4"),
        ("arch-b", "Arch B", (304.8, 457.2), (228.6, 304.8), "letter"),
        ("arch-c", "Arch C", (457.2, 609.6), (304.8, 457.2), "letter"),
        ("arch-d", "Arch D", (609.6, 914.4), (457.2, 609.6), "letter"),
    ],
)
def test_a_paper_has_its_size_and_its_booklet_page(name, label, sheet, page, leaflet):
    found = paper(name)
    assert (found.name, found.label) == (name, label)
    assert (found.width, found.height) == sheet
    assert (found.page_width, found.page_height) == page
    assert found.leaflet == leaflet


def test_papers_are_upright_and_known_by_their_own_names():
    assert list(PAPERS) == ["a4", "letter", "a3", "legal", "tabloid"]
    assert list(NAMED)[: len(PAPERS)] == list(PAPERS)
    for name, found in NAMED.items():
        assert found.name == name
        assert found.width < found.height


def test_a_leaflet_is_on_a_paper_that_is_its_own_leaflet_and_no_larger():
    for found in PAPERS.values():
        leaflet = paper(found.leaflet)
        assert leaflet.leaflet == leaflet.name
        assert leaflet.width <= found.width
        assert leaflet.height <= found.height


@pytest.mark.whole
def test_no_code_asks_for_a_paper_by_its_name():
    modules = [file for file in (ROOT / "generator").rglob("*.py") if file.name != "paper.py"]
    assert len(modules) > 100
    for file in modules:
        nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        compared = [part for node in nodes if isinstance(node, ast.Compare) for part in (node.left, *node.comparators)]
        strings = {node.value for part in compared for node in ast.walk(part) if isinstance(node, ast.Constant)}
        assert not strings & {*PAPERS, *(found.label for found in PAPERS.values())}, file


def test_an_unknown_paper_is_named_with_those_there_are():
    with pytest.raises(UnknownName) as caught:
        paper("a9")
    also = "or two sides in one unit, such as 420x594, 60x90cm or 18x24in"
    assert str(caught.value) == f"there is no paper 'a9'; there is {', '.join(NAMED)}, {also}"
    assert caught.value.choice == "paper"


@pytest.mark.parametrize(
    ("written", "name", "label", "sides", "leaflet"),
    [
        ("420x594", "420x594", "420 x 594 mm", (420.0, 594.0), "a4"),
        ("594X420mm", "420x594", "420 x 594 mm", (420.0, 594.0), "a4"),
        ("60 x 90 cm", "60x90cm", "60 x 90 cm", (600.0, 900.0), "a4"),
        ("24\u00d718IN", "18x24in", "18 x 24 in", (457.2, 609.6), "letter"),
        ("8.50inx11in", "8.5x11in", "8.5 x 11 in", (215.9, 279.4), "letter"),
        ("1200x3000", "1200x3000", "1200 x 3000 mm", (1200.0, 3000.0), "a4"),
        ("135x135", "135x135", "135 x 135 mm", (135.0, 135.0), "a4"),
        (" A4 ", "a4", "A4", (210.0, 297.0), "a4"),
    ],
)
def test_a_paper_of_two_sides_is_upright_however_they_are_written(written, name, label, sides, leaflet):
    found = paper(written)
    assert (found.name, found.label.replace("\u00a0", " "), (found.width, found.height)) == (name, label, sides)
    assert (found.leaflet, paper(found.name)) == (leaflet, found)


@pytest.mark.parametrize("sides", ["5x5", "134.9x400", "1201x1300", "500x3001", "0x0", "99999x99999", "600x1cm"])
def test_sides_that_no_kit_goes_on_are_refused_with_those_that_one_does(sides):
    with pytest.raises(TaflkitError) as caught:
        paper(sides)
    assert caught.value.choice == "paper"
    most = "135 mm or more, for the ruler, and at most 1200 x 3000 mm"
    assert str(caught.value) == f"a paper's sides must be {most}, not {sides}"


@pytest.mark.parametrize(
    "text",
    [
        *("x", "20x", "x20", "nan", "inf", "nanxnan", "infx300", "1e3x1e3", "-420x594", "420x-594", "420x594x3", "420"),
        *(
            "18inx60cm",
            "18inx24",
            "420x594pt",
            "10x10m",
            "",
            "\u0664\u0662x594",
            "420,5x594",
            "1_000x900",
            "420x594mmm",
        ),
    ],
)
def test_what_is_neither_a_name_nor_two_sides_is_refused_with_both(text):
    with pytest.raises(UnknownName, match="or two sides in one unit, such as 420x594, 60x90cm or 18x24in"):
        paper(text)


ALL = [(paper, duplex, pages) for paper in PAPERS for duplex in DUPLEX for pages in (4, 8, 12, 16)]


def on_paper(side, paper, back, duplex, shift=0.0):
    """Return {half: (page, top is up, left is left, shift to the spine)}, seen through the sheet from its front.

    Half 0 is left. A page's top left and bottom right corners are followed through its transform and, on a
    back, through the turn of the sheet.
    """
    width, height = paper.height, paper.width

    def turn(x, y):
        if not back:
            return x, y
        return (x, height - y) if duplex == "long" else (width - x, y)

    found = {}
    for page in place(side, paper, shift):
        a, b, c, d, e, f = page.transform
        assert (b, c) == (0, 0)
        corners = [turn(a * u + e, d * v + f) for u, v in ((0, 0), (paper.page_width, paper.page_height))]
        (x0, y0), (x1, y1) = corners
        assert sorted((y0, y1)) == [0, height]
        half = 0 if min(x0, x1) < width / 4 else 1
        inwards = min(x0, x1) if half == 0 else width - max(x0, x1)
        assert abs(x1 - x0) == pytest.approx(width / 2)
        found[half] = (page.number, y0 < y1, x0 < x1, inwards)
    assert set(found) == {0, 1}
    return found


@pytest.mark.parametrize(("paper", "duplex", "pages"), ALL)
def test_a_folded_booklet_reads_in_order_and_upright(paper, duplex, pages):
    sides = impose(pages, duplex)
    assert len(sides) == pages // 2
    before, after = [], []  # the leaves in front of the fold and behind it
    for number, (front, back) in enumerate(zip(sides[::2], sides[1::2], strict=True)):
        seen = on_paper(front, PAPERS[paper], False, duplex, creep(number))
        through = on_paper(back, PAPERS[paper], True, duplex, creep(number))
        for half in (0, 1):
            # The sheet sticks out by its creep; both of its pages stay where they are in the trimmed booklet.
            assert seen[half][3] == pytest.approx(number * 0.1)
            assert through[half][3] == pytest.approx(number * 0.1)
            assert seen[half][1], "the outside is upright"
            assert through[half][1], "the inside is upright on the same sheet"
            assert seen[half][2]
            assert not through[half][2], "and reads from left to right from its own side"
        # Folded with the outside out, its right half is the leaf in front, and that leaf's back is inside.
        before.append((seen[1][0], through[1][0]))
        after.insert(0, (through[0][0], seen[0][0]))
    assert [page for leaf in before + after for page in leaf] == list(range(1, pages + 1))


def test_inner_sheets_creep_by_the_thickness_of_those_around_them():
    assert [creep(number) for number in range(3)] == pytest.approx([0, 0.1, 0.2])
    assert creep(2, 0.15) == pytest.approx(0.3)
    assert creep(2, 0) == 0
    for wrong in (-0.1, float("nan")):
        with pytest.raises(TaflkitError, match="the paper's thickness must be 0 mm or more"):
            creep(1, wrong)


def test_pages_without_creep_lie_as_ever():
    side = SheetSide(6, 3, False)
    assert place(side, PAPERS["a4"]) == place(side, PAPERS["a4"], creep(0))
    left, right = place(side, PAPERS["a4"], 0.5)
    assert (left.x, right.x) == (0.5, 148.0)
    left, right = place(SheetSide(6, 3, True), PAPERS["a4"], 0.5)
    assert (left.x, right.x) == (148.0, 0.5)


def test_the_kits_booklet():
    assert impose() == (SheetSide(4, 1, False), SheetSide(2, 3, False))
    assert impose(4, "single") == impose(4, "short")
    assert impose(4, "long") == (SheetSide(4, 1, False), SheetSide(2, 3, True))
    assert impose(8) == (SheetSide(8, 1, False), SheetSide(2, 7, False), SheetSide(6, 3, False), SheetSide(4, 5, False))


def test_pages_stand_beside_each_other_on_a_sheet_on_its_long_side():
    left, right = place(SheetSide(4, 1, False), PAPERS["letter"])
    assert (left.number, left.x, left.y, left.width, left.height) == (4, 0.0, 0.0, 139.7, 215.9)
    assert (right.number, right.x, right.y) == (1, 139.7, 0.0)
    assert left.transform == (1, 0, 0, 1, 0, 0)
    assert right.transform == (1, 0, 0, 1, 139.7, 0)


def test_half_a_turn_of_a_side_swaps_its_halves():
    left, right = place(SheetSide(2, 3, True), PAPERS["a4"])
    assert (left.number, left.x, left.turned) == (2, 148.5, True)
    assert (right.number, right.x, right.turned) == (3, 0.0, True)
    assert left.transform == (-1, 0, 0, -1, 297, 210)
    assert right.transform == (-1, 0, 0, -1, 148.5, 210)


@pytest.mark.parametrize(("pages", "full"), [(0, 4), (-4, 4), (3, 4), (5, 8), (6, 8)])
def test_only_fours_can_be_folded(pages, full):
    with pytest.raises(TaflkitError) as caught:
        impose(pages)
    assert str(caught.value) == f"a booklet of {pages} pages cannot be folded; make it {full} pages"


def test_an_unknown_turning_is_named():
    with pytest.raises(UnknownName) as caught:
        impose(4, "tumble")
    assert str(caught.value) == "there is no duplex 'tumble'; there is short, long, single"
