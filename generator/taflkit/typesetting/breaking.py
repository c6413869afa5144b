"""Where the lines of a paragraph end: optimum fit (Knuth and Plass, "Breaking paragraphs into lines", 1981)."""

from __future__ import annotations

from bisect import bisect_left
from itertools import starmap

from taflkit.typesetting.measured import ROUNDING, Measured, Node, ends_of

__all__ = ["APART", "SHRINK", "STRETCH", "Breaker"]

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

        reached: dict[int, dict[tuple[int, int], Node]] = {end: {} for end in ends}
        reached[0] = {(0, 0): Node(0, 0, 0, 0.0, None)}
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
                        best[line, running] = Node(end, line, running, total, node)
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

    def _cost(self, node: Node, end: int, broken: bool, last: bool, loosest: float) -> float | None:
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
