"""Reads and checks label sheets: those of templates/labels/, and a user's own by their paths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from taflkit.catalog.conversion import convert, title_problem
from taflkit.catalog.sources import own_path, read_toml
from taflkit.errors import TaflkitError, TemplateError, refuse, shown
from taflkit.limits import NAME, Range
from taflkit.reading import file_names
from taflkit.sheets.labels import LabelSheet
from taflkit.sheets.paper import paper

_COUNT = Range(1, 99, "")
_SIDE = Range(5, 300)
_PLACE = Range(0, 1500)
_RANGES = {
    **dict.fromkeys(("rows", "columns"), _COUNT),
    **dict.fromkeys(("diameter", "width", "height"), _SIDE),
    **dict.fromkeys(("across", "down", "left", "top"), _PLACE),
}
_LEAST_SIDE = 50.0  # mm of paper
_LONGEST = 40  # letters of a name, which stands in a table and a panel
_NEAR = 0.01  # mm: the least length that counts


class _LabelTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a file; the source is for who reads it."""

    name: str
    paper: str
    rows: int
    columns: int
    across: float
    down: float
    left: float
    top: float
    diameter: float | None = None
    width: float | None = None
    height: float | None = None
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
        on = paper(table.paper, _LEAST_SIDE)
    except TaflkitError as error:
        problems.append(TemplateError(file, "paper", str(error)))
    refuse(problems)
    sides = (table.width or table.diameter or 0.0, table.height or table.diameter or 0.0, table.width is None)
    places = (table.across, table.down, table.left, table.top)
    made = LabelSheet(table.name, on, table.rows, table.columns, *sides, *places)
    refuse(TemplateError(file, key, why) for key, why in _misplaced(made))
    return made


def _faults(table: _LabelTable) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of a name, of sides that are missing or two, and of numbers out of range."""
    if why := title_problem(table.name):
        yield "name", why
    elif len(table.name) > _LONGEST:
        yield "name", f"has {len(table.name)} letters; the name of a label sheet has {_LONGEST} at most"
    sides = (table.width, table.height)
    if table.diameter is None and None in sides:
        yield "diameter", "is missing; give it, or width and height"
    elif table.diameter is not None and sides != (None, None):
        yield "diameter", "is of round labels, and width and height are of rectangles; leave one of them out"
    for key, values in _RANGES.items():
        number = getattr(table, key)
        try:
            if number is not None:
                values.check(key, number)
        except TaflkitError as error:
            yield key, str(error).partition(" ")[2]


def _misplaced(labels: LabelSheet) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of labels that overlap, and of those that leave the paper."""
    for key, count, pitch, side in (
        ("across", labels.columns, labels.across, labels.width),
        ("down", labels.rows, labels.down, labels.height),
    ):
        if count > 1 and pitch < side - _NEAR:
            yield key, f"is {pitch:g} mm, so labels of {side:g} mm overlap"
    for key, last, end in (("columns", labels.right, labels.paper.width), ("rows", labels.low, labels.paper.height)):
        if last > end + _NEAR:
            yield key, f"the last of them ends at {last:g} mm, and the paper at {end:g} mm"
