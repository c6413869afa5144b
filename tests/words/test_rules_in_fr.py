"""The French rules and cards as printed: sentences that once said another thing than the rule."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from support.shipped import catalog
from taflkit.catalog.book import Book, read_book
from taflkit.cli import main
from taflkit.parts.cards import card_lines

GAMES = ("brandub", "tablut", "hnefatafl")
ALL = tuple((game, name) for game in GAMES for name in catalog().game(game).ruleset_names)


def book(game: str, ruleset: str, *variations: str) -> Book:
    """Return a game's book in French."""
    return read_book(catalog(), game, ruleset, variations, "fr")


def said(book: Book, rule: str) -> list[str]:
    """Return the sentences of a rule as printed."""
    return [sentence.text for each in book.rules for sentence in each.sentences if sentence.rule == rule]


def test_it_is_the_king_who_is_on_the_throne_or_beside_it() -> None:
    """« Sur le trône, des attaquants doivent … » set the attackers on it."""
    assert said(book("brandub", "walker"), "king")[:2] == [
        "Quand le roi est sur le trône, il est capturé par des attaquants sur ses quatre côtés\u202f; "
        "à côté du trône, par des attaquants sur ses trois autres côtés.",
        "Partout ailleurs, il est capturé comme un pion, par deux attaquants sur des côtés opposés.",
    ]
    assert said(book("brandub", "macwhite"), "king")[:2] == [
        "Quand le roi est sur le trône ou à côté, il est capturé par deux attaquants sur des côtés opposés.",
        "Le trône vide ne compte pas comme l’un d’eux.",
    ]
    assert said(book("tablut", "linnaeus"), "king")[0].startswith("Quand le roi est dans le château, il est capturé")


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_no_sentence_on_the_king_begins_with_attackers_on_the_throne(game: str, ruleset: str) -> None:
    for sentence in said(book(game, ruleset), "king"):
        assert not re.search(r"(?:Sur|À côté|Au bord|Dans)\b[^.;]*, (?:des|deux|trois|quatre) ", sentence)
        assert "doivent" not in sentence


@pytest.mark.parametrize(("game", "ruleset"), ALL)
def test_away_from_the_throne_is_not_far_from_it(game: str, ruleset: str) -> None:
    """« Loin du trône » is far from it: a king two squares away would be neither."""
    spoken = book(game, ruleset)
    sentences = [sentence for rule in spoken.rules for sentence in rule.sentences]
    texts = [*(sentence.text for sentence in sentences), *(sentence.origin.reason for sentence in sentences)]
    texts += spoken.texts.booklet.history.texts()
    assert not [text for text in texts if re.search(r"\bloin d(?:u|e son) (?:trône|château)", text)]


def test_the_king_is_taken_by_two_wherever_he_is_out_of_his_castle() -> None:
    history = book("tablut", "linnaeus").texts.booklet.history
    assert history.paragraphs[2].endswith("deux ennemis suffisent quand le roi est hors de son château.")
    assert "quand il est hors de son château" in history.longer[4]


def test_a_shieldwall_on_a_card_is_of_the_readers_own_pieces() -> None:
    """« Un ennemi devant chacun » would be the reader's opponent, whose pieces are the ones that fall."""
    walls = [line for line in card_lines(book("hnefatafl", "copenhagen")) if "Mur de boucliers" in line]
    assert len(walls) == 2
    for line in walls:
        assert "deux ou plus en rang sur le bord, un des vôtres devant chacun et à chaque bout" in line
        assert "ennemi devant" not in line


@pytest.mark.parametrize("game", ["tablut", "hnefatafl"])
def test_the_middle_of_a_sea_battle_is_no_enemy_to_anybody(game: str) -> None:
    why = book(game, "sea-battle").ruleset.origin("throne_hostile_to_soldiers").reason
    assert why.endswith("n’est donc un ennemi pour personne.")


def test_the_words_of_linnaeus_are_his_own() -> None:
    """No word of the usual ones is left, and no article is cut off before a consonant."""
    rules = [sentence.text for rule in book("tablut", "linnaeus").rules for sentence in rule.sentences]
    text = "\n".join((*rules, *card_lines(book("tablut", "linnaeus"))))
    text = re.sub(r"\[.*?\]|## Les attaquants", "", text)
    assert not re.search(r"trône|attaquant|défenseur|Échec", text)
    assert not re.search(r"[ldLD]’(?:Moscovite|Suédois|château)|sur (?:le|son) château", text)
    assert "annoncer «\u202fRaichi\u202f», ou «\u202fTuichu\u202f» si deux voies sont ouvertes." in text


def test_the_sources_are_told_in_french() -> None:
    words = ("rules", "--rules", "masters", "--variation", "check", "--language", "fr")
    text = CliRunner().invoke(main, words).stdout
    head, below = text.split("\nD’où elles viennent\n")
    assert head.startswith("Brandub\u00a0: Règles de Masters Traditional Games")
    assert "\nVariantes que nomme la source\n" in head
    assert "(appliquée ici)\u00a0: " in head
    labels = set(re.findall(r"^ *\d+[a-z]?  ([\w-]+)", below, re.MULTILINE))
    assert {"dite", "choisie"} <= labels <= {"dite", "sous-entendue", "restreinte", "observée", "choisie"}
    assert re.search(
        r"^ *5b  dite, règle 4$", CliRunner().invoke(main, ("rules", "--language", "fr")).stdout, re.MULTILINE
    )
    assert not re.search(r"\b(?:stated|implied|chosen|rule|Where|in use)\b", text)
