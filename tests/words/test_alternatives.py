"""The texts that stand for figures: the engine's own reasons, in the words of the templates."""

from __future__ import annotations

import msgspec
import pytest

from support.shipped import catalog
from taflkit.figures.diagrams import Moment, compose, play_move, read_position, read_window, refuse_move
from taflkit.tafl import Move, Reason, Refusal, Side, Square, Turn, Variant
from taflkit.words.alternatives import describe, explain, judge


def variant(rules: str) -> Variant:
    game = catalog().game("brandub")
    return game.variant(game.ruleset(rules))


def alternative(rules: str, position: str, *moves: str, part: str = "") -> str:
    texts = catalog().game("brandub").texts()
    before = read_position(position, variant(rules))
    shown = Moment.of(before, sided=False)
    scene = compose(
        before, [play_move(shown, move) for move in moves], part=read_window(part, before.variant) if part else None
    )
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
    assert explain(refusal, (texts.alternatives, texts.words)) == "b4-d4: this piece may not stop on the throne d4"


def test_every_reason_has_words_of_its_own() -> None:
    texts = catalog().game("brandub").texts()
    text = texts.alternatives, texts.words
    move, where = Move.parse("b4-d4"), Square.parse("d4")
    said = [explain(Refusal(reason, move, where), text) for reason in Reason]
    assert len(set(said)) == len(Reason)
    for line, reason in zip(said, Reason, strict=True):
        assert line.startswith("b4-d4: ")
        # the end of the game is at no square
        assert ("d4" in line.partition(": ")[2]) is (reason is not Reason.GAME_OVER)
        assert "{" not in line
        assert line != str(Refusal(reason, move, where))


# parts of the board


FOUR = "/7/1t5/2t4/7/3Tt2/7/7/"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("", "Defender on d5; attackers on b2, c3, e5. "),
        ("a1-g7", "Defender on d5; attackers on b2, c3, e5. "),
        ("c3-e5", "The part of the board from c3 to e5. Defender on d5; attackers on c3, e5. "),
        ("e5-c3", "The part of the board from c3 to e5. Defender on d5; attackers on c3, e5. "),
        ("b6-f2", "The part of the board from b2 to f6. Defender on d5; attackers on b2, c3, e5. "),
        ("a3-g5", "The part of the board from a3 to g5. Defender on d5; attackers on c3, e5. "),
        ("c1-c7", "The part of the board from c1 to c7. Attacker on c3. "),
    ],
)
def test_the_part_of_the_board_that_is_shown_is_named_by_its_corners(part: str, said: str) -> None:
    text = alternative("walker", FOUR, "c3-c4", part=part)
    assert text.startswith(said)


# single answers


def judged(position: str, answer: Turn | Refusal | bool | Side, rules: str = "walker") -> str:
    texts = catalog().game("brandub").texts()
    return judge(read_position(position, variant(rules)), answer, (texts.alternatives, texts.words))


def shown(position: str, rules: str = "walker") -> Moment:
    return Moment.of(read_position(position, variant(rules)), sided=False)


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (FOUR, "c3-c5", "attacker c3 moves to c5 and captures the defender on d5 against e5"),
        (FOUR, "d5-d6", "defender d5 moves to d6, and nothing is captured"),
        ("/7/7/7/7/K6/7/7/", "a5-a7", "king a5 moves to a7, and nothing is captured; the king escapes"),
    ],
)
def test_a_turn_is_judged_in_a_phrase(position: str, move: str, said: str) -> None:
    assert judged(position, play_move(shown(position), move)) == said


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (FOUR, "b2-b2", "refused: b2-b2: the piece stands on b2 already, and a move ends on another square"),
        ("/7/7/7/1T5/7/7/7/", "b4-d4", "refused: b4-d4: this piece may not stop on the throne d4"),
        ("/K6/7/7/7/3Tt2/7/7/", "d5-d6", "refused: d5-d6: the game is over"),
    ],
)
def test_a_refusal_is_judged_in_a_phrase(position: str, move: str, said: str) -> None:
    assert judged(position, refuse_move(shown(position), move)) == said


def test_check_and_who_begins_are_judged_in_a_phrase() -> None:
    assert judged(FOUR, True) == "“Check” must be called"
    assert judged(FOUR, False) == "“Check” need not be called"
    assert judged(FOUR, Side.ATTACKERS) == "the attackers move first"
    assert judged(FOUR, Side.DEFENDERS) == "the king’s side moves first"


def test_what_is_judged_is_what_a_figure_says() -> None:
    before = read_position(FOUR, variant("walker"))
    texts = catalog().game("brandub").texts()
    turn = play_move(shown(FOUR), "c3-c5")
    refusal = refuse_move(shown(FOUR), "b2-b2")
    text = describe(compose(before, [turn], [refusal]), (texts.alternatives, texts.words), "en").text
    said = [judged(FOUR, answer) for answer in (turn, refusal)]
    assert text.endswith(" ".join(f"{each[0].upper()}{each[1:]}." for each in said))


# the tables


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("begins", "attackers"),
        ("begins", "defenders"),
        ("refusals", "game-over"),
        ("refusals", "stays"),
        ("outcomes", "king-escaped"),
        ("anvils", "throne"),
        ("captures", "custody"),
    ],
)
def test_a_table_without_one_of_its_words_is_refused(table: str, name: str) -> None:
    texts = catalog().game("brandub").texts().alternatives
    words = {key: value for key, value in getattr(texts, table).items() if key != name}
    with pytest.raises(ValueError, match=rf"^\[{table}\] needs '{name}'$"):
        msgspec.structs.replace(texts, **{table: words})
