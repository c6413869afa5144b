"""What is stored in a browser is listed by sets with digests; another list has another service worker."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from taflkit.catalog import Catalog
from taflkit.site.page import Site
from taflkit.site.runtime import offline_files

PATHS = (
    *("index.html", "kit/index.html", "games/brandub/board.svg", "games/brandub/walker/kits/a-first.webp", "feed.xml"),
    *("de/index.html", "de/games/brandub/board.svg", "assets/session.js", "runtime/taflkit.pack"),
    *("runtime/licences/x", "games/brandub/walker/kits/a.pdf"),
)
DIGESTS = {path: hashlib.sha256(path.encode()).hexdigest() for path in PATHS}


def listed(digests: dict[str, str]) -> tuple[dict[str, Any], str]:
    """Return the sets of files and the program of a service worker."""
    site = Site(Catalog(), ("brandub",), ("en", "de"), runtime=Path("runtime"))
    made = {each.path: each.content for each in offline_files(site, digests)}
    assert made.keys() == {"offline.json", "sw.js"}
    program = made["sw.js"].decode()
    version = hashlib.sha256(made["offline.json"]).hexdigest()[:16]
    assert program == f'const VERSION = "{version}";\n\n{(Catalog().templates / "site" / "sw.js").read_text("utf-8")}'
    return json.loads(made["offline.json"]), program


def test_files_are_stored_by_language_and_the_runtime_by_itself() -> None:
    sets, _ = listed(DIGESTS)
    assert {name: list(files) for name, files in sets.items()} == {
        "shared": ["assets/session.js", "games/brandub/walker/kits/a-first.webp"],
        "en": ["feed.xml", "games/brandub/board.svg", "index.html", "kit/index.html"],
        "de": ["de/games/brandub/board.svg", "de/index.html"],
        "runtime": ["runtime/taflkit.pack"],
    }
    assert all(DIGESTS[path].startswith(digest) for files in sets.values() for path, digest in files.items())


def test_a_page_that_changed_makes_another_service_worker() -> None:
    before, after = listed(DIGESTS), listed({**DIGESTS, "kit/index.html": "5"})
    assert before[1] != after[1]
    assert before[0]["runtime"] == after[0]["runtime"]
    assert listed(dict(reversed(DIGESTS.items()))) == before
    # a kit to download is not stored
    assert listed({**DIGESTS, "games/brandub/walker/kits/a.pdf": "5"}) == before


def test_a_site_without_a_runtime_stores_nothing() -> None:
    assert list(offline_files(Site(Catalog(), ("brandub",)), DIGESTS)) == []
