"""The kit as page one's pictures show it, without drawing the kit."""

from __future__ import annotations

from taflkit.parts.instructions.pictures import PicturedKit, PicturedSheet, SmallBoard

from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.kit.build import plan_kit
from taflkit.kit.numbering import number_cuts, number_pages
from taflkit.kit.options import KitSpec, framed

__all__ = ["pictured"]


def pictured(spec: KitSpec) -> PicturedKit:
    """The sheets of a kit as page one is given them, without drawing the kit."""
    theme = catalog().theme(spec.theme, spec.mode)
    spec = framed(spec, theme)
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    pages = number_pages(plan, spec)
    cuts = number_cuts(pages, plan)
    sheets = [
        PicturedSheet(page.number, page.sheet, "", cuts.get(page.number, ()), page.box)
        for page in pages.of("front", "box")
    ]
    layout = book.variant.layout
    marked = frozenset((*layout.start, *layout.marked))

    look = theme.look(catalog().store)
    board = SmallBoard(layout, book.variant.rules.surface, plan.cell, plan.frame, look.without_frame())
    texts = book.texts
    return PicturedKit(texts.instructions, texts.words.lists, plan, board, sheets, (), look, marked=marked)
