"""taflkit new: starting files for a user's own game, ruleset, language or theme."""

from __future__ import annotations

import os
from pathlib import Path

import click

from taflkit.cli.console import many, say
from taflkit.cli.known import catalog
from taflkit.cli.options import Choice, propose_files
from taflkit.cli.writing import shown_path, status, write_all
from taflkit.errors import TaflkitError, UnknownName
from taflkit.kit.options import DEFAULTS
from taflkit.reading import file_names, folded, is_folder
from taflkit.resources import templates_folder

_KINDS = (*sorted(file.stem for file in (templates_folder() / "starts").glob("*.toml")), "language")
_NEXT = {
    "game": "taflkit check {path}, then taflkit build {path}",
    "ruleset": "taflkit check {path}, then taflkit build {path}",
    "language": "translate them; taflkit check {path} --language {name} says how much there is, and"
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
    help="The shipped game of a ruleset or a language; of a language repeatable, and the folder of a game of your own.",
)
@click.option("--from", "origin", metavar="LANGUAGE", help="A language whose translations the new one begins with.")
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
def new(kind: str, name: str, wanted: tuple[str, ...], origin: str | None, art: bool, output: str) -> None:
    """Write a commented file or folder to start from: a game, ruleset, language or theme called NAME.

    It passes taflkit check as it is, but for a language, whose texts are empty: its .po files have the English, the
    names that are filled in, and how long a text may be. A file or folder that exists is not written over. The .po
    files of a language that are there are brought up to date: what is new is added, and what is stale becomes fuzzy.

    \b
    Examples:
      taflkit new game mygame
      taflkit new ruleset club-rules --game brandub
      taflkit new language nn --from da
      taflkit new language nn --game tablut --game hnefatafl
      taflkit new theme walnut -o themes/
      taflkit new theme rosewood --art
    """
    from taflkit.catalog.starts import check_start, start_files

    known = catalog().game_names()
    for game in wanted:
        if game not in known and not (kind == "language" and is_folder(Path(game))):
            raise UnknownName("shipped game", game, known, choice="wanted")
    if origin is not None and kind != "language":
        raise TaflkitError(f"a {kind} has no translations; only a language has", choice="origin")
    if art and kind != "theme":
        raise TaflkitError(f"a {kind} has no drawings of its own; only a theme has", choice="art")
    check_start(kind, name)
    # a folder that cannot be is told before it is looked into
    status(Path(output))
    if kind == "language":
        for game in dict.fromkeys(wanted):
            _start_language(name, game, Path(output), origin)
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


def _start_language(code: str, game: str, output: Path, origin: str | None) -> None:
    """Write the files of a language into the folder of a game, or bring those up to date that are there."""
    from taflkit.catalog.sources import Source
    from taflkit.catalog.starts import started_grammar, updated
    from taflkit.catalog.translation import GRAMMAR, Translations
    from taflkit.resources import DEFAULT_LANGUAGE
    from taflkit.site.writing import SITE, translated_words

    if code == DEFAULT_LANGUAGE:
        raise TaflkitError("English is what is translated; name another language", choice="name")
    if origin not in (None, *catalog().languages):
        raise UnknownName("language", origin or "", catalog().languages, choice="origin")
    folder = output / f"{game}-{code}" if game in catalog().game_names() else Path(game)
    there = os.path.lexists(folder)
    found = catalog().game(str(folder) if there else game)
    own, shared = Source(folder), Source(catalog().templates)
    site = (table for _, table in translated_words(catalog(), code, own))
    tables = (*catalog().shared_tables(code), *found.translations(code).values(), *site)
    other = {}
    if origin not in (None, DEFAULT_LANGUAGE):
        read = found.files.read(origin)
        other = {**dict.fromkeys(read.names, read), SITE: Translations.read(origin, (shared,), (SITE,))}
    updates = updated(tables, (own, shared), code, catalog().words(), other)
    place = f"languages/{code}"
    files = {f"{place}/{name}.po": str(update) for name, update in updates.items()}
    if not any(source.has(f"{place}/{GRAMMAR}") for source in (own, shared)):
        files[f"{place}/{GRAMMAR}.toml"] = started_grammar(catalog().shared, origin or DEFAULT_LANGUAGE, code)
    if files and not own.has("layout"):
        layout = f'# {found.title} with the words of {place}/.\nbase = "{game}"\n'
        files = {"layout.toml": layout, **files}
    if not files:
        say(f"{folder if there else game}: every text has its place in '{code}' already")
        return
    for file in write_all(folder, files):
        say(file)
    for name, update in updates.items():
        missing, fuzzy = len(update.untranslated_entries()), len(update.fuzzy_entries())
        say(f"{name}.po: {many(missing, 'text')} missing, {fuzzy} fuzzy")
    say(f"Next: {_NEXT['language'].format(path=folder, name=code)}")
