"""Positions: which moves are legal, why the others are not, and what every turn keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from support.variants import (
    ALL_RULES,
    ATTACKERS,
    DEFENDERS,
    RULES,
    SIZES,
    START,
    VARIANTS,
    names,
    picture,
    play,
    played_positions,
    positions,
    targets,
    variant,
)
from taflkit.errors import IllegalMove, TaflkitError
from taflkit.tafl import (
    KING_CAPTURED,
    KING_ESCAPED,
    Move,
    Piece,
    Position,
    Reason,
    Side,
    Square,
    Turn,
    parse_picture,
    parse_position,
    write_position,
)

# what may move where


@pytest.mark.parametrize("name", RULES)
def test_the_game_begins_as_it_is_drawn(name: str) -> None:
    start = Position.start(VARIANTS[name])
    assert start == parse_picture(VARIANTS[name], START, ATTACKERS)
    assert start.pieces == dict(VARIANTS[name].layout.start)
    assert len(start.legal_moves()) == 40


def test_pieces_move_along_files_and_ranks_and_do_not_jump() -> None:
    start = picture(START, DEFENDERS)
    assert targets(start, "c4") == {"c1", "c2", "c3", "c5", "c6", "c7"}
    assert targets(start, "d6") == {"a6", "b6", "c6", "e6", "f6", "g6"}
    assert targets(start, "d7") == {"b7", "c7", "e7", "f7"}
    assert targets(start, "d4") == set()


RANK_AND_FILE_OF_D6 = {"a6", "b6", "c6", "e6", "f6", "g6", "d7"}
BEYOND_THE_THRONE = {"d5", "d3", "d2", "d1"}


@pytest.mark.parametrize(
    ("name", "reached"),
    [
        ("walker", BEYOND_THE_THRONE),
        ("macwhite", BEYOND_THE_THRONE),
        ("richgames", BEYOND_THE_THRONE),
        ("federation", BEYOND_THE_THRONE),
        ("masters", BEYOND_THE_THRONE | {"d4"}),
        ("branan", {"d5"}),
    ],
)
@pytest.mark.parametrize("soldier", ["t", "T"])
def test_soldiers_and_the_empty_throne(name: str, reached: set[str], soldier: str) -> None:
    position = picture(
        """
        .......
        ...t...
        .......
        .......
        .......
        .......
        ....K..
        """.replace("t", soldier),
        ATTACKERS,
        name,
    )
    assert targets(position, "d6") == RANK_AND_FILE_OF_D6 | reached


@pytest.mark.parametrize(
    ("name", "reached"),
    [
        ("walker", BEYOND_THE_THRONE),
        ("richgames", BEYOND_THE_THRONE),
        ("macwhite", BEYOND_THE_THRONE | {"d4"}),
        ("federation", BEYOND_THE_THRONE | {"d4"}),
        ("masters", BEYOND_THE_THRONE | {"d4"}),
        ("branan", BEYOND_THE_THRONE | {"d4"}),
    ],
)
def test_the_king_and_his_empty_throne(name: str, reached: set[str]) -> None:
    position = picture(
        """
        .......
        ...K...
        .......
        .......
        .......
        .......
        .......
        """,
        DEFENDERS,
        name,
    )
    assert targets(position, "d6") == RANK_AND_FILE_OF_D6 | reached


@pytest.mark.parametrize("name", RULES)
def test_only_the_king_may_land_on_a_corner(name: str) -> None:
    text = """
        .......
        x......
        .......
        .......
        .......
        .......
        .......
        """
    rank = {"b6", "c6", "d6", "e6", "f6", "g6"}
    file = {"a2", "a3", "a4", "a5"}
    assert targets(picture(text.replace("x", "t"), ATTACKERS, name), "a6") == rank | file
    assert targets(picture(text.replace("x", "T"), DEFENDERS, name), "a6") == rank | file
    king = picture(text.replace("x", "K"), DEFENDERS, name)
    assert targets(king, "a6") == rank | file | {"a1", "a7"}
    for corner in ("a6-a1", "a6-a7"):
        assert play(king, corner).outcome == KING_ESCAPED
    assert play(king, "a6-a5").outcome is None


def test_nobody_crosses_an_occupied_throne() -> None:
    position = picture(
        """
        .......
        ...t...
        .......
        ...K...
        .......
        .......
        .......
        """
    )
    assert targets(position, "d6") == RANK_AND_FILE_OF_D6 | {"d5"}


def test_a_slow_king_goes_one_step() -> None:
    position = picture(
        """
        .......
        ...t...
        ..TK...
        .......
        .......
        .......
        .......
        """,
        DEFENDERS,
        "branan+slow-king",
    )
    assert targets(position, "d5") == {"d4", "e5"}
    assert targets(position, "c5") == {"a5", "b5", "c1", "c2", "c3", "c4", "c6", "c7"}


@pytest.mark.parametrize("size", SIZES)
def test_moves_on_an_empty_board_of_every_size(size: int) -> None:
    middle, last = size // 2, size - 1
    walker = variant("walker", size)

    def moves(piece: Piece, file: int, rank: int) -> int:
        return len(Position.of(walker, {Square(file, rank): piece}, piece.side).legal_moves())

    for piece in Piece:
        assert moves(piece, 1, 1) == 2 * last
        assert moves(piece, middle, 1) == 2 * last - 1  # all but the throne
    assert moves(Piece.ATTACKER, 0, 1) == 2 * last - 2  # all but the corners
    assert moves(Piece.KING, 0, 1) == 2 * last
    assert moves(Piece.KING, middle, middle) == 2 * last


# why not


EMPTY_THRONE = """
    .T..t..
    .......
    ...t...
    .......
    ...T...
    .K.....
    .......
    """


@pytest.mark.parametrize(
    ("move", "reason", "why"),
    [
        ("d5-d8", Reason.OFF_BOARD, "off-board d8"),
        ("h5-d5", Reason.OFF_BOARD, "off-board h5"),
        ("a1-a2", Reason.NO_PIECE, "no-piece a1"),
        ("d3-d2", Reason.NOT_YOURS, "not-yours d3"),
        ("b2-b3", Reason.NOT_YOURS, "not-yours b2"),
        ("d5-e6", Reason.NOT_IN_LINE, "not-in-line e6"),
        ("d5-d5", Reason.STAYS, "stays d5"),
        ("e7-a7", Reason.BLOCKED, "blocked b7"),
        ("e7-b7", Reason.BLOCKED, "blocked b7"),
        ("d5-d1", Reason.BLOCKED, "blocked d3"),
        ("e7-g7", Reason.CORNER, "corner g7"),
        ("d5-d4", Reason.THRONE, "throne d4"),
    ],
)
def test_a_refusal_names_its_reason_and_its_square(move: str, reason: Reason, why: str) -> None:
    refusal = picture(EMPTY_THRONE).why_not(Move.parse(move))
    assert refusal is not None
    assert refusal.reason is reason
    assert str(refusal) == f"{move}: {why}"
    assert str(refusal.where) in why


def test_a_slow_king_may_not_go_further() -> None:
    position = picture(EMPTY_THRONE, DEFENDERS, "branan+slow-king")
    assert str(position.why_not(Move.parse("b2-b4"))) == "b2-b4: too-far b4"
    assert position.why_not(Move.parse("b2-b3")) is None


def test_under_branan_soldiers_may_not_cross_the_throne() -> None:
    position = picture(EMPTY_THRONE, ATTACKERS, "branan")
    assert str(position.why_not(Move.parse("d5-d3"))) == "d5-d3: crossing d4"


def test_what_the_mover_would_meet_first_is_the_reason() -> None:
    text = """
        ...t...
        ...T...
        .......
        .......
        .......
        ...T...
        .......
        """
    position = picture(text, DEFENDERS, "branan")
    assert str(position.why_not(Move.parse("d6-d1"))) == "d6-d1: crossing d4"
    assert str(position.why_not(Move.parse("d2-d7"))) == "d2-d7: crossing d4"
    blocked = picture(text.replace("T", "t"), ATTACKERS, "branan")
    assert str(blocked.why_not(Move.parse("d7-d1"))) == "d7-d1: blocked d6"


def test_a_square_on_no_board_is_named_all_the_same() -> None:
    refusal = picture(EMPTY_THRONE).why_not(Move(Square(3, 4), Square(-1, 4)))
    assert str(refusal) == "d5-(-1, 4): off-board (-1, 4)"


def pairs(position: Position, origins: tuple[Square, ...]) -> list[Move]:
    """Every move from some squares to every square of the board and the ring beside it."""
    around = range(-1, position.variant.layout.size + 1)
    return [Move(origin, Square(file, rank)) for origin in origins for file in around for rank in around]


def check_why_not(position: Position, origins: tuple[Square, ...]) -> None:
    legal = set(position.legal_moves())
    for move in pairs(position, origins):
        refusal = position.why_not(move)
        assert (refusal is None) is (move in legal), str(move)
        if refusal is None:
            turn = position.play(move)
            assert turn.move == move
            assert turn == position.play_legal(move)
        else:
            with pytest.raises(IllegalMove) as caught:
                position.play(move)
            assert caught.value.reason == str(refusal)
            assert caught.value.refusal == refusal


@pytest.mark.parametrize("name", ALL_RULES)
@examples(6)
@given(data=st.data())
def test_every_move_that_is_not_legal_is_refused_with_its_reason(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(sizes=(5, 7), rulesets=[name]))
    around = range(-1, position.variant.layout.size + 1)
    check_why_not(position, tuple(Square(file, rank) for file in around for rank in around))


@examples(25)
@given(positions(sizes=(9, 11, 13, 15, 17, 19)), st.data())
def test_moves_of_large_boards_are_refused_with_their_reason(position: Position, data: st.DataObject) -> None:
    origins = sorted(position.pieces) or [Square(0, 0)]
    check_why_not(position, tuple(data.draw(st.lists(st.sampled_from(origins), min_size=1, max_size=4, unique=True))))


@given(positions())
def test_legal_moves_are_the_moves_of_each_piece(position: Position) -> None:
    legal = position.legal_moves()
    assert len(set(legal)) == len(legal)
    each = [
        move
        for square, piece in position.pieces.items()
        if piece.side is position.to_move
        for move in position.moves_from(square)
    ]
    assert sorted(each) == sorted(legal)


def test_moves_from_a_square_are_its_pieces_whoever_is_to_move() -> None:
    for side in Side:
        position = picture(EMPTY_THRONE, side)
        assert targets(position, "b2") == {"b1", "b3", "b4", "b5", "b6", "a2", "c2", "d2", "e2", "f2", "g2"}
        assert targets(position, "a1") == set()
        assert position.moves_from(Square(7, 0)) == []


# what a turn keeps


@examples(150)
@given(st.one_of(positions(), played_positions()))
def test_a_turn_moves_the_mover_and_removes_the_captured(before: Position) -> None:
    copy = write_position(before)
    for move in before.legal_moves():
        turn = before.play(move)
        expected = before.pieces
        expected[move.target] = expected.pop(move.origin)
        captured = [expected.pop(square) for square in turn.captured]
        assert turn.after.pieces == expected
        assert turn.after.to_move is before.to_move.other
        assert turn.after.variant is before.variant
        assert turn.move == move
        assert (turn.outcome == KING_CAPTURED) is (Piece.KING in captured)
        assert not (turn.outcome == KING_ESCAPED and before.to_move is ATTACKERS)
    assert write_position(before) == copy


@examples(150)
@given(played_positions(sizes=SIZES))
def test_the_king_stays_until_he_is_taken(position: Position) -> None:
    assert len(position.variant.layout.board.squares_of(position.king)) == 1
    goal = position.variant.masks.goal
    assert not position.king & goal


def mirror(square: Square, last: int) -> Square:
    return Square(last - square.file, square.rank)


def turn_left(square: Square, last: int) -> Square:
    return Square(last - square.rank, square.file)


def symmetry(turns: int, mirrored: bool) -> Callable[[Square, int], Square]:
    """One of the eight: quarter turns, after a mirror image or not."""

    def image(square: Square, last: int) -> Square:
        if mirrored:
            square = mirror(square, last)
        for _ in range(turns):
            square = turn_left(square, last)
        return square

    return image


SYMMETRIES = [symmetry(turns, mirrored) for turns in range(4) for mirrored in (False, True)]


def test_there_are_eight_symmetries() -> None:
    images = {tuple(image(Square(*at), 6) for at in ((0, 0), (0, 1))) for image in SYMMETRIES}
    assert len(images) == 8


@examples(40)
@given(st.one_of(positions(), played_positions()))
def test_mirrored_and_turned_positions_have_mirrored_and_turned_results(before: Position) -> None:
    last = before.variant.layout.size - 1
    turns = [before.play(move) for move in before.legal_moves()]

    for image in SYMMETRIES:

        def imaged(position: Position, image: Callable[[Square, int], Square] = image) -> Position:
            pieces = {image(square, last): piece for square, piece in position.pieces.items()}
            return Position.of(position.variant, pieces, position.to_move)

        results = {turn.move: turn for turn in map(imaged(before).play, imaged(before).legal_moves())}
        assert len(results) == len(turns)
        for turn in turns:
            result: Turn = results[Move(image(turn.move.origin, last), image(turn.move.target, last))]
            assert set(result.captured) == {image(square, last) for square in turn.captured}
            assert result.outcome is turn.outcome
            assert result.after == imaged(turn.after)


# positions as values


def test_what_stands_where() -> None:
    position = picture(EMPTY_THRONE)
    stand = {
        "e7": Piece.ATTACKER,
        "d5": Piece.ATTACKER,
        "b7": Piece.DEFENDER,
        "d3": Piece.DEFENDER,
        "b2": Piece.KING,
    }
    assert position.pieces == {Square.parse(name): piece for name, piece in stand.items()}
    for square in position.variant.layout.board.squares:
        assert position.piece_on(square) is stand.get(str(square))
    assert names(position.variant.layout.board.squares_of(position.occupied)) == set(stand)


@pytest.mark.parametrize("square", [Square(7, 0), Square(-1, 1), Square(0, 7), Square(0, -1)])
def test_there_is_no_piece_beside_the_board(square: Square) -> None:
    full = Position.of(
        VARIANTS["walker"], dict.fromkeys(VARIANTS["walker"].layout.board.squares, Piece.ATTACKER), ATTACKERS
    )
    assert full.piece_on(square) is None


def test_positions_are_values() -> None:
    line = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    start = Position.start(VARIANTS["walker"])
    again = parse_position(VARIANTS["walker"], f"{line} attackers")
    assert start == again
    assert len({start, again}) == 1
    assert start != start.with_to_move(DEFENDERS)
    assert start == start.with_to_move(DEFENDERS).with_to_move(ATTACKERS)
    assert start != Position.start(VARIANTS["macwhite"])


def test_a_position_may_have_no_king() -> None:
    before = picture(
        """
        .t...
        .....
        T....
        ....T
        .....
        """,
        DEFENDERS,
    )
    turn = play(before, "a3-b3")
    assert turn.outcome is None
    assert turn.after.king == 0


def test_a_piece_beside_the_board_is_refused() -> None:
    with pytest.raises(TaflkitError, match=r"^h1 is not on a board of 7 x 7$"):
        Position.of(VARIANTS["walker"], {Square(7, 0): Piece.ATTACKER}, ATTACKERS)


def test_a_second_king_is_refused() -> None:
    with pytest.raises(TaflkitError, match=r"^a second king on b1$"):
        Position.of(VARIANTS["walker"], {Square(0, 1): Piece.KING, Square(1, 0): Piece.KING}, ATTACKERS)


def test_each_outcome_has_its_winner() -> None:
    assert KING_CAPTURED.winner is ATTACKERS
    assert KING_ESCAPED.winner is DEFENDERS


# check, under the variation of masters


SHUT_IN = """
    ...t...
    ...t...
    ...T...
    .t.K.tt
    .......
    .......
    ...t...
    """
OPEN = SHUT_IN.rstrip().removesuffix("...t...") + "..t...."


@pytest.mark.parametrize("side", Side)
def test_check_is_when_the_king_could_reach_the_edge(side: Side) -> None:
    assert targets(picture(SHUT_IN, side), "d4") == {"c4", "e4", "d3", "d2"}
    assert not picture(SHUT_IN, side, "masters+check").in_check
    assert targets(picture(OPEN, side), "d4") == {"c4", "e4", "d3", "d2", "d1"}
    assert picture(OPEN, side, "masters+check").in_check


@pytest.mark.parametrize("name", [name for name in ALL_RULES if name != "masters+check"])
def test_check_is_not_called_under_other_rules(name: str) -> None:
    assert not picture(OPEN, DEFENDERS, name).in_check
    assert picture(OPEN, DEFENDERS, name, call_check=True).in_check is (name != "branan+slow-king")


@pytest.mark.parametrize(
    ("flags", "king", "check"),
    [
        ({}, "b2", True),
        ({"king_move": "step"}, "b2", True),
        ({"king_move": "step"}, "c2", True),
        ({"king_move": "step"}, "c3", False),
        ({"goal": "edge"}, "c3", True),
        ({}, "c1", True),  # along the edge, or to the other one
        ({}, "a1", False),  # he has won
        ({"goal": "edge"}, "c1", False),  # he has won
        ({"goal": "edge", "corner_landing": "nobody"}, "c3", True),
    ],
)
def test_where_a_king_alone_is_in_check(flags: dict[str, str], king: str, check: bool) -> None:
    variation = variant("masters+check", 7, **flags)
    for side in Side:
        assert Position.of(variation, {Square.parse(king): Piece.KING}, side).in_check is check


@pytest.mark.parametrize(("landing", "check"), [("nobody", False), ("king", True), ("anybody", True)])
def test_a_corner_where_the_king_may_not_stop_gives_no_check(landing: str, check: bool) -> None:
    text = """
        .......
        .......
        .......
        ...t...
        t......
        Kt.....
        .......
        """
    assert picture(text, DEFENDERS, "masters+check", corner_landing=landing).in_check is check


@pytest.mark.parametrize(("crossing", "check"), [("nobody", False), ("king", True), ("anybody", True)])
def test_check_across_the_throne(crossing: str, check: bool) -> None:
    text = """
        .......
        ...t...
        ..tKt..
        .......
        .......
        .......
        .......
        """
    assert picture(text, ATTACKERS, "masters+check", throne_crossing=crossing).in_check is check


@pytest.mark.parametrize("size", SIZES)
def test_check_on_every_size(size: int) -> None:
    start = Position.start(variant("masters+check", size))
    assert not start.in_check
    king_alone = {start.variant.layout.throne: Piece.KING}
    for side in Side:
        assert Position.of(start.variant, king_alone, side).in_check
    assert not Position.of(start.variant, {}, ATTACKERS).in_check


@examples(150)
@given(positions(rulesets=["masters", "masters+armed-king", "walker", "branan", "branan+slow-king"]))
def test_check_is_what_the_kings_next_moves_say(position: Position) -> None:
    ruled = replace(position.variant, rules=position.variant.rules._replace(call_check=True))
    called = position._replace(variant=ruled)
    last = ruled.layout.size - 1
    moves = [m for s, p in called.pieces.items() if p is Piece.KING for m in called.moves_from(s)]
    reached = [m.target for m in moves if {0, last} & set(m.target)]
    won = any(piece is Piece.KING and square in ruled.layout.corners for square, piece in called.pieces.items())
    assert called.in_check is (bool(reached) and not won)
    assert not position.in_check


# what no game can come to


def problems(text: str, name: str = "walker", **flags: str | bool) -> tuple[str, ...]:
    return picture(text, ATTACKERS, name, **flags).problems()


CROWDED = """
    tttT..t
    ttT....
    .......
    ...t...
    .......
    TTTttt.
    K......
    """


@pytest.mark.parametrize("name", RULES)
def test_each_piece_that_stands_where_it_never_may_is_named(name: str) -> None:
    on_the_throne = "an attacker stands on the throne d4, where no soldier may stop"
    assert problems(CROWDED, name) == (
        *([] if name == "masters" else [on_the_throne]),
        "an attacker stands on the corner a7, where no soldier may stop",
        "an attacker stands on the corner g7, where no soldier may stop",
        "there are 10 attackers, and the game begins with 8",
        "there are 5 defenders, and the game begins with 4",
    )


@pytest.mark.parametrize(
    ("flags", "piece", "square", "problem"),
    [
        ({"corner_landing": "anybody"}, "t", "a1", ""),
        ({"corner_landing": "anybody"}, "T", "a1", ""),
        ({"corner_landing": "anybody"}, "K", "a1", ""),
        ({"corner_landing": "king"}, "T", "g1", "a defender stands on the corner g1, where no soldier may stop"),
        ({"corner_landing": "king"}, "K", "g1", ""),
        ({"corner_landing": "nobody"}, "t", "a7", "an attacker stands on the corner a7, where no soldier may stop"),
        ({"corner_landing": "nobody"}, "K", "a7", "the king stands on the corner a7, where nobody may stop"),
        ({"throne_landing": "anybody"}, "t", "d4", ""),
        ({"throne_landing": "king"}, "T", "d4", "a defender stands on the throne d4, where no soldier may stop"),
        ({"throne_landing": "king"}, "K", "d4", ""),
        ({"throne_landing": "nobody"}, "t", "d4", "an attacker stands on the throne d4, where no soldier may stop"),
        ({"throne_landing": "nobody"}, "K", "d4", ""),
        (
            {"throne_landing": "nobody", "throne_crossing": "nobody"},
            "t",
            "d4",
            "an attacker stands on the throne d4, where no soldier may stop",
        ),
        ({"throne_landing": "nobody", "throne_crossing": "nobody"}, "K", "d4", ""),
        ({"throne_landing": "anybody", "throne_crossing": "nobody"}, "T", "d4", ""),
    ],
)
def test_who_may_stand_where(flags: dict[str, str], piece: str, square: str, problem: str) -> None:
    for side in Side:
        position = Position.of(variant(**flags), {Square.parse(square): Piece(piece)}, side)  # type: ignore[arg-type]
        assert position.problems() == ((problem,) if problem else ())


def test_a_corner_that_the_layout_has_not_is_a_square_like_others() -> None:
    layout = replace(variant().layout, corners=(Square.parse("a1"),))
    cornered = replace(variant(), layout=layout)
    pieces = {Square.parse(name): Piece.ATTACKER for name in ("a1", "a7", "g1")}
    assert Position.of(cornered, pieces, ATTACKERS).problems() == (
        "an attacker stands on the corner a1, where no soldier may stop",
    )


def test_a_king_is_needed_where_it_is_asked_for() -> None:
    without = picture(SHUT_IN.replace("K", "."))
    assert without.problems() == ()
    assert without.problems(king_needed=True) == ("there is no king",)
    assert picture(SHUT_IN).problems(king_needed=True) == ()


def test_too_many_soldiers_are_no_problem_where_nobody_counts_them() -> None:
    assert picture(CROWDED).problems(counted=False) == picture(CROWDED).problems()[:3]


@pytest.mark.parametrize("name", ALL_RULES)
def test_no_start_has_a_problem_and_one_soldier_more_is_one(name: str) -> None:
    for size, piece in product(SIZES, (Piece.ATTACKER, Piece.DEFENDER)):
        start = Position.start(variant(name, size))
        assert start.problems(king_needed=True) == (), size
        count = start.variant.layout.count(piece)
        more = Position.of(start.variant, {**start.pieces, Square(0, 1): piece}, ATTACKERS)
        many = f"{piece.name.lower()}s"
        assert more.problems() == (f"there are {count + 1} {many}, and the game begins with {count}",)


@examples(100)
@given(played_positions(sizes=(5, 7, 19)))
def test_no_game_comes_to_a_problem(position: Position) -> None:
    assert position.problems(king_needed=True) == ()
    for move in position.legal_moves():
        assert position.play(move).after.problems() == ()
