"""Puzzles as they are set on a booklet's grid: diagrams two to a row with their words below, and answers in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from taflkit.catalog.book import Book
from taflkit.drawing.look import Look
from taflkit.drawing.shapes import Group, Shape, Tag, Transform, translate
from taflkit.figures import Grid, Scene, Window
from taflkit.parts.booklet.grid import POINT, PageGrid
from taflkit.parts.figures import coordinates_room, draw_coordinates, draw_scene
from taflkit.sums import total
from taflkit.tafl.proof import ELSE, Tree, plies_behind
from taflkit.tafl.puzzles import DIFFICULTIES, Puzzle
from taflkit.typesetting.columns import Item, set_paragraph, space, stack
from taflkit.typesetting.lines import Typesetter
from taflkit.typesetting.prose import STRONG
from taflkit.words.alternatives import describe
from taflkit.words.phrases import Words, fill

_ABREAST = 2
"""The diagrams in a row."""
_SPARE = 3
"""The puzzles on a page that a booklet has left; their answers are where a fourth would be."""
ABOVE_ROW = 6.0
"""The white in mm between rows of diagrams."""
_LETTER = 8 * POINT  # the least em of coordinates
_PART = 0.7  # of a square: the largest of these
_MARK = "•"  # of difficulty
_BELOW_HEAD = 0.5  # of a line, below the words of a heading
_REPLIES = (6, 3, 2, 1)
"""The replies of the defence that are named at each move: fewer ones for a long answer."""
_LETTERS = 230  # of an answer that is not shortened
_CUT = "…"


class PuzzleSetter(Struct, frozen=True, dict=True):
    """Sets the puzzles of a book on a grid."""

    book: Book
    grid: PageGrid
    look: Look
    typesetter: Typesetter

    @cached_property
    def width(self) -> float:
        """The width of a diagram in mm."""
        grid = self.grid
        return (grid.across(grid.columns) - (_ABREAST - 1) * self._gutter) / _ABREAST

    @property
    def _gutter(self) -> float:
        """The distance of two diagrams, with room for the numbers of ranks."""
        return self.grid.gutter * self.grid.enlarged

    @property
    def words(self) -> dict[str, str]:
        """The words of puzzles."""
        return self.book.texts.sheet.puzzles

    def lines(self, *keys: str) -> list[Item]:
        """Return sentences of the words below a heading, with white below."""
        names = self.book.texts.words.number_names("count", len(self.book.puzzles))
        text = " ".join(fill(self.words[key], names) for key in keys)
        style = replace(self.grid.style, align="left")
        lines = set_paragraph(self.typesetter, text, self.grid.across(self.grid.columns), style)
        return [*lines, space(_BELOW_HEAD * self.grid.leading)]

    def rows(self, puzzles: Sequence[Puzzle]) -> Iterator[Item]:
        """Yield puzzles in rows, numbered from 1."""
        cells = [self._cell(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
        for first in range(0, len(cells), _ABREAST):
            row = cells[first : first + _ABREAST]
            shapes = (Group(cell.shapes, translate(self.left(place), 0.0)) for place, cell in enumerate(row))
            yield Item(max(cell.height for cell in row), tuple(shapes))

    def left(self, place: int) -> float:
        """Return the left edge of a diagram of a row, by its place from 0."""
        return place * (self.width + self._gutter)

    def _cell(self, number: int, puzzle: Puzzle) -> Item:
        """Return the diagram of a puzzle with its words below; the ranks' numbers hang at its left."""
        texts, caption, setter = self.book.texts, self.grid.caption, self.typesetter
        size = puzzle.position.variant.layout.size
        grid = Grid.whole(size, self.width / size)
        em = max(_LETTER, min(caption.size, _PART * grid.cell))
        scene = Scene("puzzle", puzzle.position, (), (), (), Window(0, 0, size, size))
        description = describe(scene, (texts.alternatives, texts.words), texts.language)
        drawn, tag = draw_scene(scene, grid.width, description, self.look), Tag("Caption")
        diagram = Group((replace(drawn, tag=None), *draw_coordinates(grid, em, setter)), tag=drawn.tag)
        marks = _MARK * (1 + DIFFICULTIES.index(puzzle.difficulty))
        task = f"*{STRONG}{number}*\u00a0\u00a0{self._task(puzzle)}\u00a0\u00a0*{STRONG}{marks}*"
        lines = [
            *set_paragraph(setter, task, self.width, replace(self.grid.style, align="left"), tag=tag),
            *set_paragraph(setter, self._hint(puzzle), self.width, caption, tag=tag),
        ]
        shapes, low = stack(lines, 0.0, grid.height + coordinates_room(grid, em)[1])
        return Item(low, (diagram, *shapes))

    def _task(self, puzzle: Puzzle) -> str:
        """Return who wins, in how many moves of his."""
        words = self.book.texts.words
        task = words.with_nouns(self.words[puzzle.position.to_move.value])
        return fill(task, words.number_names("count", (puzzle.plies + 1) // 2))

    def _hint(self, puzzle: Puzzle) -> str:
        """Return which kind of piece moves first, and whether it captures."""
        piece = puzzle.position.pieces[puzzle.key.origin]
        captures = puzzle.position.play(puzzle.key).captures
        return fill(self.words["capture" if captures else "quiet"], self.book.texts.words.called("piece", piece))

    def answers(self, puzzles: Sequence[Puzzle], width: float) -> Iterator[list[Item]]:
        """Yield the lines of the answers in a width in mm, numbered from 1."""
        for number, puzzle in enumerate(puzzles, 1):
            text = f"*{STRONG}{number}*\u00a0\u00a0{written_answer(puzzle, self.words, self.book.texts.words)}"
            yield set_paragraph(self.typesetter, text, width, self.grid.caption)

    def spare_page(self, head: Sequence[Item]) -> list[Shape]:
        """Return a page of a booklet below a heading: a few puzzles, and their answers turned by half a turn.

        The puzzles are the first of the collection, its last, and those between them in even steps. The page is empty
        where there are too few, or words that are too long.
        """
        every = self.book.puzzles
        if len(every) < _SPARE:
            return []
        puzzles = [every[place * (len(every) - 1) // (_SPARE - 1)] for place in range(_SPARE)]
        rows = list(self.rows(puzzles))
        shapes, low = stack([*head, *self.lines("intro", "more"), rows[0], space(ABOVE_ROW), rows[1]])
        style = replace(self.grid.caption, font="bold", role="text.rubric")
        lines = set_paragraph(self.typesetter, self.words["answers"], self.width, style)
        for answer in self.answers(puzzles, self.width):
            lines += [space(self.grid.caption.leading / 3), *answer]
        if low > self.grid.lines * self.grid.leading or total(item.height for item in lines) > rows[1].height:
            return []
        return [*shapes, Group(stack(lines)[0], half_turn(self.left(_ABREAST - 1) + self.width, low))]


def half_turn(right: float, low: float) -> Transform:
    """Return the matrix that turns what is drawn from (0, 0) by half a turn, so that it begins at a lower right."""
    return (-1.0, 0.0, 0.0, -1.0, right, low)


def written_answer(puzzle: Puzzle, text: dict[str, str], words: Words) -> str:
    """Return the key, the defence's replies with the moves that win, and the try with the reply that refutes it.

    Of several moves that win the first stands for all. Of a long proof fewer replies are named, and
    a sign says that others are left out.
    """
    for most in _REPLIES:
        names = {
            "key": f"*{STRONG}{puzzle.key}*",
            "replies": _written(puzzle.tree, most, text, words),
            "attempt": str(puzzle.attempt),
            "reply": str(puzzle.refutation),
        }
        answer = fill(text["answer"], names)
        if len(answer) <= _LETTERS:
            break
    return answer


def _written(tree: Tree, most: int, text: dict[str, str], words: Words) -> str:
    """Return a proof as replies with the moves that win after them, the longest first, `most` named at each move.

    Where that is the fewest, the moves after a reply that is not named are left out.
    """
    won = {reply: next(iter(moves.items())) for reply, moves in tree.items() if moves}
    replies = sorted((reply for reply in won if reply != ELSE), key=lambda reply: -plies_behind(won[reply][1]))

    def line(reply: str) -> str:
        move, deeper = won[reply]
        if deeper and reply == ELSE and replies and most == _REPLIES[-1]:
            return f"{move} {_CUT}"
        return f"{move} ({_written(deeper, most, text, words)})" if deeper else move

    common = line(ELSE) if ELSE in won else ""
    others = [reply for reply in replies if line(reply) != common]
    lines: dict[str, list[str]] = {}
    for reply in others[:most]:
        lines.setdefault(line(reply), []).append(reply)
    parts = [f"{words.lists.comma.join(named)}{words.lists.colon}{moves}" for moves, named in lines.items()]
    parts += [_CUT] if others[most:] else []
    parts += [f"{text['others' if others else 'any']}{words.lists.colon}{common}"] if common else []
    return words.lists.semicolon.join(parts)
