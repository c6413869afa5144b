"""The widths of a paragraph's words and their parts, which the breakers of justified and of ragged lines rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from operator import add
from typing import Literal, NamedTuple

from taflkit.drawing.characters import UnfitText
from taflkit.errors import shown

__all__ = ["ROUNDING", "Measured", "Node", "Piece", "ends_of"]

ROUNDING = 1e-9
"""By how many mm a line may be too full, since sums of lengths are rounded."""
_CROWDED = 64
"""From how many parts of words a line on, twice as many as texts have, lines are filled one after the other. The best
lines would take time that grows with the square of that number."""
_DIGIT = re.compile(r"\d")
_UNITS = frozenset(("mm", "cm", "m", "pt", "g", "kg", "dpi", "%", "×"))
_STOPS = ".,;:!?)"
_LONGEST_TIE = 0.6
"""How long words that are tied to numbers are at the most, with these, in parts of the narrowest line."""
_SHORTEST, _FEWEST = 1.6, 4
"""How long a last line is at the least, in em, and of how many letters a word that stands there alone."""
_SCANT = 8
"""Of how many letters and digits a last line is at the least, where another way is not much worse."""


class Piece(NamedTuple):
    """Letters that are not broken: a word, or a part of one; lengths are in em.

    Attributes:
        before: "space" where a word space stands before it, "hyphen" where a word may be broken there, "" where
            another font follows within a word.
        language: of the word, or "" for that of the text.
        width: of the letters alone.
        letters: how many are set, a ligature being one.
        join: the width that kerns and ligatures add where it follows the piece before it unbroken.
        hyphen: the width of a hyphen at the break before it.
    """

    text: str
    font: str
    before: Literal["space", "hyphen", ""]
    language: str
    width: float
    letters: int
    join: float = 0.0
    hyphen: float = 0.0


def _belongs(before: str, after: str) -> bool:
    """Whether a word belongs to the one before it: "800" to "AD", "mm" to "100", "7" and "×" to "×" and "7"."""
    if after[0].isdecimal():
        return before[-1].isalpha() or before == "×"
    return before[-1].isdecimal() and after.rstrip(_STOPS) in _UNITS


class Node(NamedTuple):
    """A place where a line may end, with the cheapest way there.

    Attributes:
        line: which line begins here; in justified text as long as the lines are of unlike widths.
        hyphens: how many lines running end in a hyphen, this one included.
    """

    at: int
    line: int
    hyphens: int
    cost: float
    parent: Node | None


def ends_of(node: Node | None) -> list[int]:
    """Return the ends of the lines on the way to a node."""
    ends: list[int] = []
    while node is not None and node.parent is not None:
        ends.append(node.at)
        node = node.parent
    return ends[::-1]


class Measured:
    """The pieces of a paragraph, and how wide they are; lengths are in em.

    Args:
        pieces: the paragraph.
        space: the normal word space.
        size: the em in mm.
        width: the measure in mm.
        insets: how much shorter the first lines are, in mm.
    """

    def __init__(
        self, pieces: Sequence[Piece], space: float, size: float, width: float, insets: Sequence[float] = ()
    ) -> None:
        self.pieces, self.space, self.size = pieces, space, size
        self.measure, self.insets = width / size, (*(inset / size for inset in insets), 0.0)
        # from the paragraph's begin: where a line ends before each piece, and where one begins that it is the first of
        gaps = [space if piece.before == "space" else piece.join for piece in pieces]
        self.stops = [*accumulate([gap + piece.width for gap, piece in zip(gaps, pieces, strict=True)], initial=0.0)]
        self.starts: list[float] = [*map(add, self.stops, gaps)]
        # how many spaces are before each piece, itself included
        self.spaces = [*accumulate([piece.before == "space" for piece in pieces])]
        self._tied = self._ties()

    @property
    def is_crowded(self) -> bool:
        """Whether the pieces are so short that too many of them go into a line."""
        return len(self.pieces) > _CROWDED * max(1.0, self.natural(0, len(self.pieces)) / self.measure)

    def width(self, line: int) -> float:
        """Return how wide a line may be."""
        return self.measure - (self.insets[line] if line < len(self.insets) else 0.0)

    def natural(self, start: int, end: int) -> float:
        """Return how wide pieces are with word spaces of their normal width."""
        return self.stops[end] - self.starts[start]

    def ends(self, hyphens: bool) -> list[int]:
        """Return the places where a line may end: between words, at hyphens if they are allowed, and at the end.

        None is between a number and its unit, or the word before it.
        """
        return self._ends_at_hyphens if hyphens else self._ends_of_words

    @cached_property
    def _ends_of_words(self) -> list[int]:
        return self._ends(("space",))

    @cached_property
    def _ends_at_hyphens(self) -> list[int]:
        return self._ends(("space", "hyphen"))

    def _ends(self, allowed: Sequence[str]) -> list[int]:
        ends = [k for k, piece in enumerate(self.pieces) if piece.before in allowed and k and k not in self._tied]
        return [*ends, len(self.pieces)]

    def hyphen(self, end: int) -> float:
        """Return how wide a hyphen is at an end, where a line ends within a word."""
        return self.pieces[end].hyphen if end < len(self.pieces) else 0.0

    def _ties(self) -> frozenset[int]:
        """Return the pieces that stand in one line with those before them: numbers, and units behind them.

        Many running are not all tied, since they must go into a line.
        """
        if not _DIGIT.search(" ".join([piece.text for piece in self.pieces])):
            return frozenset()
        longest = _LONGEST_TIE * (self.measure - max(self.insets))
        ties = set()
        words = [k for k, piece in enumerate(self.pieces) if k == 0 or piece.before == "space"]
        start = 0
        for at, end in pairwise((*words, len(self.pieces))):
            if at and _belongs(self.pieces[at - 1].text, self.pieces[at].text) and self.natural(start, end) <= longest:
                ties.add(at)
            else:
                start = at
        return frozenset(ties)

    def filled(self, hyphens: bool) -> list[int]:
        """Return the ends of lines that are filled one after the other.

        Args:
            hyphens: whether words may be broken.

        Raises:
            UnfitText: what may not be broken is wider than the measure.
        """
        self._refuse_wide_words(hyphens)
        ends: list[int] = []
        begin = 0
        most = self.starts[0] + self.width(0) + ROUNDING
        for word, end in self._unbroken(hyphens):
            if self.stops[end] + self.hyphen(end) > most and word > begin:
                ends.append(word)
                begin = word
                most = self.starts[begin] + self.width(len(ends)) + ROUNDING
        return [*ends, len(self.pieces)]

    def has_wide_words(self, hyphens: bool) -> bool:
        """Whether a word, or with hyphens a part of one, is too wide for the narrowest line."""
        return self._wide_word(hyphens) is not None

    def repeats(self, start: int, end: int) -> bool:
        """Whether a line from a piece to an end ends in the word that the one above does, or begins as the next one."""
        pieces = self.pieces
        if start and pieces[start - 1].text == pieces[end - 1].text:
            return True
        return end < len(pieces) and pieces[start].text == pieces[end].text

    def is_alone(self, start: int) -> bool:
        """Whether the last line, from a piece on, is a word alone or a part of one."""
        return self.spaces[-1] == self.spaces[start]

    def ends_badly(self, start: int) -> bool:
        """Whether the last line, from a piece on, is a few letters or begins within a word, as no paragraph may end."""
        if not start:
            return False
        end = len(self.pieces)
        if self.pieces[start].before == "hyphen" or self.natural(start, end) < _SHORTEST:
            return True
        return self.is_alone(start) and self._letters_from(start) < _FEWEST

    def is_scant(self, start: int) -> bool:
        """Whether the last line, from a piece on, has so few letters that another end is looked for: "a turn."."""
        return self._letters_from(start) < _SCANT

    def _letters_from(self, start: int) -> int:
        """Return how many letters and digits there are from a piece on."""
        return sum(char.isalnum() for piece in self.pieces[start:] for char in piece.text)

    def _wide_word(self, hyphens: bool) -> int | None:
        """Return where the first word, or with hyphens the first part of one, begins that no line can hold."""
        narrowest = self.measure - max(self.insets)
        for start, end in self._unbroken(hyphens):
            if self.natural(start, end) + self.hyphen(end) > narrowest + ROUNDING:
                return start
        return None

    def _refuse_wide_words(self, hyphens: bool) -> None:
        """Refuse a word, or in text with hyphens a part of one, that is too wide for the narrowest line."""
        wide = self._wide_word(hyphens)
        if wide is not None:
            word = self._word(wide)
            do = "put soft hyphens (U+00AD) into it, or shorten it" if hyphens else "shorten it"
            column = f"{self.measure * self.size:.0f} mm"
            raise UnfitText(f"'{shown(word)}' is wider than its column of {column}; {do}", word)

    def _word(self, at: int) -> str:
        """Return the whole word that a piece belongs to."""
        start, end = next((start, end) for start, end in self._unbroken(hyphens=False) if end > at)
        return "".join(piece.text for piece in self.pieces[start:end])

    def _unbroken(self, hyphens: bool) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each run of pieces that stay in one line: words, or with hyphens their parts."""
        return pairwise([0, *self.ends(hyphens)])
