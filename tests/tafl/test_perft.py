"""Node counts that independent engines agree on, and the files that hold them."""

from __future__ import annotations

import pytest

from support import ROOT
from support.variants import SIZES, VARIANTS, picture, variant
from taflkit.errors import TaflkitError
from taflkit.tafl import Move, Piece, Position, parse_position, write_position
from taflkit.tafl.perft import Case, Counts, divide, parse_suite, perft

FILE = ROOT / "tests" / "data" / "brandub.perft"
SUITE = parse_suite(FILE.read_text(encoding="utf-8"), FILE.name)
DEEPEST = 4


def positioned(case: Case) -> Position:
    return parse_position(VARIANTS[case.ruleset], case.position)


def each_count(depths: range) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("case", "depth"),
        [pytest.param(case, depth, id=f"{case.name}-{depth}") for case in SUITE for depth in depths],
    )


@each_count(range(1, DEEPEST))
def test_the_agreed_counts(case: Case, depth: int) -> None:
    assert perft(positioned(case), depth) == case.expected[depth]


@pytest.mark.whole
@each_count(range(DEEPEST, DEEPEST + 1))
def test_the_agreed_counts_whole(case: Case, depth: int) -> None:
    assert perft(positioned(case), depth) == case.expected[depth]


def test_the_suite_is_whole() -> None:
    assert len(SUITE) == sum(line.startswith("id ") for line in FILE.read_text(encoding="utf-8").splitlines()) > 0
    assert {case.ruleset for case in SUITE} == {"walker", "macwhite", "masters", "branan"}
    assert {case.game for case in SUITE} == {"brandub"}
    for case in SUITE:
        assert list(case.expected) == list(range(1, DEEPEST + 1))


@pytest.mark.parametrize("case", SUITE, ids=lambda case: case.name)
def test_positions_of_the_suite_are_written_as_they_are_read(case: Case) -> None:
    assert write_position(positioned(case)) == case.position


@pytest.mark.parametrize("case", [case for case in SUITE if case.ruleset == "walker"], ids=lambda case: case.name)
def test_richgames_plays_like_walker(case: Case) -> None:
    position = parse_position(VARIANTS["richgames"], case.position)
    assert perft(position, 2) == case.expected[2]


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", ["branan-stuck-in-1", "macwhite-edge-3", "walker-vs-empty-throne"])
def test_the_moves_of_a_position_share_its_counts(name: str, depth: int) -> None:
    (case,) = (case for case in SUITE if case.name == name)
    position = positioned(case)
    parts = list(divide(position, depth))
    assert [move for move, _ in parts] == position.legal_moves()
    assert sum((counts for _, counts in parts), Counts()) == case.expected[depth]


def test_a_move_that_ends_the_game_has_no_children() -> None:
    position = picture(
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
    win = Move.parse("f2-f6")
    assert dict(divide(position, 1))[win] == Counts(1, 1, 0, 1)
    assert dict(divide(position, 2))[win] == Counts()


@pytest.mark.parametrize("size", SIZES)
def test_the_first_moves_on_every_size(size: int) -> None:
    """Each attacker of the cross is hemmed in along his arm, and goes to either side as far as there is."""
    start = Position.start(variant("walker", size))
    each_side = size // 2
    corners = 2  # not landed on, from the end of an arm
    attackers_of_an_arm = len(start.variant.layout.squares_of(Piece.ATTACKER)) // 4
    assert perft(start, 1) == Counts(4 * (attackers_of_an_arm * 2 * each_side - corners), 0, 0, 0)


def test_counts_are_written_as_a_suite_has_them() -> None:
    assert str(Counts(32, 1, 2, 3)) == "32 1 2 3"
    assert Counts(1, 2, 3, 4) + Counts(10, 20, 30, 40) == Counts(11, 22, 33, 44)


GOOD = """
# a comment
id start
game brandub walker
position /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers
perft 1 40 0 0 0
perft 2 960 0 0 16

   # another
id again
position /7/7/7/7/7/7/K6/ defenders
"""


def test_a_suite_is_read_by_paragraphs() -> None:
    first, second = parse_suite(GOOD, "good.perft")
    assert first == Case(
        "start",
        "brandub",
        "walker",
        "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers",
        {1: Counts(40, 0, 0, 0), 2: Counts(960, 0, 0, 16)},
    )
    assert second == Case("again", "brandub", "walker", "/7/7/7/7/7/7/K6/ defenders", {})


def test_an_empty_suite_has_no_case() -> None:
    assert parse_suite("\n# nothing\n", "empty.perft") == ()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "perft 1 40 0 0 0"),
        (1, "position /7/7/7/7/7/7/7/"),
        (2, "id one\nposition /7/7/7/7/7/7/7/"),
        (2, "game brandub walker\nposition /7/7/7/7/7/7/7/"),
        (3, "id\ngame brandub walker\nposition /7/7/7/7/7/7/7/"),
        (3, "id one\ngame brandub\nposition /7/7/7/7/7/7/7/"),
        (4, "id one\ngame brandub walker\nposition /7/7/7/7/7/7/7/\nperft"),
        (4, "id one\ngame brandub walker\nposition /7/7/7/7/7/7/7/\nperft 1 32"),
        (4, "id one\ngame brandub walker\nposition /7/7/7/7/7/7/7/\nperft 1 32 0 0 0 0"),
        (4, "id one\ngame brandub walker\nposition /7/7/7/7/7/7/7/\nperft 1 many 0 0 0"),
        (4, "id one\ngame brandub walker\nposition /7/7/7/7/7/7/7/\nperft 0 1 0 0 0"),
        (3, "\n# comment\n  depth 3"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(line: int, text: str) -> None:
    wrong = text.splitlines()[line - 1].strip()
    with pytest.raises(TaflkitError) as caught:
        parse_suite(text, "bad.perft")
    assert str(caught.value) == f"bad.perft: line {line}: '{wrong}' is not what a perft suite has there"
