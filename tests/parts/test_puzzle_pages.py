"""Puzzles in print, read back from PDFs: what stands where, in mm, and answers whose moves the engine plays."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.pdf_content import Page, read_pages
from support.pdf_structure import read_structure
from support.sampling import sampled
from support.shipped import built, catalog, read, written
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.catalog.puzzles import puzzle_table
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.kit.options import PARTS, READER, KitSpec
from taflkit.parts.puzzles.setting import written_answer
from taflkit.render.pdf import to_pdf
from taflkit.sheets.paper import LARGE_PRINT
from taflkit.tafl import Move, Position
from taflkit.tafl.proof import ELSE, Tree
from taflkit.tafl.puzzles import Puzzle

PUZZLES = KitSpec(parts=("puzzles",))
SPECS = [
    PUZZLES,
    PUZZLES._replace(game="tablut", paper="letter", mode="mono", theme="manuscript"),
    PUZZLES._replace(paper="letter", text="11pt", ink="light", theme="plain"),
    PUZZLES._replace(game="tablut", text=LARGE_PRINT),
    PUZZLES._replace(paper="a3", text=LARGE_PRINT, mode="mono"),
]
MM = 72 / 25.4
EDGE = 9.0
"""The least white in mm round the words and diagrams of a page."""
EIGHT_POINTS = 8 / MM
MOVE = r"[a-s]\d+-[a-s]\d+"


def book_of(spec: KitSpec) -> Book:
    return read_book(catalog(), spec.game, spec.rules, spec.variations)


def words_of(pages: tuple[Page, ...] | list[Page]) -> str:
    return " ".join(" ".join(shown.text for page in pages for shown in page.texts).split())


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_every_puzzle_is_numbered_with_who_wins_in_how_many_moves_a_hint_and_marks(spec: KitSpec) -> None:
    book = book_of(spec)
    structure = read_structure(written(spec))
    captions = [structure.text(*each.contents()) for each in structure.elements if each.role == "Caption"]
    assert len(captions) == len(book.puzzles) > 0
    nouns = book.texts.words.nouns_named
    for number, (caption, puzzle) in enumerate(zip(captions, book.puzzles, strict=True), 1):
        text = " ".join(caption.split())
        side = f"{nouns['attackers']} win" if puzzle.position.to_move.value == "attackers" else "king’s side wins"
        moves = {3: "two", 5: "three", 7: "four"}[puzzle.plies]
        assert text.startswith(f"{number} The {side} in {moves} moves. "), text
        assert text.count("•") == {"easy": 1, "middling": 2, "hard": 3}[puzzle.difficulty]
        piece = puzzle.position.pieces[puzzle.key.origin].name.lower()
        captures = puzzle.position.play(puzzle.key).captures
        assert text.endswith(f"Hint: {nouns[piece]}, {'and a' if captures else 'no'} capture.")
        assert str(puzzle.key) not in text


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_every_diagram_is_a_figure_with_its_pieces_in_words(spec: KitSpec) -> None:
    structure, book = read_structure(written(spec)), book_of(spec)
    figures = [each for each in structure.elements if each.role == "Figure"]
    assert len(figures) == len(book.puzzles)
    for figure, puzzle in zip(figures, book.puzzles, strict=True):
        squares = re.findall(r"\b[a-s]\d+\b", figure.alternative)
        assert sorted(squares) == sorted(map(str, puzzle.position.pieces))


@pytest.mark.parametrize("spec", sampled(SPECS, 3))
def test_all_stands_inside_the_pages_clear_of_the_middle_and_is_large_enough(spec: KitSpec) -> None:
    kit = built(spec)
    halves = 1 if spec.text == LARGE_PRINT else 2
    for page, pdf in zip(kit.pages.pages, read(spec), strict=True):
        assert page.role == "puzzles"
        assert (pdf.width < pdf.height) == (halves == 1)
        half = pdf.width / halves
        for shown in pdf.texts:
            if shown.text.strip():
                x, y = shown.start
                assert EDGE <= x % half <= half - EDGE, shown.text
                assert EDGE <= y <= pdf.height - EDGE
                assert shown.size >= EIGHT_POINTS - 0.01
    structure = read_structure(written(spec))
    figures = [structure.painted(each) for each in structure.elements if each.role == "Figure"]
    widths = {round(max(box.right - box.left for _, box in boxes), 1) for boxes in figures}
    assert max(widths) - min(widths) < 0.2
    assert min(widths) > (66 if halves == 1 else 54)


@pytest.mark.parametrize("spec", sampled(SPECS, 3))
def test_answers_are_upside_down_on_pages_behind_the_puzzles(spec: KitSpec) -> None:
    upright: list[int] = []
    turned: list[int] = []
    for number, page in enumerate(read(spec)):
        for shown in page.texts:
            half = number * 2 + (shown.start[0] > page.width / 2 and spec.text != LARGE_PRINT)
            (turned if shown.end[0] < shown.start[0] else upright).append(half)
    assert max(upright) < min(turned)
    keys = [str(puzzle.key) for puzzle in book_of(spec).puzzles]
    text = words_of(list(read(spec)))
    assert all(text.count(key) for key in keys)


# The moves of answers, which are read as they are printed and played.


def played(position: Position, tree: Tree, answer: str, named: str) -> int:
    """Play the replies of a printed answer with the moves that win after them; return how many moves were played."""
    count, known = 0, {reply for part in _parts(answer) for reply in part.partition(": ")[0].split(", ")}
    for part in _parts(answer):
        if part == "…":
            continue
        replies, colon, moves = part.partition(": ")
        assert colon, part
        others = [reply for reply in map(str, position.legal_moves()) if reply not in known]
        whole = "…" not in answer
        for reply in replies.split(", ") if re.match(MOVE, replies) else others if whole else ():
            turn = position.play(Move.parse(reply))
            move, _, deeper = moves.partition(" (")
            winning = tree.get(reply, tree.get(ELSE, {}))
            assert move.removesuffix(" …") in winning, (named, reply, move)
            won = turn.after.play(Move.parse(move.removesuffix(" …")))
            assert bool(won.outcome and won.outcome.winner is position.to_move.other) == (
                not deeper and "…" not in move
            )
            count += 1
            if deeper:
                count += played(won.after, winning[move], deeper.removesuffix(")"), named)
    return count


def _parts(answer: str) -> list[str]:
    """The parts of an answer between semicolons outside parentheses."""
    parts, depth = [""], 0
    for letter in answer:
        depth += (letter == "(") - (letter == ")")
        if letter == ";" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


@pytest.mark.parametrize("game", ["brandub", "tablut"])
def test_the_printed_answers_are_played_by_the_engine(game: str) -> None:
    spec = PUZZLES._replace(game=game)
    book, structure = book_of(spec), read_structure(written(spec))
    paragraphs = [" ".join(structure.text(*e.contents()).split()) for e in structure.elements if e.role == "P"]
    answers = [text for text in paragraphs if re.match(rf"\d+ {MOVE};", text)]
    assert len(answers) == len(book.puzzles)
    for number, (text, puzzle) in enumerate(zip(answers, book.puzzles, strict=True), 1):
        found = re.fullmatch(rf"{number} ({MOVE}); (.*)\. But ({MOVE}) fails: ({MOVE})\.", text)
        assert found, text
        key, replies, attempt, refutation = found.groups()
        after = puzzle.position.play(Move.parse(key)).after
        assert key == str(puzzle.key)
        assert played(after, puzzle.tree, replies, text) > 0
        refuted = puzzle.position.play(Move.parse(attempt)).after.play(Move.parse(refutation))
        assert refuted.outcome is None or refuted.outcome.winner is not puzzle.position.to_move


def test_a_long_answer_names_fewer_replies_and_says_so() -> None:
    book = book_of(PUZZLES)
    words = (book.texts.sheet.puzzles, book.texts.words)
    moves = [f"a{number}-b{number}" for number in range(1, 13)]

    def tree(plies: int) -> Tree:
        if plies < 1:
            return {}
        ways = {reply: {f"c{place}-d{place}": tree(plies - 2)} for place, reply in enumerate(moves, 1)}
        return {**ways, ELSE: {"e1-e2": tree(plies - 2)}}

    for plies in (3, 5, 7):
        puzzle = book.puzzles[0]._replace(plies=plies, tree=tree(plies - 1))
        answer = written_answer(puzzle, *words)
        assert len(answer) <= 230
        assert answer.count("(") == answer.count(")")
        assert "; …; others: e1-e2" in answer


def test_of_moves_that_win_the_first_stands_for_all_and_replies_with_the_same_answer_stand_together() -> None:
    book = book_of(PUZZLES)
    alike: Tree = {"a1-a2": {"b1-b3": {}, "b1-b4": {}}, "a1-a3": {"b1-b3": {}}}
    puzzle: Puzzle = book.puzzles[0]._replace(tree={**alike, ELSE: {"d1-d2": {}}, "a1-a4": {"d1-d2": {}, "d1-d3": {}}})
    answer = written_answer(puzzle, book.texts.sheet.puzzles, book.texts.words)
    assert "; a1-a2, a1-a3: b1-b3; others: d1-d2. But " in answer
    puzzle = puzzle._replace(tree={ELSE: {"d1-d2": {}}, "a1-a4": {"d1-d2": {}}, "a1-a5": {}})
    assert "; any reply: d1-d2. But " in written_answer(puzzle, book.texts.sheet.puzzles, book.texts.words)


# The page that a booklet has left.


def test_a_booklet_with_pages_left_has_three_puzzles_with_their_answers_turned_at_the_foot() -> None:
    spec = KitSpec(parts=(READER,), pages=8)
    pages, book = read(spec, READER), book_of(spec)
    text = [words_of([page]) for page in pages]
    (number,) = (number for number, each in enumerate(text) if "Hint:" in each)
    assert text[number].count("Hint:") == 3
    count, last = len(book.puzzles), len(book.puzzles) - 1
    named = book.texts.words.number_names("count", count)["count"]
    assert f"There are {named} for these rules; taflkit prints them on pages of their own." in text[number]
    turned = [shown for shown in pages[number].texts if shown.end[0] < shown.start[0] - 0.1]
    keys = [str(puzzle.key) for puzzle in book.puzzles]
    words = " ".join(" ".join(shown.text for shown in turned).split())
    assert re.findall(rf"(?<!\S)(\d) ({MOVE}) ?;", words) == [("1", keys[0]), ("2", keys[last // 2]), ("3", keys[last])]
    low = max(box.bottom for path in pages[number].paths for box in [path.box] if box.width < 100)
    assert all(pages[number].height / 2 < shown.start[1] < low + 20 for shown in turned)
    # the back stays white
    assert not pages[-1].texts


def test_a_booklet_without_a_page_left_or_in_large_print_has_none() -> None:
    for spec in (KitSpec(parts=(READER,)), KitSpec(parts=(READER,), text=LARGE_PRINT, pages=16)):
        assert "Hint:" not in words_of(list(read(spec, READER)))


# Kits with puzzles, and without.


def test_the_kit_lists_its_puzzle_pages_and_numbers_them_last() -> None:
    spec = KitSpec(parts=(*PARTS, "puzzles"))
    kit = built(spec)
    pages = kit.pages.of("puzzles")
    assert len(pages) > 1
    assert pages == kit.pages.pages[-len(pages) :]
    text = words_of([read(spec)[0]])
    assert "Puzzles and their answers" in text
    assert f"{pages[0].number}–{pages[-1].number}" in text
    for one, other in pairwise(pages):
        assert other.number == one.number + 1


@pytest.mark.parametrize(
    "spec",
    [PUZZLES._replace(game="tablut", rules="historical"), PUZZLES._replace(rules="masters", variations=("check",))],
)
def test_rules_without_a_collection_are_refused_in_one_line(spec: KitSpec) -> None:
    name = "+".join((spec.rules or "", *spec.variations))
    with pytest.raises(TaflkitError) as refused:
        built(spec)
    assert str(refused.value) == f"there are no puzzles for {name}; taflkit puzzles finds some"
    assert refused.value.choice == "parts"


def test_a_game_of_ones_own_has_its_own_puzzles(tmp_path: Path) -> None:
    table = puzzle_table(book_of(PUZZLES).puzzles[0])
    tree = (
        "{"
        + ", ".join(
            f'"{reply}" = {{' + ", ".join(f'"{move}" = {{}}' for move in moves) + "}"
            for reply, moves in book_of(PUZZLES).puzzles[0].tree.items()
        )
        + "}"
    )
    lines = [f"{key} = {tree if key == 'tree' else repr(value)}" for key, value in table.items()]
    where = write_game(tmp_path, cross_picture(7, 2))
    name = catalog().game(str(where)).rulesets[0].name
    head = f'\n[puzzles.{name}]\ngame = "{where.stem}"\nruleset = "{name}"\n\n[[puzzles.{name}.puzzles]]\n'
    where.write_text(where.read_text("utf-8") + head + "\n".join(lines) + "\n", "utf-8")
    kit = build_kit(Catalog(), PUZZLES._replace(game=str(where)))
    (page,) = read_pages(to_pdf(kit.documents[""], kit.paints))
    assert words_of([page]).count("Hint:") == 1
