"""The runtime: the folder of what runs Python in a visitor's browser, and the service worker that keeps it there.

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
from taflkit.site.page import Made, Site, is_inside, place_in

__all__ = [
    "MANIFEST",
    "Part",
    "Runtime",
    "check_runtime",
    "files",
    "parts",
    "program_digest",
    "read_runtime",
    "service_worker",
]


MANIFEST = "runtime.json"
"""The file that names the others, with the digest of each."""
_MOST = 64_000_000
"""The bytes that a file of the runtime may have."""
_AGAIN = "make runtime makes it anew"


class Part(Struct, frozen=True):
    """A part of the runtime that is not taflkit's own.

    Attributes:
        name: its name.
        version: its version.
        licence: by SPDX.
        source: the address of its source.
        texts: the files of its licence, below the runtime's folder.
    """

    name: str
    version: str
    licence: str
    source: str
    texts: tuple[str, ...]


class Runtime(Struct, frozen=True):
    """What a runtime says of itself.

    Attributes:
        maker: the digest of what made it.
        program: the digest of the taflkit and the templates that it was made of; see program_digest.
        pyodide: the folder of Pyodide's own files, with a slash at the end.
        lock: what Pyodide is told of itself.
        digests: of its files, by their paths.
        parts: what it is made of.
    """

    maker: str
    program: str
    pyodide: str
    lock: dict[str, Any]
    digests: dict[str, str]
    parts: tuple[Part, ...]


def program_digest(package: Path, templates: Path) -> str:
    """Return the digest of what of taflkit goes into a runtime: its modules, and the templates but the site's own.

    Args:
        package: the folder of the package.
        templates: that of the templates.
    """
    digest = hashlib.sha256()
    for folder, pattern in ((package, "*.py"), (templates, "*")):
        for file in sorted(folder.rglob(pattern)):
            path = file.relative_to(folder).as_posix()
            asked = not path.startswith(("cli/", "site/")) or path.startswith("site/visitor/")
            if asked and file.is_file() and file.name != "site.po":
                digest.update(f"{path}\0{file.stat().st_size}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def read_runtime(folder: Path) -> Runtime:
    """Return what the runtime in a folder says of itself.

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
    """Return what the runtime in a folder says of itself, if it was made of this taflkit and these templates.

    Raises:
        TaflkitError: it is none, or of another taflkit; the line says how to make it.
    """
    runtime = read_runtime(folder)
    if runtime.program != program_digest(Path(__file__).resolve().parent.parent, templates):
        why = "was made of another version of taflkit or its templates"
        raise TaflkitError(f"the runtime in {shown(folder)} {why}; {_AGAIN}", choice="runtime")
    return runtime


def parts(site: Site) -> tuple[Part, ...]:
    """Return what the runtime of a site is made of, for its page of licences; nothing where it has none."""
    return () if site.runtime is None else read_runtime(site.runtime).parts


def files(site: Site) -> Iterator[Made]:
    """Yield the files of a site's runtime; none where it has none.

    Raises:
        TaflkitError: see check_runtime; or a file is missing, or not as it was made.
    """
    if site.runtime is None:
        return
    runtime = check_runtime(site.runtime, site.catalog.templates)
    for path, digest in sorted(runtime.digests.items()):
        if not is_inside(path):
            raise TaflkitError(f"{shown(path)} of the runtime lies outside it; {_AGAIN}", choice="runtime")
        file = site.runtime / path
        content = read_bytes(file, shown(file), _MOST)
        if hashlib.sha256(content).hexdigest()[:16] != digest:
            raise TaflkitError(f"{shown(file)} is not as it was made; {_AGAIN}", choice="runtime")
        yield Made(f"runtime/{path}", content)
    yield Made(f"runtime/{MANIFEST}", read_bytes(site.runtime / MANIFEST, MANIFEST))


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
