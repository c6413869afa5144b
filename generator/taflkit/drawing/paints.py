"""An ink gives each role its paint. Parts name roles and never a colour."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.errors import TaflkitError

__all__ = ["Colour", "Ink", "Paint"]

Colour = tuple[float] | tuple[float, float, float]
"""One number is a grey, three are sRGB; 0 is dark and 1 is full light."""


class Paint(NamedTuple):
    """How a shape is filled and stroked.

    Attributes:
        fill: None leaves it open.
        stroke: None draws no outline.
        width: the outline's width in mm.
        dash: lengths of dashes and gaps in mm; nothing is a solid line.
        round: rounded line ends and joins.
    """

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False


class Ink(NamedTuple):
    """A named set of paints.

    Attributes:
        name: such as "colour" or "mono".
        paints: the paint of each role, by its name.
    """

    name: str
    paints: dict[str, Paint]

    def paint(self, role: str) -> Paint:
        """Return the paint of a role.

        A role without a paint of its own takes that of its parent: "board.square.attackers" falls back to
        "board.square".

        Raises:
            TaflkitError: neither the role nor a parent of it is in the ink.
        """
        name = role
        while name:
            if name in self.paints:
                return self.paints[name]
            name = name.rpartition(".")[0]
        raise TaflkitError(f"the ink '{self.name}' has no paint for the role '{role}'")
