"""The booklet: a cover, and pages of history, numbered rules with their figures, and advice, on the grid of `grid`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Drawing, Group, Layer, Rect, Shape, Tag, translate
from taflkit.errors import DoesNotFit, TaflkitError, shown
from taflkit.parts.booklet.cover import draw_cover
from taflkit.parts.booklet.grid import POINT, PageGrid
from taflkit.parts.booklet.pages import Cell, PageBlock, PagedBlocks
from taflkit.parts.booklet.text import BookletWords
from taflkit.parts.borders import draw_illumination
from taflkit.parts.counters import draw_piece
from taflkit.parts.figures import draw_scene, draw_signs
from taflkit.parts.puzzles.setting import PuzzleSetter
from taflkit.sheets.paper import PAGE_COUNTS, TEXTS
from taflkit.sums import total
from taflkit.tafl import Piece
from taflkit.typesetting.columns import Initial, Item, baseline, least_height, set_initial, set_paragraph, stack
from taflkit.typesetting.lines import Style, TitleRoom, Typesetter, set_title, title_text
from taflkit.words.booklet import KEY_SIGNS, SectionText
from taflkit.words.rulebook import NumberedRule

_ABOVE_CAPTION = 1.1  # mm between a figure and its caption
_CAPTION_HANG = 0.6  # of the gutter: how far a caption may hang into it, to be one line
_HANG = 2.0  # mm between the number of a rule and its text
_INITIAL = 3  # lines of the history's first letter
_INDENT = 1.4  # em of a paragraph that follows another
_CHAPTER_LINES = 2  # of the heading of a chapter
_CHAPTER_UP = 0.1  # of these: clear of an initial below it
_KEY_PIECE = 8.0 / 7.2  # of a figure's square: the discs of the key
_KEY_PIECE_ROW = 1.22  # of a square: the distance of two
_KEY_SIGN = 0.78  # of a square: the squares of the signs
_KEY_SIGN_ROW = 0.73  # of a square: the distance of two
_KEYS_APART = 2.2  # mm between the two keys
_KEY_HEADING = 0.4  # of a square: the signs' heading, which reaches above the first of them
_KEY_BESIDE = 0.35  # of a square: between a sign and its words
_FOOT = 8.9  # mm from the last line to the baseline of the foot
_FOOT_EM = 0.92  # of the text's em
_MOST_SHEETS = 60  # pages of a booklet in large print, at the most

# the table for games
_ROW = 8.0  # mm of a row at the least: room for a pen
_GUTTER = 3.0  # mm between columns
_RULE = 0.15  # mm of the lines to write on
_MOST_TABLES = 2  # pages of it


class Cited(NamedTuple):
    """A figure that a rule in an element of its own is the first to cite, and the number of columns that it takes."""

    name: str
    body: Tag
    columns: int


class BookletSetter(Struct, frozen=True, dict=True):
    """Sets the words and figures of a booklet on a grid; a poster has its rules set by the same."""

    words: BookletWords
    grid: PageGrid
    look: Look
    typesetter: Typesetter

    @cached_property
    def _level(self) -> float:
        """Mm from the top of a line of text to its capitals."""
        style = self.grid.style
        return (style.leading - self.typesetter.fonts.face(style.font).cap_height * style.size) / 2

    def pages(self, words: BookletWords, *, apart: bool = False) -> list[list[Shape]]:
        """Return the shapes of the pages behind the cover, from the upper left corner of their columns.

        The advice may begin a page `apart` from the rules, if these fill half of theirs.
        """
        placed = PagedBlocks(self.grid, self._level)
        for block in self._prose(words.history, initial=True):
            placed.add(block)
        for block in self._rules:
            placed.add(block)
        if self.words.variations:
            # apart from the rule above, which has nothing to do with them
            placed.leave(1)
        for block in self._prose(SectionText(paragraphs=(self.words.variations,))):
            placed.add(block)
        advice = list(self._prose(words.advice))
        high = sum(len(block.text) + sum(self.grid.lines_of(item.height) for item in block.head) for block in advice)
        if (apart and 2 * placed.line >= self.grid.lines) or placed.line + 1 + high > self.grid.lines >= high:
            # it takes another page in any case, and is not parted for it
            placed.turn()
        begun = len(placed.pages), 0
        for number, block in enumerate(advice):
            placed.add(block)
            if number == 0:
                begun = len(placed.pages), placed.line - len(block.text)
        self._add_credits(placed, begun[1] if len(placed.pages) == begun[0] else 0)
        return placed.pages

    def _prose(self, section: SectionText, *, initial: bool = False) -> Iterator[PageBlock]:
        """Yield a section in blocks, between which a page may end."""
        style, setter = self.grid.style, self.typesetter
        # beside the history's title nothing stands
        head = self.chapter(section.title, self.grid.columns if initial else 2)
        for number, text in enumerate(filter(None, section.paragraphs)):
            if initial and number == 0:
                items = self._begun(text)
            else:
                items = set_paragraph(
                    setter, text, self.grid.measure, replace(style, indent=_INDENT * style.size if number else 0.0)
                )
            lines: list[Item] = []
            for item in items:
                lines.append(item)
                if item.breakable:
                    yield PageBlock(head, tuple(lines))
                    head, lines = (), []

    def _begun(self, text: str) -> list[Item]:
        """Return the first paragraph of the history, with a large letter and the game's name in small capitals."""
        name = title_text(self.words.book.title)
        behind = text[len(name) : len(name) + 1]
        named = text.startswith(name) and not (behind.isalnum() or behind == "_")
        style = replace(self.grid.style, opening="smallcaps", opened=len(name[1:].split()) if named else 1)
        letter = Initial()
        if self.look.ornament.initial == "illuminated":
            letter = Initial("display", "initial.letter", partial(draw_illumination, look=self.look))
        return set_initial(self.typesetter, text, self.grid.measure, style, _INITIAL, letter)

    def chapter(self, title: str, columns: int, role: str = "H2") -> tuple[Item, ...]:
        """Return the heading of a chapter; see `heading`."""
        size, high = self.grid.sizes.chapter * POINT, _CHAPTER_LINES * self.grid.leading
        style = Style(size, high, self.look.fonts.heading, role="text.title", align="left")
        up = translate(0.0, -_CHAPTER_UP * high)
        return tuple(
            replace(item, shapes=(Group(item.shapes, up),))
            for item in self.heading(title, self.grid.across(columns), style, role)
        )

    def heading(self, title: str, width: float, style: Style, role: str = "H2") -> tuple[Item, ...]:
        """Return the lines of a heading in a width, or nothing for an empty one."""
        if not title_text(title):
            return ()
        tag = Tag(role, bookmark=title_text(title))
        return tuple(set_paragraph(self.typesetter, title, width, style, tag=tag))

    # the rules

    @cached_property
    def _rules(self) -> tuple[PageBlock, ...]:
        """The rules in blocks: those of a group until their figures fill a row."""
        still = dict(self.words.numbers)
        # a figure of several rules stands with the first
        figures = {
            rule.number: [name for name in rule.figures if still.pop(name, None)] for rule in self.words.book.rules
        }
        blocks: list[PageBlock] = []
        keys: list[Cell] | None = None
        for heading, group in groupby(self.words.book.rules, key=lambda rule: rule.heading):
            style = Style(self.grid.sizes.heading * POINT, self.grid.leading, "bold", role="text.rubric", align="left")
            head, listed = self.heading(heading, self.grid.measure, style), Tag("L")
            for rules in self._runs(list(group), figures):
                bodies = {rule.number: Tag("LBody", parent=Tag("LI", parent=listed)) for rule in rules}
                text = tuple(item for rule in rules for item in self.rule(rule, bodies[rule.number]))
                named = [(name, bodies[rule.number]) for rule in rules for name in figures[rule.number]]
                cited = [Cited(name, body, self._spanned(name)) for name, body in named]
                is_start = any(not self.words.book.scenes[name].has_signs for name, _ in named)
                if keys is None and (is_start or ("start" not in self.words.numbers and named)):
                    keys = self.keys(named[-1][1])
                blocks.append(self._with_figures(PageBlock(head, text), cited, keys or [], is_start=is_start))
                head = ()
        return tuple(blocks) + tuple(PageBlock(rows=((key,),)) for key in keys or ())

    def _runs(self, rules: Sequence[NumberedRule], figures: dict[int, list[str]]) -> Iterator[Sequence[NumberedRule]]:
        """Yield the rules of a group that stand together, until their figures fill a row or the next do not fit."""
        columns, run, taken = self.grid.columns, list[NumberedRule](), 0
        for rule in rules:
            needed = sum(map(self._spanned, figures[rule.number]))
            if taken and (taken >= columns or taken + needed > columns):
                yield run
                run, taken = [], 0
            run.append(rule)
            taken += needed
        # text beside one figure goes on; below a row the rules without one stand alone
        last = max((number for number, rule in enumerate(run, 1) if figures[rule.number]), default=len(run))
        if taken == 1 and columns > 2:
            last = len(run)
        yield run[:last]
        if run[last:]:
            yield run[last:]

    def rule(self, rule: NumberedRule, body: Tag) -> list[Item]:
        """Return the lines of a rule, its number beside the first."""
        words, style, setter = self.words.rule(rule), self.grid.style, self.typesetter
        if not words.strip():
            why = "has no words; write some, or take its sentence out"
            raise TaflkitError(f"rule {rule.number} ('{shown(words)}') {why}")
        lines = set_paragraph(setter, words, self.grid.measure, style, tag=Tag("P", parent=body))
        at = (-_HANG * self.grid.enlarged, baseline(style, setter))
        number = setter.line(str(rule.number), "bold", style.size, "text.rubric", at, 1.0)
        label = Group((number,), tag=Tag("Lbl", parent=body.parent))
        return [replace(lines[0], shapes=(label, *lines[0].shapes)), *lines[1:]]

    def _spanned(self, name: str) -> int:
        """Return the number of columns that a figure takes."""
        return self.grid.spanned(self.words.book.scenes[name].window.files)

    def _rows(self, cited: Sequence[Cited]) -> tuple[tuple[Cell, ...], ...]:
        """Return figures in rows as full as can be, of which those that are a rank lower than others have one more."""
        rows: list[list[Cited]] = []
        for each in cited:
            if not rows or sum(other.columns for other in rows[-1]) + each.columns > self.grid.columns:
                rows.append([])
            rows[-1].append(each)
        scenes = self.words.book.scenes
        highest = [max(scenes[each.name].window.ranks for each in row) for row in rows]
        return tuple(tuple(self.figure(each, ranks) for each in row) for row, ranks in zip(rows, highest, strict=True))

    def figure(self, cited: Cited, ranks: int = 0) -> Cell:
        """Return a figure with its caption below it; it has a rank more if one of so many ranks is in its row."""
        book, grid = self.words.book, self.grid
        name, body, columns = cited.name, cited.body, cited.columns
        scene = book.scenes[name]
        if scene.window.ranks < ranks:
            scene = scene.taller()
        wide = grid.width_of(scene.window.files)
        drawn = draw_scene(scene, wide, book.descriptions[name], self.look, parent=body)
        high = wide / scene.window.files * scene.window.ranks + _ABOVE_CAPTION * self.grid.enlarged
        tag, words, wide = Tag("Caption", parent=body), self.words.caption(name), grid.across(columns)
        lines = set_paragraph(self.typesetter, words, wide, grid.caption, tag=tag)
        if lines[1:]:
            # one line may hang into the gutter
            hanging = set_paragraph(self.typesetter, words, wide + _CAPTION_HANG * grid.gutter, grid.caption, tag=tag)
            lines = lines if hanging[1:] else hanging
        shapes, low = stack(lines, 0.0, high)
        return Cell(columns, low, (drawn, *shapes))

    def _with_figures(self, block: PageBlock, cited: list[Cited], keys: list[Cell], *, is_start: bool) -> PageBlock:
        """Return a block with its figures beside or below it, and with what is left of the key, which it takes away."""
        columns = self.grid.columns
        if is_start and keys:
            start, *others = cited
            free = columns - start.columns
            if free:
                # the keys stand beside the start
                shown = [keys[0].above(keys[1], _KEYS_APART * self.grid.enlarged)] if free == 1 else keys[:]
                keys.clear()
                return replace(block, rows=((self.figure(start), *shown), *self._rows(others)))
            if columns == len(keys):
                rows = ((self.figure(start),), tuple(keys), *self._rows(others))
                keys.clear()
                return replace(block, rows=rows)
            return replace(block, beside=keys.pop(0), rows=self._rows(cited))
        if keys:
            # what had no room beside the start stands beside the next rules
            return replace(block, beside=keys.pop(0), rows=self._rows(cited))
        beside = None
        if columns > 2 and cited and all(each.columns == 1 for each in cited):
            # one that is a line higher than the text will do too
            lone, high = self.figure(cited[0]), (len(block.text) + 1) * self.grid.leading
            if len(cited) == 1 or (len(cited) % columns == 1 and lone.high <= high):
                beside, cited = lone, cited[1:]
        return replace(block, beside=beside, rows=self._rows(cited))

    # the key

    def keys(self, body: Tag) -> list[Cell]:
        """Return the key of the pieces, and that of the signs, which are read in the body of a rule."""
        tag = Tag("Caption", parent=body)
        words, square, style = self.words, self.grid.square, self.grid.style
        disc, pieces = _KEY_PIECE * square, []
        for number, piece in enumerate((Piece.KING, Piece.DEFENDER, Piece.ATTACKER)):
            at = disc / 2, number * _KEY_PIECE_ROW * square + disc / 2
            drawn = draw_piece(piece, disc, self.look, *at)
            called = words.book.texts.words.piece(piece)
            pieces += [drawn, *self._meaning(called, replace(style, align="left"), disc, at[1], tag)]
        high = 2 * _KEY_PIECE_ROW * square + disc
        drawn_signs = draw_signs(_KEY_SIGN * square, self.look)
        heading = replace(self.grid.caption, font="bold", role="text.rubric")
        signs = [*stack(set_paragraph(self.typesetter, words.key_title, self.grid.column, heading, tag=tag)[:1])[0]]
        y = _KEY_HEADING * square
        for name in KEY_SIGNS:
            at = disc / 2, y + _KEY_SIGN * square / 2
            corner = translate(disc / 2 - _KEY_SIGN * square / 2, y)
            signs += [
                Group(drawn_signs[name], corner),
                *self._meaning(words.text.key[name], self.grid.caption, disc, at[1], tag),
            ]
            y += _KEY_SIGN_ROW * square
        return [Cell(1, high, tuple(pieces)), Cell(1, y, tuple(signs))]

    def _meaning(self, text: str, style: Style, disc: float, middle: float, tag: Tag) -> tuple[Shape, ...]:
        """Return the words of the key beside a sign, their middle at a height."""
        x = disc + _KEY_BESIDE * self.grid.square
        lines = set_paragraph(self.typesetter, text, self.grid.column - x, style, tag=tag)
        return stack(lines, x, middle - len(lines) * style.leading / 2)[0]

    # the colophon, and what is left over

    def _add_credits(self, placed: PagedBlocks, line: int) -> None:
        """Put the colophon beside the advice, which begins at a line, or as near to it as there is room, or below."""
        grid = self.grid

        def items(columns: int) -> list[Item]:
            paragraphs = [
                set_paragraph(self.typesetter, text, grid.across(columns), grid.small) for text in self.words.credits
            ]
            apart = Item(grid.small.leading / 2)
            return [item for paragraph in paragraphs for item in (*paragraph, apart)][:-1]

        narrow: list[Item] = []
        if grid.columns > 2:
            # a word that is wider than a column has two
            with suppress(UnfitText):
                narrow = items(1)
        high = grid.lines_of(total(item.height for item in narrow))
        top = max(placed.aside, placed.below_rows, min(line, grid.lines - high))
        if narrow and top + high <= grid.lines:
            small = (grid.small.leading - self.typesetter.fonts.face("text").cap_height * grid.small.size) / 2
            y = top * grid.leading + self._level - small
            placed.put(stack(narrow)[0], grid.columns - 1, y)
            return
        wide = items(2)
        if not wide:
            return
        below = max(placed.line, placed.aside) + 1
        if below + grid.lines_of(total(item.height for item in wide)) > grid.lines:
            placed.turn()
            below = 0
        placed.put(stack(wide)[0], 0, below * grid.leading)

    def puzzles(self) -> list[Shape]:
        """Return a page with some puzzles and their answers, nothing if they are left out, few, or in large print."""
        if "puzzles" in self.words.text.leave_out or self.grid.is_large:
            return []
        head = self.chapter(self.words.book.texts.sheet.puzzles["title"], self.grid.columns)
        return PuzzleSetter(self.words.book, self.grid, self.look, self.typesetter).spare_page(head)

    def record(self) -> list[Shape]:
        """Return a page with the table for the games that are played, nothing if it is left out."""
        grid, text = self.grid, self.words.record
        if not title_text(text.title):
            return []
        head = self.chapter(text.title, grid.columns)
        shapes, low = stack(head)
        wide, high = grid.across(grid.columns), grid.lines * grid.leading - low
        style = Style(grid.caption.size, grid.leading, "smallcaps", role="text.rubric", align="left")
        each = (wide + _GUTTER) / len(text.columns)
        rows = int((high - grid.leading) / (_ROW * self.grid.enlarged))
        row = (high - grid.leading - _RULE) / rows
        table: list[Shape] = [*shapes]
        for number, name in enumerate(text.columns):
            x = number * each
            table += stack(set_paragraph(self.typesetter, name, each - _GUTTER, style)[:1], x, low)[0]
            # lines to write on
            ys = (low + grid.leading + place * row for place in range(rows + 1))
            table += [Rect(x, y, each - _GUTTER, _RULE, "text.muted") for y in ys]
        return table


def draw_booklet(
    book: Book,
    look: Look,
    page: tuple[float, float],
    typesetter: Typesetter,
    least: int | None = None,
    text: str = TEXTS[0],
) -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order, of a width and height in mm: at `least` so many.

    They are a multiple of four but in large print, whose pages are whole sheets.

    Raises:
        DoesNotFit: the text is too long; the line says which parts to leave out.
    """
    booklet = BookletSetter(BookletWords.of(book, fonts=look.fonts.credits), PageGrid(*page, text), look, typesetter)
    words, pages, count = _paged(booklet, least or 0)
    spare = count - len(pages) - 1
    # puzzles, then two tables at the most; the last of several pages, the booklet's back, stays white
    left = max(spare - 1, min(spare, 1))
    puzzles = [page for page in ((booklet.puzzles(),) if left else ()) if page]
    tables = [booklet.record() for _ in range(min(_MOST_TABLES, left - len(puzzles)))]
    title = title_text(book.title)
    whole = Tag("Part", bookmark=title)
    em = booklet.grid.style.size if booklet.grid.is_large else 0.0
    cover = Group(draw_cover(words, page, look, typesetter, em), layer=Layer.ART, tag=whole)
    drawings = [Drawing(*page, (cover,), title)]
    for number, shapes in enumerate([*pages, *puzzles, *tables], 2):
        body = Group(tuple(shapes), translate(booklet.grid.left, booklet.grid.top), layer=Layer.ART, tag=whole)
        foot = Group(draw_foot(booklet, number, title), layer=Layer.ART)
        drawings.append(Drawing(*page, (body, foot), f"{title}, {number}"))
    drawings += [Drawing(*page, (), f"{title}, {number}") for number in range(len(drawings) + 1, count + 1)]
    return tuple(drawings)


def booklet_words(
    book: Book, look: Look, page: tuple[float, float], typesetter: Typesetter, least: int | None, text: str
) -> BookletWords:
    """Return the words of a booklet as `draw_booklet` prints them.

    Raises:
        DoesNotFit: see draw_booklet.
    """
    booklet = BookletSetter(BookletWords.of(book, fonts=look.fonts.credits), PageGrid(*page, text), look, typesetter)
    return _paged(booklet, least or 0)[0]


def _paged(booklet: BookletSetter, least: int) -> tuple[BookletWords, list[list[Shape]], int]:
    """Return a booklet's words, the shapes of the pages behind its cover, and the number of its pages, cover and all.

    History and advice are in their short forms where that takes fewer pages than are needed, or asked for.
    """
    words = booklet.words
    counts = range(2, _MOST_SHEETS + 1) if booklet.grid.is_large else PAGE_COUNTS

    def counted(pages: Sequence[object]) -> int:
        return next((count for count in counts if count >= max(len(pages) + 1, least)), counts[-1] + 1)

    _refuse_endless(booklet, counts[-1])
    pages = booklet.pages(words)
    short = replace(words, short=True)
    if len(pages) + 1 > max(counts[0], least) and (short.history, short.advice) != (words.history, words.advice):
        fewer = booklet.pages(short)
        if counted(fewer) < counted(pages):
            words, pages = short, fewer
    if counted(pages) > counts[-1]:
        raise _too_long(booklet, f"{len(pages) + 1} pages", counts[-1])
    if counted(pages) > len(pages) + 2:
        # of several pages that are left the advice has one of its own
        apart = booklet.pages(words, apart=True)
        if counted(apart) == counted(pages):
            pages = apart
    return words, pages, counted(pages)


def draw_foot(booklet: BookletSetter, number: int, title: str) -> tuple[Shape, ...]:
    """Return the foot of a page: its number towards the outer edge, and the game's name in the middle."""
    grid, typesetter = booklet.grid, booklet.typesetter
    size, y = _FOOT_EM * grid.style.size, grid.top + grid.lines * grid.leading + _FOOT * grid.enlarged
    room = TitleRoom("at the foot of the booklet's pages", grid.across(grid.columns) - 6 * size, size, 0.7 * size)
    name = set_title(title, "smallcaps", room, typesetter).at(grid.width / 2, y, "text.muted", typesetter)
    x, side = (grid.left, 0.0) if number % 2 == 0 else (grid.width - grid.left, 1.0)
    return (*name, typesetter.line(str(number), "bold", grid.style.size, "text.rubric", (x, y), side))


def _refuse_endless(booklet: BookletSetter, most: int) -> None:
    """Refuse a text that is many times too long, before it is set."""
    grid, words = booklet.grid, booklet.words
    sections = (*words.history.paragraphs, *words.advice.paragraphs, words.variations)
    letters = sum(map(len, (*sections, *map(words.rule, words.book.rules))))
    high = least_height(letters, grid.measure, grid.style) / (grid.lines * grid.leading)
    if high > most:
        raise _too_long(booklet, f"at least {high:.0f} pages", most)


def _too_long(booklet: BookletSetter, need: str, most: int) -> DoesNotFit:
    words = booklet.words
    out = [name for name in ("advice", "history") if name not in words.text.leave_out]
    out += [name for name in reversed(list(words.numbers)) if name != "start"][:3]
    have = f"{most} at most; put some of {', '.join(out)} into leave_out, or shorten its texts"
    return DoesNotFit("the booklet", need, have, table="booklet")
