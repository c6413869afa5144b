"""The files of an export, before they are rendered."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, sqrt
from typing import Literal

from msgspec import Struct

from taflkit.catalog import Catalog
from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Document, Drawing
from taflkit.kit.build import open_press
from taflkit.kit.exports.drawn import drawn_parts
from taflkit.kit.naming import export_name
from taflkit.kit.options import PICTURES, KitSpec
from taflkit.limits import PIXELS

__all__ = ["DPI", "Export", "ExportFile", "Wanted", "export_parts"]


DPI = 300.0
"""The pixels to the inch of a picture by default."""
Kind = Literal["svg", "png", "pdf", "cutter", "json", "text"]


class Wanted(Struct, frozen=True):
    """The choices of an export beside the kit's.

    Attributes:
        picture: one of PICTURES, for parts.
        dpi: the pixels to the inch of pictures.
        address: gives the address that the files can be fetched from, by the name of their folder.
        url: the address that was chosen instead; "" for none.
    """

    picture: str = PICTURES[0]
    dpi: float = DPI
    address: Callable[[str], str] = str
    url: str = ""

    @property
    def resolution(self) -> tuple[str, ...]:
        """The pixels to the inch in a name; none where they are those of the default."""
        return () if self.dpi == DPI else (f"dpi{self.dpi:g}",)


class ExportFile(Struct, frozen=True):
    """A file of an export.

    Attributes:
        kind: of rendering; "cutter" gives an SVG of lines alone.
        content: a drawing, for "pdf" a document, and for "json" and "text" the text itself.
        dpi: the pixels to the inch of a PNG.
        note: a description for people.
    """

    name: str
    kind: Kind
    content: Drawing | Document | str
    dpi: float = 0.0
    note: str = ""


class Export(Struct, frozen=True):
    """A kit as files, with the name of their folder and the colours or greys of their drawings."""

    stem: str
    files: tuple[ExportFile, ...]
    paints: Paints


def export_parts(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:
    """Return every different part of a kit as a picture, as large as its trim and bleed.

    The bleed is the spec's own, whatever gap there is between parts on the sheets, or that of the kit. A part that
    would be too large a picture has fewer pixels to the inch.

    Raises:
        TaflkitError: see export_kit.
    """
    with open_press(catalog, spec._replace(bleed=None)) as press:
        bleed = press.facts.plan.bleed if spec.bleed is None else spec.bleed
        files = []
        for part in drawn_parts(press, bleed):
            width, height = part.drawing.width, part.drawing.height
            name, note, dpi = f"{part.name}.{wanted.picture}", f"{width:g} x {height:g} mm", 0.0
            if wanted.picture == "png":
                most = floor(sqrt(PIXELS / (width * height)) * 25.4)
                dpi = min(wanted.dpi, most)
                if most < wanted.dpi:
                    limit = f"a picture has {PIXELS // 10**6} million pixels at most"
                    note = f"{note}, {most} pixels to the inch, since {limit}"
            files.append(ExportFile(name, "png" if wanted.picture == "png" else "svg", part.drawing, dpi, note))
        others = wanted.resolution if wanted.picture == "png" else ()
        return Export(export_name(catalog, press.facts.book, spec, "parts", others), tuple(files), press.paints)
