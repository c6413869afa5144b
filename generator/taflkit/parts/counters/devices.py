"""The devices of the pieces, each an SVG file that is read when a piece bears it.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone. Strokes
are in hundredths of a millimetre, in a disc of radius 10 mm. A theme that draws lines has the middle of a ribbon, which
is hidden in the file, instead of its edges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from taflkit.catalog.svg import read_outlines
from taflkit.drawing.shapes import Path
from taflkit.resources import templates_folder

__all__ = ["Device", "load_device"]

_LINE = "-line"
"""How the id of a stroke's line ends."""


class Device(Struct, frozen=True, dict=True):
    """A device, by the names of its strokes.

    Attributes:
        fills: the closed outlines of all strokes.
        lines: the strokes as a pen draws them.
    """

    fills: Mapping[str, Path]
    lines: Mapping[str, Path]

    @cached_property
    def reach(self) -> float:
        """How far the strokes reach from the middle, where the piece has a radius of 10."""
        ends = [numbers[-2:] for stroke in self.fills.values() for _, numbers in stroke.segments if numbers]
        return math.sqrt(max([x * x + y * y for x, y in ends])) / 100


@lru_cache(maxsize=16)
def load_device(name: str) -> Device:
    """Return a device by its name, one of taflkit.drawing.face.DEVICES or of the standing king's."""
    outlines = read_outlines(templates_folder() / "devices" / f"{name}.svg")
    fills = {stroke: path for stroke, path in outlines.items() if not stroke.endswith(_LINE)}
    return Device(fills, {stroke: outlines.get(f"{stroke}{_LINE}", path) for stroke, path in fills.items()})
