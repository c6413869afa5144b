"""Titles: as large as their room lets them be, on two lines if there are two, and refused below the least size."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText
from taflkit.errors import DoesNotFit
from taflkit.resources import templates_folder
from taflkit.typesetting.lines import (
    LEAST_TITLE,
    SetTitle,
    Style,
    TitleRoom,
    Typesetter,
    set_block,
    set_title,
    title_text,
)
from taflkit.typesetting.metrics import Fonts

SETTER = Typesetter(Fonts(templates_folder() / "fonts"))
ROOM = TitleRoom("on the cover", 100.0, 15.0, 5.0, 8.0)
LINE = replace(ROOM, second=0.0)
FACES = ("display", "smallcaps", "text")


def widest(lines: tuple[str, ...], font: str, size: float) -> float:
    return max(SETTER.width(line, font, size) for line in lines)


@pytest.mark.parametrize("font", FACES)
@pytest.mark.parametrize("room", [ROOM, LINE])
@pytest.mark.parametrize("words", range(1, 30))
def test_a_title_fits_or_is_refused(words: int, room: TitleRoom, font: str) -> None:
    title = " ".join(("siege", "of", "WWW", "Tara’s", "hill")[number % 5] for number in range(words))
    try:
        done = set_title(title, font, room, SETTER)
    except DoesNotFit as error:
        assert "on the cover does not fit: it needs" in str(error)  # noqa: PT017
        assert words > 5
        return
    assert " ".join(done.lines) == title
    assert len(done.lines) <= (2 if room.second else 1)
    assert room.least <= done.size <= (room.second if len(done.lines) > 1 else room.largest)
    texts = done.at(50, 20, "text.title", SETTER)
    assert texts[-1].y == 20
    assert done.font == font or (font == "display" and done.font == "bold")
    assert done.font != "display" or done.size >= LEAST_TITLE
    assert widest(done.lines, done.font, done.size) <= room.width + 1e-9
    assert all(text.x >= -1e-9 for text in texts)


def test_a_short_title_is_as_large_as_it_may_be() -> None:
    assert set_title("Tafl", "display", ROOM, SETTER) == SetTitle(("Tafl",), "display", 15.0)


def test_a_title_under_20_pt_is_in_semi_bold() -> None:
    small = replace(ROOM, largest=LEAST_TITLE - 0.01, second=0.0)
    assert set_title("Tafl", "display", small, SETTER) == SetTitle(("Tafl",), "bold", small.largest)
    assert set_title("Tafl", "display", replace(small, largest=LEAST_TITLE), SETTER).font == "display"
    assert set_title("Tafl", "smallcaps", small, SETTER).font == "smallcaps"
    # as a heading in a text too
    for size, font in ((LEAST_TITLE - 0.01, "bold"), (LEAST_TITLE, "display")):
        (line,) = SETTER.paragraph("Tafl", 60.0, Style(size, size, font="display", align="left"))
        assert {run.font for run in line.texts} == {font}
        assert SETTER.width("Tafl", "display", size) == pytest.approx(SETTER.width("Tafl", font, size))


def test_two_lines_are_as_alike_as_can_be() -> None:
    done = set_title("The Siege of the High King at Tara’s Hill", "display", ROOM, SETTER)
    assert done.lines == ("The Siege of the High", "King at Tara’s Hill")


def test_lines_stand_farther_apart_where_capitals_below_have_accents() -> None:
    plain, accented = (
        SetTitle(("The Siege", "of Aran"), "display", 8.0),
        SetTitle(("Le Jeu", "des Îles"), "display", 8.0),
    )
    above = SetTitle(("Îles", "et rois"), "display", 8.0)
    assert plain.leading == above.leading == 1.12 * 8.0 < accented.leading


def test_a_word_is_not_broken() -> None:
    with pytest.raises(
        DoesNotFit, match=r"the title 'x{29}…x{29}' on the cover does not fit: .* at 14 pt; .*shorten it"
    ):
        set_title("x" * 80, "display", ROOM, SETTER)


@pytest.mark.parametrize("title", ["", "  ", "\u00ad", "\u00a0\n"])
def test_a_title_without_letters_is_refused(title: str) -> None:
    with pytest.raises(UnfitText, match="the title on the cover is empty"):
        set_title(title, "display", ROOM, SETTER)


def test_marks_and_soft_hyphens_are_not_in_a_title() -> None:
    assert title_text("The *ga:Bran\u00addub* *") == "The Brandub *"
    assert set_title("The *Great* Ga\u00adme", "display", ROOM, SETTER).lines == ("The Great Game",)


def test_a_title_with_a_letter_that_its_face_lacks_is_in_the_face_of_texts_on_all_lines() -> None:
    done = set_title("Șapte regi și oamenii lor de demult", "display", ROOM, SETTER)
    assert len(done.lines) == 2
    assert {text.font for text in done.at(50, 20, "text.title", SETTER)} == {"text"}


@pytest.mark.parametrize("words", range(1, 60, 3))
def test_a_block_keeps_above_what_is_below_it(words: int) -> None:
    style, text = Style(5.0, 6.0, align="centre"), "the rules of the club " * words
    try:
        lines, done = set_block(text, "on the cover", style, (100.0, 14.0), SETTER)
    except DoesNotFit as error:
        assert "on the cover does not fit" in str(error)  # noqa: PT017
        assert words > 9
        return
    assert (len(lines) - 1) * done.leading + 0.3 * done.size <= 14.0
    assert done.size >= 3.0
