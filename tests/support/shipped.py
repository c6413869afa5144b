"""What is shipped, read and built once for all tests: the catalog and its kits."""

from __future__ import annotations

from functools import cache

from taflkit.catalog import Catalog
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.spec import KitSpec

__all__ = ["RULESETS", "built", "catalog", "numbers"]

RULESETS = ("walker", "macwhite", "richgames", "masters", "branan", "federation")
"""The rulesets of Brandub in the order that the program keeps; tests/catalog/test_catalog.py compares the two."""


@cache
def catalog() -> Catalog:
    return Catalog()


@cache
def built(spec: KitSpec) -> Kit:
    return build_kit(catalog(), spec)


def numbers(kit: Kit, part: str) -> tuple[int, ...]:
    """The numbers, in the whole kit, of the pages of a part: instructions, components or booklet."""
    return tuple(page.number for page in kit.pages.pages if page.part == part)
