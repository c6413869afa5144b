"""Two rulesets compared: the sentences that differ, and for each flag a position with few pieces that shows it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.shipped import RULESETS, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.catalog.differences import Difference, Witness, changed_origins, differences, find_witness
from taflkit.tafl import Move, Piece, Position, Refusal, Side, Square, Turn, flag_names

NAMES = (*RULESETS, "masters+weak-king", "branan+slow-king")
FEW = [
    ("walker", "macwhite"),
    ("richgames", "branan"),
    ("masters", "federation"),
    ("branan+slow-king", "masters+weak-king"),
]
PAIRS = [
    pair if pair in FEW else pytest.param(*pair, marks=pytest.mark.whole) for pair in itertools.permutations(NAMES, 2)
]
KING = ("king_on_throne", "king_beside_throne", "king_at_edge", "king_elsewhere", "king_move")


@cache
def book(name: str) -> Book:
    ruleset, *variations = name.split("+")
    return read_book(catalog(), "brandub", ruleset, variations)


@cache
def compared(first: str, second: str) -> tuple[Difference, ...]:
    return tuple(differences(book(first), book(second)))


def witnesses(first: str, second: str) -> list[Witness]:
    return [witness for difference in compared(first, second) for witness in difference.witnesses]


def between_attackers(witness: Witness) -> bool:
    """Whether the king stands between two attackers before the move."""
    pieces = witness.position.pieces
    king = next((square for square, piece in pieces.items() if piece is Piece.KING), None)
    if king is None:
        return False
    lines = [((king.file + d * a, king.rank + d * b) for d in (1, -1)) for a, b in ((1, 0), (0, 1))]
    return any(all(pieces.get(Square(*side)) is Piece.ATTACKER for side in line) for line in lines)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_flag_that_differs_is_spoken_of_once(first: str, second: str) -> None:
    found = [flag for difference in compared(first, second) for flag in difference.flags]
    rules = book(first).variant.rules, book(second).variant.rules
    differing = [flag for flag in flag_names() if getattr(rules[0], flag) != getattr(rules[1], flag)]
    assert sorted(found) == sorted(set(found))
    # a flag without words under both rulesets, such as a corner's part where the king is never taken, is left out
    assert set(found) <= set(differing)
    assert set(differing) - set(found) <= {"corner_hostile_to_king", "throne_hostile_to_king"}


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_witness_is_judged_differently_and_has_what_the_flag_speaks_of(first: str, second: str) -> None:
    for witness in witnesses(first, second):
        assert witness.first != witness.second
        pieces = witness.position.pieces
        if witness.move is None:
            assert witness.flag in ("first_move", "call_check")
            continue
        assert witness.move.origin in pieces
        for read, answer in ((book(first), witness.first), (book(second), witness.second)):
            position = Position.of(read.variant, pieces, pieces[witness.move.origin].side)
            assert position.problems() == ()
            again = position.why_not(witness.move) or position.play(witness.move)
            assert _told(again) == _told(answer)
        if witness.flag in KING or witness.flag.endswith("_to_king"):
            assert Piece.KING in pieces.values()


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_king_who_looks_captured_already_is_no_witness_of_two(first: str, second: str) -> None:
    for witness in witnesses(first, second):
        values = {getattr(book(name).variant.rules, witness.flag) for name in (first, second)}
        if "two" in values:
            assert not between_attackers(witness), witness


def _told(answer: object) -> object:
    if isinstance(answer, Turn):
        return answer.captured, answer.outcome
    return answer.reason if isinstance(answer, Refusal) else answer


@pytest.mark.parametrize(
    ("first", "second", "flag", "shown"),
    [
        ("walker", "federation", "throne_landing", "/7/7/7/4K2/7/7/7/ defenders, e4-d4"),
        ("walker", "macwhite", "king_on_throne", "/7/7/7/1t1Kt2/7/7/7/ attackers, b4-c4"),
        ("walker", "macwhite", "king_beside_throne", "/7/7/7/7/2tK1t1/7/7/ attackers, f5-e5"),
        ("branan", "masters+check", "call_check", "/7/4K2/7/7/7/7/7/ defenders"),
        ("walker", "masters", "throne_hostile_to_soldiers", "/7/7/7/t1T4/7/7/7/ attackers, a4-b4"),
    ],
)
def test_witnesses_are_these(first: str, second: str, flag: str, shown: str) -> None:
    found = find_witness(flag, book(first), book(second))
    assert str(found) == shown


@pytest.mark.whole
def test_a_flag_of_the_words_alone_or_that_needs_others_has_no_witness() -> None:
    assert find_witness("surface", book("walker"), book("macwhite")) is None
    assert find_witness("throne_hostile_to_king", book("walker"), book("macwhite")) is None


def test_sentences_in_the_same_words_are_named_by_their_own_numbers() -> None:
    changes = {
        change.reference: (change.first, change.second) for change in changed_origins(book("walker"), book("richgames"))
    }
    assert changes["7e"] == ("stated", "chosen")
    assert changes["7b"] == ("chosen", "implied")


def smaller(witness: Witness, count: int) -> Iterator[tuple[dict[Square, Piece], Move]]:
    """Yield every position of fewer pieces with every move, legal or not, in line."""
    squares = witness.position.variant.layout.board.squares
    middle = witness.position.variant.layout.size // 2
    for places in itertools.combinations(squares, count):
        for kinds in itertools.product(Piece, repeat=count):
            if kinds.count(Piece.KING) > 1:
                continue
            pieces = dict(zip(places, kinds, strict=True))
            # the board is its own mirror image: the mover may begin in one quarter of it
            for origin in (place for place in places if max(place) <= middle):
                for target in squares:
                    if target not in pieces and (target.file == origin.file) != (target.rank == origin.rank):
                        yield pieces, Move(origin, target)


@pytest.mark.whole
@pytest.mark.parametrize(("first", "second"), [("walker", "masters"), ("branan", "macwhite")])
def test_no_position_of_one_piece_less_shows_the_flag(first: str, second: str) -> None:
    from taflkit.catalog.differences import _Trial  # noqa: PLC0415

    for witness in witnesses(first, second):
        count = len(witness.position.pieces) - 1
        if witness.move is None or not 0 < count < 3:
            continue
        trial = _Trial(witness.flag, book(first).variant, book(second).variant)
        for pieces, move in smaller(witness, count):
            found = trial.witness(pieces, move)
            assert found is None or not all(trial.bases(found)), (witness, found)


def test_every_side_of_a_position_may_be_to_move() -> None:
    sides = {witness.position.to_move for witness in witnesses("branan", "masters")}
    assert sides == set(Side)


@pytest.mark.parametrize("start", [".....\n..t..\n..K..\n..T..\n.....", ".ttt.\ntTTTt\ntTKTt\ntTT.t\n.ttt."])
def test_games_of_the_fewest_and_of_the_most_pieces_are_compared(tmp_path: Path, start: str) -> None:
    made = Catalog()
    game = tmp_path / "mine.toml"
    game.write_text(f'[layout]\ntitle = "Mine"\nstart = """\n{start}\n"""\n', encoding="utf-8")
    one, other = (read_book(made, str(game), name) for name in ("walker", "macwhite"))
    assert {flag for difference in differences(one, other) for flag in difference.flags}
