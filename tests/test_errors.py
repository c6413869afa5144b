from __future__ import annotations

import pytest

from taflkit.errors import (
    DoesNotFit,
    IllegalMove,
    TaflkitError,
    TemplateError,
    TextDoesNotFit,
    UnknownName,
    UntranslatedTexts,
    about,
    nearest,
    printable,
    shown,
)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Brandub, éigse", "Brandub, éigse"),
        ("red \x1b[31m", r"red \x1b[31m"),
        ("two\nlines", r"two\nlines"),
        ("turned \u202e", r"turned \u202e"),
        ("half a pair \udcff", r"half a pair \udcff"),
        ("no character \ufffe", r"no character \ufffe"),
        ("a\xa0man,\u202f2\u2003men", "a man, 2 men"),
        ("soft\xadhyphen", r"soft\xadhyphen"),
        ("\U000e0001", r"\U000e0001"),
    ],
)
def test_a_line_shows_what_a_terminal_would_not(text: str, seen: str) -> None:
    assert printable(text) == seen
    assert str(TaflkitError(text)) == seen


def test_a_long_value_is_shown_by_its_ends() -> None:
    assert shown("a" * 30 + "b" * 1_000_000) == "a" * 29 + "…" + "b" * 29
    assert shown("short") == "short"


def test_no_line_is_longer_than_a_page() -> None:
    assert len(str(TemplateError("x" * 100_000, "y" * 100_000, "z"))) <= 2000


def test_the_nearest_name_comes_first() -> None:
    assert nearest("Walkr", ("branan", "walker")) == "walker"
    assert nearest("zzz", ("branan", "walker")) == ""
    line = str(UnknownName("ruleset", "walkr", ("walker",)))
    assert line == "there is no ruleset 'walkr'; did you mean walker?"


def test_a_problem_is_about_a_choice_and_stays_what_it_is() -> None:
    with pytest.raises(IllegalMove, match="d6-d3: blocked d5") as caught, about("moves", "d6-d3"):
        raise IllegalMove("d6-d3: blocked d5")
    assert (caught.value.choice, caught.value.given) == ("moves", "d6-d3")
    with pytest.raises(TaflkitError) as plain, about("caption"):
        raise TaflkitError("it is empty", choice="title")
    assert (plain.value.choice, plain.value.given) == ("caption", "")


@pytest.mark.parametrize(
    "problem",
    [
        TemplateError("n" * 5000, "k" * 5000, "is wrong"),
        TextDoesNotFit("n" * 5000, "key", DoesNotFit("a", "b", "c")),
        TextDoesNotFit("n" * 5000, "", DoesNotFit("a", "b", "c")),
        UntranslatedTexts("n" * 5000, "xx", "a word is missing", drafted=False),
    ],
)
def test_the_name_of_a_file_is_shortened(problem: TaflkitError) -> None:
    assert len(str(problem)) < 700
    assert str(problem).startswith("nnn")
