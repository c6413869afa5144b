"""The art that a theme brings: which SVG files its tables name, read and looked over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from taflkit.catalog.sources import check_beside
from taflkit.catalog.svg import read_art
from taflkit.drawing.art import LITERAL, Art, Artwork, Tile
from taflkit.drawing.look import Paint, Paints, as_light, lightness
from taflkit.errors import TaflkitError, TemplateError, among, gathered

__all__ = ["ART_TABLES", "Named", "art_colours", "in_light", "named_art", "read_artwork", "wrong_art_keys"]

DEVICES = ("attacker", "defender", "king")
ART_TABLES: Mapping[str, tuple[str, ...]] = {
    "devices": DEVICES,
    "squares": ("throne", "corner"),
    "borders": ("frame", "card", "page"),
    "grounds": ("board", "cover"),
}
"""The tables of a theme that name SVG files, with their keys: the fields of an Artwork."""
_FILLS: Mapping[str, tuple[str, ...]] = {
    "attacker": ("piece.attacker.device", "piece.attacker.device.small"),
    "defender": ("piece.defender.device", "piece.defender.device.small"),
    "king": ("piece.king.device", "piece.king.device.small", "standee.figure"),
    "throne": ("board.throne.spiral.strand",),
    "corner": ("board.corner.knot.strand",),
    "frame": ("ornament.strand",),
    "card": ("card.knot.strand",),
    "page": ("page.knot.strand",),
}
"""The roles of the fills of an Artwork's drawings."""
_LINES = (
    *("ornament.edge", "card.knot.edge", "page.knot.edge", "board.corner.knot.edge", "standee.figure.line"),
    *(f"piece.{piece}.{line}" for piece in DEVICES for line in ("line", "line.small")),
)
"""The roles of their outlines."""
_TILE = ("side", "corner")
"""The drawings of a border: the one that is repeated along its sides, and the upper left corner."""
_WIDEST = 8.0  # heights: the widest tile of a border; the highest one has as many widths


class Named(Struct, frozen=True):
    """An entry of one of the tables of art.

    Attributes:
        file: the theme's, for errors.
        folder: that the names of files are relative to.
        value: the name of a file, or of a border's by "side" and "corner"; "" for the house's art.
    """

    file: str
    folder: Path
    value: Any


def wrong_art_keys(file: str, tables: Mapping[str, Any]) -> Iterator[TemplateError]:
    """Yield a problem for each key in a theme's tables of art that nothing would use."""
    for table, keys in ART_TABLES.items():
        for key in tables.get(table, {}):
            if key not in keys:
                yield TemplateError(file, f"{table}.{key}", f"unknown key; {among(key, keys)}")
    for border, files in tables.get("borders", {}).items():
        for key in files:
            if key not in _TILE:
                yield TemplateError(file, f"borders.{border}.{key}", f"unknown key; {among(key, _TILE)}")


def read_artwork(
    named: Mapping[tuple[str, str], Named], colours: Sequence[str], problems: list[TaflkitError]
) -> Artwork:
    """Read the art of a theme: the entries of its tables by table and key.

    Drawings may refer to the theme's colours, by name. The problems of the files are put behind the others.
    """
    read = _Drawings(colours)
    arts: dict[str, Art | None] = {}
    tiles: dict[str, Tile | None] = {}
    for (table, key), entry in named.items():
        if key not in ART_TABLES[table]:
            continue
        with gathered(problems):
            if table == "borders":
                tiles[key] = _tile(key, entry, read)
            elif entry.value:
                art = read.art(entry, f"{table}.{key}", entry.value)
                if table == "grounds":
                    _refuse_oblong(f"{table}.{key}", entry, art)
                elif not art.inside:
                    # a drawing that stands alone is not cut off at its view, as tiles are
                    why = f"'{entry.value}' has shapes outside its viewBox; make the viewBox larger, or move them"
                    raise TemplateError(entry.file, f"{table}.{key}", why)
                arts[key] = art
    for one, other in combinations(DEVICES, 2):
        first, second = arts.get(one), arts.get(other)
        if first is not None and second is not None and first.paths == second.paths:
            why = f"is the device of {one} too; each needs its own"
            problems.append(TemplateError(named["devices", other].file, f"devices.{other}", why))
    drawings = {key: arts.get(key) for table in ("devices", "squares", "grounds") for key in ART_TABLES[table]}
    return Artwork(**drawings, frame=tiles.get("frame"), card=tiles.get("card"), page=tiles.get("page"))


class _Drawings:
    """The files of art that were read, each of which several keys may name."""

    def __init__(self, colours: Sequence[str]) -> None:
        self._colours = colours
        self._read: dict[Path, Art] = {}

    def art(self, entry: Named, key: str, name: str) -> Art:
        file = entry.folder / name
        if file not in self._read:
            check_beside(entry.folder, name, entry.file, key)
            self._read[file] = read_art(file, self._colours)
        return self._read[file]


def _tile(key: str, entry: Named, read: _Drawings) -> Tile | None:
    """Return a border, or None where the theme takes the house's."""
    where, value = f"borders.{key}", entry.value
    side, corner = (value.get(name, "") for name in _TILE)
    if not side and not corner:
        return None
    for name, file in (("side", side), ("corner", corner)):
        if not file:
            raise TemplateError(entry.file, f"{where}.{name}", "is missing; a border needs a side and a corner")
    tile = Tile(read.art(entry, f"{where}.side", side), read.art(entry, f"{where}.corner", corner))
    _refuse_oblong(f"{where}.corner", entry, tile.corner)
    if not 1 / _WIDEST <= tile.side.width / tile.side.height <= _WIDEST:
        raise TemplateError(entry.file, f"{where}.side", f"its viewBox is more than {_WIDEST:g} times as long as wide")
    return tile


def _refuse_oblong(key: str, entry: Named, art: Art) -> None:
    if abs(art.width - art.height) > 0.01 * art.height:
        shape = f"{art.width:g} wide and {art.height:g} high"
        raise TemplateError(entry.file, key, f"its viewBox is {shape}, and must be square")


def art_colours(artwork: Artwork) -> tuple[str, ...]:
    """Return the colours that the drawings name themselves, as "#rrggbb" or as the name of one of the theme's."""
    arts: list[Art] = []
    for each in astuple(artwork):
        arts += [] if each is None else [each] if isinstance(each, Art) else [each.side, each.corner]
    roles = dict.fromkeys(path.role for art in arts for path in art.paths if path.role)
    return tuple(role.removeprefix(LITERAL) for role in roles)


def in_light(paints: Paints, artwork: Artwork) -> Paints:
    """Return light paints that draw each shape of a theme's art white, with an outline like those of the house.

    Where its drawings name colours, outlines have their hues, as light and as wide as the house's lines.
    """
    made = dict(paints.by_role)
    for key, roles in _FILLS.items():
        if getattr(artwork, key) is not None:
            for role in roles:
                found = paints.paint(role)
                made[role] = found if found.fill else replace(found, fill=(1.0,))
    for colour in art_colours(artwork):
        role = f"{LITERAL}{colour}"
        hue = made[role].stroke or (0.0,)
        made[role] = Paint((1.0,))
        for line in _LINES:
            found = paints.paint(line)
            if found.stroke:
                made[f"{line}.{role}"] = replace(found, stroke=as_light(hue, lightness(found.stroke)))
    return Paints(paints.name, made)


def named_art(layers: Sequence[tuple[str, Path, Mapping[str, Any]]]) -> dict[tuple[str, str], Named]:
    """Return the entries of the tables of art of a theme's layers: the name of each file, the file, and its tables.

    Later layers win.
    """
    return {
        (table, key): Named(name, file.parent, value)
        for name, file, tables in layers
        for table in ART_TABLES
        for key, value in tables.get(table, {}).items()
    }
