"""A game's own face: which devices its pieces bear, and which ornament is chosen for it within a theme."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["BOARDS", "DEVICES", "FACES", "KNOTS", "ROUNDELS", "SQUARE_KNOTS", "Face"]

KNOTS = ("plait", "foundation", "lozenges", "links", "knots", "medallions")
"""The patterns of interlace that are as deep as four strands."""
SQUARE_KNOTS = ("ringed", "cross", "looped", "quartered")
"""The knots that fill a square."""
ROUNDELS = ("triskele", "whirl", "hexafoil", "cross")
"""What is carved into a round field."""
DEVICES = (
    *("raven", "knot", "head"),
    *("longship", "anchor", "ship"),
    *("cap", "swords", "crowns"),
    *("wolf", "shield", "helmet"),
    *("spears", "harp", "dragon"),
    *("boar", "thistle", "torc"),
    *("magpie", "clover", "hat"),
    *("eagle", "cross", "book"),
)
"""The devices of pieces, those of a set side by side: for attackers, defenders and king, but any piece may bear any."""
BOARDS = ("inlay", "carved", "panels")
"""How the squares of a wooden board are made: inlaid with lines, with carved grooves, or with a panel in each."""
_COVERS = ("plain", "king", "pieces")
FACES = {
    **dict.fromkeys(("attacker", "defender", "king"), DEVICES),
    **dict.fromkeys(("frame", "page"), KNOTS),
    "throne": ROUNDELS,
    **dict.fromkeys(("corner", "initial"), SQUARE_KNOTS),
    "cover": _COVERS,
    "board": BOARDS,
}
"""The choices for each field of a Face."""


class Face(Struct, frozen=True):
    """A game's own face; each field is one of FACES. A theme says how it is painted, and where there is ornament.

    Attributes:
        attacker, defender, king: the devices of the pieces.
        frame: the knot of the board's border, where the theme has one that suits the game.
        page: the knot round the booklet's cover, in the same way.
        throne: what is carved into the throne.
        corner: the knot in the corners.
        initial: the knot behind an illuminated letter.
        cover: what stands over the title: nothing, the king, or a piece of each kind.
        board: how the squares are made, where the theme has a board of wood.
    """

    attacker: str = "raven"
    defender: str = "knot"
    king: str = "head"
    frame: str = "knots"
    page: str = "foundation"
    throne: str = "triskele"
    corner: str = "quartered"
    initial: str = "ringed"
    cover: str = "king"
    board: str = "inlay"
