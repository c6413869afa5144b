"""Every way that a game can end, as a whole game from the start: tests/data/endings.txt under every ruleset."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

import pytest

from support import ROOT
from support.variants import ALL_RULES, ATTACKERS, BRANDUB, DEFENDERS
from taflkit.tafl import (
    KING_CAPTURED,
    KING_ESCAPED,
    DrawClaim,
    Game,
    Piece,
    Position,
    Record,
    Square,
    Variant,
    write_turn,
)
from taflkit.tafl.sanity import least_attackers

FILE = ROOT / "tests" / "data" / "endings.txt"

# on the board of 7 x 7, by name
PLACES = {
    "throne": {"d4"},
    "beside-throne": {"d3", "d5", "c4", "e4"},
    "beside-corner": {"a2", "b1", "a6", "b7", "f1", "g2", "f7", "g6"},
    "edge": {f"{file}{rank}" for file in "cde" for rank in "17"} | {f"{file}{rank}" for file in "ag" for rank in "345"},
    "elsewhere": {f"{file}{rank}" for file in "bcdef" for rank in "23456"} - {"d4", "d3", "d5", "c4", "e4"},
}
CORNERS = {"a1", "a7", "g1", "g7"}
EDGE = PLACES["edge"] | PLACES["beside-corner"]
ENDINGS = (
    *PLACES,
    *("escape-corner", "escape-edge"),
    *("no-move-attackers", "no-move-defenders", "repetition"),
)

# what no game comes to, as the facts have it
BRANAN = {
    "beside-throne": "never: four soldiers take the king, and none may stand on the throne",
    "edge": "never: there are no four sides",
    "beside-corner": "never: there are no four sides",
    "escape-edge": "his goal is a corner",
}
TO_THE_CORNER = {"escape-edge": "his goal is a corner"}
TO_THE_EDGE = {
    "edge": "he has won there",
    "beside-corner": "he has won there",
    "escape-corner": "he comes to a corner along the edge alone, where he has won before",
}
IMPOSSIBLE = {
    name: BRANAN if name.startswith("branan") else TO_THE_EDGE if name in ("edge", "open-corners") else TO_THE_CORNER
    for name in ALL_RULES
}


class Ending(NamedTuple):
    """A line of the file."""

    ruleset: str
    name: str
    moves: tuple[str, ...]


def read_endings() -> list[Ending]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return [Ending(ruleset, name, tuple(moves)) for ruleset, name, *moves in words]


RECORDED = read_endings()
each_ending = pytest.mark.parametrize("ending", RECORDED, ids=lambda ending: f"{ending.ruleset}-{ending.name}")


def brandub(name: str) -> Variant:
    return Variant("brandub", name, BRANDUB, ALL_RULES[name], {})


def replay(ending: Ending) -> list[Game]:
    """The game after each of its moves, which are legal and take what is written."""
    games = [Game.start(brandub(ending.ruleset))]
    for text in ending.moves:
        games.append(games[-1].play(Record.parse(text).move))
        assert write_turn(games[-1].turns[-1]) == text
    return games


def king_of(position: Position) -> str:
    (square,) = (square for square, piece in position.pieces.items() if piece is Piece.KING)
    return str(square)


def test_the_places_are_the_whole_board() -> None:
    squares = [str(square) for square in BRANDUB.board.squares]
    assert sorted([*CORNERS, *(name for names in PLACES.values() for name in names)]) == sorted(squares)


@pytest.mark.parametrize("ruleset", ALL_RULES)
def test_every_ending_is_recorded_or_impossible(ruleset: str) -> None:
    recorded = [ending.name for ending in RECORDED if ending.ruleset == ruleset]
    assert sorted([*recorded, *IMPOSSIBLE[ruleset]]) == sorted(ENDINGS)


def test_no_other_ruleset_is_recorded() -> None:
    assert {ending.ruleset for ending in RECORDED} == set(ALL_RULES)


@each_ending
def test_the_game_goes_on_until_its_last_move(ending: Ending) -> None:
    *going, ended = replay(ending)
    for game in going:
        assert game.outcome is None
        assert game.claim is None
        assert game.position.problems(king_needed=True) == ()
    assert (ended.outcome is None) is (ended.claim is not None)
    assert ended.position.problems() == ()


@pytest.mark.parametrize("ending", [e for e in RECORDED if e.name in PLACES], ids=lambda e: f"{e.ruleset}-{e.name}")
def test_the_king_is_taken_where_the_ending_says(ending: Ending) -> None:
    before, ended = replay(ending)[-2:]
    king = king_of(before.position)
    assert king in PLACES[ending.name]
    assert ended.outcome == KING_CAPTURED
    assert king in map(str, ended.turns[-1].captured)
    assert Piece.KING not in ended.position.pieces.values()


@pytest.mark.parametrize(
    "ending", [e for e in RECORDED if e.name.startswith("escape")], ids=lambda e: f"{e.ruleset}-{e.name}"
)
def test_the_king_escapes_where_the_ending_says(ending: Ending) -> None:
    before, ended = replay(ending)[-2:]
    assert ended.outcome == KING_ESCAPED
    assert king_of(before.position) == str(ended.turns[-1].move.origin)
    assert king_of(ended.position) in (CORNERS if ending.name == "escape-corner" else EDGE)


@pytest.mark.parametrize("ending", [e for e in RECORDED if e.name == "repetition"], ids=lambda e: e.ruleset)
def test_the_position_has_been_there_three_times(ending: Ending) -> None:
    games = replay(ending)
    ended = games[-1]
    assert ended.claim is DrawClaim.REPETITION
    same = [game for game in games if game.position.pieces == ended.position.pieces]
    assert len([game for game in same if game.position.to_move is ended.position.to_move]) == 3


@pytest.mark.parametrize(
    "ending", [e for e in RECORDED if e.name.startswith("no-move")], ids=lambda e: f"{e.ruleset}-{e.name}"
)
def test_the_side_to_move_has_no_move(ending: Ending) -> None:
    ended = replay(ending)[-1]
    side = ATTACKERS if ending.name == "no-move-attackers" else DEFENDERS
    assert ended.claim is DrawClaim.NO_MOVE
    assert ended.position.to_move is side
    squares = [square for square, piece in ended.position.pieces.items() if piece.side is side]
    assert [move for square in squares for move in ended.position.moves_from(square)] == []


@pytest.mark.parametrize("ruleset", ["branan", "branan+slow-king", "branan+unarmed-king", "branan+harmless-throne"])
def test_under_branan_the_king_is_not_taken_where_the_facts_say_never(ruleset: str) -> None:
    for place, names in PLACES.items():
        for name in names:
            least = least_attackers(brandub(ruleset), Square.parse(name))
            assert least == (None if place in BRANAN else 4), name


@pytest.mark.parametrize("ruleset", [name for name in ALL_RULES if IMPOSSIBLE[name] is TO_THE_EDGE])
def test_where_the_edge_is_the_goal_the_king_wins_on_coming_there(ruleset: str) -> None:
    for name in PLACES["throne"] | PLACES["beside-throne"] | PLACES["elsewhere"]:
        king = Position.of(brandub(ruleset), {Square.parse(name): Piece.KING}, DEFENDERS)
        for move in king.legal_moves():
            assert str(move.target) not in CORNERS
            assert (king.play(move).outcome == KING_ESCAPED) is (str(move.target) in EDGE)


@pytest.mark.whole
def test_the_script_finds_the_same_games() -> None:
    script = ROOT / "scripts" / "find_endings.py"
    found = subprocess.run([sys.executable, str(script), "branan"], check=True, capture_output=True, text=True)
    lines = [" ".join((e.ruleset, e.name, *e.moves)) for e in RECORDED if e.ruleset == "branan"]
    assert found.stdout.splitlines() == lines
