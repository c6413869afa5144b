"""What a plan is asked for, and whether it can be asked for at all."""

from __future__ import annotations

import math
from typing import NamedTuple

from taflkit.errors import DoesNotFit, TaflkitError, UnknownName
from taflkit.sheets.lengths import format_length
from taflkit.sheets.paper import Paper

__all__ = ["LEAST_MARGIN", "MARK_BAND", "SECTIONS", "PlanRequest", "check"]

SECTIONS = ("auto", "best", "two", "pinwheel", "whole")
"""What `sections` may be: the planner's choice, the largest cell, or a named cutting."""

LEAST_MARGIN = 5.0
"""Millimetres of a paper's edge that printers do not reach."""

MARK_BAND = 10.0
"""Millimetres from the top and bottom edge that parts leave to the ruler, marks and labels."""


class PlanRequest(NamedTuple):
    """What to lay out, and on what; lengths in mm.

    Attributes:
        paper: the paper.
        size: the board's cells a side.
        counters: the counters' names, in the order in which they are to lie.
        cards: the cards' names.
        card_size: width and height of a card.
        margin: the least distance of a part from the paper's edge.
        gap: the least distance between two parts.
        frame: width of the border round the board.
        counter_ratio: side of a counter's square slot as a part of the cell.
        sections: one of SECTIONS.
        sheets: the most sheets; None: two, or with a cell as many as it takes.
        cell: side of a cell; None: the largest there is.
    """

    paper: Paper
    size: int
    counters: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    card_size: tuple[float, float] = (63.0, 88.0)
    margin: float = 10.0
    gap: float = 2.0
    frame: float = 0.0
    counter_ratio: float = 0.8
    sections: str = "auto"
    sheets: int | None = None
    cell: float | None = None

    @property
    def printable(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in mm of what parts may cover, from the page's top left."""
        top = max(self.margin, MARK_BAND)
        return (self.margin, top, self.paper.width - 2 * self.margin, self.paper.height - 2 * top)


def check(request: PlanRequest, smallest_cell: float) -> None:
    """Refuse what no sheet can hold, whatever the cutting.

    Args:
        request: what is asked for.
        smallest_cell: the smallest cell in mm that can be played on.

    Raises:
        UnknownName: there are no such sections.
        TaflkitError: a length is out of range; the line names its option.
        DoesNotFit: a card or the frame is too large for a sheet.
    """
    if request.sections not in SECTIONS:
        raise UnknownName("--sections", request.sections, SECTIONS)
    _check_lengths(request)
    if request.sheets is not None and request.sheets < 1:
        raise TaflkitError(f"--sheets {request.sheets}: there must be at least 1")
    if request.cell is not None and request.cell < smallest_cell:
        least = format_length(smallest_cell)
        raise TaflkitError(
            f"--cell {format_length(request.cell)}: squares under {least} are unplayable; use {least} or more"
        )
    _check_margin(request)
    _check_sizes(request, smallest_cell)


def _check_lengths(request: PlanRequest) -> None:
    width, height = request.card_size
    above_zero = {
        "the card's width": width,
        "the card's height": height,
        "the counters' part of a cell": request.counter_ratio,
    }
    if request.cell is not None:
        above_zero["--cell"] = request.cell
    for name, value in above_zero.items():
        if not math.isfinite(value) or value <= 0:
            raise TaflkitError(f"{name} must be more than 0, not {value:g}")
    for name, value in {"--margin": request.margin, "--gap": request.gap, "--frame": request.frame}.items():
        if not math.isfinite(value) or value < 0:
            raise TaflkitError(f"{name} must be 0 mm or more, not {value:g}")


def _check_margin(request: PlanRequest) -> None:
    margin, paper = request.margin, request.paper
    if margin < LEAST_MARGIN:
        raise TaflkitError(
            f"--margin {format_length(margin)}: printers do not reach the outer"
            f" {format_length(LEAST_MARGIN)} of the paper; use {format_length(LEAST_MARGIN)} or more"
        )
    if min(request.printable[2:]) <= 0:
        raise TaflkitError(
            f"--margin {format_length(margin)} leaves nothing of {paper.label}, which is"
            f" {paper.width:g} x {paper.height:g} mm; use {format_length(MARK_BAND)}"
        )


def _check_sizes(request: PlanRequest, smallest_cell: float) -> None:
    _, _, width, height = request.printable
    margin = format_length(request.margin)
    have = f"{width:g} x {height:g} mm on a sheet of {request.paper.label} inside --margin {margin}"
    card = request.card_size
    if request.cards and (min(card) > width or max(card) > height):
        raise DoesNotFit("a card", f"{card[0]:g} x {card[1]:g} mm", have)
    # The corner of the board has the frame on two sides, and at least one cell.
    if request.frame + smallest_cell > width:
        raise DoesNotFit(
            f"--frame {format_length(request.frame)}",
            f"{format_length(request.frame + smallest_cell)} of width beside a corner cell",
            f"{have}; the widest frame is {format_length(width - smallest_cell)}",
        )
