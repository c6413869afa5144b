"""The pages of a kit and its cuts by number: the one place that counts them.

The plan on the terminal, its JSON, the instructions, the labels on the sheets, the files of a split kit and the
corrections for printers all take from here the pages of a part, and for those on the back of others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from taflkit.kit.options import SCHOOL, KitSpec
from taflkit.sheets.boxes import BoxRequest, place_boxes
from taflkit.sheets.cuts import box_cuts, sheet_cuts
from taflkit.sheets.paper import PAGES, SheetSide, impose
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import Sheet, is_spare, place_labels

if TYPE_CHECKING:
    from taflkit.sheets.boxes import PlacedNet
    from taflkit.sheets.cuts import Cut

KINDS = {"board": ("section",), "counters": ("counter", "standee"), "cards": ("card",)}
"""The kinds of placed parts that each part of a kit has."""

Role = Literal[
    "instructions", "front", "back", "box", "labels", "booklet", "leaf", "poster", "record", "colouring", "puzzles"
]


class Page(Struct, frozen=True):
    """A page of a kit.

    Attributes:
        number: counted from 1 over the whole kit.
        role: the instructions, the front or back of a component sheet, the box, a sheet of labels, a side of the
            booklet, or in large print a page of it, or a part for schools.
        sheet: the parts on a front, a back or labels, or the spare counters beside a box.
        side: the pages of the booklet, if it is one of its sides.
        leaf: the page of the booklet, if it is one in large print.
        behind: whether it is printed on the back of the page before; backs that are glued to card are not.
        times: how often it is printed.
        card: whether it is printed on card, or on paper.
    """

    number: int
    role: Role
    sheet: Sheet = Sheet(())
    box: PlacedNet | None = None
    side: SheetSide | None = None
    leaf: int = 0
    behind: bool = False
    times: int = 1
    card: bool = False

    @property
    def part(self) -> str:
        """The file of a split kit that the page goes to: instructions, components, labels, booklet or school."""
        parts = {"instructions": "instructions", "labels": "labels", "booklet": "booklet", "leaf": "booklet"}
        parts |= dict.fromkeys(SCHOOL, "school")
        return parts.get(self.role, "components")


class Pages(Struct, frozen=True, cache_hash=True):
    """All pages of a kit in printing order."""

    pages: tuple[Page, ...]

    def of(self, *roles: Role) -> tuple[Page, ...]:
        """Return the pages of some roles."""
        return tuple(page for page in self.pages if page.role in roles)

    @property
    def made(self) -> tuple[Page, ...]:
        """The pages with parts to cut out: the fronts, and the sheets of the box."""
        return self.of("front", "box")

    @property
    def components(self) -> tuple[Page, ...]:
        """The component sheets with their backs, and the box."""
        return self.of("front", "back", "box")

    @property
    def parts(self) -> tuple[str, ...]:
        """The files of a split kit, in printing order."""
        return tuple(dict.fromkeys(page.part for page in self.pages))

    def sheets(self, *, card: bool) -> int:
        """Return how many sheets of card, or of paper, are printed."""
        printed = (page for page in self.pages if page.role != "labels" and not page.behind)
        return sum(page.times for page in printed if page.card == card)

    def behind(self, part: str = "") -> tuple[int, ...]:
        """Return the numbers of the pages on the back of the page before, in the whole kit or the file of a part."""
        return tuple(number for number, page in self._inside(part) if page.behind)

    def labelled(self, part: str = "") -> tuple[int, ...]:
        """Return the numbers of the sheets of labels there."""
        return tuple(number for number, page in self._inside(part) if page.role == "labels")

    def _inside(self, part: str) -> Iterable[tuple[int, Page]]:
        return enumerate((page for page in self.pages if part in ("", page.part)), 1)


def number_pages(plan: Plan, spec: KitSpec, instructions: int = 1, puzzles: int = 1) -> Pages:
    """Number the pages of a kit: instructions, components with their backs, box, labels, booklet, those for schools.

    Sheets that none of the parts of the spec are on are left out. Without a number of pages the booklet is one sheet.
    How many pages of instructions there are follows from their panels, and of puzzles from these: `paged` and the kit
    itself know it.

    Raises:
        DoesNotFit: the box does not fit on a sheet; the line says which size would.
        TaflkitError: a number of pages that cannot be folded.
    """
    pages = [Page(0, "instructions")] * instructions if "instructions" in spec.parts else []
    kinds = {kind for part in spec.parts for kind in KINDS.get(part, ())}
    sheets = tuple(
        replace(sheet, parts=tuple(part for part in sheet.parts if part.kind in kinds)) for sheet in plan.sheets
    )
    boxes: tuple[PlacedNet, ...] = ()
    # parts that are glued to card are printed on paper, and mirrored ones on paper to be ironed on
    on_card = not spec.mirror
    if spec.boxed:
        parts = [part for sheet in sheets for part in sheet.of_a_set]
        cards = sum(part.kind == "card" for part in parts)
        booklet = (spec.pages or PAGES) if spec.folds_booklet else 0
        request = BoxRequest(spec.box, cards, spec.thickness, booklet, "board" in spec.parts)
        boxes = place_boxes(replace(plan, sheets=sheets), request)
        # the first of the spare counters go into the box
        left = frozenset([part.name for part in parts if is_spare(part)][boxes[0].spares :])
        sheets = tuple(
            replace(sheet, parts=tuple(part for part in sheet.parts if part.name not in left)) for sheet in sheets
        )
        on_card = on_card and not (spec.glued and (parts or boxes[0].board))
    backs = {back.sheet: back for back in replace(plan, sheets=sheets).backs(spec.duplex, spec.two_sided)}
    for number, sheet in enumerate(sheets):
        if sheet.parts:
            pages.append(Page(0, "front", sheet, card=on_card))
        if number in backs:
            behind = replace(sheet, parts=backs[number].parts)
            pages.append(Page(0, "back", behind, behind=not spec.glued, card=on_card))
    for placed in boxes:
        sheet = Sheet(placed.counters)
        pages.append(Page(0, "box", sheet, box=placed, card=not spec.mirror))
        for back in replace(plan, sheets=(sheet,)).backs(spec.duplex):
            pages.append(Page(0, "back", Sheet(back.parts), behind=not spec.glued, card=on_card))
    pages += [Page(0, "labels", sheet) for sheet in place_labels(plan.request, spec.times) if "counter" in kinds]
    if "booklet" in spec.parts and not spec.folds_booklet:
        pages += [Page(0, "leaf", leaf=number) for number in range(1, (spec.pages or PAGES) + 1)]
    elif spec.folds_booklet:
        sides = impose(spec.pages or PAGES, spec.duplex)
        pages += [Page(0, "booklet", side=side, behind=number % 2 == 1) for number, side in enumerate(sides)]
    # the last of these may have several
    pages += [Page(0, part) for part in SCHOOL if part in spec.parts] + [Page(0, "puzzles")] * (puzzles - 1)
    numbered = []
    for number, page in enumerate(pages, 1):
        times = 1 if page.role == "poster" else -(-spec.times // page.sheet.sets)
        numbered.append(replace(page, number=number, times=times))
    return Pages(tuple(numbered))


def number_cuts(pages: Pages, plan: Plan) -> dict[int, tuple[Cut, ...]]:
    """Number the straight cuts of a kit, those of each page from 1; the cuts of one outline share a number.

    Returns:
        the cuts of each page that has any, by the page's number.
    """
    numbered: dict[int, tuple[Cut, ...]] = {}
    for page in pages.made:
        cuts = sheet_cuts(page.sheet, plan) if page.box is None else box_cuts(page.box, plan)
        count, part, made = 0, "", []
        for cut in cuts:
            count += not (part and cut.part == part)
            part = cut.part
            made.append(replace(cut, number=count))
        if made:
            numbered[page.number] = tuple(made)
    return numbered
