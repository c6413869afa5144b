"""The sentence of the rules that refuses a move, in games that are played at random under every ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from support.sampling import sampled, spread
from support.shipped import catalog
from taflkit.catalog.book import read_book
from taflkit.tafl import Move, Position, Reason, Refusal, Square
from taflkit.words.rulebook import refusing

SAYS = {
    Reason.NOT_YOURS: "move in turn",
    Reason.STAYS: "nobody may pass",
    Reason.NOT_IN_LINE: "diagonally",
    Reason.TOO_FAR: "one step",
    Reason.BLOCKED: "stops on another or jumps over one",
    Reason.CORNER: "may stop on a {corner}",
    Reason.THRONE: "may stop on the {throne}",
    Reason.CROSSING: "pass over the {throne}",
    Reason.BETWEEN: "may stop between",
}
"""Words of the sentence, by the reason."""
_PLIES = 12
GAMES = [(name, rules) for name in catalog().game_names() for rules in catalog().game(name).ruleset_names]


def positions(first: Position, chance: Random) -> Iterator[Position]:
    """Yield the positions of a game that is played at random."""
    for _ in range(_PLIES):
        yield first
        movers = (square for square, piece in sorted(first.pieces.items()) if piece.side is first.to_move)
        moves = [move for square in movers for move in sorted(first.moves_from(square))]
        if first.is_over or not moves:
            return
        first = first.play(chance.choice(moves)).after


@pytest.mark.parametrize(("game", "rules"), sampled(spread(GAMES, 3), 8))
def test_every_refusal_has_the_sentence_of_its_rule(game: str, rules: str) -> None:
    book = read_book(catalog(), game, rules)
    words, size = book.texts.words, book.variant.layout.size
    places = {place: words.named(1, words.places[place]) for place in ("throne", "corner")}
    squares = [Square(file, rank) for file, rank in product(range(size), repeat=2)]
    chance, seen = Random(f"{game} {rules}"), set()  # noqa: S311
    for position in positions(Position.start(book.variant), chance):
        for origin in position.pieces:
            for target in chance.sample(squares, 20) + list(book.variant.layout.marked) + [origin]:
                refusal = position.why_not(Move(origin, target))
                if refusal is None:
                    continue
                sentence = refusing(book.rules, refusal, position.piece_on(origin))
                assert sentence is not None, refusal
                said = SAYS[refusal.reason]
                for place, name in places.items():
                    said = said.replace(f"{{{place}}}", name)
                assert re.search(said, sentence.text), (refusal, sentence.text)
                seen.add(refusal.reason)
    assert {Reason.NOT_YOURS, Reason.STAYS, Reason.NOT_IN_LINE, Reason.BLOCKED} <= seen


def test_the_king_is_refused_by_his_own_sentence() -> None:
    """Where he moves one step and soldiers any distance."""
    book = read_book(catalog(), "magpie", "suckling")
    king = next(square for square, piece in book.variant.layout.start.items() if piece.value == "K")
    far = Refusal(Reason.TOO_FAR, Move(king, Square(king.file, 0)), king)
    sentence = refusing(book.rules, far, book.variant.layout.start[king])
    assert sentence is not None
    assert sentence.text == "The leprechaun moves one step only."


def test_no_sentence_refuses_a_move_once_the_game_is_over() -> None:
    book = read_book(catalog(), "brandub", None)
    move = Move(Square(3, 5), Square(3, 4))
    assert refusing(book.rules, Refusal(Reason.GAME_OVER, move, move.origin), None) is None
