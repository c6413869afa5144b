"""The papers a kit is printed on, and which pages of a booklet share a sheet, which way up."""

from __future__ import annotations

import math
from typing import NamedTuple

from taflkit.errors import TaflkitError, UnknownName

UNPRINTABLE = 5.0
"""Millimetres from a paper's edge that printers do not reach: no kit prints there, on any printer."""


class Paper(NamedTuple):
    """A sheet of paper, upright; lengths in mm.

    Attributes:
        name: the name on the command line and in file names, such as "a4".
        label: the name in print, such as "A4".
        folds_to: the label of a booklet page, which is half a sheet, such as "A5".
        leaflet: the name of the paper that the pages to be read are printed on; a large one's is a smaller one.
    """

    name: str
    label: str
    width: float
    height: float
    folds_to: str
    leaflet: str

    @property
    def page_width(self) -> float:
        """Width in mm of a booklet page: half of the sheet laid on its side."""
        return self.height / 2

    @property
    def page_height(self) -> float:
        """Height in mm of a booklet page: the sheet's short side."""
        return self.width


PAPERS: dict[str, Paper] = {
    row.name: row
    for row in (
        Paper("a4", "A4", 210.0, 297.0, folds_to="A5", leaflet="a4"),
        Paper("letter", "Letter", 215.9, 279.4, folds_to="half-letter", leaflet="letter"),
        Paper("a3", "A3", 297.0, 420.0, folds_to="A4", leaflet="a4"),
        Paper("legal", "Legal", 215.9, 355.6, folds_to="half-legal", leaflet="legal"),
        Paper("tabloid", "Tabloid", 279.4, 431.8, folds_to="half-tabloid", leaflet="letter"),
    )
}
"""The papers there are, by name, the default first."""


def paper(name: str) -> Paper:
    """Return the paper of that name.

    Raises:
        UnknownName: there is no such paper.
    """
    try:
        return PAPERS[name]
    except KeyError:
        raise UnknownName("paper", name, tuple(PAPERS), choice="paper") from None


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
