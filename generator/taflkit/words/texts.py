"""The words of a game in one language: English as the files under text/en/ have them, or translated.

Which of them apply to a kit follows from the rule flags, and for the instructions from facts of the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct, structs

from taflkit.limits import SENTENCES, STEPS
from taflkit.tafl import Side
from taflkit.words.alternatives import Alternatives
from taflkit.words.booklet import BookletText
from taflkit.words.forms import Forms, refuse_formless, refuse_lacking
from taflkit.words.phrases import CaseError, Words, fill
from taflkit.words.rulebook import HeadedRules, NumberedRule, RuleWords, SentenceTemplate


class CardSentence(SentenceTemplate, frozen=True, forbid_unknown_fields=True):
    """A sentence of the reminder cards.

    Attributes:
        rule: the group of the rules whose heading it stands under.
        card: the side whose card has it.
    """

    card: Literal["both", "attackers", "defenders"] = "both"


class CardText(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a card beside its sentences.

    Attributes:
        title: of the card.
        figures: names of figures, in order of preference.
    """

    title: str
    figures: tuple[str, ...] = ()


class CardsText(Struct, frozen=True, forbid_unknown_fields=True):
    """The reminder cards (cards.toml).

    Attributes:
        attackers, defenders: the card of each side.
        sentence: the sentences, in order.
    """

    attackers: CardText
    defenders: CardText
    sentence: Annotated[tuple[CardSentence, ...], Meta(max_length=SENTENCES)]


class PlanSentence(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of the instructions: plain, or with a case for each value of a fact of the plan.

    Attributes:
        text: where the sentence is plain.
        fact: that the cases speak of.
        cases: text by values of the fact, "*" for all others.
    """

    text: str = ""
    fact: (
        Literal["", "kit", "papers", "duplex", "printing", "firm", "folded", "wood", "plastic", "edges", "last"]
        | Literal["join", "boxed", "held", "board", "start", "dealt", "sides", "source", "fonts", "stock", "inked"]
    ) = ""
    cases: dict[str, str] = {}


class PanelText(Struct, frozen=True, forbid_unknown_fields=True):
    """The words below a panel.

    Attributes:
        picture: the name of what the panel shows.
        title: the heading.
        text: the sentences.
    """

    picture: str
    title: str
    text: tuple[PlanSentence, ...]


class InstructionsText(Struct, frozen=True, forbid_unknown_fields=True):
    """The instructions (instructions.toml).

    Attributes:
        title, subtitle: the heading of the first page, and the line below it.
        page, sheet, section, counter, card: nouns by plural category.
        table: the words of the table of the pages.
        made, needed: the parts of a game and the material for them, as they are listed.
        held, packed: the contents of a box that give its thickness, and the others, as they are listed.
        alternatives: the text alternatives of the pictures.
        labels: the words in the pictures.
        intro: the lines above the panels.
        panel: the words below the panels, by their pictures.
        total: the line below the table where there are several sets.
        note: the lines below the table.
        credits: the lines at the end.
        sides: the easier side of the game, in a clause; "" where nobody says so.
    """

    title: str
    subtitle: str
    page: Forms
    sheet: Forms
    section: Forms
    counter: Forms
    card: Forms
    table: dict[str, str]
    made: dict[str, str]
    needed: dict[str, str]
    held: dict[str, str]
    packed: dict[str, str]
    alternatives: dict[str, str]
    labels: dict[str, str]
    intro: tuple[PlanSentence, ...]
    panel: Annotated[tuple[PanelText, ...], Meta(max_length=STEPS)]
    total: tuple[PlanSentence, ...]
    note: tuple[PlanSentence, ...]
    credits: tuple[PlanSentence, ...]
    sides: str = ""

    def __post_init__(self) -> None:
        refuse_lacking(self, _INSTRUCTIONS)
        refuse_formless(**{noun: getattr(self, noun) for noun in COUNTED["instructions"]})
        lacking = [name for name in PANELS if name not in self.panels]
        if lacking:
            raise ValueError(f"there is no panel with the picture '{lacking[0]}'")

    @property
    def panels(self) -> dict[str, PanelText]:
        """The panels by their pictures."""
        return {panel.picture: panel for panel in self.panel}


PANELS = (
    *("print", "measure", "backs", "firm", "letter", "cut", "next", "round", "punch", "fold_counter"),
    *("labels", "standee", "transfer", "assembly", "tabs", "overlap", "cards", "box", "halves", "tuck", "tray"),
    *("leaves", "fold", "nest", "start"),
)
"""The pictures of the panels, in the order of the work."""
COUNTED: Mapping[str, tuple[str, ...]] = {
    "booklet": ("figure",),
    "instructions": ("page", "sheet", "section", "counter", "card"),
}
"""The nouns that stand beside numbers, by the table that has them."""

_INSTRUCTIONS = {
    "table": (
        *("page", "contents", "material", "instructions", "sections", "several_sections", "backs", "box", "booklet"),
        *("poster", "record", "colouring", "puzzles"),
        *("paper", "card", "both", "card_backs", "all_backs", "whole", "tray", "lid", "upper", "lower"),
        *("times", "shared", "labels", "transfer"),
    ),
    "made": (
        *("board", "counters", "sets", "spares", "cards", "box", "booklet"),
        *("poster", "record", "colouring", "puzzles"),
    ),
    "needed": (
        *("printer", "paper_or_card", "paper_or_card_for_parts", "paper", "paper_for_pages", "knife", "scissors"),
        *("paper_for_page", "knife_or_scissors", "punch", "labels", "discs", "glue", "staples", "transfer", "iron"),
    ),
    "held": ("counters", "cards", "board"),
    "packed": ("board", "folded", "sections", "booklet"),
    "alternatives": ("sheets", *(name for name in PANELS if name not in ("cut", "next"))),
    "labels": ("scale", "fit", "shrink", "actual", "print", "glue"),
}


class SheetText(Struct, frozen=True, forbid_unknown_fields=True):
    """The words on component sheets (sheet.toml), with the text alternatives of parts and the names of layers.

    Attributes:
        line: at the foot of a sheet.
        page_of_pages: the number of a page.
        ruler: beside the ruler.
        section: the name of a section of the board.
        alternatives: the text alternatives of parts.
        layers: the names of the layers.
        mirrored: stands before the line of a mirrored sheet.
        box: the line at the foot of a box's front.
        record: the words of the record sheet.
        colouring: those above the board to colour in, with "all" pieces or a "few".
        puzzles: those of puzzles and their answers.
    """

    line: str
    mirrored: str
    page_of_pages: str
    ruler: str
    section: str
    alternatives: dict[str, str]
    layers: dict[str, str]
    record: dict[str, str]
    colouring: dict[str, str]
    puzzles: dict[str, str]
    box: str = ""

    def __post_init__(self) -> None:
        needed = {
            "alternatives": ("section", "counters", "backs", "standee", "box", "record", "colouring"),
            "layers": ("art", "cut", "fold", "labels"),
            "record": ("date", "result", "move", "capture"),
            "colouring": ("all", "few"),
            "puzzles": (
                *("title", "intro", "turned", "more", "attackers", "defenders", "capture", "quiet"),
                *("answers", "reading", "answer", "any", "others"),
            ),
        }
        refuse_lacking(self, needed)


class SideText(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the test sheet: its heading, the line below it, and its bookmark."""

    heading: str
    subtitle: str
    name: str


class ReadingText(Struct, frozen=True, forbid_unknown_fields=True):
    """One reading to take from the test sheet."""

    title: str
    text: str


class PrinterTestText(Struct, frozen=True, forbid_unknown_fields=True):
    """The printer's test sheet (printer-test.toml).

    Attributes:
        front, back: title and heading of either side, with the {paper}.
        turned: the turn of the sheet, by the way of turning.
        steps: title and text of each reading.
        save, command, then: the way to store the readings.
        reading: the paragraphs of the back.
        names: the names of the readings scale_x, scale_y, back_dx and back_dy.
        alternatives: the text alternatives of the marks of the front, of the back and of labels, and of the rulers.
        labels: title and heading of the sheet for labels, with these and their {paper}.
        on_labels: the paragraphs of that sheet.
        feed, fed: the command that keeps what it shows, and its use.
    """

    title: str
    front: SideText
    back: SideText
    turned: dict[str, str]
    intro: str
    steps: tuple[ReadingText, ...]
    save: str
    command: str
    then: str
    reading: tuple[str, ...]
    names: dict[str, str]
    from_edge: str
    read_here: str
    alternatives: dict[str, str]
    labels: SideText
    on_labels: tuple[str, ...]
    feed: str
    fed: str

    def __post_init__(self) -> None:
        needed = {
            "names": ("scale_x", "scale_y", "back_dx", "back_dy"),
            "turned": ("short", "long", "single"),
            "alternatives": ("front", "back", "labels", "rulers"),
        }
        refuse_lacking(self, needed)


class Texts(Struct, frozen=True):
    """All words of a game in a language.

    Attributes:
        rules, groups: the sentences of the rules (rules.toml), and the groups of the rules by name, in order.
        captions: by figure name (figures.toml).
        alternatives: the sentences of the figures' text alternatives (alternatives.toml).
        file: the file of the rules' sentences, for errors.
    """

    language: str
    rules: tuple[SentenceTemplate, ...]
    groups: Mapping[str, HeadedRules]
    words: Words
    captions: Mapping[str, str]
    booklet: BookletText
    cards: CardsText
    instructions: InstructionsText
    sheet: SheetText
    alternatives: Alternatives
    file: str

    def named(self, words: Words) -> Self:
        """Return the texts with other words, which fill the pieces and places of figures, cards and tables in."""
        fill_in = words.with_nouns
        texts: dict[str, Any] = {}
        for name in Alternatives.__struct_fields__:
            text = getattr(self.alternatives, name)
            texts[name] = fill_in(text) if isinstance(text, str) else {key: fill_in(text[key]) for key in text}
        cards, record = self.cards, self.booklet.record
        titles = {
            side: structs.replace(card, title=fill_in(card.title))
            for side, card in (("attackers", cards.attackers), ("defenders", cards.defenders))
        }
        record = structs.replace(record, columns=tuple(map(fill_in, record.columns)))
        return structs.replace(
            self,
            words=words,
            groups={name: structs.replace(each, title=fill_in(each.title)) for name, each in self.groups.items()},
            alternatives=Alternatives(**texts),
            cards=structs.replace(cards, **titles),
            booklet=structs.replace(self.booklet, record=record),
        )


_NAMES: Mapping[str, Mapping[tuple[str, ...], tuple[str, ...]]] = {
    "words": {
        ("numbers.*", "language.homonyms*"): ("noun",),
        ("document.kit",): ("paper", "mode"),
        ("document.test",): ("paper",),
        ("document.font",): ("font",),
        ("*",): (),
    },
    "booklet": {
        ("subtitle", "*.subtitle", "special", "figure.*", "untitled", "rules.mark"): (),
        ("key.*", "leave_out*", "origin", "dated"): (),
        ("origins.where",): ("label", "where"),
        ("origins.used",): ("title",),
        ("origins.*",): (),
        ("varied",): ("ruleset", "variations"),
    },
    "cards": {("attackers.*", "defenders.*"): ("nouns",)},
    "instructions": {
        ("subtitle", "page.*", "sheet.*", "section.*", "counter.*", "card.*"): (),
        ("sides", "held.*", "packed.*", "labels.*"): (),
        ("table.sections", "table.several_sections"): ("letters",),
        ("table.upper", "table.lower"): ("part",),
        ("table.labels",): ("labels",),
        ("table.shared",): ("contents", "sets"),
        ("table.*",): (),
        ("alternatives.sheets",): ("page", "contents"),
        ("alternatives.assembly",): ("rows",),
        ("alternatives.tabs", "alternatives.overlap"): ("first", "second"),
        ("alternatives.*",): (),
    },
    "sheet": {
        ("ruler", "layers.*", "alternatives.standee", "alternatives.box", "alternatives.colouring"): (),
        ("record.date", "record.result", "colouring.*"): (),
        ("puzzles.more",): ("count",),
        ("puzzles.attackers", "puzzles.defenders"): ("nouns", "count"),
        ("puzzles.capture", "puzzles.quiet"): ("piece",),
        ("puzzles.answer",): ("key", "replies", "attempt", "reply"),
        ("puzzles.*",): (),
        ("record.move",): ("move",),
        ("record.capture",): ("capture",),
        ("alternatives.record",): ("count",),
        ("page_of_pages",): ("page", "pages"),
        ("section",): ("letter",),
        ("alternatives.section",): ("letter", "first_file", "last_file", "first_rank", "last_rank"),
        ("alternatives.counters", "alternatives.backs"): ("piece", "count"),
    },
    "alternatives": {
        ("empty", "empty_part", "nowhere"): (),
        ("begins.*", "outcomes.*", "anvils.throne", "anvils.occupied-throne"): ("nouns",),
        ("check", "no_check"): ("call",),
        ("part",): ("first", "last"),
        ("single",): ("square",),
        ("standing",): ("pieces", "squares"),
        ("move", "quiet"): ("piece", "origin", "target", "captures"),
        ("numbered",): ("number", "move"),
        ("wins",): ("move", "outcome"),
        ("goes_on",): ("move",),
        ("reach",): ("piece", "square", "squares"),
        ("refused",): ("refusal",),
        ("captures.linnaean",): ("nouns", "piece", "square", "against"),
        ("captures.shieldwall",): ("pieces", "squares", "against"),
        ("captures.*",): ("piece", "square", "against"),
        ("anvils.*",): ("nouns", "square"),
        ("refusals.*",): ("nouns", "where"),
    },
}
"""The {names} of the texts that have the same ones in every kit, by their table and the forms of their keys.

A * in a form is any part of a key.
"""
_VARIED = {"piece": "pieces", "pieces": "pieces", "count": "numbers", "sets": "numbers", "nouns": "nouns"}
"""Those of them that are pieces or numbers, and have variants in a language; "nouns" are all of pieces and places."""


def names_of(table: str, key: str) -> tuple[str, ...] | None:
    """Return the {names} that a text may have, or None where they depend on the language, the rules or the kit."""
    names = _known(table, key)
    return None if names is None or any(name in _VARIED for name in names) else names


def varied_names(table: str, key: str, words: Words) -> tuple[str, ...] | None:
    """Return the {names} that a text may have in a language, or None where `names_of` says or nobody knows them."""
    names = _known(table, key)
    if names is None or not any(name in _VARIED for name in names):
        return None
    variants = {"pieces": words.piece_variants, "numbers": words.number_variants, "nouns": ()}
    more = [f"{name}_{variant}" for name in names if name in _VARIED for variant in variants[_VARIED[name]]]
    return (*names, *more, *(words.nouns_named if "nouns" in names else ()))


def _known(table: str, key: str) -> tuple[str, ...] | None:
    for forms, names in _NAMES.get(table, {}).items():
        for form in forms:
            head, star, tail = form.partition("*")
            if key == form or (star and key.startswith(head) and key.endswith(tail)):
                return names
    return None


def paragraph(sentences: tuple[PlanSentence, ...], facts: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Join sentences to a paragraph, each in the case that a fact of the plan, such as {"duplex": "short"}, chooses.

    Raises:
        TaflkitError: a sentence has no case for a fact, or an unknown {name}.
    """
    parts = []
    for sentence in sentences:
        text = sentence.text
        if sentence.fact:
            value = facts[sentence.fact]
            chosen = sentence.cases.get(value, sentence.cases.get("*"))
            if chosen is None:
                raise CaseError(sentence, f"a sentence of the instructions has no case '{value}' for {sentence.fact}")
            text = chosen
        parts.append(fill(text, names))
    return " ".join(part for part in parts if part)


# The words of the reminder cards: sentences under their headings, with the numbers of the rules they repeat.


class CardGroup(Struct, frozen=True):
    """The sentences under a heading, with the numbers of the booklet's rules that they repeat."""

    heading: str
    numbers: str
    text: str


def card_groups(side: Side, texts: Texts, rule_words: RuleWords, rules: Sequence[NumberedRule]) -> Iterator[CardGroup]:
    """Yield the groups of sentences of a side's card, under the headings of the rules.

    Raises:
        TaflkitError: no case for the flags, or a {name} that a sentence does not have.
    """
    applying = [s for s in texts.cards.sentence if s.card in ("both", side.value) and rule_words.applies(s)]
    for name, members in groupby(applying, key=lambda s: s.rule):
        filled = [(s, text) for s in members if (text := rule_words.sentence_text(s))]
        if filled:
            # those of the rules that rest on the same grounds
            grounds = {ground for sentence, _ in filled for ground in sentence.grounds}
            numbers = [str(rule.number) for rule in rules if any(grounds & set(s.grounds) for s in rule.sentences)]
            heading = texts.groups[name].title
            yield CardGroup(heading, rule_words.words.lists.comma.join(numbers), " ".join(text for _, text in filled))
