"""The widths of a paragraph's words and their parts, which the breakers of justified and of ragged lines rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from taflkit.drawing.characters import UnfitText
from taflkit.errors import shown
from taflkit.typesetting.prose import Prose

__all__ = ["ROUNDING", "Measured", "Node", "ends_of"]

ROUNDING = 1e-9
"""By how many em a line may be too full, since sums of lengths are rounded."""
_CROWDED = 64
"""From how many parts of words a line on, twice as many as texts have, lines are filled one after the other. The best
lines would take time that grows with the square of that number."""
_LONGEST_TIE = 0.6
"""How long words that are tied to numbers are at the most, with these, in parts of the narrowest line."""
_SHORTEST, _FEWEST = 1.6, 4
"""How long a last line is at the least, in em, and of how many letters a word that stands there alone."""
_SCANT = 8
"""Of how many letters and digits a last line is at the least, where another way is not much worse."""


class Node(Struct, frozen=True):
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
    """A text in a measure; lengths are in em.

    Args:
        prose: the text.
        size: the em in mm.
        width: the measure in mm.
        insets: how much shorter the first lines are, in mm.
    """

    def __init__(self, prose: Prose, size: float, width: float, insets: Sequence[float] = ()) -> None:
        self.prose, self.size, self.last = prose, size, len(prose.pieces)
        self.measure, self.insets = width / size, (*[inset / size for inset in insets], 0.0)
        self._tied = self._ties() if prose.tied else frozenset()

    @property
    def is_crowded(self) -> bool:
        """Whether the pieces are so short that too many of them go into a line."""
        return self.last > _CROWDED * max(1.0, self.natural(0, self.last) / self.measure)

    def width(self, line: int) -> float:
        """Return how wide a line may be."""
        return self.measure - (self.insets[line] if line < len(self.insets) else 0.0)

    def natural(self, start: int, end: int) -> float:
        """Return how wide pieces are with word spaces of their normal width."""
        return self.prose.stops[end] - self.prose.starts[start]

    def ends(self, hyphens: bool) -> list[int]:
        """Return the places where a line may end: between words, at hyphens if they are allowed, and at the end.

        None is between a number and its unit, or the word before it.
        """
        ends = self.prose.ends(hyphens)
        return [*([k for k in ends if k not in self._tied] if self._tied else ends), self.last]

    def hyphen(self, end: int) -> float:
        """Return how wide a hyphen is at an end, where a line ends within a word."""
        return self.prose.pieces[end].hyphen if end < self.last else 0.0

    def _ties(self) -> frozenset[int]:
        """Return the pieces that stand in one line with those before them.

        Many running are not all tied, since they must go into a line.
        """
        longest = _LONGEST_TIE * (self.measure - max(self.insets))
        ties = set()
        start = 0
        for at, end in pairwise((*self.prose.words, self.last)):
            if at in self.prose.tied and self.natural(start, end) <= longest:
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
        stops, starts = self.prose.stops, self.prose.starts
        most = starts[0] + self.width(0) + ROUNDING
        for word, end in self._unbroken(hyphens):
            if stops[end] + self.hyphen(end) > most and word > begin:
                ends.append(word)
                begin = word
                most = starts[begin] + self.width(len(ends)) + ROUNDING
        return [*ends, self.last]

    def has_wide_words(self, hyphens: bool) -> bool:
        """Whether a word, or with hyphens a part of one, is too wide for the narrowest line."""
        return self._wide_word(hyphens) is not None

    def repeats(self, start: int, end: int) -> bool:
        """Whether a line from a piece to an end ends in the word that the one above does, or begins as the next one."""
        texts = self.prose.texts
        return bool(start and texts[start - 1] == texts[end - 1]) or (end < self.last and texts[start] == texts[end])

    def is_alone(self, start: int) -> bool:
        """Whether the last line, from a piece on, is a word alone or a part of one."""
        return self.prose.spaces[-1] == self.prose.spaces[start]

    def ends_badly(self, start: int) -> bool:
        """Whether the last line, from a piece on, is a few letters or begins within a word, as no paragraph may end."""
        if not start:
            return False
        if self.prose.pieces[start].before == "hyphen" or self.natural(start, self.last) < _SHORTEST:
            return True
        return self.is_alone(start) and self._letters_from(start) < _FEWEST

    def is_scant(self, start: int) -> bool:
        """Whether the last line, from a piece on, has so few letters that another end is looked for: "a turn."."""
        return self._letters_from(start) < _SCANT

    def _letters_from(self, start: int) -> int:
        """Return how many letters and digits there are from a piece on."""
        return sum(map(str.isalnum, "".join(self.prose.texts[start:])))

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
        return "".join(self.prose.texts[start:end])

    def _unbroken(self, hyphens: bool) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each run of pieces that stay in one line: words, or with hyphens their parts."""
        return pairwise([0, *self.ends(hyphens)])
