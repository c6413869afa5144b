"""Where the lines of a paragraph end: optimum fit (Knuth and Plass, "Breaking paragraphs into lines", 1981)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise, starmap
from operator import and_

from msgspec import Struct

from taflkit.drawing.characters import UnfitText
from taflkit.errors import shown
from taflkit.typesetting.prose import Prose

__all__ = ["APART", "ROUNDING", "SHRINK", "STRETCH", "BreakNode", "Breaker", "Measured", "ends_of", "ragged_ends"]


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


class BreakNode(Struct, frozen=True):
    """A place where a line may end, with the cheapest way there.

    Attributes:
        line: which line begins here; in justified text as long as the lines are of unlike widths.
        hyphens: how many lines running end in a hyphen, this one included.
    """

    at: int
    line: int
    hyphens: int
    cost: float
    parent: BreakNode | None


def ends_of(node: BreakNode | None) -> list[int]:
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


_LONE, _BAD, _HYPHEN, _REPEATED = 0.35, 4.0, 0.1, 0.02
"""The costs of a last line of one word or few letters, of one that no paragraph may end in, of a broken word, and of a
word above itself. A line's own cost is the square of the part of the measure that it leaves empty."""
_HOLE, _WIDE = 0.25, 0.45
"""From which part of the measure on the room at the end of a line is a hole, and one word enough for the last line."""
_MOST, _FEW = 12, 3
"""How many lines are made even at most, the last ones, and where the last alone is bad; time would grow with the square
of their number."""


class _Rag(Struct, frozen=True):
    """How the lines are to be.

    Attributes:
        measured: the paragraph.
        centred: whether the last line is to be as long as the others.
        hyphens: whether words may be broken.
    """

    measured: Measured
    centred: bool
    hyphens: bool


def ragged_ends(measured: Measured, *, centred: bool = False, hyphens: bool = False) -> list[int]:
    """Return the ends of as few lines as there can be.

    They are of lengths as even as can be where filled ones would leave a word alone or few letters on the last, or a
    hole in another, or have one word in three lines running at the same end.

    Args:
        measured: the paragraph.
        centred: whether the last line is to be as long as the others.
        hyphens: whether words may be broken that are too wide, or would leave holes.

    Raises:
        UnfitText: what may not be broken is wider than the measure.
    """
    filled = measured.filled(hyphens and measured.has_wide_words(hyphens=False))
    if len(filled) == 1 or measured.is_crowded:
        return filled
    uneven = centred or _is_uneven(measured, filled)
    if not (uneven or _is_lone(measured, filled[-2])):
        return filled
    whole = max(0, len(filled) - (_MOST if uneven else _FEW))
    begin = BreakNode(filled[whole - 1] if whole else 0, whole, 0, 0.0, None)
    return [*filled[:whole], *_evened(_Rag(measured, centred, hyphens), begin, len(filled))]


def _is_uneven(measured: Measured, ends: Sequence[int]) -> bool:
    """Whether filled lines have a hole, or words at their ends that repeat in three of them running."""
    lines = list(pairwise((0, *ends)))
    repeated = [measured.repeats(start, end) for start, end in lines]
    return any(map(and_, repeated, repeated[1:])) or any(
        measured.width(number) - measured.natural(start, end) > _HOLE * measured.measure
        for number, (start, end) in enumerate(lines[:-1])
    )


def _is_lone(measured: Measured, start: int) -> bool:
    """Whether the last line, from a piece on, is a word alone or few letters, and not the only line."""
    return start > 0 and (measured.is_alone(start) or measured.is_scant(start))


def _evened(rag: _Rag, begin: BreakNode, lines: int) -> list[int]:
    """Return the ends of the lines from a place on that have the least cost, so many with those before it."""
    measured = rag.measured
    ends = [end for end in measured.ends(rag.hyphens) if end > begin.at]
    reached = [(0, begin)]
    for number in range(begin.line, lines):
        # what is left must go into the lines that are left
        most = (lines - number - 1) * (measured.measure + measured.prose.space) + ROUNDING
        best: dict[int, BreakNode] = {}
        for first, node in reached:
            for nth, end in enumerate(ends[first:], first):
                cost = _cost(rag, node, end)
                if cost is None:
                    break
                if end < measured.last and measured.natural(end, measured.last) > most:
                    continue
                total = node.cost + cost
                if nth not in best or total < best[nth].cost:
                    best[nth] = BreakNode(end, number + 1, 0, total, node)
        reached = [(nth + 1, node) for nth, node in sorted(best.items())]
    return ends_of(reached[-1][1])


def _cost(rag: _Rag, node: BreakNode, end: int) -> float | None:
    """Return the cost of a line from a node to an end, None if it is too full."""
    measured, start = rag.measured, node.at
    room = measured.width(node.line)
    broken = rag.hyphens and end < measured.last and measured.prose.pieces[end].before == "hyphen"
    wide = measured.natural(start, end) + (measured.hyphen(end) if broken else 0.0)
    slack = (room - wide) / measured.measure
    if slack < -ROUNDING:
        return None
    cost = slack * slack + (_HYPHEN if broken else 0.0) + (_REPEATED if measured.repeats(start, end) else 0.0)
    if end < measured.last:
        return cost
    if not rag.centred:
        cost -= slack * slack
    if measured.ends_badly(start):
        return cost + _BAD
    # beside a picture a word that fills its line enough is judged by that line, not by the measure
    lone = _is_lone(measured, start) and wide < _WIDE * room
    return cost + (_LONE if lone else 0.0)


STRETCH, SHRINK = 0.6, 0.25
"""How far a word space may grow and shrink, in parts of the normal one."""
APART, _TOGETHER = 0.014, 0.006
"""How far letters are set apart and together in em, less than is seen, where word spaces alone fill no line."""
_EVEN, _LOOSE, _TRACKED, _STRAINED = 0.7, 1.0, 2.0, 3.6
"""How loose a line may be: at best, as a rule, with its letters apart, and at most. The first 1.0 is the stretch of its
word spaces, each further one that of its letters."""
_LINE_COST, _HYPHEN_COST, _TWO_HYPHENS_COST = 10.0, 2500.0, 20000.0
"""The costs of a line, of a hyphen at its end, and of a second hyphen running; the best breaks have the lowest sum."""
_LONE_COST, _SHORT_COST, _SCANT_COST = 40_000.0, 8000.0, 60_000.0
"""The costs of a last line of one word, of a short one, and of one of few letters."""
_REPEATED_COST = 3000.0
"""The cost of a line that ends in the same word as the one above it, or begins as the one below it."""
_SHORT = 0.15
"""How long a last line is at the least, in parts of the measure, where another does not cost more."""
_ANY = float("inf")
_MOST_HYPHENS = 2
"""How many lines running may end in a hyphen."""
_BARE, _FAIR, _FULL = 0, 1, 2
"""How good the last line is: one that a paragraph may end in, one of more letters, neither short nor a word alone."""
_GOOD = ((0, _EVEN, _FULL), (_MOST_HYPHENS, _LOOSE, _FULL), (_MOST_HYPHENS, _LOOSE, _FAIR))
_LAST = ((_MOST_HYPHENS, _TRACKED, _FAIR), (_MOST_HYPHENS, _STRAINED, _BARE))
"""How many hyphens running are allowed, how loose lines may be, and how good the last one must be: the tries for good
lines, and those where there are none."""


class Breaker(Measured):
    """Finds the ends of a paragraph's justified lines."""

    def good(self) -> list[int] | None:
        """Return the ends of good lines, without hyphens if that is good, or None if there are none."""
        if self.is_crowded:
            return self.filled(hyphens=True)
        return next(filter(None, starmap(self._fit, _GOOD)), None)

    def tracked(self) -> list[int] | None:
        """Return the ends of lines whose letters may be set apart or together, or None if there are none."""
        return next(filter(None, starmap(self._fit, _LAST)), None)

    def _fit(self, most_hyphens: int, loosest: float, ending: int) -> list[int] | None:
        """Return the ends that make the sum of the lines' costs least, or None if there are none.

        Args:
            most_hyphens: how many lines running may end in a hyphen.
            loosest: how much of their stretch lines may take; more than all of it lets letters go apart and together.
            ending: how good the last line must be.
        """
        ends = self.ends(hyphens=most_hyphens > 0)
        prose = self.prose
        wider, apart = min(loosest, _LOOSE) * STRETCH * prose.space, max(0.0, loosest - _LOOSE) * APART

        def farthest(end: int) -> float:
            """Return how far the text reaches at an end if all of it is as loose as lines may be."""
            reach: float = prose.stops[end] + wider * prose.spaces[end - 1] + apart * prose.letters[end]
            return reach

        reached: dict[int, dict[tuple[int, int], BreakNode]] = {end: {} for end in ends}
        reached[0] = {(0, 0): BreakNode(0, 0, 0, 0.0, None)}
        for number, begin in enumerate((0, *ends[:-1])):
            if not reached[begin]:
                continue
            before = prose.starts[begin] + wider * prose.spaces[begin] + apart * prose.letters[begin]
            for node in reached[begin].values():
                # lines that do not reach so far are too loose, unless they are the last
                far = before + self.measure - self.insets[node.line] - prose.hyphen - ROUNDING
                for end in ends[min(bisect_left(ends, far, number, key=farthest), len(ends) - 1) :]:
                    last = end == self.last
                    broken = not last and prose.pieces[end].before == "hyphen"
                    cost = self._cost(node, end, broken, last, loosest)
                    if cost is None:  # too full from here on: this start can serve no later end
                        break
                    if last:
                        cost += self._ending(node.at, ending)
                    running = node.hyphens + 1 if broken else 0
                    if cost == _ANY or running > most_hyphens:
                        continue
                    line = min(node.line + 1, len(self.insets) - 1)
                    total = node.cost + cost + (_REPEATED_COST if self.repeats(node.at, end) else 0.0)
                    best = reached[end]
                    if (line, running) not in best or total < best[line, running].cost:
                        best[line, running] = BreakNode(end, line, running, total, node)
        return ends_of(min(reached[self.last].values(), key=lambda node: node.cost, default=None))

    def _ending(self, start: int, ending: int) -> float:
        """Return the cost that the last line, from a piece on, has for being short: infinite if it may not be so."""
        if not start:
            return 0.0
        if self.ends_badly(start):
            return _ANY
        if self.is_scant(start):
            return _SCANT_COST if ending == _BARE else _ANY
        if self.is_alone(start):
            return _LONE_COST if ending < _FULL else _ANY
        short = self.natural(start, self.last) < _SHORT * self.measure
        return (_SHORT_COST if ending < _FULL else _ANY) if short else 0.0

    def _cost(self, node: BreakNode, end: int, broken: bool, last: bool, loosest: float) -> float | None:
        """Return the cost of a line from a node to an end: infinite if it is not allowed, None if it is too full."""
        start, prose = node.at, self.prose
        # width and natural without the calls: this is done for every two places where a line may begin and end
        slack = self.measure - self.insets[node.line] - (prose.stops[end] - prose.starts[start])
        if broken:
            slack -= prose.pieces[end].hyphen
        if last and slack >= 0:
            ratio = 0.0
        else:
            room = (prose.spaces[end - 1] - prose.spaces[start]) * prose.space
            letters = prose.letters[end] - prose.letters[start]
            if slack < 0:
                less = room * SHRINK
                if -slack <= less + ROUNDING:
                    ratio = min(1.0, -slack / less) if less else 0.0
                else:
                    closer = letters * _TOGETHER if loosest > _LOOSE else 0.0
                    if -slack > less + closer + ROUNDING:
                        return None
                    ratio = 1.0 - (slack + less) / closer
            else:
                more = room * STRETCH
                # word spaces at their widest, and then letters apart
                ratio = slack / more if slack <= more and more else 1.0 + (slack - more) / (letters * APART)
        if ratio > loosest:
            return _ANY
        cost: float = (_LINE_COST + 100 * ratio**3) ** 2
        if broken:
            cost += _TWO_HYPHENS_COST if node.hyphens else _HYPHEN_COST
        return cost
