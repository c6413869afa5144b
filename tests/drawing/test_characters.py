"""The characters of texts: composed, spaced, or refused by their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sampling import examples
from taflkit.drawing.characters import UnfitText, character, plain, refusal, settled

REFUSED = {
    "\x00": "U+0000 control character",
    "\x1b": "U+001B control character",
    "\x7f": "U+007F control character",
    "\x85": "U+0085 control character",
    "\u200b": "U+200B ZERO WIDTH SPACE",
    "\u200d": "U+200D ZERO WIDTH JOINER",
    "\u202e": "U+202E RIGHT-TO-LEFT OVERRIDE",
    "\u2028": "U+2028 LINE SEPARATOR",
    "\u2066": "U+2066 LEFT-TO-RIGHT ISOLATE",
    "\udc9b": "U+DC9B half of a surrogate pair",
    "\ue000": "U+E000 private character",
    "\ufeff": "U+FEFF ZERO WIDTH NO-BREAK SPACE",
    "\ufffe": "U+FFFE not a character",
    "\uffff": "U+FFFF not a character",
    "\U000e0041": "U+E0041 TAG LATIN CAPITAL LETTER A",
}


@pytest.mark.parametrize("char", REFUSED, ids=lambda char: f"U+{ord(char):04X}")
def test_a_character_that_cannot_be_printed_is_named_in_one_printable_line(char: str) -> None:
    for text in (char, f"the word A{char}b is strange"):
        with pytest.raises(UnfitText) as caught:
            settled(text)
        assert str(caught.value).startswith(f"{REFUSED[char]} cannot be printed, in '")
        assert str(caught.value).isprintable()
        assert caught.value.part == char


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("E\u0301ire, A\u030aland", "Éire, Åland"),
        ("a\tb\nc\r\nd", "a b c  d"),
        ("an\u2003em, an\u3000ideographic", "an em, an ideographic"),
        ("100\u202fmm, 100\u00a0mm, 100\u2009mm", "100\u202fmm, 100\u00a0mm, 100\u2009mm"),
        ("Bran\u00addub", "Bran\u00addub"),
        ("*Éire* “x” ½ ﬁ", "*Éire* “x” ½ ﬁ"),
    ],
)
def test_texts_are_composed_and_have_one_kind_of_space(text: str, done: str) -> None:
    assert settled(text) == done


def test_a_line_is_without_soft_hyphens_and_spaces_at_its_ends() -> None:
    assert plain(" \u00adBran\u00ad\u00addub\u00ad \n") == "Brandub"
    assert plain("\u00ad \u00a0\t") == ""


def test_a_letter_is_called_by_its_name() -> None:
    assert character("א") == "U+05D0 HEBREW LETTER ALEF"
    assert character("😀") == "U+1F600 GRINNING FACE"


@given(st.text(alphabet=st.characters(), max_size=30))
@examples(200)
def test_a_text_is_settled_once_and_for_all_or_refused(text: str) -> None:
    if refusal(text):
        return
    done = settled(text)
    assert settled(done) == done
    assert refusal(done) is None
    done.encode()
