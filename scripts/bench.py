"""Measure what the README claims, as ratios within one run: machines are noisy, ratios less so.

Prints each figure with its limit and exits with 1 if one is missed.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.drawing.store import Store
from taflkit.kit.build import build_kit, plan_kit
from taflkit.kit.spec import KitSpec, framed
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import paper
from taflkit.sheets.plan import PlanRequest, make_plan
from taflkit.tafl import Position
from taflkit.tafl.perft import perft

FLOOR = "import click, reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts"
ROUNDS = 9


@dataclass(frozen=True)
class Result:
    """One measurement with the limit it must keep."""

    name: str
    value: float
    limit: float
    unit: str
    least: bool = False

    @property
    def kept(self) -> bool:
        """Whether the limit is kept."""
        return self.value >= self.limit if self.least else self.value <= self.limit

    def __str__(self) -> str:
        bound = "at least" if self.least else "at most"
        mark = "" if self.kept else "   MISSED"
        return f"{self.name:58} {self.value:12,.1f} {self.unit:8} {bound} {self.limit:,.1f}{mark}"


def seconds(command: list[str], folder: str) -> float:
    """Return how long a command takes, wall clock."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def best(action: Callable[[], object], rounds: int = ROUNDS, before: Callable[[], object] = lambda: None) -> float:
    """Return the least time of several in ms: what the work itself takes, without what is done before it."""
    times = []
    for _ in range(rounds):
        before()
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def cold(folder: str) -> Iterator[Result]:
    """A cold build against the imports that no build can do without, taken in turns."""
    taflkit = [str(Path(sys.executable).with_name("taflkit")), "build", "-o", folder]
    floors, plain, builds = [], [], []
    for _ in range(ROUNDS):
        floors.append(seconds([sys.executable, "-c", FLOOR], folder))
        plain.append(seconds([*taflkit, "--theme", "plain"], folder))
        builds.append(seconds(taflkit, folder))
    floor, without, whole = (statistics.median(times) for times in (floors, plain, builds))
    print(
        f"cold: imports {floor * 1000:.0f} ms, plain kit {without * 1000:.0f} ms, with ornament {whole * 1000:.0f} ms"
    )
    print(f"cold: a kit with ornament takes {whole / floor:.2f} times the imports")
    yield Result("cold build, plain theme / cold imports, median", without / floor, 2.5, "times")


def warm() -> Iterator[Result]:
    """Kits in one process, a different ruleset each time."""
    catalog = Catalog()
    rulesets = catalog.game("brandub").ruleset_names
    times, size = [], 0
    for number in range(3 * len(rulesets)):
        start = time.perf_counter()
        spec = KitSpec(rules=rulesets[number % len(rulesets)])
        pdf = to_pdf(build_kit(catalog, spec).documents[""], catalog.paints("colour"), store=catalog.store)
        times.append(time.perf_counter() - start)
        size = max(size, len(pdf))
    # the first round reads the templates and sets what all rulesets share
    yield Result("warm kit, a different ruleset each time, median", statistics.median(times[1:]) * 1000, 40, "ms")
    yield Result("largest kit", size / 1000, 250, "KB")


def ornament() -> Iterator[Result]:
    """What ornament adds to a kit in one process, with nothing kept from the kit before but its plan."""
    catalog = Catalog()

    def plan(theme: str) -> None:
        vars(catalog)["store"] = Store()
        spec = framed(KitSpec(theme=theme), catalog.theme(theme))
        plan_kit(read_book(catalog, spec.game, spec.rules), spec, catalog.store)

    def build(theme: str) -> int:
        kit = build_kit(catalog, KitSpec(theme=theme))
        return len(to_pdf(kit.documents[""], catalog.paints("colour", theme)))

    sizes = {theme: build(theme) for theme in catalog.theme_names()}
    took = {theme: best(lambda theme=theme: build(theme), before=lambda theme=theme: plan(theme)) for theme in sizes}
    most = max(took.values()) - took["plain"]
    yield Result("ornament of a warm kit, the dearest theme less plain", most, 15, "ms")
    yield Result("largest kit of any theme", max(sizes.values()) / 1000, 400, "KB")


def planner() -> Iterator[Result]:
    """Plans, none of them kept from before."""

    def plan(size: int, pieces: int, sections: str) -> None:
        counters = tuple(f"attacker-{i}" for i in range(pieces))
        make_plan(PlanRequest(paper("a4"), size, counters, ("a", "b"), sections=sections))

    yield Result("plan 7 x 7, auto", best(lambda: plan(7, 13, "auto")), 100, "ms")
    yield Result("plan 7 x 7, best", best(lambda: plan(7, 13, "best")), 100, "ms")
    yield Result("plan 19 x 19, best", best(lambda: plan(19, 49, "best"), 2), 2000, "ms")


def engine() -> Iterator[Result]:
    """Nodes a second through Position, from the start."""
    game = Catalog().game("brandub")
    start = Position.start(game.variant(game.ruleset("walker")))
    nodes = perft(start, 3).nodes
    took = best(lambda: perft(start, 3), 5)
    yield Result("perft from the start", nodes / took * 1000, 150_000, "nodes/s", least=True)


def memory(folder: str) -> Iterator[Result]:
    """The largest resident set of a build."""
    subprocess.run([sys.executable, "-m", "taflkit", "build", "-o", folder], check=True, stdout=subprocess.DEVNULL)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    yield Result("peak memory of a build", peak / (1024 if sys.platform != "darwin" else 1024**2), 80, "MB")


def main() -> int:
    """Run all measurements; return the exit code."""
    os.environ["PYTHONHASHSEED"] = "0"
    # an installed program has its bytecode beside it
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        results = [*memory(folder), *cold(folder), *warm(), *ornament(), *planner(), *engine()]
        Path(folder, "done").touch()
    print("\n".join(map(str, results)))
    return 0 if all(result.kept for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
