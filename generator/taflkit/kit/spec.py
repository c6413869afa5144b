"""The choices of a kit: what may be asked for, and what is made if nothing is asked for."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.drawing.look import DEFAULT_THEME, Theme
from taflkit.sheets.imposition import PAGES
from taflkit.sheets.paper import UNPRINTABLE

__all__ = ["FRAME", "PARTS", "READER", "KitSpec", "framed"]

PARTS = ("instructions", "board", "counters", "cards", "booklet")
FRAME = 6.0
"""How wide the border round a board is in mm, if the theme has one and nothing else is asked for."""
READER = "reader"
"""The part that is for a screen, and not among all: the booklet's pages in reading order, in a file of its own."""


class KitSpec(NamedTuple):
    """What kit is wanted; lengths in mm. The command line's options of the same names explain them.

    Without a frame the board has that of the theme.
    """

    game: str = "brandub"
    rules: str | None = None
    variations: tuple[str, ...] = ()
    paper: str = "a4"
    mode: str = "colour"
    theme: str = DEFAULT_THEME
    ink: str = "full"
    sections: str = "auto"
    sheets: int | None = None
    cell: float | None = None
    margin: float = 10.0
    gap: float = 2.0
    frame: float | None = None
    parts: tuple[str, ...] = PARTS
    join: str = "butt"
    overlap: float = 8.0
    counters: str = "flat"
    punch: float | None = None
    king: str = "flat"
    sets: int = 1
    spares: bool = False
    box: bool = False
    pages: int = PAGES
    duplex: str = "short"
    split: bool = False
    language: str = "en"
    unprintable: float = UNPRINTABLE


def framed(spec: KitSpec, theme: Theme) -> KitSpec:
    """Return what is wanted with the board's frame: as wide as was asked for, or as the theme has one."""
    if spec.frame is not None:
        return spec
    return spec._replace(frame=FRAME if theme.ornament.frame != "none" else 0.0)
