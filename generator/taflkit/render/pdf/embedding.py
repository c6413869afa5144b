"""Fonts in a PDF: which letters of which faces a document uses, under which codes, and the font objects.

ReportLab parses and subsets the fonts. Its TTFont is not used: it embeds all of ASCII whether used or not,
names every subset "AAAAAA", takes one file for another of the same font name, and a ligature extracts as one
letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct

from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError, shown
from taflkit.render.faces import Stamp, face_file, missing_letter, spaces_after, stamp
from taflkit.render.numerals import decimal
from taflkit.render.pdf.objects import File, packed
from taflkit.render.pdf.reportlab import TTFontFace
from taflkit.sums import total

__all__ = ["EmbeddedFonts"]

_SYMBOLIC, _ITALIC = 1 << 2, 1 << 6
_ESCAPED = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r", "\n": r"\n"}


class _Outlines(Struct, frozen=True):
    """A font of some letters.

    Attributes:
        data: the font, packed.
        length: of the font in bytes.
        digest: of the font.
    """

    data: bytes
    length: int
    digest: bytes


class EmbeddedFonts:
    """The faces one document uses."""

    def __init__(self, fonts: Path | None, store: Store) -> None:
        self._fonts = fonts
        self._store = store
        self._faces: dict[str, _EmbeddedFace] = {}

    def runs(self, text: Text) -> list[tuple[str, str]]:
        """Return a text as pairs of a font's resource name and a TJ or Tj with its operand.

        A text is one pair, unless its face has more letters in use than one-byte codes can name.

        Raises:
            TaflkitError: there is no such face, or it lacks a letter.
        """
        return self._face(text.font).runs(text)

    def _face(self, name: str) -> _EmbeddedFace:
        face = self._faces.get(name)
        if face is None:
            face = self._faces[name] = _EmbeddedFace(name, f"F{len(self._faces) + 1}", self._fonts, self._store)
        return face

    def width(self, text: Text) -> float:
        """Return how wide a text is in mm.

        Raises:
            TaflkitError: there is no such face.
        """
        return self._face(text.font).width(text.text) * text.size / 1000 + total(text.adjust)

    def add_to(self, file: File) -> None:
        """Put the fonts into the file, each with the letters used of it, and the pages' names for them."""
        named = (f"/{name} {number} 0 R" for face in self._faces.values() for name, number in face.add_to(file))
        file.put(file.fonts, f"<< {' '.join(named)} >>")


class _Codes(dict[str, str]):
    """The escaped code of each letter, given to it when it is first asked for."""

    def __init__(self, give: Callable[[str], str]) -> None:
        self._give = give

    def __missing__(self, letter: str) -> str:
        code = self[letter] = self._give(letter)
        return code


class _EmbeddedFace:
    """A face with the codes that a document gives its letters; letters beyond 220 or so go to further fonts.

    The letters of ASCII are their own codes, so that a content stream can be read.
    """

    def __init__(self, name: str, resource: str, fonts: Path | None, store: Store) -> None:
        self._name = name
        self._resource = resource
        self._file = stamp(face_file(name, fonts))
        self._store = store
        self._face = store.of(_parsed, self._file)
        self._codes = _Codes(self._code)
        self._further: dict[str, int] = {}
        self._subsets: list[dict[int, str]] = []
        self._beyond_ascii = 0

    def runs(self, text: Text) -> list[tuple[str, str]]:
        letters = text.text
        codes, spaces = [*map(self._codes.__getitem__, letters)], _spaces(text)
        if self._further.keys().isdisjoint(letters):
            return [(self._resource, _shown(codes, spaces))]
        runs: list[tuple[str, str]] = []
        start = 0
        for subset, run in groupby(letters, lambda letter: self._further.get(letter, 0)):
            end = start + sum(1 for _ in run)
            runs.append((self._font(subset), _shown(codes[start:end], spaces[start:end])))
            start = end
        return runs

    def width(self, letters: str) -> float:
        """Return the advance of letters, in thousandths of an em."""
        return total(float(self._face.getCharWidth(ord(letter))) for letter in letters)

    def _font(self, subset: int) -> str:
        return f"{self._resource}.{subset}" if subset else self._resource

    def _code(self, letter: str) -> str:
        """Give a letter its code, and note its subset if that is not the first."""
        if not self._face.charToGlyph.get(ord(letter)):
            raise missing_letter(letter, self._name)
        if " " <= letter <= "~":
            subset, code = 0, ord(letter)
        else:
            subset, code = self._next_code()
        while len(self._subsets) <= subset:
            self._subsets.append({})
        self._subsets[subset][code] = letter
        if subset:
            self._further[letter] = subset
        return _ESCAPED.get(chr(code), chr(code))

    def _next_code(self) -> tuple[int, int]:
        """Return the next subset and code for a letter beyond ASCII: the first has 128, the others 223."""
        number = self._beyond_ascii
        self._beyond_ascii += 1
        if number < 128:
            return 0, 128 + number
        subset, code = divmod(number - 128, 223)
        return 1 + subset, 33 + code

    def add_to(self, file: File) -> list[tuple[str, int]]:
        return [(self._font(at), self._add_font(file, subset)) for at, subset in enumerate(self._subsets) if subset]

    def _add_font(self, file: File, subset: dict[int, str]) -> int:
        """Put a font of letters into the file, and return its number (9.6.3)."""
        first, last = min(subset), max(subset)
        letters = [subset.get(code) for code in range(first, last + 1)]
        widths = [self._face.getCharWidth(ord(letter)) if letter else 0 for letter in letters]
        outlines = self._subset_font(tuple(ord(subset.get(code, "\0")) for code in range(last + 1)))
        to_unicode = _to_unicode(subset)
        tag = _subset_tag(outlines.digest + to_unicode)
        name = f"/{tag}+{self._face.name.decode()}"
        return file.add(
            f"<< /Type /Font /Subtype /TrueType /BaseFont {name} /FirstChar {first} /LastChar {last} "
            f"/Widths [{' '.join(map(decimal, widths))}] "
            f"/FontDescriptor {self._add_descriptor(file, name, outlines)} 0 R "
            f"/ToUnicode {file.add_stream(packed(to_unicode))} 0 R >>"
        )

    def _subset_font(self, letters: tuple[int, ...]) -> _Outlines:
        """Return a TrueType font of the letters, each under its place as its code; a batch of kits shares it."""
        return self._store.get((self._file, letters), lambda: self._subset(letters))

    def _subset(self, letters: tuple[int, ...]) -> _Outlines:
        try:
            font = bytes(self._face.makeSubset(letters))
            return _Outlines(packed(font), len(font), sha256(font).digest())
        except MemoryError:
            raise
        except Exception as error:
            # a user's own font may be spoilt in the outlines of a single letter
            raise TaflkitError(f"{self._file[0]}: its letters cannot be taken out: {shown(error)}") from error

    def _add_descriptor(self, file: File, name: str, outlines: _Outlines) -> int:
        """Put a font's outlines and measures into the file, and return the number of its descriptor (9.8)."""
        face = self._face
        font = file.add_stream(outlines.data, f"/Length1 {outlines.length}")
        return file.add(
            f"<< /Type /FontDescriptor /FontName {name} /Flags {face.flags & _ITALIC | _SYMBOLIC} "
            f"/FontBBox [{' '.join(map(decimal, face.bbox))}] /ItalicAngle {decimal(face.italicAngle)} "
            f"/Ascent {decimal(face.ascent)} /Descent {decimal(face.descent)} /CapHeight {decimal(face.capHeight)} "
            f"/StemV {decimal(face.stemV)} /FontFile2 {font} 0 R >>"
        )


def _parsed(file: Stamp) -> Any:
    """Return ReportLab's reading of a font file."""
    try:
        face = TTFontFace(BytesIO(Path(file[0]).read_bytes()))
        # a soft hyphen at the end of a line is drawn as a hyphen
        if ord("-") in face.charToGlyph:
            face.charToGlyph[0xAD] = face.charToGlyph[ord("-")]
            face.charWidths[0xAD] = face.charWidths[ord("-")]
        return face
    except MemoryError:
        raise
    except Exception as error:
        raise TaflkitError(f"{file[0]}: not a TrueType font: {error}") from error


def _subset_tag(content: bytes) -> str:
    """Return the six letters before a subset's name, which no other subset has (ISO 32000-1, 9.6.4)."""
    return "".join(chr(ord("A") + byte % 26) for byte in sha256(content).digest()[:6])


def _spaces(text: Text) -> list[str]:
    """Return for each letter the number after it in TJ, thousandths of an em to go back, or "" for none."""
    if not text.adjust:
        return []
    per_mm = -1000 / text.size
    numbers = [decimal(space * per_mm, 2) if space else "" for space in spaces_after(text)]
    return ["" if number == "0" else number for number in numbers]


def _shown(codes: list[str], spaces: list[str]) -> str:
    """Return the operand and operator that show the codes: Tj, or TJ where there are spaces between them."""
    if not any(spaces):
        return f"({''.join(codes)}) Tj"
    pieces = [f"{code}){space}(" if space else code for code, space in zip(codes, spaces, strict=True)]
    pieces[-1] = f"{codes[-1]}){spaces[-1]}"
    return f"[({''.join(pieces)}] TJ"


def _to_unicode(subset: dict[int, str]) -> bytes:
    """Return the table from codes to the letters a reader copies; a ligature gives its letters."""
    letters = {code: _plain(subset[code]).encode("utf-16-be").hex().upper() for code in sorted(subset)}
    lines = [f"<{code:02X}> <{utf_16}>" for code, utf_16 in letters.items()]
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return f"{_CMAP_HEAD}{body}\n{_CMAP_TAIL}".encode("ascii")


def _plain(letter: str) -> str:
    """Return a ligature's letters, or the letter itself."""
    return unicodedata.normalize("NFKC", letter) if "\ufb00" <= letter <= "\ufb06" else letter


_CMAP_HEAD = """\
/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
"""
_CMAP_TAIL = """\
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
