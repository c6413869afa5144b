"""How the parts of a kit are made, as page one tells it: cut out, folded, glued to card, joined, and boxed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from taflkit.kit.numbering import Page, Pages
from taflkit.kit.options import CHOICES, KitSpec
from taflkit.sheets.plan import PlacedPart, Plan

__all__ = ["MADE", "Making"]

MADE = ("counter", "standee")
"""The kinds of placed parts that are counted as counters."""
_FOLDING = 2
"""The sections of a board that folds."""


class Making(Struct, frozen=True):
    """How the parts of a kit are made.

    Attributes:
        spec: the choices.
        plan: where the parts lie.
        pages: the numbered pages.
    """

    spec: KitSpec
    plan: Plan
    pages: Pages

    def cases(self) -> dict[str, str]:
        """Return the facts of making that sentences of the instructions have cases for."""
        return {
            "backs": self.backs,
            "firm": self.firm,
            "glued": self.glued,
            "folded": "some" if self.folds and self.spec.glued else "none",
            "net": self.net,
            "wood": "some" if self.is_round and not self.pages.of("box", "back") else "none",
            "edges": self.edges,
            "round": self.round,
            "join": self.join(),
            "counters": self.spec.counters if self.number_of("counter") else "flat",
            "king": ("flat", self.spec.king, "standees")[min(self.number_of("standee"), 2)],
            "box": self.box(),
            "boxed": self.boxed(),
            "parted": "some" if self.fronts() else "none",
            "dealt": "none" if not self.number_of("card") else "some" if self.spec.sets == 1 else "shared",
        }

    def number_of(self, *kinds: str) -> int:
        """Return how many parts of some kinds there are on the fronts of sheets."""
        return sum(part.kind in kinds for part in self.fronts())

    def fronts(self) -> list[PlacedPart]:
        """Return all parts on the fronts of sheets, in the order of their pages."""
        return [part for page in self.pages.made for part in page.sheet.parts]

    @property
    def firm(self) -> str:
        """Which ways of making the parts firm there are: boxed or folded parts must not be too thick."""
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

    @property
    def glued(self) -> str:
        """Which sheets are glued to card for a box: those of one side, those with backs, or both; "none" if none."""
        if not self.is_glued:
            return "none"
        return {(0, 0): "none", (1, 0): "single", (0, 1): "backs", (1, 1): "both"}[
            bool(self.single), bool(self.glued_backs)
        ]

    @property
    def net(self) -> str:
        """How the box's own sheets are made, if not as the others are, and the spare counters on them."""
        if self.firm not in ("thick", "thin"):
            return "none"
        spares = self.is_round and self.beside
        return f"{self.firm}-{'backs' if self.spec.glued and self.backs_beside else 'spares'}" if spares else self.firm

    @property
    def backs(self) -> str:
        """How the sheets with backs are turned, or "one" of them, or whether fronts and backs are glued to card."""
        backs = self.pages.of("back")
        if not backs:
            return "none"
        return "glued" if self.spec.glued else f"{self.spec.duplex}{'-one' if len(backs) == 1 else ''}"

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

    @property
    def backs_beside(self) -> list[Page]:
        """The backs of spare counters on the box's sheets."""
        return [page for page in self.pages.of("back") if self.pages.pages[page.number - 2].role == "box"]

    @property
    def glued_backs(self) -> list[Page]:
        """The backs of the sheets that are no box's."""
        return [page for page in self.pages.of("back") if self.pages.pages[page.number - 2].role == "front"]

    def behind(self, backs: Iterable[Page]) -> list[Page]:
        """Return the pages that others are the backs of."""
        return [self.pages.pages[page.number - 2] for page in backs]

    @property
    def folds(self) -> bool:
        """Whether counters or the king are folded."""
        folded = self.spec.counters == "fold" and self.number_of("counter") > 0
        return folded or self.number_of("standee") > 0

    @property
    def is_round(self) -> bool:
        """Whether there are counters that are cut out or punched just as they are printed."""
        return self.spec.counters != "fold" and self.number_of("counter") > 0

    @property
    def is_cut(self) -> bool:
        """Whether counters are cut out, and not punched."""
        return self.spec.counters != "punch" and self.number_of("counter") > 0

    @property
    def round(self) -> str:
        """How counters are cut out: round, by a punch, or apart in pairs; after straight cuts, or alone."""
        if not self.number_of("counter"):
            return "none"
        way = {"fold": "pairs", "punch": "punch"}.get(self.spec.counters, "cut")
        return way if self.edges != "none" else f"{way}-alone"

    @property
    def edges(self) -> str:
        """How the lines of straight cuts of parts are shown: by outlines, by the edges of the art, or by marks."""
        if not self.number_of("section", "card", "standee"):
            return "none"
        if not self.plan.bleed:
            return "white" if self.plan.gap else "shared"
        return "bled" if self.plan.request.bled_aside else "bled-inside"

    @property
    def is_bled(self) -> bool:
        """Whether straight cuts are made from mark to mark, where a knife and a rule are needed."""
        return self.edges.startswith("bled")

    def box(self) -> str:
        """Return how the box is made: "none", "box" of one piece, "tray" and lid, or these in "halves"."""
        nets = [page.box.net for page in self.pages.of("box") if page.box is not None]
        return "halves" if any(net.half for net in nets) else nets[0].name if nets else "none"

    def boxed(self) -> str:
        """Return whether the box takes booklet or board, "too" or "alone", and whether the board lies "under" it."""
        if not self.spec.boxed_whole or not self.pages.of("box"):
            return "parts"
        packed = "" if not self.packed() else "too" if self.number_of(*MADE, "card") else "alone"
        under = "under" if "board" in self.spec.parts and not self.boards() else ""
        return "-".join(filter(None, (packed, under))) or "parts"

    def boards(self) -> bool:
        """Whether the board goes into the box."""
        return any(page.box is not None and page.box.board for page in self.pages.of("box"))

    def held(self) -> list[str]:
        """Return the keys of the words for parts whose thickness the box has room for."""
        held = {"counters": self.number_of(*MADE), "cards": self.number_of("card"), "board": self.boards()}
        return [key for key, there in held.items() if there]

    def shaped(self) -> list[str]:
        """Return the keys of the words for the parts that are folded and glued."""
        kings = self.number_of("standee")
        folded = self.spec.counters == "fold" and self.number_of("counter") > 0
        there = {"counters": folded, "king": kings == 1, "kings": kings > 1, "box": bool(self.pages.of("box"))}
        return [key for key, is_there in there.items() if is_there]

    def join(self) -> str:
        """Return how the board is joined: "whole", by its `join`, or, edge to edge, to "fold" or to lie "loose"."""
        if len(self.plan.sections) <= 1:
            return "whole"
        if self.spec.join != CHOICES["join"][0]:
            return self.spec.join
        return "fold" if len(self.plan.sections) == _FOLDING else "loose" if self.boards() else CHOICES["join"][0]

    def packed(self) -> list[str]:
        """Return the keys of the words for the contents of a whole kit's box besides counters and cards."""
        packed = []
        if self.boards():
            packed.append({"fold": "folded", "loose": "sections"}.get(self.join(), "board"))
        return [*packed, "booklet"] if self.spec.boxed_whole and "booklet" in self.spec.parts else packed
