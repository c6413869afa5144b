"""Reads and checks label sheets: those of templates/labels/, and a user's own by their paths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from taflkit.catalog.conversion import convert, title_problem, within
from taflkit.catalog.sources import own_path, read_toml
from taflkit.errors import TaflkitError, TemplateError, refuse, shown
from taflkit.limits import NAME, Range
from taflkit.reading import file_names
from taflkit.sheets.labels import LabelSheet
from taflkit.sheets.paper import paper

_Count = Annotated[int, within(Range(1, 99, ""))]
_Side = Annotated[float, within(Range(5, 300))]
_Place = Annotated[float, within(Range(0, 1500))]
_LEAST_SIDE = 50.0  # mm of paper
_LONGEST = 40  # letters of a name, which stands in a table and a panel
_NEAR = 0.01  # mm: the least length that counts


class LabelTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet of labels; all lengths are mm, measured on an upright sheet.

    Attributes:
        name: its name in print.
        paper: its name, such as "a4", or two sides, such as "101.6x152.4", of 50 mm or more.
        rows, columns: the number of labels down, and across.
        across, down: from a label's edge to the same edge of the next one in its row, and in its column.
        left, top: from the paper's edges to the first label's.
        diameter: of round labels.
        width, height: of other labels, instead of the diameter.
        source: where the measures are from; it is not printed.
    """

    name: Annotated[str, Meta(max_length=_LONGEST)]
    paper: str
    rows: _Count
    columns: _Count
    across: _Place
    down: _Place
    left: _Place
    top: _Place
    diameter: _Side | None = None
    width: _Side | None = None
    height: _Side | None = None
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
    table = convert(tables, LabelTable, file)
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


def _faults(table: LabelTable) -> Iterator[tuple[str, str]]:
    """Yield the key and the fault of a name, and of sides that are missing or two."""
    if why := title_problem(table.name):
        yield "name", why
    sides = (table.width, table.height)
    if table.diameter is None and None in sides:
        yield "diameter", "is missing; give it, or width and height"
    elif table.diameter is not None and sides != (None, None):
        yield "diameter", "is of round labels, and width and height are of rectangles; leave one of them out"


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
