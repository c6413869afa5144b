"""taflkit make: everything that a project file lists, as far as it changed, once or whenever a file of its own does."""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from functools import partial
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, Self

import click

from taflkit.catalog.book import read_book
from taflkit.catalog.inputs import digest, file_digests, game_files, is_text, theme_files, used_values, versions
from taflkit.cli.batch import LONGEST, Lost, Workers
from taflkit.cli.build import build, export
from taflkit.cli.console import Stopped, catalog, complain, problem_line, say
from taflkit.cli.figures import diagram, figures
from taflkit.cli.options import printer_file, propose_files
from taflkit.cli.puzzles import puzzles
from taflkit.cli.site import RecordedFile, digest_of, look_up, read_record, record_text, site
from taflkit.cli.writing import Collected, shown_path, write_all
from taflkit.errors import ManyProblems, TaflkitError, TemplateError, UnknownName, gathered, refuse
from taflkit.kit.options import written
from taflkit.kit.project import OUTPUT, Project, Task, load_projects
from taflkit.reading import folded, is_folder, is_there, read_bytes

_SITE, _PUZZLES, _EXPORTS = "site", "puzzles", "exports"
_COMMANDS: Mapping[str, click.Command] = {
    "kits": build,
    _EXPORTS: export,
    "figures": figures,
    "diagrams": diagram,
    _PUZZLES: puzzles,
    _SITE: site,
}
"""The command of each table of a project file."""
_PAUSE = 0.5
"""The seconds between two looks at the files that are watched."""
_MOST_FILE = 64_000_000
"""The bytes of a file of the project's own."""


@click.command()
@click.argument("file", default="taflkit.toml", type=click.Path(path_type=Path), shell_complete=propose_files)
@click.option("--watch", is_flag=True, help="Make it again whenever a file of the project changes, until Ctrl-C.")
@click.option("--dry-run", "dry", is_flag=True, help="Say what would be made, and write nothing.")
def make(file: Path, watch: bool, dry: bool) -> None:
    """Make what a project FILE lists, as far as it changed: kits, exports, figures, diagrams, puzzles and a site.

    Its tables have the options of their commands, and a list of values makes one of each. Whatever is finished stays
    when somebody stops it. A record beside the file has digests of all that things are made of.

    \b
    Examples:
      taflkit new project taflkit
      taflkit make
      taflkit make club.toml --dry-run
      taflkit make --watch
    """
    if not is_there(file):
        raise TaflkitError(f"there is no file {shown_path(file)}; taflkit new project writes one", choice="file")
    if watch and dry:
        raise click.UsageError("--watch writes, and --dry-run does not; leave one away")
    if watch:
        _watch(file)
        return
    found = _Round(load_projects(file, catalog()))
    if dry:
        for number in found.todo:
            say(f"would be made: {found.tasks[number]}")
        say(f"{shown_path(file)}: {len(found.todo)} to make, {len(found.kept)} unchanged; nothing is written")
    else:
        found.make(say)
        say(f"{shown_path(file)}: {found}")
    for problem in found.problems:
        complain(problem)
    if found.problems:
        sys.exit(1)


def _watch(file: Path) -> None:
    """Make a project whenever a file of its own changes, with a line a round, until somebody stops it.

    Raises:
        TaflkitError: the folder of the project file is no longer there.
    """
    # one that was removed is still the current folder of those who are in it
    folder = file.absolute().parent
    projects: Sequence[Project] = ()
    sites: Sequence[Task] = ()
    seen: object = None
    try:
        while True:
            if not is_folder(folder):
                raise TaflkitError(f"the folder {shown_path(folder)} is no longer there", choice="file")
            now = _stamps(file, projects)
            if now == seen:
                time.sleep(_PAUSE)
                continue
            # what was read of games and themes may be old
            catalog.cache_clear()
            try:
                projects = load_projects(file, catalog())
                now = _stamps(file, projects)
                found = _Round(projects, sites)
                found.make(None)
                sites = [task for number, task in enumerate(found.tasks) if task.kind == _SITE and number in found.kept]
                line = "; ".join((str(found), *found.made, *found.problems))
            except TaflkitError as error:
                line = problem_line(error, None)
            seen = now
            say(f"{time.strftime('%H:%M:%S')} {line}")
    except (Stopped, KeyboardInterrupt):
        say("")


def _stamps(file: Path, projects: Iterable[Project]) -> dict[Path, tuple[int, int] | None]:
    """Return when the files of a project's own were changed, and their sizes; None for those that are not there."""
    files = {file, *(project.file for project in projects)}
    for task in itertools.chain.from_iterable(project.tasks for project in projects):
        with gathered([]):
            files |= {own for _, own in _own_files(task)}
    stamps: dict[Path, tuple[int, int] | None] = dict.fromkeys(files)
    for each in files:
        with suppress(OSError):
            info = each.stat()
            stamps[each] = (info.st_mtime_ns, info.st_size)
    return stamps


# What is made, and what it is made of.


class _Round:
    """What changed of projects, to be made on all cores; the files of a task are written when they are made.

    Attributes:
        tasks: of all projects; a number is a place in them.
        todo: the numbers of those to be made, sites last.
        kept: the files of those that are there as they would be made, by their paths from the project's folder.
        made: the files that were made, and the sites.
        problems: the lines on what failed.
    """

    def __init__(self, projects: Iterable[Project], sites: Sequence[Task] = ()) -> None:
        """Find what is to be made; the `sites` were made by an earlier round.

        Raises:
            TaflkitError: an option is wrong, or a game has a problem; all of them are named.
        """
        self.tasks = [task for project in projects for task in project.tasks]
        self.todo: list[int] = []
        self.kept: dict[int, Mapping[str, RecordedFile]] = {}
        self.made: list[str] = []
        self.problems: list[str] = []
        self._done: set[int] = set()
        self._digests: dict[int, tuple[str, str]] = {}
        self._claims: dict[str, int] = {}
        self._records = {
            file: read_record(task.folder, _record_of(file), "taflkit make", inside=False)
            for file, task in {task.file: task for task in self.tasks}.items()
        }
        problems: list[TaflkitError] = []
        program = _Program.read()
        for number, task in sorted(enumerate(self.tasks), key=lambda each: each[1].kind == _SITE):
            with gathered(problems), _placed(task), _started(task) as context:
                files: Mapping[str, RecordedFile] = {}
                if task.kind != _SITE:
                    texts = partial(program.texts, task, context)
                    self._digests[number], files = look_up(self._records[task.file], program.files(task), texts)
                if files or task in sites:
                    self._keep(number, files)
                else:
                    self.todo.append(number)
        refuse(problems)

    def __str__(self) -> str:
        """Return in words how many tasks were done, had no change, or failed."""
        failed = f", {len(self.problems)} failed" if self.problems else ""
        done = len(self._done & self.kept.keys())
        return f"{done} made, {len(self.kept) - done} unchanged{failed}"

    def make(self, report: Callable[[str], None] | None) -> None:
        """Make what is to be made; `report` takes a line on each task, if anybody hears it."""
        waiting = [number for number in self.todo if self.tasks[number].kind != _SITE]
        # a search takes as long as it takes
        longest = None if any(self.tasks[number].kind == _PUZZLES for number in waiting) else LONGEST
        try:
            with Workers(partial(_do, self.tasks), longest=longest) as workers:
                for done, (number, result) in enumerate(workers.results(waiting), 1):
                    task = self.tasks[number]
                    with self._failing(task):
                        if isinstance(result, Lost):
                            raise TaflkitError(result.why)
                        if result.problem:
                            self.problems.append(result.problem)
                        elif self._write(number, result.files) and report:
                            # where nobody listens any more, the work goes on
                            with suppress(OSError):
                                report(f"[{done}/{len(waiting)}] {', '.join(result.files)}")
                            if result.notes:
                                complain(result.notes, head=f"{task}: ")
            for number in self.todo[len(waiting) :]:
                task = self.tasks[number]
                heard = nullcontext() if report else redirect_stdout(StringIO())
                with self._failing(task), _started(task) as context, heard:
                    context.command.invoke(context)
                    self._done.add(number)
                    self.made.append(str(task))
                    self._keep(number, {})
        except (Stopped, KeyboardInterrupt):
            why = f"{len(self._done)} of {len(self.todo)} are made, and the same command makes the rest"
            raise Stopped(why) from None
        for file, record in self._records.items():
            text = self._record(file)
            if text != record.text and (self.kept or record.text):
                write_all(record.folder, {_record_of(file): text})

    @contextmanager
    def _failing(self, task: Task) -> Iterator[None]:
        try:
            with _placed(task):
                yield
        except TaflkitError as error:
            self.problems.append(str(error))

    def _keep(self, number: int, files: Mapping[str, RecordedFile]) -> bool:
        """Give a task its files, and return whether no earlier one has them; a later one that does loses its own."""
        task = self.tasks[number]
        for name in files:
            place = folded(os.path.realpath(task.folder / name))
            other = self._claims.setdefault(place, number)
            if other == number:
                continue
            self._claims[place] = min(number, other)
            self.kept.pop(max(number, other), None)
            first, last = (self.tasks[each] for each in sorted((number, other)))
            of = f" of {first.file}" if first.file != last.file else ""
            why = f"{shown_path(task.folder / name)} is written by {first}{of} too; give one of them another output"
            self.problems.append(str(TemplateError(last.file, last.at("output"), why)))
            if number > other:
                return False
        self.kept[number] = files
        return True

    def _write(self, number: int, contents: Mapping[str, bytes]) -> bool:
        """Write the files of a task that are not there yet, with the record, and return whether they are its own."""
        task = self.tasks[number]
        digests = {path: sha256(content).hexdigest() for path, content in contents.items()}
        files = {_from(task.folder, path): RecordedFile(each, *self._digests[number]) for path, each in digests.items()}
        if not self._keep(number, files):
            return False
        changed = {path: content for path, content in contents.items() if digest_of(Path(path)) != digests[path]}
        try:
            write_all(Path(), {**changed, str(task.folder / _record_of(task.file)): self._record(task.file)})
        except BaseException:
            del self.kept[number]
            raise
        self._done.add(number)
        self.made += contents
        return True

    def _record(self, file: str) -> str:
        """Return the record of a project file."""
        mine = (files for number, files in self.kept.items() if self.tasks[number].file == file)
        return record_text({name: each for files in mine for name, each in files.items()})


class _Program(NamedTuple):
    """Digests of the program with what it has of its own.

    Attributes:
        whole: of all that it has.
        wordless: of all but the texts of games.
    """

    whole: str
    wordless: str

    @classmethod
    def read(cls) -> Self:
        """Read the program and the templates."""
        program = (versions(), file_digests(Path(__file__).resolve().parent.parent, "*.py"))
        templates = file_digests(catalog().templates, "*")
        plain = {place: each for place, each in templates.items() if not is_text(place)}
        return cls(digest(program, templates), digest(program, plain))

    def files(self, task: Task) -> str:
        """Return the digest of all files that those of a task may be made of."""
        return digest(self.whole, _choices(task), {name: _content(file) for name, file in _own_files(task)})

    def texts(self, task: Task, context: click.Context) -> str:
        """Return the digest of what the files of a task are made of: of its game the values alone that it uses.

        Raises:
            TaflkitError: a file of the game has a problem.
        """
        chosen = context.params
        own = {name: _content(file) for name, file in _own_files(task) if not name.startswith("game/")}
        if task.kind == _PUZZLES:
            game = catalog().game(chosen["game"])
            ruleset = game.ruleset(chosen["rules"])
            used: Any = (game.title, ruleset.name, ruleset.rules, repr(game.layout_under(ruleset)))
        else:
            named = (chosen[name] for name in ("game", "rules", "variations", "language"))
            used = used_values(read_book(catalog(), *named, draft=chosen["draft"]))
        return digest(self.wordless, _choices(task), own, used)


def _choices(task: Task) -> tuple[Any, ...]:
    # some of the files of an export name the folder that they are in
    return task.kind, task.values, os.path.realpath(_output(task)) if task.kind == _EXPORTS else ""


def _own_files(task: Task) -> Iterator[tuple[str, Path]]:
    """Yield the files of a user's own that a task is made of, or would be if they were there, with names for them."""
    kinds = {"game": game_files, "theme": theme_files}
    for key, path in task.paths(catalog()).items():
        if key in kinds:
            yield from ((f"{key}/{name}", file) for name, file in kinds[key](Path(path)))
        elif task.kind != _SITE:
            yield key, Path(path)
    if "printer" in task.values:
        yield "printer", printer_file(str(task.values["printer"]))


def _content(file: Path) -> str:
    """Return the digest of a file's content; "" where it cannot be read, of which whoever reads it says why."""
    try:
        return sha256(read_bytes(file, str(file), _MOST_FILE)).hexdigest()
    except TaflkitError:
        return ""


# A task as a run of its command.


def _output(task: Task) -> Path:
    return task.folder / str(task.values.get("output", f"{OUTPUT}/site" if task.kind == _SITE else OUTPUT))


def _record_of(file: str) -> str:
    """Return the name of the record beside a project file."""
    return f"{Path(file).stem}.record.json"


def _from(folder: Path, path: str) -> str:
    """Return the path of a file as the record has it: from the project's folder where it is below."""
    place = Path(path)
    return (place.relative_to(folder) if place.is_relative_to(folder) else place.absolute()).as_posix()


@contextmanager
def _started(task: Task) -> Iterator[click.Context]:
    """Read a task's options as its command does, which writes to a Collected, but for a site."""
    command, output = _COMMANDS[task.kind], _output(task)
    values = {**task.placed(catalog()), "output": str(output)}
    game = str(values.pop("game", ""))
    if task.kind == _EXPORTS:
        # its folder has one of the kit's name in it
        del values["output"]
    if task.kind == _PUZZLES:
        values["otg"] = True
    options = {name: param for param in command.params for name in param.opts}
    args = []
    for key, value in values.items():
        name = f"--{key}"
        if isinstance(value, bool):
            args += [name] if value else []
        elif getattr(options[name], "multiple", False):
            args += [f"{name}={each.strip()}" for each in str(value).split(",")]
        else:
            args.append(f"{name}={written(key, value)}")
    args += ["--", game] if game else []
    collected = None if task.kind == _SITE else Collected(output)
    with command.make_context(command.name, args, obj=collected) as context:
        yield context


class _Finished(NamedTuple):
    """The files of a task by their paths, with the lines on them that are no report; or the line on a problem."""

    files: Mapping[str, bytes]
    notes: str = ""
    problem: str = ""


def _do(tasks: Sequence[Task], number: int) -> _Finished:
    """Do a task, in a process of its own, without a report beside those of other tasks."""
    task, notes = tasks[number], StringIO()
    try:
        with _placed(task), _started(task) as context, redirect_stdout(StringIO()), redirect_stderr(notes):
            context.command.invoke(context)
            files = {path: each.encode() if isinstance(each, str) else each for path, each in context.obj.files.items()}
    except TaflkitError as error:
        return _Finished({}, problem=str(error))
    return _Finished(files, notes.getvalue())


@contextmanager
def _placed(task: Task) -> Iterator[None]:
    """Name the project file and the key of a problem that names no file."""
    try:
        yield
    except (TemplateError, ManyProblems):
        raise
    except click.UsageError as error:
        named = getattr(error, "param", None)
        raise _problem(task, named, error.message if named else error.format_message()) from None
    except TaflkitError as error:
        params = {(param.name or "").rstrip("_"): param for param in _COMMANDS[task.kind].params}
        of = error.what.partition(" ")[0] if isinstance(error, UnknownName) else ""
        choice = error.choice or {"ruleset": "rules", "variation": "variations"}.get(of, "")
        raise _problem(task, params.get(choice), problem_line(error, None)) from None


def _problem(task: Task, param: click.Parameter | None, why: str) -> TaflkitError:
    return TemplateError(task.file, task.at(max(param.opts, key=len).lstrip("-") if param else ""), why)
