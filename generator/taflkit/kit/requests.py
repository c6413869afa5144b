"""From a KitSpec to a plan: what the planner is asked for."""

from __future__ import annotations

from taflkit.catalog.book import Book
from taflkit.drawing.store import Store
from taflkit.kit.spec import KitSpec
from taflkit.parts.cards.cards import CARD_SIZE
from taflkit.parts.counters.counters import counter_names
from taflkit.sheets.paper import paper
from taflkit.sheets.plan import Plan, PlanRequest, make_plan

__all__ = ["plan_kit", "plan_request"]


def plan_request(book: Book, spec: KitSpec, store: Store) -> PlanRequest:
    """Build the planner's request from a book and a spec.

    Without the board among the parts it is for the other parts alone, as large as in the kit that has it.

    Args:
        book: the game under its ruleset.
        spec: the choices.
        store: keeps plans; see plan_kit.

    Raises:
        TaflkitError: see plan_kit.
    """
    request = _whole_request(book, spec)
    if spec.sets > 1 and spec.sheets is None and spec.cell is None:
        # more sets take more sheets, and not smaller squares
        request = request._replace(cell=store.of(make_plan, request._replace(sets=1, spares=False)).cell)
    if "board" in spec.parts:
        return request
    return request._replace(
        board=False,
        cell=store.of(make_plan, request).cell if request.cell is None else request.cell,
        counters=request.counters if "counters" in spec.parts else (),
        cards=request.cards if "cards" in spec.parts else (),
    )


def _whole_request(book: Book, spec: KitSpec) -> PlanRequest:
    """Return the request for all parts."""
    return PlanRequest(
        paper=paper(spec.paper),
        size=book.variant.layout.size,
        counters=counter_names(book.variant.layout),
        cards=("card-attackers", "card-defenders"),
        card_size=CARD_SIZE,
        margin=spec.margin,
        gap=spec.apart,
        bleed=spec.bleed,
        frame=spec.frame or 0.0,
        sections=spec.sections,
        sheets=spec.sheets,
        cell=spec.cell,
        unprintable=spec.unprintable,
        join=spec.join,
        overlap=spec.overlap,
        counter_form=spec.counters,
        counter_size=spec.punch,
        king=spec.king,
        sets=spec.sets,
        spares=spec.spares,
    )


def plan_kit(book: Book, spec: KitSpec, store: Store) -> Plan:
    """Plan where the parts lie; a request that was planned before costs nothing a second time.

    Args:
        book: the game under its ruleset.
        spec: the choices.
        store: keeps plans, as the catalog's own does.

    Raises:
        TaflkitError: a length out of range, or a part that does not fit, with a choice that would.
    """
    return store.of(make_plan, plan_request(book, spec, store))
