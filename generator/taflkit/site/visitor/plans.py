"""What the plan of a kit gives, and what other choices would give; lengths in mm."""

from __future__ import annotations

from typing import Any

from taflkit.kit.build import Kit
from taflkit.kit.numbering import KINDS, Pages
from taflkit.kit.options import KitSpec
from taflkit.parts.borders import ANOTHER_THEME
from taflkit.sheets.plan import Plan, beside, best_of

__all__ = ["kit_told", "others_told", "plan_told"]


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
        "best": best and {"cell": best.cell, "sections": len(best.sections), "sheets": best.sheets},
    }
