"""Splits texts into words, and words into the parts that they may be broken into; each is measured once for all lines.

Texts may mark words with *asterisks* for italics, *ga:branán* for italics in another language, and name a soft hyphen,
U+00AD, where a word may be broken. An asterisk that marks nothing, such as one with spaces beside it, is a letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from operator import add
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from taflkit.drawing.characters import SOFT_HYPHEN
from taflkit.drawing.store import Store
from taflkit.sums import total
from taflkit.typesetting.metrics import Fonts

__all__ = ["Breaks", "Faces", "Prose", "Splitter", "WordPiece", "marked_runs", "unmarked"]

_KEPT, _KNOWN_WORDS = 512, 8192
"""How many texts and how many words a splitter keeps: more than a kit has."""
_SHORT = 5
"""Words of fewer letters are not broken."""
_LETTERS = re.compile(r"[^\W\d_]{5,}")
_MARKED = re.compile(r"\*(?=[^\s*])([^*]*[^\s*])\*")
_DIGIT = re.compile(r"\d")
_UNITS = frozenset(("mm", "cm", "m", "pt", "g", "kg", "dpi", "%", "×"))
_STOPS = ".,;:!?)"

Breaks = Literal["nowhere", "named", "known", "found"]
"""Where words may be broken: nowhere; at the soft hyphens of the text; in words without them also as the list of known
words says, or as a dictionary says of a word that is not in the list."""

_Key = tuple[str, str, str, Breaks]
"""A word with its face, its language, and where it may be broken."""


class Faces(Struct, frozen=True):
    """The faces of a text.

    Attributes:
        font, italic: faces; italic serves for *marked* words.
        opening: a face for the first words, or "".
        opened: how many words these are.
    """

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
        letters: how many are set, a ligature being one.
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
    """The pieces of a text, and how wide they are; lengths are in em.

    Args:
        pieces: the text.
        space: the normal word space.

    Attributes:
        stops: where a line ends before each piece, from the text's begin on, and behind the last.
        starts: where a line begins that each piece is the first of.
        spaces: how many word spaces there are up to each piece, the one before it included.
        letters: how many letters, a ligature being one, are before each piece, and in all.
        tied: the pieces that stand in one line with the one before them where there is room: numbers, and units behind
            them.
        texts: the letters of each piece.
        written: these behind the space before them.
        words: the pieces that a space is before.
        hyphen: how wide a hyphen between two parts of a word is at the most.
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
        self.turns = _turns(fonts, languages)
        has_numbers = _DIGIT.search("".join(self.written))
        tied = [k for k in self.words if _belongs(self.texts[k - 1], self.texts[k])] if has_numbers else []
        self.tied = frozenset(tied)

    def ends(self, hyphens: bool) -> list[int]:
        """Return the pieces that a line may end before: words, and the parts of words if they may be broken."""
        return self.parts if hyphens else self.words

    @cached_property
    def parts(self) -> list[int]:
        """The pieces that a line may end before where words may be broken."""
        return [k for k, piece in enumerate(self.pieces) if piece.before and k]


def _belongs(before: str, after: str) -> bool:
    """Whether a word belongs to the one before it: "800" to "AD", "mm" to "100", "7" and "×" to "×" and "7"."""
    if after[0].isdecimal():
        return before[-1].isalpha() or before == "×"
    return before[-1].isdecimal() and after.rstrip(_STOPS) in _UNITS


def _turns(fonts: Sequence[str], languages: Sequence[str]) -> list[int]:
    """Return which pieces are in another font or language than those before them."""
    if len({*fonts, *languages}) < 3:
        # one of each, as in most texts
        return []
    faces = zip(fonts, languages, strict=True)
    return [k for k, (before, face) in enumerate(pairwise(faces), 1) if face != before]


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
    end = 0
    for found in _MARKED.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], False, ""
        language, words = _language(found[1])
        yield words, True, language
        end = found.end()
    if end < len(text):
        yield text[end:], False, ""


def _language(marked: str) -> tuple[str, str]:
    """Return the language of marked words, or "", and the words."""
    language, _, words = marked.partition(":")
    is_language = 2 <= len(language) <= 3 and language.isascii() and language.isalpha() and language.islower()
    return (language, words) if is_language and words and not words[0].isspace() else ("", marked)


class Splitter:
    """Splits texts, and keeps the last of them and their words.

    Args:
        fonts: the metrics.
        hyphens: words in lower case with soft hyphens, by the word without them.
        hyphenate: puts soft hyphens into a word that is not among these.
    """

    def __init__(self, fonts: Fonts, hyphens: Mapping[str, str], hyphenate: Callable[[str], str] | None) -> None:
        self._fonts, self._hyphens, self._hyphenate = fonts, hyphens, hyphenate
        self._texts, self._words = Store(_KEPT), Store(_KNOWN_WORDS)

    def split(self, text: str, faces: Faces, breaks: Breaks) -> Prose:
        """Return the pieces of a text.

        Args:
            text: the words, settled.
            faces: the faces they are in.
            breaks: where words may be broken.

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
            wanted = faces.italic if run % 2 else faces.font
            keys = self._keys(words[:opened], faces.opening, faces.font, language, named)
            keys += self._keys(words[opened:], wanted, faces.font, language, named if language else breaks)
            found = self._words.every(keys, self._parts)
            if not space:
                found[0] = self._joined(pieces[-1:], found[0])
            pieces += chain.from_iterable(found)
            space = between[-1] != words[-1]
        return Prose(pieces, self._fonts.face(faces.font).widths[" "])

    def _keys(self, words: Sequence[str], wanted: str, main: str, language: str, breaks: Breaks) -> list[_Key]:
        """Return the words of a run with their faces and what else their parts depend on."""
        if wanted == main:
            return [(word, main, language, breaks) for word in words]
        fitting = self._fonts.fitting
        return [(word, fitting(word.replace(SOFT_HYPHEN, ""), wanted).name, language, breaks) for word in words]

    def _parts(self, key: _Key) -> tuple[WordPiece, ...]:
        """Return a word in its parts, as they stand behind a space."""
        word, font, language, breaks = key
        if breaks in ("known", "found") and len(word) >= _SHORT and SOFT_HYPHEN not in word:
            word = _hyphenated(word, self._known if breaks == "known" else self._found)
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

    def _joined(self, before: Sequence[WordPiece], parts: tuple[WordPiece, ...]) -> tuple[WordPiece, ...]:
        """Return the parts of a word as they stand behind those of another run, or at a text's begin."""
        first, *rest = parts
        alike = [self._fonts.face(last.font).join(last.text, first.text) for last in before if last.font == first.font]
        return replace(first, before="", written=first.text, join=total(alike)), *rest

    def _known(self, word: str) -> str:
        return self._hyphens.get(word, word)

    def _found(self, word: str) -> str:
        if word in self._hyphens or self._hyphenate is None:
            return self._known(word)
        return self._hyphenate(word)


def _lowered(text: str) -> str:
    """Return a text in lower case, letter for letter: İ, which is two characters in lower case, stays."""
    return text.lower() if text.isascii() else "".join(map(_lower, text))


def _lower(char: str) -> str:
    low = char.lower()
    return low if len(low) == 1 else char


def _hyphenated(word: str, hyphenate: Callable[[str], str]) -> str:
    """Return a word with soft hyphens, as it is written; it is looked for in lower case and without its marks."""

    def written(match: re.Match[str]) -> str:
        letters = match[0]
        low = _lowered(letters)
        hyphenated = hyphenate(low)
        # some languages write a broken word otherwise
        if hyphenated.replace(SOFT_HYPHEN, "") != low:
            return letters
        if low == letters:
            return hyphenated
        rest = iter(letters)
        return "".join(char if char == SOFT_HYPHEN else next(rest) for char in hyphenated)

    return _LETTERS.sub(written, word)
