"""A kit's parts by themselves, as pictures and for other exports, with the lines that they are cut and folded along."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import acos, degrees, floor, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import (
    IDENTITY,
    Box,
    Circle,
    Document,
    Drawing,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    Text,
    Transform,
    arc,
    line,
    moved,
    multiply,
    rectangle,
    translate,
    walk,
    without_layers,
)
from taflkit.errors import TaflkitError
from taflkit.kit.build import Press, open_press
from taflkit.kit.components import NaturalParts
from taflkit.kit.options import DEFAULT_DPI, PICTURES, KitSpec, export_name
from taflkit.limits import PIXELS
from taflkit.parts.borders import FAR, grown
from taflkit.parts.counters import piece_ground
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.typesetting.lines import title_text

Kind = Literal["svg", "png", "pdf", "cutter", "json", "text"]


class Wanted(Struct, frozen=True):
    """The choices of an export beside the kit's.

    Attributes:
        picture: one of PICTURES, for parts.
        dpi: the pixels to the inch of pictures.
        address: gives the address that the files can be fetched from, by the name of their folder.
        url: the address that was chosen instead; "" for none.
    """

    picture: str = PICTURES[0]
    dpi: float = DEFAULT_DPI
    address: Callable[[str], str] = str
    url: str = ""

    @property
    def resolution(self) -> tuple[str, ...]:
        """The pixels to the inch in a name; none where they are those of the default."""
        return () if self.dpi == DEFAULT_DPI else (f"dpi{self.dpi:g}",)


class ExportFile(Struct, frozen=True):
    """A file of an export.

    Attributes:
        kind: of rendering; "cutter" gives an SVG of lines alone.
        content: a drawing, for "pdf" a document, and for "json" and "text" the text itself.
        dpi: the pixels to the inch of a PNG.
        note: a description for people.
    """

    name: str
    kind: Kind
    content: Drawing | Document | str
    dpi: float = 0.0
    note: str = ""


class Export(Struct, frozen=True):
    """A kit as files, with the name of their folder and the colours or greys of their drawings."""

    stem: str
    files: tuple[ExportFile, ...]
    paints: Paints


def export_parts(catalog: Catalog, spec: KitSpec, wanted: Wanted) -> Export:
    """Return every different part of a kit as a picture, as large as its trim and bleed.

    The bleed is the spec's own, whatever gap there is between parts on the sheets, or that of the kit. A part that
    would be too large a picture has fewer pixels to the inch.

    Raises:
        TaflkitError: see export_kit.
    """
    with open_press(catalog, spec._replace(bleed=None)) as press:
        bleed = press.facts.plan.bleed if spec.bleed is None else spec.bleed
        files = []
        for part in drawn_parts(press, bleed):
            width, height = part.drawing.width, part.drawing.height
            name, note, dpi = f"{part.name}.{wanted.picture}", f"{width:g} x {height:g} mm", 0.0
            if wanted.picture == "png":
                most = floor(sqrt(PIXELS / (width * height)) * 25.4)
                dpi = min(wanted.dpi, most)
                if most < wanted.dpi:
                    limit = f"a picture has {PIXELS // 10**6} million pixels at most"
                    note = f"{note}, {most} pixels to the inch, since {limit}"
            files.append(ExportFile(name, "png" if wanted.picture == "png" else "svg", part.drawing, dpi, note))
        others = wanted.resolution if wanted.picture == "png" else ()
        return Export(export_name(catalog, press.facts.book, spec, "parts", others), tuple(files), press.paints)


# The parts of a kit by themselves: every different one once, at its natural size, with its name.


class DrawnPart(Struct, frozen=True):
    """A part on a page of its own.

    Attributes:
        name: such as "board", "section-a", "counter-king" or "card-attackers".
        group: which parts it goes with: "board", "sections", "counters", "cards", "box" or "booklet".
        drawing: with its trim, and its bleed if it has any.
        lines: the lines that it is cut and folded along, on an equal page, where its trim does not say it all.
        needed: their number in all sets of the kit.
        behind: whether it is the back of the part before.
    """

    name: str
    group: str
    drawing: Drawing
    lines: Drawing | None = None
    needed: int = 1
    behind: bool = False


def drawn_parts(press: Press, bleed: float) -> tuple[DrawnPart, ...]:
    """Return the parts of a kit: board, sections, counters, cards, box and the booklet's pages, as the spec wants them.

    A back follows its front. Lines to cut along are left out where a part ends at its trim or is round; the box, the
    sections with tabs or overlaps and all that is folded have theirs. A bleed in mm fills the square of a counter.

    Raises:
        TaflkitError: the spec wants none.
        DoesNotFit: the text of a card does not fit.
    """
    artist, times = _Artist(press, bleed), press.facts.spec.times
    drawn = (*artist.board(), *artist.placed(), *artist.boxes(), *artist.booklet())
    parts = tuple(replace(part, needed=times * part.needed) for part in drawn)
    if not parts:
        raise TaflkitError(
            "there is no part to export; name some of board, counters, cards and booklet", choice="parts"
        )
    return parts


class _Artist:
    """Draws the parts of one kit."""

    def __init__(self, press: Press, bleed: float) -> None:
        facts = press.facts
        plan = replace(facts.plan, request=facts.plan.request._replace(bleed=bleed))
        self._press, self._plan, self._bleed = press, plan, bleed
        self._parts = NaturalParts.of(facts.book, plan, press.look, press.typesetter, two_sided=facts.spec.two_sided)
        self._title = title_text(facts.book.title)

    def board(self) -> Iterator[DrawnPart]:
        """Yield the whole board, uncut."""
        if "board" in self._press.facts.spec.parts:
            side = self._plan.board_size
            yield self._drawn("board", "board", Shown(self._parts.board), (side, side))

    def placed(self) -> Iterator[DrawnPart]:
        """Yield every different part of the component sheets, and of their backs."""
        request = self._plan.request
        pages = self._press.facts.pages.of("front", "back", "box")
        placed = [(part, page.role == "back") for page in pages for part in page.sheet.of_a_set]
        counts = Counter((_name(part), back) for part, back in placed)
        different: dict[str, PlacedPart] = {}
        for part, _ in placed:
            different.setdefault(_name(part), part)
        uncut = len(self._plan.sections) == 1 and request.join == "butt"
        for kind in ("section", "counter", "standee", "card"):
            alike = {name: part for name, part in different.items() if part.kind == kind}
            if kind == "section":
                # by their letters; a board in one piece is a part already
                alike = {} if uncut else dict(sorted(alike.items(), key=lambda item: item[1].name))
            cut_along = kind == "standee" or (kind == "section" and request.join != "butt")
            cut_along |= kind == "counter" and request.counters == "fold"
            group = {"section": "sections", "card": "cards"}.get(kind, "counters")
            for name, part in alike.items():
                lined = draw_lined(part, self._parts) if cut_along else None
                front = self._filled(part, self._parts.draw(part))
                made = self._drawn(name, group, front, _size(part), lined)
                yield replace(made, needed=counts[name, False])
                if (name, True) in counts:
                    back = self._filled(part, self._parts.draw(part, behind=True))
                    made = self._drawn(f"{name}-back", group, back, _size(part))
                    yield replace(made, needed=counts[name, True], behind=True)

    def _filled(self, part: PlacedPart, shape: Shape) -> Shape:
        """Return a round counter on a ground that fills its square and the bleed, if there is any."""
        if part.kind != "counter" or not self._bleed:
            return shape
        trim = Rect(0.0, 0.0, *_size(part), piece_ground(part.name))
        return Group((Group((grown(trim, FAR),), layer=Layer.ART, clip=grown(trim, self._bleed)), shape))

    def boxes(self) -> Iterator[DrawnPart]:
        """Yield the nets of the box, if there is one."""
        boxes = [page.box for page in self._press.facts.pages.of("box") if page.box is not None]
        for number, box in enumerate(boxes, 1):
            name = "box" if len(boxes) == 1 else f"box-{number}"
            net = self._parts.draw_box(box)
            yield self._drawn(name, "box", net, box.net.size, net)

    def booklet(self) -> Iterator[DrawnPart]:
        """Yield the booklet's pages in reading order."""
        for number, page in enumerate(self._press.booklet, 1):
            yield self._drawn(f"booklet-{number}", "booklet", Group(page.shapes), (page.width, page.height))

    def _drawn(
        self, name: str, group: str, shape: Shape, size: tuple[float, float], lined: Shape | None = None
    ) -> DrawnPart:
        """Return a part on a page as large as its trim, whose size is in mm, and bleed.

        The shape begins at the top left corner of the trim; it is drawn with its lines too, if it has any.
        """
        bleed, (width, height) = self._bleed, size
        shapes = without_layers((shape,), frozenset({Layer.CUT})) if lined is None else (shape,)
        page = (width + 2 * bleed, height + 2 * bleed)
        drawing = Drawing(
            *page,
            (Group(shapes, translate(bleed, bleed)),),
            f"{self._title}, {name}",
            label=name,
            trim=Box(bleed, bleed, width, height),
            bleed=Box(0.0, 0.0, *page),
        )
        if lined is None:
            return DrawnPart(name, group, drawing)
        folds, cuts = lines_of((lined,))
        if not folds.children and is_rectangle(cuts.children, size):
            return DrawnPart(name, group, drawing)
        lines = replace(drawing, shapes=(Group((folds, cuts), translate(bleed, bleed)),))
        return DrawnPart(name, group, drawing, lines)


def _name(part: PlacedPart) -> str:
    """Return the name of a part's file: equal parts share one."""
    match part.kind:
        case "section":
            return f"section-{part.name.lower()}"
        case "counter":
            return f"counter-{part.name.partition('-')[0]}"
        case "standee":
            return "king-standing"
        case _:
            return part.name


def _size(part: PlacedPart) -> tuple[float, float]:
    """Return width and height of an upright part in mm."""
    return (part.height, part.width) if part.turned else (part.width, part.height)


# The lines that parts are cut and folded along, by themselves.


Point = tuple[float, float]
Line = tuple[float, float, float, float]
"""A straight line from x1, y1 to x2, y2 in mm."""
Polyline = tuple[Point, ...]
"""Points in mm that are joined by straight lines; a closed one ends where it begins."""
_SAME = 0.004
"""Places that are this close in mm, across or down, are one: far less than a machine keeps to."""
_HINGE = 0.3
"""Half the width of the hinge of a folded counter, in parts of its diameter: its corners are then at 3, 4 and 5."""


def draw_lined(part: PlacedPart, parts: NaturalParts) -> Shape:
    """Return a part with the lines that it is cut and folded along, upright.

    A folded counter is its lines alone: round, but for a hinge between it and its back, head to head.

    Raises:
        DoesNotFit: the text of a card does not fit.
    """
    request = parts.plan.request
    if part.kind == "counter" and request.counters == "fold":
        diameter = parts.plan.counter_size
        radius, half, reach = diameter / 2, _HINGE * diameter, sqrt(0.25 - _HINGE**2) * diameter
        # degrees from three o'clock on, clockwise
        open_at = degrees(acos(2 * _HINGE))
        upper = arc((radius, radius), radius, 180 - open_at, 360 + open_at)
        lower = arc((radius, radius + diameter), radius, -open_at, 180 + open_at)
        start, right = (radius - half, radius + reach), (radius + half, radius + diameter - reach)
        outline = Path.of((("M", start), *upper, ("L", right), *lower, ("Z", ())), "cut")
        fold = line((start[0], diameter), (right[0], diameter), "fold")
        return Group((Group((fold,), layer=Layer.FOLD), Group((outline,), layer=Layer.CUT)))
    drawn = parts.draw(part)
    if part.kind == "card" or (part.kind == "section" and request.join == "butt"):
        return Group((drawn, Group((Rect(0, 0, *_size(part), "cut"),), layer=Layer.CUT)))
    return drawn


def lines_of(shapes: tuple[Shape, ...]) -> tuple[Group, Group]:
    """Return the folds and the cuts of shapes, each in its layer: round ones first, then closed ones, then the others.

    None is followed twice.
    """
    groups = []
    for layer in (Layer.FOLD, Layer.CUT):
        lines: list[Line] = []
        round_ones: dict[str, Shape] = {}
        for shape, transform in _inside(shapes, layer, IDENTITY):
            path = Path.of(rectangle(shape), shape.role) if isinstance(shape, Rect) and not shape.radius else shape
            if not isinstance(path, Path) or "C" in path.letters:
                group = Group((shape,), transform)
                round_ones.setdefault(repr(group), group)
                continue
            start = at = (0.0, 0.0)
            for step, numbers in moved(path.segments, transform):
                point = (numbers[0], numbers[1]) if numbers else start
                if step == "M":
                    start = point
                else:
                    lines.append((*at, *point))
                at = point
        paths = []
        for points in joined(lines):
            closed = len(points) > 2 and points[0] == points[-1]
            steps = [("L" if number else "M", point) for number, point in enumerate(points[:-1] if closed else points)]
            paths.append(Path.of((*steps, ("Z", ())) if closed else steps, layer.value))
        groups.append(Group((*round_ones.values(), *paths), layer=layer))
    return groups[0], groups[1]


def is_rectangle(lines: tuple[Shape, ...], size: tuple[float, float]) -> bool:
    """Return whether lines are just the outline of a rectangle at the origin, with its width and height in mm."""
    paths = [shape for shape in lines if isinstance(shape, Path)]
    ends = (numbers[-2:] for path in paths for step, numbers in path.segments if step != "Z")
    points = {tuple(round(value, 6) for value in end) for end in ends}
    corners = {(round(x, 6), round(y, 6)) for x in (0.0, size[0]) for y in (0.0, size[1])}
    return len(paths) == len(lines) and points == corners


def _inside(
    shapes: tuple[Shape, ...], wanted: Layer, outer: Transform
) -> Iterator[tuple[Path | Rect | Circle | Text, Transform]]:
    for shape in shapes:
        if isinstance(shape, Group):
            under = multiply(outer, shape.transform)
            if shape.layer is wanted:
                yield from walk(shape.children, under)
            else:
                yield from _inside(shape.children, wanted, under)


def joined(lines: Iterable[Line]) -> tuple[Polyline, ...]:
    """Return lines so that every place of them is passed once, closed outlines first.

    Upright and level lines that lie on one another become one. Where just two lines end at a point they are joined, so
    that a knife turns there and need not begin anew; where more meet, all end. Lines without length are left out.
    """
    given = list(lines)
    across = _settled(x for each in given for x in each[::2])
    down = _settled(y for each in given for y in each[1::2])
    level: dict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: dict[float, list[tuple[float, float]]] = defaultdict(list)
    left: set[Line] = set()
    for a, b, c, d in given:
        (y1, x1), (y2, x2) = sorted(((down[b], across[a]), (down[d], across[c])))
        if y1 == y2 and x1 != x2:
            level[y1].append((x1, x2))
        elif x1 == x2 and y1 != y2:
            upright[x1].append((y1, y2))
        elif y1 != y2:
            left.add((x1, y1, x2, y2))
    left.update((start, y, end, y) for y, spans in level.items() for start, end in _united(spans))
    left.update((x, start, x, end) for x, spans in upright.items() for start, end in _united(spans))
    waiting = dict.fromkeys(sorted(left, key=lambda each: (each[1], each[0], each[3], each[2])))
    ends = defaultdict(set)
    for each in waiting:
        ends[each[:2]].add(each)
        ends[each[2:]].add(each)
    through = {point: met for point, met in ends.items() if len(met) == 2}
    first = [each for each in waiting if not (each[:2] in through and each[2:] in through)]
    open_ended = [_followed(each, waiting, through) for each in first if each in waiting]
    closed = [_followed(each, waiting, through) for each in list(waiting) if each in waiting]
    return (*closed, *open_ended)


def _settled(values: Iterable[float]) -> dict[float, float]:
    """Return for each value the least of those that are the same place."""
    places: dict[float, float] = {}
    place = float("-inf")
    for value in sorted(set(values)):
        if value - place > _SAME:
            place = value
        places[value] = place
    return places


def _united(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield spans of one line, those that meet or overlap as one."""
    start, end = min(spans)
    for low, high in sorted(spans):
        if low > end:
            yield start, end
            start, end = low, high
        end = max(end, high)
    yield start, end


def _followed(first: Line, waiting: dict[Line, None], through: dict[Point, set[Line]]) -> Polyline:
    """Return the way from a line on, through the points where it goes on, and take its lines from those that wait."""
    start, at = first[:2], first[2:]
    if start in through and at not in through:
        start, at = at, start
    points = [start, at]
    del waiting[first]
    while at in through:
        after = [other for other in through[at] if other in waiting]
        if not after:
            break
        (other,) = after
        del waiting[other]
        at = other[2:] if other[:2] == at else other[:2]
        points.append(at)
    return tuple(points)
