"""Measure what making kits costs, against limits.

The measure is the instructions that a process executes, as valgrind counts them: they depend neither on how fast a
machine is nor on what else it does. The processor's time for the same work stands beside, without a limit. Without
valgrind there is the time alone.

What a process does warm, or beside its imports, is the difference of two runs: with the work and without, or with more
kits and with fewer.

What the site costs a visitor is measured in a browser, by bench_site.py.

With the argument "whole" it makes all kits of all games instead, which takes valgrind some minutes.

Prints each figure with its limit and exits with 1 if one is missed.
"""

from __future__ import annotations

import itertools
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.store import Store
from taflkit.kit.build import build_kit, plan_kit
from taflkit.kit.options import KitSpec, framed
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import PAPERS
from taflkit.tafl import Position, parse_position
from taflkit.tafl.counts import perft
from taflkit.tafl.proof import Prover

EVERY = ("rules", "paper", "mode", "theme")
"""The options of a kit that a batch goes through."""
COUNTED = (3, 11)
"""The version of CPython that the limits were counted with; others execute other instructions, which have no limits."""
PROVEN = Path(__file__).resolve().parent.parent / "tests" / "data" / "proofs.txt"
"""The positions on which forced wins are looked for."""
COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
TAFLKIT = (str(Path(sys.executable).with_name("taflkit")),)
WORK = (sys.executable, str(Path(__file__).resolve()), "work")


class Case(NamedTuple):
    """Work that is measured.

    Attributes:
        name: for people.
        command: the command.
        without: the command of the same process without this work, which is taken off; () for nothing.
        rounds: how often the work is done.
        limit: the most million instructions that a round may take; None where the figure is for a ratio alone.
    """

    name: str
    command: tuple[str, ...]
    without: tuple[str, ...] = ()
    rounds: int = 1
    limit: float | None = None

    def measured(self, measures: Mapping[tuple[str, ...], float]) -> float:
        """Return what one round takes, of the measures of whole commands."""
        return (measures[self.command] - (measures[self.without] if self.without else 0)) / self.rounds


class Result(NamedTuple):
    """A figure with its limit.

    Attributes:
        limit: the most, or with `least` the least; None for none.
        beside: what is printed besides.
    """

    name: str
    value: float
    unit: str
    limit: float | None
    least: bool = False
    beside: str = ""

    @property
    def kept(self) -> bool:
        """Whether the limit is kept."""
        return self.limit is None or (self.value >= self.limit if self.least else self.value <= self.limit)

    def __str__(self) -> str:
        bound = "" if self.limit is None else f"at {'least' if self.least else 'most'} {self.limit:,g}"
        missed = "" if self.kept else "   MISSED"
        return f"{self.name:42} {self.value:9,.1f} {self.unit:5} {bound:24} {self.beside}{missed}".rstrip()


def varied(game: str, rounds: str) -> None:
    """Make kits of a game: each differs from all before it, and from the last in nearly all."""
    catalog = Catalog()
    specs = every_kit(catalog, game)
    # a stride that shares no divisor with the count goes through all of them
    stride = next(step for step in itertools.count(len(specs) * 2 // 5 + 1) if math.gcd(step, len(specs)) == 1)
    for number in range(int(rounds)):
        make(catalog, specs[number * stride % len(specs)])


def batch(game: str) -> None:
    """Make all kits of a game, in the order of the command that makes them."""
    catalog = Catalog()
    specs = every_kit(catalog, game)
    if len(specs) != BATCH.rounds:
        raise SystemExit(f"a batch of {game} has {len(specs)} kits now, not {BATCH.rounds}: correct the case")
    for spec in specs:
        make(catalog, spec)


def whole_batch() -> None:
    """Make every kit of every game, one after the other, and print how many they are."""
    catalog = Catalog()
    specs = [spec for game in catalog.game_names() for spec in every_kit(catalog, game)]
    for spec in specs:
        make(catalog, spec)
    print(len(specs))


def every_kit(catalog: Catalog, game: str) -> list[KitSpec]:
    """Return a kit of each ruleset of a game, paper, mode and theme."""
    choices = (catalog.game(game).ruleset_names, tuple(PAPERS), catalog.mode_names(), catalog.theme_names())
    return [
        KitSpec(game, rules, paper=paper, mode=mode, theme=theme)
        for rules, paper, mode, theme in itertools.product(*choices)
    ]


def make(catalog: Catalog, spec: KitSpec) -> int:
    """Make a kit; return its bytes."""
    kit = build_kit(catalog, spec)
    return len(to_pdf(kit.documents[""], kit.paints, store=catalog.store))


def plan(game: str, sections: str = "", sets: str = "1") -> None:
    """Plan a kit of a game; without sections, read what a plan is made of alone."""
    catalog = Catalog()
    book = read_book(catalog, game, None)
    if sections:
        plan_kit(book, framed(KitSpec(game, sections=sections, sets=int(sets)), catalog.theme()), Store())


def start(game: str) -> Position:
    """Return the start of a game under its first ruleset."""
    templates = Catalog().game(game)
    return Position.start(templates.variant(templates.ruleset(None)))


def count(game: str, depth: str) -> None:
    """Count the nodes of a game's move tree."""
    perft(start(game), int(depth))


def count_played(game: str, depth: str) -> None:
    """Count the nodes of a game's move tree by playing every move."""
    play(start(game), int(depth))


def play(position: Position, depth: int) -> int:
    """Return the nodes of a move tree of a depth."""
    turns = [position.play(move) for move in position.legal_moves()]
    if depth == 1:
        return len(turns)
    return sum(play(turn.after, depth - 1) for turn in turns if turn.outcome is None)


def prove(game: str, rules: str, plies: str, number: str) -> None:
    """Look for forced wins on some of the stored positions, each with a prover of its own; in no plies, read them."""
    templates = Catalog().game(game)
    variant = templates.variant(templates.ruleset(rules))
    lines = [line for line in PROVEN.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for position in [parse_position(variant, line) for line in lines][: int(number)]:
        if int(plies):
            Prover(variant).wins(position, int(plies))


WORKS: Mapping[str, Callable[..., object]] = {
    "varied": varied,
    "batch": batch,
    "whole-batch": whole_batch,
    "plan": plan,
    "count": count,
    "count-played": count_played,
    "prove": prove,
}
"""What a process of this script does for a measurement, by its argument."""


def plans(game: str, sections: str, limit: float, sets: int = 1) -> Case:
    """Return the case of a plan."""
    name = f"plan of {game}, {sections}{f', {sets} sets' if sets > 1 else ''}"
    command = (*WORK, "plan", game, sections, str(sets))
    return Case(name, command, (*WORK, "plan", game), limit=limit)


def trees(game: str, depth: int) -> tuple[Case, Case]:
    """Return the cases of a move tree that is counted, and of one that is played, beyond its first ply."""
    first = (*WORK, "count", game, "1")
    return (
        Case(f"moves of {game}", (*WORK, "count", game, str(depth)), first),
        Case(f"moves of {game}, played", (*WORK, "count-played", game, str(depth)), first),
    )


def proofs(plies: int, number: int, limit: float) -> Case:
    """Return the case of a forced win, of so many stored positions."""
    command = (*WORK, "prove", "brandub", "walker")
    without = (*command, "0", "0")
    return Case(f"forced win in {plies} plies", (*command, str(plies), str(number)), without, number, limit)


VARIED = (*WORK, "varied", "brandub")
LARGE = (*WORK, "varied", "alea-evangelii")
WARM_KIT = Case("kit, everything varied, after ten", (*VARIED, "40"), (*VARIED, "10"), 30, 340)
LARGE_KIT = Case("kit of 19 x 19, varied, after ten", (*LARGE, "13"), (*LARGE, "10"), 3)
COLD_KIT = Case("taflkit build", (*TAFLKIT, "build"), limit=2000)
BATCH = Case("kit of a batch of 30, the first too", (*WORK, "batch", "parlett"), (), 30, 400)
MOST_KITS = (*TAFLKIT, "build", "hnefatafl", *itertools.chain(*((f"--{name}", "all") for name in EVERY)))
WHOLE_BATCH = (*WORK, "whole-batch")
TREES = tuple(
    trees(game, depth)
    for game, depth in (("brandub", 3), ("tablut", 3), ("hnefatafl", 2), ("parlett", 2), ("alea-evangelii", 2))
)
"""Move trees counted and played, of 7 x 7 to 19 x 19."""
# the longest first, so that those that run side by side end together
CASES = (
    WARM_KIT,
    LARGE_KIT,
    BATCH,
    COLD_KIT,
    plans("brandub", "auto", 600),
    plans("brandub", "best", 3000),
    plans("brandub", "auto", 600, sets=50),
    plans("tablut", "auto", 600),
    plans("tablut", "best", 3000),
    plans("alea-evangelii", "auto", 600),
    plans("alea-evangelii", "best", 3000),
    *(case for counted, played in TREES for case in (counted, played)),
    proofs(7, 2, 5000),
    proofs(5, 16, 200),
    proofs(3, 40, 6),
    Case("taflkit --help", (*TAFLKIT, "--help"), limit=205),
    Case("taflkit --version", (*TAFLKIT, "--version"), limit=190),
)


class Measures(NamedTuple):
    """What a command takes: ms of the processor, MB of memory, million instructions, or 0 where nothing counts them."""

    time: float
    memory: float
    instructions: float


def measured(command: tuple[str, ...], folder: str) -> Measures:
    """Return what a command takes."""
    time, memory = used(command, folder)
    return Measures(time, memory, instructions(command, folder) if shutil.which(COUNTER[0]) else 0)


def used(command: tuple[str, ...], folder: str) -> tuple[float, float]:
    """Return the ms of the processor that a command and its processes take, and the MB of the largest of them."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    memory = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return (usage.ru_utime + usage.ru_stime) * 1000, memory


def instructions(command: tuple[str, ...], folder: str) -> float:
    """Return the million instructions that a command executes."""
    done = subprocess.run(
        (*COUNTER, *command), cwd=folder, check=True, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    found = re.search(r"I +refs: +([0-9,]+)", done.stderr)
    if found is None:
        raise SystemExit(f"valgrind counted nothing: {done.stderr[-500:]}")
    return int(found[1].replace(",", "")) / 1e6


def figures(folder: str) -> Iterator[Result]:
    """Yield the largest resident sets, and the cases as millions of instructions with their times beside.

    Where nothing counts instructions the cases are times alone, without limits. Commands run side by side, on all
    cores.
    """
    commands = dict.fromkeys(command for case in CASES for command in (case.command, case.without) if command)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(commands, pool.map(lambda command: measured(command, folder), commands), strict=True))
    for case, name in ((COLD_KIT, "a build"), (BATCH, "a batch"), (WARM_KIT, "kits, everything varied")):
        yield Result(f"peak memory of {name}", found[case.command].memory, "MB", 68)
    yield Result("peak memory of the game of most kits", used(MOST_KITS, folder)[1], "MB", 64)
    times = {command: measures.time for command, measures in found.items()}
    counts = {command: measures.instructions for command, measures in found.items()}
    if not any(counts.values()):
        print("valgrind is not there to count instructions: times alone, which depend on the machine")
        yield from (Result(case.name, case.measured(times), "ms", None) for case in CASES)
        return
    for case in CASES:
        limit = case.limit if sys.version_info[:2] == COUNTED else None
        beside = f"{case.measured(times):,.0f} ms"
        yield Result(case.name, case.measured(counts), "M", limit, beside=beside)
    growth = LARGE_KIT.measured(counts) / WARM_KIT.measured(counts)
    yield Result("kit of 19 x 19 by kit of 7 x 7", growth, "times", 4)
    for counted, played in TREES:
        faster = played.measured(counts) / counted.measured(counts)
        yield Result(f"{played.name} by counted", faster, "times", 5, least=True)


def whole(folder: str) -> Iterator[Result]:
    """Yield what a kit takes of the batch of all games, rulesets, papers, modes and themes, imports and all."""
    kits = int(subprocess.run(WHOLE_BATCH, cwd=folder, check=True, capture_output=True, text=True).stdout)
    limit = 220 if sys.version_info[:2] == COUNTED else None
    yield Result(f"kit of the whole batch, of {kits}", instructions(WHOLE_BATCH, folder) / kits, "M", limit)


def sizes() -> Iterator[Result]:
    """Yield how large kits are."""
    catalog = Catalog()
    made = {theme: make(catalog, KitSpec(theme=theme)) for theme in catalog.theme_names()}
    yield Result("default kit", made[KitSpec().theme] / 1000, "KB", 350)
    yield Result("largest kit of any theme", max(made.values()) / 1000, "KB", 350)


def site() -> Iterator[Result]:
    """Yield what the site's pages cost a visitor, where what measures it is there; times are of this machine alone."""
    # what it imports would count with the kits' own
    from bench_site import measure_site  # noqa: PLC0415

    for found in measure_site():
        timed = found.unit == "s"
        beside = f"aim {found.limit:g} on an idle machine" if timed else ""
        yield Result(found.name, found.value, found.unit, None if timed else found.limit, beside=beside)


def main(arguments: Sequence[str]) -> int:
    """Do the work of one measurement, or run all of them, or that of the whole batch; return the exit code."""
    if arguments[:1] == ["work"]:
        WORKS[arguments[1]](*arguments[2:])
        return 0
    os.environ["PYTHONHASHSEED"] = "0"
    # an installed program has its bytecode beside it
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        # a process counts as at least as large as the one that starts it, so kits are made here last
        results = [*whole(folder)] if arguments == ["whole"] else [*figures(folder), *sizes(), *site()]
    print("\n".join(map(str, results)))
    return 0 if all(result.kept for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
