"""What the page of diagrams asks: games played by the engine, and the very files that the command makes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.site.visitor import Session, answer_in
from taflkit.site.visitor.diagrams import boards_of

CATALOG = Catalog()
GAME = ("d2-e2", "c4-c5", "f4-f5", "c5-a5", "d6-a6xa5", "d5-a5xa6")
ESCAPED = "/K6/7/7/4t2/2T4/7/7/"
CAPTURE = "/7/7/2t4/7/3Tt2/7/7/"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(CATALOG, tmp_path)


def asked(session: Session, question: str, **choices: object) -> dict[str, Any]:
    """Return an answer."""
    found: dict[str, Any] = json.loads(answer_in(session, question, json.dumps(choices))[0])
    assert "answer" in found, found
    said: dict[str, Any] = found["answer"]
    return said


def problem(session: Session, question: str, **choices: object) -> tuple[str | None, str]:
    """Return the field and the line of a problem."""
    text, files = answer_in(session, question, json.dumps(choices))
    assert files == []
    found = json.loads(text)["problem"]
    return found["field"], found["line"]


# a game


@pytest.mark.parametrize("name", CATALOG.game_names())
def test_a_game_begins_with_its_start_and_its_first_moves(name: str, session: Session) -> None:
    game = CATALOG.game(name)
    for ruleset in game.rulesets:
        variant = game.variant(ruleset)
        said = asked(session, "play", game=name, rules=ruleset.name)
        assert "\n".join(said["moments"][0]["rows"]) == variant.layout.picture
        assert said["to_move"] == variant.first_move.value
        assert said["over"] is False
        assert said["targets"]


def test_moves_are_played_with_their_captures_and_told_in_words(session: Session) -> None:
    said = asked(session, "play", record=GAME)
    turns = [moment["turn"] for moment in said["moments"]]
    assert turns[0] is None
    assert [turn["written"] for turn in turns[1:]] == list(GAME)
    assert turns[5]["captured"] == ["a5"]
    assert turns[5]["sentence"] == "Attacker d6 moves to a6 and captures the defender on a5 against a4."
    assert said["moments"][6]["rows"][2][0] == "T"
    assert said["moments"][6]["rows"][1][0] == "."
    assert said["to_move"] == "attackers"


def test_a_move_that_the_rules_allow_is_played(session: Session) -> None:
    said = asked(session, "play", record=GAME[:4], move="d6-a6")
    assert said["refusal"] is None
    assert said["moments"][-1]["turn"]["captured"] == ["a5"]
    assert said["moments"] == asked(session, "play", record=GAME[:5])["moments"]


@pytest.mark.parametrize(
    ("move", "why", "reference"),
    [
        ("d6-d3", "The piece on d5 is in the way.", "5b"),
        ("c4-c5", "The piece on c4 belongs to the side that is not to move.", "4b"),
        ("d6-e7", "Pieces move along a row or column, and e7 is not in line.", "5a"),
        ("d7-a7", "This piece may not stop on the corner a7.", "6a"),
    ],
)
def test_a_move_that_the_rules_refuse_says_why_and_changes_nothing(
    move: str, why: str, reference: str, session: Session
) -> None:
    said = asked(session, "play", move=move)
    assert (said["refusal"]["why"], said["refusal"]["reference"]) == (why, reference)
    assert said["moments"] == asked(session, "play")["moments"]
    assert asked(session, "moves", square=move[:2], target=move[3:])["refusal"] == said["refusal"]


def test_a_refusal_has_the_sentence_of_the_rules_in_use(session: Session) -> None:
    """Its number is that of the rules with their variations, and in their language."""
    crossing = {"position": "/7/7/7/1T5/7/7/7/ defenders", "square": "b4", "target": "e4"}
    said = asked(session, "moves", **crossing, rules="branan")["refusal"]
    assert (said["reference"], said["rule"]) == ("6c", "Only the king may pass over the throne.")
    far = {"position": "/7/7/7/1K5/7/7/7/ defenders", "square": "b4", "target": "b7", "rules": "branan"}
    assert asked(session, "moves", **far)["refusal"] is None
    said = asked(session, "moves", **far, variations=["slow-king"])["refusal"]
    assert (said["reference"], said["rule"]) == ("5b", "The king moves one step only.")
    said = asked(session, "moves", square="d6", target="e5", language="de")["refusal"]
    assert said["rule"] == "Jeder Stein zieht waagerecht oder senkrecht beliebig weit, nie diagonal."


def test_a_game_whose_rules_cannot_be_numbered_says_why_alone(session: Session) -> None:
    text = '[layout]\ntitle = "Mine"\nstart = """\n..t..\n.....\nt.K.t\n..T..\n..t..\n"""\n'
    own = {"name": "mine.toml", "text": text}
    move = {"square": "c5", "target": "d4"}
    assert asked(session, "moves", own=own, **move)["refusal"]["reference"] == "5a"
    broken = f"{text}[text.figures]\nmoves = 'The {{unknown}}'\n"
    said = asked(session, "moves", own={"name": "mine.toml", "text": broken}, **move)["refusal"]
    assert said == {"why": "Pieces move along a row or column, and d4 is not in line.", "reference": "", "rule": ""}


@pytest.mark.parametrize(
    ("rules", "landing", "crossing"),
    [
        ("walker", "This piece may not stop on the throne d4.", None),
        ("masters", None, None),
        ("branan", "This piece may not stop on the throne d4.", "This piece may not cross the throne d4."),
    ],
)
def test_the_rules_decide(rules: str, landing: str | None, crossing: str | None, session: Session) -> None:
    choices = {"rules": rules, "position": "/7/7/7/1T5/7/7/7/ defenders", "square": "b4"}
    for target, why in (("d4", landing), ("e4", crossing)):
        refusal = asked(session, "moves", **choices, target=target)["refusal"]
        assert (refusal and refusal["why"]) == why
    targets = asked(session, "moves", **choices)["targets"]
    assert ("d4" in targets, "e4" in targets) == (landing is None, crossing is None)


def test_a_game_that_is_over_has_no_moves(session: Session) -> None:
    said = asked(session, "play", position=ESCAPED, move="e4-e5")
    assert said["over"] is True
    assert said["targets"] == {}
    assert said["refusal"] == {"why": "The game is over.", "reference": "", "rule": ""}


def test_where_no_side_is_named_either_may_move(session: Session) -> None:
    said = asked(session, "play", position=CAPTURE)
    assert said["to_move"] == ""
    assert set(said["targets"]) == {"c3", "d5", "e5"}
    assert set(asked(session, "play", position=f"{CAPTURE} attackers")["targets"]) == {"c3", "e5"}


def test_the_targets_of_a_square_are_those_of_the_whole_board(session: Session) -> None:
    for square, targets in asked(session, "play", record=GAME[:3])["targets"].items():
        assert asked(session, "moves", record=GAME[:3], square=square) == {"targets": targets, "refusal": None}
    # earlier in the game the other side was to move
    assert asked(session, "moves", record=GAME[:3], after=0, square="d6")["targets"] != []


def test_a_piece_without_a_move_has_its_reason(session: Session) -> None:
    said = asked(session, "moves", square="d4", position="/7/7/7/2tKt2/7/7/7/ defenders")
    assert "d5" in said["targets"]
    said = asked(session, "moves", square="d4")
    assert said["targets"] == []
    assert said["refusal"]["why"] == "The piece on d4 belongs to the side that is not to move."


def test_a_game_of_ones_own_is_played(session: Session) -> None:
    own = {
        "name": "mine.toml",
        "text": '[layout]\ntitle = "Mine"\nstart = """\n..t..\n.....\nt.K.t\n..T..\n..t..\n"""\n',
    }
    said = asked(session, "play", own=own)
    assert said["moments"][0]["rows"] == ["..t..", ".....", "t.K.t", "..T..", "..t.."]
    assert asked(session, "diagram", own=own, moves=["c5-b5"])["name"].startswith("mine-")


def test_the_boards_of_a_game_of_ones_own_are_those_of_a_page(session: Session) -> None:
    text = '[layout]\ntitle = "Mine"\nbase = "tablut"\nface = { king = "hat" }\n'
    said = asked(session, "boards", own={"name": "mine.toml", "text": text}, root="../")
    assert said["title"] == "Mine"
    tablut = json.loads(json.dumps(boards_of(CATALOG.game("tablut"), "en", "../")))
    assert [each["name"] for each in said["rulesets"]] == [each["name"] for each in tablut["rulesets"]]
    board = {**tablut["rulesets"][0]["board"]}
    board["pieces"] = {**board["pieces"], "K": "../assets/pieces/king-hat.svg"}
    assert said["rulesets"][0]["board"] == board
    _, line = problem(session, "boards", own={"name": "mine.toml", "text": "[layout]\ntitel = 1\n"}, root="../")
    assert line.startswith("mine.toml: layout: titel: unknown key")


@pytest.mark.parametrize(
    ("choices", "field", "line"),
    [
        ({"position": "/7/7/7/3t3/7/7/7/"}, "position", "an attacker stands on the throne d4, where no soldier"),
        ({"position": "/7/"}, "position", "position '/7/': 1 ranks, and the board has 7"),
        ({"record": ["d6-d3"]}, "record", "ply 1, d6-d3: the piece on d5 is in the way (ruleset walker)"),
        ({"rules": "linnaeus"}, "rules", "there is no ruleset of brandub 'linnaeus'"),
        ({"rules": "masters", "variations": ["chess"]}, "rules", "there is no variation of masters 'chess'"),
        ({"move": "king"}, "move", "'king' is not a move"),
    ],
)
def test_what_is_wrong_with_a_game_names_its_field(
    choices: dict[str, Any], field: str, line: str, session: Session
) -> None:
    found, said = problem(session, "play", **choices)
    assert found == field
    assert said.startswith(line)


_ROWS = [".......", ".......", "...Tt..", ".......", "..t....", ".......", "......."]
_START = ["...t...", "...t...", "...T...", "ttTKTtt", "...T...", "...t...", "...t..."]


@pytest.mark.parametrize(
    ("text", "rows", "side", "record"),
    [
        (CAPTURE, _ROWS, "", []),
        (f"{CAPTURE} attackers", _ROWS, "attackers", []),
        (f"{' '.join(_ROWS)} defenders", _ROWS, "defenders", []),
        ("1. d2-e2 {so} c4-c5 2. f4-f5", None, "", ["d2-e2", "c4-c5", "f4-f5"]),
        (f"[rules: dim:7 start:{CAPTURE} atkf:n]\n1. d5-d6", _ROWS, "defenders", ["d5-d6"]),
        ("[rules:dim:7 atkf:y]\n1. d2-e2", None, "", ["d2-e2"]),
        ("[rules:dim:7 atkf:n]\n1. c4-c5", _START, "defenders", ["c4-c5"]),
    ],
)
def test_a_text_is_a_position_or_a_game(
    text: str, rows: list[str] | None, side: str, record: list[str], session: Session
) -> None:
    assert asked(session, "read", text=text) == {"rows": rows, "side": side, "record": record}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "there is nothing to read"),
        ("/9/", "position '/9/': 1 ranks, and the board has 7"),
        ("d2-e2 d6-f6", "ply 2, d6-f6: the piece on d6 belongs to the side that is not to move (ruleset walker)"),
        ("d2-e2 {so", "line 1: the comment that '{' begins has no '}'"),
        (
            "[rules:dim:7 esc:e ks:c] d2-e2",
            "its rules have esc:e (the king wins at the edge), and walker has goal = corner; "
            "take the term out of the record, or choose rules that have it",
        ),
        (
            "[rules:dim:7 esc:e cor:] d2-e2",
            "its rules have esc:e (the king wins at the edge), and walker has goal = corner; its rules have cor: (there"
            " are no corners), and walker has corners = a1, a7, g1, g7; take the term out of the record",
        ),
        ("[rules:dim:9] d2-e2", "its rules have dim:9 (the squares along a side), and walker has size = 7; choose a"),
    ],
)
def test_a_text_that_cannot_be_read_says_why(text: str, line: str, session: Session) -> None:
    found, said = problem(session, "read", text=text)
    assert found == "text"
    assert said.startswith(line)


# the diagram

DIAGRAMS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "the start": ({}, ()),
    "moves": (
        {"moves": ["d6-c6", "d2-c2"], "moves_of": ["c4"], "refused": ["d7-d3"]},
        ("--move", "d6-c6", "--move", "d2-c2", "--moves-of", "c4", "--refused", "d7-d3"),
    ),
    "a game": ({"record": GAME, "ply": 5}, ("--record", " ".join(GAME), "--ply", "5")),
    "behind a game": ({"record": GAME, "after": 2, "mode": "mono"}, ("--record", " ".join(GAME), "--after", "2")),
    "a position": (
        {"position": CAPTURE, "moves": ["c3-c5xd5"], "part": "b2-f6", "coordinates": True, "size": "80"},
        (
            *("--position", CAPTURE, "--move", "c3-c5xd5", "--part", "b2-f6"),
            *("--coordinates", "--size", "80"),
        ),
    ),
    "words": (
        {"game": "tablut", "rules": "linnaeus", "caption": "The *king* “Raichi”.", "title": "Tablut", "size": "9cm"},
        ("tablut", "--rules", "linnaeus", "--caption", "The *king* “Raichi”.", "--title", "Tablut", "--size", "90"),
    ),
    "a look": ({"theme": "manuscript", "coordinates": True}, ("--theme", "manuscript", "--coordinates")),
    "points": ({"game": "alea-evangelii", "size": "150"}, ("alea-evangelii", "--size", "150")),
}


@pytest.mark.parametrize("kind", ["svg", "pdf"])
@pytest.mark.parametrize("what", DIAGRAMS)
def test_a_diagram_is_the_commands(
    what: str, kind: str, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices, words = DIAGRAMS[what]
    monkeypatch.chdir(tmp_path)
    mode = ("--mode", choices["mode"]) if "mode" in choices else ()
    result = CliRunner().invoke(main, ["diagram", *words, *mode, "--format", kind])
    assert result.exit_code == 0, result.output
    path, _, alternative = result.stdout.strip().partition(": ")
    text, (content,) = answer_in(session, "diagram", json.dumps({**choices, "format": kind}))
    said = json.loads(text)["answer"]
    assert content == (tmp_path / path).read_bytes()
    assert said["name"] == Path(path).name
    assert said["alternative"] == alternative


@pytest.mark.parametrize(
    ("choices", "field", "line"),
    [
        ({"moves": ["d6-d3"]}, "moves", "d6-d3: the piece on d5 is in the way; it can be shown as a refused move"),
        ({"moves": ["d6-c6", "d6-c6"]}, "moves", "d6-c6: the move is shown already"),
        ({"refused": ["d6-c6"]}, "refused", "d6-c6: the move is legal under walker; it can be shown as played"),
        ({"moves_of": ["a1"]}, "moves_of", "a1: there is no piece on a1"),
        ({"part": "d4"}, "part", "d4: 'd4' is no part of the board"),
        ({"part": "a1-b2", "moves": ["d6-c6"]}, "part", "a1-b2: d6 is not in it"),
        ({"size": "wide"}, "size", "'wide' is not a length"),
        ({"size": "5"}, "size", "the width must be 10 to 1000 mm, not 5 mm"),
        ({"size": "10", "coordinates": True}, "coordinates", "squares of 1.0 mm are too small for coordinates"),
        ({"caption": "囲碁"}, "caption", "the font 'text' has no letter"),
        ({"title": "a" * 121}, "title", "it has 121 characters, and may have 120"),
        ({"caption": " "}, "caption", "it is empty"),
        ({"record": GAME, "ply": 7}, "ply", "there is no ply 7; the game has 6"),
        ({"record": GAME, "ply": -1}, "ply", "there is no ply -1; the game has 6"),
    ],
)
def test_what_is_wrong_with_a_diagram_names_its_field(
    choices: dict[str, Any], field: str, line: str, session: Session
) -> None:
    found, said = problem(session, "diagram", **choices)
    assert found == field
    assert said.startswith(line)
