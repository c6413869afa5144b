"""Cards upright and together: a second arrangement of what the search found, with the same cell on as many sheets."""

from __future__ import annotations

from taflkit.sheets.planning.packing import Key, Packer, Shape
from taflkit.sheets.planning.search import SINGLY, Found, Search

__all__ = ["tidied", "with_cards"]

_NODES = 2_000  # of each way to lay the cards


def tidied(search: Search, found: Found) -> Found:
    """Return the same division and cell on as few sheets with the cards upright in a block, as far as that goes.

    After that the cards are upright on one sheet, in a block that lies, upright on several sheets, or as they were. The
    search has the packer of what is returned.

    Args:
        search: the search that found it.
        found: a division and its cell.
    """
    card = search.card
    cards = search.others.count(card) if card else 0
    if card is None or not 0 < cards <= SINGLY:
        return found
    blocks = [(across, cards // across) for across in range(1, cards + 1) if cards % across == 0]
    tidy: tuple[Packer, tuple[Key, ...]] | None = None
    for block, fixed in (*((b, True) for b in blocks), (None, True), *((b, False) for b in blocks)):
        packer, keys = with_cards(search, found, card, block, fixed=fixed)
        if keys is None:
            continue
        tidy = packer, keys
        if block is not None or sum(card in key for key in keys) == 1:
            break
    if tidy is None:
        return found
    search.packer, keys = tidy
    return found._replace(keys=keys)


def with_cards(
    search: Search, found: Found, card: Shape, block: tuple[int, int] | None, *, fixed: bool
) -> tuple[Packer, tuple[Key, ...] | None]:
    """Pack a division with the cards laid in one way, and return the packer with the shapes of each sheet, if it goes.

    Args:
        search: the search that found the division.
        found: the division and its cell.
        card: the shape of a card.
        block: how many cards lie across and down in a block; None: each lies for itself.
        fixed: whether they are upright.
    """
    packer = search.packer.fresh()
    packer.nodes = search.packer.nodes
    packer.end = packer.nodes + _NODES
    shape = card if block is None else packer.block(card, *block)
    if fixed:
        packer.fix(shape)
    rest = tuple(other for other in search.others if other != card)
    cards = (shape,) * (search.others.count(card) if block is None else 1)
    shapes = (*found.division.shapes, *cards, *search.in_rows(rest, found.cell))
    return packer, packer.pack(shapes, found.cell, len(found.keys))
