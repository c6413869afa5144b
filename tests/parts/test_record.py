"""The record sheet, read back from its PDF: rows to write in, the board to look squares up on, examples of moves."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from support.games import cross_picture, write_game
from support.pdf_content import Page
from support.sampling import sampled
from support.shipped import built, catalog, read
from taflkit.catalog.book import read_book
from taflkit.errors import TaflkitError
from taflkit.kit.options import KitSpec
from taflkit.parts.instructions.instructions import MARGIN
from taflkit.sheets.paper import LARGE_PRINT, PAPERS
from taflkit.tafl import Position
from taflkit.tafl.records import Record, write_turn

RECORD = KitSpec(parts=("record",))
SPECS = [
    RECORD,
    RECORD._replace(game="tablut", paper="letter", text=LARGE_PRINT),
    RECORD._replace(game="alea-evangelii", paper="legal", mode="mono", theme="plain"),
    RECORD._replace(game="hnefatafl", paper="a3", ink="light", theme="manuscript"),
]
SEVEN_POINTS, EIGHT_POINTS = (points * 25.4 / 72 for points in (7, 8))


def page(spec: KitSpec) -> Page:
    (only,) = read(spec)
    return only


def rows(spec: KitSpec) -> dict[float, list[float]]:
    """The places of the lines across of the table, by the left edges of its columns."""
    found: dict[float, list[float]] = {}
    low = page(spec).height - 20
    for path in page(spec).paths:
        if path.box.height < 0.01 and path.box.width > 50 and path.line_width:
            found.setdefault(round(path.box.left, 2), []).append(path.box.top)
    return {left: lines for left, lines in found.items() if max(lines) > low}


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_rows_are_high_enough_to_write_in_and_numbered(spec: KitSpec) -> None:
    columns = rows(spec)
    assert len(columns) == 2
    heights = {round(low - high, 1) for lines in columns.values() for high, low in pairwise(lines)}
    assert max(heights) - min(heights) < 0.11
    assert min(heights) >= (14.0 if spec.text == LARGE_PRINT else 7.0)
    count = sum(len(lines) - 1 for lines in columns.values())
    numbers = [text for text in page(spec).texts if text.text.isdecimal() and text.font.endswith("Regular")]
    assert [int(text.text) for text in numbers] == list(range(1, count + 1))
    tops = [line for lines in columns.values() for line in lines[:-1]]
    assert all(top < text.start[1] - 0.6 * text.size for top, text in zip(tops, numbers, strict=True))
    low = max(line for lines in columns.values() for line in lines)
    foot = page(spec).texts[-1]
    assert low < foot.start[1] - 0.705 * foot.size - 1.0, "the line at the foot is clear of the last row"


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_the_sheet_is_on_the_papers_leaflet_and_inside_its_margins(spec: KitSpec) -> None:
    leaflet = PAPERS[PAPERS[spec.paper].leaflet]
    assert (page(spec).width, page(spec).height) == pytest.approx((leaflet.width, leaflet.height), abs=0.01)
    boxes = [path.box for path in page(spec).paths]
    assert min(box.left for box in boxes) >= MARGIN - 0.01
    assert max(box.right for box in boxes) <= leaflet.width - MARGIN + 0.01
    assert max(text.end[0] for text in page(spec).texts) <= leaflet.width - MARGIN + 0.01
    sizes = [text.size for text in page(spec).texts]
    assert min(sizes) >= SEVEN_POINTS - 0.001
    assert sum(size < EIGHT_POINTS - 0.001 for size in sizes) == len(
        [text for text in page(spec).texts if text.start[1] > page(spec).height - 8]
    ), "the foot alone is smaller than 8 pt"


@pytest.mark.parametrize("spec", sampled(SPECS, 2))
def test_the_letters_of_files_stand_below_the_squares_and_the_pieces_on_the_start(spec: KitSpec) -> None:
    layout = read_book(catalog(), spec.game, None).variant.layout
    letters = [text for text in page(spec).texts if "SemiBold" in text.font]
    assert [text.text for text in letters] == [chr(ord("a") + file) for file in range(layout.size)]
    middles = [(text.start[0] + text.end[0]) / 2 for text in letters]
    cell = (middles[-1] - middles[0]) / (layout.size - 1)
    squares = [path.box for path in page(spec).paths if path.box.width == pytest.approx(path.box.height, abs=0.01)]
    board, *_ = (box for box in squares if box.width == pytest.approx(cell * layout.size, abs=0.1))
    assert [round((middle - board.left) / cell % 1, 1) for middle in middles] == [0.5] * layout.size
    assert min(text.start[1] for text in letters) > board.bottom
    pieces = [box for box in squares if 0.7 * cell < box.width < 0.85 * cell]
    middle = [((box.left + box.right) / 2 - board.left, board.bottom - (box.top + box.bottom) / 2) for box in pieces]
    found = {(int(x / cell), int(y / cell)) for x, y in middle}
    assert found - {(at.file, at.rank) for at in layout.marked - layout.start.keys()} == {*map(tuple, layout.start)}
    assert {round(length / cell % 1, 1) for place in middle for length in place} == {0.5}


@pytest.mark.parametrize("game", sampled(catalog().game_names(), 3))
def test_the_moves_that_show_how_to_write_are_the_engines(game: str) -> None:
    book = read_book(catalog(), game, None)
    words = "".join(text.text for text in page(RECORD._replace(game=game)).texts).replace("\xa0", " ")
    move, capture = (Record.parse(found) for found in re.findall(r"[a-s]\d+-[a-s]\d+(?:x[a-s]\d+)*", words))
    start = Position.start(book.variant)
    assert write_turn(start.play(move.move)) == str(move)
    assert capture.captured
    assert str(capture) in {write_turn(turn) for scene in book.played.values() for turn in scene.turns}


def test_the_side_that_begins_has_the_left_column(tmp_path: Path) -> None:
    def heads(spec: KitSpec) -> list[str]:
        sides = [t for t in page(spec).texts if t.text.strip() in ("Attackers", "Defenders") and "Italic" in t.font]
        return [text.text.strip() for text in sorted(sides, key=lambda text: text.start[0])][:2]

    extra = '[rulesets.ours]\nbase = "walker"\n[rulesets.ours.rules]\nfirst_move = "defenders"\n'
    game = str(write_game(tmp_path, cross_picture(7, 1), extra=extra))
    assert heads(RECORD) == ["Attackers", "Defenders"]
    assert heads(RECORD._replace(game=game, rules="ours")) == ["Defenders", "Attackers"]


def test_long_words_go_on_below_and_too_many_are_refused(tmp_path: Path) -> None:
    long = "{ one = 'those who sit in the hall of the old king', other = 'those who sit in the hall of the old king' }"
    words = "".join(f"{piece} = {long}\n" for piece in ("attacker", "defender", "king", "soldier"))
    game = str(write_game(tmp_path, cross_picture(7, 1), extra=f"[text.words.pieces]\n{words}"))
    sheet = page(RECORD._replace(game=game, text=LARGE_PRINT))
    assert max(text.end[0] for text in sheet.texts) <= sheet.width - MARGIN + 0.01
    heads = sorted((t for t in sheet.texts if "Italic" in t.font and t.start[1] > 100), key=lambda t: t.start)
    assert [text.text[:5] for text in heads].count("Those") == 4
    assert all(one.end[0] < other.start[0] for one, other in pairwise(heads) if one.start[1] == other.start[1])
    words = '[text.sheet.record]\ndate = "Date"\nresult = "Result"\ncapture = "{capture}"\n'
    words += f'move = "{"word " * 900}"\n'
    (tmp_path / "wordy").mkdir()
    game = str(write_game(tmp_path / "wordy", cross_picture(7, 1), extra=words))
    with pytest.raises(TaflkitError, match="the text of the record sheet does not fit: it needs room for 4 rows"):
        page(RECORD._replace(game=game))


def test_a_record_alone_is_a_kit_and_its_instructions_list_it() -> None:
    assert [page.role for page in built(RECORD).pages.pages] == ["record"]
    kit = built(KitSpec(parts=("instructions", "record")))
    words = "".join(text.text for text in read(kit.spec)[0].texts).replace("\xa0", " ")
    assert "a sheet to write games down on" in words
    assert "Record sheet" in words
