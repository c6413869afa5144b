"""Titles in the room that they have: smaller where they are long, on two lines where there are two, or refused."""

from __future__ import annotations

from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import UnfitText, plain
from taflkit.drawing.shapes import Text
from taflkit.errors import DoesNotFit, shown
from taflkit.typesetting.lines import Line, Style, Typesetter, unmarked

__all__ = ["SetTitle", "TitleRoom", "set_block", "set_title", "title_text"]

_POINT = 25.4 / 72
"""In mm."""
_STEPS = (1.0, 0.9, 0.8, 0.7, 0.6)
"""The sizes that lines of a block are tried in, in parts of their own."""
_LEADING = 1.12
"""The distance of a title's lines in em."""
_ACCENTED_LEADING = 1.22
"""The distance in em where capitals of the lower line have accents."""
_HANGING = 0.3
"""The lowest point of letters below their line, in em."""


class TitleRoom(Struct, frozen=True):
    """The room of a title; lengths are mm.

    Attributes:
        place: in words, such as "on the cover".
        largest, least: the em at best, and the least that can be read well.
        second: the largest em on two lines, or 0 where there is one line only.
    """

    place: str
    width: float
    largest: float
    least: float
    second: float = 0.0


class SetTitle(Struct, frozen=True):
    """A title that is set: one line or two in a face, whose em is `size` mm."""

    lines: tuple[str, ...]
    font: str
    size: float

    @property
    def leading(self) -> float:
        """The distance of its lines in mm: more where the lower one has accents over capitals."""
        accents = any(letter.isupper() and normalize("NFD", letter) != letter for letter in "".join(self.lines[1:]))
        return (_ACCENTED_LEADING if accents else _LEADING) * self.size

    def at(self, x: float, y: float, role: str, typesetter: Typesetter) -> tuple[Text, ...]:
        """Return its lines with x in their middle and the last one's baseline at y."""
        first = y - self.leading * (len(self.lines) - 1)
        return tuple(
            typesetter.line(text, self.font, self.size, role, (x, first + number * self.leading), 0.5)
            for number, text in enumerate(self.lines)
        )


def title_text(title: str) -> str:
    """Return a title as it stands on one line and in a file's metadata: without marks and soft hyphens.

    Raises:
        UnfitText: it has a character that no text may have.
    """
    return plain(unmarked(title))


def set_title(title: str, font: str, room: TitleRoom, typesetter: Typesetter) -> SetTitle:
    """Return a title as large as it fits.

    One line may be as small as a title of two lines at its largest; a longer one has two, if there is room for two.

    Raises:
        DoesNotFit: it is too long even in the least size.
        UnfitText: a letter that the fonts lack, or a title that has none.
    """
    text = title_text(title)
    if not text:
        raise UnfitText(f"the title {room.place} is empty; write a title with letters", title)
    font = typesetter.fonts.fitting(text, font).name
    best = SetTitle((text,), font, min(room.largest, room.width / typesetter.width(text, font, 1.0)))
    if best.size < room.second and " " in text:
        words = text.split(" ")
        halves = [(" ".join(words[:end]), " ".join(words[end:])) for end in range(1, len(words))]
        # the two lines that are most alike
        widest, lines = min((max(typesetter.width(line, font, 1.0) for line in lines), lines) for lines in halves)
        size = min(room.second, room.width / widest)
        if size > best.size:
            best = SetTitle(lines, font, size)
    if best.size < room.least:
        need = room.width * room.least / best.size
        each = f" on each of {len(best.lines)} lines" if len(best.lines) > 1 else ""
        raise DoesNotFit(
            f"the title '{shown(text)}' {room.place}",
            f"{need:.0f} mm{each} at {room.least / _POINT:.0f} pt",
            f"{room.width:.0f} mm; shorten it",
            text=title,
        )
    return best


def set_block(
    text: str, place: str, style: Style, room: tuple[float, float], typesetter: Typesetter
) -> tuple[tuple[Line, ...], Style]:
    """Return the lines of a short text, smaller where it is long, and their style.

    Args:
        text: the words.
        place: of the text, in words.
        style: at best.
        room: its width, and its height below its first line, in mm.
        typesetter: sets it.

    Raises:
        DoesNotFit: it is too long even at 60 % of its size.
        UnfitText: a letter that the fonts lack, or a character that no text may have.
    """
    width, below = room
    for part in _STEPS:
        tried = replace(style, size=style.size * part, leading=style.leading * part)
        try:
            lines = typesetter.paragraph(text, width, tried)
        except UnfitText:
            if part == _STEPS[-1]:
                raise
            continue
        if (len(lines) - 1) * tried.leading + _HANGING * tried.size <= below:
            return lines, tried
    raise DoesNotFit(
        f"'{shown(title_text(text))}' {place}",
        f"{len(lines)} lines at {tried.size / _POINT:.1f} pt",
        f"{below + _HANGING:.0f} mm of height; shorten it",
        text=text,
    )
