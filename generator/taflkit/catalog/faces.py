"""The face of a game or of a ruleset, as the table [face] of its file chooses it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from taflkit.drawing.look import FACE_FIELDS, Face
from taflkit.errors import TemplateError, among, refuse, shown
from taflkit.tafl import Piece

__all__ = ["make_face"]


def make_face(table: Mapping[str, str], below: Face, file: str) -> Face:
    """Return a face with what a table chooses, and what it leaves out as it is below.

    Args:
        table: the table [face].
        below: the face of the base or of the game.
        file: the table's file, for errors.

    Raises:
        TemplateError: an unknown key or name, or two kinds of pieces with one device, with file and key.
    """
    problems = []
    for key, name in table.items():
        if key not in FACE_FIELDS:
            problems.append(TemplateError(file, f"face.{key}", f"unknown key; {among(key, tuple(FACE_FIELDS))}"))
        elif name not in FACE_FIELDS[key]:
            why = f"there is no '{shown(name)}'; {among(name, FACE_FIELDS[key])}"
            problems.append(TemplateError(file, f"face.{key}", why))
    refuse(problems)
    face = replace(below, **table)
    kinds: dict[str, str] = {}
    for kind in (piece.name.lower() for piece in Piece):
        other = kinds.setdefault(getattr(face, kind), kind)
        if other != kind:
            device = getattr(face, kind)
            raise TemplateError(file, f"face.{kind}", f"'{device}' is the device of {other} too; each needs its own")
    return face
