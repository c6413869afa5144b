"""Kits of the visitor's choices."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from taflkit.catalog.book import read_book
from taflkit.catalog.conversion import convert
from taflkit.kit.build import Kit, build_kit, paged, plan_kit
from taflkit.kit.naming import file_name
from taflkit.kit.numbering import number_pages
from taflkit.kit.options import READER, KitSpec, framed, read_choices
from taflkit.kit.printer_tests import printer_test, printer_test_name
from taflkit.kit.printers import Printer, check_margin, fit_kit, reached, read_printer
from taflkit.render.pdf import to_pdf
from taflkit.site.visitor.desk import Answer, Desk
from taflkit.site.visitor.plans import kit_told, others_told, plan_told

__all__ = ["Wish", "kit", "plan", "test_sheet", "wished"]


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the visitor's own: its file's name and TOML."""

    name: str
    text: str


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What a visitor wants to have.

    Attributes:
        values: the choices as texts; see `read_choices`.
        own: the game, which then stands for the choice of one.
        printer: the readings of the printer's test sheet as texts; see `read_printer`.
    """

    values: dict[str, str] = {}
    own: OwnFile | None = None
    printer: dict[str, str] = {}


def wished(desk: Desk, wish: dict[str, Any]) -> tuple[KitSpec, Printer | None]:
    """Return the spec of a wish, and the printer that its pages are corrected for.

    Raises:
        TaflkitError: see `read_choices`, `read_printer` and `Desk.own`; or the printer does not reach the parts.
    """
    wanted = convert(wish, Wish, "the wish")
    spec = read_choices(wanted.values)
    if wanted.own is not None:
        spec = spec._replace(game=desk.own(wanted.own.name, wanted.own.text))
    if not wanted.printer:
        return spec, None
    printer = read_printer("printer", wanted.printer)
    check_margin(printer, spec.margin)
    return reached(spec, printer), printer


def kit(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the kit of a Wish: its files, and what is in them."""
    spec, printer = wished(desk, wish)
    made = build_kit(desk.catalog, spec)
    stem = made.stem
    if printer is not None:
        made = fit_kit(made, printer)
        stem = f"{stem}-for-{file_name(printer.name)}"
    names = [f"{stem}{'-' if part else ''}{part}.pdf" for part in made.documents]
    files = tuple(to_pdf(each, made.paints, store=desk.catalog.store) for each in made.documents.values())
    return Answer({"name": names[0], "names": names, "pages": _pages(made), "plan": kit_told(made)}, files)


def plan(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with what the plan of a Wish gives, and what other choices would give, without its drawing."""
    spec, _ = wished(desk, wish)
    book = read_book(desk.catalog, spec.game, spec.rules, spec.variations, spec.language, draft=spec.draft)
    spec = framed(spec, desk.catalog.theme(spec.theme, spec.mode, spec.ink))
    made = plan_kit(book, spec, desk.catalog.store)
    spec = paged(desk.catalog, book, spec)
    return Answer({"plan": plan_told(made, number_pages(made, spec), spec), **others_told(spec, made)})


def test_sheet(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the printer's test sheet; the wish has choices as texts: the paper, the duplex and so on."""
    spec = read_choices(convert(wish, dict[str, str], "the wish"))
    document = printer_test(desk.catalog, spec.paper, spec.duplex, spec.mode, spec.language)
    name = f"{printer_test_name(spec.paper, spec.duplex, spec.mode)}.pdf"
    return Answer({"name": name}, (to_pdf(document, desk.catalog.paints(spec.mode), store=desk.catalog.store),))


def _pages(made: Kit) -> list[dict[str, Any]]:
    """Return the pages of a kit's first file: what is on each, and its size in mm."""
    document = next(iter(made.documents.values()))
    roles: list[str] = [page.role for page in made.pages.pages] if "" in made.documents else []
    roles += [READER] * (len(document.pages) - len(roles))
    return [
        {
            "label": page.label or str(number),
            "role": role,
            "title": page.title,
            "description": page.description,
            "width": page.width,
            "height": page.height,
        }
        for number, (page, role) in enumerate(zip(document.pages, roles, strict=True), 1)
    ]
