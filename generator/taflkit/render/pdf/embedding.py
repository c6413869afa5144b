"""Fonts in a PDF: which letters of which faces a document uses, under which codes, and the font objects.

ReportLab parses and subsets the fonts. Its TTFont is not used: it embeds all of ASCII whether used or not,
names every subset "AAAAAA", takes one file for another of the same font name, and a ligature extracts as one
letter.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator
from functools import lru_cache, partial
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct
from reportlab.pdfbase.ttfonts import TTFontFace

from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError, shown
from taflkit.render import decimal
from taflkit.render.outlines import Stamp, face_file, missing_letter, spaces_after, stamp
from taflkit.render.pdf.objects import File, escaped, packed
from taflkit.sums import total

_SYMBOLIC = 1 << 2
"""The flag of a font with letters of its own coding (9.8.2), as the next one is of a slanted font."""
_ITALIC = 1 << 6
_BEYOND_ASCII = re.compile("[^ -~]")


class _Subset(Struct, frozen=True):
    """A font of some letters: its file and its table from codes to letters, packed.

    Its length is that of the font in bytes, and its entries of the font's dictionary follow from the letters.
    """

    font: bytes
    length: int
    to_unicode: bytes
    name: str
    entries: str


class EmbeddedFonts:
    """The faces one document uses."""

    def __init__(self, fonts: Path | None, store: Store) -> None:
        self._fonts = fonts
        self._store = store
        self._faces: dict[str, _EmbeddedFace] = {}

    def runs(self, text: Text) -> list[tuple[str, str]]:
        """Return a text as pairs of a font's name and a TJ or Tj; one, if one-byte codes can name the face's letters.

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
        """Return the width of a text in mm.

        Raises:
            TaflkitError: there is no such face.
        """
        return self._face(text.font).width(text.text) * text.size / 1000 + total(text.adjust)

    def add_to(self, file: File) -> None:
        """Put the fonts into the file, each with the letters used of it, and the pages' names for them."""
        named = (f"/{name} {number} 0 R" for face in self._faces.values() for name, number in face.add_to(file))
        file.put(file.fonts, f"<< {' '.join(named)} >>")


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
        self._codes: dict[str, str] = {}
        self._further: dict[str, int] = {}
        self._subsets: list[dict[int, str]] = []
        self._beyond_ascii = 0

    def runs(self, text: Text) -> list[tuple[str, str]]:
        letters, adjust = text.text, text.adjust and spaces_after(text)
        if not self._codes.keys() >= set(letters):
            for letter in letters:
                if letter not in self._codes:
                    self._codes[letter] = self._code(letter)
        if not self._further or self._further.keys().isdisjoint(letters):
            return [(self._resource, self._coded(_shown(letters, adjust, text.size)))]
        runs: list[tuple[str, str]] = []
        start = 0
        for subset, run in groupby(letters, lambda letter: self._further.get(letter, 0)):
            end = start + sum(1 for _ in run)
            shown = self._coded(_shown(letters[start:end], adjust[start:end], text.size))
            runs.append((self._font(subset), shown))
            start = end
        return runs

    def _coded(self, shown: str) -> str:
        """Return an operand with the codes of its letters beyond ASCII."""
        if shown.isascii():
            return shown
        return _BEYOND_ASCII.sub(lambda letter: self._codes[letter[0]], shown)

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
            # the first subset has 128 codes for letters beyond ASCII, the others 223
            further, place = divmod(self._beyond_ascii - 128, 223)
            subset, code = (0, 128 + self._beyond_ascii) if further < 0 else (1 + further, 33 + place)
            self._beyond_ascii += 1
        while len(self._subsets) <= subset:
            self._subsets.append({})
        self._subsets[subset][code] = letter
        if subset:
            self._further[letter] = subset
        return escaped(chr(code))

    def add_to(self, file: File) -> Iterator[tuple[str, int]]:
        """Put a font for each subset of letters into the file, and yield their names and numbers (9.6.3, 9.8)."""
        face = self._face
        for number, codes in enumerate(self._subsets):
            if not codes:
                continue
            letters = tuple(sorted(codes.items()))
            subset = self._store.get((self._file, letters), partial(self._subset, codes))
            outlines = file.add_stream(subset.font, f"/Length1 {subset.length}")
            descriptor = file.add(
                f"<< /Type /FontDescriptor /FontName {subset.name} /Flags {face.flags & _ITALIC | _SYMBOLIC} "
                f"/FontBBox [{' '.join(map(decimal, face.bbox))}] /ItalicAngle {decimal(face.italicAngle)} "
                f"/Ascent {decimal(face.ascent)} /Descent {decimal(face.descent)} /CapHeight {decimal(face.capHeight)} "
                f"/StemV {decimal(face.stemV)} /FontFile2 {outlines} 0 R >>"
            )
            font = file.add(
                f"<< /Type /Font /Subtype /TrueType /BaseFont {subset.name} {subset.entries} "
                f"/FontDescriptor {descriptor} 0 R /ToUnicode {file.add_stream(subset.to_unicode)} 0 R >>"
            )
            yield self._font(number), font

    def _subset(self, codes: dict[int, str]) -> _Subset:
        """Return a TrueType font of letters under their codes."""
        first, last = min(codes), max(codes)
        named = [codes.get(code) for code in range(first, last + 1)]
        widths = [self._face.getCharWidth(ord(letter)) if letter else 0 for letter in named]
        try:
            font = bytes(self._face.makeSubset(tuple(ord(codes.get(code, "\0")) for code in range(last + 1))))
        except MemoryError:
            raise
        except Exception as error:
            # a user's own font may be spoilt in the outlines of a single letter
            raise TaflkitError(f"{self._file[0]}: its letters cannot be taken out: {shown(error)}") from error
        # from codes to the letters a reader copies; a ligature gives its letters
        lines = []
        for code, letter in sorted(codes.items()):
            letters = unicodedata.normalize("NFKC", letter) if "\ufb00" <= letter <= "\ufb06" else letter
            lines.append(f"<{code:02X}> <{letters.encode('utf-16-be').hex().upper()}>")
        blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
        body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
        to_unicode = f"{_CMAP_HEAD}{body}\n{_CMAP_TAIL}".encode("ascii")
        # six letters before a subset's name, which no other subset has (ISO 32000-1, 9.6.4)
        digest = sha256(sha256(font).digest() + to_unicode).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        entries = f"/FirstChar {first} /LastChar {last} /Widths [{' '.join(map(decimal, widths))}]"
        return _Subset(packed(font), len(font), packed(to_unicode), f"/{tag}+{self._face.name.decode()}", entries)


def _parsed(file: Stamp) -> Any:
    """Return ReportLab's reading of a font file."""
    try:
        face = TTFontFace(BytesIO(Path(file[0]).read_bytes()))
        # a font may have 65,535 glyphs: ReportLab's reading alone needs the one, and the other can be smaller
        del face.glyphToChar
        face.glyphPos = array("L", face.glyphPos)
        # a soft hyphen at the end of a line is drawn as a hyphen
        if ord("-") in face.charToGlyph:
            face.charToGlyph[0xAD] = face.charToGlyph[ord("-")]
            face.charWidths[0xAD] = face.charWidths[ord("-")]
        return face
    except MemoryError:
        raise
    except Exception as error:
        raise TaflkitError(f"{file[0]}: not a TrueType font: {error}") from error


@lru_cache(maxsize=1 << 11)
def _shown(letters: str, adjust: tuple[float, ...], size: float) -> str:
    """Return the operand and operator that show letters: Tj, or TJ where there are spaces between them.

    The letters are of one font, whose size is in mm, and may be adjusted, each by the mm added after it. Those beyond
    ASCII stand for themselves, since each document gives them other codes: most lines are the same in many kits.
    """
    # most lines have nothing to escape
    written = str if escaped(letters) == letters else escaped
    shown, begin = [], 0
    # in thousandths of an em to go back
    per_mm = -1000 / size
    for end, space in enumerate(adjust, 1):
        back = decimal(space * per_mm, 2) if space else "0"
        if back != "0":
            shown.append(f"({written(letters[begin:end])}){back}")
            begin = end
    if begin < len(letters):
        shown.append(f"({written(letters[begin:])})")
    return f"[{''.join(shown)}] TJ" if begin else f"{shown[0]} Tj"


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
