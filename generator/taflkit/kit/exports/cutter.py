"""A kit for a cutting machine: for each sheet the page to print, and the lines to cut and fold it along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from taflkit.catalog import Catalog
from taflkit.drawing.curves import arc, line
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Drawing,
    Group,
    Layer,
    Path,
    Rect,
    Segment,
    Shape,
    Text,
    Transform,
    Turning,
    multiply,
    walk,
    without_layers,
)
from taflkit.errors import TaflkitError
from taflkit.kit.build import Press, open_press
from taflkit.kit.components import Parts, lay_box, lay_part
from taflkit.kit.exports.files import Export, ExportFile, Wanted
from taflkit.kit.naming import export_name
from taflkit.kit.numbering import Page
from taflkit.kit.spec import KitSpec
from taflkit.parts.registration import CLEAR, REACH, draw_registration, draw_registration_lines
from taflkit.sheets.outlines import Line, Polyline, joined
from taflkit.sheets.plan import PlacedPart, Plan

__all__ = ["export_cutter"]

_Placed = tuple[Path | Rect | Circle | Text, Transform]


def export_cutter(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:  # noqa: ARG001
    """Return the component sheets of a kit, each as a PDF to print and an SVG to cut it with.

    Both have the same registration marks in the same places, and the page to print has no line to cut along: the
    machine finds the marks. The parts lie as in the kit of the same margin.

    Args:
        catalog: the templates.
        spec: the choices; their margin leaves the marks room.
        wanted: what other exports need.

    Raises:
        TaflkitError: see export_kit; or the margin is too narrow for the marks.
    """
    with open_press(catalog, spec) as press:
        if not press.facts.pages.components:
            raise TaflkitError("there is nothing to cut; name some of board, counters and cards", choice="parts")
        _check_margin(press.facts.plan)
        files = tuple(_files(press))
        return Export(export_name(catalog, press.facts.book, spec, "cutter"), files, press.paints)


def _check_margin(plan: Plan) -> None:
    """Refuse parts that lie on the marks, or bleed into them."""
    least = REACH + plan.bleed
    if plan.margin < least:
        why = f"the registration marks reach {REACH:g} mm from the paper's edge, and parts begin at {plan.margin:g} mm"
        raise TaflkitError(f"{why}; use {least:g} mm or more, {CLEAR:g} mm to leave the marks clear", choice="margin")


def _files(press: Press) -> Iterator[ExportFile]:
    facts = press.facts
    drawn = dict(zip(facts.pages.components, press.components(), strict=True))
    sheets = [page for page in facts.pages.components if not page.behind]
    backs = {page.number - 1: page for page in facts.pages.components if page.behind}
    for number, page in enumerate(sheets, 1):
        pages = [_printed(drawn[page], marked=True)]
        turning = Turning.SIMPLEX
        if page.number in backs:
            pages.append(_printed(drawn[backs[page.number]], marked=False))
            turning = Turning.of(facts.spec.duplex)
        lines = _cut_sheet(press, page)
        yield ExportFile(f"sheet-{number}.pdf", "pdf", press.document(pages, turning), note="to print at 100 %")
        yield ExportFile(f"sheet-{number}.svg", "cutter", lines, note="to cut it with")


def _printed(page: Drawing, *, marked: bool) -> Drawing:
    """Return a page without lines to cut along, with the marks that the machine looks for."""
    shapes = without_layers(page.shapes, frozenset({Layer.CUT}))
    marks = (draw_registration(page.width, page.height),) if marked else ()
    return page._replace(shapes=(*shapes, *marks))


def _cut_sheet(press: Press, page: Page) -> Drawing:
    """Return the lines of a sheet."""
    plan = press.facts.plan
    parts = Parts.of(press.facts.book, press.facts.spec, plan, press.look, press.typesetter)
    placed: list[Shape] = [lay_part(part, _lined(part, parts)) for part in page.sheet.parts]
    if page.box is not None:
        placed.append(lay_box(page.box, parts.draw_box(page.box)))
    cuts = tuple(_once(_of_layer(tuple(placed), Layer.CUT), "cut"))
    folds = tuple(_once(_of_layer(tuple(placed), Layer.FOLD), "fold"))
    size = (plan.paper.width, plan.paper.height)
    layers = (Group(folds, layer=Layer.FOLD), Group(cuts, layer=Layer.CUT), draw_registration_lines(*size))
    return Drawing(*size, layers, press.facts.book.names["Game"])


def _lined(part: PlacedPart, parts: Parts) -> Shape:
    """Return a part with the lines that it is cut along, upright."""
    request = parts.plan.request
    width, height = (part.height, part.width) if part.turned else (part.width, part.height)
    if part.kind == "counter" and request.counter_form == "fold":
        outline, fold = _hinged(parts.plan.counter_size)
        return Group((Group((fold,), layer=Layer.FOLD), Group((outline,), layer=Layer.CUT)))
    drawn = parts.draw(part)
    if part.kind == "card" or (part.kind == "section" and request.join == "butt"):
        return Group((drawn, Group((Rect(0, 0, width, height, "cut"),), layer=Layer.CUT)))
    return drawn


_HINGE = 0.3
"""Half the width of the hinge of a folded counter, in parts of its diameter: its corners are then at 3, 4 and 5."""


def _hinged(diameter: float) -> tuple[Path, Path]:
    """Return the outline of a counter and its back head to head, round but for the hinge between them, and its fold."""
    radius, half, reach = diameter / 2, _HINGE * diameter, 0.4 * diameter
    middle, low = (radius, radius), (radius, radius + diameter)
    # degrees from three o'clock on, clockwise
    open_at = 53.13010235415598
    upper = arc(middle, radius, 180 - open_at, 360 + open_at)
    lower = arc(low, radius, -open_at, 180 + open_at)
    start, right = (radius - half, radius + reach), (radius + half, low[1] - reach)
    outline = Path((("M", start), *upper, ("L", right), *lower, ("Z", ())), "cut")
    return outline, line((start[0], diameter), (right[0], diameter), "fold")


def _of_layer(shapes: tuple[Shape, ...], wanted: Layer) -> Iterator[_Placed]:
    """Yield the shapes in groups of a layer, each with its transform."""
    yield from _inside(shapes, wanted, IDENTITY)


def _inside(shapes: tuple[Shape, ...], wanted: Layer, outer: Transform) -> Iterator[_Placed]:
    for shape in shapes:
        if isinstance(shape, Group):
            under = multiply(outer, shape.transform)
            if shape.layer is wanted:
                yield from walk(shape.children, under)
            else:
                yield from _inside(shape.children, wanted, under)


def _once(placed: Iterator[_Placed], role: str) -> Iterator[Shape]:
    """Yield lines so that none is followed twice: round ones first, then closed ones, then the others."""
    lines: list[Line] = []
    round_ones: dict[str, Shape] = {}
    for shape, transform in placed:
        straight = _straight(shape, transform)
        if straight is None:
            group = Group((shape,), transform)
            round_ones.setdefault(repr(group), group)
        lines += straight or ()
    yield from round_ones.values()
    for way in joined(lines):
        yield Path(_path(way), role)


def _path(points: Polyline) -> tuple[Segment, ...]:
    """Return points joined by lines; the last is joined with the first where they are one."""
    closed = len(points) > 2 and points[0] == points[-1]
    steps = [("L" if number else "M", point) for number, point in enumerate(points[:-1] if closed else points)]
    return (*steps, ("Z", ())) if closed else tuple(steps)


def _straight(shape: Path | Rect | Circle | Text, transform: Transform) -> list[Line] | None:
    """Return the straight lines of a shape, or None if it has others."""
    match shape:
        case Rect():
            right, low = shape.x + shape.width, shape.y + shape.height
            points = [(shape.x, shape.y), (right, shape.y), (right, low), (shape.x, low), (shape.x, shape.y)]
            return None if shape.radius else [(*_at(a, transform), *_at(b, transform)) for a, b in pairwise(points)]
        case Path():
            return _straight_path(shape, transform)
        case _:
            return None


def _straight_path(path: Path, transform: Transform) -> list[Line] | None:
    lines: list[Line] = []
    start = at = (0.0, 0.0)
    for step, numbers in path.segments:
        if step == "C":
            return None
        point = start if step == "Z" else _at((numbers[0], numbers[1]), transform)
        if step == "M":
            start = point
        else:
            lines.append((*at, *point))
        at = point
    return lines


def _at(point: tuple[float, float], transform: Transform) -> tuple[float, float]:
    a, b, c, d, e, f = transform
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f
