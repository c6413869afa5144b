"""The page on which visitors make a game of their own: a board to set up, rules to choose, and the file of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from taflkit.drawing.look import FACE_FIELDS, Face
from taflkit.errors import TaflkitError
from taflkit.figures import flag_values
from taflkit.limits import FILE
from taflkit.resources import DEFAULT_GAME
from taflkit.site.page import Page, Site, place_in
from taflkit.site.pictures import board_labels, pictures_of
from taflkit.site.visitor.games import begin
from taflkit.site.visitor.session import Session
from taflkit.site.writing import read_words
from taflkit.tafl import Piece, flag_names
from taflkit.tafl.squares import LARGEST, SMALLEST

__all__ = ["FlagChoice", "FlagGroup", "flag_groups", "pages"]

_PATH = "own/index.html"
_SPOKEN = ("board", "said", "idle", "file", "done")
"""The tables of own.toml that the page's script reads."""


class FlagChoice(NamedTuple):
    """A flag of the form.

    Attributes:
        flag: its name.
        label: what it asks.
        values: its values as the files write them, with their answers.
    """

    flag: str
    label: str
    values: tuple[tuple[str, str], ...]


class FlagGroup(NamedTuple):
    """Flags that stand together in the form."""

    title: str
    flags: tuple[FlagChoice, ...]


def flag_groups(words: Mapping[str, Any]) -> tuple[FlagGroup, ...]:
    """Return the flags of the form, each in one group, with a label for each of their values.

    Args:
        words: of the page, own.toml.

    Raises:
        TaflkitError: the words lack a flag or a value, have one that there is not, or have a flag in two groups.
    """
    grouped = [flag for group in words["group"] for flag in group["flags"]]
    named = words["flags"]
    for found in (grouped, list(named)):
        if sorted(found) != sorted(flag_names()):
            twice = {flag for flag in found if found.count(flag) > 1}
            strange = sorted(twice | set(found) ^ set(flag_names()))
            raise TaflkitError(f"own.toml: {', '.join(strange)}: every rule flag stands there once, and no other")
    for flag in flag_names():
        if list(named[flag]) != ["label", *flag_values(flag)]:
            raise TaflkitError(f"own.toml: flags.{flag}: it has a label, and then {', '.join(flag_values(flag))}")
    return tuple(
        FlagGroup(group["title"], tuple(_choice(flag, named[flag]) for flag in group["flags"]))
        for group in words["group"]
    )


def _choice(flag: str, named: Mapping[str, str]) -> FlagChoice:
    return FlagChoice(flag, named["label"], tuple((value, named[value]) for value in flag_values(flag)))


def pages(site: Site) -> Iterator[Page]:
    """Yield the pages."""
    for language in site.languages:
        yield Page(_PATH, "own.html.j2", _values(site, language), language)


def _values(site: Site, language: str) -> dict[str, Any]:
    """Return what the template has: the words, the form's choices, and the game that it begins with."""
    words = read_words(site, language, "own")
    root = "../" * place_in(site, language, _PATH).count("/")
    known = site.games_in(language)
    start = DEFAULT_GAME if DEFAULT_GAME in known else known[0]
    wish = {
        "name": words["begin"]["file"],
        "title": words["begin"]["game"],
        "house": words["begin"]["house"],
        "game": start,
        "rules": site.catalog.game(start).ruleset_names[0],
        "language": language,
    }
    with TemporaryDirectory() as folder:
        shown = msgspec.to_builtins(begin(Session(site.catalog, Path(folder)), wish).content)
    spoken = {name: words[name] for name in _SPOKEN}
    spoken["flags"] = words["flags"]
    labels = board_labels(site, language, site.catalog.game(start).texts(language).words)
    data = {
        "language": language,
        "words": spoken,
        "labels": labels,
        "keys": {letter: key.lower() for letter, key in read_words(site, language, "diagram")["keys"].items()},
        "pictures": _pictures(root),
        "face": shown["face"],
        "begin": {name: wish[name] for name in ("name", "title", "house")},
        "shown": shown,
        "most": FILE,
    }
    return {
        "own": words,
        "groups": flag_groups(words),
        "starts": [_start(site, name, language) for name in site.games],
        "begun": f"{start}/{wish['rules']}",
        "sizes": range(SMALLEST, LARGEST + 1, 2),
        "pictures": pictures_of(Face(**shown["face"]), root),
        "shown": shown,
        "said": _by_rule(shown["said"]),
        "data": msgspec.json.encode(data).decode(),
    }


def _start(site: Site, name: str, language: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the title of a game, and the titles of its rulesets by what the form calls them."""
    game = site.catalog.game(name).speaking(site.language_for(name, language))
    return game.title, tuple((f"{name}/{ruleset.name}", ruleset.title) for ruleset in game.rulesets)


def _pictures(root: str) -> dict[str, dict[str, str]]:
    """Return the addresses of the pictures of boards, by what they are of and by their names in a face."""
    letters = {piece.name.lower(): piece.value for piece in Piece}
    kinds = {**letters, "throne": "throne", "corner": "corner"}
    return {
        kind: {name: pictures_of(Face(**{kind: name}), root)[letter] for name in FACE_FIELDS[kind]}
        for kind, letter in kinds.items()
    }


def _by_rule(said: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the sentences of the booklet in one list for each rule."""
    rules: dict[int, list[dict[str, Any]]] = {}
    for sentence in said:
        rules.setdefault(sentence["number"], []).append(sentence)
    return list(rules.values())
