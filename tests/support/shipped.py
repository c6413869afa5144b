"""What is shipped, read and built once for all tests: the catalog and its kits."""

from __future__ import annotations

from functools import cache

from taflkit.catalog import Catalog
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.spec import KitSpec

__all__ = ["RULESETS", "built", "catalog"]

RULESETS = ("walker", "macwhite", "richgames", "masters", "branan", "federation")
"""The rulesets of Brandub in the order that the program keeps; tests/catalog/test_catalog.py compares the two."""


@cache
def catalog() -> Catalog:
    return Catalog()


@cache
def built(spec: KitSpec) -> Kit:
    return build_kit(catalog(), spec)
