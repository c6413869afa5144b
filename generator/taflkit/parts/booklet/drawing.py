"""The forms of a booklet's pages that were chosen, drawn: passages, rules with figures, and the table for games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Shape, Tag, translate
from taflkit.parts.booklet.copy import Copy
from taflkit.parts.booklet.figures import ABOVE_CAPTION, BESIDE_CAPTION, Row
from taflkit.parts.booklet.groups import ABOVE, BETWEEN, RuleForm, RuleGroup, Stretch
from taflkit.parts.booklet.record import Record, draw_record
from taflkit.parts.booklet.sections import Passage, Setter, set_passage
from taflkit.parts.booklet.setting import BOX, Setting
from taflkit.parts.booklet.words import BookletWords
from taflkit.parts.borders import draw_illumination
from taflkit.parts.figures.figure import draw_scene
from taflkit.parts.figures.key import set_key
from taflkit.typesetting.columns import Item, baseline, set_paragraph, stack
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.pages import Part

__all__ = ["Forms"]


class Forms(Struct, frozen=True):
    """Draws the forms of a booklet in the setting that was found.

    Attributes:
        words: the booklet's.
        copy: the same as they are set.
        setting: the sizes.
        look: the theme's ornament.
        typesetter: sets the lines.
    """

    words: BookletWords
    copy: Copy
    setting: Setting
    look: Look
    typesetter: Typesetter

    def draw(self, part: Part, listed: Tag) -> list[Item]:
        """Return a form as items, a line each as far as it is text.

        Args:
            part: the first of its parts.
            listed: the element of all rules.
        """
        content: Passage | RuleForm | Record = part.form.content
        setter = Setter(self.copy, self.setting, self.typesetter, partial(draw_illumination, look=self.look))
        match content:
            case Passage():
                head, items = set_passage(content, setter)
                return [*head, *items]
            case Record():
                return draw_record(content, self.words.record, setter)
            case RuleForm():
                return self._rules(content, listed, part.last)

    def _rules(self, form: RuleForm, listed: Tag, first: int) -> list[Item]:
        """Return a group of rules as items.

        Args:
            form: the group.
            listed: the element of all rules.
            first: how many of the group's lines stand on its first page, as the figures beside its text do.
        """
        group, leading = form.group, self.setting.leading
        bodies = {rule.number: Tag("LBody", parent=Tag("LI", parent=listed)) for rule in group.rules}
        of = {name: bodies[rule.number] for rule in group.rules for name in rule.figures}
        items = [Item(leading, breakable=False, blank=True)] * group.blank
        beside = self._beside(group, of)
        for stretch in form.stretches:
            items += self._text(stretch, bodies[stretch.text.number])
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
        setting, typesetter = self.setting, self.typesetter
        style, wrap = setting.rules, stretch.wrap
        words, x, tag = stretch.text.text, setting.hang, Tag("P", parent=body)
        items = set_paragraph(typesetter, words, wrap.width, style, x, tag, insets=wrap.insets, inset_at="right")
        at = (setting.hang - 1.6, baseline(style, typesetter))
        label = typesetter.line(str(stretch.text.number), "display", style.size * 0.86, "text.rubric", at, 1.0)
        first = Group((label,), tag=Tag("Lbl", parent=body.parent))
        items[0] = replace(items[0], shapes=(first, *items[0].shapes))
        return items

    def _beside(self, group: RuleGroup, of: Mapping[str, Tag]) -> dict[str, tuple[Shape, ...]]:
        """Return the figures beside the text by name, from the top of the group, flush right."""
        setting = self.setting
        capitals = self.typesetter.fonts.face(setting.style.font).cap_height * setting.style.size
        y = group.blank * setting.leading + (setting.leading - capitals) / 2
        found: dict[str, tuple[Shape, ...]] = {}
        for row in group.beside:
            found.update(self._row(row, BOX[0] - row.wide, y, of))
            y += row.high + BETWEEN
        return found

    def _under(self, group: RuleGroup, of: Mapping[str, Tag]) -> Iterator[Item]:
        """Yield the rows of figures below the text, each as high as a whole number of lines."""
        setting = self.setting
        for row, lines in zip(group.under, group.under_lines(setting), strict=True):
            # a caption of one long word alone may be wider than the rules
            x = min(setting.hang, BOX[0] - row.wide)
            drawn = self._row(row, x, ABOVE * setting.leading, of)
            shapes = tuple(shape for _, figure in drawn for shape in figure)
            yield Item(lines * setting.leading, shapes)

    def _row(self, row: Row, x: float, y: float, of: Mapping[str, Tag]) -> Iterator[tuple[str, tuple[Shape, ...]]]:
        """Yield the figures of a row by name, each with its caption; each belongs to the element of its rule.

        Args:
            row: the figures.
            x: the row's left edge in mm.
            y: its top in mm.
            of: the element of each figure's rule.
        """
        book = self.words.book
        captions = {text.name: text.caption for text in self.copy.figures}
        for cell in row.cells:
            body = of[cell.name]
            figure = draw_scene(
                book.scenes[cell.name], cell.width, book.descriptions[cell.name], self.look, parent=body
            )
            tag = Tag("Caption", parent=body)
            items = set_paragraph(self.typesetter, captions[cell.name], cell.measure, self.setting.caption, tag=tag)
            low = y + row.tall
            if cell.aside:
                lines, _ = stack(items, x + cell.width + BESIDE_CAPTION, max(y, low - cell.high))
            else:
                lines, _ = stack(items, x, low + ABOVE_CAPTION)
            yield cell.name, (Group((figure,), translate(x, low - cell.height)), *lines)
            x += cell.wide + row.gap

    def _key(self, body: Tag) -> list[Item]:
        """Return the key to the signs of the figures."""
        setting = self.setting
        styles = setting.caption, setting.style
        items = set_key(self.words.text.key, setting.measure, styles, self.look, self.typesetter, body)
        aside = translate(setting.hang, 0.0)
        return [replace(item, shapes=(Group(item.shapes, aside),)) for item in items]
