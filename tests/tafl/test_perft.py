"""Node counts that independent engines agree on, and the files that hold them."""

from __future__ import annotations

import pytest

from support import ROOT
from support.sampling import sampled, spread
from support.suites import FAMILY, FAMILY_FILE, FAMILY_RULESETS, in_family, shipped_variant
from support.suites import positioned as under_shipped_rules
from support.variants import SIZES, VARIANTS, picture, variant
from taflkit.errors import TaflkitError
from taflkit.tafl import Move, Piece, Position, parse_position, write_position
from taflkit.tafl.counts import Case, Counts, divide, parse_suite, perft

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


@pytest.mark.parametrize("case", sampled(spread(FAMILY, 3), len(FAMILY) // 3), ids=lambda case: case.name)
def test_the_agreed_counts_of_the_family(case: Case) -> None:
    """Every position of the other games, to all its depths, under the rules that are shipped."""
    position = under_shipped_rules(case)
    assert {depth: perft(position, depth) for depth in case.expected} == case.expected


def test_the_suite_of_the_family_is_whole() -> None:
    text = FAMILY_FILE.read_text(encoding="utf-8")
    assert (
        len(FAMILY) == len({case.name for case in FAMILY}) == sum(line.startswith("id ") for line in text.splitlines())
    )
    assert {(case.game, case.ruleset) for case in FAMILY} == set(FAMILY_RULESETS)
    for case in FAMILY:
        assert list(case.expected) == list(range(1, len(case.expected) + 1))
        assert len(case.expected) >= 2


@pytest.mark.parametrize(("game", "ruleset"), FAMILY_RULESETS)
def test_the_first_position_of_a_ruleset_is_its_start(game: str, ruleset: str) -> None:
    first = in_family(game, ruleset)[0]
    assert under_shipped_rules(first) == Position.start(shipped_variant(game, ruleset))


STARTS = [
    ("tablut", "linnaeus", Counts(353200, 0, 0, 4656)),
    ("tablut", "smith", Counts(353200, 0, 0, 4656)),
    ("tablut", "historical", Counts(353200, 0, 0, 4656)),
    ("tablut", "sea-battle", Counts(353200, 0, 0, 4656)),
    ("magpie", "federation", Counts(39512, 0, 0, 568)),
    ("magpie", "suckling", Counts(68732, 0, 0, 1008)),
    ("ard-ri", "common", Counts(4208, 0, 0, 56)),
    ("ard-ri", "corrected", Counts(4208, 0, 0, 56)),
    ("hnefatafl", "copenhagen", Counts(806344, 0, 0, 4200)),
    ("hnefatafl", "fetlar", Counts(806344, 0, 0, 4200)),
    ("hnefatafl", "historical", Counts(835776, 0, 0, 5368)),
    ("hnefatafl", "sea-battle", Counts(1669528, 0, 0, 14048)),
    ("tawlbwrdd", "bell", Counts(1042016, 0, 0, 2688)),
    ("parlett", "sea-battle", Counts(4370608, 0, 0, 17296)),
]
"""The counts of three plies from the start; those of the boards of 11 x 11 and 13 x 13 are of one engine alone."""


@pytest.mark.whole
@pytest.mark.parametrize(("game", "ruleset", "expected"), STARTS)
def test_three_plies_from_the_start(game: str, ruleset: str, expected: Counts) -> None:
    assert perft(Position.start(shipped_variant(game, ruleset)), 3) == expected


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
    assert str(caught.value).startswith(f"bad.perft: line {line}: '{wrong}' is no line of a perft suite, which has id")
