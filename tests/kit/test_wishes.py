"""What a visitor of the site chooses is read as the command's options are."""

from __future__ import annotations

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit.cli.build import build
from taflkit.errors import TaflkitError
from taflkit.kit.printers import READING_HELPS, READINGS, Printer
from taflkit.kit.spec import CHOICES, DEFAULTS, HELPS, RANGES, KitSpec, help_of
from taflkit.kit.wishes import CHOSEN, YES_OR_NO, read_printer, read_wish, written

FLAGS = ("spares", "split", "draft")
LENGTHS = [field for field in CHOSEN if field in RANGES]
TEXTS = ("game", "rules", "theme", "language")

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


def as_options(wish: dict[str, str]) -> list[str]:
    """Return a wish as a command line."""
    args = [wish["game"]] if "game" in wish else []
    for field, text in wish.items():
        if field in FLAGS:
            args += [f"--{field}"] if text == "yes" else []
        elif field == "variations":
            args += [f"--variation={name}" for name in text.split(",") if name]
        elif field != "game":
            args.append(f"--{field}={text}")
    return args


def by_the_command(wish: dict[str, str]) -> KitSpec | str:
    """Return what the command reads of a wish as options, or the choice that it refuses."""
    try:
        read = build.make_context("build", as_options(wish)).params
    except click.BadParameter as error:
        return (error.param and error.param.name) or ""
    except TaflkitError as error:
        return error.choice
    return KitSpec(**{field: value for field, value in read.items() if field in KitSpec._fields})


def by_the_site(wish: dict[str, str]) -> KitSpec | str:
    try:
        return read_wish(wish)
    except TaflkitError as error:
        return error.choice


def test_every_choice_of_a_kit_is_written_down() -> None:
    assert set(values) == set(CHOSEN) == set(HELPS)
    assert set(KitSpec._fields) - set(CHOSEN) == {"unprintable"}


@pytest.mark.parametrize("field", CHOSEN)
def test_the_command_and_the_site_read_a_choice_alike(field: str) -> None:
    @settings(max_examples=60, deadline=None)
    @given(values[field])
    def alike(text: str) -> None:
        assert by_the_site({field: text}) == by_the_command({field: text})

    alike()


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({}, optional=values))
def test_they_read_many_choices_alike(wish: dict[str, str]) -> None:
    read, taken = by_the_site(wish), by_the_command(wish)
    # of two that are wrong each may name another first
    assert isinstance(read, str) if isinstance(taken, str) else read == taken


def test_the_command_refuses_something_and_takes_something() -> None:
    assert by_the_command({"cell": "5"}) == "cell"
    assert by_the_command({"paper": "a9"}) == "paper"
    assert by_the_command({"cell": "1in", "mode": "color"}) == DEFAULTS._replace(cell=25.4)
    assert by_the_command({"spares": "yes", "parts": "reader,board"}) == DEFAULTS._replace(
        spares=True, parts=("board", "reader")
    )


def test_nothing_wished_is_the_default() -> None:
    assert read_wish({}) == DEFAULTS


@pytest.mark.parametrize("field", CHOSEN)
def test_what_is_written_is_read_as_it_was(field: str) -> None:
    assert written(field, None) == ""
    others = [read_wish({field: text}) for text in CHOICES.get(field, ())]
    if field in RANGES:
        others += [read_wish({field: f"{value:g}"}) for value in RANGES[field][:2]]
    if field in FLAGS:
        others += [read_wish({field: text}) for text in YES_OR_NO]
    for spec in (DEFAULTS, *others):
        text = written(field, getattr(spec, field))
        assert (read_wish({field: text}) if text else DEFAULTS) == spec


def test_a_kit_of_no_part_is_refused() -> None:
    with pytest.raises(TaflkitError, match="no part is chosen; choose one at least") as refused:
        read_wish({"parts": ""})
    assert refused.value.choice == "parts"


def test_an_unknown_field_and_a_wrong_flag_are_refused() -> None:
    with pytest.raises(TaflkitError, match="there is no choice 'cel'; did you mean cell"):
        read_wish({"cel": "30"})
    with pytest.raises(TaflkitError, match="there is no choice 'unprintable'"):
        read_wish({"unprintable": "7"})
    with pytest.raises(TaflkitError, match="there is no spares 'true'") as caught:
        read_wish({"spares": "true"})
    assert caught.value.choice == "spares"


def test_helps_are_filled_with_names() -> None:
    assert "best takes" in help_of("sections")
    assert "“Largest” takes" in help_of("sections", {"best": "“Largest”"})
    for field in HELPS:
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
