"""Reads and checks label sheets: those of templates/labels/, and a user's own by their paths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, astuple

from taflkit.catalog.conversion import convert, title_problem
from taflkit.catalog.sources import own_path, read_toml
from taflkit.errors import TaflkitError, TemplateError, refuse, shown
from taflkit.limits import NAME, Range
from taflkit.reading import file_names
from taflkit.sheets.labels import LabelSheet
from taflkit.sheets.paper import Paper, paper

_COUNT = Range(1, 99, "")
_SIDE = Range(5, 300)
_PITCH = Range(0, 1500)
_PAPER = Range(50, 3000)
_LONGEST = 40  # letters of a name, which stands in a table and a panel
_NEAR = 0.01  # mm: the least length that counts


class _Sides(Struct, frozen=True, forbid_unknown_fields=True):
    width: float
    height: float


class _Pitch(Struct, frozen=True, forbid_unknown_fields=True):
    across: float
    down: float


class _First(Struct, frozen=True, forbid_unknown_fields=True):
    left: float
    top: float


class _LabelTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a file; the source is for who reads it."""

    name: str
    paper: str | _Sides
    rows: int
    columns: int
    pitch: _Pitch
    first: _First
    diameter: float | None = None
    sides: _Sides | None = None
    source: str = ""


def label_names(templates: Path) -> tuple[str, ...]:
    """Return the names of the shipped label sheets."""
    return file_names(templates / "labels", ".toml")


def load_labels(name: str, templates: Path) -> LabelSheet:
    """Return a shipped label sheet by its name, or a user's own by its file.

    Raises:
        TaflkitError: there is no such label sheet, or its file has problems, which name file and key.
    """
    known = label_names(templates)
    where = templates / "labels" / f"{name}.toml" if name in known else own_path("label-sheet", name, known)
    if len(where.stem) > NAME:
        raise TaflkitError(f"{shown(name)}: the name may have {NAME} characters, since names of files have it")
    tables, file = read_toml(where)
    table = convert(tables, _LabelTable, file)
    problems = [TemplateError(file, key, why) for key, why in _faults(table)]
    try:
        on = _paper(table.paper)
    except TaflkitError as error:
        problems.append(TemplateError(file, "paper", str(error)))
    refuse(problems)
    sides = table.sides or _Sides(table.diameter or 0.0, table.diameter or 0.0)
    size = sides.width, sides.height, table.sides is None
    made = LabelSheet(table.name, on, table.rows, table.columns, *size, *astuple(table.pitch), *astuple(table.first))
    refuse(TemplateError(file, key, why) for key, why in _misplaced(made))
    return made


def _paper(size: str | _Sides) -> Paper:
    """Return a paper by its name, or of other sides."""
    if isinstance(size, str):
        return paper(size)
    label = f"{size.width:g} × {size.height:g} mm"
    return Paper(f"{size.width:g}x{size.height:g}", label, size.width, size.height, folds_to="", leaflet="")


def _faults(table: _LabelTable) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of a name, of sides that are missing or two, and of numbers out of range."""
    if why := title_problem(table.name):
        yield "name", why
    elif len(table.name) > _LONGEST:
        yield "name", f"has {len(table.name)} letters; the name of a label sheet has {_LONGEST} at most"
    if table.diameter is None and table.sides is None:
        yield "diameter", "is missing; give it, or sides"
    elif table.diameter is not None and table.sides is not None:
        yield "sides", "are of rectangles, and the diameter is of round labels; leave one of them out"
    numbers: dict[str, tuple[Range, float]] = {"rows": (_COUNT, table.rows), "columns": (_COUNT, table.columns)}
    if table.diameter is not None:
        numbers["diameter"] = (_SIDE, table.diameter)
    tables = {"sides": _SIDE, "paper": _PAPER, "pitch": _PITCH, "first": _PITCH}
    for key, values in tables.items():
        of = getattr(table, key)
        if isinstance(of, Struct):
            numbers |= {f"{key}.{name}": (values, length) for name, length in asdict(of).items()}
    for key, (values, number) in numbers.items():
        try:
            values.check(key, number)
        except TaflkitError as error:
            yield key, str(error).partition(" ")[2]


def _misplaced(labels: LabelSheet) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of labels that overlap, and of those that leave the paper."""
    paper = labels.paper
    for key, count, pitch, side in (
        ("pitch.across", labels.columns, labels.across, labels.width),
        ("pitch.down", labels.rows, labels.down, labels.height),
    ):
        if count > 1 and pitch < side - _NEAR:
            yield key, f"is {pitch:g} mm, so labels of {side:g} mm overlap"
    for key, last, end in (("columns", labels.right, paper.width), ("rows", labels.low, paper.height)):
        if last > end + _NEAR:
            yield key, f"the last of them ends at {last:g} mm, and the paper at {end:g} mm"
