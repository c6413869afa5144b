"""The checks of structure pass what is good and tell of what is not: a small tagged PDF is spoilt in many ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from support.pdf_structure import Content, Structure, read_structure
from support.structure_checks import (
    figure_problems,
    heading_problems,
    list_problems,
    mark_problems,
    nesting_problems,
    structure_problems,
    tree_problems,
)
from support.tagged import CONTENT, Maker, make_tagged

Check = Callable[[Structure], Iterator[str]]


def test_what_is_good_passes() -> None:
    pdf = make_tagged()
    assert structure_problems(read_structure(pdf)) == []
    assert nesting_problems(pdf) == []


def test_words_are_read_in_the_order_of_the_tree() -> None:
    tagged = read_structure(make_tagged())
    assert tagged.text() == "ab\nab\nc\na\nc"
    assert tagged.text(Content(0, 4), Content(0, 0)) == "c\nab"
    assert [element.role for element in tagged.elements] == ["Document", "H1", "P", "Figure", "L", "LI", "Lbl", "LBody"]


def test_roles_are_those_of_the_role_map() -> None:
    maker = Maker()
    maker.elements["H1"].S = Name.Title
    maker.tree.RoleMap = Dictionary(Title=Name.Heading, Heading=Name.H1)
    assert read_structure(maker.pdf()).elements[1].role == "H1"


def _key(role: str, key: str, value: object) -> Callable[[Maker], None]:
    def spoil(maker: Maker) -> None:
        maker.elements[role][key] = value

    return spoil


def _without(role: str, key: str) -> Callable[[Maker], None]:
    def spoil(maker: Maker) -> None:
        del maker.elements[role][key]

    return spoil


def _box(*numbers: int) -> Callable[[Maker], None]:
    return _key("Figure", "/A", Dictionary(O=Name.Layout, BBox=Array(numbers)))


def _parent_tree(maker: Maker) -> None:
    maker.tree.ParentTree.Nums[1][1] = maker.elements["H1"]


def _short_parent_tree(maker: Maker) -> None:
    del maker.tree.ParentTree.Nums[1][4]


def _wrong_parent(maker: Maker) -> None:
    maker.elements["P"].P = maker.elements["L"]


def _second_time(maker: Maker) -> None:
    maker.elements["P"].K.append(0)


def _left_out(maker: Maker) -> None:
    del maker.elements["Document"].K[0]


def _unlabelled(maker: Maker) -> None:
    del maker.elements["LI"].K[0]


@pytest.mark.parametrize(
    ("spoil", "check", "told"),
    [
        (_parent_tree, tree_problems, "does not lead from"),
        (_short_parent_tree, tree_problems, "does not lead from"),
        (_wrong_parent, tree_problems, "the P of a P"),
        (_second_time, tree_problems, "is 2 times in the tree"),
        (_left_out, tree_problems, "is painted and not in the tree"),
        (_key("P", "/K", Array([1, 9])), tree_problems, "is in the tree and not painted"),
        (_key("Document", "/S", Name.Part), tree_problems, "not one Document"),
        (_without("Figure", "/Alt"), figure_problems, "has no Alt"),
        (_key("Figure", "/Alt", pikepdf.String(" ")), figure_problems, "has no Alt"),
        (_without("Figure", "/A"), figure_problems, "has no BBox"),
        (_box(21, 100, 50, 130), figure_problems, "outside its BBox"),
        (_box(20, 100, 100, 130), figure_problems, "wider than what is painted"),
        (_box(20, 100, 201, 130), figure_problems, "beyond the page"),
        (_key("H1", "/S", Name.H2), heading_problems, "is an H2 behind an H0"),
        (_key("P", "/S", Name.H3), heading_problems, "is an H3 behind an H1"),
        (_key("P", "/S", Name.H), heading_problems, "there is an H"),
        (_unlabelled, list_problems, "an LI has ['LBody']"),
        (_key("LI", "/S", Name.P), list_problems, "an L has ['P']"),
        (_key("L", "/S", Name.Sect), list_problems, "a Sect has ['LI']"),
    ],
)
def test_what_is_spoilt_is_told_of(spoil: Callable[[Maker], None], check: Check, told: str) -> None:
    maker = Maker()
    spoil(maker)
    problems = list(check(read_structure(maker.pdf())))
    assert any(told in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"/Artifact BMC 0 0 200 200 re f EMC", b"0 0 200 200 re f"),
        (b"/Lbl <</MCID 3>> BDC", b"/Lbl <</MCID 3>> BDC /Artifact BMC EMC /Artifact BMC"),
        (b"/Figure <</MCID 2>> BDC", b"/Figure BMC"),
    ],
)
def test_what_is_in_no_mark_or_in_two_is_told_of(old: bytes, new: bytes) -> None:
    content = CONTENT.replace(old, new)
    if content.count(b"Artifact BMC") > 1:
        content = content.replace(b"80 Td (a) Tj ET EMC", b"80 Td (a) Tj ET EMC EMC")
    assert content != CONTENT
    assert len(list(mark_problems(read_structure(Maker(content).pdf())))) == 1


def test_an_untagged_file_is_told_of() -> None:
    maker = Maker()
    del maker.document.Root["/StructTreeRoot"]
    assert "not one Document" in "".join(structure_problems(read_structure(maker.pdf())))


def test_nesting_is_strict_and_forms_have_no_contents() -> None:
    def told(content: bytes, form: bytes = b"") -> list[str]:
        file = pikepdf.new()
        page = file.add_blank_page(page_size=(100, 100))
        made = file.make_stream(form, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
        page.obj.Resources = Dictionary(XObject=Dictionary(F=made))
        page.contents_add(content)
        saved = BytesIO()
        file.save(saved)
        return nesting_problems(saved.getvalue())

    assert told(b"/P <</MCID 0>> BDC q BT ET Q EMC /Artifact BMC q Q EMC", b"q Q") == []
    for wrong in (
        b"q /P BMC Q EMC",
        b"BT /P BMC ET EMC",
        b"/P BMC BT EMC ET",
        b"EMC",
        b"Q",
        b"q",
        b"/P BMC",
        b"/P <</MCID 0>> BDC EMC " * 2,
    ):
        assert len(told(wrong)) == 1, wrong
    assert len(told(b"", b"/P <</MCID 0>> BDC EMC")) == 1
