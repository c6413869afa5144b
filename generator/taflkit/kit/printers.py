"""A printer's measured errors, and finished documents drawn so that they come out true on it. No file.

Lengths across and down are those of an upright sheet, whichever way its pages lie: a printer that stretches paper does
so along its own path. Where a page lies on its long side, the printer's program turns it upright by a quarter turn to
the left, so that its head comes to the left edge.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from msgspec.structs import replace

from taflkit.catalog.names import name_problem
from taflkit.drawing.shapes import Box, Document, Drawing, Group, Transform, multiply, translate
from taflkit.errors import TaflkitError, TemplateError, UnknownName, among, refuse, shown
from taflkit.kit.options import RANGES, READER, KitSpec, read_ranged
from taflkit.limits import Range
from taflkit.reading import parse_toml
from taflkit.sheets.imposition import DUPLEX
from taflkit.sheets.paper import UNPRINTABLE

if TYPE_CHECKING:
    from taflkit.kit.build import Kit

__all__ = [
    "READINGS",
    "READING_HELPS",
    "Printer",
    "check_margin",
    "check_name",
    "fit_document",
    "fit_kit",
    "reached",
    "read_printer",
]

READINGS = {
    "scale_x": (Range(90, 110), "what 100 mm across measure on paper"),
    "scale_y": (Range(90, 110), "what 100 mm down measure on paper"),
    "back_dx": (Range(-20, 20), "how far right the back lies"),
    "back_dy": (Range(-20, 20), "how far down the back lies"),
    "unprintable": (RANGES["unprintable"], "what the printer leaves white at the edge"),
}
"""The range of each reading, and what it is, by its name."""
READING_HELPS = {
    "scale_x": "What the ruler's 100 mm across measure on paper.",
    "scale_y": "What the ruler's 100 mm down measure on paper.",
    "back_dx": "How far right the back lies, as the test sheet's scales say.",
    "back_dy": "How far down the back lies.",
    "unprintable": "The widest edge that stays white.",
}
"""What each reading is for somebody who gives it, in a sentence."""


class Printer(NamedTuple):
    """A printer as the test page shows it; lengths in mm on an upright sheet.

    Attributes:
        name: the name that its owner gave it.
        scale_x, scale_y: the length on paper of 100 mm across and of 100 mm down.
        back_dx, back_dy: how far to the right and down the back lies of where it should, looking at the back of a
            sheet that was turned on its short edge.
        unprintable: the widest edge that stays white.
    """

    name: str
    scale_x: float = 100.0
    scale_y: float = 100.0
    back_dx: float = 0.0
    back_dy: float = 0.0
    unprintable: float = UNPRINTABLE

    @classmethod
    def parse(cls, name: str, text: str, file: str) -> Self:
        """Read a printer from the TOML that `str` wrote.

        Args:
            name: the printer's name.
            text: the TOML.
            file: where it was, for errors.

        Raises:
            TaflkitError: it is not TOML, or has unknown keys or values out of range; file and key are named.
        """
        table = parse_toml(text, file)
        refuse(TemplateError(file, key, why) for key, value in table.items() if (why := _fault(key, value)))
        return cls(name, **{key: float(value) for key, value in table.items()})

    def __str__(self) -> str:
        """Return the printer as TOML."""
        lines = (f"{key} = {getattr(self, key)!r}  # mm: {what}" for key, (_, what) in READINGS.items())
        return "\n".join((f"# The printer {self.name}, as taflkit printer set saved it.", *lines, ""))

    def check(self) -> None:
        """Refuse a value out of range.

        Raises:
            TaflkitError: the error names the choice.
        """
        for key, (values, what) in READINGS.items():
            values.check(what, getattr(self, key), choice=key)


def _fault(key: str, value: object) -> str:
    """Return why a file cannot have a key with a value, or nothing."""
    if key not in READINGS:
        return f"unknown key; {among(key, tuple(READINGS))}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"must be a number of mm, not {shown(value)}"
    values, what = READINGS[key]
    try:
        values.check(what, value)
    except TaflkitError as error:
        return str(error)
    return ""


def check_name(name: str) -> None:
    """Refuse a name that cannot be that of a file everywhere.

    Raises:
        TaflkitError: the line names the characters that a name is made of.
    """
    if why := name_problem("printer", name):
        raise TaflkitError(f"'{shown(name)}' {why}", choice="printer")


def check_margin(printer: Printer, margin: float) -> None:
    """Refuse parts where the printer does not reach.

    Raises:
        TaflkitError: the line says which margin would do.
    """
    if printer.unprintable > max(margin, UNPRINTABLE):
        raise TaflkitError(
            f"a margin of {margin:g} mm is too small: the printer '{printer.name}' does not reach the outer"
            f" {printer.unprintable:g} mm of the paper; use {printer.unprintable:g} mm or more",
            choice="margin",
        )


def reached(spec: KitSpec, printer: Printer) -> KitSpec:
    """Return a spec whose parts and marks lie where a printer reaches."""
    return spec._replace(unprintable=max(spec.unprintable, printer.unprintable))


def fit_kit(kit: Kit, printer: Printer) -> Kit:
    """Return a kit whose documents are corrected for a printer; the booklet for a screen stays as it is."""
    documents = {
        part: document if part == READER else fit_document(document, printer, kit.pages.behind(part), kit.spec.duplex)
        for part, document in kit.documents.items()
    }
    return replace(kit, documents=documents)


def fit_document(
    document: Document, printer: Printer, backs: Collection[int] = (), duplex: str = DUPLEX[0]
) -> Document:
    """Return a document that comes out of a printer as it was meant: in its true size, the backs behind the fronts.

    Args:
        document: the pages, at their natural size.
        printer: the printer whose errors are corrected.
        backs: the numbers, from 1, of the pages that are printed on the back of the page before.
        duplex: how the printer turns the sheets: "short", "long", or "single" for by hand over the short edge.
    """
    pages: Sequence[Drawing] = document.pages
    fitted = (_fitted(page, printer, number in backs, duplex) for number, page in enumerate(pages, 1))
    return replace(document, pages=tuple(fitted))


def _fitted(page: Drawing, printer: Printer, back: bool, duplex: str) -> Drawing:
    lies = page.width > page.height
    across, down = 100.0 / printer.scale_x, 100.0 / printer.scale_y
    if lies:
        across, down = down, across
    change: Transform = (across, 0.0, 0.0, down, page.width / 2 * (1 - across), page.height / 2 * (1 - down))
    if back:
        change = multiply(translate(*_correction(printer, lies, duplex)), change)
    trim, bleed = (box and _changed(box, change) for box in (page.trim, page.bleed))
    return replace(page, shapes=(Group(page.shapes, change),), trim=trim, bleed=bleed)


def _changed(box: Box, change: Transform) -> Box:
    """Return where a box lies under a change that stretches and moves it."""
    across, _, _, down, right, low = change
    return Box(box.x * across + right, box.y * down + low, box.width * across, box.height * down)


def _correction(printer: Printer, lies: bool, duplex: str) -> tuple[float, float]:
    """Return how a back is moved, in its own page's directions.

    The fault belongs to the sheet in the printer; the long edge has the back printed on its head, and a page that
    lies is turned.
    """
    right, down = -printer.back_dx, -printer.back_dy
    if duplex == "long":
        right, down = -right, -down
    return (-down, right) if lies else (right, down)


def read_printer(name: str, readings: Mapping[str, str]) -> Printer:
    """Return the printer of readings that are written as texts; those left out are of a printer without a fault.

    Args:
        name: the printer's.
        readings: the texts by the names of READINGS.

    Raises:
        TaflkitError: there is no such reading, or a text is out of its range; the error names it as the choice.
    """
    for reading in readings:
        if reading not in READINGS:
            raise UnknownName("reading", reading, tuple(READINGS))
    return Printer(name, **{key: read_ranged(text, *READINGS[key], key) for key, text in readings.items()})
