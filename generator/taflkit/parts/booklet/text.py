"""The text of a booklet in the order of reading, before it is set: one place for the page, its tests and a reader.

A section is a title with paragraphs; rules have their numbers, letters and signs, figures their numbers and captions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from taflkit.catalog.book import Book
from taflkit.catalog.rulesets import differing_flags
from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.typesetting.prose import STRONG
from taflkit.words.booklet import KEY_SIGNS, BookletText, RecordText, RulesetText, SectionText
from taflkit.words.phrases import Lists, begun, fill
from taflkit.words.rulebook import NumberedRule, NumberedSentence

_LABELS = ("stated", "implied", "narrowed", "observed", "chosen")  # of the colophon's sentence, in their order
_MOST_NAMED = 2  # sentences with one label that the colophon names each


class BookletWords(Struct, frozen=True):
    """The words of a booklet, with the short forms of its history and advice or without; `fonts` are a user's own.

    Figures have their numbers in the order of the rules. Without `marks` no sentence has the sign of its source.
    """

    book: Book
    numbers: Mapping[str, int]
    short: bool = False
    fonts: tuple[str, ...] = ()
    marks: bool = True

    @classmethod
    def of(cls, book: Book, *, short: bool = False, fonts: tuple[str, ...] = ()) -> BookletWords:
        """Number the figures of a book."""
        out = book.texts.booklet.leave_out
        shown = (name for rule in book.rules for name in rule.figures if name not in out)
        return cls(book, {name: number for number, name in enumerate(dict.fromkeys(shown), 1)}, short, fonts)

    @property
    def text(self) -> BookletText:
        """The booklet's words beside the rules."""
        return self.book.texts.booklet

    @property
    def subtitle(self) -> str:
        """The line below the game's title."""
        return self._own.subtitle or self.text.general.subtitle

    @property
    def history(self) -> SectionText:
        """The game's own history, or that of its family; empty if it is left out."""
        general, own = self.text.general, self._own.history
        if "history" in self.text.leave_out:
            return SectionText()
        return self._filled(own if own.paragraphs else SectionText(general.title, paragraphs=general.history))

    @property
    def advice(self) -> SectionText:
        """The game's advice; empty if there is none, or it is left out."""
        advice = self._own.advice
        left_out = "advice" in self.text.leave_out or not advice.paragraphs
        return SectionText() if left_out else self._filled(advice)

    @property
    def record(self) -> RecordText:
        """The words of the table for games that are played, on whole pages that are left; empty if it is left out."""
        return RecordText() if "record" in self.text.leave_out else self.text.record

    @property
    def _own(self) -> RulesetText:
        return self.text.under(self.book.ruleset.plain)

    def _filled(self, section: SectionText) -> SectionText:
        """Return a section in its short form or at length, its {names} filled in."""
        long = section if self.short else section.at_length()
        return SectionText(
            fill(section.title, self.book.names),
            paragraphs=tuple(fill(paragraph, self.book.names) for paragraph in long.paragraphs),
        )

    def is_marked(self, sentence: NumberedSentence) -> bool:
        """Whether a sentence has the sign of those that the source does not have."""
        return self.marks and bool(self.book.ruleset.source) and sentence.origin.label == "chosen"

    def rule(self, rule: NumberedRule) -> str:
        """Return a rule's sentences with letters and signs, each with the figures that it is the first to cite."""
        before = (each for each in self._sentences if each.number < rule.number)
        named, sentences = {name for sentence in before for name in sentence.figures}, []
        for sentence in rule.sentences:
            figures = self._figures(set(sentence.figures) - named)
            named.update(sentence.figures)
            text = f"{sentence.text.removesuffix('.')} ({figures})." if figures else sentence.text
            letter = f"*{STRONG}{sentence.letter}*\u00a0" if sentence.letter else ""
            mark = self.text.rules.mark if self.is_marked(sentence) else ""
            sentences.append(f"{letter}{text}{mark}")
        return " ".join(sentences)

    def _figures(self, names: Collection[str]) -> str:
        """Return "figure 2", "figures 2 and 3" or "figures 2–4" for figures by their names, or ""."""
        words = self.book.texts.words
        ordered = sorted(self.numbers[name] for name in names if name in self.numbers)
        if not ordered:
            return ""
        shown = [str(number) for number in ordered]
        following = ordered == list(range(ordered[0], ordered[-1] + 1))
        listed = f"{shown[0]}{words.lists.dash}{shown[-1]}" if following and shown[2:] else words.listed(shown)
        # the noun is not broken at the end of a line
        return f"{words.named(len(shown), self.text.figure)}{SOFT_HYPHEN} {listed}"

    def caption(self, figure: str) -> str:
        """Return a figure's caption, with its number."""
        return f"*{STRONG}{self.numbers[figure]}*\u00a0\u00a0{self.book.captions[figure]}"

    @property
    def key_title(self) -> str:
        """The heading of the key to the signs of the figures."""
        return begun(self.book.texts.words.named(len(self.numbers), self.text.figure))

    @property
    def variations(self) -> str:
        """The variations that the source of the rules names; "" if it names none."""
        text, names = self.text.rules, self.book.names
        listed = []
        for each in self.book.variations:
            form = text.used if each.used else text.variation if each.rules else text.added
            own = {"title": each.title, "text": each.text, "rules": self.references(each.rules)}
            listed.append(fill(form, {**names, **own}))
        joined = self._lists.semicolon.join(listed)
        return fill(text.variations, {**names, "list": joined}) if joined else ""

    @property
    def credits(self) -> tuple[str, ...]:
        """The paragraphs of the colophon: where the rules come from, and the licences."""
        text, book = self.text, self.book
        if "credits" in text.leave_out:
            return ()
        said = [fill(paragraph, book.names) for paragraph in text.credits.paragraphs]
        if self.fonts:
            said.append(fill(text.credits.fonts, {"fonts": self._lists.semicolon.join(self.fonts)}))
        if not book.ruleset.source:
            return tuple(said)
        return (f"{fill(text.credits.source, book.names)} {self.provenance}", *said)

    @property
    def provenance(self) -> str:
        """The sources of the printed rules: the number of sentences with each label, and where they are few, which."""
        text, book = self.text.provenance, self.book
        named, sentences = book.texts.words.number_names, self._sentences
        counted = []
        for label in _LABELS:
            labelled = [sentence.reference for sentence in sentences if sentence.origin.label == label]
            if not labelled:
                continue
            numbers = named("number", len(labelled))
            if len(labelled) <= _MOST_NAMED:
                names = {**book.names, **numbers, "rules": self.references(labelled)}
                # a sentence asks for a variant of the whole, which has the number in it
                numbers = {name: fill(text.few, {**names, "number": number}) for name, number in numbers.items()}
            counted.append(fill(getattr(text, label), {**book.names, **numbers, "mark": self.text.rules.mark}))
        listed = self._lists.semicolon.join(filter(None, counted))
        said = [fill(text.open, {**book.names, **named("total", len(sentences)), "list": listed})]
        differing = differing_flags(book.game.rulesets)
        if differing and book.ruleset.published:
            stated = sum(book.ruleset.origin(flag).label == "stated" for flag in differing)
            numbers = {**named("count", len(differing)), **named("number", stated)}
            said.append(fill(text.flags if stated else text.unstated, {**book.names, **numbers}))
        return " ".join(filter(None, said))

    def references(self, chosen: Collection[str]) -> str:
        """Return the references of sentences, those that follow one another as a range: "4a–4c, 6b"."""
        order = [sentence.reference for sentence in self._sentences]
        places = [place for place, reference in enumerate(order) if reference in chosen]
        # places that follow one another are as far from their own numbers
        runs = [
            [order[place] for _, place in run]
            for _, run in groupby(enumerate(places), key=lambda numbered: numbered[1] - numbered[0])
        ]
        comma, dash = self._lists.comma, self._lists.dash
        return comma.join(f"{run[0]}{dash}{run[-1]}" if run[2:] else comma.join(run) for run in runs)

    @property
    def _sentences(self) -> list[NumberedSentence]:
        return [sentence for rule in self.book.rules for sentence in rule.sentences]

    @property
    def _lists(self) -> Lists:
        return self.book.texts.words.lists

    def lines(self) -> Iterator[str]:
        """Yield all words of the booklet as lines of plain text, a paragraph each, titles behind "#"."""
        book, text = self.book, self.text
        yield from (f"# {book.title}", self.subtitle, str(book.names["ruleset"]))
        yield from self._section_lines(self.history)
        for heading, rules in groupby(book.rules, key=lambda rule: rule.heading):
            yield from ("", f"## {heading}")
            yield from (f"{rule.number} {self.rule(rule)}".replace(SOFT_HYPHEN, "") for rule in rules)
        yield f"{self.key_title}: {self._lists.semicolon.join(text.key[sign] for sign in KEY_SIGNS)}"
        for name in self.numbers:
            yield self.caption(name)
            yield f"[{book.descriptions[name].text}]"
        yield from filter(None, (self.variations,))
        yield from self._section_lines(self.advice)
        yield from self._section_lines(SectionText(self.record.title, paragraphs=self.record.columns))
        yield from ("", *self.credits)

    def _section_lines(self, section: SectionText) -> Iterator[str]:
        if section.title:
            yield from ("", f"## {section.title}")
        yield from section.paragraphs
