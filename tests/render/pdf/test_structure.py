from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from support.pdf_checks import check
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Circle, Document, Drawing, Group, Rect, Shape, Tag, Text, rotate, scale, translate
from taflkit.render.pdf import to_pdf

MM_PT = 72 / 25.4
SQUARE = Rect(0, 0, 1, 1, "paper")


def tagged(tag: Tag, *shapes: Shape, reading: int = 0) -> Group:
    return Group(shapes or (SQUARE,), tag=tag, reading=reading)


def told(element: Any, pages: list[Any]) -> Any:
    """Return an element as its role, and below it elements and "page.mark"."""
    kids = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
    below = []
    for kid in kids:
        if isinstance(kid, int):
            below.append(f"{pages.index(element.Pg.objgen)}.{kid}")
        elif kid.get("/Type") == "/MCR":
            below.append(f"{pages.index(kid.Pg.objgen)}.{kid.MCID}")
        else:
            assert kid.P.objgen == element.objgen
            below.append(told(kid, pages))
    return (str(element.S)[1:], below)


def tree(paints: Paints, *pages: tuple[Shape, ...]) -> Any:
    """Return the structure tree of a document."""
    with opened(paints, *pages) as file:
        return told(file.Root.StructTreeRoot.K, [page.obj.objgen for page in file.pages])


def opened(paints: Paints, *pages: tuple[Shape, ...]) -> pikepdf.Pdf:
    pdf = to_pdf(Document(tuple(Drawing(100, 80, shapes) for shapes in pages), "Tagged"), paints)
    check(pdf)
    return pikepdf.open(BytesIO(pdf))


def elements(element: Any) -> Iterator[Any]:
    yield element
    for kid in element.K:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from elements(kid)


def test_tags_inside_groups_are_elements_inside_elements(paints: Paints) -> None:
    inner = Group((SQUARE, tagged(Tag("H1")), tagged(Tag("P"))), translate(1, 1))
    assert tree(paints, (tagged(Tag("Sect"), inner), tagged(Tag("P")))) == (
        "Document",
        [("Sect", [("H1", ["0.0"]), ("P", ["0.1"])]), ("P", ["0.2"])],
    )


def test_groups_with_the_same_tag_are_one_element(paints: Paints) -> None:
    paragraph, other = Tag("P"), Tag("P")
    first = (tagged(paragraph), tagged(other), tagged(paragraph))
    assert tree(paints, first, (tagged(paragraph),)) == ("Document", [("P", ["0.0", "0.2", "1.0"]), ("P", ["0.1"])])


def test_an_element_hangs_below_its_parent_wherever_it_is(paints: Paints) -> None:
    listed = Tag("L")
    item = Tag("LI", parent=listed)
    first = (tagged(Tag("Lbl", parent=item)), tagged(Tag("P")))
    body = tagged(Tag("LBody", parent=item))
    assert tree(paints, first, (body,)) == (
        "Document",
        [("L", [("LI", [("Lbl", ["0.0"]), ("LBody", ["1.0"])])]), ("P", ["0.1"])],
    )


def test_imposed_pages_are_read_in_their_order(paints: Paints) -> None:
    # sheets carry the pages 4 | 1 and 2 | 3, and a paragraph runs from 3 to 4
    running = Tag("P")
    outside = (tagged(running, reading=4), tagged(Tag("H1"), reading=1))
    inside = (tagged(Tag("P"), reading=2), tagged(running, reading=3))
    assert tree(paints, outside, inside) == ("Document", [("H1", ["0.1"]), ("P", ["1.0"]), ("P", ["1.1", "0.0"])])


def test_every_mark_leads_back_to_its_element(paints: Paints) -> None:
    pages = ((tagged(Tag("P")), SQUARE), (), (tagged(Tag("Sect"), tagged(Tag("H1")), tagged(Tag("P"))),))
    with opened(paints, *pages) as file:
        numbers = list(file.Root.StructTreeRoot.ParentTree.Nums)
        parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
        roles = [[str(element.S) for element in parents[int(page.obj.StructParents)]] for page in file.pages]
        assert roles == [["/P"], [], ["/H1", "/P"]]
        assert all(page.obj.Tabs == "/S" for page in file.pages)
        assert file.Root.MarkInfo.Marked is True


def test_a_figure_has_its_text_and_its_box(paints: Paints) -> None:
    shapes = (Circle(5, 5, 5, "paper"), Group((Rect(10, 0, 10, 5, "paper"),), scale(2), Rect(0, 0, 12, 99, "")))
    figure = Group(shapes, translate(10, 20), tag=Tag("Figure", "Ein „Bild“", "de"))
    with opened(paints, (figure,)) as file:
        [_, element] = elements(file.Root.StructTreeRoot.K)
        assert (str(element.Alt), str(element.Lang)) == ("Ein „Bild“", "de")
        box = [float(value) / MM_PT for value in element.A.BBox]
    assert box == pytest.approx([10, 80 - 20 - 198, 34, 60], abs=0.01)


def test_a_box_is_round_all_groups_of_a_figure_as_they_are_turned(paints: Paints) -> None:
    counters = Tag("Figure", "counters")
    turned = Group((Rect(0, 0, 10, 4, "paper"),), (*rotate(90)[:4], 50.0, 30.0), tag=counters)
    with opened(paints, (tagged(counters, Rect(5, 5, 1, 1, "paper")), turned)) as file:
        [_, element] = elements(file.Root.StructTreeRoot.K)
        box = [float(value) / MM_PT for value in element.A.BBox]
    assert box == pytest.approx([5, 80 - 40, 50, 80 - 5], abs=0.01)


def test_a_box_holds_the_words_in_a_figure(paints: Paints) -> None:
    words = Text(10, 20, "mm", "text", 4, "text")
    with opened(paints, (tagged(Tag("Figure", "a word"), words),)) as file:
        [_, element] = elements(file.Root.StructTreeRoot.K)
        left, low, right, top = (float(value) / MM_PT for value in element.A.BBox)
    assert left == pytest.approx(10, abs=0.01)
    assert 15 < right < 17.5
    assert (low, top) == pytest.approx((80 - 21, 80 - 17), abs=0.01)


def test_words_of_another_language_are_an_element_that_says_so(paints: Paints) -> None:
    words = (("The ", ""), ("branán", "ga"), (" stands.", ""))
    texts = tuple(Text(10 * n, 9, text, "text", 3, "text", (), tongue) for n, (text, tongue) in enumerate(words))
    with opened(paints, (tagged(Tag("P"), *texts),)) as file:
        assert told(file.Root.StructTreeRoot.K, [file.pages[0].obj.objgen]) == (
            "Document",
            [("P", ["0.0", ("Span", ["0.1"]), "0.2"])],
        )
        span = next(element for element in elements(file.Root.StructTreeRoot.K) if element.S == "/Span")
        assert span.Lang == "ga"


def test_a_list_without_a_parent_belongs_to_what_is_around_its_items(paints: Paints) -> None:
    item = Tag("LI", parent=Tag("L"))
    part = tagged(Tag("Part"), tagged(Tag("P")), tagged(Tag("LBody", parent=item)), tagged(Tag("P")))
    assert tree(paints, (part,)) == (
        "Document",
        [("Part", [("P", ["0.0"]), ("L", [("LI", [("LBody", ["0.1"])])]), ("P", ["0.2"])])],
    )


def test_a_list_says_how_it_is_numbered(paints: Paints) -> None:
    with opened(paints, (tagged(Tag("L"), tagged(Tag("LI"))),)) as file:
        listed = next(element for element in elements(file.Root.StructTreeRoot.K) if element.S == "/L")
        assert listed.A.ListNumbering == "/Decimal"


def test_a_page_without_tags_has_an_empty_tree(paints: Paints) -> None:
    assert tree(paints, (SQUARE,)) == ("Document", [])
