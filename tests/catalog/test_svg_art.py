"""A user's SVG: what is known becomes shapes as other programs draw them, all else is refused by line and element."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.art_hostile import DRAWINGS
from support.guarded import Guarded
from taflkit import limits
from taflkit.catalog import svg
from taflkit.catalog.svg import read_art, read_outlines
from taflkit.catalog.svg_values import read_colour, read_path, read_transform
from taflkit.drawing.art import Art
from taflkit.errors import TemplateError

NS = 'xmlns="http://www.w3.org/2000/svg"'
DOCTYPE = "has a DOCTYPE, which is not read; save it as plain SVG, or delete <!DOCTYPE ...>"


def art(folder: Path, inside: str, head: str = 'viewBox="0 0 100 100"') -> Art:
    file = folder / "it.svg"
    file.write_text(f"<svg {NS} {head}>\n{inside}\n</svg>", encoding="utf-8")
    return read_art(file, ("ebony", "yew"))


def box(made: Art) -> tuple[float, float, float, float]:
    """Return the box round the ends of all steps."""
    ends = [numbers[-2:] for path in made.paths for _, numbers in path.segments if numbers]
    across, down = zip(*ends, strict=True)
    return min(across), min(down), max(across), max(down)


@pytest.mark.parametrize(
    ("inside", "meant"),
    [
        ('<rect x="10" y="20" width="30" height="40"/>', (10, 20, 40, 60)),
        ('<rect x="10" y="20" width="30" height="40" rx="5"/>', (10, 20, 40, 60)),
        ('<circle cx="50" cy="50" r="20"/>', (30, 30, 70, 70)),
        ('<ellipse cx="50px" cy="50" rx="20" ry="10"/>', (30, 40, 70, 60)),
        ('<polygon points="10,10 90,10 50,80"/>', (10, 10, 90, 80)),
        ('<polyline points="10 10 90 10-5+80"/>', (-5, 10, 90, 80)),
        ('<path d="M10 10h80v.5e2H10"/>', (10, 10, 90, 60)),
        ('<path d="m10,10 l80,0 0,5. 0,5z"/>', (10, 10, 90, 20)),
        ('<path d="M010.5 10 L 090 10 T 90 30 Q 50 50 10.5 30"/>', (10.5, 10, 90, 30)),
        ('<path d="M10 50 A40 40 0 0\n1 90 50Z"/>', (10, 10, 90, 50)),
        ('<path d="M10 50a40 40 0 0190 50Z"/>', None),
        ('<path d="M10 10 C20 0 30 0 40 10 S60 20 70 10Z"/>', (10, 10, 70, 10)),
        ('<g transform="translate(10 20) scale(2)"><rect width="5" height="6"/></g>', (10, 20, 20, 32)),
        ('<rect width="10" height="20" transform="rotate(90 10 10)"/>', (0, 0, 20, 10)),
        ('<rect width="10" height="10" transform="matrix(1 0 0 2 3 4)"/>', (3, 4, 13, 24)),
        ('<rect width="10" height="10" transform="skewX(45)"/>', (0, 0, 20, 10)),
        ('<defs><rect id="a" width="5" height="5"/></defs><use href="#a" x="7" y="8"/>', (7, 8, 12, 13)),
        ('<symbol id="s"><rect width="5" height="5"/></symbol><use href="#s"/>', (0, 0, 5, 5)),
        ('<g display="none"><text>x</text></g><rect width="5" height="5"/>', (0, 0, 5, 5)),
        ('<rect width="50" height="5" fill="none"/><rect width="5" height="5"/>', (0, 0, 5, 5)),
        ('<x:namedview xmlns:x="http://x"><x:text/></x:namedview><rect width="5" height="5" class="a"/>', (0, 0, 5, 5)),
        ('<rect width="5" height="5" style="fill:#000;stroke:none;stroke-linecap:butt;opacity:1.0"/>', (0, 0, 5, 5)),
    ],
)
def test_shapes_lie_where_other_programs_draw_them(
    tmp_path: Path, inside: str, meant: tuple[float, float, float, float] | None
) -> None:
    found = box(art(tmp_path, inside))
    assert meant is None or found == pytest.approx(meant, abs=1e-6)


def test_the_view_is_moved_to_the_origin_and_measured(tmp_path: Path) -> None:
    made = art(tmp_path, '<circle r="25"/>', 'viewBox="-50 -50 100 50"')
    assert (made.width, made.height, made.inside) == (100, 50, False)
    # the view's middle is 25 above the circle's
    assert made.reach == pytest.approx(50, abs=0.2)
    sized = art(tmp_path, '<circle cx="5" cy="5" r="4"/>', 'width="10" height="10px"')
    assert (sized.width, sized.height) == (10, 10)
    assert sized.centred(0, 0, 9, "r")[0].segments[0][1] == pytest.approx((9, 0), abs=0.01)


@pytest.mark.parametrize(
    ("fill", "role"),
    [
        ("", ""),
        ('fill="currentColor"', ""),
        ('fill="#A1b2C3"', "art.#a1b2c3"),
        ('fill="#abc"', "art.#aabbcc"),
        ('fill="rgb(1, 2,300)"', "art.#0102ff"),
        ('fill="rgb(2.55e2,-1e0,1e-1)"', "art.#ff0000"),
        ('fill="rgb(1e999, 15.6 , .5e1)"', "art.#ff1005"),
        ('fill="Navy"', "art.#000080"),
        ('fill="var(--yew)"', "art.yew"),
        ('fill="var(--yew, #fff)"', "art.yew"),
        ('fill="red" style="fill : #00ff00 !important"', "art.#00ff00"),
    ],
)
def test_a_shape_has_the_themes_colour_or_its_own(tmp_path: Path, fill: str, role: str) -> None:
    (path,) = art(tmp_path, f'<rect width="5" height="5" {fill}/>').paths
    assert path.role == role
    (inherited,) = art(tmp_path, f'<g {fill}><rect width="5" height="5"/></g>').paths
    assert inherited.role == role


@pytest.mark.parametrize(
    ("inside", "meant"),
    [
        # what drawing programs write for a right angle
        ('<rect width="10" height="20" transform="matrix(6.123e-17,1,-1,6.123e-17,30,0)"/>', (10, 0, 30, 10)),
        ('<rect width="1e1" height="2E+1" x="1e0" y="20e-1"/>', (1, 2, 11, 22)),
        ('<rect width="1e1" height="2e1" rx="1e0"/>', (0, 0, 10, 20)),
        ('<circle cx="5e1" cy="5e1" r="2e1"/>', (30, 30, 70, 70)),
        ('<ellipse cx="5e1" cy="50" rx="2e1" ry="1e1px"/>', (30, 40, 70, 60)),
        ('<polygon points="1e1,1e1 9E1,1e+1 5e1,800e-1"/>', (10, 10, 90, 80)),
        ('<polygon points="1e1-1e1 9e1.1e2 5e1,8e1"/>', (10, -10, 90, 80)),
        ('<path d="M1e1 1E+1h8e1v.5e2H1e1"/>', (10, 10, 90, 60)),
        ('<path d="M1e1-1e1 90,1.e1 5e1 80e0z"/>', (10, -10, 90, 80)),
        # one number ends where the exponent can have no dot
        ('<path d="M1e1 10h80v1e1.5"/>', (10, 10, 90, 20.5)),
        ('<path d="M10 50 A4e1 4e+1 0e0 0 1 9e1 500e-1Z"/>', (10, 10, 90, 50)),
        ('<rect width="5" height="5" opacity="1e0" stroke="red" stroke-width="0e3"/>', (0, 0, 5, 5)),
        ('<g transform="translate(1e1 2e1),scale(2e0)"><rect width="5" height="6"/></g>', (10, 20, 20, 32)),
        ('<defs><rect id="a" width="5" height="5"/></defs><use href="#a" x="7e0" y="80e-1"/>', (7, 8, 12, 13)),
    ],
)
def test_every_number_may_have_an_exponent(
    tmp_path: Path, inside: str, meant: tuple[float, float, float, float]
) -> None:
    assert box(art(tmp_path, inside, 'viewBox="0 0 1e2 10E+1"')) == pytest.approx(meant, abs=1e-6)


def test_a_prefix_may_stand_for_svg_and_for_links(tmp_path: Path) -> None:
    names = 'xmlns:s="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" xmlns:o="http://other"'
    text = (
        f'<s:svg {names} viewBox="0 0 9 9"><s:defs><s:rect id="a" width="5" height="5"/></s:defs>'
        '<s:g xmlns="http://other"><text/><s:use l:href="#a" o:href="#no" x="1"/><o:text/></s:g></s:svg>'
    )
    (tmp_path / "it.svg").write_text(text, encoding="utf-8")
    assert box(read_art(tmp_path / "it.svg", ())) == (1, 0, 6, 5)


def test_fill_rules_are_kept(tmp_path: Path) -> None:
    inside = '<rect width="5" height="5"/><g fill-rule="evenodd"><rect width="5" height="5"/></g>'
    assert [path.nonzero for path in art(tmp_path, inside).paths] == [True, False]


RECT = '<rect width="5" height="5"'


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ("<text>x</text>", "line 2, <text>: is not read; turn the letters into paths"),
        ('<image href="x.png"/>', "line 2, <image>: is not read; trace the picture into paths"),
        ("<style>path{fill:red}</style>", "line 2, <style>: is not read; write the fills into the elements"),
        ('<line x2="5"/>', "line 2, <line>: is not read; a line has no area"),
        ('<blink id="b"/>', 'line 2, <blink id="b">: is not read; draw it with paths and basic shapes'),
        (f'<svg>{RECT}/></svg>', "line 2, <svg>: is a drawing in a drawing; ungroup it"),
        ('<use href="#no"/>', "line 2, <use>: '#no' is not in this file; draw the shape itself"),
        ('<use href="other.svg#a"/>', "line 2, <use>: 'other.svg#a' is outside this file"),
        ('<use href="#"/>', "line 2, <use>: '#' is"),
        (f'{RECT} fill="url(#g)"/>', "line 2, <rect>: fill: 'url(#g)' is a gradient or a pattern"),
        (f'{RECT} fill="chartreuse"/>', "line 2, <rect>: fill: 'chartreuse' is no colour here"),
        (f'{RECT} fill="#12345"/>', "line 2, <rect>: fill: '#12345' is no colour here"),
        (f'{RECT} fill="var(--yws)"/>', "line 2, <rect>: fill: the theme has no colour 'yws'; did you mean yew?"),
        (f'<g fill="var(--#000)">{RECT}/></g>', "line 2, <rect>: fill: 'var(--#000)' is no colour here"),
        (f'{RECT} fill-rule="odd"/>', "line 2, <rect>: fill-rule 'odd' is unknown"),
        (f'{RECT} stroke="red"/>', "line 2, <rect>: stroke 'red' is not read, since fills alone are"),
        (f'<g stroke="#000">{RECT} fill="none"/></g>', "line 2, <rect>: stroke '#000' is not read"),
        (f'{RECT} opacity=".5"/>', "line 2, <rect>: opacity '.5' is not read; take it off"),
        (f'<g clip-path="url(#c)">{RECT}/></g>', "line 2, <g>: clip-path 'url(#c)' is not read"),
        (f'{RECT} style="filter:url(#f)"/>', "line 2, <rect>: filter 'url(#f)' is not read"),
        (f'{RECT} style="transform:scale(2)"/>', "line 2, <rect>: has its transform in style"),
        (f'{RECT} transform="scale(0)"/>', "line 2, <rect>: transform: 'scale(0)' flattens the shape to nothing"),
        (f'{RECT} transform="spin(4)"/>', "line 2, <rect>: transform: 'spin' of 1 numbers is no transform"),
        (f'{RECT} transform="scale(nan)"/>', "line 2, <rect>: transform: 'nan' is no number"),
        (f'{RECT} transform="scale(1"/>', "line 2, <rect>: transform: 'scale(1' is no transform"),
        (f'{RECT} transform="translate(10em,0)"/>', "line 2, <rect>: transform: '10em' has the unit em; write it in"),
        (f'{RECT} transform="translate(1e2em,0)"/>', "line 2, <rect>: transform: '1e2em' has the unit em; write it in"),
        (f'{RECT} transform="translate(3e)"/>', "line 2, <rect>: transform: '3e' has the unit e; write it in"),
        (f'{RECT} transform="{"scale(1)" * 17}"/>', "line 2, <rect>: transform: has more than 16 in a row; write"),
        (f'{RECT} transform="{"scale(1000000)" * 4}"/>', "line 2, <rect>: reaches beyond 1,000,000"),
        (f'{RECT} transform="{"scale(1000000)" * 16}"/>', "line 2, <rect>: reaches beyond 1,000,000"),
        (f'{RECT} transform="rotate(45deg)"/>', "line 2, <rect>: transform: '45deg' has the unit deg; write it in"),
        ('<polygon points="1,2 3px,4 5,6"/>', "line 2, <polygon>: points: '3px' has the unit px; write it in units"),
        ('<rect width="50%" height="5"/>', "line 2, <rect>: width: '50%' has the unit %"),
        ('<rect width="1e2em" height="5"/>', "line 2, <rect>: width: '1e2em' has the unit em"),
        ('<rect width="3e" height="5"/>', "line 2, <rect>: width: '3e' has the unit e"),
        (f'<rect width="{"1" * 61}" height="5"/>', "line 2, <rect>: width: '1111"),
        ('<polygon points="1,2 1e2em,4 5,6"/>', "line 2, <polygon>: points: '1e2em' has the unit em; write it"),
        ('<rect width="5mm" height="5"/>', "line 2, <rect>: width: '5mm' has the unit mm"),
        ('<rect width="NaN" height="5"/>', "line 2, <rect>: width: 'NaN' is no number"),
        ('<rect width="1e400" height="5"/>', "line 2, <rect>: width: '1e400' is too large"),
        ('<rect width="-1" height="5"/>', "line 2, <rect>: has a side below 0"),
        (f'{RECT} rx="-1"/>', "line 2, <rect>: has a radius below 0"),
        (f'{RECT} rx="1" ry="-1"/>', "line 2, <rect>: has a radius below 0"),
        ('<circle r="-1"/>', "line 2, <circle>: has a radius below 0"),
        ("<circle/>", "line 2, <circle>: has no r"),
        ('<polygon points="1 2 3 4 5"/>', "line 2, <polygon>: points: needs three points or more"),
        ('<path d="M0 0 X 5 5"/>', "line 2, <path>: d: 'X 5 5' is no step of a path"),
        ('<path d="M0 0 L 5"/>', "line 2, <path>: d: "),
        ('<path d="M0 0 A 5 5 0 2 0 9 9"/>', "line 2, <path>: d: "),
        ('<path d="M0 0 A 5 5 0"/>', "line 2, <path>: d: "),
        ('<path d="L 5 5 5 0"/>', "line 2, <path>: d: is no path: "),
        ('<path d="M0 0 L NaN 5"/>', "line 2, <path>: d: 'NaN 5' is no step of a path"),
        ('<path d="M0 0 L 3e 5"/>', "line 2, <path>: d: 'e 5' is no step of a path"),
        (f'<path d="M0 0 L {"1" * 61} 5"/>', "line 2, <path>: d: '1111"),
        (f'<path d="M0 0{"Z" * 5001}"/>', "line 2, <path>: d: has more than 5000 steps"),
        (f'<polygon points="{"1 2 " * 5001}"/>', "line 2, <polygon>: points: has more than 10000 numbers"),
        ('<path d="M0 0 L 1e9 5"/>', "line 2, <path>: d: reaches beyond 1,000,000"),
        (f'{RECT}><animate attributeName="x"/></rect>', "line 2, <animate>: stands in <rect>, where nothing is read"),
        (f'{RECT}><rect width="9" height="9"/></rect>', "line 2, <rect>: stands in <rect>, where nothing is read"),
        ("<animate/>", "line 2, <animate>: is not read; take it out, since paper stands still"),
        ('<set attributeName="r"/>', "line 2, <set>: is not read; take it out"),
        ('<g id="a"><use href="#a"/></g>', "line 2, <use>: '#a' has this <use> in itself; take it out"),
        (f'<g id="a"><use href="#b"/></g><g id="b">{RECT}/><use id="u" href="#a"/></g>', "line 2, <use>: '#b' has"),
        ('<use id="u" href="#u"/>', "line 2, <use id=\"u\">: '#u' has this <use> in itself; take it out"),
        (f'<symbol id="s" viewBox="0 0 9 9">{RECT}/></symbol><use href="#s"/>', 'line 2, <symbol id="s">: has a'),
        (f'{RECT} style="x:15"/>', "line 2, <rect>: has its x in style; write it as an attribute"),
        ('<circle r="5" style="CX:15"/>', "line 2, <circle>: has its cx in style"),
        ('<path style="d:path(\'M0 0H9V9\')"/>', "line 2, <path>: has its d in style"),
        (f'{RECT} style="rotate:45deg"/>', "line 2, <rect>: has its rotate in style; write it as a transform"),
        (f'<g style="scale:2">{RECT}/></g>', "line 2, <g>: has its scale in style"),
        (f'{RECT} style="/* a; b */ opacity: .5"/>', "line 2, <rect>: opacity '.5' is not read"),
        (f'{RECT} style="marker:url(#m)"/>', "line 2, <rect>: marker 'url(#m)' is not read"),
        ('<path d="M5 5L50 5Z"/>', "draws nothing: its shapes have no area; turn the outlines into paths"),
        ('<path d="M5 5C9 9 20 20 30 30Z"/>', "draws nothing: its shapes have no area"),
        ("", "draws nothing; fill a path or a shape in it"),
        ('<rect width="0" height="5"/><path d=""/>', "draws nothing; fill a path or a shape in it"),
        ('<path d="M50 50Z"/>', "draws nothing: its shapes have no area"),
        (f"{RECT}>", "line 3: is not SVG: mismatched tag"),
        ("&gone;", "line 2: is not SVG: undefined entity"),
        ("<g>" * 40 + "</g>" * 40, "line 2: elements may stand 32 deep"),
        ("<g/>" * 2001, "has more than 2000 elements; simplify the drawing"),
        ('<path d="M0 0' + "L1 1" * 5001 + '"/>', "line 2, <path>: d: has more than 5000 steps"),
        (f'<path d="M0 0{"L1 1" * 3000}"/>' * 2, "has more than 5000 steps in its paths; simplify the drawing"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_refused_in_one_line(tmp_path: Path, inside: str, why: str) -> None:
    with pytest.raises(TemplateError) as caught:
        art(tmp_path, inside)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'it.svg'}: {why}")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: is not SVG: no element found"),
        ("\x89PNG", "line 1: is not SVG: not well-formed (invalid token)"),
        ("<html/>", 'is not SVG: it begins with <html>, and must be <svg xmlns="http://www.w3.org/2000/svg">'),
        ("<svg/>", "line 1, <svg>: has no viewBox; write one"),
        (f"<svg {NS}><path d='M0 0H5V5'/></svg>", "line 1, <svg>: has no viewBox; write one"),
        (
            f"<svg {NS} viewBox='0 0 0 5'/>",
            "line 1, <svg>: its viewBox is 0 wide and 5 high; both must be 0.001 or more",
        ),
        (f"<svg {NS} viewBox='0 0 5'/>", "line 1, <svg>: viewBox: has not four numbers"),
        (f"<svg {NS} viewBox='0 0 nan 5'/>", "line 1, <svg>: viewBox: 'nan' is no number"),
        (f"<svg {NS} width='100%' height='5'/>", "line 1, <svg>: has no viewBox; write one"),
        (f"<!DOCTYPE svg><svg {NS}/>", f"line 1: {DOCTYPE}"),
        (f"\n<!DOCTYPE svg [<!ENTITY a 'b'>]><svg {NS}/>", f"line 2: {DOCTYPE}"),
        (f"<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg {NS}>&a;</svg>", f"line 1: {DOCTYPE}"),
        (f"<!DOCTYPE svg [<!ENTITY % a SYSTEM 'http://x/'> %a;]><svg {NS}/>", f"line 1: {DOCTYPE}"),
        (f"<!DOCTYPE svg [<!ATTLIST path d CDATA 'M0 0H9V9'>]><svg {NS}><path/></svg>", f"line 1: {DOCTYPE}"),
        (f"<!DOCTYPE svg SYSTEM 'http://x/'><svg {NS} viewBox='0 0 5 5'>&a;</svg>", f"line 1: {DOCTYPE}"),
        (
            f"<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN'\n 'http://www.w3.org/x.dtd'><svg {NS}/>",
            f"line 2: {DOCTYPE}",
        ),
        (f"<?xml version='1.0' encoding='nonsense'?><svg {NS}/>", "line 1, <svg>: has no viewBox"),
        ("<x:svg xmlns:x='http://x/'/>", "is not SVG: it begins with <svg>, and must be"),
        (f"<svg {NS} viewBox='0 0 1e-300 1e-300'/>", "line 1, <svg>: its viewBox is 1e-300 wide and 1e-300 high; both"),
        (f"<svg {NS} viewBox='0 0 9 3e'/>", "line 1, <svg>: viewBox: '3e' has the unit e"),
    ],
)
def test_a_file_that_is_no_svg_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "it.svg"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(TemplateError) as caught:
        read_art(file, ())
    if text.startswith("\x89"):
        assert str(caught.value) == f"{file}: is not UTF-8 text"
    else:
        assert str(caught.value).startswith(f"{file}: {why}")


def test_shapes_that_are_used_in_one_another_are_refused_in_time(tmp_path: Path) -> None:
    begun = time.process_time()
    inside = (
        '<defs><g id="l0"><rect width="5" height="5"/></g>'
        + "".join(f'<g id="l{n + 1}">{f"""<use href="#l{n}"/>""" * 10}</g>' for n in range(12))
        + '</defs><use href="#l12"/>'
    )
    with pytest.raises(TemplateError, match=f"has more than {limits.ELEMENTS} elements|may stand"):
        art(tmp_path, inside)
    assert time.process_time() - begun < 2


def test_what_is_used_often_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def seen(text: str, *more: Sequence[str]) -> Any:
        read.append(text)
        return {"M0 0H9V9": read_path, "scale(2)": read_transform}.get(text, read_colour)(text, *more)

    for name in ("read_path", "read_transform", "read_colour"):
        monkeypatch.setattr(svg, name, seen)
    inside = '<defs><path id="a" d="M0 0H9V9" transform="scale(2)"/></defs><g fill="red">{}</g>'
    assert len(art(tmp_path, inside.format('<use href="#a"/>' * 100)).paths) == 100
    assert sorted(read) == ["M0 0H9V9", "red", "scale(2)"]


@pytest.fixture(scope="module")
def server() -> Iterator[Guarded]:
    with Guarded() as server:
        yield server


@pytest.mark.whole
@pytest.mark.parametrize("what", DRAWINGS)
def test_a_drawing_within_the_size_of_a_file_takes_little_time_and_memory(
    tmp_path: Path, server: Guarded, what: str
) -> None:
    assert len(DRAWINGS[what]) <= limits.FILE
    (tmp_path / "it.svg").write_text(DRAWINGS[what], encoding="utf-8")
    (tmp_path / "it.toml").write_text("devices = { king = 'it.svg' }", encoding="utf-8")
    run = server.run(["diagram", "--theme", "it.toml"], tmp_path)
    assert run.code in (0, 1), run.said
    assert len(run.said.splitlines()) == run.code, run.said
    assert "TAFLKIT_DEBUG" not in run.said
    assert (run.seconds < 2, run.megabytes < 150) == (True, True), run


def test_a_declaration_behind_a_comment_counts(tmp_path: Path) -> None:
    (path,) = art(tmp_path, '<path d="M0 0H9V9" style="/* gold; */fill:#c8a24b/*; fill:red"/>').paths
    assert path.role == "art.#c8a24b"


def test_words_about_a_shape_are_passed_over_and_hidden_uses_draw_nothing(tmp_path: Path) -> None:
    shape = '<rect id="r" width="5" height="5"><title>A plank</title><desc/></rect>'
    assert len(art(tmp_path, f'{shape}<use href="#r" style="display:none"/>').paths) == 1


def test_an_arc_is_round(tmp_path: Path) -> None:
    (path,) = art(tmp_path, '<path d="M10 50 A40 40 0 0 1 90 50 A40 40 0 0 1 10 50Z"/>').paths
    for letter, numbers in path.segments:
        if letter == "C":
            assert math.hypot(numbers[-2] - 50, numbers[-1] - 50) == pytest.approx(40, abs=1e-6)


# the house's own drawings


def step(letter: str, count: int) -> st.SearchStrategy[str]:
    """Return steps of path data in whole numbers, among them the last that are plain and the first that are not."""
    number = st.sampled_from([-999_999, -7, 0, 1, 999_999, 1_000_000]).map(str)
    return st.lists(number, min_size=count, max_size=count).map(lambda numbers: " ".join((letter, *numbers)))


SUB_PATHS = st.tuples(
    step("M", 2), st.lists(step("L", 2) | step("C", 6), max_size=3).map(" ".join), st.sampled_from(["", "Z"])
)


@given(st.lists(SUB_PATHS, min_size=1, max_size=3), st.booleans())
def test_plain_path_data_are_read_as_any_other(paths: list[tuple[str, str, str]], closes: bool) -> None:
    text = " ".join(part for path in paths for part in path if part)
    assert read_path(text, closes) == read_path(f"{text} ", closes)


@pytest.mark.parametrize(
    ("data", "letters"), [("M 0 0 L 9 0 L 9 9", "MLL"), ("m0,0 h9 v9", "MLL"), ("M0 0H9Z", "MLLZ")]
)
def test_outlines_are_read_as_they_are_written_wherever_they_stand(tmp_path: Path, data: str, letters: str) -> None:
    file = tmp_path / "it.svg"
    inside = f'<defs><path id="a" d="{data}"/></defs><g display="none"><path id="b" d="{data}"/></g>'
    file.write_text(f'<svg {NS}><title>It</title>{inside}<use href="#a" x="7"/></svg>', encoding="utf-8")
    outlines = read_outlines(file)
    assert [*outlines] == ["a", "b"]
    assert outlines["a"] == outlines["b"]
    assert outlines["a"].letters == letters
    assert outlines["a"].segments[:2] == (("M", (0, 0)), ("L", (9, 0)))


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ('<path id="a" d="M 0"/>', 'line 2, <path id="a">: d: is no path: '),
        ('<path id="a"/>', 'line 2, <path id="a">: has no d'),
        ('<path d="M 0 0 L 9 9"/>', "line 2, <path>: has no id"),
        (
            '<g transform="scale(2)"><path id="a" d="M 0 0 L 9 9"/></g>',
            "line 2, <g>: has a transform; write its numbers",
        ),
        ("<path", "line 3: is not SVG: "),
    ],
)
def test_an_outline_that_cannot_be_read_is_named_by_file_line_and_element(
    tmp_path: Path, inside: str, why: str
) -> None:
    file = tmp_path / "it.svg"
    file.write_text(f"<svg {NS}>\n{inside}\n</svg>", encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        read_outlines(file)
    assert str(caught.value).startswith(f"{file}: {why}")
