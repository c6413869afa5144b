"""taflkit check: every problem of a game, and of a theme."""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING

import click

from taflkit.cli.console import complain, many, say
from taflkit.cli.known import catalog
from taflkit.cli.options import game_argument, propose_languages, theme_option
from taflkit.errors import TaflkitError
from taflkit.kit.options import DEFAULTS

if TYPE_CHECKING:
    from taflkit.catalog import GameTemplates


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
def check(game: str, language: str | None, missing: bool, theme: str) -> None:
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
    """
    from taflkit.kit.checks import check_game
    from taflkit.render.png import to_pixels

    if missing and language is None:
        raise TaflkitError("goes with a language; name one", choice="missing")
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
    if theme != DEFAULTS.theme:
        say(f"{catalog().theme(theme).title}: its pieces can be told apart by everyone")


def _say_language(game: GameTemplates, language: str, *, by_file: bool = False, missing: bool = False) -> None:
    """Print how much there is of a language: of each file, which texts are missing or stale, and of all."""
    from taflkit.catalog.coverage import cover, percent
    from taflkit.catalog.sources import Source
    from taflkit.site.writing import SITE, translated_words

    if language == DEFAULTS.language:
        return
    own = () if game.lender is None else game.sources[:1]
    folder = own[0] if own else Source(catalog().templates)
    begun = by_file and folder.tables is None and folder.place(f"languages/{language}/{SITE}.po").is_file()
    site = [table for _, table in translated_words(catalog(), language, *own)] if begun else []
    found = cover(game, language, *site)
    if by_file:
        for file in dict.fromkeys(each.file for each in found.needed):
            there = [each for each in found.needed if each.file == file]
            say(f"{file}: {percent(there)} % of {many(len(there), 'text')}")
    for each in found.lacking if missing else ():
        say(f"{each}")
    lacking = f"; {many(len(found.lacking), 'text')} missing or stale" if found.lacking else ""
    more = "; --missing lists them" if found.lacking and by_file and not missing else ""
    say(f"{game.title} in {language}: {percent(found.needed)} %{lacking}{more}")
