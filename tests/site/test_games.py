"""A game of one's own: form and text are two views of one text, and every problem has its line and its place."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from support.sampling import examples, sampled, spread
from support.variants import any_games
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.catalog.starts import start_files
from taflkit.errors import TaflkitError
from taflkit.figures import flag_values, write_value
from taflkit.resources import templates_folder
from taflkit.site.visitor import answer_in
from taflkit.site.visitor.forms import corner_squares
from taflkit.site.visitor.games import Idle, begin, kit_problems, own_game, write
from taflkit.site.visitor.session import Session
from taflkit.tafl import BoardLayout, Rules, Variant, flag_names
from taflkit.typesetting.prose import unmarked

CATALOG = Catalog()
NAME = "mine.toml"
SHIPPED = [(name, rules) for name in CATALOG.game_names() for rules in CATALOG.game(name).ruleset_names]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    return Session(CATALOG, tmp_path_factory.mktemp("own"))


def started(session: Session, name: str = "brandub", rules: str = "walker") -> dict[str, Any]:
    request = {"name": NAME, "title": "Mine", "house": "Ours", "game": name, "rules": rules}
    return dict(begin(session, request).content)


def formed(session: Session, text: str, **changes: Any) -> dict[str, Any]:
    """Return the answer on a text in which a form changes something."""
    shown = own_game(session, NAME, text)
    assert shown.form is not None
    form = msgspec.to_builtins(msgspec.structs.replace(shown.form, **changes))
    return dict(write(session, {"name": NAME, "text": text, "form": form}).content)


def read(session: Session, text: str) -> tuple[BoardLayout, Rules]:
    """Return the board and the rules as the catalog reads them, without what the page makes of a text."""
    found = session.catalog.game(session.own(NAME, text))
    ruleset = found.ruleset(None)
    return found.layout_under(ruleset), ruleset.rules


# from a shipped game, through the form, and back


@pytest.mark.parametrize(("name", "rules"), sampled(spread(SHIPPED, 3), 8))
def test_a_shipped_game_is_begun_with_as_the_catalog_has_it(session: Session, name: str, rules: str) -> None:
    answer = started(session, name, rules)
    shipped = CATALOG.game(name)
    ruleset = shipped.ruleset(rules)
    assert answer["problems"] == ()
    assert read(session, answer["text"]) == (shipped.layout_under(ruleset), ruleset.rules)
    own = session.catalog.game(session.own(NAME, answer["text"]))
    assert own.ruleset(None).face == ruleset.face
    assert (own.title, own.ruleset_names, own.ruleset(None).title) == ("Mine", ("house",), "Ours")
    book = read_book(session.catalog, session.own(NAME, answer["text"]), None)
    said = [(each.reference, each.text) for each in answer["sentences"]]
    assert said == [(each.reference, unmarked(each.text)) for rule in book.rules for each in rule.sentences]


@pytest.mark.parametrize(("name", "rules"), sampled(spread(SHIPPED, 3), 8))
def test_a_form_makes_any_text_the_shipped_game(session: Session, name: str, rules: str) -> None:
    wanted = started(session, name, rules)["form"]
    changes = {each: getattr(wanted, each) for each in ("rows", "corners", "throne", "values")}
    answer = formed(session, started(session, "ard-ri", "common")["text"], **changes)
    shipped = CATALOG.game(name)
    ruleset = shipped.ruleset(rules)
    assert read(session, answer["text"]) == (shipped.layout_under(ruleset), ruleset.rules)
    assert answer["form"].values == {flag: write_value(getattr(ruleset.rules, flag)) for flag in flag_names()}


@pytest.mark.whole
@given(any_games())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_form_of_any_game_is_read_back_by_the_catalog(session: Session, variant: Variant) -> None:
    layout = variant.layout
    side = round((len(layout.corners) / 4) ** 0.5)
    values = {flag: write_value(value) for flag, value in variant.rules._asdict().items()}
    rows = tuple(layout.picture.split())
    base = '[layout]\ntitle = "Other"\nbase = "tablut"\n'
    for text in (started(session)["text"], base):
        answer = formed(session, text, rows=rows, corners=side, throne=layout.throne_marked, values=values)
        assert answer["problems"] == ()
        assert read(session, answer["text"]) == (layout, variant.rules)
        again = formed(session, answer["text"])
        assert again["text"] == answer["text"], "a form that changes nothing writes nothing"


def test_through_json_as_the_page_asks(session: Session) -> None:
    request = {"name": NAME, "title": "Mine", "house": "Ours", "game": "tablut", "rules": "linnaeus"}
    first = json.loads(answer_in(session, "begin", json.dumps(request))[0])["answer"]
    form = {**first["form"], "values": {**first["form"]["values"], "first_move": "defenders"}}
    request = {"name": NAME, "text": first["text"], "form": form}
    second = json.loads(answer_in(session, "write", json.dumps(request))[0])["answer"]
    wanted = first["text"].replace('first_move = "attackers"', 'first_move = "defenders"')
    assert second["text"] == wanted != first["text"]
    third = json.loads(answer_in(session, "game", json.dumps({"name": NAME, "text": wanted}))[0])["answer"]
    assert third == second


def test_what_the_form_does_not_show_stays_as_it_is_written(session: Session) -> None:
    text = """# our head
[layout]
title = 'Ours' # a name
base = "tablut"
face.king = "harp"

[rulesets.thursday]
base = "linnaeus" # the oldest
rules.goal = { value = "edge", label = "stated", why = "We agreed." }
variations.fast = { title = "Fast", rules = { king_move = "step" } }

[rulesets.other]
base = "thursday"

[text.booklet]
subtitle = "A game of siege"
history = { title = "Old", paragraphs = ["Long ago."] } # so we heard
"""
    shown = own_game(session, NAME, text, "thursday")
    assert shown.problems == ()
    assert [(each.key, each.line) for each in shown.hidden] == [
        ("layout.base", 4),
        ("layout.face", 5),
        ("rulesets.thursday.base", 8),
        ("rulesets.thursday.variations", 10),
        ("rulesets.other", 12),
        ("text.booklet", 15),
    ]
    assert shown.form
    assert (shown.form.ruleset, shown.form.rulesets) == ("thursday", ("other", "thursday"))
    assert shown.form.values["goal"] == "edge"
    assert shown.form.values["surface"] == write_value(CATALOG.game("tablut").ruleset("linnaeus").rules.surface)
    form = msgspec.structs.replace(shown.form, title="Theirs", values={**shown.form.values, "king_armed": "false"})
    request = {"name": NAME, "text": text, "form": msgspec.to_builtins(form)}
    made = str(write(session, request).content["text"])
    added = 'variations.fast = { title = "Fast", rules = { king_move = "step" } }\n'
    wanted = text.replace("'Ours'", '"Theirs"').replace(added, f"{added}rules.king_armed = false\n")
    assert made == wanted


def test_rules_begin_with_those_that_were_played_without_any(session: Session) -> None:
    picture = "\n".join(started(session)["form"].rows)
    text = f'[layout]\ntitle = "Bare"\nstart = """\n{picture}\n"""\n'
    shown = own_game(session, NAME, text)
    assert shown.form
    walker = CATALOG.game("brandub").ruleset(None).rules
    assert shown.form.values == {flag: write_value(getattr(walker, flag)) for flag in flag_names()}
    answer = formed(session, text, values={**shown.form.values, "king_armed": "false"})
    assert (
        answer["text"] == f'{text}\n[rulesets.house]\nbase = "walker"\n\n[rulesets.house.rules]\nking_armed = false\n'
    )
    assert read(session, answer["text"])[1] == walker._replace(king_armed=False)


def test_corners_follow_the_size_of_the_board(session: Session) -> None:
    text = started(session)["text"].replace(
        "[rulesets.house]", 'corners = ["a1", "a7", "g1", "g7"]\n\n[rulesets.house]', 1
    )
    small = own_game(session, NAME, text)
    assert small.problems == ()
    assert small.form
    assert small.form.rows
    rows = ("." * 9, *(f".{row}." for row in small.form.rows), "." * 9)
    answer = formed(session, text, rows=rows)
    assert answer["problems"] == ()
    assert read(session, answer["text"])[0].corners == corner_squares(9, 1)
    assert 'corners = ["a1", "a9", "i1", "i9"]' in answer["text"]
    blocks = formed(session, answer["text"], corners=2)
    assert blocks["problems"] == ()
    assert len(read(session, blocks["text"])[0].corners) == 16
    assert formed(session, blocks["text"], corners=0)["form"].corners == 0


def test_a_throne_like_other_squares_takes_its_rules_with_it(session: Session) -> None:
    answer = formed(session, started(session)["text"], throne=False)
    assert answer["problems"] == ()
    rules = read(session, answer["text"])[1]
    assert (rules.throne_landing, rules.throne_hostile_to_king, rules.king_on_throne) == ("anybody", False, "two")
    assert answer["idle"]["throne_landing"] == Idle("throne")
    said = " ".join(each.text for each in answer["sentences"])
    assert "throne" not in said


def test_titles_and_sources_come_and_go(session: Session) -> None:
    text = started(session)["text"]
    answer = formed(session, text, source="As played on Thursdays")
    assert session.catalog.game(session.own(NAME, answer["text"])).ruleset(None).source == "As played on Thursdays"
    assert formed(session, answer["text"], source="")["text"] == text
    untitled = formed(session, text, rules_title="")
    assert untitled["problems"] == ()
    assert untitled["text"] == text.replace('title = "Ours"\n', "")


def test_a_form_that_is_none_is_refused(session: Session) -> None:
    text = started(session)["text"]
    for form, why in (({"rows": 3}, "the form cannot be read"), ({"values": {"goal": "moon"}}, "cannot be 'moon'")):
        with pytest.raises(TaflkitError, match=why):
            write(session, {"name": NAME, "text": text, "form": form})
    with pytest.raises(TaflkitError, match="there is no rule flag 'gaol'"):
        write(session, {"name": NAME, "text": text, "form": {"values": {"gaol": "edge"}}})
    with pytest.raises(TaflkitError, match="is not TOML"):
        write(session, {"name": NAME, "text": "x =", "form": {}})


# every shipped starting file


@pytest.mark.parametrize("kind", ["game", "ruleset"])
def test_the_starting_files_of_the_command_are_read(session: Session, kind: str) -> None:
    (text,) = start_files(kind, "mine", CATALOG.game("brandub"), templates_folder()).values()
    shown = own_game(session, NAME, text)
    assert shown.problems == ()
    assert shown.form
    assert shown.form.rows == tuple(CATALOG.game("brandub").layout.picture.split())
    assert formed(session, text)["text"] == text


# problems


BAD: list[tuple[str, str, int, str, str]] = [
    # what is changed to what, the line, the field, and what is said
    ("ttTKTtt", "ttTKKtt", 9, "board", "there must be one king K, and there are 2 (d4, e4)"),
    ("ttTKTtt", "ttT.Ttt", 9, "board", "there must be one king K, and there are 0 (none)"),
    ("ttTKTtt\n", "ttTKTt\n", 9, "board", "row 4 has 6 squares and the picture has 7 rows: it must be square"),
    ('"""\n...t...', '"""', 9, "board", "6 rows: the size must be odd, from 5 to 19"),
    ("ttTKTtt", "ttTXTtt", 9, "board", "row 4 has 'X': use . for empty, t, T and K for pieces"),
    ('"""\n...t...', '"""\nt..t...', 9, "board", "a piece stands on the corner a7; corners are empty at the start"),
    ('title = "Mine"', 'title = ""', 7, "title", "is missing or empty"),
    ('title = "Mine"', "title = 7", 7, "title", "must be a text, not 7"),
    (
        'title = "Mine"',
        'title = "Mine"\ncorners = ["a1"]',
        8,
        "corners",
        "lacks a7, g1, g7; name all four corners, or none",
    ),
    ('title = "Mine"', 'title = "Mine"\nthrone_marked = "no"', 8, "throne", "must be true or false, not the text 'no'"),
    ('title = "Mine"', 'title = "Mine"\nthrone = "a2"', 8, "board", "the throne a2 must be the king's square, d4"),
    ('title = "Ours"', 'title = "\\u0007"', 20, "rules_title", "control character cannot be printed"),
    ('goal = "corner"', 'goal = "moon"', 46, "rules.goal", "cannot be 'moon'; it can be 'corner', 'edge'"),
    ("king_armed = true", "king_armed = 1", 40, "rules.king_armed", "cannot be 1; it can be true, false"),
    ('corner_landing = "king"', 'corner_landing = "nobody"', 27, "rules.corner_landing", "may not stop there"),
    ("[rulesets.house]", "rules = 3\n\n[rulesets.house]", 19, "text", "unknown key"),
    ("[layout]", "[layuot]", 6, "text", "did you mean layout?"),
    ("goal =", "gaol =", 46, "text", "unknown rule; did you mean goal?"),
    (
        "[rulesets.house.rules]",
        "[rulesets.house.points]\nx = 3\n[rulesets.house.rules]",
        23,
        "text",
        "must be a table, not 3",
    ),
    ("[layout]", '[figures.first]\nplay = "x"\n[layout]', 7, "text", "must be a list, not the text 'x'"),
    ("[layout]", "[text.booklet]\nsubtitle = '{moon'\n[layout]", 7, "text", "a brace that is not round a name"),
    ("[layout]", '[text.booklet]\nhistory.paragraphs = ["a", 7]\n[layout]', 7, "text", "must be a text, not 7"),
    ("[layout]", "[layout", 6, "text", "is not TOML: Expected ']'"),
    ("king_armed = true", "king_armed = truth", 40, "text", "is not TOML: Invalid value"),
]


@pytest.mark.parametrize(("old", "new", "line", "field", "why"), BAD)
def test_every_problem_has_its_line_and_its_place(
    session: Session, old: str, new: str, line: int, field: str, why: str
) -> None:
    good = started(session)["text"]
    text = good.replace(old, new, 1)
    assert text != good
    problems = own_game(session, NAME, text).problems
    found = [(each.at, each.field) for each in problems if why in each.line]
    assert (line, field) in found, problems
    assert all("\n" not in each.line and "/" not in each.line for each in problems)


def test_lines_are_those_of_the_editor(session: Session) -> None:
    good = started(session)["text"]
    lines = good.split("\n")
    for old, new in (("goal =", "gaol ="), ("king_armed = true", "king_armed = truth"), ('"corner"', '"moon"')):
        (problem,) = own_game(session, NAME, good.replace(old, new, 1)).problems
        assert old in lines[problem.at - 1]


def test_several_problems_are_named_at_once(session: Session) -> None:
    text = started(session)["text"].replace("ttTKTtt", "ttTKKtt").replace('goal = "corner"', 'goal = "moon"')
    text = text.replace("[layout]", "[layout]\nfoo = 1")
    fields = {problem.field for problem in own_game(session, NAME, f"{text}\n[text.booklet]\nsub = 1\n").problems}
    assert "text" in fields
    text = text.replace("foo = 1\n", "")
    assert {problem.field for problem in own_game(session, NAME, text).problems} >= {"board"}


def test_the_form_shows_what_it_can_of_a_broken_game(session: Session) -> None:
    text = started(session)["text"].replace("ttTKTtt", "ttTKKtt").replace('goal = "corner"', 'goal = "moon"')
    form = own_game(session, NAME, text).form
    assert form
    assert form.rows
    assert "ttTKKtt" in form.rows
    assert form.title == "Mine"
    mended = formed(session, text, rows=tuple(row.replace("KK", "KT") for row in form.rows))
    assert [problem.field for problem in mended["problems"]] == ["rules.goal"]
    uneven = own_game(session, NAME, text.replace("ttTKKtt", "ttTKTt")).form
    assert uneven
    assert uneven.rows is None
    nothing = own_game(session, NAME, "[layout\n")
    assert nothing.form is None


@pytest.mark.parametrize("name", ["mine", "my game.toml", "a/b.toml", ".toml", "", "é.toml", "x" * 70 + ".toml"])
def test_the_name_of_the_file_is_judged(session: Session, name: str) -> None:
    shown = own_game(session, name, started(session)["text"])
    assert [problem.field for problem in shown.problems] == ["name"]
    assert shown.form


def test_contradictions_stand_at_each_of_their_rules(session: Session) -> None:
    answer = formed(session, started(session)["text"], corners=0)
    assert [(each.field, each.line) for each in answer["problems"]] == [("rules.goal", "the board has no corners")]
    assert answer["idle"]["corner_landing"] == Idle("corners")
    assert answer["sentences"]
    values = {**answer["form"].values, "goal": "edge"}
    assert formed(session, answer["text"], values=values)["problems"] == ()


# what makes no difference


def test_idle_rules_say_what_would_make_them_count(session: Session) -> None:
    walker = started(session)
    assert walker["idle"] == {}
    edge = formed(session, walker["text"], values={**walker["form"].values, "goal": "edge"})
    assert edge["idle"]["king_at_edge"] == Idle("flag", "goal", "corner")
    assert edge["idle"]["exit_fort"] == Idle("flag", "goal", "corner")


@pytest.mark.whole
@examples(25)
@given(any_games((7, 9)))
def test_an_idle_rule_changes_no_sentence(session: Session, variant: Variant) -> None:
    side = round((len(variant.layout.corners) / 4) ** 0.5)
    values = {flag: write_value(value) for flag, value in variant.rules._asdict().items()}
    form = {"rows": tuple(variant.layout.picture.split()), "corners": side, "throne": variant.layout.throne_marked}
    answer = formed(session, started(session)["text"], values=values, **form)
    for flag, idle in answer["idle"].items():
        for value in flag_values(flag) if idle.needs != "throne" else ():
            other = formed(session, answer["text"], values={**values, flag: value})
            assert [each.text for each in other["sentences"]] == [each.text for each in answer["sentences"]]
        if idle.needs == "flag":
            changed = formed(session, answer["text"], values={**values, idle.flag: idle.value})
            assert flag not in changed["idle"]


def test_every_rule_has_a_sentence_that_rests_on_it(session: Session) -> None:
    flags = {
        flag for name, rules in SHIPPED for each in started(session, name, rules)["sentences"] for flag in each.flags
    }
    assert flags == set(flag_names())


# what only the kit shows


def test_a_whole_game_has_no_problem_in_its_kit(session: Session) -> None:
    request = {"name": NAME, "text": started(session, "tablut", "linnaeus")["text"]}
    assert kit_problems(session, request).content["problems"] == []


def test_sides_that_cannot_win_are_named(session: Session) -> None:
    rows = (".......", "...t...", "...T...", "..TKT..", "...T...", ".......", ".......")
    start = started(session)
    harmless = {"corner_hostile_to_king": "false", "throne_hostile_to_king": "false"}
    text = formed(session, start["text"], rows=rows, values={**start["form"].values, **harmless})["text"]
    found = kit_problems(session, {"name": NAME, "text": text}).content["problems"]
    assert [(each.field, each.line.split(":")[0]) for each in found] == [("board", "the attackers can never win")]


def test_what_a_kit_has_no_room_for_is_named_with_its_line(session: Session) -> None:
    text = started(session)["text"]
    words = ", ".join(f'"{"Many words. " * 800}"' for _ in range(8))
    long = f"{text}\n[text.booklet]\nhistory = {{ title = 'Old', paragraphs = [{words}] }}\n"
    wide = text.replace("Mine", "W" * 119)
    for there, line, field in ((long, text.count("\n") + 2, "text"), (wide, 7, "title")):
        (problem,) = kit_problems(session, {"name": NAME, "text": there}).content["problems"]
        assert (problem.at, problem.field) == (line, field)


@pytest.mark.parametrize("text", ["", "x = ", "[layout]\n"])
def test_a_broken_text_has_problems_and_no_kit(session: Session, text: str) -> None:
    assert own_game(session, NAME, text).problems
    assert kit_problems(session, {"name": NAME, "text": text}).content["problems"]
