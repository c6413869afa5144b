"""Whole kits: what is on their pages, measured in the PDF against the plan."""

from __future__ import annotations

import io
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pikepdf
import pytest

from support import ROOT
from support.games import WORDY, cross_picture, write_game
from support.pdf_content import Page, ShownText, read_pages
from support.pdf_geometry import TRUE, Box, near
from support.sampling import sampled
from support.shipped import RULESETS, built, catalog, numbers, read, written
from taflkit import __version__
from taflkit.catalog.book import read_book
from taflkit.drawing.store import Store
from taflkit.errors import DoesNotFit, TaflkitError, TemplateError, UnknownName
from taflkit.kit.build import plan_kit
from taflkit.kit.options import FRAME, PARTS, READER, KitSpec
from taflkit.render.pdf import to_pdf


@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
@pytest.mark.parametrize(
    ("sections", "gap"), sampled([("two", 0.0), ("pinwheel", 2.0), ("two", 2.0), ("pinwheel", 0.0)], 2)
)
def test_every_part_lies_where_the_plan_says(paper: str, sections: str, gap: float) -> None:
    spec = KitSpec(paper=paper, sections=sections, gap=gap)
    kit = built(spec)
    for sheet, number in zip(kit.plan.sheets, numbers(kit, "components"), strict=True):
        page = read(spec)[number - 1]
        clips = {path.clip for path in page.paths}
        boxes = [path.box for path in page.paths]
        for part in sheet.parts:
            out, seen = (kit.plan.bleed, clips) if part.kind == "section" else (0.0, boxes)
            place = (part.x - out, part.y - out, part.width + 2 * out, part.height + 2 * out)
            assert any(near(box, *place) for box in seen), part


@pytest.mark.parametrize(
    "spec", sampled([KitSpec(frame=6.0, rules="macwhite"), KitSpec(), KitSpec(cell=30.5, gap=0.0)], 1)
)
def test_a_cell_measures_what_the_plan_says(spec: KitSpec) -> None:
    kit = built(spec)
    for number in numbers(kit, "components"):
        page = read(spec)[number - 1]
        if kit.spec.rules == "macwhite":
            points = [p.box for p in page.paths if p.fill and abs(p.box.width - 0.4 * kit.plan.cell) < TRUE]
            assert points, "the start points are drawn"
            return
        cells = [p.box for p in page.paths if near(p.box, p.box.left, p.box.top, kit.plan.cell, kit.plan.cell)]
        assert len(cells) >= kit.plan.request.size


def test_the_ruler_is_true() -> None:
    for number in numbers(built(KitSpec()), "components"):
        page = read(KitSpec())[number - 1]
        band = [p.box for p in page.paths if p.box.top > page.height - 10 and p.box.width < 0.01 and p.box.height < 2]
        xs = sorted({round(box.left, 3) for box in band if box.bottom - box.top > 1.7})
        assert abs(xs[-1] - xs[0] - 101.6) <= TRUE
        assert any(abs(x - xs[0] - 100.0) <= TRUE for x in xs)
        assert "cm ± 0.05" in page.text
        assert "in ± 0.02" in page.text


@pytest.mark.parametrize("spec", [KitSpec(), KitSpec(paper="letter", mode="mono", rules="masters")])
def test_component_sheets_say_what_they_are(spec: KitSpec) -> None:
    kit = built(spec)
    label = {"a4": "A4", "letter": "Letter"}[spec.paper]
    for number in numbers(kit, "components"):
        text = read(spec)[number - 1].text
        assert f"page {number} of 5" in text
        assert f"{label} · print at 100\u00a0%" in text


@pytest.mark.parametrize("spec", [KitSpec(), KitSpec(gap=0.0, sections="pinwheel"), KitSpec(margin=6.0)])
def test_nothing_is_printed_where_printers_do_not_reach(spec: KitSpec) -> None:
    kit = built(spec)
    for number in numbers(kit, "components"):
        page = read(spec)[number - 1]
        reach = Box(5.0, 5.0, page.width - 5.0, page.height - 5.0)
        for path in page.paths:
            shown = path.box if path.clip is None else path.box.common(path.clip)
            assert shown.within(reach, slack=0.05), path


def test_the_kit_has_five_pages_and_all_parts() -> None:
    kit = built(KitSpec())
    assert [(round(p.width), round(p.height)) for p in read(KitSpec())] == [(210, 297)] * 3 + [(297, 210)] * 2
    names = [part.name for sheet in kit.plan.sheets for part in sheet.parts]
    assert sum(name.startswith("attacker") for name in names) == 8
    assert sum(name.startswith("defender") for name in names) == 4
    assert names.count("king-1") == 1
    assert sum(name.startswith("card") for name in names) == 2


@pytest.mark.parametrize("rules", sampled(RULESETS, 2))
def test_the_booklet_prints_every_rule(rules: str) -> None:
    spec = KitSpec(rules=rules)
    kit = built(spec)
    body = [shown for number in (2, 1) for shown in _body(read(spec)[numbers(kit, "booklet")[number - 1] - 1])]
    text = _plain("".join(f"{shown.text}\n" for shown in body))
    for rule in read_book(catalog(), "brandub", rules).rules:
        for sentence in rule.sentences:
            assert _plain(sentence.text).rstrip(".") in text, sentence


def _body(page: Page) -> list[ShownText]:
    """The running text of a page, without captions and folios, left half first."""
    sizes = Counter(shown.size for shown in page.texts for _ in shown.text if shown.size > 2.8)
    body, _ = sizes.most_common(1)[0]
    running = [shown for shown in page.texts if shown.size == body]
    return sorted(running, key=lambda shown: shown.start[0] > page.width / 2)


def _joined(page: Page) -> str:
    """The page's words in drawing order, hyphens at line ends taken back."""
    return _plain("".join(f"{shown.text}\n" for shown in page.texts))


def _plain(text: str) -> str:
    return " ".join(text.replace("\u00ad\n", "").replace("*", "").split())


@pytest.mark.parametrize("rules", sampled(RULESETS, 2))
@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
def test_a_mono_kit_has_greys_only(rules: str, paper: str) -> None:
    spec = KitSpec(rules=rules, paper=paper, mode="mono")
    for page in read(spec):
        assert page.colour_operators <= {"g", "G"}


def test_a_game_on_points_is_cut_midway_between_its_lines() -> None:
    spec = KitSpec(rules="macwhite", sections="two")
    kit = built(spec)
    for sheet, number in zip(kit.plan.sheets, numbers(kit, "components"), strict=True):
        part = next(part for part in sheet.parts if part.kind == "section")
        assert part.section is not None
        paths = [path for path in read(spec)[number - 1].paths if path.box.width < TRUE < path.box.height - 100]
        # beside each line of the board lies the thinner one where its groove catches the light
        lines = [path.box for path in paths if path.line_width > 0.32]
        sides = (part.x + TRUE, part.x + part.width - TRUE)
        inside = sorted({round(box.left, 2) for box in lines if sides[0] < box.left < sides[1]})
        left = part.x + kit.plan.frame * (part.section.file == 0)
        middles = [left + (file + 0.5) * kit.plan.cell for file in range(part.section.files)]
        assert inside == pytest.approx(middles, abs=TRUE)


def test_a_colour_kit_has_colour() -> None:
    assert {"rg", "RG"} <= set().union(*(page.colour_operators for page in read(KitSpec())))


def test_text_is_large_enough() -> None:
    kit = built(KitSpec())
    point = 25.4 / 72
    for number in (*numbers(kit, "booklet"), *numbers(kit, "instructions")):
        for shown in read(KitSpec())[number - 1].texts:
            assert shown.size >= 7.5 * point - 0.001, shown
    seen = 0
    for sheet, number in zip(kit.plan.sheets, numbers(kit, "components"), strict=True):
        for card in (part for part in sheet.parts if part.kind == "card"):
            for shown in read(KitSpec())[number - 1].texts:
                x, y = shown.start
                if card.x < x < card.x + card.width and card.y < y < card.y + card.height:
                    seen += 1
                    assert shown.size >= 7 * point - 0.001, shown
    assert seen > 20


def test_the_booklet_tells_where_its_rules_come_from() -> None:
    for rules, line in (
        (
            "branan",
            "sentences of these rules, the source itself says seven; seven it means without saying so; on thirteen",
        ),
        ("branan", "Published rules disagree on twelve points, and the source settles five."),
        ("walker", "one (8b) it says in wider words; on"),
        ("federation", "sentences of these rules, recorded games and programs show"),
    ):
        kit = built(KitSpec(rules=rules))
        assert line in _joined(read(KitSpec(rules=rules))[numbers(kit, "booklet")[0] - 1])


@pytest.mark.whole
def test_variations_are_named_on_the_cover_and_change_rules_cards_and_figures() -> None:
    spec = KitSpec(rules="masters", variations=("weak-king", "check"))
    kit = built(spec)
    assert kit.stem == "brandub-masters+weak-king+check-a4-colour"
    assert (
        kit.documents[""].title
        == "Brandub, The Masters Traditional Games rules, with the weak king and the call of check"
    )
    booklet = " ".join(_joined(read(spec)[number - 1]) for number in numbers(kit, "booklet"))
    assert "with the weak king and the call of check" in booklet
    assert "his player must at once call “Check” (figure" in booklet
    larger = " ".join(map(_joined, read(spec._replace(pages=8, parts=(READER,)), READER)))
    assert "On the throne and beside it the king is captured by two attackers on opposite sides (figure" in larger
    cards = " ".join(_joined(read(spec)[number - 1]) for number in numbers(kit, "components"))
    assert "Call “Check” as soon as the king could reach the edge on his next turn." in cards
    assert "on the throne, he falls between two" in cards
    book = read_book(catalog(), "brandub", "masters", ("weak-king", "check"))
    assert "king-throne-two" in book.scenes
    assert "king-throne-four" not in book.scenes


def test_cards_and_captions_name_the_rules_numbers() -> None:
    kit = built(KitSpec())
    booklet = " ".join(_joined(read(KitSpec())[number - 1]) for number in numbers(kit, "booklet"))
    assert "6 Two in line." in booklet
    cards = " ".join(_joined(read(KitSpec())[number - 1]) for number in numbers(kit, "components"))
    assert "Moving 5, 6" in cards
    assert "Capturing 7, 8" in cards


@pytest.mark.parametrize("name", ["walker", "masters"])
def test_what_the_source_lacks_has_a_sign_that_is_explained_once(name: str) -> None:
    spec = KitSpec(rules=name)
    kit = built(spec)
    booklet = " ".join(_joined(read(spec)[number - 1]) for number in numbers(kit, "booklet"))
    sentences = [s for rule in read_book(catalog(), "brandub", name).rules for s in rule.sentences]
    chosen = [s for s in sentences if s.origin.label == "chosen"]
    # the colophon says what it means, with how many they are
    assert booklet.count("marked °, the source is silent or set aside, and this kit chose") == 1
    assert booklet.count("°") == len(chosen) + 1 > 4


@pytest.mark.parametrize("pages_of", [8, 12])
@pytest.mark.parametrize("name", sampled(RULESETS, 1))
def test_no_page_of_a_larger_booklet_is_empty_but_the_last_ones(name: str, pages_of: int) -> None:
    pages = read(KitSpec(rules=name, pages=pages_of, parts=(READER,)), READER)
    assert len(pages) == pages_of
    filled = [number for number, page in enumerate(pages) if page.texts]
    assert filled == list(range(len(filled)))
    assert len(filled) >= 7
    for page in pages[1 : len(filled)]:
        above = [text for text in page.texts if text.size > 2.8]
        assert len(above) >= 4, "more than the colophon and the folio"


@pytest.mark.parametrize("pages_of", [4, 8, 12])
@pytest.mark.parametrize("name", sampled(("walker", "macwhite", "masters"), 1))
def test_the_key_is_whole_and_on_the_page_of_the_start(name: str, pages_of: int) -> None:
    pages = [_joined(page) for page in read(KitSpec(rules=name, pages=pages_of, parts=(READER,)), READER)]
    (page,) = (text for text in pages if "2 The start." in text)
    words = read_book(catalog(), "brandub", name).texts.booklet.key.values()
    key = ["king", "defender", "attacker", "Figures", *words]
    assert [text.count(" ".join(key)) for text in pages] == [text is page for text in pages]


def test_squares_of_figures_are_7_mm() -> None:
    kit = built(KitSpec())
    paths = [path.box for number in numbers(kit, "booklet") for path in read(KitSpec())[number - 1].paths]
    edges = [box for box in paths if 19.0 < box.width < 49.0 and box.height < TRUE]
    assert len(edges) >= 5, "the edges of the board that parts of it show"
    # they are five squares wide
    assert {round(box.width, 1) for box in edges} == {36.0}
    # and the whole board seven
    assert [box for box in paths if abs(box.width - 50.4) < TRUE and abs(box.width - box.height) < TRUE]


@pytest.mark.parametrize(
    ("duplex", "turns"), [("short", {4: 0, 1: 0, 2: 0, 3: 0}), ("long", {4: 0, 1: 0, 2: 180, 3: 180})]
)
def test_the_booklet_is_imposed(duplex: str, turns: dict[int, int]) -> None:
    spec = KitSpec(duplex=duplex)
    kit = built(spec)
    outside, inside = (read(spec)[number - 1] for number in numbers(kit, "booklet"))
    middle = outside.width / 2
    title = next(t for t in outside.texts if t.text == "Brandub" and t.size > 10)
    assert title.start[0] > middle, "the title page is on the right of the outside"
    for number, page in ((2, inside), (3, inside), (4, outside)):
        folio = next(t for t in page.texts if t.text == str(number) and not 12.0 < t.start[1] < 198.0)
        left = folio.start[0] < middle
        # a side that is turned by half a turn has its halves swapped
        assert left is ((number in (2, 4)) is (turns[number] == 0))
        assert round(folio.turn) % 360 == turns[number]


def test_a_plan_is_kept_in_the_store_and_in_no_other() -> None:
    book, store = read_book(catalog(), "brandub", None), Store()
    plan = plan_kit(book, KitSpec(), store)
    assert plan_kit(book, KitSpec(mode="mono"), store) is plan
    other = plan_kit(book, KitSpec(), Store())
    assert other == plan
    assert other is not plan


def test_a_split_kit_asks_for_the_right_turning() -> None:
    for duplex, name in (("short", "/DuplexFlipShortEdge"), ("long", "/DuplexFlipLongEdge"), ("single", "/Simplex")):
        spec = KitSpec(duplex=duplex, split=True)
        assert set(built(spec).documents) == {"", "instructions", "components", "booklet"}
        for part in built(spec).documents:
            with pikepdf.open(io.BytesIO(written(spec, part))) as pdf:
                wanted = name if part == "booklet" else "/Simplex"
                assert str(pdf.Root.ViewerPreferences.Duplex) == wanted
                assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"


def test_parts_are_left_out() -> None:
    kit = built(KitSpec(parts=("counters",)))
    assert len(kit.documents[""].pages) == len(numbers(kit, "components"))
    assert kit.pages.parts == ("components",)
    assert len(built(KitSpec(parts=("booklet",))).documents[""].pages) == 2
    only = built(KitSpec(parts=("instructions",)))
    assert len(only.documents[""].pages) == 1


@pytest.mark.parametrize("size", sampled([5, 19, 9, 11], 1))
@pytest.mark.parametrize("mode", sampled(["colour", "mono"], 1))
def test_any_board_makes_a_kit(size: int, mode: str, tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(size, 1 if size < 9 else 2))
    kit = built(KitSpec(game=str(game), mode=mode, sections="two"))
    pdf = to_pdf(kit.documents[""], catalog().paints(mode))
    assert kit.spec.pages
    sides = len(kit.plan.sheets) + kit.spec.pages // 2
    assert len(read_pages(pdf)) == len(kit.pages.of("instructions")) + sides
    assert kit.plan.board_size == pytest.approx(size * kit.plan.cell + 2 * FRAME)


def test_words_count_the_pieces_of_the_layout(tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(11, 2), "Big game")
    spec = KitSpec(game=str(game), sections="two")
    text = " ".join(_joined(page) for page in read(spec))
    assert "a board of eleven by eleven squares" in text
    assert "The board has eleven by eleven squares." in text
    assert "his eight defenders and the eight attackers as shown" in text
    assert "seventeen counters" in text
    assert "Brandub" not in text.replace("Brandub Print-and-Play", "")


def test_the_instructions_tell_of_the_plan_that_was_made() -> None:
    spec = KitSpec(sections="pinwheel", gap=0.0, duplex="long", paper="letter", mode="mono", sheets=3)
    kit = built(spec)
    count = len(kit.pages.of("instructions"))
    text = " ".join(_joined(page) for page in read(spec)[:count])
    assert f"The board is {kit.plan.board_size:g} mm square, its squares {kit.plan.cell:g} mm." in text
    assert "Lay the sections face down" in text
    assert "turned on the long edge" in text
    assert "on Letter." in text
    assert "thin outlines" in text
    booklet = numbers(kit, "booklet")
    assert f"pages {booklet[0]} and {booklet[1]}" in text


def test_credit_and_licence_are_printed_and_the_version_once() -> None:
    for number in (1, 4):
        text = _joined(read(KitSpec())[number - 1])
        assert "Damian Walker, 2014" in text
        assert "CC BY 4.0" in text
        # the booklet is for those who play
        assert (f"taflkit {__version__}" in text) == (number == 1)


def test_two_builds_are_the_same_bytes_in_other_processes(tmp_path: Path) -> None:
    program = (
        "import sys; from taflkit.catalog import Catalog; from taflkit.kit.build import KitSpec, build_kit;"
        "from taflkit.render.pdf import to_pdf;"
        "c = Catalog(); sys.stdout.buffer.write(to_pdf(build_kit(c, KitSpec()).documents[''], c.paints('colour')))"
    )
    seen = set()
    for seed, zone in (("1", "UTC"), ("2", "Pacific/Auckland")):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(ROOT / "generator")},
        )
        seen.add(done.stdout)
    assert len(seen) == 1
    assert seen == {written(KitSpec())}


@pytest.mark.parametrize("rules", RULESETS)
def test_every_kit_is_a_sound_file(rules: str) -> None:
    with pikepdf.open(io.BytesIO(written(KitSpec(rules=rules)))) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.pdf_version == "1.7"


def test_a_figure_that_the_engine_contradicts_stops_the_build(tmp_path: Path) -> None:
    lie = '[figures.capture]\nattackers = ["throne e1 n1", "throne w1 s1"]\ndefenders = ["throne n1"]\n'
    lie += '[[figures.capture.play]]\nmove = "throne w1 s1 > throne w1 n1"\ncaptured = []\n'
    game = write_game(tmp_path, cross_picture(7, 1), extra=lie)
    with pytest.raises(TemplateError) as error:
        built(KitSpec(game=str(game)))
    line = str(error.value)
    assert "mygame.toml: figures.capture: play[0].captured" in line
    assert "c3-c5 captures d5 under walker" in line


def test_a_booklet_that_is_too_long_says_what_to_leave_out(tmp_path: Path) -> None:
    paragraphs = ", ".join([f'"{"Many words are here. " * 300}"'] * 30)
    game = str(
        write_game(tmp_path, cross_picture(7, 1), extra=f"[text.booklet]\nhistory.paragraphs = [{paragraphs}]\n")
    )
    with pytest.raises(DoesNotFit, match=r"the booklet.*: it needs .* 16 at most; put some.*leave_out"):
        built(KitSpec(game=game, pages=4))


def test_a_booklet_has_as_few_pages_as_hold_its_words(tmp_path: Path) -> None:
    assert built(KitSpec()).spec.pages == 4
    game = str(write_game(tmp_path, cross_picture(7, 1), extra=WORDY))
    kit = built(KitSpec(game=game, parts=("booklet", READER)))
    assert len(kit.documents[READER].pages) == kit.spec.pages == 8
    assert len(kit.pages.of("booklet")) == 4


@pytest.mark.whole
def test_the_instructions_tell_how_the_sheets_of_a_booklet_lie_inside_one_another() -> None:
    def told(spec: KitSpec) -> str:
        return " ".join(_joined(read(spec)[page - 1]) for page in numbers(built(spec), "instructions"))

    assert "Staple" not in told(KitSpec())
    assert "Lay the sheets in one another as numbered" in told(KitSpec(pages=12, duplex="single"))


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        (KitSpec(rules="nobody"), "no ruleset of brandub 'nobody'"),
        (KitSpec(game="chess"), "no game 'chess'"),
        (KitSpec(game="no/such.toml"), "there is no file or folder no/such.toml"),
        (KitSpec(cell=200.0), "the largest squares"),
        (KitSpec(frame=400.0), "the frame must be 0 to 40 mm, not 400 mm"),
        (KitSpec(gap=-1.0), "the gap must be 0 to 20 mm, not -1 mm"),
    ],
)
def test_bad_wishes_are_named(spec: KitSpec, line: str) -> None:
    with pytest.raises(TaflkitError) as error:
        built(spec)
    assert line in str(error.value)
    assert "\n" not in str(error.value)


def test_unknown_parts_are_named() -> None:
    with pytest.raises(UnknownName, match="part 'dice'"):
        built(KitSpec(parts=(*PARTS, "dice")))
