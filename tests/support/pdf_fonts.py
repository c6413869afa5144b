"""A simple font of a PDF, as a reader of the file sees it: widths and what its codes mean."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["PdfFont"]

_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)end", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-Fa-f]+)>")


class PdfFont:
    """A one-byte font with its widths and its ToUnicode table.

    Attributes:
        name: the BaseFont without the subset's six letters.
    """

    def __init__(self, font: Any) -> None:
        if font.Subtype not in {"/TrueType", "/Type1"}:
            raise ValueError(f"the walker does not know fonts of the kind {font.Subtype}")
        self.name = re.sub(r"^/(?:[A-Z]{6}\+)?", "", str(font.BaseFont))
        self._first = int(font.FirstChar)
        self._widths = [float(width) for width in font.Widths]
        self._letters = _letters(font.ToUnicode.read_bytes())

    def text(self, codes: bytes) -> str:
        """Return what a reader copies; a code without meaning is an error."""
        return "".join(self._letters[code] for code in codes)

    def width(self, codes: bytes) -> float:
        """Return how far the codes advance, in ems."""
        return sum(self._widths[code - self._first] for code in codes) / 1000


def _letters(table: bytes) -> dict[int, str]:
    letters = {}
    for kind, body in _SECTION.findall(table):
        codes = _CODE.findall(body)
        if kind == b"bfchar":
            for code, text in zip(codes[::2], codes[1::2], strict=True):
                letters[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
        else:
            for low, high, text in zip(codes[::3], codes[1::3], codes[2::3], strict=True):
                start = ord(bytes.fromhex(text.decode()).decode("utf-16-be"))
                for code in range(int(low, 16), int(high, 16) + 1):
                    letters[code] = chr(start + code - int(low, 16))
    return letters
