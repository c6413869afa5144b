"""Page one tells of the kit that was asked for, and of nothing else, in every choice of parts and options."""

from __future__ import annotations

import json
import re
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from support.sampling import sampled
from support.shipped import built, catalog, read
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.drawing.shapes import Text, walk
from taflkit.kit.build import plan_kit
from taflkit.kit.facts import KitFacts
from taflkit.kit.numbering import number_cuts, number_pages
from taflkit.kit.options import CHOICES, PARTS, KitSpec, framed
from taflkit.parts.board.board import marks_start
from taflkit.words.texts import paragraph

POINT = 25.4 / 72
TIE = "\u00a0"
"""Between a number and its unit or the word before it."""


def words_of(spec: KitSpec) -> str:
    """The words of page one as they are printed."""
    return " ".join(read(spec)[0].text.replace("-\n", "").split())


def facts_of(spec: KitSpec) -> KitFacts:
    """What page one tells of a kit that is not drawn; its booklet has four pages if it names no number."""
    spec = framed(spec._replace(pages=spec.pages or 4), catalog().theme(spec.theme, spec.mode))
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    return KitFacts(book, spec, plan, number_pages(plan, spec))


def told(spec: KitSpec) -> str:
    """The words of the intro and the steps of page one."""
    facts = facts_of(spec)
    cases, names, text = {**facts.cases(), "cuts": "numbered"}, facts.names(), facts.book.texts.instructions
    steps = [step for step in text.step if not step.needs or step.needs in facts.has()]
    said = [paragraph(text.intro, cases, names), *(paragraph(step.text, cases, names) for step in steps)]
    return " ".join((*said, *(step.title for step in steps))).replace(TIE, " ")


WORDS = {
    "board": ("board", "square", "section"),
    "counters": ("counter", "Set the pieces"),
    "cards": ("reminder card", "each player a card"),
    "booklet": ("booklet", "staple"),
}
SUBSETS = list(chain.from_iterable(combinations(PARTS[1:], count) for count in (2, 1, 3, 0)))


@pytest.mark.parametrize("asked", sampled([" ".join(parts) for parts in SUBSETS], 4))
def test_a_part_that_is_not_asked_for_is_not_spoken_of(asked: str) -> None:
    parts = tuple(asked.split())
    said = told(KitSpec(parts=("instructions", *parts)))
    for part, words in WORDS.items():
        if part not in parts:
            assert not [word for word in words if word in said], (part, said)
        else:
            assert words[0] in said


BRIEF = {
    KitSpec(): ("Print", "Measure", "Cut", "Join", "Fold", "Play"),
    KitSpec(parts=("instructions", "booklet")): ("Print", "Fold"),
    KitSpec(parts=("instructions", "cards")): ("Print", "Measure", "Cut"),
    KitSpec(sections="whole"): ("Print", "Measure", "Cut", "Fold", "Play"),
    KitSpec(parts=("instructions",)): (),
    KitSpec(counters="fold", king="standee", box="kit"): (
        *("Print", "Measure", "Cut", "Join", "Glue", "Fold", "Play"),
    ),
}


@pytest.mark.parametrize(
    "spec", sampled(list(BRIEF), 5), ids=lambda spec: "-".join((spec.sections, spec.king, *spec.parts))
)
def test_a_box_tells_hurried_readers_what_this_kit_needs(spec: KitSpec) -> None:
    facts = facts_of(spec)
    text, cases, names = facts.book.texts.instructions, {**facts.cases(), "cuts": "numbered"}, facts.names()
    lines = [line for line in text.brief if not line.needs or line.needs in facts.has()]
    said = {line.title: told for line in lines if (told := paragraph(line.text, cases, names))}
    assert tuple(said) == BRIEF[spec]
    # one line each beside the table
    assert all(len(told) <= 50 for told in said.values())


def test_punched_counters_alone_are_not_cut_out() -> None:
    said = of("counters", counters="punch", punch=25.0)
    assert "cut them out" not in said
    assert "knife" not in said
    assert "scissors" not in said


def test_counters_come_last_on_no_sheet_that_has_none() -> None:
    assert "On each sheet" not in told(KitSpec(paper="letter"))
    assert "The counters come last" in told(KitSpec(paper="letter"))


def test_counters_alone_are_cut_round_without_numbers() -> None:
    said = words_of(KitSpec(parts=("instructions", "counters")))
    assert "scissors cut them out round" in said
    assert "You get thirteen counters." in said
    assert "the numbers in the picture" not in said
    assert "from mark to mark" not in said


@pytest.mark.parametrize(("pages", "sheets"), [(8, ("pages 4 and 5", "pages 6 and 7")), (12, ("pages 8 and 9",))])
@pytest.mark.parametrize("duplex", CHOICES["duplex"])
def test_every_sheet_of_the_booklet_is_named(pages: int, sheets: tuple[str, ...], duplex: str) -> None:
    said = told(KitSpec(pages=pages, duplex=duplex))
    assert all(sheet in said for sheet in sheets)
    assert "Staple them from outside" in said
    if duplex != "long":
        assert ("pages 4 and 6" if pages == 8 else "pages 5, 7 and 9") in said


@pytest.mark.parametrize(
    ("duplex", "edge"), [("short", "on their short edge"), ("long", "on their long edge"), ("single", "over on their")]
)
def test_backs_name_the_edge_that_their_sheets_are_turned_on(duplex: str, edge: str) -> None:
    said = told(KitSpec(counters="two-sided", duplex=duplex, pages=4))
    assert edge in said
    assert "Glue to card" not in said, "a back would be lost"
    assert told(KitSpec(duplex=duplex, pages=4)).count("edge") == said.count("edge") - 1


def test_parts_are_made_as_firm_as_their_box_is_made_for() -> None:
    boxed = told(KitSpec(box="parts"))
    assert "The box is made for counters and cards of 0.5 mm" in boxed
    assert "coins" not in boxed
    assert "Glue to card" not in boxed
    assert "coins" in told(KitSpec())
    assert "does not fold" in told(KitSpec(counters="fold"))
    assert "lose their backs" in told(KitSpec(counters="two-sided", king="standee"))
    assert "either side of *card*" in told(KitSpec(counters="two-sided", box="parts", thickness=2.0))


def test_cuts_are_told_by_how_their_lines_are_shown() -> None:
    assert "from mark to mark" in told(KitSpec())
    assert "Cut along the edges" in told(KitSpec(bleed=0.0))
    assert "thin outlines" in told(KitSpec(gap=0.0))


def of(*parts: str, **choices: Any) -> str:
    """The words of page one of a kit of some parts."""
    return told(KitSpec(parts=("instructions", *parts), **choices))


def test_a_box_is_told_to_take_what_there_is() -> None:
    games = of("counters", "cards", box="kit")
    assert "booklet" not in games
    assert "made for counters and cards of 0.5 mm" in games
    assert "made for cards of 0.5 mm" in of("cards", box="parts")
    board = of("board", box="kit")
    assert "made for a board of 0.5 mm" in board
    assert "It takes the folded board." in board
    assert "made for a board of 0.5 mm" in of("board", "booklet", box="kit")
    assert "It takes the folded board and the booklet." in of("board", "booklet", box="kit")
    assert "It also takes the folded board." in of("board", "cards", box="kit")
    assert "It also takes the board and the booklet." in told(KitSpec(box="kit", sections="whole", cell=18.0))
    assert "The board lies under the box." in of("board", "counters", box="kit", join="tabs")


def test_a_board_of_two_sections_folds_and_no_other() -> None:
    folding = "if the board is to fold, turn it over and tape its face instead"
    assert folding in told(KitSpec())
    assert "fold" not in of("board", "cards", sections="pinwheel")
    left = "if the board is to go into the box, leave the sections apart"
    boxed = told(KitSpec(box="kit", sections="pinwheel"))
    assert left in boxed
    assert "It also takes the board’s untaped sections and the booklet." in boxed
    assert left not in told(KitSpec(box="parts", sections="pinwheel"))
    assert left not in told(KitSpec(box="kit"))


def test_many_sets_of_counters_share_two_cards_and_a_board() -> None:
    said = told(KitSpec(sets=4))
    assert "fifty-two counters in four sets, two reminder cards and a booklet" in said
    assert "Give each player at the board a card." in said
    assert "for each player" not in said
    assert "a reminder card for each player" in told(KitSpec(sets=1))


def test_what_is_needed_is_named_once() -> None:
    assert "scissors or a craft knife with a metal rule and glue or tape" in of("counters", box="parts")
    assert "a craft knife with a metal rule, scissors and glue or tape" in told(KitSpec())
    assert "scissors or a craft knife with a metal rule and glue or tape" in told(KitSpec(gap=0.0))


def test_what_comes_last_comes_after_something() -> None:
    for counters in ("flat", "fold", "punch"):
        said = of("counters", counters=counters, punch=25.0)
        assert "last" not in said
        assert "left to the punch" not in said
    assert "come last" in of("counters", "cards")
    assert "come last" in of("counters", "cards", counters="fold")
    assert "left to the punch" in of("counters", "cards", counters="punch", punch=25.0)


def test_only_where_something_is_flat_it_may_be_glued_to_card() -> None:
    flat = "What is not folded may be glued to thick card"
    assert flat not in of("counters", counters="fold")
    assert "The counters are folded" in of("counters", "booklet", counters="fold")
    assert flat in of("counters", king="standee")
    assert flat in of("counters", "cards", counters="fold")


def test_a_page_alone_on_its_paper_is_called_one() -> None:
    said = of("counters", "cards", paper="a3")
    assert "on A3, and this page on A4" in said
    assert "A4 paper for this page" in said
    assert "the other pages on A4" in told(KitSpec(paper="a3"))
    assert "A4 paper for the pages to read" in told(KitSpec(paper="a3"))


def test_only_sheets_with_backs_lose_them() -> None:
    assert "gluing to card would hide the backs of page 3" in told(KitSpec(cards="two-sided"))


def test_a_punch_of_any_size_has_its_article() -> None:
    said = told(KitSpec(counters="punch", punch=18.0))
    assert "a punch of 18 mm" in said
    assert "Punch the counters out with a punch of 18 mm, the thin" in said


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"counters": "fold"}, "the counters"),
        ({"king": "standee", "box": "parts"}, "the king and the box"),
        ({"counters": "fold", "king": "standee", "sets": 2}, "the counters and the kings"),
        ({"counters": "punch", "punch": 20.0}, ""),
    ],
)
def test_hurried_readers_are_told_what_to_fold(choices: dict[str, Any], words: str) -> None:
    facts = facts_of(KitSpec(**choices))
    assert facts.names()["shaped"] == words
    assert ("shaped" in facts.has()) == bool(words)


def test_a_king_who_stands_is_cut_out() -> None:
    said = of("counters", king="standee")
    assert "glue his faces back to back, cut along the thin line beside his head and over his shoulders" in said


@pytest.mark.parametrize("choices", [{}, {"join": "overlap", "counters": "punch", "punch": 25.4, "box": "kit"}])
def test_no_line_of_page_one_ends_between_a_number_and_its_unit_or_noun(choices: dict[str, Any]) -> None:
    facts = facts_of(KitSpec(**choices))
    cases, names, text = {**facts.cases(), "cuts": "grouped"}, facts.names(), facts.book.texts.instructions
    parts = (*text.brief, *text.step)
    said = " ".join(paragraph(sentences, cases, names) for sentences in (text.intro, *(each.text for each in parts)))
    assert not re.findall(r"[0-9] (?:mm|%)|pages? [0-9]", said)
    assert re.search(r"100\u00a0mm", said)
    assert re.search(r"pages\u00a02", said)


def test_many_kings_stand() -> None:
    assert "The king stands: fold him" in of("counters", king="standee")
    assert "The kings stand: fold each" in of("counters", king="standee", sets=2)


def test_a_board_in_one_piece_has_no_sections() -> None:
    facts = facts_of(KitSpec(sections="whole"))
    assert facts.rows()[1][1].startswith("The board")
    assert "section" not in told(KitSpec(sections="whole"))
    assert "You get the board, thirteen counters and two" in told(KitSpec(sections="whole"))


def test_a_box_for_the_booklet_alone_is_not_laminated_with_anything() -> None:
    said = of("booklet", box="kit")
    assert "It takes the booklet." in said
    assert "You get" not in said
    assert "laminate the sheets" not in said
    assert "The box is printed on card that still folds." in said
    outside = of("board", "booklet", box="kit", join="tabs")
    assert "counters" not in outside
    assert "It takes the booklet; the board lies under the box." in outside
    assert "There are three ways, for pages 2 and 3." in outside


@pytest.mark.whole
def test_the_cuts_of_a_box_alone_are_told_without_counters() -> None:
    assert "counters" not in words_of(KitSpec(parts=("instructions", "booklet"), box="kit"))


@pytest.mark.parametrize("theme", sampled(["plain", "ballinderry", "manuscript"], 1))
@pytest.mark.parametrize("ink", CHOICES["ink"])
@pytest.mark.parametrize("game", ["brandub", "alea-evangelii"])
def test_squares_are_called_marked_if_they_are(theme: str, ink: str, game: str) -> None:
    painted, variant = catalog().theme(theme, "colour", ink), read_book(catalog(), game, None).variant
    marked = marks_start(variant.layout, variant.rules.surface, painted.look(catalog().store), painted.paints)
    assert marked


def test_page_one_says_where_the_start_is_shown() -> None:
    assert "on their marked squares" in words_of(KitSpec())


@pytest.mark.whole
def test_page_one_says_where_the_start_is_shown_if_a_theme_leaves_marks_out(tmp_path: Path) -> None:
    assert "on their marked squares" in words_of(KitSpec(ink="light"))
    file = tmp_path / "bare.toml"
    marks = "".join(f'"board.start.{side}" = {{ stroke = "" }}\n' for side in ("attackers", "defenders"))
    file.write_text(f'base = "plain"\n[roles]\n{marks}', encoding="utf-8")
    assert "as the booklet’s figure of the start shows" in words_of(KitSpec(theme=str(file)))


CUT = (
    KitSpec(),
    KitSpec(paper="letter", join="tabs", box="parts", sections="pinwheel"),
    KitSpec(counters="fold", king="standee", join="overlap", gap=0.0),
    KitSpec(parts=("counters",), counters="fold"),
)


@pytest.mark.parametrize("spec", sampled(CUT, 1), ids=lambda spec: "-".join((spec.paper, spec.join, spec.counters)))
def test_the_plan_has_every_cut_with_a_number_of_its_own(spec: KitSpec) -> None:
    words = ["--paper", spec.paper, "--join", spec.join, "--sections", spec.sections, "--counters", spec.counters]
    words += ["--king", spec.king, "--gap", str(spec.apart), "--parts", ",".join(spec.parts)]
    words += ["--box"] * (spec.box != "none")
    pages = json.loads(CliRunner().invoke(main, ["plan", *words, "--json"]).stdout)["pages"]
    kit = facts_of(spec)
    numbered = number_cuts(kit.pages, kit.plan)
    cuts = [cut for page in pages for cut in page["cuts"]]
    assert [cut["number"] for cut in cuts] == list(range(1, len(cuts) + 1))
    assert bool(cuts) is any(part["kind"] != "counter" for page in pages for part in page["parts"])
    for page in pages:
        lines = [(cut["x1"], cut["y1"], cut["x2"], cut["y2"]) for cut in page["cuts"]]
        known = numbered.get(page["page"], ())
        assert len(set(lines)) == len(lines)
        assert lines == [tuple(round(value, 4) for value in (cut.x1, cut.y1, cut.x2, cut.y2)) for cut in known]
        # counters are cut round
        straight = any(part["kind"] != "counter" for part in page["parts"]) and page["role"] == "components"
        assert bool(lines) is (straight or page["role"] == "box")


FITS = list(
    product(
        *(("letter", "a3"), (("overlap", "fold"), ("tabs", "two-sided")), ("parts", "kit"), ("single",)),
        *((("brandub", "pinwheel"), ("alea-evangelii", "auto")),),
    )
)
"""What leads to the most words and pictures, and to the least room."""


@pytest.mark.whole
@pytest.mark.parametrize(("paper", "made", "box", "duplex", "board"), FITS)
def test_page_one_holds_what_there_is_to_say_of_any_kit(
    paper: str, made: tuple[str, str], box: str, duplex: str, board: tuple[str, str]
) -> None:
    (join, counters), (game, sections) = made, board
    spec = KitSpec(
        game=game,
        paper=paper,
        join=join,
        counters=counters,
        sections=sections,
        box=box,
        duplex=duplex,
        king="standee",
        cards="two-sided",
        pages=12,
    )
    page = built(spec).documents[""].pages[0]
    texts = [shape for shape, _ in walk(page.shapes) if isinstance(shape, Text)]
    running = [text.size for text in texts if text.font == "text" and text.role == "text"]
    assert len(running) > 40
    assert min(running) >= 9 * POINT - 1e-6
