"""Which pairs of letters the metrics of a face have kerns for, and how near the marks over letters may come to others.

The source fonts kern letters with accents as those without, so that the dots of ä stand in the bar of a T before it.
Such pairs are pushed apart here.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

from taflkit.typesetting.own_faces import outline

__all__ = ["LIGATURES", "SEEN", "SOFT_HYPHEN", "find_kerns"]

HYPHEN, SOFT_HYPHEN = "-", "\u00ad"
"""The same sign; a reader that takes the text out drops the soft one and joins the word."""
LIGATURES = {"ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "ffi": "ﬃ", "ffl": "ﬄ"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = "ÁÉÍÓÚáéíóúÆæÐðÖöÞþ"
SIGNS = "".join(LIGATURES.values()) + "0123456789" + "!\"'()*,-./:;?[]–—‘’“”…"
KERNED = LETTERS + ACCENTED + SIGNS
LANGUAGES = {
    "da": "ÆØÅÉæøåé»«›‹",
    "de": "ÄÖÜäöüß„‚»«›‹",
    "fr": "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ«»‹›",
    "ga": "ÁÉÍÓÚáéíóúḂĊḊḞĠṀṖṠṪḃċḋḟġṁṗṡṫ",
}
"""Letters and signs of languages beside those of all; letters of two languages meet in no word."""
SEEN = 0.022
"""How many em a kern has at the least beside a letter of one of these, a smaller one being seen by nobody."""
CLEAR = 0.02
"""How far an accent stays off other letters at the least, in em."""
PRINTED = "Vö"
"""A pair that stands in kits that are printed, in "Völuspá", and is as the source has it."""
STEP = 0.01
"""How high the strips are in em that outlines are compared in."""
NEAR = 2
"""How many strips up and down a letter's neighbour is looked at."""

Profile = tuple[dict[int, float], dict[int, float]]
"""How far an outline reaches to the left, and to the right, in each strip of its height."""


def pairs_of(widths: Mapping[str, int]) -> Iterator[tuple[str, bool]]:
    """Yield the pairs that may be kerned, each with whether both are letters of every face and language."""
    common = [char for char in KERNED if char in widths]
    done = set()
    for pair in (first + second for first in common for second in common):
        done.add(pair)
        yield pair, True
    for letters in LANGUAGES.values():
        written = [char for char in dict.fromkeys(LETTERS + letters + SIGNS) if char in widths]
        for pair in (first + second for first in written for second in written if _is_written(first, second)):
            if pair not in done:
                done.add(pair)
                yield pair, False


def _is_written(first: str, second: str) -> bool:
    """Whether two letters meet in words that are not all capitals."""
    return not second.isupper() or not first.isalpha()


def find_kerns(
    font: Any, widths: Mapping[str, int], kern_of: Callable[[str], int], redrawn: Collection[str] = ()
) -> dict[str, int]:
    """Return what kerning adds between pairs of characters, in units of the font, where it adds anything.

    Args:
        font: a frozen font.
        widths: the advance of each of its characters.
        kern_of: what the source font's kerning adds between two characters.
        redrawn: letters that are none of the source font's, and stay off others as an accent does.
    """
    em = font["head"].unitsPerEm
    apart = marks_apart(font, redrawn)
    found = {}
    for pair, common in pairs_of(widths):
        kern = kern_of(pair)
        near = CLEAR * em - apart(pair) if pair != PRINTED else -math.inf
        kern = math.ceil(near) if near > kern else kern
        if not common and abs(kern) < SEEN * em:
            continue
        if kern:
            found[pair] = kern
    # HarfBuzz does not show a soft hyphen, so it is not asked
    soft = {pair[0] + SOFT_HYPHEN: kern for pair, kern in found.items() if pair[1] == HYPHEN}
    return found | soft


def marks_apart(font: Any, redrawn: Collection[str] = ()) -> Callable[[str], float]:
    """Return a function that tells how far the accents of two letters are off the other, in units of the font.

    They are so without a kern. A redrawn letter counts as an accent, as a whole. Letters without accents, or with these
    where the other has no outline, are endlessly far apart.
    """
    characters, glyphs = font.getBestCmap(), font.getGlyphSet()
    strip = STEP * font["head"].unitsPerEm

    @cache
    def profile(letter: str) -> Profile:
        return _profile(outline(glyphs, characters[ord(letter)]), strip)

    @cache
    def marks(letter: str) -> set[int]:
        """Return the strips where a letter has another outline than the one without its accent."""
        bare = unicodedata.normalize("NFD", letter)[0]
        if bare in redrawn:
            return {row for side in profile(letter) for row in side}
        if bare == letter:
            return set()
        sides = zip(profile(letter), profile(bare), strict=True)
        return {row for side, without in sides for row in side if abs(side[row] - without.get(row, math.inf)) > 1}

    def apart(pair: str) -> float:
        first, second = pair
        rights, lefts = profile(first)[1], profile(second)[0]
        marked, beside_marked = marks(first), marks(second)
        if not (marked or beside_marked):
            return math.inf
        advance: float = font["hmtx"][characters[ord(first)]][0]
        return min(
            (
                advance + lefts[beside] - right
                for row, right in rights.items()
                for beside in range(row - NEAR, row + NEAR + 1)
                if beside in lefts and (row in marked or beside in beside_marked)
            ),
            default=math.inf,
        )

    return apart


def _profile(lines: Iterator[tuple[tuple[float, float], tuple[float, float]]], strip: float) -> Profile:
    """Return how far an outline reaches in each strip."""
    lefts: dict[int, float] = {}
    rights: dict[int, float] = {}
    for (x0, y0), (x1, y1) in lines:
        low, high = sorted((y0, y1))
        for row in range(int(low // strip), int(high // strip) + 1):
            for y in (max(low, row * strip), min(high, (row + 1) * strip)):
                ends = (x0, x1) if y0 == y1 else (x0 + (x1 - x0) * (y - y0) / (y1 - y0),)
                lefts[row] = min(lefts.get(row, ends[0]), *ends)
                rights[row] = max(rights.get(row, ends[0]), *ends)
    return lefts, rights
