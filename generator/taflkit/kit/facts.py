"""The facts of page one: the parts that the kit really has, their pages, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.kit.numbering import Page, Pages
from taflkit.kit.options import CHOICES, PARTS, READER, KitSpec
from taflkit.sheets.boxes import UPPER_HALF
from taflkit.sheets.plan import Plan
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.words.forms import common_variants
from taflkit.words.phrases import begun, fill, small, with_capitals
from taflkit.words.texts import Texts

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
        spec, box, backs = self.spec, self.pages.of("box"), self.pages.of("back")
        counters, cards = self.number_of("counter"), self.number_of("card")
        # the sheets that are glued to card for a box
        sides = self.is_glued and bool(self.single), self.is_glued and bool(self.backs_of("front"))
        # the box's own sheets, if not made as the others, and the spare counters on them
        net = self.firm if self.firm in ("thick", "thin") else "none"
        if net != "none" and self.is_round and self.beside:
            net += "-backs" if spec.glued and self.backs_of("box") else "-spares"
        # straight cuts come first, or there are none
        cut = {"fold": "pairs", "punch": "punch"}.get(spec.counters, "cut")
        cut = cut if self.edges != "none" else f"{cut}-alone"
        # the box takes booklet or board, and the board lies under it
        packed = "" if not self.packed() else "too" if self.number_of(*_COUNTERS, "card") else "alone"
        under = "under" if "board" in spec.parts and not self.boards else ""
        boxed = "-".join(filter(None, (packed, under))) if spec.boxed_whole and box else ""
        nets = [page.box.net for page in box if page.box is not None]
        turned = f"{spec.duplex}-one" if len(backs) == 1 else spec.duplex
        return {
            "backs": "none" if not backs else "glued" if spec.glued else turned,
            "firm": self.firm,
            "glued": {(0, 0): "none", (1, 0): "single", (0, 1): "backs", (1, 1): "both"}[sides],
            "folded": "some" if self.folds and spec.glued else "none",
            "net": net,
            "wood": "some" if self.is_round and not box and not backs else "none",
            "edges": self.edges,
            "round": cut if counters else "none",
            "join": self.join,
            "counters": spec.counters if counters else "flat",
            "king": ("flat", spec.king, "standees")[min(self.number_of("standee"), 2)],
            "box": "halves" if any(each.half for each in nets) else nets[0].name if nets else "none",
            "boxed": boxed or "parts",
            "parted": "some" if self.fronts() else "none",
            "dealt": "none" if not cards else "some" if spec.sets == 1 else "shared",
        }

    def number_of(self, *kinds: str) -> int:
        return sum(part.kind in kinds for part in self.fronts())

    def fronts(self) -> list[PlacedPart]:
        """Return all parts on the fronts of sheets, in the order of their pages."""
        return [part for page in self.pages.made for part in page.sheet.parts]

    @property
    def firm(self) -> str:
        """The way to make the parts firm: boxed or folded parts must not be too thick."""
        if self.pages.of("box"):
            if not self.held():
                return "boxed" if self.fronts() else "bare"
            return "thick" if self.spec.glued else "thin-folded" if self.folds else "thin"
        if self.folds and not self.number_of("section", "card", *(("counter",) if self.is_round else ())):
            return "pairs"
        backs = bool(self.pages.of("back"))
        return {(0, 0): "any", (0, 1): "backs", (1, 0): "folded", (1, 1): "folded-backs"}[self.folds, backs]

    @property
    def is_glued(self) -> bool:
        """Whether the box's contents are glued to card."""
        return self.spec.glued and bool(self.held())

    def with_part(self, kind: str) -> list[Page]:
        return [page for page in self.pages.made if any(part.kind == kind for part in page.sheet.parts)]

    @property
    def single(self) -> list[Page]:
        """The sheets without backs that have parts that are not folded."""
        fronts = {page.number for page in self.behind(self.pages.of("back"))}
        folded = {"standee", *(("counter",) if self.spec.counters == "fold" else ())}
        return [
            page
            for page in self.pages.of("front")
            if page.number not in fronts and any(part.kind not in folded for part in page.sheet.parts)
        ]

    @property
    def beside(self) -> list[Page]:
        """The box's sheets with spare counters."""
        return [page for page in self.pages.of("box") if page.sheet.parts]

    def backs_of(self, role: str) -> list[Page]:
        return [page for page in self.pages.of("back") if self.pages.pages[page.number - 2].role == role]

    def behind(self, backs: Iterable[Page]) -> list[Page]:
        """Return the pages that others are the backs of."""
        return [self.pages.pages[page.number - 2] for page in backs]

    @property
    def folds(self) -> bool:
        return self.folds_counters or self.number_of("standee") > 0

    @property
    def folds_counters(self) -> bool:
        return self.spec.counters == "fold" and self.number_of("counter") > 0

    @property
    def punches(self) -> bool:
        return self.spec.counters == "punch" and self.number_of("counter") > 0

    @property
    def is_round(self) -> bool:
        """Whether there are counters that are cut out or punched just as they are printed."""
        return self.spec.counters != "fold" and self.number_of("counter") > 0

    @property
    def edges(self) -> str:
        """The lines of straight cuts of parts: outlines, the edges of the art, or marks."""
        if not self.number_of("section", "card", "standee"):
            return "none"
        if not self.plan.bleed:
            return "white" if self.plan.request.gap else "shared"
        return "bled" if self.plan.request.bled_aside else "bled-inside"

    @property
    def join(self) -> str:
        """The join of the board: "whole", its `join`, or, edge to edge, "fold", or "loose" in a box."""
        if len(self.plan.sections) <= 1:
            return "whole"
        if self.spec.join != CHOICES["join"][0]:
            return self.spec.join
        return "fold" if len(self.plan.sections) == 2 else "loose" if self.boards else CHOICES["join"][0]

    @property
    def boards(self) -> bool:
        """Whether the board goes into the box."""
        return any(page.box is not None and page.box.board for page in self.pages.of("box"))

    def held(self) -> list[str]:
        """Return the keys of the words for parts whose thickness the box has room for."""
        held = {"counters": self.number_of(*_COUNTERS), "cards": self.number_of("card"), "board": self.boards}
        return [key for key, there in held.items() if there]

    def shaped(self) -> list[str]:
        """Return the keys of the words for the parts that are folded and glued."""
        kings, box = self.number_of("standee"), bool(self.pages.of("box"))
        there = {"counters": self.folds_counters, "king": kings == 1, "kings": kings > 1, "box": box}
        return [key for key, is_there in there.items() if is_there]

    def packed(self) -> list[str]:
        """Return the keys of the words for the contents of a whole kit's box besides counters and cards."""
        packed = [{"fold": "folded", "loose": "sections"}.get(self.join, "board")] if self.boards else []
        return [*packed, "booklet"] if self.spec.boxed_whole and self.spec.folds_booklet else packed


_MOST_ROWS = 5  # rows of the table of the pages for a component page each
_MOST_PICTURED = 8  # sheets that are shown each for itself
_SIDES = 2  # of a sheet
_PLAIN = (
    *("paper", "leaflet", "folds_to", "cell", "board", "overlap", "diameter", "thickness"),
    *("sides", "made", "needed", "held", "packed", "shaped", "fonts"),
)
"""The {names} of the instructions beside those of the book: those that have no variants."""
_PAGES: Mapping[str, Callable[[_Making], Sequence[Page]]] = {
    "component_pages": lambda making: making.pages.components,
    "front_pages": lambda making: making.pages.of("front"),
    "counter_pages": lambda making: making.with_part("counter"),
    "card_pages": lambda making: making.with_part("card"),
    "back_pages": lambda making: making.pages.of("back"),
    "back_fronts": lambda making: making.behind(making.pages.of("back")),
    "single_pages": lambda making: making.single,
    "glued_fronts": lambda making: making.behind(making.backs_of("front")),
    "glued_backs": lambda making: making.backs_of("front"),
    "beside_pages": lambda making: making.beside,
    "beside_backs": lambda making: making.backs_of("box"),
    "box_page": lambda making: making.pages.of("box"),
    "booklet_pages": lambda making: making.pages.of("booklet"),
    "booklet_outsides": lambda making: making.pages.of("booklet")[::_SIDES],
    "booklet_insides": lambda making: making.pages.of("booklet")[1::_SIDES],
}
"""The pages that each {name} of pages stands for."""
_NOUNS = {
    "page": (*_PAGES, "booklet_nested"),
    "sheet": ("booklet_sheets",),
    "card": ("card_count",),
    "counter": ("counter_count",),
}
"""Those that are made of a noun, and have its variants."""
_GOT = ("section", "counter", "card")
"""The nouns of {got}, which has the variants that all of them have."""


def plan_names(texts: Texts) -> tuple[str, ...]:
    """Return the {names} of the instructions beside those of the book, with their variants in a language."""
    variants = {
        "sets": texts.words.number_variants,
        **{name: _variants(texts, noun) for noun, names in _NOUNS.items() for name in names},
        "got": _variants(texts, *_GOT),
    }
    named = [name for stem, each in variants.items() for name in (stem, *(f"{stem}_{variant}" for variant in each))]
    return (*_PLAIN, *with_capitals(dict.fromkeys(named, "")))


def _variants(texts: Texts, *nouns: str) -> tuple[str, ...]:
    """Return the variants that all of some nouns have that are counted."""
    return common_variants([getattr(texts.instructions, noun) for noun in nouns])


class KitFacts(Struct, frozen=True):
    """A kit in words, in the language of its book.

    Attributes:
        marked: whether the board shows where the pieces stand at the start.
        fonts: the names of a theme's own fonts with their licences.
    """

    book: Book
    spec: KitSpec
    plan: Plan
    pages: Pages
    marked: bool = True
    fonts: tuple[str, ...] = ()

    def names(self) -> dict[str, str]:
        """Return the {names} of the instructions, with those of the plan."""
        plan, text, words, making = self.plan, self.book.texts.instructions, self.book.texts.words, self._making
        parts, sets = self.spec.parts, self.spec.sets
        names = {
            **self.book.names,
            "paper": plan.paper.label,
            "leaflet": plan.leaflet.label,
            "folds_to": plan.leaflet.folds_to,
            "cell": words.decimal(plan.cell),
            "board": words.decimal(plan.board_size),
            "overlap": words.decimal(plan.request.overlap),
            "diameter": words.decimal(plan.counter_size),
            "thickness": words.decimal(self.spec.thickness),
            **with_capitals(dict(self._varied())),
            "sides": text.sides,
            "fonts": words.lists.semicolon.join(self.fonts),
        }
        spares = making.number_of(*_COUNTERS) > len(plan.request.counter_names) * sets
        made = {
            "board": "board" in parts,
            "spares" if spares else "sets" if sets > 1 else "counters": "counters" in parts,
            "cards" if sets == 1 else "some_cards": "cards" in parts,
            "box": bool(self.pages.of("box")),
            "booklet": "booklet" in parts,
        }
        lists = {
            "made": [fill(text.made[key], names) for key, is_made in made.items() if is_made],
            "needed": [fill(text.needed[key], names) for key in self._needed()],
            "held": [text.held[key] for key in making.held()],
            "packed": [text.packed[key] for key in making.packed()],
            "shaped": [text.shaped[key] for key in making.shaped() if key in text.shaped],
        }
        return {**names, **{name: words.listed(each) for name, each in lists.items()}}

    def _varied(self) -> Iterator[tuple[str, str]]:
        """Yield the {names} that are made of numbers and nouns, in all their variants."""
        texts, words, making = self.book.texts, self.book.texts.words, self._making
        yield from words.number_names("sets", self.spec.sets).items()
        pages, booklet = {name: pages_of(making) for name, pages_of in _PAGES.items()}, self.pages.of("booklet")
        # those of each sheet of the booklet, the outermost first: "pages 6 and 7, pages 8 and 9"
        sheets = [booklet[start : start + _SIDES] for start in range(0, len(booklet), _SIDES)]
        for variant in ("", *_variants(texts, "page")):
            yield from ((_in(name, variant), self._numbers(each, variant)) for name, each in pages.items())
            nested = words.lists.comma.join(self._numbers(sheet, variant) for sheet in sheets)
            yield _in("booklet_nested", variant), nested
        counts = {
            "booklet_sheets": (len(booklet) // _SIDES, texts.instructions.sheet),
            "card_count": (making.number_of("card"), texts.instructions.card),
            "counter_count": (making.number_of(*_COUNTERS), texts.instructions.counter),
        }
        for name, (count, noun) in counts.items():
            for variant in ("", *common_variants([noun])):
                yield _in(name, variant), words.counted(count, noun, variant)
        for variant in ("", *_variants(texts, *_GOT)):
            yield _in("got", variant), words.listed(list(self._counted(making.fronts(), variant)))

    def cases(self) -> dict[str, str]:
        """Return the facts that sentences of the instructions have cases for."""
        plan, spec, components, booklet = self.plan, self.spec, self.pages.components, self.pages.of("booklet", "leaf")
        several = len(self.pages.of("booklet")) > _SIDES
        chosen = {*spec.parts, *(("box",) if self.pages.of("box") else ())} - {"instructions", READER}
        leaflet = "same" if plan.leaflet == plan.paper else "other"
        # one paper, one of the pages to read, or another for these or for the first page alone
        papers = "reading" if not components else "other" if booklet else "first"
        return {
            **self._making.cases(),
            "kit": "whole" if set(PARTS) <= set(spec.parts) else "part" if chosen else "none",
            "papers": papers if leaflet == "other" else "same",
            "leaflet": leaflet,
            "components": "some" if components else "none",
            "mode": spec.mode,
            "inks": spec.mode if components else "none",
            "gap": "some" if plan.request.gap else "none",
            "seams": "lettered" if plan.is_lettered and "board" in spec.parts else "plain",
            "duplex": spec.duplex,
            "booklet": "several" if several else "one",
            "printing": f"{spec.duplex}-several" if several else spec.duplex,
            "folds_to": plan.leaflet.folds_to,
            "start": "marked" if self.marked else "booklet" if "booklet" in spec.parts else "unmarked",
            "cards": spec.cards,
            "sides": "told" if self.book.texts.instructions.sides else "untold",
            "fonts": "own" if self.fonts else "house",
            "source": "named" if self.book.ruleset.source else "none",
        }

    @property
    def _making(self) -> _Making:
        return _Making(self.spec, self.plan, self.pages)

    def has(self) -> frozenset[str]:
        """Return the parts that the kit has, for steps of the instructions that need one."""
        parts = {*self.pages.parts, *self.spec.parts, *(("box",) if self.pages.of("box") else ())}
        there = {
            "special counters": self._making.folds or self._making.punches,
            "shaped": self._making.shaped(),
            "game": {"board", "counters"} <= parts,
            "pages": len(self.pages.pages) > 1,
        }
        if not self.spec.folds_booklet:
            # in large print it is not folded
            parts.discard("booklet")
        return frozenset((*parts, *(name for name, is_there in there.items() if is_there)))

    def _needed(self) -> list[str]:
        """Return the keys of the words for the tools and materials of the kit."""
        same, booklet = self.plan.leaflet == self.plan.paper, self.pages.of("booklet", "leaf")
        components, edges = self.pages.components, self._making.edges
        for_reading = "paper_for_pages" if booklet else "paper_for_page"
        cut_out = self._making.number_of("counter") > 0 and not self._making.punches
        # cuts from mark to mark need a knife and a rule
        bled = edges.startswith("bled")
        needed = {
            "printer": True,
            "paper_or_card" if same else "paper_or_card_for_parts": components,
            for_reading if components else "paper": not components or not same,
            "knife": bled,
            "scissors": bled and cut_out,
            "knife_or_scissors": not bled and (edges != "none" or self.pages.of("box") or cut_out),
            "punch": self._making.punches,
            "glue": components,
            "staples": len(self.pages.of("booklet")) > _SIDES,
        }
        return [key for key, is_needed in needed.items() if is_needed]

    def contents(self, page: Page) -> str:
        """Return in words the parts on a component page."""
        table = self.book.texts.instructions.table
        if page.role == "front":
            return self._listed(page.sheet.parts)
        if page.box is None:
            kinds = {part.kind for part in page.sheet.parts}
            return table["backs" if "card" not in kinds else "card_backs" if "counter" not in kinds else "all_backs"]
        net = page.box.net
        called = table[net.name]
        if net.half:
            called = fill(table["upper" if net.half == UPPER_HALF else "lower"], {"part": called})
        return self.book.texts.words.lists.comma.join(filter(None, (called, self._listed(page.sheet.parts))))

    def label(self, *pages: Page) -> str:
        """Return "Page 2" or "Pages 2 to 4" in the language's words."""
        return begun(self._numbers(pages))

    def pictured(self) -> list[list[Page]]:
        """Return the sheets to be cut; of very many, those that follow one another and are cut alike go together."""
        pages = self.pages.of("front", "box")
        if len(pages) <= _MOST_PICTURED:
            return [[page] for page in pages]

        def cuts(page: Page) -> tuple[object, ...]:
            places = ((part.kind, part.x, part.y, part.width, part.height) for part in page.sheet.parts)
            return (page.role, page.box, *places)

        return [list(alike) for _, alike in groupby(pages, key=cuts)]

    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """Return the table of the pages: their numbers, the parts on them, and the material to print them on."""
        words, lists = self.book.texts.instructions.table, self.book.texts.words.lists
        components, booklet = self.pages.components, self.pages.of("booklet", "leaf")
        # parts that are glued to card are printed on paper
        materials = {
            page.number: words["paper" if self._making.is_glued and page.role != "box" else "card"]
            for page in components
        }
        rows = [
            (page.number, page.number, words["instructions"], words["paper"]) for page in self.pages.of("instructions")
        ]
        if len(components) > _MOST_ROWS:
            # the sheets of parts with their backs, and from the first of the box on those of the box with theirs
            boxes = [number for number, page in enumerate(components) if page.role == "box"][:1]
            for start, end in pairwise(sorted({0, *boxes, len(components)})):
                pages = components[start:end]
                boxed = [words["box"]] if any(page.role == "box" for page in pages) else []
                made = self._listed([part for page in pages if page.role != "back" for part in page.sheet.parts])
                backs = dict.fromkeys(self.contents(page) for page in pages if page.role == "back")
                listed = [*boxed, made, *(map(small, backs) if lists.small else backs)]
                contents, material = lists.comma.join(filter(None, listed)), materials[pages[0].number]
                rows.append((pages[0].number, pages[-1].number, contents, material))
        else:
            rows += [(page.number, page.number, self.contents(page), materials[page.number]) for page in components]
        if booklet:
            material = words["both" if self.spec.folds_booklet else "paper"]
            rows.append((booklet[0].number, booklet[-1].number, words["booklet"], material))
        return tuple(
            (str(first) if first == last else f"{first}{lists.dash}{last}", begun(contents), material)
            for first, last, contents, material in rows
        )

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
