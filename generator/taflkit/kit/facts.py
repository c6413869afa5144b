"""What the first page tells of the kit that was made: its parts, their pages, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from taflkit.catalog.book import Book
from taflkit.kit.components import ComponentPage
from taflkit.sheets.plan import PlacedPart, Plan
from taflkit.words.rulebook import Words, fill
from taflkit.words.texts import InstructionsText

__all__ = ["Assembly"]

_MOST_ROWS = 5
"""How many component pages the table of the pages has rows of their own for."""


class Assembly(NamedTuple):
    """A kit's parts.

    Attributes:
        book: the game.
        overlap: of the sections, in mm.
        plan: where the parts lie.
        sheets: the component pages.
        numbers: the pages of the whole kit by what is on them.
    """

    book: Book
    overlap: float
    plan: Plan
    sheets: Sequence[ComponentPage]
    numbers: Mapping[str, tuple[int, ...]]

    def names(self) -> dict[str, str]:
        """Return the {names} of the instructions, with those of the plan."""
        plan, text, words = self.plan, self.book.game.texts.instructions, self.book.game.texts.words
        pages = tuple(zip(self.numbers.get("components", ()), self.sheets, strict=True))
        with_counters = [
            number
            for number, page in pages
            if page.kind == "front" and any(part.kind == "counter" for part in page.sheet.parts)
        ]
        placed = [part for page in self.sheets if page.kind == "front" for part in page.sheet.parts]
        cards = sum(part.kind == "card" for part in placed)
        made = sum(part.kind in ("counter", "standee") for part in placed)
        letters = [section.name for section in plan.sections]
        return {
            **self.book.names,
            "paper": plan.paper.label,
            "cell": f"{plan.cell:g}",
            "board": f"{plan.board_size:g}",
            "overlap": f"{self.overlap:g}",
            "diameter": f"{plan.counter_size:g}",
            "component_pages": _pages(self.numbers.get("components", ()), text),
            "counter_pages": _pages(with_counters, text),
            "back_pages": _pages([number for number, page in pages if page.kind == "back"], text),
            "box_page": _pages([number for number, page in pages if page.kind == "box"], text),
            "booklet_pages": _pages(self.numbers.get("booklet", ()), text),
            "booklet_sheets": _count(
                len(self.numbers.get("booklet", ())) // 2, text.sheet, text.sheets_of_paper, words
            ),
            "section_count": _count(len(letters), text.section, text.sections, words),
            "counter_count": _count(made, text.counter, text.counters, words),
            "card_count": _count(cards, text.card, text.cards, words),
            "letters": _listed(letters, text),
        }

    def contents(self) -> tuple[str, ...]:
        """Return in words what is on each component page."""
        return tuple(map(self._contents, self.sheets))

    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """Return the table of the pages: their numbers, what is on them, and what to print them on."""
        words = self.book.game.texts.instructions.table
        rows: list[tuple[int, int, str, str]] = []
        if "instructions" in self.numbers:
            first = self.numbers["instructions"][0]
            rows.append((first, first, words["instructions"], words["paper"]))
        parts = [
            (number, number, told, words["card"])
            for number, told in zip(self.numbers.get("components", ()), self.contents(), strict=True)
        ]
        if len(parts) > _MOST_ROWS:
            parts = [(parts[0][0], parts[-1][1], self._listed_contents(self._parts("front")), words["card"])]
        rows += parts
        if "booklet" in self.numbers:
            rows.append((self.numbers["booklet"][0], self.numbers["booklet"][-1], words["booklet"], words["both"]))
        return tuple(
            (str(first) if first == last else f"{first}–{last}", told[:1].upper() + told[1:], material)
            for first, last, told, material in rows
        )

    def _parts(self, kind: str) -> list[PlacedPart]:
        return [part for page in self.sheets if page.kind == kind for part in page.sheet.parts]

    def _contents(self, page: ComponentPage) -> str:
        words = self.book.game.texts.instructions.table
        if page.kind != "front":
            return words["backs" if page.kind == "back" else "box"]
        return self._listed_contents(page.sheet.parts)

    def _listed_contents(self, parts: Sequence[PlacedPart]) -> str:
        """Return "section A, eight counters and two reminder cards" in the language's words."""
        text, words = self.book.game.texts.instructions, self.book.game.texts.words
        letters = list(dict.fromkeys(part.name for part in parts if part.kind == "section"))
        told = []
        if letters:
            form = text.table["sections" if len(letters) == 1 else "several_sections"]
            running = letters == [section.name for section in self.plan.sections][: len(letters)]
            listed = _listed(letters, text) if running else _each(letters, text)
            told.append(fill(form, {"letters": listed}))
        for kinds, one, many in (
            (("counter", "standee"), text.counter, text.counters),
            (("card",), text.card, text.cards),
        ):
            count = sum(part.kind in kinds for part in parts)
            if count:
                told.append(_count(count, one, many, words))
        return ", ".join(told)


def _pages(numbers: Sequence[int], text: InstructionsText) -> str:
    """Return "page 2", "pages 2 and 3" or "pages 2 to 4" in the language's words."""
    return f"{text.page if len(numbers) == 1 else text.pages} {_listed([str(n) for n in numbers], text)}"


def _listed(names: Sequence[str], text: InstructionsText) -> str:
    if len(names) <= 1:
        return "".join(names)
    return f"{names[0]} {text.and_ if len(names) == 2 else text.to} {names[-1]}"


def _each(names: Sequence[str], text: InstructionsText) -> str:
    """Return "A", "A and C" or "A, C and E" in the language's words."""
    first = ", ".join(names[:-1])
    return f"{first} {text.and_} {names[-1]}" if first else names[-1]


def _count(number: int, one: str, many: str, words: Words) -> str:
    return f"{words.number(number)} {one if number == 1 else many}"
