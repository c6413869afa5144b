"""taflkit make: the files of the commands, again when what they are made of changes, and whole if it is stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.sampling import sampled
from taflkit.cli import main
from taflkit.cli.build import build, export
from taflkit.cli.console import catalog
from taflkit.cli.figures import diagram, figures
from taflkit.cli.puzzles import puzzles
from taflkit.cli.site import RECORD, site
from taflkit.kit.schemas import schema_of
from taflkit.resources import templates_folder

COMMAND = [sys.executable, "-m", "taflkit", "make"]
EVERYTHING = """
[[kits]]
parts = "counters"
mode = ["colour", "mono"]
output = "kits"
[[exports]]
to = "parts"
parts = "counters"
output = "machines"
[[figures]]
figure = "capture,start"
output = "drawn"
[[diagrams]]
move = "d6-c6"
output = "drawn/one.png"
[[puzzles]]
count = 1
positions = 2000
"""
COUNTERS = "brandub-walker-a4-colour-only-counters"
HALL = """
[layout]
base = "brandub"
[rulesets.hall]
base = "walker"
source = "The hall."
[rulesets.barn]
base = "walker"
source = "The barn."
[text.booklet]
subtitle = "A game"
"""
OF_HALL = '[[kits]]\ngame = "hall.toml"\nrules = "all"\nparts = "counters"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    catalog.cache_clear()


def make(*words: str) -> Result:
    # a process reads each file once
    catalog.cache_clear()
    return CliRunner().invoke(main, ["make", *words])


def made(*words: str) -> list[str]:
    """Make a project without a problem, and return the files that were made."""
    done = make(*words)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    lines = done.stdout.splitlines()[:-1]
    return sorted(name for line in lines for name in line.partition("] ")[2].split(", "))


def write(text: str, name: str = "taflkit.toml") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def contents() -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in Path().rglob("*") if file.is_file()}


def test_the_files_are_those_of_the_commands() -> None:
    write(EVERYTHING)
    names = made()
    for command in (
        "build --parts counters -o kits",
        "build --parts counters --mode mono -o kits",
        f"export --to parts --parts counters -o machines/{COUNTERS}-parts",
        "figures --figure capture --figure start -o drawn",
        "diagram --move d6-c6 -o drawn/one.png",
        "puzzles --count 1 --positions 2000 --otg",
    ):
        assert CliRunner().invoke(main, [*command.split()]).exit_code == 0
        # written over by the command, each is as it was
        assert made() == []
    assert {*names} == {name for name in contents() if not name.startswith("taflkit")}
    assert len(names) == 9


def test_only_what_is_missing_or_was_changed_is_made_again() -> None:
    write(EVERYTHING)
    names = made()
    Path("kits", f"{COUNTERS}.pdf").unlink()
    Path("drawn/one.png").write_bytes(b"another")
    write("mine", "kits/notes.txt")
    assert made() == ["drawn/one.png", f"kits/{COUNTERS}.pdf"]
    write(EVERYTHING.replace("d6-c6", "d6-b6"))
    assert made() == ["drawn/one.png"]
    write(EVERYTHING.replace("[[puzzles]]", "[[puzzles]]\nseed = 2"))
    assert made() == ["drawn/one.png", *(name for name in names if name.endswith(".otg"))]


def test_one_word_makes_again_what_has_it() -> None:
    write(HALL, "hall.toml")
    write(OF_HALL + '[[figures]]\nfigure = "capture"\n[[diagrams]]\ngame = "hall.toml"\nrules = "hall"\n')
    hall, barn = (f"output/hall-{name}-a4-colour-only-counters.pdf" for name in ("hall", "barn"))
    drawn = "output/hall-hall-diagram.svg"
    assert {hall, barn, drawn} < {*made()}
    write(HALL.replace("The barn", "The old barn"), "hall.toml")
    assert made() == [barn]
    write(HALL.replace("The barn", "The old barn").replace("A game", "Our game"), "hall.toml")
    assert made() == [barn, hall, drawn]
    # no word
    write(f"# by us\n{Path('hall.toml').read_text()}\n", "hall.toml")
    assert made() == []
    # of another ruleset, whose rules the booklet counts
    write(
        Path("hall.toml").read_text().replace("[text", "[rulesets.barn.rules]\nking_armed = false\n[text"), "hall.toml"
    )
    assert barn in made()


def test_a_word_of_a_language_makes_again_what_is_in_it() -> None:
    shutil.copytree(templates_folder() / "games" / "brandub", "mine")
    file = Path("mine/languages/de/mine.po")
    file.parent.mkdir(parents=True)
    shutil.copy(templates_folder() / "languages" / "de" / "brandub.po", file)
    write('[[kits]]\ngame = "mine"\nlanguage = ["en", "de"]\nparts = "counters"\n')
    assert len(made()) == 2
    text = file.read_text(encoding="utf-8")
    before = next(line for line in text.splitlines() if line.startswith('msgstr "') and line.endswith('."'))
    file.write_text(text.replace(before, before.replace('."', '!"')), encoding="utf-8")
    assert ["-de-" in name for name in made()] == [True]


def test_a_theme_is_made_of_its_drawings_and_a_game_of_its_records() -> None:
    for words in (["theme", "rosewood", "--art"], ["theme", "walnut"]):
        assert CliRunner().invoke(main, ["new", *words]).exit_code == 0
    write("d6-f6 d5-d6", "game.txt")
    themes = 'theme = ["rosewood/rosewood.toml", "walnut.toml", "plain"]'
    write(f'[[kits]]\nparts = "counters"\n{themes}\n[[diagrams]]\nfile = "game.txt"\noutput = "one.svg"\n')
    assert len(made()) == 4
    drawing = next(Path("rosewood").glob("*.svg"))
    drawing.write_text(drawing.read_text(encoding="utf-8") + "<!-- by us -->\n", encoding="utf-8")
    assert made() == ["output/brandub-walker-rosewood-a4-colour-only-counters.pdf"]
    write("d6-f6 d5-d6 f6-f5", "game.txt")
    assert made() == ["one.svg"]


def test_where_it_is_made_from_makes_no_difference() -> None:
    write(HALL, "club/hall.toml")
    write(OF_HALL + '[[kits]]\nparts = "counters"\noutput = "../public"\n', "club/taflkit.toml")
    assert Path("public", f"{COUNTERS}.pdf") in [Path(os.path.normpath(name)) for name in made("club/taflkit.toml")]
    for seed, where, file in (("1", "club", "taflkit.toml"), ("2", ".", str(Path("club/taflkit.toml").absolute()))):
        done = subprocess.run(
            [*COMMAND, file],
            cwd=where,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == f"{file}: 0 made, 3 unchanged\n"


def test_a_dry_run_writes_nothing() -> None:
    write(EVERYTHING)
    done = make("--dry-run")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        *("would be made: kits[0] (colour)", "would be made: kits[0] (mono)", "would be made: exports[0]"),
        *("would be made: figures[0]", "would be made: diagrams[0]", "would be made: puzzles[0]"),
        "taflkit.toml: 6 to make, 0 unchanged; nothing is written",
    ]
    assert [*contents()] == ["taflkit.toml"]


def test_the_project_of_new_is_made() -> None:
    assert CliRunner().invoke(main, ["new", "project", "club"]).exit_code == 0
    assert len(made("club.toml")) == 4
    # and whatever stands behind # in it can be
    text = Path("club.toml").read_text(encoding="utf-8")
    commented = [
        line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ") and ("= " in line or "[" in line)
    ]
    tables = [line for line in commented if line[0] == "[" or line.partition(" = ")[0].replace("-", "").isalpha()]
    tables = [line for line in tables if not line.startswith(("game = ", "theme = "))]
    write("\n".join(tables), "more.toml")
    done = make("more.toml", "--dry-run")
    assert (done.exit_code, done.stderr) == (0, "")
    assert {line.split()[3].partition("[")[0] for line in done.stdout.splitlines()[:-1]} == {
        *("kits", "exports", "figures", "diagrams", "puzzles", "site")
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[kits]]\ncell = '9 miles'", "kits[0].cell: '9 miles' has the unknown unit 'miles'; use mm, cm, in or pt"),
        ("[[kits]]\nrules = ['walker', 'nobody']", "kits[0].rules (nobody): there is no ruleset of brandub 'nobody'"),
        ("[[kits]]\nvariation = 'no'", "kits[0].variation: there is no variation of walker 'no'"),
        ("[[kits]]\nlanguage = 'xx'", "kits[0].language: there is no language 'xx'"),
        ("[[kits]]\npaper = 'a9'", "kits[0].paper: there is no paper 'a9'"),
        ("[[exports]]\nto = 'x'", "exports[0].to: there is no export 'x'; there is parts, cutter"),
        ("[[figures]]\nformat = 'gif'", "figures[1].format: there is no format 'gif'"),
        ("[[puzzles]]\nplies = 40", "puzzles[0].plies: there is no number of plies '40'"),
        ("[site]\nbase-url = 'x'", "site.base-url: 'x' is no address of a folder"),
    ],
)
def test_an_option_that_cannot_be_is_named_and_nothing_is_made(text: str, line: str) -> None:
    write(f"[[figures]]\n{text}\n")
    done = make()
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Error: taflkit.toml: {line}")
    assert len(done.stderr.splitlines()) == 1
    assert [*contents()] == ["taflkit.toml"]


@pytest.mark.parametrize(
    ("text", "line"),
    sampled(
        [
            ("[[kits]]\ncell = 190", "kits[0].cell: a 7 x 7 board with squares of 190 mm does not fit"),
            ("[[kits]]\noutput = 'x.svg'", "kits[0]: -o x.svg: this writes PDF"),
            ("[[kits]]\noutput = 'taken/x'", "kits[0].output: taken/x/brandub-walker-a4-colour.pdf cannot be written"),
            ("[[kits]]\nprinter = 'no'", "kits[0]: there is no printer 'no'"),
            ("[[exports]]\nto = 'parts'\ndpi = 300", "exports[0]: --dpi changes nothing here"),
            ("[[exports]]\nto = 'parts'\nparts = 'reader'", "exports[0].parts: 'reader' is a file of build"),
            ("[[diagrams]]\nmove = 'd6-d9'", "diagrams[0].move: d9 is beside the board"),
            ("[[diagrams]]\nply = 3", "diagrams[0]: --ply needs a game"),
            ("[[puzzles]]\npositions = 1\nplies = 7", "puzzles[0]: 0 puzzles in 1 position"),
        ],
        4,
    ),
)
def test_what_cannot_be_made_is_named_and_all_else_is_made(
    text: str, line: str, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    write("", "taken")
    write(f"{text}\n[[figures]]\nfigure = 'capture'\n")
    done = make()
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: taflkit.toml: {line}")
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout.splitlines()[-1] == "taflkit.toml: 1 made, 0 unchanged, 1 failed"
    assert {*contents()} == {"taken", "taflkit.toml", "taflkit.record.json", "output/brandub-walker-capture.svg"}


def test_a_problem_of_a_game_names_its_own_file_once_and_nothing_is_made() -> None:
    write(HALL.replace("base", "bass", 1), "hall.toml")
    write('[[kits]]\ngame = "hall.toml"\n[[kits]]\ngame = "hall.toml"\nmode = "mono"\n[[figures]]\n')
    done = make()
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: hall.toml: layout: bass: unknown key; did you mean base?")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("first", ["walker", "branan"])
def test_of_two_tables_that_write_one_file_the_later_is_refused(first: str) -> None:
    rules = [first, *({"walker", "branan"} - {first})]
    tables = [f'[[kits]]\nrules = "{name}"\nparts = "counters"\noutput = "one.pdf"\n' for name in rules]
    write("".join(tables))
    why = "one.pdf is written by kits[0] too; give one of them another output"
    for lines in ("1 made, 0 unchanged, 1 failed", "0 made, 1 unchanged, 1 failed"):
        done = make()
        assert (done.exit_code, done.stdout.splitlines()[-1]) == (1, f"taflkit.toml: {lines}")
        assert done.stderr == f"Error: taflkit.toml: kits[1].output: {why}\n"
        command = ["build", "--rules", first, "--parts", "counters", "-o", "alone.pdf"]
        assert CliRunner().invoke(main, command).exit_code == 0
        assert Path("one.pdf").read_bytes() == Path("alone.pdf").read_bytes()


def test_the_same_thing_twice_is_refused_in_a_list_and_in_another_project() -> None:
    write('[[diagrams]]\noutput = "../one.svg"\n', "club/taflkit.toml")
    write('projects = ["club/taflkit.toml"]\n[[diagrams]]\noutput = ["one.svg"]\n[[figures]]\n')
    done = make()
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("Error: taflkit.toml: diagrams[0].output: must be a text")
    write('projects = ["club/taflkit.toml"]\n[[diagrams]]\noutput = "one.svg"\n')
    assert "one.svg is written by diagrams[0] of taflkit.toml too" in make().stderr
    write('[[diagrams]]\nmove = ["d6-c6", "d6-c6"]\n')
    assert "is written by diagrams[0] (d6-c6) too" in make().stderr


def test_files_that_name_one_another_and_a_file_that_is_none() -> None:
    for name, other in (("a", "b"), ("b", "a")):
        write(f'projects = ["{other}.toml"]\n[[kits]]\n', f"{name}.toml")
    done = make("a.toml")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "Error: b.toml: projects[0]: 'a.toml' leads back to itself; leave it out\n"
    for name, line in (("no.toml", "FILE: there is no file no.toml; taflkit new project writes one"), (".", ".: is a")):
        done = make(name)
        assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
        assert done.stderr.startswith(f"Error: {line}")
    assert {*contents()} == {"a.toml", "b.toml"}


@pytest.mark.parametrize("record", ["[]", "{", '{"files": {"x": 3}}', "[" * 100_000])
def test_a_record_that_is_none_is_named(record: str) -> None:
    write(record, "taflkit.record.json")
    write("[[diagrams]]\n")
    done = make()
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == (
        "Error: taflkit.record.json is no record of taflkit make; move it away, and all is made anew\n"
    )


def test_the_keys_are_the_options_of_the_commands() -> None:
    tables = schema_of("project", templates_folder())["$defs"]
    without = {"--help", "-o", "--open", "--dry-run", "--serve", "--port", "--json", "--otg", "--collect"}
    for name, command in (
        *(("KitTable", build), ("ExportTable", export), ("FigureTable", figures)),
        *(("DiagramTable", diagram), ("SearchTable", puzzles), ("SiteTable", site)),
    ):
        options = {opt for param in command.params for opt in param.opts} - without
        assert {f"--{key}" for key in tables[name]["properties"]} == {f"--{opt.removeprefix('--')}" for opt in options}


@pytest.mark.whole
def test_a_site_is_made_after_all_else_and_has_a_record_of_its_own() -> None:
    write('[[diagrams]]\n[site]\ngames = ["tawlbwrdd"]\nlanguages = ["en"]\nkits = "none"\noutput = "public"\n')
    done = make()
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "taflkit.toml: 2 made, 0 unchanged"
    record = json.loads(Path("public", RECORD).read_text(encoding="utf-8"))
    assert "index.html" in record["files"]
    again = make().stdout.splitlines()
    assert ", 0 written" in again[0]
    assert again[-1] == "taflkit.toml: 1 made, 1 unchanged"


# Stopping, and watching


class Running:
    """A run in a session of its own that hears Ctrl-C."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.said, self.complaints = folder / "said", folder / "complaints"
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)
        try:
            with self.said.open("w") as said, self.complaints.open("w") as complaints:
                environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
                self.process = subprocess.Popen(
                    [*COMMAND, *words], stdout=said, stderr=complaints, start_new_session=True, env=environment
                )
        finally:
            signal.signal(signal.SIGINT, before)
        self._read = 0

    def line(self) -> str:
        """Return its next line, which it has a minute for."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            lines = self.said.read_text(encoding="utf-8").split("\n")[:-1]
            if len(lines) > self._read:
                self._read += 1
                return lines[self._read - 1]
            time.sleep(0.02)
        raise AssertionError(self.complaints.read_text(encoding="utf-8"))

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> tuple[int, str]:
        """Return its exit code, and what it complained of."""
        return self.process.wait(20), self.complaints.read_text(encoding="utf-8")


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    begun: list[Running] = []

    def start(*words: str) -> Running:
        begun.append(Running(tmp_path_factory.mktemp("lines"), *words))
        return begun[-1]

    yield start
    for each in begun:
        each.process.kill()
        each.process.wait()


def test_what_was_finished_stays_and_is_not_made_again(start: Callable[..., Running]) -> None:
    write('[[kits]]\nrules = "all"\nmode = "all"\ntheme = "all"\n')
    run = start()
    assert run.line().startswith("[1/36] ")
    run.stop()
    code, said = run.end()
    assert code == 130
    files = [name for name in contents() if name.startswith("output")]
    assert said == f"stopped: {len(files)} of 36 are made, and the same command makes the rest\n"
    assert 1 <= len(files) < 36
    assert all(name.endswith(".pdf") for name in files)
    assert f"{36 - len(files)} to make, {len(files)} unchanged" in make("--dry-run").stdout


@pytest.mark.whole
def test_it_is_made_again_when_a_file_changes_until_it_is_stopped(start: Callable[..., Running]) -> None:
    write(HALL, "hall.toml")
    write(OF_HALL)

    def change(old: str, new: str, name: str = "hall.toml") -> None:
        text = Path(name).read_text(encoding="utf-8")
        assert old in text
        write(text.replace(old, new), name)

    run = start("--watch")
    assert "2 made, 0 unchanged" in run.line()
    change("The barn", "The old barn")
    assert run.line().endswith("1 made, 1 unchanged; output/hall-barn-a4-colour-only-counters.pdf")
    change("[layout]", "[lay")
    assert "hall.toml: is not TOML" in run.line()
    change("[lay", "[layout]")
    assert "0 made, 2 unchanged" in run.line()
    change('parts = "counters"', 'parts = "counter"', "taflkit.toml")
    assert "taflkit.toml: kits[0].parts (barn): there is no part 'counter'; did you mean counters?" in run.line()
    change('parts = "counter"', 'parts = "counters"\nmode = "mono"', "taflkit.toml")
    assert "2 made, 0 unchanged" in run.line()
    Path("hall.toml").rename("barn.toml")
    assert "taflkit.toml: kits[0].game: there is no file hall.toml" in run.line()
    Path("barn.toml").rename("hall.toml")
    assert "0 made, 2 unchanged" in run.line()
    run.stop()
    assert run.end() == (0, "")


def test_a_folder_that_vanishes_ends_the_watch(folder: Path, start: Callable[..., Running]) -> None:
    write("[[diagrams]]\n", "club/taflkit.toml")
    run = start("club/taflkit.toml", "--watch")
    assert "1 made" in run.line()
    Path("club").rename("gone")
    assert run.end() == (1, f"Error: FILE: the folder {folder / 'club'} is no longer there\n")


def test_nothing_is_looked_at_in_vain_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    write("[[diagrams]]\n")
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", sleep)
    done = make("--watch")
    assert done.exit_code == 0
    # one round, for all the looks
    assert [line[9:] for line in done.stdout.splitlines() if line] == [
        "1 made, 0 unchanged; output/brandub-walker-diagram.svg"
    ]


def test_what_says_two_things_is_refused() -> None:
    write("[[diagrams]]\n")
    assert make("--watch", "--dry-run").exit_code == 2
