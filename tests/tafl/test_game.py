"""Games: turns in order, how they end, which draws may be claimed, and 523 recorded ones replayed."""

from __future__ import annotations

import csv

import pytest

from support import ROOT
from support.variants import ATTACKERS, DEFENDERS, RULES, VARIANTS, picture
from taflkit.errors import IllegalMove
from taflkit.tafl import KING_CAPTURED, KING_ESCAPED, DrawClaim, Game, Move, Piece, Position, Record, Side

RECORDED = ROOT.parent / "shared" / "data" / "games" / "brandubh.csv"


def playing(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(Move.parse(move))
    return game


def test_a_game_begins_at_the_start() -> None:
    game = Game.start(VARIANTS["walker"])
    assert game.position == game.first == Position.start(VARIANTS["walker"])
    assert game.turns == ()
    assert game.outcome is None
    assert game.claim is None


def test_playing_gives_a_new_game() -> None:
    begun = Game.start(VARIANTS["walker"])
    game = playing(begun, "d6-f6 d5-d6 f6-f7")
    assert begun.turns == ()
    assert [str(turn.move) for turn in game.turns] == ["d6-f6", "d5-d6", "f6-f7"]
    assert game.position == game.turns[-1].after
    assert game.position.to_move is DEFENDERS


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    with pytest.raises(IllegalMove, match=r"^d5-d6: not-yours d5$"):
        playing(Game.start(VARIANTS["walker"]), "d5-d6")


def test_the_attackers_win_by_taking_the_king() -> None:
    game = Game(
        picture(
            """
            .......
            ...tK..
            .......
            .......
            .......
            .....t.
            ..T....
            """
        )
    )
    game = playing(game, "f2-f6")
    assert game.outcome == KING_CAPTURED
    assert not game.position.king
    assert game.claim is None
    with pytest.raises(IllegalMove, match=r"^c1-c2: the game is over \(king-captured\)$") as caught:
        playing(game, "c1-c2")
    assert caught.value.refusal is None


def test_the_defenders_win_by_the_kings_escape() -> None:
    game = Game(
        picture(
            """
            .......
            ....K..
            .......
            .......
            .......
            .....t.
            .......
            """,
            DEFENDERS,
        )
    )
    game = playing(game, "e6-g6 f2-f3 g6-g7")
    assert game.outcome == KING_ESCAPED
    assert game.claim is None
    with pytest.raises(IllegalMove, match=r"^f3-f4: the game is over \(king-escaped\)$"):
        playing(game, "f3-f4")


def test_the_third_occurrence_may_be_claimed_and_does_not_end_the_game() -> None:
    game = Game.start(VARIANTS["walker"])
    there_and_back = "d7-c7 c4-c3 c7-d7 c3-c4"
    claims = []
    for move in f"{there_and_back} {there_and_back}".split():
        game = playing(game, move)
        claims.append(game.claim)
    assert claims == [None] * 7 + [DrawClaim.REPETITION]
    assert game.outcome is None
    game = playing(game, "d6-e6")
    assert game.claim is None


def test_a_position_with_the_other_side_to_move_is_another() -> None:
    # three moves of an attacker round a triangle and two of a defender bring the pieces back in five
    game = Game(
        picture(
            """
            .......
            .t.....
            .......
            ...K...
            .......
            ....T..
            .......
            """
        )
    )
    attackers_lose_a_turn = "b6-c6 e2-f2 c6-a6 f2-e2 a6-b6"
    defenders_lose_a_turn = "e2-f2 b6-c6 f2-g2 c6-b6 g2-e2"
    game = playing(game, attackers_lose_a_turn)
    assert game.position.pieces == game.first.pieces
    assert game.position.to_move is DEFENDERS
    game = playing(game, defenders_lose_a_turn)
    assert game.position == game.first
    assert game.claim is None  # the pieces stand so for the third time, but with attackers to move for the second
    game = playing(game, f"{attackers_lose_a_turn} {defenders_lose_a_turn}")
    assert game.claim is DrawClaim.REPETITION


@pytest.mark.parametrize("name", RULES)
def test_a_side_without_a_move_may_claim(name: str) -> None:
    game = Game(
        picture(
            """
            .......
            .......
            t......
            Kt.....
            t......
            .......
            .......
            """,
            DEFENDERS,
            name,
        )
    )
    assert game.position.legal_moves() == []
    assert game.claim is DrawClaim.NO_MOVE
    assert game.outcome is None


def test_attackers_without_a_move_may_claim() -> None:
    game = Game(
        picture(
            """
            .......
            .......
            .......
            .......
            TT.....
            tT.....
            .K.....
            """
        )
    )
    assert game.claim is DrawClaim.NO_MOVE


def test_a_move_that_leaves_none_makes_the_claim() -> None:
    game = Game(
        picture(
            """
            .......
            .......
            t......
            Kt.....
            .......
            t......
            .......
            """,
            ATTACKERS,
            "branan",
        )
    )
    game = playing(game, "a2-a3")
    assert game.outcome is None
    assert game.claim is DrawClaim.NO_MOVE


def test_a_game_that_is_won_leaves_nothing_to_claim() -> None:
    game = Game(
        picture(
            """
            .......
            ...tK..
            .......
            .......
            .......
            .....t.
            .......
            """
        )
    )
    game = playing(game, "f2-f6")
    assert game.outcome == KING_CAPTURED
    assert game.position.legal_moves() == []  # the king was alone
    assert game.claim is None


# recorded games


def recorded_games() -> list[dict[str, str]]:
    if not RECORDED.exists():
        pytest.skip(f"the recorded games are not beside the checkout: {RECORDED}")
    with RECORDED.open(newline="") as file:
        games = [dict(zip(("moves", "defenders", "attackers", "result"), row, strict=True)) for row in csv.reader(file)]
    return [game for game in games if game["result"]]


def replayed(game: dict[str, str], name: str) -> Game | None:
    """The game played under a ruleset; None where a move is illegal or takes others than recorded."""
    played = Game.start(VARIANTS[name])
    for text in game["moves"].split():
        if text == "timeout":
            break
        record = Record.parse(text)
        before = played.position
        try:
            played = played.play(record.move)
        except IllegalMove:
            return None
        # the king's capture is not written with an x
        soldiers = {s for s in played.turns[-1].captured if before.piece_on(s) is not Piece.KING}
        if soldiers != set(record.captured):
            return None
    return played


def test_all_recorded_games_replay_under_federation() -> None:
    games = recorded_games()
    assert len(games) == 523
    decided: list[Side] = []
    for game in games:
        played = replayed(game, "federation")
        assert played is not None, game["moves"]
        now, start = played.position.pieces.values(), played.first.pieces.values()
        counts = {
            piece: list(start).count(piece) - list(now).count(piece) for piece in (Piece.DEFENDER, Piece.ATTACKER)
        }
        assert counts == {Piece.DEFENDER: int(game["defenders"]), Piece.ATTACKER: int(game["attackers"])}
        if played.outcome is not None:
            decided.append(played.outcome.winner)
            assert game["result"] == ("Black" if played.outcome.winner is ATTACKERS else "White")
    assert (decided.count(ATTACKERS), decided.count(DEFENDERS)) == (
        68,
        38,
    )  # the others were resigned or left


@pytest.mark.parametrize(("name", "failing"), [("walker", 123), ("richgames", 123), ("macwhite", 206)])
def test_other_rulesets_refuse_some_recorded_games(name: str, failing: int) -> None:
    assert sum(replayed(game, name) is None for game in recorded_games()) == failing
