"""Texts as the outlines of their letters, for formats that cannot rely on a font."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.pointPen import PointToSegmentPen
from fontTools.pens.recordingPen import DecomposingRecordingPointPen, RecordingPen
from fontTools.ttLib import TTFont

from taflkit.drawing.characters import character
from taflkit.drawing.look import is_own_face
from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError, UnknownName
from taflkit.limits import OUTLINES
from taflkit.render import decimal
from taflkit.resources import templates_folder

Stamp = tuple[str, int, int]
"""A file's path, time of change in ns and size: a file whose stamp is the same has the same content."""


def face_file(face: str, fonts: Path | None) -> Path:
    """Return the font file of a face, such as "text", in a folder of fonts, or the path of a user's own font.

    Raises:
        TaflkitError: there is no such face.
    """
    if is_own_face(face):
        return Path(face)
    folder = templates_folder() / "fonts" if fonts is None else fonts
    file = folder / f"{face}.ttf"
    if file.is_file():
        return file
    known = tuple(sorted(path.stem for path in folder.glob("*.ttf")))
    if not known:
        raise TaflkitError(f"{folder}: there is no font in this folder")
    raise UnknownName("face", face, known)


def stamp(file: Path) -> Stamp:
    """Return the stamp of a file, which differs once the file has changed."""
    status = file.stat()
    return str(file), status.st_mtime_ns, status.st_size


def missing_letter(letter: str, face: str) -> TaflkitError:
    """Return the problem that a face cannot write a letter."""
    return TaflkitError(f"the face '{face}' has no letter '{letter}' ({character(letter)})")


def spaces_after(text: Text) -> tuple[float, ...]:
    """Return for each letter the mm added after it.

    Raises:
        ValueError: a text has adjustments, but not one for each letter.
    """
    if not text.adjust:
        return (0.0,) * len(text.text)
    if len(text.adjust) != len(text.text):
        raise ValueError(f"{len(text.adjust)} adjustments for the {len(text.text)} letters of '{text.text}'")
    return text.adjust


_Step = tuple[str, tuple[tuple[float, float], ...]]
"""A command of SVG's paths with its points."""
_NOWHERE = (float("nan"), float("nan"))
"""A point that no other is equal to."""
_TABLES = frozenset(("head", "maxp", "hhea", "hmtx", "loca", "glyf", "cmap"))
"""The tables of a font that an outline needs; a user's own font may hold anything in others."""


class Outlines:
    """The letters of a drawing, with a number of decimal `places`; fonts None are those that come with the program."""

    def __init__(self, fonts: Path | None, places: int, store: Store) -> None:
        self._fonts, self._places, self._store = fonts, places, store
        self._points = 0

    def of(self, text: Text) -> str:
        """Return the letters of a text, whose size is not 0, as SVG path data to be filled by the nonzero rule.

        Raises:
            TaflkitError: there is no such face, it lacks a letter, or its letters have far too many points.
        """
        face = self._store.of(_OutlineFace, stamp(face_file(text.font, self._fonts)))
        factor = text.size / face.units_per_em
        x = text.x
        written: list[str] = []
        for letter, space in zip(text.text, spaces_after(text), strict=True):
            if ord(letter) not in face.names:
                raise missing_letter(letter, text.font)
            steps, width = face.letter(letter)
            self._points += sum(len(points) for _, points in steps) if is_own_face(text.font) else 0
            if self._points > OUTLINES:
                why = f"its letters have more than {OUTLINES} points in one SVG; take a font with simpler ones"
                raise TaflkitError(f"{text.font}: {why}")
            # each command is as short as it can be
            before, at = "", _NOWHERE
            for step, points in steps:
                placed = [(x + factor * across, text.y - factor * up) for across, up in points]
                command, numbers = step, [number for point in placed for number in point]
                if step == "L":
                    if placed[0] == at:
                        continue
                    if placed[0][0] == at[0]:
                        command, numbers = "V", numbers[1:]
                    elif placed[0][1] == at[1]:
                        command, numbers = "H", numbers[:1]
                    elif before == "M":
                        command = " "
                written.append(command + " ".join([decimal(number, self._places) for number in numbers]))
                before = before if command == " " else command
                at = placed[-1] if placed else _NOWHERE
            x += width * factor + space
        return "".join(written)


class _OutlineFace:
    """A font whose letters are drawn once each.

    As in ReportLab, a font without a no-break space uses its space; a soft hyphen is drawn as a hyphen.
    """

    def __init__(self, file: Stamp) -> None:
        font = TTFont(BytesIO(Path(file[0]).read_bytes()), lazy=True)
        for tag in set(font.reader.tables) - _TABLES:
            del font[tag]
        font.setGlyphOrder([f"glyph{number:05}" for number in range(font["maxp"].numGlyphs)])
        names: dict[int, str] = font.getBestCmap()
        if ord(" ") in names:
            names.setdefault(0xA0, names[ord(" ")])
        if ord("-") in names:
            names[0xAD] = names[ord("-")]
        self.names: Mapping[int, str] = names
        self.units_per_em = font["head"].unitsPerEm
        self._file = file[0]
        self._glyphs = font.getGlyphSet()
        self._letters: dict[str, tuple[list[_Step], float]] = {}

    def letter(self, letter: str) -> tuple[list[_Step], float]:
        """Return the outline of a letter and its width, in units of the font.

        Raises:
            TaflkitError: the outline is damaged.
        """
        if letter not in self._letters:
            name = self.names[ord(letter)]
            try:
                self._letters[letter] = list(_steps(self._glyphs, name)), self._glyphs[name].width
            except MemoryError:
                raise
            except Exception as error:
                why = f"table glyf: the outline of '{letter}' is damaged; take another copy of the font"
                raise TaflkitError(f"{self._file}: {why}") from error
        return self._letters[letter]


def _steps(glyphs: Any, name: str) -> Iterator[_Step]:
    """Yield the steps of a glyph's outline, in a time that grows with its points."""
    points, pen = DecomposingRecordingPointPen(glyphs), RecordingPen()
    glyphs[name].drawPoints(points)
    points.replay(PointToSegmentPen(pen))
    for step, given in pen.value:
        match step:
            case "moveTo" | "lineTo":
                yield step[0].upper(), given
            case "qCurveTo":
                controls, end = given[:-1], given[-1]
                if end is None:
                    # a loop of curves alone begins between two of its points
                    end = tuple(0.5 * (one + other) for one, other in zip(controls[-1], controls[0], strict=True))
                    yield "M", (end,)
                yield from (("Q", pair) for pair in decomposeQuadraticSegment((*controls, end)))
            case "closePath" | "endPath":
                yield "Z", ()
            case _:
                raise ValueError(f"{step} is no step of TrueType")
