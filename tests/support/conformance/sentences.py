"""Whether the sentences of the rules are in a text as they were typed, however its lines were broken."""

from __future__ import annotations

import re
from collections.abc import Iterable

from taflkit.catalog.book import Book

__all__ = ["missing", "plain", "sentences_of", "unordered"]

SOFT_HYPHEN = "\u00ad"


def sentences_of(book: Book) -> tuple[str, ...]:
    """Return a booklet's sentences without markup and without the final stop, before which figures may be named."""
    texts = (sentence.text.replace("*", "").removesuffix(".") for rule in book.rules for sentence in rule.sentences)
    # a narrow space is set as room between two signs, and is no character of the page
    return tuple(re.sub(r"\s+", " ", text.replace("\u202f", "")) for text in texts)


def plain(text: str) -> str:
    """Return a text in one line: words that were divided at a line's end are whole again."""
    whole = re.sub(rf"{SOFT_HYPHEN}\s*", "", text)
    return re.sub(r"\s+", " ", re.sub(r"-\s*\n\s*", "-", whole))


def missing(sentences: Iterable[str], text: str) -> list[str]:
    """Return the sentences that a text lacks; one may run on from the end of a line to the start of another.

    A sentence that a page's end divides has the page's foot and the next one's head in between.
    """
    joined = plain(text)
    lines = re.sub(r"[ \t]*\s*[\n\f]\s*", "\n", re.sub(rf"{SOFT_HYPHEN}\s*", "", text))
    return [sentence for sentence in sentences if sentence not in joined and not _divided(sentence, f"\n{lines}\n")]


def _divided(sentence: str, lines: str) -> bool:
    words = sentence.split()
    patterns = [r"\s".join(map(re.escape, part)) for at in range(1, len(words)) for part in (words[:at], words[at:])]
    return any(
        re.search(f"{head}\n", lines) and re.search(f"\n{tail}", lines)
        for head, tail in zip(patterns[::2], patterns[1::2], strict=True)
    )


def unordered(sentences: Iterable[str], text: str) -> list[str]:
    """Return the sentences that a text has not, or not behind the one before."""
    joined, here, wrong = plain(text), 0, []
    for sentence in sentences:
        found = joined.find(sentence, here)
        if found < 0:
            wrong.append(sentence)
        else:
            here = found + len(sentence)
    return wrong
