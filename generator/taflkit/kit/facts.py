"""The facts of page one: the parts that the kit really has, their pages, and how they are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from taflkit.catalog.book import Book
from taflkit.kit.numbering import Page, Pages
from taflkit.kit.spec import DEFAULTS, KitSpec
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.words.phrases import fill

__all__ = ["PLAN_NAMES", "KitFacts"]

_MOST_ROWS = 5
"""How many component pages the table of the pages has rows of their own for."""
_SIDES = 2
"""The sides of a sheet."""
_MADE = ("counter", "standee")


PLAN_NAMES = (
    *("paper", "leaflet", "folds_to", "cell", "board", "overlap", "diameter", "component_pages", "counter_pages"),
    *(
        "card_pages",
        "back_pages",
        "box_page",
        "booklet_pages",
        "booklet_sheets",
        "booklet_nested",
        "section_count",
        "counter_count",
    ),
    *("sides", "card_count"),
)
"""The {names} of the instructions beside those of the book."""


class KitFacts(NamedTuple):
    """A kit in words, in the language of its book.

    Attributes:
        book: the game.
        spec: the choices.
        plan: where the parts lie.
        pages: the numbered pages.
    """

    book: Book
    spec: KitSpec
    plan: Plan
    pages: Pages

    def names(self) -> dict[str, str]:
        """Return the {names} of the instructions, with those of the plan."""
        plan, text, words = self.plan, self.book.texts.instructions, self.book.texts.words
        booklet = self.pages.of("booklet")
        placed = [part for page in self.pages.made for part in page.sheet.parts]
        letters = [section.name for section in plan.sections]
        return {
            **self.book.names,
            "paper": plan.paper.label,
            "leaflet": plan.leaflet.label,
            "folds_to": plan.leaflet.folds_to,
            "cell": f"{plan.cell:g}",
            "board": f"{plan.board_size:g}",
            "overlap": f"{plan.request.overlap:g}",
            "diameter": f"{plan.counter_size:g}",
            "component_pages": self._numbers(self.pages.components),
            "counter_pages": self._numbers(self._with("counter")),
            "card_pages": self._numbers(self._with("card")),
            "back_pages": self._numbers(self.pages.of("back")),
            "box_page": self._numbers(self.pages.of("box")),
            "booklet_pages": self._numbers(booklet),
            "booklet_sheets": words.counted(len(booklet) // _SIDES, text.sheet),
            "booklet_nested": self._nested(),
            "section_count": words.counted(len(letters), text.section),
            "counter_count": words.counted(sum(part.kind in _MADE for part in placed), text.counter),
            "sides": text.sides,
            "card_count": words.counted(sum(part.kind == "card" for part in placed), text.card),
        }

    def cases(self) -> dict[str, str]:
        """Return the facts that sentences of the instructions have cases for."""
        plan, spec = self.plan, self.spec
        return {
            "duplex": spec.duplex,
            "booklet": "several" if len(self.pages.of("booklet")) > _SIDES else "one",
            "mode": spec.mode,
            "gap": "some" if plan.gap else "none",
            "seams": "lettered" if plan.is_lettered else "plain",
            "join": "whole" if len(plan.sections) == 1 else spec.join,
            "counters": spec.counters,
            "king": spec.king,
            "cards": spec.cards,
            "box": self._box(),
            "boxed": self._boxed(),
            "leaflet": "same" if plan.leaflet == plan.paper else "other",
            "folds_to": plan.leaflet.folds_to,
            "sides": "told" if self.book.texts.instructions.sides else "untold",
            "source": "named" if self.book.ruleset.source else "none",
        }

    def has(self) -> frozenset[str]:
        """Return the parts that the kit has, for steps of the instructions that need one."""
        spec = self.spec
        made = (spec.box, spec.counters, spec.king, spec.cards)
        special = made != (DEFAULTS.box, DEFAULTS.counters, DEFAULTS.king, DEFAULTS.cards)
        return frozenset((*self.pages.parts, *spec.parts, *(("special counters",) if special else ())))

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
            made = [part for page in self.pages.made for part in page.sheet.parts]
            rows.append((components[0].number, components[-1].number, self._listed(made), words["card"]))
        else:
            rows += [(page.number, page.number, self.contents(page), words["card"]) for page in components]
        booklet = self.pages.of("booklet")
        if booklet:
            rows.append((booklet[0].number, booklet[-1].number, words["booklet"], words["both"]))
        return tuple(
            (str(first) if first == last else f"{first}–{last}", contents[:1].upper() + contents[1:], material)
            for first, last, contents, material in rows
        )

    def _nested(self) -> str:
        """Return the pages of each sheet of the booklet, the outermost first: "pages 6 and 7, pages 8 and 9"."""
        booklet = self.pages.of("booklet")
        sheets = (booklet[start : start + _SIDES] for start in range(0, len(booklet), _SIDES))
        return self.book.texts.words.lists.comma.join(map(self._numbers, sheets))

    def _numbers(self, pages: Sequence[Page]) -> str:
        """Return "page 2", "pages 2 and 3" or "pages 2 to 4" in the language's words."""
        text, words = self.book.texts.instructions, self.book.texts.words
        return f"{words.noun(len(pages), text.page)} {words.ranged([str(page.number) for page in pages])}"

    def _listed(self, parts: Sequence[PlacedPart]) -> str:
        """Return "section A, eight counters, two reminder cards" in the language's words."""
        text, words = self.book.texts.instructions, self.book.texts.words
        letters = list(dict.fromkeys(part.name for part in parts if part.kind == "section"))
        listed = []
        if letters:
            form = text.table["sections" if len(letters) == 1 else "several_sections"]
            running = letters == [section.name for section in self.plan.sections][: len(letters)]
            listed.append(fill(form, {"letters": words.ranged(letters) if running else words.listed(letters)}))
        for kinds, noun in ((_MADE, text.counter), (("card",), text.card)):
            count = sum(part.kind in kinds for part in parts)
            if count:
                listed.append(words.counted(count, noun))
        return words.lists.comma.join(listed)
