"""The request for a plan, and the checks that refuse an impossible one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from taflkit.errors import DoesNotFit, TaflkitError, shown
from taflkit.sheets.paper import UNPRINTABLE, Paper

UNITS: dict[str, float] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""Unit -> millimetres. A number without a unit is in millimetres."""
_NUMBER_CHARACTERS = frozenset("0123456789.+-eE")
_MOST_DIGITS = 15
_REMEDY = "write it like 38, 38mm, 3.8cm, 1.5in or 10pt"


def parse_length(text: str) -> float:
    """Return in millimetres a length of a number alone (millimetres), or with mm, cm, in or pt.

    >>> parse_length("3.8cm")
    38.0

    Raises:
        TaflkitError: the unit is unknown, or the number is none or not finite.
    """
    whole = text.strip()
    number = whole.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\"'")
    unit = whole[len(number) :].lower() or "mm"
    number = number.strip()
    # float() reads "1_000" and "٣" too: only the characters of a plain decimal are taken for a number.
    try:
        value = float(number) if _NUMBER_CHARACTERS.issuperset(number) else None
    except ValueError:
        value = None
    if value is None:
        raise TaflkitError(f"'{shown(text)}' is not a length; {_REMEDY}")
    if unit not in UNITS:
        raise TaflkitError(f"'{shown(text)}' has the unknown unit '{shown(unit)}'; use mm, cm, in or pt")
    if not math.isfinite(value):
        raise TaflkitError(f"'{shown(text)}' is not a finite length; {_REMEDY}")
    # 0 and not -0
    return value * UNITS[unit] + 0.0


def parse_number(text: str, example: int = 3) -> int | float:
    """Return a whole number, one of very many digits as a float, which is out of any range; the error has an example.

    Raises:
        TaflkitError: it is no whole number in plain digits.
    """
    whole = text.strip()
    digits = whole[1:] if whole.startswith(("+", "-")) else whole
    if not (digits.isascii() and digits.isdecimal()):
        raise TaflkitError(f"'{shown(text)}' is not a whole number; write it like {example}")
    return int(whole) if len(whole) <= _MOST_DIGITS else float(whole)


def format_length(length: float) -> str:
    """Return a length in millimetres as people read it: at most two decimals, no trailing zeros.

    >>> format_length(38.0)
    '38 mm'
    """
    return f"{round(length, 2) + 0.0:.2f}".rstrip("0").rstrip(".") + " mm"


SECTIONS = ("auto", "best", "two", "pinwheel", "whole")
"""The values of `sections`, the default first: the planner's choice, the largest cell, or a named division."""
JOINS = ("butt", "tabs", "overlap")
"""How sections are joined, the default first: edge to edge, on glue tabs, or overlapping."""
COUNTER_FORMS = ("flat", "two-sided", "fold", "punch")
"""How counters are made, the default first: of one side, with backs, folded over, or punched out."""
KINGS = ("flat", "standee")
"""How the king is made, the default first: a counter like the others, or standing up."""
BOXES = ("none", "parts", "kit")
"""What a kit has a box for, the default first: nothing, its counters and cards, or these with booklet and board."""
THICKNESS = 0.5
"""Millimetres that card is thick, by default."""
SHEETS = 2
"""The component sheets of a kit if the request names neither their number nor a cell; more where squares need them."""
SOUGHT = 20.0
"""The least squares in mm if the number of sheets is not given."""
SOUGHT_LARGE = 18.0
"""The same on boards of more than LARGE squares a side."""
LARGE = 15

MARGIN = 10.0
"""Millimetres at the paper's edge, by default."""
GAP = 2.0
"""Millimetres between parts, by default."""
OVERLAP = 8.0
"""Millimetres that sections overlap, by default."""
BLEED = 3.0
"""The most millimetres that art runs on beyond a cut by default; half the gap where that is less."""
MOST_SHEETS = 99
"""The most component sheets of a kit."""
STANDEE_WIDTH = 0.9
"""Width of a standing king as a part of a counter's diameter."""
STANDEE_FACE = 1.5
"""Height of each of its two faces, which stand head to head, as a part of a counter's diameter."""
STANDEE_FOOT = 0.6
"""Depth of each of its two feet, folded out below the faces, as a part of a counter's diameter."""
_ROUND_BLEED = 0.3  # of the gap: the most that the ground of a counter runs on
_TINY = 1e-9

_MARK_BAND = 10.0  # millimetres from the top and bottom edge that parts leave to the ruler, marks and labels
_BAND_BLEED = 1.0  # millimetres of them that bleed may take; for a wider bleed parts leave as much more


class PlanRequest(NamedTuple):
    """The parts to lay out, the paper, and the choices of the layout; lengths in mm.

    Attributes:
        size: the board's cells a side.
        counter_names: in their order on the sheets.
        margin: the least distance of a part from the paper's edge.
        gap: the least distance between two parts.
        bleed: the art beyond every cut, but not into the white edge; None: half the gap, at most BLEED.
        frame: width of the border round the board.
        counter_ratio: side of a counter's square slot as a part of the cell.
        sections: one of SECTIONS.
        sheets: the most sheets; None: as many as the cell takes, or without one two, and more where cells of `sought`
            need them.
        cell: side of a cell; None: the largest there is.
        join: one of JOINS.
        tab: width of a glue tab.
        overlap: width of the strip that sections share.
        counters: one of COUNTER_FORMS.
        punch: exact diameter of a counter; None: as counter_ratio says.
        king: one of KINGS.
        spares: whether more counters fill the space that is left.
        unprintable: the strip at the paper's edge that marks keep clear; above the usual, parts leave the ruler more
            room.
        board: whether the board's sections are among the parts; without them a cell must be given.
    """

    paper: Paper
    size: int
    counter_names: tuple[str, ...] = ()
    card_names: tuple[str, ...] = ()
    card_size: tuple[float, float] = (63.0, 88.0)
    margin: float = MARGIN
    gap: float = GAP
    bleed: float | None = None
    frame: float = 0.0
    counter_ratio: float = 0.8
    sections: str = SECTIONS[0]
    sheets: int | None = None
    cell: float | None = None
    join: str = JOINS[0]
    tab: float = 8.0
    overlap: float = OVERLAP
    punch: float | None = None
    counters: str = COUNTER_FORMS[0]
    king: str = KINGS[0]
    sets: int = 1
    spares: bool = False
    unprintable: float = UNPRINTABLE
    board: bool = True

    @property
    def bled(self) -> float:
        """Millimetres of art beyond every cut, where the paper's white edge is no nearer."""
        return min(self.gap / 2, BLEED) if self.bleed is None else self.bleed

    @property
    def bled_round(self) -> float:
        """The same beyond the cuts of counters, which it leaves apart: they would look like one part otherwise."""
        return min(self.bled, _ROUND_BLEED * self.gap)

    @property
    def bled_aside(self) -> float:
        """Millimetres of art towards the paper's left and right edge; the ruler's band has room for the rest."""
        return max(0.0, min(self.bled, self.margin - self.unprintable))

    @property
    def grow(self) -> float:
        """Millimetres of a section's print beyond its art on each side that carries a tab or overlap."""
        return {"tabs": self.tab, "overlap": self.overlap}.get(self.join, 0.0)

    @property
    def sought(self) -> float:
        """The side in mm that cells have at least if the request names neither their side nor a number of sheets."""
        return SOUGHT if self.size <= LARGE else SOUGHT_LARGE

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards of all sets."""
        return self._of_all_sets(self.card_names)

    @property
    def standees(self) -> tuple[str, ...]:
        """The names of the standing kings of all sets."""
        return self._of_all_sets(name for name in self.counter_names if self._stands(name))

    @property
    def flat_counters(self) -> tuple[str, ...]:
        """The names of all other counters of all sets, one set after the other."""
        return self._of_all_sets(name for name in self.counter_names if not self._stands(name))

    def _stands(self, name: str) -> bool:
        return self.king == "standee" and name.startswith("king-")

    def _of_all_sets(self, named: Iterable[str]) -> tuple[str, ...]:
        names = list(named)
        return tuple(names + [f"{name}-{number}" for number in range(2, self.sets + 1) for name in names])

    def counter_size(self, cell: float) -> float:
        """Return the diameter in mm of a counter for a cell's side in mm."""
        return self.counter_ratio * cell if self.punch is None else self.punch

    @property
    def printable(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in mm of the area for parts, from the page's top left."""
        band = _MARK_BAND - UNPRINTABLE + self.unprintable + max(0.0, self.bled - _BAND_BLEED)
        top = max(self.margin, band)
        return (self.margin, top, self.paper.width - 2 * self.margin, self.paper.height - 2 * top)


def check(request: PlanRequest, smallest_cell: float) -> None:
    """Refuse parts that no sheet can hold under any division; the smallest cell that can be played on is in mm.

    Raises:
        TaflkitError: a length is missing; the error names the choice.
        DoesNotFit: a card or a counter is too large for a sheet, or a bleed meets that of the next part.
    """
    bleed, card = request.bled, request.card_size
    if 2 * bleed > request.gap + _TINY:
        raise DoesNotFit(
            f"a bleed of {format_length(bleed)}",
            f"a gap of {format_length(2 * bleed)}",
            f"{format_length(request.gap)} between parts; make the gap wider, or the bleed narrower",
            choice="bleed",
        )
    lengths = {"the card's width": card[0], "the card's height": card[1]}
    for name, value in {**lengths, "the counters' part of a cell": request.counter_ratio}.items():
        if not math.isfinite(value) or value <= 0:
            raise TaflkitError(f"{name} must be more than 0, not {value:g}")
    if not request.board and request.cell is None:
        why = "counters without a board need the side of the squares that they are made for"
        raise TaflkitError(why, choice="cell")
    if request.counters == "punch" and request.punch is None:
        why = "counters for a punch need the punch's diameter; give it, such as 25 mm"
        raise TaflkitError(why, choice="punch")
    _, _, width, height = request.printable
    if request.card_names and (min(card) > width or max(card) > height):
        raise DoesNotFit("a card", f"{card[0]:g} x {card[1]:g} mm", room(request))
    # a counter, laid as it lies best, must have room on an empty sheet
    diameter = request.counter_size(request.cell or smallest_cell)
    sizes = {"a counter": (diameter, diameter * (1 + (request.counters == "fold")))} if request.counter_names else {}
    if request.standees:
        sizes["a standing king"] = (STANDEE_WIDTH * diameter, 2 * (STANDEE_FACE + STANDEE_FOOT) * diameter)
    for what, (wide, high) in sizes.items():
        if wide > width or high > height:
            # for both of them, and rounded down: it must do when it is taken
            most = math.floor(100 * diameter * min(min(width / w, height / h) for w, h in sizes.values())) / 100
            raise DoesNotFit(
                what,
                f"{wide:g} x {high:g} mm",
                f"{room(request)}; the widest counter is {format_length(most)}",
                choice="punch" if request.punch is not None else "cell" if request.cell is not None else "",
            )


def check_cell(request: PlanRequest, cell: float) -> None:
    """Refuse counters, tabs and overlaps too large for the cell that was found or given.

    Raises:
        DoesNotFit: a counter is larger than a cell, and not punched out; or a tab or overlap is.
    """
    squares = f"squares of {format_length(cell)}"
    size = request.punch
    if size is not None and request.counter_names and request.counters != "punch" and size > cell + _TINY:
        raise DoesNotFit(
            f"a counter of {format_length(size)}",
            f"squares of {format_length(size)} or more",
            f"{squares}; use {format_length(cell)} or less, or counters for a punch, which may be wider",
            choice="punch",
        )
    if request.board and request.grow > cell + _TINY:
        choice, part = ("tab", "a tab") if request.join == "tabs" else ("overlap", "an overlap")
        raise DoesNotFit(
            f"{part} of {format_length(request.grow)}",
            f"squares of {format_length(request.grow)} or more",
            f"{squares}; use {format_length(cell)} or less",
            choice=choice,
        )


def room(request: PlanRequest) -> str:
    """Return the area for parts on a sheet, in words."""
    _, _, width, height = request.printable
    margin = format_length(request.margin)
    return f"{width:g} x {height:g} mm on a sheet of {request.paper.label} inside a margin of {margin}"
