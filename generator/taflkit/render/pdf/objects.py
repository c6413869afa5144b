"""The objects of a PDF file: they are numbered, written one after the other, and found by the table at its end.

Section and table numbers are those of ISO 32000-1.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import md5
from types import ModuleType

from taflkit.drawing.characters import plain

_SETTINGS = ("reportlab_mods", "reportlab_settings")
"""The modules of users' settings; ReportLab looks for a file in the home folder where it finds no such module."""


@contextmanager
def _no_settings() -> Iterator[None]:
    """Put empty modules in the place of users' settings, and put variables of settings away, while inside."""
    there = {name: sys.modules.get(name) for name in _SETTINGS}
    variables = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("RL_")}
    sys.modules |= {name: ModuleType(name) for name in _SETTINGS}
    try:
        yield
    finally:
        os.environ |= variables
        for name, module in there.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


with _no_settings():
    from reportlab.pdfbase import pdfdoc


class File:
    """The objects of one file, by their numbers; ReportLab numbers and joins them.

    Its Canvas is not used: it takes compression, fonts and dates from settings of the whole process.
    """

    def __init__(self, version: tuple[int, int]) -> None:
        """Begin a file of a version of PDF, such as (1, 7)."""
        self._file = pdfdoc.PDFDocument(invariant=1, pdfVersion=version)
        self._signature = md5(usedforsecurity=False)

    @property
    def fonts(self) -> int:
        """The number of the dictionary of fonts, which ReportLab reserves in each file."""
        return int(self._file.idToObjectNumberAndVersion[pdfdoc.BasicFonts][0])

    def reserve(self) -> int:
        """Return the number of an object that is put in later."""
        file = self._file
        file.Reference("", str(file.objectcounter + 1))
        return int(file.objectcounter)

    def put(self, number: int, content: str | bytes) -> None:
        """Put in the object that a number was reserved for."""
        data = content.encode("latin-1") if isinstance(content, str) else content
        self._file.idToObject[self._file.numberToId[number]] = data
        self._signature.update(data)

    def add(self, content: str | bytes) -> int:
        """Put in an object, and return its number."""
        number = self.reserve()
        self.put(number, content)
        return number

    def add_stream(self, data: bytes, entries: str = "") -> int:
        """Put in a stream of packed data with entries of its dictionary beside length and filter; return its number."""
        head = f"<< {entries} /Filter /FlateDecode /Length {len(data)} >>\nstream\n".encode("latin-1")
        # PDF/A asks for an end of line after the data (ISO 19005-2, 6.1.7.1)
        return self.add(head + data + b"\nendstream")

    def to_bytes(self, root: int, info: int) -> bytes:
        """Return the file (7.5) by the numbers of its catalog and its information dictionary."""
        file = self._file
        file.Catalog, file.info = (pdfdoc.PDFObjectReference(file.numberToId[number]) for number in (root, info))
        # equal files have one name, and others have others (14.4)
        file.signature = self._signature
        return bytes(file.format())


def packed(content: bytes) -> bytes:
    """Return the data of a stream, compressed."""
    # three levels below the usual one: a tenth more bytes in half the time
    return zlib.compress(content, 3)


def escaped(text: str) -> str:
    """Return a text as it stands between the parentheses of a string (7.3.4.2)."""
    text = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return text.replace("\r", r"\r").replace("\n", r"\n")


def text_string(text: str) -> str:
    """Return a text string object (7.9.2.2): ASCII as it is, all else in UTF-16.

    Raises:
        UnfitText: a character that no text may have.
    """
    text = plain(text)
    if text.isascii():
        return f"({escaped(text)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
