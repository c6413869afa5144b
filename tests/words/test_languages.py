"""Numbers, nouns and lists in languages with cases, with many plurals, and with numbers round their noun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.languages import table_of, words_of_language
from support.shipped import catalog
from taflkit.tafl import Piece
from taflkit.words.forms import chosen
from taflkit.words.naming import Variants, count_names, piece_names, sentence_names, typed_words
from taflkit.words.phrases import (
    FillError,
    Words,
    WordsTable,
    begun,
    fill,
    noun_problems,
    small,
    with_capitals,
    word_problems,
)

DE, GA = words_of_language("de"), words_of_language("ga")
EN = catalog().words()
SHEET = {"one": "Blatt", "other": "Blätter", "other_dat": "Blättern", "a": "ein Blatt", "a_dat": "einem Blatt"}
COUNTER = {"one": "licéad", "two": "liceád", "few": "licéad-few", "many": "licéad-many", "other": "licéad-other"}


# plurals and numbers


@pytest.mark.parametrize(
    ("words", "count", "forms", "variant", "said"),
    [
        (EN, 1, {"one": "sheet", "other": "sheets"}, "", "one sheet"),
        (EN, 0, {"one": "sheet", "other": "sheets"}, "", "no sheets"),
        (EN, 21, {"one": "sheet", "other": "sheets"}, "", "twenty-one sheets"),
        (DE, 1, SHEET, "", "ein Blatt"),
        (DE, 1, SHEET, "dat", "einem Blatt"),
        (DE, 2, SHEET, "", "zwei Blätter"),
        (DE, 2, SHEET, "dat", "zwei Blättern"),
        (DE, 2, SHEET, "gen", "zweier Blätter"),
        (DE, 1, SHEET, "gen", "ein Blatt"),
        (DE, 100, SHEET, "", "100 Blätter"),
        (DE, 2, {**SHEET, "number": "gen"}, "", "zweier Blätter"),
        (GA, 1, COUNTER, "", "licéad amháin"),
        (GA, 2, COUNTER, "", "dhá liceád"),
        (GA, 3, COUNTER, "", "trí licéad-few"),
        (GA, 7, COUNTER, "", "seacht licéad-many"),
        (GA, 13, COUNTER, "", "trí licéad-other déag"),
        (GA, 13, COUNTER, "a", "a trí déag licéad-other"),
        (GA, 3, {"one": "rí", "other": "ríthe"}, "", "trí ríthe"),
    ],
)
def test_a_number_stands_with_its_noun(
    words: Words, count: int, forms: dict[str, str], variant: str, said: str
) -> None:
    assert words.counted(count, forms, variant) == said


def test_a_number_alone_leaves_no_place_for_a_noun() -> None:
    assert [GA.number(count) for count in (0, 1, 2, 13)] == ["gan", "amháin", "dhá", "trí déag"]
    assert GA.number(13, "a") == "a trí déag"


def test_nouns_without_a_number_are_one_or_several() -> None:
    forms = {"one": "leathanach", "other": "leathanaigh", "two": "leathanach", "many": "leathanach"}
    assert [GA.named(count, forms) for count in (1, 2, 3, 7, 11)] == ["leathanach", *["leathanaigh"] * 4]
    assert GA.piece(Piece.ATTACKER, 8) == GA.piece_names("attacker")["attackers"] == "ionsaitheoirí"


@given(st.sampled_from((EN, DE, GA)), st.integers(0, 99))
def test_every_number_to_ninety_nine_is_a_word(words: Words, value: int) -> None:
    for variant in ("", *words.number_variants):
        assert words.number(value, variant).strip("- ")
        assert not any(char.isdigit() or char in "{}" for char in words.number(value, variant))
    assert words.number(value + 100) == str(value + 100)


def test_decimals_have_the_sign_of_the_language() -> None:
    assert (EN.decimal(26.5), DE.decimal(26.5), DE.decimal(27.0), DE.decimal(0.25)) == ("26.5", "26,5", "27", "0,25")


# variants


def test_a_form_that_a_variant_lacks_is_the_plain_one() -> None:
    forms = {"one": "Feld", "other": "Felder", "other_dat": "Feldern"}
    assert chosen(forms, "one", "dat") == "Feld"
    assert chosen(forms, "other", "dat") == "Feldern"
    assert chosen({"other": "sheep", "other_the": "the sheep"}, "one", "the") == "the sheep"
    assert chosen({"other": "x", "two_the": "y"}, "two", "the") == "y"
    assert chosen({"other": "x", "two_the": "y"}, "few", "the") == "x"


NAMES = st.sampled_from(("one", "two", "few", "many"))
FORMS = st.dictionaries(
    st.one_of(NAMES, st.builds("{}_{}".format, st.one_of(NAMES, st.just("other")), st.sampled_from(("the", "dat")))),
    st.text("abc", min_size=1),
).map(lambda forms: {"other": "other", **forms})


@given(FORMS, NAMES, st.sampled_from(("", "the", "dat")))
def test_a_form_is_always_one_of_those_declared(forms: dict[str, str], category: str, variant: str) -> None:
    key = f"{category}_{variant}" if variant else category
    assert chosen(forms, category, variant) == forms.get(key, chosen(forms, category, variant))
    assert chosen(forms, category, variant) in forms.values()


def test_names_have_their_variants_and_capitals() -> None:
    names = {**DE.piece_names("king"), **DE.place_names("edge"), **DE.goal_names("corner")}
    assert names["king_gen"], names["kings_dat"] == ("Königs", "Königen")
    assert names["edge_gen"] == "Randes"
    assert (names["goal"], names["goal_to"]) == ("eine Ecke", "auf eine Ecke")
    assert piece_names(DE)["King_the"] == "Der König"
    assert "defender_the" not in piece_names(DE)
    there = catalog().game("brandub").variant(catalog().game("brandub").ruleset(None))
    assert DE.names("Brandub", there)["Square_the"] == "Das Feld"
    assert count_names(DE, there)["size_gen"] == "siebener"
    assert count_names(DE, there)["Count_attackers"] == "Acht"
    found = sentence_names(DE, there, ["custody", "goal"])
    assert (found["captors"], found["Captors_gen"], found["Goal_to"]) == ("zwei", "Zweier", "Auf eine Ecke")
    assert DE.ordinal_names("occurrence", 3) == {"occurrence": "dritten", "occurrence_nom": "dritte"}


def test_any_piece_has_the_variants_that_all_pieces_have() -> None:
    assert DE.piece_variants == ("gen", "dat")
    assert DE.called("piece", Piece.KING) == {"piece": "König", "piece_gen": "Königs", "piece_dat": "König"}
    assert DE.called("pieces", Piece.KING, 2)["pieces_dat"] == "Königen"


def test_a_variant_that_its_noun_lacks_is_named_with_those_that_there_are() -> None:
    with pytest.raises(FillError) as caught:
        fill("Neben dem {king_akk}", piece_names(DE))
    forms = "did you mean king_dat? There is also king, king_device, king_devices, king_gen, king_the"
    assert caught.value.why == f"character 11: there is no {{king_akk}}; {forms}"
    assert Variants.of(DE).problem("{King_akk} {x_y} {move_1}") == f"there is no {{King_akk}}; {forms}"
    assert (
        Variants.of(DE).problem("{captors_dat}")
        == "there is no {captors_dat}; did you mean captors? There is also captors_gen"
    )
    for name, line in (
        ("king_akk", 'one_akk = "..." to king in [pieces]'),
        ("Edges_im", 'other_im = "..." to edge in [places]'),
        ("king_devices_den", 'other_den = "..." to each of [devices]'),
        ("goal_von", 'other_von = "..." to each of [goals]'),
        ("captors_dat", 'words_dat = ["...", ...] to [numbers]'),
        ("squares_im", 'squares_im = "..." to [squares] and [points]'),
    ):
        said = Variants.of(DE).problem(f"{{{name}}}", grammar=True)
        assert said.startswith(f"there is no {{{name}}}; ")
        assert said.endswith(f"; to have it, add {line} of grammar.toml")
    assert Variants.of(DE).problem("{king_gen} {Goal_to} {square_the} {captors} {mark} {{king_akk}}") == ""


# what words.toml may declare


def problems(language: str, changes: Mapping[str, Any]) -> list[str]:
    """Return the problems of a language's words with tables changed: None takes a key away."""
    tables = table_of(language)
    for table, keys in changes.items():
        merged = {**tables[table], **keys}
        tables[table] = {key: value for key, value in merged.items() if value is not None}
    words = Words.of(msgspec.convert(tables, WordsTable), language)
    return [": ".join(fault) for fault in word_problems(words)]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"pieces": {"king": {"other": "Könige", "two": "Könige"}}},
            "pieces.king.two: 'two' is no plural form of the language; there is one, other",
        ),
        (
            {"pieces": {"king": {"other": "Könige", "ohter_dat": "Könige"}}},
            "pieces.king.ohter_dat: 'ohter' is no form of a noun; did you mean other? There is also one",
        ),
        (
            {"places": {"edge": {"other": "Rand", "one_Gen": "Randes"}}},
            "places.edge.one_Gen: a variant is a word of small letters, 20 at most, such as dat",
        ),
        (
            {"devices": {"raven": {"other": "Raben", "one_": "Rabe"}}},
            "devices.raven.one_: a variant is a word of small letters, 20 at most, such as dat",
        ),
        (
            {"pieces": {"king": {"other": "Könige", "a": "ein König"}}},
            "pieces.king.a: 'a' is no form of a noun; there is one, other",
        ),
        (
            {"pieces": {"king": {"other": "Könige", "one": " "}}},
            "pieces.king.one: is empty; leave it out, or write the form",
        ),
        (
            {"pieces": {"king": {"other": "Könige", "one_device": "Gerät"}}},
            "pieces.king.one_device: 'device' is what a piece bears; call the variant otherwise",
        ),
        (
            {"pieces": {"king": {"other": "K", **{f"one_{'a' * n}": "K" for n in range(1, 70)}}}},
            "pieces.king: has 70 forms, and 60 are the most",
        ),
        (
            {"goals": {"edge": {"other": "der Rand", "few": "Rand"}}},
            "goals.edge.few: 'few' is no plural form of the language; there is one, other",
        ),
        ({"squares": {"square_akk": "Feld"}}, "squares.square_akk: [points] has no 'square_akk'; a sentence has it on"),
        ({"points": {"Square": "Feld"}}, "points.Square: a name has small letters, with _ between its words"),
        ({"squares": {"king_x": "Feld"}}, "squares.king_x: 'king_x' is the name of something else; call it otherwise"),
        ({"numbers": {"words_dat": ["null"]}}, "numbers.words_dat: has 1 words, and 'words' has 20; write as many"),
        ({"numbers": {"ordinals_dat": ["x"] * 5}}, "numbers.ordinals_dat: has 5 ordinals, and 'ordinals' has 4; write"),
        (
            {"numbers": {"words": ["x"] * 101, "words_gen": None}},
            "numbers.words: has 101 words, and must have 20 to 100",
        ),
        ({"numbers": {"tens": ["x"] * 9}}, "numbers.tens: has 9 tens, and must have 10"),
        ({"numbers": {"ordinal": ["x"]}}, "numbers.ordinal: unknown key; did you mean ordinals?"),
        ({"numbers": {"words_": ["x"]}}, "numbers.words_: "),
        ({"numbers": {"words_X": ["x"] * 20}}, "numbers.words_X: a variant is a word of small letters"),
        ({"numbers": {"decimal": "Komma"}}, "numbers.decimal: must be one sign, such as a comma"),
        ({"numbers": {"decimal": ["x"]}}, "numbers.decimal: must be one sign, such as a comma"),
        ({"numbers": {"words_dat": "x"}}, "numbers.words_dat: must be a list, not the text 'x'"),
        (
            {"numbers": {"ordinals": ["x", "", "z"], "ordinals_nom": None}},
            "numbers.ordinals: has an empty word at place",
        ),
    ],
)
def test_what_a_language_cannot_have_is_named_in_one_line(changes: Mapping[str, Any], said: str) -> None:
    found = problems("de", changes)
    assert len(found) == 1
    assert found[0].startswith(said)


@pytest.mark.parametrize(
    ("table", "keys", "said"),
    [
        ("numbers", {"tens": None}, r"\[numbers\] needs 100 words, or 'tens'"),
        ("numbers", {"words": ["x"] * 19}, r"\[numbers\] needs 20 words at least"),
        ("numbers", {"ordinals": None}, r"\[numbers\] needs 'ordinals'"),
        ("goals", {"edge": {"other_to": "x"}}, r"\[goals.edge\] needs 'other'"),
        ("pieces", {"king": {"one": "x"}}, r"\[pieces.king\] needs 'other'"),
    ],
)
def test_words_that_are_missing_are_named(table: str, keys: Mapping[str, Any], said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=said):
        problems("de", {table: keys})


def test_an_unknown_language_may_have_forms_of_every_category() -> None:
    tables = {**table_of("de"), "places": {**table_of("de")["places"], "edge": {"other": "x", "few_dat": "y"}}}
    words = Words.of(msgspec.convert(tables, WordsTable), "non")
    assert list(word_problems(words)) == []


def test_a_counted_noun_may_have_itself_with_one_and_its_list_of_numbers() -> None:
    assert list(noun_problems("sheet", {**SHEET, "number": "gen"}, DE)) == []
    ((key, why),) = noun_problems("sheet", {**SHEET, "number": "dat"}, DE)
    assert (key, why) == ("sheet.number", "the numbers have no variant 'dat'; there is gen")


def test_hundred_words_need_no_tens() -> None:
    series = [f"z{'x' * value}" for value in range(100)]
    numbers = {"words": series, "tens": None, "words_gen": None}
    tables = table_of("de")
    tables["numbers"] = {key: value for key, value in {**tables["numbers"], **numbers}.items() if value is not None}
    words = Words.of(msgspec.convert(tables, WordsTable), "de")
    assert list(word_problems(words)) == []
    assert [words.number(value) for value in range(102)] == [*series, "100", "101"]


# capitals, and words that are typed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("könig", "König"),
        ("éan", "Éan"),
        ("e\u0301an", "E\u0301an"),
        ("„könig“ und", "„König“ und"),
        ("« roi »", "« Roi »"),
        ("«\u202froi\u202f»", "«\u202fRoi\u202f»"),
        ("»konge«", "»Konge«"),
        ("*brandub* is", "*Brandub* is"),
        ("*la:arx regia* is", "*la:Arx regia* is"),
        ("(der könig)", "(Der könig)"),
        ("\u0301x", "\u0301X"),
        ("8 counters", "8 counters"),
        ("100 mm", "100 mm"),
        ("ßa", "ßa"),
        ("ǆep", "ǅep"),
        ("d’fhág", "D’fhág"),
        ("’s ist", "’s ist"),
        ("“check” must be called", "“Check” must be called"),
        ("…", "…"),
    ],
)
def test_a_text_begins_with_a_capital(text: str, said: str) -> None:
    assert begun(text) == said


@pytest.mark.whole
@given(st.text(max_size=12))
def test_one_letter_at_most_becomes_a_capital(text: str) -> None:
    found = begun(text)
    assert len(found) == len(text)
    assert sum(a != b for a, b in zip(text, found, strict=True)) <= 1
    assert begun(found) == found


def test_a_text_within_a_list_begins_small() -> None:
    assert small("Backs of the counters") == "backs of the counters"
    assert small("«Rückseiten»") == "«rückseiten»"
    assert with_capitals({"king_the": "der König"}) == {"king_the": "der König", "King_the": "Der König"}


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        (DE, "Die zwei Angreifer {attackers} schlagen.", ["zwei", "Angreifer"]),
        (DE, "Am Rand sieben wir den Sand des Königs.", ["Rand", "Königs"]),
        (DE, "Zum DRITTEN Mal auf 3 Feldern", ["DRITTEN", "3"]),
        (DE, "Der König", ["Der König"]),
        (DE, "der {king}", []),
        (GA, "Tá sé ann trí lá; tá a dó dhéag ann.", ["a dó dhéag"]),
        (GA, "a {x} dó", []),
        (GA, "ceithre {corners}, trí {corners} agus ceithre", ["ceithre"]),
    ],
)
def test_typed_numbers_and_nouns_are_found_in_all_their_forms(words: Words, text: str, found: list[str]) -> None:
    assert list(typed_words(text, words)) == found
