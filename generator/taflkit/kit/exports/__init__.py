"""Kits for machines and tables: the same plan and drawings as a kit on paper, as the files that each of them takes."""

from __future__ import annotations

from taflkit.catalog import Catalog
from taflkit.errors import TaflkitError
from taflkit.kit.exports.machines import export_cutter, export_demand
from taflkit.kit.exports.parts import Export, Wanted, export_parts
from taflkit.kit.exports.tabletop import export_tabletop
from taflkit.kit.options import EXPORTS, KitSpec

__all__ = ["Export", "Wanted", "export_kit"]

_FORMATS = dict(zip(EXPORTS, (export_parts, export_cutter, export_tabletop, export_demand), strict=True))


def export_kit(catalog: Catalog, spec: KitSpec, to: str, wanted: Wanted) -> Export:
    """Return a kit as the files of one of EXPORTS.

    Raises:
        TaflkitError: see build_kit; or there is nothing to export, or it does not fit what it is exported to.
    """
    if spec.mirror and to != "cutter":
        raise TaflkitError("sheets are mirrored, and this export has none; leave it out", choice="mirror")
    return _FORMATS[to](catalog, spec, wanted)
