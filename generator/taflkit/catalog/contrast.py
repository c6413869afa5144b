"""Whether text stands out from its ground, as WCAG 2.1 measures it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from taflkit.drawing.art import NO_ARTWORK, Artwork
from taflkit.drawing.paints import Colour, Paints
from taflkit.errors import TemplateError

__all__ = ["GROUNDS", "LEAST", "contrast", "contrast_problems"]

LEAST = 4.5
"""The contrast that WCAG asks of text at level AA."""
PAPER = (1.0,)
GROUNDS: dict[str, tuple[str, ...]] = {
    "text": ("", "card.ground"),
    "text.title": ("", "card.ground"),
    "text.rubric": ("", "card.ground", "sheet.number"),
    "text.muted": ("", "card.ground"),
    "text.label": ("", "tab.plate"),
    "ruler.label": ("",),
    "figure.badge.digit": ("figure.badge",),
    "figure.coordinate": ("",),
    "initial.letter": ("initial.ground",),
}
"""The roles that text is set in, each with the roles of the grounds that it stands on; "" is the bare paper."""


_ON_COVER = ("text", "text.title")
"""The roles of the words on the booklet's cover."""


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 for equal ones to 21 for black on white (WCAG 2.1, 1.4.3)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def contrast_problems(paints: Paints, file: str, art: Artwork = NO_ARTWORK) -> Iterator[TemplateError]:
    """Yield a problem for every role of text that does not stand out from one of its grounds.

    Args:
        paints: the paints of a mode.
        file: the theme's file, for errors.
        art: a user's own, whose ground of the cover words stand on.
    """
    if art.cover is not None:
        for role, ground in product(_ON_COVER, dict.fromkeys(path.role for path in art.cover.paths)):
            text, below = paints.paint(role).fill, paints.paint(ground or "page.ground").fill
            found = contrast(text or PAPER, below or PAPER)
            if found < LEAST:
                why = f"in {paints.name} the contrast of {role} on it is {found:.2f}:1; text needs {LEAST}:1"
                yield TemplateError(file, "grounds.cover", why)
    for role, grounds in GROUNDS.items():
        text = paints.paint(role).fill
        for ground in grounds:
            below = paints.paint(ground).fill if ground else None
            found = contrast(text or PAPER, below or PAPER)
            if found < LEAST:
                where = ground or "the paper"
                why = f"in {paints.name} its contrast on {where} is {found:.2f}:1; text needs {LEAST}:1"
                yield TemplateError(file, f"roles.{role}.fill", why)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour * 3 if len(colour) == 1 else colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
