"""The addresses that --base-url and --url take: those of folders that a browser can fetch files from, and no others."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from taflkit.cli import main
from taflkit.cli.options import read_address
from taflkit.errors import TaflkitError

REFUSED = [
    ("", "it begins with neither http:// nor https://"),
    ("example.org", "it begins with neither http:// nor https://"),
    ("//example.org/", "it begins with neither http:// nor https://"),
    ("ftp://example.org/", "it begins with neither"),
    ("javascript:alert(1)", "it begins with neither"),
    ("https:example.org", "it has no host"),
    ("https://", "it has no host"),
    ("https:///kit", "it has no host"),
    ("https://:80/", "it has no host"),
    ("https://example.org/?a", "a ? or a #"),
    ("https://example.org/?", "a ? or a #"),
    ("https://example.org/#", "a ? or a #"),
    ("https://example.org?a", "a ? or a #"),
    ("https://me@example.org/", "it names a user"),
    ("https://me:secret@example.org/", "it names a user"),
    ("https://@example.org/", "it names a user"),
    ("https://example.org@evil.example/", "it names a user"),
    ("https://[", "is no host"),
    ("https://[::1", "is no host"),
    ("https://[::1]x/", "is no host"),
    ("https://[::g]/", "is no host"),
    ("https://[fe80::1%25eth0]/", "is no host"),
    ("https://[127.0.0.1]/", "is no host"),
    ("https://[v1.x]/", "is no host"),
    ("https://a..b/", "is no host"),
    ("https://.example.org/", "is no host"),
    ("https://example.org./", "is no host"),
    ("https://-a.example/", "is no host"),
    ("https://a-.example/", "is no host"),
    ("https://a_b.example/", "is no host"),
    ("https://ex%61mple.org/", "is no host"),
    ("https://example.org\\evil/", "is no host"),
    ("https://exa mple.org/", "is no host"),
    ("https://<b>/", "is no host"),
    ("https://a'b\"/", "is no host"),
    (f"https://{'a' * 64}.example/", "is no host"),
    (f"https://{'a.' * 127}example/", "is no host"),
    ("https://1.2.3/", "is no host"),
    ("https://256.1.1.1/", "is no host"),
    ("https://01.2.3.4/", "is no host"),
    ("https://0x7f000001/", "is no host"),
    ("https://2130706433/", "is no host"),
    ("https://b\u00fccher.example/", "write its host in letters of ASCII, such as xn--bcher-kva.example"),
    ("https://\u2100.example/", "is no host"),
    ("https://\uff45xample.org/", "write its host in letters of ASCII"),
    ("https://example.org:x/", "is no port"),
    ("https://example.org:0/", "is no port"),
    ("https://example.org:65536/", "is no port"),
    ("https://example.org:-1/", "is no port"),
    ("https://example.org:/", "is no port"),
    ("https://example.org:8 0/", "is no port"),
    ("https://example.org:\u0661/", "write its host in letters of ASCII"),
    ("https://example.org:" + "1" * 5000, "is no port"),
    (" https://example.org/", "it begins or ends with a space"),
    ("https://example.org/ ", "it begins or ends with a space"),
    ("https://example.org/\n", "has the character \\n"),
    ("https://exa\tmple.org/", "has the character \\t"),
    ("https://example.org/\x00", "has the character \\x00"),
    ("https://example.org/\x1b[31m", "has the character \\x1b"),
    ("https://example.org/\u202e", "has the character \\u202e"),
    ("https://example.org/\udcff", "has the character \\udcff"),
    ("https://example.org/" + "a" * 1980, "it has more than 2000 characters"),
    ("https://example.org/" + "\u00e9" * 700, "it has more than 2000 characters"),
    ("https://example.org/" + "a" * 100_000, "it has more than 2000 characters"),
]
TAKEN = [
    ("https://example.org", "https://example.org/"),
    ("HTTPS://Example.ORG:8443/Tafl", "https://example.org:8443/Tafl/"),
    ("http://localhost:080/", "http://localhost:80/"),
    ("http://127.0.0.1:65535/a/b", "http://127.0.0.1:65535/a/b/"),
    ("http://[2001:DB8::1]:8000/", "http://[2001:db8::1]:8000/"),
    ("http://[::1]", "http://[::1]/"),
    ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
    ("https://example.org/my tafl/", "https://example.org/my%20tafl/"),
    ("https://example.org/b\u00fccher/", "https://example.org/b%C3%BCcher/"),
    ("https://example.org/\"'<>\\^`{|}[]/", "https://example.org/%22%27%3C%3E%5C%5E%60%7B%7C%7D%5B%5D/"),
    ("https://example.org/%20%C3%a9/100%/%zz/", "https://example.org/%20%C3%a9/100%25/%25zz/"),
    ("https://example.org/~me/a;b=c,d@e:f(g)!$&*+", "https://example.org/~me/a;b=c,d@e:f(g)!$&*+/"),
    ("https://example.org/" + "a" * 1979, "https://example.org/" + "a" * 1979 + "/"),
]
FILES = [
    ("file:///home/kit", "file:///home/kit/"),
    ("file:/home/kit", "file:///home/kit/"),
    ("FILE:///home/my kit/", "file:///home/my%20kit/"),
    ("file:///C:/kit/", "file:///C:/kit/"),
]
NO_FILES = [
    ("file:///", "it names no folder"),
    ("file://", "it names no folder"),
    ("file:", "it names no folder"),
    ("file:////", "it names no folder"),
    ("file:kit", "it names no folder"),
    ("file://host/share/", "it names no folder"),
    ("file://localhost/share/", "it names no folder"),
    ("file:///home/?a", "a ? or a #"),
    ("ftp://example.org/", "it begins with none of http://, https:// and file:///"),
]


@pytest.mark.parametrize(("given", "why"), REFUSED)
def test_what_is_no_address_is_refused(given: str, why: str) -> None:
    with pytest.raises(TaflkitError) as problem:
        read_address(given, "base_url")
    line = str(problem.value)
    assert why in line
    assert problem.value.choice == "base_url"
    assert len(line) < 300
    assert line.isprintable()


@pytest.mark.parametrize(("given", "address"), TAKEN)
def test_an_address_is_written_as_browsers_fetch_it(given: str, address: str) -> None:
    assert read_address(given, "base_url") == read_address(given, "url", files=True) == address
    assert read_address(address, "base_url") == address
    assert urlsplit(address).path.endswith("/")


@pytest.mark.parametrize(("given", "address"), FILES)
def test_the_address_of_a_folder_on_a_disk_is_taken_where_it_may_be(given: str, address: str) -> None:
    assert read_address(given, "url", files=True) == address
    with pytest.raises(TaflkitError, match="it begins with neither http:// nor https://"):
        read_address(given, "base_url")


@pytest.mark.parametrize(("given", "why"), NO_FILES)
def test_what_is_no_folder_on_a_disk_is_refused(given: str, why: str) -> None:
    with pytest.raises(TaflkitError) as problem:
        read_address(given, "url", files=True)
    assert why in str(problem.value)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("site", "--games", "parlett", "--kits", "none", "-o", "new", "--base-url"), "--base-url"),
        (("export", "--to", "tts", "-o", "new", "--url"), "--url"),
    ],
)
@pytest.mark.parametrize("given", ["https://a..b/", "https://example.org:99999/", "", "https://me@example.org/"])
def test_both_options_take_the_same_addresses(
    words: tuple[str, ...], option: str, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [*words, given])
    assert (done.exit_code, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Error: {option}: '{given}' is no address of a folder: ")
    assert list(tmp_path.iterdir()) == []
