"""Sets text in lines: kerned, with ligatures, justified with optimum fit, hyphenated where the words say how.

Texts may mark words with *asterisks* for italics, *ga:branán* for italics in another language, and name a soft hyphen,
U+00AD, where a word may be broken. An asterisk that marks nothing, such as one with spaces beside it, is a letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from taflkit.drawing.characters import SOFT_HYPHEN, settled, unbroken
from taflkit.drawing.shapes import Text
from taflkit.drawing.store import Store
from taflkit.typesetting.breaking import APART, SHRINK, STRETCH, Breaker
from taflkit.typesetting.measured import Measured, Piece
from taflkit.typesetting.metrics import Face, Fonts
from taflkit.typesetting.ragged import ragged_ends

__all__ = ["Face", "Fonts", "Line", "Style", "Typesetter", "unmarked"]

_KEPT = 1024
"""How many paragraphs a typesetter keeps: more than a kit has."""
_SHORT = 5
"""Words of fewer letters are not broken."""
_LETTERS = re.compile(r"[^\W\d_]{5,}")
_MARKED = re.compile(r"\*(?=[^\s*])([^*]*[^\s*])\*")
_LANGUAGE = re.compile(r"([a-z]{2,3}):(?=\S)")
_FILLED = 1e-6
"""By how many mm a line may miss its measure, sums of lengths being rounded."""
_TEXT = "text"
"""The face with the most letters, which stands in for others that lack one."""


def unmarked(text: str) -> str:
    """Return a text without its marks.

    >>> unmarked("in Irish *ga:brandub*, the *black* raven")
    'in Irish brandub, the black raven'
    """
    return _MARKED.sub(lambda marked: _language(marked[1])[1], text)


def _language(marked: str) -> tuple[str, str]:
    """Return the language of marked words, or "", and the words."""
    found = _LANGUAGE.match(marked)
    return (found[1], marked[found.end() :]) if found else ("", marked)


class Style(Struct, frozen=True):
    """How a paragraph is set.

    Attributes:
        font, italic: faces; italic serves for *marked* words.
        size, leading: the em and the distance of baselines, in mm.
        role: the role for the letters.
        indent: of the first line, in mm.
        align: "justify", "left" or "centre"; only justified text is hyphenated. It is set ragged where its words do not
            fill the lines.
        opening: a face for the first words, such as small capitals after an initial, or "".
        opened: how many words these are.
        narrow: the measure, in em, below which justified text is set ragged.
    """

    size: float
    leading: float
    font: str = "text"
    italic: str = "italic"
    role: str = "text"
    indent: float = 0.0
    align: Literal["justify", "left", "centre"] = "justify"
    opening: str = ""
    opened: int = 1
    narrow: float = 20.0


class Line(Struct, frozen=True):
    """A set line.

    Attributes:
        texts: runs of one font each, on a baseline at y = 0, from the paragraph's left edge.
        width: how far the letters reach, in mm.
    """

    texts: tuple[Text, ...]
    width: float

    def at(self, x: float, y: float) -> Iterator[Text]:
        """Yield the runs with the line's left edge at x and its baseline at y."""
        for run in self.texts:
            yield replace(run, x=x + run.x, y=y)


class Typesetter:
    """Sets paragraphs in the shipped fonts, and keeps the last of them for further kits.

    Args:
        fonts: the metrics.
        hyphens: words in lower case with soft hyphens, by the word without them.
        hyphenate: puts soft hyphens into a word that is not among these; called only for a paragraph that cannot be
            set well without.
    """

    def __init__(
        self, fonts: Fonts, hyphens: Mapping[str, str] | None = None, hyphenate: Callable[[str], str] | None = None
    ) -> None:
        self.fonts = fonts
        self.hyphens = hyphens or {}
        self._hyphenate = hyphenate
        self._done = Store(_KEPT)

    def width(self, text: str, font: str, size: float) -> float:
        """Return the width of a line of text in mm, set without breaking.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        line = unbroken(text)
        return self.face(line, font).set_word(line)[2] * size

    def line(self, text: str, font: str, size: float, role: str, at: tuple[float, float], anchor: float = 0.0) -> Text:
        """Return one kerned line.

        Args:
            text: the letters.
            font: a face.
            size: the em in mm.
            role: the role.
            at: the baseline's point in mm.
            anchor: which part of the width lies left of that point: 0 starts there, 0.5 centres, 1 ends there.

        Raises:
            UnfitText: a character that no text may have, or a letter that the fonts lack.
        """
        line = unbroken(text)
        face = self.face(line, font)
        chars, adjust, width = face.set_word(line)
        kerned = tuple(a * size for a in adjust) if any(adjust) else ()
        return Text(at[0] - anchor * width * size, at[1], chars, face.name, size, role, kerned)

    def face(self, text: str, font: str) -> Face:
        """Return the metrics of the face that a line is set in: the one for texts where that alone has its letters.

        Args:
            text: the letters.
            font: the face that is wanted.
        """
        face = self.fonts.face(font)
        if font == _TEXT or face.is_own or face.has(text):
            return face
        # where no face has them, the one with the most letters says so
        return self.fonts.face(_TEXT)

    def paragraph(self, text: str, width: float, style: Style, insets: tuple[float, ...] = ()) -> tuple[Line, ...]:
        """Break a paragraph into lines of a measure in mm.

        Args:
            text: the words.
            width: the measure.
            style: how they are set.
            insets: how far the first lines begin to the right of the others, in mm, such as beside an initial.

        Raises:
            UnfitText: a character that no text may have, a letter that the fonts lack, or a word that is wider than
                the measure.
        """
        # how far lines are from each other changes no line
        return self._done.of(self._paragraph, text, width, replace(style, leading=0.0), insets or (style.indent,))

    def _paragraph(self, text: str, width: float, style: Style, insets: tuple[float, ...]) -> tuple[Line, ...]:
        text = settled(text)
        if style.font != _TEXT:
            # a heading is in one face
            letters = unmarked(text).replace(SOFT_HYPHEN, "")
            style = replace(style, font=self.face(letters, style.font).name)
        pieces, ends, filled = self._broken(text, width, style, insets)
        if not filled:
            # one line with room left at its end looks like a fault, and a ragged paragraph does not
            style = replace(style, align="left")
        return tuple(
            self._line(pieces, start, end, style, width, insets[number] if number < len(insets) else 0.0)
            for number, (start, end) in enumerate(pairwise((0, *ends)))
        )

    def _broken(
        self, text: str, width: float, style: Style, insets: tuple[float, ...]
    ) -> tuple[list[Piece], list[int], bool]:
        """Return the pieces of a paragraph, the ends of its lines, and whether justified lines are filled."""
        pieces = self._pieces(text, style, self._known)
        if not pieces:
            return [], [], True
        room = self.fonts, style.font, style.size, width, insets
        if style.align != "justify":
            return pieces, ragged_ends(Measured(pieces, *room), centred=style.align == "centre"), True
        breaker = Breaker(pieces, *room)
        narrow = width < style.narrow * style.size
        ends = None if narrow else breaker.good()
        if ends:
            return pieces, ends, True
        more = self._pieces(text, style, self._found) if self._hyphenate else pieces
        if len(more) > len(pieces):
            pieces, breaker = more, Breaker(more, *room)
            ends = None if narrow else breaker.good()
        if not narrow:
            ends = ends or breaker.tracked()
        return pieces, ends or ragged_ends(breaker, hyphens=True), ends is not None

    def _pieces(self, text: str, style: Style, broken: Callable[[str], str]) -> list[Piece]:
        """Split a text into words, their parts as soft hyphens name them, and runs of one font."""
        pieces: list[Piece] = []
        space = False
        words = 0
        for run, marked in enumerate(_MARKED.split(text)):
            language, part = _language(marked) if run % 2 else ("", marked)
            for number, word in enumerate(part.split(" ")):
                space = space or number > 0
                if not word.strip(SOFT_HYPHEN):
                    continue
                # a word that is marked in part is one word
                words += space or not words
                opening = style.opening if words <= style.opened else ""
                wanted = opening or (style.italic if run % 2 else style.font)
                font = wanted if wanted == style.font else self.face(word.replace(SOFT_HYPHEN, ""), wanted).name
                whole = len(word) < _SHORT or language or opening or SOFT_HYPHEN in word
                parts = (word if whole else _broken(word, broken)).split(SOFT_HYPHEN)
                # soft hyphens at the ends of a word, and further ones at one place, say nothing
                for i, fragment in enumerate(filter(None, parts)):
                    pieces.append(Piece(fragment, font, "hyphen" if i else "space" if space else "", language))
                space = False
        return pieces

    def _known(self, word: str) -> str:
        return self.hyphens.get(word, word)

    def _found(self, word: str) -> str:
        if word in self.hyphens or self._hyphenate is None:
            return self._known(word)
        return self._hyphenate(word)

    def _line(self, pieces: Sequence[Piece], start: int, end: int, style: Style, width: float, indent: float) -> Line:
        """Set the pieces from start to end, spread to the full width; the last line only if it is too full."""
        broken = end < len(pieces) and pieces[end].before == "hyphen"
        runs = _runs(pieces[start:end], broken)
        set_runs = [(self._set_run(run.text, run.font), run) for run in runs]
        spaces = sum(chars.count(" ") for (chars, _, _), _ in set_runs)
        natural = sum(total for (_, _, total), _ in set_runs) * style.size
        extra = apart = 0.0
        slack = width - indent - natural
        if style.align == "justify" and (end < len(pieces) or slack < 0):
            letters = sum(len(chars) for (chars, _, _), _ in set_runs)
            extra, apart = self._spread(slack, spaces, letters, style)
        x = indent if style.align != "centre" else (width - natural) / 2
        texts = []
        for (chars, adjust, total), run in set_runs:
            if extra or apart:
                spread = tuple(
                    a * style.size + apart + (extra if c == " " else 0.0) for a, c in zip(adjust, chars, strict=True)
                )
                if apart and run is set_runs[-1][1]:
                    # nothing follows the last letter
                    spread = (*spread[:-1], spread[-1] - apart)
            else:
                spread = tuple(a * style.size for a in adjust) if any(adjust) else ()
            face = self.fonts.face(run.font).name
            texts.append(Text(x, 0.0, chars, face, style.size, style.role, spread, run.language))
            x += total * style.size + extra * chars.count(" ") + apart * len(chars)
        if end < len(pieces) and not broken:
            # the space between this line's last word and the next line's first, for those who read the text alone
            last = texts[-1]
            texts[-1] = replace(last, text=last.text + " ", adjust=(*last.adjust, 0.0) if last.adjust else ())
        return Line(tuple(texts), x - apart)

    def _spread(self, slack: float, spaces: int, letters: int, style: Style) -> tuple[float, float]:
        """Return the mm added to each word space, and after each letter, to fill a line that lacks so many mm."""
        normal = self.fonts.face(style.font).widths[" "] * style.size
        extra = max(-SHRINK * normal, min(slack / spaces, STRETCH * normal)) if spaces else 0.0
        rest = slack - extra * spaces
        if abs(rest) < _FILLED or letters < 2:
            return extra, 0.0
        apart = rest / (letters - 1)
        if spaces and apart > APART * style.size:
            # half of what is more than that goes between the words
            apart -= (apart - APART * style.size) / 2
            extra += (rest - apart * (letters - 1)) / spaces
        return extra, apart

    def _set_run(self, text: str, font: str) -> tuple[str, tuple[float, ...], float]:
        """Set a run word by word, so that each word is measured once however often it comes."""
        face = self.fonts.face(font)
        space = face.widths[" "]
        chars: list[str] = []
        adjust: list[float] = []
        total = 0.0
        for number, word in enumerate(text.split(" ")):
            if number:
                chars.append(" ")
                adjust.append(0.0)
                total += space
            if word:
                letters, kerns, width = face.set_word(word)
                chars.append(letters)
                adjust += kerns
                total += width
        return "".join(chars), tuple(adjust), total


def _broken(word: str, hyphenate: Callable[[str], str]) -> str:
    """Return a word with soft hyphens, as it is written; it is looked for in lower case and without its marks."""

    def written(match: re.Match[str]) -> str:
        # İ is two characters in lower case, and some languages write a broken word otherwise
        low = "".join(char.lower() if len(char.lower()) == 1 else char for char in match[0])
        hyphenated = hyphenate(low)
        if hyphenated.replace(SOFT_HYPHEN, "") != low:
            return match[0]
        rest = iter(match[0])
        return "".join(char if char == SOFT_HYPHEN else next(rest) for char in hyphenated)

    return _LETTERS.sub(written, word)


class _Run(NamedTuple):
    text: str
    font: str
    language: str


def _runs(pieces: Sequence[Piece], broken: bool) -> list[_Run]:
    """Join pieces to runs of one font and language; a space before a new one ends the run before it."""
    runs: list[_Run] = []
    for number, piece in enumerate(pieces):
        gap = " " if number and piece.before == "space" else ""
        if runs and runs[-1][1:] == (piece.font, piece.language):
            runs[-1] = runs[-1]._replace(text=runs[-1].text + gap + piece.text)
            continue
        if runs and gap:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + gap)
        runs.append(_Run(piece.text, piece.font, piece.language))
    if broken:
        runs[-1] = runs[-1]._replace(text=runs[-1].text + SOFT_HYPHEN)
    return runs
