"""The instructions tell of the kit that was asked for, and of nothing else, and all that they cite is there."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from support.pairs import pairwise_choices
from support.pdf_content import Page
from support.sampling import sampled
from support.shipped import built, catalog, read
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.drawing.shapes import Circle, Group, Rect, Shape, walk
from taflkit.errors import DoesNotFit
from taflkit.kit.build import plan_kit
from taflkit.kit.facts import KitFacts
from taflkit.kit.numbering import number_cuts, number_pages
from taflkit.kit.options import CHOICES, PARTS, KitSpec, framed
from taflkit.parts.board.board import marks_start
from taflkit.typesetting.lines import Style
from taflkit.words.phrases import fill
from taflkit.words.texts import PANELS, paragraph

TIE = "\u00a0"
"""Between a number and its unit or the word before it."""
POINT = 25.4 / 72
MOST_CUTS = 20
"""Numbers of the cuts of a sheet."""


def facts_of(spec: KitSpec) -> KitFacts:
    """What the instructions tell of a kit that is not drawn; its booklet has four pages if it names no number."""
    spec = framed(spec._replace(pages=spec.pages or 4), catalog().theme(spec.theme, spec.mode))
    book = read_book(catalog(), spec.game, spec.rules)
    plan = plan_kit(book, spec, catalog().store)
    return KitFacts(book, spec, plan, number_pages(plan, spec))


def panels_of(spec: KitSpec) -> dict[str, str]:
    """The words below each panel by its picture, those of several sheets in one."""
    facts = facts_of(spec)
    cases, names, text = facts.cases(), facts.names(), facts.book.texts.instructions
    told: dict[str, str] = {}
    for panel in facts.panels(number_cuts(facts.pages, facts.plan)):
        words = text.panels[panel.picture]
        said = paragraph((*words.text,), cases, {**names, **panel.names})
        title = fill(words.title, {**names, **panel.names})
        told[panel.picture] = f"{told.get(panel.picture, '')} {title}: {said}".strip().replace(TIE, " ")
    return told


def told(spec: KitSpec) -> str:
    """All words of the instructions but their table."""
    facts = facts_of(spec)
    text, cases, names = facts.book.texts.instructions, facts.cases(), facts.names()
    said = [paragraph(text.intro, cases, names), *panels_of(spec).values(), paragraph(text.note, cases, names)]
    return " ".join(said).replace(TIE, " ")


def of(*parts: str, **choices: Any) -> str:
    """The words of the instructions of a kit of some parts."""
    return told(KitSpec(parts=("instructions", *parts), **choices))


WORDS = {
    "board": ("board", "section"),
    "counters": ("counter", "Each piece"),
    "cards": ("card for each player", "reminder card"),
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


SHOWN = {
    KitSpec(): ("print", "measure", "firm", "cut", "next", "round", "assembly", "fold", "start"),
    KitSpec(sections="whole", pages=8): ("print", "measure", "firm", "cut", "next", "round", "nest", "start"),
    KitSpec(parts=("instructions", "booklet")): ("print", "fold"),
    KitSpec(parts=("instructions", "cards"), cards="two-sided"): ("print", "measure", "backs", "firm", "cut", "cards"),
    KitSpec(parts=("instructions",)): (),
    KitSpec(parts=("instructions", "counters"), counters="punch", punch=25.0): ("print", "measure", "firm", "punch"),
    KitSpec(counters="fold", king="standee", box="kit", join="tabs"): (
        *("print", "measure", "firm", "cut", "next", "fold_counter", "standee", "tabs", "box", "tray"),
        *("fold", "start"),
    ),
    KitSpec(labels="avery-l7780", king="standee"): (
        *("print", "measure", "firm", "cut", "next", "labels", "standee", "assembly", "fold", "start"),
    ),
    KitSpec(parts=("instructions", "counters"), labels="avery-l7780"): ("print", "labels"),
    KitSpec(mirror=True): ("print", "measure", "cut", "next", "round", "transfer", "fold", "start"),
    KitSpec(mirror=True, join="tabs", parts=("instructions", "board")): (
        *("print", "measure", "cut", "next", "transfer", "tabs"),
    ),
    KitSpec(game="hnefatafl", box="kit", sections="pinwheel"): (
        *("print", "measure", "firm", "letter", "cut", "next", "round", "assembly", "box", "halves", "tray"),
        *("fold", "start"),
    ),
}


@pytest.mark.parametrize("spec", list(SHOWN), ids=lambda spec: "-".join((spec.game, spec.sections, *spec.parts)))
def test_each_step_of_the_work_has_a_panel_in_its_order(spec: KitSpec) -> None:
    assert tuple(panels_of(spec)) == SHOWN[spec]


def test_every_panel_is_in_some_kit_in_the_order_of_the_work() -> None:
    seen: set[str] = set()
    for choices in PAIRS:
        shown = list(panels_of(KitSpec(**choices)))
        assert shown == [name for name in PANELS if name in shown]
        seen |= set(shown)
    # cards have a panel of their own where there is no game to set up
    assert seen | {"cards", "labels", "leaves"} == set(PANELS)


def test_a_booklet_that_is_not_folded_is_stapled() -> None:
    facts = facts_of(KitSpec())
    pages = [replace(page, side=None, behind=False) for page in facts.pages.pages]
    large = replace(facts, pages=replace(facts.pages, pages=tuple(pages)))
    shown = [panel.picture for panel in large.panels(())]
    assert "leaves" in shown
    assert "fold" not in shown
    assert large.rows()[-1][1:3] == ("The booklet", "paper")
    assert "a stapler" in large.names()["needed"]


@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
def test_a_booklet_of_two_sheets_has_one_panel_and_leaves_the_instructions_on_one_page(paper: str) -> None:
    first, second, *_ = read(KitSpec(game="tablut", paper=paper))
    words = " ".join(first.text.split())
    assert "8 Fold the booklet" in words
    assert "Print pages 4 to 7 on two sheets" in words
    assert "staple through the fold" in words
    assert "Set up" in words
    assert "Set up" not in second.text


def test_a_last_panel_does_not_stand_alone_on_its_page() -> None:
    spec = KitSpec(game="magpie", counters="punch", punch=25.0, cards="two-sided")
    first, second, *_ = read(spec)
    assert "6 Cut" in first.text
    assert [title for title in ("7 Punch", "8 Tape", "9 Fold", "10 Set up") if title not in second.text] == []


OPTIONS = {
    "game": ("brandub", "hnefatafl", "alea-evangelii"),
    "paper": ("a4", "letter", "a3"),
    "join": CHOICES["join"],
    "counters": CHOICES["counters"],
    "king": CHOICES["king"],
    "cards": CHOICES["cards"],
    "box": CHOICES["box"],
    "duplex": CHOICES["duplex"],
    "pages": (4, 12),
    "thickness": (0.5, 2.0),
    "gap": (None, 0.0),
    "sets": (1, 3),
}


def _fits(choices: dict[str, Any]) -> bool:
    """Whether the box holds what a kit has."""
    try:
        facts_of(KitSpec(**choices))
    except DoesNotFit:
        return False
    return True


def _made(choices: dict[str, Any]) -> dict[str, Any]:
    punch = {"punch": 15.0} if choices["counters"] == "punch" else {}
    return {**choices, **punch}


PAIRS = [made for made in map(_made, pairwise_choices(OPTIONS)) if _fits(made)]
# what has two sides is not mirrored
PAIRS += [{"mirror": True, "join": join} for join in CHOICES["join"]]


def test_options_are_tried_two_by_two() -> None:
    assert 12 <= len(PAIRS) <= 60


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_the_words_below_a_panel_take_two_lines(number: int) -> None:
    setter, style = catalog().typesetter("en"), Style(10 * POINT, 12.4 * POINT, align="left")
    for picture, words in panels_of(KitSpec(**PAIRS[number])).items():
        if picture != "next":
            assert len(setter.paragraph(words.partition(": ")[2], 54.0, style)) <= 2, words


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_every_page_that_is_cited_is_there(number: int) -> None:
    spec = KitSpec(**PAIRS[number])
    facts = facts_of(spec)
    roles = {page.number: page.role for page in facts.pages.pages}
    for picture, words in panels_of(spec).items():
        cited = [int(page) for run in re.findall(r"pages? ((?:\d+(?:, | and | to )?)+)", words) for page in _run(run)]
        allowed = {"fold": {"booklet"}, "box": {"box"}, "backs": {"front", "back", "box"}}
        for page in cited:
            assert roles[page] in allowed.get(picture, {"front", "back", "box"}), (picture, words)
        assert bool(cited) is (picture in ("cut", "next", "backs", "box", "fold")) or picture in ("firm", "measure")


def _run(text: str) -> list[str]:
    """The numbers of a run such as "2 to 4" or "2, 4 and 6"."""
    numbers = re.findall(r"\d+", text)
    if " to " in text:
        return [str(page) for page in range(int(numbers[0]), int(numbers[-1]) + 1)]
    return numbers


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_outlines_have_one_number_and_a_sheet_at_most_some_twenty(number: int) -> None:
    facts = facts_of(KitSpec(**PAIRS[number]))
    for cuts in number_cuts(facts.pages, facts.plan).values():
        numbers = [cut.number for cut in cuts]
        assert sorted(set(numbers)) == list(range(1, max(numbers) + 1))
        assert max(numbers) <= MOST_CUTS
        outlines = {cut.part for cut in cuts if cut.part}
        straight = [cut for cut in cuts if not cut.part]
        assert len(set(numbers)) == len(straight) + len(outlines)


@cache
def drawn(number: int) -> tuple[list[Page], list[tuple[Shape, ...]]]:
    kit = built(KitSpec(**PAIRS[number]))
    count = len(kit.pages.of("instructions"))
    pages = [page.shapes for page in kit.documents[""].pages[:count]]
    return read(KitSpec(**PAIRS[number]))[:count], pages


def figures(shapes: tuple[Shape, ...]) -> list[Group]:
    """The groups that are figures."""
    found = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += [shape] if shape.tag and shape.tag.role == "Figure" else figures(shape.children)
    return found


@pytest.mark.parametrize("number", sampled(list(range(len(PAIRS))), 3))
def test_every_panel_is_drawn_with_all_its_numbers(number: int) -> None:
    kit = built(KitSpec(**PAIRS[number]))
    facts = KitFacts(read_book(catalog(), kit.spec.game, kit.spec.rules), kit.spec, kit.plan, kit.pages)
    cuts = number_cuts(kit.pages, kit.plan)
    panels = facts.panels(cuts)
    _, pages = drawn(number)
    found = [figure for shapes in pages for figure in figures(shapes)]
    assert len(found) == len(panels)
    for figure, panel in zip(found, panels, strict=True):
        assert figure.tag is not None
        assert figure.tag.alternative
        shapes = [shape for shape, _ in walk(figure.children)]
        assert [shape for shape in shapes if isinstance(shape, Rect) and shape.role == "panel.ground"]
        assert len(shapes) > 5
        if panel.picture in ("cut", "next"):
            straight = [cut for cut in cuts[panel.pages[0].number] if not cut.part]
            discs = [shape for shape in shapes if isinstance(shape, Circle) and shape.role == "panel.number"]
            assert len(discs) == len(straight)


@pytest.mark.parametrize("number", sampled(list(range(len(PAIRS))), 2))
def test_nothing_stands_outside_the_page_or_is_too_small_to_be_read(number: int) -> None:
    pages, _ = drawn(number)
    for page in pages:
        for text in page.texts:
            if text.text.strip():
                assert text.size >= 7.99 * POINT, text
                assert 10 < text.start[0] < text.end[0] + 1 < page.width - 9
                assert 10 < text.start[1] < page.height - 6


def test_the_pages_behind_several_of_instructions_are_numbered_on() -> None:
    kit = built(KitSpec(counters="fold", king="standee", box="kit", join="tabs"))
    count = len(kit.pages.of("instructions"))
    assert count == 2
    assert [page.label for page in kit.documents[""].pages] == [str(n) for n in range(1, len(kit.pages.pages) + 1)]
    words = " ".join(read(KitSpec(counters="fold", king="standee", box="kit", join="tabs"))[0].text.split())
    assert f"Cut page {count + 1}" in words
    assert f"Page 1 of {len(kit.pages.pages)}." in words
    result = CliRunner().invoke(
        main, ["plan", "--counters", "fold", "--king", "standee", "--box", "kit", "--join", "tabs", "--json"]
    )
    roles = [page["role"] for page in json.loads(result.stdout)["pages"]]
    assert roles[: count + 1] == ["instructions"] * count + ["components"]


def test_a_default_kit_has_one_page_of_instructions_on_every_paper_to_read() -> None:
    for paper in ("a4", "letter"):
        assert len(built(KitSpec(paper=paper)).pages.of("instructions")) == 1


def test_punched_counters_alone_are_not_cut_out() -> None:
    said = of("counters", counters="punch", punch=25.0)
    assert "knife" not in said
    assert "scissors" not in said


@pytest.mark.parametrize(
    ("duplex", "edge"), [("short", "Turn on the short"), ("long", "Turn on the long"), ("single", "Turn by hand on")]
)
def test_backs_name_the_edge_that_their_sheets_are_turned_on(duplex: str, edge: str) -> None:
    shown = panels_of(KitSpec(counters="two-sided", duplex=duplex, pages=4))
    assert edge in shown["backs"]
    assert "glue the sheets" not in shown["firm"], "a back would be lost"
    assert "backs" not in panels_of(KitSpec(duplex=duplex, pages=4))


def test_parts_are_made_as_firm_as_their_box_is_made_for() -> None:
    boxed = told(KitSpec(box="parts"))
    assert "The box is made for counters and cards of 0.5 mm" in boxed
    assert "wood" not in boxed
    assert "glue the sheets" not in boxed
    assert "wood" in told(KitSpec())
    assert "still folds" in told(KitSpec(counters="fold"))
    assert "on both sides" in told(KitSpec(counters="two-sided"))
    assert "either side of card" in told(KitSpec(counters="two-sided", box="parts", thickness=2.0))
    assert "glue card of 2 mm in" in told(KitSpec(counters="fold", box="parts", thickness=2.0))
    assert "Print the box on card that still folds." in of("booklet", box="kit")


def test_cuts_are_told_by_how_their_lines_are_shown() -> None:
    assert "from mark to mark" in told(KitSpec())
    assert "from mark to mark" in told(KitSpec(bleed=0.0))
    assert "thin outlines" in told(KitSpec(gap=0.0))


def test_a_box_is_told_to_take_what_there_is() -> None:
    games = of("counters", "cards", box="kit")
    assert "booklet" not in games
    assert "made for counters and cards of 0.5 mm" in games
    assert "made for cards of 0.5 mm" in of("cards", box="parts")
    board = of("board", box="kit")
    assert "made for a board of 0.5 mm" in board
    assert "The box takes the folded board." in board
    assert "The box takes the folded board and the booklet." in of("board", "booklet", box="kit")
    assert "It also takes the folded board." in of("board", "cards", box="kit")
    assert "It also takes the board and the booklet." in told(KitSpec(box="kit", sections="whole", cell=18.0))
    assert "The board lies under the box." in of("board", "counters", box="kit", join="tabs")
    outside = of("board", "booklet", box="kit", join="tabs")
    assert "The box takes the booklet; the board lies under the box." in outside


def test_a_board_of_two_sections_folds_and_no_other() -> None:
    folding = "on the face, if it is to fold"
    assert folding in told(KitSpec())
    assert "fold" not in of("board", "cards", sections="pinwheel")
    left = "not if they go into the box"
    boxed = told(KitSpec(box="kit", sections="pinwheel"))
    assert left in boxed
    assert "It also takes the board’s untaped sections and the booklet." in boxed
    assert left not in told(KitSpec(box="parts", sections="pinwheel"))
    assert left not in told(KitSpec(box="kit"))


def test_a_set_is_a_whole_game_and_counters_alone_fill_sheets() -> None:
    said = told(KitSpec(sets=4))
    assert (
        "This kit makes four games of Brandub, each with a board of seven by seven squares, thirteen counters," in said
    )
    assert "a reminder card for each player" in said
    assert "print pages 2 and 3 twice as often" in said
    assert "These pages make a part of four games of Brandub, for each thirteen counters and" in of(
        "counters", "cards", sets=4
    )
    assert "make a part of a game of Brandub: fifty-two counters in four sets." in of("counters", sets=4)


def test_what_is_needed_is_named_once() -> None:
    assert "scissors or a craft knife with a metal rule and glue or tape" in of("counters", box="parts")
    assert "a craft knife with a metal rule, scissors and glue or tape" in told(KitSpec())
    assert "scissors or a craft knife with a metal rule and glue or tape" in told(KitSpec(gap=0.0))


def test_a_page_alone_on_its_paper_is_called_one() -> None:
    said = of("counters", "cards", paper="a3")
    assert "parts on A3, this page on A4" in said
    assert "A4 paper for this page" in said
    assert "all that is read on A4" in told(KitSpec(paper="a3"))
    assert "A4 paper for the pages to read" in told(KitSpec(paper="a3"))


def test_a_punch_of_any_size_has_its_article() -> None:
    said = told(KitSpec(counters="punch", punch=18.0))
    assert "a punch of 18 mm" in said


@pytest.mark.parametrize("choices", [{}, {"join": "overlap", "counters": "punch", "punch": 25.4, "box": "kit"}])
def test_no_line_ends_between_a_number_and_its_unit_or_noun(choices: dict[str, Any]) -> None:
    facts = facts_of(KitSpec(**choices))
    cases, names, text = facts.cases(), facts.names(), facts.book.texts.instructions
    shown = [panel.picture for panel in facts.panels(number_cuts(facts.pages, facts.plan))]
    sentences = (text.intro, text.note, *(text.panels[picture].text for picture in shown))
    said = " ".join(paragraph(each, cases, names) for each in sentences)
    assert not re.findall(r"[0-9] (?:mm|%)|pages? [0-9]", said)
    assert re.search(r"100\u00a0mm", said)
    assert re.search(r"pages\u00a0[0-9]", said)


def test_a_board_in_one_piece_has_no_sections() -> None:
    facts = facts_of(KitSpec(sections="whole"))
    assert facts.rows()[1][1].startswith("The board")
    assert "section" not in told(KitSpec(sections="whole"))


@pytest.mark.parametrize("theme", sampled(["plain", "ballinderry", "manuscript"], 1))
@pytest.mark.parametrize("ink", CHOICES["ink"])
@pytest.mark.parametrize("game", ["brandub", "alea-evangelii"])
def test_squares_are_called_marked_if_they_are(theme: str, ink: str, game: str) -> None:
    painted, variant = catalog().theme(theme, "colour", ink), read_book(catalog(), game, None).variant
    marked = marks_start(variant.layout, variant.rules.surface, painted.look(catalog().store), painted.paints)
    assert marked


@pytest.mark.whole
def test_pieces_are_set_up_as_the_panel_shows_if_a_theme_leaves_marks_out(tmp_path: Path) -> None:
    assert "Each piece goes on its mark" in " ".join(read(KitSpec(ink="light"))[0].text.split())
    file = tmp_path / "bare.toml"
    marks = "".join(f'"board.start.{side}" = {{ stroke = "" }}\n' for side in ("attackers", "defenders"))
    file.write_text(f'base = "plain"\n[roles]\n{marks}', encoding="utf-8")
    assert "Set the pieces as here" in " ".join(read(KitSpec(theme=str(file)))[0].text.split())


CUT = (
    KitSpec(),
    KitSpec(paper="letter", join="tabs", box="parts", sections="pinwheel"),
    KitSpec(counters="fold", king="standee", join="overlap", gap=0.0),
    KitSpec(parts=("counters",), counters="fold"),
)


@pytest.mark.parametrize("spec", sampled(CUT, 1), ids=lambda spec: "-".join((spec.paper, spec.join, spec.counters)))
def test_the_plan_has_every_cut_with_its_number(spec: KitSpec) -> None:
    words = ["--paper", spec.paper, "--join", spec.join, "--sections", spec.sections, "--counters", spec.counters]
    words += ["--king", spec.king, "--gap", str(spec.apart), "--parts", ",".join(spec.parts)]
    words += ["--box"] * (spec.box != "none")
    pages = json.loads(CliRunner().invoke(main, ["plan", *words, "--json"]).stdout)["pages"]
    kit = built(spec)
    numbered = number_cuts(kit.pages, kit.plan)
    for page in pages:
        lines = [(cut["number"], cut["x1"], cut["y1"], cut["x2"], cut["y2"]) for cut in page["cuts"]]
        known = numbered.get(page["page"], ())
        assert len(set(lines)) == len(lines)
        assert lines == [
            (cut.number, *(round(value, 4) for value in (cut.x1, cut.y1, cut.x2, cut.y2))) for cut in known
        ]
        # counters are cut round
        straight = any(part["kind"] != "counter" for part in page["parts"]) and page["role"] == "components"
        assert bool(lines) is (straight or page["role"] == "box")


def test_panels_stand_in_a_grid_of_three() -> None:
    pages = built(KitSpec(counters="fold", king="standee", box="kit")).documents[""].pages
    places = [
        (figure.transform[4], figure.transform[5]) for figure in figures(pages[0].shapes) + figures(pages[1].shapes)
    ]
    assert len({round(x, 3) for x, _ in places}) == 3
    assert sorted({round(x, 3) for x, _ in places}) == pytest.approx([16.0, 78.0, 140.0])
