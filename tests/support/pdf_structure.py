"""The structure tree of a PDF, as somebody who cannot see the pages is told of them.

>>> tagged = read_structure(pdf)                                        # doctest: +SKIP
>>> [element.alternative for element in tagged.elements if element.role == "Figure"]    # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from math import dist
from typing import Any, NamedTuple

import pikepdf

from support.pdf_content import Page, PaintedPath, ShownText, read_pages
from support.pdf_geometry import Box

__all__ = ["Content", "Element", "Structure", "content_of", "read_structure"]

MM = 25.4 / 72


class Content(NamedTuple):
    """A marked content sequence: a page, counted from 0, and its number there."""

    page: int
    number: int


@dataclass(frozen=True)
class Element:
    """A structure element.

    Attributes:
        role: its standard role, after the role map.
        alternative: its Alt, or "".
        box: the BBox of its layout attributes in mm from the top left of its page, if it has one.
        page: of its Pg, counted from 0, if it has one.
        identity: the object number, 0 for a direct object.
        led_back: whether P leads to the element that it was found under.
        kids: elements and contents in reading order.
    """

    role: str
    alternative: str
    box: Box | None
    page: int | None
    identity: int
    led_back: bool
    kids: tuple[Element | Content, ...]

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Element):
                yield from kid.walk()

    def contents(self) -> Iterator[Content]:
        """Yield the contents of this element and all below it in reading order."""
        for kid in self.kids:
            if isinstance(kid, Element):
                yield from kid.contents()
            else:
                yield kid


@dataclass(frozen=True)
class Structure:
    """A tagged PDF.

    Attributes:
        pages: what they paint.
        roots: the elements below the StructTreeRoot.
        parents: what the ParentTree has: the identity of the element of each content.
    """

    pages: tuple[Page, ...]
    roots: tuple[Element, ...]
    parents: dict[Content, int]

    @property
    def elements(self) -> tuple[Element, ...]:
        """All elements in reading order."""
        return tuple(element for root in self.roots for element in root.walk())

    @property
    def contents(self) -> tuple[Content, ...]:
        """All contents in reading order."""
        return tuple(content for root in self.roots for content in root.contents())

    def shown(self, *contents: Content) -> list[tuple[Content, ShownText]]:
        """Return the texts of contents in their order; of all contents in reading order if none is named."""
        return [(content, text) for content in contents or self.contents for text in self._texts.get(content, ())]

    def text(self, *contents: Content) -> str:
        """Return the words of contents, a line each; what one line has in several fonts is joined."""
        lines: list[str] = []
        before: ShownText | None = None
        for _, text in self.shown(*contents):
            runs_on = before is not None and dist(before.end, text.start) < 0.1 * text.size
            if runs_on:
                lines[-1] += text.text
            else:
                lines.append(text.text)
            before = text
        return "\n".join(lines)

    def painted(self, element: Element) -> Iterator[tuple[int, Box]]:
        """Yield the page and the box of all that an element paints and that is not cut off."""
        for content in dict.fromkeys(element.contents()):
            yield from ((content.page, box) for box in self._boxes.get(content, ()))

    @cached_property
    def _texts(self) -> dict[Content, list[ShownText]]:
        found: dict[Content, list[ShownText]] = {}
        for number, page in enumerate(self.pages):
            for text in page.texts:
                found.setdefault(Content(number, content_of(text)), []).append(text)
        return found

    @cached_property
    def _boxes(self) -> dict[Content, list[Box]]:
        """The boxes of what each content paints and that is not cut off."""
        found: dict[Content, list[Box]] = {}
        for number, page in enumerate(self.pages):
            boxes: list[tuple[PaintedPath | ShownText, Box]] = [(path, path.box) for path in page.paths]
            for text in page.texts:
                (x, y), (to_x, to_y) = text.start, text.end
                boxes.append((text, Box(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y))))
            for shape, whole in boxes:
                box = whole if shape.clip is None else whole.common(shape.clip)
                if box.width >= 0 and box.height >= 0:
                    found.setdefault(Content(number, content_of(shape)), []).append(box)
        return found


def content_of(shape: PaintedPath | ShownText) -> int:
    """Return the number of the content that something is painted in, -1 if in none."""
    for _, properties in reversed(shape.marks):
        if isinstance(properties, dict) and "/MCID" in properties:
            return int(properties["/MCID"])
    return -1


def read_structure(pdf: bytes) -> Structure:
    """Return the structure of a PDF; one that is not tagged has no roots.

    Raises:
        ValueError: something that a structure tree of a kit has no need of.
    """
    pages = tuple(read_pages(pdf))
    with pikepdf.open(BytesIO(pdf)) as document:
        tree = document.Root.get("/StructTreeRoot")
        if tree is None:
            return Structure(pages, (), {})
        reader = _Reader(tree.get("/RoleMap", {}), {page.objgen: n for n, page in enumerate(document.pages)}, pages)
        roots = tuple(reader.element(kid, tree) for kid in _listed(tree.get("/K")))
        return Structure(pages, roots, _parents(document, tree))


class _Reader(NamedTuple):
    """Reads structure elements."""

    role_map: Any
    numbers: dict[tuple[int, int], int]
    pages: tuple[Page, ...]

    def element(self, found: Any, parent: Any) -> Element:
        page = self._page(found)
        return Element(
            self._role(found),
            str(found.get("/Alt", "")),
            None if page is None else self._box(found, page),
            page,
            found.objgen[0],
            found.P.objgen == parent.objgen,
            tuple(self._kid(kid, found, page) for kid in _listed(found.get("/K"))),
        )

    def _kid(self, kid: Any, parent: Any, page: int | None) -> Element | Content:
        if isinstance(kid, int):
            if page is None:
                raise ValueError(f"an element has the content {kid} and no Pg")
            return Content(page, kid)
        if kid.get("/Type") == "/MCR":
            where = self._page(kid)
            if (where if where is not None else page) is None:
                raise ValueError(f"nothing says on which page the content {kid.MCID} is")
            return Content(where if where is not None else page, int(kid.MCID))  # type: ignore[arg-type]
        if "/S" not in kid:
            raise ValueError(f"the walker does not know kids such as {kid!r}")
        return self.element(kid, parent)

    def _page(self, found: Any) -> int | None:
        return self.numbers[found.Pg.objgen] if "/Pg" in found else None

    def _role(self, found: Any) -> str:
        role = found.S
        for _ in range(9):
            role = self.role_map.get(str(role), role)
        return str(role).removeprefix("/")

    def _box(self, found: Any, page: int) -> Box | None:
        for attributes in _listed(found.get("/A")):
            if (
                isinstance(attributes, pikepdf.Dictionary)
                and attributes.get("/O") == "/Layout"
                and "/BBox" in attributes
            ):
                left, bottom, right, top = (float(number) * MM for number in attributes.BBox)
                height = self.pages[page].height
                return Box(left, height - top, right, height - bottom)
        return None


def _listed(found: Any) -> list[Any]:
    if found is None:
        return []
    return list(found) if isinstance(found, pikepdf.Array) else [found]


def _parents(document: pikepdf.Pdf, tree: Any) -> dict[Content, int]:
    """Return what the ParentTree says of each content of each page."""
    if "/ParentTree" not in tree:
        return {}
    entries = dict(pikepdf.NumberTree(tree.ParentTree).items())
    return {
        Content(page, number): element.objgen[0]
        for page, found in enumerate(document.pages)
        if "/StructParents" in found
        for number, element in enumerate(entries[int(found.StructParents)])
        if element is not None
    }
