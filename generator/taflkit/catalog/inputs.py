"""What files are made of, as digests: of the program, of files, of a game's texts, and of a game under a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any
from zlib import ZLIB_RUNTIME_VERSION

from msgspec import json, structs

from taflkit.catalog.book import Book
from taflkit.catalog.languages import ruleset_texts
from taflkit.catalog.puzzles import puzzle_table
from taflkit.catalog.sources import read_toml
from taflkit.errors import TaflkitError
from taflkit.reading import is_file, leads_out

_LIBRARIES = (
    *("fonttools", "jinja2", "markupsafe", "msgspec", "pillow", "pypdfium2"),
    *("polib", "pyphen", "reportlab", "svgwrite", "tomli"),
)
"""What the files depend on besides taflkit."""
_GAME = ("*.toml", "rulesets/*.toml", "figures/*.toml", "puzzles/*.toml", "text/*/*.toml", "languages/*/*")
"""The files of a game's folder."""


def versions() -> tuple[str, ...]:
    """Return the versions of what the files depend on besides taflkit."""
    return (*map(version, _LIBRARIES), python_version(), ZLIB_RUNTIME_VERSION)


def file_digests(folder: Path, kind: str) -> dict[str, str]:
    """Return the digests of the files of a kind in a folder, by their places below it."""
    files = sorted(file for file in folder.rglob(kind) if file.is_file())
    return {file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}


def digest(*values: Any) -> str:
    """Return the digest of values that JSON has, and of structs and tuples of such."""
    return sha256(json.encode(values, enc_hook=_without)).hexdigest()


def _without(value: object) -> None:
    """Leave out a language's function of plurals, beside which its rule stands."""
    if not callable(value):
        raise TypeError(type(value))


def is_text(place: str) -> bool:
    """Whether a template has texts of a game, in English or another language."""
    top, *below = place.split("/")
    return top in ("text", "languages") or (top == "games" and below[1] == "text")


def used_texts(book: Book) -> tuple[Any, ...]:
    """Return the texts of a book that its pages and kits may use, as they are before they are filled in."""
    texts, plain = book.texts, book.ruleset.plain
    booklet, cards = texts.booklet, texts.cards
    own = structs.replace(
        texts,
        rules=tuple(filter(book.rule_words.applies, texts.rules)),
        cards=structs.replace(cards, sentence=tuple(filter(book.rule_words.applies, cards.sentence))),
        captions={name: texts.captions[name] for name in book.played},
        booklet=structs.replace(
            booklet,
            rulesets={name: each for name, each in booklet.rulesets.items() if name == plain},
            variations={name: each for name, each in booklet.variations.items() if name == plain},
        ),
        file="",
    )
    return own, ruleset_texts(book.ruleset)


def used_values(book: Book) -> tuple[Any, ...]:
    """Return what a kit may use of a book: of all that its game's files have, as `digest` takes it.

    Raises:
        TemplateError: a problem in the file of its puzzles.
    """
    game, scripts = book.game, {**book.game.proofs, **book.game.figures}
    words, titles = used_texts(book)
    return (
        (game.name, game.title, book.title, game.language.code, game.language.draft),
        (repr(game.layout), repr(book.variant.layout), game.face, game.century),
        # the booklet says on which rules the rulesets differ
        [(ruleset.name, ruleset.rules, ruleset.published) for ruleset in game.rulesets],
        structs.replace(book.ruleset, file=""),
        {name: scripts[name] for name in (*book.played, *book.proofs)},
        [puzzle_table(puzzle) for puzzle in book.puzzles],
        # sentences and captions as they are printed, in the place of their cases
        (structs.replace(words, rules=(), captions={}), titles, book.rules, book.captions, book.variations),
    )


# The files of a user's own, by names that say which is which.


def game_files(where: Path) -> Iterator[tuple[str, Path]]:
    """Yield the names and the paths of the files of a game, in one file or a folder."""
    if is_file(where):
        yield where.name, where
    for kind in _GAME:
        for file in sorted(where.glob(kind)):
            yield file.relative_to(where).as_posix(), file


def theme_files(where: Path) -> Iterator[tuple[str, Path]]:
    """Yield the names and the paths of a theme's file, and of the drawings and fonts beside it that it names."""
    yield where.name, where
    try:
        left: list[Any] = [read_toml(where)[0]]
    except TaflkitError:
        # whoever reads it says why it cannot be
        return
    for value in left:
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, str) and not leads_out(where.parent, value) and is_file(where.parent / value):
            yield value, where.parent / value
