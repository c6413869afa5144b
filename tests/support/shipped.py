"""What is shipped, read and built once for all tests: the catalog and its kits."""

from __future__ import annotations

from functools import cache

from taflkit.catalog import Catalog
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.options import KitSpec
from taflkit.resources import DEFAULT_GAME

__all__ = ["FAMILY", "RULESETS", "built", "catalog", "numbers"]

RULESETS = ("walker", "macwhite", "richgames", "masters", "branan", "federation")
"""The rulesets of Brandub in the order that the program keeps; tests/catalog/test_catalog.py compares the two."""


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


def numbers(kit: Kit, part: str) -> tuple[int, ...]:
    """The numbers, in the whole kit, of the pages of a part: instructions, components or booklet."""
    return tuple(page.number for page in kit.pages.pages if page.part == part)
