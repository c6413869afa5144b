"""Kits of the visitor's choices."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from taflkit.catalog.book import read_book
from taflkit.catalog.conversion import convert
from taflkit.kit.build import Kit, build_kit, paged, plan_kit
from taflkit.kit.naming import file_name
from taflkit.kit.numbering import KINDS, Pages, number_pages
from taflkit.kit.options import READER, KitSpec, framed, read_choices
from taflkit.kit.printers import Printer, check_margin, fit_kit, printer_test, printer_test_name, reached, read_printer
from taflkit.parts.borders import ANOTHER_THEME
from taflkit.render.pdf import to_pdf
from taflkit.sheets.plan import Plan, beside, best_of
from taflkit.site.visitor.desk import Answer, Desk

__all__ = ["Wish", "kit", "kit_told", "others_told", "plan", "plan_told", "test_sheet", "wished"]


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


def kit_told(kit: Kit) -> dict[str, Any]:
    """Return what `plan_told` does, and what of a kit has no room for its ornament or its figures."""
    notes = {
        "border": "" if kit.border_need == ANOTHER_THEME else kit.border_need,
        "plain_border": kit.border_need == ANOTHER_THEME,
        "bare": kit.bare_cards,
        "pegless": kit.pegless,
    }
    return {**plan_told(kit.plan, kit.pages, kit.spec), "notes": {key: note for key, note in notes.items() if note}}


def plan_told(plan: Plan, pages: Pages, spec: KitSpec) -> dict[str, Any]:
    """Return what a plan gives.

    Returns:
        cell, board, counter: the sides of a square and of the board, which is null without one; a counter's diameter.
        sections, sheets, counters, cards: how many there are; the sheets are those with parts, without backs.
        paper, leaflet: the labels of the papers of the parts and of what is read.
        crowded: whether counters are wider than squares.
        bleed: null, or how far art runs on, how far beside the margin, and the margin that would leave it room.
        box: null, or its kind, its size inside, its sheets, and whether the board goes in, if there is one.
        print: all pages, those of the booklet, how its sheets are turned, and the pages that are backs.
    """
    request = plan.request
    fronts = pages.of("front")
    parts = [part for page in pages.made for part in page.sheet.parts]
    short = bool(fronts) and request.bled_aside < plan.bleed
    return {
        "cell": plan.cell,
        "board": plan.board_size if plan.sections else None,
        "counter": plan.counter_size,
        "sections": len(plan.sections),
        "sheets": len(fronts),
        "counters": sum(part.kind in KINDS["counters"] for part in parts),
        "cards": sum(part.kind in KINDS["cards"] for part in parts),
        "paper": plan.paper.label,
        "leaflet": plan.leaflet.label,
        "crowded": plan.crowded and bool(plan.sections),
        "bleed": {
            "bleed": plan.bleed,
            "aside": request.bled_aside,
            "margin": request.unprintable + plan.bleed,
        }
        if short
        else None,
        "box": _box_told(pages, spec),
        "print": _print_told(pages, spec),
    }


def _box_told(pages: Pages, spec: KitSpec) -> dict[str, Any] | None:
    """Return the box of a kit, if it has one."""
    boxes = pages.of("box")
    placed = next((page.box for page in boxes if page.box is not None), None)
    if placed is None:
        return None
    net = placed.net
    return {
        "kind": "tuck_box" if net.name == "box" else "tray_box",
        "size": [net.width, net.height, net.depth],
        "sheets": len(boxes),
        "board": placed.board if spec.boxed_whole and "board" in spec.parts else None,
    }


def _print_told(pages: Pages, spec: KitSpec) -> dict[str, Any]:
    """Return what is printed on both sides of a sheet, and how it is turned."""
    return {
        "pages": len(pages.pages),
        "booklet": [page.number for page in pages.of("booklet")],
        "duplex": spec.duplex,
        "backs": [{"number": page.number, "behind": page.behind} for page in pages.of("back")],
    }


def others_told(spec: KitSpec, plan: Plan) -> dict[str, Any]:
    """Return what other choices would give.

    Returns:
        beside: the sheets and squares of one sheet fewer and one more, for squares that were not asked for.
        best: null, or the squares, sections and sheets of the best sections, where these are better.
    """
    if not plan.sections:
        return {"beside": [], "best": None}
    best = best_of(plan)
    return {
        "beside": list(beside(plan)) if spec.cell is None else [],
        "best": best and {"cell": best.cell, "sections": len(best.sections), "sheets": len(best.sheets)},
    }
