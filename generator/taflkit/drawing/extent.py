"""How much room shapes take: the smallest upright box round them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from msgspec import Struct

from taflkit.drawing.shapes import IDENTITY, Circle, Group, Path, Rect, Shape, Shown, Text, Transform
from taflkit.drawing.store import Store

__all__ = ["Extent", "Extents"]


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
        return _round([(a * x + c * y + e, b * x + d * y + f) for x, y in corners])


class Extents:
    """Measures shapes, without the width of their lines; a form is measured once.

    Args:
        text_width: gives the width of a text in mm.
        store: keeps the measures of forms, which have no text; None is one of its own.
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
        found = [box for box in boxes if box is not None]
        if len(found) < 2:
            return found[0] if found else None
        return Extent(
            min([box.left for box in found]),
            min([box.top for box in found]),
            max([box.right for box in found]),
            max([box.bottom for box in found]),
        )


def _round(points: list[tuple[float, float]]) -> Extent:
    across = [x for x, _ in points]
    down = [y for _, y in points]
    return Extent(min(across), min(down), max(across), max(down))
