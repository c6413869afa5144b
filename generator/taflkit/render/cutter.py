"""A drawing's lines as an SVG for a cutting machine: nothing but paths, in a layer and a colour for each operation.

Layers are groups as Inkscape marks them (A Guide to Inkscape,
docs.huihoo.com/inkscape/guide-2nd/html/FileFormat-Group.html: inkscape:groupmode="layer" and inkscape:label).
Silhouette Studio and Cricut's Design Space tell operations apart by the colour of lines, and LightBurn by the colours
of its palette, whose T1 is for what is not burnt (docs.lightburnsoftware.com/2.0/Reference/UI/ColorPalette): folds are
its C01, cuts its C02, registration marks its T1. Folds come first, since a sheet moves when it is cut. A fold is one
solid line: whether it is scored or perforated, and how, is set in the machine's program (as LightBurn's Perforation
Mode, docs.lightburnsoftware.com/UI/CutSettings/CutSettings-Line.html).
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as Tree

from taflkit.drawing.characters import plain
from taflkit.drawing.curves import rectangle
from taflkit.drawing.shapes import IDENTITY, Circle, Drawing, Group, Layer, Path, Rect, Shape, Shown, Text, Transform
from taflkit.drawing.shapes import multiply as after
from taflkit.render.numerals import decimal

__all__ = ["COLOURS", "to_cutter"]

COLOURS = {Layer.FOLD: "#0000ff", Layer.CUT: "#ff0000", Layer.REGISTRATION: "#f36926"}
"""The colour of the lines of each layer, in the order that the machine takes them."""

_LABELS = {Layer.FOLD: "Fold", Layer.CUT: "Cut", Layer.REGISTRATION: "Registration"}
_PLACES = 3
"""The decimals of numbers."""
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
    root = Tree.Element(
        "svg",
        {
            "xmlns": _SVG,
            "xmlns:inkscape": _INKSCAPE,
            "width": f"{width}mm",
            "height": f"{height}mm",
            "viewBox": f"0 0 {width} {height}",
        },
    )
    Tree.SubElement(root, "title").text = plain(drawing.title)
    for layer, colour in COLOURS.items():
        lines = list(_lines(drawing.shapes, layer, None, IDENTITY))
        if lines:
            # its lines inherit all of this
            attributes = {
                "id": layer.value,
                "inkscape:groupmode": "layer",
                "inkscape:label": _LABELS[layer],
                "fill": "none",
                "stroke": colour,
                "stroke-width": _HAIRLINE,
            }
            group = Tree.SubElement(root, "g", attributes)
            for data in lines:
                Tree.SubElement(group, "path", {"d": data})
    Tree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{Tree.tostring(root, encoding="unicode")}\n'


def _lines(shapes: tuple[Shape, ...], wanted: Layer, layer: Layer | None, outer: Transform) -> Iterator[str]:
    """Yield the path data of the shapes in a layer."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _lines(shape.children, wanted, shape.layer or layer, after(outer, shape.transform))
        elif isinstance(shape, Shown):
            yield from _lines(shape.form.shapes, wanted, layer, after(outer, shape.transform))
        elif layer is wanted:
            yield _data(shape, outer)


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


def _number(value: float) -> str:
    return decimal(value, _PLACES)
