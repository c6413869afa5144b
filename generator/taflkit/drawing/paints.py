"""Paints give each role its own. Parts name roles and never a colour."""

from __future__ import annotations

from typing import NamedTuple

from taflkit.errors import TaflkitError

__all__ = ["Colour", "Paint", "Paints", "ink_of", "thinned"]

Colour = tuple[float] | tuple[float, float, float]
"""One number is a grey, three are sRGB; 0 is dark and 1 is full light."""


def ink_of(colour: Colour) -> float:
    """Return how much ink a colour takes, the four inks together: 0 for white, 1 for black, more for a full red."""
    light = max(colour)
    return 1 - light + sum(light - part for part in colour)


def thinned(colour: Colour, ink: float) -> Colour:
    """Return a colour of the same hue that takes so much ink, paler or darker; white becomes a grey.

    Args:
        colour: of any lightness.
        ink: from 0 for white to 1, what black takes.
    """
    whole = ink_of(colour)
    if whole <= 0:
        return (round(1 - ink, 4),)
    parts = [round(max(0.0, 1 - ink / whole * (1 - part)), 4) for part in colour]
    return (parts[0],) if len(parts) == 1 else (parts[0], parts[1], parts[2])


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


class Paints(NamedTuple):
    """A named set of paints, which a theme has in a mode.

    Attributes:
        name: such as "colour" or "mono".
        by_role: the paint of each role, by its name.
    """

    name: str
    by_role: dict[str, Paint]

    def paint(self, role: str) -> Paint:
        """Return the paint of a role.

        A role without a paint of its own takes that of its parent: "board.square.attackers" falls back to
        "board.square".

        Raises:
            TaflkitError: neither the role nor a parent of it is among the paints.
        """
        name = role
        while name:
            if name in self.by_role:
                return self.by_role[name]
            name = name.rpartition(".")[0]
        raise TaflkitError(f"the paints '{self.name}' have none for the role '{role}'")
