"""The devices of the pieces: a module for each, made by scripts/make_devices.py and read when a piece bears it.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone.
Strokes are SVG path data in hundredths of a millimetre, in a disc of radius 10 mm; what is drawn in lines has a
ribbon's middle instead of its edges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib import import_module

from msgspec import Struct

from taflkit.drawing.shapes import Path

__all__ = ["Device", "load_device", "read_strokes"]


class Device(Struct, frozen=True, dict=True):
    """A device, by the names of its strokes.

    Attributes:
        fills: the closed outlines of all strokes.
        lines: the strokes as a pen draws them.
    """

    fills: Mapping[str, str]
    lines: Mapping[str, str]

    @cached_property
    def reach(self) -> float:
        """How far the strokes reach from the middle, where the piece has a radius of 10."""
        ends = [numbers[-2:] for _, numbers in read_strokes(self.fills).segments if numbers]
        return math.sqrt(max([x * x + y * y for x, y in ends])) / 100


def read_strokes(strokes: Mapping[str, str]) -> Path:
    """Return all strokes as one path without a role, with numbers in hundredths of a millimetre."""
    return _path(" ".join(strokes.values()))


@lru_cache(maxsize=16)
def _path(data: str) -> Path:
    """Read path data, of a device that is drawn in several sizes."""
    words = data.split()
    letters = "".join([word for word in words if word.isalpha()])
    return Path.packed(letters, [int(word) for word in words if not word.isalpha()], "")


@lru_cache(maxsize=16)
def load_device(name: str) -> Device:
    """Return a device by its name, one of taflkit.drawing.face.DEVICES."""
    module = import_module(f"taflkit.parts.devices.{name}")
    return Device(module.STROKES, {**module.STROKES, **module.LINES})
