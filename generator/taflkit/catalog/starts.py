"""Starting files for a user's own game, ruleset or theme: whole, commented, and passing the checks as is."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from taflkit.catalog.games import GameTemplates
from taflkit.errors import TaflkitError, shown
from taflkit.figures import typed_values, write_value
from taflkit.limits import FILE, NAME
from taflkit.resources import DEFAULT_THEME
from taflkit.tafl import flag_names
from taflkit.words.forms import is_lettered
from taflkit.words.phrases import fill

__all__ = ["check_start", "start_files"]

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TABLES = re.compile(r"^(?=(?:#.*\n)*\[)", re.MULTILINE)  # the beginning of the tables of a file
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def start_files(
    kind: str, name: str, game: GameTemplates, templates: Path, art: bool = False
) -> dict[PurePosixPath, str]:
    """Return the files to start from, by their paths below the folder they are written to.

    A ruleset is for a shipped game; a theme with `art` is written to a folder of its own with drawings that it brings.

    Raises:
        TaflkitError: a name that no file can have; it has letters, digits and hyphens.
    """
    check_start(kind, name)
    file = f"{name}.toml"
    names = {"name": name, "Title": name.replace("-", " ").capitalize(), "file": file, "game": game.name}
    if kind == "ruleset":
        # a commented line for every rule flag, with the base's value and the others
        rules, lines = game.ruleset(None).rules, []
        for flag in flag_names():
            value = getattr(rules, flag)
            others = [write_value(other) for other in typed_values(flag) if other != value]
            written = f'"{value}"' if isinstance(value, str) else write_value(value)
            lines.append(f"# {flag} = {written}  # or {', '.join(others)}")
        names |= {"base": game.ruleset_names[0], "flags": "\n".join(lines)}
    if kind == "theme":
        drawn = templates / "starts" / "art" / "art.toml"
        brought = drawn.read_text(encoding="utf-8").strip() if art else _commented(drawn)
        names |= {"base": DEFAULT_THEME, "keys": _commented(templates / "themes" / f"{DEFAULT_THEME}.toml")}
        names |= {"art": brought}
    text = fill((templates / "starts" / f"{kind}.toml").read_text(encoding="utf-8"), names, FILE)
    if not art:
        return {PurePosixPath(file): text}
    folder, drawings = PurePosixPath(name), sorted((templates / "starts" / "art").glob("*.svg"))
    return {folder / file: text, **{folder / each.name: each.read_text(encoding="utf-8") for each in drawings}}


def check_start(kind: str, name: str) -> None:
    """Refuse a name that no file can have, or for a new "language" the code of none; see `start_files`.

    Raises:
        TaflkitError: it can have no such name.
    """
    form, example = (_LANGUAGE, "ga or fr") if kind == "language" else (_NAME, "club-rules")
    if not form.fullmatch(name) or len(name) > NAME:
        raise TaflkitError(f"'{shown(name)}' is no name for a {kind}; write one such as {example}", choice="name")
    if kind == "language" and not is_lettered(name):
        why = f"'{name}' is written in letters that no face has, so that no booklet can be set in it"
        raise TaflkitError(why, choice="name")


def _commented(file: Path) -> str:
    """Return a file's lines behind #, without its title, which stands above its tables."""
    text = file.read_text(encoding="utf-8")
    tables = _TABLES.search(text)
    head = text[: tables.start()] if tables else text
    lines = [line for line in head.splitlines() if not line.startswith("title")] + text[len(head) :].splitlines()
    return "\n".join(line if not line or line.startswith("#") else f"# {line}" for line in lines).strip()
