"""What Pyodide does for the runtime: makes every wish, sees which modules that takes, and compiles them.

Runs inside Pyodide, since its own CPython alone writes bytecode that it reads. Its globals have the folders
`packages`, where the packages are unpacked, `scripts`, and `out`, where the modules are written.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from types import ModuleType

# what names itself a package of ours, but is for a terminal, for making the site, or needs what is not in a browser
_LEFT_OUT = ("taflkit.cli", "taflkit.__main__", "taflkit.render.png", "taflkit.site")
_OF_THE_SITE = "taflkit.site.visitor"
_LATE = ("difflib", "traceback", "linecache", "tokenize", "textwrap", "tempfile", "shutil", "zipfile", "encodings.idna")
"""Modules that errors and the start need, which no wish may have read."""


def begin(packages: str, scripts: str) -> None:
    """Make the packages importable, and put empty modules in the place of Pillow, which reportlab reads for pictures."""
    sys.path[:0] = [packages, scripts]
    for name in ("PIL", "PIL.Image"):
        sys.modules[name] = ModuleType(name)


def make_every_wish() -> int:
    """Make every wish; return how many there are."""
    from every_wish import every_wish

    from taflkit.catalog import Catalog
    from taflkit.site.visitor import answer

    wishes = list(every_wish(Catalog()))
    for ask, wish in wishes:
        answer(ask, json.dumps(wish))
    return len(wishes)


def sources(packages: Path) -> Iterator[tuple[str, str, str, bytes]]:
    """Yield the set ("stdlib" or "taflkit"), the path and the source of each module that was read, and all of ours."""
    library = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(library) as zipped:
        there = set(zipped.namelist())
        for name in sorted({*_read(), *_LATE}):
            for path in _paths(name):
                if path in there:
                    yield "stdlib", path, f"{library}/{path}", zipped.read(path)
    for file in sorted(packages.rglob("*.py")):
        path = file.relative_to(packages).as_posix()
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if _is_ours(name) or (name in sys.modules and not name.startswith("taflkit")):
            yield "taflkit", path, path, file.read_bytes()


def _read() -> Iterator[str]:
    """Yield the names of the modules that were read, and of the packages round them."""
    for name in list(sys.modules):
        parts = name.split(".")
        yield from (".".join(parts[: count + 1]) for count in range(len(parts)))


def _paths(name: str) -> tuple[str, str]:
    path = name.replace(".", "/")
    return f"{path}.py", f"{path}/__init__.py"


def _is_ours(name: str) -> bool:
    """Whether a module is one of ours that a browser can read."""
    if not f"{name}.".startswith("taflkit."):
        return False
    if name == "taflkit.site" or f"{name}.".startswith(f"{_OF_THE_SITE}."):
        return True
    return not any(f"{name}.".startswith(f"{left}.") for left in _LEFT_OUT)


def compile_all(packages: str, out: str) -> dict[str, int]:
    """Write every module as bytecode that is read without its source; return how many there are of each set."""
    counts: dict[str, int] = {}
    for kind, path, shown, source in sources(Path(packages)):
        code = compile(source, shown, "exec", dont_inherit=True)
        target = Path(out) / kind / f"{path}c"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(_code_to_hash_pyc(code, bytes(8), False))
        counts[kind] = counts.get(kind, 0) + 1
    return counts


begin(packages, scripts)  # type: ignore[name-defined]  # noqa: F821
os.chdir("/tmp")  # noqa: S108  (Pyodide's own, in memory)
made = make_every_wish()
json.dumps({"wishes": made, **compile_all(packages, out)})  # type: ignore[name-defined]  # noqa: F821
