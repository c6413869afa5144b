"""taflkit new: starting files for a user's own game, ruleset, language or theme."""

from __future__ import annotations

import os
from pathlib import Path

import click

from taflkit.cli.console import say
from taflkit.cli.known import catalog
from taflkit.cli.options import Choice, propose_files
from taflkit.cli.writing import shown_path, status, write_all
from taflkit.errors import TaflkitError, UnknownName
from taflkit.kit.options import DEFAULTS
from taflkit.reading import file_names, folded
from taflkit.resources import templates_folder

__all__ = ["new"]

_KINDS = (*sorted(file.stem for file in (templates_folder() / "starts").glob("*.toml")), "language")
_NEXT = {
    "game": "taflkit check {path}, then taflkit build {path}",
    "ruleset": "taflkit check {path}, then taflkit build {path}",
    "language": "translate them; taflkit check {path} --language {name} says what is missing, and"
    " taflkit build {path} --language {name} --draft builds it as it is",
    "theme": "taflkit check --theme {path}, then taflkit build --theme {path} --preview",
}


@click.command()
@click.argument("kind", type=Choice(_KINDS))
@click.argument("name")
@click.option(
    "--game",
    "wanted",
    multiple=True,
    default=(DEFAULTS.game,),
    metavar="NAME",
    show_default=True,
    help="The shipped game of a ruleset or a language; repeatable for a language.",
)
@click.option("--art", is_flag=True, help="A theme with drawings of its own, in a folder: SVG files to change.")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    default=".",
    show_default=True,
    shell_complete=propose_files,
    help="The folder that it is written to.",
)
def new(kind: str, name: str, wanted: tuple[str, ...], art: bool, output: str) -> None:
    """Write a commented file or folder to start from: a game, ruleset, language or theme called NAME.

    It passes taflkit check as it is, but for a language, whose texts are empty: each has its English beside it, the
    names that are filled in, and how long it may be. A file or folder that exists is not written over. What a folder
    of a language lacks is added to it, and what is stale there is named.

    \b
    Examples:
      taflkit new game mygame
      taflkit new ruleset club-rules --game brandub
      taflkit new language nn
      taflkit new language nn --game tablut --game hnefatafl
      taflkit new theme walnut -o themes/
      taflkit new theme rosewood --art
    """
    from taflkit.catalog.starts import check_start, start_files

    known = catalog().game_names()
    for game in wanted:
        if game not in known:
            raise UnknownName("shipped game", game, known, choice="wanted")
    if art and kind != "theme":
        raise TaflkitError(f"a {kind} has no drawings of its own; only a theme has", choice="art")
    check_start(kind, name)
    # a folder that cannot be is told before it is looked into
    status(Path(output))
    if kind == "language":
        for game in dict.fromkeys(wanted):
            _start_language(name, game, Path(output))
        return
    if len(wanted) > 1:
        raise TaflkitError(f"a {kind} is of one game; name one", choice="wanted")
    files = start_files(kind, name, catalog().game(wanted[0]), catalog().templates, art)
    folder = Path(output)
    top = folder / next(iter(files)).parts[0]
    _refuse_there(top)
    for file in write_all(folder, {str(path): text for path, text in files.items()}):
        say(file)
    path = top / f"{name}.toml" if art else top
    say(f"Next: {_NEXT[kind].format(path=path, name=name)}")


def _refuse_there(top: Path) -> None:
    """Refuse the name of a file or a folder that there is already, in letters of the same or of the other case."""
    if os.path.lexists(top):
        raise TaflkitError(f"{shown_path(top)} is there already; choose another name or folder", choice="name")
    for there in file_names(top.parent):
        if folded(there) == folded(top.name):
            why = f"{there} is there already, and {top.name} differs from it by capitals alone; choose another name"
            raise TaflkitError(why, choice="name")


def _start_language(code: str, game: str, output: Path) -> None:
    """Write the folder of a game's translation, or add to it what it lacks."""
    from taflkit.catalog.language_starts import language_start, stale_lines, started_file
    from taflkit.catalog.sources import Source
    from taflkit.resources import DEFAULT_LANGUAGE
    from taflkit.site.words import FOLDER, translated_words

    if code == DEFAULT_LANGUAGE:
        raise TaflkitError("English is what is translated; name another language", choice="name")
    folder = output / f"{game}-{code}"
    there = os.path.lexists(folder)
    found = catalog().game(str(folder) if there else game)
    made = language_start(found, code, Source.open(catalog().templates), folder, game)
    site = dict(translated_words(catalog(), code, folder))
    places = {name: f"{FOLDER}/text/{code}/{name}.toml" for name in site}
    started = {places[name]: started_file(name, table, folder / places[name], code) for name, table in site.items()}
    files = {**made.files, **{path: text for path, text in started.items() if text}}
    written = write_all(folder, files) if files else []
    for line in (*written, *made.stale, *stale_lines(site.values())):
        say(line)
    if not files:
        say(f"{folder if there else game}: every text has its place in '{code}' already")
        return
    say(f"Next: {_NEXT['language'].format(path=folder, name=code)}")
