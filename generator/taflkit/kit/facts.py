"""The facts of page one: the parts that the kit really has, their pages, and how they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.kit.making import MADE, Making
from taflkit.kit.numbering import Page, Pages
from taflkit.kit.spec import PARTS, READER, KitSpec
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.words.phrases import fill

__all__ = ["PLAN_NAMES", "KitFacts"]

_MOST_ROWS = 5
"""How many component pages the table of the pages has rows of their own for."""
_MOST_PICTURED = 8
"""How many sheets are shown each for itself."""
_SIDES = 2
"""The sides of a sheet."""


PLAN_NAMES = (
    *("paper", "leaflet", "folds_to", "cell", "board", "overlap", "diameter", "component_pages", "counter_pages"),
    *("card_pages", "back_pages", "back_fronts", "box_page", "booklet_pages", "booklet_sheets", "booklet_nested"),
    *("single_pages", "glued_fronts", "glued_backs", "beside_pages", "beside_backs"),
    *("booklet_outsides", "booklet_insides", "counter_count", "sets", "thickness", "sides", "made", "needed", "got"),
    *("card_count", "front_pages", "held", "packed", "shaped", "fonts"),
)
"""The {names} of the instructions beside those of the book."""


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
        booklet, backs = self.pages.of("booklet"), self.pages.of("back")
        names = {
            **self.book.names,
            "paper": plan.paper.label,
            "leaflet": plan.leaflet.label,
            "folds_to": plan.leaflet.folds_to,
            "cell": f"{plan.cell:g}",
            "board": f"{plan.board_size:g}",
            "overlap": f"{plan.request.overlap:g}",
            "diameter": f"{plan.counter_size:g}",
            "thickness": f"{self.spec.thickness:g}",
            "component_pages": self._numbers(self.pages.components),
            "front_pages": self._numbers(self.pages.of("front")),
            "counter_pages": self._numbers(self._with("counter")),
            "card_pages": self._numbers(self._with("card")),
            "back_pages": self._numbers(backs),
            "back_fronts": self._numbers(self.making.behind(backs)),
            "single_pages": self._numbers(self.making.single),
            "glued_fronts": self._numbers(self.making.behind(self.making.glued_backs)),
            "glued_backs": self._numbers(self.making.glued_backs),
            "beside_pages": self._numbers(self.making.beside),
            "beside_backs": self._numbers(self.making.backs_beside),
            "box_page": self._numbers(self.pages.of("box")),
            "booklet_pages": self._numbers(booklet),
            "booklet_sheets": words.counted(len(booklet) // _SIDES, text.sheet),
            "booklet_nested": self._nested(),
            "booklet_outsides": self._numbers(booklet[::_SIDES]),
            "booklet_insides": self._numbers(booklet[1::_SIDES]),
            "card_count": words.counted(self.making.number_of("card"), text.card),
            "counter_count": words.counted(self.making.number_of(*MADE), text.counter),
            "sets": words.number(self.spec.sets),
            "sides": text.sides,
            "fonts": "; ".join(self.fonts),
            "got": words.listed(list(self._counted(self.making.fronts()))),
        }
        made = words.listed([fill(text.made[key], names) for key in self._made()])
        needed = words.listed([fill(text.needed[key], names) for key in self._needed()])
        held = words.listed([text.held[key] for key in self.making.held()])
        packed = words.listed([text.packed[key] for key in self.making.packed()])
        shaped = words.listed([text.shaped[key] for key in self.making.shaped() if key in text.shaped])
        return {**names, "made": made, "needed": needed, "held": held, "packed": packed, "shaped": shaped}

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
            needed = len(self.plan.request.counters) * self.spec.sets
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
            called = fill(table["upper" if net.half == 1 else "lower"], {"part": called})
        return self.book.texts.words.lists.comma.join(filter(None, (called, self._listed(page.sheet.parts))))

    def label(self, *pages: Page) -> str:
        """Return "Page 2" or "Pages 2 to 4" in the language's words."""
        named = self._numbers(pages)
        return named[:1].upper() + named[1:]

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
        booklet = self.pages.of("booklet")
        if booklet:
            rows.append((booklet[0].number, booklet[-1].number, words["booklet"], words["both"]))
        return tuple(
            (str(first) if first == last else f"{first}–{last}", contents[:1].upper() + contents[1:], material)
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
        listed = [*boxed, made, *(each[:1].lower() + each[1:] for each in backs)]
        return self.book.texts.words.lists.comma.join(filter(None, listed))

    def _nested(self) -> str:
        """Return the pages of each sheet of the booklet, the outermost first: "pages 6 and 7, pages 8 and 9"."""
        booklet = self.pages.of("booklet")
        sheets = (booklet[start : start + _SIDES] for start in range(0, len(booklet), _SIDES))
        return self.book.texts.words.lists.comma.join(map(self._numbers, sheets))

    def _numbers(self, pages: Sequence[Page]) -> str:
        """Return "page 2", "pages 2 and 3", "pages 2 to 4" or "pages 2, 4 and 6" in the language's words."""
        text, words = self.book.texts.instructions, self.book.texts.words
        numbers = [page.number for page in pages]
        running = all(after == before + 1 for before, after in pairwise(numbers))
        named = (words.ranged if running else words.listed)([str(number) for number in numbers])
        # no line ends between a number and the word before it
        tied = "\u00a0".join(named.rsplit(" ", 1))
        return f"{words.noun(len(pages), text.page)}\u00a0{tied}"

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

    def _counted(self, parts: Iterable[PlacedPart]) -> Iterator[str]:
        """Yield "two board sections", "eight counters" and "two reminder cards", as many as there are."""
        text, words = self.book.texts.instructions, self.book.texts.words
        kinds = [part.kind for part in parts]
        for counted, noun in ((("section",), text.section), (MADE, text.counter), (("card",), text.card)):
            count = sum(kind in counted for kind in kinds)
            if count and counted == ("section",) and len(self.plan.sections) == 1:
                yield text.table["whole"]
            elif count:
                yield words.counted(count, noun)


def _cut_alike(page: Page) -> tuple[object, ...]:
    """Return the kinds and places of a sheet's parts, which are the same on sheets that are cut alike."""
    return (page.role, page.box, *((part.kind, part.x, part.y, part.width, part.height) for part in page.sheet.parts))
