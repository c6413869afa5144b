"""The ways to cut a board into sections along the borders of its cells.

Most are made of bands: the board is cut across from edge to edge, and each band is cut down into pieces. That
gives the whole board, two sections, column strips, grids and all between them; the pinwheel alone has no bands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec import Struct

from taflkit.sheets.planning.packing import Key, Shape, upright
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


# The divisions that the search tries, as light as it needs them: shapes and seams, no sections yet.

_PINWHEEL = 5  # sections


class Division(Struct, frozen=True):
    """A way to cut the board, as the packer needs it.

    Attributes:
        seam: length of the cuts in cells.
        shapes: the sections' shapes, upright, the narrowest first.
        rows: the bands, or () for a pinwheel.
        strip: width of a pinwheel's strips in cells, or 0.
        later: whether of two sections that meet the one with the later letter carries the tab or overlap.
    """

    seam: int
    shapes: tuple[Shape, ...]
    rows: tuple[Band, ...]
    strip: int
    later: bool = False

    @property
    def name(self) -> str:
        """The value of `sections` that gives it: "whole", "two", "pinwheel" or "best"; "none" without a section."""
        if self.strip:
            longest = max(int(shape[1]) for shape in self.shapes)
            return "pinwheel" if self.strip in pinwheel_widths(longest + self.strip) else "best"
        return {0: "none", 1: "whole", 2: "two"}.get(len(self.shapes), "best")

    @property
    def narrowest(self) -> float:
        """The short side in cells of the narrowest section."""
        return self.shapes[0][0]

    @property
    def crooked(self) -> int:
        """The ways that its bands are cut down, less one: 0 where seams run on from band to band."""
        return len({widths for _, widths in self.rows}) - 1 if self.rows else len(self.shapes)

    def sections(self, size: int) -> tuple[Section, ...]:
        """Return the sections of the board."""
        if not self.shapes:
            return ()
        return bands(size, self.rows) if self.rows else pinwheel(size, self.strip)


class Arrangement(Struct, frozen=True):
    """A division with the side of a cell in micrometres, and the shapes that share each sheet."""

    division: Division
    cell: int
    keys: tuple[Key, ...]


@lru_cache(maxsize=4096)
def _band_shapes(band: Band, first: bool, last: bool, later: bool, frame: int, grow: int) -> tuple[Shape, ...]:
    """Return the shapes of a band's sections; most divisions are made of the same bands."""
    ranks, widths = band
    # Of two sections that meet, the upper or left one has the earlier letter.
    higher = frame * (first + last) + grow * (not first if later else not last)
    end = len(widths) - 1
    return tuple(
        upright((files, ranks, frame * ((place == 0) + (place == end)) + grow * carries, higher))
        for place, files in enumerate(widths)
        for carries in (place > 0 if later else place < end,)
    )


class Divisions:
    """The divisions of one board, none with a section of a single cell.

    That bands are enough was tried on one to four sheets: no other division by cuts from edge to edge, into up
    to five pieces of a board of 7 and four of a board of 9, gave a larger cell.
    """

    def __init__(self, size: int, frame: int, grow: int = 0) -> None:
        """Take a board's cells a side, and in micrometres its border's width and the depth of a tab or overlap."""
        self.size = size
        self.frame = frame
        self.grow = grow
        self._carriers = (False, True) if grow else (False,)

    def named(self, name: str) -> list[Division]:
        """Return the divisions called "whole", "two" or "pinwheel"."""
        size = self.size
        if name == "whole":
            return [self._banded(((size, (size,)),))]
        if name == "two":
            rows = [((size, (k, size - k)),) for k in range((size + 1) // 2, size)]
            return [self._banded(row, later=later) for row in rows for later in self._carriers]
        return [self._pinwheel(width, later=later) for width in pinwheel_widths(size) for later in self._carriers]

    def pinwheels(self) -> list[Division]:
        """Return every pinwheel, those with a small centre among them."""
        widths = range(1, (self.size + 1) // 2)
        return _without_single(self._pinwheel(width, later=later) for width in widths for later in self._carriers)

    def grids(self, most: int, least: int = 1) -> list[Division]:
        """Return the grids of sections that are between these in number."""
        sides = range(1, min(self.size, most) + 1)
        return _without_single(
            self._banded(grid(self.size, across, down), later=later)
            for down in sides
            for across in sides
            for later in self._carriers
            if down <= across and least <= down * across <= most
        )

    def into(self, pieces: int) -> list[Division]:
        """Return the pinwheels and grids of a number of pieces."""
        return (self.pinwheels() if pieces == _PINWHEEL else []) + self.grids(pieces, pieces)

    def banded(self, pieces: int, area: tuple[int, int], narrowest: int = 1) -> Iterator[Division]:
        """Yield the divisions into bands and a number of pieces, no two with the same shapes.

        Sections are no larger than an area of whole cells, and have the narrowest cells at least across and down.
        """
        short, long = min(area), max(area)
        # the widest piece of a band, by its ranks
        widest = [long if ranks <= short else short if ranks <= long else 0 for ranks in range(self.size + 1)]
        seen: set[tuple[Shape, ...]] = set()
        for rows in self._rows(self.size, pieces, self.size, widest, narrowest):
            for later in self._carriers:
                division = self._banded(rows, later=later)
                if division.shapes not in seen:
                    seen.add(division.shapes)
                    yield division

    def _rows(
        self, ranks: int, pieces: int, highest: int, widest: list[int], narrowest: int
    ) -> Iterator[tuple[Band, ...]]:
        """Yield the bands that cover ranks with pieces, none higher than the one before, none a single cell."""
        size, most = self.size, self.size // narrowest
        for high in range(min(ranks, highest), narrowest - 1, -1):
            least = -(-size // widest[high]) if widest[high] else pieces + 1
            # in a band one rank high, a section one file wide would be a single cell
            slightest = max(narrowest, 2 if high == 1 else 1)
            if high == ranks:
                if least <= pieces:
                    for widths in partitions(size, pieces, widest[high], slightest):
                        yield ((high, widths),)
                continue
            for count in range(least, min(pieces, most + 1)):
                ways = partitions(size, count, widest[high], slightest)
                for rest in self._rows(ranks - high, pieces - count, high, widest, narrowest) if ways else ():
                    for widths in ways:
                        yield ((high, widths), *rest)

    def _banded(self, rows: tuple[Band, ...], *, later: bool = False) -> Division:
        last = len(rows) - 1
        shapes: list[Shape] = []
        seam = self.size * last
        for number, band in enumerate(rows):
            seam += band[0] * (len(band[1]) - 1)
            shapes += _band_shapes(band, number == 0, number == last, later, self.frame, self.grow)
        return Division(seam, tuple(sorted(shapes)), rows, 0, later)

    def _pinwheel(self, width: int, *, later: bool = False) -> Division:
        inner, long, frame, grow = self.size - 2 * width, self.size - width, self.frame, self.grow
        # The top, right, left and bottom strip: each carries along its long side, its end, both or nothing.
        end, side = (frame, frame + grow), (frame + grow, frame)
        both, none = (frame + grow, frame + grow), (frame, frame)
        edges = (none, side, end, both) if later else (both, both, side, none)
        strips = [(width, long, *edge) for edge in edges]
        centre = (inner, inner, 2 * grow, grow) if later else (inner, inner, 0, grow)
        shapes = sorted(upright(shape) for shape in (*strips, centre))
        return Division(4 * (inner + width), tuple(shapes), (), width, later)


def _without_single(divisions: Iterable[Division]) -> list[Division]:
    # a section of a single cell would be lost like a counter
    return [division for division in divisions if division.shapes[0][:2] != (1, 1)]
