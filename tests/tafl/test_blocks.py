"""Corners that are blocks of squares, as in Alea Evangelii: who stops on them, crosses them and falls against them."""

from __future__ import annotations

import pytest

from support.boards import SYMMETRIES, board, named, seen
from taflkit.tafl import KING_CAPTURED, KING_ESCAPED, Move, Piece, Position, Side, Square, Variant

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
SIZE = 11
BLOCK = "a1 a2 b1 b2"
SOLDIERS = """
    ...........
    ...........
    ...........
    ...........
    ...........
    ......K....
    ...........
    ...........
    ...........
    .......T...
    ........t..
    """
KING = """
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ..........t
    ...........
    ......K....
    ...........
    """


def targets(position: Position, origin: str) -> set[Square]:
    return {move.target for move in position.moves_from(Square.parse(origin))}


def test_the_blocks_lie_in_every_corner() -> None:
    layout = board(SIZE, "blocks")
    blocks = [{symmetry.square(square, SIZE) for square in named(BLOCK)} for symmetry in SYMMETRIES]
    assert set(layout.corners) == set().union(*blocks)
    assert len(layout.corners) == 4 * len(named(BLOCK))


@pytest.mark.parametrize("landing", ["king", "nobody"])
def test_a_soldier_stops_before_a_block(landing: str) -> None:
    position = seen(SOLDIERS, ATTACKERS, "blocks", corner_landing=landing)
    assert min(square for square in targets(position, "h2") if square.rank == 1) == Square.parse("c2")
    assert min(square for square in targets(position, "i1") if square.rank == 0) == Square.parse("c1")
    assert not (targets(position, "h2") | targets(position, "i1")) & set(position.variant.layout.corners)


def test_a_soldier_goes_anywhere_where_all_may() -> None:
    position = seen(SOLDIERS, ATTACKERS, "blocks", corner_landing="anybody")
    assert named("a2 b2 c2 j2 k2") <= targets(position, "h2")
    assert named("a1 b1 c1 j1 k1") <= targets(position, "i1")


@pytest.mark.parametrize(
    ("move", "where"),
    [("h2-b2", "b2"), ("h2-a2", "b2"), ("h2-j2", "j2"), ("h2-k2", "j2"), ("i1-a1", "b1"), ("i1-j1", "j1")],
)
@pytest.mark.parametrize("landing", ["king", "nobody"])
def test_the_first_square_of_the_block_is_the_reason(landing: str, move: str, where: str) -> None:
    origin = Square.parse(move[:2])
    position = seen(SOLDIERS, ATTACKERS, "blocks", corner_landing=landing)
    piece = position.piece_on(origin)
    assert piece is not None
    refusal = position.with_to_move(piece.side).why_not(Move.parse(move))
    assert str(refusal) == f"{move}: corner {where}"


def test_a_soldier_is_never_past_a_block() -> None:
    """On an edge no way leads from one block to the squares behind it: there are none but its own."""
    for landing in ("king", "nobody"):
        for square in board(SIZE, "blocks").board.squares:
            if square in board(SIZE, "blocks").corners:
                continue
            position = seen(SOLDIERS, ATTACKERS, "blocks", corner_landing=landing)
            alone = Position.of(position.variant, {square: Piece.ATTACKER}, ATTACKERS)
            assert not targets(alone, str(square)) & set(alone.variant.layout.corners)


@pytest.mark.parametrize("target", ["b2", "a2"])
def test_the_king_wins_on_any_square_of_a_block(target: str) -> None:
    before = seen(KING, DEFENDERS, "blocks")
    for symmetry in SYMMETRIES:
        turn = symmetry.position(before).play(symmetry.move(Move.parse(f"g2-{target}"), SIZE))
        assert turn.outcome == KING_ESCAPED


@pytest.mark.parametrize("target", ["c2", "g1"])
def test_the_king_does_not_win_beside_a_block_nor_on_the_edge(target: str) -> None:
    assert seen(KING, DEFENDERS, "blocks").play(Move.parse(f"g2-{target}")).outcome is None


def test_the_king_on_the_blocks_of_every_size() -> None:
    for size in (9, 11, 13, 19):
        layout = board(size, "blocks")
        variant: Variant = seen(KING, DEFENDERS, "blocks").variant
        for corner in layout.corners:
            start = Square(corner.file, layout.throne.rank)
            there = Variant("any", "any", layout, variant.rules, {})
            turn = Position.of(there, {start: Piece.KING}, DEFENDERS).play(Move(start, corner))
            assert turn.outcome == KING_ESCAPED, corner


def test_where_nobody_stops_on_blocks_the_king_crosses_none() -> None:
    position = seen(KING, DEFENDERS, "blocks", corner_landing="nobody", goal="edge")
    assert not targets(position, "g2") & set(position.variant.layout.corners)
    assert str(position.why_not(Move.parse("g2-a2"))) == "g2-a2: corner b2"


ANVIL = """
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
    ...t.......
    .....K.....
    ..T........
    ...........
    """


@pytest.mark.parametrize("hostile", [True, False])
def test_a_soldier_falls_against_the_empty_square_of_a_block(hostile: bool) -> None:
    before = seen(ANVIL, ATTACKERS, "blocks", corner_hostile_to_soldiers=hostile)
    for symmetry in SYMMETRIES:
        turn = symmetry.position(before).play(symmetry.move(Move.parse("d4-d2"), SIZE))
        assert turn.captured == ((symmetry.square(Square.parse("c2"), SIZE),) if hostile else ())
        if hostile:
            assert [anvil.kind for anvil in turn.captures[0].against] == ["corner"]


def test_a_soldier_does_not_fall_against_a_square_that_is_no_block() -> None:
    assert seen(ANVIL, ATTACKERS).play(Move.parse("d4-d2")).captured == ()


@pytest.mark.parametrize("hostile", [True, False])
def test_the_king_is_taken_against_the_empty_square_of_a_block(hostile: bool) -> None:
    text = """
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...t.......
        ...........
        ..K........
        ...........
        """
    before = seen(text, ATTACKERS, "blocks", corner_hostile_to_king=hostile)
    assert (before.play(Move.parse("d4-d2")).outcome == KING_CAPTURED) is hostile


def test_the_king_is_surrounded_with_the_help_of_a_block() -> None:
    text = """
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...t.......
        ..t........
        ..K........
        ..t........
        """
    for hostile in (True, False):
        before = seen(text, ATTACKERS, "blocks", corner_hostile_to_king=hostile, king_elsewhere="surround")
        assert (before.play(Move.parse("d4-d2")).outcome == KING_CAPTURED) is hostile


def test_a_soldier_on_a_block_is_a_problem() -> None:
    position = seen(SOLDIERS, ATTACKERS, "blocks")
    there = position._replace(attackers=position.attackers | position.variant.layout.board.bit(Square.parse("b2")))
    assert "an attacker stands on the corner b2, where no soldier may stop" in there.problems()
    assert not any("corner" in problem for problem in position.problems())
