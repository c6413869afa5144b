"""Set lines: exactly the measure, no letter more or less, kerned, with ligatures, broken where the words say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from support.sampling import examples
from taflkit.drawing.characters import UnfitText
from taflkit.drawing.shapes import Text
from taflkit.errors import TaflkitError
from taflkit.resources import templates_folder
from taflkit.typesetting.breaking import SHRINK, STRETCH
from taflkit.typesetting.lines import Line, Style, Typesetter
from taflkit.typesetting.metrics import FaceMetrics, Fonts
from taflkit.typesetting.prose import unmarked

TEMPLATES = templates_folder()
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}
SOFT = "\u00ad"
IRISH = "Éire, Éoin, Éigse: branán, Maoil Eóin Mac Raith; Acallam na Senórach. ÁÉÍÓÚ áéíóú ḃċḋḟġṁṗṡṫ"
LEAST_SPACE, WIDEST_SPACE = 0.75 - 0.03 - 1e-6, 2.6
"""A word space in parts of the normal one, what letters are set together and apart at most included."""
BODY = Style(3.5, 4.2, narrow=0.0)


def shipped_hyphens() -> dict[str, str]:
    words = (TEMPLATES / "hyphens" / "en.txt").read_text(encoding="utf-8").split()
    return {word.replace("-", ""): word.replace("-", SOFT) for word in words}


HYPHENS = shipped_hyphens()
SETTER = Typesetter(Fonts(TEMPLATES / "fonts"), HYPHENS)
PLAIN = Typesetter(SETTER.fonts)

WORDS = sorted(
    {
        *HYPHENS,
        *IRISH.split(),
        "Attackers",
        "a",
        "on",
        "the",
        "king",
        "and",
        "office",
        "figures",
        "100",
        "(chief)",
        "AV",
    }
)
words = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(WORDS).map(lambda word: f"*{word}*"),
    st.text(alphabet="abcdefghijklmnopqrstuvwxyzAVWTéáöþ’,.", min_size=1, max_size=9),
)
texts = st.lists(words, min_size=1, max_size=60).map(" ".join)
styles = st.sampled_from(
    (BODY, replace(BODY, indent=5.0), replace(BODY, font="bold"), replace(BODY, size=2.6, font="italic"))
)


@cache
def metrics(face: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((TEMPLATES / "fonts" / f"{face}.json").read_text(encoding="utf-8"))
    return read


def reach(run: Text) -> float:
    """How far a run reaches from its beginning, by the font's own widths and what is added after each letter."""
    widths, em = metrics(run.font)["widths"], metrics(run.font)["units_per_em"]
    assert len(run.adjust) in (0, len(run.text))
    return sum(widths[char] / em for char in run.text) * run.size + sum(run.adjust)


def natural(text: str, style: Style) -> float:
    """How wide a line of one font is with normal spaces."""
    widths, kerns, em = (metrics(style.font)[key] for key in ("widths", "kerns", "units_per_em"))
    total = 0
    for word in text.split(" "):
        joined = word
        for single, letters in reversed(LIGATURES.items()):
            joined = joined.replace(letters, single)
        total += sum(widths[char] for char in joined) + sum(kerns.get(a + b, 0) for a, b in pairwise(joined))
    return (total + text.count(" ") * widths[" "]) / em * style.size


def shown(line: Line) -> list[Text]:
    """The runs of a line without the space that ends it, which nobody sees."""
    *first, last = line.texts
    if not last.text.endswith(" "):
        return [*first, last]
    assert not last.adjust or last.adjust[-1] == 0
    return [*first, replace(last, text=last.text[:-1], adjust=last.adjust[:-1])]


def letters(line: Line) -> str:
    """The text of a set line as it is seen, ligatures read as letters."""
    text = "".join(run.text for run in shown(line)).replace(SOFT, "-")
    for single, several in LIGATURES.items():
        text = text.replace(single, several)
    return text


def told(lines: Sequence[Line]) -> str:
    """The text of set lines, put together again where a word was broken."""
    text = "".join(run.text for line in lines for run in line.texts).replace(SOFT, "")
    for single, several in LIGATURES.items():
        text = text.replace(single, several)
    return text


def spaces(line: Line, normal: float) -> Iterator[float]:
    """Each word space of a line in parts of the normal one."""
    for run in shown(line):
        for number, char in enumerate(run.text):
            if char == " ":
                yield 1 + (run.adjust[number] if run.adjust else 0) / normal


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").replace(SOFT, "").split())


@given(texts, st.floats(45, 180), styles)
@example("(chief) (chief) (chief) gwyddbwyll peniarth AAWWafkv AAAAA", 85.0, Style(3.5, 4.2, font="text", narrow=0.0))
def test_justified_lines_have_exactly_the_measure(text: str, width: float, style: Style) -> None:
    lines = SETTER.paragraph(text, width, style)
    normal = PLAIN.width(" ", style.font, style.size)
    filled = all(line.width == pytest.approx(width, abs=1e-6) for line in lines[:-1])
    for number, line in enumerate(lines):
        left = style.indent if number == 0 else 0.0
        for run in shown(line):
            assert run.x == pytest.approx(left, abs=1e-9)
            left = run.x + reach(run)
        assert line.width == pytest.approx(left, abs=1e-9)
        assert left <= width + 1e-6
        for space in spaces(line, normal):
            # a paragraph that only wider spaces would fill is ragged
            assert LEAST_SPACE <= space <= WIDEST_SPACE if filled else space == pytest.approx(1.0)


@given(texts, st.floats(30, 180), st.sampled_from(("justify", "left", "centre")))
def test_the_lines_have_the_letters_of_the_text_and_no_others(text: str, width: float, align: str) -> None:
    style = Style(3.5, 4.2, align=align)  # type: ignore[arg-type]
    assert told(SETTER.paragraph(text, width, style)) == plain(text)


def fits(fragments: Sequence[tuple[str, bool]], width: float, style: Style) -> bool:
    """Whether some breaks give good lines, by a hundredth of the normal space at least, found by trying them all.

    No more than two lines running may be broken inside a word, and the last has words of eight letters together.

    Args:
        fragments: parts of words, each with whether a word begins there.
        width: the measure.
        style: of one font.
    """
    normal = metrics(style.font)["widths"][" "] / metrics(style.font)["units_per_em"] * style.size
    ends = {(0, 0)}  # with how many lines running are broken there
    for end in range(1, len(fragments) + 1):
        last = end == len(fragments)
        broken = not last and not fragments[end][1]
        for start, hyphens in sorted(ends):
            if broken and hyphens == 2:
                continue
            text = "".join(f" {part}" if begins else part for part, begins in fragments[start:end]).strip()
            text += "" if last or fragments[end][1] else "-"
            free = width - natural(text, style)
            count = text.count(" ")
            if last and start and (hyphens or count < 1 or sum(map(str.isalnum, text)) < 8):
                continue  # a last line that is a word alone or few letters, or begins within one
            if (last and free >= 0) or (count and 0.01 - SHRINK <= free / normal / count <= STRETCH - 0.01):
                ends.add((end, hyphens + 1 if broken else 0))
    return any(end == len(fragments) for end, _ in ends)


@examples(60)
@given(
    st.lists(st.sampled_from(sorted({*HYPHENS, "a", "on", "the", "king"})), min_size=8, max_size=50), st.floats(50, 130)
)
def test_spaces_are_near_to_normal_wherever_breaks_allow_it(chosen: list[str], width: float) -> None:
    parts = [(part, number == 0) for word in chosen for number, part in enumerate(HYPHENS.get(word, word).split(SOFT))]
    assume(fits(parts, width, BODY))
    normal = metrics("text")["widths"][" "] / 1000 * BODY.size
    lines = SETTER.paragraph(" ".join(chosen), width, BODY)
    for line in lines[:-1]:
        assert all(0.99 - SHRINK < space < 1.01 + STRETCH for space in spaces(line, normal))
    assert all(0.99 - SHRINK < space <= 1 + 1e-9 for space in spaces(lines[-1], normal))


@given(texts, st.floats(45, 180), st.sampled_from(("justify", "left", "centre")))
def test_no_paragraph_ends_in_a_few_letters_where_another_way_is_found(text: str, width: float, align: str) -> None:
    lines = SETTER.paragraph(text, width, Style(3.5, 4.2, align=align))  # type: ignore[arg-type]
    *_, before, last = ["", "", *map(letters, lines)]
    words = plain(text).split(" ")
    others = natural(" ".join(words[-2:]), BODY) < width / 2
    if before and others and " " not in last:
        assert not before.endswith("-")
        assert sum(char.isalnum() for char in last) >= 4 or len(words) < 3


def test_a_word_alone_in_ragged_text_takes_more_with_it() -> None:
    style = replace(BODY, align="left")
    text = "No soldier may stop on a corner"
    width = natural("No soldier may stop on a", style) + 0.1
    assert [letters(line) for line in SETTER.paragraph(text, width, style)] == ["No soldier may stop", "on a corner"]


def test_a_last_line_of_a_few_letters_is_avoided_in_justified_text() -> None:
    text = (
        "the king stands on the throne and four attackers stand beside him, and so a last move of theirs captures him"
    )
    for tenth in range(700, 1120, 3):
        *_, last = SETTER.paragraph(text, tenth / 10, BODY)
        assert letters(last) not in ("him", "tures him", "turns"), tenth
        assert sum(char.isalnum() for char in letters(last)) >= 8, tenth


def test_a_last_line_of_a_few_letters_beside_a_picture_takes_more_with_it() -> None:
    style = replace(BODY, align="left")
    text = "The attackers begin. Then the sides take turns, one move each. Nobody may miss a turn"
    width = natural("turns, one move each. Nobody may miss a", style) + 0.1
    lines = SETTER.paragraph(text, 2.2 * width, style, insets=(1.2 * width,) * 4)
    assert [letters(line) for line in lines][1:] == ["turns, one move each. Nobody may", "miss a turn"]


def test_a_narrow_measure_is_set_ragged() -> None:
    text = " ".join(["the king moves to the throne"] * 6)
    for width, style in ((69.0, Style(3.5, 4.2)), (69.0, Style(3.5, 4.2, align="left"))):
        for line in SETTER.paragraph(text, width, style):
            assert set(spaces(line, 0.2 * 3.5)) == {1.0}
    assert {round(line.width, 6) for line in SETTER.paragraph(text, 70.0, Style(3.5, 4.2))[:-1]} == {70.0}


def test_a_paragraph_that_cannot_be_filled_is_ragged_as_a_whole() -> None:
    lines = PLAIN.paragraph(" ".join(["aaaaaaaaaaaaaaaaaaaa"] * 7), 45, BODY)
    assert len(lines) == 7
    for line in lines:
        assert line.width == pytest.approx(natural(letters(line), BODY))


def test_the_booklet_is_set_with_spaces_near_to_normal() -> None:
    text = (
        "Every piece has two duties, to attack and to guard, and pins and forks decide most games. The king’s side has "
        "the chances early, along open ranks and files; the attackers’ plan takes longer. Play an even number of games "
        "and change sides: beginners find the king’s side easier, and with practice the game is even."
    )
    lines = SETTER.paragraph(text, 112, BODY)
    assert len(lines) >= 3
    found = [space for line in lines[:-1] for space in spaces(line, 0.2 * BODY.size)]
    assert len(found) > 20
    assert 0.75 <= min(found) <= max(found) <= 1.6


def test_a_last_line_that_is_a_little_too_full_is_drawn_together() -> None:
    text = "The king may stop on the throne"
    width = natural(text, BODY) - 0.3
    (line,) = PLAIN.paragraph(text, width, BODY)
    assert line.width == pytest.approx(width)
    assert all(0.75 <= space < 1 for space in spaces(line, 0.2 * BODY.size))


def test_a_last_line_with_room_has_normal_spaces() -> None:
    (line,) = PLAIN.paragraph("The king may stop", 112, BODY)
    assert line.width == pytest.approx(natural("The king may stop", BODY))
    assert list(spaces(line, 1.0)) == [1, 1, 1]


def test_letters_are_kerned() -> None:
    kern = metrics("text")["kerns"]["AV"] / 1000
    assert kern < 0
    run = PLAIN.line("AV", "text", 10.0, "text", (0, 0))
    assert run.adjust == (pytest.approx(kern * 10), 0.0)
    wide = (metrics("text")["widths"]["A"] + metrics("text")["widths"]["V"]) / 1000 * 10
    assert PLAIN.width("AV", "text", 10.0) == pytest.approx(wide + kern * 10)


def test_letters_are_kerned_in_spread_lines_too() -> None:
    first = PLAIN.paragraph("AV AV AV and all the others that follow", 42, Style(5, 6, narrow=0.0))[0]
    (run,) = first.texts
    assert run.text.startswith("AV AV AV")
    kern = metrics("text")["kerns"]["AV"] / 1000 * 5
    assert run.adjust[0] == run.adjust[3] == pytest.approx(kern)
    assert run.adjust[2] == run.adjust[5] != 0  # the spaces


@pytest.mark.parametrize(
    ("word", "joined"),
    [("officer", "oﬃcer"), ("shuffle", "shuﬄe"), ("off", "oﬀ"), ("fife", "ﬁfe"), ("flow", "ﬂow"), ("fjord", "fjord")],
)
def test_ligatures_are_applied_the_longest_first(word: str, joined: str) -> None:
    assert PLAIN.line(word, "text", 3.5, "text", (0, 0)).text == joined
    (line,) = PLAIN.paragraph(word, 60, BODY)
    assert [run.text for run in line.texts] == [joined]


def test_a_ligature_is_parted_only_where_the_word_is() -> None:
    text = f"of{SOFT}fi{SOFT}cer"
    assert [run.text for run in PLAIN.paragraph(text, 60, BODY)[0].texts] == ["oﬃcer"]
    found = ["".join(run.text for run in line.texts) for line in PLAIN.paragraph(f"{text} so far", 8, BODY)]
    assert found == [f"of{SOFT}", "ﬁcer ", "so far"]


def test_a_word_is_broken_at_its_soft_hyphens_alone() -> None:
    lines = PLAIN.paragraph(f"a defender aaaaaaaa{SOFT}bbbbbbbb far away and out", 28, BODY)
    assert [letters(line) for line in lines] == ["a defender aaaaaaaa-", "bbbbbbbb far away", "and out"]
    lines = PLAIN.paragraph("a defender attacks", 14, BODY)
    assert [letters(line) for line in lines] == ["a defender", "attacks"]


def test_a_word_is_broken_as_the_list_says_with_its_capitals_and_marks() -> None:
    setter = Typesetter(SETTER.fonts, {"attackers": f"at{SOFT}tack{SOFT}ers"})
    assert [letters(line) for line in setter.paragraph("“Attackers,”", 9, BODY)] == ["“At-", "tack-", "ers,”"]
    assert [letters(line) for line in setter.paragraph("ATTACKERS!", 12, BODY)] == ["AT-", "TACK-", "ERS!"]
    assert [letters(line) for line in setter.paragraph("the attackers", 40, BODY)] == ["the attackers"]


def test_a_soft_hyphen_of_the_text_comes_before_the_list() -> None:
    setter = Typesetter(SETTER.fonts, {"attack": f"at{SOFT}tack"})
    assert [letters(line) for line in setter.paragraph(f"attack{SOFT}ers", 11.5, BODY)] == ["attack-", "ers"]
    with pytest.raises(TaflkitError, match="'attackers' is wider"):
        setter.paragraph(f"attack{SOFT}ers", 9, BODY)


def test_a_word_is_not_broken_where_lines_are_good_without() -> None:
    setter = Typesetter(SETTER.fonts, {"follow": f"fol{SOFT}low"})
    text = (
        "as far as the way is clear the defenders stand about him as far as the way is clear and the attackers follow "
        "him again until he has a way out and none of them is beside him"
    )
    lines = [letters(line) for line in setter.paragraph(text, 68, BODY)]
    assert [line.split()[-1] for line in lines][:2] == ["about", "follow"]
    # three millimetres less, and the second line would be too full without a hyphen and the first too loose
    lines = [letters(line) for line in setter.paragraph(text, 65, BODY)]
    assert [line.split()[-1] for line in lines][:2] == ["about", "fol-"]


@pytest.mark.parametrize("align", ["left", "centre"])
def test_ragged_text_is_broken_between_words_alone(align: str) -> None:
    style = Style(3.5, 4.2, align=align)  # type: ignore[arg-type]
    words = ["attackers", "defenders", "the", "repetition", "a", "captured", "king", "beginners"] * 3
    lines = [letters(line) for line in SETTER.paragraph(" ".join(words), 30, style)]
    assert " ".join(lines).split() == words
    filled = [""]
    for word in words:
        line = f"{filled[-1]} {word}".strip()
        filled[-1:] = [line] if natural(line, style) <= 30 else [filled[-1], word]
    assert len(lines) == len(filled)  # no more than there must be
    assert all(natural(line, style) <= 30 for line in lines)


def test_left_lines_begin_at_the_edge_with_normal_spaces() -> None:
    style = Style(3.5, 4.2, align="left")
    lines = SETTER.paragraph("the attackers and the defenders and the king", 30, style)
    assert len(lines) > 1
    for line in lines:
        assert line.texts[0].x == 0
        assert line.width == pytest.approx(natural(letters(line), style))


def test_centred_lines_have_as_much_room_at_the_left_as_at_the_right() -> None:
    style = Style(3.5, 4.2, align="centre")
    lines = SETTER.paragraph("the attackers and the *defenders* and the king", 30, style)
    assert len(lines) > 1
    for line in lines:
        left = line.texts[0].x
        right = 30 - line.texts[-1].x - reach(shown(line)[-1])
        assert left == pytest.approx(right)
        assert left > 0


def test_the_first_line_is_indented() -> None:
    lines = SETTER.paragraph(" ".join(["the king moves"] * 12), 59.9, replace(BODY, indent=5.0))
    assert [line.texts[0].x for line in lines[:2]] == [5.0, 0.0]
    assert lines[0].width == pytest.approx(59.9)


def test_words_in_asterisks_are_set_in_italics() -> None:
    (line,) = SETTER.paragraph("In Irish *brandub*, the *black raven*.", 112, BODY)
    assert [(run.text, run.font) for run in line.texts] == [
        *(("In Irish ", "text"), ("brandub", "italic"), (", the ", "text"), ("black raven", "italic"), (".", "text"))
    ]


def test_a_style_names_its_own_italics() -> None:
    style = Style(3.5, 4.2, font="italic", italic="text")
    (line,) = SETTER.paragraph("In Irish *brandub*", 112, style)
    assert [(run.text, run.font) for run in line.texts] == [("In Irish ", "italic"), ("brandub", "text")]


def test_a_word_of_two_fonts_is_not_parted_at_the_change() -> None:
    text = "the old *hnefa*board is here"
    for width in (20, 24, 28, 34, 45):
        lines = [letters(line) for line in PLAIN.paragraph(text, width, BODY)]
        assert any("hnefaboard" in line for line in lines)


def test_lines_of_the_source_make_no_difference() -> None:
    joined = SETTER.paragraph("The king is on the throne", 40, BODY)
    assert SETTER.paragraph("The king\n  is on\tthe throne\n", 40, BODY) == joined


@pytest.mark.parametrize("text", ["", "  \n", "\u00ad", " \u00ad\u00ad \u00ad"])
def test_no_words_make_no_lines(text: str) -> None:
    assert SETTER.paragraph(text, 40, BODY) == ()


def test_a_missing_letter_is_named_with_its_word() -> None:
    with pytest.raises(TaflkitError, match=r"^the font 'text' has no letter '漢' \(U\+6F22 CJK .*\), in 'ab漢cd'$"):
        SETTER.paragraph("the word ab漢cd is strange", 60, BODY)
    with pytest.raises(TaflkitError, match=r"the font 'text' has no letter '漢'"):
        SETTER.paragraph("the word *漢*", 60, BODY)
    with pytest.raises(TaflkitError, match=r"the font 'text' has no letter '漢'"):
        SETTER.line("漢", "display", 3.5, "text", (0, 0))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (f"{SOFT}king", "king"),
        (f"king{SOFT}", "king"),
        (f"a {SOFT} king", "a king"),
        (f"the{SOFT} {SOFT}king", "the king"),
        (f"ki{SOFT}{SOFT}{SOFT}ng", f"ki{SOFT}ng"),
        (f"*{SOFT}king*{SOFT}s", "*king*s"),
        ("E\u0301ire", "Éire"),
        ("a\u2003b", "a b"),
    ],
)
@pytest.mark.parametrize("align", ["justify", "left"])
def test_soft_hyphens_that_part_nothing_and_marks_that_are_not_composed_make_no_difference(
    text: str, plain: str, align: Any
) -> None:
    style = Style(3.5, 4.2, align=align)
    assert PLAIN.paragraph(text, 40, style) == PLAIN.paragraph(plain, 40, style)
    assert PLAIN.line(text.replace("*", ""), "text", 3, "text", (0, 0)) == PLAIN.line(
        plain.replace("*", ""), "text", 3, "text", (0, 0)
    )


@pytest.mark.parametrize("word", ["İSTANBUL", "İİİİİİ", "Straße", "STRASSE", "ǅungla", "ﬁﬁﬁﬁﬁ", "Ŀĳŉſ"])
def test_letters_that_are_several_in_another_case_may_stand_in_words_that_are_broken(word: str) -> None:
    setter = Typesetter(SETTER.fonts, hyphenate=SOFT.join)
    if word.startswith("ǅ"):
        with pytest.raises(UnfitText, match="no letter 'ǅ'"):
            setter.paragraph(word, 8, BODY)
        return
    plain = "".join(LIGATURES.get(char, char) for char in word)
    assert "".join(letters(line) for line in setter.paragraph(word, 8, BODY)).replace("-", "") == plain


def test_a_hyphenator_that_writes_a_word_otherwise_is_not_heard() -> None:
    # as Hungarian does
    setter = Typesetter(SETTER.fonts, hyphenate=lambda word: word.replace("ssz", f"sz{SOFT}sz"))
    (line,) = setter.paragraph("hosszúidejű", 40, BODY)
    assert letters(line) == "hosszúidejű"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("a *star", "a *star"),
        ("*", "*"),
        ("**", "**"),
        ("a ** b", "a ** b"),
        ("the *king* moves*", "the king moves*"),
        ("* king *", "* king *"),
    ],
)
def test_an_asterisk_that_marks_nothing_is_a_letter(text: str, shown: str) -> None:
    assert unmarked(text) == shown
    (line,) = SETTER.paragraph(text, 60, BODY)
    assert letters(line) == shown


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\u202e", "\u200b", "\ud800", "\ufffe", "\u2028"])
def test_what_no_text_may_have_is_refused_by_every_way_to_set_it(char: str) -> None:
    for text in (char, f"king{char}", f"*{char}* king"):
        for set_text in (
            lambda text: SETTER.paragraph(text, 60, BODY),
            lambda text: SETTER.line(text, "display", 3, "text", (0, 0)),
            lambda text: SETTER.width(text, "text", 3),
        ):
            with pytest.raises(UnfitText, match=rf"^U\+{ord(char):04X} .* cannot be printed"):
                set_text(text)


def test_a_letter_that_a_face_lacks_is_in_the_face_of_texts() -> None:
    assert SETTER.line("Șase", "display", 8, "text", (0, 0)).font == "text"
    assert SETTER.line("Sase", "display", 8, "text", (0, 0)).font == "display"
    (line,) = SETTER.paragraph("the *m²* of", 60, BODY)
    assert [(run.text.strip(), run.font) for run in line.texts] == [("the m² of", "text")]
    (line,) = SETTER.paragraph("Two words: țară", 60, Style(3, 4, font="smallcaps", align="left"))
    assert {run.font for run in line.texts} == {"text"}


def test_a_face_without_thin_spaces_and_hyphens_of_other_kinds_has_those_it_has() -> None:
    line = SETTER.line("100\u2009mm, half\u2011way, o\ufb03ce", "display", 8, "text", (0, 0))
    assert (line.text, line.font) == ("100\u00a0mm, half-way, office", "display")


@pytest.mark.parametrize(
    "text",
    ["king " * 3000, "i " * 5000, f"a{SOFT}" * 5000, f"ma{SOFT}ny wo{SOFT}rds " * 2000, "x" * 100_000],
    ids=["words", "letters", "soft hyphens", "both", "one word"],
)
@pytest.mark.parametrize("width", [30.0, 112.0])
def test_no_paragraph_takes_long(text: str, width: float) -> None:
    setter = Typesetter(SETTER.fonts)
    begin = process_time()
    with suppress(UnfitText):
        setter.paragraph(text, width, BODY)
    assert process_time() - begin < 2.0


def test_a_crowd_of_letters_is_set_line_by_line_within_the_measure() -> None:
    lines = SETTER.paragraph(f"a{SOFT}" * 1000, 112, BODY)
    assert sum(letters(line).count("a") for line in lines) == 1000
    assert all(line.width <= 112 + 1e-6 for line in lines)
    assert all(line.width > 105 for line in lines[:-1])


@pytest.mark.parametrize("align", ["justify", "left", "centre"])
def test_a_word_that_is_wider_than_the_measure_is_named(align: str) -> None:
    style = Style(3.5, 4.2, align=align)  # type: ignore[arg-type]
    with pytest.raises(TaflkitError, match=r"^'aaaaaaaaaa,' is wider than its column of 12 mm; "):
        SETTER.paragraph("the aaaaaaaaaa, is wide", 12, style)


def test_a_word_that_ragged_text_may_not_break_is_refused() -> None:
    style = Style(3.5, 4.2, align="left")
    with pytest.raises(TaflkitError, match=r"^'attackers' is wider than its column of 10 mm; "):
        SETTER.paragraph("the attackers move", 10, style)


def test_a_word_that_may_be_broken_is_named_whole_if_a_part_is_too_wide() -> None:
    with pytest.raises(TaflkitError, match=r"^'attackers' is wider than its column of 4 mm; "):
        SETTER.paragraph("a attackers a", 4, BODY)


@pytest.mark.parametrize("align", ["justify", "left"])
def test_a_word_may_be_exactly_as_wide_as_the_measure(align: str) -> None:
    style = Style(3.5, 4.2, align=align)  # type: ignore[arg-type]
    width = natural("king", style)
    lines = PLAIN.paragraph("king king king", width, style)
    assert [letters(line) for line in lines] == ["king"] * 3
    with pytest.raises(TaflkitError, match="'king' is wider"):
        PLAIN.paragraph("king king", width - 0.01, style)


def test_a_word_that_the_indent_leaves_no_room_for_is_refused() -> None:
    with pytest.raises(TaflkitError, match="'king' is wider"):
        PLAIN.paragraph("king a", natural("king", BODY) + 1, Style(3.5, 4.2, indent=2.0))


@given(texts, st.floats(8, 60))
def test_no_line_is_ever_wider_than_the_measure(text: str, width: float) -> None:
    for style in (BODY, Style(3.5, 4.2, align="left")):
        try:
            lines = SETTER.paragraph(text, width, style)
        except TaflkitError as error:
            assert "is wider than its column" in str(error)  # noqa: PT017
            continue
        assert all(line.width <= width + 0.1 * style.size for line in lines)


def test_equal_paragraphs_are_set_once() -> None:
    setter = Typesetter(SETTER.fonts)
    first = setter.paragraph("The king moves", 60, BODY)
    assert setter.paragraph("The king moves", 60, replace(BODY, leading=5.0)) is first
    assert setter.paragraph("The king moves", 61, BODY) is not first
    assert setter.paragraph("The king moves", 60, Style(3.6, 4.2)) != first


@pytest.mark.parametrize("face", ["text", "italic", "bold", "smallcaps", "display"])
def test_irish_accents_are_set_as_they_are_written(face: str) -> None:
    lines = SETTER.paragraph(IRISH, 100, Style(8.0, 9.6, font=face))
    assert len(lines) > 1
    assert told(lines) == IRISH
    assert {run.font for line in lines for run in line.texts} == {face}


def test_a_line_is_moved_to_its_place() -> None:
    (line,) = SETTER.paragraph("In Irish *brandub*", 60, BODY)
    moved = list(line.at(10, 20))
    assert [run.x - there.x for run, there in zip(moved, line.texts, strict=True)] == pytest.approx([10, 10])
    assert {run.y for run in moved} == {20}
    assert [(run.text, run.adjust, run.font) for run in moved] == [(r.text, r.adjust, r.font) for r in line.texts]


@pytest.mark.parametrize("anchor", [0.0, 0.5, 1.0])
def test_a_single_line_is_anchored(anchor: float) -> None:
    run = SETTER.line("Avast", "display", 8.0, "text.title", (50, 20), anchor)
    assert (run.y, run.role, run.size, run.font) == (20, "text.title", 8.0, "display")
    assert run.x + anchor * reach(run) == pytest.approx(50)
    assert SETTER.width("Avast", "display", 8.0) == pytest.approx(reach(run))


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"units_per_em": "x", "ascent": 1}'])
def test_metrics_that_cannot_be_read_are_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "text.json").write_text(content, encoding="utf-8")
    with pytest.raises(TaflkitError, match=r"^text.json: the metrics of the font 'text' cannot be read: "):
        FaceMetrics.load("text", tmp_path / "text.json")


def test_a_face_that_there_is_not_is_named(tmp_path: Path) -> None:
    with pytest.raises(TaflkitError, match="the metrics of the font 'runes' cannot be read"):
        Fonts(tmp_path).face("runes")


def test_a_line_ends_as_it_is_read_on() -> None:
    # a reader without eyes joins the lines: a soft hyphen goes, a space stays, and the last line has neither
    lines = PLAIN.paragraph(f"a defender aaaaaaaa{SOFT}bbbbbbbb far away and out", 28, BODY)
    assert [line.texts[-1].text[-1] for line in lines] == [SOFT, " ", "t"]
    lines = PLAIN.paragraph("a defender attacks", 14, BODY)
    assert [run.text for line in lines for run in line.texts] == ["a defender ", "attacks"]


def test_no_three_lines_running_end_in_a_hyphen() -> None:
    setter = Typesetter(SETTER.fonts, {"attackers": f"attack{SOFT}ers", "defenders": f"defend{SOFT}ers"})
    text = " ".join(["attackers", "defenders", "attackers", "and", "defenders"] * 6)
    found = ""
    for tenth in range(220, 700, 7):
        lines = setter.paragraph(text, tenth / 10, BODY)
        found += "".join("-" if line.texts[-1].text.endswith(SOFT) else " " for line in lines)
    assert "--" in found
    assert "---" not in found


def test_only_a_paragraph_that_needs_it_asks_for_hyphens() -> None:
    asked: list[str] = []

    def hyphenate(word: str) -> str:
        asked.append(word)
        return word.replace("endthe", f"end{SOFT}the")

    setter = Typesetter(SETTER.fonts, {"king": "king"}, hyphenate)
    setter.paragraph("the king moves, and so do the men who stand about him on the board", 60, BODY)
    assert asked == []
    lines = setter.paragraph("a Defendthecastle king", 20, BODY)
    assert [letters(line) for line in lines] == ["a Defend-", "thecastle king"]
    assert "defendthecastle" in asked
    assert "king" not in asked


def test_words_of_another_language_are_told_from_the_others() -> None:
    (line,) = SETTER.paragraph("In Irish *ga:brandub*, *Note:* the *non:hnefatafl board* of *old*.", 160, BODY)
    assert [(run.text, run.language) for run in line.texts if run.font == "italic"] == [
        ("brandub", "ga"),
        ("Note: ", ""),
        ("hnefataﬂ board ", "non"),
        ("old", ""),
    ]
    assert {run.language for run in line.texts if run.font == "text"} == {""}


def test_words_of_another_language_are_not_broken_by_this_ones_rules() -> None:
    text = "the king moves *{}attackers* again and then he takes one"
    assert letters(SETTER.paragraph(text.format(""), 24, BODY)[0]) == "the king moves at-"
    assert letters(SETTER.paragraph(text.format("ga:"), 24, BODY)[0]) == "the king moves"


def test_the_first_lines_are_set_in_beside_an_initial() -> None:
    text = " ".join(["the king moves along a file or a rank"] * 8)
    lines = SETTER.paragraph(text, 80, BODY, (12.0, 12.0, 11.0))
    assert [line.texts[0].x for line in lines[:4]] == [12, 12, 11, 0]
    assert all(line.width == pytest.approx(80) for line in lines[:-1])
    assert all(0.74 < space < 1.61 for line in lines[:-1] for space in spaces(line, 0.2 * BODY.size))


def test_ragged_lines_are_set_in_too() -> None:
    lines = SETTER.paragraph("the king moves " * 12, 50, Style(3.5, 4.2, align="left"), (20.0, 20.0))
    assert [line.texts[0].x for line in lines[:3]] == [20, 20, 0]
    assert all(line.width <= 50 for line in lines)


@pytest.mark.parametrize(("opened", "small"), [(0, ""), (1, "lea"), (2, "lea Evangelii,"), (3, "lea Evangelii, the")])
def test_the_opening_is_of_so_many_words(opened: int, small: str) -> None:
    style = replace(BODY, opening="smallcaps", opened=opened)
    (line,) = SETTER.paragraph("lea Evangelii, the game", 200.0, style)
    assert "".join(run.text for run in line.texts if run.font == "smallcaps").strip() == small


@pytest.mark.parametrize("align", ["justify", "left"])
def test_one_word_hardly_ever_stands_in_three_lines_above_itself(align: Any) -> None:
    text = (
        "The king leaves the throne by the file or the rank, and the men go with the king to the edge or the corner; "
        "the enemy shuts the road, and the ring of the enemy is the end of the king and the men. "
    )
    found = 0
    for measure in range(45, 150, 3):
        lines = [letters(line).split() for line in SETTER.paragraph(text * 2, measure, replace(BODY, align=align))]
        for words in ([line[0] for line in lines], [line[-1] for line in lines[:-1]]):
            found += sum(len({*three}) == 1 for three in zip(words, words[1:], words[2:], strict=False))
    # without a cost for it 5 of justified lines, and 2 of ragged ones
    assert found <= (4 if align == "justify" else 0)
