"""What is shipped, read, built and written once for all tests: the catalog, its kits and their PDFs."""

from __future__ import annotations

from functools import cache

from support.pdf_content import Pages, read_pages
from taflkit.catalog import Catalog
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.options import OPTIONS, KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.resources import DEFAULT_GAME

__all__ = ["CHOSEN", "FAMILY", "RULESETS", "built", "catalog", "numbers", "read", "written"]

RULESETS = ("walker", "macwhite", "richgames", "masters", "branan", "federation")
"""The rulesets of Brandub in the order that the program keeps; tests/catalog/test_catalog.py compares the two."""

CHOSEN = tuple(name for name, option in OPTIONS.items() if option.group)
"""The names of what somebody chooses of a kit."""


@cache
def catalog() -> Catalog:
    return Catalog()


def _family() -> tuple[tuple[str, str], ...]:
    """The rulesets of all games but Brandub, each game's default first."""
    games = [catalog().game(name) for name in catalog().game_names() if name != DEFAULT_GAME]
    found = [(place, game.name, ruleset) for game in games for place, ruleset in enumerate(game.ruleset_names)]
    return tuple((game, ruleset) for _, game, ruleset in sorted(found, key=lambda each: min(each[0], 1)))


FAMILY = _family()


@cache
def built(spec: KitSpec) -> Kit:
    return build_kit(catalog(), spec)


@cache
def written(spec: KitSpec, part: str = "") -> bytes:
    """The PDF of a kit's document."""
    kit = built(spec)
    return to_pdf(kit.documents[part], kit.paints, store=catalog().store)


@cache
def read(spec: KitSpec, part: str = "") -> Pages:
    """What the PDF of a kit's document paints."""
    return read_pages(written(spec, part))


def numbers(kit: Kit, part: str) -> tuple[int, ...]:
    """The numbers, in the whole kit, of the pages of a part: instructions, components or booklet."""
    return tuple(page.number for page in kit.pages.pages if page.part == part)
