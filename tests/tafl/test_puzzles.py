"""Puzzles as they are found: what is guaranteed of each, by a plain search, and their records."""

from __future__ import annotations

from itertools import islice

import pytest

from support.plain_judge import succeeds, wins_judged
from support.shipped import catalog
from support.suites import shipped_variant
from taflkit.errors import TaflkitError
from taflkit.tafl import Move, Piece, Position, Side, Square, parse_position
from taflkit.tafl.proof import Prover
from taflkit.tafl.puzzles import (
    DIFFICULTIES,
    Puzzle,
    Sought,
    canonical,
    find_puzzles,
    main_line,
    make_puzzle,
    puzzle_record,
    recorded_games,
)
from taflkit.tafl.records import parse_game, replay
from taflkit.tafl.rules_strings import contradictions

WALKER = shipped_variant("brandub", "walker")
RULESETS = [(name, ruleset) for name in catalog().game_names() for ruleset in catalog().game(name).ruleset_names]


def found(sought: Sought, seed: int, most: int) -> list[Puzzle]:
    return list(islice(filter(None, find_puzzles(WALKER, sought, seed)), most))


def sole_winners(position: Position, plies: int) -> list[Move]:
    return [move for move in position.legal_moves() if succeeds((position,), move, position.to_move, plies)]


@pytest.fixture(scope="module", params=list(Side), ids=lambda side: side.value)
def puzzles(request: pytest.FixtureRequest) -> list[Puzzle]:
    return found(Sought(3, request.param), 1, 2)


def test_a_plain_search_finds_the_same_key_and_no_shorter_win(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        assert puzzle.position.problems(king_needed=True) == ()
        assert sole_winners(puzzle.position, puzzle.plies) == [puzzle.key]
        assert not wins_judged((puzzle.position,), puzzle.position.to_move, puzzle.plies - 2)


def test_one_reply_alone_refutes_the_try(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        line, side = (puzzle.position, puzzle.position.play(puzzle.attempt).after), puzzle.position.to_move
        refuting = [each for each in line[-1].legal_moves() if not succeeds(line, each, side, puzzle.plies - 1)]
        assert refuting == [puzzle.refutation]
        assert puzzle.attempt != puzzle.key


def test_every_soldier_matters_and_both_sides_have_some(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        assert puzzle.position.attackers
        assert puzzle.position.defenders
        for square, piece in puzzle.position.pieces.items():
            pieces = {where: each for where, each in puzzle.position.pieces.items() if where != square}
            fewer = Position.of(WALKER, pieces, puzzle.position.to_move)
            if piece is not Piece.KING and sole_winners(fewer, puzzle.plies) == [puzzle.key]:
                prover = Prover(WALKER)
                shorter = prover.wins(fewer, puzzle.plies - 2)
                assert shorter or prover.tree(fewer, puzzle.key, puzzle.plies) != puzzle.tree, square


def test_a_key_that_captures_is_not_the_only_move_that_does(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        captures = [move for move in puzzle.position.legal_moves() if puzzle.position.play(move).captures]
        assert captures != [puzzle.key]


def test_the_main_line_ends_the_game_in_time(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        line = main_line(puzzle)
        assert line[0].move == puzzle.key
        assert len(line) == puzzle.plies
        assert [turn.outcome is None for turn in line] == [True] * (len(line) - 1) + [False]


def test_the_same_seed_finds_the_same_and_another_others() -> None:
    sought = Sought(3, Side.DEFENDERS)
    first = found(sought, 5, 2)
    assert first == found(sought, 5, 2) != found(sought, 6, 2)


@pytest.mark.whole
def test_only_the_difficulty_that_is_wanted_is_given() -> None:
    for difficulty in DIFFICULTIES[:2]:
        assert {each.difficulty for each in found(Sought(3, Side.DEFENDERS, difficulty), 1, 2)} == {difficulty}


def test_longer_puzzles_have_no_shorter_win() -> None:
    position = parse_position(WALKER, "/7/1tt4/2K1t2/2t1T2/2Tt3/1T5/7/ attackers")
    prover = Prover(WALKER)
    puzzle = make_puzzle(prover, position, 5)
    assert puzzle is not None
    assert puzzle.key == Move.parse("b2-b3")
    assert not prover.wins(puzzle.position, 3)
    assert make_puzzle(prover, position, 3) is None


@pytest.mark.parametrize(
    "line",
    [
        "/K6/7/3t3/7/7/7/7/ attackers",  # the king has won
        "/7/7/3t3/7/7/7/7/ attackers",  # there is none
        "/t6/7/3K3/7/7/7/7/ defenders",  # a soldier on a corner
        "/7/7/3K3/7/7/t6/t6/ defenders",  # many keys
    ],
)
def test_a_position_that_makes_none(line: str) -> None:
    assert make_puzzle(Prover(WALKER), parse_position(WALKER, line), 3) is None


def test_mirror_images_and_turns_are_one_and_no_others() -> None:
    position = parse_position(WALKER, "/4t2/7/3t3/1tK1T2/7/5t1/7/ defenders")
    last = WALKER.layout.size - 1

    def image(turns: int, mirrored: bool) -> Position:
        pieces = {}
        for (file, rank), piece in position.pieces.items():
            x, y = (last - file, rank) if mirrored else (file, rank)
            for _ in range(turns):
                x, y = y, last - x
            pieces[Square(x, y)] = piece
        return Position.of(WALKER, pieces, position.to_move)

    images = [image(turns, mirrored) for turns in range(4) for mirrored in (False, True)]
    assert len(set(images)) == 8
    assert {canonical(each) for each in images} == {canonical(position)}
    others = (position.with_to_move(Side.ATTACKERS), parse_position(WALKER, "/4t2/7/3t3/1tK1T2/7/6t/7/ defenders"))
    assert all(canonical(other) != canonical(position) for other in others)


def test_recorded_games_are_played_as_far_as_the_rules_allow() -> None:
    whole, cut = recorded_games(WALKER, "d6-c6 d5-b5,0,0,Ongoing\nd6-c6 d1-d2")
    assert [len(whole), len(cut)] == [3, 2]
    with pytest.raises(TaflkitError, match="line 2: ply 1"):
        list(recorded_games(WALKER, "d6-c6\nqueen takes"))


def test_the_ends_of_recorded_games_are_tried_first() -> None:
    puzzle = found(Sought(3, Side.DEFENDERS), 1, 1)[0]
    game = [Position.start(WALKER), puzzle.position]
    assert next(find_puzzles(WALKER, Sought(3, Side.DEFENDERS), 99, [game])) == puzzle


def test_walks_begin_with_the_starts_of_the_side_that_moves() -> None:
    short = parse_position(WALKER, "/7/ttT4/7/2K2t1/7/3t3/7/ defenders")
    longer = Sought(5, Side.DEFENDERS)
    by_starts = [*islice(find_puzzles(WALKER, longer, 10, starts=[short]), 3)]
    assert by_starts[-1] is not None
    assert by_starts[-1].plies == 5
    # those of the other side begin none
    others = [*islice(find_puzzles(WALKER, longer, 10, starts=[short.with_to_move(Side.ATTACKERS)]), 3)]
    assert others == [*islice(find_puzzles(WALKER, longer, 10), 3)] != by_starts


@pytest.mark.whole
def test_a_proof_of_seven_plies_may_be_longer() -> None:
    puzzle = make_puzzle(Prover(WALKER), parse_position(WALKER, "/3T3/7/2tt3/5Kt/3t3/t2tt2/2T4/ defenders"), 7)
    assert puzzle is not None
    assert (puzzle.key, len(str(puzzle.tree)) > 600) == (Move.parse("f4-a4"), True)


@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_records_for_opentafl_are_read_back_under_every_ruleset(game: str, ruleset: str) -> None:
    variant = shipped_variant(game, ruleset)
    start = Position.start(variant)
    first, reply = start.legal_moves()[0], start.play(start.legal_moves()[0]).after.legal_moves()[0]
    puzzle = Puzzle(start, 3, first, {}, first, reply, "easy")
    text = puzzle_record(puzzle, f"{game}, {ruleset}")
    record = parse_game(text)
    assert parse_position(variant, f"{record.start} {record.first_move.value}") == start  # type: ignore[union-attr]
    assert [each.move for each in record.moves] == [first]
    assert contradictions(record.terms, variant) == ()
    for tag in ("[puzzle-mode:loose]", "[puzzle-start:0a]", f"[rules:dim:{variant.layout.size} "):
        assert tag in text


def test_the_record_of_a_puzzle_is_a_game_that_its_side_wins(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        text = puzzle_record(puzzle, "Brandub, walker")
        record = parse_game(text)
        outcome = replay(puzzle.position, record.moves).turns[-1].outcome
        assert outcome
        assert outcome.winner is puzzle.position.to_move
        assert f"[result:{1 if outcome.winner is Side.ATTACKERS else -1}]" in text
        assert f"1a.1.1a. {puzzle.attempt}" in text.replace("Ka", "a").replace("K", "")
