"""The ways to cut a board into sections along the borders of its cells.

Most are made of bands: the board is cut across from edge to edge, and each band is cut down into pieces. That
gives the whole board, two sections, column strips, grids and what is between; the pinwheel alone is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = [
    "Band",
    "Cells",
    "Section",
    "bands",
    "grid",
    "partitions",
    "pinwheel",
    "pinwheel_widths",
    "seam_cells",
    "seam_length",
    "section_size",
    "strips",
    "two",
    "whole",
]

Cells = tuple[int, int, int, int]
"""(file, rank, files, ranks) of a block of cells: its bottom left cell, and how many it spans."""

Band = tuple[int, tuple[int, ...]]
"""A band of the board: how many ranks it has, and how many files each of its pieces, left to right."""


class Section(NamedTuple):
    """A rectangle of whole cells that is printed in one piece.

    Attributes:
        name: "A", "B", ... in reading order of the board as drawn: top rank first, left to right.
        file: the leftmost file, from 0.
        rank: the lowest rank, from 0.
        files: how many files wide.
        ranks: how many ranks high.
    """

    name: str
    file: int
    rank: int
    files: int
    ranks: int

    @property
    def cells(self) -> Cells:
        """The block of cells: (file, rank, files, ranks)."""
        return (self.file, self.rank, self.files, self.ranks)


def whole(size: int) -> tuple[Section, ...]:
    """Return the board of that many cells a side in one section."""
    return _named([(0, 0, size, size)])


def two(size: int) -> tuple[tuple[Section, ...], ...]:
    """Return every way to cut the board into two along a file, the larger section left; the evenest first."""
    return tuple(strips(size, (left, size - left)) for left in range((size + 1) // 2, size))


def strips(size: int, widths: tuple[int, ...]) -> tuple[Section, ...]:
    """Return the board cut into columns of so many files each, left to right.

    Raises:
        ValueError: the widths do not add up to the board.
    """
    return bands(size, ((size, widths),))


def grid(size: int, across: int, down: int) -> tuple[Band, ...]:
    """Return the bands of a grid of sections, so many across and down, as even as whole cells allow."""
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


def seam_cells(sections: tuple[Section, ...], size: int) -> int:
    """Return the length in cells of all cuts between sections."""
    # Every seam is on the outline of two sections, the board's edge on that of one.
    return sum(s.files + s.ranks for s in sections) - 2 * size


def seam_length(sections: tuple[Section, ...], size: int, cell: float, frame: float = 0.0) -> float:
    """Return the length in mm of all cuts between sections, through the frame included.

    Args:
        sections: the sections of the board.
        size: the board's cells a side.
        cell: side of a cell in mm.
        frame: width in mm of the border round the board.
    """
    outlines = sum(sum(section_size(s, size, cell, frame)) for s in sections)
    return outlines - 2 * (size * cell + 2 * frame)


def section_size(section: Section, size: int, cell: float, frame: float = 0.0) -> tuple[float, float]:
    """Return a section's width and height in mm: it is wider by the frame where it touches the board's edge.

    Args:
        section: the section.
        size: the board's cells a side.
        cell: side of a cell in mm.
        frame: width in mm of the border round the board.
    """
    sides = (section.file == 0) + (section.file + section.files == size)
    ends = (section.rank == 0) + (section.rank + section.ranks == size)
    return section.files * cell + sides * frame, section.ranks * cell + ends * frame


def partitions(size: int, pieces: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a size as a sum of so many pieces, none above the largest, in falling order."""
    if pieces == 1:
        if size <= largest:
            yield (size,)
        return
    for first in range(min(largest, size - pieces + 1), 0, -1):
        if first * pieces < size:
            return
        for rest in partitions(size - first, pieces - 1, first):
            yield (first, *rest)


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
