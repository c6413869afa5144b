"""taflkit new, check and schema: a game, ruleset, language, theme or labels of the user's own, begun and checked."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from taflkit.cli.console import catalog, complain, input_text, many, say, say_table
from taflkit.cli.options import (
    Choice,
    game_argument,
    labels_option,
    propose_files,
    propose_languages,
    propose_schemas,
    theme_option,
)
from taflkit.cli.writing import shown_path, status, write_all
from taflkit.errors import TaflkitError, UnknownName, about
from taflkit.kit.options import DEFAULTS
from taflkit.reading import file_names, folded, is_folder
from taflkit.resources import templates_folder

if TYPE_CHECKING:
    from taflkit.catalog import GameTemplates

_KINDS = (*sorted(file.stem for file in (templates_folder() / "starts").glob("*.toml")), "language")
_NEXT = {
    "game": "taflkit check {path}, then taflkit build {path}",
    "ruleset": "taflkit check {path}, then taflkit build {path}",
    "language": "translate them; taflkit check {path} --language {name} says how much there is, and"
    " taflkit build {path} --language {name} --draft builds it as it is",
    "label-sheet": "write its measures into it, then taflkit check --labels {path}",
    "theme": "taflkit check --theme {path}, then taflkit build --theme {path} --preview",
    "project": "write into it what to make, then taflkit make {path}",
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
@click.option(
    "--from",
    "origin",
    metavar="SOURCE",
    help="Of a language: another, whose translations it begins with. Of a game: OpenTafl's rules, as a string or a file"
    " that has one; - is the input.",
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
def new(kind: str, name: str, wanted: tuple[str, ...], origin: str | None, art: bool, output: str) -> None:
    """Write a commented file or folder to start from: a game, ruleset, language, theme, label sheet or project of NAME.

    It passes taflkit check as it is, or a project taflkit make. The texts of a language are empty: its .po files have
    the English, the names that are filled in, and how long a text may be. A file or folder that exists is not written
    over. The .po files of a language that are there are brought up to date: what is new is added, and what is stale
    becomes fuzzy.
    A JSON Schema is put beside the file, or written anew there, and the file names it, so that editors know its keys.

    \b
    Examples:
      taflkit new game mygame
      taflkit new ruleset club-rules --game brandub
      taflkit new game skirmish --from "dim:7 esc:e ks:w cor: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
      taflkit new language nn --from da
      taflkit new language nn --game tablut --game hnefatafl
      taflkit new theme walnut -o themes/
      taflkit new theme rosewood --art
      taflkit new label-sheet mylabels
      taflkit new project taflkit
    """
    from taflkit.catalog.starts import check_start, start_files
    from taflkit.kit.schemas import STARTED, schema_text

    known = catalog().game_names()
    strange = (game for game in wanted if game not in known and not (kind == "language" and is_folder(Path(game))))
    unknown = next(strange, None)
    if unknown is not None:
        raise UnknownName("shipped game", unknown, known, choice="wanted")
    if origin is not None and kind not in ("language", "game"):
        raise TaflkitError(f"a {kind} begins with nothing else; only a game and a language do", choice="origin")
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
    if origin is None:
        files = start_files(kind, name, catalog().game(wanted[0]), catalog().templates, art)
    else:
        files = {PurePosixPath(f"{name}.toml"): _stated_game(name, origin)}
    folder = Path(output)
    top = folder / next(iter(files)).parts[0]
    _refuse_taken(top)
    main, beside = next(iter(files)), f"{STARTED[kind]}.schema.json"
    texts = {str(path): text for path, text in files.items()}
    texts[str(main)] = f"#:schema ./{beside}\n{texts[str(main)]}"
    texts[str(main.parent / beside)] = schema_text(STARTED[kind], catalog().templates)
    for file in write_all(folder, texts):
        say(file)
    path = top / f"{name}.toml" if art else top
    say(f"Next: {_NEXT[kind].format(path=path, name=name)}")


def _refuse_taken(place: Path) -> None:
    """Refuse to write over a file or a folder, or beside one whose name differs by capitals alone."""
    if os.path.lexists(place):
        raise TaflkitError(f"{shown_path(place)} is there already; choose another name or folder", choice="name")
    twin = next((there for there in file_names(place.parent) if folded(there) == folded(place.name)), None)
    if twin is not None:
        why = f"{twin} is there already, and {place.name} differs from it by capitals alone; choose another name"
        raise TaflkitError(why, choice="name")


def _stated_game(name: str, origin: str) -> str:
    """Return the file of a game that a rules string states: given itself, or in a file or in standard input."""
    from taflkit.catalog.starts import stated_file
    from taflkit.tafl.stated_rules import parse_rules

    is_string = "dim:" in origin
    with about("origin", "" if is_string else origin):
        stated = parse_rules(origin if is_string else input_text(origin))
        text = stated_file(name, stated, catalog().templates)
    for line in stated.passed:
        say(f"passed over: {line}", err=True)
    return text


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


@click.command()
@click.argument("name", required=False, shell_complete=propose_schemas)
def schema(name: str | None) -> None:
    """Print the JSON Schema of the files of a kind, NAME, with a sentence on each key; without NAME list the kinds.

    An editor that knows JSON Schema for TOML completes and checks keys by it, in a file that begins with #:schema and
    the path of the schema. Files of taflkit new do.

    \b
    Examples:
      taflkit schema
      taflkit schema theme > theme.schema.json
    """
    from taflkit.kit.schemas import SCHEMAS, schema_of

    if name is None:
        for kind in SCHEMAS:
            say(f"{kind}: {schema_of(kind, catalog().templates)['description']}")
        return
    say_table(schema_of(name, catalog().templates))


@click.command()
@game_argument
@click.option(
    "--language",
    metavar="CODE",
    shell_complete=propose_languages,
    help="Only this language, and how much there is of it by files; all of the game by default.",
)
@click.option("--missing", is_flag=True, help="With --language: list each text that is missing or stale, too.")
@theme_option()
@labels_option("Also check a label sheet.")
def check(game: str, language: str | None, missing: bool, theme: str, labels: str | None) -> None:
    """Check GAME: its files, the rules' sentences, every figure under every ruleset, and that the kits fit.

    With a theme its files are checked too, whether its fonts have all letters of the game's kits, and whether its
    pieces can be told apart by everyone. In every language but English it is said how many texts are missing, or made
    from older English, and each is named whose {names} are not those of the English.

    \b
    Examples:
      taflkit check
      taflkit check mygame.toml
      taflkit check tablut --language de
      taflkit check brandub-nn --language nn --missing
      taflkit check --theme walnut.toml
      taflkit check --labels mylabels.toml
    """
    from taflkit.kit.checks import check_game
    from taflkit.render.png import to_pixels

    if missing and language is None:
        raise TaflkitError("goes with a language; name one", choice="missing")
    sheet = catalog().labels(labels) if labels else None
    pixels = to_pixels if theme != DEFAULTS.theme else None
    found = check_game(catalog(), game, theme, pixels, language)
    # files that cannot be read are refused before the first problem: of them nothing can be counted
    problems = [*itertools.islice(found, 1)]
    templates = catalog().game(game)
    if language is not None:
        _say_language(templates, language, by_file=True, missing=missing)
    for problem in itertools.chain(tuple(problems), found):
        complain(str(problem))
        problems.append(problem)
    for code in templates.checked_languages if language is None else ():
        _say_language(templates, code)
    if problems:
        sys.exit(1)
    rulesets, figures = many(len(templates.ruleset_names), "ruleset"), many(len(templates.figures), "figure")
    say(f"{templates.title}: {rulesets} and {figures} checked")
    if sheet:
        say(f"{sheet.name}: its labels lie on {sheet.paper.label}, for counters of {sheet.counter:g} mm")
    if theme != DEFAULTS.theme:
        say(f"{catalog().theme(theme).title}: its pieces can be told apart by everyone")


def _say_language(game: GameTemplates, language: str, *, by_file: bool = False, missing: bool = False) -> None:
    """Print how much there is of a language: of each file, which texts are missing or stale, and of all."""
    from taflkit.catalog.sources import Source
    from taflkit.catalog.translation import percent
    from taflkit.site.writing import SITE, translated_words

    if language == DEFAULTS.language:
        return
    own = () if game.lender is None else game.sources[:1]
    folder = own[0] if own else Source(catalog().templates)
    begun = by_file and folder.tables is None and folder.place(f"languages/{language}/{SITE}.po").is_file()
    site = [table for _, table in translated_words(catalog(), language, *own)] if begun else []
    found = game.coverage(language, *site)
    if by_file:
        for file in dict.fromkeys(each.file for each in found.needed):
            there = [each for each in found.needed if each.file == file]
            say(f"{file}: {percent(there)} % of {many(len(there), 'text')}")
    for each in found.lacking if missing else ():
        say(f"{each}")
    lacking = f"; {many(len(found.lacking), 'text')} missing or stale" if found.lacking else ""
    more = "; --missing lists them" if found.lacking and by_file and not missing else ""
    say(f"{game.title} in {language}: {percent(found.needed)} %{lacking}{more}")
