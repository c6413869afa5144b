"""Shapes as the operators of a PDF content stream, in micrometres with y down; the page's first matrix does the rest.

Section and table numbers are those of ISO 32000-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import md5
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.paints import Colour, Paint, Paints
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
from taflkit.render.numerals import decimal, whole, wholes
from taflkit.render.pdf.objects import packed
from taflkit.render.pdf.structure import Structure, TaggedElement

__all__ = ["ContentStream", "WrittenForm", "outline"]


_QUARTER = 0.5522847498307936
"""How far along the tangents the control points of a quarter circle lie, for the radius 1."""

_SEGMENTS = {"M": b"%d %d m", "L": b"%d %d l", "C": b"%d %d %d %d %d %d c", "Z": b"h"}


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


def outline(shape: Rect | Circle | Path) -> str:
    """Return the operators that build the outline of a shape.

    Raises:
        ValueError: a number is infinite or none at all; no file may hold it.
    """
    if type(shape) is Path:
        return _path(shape)
    return _rect(shape) if type(shape) is Rect else _circle(shape)


@lru_cache(maxsize=1 << 11)
def _path(shape: Path) -> str:
    """Return all segments at once, of which bytes are made sooner than letters. Kits share most paths."""
    form = b" ".join([_SEGMENTS[letter] for letter in shape.letters])
    return (form % wholes(shape.numbers)).decode()


def _rect(shape: Rect) -> str:
    """Return a rectangle, its corners rounded by half its sides at most."""
    if shape.radius <= 0:
        return f"{whole(shape.x)} {whole(shape.y)} {whole(shape.width)} {whole(shape.height)} re"
    radius = min(shape.radius, shape.width / 2, shape.height / 2)
    return _rounded(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height, radius)


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> str:
    """Return a rectangle with round corners, clockwise on paper as in SVG (SVG 1.1, 9.2)."""
    near = radius * (1 - _QUARTER)
    steps = (
        ("m", (left + radius, top)),
        ("l", (right - radius, top)),
        ("c", (right - near, top, right, top + near, right, top + radius)),
        ("l", (right, bottom - radius)),
        ("c", (right, bottom - near, right - near, bottom, right - radius, bottom)),
        ("l", (left + radius, bottom)),
        ("c", (left + near, bottom, left, bottom - near, left, bottom - radius)),
        ("l", (left, top + radius)),
        ("c", (left, top + near, left + near, top, left + radius, top)),
    )
    return " ".join([" ".join([*map(whole, numbers), step]) for step, numbers in steps]) + " h"


def _circle(shape: Circle) -> str:
    """Return four curves from three o'clock on, clockwise on paper as in SVG (SVG 1.1, 9.3)."""
    near = shape.radius * _QUARTER
    x, y = shape.x, shape.y
    west, x_minus, x_plus, east = map(whole, (x - shape.radius, x - near, x + near, x + shape.radius))
    north, y_minus, y_plus, south = map(whole, (y - shape.radius, y - near, y + near, y + shape.radius))
    middle, level = whole(x), whole(y)
    return (
        f"{east} {level} m {east} {y_plus} {x_plus} {south} {middle} {south} c "
        f"{x_minus} {south} {west} {y_plus} {west} {level} c "
        f"{west} {y_minus} {x_minus} {north} {middle} {north} c "
        f"{x_plus} {north} {east} {y_minus} {east} {level} c h"
    )


_Runs = Callable[[Text], list[tuple[str, str]]]

_NAME = 16
"""How many digits the name of a form has: that two of all forms have one name is not to be expected."""


class _State:
    """The graphics state as the operators so far have left it; at first it is as in 8.4.1.

    Attributes:
        paint: the one set last, as most shapes have the paint of the one before.
    """

    __slots__ = ("dash", "fill", "font", "mode", "paint", "round", "stroke", "width")

    def __init__(self) -> None:
        self.paint: Paint | None = None
        self.fill: Colour = (0.0,)
        self.stroke: Colour = (0.0,)
        self.width = 1.0
        self.dash: tuple[float, ...] = ()
        self.round: bool | None = False
        self.font = ("", 0.0)
        self.mode = 0

    def copy(self) -> _State:
        """Return the state for a Q to come back to."""
        other = _State()
        other.paint = self.paint
        other.fill, other.stroke, other.width, other.dash = self.fill, self.stroke, self.width, self.dash
        other.round, other.font, other.mode = self.round, self.font, self.mode
        return other


def _unknown() -> _State:
    """Return a state that no paint has, so that the next one sets everything."""
    state = _State()
    state.fill = state.stroke = state.dash = (-1.0,)
    state.width, state.round, state.font, state.mode = -1.0, None, ("", -1.0), -1
    return state


class WrittenForm(Struct, frozen=True):
    """A form as documents have it.

    Attributes:
        name: follows from its operators: forms that are painted alike are one form, and it has one name everywhere.
        data: its operators, packed.
        inside: the forms that it shows.
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
    tags inside, the shapes without a tag of their own are artifacts too.

    Attributes:
        layers: the layers used so far.
        forms: those shown so far, by their names.
    """

    def __init__(self, paints: Paints, runs: _Runs, structure: Structure, extents: Extents, store: Store) -> None:
        """Begin with nothing.

        Args:
            paints: gives the roles their paints.
            runs: gives a text's fonts, each with its operator that shows letters.
            structure: takes the marks of the document.
            extents: measures figures.
            store: keeps the forms that are written.
        """
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
            self._place(element, group)
        if id(group) in self._around:
            self._group(group, lambda: self._marked(group.children, element))
        elif any(child.language for child in group.children if type(child) is Text):
            self._group(group, lambda: self._in_languages(group.children, element))
        else:
            self._content((group,), element)
        self._reading = outside

    def _in_languages(self, shapes: tuple[Shape, ...], element: TaggedElement) -> None:
        """Write the content of an element, words of another language as elements inside it (14.9.2)."""
        for language, run in groupby(shapes, lambda shape: shape.language if type(shape) is Text else ""):
            inner = self._structure.element(Tag("Span", language=language), element) if language else element
            self._content(run, inner)

    def _content(self, shapes: Iterable[Shape], element: TaggedElement) -> None:
        """Write shapes as marked content of an element."""
        self._operators.append(f"/{element.tag.role} << /MCID {self._structure.mark(element, self._reading)} >> BDC")
        self.write(shapes)
        self._operators.append("EMC")

    def _place(self, element: TaggedElement, group: Group) -> None:
        """Note where on the page an element is, if a figure's box or a bookmark needs to know."""
        heading = element.tag.role.startswith("H") and element.tag.bookmark and element.top_pt is None
        if element.tag.role != "Figure" and not heading:
            return
        extent = self._extents.of(group)
        if extent is None:
            return
        extent = extent.under(self._matrix)
        if element.tag.role == "Figure":
            element.box_pt = extent if element.box_pt is None else element.box_pt.joined(extent)
        else:
            element.top_pt = extent.bottom

    def write(self, shapes: Iterable[Shape]) -> None:
        """Add the operators that paint shapes."""
        for shape in shapes:
            if type(shape) is Text:
                self._text(shape)
            elif type(shape) is Group:
                self._group(shape)
            elif type(shape) is Shown:
                self._show(shape)
            else:
                self._outlined(shape)

    def _paint(self, role: str) -> Paint:
        """Return the paint of a role; an outline without width is none."""
        paint = self._paints.get(role)
        if paint is None:
            paint = self._all_paints.paint(role)
            if paint.width <= 0:
                paint = replace(paint, stroke=None)
            self._paints[role] = paint
        return paint

    def _outlined(self, shape: Path | Rect | Circle) -> None:
        """Paint an outline, unless its role has no paint."""
        paint = self._paints.get(shape.role) or self._paint(shape.role)
        if paint.fill is None and paint.stroke is None:
            return
        drawn = outline(shape)
        if not drawn:
            return
        if paint is not self._state.paint:
            self._set_paint(paint)
        painted = "S" if paint.fill is None else "f" if paint.stroke is None else "B"
        star = "*" if paint.fill is not None and type(shape) is Path and not shape.nonzero else ""
        self._operators.append(f"{drawn} {painted}{star}")

    def _text(self, text: Text) -> None:
        paint = self._paints.get(text.role) or self._paint(text.role)
        if not text.text or (paint.fill is None and paint.stroke is None):
            return
        if paint is not self._state.paint:
            self._set_paint(paint)
        self._set_mode(1 if paint.fill is None else 0 if paint.stroke is None else 2)
        add = self._operators.append
        add(f"BT 1 0 0 -1 {whole(text.x)} {whole(text.y)} Tm")
        for font, shown in self._runs(text):
            if self._state.font != (font, text.size):
                add(f"/{font} {decimal(1000 * text.size)} Tf")
                self._state.font = font, text.size
            add(shown)
        add("ET")

    def _group(self, group: Group, children: Callable[[], None] | None = None) -> None:
        """Write a group.

        Args:
            group: with its transform, clip and layer.
            children: writes the children with their marks; None writes them without.
        """
        outer_layer, outer_matrix = self._layer, self._matrix
        layered = group.layer is not None and group.layer is not outer_layer
        if group.layer is not None and layered:
            self.layers.add(group.layer)
            self._layer = group.layer
            self._operators.append(f"/OC /{group.layer.value} BDC")
        moved = group.transform != IDENTITY or group.clip is not None
        before = self._state.copy() if moved else self._state
        if moved:
            self._operators.append("q")
            if group.transform != IDENTITY:
                self._operators.append(matrix(group.transform))
                self._matrix = multiply(outer_matrix, group.transform)
            if group.clip is not None:
                self._operators.append(clip(group.clip))
        if children is None:
            self.write(group.children)
        else:
            children()
        if moved:
            self._operators.append("Q")
            self._state = before
        if layered:
            self._operators.append("EMC")
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
        self._operators, self._state, self.forms = [], _unknown(), {}
        self.write(form.shapes)
        written = WrittenForm.of("\n".join(self._operators), tuple(self.forms.values()))
        self._operators, self._state, self.forms = outside
        return written

    def _set_paint(self, paint: Paint) -> None:
        state = self._state
        state.paint = paint
        if paint.fill is not None and paint.fill != state.fill:
            self._operators.append(f"{colour(paint.fill)} {'g' if len(paint.fill) == 1 else 'rg'}")
            state.fill = paint.fill
        if paint.stroke is not None:
            if paint.stroke != state.stroke:
                self._operators.append(f"{colour(paint.stroke)} {'G' if len(paint.stroke) == 1 else 'RG'}")
                state.stroke = paint.stroke
            self._set_line(paint)

    def _set_line(self, paint: Paint) -> None:
        state = self._state
        if paint.width != state.width:
            self._operators.append(f"{decimal(1000 * paint.width)} w")
            state.width = paint.width
        if paint.dash != state.dash:
            self._operators.append(f"[{' '.join(map(whole, paint.dash))}] 0 d")
            state.dash = paint.dash
        if paint.round is not state.round:
            self._operators.append("1 J 1 j" if paint.round else "0 J 0 j")
            state.round = paint.round

    def _set_mode(self, mode: int) -> None:
        """Set whether letters are filled (0), outlined (1) or both (2)."""
        if mode != self._state.mode:
            self._operators.append(f"{mode} Tr")
            self._state.mode = mode


def _note_tags(shapes: tuple[Shape, ...], around: set[int]) -> bool:
    """Note the groups that have tags inside by their identities; return whether there is a tag in any shape."""
    tagged = False
    for shape in shapes:
        if type(shape) is Group:
            if _note_tags(shape.children, around):
                around.add(id(shape))
                tagged = True
            elif shape.tag is not None:
                tagged = True
    return tagged
