"""Paints give each role its own. Parts name roles and never a colour."""

from __future__ import annotations

from msgspec import Struct

from taflkit.errors import TaflkitError

__all__ = ["Colour", "Paint", "Paints", "as_light", "lightness"]

Colour = tuple[float] | tuple[float, float, float]
"""One number is a grey, three are sRGB; 0 is dark and 1 is full light."""


def lightness(colour: Colour) -> float:
    """Return the lightness of the grey that stands for a colour, from 0 for black to 1 for white."""
    if len(colour) == 1:
        return colour[0]
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def as_light(colour: Colour, light: float) -> Colour:
    """Return a colour of the same hue and a lightness from 0 to 1: mixed with white, or with black if it is lighter.

    A grey and white become the grey of that lightness.
    """
    if len(colour) == 1:
        return (round(light, 4),)
    own = lightness(colour)
    if light < own:
        mixed = [part * light / own for part in colour]
    else:
        mixed = [1 - (1 - part) * (1 - light) / max(1 - own, 1e-9) for part in colour]
    red, green, blue = (round(part, 4) for part in mixed)
    return (red, green, blue)


class Paint(Struct, frozen=True, cache_hash=True):
    """The fill and the outline of a shape.

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


class Paints(Struct, frozen=True, eq=False):
    """A set of paints, which a theme has in a mode such as "colour" or "mono".

    It equals itself alone, so that a renderer can store by it the shapes that are painted with it.
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
