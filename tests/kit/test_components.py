"""Joins, counters, backs, standing kings and boxes: built kits measured against the plan."""

from __future__ import annotations

import pytest
from msgspec.structs import astuple

from support.pdf_content import Page, Pages, PaintedPath
from support.pdf_geometry import TRUE, Box, near
from support.sampling import sampled
from support.shipped import built, catalog, numbers, read
from taflkit.drawing.shapes import Extents
from taflkit.errors import DoesNotFit, TaflkitError
from taflkit.kit.build import Kit
from taflkit.kit.options import KitSpec
from taflkit.parts.board.board import draw_crosses
from taflkit.sheets.planning.placing import PlacedPart
from taflkit.sheets.sections import Edge, Seam

COMPONENTS = ("board", "counters", "cards")
PIECES = len(catalog().game("brandub").layout.start)


def made(spec: KitSpec) -> tuple[Kit, Pages]:
    return built(spec), read(spec)


def spec(**wanted: object) -> KitSpec:
    return KitSpec(parts=COMPONENTS, **wanted)  # type: ignore[arg-type]


Place = tuple[float, float, float, float]


def on_page(part: PlacedPart, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    """Return where a box of the upright part lies on the page."""
    if part.turned:
        return part.x + part.width - y - height, part.y + x, height, width
    return part.x + x, part.y + y, width, height


def with_bleed(kit: Kit, place: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x, y, width, height = place
    bleed = kit.plan.bleed
    return x - bleed, y - bleed, width + 2 * bleed, height + 2 * bleed


def without_bleed_at(tabs: list[Seam], art: Place, bled: Place) -> Place:
    """Return a section's art with its bleed, but on the sides that are tabs from corner to corner."""
    (x, y, width, height), (left, top, wide, high) = art, bled
    right, low = left + wide, top + high
    for side, length in (("left", height), ("right", height), ("upper", width), ("lower", width)):
        if sum(tab.length for tab in tabs if tab.side == side) > length - 0.01:
            left, right = (x if side == "left" else left), (x + width if side == "right" else right)
            top, low = (y if side == "upper" else top), (y + height if side == "lower" else low)
    return left, top, right - left, low - top


def fronts(kit: Kit) -> list[int]:
    """The indexes of the pages that are fronts of sheets."""
    behind = set(kit.pages.behind("components"))
    return [number - 1 for number in numbers(kit, "components") if number not in behind][: len(kit.plan.sheets)]


@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
@pytest.mark.parametrize("join", ["tabs", "overlap"])
@pytest.mark.parametrize(("sections", "gap"), sampled([("pinwheel", 0.0), ("two", 2.0), ("best", 2.0)], 1))
def test_sections_with_joins_lie_where_the_plan_says(paper: str, join: str, sections: str, gap: float) -> None:
    kit, pages = made(spec(paper=paper, join=join, sections=sections, gap=gap))
    seams = kit.plan.seams
    assert len(seams) >= 1
    for sheet, index in zip(kit.plan.sheets, fronts(kit), strict=True):
        clips = {path.clip for path in pages[index].paths}
        for part in (part for part in sheet.parts if part.kind == "section"):
            tabs = [seam for seam in seams if seam.first == part.name and join == "tabs"]
            place = on_page(part, *without_bleed_at(tabs, part.art, with_bleed(kit, part.art)))
            assert any(near(clip, *place) for clip in clips), part
            for seam in (seam for seam in seams if seam.first == part.name and join == "overlap"):
                x, y, width, height = seam.strip(kit.plan.request.overlap)
                strip = (part.art[0] + x, part.art[1] + y, width, height)
                place = on_page(part, *with_bleed(kit, strip))
                assert any(near(clip, *place) for clip in clips), seam


def test_every_tab_names_the_pair_of_letters_that_meet() -> None:
    kit, pages = made(spec(join="tabs", sections="pinwheel"))
    text = " ".join(pages[index].text for index in fronts(kit))
    pairs = [seam.pair for seam in kit.plan.seams]
    assert len(set(pairs)) == 8
    for pair in pairs:
        assert pair in text


@pytest.mark.parametrize("join", ["butt", "overlap"])
def test_the_letters_that_meet_stand_outside_both_sections_at_their_seam(join: str) -> None:
    kit, pages = made(spec(join=join, sections="pinwheel", sheets=4))
    found: dict[str, int] = {}
    for sheet, index in zip(kit.plan.sheets, fronts(kit), strict=True):
        for text in (
            text for text in pages[index].texts if text.size == pytest.approx(7 * 25.4 / 72) and " – " in text.text
        ):
            x, y = ((a + b) / 2 for a, b in zip(text.start, text.end, strict=True))
            inside = [p for p in sheet.parts if p.x < x < p.x + p.width and p.y < y < p.y + p.height]
            assert not inside
            near_by = 3.5 + kit.plan.bleed
            beside = [
                p.name
                for p in sheet.parts
                if p.x - near_by < x < p.x + p.width + near_by and p.y - near_by < y < p.y + p.height + near_by
            ]
            assert set(beside) & set(text.text.split(" – "))
            found[text.text] = found.get(text.text, 0) + 1
    assert found == {seam.pair: 2 for seam in kit.plan.seams}


def test_a_single_seam_needs_no_letters() -> None:
    kit, pages = made(spec(sections="two"))
    assert len(kit.plan.seams) == 1
    assert not any(kit.plan.seams[0].pair in page.text for page in pages)


@pytest.mark.parametrize(
    ("sections", "paper"),
    [
        ("two", "a4"),
        pytest.param("two", "letter", marks=pytest.mark.whole),
        pytest.param("pinwheel", "a4", marks=pytest.mark.whole),
    ],
)
def test_crosses_lie_on_the_strips_that_the_next_section_covers_and_nowhere_else(sections: str, paper: str) -> None:
    kit, pages = made(spec(join="overlap", sections=sections, paper=paper))
    strips = {
        part.name: [
            on_page(part, part.art[0] + x, part.art[1] + y, width, height)
            for x, y, width, height in (seam.strip(8.0) for seam in kit.plan.seams if seam.first == part.name)
        ]
        for sheet in kit.plan.sheets
        for part in sheet.parts
    }
    for sheet, index in zip(kit.plan.sheets, fronts(kit), strict=True):
        parts = [Box(part.x, part.y, part.x + part.width, part.y + part.height) for part in sheet.parts]
        # cut marks may be as long, and lie outside the parts
        inside = [path.box for path in pages[index].paths if any(path.box.within(part) for part in parts)]
        crosses = [box for box in inside if abs(box.width - 3.2) < TRUE and box.height < TRUE]
        crosses += [box for box in inside if abs(box.height - 3.2) < TRUE and box.width < TRUE]
        edges = [path.box for path in pages[index].paths if abs(max(path.box.width, path.box.height) - 6.0) < TRUE]
        places = [place for part in sheet.parts for place in strips[part.name]]
        assert len(crosses) == 4 * len(places)
        for x, y, width, height in places:
            strip = Box(x, y, x + width, y + height)
            assert sum(box.within(strip) for box in crosses) == 4
            # the lines for the edge of the next section lie on the strip, as near to the seam as they are wide
            assert sum(box.within(strip) and min(box.width, box.height) < TRUE for box in edges) == 2


@pytest.mark.parametrize("side", ["upper", "right", "lower", "left"])
@pytest.mark.parametrize(("depth", "length"), [(8.0, 270.0), (1.0, 270.0), (40.0, 8.0)])
def test_the_marks_of_an_overlap_stay_on_it(side: Edge, depth: float, length: float) -> None:
    seam = Seam("A", "B", side, 50.0, 60.0, 0.0, 0.0, length)
    found = Extents(lambda _: 0.0).of(draw_crosses("A", [seam], depth))
    x, y, width, height = seam.strip(depth)
    assert found is not None
    assert Box(*astuple(found)).within(Box(x, y, x + width, y + height))
    assert draw_crosses("B", [seam], depth).children == ()


@pytest.mark.parametrize("options", [{"counters": "fold", "king": "standee"}, {"join": "tabs"}])
def test_no_solid_line_lies_under_a_fold_or_along_the_seam_of_a_tab(options: dict[str, str]) -> None:
    kit, pages = made(spec(**options))
    checked = 0
    for sheet, index in zip(kit.plan.sheets, fronts(kit), strict=True):
        # the board's own lines are clipped to their sections
        strokes = [path for path in pages[index].paths if path.stroke and not path.dash and path.clip is None]
        places = [path.box for path in pages[index].paths if is_fold(path)]
        for part in (part for part in sheet.parts if part.kind == "section"):
            for seam in (seam for seam in kit.plan.seams if seam.first == part.name and kit.plan.request.grow):
                x, y, width, height = seam.strip(0.0)
                x, y, width, height = on_page(part, part.art[0] + x, part.art[1] + y, width, height)
                places.append(Box(x, y, x + width, y + height))
        checked += len(places)
        for place in places:
            # the slanting ends of a tab only begin at the seam
            straight = (
                path.box for path in strokes if path.operator != "S" or min(path.box.width, path.box.height) < TRUE
            )
            # the circles of folded counters touch the fold between them
            round_ = (kit.plan.counter_size, kit.plan.counter_size)
            for box in (box for box in straight if (box.width, box.height) != pytest.approx(round_, abs=TRUE)):
                common = box.common(place)
                sides = (box.top, box.bottom) if place.width > place.height else (box.left, box.right)
                at = place.top if place.width > place.height else place.left
                beside = any(abs(side - at) < 0.3 for side in sides)
                assert not (beside and max(common.width, common.height) > 1.0), (place, box)
    assert checked == (3 + PIECES - 1 if "king" in options else 1)


def test_fold_lines_are_unlike_cut_lines_by_dash_and_weight() -> None:
    _, pages = made(spec(counters="fold", king="standee"))
    strokes = [path for page in pages for path in page.paths if path.stroke]
    folds = {round(path.line_width, 3) for path in strokes if is_fold(path)}
    solid = {round(path.line_width, 3) for path in strokes if not path.dash}
    assert folds == {0.2}
    assert {0.12, 0.15} <= solid, "cut lines and marks are thinner, and not dashed"


def is_fold(path: PaintedPath) -> bool:
    return tuple(round(length, 3) for length in path.dash) == (0.2, 1.2)


def outlines(page: Page, diameter: float) -> list[PaintedPath]:
    """The circles that counters are cut along."""
    return [
        path
        for path in page.paths
        if path.fill is None and abs(path.box.width - diameter) < TRUE and abs(path.box.height - diameter) < TRUE
    ]


def test_folded_counters_are_pairs_about_their_fold() -> None:
    kit, pages = made(spec(counters="fold"))
    diameter = kit.plan.counter_size
    for sheet, index in zip(kit.plan.sheets, fronts(kit), strict=True):
        parts = [part for part in sheet.parts if part.kind == "counter"]
        circles = outlines(pages[index], diameter)
        assert len(circles) == 2 * len(parts)
        for part in parts:
            slot = Box(part.x, part.y, part.x + part.width, part.y + part.height)
            inside = [circle for circle in circles if circle.box.within(slot, 0.02)]
            assert len(inside) == 2


@pytest.mark.parametrize("size", [25.0, 25.4])
def test_a_punched_counter_has_exactly_the_punchs_diameter(size: float) -> None:
    kit, pages = made(spec(counters="punch", punch=size))
    assert kit.plan.counter_size == size
    assert sum(len(outlines(pages[index], size)) for index in fronts(kit)) == PIECES


@pytest.mark.parametrize("duplex", ["short", "long", "single"])
def test_a_counters_back_lies_on_its_front(duplex: str) -> None:
    kit, pages = made(spec(counters="two-sided", duplex=duplex))
    width, height = kit.plan.paper.width, kit.plan.paper.height
    assert kit.pages.behind("components")
    for back in kit.pages.behind("components"):
        front_page, back_page = pages[back - 2], pages[back - 1]
        front = sorted(path.box.centre for path in outlines(front_page, kit.plan.counter_size))
        behind = [path.box.centre for path in outlines(back_page, kit.plan.counter_size)]
        turned = [(width - x, y) if duplex == "long" else (x, height - y) for x, y in behind]
        assert len(front) == len(turned) > 0
        for one, other in zip(front, sorted(turned), strict=True):
            assert one == pytest.approx(other, abs=TRUE)


def test_sets_and_spares_are_made() -> None:
    kit, _ = made(spec(sets=3)._replace(parts=("counters",)))
    names = [part.name for sheet in kit.plan.sheets for part in sheet.parts if part.kind == "counter"]
    assert len(names) == len(set(names)) == 3 * PIECES
    assert kit.plan.cell == made(spec())[0].plan.cell, "more sets take more sheets, and not smaller squares"
    plain, _ = made(spec(sections="two"))
    spared, _ = made(spec(sections="two", spares=True))
    assert spared.plan.cell == plain.plan.cell
    spares = [part.name for sheet in spared.plan.sheets for part in sheet.parts if "spare" in part.name]
    assert spares


def test_the_king_stands() -> None:
    kit, pages = made(spec(king="standee"))
    standees = [part for sheet in kit.plan.sheets for part in sheet.parts if part.kind == "standee"]
    assert len(standees) == 1
    assert not any(
        part.name == "king-1" and part.kind == "counter" for sheet in kit.plan.sheets for part in sheet.parts
    )
    part = standees[0]
    assert any(near(path.box, part.x, part.y, part.width, part.height) for page in pages for path in page.paths)


def test_the_box_is_on_a_sheet_of_its_own() -> None:
    _, pages = made(spec(box="parts", counters="two-sided"))
    page = pages[-1]
    assert "Brandub" in page.text
    cuts = [p for p in page.paths if p.stroke and not p.dash and abs(p.line_width - 0.15) < 1e-6]
    folds = [path for path in page.paths if is_fold(path)]
    assert len(cuts) > 12
    assert len(folds) >= 8
    margin = Box(10.0, 10.0, page.width - 10.0, page.height - 10.0)
    assert all(path.box.within(margin, 0.1) for path in (*cuts, *folds))


def test_a_boxs_art_runs_on_beyond_its_cuts_and_not_onto_the_flap_that_is_glued() -> None:
    kit, pages = made(spec(box="parts", gap=4.0))
    [page] = kit.pages.of("box")
    assert page.box is not None
    assert kit.plan.bleed == 2.0
    net, x, y = page.box.net, page.box.x, page.box.y
    panels = {panel.name: panel for panel in net.panels}
    grounds = [p.box for p in pages[page.number - 1].paths if p.fill and p.clip is not None and not p.stroke]
    front, right = panels["front"], panels["right"]
    printed = {path.clip for path in pages[page.number - 1].paths if path.clip is not None}
    whole = Box(x + front.x, y - 2, x + net.size[0] + 2, y + net.size[1] + 2)
    assert any(near(clip, whole.left, whole.top, whole.width, whole.height) for clip in printed)
    for panel in (front, right, panels["lid"], panels["base"]):
        place = (x + panel.x - 2, y + panel.y - 2, panel.width + 4, panel.height + 4)
        assert any(near(ground, *place) for ground in grounds), panel
    folds = [path.box for path in pages[page.number - 1].paths if is_fold(path)]
    cuts = [path.box for path in pages[page.number - 1].paths if path.stroke and path.line_width == pytest.approx(0.15)]
    assert not [fold for fold in folds if any(fold == cut for cut in cuts)]


@pytest.mark.parametrize("duplex", ["short", "long"])
def test_a_cards_back_lies_behind_it(duplex: str) -> None:
    kit, pages = made(KitSpec(parts=("cards",), cards="two-sided", duplex=duplex))
    assert kit.pages.behind() == (2,)
    front, back = pages
    paper = kit.plan.paper
    for title, line in (("The attackers", "The aim"), ("The king’s side", "The aim")):
        [one] = [shown for shown in front.texts if shown.text == title]
        [other] = [shown for shown in back.texts if shown.text == title]
        assert line in front.text
        x, y = ((one.start[0] + one.end[0]) / 2, (one.start[1] + one.end[1]) / 2)
        through = ((other.start[0] + other.end[0]) / 2, (other.start[1] + other.end[1]) / 2)
        if duplex == "long":
            assert (paper.width - through[0], through[1]) == pytest.approx((x, y), abs=TRUE)
        else:
            # turned over its level edge on the sheet, a card has its head where its foot would be
            assert (through[0], paper.height - through[1]) == pytest.approx((x, y), abs=TRUE)


def test_a_box_that_does_not_fit_says_what_would() -> None:
    with pytest.raises(DoesNotFit, match=r"box") as error:
        built(spec(box="parts", counters="punch", punch=100.0, sets=5, cell=30.0)._replace(parts=("counters",)))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("pages_wanted", [8, 12])
def test_larger_booklets_have_the_same_print_and_are_imposed(pages_wanted: int) -> None:
    pages = read(KitSpec(parts=("booklet",), pages=pages_wanted))
    assert len(pages) == pages_wanted // 2
    body = [shown.size for page in pages for shown in page.texts if "captured" in shown.text]
    assert max(body) == pytest.approx(9.5 * 25.4 / 72)
    folios = {
        int(shown.text): (index, shown.start[0] < page.width / 2)
        for index, page in enumerate(pages)
        for shown in page.texts
        if shown.text.isdigit() and shown.start[1] > 198.0
    }
    assert sorted(folios) == [*range(2, len(folios) + 2)], "pages without a number are the last"
    assert len(folios) > 4
    assert folios[2] == (1, True), "the second page is on the left inside the outermost sheet"
    assert folios[3] == (2, False)


@pytest.mark.parametrize(
    ("wanted", "choice"),
    [
        ({"overlap": 0.0}, "overlap"),
        ({"counters": "punch"}, "punch"),
        ({"punch": -3.0}, "punch"),
        ({"sets": 0}, "sets"),
        ({"punch": 300.0, "counters": "punch"}, "punch"),
    ],
)
def test_bad_wishes_are_one_line_and_name_the_choice(wanted: dict[str, object], choice: str) -> None:
    with pytest.raises(TaflkitError) as error:
        built(spec(**wanted))
    assert error.value.choice == choice
    assert "\n" not in str(error.value)


def test_the_instructions_tell_how_this_kit_is_joined_and_finished() -> None:
    _, pages = made(KitSpec(join="tabs", counters="two-sided", king="standee", box="parts"))
    text = " ".join(" ".join(shown.text for page in pages[:2] for shown in page.texts).replace("- ", "").split())
    for words in ("Each tab has two letters", "on the back of page", "Make the king stand", "Cut out the box"):
        assert words in text, words
