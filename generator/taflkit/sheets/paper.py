"""The papers a kit is printed on."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.errors import UnknownName

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
