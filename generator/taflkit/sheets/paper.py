"""The papers a kit is printed on, and which pages of a booklet share a sheet, which way up."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from taflkit.errors import TaflkitError, UnknownName, shown

UNPRINTABLE = 5.0
"""Millimetres from a paper's edge that printers do not reach: no kit prints there, on any printer."""


class Paper(NamedTuple):
    """A sheet of paper, upright: its width is the shorter side, however it was written; lengths in mm.

    Attributes:
        name: the name on the command line and in file names, such as "a4" or "420x594".
        label: the name in print, such as "A4", or "420 x 594 mm" with spaces that do not break.
        leaflet: the name of the paper that the pages to be read are printed on; a large one's is a smaller one.
    """

    name: str
    label: str
    width: float
    height: float
    leaflet: str

    @property
    def page_width(self) -> float:
        """Width in mm of a booklet page: half of the sheet laid on its side."""
        return self.height / 2

    @property
    def page_height(self) -> float:
        """Height in mm of a booklet page: the sheet's short side."""
        return self.width

    @property
    def is_wide(self) -> bool:
        """Whether it is wider than the papers of desks, so that it is chosen for a board in one piece."""
        return self.width > _DESK


PAPERS: dict[str, Paper] = {
    row.name: row
    for row in (
        Paper("a4", "A4", 210.0, 297.0, leaflet="a4"),
        Paper("letter", "Letter", 215.9, 279.4, leaflet="letter"),
        Paper("a3", "A3", 297.0, 420.0, leaflet="a4"),
        Paper("legal", "Legal", 215.9, 355.6, leaflet="legal"),
        Paper("tabloid", "Tabloid", 279.4, 431.8, leaflet="letter"),
    )
}
"""The papers of printers on desks, by name, the default first."""
NAMED: dict[str, Paper] = PAPERS | {
    row.name: row
    for row in (
        # ISO 216
        Paper("a2", "A2", 420.0, 594.0, leaflet="a4"),
        Paper("a1", "A1", 594.0, 841.0, leaflet="a4"),
        Paper("a0", "A0", 841.0, 1189.0, leaflet="a4"),
        Paper("b3", "B3", 353.0, 500.0, leaflet="a4"),
        Paper("b4", "B4", 250.0, 353.0, leaflet="a4"),
        Paper("b5", "B5", 176.0, 250.0, leaflet="a4"),
        # ASME Y14.1: 12 x 18, 18 x 24 and 24 x 36 in
        Paper("arch-b", "Arch B", 304.8, 457.2, leaflet="letter"),
        Paper("arch-c", "Arch C", 457.2, 609.6, leaflet="letter"),
        Paper("arch-d", "Arch D", 609.6, 914.4, leaflet="letter"),
    )
}
"""All papers that have names, those of desks first."""
LEAST_SIDE = 135.0
"""The least side in mm of a paper: the ruler has room on it."""
MOST_WIDTH = 1200.0
"""The greatest shorter side in mm of a paper, that of rolls."""
MOST_HEIGHT = 3000.0
"""The greatest longer side in mm of a paper, that of what is cut off a roll."""
_DESK = 300.0  # mm: the width up to which papers are those of desks
_SIDE = r"([0-9]{1,5}(?:\.[0-9]{1,3})?) ?(mm|cm|in)?"
_SIDE_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}  # mm


def paper(name: str, least: float = LEAST_SIDE) -> Paper:
    """Return the paper of a name, or of two sides with their unit, such as "420x594", "60x90cm" or "18x24in".

    Capitals and which side comes first make no difference. `least` is the least side in mm.

    Raises:
        UnknownName: it is neither.
        TaflkitError: a side is out of range.
    """
    plain = name.strip().lower()
    if plain in NAMED:
        return NAMED[plain]
    sides = re.fullmatch(f"{_SIDE} ?[x\u00d7] ?{_SIDE}", plain)
    units = {unit for unit in (sides[2], sides[4]) if unit} if sides else set()
    if sides is None or len(units) > 1 or (sides[2] and not sides[4]):
        also = "or two sides in one unit, such as 420x594, 60x90cm or 18x24in"
        raise UnknownName("paper", name, tuple(NAMED), choice="paper", also=also)
    unit = units.pop() if units else "mm"
    short, long = sorted((float(sides[1]), float(sides[3])))
    width, height = (round(side * _SIDE_UNITS[unit], 6) for side in (short, long))
    if not (least <= width <= MOST_WIDTH and height <= MOST_HEIGHT):
        ruler = ", for the ruler," if least == LEAST_SIDE else ""
        most = f"{MOST_WIDTH:g} x {MOST_HEIGHT:g} mm"
        why = f"a paper's sides must be {least:g} mm or more{ruler} and at most {most}, not {shown(name)}"
        raise TaflkitError(why, choice="paper")
    named = f"{short:.12g}x{long:.12g}{'' if unit == 'mm' else unit}"
    leaflet = "letter" if unit == "in" else "a4"
    return Paper(named, f"{short:.12g}\u00a0x\u00a0{long:.12g}\u00a0{unit}", width, height, leaflet)


# Which pages of a booklet share a sheet, and which way up they lie: arithmetic on page numbers.

PAGE_COUNTS = (4, 8, 12, 16)
"""The page counts that a folded booklet may have, the least first."""
TEXTS = ("9.5pt", "11pt", "18pt")
"""The sizes of a booklet's text, the default first."""
LARGE_PRINT = TEXTS[-1]
"""The size in which every page of a booklet is a whole sheet."""
PAGES = PAGE_COUNTS[0]
"""The page count of a booklet that is one sheet."""
DUPLEX = ("short", "long", "single")
"""The ways of turning a two-sided sheet, the usual one first.

- short: the printer turns the sheet over its short edge, as one turns a page of a wide book.
- long: the printer turns the sheet over its long edge; the inside is printed on its head and so comes out upright.
- single: print the outside, put the sheet back turned over its short edge by hand, print the inside.
"""


class SheetSide(NamedTuple):
    """One printed side of a sheet that lies on its long side: its page numbers before any turning by half a turn."""

    left_page: int
    right_page: int
    turned: bool


class PlacedPage(NamedTuple):
    """Where a booklet page, numbered from 1, lies on a sheet on its long side, and whether it stands on its head.

    Lengths are mm from the sheet's top left: of the half that the page fills, but for creep.
    """

    number: int
    x: float
    y: float
    width: float
    height: float
    turned: bool

    @property
    def transform(self) -> tuple[float, float, float, float, float, float]:
        """The matrix from the page's coordinates to the sheet's: x' = a x + c y + e, y' = b x + d y + f."""
        if self.turned:
            return (-1.0, 0.0, 0.0, -1.0, self.x + self.width, self.y + self.height)
        return (1.0, 0.0, 0.0, 1.0, self.x, self.y)


def impose(pages: int = PAGES, duplex: str = DUPLEX[0]) -> tuple[SheetSide, ...]:
    """Print the sheets on both sides, stack them, fold once along the middle.

    Each sheet lies on its long side. Its outside comes first, with the last page left and the first page
    right; its inside follows, with the second page left. Lay the sheet before you with the outside down and
    fold its left half over onto the right half: the first page is in front. Of several sheets, the first
    goes outermost.

    Returns:
        the sides in the order of printing: outside and inside of the outermost sheet, then of the next.

    Raises:
        TaflkitError: the number of pages is no multiple of four.
        UnknownName: there is no such way to turn a sheet.
    """
    if duplex not in DUPLEX:
        raise UnknownName("duplex", duplex, DUPLEX, choice="duplex")
    if pages < 4 or pages % 4:
        full = max(4, -(-pages // 4) * 4)
        raise TaflkitError(f"a booklet of {pages} pages cannot be folded; make it {full} pages", choice="pages")
    sides: list[SheetSide] = []
    for first in range(1, pages // 2, 2):
        last = pages + 1 - first
        sides += (SheetSide(last, first, False), SheetSide(first + 1, last - 1, duplex == "long"))
    return tuple(sides)


def creep(sheet_number: int, thickness: float = 0.1) -> float:
    """Return the distance in mm that pages of the sheet, 0 for the outermost, shift towards the spine.

    A sheet inside others is pushed out at the fold by the thickness in mm of each of them, and loses as much at its
    outer edges when the booklet is trimmed.

    Raises:
        TaflkitError: the thickness is below zero.
    """
    if not math.isfinite(thickness) or thickness < 0:
        raise TaflkitError(f"the paper's thickness must be 0 mm or more, not {thickness:g}")
    return sheet_number * thickness


def place(side: SheetSide, paper: Paper, shift: float = 0.0) -> tuple[PlacedPage, PlacedPage]:
    """Return where a side's two pages lie on paper laid on its long side, with a shift in mm as `creep` says.

    The left one's is first, as they are before any turning.
    """
    width, height = paper.page_width, paper.page_height
    # Half a turn of the sheet swaps its halves.
    first, second = (width - shift, shift) if side.turned else (shift, width - shift)
    return (
        PlacedPage(side.left_page, first, 0.0, width, height, side.turned),
        PlacedPage(side.right_page, second, 0.0, width, height, side.turned),
    )
