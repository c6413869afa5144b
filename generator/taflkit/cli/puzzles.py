"""taflkit puzzles: positions with one first move that forces a win, found and proven by the engine."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

from taflkit.catalog import GameTemplates
from taflkit.catalog.games import stated_game
from taflkit.catalog.puzzles import collection_name, collection_text, puzzle_table
from taflkit.catalog.rulesets import Ruleset
from taflkit.cli.console import Stopped, catalog, complain, many, say, say_table
from taflkit.cli.options import (
    Choice,
    game_argument,
    output_option,
    own_rules,
    propose_files,
    ranged_option,
    rules_option,
)
from taflkit.cli.writing import target, write_all
from taflkit.errors import TaflkitError, about
from taflkit.kit.options import file_name
from taflkit.limits import POSITIONS, PUZZLES, SEED
from taflkit.reading import is_folder, read_text
from taflkit.tafl import Position, Side, Variant, write_position
from taflkit.tafl.puzzles import (
    DIFFICULTIES,
    PLIES,
    Difficulty,
    Puzzle,
    Sought,
    find_puzzles,
    puzzle_record,
    recorded_games,
)
from taflkit.tafl.records import is_record, parse_game
from taflkit.tafl.stated_rules import Stated

_MADE = {"as_json": "--json", "as_otg": "--otg", "collect": "--collect"}
"""The options for files and programs, of which one may be given."""


@click.command()
@game_argument
@rules_option()
@click.option(
    "--plies",
    type=Choice(tuple(map(str, PLIES)), "number of plies"),
    default="3",
    show_default=True,
    help="The moves of both sides to the win.",
)
@ranged_option("count", PUZZLES, "the number of puzzles", "How many.", "12")
@ranged_option("seed", SEED, "the seed", "The same seed finds the same puzzles.", "1")
@click.option("--side", type=Choice(tuple(side.value for side in Side)), help="Who wins; either side by default.")
@click.option("--difficulty", type=Choice(DIFFICULTIES), help="Only such; any by default.")
@ranged_option("positions", POSITIONS, "the number of positions", "How many are tried at most.", "5000")
@click.option(
    "--games",
    "recorded",
    metavar="FILE",
    shell_complete=propose_files,
    type=click.Path(path_type=Path),
    help="Games, one a line, or a record of OpenTafl's; their ends are tried first.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the proofs.")
@click.option("--otg", "as_otg", is_flag=True, help="Write a record for OpenTafl of each.")
@click.option("--collect", is_flag=True, help="Give a game of your own its collection.")
@output_option("A folder for --otg; default output/.")
def puzzles(
    game: str,
    rules: str | None,
    plies: str,
    count: float,
    seed: float,
    side: str | None,
    difficulty: Difficulty | None,
    positions: float,
    recorded: Path | None,
    output: str | None,
    **made: bool,
) -> None:
    """Find puzzles of GAME: positions in which one first move alone forces a win, whatever is replied.

    Every one is proven by the rules: there is no second solution and no shorter win. Longer ones take much longer:
    of 3 plies there is one in seconds, of 7 one in minutes. Ctrl-C ends the search with the puzzles there are.

    \b
    Examples:
      taflkit puzzles
      taflkit puzzles tablut --rules historical --side attackers --count 4
      taflkit puzzles --plies 5 --difficulty hard --seed 7 --json
      taflkit puzzles --count 3 --otg -o records/
      taflkit puzzles mygame.toml --collect
    """
    chosen = [option for name, option in _MADE.items() if made[name]]
    if chosen[1:]:
        raise click.UsageError(f"{' and '.join(chosen)} make different things; leave all but one away")
    if output is not None and chosen != ["--otg"]:
        raise click.UsageError("-o is where --otg writes; leave it away")
    folder = target(output, several=True)[0] if made["as_otg"] else None
    templates = catalog().game(game)
    if made["collect"] and templates.lender is None:
        raise TaflkitError("the collections of shipped games are there; name a game of your own", choice="collect")
    ruleset = templates.ruleset(rules)
    variant = templates.variant(ruleset)
    sought = Sought(int(plies), Side(side) if side else None, difficulty)
    text, stated = _recorded(recorded, variant) if recorded else ("", None)
    if stated:
        (templates, ruleset), variant = stated_game(stated, templates), stated.variant
    tried = islice(find_puzzles(variant, sought, int(seed), _games(variant, text)), int(positions))
    found: list[Puzzle] = []
    try:
        for puzzle in islice(_heard(tried), int(count)):
            found.append(puzzle)
            if not chosen:
                _print(len(found), puzzle)
    except (Stopped, KeyboardInterrupt):
        _hand_over(game, templates, ruleset, found, chosen, folder)
        raise Stopped(f"{len(found)} of {many(int(count), 'puzzle')} found") from None
    if len(found) < count:
        less = ["another --seed", *(["fewer --plies"] if sought.plies > PLIES[0] else [])]
        less += ["no --side or --difficulty"] if side or difficulty else []
        line = f"{many(len(found), 'puzzle')} in {many(int(positions), 'position')}"
        line = f"{line}; for others take more --positions, {' or '.join(less)}"
        if not found:
            raise TaflkitError(line)
        complain(line, head="")
    _hand_over(game, templates, ruleset, found, chosen, folder)


def _hand_over(
    game: str,
    called: GameTemplates,
    ruleset: Ruleset,
    found: Sequence[Puzzle],
    chosen: Sequence[str],
    folder: Path | None,
) -> None:
    """Print or write puzzles as one of the options asks for, if any does."""
    if chosen == ["--json"]:
        say_table({"game": called.name, "ruleset": ruleset.name, "puzzles": [*map(puzzle_table, found)]})
    elif chosen == ["--otg"] and found:
        name = file_name(called.name, ruleset.name, "puzzle")
        title = f"{called.title}, {ruleset.name}"
        records = {f"{name}-{number}.otg": puzzle_record(each, title) for number, each in enumerate(found, 1)}
        for written in write_all(folder, records):
            say(written)
    elif chosen == ["--collect"] and found:
        place = collection_name(ruleset)
        if is_folder(Path(game)):
            text = collection_text(called.name, ruleset.name, found)
            say(write_all(Path(game), {f"{place}.toml": text})[0])
        else:
            text = collection_text(called.name, ruleset.name, found, place.replace("/", "."))
            click.echo(f"# Put these tables at the end of {game}.\n{text}", nl=False)


def _recorded(file: Path, variant: Variant) -> tuple[str, Stated | None]:
    """Return the text of recorded games, and the game of a record's own rules if they are others."""
    with about("recorded"):
        text = read_text(file, str(file))
        return text, own_rules(parse_game(text), variant) if is_record(text) else None


def _games(variant: Variant, text: str) -> Iterator[list[Position]]:
    with about("recorded"):
        yield from recorded_games(variant, text)


def _heard(tried: Iterable[Puzzle | None]) -> Iterator[Puzzle]:
    """Yield the puzzles among what was tried, and say in a terminal how far it is, after 1, 2, 4 ... seconds."""
    began, pause, found = time.monotonic(), 1, 0
    for number, puzzle in enumerate(tried, 1):
        if sys.stderr.isatty() and time.monotonic() - began > pause:
            pause *= 2
            say(f"{many(number, 'position')} tried, {many(found, 'puzzle')} found", err=True)
        if puzzle:
            found += 1
            yield puzzle


def _print(number: int, puzzle: Puzzle) -> None:
    tries = f"{puzzle.attempt} nearly works, but {puzzle.refutation} refutes it"
    say(f"{number}. {puzzle.difficulty}, {puzzle.plies} plies: {write_position(puzzle.position)}")
    say(f"   {puzzle.key} alone wins; {tries}")
