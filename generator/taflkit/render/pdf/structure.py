"""The structure tree of a tagged PDF: the elements of the marked content of its pages, in the order of reading.

Section and table numbers are those of ISO 32000-1.
"""

from __future__ import annotations

from operator import itemgetter

from msgspec import Struct
from msgspec.structs import astuple

from taflkit.drawing.shapes import Extent, Tag
from taflkit.render import decimal
from taflkit.render.pdf.objects import File, text_string

_Key = tuple[int, int]
"""A place in the order of reading: the reading number of a group, then the order of writing."""

_ATTRIBUTES = {
    "L": "/A << /O /List /ListNumbering /Decimal >>",
    "TH": "/A << /O /Table /Scope /Column >>",
}


class TaggedElement(Struct, eq=False):
    """A structure element while the pages are written (14.7.2).

    Attributes:
        tag: its role, and its words for readers.
        below: the elements whose parent it is.
        content: its marks, as pairs of page and number, each with its place in the order of reading.
        key: the first place in that order, once its kids are ordered; None if there is nothing in it.
        page: the page of its first content.
        top_pt: the top of that content in points from the page's foot, if that is known.
        box_pt: of a figure, in points.
    """

    tag: Tag
    below: list[TaggedElement] = []
    content: list[tuple[_Key, TaggedElement | tuple[int, int]]] = []
    key: _Key | None = None
    page: int = -1
    top_pt: float | None = None
    box_pt: Extent | None = None
    _kids: list[TaggedElement | tuple[int, int]] | None = None

    def kids(self) -> list[TaggedElement | tuple[int, int]]:
        """Return the elements and the (page, mark) pairs below, in the order of reading, once all pages are written."""
        if self._kids is None:
            below = [(element.key, element) for element in self.below if element.kids() and element.key is not None]
            kids = sorted([*self.content, *below], key=itemgetter(0))
            self.key = kids[0][0] if kids else None
            self._kids = [kid for _, kid in kids]
            if self.tag.role == "LI":
                # a figure may stand on the page before the label of its item
                self._kids.sort(key=lambda kid: not (isinstance(kid, TaggedElement) and kid.tag.role == "Lbl"))
        return self._kids


class Structure:
    """Collects the elements of one document while its pages are written."""

    def __init__(self) -> None:
        self.root = TaggedElement(Tag("Document"))
        self._elements: dict[Tag, TaggedElement] = {}
        # for each page the element that each of its marks belongs to
        self._marks: list[list[TaggedElement]] = []
        self._written = 0

    def begin_page(self) -> None:
        """Begin the next page: the marks that follow are on it."""
        self._marks.append([])

    def element(self, tag: Tag, around: TaggedElement) -> TaggedElement:
        """Return the element of a tag; a new one hangs below its parent's, and without one below the one around it."""
        element = self._elements.get(tag)
        if element is None:
            parent = around if tag.parent is None else self.element(tag.parent, around)
            element = self._elements[tag] = TaggedElement(tag)
            parent.below.append(element)
        return element

    def mark(self, element: TaggedElement, reading: int) -> int:
        """Return the number, on the page being written, of marked content that belongs to an element."""
        marks = self._marks[-1]
        page, number = len(self._marks) - 1, len(marks)
        marks.append(element)
        self._written += 1
        element.content.append(((reading, self._written), (page, number)))
        if element.page < 0:
            element.page = page
        return number

    def add_to(self, file: File, pages: list[int]) -> int:
        """Put the tree into the file with its pages' object numbers, and return the object number of the root."""
        # those that have content, each before those below it, in the order of reading
        elements: list[TaggedElement] = []
        waiting = [self.root]
        while waiting:
            element = waiting.pop()
            elements.append(element)
            if element.below:
                waiting += [kid for kid in reversed(element.kids()) if isinstance(kid, TaggedElement)]
        root = file.reserve()
        numbers = {element: file.reserve() for element in elements}
        marked = (
            f"{page} [{' '.join([f'{numbers[element]} 0 R' for element in marks])}]"
            for page, marks in enumerate(self._marks)
        )
        file.put(
            root,
            f"<< /Type /StructTreeRoot /K {numbers[self.root]} 0 R /ParentTree << /Nums [{' '.join(marked)}] >> "
            f"/ParentTreeNextKey {len(self._marks)} >>",
        )
        parents = {below: numbers[element] for element in elements for below in element.below}
        for element in elements:
            file.put(numbers[element], _dictionary(element, parents.get(element, root), numbers, pages))
        return root


def _dictionary(element: TaggedElement, parent: int, numbers: dict[TaggedElement, int], pages: list[int]) -> str:
    """Return a structure element's dictionary (table 323)."""
    tag = element.tag
    entries = [f"<< /Type /StructElem /S /{tag.role} /P {parent} 0 R"]
    if element.page >= 0:
        entries.append(f"/Pg {pages[element.page]} 0 R")
    kids = []
    for kid in element.kids():
        if isinstance(kid, TaggedElement):
            kids.append(f"{numbers[kid]} 0 R")
        elif kid[0] == element.page:
            kids.append(str(kid[1]))
        else:
            # a mark on another page than the element's own says on which (table 324)
            kids.append(f"<< /Type /MCR /Pg {pages[kid[0]]} 0 R /MCID {kid[1]} >>")
    entries.append(f"/K [{' '.join(kids)}]")
    if tag.alternative:
        entries.append(f"/Alt {text_string(tag.alternative)}")
    if tag.language:
        entries.append(f"/Lang {text_string(tag.language)}")
    if tag.bookmark:
        entries.append(f"/T {text_string(tag.bookmark)}")
    if element.box_pt is not None:
        # top and bottom were taken of a page whose y grows upwards
        entries.append(
            f"/A << /O /Layout /Placement /Block /BBox [{' '.join(decimal(v, 2) for v in astuple(element.box_pt))}] >>"
        )
    elif tag.role in _ATTRIBUTES:
        entries.append(_ATTRIBUTES[tag.role])
    return " ".join((*entries, ">>"))
