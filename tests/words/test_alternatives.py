"""The texts that stand for figures: the engine's own reasons, in the words of the templates."""

from __future__ import annotations

import pytest

from support.shipped import catalog
from taflkit.figures.diagrams import compose, play_move, read_position
from taflkit.tafl import Move, Reason, Refusal, Square, Variant
from taflkit.words.alternatives import describe, explain


def variant(rules: str) -> Variant:
    game = catalog().game("brandub")
    return game.variant(game.ruleset(rules))


def alternative(rules: str, position: str, *moves: str) -> str:
    texts = catalog().game("brandub").texts()
    before = read_position(position, variant(rules))
    scene = compose(before, [play_move(before, move) for move in moves])
    made = describe(scene, (texts.alternatives, texts.words), texts.language)
    assert made.language == "en"
    return made.text


@pytest.mark.parametrize(
    ("rules", "position", "move", "said"),
    [
        ("walker", "/7/7/2t4/7/3Tt2/7/7/", "c3-c5", "and captures the defender on d5 against e5."),
        ("walker", "/7/6T/4t2/7/7/7/7/", "e3-g3", "and captures the defender on g2 against the corner g1."),
        ("walker", "/7/7/7/7/3T3/2t4/7/", "c6-d6", "and captures the defender on d5 against the empty throne."),
        (
            "walker",
            "/7/7/7/7/2tKt2/7/3t3/",
            "d7-d6",
            "the king on d5, surrounded by c5, the empty throne, d6 and e5; the attackers capture the king.",
        ),
        (
            "masters",
            "/1K1t3/1t5/7/7/7/7/7/",
            "d1-c1",
            "and captures the king on b1, surrounded by the corner a1, b2 and c1; the attackers capture the king.",
        ),
        ("walker", "/7/7/7/7/K6/7/7/", "a5-a7", "moves to a7, and nothing is captured; the king escapes."),
        ("walker", "/7/7/7/7/7/7/1t5/", "b7-c7", "Attacker b7 moves to c7, and nothing is captured."),
    ],
)
def test_a_move_is_described_by_the_rule_that_took_the_piece(rules: str, position: str, move: str, said: str) -> None:
    assert alternative(rules, position, move).endswith(said)


def test_a_king_captured_like_a_soldier_has_one_anvil() -> None:
    text = alternative("macwhite", "/7/7/7/7/3t3/3K3/2t4/", "c7-d7")
    assert text.endswith("captures the king on d6 against d5; the attackers capture the king.")


def test_pieces_of_a_kind_are_counted_in_their_plural() -> None:
    text = alternative("walker", "/7/7/7/3K3/t1T3t/7/7/", "a5-b5")
    assert text.startswith("King on d4; defender on c5; attackers on a5, g5. Attacker a5 moves to b5")


def test_a_refusal_is_explained_in_words() -> None:
    before = read_position("/7/7/7/1T5/7/7/7/ defenders", variant("branan"))
    refusal = before.why_not(Move.parse("b4-d4"))
    assert refusal is not None
    texts = catalog().game("brandub").texts()
    assert str(refusal) == "b4-d4: throne d4"
    assert explain(refusal, texts.alternatives) == "b4-d4: this piece may not stop on the throne d4"


def test_every_reason_has_words_of_its_own() -> None:
    text = catalog().game("brandub").texts().alternatives
    move, where = Move.parse("b4-d4"), Square.parse("d4")
    said = [explain(Refusal(reason, move, where), text) for reason in Reason]
    assert len(set(said)) == len(Reason)
    for line, reason in zip(said, Reason, strict=True):
        assert line.startswith("b4-d4: ")
        assert "d4" in line.partition(": ")[2]
        assert "{" not in line
        assert line != str(Refusal(reason, move, where))
