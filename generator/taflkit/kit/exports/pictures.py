"""The parts of a kit as pictures."""

from __future__ import annotations

from math import floor, sqrt

from taflkit.catalog import Catalog
from taflkit.kit.build import open_press
from taflkit.kit.exports.drawn import DrawnPart, drawn_parts
from taflkit.kit.exports.files import Export, ExportFile, Wanted
from taflkit.kit.naming import export_name
from taflkit.kit.options import KitSpec
from taflkit.limits import PIXELS

__all__ = ["export_parts"]


def export_parts(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:
    """Return every different part of a kit as a picture, as large as its trim and bleed.

    The bleed is the spec's own, whatever gap there is between parts on the sheets, or that of the kit. A part that
    would be too large a picture has fewer pixels to the inch.

    Args:
        catalog: the templates.
        spec: the choices.
        wanted: the kind of picture, and its pixels to the inch.

    Raises:
        TaflkitError: see export_kit.
    """
    with open_press(catalog, spec._replace(bleed=None)) as press:
        bleed = press.facts.plan.bleed if spec.bleed is None else spec.bleed
        parts = drawn_parts(press, bleed)
        files = tuple(_picture(part, wanted) for part in parts)
        others = wanted.resolution if wanted.picture == "png" else ()
        return Export(export_name(catalog, press.facts.book, spec, "parts", others), files, press.paints)


def _picture(part: DrawnPart, wanted: Wanted) -> ExportFile:
    note = f"{part.drawing.width:g} x {part.drawing.height:g} mm"
    name = f"{part.name}.{wanted.picture}"
    if wanted.picture != "png":
        return ExportFile(name, "svg", part.drawing, note=note)
    most = floor(sqrt(PIXELS / (part.drawing.width * part.drawing.height)) * 25.4)
    if most < wanted.dpi:
        note = f"{note}, {most} pixels to the inch, since a picture has {PIXELS // 10**6} million pixels at most"
    return ExportFile(name, "png", part.drawing, min(wanted.dpi, most), note)
