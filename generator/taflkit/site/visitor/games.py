"""What the page of a game of one's own asks: its problems, each at its place, and what its booklet will say.

Every wish may have "language", that of the page.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from msgspec import Struct

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.catalog.book import read_book
from taflkit.catalog.names import name_problem
from taflkit.errors import DoesNotFit, ManyProblems, TaflkitError, TemplateError
from taflkit.figures import typed_values, write_value
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.reading import parse_toml
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.visitor.desk import Answer, Desk, spoken
from taflkit.site.visitor.forms import Form, form_of, kept_of, read_form, start_text, written
from taflkit.site.visitor.toml_places import Places, places_of
from taflkit.tafl import BoardLayout, Piece, Side, Square, Variant, flag_names
from taflkit.tafl.sanity import clashes, never_wins, without_throne
from taflkit.typesetting.lines import unmarked
from taflkit.words.naming import piece_names
from taflkit.words.rulebook import NumberedSentence, RuleWords, SentenceTemplate, applies, build_rulebook

__all__ = [
    "Idle",
    "Problem",
    "Said",
    "Shown",
    "begin",
    "game",
    "idle_flags",
    "kit_problems",
    "own_game",
    "said_by",
    "write",
]


_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
_ENDING = ".toml"
_DRAWN = (*(piece.name.lower() for piece in Piece), "throne", "corner")
"""What of a game's face is seen on the board."""
_FIELDS = {
    "title": "title",
    "start": "board",
    "throne": "board",
    "corners": "corners",
    "throne_marked": "throne",
    "rules_title": "rules_title",
    "rules_source": "source",
}
"""The places of the form that show the keys of a layout and of a ruleset."""


class Problem(Struct, frozen=True):
    """A problem of a text.

    Attributes:
        line: what it is, in one line.
        at: the line of the text, counted from 1; 0 where it is about no line.
        key: as messages write it, "" for none.
        field: the place of the form: "name", "title", "board", "corners", "throne", "rules_title", "source" or
            "rules.FLAG"; "text" for what the form does not show, "kit" for what the kit cannot hold.
    """

    line: str
    at: int = 0
    key: str = ""
    field: str = "text"


class Shown(Struct, frozen=True):
    """What the page shows of a text.

    Attributes:
        name, text: the file.
        problems: every one of them.
        form: what the form shows; None where the text cannot be read at all.
        kept: what the text holds that the form does not show.
        said: the sentences that the booklet will have; empty where the board is none.
        idle: the flags that make no difference, with the reason.
        face: the names of the devices and the ornament that the board is shown with; empty where the game is none.
        kit: what the kit maker lists it by: its title, and its rulesets with their variations.
    """

    name: str
    text: str
    problems: tuple[Problem, ...] = ()
    form: Form | None = None
    kept: tuple[Any, ...] = ()
    said: tuple[Said, ...] = ()
    idle: Mapping[str, Idle] = {}
    face: Mapping[str, str] = {}
    kit: Mapping[str, Any] = {}


def begin(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with a text to begin with, on the board and with the rules of a shipped game.

    Args:
        desk: with the catalog.
        wish: "name" of the file, "title" of the game and "house", the title of its rules; "game" and "rules", shipped.

    Raises:
        TaflkitError: there is no such game or ruleset.
    """
    text = start_text(desk.catalog, *(str(wish[key]) for key in ("name", "title", "game", "rules", "house")))
    return _answer(own_game(desk, str(wish["name"]), text, language=_language(wish)))


def game(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with everything the page shows of a text: see `Shown`.

    Args:
        desk: with the catalog and the visitor's files.
        wish: "name" and "text" of the file, and "ruleset", the one that the form shows; "" for the first.
    """
    return _answer(own_game(desk, str(wish["name"]), str(wish["text"]), str(wish.get("ruleset", "")), _language(wish)))


def write(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the text that a form writes, and with all that the page shows of it.

    Args:
        desk: with the catalog and the visitor's files.
        wish: "name" and "text" of the file, and "form", see `Form`.

    Raises:
        TaflkitError: the text cannot be read, or is laid out so that the form cannot write into it.
    """
    name, text, form = str(wish["name"]), str(wish["text"]), read_form(wish["form"])
    text = written(text, form, desk.catalog, parse_toml(text, name))
    return _answer(own_game(desk, name, text, form.ruleset, _language(wish)))


def kit_problems(desk: Desk, wish: dict[str, Any]) -> Answer:
    """Answer with the problems that show when the figures of a game are played and its kit is built.

    Args:
        desk: with the catalog and the visitor's files.
        wish: "name" and "text" of the file, and "ruleset"; "" for the first.
    """
    name, text, ruleset = str(wish["name"]), str(wish["text"]), str(wish.get("ruleset", ""))
    found: list[Problem] = []
    try:
        parse_toml(text, name)
    except TaflkitError as error:
        return Answer({"problems": [_unread(each, name, text) for each in _each(error)]})
    with _placed(desk, name, places_of(text), found):
        path = desk.own(name, text)
        templates = spoken(desk.catalog.game(path), _language(wish))
        chosen = templates.ruleset(ruleset if ruleset in templates.ruleset_names else None)
        found += _never_won(templates, chosen)
        if not found:
            spec = KitSpec(game=path, rules=chosen.name, language=templates.texts().language)
            read_book(desk.catalog, path, chosen.name, (), spec.language)
            build_kit(desk.catalog, spec)
    return Answer({"problems": found})


def own_game(desk: Desk, name: str, text: str, ruleset: str = "", language: str = DEFAULT_LANGUAGE) -> Shown:
    """Return everything that the page shows of a text.

    Args:
        desk: with the catalog and the visitor's files.
        name: of the file.
        text: its TOML.
        ruleset: the one that the form shows; "" for the first.
        language: of the page; sentences are in it if the game has words in it.
    """
    problems = list(_name_problems(name))
    try:
        tables = parse_toml(text, name)
    except TaflkitError as error:
        problems += [_unread(each, name, text) for each in _each(error)]
        return Shown(name, text, tuple(problems))
    places = places_of(text)
    form = form_of(tables, desk.catalog, ruleset)
    shown = partial(Shown, name, text, form=form, kept=kept_of(places, form))
    if problems:
        return shown(problems=tuple(problems))
    with _placed(desk, name, places, problems):
        path = desk.own(name, text)
        for found in desk.catalog.every_problem(path):
            problems += _places_of(desk, found, name, places)
    if problems:
        return shown(problems=_once(problems))
    with _placed(desk, name, places, problems):
        templates = spoken(desk.catalog.game(path), language)
        chosen = templates.ruleset(form.ruleset if form.ruleset in templates.ruleset_names else None)
        problems += _contradictions(templates, chosen, places)
        said = said_by(templates, chosen)
        clashing = {problem.field.removeprefix("rules.") for problem in problems}
        idle = {flag: why for flag, why in idle_flags(templates, chosen).items() if flag not in clashing}
        face = {kind: getattr(chosen.face, kind) for kind in _DRAWN}
        kit = _listed(templates)
        return shown(problems=_once(problems), said=said, idle=idle, face=face, kit=kit)
    return shown(problems=_once(problems))


def _listed(game: GameTemplates) -> Mapping[str, Any]:
    """Return a game as the kit maker lists it."""
    untitled = game.booklet().untitled
    rulesets = [
        {
            "name": ruleset.name,
            "title": ruleset.title or untitled,
            "variations": [[each.name, each.title] for each in ruleset.variations.values()],
        }
        for ruleset in game.rulesets
    ]
    return {"title": game.title, "rulesets": rulesets, "languages": game.languages}


def _language(wish: Mapping[str, Any]) -> str:
    """Return the language of the page that asks."""
    return str(wish.get("language", DEFAULT_LANGUAGE))


def _answer(shown: Shown) -> Answer:
    return Answer({name: getattr(shown, name) for name in shown.__struct_fields__})


def _once(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(dict.fromkeys(problems))


# where problems are


def _name_problems(name: str) -> Iterator[Problem]:
    stem = name.removesuffix(_ENDING)
    if stem == name:
        yield Problem("the name of the file must end in .toml", field="name")
    elif why := name_problem("game", stem):
        yield Problem(f"'{stem}' {why}", field="name")


def _each(error: TaflkitError) -> tuple[TaflkitError, ...]:
    return error.problems if isinstance(error, ManyProblems) else (error,)


def _unread(error: TaflkitError, name: str, text: str) -> Problem:
    """Return the problem of a text that is no TOML, at its line."""
    line = str(error).removeprefix(f"{name}: ")
    found = _AT_LINE.search(line)
    last = text.rstrip().count("\n") + 1
    return Problem(line, int(found[1] or last) if found else 0)


@contextmanager
def _placed(desk: Desk, name: str, places: Places, found: list[Problem]) -> Iterator[None]:
    """Keep the problems that are raised within, with their places."""
    try:
        yield
    except TaflkitError as error:
        found += _places_of(desk, error, name, places)


def _places_of(desk: Desk, error: TaflkitError, name: str, places: Places) -> Iterator[Problem]:
    """Yield a problem of the catalog with the line and the field it is about, or each of several."""
    for each in _each(error):
        if not isinstance(each, TemplateError):
            field = "kit" if isinstance(each, DoesNotFit) or each.choice else "text"
            yield Problem(desk.without_folders(str(each)), field=field)
            continue
        file = desk.without_folders(each.file)
        table = file.removeprefix(name).removeprefix(": ")
        if table == file:
            # a file that came with the program: the engine contradicts a figure of its under these rules
            yield Problem(str(each))
            continue
        key = ".".join(filter(None, (table, each.key)))
        yield Problem(each.why, places.line_of(key), key, _field(key))


def _field(key: str) -> str:
    """Return the place of the form that shows a key."""
    match re.split(r"[.\[]", key):
        case ["layout", name, *_]:
            return _FIELDS.get(name, "text")
        case ["rulesets", _, "title" | "source" as name]:
            return _FIELDS[f"rules_{name}"]
        case ["rulesets", _, "rules", flag, *_] if flag in flag_names():
            return f"rules.{flag}"
    return "text"


def _contradictions(game: GameTemplates, ruleset: Ruleset, places: Places) -> Iterator[Problem]:
    """Yield the flags of a ruleset that contradict one another, at each of them."""
    for clash in clashes(ruleset.rules, game.layout_under(ruleset)):
        for flag in clash.flags:
            key = f"rulesets.{ruleset.name}.rules.{flag}"
            yield Problem(clash.why, places.line_of(key), key, f"rules.{flag}")


def _never_won(game: GameTemplates, ruleset: Ruleset) -> Iterator[Problem]:
    """Yield why a side can never win."""
    variant = game.variant(ruleset)
    if not clashes(ruleset.rules, variant.layout):
        for side in Side:
            if why := never_wins(variant, side):
                yield Problem(f"the {side.value} can never win: {why}", field="board")


class Said(Struct, frozen=True):
    """A sentence of the booklet.

    Attributes:
        reference: such as "10b".
        number: of its rule.
        text: as it is read.
        flags: those that it rests on, and those that it speaks of where no sentence rests on them.
    """

    reference: str
    number: int
    text: str
    flags: tuple[str, ...]


class Idle(Struct, frozen=True):
    """Why a flag makes no difference: the board has no corners or no throne, or another flag has such a value.

    Attributes:
        needs: "corners", "throne", "flag", or "more" where no single one would do.
        flag, value: with which it would make a difference; "" for none.
    """

    needs: str
    flag: str = ""
    value: str = ""


def said_by(game: GameTemplates, ruleset: Ruleset) -> tuple[Said, ...]:
    """Return the numbered sentences of a game's rules, as its booklet will have them.

    Nothing is played: that the engine proves each of them is for the kit.

    Raises:
        TaflkitError: a text of the game that cannot be filled in.
    """
    texts = game.texts()
    words = _words(game, ruleset)
    scripts = {*game.figures, *game.proofs}
    rules = build_rulebook(texts.rules, words, game.figures, scripts)
    sentences = [sentence for rule in rules for sentence in rule.sentences]
    rested_on = {flag for sentence in sentences for flag in _rests(sentence)}
    return tuple(_said(sentence, rested_on) for sentence in sentences)


def _rests(sentence: NumberedSentence) -> tuple[str, ...]:
    flags = dict.fromkeys(ground.partition(".")[0] for ground in sentence.grounds)
    return tuple(flag for flag in flags if flag in flag_names())


def _said(sentence: NumberedSentence, rested_on: Collection[str]) -> Said:
    more = tuple(flag for flag in sentence.flags if flag not in rested_on)
    return Said(sentence.reference, sentence.number, unmarked(sentence.text), (*_rests(sentence), *more))


def _words(game: GameTemplates, ruleset: Ruleset) -> RuleWords:
    texts, variant = game.texts(), game.variant(ruleset)
    names = texts.words.names(game.title_under(ruleset), variant)
    return RuleWords(texts.words, {**names, **piece_names(texts.words, ruleset.face)}, variant, ruleset.origin)


def idle_flags(game: GameTemplates, ruleset: Ruleset) -> Mapping[str, Idle]:
    """Return the flags whose values all give the same rules, on this board and with these other flags.

    The sentences decide it: a flag is idle where no sentence is another under another value of it.

    Raises:
        TaflkitError: a text of the game that cannot be filled in.
    """
    words = _words(game, ruleset)
    layout, sentences = words.variant.layout, game.texts().rules
    found: dict[str, Idle] = {}
    for flag in flag_names():
        if not layout.throne_marked and flag in without_throne(words.variant.rules):
            found[flag] = Idle("throne")
        elif not _matters(flag, words, layout, sentences):
            found[flag] = _why_idle(flag, words, layout, sentences)
    return found


def _matters(flag: str, words: RuleWords, layout: BoardLayout, sentences: Sequence[SentenceTemplate]) -> bool:
    """Whether a sentence is another under another value of a flag."""
    about = [sentence for sentence in sentences if flag in sentence.flags and applies(sentence, layout)]
    under = [words.under(_variant(words.variant, layout, flag, value)) for value in typed_values(flag)]
    return any(len({each.spoken(sentence) for each in under}) > 1 for sentence in about)


def _variant(variant: Variant, layout: BoardLayout, flag: str = "", value: object = None) -> Variant:
    rules = variant.rules._replace(**{flag: value}) if flag else variant.rules  # type: ignore[arg-type]
    return Variant(variant.game, variant.name, layout, rules, variant.origins)


def _why_idle(flag: str, words: RuleWords, layout: BoardLayout, sentences: Sequence[SentenceTemplate]) -> Idle:
    """Return what would have to be otherwise for a flag to make a difference."""
    for other, value in _others(flag, sentences):
        if _matters(flag, words.under(_variant(words.variant, layout, other, value)), layout, sentences):
            return Idle("flag", other, write_value(value))
    cornered = _with_corners(layout)
    under = [_variant(words.variant, cornered)]
    under += [_variant(words.variant, cornered, *choice) for choice in _others(flag, sentences)]
    if any(_matters(flag, words.under(variant), cornered, sentences) for variant in under):
        return Idle("corners")
    return Idle("more")


def _with_corners(layout: BoardLayout) -> BoardLayout:
    """Return a board with its four corners; the same one where it has corners."""
    if layout.corners:
        return layout
    size = layout.size - 1
    four = tuple(Square(file, rank) for file in (0, size) for rank in (0, size))
    return dataclasses.replace(layout, corners=four)


def _others(flag: str, sentences: Sequence[SentenceTemplate]) -> Iterator[tuple[str, str | bool | int]]:
    """Yield the values of the flags that sentences speak of together with a flag."""
    beside = dict.fromkeys(other for each in sentences if flag in each.flags for other in each.flags if other != flag)
    for other in beside:
        yield from ((other, value) for value in typed_values(other))
