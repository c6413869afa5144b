"""Where the lines of ragged text end: filled one after the other, and of even lengths where that would end badly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import and_

from msgspec import Struct

from taflkit.typesetting.measured import ROUNDING, Measured, Node, ends_of

__all__ = ["ragged_ends"]

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
    begin = Node(filled[whole - 1] if whole else 0, whole, 0, 0.0, None)
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


def _evened(rag: _Rag, begin: Node, lines: int) -> list[int]:
    """Return the ends of the lines from a place on that have the least cost, so many with those before it."""
    measured = rag.measured
    ends = [end for end in measured.ends(rag.hyphens) if end > begin.at]
    reached = [(0, begin)]
    for number in range(begin.line, lines):
        # what is left must go into the lines that are left
        most = (lines - number - 1) * (measured.measure + measured.prose.space) + ROUNDING
        best: dict[int, Node] = {}
        for first, node in reached:
            for nth, end in enumerate(ends[first:], first):
                cost = _cost(rag, node, end)
                if cost is None:
                    break
                if end < measured.last and measured.natural(end, measured.last) > most:
                    continue
                total = node.cost + cost
                if nth not in best or total < best[nth].cost:
                    best[nth] = Node(end, number + 1, 0, total, node)
        reached = [(nth + 1, node) for nth, node in sorted(best.items())]
    return ends_of(reached[-1][1])


def _cost(rag: _Rag, node: Node, end: int) -> float | None:
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
