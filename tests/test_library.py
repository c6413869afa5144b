"""What a program imports: the names, their pages and examples, the command's own bytes, errors of one family."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import taflkit
from support import ROOT
from support.documents import CODE, PAGES
from taflkit import tafl
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.kit.options import KitSpec

FACES: dict[str, types.ModuleType] = {"docs/library.md": taflkit, "docs/engine.md": tafl}
START = tafl.Position.start(taflkit.variant())


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


# names and pages


@pytest.mark.parametrize("page", FACES)
def test_the_examples_of_a_page_are_true(page: str) -> None:
    # a line that ends a block is no part of an example's result
    text = re.sub(r"(?m)^```.*$", "", PAGES[page])
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(test.examples) > 10
    shown: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=shown.append)
    assert results.failed == 0, "".join(shown)


@pytest.mark.parametrize("page", FACES)
def test_every_public_name_is_on_its_page_and_no_other(page: str) -> None:
    face = FACES[page]
    rows = [row.split("|")[1] for row in PAGES[page].splitlines() if row.startswith("| `")]
    named = {code.partition("(")[0] for cell in rows for code in CODE.findall(cell)}
    assert named == set(face.__all__)
    assert face.__all__ == sorted(face.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_every_public_name_is_there_and_explains_itself(face: types.ModuleType) -> None:
    for name in face.__all__:
        value = getattr(face, name)
        if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
            assert value.__doc__, name
            assert not value.__doc__.startswith(f"{name}("), name


def test_what_is_not_public_is_not_listed_or_there() -> None:
    assert dir(taflkit) == sorted(taflkit.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'bild_kit'"):
        taflkit.bild_kit  # type: ignore[attr-defined]  # noqa: B018
    everything: dict[str, Any] = {}
    exec("from taflkit import *", everything)  # noqa: S102
    assert set(taflkit.__all__) == everything.keys() - {"__builtins__"}


def test_importing_the_library_imports_nothing_until_it_is_asked() -> None:
    script = (
        "import sys, taflkit\nfound = {m for m in sys.modules if m.startswith('taflkit.')}\n"
        "print(sorted(found | {'msgspec', 'reportlab'} & sys.modules.keys()))\n"
        "taflkit.tafl.Position\nprint('taflkit.library' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['taflkit.errors']", "False"]


def test_the_engine_needs_nothing_but_python() -> None:
    script = "import sys, taflkit.tafl\nprint({m.partition('.')[0] for m in sys.modules} - sys.stdlib_module_names)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(ROOT / 'generator')!r})\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert eval(done.stdout) - {"__main__"} == {"taflkit"}  # noqa: S307


def test_a_kit_has_the_arguments_of_its_table() -> None:
    for function in (taflkit.build_kit, taflkit.plan_kit):
        assert tuple(inspect.signature(function).parameters) == KitSpec._fields
        assert function.__name__ in taflkit.__all__


@pytest.mark.whole
def test_a_type_checker_knows_the_arguments(tmp_path: Path) -> None:
    lines = {
        "taflkit.build_kit('brandub', rules='walker', cell=30.0, parts=('board',))['x'].decode()": "",
        "taflkit.draw_diagram(taflkit.tafl.Position.start(taflkit.variant()), moves=('d6-c6',)).upper()": "",
        "taflkit.game().rulesets[0].variant.rules.goal.upper()": "",
        "taflkit.build_kit(papper='a4')": "call-arg",
        "taflkit.plan_kit(cell='30')": "arg-type",
        "taflkit.draw_diagram('x')": "arg-type",
        "taflkit.game().title = 'x'": "misc",
        "taflkit.bild_kit()": "attr-defined",
    }
    file = tmp_path / "program.py"
    file.write_text("\n".join(("import taflkit", *lines)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(file)], capture_output=True, text=True, check=False
    )
    found = {int(line.split(":")[1]): line.rpartition("[")[2].rstrip("]") for line in done.stdout.splitlines()[:-1]}
    assert found == {number: code for number, code in enumerate(lines.values(), 2) if code}, done.stdout


# the same as the commands


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({}, []),
        (
            {"game": "tablut", "rules": "smith", "paper": "letter", "mode": "mono", "split": True, "margin": 8},
            ["tablut", "--rules", "smith", "--paper", "letter", "--mode", "mono", "--split", "--margin", "8"],
        ),
        ({"sets": 3, "parts": ["cards", "board"]}, ["--sets", "3", "--parts", "board,cards"]),
        (
            {"class_": 2, "rules": "masters", "variations": ("check",), "language": "de", "box": "parts"},
            ["--class", "2", "--rules", "masters", "--variation", "check", "--language", "de", "--box", "parts"],
        ),
    ],
)
def test_a_kit_and_its_plan_are_the_commands_own(choices: dict[str, Any], words: list[str], tmp_path: Path) -> None:
    run("build", *words, "-o", f"{tmp_path}/")
    assert taflkit.build_kit(**choices) == {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    planned = [word for word in words if word != "--split"]
    assert taflkit.plan_kit(**choices) == json.loads(run("plan", *planned, "--json"))


def test_figures_are_the_commands_own(tmp_path: Path) -> None:
    words = ("--rules", "branan", "--mode", "mono", "--language", "fr", "--size", "5cm")
    run("figures", *words, "-o", f"{tmp_path}/")
    drawn = taflkit.draw_figures(rules="branan", mode="mono", language="fr", size=50)
    written = {file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    assert {*drawn.values()} == written
    assert len(drawn) == len(written) > 10
    assert [*taflkit.draw_figures(names=("start",))] == ["start"]


def test_a_diagram_is_the_commands_own(tmp_path: Path) -> None:
    file = tmp_path / "made.svg"
    words = ("--move", "d6-c6", "--refused", "d6-d3", "--moves-of", "b4", "--coordinates", "--theme", "plain")
    run(
        "diagram",
        "--rules",
        "masters",
        "--variation",
        "check",
        *words,
        "--position",
        tafl.write_position(START),
        "-o",
        str(file),
    )
    position = tafl.Position.start(taflkit.variant("brandub", "masters", ("check",)))
    chosen = {"moves": ["d6-c6"], "refused": ["d6-d3"], "moves_of": ["b4"], "coordinates": True, "theme": "plain"}
    assert taflkit.draw_diagram(position, **chosen) == file.read_text(encoding="utf-8")


def test_the_engine_has_the_variants_and_puzzles_of_the_files() -> None:
    catalog = Catalog()
    for name in taflkit.games():
        game, shipped = taflkit.game(name), catalog.game(name)
        assert (game.name, game.title, game.languages) == (name, shipped.title, shipped.languages)
        assert [ruleset.name for ruleset in game.rulesets] == [*shipped.ruleset_names]
        for ruleset in game.rulesets:
            assert (
                ruleset.variant == shipped.variant(shipped.ruleset(ruleset.name)) == taflkit.variant(name, ruleset.name)
            )
    assert len(taflkit.puzzles("brandub", "macwhite")) >= 12
    assert taflkit.puzzles("alea-evangelii", "cyningstan") == ()


# a user's own files


def test_a_file_of_ones_own_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    run("new", "game", "hall", "-o", f"{tmp_path}/")
    first = taflkit.game(str(file))
    assert first.name == first.rulesets[0].variant.game == str(file)
    plain = taflkit.draw_diagram(tafl.Position.start(first.rulesets[0].variant))
    text = file.read_text(encoding="utf-8")
    title = re.search(r'(?m)^title = "(.+)"$', text)
    assert title is not None
    file.write_text(text.replace(title[0], 'title = "Longhouse"', 1), encoding="utf-8")
    assert (first.title, taflkit.game(str(file)).title) == (title[1], "Longhouse")
    drawn = taflkit.draw_diagram(tafl.Position.start(taflkit.variant(str(file))))
    assert "Longhouse" in drawn
    assert "Longhouse" not in plain
    file.unlink()
    with pytest.raises(taflkit.TaflkitError, match="there is no file or folder"):
        taflkit.game(str(file))


def test_rules_that_a_program_has_made_are_drawn() -> None:
    layout = START.variant.layout
    mine = tafl.Variant("mine", "step", layout, tafl.Rules(soldier_move="step"))
    start = tafl.Position.start(mine)
    assert "Attacker d6 moves to c6" in taflkit.draw_diagram(start, moves=("d6-c6",))
    with pytest.raises(taflkit.IllegalMove) as caught:
        taflkit.draw_diagram(start, moves=("d6-b6",))
    assert isinstance(caught.value.refusal, tafl.Refusal)
    # a shipped name with other rules is played by its own
    assert taflkit.draw_diagram(
        tafl.Position.start(tafl.Variant("brandub", "walker", layout, mine.rules)), moves=("d6-c6",)
    )


def test_threads_wait_for_one_another() -> None:
    papers = ("a4", "letter", "a3", "legal")
    alone = [taflkit.plan_kit(paper=paper) for paper in papers]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(lambda paper: taflkit.plan_kit(paper=paper), papers)] == alone


# errors


@pytest.mark.parametrize(
    ("call", "choice", "why"),
    [
        (lambda: taflkit.build_kit(papper="a4"), "papper", "there is no choice 'papper'; did you mean paper?"),
        (lambda: taflkit.build_kit("brandub", "walker", rules="x"), "", "multiple values for argument 'rules'"),
        (lambda: taflkit.build_kit(*map(str, range(90))), "", "too many positional arguments"),
        (lambda: taflkit.build_kit(cell="30"), "cell", "cell: Expected `float | null`, got `str`"),
        (lambda: taflkit.build_kit(cell=10**400), "cell", "cell: "),
        (lambda: taflkit.build_kit(cell=float("nan")), "cell", "'nan' is not a length"),
        (lambda: taflkit.build_kit(cell=3), "cell", "must be 8 to 240 mm, not 3 mm"),
        (lambda: taflkit.build_kit(sets=True), "sets", "sets: Expected `int`, got `bool`"),
        (lambda: taflkit.build_kit(class_="2"), "class", "class_: Expected `int | null`"),
        (lambda: taflkit.build_kit(parts="board"), "parts", "parts: Expected `array`, got `str`"),
        (lambda: taflkit.build_kit(parts=()), "parts", "no part is chosen"),
        (lambda: taflkit.build_kit(unprintable=-1), "unprintable", "must be 0 to 25 mm"),
        (lambda: taflkit.build_kit(theme="none/such"), "", "there is no"),
        (lambda: taflkit.plan_kit(game="\ud800"), "", "there is no game"),
        (lambda: taflkit.plan_kit(game="a\0b"), "", "there is no game"),
        (lambda: taflkit.plan_kit(language="xx"), "language", "there is no language 'xx'"),
        (lambda: taflkit.game(5), "name", "name: Expected `str`, got `int`"),
        (lambda: taflkit.variant("brandub", "walker", ("check",)), "", "there is no variation of walker 'check'"),
        (lambda: taflkit.puzzles(rules="x"), "", "there is no ruleset of brandub 'x'"),
        (lambda: taflkit.draw_figures(names=("x",)), "", "there is no figure under walker 'x'"),
        (lambda: taflkit.draw_figures(size=1), "size", "the width must be 10 to 1000 mm, not 1 mm"),
        (taflkit.draw_diagram, "", "missing a required argument: 'position'"),
        (lambda: taflkit.draw_diagram("x"), "", "a diagram shows a Position"),
        (lambda: taflkit.draw_diagram(START, part="a1"), "part", "'a1' is no part of the board"),
        (lambda: taflkit.draw_diagram(START, moves=("d6",)), "moves", "'d6' is not a move"),
        (lambda: taflkit.draw_diagram(START, moves=(5,)), "moves", "moves: Expected `str`, got `int`"),
        (
            lambda: tafl.Variant("mine", "", START.variant.layout, tafl.Rules(goal="egde")),
            "",
            "goal must be one of corner",
        ),
        (lambda: tafl.perft(START, 0), "", "the depth must be 1 ply at least, not 0"),
        (lambda: [*tafl.divide(START, -1)], "", "the depth must be 1 ply at least, not -1"),
        (lambda: next(tafl.find_puzzles(START.variant, tafl.Sought(4), 1)), "", "a puzzle has 3, 5, 7 plies, not 4"),
    ],
)
def test_every_problem_is_one_of_the_family(call: Callable[[], object], choice: str, why: str) -> None:
    with pytest.raises(taflkit.TaflkitError, match=re.escape(why)) as caught:
        call()
    assert caught.value.choice == choice
    assert "\n" not in str(caught.value)


def test_the_errors_are_one_family() -> None:
    errors = {
        name
        for name in taflkit.__all__
        if inspect.isclass(getattr(taflkit, name)) and issubclass(getattr(taflkit, name), Exception)
    }
    assert len(errors) == 7
    assert all(issubclass(getattr(taflkit, name), taflkit.TaflkitError) for name in errors)
    assert tafl.TaflkitError is taflkit.TaflkitError
