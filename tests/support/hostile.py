"""Hostile input made from what is right: tables, texts, bytes and options, spoiled in a few places."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import click
import tomli
import tomli_w
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from support import ROOT
from taflkit.cli import main
from taflkit.figures import typed_values
from taflkit.tafl import flag_names

__all__ = ["arguments", "games", "positions", "printers", "records", "themes", "translations"]

TEMPLATES = ROOT / "templates"

CHARACTERS = (
    *("\xad", "İ", "ß", "e\u0301", "\u202eabc", "אבג", "🂡", "\u200b", "\u2028", "\ufeff", "\ufffe", "\x1b[31m", "\x07"),
    *("\n", "\r\n", "\t", "\x00", "\x7f", "&<>\"'", "]]>", "..", "/", "../../x", "\\", "*", "**", "%s", "$HOME", "'"),
    *("{", "}", "{}", "{0}", "{Game!r}", "{Game:>2000000000}", "{Game.__class__.__mro__}", "{Game[0]}", "{{Game}}"),
    *("", " ", "A", "nan", "-1", "a" * 200, "word " * 300, "W" * 41),
)
NUMBERS = (0, -1, 1, 2, 7, 10**6, 10**22, 2**63, -(2**70), 0.1, -0.5, 1e-9, 1e308, float("inf"), float("nan"))
MILD = (
    *(
        "é",
        "ß ẞ",
        "\xad",
        "word " * 40,
        "A-b-c",
        "“Quoted.” ",
        "*so* ",
        "{Game}",
        "{king} ",
        "½",
        "ſt ",
        "1 < 2 & 3",
        "  ",
    ),
    *("W" * 25, "ș", "\u2011", "Ár\u0301d ", "–", "…"),
)
"""What may well be printed, if there is room."""
texts = st.sampled_from(MILD) | st.sampled_from(CHARACTERS) | st.text(max_size=30)
values = st.one_of(
    texts,
    st.sampled_from(NUMBERS),
    st.booleans(),
    st.lists(texts | st.sampled_from(NUMBERS), max_size=3),
    st.dictionaries(st.sampled_from(("a", "title", "text", "", "x y", "../x")), texts, max_size=2),
)
names = st.sampled_from(("title", "walker", "../up", "a b", "", "İ", "x" * 100, "capture", "rules")) | texts


@st.composite
def spoiled(draw: DrawFn, table: dict[str, Any]) -> dict[str, Any]:
    """A table with one to three of its entries changed, lost, added or called otherwise, most of them deep within."""
    table = copy.deepcopy(table)
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(table))
        if places:
            # what is lost may be all there was
            _spoil(draw, *draw(st.sampled_from(places)))
    return table


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every entry of a table or a list, and of those within it, as the holder and the key."""
    for key, value in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
        yield holder, key
        if isinstance(value, dict | list):
            yield from _places(value)


def _spoil(draw: DrawFn, holder: Any, key: Any) -> None:
    """Change an entry of a table or a list."""
    match draw(st.sampled_from(("write", "write", "write", "replace", "lose", "add", "name"))):
        case "write" if isinstance(holder[key], str):
            at = draw(st.integers(0, len(holder[key])))
            holder[key] = holder[key][:at] + draw(texts) + holder[key][at:]
        case "lose":
            del holder[key]
        case "add" if isinstance(holder, dict):
            holder[draw(names)] = draw(values)
        case "name" if isinstance(holder, dict):
            holder[draw(names)] = holder.pop(key)
        case _:
            holder[key] = draw(values)


@st.composite
def torn(draw: DrawFn, content: bytes) -> bytes:
    """Bytes as they are, or cut, with other bytes within, with a part many times, or in another encoding."""
    at, end = sorted((draw(st.integers(0, len(content))), draw(st.integers(0, len(content)))))
    others = (
        content[:at],
        content[:at] + draw(st.binary(max_size=8)) + content[at:],
        content[:at] + content[at:end][:200] * draw(st.sampled_from((2, 300, 5000))) + content[end:],
        b"\xef\xbb\xbf" + content,
        content.replace(b"\n", b"\r\n"),
        content.decode(errors="replace").encode("utf-16"),
    )
    return draw(st.sampled_from((*(content,) * 24, *others)))


def written(table: dict[str, Any]) -> bytes:
    """The TOML of a table; halves of pairs, which no TOML has, become bytes that are not UTF-8."""
    return tomli_w.dumps(table).encode(errors="surrogatepass")


@cache
def _shared(*path: str) -> dict[str, Any]:
    return tomli.loads(TEMPLATES.joinpath(*path).with_suffix(".toml").read_text(encoding="utf-8"))


def _tables(folder: Path) -> dict[str, Any]:
    return {file.stem: tomli.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.toml"))}


@cache
def _whole(game: str) -> dict[str, Any]:
    """A shipped game as one file, with every word and proof that it has from all games."""
    home = TEMPLATES / "games" / game
    text = {name: table for name, table in _tables(TEMPLATES / "text" / "en").items() if name != "printer-test"}
    for name, table in _tables(home / "text" / "en").items():
        text[name] = {**text[name], **table}
    found = {
        "layout": _shared("games", game, "layout"),
        "rulesets": _tables(home / "rulesets"),
        "figures": {**_tables(TEMPLATES / "figures"), **_tables(home / "figures")},
        "proofs": _shared("proofs"),
        "text": text,
    }
    return {name: table for name, table in found.items() if table}


def _small(game: str) -> dict[str, Any]:
    """A game that says little of its own: a board and a ruleset."""
    layout = {key: value for key, value in _shared("games", game, "layout").items() if key != "rulesets"}
    rules = {"title": "House rules", "base": "walker", "rules": {"goal": "edge", "king_armed": True}}
    return {"layout": layout, "rulesets": {"house": rules}}


@st.composite
def boards(draw: DrawFn) -> str:
    """A picture of a board with any pieces; most have a king in the middle."""
    size = draw(st.sampled_from((5, 7, 9, 11, 13, 15, 17, 19, 19, 8)))
    drawn = draw(st.randoms(use_true_random=False))
    rows = [drawn.choices(".tT", (drawn.choice((3, 9, 30)), 2, 1), k=size) for _ in range(size)]
    for rank, file in product((0, -1), (0, -1)):
        rows[rank][file] = "."
    if draw(st.integers(0, 9)):
        rows[size // 2][size // 2] = "K"
    return "\n".join("".join(row) for row in rows)


@st.composite
def games(draw: DrawFn) -> bytes:
    """The TOML of a game: a shipped one spoiled, a small one, or one with a board of its own."""
    kind = draw(st.sampled_from(("whole", "small", "board")))
    name = draw(st.sampled_from(("brandub", "tablut", "hnefatafl", "magpie")))
    table = _whole(name) if kind == "whole" else _small(name)
    if kind == "board":
        table["layout"] = {"title": f"Hall {draw(st.sampled_from(MILD))}", "start": draw(boards())}
        table["rulesets"]["house"]["rules"] = draw(st.fixed_dictionaries({}, optional=_FLAGS))
        return written(table)
    return draw(torn(written(draw(spoiled(table)))))


@st.composite
def themes(draw: DrawFn) -> bytes:
    """The TOML of a theme."""
    name = draw(st.sampled_from(("ballinderry", "manuscript", "plain")))
    return draw(torn(written(draw(spoiled(_shared("themes", name))))))


@st.composite
def printers(draw: DrawFn) -> bytes:
    """The TOML of a printer."""
    table = {"scale_x": 99.6, "scale_y": 100, "back_dx": 1.5, "back_dy": -0.5, "unprintable": 5.0, "feed_dx": 1}
    return draw(torn(written(draw(spoiled(table)))))


@st.composite
def label_sheets(draw: DrawFn) -> bytes:
    """The TOML of a label sheet, with a diameter, sides, or both."""
    table: dict[str, object] = {"name": "Mine", "paper": "a4", "rows": 6, "columns": 4, "diameter": 40}
    if draw(st.booleans()):
        table |= {"width": 40.5, "height": 30, "paper": "210x297"}
    table |= {"across": 46, "down": 46, "left": 16, "top": 13.5, "source": ""}
    return draw(torn(written(draw(spoiled(table)))))


@st.composite
def translations(draw: DrawFn) -> dict[str, bytes]:
    """A folder of a game with a .po file of a language, some of whose lines are lost, changed or twice there."""
    name = draw(st.sampled_from(("kit", "brandub", "mine")))
    lines = _po("brandub" if name == "mine" else name).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        cut = draw(st.integers(0, len(lines[at])))
        lines[at : at + 1] = draw(
            st.sampled_from(
                (
                    [lines[at][:cut] + draw(texts) + lines[at][cut:]],
                    [lines[at], draw(texts)],
                    [lines[at], lines[at]],
                    [],
                    ["#, fuzzy, python-brace-format", lines[at]],
                    [f'msgstr "{draw(texts)}"', lines[at]],
                    [f'msgid_plural "{draw(texts)}"', 'msgstr[0] "x"'],
                    ['"a"'] * 60_000,
                )
            )
        )
    content = draw(torn("\n".join(lines).encode(errors="surrogatepass")))
    files = {"mine/layout.toml": b'base = "brandub"\n', f"mine/languages/da/{name}.po": content}
    if draw(st.booleans()):
        grammar = tomli.loads((TEMPLATES / "languages" / "da" / "grammar.toml").read_text(encoding="utf-8"))
        files["mine/languages/da/grammar.toml"] = draw(torn(written(draw(spoiled(grammar)))))
    return files


@cache
def _po(name: str) -> str:
    return (TEMPLATES / "languages" / "da" / f"{name}.po").read_text(encoding="utf-8")


_FLAGS = {flag: st.sampled_from(typed_values(flag)) for flag in flag_names()}

_POSITIONS = (
    *("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "/7/7/2t4/7/3Tt2/7/7/ attackers", "/3t1t1/5T1/1T5/7/2tKt2/t6/7/"),
    *("...t...\n...t...\n...T...\nttTKTtt\n...T...\n...t...\n...t...", "/19/19/"),
)
_RECORDS = ("d6-f6 d5-d6xe6", "1. d6-f6 d4-d7\n2. f6-f5 d7-a7", "d6-f6 {a comment} (d6-c6) d5-d6", "1) d7-c7")


def _written_over(known: tuple[str, ...]) -> st.SearchStrategy[str]:
    """A text of those known with something within, some of it many times."""

    @st.composite
    def strategy(draw: DrawFn) -> str:
        text = draw(st.sampled_from(known))
        at = draw(st.integers(0, len(text)))
        more = draw(texts | st.sampled_from(("t" * 400, "/" * 400, "9" * 50, "d4-d7 " * 200, "(" * 500, "x" * 500)))
        return text[:at] + more + text[at:]

    return strategy()


positions = _written_over(_POSITIONS)
records = _written_over(_RECORDS)

_RIGHT = {
    "game": ("brandub", "tablut", "alea-evangelii", "mygame.toml", "."),
    "rules": ("walker", "masters", "linnaeus", "Walker"),
    "variations": ("check", "weak-king"),
    "theme": ("plain", "manuscript", "ballinderry", "mytheme.toml"),
    "output": ("output", "output/x.pdf", "output/x.svg", "output/deep/er/", "-", "output/" + "x" * 300, "output/x"),
    "parts": ("all", "board,cards", "reader", "booklet"),
    "names": ("capture", "moves"),
    "printer": ("office",),
    "other": ("macwhite", "masters+check", "masters+", "+"),
    "position": _POSITIONS,
    "record": _RECORDS,
    "source": ("mygame.toml", "-", ".", "nowhere"),
    "moves": ("d6-f6", "d6-d3"),
    "refused": ("d4-d5", "a1-a2"),
    "moves_of": ("d6", "d4"),
    "part": ("a1-e5", "g7-a1"),
    "depth": ("0", "1", "2"),
    "positions": ("1", "1", "0", "-3", "nan", "1.5", "1000000000"),
    "plies": ("3", "3", "5", "4", "40"),
    "kind": ("game", "ruleset", "language", "theme"),
    "name": ("mine", "ga", "walnut", "office"),
    "caption": MILD,
    "title": MILD,
    "language": ("en", "en", "xx"),
    "games": ("brandub", "brandub,", "hnefatafl,nothing"),
    "languages": ("en", "en,en", "xx"),
    "kits": ("none",),
    "base_url": ("https://example.org/tafl/", "http://", "mygame.toml"),
    "runtime": (".", "output", "nowhere"),
}
_LESS = {
    ("perft",): (("--depth", "1"),),
    ("puzzles",): (("--positions", "1"),),
    ("site",): (("--games", "brandub"), ("--kits", "none"), ("--languages", "en")),
}
"""What a command is asked for where nothing is drawn: it takes as long as there is to be made."""
_LENGTHS = ("30", "25mm", "0.5in", "8", "6mm", "2cm", "10", "100", "12", "7.5", "25.4", "-3", "nan", "1e308")
_COUNTS = ("1", "2", "3", "5", "20", "50", "72", "300", "0", "1000000000", "9" * 22, "1.5")


def _worth(draw: DrawFn, param: click.Parameter) -> str:
    """A value for an option or an argument, a right one mostly."""
    if not draw(st.integers(0, 7)) and param.name not in ("output", "depth"):
        return draw(texts.filter(lambda text: "\0" not in text))
    if param.name in _RIGHT:
        return draw(st.sampled_from(_RIGHT[param.name]))
    if isinstance(param.type, click.Choice):
        return draw(st.sampled_from([str(choice) for choice in param.type.choices if choice != "all"]))
    counts = param.name in ("class_", "sets", "sheets", "ply", "after", "dpi")
    return draw(st.sampled_from(_COUNTS if counts else _LENGTHS))


def _commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    context = click.Context(main)

    def below(group: click.Group, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            if isinstance(command, click.Group):
                yield from below(command, (*words, name))
            else:
                yield (*words, name), command

    return below(main, ())


@cache
def _known_commands() -> tuple[tuple[tuple[str, ...], click.Command], ...]:
    return tuple(_commands())


@st.composite
def arguments(draw: DrawFn) -> list[str]:
    """A command with some of its options."""
    words, command = draw(st.sampled_from(_known_commands()))
    found = list(words)
    given = [param for param in command.params if isinstance(param, click.Argument)]
    for param in given:
        if param.required or draw(st.booleans()):
            found.append(_worth(draw, param))
    # a site is served until it is stopped
    options = [param for param in command.params if isinstance(param, click.Option) and param.name != "serve"]
    chosen = (
        st.lists(st.sampled_from(options), max_size=4, unique_by=lambda param: param.name) if options else st.just([])
    )
    for param in draw(chosen):
        found.append(param.opts[0])
        if not param.is_flag:
            found.append(_worth(draw, param))
    for option, value in _LESS.get(words, ()):
        if option not in found:
            found += [option, value]
    return found
