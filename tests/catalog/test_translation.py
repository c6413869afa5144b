"""Translations: English tables with the texts of another language put in, and what is lacking of them."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner
from msgspec import structs

from support.shipped import catalog
from support.translated import changed, is_text, marked, write_language, write_po
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.languages import LanguageFiles
from taflkit.catalog.sources import Source
from taflkit.catalog.translation import DRAFT_SIGN, Translated, name_differences, parse_po, percent
from taflkit.cli import main
from taflkit.errors import ManyProblems, TaflkitError, TemplateError, UnknownName, UntranslatedTexts
from taflkit.kit.build import build_kit
from taflkit.kit.checks import check_game
from taflkit.kit.options import KitSpec
from taflkit.limits import LINES
from taflkit.words.texts import names_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_language(tmp_path / "ours")


def lines(read: Callable[[], object]) -> list[str]:
    with pytest.raises(TaflkitError) as raised:
        read()
    error = raised.value
    return [str(each) for each in (error.problems if isinstance(error, ManyProblems) else (error,))]


Texts = tuple[tuple[str, str, str], ...]


def figures(tmp_path: Path, english: str, mine: str | None = None, **files: Texts) -> Translated:
    """Translate the captions of all games, and a game's own in the folder "own", into German.

    Args:
        tmp_path: where the folders are written.
        english: the captions of all games.
        mine: those of the game.
        files: of the folder "all" or "own" by the name of the .po file.
    """
    for name, text in (("all", english), ("own", mine)):
        file = tmp_path / name / "text" / "en" / "figures.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is not None:
            file.write_text(text, encoding="utf-8")
    for name, texts in files.items():
        folder = "own" if name == "own" else "all"
        write_po(tmp_path / folder / "languages" / "de" / f"{name}.po", *texts)
    there = LanguageFiles(tuple(Source(tmp_path / name) for name in ("own", "all")))
    return there.tables(there.read("de"), ("figures",))["figures"]


@pytest.mark.parametrize(
    ("table", "key", "text", "there"),
    [
        ("rules", "sentence[3].text", "The king.", True),
        ("rules", "sentence[3].cases.two two", "The king.", True),
        ("rules", "sentence[3].rule", "board", False),
        ("rules", "sentence[3].needs[0]", "corners", False),
        ("cards", "sentence[0].rule", "moving", False),
        ("rules", "groups.aim.title", "The aim", True),
        ("rules", "groups.aim.rules[0]", "winning", False),
        ("rules", "sentence[3].point", "unwinnable", False),
        ("cards", "sentence[0].card", "both", False),
        ("cards", "attackers.figures[2]", "capture", False),
        ("booklet", "leave_out[0]", "history", False),
        ("booklet", "figure.one", "figure", False),
        ("booklet", "untitled", "House rules", True),
        ("booklet", "rules.mark", "°", False),
        ("instructions", "title", "{Game}", False),
        ("instructions", "title", "{Game} 7 {{}}", False),
        ("instructions", "panel[2].picture", "sheets", False),
        ("instructions", "panel[2].text[0].fact", "kit", False),
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
        kit=(("figures.a", "King.", "König."), ("figures.c", "King.", "Der König."), ("rules.b", "King.", "Falsch.")),
    ).layers
    assert there.table == {"a": "König.", "b": "König.", "c": "Der König.", "d": "7"}
    file = f"{tmp_path}/all/languages/de/kit.po"
    assert there.place_of("b") == (file, "line 5, figures.a")
    assert there.place_of("c") == (file, "line 9, figures.c")
    assert there.place_of("d") == (f"{tmp_path}/all/text/en/figures.toml", "d")


def test_the_games_own_words_and_translations_stand_over_the_shared_ones(tmp_path: Path) -> None:
    there = figures(
        tmp_path,
        'a = "King."\nb = "Men."\n',
        'a = "Chief."\n',
        kit=(("figures.a", "King.", "König."), ("figures.b", "Men.", "Leute.")),
        own=(("figures.a", "Chief.", "Anführer."), ("figures.x", "Men.", "Mannen.")),
    )
    # of two with the same words the one under the very key goes first
    assert there.layers.table == {"a": "Anführer.", "b": "Leute."}


def test_what_is_missing_and_what_is_stale(tmp_path: Path) -> None:
    found = figures(
        tmp_path,
        'a = "King."\nb = "Men."\nc = "Two."\nd = "Five."\ne = "Old."\n',
        'd = "Six."\n',
        kit=(
            ("figures.a", "Old king.", "König."),
            ("figures.b", "Men.", ""),
            ("figures.d", "Five.", "Fünf."),
            ("figures.e", "Old.", "?Alt."),
            ("figures.z", "None.", "Keins."),
        ),
    )
    shared, own = f"{tmp_path}/all/languages/de/kit.po", f"{tmp_path}/own/languages/de/own.po"
    # "d" of the shared file is of words that the game's own stand over: not stale
    assert [(each.file, each.key, each.state) for each in found.lacking] == [
        (shared, "figures.a", "stale"),
        (shared, "figures.b", "missing"),
        (shared, "figures.c", "missing"),
        (own, "figures.d", "missing"),
        (shared, "figures.e", "stale"),
    ]
    assert Counter(each.file for each in found.needed) == {shared: 4, own: 1}
    assert found.layers.table["b"] == f"{DRAFT_SIGN}Men."
    assert str(found.lacking[0]) == f"{shared}: figures.a: is stale; its English is other now: King."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('msgid "a"\nmsgstr "b"\nmsgstr', "line 3: is not .po: wrong syntax"),
        ('msgid "a"\n\nmsgid "b"\nmsgstr "c"\n"d', "line 3: is not .po: wrong syntax"),
        ('msgid "a" b"', "line 1: is not .po: unescaped double quote found"),
        ('msgid "a"\nmsgstr[x] "b"', "line 2: is not .po: wrong syntax"),
        ('msgid "a"\nmsgstr "b', "line 2: is not .po: a text has no end"),
        ("[translated]", "line 1: is not .po: wrong syntax"),
        ("\n" * (LINES + 1), f"has more than {LINES} lines"),
    ],
)
def test_a_file_that_is_no_po_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(TemplateError) as raised:
        parse_po(text, "kit.po")
    assert str(raised.value) == f"kit.po: {said}"


def test_the_name_of_a_file_is_no_file_of_translations(tmp_path: Path) -> None:
    """The library opens what its text is the path of."""
    write_po(tmp_path / "kit.po", ("a", "b", "c"))
    with pytest.raises(TemplateError):
        parse_po(str(tmp_path / "kit.po"), "it")


def test_a_translated_game_speaks_its_language(folder: Path) -> None:
    known = Catalog()
    game = known.game(str(folder))
    shipped = catalog().game("brandub").languages
    assert (game.languages, game.checked_languages) == ((*shipped, "xx"), ("en", "xx"))
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
    assert game.in_language("xx") is game.in_language("xx").in_language("xx")
    assert game.in_language("xx").in_language("en") is game
    assert game.in_language("xx").booklet().special == game.booklet("xx").special == marked(game.booklet().special)


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


def stale(entry: polib.POEntry) -> None:
    entry.msgid = f"{entry.msgid}, as it was"


def empty(entry: polib.POEntry) -> None:
    entry.msgstr = ""


def replaced(old: str, new: str) -> Callable[[polib.POEntry], None]:
    def change(entry: polib.POEntry) -> None:
        assert old in entry.msgstr
        entry.msgstr = entry.msgstr.replace(old, new, 1)

    return change


def test_a_language_that_lacks_words_is_refused_but_for_a_draft(folder: Path) -> None:
    words = folder / "languages" / "xx"
    changed(words / "brandub.po", "game.title", stale)
    changed(words / "kit.po", "sheet.line", empty)
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert said.startswith("ours does not speak 'xx' as a whole: ")
    assert "languages/xx/brandub.po: game.title: is stale; its English is other now: Brandub" in said
    assert said.endswith("; one more is missing or stale")
    book = read_book(Catalog(), str(folder), None, (), "xx", draft=True)
    assert book.title == f"{DRAFT_SIGN}Brandub"
    assert book.texts.sheet.line.startswith(f"{DRAFT_SIGN}{{Game}}, ")
    assert book.texts.sheet.ruler.startswith("x")
    (words / "kit.po").unlink()
    assert "xx" not in Catalog().game(str(folder)).languages
    assert "xx" in Catalog().game(str(folder)).drafted
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert said.endswith("/languages/xx/kit.po is missing")
    assert read_book(Catalog(), str(folder), None, (), "xx", draft=True)
    (words / "grammar.toml").unlink()
    with pytest.raises(UntranslatedTexts, match=r"/languages/xx/grammar.toml is missing") as raised:
        read_book(Catalog(), str(folder), None, (), "xx", draft=True)
    assert not raised.value.drafted
    with pytest.raises(UnknownName):
        read_book(Catalog(), str(folder), None, (), "yy", draft=True)


def test_a_fuzzy_translation_is_stale(folder: Path) -> None:
    changed(folder / "languages" / "xx" / "kit.po", "sheet.line", lambda entry: entry.flags.append("fuzzy"))
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert "languages/xx/kit.po: sheet.line: is stale" in said


def test_a_noun_that_stands_beside_numbers_is_in_the_grammar(folder: Path) -> None:
    grammar = folder / "languages" / "xx" / "grammar.toml"
    words = grammar.read_text(encoding="utf-8")
    assert 'sheet = { one = "xteehs", other = "xsteehs" }' in words
    grammar.write_text(words.replace('other = "xsteehs"', 'dual = "xsteehs", other = "xs"'), encoding="utf-8")
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert "languages/xx/grammar.toml: nouns.sheet.dual: 'dual' is no form of a noun" in said
    grammar.write_text(re.sub("(?m)^sheet = .*", "shet = { other = 'x' }", words), encoding="utf-8")
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert "languages/xx/grammar.toml: nouns.shet: unknown key; did you mean sheet?" in said
    grammar.write_text(re.sub("(?m)^sheet = .*", "", words), encoding="utf-8")
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert "languages/xx/grammar.toml: nouns.sheet: is missing: sheets" in said


def test_a_variant_that_the_grammar_lacks_is_named_with_the_line_to_add(folder: Path) -> None:
    kit = folder / "languages" / "xx" / "kit.po"
    changed(kit, "rules.sentence[2].text", replaced("{throne}", "{throne_dat}"))
    (said,) = lines(lambda: Catalog().game(str(folder)).in_language("xx").texts() and read_all(folder))
    assert "rules.sentence[2].text: there is no {throne_dat}; " in said
    assert said.endswith("""to have it, add one_dat = "..." to throne in [places] of grammar.toml""")


def read_all(folder: Path) -> None:
    problems = [*Catalog().game(str(folder)).problems()]
    if problems:
        raise problems[0]


def test_a_text_that_cannot_be_filled_in_is_named_with_its_translation(folder: Path) -> None:
    changed(folder / "languages" / "xx" / "kit.po", "rules.sentence[2].text", replaced("{size}", "{sise}"))
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    place = r"languages/xx/kit.po: line \d+, rules.sentence\[2\].text: character \d+: there is no \{sise\}"
    assert re.search(place, said)


def test_a_text_that_cannot_be_printed_is_named_with_its_translation(folder: Path) -> None:
    words = folder / "languages" / "xx"
    changed(words / "brandub.po", "booklet.special", replaced("x", "x\x07"))
    (said,) = lines(lambda: read_book(Catalog(), str(folder), None, (), "xx"))
    assert re.search(r"/languages/xx/brandub.po: line \d+, booklet.special: ", said)
    changed(words / "brandub.po", "booklet.special", replaced("\x07", ""))
    changed(words / "brandub.po", "game.title", replaced("xbudnarB", "x漢budnarB"))
    with pytest.raises(TemplateError, match=r"/languages/xx/brandub.po: line \d+, game.title"):
        build_kit(Catalog(), KitSpec(str(folder), language="xx"))


def test_a_text_that_is_too_long_is_named_with_its_translation(folder: Path) -> None:
    changed(folder / "languages" / "xx" / "kit.po", "sheet.page_of_pages", replaced("x", f"{'xwort ' * 80}x"))
    with pytest.raises(TemplateError, match=r"/languages/xx/kit.po: line \d+, sheet.page_of_pages"):
        build_kit(Catalog(), KitSpec(str(folder), language="xx"))


def test_words_of_other_languages_in_the_folder_of_texts_are_refused(folder: Path) -> None:
    (folder / "text" / "de").mkdir(parents=True)
    (said,) = lines(lambda: Catalog().game(str(folder)))
    assert said.startswith(f"{folder}/text/de: is not read: translations are .po files in languages/de; ")


def test_a_game_in_one_file_stays_as_it_is_in_every_language(tmp_path: Path, folder: Path) -> None:
    """Its words have no language: whoever asks for one says which it is."""
    one = tmp_path / "mine.toml"
    one.write_text('[layout]\nbase = "brandub"\ntitle = "Meins"\n[text.booklet]\nsubtitle = "Ein Spiel"\n', "utf-8")
    game = Catalog().game(str(one))
    assert (game.languages, game.checked_languages) == (catalog().game("brandub").languages, ("en",))
    assert game.texts("de").booklet.subtitle == "Ein Spiel"
    with pytest.raises(UnknownName):
        game.texts("xx")
    shared = game.translations("xx")
    assert "game.title" not in [each.key for each in shared["game"].lacking]
    assert "booklet.subtitle" not in [each.key for each in shared["booklet"].lacking]
    assert shared["booklet"].layers.table["subtitle"] == "Ein Spiel"
    assert Catalog().game(str(folder)).in_language("xx").ruleset(None).plain == game.ruleset(None).plain


def test_names_of_a_translation_are_looked_up_by_the_key_of_the_english() -> None:
    assert names_of("sheet", "section") == ("letter",)
    english = catalog().game("brandub")
    assert structs.replace(english.language, draft=True).code == "en"


# how much of a game there is in a language


@pytest.mark.parametrize(
    ("english", "text", "said"),
    [
        ("The {king}.", "Der {king}.", ""),
        ("The {king}.", "{King_dat} {king_gen}.", ""),
        ("{Game} on {size} {squares}", "{size} {squares_dat} {Game}", ""),
        ("{count} {count_defenders}", "{count_defenders_dat} {count}", ""),
        ("The {king}.", "Der König.", "{king} is missing"),
        ("The {king}.", "{queen} {king}.", "{queen} is not there"),
        ("The {king}.", "{kings}.", "{king} is missing, {kings} is not there"),
        ("{count_defenders}", "{count_dat}", "{count_defenders} is missing, {count_dat} is not there"),
        ("{{x}} {a}", "{a} {{y}}", ""),
    ],
)
def test_names_may_be_variants_of_those_of_the_english(english: str, text: str, said: str) -> None:
    assert name_differences(english, text).rpartition(": ")[2] == said


def test_a_share_is_whole_where_nothing_is_lacking_alone(folder: Path) -> None:
    there = Catalog().game(str(folder)).coverage("xx").needed[:500]
    missing = [structs.replace(each, state="missing") for each in there]
    assert [percent([*there, *missing[:number]]) for number in (0, 1, 500)] == [100, 99, 50]
    assert (percent(missing), percent(())) == (0, 100)


def test_a_whole_language_has_no_problem(folder: Path) -> None:
    found = Catalog().game(str(folder)).coverage("xx")
    assert (found.lacking, percent(found.needed), found.files, found.problems) == ((), 100, (), ())
    assert len(found.needed) > 600


def test_everything_that_is_wrong_is_told(folder: Path) -> None:
    words = folder / "languages" / "xx"
    for name, context, old, new in (
        ("brandub.po", "game.title", "", ""),
        ("kit.po", "rules.sentence[2].text", "{size} xyb", "{sise} xyb"),
        ("brandub.po", "booklet.history.paragraphs[1]", "*non:", "non:"),
    ):

        def change(entry: polib.POEntry, old: str = old, new: str = new) -> None:
            entry.msgstr = entry.msgstr.replace(old, new)
            entry.flags += [] if old else ["fuzzy"]

        changed(words / name, context, change)
    told = list(check_game(Catalog(), str(folder), language="xx"))
    for said in (
        f"{words}/brandub.po: game.title: is stale; its English is other now: Brandub",
        "rules.sentence[2].text: has not the names of its English: {sise} is not there",
        "booklet.history.paragraphs[1]: has other * of italics than the English",
    ):
        assert [line for line in told if said in line], said
    found = Catalog().game(str(folder)).coverage("xx")
    assert 90 < percent(found.needed) < 100
    assert [each.key for each in found.lacking] == ["game.title"]
    (words / "kit.po").unlink()
    told = list(check_game(Catalog(), str(folder), language="xx"))
    assert f"{words}/kit.po: is missing" in told


@pytest.mark.parametrize(
    ("first", "last", "key"), [("colour = ", "mono", "document.colour"), ("[document]", "[nouns]", "document")]
)
def test_what_a_file_says_of_itself_is_missing_too(folder: Path, first: str, last: str, key: str) -> None:
    words = folder / "languages" / "xx" / "grammar.toml"
    kept, said = words.read_text(encoding="utf-8").split(first)
    words.write_text(kept + said[said.index(last) :], encoding="utf-8")
    with pytest.raises(TaflkitError) as raised:
        list(check_game(Catalog(), str(folder), language="xx"))
    assert f"{words}: {key}: is missing" in str(raised.value)


def test_what_a_games_own_files_lack_is_named_there(tmp_path: Path) -> None:
    """The shared words of a language are there, and a game's own are not."""
    templates = tmp_path / "templates"
    shipped = Catalog().templates
    for name in ("text", "figures", "games/tablut"):
        shutil.copytree(shipped / name, templates / name)
    shutil.copy(shipped / "proofs.toml", templates)
    ours = write_language(tmp_path / "ours", "tablut")
    shutil.copytree(ours / "languages", templates / "languages")
    assert Catalog(templates).game("tablut").languages == ("en", "xx")
    own = templates / "languages" / "xx" / "tablut.po"
    own.unlink()
    game = Catalog(templates).game("tablut")
    assert (game.languages, game.drafted) == (("en",), ("en", "xx"))
    assert game.coverage("xx").files == (str(own),)


def test_check_tells_how_much_there_is_of_each_language(tmp_path: Path) -> None:
    folder = write_language(tmp_path / "ours", "parlett")
    words = folder / "languages" / "xx"
    result = CliRunner().invoke(main, ["check", str(folder), "--language", "xx"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{words}/parlett.po: 100 % of ")
    assert f"\n{words}/kit.po: 100 % of " in result.stdout
    assert f"\n{words}/site.po: 100 % of " in result.stdout
    assert "in xx: 100 %" in result.stdout.splitlines()[-2]


def test_check_lists_what_is_missing_where_it_is_asked(tmp_path: Path) -> None:
    folder = write_language(tmp_path / "ours", "parlett")
    kit = folder / "languages" / "xx" / "kit.po"
    text = kit.read_text(encoding="utf-8")
    kit.write_text(f'{text[: text.index("msgctxt")]}msgctxt "x"\nmsgid "y"\nmsgstr ""\n', encoding="utf-8")
    plain, listed = (
        CliRunner().invoke(main, ["check", str(folder), "--language", "xx", *more]) for more in ((), ("--missing",))
    )
    assert (plain.exit_code, listed.exit_code) == (1, 1)
    assert f"{kit}: 0 % of " in plain.stdout
    assert plain.stdout.splitlines()[-1].endswith(" texts missing or stale; --missing lists them")
    assert len(plain.stderr.splitlines()) == 1
    assert f"{kit}: cards.attackers.title: is missing: " in listed.stdout
    assert len(listed.stdout.splitlines()) > 400
    alone = CliRunner().invoke(main, ["check", "--missing"])
    assert alone.stderr == "Error: --missing: goes with a language; name one\n"
