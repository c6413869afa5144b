"""README and docs/ against the program: its options, choices and defaults, commands that work, links that lead on."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_args

import click
import msgspec
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageStat

from support import ROOT
from support.documents import CODE, PAGES, section, statements, table
from support.golden_pictures import FOLDER, PICTURES, picture_svg
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.cli.build import build, export
from taflkit.cli.console import catalog
from taflkit.cli.figures import diagram, figures
from taflkit.cli.options import TURNED
from taflkit.cli.printer import set_
from taflkit.cli.serving import POLICY, TYPES
from taflkit.cli.site import site
from taflkit.drawing.look import DEVICES
from taflkit.kit.options import CHOICES, DEFAULTS, KitSpec, kit_name
from taflkit.resources import templates_folder
from taflkit.site.page import KITS
from taflkit.tafl import Piece, Side
from taflkit.tafl.rules import Label

BUILD = table("docs/options.md", "option | values, default first | what it is | example")
FIGURES = table("docs/figures.md", "option of `figures` | value")
DIAGRAM = table("docs/figures.md", "option of `diagram` | value")
EXPORT = table("docs/exports.md", "option of `export` | value")
SITE = table("docs/site.md", "option of `site` | values, default first")
SET = table("docs/printers.md", "option of `printer set` | what the test sheet shows")
HOSTING = PAGES["docs/hosting.md"]
HEADINGS = ("build", "plan", "games", "check", "perft", "new", "completion")
"""The commands that docs/options.md describes, each below its name."""
OWN_PAGES = {
    "export": "docs/exports.md",
    "figures": "docs/figures.md",
    "diagram": "docs/figures.md",
    "rules": "docs/rules.md",
    "puzzles": "docs/puzzles.md",
    "printer test": "docs/printers.md",
    "printer set": "docs/printers.md",
    "site": "docs/site.md",
    "schema": "docs/schemas.md",
    "make": "docs/project.md",
}
"""The pages of the commands that have their own."""


def options(command: click.Command) -> dict[str, click.Option]:
    return {name: param for param in command.params if isinstance(param, click.Option) for name in param.opts}


def command(words: str) -> click.Command:
    """Return the command that words call, such as "printer test"."""
    found: click.Command = main
    for word in words.split():
        assert isinstance(found, click.Group), words
        inner = found.get_command(click.Context(found), word)
        assert inner is not None, words
        found = inner
    return found


def script(name: str) -> ModuleType:
    """Return a script as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_for(heading: str, other: str) -> set[str]:
    """Return the options that docs/figures.md says are as for another command."""
    text = " ".join(section("docs/figures.md", heading).split())
    sentence = re.search(rf"(`--rules`[^.|]*) are as for {re.escape(other)}\.", text)
    assert sentence is not None
    return set(CODE.findall(sentence[1]))


def test_the_tables_have_every_option() -> None:
    assert set(BUILD) == set(options(build))
    assert set(SET) == set(options(set_))
    assert set(SITE) == set(options(site))
    assert set(EXPORT) == set(options(export)) - set(options(build)) | {"-o", "--output"}
    as_for_build = as_for("figures: those of the rules", "[build](options.md#build)")
    assert as_for_build <= set(options(build))
    assert set(FIGURES) | as_for_build == set(options(figures))
    as_for_figures = as_for("diagram: a figure of your own", "figures")
    assert as_for_figures <= set(options(figures))
    assert set(DIAGRAM) | as_for_figures == set(options(diagram))


@pytest.mark.parametrize("words", [*HEADINGS, *OWN_PAGES])
def test_every_option_stands_where_its_command_is_described(words: str) -> None:
    text = PAGES[OWN_PAGES[words]] if words in OWN_PAGES else section("docs/options.md", words)
    described = set(re.findall(r"(?<![\w-])-[-a-z]+", text))
    # plan and export say which options of build they lack, and have the others of its tables
    of_build = set(BUILD) if words in ("plan", "export") else set()
    assert set(options(command(words))) <= described | of_build


def test_every_command_is_described() -> None:
    described = {words.split()[0] for words in (*HEADINGS, *OWN_PAGES)}
    assert described == set(main.list_commands(click.Context(main)))


def test_plan_names_the_options_of_build_that_it_lacks() -> None:
    sentence = re.search(r"all options of build but ([^.]+)\.", section("docs/options.md", "plan"))
    assert sentence is not None
    lacking = {name for name in set(options(build)) - set(options(command("plan"))) if name.startswith("--")}
    assert set(CODE.findall(sentence[1])) == lacking


def test_the_rows_of_choices_are_those_of_the_table() -> None:
    page = script("make_options_page")
    text = PAGES["docs/options.md"]
    assert page.with_rows(text) == text, "run scripts/make_options_page.py"


def test_the_page_names_the_rulesets_and_the_themes() -> None:
    text = section("docs/options.md", "build")
    assert set(Catalog().game(DEFAULTS.game).ruleset_names) <= set(CODE.findall(text))
    assert set(Catalog().theme_names()) <= set(CODE.findall(text))
    for rows, described in ((DIAGRAM, diagram), (FIGURES, figures)):
        assert rows["--size"].startswith(f"{options(described)['--size'].default} mm")
    for rows, described in ((EXPORT, export), (FIGURES, figures)):
        assert rows["--dpi"].startswith(f"{options(described)['--dpi'].default}, ")


def test_the_command_line_has_the_defaults_of_a_kit() -> None:
    with build.make_context("build", []) as context:
        made = {name: value for name, value in context.params.items() if name in KitSpec._fields}
    assert made == {name: getattr(DEFAULTS, name) for name in made}
    assert set(KitSpec._fields) - set(made) == {"unprintable"}


# commands


class Step(NamedTuple):
    """A command of a page.

    Attributes:
        text: the command with its comment, its here document and the lines that it goes on in.
        in_script: whether it stands in a script, and not in a sentence or a table.
    """

    text: str
    in_script: bool

    @property
    def words(self) -> str:
        """Its first line without the comment."""
        return " ".join(shlex.split(self.text.partition("\n")[0].partition("<<")[0].rstrip("\\"), comments=True))

    @property
    def is_run(self) -> bool:
        """Whether a test can run it."""
        known = self.words.split()[0] in NOT_RUN or self.words in NOT_RUN
        return not known and (self.in_script or PLACEHOLDER.search(self.words) is None)

    @property
    def is_plain(self) -> bool:
        """Whether it is taflkit with its words and nothing of a shell."""
        return self.text.startswith("taflkit ") and "\n" not in self.text and not re.search(r"[|<>;&$*]", self.words)


BLOCK_OR_CODE = re.compile(r"(?m)^```(\w*)\n(.*?)^```$|`(taflkit [^`]+)`", re.DOTALL)
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
NOT_RUN = {
    "make": ".ci/run makes the kit and the site",
    "pip": "test_packaging.py builds the wheel, and runs what is in it",
    "rsync": "it needs a host",
    "curl": "it needs a host",
    "taflkit build --open": "it shows a window",
    "taflkit make --watch": "it goes on until it is stopped",
    "taflkit site -o output/site --runtime scripts/site/runtime --serve": "it serves until it is stopped",
}
"""What no test here runs, by its first word or as it stands, and why."""
WHOLE_SITE = re.compile(r"^taflkit site(?!.* --games )")
SMALL_SITE = "taflkit site --games tawlbwrdd --kits none"
"""What is made instead of all games with all kits in all languages, which take minutes; .ci/run makes them all."""


def steps(page: str) -> Iterator[Step]:
    """Yield the commands of a page in their order."""
    for kind, script, code in BLOCK_OR_CODE.findall(PAGES[page]):
        if code:
            yield Step(" ".join(code.split()), in_script=False)
        elif kind == "sh":
            yield from (Step(text, in_script=True) for text in statements(script))


def steps_that_run(page: str) -> list[Step]:
    """Return the commands of a page that are run; those of a sentence or a table once, if no script has them."""
    before = list(PAGES)[: list(PAGES).index(page)]
    elsewhere = {step.words for other in PAGES for step in steps(other) if step.in_script or other in before}
    return [
        step for step in dict.fromkeys(steps(page)) if step.is_run and (step.in_script or step.words not in elsewhere)
    ]


WITH_COMMANDS = [page for page in PAGES if steps_that_run(page)]


def test_every_block_is_a_script_or_the_settings_of_a_host() -> None:
    kinds = {page: {kind for kind, _, code in BLOCK_OR_CODE.findall(text) if not code} for page, text in PAGES.items()}
    assert kinds.pop("docs/hosting.md") == {"sh", "http", "nginx", "apache"}
    assert kinds.pop("docs/site.md") == {"sh", "html", "js"}
    # whose examples tests/test_library.py runs
    of_python = {"docs/library.md", "docs/engine.md"}
    assert all(kinds.pop(page) == {"python"} for page in of_python)
    assert set().union(*kinds.values()) == {"sh"}
    without = {page for page in PAGES if "/languages/" not in page} - set(WITH_COMMANDS)
    assert without == {"docs/limits.md", "docs/engine.md", "docs/platforms.md"}


def test_only_what_has_a_reason_is_not_run() -> None:
    left_out = {step.words for page in PAGES for step in steps(page) if step.in_script and not step.is_run}
    left_out |= {step.words for page in PAGES for step in steps(page) if step.words in NOT_RUN}
    assert {words if words in NOT_RUN else words.split()[0] for words in left_out} == set(NOT_RUN)


def test_what_is_not_run_names_options_and_targets_that_there_are() -> None:
    targets = re.findall(r"(?m)^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    for step in (step for page in PAGES for step in steps(page) if not step.is_run):
        program, first, *words = step.words.split()
        if program == "make":
            assert first in targets
        if program == "taflkit" and first != "COMMAND":
            named = f"{first} {words[0]}" if first == "printer" else first
            assert {word for word in words if word.startswith("-")} <= {*options(command(named)), "--help"}, step.text


def test_every_example_is_understood() -> None:
    rows = [row for row in PAGES["docs/options.md"].splitlines() if row.startswith("| `-")]
    examples = [code.split() for row in rows for code in CODE.findall(row) if code.startswith("taflkit build")]
    assert len(examples) >= len({id(option) for option in options(build).values()}) - 2
    for example in examples:
        with build.make_context("build", example[2:]):
            pass


def in_bash(text: str) -> tuple[int, str, str]:
    """Run a command in bash, as a person types it; return its exit code and what it prints on both streams."""
    done = subprocess.run(["bash", "-e", "-c", text], capture_output=True, text=True, check=False)
    # it may have written a file that this process has read: a process reads each once
    catalog.cache_clear()
    return done.returncode, done.stdout, done.stderr


def in_process(text: str) -> tuple[int, str, str]:
    """Run a plain command in this process, which has read the program and its templates; see in_bash."""
    done = CliRunner().invoke(main, shlex.split(text, comments=True)[1:], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.whole
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_every_command_works_as_it_stands_in_an_empty_folder(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("empty", "home"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, "")
    # a file of another page may have the same name
    catalog.cache_clear()
    for step in steps_that_run(page):
        run = in_process if step.is_plain and page != "README.md" else in_bash
        status, said, complaint = run(WHOLE_SITE.sub(SMALL_SITE, step.text))
        assert (status, complaint) == (0, ""), f"{step.text}: {said[-500:]}{complaint}"


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
    assert [line.split()[0] for line in listed] == main.list_commands(click.Context(main))
    for line in listed:
        name, text = line.split(maxsplit=1)
        assert command(name).get_short_help_str() == text


def test_help_lists_the_shipped_themes() -> None:
    text = " ".join(CliRunner().invoke(main, ["build", "--help"]).stdout.split())
    assert f"How it looks: {', '.join(Catalog().theme_names())}, or a file" in text


# pictures


@pytest.mark.whole
@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_those_that_the_program_draws(name: str) -> None:
    file = FOLDER / f"{name}.svg"
    assert f"]({file.name})" in PAGES["docs/own-theme.md"]
    assert picture_svg(name).splitlines() == file.read_text(encoding="utf-8").splitlines(), "run refresh_cases.py"


@pytest.mark.whole
def test_the_picture_of_readme_is_the_kit_that_is_built() -> None:
    file = FOLDER / "kit.webp"
    assert "](docs/kit.webp)" in PAGES["README.md"]
    assert file.stat().st_size < 200_000
    picture = script("make_readme_picture")
    with Image.open(file) as there:
        difference = ImageChops.difference(picture.composed().reduce(4), there.convert("RGB").reduce(4))
    # a WebP loses 2 of 255 at a quarter of the size; a counter that is missing makes 14
    assert max(ImageStat.Stat(difference).rms) < 4, "run make picture"


# tables that say what there is


def test_the_table_of_games_has_each_with_its_board_rulesets_and_languages() -> None:
    known = Catalog()
    rows = section("README.md", "The games").strip().splitlines()[2:]
    said = {cells[0].strip("` "): cells[1:] for row in rows if (cells := row.strip("|").split("|"))}
    assert set(said) == set(known.game_names())
    for name, (board, rulesets, languages) in said.items():
        game = known.game(name)
        assert board.strip() == f"{game.layout.size} x {game.layout.size}"
        assert CODE.findall(rulesets) == list(game.ruleset_names)
        assert set(CODE.findall(languages)) == set(game.languages)
        assert CODE.findall(languages)[0] == DEFAULTS.language


def test_the_table_of_rulesets_has_those_of_brandub() -> None:
    assert list(table("docs/rules.md", "name | source")) == list(Catalog().game("brandub").ruleset_names)


def test_the_table_of_labels_has_those_that_sentences_have() -> None:
    labels = re.findall(r"(?m)^\| \*\*(\w+)\*\* \|", PAGES["docs/rules.md"])
    assert sorted(labels) == sorted(get_args(Label))


def test_the_table_of_the_site_has_its_choices_the_default_first() -> None:
    for option in ("output", "games", "languages", "kits", "title"):
        assert CODE.findall(SITE[f"--{option}"])[0] == options(site)[f"--{option}"].default
    assert CODE.findall(SITE["--kits"]) == list(KITS)
    assert f"port {options(site)['--port'].default}" in SITE["--port"]


def test_the_table_of_languages_says_which_game_has_which() -> None:
    known = Catalog()
    games = sorted(map(known.game, known.game_names()), key=lambda game: PAGES["README.md"].index(f"| `{game.name}` |"))
    rows = PAGES["docs/languages.md"].partition("| language | code | games | read by a native speaker |")[2]
    cells = [row.split("|") for row in rows.partition("\n\n")[0].splitlines()[2:]]
    said = {row[2].strip(" `"): row[3:5] for row in cells}
    assert set(said) == set(known.languages)
    for code, (titles, read_by) in said.items():
        having = [game.title for game in games if code in game.languages]
        assert titles.strip() == ("all" if len(having) == len(games) else ", ".join(having))
        if code != DEFAULTS.language:
            assert read_by.strip() == (known.words(code).language.read_by or "not yet")


def test_the_example_of_a_theme_names_drawings_that_there_are() -> None:
    example = PAGES["docs/own-theme.md"].partition("<<'END'\n[devices]")[2].partition("```")[0]
    named = set(re.findall(r"[a-z-]+\.svg", example))
    assert named == {file.name for file in (templates_folder() / "starts" / "art").glob("*.svg")}


def test_the_host_has_the_policy_and_the_types_that_the_site_is_shown_with() -> None:
    assert HOSTING.count(POLICY) == 3
    for ending, kind in re.findall(r"(?m)^\| (`.*`) \| `(.*)` \|$", HOSTING):
        for each in CODE.findall(ending):
            assert TYPES[each].partition(";")[0] == kind
    assert len(re.findall(r"(?m)^\| `\.", HOSTING)) == 8


def test_every_way_of_turning_has_its_words() -> None:
    assert tuple(TURNED) == CHOICES["duplex"]


# links


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives a page's headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", text))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
def test_every_link_leads_to_a_file_and_a_heading(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if not path.startswith(("http://", "https://")):
            file = (ROOT / page).parent / path if path else ROOT / page
            assert file.is_file(), target
            assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), target


def test_contributing_names_files_and_what_stands_in_them() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = ("generator", "templates", "tests", "scripts", "docs")
    there = [path for folder in folders for path in (ROOT / folder, *(ROOT / folder).rglob("*"))]
    for code in re.findall(r"`([\w./-]+(?:/|\.\w+))`", text):
        ends = any(f"{path.as_posix()}{'/' * path.is_dir()}".endswith(f"/{code}") for path in there)
        assert ends or code == "proofs/" or PLACEHOLDER.search(code) or (ROOT / code).is_file(), code
    for name, end in re.findall(r"`(\w+)`(?: and its case)? (?:in|of) `([\w/]+\.py)`", text):
        (file,) = (path for path in there if path.as_posix().endswith(f"/{end}"))
        assert re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")), name
    targets = re.findall(r"(?m)^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert set(re.findall(r"`make (\w+)`", text)) <= set(targets)


def test_readme_is_a_page_and_leads_to_all_others() -> None:
    assert len(PAGES["README.md"].encode()) <= 7 * 1024
    led = set(re.findall(r"\]\((docs/[\w-]+\.md)\)", PAGES["README.md"]))
    assert led == {page for page in PAGES if page.startswith("docs/") and "languages/" not in page}


def test_the_numbers_in_the_pages_are_those_of_the_program() -> None:
    known = Catalog()
    word = known.words(DEFAULTS.language).number
    brandub = known.game(DEFAULTS.game)
    others = [known.game(name) for name in known.game_names() if name != brandub.name]
    rulesets = len(brandub.rulesets), sum(len(game.rulesets) for game in others)
    published = sum(ruleset.published for ruleset in brandub.rulesets)
    counters = sum(brandub.layout.count(piece) for piece in Piece)
    plan = json.loads(in_process("taflkit plan --json")[1])
    claims = {
        "README.md": (
            f"Brandub, Tablut, Hnefatafl and {word(len(others) - 2)} more under {word(sum(rulesets))} rulesets",
            f"the board in {plan['sections']} sections, {counters} counters, {word(len(Side))} reminder cards",
            f"a booklet of {word(int(CHOICES['pages'][1]))} pages",
            f"`output/{kit_name(known, read_book(known, DEFAULTS.game, None), DEFAULTS)}.pdf`",
        ),
        "CHANGELOG.md": (
            f"Brandub under {word(rulesets[0])} rulesets, after {word(published)} published descriptions",
            f"under {word(rulesets[1])} rulesets.",
            f"{word(len(known.theme_names())).capitalize()} themes: ",
            f"{len(DEVICES)} devices in {word(len(DEVICES) // len(Piece))} sets",
        ),
    }
    for page, sentences in claims.items():
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert [sentence for sentence in sentences if sentence not in text] == []


def test_every_page_that_says_how_to_print_says_the_same() -> None:
    """At 100 %: in README, and in every language's instructions, sheets and test sheet."""
    known = Catalog()
    printed = re.compile(r"[\d.,]+[\s\u00a0\u202f]*%")
    assert set(printed.findall(section("README.md", "What you get"))) == {"100 %"}
    for language in known.languages:
        texts = known.game("brandub").in_language(language).texts()
        told = (texts.instructions, texts.sheet, known.printer_test(language))
        percents = printed.findall(str(tuple(map(msgspec.to_builtins, told))).replace("\\xa0", " "))
        assert {re.sub(r"[^\d.]", "", each.replace(",", ".")) for each in percents} <= {"100", "100.0"}, language
        assert percents
