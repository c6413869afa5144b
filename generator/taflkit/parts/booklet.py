"""The booklet: a title page, and three pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. The text is as large as four pages allow,
9 pt at the least; a text too long even for that is an error that names the parts to leave out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit
from taflkit.parts.borders import draw_illumination
from taflkit.parts.cover import CoverWords, draw_cover
from taflkit.parts.figure import draw_scene
from taflkit.sheets.imposition import PAGES
from taflkit.typesetting.columns import Initial, Item, baseline, paginate, set_initial, set_paragraph, space, stack
from taflkit.typesetting.lines import Style, Typesetter
from taflkit.words.phrases import fill
from taflkit.words.rulebook import NumberedRule, NumberedSentence
from taflkit.words.texts import BookletText, SectionText

__all__ = ["BOX", "draw_booklet"]

BOX = (112.0, 178.0)
"""Width and height in mm of the text on a page."""
_POINT = 25.4 / 72
_SIZES = tuple(size * _POINT for size in (10.5, 10.0, 9.5, 9.0))
"""The ems that the text may have, in mm, the largest that fits being taken."""
_LARGE_SIZES = (*(size * _POINT for size in (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0)), *_SIZES)
"""The ems of booklets of more than four pages, which are for those who want larger print."""
_USUAL = _SIZES[2]
"""The one that the shipped texts mostly get."""
_RAGGED = 12.5 * _POINT
"""From which em on text is not justified."""
_LEADING, _LEADINGS = 1.2, (1.5, 1.4, 1.3, 1.2)
"""The distance of lines in parts of the em; that of large print may be wider, to fill its pages."""
_CAPTION = 7.5 * _POINT
_FIGURES = {2: 53.0, 3: 35.0}
"""How wide figures are in mm, by how many stand side by side."""
_CAPTION_PART = 0.78
"""The size of the captions of larger figures, in parts of the text's."""
_INITIAL = 3
"""How many lines the history's first letter is high."""
_HANG, _HANG_PART = 6.0, 1.45
"""How far the rules are indented, in mm and in parts of a large em; their numbers hang in that space."""


class _Booklet(NamedTuple):
    """A book with the look that it is drawn in, and the numbers of its figures."""

    book: Book
    look: Look
    numbers: Mapping[str, int]

    @property
    def text(self) -> BookletText:
        """The booklet's words beside the rules."""
        return self.book.texts.booklet

    @property
    def history(self) -> SectionText:
        """The game's own history, or that of its family."""
        general = self.text.general
        return (
            self.text.history
            if self.text.history.paragraphs
            else SectionText(general.title, paragraphs=general.history)
        )

    def label_of(self, figure: str) -> str:
        """Return the number of the sentence that a figure shows."""
        sentences = (sentence for rule in self.book.rules for sentence in rule.sentences)
        return next(sentence.label for sentence in sentences if figure in sentence.figures)


def _numbers(book: Book) -> dict[str, int]:
    """Return the number of every printed figure, in the order of the rules."""
    out = book.texts.booklet.leave_out
    shown = (name for rule in book.rules for name in rule.figures if name not in out)
    return {name: number for number, name in enumerate(dict.fromkeys(shown), 1)}


def draw_booklet(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, pages: int = PAGES
) -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order.

    Args:
        book: the game under its ruleset, with its words and figures.
        look: the theme's ornament and faces.
        page: width and height of a page in mm.
        typesetter: sets the lines.
        pages: the number of pages: 4, or more for larger print.

    Raises:
        DoesNotFit: the text is too long; the line says which parts to leave out.
    """
    content = _Booklet(book, look, _numbers(book))
    columns = _fitted(content, typesetter, pages)
    title = book.game.title
    left, top = (page[0] - BOX[0]) / 2, (page[1] - BOX[1]) / 2 - 2.0
    whole = Tag("Part", bookmark=title)
    drawings = [_cover(content, page, whole, typesetter)]
    for number, shapes in enumerate(columns, 2):
        body = Group(shapes, translate(left, top), layer=Layer.ART, tag=whole)
        folio = _folio(title, number, page, top + BOX[1] + 6.0, typesetter)
        drawings.append(Drawing(*page, (body, folio), f"{title}, {number}"))
    return tuple(drawings)


def _cover(content: _Booklet, page: tuple[float, float], whole: Tag, typesetter: Typesetter) -> Drawing:
    book = content.book
    start = (book.played["start"], book.descriptions["start"])
    subtitle = content.text.subtitle or content.text.general.subtitle
    words = CoverWords(book.game.title, subtitle, str(book.names["ruleset"]))
    shapes = draw_cover(words, start, page, content.look, typesetter)
    return Drawing(*page, (Group(shapes, layer=Layer.ART, tag=whole),), book.game.title)


def _fitted(content: _Booklet, typesetter: Typesetter, pages: int) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, in the largest size that fits."""
    width, height = BOX
    end = _credits(content, typesetter, width)
    foot = sum(item.height for item in end)
    room = (*((height,) * (pages - 2)), height - foot)
    first = _setting(_USUAL, 3)
    usual = _flow(content, first, typesetter)
    for setting in _promising(usual, sum(room), pages, len(content.numbers)):
        flow = usual if setting == first else _flow(content, setting, typesetter)
        columns, rest = paginate(flow, room)
        if not rest:
            return [*(stack(column)[0] for column in columns[:-1]), _last(columns[-1], end, height - foot)]
    over = sum(item.height for item in rest)
    out = [name for name in ("advice", "history") if name not in content.text.leave_out]
    out += [name for name in reversed(list(content.numbers)) if name != "start"][:3]
    raise DoesNotFit(
        "the booklet",
        f"{over:.0f} mm more than its {pages} pages at 9 pt",
        f"no room for it; put some of {', '.join(out)} into leave_out in booklet.toml, or shorten its texts",
    )


class _Setting(NamedTuple):
    """How the text and its figures are set.

    Attributes:
        style: of the text.
        row: how many figures stand side by side.
    """

    style: Style
    row: int

    @property
    def figure(self) -> float:
        """Return how wide a figure is, in mm."""
        return _FIGURES[self.row]

    @property
    def caption(self) -> Style:
        """Return how captions are set."""
        size = _CAPTION if self.row == max(_FIGURES) else max(_CAPTION, _CAPTION_PART * self.style.size)
        return Style(size, size * 1.18, role="text", align="left")


def _setting(size: float, row: int, leading: float = _LEADING) -> _Setting:
    # large print is not justified: few words on a line would stand too far apart
    return _Setting(Style(size, size * leading, align="justify" if size < _RAGGED else "left"), row)


def _promising(usual: Sequence[Item], room: float, pages: int, figures: int) -> Iterator[_Setting]:
    """Yield settings that may fit, the largest text first, judged by how high the usual one is.

    Text grows with the square of its size; some room is lost at the foot of pages.
    """
    drawn = sum(item.height for item in usual if item.floats)
    text = sum(item.height for item in usual) - drawn
    if pages == PAGES:
        likely = [size for size in _SIZES[:-1] if text * (size / _USUAL) ** 2 + drawn <= room]
        yield from (_setting(size, 3) for size in (*likely, _SIZES[-1]))
        return
    settings = [_setting(*choice) for choice in itertools.product(_LARGE_SIZES, _FIGURES, _LEADINGS)]
    for setting in settings:
        rows = -(-figures // setting.row) * (setting.figure + 4.5 * setting.caption.size)
        wider = setting.style.leading / setting.style.size / _LEADING
        if text * wider * (setting.style.size / _USUAL) ** 2 + rows <= room:
            yield setting
    yield settings[-1]


def _last(items: Sequence[Item], end: Sequence[Item], top: float) -> tuple[Shape, ...]:
    """The last page: its text, and the credits at its foot."""
    return stack(items)[0] + stack(end, 0.0, top)[0]


def _flow(content: _Booklet, setting: _Setting, typesetter: Typesetter) -> list[Item]:
    """Return history, rules with their figures, and advice as one column."""
    text, style = content.text, setting.style
    items: list[Item] = []
    if "history" not in text.leave_out:
        items += _section(content.history, content, style, typesetter, initial=True)
    items += _section(text.rules, content, style, typesetter)
    items += _rules(content, setting, typesetter)
    if "advice" not in text.leave_out and text.advice.paragraphs:
        items += _section(text.advice, content, style, typesetter)
    return items


def _section(
    section: SectionText, content: _Booklet, style: Style, typesetter: Typesetter, initial: bool = False
) -> list[Item]:
    """Return a section with its title, and where it comes from if the rules have a source."""
    title = section.title
    sourced = (section.source,) if section.source and content.book.ruleset.source else ()
    paragraphs = (*sourced, *section.paragraphs)
    width, names, look = BOX[0], content.book.names, content.look
    items: list[Item] = []
    if title:
        # all heights are whole lines, so that the lines of facing pages stand on one grid
        head = Style(style.size * 1.45, style.leading * 2, font=look.fonts.heading, role="text.title", align="left")
        items.append(space(style.leading))
        items += set_paragraph(typesetter, fill(title, names), width, head, tag=_heading(fill(title, names)), keep=True)
    for number, paragraph in enumerate(paragraphs):
        text = fill(paragraph, names)
        if initial and number == 0:
            opening = style._replace(opening="smallcaps")
            illuminated = look.ornament.initial == "illuminated"
            ground = partial(draw_illumination, look=look)
            letter = Initial("display", "initial.letter", ground) if illuminated else Initial()
            items += set_initial(typesetter, text, width, opening, _INITIAL, letter)
        else:
            items += set_paragraph(typesetter, text, width, style._replace(indent=style.size * 1.4 if number else 0.0))
    return items


def _heading(title: str) -> Tag:
    return Tag("H2", bookmark=title)


def _rules(content: _Booklet, setting: _Setting, typesetter: Typesetter) -> list[Item]:
    """The numbered rules, and after the rule that fills a row the row of figures."""
    style, row = setting.style, setting.row
    numbers = content.numbers
    items: list[Item] = [space(style.leading)]
    waiting: list[tuple[str, Tag]] = []
    still = dict(numbers)
    listed = Tag("L")
    for rule in content.book.rules:
        body = Tag("LBody", parent=Tag("LI", parent=listed))
        items += _rule(rule, body, content, style, typesetter)
        # a figure that several rules speak of is drawn once
        waiting += [(name, body) for name in rule.figures if still.pop(name, None)]
        while len(waiting) >= row:
            items += _figure_row(waiting[:row], content, setting, typesetter)
            waiting = waiting[row:]
    if waiting:
        items += _figure_row(waiting, content, setting, typesetter)
    return items


def _rule(
    rule: NumberedRule,
    body: Tag,
    content: _Booklet,
    style: Style,
    typesetter: Typesetter,
) -> list[Item]:
    text = " ".join(_lettered(sentence) for sentence in rule.sentences)
    shown = [content.numbers[name] for name in rule.figures if name in content.numbers]
    if shown:
        text = f"{text.removesuffix('.')} ({_reference(shown, content)})."
    hang = max(_HANG, _HANG_PART * style.size)
    items = set_paragraph(typesetter, text, BOX[0] - hang, style, x=hang, tag=Tag("P", parent=body))
    label = typesetter.line(
        str(rule.number), "display", style.size * 0.86, "text.rubric", (hang - 1.6, baseline(style, typesetter)), 1.0
    )
    first = items[0]
    items[0] = Item(first.height, (Group((label,), tag=Tag("Lbl", parent=body.parent)), *first.shapes), first.breakable)
    return items


def _lettered(sentence: NumberedSentence) -> str:
    """Return a sentence with its letter before it, if its rule has several."""
    letter = sentence.label.lstrip("0123456789")
    return f"*{letter}*\u00a0{sentence.text}" if letter else sentence.text


def _reference(numbers: Sequence[int], content: _Booklet) -> str:
    """Return "figure 2", "figures 2 and 3" or "figures 2–4" in the language's words."""
    words = content.book.texts.words
    shown = [str(number) for number in numbers]
    listed = words.listed(shown) if len(shown) < 3 else f"{shown[0]}–{shown[-1]}"
    return f"{words.noun(len(shown), content.text.figure)} {listed}"


def _figure_row(
    figures: Sequence[tuple[str, Tag]],
    content: _Booklet,
    setting: _Setting,
    typesetter: Typesetter,
) -> list[Item]:
    """Return up to three figures side by side with their captions, as high as a whole number of lines.

    In the order of reading each stands in the rule that speaks of it, whose tag it comes with.
    """
    book, style, width = content.book, setting.style, setting.figure
    gap = (BOX[0] - setting.row * width) / max(1, setting.row - 1)
    left = (BOX[0] - len(figures) * width - (len(figures) - 1) * gap) / 2
    shapes: list[Shape] = []
    lowest = 0.0
    above = style.leading * 0.4
    for place, (name, body) in enumerate(figures):
        x = left + place * (width + gap)
        figure = draw_scene(book.scenes[name], width, book.descriptions[name], content.look, parent=body)
        shapes.append(Group((figure,), translate(x, above)))
        rule = f"{content.text.rule_label} {content.label_of(name)}"
        caption = f"{content.text.figure_label} {content.numbers[name]} ({rule}). {book.captions[name]}"
        items = set_paragraph(typesetter, caption, width, setting.caption, tag=Tag("Caption", parent=body))
        lines, low = stack(items, x, above + width + 0.8)
        shapes += lines
        lowest = max(lowest, low)
    lines_high = -(-(lowest + 0.6) // style.leading) * style.leading
    lead = above - (style.leading - typesetter.fonts.face(style.font).cap_height * style.size) / 2
    return [Item(lines_high, tuple(shapes), floats=True, lead=lead)]


def _credits(content: _Booklet, typesetter: Typesetter, width: float) -> list[Item]:
    text, book = content.text, content.book
    if "credits" in text.leave_out:
        return []
    style = Style(_CAPTION, _CAPTION * 1.2, role="text.muted")
    rule = Rect(width / 2 - 14, 2.0, 28, 0.15, "page.knot.rule")
    items = [Item(4.0, (rule,))]
    first, *others = text.credits.paragraphs
    paragraphs = (
        (_provenance(content), f"{text.credits.source} {first}", *others) if book.ruleset.source else (first, *others)
    )
    for paragraph in paragraphs:
        items += set_paragraph(typesetter, fill(paragraph, book.names), width, style)
    return items


def _provenance(content: _Booklet) -> str:
    """Return where the printed rules come from: how many the source states, and which it does not."""
    text, book = content.text.provenance, content.book
    origins = book.ruleset.origins
    by_label: dict[str, list[str]] = {}
    for rule in book.rules:
        for sentence in rule.sentences:
            for flag in sentence.flags:
                by_label.setdefault(origins[flag].label, []).append(sentence.label)
    labels = [origin.label for origin in origins.values()]
    parts = []
    if "observed" in labels:
        parts.append(text.observed)
    else:
        count, number = str(len(labels)), str(labels.count("stated"))
        parts.append(fill(text.stated, {**book.names, "count": count, "number": number}))
    for label, words in (("implied", text.implied), ("narrowed", text.narrowed), ("silent", text.silent)):
        if by_label.get(label):
            parts.append(fill(words, {**book.names, "rules": ", ".join(dict.fromkeys(by_label[label]))}))
    return " ".join((*parts, text.close))


def _folio(title: str, number: int, page: tuple[float, float], y: float, typesetter: Typesetter) -> Group:
    """Return the page's number with the game's name, towards the outer edge."""
    left = number % 2 == 0
    edge = (page[0] - BOX[0]) / 2
    x = edge if left else page[0] - edge
    side = 0.0 if left else 1.0
    name = typesetter.line(title, "smallcaps", 3.0, "text.muted", (page[0] / 2, y), 0.5)
    folio = typesetter.line(str(number), "text", 3.4, "text.rubric", (x, y), side)
    return Group((name, folio), layer=Layer.ART)
