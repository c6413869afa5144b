"""Where the blocks of a booklet stand: greedy, in one pass, each as soon as there is room for the whole of it.

A page has lines. Text goes down its first two columns; a row of figures takes all of them. A figure, a key or the
colophon beside the text stands in the third column: text may go on beside it, and the next row stands below both.
What is left of a page stays white at its foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from taflkit.drawing.shapes import Group, Shape, translate
from taflkit.parts.booklet.grid import BELOW_ROW, PageGrid
from taflkit.typesetting.columns import Item, stack


class Cell(Struct, frozen=True):
    """What stands in a row or beside a text: the columns that it takes, its height in mm, its shapes from (0, 0)."""

    columns: int
    high: float
    shapes: tuple[Shape, ...]

    def above(self, other: Cell, apart: float) -> Cell:
        """Return this cell with another of the same column below it, a distance in mm apart."""
        low = self.high + apart
        return Cell(self.columns, low + other.high, (*self.shapes, Group(other.shapes, translate(0.0, low))))


class PageBlock(Struct, frozen=True):
    """What is never broken.

    Attributes:
        head: the lines of a heading, above which one is white but at the top of a page.
        text: the lines below it, of one line's height each.
        beside: what stands in the third column, level with the text.
        rows: rows of cells below the text.
    """

    head: tuple[Item, ...] = ()
    text: tuple[Item, ...] = ()
    beside: Cell | None = None
    rows: tuple[tuple[Cell, ...], ...] = ()


class PagedBlocks:
    """Puts blocks on pages one after the other.

    What stands beside a text begins `level` mm below the top of a line, where its capitals do.

    Attributes:
        pages: the shapes of each page, from the upper left corner of its columns.
        line: the line of the last page where text goes on, counted from 0.
        aside: the line of it from which the third column is free of what stands beside text.
        below_rows: the line of it below its last row.
    """

    def __init__(self, grid: PageGrid, level: float) -> None:
        self._grid, self._level = grid, level
        self.pages: list[list[Shape]] = [[]]
        self.line = self.aside = self.below_rows = 0

    def add(self, block: PageBlock) -> None:
        """Put a block where the last one ended, or on the next page; one higher than any page is parted there."""
        if self._end(block) > self._grid.lines and self.line + self.aside:
            self.turn()
        if self._end(block) <= self._grid.lines:
            self._place(block)
            return
        for part in _parts(block):
            if self._end(part) > self._grid.lines:
                self.turn()
            self._place(part)

    def turn(self) -> None:
        """Begin a page."""
        self.pages.append([])
        self.line = self.aside = self.below_rows = 0

    def leave(self, lines: int) -> None:
        """Leave some lines white, but at the top of a page."""
        self.line += lines if self.line else 0

    def put(self, shapes: Sequence[Shape], column: int, y: float) -> None:
        """Put shapes into a column of the last page, y mm below its top."""
        self.pages[-1].append(Group(tuple(shapes), translate(self._grid.at(column), y)))

    def _begin(self, block: PageBlock) -> int:
        """Return the line where a block's text begins."""
        if not block.head:
            return self.line
        return self.line + (self.line > 0) + sum(self._grid.lines_of(item.height) for item in block.head)

    def _end(self, block: PageBlock) -> int:
        """Return the line where the lower end of a block would be."""
        begin = self._begin(block)
        end = begin + len(block.text)
        below = max(begin, self.aside) + self._high(block.beside) if block.beside else self.aside
        rows = sum(self._grid.row_lines(max(cell.high for cell in row)) for row in block.rows)
        return max(end, below) + rows if rows else max(end, below if block.beside else 0)

    def _high(self, beside: Cell) -> int:
        return self._grid.lines_of(self._level + beside.high + BELOW_ROW)

    def _place(self, block: PageBlock) -> None:
        grid, begin = self._grid, self._begin(block)
        if block.head:
            head = sum(item.height for item in block.head)
            self.put(stack(block.head, 0.0, begin * grid.leading - head)[0], 0, 0.0)
        self.put(stack(block.text, 0.0, begin * grid.leading)[0], 0, 0.0)
        self.line = begin + len(block.text)
        if block.beside:
            top = max(begin, self.aside)
            self.put(block.beside.shapes, grid.columns - 1, top * grid.leading + self._level)
            self.aside = top + self._high(block.beside)
        for row in block.rows:
            self.line = max(self.line, self.aside)
            column = 0
            for cell in row:
                self.put(cell.shapes, column, self.line * grid.leading + grid.above_row)
                column += cell.columns
            self.line += grid.row_lines(max(cell.high for cell in row))
            self.below_rows = self.line


def _parts(block: PageBlock) -> Iterator[PageBlock]:
    """Yield a block that is higher than a page in parts: its head with two lines, the others alone, and its rows."""
    yield PageBlock(block.head, block.text[:2], block.beside)
    yield from (PageBlock(text=(line,)) for line in block.text[2:])
    yield from (PageBlock(rows=(row,)) for row in block.rows)
