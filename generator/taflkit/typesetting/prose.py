"""Splits texts into words, and words into the parts that they may be broken into; each is measured once for all lines.

Texts may mark words with *asterisks* for italics, *ga:branán* for italics in another language, *=12* for the semi-bold
letters of numbers, and name a soft hyphen, U+00AD, where a word may be broken. An asterisk that marks nothing, such as
one with spaces beside it, is a letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from operator import add
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.drawing.store import Store
from taflkit.typesetting.metrics import Fonts

_STORED_TEXTS = 512  # the texts that a splitter stores: more than a kit has
_STORED_WORDS = 8192  # the words that it stores
_SHORT = 5  # words of fewer letters are not broken
_LETTERS = re.compile(r"[^\W\d_]{5,}")
_MARKED = re.compile(r"\*(?=[^\s*])([^*]*[^\s*])\*")
_DIGIT = re.compile(r"\d")
_UNITS = frozenset(("mm", "cm", "m", "pt", "g", "kg", "dpi", "%", "×"))
_STOPS = ".,;:!?)"

STRONG = "="
"""Stands before marked words that are semi-bold, in the place of a language."""

Breaks = Literal["nowhere", "named", "known", "dictionary"]
"""Where words may be broken: nowhere; at the soft hyphens of the text; in words without them also as the list of known
words says, or as a dictionary says of a word that is not in the list."""

_Key = tuple[str, str, str, Breaks]
"""A word with its face, its language, and where it may be broken."""


class Faces(Struct, frozen=True):
    """The faces of a text: `italic` for *marked* words, and `opening`, or "", for the first `opened` words."""

    font: str
    italic: str
    opening: str
    opened: int


class WordPiece(Struct, frozen=True):
    """Letters that are not broken: a word, or a part of one; lengths are in em.

    Attributes:
        before: "space" where a word space stands before it, "hyphen" where a word may be broken there, "" where
            another font follows within a word.
        language: of the word, or "" for that of the text.
        written: the text behind the space before it, if there is one; many texts share it.
        width: of the letters alone.
        letters: the number of those that are set, a ligature being one.
        join: the width that kerns and ligatures add where it follows the piece before it unbroken.
        hyphen: the width of a hyphen at the break before it.
    """

    text: str
    font: str
    before: Literal["space", "hyphen", ""]
    language: str
    written: str
    width: float
    letters: int
    join: float = 0.0
    hyphen: float = 0.0


class Prose:
    """The pieces of a text and their widths with a normal word space; lengths are in em.

    Attributes:
        stops: the ends of lines before each piece, from the text's begin on, and behind the last.
        starts: the begins of lines that each piece is the first of.
        spaces: the number of word spaces up to each piece, the one before it included.
        letters: the number of letters, a ligature being one, before each piece, and in all.
        words: the pieces that a space is before, where a line may end.
        parts: these, and those where a word may be broken.
        tied: the words that stand in one line with the one before them where there is room, such as "AD" and "800", "7"
            and "×" and "7", "100" and "mm".
        texts: the letters of each piece.
        written: these behind the space before them.
        hyphen: the width of the widest hyphen between two parts of a word.
        turns: the pieces that are in another font or language than the one before them.
    """

    def __init__(self, pieces: Sequence[WordPiece], space: float) -> None:
        self.pieces, self.space = pieces, space
        columns: Iterable[Any] = (
            zip(*map(astuple, pieces), strict=True) if pieces else ((),) * len(WordPiece.__struct_fields__)
        )
        self.texts, fonts, before, languages, self.written, widths, letters, joins, hyphens = columns
        spaced = [each == "space" for each in before]
        gaps = [space if is_spaced else join for is_spaced, join in zip(spaced, joins, strict=True)]
        self.stops: list[float] = [*accumulate(map(add, gaps, widths), initial=0.0)]
        self.starts: list[float] = [*map(add, self.stops, gaps)]
        self.spaces: list[int] = [*accumulate(spaced)]
        self.letters: list[int] = [*accumulate(letters, initial=0)]
        self.hyphen = max(hyphens, default=0.0)
        self.words = [k for k, is_spaced in enumerate(spaced) if is_spaced and k]
        self.parts = [k for k, each in enumerate(before) if each and k]
        faces = zip(fonts, languages, strict=True)
        self.turns = [k for k, (last, face) in enumerate(pairwise(faces), 1) if face != last]
        tied = set()
        for k in self.words if _DIGIT.search("".join(self.written)) else ():
            last, word = self.texts[k - 1], self.texts[k]
            if word[0].isdecimal():
                is_tied = last[-1].isalpha() or last == "×"
            else:
                is_tied = last[-1].isdecimal() and word.rstrip(_STOPS) in _UNITS
            if is_tied:
                tied.add(k)
        self.tied = frozenset(tied)


def unmarked(text: str) -> str:
    """Return a text without its marks.

    >>> unmarked("in Irish *ga:brandub*, the *black* raven")
    'in Irish brandub, the black raven'
    """
    return _MARKED.sub(lambda marked: _language(marked[1])[1], text)


def marked_runs(text: str) -> Iterator[tuple[str, bool, str]]:
    """Yield a text in runs without its marks: each with whether it was marked, and its language, "" for the text's own.

    >>> list(marked_runs("in Irish *ga:brandub*"))
    [('in Irish ', False, ''), ('brandub', True, 'ga')]
    """
    for number, run in enumerate(_MARKED.split(text)):
        if number % 2:
            language, words = _language(run)
            yield words, True, language
        elif run:
            yield run, False, ""


def _language(marked: str) -> tuple[str, str]:
    """Return the language of marked words, STRONG or "", and the words."""
    if marked[0] == STRONG and marked[1:].strip():
        return STRONG, marked[1:]
    language, _, words = marked.partition(":")
    is_language = 2 <= len(language) <= 3 and language.isascii() and language.isalpha() and language.islower()
    return (language, words) if is_language and words and not words[0].isspace() else ("", marked)


class Splitter:
    """Splits texts, and stores the last of them and their words.

    Args:
        fonts: the metrics.
        hyphens: words in lower case with soft hyphens, by the word without them.
        hyphenate: puts soft hyphens into a word that is not among these.
    """

    def __init__(self, fonts: Fonts, hyphens: Mapping[str, str], hyphenate: Callable[[str], str] | None) -> None:
        self._fonts, self._hyphens, self._hyphenate = fonts, hyphens, hyphenate
        self._texts, self._words = Store(_STORED_TEXTS), Store(_STORED_WORDS)

    def split(self, text: str, faces: Faces, breaks: Breaks) -> Prose:
        """Return the pieces of a text that is settled.

        Raises:
            UnfitText: a letter that the fonts lack.
        """
        return self._texts.of(self._split, text, faces, breaks)

    def has_unknown(self, text: str) -> bool:
        """Whether a text may have words that are not in the list, which a dictionary may know."""
        return self._hyphenate is not None and not self._hyphens.keys() >= set(_LETTERS.findall(_lowered(text)))

    def _split(self, text: str, faces: Faces, breaks: Breaks) -> Prose:
        pieces: list[WordPiece] = []
        named: Breaks = "nowhere" if breaks == "nowhere" else "named"
        space = False
        count = 0
        for run, marked in enumerate(_MARKED.split(text)):
            language, part = _language(marked) if run % 2 else ("", marked)
            between = part.split(" ")
            words = [word for word in between if word.strip(SOFT_HYPHEN)]
            if not words:
                space = space or len(between) > 1
                continue
            space = space or between[0] != words[0]
            # a word that is marked in part is one word
            count += space or not count
            opened = max(0, faces.opened + 1 - count) if faces.opening else 0
            count += len(words) - 1
            face = faces.font if not run % 2 else "bold" if language == STRONG else faces.italic
            language = language.removeprefix(STRONG)
            keys = self._keys(words[:opened], faces.opening, faces.font, language, named)
            keys += self._keys(words[opened:], face, faces.font, language, named if language else breaks)
            parts = self._words.every(keys, self._parts)
            if not space:
                # the first word goes on with that of another run, or begins the text
                first, *rest = parts[0]
                join = 0.0
                if pieces and pieces[-1].font == first.font:
                    join = self._fonts.face(first.font).join(pieces[-1].text, first.text)
                parts[0] = replace(first, before="", written=first.text, join=join), *rest
            pieces += chain.from_iterable(parts)
            space = between[-1] != words[-1]
        return Prose(pieces, self._fonts.face(faces.font).widths[" "])

    def _keys(self, words: Sequence[str], face: str, main: str, language: str, breaks: Breaks) -> list[_Key]:
        """Return the words of a run with their faces and whatever else their parts depend on."""
        if face == main:
            return [(word, main, language, breaks) for word in words]
        fitting = self._fonts.fitting
        return [(word, fitting(word.replace(SOFT_HYPHEN, ""), face).name, language, breaks) for word in words]

    def _parts(self, key: _Key) -> tuple[WordPiece, ...]:
        """Return a word in its parts, as they stand behind a space."""
        word, font, language, breaks = key
        if breaks in ("known", "dictionary") and len(word) >= _SHORT and SOFT_HYPHEN not in word:
            dictionary = self._hyphenate if breaks == "dictionary" else None

            def hyphenated(match: re.Match[str]) -> str:
                """Return letters with soft hyphens; they are looked up in lower case."""
                letters, low = match[0], _lowered(match[0])
                parted = self._hyphens.get(low) or (dictionary(low) if dictionary else low)
                # some languages write a broken word otherwise
                if parted.replace(SOFT_HYPHEN, "") != low:
                    return letters
                rest = iter(letters)
                return "".join(char if char == SOFT_HYPHEN else next(rest) for char in parted)

            word = _LETTERS.sub(hyphenated, word)
        # soft hyphens at the ends of a word, and further ones at one place, say nothing
        first, *rest = [part for part in word.split(SOFT_HYPHEN) if part]
        if breaks == "nowhere":
            first, rest = "".join((first, *rest)), []
        face = self._fonts.face(font)
        letters, _, width = face.set_word(first)
        pieces = [WordPiece(first, font, "space", language, f" {first}", width, len(letters))]
        for before, part in pairwise((first, *rest)):
            letters, _, width = face.set_word(part)
            join, hyphen = face.join(before, part), face.added(before, SOFT_HYPHEN)
            pieces.append(WordPiece(part, font, "hyphen", language, part, width, len(letters), join, hyphen))
        return tuple(pieces)


def _lowered(text: str) -> str:
    """Return a text in lower case, letter for letter: İ, which is two characters in lower case, stays."""
    return text.lower() if text.isascii() else "".join(low if len(low := char.lower()) == 1 else char for char in text)
