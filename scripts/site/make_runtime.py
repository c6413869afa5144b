"""Make the runtime: Python, taflkit and pdf.js, as the site's pages load them in a visitor's browser.

Needs node, and what `npm ci` fetches into node_modules/ beside this file. Wheels are fetched once, by their hashes.
Writes runtime/ beside this file, or the folder that is named. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from runtime_licences import every_part

from taflkit.errors import TaflkitError
from taflkit.resources import templates_folder
from taflkit.site.runtime import MANIFEST, check_runtime, program_digest

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "generator" / "taflkit"
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp")
"""Pyodide's machine, as wheels for it are called."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PDFJS = ("pdf.min.mjs", "pdf.worker.min.mjs")
NOT_NEEDED = ("site/", "fonts/fonts.toml", "fogra39.icc", "zlib-FOGRA39.txt")
"""What of the templates no page asks for: the pages themselves, and what printing houses need."""
LATE = (".dic", ".po")
"""The endings of what few kits need, each loaded by itself when Python opens it: hyphens, and the other languages."""
DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive: the first that there can be."""


def main() -> None:
    """Make the runtime."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=HERE / "runtime", help="the folder")
    parser.add_argument("--if-old", action="store_true", help="only if it is of another taflkit, or there is none")
    arguments = parser.parse_args()
    output = arguments.output
    if output.exists() and any(output.iterdir()) and not (output / MANIFEST).is_file():
        sys.exit(f"{output}: holds other files, and no runtime; name another folder")
    if arguments.if_old and is_made(output):
        print(f"{output}: is of this taflkit")
        return
    wheels = fetch_wheels(HERE / "wheels")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        files = make(wheels, made)
    if output.exists():
        shutil.rmtree(output)
    for path, content in files.items():
        target = output / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    print(f"{output}: {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB")


def made_by() -> str:
    """Return the digest of what makes the runtime beside taflkit."""
    names = ("requirements.txt", "package-lock.json", *(file.name for file in HERE.glob("*.py")), "make_runtime.mjs")
    licences = (file.relative_to(HERE).as_posix() for file in (HERE / "licences").iterdir())
    content = b"".join((HERE / name).read_bytes() for name in sorted([*names, *licences]))
    return hashlib.sha256(content).hexdigest()[:16]


def is_made(output: Path) -> bool:
    """Whether there is a runtime of this taflkit, made as it would be now."""
    try:
        return check_runtime(output, templates_folder()).maker == made_by()
    except TaflkitError:
        return False


def fetch_wheels(folder: Path) -> list[Path]:
    """Return the wheels of requirements.txt, fetched where they are not there yet."""
    listed = (HERE / "requirements.txt").read_text(encoding="utf-8")
    wanted = set(re.findall(r"sha256:(\w+)", listed))
    there = {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in folder.glob("*.whl")}
    if not wanted <= there.keys():
        command = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
        exact = ("--require-hashes", "--only-binary", ":all:", *PLATFORM, "--abi", "cp314", "--abi", "none")
        subprocess.run((*command, *exact, "-r", str(HERE / "requirements.txt"), "-d", str(folder)), check=True)
        there = {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in folder.glob("*.whl")}
    return sorted(there[digest] for digest in wanted)


def make(wheels: list[Path], work: Path) -> dict[str, bytes]:
    """Return the files of the runtime by their paths."""
    # taken before anything is read: what changes meanwhile makes the runtime an old one
    made_of = {"maker": made_by(), "program": program_digest(PACKAGE, templates_folder())}
    packages = dict(all_packages(wheels))
    (work / "packages.zip").write_bytes(zipped(packages))
    for kind in ("stdlib", "taflkit"):
        (work / kind).mkdir()
    run = ("node", "--no-warnings", str(HERE / "make_runtime.mjs"), str(work / "packages.zip"), str(work))
    print(subprocess.run(run, check=True, text=True, stdout=subprocess.PIPE, cwd=HERE).stdout.strip())
    bundle = dict(read_folder(work / "taflkit"))
    bundle |= {path: content for path, content in packages.items() if path.startswith("taflkit/templates/")}
    late = {path: bundle.pop(path) for path in sorted(bundle) if path.endswith(LATE)}
    files = {"stdlib.pack": packed(dict(read_folder(work / "stdlib"))), "taflkit.pack": packed(bundle)}
    modules = HERE / "node_modules"
    lock = pyodide_lock(modules / "pyodide")
    home = f"pyodide-{lock['info']['version']}/"
    files |= {f"{home}{name}": (modules / "pyodide" / name).read_bytes() for name in PYODIDE}
    sizes = {
        path: (len(content), len(content if path.endswith(".pack") else gzip.compress(content)))
        for path, content in files.items()
    }
    # an ending that hosts know, and compress
    files |= {f"late/{path}.txt": content for path, content in late.items()}
    files |= {f"pdfjs/{name}": (modules / "pdfjs-dist" / "build" / name).read_bytes() for name in PDFJS}
    dictionaries = {Path(path).stem for path in late if path.startswith("pyphen/dictionaries/")}
    parts = list(every_part(wheels, modules, lock["info"]["python"], dictionaries))
    texts = {f"licences/{part.name}/{name}": text for part in parts for name, text in part.texts.items()}
    files |= texts
    digests = {path: hashlib.sha256(content).hexdigest()[:16] for path, content in sorted(files.items())}
    table = {
        **made_of,
        "pyodide": home,
        "lock": lock,
        "digests": digests,
        "sizes": sizes,
        "parts": [
            {
                "name": part.name,
                "version": part.version,
                "licence": part.licence,
                "source": part.source,
                "texts": [f"licences/{part.name}/{name}" for name in part.texts],
            }
            for part in parts
        ],
    }
    return {**files, MANIFEST: f"{json.dumps(table, indent=1, sort_keys=True)}\n".encode()}


def all_packages(wheels: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of all packages, by their paths below the folder that Python reads packages from."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            yield from ((name, opened.read(name)) for name in opened.namelist() if not name.endswith("/"))
    # reportlab reads Pillow for pictures, of which a kit has none; modules without a word stand in its place
    yield from (("PIL/__init__.py", b""), ("PIL/Image.py", b""))
    for file in sorted(PACKAGE.rglob("*.py")):
        yield f"taflkit/{file.relative_to(PACKAGE).as_posix()}", file.read_bytes()
    templates = templates_folder()
    for file in sorted(file for file in templates.rglob("*") if file.is_file()):
        path = file.relative_to(templates).as_posix()
        if not path.startswith(NOT_NEEDED) and file.name != "site.po":
            yield f"taflkit/templates/{path}", file.read_bytes()


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files below a folder by their paths."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as an archive, not compressed, which depends on nothing else."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        # files of a kind beside one another, which are compressed better
        for path, content in sorted(files.items(), key=lambda file: (Path(file[0]).suffix, file[0])):
            info = zipfile.ZipInfo(path, DATE)
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return stream.getvalue()


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as an archive that is compressed as a whole, which is a seventh smaller than one file at a time.

    Many hosts compress neither archives nor what they do not know, and one may unpack what it calls .gz by itself.
    """
    return gzip.compress(zipped(files), 9, mtime=0)


def pyodide_lock(folder: Path) -> dict[str, Any]:
    """Return what Pyodide must be told of itself: its list of packages, without a package."""
    info = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    return {"info": {**info, "version": version}, "packages": {}}


if __name__ == "__main__":
    main()
