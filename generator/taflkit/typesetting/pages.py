"""Where pages end, and in which form each block of a text stands on them: the cheapest way through all of them.

A text is a row of blocks; a form sets one of them, or several together, in a whole number of lines. As lines are found
for a paragraph (Knuth and Plass, "Breaking paragraphs into lines", 1981), so are the forms and page ends found whose
costs have the lowest sum: those of the forms, of pages that end within one, and of white at the foot of pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

__all__ = ["BlockForm", "PageBreak", "PageRoom", "PagedText", "PlacedForm", "arrange"]

_STRETCHED = 0.25
"""The cost of a line of white between forms, where there is room for it."""
_WHITE = 320.0
"""The cost of a page of white at the foot of a page; it grows with the square of the part that is white."""
_RUNNING = 3.0 * _WHITE
"""The same where the text goes on within a section without a gap."""
_ENDING = 240.0
"""The same for pages at whose foot a section ends, as the last one does."""
_BARE = 0.15
"""From this part of a page on white looks like a hole."""
_HOLE = 3000.0
"""The cost of a page of white beyond that, besides."""
_DEARER = 400.0
"""The most by which a way may be dearer than the best to the same block, which may have left more room. Where no such
way leads to the last page, as for a text far too short for its pages, all ways are looked at."""
_HOPELESS = 200.0
"""From this cost on a page ends within a form only where there is no other way."""
_NEAR = 9
"""The most lines above the foot of a page that it may end within a form."""


class PageBreak(Struct, frozen=True):
    """A place where a page may end within a form, below `above` of its lines.

    Attributes:
        cost: where the next page faces it.
        leaf: the cost where the next page is overleaf.
    """

    above: int
    cost: float
    leaf: float


class BlockForm(Struct, frozen=True):
    """A way to set one block of a text, or several.

    Attributes:
        end: the number of the block that follows.
        lines: its height.
        cost: the more, the worse it is than the best there could be.
        content: anything that the caller knows it by.
        blank: lines of white at its top, which are dropped at the top of a page.
        gap: lines of white that may be added above it to fill a page.
        breaks: the places where pages may end within it, from the top.
        section: whether a section begins with it, so that white above it is no hole.
    """

    end: int
    lines: int
    cost: float
    content: Any
    blank: int = 0
    gap: int = 0
    breaks: tuple[PageBreak, ...] = ()
    section: bool = False


class PageRoom(Struct, frozen=True):
    """The room on a page in lines, and whether the next page is overleaf rather than facing it."""

    lines: int
    leaf: bool


class PlacedForm(Struct, frozen=True):
    """A form, or the lines of it from `first` to `last`, with `added` lines of white above it."""

    form: BlockForm
    first: int
    last: int
    added: int = 0

    @property
    def opens(self) -> bool:
        """Whether a section begins with it."""
        return self.form.section and self.first <= self.form.blank


class PagedText(Struct, frozen=True):
    """The parts of each page in order, the lines of white at the foot of each page, and the cost of all."""

    parts: tuple[tuple[PlacedForm, ...], ...]
    white: tuple[int, ...]
    cost: float

    @property
    def forms(self) -> tuple[BlockForm, ...]:
        """The forms that were chosen, in order."""
        return tuple(part.form for parts in self.parts for part in parts if part.last == part.form.lines)


class _PageNode(Struct, frozen=True):
    """The cheapest way to a line of a page where a block begins, behind a form or a page's end.

    Attributes:
        gaps: lines of white that could be added on this page.
        parent: the node where the form begins, or that at the foot of the page before.
        ends: the lines of that form that stand on each of its pages but the last, summed.
    """

    cost: float
    gaps: int
    page: int
    line: int
    parent: _PageNode | None = None
    form: BlockForm | None = None
    ends: tuple[int, ...] = ()


def arrange(blocks: Sequence[Sequence[BlockForm]], pages: Sequence[PageRoom]) -> PagedText | None:
    """Return the best forms and page ends for a text that begins on the first page and ends on the last, if it fits.

    Each block is given as the forms that begin with it.
    """
    last = _PageSearch(blocks, pages, _HOPELESS, _DEARER).run() or _PageSearch(blocks, pages, math.inf, math.inf).run()
    if last is None:
        return None
    parts: list[list[PlacedForm]] = [[] for _ in pages]
    node = last
    while node.parent is not None:
        if node.form is not None:
            top = 0 if node.parent.line else node.form.blank
            places = (top, *node.ends, node.form.lines)
            for number in range(len(places) - 1, 0, -1):
                page = node.parent.page + number - 1
                parts[page].insert(0, PlacedForm(node.form, places[number - 1], places[number]))
        node = node.parent
    spread = [_spread(placed, page.lines) for placed, page in zip(parts, pages, strict=True)]
    return PagedText(tuple(placed for placed, _ in spread), tuple(white for _, white in spread), last.cost)


def _spread(parts: Sequence[PlacedForm], room: int) -> tuple[tuple[PlacedForm, ...], int]:
    """Return the parts of a page with white lines added above them, the widest gaps first, and those that are left."""
    white = room - sum(part.last - part.first for part in parts)
    # nothing is added at the top of a page
    gaps = [part.form.gap if number and not part.first else 0 for number, part in enumerate(parts)]
    added = [0] * len(parts)
    while white > 0 and any(gaps):
        widest = max(gaps)
        for number in range(len(parts) - 1, -1, -1):
            if white and gaps[number] == widest:
                gaps[number] -= 1
                added[number] += 1
                white -= 1
    return tuple(replace(part, added=more) for part, more in zip(parts, added, strict=True)), white


class _PageSearch:
    """The nodes of each block by page and line.

    Args:
        blocks: each as the forms that begin with it.
        pages: the room.
        dearest: the most that a page may cost that ends within a form.
        dearer: the most by which a way may be dearer than the best to the same block.
    """

    def __init__(
        self, blocks: Sequence[Sequence[BlockForm]], pages: Sequence[PageRoom], dearest: float, dearer: float
    ) -> None:
        self.blocks, self.pages, self.dearest, self.dearer = blocks, pages, dearest, dearer
        self.nodes: list[list[dict[int, _PageNode]]] = [[{} for _ in pages] for _ in range(len(blocks) + 1)]
        # the cost of a page of white above each block
        self.weights = [_ENDING if form.section else _WHITE if form.gap else _RUNNING for form, *_ in blocks]
        # the room from each page on, and the least that each block takes with those behind it
        self.room = [sum(page.lines for page in pages[number:]) for number in range(len(pages) + 1)]
        self.least = [0] * (len(blocks) + 1)
        for number in range(len(blocks) - 1, -1, -1):
            self.least[number] = min(self.least[form.end] + form.lines - form.blank for form in blocks[number])

    def run(self) -> _PageNode | None:
        """Return the node behind the last block."""
        if self.least[0] > self.room[0]:
            return None
        self._add(0, 0.0, 0, 0, 0)
        for number, forms in enumerate(self.blocks):
            # the page may end above the block
            for page, there in enumerate(self.nodes[number][:-1]):
                for node in there.values():
                    if node.line:
                        cost = node.cost + self._white(page, node.line, node.gaps, self.weights[number])
                        self._add(number, cost, 0, page + 1, 0, node)
            nodes = [node for there in self.nodes[number] for node in there.values()]
            bar = self.dearer + min((node.cost for node in nodes), default=0.0)
            for node in nodes:
                if node.cost <= bar:
                    self._set(forms, node)
        room = self.pages[-1].lines
        ends = [
            replace(node, cost=node.cost + _ENDING * (max(0, room - node.line - node.gaps) / room) ** 2)
            for node in self.nodes[-1][-1].values()
        ]
        return min(ends, key=lambda node: node.cost, default=None)

    def _white(self, page: int, line: int, gaps: int, weight: float) -> float:
        """Return the cost of a page that ends above a line; the gaps can take some of the white."""
        room = self.pages[page].lines
        taken = min(room - line, gaps)
        white = (room - line - taken) / room
        hole = _HOLE * (white - _BARE) ** 2 if white > _BARE else 0.0
        return _STRETCHED * taken + weight * white**2 + hole

    def _add(
        self,
        number: int,
        cost: float,
        gaps: int,
        page: int,
        line: int,
        parent: _PageNode | None = None,
        form: BlockForm | None = None,
        ends: tuple[int, ...] = (),
    ) -> None:
        """Add a node before a block, unless a cheaper one is there or what follows has no room."""
        if line + self.least[number] > self.room[page]:
            return
        nodes = self.nodes[number][page]
        there = nodes.get(line)
        if there is None or cost < there.cost:
            nodes[line] = _PageNode(cost, gaps, page, line, parent, form, ends)

    def _set(self, forms: Sequence[BlockForm], node: _PageNode) -> None:
        """Set each of the forms of a block at a node."""
        page, line = node.page, node.line
        room, is_last = self.pages[page].lines, page + 1 == len(self.pages)
        for form in forms:
            start, gaps = (line, node.gaps + form.gap) if line else (-form.blank, 0)
            low, cost = start + form.lines, node.cost + form.cost
            if low <= room:
                self._add(form.end, cost, gaps, page, low, node, form)
            elif form.breaks and not is_last and start + form.breaks[0].above <= room:
                for ends, parted in self._parted(form, page, start, gaps):
                    rest = form.lines - ends[-1]
                    self._add(form.end, cost + parted, 0, page + len(ends), rest, node, form, ends)

    def _parted(self, form: BlockForm, page: int, line: int, gaps: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield the ways to part a form that begins at a line: the lines above the ends of its pages, and the cost."""
        lines, leaf = self.pages[page].lines, self.pages[page].leaf
        if page + 1 == len(self.pages):
            return
        lowest, highest = lines - line, max(lines - _NEAR - line, -line + 1, 1)
        for each in reversed(form.breaks):
            above = each.above
            if above > lowest:
                continue
            if above < highest:
                break
            cost = each.leaf if leaf else each.cost
            if cost > self.dearest:
                continue
            cost += self._white(page, line + above, gaps, _RUNNING)
            if form.lines - above <= self.pages[page + 1].lines:
                yield (above,), cost
            else:
                # the rest of it is as high as pages are
                more = next(self._parted(form, page + 1, -above, 0), None)
                if more is not None:
                    yield (above, *more[0]), cost + more[1]
