"""The facts of page one: the parts that the kit really has, their pages, and how they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from taflkit.catalog.book import Book
from taflkit.kit.numbering import Page, Pages
from taflkit.kit.spec import PARTS, READER, KitSpec
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.words.phrases import fill

__all__ = ["PLAN_NAMES", "KitFacts"]

_MOST_ROWS = 5
"""How many component pages the table of the pages has rows of their own for."""
_SIDES = 2
"""The sides of a sheet."""
_MADE = ("counter", "standee")
_THICK = 1.0
"""From which thickness in mm on counters and cards are glued to card."""


PLAN_NAMES = (
    *("paper", "leaflet", "folds_to", "cell", "board", "overlap", "diameter", "component_pages", "counter_pages"),
    *("card_pages", "back_pages", "back_fronts", "box_page", "booklet_pages", "booklet_sheets", "booklet_nested"),
    *("booklet_outsides", "booklet_insides", "counter_count", "sets", "thickness", "sides", "made", "needed", "got"),
)
"""The {names} of the instructions beside those of the book."""


class KitFacts(NamedTuple):
    """A kit in words, in the language of its book.

    Attributes:
        book: the game.
        spec: the choices.
        plan: where the parts lie.
        pages: the numbered pages.
        marked: whether the board shows where the pieces stand at the start.
    """

    book: Book
    spec: KitSpec
    plan: Plan
    pages: Pages
    marked: bool = True

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
            "counter_pages": self._numbers(self._with("counter")),
            "card_pages": self._numbers(self._with("card")),
            "back_pages": self._numbers(backs),
            "back_fronts": self._numbers([self.pages.pages[page.number - 2] for page in backs]),
            "box_page": self._numbers(self.pages.of("box")),
            "booklet_pages": self._numbers(booklet),
            "booklet_sheets": words.counted(len(booklet) // _SIDES, text.sheet),
            "booklet_nested": self._nested(),
            "booklet_outsides": self._numbers(booklet[::_SIDES]),
            "booklet_insides": self._numbers(booklet[1::_SIDES]),
            "counter_count": words.counted(self._count(*_MADE), text.counter),
            "sets": words.number(self.spec.sets),
            "sides": text.sides,
            "got": words.listed(list(self._counted(self._fronts()))),
        }
        made = words.listed([fill(text.made[key], names) for key in self._made()])
        needed = words.listed([fill(text.needed[key], names) for key in self._needed()])
        return {**names, "made": made, "needed": needed}

    def cases(self) -> dict[str, str]:
        """Return the facts that sentences of the instructions have cases for."""
        plan, spec = self.plan, self.spec
        several = len(self.pages.of("booklet")) > _SIDES
        asked = {*spec.parts, *(("box",) if self.pages.of("box") else ())} - {"instructions", READER}
        return {
            "kit": "whole" if set(PARTS) <= set(spec.parts) else "part" if asked else "none",
            "papers": "same" if plan.leaflet == plan.paper else "other" if self.pages.components else "reading",
            "leaflet": "same" if plan.leaflet == plan.paper else "other",
            "components": "some" if self.pages.components else "none",
            "mode": spec.mode,
            "inks": spec.mode if self.pages.components else "none",
            "backs": self._backs,
            "firm": self._firm,
            "folded": "some" if self._folds else "none",
            "wood": "some" if self._is_round and not self.pages.of("box", "back") else "none",
            "gap": "some" if plan.gap else "none",
            "edges": self._edges,
            "round": self._round,
            "seams": "lettered" if plan.is_lettered and "board" in spec.parts else "plain",
            "join": "whole" if len(plan.sections) < _SIDES else spec.join,
            "counters": spec.counters if self._count("counter") else "flat",
            "king": spec.king if self._count("standee") else "flat",
            "box": self._box(),
            "boxed": self._boxed(),
            "duplex": spec.duplex,
            "booklet": "several" if several else "one",
            "printing": f"{spec.duplex}-several" if several else spec.duplex,
            "folds_to": plan.leaflet.folds_to,
            "start": "marked" if self.marked else "booklet" if "booklet" in spec.parts else "unmarked",
            "cards": spec.cards,
            "dealt": "some" if self._count("card") else "none",
            "sides": "told" if self.book.texts.instructions.sides else "untold",
            "source": "named" if self.book.ruleset.source else "none",
        }

    def has(self) -> frozenset[str]:
        """Return the parts that the kit has, for steps of the instructions that need one."""
        parts = {*self.pages.parts, *self.spec.parts, *(("box",) if self.pages.of("box") else ())}
        if self._folds or (self.spec.counters == "punch" and self._count("counter")):
            parts.add("special counters")
        if {"board", "counters"} <= parts:
            parts.add("game")
        if len(self.pages.pages) > 1:
            parts.add("pages")
        return frozenset(parts)

    @property
    def _firm(self) -> str:
        """Which ways of making the parts firm there are: what is boxed or folded must not be too thick."""
        backs = self.pages.of("back")
        if self.pages.of("box"):
            if self.spec.thickness >= _THICK:
                return "thick-backs" if backs else "thick-folded" if self._folds else "thick"
            return "thin-folded" if self._folds else "thin"
        return {(0, 0): "any", (0, 1): "backs", (1, 0): "folded", (1, 1): "folded-backs"}[self._folds, bool(backs)]

    @property
    def _backs(self) -> str:
        """How the sheets with backs are turned, or whether their fronts and backs are glued to card."""
        if not self.pages.of("back"):
            return "none"
        return "glued" if self._firm == "thick-backs" else self.spec.duplex

    @property
    def _folds(self) -> bool:
        """Whether counters or the king are folded."""
        folded = self.spec.counters == "fold" and self._count("counter") > 0
        return folded or self._count("standee") > 0

    @property
    def _is_round(self) -> bool:
        """Whether there are counters that are cut out or punched just as they are printed."""
        return self.spec.counters != "fold" and self._count("counter") > 0

    @property
    def _round(self) -> str:
        """How counters are cut out when the straight cuts are made: round, by a punch, or apart in pairs."""
        if not self._count("counter"):
            return "none"
        return {"fold": "pairs", "punch": "punch"}.get(self.spec.counters, "cut")

    @property
    def _edges(self) -> str:
        """How the lines of straight cuts of parts are shown: by outlines, by the edges of the art, or by marks."""
        if not self._count("section", "card", "standee"):
            return "none"
        if not self.plan.bleed:
            return "white" if self.plan.gap else "shared"
        return "bled" if self.plan.request.bled_aside else "bled-inside"

    @property
    def _is_bled(self) -> bool:
        """Whether straight cuts are made from mark to mark, where a knife and a rule are needed."""
        return self._edges.startswith("bled")

    def _fronts(self) -> list[PlacedPart]:
        """Return all parts on the fronts of sheets, in the order of their pages."""
        return [part for page in self.pages.made for part in page.sheet.parts]

    def _count(self, *kinds: str) -> int:
        return sum(part.kind in kinds for part in self._fronts())

    def _made(self) -> Iterator[str]:
        """Yield the keys of the words for what the kit makes."""
        parts = self.spec.parts
        if "board" in parts:
            yield "board"
        if "counters" in parts:
            needed = len(self.plan.request.counters) * self.spec.sets
            yield "spares" if self._count(*_MADE) > needed else "sets" if self.spec.sets > 1 else "counters"
        if "cards" in parts:
            yield "cards"
        if self.pages.of("box"):
            yield "box"
        if "booklet" in parts:
            yield "booklet"

    def _needed(self) -> Iterator[str]:
        """Yield the keys of the words for what is needed to make the kit."""
        same, components = self.plan.leaflet == self.plan.paper, self.pages.components
        yield "printer"
        if components:
            yield "paper_or_card" if same else "paper_or_card_for_parts"
        if not components or not same:
            yield "paper_for_pages" if components else "paper"
        if self._is_bled:
            yield "knife"
        elif self._edges != "none" or self.pages.of("box"):
            yield "knife_or_scissors"
        if (self._is_bled or self._edges == "none") and self._round in ("cut", "pairs"):
            yield "scissors"
        if self.spec.counters == "punch" and self._count("counter"):
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

    def _with(self, kind: str) -> list[Page]:
        """Return the pages with parts of a kind."""
        return [page for page in self.pages.made if any(part.kind == kind for part in page.sheet.parts)]

    def _box(self) -> str:
        """Return how the box is made: "none", "box" of one piece, "tray" and lid, or these in "halves"."""
        nets = [page.box.net for page in self.pages.of("box") if page.box is not None]
        return "halves" if any(net.half for net in nets) else nets[0].name if nets else "none"

    def _boxed(self) -> str:
        """Return what goes into the box: "parts", the "board" with the whole kit, or the "kit" without it."""
        box = next((page.box for page in self.pages.of("box")), None)
        if box is None or self.spec.box != "kit":
            return "parts"
        if not box.board:
            return "kit" if "board" in self.spec.parts else "reading"
        return "sections" if len(self.plan.sections) > _SIDES and self.spec.join == "butt" else "board"

    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """Return the table of the pages: their numbers, the parts on them, and the material to print them on."""
        words = self.book.texts.instructions.table
        rows = [
            (page.number, page.number, words["instructions"], words["paper"]) for page in self.pages.of("instructions")
        ]
        components = self.pages.components
        if len(components) > _MOST_ROWS:
            rows += [
                (pages[0].number, pages[-1].number, self._together(pages), words["card"]) for pages in self._kinds()
            ]
        else:
            rows += [(page.number, page.number, self.contents(page), words["card"]) for page in components]
        booklet = self.pages.of("booklet")
        if booklet:
            rows.append((booklet[0].number, booklet[-1].number, words["booklet"], words["both"]))
        return tuple(
            (str(first) if first == last else f"{first}–{last}", contents[:1].upper() + contents[1:], material)
            for first, last, contents, material in rows
        )

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
        return f"{words.noun(len(pages), text.page)} {named}"

    def _listed(self, parts: Sequence[PlacedPart]) -> str:
        """Return "section A, eight counters, two reminder cards" in the language's words."""
        text, words = self.book.texts.instructions, self.book.texts.words
        letters = list(dict.fromkeys(part.name for part in parts if part.kind == "section"))
        listed = []
        if letters:
            form = text.table["sections" if len(letters) == 1 else "several_sections"]
            running = letters == [section.name for section in self.plan.sections][: len(letters)]
            listed.append(fill(form, {"letters": words.ranged(letters) if running else words.listed(letters)}))
        listed += self._counted(part for part in parts if part.kind != "section")
        return words.lists.comma.join(listed)

    def _counted(self, parts: Iterable[PlacedPart]) -> Iterator[str]:
        """Yield "two board sections", "eight counters" and "two reminder cards", of what there is."""
        text, words = self.book.texts.instructions, self.book.texts.words
        kinds = [part.kind for part in parts]
        for counted, noun in ((("section",), text.section), (_MADE, text.counter), (("card",), text.card)):
            count = sum(kind in counted for kind in kinds)
            if count:
                yield words.counted(count, noun)


def _has_kind(page: Page, kind: str) -> bool:
    return any(part.kind == kind for part in page.sheet.parts)
