"""The facts of page one: the parts that the kit really has, their pages, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.kit.making import MADE, Making
from taflkit.kit.numbering import Page, Pages
from taflkit.kit.options import PARTS, READER, KitSpec
from taflkit.sheets.nets import UPPER_HALF
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.words.forms import common_variants
from taflkit.words.letters import begun, small, with_capitals
from taflkit.words.phrases import fill
from taflkit.words.texts import Texts

__all__ = ["KitFacts", "plan_names"]

_MOST_ROWS = 5
"""How many component pages the table of the pages has rows of their own for."""
_MOST_PICTURED = 8
"""How many sheets are shown each for itself."""
_SIDES = 2
"""The sides of a sheet."""


_PLAIN = (
    *("paper", "leaflet", "folds_to", "cell", "board", "overlap", "diameter", "thickness"),
    *("sides", "made", "needed", "held", "packed", "shaped", "fonts"),
)
"""The {names} of the instructions beside those of the book: those that have no variants."""
_NUMBERS = ("sets",)
"""Those that are numbers, and have their variants."""
_NOUNS = {
    "page": (
        *("component_pages", "front_pages", "counter_pages", "card_pages", "back_pages", "back_fronts", "single_pages"),
        *("glued_fronts", "glued_backs", "beside_pages", "beside_backs", "box_page", "booklet_pages", "booklet_nested"),
        *("booklet_outsides", "booklet_insides"),
    ),
    "sheet": ("booklet_sheets",),
    "card": ("card_count",),
    "counter": ("counter_count",),
}
"""Those that are made of a noun, and have its variants."""
_GOT = ("section", "counter", "card")
"""The nouns of {got}, which has the variants that all of them have."""


def plan_names(texts: Texts) -> tuple[str, ...]:
    """Return the {names} of the instructions beside those of the book, with their variants in a language."""
    numbers = texts.words.number_variants
    varied = [(name, numbers) for name in _NUMBERS]
    varied += [(name, _variants(texts, (noun,))) for noun, names in _NOUNS.items() for name in names]
    varied.append(("got", _variants(texts, _GOT)))
    named = [name for stem, found in varied for name in (stem, *(f"{stem}_{variant}" for variant in found))]
    return (*_PLAIN, *with_capitals(dict.fromkeys(named, "")))


def _variants(texts: Texts, nouns: Sequence[str]) -> tuple[str, ...]:
    """Return the variants that all of some nouns have that are counted."""
    return common_variants([getattr(texts.instructions, noun) for noun in nouns])


class KitFacts(Struct, frozen=True):
    """A kit in words, in the language of its book.

    Attributes:
        book: the game.
        spec: the choices.
        plan: where the parts lie.
        pages: the numbered pages.
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
        plan, text, words = self.plan, self.book.texts.instructions, self.book.texts.words
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
        made = words.listed([fill(text.made[key], names) for key in self._made()])
        needed = words.listed([fill(text.needed[key], names) for key in self._needed()])
        held = words.listed([text.held[key] for key in self.making.held()])
        packed = words.listed([text.packed[key] for key in self.making.packed()])
        shaped = words.listed([text.shaped[key] for key in self.making.shaped() if key in text.shaped])
        return {**names, "made": made, "needed": needed, "held": held, "packed": packed, "shaped": shaped}

    def _varied(self) -> Iterator[tuple[str, str]]:
        """Yield the {names} that are made of numbers and nouns, in all their variants."""
        texts, words = self.book.texts, self.book.texts.words
        yield from words.number_names("sets", self.spec.sets).items()
        paged: Mapping[str, Callable[[str], str]] = {
            **{name: partial(self._numbers, pages) for name, pages in self._pages().items()},
            "booklet_nested": self._nested,
        }
        counts = {
            "booklet_sheets": (len(self.pages.of("booklet")) // _SIDES, texts.instructions.sheet),
            "card_count": (self.making.number_of("card"), texts.instructions.card),
            "counter_count": (self.making.number_of(*MADE), texts.instructions.counter),
        }
        for variant in ("", *_variants(texts, ("page",))):
            yield from ((_in(name, variant), told(variant)) for name, told in paged.items())
        for name, (count, noun) in counts.items():
            for variant in ("", *common_variants([noun])):
                yield _in(name, variant), words.counted(count, noun, variant)
        fronts = list(self.making.fronts())
        for variant in ("", *_variants(texts, _GOT)):
            yield _in("got", variant), words.listed(list(self._counted(fronts, variant)))

    def _pages(self) -> dict[str, Sequence[Page]]:
        """Return the pages that each {name} of pages stands for."""
        making, of = self.making, self.pages.of
        backs, booklet = of("back"), of("booklet")
        return {
            "component_pages": self.pages.components,
            "front_pages": of("front"),
            "counter_pages": self._with("counter"),
            "card_pages": self._with("card"),
            "back_pages": backs,
            "back_fronts": making.behind(backs),
            "single_pages": making.single,
            "glued_fronts": making.behind(making.glued_backs),
            "glued_backs": making.glued_backs,
            "beside_pages": making.beside,
            "beside_backs": making.backs_beside,
            "box_page": of("box"),
            "booklet_pages": booklet,
            "booklet_outsides": booklet[::_SIDES],
            "booklet_insides": booklet[1::_SIDES],
        }

    def cases(self) -> dict[str, str]:
        """Return the facts that sentences of the instructions have cases for."""
        plan, spec = self.plan, self.spec
        several = len(self.pages.of("booklet")) > _SIDES
        asked = {*spec.parts, *(("box",) if self.pages.of("box") else ())} - {"instructions", READER}
        return {
            **self.making.cases(),
            "kit": "whole" if set(PARTS) <= set(spec.parts) else "part" if asked else "none",
            "papers": self._papers,
            "leaflet": "same" if plan.leaflet == plan.paper else "other",
            "components": "some" if self.pages.components else "none",
            "mode": spec.mode,
            "inks": spec.mode if self.pages.components else "none",
            "gap": "some" if plan.gap else "none",
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
    def making(self) -> Making:
        """How the parts are made."""
        return Making(self.spec, self.plan, self.pages)

    def has(self) -> frozenset[str]:
        """Return the parts that the kit has, for steps of the instructions that need one."""
        parts = {*self.pages.parts, *self.spec.parts, *(("box",) if self.pages.of("box") else ())}
        if self.making.folds or (self.spec.counters == "punch" and self.making.number_of("counter")):
            parts.add("special counters")
        if self.making.shaped():
            parts.add("shaped")
        if {"board", "counters"} <= parts:
            parts.add("game")
        if len(self.pages.pages) > 1:
            parts.add("pages")
        return frozenset(parts)

    @property
    def _papers(self) -> str:
        """Which papers there are: one, one of the pages to read, or another for these or for the first page alone."""
        if self.plan.leaflet == self.plan.paper:
            return "same"
        if not self.pages.components:
            return "reading"
        return "other" if self.pages.of("booklet") else "first"

    def _made(self) -> Iterator[str]:
        """Yield the keys of the words for the things that the kit makes."""
        parts = self.spec.parts
        if "board" in parts:
            yield "board"
        if "counters" in parts:
            needed = len(self.plan.request.counter_names) * self.spec.sets
            yield "spares" if self.making.number_of(*MADE) > needed else "sets" if self.spec.sets > 1 else "counters"
        if "cards" in parts:
            yield "cards" if self.spec.sets == 1 else "some_cards"
        if self.pages.of("box"):
            yield "box"
        if "booklet" in parts:
            yield "booklet"

    def _needed(self) -> Iterator[str]:
        """Yield the keys of the words for the tools and materials of the kit."""
        same, components = self.plan.leaflet == self.plan.paper, self.pages.components
        yield "printer"
        if components:
            yield "paper_or_card" if same else "paper_or_card_for_parts"
        if not components or not same:
            several = bool(self.pages.of("booklet"))
            yield "paper" if not components else "paper_for_pages" if several else "paper_for_page"
        if self.making.is_bled:
            yield "knife"
            if self.making.is_cut:
                yield "scissors"
        elif self.making.edges != "none" or self.pages.of("box") or self.making.is_cut:
            yield "knife_or_scissors"
        if self.spec.counters == "punch" and self.making.number_of("counter"):
            yield "punch"
        if components:
            yield "glue"
        if len(self.pages.of("booklet")) > _SIDES:
            yield "staples"

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
        return [list(alike) for _, alike in groupby(pages, key=_cut_alike)]

    def _with(self, kind: str) -> list[Page]:
        """Return the pages with parts of a kind."""
        return [page for page in self.pages.made if any(part.kind == kind for part in page.sheet.parts)]

    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """Return the table of the pages: their numbers, the parts on them, and the material to print them on."""
        words = self.book.texts.instructions.table
        rows = [
            (page.number, page.number, words["instructions"], words["paper"]) for page in self.pages.of("instructions")
        ]
        components = self.pages.components
        if len(components) > _MOST_ROWS:
            rows += [
                (pages[0].number, pages[-1].number, self._together(pages), self._material(pages[0]))
                for pages in self._kinds()
            ]
        else:
            rows += [(page.number, page.number, self.contents(page), self._material(page)) for page in components]
        booklet, dash = self.pages.of("booklet"), self.book.texts.words.lists.dash
        if booklet:
            rows.append((booklet[0].number, booklet[-1].number, words["booklet"], words["both"]))
        return tuple(
            (str(first) if first == last else f"{first}{dash}{last}", begun(contents), material)
            for first, last, contents, material in rows
        )

    def _material(self, page: Page) -> str:
        """Return in words the material of a component page: paper if it is glued to card."""
        return self.book.texts.instructions.table["paper" if self.making.is_glued and page.role != "box" else "card"]

    def _kinds(self) -> list[list[Page]]:
        """Return the sheets of parts with their backs, and those of the box with theirs, where there are any."""
        kinds: list[list[Page]] = []
        for page in self.pages.components:
            if not kinds or (page.role == "box" and not any(other.role == "box" for other in kinds[-1])):
                kinds.append([])
            kinds[-1].append(page)
        return kinds

    def _together(self, pages: Sequence[Page]) -> str:
        """Return in words the parts on several component pages, with their backs."""
        words = self.book.texts.instructions.table
        boxed = [words["box"]] if any(page.role == "box" for page in pages) else []
        made = self._listed([part for page in pages if page.role != "back" for part in page.sheet.parts])
        backs = dict.fromkeys(self.contents(page) for page in pages if page.role == "back")
        lists = self.book.texts.words.lists
        listed = [*boxed, made, *(map(small, backs) if lists.small else backs)]
        return lists.comma.join(filter(None, listed))

    def _nested(self, variant: str = "") -> str:
        """Return the pages of each sheet of the booklet, the outermost first: "pages 6 and 7, pages 8 and 9"."""
        booklet = self.pages.of("booklet")
        sheets = (booklet[start : start + _SIDES] for start in range(0, len(booklet), _SIDES))
        return self.book.texts.words.lists.comma.join(self._numbers(pages, variant) for pages in sheets)

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
        """Yield "two board sections", "eight counters" and "two reminder cards", as many as there are."""
        text, words = self.book.texts.instructions, self.book.texts.words
        kinds = [part.kind for part in parts]
        for counted, noun in ((("section",), text.section), (MADE, text.counter), (("card",), text.card)):
            count = sum(kind in counted for kind in kinds)
            if count and counted == ("section",) and len(self.plan.sections) == 1:
                yield text.table["whole"]
            elif count:
                yield words.counted(count, noun, variant)


def _cut_alike(page: Page) -> tuple[object, ...]:
    """Return the kinds and places of a sheet's parts, which are the same on sheets that are cut alike."""
    return (page.role, page.box, *((part.kind, part.x, part.y, part.width, part.height) for part in page.sheet.parts))


def _in(name: str, variant: str) -> str:
    """Return a name in a variant, the name itself in none."""
    return f"{name}_{variant}" if variant else name
