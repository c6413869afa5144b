"""Project files: what they list, and the line on each that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.shipped import catalog
from taflkit.catalog.themes import theme_names
from taflkit.errors import TaflkitError
from taflkit.kit.project import Task, load_projects
from taflkit.limits import TASKS
from taflkit.resources import templates_folder
from taflkit.sheets.paper import PAPERS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tasks(text: str, name: str = "taflkit.toml") -> list[Task]:
    Path(name).write_text(text, encoding="utf-8")
    return [task for project in load_projects(Path(name), catalog()) for task in project.tasks]


def test_lists_make_products_in_the_order_of_the_file() -> None:
    made = tasks('[[kits]]\nmode = ["mono", "colour"]\ncell = [30, "3in"]\npages = 8\n[[figures]]\nformat = "png"\n')
    assert [(str(task), task.values) for task in made] == [
        ("kits[0] (mono, 30)", {"mode": "mono", "cell": 30, "pages": 8}),
        ("kits[0] (mono, 3in)", {"mode": "mono", "cell": "3in", "pages": 8}),
        ("kits[0] (colour, 30)", {"mode": "colour", "cell": 30, "pages": 8}),
        ("kits[0] (colour, 3in)", {"mode": "colour", "cell": "3in", "pages": 8}),
        ("figures[0]", {"format": "png"}),
    ]


def test_all_stands_for_every_value_and_for_the_rulesets_of_each_game() -> None:
    made = tasks('[[kits]]\nrules = "all"\ngame = ["tablut", "magpie"]\n')
    assert [(task.values["game"], task.values["rules"]) for task in made] == [
        (game, rules) for game in ("tablut", "magpie") for rules in catalog().game(game).ruleset_names
    ]
    made = tasks('[[kits]]\npaper = "all"\ntheme = "all"\nmode = "all"\n')
    assert len(made) == len(PAPERS) * len(theme_names(templates_folder())) * 2


def test_the_lists_of_a_site_are_those_of_its_command() -> None:
    (task,) = tasks('[site]\ngames = ["brandub", "tablut"]\nlanguages = ["en", "de"]\n')
    assert task.values == {"games": "brandub,tablut", "languages": "en,de"}


def test_paths_begin_at_the_folder_of_the_file_and_shipped_names_are_none() -> None:
    for place in ("club/mine.toml", "club/oak.toml", "club/game.txt"):
        Path(place).parent.mkdir(exist_ok=True)
        Path(place).write_text('[layout]\nbase = "brandub"\n', encoding="utf-8")
    made = tasks(
        '[[kits]]\ngame = "mine.toml"\ntheme = ["oak.toml", "plain"]\nrules = "all"\n[[diagrams]]\nfile = "game.txt"\n',
        "club/taflkit.toml",
    )
    assert made[0].placed(catalog())["game"] == str(Path("club/mine.toml"))
    assert {str(task.placed(catalog()).get("theme")) for task in made} == {str(Path("club/oak.toml")), "plain", "None"}
    assert made[-1].paths(catalog()) == {"file": str(Path("club/game.txt"))}
    # what is written is part of what a kit is made of, and not where the file happens to be
    assert made[0].values["game"] == "mine.toml"


def test_other_project_files_are_read_once_each() -> None:
    Path("club").mkdir()
    Path("club/more.toml").write_text("[[figures]]\n", encoding="utf-8")
    Path("club/taflkit.toml").write_text('projects = ["more.toml"]\n[[kits]]\n', encoding="utf-8")
    made = tasks('projects = ["club/taflkit.toml", "club/more.toml"]\n[[exports]]\nto = "tts"\n')
    assert sorted((task.file, task.key, str(task.folder)) for task in made) == [
        (str(Path("club/more.toml")), "figures[0]", "club"),
        (str(Path("club/taflkit.toml")), "kits[0]", "club"),
        ("taflkit.toml", "exports[0]", "."),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[kit]]", "kit: unknown key; did you mean kits? There is also projects, exports"),
        ("[[kits]]\ncel = 30", "kits[0].cel: unknown key; did you mean cell?"),
        ("[[kits]]\ncell = 900", "kits[0].cell: must be 8 to 240 mm, not 900 mm"),
        ("[[kits]]\ncell = nan", "kits[0].cell: must be 8 to 240 mm, not nan mm"),
        ("[[kits]]\nmode = ['mono', 'colr']", "kits[0].mode[1]: 'colr' is not known here; did you mean colour?"),
        ("[[kits]]\nsplit = 'yes'", "kits[0].split: must be true or false, or a list, not the text 'yes'"),
        ("[[kits]]\nsets = 2.5", "kits[0].sets: must be a whole number, or a text, or a list, not a number"),
        ("[[kits]]\nrules = []", "kits[0].rules: names nothing; leave it out"),
        ("[[kits]]\n[[kits]]\ngame = 'brandbu'", "kits[1].game: there is no game 'brandbu'; did you mean brandub?"),
        ("[[kits]]\ngame = 'my.toml'\nrules = 'all'", "kits[0].game: there is no file my.toml; taflkit new game"),
        ("[[kits]]\ntheme = ['plain', 'my.toml']", "kits[0].theme (my.toml): there is no file my.toml; taflkit new"),
        ("[[kits]]\nlabels = 'my.toml'", "kits[0].labels: there is no file my.toml; taflkit new label-sheet"),
        ("[[diagrams]]\nfile = 'g.txt'", "diagrams[0].file: there is no file g.txt"),
        ("[[puzzles]]\ngames = 'g.txt'", "puzzles[0].games: there is no file g.txt"),
        ("[[kits]]\nlanguage = 'auto'", "kits[0].language: must be a code, since a project is the same for everybody"),
        ("[[kits]]\noutput = '-'", "kits[0].output: must be a folder, or a file with its ending"),
        ("[[kits]]\noutput = ''", "kits[0].output: must be a folder, or a file with its ending"),
        ("[[exports]]\ndpi = 300", "exports[0].to: is missing"),
        ("[site]\ngames = 3", "site.games: must be a text, or a list, not 3"),
        ("projects = ['no.toml']", "projects[0]: there is no file 'no.toml'"),
        ("projects = ['taflkit.toml']", "projects[0]: 'taflkit.toml' leads back to itself; leave it out"),
        ("[[kits]]\ncell = [" + "30," * 40 + "]\nmargin = [" + "8," * 40 + "]", "kits[0].margin: makes 1600, and"),
        (
            "[[kits]]\ncell = [" + "30," * 600 + "]\n" + "[[figures]]\nsize = [" + "60," * 600 + "]",
            "figures[0]: there are more",
        ),
        ("[[kits", "is not TOML"),
    ],
)
def test_what_cannot_be_is_named_with_file_and_key(text: str, line: str) -> None:
    with pytest.raises(TaflkitError) as error:
        tasks(f"{text}\n")
    assert str(error.value).startswith(f"taflkit.toml: {line}")
    assert "\n" not in str(error.value)
    assert TASKS == 1000


def test_files_that_name_one_another_are_refused() -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        Path(f"{name}.toml").write_text(f'projects = ["{other}.toml"]\n', encoding="utf-8")
    with pytest.raises(TaflkitError, match=r"^c\.toml: projects\[0\]: 'a\.toml' leads back to itself; leave it out$"):
        load_projects(Path("a.toml"), catalog())
