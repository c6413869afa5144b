"""Translations: English tables with the texts of another language put in, and what is lacking of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from support.shipped import catalog
from support.translated import changed, marked, write_language
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.languages import checked_languages, table_in, translations_of
from taflkit.catalog.sources import Layers, Source
from taflkit.catalog.translation import DRAFT_SIGN, digest, is_text, read_translated
from taflkit.errors import ManyProblems, TaflkitError, TemplateError, UnknownName, Unspoken
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.words.texts import names_of

TITLE = '[translated."title"]\nen = "{digest}"\ntext = "Rabenspiel"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_language(tmp_path / "ours")


def lines(read: Callable[[], object]) -> list[str]:
    with pytest.raises(TaflkitError) as raised:
        read()
    error = raised.value
    return [str(each) for each in (error.problems if isinstance(error, ManyProblems) else (error,))]


def table(*texts: tuple[str, str, str]) -> str:
    """A file of translations: key, English and text of each."""
    return "".join(f'[translated."{key}"]\nen = "{digest(en)}"\ntext = "{text}"\n' for key, en, text in texts)


def sources(tmp_path: Path, *files: tuple[str, str]) -> tuple[Source, ...]:
    """Sources in folders "own" and "all", the game's own first, with files of texts."""
    for name, text in files:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tuple(Source(tmp_path / name) for name in ("own", "all"))


def figures(tmp_path: Path, english: str, *files: tuple[str, str]) -> Layers:
    there = sources(tmp_path, ("all/text/en/figures.toml", english), *files)
    return read_translated(there, "de", "figures").layers


def test_a_digest_is_of_the_english_in_utf_8() -> None:
    assert digest("Brandub") == "de209da3"
    assert digest("Damian Walker’s rules") == "f2b6e0a7"


@pytest.mark.parametrize(
    ("table", "key", "text", "there"),
    [
        ("rules", "sentence[3].text", "The king.", True),
        ("rules", "sentence[3].cases.two two", "The king.", True),
        ("rules", "sentence[3].rule", "board", False),
        ("rules", "sentence[3].needs[0]", "corners", False),
        ("cards", "sentence[0].rule", "Move", True),
        ("cards", "sentence[0].card", "both", False),
        ("cards", "attackers.figures[2]", "capture", False),
        ("booklet", "leave_out[0]", "history", False),
        ("booklet", "figure.one", "figure", False),
        ("booklet", "figure_label", "Figure", True),
        ("booklet", "rules.mark", "°", False),
        ("instructions", "title", "{Game}", False),
        ("instructions", "title", "{Game} 7 {{}}", False),
        ("instructions", "step[2].picture", "sheets", False),
        ("instructions", "step[2].text[0].fact", "kit", False),
        ("instructions", "sections", "board section", True),
        ("figures", "capture", "", False),
    ],
)
def test_structure_and_texts_without_letters_are_not_translated(table: str, key: str, text: str, there: bool) -> None:
    assert is_text(table, key, text) is there


def test_a_translation_holds_for_every_text_with_its_words(tmp_path: Path) -> None:
    there = figures(
        tmp_path,
        'a = "King."\nb = "King."\nc = "King."\nd = "7"\n',
        ("all/text/de/figures.toml", table(("a", "King.", "König."), ("c", "King.", "Der König."))),
    )
    assert there.table == {"a": "König.", "b": "König.", "c": "Der König.", "d": "7"}
    file = f"{tmp_path}/all/text/de/figures.toml"
    assert there.place_of("b") == (file, 'translated."a"')
    assert there.place_of("c") == (file, 'translated."c"')
    assert there.place_of("d") == (f"{tmp_path}/all/text/en/figures.toml", "d")


def test_the_games_own_words_and_translations_stand_over_the_shared_ones(tmp_path: Path) -> None:
    there = figures(
        tmp_path,
        'a = "King."\nb = "Men."\nc = "Two."\n',
        ("own/text/en/figures.toml", 'a = "Chief."\n'),
        ("all/text/de/figures.toml", table(("a", "King.", "König."), ("b", "Men.", "Leute."), ("c", "Two.", "Zwei."))),
        ("own/text/de/figures.toml", 'c = "Beide."\n' + table(("a", "Chief.", "Anführer."), ("x", "Men.", "Mannen."))),
    )
    # of two with the same words the one under the very key goes first
    assert there.table == {"a": "Anführer.", "b": "Leute.", "c": "Beide."}
    assert there.place_of("c") == (f"{tmp_path}/own/text/de/figures.toml", "c")


def test_what_is_missing_and_what_is_stale(tmp_path: Path) -> None:
    there = sources(
        tmp_path,
        ("all/text/en/figures.toml", 'a = "King."\nb = "Men."\nc = "Two."\nd = "Five."\n'),
        ("own/text/en/figures.toml", 'd = "Six."\n'),
        (
            "all/text/de/figures.toml",
            table(("a", "Old king.", "König."), ("b", "Men.", ""), ("d", "Five.", "Fünf."), ("z", "None.", "Keins.")),
        ),
        ("own/text/de/figures.toml", ""),
    )
    found = read_translated(there, "de", "figures")
    shared, own = (f"{tmp_path}/{name}/text/de/figures.toml" for name in ("all", "own"))
    # "d" of the shared file is of words that the game's own stand over: not stale
    assert [(each.file, each.key, each.state) for each in found.lacking] == [
        (shared, "a", "stale"),
        (shared, "b", "missing"),
        (shared, "c", "missing"),
        (own, "d", "missing"),
    ]
    assert found.counts == {shared: 3, own: 1}
    assert found.layers.table["b"] == f"{DRAFT_SIGN}Men."
    assert str(found.lacking[0]) == f'{shared}: translated."a": is stale; its English is other now: King.'


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("translated = 7", "translated: must be a table"),
        ('[translated."a"]\nen = 7', 'translated."a".en: must be a text'),
        ('[translated."a"]\ntext = "x"', 'translated."a".en: is missing'),
        ('[translated."a"]\nen = "x"\ntxt = "x"', 'translated."a".txt: unknown key; did you mean text?'),
        ("translated.a = 7", 'translated."a": must be a table'),
    ],
)
def test_a_table_that_is_no_translation_is_named(tmp_path: Path, file: str, said: str) -> None:
    read = lines(lambda: figures(tmp_path, 'a = "King."', ("all/text/de/figures.toml", file)))
    assert read[0].startswith(f"{tmp_path}/all/text/de/figures.toml: {said}")


def test_a_translated_game_speaks_its_language(folder: Path) -> None:
    known = Catalog()
    game = known.game(str(folder))
    shipped = catalog().game("brandub").languages
    assert (game.languages, checked_languages(game)) == ((*shipped, "xx"), ("en", "xx"))
    english, book = (read_book(known, str(folder), "masters", ("check",), code) for code in ("en", "xx"))
    assert (english.title, book.title, book.game.title) == ("Brandub", "xbudnarB", "xbudnarB")
    assert book.ruleset.title == marked(english.ruleset.title)
    assert book.names["source"] == marked(english.names["source"])
    assert [each.title for each in book.variations] == [marked(each.title) for each in english.variations]
    assert book.ruleset.name == "masters+check"
    assert book.ruleset.rules == english.ruleset.rules
    for mine, theirs in zip(book.rules, english.rules, strict=True):
        for spoken, said in zip(mine.sentences, theirs.sentences, strict=True):
            assert spoken.origin == said.origin._replace(
                reason=marked(said.origin.reason), where=marked(said.origin.where)
            )
            assert spoken.proofs == said.proofs
    assert game.speaking("xx") is game.speaking("xx").speaking("xx")
    assert game.speaking("xx").speaking("en") is game
    assert game.speaking("xx").booklet().special == game.booklet("xx").special == marked(game.booklet().special)


def test_a_board_with_a_name_of_its_own_is_called_so_in_the_language(tmp_path: Path) -> None:
    known, folder = Catalog(), write_language(tmp_path / "ours", "parlett")
    assert "xx" in known.game(str(folder)).languages
    for name in known.game("parlett").ruleset_names:
        english, book = (read_book(known, str(folder), name, (), code) for code in ("en", "xx"))
        assert book.title == marked(english.title)


def test_a_kit_has_the_titles_of_its_language(folder: Path) -> None:
    document = build_kit(Catalog(), KitSpec(str(folder), parts=("instructions",), language="xx")).documents[""]
    assert (document.title, document.language) == ("xbudnarB, xnaimaD xreklaW’xs xselur", "xx")
    assert document.source == marked(catalog().game("brandub").ruleset("walker").source)


def test_a_language_that_lacks_words_is_refused_but_for_a_draft(folder: Path) -> None:
    words = folder / "text" / "xx"
    changed(words / "game.toml", digest("Brandub"), digest("Brandubh"))
    changed(words / "sheet.toml", "text =", "en2 =")
    changed(words / "sheet.toml", "en2 =", "text = ''  #")
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert said.startswith("ours does not speak 'xx' as a whole: ")
    assert 'text/xx/game.toml: translated."title": is stale; its English is other now: Brandub' in said
    assert said.endswith("; one more is missing or stale")
    book = read_book(Catalog(), str(folder), None, (), "xx", draft=True)
    assert book.title == f"{DRAFT_SIGN}Brandub"
    assert book.texts.sheet.line.startswith(f"{DRAFT_SIGN}{{Game}}, ")
    assert book.texts.sheet.ruler.startswith("xA xreluR"[:3])
    (words / "cards.toml").unlink()
    assert "xx" not in Catalog().game(str(folder)).languages
    assert "xx" in Catalog().game(str(folder)).drafted
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert said.endswith("/text/xx/cards.toml is missing")
    assert read_book(Catalog(), str(folder), None, (), "xx", draft=True)
    (words / "words.toml").unlink()
    with pytest.raises(Unspoken, match=r"/text/xx/words.toml is missing") as raised:
        read_book(Catalog(), str(folder), None, (), "xx", draft=True)
    assert not raised.value.drafted
    with pytest.raises(UnknownName):
        read_book(Catalog(), str(folder), None, (), "yy", draft=True)


def test_a_text_that_cannot_be_filled_in_is_named_with_its_translation(folder: Path) -> None:
    changed(folder / "text" / "xx" / "rules.toml", "{size} xselif", "{sise} xselif")
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert re.search(r'text/xx/rules.toml: translated."sentence\[0\].text": character \d+: there is no \{sise\}', said)


def test_a_text_that_cannot_be_printed_is_named_with_its_translation(folder: Path) -> None:
    changed(folder / "text" / "xx" / "booklet.toml", 'text = "xeht', 'text = "\\u0007xeht')
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert "/text/xx/booklet.toml: translated." in said
    changed(folder / "text" / "xx" / "booklet.toml", "\\u0007", "")
    changed(folder / "text" / "xx" / "game.toml", '"xbudnarB"', '"x漢budnarB"')
    with pytest.raises(TemplateError, match=r'/text/xx/game.toml: translated."title"'):
        build_kit(Catalog(), KitSpec(str(folder), language="xx"))


def test_a_text_that_is_too_long_is_named_with_its_translation(folder: Path) -> None:
    changed(folder / "text" / "xx" / "sheet.toml", 'text = "x', f'text = "{"xwort " * 80}x')
    with pytest.raises(TemplateError, match=r'/text/xx/sheet.toml: translated."'):
        build_kit(Catalog(), KitSpec(str(folder), language="xx"))


def test_words_first_written_in_a_language_stand_over_translations(folder: Path) -> None:
    file = folder / "text" / "xx" / "booklet.toml"
    file.write_text('subtitle = "Unser Spiel"\n' + file.read_text(encoding="utf-8"), encoding="utf-8")
    book = read_book(Catalog(), str(folder), None, (), "xx")
    assert book.texts.booklet.subtitle == "Unser Spiel"


def test_a_game_in_one_file_stays_as_it_is_in_every_language(tmp_path: Path, folder: Path) -> None:
    """Its words have no language: whoever asks for one says which it is."""
    one = tmp_path / "mine.toml"
    one.write_text('[layout]\nbase = "brandub"\ntitle = "Meins"\n[text.booklet]\nsubtitle = "Ein Spiel"\n', "utf-8")
    game = Catalog().game(str(one))
    assert (game.languages, checked_languages(game)) == (catalog().game("brandub").languages, ("en",))
    assert game.texts("de").booklet.subtitle == "Ein Spiel"
    with pytest.raises(UnknownName):
        game.texts("xx")
    shared = translations_of(game, "xx")
    assert "title" not in [each.key for each in shared["game"].lacking]
    assert "subtitle" not in [each.key for each in shared["booklet"].lacking]
    assert table_in(game.sources, "xx", "booklet").table["subtitle"] == "Ein Spiel"
    assert Catalog().game(str(folder)).speaking("xx").ruleset(None).plain == game.ruleset(None).plain


def test_names_of_a_translation_are_looked_up_by_the_key_of_the_english() -> None:
    assert names_of("sheet", "section") == ("letter",)
    english = catalog().game("brandub")
    assert structs.replace(english.spoken, draft=True).language == "en"
