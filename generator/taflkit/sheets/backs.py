"""The back of a sheet: where a part must lie on it to lie exactly behind the part on the front."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from taflkit.errors import UnknownName
from taflkit.sheets.imposition import DUPLEX
from taflkit.sheets.paper import Paper
from taflkit.sheets.planning.placing import Kind, PlacedPart, Sheet, neat

__all__ = ["Back", "backs_of", "mirrored"]


class Back(Struct, frozen=True):
    """The back of a component sheet.

    Attributes:
        sheet: which of the plan's sheets it is the back of, from 0.
        parts: the backs, in places on the back's own page.
    """

    sheet: int
    parts: tuple[PlacedPart, ...]


def mirrored(part: PlacedPart, paper: Paper, duplex: str) -> PlacedPart:
    """Return where a part lies on the back of an upright sheet so that it lies exactly behind its front.

    An upright sheet turned over its short edge, which is its top, swaps top and bottom; turned over its long
    edge, which is its side, it swaps left and right. By hand it is turned over its short edge. A counter's back
    stays upright on its own page; that of a card is upright when the card is turned over sideways.

    Args:
        part: the part on the front.
        paper: the paper.
        duplex: how the sheet is turned over: "short", "long" or "single".

    Raises:
        UnknownName: there is no such way to turn a sheet.
    """
    if duplex not in DUPLEX:
        raise UnknownName("duplex", duplex, DUPLEX, choice="duplex")
    # where the sheet turns about the card's own level axis, the card would be turned over head first
    over = part.kind == "card" and part.over != (part.turned == (duplex == "long"))
    if duplex == "long":
        return replace(part, x=neat(paper.width - part.x - part.width), over=over)
    return replace(part, y=neat(paper.height - part.y - part.height), over=over)


def backs_of(sheets: tuple[Sheet, ...], paper: Paper, duplex: str, kinds: tuple[Kind, ...]) -> tuple[Back, ...]:
    """Return the backs of all parts of some kinds, for each sheet that has any."""
    backs = []
    for number, sheet in enumerate(sheets):
        parts = tuple(mirrored(part, paper, duplex) for part in sheet.parts if part.kind in kinds)
        if parts:
            backs.append(Back(number, parts))
    return tuple(backs)
