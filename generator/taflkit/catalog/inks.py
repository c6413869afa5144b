"""Inks: the paints of a mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from taflkit.catalog.sources import convert, read_toml, shown_name
from taflkit.drawing.ink import Ink, Paint
from taflkit.errors import TemplateError

__all__ = ["load_ink"]


@dataclass(frozen=True, eq=False, repr=False)
class _PaintTable:
    """A role's paint in an ink's file; colours are #rrggbb."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False


def load_ink(name: str, path: Path) -> Ink:
    """Read an ink.

    Raises:
        TemplateError: a wrong key, colour or width, with file, role and key.
    """
    file = shown_name(path)
    tables = convert(read_toml(path), dict[str, _PaintTable], file)
    paints = {}
    for role, paint in tables.items():
        fill, stroke = (_colour(getattr(paint, key), file, f"{role}.{key}") for key in ("fill", "stroke"))
        if stroke and paint.width <= 0:
            raise TemplateError(file, f"{role}.width", "a stroke needs a width above 0 mm")
        paints[role] = Paint(fill, stroke, paint.width, paint.dash, paint.round)
    return Ink(name, paints)


def _colour(text: str, file: str, key: str) -> tuple[float] | tuple[float, float, float] | None:
    if not text:
        return None
    try:
        parts = bytes.fromhex(text.removeprefix("#"))
    except ValueError:
        parts = b""
    if len(parts) != 3 or len(text) != 7 or text[0] != "#":
        raise TemplateError(file, key, f"'{text}' is no colour; write #rrggbb")
    red, green, blue = (round(part / 255, 4) for part in parts)
    return (red,) if red == green == blue else (red, green, blue)
