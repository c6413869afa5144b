"""Kits of the visitor's choices."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from taflkit.catalog.conversion import convert
from taflkit.kit.build import Kit, build_kit
from taflkit.kit.naming import file_name
from taflkit.kit.printers import Printer, check_margin, fit_kit, reached
from taflkit.kit.spec import KitSpec
from taflkit.kit.wishes import read_printer, read_wish
from taflkit.render.pdf import to_pdf
from taflkit.site.visitor.desk import Answer, Desk

__all__ = ["Wish", "kit", "wished"]


class OwnFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the visitor's own: its file's name and TOML."""

    name: str
    text: str


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What a visitor wants to have.

    Attributes:
        values: the choices as texts; see `read_wish`.
        own: the game, which then stands for the choice of one.
        printer: the readings of the printer's test sheet as texts; see `read_printer`.
    """

    values: dict[str, str] = {}
    own: OwnFile | None = None
    printer: dict[str, str] = {}


def wished(desk: Desk, wish: dict[str, Any]) -> tuple[KitSpec, Printer | None]:
    """Return the spec of a wish, and the printer that its pages are corrected for.

    Raises:
        TaflkitError: see `read_wish`, `read_printer` and `Desk.own`; or the printer does not reach the parts.
    """
    wanted = convert(wish, Wish, "the wish")
    spec = read_wish(wanted.values)
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
    first = next(iter(made.documents.values()))
    pages = [
        {"label": page.label or str(number), "title": page.title, "description": page.description}
        for number, page in enumerate(first.pages, 1)
    ]
    return Answer({"name": names[0], "names": names, "pages": pages, "plan": _planned(made)}, files)


def _planned(made: Kit) -> dict[str, Any]:
    """Return what the plan gives, in mm."""
    plan = made.plan
    return {
        "cell": plan.cell,
        "board": plan.board_size,
        "counter": plan.counter_size,
        "sections": len(plan.sections),
        "sheets": len(plan.sheets),
    }
