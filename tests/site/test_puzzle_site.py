"""The pages of puzzles as they are written: what the browser plays is what the engine plays, and nothing is lacking."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from support import ROOT
from support.browsing import links_of
from support.sampling import sampled, spread
from support.sites import every_book, every_file
from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import load_puzzles
from taflkit.site import home, puzzles
from taflkit.site.page import Site
from taflkit.site.puzzles import collection, day_values
from taflkit.site.visitor.diagrams import rows_of
from taflkit.site.visitor.puzzles import first_moment
from taflkit.site.writing import page_html, read_words
from taflkit.tafl import Move, Position, Turn, parse_position, write_turn
from taflkit.tafl.proof import ELSE, Prover
from taflkit.tafl.puzzles import Puzzle
from taflkit.tafl.records import Record

CATALOG = Catalog()
SITE = Site(CATALOG, CATALOG.game_names(), kits="none")
SHORT = Site(CATALOG, ("brandub",), kits="none")
ASSETS = ROOT / "templates" / "site" / "assets"
SCRIPT = (ASSETS / "solver.js").read_text(encoding="utf-8")
COLLECTIONS = [(book, found) for book in every_book(SITE) if (found := collection(SITE, book))]
_WALKER = CATALOG.game("brandub").variant(CATALOG.game("brandub").ruleset("walker"))
FIVE = Puzzle(
    parse_position(_WALKER, "/7/tt5/1t5/Kt5/1t5/3t1T1/7/ attackers"),
    5,
    Move.parse("b5-a5"),
    {
        "a4-a3": {"b2-a2": {"a3-a4": {"a2-a3": {}, "b3-a3": {}}, ELSE: {"b4-a4": {}, "a5-a4": {}}}},
        ELSE: {"a2-a3": {}, "b3-a3": {}},
    },
    Move.parse("a2-a3"),
    Move.parse("a4-a7"),
    "hard",
)
"""One reply to its key loses later than all others."""
PUZZLES = [FIVE, *(puzzle for _, found in COLLECTIONS for puzzle in found)]


def moved_by_hand(rows: list[str], written: str) -> list[str]:
    """Return rows after a written move as the page's script has them: one piece moves, the captured ones go."""
    record = Record.parse(written)
    board = {(file, len(rows) - 1 - at): letter for at, row in enumerate(rows) for file, letter in enumerate(row)}
    origin, target = record.move.origin, record.move.target
    board[target.file, target.rank] = board[origin.file, origin.rank]
    for square in (origin, *record.captured):
        board[square.file, square.rank] = "."
    size = len(rows)
    return ["".join(board[file, rank] for file in range(size)) for rank in reversed(range(size))]


def played(position: Position, written: str) -> Turn:
    """Return a turn of the engine's, which captures what is written."""
    turn = position.play(Record.parse(written).move)
    assert write_turn(turn) == written
    assert moved_by_hand(rows_of(position), written) == rows_of(turn.after)
    return turn


def moments(position: Position, moment: dict[str, Any], plies: int) -> Iterator[tuple[Position, dict[str, Any], int]]:
    """Yield every position that a solver comes to, with its data and the plies that are left to win in."""
    yield position, moment, plies
    for move, after in moment["wins"].items():
        if after:
            answered = played(played(position, move).after, after["reply"]).after
            yield from moments(answered, after["next"], plies - 2)


@pytest.mark.parametrize("puzzle", sampled(spread(PUZZLES, 12), 13), ids=lambda each: str(each.key))
def test_the_browser_has_the_engines_moves_and_those_that_win(puzzle: Puzzle) -> None:
    prover = Prover(puzzle.position.variant)
    start = first_moment(puzzle)
    assert [Record.parse(move).move for move in start["wins"]] == [puzzle.key]
    for position, moment, plies in moments(puzzle.position, start, puzzle.plies):
        written = [f"{origin}-{each}" for origin, ways in moment["moves"].items() for each in ways.split()]
        assert sorted(written) == sorted(write_turn(turn) for turn in map(position.play, position.legal_moves()))
        for move in written:
            played(position, move)
        assert plies > 0
        wins = {Record.parse(move).move: after for move, after in moment["wins"].items()}
        # whether the key alone wins is proven of collections elsewhere
        assert plies > 3 or set(wins) == set(prover.winning_moves(position, plies))
        for move, after in wins.items():
            # no reply is named where the game is over
            assert bool(after) != prover.forces(position, move, 1)


@pytest.mark.parametrize("puzzle", [FIVE, *(each for book, found in COLLECTIONS[:1] for each in found)])
def test_the_defence_holds_out_as_long_as_it_can(puzzle: Puzzle) -> None:
    """No reply is won later than that of the data, by the prover alone."""
    prover = Prover(puzzle.position.variant)

    def needed(position: Position, reply: Move) -> int:
        behind = position.play(reply).after
        return next(plies for plies in range(1, puzzle.plies, 2) if prover.wins(behind, plies))

    for position, moment, _ in moments(puzzle.position, first_moment(puzzle), puzzle.plies):
        for move, after in moment["wins"].items():
            if after:
                answered = played(position, move).after
                longest = max(needed(answered, reply) for reply in answered.legal_moves())
                assert needed(answered, Record.parse(after["reply"]).move) == longest


def test_a_reply_that_loses_later_is_played() -> None:
    (key,) = first_moment(FIVE)["wins"].values()
    assert key["reply"] == "a4-a3xa2"
    (second,) = key["next"]["wins"].values()
    assert list(second["next"]["wins"]) == ["b4-a4xa3", "a5-a4xa3"]


@pytest.fixture(scope="module")
def page() -> str:
    found = next(puzzles.pages(SHORT, "en", "brandub"))
    assert found.path == "games/brandub/walker/puzzles/index.html"
    return page_html(SHORT, found)


def read_data(html: str, name: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_page_has_every_element_and_word_that_its_script_names(page: str) -> None:
    named = set(re.findall(r'byId\("([a-z-]+)"', SCRIPT))
    assert len(named) > 10
    assert named <= set(re.findall(r'\bid="([a-z-]+)"', page))
    words = read_words(SHORT, "en", "puzzles")["messages"]
    assert set(re.findall(r"\bwords\.([a-z]+)\b(?!\")", SCRIPT)) == set(words)
    assert read_data(page, "puzzles-data")["words"] == words


def test_without_scripts_there_are_diagrams_and_answers(page: str) -> None:
    game = CATALOG.game("brandub")
    found = load_puzzles(game, game.ruleset("walker"))
    assert len(found) == page.count("<details>") > 8
    addresses, anchors = links_of(page)
    for number, puzzle in enumerate(found, 1):
        assert f"puzzle-{number}" in anchors
        assert f"{number}.svg" in [address.rpartition("/")[2] for address in addresses]
        section = page.partition(f'<section id="puzzle-{number}"')[2].partition("</section>")[0]
        side = "The attackers move" if puzzle.position.to_move.value == "attackers" else "The king’s side moves"
        assert side in section
        assert f"1. {puzzle.key}" in section
        assert f"{puzzle.attempt}" in section
        assert f"{puzzle.refutation}" in section
        last = re.findall(r"(\d)\. ", section.partition("<details>")[2])[-1]
        assert int(last) == (puzzle.plies + 1) // 2


@pytest.mark.whole
def test_every_page_of_puzzles_has_its_pictures_and_is_linked_to() -> None:
    made = {path: content.decode(errors="replace") for path, content in every_file(SHORT).items()}
    pages = [path for path in made if path.endswith("puzzles/index.html")]
    assert "games/brandub/walker/puzzles/index.html" in pages
    for path in pages:
        folder = path.removesuffix("index.html")
        ruleset = folder.split("/")[2]
        for address in links_of(made[path])[0]:
            if address.endswith(".svg") and "/puzzles/" in address:
                assert folder + address.rpartition("/")[2] in made
        assert "puzzles/index.html" in links_of(made[f"games/brandub/{ruleset}/index.html"])[0]
        assert f"{ruleset}/puzzles/index.html" in links_of(made["games/brandub/index.html"])[0]
    # the puzzles do without the runtime, and what they import is there
    for script in (path for path in made if path.endswith(".js")):
        for name in re.findall(r'(?:from|import) "\./([a-z-]+\.js)"', made[script]):
            assert f"assets/{name}" in made
    assert "assets/puzzles.js" in made
    assert "assets/maker.js" not in made
    for picture in read_data(made[pages[0]], "puzzles-data")["board"]["pieces"].values():
        assert picture.removeprefix("../../../../") in made


def test_the_puzzle_of_the_day_is_each_in_turn() -> None:
    found = day_values(SITE, "en")
    assert found
    firsts = [pair for pair in COLLECTIONS if pair[0].ruleset.name == pair[0].game.ruleset_names[0]]
    days, shown = found["data"]["days"], found["data"]["games"]
    assert sorted((at, number) for at, number, _ in days) == [
        (at, number) for at, (_, each) in enumerate(firsts) for number in range(1, len(each) + 1)
    ]
    assert [at for at, _, _ in days[: len(firsts)]] == list(range(len(firsts)))
    assert [each["title"] for each in shown] == [book.title for book, _ in firsts]
    for at, number, task in days:
        side = firsts[at][1][number - 1].position.to_move.value
        assert ("attackers" in found["data"]["tasks"][task]) == (side == "attackers")
    assert day_values(Site(CATALOG, ("magpie",), kits="none"), "en") is None or len(firsts) > 2


def test_the_puzzle_of_the_day_is_on_the_first_page_and_not_printed() -> None:
    html = page_html(SHORT, next(home.pages(SHORT, "en")))
    section = html.partition('<section class="no-print" aria-labelledby="day-title">')[2].partition("</section>")[0]
    assert 'href="games/brandub/walker/puzzles/index.html#puzzle-1"' in section
    assert 'src="games/brandub/walker/puzzles/1.svg"' in section
    assert read_data(html, "day-data")["days"][0][:2] == [0, 1]


def test_a_page_of_puzzles_is_small() -> None:
    """The data of a page is read before the board is drawn."""
    for page in chain.from_iterable(puzzles.pages(SITE, "en", name) for name in SITE.games):
        assert len(json.dumps(page.values["data"]["puzzles"])) < 12_000 * len(page.values["puzzles"])
