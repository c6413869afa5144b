"""The places of keys in a TOML text, and changes of it that leave everything else as it was."""

from __future__ import annotations

from typing import Any

import pytest
import tomli
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from support import ROOT
from taflkit.errors import TaflkitError
from taflkit.site.visitor.toml import Key, literal, places_of, with_value, written_key

SHIPPED = sorted(file for file in (ROOT / "templates").rglob("*.toml") if "starts" not in file.parts)

STRANGE = '''# a head
top = 1 # one
"quoted key"."a.b" = 'literal # no comment'
[layout] # a table
title = "with \\" and # and ]"
start = """
.[.{.
"quoted" and \\""" more""""
other = \'\'\'
]] = }
\'\'\'
corners = [ # four
  "a1", # the first
  "a7", ["g1", { x = 1, y.z = "}" }],
]
face = { attacker = "wolf", king.of = "all" }
when = 1979-05-27 07:32:00
  [ rulesets . "house rules" ]
  rules.goal = "edge"
[[figures.first.play]]
move = "a1-a2"
[[figures.first.play]]
move = "a2-a3"
[figures.first.play.beside]
far = true
'''


def leaves(value: Any, key: Key = ()) -> dict[Key, Any]:
    """Return every value of tables by its key, those of arrays by their numbers."""
    if isinstance(value, dict):
        return {inner: leaf for name, each in value.items() for inner, leaf in leaves(each, (*key, name)).items()}
    if isinstance(value, list):
        return {inner: leaf for n, each in enumerate(value) for inner, leaf in leaves(each, (*key, n)).items()}
    return {key: value}


def check_places(text: str) -> None:
    places = places_of(text)
    wanted = leaves(tomli.loads(text))
    assert wanted.keys() <= places.pairs.keys()
    for key, value in wanted.items():
        pair = places.pairs[key]
        read = tomli.loads(f"x = {text[pair.value : pair.end]}\n")["x"]
        assert read == value or value != value, key  # noqa: PLR0124  (nan is not itself)


def test_of_every_shipped_file() -> None:
    assert len(SHIPPED) > 100
    for file in SHIPPED:
        check_places(file.read_text(encoding="utf-8"))


def test_of_everything_strange() -> None:
    check_places(STRANGE)
    check_places(STRANGE.replace("\n", "\r\n"))
    check_places(STRANGE.rstrip("\n"))


names = st.text("ab-_0 .\"'\\é#", max_size=4)
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.booleans(), st.integers(-9, 9), st.text("a#\"'\\\n[]{}=,\t\x7f ", max_size=8), st.floats(0, 1)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=12,
)


@given(st.dictionaries(names, values, max_size=5), st.booleans())
def test_of_whatever_a_writer_writes(tables: dict[str, Any], long: bool) -> None:
    check_places(tomli_w.dumps(tables, multiline_strings=long))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("top", 2),
        ("quoted key.a.b", 3),
        ("layout", 4),
        ("layout.start", 6),
        ("layout.corners[0]", 13),
        ("layout.corners[2][1].y.z", 14),
        ("layout.face.king", 16),
        ("layout.nothing.of.it", 4),
        ("rulesets", 18),
        ("rulesets.house rules.rules", 19),
        ("rulesets.house rules.rules.goal", 19),
        ("figures.first.play[1].move", 23),
        ("figures.first.play[1].beside.far", 25),
        ("figures.second", 20),
        ("nothing", 0),
        ("", 0),
    ],
)
def test_line_of_a_key(key: str, line: int) -> None:
    assert places_of(STRANGE).line_of(key) == line


def test_written_key_is_as_messages_write_it() -> None:
    assert written_key(("reach", 0, "of")) == "reach[0].of"


# changes


@given(st.one_of(st.booleans(), st.integers(0, 99), st.text(st.characters(exclude_categories=("Cs",)))))
def test_literals_are_read_as_they_were(value: str | bool | int) -> None:
    assert tomli.loads(f"x = {literal(value)}\n")["x"] == value


@pytest.mark.parametrize("value", ["edge", 'with " and \\', True, 3, ("a1", "a7"), "one\ntwo\n"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing yet\n",
        "# no end of line",
        '[rulesets.house.rules]\ngoal = "corner" # a remark\nking_move = "line"\n',
        '[rulesets.house.rules]\nking_move = "line" # last',
        '[rulesets.house]\nrules.king_move = "line"\n\n[layout]\ntitle = "x"\n',
        '[rulesets.house]\nrules = { king_move = "line" }\n',
        "[rulesets.house]\nrules = {}\ntitle = 'x'\n",
        "rulesets.house.rules.goal = { value = true, why = 'so' }\n",
        '[rulesets.house]\ntitle = "x"\n[text.booklet]\nsubtitle = "y"\n',
        "[rulesets.house.rules]\n# goal = 'edge'\n\n[layout]\ntitle = 'x'\n",
    ],
)
def test_a_changed_key_changes_nothing_else(text: str, value: Any) -> None:
    key = ("rulesets", "house", "rules", "goal")
    made = with_value(text, key, value)
    before, after = leaves(tomli.loads(text)), leaves(tomli.loads(made))
    kept = {each: leaf for each, leaf in before.items() if each[:4] != key}
    assert {each: leaf for each, leaf in after.items() if each[:4] != key} == kept
    there = tomli.loads(made)["rulesets"]["house"]["rules"]["goal"]
    assert (tuple(there) if isinstance(value, tuple) else there) == value
    for line in text.splitlines():
        if line.startswith("#") or "title" in line:
            assert line in made


def test_a_new_key_of_a_table_whose_own_header_is_missing() -> None:
    text = '[rulesets.house.rules]\ngoal = "edge"\n'
    made = with_value(text, ("rulesets", "house", "title"), "Ours")
    assert made == f'{text}\n[rulesets.house]\ntitle = "Ours"\n'


def test_a_key_is_taken_out_with_its_line() -> None:
    text = '# head\n[layout]\ntitle = "x" # why\ncorners = [\n  "a1",\n] # four\nstart = "y"\n'
    assert with_value(text, ("layout", "corners"), None) == '# head\n[layout]\ntitle = "x" # why\nstart = "y"\n'
    assert with_value(text, ("layout", "start"), None) == text.replace('start = "y"\n', "")
    assert with_value(text, ("layout", "throne"), None) == text


def test_what_cannot_be_written_has_a_name() -> None:
    with pytest.raises(TaflkitError, match=r"^layout\.title: the text is laid out so"):
        with_value("layout = 3\n", ("layout", "title"), "x")
    with pytest.raises(TaflkitError, match=r"^layout\.title: the text is laid out so"):
        with_value('layout = { title = "x" }\n', ("layout", "title"), None)
    with pytest.raises(TaflkitError, match="is not TOML"):
        with_value("layout =\n", ("layout", "title"), "x")
