"""A kit for a printing house: each part a page at its trim size, with bleed and crop marks, as PDF/X-4."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from taflkit.catalog import Catalog
from taflkit.drawing.curves import line
from taflkit.drawing.shapes import Box, Drawing, Group, Shape, Standard, translate, without_layers
from taflkit.kit.build import Press, open_press
from taflkit.kit.exports.drawn import DrawnPart, drawn_parts
from taflkit.kit.exports.files import Export, ExportFile, Wanted
from taflkit.kit.naming import export_name
from taflkit.kit.spec import PRESS_BLEED, KitSpec

__all__ = ["export_demand"]

_CLEAR, _LONG = 1.0, 5.0
"""How far crop marks stay from the bleed, and how long they are, in mm."""


def export_demand(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:  # noqa: ARG001
    """Return the parts of a kit as PDFs for a press: one each for the board, its sections, counters, cards and booklet.

    A page has one part at its trim size, its TrimBox, with art as far as its BleedBox, and crop marks outside that. A
    kind of counter that is needed more than once is one page.

    Args:
        catalog: the templates.
        spec: the choices; without a bleed it is PRESS_BLEED.
        wanted: what other exports need.

    Raises:
        TaflkitError: see export_kit.
    """
    bleed = PRESS_BLEED if spec.bleed is None else spec.bleed
    with open_press(catalog, spec._replace(bleed=None)) as press:
        parts = drawn_parts(press, bleed)
        files = tuple(_files(press, parts, bleed))
        return Export(export_name(catalog, press.facts.book, spec, "print-on-demand"), files, press.paints)


def _files(press: Press, parts: tuple[DrawnPart, ...], bleed: float) -> Iterator[ExportFile]:
    for group, members in groupby(parts, key=lambda part: part.group):
        pages = list(members)
        document = press.document([_page(part.drawing, bleed) for part in pages])
        document = document._replace(layers=(), standard=Standard.PRESS, title=f"{document.title}, {group}")
        counted = ", ".join(f"{part.name} {part.needed} times" for part in pages if part.needed > 1)
        yield ExportFile(f"{group}.pdf", "pdf", document, note=counted)


def _page(part: Drawing, bleed: float) -> Drawing:
    """Return a part on a page that has room for its crop marks."""
    edge = _CLEAR + _LONG
    away = edge + bleed
    width, height = part.width - 2 * bleed, part.height - 2 * bleed
    art = Group(without_layers(part.shapes, frozenset(), layered=False), translate(edge, edge))
    return part._replace(
        width=part.width + 2 * edge,
        height=part.height + 2 * edge,
        shapes=(art, Group(tuple(_crop_marks(away, width, height)))),
        trim=Box(away, away, width, height),
        bleed=Box(edge, edge, part.width, part.height),
    )


def _crop_marks(away: float, width: float, height: float) -> Iterator[Shape]:
    """Yield two marks at each corner of a trim, which is so far from the page's edges on all sides."""
    right, low = away + width, away + height
    for start, end in ((0.0, _LONG), (right + away, right + away - _LONG)):
        yield from (line((start, y), (end, y), "cut.mark") for y in (away, low))
    for start, end in ((0.0, _LONG), (low + away, low + away - _LONG)):
        yield from (line((x, start), (x, end), "cut.mark") for x in (away, right))
