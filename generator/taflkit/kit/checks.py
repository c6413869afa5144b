"""Checks a game: its files, its rules' sentences, every figure and proof under every ruleset, and that it fits."""

from __future__ import annotations

from collections.abc import Iterator

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.catalog.book import play_figure
from taflkit.errors import TaflkitError, TemplateError
from taflkit.figures import belongs
from taflkit.kit.build import build_kit
from taflkit.kit.spec import KitSpec
from taflkit.sheets.paper import PAPERS
from taflkit.tafl import Side, flag_names
from taflkit.tafl.sanity import contradictions, never_wins
from taflkit.words.rulebook import SentenceTemplate, case_problems

__all__ = ["check_game"]


def check_game(catalog: Catalog, game: str) -> Iterator[str]:
    """Yield every problem of a game, a line each.

    Raises:
        TaflkitError: the game cannot even be read; the line names file and key.
    """
    templates = catalog.game(game)
    yield from _sentences(templates)
    yield from _names(templates)
    yield from _proof_names(templates)
    for ruleset in templates.rulesets:
        for varied in _varied(ruleset):
            problems = [*_playable(templates, varied), *_scripts(templates, varied)]
            yield from problems
            if problems:  # the variations would only have them again
                break
            yield from _kits(catalog, game, varied)


def _sentences(game: GameTemplates) -> Iterator[str]:
    """Values of a flag without a sentence, with two, or that there are not, and flags that nothing is said of."""
    groups: tuple[tuple[str, tuple[SentenceTemplate, ...]], ...] = (
        ("rules", game.texts.rules),
        ("cards", game.texts.cards.sentence),
    )
    for file, sentences in groups:
        for number, sentence in enumerate(sentences):
            for problem in case_problems(sentence):
                yield f"text {file}: sentence[{number}] ({sentence.rule}): {problem}"
    spoken = {flag for sentence in game.texts.rules for flag in sentence.flags}
    for flag in flag_names():
        if flag not in spoken:
            yield f"text rules: no sentence speaks of the rule flag '{flag}'"


def _names(game: GameTemplates) -> Iterator[str]:
    """Figures that a text names and there are not, and figures that no rule shows or no caption is for."""
    shown = [name for sentence in game.texts.rules for name in sentence.figures]
    on_cards = [*game.texts.cards.attackers.figures, *game.texts.cards.defenders.figures]
    for name in dict.fromkeys((*shown, *on_cards)):
        if name not in game.figures:
            yield f"text: there is no figure '{name}'; there is {', '.join(sorted(game.figures))}"
    for name in game.figures:
        if name not in shown:
            yield f"{game.script_files[name]}: no sentence of the rules shows the figure '{name}'"
        if name not in game.texts.captions:
            yield f"{game.script_files[name]}: the figure '{name}' has no caption"
    parts = {"history", "advice", "credits", *game.figures}
    for name in game.texts.booklet.leave_out:
        if name not in parts:
            yield f"text booklet: leave_out: there is no '{name}' to leave out; there is {', '.join(sorted(parts))}"


def _proof_names(game: GameTemplates) -> Iterator[str]:
    """Proofs that a sentence names and there are not, and proofs that no sentence names."""
    proving = [name for sentence in game.texts.rules for name in sentence.proofs]
    known = {**game.figures, **game.proofs}
    for name in dict.fromkeys(proving):
        if name not in known:
            yield f"text rules: there is no script '{name}' to prove a sentence; there is {', '.join(sorted(known))}"
    for name in game.proofs:
        if name not in proving:
            yield f"{game.script_files[name]}: {name}: no sentence of the rules names this proof"


def _varied(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Yield a ruleset as it is, and with each of its variations."""
    yield ruleset
    for name in ruleset.variations:
        yield ruleset.vary([name])


def _playable(game: GameTemplates, ruleset: Ruleset) -> Iterator[str]:
    """Flags that contradict one another, and sides that can never win."""
    variant = game.variant(ruleset)
    contradicting = contradictions(ruleset.rules, game.layout)
    yield from (f"ruleset {ruleset.name}: {line}" for line in contradicting)
    if not contradicting:
        for side in Side:
            reason = never_wins(variant, side)
            if reason:
                yield f"ruleset {ruleset.name}: the {side.value} can never win: {reason}"


def _scripts(game: GameTemplates, ruleset: Ruleset) -> Iterator[str]:
    """Figures and proofs that the engine contradicts."""
    variant = game.variant(ruleset)
    for name, script in (*game.figures.items(), *game.proofs.items()):
        try:
            if belongs(script, variant):
                play_figure(game, name, variant)
        except TemplateError as error:
            yield str(error)
        except TaflkitError as error:
            yield str(TemplateError(game.script_files[name], "when", str(error)))


def _kits(catalog: Catalog, game: str, ruleset: Ruleset) -> Iterator[str]:
    """Build the kit on every paper, so that a sentence without proof and text which does not fit are found."""
    name, *variations = ruleset.name.split("+")
    for paper in PAPERS:
        try:
            build_kit(catalog, KitSpec(game=game, rules=name, variations=tuple(variations), paper=paper))
        except TaflkitError as error:
            yield f"{ruleset.name}, {paper}: {error}"
