"""Every sentence of the rules is proven by the engine, and no other rules would pass the proofs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.shipped import RULESETS, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, play_figure, read_book
from taflkit.errors import TaflkitError, TemplateError
from taflkit.figures import flag_values, write_value
from taflkit.kit.build import build_kit
from taflkit.kit.spec import KitSpec
from taflkit.tafl import Piece, Position, Side, Variant, flag_names
from taflkit.tafl.perft import Counts, perft

VARIED = (
    *(("masters", name) for name in ("weak-king", "armed-king", "check")),
    *(("branan", name) for name in ("slow-king", "unarmed-king", "harmless-throne")),
)
POSITIONS = 1000
EQUIVALENT = {
    **{
        (ruleset, "surface", "squares" if ruleset == "macwhite" else "points"): "the surface changes words and drawing"
        for ruleset in RULESETS
    },
    ("branan", "corner_hostile_to_king", "true"): "beside a corner the king is at the edge, where he is never taken",
}
"""Mutants that play like the original, with the reason; whoever adds to them must prove it."""


@cache
def book(ruleset: str, *variations: str) -> Book:
    return read_book(catalog(), "brandub", ruleset, variations)


def mutants(ruleset: str) -> Iterator[tuple[str, str, Variant]]:
    """Yield every other value of every flag of a ruleset, with the game that it makes."""
    variant = book(ruleset).variant
    for flag in flag_names():
        for value in flag_values(flag):
            if value != write_value(getattr(variant.rules, flag)):
                typed = {"true": True, "false": False}.get(value, value)
                yield flag, value, mutant(variant, flag, typed)


def mutant(variant: Variant, flag: str, value: str | bool) -> Variant:
    return replace(variant, rules=replace(variant.rules, **{flag: value}))


def caught(original: Book, changed: Variant) -> bool:
    """Whether a proof of the original's words fails against the changed rules."""
    for name in original.proofs:
        try:
            play_figure(original.game, name, changed, original.variant)
        except TaflkitError:
            return True
    return False


@cache
def missed(ruleset: str) -> list[tuple[str, str, str]]:
    """Return the mutants that no proof catches."""
    original = book(ruleset)
    return [(ruleset, flag, value) for flag, value, changed in mutants(ruleset) if not caught(original, changed)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_mutant_is_caught_by_a_proof_or_listed(ruleset: str) -> None:
    assert missed(ruleset) == [key for key in EQUIVALENT if key[0] == ruleset]


def test_the_mutation_score_is_100_percent() -> None:
    others = sum(len(flag_values(flag)) - 1 for flag in flag_names())
    assert [sum(1 for _ in mutants(ruleset)) for ruleset in RULESETS] == [others] * len(RULESETS)
    total = len(RULESETS) * others
    killed = total - sum(len(missed(ruleset)) for ruleset in RULESETS)
    assert killed / (total - len(EQUIVALENT)) == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_mutant_changes_the_words_of_the_rules(ruleset: str) -> None:
    original = book(ruleset)

    def told(variant: Variant) -> list[str]:
        names = {**original.spoken.names, **original.texts.words.names(original.game.title, variant)}
        said = original.spoken._replace(names=names, variant=variant)
        return [said.spoken(sentence) for sentence in original.texts.rules]

    for flag, value, changed in mutants(ruleset):
        assert told(changed) != told(original.variant), (flag, value)
        assert not any(flag in sentence for sentence in told(changed)), "no flag is printed by its name"


@cache
def counts(ruleset: str, flag: str, value: str) -> tuple[Counts, ...]:
    """Return the perft counts to depth 2 of random positions under a mutant, or the original for no flag."""
    variant = book(ruleset).variant
    if flag:
        variant = mutant(variant, flag, {"true": True, "false": False}.get(value, value))
    found = []
    for pieces, side in positions():
        position = Position.of(variant, dict(pieces), side)
        found += [perft(position, 1), perft(position, 2)]
    return tuple(found)


@cache
def positions() -> tuple[tuple[tuple[tuple[object, Piece], ...], Side], ...]:
    """Return random positions with the pieces of the game, the same every time."""
    layout = book("walker").variant.layout
    chance = random.Random(7)  # noqa: S311 - a repeatable choice, no secret
    free = [s for s in layout.board.squares if s != layout.throne and s not in layout.corners]
    found = []
    for number in range(POSITIONS):
        attackers, defenders = chance.randint(2, 8), chance.randint(0, 4)
        squares = chance.sample(free, attackers + defenders + 1)
        king = layout.throne if number % 5 == 0 else squares[-1]
        pieces = [(s, Piece.ATTACKER) for s in squares[:attackers]]
        pieces += [(s, Piece.DEFENDER) for s in squares[attackers:-1]]
        found.append(((*pieces, (king, Piece.KING)), chance.choice(list(Side))))
    return tuple(found)


@pytest.mark.whole
@pytest.mark.parametrize(("ruleset", "flag", "value"), EQUIVALENT)
def test_a_mutant_that_no_proof_catches_plays_like_the_original(ruleset: str, flag: str, value: str) -> None:
    assert counts(ruleset, flag, value) == counts(ruleset, "", "")


@pytest.mark.whole
def test_the_random_positions_tell_rules_apart() -> None:
    assert counts("walker", "king_armed", "false") != counts("walker", "", "")
    assert counts("walker", "corner_hostile_to_king", "false") != counts("walker", "", "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sentence_has_a_proof(ruleset: str) -> None:
    for rule in book(ruleset).rules:
        for sentence in rule.sentences:
            assert sentence.proofs, sentence
            assert set(sentence.proofs) <= set(book(ruleset).proofs)


@pytest.mark.parametrize(("ruleset", "variation"), VARIED)
def test_a_variation_is_proven_and_changes_the_rules(ruleset: str, variation: str) -> None:
    varied, plain = book(ruleset, variation), book(ruleset)
    assert varied.variant.name == f"{ruleset}+{variation}"
    texts = [[s.text for rule in read.rules for s in rule.sentences] for read in (varied, plain)]
    assert texts[0] != texts[1]
    assert caught(plain, varied.variant), "the ruleset's own proofs do not hold for its variation"
    assert caught(varied, plain.variant)


@pytest.mark.parametrize("size", [5, 9, 11, 19])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_scripts_prove_a_game_of_another_size(ruleset: str, size: int, tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(size, 1 if size < 9 else 2))
    read = read_book(Catalog(), str(game), ruleset)
    assert set(book(ruleset).proofs) - set(read.proofs) <= {"walker-captures", "branan-moves", "throne-serves-the-king"}


def test_a_sentence_without_a_proof_stops_the_build(tmp_path: Path) -> None:
    text = (catalog().templates / "text/en/rules.toml").read_text(encoding="utf-8")
    folder = tmp_path / "game"
    (folder / "text" / "en").mkdir(parents=True)
    (folder / "layout.toml").write_text(f'title = "T"\nstart = """\n{cross_picture(7, 1)}\n"""\n', encoding="utf-8")
    bare = text.replace('proofs = ["first-attackers", "first-defenders"]', "proofs = []")
    assert bare != text
    (folder / "text" / "en" / "rules.toml").write_text(bare, encoding="utf-8")
    with pytest.raises(TemplateError, match=r"'It is a game for two: .*' has no proof"):
        build_kit(Catalog(), KitSpec(game=str(folder)))


def test_a_proof_that_fails_stops_the_build(tmp_path: Path) -> None:
    lie = "[proofs.king-line]\nking = 'throne n1 e1'\nwhen = { king_move = 'line' }\n"
    lie += "reach = [{ of = 'throne n1 e1', expect = [{ excludes = ['throne n1 w1'] }] }]\n"
    game = write_game(tmp_path, cross_picture(7, 1), extra=lie)
    with pytest.raises(TemplateError) as error:
        build_kit(Catalog(), KitSpec(game=str(game)))
    assert "mygame.toml: proofs: reach[0].expect[0].excludes: the piece on e5 can reach c5 under walker" in str(
        error.value
    )


def test_contradicting_flags_stop_the_build(tmp_path: Path) -> None:
    file = catalog().templates / "games/brandub/rulesets/walker.toml"
    folder = tmp_path / "game"
    (folder / "rulesets").mkdir(parents=True)
    (folder / "layout.toml").write_text(f'title = "T"\nstart = """\n{cross_picture(7, 1)}\n"""\n', encoding="utf-8")
    text = file.read_text(encoding="utf-8").replace(
        'corner_landing = { value = "king"', 'corner_landing = { value = "nobody"'
    )
    (folder / "rulesets" / "odd.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TaflkitError) as error:
        build_kit(Catalog(), KitSpec(game=str(folder)))
    line = str(error.value)
    assert "ruleset odd" in line
    assert "corner_landing" in line
    assert "\n" not in line


def test_every_figure_that_the_sources_print_is_redrawn() -> None:
    printed = {"walker": 3, "macwhite": 1, "richgames": 5, "masters": 5, "branan": 2}
    figures = catalog().game("brandub").figures
    for ruleset, count in printed.items():
        for number in range(1, count + 1):
            names = [name for name, script in figures.items() if script.sources.get(ruleset) == number]
            assert names, (ruleset, number)
            assert all(name in book(ruleset).scenes for name in names), (ruleset, number, names)


BOOKS = (*((name,) for name in RULESETS), *VARIED)


@pytest.mark.parametrize("names", BOOKS, ids="+".join)
def test_no_two_figures_share_a_caption(names: tuple[str, ...]) -> None:
    read = book(*names)
    captions = [read.captions[name] for name in read.scenes]
    assert len(set(captions)) == len(captions)


def test_a_sentence_with_a_figure_under_some_rules_has_one_under_all() -> None:
    figures: dict[int, set[bool]] = {}
    for names in BOOKS:
        read = book(*names)
        for number, sentence in enumerate(read.texts.rules):
            if read.spoken.spoken(sentence):
                figures.setdefault(number, set()).add(any(name in read.scenes for name in sentence.figures))
    sentences = book("walker").texts.rules
    assert [sentences[number] for number, found in figures.items() if len(found) > 1] == []


@pytest.mark.parametrize("names", BOOKS, ids="+".join)
def test_a_caption_of_places_that_may_not_be_gone_to_has_them(names: tuple[str, ...]) -> None:
    read = book(*names)
    for name in ("moves", "king-moves", "corner-barred"):
        assert read.scenes[name].refused, name
