"""The service worker names what it keeps, and is another when anything of the site is."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from taflkit.catalog import Catalog
from taflkit.site.page import Site
from taflkit.site.runtime import MANIFEST, service_worker

DIGESTS = {"index.html": "1", "kit/index.html": "2", "games/brandub/index.html": "3", "assets/session.js": "4"}


def worker(folder: Path, digests: dict[str, str]) -> tuple[dict[str, Any], str]:
    """Return what a service worker is told, and its program."""
    packs = {"taflkit.pack": "ab", "pyodide-1/pyodide.mjs": "cd", "licences/x": "ef"}
    table = {"maker": "", "program": "", "pyodide": "pyodide-1/", "lock": {}, "digests": packs, "parts": []}
    (folder / MANIFEST).write_text(json.dumps(table), encoding="utf-8")
    made = service_worker(Site(Catalog(), ("brandub",), runtime=folder), folder, digests)
    assert made.path == "sw.js"
    found = re.match(r"const SITE = (\{.*?\n\});\n\n(.*)", made.content.decode(), re.DOTALL)
    assert found is not None
    return json.loads(found[1]), found[2]


def test_the_maker_and_the_runtime_are_kept_from_the_start(tmp_path: Path) -> None:
    told, program = worker(tmp_path, DIGESTS)
    assert told["first"] == ["assets/session.js", "index.html", "kit/index.html", "runtime/runtime.json"]
    assert told["parts"] == ["runtime/pyodide-1/pyodide.mjs", "runtime/taflkit.pack?ab"]
    assert (
        hashlib.sha256(program.encode()).digest()
        == hashlib.sha256((Catalog().templates / "site" / "sw.js").read_bytes()).digest()
    )


def test_a_page_that_changed_makes_another_version(tmp_path: Path) -> None:
    before, _ = worker(tmp_path, DIGESTS)
    after, _ = worker(tmp_path, {**DIGESTS, "games/brandub/index.html": "5"})
    assert after["version"] != before["version"]
    assert after["runtime"] == before["runtime"]
    assert worker(tmp_path, dict(reversed(DIGESTS.items())))[0] == before
