"""Files of games that nobody would write by mistake alone: every problem is a line, all of them are named, in time."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner, Result
from msgspec import Struct

from support.games import cross_picture, write_game
from taflkit import limits
from taflkit.catalog import Catalog
from taflkit.catalog.conversion import convert, language_problem, name_problem, title_problem
from taflkit.cli import main
from taflkit.errors import MOST_PROBLEMS, ManyProblems, TaflkitError, TemplateError, refuse
from taflkit.figures.playing import parse_place
from taflkit.kit.checks import check_game
from taflkit.resources import templates_folder


def lines(ask: Any) -> list[str]:
    """Return the problems that are named, a line each."""
    with pytest.raises(TaflkitError) as caught:
        ask()
    error = caught.value
    found = [str(each) for each in error.problems] if isinstance(error, ManyProblems) else [str(error)]
    assert all("\n" not in line for line in found)
    return found


def checked(game: Path | str) -> list[str]:
    return lines(lambda: list(check_game(Catalog(), str(game))))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def own(folder: Path, more: str, **like: str) -> Path:
    return write_game(folder, cross_picture(7, 1), extra=more, **like)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Brandub in English as a folder of one's own."""
    return Path(shutil.copytree(templates_folder() / "games" / "brandub", tmp_path / "mine"))


# what is named


class _Inner(Struct, frozen=True, forbid_unknown_fields=True):
    size: int
    side: Literal["", "left", "right"] = ""
    names: tuple[str, ...] | None = None
    share: float = 0.0
    on: bool | None = None


class _Outer(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    inner: _Inner | None = None
    by_name: dict[str, _Inner | str | int] = {}


def test_every_wrong_value_of_a_table_is_told_in_words() -> None:
    table = {
        "inner": {"side": "rihgt", "names": ["a", 7], "share": "x", "on": "yes"},
        "by_name": {"a": {"size": 1.5}, "b": [], "c": {"size": 1, "sise": 2}},
        "title": True,
    }
    assert lines(lambda: convert(table, _Outer, "f")) == [
        "f: inner.side: 'rihgt' is not known here; did you mean right? There is also left",
        "f: inner.names[1]: must be a text, not 7",
        "f: inner.share: must be a number, not the text 'x'",
        "f: inner.on: must be true or false, not the text 'yes'",
        "f: inner.size: is missing",
        "f: by_name.a.size: must be a whole number, not a number",
        "f: by_name.b: must be a table, or a text, or a whole number, not a list",
        "f: by_name.c.sise: unknown key; did you mean size? There is also side, names, share, on",
        "f: title: must be a text, not true",
    ]
    assert lines(lambda: convert([], _Outer, "f", "top")) == ["f: top: must be a table, not a list"]


def test_of_very_many_problems_the_first_are_named() -> None:
    found = lines(lambda: convert({f"x{n}": 1 for n in range(20_000)}, _Outer, "f"))
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1] == "and more"


def test_problems_are_named_once() -> None:
    one, other = TaflkitError("one"), TaflkitError("other")
    refuse([])
    assert lines(lambda: refuse([one, one])) == ["one"]
    assert lines(lambda: refuse([one, ManyProblems([one, other])])) == ["one", "other"]


def test_every_broken_file_of_a_folder_is_named(folder: Path) -> None:
    (folder / "layout.toml").write_text("title = ", encoding="utf-8")
    (folder / "rulesets" / "walker.toml").write_text("x", encoding="utf-8")
    (folder / "rulesets" / "branan.toml").write_bytes(b"\xff\xfe")
    (folder / "figures" / "branan-moves.toml").write_text("king = 7\nplays = 7", encoding="utf-8")
    (folder / "figures" / "odd.toml").mkdir()
    (folder / "text" / "en" / "booklet.toml").write_text("subtitle = 3\n[history]\ntitel = ''", encoding="utf-8")
    (folder / "languages" / "xx").mkdir(parents=True)
    (folder / "languages" / "xx" / "grammar.toml").write_text("squares = 7", encoding="utf-8")
    found = checked(folder)
    named = [line.removeprefix(f"{folder}/") for line in found]
    for start in (
        "layout.toml: is not TOML",
        "rulesets/branan.toml: is UTF-16 text",
        "rulesets/walker.toml: is not TOML",
        "figures/branan-moves.toml: king: must be a text, not 7",
        "figures/branan-moves.toml: plays: unknown key; did you mean play?",
        "figures/odd.toml: is a folder, and must be a file",
        "text/en/booklet.toml: subtitle: must be a text, not 3",
        "text/en/booklet.toml: history.titel: unknown key; did you mean title?",
        "languages/xx/grammar.toml: squares: must be a table, not 7",
        "languages/xx/grammar.toml: pieces: is missing",
        "languages/xx/kit.po: is missing",
    ):
        assert any(line.startswith(start) for line in named), start
    assert len(found) == len(set(found))
    result = run("check", str(folder))
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [f"Error: {line}" for line in found]


def test_missing_files_of_a_language_are_named(folder: Path) -> None:
    (folder / "languages" / "xx").mkdir(parents=True)
    (folder / "languages" / "xx" / "site.po").write_text("", encoding="utf-8")
    result = run("build", str(folder), "--language", "xx")
    words = f"{folder}/languages/xx"
    assert result.stderr.startswith(
        f"Error: {folder.name} does not speak 'xx' as a whole: {words}/grammar.toml, {words}/"
    )
    assert f"{words}/{folder.name}.po are missing; taflkit check with the language names all of it" in result.stderr
    assert result.exit_code == 1


def test_all_mistakes_of_a_game_in_one_file_are_named(tmp_path: Path) -> None:
    more = "[rulesets.a]\nbase = 'walkr'\ntitle = ' '\nrules.goal = 'edg'\nrules.gaol = 'edge'\nface.king = 'crown'\n"
    more += "variations.x = { title = 'a\\tb', rules = { king_armed = 7 } }\n".replace("'a\\tb'", '"a\\tb"')
    file = own(tmp_path, more)
    assert [line.removeprefix(f"{file}: rulesets.a: ").partition(";")[0] for line in checked(file)] == [
        "title: is empty",
        r"variations.x.title: has the character \t",
        "base: there is no ruleset 'walkr'",
        "rules.goal: cannot be 'edg'",
        "rules.gaol: unknown rule",
        "variations.x.rules.king_armed: cannot be 7",
        "face.king: there is no 'crown'",
    ]


# files


@pytest.mark.parametrize(
    "game", ["pipe", "loop", "a" * 300, "a" * 300 + "/b.toml", "a\0b", "none.toml", "a\udc80.toml"]
)
def test_a_game_that_is_no_file_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    for words in (("build", game), ("check", game), ("build", "--theme", game), ("diagram", "--file", game)):
        result = run(*words)
        assert result.exit_code == 1, words
        assert result.stderr.startswith("Error: ")
        assert len(result.stderr.splitlines()) == 1
    assert run("perft", "--suite", game).exit_code == 1


def test_a_removed_current_folder_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    result = run("build", "mygame.toml")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: the current folder is no longer there; change to another one\n",
    )
    file = own(tmp_path, "x = 7")
    assert lines(lambda: Catalog().game(str(file)))[0].startswith(f"{file}: x: unknown key")


def test_a_byte_order_mark_is_read_over_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    mark = "\ufeff"
    position = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    suite = f"id a\r\ngame brandub walker\r\nposition {position} attackers\r\nperft 1 40 0 0 0\r\n"
    for name, text in (("t.toml", "title = 'Mine'\r\n"), ("p.txt", f"{position}\r\n"), ("s.perft", suite)):
        Path(name).write_text(mark + text, encoding="utf-8", newline="")
    Path("taflkit/printers").mkdir(parents=True)
    Path("taflkit/printers/office.toml").write_text(f"{mark}scale_x = 99.6\r\n", encoding="utf-8")
    file = own(tmp_path, "")
    file.write_text(mark + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert Catalog().game(str(file)).title == "My game"
    assert Catalog().theme("t.toml").title == "Mine"
    assert run("diagram", "--file", "p.txt", "-o", "p.svg").exit_code == 0
    assert run("perft", "--suite", "s.perft").stdout.endswith("1 counts checked, 0 differ\n")
    assert "--scale-x 99.6" in run("printer", "list").stdout
    typed = CliRunner().invoke(main, ["diagram", "--file", "-", "-o", "p.svg"], input=f"{mark}d6-f6\r\n".encode())
    assert typed.exit_code == 0, typed.output


def test_standard_input_counts_as_a_file_does() -> None:
    result = CliRunner().invoke(main, ["diagram", "--file", "-"], input=b"d6-f6 " * 200_000)
    assert result.stderr == "Error: --file -: is larger than 1 MB\n"


# limits


def test_names_go_into_the_names_of_files(tmp_path: Path) -> None:
    more = '[rulesets."../x"]\n[figures."a b"]\nstart = true\n[proofs."é"]\nstart = true\n'
    assert [line.partition(": is no name")[0] for line in checked(own(tmp_path, more))] == [
        f"{tmp_path}/mygame.toml: {key}" for key in ("rulesets.../x", "figures.a b", "proofs: é")
    ]
    varied = '[rulesets.mine]\n[rulesets.mine.variations."a/b"]\ntitle = "x"\nrules.goal = "edge"\n'
    assert "rulesets.mine: variations.a/b: is no name for a variation" in checked(own(tmp_path, varied))[0]
    assert name_problem("figure", "a" * limits.NAME) == name_problem("figure", "Ard-ri-2") == ""
    for name in ("a" * (limits.NAME + 1), "", "-a", "a-", "a--b", "a_b", "a.b", "a\n", "a/b"):
        assert name_problem("figure", name)
    for code in ("../en", "e", "EN", "en\n", "english"):
        assert language_problem(code)
        assert lines(lambda code=code: Catalog().game("brandub").texts(code))[0].startswith("there is no language")
    assert language_problem("en") == language_problem("pt-BR") == ""


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("", "is missing or empty"),
        (" \\u00a0", "is empty; write a title with letters, or leave it out"),
        ("x" * (limits.TITLE + 1), "has 121 characters; a title has 120 at most"),
        ("a\\nb", r"has the character \n; a title stands on one line"),
        ("a\\u001b[31m", r"U+001B control character cannot be printed, in 'a\x1b[31m'; take it out"),
        ("a\\u2028b", r"U+2028 LINE SEPARATOR cannot be printed, in 'a\u2028b'; take it out"),
    ],
)
def test_a_title_is_a_line(tmp_path: Path, title: str, why: str) -> None:
    file = own(tmp_path, "", title=title)
    assert checked(file) == [f"{file}: layout: title: {why}"]


def test_a_title_may_be_as_long_as_the_limit_and_have_any_letters() -> None:
    assert [title_problem(title) for title in ("x" * limits.TITLE, "Ard Rí", "Soft\xadhyphen", "A {x}")] == [""] * 4


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("".join(f"[rulesets.r{n}]\n" for n in range(25)), "rulesets: has 25 rulesets, and 24 are the most"),
        (
            "[rulesets.r]\n" + "".join(f"variations.v{n} = {{ title = 'x', rules = {{}} }}\n" for n in range(13)),
            "rulesets.r: variations: has 13 entries, and 12 are the most",
        ),
        (
            "".join(f"[figures.f{n}]\n" for n in range(290)),
            "figures: has 343 figures with those that it shares, and 300",
        ),
        ("".join(f"[proofs.p{n}]\n" for n in range(450)), "proofs: has 558 proofs with those that it shares, and 500"),
        (
            "[figures.f]\nsequence = [" + "'a'," * 501 + "]",
            "figures.f: sequence: has 501 entries, and 500 are the most",
        ),
        (f"[text.figures]\nstart = '{'x' * 1001}'", "text.figures: start: has 1001 characters, and 1000 are the most"),
        (f"[text.booklet]\nsubtitle = '{'x' * 10001}'", "text.booklet: subtitle: has 10001 characters, and 10000 are"),
        (f"[rulesets.r]\nsource = '{'x' * 1001}'", "rulesets.r: source: has 1001 characters, and 1000 are the most"),
        ("[rulesets.a]\nbase = 'a'", "rulesets.a: base: 'a' leads back to itself"),
        ("[rulesets.a]\nlayout.corners = ['a1', 'a1']", None),
        ("[figures.f]\nking = 2020-01-01", "figures.f: king: must be a text, not a date or a time"),
    ],
)
def test_a_game_has_limits(tmp_path: Path, more: str, why: str | None) -> None:
    file = own(tmp_path, more + "\n")
    begun = time.process_time()
    if why is not None:
        assert checked(file)[0].startswith(f"{file}: {why}")
    else:
        game = Catalog().game(str(file))
        assert lines(lambda: game.layout_under(game.ruleset("a")))[0].endswith("layout.corners: a1 is named twice")
    assert time.process_time() - begun < 2


def test_rulesets_with_their_variations_are_bounded_together(tmp_path: Path) -> None:
    varied = "".join(f"variations.v{n} = {{ title = 'x', rules = {{ goal = 'edge' }} }}\n" for n in range(12))
    file = own(tmp_path, "".join(f"[rulesets.r{n}]\n{varied}" for n in range(8)))
    (line,) = check_game(Catalog(), str(file))
    assert line == "mygame: 104 rulesets with each variation and language, and 100 are the most"


@pytest.mark.parametrize(
    "picture",
    ["." * 1000, "...\n" * 1000, "." * 100_000, "K", "....\n" * 4, ".....\n" * 5, "KK...\n" * 5, "t.é..\n" * 5],
)
def test_a_wrong_board_is_one_line_in_time(tmp_path: Path, picture: str) -> None:
    begun = time.process_time()
    (line,) = checked(write_game(tmp_path, picture))
    assert ": layout: start: " in line
    assert time.process_time() - begun < 2


def test_steps_of_a_place_have_few_digits() -> None:
    layout = Catalog().game("brandub").layout
    for text in ("throne n" + "9" * 5000, "throne n999", "throne " * 100_000):
        (line,) = lines(lambda text=text: parse_place(text, layout))
        assert len(line) < 300


# suggestions


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("build", "brandb"), "there is no game 'brandb'; did you mean brandub? There is also alea-evangelii, "),
        (
            ("build", "--rules", "wlaker"),
            "there is no ruleset of brandub 'wlaker'; did you mean walker? There is also m",
        ),
        (("build", "--theme", "manuscrpt"), "there is no theme 'manuscrpt'; did you mean manuscript? There is also b"),
        (("build", "--language", "enn"), "--language: there is no language 'enn'; did you mean en?"),
        (
            ("build", "--rules", "masters", "--variation", "chek"),
            "there is no variation of masters 'chek'; did you mean check? There is also weak-king, ",
        ),
        (("rules", "--diff", "masters+chek"), "there is no variation of masters 'chek'; did you mean check?"),
        (("rules", "--diff", "masters+"), "--diff 'masters+': name another ruleset, with a + between it and its "),
        (("rules", "--diff", "+check"), "--diff '+check': name another ruleset, with a + between it and its "),
        (("rules", "--diff", ""), "--diff '': name another ruleset, with a + between it and its "),
        (("figures", "--figure", "captrue"), "there is no figure"),
        (("new", "theme", "x", "--game", "brandb"), "--game: there is no shipped game 'brandb'; did you mean brandub?"),
    ],
)
def test_the_nearest_name_comes_first(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {said}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("biuld",), "Error: there is no command 'biuld'; did you mean build? There is also export, figures, "),
        (
            ("build", "--parts", "board,bokolet"),
            "there is no part 'bokolet'; did you mean booklet? There is also all, ",
        ),
    ],
)
def test_an_unknown_word_of_the_command_line_is_wrong_usage(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_single_problem_is_a_template_error(tmp_path: Path) -> None:
    file = own(tmp_path, "x = 7")
    with pytest.raises(TemplateError) as caught:
        Catalog().game(str(file))
    assert (caught.value.file, caught.value.key) == (str(file), "x")
