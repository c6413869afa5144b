"""The numbered rules of a booklet: their forms for the search of pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from taflkit.parts.booklet.copy import Copy, RuleText
from taflkit.parts.booklet.figures import Figures
from taflkit.parts.booklet.groups import RuleGroup, ways
from taflkit.parts.booklet.setting import Setting
from taflkit.parts.figures.key import key_heights
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.pages import BlockForm
from taflkit.typesetting.wrapping import Lengths
from taflkit.words.booklet import KEY_SIGNS

__all__ = ["Rules"]

_MOST_RULES = 3
"""How many rules are set together at most."""


class Rules:
    """Measures the rules in one setting, first as long as they are judged to be.

    Args:
        copy: the words.
        figures: measures the figures, in the setting's sizes.
        setting: the sizes, and the distance of lines.
        typesetter: sets the key to the signs.
        first: the number of the first rule's block.
    """

    def __init__(self, copy: Copy, figures: Figures, setting: Setting, typesetter: Typesetter, first: int) -> None:
        self._texts, self._setting, self._first = copy.rules, setting, first
        keyed = next((text for text in self._texts if not figures.starts.issuperset(text.figures)), None)
        key = _key_lines(copy, setting, typesetter) if keyed else 0
        self._ways: dict[tuple[int, int], tuple[RuleGroup, ...]] = {}
        for number, end in self._runs():
            rules = self._texts[number:end]
            lines = key if keyed in rules else 0
            self._ways[number, end] = tuple(ways(rules, int(number == 0), lines, figures, setting))
        self._judged = {run: self._measured(run, figures.lengths) for run in self._ways}

    def blocks(self, misjudged: Collection[RuleText], lengths: Lengths) -> list[list[BlockForm]]:
        """Return for each rule the forms that begin with it.

        Args:
            misjudged: the rules that have not as many lines as they were judged to have at first.
            lengths: has the lines of these.
        """
        blocks: list[list[BlockForm]] = [[] for _ in self._texts]
        for run, forms in self._judged.items():
            judged = misjudged and not set(misjudged).isdisjoint(self._texts[slice(*run)])
            blocks[run[0]] += self._measured(run, lengths) if judged else forms
        return blocks

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield from which rule to which some may be set together."""
        for number in range(len(self._texts)):
            yield number, number + 1
            for end in range(number + 2, min(number + _MOST_RULES, len(self._texts)) + 1):
                if not any(rule.figures for rule in self._texts[number:end]):
                    break
                yield number, end

    def _measured(self, run: tuple[int, int], lengths: Lengths) -> tuple[BlockForm, ...]:
        """Return the forms of the rules from one number to another."""
        forms = (group.form(self._first + run[1], lengths, self._setting) for group in self._ways[run])
        return tuple(_best(sorted(filter(None, forms), key=lambda form: form.cost)))


def _key_lines(copy: Copy, setting: Setting, typesetter: Typesetter) -> int:
    """Return how many lines the key to the figures' signs takes."""
    words = dict(zip(KEY_SIGNS, copy.key, strict=True))
    heights = key_heights(words, setting.measure, (setting.caption, setting.style), typesetter)
    return sum(map(setting.lines_of, heights))


def _best(forms: Iterable[BlockForm]) -> Iterator[BlockForm]:
    """Yield the forms of the same rules that are better than others in some way, of forms in the order of cost."""
    kept: list[BlockForm] = []
    for form in forms:
        # a larger figure fills a page
        low = form.lines if form.content.group.grown > 1.0 else 0
        if not any(low <= each.lines <= form.lines and len(each.breaks) >= len(form.breaks) for each in kept):
            kept.append(form)
            yield form
