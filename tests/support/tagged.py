"""A small tagged PDF by hand, good in every respect that the checks of structure look at."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

__all__ = ["CONTENT", "Maker", "make_tagged"]

CONTENT = b"""/Artifact BMC 0 0 200 200 re f EMC
/H1 <</MCID 0>> BDC BT /F 10 Tf 20 180 Td (ab) Tj ET EMC
/P <</MCID 1>> BDC BT /F 10 Tf 20 160 Td (a) Tj ET BT /F 10 Tf 25 160 Td (b) Tj ET BT /F 10 Tf 20 150 Td (c) Tj ET EMC
/Figure <</MCID 2>> BDC q 20 100 30 30 re W n 0 0 200 200 re f Q EMC
/Lbl <</MCID 3>> BDC BT /F 10 Tf 20 80 Td (a) Tj ET EMC
/LBody <</MCID 4>> BDC BT /F 10 Tf 40 80 Td (c) Tj ET EMC
"""
"""In mm: a page of 70.6 x 70.6, the figure from 7.06 to 17.64 across and from 24.69 to 35.28 down."""


class Maker:
    """Makes the document, and keeps its elements by their roles, so that a test can spoil them."""

    def __init__(self, content: bytes = CONTENT) -> None:
        self.document = pikepdf.new()
        page = self.document.add_blank_page(page_size=(200, 200))
        page.obj.Resources = Dictionary(Font=Dictionary(F=_font(self.document)))
        page.obj.StructParents = 0
        page.contents_add(content)
        self.page = page.obj
        self.tree = self.document.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.elements: dict[str, Any] = {}
        root = self.add("Document", self.tree)
        self.tree.K = root
        self.add("H1", root, 0)
        self.add("P", root, 1)
        figure = self.add("Figure", root, 2)
        figure.Alt = pikepdf.String("A square")
        figure.A = Dictionary(O=Name.Layout, BBox=Array([20, 100, 50, 130]))
        item = self.add("LI", self.add("L", root))
        self.add("Lbl", item, 3)
        self.add("LBody", item, 4)
        own = Array([self.elements[role] for role in ("H1", "P", "Figure", "Lbl", "LBody")])
        self.tree.ParentTree = Dictionary(Nums=Array([0, own]))
        self.document.Root.StructTreeRoot = self.tree

    def add(self, role: str, parent: Any, content: int | None = None) -> Any:
        """Add an element below another and return it."""
        element = self.document.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name(f"/{role}"), P=parent, K=Array([]))
        )
        if content is not None:
            element.K = Array([content])
            element.Pg = self.page
        if parent.objgen != self.tree.objgen:
            parent.K.append(element)
        self.elements[role] = element
        return element

    def pdf(self) -> bytes:
        """Return the file."""
        saved = BytesIO()
        self.document.save(saved)
        return saved.getvalue()


def make_tagged() -> bytes:
    """Return the document without a fault."""
    return Maker().pdf()


def _font(document: pikepdf.Pdf) -> Any:
    letters = b"1 beginbfrange <61> <63> <0061> endbfrange"
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Helvetica,
        FirstChar=97,
        Widths=Array([500, 500, 500]),
        ToUnicode=document.make_stream(letters),
    )
