"""The facts of the instructions: the parts that the kit really has, their pages, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.kit.numbering import Page, Pages
from taflkit.kit.options import CHOICES, PARTS, READER, SCHOOL, KitSpec
from taflkit.sheets.boxes import UPPER_HALF
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.words.forms import common_variants
from taflkit.words.phrases import begun, fill, small, with_capitals
from taflkit.words.texts import Texts, paragraph

_COUNTERS = ("counter", "standee")
"""The kinds of placed parts that are counted as counters."""


class _Making(Struct, frozen=True):
    """How the parts of a kit are made: cut out, folded, glued to card, joined, and boxed.

    Parts are counted on the fronts of sheets.
    """

    spec: KitSpec
    plan: Plan
    pages: Pages

    def cases(self) -> dict[str, str]:
        spec, box = self.spec, self.pages.of("box")
        # the box takes booklet or board, and the board lies under it
        packed = "" if not self.packed() else "too" if self.number_of(*_COUNTERS, "card") else "alone"
        under = "under" if "board" in spec.parts and not self.boards else ""
        boxed = "-".join(filter(None, (packed, under))) if spec.boxed_whole and box else ""
        # counters that are cut out or punched just as they are printed go on discs of wood
        flat = spec.counters != "fold" and self.number_of("counter") > 0
        firm, wood = self.firm, "often" if spec.times > 1 else "some"
        return {
            "duplex": spec.duplex,
            "firm": firm,
            "folded": "some" if self.folds and spec.glued else "none",
            "wood": wood if flat and not box and not spec.mirror and not self.pages.of("back") else "none",
            "plastic": "some" if firm in ("any", "boxed") and self.number_of("section", "card", "counter") else "none",
            "edges": "bled" if self.plan.bleed else "white" if self.plan.request.gap else "shared",
            "join": self.join,
            "held": "some" if box and self.held() else "none",
            "boxed": boxed or "parts",
            "last": "some" if self.number_of("counter") else "none",
            "dealt": "some" if self.number_of("card") else "none",
        }

    def number_of(self, *kinds: str) -> int:
        return sum(part.kind in kinds for part in self.fronts())

    @property
    def counters(self) -> int:
        """The number of counters of one set, those on labels included."""
        labelled = self.pages.of("labels")
        of_a_set = sum(len(page.sheet.parts) for page in labelled) // labelled[0].sheet.sets if labelled else 0
        return of_a_set + self.number_of(*_COUNTERS)

    def fronts(self) -> list[PlacedPart]:
        """Return all parts of one set on the fronts of sheets, in the order of their pages."""
        return [part for page in self.pages.made for part in page.sheet.of_a_set]

    @property
    def firm(self) -> str:
        """The way to make the parts firm: boxed or folded parts must not be too thick, and a transfer goes on cloth."""
        backs = bool(self.pages.of("back"))
        if self.spec.mirror:
            return "transfer"
        if self.pages.of("box"):
            if not self.held():
                return "boxed" if self.fronts() else "bare"
            return "thin" if not self.spec.glued else "glued-backs" if backs else "glued"
        return "folded" if self.folds else "backs" if backs else "any"

    def with_part(self, kind: str) -> list[Page]:
        return [page for page in self.pages.made if any(part.kind == kind for part in page.sheet.parts)]

    @property
    def folds(self) -> bool:
        return self.number_of("standee") > 0 or (self.spec.counters == "fold" and self.number_of("counter") > 0)

    @property
    def punches(self) -> bool:
        return self.spec.counters == "punch" and self.number_of("counter") > 0

    @property
    def join(self) -> str:
        """The join of the board: "whole", its `join`, or, edge to edge, "fold", or "loose" in a box."""
        if len(self.plan.sections) <= 1:
            return "whole"
        if self.spec.join != CHOICES["join"][0]:
            return self.spec.join
        return "fold" if len(self.plan.sections) == 2 else "loose" if self.boards else CHOICES["join"][0]

    @property
    def booklet(self) -> list[Page]:
        """The sides of the booklet's sheets, or its pages where it is not folded."""
        return [page for page in self.pages.pages if page.part == "booklet"]

    @property
    def leaves(self) -> bool:
        """Whether the booklet has pages that are not folded."""
        return any(page.side is None for page in self.booklet)

    @property
    def boards(self) -> bool:
        """Whether the board goes into the box."""
        return any(page.box is not None and page.box.board for page in self.pages.of("box"))

    def held(self) -> list[str]:
        """Return the keys of the words for parts whose thickness the box has room for."""
        held = {"counters": self.number_of(*_COUNTERS), "cards": self.number_of("card"), "board": self.boards}
        return [key for key, there in held.items() if there]

    def packed(self) -> list[str]:
        """Return the keys of the words for the contents of a whole kit's box besides counters and cards."""
        packed = [{"fold": "folded", "loose": "sections"}.get(self.join, "board")] if self.boards else []
        return [*packed, "booklet"] if self.spec.boxed_whole and self.spec.folds_booklet else packed


_MOST_ROWS = 5  # rows of the table of the pages for a component page each
_MOST_PICTURED = 8  # sheets that are shown each for itself
_SIDES = 2  # of a sheet
_ROUND = {"fold": "fold_counter", "punch": "punch"}
"""The pictures of the ways in which counters are cut out, where scissors do not."""
_PLAIN = (
    *("paper", "leaflet", "cell", "board", "overlap", "diameter", "thickness", "card_sheets", "paper_sheets", "ink"),
    *("sides", "made", "needed", "held", "packed", "fonts", "contents", "Contents", "labels"),
)
"""The {names} of the instructions beside those of the book: those that have no variants."""
_PAGES: Mapping[str, Callable[[_Making], Sequence[Page]]] = {
    "component_pages": lambda making: making.pages.components,
    "counter_pages": lambda making: making.with_part("counter"),
    "back_pages": lambda making: making.pages.of("back"),
    "back_fronts": lambda making: [making.pages.pages[page.number - 2] for page in making.pages.of("back")],
    "sheet_pages": lambda making: making.pages.made,
    "box_page": lambda making: making.pages.of("box"),
    "label_pages": lambda making: making.pages.of("labels"),
    "booklet_pages": lambda making: making.booklet,
    "booklet_outsides": lambda making: making.pages.of("booklet")[::_SIDES],
    "booklet_insides": lambda making: making.pages.of("booklet")[1::_SIDES],
}
"""The pages that each {name} of pages stands for; below a panel {sheet_pages} are those of its sheet."""
_NOUNS = {"page": tuple(_PAGES), "sheet": ("booklet_sheets",), "card": ("card_count",), "counter": ("counter_count",)}
"""Those that are made of a noun, and have its variants."""


def plan_names(texts: Texts) -> tuple[str, ...]:
    """Return the {names} of the instructions beside those of the book, with their variants in a language."""
    variants = {
        "sets": texts.words.number_variants,
        **{name: _variants(texts, noun) for noun, names in _NOUNS.items() for name in names},
    }
    named = [name for stem, each in variants.items() for name in (stem, *(f"{stem}_{variant}" for variant in each))]
    return (*_PLAIN, *with_capitals(dict.fromkeys(named, "")))


def _variants(texts: Texts, *nouns: str) -> tuple[str, ...]:
    """Return the variants that all of some nouns have that are counted."""
    return common_variants([getattr(texts.instructions, noun) for noun in nouns])


class PanelFacts(NamedTuple):
    """A panel of the instructions: the picture, the pages of the sheets that it shows, and its own {names}."""

    picture: str
    pages: Sequence[Page] = ()
    names: Mapping[str, str] = {}


class KitFacts(Struct, frozen=True):
    """A kit in words, in the language of its book.

    Attributes:
        marked: whether the board shows where the pieces stand at the start.
        fonts: the names of a theme's own fonts with their licences.
        ink: per cent of a sheet that the ink of all that is printed would cover; 0 where that is not measured.
    """

    book: Book
    spec: KitSpec
    plan: Plan
    pages: Pages
    marked: bool = True
    fonts: tuple[str, ...] = ()
    ink: int = 0

    def names(self) -> dict[str, str]:
        """Return the {names} of the instructions, with those of the plan."""
        plan, text, words, making = self.plan, self.book.texts.instructions, self.book.texts.words, self._making
        parts, sets = self.spec.parts, self.spec.sets
        names = {
            **self.book.names,
            "paper": plan.paper.label.replace(".", words.decimal_sign),
            "leaflet": plan.leaflet.label,
            "cell": words.decimal(plan.cell),
            "board": words.decimal(plan.board_size),
            "overlap": words.decimal(plan.request.overlap),
            "diameter": words.decimal(plan.counter_size),
            "thickness": words.decimal(self.spec.thickness),
            **with_capitals(dict(self._varied())),
            "card_sheets": str(self.pages.sheets(card=True)),
            "paper_sheets": str(self.pages.sheets(card=False)),
            "ink": str(self.ink),
            "sides": text.sides,
            "fonts": words.lists.semicolon.join(self.fonts),
            "labels": plan.request.labels.name if plan.request.labels else "",
            "contents": "",
            "Contents": "",
        }
        filled = sets // self.spec.times
        spares = making.counters > len(plan.request.counter_names) * filled
        made = {
            "board": "board" in parts,
            "spares" if spares else "sets" if filled > 1 else "counters": "counters" in parts,
            "cards": "cards" in parts,
            "box": bool(self.pages.of("box")),
            "booklet": "booklet" in parts,
        }
        # of several sets each is a game with all of these, but a poster is there once
        made |= {part: part in parts and (part != "poster" or self.spec.times == 1) for part in SCHOOL}
        lists = {
            "made": [fill(text.made[key], names) for key, is_made in made.items() if is_made],
            "needed": [fill(text.needed[key], names) for key in self._needed()],
            "held": [text.held[key] for key in making.held()],
            "packed": [text.packed[key] for key in making.packed()],
        }
        return {**names, **{name: words.listed(each) for name, each in lists.items()}}

    def _varied(self) -> Iterator[tuple[str, str]]:
        """Yield the {names} that are made of numbers and nouns, in all their variants."""
        texts, words, making = self.book.texts, self.book.texts.words, self._making
        yield from words.number_names("sets", self.spec.sets).items()
        for name, pages_of in _PAGES.items():
            yield from self._page_names(name, pages_of(making))
        counts = {
            "booklet_sheets": (len(self.pages.of("booklet")) // _SIDES, texts.instructions.sheet),
            "card_count": (making.number_of("card"), texts.instructions.card),
            "counter_count": (making.counters, texts.instructions.counter),
        }
        for name, (count, noun) in counts.items():
            for variant in ("", *common_variants([noun])):
                yield _in(name, variant), words.counted(count, noun, variant)

    def _page_names(self, name: str, pages: Sequence[Page]) -> Iterator[tuple[str, str]]:
        """Yield the {name} of some pages in all its variants."""
        for variant in ("", *_variants(self.book.texts, "page")):
            yield _in(name, variant), self._numbers(pages, variant)

    def cases(self) -> dict[str, str]:
        """Return the facts that sentences of the instructions have cases for."""
        plan, spec, booklet = self.plan, self.spec, (*self._making.booklet, *self.pages.of("record", "puzzles"))
        components = (*self.pages.components, *self.pages.of("poster", "colouring"))
        chosen = {*spec.parts, *(("box",) if self.pages.of("box") else ())} - {"instructions", READER}
        stock = bool(self.pages.sheets(card=True)), bool(self.pages.sheets(card=False))
        several = "sets-" if spec.times > 1 else ""
        # one paper, one of the pages to read, or another for these or for the first page alone
        papers = "reading" if not components else "other" if booklet else "first"
        return {
            **self._making.cases(),
            "kit": f"{several}{'whole' if set(PARTS) <= set(spec.parts) else 'part'}" if chosen else "none",
            "stock": {(True, True): "both", (True, False): "card"}.get(stock, "paper"),
            "inked": "some" if self.ink else "none",
            "papers": papers if plan.leaflet != plan.paper else "same",
            "printing": f"{spec.duplex}-several" if len(self.pages.of("booklet")) > _SIDES else spec.duplex,
            "start": "marked" if self.marked else "shown",
            "board": self.book.variant.rules.surface if "board" in spec.parts else "none",
            "sides": "told" if self.book.texts.instructions.sides and self._is_game else "untold",
            "fonts": "own" if self.fonts else "house",
            "source": "named" if self.book.ruleset.source else "none",
        }

    def panels(self, cut: Container[int]) -> list[PanelFacts]:
        """Return the panels of the kit in the order of the work; `cut` has the numbers of the pages with cuts."""
        spec, pages, making = self.spec, self.pages, self._making
        parts, booklet = spec.parts, [page for page in making.booklet if page.side is not None]
        nets = [page.box.net for page in pages.of("box") if page.box is not None]
        sheets = [each for each in self._alike() if each[0].number in cut and each[0].box is None]
        steps: list[PanelFacts] = []
        for number, sheet in enumerate(sheets):
            own = {**dict(self._page_names("sheet_pages", sheet)), "contents": self.contents(sheet[0])}
            names = with_capitals(own)
            steps.append(PanelFacts("next" if number else "cut", sheet, names))
        joins = "" if making.join == "whole" or "board" not in parts else making.join
        # edge to edge sections come together on the cloth
        joined = joins if joins in ("tabs", "overlap") else "assembly" if joins and not spec.mirror else ""
        backed = [page for back in pages.of("back")[:1] for page in (pages.pages[back.number - 2], back)]
        cards, labels = making.with_part("card"), pages.of("labels")
        there: list[tuple[bool, Sequence[PanelFacts]]] = [
            (len(pages.pages) > len(pages.of("instructions")), [PanelFacts("print")]),
            (bool(pages.components), [PanelFacts("measure", pages.made[:1])]),
            (any(page.behind for page in pages.of("back")), [PanelFacts("backs", backed)]),
            (bool(pages.components) and not spec.mirror, [PanelFacts("firm", pages.made[:1])]),
            (self.plan.is_lettered and "board" in parts, [PanelFacts("letter")]),
            (True, steps),
            (making.number_of("counter") > 0, [PanelFacts(_ROUND.get(spec.counters, "round"))]),
            (bool(labels), [PanelFacts("labels", labels)]),
            (making.number_of("standee") > 0, [PanelFacts("standee")]),
            (spec.mirror, [PanelFacts("transfer")]),
            (bool(joined), [PanelFacts(joined)]),
            (bool(cards) and not self._is_game, [PanelFacts("cards", cards)]),
            (bool(nets), [PanelFacts("box", pages.of("box"))]),
            (any(net.half for net in nets), [PanelFacts("halves", pages.of("box"))]),
            (bool(nets), [PanelFacts("tuck" if nets and nets[0].name == "box" else "tray", pages.of("box"))]),
            (making.leaves, [PanelFacts("leaves")]),
            (bool(booklet), [PanelFacts("nest" if len(booklet) > _SIDES else "fold")]),
            (self._is_game, [PanelFacts("start")]),
        ]
        return [panel for is_there, panels in there if is_there for panel in panels]

    @property
    def _is_game(self) -> bool:
        """Whether the kit has all that a game is played with."""
        return {"board", "counters"} <= set(self.spec.parts)

    @property
    def _making(self) -> _Making:
        return _Making(self.spec, self.plan, self.pages)

    def _needed(self) -> list[str]:
        """Return the keys of the words for the tools and materials of the kit."""
        making, pages = self._making, self.pages
        same, booklet, components = self.plan.leaflet == self.plan.paper, making.booklet, pages.components
        labels = pages.of("labels")
        # what is printed on the kit's own paper, and on that of these instructions beside them
        sheets, read = (*components, *pages.of("poster", "colouring")), (*booklet, *pages.of("record", "puzzles"))
        straight = making.number_of("section", "card", "standee") > 0
        for_reading, mirrored = "paper_for_pages" if read else "paper_for_page", self.spec.mirror
        cut_out = making.number_of("counter") > 0 and not making.punches
        # cuts from mark to mark need a knife and a rule
        bled = straight and self.plan.bleed > 0
        needed = {
            "printer": True,
            "transfer" if mirrored else "paper_or_card" if same else "paper_or_card_for_parts": sheets,
            for_reading if sheets else "paper": not sheets or not same or mirrored,
            "knife": bled,
            "scissors": bled and cut_out,
            "knife_or_scissors": not bled and (straight or self.pages.of("box") or cut_out),
            "punch": making.punches,
            "labels": labels,
            "discs": labels,
            "iron": mirrored,
            "glue": components and (not mirrored or self.pages.of("box") or making.join in ("tabs", "overlap")),
            "staples": len(booklet) > _SIDES or making.leaves,
        }
        return [key for key, is_needed in needed.items() if is_needed]

    def contents(self, page: Page) -> str:
        """Return in words the parts on a component page."""
        table = self.book.texts.instructions.table
        if page.role in ("front", "labels"):
            return self._shared(self._listed(page.sheet.parts), page)
        if page.box is None:
            kinds = {part.kind for part in page.sheet.parts}
            return table["backs" if "card" not in kinds else "card_backs" if "counter" not in kinds else "all_backs"]
        net = page.box.net
        called = table[net.name]
        if net.half:
            called = fill(table["upper" if net.half == UPPER_HALF else "lower"], {"part": called})
        return self.book.texts.words.lists.comma.join(filter(None, (called, self._listed(page.sheet.parts))))

    def _alike(self) -> list[list[Page]]:
        """Return the sheets to be cut; of very many, those that follow one another and are cut alike go together."""
        pages = self.pages.made
        if len(pages) <= _MOST_PICTURED:
            return [[page] for page in pages]

        def cuts(page: Page) -> tuple[object, ...]:
            places = ((part.kind, part.x, part.y, part.width, part.height) for part in page.sheet.parts)
            return (page.role, page.box, *places)

        return [list(alike) for _, alike in groupby(pages, key=cuts)]

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the table of the pages: numbers, the parts on them, what to print them on, and how often."""
        words, lists = self.book.texts.instructions.table, self.book.texts.words.lists
        components, booklet = self.pages.components, self._making.booklet
        materials = [words["transfer" if self.spec.mirror else stock] for stock in ("paper", "card")]
        first = self.pages.of("instructions")
        rows: list[tuple[Sequence[Page], str, str]] = [(first, words["instructions"], words["paper"])] if first else []
        if len(components) > _MOST_ROWS:
            # the sheets of parts with their backs, those that are printed as often together, then those of the box
            box = next((page.number for page in components if page.role == "box"), len(self.pages.pages) + 1)
            for _, alike in groupby(components, key=lambda page: (page.number >= box, page.sheet.sets)):
                pages = list(alike)
                boxed = [words["box"]] if any(page.role == "box" for page in pages) else []
                made = self._listed([part for page in pages if page.role != "back" for part in page.sheet.parts])
                backs = dict.fromkeys(self.contents(page) for page in pages if page.role == "back")
                listed = [*boxed, made, *(map(small, backs) if lists.small else backs)]
                contents = self._shared(lists.comma.join(filter(None, listed)), pages[0])
                rows.append((pages, contents, materials[pages[0].card]))
        else:
            rows += [([page], self.contents(page), materials[page.card]) for page in components]
        labels = self.plan.request.labels
        if labels and (labelled := self.pages.of("labels")):
            counters = self._listed([part for page in labelled for part in page.sheet.parts])
            on = fill(words["labels"], {"labels": labels.name})
            rows.append((labelled, self._shared(counters, labelled[0]), on))
        if booklet:
            rows.append((booklet, words["booklet"], words["paper" if self._making.leaves else "both"]))
        rows += [(of, words[part], words["paper"]) for part in SCHOOL if (of := self.pages.of(part))]
        return tuple(
            (
                lists.dash.join(dict.fromkeys((str(pages[0].number), str(pages[-1].number)))),
                begun(contents),
                material,
                str(pages[0].times),
            )
            for pages, contents, material in rows
        )

    def total(self) -> str:
        """Return the line below the table: how many sheets there are, and how much ink; "" for one set."""
        total = self.book.texts.instructions.total if self.spec.times > 1 else ()
        return paragraph(total, self.cases(), self.names())

    def _shared(self, contents: str, page: Page) -> str:
        """Return the contents of a page with the number of sets that they are for, if it is not one."""
        words, sets = self.book.texts.words, page.sheet.sets
        named = {"contents": contents, **words.number_names("sets", sets)}
        return fill(self.book.texts.instructions.table["shared"], named) if sets > 1 else contents

    def _numbers(self, pages: Sequence[Page], variant: str = "") -> str:
        """Return "page 2", "pages 2 and 3", "pages 2 to 4" or "pages 2, 4 and 6" in the language's words."""
        text, words = self.book.texts.instructions, self.book.texts.words
        numbers = [page.number for page in pages]
        running = all(after == before + 1 for before, after in pairwise(numbers))
        named = (words.ranged if running else words.listed)([str(number) for number in numbers])
        # no line ends between a number and the word before it
        tied = "\u00a0".join(named.rsplit(" ", 1))
        return f"{words.named(len(pages), text.page, variant)}\u00a0{tied}"

    def _listed(self, parts: Sequence[PlacedPart]) -> str:
        """Return "section A, eight counters, two reminder cards" in the language's words."""
        text, words = self.book.texts.instructions, self.book.texts.words
        letters = list(dict.fromkeys(part.name for part in parts if part.kind == "section"))
        listed = []
        if letters and len(self.plan.sections) == 1:
            listed.append(text.table["whole"])
        elif letters:
            form = text.table["sections" if len(letters) == 1 else "several_sections"]
            running = letters == [section.name for section in self.plan.sections][: len(letters)]
            listed.append(fill(form, {"letters": words.ranged(letters) if running else words.listed(letters)}))
        listed += self._counted(part for part in parts if part.kind != "section")
        return words.lists.comma.join(listed)

    def _counted(self, parts: Iterable[PlacedPart], variant: str = "") -> Iterator[str]:
        """Yield "two board sections", "eight counters" and "two reminder cards", as far as there are any."""
        text, words = self.book.texts.instructions, self.book.texts.words
        kinds = [part.kind for part in parts]
        for counted, noun in ((("section",), text.section), (_COUNTERS, text.counter), (("card",), text.card)):
            count = sum(kind in counted for kind in kinds)
            if count and counted == ("section",) and len(self.plan.sections) == 1:
                yield text.table["whole"]
            elif count:
                yield words.counted(count, noun, variant)


def _in(name: str, variant: str) -> str:
    """Return a name in a variant, the name itself in none."""
    return f"{name}_{variant}" if variant else name
