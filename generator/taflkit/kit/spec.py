"""The choices of a kit: the values of each, and its default.

RANGES has the lengths and numbers, by the field of a KitSpec, and NAMES what each is called in a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE, DEFAULT_THEME, INKS, MODES
from taflkit.sheets.imposition import DUPLEX, PAGE_COUNTS
from taflkit.sheets.paper import PAPERS, UNPRINTABLE
from taflkit.sheets.request import (
    BLEED,
    BOXES,
    COUNTER_FORMS,
    GAP,
    JOINS,
    KINGS,
    LARGE,
    MARGIN,
    NAMES,
    OVERLAP,
    RANGES,
    SECTIONS,
    SHEETS,
    SOUGHT,
    SOUGHT_LARGE,
    THICKNESS,
)

if TYPE_CHECKING:
    from taflkit.drawing.look import Theme

__all__ = [
    "BLEED",
    "CHOICES",
    "DEFAULTS",
    "EXPORTS",
    "FRAME",
    "LARGE",
    "NAMES",
    "PARTS",
    "PICTURES",
    "PRESS_BLEED",
    "RANGES",
    "READER",
    "SHEETS",
    "SOUGHT",
    "SOUGHT_LARGE",
    "KitSpec",
    "framed",
]

PARTS = ("instructions", "board", "counters", "cards", "booklet")
FRAME = 6.0
"""The width in mm of the border round a board, if the theme has one and the spec names no width."""
READER = "reader"
"""The part that is for a screen, and not among all: the booklet's pages in reading order, in a file of its own."""

EXPORTS = ("parts", "cutter", "tts", "print-on-demand")
"""What a kit is exported to: pictures of its parts, a cutting machine, Tabletop Simulator, a printing house."""
PICTURES = ("svg", "png")
"""What the parts are exported as, the default first."""
PRESS_BLEED = 3.0
"""How far in mm art runs on beyond the trim of a page for a printing house, if the spec does not say."""
THICK = 1.0
"""From which thickness in mm on a box's contents are glued to card."""
CARDS = ("one-sided", "two-sided")
"""How cards are made, the default first: with figures if the text leaves room, or with larger ones on their backs."""

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "paper": tuple(PAPERS),
        "mode": MODES,
        "ink": INKS,
        "sections": SECTIONS,
        "parts": (*PARTS, READER),
        "join": JOINS,
        "counters": COUNTER_FORMS,
        "king": KINGS,
        "cards": CARDS,
        "box": BOXES,
        "pages": tuple(map(str, PAGE_COUNTS)),
        "duplex": DUPLEX,
    }
)
"""The values of a choice, by the field of a KitSpec, as they are written; the default first, but all PARTS are one."""


class KitSpec(NamedTuple):
    """The choices of a kit; lengths in mm. The command line's options of the same names explain them.

    Without a frame the board has that of the theme; without pages the booklet has as few as hold its words.
    """

    game: str = DEFAULT_GAME
    rules: str | None = None
    variations: tuple[str, ...] = ()
    paper: str = CHOICES["paper"][0]
    mode: str = MODES[0]
    theme: str = DEFAULT_THEME
    ink: str = INKS[0]
    sections: str = SECTIONS[0]
    sheets: int | None = None
    cell: float | None = None
    margin: float = MARGIN
    gap: float = GAP
    bleed: float | None = None
    frame: float | None = None
    parts: tuple[str, ...] = PARTS
    join: str = JOINS[0]
    overlap: float = OVERLAP
    counters: str = COUNTER_FORMS[0]
    punch: float | None = None
    king: str = KINGS[0]
    sets: int = 1
    spares: bool = False
    cards: str = CARDS[0]
    box: str = BOXES[0]
    thickness: float = THICKNESS
    pages: int | None = None
    duplex: str = DUPLEX[0]
    split: bool = False
    language: str = DEFAULT_LANGUAGE
    unprintable: float = UNPRINTABLE

    @property
    def two_sided(self) -> bool:
        """Whether cards have their figures on their backs."""
        return self.cards == CARDS[1]

    @property
    def boxed(self) -> bool:
        """Whether there is a box."""
        return self.box != BOXES[0]

    @property
    def glued(self) -> bool:
        """Whether the box's contents are thicker than a printer's card, so that they are glued to such."""
        return self.boxed and self.thickness >= THICK

    @property
    def boxed_whole(self) -> bool:
        """Whether the box takes the booklet and the board too."""
        return self.box == BOXES[2]


DEFAULTS = KitSpec()
"""The kit of the default choices."""


def framed(spec: KitSpec, theme: Theme) -> KitSpec:
    """Return a spec with the width of the board's frame: its own, else FRAME or 0 as the theme has a border or none."""
    if spec.frame is not None:
        return spec
    return spec._replace(frame=FRAME if theme.ornament.frame != "none" else 0.0)
