"""A booklet's text and rows of figures spread over its pages, so that figures stand behind their rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from taflkit.sheets.imposition import PAGES
from taflkit.typesetting.columns import Item, paginate

__all__ = ["LAST", "Followed", "Pages", "held_pages"]

LAST = 30.0
"""The least height in mm of the text on the last page of a larger booklet."""
_FULL = 0.75
"""How much of a page is filled at least where a row of figures goes to the next one rather than behind later text."""


class Followed(NamedTuple):
    """A row of figures: how many there are, and how many of them show a rule before the one that they stand behind."""

    figures: int
    waited: int


class Pages(NamedTuple):
    """The items of each page.

    Attributes:
        columns: the items.
        late: how many figures stand behind the text of later rules.
        waited: how many others stand in a row behind a rule that follows theirs.
    """

    columns: list[list[Item]]
    late: float
    waited: float

    @property
    def apart(self) -> float:
        """How many figures are apart from their rules."""
        return self.late + self.waited

    def is_full(self, room: Sequence[float]) -> bool:
        """Whether no page but the last has much white at its foot, and the last of a larger booklet is not empty."""
        heights = [sum(item.height for item in column) for column in self.columns]
        full = all(high >= _FULL * most for high, most in zip(heights[:-1], room, strict=False))
        return full and (len(heights) < PAGES or heights[-1] >= LAST)


def held_pages(flow: Sequence[Item], rows: Sequence[Followed], room: Sequence[float]) -> Pages | None:
    """Return a column as pages, or None if it does not fit.

    A row that would stand behind later text is held in its place if all still fits, with space above it.
    """
    places = [place for place, item in enumerate(flow) if item.floats]
    items = list(flow)
    pages = _paged(items, places, rows, room)
    for place in places if pages else ():
        items[place] = flow[place]._replace(floats=False)
        held = _paged(items, places, rows, room)
        if pages and held and held.apart < pages.apart and held.is_full(room):
            pages = held
        else:
            items[place] = flow[place]
    return pages


def _paged(
    items: Sequence[Item], places: Sequence[int], rows: Sequence[Followed], room: Sequence[float]
) -> Pages | None:
    """Return items as pages, or None if they do not fit; the rows of figures are at some places among them."""
    columns, rest = paginate(items, room)
    if rest:
        return None
    floating = [place for place in places if items[place].floats]
    behind = zip(floating, _before(items), _before(itertools.chain(*columns)), strict=True)
    late = {place for place, meant, found in behind if meant != found}
    figures = [row.figures if place in late else 0 for place, row in zip(places, rows, strict=True)]
    waited = [0 if place in late else row.waited for place, row in zip(places, rows, strict=True)]
    return Pages(columns, sum(figures), sum(waited))


def _before(items: Iterable[Item]) -> Iterator[int]:
    """Yield for every floating item how many others are before it."""
    count = 0
    for item in items:
        if item.floats:
            yield count
        elif not item.blank:
            count += 1
