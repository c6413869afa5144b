"""Themes: the paints of a theme in a mode, with the ornament and lettering that go with them.

A theme's file says how each role is painted, in colours that have names; each name is a colour in one mode and a grey
in the other. A theme takes the entries that it leaves out from the theme it is based on, down to a role's single keys.
Light ink is a file of roles alone that is laid over any theme.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from taflkit.catalog.sources import convert, read_toml, shown_name
from taflkit.drawing.look import ORNAMENTS, Lettering, Ornament, Theme
from taflkit.drawing.paints import Colour, Paint, Paints
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.resources import DEFAULT_THEME, INKS, MODES

__all__ = ["load_theme", "theme_names"]

_EDGES = (
    *("ornament.edge", "board.corner.knot.edge", "page.knot.edge", "card.knot.edge", "initial.edge"),
    *("piece.attacker.line", "piece.defender.line", "piece.king.line"),
)
"""The roles of lines that light paints draw where others have fills."""


class _PaintTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A role's paint: colours are names or #rrggbb, "" for none; lengths are mm."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False


class _ThemeTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme's file."""

    title: str = ""
    base: str = ""
    ornament: dict[str, str] = {}
    fonts: dict[str, str] = {}
    colour: dict[str, str] = {}
    mono: dict[str, str] = {}
    roles: dict[str, _PaintTable] = {}


class _Read(NamedTuple):
    """A file's tables as they are written, checked, with the file's name as its user would find it."""

    file: str
    tables: Mapping[str, Any]

    def table(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.tables.get(name, {})
        return found


def theme_names(templates: Path) -> tuple[str, ...]:
    """Return the names of the shipped themes, the default first."""
    names = sorted(file.stem for file in (templates / "themes").glob("*.toml"))
    return (DEFAULT_THEME, *(name for name in names if name != DEFAULT_THEME))


def load_theme(name: str, mode: str, ink: str, templates: Path) -> Theme:
    """Read a theme.

    Args:
        name: of a shipped theme, or the path of a user's own.
        mode: "colour" or "mono".
        ink: "full" or "light".
        templates: the folder with themes/, inks/ and fonts/.

    Raises:
        UnknownName: there is no theme, mode or ink of that name.
        TemplateError: a wrong key or value, or text that does not stand out from its ground, with file and key.
    """
    for what, asked, known in (("mode", mode, MODES), ("ink", ink, INKS)):
        if asked not in known:
            raise UnknownName(what, asked, known)
    where, own = _find(name, templates)
    layers = _layers(where, own, templates)
    top = layers[-1]
    if own:
        from taflkit.catalog.contrast import check_contrast  # noqa: PLC0415

        for each in MODES:
            check_contrast(_paints(layers, each), top.file)
    thinned = (*layers, _read(templates / "inks" / f"{ink}.toml")) if ink != "full" else layers
    paints = _paints(thinned, mode, "" if ink == "full" else f", {ink}")
    edged = any(paints.paint(role).stroke for role in _EDGES)
    return Theme(
        where.stem.lower(),
        top.tables.get("title", where.stem),
        paints,
        Ornament(**_merged(layers, "ornament"), edged=edged),
        Lettering(**_merged(layers, "fonts")),
    )


def _find(name: str, templates: Path) -> tuple[Path, bool]:
    """Return a theme's file, and whether it is a user's own."""
    shipped = templates / "themes" / f"{name}.toml"
    where = Path(name)
    if len(where.parts) == 1 and shipped.is_file():
        return shipped, False
    if not where.is_file():
        if where.suffix or len(where.parts) > 1:
            raise TaflkitError(f"there is no theme at {name}")
        raise UnknownName("theme", name, (*theme_names(templates), "or a path to a theme of your own"))
    return where.resolve(), True


def _layers(where: Path, own: bool, templates: Path) -> tuple[_Read, ...]:
    """Return a theme's file and those it is based on, the deepest first."""
    top = _read(where)
    default = DEFAULT_THEME if own or where.stem != DEFAULT_THEME else ""
    base = top.tables.get("base", default)
    below: tuple[_Read, ...] = ()
    if base:
        names = tuple(name for name in theme_names(templates) if own or name != where.stem)
        if base not in names:
            raise TemplateError(top.file, "base", f"there is no theme '{base}'; there is {', '.join(names)}")
        below = _layers(templates / "themes" / f"{base}.toml", own=False, templates=templates)
    _check(top, below, templates)
    return (*below, top)


def _read(where: Path) -> _Read:
    tables, file = read_toml(where), shown_name(where)
    convert(tables, _ThemeTable, file)
    return _Read(file, tables)


def _merged(layers: tuple[_Read, ...], name: str) -> dict[str, Any]:
    """Merge a table of all layers, key by key; later layers win."""
    merged: dict[str, Any] = {}
    for layer in layers:
        merged |= layer.table(name)
    return merged


def _check(top: _Read, below: tuple[_Read, ...], templates: Path) -> None:
    """Refuse names that nothing would use."""
    for key, chosen in top.table("ornament").items():
        _refuse_unknown(top, "ornament", key, ORNAMENTS)
        if chosen not in ORNAMENTS[key]:
            why = f"there is no '{chosen}'; there is {', '.join(ORNAMENTS[key])}"
            raise TemplateError(top.file, f"ornament.{key}", why)
    for key, face in top.table("fonts").items():
        _refuse_unknown(top, "fonts", key, Lettering._fields)
        if not (templates / "fonts" / f"{face}.ttf").is_file():
            faces = sorted(file.stem for file in (templates / "fonts").glob("*.ttf"))
            raise TemplateError(top.file, f"fonts.{key}", f"there is no face '{face}'; there is {', '.join(faces)}")
    if below:
        # a role or a colour that the themes below do not know would be drawn nowhere
        roles, colours = _merged(below, "roles"), (*_merged((*below, top), "colour"), *_named(top))
        known = {"roles": tuple(roles), "colour": (*_merged(below, "colour"), *_named(top)), "mono": colours}
        for name, names in known.items():
            for key in top.table(name):
                _refuse_unknown(top, name, key, names)


def _refuse_unknown(top: _Read, table: str, key: str, known: Collection[str]) -> None:
    if key in known:
        return
    from difflib import get_close_matches  # noqa: PLC0415

    close = get_close_matches(key, [name for name in known if name], 1)
    said = f"did you mean {close[0]}?" if close else f"there is {', '.join(sorted(filter(None, known)))}"
    raise TemplateError(top.file, f"{table}.{key}", f"unknown key; {said}")


def _named(layer: _Read) -> set[str]:
    """Return the names of colours that a layer's own roles use."""
    return {paint.get(key, "") for paint in layer.table("roles").values() for key in ("fill", "stroke")}


def _paints(layers: tuple[_Read, ...], mode: str, named: str = "") -> Paints:
    """Return the paints of a mode."""
    palette = _Palette(layers, mode)
    paints = {}
    roles: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for role, keys in layer.table("roles").items():
            roles[role] = {**roles[role], **keys} if role in roles else keys
    file = layers[-1].file
    for role, keys in roles.items():
        fill = palette.colour(keys.get("fill", ""), file, role, "fill")
        stroke = palette.colour(keys.get("stroke", ""), file, role, "stroke")
        width = keys.get("width", 0.0)
        if stroke and width <= 0:
            raise TemplateError(file, f"roles.{role}.width", "a stroke needs a width above 0 mm")
        paints[role] = Paint(fill, stroke, float(width), tuple(keys.get("dash", ())), keys.get("round", False))
    return Paints(f"{mode}{named}", paints)


class _Palette:
    """The colours of a mode by their names."""

    def __init__(self, layers: tuple[_Read, ...], mode: str) -> None:
        self._mono = mode == "mono"
        self._known: dict[str, Colour | None] = {"": None}
        for layer in layers:
            for name in ("colour", "mono") if self._mono else ("colour",):
                for key, text in layer.table(name).items():
                    self._known[key] = self._read(text, layer.file, f"{name}.{key}")

    def colour(self, text: str, file: str, role: str, key: str) -> Colour | None:
        """Return the colour that a role's entry names, or writes as #rrggbb."""
        if text not in self._known:
            self._known[text] = self._read(text, file, f"roles.{role}.{key}")
        return self._known[text]

    def _read(self, text: str, file: str, key: str) -> Colour:
        try:
            parts = bytes.fromhex(text.removeprefix("#"))
        except ValueError:
            parts = b""
        if len(parts) != 3 or len(text) != 7 or text[0] != "#":
            names = " or the name of one" if key.startswith("roles.") else ""
            raise TemplateError(file, key, f"'{text}' is no colour; write #rrggbb{names}")
        red, green, blue = parts
        if self._mono and not red == green == blue:
            red = green = blue = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        if red == green == blue:
            return (round(red / 255, 4),)
        return (round(red / 255, 4), round(green / 255, 4), round(blue / 255, 4))
