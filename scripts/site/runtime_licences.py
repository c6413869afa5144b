"""What the runtime is made of, under which licences, and where its sources are."""

from __future__ import annotations

import email
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

__all__ = ["Part", "every_part"]

HERE = Path(__file__).resolve().parent
LICENCES = {
    "fonttools": "MIT",
    "msgspec": "BSD-3-Clause",
    "polib": "MIT",
    "pyphen": "GPL-2.0-or-later OR LGPL-2.1-or-later OR MPL-1.1",
    "reportlab": "BSD-3-Clause",
    "svgwrite": "MIT",
    "tomli": "MIT",
}
"""The licences of the wheels, as read in their texts."""
SOURCES = {
    "fonttools": "https://github.com/fonttools/fonttools",
    "msgspec": "https://github.com/msgspec/msgspec",
    "polib": "https://github.com/izimobil/polib",
    "pyphen": "https://github.com/Kozea/Pyphen",
    "reportlab": "https://www.reportlab.com/",
    "svgwrite": "https://github.com/mozman/svgwrite",
    "tomli": "https://github.com/hukkin/tomli",
}
"""Where the wheels' sources are."""
_TEXT = re.compile(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)


class Part(NamedTuple):
    """A part of the runtime.

    Attributes:
        name: its name.
        version: its version, or "".
        licence: by SPDX.
        source: where its source is.
        texts: its licences, by the names of files.
    """

    name: str
    version: str
    licence: str
    source: str
    texts: Mapping[str, bytes]


def every_part(wheels: list[Path], modules: Path, python: str, dictionaries: set[str]) -> Iterator[Part]:
    """Yield the parts of the runtime that are not taflkit's own.

    Args:
        wheels: the wheels.
        modules: npm's folder of packages.
        python: the version of Python.
        dictionaries: the names of pyphen's dictionaries, such as "hyph_en_GB".
    """
    texts = {file.name: file.read_bytes() for file in sorted((HERE / "licences").glob("*.txt"))}
    pyodide, pdfjs = (_package(modules / name) for name in ("pyodide", "pdfjs-dist"))
    tag = f"https://github.com/pyodide/pyodide/tree/{pyodide['version']}"
    mozilla = {"MPL-2.0.txt": texts["LICENSE-MPL-2.0.txt"], "linked-libraries.txt": texts["linked.txt"]}
    yield Part("Pyodide", pyodide["version"], pyodide["license"], tag, mozilla)
    branch = ".".join(python.split(".")[:2])
    yield Part(
        "Python",
        python,
        "PSF-2.0",
        f"https://github.com/python/cpython/tree/{branch}",
        {"LICENSE.txt": texts["LICENSE-Python.txt"]},
    )
    apache = {"LICENSE.txt": (modules / "pdfjs-dist" / "LICENSE").read_bytes()}
    yield Part("PDF.js", pdfjs["version"], pdfjs["license"], "https://github.com/mozilla/pdf.js", apache)
    for wheel in wheels:
        yield _of_wheel(wheel, dictionaries)


def _shown(name: str) -> str:
    """Return a file's name with the ending by which hosts and browsers show it as a text."""
    return f"{Path(name).stem}.txt" if name.lower().endswith(".txt") else f"{name}.txt"


def _package(folder: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    return found


def _of_wheel(wheel: Path, dictionaries: set[str]) -> Part:
    """Return the part that a wheel is, with its licences and those of its dictionaries."""
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        about = email.message_from_bytes(opened.read(metadata))
        home = metadata.removesuffix("METADATA")
        chosen = [name for name in names if name.startswith(home) and _TEXT.search(name)]
        chosen += [
            name for name in names if Path(name).stem.removeprefix("README_") in dictionaries and "README" in name
        ]
        name = about["Name"].lower()
        texts = {_shown(Path(each).name): opened.read(each) for each in chosen}
    if not texts:
        raise SystemExit(f"{wheel.name} has no text of its licence")
    return Part(name, about["Version"], LICENCES[name], SOURCES[name], texts)
