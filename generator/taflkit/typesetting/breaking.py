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

STRETCH = 0.6
"""The most that a word space grows in a justified line, in parts of the normal one."""
SHRINK = 0.2
"""The most that a word space shrinks, in parts of the normal one."""
APART = 0.014
"""The distance in em that letters are set apart where word spaces alone fill no line: less than is seen."""
_TOGETHER = 0.006  # the most in em that letters are set together there
_ROUNDING = 1e-9  # the em that a line may be too full, since sums of lengths are rounded
_CROWDED = 64
"""From this many parts of words a line on, twice as many as texts have, lines are filled one after the other. The best
lines would take time that grows with the square of that number."""
_LONGEST_TIE = 0.6  # the longest words tied to numbers, with these, in parts of the narrowest line
_SHORTEST_END = 1.6  # the shortest last line, in em
_FEWEST_LETTERS = 4  # the fewest letters of a word that is a last line alone
_SCANT = 8  # the fewest letters and digits of a last line, where another way is not much worse

# Ragged lines. A line's own cost is the square of the part of the measure that it leaves empty.
_RAGGED_LONE = 0.35  # the cost of a last line of one word or few letters
_RAGGED_BAD = 4.0  # the cost of a last line that no paragraph may end in
_RAGGED_HYPHEN = 0.1  # the cost of a broken word
_RAGGED_REPEATED = 0.02  # the cost of a word above itself
_HOLE = 0.25  # from this part of the measure on the room at the end of a line is a hole
_WIDE = 0.45  # from this part of its room on one word is enough for the last line
_EVENED = 12  # the most lines that are made even, the last ones; time grows with the square of their number
_EVENED_AT_END = 3  # the most lines that are made even where the last alone is bad

# Justified lines. The first 1.0 of a line's looseness is the stretch of its word spaces, each further one its letters'.
_EVEN = 0.7  # the looseness of the best lines
_LOOSE = 1.0  # the looseness of good lines
_TRACKED = 2.0  # the looseness of lines with their letters set apart
_STRAINED = 5.8  # the looseness of any line at most
_LINE_COST = 10.0  # the cost of a line; the best breaks have the lowest sum
_HYPHEN_COST = 2500.0  # the cost of a hyphen at a line's end
_TWO_HYPHENS_COST = 20000.0  # the cost of a hyphen under another
_LONE_COST = 40_000.0  # the cost of a last line of one word
_SHORT_COST = 8000.0  # the cost of a short last line
_SCANT_COST = 60_000.0  # the cost of a last line of few letters
_REPEATED_COST = 3000.0  # of a line that ends in the same word as the one above it, or begins as the one below it
_SHORT = 0.15  # the length of a last line that is not short, in parts of the measure
_NEVER = float("inf")  # the cost of a line that is not allowed
_MOST_HYPHENS = 2  # the most lines running that may end in a hyphen
_BARE = 0  # the quality of a last line that a paragraph may end in
_FAIR = 1  # of one with more letters
_FULL = 2  # of one that is neither short nor a word alone
_GOOD = ((0, _EVEN, _FULL), (_MOST_HYPHENS, _LOOSE, _FULL), (_MOST_HYPHENS, _LOOSE, _FAIR))
"""The tries for good lines: hyphens running, looseness, and the least quality of the last line."""
_LAST = ((_MOST_HYPHENS, _TRACKED, _FAIR), (_MOST_HYPHENS, _STRAINED, _BARE))  # the tries where there are no good lines


class BreakNode(Struct, frozen=True):
    """A place where a line may end, with the cheapest way there.

    Attributes:
        at: the piece that the next line begins with.
        line: the number of that line; in justified text as long as the lines are of unlike widths.
        hyphens: how many lines running end in a hyphen, this one included.
    """

    at: int
    line: int
    hyphens: int
    cost: float
    parent: BreakNode | None

    def ends(self) -> list[int]:
        """Return the ends of the lines on the way here."""
        ends: list[int] = []
        node = self
        while node.parent is not None:
            ends.append(node.at)
            node = node.parent
        return ends[::-1]


class Breaker:
    """Finds the ends of a paragraph's lines; lengths are in em.

    Args:
        prose: the text.
        size: the em in mm.
        width: the measure in mm.
        insets: by how much the first lines are shorter, in mm.
    """

    def __init__(self, prose: Prose, size: float, width: float, insets: Sequence[float] = ()) -> None:
        self.prose, self.size, self.last = prose, size, len(prose.pieces)
        self.measure, self.insets = width / size, (*[inset / size for inset in insets], 0.0)
        self._narrowest = self.measure - max(self.insets)
        # pieces in one line with those before them; many running are not all tied, since they must go into a line
        self._tied: set[int] = set()
        start = 0
        for at, end in pairwise((*prose.words, self.last)) if prose.tied else ():
            if at in prose.tied and self.natural(start, end) <= _LONGEST_TIE * self._narrowest:
                self._tied.add(at)
            else:
                start = at

    def good(self) -> list[int] | None:
        """Return the ends of good justified lines, without hyphens if that is good, or None if there are none."""
        if self.is_crowded:
            return self.filled(hyphens=True)
        return next(filter(None, starmap(self._fit, _GOOD)), None)

    def tracked(self) -> list[int] | None:
        """Return the ends of justified lines whose letters may be set apart or together, or None if there are none."""
        return next(filter(None, starmap(self._fit, _LAST)), None)

    def ragged(self, *, centred: bool = False, hyphens: bool = False) -> list[int]:
        """Return the ends of as few ragged lines as there can be.

        They are of lengths as even as can be where filled ones would leave a word alone or few letters on the last, or
        a hole in another, or have one word in three lines running at the same end.

        Args:
            centred: whether the last line is to be as long as the others.
            hyphens: whether words may be broken that are too wide, or would leave holes.

        Raises:
            UnfitText: an unbreakable word is wider than the measure.
        """
        filled = self.filled(hyphens and self._wide_word(hyphens=False) is not None)
        if len(filled) == 1 or self.is_crowded:
            return filled
        lines = list(pairwise((0, *filled)))
        repeated = [self.repeats(start, end) for start, end in lines]
        uneven = (
            centred
            or any(map(and_, repeated, repeated[1:]))
            or any(
                self.width(number) - self.natural(start, end) > _HOLE * self.measure
                for number, (start, end) in enumerate(lines[:-1])
            )
        )
        if not (uneven or self._is_lone(filled[-2])):
            return filled
        whole = max(0, len(filled) - (_EVENED if uneven else _EVENED_AT_END))
        begin = BreakNode(filled[whole - 1] if whole else 0, whole, 0, 0.0, None)
        return [*filled[:whole], *self._evened(begin, len(filled), centred, hyphens)]

    def filled(self, hyphens: bool) -> list[int]:
        """Return the ends of lines that are filled one after the other, with words broken if `hyphens`.

        Raises:
            UnfitText: an unbreakable word is wider than the measure.
        """
        wide = self._wide_word(hyphens)
        if wide is not None:
            start, end = next((start, end) for start, end in self._unbroken(hyphens=False) if end > wide)
            word = "".join(self.prose.texts[start:end])
            do = "put soft hyphens (U+00AD) into it, or shorten it" if hyphens else "shorten it"
            column = f"{self.measure * self.size:.0f} mm"
            raise UnfitText(f"'{shown(word)}' is wider than its column of {column}; {do}", word)
        ends: list[int] = []
        begin = 0
        stops, starts = self.prose.stops, self.prose.starts
        most = starts[0] + self.width(0) + _ROUNDING
        for start, end in self._unbroken(hyphens):
            if stops[end] + self._hyphen(end) > most and start > begin:
                ends.append(start)
                begin = start
                most = starts[begin] + self.width(len(ends)) + _ROUNDING
        return [*ends, self.last]

    @property
    def is_crowded(self) -> bool:
        """Whether the pieces are so short that too many of them go into a line."""
        return self.last > _CROWDED * max(1.0, self.natural(0, self.last) / self.measure)

    def width(self, line: int) -> float:
        """Return how wide a line may be."""
        return self.measure - self.insets[min(line, len(self.insets) - 1)]

    def natural(self, start: int, end: int) -> float:
        """Return the width of pieces with word spaces of their normal width."""
        return self.prose.stops[end] - self.prose.starts[start]

    def ends(self, hyphens: bool) -> list[int]:
        """Return the places where a line may end: between words, at hyphens if they are allowed, and at the end.

        None is between a number and its unit, or the word before it.
        """
        ends = self.prose.parts if hyphens else self.prose.words
        return [*[end for end in ends if end not in self._tied], self.last]

    def repeats(self, start: int, end: int) -> bool:
        """Whether a line from a piece to an end ends in the last word of the one above, or begins as the next one."""
        texts = self.prose.texts
        return bool(start and texts[start - 1] == texts[end - 1]) or (end < self.last and texts[start] == texts[end])

    def _unbroken(self, hyphens: bool) -> Iterator[tuple[int, int]]:
        """Yield begin and end of each run of pieces that stay in one line: words, or with hyphens their parts."""
        return pairwise([0, *self.ends(hyphens)])

    def _wide_word(self, hyphens: bool) -> int | None:
        """Return where the first word, or with hyphens the first part of one, begins that no line can hold."""
        most = self._narrowest + _ROUNDING
        wide = (start for start, end in self._unbroken(hyphens) if self.natural(start, end) + self._hyphen(end) > most)
        return next(wide, None)

    def _hyphen(self, end: int) -> float:
        """Return how wide a hyphen is at an end, where a line ends within a word."""
        return self.prose.pieces[end].hyphen if end < self.last else 0.0

    # the last line, from a piece on

    def _is_word_alone(self, start: int) -> bool:
        return self.prose.spaces[-1] == self.prose.spaces[start]

    def _letters_from(self, start: int) -> int:
        return sum(map(str.isalnum, "".join(self.prose.texts[start:])))

    def _is_lone(self, start: int) -> bool:
        """Whether it is a word alone or few letters, such as "a turn.", and not the only line."""
        return start > 0 and (self._is_word_alone(start) or self._letters_from(start) < _SCANT)

    def _ends_badly(self, start: int) -> bool:
        """Whether it is a few letters or begins within a word, as no paragraph may end."""
        if not start:
            return False
        if self.prose.pieces[start].before == "hyphen" or self.natural(start, self.last) < _SHORTEST_END:
            return True
        return self._is_word_alone(start) and self._letters_from(start) < _FEWEST_LETTERS

    def _evened(self, begin: BreakNode, lines: int, centred: bool, hyphens: bool) -> list[int]:
        """Return the ends of the lines from a place on, `lines` with those before it, that have the least cost."""
        ends = [end for end in self.ends(hyphens) if end > begin.at]
        reached = [(0, begin)]
        for number in range(begin.line, lines):
            # the rest must go into the lines that are left
            most = (lines - number - 1) * (self.measure + self.prose.space) + _ROUNDING
            best: dict[int, BreakNode] = {}
            for first, node in reached:
                for nth, end in enumerate(ends[first:], first):
                    cost = self._ragged_cost(node, end, centred, hyphens)
                    if cost is None:
                        break
                    if end < self.last and self.natural(end, self.last) > most:
                        continue
                    total = node.cost + cost
                    if nth not in best or total < best[nth].cost:
                        best[nth] = BreakNode(end, number + 1, 0, total, node)
            reached = [(nth + 1, node) for nth, node in sorted(best.items())]
        return reached[-1][1].ends()

    def _ragged_cost(self, node: BreakNode, end: int, centred: bool, hyphens: bool) -> float | None:
        """Return the cost of a ragged line from a node to an end, None if it is too full."""
        start, room = node.at, self.width(node.line)
        broken = hyphens and end < self.last and self.prose.pieces[end].before == "hyphen"
        wide = self.natural(start, end) + (self._hyphen(end) if broken else 0.0)
        slack = (room - wide) / self.measure
        if slack < -_ROUNDING:
            return None
        cost = slack * slack + (_RAGGED_HYPHEN if broken else 0.0)
        cost += _RAGGED_REPEATED if self.repeats(start, end) else 0.0
        if end < self.last:
            return cost
        if not centred:
            cost -= slack * slack
        if self._ends_badly(start):
            return cost + _RAGGED_BAD
        # beside a picture a word that fills its line enough is judged by that line, not by the measure
        lone = self._is_lone(start) and wide < _WIDE * room
        return cost + (_RAGGED_LONE if lone else 0.0)

    def _fit(self, most_hyphens: int, loosest: float, quality: int) -> list[int] | None:
        """Return the ends that make the sum of the justified lines' costs least, or None if there are none.

        Args:
            most_hyphens: how many lines running may end in a hyphen.
            loosest: how much of their stretch lines may take; more than all of it lets letters go apart and together.
            quality: of the last line at the least.
        """
        ends = self.ends(hyphens=most_hyphens > 0)
        prose = self.prose
        wider, apart = min(loosest, _LOOSE) * STRETCH * prose.space, max(0.0, loosest - _LOOSE) * APART

        def farthest(end: int) -> float:
            """Return the end of the text up to there if all of it is as loose as lines may be."""
            reach: float = prose.stops[end] + wider * prose.spaces[end - 1] + apart * prose.letters[end]
            return reach

        reached: dict[int, dict[tuple[int, int], BreakNode]] = {end: {} for end in ends}
        reached[0] = {(0, 0): BreakNode(0, 0, 0, 0.0, None)}
        for number, begin in enumerate((0, *ends[:-1])):
            if not reached[begin]:
                continue
            before = prose.starts[begin] + wider * prose.spaces[begin] + apart * prose.letters[begin]
            for node in reached[begin].values():
                # shorter lines are too loose, unless they are the last
                far = before + self.measure - self.insets[node.line] - prose.hyphen - _ROUNDING
                for end in ends[min(bisect_left(ends, far, number, key=farthest), len(ends) - 1) :]:
                    last = end == self.last
                    broken = not last and prose.pieces[end].before == "hyphen"
                    cost = self._cost(node, end, broken, last, loosest)
                    if cost is None:  # too full from here on: this start can serve no later end
                        break
                    if last:
                        cost += self._ending_cost(node.at, quality)
                    running = node.hyphens + 1 if broken else 0
                    if cost == _NEVER or running > most_hyphens:
                        continue
                    line = min(node.line + 1, len(self.insets) - 1)
                    total = node.cost + cost + (_REPEATED_COST if self.repeats(node.at, end) else 0.0)
                    best = reached[end]
                    if (line, running) not in best or total < best[line, running].cost:
                        best[line, running] = BreakNode(end, line, running, total, node)
        cheapest = min(reached[self.last].values(), key=lambda node: node.cost, default=None)
        return None if cheapest is None else cheapest.ends()

    def _ending_cost(self, start: int, quality: int) -> float:
        """Return the cost that a justified paragraph's last line has for being short."""
        if not start:
            return 0.0
        if self._ends_badly(start):
            return _NEVER
        if self._letters_from(start) < _SCANT:
            return _SCANT_COST if quality == _BARE else _NEVER
        if self._is_word_alone(start):
            return _LONE_COST if quality < _FULL else _NEVER
        short = self.natural(start, self.last) < _SHORT * self.measure
        return (_SHORT_COST if quality < _FULL else _NEVER) if short else 0.0

    def _cost(self, node: BreakNode, end: int, broken: bool, last: bool, loosest: float) -> float | None:
        """Return the cost of a justified line from a node to an end, None if it is too full."""
        start, prose = node.at, self.prose
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
                if -slack <= less + _ROUNDING:
                    ratio = min(1.0, -slack / less) if less else 0.0
                else:
                    closer = letters * _TOGETHER if loosest > _LOOSE else 0.0
                    if -slack > less + closer + _ROUNDING:
                        return None
                    ratio = 1.0 - (slack + less) / closer
            else:
                more = room * STRETCH
                # word spaces at their widest, and then letters apart
                ratio = slack / more if slack <= more and more else 1.0 + (slack - more) / (letters * APART)
        if ratio > loosest:
            return _NEVER
        cost: float = (_LINE_COST + 100 * ratio**3) ** 2
        if broken:
            cost += _TWO_HYPHENS_COST if node.hyphens else _HYPHEN_COST
        return cost
