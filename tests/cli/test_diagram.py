"""taflkit diagram through click's runner: what it draws, what it says, and every way to ask it wrongly."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from pypdfium2 import PdfDocument

from support.documents import section
from support.games import cross_picture, write_game
from taflkit.cli import main

CAPTURE = "/7/7/2t4/7/3Tt2/7/7/"
START = "King on d4; defenders on c4, d3, d5, e4; attackers on a4, b4, d1, d2, d6, d7, f4, g4."
GAME = "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5 d5-a5xa6"
ESCAPED = "/K6/7/7/4t2/2T4/7/7/"
"""The king stands on a corner."""
ESCAPING = ("--position", "/7/7/7/7/K6/7/1t5/ defenders", "--record", "a5-a7")
CLOSING_IN = ("--position", "/7/7/7/2T4/2tKt2/7/3t3/ attackers", "--record", "d7-d6")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["diagram", *words], input=given)


def told(*words: str, given: str | None = None) -> str:
    """The text alternative of a diagram, out of its file."""
    result = run(*words, "-o", "-", given=given)
    assert result.exit_code == 0, result.output
    found = re.search("<desc>(.*)</desc>", result.stdout)
    assert found
    return found[1]


def failed(result: Result, code: int = 1) -> str:
    """The one line of a problem."""
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    lines = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(lines) == 1, result.stderr
    return lines[0].removeprefix("Error: ")


# the position


def test_a_diagram_shows_the_start(folder: Path) -> None:
    result = run()
    assert result.exit_code == 0, result.output
    assert result.stdout == f"output/brandub-walker-diagram.svg: {START}\n"
    text = (folder / "output" / "brandub-walker-diagram.svg").read_text(encoding="utf-8")
    assert f"<desc>{START}</desc>" in text
    assert 'width="60mm"' in text
    assert 'height="60mm"' in text


@pytest.mark.parametrize(
    "position",
    [
        CAPTURE,
        "7/7/2t4/7/3Tt2/7/7",
        f"{CAPTURE} defenders",
        "....... ....... ...Tt.. ....... ..t.... ....... .......",
        ".......\n.......\n...Tt..\n.......\n..t....\n.......\n.......\nattackers",
    ],
)
def test_a_position_is_a_line_or_a_picture(position: str, folder: Path) -> None:
    assert told("--position", position) == "Defender on d5; attackers on c3, e5."
    (folder / "position.txt").write_text(position, encoding="utf-8")
    assert told("--file", "position.txt") == "Defender on d5; attackers on c3, e5."
    assert told("--file", "-", given=position) == "Defender on d5; attackers on c3, e5."


def test_a_board_may_be_empty() -> None:
    assert told("--position", "/7/7/7/7/7/7/7/") == "The board is empty."


def test_a_game_of_ones_own_has_diagrams_too(folder: Path) -> None:
    game = write_game(folder, cross_picture(19, 4))
    text = told(str(game), "--move", "j2-a2", "--coordinates", "--part", "a1-j10")
    assert text.endswith("Attacker j2 moves to a2, and nothing is captured.")
    assert text.startswith(
        "The part of the board from a1 to j10. "
        "King on j10; defenders on f10, g10, h10, i10, j6, j7, j8, j9; attackers on b10"
    )


# moves


def test_moves_are_played_from_the_shown_position_and_numbered() -> None:
    text = told("--position", CAPTURE, "--move", "c3-c5xd5", "--move", "d5-d6", "--move", "e5-e6")
    assert text.endswith(
        "Move 1: attacker c3 moves to c5 and captures the defender on d5 against e5. "
        "Move 2: defender d5 moves to d6, and nothing is captured. "
        "Move 3: attacker e5 moves to e6, and nothing is captured."
    )


def test_captures_need_not_be_written() -> None:
    assert "captures the defender on d5" in told("--position", CAPTURE, "--move", "c3-c5")


def test_a_refused_move_is_shown_with_its_reason() -> None:
    text = told("--rules", "branan", "--position", "/7/7/7/1T5/7/7/7/", "--refused", "b4-d4", "--refused", "b4-f4")
    assert text == (
        "Defender on b4. Refused: b4-d4: this piece may not stop on the throne d4. "
        "Refused: b4-f4: this piece may not cross the throne d4."
    )


def test_the_squares_that_pieces_can_go_to_are_shown() -> None:
    text = told("--moves-of", "d6", "--moves-of", "c4", "--moves-of", "d4")
    assert "Attacker on d6 can move to a6, b6, c6, e6, f6, g6." in text
    assert "Defender on c4 can move to c1, c2, c3, c5, c6, c7." in text
    assert "King on d4 can move to nothing." in text


def test_rules_and_variations_decide() -> None:
    position = "/7/7/7/7/4t2/4Kt1/4t2/"
    masters = ("--rules", "masters", "--position", position)
    assert failed(run(*masters, "--move", "f6-e7", "-o", "-")).startswith("--move f6-e7: pieces move along")
    between = "/7/7/7/7/7/4Kt1/2t4/"
    text = told("--rules", "masters", "--variation", "weak-king", "--position", between, "--move", "c7-c6")
    assert text.endswith("nothing is captured.")
    taken = "/7/7/7/7/7/2t1Kt1/3t3/"
    assert "nothing is captured" in told("--rules", "masters", "--position", taken, "--move", "d7-d6")
    text = told("--rules", "masters", "--variation", "weak-king", "--position", taken, "--move", "d7-d6")
    assert text.endswith("captures the king on e6 against f6; the attackers capture the king.")
    assert run("--rules", "masters", "--variation", "weak-king").stdout.startswith(
        "output/brandub-masters+weak-king-diagram.svg: "
    )


# the side to move, and the end of the game

NOT_TO_MOVE = "belongs to the side that is not to move"
SHOWABLE = "it can be shown as a refused move"


@pytest.mark.parametrize(
    ("shown", "move"),
    [
        ((), "c4-c5"),
        ((), "d4-d5"),  # whoever is in the way
        (("--position", f"{CAPTURE} defenders"), "c3-c5"),
        (("--position", f"{CAPTURE} attackers"), "d5-d6"),
        (("--position", "....... ....... ...Tt.. ....... ..t.... ....... ....... defenders"), "c3-c5"),
        (("--record", GAME, "--ply", "0"), "c4-c5"),
        (("--record", GAME, "--after", "0"), "c4-c5"),
        (("--record", GAME, "--ply", "5"), "d5-c5"),
        (("--record", GAME, "--after", "5"), "d1-c1"),
        (("--record", GAME), "d1-c1"),
        (("--record", GAME, "--after", "6"), "e4-e5"),
        (("--position", CAPTURE, "--record", "c3-c4", "--after", "0"), "d5-d6"),
        (("--position", f"{CAPTURE} defenders", "--record", "d5-d6", "--ply", "1"), "c3-c5"),
        (("--record", "[rules:dim:7 atkf:n start:/7/7/7/7/3Tt2/7/7/]", "--after", "0"), "e5-e6"),
    ],
)
def test_a_move_of_the_side_that_is_not_to_move_is_refused(shown: tuple[str, ...], move: str, folder: Path) -> None:
    why = f"the piece on {move[:2]} {NOT_TO_MOVE}"
    assert failed(run(*shown, "--move", move)) == f"--move {move}: {why}; {SHOWABLE}"
    assert not list(folder.glob("**/*.*"))
    assert told(*shown, "--refused", move).endswith(f" Refused: {move}: {why}.")


@pytest.mark.parametrize(
    ("shown", "move"),
    [
        ((), "d6-c6"),
        (("--position", f"{CAPTURE} defenders"), "d5-d6"),
        (("--position", f"{CAPTURE} attackers"), "e5-e6"),
        (("--record", GAME, "--ply", "5"), "d1-c1"),
        (("--record", GAME, "--after", "5"), "e4-e5"),
        (("--record", GAME), "e4-e5"),
        (("--record", GAME, "--after", "6"), "d1-c1"),
        # the side is not known: either may move
        (("--position", CAPTURE), "d5-d6"),
        (("--position", CAPTURE), "e5-e6"),
        (("--position", "....... ....... ...Tt.. ....... ..t.... ....... ......."), "d5-d6"),
    ],
)
def test_a_move_of_the_side_to_move_is_played(shown: tuple[str, ...], move: str) -> None:
    assert f"{move[:2]} moves to {move[3:]}, and nothing is captured" in told(*shown, "--move", move)
    assert failed(run(*shown, "--refused", move)) == (
        f"--refused {move}: the move is legal under walker; it can be shown as played"
    )


@pytest.mark.parametrize(("side", "move"), [("defenders", "c3-c5"), ("attackers", "d5-d6")])
def test_a_file_names_the_side_to_move_too(side: str, move: str, folder: Path) -> None:
    for text in (f"{CAPTURE} {side}\n", f".......\n.......\n...Tt..\n.......\n..t....\n.......\n.......\n{side}\n"):
        (folder / "position.txt").write_text(text, encoding="utf-8")
        why = f"the piece on {move[:2]} {NOT_TO_MOVE}"
        assert failed(run("--file", "position.txt", "--move", move)) == f"--move {move}: {why}; {SHOWABLE}"
        assert f"Refused: {move}: {why}." in told("--file", "-", "--refused", move, given=text)
        other = text.replace(side, "")
        assert f"{move[:2]} moves to {move[3:]}" in told("--file", "-", "--move", move, given=other)


@pytest.mark.parametrize(
    ("shown", "move"),
    [
        (("--position", ESCAPED), "e4-e5"),
        (("--position", ESCAPED), "c5-c6"),
        (("--position", ESCAPED), "a1-a3"),
        (("--position", ESCAPED), "e4-f5"),  # whatever move it is
        (("--position", f"{ESCAPED} attackers"), "e4-e5"),
        (("--position", f"{ESCAPED} attackers"), "c5-c6"),
        (("--position", f"{ESCAPED} defenders"), "c5-c6"),
        ((*ESCAPING, "--after", "1"), "b7-b6"),
        ((*ESCAPING, "--after", "1"), "a7-a6"),
        ((*CLOSING_IN, "--after", "1"), "c4-c3"),
        ((*CLOSING_IN, "--after", "1"), "e5-e6"),
        (("--rules", "masters", "--position", ESCAPED), "e4-e5"),
    ],
)
def test_a_move_after_the_end_of_the_game_is_refused(shown: tuple[str, ...], move: str, folder: Path) -> None:
    assert failed(run(*shown, "--move", move)) == f"--move {move}: the game is over; {SHOWABLE}"
    assert not list(folder.glob("**/*.*"))
    assert told(*shown, "--refused", move).endswith(f" Refused: {move}: the game is over.")


@pytest.mark.parametrize(
    ("shown", "move"),
    [
        (("--position", "/1K5/7/7/4t2/2T4/7/7/"), "e4-e5"),  # beside the corner
        (("--position", "/7/7/7/4t2/2T4/7/7/"), "e4-e5"),  # without a king
        (ESCAPING, "a5-a6"),  # before the last move
        ((*ESCAPING, "--after", "0"), "a5-a6"),
        ((*CLOSING_IN, "--ply", "1"), "e5-e6"),
        ((*CLOSING_IN, "--after", "0"), "e5-e6"),
    ],
)
def test_a_game_that_is_not_over_goes_on(shown: tuple[str, ...], move: str) -> None:
    assert f"{move[:2]} moves to {move[3:]}, and nothing is captured" in told(*shown, "--move", move)


def test_what_is_no_move_at_all_is_named_before_the_end_of_the_game() -> None:
    for option in ("--move", "--refused"):
        assert failed(run("--position", ESCAPED, option, "b1-b2")) == f"{option} b1-b2: there is no piece on b1"
        line = f"{option} e4-e8: e8 is beside the board of 7 x 7"
        assert failed(run("--position", ESCAPED, option, "e4-e8")) == line


def test_a_move_to_its_own_square_is_refused() -> None:
    why = "the piece stands on d6 already, and a move ends on another square"
    assert failed(run("--move", "d6-d6")) == f"--move d6-d6: {why}; {SHOWABLE}"
    assert told("--refused", "d6-d6") == f"{START} Refused: d6-d6: {why}."


# parts of the board


@pytest.mark.parametrize(
    ("part", "move", "said"),
    [
        ("a1-e5", "d2-c2", "The part of the board from a1 to e5. King on d4; defenders on c4, d3, d5, e4; "),
        ("e5-a1", "d2-c2", "The part of the board from a1 to e5. King on d4; defenders on c4, d3, d5, e4; "),
        ("a7-d3", "d6-c6", "The part of the board from a3 to d7. King on d4; defenders on c4, d3, d5; "),
        ("e2-g4", "f4-f3", "The part of the board from e2 to g4. Defender on e4; attackers on f4, g4. "),
        ("c1-d7", "d2-c2", "The part of the board from c1 to d7. King on d4; defenders on c4, d3, d5; "),
        ("a1-g7", "d2-c2", "King on d4; defenders on c4, d3, d5, e4; "),
    ],
)
def test_the_alternative_text_names_the_part_of_the_board(part: str, move: str, said: str) -> None:
    text = told("--part", part, "--move", move)
    assert text.startswith(said)
    assert text.endswith(f" Attacker {move[:2]} moves to {move[3:]}, and nothing is captured.")
    assert run("--part", part, "--move", move, "-o", "a.svg").stdout == f"a.svg: {text}\n"


def test_the_alternative_text_of_one_square_names_it() -> None:
    assert told("--part", "g7-g7") == "The square g7. No piece stands there."
    assert told("--part", "d4-d4") == "The square d4. King on d4."


# games


@pytest.mark.parametrize("ply", [(), ("--ply", "6")])
def test_the_last_move_is_shown(ply: tuple[str, ...]) -> None:
    text = told("--record", GAME, *ply)
    assert text.endswith("Defender d5 moves to a5 and captures the attacker on a6 against the corner a7.")


def test_a_ply_is_shown_in_the_position_before_it() -> None:
    text = told("--record", GAME, "--ply", "5")
    assert text == (
        "King on d4; defenders on a5, d3, d5, e4; attackers on a4, b4, d1, d6, d7, e2, f5, g4. "
        "Attacker d6 moves to a6 and captures the defender on a5 against a4."
    )
    assert told("--record", GAME, "--ply", "1") == f"{START} Attacker d2 moves to e2, and nothing is captured."
    assert told("--record", GAME, "--ply", "0") == START


def test_a_position_behind_a_move_is_shown_without_it() -> None:
    assert told("--record", GAME, "--after", "0") == START
    assert told("--record", GAME, "--after", "6") == (
        "King on d4; defenders on a5, d3, e4; attackers on a4, b4, d1, d7, e2, f5, g4."
    )
    assert told("--record", GAME, "--after", "5", "--move", "d5-a5xa6").endswith("against the corner a7.")


def test_other_moves_are_shown_beside_a_games_own() -> None:
    text = told("--record", GAME, "--ply", "5", "--move", "d6-c6", "--refused", "d6-d7", "--moves-of", "d5")
    assert "Move 1: attacker d6 moves to a6 and captures" in text
    assert "Move 2: attacker d6 moves to c6, and nothing is captured." in text
    assert "Refused: d6-d7: the piece on d7 is in the way." in text


def test_a_game_is_read_from_a_file(folder: Path) -> None:
    file = folder / "game.otg"
    file.write_text(
        "\ufeff[event:a game]\n[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n"
        "1. d2-e2 c4-c5\n[d2-f2 is worse|]\n\n2. f4-f5 c5-a5 {now}\n3. d6-a6xa5 d5-a5xa6+\n4. ---\n",
        encoding="utf-8",
    )
    assert told("--file", "game.otg") == told("--record", GAME)
    assert told("--file", "-", "--ply", "2", given=file.read_text(encoding="utf-8-sig")) == told(
        "--record", GAME, "--ply", "2"
    )


def test_a_game_may_begin_in_another_position(folder: Path) -> None:
    expected = "Attacker on e5. Attacker e5 moves to e6, and nothing is captured."
    assert told("--position", "/7/7/7/7/4t2/7/7/", "--record", "e5-e6") == expected
    assert told("--record", "[rules:dim:7 atkf:y start:/7/7/7/7/4t2/7/7/]\n1. e5-e6") == expected
    (folder / "position.txt").write_text("/7/7/7/7/4t2/7/7/", encoding="utf-8")
    assert told("--file", "position.txt", "--record", "e5-e6") == expected
    assert told("--record", "[rules:dim:7 atkf:n start:/7/7/7/7/4T2/7/7/]\n1. e5-e6").startswith("Defender on e5.")


# a game with rules of its own

ODD = "[rules:dim:7 name:Odd esc:e ks:w cor: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d2-e2"
ODD_LINES = (
    "its rules have esc:e (the king wins at the edge), and walker has goal = corner",
    "its rules have ks:w (two enemies take the king everywhere), and walker has king_on_throne = surround, "
    "king_beside_throne = surround",
    "its rules have cor: (there are no corners), and walker has corners = a1, a7, g1, g7; "
    "name --rules yourself to draw it under them all the same",
)
PASSED = "--rules passes over these terms of the game's own rules: "


def errors(result: Result) -> list[str]:
    """The lines of problems, which are all that is said."""
    assert (result.exit_code, result.stdout) == (1, ""), result.output
    lines = result.stderr.splitlines()
    assert all(line.startswith("Error: ") for line in lines), lines
    return [line.removeprefix("Error: ") for line in lines]


def test_a_game_whose_own_rules_are_others_is_refused(folder: Path) -> None:
    (folder / "game.otg").write_text(ODD, encoding="utf-8")
    for words, given, place in (
        (("--file", "game.otg"), None, "--file game.otg"),
        (("--file", "-"), ODD, "--file -"),
        (("--record", ODD), None, "--record"),
        (("--record", ODD.replace("[rules:", "").replace("]", "")), None, "--record"),
        (("--file", "game.otg", "--ply", "0", "--position", CAPTURE), None, "--file game.otg"),
    ):
        assert errors(run("brandub", *words, given=given)) == [f"{place}: {line}" for line in ODD_LINES]
    assert not list(folder.glob("**/*.svg"))


def test_a_game_is_drawn_by_its_own_rules_where_no_others_are_named(folder: Path) -> None:
    # the king leaves by the edge, which he cannot under the rules of the default game
    record = f"{ODD} c4-c1 2. a4-a2 Kd4-c4 3. a2-a3 Kc4-c2 4. g4-g3 Kc2-a2"
    assert "King c2 moves to a2, and nothing is captured; the king escapes." in told("--record", record)
    assert run("--record", record.replace("name:Odd", "name:Tafl_of_Odds")).exit_code == 0
    assert [file.name for file in folder.glob("**/*.svg")] == ["tafl-of-odds-opentafl-diagram.svg"]
    assert "game is over" in failed(run("--record", f"{record} a3-a4"))
    for named in (("brandub",), ("--position", CAPTURE)):
        assert errors(run(*named, "--record", record))[0] == f"--record: {ODD_LINES[0]}"


@pytest.mark.parametrize(
    ("terms", "line"),
    [
        ("ber:c", "--record: ber:c (berserk moves): no flag of a ruleset can say so"),
        ("foo:bar", "--record: foo:bar is no term that is known"),
        ("afor:a4,", "--record: afor:a4, (the squares of a fort): no flag of a ruleset can say so"),
    ],
)
def test_own_rules_that_no_game_here_can_have_are_refused_by_name(terms: str, line: str) -> None:
    assert failed(run("--record", ODD.replace("name:Odd", terms))) == line


def test_rules_that_are_asked_for_pass_over_a_games_own(folder: Path) -> None:
    (folder / "game.otg").write_text(ODD, encoding="utf-8")
    for words, given in ((("--file", "game.otg"), None), (("--file", "-"), ODD), (("--record", ODD), None)):
        result = run("--rules", "walker", *words, "-o", "-", given=given)
        assert result.exit_code == 0, result.output
        assert result.stderr == f"{PASSED}esc:e, ks:w, cor:\n"
        assert result.stdout == run("--record", "d2-e2", "-o", "-").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("ard-ri", "--rules", "corrected", "--record", ODD),
        ("--record", f"[rules:dim:7 esc:c ks:c ka:y nj:n surf:n atkf:y] {GAME}"),
        ("--rules", "walker", "--record", f"[rules:dim:7 esc:c ks:c ka:y nj:n surf:n atkf:y] {GAME}"),
        ("--rules", "masters", "--variation", "weak-king", "--record", "[rules:dim:7 ks:w] d2-e2"),
    ],
)
def test_a_game_is_drawn_in_silence_under_its_own_rules(words: tuple[str, ...]) -> None:
    result = run(*words, "-o", "-")
    assert (result.exit_code, result.stderr) == (0, "")


def test_terms_that_are_not_known_are_named_where_rules_are_asked_for() -> None:
    record = f"[rules:dim:7 colour:red esc:e \x1b:\x1b {' '.join(f't{n}:' for n in range(20))}] d2-e2"
    assert run("--rules", "walker", "--record", record).stderr == (
        f"{PASSED}esc:e, colour:red (not known), \\x1b:\\x1b (not known), "
        + "".join(f"t{n}: (not known), " for n in range(8))
        + "and 12 more that are not known\n"
    )
    assert run("--record", record.replace("esc:e ", "")).stderr == ""


def test_what_no_flag_says_is_refused_by_name() -> None:
    record = "[rules:dim:7 ka:h ber:c] d2-e2"
    assert errors(run("--record", record)) == [
        "--record: its rules have ka:h (the king captures as the mover alone), which no flag of a ruleset can say",
        "--record: its rules have ber:c (berserk moves), which no flag of a ruleset can say; "
        "name --rules yourself to draw it under them all the same",
    ]
    assert run("--rules", "walker", "--record", record).stderr == f"{PASSED}ka:h, ber:c\n"


def test_a_board_of_another_size_is_refused_with_all_the_rest() -> None:
    record = "[rules:dim:9 esc:e] d2-e2"
    assert errors(run("--record", record)) == [
        "--record: its rules have dim:9 (the squares along a side), and walker has size = 7",
        "--record: its rules have esc:e (the king wins at the edge), and walker has goal = corner; "
        "choose a game on a board of that size",
    ]


@pytest.mark.parametrize(
    ("terms", "move", "other"),
    [("atkf:n", "c4-c5", "d6-c6"), ("atkf:y", "d6-c6", "c4-c5"), ("", "d6-c6", "c4-c5")],
)
def test_a_record_says_who_begins_with_a_start_of_its_own_or_without(terms: str, move: str, other: str) -> None:
    for start in ("", "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "starti:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"):
        record = f"[rules:dim:7 {terms} {start}] {move}"
        assert f"{move[:2]} moves to {move[3:]}" in told("--record", record)
        assert f"{move[:2]} moves to {move[3:]}" in told("--record", record, "--after", "0", "--move", move)
        assert NOT_TO_MOVE in failed(run("--record", record, "--after", "0", "--move", other))


def test_hostile_rules_are_refused_in_few_lines(folder: Path) -> None:
    terms = " ".join(f"t{number}:{number}" for number in range(80_000))
    (folder / "long.otg").write_text(f"[rules:dim:7 {terms} esc:{'e' * 1000}] d2-e2", encoding="utf-8")
    (line,) = errors(run("--file", "long.otg"))
    assert len(line) < 300
    (note,) = run("--file", "long.otg", "--rules", "walker").stderr.splitlines()
    assert len(note) < 1000
    assert run("--record", "[rules:] d2-e2").exit_code == 0


# the file


@pytest.mark.parametrize(("name", "kind"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF-1.7"), ("a.PNG", b"\x89PNG")])
def test_the_files_ending_says_its_type(name: str, kind: bytes, folder: Path) -> None:
    assert run("-o", f"to/{name}").stdout == f"to/{name}: {START}\n"
    assert (folder / "to" / name).read_bytes().startswith(kind)
    assert [file.name for file in (folder / "to").iterdir()] == [name]


@pytest.mark.parametrize(("kind", "begin"), [("svg", b"<?xml"), ("pdf", b"%PDF-1.7"), ("png", b"\x89PNG")])
def test_the_type_may_be_named(kind: str, begin: bytes, folder: Path) -> None:
    assert run("--format", kind, "--rules", "branan", "-o", "to/").exit_code == 0
    assert (folder / "to" / f"brandub-branan-diagram.{kind}").read_bytes().startswith(begin)
    assert run("--format", kind, "-o", "diagram.pic").exit_code == 2
    assert not (folder / "diagram.pic").exists()
    result = run("--format", kind, "-o", "-")
    assert result.stdout_bytes.startswith(begin)
    assert result.stderr == ""


def test_the_same_diagram_is_the_same_file(folder: Path) -> None:
    for name in ("a.svg", "b.svg", "a.pdf", "b.pdf"):
        assert run("--move", "d6-c6", "--coordinates", "--caption", "So", "-o", name).exit_code == 0
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()
    assert (folder / "a.pdf").read_bytes() == (folder / "b.pdf").read_bytes()


def test_size_and_dpi_make_the_pixels(folder: Path) -> None:
    assert run("--size", "5cm", "--dpi", "254", "-o", "a.png").exit_code == 0
    with Image.open(folder / "a.png") as picture:
        assert picture.size == pytest.approx((500, 500), abs=1)
    assert run("--size", "50", "--dpi", "254", "--coordinates", "--caption", "Two words", "-o", "b.png").exit_code == 0
    with Image.open(folder / "b.png") as picture:
        assert picture.width == pytest.approx(500, abs=1)
        assert picture.height > 550


def test_a_pdf_is_one_page_of_the_diagrams_size_with_its_caption(folder: Path) -> None:
    assert run("--size", "100", "--caption", "Words in *italics* too.", "--coordinates", "-o", "a.pdf").exit_code == 0
    with PdfDocument(folder / "a.pdf") as document:
        assert len(document) == 1
        assert document[0].get_width() == pytest.approx(100 / 25.4 * 72, abs=0.01)
        assert "Words in italics too." in document[0].get_textpage().get_text_bounded()
        assert document.get_metadata_dict()["Title"] == "Words in italics too."


def test_mono_has_greys_alone() -> None:
    words = ("--rules", "branan", "--moves-of", "f4", "--move", "d6-c6", "--move", "d7-c7", "--refused", "d2-a7")
    text = run(*words, "--coordinates", "--caption", "Greys", "--mode", "mono", "-o", "-").stdout
    colours = set(re.findall("#[0-9a-f]{6}", text))
    assert len(colours) > 5
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    assert run(*words, "--mode", "color", "-o", "-").stdout == run(*words, "-o", "-").stdout


def test_the_title_is_what_is_asked_or_the_caption_or_the_game() -> None:
    assert "<title>Brandub, a diagram</title>" in run("-o", "-").stdout
    assert "<title>A caption.</title>" in run("--caption", "A *caption*.", "-o", "-").stdout
    assert "<title>Mine &amp; yours</title>" in run("--caption", "A", "--title", "Mine & yours", "-o", "-").stdout


def test_the_input_and_the_output_may_be_streams() -> None:
    command = [sys.executable, "-m", "taflkit", "diagram", "--file", "-", "--ply", "5", "--format", "png", "-o", "-"]
    done = subprocess.run(command, input=GAME.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    with Image.open(BytesIO(done.stdout)) as picture:
        assert picture.size == (709, 709)


# what is wrong


WRONG = {
    "an unknown game": (
        ("nogame",),
        "there is no game 'nogame'; there is alea-evangelii, ard-ri, brandub,"
        + " hnefatafl, magpie, parlett, tablut, tawlbwrdd, or a path to a game of your own",
    ),
    "an unknown ruleset": (("--rules", "x"), "there is no ruleset of brandub 'x'; there is walker, macwhite"),
    "an unknown variation": (("--variation", "x"), "there is no variation of walker 'x'"),
    "no position": (("--position", "d4"), "--position: 'd4' is no position; write a line such as /3t3/3t3/"),
    "no position at all": (("--position", ""), "--position: '' is no position"),
    "too few ranks": (("--position", "/7/7/"), "--position: position '/7/7/': 2 ranks, and the board has 7"),
    "a long rank": (("--position", "/7/7/7/7/3Tt3/7/7/"), "rank 5 has 8 squares, and the board has 7"),
    "a strange piece": (("--position", "/7/7/7/7/3Nt2/7/7/"), "'N' is no piece; t, T and K are"),
    "a ragged picture": (("--position", "...t .... ...."), "--position: picture: it must have 7 rows of 7 squares"),
    "two kings": (("--position", "/7/7/7/3K3/3K3/7/7/"), "--position: a second king on d5"),
    "a soldier on the throne": (
        ("--position", "/7/7/7/3T3/7/7/7/"),
        "--position: a defender stands on the throne d4, where no soldier may stop",
    ),
    "a soldier in a corner": (
        ("--position", "/t6/7/7/7/7/7/7/"),
        "--position: an attacker stands on the corner a1, where no soldier may stop",
    ),
    "too many pieces": (
        ("--position", "/7/7/1TTTTT1/7/7/7/7/"),
        "--position: there are 5 defenders, and the game begins with 4",
    ),
    "an empty square": (("--move", "a1-a2"), "--move a1-a2: there is no piece on a1"),
    "no move": (("--move", "d6"), "--move d6: 'd6' is not a move: write two squares, such as d6-f6"),
    "no square": (("--move", "d6-z9"), "--move d6-z9: 'z9' is not a square: write a file letter and a rank"),
    "a square beside the board": (("--move", "d6-d8"), "--move d6-d8: d8 is beside the board of 7 x 7"),
    "a piece beside the board": (("--move", "h1-h2"), "--move h1-h2: h1 is beside the board of 7 x 7"),
    "an illegal move": (
        ("--move", "d7-d5"),
        "--move d7-d5: the piece on d6 is in the way; it can be shown as a refused move",
    ),
    "a move out of line": (
        ("--move", "d7-e6"),
        "--move d7-e6: pieces move along a row or column, and e6 is not in line",
    ),
    "a move of the other side": (
        ("--move", "c4-c5"),
        "--move c4-c5: the piece on c4 belongs to the side that is not to move; it can be shown as a refused move",
    ),
    "a move behind the end of the game": (
        ("--position", ESCAPED, "--move", "e4-e5"),
        "--move e4-e5: the game is over; it can be shown as a refused move",
    ),
    "a capture that there is not": (
        ("--move", "d6-c6xc5"),
        "--move d6-c6xc5: the move captures nothing under walker, and c5 is written",
    ),
    "a capture too few": (
        ("--position", "/7/7/7/7/1Tt4/2t4/2T4/", "--move", "c7-b7xc6"),
        "--move c7-b7xc6: the move captures nothing under walker, and c6 is written",
    ),
    "a legal move as refused": (
        ("--refused", "d6-c6"),
        "--refused d6-c6: the move is legal under walker; it can be shown as played",
    ),
    "a refused move from an empty square": (("--refused", "a1-a2"), "--refused a1-a2: there is no piece on a1"),
    "a refused move beside the board": (("--refused", "d7-d8"), "--refused d7-d8: d8 is beside the board of 7 x 7"),
    "the moves of nobody": (("--moves-of", "a1"), "--moves-of a1: there is no piece on a1"),
    "the moves of no square": (("--moves-of", "king"), "--moves-of king: 'king' is not a square"),
    "the moves of a square beside the board": (("--moves-of", "k9"), "--moves-of k9: k9 is beside the board of 7 x 7"),
    "no part": (
        ("--part", "d4"),
        "--part d4: 'd4' is no part of the board; write two opposite corners of it, such as a1-e5",
    ),
    "a part beside the board": (("--part", "a1-h7"), "--part a1-h7: h7 is beside the board of 7 x 7"),
    "a move out of the part": (
        ("--part", "a1-d7", "--move", "d6-f6"),
        "--part a1-d7: f6 is not in it, where a move begins or ends; name a larger part",
    ),
    "dots of a piece out of the part": (("--part", "a1-c3", "--moves-of", "d6"), "--part a1-c3: d6 is not in it"),
    "no size": (("--size", "wide"), "--size: "),
    "a small size": (("--size", "2"), "--size: the width must be 10 to 1000 mm, not 2 mm"),
    "a large size": (("--size", "2m"), "--size"),
    "no room for coordinates": (("--size", "10", "--coordinates"), "--coordinates: squares of 1.0 mm are too small"),
    "a missing letter": (("--caption", "囲碁"), "--caption: the font 'text' has no letter '囲' (U+56F2 CJK"),
    "half a letter": (
        ("--title", "a\udcff"),
        "--title: U+DCFF half of a surrogate pair cannot be printed, in 'a\\udcff'",
    ),
    "a mark of direction": (("--caption", "a\u202eb"), "--caption: U+202E RIGHT-TO-LEFT OVERRIDE cannot be printed"),
    "a control character": (
        ("--title", "\x1b[31m"),
        "--title: U+001B control character cannot be printed, in '\\x1b[31m'",
    ),
    "a long title": (("--title", "a" * 121), "--title: it has 121 characters, and may have 120"),
    "a long caption": (("--caption", "a " * 600), "--caption: it has 1200 characters, and may have 1000"),
    "a long word": (
        ("--size", "12", "--caption", "Antidisestablishment"),
        "--caption: 'Antidisestablishment' is wider",
    ),
    "a caption of 3,000 words": (("--caption", "word " * 3000), "--caption: it has "),
    "a caption of one word": (("--caption", "w" * 5000), "--caption: it has "),
    "an endless title": (("--title", "t" * 5000), "--title: it has 5000 characters, and may have 120"),
    "too many moves": (("--moves-of", "d6") * 101, "--move: a figure shows 100 moves at most"),
    "too many refusals": (("--refused", "d6-d4") * 5000, "--move: a figure shows 100 moves at most"),
    "too many pixels": (
        ("--size", "1000", "--dpi", "2400", "--format", "png"),
        "--dpi: a picture of 1000 x 1000 mm with 2400 pixels to the inch has more than 20 million pixels;"
        " use 113 or fewer to the inch",
    ),
    "a ply before the first": (("--record", GAME, "--ply", "-1"), "--ply: the move must be 0 to 2000, not -1"),
    "no such ply": (
        ("--record", GAME, "--ply", "7"),
        "--ply: there is no ply 7; the game has 6, and 0 is its start",
    ),
    "nothing after it": (("--record", GAME, "--after", "9"), "--after: there is no ply 9; the game has 6"),
    "an empty record": (
        ("--record", " {nothing}"),
        "--record: there is no move in it; write moves such as d6-f6 d4-d7",
    ),
    "no record": (("--record", "e4 e5"), "--record: ply 1: 'e4' is no move; write d6-f6"),
    "an illegal ply": (
        ("--record", "d2-e2 c4-c5 d6-d4"),
        "--record: ply 3, d6-d4: the piece on d5 is in the way (ruleset walker)",
    ),
    "the wrong side": (
        ("--record", "c4-c5"),
        "--record: ply 1, c4-c5: the piece on c4 belongs to the side that is not to move (ruleset walker)",
    ),
    "a capture that the game has not": (
        ("--record", "d2-e2 c4-c5xb5"),
        "--record: ply 2, c4-c5xb5: the move captures nothing under walker, and b5 is written",
    ),
    "a capture that is not written": (
        ("--record", GAME.removesuffix("xa6")),
        "--record: ply 6, d5-a5: the move captures a6 under walker, and nothing is written",
    ),
    "a comment without an end": (
        ("--record", "d2-e2 {now"),
        "--record: line 1: the comment that '{' begins has no '}'",
    ),
    "a start that cannot be": (
        ("--record", "[rules:start:/9/9/9/9/9/9/9/9/9/]"),
        "--record: position '/9/9/9/9/9/9/9/9/9/': 9 ranks, and the board has 7",
    ),
    "a board of another size": (
        ("brandub", "--record", "[rules:dim:9 start:/9/9/9/9/9/9/9/9/9/]"),
        "--record: its rules have dim:9 (the squares along a side), and walker has size = 7; "
        "choose a game on a board of that size",
    ),
    "a board of another size under rules of one's own choice": (
        ("--rules", "walker", "--record", "[rules:dim:x esc:e] d2-e2"),
        "--record: its rules have dim:x (the squares along a side), and walker has size = 7; choose a game on a board",
    ),
    "a piece that we do not have": (
        ("--rules", "walker", "--record", "[rules:dim:7 ber:c start:/3c3/7/7/3K3/7/7/7/]"),
        "--record: position '/3c3/7/7/3K3/7/7/7/': 'c' is no piece; t, T and K are",
    ),
    "two rules": (
        ("--record", "[rules:dim:7] [rules:dim:7] d2-e2"),
        "--record: there are 2 tags [rules:...]; leave one of them",
    ),
    "a rule twice": (
        ("--record", "[rules:dim:7 ks:w ks:s] d2-e2"),
        "--record: its rules have ks:w and ks:s; leave one away",
    ),
    "no file": (("--file", "none.txt"), "--file none.txt: there is no such file"),
    "a folder": (("--file", "."), "--file .: is a folder, and must be a file"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_one_line_that_names_the_option(what: str, folder: Path) -> None:
    words, line = WRONG[what]
    assert failed(run(*words)).startswith(line) or line in failed(run(*words))
    assert not list(folder.glob("**/*.*"))


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\xff\xfe", "--file it: is UTF-16 text; save it as UTF-8"),
        (b" \n", "--file it: there is nothing to read; a position, a picture or a game's moves belong there"),
        (b"/7/7/7/", "--file it: position '/7/7/7/': 3 ranks, and the board has 7"),
        (b"...t...\n...x...\n", "--file it: picture: it must have 7 rows of 7 squares"),
        (b"....K..\n" * 7, "--file it: a second king on e6"),
        (b"d2-e2 d2-e2", "--file it: ply 2, d2-e2: there is no piece on d2 (ruleset walker)"),
    ],
)
def test_what_is_wrong_in_a_file_is_one_line_too(content: bytes, line: str, folder: Path) -> None:
    (folder / "it").write_bytes(content)
    assert failed(run("--file", "it")) == line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--ply", "1"), "--ply needs a game: name its moves with --record, or its --file"),
        (("--after", "1", "--position", CAPTURE), "--after needs a game"),
        (("--record", GAME, "--ply", "1", "--after", "1"), "--ply shows a move and --after none; leave one away"),
        (("--record", GAME, "--file", "game.txt"), "--file and --record both give a game; leave one away"),
        (("--position", CAPTURE, "--file", "line.txt"), "--file and --position both give a position; leave one away"),
        (("-o", "a.gif"), "-o a.gif: there is no format 'gif'; end it in .svg, .pdf, .png"),
        (("--format", "png", "-o", "a.svg"), "--format png and -o a.svg say two things; leave one away"),
        (("--format", "gif"), "Invalid value for '--format'"),
        (("--mode", "red"), "Invalid value for '--mode'"),
    ],
)
def test_wrong_usage_is_told_apart(words: tuple[str, ...], line: str, folder: Path) -> None:
    (folder / "game.txt").write_text(GAME, encoding="utf-8")
    (folder / "line.txt").write_text(CAPTURE, encoding="utf-8")
    assert failed(run(*words), 2).startswith(line)


def test_a_place_that_cannot_be_written_to_is_named(folder: Path) -> None:
    (folder / "file").write_text("", encoding="utf-8")
    assert failed(run("-o", "file/a.svg")).startswith("-o: file/a.svg cannot be written")


def test_the_help_has_examples_that_work(folder: Path) -> None:
    text = run("--help").stdout
    (folder / "game.txt").write_text(f"{GAME} " + "d1-c1 e4-e5 e2-e3 d3-c3 c1-c2 c3-b3", encoding="utf-8")
    examples = re.findall(r"^    taflkit diagram (.*)$", text, re.MULTILINE)
    assert examples
    for example in examples:
        result = run(*shlex.split(example))
        assert result.exit_code == 0, f"{example}: {result.output}"


def test_its_page_names_every_option() -> None:
    described = section("docs/figures.md", "diagram: a figure of your own")
    options = set(re.findall(r"^  (?:-o, )?(--[a-z-]+)", run("--help").stdout, re.MULTILINE))
    for option in options:
        assert option in described, option


@pytest.mark.parametrize("blank", ["", "  ", "\u00ad", "\u00a0"])
def test_a_title_or_a_caption_without_letters_is_refused(blank: str) -> None:
    for option in ("--title", "--caption"):
        line = f"{option}: it is empty; write some words, or leave it out"
        assert failed(run(option, blank, "-o", "-")) == line


def test_the_title_is_without_what_marks_the_words_of_the_caption() -> None:
    drawn = run("--caption", "The *ga:bran\u00adán* < E\u0301ire *", "-o", "-").stdout
    assert "<title>The branán &lt; Éire *</title>" in drawn


def test_a_cold_build_does_not_pay_for_diagrams() -> None:
    program = (
        "import sys; from taflkit.cli import main; main(['build', '-o', '-'], standalone_mode=False); "
        "print([m for m in sys.modules if 'diagram' in m], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr.decode().splitlines()[-1] == "[]"


def test_no_game_goes_on_from_a_position_that_is_won() -> None:
    won = "/K6/7/7/7/4t2/7/7/ attackers"
    assert "the game is over" in failed(run("--position", won, "--record", "e5-e6"))
    assert "the game is over, and no piece can move" in failed(run("--position", won, "--moves-of", "e5"))


def test_a_part_without_a_piece_says_so() -> None:
    result = run("--part", "a1-c3", "-o", "part.svg")
    assert result.stdout.endswith("The part of the board from a1 to c3. No piece stands there.\n")
