"""Kits of the visitor's choices."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from taflkit.catalog.book import read_book
from taflkit.catalog.conversion import convert
from taflkit.kit.build import build_kit, paged, plan_kit
from taflkit.kit.numbering import KINDS, Pages
from taflkit.kit.options import READER, KitSpec, file_name, framed, read_choices
from taflkit.kit.printers import Printer, check_margin, fit_kit, printer_test, printer_test_name, reached, read_printer
from taflkit.parts.borders import ANOTHER_THEME
from taflkit.parts.instructions.instructions import HEADS
from taflkit.render.pdf import to_pdf
from taflkit.sheets.plan import Plan, beside, best_of
from taflkit.site.visitor.session import Answer, OwnFile, Session


class KitRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of a visitor.

    Attributes:
        values: the choices as texts; see `read_choices`.
        own: the game, which then stands for the choice of one.
        printer: the readings of the printer's test sheet as texts; see `read_printer`.
    """

    values: dict[str, str] = {}
    own: OwnFile | None = None
    printer: dict[str, str] = {}


def _read_request(session: Session, request: dict[str, Any]) -> tuple[KitSpec, Printer | None]:
    """Return the spec of a KitRequest, and the printer that its pages are corrected for."""
    parsed = convert(request, KitRequest, "the request")
    spec = read_choices(parsed.values)
    if parsed.own is not None:
        spec = spec._replace(game=session.own(parsed.own.name, parsed.own.text))
    if not parsed.printer:
        return spec, None
    printer = read_printer("printer", parsed.printer)
    check_margin(printer, spec.margin)
    return reached(spec, printer), printer


def kit(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the kit of a KitRequest: its files, the pages of the first, its plan, and what has no room in it.

    Of several sets the plan has the table of the pages as the instructions have it: how often each page is printed. The
    ink is not measured.
    """
    spec, printer = _read_request(session, request)
    made = build_kit(session.catalog, spec)
    stem = made.stem
    if printer is not None:
        made = fit_kit(made, printer)
        stem = f"{stem}-for-{file_name(printer.name)}"
    names = [f"{stem}{'-' if part else ''}{part}.pdf" for part in made.documents]
    first = next(iter(made.documents.values()))
    # a page in large print is the booklet's as others are
    roles: list[str] = [page.part if page.leaf else page.role for page in made.pages.pages]
    roles = roles if "" in made.documents else []
    roles += [READER] * (len(first.pages) - len(roles))
    pages = [
        {
            "label": page.label or str(number),
            "role": role,
            "title": page.title,
            "description": page.description,
            "width": page.width,
            "height": page.height,
        }
        for number, (page, role) in enumerate(zip(first.pages, roles, strict=True), 1)
    ]
    files = tuple(to_pdf(each, made.paints, store=session.catalog.store) for each in made.documents.values())
    notes = {
        "border": "" if made.border_need == ANOTHER_THEME else made.border_need,
        "plain_border": made.border_need == ANOTHER_THEME,
        "bare": made.bare_cards,
        "pegless": made.pegless,
    }
    described = _described(made.plan, made.pages, made.spec)
    facts = made.facts
    described["table"] = made.spec.times > 1 and {
        "heads": [facts.book.texts.instructions.table[key] for key in HEADS],
        "rows": facts.rows(),
        "total": facts.total(),
        "language": made.spec.language,
    }
    described["notes"] = {key: note for key, note in notes.items() if note}
    return Answer({"name": names[0], "names": names, "pages": pages, "plan": described}, files)


def plan(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the plan of a KitRequest, without its drawing, and with those that other choices would give.

    `beside` has the sheets and squares of one sheet fewer and one more, where the request leaves the squares open;
    `best` is null, or the squares, sections and sheets of the best sections, where these are better.
    """
    spec, _ = _read_request(session, request)
    book = read_book(session.catalog, spec.game, spec.rules, spec.variations, spec.language, draft=spec.draft)
    spec = framed(spec, session.catalog.theme(spec.theme, spec.mode, spec.ink))
    made = plan_kit(book, spec, session.catalog.store)
    best = best_of(made) if made.sections else None
    others = {
        "beside": list(beside(made)) if made.sections and spec.cell is None else [],
        "best": best and {"cell": best.cell, "sections": len(best.sections), "sheets": len(best.sheets)},
    }
    spec, pages = paged(session.catalog, book, spec)
    return Answer({"plan": _described(made, pages, spec), **others})


def test_sheet(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the printer's test sheet; the request has choices as texts: the paper, the duplex and so on."""
    spec = read_choices(convert(request, dict[str, str], "the request"))
    document = printer_test(session.catalog, spec.paper, spec.duplex, spec.mode, spec.language)
    name = f"{printer_test_name(spec.paper, spec.duplex, spec.mode)}.pdf"
    return Answer({"name": name}, (to_pdf(document, session.catalog.paints(spec.mode), store=session.catalog.store),))


def _described(plan: Plan, pages: Pages, spec: KitSpec) -> dict[str, Any]:
    """Return a plan for a page.

    Returns:
        cell, board, counter: the sides of a square and of the board, which is null without one; a counter's diameter.
        sections, sheets, counters, cards: how many there are; the sheets are those with parts, without backs.
        paper, leaflet: the labels of the papers of the parts and of what is read.
        crowded: whether counters are wider than squares.
        bleed: null, or the width of bleed, its width beside the margin, and the margin that would leave it room.
        box: null, or its kind, its size inside, its sheets, and whether the board goes in.
        print: all pages, those of the booklet, how its sheets are turned, and the pages that are backs.
    """
    request = plan.request
    fronts, boxes = pages.of("front"), pages.of("box")
    parts = [part for page in pages.made for part in page.sheet.parts]
    short = bool(fronts) and request.bled_aside < plan.bleed
    bleed = {"bleed": plan.bleed, "aside": request.bled_aside, "margin": request.unprintable + plan.bleed}
    placed = next((page.box for page in boxes if page.box is not None), None)
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
        "bleed": bleed if short else None,
        "box": placed
        and {
            "kind": "tuck_box" if placed.net.name == "box" else "tray_box",
            "size": [placed.net.width, placed.net.height, placed.net.depth],
            "sheets": len(boxes),
            "board": placed.board if spec.boxed_whole and "board" in spec.parts else None,
        },
        "print": {
            "pages": len(pages.pages),
            "booklet": [page.number for page in pages.of("booklet")],
            "duplex": spec.duplex,
            "backs": [{"number": page.number, "behind": page.behind} for page in pages.of("back")],
        },
    }
