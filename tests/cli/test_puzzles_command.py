"""taflkit puzzles: what it prints and writes, what it refuses, and where it is stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.suites import shipped_variant
from taflkit.cli import main
from taflkit.cli import puzzles as command
from taflkit.cli.console import Stopped
from taflkit.tafl import parse_position
from taflkit.tafl.proof import Prover
from taflkit.tafl.puzzles import Puzzle, make_puzzle
from taflkit.tafl.records import parse_game, replay

QUICK = ("puzzles", "--side", "defenders", "--count", "1")
WALKER = shipped_variant("brandub", "walker")
LINE = "/4t2/7/3t3/1tK1T2/7/5t1/7/ defenders"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def failed(*words: str, code: int = 1) -> str:
    """Return the one line of what could not be done."""
    result = run(*words)
    assert result.exit_code == code, result.output
    (line,) = result.stderr.splitlines()
    return line


@pytest.fixture
def puzzle() -> Puzzle:
    found = make_puzzle(Prover(WALKER), parse_position(WALKER, LINE), 3)
    assert found is not None
    return found


def test_a_puzzle_is_printed_with_its_key_and_its_try() -> None:
    result = run(*QUICK)
    assert result.exit_code == 0
    assert result.stderr == ""
    first, second = result.stdout.splitlines()
    assert first.startswith("1. ")
    assert first.endswith(" defenders")
    assert " alone wins; " in second


def test_json_has_the_keys_and_is_the_same_for_the_same_seed() -> None:
    result = run(*QUICK, "--seed", "4", "--json")
    table = json.loads(result.stdout)
    assert [*table] == ["game", "ruleset", "puzzles"]
    (found,) = table["puzzles"]
    assert [*found] == ["position", "plies", "key", "tree", "try", "refutation", "difficulty"]
    assert run(*QUICK, "--seed", "4", "--json").stdout == result.stdout


def test_otg_writes_records_that_are_read_back(tmp_path: Path) -> None:
    result = run(*QUICK, "--otg", "-o", str(tmp_path))
    (file,) = tmp_path.iterdir()
    assert result.stdout == f"{file}\n"
    assert file.name == "brandub-walker-puzzle-1.otg"
    record = parse_game(file.read_text(encoding="utf-8"))
    game = replay(parse_position(WALKER, f"{record.start} defenders"), record.moves)
    assert game.turns[-1].outcome is not None


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (("--plies", "0"), 2, "'0'; there is 3, 5, 7"),
        (("--plies", "40"), 2, "'40'; there is 3, 5, 7"),
        (("--seed", f"1{'0' * 30}"), 1, "--seed: "),
        (("--seed", "-1"), 1, "--seed: "),
        (("--count", "0"), 1, "--count: "),
        (("--positions", "many"), 1, "--positions: "),
        (("--side", "kings"), 2, "'kings'"),
        (("--difficulty", "fiendish"), 2, "'fiendish'"),
        (("--rules", "nobody"), 1, "there is no ruleset"),
        (("--json", "--otg"), 2, "--json and --otg"),
        (("-o", "here"), 2, "-o is where --otg writes"),
        (("--collect",), 1, "name a game of your own"),
        (("--games", "/nowhere/games.csv"), 1, "--games: "),
        (("--positions", "1"), 1, "0 puzzles in 1 position; for others take more --positions, another --seed"),
        (("--positions", "1", "--plies", "5", "--side", "attackers"), 1, "fewer --plies or no --side"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, part: str) -> None:
    assert part in failed("puzzles", *words, code=code)


def test_fewer_than_sought_are_printed_and_counted() -> None:
    result = run("puzzles", "--side", "defenders", "--positions", "300", "--count", "1000")
    assert result.exit_code == 0
    assert result.stdout.startswith("1. ")
    assert " in 300 positions; for others take more --positions" in result.stderr


def test_recorded_games_are_read(tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    games.write_text("d6-c6\nqueen takes king\n", encoding="utf-8")
    assert "--games: line 2: ply 1" in failed(*QUICK, "--games", str(games))
    games.write_text("d6-c6 e4-e1 f4-e4 d3-f3,0,0,Ongoing\n", encoding="utf-8")
    assert run(*QUICK, "--games", str(games)).exit_code == 0


def test_what_was_found_is_handed_over_when_it_is_stopped(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[Puzzle | None]:
        yield None
        yield puzzle
        raise Stopped

    monkeypatch.setattr(command, "find_puzzles", stopped)
    result = run("puzzles", "--json")
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 130
    assert json.loads(result.stdout)["puzzles"][0]["key"] == str(puzzle.key)
    assert result.stderr == "stopped: 1 of 12 puzzles found\n"


def test_progress_is_said_in_a_terminal_alone(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(command.time, "monotonic", lambda: next(clock))
    assert list(command._heard([None, None, puzzle])) == [puzzle]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(command.sys.stderr, "isatty", lambda: True)
    list(command._heard([None, puzzle, None, None]))
    assert capsys.readouterr().err.splitlines()[0] == "2 positions tried, 0 puzzles found"


def test_a_game_of_ones_own_gets_its_collection(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    start = "...t...\n...t...\n...T...\nttTKTtt\n...T...\n...t...\n...t...\n"
    file.write_text(f'[layout]\ntitle = "Hall"\nstart = """\n{start}"""\n', encoding="utf-8")
    printed = run("puzzles", str(file), *QUICK[1:], "--collect").stdout
    assert "[puzzles.walker]\n" in printed
    with file.open("a", encoding="utf-8") as there:
        there.write(printed)
    assert run("puzzles", str(file), *QUICK[1:], "--json").exit_code == 0
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "layout.toml").write_text(f'title = "Hall"\nstart = """\n{start}"""\n', encoding="utf-8")
    result = run("puzzles", str(folder), *QUICK[1:], "--collect")
    assert result.stdout == f"{folder / 'puzzles' / 'walker.toml'}\n"
    assert 'game = "folder"' in (folder / "puzzles" / "walker.toml").read_text(encoding="utf-8")


def test_a_record_is_searched_by_the_rules_that_it_states(tmp_path: Path, puzzle: Puzzle) -> None:
    line = LINE.partition(" ")[0]
    # the king begins elsewhere than on the throne; by the edge he has more wins
    rules = f"dim:7 name:Last_Stand ks:c atkf:n surf:n tfr:i cens: start:{line}"
    (tmp_path / "game.otg").write_text(f"[rules:{rules}]\n[site:here]\n\n1. {puzzle.key}\n[|]\n", encoding="utf-8")
    words = ("puzzles", "--games", str(tmp_path / "game.otg"), "--side", "defenders", "--count", "1", "--json")
    table = json.loads(run(*words).stdout)
    assert (table["game"], table["ruleset"]) == ("brandub", "walker")
    assert table["puzzles"][0]["position"] == LINE
    (tmp_path / "game.otg").write_text(f"[rules:{rules.replace('ks:c', 'ks:w')}]\n1. {puzzle.key}\n", encoding="utf-8")
    table = json.loads(run(*words).stdout)
    assert (table["game"], table["ruleset"]) == ("last-stand", "opentafl")
    (tmp_path / "game.otg").write_text(f"[rules:{rules} ber:c]\n1. {puzzle.key}\n", encoding="utf-8")
    assert failed(*words) == "Error: --games: ber:c (berserk moves): no flag of a ruleset can say so"
