"""The devices of the pieces: a module for each, made by scripts/make_devices.py and read when a piece bears it.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone.
Strokes are SVG path data in hundredths of a millimetre, in a disc of radius 10 mm; what is drawn in lines has a
ribbon's middle instead of its edges.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from importlib import import_module

from msgspec import Struct

__all__ = ["Device", "load_device"]


class Device(Struct, frozen=True):
    """A device, by the names of its strokes.

    Attributes:
        fills: the closed outlines of all strokes.
        lines: the strokes as a pen draws them.
    """

    fills: Mapping[str, str]
    lines: Mapping[str, str]

    @property
    def reach(self) -> float:
        """How far the strokes reach from the middle, where the piece has a radius of 10."""
        return max(math.hypot(x, y) for stroke in self.fills.values() for x, y in _ends(stroke)) / 100


def _ends(stroke: str) -> Iterator[tuple[int, int]]:
    """Yield the points where the steps of path data end."""
    for step in re.findall(r"[A-Z]((?: -?\d+)+)", stroke):
        *_, x, y = map(int, step.split())
        yield x, y


def load_device(name: str) -> Device:
    """Return a device by its name, one of taflkit.drawing.face.DEVICES."""
    module = import_module(f"taflkit.parts.devices.{name}")
    return Device(module.STROKES, {**module.STROKES, **module.LINES})
