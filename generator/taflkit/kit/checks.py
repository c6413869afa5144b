"""Checks a game: its files, its rules' sentences, every figure and proof under every ruleset, and that it fits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from taflkit.catalog import Catalog, GameTemplates, Ruleset
from taflkit.catalog.book import play_figure, read_book
from taflkit.catalog.puzzles import check_puzzles
from taflkit.catalog.translation import lacking_line
from taflkit.errors import (
    MOST_PROBLEMS,
    DoesNotFit,
    TaflkitError,
    TemplateError,
    UnknownName,
    UntranslatedTexts,
    among,
    refuse,
    unknown,
)
from taflkit.figures import belongs
from taflkit.kit.build import build_kit
from taflkit.kit.facts import plan_names
from taflkit.kit.options import KitSpec
from taflkit.kit.telling_apart import Pixels, indistinct
from taflkit.limits import VARIANTS
from taflkit.resources import DEFAULT_LANGUAGE, DEFAULT_THEME
from taflkit.sheets.paper import PAPERS
from taflkit.tafl import Side, flag_names
from taflkit.tafl.sanity import contradictions, never_wins
from taflkit.words.naming import typed_words
from taflkit.words.phrases import brace_problem
from taflkit.words.rulebook import case_problems
from taflkit.words.texts import Texts

_CHECKED = 5
"""The plies of the longest puzzles that are proven anew; longer ones take seconds each."""


def check_game(
    catalog: Catalog,
    game: str,
    theme: str = DEFAULT_THEME,
    pixels: Pixels | None = None,
    language: str | None = None,
) -> Iterator[str]:
    """Yield every problem of a game, a line each; behind the first MOST_PROBLEMS one that there are more.

    With a language it alone is checked, and what the game lacks of it is named in whole; without one all that are the
    game's own are. Pixels draw pieces, to see whether those of the theme can be told apart; a theme that brings none
    needs no pixels.

    Raises:
        TaflkitError: there is no such game, theme or language, or their files have problems; file and key are named, of
            all.
    """
    refuse(catalog.every_problem(game))
    templates = catalog.game(game)
    if language is not None and language not in templates.drafted:
        raise UnknownName("language", language, templates.drafted, choice="language")
    if pixels is not None:
        faces = [ruleset.face for ruleset in templates.rulesets]
        yield from (f"{theme}: {line}" for line in indistinct(catalog, theme, faces, pixels))
    if language is not None:
        yield from _translations(templates, language)
    known: set[str] = set()
    for line in _problems(catalog, game, theme, language):
        # rulesets that share a figure, a sentence or a text have its mistakes one after another
        if line in known:
            continue
        if len(known) == MOST_PROBLEMS:
            yield "and more: mend these first"
            return
        known.add(line)
        yield line


def _translations(game: GameTemplates, language: str) -> Iterator[str]:
    """What is missing, stale or wrong of a language."""
    if language == DEFAULT_LANGUAGE:
        return
    coverage = game.coverage(language)
    yield from (str(TemplateError(file, "", "is missing")) for file in coverage.files)
    # what a file lacks that is not there is reported with the file
    lacking = [each for each in coverage.lacking if each.file not in coverage.files]
    if lacking:
        yield lacking_line(lacking)
    yield from map(str, coverage.problems)


def _problems(catalog: Catalog, game: str, theme: str, language: str | None) -> Iterator[str]:
    """Yield the problems of a game that can be read, some of them for every ruleset."""
    templates = catalog.game(game)
    languages = templates.checked_languages if language is None else (language,)
    for code in languages if language is None else ():
        yield from _translations(templates, code)
    variants = sum(1 + len(ruleset.variations) for ruleset in templates.rulesets) * len(languages)
    if variants > VARIANTS:
        yield f"{templates.name}: {variants} rulesets with each variation and language, and {VARIANTS} are the most"
        return
    reported = _Reported()
    speaking: list[GameTemplates] = []
    for code in languages:
        # as a draft where it lacks some of the language, and not at all where it lacks too much
        for draft in (False, True):
            with suppress(UntranslatedTexts):
                speaking.append(templates.in_language(code, draft=draft))
                break
    for game_in in speaking:
        texts = game_in.texts()
        yield from _sentence_problems(game_in, texts)
        yield from _ground_problems(game_in, texts)
        yield from _script_problems(game_in, texts)
        yield from _instructions(catalog, game, game_in, reported)
    whole = [game_in.language.code for game_in in speaking if not game_in.language.draft]
    for ruleset in templates.rulesets:
        yield from map(str, check_puzzles(templates, ruleset, _CHECKED))
        for varied in (ruleset.vary([name]) if name else ruleset for name in ("", *ruleset.variations)):
            problems = [*_rule_problems(templates, varied)]
            yield from problems
            if problems:  # the variations would mostly have them again
                break
            failing = [fault for code in whole if (fault := _kits(catalog, game, varied, code, theme))]
            yield from (line for error, where in failing for line in reported.once(error, where))
            if failing:
                break


def _sentence_problems(game: GameTemplates, texts: Texts) -> Iterator[str]:
    """Yield values of a flag without a sentence, with two, or unknown, and flags that no sentence speaks of.

    Then numbers, pieces and places that a sentence types instead of naming them, so that they could be wrong.
    """
    where = _where(texts)
    sentences = [
        (f"{file}: sentence[{number}] ({sentence.rule})", sentence)
        for file, members in (("rules", texts.rules), ("cards", texts.cards.sentence))
        for number, sentence in enumerate(members)
    ]
    for key, sentence in sentences:
        yield from (f"{where} {key}: {problem}" for problem in case_problems(sentence))
    flags = {flag for sentence in texts.rules for flag in sentence.flags}
    yield from (
        f"{where} rules: no sentence speaks of the rule flag '{name}'" for name in flag_names() if name not in flags
    )
    typed = [(key, text) for key, sentence in sentences for text in (sentence.text, *sentence.cases.values())]
    typed += [(f"figures: {name}", texts.captions[name]) for name in game.figures if name in texts.captions]
    for ruleset, variations in texts.booklet.variations.items():
        typed += [(f"booklet: variations.{ruleset}.{name}", text) for name, text in variations.items()]
    for key, text in typed:
        for word in dict.fromkeys(typed_words(text, texts.words)):
            yield f"{where} {key}: '{word}' is typed; write a name in braces, such as {{captors}} or {{king}}"


def _ground_problems(game: GameTemplates, texts: Texts) -> Iterator[str]:
    """Yield sentences of the cards that repeat no rule, and points of a ruleset that no sentence rests on."""
    grounds = {ground for sentence in texts.rules for ground in sentence.grounds}
    for number, sentence in enumerate(texts.cards.sentence):
        for ground in sentence.grounds or ("",):
            if ground not in grounds:
                why = f"no rule rests on '{ground}'" if ground else "it rests on no flag and no point"
                yield f"{_where(texts)} cards: sentence[{number}] ({sentence.rule}): {why}, so it repeats no rule"
    known = sorted(grounds - set(flag_names()))
    for ruleset in game.rulesets:
        for point in ruleset.points:
            if point not in grounds:
                yield f"ruleset {ruleset.name}: points.{point}: no sentence rests on it; {among(point, known)}"


def _where(texts: Texts) -> str:
    """Return how problems name the texts of a language."""
    return "text" if texts.language == DEFAULT_LANGUAGE else f"text {texts.language}"


def _script_problems(game: GameTemplates, texts: Texts) -> Iterator[str]:
    """Yield figures and proofs that a text names and that do not exist, and those without a rule or a caption."""
    where = _where(texts)
    shown = [name for sentence in texts.rules for name in sentence.figures]
    on_cards = [*texts.cards.attackers.figures, *texts.cards.defenders.figures]
    for name in dict.fromkeys((*shown, *on_cards)):
        if name not in game.figures:
            yield f"{where}: {unknown('figure', name, sorted(game.figures))}"
    for name in game.figures:
        if name not in shown:
            yield f"{game.script_files[name]}: no sentence of the rules shows the figure '{name}'"
        if name not in texts.captions:
            yield f"{game.script_files[name]}: the figure '{name}' has no caption"
    parts = {"history", "advice", "puzzles", "record", "credits", *game.figures}
    for name in texts.booklet.leave_out:
        if name not in parts:
            yield f"{where} booklet: leave_out: there is no '{name}' to leave out; {among(name, sorted(parts))}"
    proving = dict.fromkeys(name for sentence in texts.rules for name in sentence.proofs)
    known = sorted({*game.figures, *game.proofs})
    yield from (
        f"{where} rules: there is no script '{name}' to prove a sentence; {among(name, known)}"
        for name in proving
        if name not in known
    )
    yield from (
        f"{game.script_files[name]}: {name}: no sentence of the rules names this proof"
        for name in game.proofs
        if name not in proving
    )


def _rule_problems(game: GameTemplates, ruleset: Ruleset) -> Iterator[str]:
    """Yield contradicting flags, sides that can never win, and figures and proofs that the engine contradicts."""
    variant = game.variant(ruleset)
    contradicting = contradictions(ruleset.rules, variant.layout)
    yield from (f"ruleset {ruleset.name}: {line}" for line in contradicting)
    for side in Side if not contradicting else ():
        if reason := never_wins(variant, side):
            yield f"ruleset {ruleset.name}: the {side.value} can never win: {reason}"
    for name, script in (*game.figures.items(), *game.proofs.items()):
        try:
            if belongs(script, variant):
                play_figure(game, name, variant)
        except TemplateError as error:
            yield str(error)
        except TaflkitError as error:
            yield str(TemplateError(game.script_files[name], "when", str(error)))


class _Reported:
    """The mistakes of files that were reported: every kit has them again, and some with other names beside."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str]] = set()

    def once(self, error: TaflkitError, where: str = "") -> Iterator[str]:
        """Yield the line of a mistake that was not reported: with its file and key, or else with the kit's name."""
        if isinstance(error, TemplateError):
            # by how much a text is too long differs from kit to kit
            fault = error.part if isinstance(error, DoesNotFit) else error.why.partition(";")[0]
            mistake, line = (error.file, error.key, fault), str(error)
        else:
            mistake, line = ("", "", str(error)), f"{where}: {error}"
        if mistake not in self._known:
            self._known.add(mistake)
            yield line


def _instructions(catalog: Catalog, game: str, game_in: GameTemplates, reported: _Reported) -> Iterator[str]:
    """Sentences of the instructions with {names} that no kit has, in all their cases."""
    language, draft = game_in.language.code, game_in.language.draft
    try:
        book = read_book(catalog, game, None, (), language, draft=draft)
    except TaflkitError:
        return  # the kits have the same problem
    names = (*book.names, *plan_names(book.texts))
    layers = book.game.layers("instructions")
    for key, text in layers.texts():
        if key.startswith(("title", "intro", "panel", "total", "note", "credits", "made", "needed")) and (
            why := brace_problem(text, names)
        ):
            yield from reported.once(TemplateError(*layers.place_of(key), why))


def _kits(catalog: Catalog, game: str, ruleset: Ruleset, language: str, theme: str) -> tuple[TaflkitError, str] | None:
    """Build the kit on every paper, and return the first problem with the name of the kit that has it, or None.

    A sentence without proof, and text that does not fit, are found so. The other papers would mostly have the problem
    too, and a kit that does not fit takes longest. In a further language the text alone is another, so that the papers
    that it is read on are enough.
    """
    name, *variations = ruleset.name.split("+")
    in_language = "" if language == DEFAULT_LANGUAGE else f", {language}"
    for paper, size in PAPERS.items():
        if size.leaflet != paper and language != DEFAULT_LANGUAGE:
            continue
        spec = KitSpec(game=game, rules=name, variations=tuple(variations), paper=paper, language=language, theme=theme)
        try:
            build_kit(catalog, spec)
        except TaflkitError as error:
            return error, f"{ruleset.name}, {paper}{in_language}"
    return None
