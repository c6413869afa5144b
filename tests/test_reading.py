"""Files that may come from anybody: what they may be, and the line that a file gets which may not."""

from __future__ import annotations

import io
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from support.documents import PAGES
from taflkit import limits
from taflkit.errors import TaflkitError
from taflkit.reading import file_names, is_file, is_folder, is_there, parse_toml, read_stream, read_text, stem


def line(ask: Any) -> str:
    with pytest.raises(TaflkitError) as caught:
        ask()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def read(file: Path) -> str:
    return read_text(file, "it")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"a = 1\n", "a = 1\n"),
        (b"\xef\xbb\xbfa = 1\n", "a = 1\n"),
        (b"a = 1\r\n", "a = 1\r\n"),
        (b"", ""),
        (b"#" * limits.FILE, "#" * limits.FILE),
    ],
)
def test_a_file_is_read_with_a_byte_order_mark_and_without(tmp_path: Path, content: bytes, text: str) -> None:
    file = tmp_path / "it"
    file.write_bytes(content)
    assert read(file) == text
    assert read_stream(io.BytesIO(content), "it") == text
    assert parse_toml(text, "it") == ({"a": 1} if "=" in text else {})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"#" * (limits.FILE + 1), "is larger than 1 MB"),
        ("a = 1".encode("utf-16"), "is UTF-16 text; save it as UTF-8"),
        ("é".encode("latin-1"), "is not UTF-8 text"),
        (b"\xed\xa0\x80", "is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_text_or_too_large_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "it"
    file.write_bytes(content)
    assert line(lambda: read(file)) == f"it: {why}"
    assert line(lambda: read_stream(io.BytesIO(content), "it")) == f"it: {why}"


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    assert line(lambda: read(tmp_path / "pipe")) == "it: is a pipe or a device, and must be a file"
    assert line(lambda: read(Path("/dev/zero"))) == "it: is a pipe or a device, and must be a file"
    assert line(lambda: read(tmp_path / "folder")) == "it: is a folder, and must be a file"
    assert line(lambda: read(tmp_path / "none")) == "it: there is no such file"
    assert line(lambda: read(tmp_path / "loop")).startswith("it: cannot be read: Too many levels of symbolic links")
    for name in ("a\0b", "a\ud800b"):
        assert line(lambda name=name: read(Path(name))) == "it: is no name that a file can have"
    assert line(lambda: read(Path("a" * 300))) == "it: cannot be read: File name too long"


def test_a_name_that_no_file_can_have_leads_nowhere(tmp_path: Path) -> None:
    for name in ("a" * 300, "a\0b", "a\ud800b", "none", "none/none"):
        assert not is_there(Path(name))
        assert file_names(Path(name)) == ()
    (tmp_path / "loop").symlink_to("loop")
    assert "Too many levels" in line(lambda: is_file(tmp_path / "loop"))
    assert is_folder(tmp_path)
    assert not is_file(tmp_path)


def test_what_may_not_be_looked_at_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", closed)
    monkeypatch.setattr(os, "scandir", closed)
    monkeypatch.setattr(os, "open", closed)
    for ask in (is_there, is_file, is_folder, file_names, read):
        assert line(lambda ask=ask: ask(tmp_path / "closed")).endswith(": cannot be read: Permission denied")


def test_a_folder_that_the_system_refuses_to_open_is_called_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Windows does."""

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    assert line(lambda: read(tmp_path)) == "it: is a folder, and must be a file"


def test_a_folder_is_listed_without_hidden_files_and_with_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.toml", "a.toml", ".toml", ".a.toml", "a.txt", "c.toml~"):
        (tmp_path / name).touch()
    assert file_names(tmp_path, ".toml") == ("a", "b")
    monkeypatch.setattr("taflkit.reading._MOST_ENTRIES", 5)
    assert line(lambda: file_names(tmp_path)).endswith(": holds more than 5 files")


def test_a_removed_folder_has_a_name_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Hall").mkdir()
    monkeypatch.chdir(tmp_path / "Hall")
    assert stem(Path()) == "hall"
    (tmp_path / "Hall").rmdir()
    assert stem(Path("Mine.toml")) == "mine"


DEEP = f"tables and arrays may stand {limits.NESTING} deep"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 17 + "]" * 17, f"a{'[0]' * 16}: is nested too deeply: {DEEP}"),
        ("a = " + "[" * 5000, f"is nested too deeply: {DEEP}"),
        ("a = " + "{a=" * 5000, f"is nested too deeply: {DEEP}"),
        ("a." * 17 + "a = 1", f"{'a.' * 16}a: is nested too deeply: {DEEP}"),
        ("a." * 300_000 + "a = 1", f"is nested too deeply: {DEEP}"),
        (("a." * 900 + "b = 1\n") * 500, f"is nested too deeply: {DEEP}"),
        (("'a' . " * 900 + "b = 1\n") * 150, f"is nested too deeply: {DEEP}"),
        ("[" + "a." * 1900 + "a]", f"is nested too deeply: {DEEP}"),
        # refused before the tables are made, which would take hundreds of MB
        ("".join(f"[a{n:x}{'.a' * 14}]\n" for n in range(20_000)), "has more than 20000 keys and entries of arrays"),
        ("[[a]]\n" * 20_001, "has more than 20000 keys and entries of arrays"),
        ("a = [" + "1," * 20_001 + "]", "has more than 20000 keys and entries of arrays"),
        ("".join(f"a{n} = 1\n" for n in range(20_001)), "has more than 20000 keys and entries of arrays"),
        ("a.b = [1, " + "9" * 19 + "]", "a.b[1]: has more than 18 digits"),
        ("a = -" + "9" * 22, "a: has more than 18 digits"),
        ("a = " + "9" * 5000, "a number has more than 18 digits"),
        ("a = ", "is not TOML: Invalid value (at end of document)"),
        ("a = 1\n" * 2, "is not TOML: Cannot overwrite a value (at line 2, column 6)"),
    ],
)
def test_toml_beyond_the_limits_is_refused_in_time(text: str, why: str) -> None:
    begun = time.process_time()
    assert line(lambda: parse_toml(text, "it")) == f"it: {why}"
    assert time.process_time() - begun < 2


def test_toml_up_to_the_limits_is_read() -> None:
    deep: Any = parse_toml("a = " + "[" * 16 + "]" * 16 + "\nb = " + "9" * 18, "it")
    assert deep["b"] == 10**18 - 1
    assert len(parse_toml("".join(f"a{n} = 1\n" for n in range(20_000)), "it")) == 20_000
    # words that end in dots are no keys
    assert parse_toml('a = """\n' + "No. " * 2000 + '"""', "it")["a"].startswith("No.")


def test_the_page_of_limits_states_them() -> None:
    table = PAGES["docs/limits.md"].partition("| what is read or drawn | at most |")[2].partition("\n\n")[0]
    rows = table.splitlines()[2:]
    stated = [int(re.sub(r"\D", "", row.split("|")[-2])) for row in rows]
    assert stated == [
        *(
            limits.FILE,
            limits.NESTING,
            limits.KEYS,
            limits.LINES,
            limits.DIGITS,
            limits.NAME,
            limits.TITLE,
            limits.CAPTION,
        ),
        *(
            limits.TEXT,
            limits.SENTENCES,
            limits.NOUN_FORMS,
            limits.VARIANT,
            limits.STEPS,
            limits.PARAGRAPHS,
            limits.RULESETS,
            limits.VARIATIONS,
            limits.FIGURES,
            limits.PROOFS,
            limits.SCRIPT,
        ),
        *(
            limits.LANGUAGES,
            limits.VARIANTS,
            limits.MOVES,
            limits.COLLECTION,
            limits.TASKS,
            limits.SHOWN,
            limits.PIXELS,
        ),
        *(limits.ELEMENTS, limits.NESTED, limits.SEGMENTS, limits.FONT),
        *(limits.MAPS, limits.LETTERS, limits.NAMES, limits.POINTS, limits.PARTS, limits.OUTLINES, limits.KERNS),
    ]
    assert len(stated) == sum(isinstance(value, int) for name, value in vars(limits).items() if name.isupper())
