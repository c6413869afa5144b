"""The devices of the pieces as they are drawn: a module for each set, and the strokes they are made of."""

from __future__ import annotations

from devices import alea, ardri, brandub, hnefatafl, magpie, seated, ships, tablut, tawlbwrdd
from devices.posters import POSTERS
from devices.strokes import Device

__all__ = ["POSTERS", "SETS", "STANDING"]

SETS: tuple[dict[str, Device], ...] = tuple(
    drawn.DEVICES for drawn in (brandub, ships, tablut, hnefatafl, tawlbwrdd, ardri, magpie, alea)
)

STANDING: dict[str, Device] = seated.DEVICES
"""The front and the back of a king who stands, which no game chooses."""
