"""Reads and checks the templates and a user's own game. Every error names the file and the key.

A game is a folder (layout.toml, rulesets/, figures/, text/<language>/) or one TOML file with the same tables:
[layout], [rulesets.NAME], [figures.NAME], [text.rules] and so on. What a user's game leaves out is taken from the
shipped game.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from taflkit.drawing.ink import Ink, Paint
from taflkit.drawing.typesetting import Fonts, Typesetter
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.figures import FigureScript, flag_values, is_switch, write_value
from taflkit.resources import templates_folder
from taflkit.rulebook import SentenceTemplate, Words
from taflkit.tafl import BoardLayout, Label, LayoutError, Origin, Rules, Square, Variant, flag_names
from taflkit.texts import BookletText, CardsText, InstructionsText, SheetText, Texts

__all__ = ["DEFAULT_GAME", "Catalog", "GameTemplates", "Ruleset"]

DEFAULT_GAME = "brandub"
_T = TypeVar("_T")


@dataclass(frozen=True, eq=False, repr=False)
class _LayoutTable:
    """layout.toml."""

    title: str
    start: str
    throne: str = ""
    corners: tuple[str, ...] | None = None
    rulesets: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class _FlagTable:
    """A flag of a ruleset: its value and where that comes from."""

    value: str | bool
    label: Label
    why: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class _VariationTable:
    """A variation in a ruleset's file: the rules that it changes."""

    title: str
    rules: dict[str, _FlagTable]


@dataclass(frozen=True, eq=False, repr=False)
class _RulesetTable:
    """A ruleset's file."""

    title: str
    source: str
    rules: dict[str, _FlagTable]
    variations: dict[str, _VariationTable] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class _PaintTable:
    """A role's paint in an ink's file; colours are #rrggbb."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class _RulesText:
    """rules.toml."""

    sentence: tuple[SentenceTemplate, ...]


@dataclass(frozen=True, eq=False, repr=False)
class _TextTable:
    """[text] of a game in one file; each is checked when it is read."""

    rules: Any
    words: Any
    figures: Any
    booklet: Any
    cards: Any
    instructions: Any
    sheet: Any


@dataclass(frozen=True, eq=False, repr=False)
class _GameTable:
    """A game in one file; each table is checked when it is read."""

    layout: Any
    rulesets: Any
    figures: Any
    proofs: Any
    text: _TextTable


@dataclass(frozen=True, eq=False, repr=False)
class Variation:
    """A variation that a ruleset's source names.

    Attributes:
        values, origins: of the flags it changes.
    """

    name: str
    title: str
    values: Mapping[str, str | bool]
    origins: Mapping[str, Origin]


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset:
    """A ruleset as its file has it, or with some of its variations.

    Attributes:
        name: with the names of variations behind it: "masters+check".
        source: the description it follows.
        origins: for each flag where its value comes from.
        variations: those there are, by name.
        varied: the titles of those in use.
    """

    name: str
    title: str
    source: str
    rules: Rules
    origins: Mapping[str, Origin]
    variations: Mapping[str, Variation]
    varied: tuple[str, ...] = ()

    def vary(self, names: Sequence[str]) -> Ruleset:
        """Return the ruleset with variations of its source, in the order of its file.

        Raises:
            UnknownName: the ruleset has no such variation.
            TaflkitError: two of them change the same rule in different ways.
        """
        for name in names:
            if name not in self.variations:
                raise UnknownName(f"variation of {self.name}", name, tuple(self.variations) or ("none",))
        chosen = [variation for variation in self.variations.values() if variation.name in names]
        values: dict[str, str | bool] = {}
        origins = dict(self.origins)
        for variation in chosen:
            for flag, value in variation.values.items():
                if values.setdefault(flag, value) != value:
                    raise TaflkitError(f"--variation {variation.name}: another one changes the rule {flag} too")
            origins |= variation.origins
        return dataclasses.replace(
            self,
            name="+".join((self.name, *(variation.name for variation in chosen))),
            rules=dataclasses.replace(self.rules, **typing.cast("dict[str, Any]", values)),
            origins=origins,
            varied=tuple(variation.title for variation in chosen),
        )


@dataclass(frozen=True, eq=False, repr=False)
class GameTemplates:
    """Everything that is known of a game.

    Attributes:
        ruleset_names: in the game's order; the first is the default.
        figures: scripts that are drawn, by name.
        proofs: scripts that are only played, by name.
        script_files: the file of each script, for errors.
        own_words: whether the game has a booklet text of its own.
    """

    name: str
    title: str
    layout: BoardLayout
    ruleset_names: tuple[str, ...]
    figures: Mapping[str, FigureScript]
    proofs: Mapping[str, FigureScript]
    script_files: Mapping[str, str]
    texts: Texts
    text_file: str
    own_words: bool
    load_ruleset: Callable[[str], Ruleset] = field(repr=False, compare=False)

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """All rulesets, in the game's order."""
        return tuple(map(self.load_ruleset, self.ruleset_names))

    def ruleset(self, name: str | None) -> Ruleset:
        """Return a ruleset by name, the game's first if None.

        Raises:
            UnknownName: the game has no such ruleset.
        """
        if name is None:
            return self.load_ruleset(self.ruleset_names[0])
        if name not in self.ruleset_names:
            raise UnknownName(f"ruleset of {self.name}", name, self.ruleset_names)
        return self.load_ruleset(name)

    def variant(self, ruleset: Ruleset) -> Variant:
        """Return the game under a ruleset."""
        return Variant(self.name, ruleset.name, self.layout, ruleset.rules, ruleset.origins)


@dataclass(frozen=True)
class _Source:
    """Tables by name, from a folder's files or from one file."""

    where: Path
    tables: Mapping[str, Any] | None = None

    @classmethod
    def open(cls, where: Path) -> Self:
        if where.is_dir():
            return cls(where)
        tables = _read_toml(where)
        _refuse_unknown(tables, _GameTable, _shown(where), "")
        return cls(where, tables)

    def table(self, name: str) -> tuple[dict[str, Any], str] | None:
        """Return the table "text/en/rules" and its file, or None where the game has none."""
        if self.tables is None:
            file = self.where / f"{name}.toml"
            return (_read_toml(file), _shown(file)) if file.is_file() else None
        found: Any = self.tables
        for part in _keys(name):
            if not isinstance(found, dict):
                raise TemplateError(_shown(self.where), ".".join(_keys(name)), "must be a table")
            if part not in found:
                return None
            found = found[part]
        if not isinstance(found, dict):
            raise TemplateError(_shown(self.where), ".".join(_keys(name)), "must be a table")
        return found, f"{_shown(self.where)}: {'.'.join(_keys(name))}"

    def required(self, name: str) -> tuple[dict[str, Any], str]:
        """Return a table that must be there, and its file."""
        found = self.table(name)
        if found is None:
            raise TemplateError(_shown(self.where), name, "is missing")
        return found

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of the rulesets or figures that the game has."""
        if self.tables is None:
            return tuple(sorted(file.stem for file in (self.where / kind).glob("*.toml")))
        found = self.tables.get(kind, {})
        if not isinstance(found, dict):
            raise TemplateError(_shown(self.where), kind, "must be a table")
        return tuple(sorted(found))


def _keys(name: str) -> list[str]:
    """Return the keys of a table in a one-file game, which has no language: "text/en/rules" is [text.rules]."""
    kind, *rest = name.split("/")
    return [kind, rest[-1]] if rest else [kind]


def _shown(file: Path) -> str:
    """Return a file's name as its user would find it: below templates/, or below the current folder."""
    for root in _roots():
        if str(file).startswith(root):
            return str(file)[len(root) :]
    return str(file)


@cache
def _roots() -> tuple[str, ...]:
    return tuple(f"{root}{os.sep}" for root in (templates_folder().parent, Path.cwd()))


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TemplateError(_shown(file), "", "there is no such file") from None
    except OSError as error:
        raise TemplateError(_shown(file), "", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TemplateError(_shown(file), "", "is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(_shown(file), "", f"is not TOML: {error}") from None


def _convert(table: object, kind: type[_T], file: str, key: str = "") -> _T:
    """Make a dataclass of a table, refusing unknown keys, which msgspec drops silently from dataclasses.

    Raises:
        TemplateError: an unknown or missing key, or a wrong type, with the file and the dotted key.
    """
    try:
        made = msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        # a key that is written wrongly is unknown and missing at once: the first says more
        _refuse_unknown(table, kind, file, key)
        raise TemplateError(file, *_wrong(table, kind, key, error)) from None
    if _dropped(table, msgspec.to_builtins(made)):
        _refuse_unknown(table, kind, file, key)
    return made


def _dropped(table: Any, made: Any) -> bool:
    """Whether a key of a table is missing from what was made of it."""
    if isinstance(table, dict):
        return any(name not in made or _dropped(value, made[name]) for name, value in table.items())
    if isinstance(table, list):
        return any(_dropped(value, other) for value, other in zip(table, made, strict=True))
    return False


def _refuse_unknown(table: object, kind: Any, file: str, key: str) -> None:
    """Walk a table beside the type it is to become, and refuse keys that no field of a dataclass takes."""
    for where, value, of in _parts(table, kind, key):
        if of is None:
            raise TemplateError(file, where, f"unknown key; there is {', '.join(typing.get_type_hints(kind))}")
        _refuse_unknown(value, of, file, where)


def _wrong(table: object, kind: Any, key: str, error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the key of the innermost value that is wrong, and why: msgspec does not name the keys of a dict."""
    for where, value, of in _parts(table, kind, key):
        try:
            msgspec.convert(value, of)
        except msgspec.ValidationError as inner:
            return _wrong(value, of, where, inner)
    message, _, path = str(error).partition(" - at `$")
    return f"{key}{path.rstrip('`')}".lstrip("."), message


def _parts(table: object, kind: Any, key: str) -> Iterator[tuple[str, object, Any]]:
    """Yield the key, the value and the type of everything in a table; the type is None where no field takes a key."""
    if dataclasses.is_dataclass(kind) and isinstance(table, dict):
        hints = typing.get_type_hints(kind)
        yield from ((f"{key}.{name}" if key else name, value, hints.get(name)) for name, value in table.items())
    elif isinstance(table, list) and typing.get_origin(kind) is tuple:
        yield from ((f"{key}[{i}]", value, typing.get_args(kind)[0]) for i, value in enumerate(table))
    elif isinstance(table, dict) and typing.get_origin(kind) is dict:
        of = typing.get_args(kind)[1]
        yield from ((f"{key}.{name}" if key else name, value, of) for name, value in table.items())


@dataclass(frozen=True)
class Catalog:
    """The templates, each read once.

    Attributes:
        templates: the folder with games/, inks/, fonts/ and hyphens/.
        language: of the texts.
    """

    templates: Path = field(default_factory=templates_folder)
    language: str = "en"
    _games: dict[str, GameTemplates] = field(default_factory=dict, repr=False, compare=False)
    _inks: dict[str, Ink] = field(default_factory=dict, repr=False, compare=False)

    def game_names(self) -> tuple[str, ...]:
        """Return the names of the shipped games."""
        return tuple(sorted(file.parent.name for file in (self.templates / "games").glob("*/layout.toml")))

    def mode_names(self) -> tuple[str, ...]:
        """Return the names of the inks."""
        return tuple(sorted(file.stem for file in (self.templates / "inks").glob("*.toml")))

    @cached_property
    def typesetter(self) -> Typesetter:
        """What sets text in the shipped fonts; it keeps the paragraphs that kits have in common."""
        return Typesetter(Fonts(self.templates / "fonts"), self._load_hyphens())

    def game(self, name: str) -> GameTemplates:
        """Return a shipped game by name, or a user's own by its folder or TOML file.

        Raises:
            TaflkitError: there is no such game, or its files have a problem, which names file and key.
        """
        if name not in self._games:
            self._games[name] = self._load_game(name)
        return self._games[name]

    def ink(self, mode: str) -> Ink:
        """Return the paints of a mode.

        Raises:
            TaflkitError: there is no such ink, or its file has a problem.
        """
        if mode not in self._inks:
            if mode not in self.mode_names():
                raise UnknownName("mode", mode, self.mode_names())
            self._inks[mode] = _load_ink(mode, self.templates / "inks" / f"{mode}.toml")
        return self._inks[mode]

    def _load_game(self, name: str) -> GameTemplates:
        shipped = self.templates / "games" / DEFAULT_GAME
        folder = self.templates / "games" / name
        if name in self.game_names():
            sources = [_Source.open(folder)] + ([_Source.open(shipped)] if name != DEFAULT_GAME else [])
            return self._compose(name, sources)
        where = Path(name)
        if not where.exists():
            if where.suffix or len(where.parts) > 1:
                raise TaflkitError(f"there is no game at {name}")
            raise UnknownName("game", name, (*self.game_names(), "or a path to a game of your own"))
        return self._compose(where.resolve().stem.lower(), [_Source.open(where), _Source.open(shipped)])

    @staticmethod
    def _shipped_order(sources: list[_Source]) -> tuple[str, ...]:
        """Return the order of the shipped rulesets, for a game that has none of its own."""
        return _load_layout(*sources[-1].required("layout"))[0]

    def _check_language(self, sources: list[_Source]) -> None:
        known = {self.language} if sources[0].tables is not None else set()
        known |= {folder.name for source in sources if source.tables is None for folder in source.where.glob("text/*")}
        if self.language not in known or not any(source.table(f"text/{self.language}/rules") for source in sources):
            raise UnknownName("language", self.language, tuple(sorted(known - {self.language})))

    def _compose(self, name: str, sources: list[_Source]) -> GameTemplates:
        own = sources[0]
        found = own.table("layout")
        if found is None:
            raise TemplateError(
                _shown(own.where), "layout", "a game needs a layout: layout.toml, or the table [layout]"
            )
        if self.language != "en":
            self._check_language(sources)
        order, title, layout = _load_layout(*found)
        rules = next(source for source in sources if source.names("rulesets"))
        figures, files = _load_figures(sources)
        proofs, proof_files = _load_proofs(sources)
        for twice in figures.keys() & proofs.keys():
            raise TemplateError(proof_files[twice], twice, "there is a figure of this name; call the proof otherwise")
        text = f"text/{self.language}/"
        return GameTemplates(
            name=name,
            title=title,
            layout=layout,
            ruleset_names=_ordered(
                rules.names("rulesets"), order or (() if rules is own else self._shipped_order(sources)), found[1]
            ),
            load_ruleset=cache(partial(_load_ruleset, rules)),
            figures=figures,
            proofs=proofs,
            script_files={**files, **proof_files},
            texts=self._load_texts(sources),
            text_file=_first(sources, f"{text}rules")[1],
            own_words=own.table(f"{text}booklet") is not None,
        )

    def _load_texts(self, sources: list[_Source]) -> Texts:
        text = f"text/{self.language}/"
        captions, captions_file = _first(sources, f"{text}figures")
        return Texts(
            language=self.language,
            rules=_convert(*_first_as(sources, f"{text}rules", _RulesText)).sentence,
            words=_convert(*_first_as(sources, f"{text}words", Words)),
            captions=_convert(captions, dict[str, str], captions_file),
            booklet=_convert(*_first_as(sources, f"{text}booklet", BookletText)),
            cards=_convert(*_first_as(sources, f"{text}cards", CardsText)),
            instructions=_convert(*_first_as(sources, f"{text}instructions", InstructionsText)),
            sheet=_convert(*_first_as(sources, f"{text}sheet", SheetText)),
        )

    def _load_hyphens(self) -> dict[str, str]:
        """Read hyphens/<language>.txt: a word a line, with hyphens where it may be broken."""
        file = self.templates / "hyphens" / f"{self.language}.txt"
        if not file.is_file():
            return {}
        words = file.read_text(encoding="utf-8").split()
        return {word.replace("-", ""): word.replace("-", "\u00ad") for word in words}


def _first(sources: list[_Source], name: str) -> tuple[dict[str, Any], str]:
    """Return a table from the first source that has it; the shipped game, which is last, has all."""
    for source in sources:
        found = source.table(name)
        if found is not None:
            return found
    shipped = f"{name.rpartition('/')[2]}.toml"
    raise TemplateError(_shown(sources[0].where), name, f"is missing; take the shipped {shipped} for a model")


def _first_as(sources: list[_Source], name: str, kind: type[_T]) -> tuple[dict[str, Any], type[_T], str]:
    table, file = _first(sources, name)
    return table, kind, file


def _ordered(names: tuple[str, ...], order: tuple[str, ...], file: str) -> tuple[str, ...]:
    """Return the rulesets that a layout lists in its order, and the others behind them."""
    for name in order:
        if name not in names:
            raise TemplateError(file, "rulesets", f"there is no ruleset '{name}'; there is {', '.join(names)}")
    return tuple(dict.fromkeys((*order, *names)))


def _load_layout(table: dict[str, Any], file: str) -> tuple[tuple[str, ...], str, BoardLayout]:
    """Return the order of the rulesets, the game's title and its board."""
    layout = _convert(table, _LayoutTable, file)
    try:
        throne = Square.parse(layout.throne) if layout.throne else None
    except TaflkitError as error:
        raise TemplateError(file, "throne", str(error)) from None
    try:
        corners = None if layout.corners is None else tuple(Square.parse(name) for name in layout.corners)
    except TaflkitError as error:
        raise TemplateError(file, "corners", str(error)) from None
    try:
        return layout.rulesets, layout.title, BoardLayout.from_picture(layout.start, throne, corners)
    except LayoutError as error:
        raise TemplateError(file, error.key, error.why) from None


def _load_ruleset(source: _Source, name: str) -> Ruleset:
    return _ruleset(name, *source.required(f"rulesets/{name}"))


def _ruleset(name: str, table: dict[str, Any], file: str) -> Ruleset:
    data = _convert(table, _RulesetTable, file)
    missing = [flag for flag in flag_names() if flag not in data.rules]
    values, origins = _flags(data.rules, file, "rules")
    if missing:
        raise TemplateError(file, f"rules.{missing[0]}", "is missing; a ruleset gives every rule a value")
    variations = {}
    for variation, entry in data.variations.items():
        changed, why = _flags(entry.rules, file, f"variations.{variation}.rules")
        variations[variation] = Variation(variation, entry.title, changed, why)
    return Ruleset(name, data.title, data.source, Rules(**typing.cast("dict[str, Any]", values)), origins, variations)


def _flags(entries: Mapping[str, _FlagTable], file: str, key: str) -> tuple[dict[str, str | bool], dict[str, Origin]]:
    """Return the values and the origins of flags, after seeing that there are such flags with such values."""
    values = {}
    for flag, entry in entries.items():
        if flag not in flag_names():
            raise TemplateError(file, f"{key}.{flag}", f"unknown rule; there is {', '.join(flag_names())}")
        if write_value(entry.value) not in flag_values(flag) or isinstance(entry.value, bool) is not is_switch(flag):
            known = ", ".join(flag_values(flag) if is_switch(flag) else map(repr, flag_values(flag)))
            raise TemplateError(file, f"{key}.{flag}.value", f"cannot be {entry.value!r}; it can be {known}")
        values[flag] = entry.value
    return values, {flag: Origin(entry.label, entry.why) for flag, entry in entries.items()}


def _load_figures(sources: list[_Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read all scripts; a game's own figure takes the place of a shipped one of the same name."""
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        for name in source.names("figures"):
            table, files[name] = source.required(f"figures/{name}")
            scripts[name] = _convert(table, FigureScript, files[name])
    return scripts, files


def _load_proofs(sources: list[_Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read the scripts of proofs.toml, or of [proofs]; a game's own takes the place of a shipped one."""
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        found = source.table("proofs")
        if found is not None:
            scripts |= _convert(found[0], dict[str, FigureScript], found[1])
            files |= dict.fromkeys(found[0], found[1])
    return scripts, files


def _load_ink(name: str, path: Path) -> Ink:
    file = _shown(path)
    tables = _convert(_read_toml(path), dict[str, _PaintTable], file)
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
