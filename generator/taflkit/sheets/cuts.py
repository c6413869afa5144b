"""All straight cuts of a sheet in the order that they are numbered: those that part it, then the parts' own outlines.

The one source of cuts for pictures, for JSON and for files that machines cut by.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from taflkit.sheets.cut_order import Cut, cut_order
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart, Sheet, neat
from taflkit.sheets.seams import Seam

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet

__all__ = ["box_cuts", "joined_shapes", "laid_net", "laid_point", "sheet_cuts", "tab_corners"]

_HAIR = 1e-4  # millimetres: ends that close are one point
_SAME_LINE = 0.02  # millimetres: cuts this close to a side run along it
_Point = tuple[float, float]
_Edge = tuple[_Point, _Point]


def sheet_cuts(sheet: Sheet, plan: Plan) -> tuple[Cut, ...]:
    """Return the straight cuts of a sheet, numbered from 1 in the order that they are made.

    Where art runs on beyond the cuts, marks at the ends of a cut show where it is: then the cuts between small parts
    come first and those along the sheet's edges last, and no cut goes farther than the parts beside it, so that a knife
    finds every mark in its place. Else the edges are printed, and the order is that of scissors: from edge to edge of
    the piece in hand. Sections with tabs or overlaps, which have an outline of their own, are cut to it when they are
    free. Counters have no straight cuts.

    Args:
        sheet: one of the plan's sheets, or of those of its parts that are printed.
        plan: the plan.
    """
    cuts = cut_order(sheet, plan)
    if plan.bleed:
        straight = [part for part in sheet.parts if part.kind != "counter"]
        cuts = tuple(_along_parts(cut, straight) for cut in sorted(cuts, key=lambda cut: -cut.depth))
    return _numbered((*cuts, *(cut for part in sheet.parts for cut in _outline_cuts(part, plan))))


def box_cuts(box: PlacedNet, plan: Plan) -> tuple[Cut, ...]:
    """Return the cuts of a sheet with a net, numbered from 1: round spare counters beside it, then its own outline.

    Args:
        box: the net, with the counters.
        plan: the plan of the parts that it is for.
    """
    around: tuple[Cut, ...] = ()
    if sheet_cuts(Sheet(box.counters), plan):
        width, height = box.net.size[::-1] if box.turned else box.net.size
        net = PlacedPart("net", "box", box.x, box.y, width, height, turned=False, art=(0.0, 0.0, width, height))
        around = sheet_cuts(Sheet((*box.counters, net)), plan)
    return _numbered((*around, *_net_cuts(box)))


def _net_cuts(box: PlacedNet) -> tuple[Cut, ...]:
    """Return the cuts along the outline of a box, all the way round."""
    edges = [(laid_net(box, s.x1, s.y1), laid_net(box, s.x2, s.y2)) for s in box.net.cuts]
    return _numbered(Cut(0, *a, *b, ("box",), through=False, part="box") for a, b in _straightened(edges))


def tab_corners(seam: Seam, depth: float) -> tuple[_Point, _Point, _Point, _Point]:
    """Return the corners of a tab with slanting ends, from one end of its seam to the other.

    Args:
        seam: the seam; the points are measured from the top left corner of the art of the section that carries it.
        depth: how far the tab reaches, in mm.
    """
    slant = min(depth, seam.length / 4)
    return _strip_corners(seam, depth, slant)


def joined_shapes(part: PlacedPart, plan: Plan) -> tuple[tuple[_Point, ...], ...]:
    """Return the outlines of a section's art and of the tabs or overlaps it carries, in mm from the page's top left."""
    return tuple(tuple(laid_point(part, point) for point in corners) for corners in _shapes(part, plan))


def _along_parts(cut: Cut, parts: Iterable[PlacedPart]) -> Cut:
    """Return a cut only as long as the sides of parts that lie on it."""
    down = cut.x1 == cut.x2
    at, start, end = (cut.x1, cut.y1, cut.y2) if down else (cut.y1, cut.x1, cut.x2)
    sides = []
    for part in parts:
        across, along = (part.x, part.y) if down else (part.y, part.x)
        wide, long = (part.width, part.height) if down else (part.height, part.width)
        beside = min(abs(across - at), abs(across + wide - at)) < _SAME_LINE
        if part.name in cut.piece and beside:
            sides += [along, along + long]
    if not sides:
        return cut
    start, end = max(start, min(sides)), min(end, max(sides))
    return replace(cut, y1=start, y2=end) if down else replace(cut, x1=start, x2=end)


def _numbered(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    return tuple(replace(cut, number=number) for number, cut in enumerate(cuts, 1))


def _shapes(part: PlacedPart, plan: Plan) -> list[tuple[_Point, ...]]:
    """Return the outlines of a section's art, and of its tabs or overlaps, in mm from the upright part's corner."""
    x, y, width, height = part.art
    shapes: list[tuple[_Point, ...]] = [((x, y), (x + width, y), (x + width, y + height), (x, y + height))]
    tabs, depth = plan.request.join == "tabs", plan.request.grow
    for seam in plan.seams if depth else ():
        if seam.first == part.name:
            corners = tab_corners(seam, depth) if tabs else _strip_corners(seam, depth, 0.0)
            shapes.append(tuple((x + across, y + down) for across, down in corners))
    return shapes


def _strip_corners(seam: Seam, depth: float, slant: float) -> tuple[_Point, _Point, _Point, _Point]:
    """Return the corners of a tab or overlap along a seam: the two on the seam are the first and the last."""
    x, y, width, height = seam.strip(depth)
    match seam.side:
        case "right":
            return (x, y), (x + width, y + slant), (x + width, y + height - slant), (x, y + height)
        case "left":
            return (x + width, y), (x, y + slant), (x, y + height - slant), (x + width, y + height)
        case "lower":
            return (x, y), (x + slant, y + height), (x + width - slant, y + height), (x + width, y)
        case _:
            return (x, y + height), (x + slant, y), (x + width - slant, y), (x + width, y + height)


def _outline_cuts(part: PlacedPart, plan: Plan) -> list[Cut]:
    """Return the cuts along a section's outline that its rectangle has not, where it carries tabs or overlaps."""
    if part.section is None or not plan.request.grow:
        return []
    width, height = (part.height, part.width) if part.turned else (part.width, part.height)
    art, *carried = _shapes(part, plan)
    edges = [edge for shape in carried for edge in pairwise(shape)]
    edges += _free_sides(art, [(shape[0], shape[-1]) for shape in carried])
    # strips of two seams that lie side by side are one strip
    edges = [edge for edge in edges if sum(_same(edge, other) for other in edges) == 1]
    edges = [edge for edge in edges if not _on_rectangle(edge, width, height)]
    laid = [(laid_point(part, a), laid_point(part, b)) for a, b in _straightened(edges)]
    return [Cut(0, *a, *b, (part.name,), through=False, part=part.name) for a, b in laid]


def _free_sides(art: tuple[_Point, ...], seams: list[_Edge]) -> list[_Edge]:
    """Return the stretches of the sides of a section's art without tab or overlap."""
    left, top, right, low = *art[0], *art[2]
    free: list[_Edge] = []
    for axis, at in ((1, top), (0, right), (1, low), (0, left)):
        along = 1 - axis
        start, end = (left, right) if axis else (top, low)
        taken = sorted(
            (min(a[along], b[along]), max(a[along], b[along]))
            for a, b in seams
            if abs(a[axis] - at) < _HAIR and abs(b[axis] - at) < _HAIR
        )
        for begin, stop in (*taken, (end, end)):
            if begin - start > _HAIR:
                free.append(((start, at), (begin, at)) if axis else ((at, start), (at, begin)))
            start = max(start, stop)
    return free


def _straightened(edges: Iterable[_Edge]) -> list[_Edge]:
    """Join edges that follow one another on one line."""
    joined: list[_Edge] = []
    for start, end in edges:
        if joined and _touch(joined[-1][1], start) and _collinear(*joined[-1], end):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    if len(joined) > 1 and _touch(joined[-1][1], joined[0][0]) and _collinear(*joined[-1], joined[0][1]):
        joined[0] = (joined.pop()[0], joined[0][1])
    return joined


def _collinear(a: _Point, b: _Point, c: _Point) -> bool:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) < _HAIR


def _touch(a: _Point, b: _Point) -> bool:
    return abs(a[0] - b[0]) < _HAIR and abs(a[1] - b[1]) < _HAIR


def _same(one: _Edge, other: _Edge) -> bool:
    return (_touch(one[0], other[0]) and _touch(one[1], other[1])) or (
        _touch(one[0], other[1]) and _touch(one[1], other[0])
    )


def _on_rectangle(edge: _Edge, width: float, height: float) -> bool:
    """Whether an edge lies on the rectangle of its part, which is cut already."""
    (x1, y1), (x2, y2) = edge
    across = abs(x1 - x2) < _HAIR and (abs(x1) < _HAIR or abs(x1 - width) < _HAIR)
    return across or (abs(y1 - y2) < _HAIR and (abs(y1) < _HAIR or abs(y1 - height) < _HAIR))


def laid_point(part: PlacedPart, point: _Point) -> _Point:
    """Return where a point of an upright part lies on the page."""
    x, y = point
    if part.turned:
        return neat(part.x + part.width - y), neat(part.y + x)
    return neat(part.x + x), neat(part.y + y)


def laid_net(box: PlacedNet, x: float, y: float) -> _Point:
    """Return where a point of an upright net lies on the page."""
    if box.turned:
        return neat(box.x + box.net.size[1] - y), neat(box.y + x)
    return neat(box.x + x), neat(box.y + y)
