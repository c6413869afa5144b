"""The pages of a kit: the plan, its JSON, the documents, their labels and the instructions name the same ones."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.games import WORDY, cross_picture, write_game
from support.sampling import sampled
from support.shipped import built, catalog, read
from taflkit.catalog.book import read_book
from taflkit.cli import main
from taflkit.drawing.look import Theme
from taflkit.errors import TaflkitError
from taflkit.kit.build import plan_kit
from taflkit.kit.numbering import Pages, number_pages
from taflkit.kit.options import PARTS, SCHOOL, KitSpec
from taflkit.sheets.paper import LARGE_PRINT, PAPERS

KINDS = (
    KitSpec(),
    KitSpec(counters="two-sided"),
    KitSpec(counters="two-sided", box="parts", pages=8, duplex="long"),
    KitSpec(parts=("board", "cards"), box="parts"),
    KitSpec(parts=("counters", "booklet"), pages=12, counters="two-sided"),
    KitSpec(parts=("booklet",), duplex="single"),
    KitSpec(cell=25.0, sets=3, counters="two-sided", box="parts"),
    KitSpec(parts=("counters",), sets=9, counters="two-sided"),
    KitSpec(cards="two-sided", counters="two-sided", box="kit", spares=True),
    KitSpec(parts=(*PARTS, *SCHOOL)),
    KitSpec(parts=("record",)),
)


def options(spec: KitSpec) -> list[str]:
    """The options of a spec on the command line."""
    words = ["--counters", spec.counters, "--duplex", spec.duplex]
    words += ["--pages", str(spec.pages)] if spec.pages else []
    words += ["--parts", ",".join(spec.parts), "--sets", str(spec.sets)]
    words += ["--box", spec.box, "--cards", spec.cards, *(["--spares"] if spec.spares else [])]
    return words + (["--cell", str(spec.cell)] if spec.cell else [])


@pytest.mark.parametrize("spec", sampled(KINDS, 4), ids=lambda spec: " ".join(options(spec)))
def test_the_plan_names_every_page_that_the_kit_has(spec: KitSpec) -> None:
    kit = built(spec)
    planned = json.loads(CliRunner().invoke(main, ["plan", *options(spec), "--json"]).stdout)["pages"]
    assert [page["page"] for page in planned] == list(range(1, len(kit.documents[""].pages) + 1))
    assert [page.label for page in kit.documents[""].pages] == [str(page["page"]) for page in planned]
    assert [page["page"] for page in planned if "behind" in page] == list(kit.pages.behind())
    lines = CliRunner().invoke(main, ["plan", *options(spec)]).stdout.split("sections  ")[0].splitlines()
    assert sorted({int(line[:4]) for line in lines if line[:4].strip().isdigit()}) == [p["page"] for p in planned]


@pytest.mark.parametrize("counters", ["flat", "two-sided"])
def test_counters_without_a_board_are_as_large_as_with_it(counters: str) -> None:
    whole = built(KitSpec(counters=counters))
    alone = built(KitSpec(counters=counters, parts=("counters", "cards")))
    assert (alone.plan.sections, alone.plan.counter_size) == ((), whole.plan.counter_size)
    assert [page.role for page in alone.pages.pages] == ["front", "back"][: 1 + (counters == "two-sided")]


def test_the_plan_counts_the_pages_of_a_booklet_whose_words_need_more(tmp_path: Path) -> None:
    game = str(write_game(tmp_path, cross_picture(7, 1), extra=WORDY))
    kit = built(KitSpec(game=game))
    assert kit.spec.pages == 8
    planned = json.loads(CliRunner().invoke(main, ["plan", game, "--json"]).stdout)["pages"]
    assert [page["page"] for page in planned] == list(range(1, len(kit.documents[""].pages) + 1))


@pytest.mark.parametrize("spec", KINDS, ids=lambda spec: " ".join(options(spec)))
def test_the_files_of_a_split_kit_hold_its_pages_in_order(spec: KitSpec) -> None:
    kit = built(spec._replace(split=True))
    whole = kit.documents[""].pages
    for part in kit.pages.parts:
        numbers = [page.number for page in kit.pages.pages if page.part == part]
        assert [whole[number - 1].title for number in numbers] == [page.title for page in kit.documents[part].pages]
        behind = [n for n, number in enumerate(numbers, 1) if number in kit.pages.behind()]
        assert list(kit.pages.behind(part)) == behind


def test_the_plan_takes_every_option_of_build_that_changes_pages() -> None:
    context = main.make_context("taflkit", ["plan"], resilient_parsing=True)
    plan, build = (main.get_command(context, name) for name in ("plan", "build"))
    assert plan is not None
    assert build is not None
    named = {param.name for param in plan.params}
    files = {"split", "ink", "preview", "printer", "output", "opened", "dry"}
    assert {param.name for param in build.params} - named == files
    assert named - {param.name for param in build.params} == {"as_json"}


@pytest.mark.parametrize("paper", sampled(list(PAPERS), 2))
def test_a_kit_is_on_its_paper_and_its_pages_to_read_on_the_papers_leaflet(paper: str) -> None:
    spec = KitSpec(paper=paper)
    kit = built(spec)
    size, leaflet = PAPERS[paper], PAPERS[PAPERS[paper].leaflet]
    for page, drawing in zip(kit.pages.pages, kit.documents[""].pages, strict=True):
        expected = {
            "instructions": (leaflet.width, leaflet.height),
            "booklet": (leaflet.height, leaflet.width),
        }.get(page.role, (size.width, size.height))
        assert (drawing.width, drawing.height) == expected
    said = " ".join(text.text for text in read(spec)[0].texts)
    assert size.label in said
    assert leaflet.label in said


@pytest.mark.parametrize(("paper", "mode"), list(product(PAPERS, ("colour", "mono"))))
def test_parts_keep_the_margin_on_any_paper(paper: str, mode: str) -> None:
    kit = built(KitSpec(paper=paper, mode=mode, parts=tuple(part for part in PARTS if part != "booklet")))
    theme: Theme = catalog().theme(mode=mode)
    assert kit.paints == theme.paints
    for part in (part for page in kit.pages.of("front") for part in page.sheet.parts):
        assert min(part.x, part.y) >= kit.spec.margin - 1e-6
        assert part.x + part.width <= kit.plan.paper.width - kit.spec.margin + 1e-6


def test_spares_that_the_box_has_no_depth_for_are_on_no_sheet_and_on_no_back() -> None:
    bare = KitSpec(cell=37.0, counters="two-sided", spares=True, box="parts", parts=("counters",), sets=4)
    boxed = planned_pages(bare._replace(thickness=4.0))
    names, printed = (
        [part.name for page in pages.made for part in page.sheet.parts if part.kind == "counter"]
        for pages in (boxed, planned_pages(bare._replace(box="none")))
    )
    assert 52 < len(names) < len(printed)
    assert sorted(part.name for page in boxed.of("back") for part in page.sheet.parts) == sorted(names)


@pytest.mark.parametrize("parts", [("instructions",), ("booklet",), ("reader",), ("board",)])
def test_a_box_of_nothing_is_refused(parts: tuple[str, ...]) -> None:
    with pytest.raises(TaflkitError, match="there are no counters or cards to put in the box; add them to the parts"):
        planned_pages(KitSpec(box="parts", parts=parts))
    if parts in (("instructions",), ("reader",)):
        with pytest.raises(TaflkitError, match="no counters or cards, no booklet and no board that folds to put in"):
            planned_pages(KitSpec(box="kit", parts=parts))


def planned_pages(spec: KitSpec) -> Pages:
    """Number the pages of a kit without drawing it."""
    book = read_book(catalog(), spec.game, spec.rules, spec.variations, spec.language)
    return number_pages(plan_kit(book, spec, catalog().store), spec)


def test_in_large_print_every_page_of_the_booklet_is_a_sheet_of_its_own() -> None:
    kit = built(KitSpec(text=LARGE_PRINT, paper="letter"))
    leaves = kit.pages.of("leaf")
    assert kit.pages.of("booklet") == ()
    assert [page.leaf for page in leaves] == list(range(1, (kit.spec.pages or 0) + 1))
    assert not any(page.behind for page in leaves)
    document = kit.documents[""]
    assert {(page.width, page.height) for page in document.pages[-len(leaves) :]} == {(215.9, 279.4)}
    assert [page.label for page in document.pages[-len(leaves) :]] == [str(page.number) for page in leaves]
    # the cards are twice as large, and the squares are not smaller for it
    (width, height) = kit.plan.request.card_size
    assert (width, height) == (126.0, 176.0)
    assert kit.plan.cell == pytest.approx(built(KitSpec(paper="letter")).plan.cell)


def test_no_text_of_instructions_folds_a_booklet_of_large_print() -> None:
    spec = KitSpec(text=LARGE_PRINT)
    assert "Fold the booklet" not in " ".join(text.text for text in read(spec)[0].texts)
