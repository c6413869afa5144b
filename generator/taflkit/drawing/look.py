"""A theme: paints, and which ornament and lettering go with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from taflkit.drawing.paints import Paints
from taflkit.drawing.store import Store

__all__ = ["KNOTS", "ORNAMENTS", "Lettering", "Look", "Ornament", "Theme"]

KNOTS = ("plait", "foundation", "lozenges", "links", "knots", "medallions")
"""The patterns of interlace that are as deep as four strands."""
ORNAMENTS = {
    "board": ("squares", "pegs"),
    "frame": ("knot", *KNOTS, "key", "none"),
    "card": ("knot", "key", "line", "none"),
    "page": ("knot", *KNOTS, "key", "line", "none"),
    "divider": ("knot", "plait", "key", "spiral", "rosette", "line", "none"),
    "initial": ("plain", "illuminated"),
}
"""The choices for each field of an Ornament."""


class Ornament(NamedTuple):
    """Which ornament is drawn, where there is room for it; each field is one of ORNAMENTS.

    Attributes:
        board: marked squares, or holes for pegs.
        frame: in the board's border; "knot" is the pattern that suits it.
        card: in the cards' border.
        page: round the booklet's cover, as in the frame.
        divider: between the parts of a text.
        initial: how the first letter of a text is set.
        edged: whether the paints draw bands and devices in lines; this one follows from the paints.
    """

    board: str = "squares"
    frame: str = "none"
    card: str = "line"
    page: str = "line"
    divider: str = "rosette"
    initial: str = "plain"
    edged: bool = False


class Lettering(NamedTuple):
    """The faces of templates/fonts/ that lines are set in.

    Attributes:
        title: of titles of pages and cards.
        heading: of the headings in a text.
    """

    title: str = "display"
    heading: str = "display"


@dataclass(frozen=True, slots=True)
class Look:
    """A theme without its paints, as parts are drawn with it, and the store of the forms that parts share.

    Looks with the same ornament and lettering are equal.

    Attributes:
        ornament: which ornament is drawn.
        fonts: which faces are used.
        store: keeps forms and ornament that are needed again; it is the catalog's own, or a fresh one.
    """

    ornament: Ornament = field(default_factory=Ornament)
    fonts: Lettering = field(default_factory=Lettering)
    store: Store = field(default_factory=Store, compare=False, repr=False)

    def without_frame(self) -> Look:
        """Return the look of a board that has no ornament in its border."""
        return replace(self, ornament=self.ornament._replace(frame="none"))


class Theme(NamedTuple):
    """How a kit looks, in one mode.

    Attributes:
        name: the name of its file without its ending, such as "ballinderry".
        title: for people, such as "Ballinderry".
        paints: of every role.
        ornament: which ornament is drawn.
        fonts: which faces are used.
    """

    name: str
    title: str
    paints: Paints
    ornament: Ornament
    fonts: Lettering

    def look(self, store: Store) -> Look:
        """Return the theme as parts need it."""
        return Look(self.ornament, self.fonts, store)
