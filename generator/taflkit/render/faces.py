"""The faces in a folder of fonts, and checks of a text before its letters are drawn."""

from __future__ import annotations

from pathlib import Path

from taflkit.drawing.characters import character
from taflkit.drawing.look import is_own_face
from taflkit.drawing.shapes import Text
from taflkit.errors import TaflkitError, UnknownName
from taflkit.resources import templates_folder

__all__ = ["Stamp", "face_file", "missing_letter", "spaces_after", "stamp"]

Stamp = tuple[str, int, int]
"""A file's path, time of change in ns and size: a file whose stamp is the same has the same content."""


def face_file(face: str, fonts: Path | None) -> Path:
    """Return the font file of a face.

    Args:
        face: such as "text", or the path of a user's own font.
        fonts: the folder of fonts; None is the one that comes with the program.

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
    """Return the stamp of a file: its path, mtime in ns and size in bytes. It differs once the file has changed."""
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
