"""Interlace as a value: strands that run diagonally, are thrown back by walls, and weave over and under.

A knot lies on a lattice of steps. Its nodes are the points (i, j) with i + j odd; a strand goes from node to
node diagonally. At a node inside, two strands cross, unless a break stands there: then both are thrown back, as
they are by the walls round the knot. Which of two strands is over follows from where they cross, so that over and
under always alternate along a strand, wherever the breaks are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

__all__ = ["Break", "Knot", "Node", "Passage", "is_over", "nodes", "strand_over", "walk_strand", "wall"]

Node = tuple[int, int]


class Break(NamedTuple):
    """Where strands do not cross but turn: a short wall at a node.

    Attributes:
        node: (i, j) with i + j odd, inside the knot.
        upright: whether the wall stands upright; otherwise it lies flat.
    """

    node: Node
    upright: bool


class Knot(Struct, frozen=True):
    """A rectangle or a ring of interlace, in steps; a step is half the way between two parallel strands' turns.

    Attributes:
        width, height: even numbers of steps.
        band: 0 for a full rectangle; otherwise how many steps deep the ring round an empty middle is. A
            rectangle `n` steps high, or a ring so deep, is woven of n strands.
        breaks: the breaks inside.
    """

    width: int
    height: int
    band: int = 0
    breaks: frozenset[Break] = frozenset()


class Passage(Struct, frozen=True):
    """One node that a strand comes through.

    Attributes:
        node: where.
        direction: (dx, dy), the way by which the strand leaves.
        over: whether it crosses over another (True), under it (False), or is thrown back (None).
    """

    node: Node
    direction: Node
    over: bool | None


def nodes(knot: Knot, columns: range | None = None, rows: range | None = None) -> Iterator[Node]:
    """Yield the nodes where strands cross, row by row; those in some columns and rows alone if these are given."""
    band = knot.band
    for j in rows or range(1, knot.height):
        middle = band and band < j < knot.height - band
        for i in columns or range(1, knot.width):
            if (i + j) % 2 and not (middle and band < i < knot.width - band) and wall(knot, (i, j)) is None:
                yield i, j


def wall(knot: Knot, node: Node) -> bool | None:
    """Return whether the wall at a node stands upright (True) or lies flat (False); None where strands cross."""
    i, j = node
    if j in (0, knot.height):
        return False
    if i in (0, knot.width):
        return True
    band = knot.band
    if band and j in (band, knot.height - band) and band < i < knot.width - band:
        return False
    if band and i in (band, knot.width - band) and band < j < knot.height - band:
        return True
    # as plain tuples, which equal breaks and are made much faster
    if (node, True) in knot.breaks:
        return True
    return False if (node, False) in knot.breaks else None


def is_over(node: Node, direction: Node) -> bool:
    """Return whether a strand with this direction passes a crossing over the other strand."""
    return (direction[0] == direction[1]) == (node[0] % 2 == 1)


def walk_strand(knot: Knot, node: Node, direction: Node) -> Iterator[Passage]:
    """Yield the passages after one that leaves a node in a direction, without end."""
    (i, j), (dx, dy) = node, direction
    while True:
        i, j = i + dx, j + dy
        upright = wall(knot, (i, j))
        if upright is None:
            yield Passage((i, j), (dx, dy), is_over((i, j), (dx, dy)))
            continue
        dx, dy = (-dx, dy) if upright else (dx, -dy)
        yield Passage((i, j), (dx, dy), None)


def strand_over(knot: Knot, node: Node) -> frozenset[Node]:
    """Return the crossings that the strand passes over which is over at one, this one too: those of one closed loop."""
    direction = (1, 1) if is_over(node, (1, 1)) else (1, -1)
    found = {node}
    for passage in walk_strand(knot, node, direction):
        if (passage.node, passage.direction) == (node, direction):
            return frozenset(found)
        if passage.over:
            found.add(passage.node)
    raise AssertionError("a strand has no end")
