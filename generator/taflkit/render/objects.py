"""What the parts of the PDF writer share: streams and the outline, put into ReportLab's document."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from taflkit.drawing.shapes import Bookmark
from taflkit.render.pdfbase import pdfdoc

__all__ = ["add_outline", "add_stream"]


def add_stream(file: Any, name: str, content: bytes, entries: Mapping[str, object] | None = None) -> Any:
    """Put a compressed stream into the file.

    ReportLab's own PDFStream has no end of line after its data, which PDF/A asks for (ISO 19005-2, 6.1.7.1).

    Args:
        file: the PDFDocument.
        name: a name for the object, unique in the file.
        content: the data as a reader of the file shall see it.
        entries: what the stream's dictionary holds beside length and filter.

    Returns:
        The reference to the stream.
    """
    # a level below the usual one: 1 % more bytes in a quarter less time
    data = zlib.compress(content, 5)
    dictionary = pdfdoc.PDFDictionary({**(entries or {}), "Filter": "/FlateDecode", "Length": len(data)})
    return file.Reference(dictionary.format(file) + b"\nstream\n" + data + b"\nendstream\n", name)


@dataclass(slots=True)
class _Entry:
    """An outline entry with those below it."""

    bookmark: Bookmark
    page: Any
    below: list[_Entry] = field(default_factory=list)

    def count(self) -> int:
        """Return how many entries there are below, at any depth."""
        return sum(1 + entry.count() for entry in self.below)


def add_outline(file: Any, bookmarks: Iterable[tuple[Bookmark, Any]]) -> None:
    """Give the file its outline, all entries open.

    ReportLab's own outline refuses an entry two levels below the one before it; here such an entry hangs
    below the nearest shallower one.

    Args:
        file: the PDFDocument.
        bookmarks: the bookmarks in the order of their pages, each with the reference to its page.
    """
    root = _Entry(Bookmark("", -1), None)
    path = [root]
    for bookmark, page in bookmarks:
        while path[-1].bookmark.level >= max(bookmark.level, 0):
            path.pop()
        entry = _Entry(bookmark, page)
        path[-1].below.append(entry)
        path.append(entry)
    file.Catalog.Outlines = None
    if root.below:
        dictionary = pdfdoc.PDFDictionary({"Type": "/Outlines"})
        file.Catalog.Outlines = file.Reference(dictionary, "outline")
        _fill(file, dictionary, root, "outline")


def _fill(file: Any, dictionary: Any, entry: _Entry, name: str) -> None:
    """Tie the entries below one to it and to each other."""
    names = [f"{name}.{number}" for number in range(len(entry.below))]
    below = [pdfdoc.PDFDictionary({"Title": pdfdoc.PDFString(each.bookmark.title)}) for each in entry.below]
    references = [file.Reference(child, child_name) for child, child_name in zip(below, names, strict=True)]
    if below:
        dictionary["First"], dictionary["Last"] = references[0], references[-1]
        dictionary["Count"] = entry.count()
    for number, child in enumerate(below):
        child["Parent"] = pdfdoc.PDFObjectReference(name)
        child["Dest"] = pdfdoc.PDFArray([entry.below[number].page, "/Fit"])
        if number:
            child["Prev"] = references[number - 1]
        if number + 1 < len(below):
            child["Next"] = references[number + 1]
        _fill(file, child, entry.below[number], names[number])
