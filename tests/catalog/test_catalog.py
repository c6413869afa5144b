"""What the templates say, against the facts; what is wrong with a file, by file and key; a user's own game."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.games import whole_game
from support.shipped import RULESETS, catalog
from taflkit.catalog import Catalog, GameTemplates
from taflkit.catalog.book import read_book
from taflkit.catalog.rulesets import differing_flags
from taflkit.drawing.look import Look
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.parts.figures import draw_figures
from taflkit.resources import templates_folder
from taflkit.tafl import Piece, Square, flag_names
from taflkit.words.rulebook import SentenceTemplate

BRANDUB = templates_folder() / "games" / "brandub"

# The facts of the five published descriptions, row by row, written down apart from the files: S stated, I implied,
# N narrowed, - chosen, O observed. Two rows that say one thing of a ruleset name it once.
SQUARES, POINTS, ATTACKERS, LINE, CORNER = "squares", "points", "attackers", "line", "corner"
KING, NOBODY, ANYBODY = "king", "nobody", "anybody"
TWO, SURROUND, NEVER = "two", "surround", "never"
NONE, CLAIM = "none", "claim"
YES, NO = True, False
FACTS: dict[str, str] = {
    "surface": "played on",
    "first_move": "first move",
    "king_move": "move",
    "soldier_move": "move",
    "corner_landing": "may land on a corner",
    "throne_landing": "may land on the throne",
    "throne_crossing": "may cross the empty throne",
    "between_landing": "moving in between two enemies is safe",
    "corner_hostile_to_soldiers": "corner counts as an enemy",
    "corner_hostile_to_king": "king between attacker and corner",
    "throne_hostile_to_soldiers": "empty throne counts as an enemy",
    "throne_hostile_to_king": "empty throne counts as an enemy",
    "occupied_throne_hostile": "occupied throne counts as an enemy to its king's men",
    "king_on_throne": "king taken on the throne",
    "king_beside_throne": "king taken beside the throne",
    "king_at_edge": "king taken at the edge",
    "king_elsewhere": "king taken elsewhere",
    "king_armed": "king helps to capture (armed)",
    "linnaean_capture": "in no text",
    "shieldwall": "in no text",
    "exit_fort": "in no text",
    "encirclement": "in no text",
    "call_check": "variations: the king's player must say Check",
    "goal": "defenders win",
    "repetition": "draw: the position comes again",
    "repetition_count": "draw: the position comes again, the third time",
    "no_legal_move": "draw: a side cannot move",
}
VALUES: dict[str, tuple[str | bool | int, ...]] = {
    "surface": (SQUARES, POINTS, SQUARES, SQUARES, SQUARES, SQUARES),
    "first_move": (ATTACKERS, ATTACKERS, ATTACKERS, ATTACKERS, ATTACKERS, ATTACKERS),
    "king_move": (LINE, LINE, LINE, LINE, LINE, LINE),
    "soldier_move": (LINE, LINE, LINE, LINE, LINE, LINE),
    "corner_landing": (KING, KING, KING, KING, KING, KING),
    "throne_landing": (NOBODY, KING, NOBODY, ANYBODY, KING, KING),
    "throne_crossing": (ANYBODY, ANYBODY, ANYBODY, ANYBODY, KING, ANYBODY),
    "between_landing": (ANYBODY, ANYBODY, ANYBODY, ANYBODY, ANYBODY, ANYBODY),
    "corner_hostile_to_soldiers": (YES, YES, YES, YES, NO, YES),
    "corner_hostile_to_king": (YES, YES, YES, YES, NO, YES),
    "throne_hostile_to_soldiers": (YES, NO, YES, NO, YES, YES),
    "throne_hostile_to_king": (YES, NO, YES, NO, NO, YES),
    "occupied_throne_hostile": (NO, NO, NO, NO, NO, NO),
    "king_on_throne": (SURROUND, TWO, SURROUND, SURROUND, SURROUND, SURROUND),
    # branan says never: four are needed, and none of them may stand on the throne, which is no enemy to the king
    "king_beside_throne": (SURROUND, TWO, SURROUND, SURROUND, SURROUND, SURROUND),
    "king_at_edge": (TWO, TWO, TWO, SURROUND, NEVER, TWO),
    "king_elsewhere": (TWO, TWO, TWO, SURROUND, SURROUND, TWO),
    "king_armed": (YES, YES, YES, NO, YES, YES),
    "linnaean_capture": (NO, NO, NO, NO, NO, NO),
    "shieldwall": (NONE, NONE, NONE, NONE, NONE, NONE),
    "exit_fort": (NO, NO, NO, NO, NO, NO),
    "encirclement": (NO, NO, NO, NO, NO, NO),
    "call_check": (NO, NO, NO, NO, NO, NO),
    "goal": (CORNER, CORNER, CORNER, CORNER, CORNER, CORNER),
    "repetition": (CLAIM, CLAIM, CLAIM, CLAIM, CLAIM, CLAIM),
    "repetition_count": (3, 3, 3, 3, 3, 3),
    "no_legal_move": (CLAIM, CLAIM, CLAIM, CLAIM, CLAIM, CLAIM),
}
LABELS: dict[str, str] = {
    "surface": "SS-S--",
    "first_move": "SSSS-O",
    "king_move": "SSSSSO",
    "soldier_move": "SSSSSO",
    "corner_landing": "SSSS-O",
    "throne_landing": "SSS-SO",
    "throne_crossing": "SI--IO",  # macwhite and richgames state it of soldiers; the king is another part
    "between_landing": "-SSSSO",
    "corner_hostile_to_soldiers": "SSSS-O",
    "corner_hostile_to_king": "III--O",
    "throne_hostile_to_soldiers": "SSS-SO",
    "throne_hostile_to_king": "SSS-SO",
    "occupied_throne_hostile": "NIN-SO",
    "king_on_throne": "SISISO",
    "king_beside_throne": "SISIIO",
    "king_at_edge": "IISSIO",
    "king_elsewhere": "ISSSSO",
    "king_armed": "ISISIO",
    "linnaean_capture": "IIIII-",
    "shieldwall": "IIIII-",
    "exit_fort": "IIIII-",
    "encirclement": "IIIII-",
    "call_check": "......",  # the facts name it as a variation alone
    "goal": "SSSSSO",
    "repetition": "-S----",
    "repetition_count": "-N----",
    "no_legal_move": "-S----",
}
NAMES = {"S": "stated", "I": "implied", "N": "narrowed", "-": "chosen", "O": "observed"}
# The points that no flag decides, likewise, with the number of the source's own rule behind the label.
POINTS_OF: dict[str, tuple[str, ...]] = {
    "board": ("S", "S 1", "S", "S", "I", "O"),
    "set_up": ("I 1", "S 2", "S", "I", "I", "O"),  # masters states it of the attackers alone
    "names": ("-", "-", "-", "-", "-", "-"),
    "two_players": ("I", "S 1", "I", "I", "S", "-"),
    "sides": ("-", "-", "-", "-", "-", "-"),
    "turns": ("I 2, 3", "S 3", "-", "-", "-", "O"),
    "passing": ("-", "-", "-", "-", "-", "-"),
    "jumping": ("S 4", "S 4", "S", "S", "S", "O"),
    "landing": ("S 4", "I 4", "I", "I", "I", "O"),
    "diagonals": ("I 3", "I 4", "S", "S", "I", "O"),
    "throne_crossing.soldiers": ("S 5", "S", "S", "-", "I", "O"),
    "throne_crossing.king": ("S 5", "I", "-", "-", "I", "O"),
    "custody": ("S 6", "S 6", "S", "S", "S", "O"),
    "taker": ("I 6", "I 9", "I", "S", "S", "O"),
    "removal": ("-", "S 6", "-", "S", "I", "O"),
    "hostile_for_the_king": ("I 7", "I", "I", "-", "-", "O"),
    "several": ("S 10", "S 8", "-", "S", "-", "O"),
    "edge": ("-", "-", "-", "-", "-", "-"),
    "safe_king": ("-", "I 9", "I", "I", "-", "O"),
    "safe_again": ("-", "S 9", "-", "-", "-", "-"),
    "replacing": ("-", "-", "-", "-", "-", "-"),
    "pair": ("-", "-", "-", "-", "-", "-"),
    "capture_wins": ("S 12", "S", "S", "S", "S", "O"),
    "ending": ("-", "-", "-", "-", "-", "-"),
    "check_at_once": ("-", "-", "-", "-", "-", "-"),
    "check_forgotten": ("-", "-", "-", "-", "-", "-"),
    "repetition": ("-", "S 13", "-", "-", "-", "-"),
    "repetition_count": ("-", "N 13", "-", "-", "-", "-"),
    "no_legal_move": ("-", "S 13", "-", "-", "-", "-"),
    "agreement": ("-", "S 13", "-", "-", "-", "-"),
}
NUMBERS: dict[str, dict[str, str]] = {
    "walker": {
        "first_move": "2",
        "king_move": "3",
        "soldier_move": "3",
        "corner_landing": "5",
        "throne_landing": "5",
        "throne_crossing": "5",
        "corner_hostile_to_soldiers": "7",
        "corner_hostile_to_king": "7",
        "throne_hostile_to_soldiers": "7",
        "throne_hostile_to_king": "7",
        "occupied_throne_hostile": "7",
        "king_on_throne": "8",
        "king_beside_throne": "9",
        "king_at_edge": "6",
        "king_elsewhere": "6",
        "king_armed": "6",
        "goal": "11",
    },
    "macwhite": {
        "surface": "1",
        "king_move": "4",
        "soldier_move": "4",
        "throne_landing": "5",
        "between_landing": "9",
        "repetition": "13",
        "repetition_count": "13",
        "no_legal_move": "13",
    },
}
"""The source's own rule of each flag, where the facts tell it."""
OF_OTHERS = {
    *("shieldwall.king", "shieldwall.rows", "shieldwall.last", "shieldwall.gap"),
    *("encirclement.ring", "encirclement.throne", "encirclement.test", "exit_fort.wall", "unwinnable"),
}
"""Points of rules that no ruleset of Brandub has."""
SOURCES = {
    "walker": ("Print-and-", "booklet", "Damian Walker", "2014"),
    "macwhite": ("Cyningstan tafl site", "Brandub page", "MacWhite", "Éigse", "1946"),
    "richgames": ("Rich Games blog", "How to Play Brandub"),
    "masters": ("Masters Traditional Games", "Rules for Brandubh"),
    "branan": ("Brandub", "game sheet", "MacWhite’s model"),
    "federation": ("World Tafl Federation", "on line"),
}


def brandub() -> GameTemplates:
    return catalog().game("brandub")


def squares(names: str) -> list[Square]:
    return sorted(Square.parse(name) for name in names.split())


# the facts


def test_the_facts_speak_of_every_rule_and_ruleset() -> None:
    assert tuple(FACTS) == tuple(VALUES) == tuple(LABELS) == flag_names()
    assert brandub().ruleset_names == RULESETS
    assert all(len(row) == len(RULESETS) for row in (*VALUES.values(), *LABELS.values()))


@pytest.mark.parametrize("number", range(len(RULESETS)), ids=RULESETS)
def test_a_ruleset_has_the_values_of_the_facts(number: int) -> None:
    ruleset = brandub().ruleset(RULESETS[number])
    assert {flag: getattr(ruleset.rules, flag) for flag in FACTS} == {flag: VALUES[flag][number] for flag in FACTS}


@pytest.mark.parametrize("number", range(len(RULESETS)), ids=RULESETS)
def test_a_ruleset_has_the_labels_of_the_facts(number: int) -> None:
    labels = {flag: brandub().ruleset(RULESETS[number]).origins[flag].label for flag in FACTS}
    assert labels == {flag: NAMES.get(LABELS[flag][number], label) for flag, label in labels.items()}


@pytest.mark.parametrize("number", range(len(RULESETS)), ids=RULESETS)
def test_points_have_the_labels_and_the_places_of_the_facts(number: int) -> None:
    ruleset = brandub().ruleset(RULESETS[number])
    for point, facts in POINTS_OF.items():
        origin = ruleset.origin(point)
        label, _, where = facts[number].partition(" ")
        assert (origin.label, origin.where) == (NAMES[label], where), point
        if point in ruleset.points:
            assert re.fullmatch(r"[“A-Z].+\.", origin.reason), point


@pytest.mark.parametrize("name", RULESETS)
def test_a_flag_has_the_number_of_the_source(name: str) -> None:
    origins = brandub().ruleset(name).origins
    assert {flag: origin.where for flag, origin in origins.items() if origin.where} == NUMBERS.get(name, {})


VAGUE = re.compile(r"\b(?:says so|says (?:who|how|whether|what)|nothing is said of it|the text tells)\b", re.IGNORECASE)


@pytest.mark.parametrize("name", RULESETS)
def test_a_reason_names_its_subject(name: str) -> None:
    ruleset = brandub().ruleset(name)
    varied = [origin for each in ruleset.variations.values() for origin in each.origins.values()]
    for origin in (*ruleset.origins.values(), *ruleset.points.values(), *varied):
        assert re.fullmatch(r"[“A-Z].+\.", origin.reason)
        assert not VAGUE.search(origin.reason)
        assert not re.match(r"(?:He|His|It|Its|They|There)\b", origin.reason.removeprefix("There is a card")), origin


def test_the_facts_speak_of_every_point_that_a_sentence_rests_on() -> None:
    grounds = {ground for sentence in brandub().texts().rules for ground in sentence.grounds}
    assert grounds == {*POINTS_OF, *FACTS} | OF_OTHERS


@pytest.mark.parametrize("name", RULESETS)
def test_every_sentence_has_a_reason(name: str) -> None:
    ruleset = brandub().ruleset(name)
    for varied in (ruleset, *(ruleset.vary([each]) for each in ruleset.variations)):
        for rule in read_book(catalog(), "brandub", name, varied.varied).rules:
            assert [s.reference for s in rule.sentences if not s.origin.reason] == []


def test_published_rulesets_differ_on_twelve_flags() -> None:
    alike = {
        "first_move",
        "king_move",
        "soldier_move",
        "corner_landing",
        "between_landing",
        "occupied_throne_hostile",
        "call_check",
        "goal",
    }
    alike |= {"linnaean_capture", "shieldwall", "exit_fort", "encirclement"}
    alike |= {"repetition", "repetition_count", "no_legal_move"}
    assert set(differing_flags(brandub().rulesets)) == set(flag_names()) - alike
    assert len(flag_names()) - len(alike) == 12
    assert [ruleset.published for ruleset in brandub().rulesets] == [True, True, True, True, True, False]


@pytest.mark.parametrize("name", RULESETS)
def test_a_value_that_the_source_does_not_state_has_a_reason(name: str) -> None:
    for flag, origin in brandub().ruleset(name).origins.items():
        assert origin.label == "stated" or re.fullmatch(r"[“A-Z].+\.", origin.reason), flag


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_names_its_source(name: str) -> None:
    source = brandub().ruleset(name).source
    assert [word for word in SOURCES[name] if word not in source] == []


def test_walker_and_richgames_play_identically_and_federation_differs_in_one_rule() -> None:
    rules = {name: brandub().ruleset(name).rules for name in RULESETS}
    assert rules["walker"] == rules["richgames"]
    other = {flag for flag in flag_names() if getattr(rules["walker"], flag) != getattr(rules["federation"], flag)}
    assert other == {"throne_landing"}


# what each variation that a source names changes
VARIATIONS: dict[str, dict[str, dict[str, str | bool]]] = {
    "masters": {
        # taken like any other piece, between two, a corner counting
        "weak-king": {
            **dict.fromkeys(("king_on_throne", "king_beside_throne", "king_at_edge", "king_elsewhere"), TWO),
            "corner_hostile_to_king": YES,
        },
        "armed-king": {"king_armed": YES},
        "check": {"call_check": YES},
    },
    "branan": {
        "slow-king": {"king_move": "step"},  # one square a move
        "unarmed-king": {"king_armed": NO},  # an attacker between a defender and the king is not taken
        "harmless-throne": {"throne_hostile_to_soldiers": NO},  # still shut to soldiers
    },
}


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_has_the_variations_that_its_source_names(name: str) -> None:
    ruleset = brandub().ruleset(name)
    there = {variation: dict(what.values) for variation, what in ruleset.variations.items()}
    assert there == VARIATIONS.get(name, {})
    for variation, values in there.items():
        rules = ruleset.vary([variation]).rules
        assert {flag: getattr(rules, flag) for flag in values} == values
        unchanged = set(flag_names()) - set(values)
        assert all(getattr(rules, flag) == getattr(ruleset.rules, flag) for flag in unchanged)
        assert {origin.label for origin in ruleset.variations[variation].origins.values()} == {"stated"}


def test_the_variations_of_branan_may_be_combined() -> None:
    varied = brandub().ruleset("branan").vary(["harmless-throne", "slow-king", "unarmed-king"])
    assert varied.name == "branan+slow-king+unarmed-king+harmless-throne"
    assert (varied.rules.king_move, varied.rules.king_armed) == ("step", False)
    assert varied.rules.throne_hostile_to_soldiers is False


def test_the_pieces_stand_as_the_facts_say() -> None:
    layout = brandub().layout
    assert layout.size == 7
    assert sorted(layout.squares_of(Piece.KING)) == squares("d4")
    assert sorted(layout.squares_of(Piece.DEFENDER)) == squares("d3 d5 c4 e4")
    assert sorted(layout.squares_of(Piece.ATTACKER)) == squares("d1 d2 d6 d7 a4 b4 f4 g4")
    assert layout.throne == Square.parse("d4")
    assert sorted(layout.corners) == squares("a1 a7 g1 g7")


def test_the_first_ruleset_is_the_default() -> None:
    assert brandub().ruleset(None) is brandub().ruleset("walker")
    assert [ruleset.name for ruleset in brandub().rulesets] == list(RULESETS)
    variant = brandub().variant(brandub().ruleset("macwhite"))
    assert (variant.game, variant.name, variant.layout) == ("brandub", "macwhite", brandub().layout)


def test_irish_words_have_their_accents() -> None:
    folders = (BRANDUB, *(templates_folder() / shared for shared in ("text", "figures")))
    text = "".join(file.read_text(encoding="utf-8") for folder in folders for file in folder.rglob("*.toml"))
    for plain in ("Eire", "Eigse", "branan,", "Senorach", "Branan "):
        assert plain not in text, plain
    assert "Éire" in text
    assert "Éigse" in text


# names


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (
            lambda: catalog().game("brandubh"),
            "there is no game 'brandubh'; did you mean brandub? There is also alea-evangelii, ard-ri, hnefatafl, ",
        ),
        (
            lambda: catalog().game("nowhere/game"),
            "there is no file or folder nowhere/game; taflkit new ",
        ),
        (
            lambda: catalog().game("game.toml"),
            "there is no file or folder game.toml; taflkit new game ",
        ),
        (
            lambda: brandub().ruleset("wlaker"),
            "there is no ruleset of brandub 'wlaker'; did you mean walker? There is also macwhite, ",
        ),
        (lambda: brandub().ruleset("x"), "there is no ruleset of brandub 'x'; there is walker, macwhite, "),
        (
            lambda: brandub().ruleset("masters").vary(["chekc"]),
            "there is no variation of masters 'chekc'; did you mean check? There is also weak-king, armed-king",
        ),
        (lambda: brandub().ruleset("walker").vary(["check"]), "there is no variation of walker 'check'; there is none"),
        (lambda: catalog().paints("sepia"), "there is no mode 'sepia'; there is colour, mono"),
        (
            lambda: draw_figures(read_book(catalog(), "brandub", None), 35, Look(), ["x"]),
            "there is no figure under walker 'x'",
        ),
    ],
)
def test_a_name_that_there_is_not_is_answered_with_those_there_are(ask: Any, why: str) -> None:
    with pytest.raises(TaflkitError) as caught:
        ask()
    assert str(caught.value).startswith(why)


def test_a_game_is_read_once() -> None:
    assert catalog().game("brandub") is catalog().game("brandub")
    assert catalog().paints("mono") is catalog().paints("mono")
    assert catalog().typesetter() is catalog().typesetter("en")
    assert brandub().texts() is brandub().texts("en")


# a game of the user's own

PICTURE = """
..t..
..T..
tTKTt
..T..
..t..
"""
LAYOUT = f"""
title = "My tafl"
start = '''{PICTURE}'''
"""


def one_file(folder: Path, text: str) -> str:
    file = folder / "My-Tafl.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def minimal(folder: Path, more: str = "", layout: str = LAYOUT) -> str:
    return one_file(folder, f"[layout]{layout}\n{more}")


def inline(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {inline(there)}" for key, there in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def rulesets_of(folder: Path) -> dict[str, Any]:
    """The tables of a folder's rulesets, by name."""
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.glob("rulesets/*.toml")}


def as_one_table(folder: Path) -> dict[str, Any]:
    """A game's folder as the tables of one file: a language has no place there."""

    def read(file: Path) -> dict[str, Any]:
        return tomllib.loads(file.read_text(encoding="utf-8"))

    return {
        "layout": read(folder / "layout.toml"),
        "rulesets": rulesets_of(folder),
        "figures": {file.stem: read(file) for file in folder.glob("figures/*.toml")},
        "proofs": read(folder / "proofs.toml"),
        "text": {file.stem: read(file) for file in folder.glob("text/en/*.toml")},
    }


def known(game: GameTemplates) -> dict[str, Any]:
    """All that is known of a game but where its files are."""
    keys = ("title", "ruleset_names", "figures", "proofs")
    there: dict[str, Any] = {key: msgspec.to_builtins(getattr(game, key)) for key in keys}
    there["texts"] = told(game)
    there["layout"] = (game.layout, dict(game.layout.start))
    there["rulesets"] = [
        (r.name, r.title, r.source, r.rules, dict(r.origins), list(r.variations)) for r in game.rulesets
    ]
    return there


def told(game: GameTemplates) -> dict[str, Any]:
    """All words of a game but where their files are."""
    texts = msgspec.structs.asdict(game.texts())
    # the rule of the plurals is a function too, which may have been read anew since
    return {key: msgspec.to_builtins(words, enc_hook=lambda _: "") for key, words in texts.items() if "file" not in key}


def test_a_folder_and_one_file_give_the_same_game(tmp_path: Path) -> None:
    folder = whole_game(tmp_path / "mine")
    layout = folder / "layout.toml"
    layout.write_text(layout.read_text(encoding="utf-8").replace("...t...", "..t.t..", 1), encoding="utf-8")
    text = "\n".join(f"{key} = {inline(value)}" for key, value in as_one_table(folder).items())
    from_folder, from_file = Catalog().game(str(folder)), Catalog().game(one_file(tmp_path, text))
    assert known(from_folder) == known(from_file)
    assert from_folder.checked_languages == from_file.checked_languages == ("en",)
    assert known(from_folder)["layout"] != known(brandub())["layout"]
    assert {key: value for key, value in known(from_folder).items() if key != "layout"} == {
        key: value for key, value in known(brandub()).items() if key != "layout"
    }
    assert (from_folder.name, from_file.name) == ("mine", "my-tafl")


OWN_FIGURES = {"walker-captures", "branan-moves"}
"""The figures that Brandub has besides those that all games share."""
OWN_WORDS = ("subtitle", "special", "origin", "dated", "history", "advice", "leave_out", "variations", "rulesets")
"""The booklet's words that are Brandub's own."""


def without(table: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in keys}


def test_what_a_game_leaves_out_is_that_of_all_games(tmp_path: Path) -> None:
    game = Catalog().game(minimal(tmp_path))
    shipped = known(brandub())
    assert (game.title, game.layout.size, game.layout.count(Piece.ATTACKER)) == ("My tafl", 5, 4)
    assert game.layout.throne == Square.parse("c3")
    assert sorted(game.layout.corners) == squares("a1 a5 e1 e5")
    assert {key: known(game)[key] for key in ("ruleset_names", "proofs")} == {
        key: shipped[key] for key in ("ruleset_names", "proofs")
    }
    assert set(shipped["figures"]) > OWN_FIGURES
    assert known(game)["figures"] == without(shipped["figures"], OWN_FIGURES)
    mine, texts = told(game), shipped["texts"]
    assert mine["captions"] == without(texts["captions"], OWN_FIGURES)
    assert without(mine["booklet"], OWN_WORDS) == without(texts["booklet"], OWN_WORDS)
    assert (mine["booklet"]["subtitle"], mine["booklet"]["history"]["paragraphs"]) == ("", ())
    for sentences in (mine["rules"], texts["rules"]):
        for sentence in sentences:
            sentence["figures"] = [name for name in sentence["figures"] if name not in OWN_FIGURES]
    # whose side is easier is known of Brandub alone
    assert (mine["instructions"].pop("sides"), bool(texts["instructions"].pop("sides"))) == ("", True)
    others = set(texts) - {"captions", "booklet"}
    assert {key: mine[key] for key in others} == {key: texts[key] for key in others}


def test_a_game_has_its_own_rulesets_alone(tmp_path: Path) -> None:
    tables = rulesets_of(BRANDUB)
    own = {"plain": tables["walker"], "armless": tables["masters"]}
    text = f"rulesets = {inline(own)}\n[layout]{LAYOUT}\nrulesets = ['plain']"
    game = Catalog().game(one_file(tmp_path, text))
    assert game.ruleset_names == ("plain", "armless")
    assert game.ruleset(None).name == "plain"
    assert game.ruleset("armless").rules == brandub().ruleset("masters").rules
    with pytest.raises(UnknownName, match="there is no ruleset of my-tafl 'walker'; there is plain, armless"):
        game.ruleset("walker")


def test_a_figure_of_its_own_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    game = Catalog().game(minimal(tmp_path, "[figures.capture]\nking = 'throne'\n[figures.mine]\nstart = true"))
    assert game.figures["capture"].king == "throne"
    assert game.figures["mine"].start is True
    assert set(game.figures) == {*brandub().figures, "mine"} - OWN_FIGURES
    assert game.script_files["capture"].endswith("My-Tafl.toml: figures.capture")
    assert game.script_files["start"].endswith(str(Path("templates/figures/start.toml")))


def test_words_of_its_own_take_the_place_of_the_shared_ones_key_by_key(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "text" / "en").mkdir(parents=True)
    (folder / "layout.toml").write_text(LAYOUT, encoding="utf-8")
    (folder / "text" / "en" / "figures.toml").write_text("start = 'So it begins.'", encoding="utf-8")
    shutil.copy(BRANDUB / "text" / "en" / "booklet.toml", folder / "text" / "en")
    game = Catalog().game(str(folder))
    texts, shipped = game.texts(), brandub().texts()
    assert texts.captions == without({**shipped.captions, "start": "So it begins."}, OWN_FIGURES)
    assert [sentence.text for sentence in texts.rules] == [sentence.text for sentence in shipped.rules]
    assert texts.booklet == shipped.booklet
    assert texts.booklet.history.paragraphs


def test_a_game_may_have_no_corners(tmp_path: Path) -> None:
    game = Catalog().game(minimal(tmp_path, layout=f"{LAYOUT}\ncorners = []"))
    assert game.layout.corners == ()


# errors: each names file and key in one line


def problem(ask: Any) -> TemplateError:
    with pytest.raises(TemplateError) as caught:
        ask()
    assert "\n" not in str(caught.value)
    return caught.value


# what is replaced in the layout, by what, and the key and why; END is where another key may stand
END = "'''\n"
LAYOUT_ERRORS: dict[str, tuple[str, str, str]] = {
    "two kings": ("\n..t..", "\n..K..", "start: there must be one king K, and there are 2 (c1, c3)"),
    "no king": ("tTKTt", "tT.Tt", "start: there must be one king K, and there are 0 (none)"),
    "no attackers": (PICTURE, PICTURE.replace("t", "."), "start: there must be at least one attacker t"),
    "no defenders": (PICTURE, PICTURE.replace("T", "."), "start: there must be at least one defender T"),
    "ragged": ("..T..\ntT", "..T...\ntT", "start: row 2 has 6 squares and the picture has 5 rows: it must be square"),
    "even": (PICTURE, PICTURE + ".....\n", "start: 6 rows: the size must be odd, from 5 to 19"),
    "small": (PICTURE, "\ntTt\nTKT\ntTt\n", "start: 3 rows: the size must be odd, from 5 to 19"),
    "large": (PICTURE, "\n" + 21 * ".....\n", "start: 21 rows: the size must be odd, from 5 to 19"),
    "a strange letter": ("\n..t..", "\n..x..", "start: row 5 has 'x': use . for empty, t, T and K for pieces"),
    "on a corner": ("\n..t..", "\nt.t..", "start: a piece stands on the corner a1; corners are empty at the start"),
    "king elsewhere": ("tTKTt", "tKTTt", "throne: the throne c3 must be the king's square, b3"),
    "throne elsewhere": (END, f"{END}throne = 'c2'\n", "throne: the throne c2 must be the king's square, c3"),
    "no square": (END, f"{END}throne = 'c0'\n", "throne: 'c0' is not a square: write a file letter and a rank"),
    "a corner that is none": (
        END,
        f"{END}corners = ['a1', 'c1']\n",
        "corners: c1 is not a corner of the board",
    ),
    "a corner beside": (END, f"{END}corners = ['g7']\n", "corners: g7 is not a corner of the board; they are a1, a5,"),
    "no block": (END, f"{END}corners = ['a1', 'a2', 'a5', 'e1', 'e5']\n", "corners: more squares than corners must be"),
    "no corner": (END, f"{END}corners = ['a1', 'x']\n", "corners: 'x' is not a square"),
    "an unknown key": (
        END,
        f"{END}corner = ['a1']\n",
        "corner: unknown key; did you mean corners? There is also title, start, throne, throne_marked, base, rulesets",
    ),
    "a wrong name": ("title", "titel", "titel: unknown key; did you mean title? There is also start, throne, "),
    "a wrong type": (END, f"{END}corners = 'a1'\n", "corners: must be a list, not the text 'a1'"),
    "a wrong type within": (END, f"{END}corners = ['a1', 7]\n", "corners[1]: must be a text, not 7"),
    "no title": ('title = "My tafl"', "", "title: is missing or empty"),
    "no ruleset": (
        END,
        f"{END}rulesets = ['wlaker']\n",
        "rulesets[0]: there is no ruleset 'wlaker'; did you mean walker? There is also ",
    ),
}


@pytest.mark.parametrize("what", LAYOUT_ERRORS)
@pytest.mark.parametrize("where", ["folder", "file"])
def test_a_wrong_layout_is_named_by_file_and_key(tmp_path: Path, where: str, what: str) -> None:
    old, new, why = LAYOUT_ERRORS[what]
    head, found, tail = LAYOUT.rpartition(old)
    assert found
    layout = f"{head}{new}{tail}"
    rulesets = shutil.copytree(BRANDUB / "rulesets", tmp_path / "mine" / "rulesets")
    if where == "folder":
        file = rulesets.parent / "layout.toml"
        file.write_text(layout, encoding="utf-8")
        error = problem(lambda: Catalog().game(str(rulesets.parent)))
        assert str(error).startswith(f"{file}: {why}")
    else:
        own = f"rulesets = {inline(rulesets_of(BRANDUB))}\n[layout]{layout}"
        error = problem(lambda: Catalog().game(one_file(tmp_path, own)))
        assert str(error).startswith(f"{tmp_path / 'My-Tafl.toml'}: layout: {why}")


def read_all(game: str, templates: Path | None = None) -> None:
    """Read every file of a game."""
    there = (Catalog(templates) if templates else Catalog()).game(game)
    assert there.rulesets
    assert there.texts()


def place(sentences: Sequence[SentenceTemplate], **like: Any) -> str:
    """Where the first sentence with some values stands in its file."""
    alike = (all(getattr(s, key) == value for key, value in like.items()) for s in sentences)
    return f"sentence[{list(alike).index(True)}]"


NEEDY = place(brandub().texts().rules, needs="corners")
CORNERS = place(brandub().texts().rules, flags=("corner_landing",))
OF_DEFENDERS = place(brandub().texts().cards.sentence, card="defenders")
# file, what is replaced in it, by what, the key and why
FILE_ERRORS: dict[str, tuple[str, str, str, str, str]] = {
    "broken layout": ("layout.toml", "title", "title title", "", "is not TOML: Expected '=' after a key"),
    "broken ruleset": ("rulesets/walker.toml", "[rules]", "[rules", "", "is not TOML: Expected ']'"),
    "unknown key of a ruleset": (
        "rulesets/walker.toml",
        "source =",
        "sauce =",
        "sauce",
        "unknown key; did you mean source? There is also title, ",
    ),
    "wrong type of a source": (
        "rulesets/walker.toml",
        "source =",
        "source = 7 #",
        "source",
        "must be a text, not 7",
    ),
    "unknown rule": (
        *("rulesets/walker.toml", "goal =", "gaol =", "rules.gaol"),
        "unknown rule; did you mean goal? There is also surface, first_move, king_move, ",
    ),
    "wrong value": (
        *("rulesets/walker.toml", 'first_move = { value = "attackers"', 'first_move = { value = "both"'),
        *("rules.first_move.value", "cannot be 'both'; it can be 'attackers', 'defenders'"),
    ),
    "a word for yes": (
        *("rulesets/walker.toml", "king_armed = { value = true", 'king_armed = { value = "yes"'),
        *("rules.king_armed.value", "cannot be 'yes'; it can be true, false"),
    ),
    "yes for a word": (
        *("rulesets/walker.toml", 'goal = { value = "corner"', "goal = { value = true"),
        *("rules.goal.value", "cannot be true; it can be 'corner', 'edge'"),
    ),
    "wrong type of a value": (
        *("rulesets/walker.toml", 'goal = { value = "corner"', "goal = { value = []"),
        *("rules.goal.value", "must be a text, or true or false, or a whole number, not a list"),
    ),
    "a number for a word": (
        *("rulesets/walker.toml", 'goal = { value = "corner"', "goal = { value = 7"),
        *("rules.goal.value", "cannot be 7; it can be 'corner', 'edge'"),
    ),
    "a number that there is not": (
        *("rulesets/walker.toml", "repetition_count = { value = 3", "repetition_count = { value = 7"),
        *("rules.repetition_count.value", "cannot be 7; it can be 2, 3, 4"),
    ),
    "wrong label": (
        *("rulesets/walker.toml", 'value = "corner", label = "stated"', 'value = "corner", label = "guessed"'),
        *("rules.goal.label", "'guessed' is not known here; there is stated, "),
    ),
    "no label": (
        *("rulesets/walker.toml", 'value = "corner", label = "stated"', 'value = "corner"'),
        *("rules.goal.label", "is missing"),
    ),
    "unknown key of a rule": (
        *("rulesets/walker.toml", 'value = "corner", label', 'value = "corner", lable = "", label'),
        *("rules.goal.lable", "unknown key; did you mean label? There is also why, where, value"),
    ),
    "unknown key of a figure": (
        *("figures/capture.toml", "defenders =", "defender =", "defender"),
        "unknown key; did you mean defenders? There is also start, attackers, king, ",
    ),
    "unknown key of a play": (
        *("figures/capture.toml", "captured =", "capture =", "play[0].capture"),
        "unknown key; did you mean captured? There is also move, outcome",
    ),
    "unknown key deep in a figure": (
        *("figures/moves.toml", 'excludes = ["throne"]', 'exclude = ["throne"]', "reach[0].expect[1].exclude"),
        "unknown key; did you mean excludes? There is also includes, when",
    ),
    "wrong type in a figure": (
        *("figures/capture.toml", 'defenders = ["throne n2"]', 'defenders = "throne n2"', "defenders"),
        "must be a list, not the text 'throne n2'",
    ),
    "no move": (
        *("figures/capture.toml", "\nmove =", "\n# move =", "play[0].move"),
        "is missing",
    ),
    "wrong needs": (
        *("text/en/rules.toml", '\nneeds = "corners"', '\nneeds = "edges"', f"{NEEDY}.needs"),
        "'edges' is not known here; there is corners, ",
    ),
    "unknown key of a sentence": (
        *("text/en/rules.toml", '\nneeds = "corners"', '\nneed = "corners"', f"{NEEDY}.need"),
        "unknown key; did you mean needs? There is also rule, text, flags, cases, figures, ",
    ),
    "wrong type of a case": (
        *("text/en/rules.toml", 'nobody = "No piece may stop on a {corner}."', "nobody = 1"),
        *(f"{CORNERS}.cases.nobody", "must be a text, not 1"),
    ),
    "wrong side of a card": (
        *("text/en/cards.toml", 'card = "defenders"', 'card = "kings"', f"{OF_DEFENDERS}.card"),
        "'kings' is not known here; there is both, ",
    ),
    "wrong words": ("text/en/words.toml", "tens =", "tenths =", "", "[numbers] needs 100 words, or 'tens'"),
    "too few words": ("text/en/words.toml", ', "ninety"]', "]", "numbers.tens", "has 9 tens, and must have 10"),
    "no name of a piece": (
        "text/en/words.toml",
        'king = { one = "king", other = "kings" }',
        "",
        "",
        "[pieces] needs 'king'",
    ),
    "no plural of a piece": (
        *("text/en/words.toml", 'king = { one = "king", other =', 'king = { one = "king", many ='),
        *("", "[pieces.king] needs 'other'"),
    ),
    "no name of a place": ("text/en/words.toml", 'squares = "points"', "", "", "[points] needs 'squares'"),
    "wrong type of a caption": ("text/en/figures.toml", "start =", "start = 7 #", "start", "must be a text, not 7"),
    "unknown key of the booklet": (
        *("text/en/booklet.toml", "[history]\ntitle", "[history]\nhead", "history.head"),
        "unknown key; there is title, source, paragraphs",
    ),
    "words for a ruleset that there is not": (
        *("text/en/booklet.toml", "[history]\ntitle", "[rulesets.wlaker]\n[history]\ntitle", "rulesets.wlaker"),
        "there is no ruleset 'wlaker'; did you mean walker? There is also macwhite, ",
    ),
    "a phrase for a ruleset that there is not": (
        *("text/en/booklet.toml", "[variations.branan]", "[variations.bran]", "variations.bran"),
        "there is no ruleset 'bran'; did you mean branan? There is also walker, macwhite, ",
    ),
    "unknown key of a ruleset's words": (
        *("text/en/booklet.toml", "[history]\ntitle", '[rulesets.walker]\nadvise = ""\n[history]\ntitle'),
        *("rulesets.walker.advise", "unknown key; did you mean advice? There is also subtitle, history"),
    ),
    "longer words that stand for none": (
        *("text/en/booklet.toml", "[history]\ntitle", '[rulesets.walker]\nadvice.longer = ["So."]\n[history]\ntitle'),
        *("rulesets.walker.advice", "has longer paragraphs, and needs paragraphs"),
    ),
    "unknown fact": (
        *("text/en/instructions.toml", 'fact = "papers"', 'fact = "paper"', "panel[0].text[0].fact"),
        "'paper' is not known here; did you mean papers? There is also kit, ",
    ),
    "no alternative": ("text/en/sheet.toml", "backs =", "# backs =", "", "[alternatives] needs 'backs'"),
    "no outcome": ("text/en/alternatives.toml", "king-escaped =", "won =", "", "[outcomes] needs 'king-escaped'"),
    "no refusal": ("text/en/alternatives.toml", "too-far =", "far =", "", "[refusals] needs 'too-far'"),
}


@pytest.mark.parametrize("what", FILE_ERRORS)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, what: str) -> None:
    name, old, new, key, why = FILE_ERRORS[what]
    folder = whole_game(tmp_path / "mine")
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    error = problem(lambda: read_all(str(folder)))
    assert error.file == str(folder / name)
    assert error.key == key
    assert error.why.startswith(why)
    assert str(error).startswith(": ".join(filter(None, (str(folder / name), key, ""))))


@pytest.mark.parametrize(
    ("more", "where", "why"),
    [
        ("[figures.mine]\nking = 'throne'\nplays = []", "figures.mine: plays", "unknown key"),
        ("[rulesets.mine]\nrules = 7", "rulesets.mine: rules", "must be a table, not 7"),
        ("rulesets = 7", "rulesets", "must be a table"),
        ("[figures]\nmine = 7", "figures.mine", "must be a table"),
        ("[text]\nrules = 7", "text.rules", "must be a table"),
        ("[text.words]\nnumbers = {}", "text.words", "[numbers] needs 'words'"),
    ],
)
def test_a_wrong_table_of_one_file_is_named(tmp_path: Path, more: str, where: str, why: str) -> None:
    text = f"{more}\n[layout]{LAYOUT}" if more.startswith("rulesets") else f"[layout]{LAYOUT}\n{more}"
    file = one_file(tmp_path, text)
    error = problem(lambda: read_all(file))
    assert str(error).startswith(f"{file}: {where}: {why}")


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ("[figure.mine]\nking = 'throne'", "figure"),
        ("[text.rulez]\nsentence = []", "text.rulez"),
        ("[rulesest.mine]\ntitle = 'Mine'", "rulesest"),
    ],
)
def test_an_unknown_table_of_one_file_is_named(tmp_path: Path, more: str, key: str) -> None:
    file = minimal(tmp_path, more)
    error = problem(lambda: Catalog().game(file))
    assert str(error).startswith(f"{file}: {key}: unknown")


@pytest.mark.parametrize("where", ["layout.toml", "rulesets/walker.toml", "figures/capture.toml", "text/en/rules.toml"])
def test_a_file_that_is_not_utf8_is_named(tmp_path: Path, where: str) -> None:
    folder = whole_game(tmp_path / "mine")
    (folder / where).write_bytes('title = "Branán"'.encode("latin-1"))
    error = problem(lambda: read_all(str(folder)))
    assert str(error) == f"{folder / where}: is not UTF-8 text"


def test_a_folder_without_a_layout_is_named(tmp_path: Path) -> None:
    error = problem(lambda: Catalog().game(str(tmp_path)))
    assert str(error) == f"{tmp_path}: layout: a game needs a layout: layout.toml, or the table [layout]"
    file = one_file(tmp_path, "[figures.start]\nstart = true")
    assert str(problem(lambda: Catalog().game(file))).startswith(f"{file}: layout: a game needs a layout")


def test_a_layout_that_is_no_table_is_named(tmp_path: Path) -> None:
    file = one_file(tmp_path, "layout = 'cross'")
    assert str(problem(lambda: Catalog().game(file))) == f"{file}: layout: must be a table"


def test_a_missing_caption_is_named_with_the_figure(tmp_path: Path) -> None:
    folder = whole_game(tmp_path / "mine")
    captions = folder / "text" / "en" / "figures.toml"
    captions.write_text(
        re.sub(r"(?m)^walker-captures =.*$", "", captions.read_text(encoding="utf-8")), encoding="utf-8"
    )
    error = problem(lambda: read_book(Catalog(), str(folder), None))
    assert str(error).startswith(f"{folder / 'figures' / 'walker-captures.toml'}: the figure 'walker-captures' has no ")


def test_shipped_files_are_named_from_the_templates_on() -> None:
    assert brandub().script_files["start"] == str(Path("templates/figures/start.toml"))
    own = str(Path("templates/games/brandub/figures/branan-moves.toml"))
    assert brandub().script_files["branan-moves"] == own
    assert brandub().script_files["capture-three"] == str(Path("templates/proofs.toml"))


def test_a_line_that_the_shared_files_lack_is_named_there(tmp_path: Path) -> None:
    ours = templates_folder()
    for part in ("games", "text", "figures"):
        shutil.copytree(ours / part, tmp_path / part)
    shutil.copy(ours / "proofs.toml", tmp_path)
    file = tmp_path / "text" / "en" / "sheet.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("ruler =", "# ruler ="), encoding="utf-8")
    error = problem(lambda: read_all("brandub", tmp_path))
    assert str(error) == f"{file}: ruler: is missing"
