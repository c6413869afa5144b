"""Where the lines of a paragraph end: optimum fit (Knuth and Plass, "Breaking paragraphs into lines", 1981)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText
from taflkit.errors import shown
from taflkit.typesetting.metrics import Fonts

__all__ = ["STRETCH", "Breaker", "Piece"]

STRETCH, _SHRINK = 0.6, 0.25
"""How far a word space may grow and shrink, in parts of the normal one."""
_EVEN, _LOOSE, _LOOSER = 0.7, 1.0, 3.0
"""How much of that stretch a line may take: at best, as a rule, and where nothing else is left."""
_LINE_COST, _HYPHEN_COST, _TWO_HYPHENS_COST, _LAST_HYPHEN_COST = 10.0, 2500.0, 20000.0, 100_000.0
"""The costs of a line, of a hyphen at its end, of a second hyphen running, and of one before the last line; the best
breaks have the lowest sum."""
_ANY = float("inf")
_MOST_HYPHENS = 2
"""How many lines running may end in a hyphen, as long as there is another way."""
_ANY_HYPHENS = 99
"""Stands for as many hyphens running as there are."""
_TRIES = ((0, _EVEN), (_MOST_HYPHENS, _LOOSE), (_MOST_HYPHENS, _LOOSER), (_MOST_HYPHENS, _ANY), (_ANY_HYPHENS, _ANY))
"""How many hyphens running are allowed, and how much of their stretch word spaces may take: from the first try to the
last."""
_CROWDED = 64
"""From how many parts of words a line on, twice as many as texts have, lines are filled one after the other. The best
lines would take time that grows with the square of that number."""
_ROUNDING = 1e-9
"""By how many mm a line may be too full, since sums of lengths are rounded."""
_LONE_WORD = 1000.0
"""How loose a line of one word counts, which cannot be spread: it comes only where all else is too wide."""


class Piece(NamedTuple):
    """Letters that are not broken: a word, or a part of one.

    Attributes:
        before: "space" where a word space stands before it, "hyphen" where a word may be broken there, "" where
            another font follows within a word.
        language: of the word, or "" for that of the text.
    """

    text: str
    font: str
    before: Literal["space", "hyphen", ""]
    language: str = ""


class _Node(NamedTuple):
    """A place where a line may end, with the cheapest way there.

    Attributes:
        line: which line begins here, as long as the lines are of unlike widths.
        hyphens: how many lines running end in a hyphen, this one included.
    """

    at: int
    line: int
    hyphens: int
    cost: float
    parent: _Node | None


class Breaker:
    """Finds the ends of a paragraph's lines.

    Args:
        pieces: the paragraph.
        fonts: the metrics.
        font: the face whose word space the paragraph has.
        size: the em in mm.
        width: the measure in mm.
        insets: how much shorter the first lines are, in mm.
    """

    def __init__(
        self, pieces: Sequence[Piece], fonts: Fonts, font: str, size: float, width: float, insets: Sequence[float] = ()
    ) -> None:
        self.pieces, self.measure, self.insets = pieces, width, (*insets, 0.0)
        self.space = fonts.face(font).widths[" "] * size
        # how wide the letters, and how many the spaces, are before each piece
        self.letters, self.spaces = [0.0], [0]
        # the widths that kerns and ligatures add where a piece follows another unbroken, and a hyphen at a break
        self.joins, self.hyphens = [0.0] * len(pieces), [0.0] * (len(pieces) + 1)
        for number, piece in enumerate(pieces):
            set_word = fonts.face(piece.font).set_word
            letters = set_word(piece.text)[2] * size
            before = pieces[number - 1]
            if number and piece.before != "space" and piece.font == before.font:
                self.joins[number] = fonts.face(piece.font).join(before.text, piece.text) * size
                if piece.before == "hyphen":
                    self.hyphens[number] = fonts.face(piece.font).added(before.text, SOFT_HYPHEN) * size
            self.letters.append(self.letters[-1] + self.joins[number] + letters)
            self.spaces.append(self.spaces[-1] + (piece.before == "space"))

    def justified(self) -> tuple[list[int], bool]:
        """Return the ends of justified lines, without hyphens if that is good, and whether they are good.

        Raises:
            UnfitText: a part of a word that may not be broken is wider than the measure.
        """
        if len(self.pieces) > _CROWDED * max(1.0, self._natural(0, len(self.pieces)) / self.measure):
            self._refuse_wide_words(hyphens=True)
            return self._filled(hyphens=True), True
        for running, loosest in _TRIES:
            ends = self._fit(running, loosest)
            if ends is not None:
                return ends, loosest <= _LOOSE
        self._refuse_wide_words(hyphens=True)
        raise AssertionError("a paragraph without words that are too wide has lines")

    def ragged(self) -> list[int]:
        """Return the ends of lines that are filled one after the other and broken between words only.

        Raises:
            UnfitText: a word is wider than the measure.
        """
        self._refuse_wide_words(hyphens=False)
        return self._filled(hyphens=False)

    def _filled(self, hyphens: bool) -> list[int]:
        """Return the ends of lines that are filled one after the other."""
        ends: list[int] = []
        begin = 0
        for word, end in self._unbroken(hyphens):
            wide = self._natural(begin, end) + (self.hyphens[end] if hyphens else 0.0)
            if wide > self._width(len(ends)) and word > begin:
                ends.append(word)
                begin = word
        return [*ends, len(self.pieces)]

    def _refuse_wide_words(self, hyphens: bool) -> None:
        """Refuse a word, or in text with hyphens a part of one, that is too wide for the narrowest line."""
        narrowest = self.measure - max(self.insets)
        for start, end in self._unbroken(hyphens):
            if self._natural(start, end) + self.hyphens[end] > narrowest + _ROUNDING:
                word = self._word(start)
                do = "put soft hyphens (U+00AD) into it, or shorten it" if hyphens else "shorten it"
                raise UnfitText(f"'{shown(word)}' is wider than its column of {self.measure:.0f} mm; {do}", word)

    def _word(self, at: int) -> str:
        """Return the whole word that a piece belongs to."""
        start, end = next((start, end) for start, end in self._unbroken(hyphens=False) if end > at)
        return "".join(piece.text for piece in self.pieces[start:end])

    def _unbroken(self, hyphens: bool) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each run of pieces that stay in one line: words, or with hyphens their parts."""
        return pairwise([0, *self._ends(hyphens)])

    def _ends(self, hyphens: bool) -> list[int]:
        """Return the places where a line may end: between words, at hyphens if they are allowed, and at the end."""
        allowed = ("space", "hyphen") if hyphens else ("space",)
        return [k for k in range(1, len(self.pieces)) if self.pieces[k].before in allowed] + [len(self.pieces)]

    def _width(self, line: int) -> float:
        """Return how wide a line may be, in mm."""
        return self.measure - (self.insets[line] if line < len(self.insets) else 0.0)

    def _natural(self, start: int, end: int) -> float:
        """Return how wide pieces are with word spaces of their normal width, in mm."""
        letters = self.letters[end] - self.letters[start] - self.joins[start]
        return letters + (self.spaces[end] - self.spaces[start + 1]) * self.space

    def _fit(self, most_hyphens: int, loosest: float) -> list[int] | None:
        """Return the ends that make the sum of the lines' costs least, or None if a line would be too loose.

        Args:
            most_hyphens: how many lines running may end in a hyphen.
            loosest: how much of their stretch word spaces may take.
        """
        active = [_Node(0, 0, 0, 0.0, None)]
        for end in self._ends(hyphens=most_hyphens > 0):
            last = end == len(self.pieces)
            broken = not last and self.pieces[end].before == "hyphen"
            best: dict[tuple[int, int], _Node] = {}
            kept = []
            for node in active:
                cost = self._cost(node, end, broken, last, loosest)
                if cost is None:  # too full from here on: this start can serve no later end
                    continue
                kept.append(node)
                running = node.hyphens + 1 if broken else 0
                if most_hyphens == _ANY_HYPHENS:
                    # the costs ask whether there is one, and what is not counted needs no nodes
                    running = min(running, 1)
                if cost == _ANY or running > most_hyphens:
                    continue
                line = min(node.line + 1, len(self.insets) - 1)
                total = node.cost + cost
                if (line, running) not in best or total < best[line, running].cost:
                    best[line, running] = _Node(end, line, running, total, node)
            active = [*kept, *best.values()]
            if last:
                return _ends_of(min(best.values(), key=lambda node: node.cost)) if best else None
            if not active:
                return None
        return None

    def _cost(self, node: _Node, end: int, broken: bool, last: bool, loosest: float) -> float | None:
        """Return the cost of a line from a node to an end: infinite if it is too loose, None if it is too full."""
        start = node.at
        room = (self.spaces[end] - self.spaces[start + 1]) * self.space
        # _width and _natural without the calls: this is done for every two places where a line may begin and end
        letters = self.letters[end] - self.letters[start] - self.joins[start]
        slack = self.measure - self.insets[node.line] - letters - room - self.hyphens[end]
        if slack < -room * _SHRINK - _ROUNDING:
            return None
        if last and slack >= 0:
            ratio = 0.0
        elif room == 0:
            ratio = _LONE_WORD
        else:
            ratio = slack / (room * STRETCH) if slack > 0 else -slack / (room * _SHRINK)
        if ratio > loosest:
            return _ANY
        cost: float = (_LINE_COST + 100 * ratio**3) ** 2
        if broken:
            cost += _TWO_HYPHENS_COST if node.hyphens else _HYPHEN_COST
        elif last and node.hyphens:
            cost += _LAST_HYPHEN_COST
        return cost


def _ends_of(node: _Node | None) -> list[int]:
    ends: list[int] = []
    while node is not None and node.parent is not None:
        ends.append(node.at)
        node = node.parent
    return ends[::-1]
