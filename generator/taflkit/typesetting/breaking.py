"""Where the lines of a paragraph end: optimum fit (Knuth and Plass, "Breaking paragraphs into lines", 1981)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from taflkit.errors import TaflkitError
from taflkit.typesetting.metrics import Fonts

__all__ = ["SOFT_HYPHEN", "STRETCH", "Breaker", "Piece"]

SOFT_HYPHEN = "\u00ad"
STRETCH, _SHRINK = 0.6, 0.25
"""How far a word space may grow and shrink, in parts of the normal one."""
_EVEN, _LOOSE, _LOOSER = 0.7, 1.0, 3.0
"""How much of that stretch a line may take: at best, as a rule, and where nothing else is left."""
_LINE_COST, _HYPHEN_COST, _TWO_HYPHENS_COST, _LAST_HYPHEN_COST = 10.0, 2500.0, 20000.0, 100_000.0
"""What a line, a hyphen at its end, a second hyphen running, and one before the last line add to the cost that the best
breaks make least."""
_MOST_HYPHENS = 2
"""How many lines running may end in a hyphen."""
_ANY = float("inf")
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
        # what kerns and ligatures add where a piece follows another unbroken, and a hyphen where it is broken off
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
            TaflkitError: a part of a word that may not be broken is wider than the measure.
        """
        for running, loosest in (
            (0, _EVEN),
            *((_MOST_HYPHENS, loose) for loose in (_LOOSE, _LOOSER, _ANY)),
            (99, _ANY),
        ):
            ends = self._fit(running, loosest)
            if ends is not None:
                return ends, loosest <= _LOOSE
        self._refuse_wide_words(hyphens=True)
        raise AssertionError("a paragraph without words that are too wide has lines")

    def ragged(self) -> list[int]:
        """Return the ends of lines that are filled one after the other and broken between words only.

        Raises:
            TaflkitError: a word is wider than the measure.
        """
        self._refuse_wide_words(hyphens=False)
        ends: list[int] = []
        start = 0
        for end in self._ends(hyphens=False):
            line = len(ends) - 1 if ends and ends[-1] > start else len(ends)
            if self._natural(start, end) > self._width(line) and ends and ends[-1] > start:
                start = ends[-1]
                ends.append(end)
            elif ends and ends[-1] > start:
                ends[-1] = end
            else:
                ends.append(end)
        return ends

    def _refuse_wide_words(self, hyphens: bool) -> None:
        """Refuse what no line can hold: a word, or in justified text a part of one that may not be broken."""
        start = 0
        for end in self._ends(hyphens):
            if self._slack(start, end, max(range(len(self.insets)), key=self.insets.__getitem__)) < -1e-9:
                raise TaflkitError(f"'{self._word(start)}' is wider than its column of {self.measure:.0f} mm")
            start = end

    def _word(self, at: int) -> str:
        """Return the whole word that a piece belongs to."""
        ends = [0, *self._ends(hyphens=False)]
        start = max(end for end in ends if end <= at)
        return "".join(piece.text for piece in self.pieces[start : min(end for end in ends if end > at)])

    def _ends(self, hyphens: bool) -> list[int]:
        allowed = ("space", "hyphen") if hyphens else ("space",)
        return [k for k in range(1, len(self.pieces)) if self.pieces[k].before in allowed] + [len(self.pieces)]

    def _width(self, line: int) -> float:
        return self.measure - (self.insets[line] if line < len(self.insets) else 0.0)

    def _natural(self, start: int, end: int) -> float:
        letters = self.letters[end] - self.letters[start] - self.joins[start]
        return letters + (self.spaces[end] - self.spaces[start + 1]) * self.space

    def _slack(self, start: int, end: int, line: int) -> float:
        """How much of the measure a line leaves free at its natural width, with its hyphen if it ends in one."""
        return self._width(line) - self._natural(start, end) - self.hyphens[end]

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
        start = node.at
        room = (self.spaces[end] - self.spaces[start + 1]) * self.space
        # _slack, without the calls: this is done for every two places where a line may begin and end
        letters = self.letters[end] - self.letters[start] - self.joins[start]
        slack = self.measure - self.insets[node.line] - letters - room - self.hyphens[end]
        if slack < -room * _SHRINK - 1e-9:
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
