"""The component pages of a kit: the plan's sheets, the counters' backs, and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Shape, Tag, multiply, rotate, translate
from taflkit.kit.pages import SheetWords, component_sheet
from taflkit.parts.board import draw_board, draw_section
from taflkit.parts.counters import draw_counter, draw_folded, draw_standee
from taflkit.parts.joins import draw_crosses, draw_outline, draw_overlaps, draw_tabs
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart, Sheet
from taflkit.tafl import BoardLayout, Square, Surface
from taflkit.typesetting.lines import Typesetter
from taflkit.words.rulebook import Words, fill

if TYPE_CHECKING:
    from taflkit.sheets.nets import PlacedNet

__all__ = ["KINDS", "ComponentPage", "component_pages", "draw_components"]

KINDS = {"board": ("section",), "counters": ("counter", "standee"), "cards": ("card",)}
"""The kinds of placed parts that each part of a kit has."""


class ComponentPage(NamedTuple):
    """A page of components.

    Attributes:
        kind: the front of a sheet, the back of the sheet before, or the box.
        sheet: the parts on it; none for the box.
        box: the box, if it is that page.
    """

    kind: Literal["front", "back", "box"]
    sheet: Sheet = Sheet(())
    box: PlacedNet | None = None


def component_pages(plan: Plan, parts: Sequence[str], duplex: str, boxed: bool) -> tuple[ComponentPage, ...]:
    """Return the pages with the wanted parts, without those that are empty then.

    Args:
        plan: where the parts lie.
        parts: of "board", "counters" and "cards".
        duplex: how sheets are turned over, for the counters' backs.
        boxed: whether a box is wanted.

    Raises:
        DoesNotFit: the box does not fit on a sheet; the line says which size would.
    """
    kinds = {kind for part in parts for kind in KINDS.get(part, ())}
    backs = {back.sheet: back for back in plan.backs(duplex)} if plan.request.counter_form == "two-sided" else {}
    pages = []
    for number, sheet in enumerate(plan.sheets):
        wanted = Sheet(tuple(part for part in sheet.parts if part.kind in kinds))
        if wanted.parts:
            pages.append(ComponentPage("front", wanted))
        if number in backs and "counter" in kinds:
            pages.append(ComponentPage("back", Sheet(backs[number].parts)))
    if boxed and kinds:
        # only a kit with a box needs to know how one is made
        from taflkit.sheets.nets import place_box  # noqa: PLC0415

        fronts = tuple(page.sheet for page in pages if page.kind == "front")
        cards = sum(part.kind == "card" for sheet in fronts for part in sheet.parts)
        pages.append(ComponentPage("box", box=place_box(plan._replace(sheets=fronts), cards)))
    return tuple(pages)


def draw_components(
    pages: Sequence[ComponentPage],
    plan: Plan,
    game: tuple[str, BoardLayout, Surface],
    draw_card: Callable[[str], Group],
    words: Sequence[SheetWords],
    spoken: tuple[Mapping[str, str], Words],
    look: Look,
    typesetter: Typesetter,
) -> tuple[Drawing, ...]:
    """Return the component pages.

    Args:
        pages: what is on them.
        plan: the plan.
        game: the game's title, its board, and what it is played on.
        draw_card: draws a card by its name.
        words: what is printed beside the parts of each page.
        spoken: what stands for parts that cannot be seen, and the words it is filled in with.
        look: the theme's ornament and faces.
        typesetter: sets the words.
    """
    title, layout, surface = game
    board = draw_board(layout, surface, plan.cell, plan.frame, look.ornament)
    alternatives, names = spoken

    def draw(part: PlacedPart, tags: Mapping[str, Tag]) -> Shape:
        match part.kind:
            case "section":
                return Group((_section(part, plan, board, typesetter),), tag=tags[part.name])
            case "counter":
                return Group((_counter(part, plan, look.ornament.edged),), tag=tags[_kind(part)])
            case "standee":
                return Group((draw_standee(plan.counter_size),), tag=tags["standee"])
            case _:
                return draw_card(part.name)

    drawn = []
    for page, told in zip(pages, words, strict=True):
        tags = _tags(page, plan, alternatives, names)
        loose: tuple[Shape, ...] = ()
        if page.box is not None:
            loose = (Group((_boxed(page.box, title, look, typesetter),), tag=Tag("Figure", alternatives["box"])),)
        drawn.append(component_sheet(plan, page.sheet, partial(draw, tags=tags), told, typesetter, loose))
    return tuple(drawn)


def _kind(part: PlacedPart) -> str:
    """Return which piece a counter is."""
    return part.name.partition("-")[0]


def _tags(page: ComponentPage, plan: Plan, alternatives: Mapping[str, str], words: Words) -> dict[str, Tag]:
    """Return the figures of a page: one for each section, and one for all counters of a kind."""
    tags = {"standee": Tag("Figure", alternatives["standee"])}
    sections = {section.name: section for section in plan.sections}
    for part in page.sheet.parts:
        if part.kind == "section":
            section = sections[part.name]
            first = Square(section.file, section.rank)
            last = Square(section.file + section.files - 1, section.rank + section.ranks - 1)
            ends = {"first_file": str(first)[0], "last_file": str(last)[0]}
            ends |= {"first_rank": str(first)[1:], "last_rank": str(last)[1:]}
            tags[part.name] = Tag("Figure", fill(alternatives["section"], {"letter": part.name, **ends}))
    told = alternatives["backs" if page.kind == "back" else "counters"]
    for kind, count in Counter(_kind(part) for part in page.sheet.parts if part.kind == "counter").items():
        tags[kind] = Tag("Figure", fill(told, {"piece": words.pieces[kind], "count": words.number(count)}))
    return tags


def _section(part: PlacedPart, plan: Plan, board: tuple[Shape, ...], typesetter: Typesetter) -> Group:
    """A section with the tabs or overlaps that it carries, from the placed part's upright corner."""
    section = next(section for section in plan.sections if section.name == part.name)
    art, width, height = draw_section(board, section, plan.measures)
    x, y, _, _ = part.art
    seams, join = plan.seams, plan.request.join
    shapes: tuple[Shape, ...] = (art,)
    if join == "tabs":
        tabs = draw_tabs(part.name, seams, plan.request.tab, typesetter)
        shapes = (*tabs, art, draw_outline((width, height), part.name, seams, 0.0))
    elif join == "overlap":
        depth = plan.request.overlap
        strips = draw_overlaps(board, plan.measures.place(section)[:2], part.name, seams, depth)
        outline = draw_outline((width, height), part.name, seams, depth)
        shapes = (*strips, art, draw_crosses(part.name, seams, depth), outline)
    return Group(shapes, translate(x, y))


def _counter(part: PlacedPart, plan: Plan, lined: bool) -> Group:
    form = plan.request.counter_form
    if form == "fold":
        return draw_folded(part.name, plan.counter_size)
    return draw_counter(part.name, plan.counter_size, punched=form == "punch", lined=lined)


def _boxed(box: PlacedNet, title: str, look: Look, typesetter: Typesetter) -> Group:
    from taflkit.parts.box import draw_box  # noqa: PLC0415

    net = draw_box(box.net, title, look, typesetter)
    if box.turned:
        return Group((net,), multiply(translate(box.x + box.net.size[1], box.y), rotate(90)))
    return Group((net,), translate(box.x, box.y))
