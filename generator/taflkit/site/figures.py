"""Figures of the pages: scenes as SVG, all with squares of about one size, and what a page says of each."""

from __future__ import annotations

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.drawing.shapes import Drawing
from taflkit.figures import Scene
from taflkit.parts.figures.figure import draw_figure
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Site
from taflkit.words.alternatives import Description

__all__ = ["Pictured", "picture", "pictured_drawing", "pixels"]

_CELL, _WIDEST = 10.5, 130.0
"""The side of a square in mm as a browser shows it, and the width of the largest figures."""
_PIXELS = 96 / 25.4
"""A browser's pixels to the millimetre."""


class Pictured(Struct, frozen=True):
    """A picture of a page.

    Attributes:
        file: the SVG.
        width, height: in pixels of a browser, as it is shown where there is room.
        text: its alternative.
        language: of the alternative.
    """

    file: Made
    width: int
    height: int
    text: str
    language: str


def picture(site: Site, book: Book, scene: Scene, told: Description, title: str, path: str) -> Pictured:
    """Return a scene as a picture.

    Args:
        site: the site.
        book: the game, which has the face.
        scene: what is drawn.
        told: its alternative.
        title: of the file.
        path: of the file below the site's folder.
    """
    look = site.catalog.theme().look(site.catalog.store, book.ruleset.face)
    width = min(_WIDEST, _CELL * scene.window.files)
    return pictured_drawing(site, draw_figure(scene, width, title, told, look), told, path)


def pictured_drawing(site: Site, drawing: Drawing, told: Description, path: str) -> Pictured:
    """Return a drawing as a picture; see picture."""
    svg = to_svg(drawing, site.catalog.theme().paints, store=site.catalog.store, shared=True)
    return Pictured(Made(path, svg.encode()), pixels(drawing.width), pixels(drawing.height), told.text, told.language)


def pixels(length: float) -> int:
    """Return a length in mm in pixels of a browser."""
    return round(length * _PIXELS)
