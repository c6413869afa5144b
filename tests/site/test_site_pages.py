"""The pages of games and rulesets: every sentence, figure and origin of the rules is there, and every link leads on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag
from xml.etree import ElementTree

import pytest

from support.browsing import links_of
from support.sites import every_book, every_file, every_page
from support.translated import is_text
from taflkit.catalog import Catalog
from taflkit.catalog.book import Book, read_book
from taflkit.catalog.differences import differences
from taflkit.catalog.sources import Layers
from taflkit.catalog.translation import name_differences
from taflkit.errors import TaflkitError
from taflkit.kit.schemas import SCHEMAS, schema_text
from taflkit.parts.booklet.text import BookletWords
from taflkit.resources import templates_folder
from taflkit.site import home, kits
from taflkit.site.home import AGES, LEVELS, ChangeEntry, ChangesText, age_of, level_of
from taflkit.site.page import Site
from taflkit.site.writing import page_html, place_of, read_words, site_words, to_html, translated_words
from taflkit.tafl import Piece, Side, parse_picture, parse_position
from taflkit.typesetting.prose import unmarked

GAMES = ("magpie", "tawlbwrdd")
BASE = "https://example.org/tafl/"


class Page(HTMLParser):
    """The words of a page, those below each anchor, its pictures, and its data for search engines."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words = ""
        self.said: dict[str, str] = {}
        self.pictures: dict[str, list[tuple[str, str]]] = {}
        self.data = ""
        self.scripts = 0
        self._open: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            figure = next((name for _, name in reversed(self._open) if name.startswith("figure-")), given["src"])
            self.pictures.setdefault(figure, []).append((given["src"], given["alt"]))
        if tag not in ("meta", "link", "img", "input", "br", "hr"):
            self._open.append((tag, given.get("id", "")))
        self.scripts += tag == "script"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # in HTML the slash of an element that has no end means nothing
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "script":
            self.data += data
            return
        self.words += data
        for _, name in self._open:
            self.said[name] = self.said.get(name, "") + data


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def parsed(content: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(content)  # noqa: S314  (our own file)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog()


@pytest.fixture(scope="module")
def site(catalog: Catalog) -> Site:
    return Site(catalog, GAMES, kits="none", base_url=BASE)


@pytest.fixture(scope="module")
def files(site: Site) -> dict[str, bytes]:
    """Every file of a site of two games."""
    return every_file(site)


def test_a_site_has_the_schemas(files: dict[str, bytes]) -> None:
    made = {path.removeprefix("schemas/"): content.decode() for path, content in files.items() if "schemas/" in path}
    assert made == {f"{name}.json": schema_text(name, templates_folder()) for name in SCHEMAS}


def pages_of(site: Site, files: dict[str, bytes]) -> Iterator[tuple[Book, Page]]:
    for book in every_book(site):
        yield book, Page(files[f"games/{book.game.name}/{book.ruleset.name}/index.html"].decode())


def test_every_sentence_stands_at_its_anchor_with_its_origin(site: Site, files: dict[str, bytes]) -> None:
    seen = 0
    for book, page in pages_of(site, files):
        for rule in book.rules:
            for sentence in rule.sentences:
                said = in_one_line(page.said[f"rule-{sentence.reference}"])
                assert in_one_line(unmarked(sentence.text)) in said
                whole = in_one_line(page.said[f"rule-{rule.number}"])
                assert in_one_line(sentence.origin.reason) in whole
                seen += 1
    assert seen > 75


def test_the_rules_stand_under_the_headings_of_their_groups(site: Site, files: dict[str, bytes]) -> None:
    for book in every_book(site):
        king = f"The {book.texts.words.piece(Piece.KING)}"
        headings = ["The aim", "Setting up", "Moving", "Capturing", king, "How it ends"]
        html = files[f"games/{book.game.name}/{book.ruleset.name}/index.html"].decode()
        found = [said for said in re.findall(r'<h3 id="part-\d+">([^<]+)</h3>', html) if said in headings]
        assert found == headings
        for rule in book.rules:
            before = html.partition(f'id="rule-{rule.number}"')[0]
            assert re.findall(r'<h3 id="part-\d+">([^<]+)</h3>', before)[-1] == rule.heading


def test_chosen_sentences_bear_the_sign(site: Site, files: dict[str, bytes]) -> None:
    for book, page in pages_of(site, files):
        words = BookletWords.of(book)
        for rule in book.rules:
            for sentence in rule.sentences:
                said = page.said[f"rule-{sentence.reference}"]
                assert (words.text.rules.mark in said) == words.is_marked(sentence)


def test_every_figure_is_there_once_with_its_alternative_and_its_file(site: Site, files: dict[str, bytes]) -> None:
    for book, page in pages_of(site, files):
        words = BookletWords.of(book)
        assert {name for name in page.pictures if name.startswith("figure-")} == {
            f"figure-{name}" for name in words.numbers
        }
        for name in words.numbers:
            (way, alternative), *_ = page.pictures[f"figure-{name}"]
            assert alternative == book.descriptions[name].text
            drawn = files[f"games/{book.game.name}/{book.ruleset.name}/{way}"]
            title = parsed(drawn).findtext("{http://www.w3.org/2000/svg}title")
            assert title == book.captions[name]
            assert in_one_line(unmarked(words.caption(name))) in in_one_line(page.said[f"figure-{name}"])


def test_the_squares_of_all_figures_are_of_one_size(site: Site, files: dict[str, bytes]) -> None:
    html = files["games/tawlbwrdd/bell/index.html"].decode()
    book = next(book for book in every_book(site) if book.game.name == "tawlbwrdd")
    columns = {}
    for name in BookletWords.of(book).numbers:
        drawn = parsed(files[f"games/tawlbwrdd/bell/figures/{name}.svg"]).get("width")
        window = book.scenes[name].window
        assert drawn == f"{round(window.files * 10.8 + 1.2, 3):g}mm"
        columns[name] = int(html.partition(f'id="figure-{name}" class="columns-')[2][0])
        assert columns[name] == (1 if window.files <= 5 else 2)
    assert columns["start"] == 2


def test_a_figure_stands_with_the_first_rule_that_it_shows(site: Site, files: dict[str, bytes]) -> None:
    for book, page in pages_of(site, files):
        for name in BookletWords.of(book).numbers:
            first = next(rule for rule in book.rules if name in rule.figures)
            assert unmarked(book.captions[name]) in page.said[f"rule-{first.number}"]


def test_cards_and_variations_are_on_the_page(catalog: Catalog, site: Site, files: dict[str, bytes]) -> None:
    for book, page in pages_of(site, files):
        for groups in book.cards.values():
            for group in groups:
                assert in_one_line(group.text) in in_one_line(page.words)
    brandub = Site(catalog, ("brandub",), kits="none")
    masters = next(page for page in every_page(brandub) if page.path == "games/brandub/masters/index.html")
    book = read_book(catalog, "brandub", "masters")
    assert book.variations
    words = in_one_line(Page(page_html(brandub, masters)).words)
    assert in_one_line(unmarked(BookletWords.of(book).variations)) in words


def test_starts_to_copy_are_read_back(site: Site, files: dict[str, bytes]) -> None:
    for book, page in pages_of(site, files):
        lines = page.said["start"]
        line = next(each for each in lines.splitlines() if each.strip().startswith("/")).strip()
        assert dict(parse_position(book.variant, line).pieces) == dict(book.variant.layout.start)
        picture = lines.partition('"""')[2].partition('"""')[0]
        read = parse_picture(book.variant, picture, Side.ATTACKERS)
        assert dict(read.pieces) == dict(book.variant.layout.start)


def test_the_page_of_a_game_shows_every_difference(catalog: Catalog, files: dict[str, bytes]) -> None:
    page = Page(files["games/magpie/index.html"].decode())
    first, second = (read_book(catalog, "magpie", name) for name in catalog.game("magpie").ruleset_names)
    found = list(differences(first, second))
    assert [witness for difference in found for witness in difference.witnesses]
    words = in_one_line(page.words)
    for difference in found:
        assert in_one_line(unmarked(difference.first)) in words
        assert in_one_line(unmarked(difference.second)) in words
        for witness in difference.witnesses:
            ways = [f"differences/{second.ruleset.name}-{witness.flag}-{which}.svg" for which in ("first", "second")]
            assert [way in page.pictures and f"games/magpie/{way}" in files for way in ways] == [True, True]
    tawlbwrdd = files["games/tawlbwrdd/index.html"].decode()
    assert "compared" not in tawlbwrdd
    words = in_one_line(Page(tawlbwrdd).words)
    history = BookletWords.of(read_book(catalog, "tawlbwrdd", None)).history.paragraphs
    assert all(in_one_line(unmarked(paragraph)) in words for paragraph in history)


def test_every_link_and_anchor_leads_somewhere(files: dict[str, bytes]) -> None:
    pages = {path: links_of(content.decode()) for path, content in files.items() if path.endswith(".html")}
    assert len(pages) > 6
    for path, (addresses, _) in pages.items():
        for address in addresses:
            if address.startswith("https://"):
                continue
            way, anchor = urldefrag(address)
            place = (Path("/") / path).parent / way if way else Path("/") / path
            target = Path(*place.resolve().parts[1:]).as_posix()
            assert target in files, f"{path}: {address}"
            assert not anchor or anchor in pages[target][1], f"{path}: {address}"


def test_data_for_search_engines_is_json_and_the_only_script(site: Site, files: dict[str, bytes]) -> None:
    for book, page in pages_of(site, files):
        data = json.loads(page.data)
        # the other completes the code of frames
        assert (data["@type"], data["about"]["@type"], page.scripts) == ("CreativeWork", "Game", 2)
        assert data["license"] == "https://creativecommons.org/licenses/by/4.0/"
        assert data["url"] == f"{BASE}games/{book.game.name}/{book.ruleset.name}/"
        assert data["isBasedOn"] == book.ruleset.source
    game = json.loads(Page(files["games/magpie/index.html"].decode()).data)
    assert (game["@type"], game["name"]) == ("Game", "Magpie")
    # the puzzle of the day is chosen by a script, with its data, and by no other
    first = files["index.html"].decode()
    assert Page(first).scripts == 2 * first.count('id="day"')


def test_without_an_address_nothing_claims_one(catalog: Catalog, files: dict[str, bytes]) -> None:
    made = every_file(Site(catalog, ("magpie",), kits="none"))
    assert "sitemap.xml" not in made
    assert not any(b"canonical" in content for path, content in made.items() if path.endswith(".html"))
    assert BASE.encode() in files["sitemap.xml"]


def test_the_map_names_every_page(files: dict[str, bytes]) -> None:
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    found = {place.text for place in parsed(files["sitemap.xml"]).findall(".//s:loc", names)}
    paths = {path for path in files if path.endswith(".html")} - {"404.html"}
    pages = {f"{BASE}{path.removesuffix('index.html')}" for path in paths}
    assert found == pages


def test_the_feed_has_the_entries_of_the_page(files: dict[str, bytes]) -> None:
    names = {"a": "http://www.w3.org/2005/Atom"}
    feed = parsed(files["feed.xml"])
    page, anchors = files["changes/index.html"].decode(), links_of(files["changes/index.html"].decode())[1]
    entries = feed.findall("a:entry", names)
    assert entries
    for entry in entries:
        assert entry.findtext("a:summary", "", names) in page
        address = entry.find("a:link", names).get("href", "")  # type: ignore[union-attr]
        assert address.startswith(f"{BASE}changes/index.html#")
        assert address.partition("#")[2] in anchors
        assert entry.findtext("a:updated", "", names) <= feed.findtext("a:updated", "", names)
    identities = [element.text for element in feed.iter(f"{{{names['a']}}}id")]
    assert len(identities) == len(set(identities)) == len(entries) + 1


def test_entries_out_of_order_are_refused() -> None:
    old, new = (ChangeEntry(name, date(2026, 1, day), "A title", "A text.") for name, day in (("old", 1), ("new", 2)))
    ChangesText("Title", "Lead", "Feed", (new, old))
    for wrong in ((old, new), (), (new, new)):
        with pytest.raises(ValueError, match="entries"):
            ChangesText("Title", "Lead", "Feed", wrong)


def test_marked_words_are_set_in_italics_and_all_else_is_escaped() -> None:
    assert to_html("a *ga:bran<* & *b*") == 'a <i lang="ga">bran&lt;</i> &amp; <i>b</i>'


@pytest.mark.parametrize(("century", "age"), [(0, ""), (1, "old"), (15, "old"), (16, "early"), (19, "early")])
def test_ages_go_by_centuries(century: int, age: str) -> None:
    assert age_of(century) == age
    assert age_of(20) == age_of(21) == AGES[-1]


def test_more_pieces_and_rules_are_harder(catalog: Catalog) -> None:
    levels = {name: level_of(read_book(catalog, name, None)) for name in ("brandub", "tablut", "hnefatafl")}
    assert list(levels.values()) == list(LEVELS)


def test_the_gallery_has_a_choice_for_every_game_and_hides_the_others(catalog: Catalog) -> None:
    site = Site(catalog, catalog.game_names(), kits="none")
    page = next(home.pages(site, "en"))
    anchors = links_of(page_html(site, page))[1]
    styles = next(made.content for made in home.files(site) if made.path == SIEVE).decode()
    for name in ("board-7", "board-19", "age-old", "age-modern", "level-light", "level-full"):
        assert name in anchors
        group, _, value = name.partition("-")
        assert f'main:has(#{name}:checked) .game:not([data-{group}="{value}"])' in styles
    # no game on the largest board is easy, and Brandub's is both small and old
    assert "main:has(#board-19:checked):has(#level-light:checked) .none" in styles
    assert "main:has(#board-7:checked):has(#age-old:checked) .none" not in styles


SIEVE = "assets/gallery.css"


def test_a_century_that_no_game_is_of_is_refused(tmp_path: Path) -> None:
    text = (Catalog().templates / "games" / "magpie" / "layout.toml").read_text(encoding="utf-8")
    layout = text.replace("century = 20", "century = 22").replace("rulesets = [", "#")
    assert layout != text
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "layout.toml").write_text(layout, encoding="utf-8")
    with pytest.raises(TaflkitError, match="century: must be 1 to 21"):
        Catalog().game(str(tmp_path / "mine"))


@pytest.fixture(scope="module")
def spoken(catalog: Catalog) -> dict[str, str]:
    """The pages of two games, of which one alone has words in Danish, in two languages."""
    site = Site(catalog, ("brandub", "magpie"), ("en", "da"), kits="none")
    return {place_of(site, page): page_html(site, page) for page in every_page(site)}


@pytest.mark.whole
def test_a_page_in_two_languages_leads_from_one_to_the_other(spoken: dict[str, str]) -> None:
    page = spoken["da/games/brandub/walker/index.html"]
    assert '<html lang="da">' in page
    assert 'hreflang="en" href="../../../../games/brandub/walker/index.html"' in page
    other = spoken["games/brandub/walker/index.html"]
    assert 'hreflang="da" href="../../../da/games/brandub/walker/index.html"' in other
    assert 'href="../../../../assets/site.css"' in page
    assert ">English</a>" in page
    # the offer is in the language that it is of
    assert 'data-offer="This page in English" data-close="Not now">English</a>' in page


def test_a_game_has_pages_in_its_languages_alone_and_the_gallery_leads_to_them(spoken: dict[str, str]) -> None:
    assert "games/magpie/suckling/index.html" in spoken
    assert "da/games/magpie/suckling/index.html" not in spoken
    assert "hreflang" not in spoken["games/magpie/suckling/index.html"]
    gallery = spoken["da/index.html"]
    assert '<li class="game panel" lang="en"' in gallery
    assert 'href="../games/magpie/index.html" hreflang="en"' in gallery
    assert 'src="../games/magpie/cover.webp"' in gallery
    assert 'href="games/brandub/index.html"' in gallery
    assert 'lang="da">Kun på dette sprog: English</p>' in gallery
    assert "Kun på" not in spoken["index.html"]


def test_no_page_in_another_language_has_words_of_the_english_one(catalog: Catalog, spoken: dict[str, str]) -> None:
    site = Site(catalog, ("brandub",), ("en", "da"), kits="none")
    for name in ("every", "maker", "own", "diagram", "rules", "licences", "helps"):
        texts = {code: [*Layers(read_words(site, code, name), {}, "", "").texts()] for code in site.languages}
        english = {text for key, text in texts["en"] if is_text(name, key, text)}
        danish = {text for _, text in texts["da"]}
        same = {text for text in english & danish if len(re.findall(r"[a-z]{3,}", re.sub(r"{.*?}", "", text))) > 2}
        assert same <= {"python3 -m http.server"}, (name, same)
    assert "ikke læst" in spoken["da/index.html"] or "endnu ikke" in spoken["da/index.html"]


def test_the_kit_maker_offers_each_game_in_its_languages(catalog: Catalog) -> None:
    site = Site(catalog, ("brandub", "magpie"), ("en", "da"), kits="none", runtime=Path("runtime"))
    page = next(kits.pages(site, "da"))
    told = json.loads(page.values["data"])
    assert told["games"]["brandub"]["languages"] == ["en", "da"]
    assert told["games"]["magpie"]["languages"] == ["en"]
    assert told["language_names"] == {"en": "English", "da": "Dansk"}
    assert told["games"]["brandub"]["rulesets"][0]["title"] == "Damian Walkers regler"


@pytest.mark.parametrize("language", ["da", "de", "fr", "ga"])
def test_the_site_has_all_its_words_with_the_same_names_in_every_language(catalog: Catalog, language: str) -> None:
    for name, table in translated_words(catalog, language):
        assert not table.lacking, name
        there = dict(table.layers.texts())
        assert there == dict(Layers(site_words(catalog, language, name), {}, "", "").texts())
        for key, text in table.texts.items():
            assert not name_differences(text.english, there[key]), (name, key)
