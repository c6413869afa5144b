"""A kit for a printing house: each part a page at its trim size, with bleed and crop marks, as PDF/X-4."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.curves import line
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Box, Drawing, Group, Layer, Shape, Standard, translate, without_layers
from taflkit.kit.build import Press, open_press
from taflkit.kit.exports.drawn import DrawnPart, drawn_parts
from taflkit.kit.exports.files import Export, ExportFile, Wanted
from taflkit.kit.naming import export_name
from taflkit.kit.options import PRESS_BLEED, KitSpec

__all__ = ["export_demand"]

_LINES = frozenset({Layer.CUT, Layer.FOLD})
_TEXT, _ALL_BUT_BLACK = "text", 0.2
"""The role of words, and the light of each of its colours up to which it is taken for black."""
_CLEAR, _LONG = 1.0, 5.0
"""How far crop marks stay from the bleed, and how long they are, in mm."""


def export_demand(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:  # noqa: ARG001
    """Return the parts of a kit as PDFs for a press: the board, its sections, counters, cards, box and booklet.

    A page has one part at its trim size, its TrimBox, with art as far as its BleedBox, and crop marks outside that. A
    kind of counter that is needed more than once is one page, and a back follows its front. No line to cut or fold
    along is in the art: those of parts that are no rectangles, and folds, are in a file of their own, on pages of the
    same size. A list says how often each page is needed.

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
        stem = export_name(catalog, press.facts.book, spec, "print-on-demand")
        return Export(stem, files, _with_black_text(press.paints))


def _with_black_text(paints: Paints) -> Paints:
    """Return paints whose text is printed with black alone where it is all but black.

    Small letters of four inks have coloured edges where these do not meet.
    """
    text = paints.paint(_TEXT)
    if text.fill is None or len(text.fill) == 1 or max(text.fill) > _ALL_BUT_BLACK:
        return paints
    return Paints(paints.name, {**paints.by_role, _TEXT: replace(text, fill=(0.0,))})


def _files(press: Press, parts: tuple[DrawnPart, ...], bleed: float) -> Iterator[ExportFile]:
    listed: list[str] = []
    for group, members in groupby(parts, key=lambda part: part.group):
        pages = list(members)
        art = [replace(part.drawing, shapes=without_layers(part.drawing.shapes, _LINES)) for part in pages]
        counted = ", ".join(f"{part.name} {part.needed} times" for part in pages if part.needed > 1)
        yield _file(press, group, art, bleed, counted)
        listed += [f"{group}.pdf, page {number}: {_told(part, number)}" for number, part in enumerate(pages, 1)]
        lined = [part for part in pages if part.lines is not None]
        if lined:
            lines = [part.lines for part in lined if part.lines is not None]
            yield _file(press, f"{group}-lines", lines, bleed, "cuts and folds, not to be printed")
            listed += [
                f"{group}-lines.pdf, page {number}: cuts and folds of {part.name}, not to be printed"
                for number, part in enumerate(lined, 1)
            ]
    yield ExportFile("contents.txt", "text", "\n".join([*listed, ""]), note="every page, and how often it is needed")


def _file(press: Press, name: str, pages: list[Drawing], bleed: float, note: str) -> ExportFile:
    """Return parts, or lines, as a document for a press."""
    document = press.document([_page(page, bleed) for page in pages])
    document = replace(document, layers=(), standard=Standard.PRESS, title=f"{document.title}, {name}")
    return ExportFile(f"{name}.pdf", "pdf", document, note=note)


def _told(part: DrawnPart, number: int) -> str:
    """Return a page's line in the list: the part, its trim and how many of it the kit has."""
    trim = part.drawing.trim or Box(0.0, 0.0, part.drawing.width, part.drawing.height)
    behind = f", behind page {number - 1}" if part.behind else ""
    return f"{part.name}, {trim.width:.2f} x {trim.height:.2f} mm, {part.needed} needed{behind}"


def _page(part: Drawing, bleed: float) -> Drawing:
    """Return a part on a page that has room for its crop marks."""
    edge = _CLEAR + _LONG
    away = edge + bleed
    width, height = part.width - 2 * bleed, part.height - 2 * bleed
    art = Group(without_layers(part.shapes, frozenset(), layered=False), translate(edge, edge))
    return replace(
        part,
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
