"""What strangers may send: drawings, fonts, names of files, crowded boards, folders of sites and requests."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from support import fonts_hostile

__all__ = [
    "PIPE",
    "Content",
    "Font",
    "Link",
    "drawings",
    "fonts",
    "namings",
    "pairs",
    "place",
    "requests",
    "sites",
    "suites",
]


class Link(NamedTuple):
    """A symbolic link."""

    to: str


class Pipe(NamedTuple):
    """A pipe that nobody writes to."""


PIPE = Pipe()
Content = bytes | Link | Pipe
"""What is put under a name."""


def place(folder: Path, files: Mapping[str, Content], outside: Path) -> None:
    """Put files, links and pipes into a folder; {outside} in them is the folder that is nobody's business."""
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        match content:
            case Link(to):
                file.symlink_to(to.format(outside=outside))
            case Pipe():
                os.mkfifo(file)
            case _:
                file.write_bytes(content.replace(b"{outside}", os.fsencode(outside)))


# --- Drawings ---------------------------------------------------------------------------------------------

_NUMBERS = (
    *("0", "1", "50", "-3.5", "1e2", "1E+1", "5e1", ".5e2", "6.123e-17", "-1e-3", "1e-400", "1e5", "+2e1", "5.e1"),
    *("1e400", "1e", "e5", "1e1e1", "1e2px", "2e1em", "1e-3.5", "1e1-1e1", "nan", "inf", "0x10", "1_0", "１", ""),
)
"""Numbers with exponents in all their forms, the first fourteen of them right."""
_ATTRIBUTES = {
    "path": {"d": "M{}{} {} h {} v{}a{} {} {} 01 {},{} z", "fill-opacity": "{}"},
    "rect": {"x": "{}", "width": "{}", "height": "{}", "rx": "{}"},
    "circle": {"cx": "{}", "r": "{}", "stroke-width": "{}"},
    "ellipse": {"cy": "{}", "rx": "{}", "ry": "{}", "opacity": "{}"},
    "polygon": {"points": "{},{} {} {} {},{}"},
}
_TRANSFORMS = ("matrix({},1,-1,{},0,0)", "rotate({})", "scale({} {})", "translate({},{})", "skewX({})", "matrix({})")
_DOCTYPES = (
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    '<!DOCTYPE svg SYSTEM "/etc/passwd">',
    '<!DOCTYPE svg [<!ENTITY a "b">]>',
    '<!DOCTYPE svg [<!ENTITY % a SYSTEM "/etc/passwd"> %a;]>',
    '<!DOCTYPE svg [<!ATTLIST path d CDATA "{}">]>',
    '<!DOCTYPE svg [<!ATTLIST path fill CDATA "red" id CDATA "{}">]>',
)


@st.composite
def drawings(draw: DrawFn) -> bytes:
    """An SVG whose attributes have numbers with exponents; some have a document type, with defaults of attributes."""
    kinds = st.sampled_from(_NUMBERS[:14]) if draw(st.booleans()) else st.sampled_from(_NUMBERS)

    def numbered(pattern: str) -> str:
        return pattern.format(*(draw(kinds) for _ in range(pattern.count("{}"))))

    shapes = []
    for tag in draw(st.lists(st.sampled_from(sorted(_ATTRIBUTES)), min_size=1, max_size=4)):
        written = {name: numbered(value) for name, value in _ATTRIBUTES[tag].items()}
        if draw(st.booleans()):
            written["transform"] = numbered(draw(st.sampled_from(_TRANSFORMS)))
        attributes = " ".join(f'{name}="{value}"' for name, value in written.items())
        shapes.append(f"<{tag} {attributes}/>")
    head = ""
    if not draw(st.integers(0, 3)):
        head = draw(st.sampled_from(_DOCTYPES)).replace("{}", "M0 0h9v9z" * draw(st.sampled_from((1, 100, 10_000))))
        shapes *= draw(st.sampled_from((1, 400)))
    view = draw(st.sampled_from(("0 0 100 100", "0 0 1e2 1e2", "-5e1 -5E1 1e+2 1.0e2", numbered("{} {} {} {}"))))
    body = "".join(shapes)
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'.encode()


# --- Names of files ---------------------------------------------------------------------------------------

_ENTRIES = (
    "devices = { attacker = '{}' }",
    "grounds = { board = '{}' }",
    "borders = { frame = { side = '{}', corner = 'round.svg' } }",
    "fonts = { title = '{}.ttf' }",
    "fonts = { text = '{}' }",
)
_ROUND = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40"/></svg>'
_LINKS: dict[str, Content] = {
    "round.svg": _ROUND,
    "inner.svg": Link("round.svg"),
    "outer.svg": Link("{outside}/private.svg"),
    "gone.svg": Link("{outside}/none.svg"),
    "loop.svg": Link("loop.svg"),
    "zero.svg": Link("/dev/zero"),
    "down": Link("{outside}"),
    "here": Link("."),
    "pipe.svg": PIPE,
    "pipe.ttf": PIPE,
    "font.ttf": Link("{outside}/private.ttf"),
    "game.toml": Link("{outside}/private.toml"),
}
_NAMES = (
    *(
        *_LINKS,
        "down/private.svg",
        "down/none.svg",
        "here/round.svg",
        "here/here/../round.svg",
        "{outside}/private.svg",
    ),
    *("{outside}/private.toml", "../private.svg", "..", ".", "", "/", "/dev/stdin", "/dev/fd/0", "/proc/self/environ"),
    *(
        "C:\\\\private.svg",
        "\\\\\\\\host\\\\a.svg",
        "a\\\\..\\\\..\\\\b.svg",
        "~/private.svg",
        "file:///etc/passwd",
        "./round.svg",
    ),
    *("down/private", "NUL", "x" * 300, "a/" * 50 + "b.svg", "round.svg/", "round.svg/x"),
)


@st.composite
def namings(draw: DrawFn) -> dict[str, Content]:
    """A theme that names a file, in a folder with links and pipes."""
    name = draw(st.sampled_from(_NAMES))
    return _LINKS | {"mytheme.toml": (draw(st.sampled_from(_ENTRIES)).replace("{}", name, 1) + "\n").encode()}


@st.composite
def suites(draw: DrawFn) -> dict[str, Content]:
    """A perft suite that names a game, or is a link or a pipe itself."""
    game = draw(st.sampled_from((*_NAMES, "brandub", "mine.toml")))
    start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers"
    text = f"id a\ngame {game} walker\nposition {start}\nperft 1 40 0 0 0\n"
    own: Content = draw(st.sampled_from((text.encode(),) * 8 + (PIPE, Link("a.perft"), Link("/dev/zero"))))
    return _LINKS | {"mine.toml": b'[layout]\nbase = "brandub"\n', "a.perft": own}


# --- Boards of few and of many pieces ---------------------------------------------------------------------


@st.composite
def pairs(draw: DrawFn) -> tuple[bytes, list[str]]:
    """A game with very few or very many pieces, and the command that compares two rulesets on it."""
    size = draw(st.sampled_from((5, 5, 7, 9, 11, 19)))
    free = [(rank, file) for rank in range(size) for file in range(size) if (rank, file) != (size // 2, size // 2)]
    corners = {(rank, file) for rank in (0, size - 1) for file in (0, size - 1)}
    free = draw(st.permutations([square for square in free if square not in corners]))
    attackers = draw(st.sampled_from((1, 1, 2, len(free) // 2, len(free) - 2)))
    defenders = draw(st.sampled_from((1, 1, 2, max(1, len(free) - attackers - 1))))
    rows = [["."] * size for _ in range(size)]
    for number, (rank, file) in enumerate(free[: attackers + defenders]):
        rows[rank][file] = "t" if number < attackers else "T"
    rows[size // 2][size // 2] = "K"
    picture = "\n".join(map("".join, rows))
    rules, other = (draw(st.sampled_from(("walker", "macwhite", "masters", "branan", "richgames"))) for _ in "12")
    game = f'[layout]\ntitle = "Mine"\nstart = """\n{picture}\n"""\n'
    return game.encode(), ["rules", "mygame.toml", "--rules", rules, "--diff", other]


# --- Site folders -----------------------------------------------------------------------------------------

_PLACES = (
    *("site-record.json", "feed.xml", "index.html", "assets/site.css", "assets", "games", "games/brandub", "rules"),
    *("changes/index.html", "sitemap.xml", "robots.txt", "lnk", "licences", "kits"),
)
_NODES: tuple[Content, ...] = (
    *(
        PIPE,
        Link("{outside}"),
        Link("{outside}/private.toml"),
        Link("{outside}/none"),
        Link("/dev/zero"),
        Link("nowhere"),
    ),
    *(b"", b"other", b"\0" * 100, Link("."), Link("/dev/stdin")),
)


@st.composite
def sites(draw: DrawFn) -> dict[str, Content]:
    """The folder of a site with links and pipes in place of its files, and with a record that names what it likes."""
    chosen = draw(st.lists(st.sampled_from(_PLACES), min_size=1, max_size=3, unique=True))
    files: dict[str, Content] = {}
    for name in chosen:
        if not any(name.startswith(f"{other}/") or other.startswith(f"{name}/") for other in files):
            files[name] = draw(st.sampled_from(_NODES))
    if "site-record.json" not in files and draw(st.booleans()):
        named = draw(
            st.lists(st.sampled_from((*_PLACES, "lnk/private.toml", "lnk/x/../../y", "/etc/passwd")), max_size=3)
        )
        digest = draw(st.sampled_from(("", "0" * 64, _PRIVATE)))
        table = {"files": {name: {"content": digest, "inputs": "x"} for name in named}}
        files["site-record.json"] = draw(st.sampled_from((json.dumps(table).encode(), b"[" * 100_000, b"{}", b"\xff")))
    return {f"output/site/{name}": content for name, content in files.items()}


_PRIVATE = "0bd1bbd7fc0bb1e5a5a4d8d1a3e8bd2e2a4e2a1fdc2b4e7f2a5a1d0d2c6b9a3f"
"""A digest that no file has."""

# --- Requests ---------------------------------------------------------------------------------------------

_PATHS = (
    *("/", "/index.html", "/%ed%a0%80", "/%00", "/%ff%fe", "/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"),
    *(
        "/games",
        "//evil.example/",
        "/\\evil.example",
        "http://evil.example/",
        "*",
        "",
        "/{long}",
        "/ä",
        "/%",
        "/.hidden",
    ),
    *(
        "/assets/",
        "/assets",
        "/site-record.json",
        "/lnk/private.toml",
        "/pipe",
        "/assets/..%2f..%2fx",
        "/a b",
        "/?" + "q" * 500,
    ),
    *("/index.html/", "/#x", "/con", "/C:/x", "/%0d%0aX-Evil:%201", "/games/%e0%80%af"),
)
_METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS", "get", "", "G" * 3000, "GET\0", "\x16\x03\x01", "é")
_VERSIONS = (
    " HTTP/1.1",
    " HTTP/1.0",
    "",
    " HTTP/9.9",
    " HTTP/1",
    " HTTP/1.1 x",
    " HTTP/-1.1",
    " http/1.1",
    " HTTP/1.1111111111111",
)
_HEADERS = (
    *(
        "Host: {host}",
        "Host: {host}",
        "Host: evil.example",
        "Host: {host}\r\nHost: evil.example",
        "Host:",
        "Content-Length: 99",
    ),
    *(
        "Content-Length: -1",
        "Transfer-Encoding: chunked",
        "Range: bytes=0-",
        "If-Modified-Since: nonsense",
        "X: {long}",
    ),
    *(
        "If-Modified-Since: Mon, 99 Jan 0000 99:99:99 GMT",
        "no colon",
        " folded",
        "X\0: y",
        "Connection: keep-alive",
        "Expect: 100-continue",
    ),
)


@st.composite
def requests(draw: DrawFn) -> bytes:
    """A raw request, which may be none; {host} is where the server listens, and {long} a text of 70,000 letters."""
    if not draw(st.integers(0, 9)):
        return draw(st.binary(max_size=200))
    method = draw(st.sampled_from((*("GET",) * 8, *_METHODS)))
    lines = [f"{method} {draw(st.sampled_from(_PATHS))}{draw(st.sampled_from((*(' HTTP/1.1',) * 5, *_VERSIONS)))}"]
    lines += draw(st.lists(st.sampled_from(_HEADERS), max_size=4)) * draw(st.sampled_from((1, 1, 1, 60)))
    text = draw(st.sampled_from(("\r\n", "\r\n", "\n", "\r"))).join((*lines, "", ""))
    return text.encode("utf-8", "surrogateescape") + draw(st.binary(max_size=20))


# --- Fonts ------------------------------------------------------------------------------------------------

_RANGES = (
    *(
        (0, 0xFFFFFFFE, 1),
        (0x41, 0x5A, 1),
        (0x5A, 0x41, 1),
        (0, 0x10FFFF, 60_000),
        (0x41, 0x41, 1),
        (0x110000, 0x110001, 1),
    ),
    *((0xFFFF, 0xFFFF, 1), (0x20, 0x24F, 3)),
)
_LETTERS = ("H", "Brandub", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_EXTREMES = {
    "H": (0, 1, 2, 15, 0x7FFF, 0xFFFF),
    "h": (0, 1, -1, 0x7FFF, -0x8000),
    "L": (0, 1, 0xFFFFFFFF),
    "l": (0, 1, -1),
}
"""The least, nearly the least and the most of the numbers of a font's tables, by how they are written."""


@dataclass(frozen=True)
class Font:
    """A font, and how it was made."""

    how: str
    content: bytes = field(repr=False)


@st.composite
def fonts(draw: DrawFn) -> Font:
    """A TrueType font that is spoiled in one place, or a right one of which some bytes are others."""
    few = st.sampled_from((0, 1, 2, 10))
    many = st.sampled_from((0, 1, 50, 3_000, 60_000))
    tag = st.sampled_from(fonts_hostile.REQUIRED)

    def flips() -> list[tuple[int, int]]:
        last = len(fonts_hostile.valid()) - 1
        return draw(st.lists(st.tuples(st.integers(0, last), st.integers(0, 255)), min_size=1, max_size=20))

    def fields() -> tuple[str, str, int]:
        table = draw(st.sampled_from(sorted(fonts_hostile.FIELDS)))
        name = draw(st.sampled_from(sorted(fonts_hostile.FIELDS[table])))
        return table, name, draw(st.sampled_from(_EXTREMES[fonts_hostile.FIELDS[table][name][1]]))

    def maps() -> tuple[int, list[tuple[int, int, int]]]:
        kind = draw(st.sampled_from((0, 4, 6, 12, 12, 13, 13, 14, 99)))
        if kind == 14:
            return kind, [(draw(st.sampled_from((0x41, 0x10FFFF))), 255, draw(st.sampled_from((1, 5_000))))]
        low = [each for each in _RANGES if each[1] <= 0xFFFF and each[0] <= each[1]]
        one = draw(st.sampled_from(low if kind in (4, 6) else _RANGES))
        return kind, [one] * draw(st.sampled_from((1, 2, 5_000)))

    kinds: tuple[tuple[Callable[..., bytes], Callable[[], tuple[object, ...]]], ...] = (
        (_flipped, lambda: (flips(),)),
        *(((fonts_hostile.with_header_field, fields),) * 2),
        *(((fonts_hostile.cmap_with, maps),) * 2),
        (fonts_hostile.valid, tuple),
        (fonts_hostile.composite_circle, tuple),
        (fonts_hostile.without_names, tuple),
        (fonts_hostile.variable, tuple),
        (fonts_hostile.glyphs_in_disorder, tuple),
        (fonts_hostile.composite_tree, lambda: (draw(few), draw(st.sampled_from((1, 2, 3, 6))))),
        (fonts_hostile.many_points, lambda: (max(3, draw(many)), draw(st.sampled_from(_LETTERS)))),
        (fonts_hostile.cmap_records, lambda: (max(1, draw(many)),)),
        (fonts_hostile.cut_table, lambda: (draw(tag), draw(st.sampled_from((None, 0, 1, 3))))),
        (fonts_hostile.without_table, lambda: (draw(tag),)),
        (fonts_hostile.misplaced, lambda: (draw(tag), draw(st.sampled_from((0, 1, 2**31, 2**32 - 1))), draw(many))),
        (fonts_hostile.cut_file, lambda: (draw(many),)),
        (fonts_hostile.many_names, lambda: (draw(many), draw(st.sampled_from((2, 30_000))))),
        (fonts_hostile.gpos_classes, lambda: (draw(st.sampled_from((1, 50, 1_000))), max(1, draw(few)))),
        (fonts_hostile.gpos_extensions, lambda: (max(1, draw(few)),)),
        (fonts_hostile.wide_letters, lambda: (draw(st.sampled_from((0, 1, 0xFFFF))),)),
    )
    build, arguments = draw(st.sampled_from(kinds))
    given = arguments()
    return Font(f"{build.__name__}{given}"[:200], build(*given))


def _flipped(flips: Sequence[tuple[int, int]]) -> bytes:
    """The font with some bytes that are others."""
    content = bytearray(fonts_hostile.valid())
    for at, byte in flips:
        content[at] = byte
    return bytes(content)
