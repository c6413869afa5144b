"""The strands of a knot, followed from crossing to crossing until they close."""

from __future__ import annotations

from taflkit.ornament.bands import Crossing, Knot, Node, is_over, nodes, walk_strand


def strands(knot: Knot) -> tuple[tuple[Crossing, ...], ...]:
    """Return every strand with a crossing as a closed sequence of passages.

    Each crossing is passed twice in all, once over and once under, by one strand or by two. Breaks may also leave
    loops that cross nothing; those are neither drawn nor found here.
    """
    found = []
    seen: set[tuple[Node, bool]] = set()
    for node in nodes(knot):
        for direction in ((1, 1), (1, -1)):
            start = Crossing(node, direction, is_over(node, direction))
            if (node, is_over(node, direction)) in seen:
                continue
            strand = [start]
            for passage in walk_strand(knot, node, direction):
                if passage == start:
                    break
                strand.append(passage)
            seen.update((passage.node, passage.over) for passage in strand if passage.over is not None)
            found.append(tuple(strand))
    return tuple(found)
