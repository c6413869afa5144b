"""A user's own SVG as shapes of the house: paths, basic shapes, groups, transforms, fills and fill rules.

What would change the picture and is not known here, such as text, gradients or outlines of a width, is refused with
the line and the element that it stands in. A file is read whole or not at all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as File

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.sources import shown_name
from taflkit.catalog.svg_tree import XLINK, Element, parse_svg
from taflkit.catalog.svg_values import numbers, read_colour, read_length, read_path, read_points, read_transform
from taflkit.drawing.art import LITERAL, Art, moved
from taflkit.drawing.curves import Point, arc, circle_segments, polygon
from taflkit.drawing.shapes import Path, Segment, Transform, multiply, translate
from taflkit.errors import TemplateError, shown
from taflkit.limits import ELEMENTS, NESTED, SEGMENTS
from taflkit.reading import read_text

__all__ = ["read_art"]

_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline")
_GROUPS = ("svg", "g", "a")
_UNSEEN = (
    "title",
    "desc",
    "metadata",
    "defs",
    "symbol",
    "linearGradient",
    "radialGradient",
    "clipPath",
    "mask",
    "view",
)
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
_WORDS = ("title", "desc", "metadata")
"""Elements that may stand in a shape."""
_PLAIN = {
    "opacity": "1",
    "fill-opacity": "1",
    "clip-path": "none",
    "mask": "none",
    "filter": "none",
    "mix-blend-mode": "normal",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "transform-origin": "0 0",
}
"""Properties that would change the picture, with the value that leaves it as it is."""
_INHERITED = ("fill", "fill-rule", "stroke", "stroke-width", "visibility")
_IN_STYLE = {
    "transform": "none",
    "rotate": "none",
    "scale": "none",
    "translate": "none",
    **dict.fromkeys(("d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"), "auto"),
}
"""Properties of place and size that are read from attributes alone, with the value that leaves them as they are."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_FLAT = 1e-6
"""How far the points of a path lie from one line, in parts of its length, if it has no area."""
_SAMPLES = 12
"""The points of a curve that are measured."""
_OVERHANG = 0.01
"""How far a shape may reach beyond the view, in parts of it, without being outside."""


class _Style(Struct, frozen=True):
    """What elements inherit, and the references of <use> that they are drawn by."""

    properties: Mapping[str, str]
    transform: Transform
    depth: int
    used: frozenset[str] = frozenset()


def read_art(file: File, colours: Sequence[str]) -> Art:
    """Read an SVG file.

    Args:
        file: its path.
        colours: the names of the theme's, which its fills may be variables of.

    Raises:
        TemplateError: it is missing, is no SVG, has something that is not known here, draws nothing, or is beyond the
            limits; the file, the line and the element are named.
    """
    name = shown_name(file)
    root = parse_svg(read_text(file, name), name)
    return _Reader(name, root, colours).art()


class _Reader:
    """Draws the elements of one file."""

    def __init__(self, file: str, root: Element, colours: Sequence[str]) -> None:
        self._file, self._root, self._colours = file, root, colours
        self._by_id: dict[str, Element] = {}
        self._elements = self._steps = 0
        waiting = [root]
        while waiting:
            element = waiting.pop()
            self._by_id.setdefault(element.attributes.get("id", ""), element)
            waiting += element.children

    def art(self) -> Art:
        left, top, width, height = self._view()
        drawn = self._children(self._root, _Style({}, translate(-left, -top), 0))
        filled = tuple(path for path in drawn if path.letters)
        if not filled:
            raise TemplateError(self._file, "", "draws nothing; fill a path or a shape in it")
        paths = tuple(path for path in filled if not _is_flat(tuple(_points(path.segments))))
        if not paths:
            why = "draws nothing: its shapes have no area; turn the outlines into paths"
            raise TemplateError(self._file, "", why)
        points = [point for path in paths for point in _points(path.segments)]
        reach = max(math.hypot(x - width / 2, y - height / 2) for x, y in points)
        over = _OVERHANG * max(width, height)
        inside = all(-over <= x <= width + over and -over <= y <= height + over for x, y in points)
        return Art(paths, width, height, reach, inside)

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
        if width <= 0 or height <= 0:
            raise self._refuse(root, f"its viewBox is {width:g} wide and {height:g} high; both must be above 0")
        return left, top, width, height

    def _children(self, element: Element, style: _Style) -> Iterator[Path]:
        inner = self._styled(element, style)
        for child in element.children:
            yield from self._element(child, inner)

    def _element(self, element: Element, style: _Style) -> Iterator[Path]:
        self._elements += 1
        if self._elements > ELEMENTS:
            raise TemplateError(self._file, "", f"has more than {ELEMENTS} elements; simplify the drawing")
        if style.depth > NESTED:
            raise self._refuse(element, f"elements may stand {NESTED} deep; ungroup some")
        tag = element.tag
        if tag in _SHAPES:
            self._refuse_inside(element)
            path = self._shape(element, self._styled(element, style))
            if path is not None:
                yield path
        elif tag in _GROUPS:
            if tag == "svg":
                raise self._refuse(element, "is a drawing in a drawing; ungroup it")
            if not _hidden(_declared(element)):
                yield from self._children(element, style)
        elif tag == "use":
            yield from self._used(element, style)
        elif tag not in _UNSEEN and " " not in tag:
            raise self._refuse(element, f"is not read; {_INSTEAD.get(tag, 'draw it with paths and basic shapes')}")

    def _refuse_inside(self, element: Element) -> None:
        """Refuse what stands in a shape and is no words about it."""
        for child in element.children:
            if child.tag not in _WORDS and " " not in child.tag:
                why = f"stands in <{element.tag}>, where nothing is read; {_INSTEAD.get(child.tag, 'take it out')}"
                raise self._refuse(child, why)

    def _used(self, element: Element, style: _Style) -> Iterator[Path]:
        name = element.attributes.get("href", element.attributes.get(f"{XLINK} href", ""))
        found = self._by_id.get(name.removeprefix("#")) if name.startswith("#") and len(name) > 1 else None
        if found is None:
            why = "is not in this file" if name.startswith("#") else "is outside this file"
            raise self._refuse(element, f"'{shown(name, 30)}' {why}; draw the shape itself")
        if name in style.used:
            raise self._refuse(element, f"'{shown(name, 30)}' has this <use> in itself; take it out")
        if "viewBox" in found.attributes and found.tag == "symbol":
            raise self._refuse(found, "has a viewBox of its own, which is not read; make a group of it")
        self._refuse_inside(element)
        inner = self._styled(element, style)
        if _hidden(_declared(element)):
            return
        x, y = (self._length(element, name, 0.0) for name in ("x", "y"))
        moved_style = replace(inner, transform=multiply(inner.transform, translate(x, y)), used=inner.used | {name})
        drawn = self._children if found.tag == "symbol" else self._element
        yield from drawn(found, moved_style)

    def _styled(self, element: Element, outer: _Style) -> _Style:
        """Return what the inside of an element inherits, after seeing that all of it is known."""
        declared = _declared(element)
        for name, plain in _PLAIN.items():
            value = declared.get(name, plain)
            if value != plain and not _same_number(value, plain):
                raise self._refuse(element, f"{name} '{shown(value, 30)}' is not read; take it off")
        for name, value in _style(element).items():
            # the size of a whole drawing on a page changes nothing in it
            if element is not self._root or name not in ("width", "height"):
                self._refuse_in_style(element, name, value)
        transform = outer.transform
        if "transform" in element.attributes:
            try:
                transform = multiply(transform, read_transform(element.attributes["transform"]))
            except ValueError as error:
                raise self._refuse(element, f"transform: {error}") from None
        own = {name: declared[name] for name in _INHERITED if declared.get(name, "inherit") != "inherit"}
        return replace(outer, properties={**outer.properties, **own}, transform=transform, depth=outer.depth + 1)

    def _refuse_in_style(self, element: Element, name: str, value: str) -> None:
        """Refuse a place or a size that stands in an element's style."""
        if value != _IN_STYLE.get(name, value):
            why = "write it as a transform" if name in ("rotate", "scale", "translate") else "write it as an attribute"
            raise self._refuse(element, f"has its {name} in style; {why}")

    def _shape(self, element: Element, style: _Style) -> Path | None:
        """Return a shape, or None where it has no fill."""
        if _hidden(_declared(element)) or style.properties.get("visibility", "visible") != "visible":
            return None
        self._refuse_outline(element, style.properties)
        try:
            colour = read_colour(style.properties.get("fill", "currentColor"), self._colours)
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
        return Path.of(moved(segments, style.transform), colour and f"{LITERAL}{colour}", rule == "nonzero")

    def _refuse_outline(self, element: Element, properties: Mapping[str, str]) -> None:
        """Refuse a shape with an outline that would be seen."""
        stroke, width = properties.get("stroke", "none"), properties.get("stroke-width", "1")
        if stroke.strip() not in ("none", "transparent") and not _same_number(width, "0"):
            why = (
                f"stroke '{shown(stroke, 20)}' is not read, since fills alone are; turn the outline into a path, or off"
            )
            raise self._refuse(element, why)

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

    def _outline(self, element: Element) -> tuple[Segment, ...]:
        key = {"path": "d", "polygon": "points", "polyline": "points"}.get(element.tag)
        if key is not None:
            text = element.attributes.get(key, "").strip()
            try:
                return () if text in ("", "none") else read_path(text) if key == "d" else read_points(text)
            except ValueError as error:
                raise self._refuse(element, f"{key}: {error}") from None
        if element.tag == "rect":
            return self._rectangle(element)
        return self._ellipse(element)

    def _ellipse(self, element: Element) -> tuple[Segment, ...]:
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
        corners = (
            (x + across, y + down),
            (right - across, y + down),
            (right - across, low - down),
            (x + across, low - down),
        )
        for number, (cx, cy) in enumerate(corners):
            angle = math.radians(180 + 90 * number)
            steps.append(("L", (cx + across * math.cos(angle), cy + down * math.sin(angle))))
            bow = arc((0.0, 0.0), 1.0, 180 + 90 * number, 270 + 90 * number)
            steps += moved(bow, (across, 0.0, 0.0, down, cx, cy))
        return (*steps, ("Z", ()))


def _declared(element: Element) -> dict[str, str]:
    """Return the properties of an element: those of its style stand over its attributes."""
    found = {name: value.strip() for name, value in element.attributes.items() if " " not in name}
    return found | _style(element)


def _style(element: Element) -> dict[str, str]:
    """Return the declarations of an element's style."""
    found: dict[str, str] = {}
    for declaration in _COMMENT.sub(" ", element.attributes.get("style", "")).split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip().lower()] = value.strip().removesuffix("!important").strip()
    return found


def _is_flat(points: Sequence[Point]) -> bool:
    """Whether points lie on one line, so that a path along them has no area."""
    (x, y), far = points[0], max(points, key=lambda point: math.dist(point, points[0]))
    across, down = far[0] - x, far[1] - y
    length = math.hypot(across, down)
    return all(abs(across * (v - y) - down * (u - x)) <= _FLAT * length * length for u, v in points)


def _hidden(declared: Mapping[str, str]) -> bool:
    return declared.get("display") == "none"


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
