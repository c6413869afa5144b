"""The faces that a theme chooses: those of the house by name, and a user's own fonts by their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from taflkit.catalog.sources import check_beside, shown_name
from taflkit.drawing.look import FACES, Lettering, is_own_face
from taflkit.errors import TaflkitError, gathered, shown

__all__ = ["face_problem", "read_lettering"]

_OTHER_ENDINGS = (".otf", ".ttc", ".woff", ".woff2")


def face_problem(chosen: str) -> str:
    """Return why a face that has the name of a font's file cannot be one, "" for any other name."""
    other = chosen.lower().endswith(_OTHER_ENDINGS)
    return f"'{shown(chosen)}' is no TrueType font; convert it to .ttf" if other else ""


def read_lettering(layers: Iterable[tuple[str, Path, Mapping[str, str]]], problems: list[TaflkitError]) -> Lettering:
    """Return the faces of a theme.

    Args:
        layers: the name of each file, the file, and its table of fonts; later ones win.
        problems: what is wrong with a user's own fonts is put behind these.
    """
    chosen: dict[str, tuple[str, str, Path]] = {}
    for name, file, table in layers:
        # other keys are refused by their names
        chosen |= {key: (table[key], name, file) for key in FACES if key in table}
    faces = {key: face for key, (face, _, _) in chosen.items()}
    credited: dict[str, None] = {}
    for key, (face, name, theme) in chosen.items():
        if is_own_face(face):
            with gathered(problems):
                check_beside(theme.parent, face, name, f"fonts.{key}")
                file = theme.parent / face
                credited[_credit(file)] = None
                faces[key] = str(file)
    return Lettering(**faces, credits=tuple(credited))


def _credit(file: Path) -> str:
    """Return the name and licence of a user's own font."""
    from taflkit.typesetting.own_faces import font_credit  # noqa: PLC0415

    return font_credit(file, shown_name(file))
