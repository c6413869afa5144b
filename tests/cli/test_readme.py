"""README's tables of options against the program: the same options, the same choices, the same defaults."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from support import ROOT
from support.golden_pictures import FOLDER, PICTURES, picture_svg
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.cli.build import build
from taflkit.cli.diagram import diagram
from taflkit.cli.figures import figures
from taflkit.cli.options import TURNED
from taflkit.cli.printer import set_
from taflkit.cli.serving import POLICY, TYPES
from taflkit.cli.site import site
from taflkit.kit.spec import CHOICES, DEFAULTS, FRAME, LARGE, PARTS, READER, SHEETS, SOUGHT, SOUGHT_LARGE, KitSpec
from taflkit.resources import templates_folder
from taflkit.site.choices import KITS

README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.compile(r"`([^`]+)`")


def table(head: str) -> dict[str, str]:
    """Return the values of a table of README by the options in its first column."""
    rows = README.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {option.split()[0]: row[1] for row in cells for option in CODE.findall(row[0])}


def options(command: click.Command) -> dict[str, click.Option]:
    return {name: param for param in command.params if isinstance(param, click.Option) for name in param.opts}


BUILD = table("option | values, default first | example")
DIAGRAM = table("option | value")
SITE = table("option of `site` | values, default first")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SET = table("option of `printer set` | what the test sheet shows")
NAMED = [name for name in CHOICES if name not in ("parts", "pages")]


def written(name: str) -> list[str]:
    """Return the values that a row of the table of build lists, other options and what is in brackets left out."""
    return [value for value in CODE.findall(re.sub(r"\([^)]*\)", "", BUILD[f"--{name}"])) if not value.startswith("-")]


def test_the_tables_have_every_option() -> None:
    assert set(BUILD) == set(options(build))
    assert set(SET) == set(options(set_))
    assert set(SITE) == set(options(site))
    sentence = re.search(r"^(`--rules`.*) are as for figures\.$", README, re.MULTILINE)
    assert sentence is not None
    as_for_figures = set(CODE.findall(sentence[1]))
    assert as_for_figures <= set(options(figures))
    assert set(DIAGRAM) | as_for_figures == set(options(diagram))


@pytest.mark.parametrize("name", NAMED)
def test_a_row_lists_the_choices_of_its_option_the_default_first(name: str) -> None:
    every = [value for value in written(name) if value != "all"]
    assert every == list(CHOICES[name])
    assert every[0] == getattr(DEFAULTS, name)
    kinds = options(build)[f"--{name}"].type
    assert isinstance(kinds, click.Choice)
    assert set(kinds.choices) - {"color"} == set(written(name))


def test_the_other_rows_say_the_defaults_too() -> None:
    assert written("rules") == [*Catalog().game(DEFAULTS.game).ruleset_names, "all"]
    assert written("theme") == [*Catalog().theme_names(), "all"]
    assert written("theme")[0] == DEFAULTS.theme
    assert written("parts") == ["all", ",".join(PARTS), READER]
    assert written("language")[0] == DEFAULTS.language
    assert re.findall(r"\d+", BUILD["--pages"]) == list(CHOICES["pages"])
    for name in ("margin", "gap", "overlap"):
        assert BUILD[f"--{name}"].startswith(f"{getattr(DEFAULTS, name):g} mm"), name
    assert BUILD["--sets"].startswith(f"{DEFAULTS.sets}:")
    assert f" {FRAME:g} mm" in BUILD["--frame"]
    squares = (
        f" {SHEETS}, or as many as squares of {SOUGHT:g} mm ({SOUGHT_LARGE:g} mm on boards above {LARGE} x {LARGE})"
    )
    assert squares in BUILD["--sheets"]
    assert DIAGRAM["--size"].startswith(f"{options(diagram)['--size'].default} mm")


def test_the_command_line_has_the_defaults_of_a_kit() -> None:
    with build.make_context("build", []) as context:
        made = {name: value for name, value in context.params.items() if name in KitSpec._fields}
    assert made == {name: getattr(DEFAULTS, name) for name in made}
    assert set(KitSpec._fields) - set(made) == {"unprintable"}


def test_every_example_is_understood() -> None:
    examples = [words for row in README.splitlines() if row.startswith("| `-") for words in CODE.findall(row)]
    for example in (words.split() for words in examples if words.startswith("taflkit build")):
        words = [word for word in example[2:] if word != "mygame/"]
        with build.make_context("build", words):
            pass


PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
FROM_A_CHECKOUT = ("make", "pipx")
WHOLE_SITE = re.compile(r"(?m)^taflkit site(?: +#.*)?$")
"""What .ci/run does itself, by make site: all games in all languages take minutes."""


def commands() -> list[str]:
    """Return README's scripts and the commands in its sentences and tables, in order, each as often as it stands."""
    found = []
    for block, script, code in re.findall(r"(?m)^```(\w*)\n(.*?)^```$|`(taflkit [^`]+)`", README, re.DOTALL):
        words = " ".join(code.split())
        if block == "sh" and not script.startswith(FROM_A_CHECKOUT):
            found.append(script)
        elif words and not PLACEHOLDER.search(words):
            found.append(words)
    return found


def test_only_what_needs_a_checkout_is_not_run() -> None:
    scripts = re.findall(r"(?m)^```sh\n(.*?)^```$", README, re.DOTALL)
    assert [script.split()[0] for script in scripts if script not in commands()] == list(FROM_A_CHECKOUT)
    assert not re.search(r"(?m)^```(?!sh$|$)(?!\n)\w", README), "a block that no reader can run"


@pytest.mark.long
@pytest.mark.whole
def test_every_command_works_as_it_stands_in_an_empty_folder(tmp_path: Path) -> None:
    home, empty = tmp_path / "home", tmp_path / "empty"
    empty.mkdir()
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""}
    for command in dict.fromkeys(commands()):
        done = subprocess.run(
            ["bash", "-e", "-c", WHOLE_SITE.sub("", command)],
            cwd=empty,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), f"{command}: {done.stdout[-500:]}{done.stderr}"


def test_help_needs_no_library_but_that_of_the_command_line() -> None:
    script = (
        "import sys\nfrom taflkit.cli import main\n"
        "main(['--help'], standalone_mode=False)\nprint('taflkit.cli.build' in sys.modules)\n"
        "main(['build', '--help'], standalone_mode=False)\n"
        "print(sorted({'msgspec', 'reportlab', 'pypdfium2', 'svgwrite', 'fontTools'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[-1] == "[]"
    # the list of the commands does not import them
    assert "False" in lines


def test_every_command_has_a_line_in_the_help() -> None:
    listed = CliRunner().invoke(main, ["--help"]).stdout.partition("Commands:\n")[2].splitlines()
    context = click.Context(main)
    assert [line.split()[0] for line in listed] == main.list_commands(context)
    for line in listed:
        name, text = line.split(maxsplit=1)
        command = main.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str() == text


@pytest.mark.whole
@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_those_that_the_program_draws(name: str) -> None:
    file = FOLDER / f"{name}.svg"
    assert f"]({file.relative_to(ROOT).as_posix()})" in README
    assert picture_svg(name).splitlines() == file.read_text(encoding="utf-8").splitlines(), "run refresh_cases.py"


def test_the_example_of_a_theme_names_drawings_that_there_are() -> None:
    example = README.partition("<<'END'\n[devices]")[2].partition("```")[0]
    named = set(re.findall(r"[a-z-]+\.svg", example))
    assert named == {file.name for file in (templates_folder() / "starts" / "art").glob("*.svg")}


def test_help_lists_the_shipped_themes() -> None:
    text = " ".join(CliRunner().invoke(main, ["build", "--help"]).stdout.split())
    assert f"How it looks: {', '.join(Catalog().theme_names())}, or a file" in text


def test_the_table_of_the_site_has_its_choices_the_default_first() -> None:
    for option in ("output", "games", "languages", "kits", "title"):
        assert CODE.findall(SITE[f"--{option}"])[0] == options(site)[f"--{option}"].default
    assert CODE.findall(SITE["--kits"]) == list(KITS)
    assert f"port {options(site)['--port'].default}" in SITE["--port"]


def test_the_table_of_languages_says_which_game_speaks_which() -> None:
    known = Catalog()
    games = sorted(map(known.game, known.game_names()), key=lambda game: README.index(f"| `{game.name}` |"))
    rows = README.partition("| language | code | games | read by a native speaker |")[2].partition("\n\n")[0]
    said = {cells[2].strip(" `"): cells[3:5] for row in rows.splitlines()[2:] if (cells := row.split("|"))}
    assert set(said) == set(known.languages)
    for code, (titles, read_by) in said.items():
        speaking = [game.title for game in games if code in game.languages]
        assert titles.strip() == ("all" if len(speaking) == len(games) else ", ".join(speaking))
        if code != DEFAULTS.language:
            assert read_by.strip() == (known.words(code).language.read_by or "not yet")


def test_the_host_is_told_the_policy_and_the_types_that_the_site_is_shown_with() -> None:
    assert HOSTING.count(POLICY) == 3
    for ending, kind in re.findall(r"(?m)^\| (`.*`) \| `(.*)` \|$", HOSTING):
        for each in CODE.findall(ending):
            assert TYPES[each].partition(";")[0] == kind
    assert len(re.findall(r"(?m)^\| `\.", HOSTING)) == 6


def test_every_way_of_turning_has_its_words() -> None:
    assert tuple(TURNED) == CHOICES["duplex"]
