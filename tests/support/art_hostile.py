"""Drawings that are within the size of a file, and would take much time or memory if they were not refused in time."""

from __future__ import annotations

from collections.abc import Mapping

from taflkit.limits import FILE

__all__ = ["DRAWINGS", "svg"]

_LONG = FILE - 10_000
"""The characters of a long part of a drawing."""
_RECT = '<rect width="50" height="50"/>'


def svg(inside: str, head: str = 'viewBox="0 0 100 100"', before: str = "") -> str:
    """The text of an SVG file."""
    return f'{before}<svg xmlns="http://www.w3.org/2000/svg" {head}>{inside}</svg>'


def _rect(more: str) -> str:
    return svg(f'<rect width="5" height="5" {more}/>')


def _path(data: str) -> str:
    return svg(f'<path d="{data}"/>')


def _polygon(points: str) -> str:
    return svg(f'<polygon points="{points}"/>')


def _used(shape: str, times: int = 900) -> str:
    """A drawing that uses a shape, whose id is "r", many times."""
    return svg(f"<defs>{shape}</defs>" + '<use href="#r"/>' * times)


def _inherited(given: str, times: int = 1900) -> str:
    """A drawing of many shapes in a group that is painted in some way."""
    return svg(f"<g {given}>" + '<rect width="5" height="5"/>' * times + "</g>")


def _doctype(inside: str, shapes: str = _RECT) -> str:
    return svg(shapes, before=f"<!DOCTYPE svg [{inside}]>")


_ENTITIES = "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(25))
_NAME = "x" * 400_000
DRAWINGS: Mapping[str, str] = {
    # what a DOCTYPE multiplies
    "a long default": _doctype(f'<!ATTLIST path d CDATA "{" " * (_LONG - 20_000)}">', "<path/>" * 1990),
    "many defaults": _doctype(
        "<!ATTLIST path " + " ".join(f'a{n} CDATA "x"' for n in range(40_000)) + ">", "<path/>" * 1990
    ),
    "entities": _doctype(f'<!ENTITY a "aaaaaaaaaa">{_ENTITIES}', "<title>&z;</title>"),
    # elements and attributes
    "attributes": _rect(" ".join(f'a{n}=""' for n in range(85_000))),
    "attributes of a namespace": svg(
        "<g " + " ".join(f'p:a{n}=""' for n in range(30_000)) + f"/>{_RECT}",
        f'viewBox="0 0 99 99" xmlns:p="{"x" * 500_000}"',
    ),
    "namespaces": svg(_RECT, 'viewBox="0 0 99 99" ' + " ".join(f'xmlns:p{n}="u"' for n in range(55_000))),
    "namespaces of elements": svg("".join(f'<g xmlns:p{n}="u"/>' for n in range(1900)) + _RECT),
    "a long attribute": _rect(f'class="{"x" * _LONG}"'),
    "nesting": svg("<g>" * 100_000 + "</g>" * 100_000),
    "elements": svg("<g/>" * 200_000),
    "comments": svg(_RECT + "<!---->" * 140_000),
    "entities of characters": svg(_RECT + "&lt;" * 240_000),
    # what is used many times
    "uses of uses": svg(
        f'<defs><g id="l0">{_RECT}</g>'
        + "".join(f'<g id="l{n + 1}">{f"""<use href="#l{n}"/>""" * 2}</g>' for n in range(25))
        + '</defs><use href="#l25"/>'
    ),
    "uses of a long name": _used(f'<g id="{_NAME}">{_RECT}</g><g id="r"><use href="#{_NAME}"/></g>', 380),
    "uses of a long style": _used(f'<rect id="r" width="5" height="5" style="{"a:b;" * 200_000}"/>'),
    "uses of a long path": _used(f'<path id="r" d="M0 0H9V9{" " * 900_000}"/>'),
    "uses of a long place": _used(f'<g id="r"><use href="#s" x="{" " * 900_000}5"/></g><g id="s"/>', 600),
    "uses of notes": _used(f'<rect id="r" width="5" height="5">{"<desc/>" * 950}</rect>'),
    "transforms": _rect(f'transform="{"scale(1)" * (_LONG // 8)}"'),
    "transforms of elements": svg(f'<rect width="5" height="5" transform="{"skewX(1)" * 57}"/>' * 1900),
    "a long fill": _inherited(f'fill="var(--attacker,{"x" * 900_000})"', 1200),
    "a long stroke": _inherited(f'stroke="red" stroke-width="0{" " * 900_000}px"'),
    # numbers
    "digits of a length": svg(f'<rect width="{"9" * _LONG}" height="5"/>'),
    "digits of a view": svg(_RECT, f'viewBox="0 0 9 {"1" * _LONG}"'),
    "digits of a point": _polygon(f"0 0 9 9 0 {'1' * _LONG}"),
    "digits of a step": _path(f"M0 0 9 9 0 {'1' * _LONG}"),
    "digits of a transform": _rect(f'transform="scale({"1" * _LONG})"'),
    "digits of an exponent": _polygon(f"0 0 1e{'1' * _LONG}"),
    "spaces in a length": svg(f'<rect width="5{" " * _LONG}x" height="5"/>'),
    "exponents": _polygon(f"0 0 {'1e' * (_LONG // 2)}"),
    "dots": _polygon(f"0 0 {'1.' * (_LONG // 2)}"),
    "points": _polygon("1 2 " * (_LONG // 4)),
    # paths
    "zeros of an arc": _path(f"M0 0A{'0' * _LONG}"),
    "numbers of an arc": _path(f"M0 0A{'1-1' * (_LONG // 3)}"),
    "arcs": _path("M0 0" + "a9 9 0 1 1 5 5" * (_LONG // 14)),
    "steps": _path("M" + "1 2 " * (_LONG // 4)),
    "dots of a step": _path(f"M0 0L{'.1' * (_LONG // 2)}"),
    "ends": _path("M0 0" + "Z" * _LONG),
    "beginnings": _path("M" * _LONG),
    "no steps": _path("x" * _LONG),
    "most curves": _path("M50 50" + "c1 2 3 1 .01 .01" * 4990),
    # patterns that search
    "brackets": _rect(f'transform="scale({"," * _LONG}"'),
    "a long transform": _rect(f'transform="{"scale" * (_LONG // 5)}"'),
    "spaces in a colour": _inherited(f'fill="var({" " * 900_000}x"', 10),
    "styles": _rect(f'style="{"a:b;" * (_LONG // 4)}"'),
    "comments of a style": _rect(f'style="{"/**/" * (_LONG // 4)}"'),
    "an open comment of a style": _rect(f'style="{"/*" * (_LONG // 2)}"'),
    # what leaves all numbers behind
    "transforms without end": _rect(f'transform="{"scale(1000000)" * 16}"'),
    "a view of nothing": svg('<rect width="1e-300" height="1e-300"/>', 'viewBox="0 0 1e-300 1e-300"'),
}
"""Drawings by what there is too much of."""
