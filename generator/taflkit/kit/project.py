"""The project file: tables of kits, exports, figures, diagrams, puzzles and a site, with the options of their commands.

A list of values makes one of each. Paths are those from the folder of the file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from taflkit.catalog import Catalog
from taflkit.catalog.conversion import convert, within
from taflkit.catalog.sources import own_path, read_toml
from taflkit.errors import TaflkitError, TemplateError, shown
from taflkit.kit.options import ALL, DEFAULTS, EVERY, OPTIONS, Option, every_value, field_of, help_of
from taflkit.limits import TASKS
from taflkit.reading import is_file, is_there

Value = str | float | bool
"""A value of an option as TOML has it."""
_SITE = "site"
"""The one table that is no array, and has lists as its command has them."""
_PATHS = {("diagrams", "file"), ("puzzles", "games"), (_SITE, "runtime")}
"""The tables and keys whose values are paths."""
_OWN: Mapping[str, tuple[str, Callable[[Catalog], tuple[str, ...]]]] = {
    "game": ("game", Catalog.game_names),
    "theme": ("theme", Catalog.theme_names),
    "labels": ("label-sheet", Catalog.label_names),
}
"""The keys whose values are paths unless they are names of what is shipped: its kind, and the names."""
_NO_FILE = ("", "-")
OUTPUT = "output"
"""The folder that files are written to, if the project names none."""


def _listed(one: Any) -> Any:
    """Return the type of a value, or of a list of some."""
    return one | Annotated[tuple[one, ...], Meta(extra_json_schema={"minItems": 1})]


_TEXT, _NUMBER, _FLAG = _listed(str), _listed(float | str), _listed(bool)


def _key_of(field: str) -> str:
    """Return the key of a field: the option's name without dashes before it."""
    return {"variations": "variation"}.get(field, field.rstrip("_").replace("_", "-"))


def _type_of(option: Option) -> Any:
    """Return the type of a choice's values in the file: of one, or of a list of them."""
    one: Any = str
    if option.kind == "flag":
        one = bool
    elif option.range is not None:
        # a length may have a unit behind it
        one = Annotated[float if option.range.unit else int, within(option.range)] | str
    elif option.kind == "choice" and option.reads is None:
        names = map(int, option.values) if option.numeric else option.values
        one = Literal[(*names, *((ALL,) if option.name in EVERY else ()))]
    return _listed(one)


def _table(name: str, doc: str, keys: Mapping[str, tuple[Any, str]], choices: Iterable[str] = ()) -> type[Struct]:
    """Return a table of keys, with their types and the sentences on them, and of choices of a kit."""
    every = {**keys, **{field_of(each): (_type_of(OPTIONS[each]), help_of(each)) for each in choices}}
    # an export to nothing is none
    fields = [(key, kind) if key == "to" else (key, kind, "") for key, (kind, _) in every.items()]
    words = [f"    {key}: {sentence}" for key, (_, sentence) in every.items()]
    space = {"__doc__": "\n".join((doc, "", "Attributes:", *words)), "__module__": __name__}
    return defstruct(
        name, fields, namespace=space, frozen=True, forbid_unknown_fields=True, kw_only=True, rename=_key_of
    )


_OUTPUT = {"output": (str, f"The folder that they are written to, or a file with its ending; {OUTPUT} by default.")}
_DRAWN = {
    **_OUTPUT,
    "format": (_TEXT, "svg, pdf or png."),
    "size": (_NUMBER, "The width."),
    "dpi": (_NUMBER, "The pixels to the inch of PNG files."),
}
_KITS = tuple(name for name, option in OPTIONS.items() if option.group)
_RULES = ("game", "rules", "variations", "language", "draft", "mode", "theme")
_ARRAYS = {
    "kits": _table(
        "KitTable",
        "Kits, as taflkit build makes them.",
        {
            **_OUTPUT,
            "preview": (_FLAG, "A picture of all pages, too."),
            "printer": (_TEXT, "The printer that every page is corrected for."),
        },
        _KITS,
    ),
    "exports": _table(
        "ExportTable",
        "Files for machines and tables, as taflkit export makes them, each kit's in a folder of its name.",
        {
            **_OUTPUT,
            "to": (_TEXT, "parts, cutter, tts or print-on-demand."),
            "format": (_TEXT, "svg or png of parts; svg or dxf of a cutter's lines."),
            "dpi": (_NUMBER, "The pixels to the inch of pictures."),
            "marks": (_TEXT, "The registration marks of a cutter, three or four."),
            "mark_inset": (_NUMBER, "From the paper's edges to these marks."),
            "url": (_TEXT, "The address that Tabletop Simulator fetches the files from."),
        },
        (name for name in _KITS if OPTIONS[name].group != "files"),
    ),
    "figures": _table(
        "FigureTable",
        "Figures of a booklet, as taflkit figures draws them.",
        {**_DRAWN, "figure": (_TEXT, "The names of some of them, with commas between; all by default.")},
        _RULES,
    ),
    "diagrams": _table(
        "DiagramTable",
        "Figures of your own, as taflkit diagram draws them.",
        {
            **_DRAWN,
            "position": (_TEXT, "Where the pieces stand, as OpenTafl's line or a picture's rows."),
            "record": (_TEXT, "The moves of a game."),
            "file": (_TEXT, "A file with a position, a picture or a game."),
            "ply": (_NUMBER, "The move that is shown, counted for both sides."),
            "after": (_NUMBER, "The number of moves after which the position is shown."),
            "move": (_TEXT, "Moves that are shown as arrows, with commas between."),
            "refused": (_TEXT, "Moves that the rules refuse, with commas between."),
            "moves_of": (_TEXT, "The squares of pieces whose moves are shown as dots, with commas between."),
            "part": (_TEXT, "The part of the board between two corners."),
            "coordinates": (_FLAG, "Letters of the files and numbers of the ranks."),
            "caption": (_TEXT, "It is set below the board."),
            "title": (_TEXT, "Of the file."),
        },
        _RULES,
    ),
    "puzzles": _table(
        "SearchTable",
        "Puzzles as OpenTafl's records, as taflkit puzzles finds them.",
        {
            **_OUTPUT,
            "plies": (_NUMBER, "The moves of both sides to the win."),
            "count": (_NUMBER, "The number of puzzles."),
            "seed": (_NUMBER, "The same seed finds the same puzzles."),
            "side": (_TEXT, "Who wins."),
            "difficulty": (_TEXT, "easy, middling or hard."),
            "positions": (_NUMBER, "The number of positions that are tried at most."),
            "games": (_TEXT, "A file of games whose ends are tried first."),
        },
        ("game", "rules"),
    ),
}
_SITE_TABLE = _table(
    "SiteTable",
    "A site, as taflkit site makes it.",
    {
        "output": (str, "The folder of the site."),
        "games": (_TEXT, "Its games."),
        "languages": (_TEXT, "Their codes; the pages of the first are at the top."),
        "kits": (str, "The kits to download: default, none or all."),
        "title": (str, "Its name."),
        "base_url": (str, "Where it will be."),
        "runtime": (str, "The folder of what runs Python in a browser."),
        "compressed": (bool, "Compressed files, too."),
    },
)
ProjectTable = _table(
    "ProjectTable",
    "A project: a list of values makes one of each.",
    {
        "projects": (tuple[str, ...], "Other project files, which are made too."),
        **{kind: (tuple[table, ...], f"{table.__doc__}".partition("\n")[0]) for kind, table in _ARRAYS.items()},  # type: ignore[valid-type]
        _SITE: (_SITE_TABLE, "A site of the shipped games."),
    },
)
"""The tables of a project file."""


class Task(Struct, frozen=True):
    """One run of a command.

    Attributes:
        file: the project file, as its user would find it.
        folder: the folder that it is in.
        kind: the name of the table, which is that of its command or stands for it.
        key: the key of the table in the file, such as "kits[0]".
        values: those of the options that are given, by their keys.
        varied: those of them that are from lists, as texts.
    """

    file: str
    folder: Path
    kind: str
    key: str
    values: dict[str, Value]
    varied: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return its key and the values from lists, for a report."""
        return self.at()

    def at(self, key: str = "") -> str:
        """Return the place of one of its keys, or of its table, with the values from lists."""
        varied = f" ({', '.join(self.varied)})" if self.varied else ""
        return f"{self.key}{key and f'.{key}'}{varied}"

    def placed(self, catalog: Catalog) -> dict[str, Value]:
        """Return the values, with the paths as they are from the current folder."""
        return self.values | self.paths(catalog)

    def paths(self, catalog: Catalog) -> dict[str, str]:
        """Return the paths among the values of what is read, as they are from the current folder."""
        return {
            key: str(self.folder / f"{value}")
            for key, value in self.values.items()
            if (self.kind, key) in _PATHS or (key in _OWN and value not in _OWN[key][1](catalog))
        }


class Project(Struct, frozen=True):
    """A project file that was read, and what it makes."""

    file: Path
    tasks: tuple[Task, ...]


def load_projects(file: Path, catalog: Catalog) -> tuple[Project, ...]:
    """Read a project file and those that it names.

    Raises:
        TaflkitError: a file cannot be read, a key or a value is wrong, or files name one another; file and key are
            named.
    """
    found: dict[str, Project] = {}
    left: list[tuple[Path, tuple[str, ...]]] = [(file, ())]
    while left:
        where, above = left.pop()
        real = os.path.realpath(where)
        if real in found:
            continue
        tables, name = read_toml(where)
        convert(tables, ProjectTable, name)
        for number, other in enumerate(tables.get("projects", ())):
            key, place = f"projects[{number}]", where.parent / other
            if not is_file(place):
                raise TemplateError(name, key, f"there is no file '{shown(other)}'")
            if os.path.realpath(place) in (*above, real):
                raise TemplateError(name, key, f"'{shown(other)}' leads back to itself; leave it out")
            left.append((place, (*above, real)))
        found[real] = Project(where, tuple(_tasks(tables, name, where.parent, catalog)))
    return tuple(found.values())


def _tasks(tables: Mapping[str, Any], file: str, folder: Path, catalog: Catalog) -> Iterator[Task]:
    """Yield the tasks of the tables of a project file, in the order of the kinds."""
    count = 0
    for kind in _ARRAYS:
        for number, table in enumerate(tables.get(kind, ())):
            for task in _products(Task(file, folder, kind, f"{kind}[{number}]", table), catalog):
                count += 1
                if count > TASKS:
                    raise TemplateError(file, task.key, f"there are more than {TASKS} to make; begin another file")
                yield task
    if _SITE in tables:
        lists = {key: ",".join(value) if isinstance(value, list) else value for key, value in tables[_SITE].items()}
        yield from _products(Task(file, folder, _SITE, _SITE, lists), catalog)


def _products(task: Task, catalog: Catalog) -> Iterator[Task]:
    """Yield a task for each combination of the values of a table's lists, and of those that "all" stands for."""
    made = [task]
    # which rules there are depends on the game
    for key in sorted(task.values, key=lambda key: key != "game"):
        made = [each for one in made for each in _varied(one, key, catalog)]
        if len(made) > TASKS:
            raise _problem(task, key, f"makes {len(made)}, and {TASKS} are the most")
    yield from made


def _varied(task: Task, key: str, catalog: Catalog) -> Iterator[Task]:
    given: Any = task.values[key]
    listed = given if isinstance(given, list) else [given]
    if not listed:
        raise _problem(task, key, "names nothing; leave it out")
    for value in listed:
        values: tuple[Any, ...] = (value,)
        if value == ALL and key in EVERY:
            values = every_value(catalog, key, str(task.placed(catalog).get("game", DEFAULTS.game)))
        elif (key, value) == ("language", "auto"):
            raise _problem(task, key, "must be a code, since a project is the same for everybody")
        elif key == "output" and value in _NO_FILE:
            raise _problem(task, key, "must be a folder, or a file with its ending")
        for each in values:
            more = (f"{each}",) if isinstance(given, list) or len(values) > 1 else ()
            made = Task(task.file, task.folder, task.kind, task.key, {**task.values, key: each}, (*task.varied, *more))
            path = made.paths(catalog).get(key)
            try:
                if path is not None and key in _OWN:
                    own_path(_OWN[key][0], path, _OWN[key][1](catalog))
                elif path is not None and not is_there(Path(path)):
                    raise TaflkitError(f"there is no file {path}")
            except TaflkitError as error:
                raise _problem(made, key, str(error)) from None
            yield made


def _problem(task: Task, key: str, why: str) -> TemplateError:
    return TemplateError(task.file, task.at(key), why)
