"""The command line through click's runner, errors included."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from support.games import FULL_CARDS, WORDY, cross_picture, write_game
from support.shipped import RULESETS, catalog
from support.translated import write_language
from taflkit import __version__
from taflkit.cli import main, options
from taflkit.cli.build import build, plan
from taflkit.resources import MODES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def failed(result: Result, code: int = 1) -> str:
    """Return the one line of a named problem."""
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    lines = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_build_writes_the_kit_and_says_so_in_four_lines(folder: Path) -> None:
    result = run("build")
    assert result.exit_code == 0, result.output
    assert (folder / "output" / "brandub-walker-a4-colour.pdf").read_bytes().startswith(b"%PDF-1.7")
    lines = result.stdout.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("output/brandub-walker-a4-colour.pdf: 5 pages")
    assert "Board 276.6 mm, squares 37.8 mm, in 2 sections on 2 sheets of A4" in lines[1]
    assert lines[2] == "Squares on other sheets: 1 sheet would give 23.1 mm, 3 sheets would give 46 mm (--sheets)"
    assert "100 %" in lines[3]
    assert "pages 4 and 5 on both sides" in lines[3]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("--box tablut", ("parts", "tablut")),
        ("tablut --box", ("parts", "tablut")),
        ("--box kit", ("kit", "brandub")),
        ("--box=kit tablut", ("kit", "tablut")),
        ("--box kit tablut --box", ("parts", "tablut")),
        ("--box --thickness 2 tablut", ("parts", "tablut")),
        ("--box -- tablut", ("parts", "tablut")),
        ("tablut", ("none", "tablut")),
    ],
)
def test_a_box_goes_without_a_value_wherever_it_stands(words: str, read: tuple[str, str]) -> None:
    for command in (build, plan):
        params = command.make_context("taflkit", words.split()).params
        assert (params["box"], params["game"]) == read
    assert "'--box': there is no box 'chest'; there is none, parts, kit" in failed(run("build", "--box=chest"), 2)


@pytest.mark.whole
@pytest.mark.usefixtures("folder")
def test_build_says_what_a_box_takes_and_which_cards_have_no_figures(tmp_path: Path) -> None:
    lines = run("build", "--box", "kit").stdout.splitlines()
    assert "A box of tray and lid, 159.2 x 278.6 x 10 mm inside, on 4 sheets, with room for the board" in lines
    apart = run("build", "--box", "--thickness", "2", "--cards", "two-sided", "--parts", "cards").stdout
    assert "; page 2 on a sheet of its own, to be glued behind page 1" in apart
    glued = run("build", "--box", "kit", "--join", "tabs").stdout
    assert "x 10 mm inside, on 2 sheets; the board does not fold to fit, and stays outside" in glued
    bare = "Cards full of text: figures have room on their backs alone (--cards two-sided)"
    full = str(write_game(tmp_path, cross_picture(7, 1), extra=FULL_CARDS))
    assert bare in run("build", full, "--parts", "cards").stdout
    assert bare not in run("build", full, "--parts", "cards", "--cards", "two-sided").stdout
    assert bare not in "".join(lines)


@pytest.mark.whole
@pytest.mark.usefixtures("folder")
def test_build_says_that_a_border_has_no_room_for_its_ornament() -> None:
    plain = "Border of 2 mm: plain, since its ornament needs 2.3 mm (--frame, --theme)"
    assert plain in run("build", "--frame", "2", "--dry-run").stdout.splitlines()
    none = "Border of 8 mm: plain, since this theme has no ornament for it (--theme)"
    assert none in run("build", "--frame", "8", "--theme", "plain", "--dry-run").stdout.splitlines()
    assert "Border of" not in run("build", "--theme", "plain", "--dry-run").stdout


@pytest.mark.usefixtures("folder")
def test_counters_wider_than_the_squares_are_told() -> None:
    wide = "ounters 25.4 mm: wider than the squares, so neighbours overlap"
    punched = ["--counters", "punch", "--punch", "1in"]
    for command in ("build", "plan"):
        assert wide in run(command, *punched, "--cell", "22").stdout
        assert wide not in run(command, *punched).stdout


def test_output_may_be_a_file_a_folder_or_standard_output(folder: Path) -> None:
    assert run("build", "-o", "mine.pdf").exit_code == 0
    assert (folder / "mine.pdf").is_file()
    assert run("build", "-o", "kits/").exit_code == 0
    assert (folder / "kits" / "brandub-walker-a4-colour.pdf").is_file()
    result = run("build", "-o", "-")
    assert result.stdout_bytes.startswith(b"%PDF-1.7")
    assert "Board" in result.stderr
    assert result.stdout_bytes == (folder / "mine.pdf").read_bytes()


def test_split_writes_four_files(folder: Path) -> None:
    assert run("build", "--split", "-o", "kits").exit_code == 0
    names = sorted(file.name for file in (folder / "kits").iterdir())
    stem = "brandub-walker-a4-colour"
    assert names == [f"{stem}-booklet.pdf", f"{stem}-components.pdf", f"{stem}-instructions.pdf", f"{stem}.pdf"]


@pytest.mark.whole
def test_all_makes_every_combination(folder: Path) -> None:
    result = run("build", "--rules", "all", "--mode", "all", "--paper", "letter", "-o", "kits")
    assert result.exit_code == 0, result.output
    kits = len(RULESETS) * len(MODES)
    assert len(list((folder / "kits").iterdir())) == kits
    assert f"[{kits}/{kits}]" in result.stdout


def test_all_tells_of_each_failure_and_exits_with_1(folder: Path) -> None:
    result = run("build", "--mode", "all", "--cell", "200", "-o", "kits")
    assert result.exit_code == 1
    assert result.stderr.count("Error: walker") + result.stderr.count("Error: brandub") == 2
    assert result.stderr.count(": --cell: a 7 x 7 board with squares of 200 mm does not fit") == 2
    assert not list(folder.glob("kits/*.pdf"))


@pytest.mark.usefixtures("folder")
def test_several_files_go_to_a_folder_only() -> None:
    for target in ("-", "kit.pdf"):
        result = run("build", "--mode", "all", "-o", target)
        assert result.exit_code == 2
        assert "several" in result.stderr


def test_color_is_colour(folder: Path) -> None:
    assert run("build", "--mode", "color", "-o", "a.pdf").exit_code == 0
    assert run("build", "--mode", "colour", "-o", "b.pdf").exit_code == 0
    assert (folder / "a.pdf").read_bytes() == (folder / "b.pdf").read_bytes()


@pytest.mark.whole
def test_a_game_of_ones_own_works_wherever_a_name_does(folder: Path) -> None:
    game = str(write_game(folder, cross_picture(9, 2), "Tablut"))
    for words in (["build", game], ["plan", game], ["figures", game, "--figure", "capture"], ["check", game]):
        result = run(*words)
        assert result.exit_code == 0, (words, result.output)
    assert (folder / "output" / "mygame-walker-a4-colour.pdf").is_file()
    assert run("perft", game, "--depth", "1").stdout.startswith("perft 1 ")


def test_a_broken_game_is_one_line_with_file_and_key(folder: Path) -> None:
    game = write_game(folder, cross_picture(9, 2).replace("K", "."), "Tablut")
    assert "mygame.toml: layout: start: there must be one king K" in failed(run("build", str(game)))
    game.write_text("title = ", encoding="utf-8")
    assert "mygame.toml: is not TOML" in failed(run("build", str(game)))
    assert not (folder / "output").exists()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["build", "--rules", "chess"], "no ruleset of brandub 'chess'; there is walker"),
        (["build", "chess"], "no game 'chess'"),
        (["build", "--cell", "3 furlongs"], "--cell"),
        (["build", "--cell", "200"], "Error: --cell: a 7 x 7 board with squares of 200 mm does not fit: it needs "),
        (["build", "--cell", "0"], "Error: --cell: the squares' side must be 8 to 240 mm, not 0 mm"),
        (["build", "--margin", "2"], "Error: --margin: the margin must be 5 to 40 mm, not 2 mm"),
        (["plan", "--frame", "90"], "Error: --frame: the frame must be 0 to 40 mm, not 90 mm"),
        (
            ["plan", "--sets", "50", "--parts", "counters", "--cell", "38", "--sheets", "3"],
            "needs 17 sheets; there is 3 sheets",
        ),
        (["plan", "--sheets", "1", "--cell", "38"], "there is 1 sheet, on which the largest squares are"),
        (["build", "--box", "--parts", "board"], "Error: --box: there are no counters or cards to put in the box"),
        (["figures", "--figure", "dice"], "no figure under walker 'dice'"),
        (["figures", "--size", "0"], "Error: --size: the width must be 10 to 1000 mm, not 0 mm"),
        (
            ["figures", "--size", "1000", "--dpi", "2400", "--format", "png"],
            "Error: --dpi: a picture of 1000 x 411 mm",
        ),
        (["perft", "--position", "/7/ attackers"], "1 ranks, and the board has 7"),
        (["perft", "--suite", "none.perft"], "none.perft: there is no such file"),
        (["check", "nothing.toml"], "there is no file or folder nothing.toml; "),
    ],
)
def test_named_problems_are_one_line_and_exit_with_1(folder: Path, words: list[str], line: str) -> None:
    assert line in failed(run(*words))
    assert not list(folder.iterdir())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words", [["build", "--paper", "b9"], ["build", "--parts", "dice"], ["paint"], ["build", "--nothing"]]
)
def test_wrong_usage_exits_with_2(words: list[str]) -> None:
    assert run(*words).exit_code == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_named() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "taflkit", "build", "-o", "-"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    line = "Error: -o: standard output cannot be written: No space left on device; name another place"
    assert done.stderr.decode().strip() == line


def test_a_place_that_cannot_be_written_is_named_and_left_clean(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "taken").write_text("a file", encoding="utf-8")
    assert "taken" in failed(run("build", "-o", "taken/kit.pdf"))

    def fails(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    assert "No space left on device" in failed(run("build", "-o", "kits/"))
    assert not (folder / "kits").exists()


def test_an_existing_kit_is_replaced_whole(folder: Path) -> None:
    (folder / "kit.pdf").write_text("old", encoding="utf-8")
    assert run("build", "-o", "kit.pdf").exit_code == 0
    assert (folder / "kit.pdf").read_bytes().startswith(b"%PDF")
    assert [file.name for file in folder.iterdir()] == ["kit.pdf"]


def test_plan_json_has_the_agreed_keys() -> None:
    result = run(
        "plan", "--json", "--sections", "two", "--gap", "0", "--frame", "0", "--rules", "branan", "--mode", "mono"
    )
    plan = json.loads(result.stdout)
    for key in ("game", "rules", "paper", "mode", "cell_mm", "sections", "sheets", "seam_mm", "fill", "pages"):
        assert key in plan
    assert (plan["game"], plan["rules"], plan["paper"], plan["mode"]) == ("brandub", "branan", "a4", "mono")
    assert plan["cell_mm"] >= 39.5
    assert plan["sections"] == "two"
    assert plan["sheets"] == 2
    assert plan["seam_mm"] == pytest.approx(7 * plan["cell_mm"])
    assert 0.5 < plan["fill"] <= 1
    roles = [page["role"] for page in plan["pages"]]
    assert roles == ["instructions", "components", "components", "booklet", "booklet"]
    parts = [part for page in plan["pages"] for part in page["parts"]]
    assert sorted({part["kind"] for part in parts}) == ["card", "counter", "section"]
    cells = [part["cells"] for part in parts if part["kind"] == "section"]
    covered = sorted((f + i, r + j) for f, r, files, ranks in cells for i in range(files) for j in range(ranks))
    assert covered == [(f, r) for f in range(7) for r in range(7)]


@pytest.mark.usefixtures("folder")
def test_what_other_sheets_would_give_is_told_unless_the_squares_are_asked_for() -> None:
    plan = json.loads(run("plan", "--json").stdout)
    fewer, more = plan["other_sheets"]
    assert (fewer["sheets"], more["sheets"]) == (1, 3)
    assert fewer["cell_mm"] < plan["cell_mm"] < more["cell_mm"]
    line = f"1 sheet would give {fewer['cell_mm']:g} mm, 3 sheets would give {more['cell_mm']:g} mm (--sheets)"
    for command in ("plan", "build"):
        assert line in run(command).output
    assert "other sheets" not in run("plan", "--cell", "30").output
    assert json.loads(run("plan", "--json", "--cell", "30").stdout)["other_sheets"] == []


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ("counters,cards", "13 counters of 30.24 mm and 2 cards on 1 sheet of A4"),
        ("cards", "2 cards on 1 sheet of A4"),
        ("booklet", None),
    ],
)
def test_a_kit_without_a_board_says_nothing_of_one(parts: str, line: str | None) -> None:
    said = run("build", "--parts", parts).stdout.splitlines()
    assert said[1:-1] == ([line] if line else [])
    planned = run("plan", "--parts", parts).stdout
    assert planned.startswith("Brandub, walker: 1 sheet of A4, " if line else "Brandub, walker: no component sheets")
    table = json.loads(run("plan", "--parts", parts, "--json").stdout)
    assert table["sheets"] == (line is not None)
    assert not any(
        word in text for text in (*said, planned, *table) for word in ("board", "Board", "square", "section")
    )


@pytest.mark.usefixtures("folder")
def test_build_says_where_the_margin_leaves_no_room_for_the_bleed() -> None:
    said = run("build", "--parts", "board", "--margin", "6", "--gap", "6").stdout
    assert (
        "Art runs on beyond the cuts by 3 mm, but by 1 mm alone at the sheets' sides; "
        "a margin of 8 mm would leave it room (--margin)"
    ) in said.splitlines()
    assert "Art runs on" not in run("build", "--parts", "board").stdout


@pytest.mark.usefixtures("folder")
def test_build_says_what_the_best_sections_would_save_for_given_squares() -> None:
    said = run("build", "--paper", "letter", "--parts", "board", "--cell", "36").stdout.splitlines()
    assert said[1] == "Board 264 mm, squares 36 mm, in 4 sections on 3 sheets of Letter"
    assert said[2] == "The best sections for these squares: 4 sections on 2 sheets (--sections best)"
    assert "best" not in run("build", "--paper", "letter", "--parts", "board", "--cell", "30").stdout


@pytest.mark.usefixtures("folder")
def test_build_says_what_the_best_sections_would_give_where_that_is_more() -> None:
    said = run("build", "--paper", "letter", "--parts", "board").stdout.splitlines()
    assert said[1] == "Board 256.3 mm, squares 34.9 mm, in 2 sections on 2 sheets of Letter"
    assert said[3] == "Squares in the best sections: 36.3 mm, in 5 sections (--sections best)"
    best = run("build", "--paper", "letter", "--parts", "board", "--sections", "best").stdout
    assert "squares 36.3 mm, in 5 sections" in best
    assert "best sections" not in best


def test_plan_shows_parts_and_candidates() -> None:
    text = run("plan", "--gap", "0", "--frame", "0").stdout
    assert "section A" in text
    assert "pinwheel" in text
    assert "39.5 mm" in text


def test_figures_writes_every_figure_of_the_booklet(folder: Path) -> None:
    result = run("figures", "--rules", "branan", "-o", "figures")
    assert result.exit_code == 0
    names = sorted(file.name for file in (folder / "figures").iterdir())
    assert "brandub-branan-king-edge-safe.svg" in names
    assert "brandub-branan-capture-corner.svg" not in names
    assert "brandub-branan-capture.svg" in names
    svg = (folder / "figures" / "brandub-branan-branan-moves.svg").read_text(encoding="utf-8")
    assert "<title>" in svg
    assert "<desc>" in svg
    assert "<text" not in svg


@pytest.mark.parametrize(("kind", "head"), [("svg", b"<?xml"), ("pdf", b"%PDF-1.7"), ("png", b"\x89PNG")])
def test_figures_come_in_three_formats(kind: str, head: bytes) -> None:
    result = run("figures", "--figure", "start", "--format", kind, "-o", "-")
    assert result.stdout_bytes.startswith(head)


def test_a_figure_that_another_stands_for_can_be_asked_for(folder: Path) -> None:
    assert run("figures", "--figure", "capture", "--size", "8cm", "--mode", "mono", "-o", "capture.svg").exit_code == 0
    assert 'width="80mm"' in (folder / "capture.svg").read_text(encoding="utf-8")


def test_a_variation_names_its_file(folder: Path) -> None:
    words = ["build", "--rules", "branan", "--variation", "harmless-throne", "--variation", "slow-king"]
    assert run(*words).exit_code == 0
    assert (folder / "output" / "brandub-branan+slow-king+harmless-throne-a4-colour.pdf").is_file()
    assert "no variation of walker 'check'; there is none" in failed(run("build", "--variation", "check"))
    assert "there is weak-king, armed-king, check" in failed(run("plan", "--rules", "masters", "--variation", "x"))


def test_a_language_is_a_folder(folder: Path) -> None:
    game = write_language(folder / "cluiche")
    assert run("build", "cluiche", "--language", "xx").exit_code == 0
    assert (folder / "output" / "cluiche-walker-xx-a4-colour.pdf").is_file()
    short = folder / "gearr"
    shutil.copytree(game, short)
    (short / "languages" / "xx" / "kit.po").unlink()
    assert "as a whole: gearr/languages/xx/kit.po is missing" in failed(run("build", "gearr", "--language", "xx"))
    assert "no language 'cy'; there is" in failed(run("build", "--language", "cy"))


def test_rules_are_written_as_a_string_and_what_it_cannot_say_is_named() -> None:
    result = run("rules", "hnefatafl", "--rules", "copenhagen", "--opentafl")
    assert result.exit_code == 0
    assert result.stdout.startswith("dim:11 name:Hnefatafl_copenhagen esc:c surf:y atkf:y tfr:w ka:y ks:s sw:s ")
    assert result.stdout.endswith(" start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/\n")
    assert result.stdout.count("\n") == 1
    assert result.stderr == "not in the string: repetition = defenders-lose\nnot in the string: no_legal_move = loses\n"
    assert run("rules", "--opentafl").stderr == ""
    varied = run("rules", "--rules", "masters", "--variation", "check", "--opentafl")
    assert varied.stderr == "not in the string: call_check = true\n"
    assert "name:Brandub_masters_check " in varied.stdout
    assert "--json and --opentafl print different things" in run("rules", "--json", "--opentafl").output


def test_rules_prints_the_rules_and_where_they_come_from() -> None:
    text = run("rules", "--rules", "branan").stdout
    headings = re.findall(r"(?m)^[A-Z][a-z ]+$", text)
    assert headings[:6] == ["The aim", "Setting up", "Moving", "Capturing", "The king", "How it ends"]
    assert headings[-1] == "Where they come from"
    aim = "  1a  The king’s side wins when the king reaches a corner.\n  1b  The attackers win by capturing the king."
    assert f"\n\nThe aim\n{aim}\n\nSetting up\n" in text
    assert "  9b  Anywhere else he is captured by attackers on all four sides, so never at the edge." in text
    assert "  9b  implied (king_elsewhere = surround, king_at_edge = never, goal = corner)\n        The king is" in text
    assert "  8d  chosen\n        Of help from the edge the text says nothing;" in text
    assert "the slow king: who moves one step only" in text
    assert "  5b  stated, rule 4" in run("rules").stdout
    varied = run("rules", "--rules", "masters", "--variation", "check").stdout
    assert (
        "\nCalls\n 11a  When the king could reach the edge on his next turn, his player must at once call\n" in varied
    )
    assert "the call of check (in use): called by" in varied
    assert "with the call of check" in varied


def test_rules_diff_shows_what_another_ruleset_changes() -> None:
    text = run("rules", "--diff", "federation").stdout
    assert text.count("\nfederation:  6b  Only the king may stop on the throne") == 1
    assert "throne_landing, in /7/7/7/4K2/7/7/7/ defenders, e4-d4:" in text
    assert "walker: refused: e4-d4: this piece may not stop on the throne d4" in text
    alike = run("rules", "--diff", "richgames").stdout
    assert alike.startswith("walker and richgames play alike.")
    assert "  7e: stated, chosen" in alike
    assert "no ruleset of brandub 'chess'" in failed(run("rules", "--diff", "chess"))


def test_rules_as_json_have_every_sentence_with_its_origin() -> None:
    table = json.loads(run("rules", "--rules", "masters", "--variation", "check", "--json").stdout)
    assert list(table) == ["game", "ruleset", "variations", "source", "sentences"]
    assert (table["game"], table["ruleset"], table["variations"]) == ("brandub", "masters", ["check"])
    assert table["source"].startswith("Masters Traditional Games")
    keys = ["number", "letter", "group", "rule", "text", "label", "where", "why", "flags", "proofs", "figures"]
    assert all(list(sentence) == keys for sentence in table["sentences"])
    assert len({(s["number"], s["letter"]) for s in table["sentences"]}) == len(table["sentences"]) > 25
    check, forgotten = (sentence for sentence in table["sentences"] if sentence["rule"] == "check")
    assert (check["number"], check["letter"], check["group"], check["label"]) == (11, "a", "calls", "chosen")
    assert (forgotten["number"], forgotten["letter"], forgotten["label"]) == (11, "b", "chosen")
    assert check["flags"] == ["call_check"]
    assert "check" in check["figures"]
    assert "check-called" in check["proofs"]
    walker = json.loads(run("rules", "--json").stdout)
    taker = next(sentence for sentence in walker["sentences"] if sentence["text"].startswith("Only a move of theirs"))
    assert (taker["label"], taker["where"], taker["group"]) == ("chosen", "", "capturing")
    assert taker["why"].startswith(
        "A piece is captured by surrounding it, and it is the enemy’s move that does so. Of "
    )
    labels = {sentence["label"] for sentence in walker["sentences"]}
    assert labels == {"stated", "implied", "narrowed", "chosen"}


def test_rules_as_words_have_the_booklet_and_the_cards() -> None:
    text = run("rules", "--words").stdout
    assert text.startswith("# Brandub\n")
    for heading in ("## Black raven", "## The aim", "## Playing well", "## The attackers", "## The king’s side"):
        assert heading in text
    assert "*" not in text
    longer = run("rules", "--words", "--pages", "8").stdout
    assert len(longer) > len(text)
    assert "eight Swedes against sixteen Muscovites" in longer


def test_the_words_are_those_of_the_booklet_that_the_kit_has(folder: Path) -> None:
    shorter = WORDY.replace("history.paragraphs", 'history.paragraphs = ["Said shortly."]\nhistory.longer')
    game = str(write_game(folder, cross_picture(7, 1), extra=shorter))
    assert "Said shortly." in run("rules", game, "--words").stdout
    assert "Said shortly." not in run("rules", game, "--words", "--pages", "8").stdout


def test_rules_diff_takes_variations_and_draws_its_positions(folder: Path) -> None:
    result = run("rules", "--rules", "branan", "--diff", "masters+check", "--figures", "-o", "drawn")
    assert "masters+check: “Check” must be called" in result.stdout
    written = sorted(file.name for file in (folder / "drawn").iterdir())
    assert "brandub-king-armed-branan-masters+check-first.svg" in written
    assert len(written) == 2 * result.stdout.count(", in /")
    for name in written:
        drawing = (folder / "drawn" / name).read_text(encoding="utf-8")
        assert drawing.startswith("<?xml")
        assert "<desc>" in drawing
        assert f"drawn/{name}" in result.stdout
    assert "no variation of masters 'chess'" in failed(run("rules", "--diff", "masters+chess"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--json", "--diff", "masters"), "--json and --diff print different things"),
        (("--json", "--words"), "--json and --words print different things"),
        (("--figures",), "--figures needs two rulesets to compare: name the other with --diff"),
        (("-o", "x"), "-o is where --figures or a --format go"),
        (("--diff", "masters", "--figures", "-o", "-"), "-o - takes one file"),
    ],
)
def test_rules_asked_for_in_two_ways_are_refused(words: tuple[str, ...], why: str) -> None:
    result = run("rules", *words)
    assert result.exit_code == 2
    assert why in result.output


def test_games_lists_board_pieces_what_is_special_and_all_rulesets() -> None:
    text = run("games").stdout
    assert "brandub: Brandub, 7 x 7, 8 attackers + 4 defenders + 1 king\n" in text
    for name in catalog().game_names():
        game = catalog().game(name)
        head, special, *others = text[text.index(f"{name}: {game.title}, ") :].splitlines()
        assert head.endswith(" + 1 king")
        assert special == f"  {game.booklet().special}" != "  "
        for ruleset in game.rulesets:
            assert f"  {ruleset.name:12} {ruleset.title} ({ruleset.source})" in others
    assert "    --variation slow-king: the slow king\n" in text


def test_games_as_json_have_the_board_and_the_goal_of_every_ruleset() -> None:
    found = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert tuple(found) == catalog().game_names()
    brandub = found["brandub"]
    keys = ("title", "size", "attackers", "defenders", "special")
    special = catalog().game("brandub").booklet().special
    assert [brandub[key] for key in keys] == ["Brandub", 7, 8, 4, special]
    assert tuple(ruleset["name"] for ruleset in brandub["rulesets"]) == RULESETS
    assert {(ruleset["size"], ruleset["goal"]) for ruleset in brandub["rulesets"]} == {(7, "corner")}
    masters = brandub["rulesets"][RULESETS.index("masters")]
    ruleset = catalog().game("brandub").ruleset("masters")
    assert (masters["title"], masters["source"]) == (ruleset.title, ruleset.source)
    assert masters["variations"] == ["weak-king", "armed-king", "check"]


@pytest.mark.whole
def test_check_passes_the_shipped_game() -> None:
    result = run("check")
    assert result.exit_code == 0, result.output
    figures = len(catalog().game("brandub").figures)
    assert f"{len(RULESETS)} rulesets and {figures} figures checked" in result.stdout


def test_check_lists_every_problem(folder: Path) -> None:
    lies = "".join(
        f'[figures.{name}]\nking = "throne"\n[[figures.{name}.play]]\nmove = "throne > throne n1"\ncaptured = ["a1"]\n'
        for name in ("capture", "safe-entry")
    )
    result = run("check", str(write_game(folder, cross_picture(7, 1), extra=lies)))
    assert result.exit_code == 1
    assert result.stderr.count("figures.capture: play[0].captured") == len(RULESETS)
    assert result.stderr.count("figures.safe-entry: play[0].captured") == len(RULESETS)


def test_perft_counts_and_divides() -> None:
    assert run("perft", "--depth", "2").stdout == "perft 1 40 0 0 0\nperft 2 960 0 0 16\n"
    divided = run("perft", "--depth", "1", "--divide").stdout.splitlines()
    assert len(divided) == 41


def test_perft_runs_a_suite_and_fails_on_a_difference(folder: Path) -> None:
    suite = folder / "own.perft"
    start = "position /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers"
    suite.write_text(f"id a\ngame brandub walker\n{start}\nperft 1 40 0 0 0\nperft 2 960 0 0 16\n", encoding="utf-8")
    assert "2 counts checked, 0 differ" in run("perft", "--suite", "own.perft").stdout
    suite.write_text(suite.read_text(encoding="utf-8").replace("960", "961"), encoding="utf-8")
    result = run("perft", "--suite", "own.perft")
    assert result.exit_code == 1
    assert "a: depth 2: 960 0 0 16, and the suite has 961 0 0 16" in result.stderr
    suite.write_text("nonsense\n", encoding="utf-8")
    assert "own.perft: line 1" in failed(run("perft", "--suite", "own.perft"))


@pytest.mark.parametrize("command", ["", "build", "figures", "plan", "games", "check", "perft"])
def test_every_command_explains_itself(command: str) -> None:
    result = run(*([command] if command else []), "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout


def test_a_command_explains_itself_where_no_theme_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "templates_folder", lambda: tmp_path)
    command = click.Command("build", params=[], callback=None)
    options.theme_option()(command)
    assert "a file of your own" in CliRunner().invoke(command, ["--help"]).stdout


def test_the_version_is_the_packages() -> None:
    assert run("--version").stdout.strip() == f"taflkit, version {__version__}"


def test_a_theme_and_light_ink_name_the_file(folder: Path) -> None:
    assert run("build", "--theme", "plain", "--ink", "light", "--mode", "mono").exit_code == 0
    assert run("build", "--parts", "counters", "--theme", "all").exit_code == 0
    assert {file.name for file in (folder / "output").iterdir()} == {
        "brandub-walker-plain-a4-mono-light.pdf",
        *(f"brandub-walker-{theme}a4-colour-only-counters.pdf" for theme in ("", "manuscript-", "plain-")),
    }


def test_a_theme_of_the_users_own_paints_kits_figures_and_diagrams(folder: Path) -> None:
    (folder / "Walnut.toml").write_text("[colour]\nyew = '#123456'", encoding="utf-8")
    assert run("build", "--theme", "Walnut.toml", "--parts", "board").exit_code == 0
    assert (folder / "output" / "brandub-walker-walnut-a4-colour-only-board.pdf").is_file()
    for words in (("figures", "--figure", "capture"), ("diagram",)):
        result = run(*words, "--theme", "Walnut.toml", "-o", "-")
        assert "#123456" in result.stdout, words
        assert "#123456" not in run(*words, "-o", "-").stdout


@pytest.mark.parametrize("command", ["build", "figures", "diagram"])
def test_a_wrong_theme_is_a_named_problem(folder: Path, command: str) -> None:
    (folder / "sepia.toml").write_text("[colour]\nyeww = '#123456'", encoding="utf-8")
    assert "there is no theme 'oak'; there is ballinderry, manuscript, plain" in failed(run(command, "--theme", "oak"))
    line = failed(run(command, "--theme", "no.toml"))
    assert line.startswith("Error: there is no file no.toml; taflkit new theme writes one; there is ")
    why = failed(run(command, "--theme", "sepia.toml"))
    assert "sepia.toml: colour.yeww: unknown key; did you mean yew?" in why


@pytest.mark.whole
def test_a_preview_shows_all_pages_beside_the_kit(folder: Path) -> None:
    result = run("build", "--preview")
    assert "output/brandub-walker-a4-colour-preview.png: a picture of all pages" in result.stdout
    assert (folder / "output" / "brandub-walker-a4-colour-preview.png").read_bytes()[:4] == b"\x89PNG"
    assert run("build", "--preview", "-o", "mine.pdf").exit_code == 0
    assert sorted(file.name for file in folder.glob("mine*")) == ["mine-preview.png", "mine.pdf"]


def test_a_preview_does_not_go_to_standard_output() -> None:
    result = run("build", "--preview", "-o", "-")
    assert result.exit_code == 2
    assert "-o - takes one file" in result.stderr


def test_the_plan_has_the_frame_of_its_theme() -> None:
    framed, plain = (json.loads(run("plan", "--json", "--theme", theme).stdout) for theme in ("ballinderry", "plain"))
    assert framed["cell_mm"] < plain["cell_mm"]
    assert framed["board_mm"] == pytest.approx(7 * framed["cell_mm"] + 12)
    assert plain["board_mm"] == pytest.approx(7 * plain["cell_mm"])


@pytest.mark.whole
@pytest.mark.parametrize(("game", "said"), [("brandub", 0), ("alea-evangelii", 1)])
def test_a_board_of_lines_says_that_it_has_no_holes_for_pegs(tmp_path: Path, game: str, said: int) -> None:
    theme = tmp_path / "pegs.toml"
    theme.write_text('ornament = { board = "pegs" }', encoding="utf-8")
    result = run("build", game, "--theme", str(theme), "--parts", "board", "-o", str(tmp_path / "kit.pdf"))
    assert (
        result.output.count("Board without the theme's holes for pegs: this game is played where lines cross") == said
    )
