"""A game under a ruleset: its words chosen and placed in its files, its figures played, its sentences proven."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from msgspec import Struct

from taflkit import __version__
from taflkit.catalog import Catalog
from taflkit.catalog.games import GameTemplates
from taflkit.catalog.puzzles import load_puzzles
from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import TEXT_KINDS, Layers
from taflkit.drawing.characters import SOFT_HYPHEN, UnfitText, refusal, settled
from taflkit.errors import DoesNotFit, TaflkitError, TemplateError, TextDoesNotFit
from taflkit.figures import FigureError, FigureScript, Scene, belongs, play_script, prove_script
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.tafl import Side, Variant
from taflkit.tafl.puzzles import Puzzle
from taflkit.tafl.sanity import contradictions
from taflkit.typesetting.lines import title_text
from taflkit.typesetting.prose import unmarked
from taflkit.words.alternatives import Description, describe
from taflkit.words.booklet import RulesetText
from taflkit.words.naming import count_names, piece_names, scene_names
from taflkit.words.phrases import CaseError, FillError, fill
from taflkit.words.rulebook import NumberedRule, RuleWords, build_rulebook, proofs_of, references
from taflkit.words.texts import CardGroup, Texts, card_groups

_STOPS = ".,;:!?()"
_TIES = str.maketrans("\u00a0\u202f", "  ")
"""A word that a short one is tied to is searched for without it, since the tie may not be in the file."""
_NAME = r"\{[A-Za-z]\w*\}"


class NamedVariation(Struct, frozen=True):
    """A variation that the source of a book's rules names.

    Attributes:
        text: its change, in a phrase; "" where the language has none.
        rules: the references of the book's sentences that it changes, or that are its own where it is in use.
        used: whether the book is played with it.
    """

    title: str
    text: str
    rules: tuple[str, ...]
    used: bool


class Book(Struct, frozen=True, eq=False, dict=True):
    """A game under a ruleset, with its words and its figures played. It equals itself alone.

    Attributes:
        names: the values of {names}.
        scenes: the figures that are drawn, by name, in the order of the scripts.
        played: these and the figures that others replace, which have captions and descriptions too.
        rule_words: the words that rules and cards are filled in with.
        rules: the numbered rules.
        variations: those that the source names, in use or not.
        proofs: names of the scripts that were played to prove them.
    """

    game: GameTemplates
    ruleset: Ruleset
    variant: Variant
    texts: Texts
    names: Mapping[str, str]
    scenes: Mapping[str, Scene]
    played: Mapping[str, Scene]
    captions: Mapping[str, str]
    descriptions: Mapping[str, Description]
    rule_words: RuleWords
    rules: tuple[NumberedRule, ...]
    variations: tuple[NamedVariation, ...]
    proofs: tuple[str, ...]

    @property
    def title(self) -> str:
        """The game's name under the ruleset."""
        return self.game.title_under(self.ruleset)

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The collected puzzles of the ruleset.

        Raises:
            TemplateError: a problem in their file.
        """
        return load_puzzles(self.game, self.ruleset)

    @cached_property
    def cards(self) -> Mapping[Side, tuple[CardGroup, ...]]:
        """The words of each side's reminder card.

        Raises:
            TaflkitError: a sentence that the words cannot fill in.
        """
        return {side: tuple(card_groups(side, self.texts, self.rule_words, self.rules)) for side in Side}

    def rules_table(self) -> dict[str, Any]:
        """Return the sentences of the rules, each with its source, flags, proofs and figures, as JSON has them."""
        return {
            "game": self.game.name,
            "ruleset": self.ruleset.plain,
            "variations": list(self.ruleset.varied),
            "source": self.ruleset.source,
            "sentences": [
                {
                    "number": sentence.number,
                    "letter": sentence.letter,
                    "group": rule.group,
                    "rule": sentence.rule,
                    "text": sentence.text,
                    "label": sentence.origin.label,
                    "where": sentence.origin.where,
                    "why": sentence.origin.reason,
                    "flags": list(sentence.flags),
                    "proofs": list(sentence.proofs),
                    "figures": list(sentence.figures),
                }
                for rule in self.rules
                for sentence in rule.sentences
            ],
        }


def read_book(
    catalog: Catalog,
    game: str,
    rules: str | None,
    variations: Sequence[str] = (),
    language: str = DEFAULT_LANGUAGE,
    *,
    draft: bool = False,
) -> Book:
    """Read a game, by its name or the path of a user's own, under a ruleset, play its figures and prove its rules.

    The catalog keeps the book: kits differ in papers, modes and themes more often than in rules. The ruleset is the
    game's first if it is None, with variations of its source. In a draft, texts that the language lacks may stay
    English, behind a sign.

    Raises:
        TaflkitError: no such game, ruleset, variation or language, a problem in a file, a figure or proof that the
            engine contradicts, a sentence without a proof, or a text with a character that cannot be printed.
    """
    templates = catalog.game(game)
    if language != DEFAULT_LANGUAGE:
        templates = templates.in_language(language, draft=draft)
    with placed_texts(templates, language):
        return catalog.books.of(_read_book, templates, rules, tuple(variations))


def _read_book(templates: GameTemplates, rules: str | None, variations: tuple[str, ...]) -> Book:
    ruleset = templates.ruleset(rules)
    if variations:
        ruleset = ruleset.vary(variations)
    texts = templates.texts_under(ruleset)
    variant = templates.variant(ruleset)
    for line in contradictions(ruleset.rules, variant.layout):
        raise TaflkitError(f"ruleset {ruleset.name} of {templates.name}: {line}")
    # rules and captions have the counts of what they speak of alone
    plain = texts.words.names(templates.title_under(ruleset), variant)
    names = {**plain, **_prose_names(texts, ruleset, plain, variant)}
    figures = _belonging(templates, templates.figures, variant)
    proofs = _belonging(templates, templates.proofs, variant)
    played = {name: play_figure(templates, name, variant) for name in figures}
    replaced = {name for figure in figures for name in templates.figures[figure].replaces}
    scenes = {name: scene for name, scene in played.items() if name not in replaced}
    captions = {}
    for name, scene in played.items():
        if name not in texts.captions:
            why = f"the figure '{name}' has no caption in text/.../figures.toml"
            raise TemplateError(templates.script_files[name], "", why)
        captions[name] = fill(texts.captions[name], {**plain, **scene_names(texts.words, scene)})
    pieces = piece_names(texts.words, ruleset.face)
    rule_words = RuleWords(texts.words, {**plain, **pieces}, variant, ruleset.origin, ruleset.points)
    words = (texts.alternatives, texts.words)
    descriptions = {name: describe(scene, words, texts.language) for name, scene in played.items()}
    try:
        numbered = build_rulebook(texts.rules, texts.groups, rule_words, scenes, {*figures, *proofs})
    except FillError:
        raise
    except TaflkitError as error:
        raise TemplateError(texts.file, "sentence", str(error)) from None
    # a sentence without words under a ruleset is proven too: the engine has no such rule
    applying = filter(rule_words.applies, texts.rules)
    proven = dict.fromkeys(name for sentence in applying for name in proofs_of(sentence, {*figures, *proofs}))
    for name in proven:
        if name not in played:
            with _scripted(templates, name):
                prove_script(_script(templates, name), variant)
    return Book(
        game=templates,
        ruleset=ruleset,
        variant=variant,
        texts=texts,
        names=names,
        scenes=scenes,
        played=played,
        captions=captions,
        descriptions=descriptions,
        rule_words=rule_words,
        rules=numbered,
        variations=_variations(templates, ruleset, texts, rule_words, numbered),
        proofs=tuple(proven),
    )


def _variations(
    game: GameTemplates, ruleset: Ruleset, texts: Texts, rule_words: RuleWords, rules: Sequence[NumberedRule]
) -> tuple[NamedVariation, ...]:
    """Return the variations of a ruleset's source, each with the rules of the book that it changes."""
    numbered = references(rules)
    plain = game.ruleset(ruleset.plain)
    phrases = texts.booklet.variations.get(plain.name, {})
    named = []
    for variation in ruleset.variations.values():
        without, there = (rule_words.under(game.variant(each)) for each in (plain, plain.vary([variation.name])))
        changed = [
            sentence
            for sentence in texts.rules
            if variation.values.keys() & set(sentence.mentions)
            and there.applies(sentence)
            and without.sentence_text(sentence) != there.sentence_text(sentence)
        ]
        touched = dict.fromkeys(numbered.get((s.rule, rule_words.sentence_text(s)), "") for s in changed)
        text = there.filled(phrases.get(variation.name, ""), variation.values)
        used = variation.name in ruleset.varied
        named.append(NamedVariation(variation.title, text, tuple(filter(None, touched)), used))
    return tuple(named)


def _prose_names(texts: Texts, ruleset: Ruleset, plain: Mapping[str, str], variant: Variant) -> dict[str, str]:
    """Return the values of {names} that history and advice have besides the plain ones; they may have no others."""
    booklet, title = texts.booklet, ruleset.title or texts.booklet.untitled
    if ruleset.varied:
        titles = texts.words.listed([ruleset.variations[name].title for name in ruleset.varied])
        title = fill(booklet.varied, {"ruleset": title, "variations": titles})
    names = {**count_names(texts.words, variant), "ruleset": title, "source": ruleset.source, "version": __version__}
    every = {**plain, **names}
    for words in (booklet, booklet.rulesets.get(ruleset.plain, RulesetText())):
        # the paragraphs of larger booklets too
        for text in (*words.history.texts(), *words.advice.texts()):
            fill(text, every)
    return names


def play_figure(game: GameTemplates, name: str, variant: Variant, written_for: Variant | None = None) -> Scene:
    """Play one figure or proof of a game under a variant.

    `written_for` is the variant of the script, if it is another.

    Raises:
        TemplateError: the engine contradicts it; file, key, squares and ruleset are named.
    """
    with _scripted(game, name):
        return play_script(name, _script(game, name), variant, written_for)


def _script(game: GameTemplates, name: str) -> FigureScript:
    """Return a figure's script, or a proof's."""
    return game.figures.get(name) or game.proofs[name]


@contextmanager
def _scripted(game: GameTemplates, name: str) -> Iterator[None]:
    """Name the file of a script that the engine contradicts within."""
    try:
        yield
    except FigureError as error:
        raise TemplateError(game.script_files[name], error.key, error.why) from None


def _belonging(game: GameTemplates, scripts: Mapping[str, FigureScript], variant: Variant) -> tuple[str, ...]:
    """Return the names of the scripts that belong to a ruleset."""
    found = []
    for name, script in scripts.items():
        try:
            if belongs(script, variant):
                found.append(name)
        except TaflkitError as error:
            raise TemplateError(game.script_files[name], "when", str(error)) from None
    return tuple(found)


# A game's texts as its files have them: those that cannot be filled in, printed or fitted, by file and key.


@contextmanager
def placed_texts(game: GameTemplates, language: str, ruleset: Ruleset | None = None) -> Iterator[None]:
    """Name the file and the key of a text of a game that turns out not to be printable, or too long for its place.

    So it is with one that cannot be filled in, or has no case for a fact. The titles and the source of a ruleset may be
    among the texts. Errors whose text is not in a file stay as they are.

    Raises:
        TemplateError: for a FillError, a CaseError or an UnfitText within.
        TextDoesNotFit: for a DoesNotFit within.
    """
    try:
        yield
    except FillError as error:
        texts = [text for kind in TEXT_KINDS for text in _keyed(game.in_language(language).layers(kind))]
        whole = (TemplateError(file, key, error.why) for file, key, text in texts if text == error.text)
        named = (each for each in texts if "{" in each[2] and each[2] in error.text)
        part = (TemplateError(file, key, str(error)) for file, key, _ in named)
        raise next(itertools.chain(whole, part), error) from None
    except CaseError as error:
        raise _without_case(error, game.in_language(language)) from None
    except UnfitText as error:
        for file, key, text in _written(game.in_language(language), ruleset):
            if _holds(key, text, error.part):
                raise TemplateError(file, key, str(error)) from None
        raise
    except DoesNotFit as error:
        raise _too_long(error, game.in_language(language), ruleset) from None


def _without_case(error: CaseError, game: GameTemplates) -> TaflkitError:
    """Return a problem with the file and key of the sentence that lacks a case, or as it is."""
    texts = game.texts()
    words = texts.instructions
    panels = [(f"panel[{number}].text", panel.text) for number, panel in enumerate(words.panel)]
    keyed: list[tuple[str, str, Sequence[object]]] = [("cards", "sentence", texts.cards.sentence)]
    plain = [("intro", words.intro), ("note", words.note), ("credits", words.credits)]
    keyed += [("instructions", *each) for each in (*plain, *panels)]
    for name, key, sentences in keyed:
        if error.sentence in sentences:
            place = game.layers(name).place_of(f"{key}[{sentences.index(error.sentence)}].cases")
            return TemplateError(*place, error.why)
    return error


def _too_long(error: DoesNotFit, game: GameTemplates, ruleset: Ruleset | None) -> DoesNotFit:
    """Return a problem with the file and key of the text that has most of what is too long, or as it is."""
    if isinstance(error, TextDoesNotFit):
        return error
    if error.table:
        if game.language.tables or game.sources[0].has(f"text/{DEFAULT_LANGUAGE}/{error.table}"):
            return TextDoesNotFit(game.layers(error.table).file, "", error)
        own = f"{error.have}; a game may have words of its own in [text.{error.table}]"
        return DoesNotFit(error.part, error.need, own, table=error.table)
    if not error.text:
        return error
    most = max(_written(game, ruleset), key=lambda written: _share(written[2], error.text))
    return TextDoesNotFit(most[0], most[1], error) if _share(most[2], error.text) else error


def _share(text: str, whole: str) -> int:
    """Return the number of characters of a filled text that are in a text of a file too, names apart."""
    if text == whole:
        return len(whole) + 1
    parts = [part for part in re.split(_NAME, text) if part]
    at = 0
    for part in parts:
        found = whole.find(part, at)
        if found < 0:
            return 0
        at = found + len(part)
    return sum(map(len, parts))


def _holds(key: str, text: str, part: str) -> bool:
    """Whether a text has what cannot be printed; a title or a heading without letters is found as a whole."""
    if refusal(part) is None and not title_text(part):
        return text == part and key.rpartition(".")[2] in ("title", "rule")
    # the stop behind a word may be another text's
    tied = max(part.translate(_TIES).split(" "), key=len)
    word = tied.strip(_STOPS) or part
    return word in text or (refusal(text) is None and word in unmarked(settled(text)).replace(SOFT_HYPHEN, ""))


def _written(game: GameTemplates, ruleset: Ruleset | None) -> Iterator[tuple[str, str, str]]:
    """Yield the file, the key and every text of a game as its files have it; those of its own files first."""
    for source in game.sources:
        for name in ("layout", *((f"rulesets/{ruleset.plain}",) if ruleset else ())):
            found = source.table(name)
            if found is not None:
                yield from _keyed(Layers(found[0], {}, found[1], name))
    if game.language.titles is not None:
        yield from _keyed(game.language.titles)
    for kind in TEXT_KINDS:
        yield from _keyed(game.layers(kind))


def _keyed(layers: Layers) -> Iterator[tuple[str, str, str]]:
    return ((*layers.place_of(key), text) for key, text in layers.texts())
