"""Falsehoods in the templates: every one is refused by `check`, or changes the golden words of some ruleset."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

from support.golden import CASES
from support.golden_words import every_file, every_word
from support.sampling import sampled, spread
from support.shipped import catalog
from taflkit.catalog import Catalog
from taflkit.catalog.book import read_book
from taflkit.kit.build import printed_words
from taflkit.kit.checks import check_game
from taflkit.kit.options import KitSpec
from taflkit.parts.cards import card_lines
from taflkit.resources import templates_folder
from taflkit.typesetting.prose import unmarked

RULES, CARDS, CAPTIONS = "text/en/rules.toml", "text/en/cards.toml", "text/en/figures.toml"
WORDS, BOOKLET, ALTERNATIVES = "text/en/words.toml", "text/en/booklet.toml", "text/en/alternatives.toml"
OWN = "games/brandub/text/en/booklet.toml"
COPENHAGEN = "games/hnefatafl/rulesets/copenhagen.toml"
MACWHITE = "games/brandub/rulesets/macwhite.toml"
CHECK, GOLDEN = "check", "golden"


class Falsehood(NamedTuple):
    """A false word in a file.

    Attributes:
        old, new: the true words and the false ones, which stand once in the file.
        by: whether `check` refuses it, or the golden words change.
        game: the game that is checked, and whose words are compared.
    """

    file: str
    old: str
    new: str
    by: str
    game: str = "brandub"


FALSEHOODS = (
    # the eight that were once built without a murmur
    Falsehood(RULES, "for the {occurrence} time", "for the second time", CHECK),
    Falsehood(
        RULES, "captured by {attackers} on all {captors} sides;", "captured by {attackers} on three sides;", CHECK
    ),
    Falsehood(RULES, "wins when the {king} reaches {goal}", "wins when the {king} reaches the edge", CHECK),
    Falsehood(RULES, "he may safely move in between", "he may not move in between", GOLDEN),
    Falsehood(CARDS, '"A {corner}, or the empty {throne}, can be', '"Corners and throne do not help; can be', CHECK),
    Falsehood(CAPTIONS, "{Captors} beside the {throne}.", "Two beside the {throne}.", CHECK),
    Falsehood(OWN, "been played in Ireland by the ninth", "been played in Ireland by the fifth", GOLDEN),
    Falsehood(RULES, "when {captors} enemies stand beside", "when three enemies stand beside", CHECK),
    # counts
    Falsehood(RULES, "by {attackers} on the other {beside}.", "by {attackers} on the other two.", CHECK),
    Falsehood(RULES, "by {attackers} on the {at_edge} sides that there are", "by {attackers} on both sides", GOLDEN),
    Falsehood(RULES, "may capture several pieces", "may capture up to four pieces", CHECK),
    Falsehood(
        RULES,
        "on all {captors} sides; beside it by {attackers} on the other {beside}.",
        "on all {count_defenders} sides; beside it.",
        CHECK,
    ),
    Falsehood(RULES, "when {captors} enemies stand beside", "when {players} enemies stand beside", CHECK),
    Falsehood(CAPTIONS, "{Captors} on the {throne}.", "{Count_defenders} on the {throne}.", CHECK),
    Falsehood(CAPTIONS, "{Captors} in line", "{Taken} in line", CHECK),
    Falsehood(RULES, "The board has {size} by", "The board has nine by", CHECK),
    Falsehood(RULES, "his {count_defenders} {defenders} and", "his 8 {defenders} and", CHECK),
    Falsehood(RULES, "his {count_defenders} {defenders} and", "his {count_attackers} {defenders} and", GOLDEN),
    Falsehood(RULES, "{Players} players move in turn", "Four players move in turn", CHECK),
    Falsehood(CARDS, "A {defender} between {captors} {attackers}", "A {defender} between three {attackers}", CHECK),
    Falsehood(CARDS, "on the {throne}, on all {captors} sides", "on the {throne}, on all three sides", CHECK),
    Falsehood(CAPTIONS, "{taken} {defenders}", "five {defenders}", CHECK),
    Falsehood(CAPTIONS, "{Taken} at once", "Three {attackers} at once", CHECK),
    Falsehood(CAPTIONS, "Safe in between", "Taken in between", GOLDEN),
    Falsehood(OWN, "with forty-nine peg holes, its", "with eighty-one peg holes, its", GOLDEN),
    Falsehood(OWN, "five pieces of white silver against eight of red gold. But", "six pieces of silver. But", GOLDEN),
    Falsehood(WORDS, '"second", "third"', '"third", "second"', GOLDEN),
    Falsehood(WORDS, '"three", "four"', '"four", "three"', GOLDEN),
    # places
    Falsehood(RULES, "reaches {goal}", "reaches the {edge}", CHECK),
    Falsehood(RULES, "Only the {king} may stop on a {corner}.", "Only the {king} may stop on the {throne}.", CHECK),
    Falsehood(RULES, "but at the {edge} he cannot", "but at a corner he cannot", CHECK),
    Falsehood(
        RULES, "could reach the {edge} on his next turn, his", "could reach a corner on his next turn, his", CHECK
    ),
    Falsehood(CARDS, "Bring the {king} to {goal}.", "Bring the {king} to the edge.", CHECK),
    Falsehood(CAPTIONS, "Against the {corner}.", "Against the {edge}.", GOLDEN),
    Falsehood(CAPTIONS, "{Captors} in the open", "{Captors} at the {edge}", CHECK),
    Falsehood(CAPTIONS, "At the {edge}: safe.", "On the throne: safe.", CHECK),
    Falsehood(WORDS, 'corner = "a corner"', 'corner = "the edge of the board"', GOLDEN),
    # who
    Falsehood(RULES, '"The {attackers} begin."', '"The {defenders} begin."', GOLDEN),
    Falsehood(RULES, "Only the {king} may stop on a {corner}.", "Only soldiers may stop on a {corner}.", CHECK),
    Falsehood(RULES, '"The {attackers} win by', '"The {defenders} win by', GOLDEN),
    Falsehood(CARDS, "the {king} counts", "the {king} does not count", GOLDEN),
    Falsehood(CAPTIONS, "Where a {soldier} may go.", "Where the {king} may go.", CHECK),
    Falsehood(OWN, "called by the {king}’s player", "called by the attackers’ player", CHECK),
    Falsehood(ALTERNATIVES, 'king-escaped = "the {king} escapes"', 'king-escaped = "the {king} is captured"', GOLDEN),
    # what is allowed
    Falsehood(RULES, "nobody may pass.", "anybody may pass.", GOLDEN),
    Falsehood(RULES, "along {lines}, never diagonally", "along {lines}, or diagonally", GOLDEN),
    Falsehood(RULES, "A captured piece leaves the board", "A captured piece changes sides", GOLDEN),
    Falsehood(RULES, "goes away and comes back", "stays where it is, or a third comes", CHECK),
    Falsehood(RULES, "Both may agree to draw.", "Nobody may agree to draw.", GOLDEN),
    Falsehood(CARDS, "enemies is safe.", "enemies is deadly.", GOLDEN),
    Falsehood(BOOKLET, 'barred = "may not go here"', 'barred = "may go here"', GOLDEN),
    # under rules that no shipped ruleset has, and in texts that no booklet shows
    Falsehood(
        RULES, 'nobody = "No piece may stop on a {corner}."', 'nobody = "Any piece may stop on a {corner}."', GOLDEN
    ),
    Falsehood(RULES, '"nobody line line" = "No piece may', '"nobody line line" = "Any piece may', GOLDEN),
    Falsehood(RULES, 'defenders = "The {king}’s side begins."', 'defenders = "The {attackers} begin."', GOLDEN),
    Falsehood(CAPTIONS, "The {king} is out: he wins.", "The {king} is out: he loses.", GOLDEN),
    Falsehood(CAPTIONS, "The {king} at home: captured.", "The {king} at home: he falls.", GOLDEN),
    Falsehood(ALTERNATIVES, "moves one step only", "moves three steps only", GOLDEN),
    Falsehood(ALTERNATIVES, "the game is over", "the game goes on", GOLDEN),
    Falsehood(BOOKLET, "boards of seven to nineteen squares", "boards of five to fifty squares", GOLDEN),
    Falsehood(OWN, "a king and eight Swedes against sixteen", "a king and nine Swedes against sixteen", GOLDEN),
    # answers to questions
    Falsehood(RULES, "Another enemy may come instead.", "No other enemy may come instead.", GOLDEN),
    Falsehood(RULES, "{soldiers} between them capture none.", "{soldiers} between them capture all.", GOLDEN),
    Falsehood(RULES, '"The {edge} never counts', '"The {edge} counts', GOLDEN),
    Falsehood(RULES, "change sides after each game", "keep the sides for all games", GOLDEN),
    Falsehood(RULES, "forgotten changes nothing", "forgotten loses the game", GOLDEN),
    Falsehood(RULES, "and no {soldier} may stop between", "and any {soldier} may stop between", GOLDEN),
    Falsehood(CAPTIONS, "Nobody may stop there.", "Somebody may stop there.", GOLDEN),
    Falsehood(CARDS, "No {soldier} stops between", "Any {soldier} stops between", GOLDEN),
    Falsehood(ALTERNATIVES, "a {soldier} may not stop on", "a {soldier} may stop on", GOLDEN),
    Falsehood(RULES, "has a way there over", "has no way there over", GOLDEN, "hnefatafl"),
    Falsehood(RULES, "goes to an end of the row", "goes in front of the row", GOLDEN, "hnefatafl"),
    # where it comes from
    Falsehood(MACWHITE, 'is this kit’s.", where = "13"', 'is this kit’s.", where = "3"', GOLDEN),
    Falsehood("games/brandub/rulesets/branan.toml", "The king moves one square", "The king moves two squares", GOLDEN),
    Falsehood("games/brandub/rulesets/federation.toml", "in 123 of 523 recorded games", "in 12 of 523", GOLDEN),
    Falsehood(
        BOOKLET,
        "disagree on {count} points, and the source settles",
        "disagree on 18 points, and the source settles",
        GOLDEN,
    ),
    Falsehood(
        BOOKLET,
        "the source is silent or set aside, and this kit chose",
        "the source speaks, and this kit chose",
        GOLDEN,
    ),
    Falsehood(MACWHITE, 'value = 3, label = "narrowed"', 'value = 3, label = "stated"', GOLDEN),
    # of the other games
    Falsehood(RULES, "captures {row} or more {soldiers}", "captures four or more {soldiers}", CHECK, "hnefatafl"),
    Falsehood(RULES, "An empty {corner} serves as one end", "An empty {corner} serves as no end", GOLDEN, "hnefatafl"),
    Falsehood(
        RULES,
        "stands on the {edge}, an empty {square}",
        "stands on the {throne}, an empty {square}",
        CHECK,
        "hnefatafl",
    ),
    Falsehood(RULES, "The {king}’s side loses when", "The {attackers} lose when", GOLDEN, "parlett"),
    Falsehood(RULES, "{attackers} on {held} sides", "{attackers} on two sides", CHECK, "tablut"),
    Falsehood(RULES, "is a block of {block} {squares}", "is a block of {size} {squares}", GOLDEN, "alea-evangelii"),
    Falsehood(RULES, "closes its side.", "opens its side.", GOLDEN, "alea-evangelii"),
    Falsehood(RULES, "one step along {lines}, never", "two steps along {lines}, never", CHECK, "ard-ri"),
    Falsehood(CARDS, "You lose if none of you", "You win if none of you", GOLDEN, "hnefatafl"),
    Falsehood(CAPTIONS, "{Taken} {defenders} at once", "Two {defenders} at once", CHECK, "hnefatafl"),
    Falsehood(CAPTIONS, "either side: {taken} {defenders}", "either side: {taken} {attackers}", GOLDEN, "hnefatafl"),
    Falsehood("games/tablut/text/en/booklet.toml", "Lapland in 1732", "Lapland in 1832", GOLDEN, "tablut"),
    Falsehood("games/tablut/text/en/booklet.toml", 'dated = "1732"', 'dated = "1832"', GOLDEN, "tablut"),
    Falsehood(
        COPENHAGEN, '"defenders-lose", label = "stated"', '"defenders-lose", label = "chosen"', GOLDEN, "hnefatafl"
    ),
)


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    """A copy of the templates in English, of which translations would be stale; fonts and themes are linked."""
    folder = tmp_path / "templates"
    folder.mkdir()
    others = shutil.ignore_patterns(*(code for code in catalog().game("brandub").languages if code != "en"))
    for source in templates_folder().iterdir():
        if source.name in ("fonts", "themes"):
            (folder / source.name).symlink_to(source)
        elif source.is_dir():
            shutil.copytree(source, folder / source.name, ignore=others)
        else:
            shutil.copyfile(source, folder / source.name)
    return folder


def spoil(templates: Path, falsehood: Falsehood) -> None:
    file = templates / falsehood.file
    text = file.read_text(encoding="utf-8")
    assert falsehood.old in text
    file.write_text(text.replace(falsehood.old, falsehood.new, 1), encoding="utf-8")


def pinned(game: str) -> Iterator[tuple[str, str, int | None, list[str]]]:
    """Yield the golden words of a game with their ruleset, variation and pages."""
    for case in sorted(CASES.glob("words-*")):
        words = (case / "command.txt").read_text(encoding="utf-8").split()
        if (words[1] if not words[1].startswith("-") else "brandub") != game:
            continue
        varied = words[words.index("--variation") + 1] if "--variation" in words else ""
        pages = int(words[words.index("--pages") + 1]) if "--pages" in words else None
        lines = (case / "expected.txt").read_text(encoding="utf-8").splitlines()
        yield words[words.index("--rules") + 1], varied, pages, lines


def is_as_pinned(templates: Catalog, game: str = "brandub") -> bool:
    for ruleset, varied, pages, lines in pinned(game):
        book = read_book(templates, game, ruleset, [varied] if varied else ())
        if [
            unmarked(line)
            for line in (*printed_words(templates, book, KitSpec(pages=pages)).lines(), *card_lines(book))
        ] != lines:
            return False
    # the first word that is another one is enough
    true = every_file().read_text(encoding="utf-8").splitlines()
    return all(there == line for there, line in zip_longest(every_word(templates), true))


@pytest.mark.parametrize("game", sampled(catalog().game_names(), 3))
def test_the_true_templates_are_as_pinned(game: str, templates: Path) -> None:
    assert is_as_pinned(Catalog(templates), game)
    assert [*pinned(game)]


@pytest.mark.whole
@pytest.mark.parametrize("game", catalog().game_names())
def test_the_true_templates_have_no_problem(game: str, templates: Path) -> None:
    assert list(check_game(Catalog(templates), game)) == []


@pytest.mark.parametrize("falsehood", sampled(spread(FALSEHOODS, 7), 6), ids=lambda each: each.new or each.old)
def test_a_falsehood_is_caught(falsehood: Falsehood, templates: Path) -> None:
    spoil(templates, falsehood)
    if falsehood.by == CHECK:
        assert next(check_game(Catalog(templates), falsehood.game), "") != ""
    else:
        assert not is_as_pinned(Catalog(templates), falsehood.game)


def test_there_are_forty_falsehoods_and_each_is_another() -> None:
    assert len(FALSEHOODS) >= 40
    assert len({(each.file, each.old, each.new) for each in FALSEHOODS}) == len(FALSEHOODS)


@pytest.mark.parametrize("falsehood", [each for each in FALSEHOODS if each.by == CHECK][:3], ids=lambda each: each.new)
def test_a_typed_word_is_named_with_its_sentence(falsehood: Falsehood, templates: Path) -> None:
    spoil(templates, falsehood)
    problem = next(check_game(Catalog(templates), "brandub"))
    assert "text rules: sentence[" in problem
    assert "is typed; write a name in braces" in problem
