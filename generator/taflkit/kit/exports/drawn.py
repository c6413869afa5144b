"""The parts of a kit by themselves: every different one once, at its natural size, with its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from taflkit.drawing.shapes import Box, Drawing, Group, Layer, Shape, Shown, translate, without_layers
from taflkit.errors import TaflkitError
from taflkit.kit.build import Press
from taflkit.kit.components import Parts
from taflkit.sheets.plan import PlacedPart
from taflkit.typesetting.titles import title_text

__all__ = ["DrawnPart", "drawn_parts"]

_CUT_ROUND = frozenset({Layer.CUT})


class DrawnPart(NamedTuple):
    """A part on a page of its own.

    Attributes:
        name: such as "board", "section-a", "counter-king" or "card-attackers".
        group: which parts it goes with: "board", "sections", "counters", "cards", "box" or "booklet".
        drawing: with its trim, and its bleed if it has any.
        needed: how many of them the kit has.
    """

    name: str
    group: str
    drawing: Drawing
    needed: int = 1


def drawn_parts(press: Press, bleed: float) -> tuple[DrawnPart, ...]:
    """Return the parts of a kit: board, sections, counters, cards, box and the booklet's pages, as the spec wants them.

    Lines to cut along are left out where a part ends at its trim or is round; the box, the sections with tabs or
    overlaps and all that is folded keep theirs.

    Args:
        press: draws them.
        bleed: how far art runs on beyond the trim, in mm.

    Raises:
        TaflkitError: the spec wants none.
        DoesNotFit: the text of a card does not fit.
    """
    artist = _Artist(press, bleed)
    parts = (*artist.board(), *artist.placed(), *artist.boxes(), *artist.booklet())
    if not parts:
        raise TaflkitError(
            "there is no part to export; name some of board, counters, cards and booklet", choice="parts"
        )
    return parts


class _Artist:
    """Draws the parts of one kit."""

    def __init__(self, press: Press, bleed: float) -> None:
        facts = press.facts
        plan = facts.plan._replace(request=facts.plan.request._replace(bleed=bleed))
        self._press, self._plan, self._bleed = press, plan, bleed
        self._parts = Parts.of(facts.book, facts.spec, plan, press.look, press.typesetter)
        self._title = title_text(facts.book.title)

    def board(self) -> Iterator[DrawnPart]:
        """Yield the whole board, uncut."""
        if "board" in self._press.facts.spec.parts:
            side = self._plan.board_size
            yield self._drawn("board", "board", Shown(self._parts.board), (side, side))

    def placed(self) -> Iterator[DrawnPart]:
        """Yield every different part of the component sheets, and of their backs."""
        pages = self._press.facts.pages.of("front", "back", "box")
        placed = [(part, page.role == "back") for page in pages for part in page.sheet.parts]
        counts = Counter(_name(part, back) for part, back in placed)
        whole = len(self._plan.sections) == 1 and self._plan.request.join == "butt"
        seen: set[str] = set()
        for part, back in sorted(placed, key=lambda each: _rank(each[0])):
            name = _name(part, back)
            if name in seen or (whole and part.kind == "section"):
                continue
            seen.add(name)
            kept = part.kind == "section" and self._plan.request.join != "butt"
            kept = kept or part.kind == "standee" or self._plan.request.counter_form == "fold"
            size = (part.height, part.width) if part.turned else (part.width, part.height)
            shape = self._parts.draw(part, behind=back)
            yield self._drawn(name, _group(part), shape, size, kept=kept, needed=counts[name])

    def boxes(self) -> Iterator[DrawnPart]:
        """Yield the nets of the box, if there is one."""
        boxes = [page.box for page in self._press.facts.pages.of("box") if page.box is not None]
        for number, box in enumerate(boxes, 1):
            name = "box" if len(boxes) == 1 else f"box-{number}"
            yield self._drawn(name, "box", self._parts.draw_box(box), box.net.size, kept=True)

    def booklet(self) -> Iterator[DrawnPart]:
        """Yield the booklet's pages in reading order."""
        for number, page in enumerate(self._press.booklet, 1):
            shape = Group(page.shapes)
            yield self._drawn(f"booklet-{number}", "booklet", shape, (page.width, page.height), kept=True)

    def _drawn(
        self, name: str, group: str, shape: Shape, size: tuple[float, float], *, kept: bool = False, needed: int = 1
    ) -> DrawnPart:
        """Return a part on a page as large as its trim and bleed.

        Args:
            name: the part's.
            group: see DrawnPart.
            shape: the part, from the top left corner of its trim.
            size: width and height of the trim in mm.
            kept: whether its cuts are drawn.
            needed: how many there are.
        """
        bleed, (width, height) = self._bleed, size
        shapes = (shape,) if kept else without_layers((shape,), _CUT_ROUND)
        page = (width + 2 * bleed, height + 2 * bleed)
        drawing = Drawing(
            *page,
            (Group(shapes, translate(bleed, bleed)),),
            f"{self._title}, {name}",
            label=name,
            trim=Box(bleed, bleed, width, height),
            bleed=Box(0.0, 0.0, *page),
        )
        return DrawnPart(name, group, drawing, needed)


_ORDER = ("section", "counter", "standee", "card")


def _rank(part: PlacedPart) -> tuple[int, str]:
    """Return the sort key of parts: by their kinds, sections by their letters."""
    return _ORDER.index(part.kind), part.name if part.kind == "section" else ""


def _name(part: PlacedPart, back: bool) -> str:
    """Return what a part's file is called: equal parts are called the same."""
    match part.kind:
        case "section":
            name = f"section-{part.name.lower()}"
        case "counter":
            name = f"counter-{part.name.partition('-')[0]}"
        case "standee":
            name = "king-standing"
        case _:
            name = part.name
    return f"{name}-back" if back else name


def _group(part: PlacedPart) -> str:
    return {"section": "sections", "counter": "counters", "standee": "counters"}.get(part.kind, "cards")
