"""Checks a game: its files, its rules' sentences, every figure under every ruleset, and that a kit can be made."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.errors import TaflkitError, TemplateError
from taflkit.figures import shown_under
from taflkit.kit import KitSpec, build_kit, play_figure
from taflkit.rulebook import SentenceTemplate, case_problems

__all__ = ["check_game"]


def check_game(catalog: Catalog, game: str) -> Iterator[str]:
    """Yield every problem of a game, a line each.

    Raises:
        TaflkitError: the game cannot even be read; the line names file and key.
    """
    templates = catalog.game(game)
    yield from _sentences(templates)
    yield from _names(templates)
    for ruleset in templates.rulesets:
        problems = list(_figures(templates, ruleset))
        yield from problems
        if not problems:
            yield from _kits(catalog, game, ruleset)


def _sentences(game: GameTemplates) -> Iterator[str]:
    """Values of a flag without a sentence, with two, or that there are not."""
    groups: tuple[tuple[str, tuple[SentenceTemplate, ...]], ...] = (
        ("rules", game.texts.rules),
        ("cards", game.texts.cards.sentence),
    )
    for file, sentences in groups:
        for number, sentence in enumerate(sentences):
            for problem in case_problems(sentence):
                yield f"text {file}: sentence[{number}] ({sentence.rule}): {problem}"


def _names(game: GameTemplates) -> Iterator[str]:
    """Figures that a text names and there are not, and figures that no rule shows."""
    spoken = [name for sentence in game.texts.rules for name in sentence.figures]
    on_cards = [*game.texts.cards.attackers.figures, *game.texts.cards.defenders.figures]
    for name in dict.fromkeys((*spoken, *on_cards)):
        if name not in game.figures:
            yield f"text: there is no figure '{name}'; there is {', '.join(sorted(game.figures))}"
    for name, file in game.script_files.items():
        if name not in spoken:
            yield f"{file}: no sentence of the rules shows the figure '{name}'"
        if name not in game.texts.captions:
            yield f"{file}: the figure '{name}' has no caption"
    known = {"history", "advice", "credits", *game.figures}
    for name in game.texts.booklet.leave_out:
        if name not in known:
            yield f"text booklet: leave_out: there is no '{name}' to leave out; there is {', '.join(sorted(known))}"


def _figures(game: GameTemplates, ruleset: Ruleset) -> Iterator[str]:
    variant = game.variant(ruleset)
    for name, script in game.figures.items():
        try:
            if shown_under(script.when, variant):
                play_figure(game, name, variant)
        except TemplateError as error:
            yield str(error)
        except TaflkitError as error:
            yield str(TemplateError(game.script_files[name], "when", str(error)))


def _kits(catalog: Catalog, game: str, ruleset: Ruleset) -> Iterator[str]:
    """Build the kit on both papers, so that text which does not fit is found."""
    for paper in ("a4", "letter"):
        try:
            build_kit(catalog, KitSpec(game=game, rules=ruleset.name, paper=paper))
        except TaflkitError as error:
            yield f"{ruleset.name}, {paper}: {error}"
