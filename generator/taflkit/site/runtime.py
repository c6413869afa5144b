"""The runtime: the folder of what runs Python in a visitor's browser, and the service worker that stores it there.

The folder is made by scripts/site/make_runtime.py.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from taflkit.errors import TaflkitError, shown
from taflkit.reading import is_file, read_bytes, read_text
from taflkit.site.page import Made, Site, SitePage, is_inside

MANIFEST = "runtime.json"
"""The file that names the others, with the digest of each."""
_MOST = 64_000_000
"""The bytes that a file of the runtime may have."""
_AGAIN = "make runtime makes it anew"
_DIGITS = 16
"""Those of a digest in the list of what is stored, as in the manifest."""


class RuntimePart(Struct, frozen=True):
    """A part of the runtime that is not taflkit's own, with its licence by SPDX and the address of its source.

    Attributes:
        texts: the files of its licence, below the runtime's folder.
    """

    name: str
    version: str
    licence: str
    source: str
    texts: tuple[str, ...]


class Runtime(Struct, frozen=True):
    """The manifest of a runtime.

    Attributes:
        maker: the digest of what made it.
        program: the digest of the taflkit and the templates that it was made of; see program_digest.
        pyodide: the folder of Pyodide's own files, with a slash at the end.
        lock: the content of Pyodide's lock file.
        digests: of its files, by their paths.
        sizes: the bytes of the files that Python is begun with, by their paths: as they are, and as hosts send them.
    """

    maker: str
    program: str
    pyodide: str
    lock: dict[str, Any]
    digests: dict[str, str]
    sizes: dict[str, tuple[int, int]]
    parts: tuple[RuntimePart, ...]


def program_digest(package: Path, templates: Path) -> str:
    """Return the digest of the package's modules that go into a runtime, and of the templates but the site's own."""
    digest = hashlib.sha256()
    for folder, pattern in ((package, "*.py"), (templates, "*")):
        for file in sorted(folder.rglob(pattern)):
            path = file.relative_to(folder).as_posix()
            included = not path.startswith(("cli/", "site/")) or path.startswith("site/visitor/")
            if included and file.is_file() and file.name != "site.po":
                digest.update(f"{path}\0{file.stat().st_size}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:_DIGITS]


def read_runtime(folder: Path) -> Runtime:
    """Return the manifest of the runtime in a folder.

    Raises:
        TaflkitError: it is no folder of a runtime.
    """
    if not is_file(folder / MANIFEST):
        raise TaflkitError(f"{shown(folder)} is no runtime: it has no {MANIFEST}; {_AGAIN}", choice="runtime")
    try:
        return msgspec.json.decode(read_bytes(folder / MANIFEST, shown(folder / MANIFEST)), type=Runtime)
    except msgspec.DecodeError as error:
        raise TaflkitError(f"{shown(folder / MANIFEST)}: {error}; {_AGAIN}", choice="runtime") from None


def check_runtime(folder: Path, templates: Path) -> Runtime:
    """Return the manifest of the runtime in a folder, if it was made of this taflkit and these templates.

    Raises:
        TaflkitError: it is none, or of another taflkit; the message has the command that makes it.
    """
    runtime = read_runtime(folder)
    if runtime.program != program_digest(Path(__file__).resolve().parent.parent, templates):
        why = "was made of another version of taflkit or its templates"
        raise TaflkitError(f"the runtime in {shown(folder)} {why}; {_AGAIN}", choice="runtime")
    return runtime


def parts(site: Site) -> tuple[RuntimePart, ...]:
    """Return the parts of a site's runtime, for its page of licences; nothing where it has none."""
    return () if site.runtime is None else read_runtime(site.runtime).parts


def files(site: Site) -> Iterator[Made]:
    """Yield the files of a site's runtime; none where it has none.

    Raises:
        TaflkitError: see check_runtime; or a file is missing, or not as it was made.
    """
    if site.runtime is None:
        return
    for path, digest in sorted(check_runtime(site.runtime, site.catalog.templates).digests.items()):
        if not is_inside(path):
            raise TaflkitError(f"{shown(path)} of the runtime lies outside it; {_AGAIN}", choice="runtime")
        file = site.runtime / path
        content = read_bytes(file, shown(file), _MOST)
        if hashlib.sha256(content).hexdigest()[:_DIGITS] != digest:
            raise TaflkitError(f"{shown(file)} is not as it was made; {_AGAIN}", choice="runtime")
        yield Made(f"runtime/{path}", content)
    yield Made(f"runtime/{MANIFEST}", read_bytes(site.runtime / MANIFEST, MANIFEST))


def pages(_site: Site, language: str) -> Iterator[SitePage]:
    """Yield the page that stands in for one that is not stored in the browser, where there is no network."""
    yield SitePage("offline/index.html", "offline.html.j2", {}, language)


def offline_files(site: Site, digests: Mapping[str, str]) -> Iterator[Made]:
    """Yield the list of what a browser stores for when there is no network, and the service worker that stores it.

    Both are others when a file is: a browser stores one version. Kits to download, what other sites and editors take,
    and licences of the runtime are not stored; a site without a runtime has no scripts that would.

    Args:
        site: the site.
        digests: those of all its other files, by their paths.
    """
    if site.runtime is None:
        return
    sets: dict[str, dict[str, str]] = {}
    for path, digest in sorted(digests.items()):
        others = path.startswith(("api/", "runtime/licences/", "schemas/"))
        if not others and not path.endswith((".pdf", ".zip")):
            sets.setdefault(_set_of(site, path, digests), {})[path] = digest[:_DIGITS]
    content = json.dumps(sets, indent=0).encode()
    version = hashlib.sha256(content).hexdigest()[:_DIGITS]
    file = site.catalog.templates / "site" / "sw.js"
    yield Made("offline.json", content)
    yield Made("sw.js", f'const VERSION = "{version}";\n\n{read_text(file, file.name)}'.encode())


def _set_of(site: Site, path: str, digests: Mapping[str, str]) -> str:
    """Return the set of files that a path is of: a language's code, "runtime", or "shared" by all languages."""
    first, *others = site.languages
    top = path.partition("/")[0]
    if top == "runtime" or top in others:
        return top
    own = path.endswith((".html", ".xml")) or any(f"{code}/{path}" in digests for code in others)
    return first if own else "shared"
