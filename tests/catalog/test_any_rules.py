"""Any flags that do not contradict, on any board: every script holds, and every sentence that is said is proven."""

from __future__ import annotations

from hypothesis import given

from support.sampling import examples
from support.shipped import catalog
from support.variants import any_games
from taflkit.catalog.book import play_figure
from taflkit.figures import Scene, belongs
from taflkit.tafl import Origin, Variant
from taflkit.words.naming import piece_names, scene_names
from taflkit.words.phrases import fill
from taflkit.words.rulebook import RuleWords, applies, build_rulebook, proofs_of

GAME = catalog().game("brandub")
TEXTS = GAME.texts()
SMALLEST_WITH_FIGURES = 7
"""The smallest board on which every rule has room for its figure."""


def played(there: Variant) -> dict[str, Scene]:
    """Play every script that belongs to a game, which must hold."""
    scripts = {**GAME.figures, **GAME.proofs}
    return {name: play_figure(GAME, name, there) for name, script in scripts.items() if belongs(script, there)}


def spoken(there: Variant) -> RuleWords:
    names = {**TEXTS.words.names("A game", there), **piece_names(TEXTS.words)}
    return RuleWords(TEXTS.words, names, there, lambda _ground: Origin("chosen"))


@examples(300)
@given(any_games())
def test_every_script_of_any_game_holds_and_every_sentence_is_proven(there: Variant) -> None:
    scenes = played(there)
    figures = {name: scene for name, scene in scenes.items() if name in GAME.figures}
    plain = TEXTS.words.names("A game", there)
    for name, scene in figures.items():
        assert "{" not in fill(TEXTS.captions[name], {**plain, **scene_names(TEXTS.words, scene)})
    said = spoken(there)
    sentences = [s for s in TEXTS.rules if applies(s, there.layout) and said.spoken(s)]
    for sentence in sentences:
        assert proofs_of(sentence, scenes), sentence
        shown = set(sentence.figures) & figures.keys()
        least = max((GAME.figures[name].least for name in sentence.figures), default=0)
        assert shown or not sentence.figures or there.layout.size < max(least, SMALLEST_WITH_FIGURES), sentence
    rules = build_rulebook(TEXTS.rules, said, figures, scenes.keys())
    assert sum(len(rule.sentences) for rule in rules) == len(sentences)
