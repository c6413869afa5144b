"""Nothing is read but what the user names and what lies in its folder, whatever the files of strangers ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support import ROOT
from taflkit.cli import main
from taflkit.cli.console import catalog
from taflkit.reading import leads_out

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="{}"/></svg>'
SUITE = "id a\ngame {} walker\nposition /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers\nperft 1 40 0 0 0\n"
GAME = '[layout]\nbase = "brandub"\ntitle = "{}"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stranger's folder, with the private files of somebody else beside it."""
    private = tmp_path / "private"
    (private / "figures").mkdir(parents=True)
    (private / "secret.svg").write_text(DRAWING.format(30))
    (private / "secret.ttf").write_bytes((ROOT / "templates" / "fonts" / "text.ttf").read_bytes())
    (private / "secret.toml").write_text('password = "hunter2"\n')
    (private / "figures" / "hidden.toml").write_text("start = true\n")
    folder = tmp_path / "theirs"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def run(*words: str) -> Result:
    # a process reads a game of one name once
    catalog.cache_clear()
    return CliRunner().invoke(main, list(words))


def refused(*words: str) -> str:
    """The line of a command that is refused, in which nothing of a private file is told."""
    result = run(*words)
    assert result.exit_code == 1
    assert not Path("output").exists()
    for told in ("hunter2", "password", "hidden"):
        assert told not in result.stderr
    return result.stderr


OUTSIDE = ["../private/secret", "{}/private/secret", "../private/nothing", "/none/at/all", "down/../../private/secret"]
"""Names that lead out, of files that there are and of files that there are not."""


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize(
    ("entry", "key", "ending"),
    [
        ("devices.attacker = '{}'", "devices.attacker", ".svg"),
        ("grounds.board = '{}'", "grounds.board", ".svg"),
        ("borders.frame = {{ side = '{}', corner = 'a.svg' }}", "borders.frame.side", ".svg"),
        ("fonts.title = '{}'", "fonts.title", ".ttf"),
    ],
)
def test_art_and_fonts_lie_in_the_folder_of_their_theme(
    folder: Path, name: str, entry: str, key: str, ending: str
) -> None:
    named = name.format(folder.parent) + ending
    (folder / "theirs.toml").write_text(entry.format(named) + "\n")
    line = refused("build", "--theme", "theirs.toml")
    assert line.startswith(f"Error: theirs.toml: {key}: '")
    assert line.endswith("leads out of the folder; put the file beside it, or below\n")


@pytest.mark.parametrize("link", ["wing.svg", "art"])
def test_a_link_of_a_theme_leads_nowhere_else(folder: Path, link: str) -> None:
    (folder / link).symlink_to("../private/secret.svg" if link == "wing.svg" else "../private")
    name = link if link == "wing.svg" else "art/secret.svg"
    (folder / "theirs.toml").write_text(f"devices.attacker = '{name}'\n")
    assert f"devices.attacker: '{name}' leads out of the folder" in refused("build", "--theme", "theirs.toml")


def test_a_link_within_the_folder_is_followed(folder: Path) -> None:
    (folder / "art").mkdir()
    (folder / "art" / "wing.svg").write_text(DRAWING.format(40))
    (folder / "wing.svg").symlink_to("art/wing.svg")
    (folder / "theirs.toml").write_text("devices.attacker = 'wing.svg'\n")
    assert run("diagram", "--theme", "theirs.toml", "-o", "a.svg").exit_code == 0
    # the folder itself may be reached by a link, which the user named
    (folder.parent / "by-link").symlink_to(folder)
    assert run("diagram", "--theme", "../by-link/theirs.toml", "-o", "b.svg").exit_code == 0


@pytest.mark.whole
@pytest.mark.parametrize(
    ("link", "to"),
    [
        ("layout.toml", "secret.toml"),
        ("figures", "figures"),
        ("figures/mine.toml", "secret.toml"),
        ("rulesets", "."),
        ("rulesets/walker.toml", "secret.toml"),
        ("text", "."),
        ("text/en", "."),
        ("languages", "."),
        ("languages/ga", "none"),
        ("languages/ga/brandub.po", "secret.toml"),
        ("text/en/rules.toml", "secret.toml"),
        ("proofs.toml", "none.toml"),
    ],
)
@pytest.mark.parametrize("command", ["check", "build", "rules"])
def test_a_link_of_a_game_leads_nowhere_else(folder: Path, command: str, link: str, to: str) -> None:
    game = folder / "game"
    (game / link).parent.mkdir(parents=True)
    if link != "layout.toml":
        (game / "layout.toml").write_text('base = "brandub"\n')
    (game / link).symlink_to(folder.parent / "private" / to)
    language = ["--language", "ga"] if link.startswith("languages") else []
    line = refused(command, "game", *language)
    assert f"game/{link}" in line
    assert "is a link that leads out of the game's folder" in line


def test_a_translation_is_not_written_behind_a_link(folder: Path) -> None:
    game = folder / "brandub-ga"
    game.mkdir()
    (game / "layout.toml").write_text('base = "brandub"\n')
    (game / "languages").symlink_to(folder.parent / "private")
    assert "brandub-ga/languages/ga/brandub-ga.po: is a link that leads out" in refused("new", "language", "ga")
    assert sorted(path.name for path in (folder.parent / "private").iterdir()) == [
        "figures",
        "secret.svg",
        "secret.toml",
        "secret.ttf",
    ]


@pytest.mark.parametrize("name", OUTSIDE)
def test_the_games_of_a_suite_lie_in_its_folder(folder: Path, name: str) -> None:
    (folder / "a.perft").write_text(SUITE.format(name.format(folder.parent) + ".toml"))
    assert "leads out of the suite's folder; put the game's file there" in refused("perft", "--suite", "a.perft")


def test_a_suite_finds_a_game_beside_itself(folder: Path) -> None:
    (folder / "suites").mkdir()
    (folder / "suites" / "mine.toml").write_text(GAME.format("Mine"))
    (folder / "suites" / "a.perft").write_text(SUITE.format("mine.toml"))
    result = run("perft", "--suite", "suites/a.perft")
    assert result.exit_code == 0
    assert "1 counts checked, 0 differ" in result.stdout


@pytest.mark.parametrize(
    "name", ["/a", "\\a", "C:\\a", "C:a", "\\\\host\\share\\a", "../a", "b\\..\\..\\a", "b/../../a"]
)
def test_what_leads_out_on_any_system_leads_out_on_all(tmp_path: Path, name: str) -> None:
    assert leads_out(tmp_path, name)


@pytest.mark.parametrize("name", ["a", "b/a", "./a", "..a", "a..", "ä/b.svg", "a\0b", "", "."])
def test_other_names_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    assert not leads_out(tmp_path, name)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("[rulesets.house]\n[rulesets.House]\n", "rulesets.house: differs from 'House' by capitals alone"),
        ("[rulesets.Walker]\n", "rulesets.Walker: differs from 'walker' by capitals alone"),
        ("[figures.mine]\nstart = true\n[figures.MINE]\nstart = true\n", "figures.mine: differs from 'MINE' by"),
        ("[figures.Capture]\nstart = true\n", "the figure Capture differs from 'capture' by capitals alone"),
        (
            "[rulesets.a.variations]\nb = { title = 'B', rules = {} }\nB = { title = 'b', rules = {} }\n",
            "variations.B: differs from 'b' by capitals alone, and would be one file with it; choose another name",
        ),
    ],
)
def test_names_that_differ_by_capitals_are_one(folder: Path, more: str, why: str) -> None:
    (folder / "mine.toml").write_text(GAME.format("Mine") + more)
    assert why in refused("rules", "mine.toml", *(["--rules", "a"] if "variations" in more else []))
    assert why in refused("check", "mine.toml")


def test_files_that_differ_by_capitals_are_one(folder: Path) -> None:
    (folder / "game" / "rulesets").mkdir(parents=True)
    (folder / "game" / "layout.toml").write_text('base = "brandub"\n')
    for name in ("house", "House"):
        (folder / "game" / "rulesets" / f"{name}.toml").write_text('base = "walker"\n')
    assert "game/rulesets: house: differs from 'House' by capitals alone" in refused("build", "game", "--rules", "all")


def test_what_is_begun_or_kept_has_no_twin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    Path("Mine.toml").touch()
    assert "NAME: Mine.toml is there already, and mine.toml differs" in refused("new", "game", "mine")
    assert run("printer", "set", "office", "--scale-x", "99").exit_code == 0
    assert "NAME: office is kept already, and Office" in refused("printer", "set", "Office", "--scale-x", "99")
    assert run("printer", "set", "office", "--scale-x", "98").exit_code == 0
