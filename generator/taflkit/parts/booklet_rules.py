"""The numbered rules of a booklet: their forms for the search of pages, and the forms that were chosen, drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from taflkit.drawing.shapes import Group, Shape, Tag, translate
from taflkit.errors import TaflkitError, shown
from taflkit.parts.booklet_figures import Figures
from taflkit.parts.booklet_groups import BETWEEN, RuleGroup, RuleText, Stretch, ways
from taflkit.parts.booklet_setting import BOX, Content, Setting
from taflkit.parts.key import set_key
from taflkit.typesetting.columns import Item, baseline, set_paragraph
from taflkit.typesetting.pages import BlockForm
from taflkit.typesetting.wrapping import Lengths

__all__ = ["Rules", "rule_texts"]

_MOST_RULES = 3
"""How many rules are set together at most."""
_ABOVE = 0.4
"""White above a row of figures below a text, in lines."""


def rule_texts(content: Content) -> tuple[RuleText, ...]:
    """Return the rules with their words and figures; a figure that several rules speak of stands with the first.

    Raises:
        TaflkitError: a rule without words.
    """
    still = dict(content.words.numbers)
    texts = []
    for rule in content.book.rules:
        text = content.words.rule(rule)
        if not text.strip():
            why = "has no words; write some, or take its sentence out"
            raise TaflkitError(f"rule {rule.number} ('{shown(text)}') {why}")
        names = tuple(name for name in rule.figures if still.pop(name, None))
        texts.append(RuleText(rule, text, names))
    return tuple(texts)


class Rules:
    """Measures and draws the rules in one setting.

    Args:
        texts: the rules.
        content: the words and the look.
        setting: the sizes.
        lengths: judges how many lines texts have.
    """

    def __init__(self, texts: tuple[RuleText, ...], content: Content, setting: Setting, lengths: Lengths) -> None:
        self.texts, self.content, self.setting, self.lengths = texts, content, setting, lengths
        self.figures = Figures(content, setting, lengths)
        self._ways: dict[tuple[int, int], tuple[RuleGroup, ...]] = {}
        scenes = content.book.scenes
        signs = [name for text in texts for name in text.figures if scenes[name].has_signs]
        self._first = signs[0] if signs else ""
        self._key_lines = 0
        if signs:
            self._key_lines = sum(setting.lines_of(item.height) for item in self._key(Tag("LBody")))

    def blocks(self, first: int) -> list[list[BlockForm]]:
        """Return for each rule the forms that begin with it; `first` is the number of its block."""
        return [list(self._forms(number, first)) for number in range(len(self.texts))]

    def _forms(self, number: int, first: int) -> Iterator[BlockForm]:
        for end in range(number + 1, min(number + _MOST_RULES, len(self.texts)) + 1):
            rules = self.texts[number:end]
            if end > number + 1 and not any(rule.figures for rule in rules):
                return
            if (number, end) not in self._ways:
                keyed = any(self._first in rule.figures for rule in rules)
                key = self._key_lines if keyed else 0
                self._ways[number, end] = tuple(ways(rules, int(number == 0), key, self.figures))
            forms = (group.form(first + end, self.lengths, self.figures) for group in self._ways[number, end])
            yield from _best(sorted(filter(None, forms), key=lambda form: form.cost))

    def _key(self, body: Tag) -> list[Item]:
        """Return the key to the signs of the figures."""
        content, setting = self.content, self.setting
        styles = setting.caption, setting.style
        items = set_key(content.words.text.key, setting.measure, styles, content.look, content.typesetter, body)
        aside = translate(setting.hang, 0.0)
        return [replace(item, shapes=(Group(item.shapes, aside),)) for item in items]

    def draw(self, group: RuleGroup, listed: Tag, first: int) -> list[Item]:
        """Return a group as items, a line each as far as it is text.

        Args:
            group: the rules with their figures.
            listed: the element of all rules.
            first: how many of the group's lines stand on its first page, as the figures beside its text do.
        """
        leading = self.setting.leading
        bodies = {rule.rule.number: Tag("LBody", parent=Tag("LI", parent=listed)) for rule in group.rules}
        of = {name: bodies[rule.rule.number] for rule in group.rules for name in rule.figures}
        items = [Item(leading, breakable=False, blank=True)] * group.blank
        beside = self._beside(group, of)
        for stretch in group.stretches(self.lengths, self.setting):
            items += self._text(stretch, bodies[stretch.text.rule.number])
            shown = [shape for name in stretch.text.figures for shape in beside.get(name, ())]
            if shown:
                # they follow the words of their rule, as far as these stand on the same page
                place = min(len(items), first) - 1
                up = translate(0.0, -place * leading)
                items[place] = replace(items[place], shapes=(*items[place].shapes, Group(tuple(shown), up)))
        items += [Item(leading)] * (group.blank + group.wrap.lines - len(items))
        items += self._under(group, of)
        if group.key:
            last = [name for rule in group.rules for name in rule.figures][-1]
            items += self._key(of[last])
        return items

    def _text(self, stretch: Stretch, body: Tag) -> list[Item]:
        """Return the lines of a rule, its number before the first."""
        setting, typesetter = self.setting, self.content.typesetter
        style, rule, wrap = setting.rules, stretch.text.rule, stretch.wrap
        words, x, tag = stretch.text.text, setting.hang, Tag("P", parent=body)
        items = set_paragraph(typesetter, words, wrap.width, style, x, tag, insets=wrap.insets, inset_at="right")
        at = (setting.hang - 1.6, baseline(style, typesetter))
        label = typesetter.line(str(rule.number), "display", style.size * 0.86, "text.rubric", at, 1.0)
        first = Group((label,), tag=Tag("Lbl", parent=body.parent))
        items[0] = replace(items[0], shapes=(first, *items[0].shapes))
        return items

    def _beside(self, group: RuleGroup, of: Mapping[str, Tag]) -> dict[str, tuple[Shape, ...]]:
        """Return the figures beside the text by name, from the top of the group, flush right."""
        setting = self.setting
        capitals = self.content.typesetter.fonts.face(setting.style.font).cap_height * setting.style.size
        y = group.blank * setting.leading + (setting.leading - capitals) / 2
        found: dict[str, tuple[Shape, ...]] = {}
        for row in group.beside:
            found.update(self.figures.draw(row, BOX[0] - row.wide, y, of))
            y += row.high + BETWEEN
        return found

    def _under(self, group: RuleGroup, of: Mapping[str, Tag]) -> Iterator[Item]:
        """Yield the rows of figures below the text, each as high as a whole number of lines."""
        setting = self.setting
        for row, lines in zip(group.under, group.under_lines(self.figures), strict=True):
            # a caption of one long word alone may be wider than the rules
            x = min(setting.hang, BOX[0] - row.wide)
            drawn = self.figures.draw(row, x, _ABOVE * setting.leading, of)
            shapes = tuple(shape for _, figure in drawn for shape in figure)
            yield Item(lines * setting.leading, shapes)


def _best(forms: Iterable[BlockForm]) -> Iterator[BlockForm]:
    """Yield the forms of the same rules that are better than others in some way, of forms in the order of cost."""
    kept: list[BlockForm] = []
    for form in forms:
        # a larger figure fills a page
        low = form.lines if form.content.grown > 1.0 else 0
        if not any(low <= each.lines <= form.lines and len(each.breaks) >= len(form.breaks) for each in kept):
            kept.append(form)
            yield form
