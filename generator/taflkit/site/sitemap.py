"""The map of the site for search engines (sitemaps.org), which is made where the site's own address is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from taflkit.site.page import Made, Site

__all__ = ["sitemap"]

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_INDEX = "index.html"


def sitemap(site: Site, paths: Iterable[str]) -> Iterator[Made]:
    """Yield the map of a site, if its address is known.

    Args:
        site: the site.
        paths: of all its pages below its folder.
    """
    if not site.base_url:
        return
    urls = ElementTree.Element("urlset", {"xmlns": _SITEMAP})
    for path in sorted(paths):
        place = ElementTree.SubElement(ElementTree.SubElement(urls, "url"), "loc")
        place.text = f"{site.base_url}{path.removesuffix(_INDEX)}"
    ElementTree.indent(urls)
    text = ElementTree.tostring(urls, encoding="unicode")
    yield Made("sitemap.xml", f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode())
