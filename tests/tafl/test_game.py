"""Games: turns in order, how they end, which draws may be claimed, and 1,523 recorded ones replayed."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from support import ROOT
from support.suites import shipped_variant
from support.variants import ATTACKERS, DEFENDERS, RULES, VARIANTS, picture
from taflkit.errors import IllegalMove
from taflkit.tafl import (
    KING_CAPTURED,
    KING_ESCAPED,
    DrawClaim,
    Ending,
    Game,
    Move,
    Outcome,
    Piece,
    Position,
    Record,
    Variant,
)

RECORDED = ROOT.parent / "shared" / "data" / "games"


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
    with pytest.raises(IllegalMove, match=r"^c1-c2: the game is over, the king is captured$") as caught:
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
    with pytest.raises(IllegalMove, match=r"^f3-f4: the game is over, the king has escaped$"):
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


class Recorded(NamedTuple):
    """A game that was played on line: its moves, the soldiers taken of each side, and the result."""

    moves: tuple[str, ...]
    defenders: int
    attackers: int
    result: str


def recorded_games(name: str) -> list[Recorded]:
    file = RECORDED / name
    if not file.exists():
        pytest.skip(f"the recorded games are not beside the checkout: {file}")
    with file.open(newline="") as lines:
        rows = [row for row in csv.reader(lines) if row[-1]]
    return [Recorded(tuple(moves.split()), int(lost), int(taken), result) for moves, lost, taken, result in rows]


def replayed(game: Recorded, variant: Variant) -> Iterator[Game]:
    """The game after each of its moves; it breaks off where a move is refused or takes others than recorded."""
    played = Game.start(variant)
    for text in game.moves:
        if text == "timeout":
            break
        record = Record.parse(text)
        before = played.position
        try:
            played = played.play(record.move)
        except IllegalMove:
            return
        # the king's capture is not written with an x
        soldiers = {s for s in played.turns[-1].captured if before.piece_on(s) is not Piece.KING}
        if soldiers != set(record.captured):
            return
        yield played


def whole_length(game: Recorded) -> int:
    return sum(text != "timeout" for text in game.moves)


def replays(game: Recorded, variant: Variant) -> bool:
    """Whether the whole game may be played so, and ends, if it does, as recorded."""
    games = list(replayed(game, variant))
    outcome = games[-1].outcome if games else None
    agrees = outcome is None or outcome.winner is None or game.result == RESULTS[outcome.winner]
    return len(games) == whole_length(game) and agrees


def written_twice(game: Recorded, first: int) -> int:
    """How many squares too many the moves of a side have, the one that moves first or the other."""
    taken = [Record.parse(text).captured for text in game.moves[first : whole_length(game) : 2]]
    return sum(len(squares) - len(set(squares)) for squares in taken)


RESULTS = {ATTACKERS: "Black", DEFENDERS: "White"}


def check_replay(game: Recorded, variant: Variant) -> Game:
    """Return the game after its last move; all its moves are legal and take what is recorded, and it ended so."""
    games = list(replayed(game, variant))
    assert len(games) == whole_length(game), game.moves
    played = games[-1]
    now, start = (Counter(position.pieces.values()) for position in (played.position, played.first))
    lost = start - now
    # the counts are of the squares written, and a square may be written twice
    defenders, attackers = (game.defenders - written_twice(game, 0), game.attackers - written_twice(game, 1))
    assert (lost[Piece.DEFENDER], lost[Piece.ATTACKER]) == (defenders, attackers)
    if played.outcome is not None and played.outcome.winner is not None:
        assert game.result == RESULTS[played.outcome.winner]
    return played


def test_all_recorded_games_replay_under_federation() -> None:
    games = recorded_games("brandubh.csv")
    assert len(games) == 523
    ends = [check_replay(game, VARIANTS["federation"]).outcome for game in games]
    # the others were resigned or left
    assert Counter(end.winner for end in ends if end) == {ATTACKERS: 68, DEFENDERS: 38}


@pytest.mark.parametrize(("name", "failing"), [("walker", 123), ("richgames", 123), ("macwhite", 206)])
def test_other_rulesets_refuse_some_recorded_games(name: str, failing: int) -> None:
    games = recorded_games("brandubh.csv")
    assert sum(not replays(game, VARIANTS[name]) for game in games) == failing


def copenhagen(**flags: str) -> Variant:
    """The shipped ruleset, with flags changed."""
    variant = shipped_variant("hnefatafl", "copenhagen")
    return replace(variant, rules=variant.rules._replace(**flags))  # type: ignore[arg-type]


def test_some_recorded_games_replay_under_copenhagen() -> None:
    for game in recorded_games("copenhagen.csv")[::40]:
        check_replay(game, copenhagen(repetition="claim"))


@pytest.mark.whole
def test_all_recorded_games_replay_under_copenhagen() -> None:
    """Repetition ended no game by itself where they were played; all else is as the shipped rules have it."""
    games = recorded_games("copenhagen.csv")
    assert len(games) == 1000
    ends = [check_replay(game, copenhagen(repetition="claim")).outcome for game in games]
    assert Counter(end.ending for end in ends if end) == {
        Ending.KING_ESCAPED: 135,
        Ending.EXIT_FORT: 25,
        Ending.KING_CAPTURED: 15,
        Ending.ENCIRCLEMENT: 15,
        Ending.NO_MOVE: 11,
    }


@pytest.mark.whole
def test_recorded_games_that_come_to_a_position_a_third_time_end_there_under_the_shipped_rules() -> None:
    claimed, stopped = [], []
    for game in recorded_games("copenhagen.csv"):
        if any(after.claim is DrawClaim.REPETITION for after in replayed(game, copenhagen(repetition="claim"))):
            claimed.append(game)
        ended = list(replayed(game, copenhagen()))
        if ended[-1].outcome == Outcome(Ending.REPETITION, ATTACKERS):
            stopped.append(game)
        else:
            assert len(ended) == whole_length(game)
    assert claimed == stopped
    assert len(claimed) == 5


@pytest.mark.whole
@pytest.mark.parametrize(
    ("flag", "value", "failing"),
    [
        ("shieldwall", "none", 39),
        ("shieldwall", "pieces", 25),
        ("throne_landing", "nobody", 35),
        ("king_at_edge", "surround", 32),
    ],
)
def test_other_rules_refuse_some_recorded_games_of_copenhagen(flag: str, value: str, failing: int) -> None:
    variant = copenhagen(repetition="claim", **{flag: value})
    assert sum(not replays(game, variant) for game in recorded_games("copenhagen.csv")) == failing
