"""Shapes as the operators of a PDF content stream, in micrometres with y down; the page's first matrix does the rest.

Section and table numbers are those of ISO 32000-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import md5
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Colour, Paint, Paints
from taflkit.drawing.shapes import (
    IDENTITY,
    Circle,
    Extents,
    Form,
    Group,
    Layer,
    Path,
    Rect,
    Shape,
    Shown,
    Tag,
    Text,
    Transform,
    multiply,
)
from taflkit.drawing.store import Store
from taflkit.render import decimal, whole, wholes
from taflkit.render.pdf.objects import packed
from taflkit.render.pdf.structure import Structure, TaggedElement

_QUARTER = 0.5522847498307936
"""The distance of the control points of a quarter circle along its tangents, for the radius 1."""
_SEGMENTS = {"M": b"%d %d m", "L": b"%d %d l", "C": b"%d %d %d %d %d %d c", "Z": b"h"}
_NAME = 16
"""The digits of the name of a form: that two of all forms have one name is not to be expected."""

_Runs = Callable[[Text], list[tuple[str, str]]]
"""Gives a text's fonts, each with its operator that shows letters."""


def matrix(transform: Transform) -> str:
    """Return the operator that puts a transform before all that follows."""
    a, b, c, d, e, f = transform
    if (a, b, c, d) == (1, 0, 0, 1):
        return f"1 0 0 1 {whole(e)} {whole(f)} cm"
    return f"{decimal(a, 8)} {decimal(b, 8)} {decimal(c, 8)} {decimal(d, 8)} {whole(e)} {whole(f)} cm"


@lru_cache(maxsize=1 << 8)
def colour(lights: Colour) -> str:
    """Return the operands of g, G, rg or RG."""
    return " ".join(map(decimal, lights))


def clip(shape: Rect | Circle | Path) -> str:
    """Return the operators that clip painting to a shape."""
    return f"{outline(shape)} {'W*' if type(shape) is Path else 'W'} n"


@lru_cache(maxsize=1 << 12)
def outline(shape: Rect | Circle | Path) -> str:
    """Return the operators that build the outline of a shape; kits share most.

    Those that are round run clockwise on paper, as in SVG (SVG 1.1, 9.2 and 9.3).

    Raises:
        ValueError: a number is infinite or none at all; no file may hold it.
    """
    if type(shape) is Path:
        return _segments(shape.letters, shape.numbers)
    x, y = shape.x, shape.y
    if type(shape) is Circle:
        radius, near = shape.radius, shape.radius * _QUARTER
        west, x_minus, x_plus, east = x - radius, x - near, x + near, x + radius
        north, y_minus, y_plus, south = y - radius, y - near, y + near, y + radius
        quarters = (
            (east, y),
            (east, y_plus, x_plus, south, x, south),
            (x_minus, south, west, y_plus, west, y),
            (west, y_minus, x_minus, north, x, north),
            (x_plus, north, east, y_minus, east, y),
        )
        return _segments("MCCCCZ", [*chain.from_iterable(quarters)])
    if not shape.radius > 0:
        return f"{whole(x)} {whole(y)} {whole(shape.width)} {whole(shape.height)} re"
    right, bottom = x + shape.width, y + shape.height
    radius = min(shape.radius, shape.width / 2, shape.height / 2)
    near = radius * (1 - _QUARTER)
    steps = (
        (x + radius, y),
        (right - radius, y),
        (right - near, y, right, y + near, right, y + radius),
        (right, bottom - radius),
        (right, bottom - near, right - near, bottom, right - radius, bottom),
        (x + radius, bottom),
        (x + near, bottom, x, bottom - near, x, bottom - radius),
        (x, y + radius),
        (x, y + near, x + near, y, x + radius, y),
    )
    return _segments("MLCLCLCLCZ", [*chain.from_iterable(steps)])


def _segments(letters: str, numbers: Sequence[float]) -> str:
    """Return segments all at once, of which bytes are made sooner than letters."""
    form = b" ".join([_SEGMENTS[letter] for letter in letters])
    return (form % wholes(numbers)).decode()


class _State(Struct):
    """The graphics state as the operators so far have left it; at first it is as in 8.4.1.

    Attributes:
        paint: the one set last, as most shapes have the paint of the one before.
    """

    paint: Paint | None = None
    fill: Colour = (0.0,)
    stroke: Colour = (0.0,)
    width: float = 1.0
    dash: tuple[float, ...] = ()
    round: bool | None = False
    font: tuple[str, float] = ("", 0.0)
    mode: int = 0


_UNKNOWN = _State(None, (-1.0,), (-1.0,), -1.0, (-1.0,), None, ("", -1.0), -1)
"""A state that no paint has, so that the next one sets everything."""


class WrittenForm(Struct, frozen=True):
    """A form as documents have it: its operators, packed, and the forms inside that it shows.

    Its name follows from its operators: forms that are painted alike are one form, which has one name everywhere.
    """

    name: str
    data: bytes
    inside: tuple[WrittenForm, ...]

    @classmethod
    def of(cls, operators: str, inside: tuple[WrittenForm, ...]) -> WrittenForm:
        """Return the form that some operators paint, which show the forms inside."""
        content = f"{operators}\n".encode("latin-1")
        name = md5(content, usedforsecurity=False).hexdigest()[:_NAME]
        return cls(f"R{name}", packed(content), inside)


class ContentStream:
    """Writes the operators that paint each page of a document, and the marks of their structure elements and layers.

    Tagged groups are content of the structure tree, and all other shapes artifacts (14.8.2.2). In a tagged group with
    tags inside, the shapes without a tag of their own are artifacts too. `layers` and `forms` are those shown so far.
    """

    def __init__(self, paints: Paints, runs: _Runs, structure: Structure, extents: Extents, store: Store) -> None:
        self.layers: set[Layer] = set()
        self.forms: dict[str, WrittenForm] = {}
        self._all_paints = paints
        self._runs = runs
        self._structure = structure
        self._extents = extents
        self._paints: dict[str, Paint] = {}
        self._forms: dict[Form, WrittenForm] = {}
        self._store = store
        self._begin(IDENTITY)

    def _begin(self, to_points: Transform) -> None:
        """Begin a page, whose operators assume nothing of those before it."""
        self._operators: list[str] = []
        self._state = _State()
        self._matrix = to_points
        self._layer: Layer | None = None
        self._reading = 0
        self._around: set[int] = set()

    def write_page(self, shapes: tuple[Shape, ...], to_points: Transform) -> bytes:
        """Return the next page's content: one matrix from micrometres to points with y up, then its shapes."""
        self._structure.begin_page()
        self._begin(to_points)
        _note_tags(shapes, self._around)
        a, b, c, d, e, f = to_points
        parts = " ".join([f"{part / 1000:.12g}" for part in (a, b, c, d)])
        self._operators.append(f"{parts} {decimal(e)} {decimal(f)} cm")
        self._marked(shapes, self._structure.root)
        return "\n".join([*self._operators, ""]).encode("latin-1")

    def _marked(self, shapes: tuple[Shape, ...], element: TaggedElement) -> None:
        """Write shapes with their marks: those with tags inside in the element, runs of the others as artifacts."""
        artifact = False
        for shape in shapes:
            group = shape if type(shape) is Group and (shape.tag is not None or id(shape) in self._around) else None
            if artifact is (group is not None):
                self._operators.append("EMC" if artifact else "/Artifact BMC")
                artifact = not artifact
            if group is None:
                self.write((shape,))
            else:
                self._tagged(group, element)
        if artifact:
            self._operators.append("EMC")

    def _tagged(self, group: Group, element: TaggedElement) -> None:
        """Write a group that has tags, its own or inside."""
        if not group.children:
            return
        outside = self._reading
        self._reading = group.reading or outside
        if group.tag is not None:
            element = self._structure.element(group.tag, element)
            figure = element.tag.role == "Figure"
            heading = element.tag.role.startswith("H") and element.tag.bookmark and element.top_pt is None
            if (figure or heading) and (extent := self._extents.of(group)) is not None:
                extent = extent.under(self._matrix)
                if figure:
                    element.box_pt = extent if element.box_pt is None else element.box_pt.joined(extent)
                else:
                    element.top_pt = extent.bottom
        if id(group) in self._around:
            with self._inside(group):
                self._marked(group.children, element)
        elif any(child.language for child in group.children if type(child) is Text):
            # words of another language are elements inside the element (14.9.2)
            with self._inside(group):
                for language, run in groupby(group.children, lambda shape: getattr(shape, "language", "")):
                    inner = self._structure.element(Tag("Span", language=language), element) if language else element
                    self._content(run, inner)
        else:
            self._content((group,), element)
        self._reading = outside

    def _content(self, shapes: Iterable[Shape], element: TaggedElement) -> None:
        """Write shapes as marked content of an element."""
        self._operators.append(f"/{element.tag.role} << /MCID {self._structure.mark(element, self._reading)} >> BDC")
        self.write(shapes)
        self._operators.append("EMC")

    def write(self, shapes: Iterable[Shape]) -> None:
        """Add the operators that paint shapes; a role without paint is not painted."""
        for shape in shapes:
            if type(shape) is Group:
                with self._inside(shape):
                    self.write(shape.children)
            elif type(shape) is Shown:
                self._show(shape)
            else:
                paint = self._paints.get(shape.role) or self._paint(shape.role)
                if paint.fill is None and paint.stroke is None:
                    continue
                if type(shape) is Text:
                    self._text(shape, paint)
                elif drawn := outline(shape):
                    self._set_paint(paint)
                    painted = "S" if paint.fill is None else "f" if paint.stroke is None else "B"
                    star = "*" if paint.fill is not None and type(shape) is Path and not shape.nonzero else ""
                    self._operators.append(f"{drawn} {painted}{star}")

    def _paint(self, role: str) -> Paint:
        """Return the paint of a role; an outline without width is none."""
        paint = self._paints.get(role)
        if paint is None:
            paint = self._all_paints.paint(role)
            if paint.width <= 0:
                paint = replace(paint, stroke=None)
            self._paints[role] = paint
        return paint

    def _text(self, text: Text, paint: Paint) -> None:
        if not text.text:
            return
        self._set_paint(paint)
        state, add = self._state, self._operators.append
        # filled, outlined, or both
        mode = 1 if paint.fill is None else 0 if paint.stroke is None else 2
        if mode != state.mode:
            add(f"{mode} Tr")
            state.mode = mode
        add(f"BT 1 0 0 -1 {whole(text.x)} {whole(text.y)} Tm")
        for font, shown in self._runs(text):
            if state.font != (font, text.size):
                add(f"/{font} {decimal(1000 * text.size)} Tf")
                state.font = font, text.size
            add(shown)
        add("ET")

    @contextmanager
    def _inside(self, group: Group) -> Iterator[None]:
        """Begin a group's layer, transform and clip, and end them after its children."""
        outer_layer, outer_matrix, add = self._layer, self._matrix, self._operators.append
        layered = group.layer is not None and group.layer is not outer_layer
        if group.layer is not None and layered:
            self.layers.add(group.layer)
            self._layer = group.layer
            add(f"/OC /{group.layer.value} BDC")
        moved = group.transform != IDENTITY or group.clip is not None
        before = replace(self._state) if moved else self._state
        if moved:
            add("q")
        if group.transform != IDENTITY:
            add(matrix(group.transform))
            self._matrix = multiply(outer_matrix, group.transform)
        if group.clip is not None:
            add(clip(group.clip))
        yield
        if moved:
            add("Q")
            self._state = before
        if layered:
            add("EMC")
        self._layer, self._matrix = outer_layer, outer_matrix

    def _show(self, shown: Shown) -> None:
        """Show a form, which is written once for all documents that paint its roles alike."""
        add = self._operators.append
        add(f"q {matrix(shown.transform)}")
        if shown.clip is not None:
            add(clip(shown.clip))
        form = self._forms.get(shown.form)
        if form is None:
            paints = tuple(map(self._paint, shown.form.roles))
            form = self._store.get((shown.form, paints), lambda: self._written(shown.form))
            self._forms[shown.form] = form
        self.forms[form.name] = form
        add(f"/{form.name} Do Q")

    def _written(self, form: Form) -> WrittenForm:
        """Return a form as its operators, which assume nothing of the graphics state."""
        outside = self._operators, self._state, self.forms
        self._operators, self._state, self.forms = [], replace(_UNKNOWN), {}
        self.write(form.shapes)
        written = WrittenForm.of("\n".join(self._operators), tuple(self.forms.values()))
        self._operators, self._state, self.forms = outside
        return written

    def _set_paint(self, paint: Paint) -> None:
        state, add = self._state, self._operators.append
        if paint is state.paint:
            return
        state.paint = paint
        if paint.fill is not None and paint.fill != state.fill:
            add(f"{colour(paint.fill)} {'g' if len(paint.fill) == 1 else 'rg'}")
            state.fill = paint.fill
        if paint.stroke is None:
            return
        if paint.stroke != state.stroke:
            add(f"{colour(paint.stroke)} {'G' if len(paint.stroke) == 1 else 'RG'}")
            state.stroke = paint.stroke
        if paint.width != state.width:
            add(f"{decimal(1000 * paint.width)} w")
            state.width = paint.width
        if paint.dash != state.dash:
            add(f"[{' '.join(map(whole, paint.dash))}] 0 d")
            state.dash = paint.dash
        if paint.round is not state.round:
            add("1 J 1 j" if paint.round else "0 J 0 j")
            state.round = paint.round


def _note_tags(shapes: tuple[Shape, ...], around: set[int]) -> bool:
    """Note the groups that have tags inside by their identities; return whether any shape has a tag."""
    tagged = False
    for shape in shapes:
        if type(shape) is Group:
            if _note_tags(shape.children, around):
                around.add(id(shape))
                tagged = True
            elif shape.tag is not None:
                tagged = True
    return tagged
