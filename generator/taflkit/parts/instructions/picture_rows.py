"""Pictures in rows across a page, as large as the room for them allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, count, pairwise, product
from operator import le
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.shapes import Shape
from taflkit.sums import total

BETWEEN_ROWS = 4.0
"""Between rows of pictures with their captions, in mm."""
_APART = 7.0  # mm between pictures in a row at the least
_FARTHEST = 20.0  # mm between them at the most
_FAR_LOWER = 12.0  # mm by which a picture is lower than its row that stands in the row's middle
_FITS = 1e-6  # mm


class Drawn(Struct, frozen=True):
    """The shapes of a picture from its top left corner, and whether the cuts in it have their numbers."""

    shapes: tuple[Shape, ...]
    numbered: bool = True


class Heights(NamedTuple):
    """The heights in mm that a picture is drawn in.

    Attributes:
        tiny: the least on a page that is crowded.
        least: the least on any other page.
        good: the least that is read with ease.
        most: the largest.
    """

    tiny: float
    least: float
    good: float
    most: float

    def of_rows(self, rows: int, beside: float, least: float = 0.0) -> Heights:
        """Return the heights of rows of pictures with the room between them, none of them below a least."""
        return Heights(*(max(least, rows * height + beside) for height in self))


class Picture(Struct, frozen=True):
    """A picture that can be drawn in many sizes; lengths in mm.

    Attributes:
        name: of the picture in the text of a step.
        alternative: the text alternative, which follows the caption.
        fixed: the width that does not depend on the height.
        ratio: the rest of the width, in parts of the height.
        is_poor: whether it leaves out a part of the others, for crowded pages alone.
        above, below: two pictures of one width that it consists of, the upper with its caption; else None.
    """

    name: str
    caption: str
    alternative: str
    fixed: float
    ratio: float
    heights: Heights
    draw: Callable[[float], Drawn] | None
    is_poor: bool = False
    above: Picture | None = None
    below: Picture | None = None

    def width(self, height: float) -> float:
        """Return its width in a row of a height."""
        return self.fixed + self.ratio * self.tall(height)

    def tall(self, height: float) -> float:
        """Return its height in a row of a height."""
        return min(height, self.heights.most)

    def tall_at(self, width: float) -> float:
        """Return its height at a width, or its largest one."""
        return min((width - self.fixed) / self.ratio, self.heights.most)

    def over(self, below: Picture, caption: float) -> Picture | None:
        """Return this picture with its caption of a height over another of one width; None if they share no width."""
        ratio = 1 / (1 / self.ratio + 1 / below.ratio)
        fixed = ratio * (self.fixed / self.ratio + below.fixed / below.ratio - (caption + BETWEEN_ROWS))
        widths = [[picture.width(height) for height in picture.heights] for picture in (self, below)]
        # the wider of the least widths, and the narrower of the largest ones
        *least, most = zip(*widths, strict=True)
        tiny, low, good, high = ((width - fixed) / ratio for width in (*map(max, least), min(most)))
        heights = Heights(tiny, low, min(good, high), high)
        return Picture("", "", "", fixed, ratio, heights, None, above=self, below=below) if high >= low else None


class PictureRow(Struct, frozen=True):
    """Pictures side by side, and the height that they share in mm."""

    pictures: tuple[Picture, ...]
    height: float


class PicturePlace(NamedTuple):
    """A picture at its place: its left and upper edge, width and height in mm."""

    picture: Picture
    x: float
    y: float
    width: float
    height: float


class ArrangedRows(Struct, frozen=True):
    """Rows of pictures, and the height of all with captions in mm; good ones have every picture in its good height."""

    rows: tuple[PictureRow, ...]
    height: float
    is_good: bool

    def places(self, width: float, caption: float) -> Iterator[PicturePlace]:
        """Yield all pictures at their places, spread over a width in mm, over captions of a height.

        Pictures of a row stand on one line; one that is far lower than its row stands in its middle.
        """
        y = 0.0
        for row in self.rows:
            widths = [picture.width(row.height) for picture in row.pictures]
            free = width - total(widths)
            apart = min(_FARTHEST, free / max(1, len(widths) - 1))
            x = (free - apart * (len(widths) - 1)) / 2
            for picture, wide in zip(row.pictures, widths, strict=True):
                tall = picture.tall(row.height)
                above = row.height - tall
                low = y + row.height - (above / 2 if above > _FAR_LOWER else 0.0)
                if picture.above and picture.below:
                    first, second = picture.above.tall_at(wide), picture.below.tall_at(wide)
                    yield PicturePlace(picture.above, x, low - tall, wide, first)
                    yield PicturePlace(picture.below, x, low - second, wide, second)
                else:
                    yield PicturePlace(picture, x, low - tall, wide, tall)
                x += wide + apart
            y += row.height + caption + BETWEEN_ROWS


class RowSplit(Struct, frozen=True):
    """A way to part pictures into rows: their least and largest heights, and that of captions and spaces, in mm.

    At the largest height a row fills the width, or its pictures are largest.
    """

    rows: tuple[tuple[Picture, ...], ...]
    least: tuple[float, ...]
    most: tuple[float, ...]
    beside: float

    def sized(self, room: float) -> ArrangedRows | None:
        """Return the rows as high as a room in mm allows, or None where a picture would be too small."""
        least, most = total(self.least), total(self.most)
        free = room - self.beside - least
        if free < -_FITS:
            return None
        grown = most - least
        part = min(1.0, free / grown) if grown > _FITS else 0.0
        sizes = zip(self.rows, self.least, self.most, strict=True)
        rows = tuple(PictureRow(row, low + part * (high - low)) for row, low, high in sizes)
        good = all(picture.tall(row.height) >= picture.heights.good - _FITS for row in rows for picture in row.pictures)
        return ArrangedRows(rows, self.beside + total(row.height for row in rows), good)


def row_splits(
    choices: Sequence[Sequence[Picture]], width: float, caption: float, *, crowded: bool = False
) -> Iterator[RowSplit]:
    """Yield the ways to part pictures, each in one of its choices, into rows of a width; lengths in mm.

    Captions have their distance in their height; on a crowded page pictures may be smaller.
    """
    if crowded:
        choices = [
            [replace(each, heights=each.heights._replace(least=each.heights.tiny)) for each in pictures]
            for pictures in choices
        ]
    else:
        choices = [[picture for picture in pictures if not picture.is_poor] for pictures in choices]
    for chosen in product(*choices):
        # side by side, then with two that follow one another stacked
        orders = [chosen]
        for number, (above, below) in enumerate(pairwise(chosen)):
            stacked = above.over(below, caption)
            if stacked is not None:
                orders.append((*chosen[:number], stacked, *chosen[number + 2 :]))
        for pictures in orders:
            for ends in product((False, True), repeat=max(0, len(pictures) - 1)):
                cuts = [0, *compress(count(1), ends), len(pictures)]
                rows = tuple(pictures[start:end] for start, end in pairwise(cuts) if end)
                most = tuple(_widest(row, width) for row in rows)
                least = tuple(max(picture.heights.least for picture in row) for row in rows)
                if all(map(le, least, most)):
                    yield RowSplit(rows, least, most, caption * len(rows) + BETWEEN_ROWS * (len(rows) - 1))


def arrange_rows(splits: Iterable[RowSplit], room: float) -> ArrangedRows | None:
    """Return the rows whose pictures take the most of a height in mm, or None where they have no room."""

    def worth(made: ArrangedRows) -> tuple[float, float]:
        """Return the smallest picture's part of the height that is read with ease, and the area of all."""
        placed = [(picture, row.height) for row in made.rows for picture in row.pictures]
        ease = min((picture.tall(height) / picture.heights.good for picture, height in placed), default=1.0)
        area = total(picture.width(height) * picture.tall(height) for picture, height in placed)
        return min(1.0, round(ease, 2)), area

    return max(filter(None, (split.sized(room) for split in splits)), key=worth, default=None)


def _widest(row: Sequence[Picture], width: float) -> float:
    """Return the height at which pictures side by side fill a width, or the most of the highest of them."""
    free = width - _APART * (len(row) - 1) - total(picture.fixed for picture in row)
    growing = sorted(row, key=lambda picture: picture.heights.most)
    while growing:
        height = free / total(picture.ratio for picture in growing)
        if height <= growing[0].heights.most:
            return height
        free -= growing[0].ratio * growing[0].heights.most
        growing = growing[1:]
    return max(picture.heights.most for picture in row)
