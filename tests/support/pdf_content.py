"""What a PDF's pages paint, measured in mm from the top left corner of the page.

A content stream is walked with its matrices, form XObjects included, so that a test can ask how large a
printed square is and not only how large somebody meant it. The walker knows the operators of ISO 32000-1 that
a kit may use and refuses any other: what it does not understand, it must not measure.

    >>> [page] = read_pages(pdf)                                            # doctest: +SKIP
    >>> [path.box.width for path in page.paths if path.fill == (0.9,)]      # doctest: +SKIP
    [25.0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import groupby, product
from math import atan2, degrees, hypot
from typing import Any, NamedTuple, overload

import pikepdf

from support.pdf_fonts import PdfFont
from support.pdf_geometry import NOTHING, Box, Matrix, Point, apply, box_round, extremes, multiply, scale

__all__ = ["Box", "Page", "Pages", "PaintedPath", "ShownText", "read_pages"]

MM = 25.4 / 72
Colour = tuple[float, ...]
"""One number is a grey, three are RGB, four are CMYK."""

_COLOUR_OPERATORS = {"g": "fill", "rg": "fill", "k": "fill", "G": "stroke", "RG": "stroke", "K": "stroke"}
_FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
_STROKES = {"S", "s", "B", "B*", "b", "b*"}
_PAINTS = _FILLS | _STROKES | {"n"}
_PATHS = {"m", "l", "c", "v", "y", "h", "re"}
_NUMBERED = {*_COLOUR_OPERATORS, *_PATHS, "cm", "w", "Tm", "Td"}
"""The operators whose operands are numbers alone."""
_PATH = "path"
"""Stands in a stream that was parsed for the operators that build one path; its operand is a _Path."""


class _Path(NamedTuple):
    """What a run of operators builds.

    Attributes:
        pieces: the operators with their numbers.
        box: round the path as it was written, before any matrix.
    """

    pieces: tuple[tuple[str, tuple[float, ...]], ...]
    box: Box | None


class _Stream(NamedTuple):
    """A content stream that was parsed.

    Attributes:
        instructions: the operators with their operands, each path as one.
        operators: how often it has each.
    """

    instructions: tuple[tuple[str, Any], ...]
    operators: Counter[str]


_Parsed = dict[tuple[int, int], _Stream]
"""Forms, so that one that is drawn often is parsed once."""


@dataclass(frozen=True)
class PaintedPath:
    """A path that was filled, stroked or both.

    Attributes:
        box: round the path itself, without half the outline's width.
        operator: such as "f*" or "B".
        fill, stroke: the colours, None where it is not filled or not stroked.
        line_width: in mm on paper; 0 where it is not stroked.
        dash: in mm on paper.
        clip: the box of what may be painted at all, if less than everything.
        marks: the marked content it is in, outermost first, each as (tag, properties): a table by names such as
            "/MCID", or the name under which the resources have it.
    """

    box: Box
    operator: str
    fill: Colour | None
    stroke: Colour | None
    line_width: float
    dash: tuple[float, ...]
    clip: Box | None
    marks: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class ShownText:
    """What one Tj or TJ shows.

    Attributes:
        text: as a reader would copy it.
        font: its BaseFont without the subset's letters.
        size: of the em in mm on paper.
        start, end: where it begins on the baseline, and where it leaves off.
        turn: the baseline's direction in degrees, clockwise on paper.
        fill: the letters' colour.
        marks: see PaintedPath.
        space: how wide the space is that it ends in, in mm; 0 if it ends in none.
        clip: see PaintedPath.
    """

    text: str
    font: str
    size: float
    start: Point
    end: Point
    turn: float
    fill: Colour
    marks: tuple[tuple[str, Any], ...]
    space: float = 0.0
    clip: Box | None = None

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])


@dataclass(frozen=True)
class Page:
    """A page with what it paints, in painting order.

    Attributes:
        width, height: of the MediaBox in mm.
        operators: how often each operator was carried out, those of form XObjects included.
    """

    width: float
    height: float
    paths: tuple[PaintedPath, ...]
    texts: tuple[ShownText, ...]
    operators: Counter[str]

    @property
    def colour_operators(self) -> set[str]:
        """The operators used that set a colour."""
        return set(self.operators) & {*_COLOUR_OPERATORS, "cs", "CS", "sc", "SC", "scn", "SCN", "sh"}

    @property
    def text(self) -> str:
        """All texts, a line each."""
        return "\n".join(shown.text for shown in self.texts)


class Pages(Sequence[Page]):
    """The pages of a PDF, each read when it is first asked for."""

    def __init__(self, pdf: bytes) -> None:
        self._document = pikepdf.open(BytesIO(pdf))
        self._parsed: _Parsed = {}
        self._read: dict[int, Page] = {}

    def __len__(self) -> int:
        return len(self._document.pages)

    @overload
    def __getitem__(self, index: int) -> Page: ...

    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...

    def __getitem__(self, index: int | slice) -> Page | list[Page]:
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return [self[number] for number in numbers]
        if numbers not in self._read:
            self._read[numbers] = _read_page(self._document.pages[numbers], self._parsed)
        return self._read[numbers]


def read_pages(pdf: bytes) -> Pages:
    """Return the pages of a PDF with all they paint.

    Raises:
        ValueError: when a page is read whose content uses an operator that the walker does not know.
    """
    return Pages(pdf)


def _read_page(page: pikepdf.Page, parsed: _Parsed) -> Page:
    left, bottom, right, top = map(float, page.mediabox)
    walker = _Walker(_State((MM, 0, 0, -MM, -left * MM, top * MM)), parsed)
    walker.walk(page, page.obj.get("/Resources", pikepdf.Dictionary()))
    if walker.stack or walker.marks:
        raise ValueError("a q without its Q, or marked content without its end")
    paths, texts = tuple(walker.paths), tuple(walker.texts)
    return Page((right - left) * MM, (top - bottom) * MM, paths, texts, walker.operators)


@dataclass
class _State:
    """The graphics state."""

    matrix: Matrix
    fill: Colour = (0.0,)
    stroke: Colour = (0.0,)
    line_width: float = 1.0
    dash: tuple[float, ...] = ()
    clip: Box | None = None
    font: PdfFont | None = None
    size: float = 0.0


@dataclass
class _Walker:
    """Carries out the operators of a content stream."""

    state: _State
    parsed: _Parsed
    stack: list[_State] = field(default_factory=list)
    paths: list[PaintedPath] = field(default_factory=list)
    texts: list[ShownText] = field(default_factory=list)
    operators: Counter[str] = field(default_factory=Counter)
    marks: list[tuple[str, Any]] = field(default_factory=list)
    fonts: dict[tuple[int, int], PdfFont] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    clipping: bool = False
    text_matrix: Matrix = NOTHING
    line_matrix: Matrix = NOTHING

    def walk(self, stream: Any, resources: Any) -> None:
        depth = len(self.stack)
        parsed = self._parse(stream)
        self.operators.update(parsed.operators)
        for operator, operands in parsed.instructions:
            self._do(operator, operands, resources)
        if len(self.stack) != depth:
            raise ValueError("q and Q do not match")

    def _parse(self, stream: Any) -> _Stream:
        if stream.objgen not in self.parsed:
            found: list[tuple[str, Any]] = []
            for instruction in pikepdf.parse_content_stream(stream):
                operator, operands = str(instruction.operator), instruction.operands
                found.append((operator, _numbers(operands) if operator in _NUMBERED else list(operands)))
            parsed = _Stream(tuple(_with_paths(found)), Counter(operator for operator, _ in found))
            if stream.objgen == (0, 0):
                return parsed
            self.parsed[stream.objgen] = parsed
        return self.parsed[stream.objgen]

    def _do(self, operator: str, operands: Any, resources: Any) -> None:
        if operator == _PATH:
            self._build(operands)
        elif operator in _COLOUR_OPERATORS:
            setattr(self.state, _COLOUR_OPERATORS[operator], operands)
        elif operator in _PAINTS:
            self._paint(operator)
        elif operator in {"q", "Q", "cm", "w", "d", "W", "W*"}:
            self._set(operator, operands)
        elif operator in {"BT", "ET", "Tm", "Td", "Tf", "Tj", "TJ"}:
            self._text(operator, operands, resources)
        elif operator in {"BMC", "BDC", "EMC"}:
            self._mark(operator, operands)
        elif operator == "Do":
            self._form(resources.XObject[operands[0]], resources)
        elif operator not in {"J", "j", "M", "Tr", "MP", "DP", "ri", "i"}:
            raise ValueError(f"the walker does not know the operator {operator}")

    def _set(self, operator: str, operands: Any) -> None:
        match operator:
            case "q":
                self.stack.append(replace(self.state))
            case "Q":
                self.state = self.stack.pop()
            case "cm":
                self.state.matrix = multiply(operands, self.state.matrix)
            case "w":
                self.state.line_width = operands[0]
            case "d":
                self.state.dash = _numbers(operands[0])
            case _:
                self.clipping = True

    def _build(self, path: _Path) -> None:
        a, b, c, d, _, _ = matrix = self.state.matrix
        if path.box is not None and (b == c == 0 or a == d == 0):
            # an upright box stays one
            box = path.box
            self.points += [apply(matrix, corner) for corner in ((box.left, box.top), (box.right, box.bottom))]
        else:
            self.points += _points(path.pieces, matrix)

    def _paint(self, operator: str) -> None:
        state, box = self.state, box_round(self.points)
        if operator != "n" and box is not None:
            stroke = state.stroke if operator in _STROKES else None
            enlarged = scale(state.matrix) if stroke is not None else 0.0
            self.paths.append(
                PaintedPath(
                    box,
                    operator,
                    state.fill if operator in _FILLS else None,
                    stroke,
                    state.line_width * enlarged,
                    tuple(length * enlarged for length in state.dash),
                    state.clip,
                    tuple(self.marks),
                )
            )
        if self.clipping and box is not None:
            state.clip = box if state.clip is None else state.clip.common(box)
        self.points, self.clipping = [], False

    def _text(self, operator: str, operands: Any, resources: Any) -> None:
        match operator:
            case "BT":
                self.text_matrix = self.line_matrix = NOTHING
            case "Tm":
                self.text_matrix = self.line_matrix = operands
            case "Td":
                self.line_matrix = multiply((1, 0, 0, 1, *operands), self.line_matrix)
                self.text_matrix = self.line_matrix
            case "Tf":
                self.state.font = self._font(resources.Font[operands[0]])
                self.state.size = float(operands[1])
            case "Tj":
                self._show(operands)
            case "TJ":
                self._show(list(operands[0]))

    def _font(self, font: Any) -> PdfFont:
        """Return a font, read once a page if it can be told from others."""
        if not font.is_indirect:
            return PdfFont(font)
        if font.objgen not in self.fonts:
            self.fonts[font.objgen] = PdfFont(font)
        return self.fonts[font.objgen]

    def _show(self, pieces: list[Any]) -> None:
        font, size = self.state.font, self.state.size
        if font is None:
            raise ValueError("text without a font")
        text, advance, space = "", 0.0, 0.0
        for piece in pieces:
            if isinstance(piece, pikepdf.String):
                text += font.text(bytes(piece))
                advance += font.width(bytes(piece)) * size
                space = font.width(bytes(piece)[-1:]) * size if text.endswith(" ") else 0.0
            else:
                advance -= float(piece) / 1000 * size
        matrix = multiply(self.text_matrix, self.state.matrix)
        self.text_matrix = multiply((1, 0, 0, 1, advance, 0), self.text_matrix)
        end = multiply(self.text_matrix, self.state.matrix)
        turn = round(degrees(atan2(matrix[1], matrix[0])), 6) + 0.0
        place = (matrix[4], matrix[5]), (end[4], end[5]), turn
        marks = tuple(self.marks)
        enlarged = scale(matrix)
        ending = space * enlarged, self.state.clip
        shown = ShownText(text, font.name, size * enlarged, *place, self.state.fill, marks, *ending)
        self.texts.append(shown)

    def _mark(self, operator: str, operands: list[Any]) -> None:
        if operator == "EMC":
            self.marks.pop()
        else:
            properties = _plain(operands[1]) if len(operands) > 1 else None
            self.marks.append((str(operands[0]).removeprefix("/"), properties))

    def _form(self, form: Any, resources: Any) -> None:
        if form.Subtype != "/Form":
            raise ValueError(f"the walker does not know XObjects of the kind {form.Subtype}")
        self.stack.append(replace(self.state))
        self.state.matrix = multiply(_matrix(form.get("/Matrix", NOTHING)), self.state.matrix)
        self.walk(form, form.get("/Resources", resources))
        self.state = self.stack.pop()


def _with_paths(instructions: list[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield instructions, those that build a path as one."""
    for builds, run in groupby(instructions, key=lambda instruction: instruction[0] in _PATHS):
        if builds:
            pieces = tuple(run)
            yield _PATH, _Path(pieces, box_round(_points(pieces, NOTHING)))
        else:
            yield from run


def _points(pieces: tuple[tuple[str, tuple[float, ...]], ...], matrix: Matrix) -> list[Point]:
    """Return the points of a path that the box round it depends on."""
    found: list[Point] = []
    here: tuple[float, ...] = (0.0, 0.0)
    for operator, numbers in pieces:
        if operator == "re":
            x, y, width, height = numbers
            found += [apply(matrix, corner) for corner in product((x, x + width), (y, y + height))]
            here = (x, y)
        elif operator != "h":
            end = numbers[-2:]
            if operator not in ("m", "l"):
                first = here if operator == "v" else numbers[:2]
                second = end if operator == "y" else numbers[-4:-2]
                found += extremes([apply(matrix, point) for point in (here, first, second, end)])  # type: ignore[arg-type]
            found.append(apply(matrix, end))  # type: ignore[arg-type]
            here = end
    return found


def _plain(properties: Any) -> dict[str, Any] | str:
    """Return the properties of marked content as they can be read when the file is closed."""
    if isinstance(properties, pikepdf.Dictionary):
        return {key: value if isinstance(value, int) else str(value) for key, value in properties.items()}
    return str(properties)


def _numbers(operands: Any) -> tuple[float, ...]:
    return tuple(map(float, operands))


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = _numbers(operands)
    return a, b, c, d, e, f
