"""Makes values of tables, and checks names and titles: every key that is wrong is named with its file, all at once."""

from __future__ import annotations

import datetime
import itertools
import re
import types
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from taflkit.drawing.characters import refusal
from taflkit.errors import MOST_PROBLEMS, TaflkitError, TemplateError, among, printable, refuse, shown
from taflkit.limits import NAME, TITLE, Range
from taflkit.reading import folded
from taflkit.typesetting.lines import title_text

_T = TypeVar("_T")

_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "true or false"),
    (str, "a text"),
    (int, "a whole number"),
    (float, "a number"),
    ((list, tuple), "a list"),
    (dict, "a table"),
    ((datetime.date, datetime.time), "a date or a time"),
)
"""The kinds of values that TOML has, in words; each is looked for in this order."""


Title = Annotated[str, Meta(extra_json_schema={"maxLength": TITLE})]
"""A title, which `title_problem` looks at."""
NAMES = Meta(
    extra_json_schema={"propertyNames": {"pattern": "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$", "maxLength": NAME}},
)
"""The keys of a table are names, which `name_problem` looks at."""


def within(values: Range) -> Meta:
    """Return the limits of a number of a struct."""
    return Meta(ge=values.least, le=values.most, extra={"range": values})


def convert(table: object, kind: type[_T], file: str, key: str = "") -> _T:
    """Make a value of a table, at a dotted key of a file, or of the whole file.

    Raises:
        TaflkitError: unknown or missing keys, or wrong types; each is named with the file and the dotted key.
    """
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        refuse(TemplateError(file, where, why) for where, why in faults(table, kind, key))
        raise TemplateError(file, key, _own_reason(error)) from None


def faults(value: object, kind: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the dotted key and the fault of everything in a table that cannot become a type."""
    # of a union the type that a table or a list may become part by part
    inner = next((each for each in _members(kind) if isinstance(value, dict) and _is_table(each)), None)
    if isinstance(value, list):
        inner = next((each for each in _members(kind) if typing.get_origin(each) is tuple), None)
    if inner is None:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            yield key, _wrong(value, kind)
        return
    found = list(itertools.islice(_faults_of_parts(value, inner, key), MOST_PROBLEMS + 1))
    if _is_struct(inner) and isinstance(value, dict):
        unknown = value.keys() - _hints(inner).keys()
        # a key that is written wrongly is unknown and missing at once: the first says more
        needed = () if unknown else msgspec.structs.fields(inner)
        missing = (each.encode_name for each in needed if each.required and each.encode_name not in value)
        found += [(f"{key}.{name}" if key else name, "is missing") for name in missing]
    yield from found
    if not found:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            yield key, _beyond(value, kind) or _own_reason(error)


def _faults_of_parts(value: Any, kind: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        of = typing.get_args(kind)[0]
        for number, each in enumerate(value):
            yield from faults(each, of, f"{key}[{number}]")
        return
    hints = _hints(kind) if _is_struct(kind) else dict.fromkeys(value, typing.get_args(kind)[-1])
    for name, each in value.items():
        where = f"{key}.{name}" if key else name
        if name in hints:
            yield from faults(each, hints[name], where)
        else:
            yield where, f"unknown key; {among(name.rpartition('.')[2], tuple(hints))}"


def _parts(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union, each with its limits; those of a union as a whole are left out."""
    if typing.get_origin(kind) is Annotated and len(parts := _parts(typing.get_args(kind)[0])) > 1:
        return parts
    is_union = typing.get_origin(kind) in (typing.Union, types.UnionType)
    return tuple(itertools.chain.from_iterable(map(_parts, typing.get_args(kind)))) if is_union else (kind,)


def _members(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union without their limits."""
    return tuple(typing.get_args(each)[0] if typing.get_origin(each) is Annotated else each for each in _parts(kind))


def _beyond(value: Any, kind: Any) -> str:
    """Return in words which limit a value of the right type is beyond, "" if none is."""
    for each, plain in zip(_parts(kind), _members(kind), strict=True):
        try:
            msgspec.convert(value, plain)
        except msgspec.ValidationError:
            continue
        for limits in typing.get_args(each)[1:] if each is not plain else ():
            if limits.max_length is not None and len(value) > limits.max_length:
                of = "characters" if isinstance(value, str) else "entries"
                return f"has {len(value)} {of}, and {limits.max_length} are the most"
            if limits.extra:
                try:
                    limits.extra["range"].check("", value)
                except TaflkitError as error:
                    return str(error).strip()
    return ""


def _wrong(value: object, kind: Any) -> str:
    """Return in words why a value cannot become a type."""
    if beyond := _beyond(value, kind):
        return beyond
    words = tuple(word for each in _members(kind) for word in _words_of(each))
    if words and isinstance(value, str):
        return f"'{shown(value)}' is not known here; {among(value, words)}"
    names = list(dict.fromkeys(name for each in _members(kind) if (name := _kind_in_words(each))))
    given = next((words for of, words in _KINDS if isinstance(value, of)), "this")
    if isinstance(value, (bool, int)):
        given = str(value).lower()
    elif isinstance(value, str):
        given = f"the text '{shown(value)}'"
    return f"must be {', or '.join(names)}, not {given}"


def _words_of(kind: Any) -> tuple[str, ...]:
    """Return the words that a type allows."""
    found = (str(word) for word in typing.get_args(kind)) if typing.get_origin(kind) is Literal else ()
    return tuple(word for word in found if word)


def _kind_in_words(kind: Any) -> str:
    """Return a type in words, "" for that of nothing, which TOML has no value for."""
    if typing.get_origin(kind) is Literal:
        return f"one of {', '.join(_words_of(kind))}"
    if _is_table(kind):
        return "a table"
    plain = typing.get_origin(kind) or kind
    return next((words for of, words in _KINDS if plain in (of if isinstance(of, tuple) else (of,))), "")


def _own_reason(error: Exception) -> str:
    """Return the words of a struct's own check, without the place that msgspec adds."""
    return str(error).partition(" - at `$")[0]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _is_table(kind: Any) -> bool:
    return _is_struct(kind) or typing.get_origin(kind) is dict


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of a struct's fields, by the names that they have in files."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {each.encode_name: hints[each.name] for each in msgspec.structs.fields(kind)}


# The names and the titles that the files of games and themes may have.


_SUCH = {"printer": "office-2"}
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]", re.IGNORECASE)
"""The names that no file has on Windows, whatever its ending."""
_MOST_TAGS = 4
"""How many tags may follow in the code of a language, as the country's in pt-BR."""


def name_problem(kind: str, name: str) -> str:
    """Return why a name cannot be one of a game's, since it goes into names of files; "" where it can."""
    if _DEVICES.fullmatch(name):
        return f"is no name for a {kind}, since Windows takes it for a device; choose another name"
    if name.isascii() and all(map(str.isalnum, name.split("-"))) and len(name) <= NAME:
        return ""
    such = _SUCH.get(kind, "club-rules")
    return f"is no name for a {kind}; write letters, digits and hyphens, {NAME} at most, such as {such}"


def twin_problems(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that differs from an earlier one by the case of its letters alone, with why it cannot be one.

    Files of both would have one name where the file system takes letters in either case for the same.
    """
    earlier: dict[str, str] = {}
    for name in names:
        other = earlier.setdefault(folded(name), name)
        if other != name:
            yield name, f"differs from '{other}' by capitals alone, and would be one file with it; choose another name"


def language_problem(code: str) -> str:
    """Return why a folder's name cannot be the code of a language; "" where it can."""
    if _DEVICES.fullmatch(code):
        return f"is a name that Windows takes for a device; write a country behind it, such as {code}-BR"
    language, *tags = code.split("-")
    is_language = language.isalpha() and language.islower() and 2 <= len(language) <= 3
    are_tags = len(tags) <= _MOST_TAGS and all(tag.isalnum() and 2 <= len(tag) <= 8 for tag in tags)
    return "" if code.isascii() and is_language and are_tags else "is no code of a language; write one such as ga or fr"


def title_problem(title: str) -> str:
    """Return why a text cannot be printed as a title, on one line; "" where it can."""
    if len(title) > TITLE:
        return f"has {len(title)} characters; a title has {TITLE} at most"
    problem = refusal(title)
    if problem:
        return str(problem)
    if not title_text(title):
        return "is empty; write a title with letters, or leave it out"
    strange = next((char for char in title if char in "\t\r\n"), "")
    return f"has the character {printable(strange)}; a title stands on one line" if strange else ""
