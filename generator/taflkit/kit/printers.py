"""Printers that were measured: their readings, how a kit is corrected by them, and the test sheet that shows them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from msgspec import Meta, defstruct
from msgspec.structs import asdict, replace

from taflkit import LICENCE, __version__
from taflkit.catalog import Catalog
from taflkit.catalog.conversion import convert, name_problem, within
from taflkit.drawing.shapes import Box, Document, Drawing, Group, Layer, Transform, Turning, multiply, translate
from taflkit.errors import TaflkitError, UnknownName, shown
from taflkit.kit.options import DEFAULTS, RANGES, READER, KitSpec, file_name, read_ranged
from taflkit.limits import Range
from taflkit.parts.marks.printer_test import draw_label_test, draw_test_sheet
from taflkit.reading import parse_toml
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.sheets.paper import DUPLEX, UNPRINTABLE
from taflkit.sheets.paper import paper as paper_named
from taflkit.words.phrases import fill

if TYPE_CHECKING:
    from taflkit.kit.build import Kit

READINGS = {
    "scale_x": (Range(90, 110), "what 100 mm across measure on paper"),
    "scale_y": (Range(90, 110), "what 100 mm down measure on paper"),
    "back_dx": (Range(-20, 20), "how far right the back lies"),
    "back_dy": (Range(-20, 20), "how far down the back lies"),
    "unprintable": (RANGES["unprintable"], "what the printer leaves white at the edge"),
    "feed_dx": (Range(-20, 20), "how far right a print lies on its paper"),
    "feed_dy": (Range(-20, 20), "how far down a print lies on its paper"),
}
"""The range of each reading, and a noun for it, by its name."""
OF_LABELS = ("feed_dx", "feed_dy")
"""The readings that matter on labels alone, which the kit maker of a site does not have."""
READING_HELPS = {
    "scale_x": "What the ruler's 100 mm across measure on paper.",
    "scale_y": "What the ruler's 100 mm down measure on paper.",
    "back_dx": "How far right the back lies, as the test sheet's scales say.",
    "back_dy": "How far down the back lies.",
    "unprintable": "The widest edge that stays white.",
    "feed_dx": "How far right labels are printed, as the test sheet for labels says.",
    "feed_dy": "How far down they are printed.",
}
"""A sentence on each reading for somebody who gives it."""


class Printer(NamedTuple):
    """A printer as the test page shows it; lengths in mm on an upright sheet.

    Attributes:
        name: the name that its owner gave it.
        scale_x, scale_y: the length on paper of 100 mm across and of 100 mm down.
        back_dx, back_dy: the distance to the right and down of the back from where it should lie, looking at the back
            of a sheet that was turned on its short edge.
        unprintable: the widest edge that stays white.
        feed_dx, feed_dy: the distance to the right and down of a print from where it should lie on its paper, which
            matters on labels alone.
    """

    name: str
    scale_x: float = 100.0
    scale_y: float = 100.0
    back_dx: float = 0.0
    back_dy: float = 0.0
    unprintable: float = UNPRINTABLE
    feed_dx: float = 0.0
    feed_dy: float = 0.0

    @classmethod
    def parse(cls, name: str, text: str, file: str) -> Self:
        """Read a printer from the TOML that `str` wrote; errors name the file.

        Raises:
            TaflkitError: it is not TOML, or has unknown keys or values out of range; file and key are named.
        """
        return cls(name, **asdict(convert(parse_toml(text, file), PrinterTable, file)))

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


PrinterTable = defstruct(
    "PrinterTable",
    [
        (
            key,
            Annotated[float, within(values), Meta(description=READING_HELPS[key])],
            Printer._field_defaults[key],
        )
        for key, (values, _) in READINGS.items()
    ],
    frozen=True,
    forbid_unknown_fields=True,
    namespace={"__doc__": "A printer that was measured; all readings are mm on an upright sheet."},
)
"""The keys of a printer's file."""


def check_name(name: str) -> None:
    """Refuse a name that no file can have everywhere.

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
    pages, duplex = kit.pages, kit.spec.duplex
    documents = {
        part: document
        if part == READER
        else fit_document(document, printer, pages.behind(part), duplex, pages.labelled(part))
        for part, document in kit.documents.items()
    }
    return replace(kit, documents=documents)


def fit_document(
    document: Document,
    printer: Printer,
    backs: Collection[int] = (),
    duplex: str = DUPLEX[0],
    labels: Collection[int] = (),
) -> Document:
    """Return a document that comes out of a printer as it was meant: in its true size, the backs behind the fronts.

    The backs are the numbers, from 1, of the pages that are printed on the back of the page before, and duplex is the
    printer's way of turning sheets: "short", "long", or "single" for by hand over the short edge. The numbers of the
    sheets of labels are those of pages that have to lie right on their paper.
    """
    # the fault of a back belongs to the sheet in the printer; the long edge has the back printed on its head
    sign = 1.0 if duplex == "long" else -1.0
    shifts = dict.fromkeys(backs, (sign * printer.back_dx, sign * printer.back_dy))
    shifts |= dict.fromkeys(labels, (-printer.feed_dx, -printer.feed_dy))
    fitted = []
    for number, page in enumerate(document.pages, 1):
        # a page that lies is turned
        lies = page.width > page.height
        across, down = 100.0 / printer.scale_x, 100.0 / printer.scale_y
        if lies:
            across, down = down, across
        change: Transform = (across, 0.0, 0.0, down, page.width / 2 * (1 - across), page.height / 2 * (1 - down))
        if number in shifts:
            right, low = shifts[number]
            change = multiply(translate(*((-low, right) if lies else (right, low))), change)
        wider, _, _, higher, x, y = change
        trim, bleed = (
            box and Box(box.x * wider + x, box.y * higher + y, box.width * wider, box.height * higher)
            for box in (page.trim, page.bleed)
        )
        fitted.append(replace(page, shapes=(Group(page.shapes, change),), trim=trim, bleed=bleed))
    return replace(document, pages=tuple(fitted))


def read_printer(name: str, readings: Mapping[str, str]) -> Printer:
    """Return the printer of readings that are written as texts, by the names of READINGS.

    Those left out are of a printer without a fault.

    Raises:
        TaflkitError: there is no such reading, or a text is out of its range; the error names it as the choice.
    """
    for reading in readings:
        if reading not in READINGS:
            raise UnknownName("reading", reading, tuple(READINGS))
    return Printer(name, **{key: read_ranged(text, *READINGS[key], key) for key, text in readings.items()})


_LEAST_WIDTH = 210.0  # mm of paper that has room for the test sheet
_LEAST_HEIGHT = 279.0  # mm


def printer_test(
    catalog: Catalog,
    paper: str,
    duplex: str,
    mode: str,
    language: str = DEFAULT_LANGUAGE,
    printer: Printer | None = None,
    *,
    draft: bool = False,
    labels: str | None = None,
) -> Document:
    """Return the two-sided test sheet that shows the faults of a printer, corrected for it where it was measured.

    That of a label sheet has one side, on the paper of its labels, and shows how far the printer's feed is off. Words
    that the language lacks may stay English in a draft, behind a sign.

    Raises:
        TaflkitError: an unknown name, paper that is too small, or a problem in a file.
    """
    texts = text, words = catalog.printer_test(language, draft=draft), catalog.words(language)
    look, typesetter = catalog.theme(mode=mode).look(catalog.store), catalog.typesetter(language)
    pages: tuple[Drawing, ...]
    if labels is None:
        sheet, turning = paper_named(paper), Turning.of(duplex)
        if sheet.width < _LEAST_WIDTH or sheet.height < _LEAST_HEIGHT:
            least = f"{_LEAST_WIDTH:g} x {_LEAST_HEIGHT:g} mm or more"
            raise TaflkitError(f"a test sheet goes on paper of {least}, not on {sheet.label}", choice="paper")
        pages = draw_test_sheet(sheet, duplex, texts, look, typesetter)
    else:
        sheet, turning = catalog.labels(labels).paper, Turning.SIMPLEX
        pages = (draw_label_test(catalog.labels(labels), text, typesetter),)
    # English layers have their own names
    layers = catalog.sheet(language, draft=draft).layers if language != DEFAULT_LANGUAGE else {}
    document = Document(
        pages,
        text.title,
        subject=fill(words.document.test, {"paper": sheet.label}),
        author="taflkit",
        language=language,
        turning=turning,
        rights=(words.document.rights, LICENCE),
        creator=f"taflkit {__version__}",
        layers=tuple((Layer(name), shown) for name, shown in layers.items()),
    )
    if printer is None:
        return document
    return fit_document(document, printer, (2,) if labels is None else (), duplex, () if labels is None else (1,))


def printer_test_name(
    paper: str, duplex: str, mode: str, printer: str = "", language: str = DEFAULT_LANGUAGE, *, draft: bool = False
) -> str:
    """Return the name of the test sheet's file without its ending."""
    chosen = ((mode, DEFAULTS.mode), (duplex, DEFAULTS.duplex), (language, DEFAULT_LANGUAGE))
    others = [value for value, default in chosen if value != default]
    drafted = ["draft"] if draft else []
    return file_name("printer-test", *([printer] if printer else []), paper, *others, *drafted)
