"""The booklet: a title page, and three pages of history, numbered rules with their figures, and advice.

Its pages are set in one text box that fits A5 and half-letter pages alike. The text is as large as four pages allow,
9 pt at the least; what does not fit even so is an error that says what to leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from taflkit.drawing.column import Item, baseline, paginate, set_initial, set_paragraph, space, stack
from taflkit.drawing.curves import foil
from taflkit.drawing.shapes import Circle, Drawing, Group, Layer, Path, Rect, Shape, Tag, Text, translate
from taflkit.drawing.typesetting import Style, Typesetter
from taflkit.errors import DoesNotFit
from taflkit.figures import Scene
from taflkit.parts.figure import draw_scene
from taflkit.rulebook import NumberedRule, NumberedSentence, fill
from taflkit.tafl import Origin
from taflkit.texts import BookletText, SectionText

__all__ = ["BOX", "PAGES", "BookletContent", "draw_booklet"]

PAGES = 4
"""How many pages a booklet has if nothing else is asked for."""
BOX = (112.0, 178.0)
"""Width and height in mm of the text on a page."""
_POINT = 25.4 / 72
_SIZES = tuple(size * _POINT for size in (10.5, 10.0, 9.5, 9.0))
_LARGE_SIZES = (*(size * _POINT for size in (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0)), *_SIZES)
"""The ems of booklets of more than four pages, which are for those who want larger print."""
"""The ems that the body may have, in mm, the largest that fits being taken."""
_USUAL = _SIZES[2]
"""The one that the shipped texts mostly get."""
_LEADING = 1.2
_CAPTION = 7.5 * _POINT
_FIGURE = 35.0
_ROW = 3
_INITIAL = 3
"""How many lines the history's first letter is high."""
_HANG = 6.0
"""How far the rules are indented, in mm; their numbers hang in that space."""


class BookletContent(NamedTuple):
    """What a booklet says.

    Attributes:
        title: the game's name.
        subtitle, ruleset: what stands below it on the title page.
        text: the booklet's words.
        general: whether the game has no words of its own and takes the general ones.
        names: what {names} stand for.
        rules: the numbered rules.
        origins: for each rule flag where its value comes from.
        start: the start position, for the title page.
        scenes, captions, descriptions: of the figures, by name.
    """

    title: str
    subtitle: str
    ruleset: str
    text: BookletText
    general: bool
    names: Mapping[str, str]
    rules: Sequence[NumberedRule]
    origins: Mapping[str, Origin]
    start: Scene
    scenes: Mapping[str, Scene]
    captions: Mapping[str, str]
    descriptions: Mapping[str, str]

    def numbered(self) -> dict[str, int]:
        """Return the number of every figure that is printed, in the order in which the rules speak of them."""
        shown = (name for rule in self.rules for name in rule.figures if name not in self.text.leave_out)
        return {name: number for number, name in enumerate(dict.fromkeys(shown), 1)}

    def label_of(self, figure: str) -> str:
        """Return the number of the sentence that a figure shows."""
        sentences = (sentence for rule in self.rules for sentence in rule.sentences)
        return next(sentence.label for sentence in sentences if figure in sentence.figures)


def draw_booklet(
    content: BookletContent, page: tuple[float, float], typesetter: Typesetter, pages: int = PAGES
) -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order.

    Args:
        content: what the booklet says.
        page: width and height of a page in mm.
        typesetter: sets the lines.
        pages: how many pages there are: 4, or more for larger print.

    Raises:
        DoesNotFit: the text is too long; the line says what to leave out.
    """
    columns = _fitted(content, typesetter, pages)
    left, top = (page[0] - BOX[0]) / 2, (page[1] - BOX[1]) / 2 - 2.0
    whole = Tag("Part", bookmark=content.title)
    drawings = [_title_page(content, page, whole, typesetter)]
    for number, shapes in enumerate(columns, 2):
        body = Group(shapes, translate(left, top), layer=Layer.ART, tag=whole)
        folio = _folio(content.title, number, page, top + BOX[1] + 6.0, typesetter)
        drawings.append(Drawing(*page, (body, folio), f"{content.title}, {number}"))
    return tuple(drawings)


def _fitted(content: BookletContent, typesetter: Typesetter, pages: int) -> list[tuple[Shape, ...]]:
    """Return the shapes of the pages after the title page, in the largest size that fits."""
    width, height = BOX
    end = _credits(content, typesetter, width)
    foot = sum(item.height for item in end)
    room = (*((height,) * (pages - 2)), height - foot)
    sizes = _SIZES if pages == PAGES else _LARGE_SIZES
    usual = _flow(content, _style(_USUAL), typesetter)
    for size in _promising(usual, sum(room), sizes):
        flow = usual if size == _USUAL else _flow(content, _style(size), typesetter)
        columns, rest = paginate(flow, room)
        if not rest:
            return [*(stack(column)[0] for column in columns[:-1]), _last(columns[-1], end, height - foot)]
    over = sum(item.height for item in rest)
    out = [name for name in ("advice", "history") if name not in content.text.leave_out]
    out += [name for name in reversed(list(content.numbered())) if name != "start"][:3]
    raise DoesNotFit(
        "the booklet",
        f"{over:.0f} mm more than its {pages} pages at 9 pt",
        f"no room for it; put some of {', '.join(out)} into leave_out in booklet.toml, or shorten its texts",
    )


def _style(size: float) -> Style:
    return Style(size, size * _LEADING)


def _promising(usual: Sequence[Item], room: float, sizes: Sequence[float]) -> Iterator[float]:
    """Yield the sizes that may fit, the largest first, judged by how high the text is at the usual one.

    Text grows with the square of its size, figures do not; some room is lost at the foot of pages.
    """
    figures = sum(item.height for item in usual if item.floats)
    text = sum(item.height for item in usual) - figures
    for size in sizes:
        if size == sizes[-1] or text * (size / _USUAL) ** 2 + figures <= room:
            yield size


def _last(items: Sequence[Item], end: Sequence[Item], top: float) -> tuple[Shape, ...]:
    """The last page: its text, and the credits at its foot."""
    return stack(items)[0] + stack(end, 0.0, top)[0]


def _flow(content: BookletContent, style: Style, typesetter: Typesetter) -> list[Item]:
    """Return history, rules with their figures, and advice as one column."""
    text = content.text
    items: list[Item] = []
    general = text.general
    history = SectionText(general.title, general.history) if content.general else text.history
    if "history" not in text.leave_out:
        items += _section(history.title, history.paragraphs, content.names, style, typesetter, initial=True)
    items += _section(text.rules.title, text.rules.paragraphs, content.names, style, typesetter)
    items += _rules(content, style, typesetter)
    if "advice" not in text.leave_out and not content.general:
        items += _section(text.advice.title, text.advice.paragraphs, content.names, style, typesetter)
    return items


def _section(
    title: str,
    paragraphs: Sequence[str],
    names: Mapping[str, str],
    style: Style,
    typesetter: Typesetter,
    initial: bool = False,
) -> list[Item]:
    width = BOX[0]
    items: list[Item] = []
    if title:
        # all heights are whole lines, so that the lines of facing pages stand on one grid
        head = Style(style.size * 1.45, style.leading * 2, font="display", role="text.title", align="left")
        items.append(space(style.leading))
        items += set_paragraph(typesetter, fill(title, names), width, head, tag=_heading(fill(title, names)), keep=True)
    for number, paragraph in enumerate(paragraphs):
        text = fill(paragraph, names)
        if initial and number == 0:
            opening = style._replace(opening="smallcaps")
            items += set_initial(typesetter, text, width, opening, _INITIAL, "display", "text.rubric")
        else:
            items += set_paragraph(typesetter, text, width, style._replace(indent=style.size * 1.4 if number else 0.0))
    return items


def _heading(title: str) -> Tag:
    return Tag("H2", bookmark=title)


def _rules(content: BookletContent, style: Style, typesetter: Typesetter) -> list[Item]:
    """The numbered rules, and after the rule that fills a row the row of figures."""
    numbers = content.numbered()
    items: list[Item] = [space(style.leading)]
    waiting: list[tuple[str, Tag]] = []
    still = dict(numbers)
    listed = Tag("L")
    for rule in content.rules:
        body = Tag("LBody", parent=Tag("LI", parent=listed))
        items += _rule(rule, body, content, numbers, style, typesetter)
        # a figure that several rules speak of is drawn once
        waiting += [(name, body) for name in rule.figures if still.pop(name, None)]
        while len(waiting) >= _ROW:
            items += _figure_row(waiting[:_ROW], numbers, content, style, typesetter)
            waiting = waiting[_ROW:]
    if waiting:
        items += _figure_row(waiting, numbers, content, style, typesetter)
    return items


def _rule(
    rule: NumberedRule,
    body: Tag,
    content: BookletContent,
    numbers: Mapping[str, int],
    style: Style,
    typesetter: Typesetter,
) -> list[Item]:
    text = " ".join(_lettered(sentence) for sentence in rule.sentences)
    shown = [numbers[name] for name in rule.figures if name in numbers]
    if shown:
        text = f"{text.removesuffix('.')} ({_reference(shown, content.text)})."
    items = set_paragraph(typesetter, text, BOX[0] - _HANG, style, x=_HANG, tag=Tag("P", parent=body))
    label = typesetter.line(
        str(rule.number), "display", style.size * 0.86, "text.rubric", (_HANG - 1.6, baseline(style, typesetter)), 1.0
    )
    first = items[0]
    items[0] = Item(first.height, (Group((label,), tag=Tag("Lbl", parent=body.parent)), *first.shapes), first.breakable)
    return items


def _lettered(sentence: NumberedSentence) -> str:
    """Return a sentence with its letter before it, if its rule has several."""
    letter = sentence.label.lstrip("0123456789")
    return f"*{letter}*\u00a0{sentence.text}" if letter else sentence.text


def _reference(numbers: Sequence[int], text: BookletText) -> str:
    """Return "figure 2", "figures 2 and 3" or "figures 2 to 4" in the language's words."""
    if len(numbers) == 1:
        return f"{text.figure} {numbers[0]}"
    if len(numbers) == 2:
        return f"{text.figures} {numbers[0]} {text.and_} {numbers[1]}"
    return f"{text.figures} {numbers[0]}–{numbers[-1]}"


def _figure_row(
    figures: Sequence[tuple[str, Tag]],
    numbers: Mapping[str, int],
    content: BookletContent,
    style: Style,
    typesetter: Typesetter,
) -> list[Item]:
    """Return up to three figures side by side with their captions, as high as a whole number of lines.

    In the order of reading each stands in the rule that speaks of it, whose tag it comes with.
    """
    gap = (BOX[0] - _ROW * _FIGURE) / (_ROW - 1)
    left = (BOX[0] - len(figures) * _FIGURE - (len(figures) - 1) * gap) / 2
    caption_style = Style(_CAPTION, _CAPTION * 1.18, role="text", align="left")
    shapes: list[Shape] = []
    lowest = 0.0
    above = style.leading * 0.4
    for place, (name, body) in enumerate(figures):
        x = left + place * (_FIGURE + gap)
        figure = draw_scene(content.scenes[name], _FIGURE, content.descriptions[name], parent=body)
        shapes.append(Group((figure,), translate(x, above)))
        rule = f"{content.text.rule_label} {content.label_of(name)}"
        caption = f"{content.text.figure_label} {numbers[name]} ({rule}). {content.captions[name]}"
        items = set_paragraph(typesetter, caption, _FIGURE, caption_style, tag=Tag("Caption", parent=body))
        lines, low = stack(items, x, above + _FIGURE + 0.8)
        shapes += lines
        lowest = max(lowest, low)
    lines_high = -(-(lowest + 0.6) // style.leading) * style.leading
    lead = above - (style.leading - typesetter.fonts.face(style.font).cap_height * style.size) / 2
    return [Item(lines_high, tuple(shapes), floats=True, lead=lead)]


def _credits(content: BookletContent, typesetter: Typesetter, width: float) -> list[Item]:
    if "credits" in content.text.leave_out:
        return []
    style = Style(_CAPTION, _CAPTION * 1.2, role="text.muted")
    rule = Rect(width / 2 - 14, 2.0, 28, 0.15, "page.ornament")
    items = [Item(4.0, (rule,))]
    for paragraph in (_provenance(content), *content.text.credits.paragraphs):
        items += set_paragraph(typesetter, fill(paragraph, content.names), width, style)
    return items


def _provenance(content: BookletContent) -> str:
    """Return where the printed rules come from: how many the source states, and which it does not."""
    text = content.text.provenance
    told: dict[str, list[str]] = {}
    for rule in content.rules:
        for sentence in rule.sentences:
            for flag in sentence.flags:
                told.setdefault(content.origins[flag].label, []).append(sentence.label)
    labels = [origin.label for origin in content.origins.values()]
    parts = []
    if "observed" in labels:
        parts.append(text.observed)
    else:
        count, number = str(len(labels)), str(labels.count("stated"))
        parts.append(fill(text.stated, {**content.names, "count": count, "number": number}))
    for label, words in (("implied", text.implied), ("narrowed", text.narrowed), ("silent", text.silent)):
        if told.get(label):
            parts.append(fill(words, {**content.names, "rules": ", ".join(dict.fromkeys(told[label]))}))
    return " ".join((*parts, text.close))


def _title_page(content: BookletContent, page: tuple[float, float], whole: Tag, typesetter: Typesetter) -> Drawing:
    """The title in a border of lines with rosettes, over the start position."""
    width, height = page
    middle = width / 2
    size = min(15.5, (width - 40) / typesetter.width(content.title, "display", 1.0))
    board = 84.0
    board_top = height * 0.335
    shapes: list[Shape] = [*_border(width, height)]
    shapes.append(
        Group(
            (_centred(typesetter, content.title, "display", size, "text.title", middle, height * 0.205),),
            tag=Tag("H1"),
        )
    )
    small = 4.3
    shapes += _block(typesetter, content.subtitle, "smallcaps", small, "text", middle, height * 0.262, width - 44)
    picture = draw_scene(content.start, board, content.descriptions["start"])
    shapes.append(Group((picture,), translate(middle - board / 2, board_top)))
    low = board_top + board + 15.0
    shapes.append(Path(foil((middle, low - 6.6), 2.2, 6, 30), "page.ornament"))
    shapes += _block(typesetter, content.ruleset, "italic", 5.0, "text", middle, low + 3.2, width - 44)
    return Drawing(width, height, (Group(tuple(shapes), layer=Layer.ART, tag=whole),), content.title)


def _centred(typesetter: Typesetter, text: str, font: str, size: float, role: str, x: float, y: float) -> Text:
    return typesetter.line(text, font, size, role, (x, y), 0.5)


def _block(
    typesetter: Typesetter, text: str, font: str, size: float, role: str, x: float, y: float, width: float
) -> tuple[Shape, ...]:
    """Return centred lines, the first one's baseline at y."""
    style = Style(size, size * 1.25, font=font, italic="italic", role=role, align="centre")
    lines = typesetter.paragraph(text, width, style)
    tag = Tag("P")
    return tuple(Group(tuple(line.at(x - width / 2, y + i * style.leading)), tag=tag) for i, line in enumerate(lines))


def _border(width: float, height: float) -> tuple[Shape, ...]:
    """Two lines round the page with a rosette at each corner."""
    outer, inner, corner = 11.0, 13.0, 4.2
    shapes: list[Shape] = []
    for inset, weight in ((outer, 0.5), (inner, 0.18)):
        reach = inset + corner + (outer - inset)
        shapes += _broken_box(width, height, inset, reach, weight)
    for x in (outer + 1.0, width - outer - 1.0):
        for y in (outer + 1.0, height - outer - 1.0):
            shapes.append(Path(foil((x, y), 3.4, 6, 30), "page.ornament"))
            shapes.append(Circle(x, y, 4.2, "page.rule"))
    return tuple(shapes)


def _broken_box(width: float, height: float, inset: float, reach: float, weight: float) -> tuple[Shape, ...]:
    """Return the four sides of a box, left open for `reach` mm from the page's corners' rosettes."""
    open_ = reach + 1.0
    return (
        Rect(open_, inset - weight / 2, width - 2 * open_, weight, "page.ornament"),
        Rect(open_, height - inset - weight / 2, width - 2 * open_, weight, "page.ornament"),
        Rect(inset - weight / 2, open_, weight, height - 2 * open_, "page.ornament"),
        Rect(width - inset - weight / 2, open_, weight, height - 2 * open_, "page.ornament"),
    )


def _folio(title: str, number: int, page: tuple[float, float], y: float, typesetter: Typesetter) -> Group:
    """Return the page's number with the game's name, towards the outer edge."""
    left = number % 2 == 0
    edge = (page[0] - BOX[0]) / 2
    x = edge if left else page[0] - edge
    side = 0.0 if left else 1.0
    name = typesetter.line(title, "smallcaps", 3.0, "text.muted", (page[0] / 2, y), 0.5)
    folio = typesetter.line(str(number), "text", 3.4, "text.rubric", (x, y), side)
    return Group((name, folio), layer=Layer.ART)
