"""JSON Schemas: every shipped file passes, and what they refuse of broken files the program refuses too."""

from __future__ import annotations

import copy
import datetime
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from support import ROOT
from support.shipped import catalog
from taflkit.catalog.labels import label_names, load_labels
from taflkit.catalog.themes import load_theme, theme_names
from taflkit.cli import main
from taflkit.errors import ManyProblems, TaflkitError
from taflkit.kit import checks
from taflkit.kit.printers import READINGS, Printer
from taflkit.kit.project import load_projects
from taflkit.kit.schemas import SCHEMAS, STARTED, schema_of
from taflkit.reading import parse_toml
from taflkit.resources import templates_folder
from taflkit.tafl.puzzles import PLIES

TEMPLATES = templates_folder()
NAMED = ("Roles", "Colours", "Devices", "Squares", "Borders", "Grounds")
"""The definitions of tables of a theme whose keys are names of what is drawn."""


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema_of(name, TEMPLATES))


def passes(name: str, tables: dict[str, Any]) -> bool:
    return next(validator(name).iter_errors(tables), None) is None


def read(file: Path) -> dict[str, Any]:
    return parse_toml(file.read_text(encoding="utf-8"), file.name)


def in_one_file(game: str) -> dict[str, Any]:
    """Return a shipped game as one file has it."""
    folder = TEMPLATES / "games" / game
    tables: dict[str, Any] = {"layout": read(folder / "layout.toml")}
    for kind in ("rulesets", "figures"):
        tables[kind] = {file.stem: read(file) for file in sorted((folder / kind).glob("*.toml"))}
    tables["text"] = {file.stem: read(file) for file in sorted((folder / "text" / "en").glob("*.toml"))}
    if (folder / "proofs.toml").exists():
        tables["proofs"] = read(folder / "proofs.toml")
    return tables


def shipped() -> Iterator[tuple[str, Path]]:
    """Yield the schema and the path of every shipped file that has one."""
    for name, pattern in (
        *(("layout", "games/*/layout.toml"), ("ruleset", "games/*/rulesets/*.toml"), ("theme", "themes/*.toml")),
        *(("figure", "games/*/figures/*.toml"), ("figure", "figures/*.toml"), ("puzzles", "puzzles/*.toml")),
        ("label-sheet", "labels/*.toml"),
    ):
        for file in sorted(TEMPLATES.glob(pattern)):
            yield name, file


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_each_key_has_a_sentence(name: str) -> None:
    made = schema_of(name, TEMPLATES)
    Draft202012Validator.check_schema(made)
    definitions = {name: made, **made["$defs"]}
    texts = [
        (f"{where}.{key}", each.get("description", ""))
        for where, definition in definitions.items()
        if where not in NAMED
        for key, each in definition.get("properties", {}).items()
    ]
    assert [key for key, text in texts if not text] == []
    # what no file refers to is not there
    assert {reference.rpartition("/")[2] for reference in re.findall(r'"(#/\$defs/[^"]+)"', json.dumps(made))} == {
        *made["$defs"]
    }


def test_every_shipped_file_passes() -> None:
    found = [*shipped()]
    assert {name for name, _ in found} == {*SCHEMAS} - {"game", "printer", "project"}
    assert [file.name for name, file in found if not passes(name, read(file))] == []
    assert [name for name in catalog().game_names() if not passes("game", in_one_file(name))] == []
    shared = {file.stem: read(file) for file in (TEMPLATES / "text" / "en").glob("*.toml")}
    del shared["printer-test"]  # no game's
    whole = {"layout": {}, "text": shared, "proofs": read(TEMPLATES / "proofs.toml")}
    assert [error.message for error in validator("game").iter_errors(whole)] == []
    assert passes("printer", parse_toml(str(Printer("office")), "office"))


@pytest.mark.parametrize("kind", STARTED)
def test_a_new_file_names_the_schema_beside_it(kind: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert CliRunner().invoke(main, ["new", kind, name, "-o", str(tmp_path)]).exit_code == 0
        text = (tmp_path / f"{name}.toml").read_text(encoding="utf-8")
        directive, _, path = text.partition("\n")[0].partition(" ./")
        made = json.loads((tmp_path / path).read_text(encoding="utf-8"))
        assert (directive, made) == ("#:schema", schema_of(STARTED[kind], TEMPLATES))
        assert passes(STARTED[kind], parse_toml(text, name))


def test_the_command_prints_a_schema_lists_them_and_refuses_other_names() -> None:
    listed = CliRunner().invoke(main, ["schema"])
    assert [line.partition(": ")[0] for line in listed.stdout.splitlines()] == [*SCHEMAS]
    printed = CliRunner().invoke(main, ["schema", "theme"])
    assert json.loads(printed.stdout) == schema_of("theme", TEMPLATES)
    wrong = CliRunner().invoke(main, ["schema", "them"])
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("Error: NAME: there is no schema 'them'; did you mean theme?")
    assert len(wrong.stderr.splitlines()) == 1


# Broken files


BROKEN = 300
"""How many broken files are tried."""
TYPES: tuple[Any, ...] = (7, "x", True, [], {}, 1.5, datetime.date(2026, 1, 1), [1], {"x": 1})
KINDS = {
    "names": r"there is no |no sentence rests on|must be '[a-z]+', not '|did you mean",
    "notations": r"is no colour|is not a square|is not a move|is no picture|position:|start:|write |more squares",
    "keys together": r"is missing|leave one of them out|goes with|needs a width",
    "play": r"is not the proof|must be the only|is not legal|cannot win|is not captured|fewer plies|the board has no",
    "words": r"is typed|in braces|is empty|brace|in one of the groups|characters, and",
    "numbers": r"not (?:nan|inf|a number)\b",
}
"""How the lines on what a schema lets pass look, by the kinds of docs/schemas.md."""
OPEN: tuple[tuple[str, str, str, Any], ...] = (
    ("names", "game", "layout/rulesets", ["nobody"]),
    ("names", "label-sheet", "paper", "a9"),
    ("notations", "game", "layout/corners", ["z"]),
    ("notations", "game", "layout/start", "KK"),
    ("notations", "theme", "roles/board.line", {"fill": "nowhere"}),
    ("keys together", "label-sheet", "width", 20),
    ("play", "puzzles", "puzzles/walker/puzzles/0/plies", 5),
    ("words", "game", "text/booklet/subtitle", "A {game"),
    ("numbers", "printer", "scale_x", float("nan")),
    ("numbers", "label-sheet", "rows", 6.0),
)
"""What a schema lets pass, by kinds: what is broken, the path of a key, and its value."""


PROJECT: dict[str, Any] = {
    "kits": [{"rules": ["walker", "branan"], "paper": "a4", "cell": 30, "class": 3, "split": True, "pages": [8, 12]}],
    "exports": [{"to": "cutter", "mark-inset": "1cm"}],
    "figures": [{"figure": "capture", "format": ["svg", "png"], "dpi": 600}],
    "diagrams": [{"move": "d6-c6", "coordinates": True}],
    "puzzles": [{"plies": [3, 5], "seed": 7}],
    "site": {"games": ["brandub"], "compressed": True},
}


def places(tables: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Yield each container of tables, with each of its keys."""
    for key in [*tables] if isinstance(tables, dict) else range(len(tables)):
        yield tables, key
        if isinstance(tables[key], (dict, list)):
            yield from places(tables[key], depth + 1)


def out_of_range(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [2]
    if isinstance(value, (int, float)):
        return [-1, 0, 10**6, float("nan"), value + 0.5, float(value)]
    if isinstance(value, str):
        return ["", "x" * 10_001, "nowhere", "#12345"]
    if isinstance(value, list):
        return [value * 600, []] if value else [["x"] * 600]
    return [{f"x{n}": each for n, each in enumerate([*value.values()] * 30)}]


def broken(tables: dict[str, Any], chance: random.Random) -> tuple[str, dict[str, Any]]:
    """Return how a copy of tables was broken, and the copy."""
    made = copy.deepcopy(tables)
    every = [*places(made)]
    # as often at the top as in the many leaves
    holders = {id(holder): holder for holder, _ in every}
    holder = chance.choice([*holders.values()])
    key = chance.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    how = chance.choice(("drop", "add", "retype", "range"))
    if how == "drop":
        del holder[key]
    elif how == "add" and isinstance(holder, dict):
        holder[f"{key}x"] = holder[key]
    elif how == "add":
        holder.append(chance.choice(TYPES))
    elif how == "retype":
        holder[key] = chance.choice([each for each in TYPES if type(each) is not type(holder[key])])
    else:
        holder[key] = chance.choice(out_of_range(holder[key]))
    return f"{how} {key}", made


@cache
def bases() -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Return what is broken by kinds: shipped files with their schemas."""
    collection = read(TEMPLATES / "puzzles" / "brandub-walker.toml")
    short = [puzzle for puzzle in collection["puzzles"] if puzzle["plies"] == PLIES[0]][:2]
    puzzles = {"puzzles": {"walker": {**collection, "game": "hall", "puzzles": short}}}
    return {
        "game": [("game", in_one_file(name)) for name in catalog().game_names()],
        "puzzles": [("game", {"layout": in_one_file("brandub")["layout"], **puzzles})],
        "label-sheet": [
            ("label-sheet", read(TEMPLATES / "labels" / f"{name}.toml")) for name in label_names(TEMPLATES)
        ],
        "theme": [("theme", read(TEMPLATES / "themes" / f"{name}.toml")) for name in theme_names(TEMPLATES)],
        "project": [("project", read(TEMPLATES / "starts" / "project.toml")), ("project", PROJECT)],
        "printer": [("printer", {key: values.most for key, (values, _) in READINGS.items()})],
    }


def problems(name: str, tables: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the program says of a file, without trying how its kits fit on paper."""
    folder.mkdir(exist_ok=True)
    file = folder / "hall.toml"
    text = tomli_w.dumps(tables)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(checks, "_kits", lambda *_: None)
    try:
        if name == "label-sheet":
            load_labels(str(file), TEMPLATES)
        elif name == "theme":
            load_theme(str(file), "colour", "full", TEMPLATES)
        elif name == "project":
            load_projects(file, catalog())
        elif name == "printer":
            Printer.parse("office", text, "office")
        else:
            return [*checks.check_game(catalog(), str(file))]
    except ManyProblems as errors:
        return [str(error) for error in errors.problems]
    except TaflkitError as error:
        return [str(error)]
    return []


@pytest.mark.parametrize(
    "seeds",
    [
        range(BROKEN // 6),
        *(pytest.param(range(n * BROKEN // 6, (n + 1) * BROKEN // 6), marks=pytest.mark.whole) for n in range(1, 6)),
    ],
)
def test_what_a_schema_refuses_is_refused(seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = 0
    for seed in seeds:
        chance = random.Random(seed)  # noqa: S311
        name, tables = chance.choice(bases()[chance.choice([*bases(), "game"])])
        how, made = broken(tables, chance)
        found = problems(name, made, tmp_path / str(seed), monkeypatch)
        if passes(name, made):
            strange = [line for line in found if not any(re.search(form, line) for form in KINDS.values())]
            assert strange == [], (seed, name, how)
        else:
            refused += 1
            assert found, (seed, name, how)
    assert refused > len(seeds) / 3


@pytest.mark.parametrize(("kind", "name", "path", "value"), OPEN)
def test_what_a_schema_lets_pass_is_refused_for_a_reason_that_is_listed(
    kind: str, name: str, path: str, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = copy.deepcopy(bases()[name][0])
    *above, key = path.split("/")
    holder: Any = made[1]
    for each in above:
        holder = holder[int(each) if isinstance(holder, list) else each]
    holder[key] = value
    assert passes(*made)
    (line, *_) = problems(*made, tmp_path / "one", monkeypatch)
    assert re.search(KINDS[kind], line), line


def test_the_page_lists_every_kind() -> None:
    page = (ROOT / "docs" / "schemas.md").read_text(encoding="utf-8")
    rows = page.partition("| kind | why no schema has it |\n|---|---|\n")[2].splitlines()
    # whether a kit fits is left out here, since kits take seconds each
    assert [row.split("|")[1].strip() for row in rows] == [*KINDS, "space"]
    assert {kind for kind, *_ in OPEN} == {*KINDS}
    assert all(f"`{name}`" in page for name in SCHEMAS)
