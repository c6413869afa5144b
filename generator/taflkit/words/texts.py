"""The words of a game in one language: what the files under text/<language>/ hold.

Which of them apply to a kit follows from the rule flags, and for the instructions from facts of the plan.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from taflkit.errors import TaflkitError
from taflkit.words.rulebook import SentenceTemplate, Words, fill

__all__ = [
    "BookletText",
    "CardSentence",
    "CardText",
    "CardsText",
    "GeneralText",
    "InstructionsText",
    "PlanSentence",
    "ProvenanceText",
    "SectionText",
    "SheetText",
    "StepText",
    "Texts",
    "told",
]


@dataclass(frozen=True, eq=False, repr=False)
class SectionText:
    """A section of the booklet; an empty title is not printed."""

    title: str = ""
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class GeneralText:
    """What the booklet of a game without words of its own says."""

    title: str = ""
    subtitle: str = ""
    history: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class ProvenanceText:
    """How the booklet tells where its rules come from; {rules} are their numbers."""

    stated: str
    implied: str
    narrowed: str
    silent: str
    observed: str
    close: str


@dataclass(frozen=True, eq=False, repr=False)
class BookletText:
    """The booklet's words beside the rules (booklet.toml).

    Attributes:
        figure, figures, and_: words that references to figures are made with ("figure 2", "figures 2 and 3").
        figure_label, rule_label: what captions begin with, and name their rule by.
        varied: a ruleset's {ruleset} title with its {variations}.
        leave_out: names of sections and figures that are not printed.
    """

    subtitle: str
    history: SectionText
    rules: SectionText
    advice: SectionText
    credits: SectionText
    general: GeneralText
    provenance: ProvenanceText
    varied: str = "{ruleset}, with {variations}"
    rule_label: str = "rule"
    figure: str = "figure"
    figures: str = "figures"
    and_: str = "and"
    figure_label: str = "Figure"
    leave_out: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class CardSentence(SentenceTemplate):
    """A sentence of the reminder cards; its `rule` is the heading it stands under.

    Attributes:
        card: whose card it is on.
        repeats: the rules of the booklet that it repeats, besides those that speak of its flags.
    """

    repeats: tuple[str, ...] = ()
    card: Literal["both", "attackers", "defenders"] = "both"


@dataclass(frozen=True, eq=False, repr=False)
class CardText:
    """One card's title, and its figures in order of preference."""

    title: str
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class CardsText:
    """The reminder cards (cards.toml)."""

    attackers: CardText
    defenders: CardText
    sentence: tuple[CardSentence, ...]


@dataclass(frozen=True, eq=False, repr=False)
class PlanSentence:
    """A sentence of the instructions: plain, or with a case for each value of a fact of the plan."""

    text: str = ""
    fact: Literal["", "duplex", "mode", "gap", "join", "counters", "king", "box"] = ""
    cases: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class StepText:
    """A step of the instructions, with the picture that belongs to it.

    Attributes:
        needs: the step is left out of kits without this.
    """

    title: str
    text: tuple[PlanSentence, ...]
    picture: Literal["", "sheets", "assembly", "fold"] = ""
    needs: Literal["", "components", "board", "booklet", "special counters"] = ""


@dataclass(frozen=True, eq=False, repr=False)
class InstructionsText:
    """The first page (instructions.toml).

    Attributes:
        page, pages, and_, to: words that page numbers and letters are listed with.
        section, sections, card, cards: names of the parts.
        sheets, assembly, fold: captions of the pictures.
        table: the words of the table of the pages.
        alternatives: what stands for the pictures where they cannot be seen.
    """

    title: str
    subtitle: str
    page: str
    pages: str
    and_: str
    to: str
    section: str
    sections: str
    sheet: str
    sheets_of_paper: str
    counter: str
    counters: str
    card: str
    cards: str
    sheets: str
    assembly: str
    fold: str
    table: dict[str, str]
    alternatives: dict[str, str]
    intro: tuple[PlanSentence, ...]
    step: tuple[StepText, ...]
    credits: tuple[PlanSentence, ...]

    def __post_init__(self) -> None:
        """Refuse tables that lack a word; the catalog names the file."""
        _refuse_lacking(self, {"table": _TABLE, "alternatives": ("sheets", "assembly", "fold")})


_TABLE = (
    *("page", "contents", "material", "instructions", "sections", "several_sections", "backs", "box", "booklet"),
    *("paper", "card", "both"),
)


def _refuse_lacking(text: object, needed: Mapping[str, tuple[str, ...]]) -> None:
    for table, names in needed.items():
        for name in names:
            if name not in getattr(text, table):
                raise ValueError(f"[{table}] needs '{name}'")


@dataclass(frozen=True, eq=False, repr=False)
class SheetText:
    """The words on component sheets (sheet.toml).

    Attributes:
        alternatives: what stands for parts that cannot be seen: section, counters, backs, standee and box.
        layers: the names of the layers art, cut, fold and labels.
    """

    line: str
    page_of_pages: str
    ruler: str
    section: str
    alternatives: dict[str, str]
    layers: dict[str, str]

    def __post_init__(self) -> None:
        """Refuse tables that lack a word; the catalog names the file."""
        _refuse_lacking(self, _NEEDED)


_NEEDED = {
    "alternatives": ("section", "counters", "backs", "standee", "box"),
    "layers": ("art", "cut", "fold", "labels"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Texts:
    """All words of a game in a language.

    Attributes:
        rules: the sentences of the rules (rules.toml).
        captions: by figure name (figures.toml).
    """

    language: str
    rules: tuple[SentenceTemplate, ...]
    words: Words
    captions: Mapping[str, str]
    booklet: BookletText
    cards: CardsText
    instructions: InstructionsText
    sheet: SheetText


def told(sentences: tuple[PlanSentence, ...], facts: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return sentences as one paragraph, chosen by facts of the plan.

    Args:
        sentences: of a step.
        facts: by name, such as {"duplex": "short"}.
        names: what {names} stand for.

    Raises:
        TaflkitError: a sentence has no case for a fact, or an unknown {name}.
    """
    parts = []
    for sentence in sentences:
        text = sentence.text
        if sentence.fact:
            value = facts[sentence.fact]
            if value not in sentence.cases:
                raise TaflkitError(f"a sentence of the instructions has no case '{value}' for {sentence.fact}")
            text = sentence.cases[value]
        parts.append(fill(text, names))
    return " ".join(part for part in parts if part)
