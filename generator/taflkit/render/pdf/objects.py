"""The objects of a PDF file: they are numbered, written one after the other, and found by the table at its end.

Section and table numbers are those of ISO 32000-1.
"""

from __future__ import annotations

import zlib
from hashlib import md5

from taflkit.drawing.characters import plain

__all__ = ["File", "packed", "text_string"]


class File:
    """The objects of one file, by their numbers from 1 on."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        """Return the number of an object that is put in later."""
        self._objects.append(b"")
        return len(self._objects)

    def put(self, number: int, content: str | bytes) -> None:
        """Put in the object that a number was reserved for."""
        self._objects[number - 1] = content.encode("latin-1") if isinstance(content, str) else content

    def add(self, content: str | bytes) -> int:
        """Put in an object, and return its number."""
        number = self.reserve()
        self.put(number, content)
        return number

    def add_stream(self, data: bytes, entries: str = "") -> int:
        """Put in a stream, and return its number.

        Args:
            data: packed.
            entries: those of the stream's dictionary beside length and filter.
        """
        head = f"<< {entries} /Filter /FlateDecode /Length {len(data)} >>\nstream\n".encode("latin-1")
        # PDF/A asks for an end of line after the data (ISO 19005-2, 6.1.7.1)
        return self.add(head + data + b"\nendstream")

    def to_bytes(self, version: str, root: int, info: int) -> bytes:
        """Return the file (7.5).

        Args:
            version: of PDF, such as "1.7".
            root: the number of the catalog.
            info: the number of the information dictionary.
        """
        # four bytes above 127 say that the file is binary
        parts = [f"%PDF-{version}\n%".encode("ascii"), b"\x93\x8c\x8b\x9e\n"]
        offset = sum(map(len, parts))
        rows = []
        for number, content in enumerate(self._objects, 1):
            written = b"%d 0 obj\n%b\nendobj\n" % (number, content)
            rows.append(b"%010d 00000 n \n" % offset)
            offset += len(written)
            parts.append(written)
        # equal files have one name, and others have others (14.4)
        identity = md5(b"".join(parts), usedforsecurity=False).hexdigest()
        size = len(rows) + 1
        table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, b"".join(rows))
        trailer = (
            f"trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R /ID [<{identity}> <{identity}>] >>\n"
            f"startxref\n{offset}\n%%EOF\n"
        )
        return b"".join((*parts, table, trailer.encode("ascii")))


def packed(content: bytes) -> bytes:
    """Return the data of a stream, compressed."""
    # three levels below the usual one: a tenth more bytes in half the time
    return zlib.compress(content, 3)


_ESCAPED = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r", "\n": r"\n"})


def text_string(text: str) -> str:
    """Return a text string object (7.9.2.2): ASCII as it is, all else in UTF-16.

    Raises:
        UnfitText: a character that no text may have.
    """
    text = plain(text)
    if text.isascii():
        return f"({text.translate(_ESCAPED)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
