"""The service worker, by which the kit maker works without a network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from taflkit.reading import read_text
from taflkit.site.page import Made, Site, place_in
from taflkit.site.runtime import MANIFEST, read_runtime

__all__ = ["service_worker"]

_FOLDER = "runtime/"
_PAGES = ("index.html", "kit/index.html", "own/index.html", "diagram/index.html")
"""The pages that are kept from the start; others are when they are visited."""


def service_worker(site: Site, folder: Path, digests: Mapping[str, str]) -> Made:
    """Return the service worker of a site that has a runtime. It is another when anything of the site is.

    Args:
        site: the site.
        folder: its runtime's.
        digests: of all its files but the ready kits, by their paths.

    Raises:
        TaflkitError: the runtime cannot be read.
    """
    runtime = read_runtime(folder)
    # the worker asks for these two with their digests; licences are for who reads them
    parts = {path: f"?{digest}" if path.endswith(".pack") else "" for path, digest in runtime.digests.items()}
    pages = (place_in(site, language, page) for language in site.languages for page in _PAGES)
    told = {
        "version": _digest(digests),
        "runtime": _digest(runtime.digests),
        "first": sorted(
            [
                f"{_FOLDER}{MANIFEST}",
                *(page for page in pages if page in digests),
                *(path for path in digests if path.startswith("assets/")),
            ]
        ),
        "parts": sorted(f"{_FOLDER}{path}{asked}" for path, asked in parts.items() if not path.startswith("licences/")),
    }
    file = site.catalog.templates / "site" / "sw.js"
    return Made("sw.js", f"const SITE = {json.dumps(told, indent=1)};\n\n{read_text(file, file.name)}".encode())


def _digest(digests: Mapping[str, str]) -> str:
    told = "".join(f"{path}\0{digest}\0" for path, digest in sorted(digests.items()))
    return hashlib.sha256(told.encode()).hexdigest()[:16]
