"""The elements of an SVG file, read without anything from outside it.

The parser is the standard library's expat with handlers of our own. A DOCTYPE is refused where it begins: it may
declare entities, which name other files or grow without bound, and attributes that every element has by default.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.parsers import expat

from msgspec import Struct

from taflkit.errors import TemplateError, shown
from taflkit.limits import ELEMENTS, NESTED

__all__ = ["Element", "parse_svg"]

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"


class Element(Struct, eq=False):
    """An element.

    Attributes:
        tag: its name, behind a colon where it is not SVG's.
        attributes: by their names as they are written; that of XLink is "href".
        line: of the file, where it begins.
        children: the elements in it.
    """

    tag: str
    attributes: Mapping[str, str]
    line: int
    children: list[Element] = []

    def __str__(self) -> str:
        """Return how messages name the element, such as 'line 3, <path id="wing">'."""
        name = self.attributes.get("id", "")
        called = f' id="{shown(name, 30)}"' if name else ""
        return f"line {self.line}, <{shown(self.tag.removeprefix(':'), 30)}{called}>"


class _Builder:
    """Takes the parser's events and builds the elements, within the limits."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._open: list[Element] = []
        self._count = 0
        self.root: Element | None = None
        # the text was UTF-8, whatever its first line says; expat would write a namespace out before each name
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self._count += 1
        if self._count > ELEMENTS:
            raise TemplateError(self._file, "", f"has more than {ELEMENTS} elements; simplify the drawing")
        if len(self._open) >= NESTED:
            raise TemplateError(self._file, f"line {line}", f"elements may stand {NESTED} deep; ungroup some")
        prefix, _, name = tag.rpartition(":")
        known = self._namespace(prefix, attributes) in (_SVG, *([] if prefix else [""]))
        links = (key for key in attributes if key.endswith(":href"))
        linked = [key for key in links if self._namespace(key.removesuffix(":href"), attributes) == _XLINK]
        if linked:
            attributes.setdefault("href", attributes[linked[0]])
        made = Element(name if known else f":{name}", attributes, line)
        if self._open:
            self._open[-1].children.append(made)
        else:
            self.root = made
        self._open.append(made)

    def _namespace(self, prefix: str, attributes: Mapping[str, str]) -> str:
        """Return the namespace of a prefix in an element with some attributes, "" for none."""
        name = f"xmlns:{prefix}" if prefix else "xmlns"
        declared = (attributes, *(element.attributes for element in reversed(self._open)))
        return next((each[name] for each in declared if name in each), "")

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _doctype(self, *_told: object) -> None:
        why = "has a DOCTYPE, which is not read; save it as plain SVG, or delete <!DOCTYPE ...>"
        raise TemplateError(self._file, f"line {self.parser.CurrentLineNumber}", why)


def parse_svg(text: str, file: str) -> Element:
    """Return the root of an SVG file.

    Args:
        text: the file's content.
        file: its name for errors.

    Raises:
        TemplateError: it is no SVG, has a DOCTYPE, or is beyond the limits; the line is named.
    """
    builder = _Builder(file)
    try:
        builder.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        why = f"is not SVG: {expat.ErrorString(error.code)}"
        raise TemplateError(file, f"line {error.lineno}", why) from None
    root = builder.root
    if root is None or root.tag != "svg":
        found = f"begins with <{shown(root.tag.removeprefix(':'), 30)}>" if root else "is empty"
        raise TemplateError(file, "", f'is not SVG: it {found}, and must be <svg xmlns="{_SVG}">')
    return root
