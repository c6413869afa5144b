"""taflkit new: what it writes passes the checks as it is, and nothing that exists is written over."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import asdict, astuple

from support import ROOT
from support.sampling import sampled
from support.shipped import catalog
from support.translated import entry_of, write_po
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.starts import started_grammar
from taflkit.catalog.translation import percent
from taflkit.cli import main
from taflkit.kit.build import build_kit
from taflkit.kit.checks import check_game
from taflkit.kit.options import KitSpec
from taflkit.kit.telling_apart import indistinct
from taflkit.render.png import to_pixels
from taflkit.resources import templates_folder
from taflkit.tafl import flag_names
from taflkit.words.forms import is_lettered

KINDS = ("game", "ruleset", "language", "theme")


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@pytest.mark.parametrize(
    ("kind", "name", "path"),
    [
        ("ruleset", "club-rules", "club-rules.toml"),
        pytest.param("game", "mygame", "mygame.toml", marks=pytest.mark.whole),
    ],
)
def test_a_new_file_passes_the_checks_as_it_is(kind: str, name: str, path: str, tmp_path: Path) -> None:
    result = run("new", kind, name, "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert f"taflkit check {tmp_path / path}" in result.output
    assert list(check_game(Catalog(), str(tmp_path / path))) == []


def test_a_new_theme_has_every_key_and_looks_like_its_base(tmp_path: Path) -> None:
    assert run("new", "theme", "walnut", "-o", str(tmp_path)).exit_code == 0
    file = tmp_path / "walnut.toml"
    made, base = Catalog().theme(str(file)), catalog().theme()
    assert (made.title, made.paints.by_role, made.ornament) == ("Walnut", base.paints.by_role, base.ornament)
    # without the # before its lines the whole file is a theme too
    written = file.read_text(encoding="utf-8")
    uncommented = [
        line.removeprefix("# ") if "=" in line or line.startswith("# [") else line for line in written.splitlines()
    ]
    whole = tmp_path / "whole.toml"
    whole.write_text("\n".join(uncommented).replace('base = "ballinderry"\n', "", 1), encoding="utf-8")
    for drawing in (templates_folder() / "starts" / "art").glob("*.svg"):
        shutil.copy(drawing, tmp_path)
    shipped = tomllib.loads((templates_folder() / "themes" / "ballinderry.toml").read_text(encoding="utf-8"))
    tables = tomllib.loads(whole.read_text(encoding="utf-8"))
    assert {name: table.keys() for name, table in tables.items() if name in shipped and name != "title"} == {
        name: table.keys() for name, table in shipped.items() if name != "title"
    }
    found = Catalog().theme(str(whole))
    assert None not in astuple(found.art)
    assert {role: found.paints.paint(role) for role in base.paints.by_role} == base.paints.by_role


@pytest.mark.parametrize("ink", ["light", pytest.param("full", marks=pytest.mark.whole)])
def test_a_new_theme_with_art_can_be_built_with_and_its_pieces_are_told_apart(tmp_path: Path, ink: str) -> None:
    result = run("new", "theme", "walnut", "--art", "-o", str(tmp_path))
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 11), result.output
    file = tmp_path / "walnut" / "walnut.toml"
    made = Catalog()
    theme = made.theme(str(file), ink=ink)
    assert [name for name, art in asdict(theme.art).items() if art is None] == (
        ["board", "cover"] if ink == "light" else []
    )
    built = build_kit(made, KitSpec(theme=str(file), ink=ink, parts=("counters",)))
    assert len(built.documents[""].pages) == 1
    if ink == "full":
        faces = [ruleset.face for ruleset in made.game("brandub").rulesets]
        assert list(indistinct(made, str(file), faces, to_pixels)) == []


def test_only_a_theme_has_art(tmp_path: Path) -> None:
    result = run("new", "game", "mine", "--art", "-o", str(tmp_path))
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert result.stderr == "Error: --art: a game has no drawings of its own; only a theme has\n"


def test_a_new_ruleset_names_every_flag_with_the_values_of_its_base(tmp_path: Path) -> None:
    assert run("new", "ruleset", "house", "-o", str(tmp_path)).exit_code == 0
    file = tmp_path / "house.toml"
    text = file.read_text(encoding="utf-8")
    for flag in flag_names():
        assert f"\n# {flag} = " in text
    game = Catalog().game(str(file))
    assert game.ruleset_names == ("house",)
    assert game.ruleset("house").rules == catalog().game("brandub").ruleset(None).rules
    flags = text.index("[rulesets.house.rules]")
    file.write_text(text[:flags] + text[flags:].replace("\n# ", "\n"), encoding="utf-8")
    assert Catalog().game(str(file)).ruleset("house").rules == catalog().game("brandub").ruleset(None).rules


def test_a_new_language_has_a_place_for_every_text(tmp_path: Path) -> None:
    result = run("new", "language", "pl", "-o", str(tmp_path))
    assert result.exit_code == 0
    folder = tmp_path / "brandub-pl"
    words = folder / "languages" / "pl"
    assert sorted(file.name for file in words.iterdir()) == ["brandub.po", "grammar.toml", "kit.po", "site.po"]
    game = Catalog().game(str(folder))
    assert game.languages == (*catalog().game("brandub").languages, "pl")
    assert game.checked_languages == ("en", "pl")
    found = game.coverage("pl")
    assert (found.files, percent(found.needed), found.problems) == ((), 0, ())
    assert {each.state for each in found.lacking} == {"missing"}
    places = {(str(file), entry.msgctxt) for file in words.glob("*.po") for entry in polib.pofile(str(file))}
    assert {(each.file, each.key) for each in found.lacking if not each.file.endswith("grammar.toml")} <= places
    # Polish has four forms of a noun
    grammar = tomllib.loads((words / "grammar.toml").read_text(encoding="utf-8"))
    assert set(grammar["pieces"]["king"]) == set(grammar["nouns"]["sheet"]) == {"one", "few", "many", "other"}
    assert len(grammar["numbers"]["words"]) == 100
    # a source's own nouns stand behind those beside numbers
    assert grammar["nouns"]["linnaeus"]["places"]["throne"]["few"] == "#castles"
    assert grammar["nouns"]["linnaeus"]["calls"]["call"] == "#“Raichi”"
    assert grammar["calls"] == {"call": "#“Check”", "calls": "#“Check”"}
    assert polib.pofile(str(words / "kit.po")).metadata["Plural-Forms"].startswith("nplurals=4; plural=n == 1 ? 0")
    # a draft can be built at once
    book = read_book(Catalog(), str(folder), None, (), "pl", draft=True)
    assert book.title == "#Brandub"
    assert book.names["squares"] == "#squares"
    assert run("build", str(folder), "--language", "pl").exit_code == 1


def test_forms_that_only_millions_have_are_not_asked_for() -> None:
    for code, forms in (
        ("es", {"one", "other"}),
        ("cs", {"one", "few", "other"}),
        ("ga", {*["one", "two", "few", "many", "other"]}),
    ):
        grammar = tomllib.loads(started_grammar(catalog().shared, "en", code))
        assert set(grammar["pieces"]["king"]) == forms


def test_a_text_of_a_new_language_has_its_english_its_place_its_names_and_its_length(tmp_path: Path) -> None:
    assert run("new", "language", "nn", "-o", str(tmp_path)).exit_code == 0
    words = tmp_path / "brandub-nn" / "languages" / "nn"
    entry = entry_of(words / "kit.po", "rules.sentence[4].cases.points")
    assert str(entry).splitlines()[:4] == [
        "#. in templates/text/en/rules.toml, under “board”, where surface = points",
        "#. {squares}, as squares",
        "#. about 61 characters at most",
        'msgctxt "rules.sentence[4].cases.points"',
    ]
    assert (entry.msgid[:21], entry.msgstr, entry.flags) == ("The {squares} are the", "", [])
    # names that have no variants in any language can be checked by every editor
    assert entry_of(words / "kit.po", "booklet.varied").flags == ["python-brace-format"]
    title = entry_of(words / "brandub.po", "booklet.history.paragraphs[0]")
    assert title.comment.startswith(
        f"in {templates_folder().name}/games/brandub/text/en/booklet.toml, under “Black raven”"
    )


def test_a_language_that_is_there_is_brought_up_to_date(tmp_path: Path) -> None:
    assert run("new", "language", "nn", "-o", str(tmp_path)).exit_code == 0
    words = tmp_path / "brandub-nn" / "languages" / "nn"
    (words / "brandub.po").unlink()
    kit = words / "kit.po"
    made = polib.pofile(str(kit))
    at = {entry.msgctxt: entry for entry in made}
    made.remove(at["sheet.ruler"])
    at["sheet.line"].msgid, at["sheet.line"].msgstr = "Old line", "Linje"
    at["sheet.section"].msgstr, at["sheet.section"].tcomment = "Del {letter}", "sic"
    at["rules.sentence[2].text"].msgstr, at["rules.sentence[2].text"].msgctxt = "Spel", "rules.sentence[99].text"
    made.append(polib.POEntry(msgctxt="sheet.gone", msgid="Gone", msgstr="Borte"))
    kit.write_text(str(made), encoding="utf-8")
    before = {each: each.read_bytes() for each in words.iterdir() if each != kit}
    result = run("new", "language", "nn", "-o", str(tmp_path))
    assert result.exit_code == 0
    assert f"{words / 'brandub.po'}\n" in result.output
    assert "kit.po: " in result.output
    assert " texts missing, 1 fuzzy" in result.output
    assert {each: each.read_bytes() for each in before} == before
    line, section, moved = (
        entry_of(kit, context) for context in ("sheet.line", "sheet.section", "rules.sentence[2].text")
    )
    assert (line.msgstr, line.fuzzy, line.previous_msgid) == ("Linje", True, "Old line")
    assert (section.msgstr, section.fuzzy, section.tcomment) == ("Del {letter}", False, "sic")
    assert (moved.msgstr, moved.fuzzy) == ("Spel", False)
    assert (entry_of(kit, "sheet.ruler").msgstr, entry_of(kit, "sheet.gone").obsolete) == ("", True)
    after = kit.read_bytes()
    assert "every text has its place" in run("new", "language", "nn", "-o", str(tmp_path)).output
    assert kit.read_bytes() == after


def test_a_text_that_takes_the_key_of_another_does_not_take_its_translation(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    words = folder / "text" / "en" / "booklet.toml"
    words.parent.mkdir(parents=True)
    (folder / "layout.toml").write_text('base = "brandub"\n', encoding="utf-8")
    there = folder / "languages" / "nn" / "mine.po"
    paragraphs = "booklet.history.paragraphs"
    write_po(there, (f"{paragraphs}[0]", "One.", "Ein."), (f"{paragraphs}[1]", "Two.", "To."))
    words.write_text('history.title = "X"\nhistory.paragraphs = ["New.", "One.", "Two, now."]\n', encoding="utf-8")
    assert run("new", "language", "nn", "--game", str(folder)).exit_code == 0
    found = {entry.msgid: (entry.msgstr, entry.fuzzy, entry.obsolete) for entry in polib.pofile(str(there))}
    assert found["New."] == ("", False, False)
    assert found["One."] == ("Ein.", False, False)
    assert found["Two."] == ("To.", False, True)


def test_a_language_begins_with_another(tmp_path: Path) -> None:
    assert run("new", "language", "nb", "--from", "da", "-o", str(tmp_path)).exit_code == 0
    folder = tmp_path / "brandub-nb"
    words = folder / "languages" / "nb"
    danish = templates_folder() / "languages" / "da"
    for name in ("kit", "brandub", "site"):
        there = {(entry.msgctxt, entry.msgid): entry for entry in polib.pofile(str(danish / f"{name}.po"))}
        for entry in polib.pofile(str(words / f"{name}.po")):
            assert entry.fuzzy
            assert entry.msgstr == there[entry.msgctxt, entry.msgid].msgstr
    grammar = tomllib.loads((words / "grammar.toml").read_text(encoding="utf-8"))
    assert grammar["pieces"]["king"]["one"] == "#konge"
    assert grammar["nouns"]["sheet"] == {"one": "#ark", "other": "#ark", "a": "#et ark"}
    found = Catalog().game(str(folder)).coverage("nb")
    assert (percent(found.needed), found.problems) == (0, ())
    assert {each.state for each in found.lacking if each.file.endswith(".po")} == {"stale"}
    assert read_book(Catalog(), str(folder), None, (), "nb", draft=True).title == "#Brandub"
    assert "no language 'tlh'" in run("new", "language", "nb", "--from", "tlh", "-o", str(tmp_path)).output
    assert "a theme begins with nothing else" in run("new", "theme", "x", "--from", "da", "-o", str(tmp_path)).output


def test_a_game_of_ones_own_is_translated_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "text" / "en").mkdir(parents=True)
    (folder / "layout.toml").write_text('base = "brandub"\ntitle = "Mine"\n', encoding="utf-8")
    (folder / "text" / "en" / "booklet.toml").write_text('subtitle = "Mine alone"\n', encoding="utf-8")
    assert run("new", "language", "da", "--game", str(folder)).exit_code == 0
    assert [file.name for file in (folder / "languages" / "da").iterdir()] == ["mine.po"]
    made = polib.pofile(str(folder / "languages" / "da" / "mine.po"))
    assert [entry.msgid for entry in made] == ["Mine", "Mine alone"]
    for entry in made:
        entry.msgstr = f"{entry.msgid}, dansk"
    (folder / "languages" / "da" / "mine.po").write_text(str(made), encoding="utf-8")
    book = read_book(Catalog(), str(folder), None, (), "da")
    assert (book.title, book.texts.booklet.subtitle) == ("Mine, dansk", "Mine alone, dansk")


@pytest.mark.parametrize("code", ["ru", "el", "vi", "zh-Hant", "uz-Cyrl", "sr"])
def test_a_language_whose_letters_no_face_has_is_refused(code: str, tmp_path: Path) -> None:
    result = run("new", "language", code, "-o", str(tmp_path))
    assert result.stderr == (
        f"Error: NAME: '{code}' is written in letters that no face has, so that no booklet can be set in it\n"
    )
    assert list(tmp_path.iterdir()) == []
    assert is_lettered("sr-Latn")
    assert is_lettered("nb")
    assert is_lettered("xx")


@pytest.mark.parametrize("code", sampled(catalog().languages[1:], 2))
def test_the_shipped_translations_are_up_to_date(code: str) -> None:
    """Their remarks, too: scripts/update_languages.py (make languages) writes them anew."""
    updates = runpy.run_path(str(ROOT / "scripts" / "update_languages.py"))["updates"]
    assert list(updates(catalog(), code)) == []


@pytest.mark.whole
def test_gettext_is_content_with_every_file_of_translations(tmp_path: Path) -> None:
    assert run("new", "language", "pl", "-o", str(tmp_path)).exit_code == 0
    assert run("new", "language", "nb", "--from", "de", "-o", str(tmp_path)).exit_code == 0
    files = [*(templates_folder() / "languages").rglob("*.po"), *tmp_path.rglob("*.po")]
    assert len(files) > 20
    for file in files:
        done = subprocess.run(
            ["msgfmt", "--check", "-o", str(tmp_path / "x.mo"), str(file)], check=False, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), file


def test_several_games_are_begun_at_once_for_a_language_alone(tmp_path: Path) -> None:
    wanted = ("--game", "tablut", "--game", "magpie")
    assert run("new", "language", "nn", *wanted, "-o", str(tmp_path)).exit_code == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["magpie-nn", "tablut-nn"]
    assert "a ruleset is of one game" in run("new", "ruleset", "mine", *wanted, "-o", str(tmp_path)).output
    assert "English is what is translated" in run("new", "language", "en", "-o", str(tmp_path)).output


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "language"])
def test_nothing_that_exists_is_written_over(kind: str, tmp_path: Path) -> None:
    name = "mine"
    assert run("new", kind, name, "-o", str(tmp_path)).exit_code == 0
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    result = run("new", kind, name, "-o", str(tmp_path))
    assert result.exit_code == 1
    assert "is there already" in result.output
    assert len(result.output.splitlines()) == 1
    assert before == {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}


@pytest.mark.parametrize("name", ["../x", "My Game", "", "-x", "a/b", "x" * 3 + "\n"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_no_file_can_have_is_refused(kind: str, name: str, tmp_path: Path) -> None:
    result = run("new", kind, "-o", str(tmp_path), "--", name)
    assert result.exit_code == 1
    assert result.output.startswith("Error: NAME: ")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    result = run("new", "ruleset", "mine", "--game", "chess", "-o", str(tmp_path))
    assert result.exit_code == 1
    assert (
        result.output
        == f"Error: --game: there is no shipped game 'chess'; there is {', '.join(catalog().game_names())}\n"
    )


# a game from OpenTafl's rules

STRING = "dim:7 name:The_Odd_One esc:e ks:w cor: nj:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
RECORD = f"[date:2016.08.30]\n[rules:{STRING}]\n[start-comment:Hint: see below]\n\n1. d2-e2 Kd4-d5\n[|]\n"


def test_a_game_is_written_from_a_string_a_file_or_the_input(tmp_path: Path) -> None:
    (tmp_path / "record.otg").write_text(RECORD, encoding="utf-8")
    (tmp_path / "rules.conf").write_text(f"{STRING}\n", encoding="utf-8")
    sources = (
        (STRING, None),
        (str(tmp_path / "record.otg"), None),
        (str(tmp_path / "rules.conf"), None),
        ("-", RECORD),
    )
    made = []
    for number, (source, given) in enumerate(sources):
        folder = tmp_path / str(number)
        words = ["new", "game", "odd", "--from", source, "-o", str(folder)]
        result = CliRunner().invoke(main, words, input=given)
        assert (result.exit_code, result.stderr) == (0, ""), result.output
        made.append((folder / "odd.toml").read_text(encoding="utf-8"))
    assert made == made[:1] * len(sources)
    lines = made[0].splitlines()
    assert 'title = "The Odd One"' in lines
    assert "corners = []  # cor:" in lines
    flags = [line for line in lines if line.partition(" ")[0] in flag_names()]
    assert [line.partition(" ")[0] for line in flags] == [*flag_names()]
    assert 'goal = "edge"  # esc:e' in flags
    assert 'first_move = "attackers"  # atkf:y, its default' in flags
    assert 'no_legal_move = "claim"  # no term says it' in flags
    assert all("  # " in line for line in flags)


@pytest.mark.parametrize(
    ("game", "ruleset"), sampled([("tawlbwrdd", "bell"), ("brandub", "branan"), ("magpie", "suckling")], 1)
)
def test_a_game_from_the_string_of_a_ruleset_passes_the_checks(game: str, ruleset: str, tmp_path: Path) -> None:
    text = run("rules", game, "--rules", ruleset, "--opentafl").stdout
    assert run("new", "game", "again", "--from", text, "-o", str(tmp_path)).exit_code == 0
    file = str(tmp_path / "again.toml")
    assert list(check_game(Catalog(), file)) == []
    ours, again = catalog().game(game), Catalog().game(file)
    assert again.layout == ours.layout_under(ours.ruleset(ruleset))
    lost = {"no_legal_move"} if game == "magpie" else {"king_at_edge"} if game == "tawlbwrdd" else set()
    rules = again.ruleset(None).rules._asdict()
    assert {flag for flag, value in ours.ruleset(ruleset).rules._asdict().items() if value != rules[flag]} <= lost


@pytest.mark.parametrize(
    ("source", "line"),
    sampled(
        [
            (STRING.replace("nj:n", "nj:c"), "--from: nj:c (jumps): no flag of a ruleset can say so"),
            (STRING.replace("nj:n", "dim:9"), "--from: its rules have dim:7 and dim:9; leave one away"),
            (STRING.replace("nj:n", "foo:bar"), "--from: foo:bar is no term that is known"),
            (STRING.replace("TKT", "TTK"), "--from: start: the throne d4 must be the king's square, e4"),
            (STRING.replace("K", "1"), "--from: start: there must be one king K, and there are 0 (none)"),
            (STRING.replace("ttTKTtt", "ttTKTt"), "rank 4 has 6 squares, and the board has 7"),
            (STRING.replace("esc:e", "esc:c"), "--from: goal = corner: the board has no corners"),
            (STRING.replace("The_Odd_One", "x" * 200), "--from: name: has 200 characters; a title has 120 at most"),
            (STRING.replace("The_Odd_One", "\x07"), "--from: name: "),
            ("nothing.otg", "--from nothing.otg: there is no such file"),
            (
                STRING.replace("start:", "x" * 10_000_000 + ":"),
                "--from: the rules have no start; write one such as start:",
            ),
        ],
        5,
    ),
    ids=lambda text: text[-30:],
)
def test_rules_that_are_no_game_are_refused_by_their_terms(source: str, line: str, tmp_path: Path) -> None:
    result = run("new", "game", "odd", "--from", source, "-o", str(tmp_path))
    assert (result.exit_code, result.stdout, [*tmp_path.iterdir()]) == (1, "", [])
    assert len(result.stderr.splitlines()) == 1
    assert line in result.stderr
    assert len(result.stderr) < 400


def test_an_input_that_is_too_large_is_refused(tmp_path: Path) -> None:
    words = ["new", "game", "odd", "--from", "-", "-o", str(tmp_path)]
    result = CliRunner().invoke(main, words, input=f"dim:7 start:/{'t' * 10_000_000}")
    assert (result.exit_code, result.stderr) == (1, "Error: --from -: is larger than 1 MB\n")


def test_a_default_that_gives_way_is_named(tmp_path: Path) -> None:
    result = run("new", "game", "odd", "--from", STRING.replace("nj:n", "ka:n"), "-o", str(tmp_path))
    assert result.exit_code == 0
    assert result.stderr.startswith("passed over: cenh:t, its default (")
