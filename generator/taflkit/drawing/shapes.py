"""The few shapes everything is drawn with, and the page and document that hold them.

Lengths are millimetres, the origin is top left, y grows downwards, angles turn clockwise on paper. Shapes name
a role ("board.square"); which paint a role has is the business of Paints.

A shape has no types below its own (`final`), so that `type(shape) is Path` tells its kind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property, reduce
from itertools import chain, islice
from struct import pack, unpack
from typing import assert_never, final

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.store import Store

Transform = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a x + c y + e and y' = b x + d y + f, as in SVG and PDF."""

Segment = tuple[str, tuple[float, ...]]
"""One step of a path: ("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ())."""

_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}  # the count of a segment's numbers, by its letter

IDENTITY: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def translate(x: float, y: float) -> Transform:
    """Return the move by x and y."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(factor: float) -> Transform:
    """Return the enlargement by a factor about the origin."""
    return (factor, 0.0, 0.0, factor, 0.0, 0.0)


def rotate(degrees: float) -> Transform:
    """Return the turn about the origin, clockwise on paper; quarter turns are exact."""
    quarters, rest = divmod(degrees, 90)
    if rest == 0:
        cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
    else:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, 0.0, 0.0)


def mirror(width: float) -> Transform:
    """Return the exchange of left and right on a page of a width."""
    return (-1.0, 0.0, 0.0, 1.0, width, 0.0)


def multiply(outer: Transform, inner: Transform) -> Transform:
    """Return the transform that does `inner` first and `outer` then."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def moved(segments: tuple[Segment, ...], transform: Transform) -> tuple[Segment, ...]:
    """Return a path's steps under a transform."""
    a, b, c, d, e, f = transform
    steps: list[Segment] = []
    for letter, numbers in segments:
        points = zip(numbers[::2], numbers[1::2], strict=True)
        steps.append((letter, tuple([value for x, y in points for value in (a * x + c * y + e, b * x + d * y + f)])))
    return tuple(steps)


def quarter_turns(width: float, height: float) -> tuple[Transform, ...]:
    """Return the moves of a border's upper left corner to its four corners, clockwise from where it is."""
    return (
        translate(0, 0),
        multiply(translate(width, 0), rotate(90)),
        multiply(translate(width, height), rotate(180)),
        multiply(translate(0, height), rotate(270)),
    )


class Layer(Enum):
    """The layer of a group: art, cut, fold, labels, or the marks that a cutting machine looks for."""

    ART = "art"
    CUT = "cut"
    FOLD = "fold"
    LABELS = "labels"
    REGISTRATION = "registration"


class Tag(Struct, frozen=True, eq=False):
    """An element of the document's structure, for readers who cannot see the drawing.

    A tag equals itself alone: groups that hold the same tag are parts of one element, such as the lines of a paragraph,
    on two pages if need be, and two tags of the same role are two elements. A tag inside a tagged group is an element
    inside its element.

    Attributes:
        role: the structure role, such as "Figure", "P", "H1", "L" or "LI" (ISO 32000-1, 14.8.4).
        alternative: the text alternative of the drawing, or "".
        language: the language of the alternative or of the group's text, or "" for the document's own.
        parent: the element it belongs to, if that is not the one of the groups around it.
        bookmark: the outline entry that leads here, or "".
    """

    role: str
    alternative: str = ""
    language: str = ""
    parent: Tag | None = None
    bookmark: str = ""


@final
class Rect(Struct, frozen=True):
    """A rectangle from its top left corner; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    role: str
    radius: float = 0.0


@final
class Circle(Struct, frozen=True):
    """A circle about its centre."""

    x: float
    y: float
    radius: float
    role: str


@final
class Path(Struct, frozen=True):
    """Straight lines and cubic curves; several sub-paths are filled by the even-odd rule, or by the nonzero one.

    Attributes:
        letters: of the segments, one each.
        data: the numbers of all segments as doubles, which take little memory in stores that hold thousands of paths.
    """

    letters: str
    data: bytes
    role: str
    nonzero: bool = False

    @classmethod
    def of(cls, segments: Iterable[Segment], role: str, nonzero: bool = False) -> Path:
        """Return the path of some segments."""
        steps = tuple(segments)
        numbers = [number for _, values in steps for number in values]
        return cls.packed("".join([letter for letter, _ in steps]), numbers, role, nonzero)

    @classmethod
    def packed(cls, letters: str, numbers: Sequence[float], role: str, nonzero: bool = False) -> Path:
        """Return the path of segments with these letters and numbers."""
        return cls(letters, pack(f"{len(numbers)}d", *numbers), role, nonzero)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers of all segments."""
        return unpack(f"{len(self.data) // 8}d", self.data)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments one by one."""
        numbers = iter(self.numbers)
        return tuple([(letter, tuple(islice(numbers, _NUMBERS[letter]))) for letter in self.letters])

    def placed(self, place: Callable[[float, float], tuple[float, float]], role: str) -> Path:
        """Return the path through other points, each of which follows from its x and y."""
        numbers = self.numbers
        points = map(place, numbers[::2], numbers[1::2])
        return Path.packed(self.letters, [*chain.from_iterable(points)], role, self.nonzero)


@final
class Text(Struct, frozen=True):
    """One line of text in one font, starting at (x, y) on its baseline.

    Attributes:
        size: the size of the em in mm.
        font: a face of templates/fonts/, such as "text".
        adjust: nothing, or for each character of `text` the mm added after it (kerning, wider word spaces).
        language: the language of these words, or "" for that of the words around them.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    role: str
    adjust: tuple[float, ...] = ()
    language: str = ""


@final
class Group(Struct, frozen=True):
    """Shapes that are moved, cut off, layered or tagged together.

    Attributes:
        transform: applied to everything inside, the clip included.
        clip: nothing outside this shape is painted; its role is not used.
        tag: None means that the group adds no meaning of its own; outside any tag all is decoration.
        reading: its place in the order of reading; groups with lower numbers are read before, on any page.
    """

    children: tuple[Shape, ...]
    transform: Transform = IDENTITY
    clip: Rect | Circle | Path | None = None
    layer: Layer | None = None
    tag: Tag | None = None
    reading: int = 0


class Form(Struct, frozen=True, eq=False, dict=True):
    """Shapes that are drawn once and shown many times. They have no text, layers or tags.

    A form equals itself alone, so that a renderer can store its output by the form.
    """

    shapes: tuple[Shape, ...]

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles of its shapes and of those of the forms in it, each once, in their order."""
        return tuple(_roles(self.shapes))


@final
class Shown(Struct, frozen=True):
    """A form at one of its places.

    Attributes:
        transform: applied to the form and to the clip.
        clip: nothing outside this shape is painted; its role is not used.
    """

    form: Form
    transform: Transform = IDENTITY
    clip: Rect | Circle | Path | None = None


Shape = Group | Shown | Path | Rect | Circle | Text


class Box(Struct, frozen=True):
    """An upright rectangle on a page, in mm from the page's top left corner."""

    x: float
    y: float
    width: float
    height: float


class Drawing(Struct, frozen=True):
    """One printed part, or one page, at natural size.

    Attributes:
        width, height: mm.
        title, description: for <title>, <desc> and the text alternative.
        label: the name of the page in a viewer; "" is its number in the file.
        trim: on a page that is one part, where the part is cut out; None on pages of several parts or of none.
        bleed: on such a page, the box of its art, which runs on beyond the cuts: the trim is inside it.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    description: str = ""
    label: str = ""
    trim: Box | None = None
    bleed: Box | None = None


class Turning(Enum):
    """The sides of a sheet that the printer uses: one alone, or both, turned over an edge."""

    SIMPLEX = "simplex"
    SHORT_EDGE = "short-edge"
    LONG_EDGE = "long-edge"

    @classmethod
    def of(cls, way: str) -> Turning:
        """Return the request for a way of turning sheets: "short", "long", or "single" for one side after the other."""
        return {"short": cls.SHORT_EDGE, "long": cls.LONG_EDGE, "single": cls.SIMPLEX}[way]


class Standard(Enum):
    """The standard that a document's file conforms to: for archives and screen readers, or for a printer's press."""

    ARCHIVE = "PDF/A-2a"
    PRESS = "PDF/X-4"


class Document(Struct, frozen=True):
    """Pages with the metadata of their file.

    Attributes:
        pages: in printing order; their sizes may differ.
        language: an RFC 3066 language, such as "en".
        rights: the licence of the document, in words, and the address of the licence.
        source: the work it is made after.
        layers: the names of layers in a viewer; a layer that is not listed has its own name.
        standard: every page of a file for a press has a trim.
    """

    pages: tuple[Drawing, ...]
    title: str
    subject: str = ""
    author: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"
    turning: Turning = Turning.SIMPLEX
    rights: tuple[str, str] = ("", "")
    source: str = ""
    creator: str = "taflkit"
    layers: tuple[tuple[Layer, str], ...] = ()
    standard: Standard = Standard.ARCHIVE


def shifted(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape moved by x and y: a line of text is written elsewhere, and anything else moved as a group."""
    if not isinstance(shape, Group):
        return Group((shape,), translate(x, y))
    if shape.transform == IDENTITY and shape.clip is None:
        texts = [child for child in shape.children if isinstance(child, Text)]
        if len(texts) == len(shape.children):
            return replace(shape, children=tuple(replace(text, x=text.x + x, y=text.y + y) for text in texts))
    return replace(shape, transform=multiply(translate(x, y), shape.transform))


def _roles(shapes: tuple[Shape, ...]) -> dict[str, None]:
    roles: dict[str, None] = {}
    for shape in shapes:
        if type(shape) is Group:
            roles |= _roles(shape.children)
        elif type(shape) is Shown:
            roles |= dict.fromkeys(shape.form.roles)
        else:
            roles[shape.role] = None
    return roles


def walk(
    shapes: tuple[Shape, ...], outer: Transform = IDENTITY
) -> Iterator[tuple[Path | Rect | Circle | Text, Transform]]:
    """Yield the shapes in groups and shown forms, in painting order, with the transform each is painted under."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from walk(shape.children, multiply(outer, shape.transform))
        elif isinstance(shape, Shown):
            yield from walk(shape.form.shapes, multiply(outer, shape.transform))
        else:
            yield shape, outer


def walk_layer(
    shapes: tuple[Shape, ...], wanted: Layer, outer: Transform = IDENTITY, layer: Layer | None = None
) -> Iterator[tuple[Path | Rect | Circle | Text, Transform]]:
    """Yield the shapes of one layer as `walk` does; the others are in `layer`, or in that of their innermost group."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from walk_layer(shape.children, wanted, multiply(outer, shape.transform), shape.layer or layer)
        elif layer is wanted:
            yield from walk((shape,), outer)


def without_layers(shapes: tuple[Shape, ...], away: frozenset[Layer], *, layered: bool = True) -> tuple[Shape, ...]:
    """Return shapes without the groups of some layers, nor empty groups; without `layered` the others have no layer."""
    rest: list[Shape] = []
    for shape in shapes:
        if not isinstance(shape, Group):
            rest.append(shape)
        elif shape.layer not in away:
            inside = without_layers(shape.children, away, layered=layered)
            if inside:
                rest.append(replace(shape, children=inside, layer=shape.layer if layered else None))
    return tuple(rest)


class Extent(Struct, frozen=True):
    """An upright box; lengths as those of the shapes it is round."""

    left: float
    top: float
    right: float
    bottom: float

    def joined(self, other: Extent) -> Extent:
        """Return the box round both."""
        return Extent(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def under(self, transform: Transform) -> Extent:
        """Return the box round this one as a transform moves it."""
        a, b, c, d, e, f = transform
        if b == c == 0 and a > 0 and d > 0:
            return Extent(a * self.left + e, d * self.top + f, a * self.right + e, d * self.bottom + f)
        corners = [(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        across = [a * x + c * y + e for x, y in corners]
        down = [b * x + d * y + f for x, y in corners]
        return Extent(min(across), min(down), max(across), max(down))


class Extents:
    """Measures shapes, without the width of their lines; a form is measured once.

    The measures of forms, which have no text, are in the store; None is one of its own.
    """

    def __init__(self, text_width: Callable[[Text], float], store: Store | None = None) -> None:
        self._text_width = text_width
        self._store = Store() if store is None else store

    def of(self, shape: Shape) -> Extent | None:
        """Return the box round a shape, or None if there is nothing of it."""
        if type(shape) is Group or type(shape) is Shown:
            inside = self._inside(shape)
            return inside.under(shape.transform) if inside and shape.transform != IDENTITY else inside
        if type(shape) is Path:
            numbers = shape.numbers
            across, down = numbers[::2], numbers[1::2]
            return Extent(min(across), min(down), max(across), max(down)) if numbers else None
        if type(shape) is Rect:
            return Extent(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        if type(shape) is Circle:
            x, y, r = shape.x, shape.y, shape.radius
            return Extent(x - r, y - r, x + r, y + r)
        if type(shape) is Text:
            high, low = 0.75 * shape.size, 0.25 * shape.size
            return Extent(shape.x, shape.y - high, shape.x + self._text_width(shape), shape.y + low)
        assert_never(shape)

    def _inside(self, shape: Group | Shown) -> Extent | None:
        """Return the box before the shape's transform; a clip is taken for filled, as it is in every drawing here."""
        if shape.clip is not None:
            return self.of(shape.clip)
        if type(shape) is Group:
            children = shape.children
            return self.of(children[0]) if len(children) == 1 else self._joined(map(self.of, children))
        form = shape.form
        return self._store.get((Extents, form), lambda: self._joined(map(self.of, form.shapes)))

    @staticmethod
    def _joined(boxes: Iterable[Extent | None]) -> Extent | None:
        there = [box for box in boxes if box is not None]
        return reduce(Extent.joined, there) if there else None


# Paths of curves: arcs, rings of petals, polygons, arrows.


Point = tuple[float, float]


def line(start: Point, end: Point, role: str) -> Path:
    """Return a straight line."""
    return Path.packed("ML", (*start, *end), role)


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return a closed path of straight lines."""
    return (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))


def rectangle(rect: Rect) -> tuple[Segment, ...]:
    """Return the closed path of a rectangle without round corners, clockwise on paper from its top left corner."""
    right, low = rect.x + rect.width, rect.y + rect.height
    return polygon(((rect.x, rect.y), (right, rect.y), (right, low), (rect.x, low)))


def cross(centre: Point, reach: float, role: str) -> Path:
    """Return a saltire whose arms reach a distance in mm across and down."""
    x, y = centre
    left, right, high, low = x - reach, x + reach, y - reach, y + reach
    return Path.packed("MLML", (left, high, right, low, left, low, right, high), role)


def arc(centre: Point, radius: float, start: float, end: float) -> tuple[Segment, ...]:
    """Return curves along a circle from one angle to another, without the move to their beginning.

    Angles are in degrees, clockwise on paper from the right. Quarter circles or less are within 0.03 % of the
    radius.
    """
    count = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = math.radians((end - start) / count)
    pull = 4 / 3 * math.tan(step / 4) * radius
    segments: list[Segment] = []
    for number in range(count):
        a = math.radians(start) + number * step
        b = a + step
        (x0, y0), (x1, y1) = on_circle(centre, radius, a), on_circle(centre, radius, b)
        leave = (x0 - pull * math.sin(a), y0 + pull * math.cos(a))
        arrive = (x1 + pull * math.sin(b), y1 - pull * math.cos(b))
        segments.append(("C", (*leave, *arrive, x1, y1)))
    return tuple(segments)


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """Return the point of a circle at an angle in radians, clockwise on paper from the right."""
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def circle_segments(centre: Point, radius: float) -> tuple[Segment, ...]:
    """Return a circle as a closed path, to be a hole or a part of a larger path."""
    return (("M", (centre[0] + radius, centre[1])), *arc(centre, radius, 0, 360), ("Z", ()))


def foil(centre: Point, radius: float, petals: int, width: float) -> tuple[Segment, ...]:
    """Return a compass-drawn rosette: petals from the centre to a circle, as Insular carvers laid them out.

    The two arcs of a petal make at its tips an angle of twice `width`, in degrees; 30 is the hexafoil's.
    """
    segments: list[Segment] = []
    half = math.radians(width)
    bow = radius / (2 * math.sin(half))
    pull = 4 / 3 * math.tan(half / 2) * bow
    for number in range(petals):
        tip = on_circle(centre, radius, 2 * math.pi * number / petals - math.pi / 2)
        segments.append(("M", centre))
        for begin, end in ((centre, tip), (tip, centre)):
            chord = math.atan2(end[1] - begin[1], end[0] - begin[0])
            leave, arrive = on_circle(begin, pull, chord + half), on_circle(end, -pull, chord - half)
            segments.append(("C", (*leave, *arrive, *end)))
        segments.append(("Z", ()))
    return tuple(segments)


def arrow_head(tip: Point, angle: float, length: float) -> tuple[Segment, ...]:
    """Return an arrow's head of a length in mm, with its tip at a point; it goes at an angle in radians."""
    back = on_circle(tip, -length, angle)
    notch = on_circle(tip, -length * 0.72, angle)
    across = angle + math.pi / 2
    half = length * 0.42
    return polygon((tip, on_circle(back, half, across), notch, on_circle(back, -half, across)))
