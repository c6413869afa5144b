"""The ready kits of the site, the names of their files, and the page on which visitors make a kit of their own.

The form of that page, the kit maker, has a field for each choice of a kit, made of kit.options and of its words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Literal

from msgspec import Struct

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.catalog.book import read_book
from taflkit.kit.build import build_kit
from taflkit.kit.options import (
    DEFAULTS,
    ESSENTIALS,
    GROUPS,
    OPTIONS,
    PARTS,
    READER,
    SCHOOL,
    KitSpec,
    help_of,
    kit_name,
    written,
)
from taflkit.kit.printers import OF_LABELS, READINGS, Printer
from taflkit.limits import NAME, Range
from taflkit.render.pdf import to_pdf
from taflkit.render.png import contact_sheet, first_page
from taflkit.sheets.paper import NAMED, PAPERS
from taflkit.site.page import KITS, Made, ReadyKit, Site, SitePage, place_in
from taflkit.site.visitor.diagrams import listed
from taflkit.site.writing import READING, grammar, read_words
from taflkit.words.phrases import fill

_PAPERS = tuple(PAPERS)[:2]
"""The papers of ready kits, if not every one."""
_FIRST_DPI = 100
"""The pixels to the inch of the picture of page one."""
_WORDS = ("kit", "states", "roles", "counts", "plan", "print", "turned")
"""The tables of maker.toml that the page's script fills in."""
_FEW = 2
"""The values of a choice that everybody makes, up to which they stand side by side, and not in a menu."""
Kind = Literal["choice", "chips", "list", "flag", "length", "number"]


def ready_kits(site: Site, game: GameTemplates, ruleset: Ruleset, language: str) -> tuple[ReadyKit, ...]:
    """Return the ready kits of a ruleset; the first has a picture of its pages and the booklet for a screen besides.

    That of the game's first ruleset has a picture of page one too, which the kit maker shows until it has made one.
    """
    if site.kits == KITS[1]:
        return ()
    catalog = site.catalog
    every = site.kits == KITS[2]
    papers = tuple(PAPERS) if every else _PAPERS
    themes = catalog.theme_names() if every else catalog.theme_names()[:1]
    book = read_book(catalog, game.name, ruleset.name, (), language)
    made: list[ReadyKit] = []
    for theme, paper, mode in product(themes, papers, catalog.mode_names()):
        first = not made
        parts = (*PARTS, READER) if paper in _PAPERS and mode == catalog.mode_names()[0] else PARTS
        spec = KitSpec(
            game=game.name, rules=ruleset.name, paper=paper, mode=mode, theme=theme, language=language, parts=parts
        )
        stem = kit_name(catalog, book, spec)
        paths = {"kit": f"kits/{stem}.pdf"}
        paths |= {"reader": f"kits/{stem}-reader.pdf"} if READER in parts else {}
        paths |= {"preview": f"kits/{stem}-preview.webp"} if first else {}
        paths |= {"first": f"kits/{stem}-first.webp"} if first and ruleset.name == game.ruleset_names[0] else {}
        made.append(ReadyKit(paths, spec))
    return tuple(made)


def files(site: Site, language: str, name: str, rules: str) -> Iterator[Made]:
    """Yield the files of the ready kits of a ruleset, which have most of their drawings in common.

    Raises:
        TaflkitError: a kit cannot be built.
    """
    catalog, game = site.catalog, site.catalog.game(name)
    parts = {"": "kit", READER: "reader"}
    for ready in ready_kits(site, game, game.ruleset(rules), language):
        kit = build_kit(catalog, ready.spec)
        made = {
            parts[part]: to_pdf(document, kit.paints, store=catalog.store) for part, document in kit.documents.items()
        }
        if "first" in ready.paths:
            made["first"] = first_page(made["kit"], _FIRST_DPI)
        if "preview" in ready.paths:
            made["preview"] = contact_sheet(made["kit"], webp=True)
        yield from (Made(ready.paths[kind], content) for kind, content in made.items())


# the kit maker


class Value(Struct, frozen=True):
    """A value of a choice: as it is written, its label, and whether it is the default or among it."""

    value: str
    label: str
    chosen: bool = False


class Field(Struct, frozen=True):
    """A field of the form.

    Attributes:
        name: of a field of a KitSpec, or of a printer's reading behind READING.
        help: "" where the label is enough.
        kind: "choice" is one of a menu, "chips" one of few, "list" some of several, "flag" is had or not, "length" is
            in mm or another unit, and "number" is whole.
        default: as it is written; "" for none.
        empty: the meaning of an empty field.
        longest: the most characters of a text.
    """

    name: str
    label: str
    help: str
    kind: Kind
    default: str
    values: tuple[Value, ...] = ()
    empty: str = ""
    least: float = 0
    most: float = 0
    longest: int = NAME


class FieldGroup(Struct, frozen=True):
    """Fields under a heading."""

    name: str
    title: str
    fields: tuple[Field, ...]


def make_form(
    words: Mapping[str, Any],
    helps: Mapping[str, str],
    themes: Mapping[str, str],
    known: Mapping[str, tuple[Value, ...]],
) -> tuple[tuple[Field, ...], tuple[FieldGroup, ...]]:
    """Return the fields that everybody needs, and the groups of all others.

    The words are those of maker.toml, the helps by the names of choices and readings, the themes' titles by their
    names; known are the values of game, rules and language, which are those of the site.
    """
    known = {**known, "theme": tuple(Value(name, title, name == DEFAULTS.theme) for name, title in themes.items())}
    fields: dict[str, list[Field]] = {}
    for name, option in OPTIONS.items():
        if name not in helps:
            continue
        values, default, given = option.range, written(name, option.default), known.get(name, ())
        labels = words["values"].get(name, {})
        quoted = {value: fill(words["named"], {"value": label}) for value, label in labels.items()}
        # the booklet for a screen is none of the parts, since it is a file of its own
        offered = (*PARTS, *SCHOOL) if name == "parts" else option.values
        chosen = PARTS if name == "parts" else (default,)
        names = labels if name != "paper" else {each.name: each.label for each in NAMED.values()}
        # with an empty value the choice is left to the kit
        unset = (Value("", words["empty"][name], chosen=True),) if offered and not default else ()
        few = option.group in ESSENTIALS and 0 < len(option.values) <= _FEW
        field = Field(
            name=name,
            label=words["labels"][name],
            help="" if name in words["unhelped"] else _ranged(words, help_of(name, quoted, helps[name]), values),
            kind="chips" if few else "choice" if option.kind == "name" else option.kind,
            default=next((value.value for value in given if value.chosen), "") if given else default,
            values=given or (*unset, *(Value(value, names[value], value in chosen) for value in offered)),
            empty=words["empty"].get(name, ""),
            least=values.least if values else 0,
            most=values.most if values else 0,
        )
        fields.setdefault(option.group, []).append(field)
    fields["printer"] = [
        Field(
            name=f"{READING}{name}",
            label=words["readings"][name],
            help=_ranged(words, helps[f"{READING}{name}"], values),
            kind="length",
            default=f"{getattr(Printer(''), name):g}",
            least=values.least,
            most=values.most,
        )
        for name, (values, _) in READINGS.items()
        if name not in OF_LABELS
    ]
    return tuple(field for group in ESSENTIALS for field in fields[group]), tuple(
        FieldGroup(group, words["groups"][group], tuple(fields[group]))
        for group in (*GROUPS, "printer")
        if group in fields and group not in ESSENTIALS
    )


def _ranged(words: Mapping[str, Any], text: str, values: Range | None) -> str:
    """Return a help with the range of its choice."""
    if values is None:
        return text
    names = {"help": text, "least": f"{values.least:g}", "most": f"{values.most:g}"}
    return fill(words["length" if values.unit else "number"], names)


def pages(site: Site, language: str) -> Iterator[SitePage]:
    """Yield the kit maker in a language."""
    words, themes, helps = (read_words(site, language, name) for name in ("maker", "themes", "helps"))
    first = site.first_game(language)
    games: dict[str, dict[str, Any]] = {}
    for name in site.games:
        game = site.game_in(name, language)
        kits = ready_kits(site, game, game.rulesets[0], site.language_for(name, language))
        games[name] = {
            "title": game.title,
            "languages": site.languages_of(name),
            "picture": next((kit.paths["first"] for kit in kits if "first" in kit.paths), ""),
            "rulesets": listed(game),
        }
    names = {code: grammar(site, code).language.name for code in site.languages}
    values = {
        "game": tuple(Value(name, table["title"], name == first) for name, table in games.items()),
        "rules": tuple(Value(each["name"], each["title"], not at) for at, each in enumerate(games[first]["rulesets"])),
        "language": tuple(Value(code, names[code], code == language) for code in games[first]["languages"]),
    }
    essentials, groups = make_form(words, helps, themes, values)
    data = {
        "language": language,
        "language_names": names,
        "colon": grammar(site, language).lists.colon,
        "reading": READING,
        "labels": words["labels"] | {f"{READING}{name}": label for name, label in words["readings"].items()},
        "games": games,
        "reader": READER,
        "words": {name: words[name] for name in _WORDS},
    }
    page = {
        "maker": words,
        "essentials": essentials,
        "groups": groups,
        "games": values["game"],
        "ways": {name: place_in(site, site.language_for(name, language), f"games/{name}/") for name in site.games},
        "first": games[first],
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")),
    }
    yield SitePage("kit/index.html", "maker.html.j2", page, language)
