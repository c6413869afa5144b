"""taflkit check: every problem of a game, and of a theme."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from taflkit.cli.console import complain, many, say
from taflkit.cli.known import catalog
from taflkit.cli.options import game_argument, propose_languages, theme_option
from taflkit.kit.options import DEFAULTS

if TYPE_CHECKING:
    from taflkit.catalog import GameTemplates

__all__ = ["check"]


@click.command()
@game_argument
@click.option(
    "--language",
    metavar="CODE",
    shell_complete=propose_languages,
    help="Only this language: what is missing or stale of it, and how much there is; all of the game by default.",
)
@theme_option()
def check(game: str, language: str | None, theme: str) -> None:
    """Check GAME: its files, the rules' sentences, every figure under every ruleset, and that the kits fit.

    With a theme its files are checked too, whether its fonts have all letters of the game's kits, and whether its
    pieces can be told apart by everyone. In every language but English each text that is missing, or made from older
    English, is named, and each whose {names} are not those of the English.

    \b
    Examples:
      taflkit check
      taflkit check mygame.toml
      taflkit check tablut --language de
      taflkit check --theme walnut.toml
    """
    from taflkit.kit.checks import check_game
    from taflkit.render.png import to_pixels

    problems = 0
    pixels = to_pixels if theme != DEFAULTS.theme else None
    for problem in check_game(catalog(), game, theme, pixels, language):
        complain(str(problem))
        problems += 1
    found = catalog().game(game)
    _say_languages(found, language)
    if problems:
        sys.exit(1)
    say(f"{found.title}: {many(len(found.ruleset_names), 'ruleset')} and {many(len(found.figures), 'figure')} checked")
    if theme != DEFAULTS.theme:
        say(f"{catalog().theme(theme).title}: its pieces can be told apart by everyone")


def _say_languages(game: GameTemplates, language: str | None) -> None:
    """Print how much there is of every language but English that is checked; of one that is asked for by files."""
    from taflkit.catalog.coverage import cover, share
    from taflkit.catalog.languages import checked_languages

    for code in checked_languages(game) if language is None else (language,):
        if code == DEFAULTS.language:
            continue
        found = cover(game, code)
        if language is not None:
            site = _site_counts(game, code)
            for file, (texts, without) in (*found.counts.items(), *site.items()):
                say(f"{file}: {share(texts, without)} % of {many(texts, 'text')}")
        lacking = f"; {many(len(found.lacking), 'text')} missing or stale" if found.lacking else ""
        say(f"{game.title} in {code}: {found.percent} %{lacking}")


def _site_counts(game: GameTemplates, language: str) -> dict[str, tuple[int, int]]:
    """Return how many words the site has in a language and lacks, by file; none where nobody has begun with them."""
    from taflkit.site.words import FOLDER, translated_words

    shipped = game.lender is None
    folder = None if shipped else game.sources[0].where
    begun = (catalog().templates / FOLDER if folder is None else game.sources[0].place(FOLDER)) / "text" / language
    if not begun.is_dir():
        return {}
    counts: dict[str, tuple[int, int]] = {}
    for _, table in translated_words(catalog(), language, folder):
        for file, texts in table.counts.items():
            counts[file] = (texts, sum(each.file == file for each in table.lacking))
    return counts
