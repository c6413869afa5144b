"""A user's own SVG as shapes of the house: paths, basic shapes, groups, transforms, fills and fill rules.

What would change the picture and is not known here, such as text, gradients or outlines of a width, is refused with
the line and the element that it stands in. A file is read whole or not at all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path as File
from xml.parsers import expat

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.sources import shown_name
from taflkit.catalog.svg_values import (
    FARTHEST,
    numbers,
    read_colour,
    read_length,
    read_path,
    read_points,
    read_transform,
)
from taflkit.drawing.art import LITERAL, Art
from taflkit.drawing.shapes import (
    IDENTITY,
    Path,
    Point,
    Segment,
    Transform,
    arc,
    circle_segments,
    moved,
    multiply,
    polygon,
    translate,
)
from taflkit.errors import TemplateError, shown
from taflkit.limits import ELEMENTS, NESTED, SEGMENTS
from taflkit.reading import read_text

_SVG = "http://www.w3.org/2000/svg"
"""The namespace of SVG."""
_XLINK = "http://www.w3.org/1999/xlink"
"""The namespace of links."""


class Element(Struct, eq=False):
    """An element, by the line of the file where it begins.

    Attributes:
        tag: its name, behind a colon where it is not SVG's.
        attributes: by their names as they are written; that of XLink is "href".
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
        self.parser.EndElementHandler = lambda _tag: self._open.pop()
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

    def _doctype(self, *_declared: object) -> None:
        why = "has a DOCTYPE, which is not read; save it as plain SVG, or delete <!DOCTYPE ...>"
        raise TemplateError(self._file, f"line {self.parser.CurrentLineNumber}", why)


def parse_svg(text: str, file: str) -> Element:
    """Return the root of the text of an SVG file, whose name is for errors.

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


_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline")
_GROUPS = ("svg", "g", "a")
_WORDS = ("title", "desc", "metadata")  # elements that may stand in a shape
_UNSEEN = (*_WORDS, "defs", "symbol", "linearGradient", "radialGradient", "clipPath", "mask", "view")
"""Elements that draw nothing where they stand; what refers to one of them is refused there."""
_INSTEAD = {
    "text": "turn the letters into paths",
    "line": "a line has no area; draw it as a path to be filled",
    "image": "trace the picture into paths",
    "style": "write the fills into the elements themselves; save it as plain SVG",
    "script": "take it out",
    "foreignObject": "take it out",
    "pattern": "draw its shapes as paths",
    "filter": "take the effect off",
    **dict.fromkeys(("animate", "animateMotion", "animateTransform", "set"), "take it out, since paper stands still"),
}
_PLAIN = {
    **dict.fromkeys(("opacity", "fill-opacity"), "1"),
    **dict.fromkeys(("clip-path", "mask", "filter"), "none"),
    "mix-blend-mode": "normal",
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "none"),
    "transform-origin": "0 0",
}
"""Properties that would change the picture, with the value that leaves it as it is."""
_INHERITED = ("fill", "fill-rule", "stroke", "stroke-width", "visibility")
_IN_STYLE = {
    **dict.fromkeys(("transform", "rotate", "scale", "translate"), "none"),
    **dict.fromkeys(("d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"), "auto"),
}
"""Properties of place and size that are read from attributes alone, with the value that leaves them as they are."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_FLAT = 1e-6  # of its length: points of a path that are nearer to one line give it no area
_SAMPLES = 12  # points of a curve that are measured
_OVERHANG = 0.01  # of the view: a shape may reach beyond it without being outside
_SMALLEST = 0.001  # the shortest side of a view


class _DrawingStyle(Struct, frozen=True):
    """The properties and the transform that elements inherit, and the references of <use> that they are drawn by."""

    properties: Mapping[str, str]
    transform: Transform
    depth: int
    used: frozenset[Element] = frozenset()


def read_art(file: File, colours: Sequence[str]) -> Art:
    """Read an SVG file, whose fills may be variables of a theme's colours, by their names.

    Raises:
        TemplateError: it is missing, is no SVG, has something that is not known here, draws nothing, or is beyond the
            limits; the file, the line and the element are named.
    """
    name = shown_name(file)
    root = parse_svg(read_text(file, name), name)
    return _Reader(name, root, colours).art()


def read_outlines(file: File) -> dict[str, Path]:
    """Read the paths of one of the house's own drawings by their ids, as they are written, those that are hidden too.

    They have no roles and are in the units of the view; open ones stay open.

    Raises:
        TemplateError: the file cannot be read, or a path is none, has no id, or is moved; the line and the element are
            named.
    """
    name = shown_name(file)
    found: dict[str, Path] = {}
    waiting = [parse_svg(read_text(file, name), name)]
    while waiting:
        element = waiting.pop()
        waiting += reversed(element.children)
        if "transform" in element.attributes:
            raise TemplateError(name, str(element), "has a transform; write its numbers into the paths")
        if element.tag == "path":
            try:
                found[element.attributes["id"]] = Path.of(read_path(element.attributes["d"], closes=False), "")
            except KeyError as error:
                raise TemplateError(name, str(element), f"has no {error.args[0]}") from None
            except ValueError as error:
                raise TemplateError(name, str(element), f"d: {error}") from None
    return found


class _Reader:
    """Draws the elements of one file, each of which is read once, however often it is used."""

    def __init__(self, file: str, root: Element, colours: Sequence[str]) -> None:
        self._file, self._root = file, root
        self._own, self._outline = cache(self._read_own), cache(self._read_outline)
        self._declared = cache(_declared)
        self._colour = cache(lambda text: read_colour(text, colours))
        self._by_id: dict[str, Element] = {}
        self._elements = self._steps = 0
        waiting = [root]
        while waiting:
            element = waiting.pop()
            self._by_id.setdefault(element.attributes.get("id", ""), element)
            waiting += element.children

    def art(self) -> Art:
        left, top, width, height = self._view()
        drawn = self._children(self._root, _DrawingStyle({}, translate(-left, -top), 0))
        filled = [path for path in drawn if path.letters]
        if not filled:
            raise TemplateError(self._file, "", "draws nothing; fill a path or a shape in it")
        sampled = []
        for path in filled:
            points = tuple(_points(path.segments))
            (x, y), far = points[0], max(points, key=partial(math.dist, points[0]))
            across, down = far[0] - x, far[1] - y
            length = math.hypot(across, down)
            # points on one line have no area
            if any(abs(across * (v - y) - down * (u - x)) > _FLAT * length * length for u, v in points):
                sampled.append((path, points))
        if not sampled:
            why = "draws nothing: its shapes have no area; turn the outlines into paths"
            raise TemplateError(self._file, "", why)
        every = [point for _, points in sampled for point in points]
        reach = max(math.hypot(x - width / 2, y - height / 2) for x, y in every)
        over = _OVERHANG * max(width, height)
        inside = all(-over <= x <= width + over and -over <= y <= height + over for x, y in every)
        return Art(tuple(path for path, _ in sampled), width, height, reach, inside)

    def _refuse(self, element: Element, why: str) -> TemplateError:
        return TemplateError(self._file, str(element), why)

    def _view(self) -> tuple[float, float, float, float]:
        """Return the view: the viewBox, or else the width and height."""
        root = self._root
        text = root.attributes.get("viewBox")
        try:
            if text is not None:
                found = numbers(text)
                if len(found) != 4:
                    raise ValueError("has not four numbers")
                left, top, width, height = found
            else:
                left = top = 0.0
                width, height = (read_length(root.attributes[name]) for name in ("width", "height"))
        except (KeyError, ValueError) as error:
            why = 'has no viewBox; write one, such as viewBox="0 0 100 100"' if text is None else f"viewBox: {error}"
            raise self._refuse(root, why) from None
        if width < _SMALLEST or height < _SMALLEST:
            why = f"its viewBox is {width:g} wide and {height:g} high; both must be {_SMALLEST:g} or more"
            raise self._refuse(root, why)
        return left, top, width, height

    def _children(self, element: Element, style: _DrawingStyle) -> Iterator[Path]:
        inner = self._styled(element, style)
        for child in element.children:
            yield from self._element(child, inner)

    def _element(self, element: Element, style: _DrawingStyle) -> Iterator[Path]:
        self._elements += 1
        if self._elements > ELEMENTS:
            raise TemplateError(self._file, "", f"has more than {ELEMENTS} elements; simplify the drawing")
        if style.depth > NESTED:
            raise self._refuse(element, f"elements may stand {NESTED} deep; ungroup some")
        tag = element.tag
        if tag in _SHAPES:
            path = self._shape(element, self._styled(element, style))
            if path is not None:
                yield path
        elif tag in _GROUPS:
            if tag == "svg":
                raise self._refuse(element, "is a drawing in a drawing; ungroup it")
            if not self._is_hidden(element):
                yield from self._children(element, style)
        elif tag == "use":
            yield from self._used(element, style)
        elif tag not in _UNSEEN and not tag.startswith(":"):
            raise self._refuse(element, f"is not read; {_INSTEAD.get(tag, 'draw it with paths and basic shapes')}")

    def _is_hidden(self, element: Element) -> bool:
        return self._declared(element).get("display") == "none"

    def _used(self, element: Element, style: _DrawingStyle) -> Iterator[Path]:
        link = element.attributes.get("href", "")
        target = self._by_id.get(link.removeprefix("#")) if link.startswith("#") and len(link) > 1 else None
        if target is None:
            why = "is not in this file" if link.startswith("#") else "is outside this file"
            raise self._refuse(element, f"'{shown(link, 30)}' {why}; draw the shape itself")
        if "viewBox" in target.attributes and target.tag == "symbol":
            raise self._refuse(target, "has a viewBox of its own, which is not read; make a group of it")
        place = translate(*(self._length(element, name, 0.0) for name in ("x", "y")))
        if target in style.used:
            raise self._refuse(element, f"'{shown(link, 30)}' has this <use> in itself; take it out")
        inner = self._styled(element, style)
        if not self._is_hidden(element):
            placed = replace(inner, transform=multiply(inner.transform, place), used=inner.used | {target})
            yield from (self._children if target.tag == "symbol" else self._element)(target, placed)

    def _styled(self, element: Element, outer: _DrawingStyle) -> _DrawingStyle:
        """Return the style that the inside of an element inherits."""
        properties, transform = self._own(element)
        transform = multiply(outer.transform, transform)
        return replace(outer, properties={**outer.properties, **properties}, transform=transform, depth=outer.depth + 1)

    def _read_own(self, element: Element) -> tuple[dict[str, str], Transform]:
        """Return the properties that others inherit of an element and its transform, after seeing that all is known."""
        declared = self._declared(element)
        for child in element.children if element.tag in (*_SHAPES, "use") else ():
            if child.tag not in _WORDS and not child.tag.startswith(":"):
                why = f"stands in <{element.tag}>, where nothing is read; {_INSTEAD.get(child.tag, 'take it out')}"
                raise self._refuse(child, why)
        for name, plain in _PLAIN.items():
            value = declared.get(name, plain)
            if value != plain and not _same_number(value, plain):
                raise self._refuse(element, f"{name} '{shown(value, 30)}' is not read; take it off")
        for name, value in _style(element).items():
            # the size of a whole drawing on a page changes nothing in it
            is_size = element is self._root and name in ("width", "height")
            if value != _IN_STYLE.get(name, value) and not is_size:
                instead = "a transform" if name in ("rotate", "scale", "translate") else "an attribute"
                raise self._refuse(element, f"has its {name} in style; write it as {instead}")
        transform = IDENTITY
        if "transform" in element.attributes:
            try:
                transform = read_transform(element.attributes["transform"])
            except ValueError as error:
                raise self._refuse(element, f"transform: {error}") from None
        inherited = {name: declared[name] for name in _INHERITED if declared.get(name, "inherit") != "inherit"}
        return inherited, transform

    def _shape(self, element: Element, style: _DrawingStyle) -> Path | None:
        """Return a shape, or None where it has no fill."""
        if self._is_hidden(element) or style.properties.get("visibility", "visible") != "visible":
            return None
        stroke, width = style.properties.get("stroke", "none"), style.properties.get("stroke-width", "1")
        if stroke.strip() not in ("none", "transparent") and not _same_number(width, "0"):
            why = "is not read, since fills alone are; turn the outline into a path, or off"
            raise self._refuse(element, f"stroke '{shown(stroke, 20)}' {why}")
        try:
            colour = self._colour(style.properties.get("fill", "currentColor"))
        except ValueError as error:
            raise self._refuse(element, f"fill: {error}") from None
        rule = style.properties.get("fill-rule", "nonzero")
        if rule not in ("nonzero", "evenodd"):
            raise self._refuse(element, f"fill-rule '{shown(rule, 20)}' is unknown; write nonzero or evenodd")
        segments = self._outline(element)
        self._steps += len(segments)
        if self._steps > SEGMENTS:
            raise TemplateError(self._file, "", f"has more than {SEGMENTS} steps in its paths; simplify the drawing")
        if colour is None:
            return None
        placed = moved(segments, style.transform)
        if not all(abs(value) <= FARTHEST for _, values in placed for value in values):
            raise self._refuse(element, f"reaches beyond {FARTHEST:,.0f}")
        return Path.of(placed, colour and f"{LITERAL}{colour}", rule == "nonzero")

    def _length(self, element: Element, name: str, without: float | None = None) -> float:
        text = element.attributes.get(name)
        if text is None:
            if without is None:
                raise self._refuse(element, f"has no {name}")
            return without
        try:
            return read_length(text)
        except ValueError as error:
            raise self._refuse(element, f"{name}: {error}") from None

    def _read_outline(self, element: Element) -> tuple[Segment, ...]:
        key = {"path": "d", "polygon": "points", "polyline": "points"}.get(element.tag)
        if key is not None:
            text = element.attributes.get(key, "").strip()
            try:
                return () if text in ("", "none") else read_path(text) if key == "d" else read_points(text)
            except ValueError as error:
                raise self._refuse(element, f"{key}: {error}") from None
        if element.tag == "rect":
            return self._rectangle(element)
        x, y = (self._length(element, name, 0.0) for name in ("cx", "cy"))
        both = ("r", "r") if element.tag == "circle" else ("rx", "ry")
        across, down = (self._length(element, name) for name in both)
        if across < 0 or down < 0:
            raise self._refuse(element, "has a radius below 0")
        if not across or not down:
            return ()
        return moved(circle_segments((0.0, 0.0), 1.0), (across, 0.0, 0.0, down, x, y))

    def _rectangle(self, element: Element) -> tuple[Segment, ...]:
        x, y = (self._length(element, name, 0.0) for name in ("x", "y"))
        width, height = (self._length(element, name) for name in ("width", "height"))
        if width < 0 or height < 0:
            raise self._refuse(element, "has a side below 0")
        if not width or not height:
            return ()
        across = self._length(element, "rx", self._length(element, "ry", 0.0))
        down = self._length(element, "ry", across)
        if across < 0 or down < 0:
            raise self._refuse(element, "has a radius below 0")
        across, down = min(across, width / 2), min(down, height / 2)
        right, low = x + width, y + height
        if not across or not down:
            return polygon(((x, y), (right, y), (right, low), (x, low)))
        steps: list[Segment] = [("M", (x, y + down))]
        left, top, right, low = x + across, y + down, right - across, low - down
        corners = ((left, top), (right, top), (right, low), (left, low))
        for number, (cx, cy) in enumerate(corners):
            angle = math.radians(180 + 90 * number)
            steps.append(("L", (cx + across * math.cos(angle), cy + down * math.sin(angle))))
            bow = arc((0.0, 0.0), 1.0, 180 + 90 * number, 270 + 90 * number)
            steps += moved(bow, (across, 0.0, 0.0, down, cx, cy))
        return (*steps, ("Z", ()))


def _declared(element: Element) -> dict[str, str]:
    """Return the properties of an element: those of its style stand over its attributes."""
    return {name: value.strip() for name, value in element.attributes.items()} | _style(element)


def _style(element: Element) -> dict[str, str]:
    """Return the declarations of an element's style."""
    found: dict[str, str] = {}
    for declaration in _COMMENT.sub(" ", element.attributes.get("style", "")).split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip().lower()] = value.strip().removesuffix("!important").strip()
    return found


def _same_number(text: str, other: str) -> bool:
    try:
        return read_length(text) == read_length(other)
    except ValueError:
        return False


def _points(segments: tuple[Segment, ...]) -> Iterator[Point]:
    """Yield points along a path, all its corners among them."""
    x = y = 0.0
    for letter, values in segments:
        if letter == "C":
            a, b, c, d, e, f = values
            for number in range(1, _SAMPLES):
                t = number / _SAMPLES
                s = 1 - t
                yield (
                    s**3 * x + 3 * s * s * t * a + 3 * s * t * t * c + t**3 * e,
                    s**3 * y + 3 * s * s * t * b + 3 * s * t * t * d + t**3 * f,
                )
        if values:
            x, y = values[-2:]
            yield x, y
