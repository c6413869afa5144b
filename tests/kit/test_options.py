"""A choice is declared once: the command, the site, names of files and docs have it from there, and read it alike."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import taflkit
from support import ROOT
from support.sampling import sampled
from support.shipped import CHOSEN, catalog
from taflkit.catalog.book import read_book
from taflkit.cli.build import build
from taflkit.errors import TaflkitError
from taflkit.kit.build import plan_request
from taflkit.kit.options import (
    CHOICES,
    DEFAULTS,
    OPTIONS,
    PARTS,
    RANGES,
    SCHOOL,
    YES_OR_NO,
    KitSpec,
    check_choices,
    field_of,
    help_of,
    read_choices,
    written,
)
from taflkit.kit.printers import READING_HELPS, READINGS, Printer, read_printer

FLAGS = ("spares", "mirror", "split", "draft")
LENGTHS = [field for field in CHOSEN if field in RANGES]
TEXTS = ("game", "rules", "theme", "language", "labels")

numbers = st.one_of(
    st.integers(-5, 300).map(str),
    st.floats(-5, 300).map(repr),
    st.builds("{}{}".format, st.integers(0, 40), st.sampled_from(("mm", "cm", "in", "pt", " in", "km"))),
    st.sampled_from(("", " ", "nan", "inf", "1_0", "1,5", "ten", "٣", "+3", "1e1")),
)
parts = st.lists(st.sampled_from((*CHOICES["parts"], "all", "lid", " ")), max_size=4).map(",".join)
values: dict[str, st.SearchStrategy[str]] = {
    **{field: st.text("abc.+-é", min_size=1, max_size=6).filter(lambda text: text[0] != "-") for field in TEXTS},
    **{field: st.sampled_from((*CHOICES[field], "other", "color", "")) for field in CHOICES},
    **dict.fromkeys(LENGTHS, numbers),
    **{field: st.sampled_from(YES_OR_NO) for field in FLAGS},
    "parts": parts,
    "variations": st.lists(st.text("abc", min_size=1, max_size=3), max_size=3).map(",".join),
}


def as_options(chosen: dict[str, str]) -> list[str]:
    """Return choices as a command line."""
    args = [chosen["game"]] if "game" in chosen else []
    for field, text in chosen.items():
        if field in FLAGS:
            args += [f"--{field}"] if text == "yes" else []
        elif field == "variations":
            args += [f"--variation={name}" for name in text.split(",") if name]
        elif field != "game":
            args.append(f"--{field.replace('_', '-')}={text}")
    return args


def by_the_command(chosen: dict[str, str]) -> KitSpec | str:
    """Return what the command reads of choices as options, or the choice that it refuses."""
    try:
        read = build.make_context("build", as_options(chosen)).params
    except click.BadParameter as error:
        return ((error.param and error.param.name) or "").rstrip("_")
    except TaflkitError as error:
        return error.choice
    return KitSpec(**{field: value for field, value in read.items() if field in KitSpec._fields})


def by_the_site(chosen: dict[str, str]) -> KitSpec | str:
    try:
        return read_choices(chosen)
    except TaflkitError as error:
        return error.choice


def test_every_choice_of_a_kit_is_written_down() -> None:
    assert set(values) == set(CHOSEN)
    assert set(KitSpec._fields) - set(map(field_of, CHOSEN)) == {"unprintable"}


@pytest.mark.parametrize("field", sampled(CHOSEN, 12))
def test_the_command_and_the_site_read_a_choice_alike(field: str) -> None:
    @settings(max_examples=60, deadline=None)
    @given(values[field])
    def alike(text: str) -> None:
        assert by_the_site({field: text}) == by_the_command({field: text})

    alike()


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({}, optional=values))
def test_they_read_many_choices_alike(chosen: dict[str, str]) -> None:
    read, taken = by_the_site(chosen), by_the_command(chosen)
    # of two that are wrong each may name another first
    assert isinstance(read, str) if isinstance(taken, str) else read == taken


def test_the_command_refuses_something_and_takes_something() -> None:
    assert by_the_command({"cell": "5"}) == "cell"
    assert by_the_command({"paper": "a9"}) == "paper"
    assert by_the_command({"cell": "1in", "mode": "color"}) == DEFAULTS._replace(cell=25.4)
    assert by_the_command({"spares": "yes", "parts": "reader,board"}) == DEFAULTS._replace(
        spares=True, parts=("board", "reader")
    )


def test_nothing_chosen_is_the_default() -> None:
    assert read_choices({}) == DEFAULTS


@pytest.mark.parametrize("field", CHOSEN)
def test_what_is_written_is_read_as_it_was(field: str) -> None:
    assert written(field, None) == ""
    others = [read_choices({field: text}) for text in CHOICES.get(field, ())]
    if field in RANGES:
        others += [read_choices({field: f"{value:g}"}) for value in RANGES[field][:2]]
    if field in FLAGS:
        others += [read_choices({field: text}) for text in YES_OR_NO]
    for spec in (DEFAULTS, *others):
        text = written(field, getattr(spec, field_of(field)))
        assert (read_choices({field: text}) if text else DEFAULTS) == spec


def test_parts_for_schools_are_chosen_beside_all_and_alone() -> None:
    assert read_choices({"parts": "poster,all"}).parts == (*PARTS, "poster")
    assert read_choices({"parts": "colouring,record,board"}).parts == ("board", "record", "colouring")
    assert written("parts", read_choices({"parts": "reader,all,record"}).parts) == "all,record,reader"
    assert set(SCHOOL).isdisjoint(read_choices({"parts": "all"}).parts)


def test_a_kit_of_no_part_is_refused() -> None:
    with pytest.raises(TaflkitError, match="no part is chosen; choose one at least") as refused:
        read_choices({"parts": ""})
    assert refused.value.choice == "parts"


def test_an_unknown_field_and_a_wrong_flag_are_refused() -> None:
    with pytest.raises(TaflkitError, match="there is no choice 'cel'; did you mean cell"):
        read_choices({"cel": "30"})
    with pytest.raises(TaflkitError, match="there is no choice 'unprintable'"):
        read_choices({"unprintable": "7"})
    with pytest.raises(TaflkitError, match="there is no spares 'true'") as caught:
        read_choices({"spares": "true"})
    assert caught.value.choice == "spares"


def test_helps_are_filled_with_names() -> None:
    assert "best takes" in help_of("sections")
    assert "“Largest” takes" in help_of("sections", {"best": "“Largest”"})
    for field in CHOSEN:
        assert help_of(field).endswith(".")
        assert "{" not in help_of(field)


def test_a_printer_is_read_from_its_readings() -> None:
    assert read_printer("office", {"scale_x": "99.6", "back_dy": "-0.05cm"}) == Printer(
        "office", scale_x=99.6, back_dy=-0.5
    )
    assert read_printer("office", {}) == Printer("office")
    assert set(READING_HELPS) == set(READINGS)
    with pytest.raises(TaflkitError, match="90 to 110 mm") as caught:
        read_printer("office", {"scale_y": "80"})
    assert caught.value.choice == "scale_y"
    with pytest.raises(TaflkitError, match="there is no reading 'scale'"):
        read_printer("office", {"scale": "100"})


@pytest.mark.parametrize("name", RANGES)
def test_a_length_or_number_out_of_its_range_is_named(name: str) -> None:
    values, noun = RANGES[name], OPTIONS[name].noun
    check_choices(DEFAULTS._replace(**{field_of(name): values.least}))
    for value in (values.least - 1, values.most + 1, float("nan"), float("inf"), -1e308):
        with pytest.raises(TaflkitError) as caught:
            check_choices(DEFAULTS._replace(**{field_of(name): value}))
        unit = values.unit and f" {values.unit}"
        assert str(caught.value) == f"{noun} must be {values}, not {value:g}{unit}"
        assert caught.value.choice == name


@pytest.mark.parametrize("name", sorted(set(CHOICES) - {"parts"}))
def test_a_value_that_a_choice_does_not_have_is_named(name: str) -> None:
    with pytest.raises(TaflkitError, match=f"there is no {name} 'other'") as caught:
        check_choices(DEFAULTS._replace(**{name: "other"}))
    assert caught.value.choice == name


def test_nothing_is_planned_of_what_a_choice_does_not_have() -> None:
    book = read_book(catalog(), "brandub", None)
    for wrong in (KitSpec(cell=7.9), KitSpec(join="glue"), KitSpec(unprintable=200.0), KitSpec(margin=float("nan"))):
        with pytest.raises(TaflkitError):
            plan_request(book, wrong, catalog().store)


ENTRY = """    varnish: Annotated[
        float | None,
        Option(
            "counters",
            "How thick the counters' varnish is.",
            range=Range(1, 9),
            noun="the varnish",
            word="varnish",
            example="2",
            empty="none",
        ),
    ] = None
"""
BEFORE = "    king: Annotated["
SCRIPT = """
import sys
from pathlib import Path
from click.testing import CliRunner
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.errors import TaflkitError
from taflkit.kit.options import DEFAULTS, KitSpec, check_choices, kit_name, read_choices
from taflkit.site.kits import Value, make_form
from taflkit.site.page import Site
from taflkit.site.writing import read_words
sys.path[:0] = sys.argv[1:]
from make_options_page import PAGE, with_rows
from test_ranges import NUMBERS

run, catalog = CliRunner().invoke, Catalog()
for command in ("build", "plan", "export"):
    assert "--varnish MM How thick the counters' varnish is. [1 to 9 mm]" in " ".join(
        run(main, [command, "--help"]).stdout.split()
    )
assert "--varnish: the varnish must be 1 to 9 mm, not 10 mm" in run(main, ["build", "--varnish", "10"]).stderr
spec = read_choices({"varnish": "2"})
assert spec == KitSpec(varnish=2.0) != DEFAULTS
assert kit_name(catalog, read_book(catalog, "brandub", None), spec) == "brandub-walker-a4-colour-varnish2"
try:
    check_choices(KitSpec(varnish=0.5))
except TaflkitError as error:
    assert (str(error), error.choice) == ("the varnish must be 1 to 9 mm, not 0.5 mm", "varnish")
else:
    raise AssertionError
site = Site(catalog=catalog, games=("brandub",), kits="none", runtime=Path("runtime"))
words = dict(read_words(site, "en", "maker"))
words |= {"labels": words["labels"] | {"varnish": "Varnish"}, "empty": words["empty"] | {"varnish": "none"}}
known = {name: (Value("one", "One", chosen=True),) for name in ("game", "rules", "language")}
_, groups = make_form(words, read_words(site, "en", "helps"), {"plain": "Plain"}, known)
names = [field.name for group in groups if group.name == "counters" for field in group.fields]
assert names == ["counters", "punch", "varnish", "king", "spares"]
assert [words[0] for words, option in NUMBERS if option.name == "varnish"] == ["build", "export", "plan"]
line = "| `--varnish` | none; 1 to 9 mm | How thick the counters' varnish is. | `taflkit build --varnish 2` |"
assert f"--punch 1in --counters punch` |\\n{line}\\n| `--king`" in with_rows(PAGE.read_text(encoding="utf-8"))
"""


def test_a_choice_that_is_declared_is_everywhere(tmp_path: Path) -> None:
    original, package = Path(taflkit.__file__).parent, tmp_path / "taflkit"
    for folder in (package, package / "kit"):
        folder.mkdir()
        for path in (original / folder.relative_to(package)).iterdir():
            if path not in (original / "kit", original / "kit" / "options.py") and path.name != "__pycache__":
                (folder / path.name).symlink_to(path)
    text = (original / "kit" / "options.py").read_text(encoding="utf-8")
    assert BEFORE in text
    (package / "kit" / "options.py").write_text(text.replace(BEFORE, f"{ENTRY}{BEFORE}"), encoding="utf-8")
    paths = (tmp_path, ROOT / "scripts", ROOT / "tests" / "cli", ROOT / "tests")
    command = [sys.executable, "-c", SCRIPT, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(tmp_path)})
    assert done.stderr == ""
    assert done.returncode == 0
