"""taflkit new: starting files for a user's own game, ruleset, language or theme."""

from __future__ import annotations

import os
from pathlib import Path

import click

from taflkit.cli import proposals
from taflkit.cli.choices import Choice
from taflkit.cli.console import say
from taflkit.cli.options import catalog
from taflkit.cli.writing import write_folder, write_whole
from taflkit.errors import TaflkitError, UnknownName
from taflkit.kit.spec import DEFAULTS
from taflkit.resources import templates_folder

__all__ = ["new"]

_KINDS = (*sorted(file.stem for file in (templates_folder() / "starts").glob("*.toml")), "language")
_NEXT = {
    "game": "taflkit check {path}, then taflkit build {path}",
    "ruleset": "taflkit check {path}, then taflkit build {path}",
    "language": "taflkit check {path}, then taflkit build {path} --language {name}",
    "theme": "taflkit check --theme {path}, then taflkit build --theme {path} --preview",
}


@click.command()
@click.argument("kind", type=Choice(_KINDS))
@click.argument("name")
@click.option("--game", default=DEFAULTS.game, show_default=True, help="The shipped game of a ruleset or a language.")
@click.option("--art", is_flag=True, help="A theme with drawings of its own, in a folder: SVG files to change.")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    default=".",
    show_default=True,
    shell_complete=proposals.files,
    help="The folder that it is written to.",
)
def new(kind: str, name: str, game: str, art: bool, output: str) -> None:
    """Write a commented file or folder to start from: a game, ruleset, language or theme called NAME.

    It passes taflkit check as it is. A file or folder that exists is not written over.

    \b
    Examples:
      taflkit new game mygame
      taflkit new ruleset club-rules --game brandub
      taflkit new language ga
      taflkit new theme walnut -o themes/
      taflkit new theme rosewood --art
    """
    from taflkit.catalog.starts import start_files

    if game not in catalog().game_names():
        raise UnknownName("shipped game", game, catalog().game_names(), choice="game")
    if art and kind != "theme":
        raise TaflkitError(f"a {kind} has no drawings of its own; only a theme has", choice="art")
    files = start_files(kind, name, catalog().game(game), catalog().templates, art)
    folder = Path(output)
    top = folder / next(iter(files)).parts[0]
    if os.path.lexists(top):
        raise TaflkitError(f"{top} is there already; choose another name or folder", choice="name")
    if len(files) > 1:
        written = write_folder(folder, files)
    else:
        written = [write_whole(folder, path.name, text) for path, text in files.items()]
    for file in written:
        say(file)
    path = top / f"{name}.toml" if art else top
    say(f"Next: {_NEXT[kind].format(path=path, name=name)}")
