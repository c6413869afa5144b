"""Rulesets and their variations, with where every value comes from."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from msgspec import Meta, Struct, structs
from msgspec.structs import replace

from taflkit.catalog.conversion import NAMES, Title, convert, name_problem, title_problem, twin_problems
from taflkit.drawing.characters import refusal
from taflkit.drawing.look import FACE_FIELDS, Face
from taflkit.errors import TaflkitError, TemplateError, UnknownName, among, gathered, nearest, refuse, shown, unknown
from taflkit.figures import typed_values, write_value
from taflkit.limits import CAPTION, TEXT, VARIATIONS
from taflkit.tafl import BoardLayout, Label, LayoutError, Origin, Piece, Rules, Square, flag_names


def make_face(table: Mapping[str, str], below: Face, file: str) -> Face:
    """Return a face with the choices of a table [face], and its other fields as they are below.

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


class BoardTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a board.

    Attributes:
        title: the game's name on this board, "" for that of the board it is based on.
        start: the picture of the start position, top rank first: t attacker, T defender, K king, "." empty.
        throne: the middle if it is left out.
        corners: the four corners if they are left out, or those of the board that another is based on.
        throne_marked: whether the throne differs from other squares.
    """

    title: Title = ""
    start: str = ""
    throne: str = ""
    corners: tuple[str, ...] | None = None
    throne_marked: bool | None = None


def make_board(table: BoardTable, file: str, key: str = "", like: BoardLayout | None = None) -> BoardLayout:
    """Make a board of its keys; those left out, and the pieces, are as on the board that it is `like`.

    `key` is the name of their table in the file, with a dot behind it; "" at the top of the file.

    Raises:
        TemplateError: a key that no board can have, with file and key.
    """
    corners: tuple[Square, ...] | None = None
    if table.corners is not None:
        corners = _squares(table.corners, file, f"{key}corners")
        twice = [square for number, square in enumerate(corners) if square in corners[:number]]
        if twice:
            raise TemplateError(file, f"{key}corners", f"{twice[0]} is named twice")
    elif like is not None and (not table.start or len(table.start.split()) == like.size):
        # another picture of the same size has the same corners
        corners = like.corners
    marked = (like is None or like.throne_marked) if table.throne_marked is None else table.throne_marked
    pieces = table.start
    if not pieces and like is not None:
        if table.throne:
            raise TemplateError(file, f"{key}throne", "goes with a start of its own; write start, or leave it out")
        pieces = like.picture
    throne = _squares([table.throne], file, f"{key}throne")[0] if table.throne else None
    try:
        return BoardLayout.from_picture(pieces, throne, corners, marked)
    except LayoutError as error:
        raise TemplateError(file, f"{key}{error.key}", error.why) from None


def _squares(names: Iterable[str], file: str, key: str) -> tuple[Square, ...]:
    try:
        return tuple(map(Square.parse, names))
    except TaflkitError as error:
        raise TemplateError(file, key, str(error)) from None


_CHOSEN = Origin("chosen")


_Remark = Annotated[str, Meta(max_length=TEXT)]


class PointTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of a point that no flag decides.

    Attributes:
        label: whether the source states it, or what else it rests on.
        why: the reason for the label.
        where: the number of the rule in the source, or the name of its section.
    """

    label: Label
    why: _Remark = ""
    where: _Remark = ""


class FlagTable(PointTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule: its value, and where that comes from.

    Attributes:
        value: one of the values that the rule can have.
    """

    value: str | bool | int


_Flags = dict[str, FlagTable | str | bool | int]


class VariationTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A variation that the source of a ruleset names.

    Attributes:
        title: its name for people.
        rules: those that it changes, by their names.
    """

    title: Title
    rules: _Flags


class RulesetTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a game as one source has them.

    Attributes:
        title: their name for people, for the booklet.
        source: the description that they follow, for the booklet.
        base: the ruleset that gives the rules that are left out.
        layout: a board of its own, as far as it differs from the game's.
        rules: those that differ from the base, by their names.
        points: where those rules come from that no flag decides, by their names.
        variations: those that the source names.
        face: what differs from the game's face.
        nouns: the name of the source's own names for pieces and places, a key of [text.words.nouns].
    """

    title: Title = ""
    source: Annotated[str, Meta(max_length=CAPTION)] = ""
    base: str = ""
    layout: BoardTable | None = None
    rules: _Flags = {}
    points: dict[str, PointTable] = {}
    variations: Annotated[dict[str, VariationTable], NAMES, Meta(max_length=VARIATIONS)] = {}
    face: dict[str, str] = {}
    nouns: str = ""


class Variation(Struct, frozen=True):
    """A variation that a ruleset's source names, with the values and origins of the flags it changes."""

    name: str
    title: str
    values: Mapping[str, str | bool | int]
    origins: Mapping[str, Origin]


class Ruleset(Struct, frozen=True):
    """A ruleset as its file has it, or with some of its variations.

    Attributes:
        name: with the names of variations behind it: "masters+check".
        title: for people, or "".
        source: the description it follows, or "".
        origins: for each flag where its value comes from.
        variations: all of its source, by name.
        varied: the names of those in use, in the order of the file.
        points: for points that no flag decides where they come from; "flag.part" is a part of a flag that the source
            treats otherwise than the rest.
        board: the keys in which its board differs from the game's, if it does.
        face: the game's face, with the file's changes.
        nouns: the names of its source's own for pieces and places, by their name in words.toml; "" for the usual ones.
    """

    name: str
    title: str
    source: str
    rules: Rules
    origins: Mapping[str, Origin]
    variations: Mapping[str, Variation]
    varied: tuple[str, ...] = ()
    points: Mapping[str, Origin] = {}
    board: BoardTable | None = None
    file: str = ""
    face: Face = Face()
    nouns: str = ""

    @property
    def plain(self) -> str:
        """The name of the ruleset without its variations."""
        return self.name.partition("+")[0]

    @property
    def published(self) -> bool:
        """Whether the rules are those of a text: a source states at least one of them."""
        return any(origin.label == "stated" for origin in self.origins.values())

    def origin(self, ground: str) -> Origin:
        """Return where a flag or a point comes from; a point that the file leaves out is chosen.

        "flag.part" comes from where its flag does unless the file says otherwise.
        """
        found = self.points.get(ground)
        return found or self.origins.get(ground.partition(".")[0], _CHOSEN)

    def vary(self, names: Sequence[str]) -> Self:
        """Return the ruleset with variations of its source, in the order of its file.

        Raises:
            UnknownName: the ruleset has no such variation.
            TaflkitError: two of them change the same rule in different ways.
        """
        for name in names:
            if name not in self.variations:
                raise UnknownName(f"variation of {self.name}", name, tuple(self.variations))
        chosen = [variation for variation in self.variations.values() if variation.name in names]
        values: dict[str, str | bool | int] = {}
        origins = dict(self.origins)
        for variation in chosen:
            for flag, value in variation.values.items():
                if values.setdefault(flag, value) != value:
                    why = f"the variation {variation.name} and another one both change the rule {flag}"
                    raise TaflkitError(why, choice="variations")
            origins |= variation.origins
        return structs.replace(
            self,
            name="+".join((self.name, *(variation.name for variation in chosen))),
            rules=self.rules._replace(**typing.cast("dict[str, Any]", values)),
            origins=origins,
            varied=tuple(variation.name for variation in chosen),
        )

    def lent(self) -> Self:
        """Return the rules for a game that the source does not describe: without title, source and variations."""
        chosen = dict.fromkeys(self.origins, _CHOSEN)
        return structs.replace(self, title="", source="", origins=chosen, variations={}, points={}, board=None)


def ordered(names: tuple[str, ...], order: tuple[str, ...], file: str) -> tuple[str, ...]:
    """Return the rulesets that a layout lists in its order, and the others behind them."""
    refuse(
        TemplateError(file, f"rulesets[{number}]", unknown("ruleset", name, names))
        for number, name in enumerate(order)
        if name not in names
    )
    return tuple(dict.fromkeys((*order, *names)))


def make_ruleset(
    name: str, table: dict[str, Any], file: str, based_on: Callable[[str], Ruleset], face: Face
) -> Ruleset:
    """Make a ruleset of its file's table, on a base that `based_on` gives by name, with a changed face of the game.

    A flag that the table leaves out has the value of its base, or the engine's own; no source says so then.

    Raises:
        TemplateError: an unknown rule, base or device, or a wrong value, with file and key.
    """
    data = convert(table, RulesetTable, file)
    problems: list[TaflkitError] = [TemplateError(file, *fault) for fault in _unprintable(table, data)]
    rules = Rules()
    if data.base:
        with gathered(problems):
            try:
                rules = based_on(data.base).rules
            except UnknownName as error:
                raise TemplateError(file, "base", str(error)) from None
    values, origins = _flags(data.rules, file, "rules", problems)
    variations = {}
    for variation, entry in data.variations.items():
        changed, why = _flags(entry.rules, file, f"variations.{variation}.rules", problems)
        variations[variation] = Variation(variation, entry.title, changed, why)
    with gathered(problems):
        face = make_face(data.face, face, file)
    refuse(problems)
    return Ruleset(
        name,
        data.title,
        data.source,
        rules._replace(**typing.cast("dict[str, Any]", values)),
        {flag: origins.get(flag, _CHOSEN) for flag in flag_names()},
        variations,
        points={point: Origin(entry.label, entry.why, entry.where) for point, entry in data.points.items()},
        board=data.layout,
        file=file,
        face=face,
        nouns=data.nouns,
    )


def ruleset_problems(table: dict[str, Any], file: str) -> Iterator[TaflkitError]:
    """Yield the problems of a ruleset's table that show without its base.

    Raises:
        TaflkitError: keys that are unknown or of a wrong type, with file and key.
    """
    data = convert(table, RulesetTable, file)
    problems: list[TaflkitError] = [TemplateError(file, *fault) for fault in _unprintable(table, data)]
    _flags(data.rules, file, "rules", problems)
    for variation, entry in data.variations.items():
        _flags(entry.rules, file, f"variations.{variation}.rules", problems)
    yield from problems


def _unprintable(table: Mapping[str, Any], data: RulesetTable) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of names, titles and origins that could not be printed."""
    titles = {"title": data.title if "title" in table else None}
    titles["layout.title"] = data.layout.title if data.layout and "title" in table["layout"] else None
    titles |= {f"variations.{name}.title": entry.title for name, entry in data.variations.items()}
    faults = ((key, title_problem(title)) for key, title in titles.items() if title is not None)
    yield from ((key, why) for key, why in faults if why)
    for name in data.variations:
        if why := name_problem("variation", name):
            yield f"variations.{name}", why
    yield from ((f"variations.{name}", why) for name, why in twin_problems(data.variations))
    texts = [("source", data.source)]
    tables: dict[str, Mapping[str, object]] = {"rules": data.rules, "points": data.points}
    tables |= {f"variations.{name}.rules": entry.rules for name, entry in data.variations.items()}
    for kind, origins in tables.items():
        for name, origin in origins.items():
            if isinstance(origin, PointTable):
                texts += [(f"{kind}.{name}.why", origin.why), (f"{kind}.{name}.where", origin.where)]
    yield from ((key, str(unfit)) for key, text in texts if (unfit := refusal(text)))


def differing_flags(rulesets: Sequence[Ruleset]) -> tuple[str, ...]:
    """Return the flags on which published rulesets differ, their variations left aside."""
    published = [ruleset.rules for ruleset in rulesets if ruleset.published]
    return tuple(flag for flag in flag_names() if len({getattr(rules, flag) for rules in published}) > 1)


def _flags(
    entries: _Flags, file: str, key: str, problems: list[TaflkitError]
) -> tuple[dict[str, str | bool | int], dict[str, Origin]]:
    """Return the values and the origins of flags; unknown ones go to the problems."""
    values, origins = {}, {}
    for flag, entry in entries.items():
        if flag not in flag_names():
            problems.append(TemplateError(file, f"{key}.{flag}", f"unknown rule; {among(flag, flag_names())}"))
            continue
        plain = not isinstance(entry, FlagTable)
        value = entry.value if isinstance(entry, FlagTable) else entry
        there = typed_values(flag)
        if (type(value), value) not in ((type(each), each) for each in there):
            known = ", ".join(repr(each) if isinstance(each, str) else write_value(each) for each in there)
            where = f"{key}.{flag}" if plain else f"{key}.{flag}.value"
            given = f"'{shown(value)}'" if isinstance(value, str) else write_value(value)
            near = nearest(value, [each for each in there if isinstance(each, str)]) if isinstance(value, str) else ""
            hint = f"did you mean {near}? It" if near else "it"
            problems.append(TemplateError(file, where, f"cannot be {given}; {hint} can be {known}"))
        values[flag] = value
        origins[flag] = Origin(entry.label, entry.why, entry.where) if isinstance(entry, FlagTable) else _CHOSEN
    return values, origins
