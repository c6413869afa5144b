"""The ways to cut a board into sections along the borders of its cells.

Most are made of bands: the board is cut across from edge to edge, and each band is cut down into pieces. That
gives the whole board, two sections, column strips, grids and all between them; the pinwheel alone has no bands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec import Struct

from taflkit.sums import total

Edge = Literal["upper", "right", "lower", "left"]
"""A side of an upright section."""
Growth = tuple[float, float, float, float]
"""The width of a section's print beyond its art: left, top, right, bottom."""


class Seam(Struct, frozen=True):
    """Where two sections meet; lengths in mm, sections upright.

    A seam runs right or down from its start, which is measured from the top left corner of either section's art.

    Attributes:
        first: the section that carries the tab or the overlap, if there is any: the one with the earlier letter, or the
            later one where the plan says so.
        second: the section that is glued onto the tab, or over the overlap.
        side: the side of the first that meets the second.
        x: the seam's start on the first section, like y.
        second_x: the seam's start on the second section, like second_y.
        length: through the frame included.
    """

    first: str
    second: str
    side: Edge
    x: float
    y: float
    second_x: float
    second_y: float
    length: float

    @property
    def pair(self) -> str:
        """The letters that meet, the earlier first, as they are written at the seam."""
        # AA comes behind Z
        earlier, later = sorted((self.first, self.second), key=lambda name: (len(name), name))
        return f"{earlier} – {later}"

    @property
    def upright(self) -> bool:
        """Whether it runs down, and not across."""
        return self.side in ("left", "right")

    def strip(self, depth: float) -> tuple[float, float, float, float]:
        """Return x, y, width and height of a tab or overlap that deep, from the first section's art's corner."""
        if self.upright:
            return (self.x - (depth if self.side == "left" else 0.0), self.y, depth, self.length)
        return (self.x, self.y - (depth if self.side == "upper" else 0.0), self.length, depth)


def seams_of(sections: tuple[Section, ...], measures: Measures, *, later: bool = False) -> tuple[Seam, ...]:
    """Return all seams between sections in reading order, by the letters that meet.

    `later` says whether the later of two letters carries the tab or overlap.
    """
    seams = []
    for carrier, over, side in _meetings(sections, later):
        place, other = measures.place(carrier), measures.place(over)
        left, top = max(place.left, other.left), max(place.top, other.top)
        right = min(place.left + place.width, other.left + other.width)
        bottom = min(place.top + place.height, other.top + other.height)
        length = bottom - top if side in ("left", "right") else right - left
        starts = (left - place.left, top - place.top, left - other.left, top - other.top)
        x, y, second_x, second_y = (round(value, 6) for value in starts)
        seams.append(Seam(carrier.name, over.name, side, x, y, second_x, second_y, round(length, 6)))
    return tuple(seams)


def edge_growth(sections: tuple[Section, ...], by: float, *, later: bool = False) -> dict[str, Growth]:
    """Return by name the growth of each section in reading order if it carries a tab or overlap of a depth.

    `later` says whether the later of two letters carries it.
    """
    carried: dict[str, set[Edge]] = {section.name: set() for section in sections}
    for carrier, _, side in _meetings(sections, later):
        carried[carrier.name].add(side)
    return {
        name: (by * ("left" in sides), by * ("upper" in sides), by * ("right" in sides), by * ("lower" in sides))
        for name, sides in carried.items()
    }


def _meetings(sections: tuple[Section, ...], later: bool) -> Iterator[tuple[Section, Section, Edge]]:
    """Yield the pairs of sections that meet, the one that carries a tab or overlap first, and the side of this one."""
    for one, other in combinations(sections, 2):
        carrier, over = (other, one) if later else (one, other)
        files = min(one.file + one.files, other.file + other.files) - max(one.file, other.file)
        ranks = min(one.rank + one.ranks, other.rank + other.ranks) - max(one.rank, other.rank)
        if ranks > 0 and files == 0:
            yield carrier, over, "right" if carrier.file < over.file else "left"
        elif files > 0 and ranks == 0:
            yield carrier, over, "lower" if carrier.rank > over.rank else "upper"


Cells = tuple[int, int, int, int]
"""(file, rank, files, ranks) of a block of cells: its bottom left cell, and its width and height."""
Band = tuple[int, tuple[int, ...]]
"""A band of the board: its ranks, and the files of each of its pieces, left to right."""


class Section(Struct, frozen=True):
    """A rectangle of whole cells that is printed in one piece.

    Attributes:
        name: "A", "B", ... in reading order of the board as drawn: top rank first, left to right.
        file: the leftmost file, from 0.
        rank: the lowest rank, from 0.
        files: its width.
        ranks: its height.
    """

    name: str
    file: int
    rank: int
    files: int
    ranks: int


class SectionPlace(NamedTuple):
    """Where a section lies on the whole board with its frame; lengths in mm from the board's top left corner."""

    left: float
    top: float
    width: float
    height: float


class Measures(Struct, frozen=True):
    """A board's cells a side, a cell's side and the border's width, and so where its sections lie; lengths in mm."""

    size: int
    cell: float
    frame: float = 0.0

    @property
    def side(self) -> float:
        """Side of the board with its frame."""
        return self.size * self.cell + 2 * self.frame

    def scaled(self, factor: float) -> Measures:
        """Return the measures of a picture of the board."""
        return Measures(self.size, self.cell * factor, self.frame * factor)

    def place(self, section: Section) -> SectionPlace:
        """Return where a section lies: the frame belongs to the sections that touch the board's edge."""
        left, right = self._line(section.file), self._line(section.file + section.files)
        top, low = self._line(self.size - section.rank - section.ranks), self._line(self.size - section.rank)
        return SectionPlace(left, top, right - left, low - top)

    def framed_sides(self, section: Section) -> tuple[int, int]:
        """Return how often the frame adds to a section's width and to its height: 0, 1 or 2 times each."""
        across = (section.file == 0) + (section.file + section.files == self.size)
        down = (section.rank == 0) + (section.rank + section.ranks == self.size)
        return across, down

    def seam_length(self, sections: tuple[Section, ...]) -> float:
        """Return the length of all cuts between sections, through the frame included."""
        outlines = total(place.width + place.height for place in map(self.place, sections))
        # Every seam is on the outline of two sections, the board's edge on that of one.
        return outlines - 2 * self.side

    def _line(self, number: int) -> float:
        """Return the distance of a cut after a number of cells from the board's left or top edge."""
        if number == 0:
            return 0.0
        inside = self.frame + number * self.cell
        return inside + self.frame if number == self.size else inside


def grid(size: int, across: int, down: int) -> tuple[Band, ...]:
    """Return the bands of a grid of sections across and down, as even as whole cells allow."""
    widths = _evenly(size, across)
    return tuple((ranks, widths) for ranks in _evenly(size, down))


def bands(size: int, rows: tuple[Band, ...]) -> tuple[Section, ...]:
    """Return the board cut into bands and these into pieces, the top band first.

    Raises:
        ValueError: the bands or a band's pieces do not add up to the board.
    """
    blocks: list[Cells] = []
    rank = size
    for ranks, widths in rows:
        if sum(widths) != size or min(widths) < 1 or ranks < 1:
            raise ValueError(f"the band {ranks} x {widths} does not cover {size} files")
        rank -= ranks
        file = 0
        for files in widths:
            blocks.append((file, rank, files, ranks))
            file += files
    if rank != 0:
        raise ValueError(f"the bands {rows} do not cover {size} ranks")
    return _named(blocks)


def pinwheel_widths(size: int) -> range:
    """Return the widths of strips, in cells, that leave the centre more than half the board's side."""
    return range(1, (size + 3) // 4)


def pinwheel(size: int, width: int = 1) -> tuple[Section, ...]:
    """Return four strips, `width` cells wide, running round a square centre.

    Raises:
        ValueError: the strips leave no centre.
    """
    inner, length = size - 2 * width, size - width
    if width < 1 or inner < 1:
        raise ValueError(f"strips {width} cells wide leave no centre on a board of {size}")
    return _named(
        [
            (0, length, length, width),
            (length, width, width, length),
            (width, 0, length, width),
            (0, 0, width, length),
            (width, width, inner, inner),
        ]
    )


@lru_cache(maxsize=1024)
def partitions(size: int, pieces: int, largest: int, smallest: int = 1) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write a size as a sum of pieces, each no smaller or larger than these, in falling order."""
    if pieces == 1:
        return ((size,),) if smallest <= size <= largest else ()
    least = max(smallest, -(-size // pieces))
    return tuple(
        (first, *rest)
        for first in range(min(largest, size - (pieces - 1) * smallest), least - 1, -1)
        for rest in partitions(size - first, pieces - 1, first, smallest)
    )


def _evenly(size: int, parts: int) -> tuple[int, ...]:
    """Share cells out among parts, the larger parts first."""
    small, more = divmod(size, parts)
    return (small + 1,) * more + (small,) * (parts - more)


def _named(blocks: list[Cells]) -> tuple[Section, ...]:
    """Name blocks in reading order: by their top edge, then from left to right."""
    ordered = sorted(blocks, key=lambda block: (-(block[1] + block[3]), block[0]))
    return tuple(Section(_letters(number), *block) for number, block in enumerate(ordered))


def _letters(number: int) -> str:
    """Return A to Z, then AA, AB, ..."""
    before, last = divmod(number, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)
