"""The parts of a kit as pictures."""

from __future__ import annotations

from taflkit.catalog import Catalog
from taflkit.kit.build import open_press
from taflkit.kit.exports.drawn import DrawnPart, drawn_parts
from taflkit.kit.exports.files import DPI, Export, ExportFile, Wanted
from taflkit.kit.naming import export_name
from taflkit.kit.spec import KitSpec

__all__ = ["export_parts"]


def export_parts(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:
    """Return every different part of a kit as a picture, as large as its trim and bleed.

    The bleed is the spec's own, whatever gap there is between parts on the sheets, or that of the kit.

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
        others = [f"dpi{wanted.dpi:g}"] if wanted.picture == "png" and wanted.dpi != DPI else []
        return Export(export_name(catalog, press.facts.book, spec, "parts", others), files, press.paints)


def _picture(part: DrawnPart, wanted: Wanted) -> ExportFile:
    note = f"{part.drawing.width:g} x {part.drawing.height:g} mm"
    name = f"{part.name}.{wanted.picture}"
    return ExportFile(name, "png" if wanted.picture == "png" else "svg", part.drawing, wanted.dpi, note)
