"""Every sentence of the rules is proven by the engine, and no other rules would pass the proofs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import structs

from support.games import cross_picture, write_game
from support.sampling import sampled
from support.shipped import FAMILY, RULESETS, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, play_figure, read_book
from taflkit.errors import TaflkitError, TemplateError
from taflkit.figures import typed_values
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.tafl import BoardLayout, Piece, Position, Side, Variant, flag_names
from taflkit.tafl.board import CORNERS
from taflkit.tafl.counts import Counts, perft
from taflkit.tafl.sanity import contradictions

VARIED = (
    *(("masters", name) for name in ("weak-king", "armed-king", "check")),
    *(("branan", name) for name in ("slow-king", "unarmed-king", "harmless-throne")),
)
POSITIONS = {"brandub": 1000}
FEWER = 100
"""How many random positions tell rules apart, and for the other games."""
BRANDUB = tuple(("brandub", name) for name in RULESETS)
GAMES = (*BRANDUB, *FAMILY)
each_ruleset = pytest.mark.parametrize(("game", "ruleset"), [*BRANDUB, *sampled(FAMILY, 2)])

Value = str | bool | int


class Equivalent(NamedTuple):
    """Mutants that play like the original; the whole tests prove it of each.

    Attributes:
        flags: one of them is changed.
        reason: why it makes no difference.
        where: whether it makes none, under the rules and under their mutant.
        told: whether the words change all the same: they name what never comes to bear.
    """

    flags: tuple[str, ...]
    reason: str
    where: Callable[[Variant, Variant], bool]
    told: bool = False


def crossing(variant: Variant) -> tuple[bool, bool]:
    """Whether soldiers and the king ever cross the throne: they may, and go far enough."""
    rules = variant.rules
    return (
        rules.throne_crossing == "anybody" and rules.soldier_move == "line",
        rules.throne_crossing in ("anybody", "king") and rules.king_move == "line",
    )


EQUIVALENT = (
    Equivalent(("surface",), "it changes words and drawing alone", lambda *_: True, told=True),
    Equivalent(
        ("corner_landing", "corner_hostile_to_soldiers", "corner_hostile_to_king"),
        "the board has no corners",
        lambda there, _: not there.layout.corners,
    ),
    Equivalent(
        ("corner_hostile_to_king",),
        "beside a corner of one square the king is at the edge, where he is never taken",
        lambda there, _: there.rules.king_at_edge == "never" and 0 < len(there.layout.corners) <= CORNERS,
        told=True,
    ),
    Equivalent(
        ("throne_crossing",),
        "one step crosses nothing: soldiers of one step cannot cross the throne, nor can such a king",
        lambda there, changed: crossing(there) == crossing(changed),
        told=True,
    ),
    Equivalent(("king_at_edge",), "the king has won at the edge", lambda there, _: there.rules.goal == "edge"),
    Equivalent(("exit_fort",), "the king has won at the edge", lambda there, _: there.rules.goal == "edge"),
)


class Mutant(NamedTuple):
    """A ruleset with another value of one flag.

    Attributes:
        variant: the game that it makes.
        equivalent: why it plays like the original, if it does.
    """

    flag: str
    value: Value
    variant: Variant
    equivalent: Equivalent | None


@cache
def book(game: str, ruleset: str, *variations: str) -> Book:
    return read_book(catalog(), game, ruleset, variations)


@cache
def mutants(game: str, ruleset: str) -> tuple[Mutant, ...]:
    """Return every other value of every flag of a ruleset that does not contradict the rest."""
    variant = book(game, ruleset).variant
    found = []
    for flag in flag_names():
        for value in typed_values(flag):
            changed = replace(variant, rules=variant.rules._replace(**{flag: value}))
            if changed == variant or contradictions(changed.rules, changed.layout):
                continue
            reasons = (each for each in EQUIVALENT if flag in each.flags and each.where(variant, changed))
            found.append(Mutant(flag, value, changed, next(reasons, None)))
    return tuple(found)


def caught(original: Book, changed: Variant) -> bool:
    """Whether a proof of the original's words fails against the changed rules."""
    for name in original.proofs:
        try:
            play_figure(original.game, name, changed, original.variant)
        except TaflkitError:
            return True
    return False


@each_ruleset
def test_every_mutant_is_caught_by_a_proof_or_plays_like_the_original(game: str, ruleset: str) -> None:
    """So the mutation score is 100 percent."""
    missed = [mutant[:2] for mutant in mutants(game, ruleset) if not caught(book(game, ruleset), mutant.variant)]
    assert missed == [mutant[:2] for mutant in mutants(game, ruleset) if mutant.equivalent]


@each_ruleset
def test_every_value_of_every_flag_is_tried_but_for_those_that_contradict_the_rest(game: str, ruleset: str) -> None:
    rules, layout = book(game, ruleset).variant.rules, book(game, ruleset).variant.layout
    tried = {mutant[:2] for mutant in mutants(game, ruleset)}
    others = {(flag, value) for flag in flag_names() for value in typed_values(flag) if value != getattr(rules, flag)}
    left_out = {flag for flag, _ in others - tried}
    expected = {"corner_landing"} if layout.corners else {"goal"}
    if not layout.throne_marked:
        expected |= {flag for flag in flag_names() if "throne" in flag} | {"king_elsewhere", "linnaean_capture"}
    if (rules.throne_crossing, rules.king_move) == ("king", "step"):
        expected.add("throne_landing")
    assert left_out == expected


@each_ruleset
def test_every_mutant_changes_the_words_of_the_rules_if_it_comes_to_bear(game: str, ruleset: str) -> None:
    original = book(game, ruleset)

    def told(variant: Variant) -> list[str]:
        names = {**original.rule_words.names, **original.texts.words.names(original.game.title, variant)}
        said = structs.replace(original.rule_words, names=names, variant=variant)
        return [said.sentence_text(sentence) for sentence in original.texts.rules if said.applies(sentence)]

    for flag, value, changed, equivalent in mutants(game, ruleset):
        if equivalent is None:
            assert told(changed) != told(original.variant), (flag, value)
        elif not equivalent.told:
            assert told(changed) == told(original.variant), (flag, value)
        # a shieldwall is what players call it too
        assert flag == "shieldwall" or not any(flag in sentence for sentence in told(changed)), (
            "a flag's name is printed"
        )


def counts(variant: Variant) -> Iterator[Counts]:
    """Yield the perft counts to depth 2 of random positions of a game under some rules."""
    for pieces, side in positions(variant.layout, variant.rules.goal, POSITIONS.get(variant.game, FEWER)):
        position = Position.of(variant, dict(pieces), side)
        yield from (perft(position, 1), perft(position, 2))


def differ(one: Variant, other: Variant) -> bool:
    """Whether a random position tells two rules apart."""
    return any(a != b for a, b in zip(counts(one), counts(other), strict=True))


@cache
def positions(layout: BoardLayout, goal: str, count: int) -> tuple[tuple[tuple[tuple[object, Piece], ...], Side], ...]:
    """Return random positions in which the game goes on, with the pieces of the game, the same every time."""
    chance = random.Random(7)  # noqa: S311 - a repeatable choice, no secret
    free = [s for s in layout.board.squares if s != layout.throne and s not in layout.corners]
    inner = [s for s in free if not layout.board.bit(s) & layout.board.edge]
    found = []
    for number in range(count):
        # all round the throne, or in another part of the board that is as large as Brandub's board
        on_throne = number % 5 == 0
        king = layout.throne if on_throne else chance.choice(inner if goal == "edge" else free)
        near = [s for s in free if s != king and max(abs(s.file - king.file), abs(s.rank - king.rank)) <= 3]
        attackers, defenders = chance.randint(2, 8), chance.randint(0, 4)
        squares = chance.sample(near, min(attackers + defenders, len(near)))
        pieces = [(s, Piece.ATTACKER) for s in squares[:attackers]]
        pieces += [(s, Piece.DEFENDER) for s in squares[attackers:]]
        found.append(((*pieces, (king, Piece.KING)), chance.choice(list(Side))))
    return tuple(found)


@pytest.mark.whole
@each_ruleset
def test_a_mutant_that_no_proof_catches_plays_like_the_original(game: str, ruleset: str) -> None:
    original = [*counts(book(game, ruleset).variant)]
    for flag, value, changed, equivalent in mutants(game, ruleset):
        if equivalent:
            assert [*counts(changed)] == original, (flag, value, equivalent.reason)


@pytest.mark.whole
@each_ruleset
def test_the_random_positions_tell_rules_apart(game: str, ruleset: str) -> None:
    variant = book(game, ruleset).variant
    changed = replace(variant, rules=variant.rules._replace(king_armed=not variant.rules.king_armed))
    assert differ(changed, variant)
    shut = replace(variant, rules=variant.rules._replace(king_elsewhere="two", corner_hostile_to_king=True))
    opened = replace(variant, rules=variant.rules._replace(king_elsewhere="surround", corner_hostile_to_king=False))
    assert differ(shut, opened)


@each_ruleset
def test_every_sentence_has_a_proof(game: str, ruleset: str) -> None:
    read = book(game, ruleset)
    for rule in read.rules:
        for sentence in rule.sentences:
            assert sentence.proofs, sentence
            assert set(sentence.proofs) <= set(read.proofs)


@pytest.mark.parametrize(("ruleset", "variation"), VARIED)
def test_a_variation_is_proven_and_changes_the_rules(ruleset: str, variation: str) -> None:
    varied, plain = book("brandub", ruleset, variation), book("brandub", ruleset)
    assert varied.variant.name == f"{ruleset}+{variation}"
    texts = [[s.text for rule in read.rules for s in rule.sentences] for read in (varied, plain)]
    assert texts[0] != texts[1]
    assert caught(plain, varied.variant), "the ruleset's own proofs do not hold for its variation"
    assert caught(varied, plain.variant)


OWN_FIGURES = {"walker-captures", "branan-moves"}
FOR_LARGER = {"throne-serves-the-king", "exit-fort-no-rule", "shieldwall-no-rule"}
"""Scripts that have no room on a board of 5 x 5; others stand for them there."""
FOR_SMALLER = {"king-moves"}
"""Figures that cannot be made out on boards larger than 7 x 7; others stand for them there."""


@pytest.mark.parametrize("size", sampled([5, 11, 9, 19], 2))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_scripts_prove_a_game_of_another_size(ruleset: str, size: int, tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(size, 1 if size < 9 else 2))
    read = read_book(Catalog(), str(game), ruleset)
    missing = set(book("brandub", ruleset).proofs) - set(read.proofs)
    assert missing <= OWN_FIGURES | (FOR_LARGER if size < 7 else FOR_SMALLER if size > 7 else set())


def test_a_sentence_without_a_proof_stops_the_build(tmp_path: Path) -> None:
    text = (catalog().templates / "text/en/rules.toml").read_text(encoding="utf-8")
    folder = tmp_path / "game"
    (folder / "text" / "en").mkdir(parents=True)
    (folder / "layout.toml").write_text(f'title = "T"\nstart = """\n{cross_picture(7, 1)}\n"""\n', encoding="utf-8")
    bare = text.replace('proofs = ["first-attackers", "first-defenders"]', "proofs = []")
    assert bare != text
    (folder / "text" / "en" / "rules.toml").write_text(bare, encoding="utf-8")
    with pytest.raises(TemplateError, match=r"'The attackers begin.' has no proof"):
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
            assert all(name in book("brandub", ruleset).scenes for name in names), (ruleset, number, names)


BOOKS = (*GAMES, *(("brandub", *varied) for varied in VARIED))


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
            if read.rule_words.applies(sentence) and read.rule_words.sentence_text(sentence):
                figures.setdefault(number, set()).add(any(name in read.scenes for name in sentence.figures))
    sentences = book("brandub", "walker").texts.rules
    assert [sentences[number] for number, found in figures.items() if len(found) > 1] == []


@pytest.mark.parametrize("names", BOOKS, ids="+".join)
def test_a_caption_of_places_that_may_not_be_gone_to_has_them(names: tuple[str, ...]) -> None:
    read = book(*names)
    shown = [name for name in ("moves", "steps", "king-moves", "king-strolls", "king-roams") if name in read.scenes]
    assert len(shown) == 2, "one for soldiers and one for the king"
    shown += [name for name in ("corner-barred", "corner-barred-step") if name in read.scenes]
    assert any(name.startswith("corner-") for name in shown) is bool(read.variant.layout.corners)
    for name in shown:
        assert read.scenes[name].refused, name
