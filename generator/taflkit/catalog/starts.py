"""The files to start from: a user's own game, ruleset or theme, and a language, begun or brought up to date."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import polib

from taflkit.catalog.conversion import language_problem, name_problem, title_problem
from taflkit.catalog.games import GameTemplates
from taflkit.catalog.languages import WORDS, LanguageFiles
from taflkit.catalog.sources import Source, language_words, shown_name
from taflkit.catalog.translation import DRAFT_SIGN, NOUNS, SourceText, Translated, Translations, parse_po, read_grammar
from taflkit.errors import TaflkitError, refuse, shown
from taflkit.figures import typed_values, write_value
from taflkit.limits import FILE, NAME
from taflkit.reading import is_there, read_text
from taflkit.resources import DEFAULT_LANGUAGE, DEFAULT_THEME
from taflkit.tafl import BoardLayout, LayoutError, flag_names
from taflkit.tafl.sanity import contradictions
from taflkit.tafl.stated_rules import Stated
from taflkit.words.forms import NUMBER, A, is_lettered, plurals_of, split
from taflkit.words.naming import Variants
from taflkit.words.phrases import LARGEST, Words, fill, names_in
from taflkit.words.texts import COUNTED

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TABLES_BEGIN = re.compile(r"^(?=(?:#.*\n)*\[)", re.MULTILINE)  # the beginning of the tables of a file
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def start_files(
    kind: str, name: str, game: GameTemplates, templates: Path, art: bool = False
) -> dict[PurePosixPath, str]:
    """Return the files to start from, by their paths below the folder they are written to.

    A ruleset is for a shipped game; a theme with `art` is written to a folder of its own with drawings that it brings.

    Raises:
        TaflkitError: a name that no file can have; it has letters, digits and hyphens.
    """
    check_start(kind, name)
    file = f"{name}.toml"
    names = {"name": name, "Title": name.replace("-", " ").capitalize(), "file": file, "game": game.name}
    if kind == "ruleset":
        # a commented line for every rule flag, with the base's value and the others
        rules, lines = game.ruleset(None).rules, []
        for flag in flag_names():
            value = getattr(rules, flag)
            others = [write_value(other) for other in typed_values(flag) if other != value]
            written = f'"{value}"' if isinstance(value, str) else write_value(value)
            lines.append(f"# {flag} = {written}  # or {', '.join(others)}")
        names |= {"base": game.ruleset_names[0], "flags": "\n".join(lines)}
    if kind == "theme":
        drawn = templates / "starts" / "art" / "art.toml"
        brought = drawn.read_text(encoding="utf-8").strip() if art else _commented(drawn)
        names |= {"base": DEFAULT_THEME, "keys": _commented(templates / "themes" / f"{DEFAULT_THEME}.toml")}
        names |= {"art": brought}
    text = fill((templates / "starts" / f"{kind}.toml").read_text(encoding="utf-8"), names, FILE)
    if not art:
        return {PurePosixPath(file): text}
    folder, drawings = PurePosixPath(name), sorted((templates / "starts" / "art").glob("*.svg"))
    return {folder / file: text, **{folder / each.name: each.read_text(encoding="utf-8") for each in drawings}}


def stated_file(name: str, stated: Stated, templates: Path) -> str:
    """Return the file of a game that a rules string states, with the terms behind what they gave.

    Raises:
        TaflkitError: a title, a start or rules that no game of one's own can have.
    """
    check_start("game", name)
    layout, rules = stated.variant.layout, stated.variant.rules
    title = stated.title or name.replace("-", " ").capitalize()
    if why := title_problem(title):
        raise TaflkitError(f"name: {why}")
    try:
        BoardLayout.from_picture(layout.picture, None, layout.corners, layout.throne_marked)
    except LayoutError as error:
        raise TaflkitError(f"start: {error.why}") from None
    refuse(map(TaflkitError, contradictions(rules, layout)))
    keys = {"corners": list(map(str, layout.corners)), "throne_marked": layout.throne_marked}

    def lines(values: Mapping[str, Any]) -> str:
        given = ((key, json.dumps(value), stated.sources.get(key, "no term says it")) for key, value in values.items())
        return "\n".join(f"{key} = {value}  # {source}" for key, value, source in given)

    text = (templates / "starts" / "opentafl" / "game.toml").read_text(encoding="utf-8")
    names = {"Title": title, "file": f"{name}.toml", "title": json.dumps(title, ensure_ascii=False)}
    names |= {"start": layout.picture, "keys": lines(keys), "flags": lines(rules._asdict())}
    return fill(text, names, FILE)


def check_start(kind: str, name: str) -> None:
    """Refuse a name that no file can have, or for a new "language" the code of none; see `start_files`.

    Raises:
        TaflkitError: it can have no such name.
    """
    form, example = (_LANGUAGE, "ga or fr") if kind == "language" else (_NAME, "club-rules")
    if not form.fullmatch(name) or len(name) > NAME:
        raise TaflkitError(f"'{shown(name)}' is no name for a {kind}; write one such as {example}", choice="name")
    # names of the right form that are none all the same
    if why := language_problem(name) if kind == "language" else name_problem(kind, name):
        raise TaflkitError(f"'{name}' {why}", choice="name")
    if kind == "language" and not is_lettered(name):
        why = f"'{name}' is written in letters that no face has, so that no booklet can be set in it"
        raise TaflkitError(why, choice="name")


def _commented(file: Path) -> str:
    """Return a file's lines behind #, without its title, which stands above its tables."""
    text = file.read_text(encoding="utf-8")
    tables = _TABLES_BEGIN.search(text)
    head = text[: tables.start()] if tables else text
    lines = [line for line in head.splitlines() if not line.startswith("title")] + text[len(head) :].splitlines()
    return "\n".join(line if not line or line.startswith("#") else f"# {line}" for line in lines).strip()


# The files of a language as translators get them: begun, or brought up to date with the English as by msgmerge.


_LONGER = 1.2
"""How much longer than the English a text may be."""
_SHORT = re.compile(r"(?:.*\.)?(?:title|heading|name)|table\..*")
"""The keys of texts that stand on one line: titles, and the heads and cells of tables."""
_LONG_TITLES = ("game", "printer-test")
"""The tables whose titles are not set on one line."""
_COMMON = 1000
"""The first count whose plural form a grammar need not have."""
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_EXAMPLES = dict(
    re.findall(
        r"(\w+)=([^|]+)",
        "Game=Brandub|ruleset=Damian Walker’s rules|variations=Check|paper=A4|mode=colour|size=seven|count=eight|"
        "number=3|count_attackers=eight|count_defenders=four|captors=two|page=3|pages=12|letter=B|letters=A, B|"
        "goal=a corner|occurrence=third|piece=king|pieces=kings|font=Junicode|rows=2|file=d",
    )
)
"""What {names} may stand for beside the nouns of the grammar."""
_VARIED = ("piece", "pieces", "player", "players")
"""The {names} that have variants though the grammar does not declare them by themselves."""
_HEAD = """\
taflkit in another language. {names} in braces are filled in: each must stand in the translation, as it is or in a
variant that grammar.toml declares ({king_dat}), with a capital at the beginning of a sentence ({King}). *Words* in
asterisks are in italics, *ga:such* in italics and in another language; both stay."""
_METADATA = {
    "Project-Id-Version": "taflkit",
    "Last-Translator": "",
    "Language-Team": "",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}
"""The fields of a new .po file that gettext's tools ask for."""
_GRAMMAR = """\
# The words that rules, cards and captions are filled in with, in '{code}'. Write each in the language, without the #,
# which marks what is not translated yet. A noun has a form for each plural category of the language ({categories};
# "other" is always needed), and may have variants, such as one_dat and other_dat: sentences ask for them as
# {{king_dat}} and {{kings_dat}}. Numbers have variants too (words_dat). `read_by` says who has read all of it as their
# own language. [nouns] are those that stand beside numbers, which may have `a` as well: the noun with its number one.
# Behind them are the names that sources have of their own; a source whose tables are left away has the usual ones.
"""
_GRAMMAR_TABLES = ("squares", "points", "pieces", "places", "goals", "devices", "calls", "lists", "document", "nouns")


_Remarked = tuple[SourceText, str, bool]
"""A text, the remark on it, and whether it has {names} and they have no variants in any language."""


def updated(
    tables: Iterable[Translated], folders: Sequence[Source], code: str, words: Words, other: Mapping[str, Translations]
) -> dict[str, polib.POFile]:
    """Return the .po files of a language that are to be written, by their names: begun, or brought up to date.

    Args:
        tables: what is to be translated, as far as the language has it; a text of several has the remark of the first.
        folders: those that languages/ may be in; of several files of a name the first counts.
        code: of the language.
        words: the English ones.
        other: another language, whose translations new texts begin with, fuzzy: by the names of files, or empty.
    """
    # games share texts
    texts: dict[tuple[str, str, str], _Remarked] = {}
    for table in tables:
        for each in _remarked(table, words):
            texts.setdefault((each[0].name, each[0].key, each[0].english), each)
    plurals = plurals_of(code)
    metadata = {
        **_METADATA,
        "PO-Revision-Date": f"{datetime.now(UTC):%Y-%m-%d %H:%M}+0000",
        "Language": code.replace("-", "_"),
    }
    if plurals.known:
        metadata["Plural-Forms"] = f"nplurals={len(plurals.categories)}; plural={plurals.rule};"
    found = {}
    for name in dict.fromkeys(name for name, _, _ in texts if name):
        places = [folder.place(f"languages/{code}/{name}.po") for folder in folders]
        there = next(filter(is_there, places), None)
        before = read_text(there, shown_name(there)) if there else ""
        old = parse_po(before, shown_name(there)) if there else None
        mine = [each for each in texts.values() if each[0].name == name]
        update = _merged(mine, old, metadata, other.get(name))
        is_whole = not (update.untranslated_entries() or update.fuzzy_entries())
        if str(update) != before and (there == places[0] or not is_whole):
            found[name] = update
    return found


def _merged(
    texts: Sequence[_Remarked], old: polib.POFile | None, metadata: dict[str, str], other: Translations | None
) -> polib.POFile:
    """Bring a .po file up to date: translations of other English become fuzzy, and those of none obsolete.

    One without metadata, such as a new file, has the given ones.
    """
    made = polib.POFile()
    made.header = old.header if old else _HEAD
    made.metadata = old.metadata if old and old.metadata else metadata
    entries = [entry for entry in old or () if entry.msgstr]
    same = {(entry.msgctxt, entry.msgid): entry for entry in entries}
    moved = {(_table(entry.msgctxt), entry.msgid): entry for entry in entries if not entry.fuzzy}
    # the English of an entry may have moved, and others taken its key
    now = {(_table(each.key), each.english) for each, _, _ in texts}
    left = (entry for entry in entries if not entry.obsolete and (_table(entry.msgctxt), entry.msgid) not in now)
    changed = {entry.msgctxt: entry for entry in left}
    used: set[int] = set()
    seen: set[tuple[str, str]] = set()
    for each, comment, plain in texts:
        alike = _table(each.key), each.english
        known = same.get((each.key, each.english))
        if known is None and (not each.needed or alike in seen):
            continue
        seen.add(alike)
        entry = polib.POEntry(msgctxt=each.key, msgid=each.english, comment=comment)
        source = known or moved.get(alike) or changed.get(each.key)
        if source is not None:
            used.add(id(source))
            entry.msgstr, entry.tcomment = source.msgstr, source.tcomment
            if source.msgid != each.english or source.fuzzy:
                entry.flags.append("fuzzy")
                entry.previous_msgid = source.previous_msgid if source.fuzzy else source.msgid
        elif other is not None and (found := other.find(each.key, each.english)):
            entry.msgstr, entry.flags = found[0], ["fuzzy"]
        if plain and (not entry.msgstr or {*names_in(entry.msgstr)} == {*names_in(each.english)}):
            entry.flags.append("python-brace-format")
        made.append(entry)
    for entry in entries:
        if id(entry) not in used:
            made.append(polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgstr=entry.msgstr, obsolete=True))
    return made


def _table(context: str | None) -> str:
    return (context or "").partition(".")[0]


def _remarked(table: Translated, words: Words) -> Iterator[_Remarked]:
    """Yield each English text of a table with a remark on it, and whether its {names} have no variants.

    The remark says where the text stands and under which conditions, what its {names} may be, and how long it may be.
    """
    examples = {**_EXAMPLES, **words.squares}
    for kind in (words.pieces, words.places):
        for noun, forms in kind.items():
            examples |= {noun: forms["one"], f"{noun}s": forms["other"]}
    varied = {*_VARIED, *Variants.of(words).names}
    # a title or a caption has a line of its own, in which the longest of its kind fits
    name = table.layers.name
    titled = (key for key in table.texts if name not in _LONG_TITLES and _SHORT.fullmatch(key))
    alone = {*table.texts} if name == "figures" else {*titled}
    longest: dict[str, int] = {}
    for each in (table.texts[key] for key in alone):
        longest[each.name] = max(len(each.english), longest.get(each.name, 0))
    for key, each in table.texts.items():
        names = dict.fromkeys(names_in(each.english))
        plain = {found: found[0].lower() + found[1:] for found in names}
        shown = []
        for found in names:
            example = examples.get(found) or examples.get(plain[found])
            shown.append(f"{{{found}}}, as {example}" if example else f"{{{found}}}")
        place = ", ".join(filter(None, (each.beside and f"in {each.beside}", *_conditions(table, key))))
        length = len(each.english)
        most = max(length + 2, round(length * _LONGER), longest[each.name] if key in alone else 0)
        lines = filter(None, (place, "; ".join(shown), f"about {most} characters at most"))
        yield each, "\n".join(lines), bool(names) and varied.isdisjoint(plain.values())


def _conditions(table: Translated, key: str) -> Iterator[str]:
    """Yield the rule or the title that a text stands under, and the flags or the fact that it has a case for."""
    value: Any = table.layers.table
    done = ""
    for found in _PART.finditer(key):
        if isinstance(value, dict):
            for head in ("rule", "title"):
                if done and head in value and found[1] != head:
                    english = table.texts.get(f"{done}.{head}")
                    yield f"under “{english.english if english else value[head]}”"
            if found[1] == "cases":
                what = value.get("flags") or [value.get("fact", "")]
                case = key.rpartition("cases.")[2].split(" ")
                yield from (f"where {flag} = {each}" for flag, each in zip(what, case, strict=False))
        if isinstance(value, (dict, list)):
            value = value.get(found[1]) if isinstance(value, dict) else value[int(found[2])]
        done = key[: found.end()]


def started_grammar(files: LanguageFiles, origin: str, code: str) -> str:
    """Return the grammar of a language, by its code, with each word of another behind the sign of a draft."""
    if origin == DEFAULT_LANGUAGE:
        pairs = ((noun, table) for table, nouns in COUNTED.items() for noun in nouns)
        nouns = {noun: files.layers(origin, table).table[noun] for noun, table in pairs}
    else:
        nouns = dict(read_grammar(files.sources, files.read(origin))[1].table)
    layers = files.layers(origin, WORDS)
    table, words = {**layers.table, NOUNS: nouns}, language_words(layers, origin)
    plurals = plurals_of(code)
    # a form that only millions or decimals have is not asked for
    common = {plurals.category(count) for count in range(_COMMON)} | {"other"}
    categories = [each for each in plurals.categories if each in common] if plurals.known else ["one", "other"]

    def forms(noun: Mapping[str, str]) -> str:
        """Return a noun in each form of the language, and in the variants that it has."""
        found = {category: noun.get(category, noun["other"]) for category in categories}
        found |= {form: text for form, text in noun.items() if split(form)[0] in (*categories, A, NUMBER)}
        each = (f"{form} = {json.dumps(text) if form == NUMBER else _marked(text)}" for form, text in found.items())
        return f"{{ {', '.join(each)} }}"

    numbers = {"words": [words.number(number) for number in range(LARGEST + 1)]}
    numbers |= {key: value for key, value in table["numbers"].items() if key not in ("words", "tens", "decimal")}
    lines = [_GRAMMAR.format(code=code, categories=", ".join(categories))]
    lines += ["[language]", f"name = {_marked(code)}", 'read_by = ""', "", "[numbers]"]
    for key, value in numbers.items():
        rows = [value[start : start + 10] for start in range(0, len(value), 10)]
        lines += [f"{key} = [", *(f"  {', '.join(map(_marked, row))}," for row in rows), "]"]
    lines.append(f'decimal = "{words.decimal_sign}"')
    tables = {name: table[name] for name in _GRAMMAR_TABLES}
    for source, own in layers.table.get(NOUNS, {}).items():
        tables |= {f"{NOUNS}.{source}.{name}": value for name, value in own.items()}
    for name, entries in tables.items():
        lines += ["", f"[{name}]"]
        lines += [
            f"{key} = {forms(value) if isinstance(value, dict) else _marked(value)}" for key, value in entries.items()
        ]
    return "\n".join((*lines, ""))


def _marked(value: object) -> str:
    """Return a value as TOML has it, behind the sign of a draft where it is a word: commas and the like are none."""
    is_word = isinstance(value, str) and any(map(str.isalpha, value))
    return json.dumps(f"{DRAFT_SIGN}{value}" if is_word else value, ensure_ascii=False)
