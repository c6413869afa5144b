"""The files of an export, before they are rendered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import floor, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog import Catalog
from taflkit.drawing.look import Paints
from taflkit.drawing.shapes import Box, Document, Drawing, Group, Layer, Rect, Shape, Shown, translate, without_layers
from taflkit.errors import TaflkitError
from taflkit.kit.build import Press, open_press
from taflkit.kit.components import NaturalParts
from taflkit.kit.exports.lines import draw_lined, is_rectangle, lines_of
from taflkit.kit.naming import export_name
from taflkit.kit.options import PICTURES, KitSpec
from taflkit.limits import PIXELS
from taflkit.parts.borders import FAR, grown
from taflkit.parts.counters import piece_ground
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.typesetting.lines import title_text

DPI = 300.0
"""The pixels to the inch of a picture by default."""
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
    dpi: float = DPI
    address: Callable[[str], str] = str
    url: str = ""

    @property
    def resolution(self) -> tuple[str, ...]:
        """The pixels to the inch in a name; none where they are those of the default."""
        return () if self.dpi == DPI else (f"dpi{self.dpi:g}",)


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
        needed: their number in the kit.
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
        placed = [(part, page.role == "back") for page in pages for part in page.sheet.parts]
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
