"""A drawing as an SVG 1.1 file, in mm, its letters as outlines.

One element a line, attributes in alphabetical order, numbers with at most three decimals: the same drawing
gives the same text, and two texts can be compared line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any, assert_never
from xml.etree import ElementTree
from zlib import crc32

import svgwrite

from taflkit.drawing.characters import plain
from taflkit.drawing.look import Colour, Paint, Paints
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Drawing,
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    Text,
    Transform,
    rectangle,
    walk_layer,
)
from taflkit.drawing.store import Store
from taflkit.render import decimal
from taflkit.render.outlines import Outlines

_PLACES = 3
"""The decimals of numbers."""


def to_svg(
    drawing: Drawing,
    paints: Paints,
    fonts: FilePath | None = None,
    store: Store | None = None,
    *,
    debug: bool = False,
    shared: bool = False,
) -> str:
    """Return a drawing as an SVG of its natural size, with its title and description.

    The fonts are a folder, or None for those that come with the program; a store has them for further drawings. Forms
    that are shown several times may be shared, and stand in the file once. It is far smaller then, and must not be put
    into a page with another such, since both name their forms alike. With debug svgwrite checks every element.

    Raises:
        TaflkitError: the paints lack a role, a face is unknown, or a face lacks a letter, or the title or the
            description has a character that no text may have.
    """
    return _SvgWriter(drawing, paints, fonts, Store() if store is None else store, debug, shared).text()


class _SvgWriter:
    """Makes the elements of one SVG."""

    def __init__(
        self, drawing: Drawing, paints: Paints, fonts: FilePath | None, store: Store, debug: bool, shared: bool
    ) -> None:
        width, height = _number(drawing.width), _number(drawing.height)
        self._svg = svgwrite.Drawing(
            size=(f"{width}mm", f"{height}mm"),
            viewBox=f"0 0 {width} {height}",
            debug=debug,
            # PDF's own limit, so that both formats cut the same corners
            stroke_miterlimit="10",
        )
        self._drawing = drawing
        self._paints = paints
        self._letters = Outlines(fonts, _PLACES, store)
        self._clips: set[str] = set()
        self._times = Counter(_shown(drawing.shapes)) if shared else Counter()
        self._forms: dict[Form, Any] = {}

    def text(self) -> str:
        """Return the whole file."""
        self._add(self._svg, self._drawing.shapes)
        self._svg.set_desc(plain(self._drawing.title) or None, plain(self._drawing.description) or None)
        xml = self._svg.get_xml()
        # not in SVG 1.1, so svgwrite would refuse it; every browser and screen reader knows it
        xml.set("role", "img")
        ElementTree.indent(xml)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(xml, encoding="unicode")}\n'

    def _add(self, parent: Any, shapes: Iterable[Shape]) -> None:
        """Add shapes to a parent element, each unless nothing of it would be seen."""
        for shape in shapes:
            if isinstance(shape, Group):
                self._add(self._placed(parent, shape), shape.children)
            elif isinstance(shape, Shown) and self._times[shape.form] > 1:
                # the form stands in the file once, unless it paints nothing
                form = self._forms.get(shape.form)
                if form is None:
                    form = self._forms[shape.form] = self._svg.g(id=f"form-{len(self._forms) + 1}")
                    self._add(form, shape.form.shapes)
                    if form.elements:
                        self._svg.defs.add(form)
                if form.elements:
                    self._placed(parent, shape).add(self._svg.use(form.get_iri()))
            elif isinstance(shape, Shown):
                self._add(self._placed(parent, shape), shape.form.shapes)
            else:
                paint = self._paints.paint(shape.role)
                painted = paint.fill is not None or (paint.stroke is not None and paint.width > 0)
                element = self._element(shape) if painted else None
                if element is not None:
                    element.update(_attributes(paint))
                    parent.add(element)

    def _placed(self, parent: Any, shape: Group | Shown) -> Any:
        """Return the element that the inside of a shape goes to: one with its transform and clip, or the parent."""
        if shape.transform == IDENTITY and shape.clip is None:
            return parent
        element = parent.add(self._svg.g())
        if shape.transform != IDENTITY:
            turn = " ".join(decimal(part, 6) for part in shape.transform[:4])
            move = _numbers(shape.transform[4:])
            turned = shape.transform[:4] != IDENTITY[:4]
            element["transform"] = f"matrix({turn} {move})" if turned else f"translate({move})"
        if shape.clip is not None:
            clip = self._element(shape.clip)
            if isinstance(shape.clip, Path):
                clip.attribs["clip-rule"] = clip.attribs.pop("fill-rule")
            # equal clips have one id, in other SVGs on a page too
            name = f"clip-{crc32(clip.tostring().encode()):08x}"
            if name not in self._clips:
                self._clips.add(name)
                self._svg.defs.add(self._svg.clipPath(id=name)).add(clip)
            element["clip-path"] = f"url(#{name})"
        return element

    def _element(self, shape: Path | Rect | Circle | Text) -> Any:
        """Return a shape's element without paint, or None for a text of spaces alone."""
        match shape:
            case Path():
                return self._svg.path(d=_path_data(shape), fill_rule="nonzero" if shape.nonzero else "evenodd")
            case Rect():
                place, size = (_number(shape.x), _number(shape.y)), (_number(shape.width), _number(shape.height))
                radius = {"rx": _number(shape.radius)} if shape.radius > 0 else {}
                return self._svg.rect(place, size, **radius)
            case Circle():
                return self._svg.circle((_number(shape.x), _number(shape.y)), _number(shape.radius))
            case Text():
                data = self._letters.of(shape)
                return self._svg.path(d=data) if data else None
            case _:
                assert_never(shape)


@lru_cache(maxsize=1 << 8)
def _path_data(path: Path) -> str:
    """Return the data of a path; those of pieces are the same in all figures of a site."""
    return " ".join([" ".join([step, *map(_number, numbers)]) for step, numbers in path.segments])


def _shown(shapes: Iterable[Shape]) -> Iterator[Form]:
    """Yield the forms that shapes show, each as often as it is shown, and those in a form once for it."""
    waiting, seen = list(shapes), set()
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, Group):
            waiting += shape.children
        elif isinstance(shape, Shown):
            yield shape.form
            if shape.form not in seen:
                seen.add(shape.form)
                waiting += shape.form.shapes


def _attributes(paint: Paint) -> dict[str, str]:
    attributes = {"fill": _colour(paint.fill) if paint.fill is not None else "none"}
    if paint.stroke is not None and paint.width > 0:
        attributes["stroke"] = _colour(paint.stroke)
        attributes["stroke-width"] = _number(paint.width)
        if paint.dash:
            attributes["stroke-dasharray"] = _numbers(paint.dash)
        if paint.round:
            attributes["stroke-linecap"] = attributes["stroke-linejoin"] = "round"
    return attributes


def _colour(colour: Colour) -> str:
    red, green, blue = colour * 3 if len(colour) == 1 else colour
    return "#" + "".join(f"{round(light * 255):02x}" for light in (red, green, blue))


def _number(value: float) -> str:
    return decimal(value, _PLACES)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(_number, values))


# A drawing's lines as an SVG for a cutting machine: nothing but paths, in a layer and a colour for each operation.
#
# Layers are groups as Inkscape marks them (A Guide to Inkscape, docs.huihoo.com/inkscape/guide-2nd/html/FileFormat-
# Group.html: inkscape:groupmode="layer" and inkscape:label). Silhouette Studio and Cricut's Design Space tell
# operations apart by the colour of lines, and LightBurn by the colours of its palette, whose T1 is for what is not
# burnt (docs.lightburnsoftware.com/2.0/Reference/UI/ColorPalette): folds are its C01, cuts its C02, registration
# marks its T1. Folds come first, since a sheet moves when it is cut. A fold is one solid line: whether it is scored
# or perforated, and how, is set in the machine's program (as LightBurn's Perforation Mode,
# docs.lightburnsoftware.com/UI/CutSettings/CutSettings-Line.html).


COLOURS = {Layer.FOLD: "#0000ff", Layer.CUT: "#ff0000", Layer.REGISTRATION: "#f36926"}
"""The colour of the lines of each layer, in the order that the machine takes them."""
_HAIRLINE = "0.1"
"""The width of lines in mm."""
_SVG = "http://www.w3.org/2000/svg"
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def to_cutter(drawing: Drawing) -> str:
    """Return the lines of a drawing's cuts, folds and registration marks as an SVG of its natural size, in mm.

    Every number has three decimals at most. Groups of other layers, and shapes in none, are left out; roles and clips
    are not used.

    Raises:
        TypeError: there is a text among the lines.
    """
    width, height = _number(drawing.width), _number(drawing.height)
    # svgwrite knows no layers
    size = {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}
    root = ElementTree.Element("svg", {"xmlns": _SVG, "xmlns:inkscape": _INKSCAPE, **size})
    ElementTree.SubElement(root, "title").text = plain(drawing.title)
    for layer, colour in COLOURS.items():
        lines = [_data(*placed) for placed in walk_layer(drawing.shapes, layer)]
        if lines:
            # its lines inherit all of this
            paint = {"fill": "none", "stroke": colour, "stroke-width": _HAIRLINE}
            named = {"inkscape:groupmode": "layer", "inkscape:label": layer.value.capitalize()}
            group = ElementTree.SubElement(root, "g", {"id": layer.value, **named, **paint})
            for data in lines:
                ElementTree.SubElement(group, "path", {"d": data})
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _data(shape: Path | Rect | Circle | Text, transform: Transform) -> str:
    """Return the path data of a shape."""
    match shape:
        case Path():
            return " ".join(f"{step}{_points(numbers, transform)}" for step, numbers in shape.segments)
        case Rect():
            return _data(Path.of(rectangle(shape), shape.role), transform)
        case Circle():
            x, y, r = shape.x, shape.y, shape.radius
            half = f"A{_number(r)},{_number(r)} 0 0 1 "
            east, west = _points((x + r, y), transform), _points((x - r, y), transform)
            return f"M{east} {half}{west} {half}{east} Z"
        case _:
            raise TypeError("a machine cuts no text")


def _points(numbers: tuple[float, ...], transform: Transform) -> str:
    """Return points under a transform, as path data has them."""
    a, b, c, d, e, f = transform
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return " ".join(f"{_number(a * x + c * y + e)},{_number(b * x + d * y + f)}" for x, y in pairs)
