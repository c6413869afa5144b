"""Sets text in lines: kerned, with ligatures, justified with optimum fit, hyphenated where the words say how.

Texts may mark words with *asterisks* for italics, *ga:branán* for italics in another language, and name a soft hyphen,
U+00AD, where a word may be broken. An asterisk that marks nothing, such as one with spaces beside it, is a letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

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
_KNOWN_WORDS = 8192
"""How many words in their parts it keeps."""
_SHORT = 5
"""Words of fewer letters are not broken."""
_LETTERS = re.compile(r"[^\W\d_]{5,}")
_MARKED = re.compile(r"\*(?=[^\s*])([^*]*[^\s*])\*")
_LANGUAGE = re.compile(r"([a-z]{2,3}):(?=\S)")
_FILLED = 1e-6
"""By how many mm a line may miss its measure, sums of lengths being rounded."""
_Broken = Literal["never", "named", "known", "found"]
"""Where words may be broken: nowhere; at the soft hyphens of the text; in words without them also as the list of known
words says, or a dictionary of a word that is not in the list."""
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


class Style(NamedTuple):
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


class Line(NamedTuple):
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
            yield Text(x + run.x, y, *run[2:])


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
        self._words = Store(_KNOWN_WORDS)

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
        return self._done.of(self._paragraph, text, width, style._replace(leading=0.0), insets or (style.indent,))

    def _paragraph(self, text: str, width: float, style: Style, insets: tuple[float, ...]) -> tuple[Line, ...]:
        text = settled(text)
        if style.font != _TEXT:
            # a heading is in one face
            letters = unmarked(text).replace(SOFT_HYPHEN, "")
            style = style._replace(font=self.face(letters, style.font).name)
        pieces, ends, filled = self._broken(text, width, style, insets)
        if not filled:
            # one line with room left at its end looks like a fault, and a ragged paragraph does not
            style = style._replace(align="left")
        return tuple(
            self._line(pieces, start, end, style, width, insets[number] if number < len(insets) else 0.0)
            for number, (start, end) in enumerate(pairwise((0, *ends)))
        )

    def _broken(
        self, text: str, width: float, style: Style, insets: tuple[float, ...]
    ) -> tuple[list[Piece], list[int], bool]:
        """Return the pieces of a paragraph, the ends of its lines, and whether justified lines are filled."""
        justified = style.align == "justify"
        pieces = self._pieces(text, style, "known" if justified else "never")
        if not pieces:
            return [], [], True
        room = self.fonts.face(style.font).widths[" "], style.size, width, insets
        if not justified:
            return pieces, ragged_ends(Measured(pieces, *room), centred=style.align == "centre"), True
        breaker = Breaker(pieces, *room)
        narrow = width < style.narrow * style.size
        ends = None if narrow else breaker.good()
        if ends:
            return pieces, ends, True
        more = self._pieces(text, style, "found") if self._hyphenate else pieces
        if len(more) > len(pieces):
            pieces, breaker = more, Breaker(more, *room)
            ends = None if narrow else breaker.good()
        if not narrow:
            ends = ends or breaker.tracked()
        return pieces, ends or ragged_ends(breaker, hyphens=True), ends is not None

    def _pieces(self, text: str, style: Style, broken: _Broken) -> list[Piece]:
        """Split a text into words, their parts where they may be broken, and runs of one font."""
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
                where: _Broken = "named" if broken != "never" and (language or opening) else broken
                parts = self._words.of(self._parts, word, font, language, where)
                if not space:
                    parts = self._joined(pieces[-1:], parts)
                pieces += parts
                space = False
        return pieces

    def _parts(self, word: str, font: str, language: str, broken: _Broken) -> tuple[Piece, ...]:
        """Return a word in its parts, as they stand behind a space."""
        if broken in ("known", "found") and len(word) >= _SHORT and SOFT_HYPHEN not in word:
            word = _broken(word, self._known if broken == "known" else self._found)
        # soft hyphens at the ends of a word, and further ones at one place, say nothing
        parts = [part for part in word.split(SOFT_HYPHEN) if part]
        if broken == "never":
            parts = ["".join(parts)]
        face = self.fonts.face(font)
        pieces: list[Piece] = []
        for part in parts:
            letters, _, width = face.set_word(part)
            piece = Piece(part, font, "space", language, width, len(letters))
            if pieces:
                last = pieces[-1].text
                join, hyphen = face.join(last, part), face.added(last, SOFT_HYPHEN)
                piece = piece._replace(before="hyphen", join=join, hyphen=hyphen)
            pieces.append(piece)
        return tuple(pieces)

    def _joined(self, before: Sequence[Piece], parts: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Return the parts of a word as they stand behind those of another font, or at a paragraph's begin."""
        first, *rest = parts
        alike = [self.fonts.face(last.font).join(last.text, first.text) for last in before if last.font == first.font]
        return first._replace(before="", join=sum(alike)), *rest

    def _known(self, word: str) -> str:
        return self.hyphens.get(word, word)

    def _found(self, word: str) -> str:
        if word in self.hyphens or self._hyphenate is None:
            return self._known(word)
        return self._hyphenate(word)

    def _line(self, pieces: Sequence[Piece], start: int, end: int, style: Style, width: float, indent: float) -> Line:
        """Set the pieces from start to end, spread to the full width; the last line only if it is too full."""
        broken = end < len(pieces) and pieces[end].before == "hyphen"
        runs = [self._set_run(run) for run in _runs(pieces[start:end], broken)]
        spaces = sum([len(run.spaces) for run in runs])
        natural = sum([run.width for run in runs]) * style.size
        extra = apart = 0.0
        slack = width - indent - natural
        if style.align == "justify" and (end < len(pieces) or slack < 0):
            letters = sum([len(run.letters) for run in runs])
            extra, apart = self._spread(slack, spaces, letters, style)
        x = indent if style.align != "centre" else (width - natural) / 2
        texts = []
        for run in runs:
            adjust = run.spread(style.size, extra, apart) if extra or apart or any(run.kerns) else []
            if apart and run is runs[-1]:
                # nothing follows the last letter
                adjust[-1] -= apart
            texts.append(Text(x, 0.0, run.letters, run.face, style.size, style.role, tuple(adjust), run.language))
            x += run.width * style.size + extra * len(run.spaces) + apart * len(run.letters)
        if end < len(pieces) and not broken:
            # the space between this line's last word and the next line's first, for those who read the text alone
            last = texts[-1]
            texts[-1] = last._replace(text=last.text + " ", adjust=(*last.adjust, 0.0) if last.adjust else ())
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

    def _set_run(self, run: _Run) -> _SetRun:
        """Set a run word by word, so that each word is measured once however often it comes."""
        face = self.fonts.face(run.font)
        first, *words = [face.set_word(word) for word in run.text.split(" ")]
        space = face.widths[" "]
        letters, (_, kerns, width) = [first[0]], first
        adjust, spaces = [*kerns], []
        for word, kerns, wide in words:
            spaces.append(len(adjust))
            letters.append(word)
            adjust.append(0.0)
            adjust += kerns
            width += space + wide
        return _SetRun(" ".join(letters), adjust, spaces, width, face.name, run.language)


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


class _SetRun(NamedTuple):
    """A run of one font, set; lengths in em.

    Attributes:
        kerns: behind each letter.
        spaces: which of the letters are word spaces.
    """

    letters: str
    kerns: list[float]
    spaces: list[int]
    width: float
    face: str
    language: str

    def spread(self, size: float, extra: float, apart: float) -> list[float]:
        """Return what is behind each letter in mm, with so much more behind each word space and each letter."""
        adjust = [kern * size + apart for kern in self.kerns]
        for space in self.spaces:
            adjust[space] += extra
        return adjust


def _runs(pieces: Sequence[Piece], broken: bool) -> Iterator[_Run]:
    """Join pieces to runs of one font and language; a space before a new one ends the run before it."""
    text = ""
    for number, piece in enumerate(pieces):
        before = pieces[number - 1]
        gap = " " if number and piece.before == "space" else ""
        if number and (piece.font, piece.language) != (before.font, before.language):
            yield _Run(text + gap, before.font, before.language)
            text = gap = ""
        text += gap + piece.text
    yield _Run(text + SOFT_HYPHEN * broken, piece.font, piece.language)
