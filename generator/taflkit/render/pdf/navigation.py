"""The outline of a PDF and the labels of its pages, by which a reader finds a place."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.drawing.shapes import Drawing
from taflkit.render.numerals import decimal
from taflkit.render.pdf.objects import File, text_string
from taflkit.render.pdf.structure import Element, Structure

__all__ = ["add_outline", "page_labels"]

_ABOVE_PT = 6
"""How much of the page above a heading is shown with it, in points."""


class _Entry:
    """An outline entry with those below it."""

    __slots__ = ("below", "element")

    def __init__(self, element: Element) -> None:
        self.element = element
        self.below: list[_Entry] = []

    def count(self) -> int:
        """Return how many entries there are below, at any depth."""
        return sum(1 + entry.count() for entry in self.below)


def add_outline(file: File, structure: Structure, pages: Sequence[int]) -> int | None:
    """Put the outline into the file, all entries open: the elements with a bookmark, nested as they are in the tree.

    Args:
        file: the file.
        structure: the finished tree.
        pages: the object numbers of the pages.

    Returns:
        The object number of the outline, or None if there is no entry.
    """
    root = _Entry(structure.root)
    _gather(structure.root, root)
    if not root.below:
        return None
    outline = file.reserve()
    entries = _parents(root)
    numbers = {root: outline, **{entry: file.reserve() for entry, _ in entries}}
    below = f"/First {numbers[root.below[0]]} 0 R /Last {numbers[root.below[-1]]} 0 R /Count {root.count()}"
    file.put(outline, f"<< /Type /Outlines {below} >>")
    for entry, parent in entries:
        items = [f"<< /Title {text_string(entry.element.tag.bookmark)}", f"/Dest [{_place(entry.element, pages)}]"]
        siblings = parent.below
        at = siblings.index(entry)
        items.append(f"/Parent {numbers[parent]} 0 R")
        if at:
            items.append(f"/Prev {numbers[siblings[at - 1]]} 0 R")
        if at + 1 < len(siblings):
            items.append(f"/Next {numbers[siblings[at + 1]]} 0 R")
        if entry.below:
            first, last = (numbers[entry.below[end]] for end in (0, -1))
            items.append(f"/First {first} 0 R /Last {last} 0 R /Count {entry.count()}")
        file.put(numbers[entry], " ".join((*items, ">>")))
    return outline


def _gather(element: Element, entry: _Entry) -> None:
    """Hang the bookmarked elements below an element under its entry."""
    for kid in element.kids() if element.below else ():
        if isinstance(kid, Element):
            inner = entry
            if kid.tag.bookmark:
                inner = _Entry(kid)
                entry.below.append(inner)
            _gather(kid, inner)


def _parents(root: _Entry) -> list[tuple[_Entry, _Entry]]:
    """Return each entry with its parent, in their order."""
    found: list[tuple[_Entry, _Entry]] = []
    waiting = [(entry, root) for entry in reversed(root.below)]
    while waiting:
        entry, parent = waiting.pop()
        found.append((entry, parent))
        waiting += [(below, entry) for below in reversed(entry.below)]
    return found


def _place(element: Element, pages: Sequence[int]) -> str:
    """Return where an entry leads: to a heading's place on its page, to other elements' whole page."""
    page = f"{pages[_first_page(element)]} 0 R"
    return (
        f"{page} /Fit" if element.top_pt is None else f"{page} /XYZ null {decimal(element.top_pt + _ABOVE_PT, 1)} null"
    )


def _first_page(element: Element) -> int:
    kids = element.kids()
    while isinstance(kids[0], Element):
        kids = kids[0].kids()
    return kids[0][0]


def page_labels(pages: Sequence[Drawing]) -> str | None:
    """Return the labels of pages (ISO 32000-1, 12.4.2), or None if all are called by their numbers."""
    if not any(page.label for page in pages):
        return None
    ranges = []
    for number, page in enumerate(pages):
        label = page.label or str(number + 1)
        if label.isdecimal():
            ranges.append(f"{number} << /S /D /St {int(label)} >>")
        else:
            ranges.append(f"{number} << /P {text_string(label)} >>")
    return f"<< /Nums [{' '.join(ranges)}] >>"
