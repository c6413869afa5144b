"""Any flags that do not contradict, on any board: every script holds, and every sentence that is said is proven."""

from __future__ import annotations

from hypothesis import given

from support.sampling import examples
from support.shipped import catalog
from support.variants import any_games
from taflkit.catalog.book import play_figure
from taflkit.figures import Scene, belongs, meets, shown_under
from taflkit.tafl import Origin, Variant
from taflkit.words.naming import piece_names, scene_names
from taflkit.words.phrases import fill
from taflkit.words.rulebook import RuleWords, SentenceTemplate, build_rulebook, proofs_of

GAME = catalog().game("brandub")
TEXTS = GAME.texts()


def played(there: Variant) -> dict[str, Scene]:
    """Play every script that belongs to a game, which must hold."""
    scripts = {**GAME.figures, **GAME.proofs}
    return {name: play_figure(GAME, name, there) for name, script in scripts.items() if belongs(script, there)}


def lacks_room(sentence: SentenceTemplate, there: Variant) -> bool:
    """Whether a sentence has no figure, or its figures for such rules are for other sizes of boards."""
    scripts = [GAME.figures[name] for name in sentence.figures if name in GAME.figures]
    fitting = [s for s in scripts if shown_under(s.when, there) and meets(s.needs, there.layout) and not s.rulesets]
    return bool(fitting) or not sentence.figures


def spoken(there: Variant) -> RuleWords:
    names = {**TEXTS.words.names("A game", there), **piece_names(TEXTS.words)}
    return RuleWords(TEXTS.words, names, there, lambda _ground: Origin("chosen"), ("unwinnable",))


@examples(300)
@given(any_games())
def test_every_script_of_any_game_holds_and_every_sentence_is_proven(there: Variant) -> None:
    scenes = played(there)
    figures = {name: scene for name, scene in scenes.items() if name in GAME.figures}
    plain = TEXTS.words.names("A game", there)
    for name, scene in figures.items():
        assert "{" not in fill(TEXTS.captions[name], {**plain, **scene_names(TEXTS.words, scene)})
    said = spoken(there)
    sentences = [s for s in TEXTS.rules if said.applies(s) and said.sentence_text(s)]
    for sentence in sentences:
        assert proofs_of(sentence, scenes), sentence
        assert set(sentence.figures) & figures.keys() or lacks_room(sentence, there), sentence
    rules = build_rulebook(TEXTS.rules, TEXTS.groups, said, figures, scenes.keys())
    assert sum(len(rule.sentences) for rule in rules) == len(sentences)
