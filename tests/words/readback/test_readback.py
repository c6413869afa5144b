"""Booklets, cards and captions are read back by a second reader: what they say is what the engine plays."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given

from support.sampling import examples, sampled
from support.shipped import catalog
from support.variants import ORDINARY, any_games, boards
from taflkit.catalog.book import play_figure
from taflkit.errors import TemplateError
from taflkit.figures import belongs, meets, typed_values
from taflkit.tafl import Origin, Rules, Side, Variant, flag_names
from taflkit.tafl.sanity import contradictions
from taflkit.words.naming import piece_names, scene_names
from taflkit.words.phrases import fill
from taflkit.words.rulebook import RuleWords, SentenceTemplate
from taflkit.words.texts import card_groups
from words.readback.books import EVERY, Named, book_of, devices_of, nouns_of, rules_of
from words.readback.english import OWN_NOUNS, Nouns
from words.readback.reader import Problem, booklet_problems, caption_problems, card_problems

GAME = catalog().game("brandub")
TEXTS = GAME.texts()
DEVICES = {"the king": "head", "attackers": "raven", "defenders": "knot"}
"""What the pieces of Brandub bear."""


@pytest.mark.parametrize("named", sampled(EVERY, 6), ids=str)
def test_a_booklet_says_what_the_engine_plays(named: Named) -> None:
    book = book_of(*named)
    assert booklet_problems(rules_of(book), book.variant, nouns_of(book), devices_of(book)) == []


@pytest.mark.parametrize("named", sampled(EVERY, 6), ids=str)
def test_the_cards_say_what_the_engine_plays(named: Named) -> None:
    book = book_of(*named)
    for side, groups in book.cards.items():
        told = [(group.heading, group.text) for group in groups]
        assert card_problems(told, side.value, book.variant, nouns_of(book)) == []


@pytest.mark.parametrize("named", sampled(EVERY, 6), ids=str)
def test_captions_say_what_the_figures_show(named: Named) -> None:
    book = book_of(*named)
    assert book.captions
    for name, caption in book.captions.items():
        assert caption_problems(caption, book.played[name], nouns_of(book)) == []


def test_all_rulesets_and_variations_are_read() -> None:
    assert len({named[:2] for named in EVERY}) == 22
    assert sum(bool(variation) for *_, variation in EVERY) >= 6
    assert set(OWN_NOUNS) <= {named[:2] for named in EVERY}


def spoken(there: Variant) -> RuleWords:
    names = {**TEXTS.words.names("A game", there), **piece_names(TEXTS.words)}
    return RuleWords(TEXTS.words, names, there, lambda _ground: Origin("chosen"), ("unwinnable",))


def words_problems(there: Variant) -> list[Problem]:
    """Return what is wrong with the rules and the cards of a game of any rules."""
    said, nouns = spoken(there), Nouns().on(there.rules.surface)
    texts = [said.sentence_text(sentence) for sentence in TEXTS.rules if said.applies(sentence)]
    problems = booklet_problems([text for text in texts if text], there, nouns, DEVICES)
    for side in Side:
        told = [(group.heading, group.text) for group in card_groups(side, TEXTS, said, ())]
        problems += card_problems(told, side.value, there, nouns)
    return problems


@examples(300)
@given(any_games())
def test_the_rules_and_cards_of_any_game_say_what_the_engine_plays(there: Variant) -> None:
    assert words_problems(there) == []


def cases() -> Iterator[tuple[SentenceTemplate, dict[str, object]]]:
    """Yield every combination of values that a sentence of the rules or of a card has a case for."""
    for sentence in (*TEXTS.rules, *TEXTS.cards.sentence):
        for values in itertools.product(*map(typed_values, sentence.flags)):
            yield sentence, dict(zip(sentence.flags, values, strict=True))


def games_with(sentence: SentenceTemplate, flags: Mapping[str, object], dice: random.Random) -> Iterator[Variant]:
    """Yield a game of each board that a sentence is said on, with its flags and any others that do not contradict."""
    for layout in boards(dice.choice((9, 11, 19))):
        for _ in range(20 if meets(sentence.needs, layout) else 0):
            rules = Rules(**{flag: dice.choice(typed_values(flag)) for flag in flag_names()})  # type: ignore[arg-type]
            if not layout.throne_marked:
                like = flags.get("king_elsewhere", rules.king_elsewhere)
                rules = rules._replace(**ORDINARY, king_on_throne=like, king_beside_throne=like)  # type: ignore[arg-type]
            rules = rules._replace(**flags)  # type: ignore[arg-type]
            if not contradictions(rules, layout):
                yield Variant("brandub", "any", layout, rules, {})
                break


@pytest.mark.whole
def test_every_case_of_a_sentence_says_what_the_engine_plays() -> None:
    dice = random.Random(32)  # noqa: S311  the same games each time
    said = 0
    for sentence, flags in cases():
        for there in games_with(sentence, flags, dice):
            said += 1
            assert words_problems(there) == []
    assert said > 1000


@pytest.mark.whole
@examples(300)
@given(any_games())
def test_the_captions_of_any_game_say_what_its_figures_show(there: Variant) -> None:
    nouns, plain = Nouns().on(there.rules.surface), TEXTS.words.names("A game", there)
    for name, script in GAME.figures.items():
        if belongs(script, there):
            try:
                scene = play_figure(GAME, name, there)
            except TemplateError:
                # a script that the engine contradicts is red in tests/catalog/test_any_rules.py
                continue
            caption = fill(TEXTS.captions[name], {**plain, **scene_names(TEXTS.words, scene)})
            assert caption_problems(caption, scene, nouns) == []
