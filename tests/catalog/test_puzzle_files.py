"""Collections of puzzles: each that is shipped, by the prover and by a plain search, and every spoiled one refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from support import ROOT
from support.plain_judge import succeeds, wins_judged
from support.sampling import sampled
from support.shipped import RULESETS, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import check_puzzles, collection_text, load_puzzles
from taflkit.errors import ManyProblems, TaflkitError
from taflkit.tafl.puzzles import Puzzle

FOLDER = ROOT / "templates" / "puzzles"
SHIPPED = [
    (game.name, ruleset) for game in map(catalog().game, catalog().game_names()) for ruleset in game.ruleset_names
]
COLLECTED = [(game, ruleset) for game, ruleset in SHIPPED if (FOLDER / f"{game}-{ruleset}.toml").is_file()]
ALWAYS = ("brandub", "walker")
"""The collection of which a plain search judges some in every run of the tests; all of them take minutes."""


def puzzles_of(game: str, ruleset: str) -> tuple[Puzzle, ...]:
    found = catalog().game(game)
    return load_puzzles(found, found.ruleset(ruleset))


def test_every_file_is_of_a_ruleset() -> None:
    assert {file.stem for file in FOLDER.glob("*")} == {f"{game}-{ruleset}" for game, ruleset in COLLECTED}
    assert {("brandub", ruleset) for ruleset in RULESETS} <= {*COLLECTED}


def judge(puzzle: Puzzle) -> None:
    position, line, side = puzzle.position, (puzzle.position,), puzzle.position.to_move
    assert not wins_judged(line, side, puzzle.plies - 2)
    assert [each for each in position.legal_moves() if succeeds(line, each, side, puzzle.plies)] == [puzzle.key]


def test_a_plain_search_finds_the_key_alone() -> None:
    for puzzle in puzzles_of(*ALWAYS)[:4]:
        judge(puzzle)


# a plain search takes seconds for five plies, and hours for seven, which the prover judges
@pytest.mark.whole
@pytest.mark.parametrize(("game", "ruleset"), COLLECTED)
def test_a_plain_search_finds_the_key_of_each_alone(game: str, ruleset: str) -> None:
    found = puzzles_of(game, ruleset)
    for puzzle in (*(each for each in found if each.plies <= 3), *[each for each in found if each.plies == 5][::3]):
        judge(puzzle)


@pytest.mark.parametrize(("game", "ruleset"), sampled(COLLECTED, 4))
def test_each_is_sound(game: str, ruleset: str) -> None:
    found = catalog().game(game)
    assert [*map(str, check_puzzles(found, found.ruleset(ruleset), 5))] == []


@pytest.mark.whole
@pytest.mark.parametrize(("game", "ruleset"), COLLECTED)
def test_the_longest_are_sound(game: str, ruleset: str) -> None:
    found = catalog().game(game)
    assert [*map(str, check_puzzles(found, found.ruleset(ruleset)))] == []


def test_both_sides_have_puzzles() -> None:
    for ruleset in ("walker", "macwhite", "richgames", "masters"):
        assert len({puzzle.position.to_move for puzzle in puzzles_of("brandub", ruleset)}) == 2


def test_a_varied_ruleset_and_one_without_a_file_have_none() -> None:
    game = catalog().game("brandub")
    assert load_puzzles(game, game.ruleset("masters").vary(["check"])) == ()
    other = next(each for each in SHIPPED if each not in COLLECTED)
    assert puzzles_of(*other) == ()


# a game of one's own


GAME = '[layout]\ntitle = "Hall"\nstart = """\n{start}"""\n'
START = "...t...\n...t...\n...T...\nttTKTtt\n...T...\n...t...\n...t...\n"


def own_game(folder: Path, text: str) -> Path:
    file = folder / "hall.toml"
    file.write_text(GAME.format(start=START) + text, encoding="utf-8")
    return file


def problems(file: Path) -> list[str]:
    game = Catalog().game(str(file))
    try:
        return [str(each) for each in check_puzzles(game, game.ruleset("walker"))]
    except ManyProblems as error:
        return [*map(str, error.problems)]
    except TaflkitError as error:
        return [str(error)]


def first() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((FOLDER / "brandub-walker.toml").read_text(encoding="utf-8"))["puzzles"][0]
    return table


def test_a_collection_is_read_back_from_a_file_and_from_a_folder(tmp_path: Path) -> None:
    # those of seven plies take a second each
    shipped = tuple(each for each in puzzles_of("brandub", "walker") if each.plies < 7)
    text = collection_text("hall", "walker", shipped, "puzzles.walker")
    (tmp_path / "hall" / "puzzles").mkdir(parents=True)
    (tmp_path / "hall" / "layout.toml").write_text(f'title = "Hall"\nstart = """\n{START}"""\n', encoding="utf-8")
    (tmp_path / "hall" / "puzzles" / "walker.toml").write_text(
        collection_text("hall", "walker", shipped), encoding="utf-8"
    )
    for path in (own_game(tmp_path, text), tmp_path / "hall"):
        game = Catalog().game(str(path))
        found = load_puzzles(game, game.ruleset("walker"))
        assert [each._replace(position=None) for each in found] == [each._replace(position=None) for each in shipped]  # type: ignore[arg-type]
        assert problems(path) == []


SPOILED = {
    "position": ["/7/ attackers", "", "/x6/7/7/7/7/7/7/ attackers", "/7/7/7/7/7/7/7/ attackers"],
    "plies": [0, 40, -3, 5],
    "key": ["d4", "", "a1-a2", "d6-d6"],
    "tree": [{}, {"a1-a2": {}}, {"else": {"a1-a2": 3}}, {"a1-a2": 1}],
    "try": ["z", "a1-a2"],
    "refutation": ["z", "a1-a7"],
    "difficulty": ["fiendish"],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in SPOILED.items() for value in values])
def test_what_is_unsound_is_named_with_file_and_key(key: str, value: Any, tmp_path: Path) -> None:
    spoiled = first() | {key: value}
    (line,) = problems(own_game(tmp_path, as_toml([spoiled])))
    assert "hall.toml: puzzles.walker: " in line
    assert f"puzzles[0].{key}" in line


@pytest.mark.parametrize("key", SPOILED)
def test_a_missing_key_is_named_as_files_have_it(key: str, tmp_path: Path) -> None:
    (line,) = problems(own_game(tmp_path, as_toml([{name: each for name, each in first().items() if name != key}])))
    assert line.endswith(f": puzzles[0].{key}: is missing")


def test_a_second_key_a_twin_and_another_game_are_named(tmp_path: Path) -> None:
    table = first()
    wrong = {**table, "key": table["try"], "try": table["key"]}
    assert "the only first move" in problems(own_game(tmp_path, as_toml([wrong])))[0]
    (line,) = problems(own_game(tmp_path, as_toml([table, table])))
    assert "puzzles[1].position: is puzzles[0] again" in line
    other = as_toml([table]).replace('game = "hall"', 'game = "brandub"')
    assert "must be 'hall', not 'brandub'" in problems(own_game(tmp_path, other))[0]
    (line,) = problems(own_game(tmp_path, as_toml([table] * 61)))
    assert "puzzles: has 61 entries" in line


def test_rules_that_make_a_puzzle_unsound_are_seen(tmp_path: Path) -> None:
    shipped = puzzles_of("brandub", "walker")
    rules = '[rulesets.house]\ntitle = "House"\nbase = "walker"\n'
    rules += 'rules.goal = { value = "edge", label = "stated", why = "Ours." }\n'
    text = rules + collection_text("hall", "house", shipped, "puzzles.house")
    game = Catalog().game(str(own_game(tmp_path, text)))
    assert len([*check_puzzles(game, game.ruleset("house"))]) >= len(shipped) // 2


def as_toml(tables: list[dict[str, Any]]) -> str:
    def inline(value: Any) -> str:
        if isinstance(value, dict):
            return f"{{{', '.join(f'{key} = {inline(each)}' for key, each in value.items())}}}"
        return str(value) if isinstance(value, int) else f'"{value}"'

    lines = ["[puzzles.walker]", 'game = "hall"', 'ruleset = "walker"']
    for table in tables:
        lines += ["[[puzzles.walker.puzzles]]", *(f"{key} = {inline(value)}" for key, value in table.items())]
    return "\n".join(lines)
