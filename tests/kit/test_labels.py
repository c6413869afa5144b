"""Counters on labels: where they lie in the PDF, what of them goes with them, and whether the feed is off."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from support.pdf_content import Box, Page, read_pages
from support.pdf_structure import read_structure
from support.shipped import built, catalog, read, written
from support.structure_checks import structure_problems
from taflkit.cli import main
from taflkit.kit.options import KitSpec
from taflkit.kit.printers import Printer, fit_kit, printer_test
from taflkit.render.pdf import to_pdf
from taflkit.sheets.labels import LabelSheet

L7780 = "avery-l7780"
ON_LABELS = KitSpec(labels=L7780)


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def shown(page: Page) -> list[tuple[Box, float]]:
    """Return the boxes of a page's paths as far as they are seen, with half the widths of their lines."""
    return [
        (path.box.common(path.clip), 0.0) if path.clip else (path.box, path.line_width / 2 if path.stroke else 0.0)
        for path in page.paths
    ]


def corners(page: Page, width: float) -> list[tuple[float, float]]:
    """Return the upper left corners of a page's paths of a width in mm, each once, row by row."""
    boxes = [box for box, _ in shown(page) if abs(box.width - width) < 0.02]
    found: list[tuple[float, float]] = []
    for box in sorted(boxes, key=lambda box: (round(box.top), box.left)):
        if not any(abs(box.left - x) + abs(box.top - y) < 0.1 for x, y in found):
            found.append((box.left, box.top))
    return found


def assert_near(found: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> None:
    assert len(found) == len(wanted)
    for at, there in zip(found, wanted, strict=True):
        assert at == pytest.approx(there, abs=0.03)


def of_counters(labels: LabelSheet, count: int, right: float = 0.0, low: float = 0.0) -> list[tuple[float, float]]:
    beside, above = ((side - labels.counter) / 2 for side in (labels.width, labels.height))
    return [(x + beside + right, y + above + low) for x, y in labels.places[:count]]


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        (ON_LABELS, 13),
        (ON_LABELS._replace(theme="plain", mode="mono", ink="light", spares=True), 24),
        (KitSpec(game="tablut", labels="onlinelabels-ol1025", theme="manuscript"), 25),
        (KitSpec(game="alea-evangelii", labels="labelplanet-216-13r", parts=("counters",)), 73),
    ],
)
def test_each_counter_lies_on_its_label_half_a_millimetre_inside(spec: KitSpec, count: int) -> None:
    kit, labels = built(spec), catalog().labels(spec.labels or "")
    (number,) = kit.pages.labelled()
    page = read(spec)[number - 1]
    assert (page.width, page.height) == pytest.approx((labels.paper.width, labels.paper.height), abs=0.01)
    assert min(labels.width, labels.height) - labels.counter == pytest.approx(1.0)
    assert_near(corners(page, labels.counter), of_counters(labels, count))
    # nothing but counters, and no line beyond them, but for the ruler and the kit's line below the last label
    for box, half in shown(page):
        inside = any(
            x + 0.49 < box.left - half and box.right + half < x + labels.width - 0.49
            for x, y in labels.places
            if y + 0.49 < box.top - half and box.bottom + half < y + labels.height - 0.49
        )
        assert inside or box.top > labels.low
    assert all(text.start[1] > labels.low for text in page.texts)


def test_sheets_of_card_have_no_counters_and_larger_squares() -> None:
    spec = KitSpec(game="tablut", labels=L7780)
    kit, usual = built(spec), built(spec._replace(labels=None))
    kinds = {part.kind for page in kit.pages.components for part in page.sheet.parts}
    assert kinds == {"section", "card"}
    assert kit.plan.cell > usual.plan.cell
    assert kit.plan.counter_size == 39.0


def test_sets_and_spares_fill_as_many_sheets_as_they_need() -> None:
    kit = built(ON_LABELS._replace(parts=("counters",), sets=4, spares=True))
    counts = [len(page.sheet.parts) for page in kit.pages.of("labels")]
    assert counts == [24, 24, 24]
    names = [part.name for page in kit.pages.of("labels") for part in page.sheet.parts]
    assert len(set(names)) == 72
    assert sum("spare" in name for name in names) == 72 - 4 * 13


def test_a_standing_king_stays_on_card() -> None:
    kit = built(ON_LABELS._replace(king="standee"))
    assert [part.kind for page in kit.pages.made for part in page.sheet.parts].count("standee") == 1
    assert len(kit.pages.of("labels")[0].sheet.parts) == 12


def test_the_instructions_and_the_files_have_the_labels() -> None:
    texts = " ".join(read(ON_LABELS)[0].text.split())
    assert "Print page 4 on the labels." in texts
    assert "Avery L7780 labels" in texts
    assert "Scissors" not in texts
    split = built(ON_LABELS._replace(split=True)).documents
    assert list(split) == ["", "instructions", "components", "labels", "booklet"]
    assert len(split["labels"].pages) == 1


def test_a_printer_whose_feed_is_off_has_labels_alone_corrected() -> None:
    kit, printer = built(ON_LABELS), Printer("office", feed_dx=1.0, feed_dy=-0.5)
    fitted = fit_kit(kit, printer).documents[""]
    pages = read_pages(to_pdf(fitted, kit.paints))
    labels, before = catalog().labels(L7780), read(ON_LABELS)
    assert_near(corners(pages[3], labels.counter), of_counters(labels, 13, -1.0, 0.5))
    for number in (0, 1, 2, 4, 5):
        assert [path.box.left for path in pages[number].paths] == [path.box.left for path in before[number].paths]


@pytest.mark.parametrize("name", [L7780, "labelplanet-216-13r", "avery-5293"])
def test_the_test_sheet_has_the_outlines_and_scales_across_their_edges(name: str) -> None:
    labels = catalog().labels(name)
    document = printer_test(catalog(), "a4", "short", "colour", labels=name)
    (page,) = read_pages(to_pdf(document, catalog().paints("colour")))
    (left, top), (right, _) = labels.places[0], labels.places[-1]
    outlines = corners(page, labels.width)
    drawn = [at for at in labels.places if any(at == pytest.approx(there, abs=0.03) for there in outlines)]
    assert len(drawn) == len(outlines) < len(labels.places)
    assert {at for at in labels.places if at[0] in (left, right) or at[1] == top} <= set(drawn)
    # the 0 of the scales is on the edges of the labels, and + to the left and above
    ticks = [path.box.left - left for path in page.paths if path.box.width < 0.01 and abs(path.box.height - 3) < 0.01]
    assert sorted(round(tick, 2) for tick in ticks if tick < 4) == [-3, -3, 0, 0, 3, 3]
    plus = [text.start for text in page.texts if text.text == "+3"]
    assert len(plus) == 8
    assert min(x for x, _ in plus) < left
    assert "--feed-dx" in page.text


def test_screen_readers_find_their_way_on_labels() -> None:
    sheet = to_pdf(printer_test(catalog(), "a4", "short", "colour", labels=L7780), catalog().paints("colour"))
    for pdf in (written(ON_LABELS), sheet):
        assert structure_problems(read_structure(pdf)) == []


def test_it_is_corrected_for_a_printer_like_the_labels() -> None:
    drawn = printer_test(catalog(), "a4", "short", "mono", labels=L7780, printer=Printer("office", feed_dx=2.0))
    (page,) = read_pages(to_pdf(drawn, catalog().paints("mono")))
    assert min(path.box.left for path in page.paths if path.box.width > 39.9) == pytest.approx(14.0, abs=0.01)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--counters", "fold"), "--counters: counters on labels have one side"),
        (("--counters", "two-sided"), "--counters: counters on labels have one side"),
        (("--punch", "25"), "--punch: counters on the labels Avery L7780 are 39 mm wide; leave the punch out"),
        (("--box",), "--box: there is none for counters on labels"),
    ],
)
def test_what_labels_cannot_have_is_refused(words: tuple[str, ...], line: str) -> None:
    assert f"Error: {line}" in run("build", "--labels", L7780, *words, "--dry-run", code=1)


def test_labels_at_the_very_edge_are_refused(tmp_path: Path) -> None:
    shipped = (catalog().templates / "labels" / f"{L7780}.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(shipped.replace("left = 16", "left = 4"), encoding="utf-8")
    said = run("build", "--labels", str(tmp_path / "mine.toml"), "--dry-run", code=1)
    assert "--labels: the outermost counters on Avery L7780 are 4.5 mm from the paper's edge" in said


def test_the_commands_list_check_and_begin_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "avery-8293: Avery 8293, Letter, 4 x 5 of 38.1 mm, for counters of 37.1 mm" in run("printer", "labels")
    assert run("new", "label-sheet", "mylabels").splitlines()[0] == "mylabels.toml"
    said = run("build", "--labels", "mylabels.toml", "--dry-run").splitlines()
    assert said[0].startswith("output/brandub-walker-a4-colour-labels-mylabels.pdf: 6 pages")
    assert "Labels: 13 counters of 39 mm on 1 sheet of Mylabels, A4" in said
    assert "Counters 39 mm: wider than the squares, so neighbours overlap" in said
    assert said[-1].endswith("; page 4 on labels")
    said = run("export", "--to", "parts", "--labels", L7780, code=1)
    assert said == "Error: --labels: counters on labels are for a printer: taflkit build makes them\n"
    lines = run("printer", "test", "--labels", L7780).splitlines()
    assert lines[0] == "output/printer-test-labels-avery-l7780.pdf: 1 page, A4"
    assert "--paper changes nothing here" in run("printer", "test", "--labels", L7780, "--paper", "letter", code=2)


def test_several_games_share_sheets_of_labels_where_that_saves_some() -> None:
    pages = built(ON_LABELS._replace(sets=30)).pages.of("labels")
    # five games of 13 counters on three sheets of 24 labels
    assert [(len(page.sheet.parts), page.sheet.sets, page.times) for page in pages] == [
        (24, 5, 6),
        (24, 5, 6),
        (17, 5, 6),
    ]
    spare = built(ON_LABELS._replace(sets=30, spares=True)).pages.of("labels")
    assert [(len(page.sheet.parts), page.sheet.sets, page.times) for page in spare] == [(24, 1, 30)]
