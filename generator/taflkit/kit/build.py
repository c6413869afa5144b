"""From a KitSpec to a Kit: the documents of a kit. No file, no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from taflkit import LICENCE, __version__
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, placed_texts, read_book
from taflkit.catalog.labels import load_labels
from taflkit.drawing.look import Look, Paints, Theme
from taflkit.drawing.shapes import Document, Drawing, Group, Layer, Rect, Tag, Turning, line
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError
from taflkit.kit.components import FOOT_INSET, LINE_ABOVE, draw_components, draw_kit_line, draw_labels
from taflkit.kit.facts import KitFacts
from taflkit.kit.numbering import Page, Pages, number_cuts, number_pages
from taflkit.kit.options import CARDS, RANGES, READER, SCHOOL, KitSpec, check_choices, framed, kit_name
from taflkit.limits import Range
from taflkit.parts.board.board import board_border, marks_start
from taflkit.parts.booklet.booklet import booklet_words, draw_booklet
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.borders import border_need
from taflkit.parts.cards import CARD_SIZE, are_bare, draw_card, need_backs
from taflkit.parts.counters import counter_names
from taflkit.parts.instructions.instructions import MARGIN, InstructionsContent, Step, count_pages, draw_instructions
from taflkit.parts.instructions.panels import PicturedKit, PicturedSheet
from taflkit.parts.instructions.small_parts import SmallBoard, SmallCard
from taflkit.parts.marks.marks import Registration
from taflkit.resources import DEFAULT_LANGUAGE, templates_folder
from taflkit.sheets.paper import LARGE_PRINT, Paper, SheetSide, creep, paper, place
from taflkit.sheets.plan import Plan, make_plan, shared
from taflkit.sheets.request import PlanRequest
from taflkit.sums import total
from taflkit.tafl import Side
from taflkit.typesetting.lines import Typesetter, title_text
from taflkit.words.phrases import fill

_LARGE_CARDS = 2.0  # the size of cards in large print, in parts of that of others
_FOOT_HIGH = 7.0  # mm: the height of the kit's line with the white above it
_MOST_DRAWN = 16  # booklets and sets of component sheets, for kits in other modes, or on other papers with the same


Weigh = Callable[[Document, Paints], list[float]]
"""Returns how dark each page of a document is, from 0 to 1."""


class Kit(Struct, frozen=True):
    """A finished kit.

    Attributes:
        stem: the file name without ending, such as "brandub-walker-a4-colour".
        documents: by the part of the file name behind the kit's own: "" for the whole kit.
        pages: the numbered pages of the whole kit.
        facts: the words of the table of the pages, and how much ink they take.
        paints: the colours or greys that its documents are painted with.
        bare_cards: whether its cards have no room for their figures.
        long_cards: whether these are two-sided since their text needs both sides.
        border_need: how the board's border would have its ornament; "" if it has it, or there is no border.
        pegless: whether its board has lines where the theme would have holes for pegs.
    """

    spec: KitSpec
    stem: str
    documents: Mapping[str, Document]
    plan: Plan
    pages: Pages
    facts: KitFacts
    paints: Paints
    bare_cards: bool = False
    long_cards: bool = False
    border_need: str = ""
    pegless: bool = False


def build_kit(catalog: Catalog, spec: KitSpec, weigh: Weigh | None = None) -> Kit:
    """Build a kit; a catalog that has served before has the drawings, plans and fonts that kits share.

    Of several sets its instructions say how much ink they take, if something weighs it.

    Raises:
        TaflkitError: an unknown name, a problem in a file, or a part that does not fit.
    """
    with open_press(catalog, spec) as opened:
        press = opened if weigh is None or opened.facts.spec.times == 1 else opened.weighed(weigh)
        facts = press.facts
        on_points = "board" in facts.spec.parts and facts.book.variant.rules.surface == "points"
        return Kit(
            spec=facts.spec,
            stem=press.stem,
            documents=press.documents(),
            plan=facts.plan,
            pages=facts.pages,
            facts=facts,
            paints=press.paints,
            bare_cards=press.bare,
            long_cards=facts.spec.cards != spec.cards,
            border_need=press.border_need,
            pegless=on_points and press.look.ornament.board == "pegs",
        )


@contextmanager
def open_press(catalog: Catalog, chosen: KitSpec) -> Iterator[Press]:
    """Plan a kit and draw its booklet; inside, its pages and parts can be drawn, and problems name their files.

    Raises:
        TaflkitError: see build_kit.
    """
    check_choices(chosen)
    theme = catalog.theme(chosen.theme, chosen.mode, chosen.ink)
    book = read_book(catalog, chosen.game, chosen.rules, chosen.variations, chosen.language, draft=chosen.draft)
    with placed_texts(book.game, chosen.language, book.ruleset):
        spec = framed(chosen, theme)
        plan = plan_kit(book, spec, catalog.store)
        look = theme.look(catalog.store, book.ruleset.face)
        if not plan.frame:
            look = look.without_frame()
        typesetter = catalog.typesetter(spec.language, look.fonts)
        booklet: tuple[Drawing, ...] = ()
        if _has_booklet(spec):
            booklet = _draw_booklet(book, spec, look, typesetter)
            spec = spec._replace(pages=len(booklet))
        spec = _carded(book, spec, look, typesetter)
        puzzles = _draw_puzzles(book, spec, look, typesetter)
        facts = _number(book, spec, plan, theme, look, typesetter, len(puzzles))
        bare = "cards" in spec.parts and not spec.two_sided and are_bare(book, look, typesetter)
        side, border = plan.board_size, board_border(look)
        need = border_need(border, side, side, plan.frame, look.store) if "board" in spec.parts else ""
        lines = theme
        if "colouring" in spec.parts:
            # painted in the house's roles, a theme's own art apart
            lines = catalog.theme(spec.theme, spec.mode)
            roles = {**lines.paints.by_role, **catalog.paints(spec.mode).by_role}
            lines = replace(lines, paints=Paints(lines.paints.name, roles))
        stem = kit_name(catalog, book, chosen)
        yield Press(facts, look, typesetter, booklet, puzzles, theme.paints, stem, lines, bare, need)


def paged(catalog: Catalog, book: Book, spec: KitSpec) -> tuple[KitSpec, Pages]:
    """Return a spec with as many pages of its booklet, and sides of its cards, as hold their words.

    With it come the pages of the kit, with those that its instructions take.

    Raises:
        TaflkitError: an unknown theme, or words that no number of pages or no card holds.
    """
    theme = catalog.theme(spec.theme, spec.mode, spec.ink)
    look = theme.look(catalog.store, book.ruleset.face)
    if not framed(spec, theme).frame:
        look = look.without_frame()
    typesetter = catalog.typesetter(spec.language, look.fonts)
    with placed_texts(book.game, spec.language, book.ruleset):
        if _has_booklet(spec):
            spec = spec._replace(pages=len(_draw_booklet(book, spec, look, typesetter)))
        spec = _carded(book, spec, look, typesetter)
        plan = plan_kit(book, framed(spec, theme), catalog.store)
        puzzles = len(_draw_puzzles(book, spec, look, typesetter))
        return spec, _number(book, spec, plan, theme, look, typesetter, puzzles).pages


_MOST_INSTRUCTIONS = 9  # pages of instructions at the most
_MOST_INK = 99_999  # per cent of a sheet that the instructions have room to say


def _number(
    book: Book, spec: KitSpec, plan: Plan, theme: Theme, look: Look, typesetter: Typesetter, puzzles: int
) -> KitFacts:
    """Return the facts of a kit with as many pages of instructions as their panels take."""
    marked = marks_start(book.variant.layout, book.variant.rules.surface, look, theme.paints)
    for count in range(1, _MOST_INSTRUCTIONS):
        facts = KitFacts(book, spec, plan, number_pages(plan, spec, count, puzzles), marked, look.fonts.credits)
        if "instructions" not in spec.parts:
            break
        size = plan.leaflet.width, plan.leaflet.height
        # more pages have larger numbers, which may take more room, and never less
        if count_pages(_words(replace(facts, ink=_MOST_INK), look.store), size, typesetter) <= count:
            break
    return facts


def _words(facts: KitFacts, store: Store) -> InstructionsContent:
    """Return the words of a kit's instructions."""
    texts, plan = facts.book.texts, facts.plan
    cuts = store.of(number_cuts, facts.pages, plan)
    steps = [
        Step(
            panel.picture,
            [
                PicturedSheet(page.number, page.sheet, facts.contents(page), cuts.get(page.number, ()), page.box)
                for page in panel.pages
            ],
            panel.names,
        )
        for panel in facts.panels(cuts)
    ]
    count = str(len(facts.pages.pages))
    counted = [
        fill(texts.sheet.page_of_pages, {"page": str(page.number), "pages": count})
        for page in facts.pages.of("instructions")
    ]
    return InstructionsContent(
        texts.instructions, facts.names(), facts.cases(), steps, facts.rows(), facts.total(), counted
    )


def _carded(book: Book, spec: KitSpec, look: Look, typesetter: Typesetter) -> KitSpec:
    """Return a spec with cards of two sides if their text needs both.

    Raises:
        TaflkitError: these are to be mirrored.
    """
    long = "cards" in spec.parts and not spec.two_sided and need_backs(book, look, typesetter)
    if long and spec.mirror:
        raise TaflkitError(
            "cards with so much text have two sides, and a mirrored sheet has one; leave them out", choice="parts"
        )
    return spec._replace(cards=CARDS[1]) if long else spec


def _has_booklet(spec: KitSpec) -> bool:
    return "booklet" in spec.parts or READER in spec.parts


def printed_words(catalog: Catalog, book: Book, spec: KitSpec) -> BookletWords:
    """Return the words of the booklet of a spec.

    Raises:
        TaflkitError: an unknown theme, or words that no number of pages holds.
    """
    look = catalog.theme(spec.theme, spec.mode, spec.ink).look(catalog.store, book.ruleset.face)
    typesetter = catalog.typesetter(spec.language, look.fonts)
    return booklet_words(book, look, _sides(spec), typesetter, spec.pages, spec.text)


def _draw_booklet(book: Book, spec: KitSpec, look: Look, typesetter: Typesetter) -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order."""
    return _drawn(look.store).of(draw_booklet, book, look, _sides(spec), typesetter, spec.pages, spec.text)


def _draw_puzzles(book: Book, spec: KitSpec, look: Look, typesetter: Typesetter) -> tuple[Drawing, ...]:
    """Return the sheets of the puzzles: in large print their pages, and else two pages side by side on each."""
    if "puzzles" not in spec.parts:
        return ()
    # few kits have them
    from taflkit.parts.puzzles.pages import draw_puzzles  # noqa: PLC0415

    pages = _drawn(look.store).of(draw_puzzles, book, look, _sides(spec), typesetter, spec.text)
    if spec.text == LARGE_PRINT:
        return pages
    size, sheets = paper(paper(spec.paper).leaflet), []
    for first in range(0, len(pages), 2):
        pair = pages[first : first + 2]
        spots = place(SheetSide(first + 1, first + 2, False), size)
        placed = (
            Group(page.shapes, spot.transform, reading=spot.number) for page, spot in zip(pair, spots, strict=False)
        )
        sheets.append(Drawing(size.height, size.width, (*placed, _fold_marks(size)), pair[0].title))
    return tuple(sheets)


def _fold_marks(size: Paper) -> Group:
    """Return the marks of the fold of a sheet on its long side: at the edges only, where no text is."""
    middle, ends = size.height / 2, ((3.0, 11.0), (size.width - 11.0, size.width - 3.0))
    return Group(tuple(line((middle, start), (middle, end), "fold") for start, end in ends), layer=Layer.FOLD)


def _sides(spec: KitSpec) -> tuple[float, float]:
    """Return the sides of the booklet's pages in mm, on the paper that goes with the spec's."""
    size = paper(paper(spec.paper).leaflet)
    return (size.width, size.height) if spec.text == LARGE_PRINT else (size.page_width, size.page_height)


def _drawn(store: Store) -> Store:
    """Return the store of drawn pages, which are large: a catalog's has those of few kits."""
    return store.of(Store, _MOST_DRAWN)


class Press(Struct, frozen=True):
    """Draws the pages of one kit, and makes documents of them.

    Attributes:
        facts: the game, the choices, the plan and the numbered pages.
        booklet: the booklet's pages in reading order, drawn already.
        puzzles: the sheets of the puzzles, drawn already.
        stem: the kit's name.
        lines: the theme in full ink, which the board to colour in is drawn after.
        bare: whether cards have no figures, since their text takes all the room.
        border_need: how the board's border would have its ornament, or "".
    """

    facts: KitFacts
    look: Look
    typesetter: Typesetter
    booklet: tuple[Drawing, ...]
    puzzles: tuple[Drawing, ...]
    paints: Paints
    stem: str
    lines: Theme
    bare: bool
    border_need: str = ""

    def documents(self) -> dict[str, Document]:
        """Return the documents: the whole kit, its parts as files of their own, and the booklet for a screen."""
        spec, pages, drawn = self.facts.spec, self.facts.pages, self._drawings()
        documents = {}
        if drawn or READER not in spec.parts:
            documents[""] = self.document([page for drawings in drawn.values() for page in drawings])
        for part, drawings in drawn.items() if spec.split else ():
            if part != "booklet":
                documents[part] = self.document(drawings)
                continue
            if not spec.folds_booklet:
                documents[part] = self.document(self._reading())
                continue
            # the sheets are called by the pages on them
            labels = map(_facing, pages.of("booklet"))
            sheets = [replace(sheet, label=label) for sheet, label in zip(drawings, labels, strict=True)]
            documents[part] = self.document(sheets, Turning.of(spec.duplex))
        if READER in spec.parts:
            documents[READER] = self.document(self._reading())
        return documents

    def weighed(self, weigh: Weigh) -> Press:
        """Return the press with the ink of all pages in its facts, each as often as it is printed."""
        pages, size = self.facts.pages.pages, self.facts.plan.paper
        drawings = [page for drawings in self._drawings().values() for page in drawings]
        dark = weigh(self.document(drawings), self.paints) if drawings else []
        inked = total(
            page.times * part * drawing.width * drawing.height
            for page, drawing, part in zip(pages, drawings, dark, strict=True)
        )
        return replace(self, facts=replace(self.facts, ink=round(100 * inked / (size.width * size.height))))

    def _drawings(self) -> dict[str, tuple[Drawing, ...]]:
        """Return the pages of the kit by the files of a split kit, in their order."""
        facts = self.facts
        draw = {
            "instructions": self._instructions,
            "components": self.components,
            "labels": lambda: draw_labels(facts.book, facts.plan, facts.pages, self.look, self.typesetter),
            "booklet": self._booklet,
            "school": self._school,
        }
        return {part: draw[part]() for part in facts.pages.parts}

    def document(self, pages: Sequence[Drawing], turning: Turning = Turning.SIMPLEX) -> Document:
        """Return pages as a document with the kit's metadata."""
        book = self.facts.book
        said = book.texts.words.document
        title, ruleset = title_text(book.title), title_text(book.names["ruleset"])
        # in the language of names, a ruleset's own name
        ruleset_keyword = book.ruleset.name if book.texts.language == DEFAULT_LANGUAGE else ruleset
        fonts = (fill(said.font, {"font": credit.rstrip(".")}) for credit in self.look.fonts.credits)
        return Document(
            pages=tuple(pages),
            title=f"{title}, {ruleset}",
            subject=fill(said.kit, {"paper": self.facts.plan.paper.label, "mode": getattr(said, self.facts.spec.mode)}),
            author="taflkit",
            keywords=(title, "hnefatafl", said.play, ruleset_keyword),
            language=book.texts.language,
            turning=turning,
            rights=(" ".join((said.rights, *fonts)), LICENCE),
            source=title_text(book.ruleset.source),
            creator=f"taflkit {__version__}",
            layers=tuple((Layer(name), shown) for name, shown in book.texts.sheet.layers.items()),
        )

    def _instructions(self) -> tuple[Drawing, ...]:
        facts, plan = self.facts, self.facts.plan
        book, spec, texts = facts.book, facts.spec, facts.book.texts
        layout, surface = book.variant.layout, book.variant.rules.surface
        # in small a knot could not be printed
        look = self.look.without_frame()
        made = {part.name for page in facts.pages.made for part in page.sheet.parts}
        cards = (
            self.look.store.of(_small_cards, book, self.look, self.typesetter, spec.two_sided)
            if "cards" in spec.parts
            else ()
        )
        content = _words(facts, self.look.store)
        pictured = PicturedKit(
            text=texts.instructions,
            lists=texts.words.lists,
            plan=plan,
            board=SmallBoard(layout, surface, plan.cell, plan.frame, look),
            cards=tuple(card for card in cards if f"card-{card[0].value}" in made),
            sides=[(page.number, page.side) for page in facts.pages.of("booklet") if page.side is not None],
            duplex=spec.duplex,
            firm=content.cases["firm"],
            look=look,
            typesetter=self.typesetter,
        )
        drawn = draw_instructions(content, pictured, (plan.leaflet.width, plan.leaflet.height), self.typesetter)
        numbers = facts.pages.of("instructions")
        return tuple(replace(each, label=str(page.number)) for each, page in zip(drawn, numbers, strict=True))

    def components(self, marks: Registration | None = None) -> tuple[Drawing, ...]:
        """Return the component pages; a machine's marks have their corners free."""
        facts, spec = self.facts, self.facts.spec
        drawn = facts.book, facts.plan, facts.pages, self.look, self.typesetter
        return _drawn(self.look.store).of(
            draw_components, *drawn, two_sided=spec.two_sided, marks=marks, mirrored=spec.mirror
        )

    def _reading(self) -> list[Drawing]:
        """Return the booklet's pages in reading order, by their numbers."""
        return [replace(page, label=str(number)) for number, page in enumerate(self.booklet, 1)]

    def _booklet(self) -> tuple[Drawing, ...]:
        """Return the booklet's sheets, imposed: each side on paper laid on its long side, with the fold line.

        In large print they are its pages.
        """
        facts, size = self.facts, self.facts.plan.leaflet
        leaves = facts.pages.of("leaf")
        if leaves:
            return tuple(replace(self.booklet[page.leaf - 1], label=str(page.number)) for page in leaves)
        sheets = []
        for number, page in enumerate(facts.pages.of("booklet")):
            if page.side is None:
                continue
            # two sides are a sheet, the first sheet is outermost
            spots = place(page.side, size, creep(number // 2))
            placed = [
                Group(self.booklet[spot.number - 1].shapes, spot.transform, reading=spot.number) for spot in spots
            ]
            shapes = (*placed, _fold_marks(size))
            named = f"{title_text(facts.book.title)}, {_facing(page)}"
            sheets.append(Drawing(size.height, size.width, shapes, named, label=str(page.number)))
        return tuple(sheets)

    def _school(self) -> tuple[Drawing, ...]:
        """Return the pages for schools."""
        # few kits have them
        from taflkit.parts.colouring import draw_colouring  # noqa: PLC0415
        from taflkit.parts.poster import draw_poster  # noqa: PLC0415
        from taflkit.parts.record import draw_record  # noqa: PLC0415

        facts, plan, book, typesetter = self.facts, self.facts.plan, self.facts.book, self.typesetter
        names, request, drawings = book.texts.instructions.table, plan.request, []
        for page in facts.pages.of(*SCHOOL):
            if page.role == "puzzles":
                continue
            # what is written on is on the paper of what is read
            paper = plan.leaflet if page.role == "record" else plan.paper
            size, edge = (paper.width, paper.height), request.printable[0]
            low = paper.height - request.unprintable - _FOOT_HIGH
            if page.role == "record":
                large = facts.spec.text == LARGE_PRINT
                shapes = draw_record(book, size, low, self.look, typesetter, large=large)
            elif page.role == "poster":
                shapes = draw_poster(book, size, edge, low, self.look, typesetter)
            else:
                room = Rect(edge, edge, paper.width - 2 * edge, low - edge, "cut")
                drawn = room, facts.spec.cell, plan.frame, self.lines, typesetter, self.look.store
                shapes = draw_colouring(book, *drawn)
            counted = fill(
                book.texts.sheet.page_of_pages, {"page": str(page.number), "pages": str(len(facts.pages.pages))}
            )
            side = MARGIN if page.role == "record" else max(edge, FOOT_INSET)
            at = side, paper.height - request.unprintable - LINE_ABOVE
            foot = draw_kit_line(book, paper, counted, at, paper.width - 2 * side, typesetter)
            tag = Tag("Sect", bookmark=names[page.role])
            title = f"{title_text(book.title)}, {names[page.role]}"
            drawings.append(
                Drawing(*size, (Group((Group(shapes, layer=Layer.ART), foot), tag=tag),), title, label=str(page.number))
            )
        numbered = zip(self.puzzles, facts.pages.of("puzzles"), strict=True)
        return (*drawings, *(replace(sheet, label=str(page.number)) for sheet, page in numbered))


def _small_cards(book: Book, look: Look, typesetter: Typesetter, two_sided: bool) -> tuple[tuple[Side, SmallCard], ...]:
    """Return the fronts of the cards as small pictures show them."""
    drawn = ((side, draw_card(side, book, look, typesetter, two_sided=two_sided)) for side in Side)
    return tuple((side, SmallCard.of(card, typesetter.fonts)) for side, card in drawn)


def _facing(page: Page) -> str:
    return "" if page.side is None else f"{page.side.left_page} | {page.side.right_page}"


def plan_request(book: Book, spec: KitSpec, store: Store) -> PlanRequest:
    """Build the planner's request from a book and a spec.

    Without the board among the parts it is for the other parts alone, as large as in the kit that has it. What both a
    spec and a request have is called alike.

    Raises:
        TaflkitError: see plan_kit.
    """
    check_choices(spec)
    choices = {name: getattr(spec, name) for name in PlanRequest._fields if name in KitSpec._fields}
    layout = book.variant.layout
    enlarged = _LARGE_CARDS if spec.text == LARGE_PRINT else 1.0
    choices |= {
        "paper": paper(spec.paper),
        "size": layout.size,
        "counter_names": counter_names(layout),
        "card_names": ("card-attackers", "card-defenders"),
        "card_size": (CARD_SIZE[0] * enlarged, CARD_SIZE[1] * enlarged),
        "gap": spec.apart,
        "frame": spec.frame or 0.0,
        "sets": spec.sets // spec.times,
    }
    if spec.labels is not None:
        if spec.boxed:
            why = "there is none for counters on labels, which are as thick as the pieces that they are stuck on"
            raise TaflkitError(why, choice="box")
        choices["labels"] = load_labels(spec.labels, templates_folder())
    if spec.board_size is not None:
        choices["cell"] = (spec.board_size - 2 * choices["frame"]) / layout.size
        sides = Range(*(size * layout.size + 2 * choices["frame"] for size in RANGES["cell"][:2]))
        sides.check(f"the side of a {layout.size} x {layout.size} board", spec.board_size, choice="board_size")
    request = PlanRequest(**choices)
    if (request.sets > 1 or enlarged > 1.0) and spec.sheets is None and not spec.is_sized:
        # more sets and larger cards take more sheets, and not smaller squares
        usual = request._replace(sets=1, spares=False, card_size=CARD_SIZE)
        request = request._replace(cell=store.of(make_plan, usual).cell)
    if "board" in spec.parts:
        return request
    return request._replace(
        board=False,
        cell=store.of(make_plan, request).cell if request.cell is None else request.cell,
        counter_names=request.counter_names if "counters" in spec.parts else (),
        card_names=request.card_names if "cards" in spec.parts else (),
    )


def plan_kit(book: Book, spec: KitSpec, store: Store) -> Plan:
    """Plan where the parts lie; a request that the store, as the catalog's own, has the plan of costs nothing.

    Raises:
        TaflkitError: a length out of range, or a part that does not fit, with a choice that would.
    """
    try:
        plan = store.of(make_plan, plan_request(book, spec, store))
    except TaflkitError as error:
        if error.choice == "cell" and spec.board_size is not None:
            error.choice = "board_size"
        raise
    return store.of(shared, plan, spec.times) if spec.times > 1 else plan
