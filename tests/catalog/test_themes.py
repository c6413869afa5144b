"""Themes: errors name file and key, every role has a paint, text stands out from its ground, lines can be seen."""

from __future__ import annotations

import time
import tomllib
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import taflkit
from support.pdf_content import read_pages
from support.sampling import sampled
from support.shipped import built, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.themes import GROUNDS, LEAST, contrast, contrast_problems
from taflkit.cli import main
from taflkit.drawing.look import ORNAMENTS, POSTER_GROUNDS, Colour, Lettering, Look, Ornament, Paint, Paints, lightness
from taflkit.drawing.shapes import Circle, Document, Rect, Text, walk
from taflkit.drawing.shapes import Path as Curve
from taflkit.errors import MOST_PROBLEMS, ManyProblems, TaflkitError, UnknownName
from taflkit.kit.options import KitSpec
from taflkit.parts.board.board import draw_board
from taflkit.parts.figures import draw_figure_piece, draw_figures
from taflkit.render.pdf import to_pdf
from taflkit.resources import DEFAULT_THEME, templates_folder
from taflkit.tafl import Piece

THEMES, MODES, INKS = ("ballinderry", "manuscript", "plain"), ("colour", "mono"), ("full", "light")
FILES = templates_folder() / "themes"
QUARTER_POINT = 0.25 * 25.4 / 72
KNOTS = ("ornament", "board.corner.knot", "page.knot", "card.knot", "initial")
MAY_BE_LEFT_OUT = {
    *("board.corner.ring", "board.throne.ring", "card.hairline"),
    *(f"{knot}.{part}" for knot in KNOTS for part in ("ground", "strand", "second", "edge")),
    "board.throne.spiral.strand",
}
"""Roles that a theme may leave without a paint: bands are drawn as shapes or as lines, and the page may be the ground
of a knot; rings are a luxury."""


@cache
def documents(theme: str = DEFAULT_THEME, ink: str = "full") -> tuple[Document, ...]:
    """Kits on both surfaces with all that can be in one, and every figure, as a theme draws them."""
    specs = [
        *(KitSpec(rules=name, frame=frame) for name in ("walker", "macwhite") for frame in (0.0, 5.0)),
        *(KitSpec(rules="walker", gap=0.0, sections="pinwheel"), KitSpec(rules="macwhite", mode="mono", cell=20)),
        *(KitSpec(join="tabs", king="standee", box="parts"), KitSpec(join="overlap", counters="fold")),
        KitSpec(counters="punch", punch=12, parts=("counters",)),
    ]
    specs = [spec._replace(theme=theme, ink=ink) for spec in specs]
    if (theme, ink) == (DEFAULT_THEME, "full"):
        specs += [KitSpec(theme="manuscript", ink="light"), KitSpec(theme="manuscript", parts=("board",))]
    made = [built(spec).documents[""] for spec in specs]
    look = catalog().theme(theme, "mono", ink).look(catalog().store)
    for name in catalog().game("brandub").ruleset_names:
        figures = draw_figures(read_book(catalog(), "brandub", name), 35, look)
        made.append(Document(tuple(figures.values()), name))
    return tuple(made)


@cache
def roles() -> frozenset[str]:
    """Every role that they are drawn with."""
    found = set()
    for document in documents():
        for page in document.pages:
            for shape, _ in walk(page.shapes):
                assert isinstance(shape, (Circle, Curve, Rect, Text))
                found.add(shape.role)
    discs = [draw_figure_piece(piece, 2.0, Look(), (0.0, 0.0), fine=True).form for piece in Piece]
    return frozenset(
        found | {shape.role for disc in discs for shape in disc.shapes if isinstance(shape, (Circle, Curve))}
    )


def colours(paints: Paints, role: str) -> list[Colour]:
    """The colours that a role is filled and stroked with."""
    paint = paints.paint(role)
    return [colour for colour in (paint.fill, paint.stroke) if colour]


def written(name: str) -> dict[str, Any]:
    return tomllib.loads((FILES / f"{name}.toml").read_text(encoding="utf-8"))


def own(folder: Path, text: str) -> str:
    file = folder / "sepia.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def load(folder: Path, text: str, mode: str = "colour", ink: str = "full") -> Any:
    return Catalog().theme(own(folder, text), mode, ink)


# what is read


def test_the_default_is_the_first_of_the_shipped_themes() -> None:
    assert catalog().theme_names() == THEMES
    assert THEMES[0] == DEFAULT_THEME
    assert catalog().mode_names() == MODES
    assert catalog().paints("mono") is catalog().theme(DEFAULT_THEME, "mono", "full").paints


def test_a_theme_has_its_name_title_ornament_and_lettering() -> None:
    theme = catalog().theme("manuscript")
    assert (theme.name, theme.title, theme.paints.name) == ("manuscript", "Manuscript", "colour")
    assert theme.ornament == Ornament("ruled", "key", "knot", "spiral", "illuminated")
    assert catalog().theme("plain").fonts == Lettering("smallcaps", "smallcaps")
    assert catalog().theme("plain", "mono", "light").paints.name == "mono, light"


def test_the_choices_are_those_of_the_ornament() -> None:
    assert (*ORNAMENTS, "edged") == Ornament.__struct_fields__
    assert all(getattr(Ornament(), key) in choices for key, choices in ORNAMENTS.items())


def test_paints_are_read_as_they_are_written(tmp_path: Path) -> None:
    text = """
    [colour]
    lime = '#80ff00'
    [roles]
    'board.line' = { stroke = 'lime', width = 1, dash = [1, 0.5], round = true }
    'board.square' = { fill = '#FF8000' }
    'board.edge' = { fill = '#808080', stroke = '' }
    """
    paints = load(tmp_path, text).paints
    line, square, edge = (paints.paint(f"board.{name}") for name in ("line", "square", "edge"))
    assert line == Paint(None, (0.502, 1.0, 0.0), 1.0, (1, 0.5), round=True)
    assert square.fill == pytest.approx((1, 0.502, 0), abs=1e-4)
    assert (edge.fill, edge.stroke) == (pytest.approx((0.502,), abs=1e-4), None)


def test_what_a_theme_leaves_out_is_the_defaults(tmp_path: Path) -> None:
    theme, default = load(tmp_path, "[roles]\n'board.line' = { width = 0.5 }"), catalog().theme()
    assert (theme.name, theme.title) == ("sepia", "sepia")
    assert theme.paints.paint("board.line") == replace(default.paints.paint("board.line"), width=0.5)
    assert {r: p for r, p in theme.paints.by_role.items() if r != "board.line"} == {
        r: p for r, p in default.paints.by_role.items() if r != "board.line"
    }
    assert (theme.ornament, theme.fonts) == (default.ornament, default.fonts)


def test_what_a_theme_leaves_out_is_its_bases(tmp_path: Path) -> None:
    theme = load(tmp_path, "title = 'Mine'\nbase = 'manuscript'\n[ornament]\nframe = 'none'\n[fonts]\ntitle = 'bold'")
    base = catalog().theme("manuscript")
    assert theme.paints.by_role == base.paints.by_role
    assert (theme.title, theme.ornament) == ("Mine", replace(base.ornament, frame="none"))
    assert theme.fonts == replace(base.fonts, title="bold")


def test_a_named_colour_changes_every_role_that_is_painted_in_it(tmp_path: Path) -> None:
    theme, default = load(tmp_path, "[colour]\nrubric = '#004488'"), catalog().theme()
    changed = {role for role, paint in theme.paints.by_role.items() if paint != default.paints.by_role[role]}
    assert {"text.rubric", "card.border", "page.ornament"} <= changed
    assert "board.square" not in changed


def test_a_colour_without_a_grey_of_its_own_becomes_the_grey_as_light(tmp_path: Path) -> None:
    text = (
        "[colour]\nlime = '#80ff00'\n[roles]\n'board.square' = { fill = 'lime' }\n'board.frame' = { fill = '#ff0000' }"
    )
    paints = load(tmp_path, text, "mono").paints
    assert paints.paint("board.square").fill == pytest.approx((0.82,), abs=0.01)
    assert paints.paint("board.frame").fill == pytest.approx((0.21,), abs=0.01)


# what is refused


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("titel = 'x'", "titel: unknown key; did you mean title? There is also base, ornament"),
        ("base = 'oak'", "base: there is no theme 'oak'; there is ballinderry, manuscript, plain"),
        ("title = 7", "title: must be a text, not 7"),
        ("[ornament]\nfrme = 'knot'", "ornament.frme: unknown key; did you mean frame?"),
        (
            "[ornament]\nframe = 'rope'",
            "ornament.frame: there is no 'rope'; there is knot, plait, foundation, lozenges",
        ),
        ("[fonts]\nbody = 'text'", "fonts.body: unknown key; did you mean bold? There is also heading, italic"),
        ("[fonts]\ntitle = 'uncial'", "fonts.title: there is no face 'uncial'; there is bold, display, italic"),
        ("[colour]\nyewe = '#ffffff'", "colour.yewe: unknown key; did you mean yew?"),
        ("[mono]\nyewe = '#ffffff'", "mono.yewe: unknown key; did you mean yew?"),
        ("[colour]\nyew = 'red'", "colour.yew: 'red' is no colour; write #rrggbb"),
        ("[mono]\nyew = '#12345g'", "mono.yew: '#12345g' is no colour; write #rrggbb"),
        ("[roles]\n'board.sqare' = { fill = 'yew' }", "roles.board.sqare: unknown key; did you mean board.square?"),
        ("[roles]\n'board.square' = { fill = '#1234567' }", "roles.board.square.fill: '#1234567' is no colour"),
        ("[roles]\n'board.square' = { fill = '123456' }", "roles.board.square.fill: '123456' is no colour"),
        ("[roles]\n'board.square' = { fill = '123456 ' }", "roles.board.square.fill: '123456 ' is no colour"),
        (
            "[roles]\n'board.square' = { stroke = '#000000' }",
            "roles.board.square.width: a stroke needs a width above 0",
        ),
        ("[roles]\n'board.line' = { width = -0.1 }", "roles.board.line.width: a stroke needs a width above 0"),
        (
            "[roles]\n'board.line' = { fil = 'yew' }",
            "roles.board.line.fil: unknown key; did you mean fill? There is also stroke, width",
        ),
        ("[roles]\n'board.line' = { fill = 7 }", "roles.board.line.fill: must be a text, not 7"),
        ("[roles]\n'board.line' = { dash = [1, 'x'] }", "roles.board.line.dash[1]: must be a number, not the text 'x'"),
        ("[roles]\n'board.line' = '#000000'", "roles.board.line: must be a table, not the text '#000000'"),
        ("roles", "is not TOML: "),
        (
            "[colour]\nrubric = '#b8b8b8'",
            "roles.text.rubric.fill: in colour its contrast on the paper is 1.98:1; text needs",
        ),
        ("[mono]\nblack = '#808080'", "roles.text.fill: in mono its contrast on the paper is 3.95:1; text needs 4.5:1"),
        ("[colour]\nparchment = '#806040'", "roles.text.fill: in colour its contrast on card.ground is "),
    ],
)
@pytest.mark.parametrize("ink", INKS)
def test_what_is_wrong_is_named_by_file_and_key(tmp_path: Path, text: str, why: str, ink: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        load(tmp_path, text, ink=ink)
    assert str(caught.value).startswith(f"{tmp_path / 'sepia.toml'}: {why}")


# hues made so light, and light ink


def test_a_colour_is_made_as_light_as_is_said_in_its_hue_and_in_greys(tmp_path: Path) -> None:
    text = """
    [colour]
    lime = '#80ff00'
    [roles]
    'board.line' = { stroke = 'lime 40%' }
    'board.square' = { fill = '#000000 25%' }
    'board.frame' = { fill = '#204060 60%' }
    """
    colour, mono = (load(tmp_path, text, mode).paints for mode in MODES)
    assert colour.paint("board.line").stroke == pytest.approx((0.2441, 0.4863, 0.0), abs=2e-3)
    assert colour.paint("board.square").fill == (0.25,)
    red, green, blue = colour.paint("board.frame").fill
    assert red < green < blue
    for role, light in (("board.line", 0.4), ("board.square", 0.25), ("board.frame", 0.6)):
        for paints in (colour, mono):
            paint = paints.paint(role)
            assert lightness(paint.fill or paint.stroke) == pytest.approx(light, abs=2e-3)
        assert len(paint.fill or paint.stroke) == 1


def test_a_theme_says_what_it_has_otherwise_in_light_ink(tmp_path: Path) -> None:
    text = "[colour]\nrubric = '#005a00'\n[light]\n'page.ornament' = { fill = 'rubric 60%' }"
    full, light = (load(tmp_path, text, ink=ink).paints for ink in INKS)
    assert full.paint("page.ornament") == Paint((0.0, 0.3529, 0.0))
    assert lightness(light.paint("page.ornament").fill) == pytest.approx(0.6, abs=1e-3)
    # what it says nothing of is that of light ink, in its own hues
    red, green, blue = light.paint("text.rubric").fill
    assert red == blue < green
    assert light.paint("board.square") == catalog().paints("colour", ink="light").paint("board.square")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "'page.ornament' = { fill = 'oak 160%' }",
            "light.page.ornament.fill: a colour is 0 to 100 % light, and not 160",
        ),
        ("'page.ornament' = { fill = 'oaks 60%' }", "light.page.ornament.fill: 'oaks' is no colour; write #rrggbb or"),
        ("'page.ornament' = { fill = 'oak 6% 6%' }", "light.page.ornament.fill: 'oak 6% 6%' is no colour; write "),
        ("'page.ornament' = { fill = ' 60%' }", "light.page.ornament.fill: '' is no colour; write #rrggbb or the name"),
        ("'page.ornamen' = { fill = 'oak 60%' }", "light.page.ornamen: unknown key; did you mean page.ornament?"),
        ("'board.line' = { width = -1 }", "light.board.line.width: "),
        ("'text' = { fill = 'black 80%' }", "roles.text.fill: in colour, light its contrast on the paper is 1."),
    ],
)
@pytest.mark.parametrize("ink", INKS)
def test_what_is_wrong_in_light_ink_is_named_in_any_ink(tmp_path: Path, text: str, why: str, ink: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        load(tmp_path, f"[light]\n{text}", ink=ink)
    assert str(caught.value).startswith(f"{tmp_path / 'sepia.toml'}: {why}")


def test_a_hue_that_is_too_light_for_text_in_light_ink_is_named_there(tmp_path: Path) -> None:
    text = "[colour]\nrubric = '#e00000'"
    assert load(tmp_path, text)
    with pytest.raises(TaflkitError, match=r"roles\.initial\.letter\.fill: in colour, light its contrast"):
        load(tmp_path, text, ink="light")


LINE = "[roles]\n'board.line' = "


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title = ' '", "title: is empty; write a title with letters, or leave it out"),
        ('title = "a\\nb"', r"title: has the character \n; a title stands on one line"),
        ("base = ''", "base: there is no theme ''; there is ballinderry, manuscript, plain"),
        ("base = 'sepia'", "base: there is no theme 'sepia'; there is ballinderry, manuscript, plain"),
        ("base = '../themes/plain'", "base: there is no theme '../themes/plain'; "),
        ("[fonts]\ntitle = '../fonts/text'", "fonts.title: there is no face '../fonts/text'; "),
        ("[fonts]\ntitle = '/etc/passwd'", "fonts.title: there is no face '/etc/passwd'; "),
        ('[fonts]\ntitle = "text\\u0000"', r"fonts.title: there is no face 'text\x00'; did you mean text?"),
        ("[colour]\nyew = '#GGG'", "colour.yew: '#GGG' is no colour; write #rrggbb"),
        ("[colour]\nyew = '#12345'", "colour.yew: '#12345' is no colour; write #rrggbb"),
        ("[colour]\nyew = '#12 345'", "colour.yew: '#12 345' is no colour; write #rrggbb"),
        ("[colour]\nyew = '#１２３４５６'", "colour.yew: '#１２３４５６' is no colour; write #rrggbb"),
        ("[colour]\nyew = '#" + "1" * 900_000 + "'", "colour.yew: '#1111111111111111111111111111…1111"),
        ("[ornament]\nframe = 7", "ornament.frame: must be a text, not 7"),
        *(
            (f"{LINE}{{ width = {width} }}", f"roles.board.line.width: must be 0 to 20 mm, not {shown}")
            for width, shown in (("inf", "inf"), ("nan", "nan"), ("1e308", "1e+308"), ("20.1", "20.1"))
        ),
        (f"{LINE}{{ width = true }}", "roles.board.line.width: must be a number, not true"),
        (f"{LINE}{{ width = 1979-05-27 }}", "roles.board.line.width: must be a number, not a date or a time"),
        *(
            (
                f"{LINE}{{ dash = [1, {length}] }}",
                f"roles.board.line.dash: the lengths of dashes and gaps must be 0 to 100 mm, not {shown}",
            )
            for length, shown in (("inf", "inf"), ("nan", "nan"), ("-1", "-1"), ("1e308", "1e+308"))
        ),
        *(
            (f"{LINE}{{ dash = {dash} }}", "roles.board.line.dash: dashes and gaps must be 0.1 mm or more together; ")
            for dash in ("[0]", "[0, 0.0]", "[1e-300]", "[-0.0]")
        ),
        (f"{LINE}{{ dash = [{'1, ' * 17}] }}", "roles.board.line.dash: has 17 lengths, and 16 are the most"),
    ],
)
def test_a_value_that_could_not_be_drawn_is_named(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        load(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'sepia.toml'}: {why}")


WRONG = """
title = ""
base = "oak"
[colour]
yew = "yellow"
yewe = "#000000"
[fonts]
title = "x"
[ornament]
frame = "rope"
frme = ""
[roles]
"board.line" = { dash = [-1], width = nan }
"text.fil" = { fill = "blue" }
"""


def test_all_mistakes_of_a_theme_are_named_a_line_each(tmp_path: Path) -> None:
    file = own(tmp_path, WRONG)
    result = CliRunner().invoke(main, ["build", "--theme", file])
    keys = [line.removeprefix(f"Error: {file}: ").partition(": ")[0] for line in result.stderr.splitlines()]
    assert result.exit_code == 1
    assert keys == [
        *("base", "title", "ornament.frame", "ornament.frme", "fonts.title", "roles.text.fil", "colour.yewe"),
        *("colour.yew", "roles.board.line.width", "roles.board.line.dash", "roles.text.fil.fill"),
    ]
    types = own(tmp_path, "title = 7\n[colour]\nyew = 1\n[roles]\n'board.line' = { fil = '', width = '' }")
    with pytest.raises(ManyProblems) as caught:
        Catalog().theme(types)
    found = [getattr(problem, "key", "") for problem in caught.value.problems]
    assert found == ["title", "colour.yew", "roles.board.line.fil", "roles.board.line.width"]


def test_very_many_mistakes_of_a_theme_are_named_in_time(tmp_path: Path) -> None:
    text = "[roles]\n" + "".join(f"'board.line{n}' = {{ width = -1 }}\n" for n in range(5000))
    begun = time.process_time()
    with pytest.raises(ManyProblems) as caught:
        load(tmp_path, text)
    assert len(caught.value.problems) == MOST_PROBLEMS + 1
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("oak", "colour", "full"), "there is no theme 'oak'; there is ballinderry, manuscript, plain, or a path"),
        (("plain", "sepia", "full"), "there is no mode 'sepia'; there is colour, mono"),
        (("plain", "mono", "thin"), "there is no ink 'thin'; there is full, light"),
    ],
)
def test_an_unknown_name_is_answered_with_those_there_are(asked: tuple[str, str, str], why: str) -> None:
    with pytest.raises(UnknownName) as caught:
        catalog().theme(*asked)
    assert str(caught.value).startswith(why)


def test_a_theme_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TaflkitError, match="there is no file "):
        catalog().theme(str(tmp_path / "none.toml"))


# contrast


@pytest.mark.parametrize(
    ("one", "other", "meant"),
    [
        ((0.0,), (1.0,), 21.0),
        ((1.0,), (1.0,), 1.0),
        ((0x76 / 255,), (1.0,), 4.54),  # the lightest grey that passes on white
        ((0x77 / 255,), (1.0,), 4.48),
        ((1.0, 0.0, 0.0), (1.0,), 4.00),
        ((0.0, 0.0, 1.0), (1.0, 1.0, 0.0), 8.00),
    ],
)
def test_contrast_is_that_of_wcag(one: Any, other: Any, meant: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(meant, abs=0.005)


@pytest.mark.parametrize(("theme", "mode", "ink"), [*product(THEMES, MODES, INKS)])
def test_text_stands_out_in_every_shipped_theme(theme: str, mode: str, ink: str) -> None:
    assert list(contrast_problems(catalog().paints(mode, theme, ink), theme)) == []


@pytest.mark.whole
def test_the_contrast_of_every_role_that_text_is_set_in_is_asked_for() -> None:
    texts = {shape.role for d in documents() for p in d.pages for shape, _ in walk(p.shapes) if isinstance(shape, Text)}
    # digits are drawn as paths, the letters of a diagram's files stand in no kit, and other games have other grounds
    others = {f"text.poster.{ground}" for ground in POSTER_GROUNDS}
    assert texts | {"figure.badge.digit", "figure.coordinate"} | others == set(GROUNDS)
    assert LEAST == 4.5


# roles


@pytest.mark.parametrize(("theme", "mode", "ink"), [*product(THEMES, MODES, INKS)])
def test_there_is_a_visible_paint_for_every_role_that_is_drawn(theme: str, mode: str, ink: str) -> None:
    assert {"board.square.throne", "board.point.throne", "piece.king.device", "cut.mark", "figure.arrow"} <= roles()
    paints = catalog().paints(mode, theme, ink)
    for role in roles():
        paint = paints.paint(role)
        assert paint.fill or paint.stroke or role in MAY_BE_LEFT_OUT, role
    is_cut = catalog().theme(theme, mode, ink).ornament.edged
    for piece, small in product(("attacker", "defender", "king"), ("", ".small")):
        # of linocuts the defenders' are white in an outline
        device = paints.paint(f"piece.{piece}.device{small}")
        assert (device.stroke is not None) is (is_cut and piece == "defender")
        assert (device.fill == (1.0,)) is (device.stroke is not None) or not is_cut
    for knot in KNOTS:
        ground, strand, edge = (paints.paint(f"{knot}.{part}") for part in ("ground", "strand", "edge"))
        assert edge.stroke or (strand.fill and strand.fill != (ground.fill or (1.0,))), knot


@pytest.mark.parametrize("name", Catalog().theme_names())
def test_a_shipped_theme_passes_what_a_users_own_is_checked_for(name: str) -> None:
    assert Catalog().theme(str(FILES / f"{name}.toml")).title == Catalog().theme(name).title


@pytest.mark.parametrize("file", [FILES / f"{DEFAULT_THEME}.toml", templates_folder() / "inks" / "light.toml"])
def test_no_role_is_named_that_nothing_is_drawn_with(file: Path) -> None:
    # a role that is written wrongly would be painted in its parent's paint, and nobody would see why
    sources = Path(taflkit.__file__).parent.rglob("*.py")
    code = "".join(source.read_text(encoding="utf-8") for source in sources)
    for role in tomllib.loads(file.read_text(encoding="utf-8"))["roles"]:
        drawn = f'"{role}"' in code or any(f"{other}.".startswith(f"{role}.") for other in roles())
        assert drawn or role.startswith(
            (
                "ornament.",
                "peg.",
                "page.knot.",
                "card.knot.",
                "board.corner.knot.",
                "board.grain.",
                "board.burr.",
                "board.knot.",
                "board.start.",
                "board.throne.spiral.",
                "initial.",
                "standee.",
                "poster.",
                "text.poster.",
            )
        ), role


def test_light_ink_paints_roles_of_the_default_theme_in_greys_and_in_hues_of_any_theme_made_so_light() -> None:
    light = tomllib.loads((templates_folder() / "inks" / "light.toml").read_text(encoding="utf-8"))["roles"]
    default = written(DEFAULT_THEME)
    assert light.keys() <= default["roles"].keys()
    for colour in {paint[key] for paint in light.values() for key in ("fill", "stroke") if paint.get(key)}:
        name, _, share = colour.partition(" ")
        # a hue as it is could be white, or take any ink
        assert colour.startswith("#") or (name in default["colour"] and share.endswith("%")), colour


def test_every_colour_of_the_default_theme_is_used() -> None:
    default = written(DEFAULT_THEME)
    used = {paint.get(key) for paint in default["roles"].values() for key in ("fill", "stroke")}
    assert set(default["colour"]) <= used | {"line", "device"}
    assert set(default["mono"]) <= set(default["colour"])


@pytest.mark.parametrize(("theme", "ink"), [*product(THEMES, INKS)])
def test_mono_is_all_grey(theme: str, ink: str) -> None:
    paints = catalog().paints("mono", theme, ink)
    assert {len(colour) for role in roles() for colour in colours(paints, role)} == {1}


@pytest.mark.parametrize(("theme", "ink"), [*product(THEMES, INKS)])
def test_colour_is_not(theme: str, ink: str) -> None:
    colour = catalog().paints("colour", theme, ink)
    drawn = {role for role in roles() for paint in colours(colour, role) if len(paint) == 3}
    titles = {"text.title", "text.rubric"} <= drawn
    pieces = {role.split(".")[1] for role in drawn if role.startswith("piece.")}
    assert titles
    assert "king" in pieces


@pytest.mark.whole
@pytest.mark.parametrize("game", ["brandub", "alea-evangelii"])
@pytest.mark.parametrize(("theme", "ink"), [*product(THEMES, INKS)])
def test_every_page_and_figure_has_colour_beside_its_words_and_none_in_mono(theme: str, ink: str, game: str) -> None:
    colour, mono = (catalog().theme(theme, mode, ink) for mode in MODES)
    kit = built(KitSpec(game=game, theme=theme, ink=ink, parts=("board", "counters", "cards", "booklet")))
    figures = draw_figures(read_book(catalog(), game, None), 35, colour.look(catalog().store))
    for number, page in enumerate((*kit.documents[""].pages, *figures.values()), 1):
        painted = [shape.role for shape, _ in walk(page.shapes) if not shape.role.startswith("text")]
        # of linocuts the king alone has a colour
        is_cut = colour.ornament.edged and not any(role.startswith("piece.king") for role in painted)
        assert is_colour(colour.paints, painted) or is_cut, (number, page.title)
        assert not is_colour(mono.paints, painted), (number, page.title)


def is_colour(paints: Paints, painted: list[str]) -> bool:
    return any(len(each) == 3 for role in set(painted) for each in colours(paints, role))


@pytest.mark.parametrize(("one", "other"), [*combinations(THEMES, 2)])
def test_the_light_kits_of_two_themes_differ_in_hue_and_ornament(one: str, other: str) -> None:
    first, second = (catalog().theme(name, "colour", "light") for name in (one, other))
    assert first.ornament != second.ornament
    changed = {role.split(".")[0] for role in roles() if first.paints.paint(role) != second.paints.paint(role)}
    assert {"text", "piece", "page"} <= changed


@pytest.mark.parametrize("game", sampled(catalog().game_names(), 0))
def test_light_boards_of_two_themes_differ_in_their_border_and_not_in_their_field(game: str) -> None:
    drawn = [light_board(name, game) for name in THEMES]
    for (border, field), (other_border, other_field) in combinations(drawn, 2):
        assert border != other_border
        assert field == other_field


def light_board(theme: str, game: str) -> tuple[list[Any], list[Any]]:
    """Return the ornament in the border of a game's board in light ink, and what is on its squares."""
    book, chosen = read_book(catalog(), game, None), catalog().theme(theme, "mono", "light")
    look = chosen.look(catalog().store, book.ruleset.face)
    board = draw_board(book.variant.layout, book.variant.rules.surface, 20.0, 6.0, look)
    shapes = [
        (shape, place)
        for shape, place in walk(board.shapes)
        if any(paint != (1.0,) for paint in colours(chosen.paints, shape.role))
    ]
    border = [each for each in shapes if each[0].role.startswith("ornament.")]
    field = [
        each for each in shapes if each[0].role.startswith("board.") and not each[0].role.startswith("board.frame")
    ]
    return border, field


@pytest.mark.parametrize("mode", MODES)
def test_the_squares_are_shaded_as_the_facts_say(mode: str) -> None:
    def light(role: str) -> float:
        fill = catalog().paints(mode).paint(role).fill
        assert fill is not None
        return fill[0] if len(fill) == 1 else 0.2126 * fill[0] + 0.7152 * fill[1] + 0.0722 * fill[2]

    # attackers' places light, corners dark, throne darkest; defenders' squares are of darker wood, their points paler
    for surface, order in (("board.square", ".defenders  .attackers"), ("board.point", " .defenders .attackers")):
        lights = [light(f"{surface}{kind}") for kind in (".throne", ".corner", *order.split(" "))]
        assert lights == sorted(set(lights))


# lines


def thin_lines(document: Document, paints: Paints) -> set[tuple[int, float]]:
    """Return the page and the width of every line that is thinner than a quarter of a point."""
    return {
        (number, round(path.line_width, 3))
        for number, page in enumerate(read_pages(to_pdf(document, paints, store=catalog().store)), 1)
        for path in page.paths
        if path.stroke is not None and path.line_width < QUARTER_POINT - 0.0005
    }


@pytest.mark.whole
@pytest.mark.parametrize(("theme", "ink"), [*product(THEMES, INKS)])
def test_no_line_is_thinner_than_a_quarter_of_a_point(theme: str, ink: str) -> None:
    for document in documents(theme, ink):
        assert thin_lines(document, catalog().paints("mono", theme, ink)) == set(), document.title
