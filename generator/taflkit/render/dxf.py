"""A drawing's lines as a DXF for a cutting machine, in the form of AutoCAD's Release 12, which most programs read.

Release 12 has no variable for the unit ($INSUNITS and $MEASUREMENT came with 2000): the numbers are millimetres, and a
program that asks is told so. y goes upwards, and the sheet's lower left corner is at 0,0.

ezdxf has a lighter writer of this form (ezdxf.addons.r12writer). It writes no table of layers, whose colours tell the
operations apart, and no header with the sheet's limits; and it needs the same libraries.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import ezdxf
from ezdxf import bbox
from ezdxf.document import Drawing as Document
from ezdxf.math import Bezier4P, Vec2

from taflkit.drawing.shapes import (
    Circle,
    Drawing,
    Layer,
    Path,
    Point,
    Rect,
    Segment,
    Text,
    moved,
    multiply,
    rectangle,
    walk_layer,
)

ezdxf.options.write_fixed_meta_data_for_testing = True  # without dates the same drawing gives the same bytes

LAYERS = {Layer.FOLD: ("FOLD", 5), Layer.CUT: ("CUT", 1), Layer.REGISTRATION: ("MARKS", 30)}
"""The name of each layer and its number of AutoCAD's colours (blue, red, orange), in the order of the machine."""
TOLERANCE = 0.02
"""The mm that the straight lines of a curve are away from it at most."""
_PLACES = 4  # decimals of numbers


def to_dxf(drawing: Drawing) -> str:
    """Return the lines of a drawing's cuts, folds and registration marks as a DXF of its natural size, in mm.

    A circle is a CIRCLE, anything else a POLYLINE, closed as its path is. Groups of other layers, and shapes in none,
    are left out; roles and clips are not used.

    Raises:
        TypeError: there is a text among the lines.
    """
    document = Document.new("R12")
    space = document.modelspace()
    upwards = (1.0, 0.0, 0.0, -1.0, 0.0, drawing.height)
    for layer, (name, colour) in LAYERS.items():
        lines = list(walk_layer(drawing.shapes, layer))
        if lines:
            document.layers.add(name, color=colour)
        for shape, transform in lines:
            if isinstance(shape, Text):
                raise TypeError("a machine cuts no text")
            to_sheet = multiply(upwards, transform)
            if isinstance(shape, Circle):
                ((_, middle),) = moved((("M", (shape.x, shape.y)),), to_sheet)
                space.add_circle(_rounded(middle), shape.radius, {"layer": name})
                continue
            path = Path.of(rectangle(shape), shape.role) if isinstance(shape, Rect) else shape
            for points, closed in _polylines(moved(path.segments, to_sheet)):
                space.add_polyline2d(points, close=closed, dxfattribs={"layer": name})
    space.reset_limits((0, 0), (drawing.width, drawing.height))
    extents = bbox.extents(space)
    space.reset_extents(extents.extmin, extents.extmax)
    document.set_modelspace_vport(drawing.height, (drawing.width / 2, drawing.height / 2))
    text = StringIO()
    document.write(text)
    return text.getvalue()


def _polylines(segments: tuple[Segment, ...]) -> Iterator[tuple[list[Point], bool]]:
    """Yield the points of each sub-path, and whether it is closed."""
    points: list[Point] = []
    for number, (step, numbers) in enumerate(segments):
        if step == "C":
            ends = zip(numbers[::2], numbers[1::2], strict=True)
            curve = Bezier4P(Vec2.list([points[-1], *ends]))
            points += [_rounded((point.x, point.y)) for point in curve.flattening(TOLERANCE)][1:]
        elif step != "Z":
            points.append(_rounded(numbers))
        after = segments[number + 1][0] if number + 1 < len(segments) else "M"
        if step == "Z" and points[0] == points[-1]:
            del points[-1]
        if after == "M":
            yield points, step == "Z"
            points = []


def _rounded(point: tuple[float, ...]) -> Point:
    return round(point[0], _PLACES) + 0.0, round(point[1], _PLACES) + 0.0
