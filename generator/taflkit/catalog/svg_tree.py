"""The elements of an SVG file, read without anything from outside it.

The parser is the standard library's expat with handlers of our own. Entities, which can name other files or grow
without bound when they are filled in, are refused where they are declared, so that none is ever filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.parsers import expat

from msgspec import Struct

from taflkit.errors import TemplateError, shown
from taflkit.limits import ELEMENTS, NESTED

__all__ = ["SVG", "XLINK", "Element", "parse_svg"]

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"


class Element(Struct, eq=False):
    """An element.

    Attributes:
        tag: its name, with the namespace and a space before it where that is not SVG's.
        attributes: by their names, in the same way.
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
        return f"line {self.line}, <{shown(self.tag.rpartition(' ')[2], 30)}{called}>"


class _Builder:
    """Takes the parser's events and builds the elements, within the limits."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._open: list[Element] = []
        self._count = 0
        self.root: Element | None = None
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._entity

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self._count += 1
        if self._count > ELEMENTS:
            raise TemplateError(self._file, "", f"has more than {ELEMENTS} elements; simplify the drawing")
        if len(self._open) >= NESTED:
            raise TemplateError(self._file, f"line {line}", f"elements may stand {NESTED} deep; ungroup some")
        made = Element(tag.removeprefix(f"{SVG} "), attributes, line)
        if self._open:
            self._open[-1].children.append(made)
        else:
            self.root = made
        self._open.append(made)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _entity(self, *_told: object) -> None:
        why = "has entities, which are not read; save it as plain SVG"
        raise TemplateError(self._file, f"line {self.parser.CurrentLineNumber}", why)


def parse_svg(text: str, file: str) -> Element:
    """Return the root of an SVG file.

    Args:
        text: the file's content.
        file: its name for errors.

    Raises:
        TemplateError: it is no SVG, has entities, or is beyond the limits; the line is named.
    """
    builder = _Builder(file)
    try:
        # the text was UTF-8, whatever its first line says
        builder.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        why = f"is not SVG: {expat.ErrorString(error.code)}"
        raise TemplateError(file, f"line {error.lineno}", why) from None
    except ValueError:
        raise TemplateError(file, "", "is not SVG in UTF-8; save it as plain SVG") from None
    root = builder.root
    if root is None or root.tag != "svg":
        found = f"begins with <{shown(root.tag, 30)}>" if root else "is empty"
        raise TemplateError(file, "", f'is not SVG: it {found}, and must be <svg xmlns="{SVG}">')
    return root
