"""The devices of the pieces: a module for each, made by scripts/make_devices.py and read when a piece bears it.

Every stroke is a closed outline that touches no other, so that a theme may fill them or draw their edges alone.
Strokes are SVG path data in hundredths of a millimetre, in a disc of radius 10 mm; what is drawn in lines has a
ribbon's middle instead of its edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

__all__ = ["Device", "load_device"]


class Device(NamedTuple):
    """A device, by the names of its strokes.

    Attributes:
        fills: the closed outlines of all strokes.
        lines: the strokes as a pen draws them.
    """

    fills: Mapping[str, str]
    lines: Mapping[str, str]


def load_device(name: str) -> Device:
    """Return a device by its name, one of taflkit.drawing.face.DEVICES."""
    module = import_module(f"taflkit.parts.devices.{name}")
    return Device(module.STROKES, {**module.STROKES, **module.LINES})
