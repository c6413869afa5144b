"""The copy of a booklet: all that its pages depend on beside their sizes, as a value.

Booklets of the same copy have the same pages, whatever theme or mode they are drawn in, so that these are searched for
once.
"""

from __future__ import annotations

from msgspec import Struct

from taflkit.drawing.look import Look
from taflkit.errors import TaflkitError, shown
from taflkit.figures import Window
from taflkit.parts.booklet.words import BookletWords
from taflkit.typesetting.titles import title_text
from taflkit.words.booklet import KEY_SIGNS, SectionText

__all__ = ["Copy", "FigureText", "RuleText"]


class RuleText(Struct, frozen=True):
    """A rule: its number, its words, and the figures that stand with it."""

    number: int
    text: str
    figures: tuple[str, ...]


class FigureText(Struct, frozen=True):
    """A figure: its name and caption, the part of the board that it shows, and whether signs stand on that."""

    name: str
    caption: str
    window: Window
    has_signs: bool


class Copy(Struct, frozen=True):
    """The words of a booklet and the measures of its figures.

    Attributes:
        title: the game's.
        history, opening, advice: the sections.
        variations: the paragraph of the variations, or "".
        record: the title of the table for games, or "".
        credits: the paragraphs of the colophon.
        rules: in order.
        figures: in the order of their numbers.
        key: the meanings of the signs, in the order of KEY_SIGNS.
        heading: the face of the headings.
        is_illuminated: whether the first letter stands on a square.
    """

    title: str
    history: SectionText
    opening: SectionText
    advice: SectionText
    variations: str
    record: str
    credits: tuple[str, ...]
    rules: tuple[RuleText, ...]
    figures: tuple[FigureText, ...]
    key: tuple[str, ...]
    heading: str
    is_illuminated: bool

    @classmethod
    def of(cls, words: BookletWords, look: Look) -> Copy:
        """Return the copy of a booklet's words in a look.

        Raises:
            TaflkitError: a rule without words.
        """
        scenes = words.book.scenes
        return cls(
            title=title_text(words.book.title),
            history=words.history,
            opening=words.opening,
            advice=words.advice,
            variations=words.variations,
            record=words.record.title,
            credits=words.credits,
            rules=_rule_texts(words),
            figures=tuple(
                FigureText(name, words.caption(name), scenes[name].window, scenes[name].has_signs)
                for name in words.numbers
            ),
            key=tuple(words.text.key[sign] for sign in KEY_SIGNS),
            heading=look.fonts.heading,
            is_illuminated=look.ornament.initial == "illuminated",
        )

    @property
    def letters(self) -> int:
        """How many characters the text has that stands in the column of the pages, figures apart."""
        sections = (self.history, self.opening, self.advice)
        texts = (*(text for section in sections for text in section.paragraphs), self.variations)
        return sum(map(len, (*texts, *(rule.text for rule in self.rules))))


def _rule_texts(words: BookletWords) -> tuple[RuleText, ...]:
    """Return the rules with their words and figures; a figure that several rules speak of stands with the first.

    Raises:
        TaflkitError: a rule without words.
    """
    still = dict(words.numbers)
    texts = []
    for rule in words.book.rules:
        text = words.rule(rule)
        if not text.strip():
            why = "has no words; write some, or take its sentence out"
            raise TaflkitError(f"rule {rule.number} ('{shown(text)}') {why}")
        names = tuple(name for name in rule.figures if still.pop(name, None))
        texts.append(RuleText(rule.number, text, names))
    return tuple(texts)
