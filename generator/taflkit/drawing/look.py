"""A theme: an ink, and which ornament and lettering go with it."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.drawing.paints import Ink

__all__ = ["DEFAULT_THEME", "INKS", "KNOTS", "MODES", "ORNAMENTS", "Lettering", "Look", "Ornament", "Theme"]

DEFAULT_THEME = "ballinderry"
MODES = ("colour", "mono")
"""What a kit is printed in, the default first."""
INKS = ("full", "light")
"""How much a kit is printed with, the default first."""
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
"""What each field of an Ornament may be."""


class Ornament(NamedTuple):
    """Which ornament is drawn, where there is room for it; each field is one of ORNAMENTS.

    Attributes:
        board: marked squares, or holes for pegs.
        frame: in the board's border; "knot" is the pattern that suits it.
        card: in the cards' border.
        page: round the booklet's cover, as in the frame.
        divider: between the parts of a text.
        initial: how the first letter of a text is set.
        edged: whether the ink draws bands and devices in lines; this one follows from the paints.
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


class Look(NamedTuple):
    """What parts need to know of a theme: all but its paints."""

    ornament: Ornament = Ornament()
    fonts: Lettering = Lettering()


class Theme(NamedTuple):
    """How a kit looks, in one mode.

    Attributes:
        name: the name of its file without its ending, such as "ballinderry".
        title: for people, such as "Ballinderry".
        ink: the paints.
        ornament: which ornament is drawn.
        fonts: which faces are used.
    """

    name: str
    title: str
    ink: Ink
    ornament: Ornament
    fonts: Lettering

    @property
    def look(self) -> Look:
        """What parts need to know of it."""
        return Look(self.ornament, self.fonts)
