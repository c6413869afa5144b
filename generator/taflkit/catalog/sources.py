"""The tables of a game's files, and the values and words made of them. Every error names the file and the key."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from taflkit.catalog.conversion import convert, language_problem, name_problem, twin_problems
from taflkit.drawing.characters import refusal
from taflkit.errors import ManyProblems, TaflkitError, TemplateError, UnknownName, among, gathered, refuse, shown
from taflkit.limits import CAPTION, FIGURES, LANGUAGES, RULESETS, SENTENCES, TEXT
from taflkit.reading import file_names, is_folder, is_there, leads_out, parse_toml, read_text
from taflkit.resources import templates_folder
from taflkit.words.alternatives import Alternatives
from taflkit.words.booklet import BookletText
from taflkit.words.naming import Variants
from taflkit.words.phrases import Words, WordsTable, brace_problem, noun_problems, word_problems
from taflkit.words.rulebook import HeadedRules, SentenceTemplate
from taflkit.words.texts import COUNTED, CardsText, InstructionsText, SheetText, names_of, varied_names

_T = TypeVar("_T")


_GAME = ("layout", "rulesets", "figures", "proofs", "puzzles", "text")
"""The tables of a game in one file; each is checked when it is read."""
_MOST = {"rulesets": RULESETS, "figures": FIGURES}
TABLES = ("rules", "words", "figures", "booklet", "cards", "instructions", "sheet", "alternatives")
"""The tables of a game's words."""


class Source(Struct, frozen=True):
    """Tables by name, from a folder's files or from one file."""

    where: Path
    tables: Mapping[str, Any] | None = None

    @property
    def shipped(self) -> bool:
        """Whether the tables came with the program."""
        return ".." not in self.where.parts and self.where.is_relative_to(templates_folder())

    @classmethod
    def open(cls, where: Path) -> Self:
        """Return the tables of a folder or a file; a file with tables that no game has is refused."""
        if is_folder(where):
            return cls(where)
        tables, file = read_toml(where)
        text = tables.get("text", {})
        found = ((tables, _GAME, ""), (text if isinstance(text, dict) else {}, TABLES, "text."))
        refuse(
            TemplateError(file, f"{key}{name}", f"unknown key; {among(name, known)}")
            for there, known, key in found
            for name in there
            if name not in known
        )
        return cls(where, tables)

    def table(self, name: str) -> tuple[dict[str, Any], str] | None:
        """Return the table "text/en/rules" and its file, or None where the game has none."""
        if self.tables is None:
            file = self.place(f"{name}.toml")
            return read_toml(file) if is_there(file) else None
        # one file has no languages: "text/en/rules" is [text.rules]
        kind, *rest = name.split("/")
        keys = [kind, rest[-1]] if rest else [kind]
        found: Any = self.tables
        for key in keys:
            if isinstance(found, dict) and key not in found:
                return None
            found = found[key] if isinstance(found, dict) else None
        if not isinstance(found, dict):
            raise TemplateError(shown_name(self.where), ".".join(keys), "must be a table")
        return found, f"{shown_name(self.where)}: {'.'.join(keys)}"

    def has(self, name: str) -> bool:
        """Whether there is a table of this name, without reading it from a folder."""
        if self.tables is None:
            return is_there(self.place(f"{name}.toml"))
        return self.table(name) is not None

    def required(self, name: str) -> tuple[dict[str, Any], str]:
        """Return a table that must be there, and its file."""
        found = self.table(name)
        if found is None:
            raise TemplateError(shown_name(self.where), name, "is missing")
        return found

    def languages(self) -> tuple[str, ...]:
        """Return the languages that a folder has files of, in languages/; a game in one file has none of its own.

        Raises:
            TemplateError: there are more than a game may have.
        """
        if self.tables is not None:
            return ()
        folder = self.place("languages")
        places = ((name, self.place(f"languages/{name}")) for name in file_names(folder))
        found = tuple(
            name
            for name, place in places
            if is_folder(place) and (file_names(place, ".po") or is_there(place / "grammar.toml"))
        )
        refuse(TemplateError(shown_name(folder / name), "", why) for name in found if (why := language_problem(name)))
        if len(found) > LANGUAGES:
            raise TemplateError(shown_name(folder), "", f"has more than {LANGUAGES} languages")
        return found

    def has_language(self, language: str) -> bool:
        """Whether a folder has files of a language, be they few."""
        return self.tables is None and is_folder(self.place(f"languages/{language}"))

    def text_names(self, language: str) -> tuple[str, ...]:
        """Return the names of the tables of a game's words that a folder has in a language, without reading them."""
        if self.tables is not None:
            return ()
        return tuple(name for name in file_names(self.place(f"text/{language}"), ".toml") if name in TABLES)

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of the rulesets or figures that the game has.

        Raises:
            TaflkitError: there are too many, or some cannot be names, since they go into the names of files.
        """
        if self.tables is None:
            names, file, key = file_names(self.place(kind), ".toml"), shown_name(self.where / kind), ""
        else:
            file, key, found = shown_name(self.where), f"{kind}.", self.tables.get(kind, {})
            if not isinstance(found, dict):
                raise TemplateError(file, kind, "must be a table")
            names = tuple(sorted(found))
        if len(names) > _MOST[kind]:
            raise TemplateError(file, key.rstrip("."), f"has {len(names)} {kind}, and {_MOST[kind]} are the most")
        one = kind.removesuffix("s")
        refuse(TemplateError(file, f"{key}{name}", why) for name in names if (why := name_problem(one, name)))
        refuse(TemplateError(file, f"{key}{name}", why) for name, why in twin_problems(names))
        return names

    def place(self, name: str) -> Path:
        """Return the path of a file or a folder below a game's folder.

        Raises:
            TemplateError: it is a link that leads out of the folder of a user's own game, or lies behind one.
        """
        if not self.shipped and leads_out(self.where, name):
            why = "is a link that leads out of the game's folder, where nothing is read; put the file itself there"
            raise TemplateError(shown_name(self.where / name), "", why)
        return self.where / name


def shown_name(file: Path) -> str:
    """Return a file's name as its user would find it: below templates/, or below the current folder."""
    path = str(file)
    try:
        here = str(Path.cwd())
    except OSError:
        # it was removed
        here = ""
    for folder in (str(templates_folder().parent), here):
        if folder and path.startswith(root := f"{folder}{os.sep}"):
            return path.removeprefix(root)
    return path


def own_path(kind: str, name: str, known: Sequence[str], called: str = "file") -> Path:
    """Return the path of a user's own game or theme, which is there.

    Raises:
        UnknownName: the name is no path, and none of those that are known.
        TaflkitError: there is no such file.
    """
    where = Path(name)
    if not name or not is_there(where):
        if where.suffix or len(where.parts) > 1:
            why = f"taflkit new {kind} writes one; {among(name, known)}"
            raise TaflkitError(f"there is no {called} {shown(name)}; {why}")
        raise UnknownName(kind, name, (*known, f"or a path to a {kind} of your own"))
    return where


def read_toml(file: Path) -> tuple[dict[str, Any], str]:
    """Return the tables of a TOML file, and the file's name as its user would find it.

    Raises:
        TaflkitError: it is missing, cannot be read, is not TOML in UTF-8, or is beyond the limits.
    """
    name = shown_name(file)
    return parse_toml(read_text(file, name), name), name


def check_beside(folder: Path, name: str, file: str, key: str) -> None:
    """Refuse a name, at a key of a file, that is of no file in the file's own folder or below it.

    Raises:
        TemplateError: the name leads out of the folder, where nothing is looked for; or there is no such file.
    """
    if leads_out(folder, name):
        raise TemplateError(file, key, f"'{shown(name)}' leads out of the folder; put the file beside it, or below")
    if not is_there(folder / name):
        raise TemplateError(file, key, f"there is no file '{shown(name)}' beside it")


class Placed(Struct, frozen=True):
    """The place of a translated text, whose key is its line and the key of its English."""

    file: str
    key: str
    shipped: bool


class Layers(Struct, frozen=True):
    """One table of a game's sources, joined key by key: the game's own keys stand over those that all games share.

    Attributes:
        table: the joined keys.
        files: the file that each key is from.
        file: the file of the game's own table, or of the shared one.
        name: the table's name, without the language.
        own: the keys that did not come with the program.
        owners: the source that each key is from.
        translated: where the texts stand that are in another language than the table, by their keys.
    """

    table: Mapping[str, Any]
    files: Mapping[str, str]
    file: str
    name: str
    own: Mapping[str, Any] = {}
    owners: Mapping[str, Source] = {}
    translated: Mapping[str, Placed] = {}

    @classmethod
    def read(cls, sources: Sequence[Source], name: str) -> Self:
        """Join a table of all sources, the game's own first.

        Raises:
            TemplateError: no source has it.
        """
        found = [(source, *pair) for source in sources if (pair := source.table(name)) is not None]
        if not found:
            raise TemplateError(shown_name(sources[0].where), name, "is missing")
        return cls.join(found, name.rpartition("/")[2])

    @classmethod
    def join(cls, found: Sequence[tuple[Source, Mapping[str, Any], str]], name: str) -> Self:
        """Join tables of sources, each with its file; those of the first stand over all others."""
        table: dict[str, Any] = {}
        files: dict[str, str] = {}
        own: dict[str, Any] = {}
        owners: dict[str, Source] = {}
        for source, keys, file in reversed(found):
            table |= keys
            files |= dict.fromkeys(keys, file)
            own |= {} if source.shipped else keys
            owners |= dict.fromkeys(keys, source)
        return cls(table, files, found[0][2], name, own, owners)

    def convert(self, kind: type[_T]) -> _T:
        """Make a value of the table.

        Raises:
            TaflkitError: see `convert`; the file of each problem is the one that the key is from.
        """
        try:
            return convert(self.table, kind, self.file)
        except TemplateError as error:
            raise self._placed(error) from None
        except ManyProblems as errors:
            raise ManyProblems(tuple(map(self._placed, errors.problems))) from None

    def convert_words(self, kind: type[_T]) -> _T:
        """Make a value of a table of texts, each of which may be filled in and printed.

        Those that came with the program are left to `wrong_texts`.

        Raises:
            TaflkitError: see `convert`; or a text is too long, or has a brace that opens no name or a character that
                cannot be printed.
        """
        made = self.convert(kind)
        refuse(self._wrong(replace(self, table=self.own).texts()))
        if self.translated:
            mine = {key for key, place in self.translated.items() if not place.shipped}
            refuse(self._wrong((key, text) for key, text in self.texts() if key in mine))
        return made

    def wrong_texts(self) -> Iterator[TemplateError]:
        """Yield the problems of the texts that cannot be filled in or printed."""
        yield from self._wrong(self.texts())

    def _wrong(self, texts: Iterable[tuple[str, str]]) -> Iterator[TemplateError]:
        most = CAPTION if self.name == "figures" else TEXT
        for key, text in texts:
            if len(text) > most:
                why = f"has {len(text)} characters, and {most} are the most"
            elif unfit := refusal(text):
                why = str(unfit)
            else:
                # most texts have no names, and need not be looked up
                why = brace_problem(text, names_of(self.name, key)) if "{" in text or "}" in text else ""
            if why:
                yield TemplateError(*self.place_of(key), why)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield every text of the table by its key."""
        left: list[tuple[str, Any]] = [("", self.table)]
        while left:
            key, value = left.pop()
            if isinstance(value, str):
                yield key, value
            elif isinstance(value, dict):
                left += [(f"{key}.{name}" if key else name, each) for name, each in reversed(value.items())]
            elif isinstance(value, list):
                left += [(f"{key}[{number}]", each) for number, each in reversed(list(enumerate(value)))]

    def place_of(self, key: str) -> tuple[str, str]:
        """Return the file that a key is from, and the key; of a translated text those of its translation."""
        if key in self.translated:
            place = self.translated[key]
            return place.file, place.key
        return self.files.get(re.split(r"[.\[]", key)[0], self.file), key

    def _placed(self, error: TaflkitError) -> TaflkitError:
        """Return a problem of the table as one of the file that its key is from."""
        return TemplateError(*self.place_of(error.key), error.why) if isinstance(error, TemplateError) else error


# The tables of a game's words in a language, and what is wrong with them.


PROSE = ("rules", "cards", "figures", "booklet")
"""The tables whose {names} depend on the rules and the figures."""


class RulesText(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules (rules.toml).

    Attributes:
        groups: the parts of the rules by name, in order.
        sentence: the sentences, in order.
    """

    groups: dict[str, HeadedRules]
    sentence: Annotated[tuple[SentenceTemplate, ...], Meta(max_length=SENTENCES)]

    def __post_init__(self) -> None:
        """Refuse a sentence whose rule has no group; the catalog names the file."""
        rules = [rule for group in self.groups.values() for rule in group.rules]
        for number, sentence in enumerate(self.sentence):
            if rules.count(sentence.rule) != 1:
                where = among(sentence.rule, rules)
                raise ValueError(f"sentence[{number}].rule '{sentence.rule}' must stand in one of the groups; {where}")


TEXT_KINDS: Mapping[str, type] = {
    "rules": RulesText,
    "words": WordsTable,
    "figures": dict[str, str],
    "booklet": BookletText,
    "cards": CardsText,
    "instructions": InstructionsText,
    "sheet": SheetText,
    "alternatives": Alternatives,
}
"""The tables of the words of a game in a language, with the values that they become."""


def read_texts(
    tables: Callable[[str], Layers], problems: list[TaflkitError]
) -> tuple[dict[str, Layers], dict[str, Any]]:
    """Return the tables of the words of a game in a language by their names, and the values made of them.

    `tables` gives the joined table of a name. What cannot be read is left out, and goes to the problems.
    """
    layers: dict[str, Layers] = {}
    made: dict[str, Any] = {}
    for name, kind in TEXT_KINDS.items():
        with gathered(problems):
            layers[name] = tables(name)
            made[name] = layers[name].convert_words(kind)
    return layers, made


def wrong_texts(tables: Callable[[str], Layers]) -> Iterator[TaflkitError]:
    """Yield the problems of the words of a game in a language, of those too that came with the program."""
    for name in TEXT_KINDS:
        problems: list[TaflkitError] = []
        with gathered(problems):
            problems += tables(name).wrong_texts()
        yield from problems


def add_plurals(layers: Mapping[str, Layers], made: dict[str, Any], language: str) -> tuple[TaflkitError, ...]:
    """Give the words of a game in a language the rule of its plurals, and return their problems.

    Those are of the words, of the nouns that are counted, and of texts with variants that there are not. The layers and
    the values made of them are those of `read_texts`; the value of "words" becomes Words.
    """
    if "words" not in made:
        return ()
    words = made["words"] = Words.of(made["words"], language)
    faults = [("words", *fault) for fault in word_problems(words)]
    for table, nouns in COUNTED.items():
        for noun in nouns if table in made else ():
            faults += ((table, *fault) for fault in noun_problems(noun, getattr(made[table], noun), words))
    for table in ("cards", "sheet", "alternatives"):
        for key, text in layers[table].texts() if table in layers else ():
            # most texts have no names, or are sentences that are filled in later, and need not be looked up
            is_known = ("{" in text or "}" in text) and not key.startswith("sentence")
            names = varied_names(table, key, words) if is_known else None
            if names is not None and (why := brace_problem(text, names)):
                faults.append((table, key, why))
    return tuple(TemplateError(*layers[table].place_of(key), why) for table, key, why in faults)


def language_words(layers: Layers, language: str) -> Words:
    """Return the words of a language, by their table and its code, where no other text is read.

    Raises:
        TaflkitError: the table has a problem; file and key are named.
    """
    words = Words.of(layers.convert_words(WordsTable), language)
    refuse(TemplateError(*layers.place_of(key), why) for key, why in word_problems(words))
    return words


def strange_variants(layers: Iterable[Layers], words: Words) -> Iterator[TaflkitError]:
    """Yield the problems of texts with variants that their language does not have, whichever rules they are for."""
    known = Variants.of(words)
    for each in layers:
        for key, text in each.texts():
            if why := known.problem(text, grammar=key in each.translated):
                yield TemplateError(*each.place_of(key), why)
