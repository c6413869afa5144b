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
    "DOTS",
    "EXPORTS",
    "FRAME",
    "HELPS",
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
    "WIDE",
    "KitSpec",
    "framed",
    "help_of",
]

WIDE, DOTS = 60.0, 300
"""The width of a figure in mm, and the pixels to the inch of a picture, if nothing else is asked for."""
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


HELPS: Mapping[str, str] = MappingProxyType(
    {
        "game": "The game.",
        "rules": "The ruleset; the game's first by default.",
        "variations": "A variation that the ruleset's source names.",
        "paper": "The paper that the kit is laid out for.",
        "mode": "Colour, or greys for a black and white printer.",
        "theme": "How it looks.",
        "ink": "Light leaves grounds white, and draws ornament in lines.",
        "sections": "How the board is cut: {auto} takes more sections for squares a tenth larger,"
        " {best} takes the largest.",
        "sheets": f"Component sheets at most; {SHEETS}, or as many as squares of {SOUGHT:g} mm"
        f" ({SOUGHT_LARGE:g} beyond {LARGE} a side), or of the side asked for, need.",
        "cell": "The squares' side; the largest by default.",
        "margin": "Kept free.",
        "gap": f"Between parts; by default twice the bleed, and {GAP:g} at least.",
        "bleed": f"How far art runs on beyond every cut; half the gap by default, at most {BLEED:g}.",
        "frame": f"The border round the board; {FRAME:g} if the theme has one, or 0.",
        "parts": "What to print.",
        "join": "How sections meet: edge to edge, on glue tabs, or overlapping.",
        "overlap": "How far sections reach over one another, if they do.",
        "counters": "One-sided, with backs on pages of their own, folded over, or for a punch.",
        "punch": "The counters' exact diameter: 25mm, 1in.",
        "king": "A counter like the others, or a king that stands.",
        "sets": "Sets of counters.",
        "spares": "Fill what space is left with more counters.",
        "cards": "One-sided, or with larger figures on backs on pages of their own.",
        "box": "Add a box on sheets of its own: {parts} for counters and cards; {kit} for the booklet too,"
        " and for the board if it folds.",
        "thickness": "Of the parts as they are made, which the box is as deep for.",
        "pages": "Of the booklet; as few as its words need by default, more have larger print.",
        "duplex": "The edge on which the printer turns the booklet's sheet; {single} for turning it by hand.",
        "split": "Also write instructions, components and booklet as files.",
        "language": "The language of the words.",
        "draft": "What the language lacks stays English, behind a #.",
    }
)
"""What each choice is, by the field of a KitSpec that a person chooses; {names} in it are values of the choice."""


class KitSpec(NamedTuple):
    """The choices of a kit; lengths in mm. The command line's options of the same names explain them.

    Without a frame the board has that of the theme; without pages the booklet has as few as hold its words; without a
    gap there is room for the bleed between parts.
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
    gap: float | None = None
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
    draft: bool = False
    unprintable: float = UNPRINTABLE

    @property
    def apart(self) -> float:
        """The least distance in mm between two parts: the gap, or without one GAP, and twice a bleed that is wide."""
        return max(GAP, 2 * (self.bleed or 0.0)) if self.gap is None else self.gap

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


def help_of(field: str, names: Mapping[str, str] | None = None, helps: Mapping[str, str] = HELPS) -> str:
    """Return what a choice is, in a sentence.

    Args:
        field: one of HELPS.
        names: what values of the choice are called where it is read; those left out, as they are written.
        helps: what the choices are, in a language.
    """
    return helps[field].format_map({value: value for value in CHOICES.get(field, ())} | dict(names or {}))
