"""The files of an export, before they are rendered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from taflkit.drawing.paints import Paints
from taflkit.drawing.shapes import Document, Drawing
from taflkit.kit.options import PICTURES

__all__ = ["DPI", "Export", "ExportFile", "Wanted"]

DPI = 300.0
"""The pixels to the inch of a picture if nothing else is asked for."""

Kind = Literal["svg", "png", "pdf", "cutter", "json", "text"]


class Wanted(Struct, frozen=True):
    """What an export is asked for beside the kit's choices.

    Attributes:
        picture: one of PICTURES, for parts.
        dpi: the pixels to the inch of pictures.
        address: gives the address that the files can be fetched from, by the name of their folder.
        url: the address that was asked for instead; "" for none.
    """

    picture: str = PICTURES[0]
    dpi: float = DPI
    address: Callable[[str], str] = str
    url: str = ""

    @property
    def resolution(self) -> tuple[str, ...]:
        """The pixels to the inch as a name tells them: not at all where they are those of the default."""
        return () if self.dpi == DPI else (f"dpi{self.dpi:g}",)


class ExportFile(Struct, frozen=True):
    """A file of an export.

    Attributes:
        name: with its ending.
        kind: how it is rendered; "cutter" gives an SVG of lines alone.
        content: a drawing, for "pdf" a document, and for "json" and "text" the text itself.
        dpi: the pixels to the inch of a PNG.
        note: what it is, for people.
    """

    name: str
    kind: Kind
    content: Drawing | Document | str
    dpi: float = 0.0
    note: str = ""


class Export(Struct, frozen=True):
    """A kit as files.

    Attributes:
        stem: the name of their folder.
        files: in their order.
        paints: the colours or greys of their drawings.
    """

    stem: str
    files: tuple[ExportFile, ...]
    paints: Paints
