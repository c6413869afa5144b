"""The rules as one file: HTML, EPUB 3 and CommonMark, whole by themselves, with every figure and its text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from click.testing import CliRunner

from support import ROOT
from support.conformance.programs import epubcheck
from support.games import cross_picture, write_game
from support.shipped import FAMILY, RULESETS, catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.cli import main
from taflkit.parts.booklet.text import BookletWords
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE
from taflkit.site.rules import rules_file
from taflkit.typesetting.prose import unmarked

KINDS = ("html", "epub", "md")
SOME = [(DEFAULT_GAME, "walker"), ("hnefatafl", "fetlar"), ("alea-evangelii", None)]
EVERY = [*((DEFAULT_GAME, name) for name in RULESETS), *FAMILY]
XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
OPF = "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"
DATA = "data:image/svg+xml;base64,"


def english(game: str = DEFAULT_GAME, ruleset: str | None = None) -> Book:
    return read_book(catalog(), game, ruleset, (), DEFAULT_LANGUAGE)


def read_xml(content: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(content)  # noqa: S314  (made by this program)


def parts(epub: bytes) -> dict[str, bytes]:
    """The files in an EPUB, in their order."""
    with ZipFile(BytesIO(epub)) as archive:
        assert archive.testzip() is None
        return {info.filename: archive.read(info) for info in archive.infolist()}


def words(element: ElementTree.Element) -> str:
    return "".join(element.itertext()).strip()


def shown(book: Book, root: ElementTree.Element) -> list[str]:
    """The addresses of the pictures of a page, whose rules and texts of figures are those of a book."""
    sentences = [sentence for rule in book.rules for sentence in rule.sentences]
    found = [element for element in root.iter(f"{XHTML}div") if element.get("class") == "sentences"]
    assert [rule.number for rule in book.rules] == [int(words(e)) for e in root.iter() if e.get("class") == "number"]
    for rule, element in zip(book.rules, found, strict=True):
        for sentence, line in zip(rule.sentences, element.findall(f"{XHTML}p"), strict=True):
            assert words(line).endswith(unmarked(sentence.text))
    origins = [element.text for element in root.iter(f"{XHTML}dt")]
    assert origins == [sentence.reference for sentence in sentences]
    figures = list(root.iter(f"{XHTML}figure"))
    names = list(BookletWords.of(book).numbers)
    assert len(figures) == len(names) > 8
    pictures = [figure.find(f"{XHTML}img") for figure in figures]
    for name, figure, picture in zip(names, figures, pictures, strict=True):
        assert picture is not None
        assert picture.get("alt") == book.descriptions[name].text
        assert words(figure).endswith(unmarked(book.captions[name]))
    return [picture.get("src", "") for picture in pictures if picture is not None]


def assert_whole(root: ElementTree.Element) -> None:
    """Fail if a page names a place in itself that is not there, or fetches anything from elsewhere."""
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert element.tag not in {f"{XHTML}script", f"{XHTML}link"}
        way = element.get("href", "")
        assert way[:1] != "#" or way[1:] in ids
    assert "url(" not in "".join(element.text or "" for element in root.iter(f"{XHTML}style"))


@pytest.mark.parametrize(("game", "ruleset"), SOME)
def test_html_is_one_page_with_its_figures_inside(game: str, ruleset: str | None) -> None:
    book = english(game, ruleset)
    page = rules_file(catalog(), book, "html")
    assert page.startswith(b"<!DOCTYPE html>\n<html ")
    root = read_xml(page)
    assert root.get("lang") == "en"
    assert_whole(root)
    for way in shown(book, root):
        svg = read_xml(b64decode(way.removeprefix(DATA), validate=True))
        assert svg.tag == f"{SVG}svg"
    style = words(next(root.iter(f"{XHTML}style")))
    named = set(re.findall(r"var\((--\w+)\)", style))
    assert named <= set(re.findall(r"(--[\w-]+):", style))
    assert "prefers-color-scheme: dark" in style


@pytest.mark.parametrize(("game", "ruleset"), SOME)
def test_an_epub_lists_what_is_in_it(game: str, ruleset: str | None) -> None:
    book = english(game, ruleset)
    epub = rules_file(catalog(), book, "epub")
    # the place where programs look for the type
    assert epub[30:58] == b"mimetypeapplication/epub+zip"
    with ZipFile(BytesIO(epub)) as archive:
        assert archive.infolist()[0].compress_type == ZIP_STORED
    made = parts(epub)
    assert b'full-path="package.opf"' in made["META-INF/container.xml"]
    package = read_xml(made["package.opf"])
    items = {item.get("href"): item.get("media-type") for item in package.iter(f"{OPF}item")}
    assert set(items) == set(made) - {"mimetype", "META-INF/container.xml", "package.opf"}
    page = read_xml(made["rules.xhtml"])
    assert_whole(page)
    ways = shown(book, page)
    assert sorted(ways) == sorted(way for way, kind in items.items() if way and kind == "image/svg+xml")
    assert {read_xml(made[way]).tag for way in ways} == {f"{SVG}svg"}
    # the letters and the colours are the reader's
    assert b"prefers-color-scheme" not in made["rules.xhtml"]
    contents = read_xml(made["nav.xhtml"])
    headings = {element.get("id"): words(element) for element in page.iter(f"{XHTML}h3")}
    links = {link.get("href", "").removeprefix("rules.xhtml#"): words(link) for link in contents.iter(f"{XHTML}a")}
    assert len(links) > 4
    assert links.items() <= headings.items()


def test_an_epub_says_who_can_read_it() -> None:
    package = read_xml(parts(rules_file(catalog(), english(), "epub"))["package.opf"])
    said: dict[str, list[str]] = {}
    for meta in package.iter(f"{OPF}meta"):
        said.setdefault(meta.get("property", ""), []).append(meta.text or "")
    assert said.pop("schema:accessibilitySummary")[0].startswith("Nothing has to be seen")
    assert {name: sorted(values) for name, values in said.items()} == {
        "dcterms:modified": ["2026-01-01T00:00:00Z"],
        "schema:accessMode": ["textual", "visual"],
        "schema:accessModeSufficient": ["textual", "textual,visual"],
        "schema:accessibilityFeature": [
            *("alternativeText", "displayTransformability", "readingOrder", "structuralNavigation", "tableOfContents"),
        ],
        "schema:accessibilityHazard": ["none"],
    }
    assert [package.findtext(f".//{DC}{name}") for name in ("title", "language", "source", "rights")] == [
        "Brandub: Damian Walker’s rules",
        "en",
        "Brandub Print-and-Play booklet, Damian Walker, 2014",
        "https://creativecommons.org/licenses/by/4.0/",
    ]
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", package.findtext(f".//{DC}identifier") or "")


@pytest.mark.parametrize(("game", "ruleset"), SOME)
def test_markdown_has_the_words_first_and_then_the_figures(game: str, ruleset: str | None) -> None:
    book = english(game, ruleset)
    text = rules_file(catalog(), book, "md").decode()
    cited = re.findall(r"(?m)^    !\[(.+)\]\[(figure-\d+)\]$", text)
    given = re.findall(rf"(?m)^\[(figure-\d+)\]: {re.escape(DATA)}(\S+)$", text)
    names = list(BookletWords.of(book).numbers)
    assert [name for _, name in cited] == [name for name, _ in given] == [f"figure-{n + 1}" for n in range(len(names))]
    assert [re.sub(r"\\(\W)", r"\1", alt) for alt, _ in cited] == [book.descriptions[name].text for name in names]
    assert {read_xml(b64decode(data, validate=True)).tag for _, data in given} == {f"{SVG}svg"}
    assert text.index("[figure-1]: ") > text.index("CC BY 4.0") > text.index("## Where they come from")
    # a list begins anew under each heading, with the number of its rule
    assert re.findall(r"(?m)^(\d+)\. {1,2}\S", text) == [str(rule.number) for rule in book.rules]
    plain = re.sub(r"\\(\W)|\*", r"\1", text)
    for rule in book.rules:
        assert all(unmarked(sentence.text) in plain for sentence in rule.sentences)
    assert not re.search(r"\n\n\n\n|[ \t]\n", text)


@pytest.mark.parametrize("kind", KINDS)
def test_equal_rules_are_equal_files(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rules_file(Catalog(), english(), kind)
    monkeypatch.setattr(time, "time", lambda: 1e9)
    assert rules_file(Catalog(), english(), kind) == made
    command = (sys.executable, "-m", "taflkit", "rules", "--format", kind, "-o", f"there.{kind}")
    elsewhere = {"PYTHONHASHSEED": "3", "TZ": "America/New_York", "SOURCE_DATE_EPOCH": "1700000000", "LC_ALL": "C"}
    subprocess.run(
        command, check=True, cwd=tmp_path, env={**os.environ, **elsewhere, "PYTHONPATH": str(ROOT / "generator")}
    )
    assert (tmp_path / f"there.{kind}").read_bytes() == made


@pytest.mark.parametrize("kind", KINDS)
def test_signs_of_a_games_own_words_are_words(kind: str, tmp_path: Path) -> None:
    game = write_game(tmp_path, cross_picture(7, 1), "A & B <i>[x](y)</i> `z`")
    made = rules_file(catalog(), read_book(catalog(), str(game), None, (), DEFAULT_LANGUAGE), kind)
    if kind == "md":
        assert made.startswith(rb"# A \& B \<i\>\[x\](y)\</i\> \`z\`")
        return
    page = made if kind == "html" else parts(made)["rules.xhtml"]
    assert words(next(read_xml(page).iter(f"{XHTML}h1"))).startswith("A & B <i>[x](y)</i> `z`")


def test_the_command_writes_a_file_or_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def run(*given: str) -> tuple[int, bytes, str]:
        result = CliRunner().invoke(main, ["rules", *given])
        return result.exit_code, result.stdout_bytes, result.stderr

    masters = ("--rules", "masters", "--variation", "check", "--format", "html")
    assert run(*masters) == (0, b"output/brandub-masters+check-rules.html\n", "")
    page = Path("output/brandub-masters+check-rules.html").read_bytes()
    assert "“Check” must be called".encode() in page or b"must at once call" in page
    assert run(*masters, "-o", "-") == (0, page, "")
    code, _, problem = run("--format", "md", "-o", "x.epub")
    assert code == 2
    assert "this writes MD; end the file in .md, or a folder in /; --format epub would write EPUB" in problem
    _, _, problem = run("--format", "epub", "-o", "x.pdf")
    assert "this writes EPUB; end the file in .epub, or a folder in / (" in problem
    assert "--json and --format print different things" in run("--json", "--format", "md")[2]
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["brandub-masters+check-rules.html", "output"]


@pytest.mark.whole
@pytest.mark.parametrize(("game", "ruleset"), EVERY)
def test_the_rules_are_whole_files_in_every_language(game: str, ruleset: str) -> None:
    for language in catalog().game(game).languages:
        # what has no translation yet is English
        book = read_book(catalog(), game, ruleset, (), language, draft=language != DEFAULT_LANGUAGE)
        root = read_xml(rules_file(catalog(), book, "html"))
        assert root.get("lang") == language
        assert_whole(root)
        assert shown(book, root)
        assert f"]: {DATA}".encode() in rules_file(catalog(), book, "md")
        for name, content in parts(rules_file(catalog(), book, "epub")).items():
            assert name == "mimetype" or read_xml(content) is not None


@pytest.mark.whole
def test_epubcheck_calls_the_rules_valid(tmp_path: Path) -> None:
    files = []
    for game in (DEFAULT_GAME, "hnefatafl"):
        for language in catalog().game(game).languages:
            book = read_book(catalog(), game, None, (), language, draft=language != DEFAULT_LANGUAGE)
            files.append(tmp_path / f"{game}-{language}.epub")
            files[-1].write_bytes(rules_file(catalog(), book, "epub"))
    assert len(files) > 6
    assert not epubcheck(files)
    bad = tmp_path / "bad.epub"
    bad.write_bytes(files[0].read_bytes().replace(b"application/epub+zip", b"application/epub+zap"))
    assert epubcheck([bad])
