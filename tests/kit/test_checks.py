"""Checks: the shipped game is sound, and every problem of a made-up one is a line that says where it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from support.games import whole_game, write_game
from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.errors import MOST_PROBLEMS, TaflkitError
from taflkit.kit.checks import check_game
from taflkit.tafl import Rules

CROSS = "..t..\n..T..\ntTKTt\n..T..\n..t.."


@cache
def rulesets() -> dict[str, Rules]:
    """The shipped rulesets, each followed by its variations, in the order of the checks."""
    found = {}
    for ruleset in catalog().game("brandub").rulesets:
        for varied in (ruleset, *(ruleset.vary([name]) for name in ruleset.variations)):
            found[varied.name] = varied.rules
    return found


def contradicted(by: Callable[[Rules], bool]) -> list[str]:
    """The rulesets that contradict a script: of a ruleset and its variations the first alone is named."""
    found: dict[str, str] = {}
    for name, rules in rulesets().items():
        if by(rules):
            found.setdefault(name.partition("+")[0], name)
    return list(found.values())


@cache
def sentence(kind: str, flag: str) -> str:
    """How the checks name the first sentence of the rules or cards that speaks of a flag."""
    texts = catalog().game("brandub").texts()
    sentences = texts.rules if kind == "rules" else texts.cards.sentence
    number, there = next((i, s) for i, s in enumerate(sentences) if flag in s.grounds)
    return f"text {kind}: sentence[{number}] ({there.rule}): "


def problems(game: Path) -> list[str]:
    found = list(check_game(Catalog(), str(game)))
    assert not any("\n" in line for line in found)
    return found


def changed(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The shipped game with some words of its files replaced."""
    game = whole_game(folder / "mine")
    for name, old, new in changes:
        text = (game / name).read_text(encoding="utf-8")
        assert old in text
        (game / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return game


@pytest.mark.whole
def test_a_copy_of_the_shipped_game_has_no_problem(tmp_path: Path) -> None:
    assert problems(changed(tmp_path)) == []


@pytest.mark.whole
def test_a_game_of_a_layout_alone_has_no_problem(tmp_path: Path) -> None:
    assert problems(write_game(tmp_path, CROSS)) == []


def test_a_figure_that_the_engine_contradicts_is_named_under_each_ruleset(tmp_path: Path) -> None:
    game = changed(tmp_path, ("figures/safe-entry.toml", "captured = []", 'captured = ["edge-s n1 w1"]'))
    assert problems(game) == [
        f"{game / 'figures' / 'safe-entry.toml'}: play[0].captured: "
        f"d1-d2 captures nothing under {name}, and the script expects c2"
        for name in contradicted(lambda _: True)
    ]


@pytest.mark.whole
def test_a_figure_is_named_under_the_rulesets_alone_that_contradict_it(tmp_path: Path) -> None:
    game = changed(tmp_path, ("figures/capture-throne.toml", "when = { throne_hostile_to_soldiers = true }", ""))
    assert problems(game) == [
        f"{game / 'figures' / 'capture-throne.toml'}: play[0].captured: "
        f"f5-f4 captures nothing under {name}, and the script expects e4"
        for name in contradicted(lambda rules: not rules.throne_hostile_to_soldiers)
    ]


def test_a_wrong_when_is_named_with_its_key(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        ("figures/capture-throne.toml", "throne_hostile_to_soldiers = true", 'goal = "middle"'),
        ("figures/moves.toml", 'when = { throne_landing = "anybody" }', 'when = { throne = "anybody" }'),
    )
    found = problems(game)
    throne = f"{game / 'figures' / 'capture-throne.toml'}: when: goal cannot be 'middle'; it can be corner, edge"
    moves = f"{game / 'figures' / 'moves.toml'}: reach[0].expect[2].when: there is no rule flag 'throne'; did you mean "
    assert found[0] == throne
    assert found[1].startswith(moves)
    assert len(found) == 2


@pytest.mark.whole
def test_a_figure_that_there_is_not_is_named(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        ("text/en/rules.toml", 'figures = ["capture"', 'figures = ["capture", "captrue"'),
        ("text/en/cards.toml", 'figures = ["capture", ', 'figures = ["capture", "cap", '),
    )
    found = problems(game)
    assert len(found) == 2
    assert found[0].startswith("text: there is no figure 'captrue'; did you mean capture? There is also ")
    assert found[1].startswith("text: there is no figure 'cap'; did you mean ")


def test_a_figure_that_no_rule_shows_and_that_has_no_caption_is_named(tmp_path: Path) -> None:
    game = changed(tmp_path)
    file = game / "figures" / "mine.toml"
    file.write_text("start = true", encoding="utf-8")
    found = problems(game)
    assert found[:2] == [
        f"{file}: no sentence of the rules shows the figure 'mine'",
        f"{file}: the figure 'mine' has no caption",
    ]
    assert all(line.endswith(": the figure 'mine' has no caption in text/.../figures.toml") for line in found[2:])


@pytest.mark.whole
def test_a_case_that_is_missing_is_named(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        ("text/en/rules.toml", 'king = "Only the {king} may stop on a', 'never = "Only the {king} may stop on a'),
    )
    found = problems(game)
    where = sentence("rules", "corner_landing")
    assert found[:2] == [
        f"{where}no case for 'king' of corner_landing",
        f"{where}the case 'never' is never used; corner_landing cannot have these values",
    ]
    # all rulesets by which he alone stops there lack it, and the file's mistake is told once
    of_file = [line for line in found[2:] if line.startswith(f"{game / 'text' / 'en' / 'rules.toml'}: sentence: ")]
    assert len(of_file) == 1
    assert all("the sentence on corner_landing has no case for 'king'" in line for line in found[2:])


@pytest.mark.whole
def test_a_case_too_many_is_named_on_the_cards_too(tmp_path: Path) -> None:
    game = changed(tmp_path, ("text/en/cards.toml", "[sentence.cases]\nnobody", '[sentence.cases]\n"*" = "x"\nnobody'))
    found = problems(game)
    where = sentence("cards", "corner_landing")
    assert found[:3] == [f"{where}2 cases for '{value}' of corner_landing" for value in ("nobody", "king", "anybody")]
    # every kit lacks one case, and it is told of the first
    assert len(found) == 4


@pytest.mark.whole
def test_an_unknown_flag_of_a_sentence_is_named(tmp_path: Path) -> None:
    game = changed(tmp_path, ("text/en/rules.toml", 'flags = ["goal"]', 'flags = ["gaol"]'))
    found = problems(game)
    assert found[0].startswith(
        f"{sentence('rules', 'goal')}there is no rule flag 'gaol'; did you mean goal? There is also surface, "
    )
    of_cards = [line for line in found if line.startswith("text cards: ")]
    assert found[1 : 1 + len(of_cards)] == of_cards != []
    assert all(line.endswith("no rule rests on 'goal', so it repeats no rule") for line in of_cards)
    assert all("there is no rule flag 'gaol'" in line for line in found[1 + len(of_cards) :])


@pytest.mark.whole
def test_an_unknown_name_in_a_sentence_is_named(tmp_path: Path) -> None:
    game = changed(tmp_path, ("text/en/rules.toml", "The {squares} are the places where", "The {sqares} are where"))
    # every kit of every ruleset has it, and it is told once
    (line,) = problems(game)
    assert line.startswith(f"{game / 'text' / 'en' / 'rules.toml'}: sentence[")
    assert "there is no {sqares}; did you mean squares? There is also " in line


@pytest.mark.whole
def test_what_cannot_be_left_out_is_named(tmp_path: Path) -> None:
    old, new = '["walker-captures", "branan-moves"]', '["advice", "rules"]'
    game = changed(tmp_path, ("text/en/booklet.toml", f"leave_out = {old}", f"leave_out = {new}"))
    (line,) = problems(game)
    assert line.startswith("text booklet: leave_out: there is no 'rules' to leave out; did you mean puzzles? ")


@pytest.mark.whole
def test_words_that_do_not_fit_are_named_once_with_their_file(tmp_path: Path) -> None:
    long = " ".join(["Along {lines}."] * 90)
    game = changed(tmp_path, ("text/en/cards.toml", "Any distance along {lines}", f"{long} Along {{lines}}"))
    found = problems(game)
    assert len(found) <= 2  # of each card once, and not of each kit
    assert all(line.startswith(f"{game / 'text' / 'en' / 'cards.toml'}: the text of the card ") for line in found)
    assert all("does not fit: it needs" in line for line in found)


def test_of_very_many_problems_the_first_hundred_are_listed(tmp_path: Path) -> None:
    points = "".join(f'p{number} = {{ label = "chosen" }}\n' for number in range(300))
    extra = f'[rulesets.house]\nbase = "walker"\n[rulesets.house.points]\n{points}'
    found = problems(write_game(tmp_path, CROSS, extra=extra))
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1] == "and more: mend these first"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "[text.instructions]\npanel = [" + '{picture="a", title="a", text=[{text="b"}]},' * 41 + "]",
            "instructions: panel: has 41 entries, and 40 are",
        ),
        (
            "[text.booklet]\nhistory.paragraphs = [" + '"x",' * 61 + "]",
            "history.paragraphs: has 61 entries, and 60 are",
        ),
        ("[text.booklet]\nadvice.paragraphs = [" + '"x",' * 61 + "]", "advice.paragraphs: has 61 entries, and 60 are"),
        ("[text.cards]\nsentence = [" + '{text="b"},' * 201 + "]", "sentence: has 201 entries, and 200 are"),
        ("[text.rules]\nsentence = [" + '{text="b"},' * 201 + "]", "sentence: has 201 entries, and 200 are"),
    ],
)
def test_texts_of_very_many_parts_are_refused_before_they_are_set(tmp_path: Path, words: str, why: str) -> None:
    with pytest.raises(TaflkitError, match=why):
        problems(write_game(tmp_path, CROSS, extra=words))


def test_all_problems_are_listed_at_once(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        ("figures/capture.toml", 'captured = ["throne n2"]', "captured = []"),
        ("text/en/rules.toml", '"*" = "The {king}’s side wins', 'corner = "The {king}’s side wins'),
        ("text/en/figures.toml", "walker-captures =", "walker ="),
    )
    found = problems(game)
    assert sum("captures d6 under" in line for line in found) == len(contradicted(lambda _: True))
    assert sum("no case for 'edge' of goal" in line for line in found) == 1
    assert sum("the figure 'walker-captures' has no caption" in line for line in found) == 1


@pytest.mark.whole
def test_a_proof_that_there_is_not_and_one_that_proves_nothing_are_named(tmp_path: Path) -> None:
    game = changed(tmp_path, ("text/en/rules.toml", 'proofs = ["capture-three"]', 'proofs = ["capture-four"]'))
    found = problems(game)
    assert len(found) == 2
    assert found[0].startswith("text rules: there is no script 'capture-four' to prove a sentence; did you mean ")
    assert found[1] == f"{game / 'proofs.toml'}: capture-three: no sentence of the rules names this proof"


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("..t..\n..T..\ntT.Tt\n..T..\n..t..", "layout: start: there must be one king K"),
        ("t", "1 rows: the size must be"),
    ],
)
def test_a_game_that_cannot_be_read_is_an_error(tmp_path: Path, picture: str, why: str) -> None:
    with pytest.raises(TaflkitError, match=why):
        problems(write_game(tmp_path, picture))


def test_a_typed_number_piece_or_place_is_named_wherever_it_stands(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        ("text/en/rules.toml", "for the {occurrence} time", "for the 2nd or second time"),
        ("text/en/cards.toml", "Capture the {king}.", "Capture the king."),
        ("text/en/figures.toml", "Safe in between.", "Safe between two."),
        ("text/en/booklet.toml", "a {corner} counting as one", "the edge counting as one"),
    )
    how = "is typed; write a name in braces, such as {captors} or {king}"
    assert list(islice(check_game(Catalog(), str(game)), 4)) == [
        f"{sentence('rules', 'repetition')}'second' {how}",
        f"{sentence('cards', 'capture_wins')}'king' {how}",
        f"text figures: safe-entry: 'two' {how}",
        f"text booklet: variations.masters.weak-king: 'edge' {how}",
    ]


def test_a_card_that_repeats_no_rule_and_a_point_without_a_sentence_are_named(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        ("text/en/cards.toml", 'rests = ["capture_wins"]', 'rests = ["glory"]'),
        ("rulesets/walker.toml", "two_players =", "too_players ="),
    )
    found = list(islice(check_game(Catalog(), str(game)), 2))
    assert found[0].endswith("no rule rests on 'glory', so it repeats no rule")
    assert found[1].startswith(
        "ruleset walker: points.too_players: no sentence rests on it; did you mean two_players? There is also "
    )
