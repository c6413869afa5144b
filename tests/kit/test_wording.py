"""Kits of games with texts that nobody foresaw: set within the page and the part, or refused with file and key."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from support.games import cross_picture, write_game
from support.pdf_content import Page, ShownText, read_pages
from support.sampling import sampled
from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import placed_texts, read_book
from taflkit.drawing.characters import UnfitText, plain
from taflkit.errors import DoesNotFit, TaflkitError, TemplateError
from taflkit.kit.build import Kit, build_kit, paged
from taflkit.kit.checks import check_game
from taflkit.kit.options import READER, KitSpec
from taflkit.render.pdf import to_pdf
from taflkit.typesetting.lines import title_text

LONG = "The Siege of the High King at Tara’s Hill, as it was played of old by us"
LONGEST = f"{LONG} and by our fathers and by theirs"
RULES = "The house rules of the old club in the town by the sea, as amended in the year when the harbour froze over"
SHORT_OF_BORDER = 15.5
"""How far the words of a cover are from the page's edges, in mm."""


def quoted(text: str) -> str:
    """A text as TOML has it."""
    escaped = "".join(char if char.isprintable() and char not in '"\\' else f"\\U{ord(char):08x}" for char in text)
    return f'"{escaped}"'


def game(folder: Path, title: str, ruleset: str = "House", source: str = "", words: str = "") -> str:
    named = f"title = {quoted(ruleset)}\n" if ruleset else ""
    tables = f'[rulesets.house]\n{named}source = {quoted(source)}\nbase = "walker"\n{words}'
    file = write_game(folder, cross_picture(7, 2), "@title@", tables)
    file.write_text(file.read_text(encoding="utf-8").replace('"@title@"', quoted(title)), encoding="utf-8")
    return str(file)


def build(where: str, theme: str = "plain", **choices: object) -> tuple[Kit, dict[str, list[Page]]]:
    """The kit and what its documents paint, after qpdf's library has read them."""
    kit = build_kit(catalog(), KitSpec(game=where, theme=theme, **choices))  # type: ignore[arg-type]
    pages = {}
    for name, document in kit.documents.items():
        pdf = to_pdf(document, kit.paints, store=catalog().store)
        with pikepdf.open(BytesIO(pdf)) as file:
            assert file.check_pdf_syntax() == []
            title = f"{title_text(document.title)}"
            assert str(file.docinfo["/Title"]) == title
            with file.open_metadata(update_docinfo=False) as xmp:
                assert xmp["dc:title"] == title
                if document.source:
                    assert xmp["dc:source"] == plain(document.source)
        pages[name] = read_pages(pdf)
    return kit, pages


def reach(text: ShownText) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a level line of text, with its ascenders and descenders, in mm."""
    (left, low), (right, _) = text.start, text.end
    return left, low - 0.75 * text.size, right, low + 0.3 * text.size


def assert_on_paper(pages: list[Page]) -> None:
    """All letters are inside the edge that printers leave white."""
    for page in pages:
        for text in page.texts:
            for x, y in (text.start, text.end):
                assert 4.0 <= x <= page.width - 4.0, text
                assert 4.0 <= y <= page.height - 4.0, text


def assert_cover(page: Page) -> None:
    """The lines of a cover stand under one another within its ground."""
    lines = sorted(map(reach, page.texts), key=lambda line: line[1])
    for left, _, right, low in lines:
        assert SHORT_OF_BORDER <= left < right <= page.width - SHORT_OF_BORDER
        assert low <= page.height - SHORT_OF_BORDER
    title = [text for text in page.texts if text.size == max(text.size for text in page.texts)]
    others = [text for text in page.texts if text not in title]
    assert max(reach(text)[3] for text in title) - 0.1 * title[0].size < min(reach(text)[1] for text in others)


TITLES = {
    "a line of two": (LONG, RULES),
    "foreign": ("Șapte ſ Ǫ “Åse’s” ½ & <b>", "İ ẞ Ḟ \u202f* ** E\u0301"),
    "a letter": ("I", "1"),
    "a few": ("The High King’s Siege", "Rules (of the) \\club\\"),
    "wide letters": ("WWW MMM WWW MMM", "WWW " * 20),
    "soft hyphens": ("\u00adBran\u00ad\u00addub \u00ad", "of\u00ad old"),
    "marks": ("The *Great* Game", "*Great* *rules*"),
    "braces and percent": ("100 % of $ # & ~", "a/b\\c"),
}


@pytest.mark.parametrize("name", sampled(list(TITLES), 1))
@pytest.mark.parametrize("theme", sampled(["manuscript", "plain", "ballinderry"], 1))
def test_titles_stay_in_their_places(name: str, theme: str, tmp_path: Path) -> None:
    title, ruleset = TITLES[name]
    where = game(tmp_path, title, ruleset, "A source of 1932 " * 50)
    kit, pages = build(where, theme, box="parts", parts=("instructions", "board", "counters", "cards", READER))
    assert len(pages) == 2
    for found in pages.values():
        assert_on_paper(found)
    assert_cover(pages[READER][0])
    (page,) = pages[""][kit.pages.of("box")[0].number - 1 :]
    front = [text for text in page.texts if text.end[1] < 200 and text.size > 1.5 and text.start[1] == text.end[1]]
    assert front
    assert all(text.length < 0.8 * (63 + 8) for text in front)


@pytest.mark.parametrize("pages", sampled([4, 8, 12], 1))
@pytest.mark.parametrize("paper", sampled(["letter", "a4"], 1))
def test_a_long_title_fits_booklets_of_every_size(pages: int, paper: str, tmp_path: Path) -> None:
    where = game(tmp_path, "The Siege of the High King at Tara’s Hill", RULES)
    _, found = build(where, pages=pages, paper=paper, parts=(READER,))
    assert len(found[READER]) == pages
    assert_on_paper(found[READER])
    assert_cover(found[READER][0])


@pytest.mark.parametrize(
    ("title", "why"),
    [
        (
            LONGEST,
            "by our fathers and by theirs' on the cover does not fit: it needs 120 mm on each of 2 lines at 14 pt",
        ),
        ("W" * 26, "WWWWWWWWWWWWWWWWWWWW' is wider than its column of 78 mm"),
        ("x" * 120, "layout: title: 'xxxxx"),
    ],
)
def test_a_title_that_fits_nowhere_is_refused_with_its_room(title: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(TaflkitError) as caught:
        build_kit(catalog(), KitSpec(game=game(tmp_path, title)))
    assert why in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.whole
def test_check_refuses_it_too(tmp_path: Path) -> None:
    lines = list(check_game(catalog(), game(tmp_path, LONGEST)))
    assert any("on the cover does not fit: it needs" in line for line in lines)


WORDS = {
    "layout: title": ("{0}", "", ""),
    "rulesets.house: title": ("Tafl", "{0}", ""),
    "rulesets.house: source": ("Tafl", "", "[text.booklet]\n"),
    "text.booklet: history.paragraphs[1]": ("Tafl", "", "[text.booklet]\nhistory = {{ paragraphs = ['a', {0}] }}\n"),
    "text.booklet: subtitle": ("Tafl", "", "[text.booklet]\nsubtitle = {0}\n"),
    "text.booklet: special": ("Tafl", "", "[text.booklet]\nspecial = {0}\n"),
    "text.figures: throne": ("Tafl", "", "[text.figures]\nthrone = {0}\n"),
    "text.cards: attackers.title": ("Tafl", "", "[text.cards]\nattackers = {{ title = {0} }}\n"),
    "text.instructions: intro[0].text": ("Tafl", "", "[text.instructions]\nintro = [{{ text = {0} }}]\n"),
}


def with_word(folder: Path, key: str, text: str) -> str:
    """A game with a text under a key."""
    title, ruleset, words = WORDS[key]
    source = text if key.endswith("source") else ""
    return game(folder, title.format(text), ruleset.format(text), source, words.format(quoted(text)) if words else "")


@pytest.mark.parametrize("key", list(WORDS))
def test_a_character_that_no_text_may_have_is_refused_with_file_and_key(key: str, tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"mygame\.toml: .*: U\+2028 LINE SEPARATOR cannot be printed"):
        read_book(Catalog(), with_word(tmp_path, key, "a\u2028b"), None)
    with pytest.raises(TemplateError) as caught:
        build_kit(catalog(), KitSpec(game=with_word(tmp_path, key, "the ki\u202eng"), parts=("counters",)))
    assert str(caught.value).endswith(
        f"mygame.toml: {key}: U+202E RIGHT-TO-LEFT OVERRIDE cannot be printed, in 'ki\\u202eng'; take it out"
    )


@pytest.mark.parametrize("key", [key for key in WORDS if "special" not in key and "figures" not in key])
@pytest.mark.parametrize(("text", "char"), [("a א b", "א (U+05D0 HEBREW"), ("a ab😀 b", "😀 (U+1F600 GRINNING")])
def test_a_letter_that_the_fonts_lack_is_refused_with_file_and_key(
    key: str, text: str, char: str, tmp_path: Path
) -> None:
    with pytest.raises(TemplateError) as caught:
        build_kit(catalog(), KitSpec(game=with_word(tmp_path, key, text)))
    letter, code = char.split(" ", 1)
    assert f"mygame.toml: {key}: the font 'text' has no letter '{letter}' {code}" in str(caught.value)


@pytest.mark.parametrize("key", ["rulesets.house: source", "text.booklet: history.paragraphs[1]"])
def test_a_word_that_is_wider_than_the_page_is_refused_with_file_and_key(key: str, tmp_path: Path) -> None:
    with pytest.raises(TemplateError) as caught:
        build_kit(catalog(), KitSpec(game=with_word(tmp_path, key, "see " + "x" * 200)))
    assert f"mygame.toml: {key}: '{'x' * 29}…x" in str(caught.value)
    assert "is wider than its column of 78 mm; " in str(caught.value)


@pytest.mark.parametrize("key", ["layout: title", "rulesets.house: title", "text.cards: attackers.title"])
@pytest.mark.parametrize("text", ["  ", "\u00ad", "\u00a0\u00ad "])
def test_a_title_without_letters_is_refused_with_file_and_key(key: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(TaflkitError) as caught:
        build_kit(catalog(), KitSpec(game=with_word(tmp_path, key, text), parts=("cards",)))
    assert "empty; write a title" in str(caught.value)
    assert key in str(caught.value)


@pytest.mark.parametrize("letters", [100_000, 500_000])
def test_a_history_of_many_pages_is_refused_at_once(letters: int, tmp_path: Path) -> None:
    paragraph = quoted("Many words. " * 800)
    words = f"[text.booklet]\nhistory.paragraphs = [{', '.join([paragraph] * (letters // 9600))}]\n"
    with pytest.raises(DoesNotFit, match=r"the booklet does not fit: it needs .* pages; there is 16 at most"):
        build_kit(catalog(), KitSpec(game=game(tmp_path, "Tafl", words=words)))


TOO_LONG = {
    "layout: title: the title 'The Siege": (READER, f"{LONG} {LONG[:40]}", ""),
    "text.cards: attackers.title: the title": ("cards", "Tafl", f"[text.cards]\nattackers.title = '{'long ' * 20}'\n"),
    "text.booklet: subtitle: 'word": (READER, "Tafl", f"[text.booklet]\nsubtitle = '{'word ' * 60}'\n"),
    "text.sheet: page_of_pages: the line": ("board", "Tafl", f"[text.sheet]\npage_of_pages = '{'word ' * 90}'\n"),
    "text.instructions: the text of the instructions": (
        "instructions",
        "Tafl",
        f"[text.instructions]\nintro = [{{text = '{'word ' * 1900}'}}]\n",
    ),
}


@pytest.mark.parametrize("where", list(TOO_LONG))
def test_a_text_that_does_not_fit_is_refused_with_file_and_key(where: str, tmp_path: Path) -> None:
    part, title, words = TOO_LONG[where]
    with pytest.raises(DoesNotFit) as caught:
        build_kit(catalog(), KitSpec(game=game(tmp_path, title, words=words), parts=(part,)))
    assert isinstance(caught.value, TemplateError)
    assert f"mygame.toml: {where}" in str(caught.value)
    assert "shorten it" in str(caught.value)


def test_words_that_are_not_the_games_own_are_not_blamed(tmp_path: Path) -> None:
    book = read_book(catalog(), game(tmp_path, "Tafl"), None)
    with pytest.raises(DoesNotFit) as caught, placed_texts(book.game, "en", book.ruleset):
        raise DoesNotFit("the text of the card 'x'", "70 mm", "69 mm", table="cards")
    assert not isinstance(caught.value, TemplateError)
    assert str(caught.value).endswith("69 mm; a game may have words of its own in [text.cards]")


def test_a_wide_word_is_found_without_the_short_one_that_it_is_tied_to(tmp_path: Path) -> None:
    words = f"[text.booklet]\nspecial = 'a {'W' * 90}, and more'\n"
    book = read_book(catalog(), game(tmp_path, "Tafl", words=words), None)
    with pytest.raises(TemplateError) as caught, placed_texts(book.game, "en", book.ruleset):
        raise UnfitText("is wide", f"b\u00a0{'W' * 90},")
    assert str(caught.value).endswith("mygame.toml: text.booklet: special: is wide")


@pytest.mark.parametrize(
    ("part", "words", "where"),
    [
        (
            "cards",
            "[text.cards]\nsentence = [{rule = 'moving', flags = ['soldier_move'], cases = {far = 'b'}}]\n",
            "text.cards: sentence[0].cases: the sentence on soldier_move has no case for 'line'",
        ),
        (
            "instructions",
            "[text.instructions]\nintro = [{fact = 'join', cases = {}}]\n",
            "text.instructions: intro[0].cases: a sentence of the instructions has no case 'whole' for join",
        ),
    ],
)
def test_a_sentence_that_lacks_a_case_is_refused_with_file_and_key(
    part: str, words: str, where: str, tmp_path: Path
) -> None:
    with pytest.raises(TemplateError) as caught:
        build_kit(catalog(), KitSpec(game=game(tmp_path, "Tafl", words=words), parts=(part,)))
    assert str(caught.value).endswith(f"mygame.toml: {where}")


def test_the_least_pages_of_a_booklet_name_a_text_that_cannot_be_filled_in(tmp_path: Path) -> None:
    where = game(tmp_path, "Tafl", source="A book", words="[text.booklet.credits]\nsource = '{x}'\nparagraphs = []\n")
    book = read_book(catalog(), where, None)
    with pytest.raises(TemplateError, match=r"text\.booklet: credits\.source: character 1: there is no \{x\}"):
        paged(catalog(), book, KitSpec(game=where))


@pytest.mark.parametrize("heading", ["", "\u00ad"])
def test_an_empty_heading_of_a_card_is_named_with_file_and_key(tmp_path: Path, heading: str) -> None:
    titles = {name: group.title for name, group in catalog().game("brandub").texts().groups.items()}
    groups = catalog().game("brandub").texts().groups
    table = "".join(
        f"[text.rules.groups.{name}]\ntitle = {quoted(title)}\nrules = {[*groups[name].rules]}\n"
        for name, title in (titles | {"moving": heading}).items()
    )
    where = str(write_game(tmp_path, cross_picture(7, 1), extra=table))
    with pytest.raises(TemplateError) as caught:
        build_kit(catalog(), KitSpec(game=where, theme="plain", parts=("cards",)))
    assert "text.rules: groups.moving.title: a heading of the cards (" in str(caught.value)
    assert str(caught.value).startswith(where)
