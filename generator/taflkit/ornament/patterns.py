"""Patterns of breaks that make knots of a plait, and the widths of bands and gaps."""

from __future__ import annotations

from msgspec import Struct

from taflkit.ornament.bands import Weave
from taflkit.ornament.knots import Node

__all__ = ["BOLD", "FINE", "PATTERNS", "PLAIN", "Pattern"]

PLAIN = Weave()
"""Bands for steps of 1 mm and more, as in a frame of four strands from 4.5 mm on: gaps stay above 0.17 mm."""

FINE = Weave(half=0.35, gap=0.25, turn=0.4, rim=0.29)
"""Narrower bands with wider gaps, for steps from 0.71 mm on, as on a card's border 3 mm deep with four strands."""

BOLD = Weave(half=0.31, gap=0.32, turn=0.4, rim=0.33)
"""Bands and gaps as wide as each other, for knots in figures, whose steps are of 0.4 mm and more."""


class Pattern(Struct, frozen=True):
    """A pattern of breaks that comes again and again along a band, the same from both sides.

    Attributes:
        period: how many steps later it begins again, an even number.
        flat, upright: the breaks at nodes (i, j) with 0 <= i < period, for a band four strands deep.
    """

    period: int = 2
    flat: tuple[Node, ...] = ()
    upright: tuple[Node, ...] = ()


PATTERNS = {
    "plait": Pattern(),
    "foundation": Pattern(8, flat=((1, 2), (7, 2))),
    "lozenges": Pattern(6, flat=((3, 2),)),
    "links": Pattern(4, upright=((1, 2),)),
    "knots": Pattern(8, upright=((3, 2), (5, 2))),
    "medallions": Pattern(8, upright=((4, 1), (4, 3))),
}
"""Patterns by name; the plait goes with any number of strands, the others with four."""
