"""JSON Schemas (draft 2020-12) of the files that users write, made of the structs that read them.

A key's sentence is the one that the docstring of its struct has. Keys that follow from tables of the program, such as
those of rules, of a face and of a theme, are added from these. The words of a game are joined key by key with those
that all games share, so that none of them must be there.
"""

from __future__ import annotations

import inspect
import json
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from taflkit.catalog.conversion import NAMES
from taflkit.catalog.games import LayoutTable
from taflkit.catalog.labels import LabelTable
from taflkit.catalog.puzzles import Collection, PuzzleTable
from taflkit.catalog.rulesets import FlagTable, RulesetTable, VariationTable
from taflkit.catalog.sources import TEXT_KINDS, read_toml
from taflkit.catalog.themes import ART_TABLES, TILE, PaintTable, ThemeTable, theme_names
from taflkit.drawing.look import FACE_FIELDS, FACES, ORNAMENTS, Face, Lettering, Ornament
from taflkit.errors import UnknownName
from taflkit.figures import FigureScript, typed_values
from taflkit.figures.script import Attempt, Expect
from taflkit.kit.printers import PrinterTable
from taflkit.kit.project import ProjectTable
from taflkit.limits import FIGURES, PROOFS, RULESETS
from taflkit.reading import file_names
from taflkit.tafl import Rules, flag_names

_Schema = dict[str, Any]
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FONT = r"\.[tT][tT][fF]$"  # the name of a user's own
_ATTRIBUTE = re.compile(r"^ {4}(\w+(?:, \w+)*): (.*(?:\n {5,}.*)*)", re.MULTILINE)


class GameTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in one file; what it leaves out is shared by all games.

    Attributes:
        layout: the board, and what the game is based on.
        rulesets: the rules that it is played by, by their names.
        figures: figures of its own, by their names.
        proofs: scripts that prove sentences without being drawn, by their names.
        puzzles: collections of puzzles, by the names of their rulesets.
        text: words of its own, which stand over the shared ones.
    """

    layout: LayoutTable
    rulesets: Annotated[dict[str, RulesetTable], NAMES, Meta(max_length=RULESETS)] = {}
    figures: Annotated[dict[str, FigureScript], NAMES, Meta(max_length=FIGURES)] = {}
    proofs: Annotated[dict[str, FigureScript], NAMES, Meta(max_length=PROOFS)] = {}
    puzzles: dict[str, Collection] = {}
    text: dict[str, str] = {}


SCHEMAS: Mapping[str, type[Struct]] = {
    "game": GameTable,
    "layout": LayoutTable,
    "ruleset": RulesetTable,
    "figure": FigureScript,
    "puzzles": Collection,
    "theme": ThemeTable,
    "label-sheet": LabelTable,
    "printer": PrinterTable,
    "project": ProjectTable,
}
"""The struct that reads each kind of file; a new kind is one entry."""
STARTED = {"game": "game", "ruleset": "game", "theme": "theme", "label-sheet": "label-sheet", "project": "project"}
"""The schema of what `taflkit new` writes, by its kind: a ruleset is a game with a base."""


def schema_text(name: str, templates: Path) -> str:
    """Return the schema of a kind of file, as JSON.

    Raises:
        UnknownName: there is no such kind.
    """
    return f"{json.dumps(schema_of(name, templates), ensure_ascii=False, indent=2)}\n"


def schema_of(name: str, templates: Path) -> _Schema:
    """Return the schema of a kind of file.

    Raises:
        UnknownName: there is no such kind.
    """
    if name not in SCHEMAS:
        raise UnknownName("schema", name, tuple(SCHEMAS), choice="name")
    kind = SCHEMAS[name]
    words = tuple(TEXT_KINDS.values()) if kind is GameTable else ()
    tops, made = msgspec.json.schema_components((kind, *words), ref_template="#/$defs/{name}")
    for each in {*_structs(kind), *(found for word in words for found in _structs(word))}:
        _describe(made[each.__name__], each)
    for top in tops[1:]:
        made.get(top.get("$ref", "").rpartition("/")[2], {}).pop("required", None)
    for name_added, table, places in _added(templates):
        for struct, key in places:
            if struct.__name__ in made:
                at = made[struct.__name__]["properties"]
                at[key] = {"description": at[key]["description"], "$ref": f"#/$defs/{name_added}"}
                made[name_added] = table
    if words:
        text = made[kind.__name__]["properties"]["text"]
        text |= {"properties": dict(zip(TEXT_KINDS, tops[1:], strict=True)), "additionalProperties": False}
    top = made.pop(kind.__name__)
    return {"$schema": _DIALECT, "title": f"taflkit: {name}", **top, "$defs": dict(sorted(made.items()))}


def _structs(kind: Any) -> Iterator[type[Struct]]:
    """Yield the structs that a value of a type is made of."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
        for hint in typing.get_type_hints(kind).values():
            yield from _structs(hint)
    for part in typing.get_args(kind):
        yield from _structs(part)


def _describe(made: _Schema, kind: type[Struct]) -> None:
    """Give a definition and its keys their sentences, and leave out what TOML has no value for."""
    made.pop("title", None)
    made["description"] = " ".join(inspect.getdoc(kind).partition("\n\n")[0].split())  # type: ignore[union-attr]
    words = sentences(kind)
    for field in structs.fields(kind):
        at = made["properties"][field.encode_name]
        if not isinstance(at.get("default"), (bool, int, float)):
            at.pop("default", None)
        if "anyOf" in at:
            parts = [part for part in at.pop("anyOf") if part != {"type": "null"}]
            at |= parts[0] if len(parts) == 1 else {"anyOf": parts}
        if field.name in words:
            at["description"] = words[field.name]


def sentences(kind: type) -> dict[str, str]:
    """Return the sentences that the docstrings of a class, and of those that it is made of, have on its attributes."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        for names, text in _ATTRIBUTE.findall(inspect.cleandoc(each.__doc__ or "").partition("Attributes:\n")[2]):
            sentence = " ".join(text.split())
            found |= dict.fromkeys(names.split(", "), f"{sentence[0].upper()}{sentence[1:]}")
    return found


# The keys that tables of the program give.


def _table(properties: Mapping[str, _Schema]) -> _Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _choices(fields: Mapping[str, Iterable[str]], kind: type) -> _Schema:
    """Return the schema of a table that has a choice for each field of a struct, all of which may be left out."""
    words = sentences(kind)
    return _table({key: {"description": words[key], "enum": [*choices]} for key, choices in fields.items()})


def _flags(value: Callable[[list[Any]], _Schema]) -> _Schema:
    words = sentences(Rules)
    return _table({flag: {"description": words[flag], **value([*typed_values(flag)])} for flag in flag_names()})


def _rule(values: list[Any]) -> _Schema:
    table = {"$ref": f"#/$defs/{FlagTable.__name__}", "properties": {"value": {"enum": values}}}
    return {"anyOf": [{"enum": values}, table]}


def _any_of(values: list[Any]) -> _Schema:
    return {"anyOf": [{"enum": values}, {"type": "array", "items": {"enum": values}}]}


def _added(templates: Path) -> Iterator[tuple[str, _Schema, tuple[tuple[type[Struct], str], ...]]]:
    """Yield the name and the schema of each definition that tables give, and the structs and keys that have it."""
    yield "Rules", _flags(_rule), ((RulesetTable, "rules"), (VariationTable, "rules"))
    yield "When", _flags(_any_of), ((FigureScript, "when"), (Attempt, "when"), (Expect, "when"))
    move = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Tree"}}
    yield "Tree", {"type": "object", "additionalProperties": move}, ((PuzzleTable, "tree"),)
    yield "Face", _choices(FACE_FIELDS, Face), ((RulesetTable, "face"), (LayoutTable, "face"))
    shipped = theme_names(templates)
    themes = [read_toml(templates / "themes" / f"{name}.toml")[0] for name in shipped]
    colours, roles = (
        dict.fromkeys(key for theme in themes for key in theme.get(table, {})) for table in ("colour", "roles")
    )
    colour = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
    known = {"type": "object", "properties": dict.fromkeys(colours, colour), "additionalProperties": colour}
    yield "Colours", known, ((ThemeTable, "colour"), (ThemeTable, "mono"))
    paint = {"$ref": f"#/$defs/{PaintTable.__name__}"}
    yield "Roles", _table(dict.fromkeys(roles, paint)), ((ThemeTable, "roles"), (ThemeTable, "light"))
    yield "Base", {"enum": [*shipped]}, ((ThemeTable, "base"),)
    yield "Ornament", _choices(ORNAMENTS, Ornament), ((ThemeTable, "ornament"),)
    face = {"anyOf": [{"enum": [*file_names(templates / "fonts", ".ttf")]}, {"type": "string", "pattern": _FONT}]}
    words = sentences(Lettering)
    fonts = {key: {"description": words[key], **face} for key in FACES}
    yield "Fonts", _table(fonts), ((ThemeTable, "fonts"),)
    file = {"type": "string"}
    for table, keys in ART_TABLES.items():
        art = _table(dict.fromkeys(TILE, file)) if table == "borders" else file
        yield table.capitalize(), _table(dict.fromkeys(keys, art)), ((ThemeTable, table),)
