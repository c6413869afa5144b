"""A theme's own art: it is drawn where the house's stands, painted by a simple rule, and what is wrong is one line."""

from __future__ import annotations

import shutil
from itertools import pairwise, product
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from support.pdf_content import read_pages
from support.pdf_geometry import Box
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.drawing.art import LITERAL, NO_ARTWORK
from taflkit.drawing.look import Paint, Theme, lightness
from taflkit.drawing.shapes import Circle, Drawing, Rect, walk
from taflkit.drawing.shapes import Path as Curve
from taflkit.drawing.store import Store
from taflkit.errors import TaflkitError
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.kit.telling_apart import indistinct
from taflkit.parts.board.board import draw_board
from taflkit.parts.borders import Border, border_need, draw_border
from taflkit.parts.counters import draw_piece
from taflkit.render.pdf import drawing_to_pdf, to_pdf
from taflkit.render.png import to_pixels
from taflkit.resources import templates_folder
from taflkit.tafl import Piece

DRAWINGS = templates_folder() / "starts" / "art"
FONTS = templates_folder() / "fonts"
BORDER = '{ side = "side.svg", corner = "border-corner.svg" }'
QUARTER_POINT = 0.25 * 25.4 / 72


def own(folder: Path, text: str, **drawings: str) -> str:
    for file in DRAWINGS.glob("*.svg"):
        shutil.copy(file, folder)
    for name, inside in drawings.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>'
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    file = folder / "walnut.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def load(folder: Path, text: str, mode: str = "colour", ink: str = "full", **drawings: str) -> Theme:
    return Catalog().theme(own(folder, text, **drawings), mode, ink)


def everything(folder: Path, base: str = "ballinderry") -> str:
    text = (DRAWINGS / "art.toml").read_text(encoding="utf-8")
    return own(folder, f"base = '{base}'\n{text}")


def sides(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right, box.bottom


def roles(shapes: Any) -> set[str]:
    return {shape.role for shape, _ in walk(shapes)}


# what is drawn


@pytest.mark.parametrize("diameter", [4.4, 12.0, 30.0])
def test_a_device_stands_in_the_middle_and_inside_the_edge_of_its_piece(tmp_path: Path, diameter: float) -> None:
    # a square, off the middle of its view
    theme = load(tmp_path, "devices = { king = 'dot.svg' }", dot='<rect x="80" y="45" width="10" height="10"/>')
    drawing = Drawing(30, 30, (draw_piece(Piece.KING, diameter, theme.look(Store()), 15, 15),))
    (page,) = read_pages(drawing_to_pdf(drawing, theme.paints))
    left, top, right, low = sides(page.paths[-1].box)
    farthest = max(hypot(x - 15, y - 15) for x, y in product((left, right), (top, low)))
    assert 0.6 * diameter / 2 < farthest < 0.95 * diameter / 2
    assert (left + right) / 2 - 15 == pytest.approx(farthest * 0.875, abs=0.05 * diameter)
    assert (top + low) / 2 == pytest.approx(15, abs=0.02)


def test_colours_follow_the_rule_in_every_mode_and_ink(tmp_path: Path) -> None:
    text = "devices = { king = 'dot.svg' }\n[colour]\nyew = '#804020'\n[mono]\nyew = '#333333'"
    inside = "".join(
        f'<rect x="{x}" y="40" width="9" height="9" {fill}/>'
        for x, fill in ((20, ""), (40, 'fill="#c8a24b"'), (60, 'fill="var(--yew)"'))
    )
    for mode, ink in product(("colour", "mono"), ("full", "light")):
        theme = load(tmp_path, text, mode, ink, dot=inside)
        drawn = roles((draw_piece(Piece.KING, 20, theme.look(Store())),))
        below = "piece.king.device." if ink == "light" else ""
        assert {"piece.king.device", f"{below}{LITERAL}#c8a24b", f"{below}{LITERAL}yew"} <= drawn
        gold, yew = (theme.paints.paint(f"{LITERAL}{name}") for name in ("#c8a24b", "yew"))
        if ink == "light":
            assert (gold, yew) == (Paint((1.0,)), Paint((1.0,)))
            # what is like the king's ground in full ink is white, and what stands out from it as dark as the house's
            house, gold, yew = (theme.paints.paint(f"{below}{LITERAL}{name}") for name in ("", "#c8a24b", "yew"))
            assert gold == Paint((1.0,))
            assert house.fill is not None
            assert yew.fill is not None
            assert lightness(yew.fill) == pytest.approx(lightness(house.fill), abs=0.01)
            # defenders have outlines as wide as the house's and as light
            house, hued = (theme.paints.paint(f"piece.defender.device{end}") for end in ("", f".{LITERAL}yew"))
            assert hued.width == house.width >= QUARTER_POINT
            assert hued.fill == (1.0,)
            assert house.stroke is not None
            assert hued.stroke is not None
            assert lightness(hued.stroke) == pytest.approx(lightness(house.stroke), abs=0.01)
        elif mode == "mono":
            # the grey as light as the colour, and the theme's own grey
            assert gold.fill == pytest.approx((0.6434,), abs=0.002)
            assert yew.fill == pytest.approx((0.2,), abs=0.001)
        else:
            assert gold.fill == pytest.approx((0xC8 / 255, 0xA2 / 255, 0x4B / 255), abs=0.001)
            assert yew.fill == pytest.approx((0x80 / 255, 0x40 / 255, 0x20 / 255), abs=0.001)


@pytest.mark.parametrize(("width", "height"), [(120.0, 80.0), (63.0, 88.0), (40.0, 40.0)])
def test_a_border_has_whole_tiles_that_meet_and_ends_at_its_edges(tmp_path: Path, width: float, height: float) -> None:
    theme = load(tmp_path, f"[borders]\nframe = {BORDER}", side='<rect width="100" height="100"/>')
    border = Border("own", "ornament", False, own=theme.art.frame)
    shapes = draw_border(border, width, height, 6.0, Store())
    tiles = []
    for shape, (a, b, c, d, e, f) in walk(shapes):
        if isinstance(shape, Curve) and shape.role == "ornament.strand":
            steps = [(letter, *numbers[-2:]) for letter, numbers in shape.segments if numbers]
            begins = [number for number, step in enumerate(steps) if step[0] == "M"]
            for begin, end in pairwise([*begins, len(steps)]):
                across, down = zip(
                    *((a * x + c * y + e, b * x + d * y + f) for _, x, y in steps[begin:end]), strict=True
                )
                tiles.append((min(across), min(down), max(across), max(down)))
    upper = sorted(box for box in tiles if box[3] < 6.02 and box[0] > 5.8 and box[2] < width - 5.8)
    # they reach a little over the corners, so that no seam is seen there
    assert upper[0][0] == pytest.approx(5.9, abs=0.02)
    assert upper[-1][2] == pytest.approx(width - 5.9, abs=0.02)
    for one, other in pairwise(upper):
        assert one[2] == pytest.approx(other[0], abs=0.02)
    # a tile is as long as it is by nature, or nearly so
    assert (width - 12) / len(upper) == pytest.approx(6, rel=0.15)
    ends = (min(box[0] for box in tiles), min(box[1] for box in tiles))
    assert min(ends) >= -0.01
    assert max(box[2] for box in tiles) <= width + 0.01
    assert max(box[3] for box in tiles) <= height + 0.01


def test_tiles_are_one_path_a_side_and_have_no_outlines_where_the_next_goes_on(tmp_path: Path) -> None:
    strip = '<rect y="10" width="100" height="80"/>'
    corner = '<path d="M10 10H100V90H90V100H10Z"/>'
    text = "[borders]\nframe = { side = 'strip.svg', corner = 'bent.svg' }"
    theme = load(tmp_path, text, "mono", "light", strip=strip, bent=corner)
    shapes = draw_border(Border("own", "ornament", True, own=theme.art.frame), 60, 42, 6.0, Store())
    found = [shape for shape, _ in walk(shapes) if isinstance(shape, Curve)]
    assert [shape.role for shape in found].count("ornament.strand") == 8
    edges = {"".join(letter for letter, _ in shape.segments) for shape in found if shape.role == "ornament.edge"}
    # two lines of each of 8 or 5 tiles; a corner's without the ends that the sides go on from
    assert edges == {"MLML" * 8, "MLML" * 5, "MLMLLML"}


@pytest.mark.parametrize(("wide", "need"), [(20, "1.5 mm"), (4, "2.3 mm")])
def test_a_border_too_shallow_for_its_lines_is_left_out_and_says_so(tmp_path: Path, wide: float, need: str) -> None:
    theme = load(tmp_path, f"[borders]\nframe = {BORDER}", side=f'<rect y="5" width="100" height="{wide}"/>')
    border = Border("own", "ornament", False, own=theme.art.frame)
    assert border_need(border, 200, 200, 1.0, Store()) == need
    assert draw_border(border, 200, 200, 1.0, Store()) == ()
    assert border_need(border, 200, 200, 2.3, Store()) == ""
    assert border_need(border, 15, 15, 6.0, Store()) == "longer sides for its depth"


def test_a_border_without_room_is_left_out(tmp_path: Path) -> None:
    theme = load(tmp_path, f"[borders]\nframe = {BORDER}")
    assert draw_border(Border("own", "ornament", False, own=theme.art.frame), 15, 15, 6, Store()) == ()


@pytest.mark.parametrize("surface", ["squares", "points"])
@pytest.mark.parametrize("game", ["brandub", "alea-evangelii"])
def test_throne_corners_ground_and_frame_are_drawn_on_every_board(tmp_path: Path, game: str, surface: Any) -> None:
    made, file = Catalog(), everything(tmp_path)
    theme, layout = made.theme(file), made.game(game).variant(made.game(game).ruleset(None)).layout
    board = draw_board(layout, surface, 12.0, 6.0, theme.look(made.store))
    found = roles(board.shapes)
    ground = "board.ground" if surface == "squares" else "board.square"
    assert {"board.corner.knot.strand", "board.throne.spiral.strand", ground, "ornament.strand"} <= found
    assert not {"board.corner.knot.ground", "board.throne.spiral.ground"} & found
    for shape, (a, b, c, d, e, f) in walk(board.shapes):
        assert isinstance(shape, (Curve, Rect, Circle))
        if shape.role == ground and isinstance(shape, Curve):
            ends = [numbers[-2:] for _, numbers in shape.segments if numbers]
            side = 12 * layout.size + 6.2
            assert all(5.8 <= a * x + c * y + e <= side and 5.8 <= b * x + d * y + f <= side for x, y in ends)


@pytest.mark.parametrize("base", ["ballinderry", "plain"])
def test_an_own_throne_leaves_the_corners_in_light_ink_as_they_are(tmp_path: Path, base: str) -> None:
    theme = load(
        tmp_path,
        f"base = '{base}'\n[squares]\nthrone = 'dot.svg'",
        ink="light",
        dot='<rect x="30" y="30" width="40" height="40"/>',
    )
    house = Catalog().theme(base, "colour", "light").paints
    for role in ("ground", "strand", "edge"):
        assert theme.paints.paint(f"board.corner.knot.{role}") == house.paint(f"board.corner.knot.{role}")
    assert theme.paints.paint("board.throne.spiral.strand").fill == (1.0,)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("base", "mode", "ink"),
    [("ballinderry", "mono", "light"), ("plain", "colour", "light"), ("plain", "mono", "full")],
)
def test_a_kit_of_ones_own_art_is_a_kit(tmp_path: Path, base: str, mode: str, ink: str) -> None:
    made, file = Catalog(), everything(tmp_path, base)
    kit = build_kit(made, KitSpec(theme=file, mode=mode, ink=ink, box="parts", king="standee"))
    pages = read_pages(to_pdf(kit.documents[""], kit.paints))
    lines = [path.line_width for page in pages for path in page.paths if path.stroke is not None]
    assert min(lines) >= QUARTER_POINT - 0.0005
    if mode == "mono":
        colours = {
            len(colour) for page in pages for path in page.paths for colour in (path.fill, path.stroke) if colour
        }
        assert colours == {1}


def test_shipped_themes_bring_no_art() -> None:
    assert all(Catalog().theme(name).art is NO_ARTWORK for name in Catalog().theme_names())


# what is wrong


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("devices = { kng = 'king.svg' }", "devices.kng: unknown key; did you mean king?"),
        ("devices = { king = 7 }", "devices.king: must be a text, not 7"),
        ("devices = { king = 'no.svg' }", "devices.king: there is no file 'no.svg' beside it"),
        ("devices = { king = 'a\\u0000b' }", r"devices.king: there is no file"),
        ("devices = { king = 'king.svg', attacker = 'king.svg' }", "devices.king: is the device of attacker too"),
        ("devices = { king = 'out.svg' }", "devices.king: 'out.svg' has shapes outside its viewBox; make the viewBox"),
        ("squares = { centre = 'king.svg' }", "squares.centre: unknown key; there is throne, corner"),
        ("borders = { frame = 'side.svg' }", "borders.frame: must be a table, not the text 'side.svg'"),
        ("borders = { frame = { side = 'side.svg' } }", "borders.frame.corner: is missing; a border needs a side"),
        ("borders = { frame = { sid = 'side.svg' } }", "borders.frame.sid: unknown key; did you mean side?"),
        ("borders = { frame = { side = 'side.svg', corner = 'side.svg' } }", "borders.frame.corner: its viewBox is 80"),
        ("grounds = { board = 'side.svg' }", "grounds.board: its viewBox is 80 wide and 60 high, and must be square"),
        ("grounds = { cover = 'dark.svg' }", "grounds.cover: in colour the contrast of text.title on it is "),
        ("[fonts]\ntitle = 'no.ttf'", "fonts.title: there is no file 'no.ttf' beside it"),
        ("[fonts]\ntitle = 'no.woff2'", "fonts.title: 'no.woff2' is no TrueType font; convert it to .ttf"),
    ],
)
def test_what_is_wrong_with_a_theme_is_named_by_file_and_key(tmp_path: Path, text: str, why: str) -> None:
    drawings = {
        "out": '<rect width="200" height="5"/>',
        "dark": '<rect width="100" height="100" fill="#3c2a1a"/>',
    }
    file = own(tmp_path, text, **drawings)
    result = CliRunner().invoke(main, ["build", "--theme", file, "-o", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith(f"Error: {file}: {why}")
    assert not (tmp_path / "out").exists()


def test_what_is_wrong_with_a_drawing_is_named_by_its_own_file(tmp_path: Path) -> None:
    text = "devices = { king = 'one.svg', attacker = 'other.svg' }"
    result = CliRunner().invoke(main, ["build", "--theme", own(tmp_path, text, one="<text/>", other="<line/>")])
    assert [line.partition(": is")[0] for line in result.stderr.splitlines()] == [
        f"Error: {tmp_path / 'one.svg'}: line 1, <text>",
        f"Error: {tmp_path / 'other.svg'}: line 1, <line>",
    ]


@pytest.mark.parametrize("ink", ["full", "light"])
def test_a_colour_that_the_theme_has_not_is_one_line_with_the_drawings_element(tmp_path: Path, ink: str) -> None:
    inside = '<g fill="var(--yws)">\n<rect id="r" width="5" height="5"/></g>'
    file = own(tmp_path, "devices = { king = 'one.svg' }", one=inside)
    result = CliRunner().invoke(main, ["build", "--theme", file, "--ink", ink])
    (line,) = result.stderr.splitlines()
    why = "fill: the theme has no colour 'yws'; did you mean yew? There is also attacker, "
    assert line.startswith(f'Error: {tmp_path / "one.svg"}: line 2, <rect id="r">: {why}')
    # the names of colours, and none that a role writes out or makes lighter
    assert not set("#%") & set(line.partition("There is")[2])


def test_a_fault_of_a_theme_is_never_laid_to_a_file_below_it(tmp_path: Path) -> None:
    # light.toml leaves this role as the theme has it
    file = own(tmp_path, "roles = { 'page.ground' = { fill = 'yws' } }")
    result = CliRunner().invoke(main, ["build", "--theme", file, "--ink", "light"])
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {file}: roles.page.ground.fill: 'yws' is no colour")


def test_a_folder_or_a_huge_file_is_no_drawing(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "huge.svg").write_bytes(b" " * 1_000_001)
    for name, why in (("folder", "is a folder, and must be a file"), ("huge", "is larger than 1 MB")):
        with pytest.raises(TaflkitError, match=why):
            load(tmp_path, f"devices = {{ king = '{name}.svg' }}")


# who cannot tell the pieces apart

DISC, RING = '<circle cx="50" cy="50" r="30"/>', '<path fill-rule="evenodd" d="M10 10H90V90H10Z M30 30H70V70H30Z"/>'
NEARLY = '<circle cx="50" cy="50" r="29"/><rect x="78" y="48" width="2" height="4"/>'


def told(folder: Path, text: str, **drawings: str) -> list[str]:
    made = Catalog()
    file = own(folder, text, **drawings)
    return list(indistinct(made, file, [made.game("brandub").ruleset(None).face], to_pixels))


@pytest.mark.whole
def test_two_devices_that_are_nearly_one_are_named(tmp_path: Path) -> None:
    found = told(tmp_path, "devices = { attacker = 'a.svg', king = 'b.svg' }", a=DISC, b=NEARLY)
    assert len(found) == 1
    assert found[0].startswith("the devices of attacker and king cannot be told apart by anybody, on counters of 12 mm")
    assert told(tmp_path, "devices = { attacker = 'a.svg', king = 'b.svg' }", a=DISC, b=RING) == []


@pytest.mark.whole
def test_devices_in_a_hue_that_some_do_not_see_are_named_with_whose_eyes(tmp_path: Path) -> None:
    red, green = "#c05020", "#6f7f20"
    text = f"""
    devices = {{ attacker = 'a.svg', defender = 'b.svg' }}
    [colour]
    attacker = '{red}'
    attacker-device = '{green}'
    defender = '{green}'
    defender-device = '{red}'
    [mono]
    attacker = '#000000'
    attacker-device = '#ffffff'
    """
    found = told(tmp_path, text, a=DISC, b=RING)
    assert [line.partition(", on")[0] for line in found] == [
        f"the device of {kind} cannot be seen by protan eyes (without red), deutan eyes (without green) and anybody on "
        "a black and white copy"
        for kind in ("attacker", "defender")
    ]
    assert found[0].endswith("on counters of 12 mm in colour; in figures, at 4.4 mm, in colour")


@pytest.mark.whole
def test_a_device_in_the_colour_of_its_piece_is_named(tmp_path: Path) -> None:
    text = "devices = { attacker = 'a.svg', king = 'b.svg' }\nroles = { 'piece.king.body' = { width = 0.1 } }"
    inked = [f'<g fill="var(--{kind})">{shape}</g>' for kind, shape in (("attacker", DISC), ("king", RING))]
    found = told(tmp_path, text, a=inked[0], b=inked[1])
    assert len({line.partition(" by ")[0] for line in found}) == len(found)
    assert found[0] == (
        "the device of attacker cannot be seen by anybody, on counters of 12 mm in colour, in colour with light ink, "
        "in mono and in mono with light ink; in figures, at 4.4 mm, in colour, in colour with light ink, in mono and "
        "in mono with light ink"
    )


@pytest.mark.whole
def test_check_says_so(tmp_path: Path) -> None:
    file = own(tmp_path, "devices = { attacker = 'a.svg', king = 'b.svg' }", a=DISC, b=NEARLY)
    result = CliRunner().invoke(main, ["check", "tawlbwrdd", "--theme", file])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {file}: the devices of attacker and king cannot be told apart by anybody")
    assert len(result.stderr.splitlines()) == 1
