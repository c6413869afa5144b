"""The ornament of the pages, from the drawings of the kits: the divider below the header, and the site's icon."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.drawing.look import Theme
from taflkit.drawing.shapes import Drawing
from taflkit.parts.borders import draw_divider
from taflkit.parts.counters.counters import draw_piece
from taflkit.render.svg import to_svg
from taflkit.site.page import Made, Site
from taflkit.tafl import Piece

__all__ = ["files"]

_DIVIDER = (104.0, 4.6)
"""The divider's width and height in mm."""
_ICON = 20.0
"""The side of the icon in mm: a king's counter."""


def files(site: Site) -> Iterator[Made]:
    """Yield the divider and the icon."""
    theme = site.catalog.theme()
    yield Made("assets/ornament.svg", _divider(site, theme))
    yield Made("assets/icon.svg", _icon(site, theme))


def _divider(site: Site, theme: Theme) -> bytes:
    look = theme.look(site.catalog.store)
    shapes = draw_divider(look, *_DIVIDER, "page.knot")
    return to_svg(Drawing(*_DIVIDER, shapes), theme.paints, store=site.catalog.store).encode()


def _icon(site: Site, theme: Theme) -> bytes:
    look = theme.look(site.catalog.store, site.catalog.game(site.games[0]).face)
    king = draw_piece(Piece.KING, _ICON - 0.6, look, _ICON / 2, _ICON / 2)
    return to_svg(Drawing(_ICON, _ICON, (king,)), theme.paints, store=site.catalog.store).encode()
