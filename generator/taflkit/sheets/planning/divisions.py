"""The divisions that the search tries, as light as it needs them: shapes and seams, no sections yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from taflkit.sheets.planning.packing import Key, upright
from taflkit.sheets.planning.scale import Shape
from taflkit.sheets.sections import Band, Section, bands, grid, partitions, pinwheel, pinwheel_widths

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
    def has_single(self) -> bool:
        """Whether a section is a single cell, which would be lost like a counter."""
        return self.shapes[0][:2] == (1, 1)

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
    return [division for division in divisions if not division.has_single]
