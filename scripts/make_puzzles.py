"""Write templates/puzzles/GAME-RULESET.toml: the puzzles of the default ruleset of each game, and of all of Brandub's.

Every run finds the same, since positions are counted and no time is measured. It takes hours on one core, so rulesets
and lengths can be named; puzzles of other lengths stay as they are in the file. The folder with recorded games,
brandubh.csv and copenhagen.csv, is another project's and not in the repository:

    nice .venv/bin/python scripts/make_puzzles.py [--games FOLDER] [--processes 2] [GAME-RULESET ...] [--plies 5 7]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from taflkit.catalog import Catalog
from taflkit.catalog.puzzles import collection_text, load_puzzles
from taflkit.resources import DEFAULT_GAME
from taflkit.tafl import Piece, Position, Side, Variant
from taflkit.tafl.puzzles import DIFFICULTIES, PLIES, Puzzle, Sought, find_puzzles, recorded_games

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "templates" / "puzzles"
RECORDED = {"brandub-federation": "brandubh.csv", "hnefatafl-copenhagen": "copenhagen.csv"}
WHOLE = {3: 12, 5: 8, 7: 4}
"""The puzzles by plies of a game's default ruleset."""
FEWER = {3: 12}
POSITIONS = {3: 1_000, 5: 250, 7: 75}
"""The positions that are tried by plies, for each side; on small boards, which are quick, `MORE` times as many."""
SMALL, MORE = 9, 4
LONG = 300
"""The letters of a proof with many lines."""
SOLDIERS = 5
"""The soldiers from which on a puzzle looks as if it came from a game."""


class Task(NamedTuple):
    """A file: the game, the ruleset, the numbers of its puzzles by plies, and a seed that no other has."""

    game: str
    ruleset: str
    numbers: dict[int, int]
    seed: int


def all_tasks(catalog: Catalog) -> Iterator[Task]:
    """Yield all files, those of the largest boards first, which take longest."""
    seeds = count(1)
    games = sorted(map(catalog.game, catalog.game_names()), key=lambda game: game.layout.size, reverse=True)
    for game in games:
        for name in game.ruleset_names if game.name == DEFAULT_GAME else game.ruleset_names[:1]:
            yield Task(game.name, name, WHOLE if name == game.ruleset_names[0] else FEWER, next(seeds))


def merit(puzzle: Puzzle) -> int:
    """Return how good a puzzle looks: the key is a soldier's, there are men of both sides, and the proof is short."""
    position = puzzle.position
    by_soldier = position.piece_on(puzzle.key.origin) is not Piece.KING
    many = (position.attackers | position.defenders).bit_count() >= SOLDIERS
    return 2 * by_soldier + (position.defenders.bit_count() > 1) + many - (len(str(puzzle.tree)) > LONG)


def found(
    variant: Variant,
    sought: Sought,
    seed: int,
    number: int,
    games: Sequence[Sequence[Position]],
    starts: Sequence[Position],
) -> tuple[list[Puzzle], int]:
    """Return the puzzles of the first positions, of all difficulties in turns, and how many positions were tried."""
    puzzles: list[Puzzle] = []
    tried = 0
    most = POSITIONS[sought.plies] * (MORE if variant.layout.size <= SMALL else 1)
    for puzzle in islice(find_puzzles(variant, sought, seed, games, starts), most):
        tried += 1
        puzzles += [puzzle] if puzzle else []
        if len(puzzles) == number:
            break
    puzzles.sort(key=merit, reverse=True)
    ranked = {each: [puzzle for puzzle in puzzles if puzzle.difficulty == each] for each in DIFFICULTIES}
    return [puzzle for turn in zip_longest(*ranked.values()) for puzzle in turn if puzzle], tried


def make(folder: Path | None, plies: Sequence[int], task: Task) -> str:
    """Write the puzzles of a ruleset, those of some lengths anew, and return how many there are."""
    game_name, name, numbers, seed = task
    game = Catalog().game(game_name)
    ruleset = game.ruleset(name)
    variant = game.variant(ruleset)
    games: list[list[Position]] = []
    called = f"{game_name}-{name}"
    if folder and called in RECORDED:
        games = list(recorded_games(variant, (folder / RECORDED[called]).read_text(encoding="utf-8")))
    puzzles = [puzzle for puzzle in load_puzzles(game, ruleset) if puzzle.plies not in plies]
    report = []
    for length in sorted({*plies} & {*numbers}):
        number = numbers[length]
        sides: list[tuple[list[Puzzle], int]] = []
        others = puzzles
        # the longer are rare, and near those of two plies less
        starts = [puzzle.position for puzzle in puzzles if puzzle.plies == length - 2]
        for side in Side:
            sides.append(found(variant, Sought(length, side), seed, number, games, starts))
            # where a side has few, the other has more
            share = max(number // 2, number - min(len(each) for each, _ in sides))
            chosen = [puzzle for each, _ in sides for puzzle in each[:share]][:number]
            chosen.sort(key=lambda puzzle: DIFFICULTIES.index(puzzle.difficulty))
            puzzles = sorted((*others, *chosen), key=lambda puzzle: puzzle.plies)
            (TARGET / f"{called}.toml").write_text(collection_text(game_name, name, puzzles), encoding="utf-8")
        counted = " and ".join(f"{len(each)} of {tried} positions" for each, tried in sides)
        report.append(f"{len(chosen)} of {length} plies ({counted})")
    return f"{called}: {', '.join(report)}"


def main() -> None:
    """Write the files of the rulesets that are named, or of all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=Path)
    parser.add_argument("--plies", type=int, choices=PLIES, nargs="+", default=PLIES)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("rulesets", nargs="*")
    chosen = parser.parse_args()
    tasks = [task for task in all_tasks(Catalog()) if not chosen.rulesets or f"{task[0]}-{task[1]}" in chosen.rulesets]
    if not tasks:
        sys.exit("no such ruleset")
    with ProcessPoolExecutor(chosen.processes) as pool:
        for line in pool.map(partial(make, chosen.games, chosen.plies), tasks):
            print(line, flush=True)


if __name__ == "__main__":
    main()
