"""The numbered rules of a booklet: their forms for the search of pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from taflkit.parts.booklet_copy import Copy, RuleText
from taflkit.parts.booklet_figures import Figures
from taflkit.parts.booklet_groups import RuleGroup, ways
from taflkit.parts.key import key_heights
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.pages import BlockForm
from taflkit.words.booklet import KEY_SIGNS

__all__ = ["Rules"]

_MOST_RULES = 3
"""How many rules are set together at most."""


class Rules:
    """Measures the rules in one setting.

    Args:
        copy: the words.
        figures: measures the figures, in the setting.
        typesetter: sets the key to the signs.
        first: the number of the first rule's block.
    """

    def __init__(self, copy: Copy, figures: Figures, typesetter: Typesetter, first: int) -> None:
        self.texts, self.figures, self.setting, self.first = copy.rules, figures, figures.setting, first
        self._ways: dict[tuple[int, int], tuple[RuleGroup, ...]] = {}
        self._forms: dict[tuple[int, int], tuple[BlockForm, ...]] = {}
        signs = [name for text in self.texts for name in text.figures if name not in figures.starts]
        self._first_sign = signs[0] if signs else ""
        self._key_lines = 0
        if signs:
            words = dict(zip(KEY_SIGNS, copy.key, strict=True))
            styles = self.setting.caption, self.setting.style
            heights = key_heights(words, self.setting.measure, styles, typesetter)
            self._key_lines = sum(map(self.setting.lines_of, heights))

    def blocks(self) -> list[list[BlockForm]]:
        """Return for each rule the forms that begin with it."""
        return [list(self._beginning(number)) for number in range(len(self.texts))]

    def forget(self, rules: Collection[RuleText]) -> None:
        """Measure the forms of some rules anew, since they were misjudged."""
        for number, end in tuple(self._forms):
            if not set(rules).isdisjoint(self.texts[number:end]):
                del self._forms[number, end]

    def _beginning(self, number: int) -> Iterator[BlockForm]:
        for end in range(number + 1, min(number + _MOST_RULES, len(self.texts)) + 1):
            if end > number + 1 and not any(rule.figures for rule in self.texts[number:end]):
                return
            if (number, end) not in self._forms:
                self._forms[number, end] = self._measured(number, end)
            yield from self._forms[number, end]

    def _measured(self, number: int, end: int) -> tuple[BlockForm, ...]:
        """Return the forms of the rules from one number to another."""
        rules = self.texts[number:end]
        if (number, end) not in self._ways:
            keyed = any(self._first_sign in rule.figures for rule in rules)
            key = self._key_lines if keyed else 0
            self._ways[number, end] = tuple(ways(rules, int(number == 0), key, self.figures))
        lengths = self.figures.lengths
        forms = (group.form(self.first + end, lengths, self.figures) for group in self._ways[number, end])
        return tuple(_best(sorted(filter(None, forms), key=lambda form: form.cost)))


def _best(forms: Iterable[BlockForm]) -> Iterator[BlockForm]:
    """Yield the forms of the same rules that are better than others in some way, of forms in the order of cost."""
    kept: list[BlockForm] = []
    for form in forms:
        # a larger figure fills a page
        low = form.lines if form.content.group.grown > 1.0 else 0
        if not any(low <= each.lines <= form.lines and len(each.breaks) >= len(form.breaks) for each in kept):
            kept.append(form)
            yield form
