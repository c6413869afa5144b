"""All straight cuts of a sheet in the order that they are numbered: those that part it, then the parts' own outlines.

The one source of cuts for pictures, for JSON and for files that machines cut by.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart, Sheet, neat
from taflkit.sheets.sections import Seam

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet

_SAME_LINE = 0.01  # millimetres: edges this close are one line for scissors
_SAME_POINT = 1e-4  # millimetres: ends this close are one point
_BESIDE = 0.02  # millimetres: cuts this close to a side run along it
_MOST_WORK = 60_000  # parts looked at: with more the fewest cuts are no longer looked for

_Outline = tuple[float, float, float, float]
_Parts = tuple[int, ...]
_Point = tuple[float, float]
_Edge = tuple[_Point, _Point]

# the axis on which a cut has its place: y for a cut across, x for one down
_ACROSS = 1
_DOWN = 0


class Cut(Struct, frozen=True):
    """A straight cut; lengths in mm from the page's top left.

    Attributes:
        number: its place in the order of cutting, from 1.
        x1, y1: its left or upper end; of a slanting cut its start.
        piece: the names of the parts that are on the piece it divides.
        through: whether it goes from edge to edge of the piece; if not, it follows one side of a part.
        depth: the pieces around that piece, one inside the other: 0 for the whole sheet.
        part: the part whose own outline it belongs to, "" for a cut that parts the sheet.
    """

    number: int
    x1: float
    y1: float
    x2: float
    y2: float
    piece: tuple[str, ...]
    through: bool = True
    depth: int = 0
    part: str = ""


class _CutSplit(Struct, frozen=True):
    """The best way to cut a piece: its cuts in all, the axis, and the parts on either side."""

    cost: int
    axis: int
    first: _Parts
    second: _Parts


def cut_order(sheet: Sheet, plan: Plan) -> tuple[Cut, ...]:
    """Return the fewest cuts that free every part of a sheet with straight sides, strips first and then their parts.

    Each such part has a cut along each of its sides; a cut along sides of several parts counts once while they are
    on one piece. Counters are cut round or punched, and folded pairs are cut apart by eye: they have no straight cuts,
    and none runs through their slots. A piece that no cut from edge to edge divides, which the planner does not make,
    has its parts cut out one by one. Where parts are very many, as hundreds of counters in uneven blocks, the cuts
    may be more than the fewest. The sheet is one of the plan's, or of those of its parts that are printed.
    """
    cutter = _Cutter(sheet.parts)
    if sheet.parts:
        cutter.free((0.0, 0.0, plan.paper.width, plan.paper.height), tuple(range(len(sheet.parts))), 0)
    return tuple(cutter.cuts)


class _Cutter:
    """Cuts one sheet.

    The piece in hand is always cut to the outline of its parts first, where a straight part lies on it: such a part
    needs that cut at some time, and made early it serves all others on the same line. So a piece is known by its parts
    alone.
    """

    def __init__(self, parts: tuple[PlacedPart, ...]) -> None:
        self.names = [part.name for part in parts]
        self.straight = [part.kind != "counter" for part in parts]
        across = _lines(value for part in parts for value in (part.x, part.x + part.width))
        down = _lines(value for part in parts for value in (part.y, part.y + part.height))
        self.outlines: list[_Outline] = [
            (across[part.x], down[part.y], across[part.x + part.width], down[part.y + part.height]) for part in parts
        ]
        self.known: dict[_Parts, _CutSplit | None] = {}
        self.around: dict[_Parts, _Outline] = {}
        self.cuts: list[Cut] = []
        self.work = 0

    def free(self, piece: _Outline, parts: _Parts, depth: int) -> None:
        """Cut out all straight parts of a piece."""
        if self._is_round(parts):
            return
        piece = self._trim(piece, parts, depth)
        if len(parts) == 1:
            return
        split = self._best(parts)
        if split is None:
            for place, part in enumerate(parts):
                for axis, at in _inner_sides(self.outlines[part], piece) if self.straight[part] else ():
                    self._cut(self.outlines[part], axis, at, parts[place:], depth + 1, through=False)
            return
        strips: list[tuple[_Outline, _Parts]] = []
        self._strips(piece, parts, split.axis, strips, depth + 1)
        for strip, inside in strips:
            self.free(strip, inside, depth + 2)

    def _strips(
        self, piece: _Outline, parts: _Parts, axis: int, strips: list[tuple[_Outline, _Parts]], depth: int
    ) -> None:
        """Cut a piece into strips by parallel cuts, and collect the strips that no further parallel cut divides."""
        split = self._best(parts)
        if split is None or split.axis != axis:
            strips.append((piece, parts))
            return
        piece = self._trim(piece, parts, depth)
        end, start = self._outline(split.first)[axis + 2], self._outline(split.second)[axis]
        after = self._touches(split.second, axis)
        at = end
        if start == end or self._touches(split.first, axis + 2) or not after:
            self._cut(piece, axis, end, parts, depth)
            self._strips(_until(piece, axis, end), split.first, axis, strips, depth)
            if start > end and after:
                at = start
                self._cut(_from(piece, axis, end), axis, start, split.second, depth)
        else:
            at = start
            self._cut(piece, axis, start, parts, depth)
            self._strips(_until(piece, axis, start), split.first, axis, strips, depth)
        self._strips(_from(piece, axis, at), split.second, axis, strips, depth)

    def _trim(self, piece: _Outline, parts: _Parts, depth: int) -> _Outline:
        """Cut a piece to the outline of its parts, on the sides where a straight part lies on it."""
        outline = self._outline(parts)
        for axis in (_ACROSS, _DOWN):
            if outline[axis] > piece[axis] and self._touches(parts, axis):
                self._cut(piece, axis, outline[axis], parts, depth)
                piece = _from(piece, axis, outline[axis])
            if outline[axis + 2] < piece[axis + 2] and self._touches(parts, axis + 2):
                self._cut(piece, axis, outline[axis + 2], parts, depth)
                piece = _until(piece, axis, outline[axis + 2])
        return piece

    def _cut(self, piece: _Outline, axis: int, at: float, parts: _Parts, depth: int, *, through: bool = True) -> None:
        x1, y1, x2, y2 = _from(_until(piece, axis, at), axis, at)
        names = tuple(self.names[part] for part in parts)
        self.cuts.append(Cut(len(self.cuts) + 1, x1, y1, x2, y2, names, through, depth))

    def _is_round(self, parts: _Parts) -> bool:
        """Whether no part has straight sides."""
        return not any(self.straight[part] for part in parts)

    def _touches(self, parts: _Parts, side: int) -> bool:
        """Whether a straight part lies on a side of the outline of parts: left, top, right or bottom, from 0."""
        edge = self._outline(parts)[side]
        return any(self.straight[part] and self.outlines[part][side] == edge for part in parts)

    def _best(self, parts: _Parts) -> _CutSplit | None:
        """Return how to cut a piece that has the outline of its parts; None if it need not be cut, or cannot be."""
        if len(parts) == 1 or self._is_round(parts):
            return None
        if parts not in self.known:
            ways: list[tuple[int, _Parts, _Parts]] = []  # the axes on which a cut crosses no part
            for axis in (_ACROSS, _DOWN):
                starts = [outline[axis] for outline in self.outlines]
                ordered = sorted(parts, key=starts.__getitem__)
                end = self.outlines[ordered[0]][axis + 2]
                for place, part in enumerate(ordered):
                    if place and starts[part] >= end:
                        ways.append((axis, tuple(sorted(ordered[:place])), tuple(sorted(ordered[place:]))))
                    end = max(end, self.outlines[part][axis + 2])
            self.work += len(parts) * (1 + len(ways))
            sides = [
                sorted({(self.outlines[part][axis], self.outlines[part][axis + 2]) for part in parts})
                for axis in (_ACROSS, _DOWN)
            ]
            is_grid = all(self.straight[part] for part in parts) and len(sides[0]) * len(sides[1]) == len(parts)
            gaps = {after[0] - before[1] for lines in sides for before, after in pairwise(lines)}
            # an even grid takes as many cuts in whatever order it is cut
            if self.work > _MOST_WORK or (is_grid and (min(gaps) > 0 or gaps == {0})):
                del ways[1:]
            self.known[parts] = min((self._cost(parts, *way) for way in ways), key=lambda way: way.cost, default=None)
        return self.known[parts]

    def _cost(self, parts: _Parts, axis: int, first: _Parts, second: _Parts) -> _CutSplit:
        """Return a split with all the cuts it leads to."""
        piece, one, other = self._outline(parts), self._outline(first), self._outline(second)
        side = 1 - axis
        cost = 1
        if one[axis + 2] < other[axis]:
            cost = max(1, self._touches(first, axis + 2) + self._touches(second, axis))
        for outline, inside in ((one, first), (other, second)):
            for edge in (side, side + 2):
                cost += outline[edge] != piece[edge] and self._touches(inside, edge)
            split = self._best(inside)
            if split is not None:
                cost += split.cost
            else:
                cost += sum(len(_inner_sides(self.outlines[part], outline)) for part in inside if self.straight[part])
        return _CutSplit(cost, axis, first, second)

    def _outline(self, parts: _Parts) -> _Outline:
        outline = self.around.get(parts)
        if outline is None:
            lefts, tops, rights, bottoms = zip(*[self.outlines[part] for part in parts], strict=True)
            outline = self.around[parts] = min(lefts), min(tops), max(rights), max(bottoms)
        return outline


def _inner_sides(part: _Outline, piece: _Outline) -> list[tuple[int, float]]:
    """Return the axes and places of a part's sides that are not on the piece's edge."""
    return [(number % 2, part[number]) for number in (1, 3, 0, 2) if part[number] != piece[number]]


def _from(piece: _Outline, axis: int, at: float) -> _Outline:
    return (at, *piece[1:]) if axis == _DOWN else (piece[0], at, piece[2], piece[3])


def _until(piece: _Outline, axis: int, at: float) -> _Outline:
    return (piece[0], piece[1], at, piece[3]) if axis == _DOWN else (*piece[:3], at)


def _lines(values: Iterable[float]) -> dict[float, float]:
    """Return for each value the line it lies on: the first of those that are the same line."""
    lines: dict[float, float] = {}
    line = before = float("-inf")
    for value in sorted(set(values)):
        if value - before > _SAME_LINE:
            line = neat(value)
        lines[value] = line
        before = value
    return lines


def sheet_cuts(sheet: Sheet, plan: Plan) -> tuple[Cut, ...]:
    """Return the straight cuts of a plan's sheet, or of those of its parts that are printed, numbered in their order.

    Where art runs on beyond the cuts, marks at the ends of a cut show where it is: then the cuts between small parts
    come first and those along the sheet's edges last, and no cut goes farther than the parts beside it, so that a knife
    finds every mark in its place. Else the edges are printed, and the order is that of scissors: from edge to edge of
    the piece in hand. Sections with tabs or overlaps, which have an outline of their own, are cut to it when they are
    free. Counters have no straight cuts.
    """
    cuts = cut_order(sheet, plan)
    if plan.bleed:
        straight = [part for part in sheet.parts if part.kind != "counter"]
        cuts = tuple(_along_parts(cut, straight) for cut in sorted(cuts, key=lambda cut: -cut.depth))
    return _numbered((*cuts, *(cut for part in sheet.parts for cut in _outline_cuts(part, plan))))


def box_cuts(box: PlacedNet, plan: Plan) -> tuple[Cut, ...]:
    """Return the cuts of a sheet with a net, numbered from 1: round spare counters beside it, then its own outline."""
    around: tuple[Cut, ...] = ()
    if sheet_cuts(Sheet(box.counters), plan):
        width, height = box.net.size[::-1] if box.turned else box.net.size
        net = PlacedPart("net", "box", box.x, box.y, width, height, turned=False, art=(0.0, 0.0, width, height))
        around = sheet_cuts(Sheet((*box.counters, net)), plan)
    edges = [(laid_net(box, s.x1, s.y1), laid_net(box, s.x2, s.y2)) for s in box.net.cuts]
    outline = (Cut(0, *a, *b, ("box",), through=False, part="box") for a, b in _straightened(edges))
    return _numbered((*around, *outline))


def tab_corners(seam: Seam, depth: float) -> tuple[_Point, _Point, _Point, _Point]:
    """Return the corners of a tab `depth` mm deep with slanting ends, from one end of its seam to the other.

    They are measured from the top left corner of the art of the section that carries it.
    """
    return _strip_corners(seam, depth, min(depth, seam.length / 4))


def joined_shapes(part: PlacedPart, plan: Plan) -> tuple[tuple[_Point, ...], ...]:
    """Return the outlines of a section's art and of the tabs or overlaps it carries, in mm from the page's top left."""
    return tuple(tuple(laid_point(part, point) for point in corners) for corners in _shapes(part, plan))


def _along_parts(cut: Cut, parts: Iterable[PlacedPart]) -> Cut:
    """Return a cut only as long as the sides of parts that lie on it."""
    down = cut.x1 == cut.x2
    at, start, end = (cut.x1, cut.y1, cut.y2) if down else (cut.y1, cut.x1, cut.x2)
    sides: list[float] = []
    for part in parts:
        across, along = (part.x, part.y) if down else (part.y, part.x)
        wide, long = (part.width, part.height) if down else (part.height, part.width)
        beside = min(abs(across - at), abs(across + wide - at)) < _BESIDE
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
    if seam.upright:
        near, far = (x, x + width) if seam.side == "right" else (x + width, x)
        return (near, y), (far, y + slant), (far, y + height - slant), (near, y + height)
    near, far = (y, y + height) if seam.side == "lower" else (y + height, y)
    return (x, near), (x + slant, far), (x + width - slant, far), (x + width, near)


def _outline_cuts(part: PlacedPart, plan: Plan) -> list[Cut]:
    """Return the cuts along a section's outline that its rectangle has not, where it carries tabs or overlaps."""
    if part.section is None or not plan.request.grow:
        return []
    width, height = (part.height, part.width) if part.turned else (part.width, part.height)
    art, *carried = _shapes(part, plan)
    edges = [edge for shape in carried for edge in pairwise(shape)]
    # and the stretches of the sides of its art between these
    left, top, right, low = *art[0], *art[2]
    for axis, at in ((1, top), (0, right), (1, low), (0, left)):
        start, end = (left, right) if axis else (top, low)
        taken = sorted(
            tuple(sorted((shape[0][1 - axis], shape[-1][1 - axis])))
            for shape in carried
            if abs(shape[0][axis] - at) < _SAME_POINT and abs(shape[-1][axis] - at) < _SAME_POINT
        )
        for begin, stop in (*taken, (end, end)):
            if begin - start > _SAME_POINT:
                edges.append(((start, at), (begin, at)) if axis else ((at, start), (at, begin)))
            start = max(start, stop)

    def shared(edge: _Edge) -> bool:
        # strips of two seams that lie side by side are one strip
        start, end = edge
        return sum((_touch(start, a) and _touch(end, b)) or (_touch(start, b) and _touch(end, a)) for a, b in edges) > 1

    def cut_already(edge: _Edge) -> bool:
        # along the rectangle of the part
        (x1, y1), (x2, y2) = edge
        down = abs(x1 - x2) < _SAME_POINT and (abs(x1) < _SAME_POINT or abs(x1 - width) < _SAME_POINT)
        return down or (abs(y1 - y2) < _SAME_POINT and (abs(y1) < _SAME_POINT or abs(y1 - height) < _SAME_POINT))

    own = [edge for edge in edges if not shared(edge) and not cut_already(edge)]
    laid = [(laid_point(part, a), laid_point(part, b)) for a, b in _straightened(own)]
    return [Cut(0, *a, *b, (part.name,), through=False, part=part.name) for a, b in laid]


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
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) < _SAME_POINT


def _touch(a: _Point, b: _Point) -> bool:
    return abs(a[0] - b[0]) < _SAME_POINT and abs(a[1] - b[1]) < _SAME_POINT


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
