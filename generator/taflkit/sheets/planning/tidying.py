"""Cards upright and together: a second arrangement of a found plan, with the same cell on as many sheets."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from taflkit.sheets.planning.divisions import Division, Found
from taflkit.sheets.planning.packing import Packer, Shape
from taflkit.sheets.planning.search import SINGLY, Search

__all__ = ["tidied", "with_cards"]

_NODES = 2_500  # of each way to lay the cards
_ALL_NODES = 6_000  # of those of all divisions

_Block = tuple[int, int]
"""How many cards lie across and down."""


class _Tidy(Struct, frozen=True):
    """A way to lay the cards, and the packer that found it."""

    packer: Packer
    found: Found


def tidied(search: Search, found: Found) -> Found:
    """Return the same cell on as few sheets with the cards upright in a block, as far as that goes.

    If the division does not allow it, another one into as many sections of no more seam may. After that the cards are
    upright on one sheet, in a block that lies, upright on several sheets, or as they were. The search has the packer of
    what is returned.

    Args:
        search: the search that found it.
        found: a division and its cell.
    """
    card = search.card
    cards = search.others.count(card) if card else 0
    if card is None or not 0 < cards <= SINGLY:
        return found
    blocks = [(across, cards // across) for across in range(1, cards + 1) if cards % across == 0]
    tidy = _upright(search, found, card, blocks) or _fairly_tidy(search, found, card, blocks)
    if tidy is None:
        return found
    search.packer = tidy.packer
    return tidy.found


def _upright(search: Search, found: Found, card: Shape, blocks: list[_Block]) -> _Tidy | None:
    """Return the first division with the cards upright in a block: the one that was found, or one as good."""
    end = search.packer.nodes + _ALL_NODES
    for division in (found.division, *_as_good(search, found)):
        for block in blocks:
            tidy = with_cards(search, replace(found, division=division), card, block, fixed=True)
            if tidy is not None:
                return tidy
        if search.packer.nodes > end:
            break
    return None


def _as_good(search: Search, found: Found) -> list[Division]:
    """Return the other divisions into as many sections, no narrower and of no more seam."""
    division, cell = found.division, found.cell
    if not division.rows:
        return []
    narrowest = min(search.widths(cell)[0], int(division.narrowest))
    others = search.into(len(division.shapes), cell, narrowest)
    return [d for d in others if d.seam <= division.seam and d.later == division.later and d != division]


def _fairly_tidy(search: Search, found: Found, card: Shape, blocks: list[_Block]) -> _Tidy | None:
    """Return the division with the cards upright on one sheet, else in a block that lies, else upright on several."""
    apart = with_cards(search, found, card, None, fixed=True)
    if apart is not None and sum(card in key for key in apart.found.keys) == 1:
        return apart
    lying = (with_cards(search, found, card, block, fixed=False) for block in blocks)
    return next((tidy for tidy in lying if tidy is not None), apart)


def with_cards(search: Search, found: Found, card: Shape, block: _Block | None, *, fixed: bool) -> _Tidy | None:
    """Pack a division with the cards laid in one way, and return it with its packer, if it goes.

    Args:
        search: the search that found the division; its packer counts the nodes.
        found: the division and its cell.
        card: the shape of a card.
        block: how many cards lie across and down in a block; None: each lies for itself.
        fixed: whether they are upright.
    """
    packer = search.packer.fresh()
    packer.end = _NODES
    shape = card if block is None else packer.block(card, *block)
    if fixed:
        packer.fix(shape)
    rest = tuple(other for other in search.others if other != card)
    cards = (shape,) * (search.others.count(card) if block is None else 1)
    shapes = (*found.division.shapes, *cards, *search.in_rows(rest, found.cell))
    keys = packer.pack(shapes, found.cell, len(found.keys))
    search.packer.nodes += packer.nodes
    packer.nodes = search.packer.nodes
    return None if keys is None else _Tidy(packer, replace(found, keys=keys))
