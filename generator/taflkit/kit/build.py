"""From a KitSpec to a Kit: the documents of a kit and a report of what was made. No file, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from taflkit import RIGHTS, __version__
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.drawing.look import DEFAULT_THEME, Look, Theme
from taflkit.drawing.shapes import Document, Drawing, Group, Layer, Shape, Turning
from taflkit.errors import UnknownName
from taflkit.kit.components import ComponentPage, component_pages, draw_components
from taflkit.kit.facts import Assembly
from taflkit.kit.numbering import page_numbers
from taflkit.kit.pages import SheetWords, booklet_sheets
from taflkit.kit.spec import PARTS, READER, KitSpec, framed
from taflkit.parts.board import draw_board
from taflkit.parts.booklet import BookletContent, draw_booklet
from taflkit.parts.cards import CARD_SIZE, card_scenes, draw_card
from taflkit.parts.counters import counter_names
from taflkit.parts.instructions import PICTURE, InstructionsContent, draw_instructions
from taflkit.sheets.imposition import DUPLEX, SheetSide, impose
from taflkit.sheets.paper import paper
from taflkit.sheets.plan import Plan, PlanRequest, make_plan
from taflkit.tafl import Side
from taflkit.typesetting.lines import Typesetter
from taflkit.words.rulebook import fill

__all__ = ["Kit", "build_kit", "plan_kit", "plan_request"]


class Kit(NamedTuple):
    """What was made.

    Attributes:
        documents: by the part of the file name behind the kit's own: "" for the whole kit.
        stem: the file name without ending, such as "brandub-walker-a4-colour".
        plan: where everything lies.
        sides: the booklet's sides, or nothing.
        page_numbers: the pages of the whole kit by what is on them.
        backs: of each document, the numbers of the pages that are printed on the back of the page before.
    """

    spec: KitSpec
    stem: str
    documents: Mapping[str, Document]
    plan: Plan
    page_numbers: Mapping[str, tuple[int, ...]]
    backs: Mapping[str, tuple[int, ...]]


def plan_request(book: Book, spec: KitSpec) -> PlanRequest:
    """Return what the sheets are planned for.

    Raises:
        TaflkitError: see plan_kit.
    """
    request = PlanRequest(
        paper=paper(spec.paper),
        size=book.variant.layout.size,
        counters=counter_names(book.variant.layout),
        cards=("card-attackers", "card-defenders"),
        card_size=CARD_SIZE,
        margin=spec.margin,
        gap=spec.gap,
        frame=spec.frame or 0.0,
        sections=spec.sections,
        sheets=spec.sheets,
        cell=spec.cell,
        unprintable=spec.unprintable,
        join=spec.join,
        overlap=spec.overlap,
        counter_form=spec.counters,
        counter_size=spec.punch,
        king=spec.king,
        sets=spec.sets,
        spares=spec.spares,
    )
    if spec.sets > 1 and spec.sheets is None and spec.cell is None:
        # more sets take more sheets, and not smaller squares
        return request._replace(cell=make_plan(request._replace(sets=1, spares=False)).cell)
    return request


def _look(theme: Theme, plan: Plan) -> Look:
    """Return the theme's look, on a board without a border where the plan has none."""
    look = theme.look
    return look if plan.frame else look._replace(ornament=look.ornament._replace(frame="none"))


def plan_kit(book: Book, spec: KitSpec) -> Plan:
    """Return where the parts lie.

    Raises:
        TaflkitError: a length out of range, or what does not fit, with what would.
    """
    return make_plan(plan_request(book, spec))


def build_kit(catalog: Catalog, spec: KitSpec) -> Kit:
    """Build a kit.

    Args:
        catalog: the templates; one that has served before keeps what kits have in common.
        spec: what is wanted.

    Raises:
        TaflkitError: a name that there is not, a problem in a file, or what does not fit.
    """
    _check(spec)
    theme = catalog.theme(spec.theme, spec.mode, spec.ink)
    spec = framed(spec, theme)
    book = read_book(catalog, spec.game, spec.rules, spec.variations)
    plan = plan_kit(book, spec)
    sheets = component_pages(plan, spec.parts, spec.duplex, spec.box)
    numbers = page_numbers(spec, len(sheets))
    maker = _Maker(book, spec, _look(theme, plan), plan, catalog.typesetter, sheets, numbers)
    pages = {part: make() for part, make in maker.makers() if part in numbers}
    ordered = [page for part in ("instructions", "components", "booklet") for page in pages.get(part, ())]
    tongue = "" if spec.language == "en" else f"-{spec.language}"
    look = f"{theme.name}-" if theme.name != DEFAULT_THEME else ""
    stem = f"{book.game.name}-{book.ruleset.name}{tongue}-{look}{spec.paper}-{spec.mode}"
    stem += "-light" if spec.ink == "light" else ""
    whole = maker.document(ordered, Turning.SIMPLEX)
    documents = {"": whole} if ordered or READER not in spec.parts else {}
    if spec.split:
        for part, drawings in pages.items():
            turning = _TURNINGS[spec.duplex] if part == "booklet" else Turning.SIMPLEX
            named = maker.sides_named(drawings) if part == "booklet" else drawings
            documents[part] = maker.document(named, turning)
    if READER in spec.parts:
        documents[READER] = maker.document(maker.reader(), Turning.SIMPLEX)
    behind = tuple(number for number, page in enumerate(sheets, 1) if page.kind == "back")
    first = numbers.get("components", (1,))[0]
    backs = {
        "": (*(first - 1 + number for number in behind), *numbers.get("booklet", ())[1::2]),
        "components": behind,
        "booklet": tuple(range(2, len(pages.get("booklet", ())) + 1, 2)),
    }
    return Kit(spec, stem, documents, plan, numbers, backs)


_TURNINGS = {"short": Turning.SHORT_EDGE, "long": Turning.LONG_EDGE, "single": Turning.SIMPLEX}


def _check(spec: KitSpec) -> None:
    for part in spec.parts:
        if part not in (*PARTS, READER):
            raise UnknownName("part", part, ("all", *PARTS, READER))
    if spec.duplex not in DUPLEX:
        raise UnknownName("duplex", spec.duplex, DUPLEX)


@dataclass(frozen=True)
class _Maker:
    """Makes the pages of one kit."""

    book: Book
    spec: KitSpec
    look: Look
    plan: Plan
    setter: Typesetter
    sheets: tuple[ComponentPage, ...]
    numbers: Mapping[str, tuple[int, ...]]

    def makers(self) -> tuple[tuple[str, Callable[[], tuple[Drawing, ...]]], ...]:
        return (
            ("instructions", self._instructions),
            ("components", self._components),
            ("booklet", self._booklet),
        )

    def document(self, pages: Sequence[Drawing], turning: Turning) -> Document:
        book = self.book
        return Document(
            pages=tuple(pages),
            title=f"{book.game.title}, {book.names['ruleset']}",
            subject=f"Print-and-play kit, {self.plan.paper.label}, {self.spec.mode}",
            author="taflkit",
            keywords=(book.game.title, "hnefatafl", "print and play", book.ruleset.name),
            language=book.game.texts.language,
            turning=turning,
            rights=RIGHTS,
            source=book.ruleset.source,
            creator=f"taflkit {__version__}",
            layers=tuple((Layer(name), shown) for name, shown in book.game.texts.sheet.layers.items()),
        )

    def _pictured_board(self) -> tuple[Shape, ...]:
        """Return the board as the instructions' picture has it."""
        variant, scale = self.book.variant, PICTURE / self.plan.board_size
        sizes = (self.plan.cell * scale, self.plan.frame * scale)
        # at half that size a knot could not be printed
        return draw_board(variant.layout, variant.rules.surface, *sizes, self.look.ornament._replace(frame="none"))

    def _components(self) -> tuple[Drawing, ...]:
        plan, book = self.plan, self.book
        texts = book.game.texts.sheet
        total = sum(map(len, self.numbers.values()))
        words = []
        for number in self.numbers["components"]:
            page = fill(texts.page_of_pages, {"page": str(number), "pages": str(total)})
            names = {**book.names, "paper": plan.paper.label, "page_of_pages": page}
            title = f"{book.game.title}, {page}"
            words.append(SheetWords(fill(texts.line, names), texts.section, texts.ruler, title, str(number)))
        game = (book.game.title, book.variant.layout, book.variant.rules.surface)
        spoken = (texts.alternatives, book.game.texts.words)
        return draw_components(self.sheets, plan, game, self._card, words, spoken, self.look, self.setter)

    def _card(self, name: str) -> Group:
        book = self.book
        side = Side(name.removeprefix("card-"))
        texts = book.game.texts.cards
        figures = tuple((scene, book.descriptions[scene.name]) for scene in card_scenes(texts, side, book.played))
        return draw_card(side, texts, book.names, book.variant, book.rules, figures, self.look, self.setter)

    def _sides(self) -> tuple[SheetSide, ...]:
        return impose(self.spec.pages, self.spec.duplex)

    def _booklet(self) -> tuple[Drawing, ...]:
        sides = self._sides()
        titles = [f"{self.book.game.title}, {side.left_page} | {side.right_page}" for side in sides]
        sheets = booklet_sheets(self._booklet_pages(), sides, self.plan.paper, titles)
        return tuple(
            sheet._replace(label=str(number)) for number, sheet in zip(self.numbers["booklet"], sheets, strict=True)
        )

    def sides_named(self, sheets: Sequence[Drawing]) -> tuple[Drawing, ...]:
        """Return the booklet's sheets called by the pages on them, as in a file of their own."""
        return tuple(
            sheet._replace(label=f"{side.left_page} | {side.right_page}")
            for sheet, side in zip(sheets, self._sides(), strict=True)
        )

    def reader(self) -> tuple[Drawing, ...]:
        """Return the booklet's pages in reading order."""
        return tuple(page._replace(label=str(number)) for number, page in enumerate(self._booklet_pages(), 1))

    def _booklet_pages(self) -> tuple[Drawing, ...]:
        book, size = self.book, self.plan.paper
        text = book.game.texts.booklet
        general = not book.game.own_words
        content = BookletContent(
            title=book.game.title,
            subtitle=text.general.subtitle if general else text.subtitle,
            ruleset=str(book.names["ruleset"]),
            text=text,
            general=general,
            names=book.names,
            rules=book.rules,
            origins=book.ruleset.origins,
            start=book.played["start"],
            scenes=book.scenes,
            captions=book.captions,
            descriptions=book.descriptions,
            look=self.look,
        )
        return draw_booklet(content, (size.page_width, size.page_height), self.setter, self.spec.pages)

    def _instructions(self) -> tuple[Drawing, ...]:
        plan, texts = self.plan, self.book.game.texts
        assembly = Assembly(self.book, self.spec.overlap, plan, self.sheets, self.numbers)
        fronts = [
            (number, page.sheet)
            for number, page in zip(self.numbers.get("components", ()), self.sheets, strict=True)
            if page.kind == "front"
        ]
        content = InstructionsContent(
            text=texts.instructions,
            names=assembly.names(),
            rows=assembly.rows(),
            contents=tuple(
                told for told, page in zip(assembly.contents(), self.sheets, strict=True) if page.kind == "front"
            ),
            facts={
                "duplex": self.spec.duplex,
                "mode": self.spec.mode,
                "gap": "some" if plan.gap else "none",
                "join": "whole" if len(plan.sections) == 1 else self.spec.join,
                "counters": self.spec.counters,
                "king": self.spec.king,
                "box": "box" if self.spec.box else "none",
            },
            has=self._has(),
            plan=plan._replace(sheets=tuple(sheet for _, sheet in fronts)),
            board=self._pictured_board(),
            sheet_pages=tuple(number for number, _ in fronts),
            sides=self._sides(),
            booklet_pages=self.numbers.get("booklet", (0, 0)),
            look=self.look,
        )
        page = draw_instructions(content, (plan.paper.width, plan.paper.height), self.setter)
        return (page._replace(label=str(self.numbers["instructions"][0])),)

    def _has(self) -> frozenset[str]:
        """Return what the kit has, for steps of the instructions that need it."""
        spec = self.spec
        special = spec.box or (spec.counters, spec.king) != ("flat", "flat")
        return frozenset((*self.numbers, *spec.parts, *(("special counters",) if special else ())))
