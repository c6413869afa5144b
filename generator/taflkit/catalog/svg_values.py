"""The values of SVG's attributes: lengths, colours, transforms and path data. A wrong one is a ValueError that says so.

Path data are read by fontTools, which knows every step of them; what it would pass over, or take long for, is refused
before. No pattern here tries a number twice: texts may be as long as a file.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from taflkit.drawing.shapes import IDENTITY, Point, Segment, Transform, multiply, polygon, rotate, translate
from taflkit.errors import among, shown
from taflkit.limits import SEGMENTS

FARTHEST = 1_000_000.0
"""The largest coordinate."""
_LONGEST = 60  # characters of a number
_NUMBER = r"[-+]?+(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][-+]?+\d++)?+"
_ENTRY = re.compile(rf"({_NUMBER})([A-Za-z%]*+)[\s,]*+")
_WORD = re.compile(r"[^\s,]++")
_ANGLES = ("deg", "grad", "rad", "turn")  # CSS's units for angles, where SVG's attributes have plain degrees
_PLAIN = re.compile(rf"({_NUMBER})\s*+([A-Za-z%]*+)")
_PATH_PART = re.compile(rf"(?P<command>[MmZzLlHhVvCcSsQqTtAa])|(?P<number>{_NUMBER})|[\s,]++")
_OPEN_DOT = re.compile(r"(\d)\.(?!\d)")
_LEADING_ZEROS = re.compile(r"(?<![\d.eE])0+(?=\d)")
_STEPS = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_WHOLE = r"(?: (?:0|-?[1-9]\d{0,5}))"
_PLAIN_PATH = re.compile(rf"(?:(?:^| )M{_WHOLE}{{2}}(?: L{_WHOLE}{{2}}| C{_WHOLE}{{6}})+(?: Z)?)+")
"""Path data in whole numbers, of whole words, whose sub-paths each begin with an M and have a step at least."""
_UNITS = ("", "px")
_MOST_OF_A_STEP = 7  # numbers of a step, those of an arc
_MOST_TRANSFORMS = 16  # transforms of an element
_TRANSFORM = re.compile(r"([A-Za-z]++)\s*+\(([^()]*+)\)[\s,]*+")
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
_RGB = re.compile(rf"rgb\(\s*+({_NUMBER})\s*+,\s*+({_NUMBER})\s*+,\s*+({_NUMBER})\s*+\)")
_VAR = re.compile(r"var\(\s*--([A-Za-z0-9_-]+)\s*(?:,[^()]*)?\)")
_NAMED = {
    "black": "#000000",
    "silver": "#c0c0c0",
    "gray": "#808080",
    "grey": "#808080",
    "white": "#ffffff",
    "maroon": "#800000",
    "red": "#ff0000",
    "purple": "#800080",
    "fuchsia": "#ff00ff",
    "green": "#008000",
    "lime": "#00ff00",
    "olive": "#808000",
    "yellow": "#ffff00",
    "navy": "#000080",
    "blue": "#0000ff",
    "teal": "#008080",
    "aqua": "#00ffff",
    "orange": "#ffa500",
}
"""The colours that CSS 2.1 has names for."""
_STILL = 1e-9  # a transform whose determinant is smaller leaves no area


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a list such as that of `points`."""
    found: list[float] = []
    text = text.lstrip(" \t\r\n,")
    at = 0
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if not entry:
            word = _WORD.match(text, at)
            raise ValueError(f"'{shown(word and word[0], 20)}' is no number")
        if entry[2]:
            raise ValueError(_unit_problem(entry[1] + entry[2], entry[2]))
        if len(found) == 2 * SEGMENTS:
            raise ValueError(f"has more than {2 * SEGMENTS} numbers; simplify the drawing")
        found.append(_finite(entry[1]))
        at = entry.end()
    return tuple(found)


def _finite(text: str) -> float:
    number = float(text) if len(text) <= _LONGEST else math.inf
    if not abs(number) <= FARTHEST:
        raise ValueError(f"'{shown(text, 20)}' is too large; {FARTHEST:,.0f} is the most")
    return number


def read_length(text: str) -> float:
    """Return a length in units of the drawing."""
    text = text.strip()
    found = _PLAIN.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        raise ValueError(f"'{shown(text, 20)}' is no number")
    if found[2] not in _UNITS:
        raise ValueError(_unit_problem(text, found[2]))
    return _finite(found[1])


def _unit_problem(text: str, unit: str) -> str:
    """Return the end of a line on a number with a unit."""
    plain = "degrees" if unit.lower() in _ANGLES else "units of the viewBox"
    return f"'{shown(text, 20)}' has the unit {shown(unit, 20)}; write it in {plain}, as a plain number"


def read_colour(text: str, names: Sequence[str]) -> str | None:
    """Return a colour as "#rrggbb", as one of the theme's names, "" for what the drawing stands for, None for none."""
    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text.lower() == "currentcolor":
        return ""
    if found := _VAR.fullmatch(text):
        if found[1] not in names:
            raise ValueError(f"the theme has no colour '{shown(found[1], 30)}'; {among(found[1], names)}")
        return found[1]
    if _HEX.fullmatch(text):
        return text.lower() if len(text) == 7 else "#" + "".join(2 * digit for digit in text[1:].lower())
    if found := _RGB.fullmatch(text):
        return "#" + "".join(f"{round(max(0.0, min(255.0, float(part)))):02x}" for part in found.groups())
    if text.lower() in _NAMED:
        return _NAMED[text.lower()]
    if text.startswith("url("):
        raise ValueError(f"'{shown(text, 30)}' is a gradient or a pattern; give it one colour")
    raise ValueError(f"'{shown(text, 30)}' is no colour here; write #rrggbb or currentColor")


def read_transform(text: str) -> Transform:
    """Return the transform that a list of them makes."""
    made = IDENTITY
    text = text.lstrip(" \t\r\n,")
    at = count = 0
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if not found:
            raise ValueError(f"'{shown(text[at:], 30)}' is no transform")
        if count == _MOST_TRANSFORMS:
            raise ValueError(f"has more than {_MOST_TRANSFORMS} in a row; write them as one matrix")
        made = multiply(made, _one_transform(found[1], numbers(found[2])))
        at, count = found.end(), count + 1
    if abs(made[0] * made[3] - made[1] * made[2]) < _STILL:
        raise ValueError(f"'{shown(text, 30)}' flattens the shape to nothing; take the 0 out of it")
    return made


def _one_transform(name: str, values: tuple[float, ...]) -> Transform:
    made: Transform | None = None
    match name, values:
        case "matrix", (a, b, c, d, e, f):
            made = (a, b, c, d, e, f)
        case "translate", (x, *rest) if len(rest) < 2:
            made = translate(x, rest[0] if rest else 0.0)
        case "scale", (x, *rest) if len(rest) < 2:
            made = (x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0)
        case "rotate", (angle,):
            made = rotate(angle)
        case "rotate", (angle, x, y):
            made = multiply(translate(x, y), multiply(rotate(angle), translate(-x, -y)))
        case "skewX", (angle,):
            made = (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0)
        case "skewY", (angle,):
            made = (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0)
    if made is None:
        raise ValueError(f"'{shown(name, 20)}' of {len(values)} numbers is no transform")
    return made


class _Pen:
    """Takes the steps of a path from fontTools."""

    def __init__(self, closes: bool) -> None:
        self.segments: list[Segment] = []
        self._closes = closes
        self._at: Point = (0.0, 0.0)

    def _add(self, letter: str, *points: Point) -> None:
        if len(self.segments) >= SEGMENTS:
            raise _too_long()
        if not all(abs(value) <= FARTHEST for point in points for value in point):
            raise ValueError(f"reaches beyond {FARTHEST:,.0f}")
        self.segments.append((letter, tuple(value for point in points for value in point)))
        self._at = points[-1] if points else self._at

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self._add("M", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self._add("L", point)

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self._add("C", *points)

    def qCurveTo(self, control: Point, end: Point) -> None:  # noqa: N802
        (x, y), (cx, cy), (ex, ey) = self._at, control, end
        self._add(
            "C", (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y)), (ex + 2 / 3 * (cx - ex), ey + 2 / 3 * (cy - ey)), end
        )

    def closePath(self) -> None:  # noqa: N802
        self._add("Z")

    def endPath(self) -> None:  # noqa: N802
        if self._closes:
            self._add("Z")


def read_path(text: str, closes: bool = True) -> tuple[Segment, ...]:
    """Return the steps of path data; `closes` closes sub-paths that are left open, as they are when they are filled."""
    if _PLAIN_PATH.fullmatch(text):
        steps = _plain_steps(text, closes)
        if len(steps) <= SEGMENTS:
            return steps
    from fontTools.svgLib.path import parse_path  # noqa: PLC0415

    _refuse_no_path(text)
    pen = _Pen(closes)
    # fontTools takes neither "5." nor "05" for one number; flags of arcs may be written without spaces, as in "01"
    text = _OPEN_DOT.sub(r"\1", " ".join(text.split()))
    text = _STEPS.sub(lambda step: step[0] if step[1] in "Aa" else step[1] + _LEADING_ZEROS.sub("", step[2]), text)
    try:
        parse_path(text, pen)
    except (IndexError, TypeError, AssertionError, ArithmeticError):
        raise ValueError("a step has too few numbers") from None
    except ValueError as error:
        if str(error).startswith(("has more", "reaches")):
            raise
        raise ValueError(f"is no path: {shown(str(error), 60)}") from None
    return tuple(pen.segments)


def _plain_steps(text: str, closes: bool) -> tuple[Segment, ...]:
    """Return the steps of plain path data as fontTools would, which takes 50 times as long and must be imported."""
    steps: list[Segment] = []
    start: tuple[float, ...] = ()
    for letter, written in _STEPS.findall(text):
        values = tuple(map(float, written.split()))
        if letter == "M":
            if closes and steps and steps[-1][0] != "Z":
                steps.append(("Z", ()))
            start = values
        elif letter == "Z" and steps[-1][1][-2:] != start:
            steps.append(("L", start))
        steps.append((letter, values))
    return (*steps, ("Z", ())) if closes and steps[-1][0] != "Z" else tuple(steps)


def _refuse_no_path(text: str) -> None:
    """Refuse what is no path data, or more of it than a path may have."""
    at, kinds = 0, Counter[str | None]()
    while at < len(text):
        found = _PATH_PART.match(text, at)
        if not found:
            raise ValueError(f"'{shown(text[at : at + 20], 20)}' is no step of a path")
        if found["number"] and len(found["number"]) > _LONGEST:
            raise ValueError(f"'{shown(found['number'], 20)}' has more than {_LONGEST} characters; round it")
        kinds[found.lastgroup] += 1
        if kinds["command"] > SEGMENTS or kinds["number"] > _MOST_OF_A_STEP * SEGMENTS:
            raise _too_long()
        at = found.end()


def _too_long() -> ValueError:
    return ValueError(f"has more than {SEGMENTS} steps; simplify the path")


def read_points(text: str) -> tuple[Segment, ...]:
    """Return the polygon of a list of coordinates."""
    values = numbers(text)
    if len(values) % 2 or len(values) < 6:
        raise ValueError("needs three points or more, of two numbers each")
    return polygon(list(zip(values[::2], values[1::2], strict=True)))
