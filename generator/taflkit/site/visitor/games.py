"""The questions of the page of a game of one's own: its problems, each at its place, and its booklet's sentences.

Every request may have "language", that of the page.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from msgspec import Struct

from taflkit.catalog import GameTemplates, Ruleset
from taflkit.catalog.book import read_book
from taflkit.catalog.conversion import name_problem
from taflkit.errors import DoesNotFit, ManyProblems, TaflkitError, TemplateError
from taflkit.figures import typed_values, write_value
from taflkit.kit.build import build_kit
from taflkit.kit.options import KitSpec
from taflkit.reading import parse_toml
from taflkit.resources import DEFAULT_LANGUAGE
from taflkit.site.visitor.diagrams import LETTERS, listed
from taflkit.site.visitor.forms import (
    GameForm,
    Hidden,
    corner_squares,
    form_of,
    hidden_in,
    read_form,
    start_text,
    written,
)
from taflkit.site.visitor.session import Answer, Session, in_language
from taflkit.site.visitor.toml import Places, places_of
from taflkit.tafl import BoardLayout, Side, Variant, flag_names
from taflkit.tafl.sanity import clashes, never_wins, without_throne
from taflkit.typesetting.prose import unmarked
from taflkit.words.naming import piece_names
from taflkit.words.rulebook import RuleWords, SentenceTemplate, build_rulebook

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
_FIELDS = {"title": "title", "start": "board", "throne": "board", "corners": "corners", "throne_marked": "throne"}
"""The places of the form that show the keys of a layout."""


class Problem(Struct, frozen=True):
    """A problem of a text, in one line.

    Attributes:
        at: the line of the text, counted from 1; 0 where it is about no line.
        key: as messages write it, "" for none.
        field: the place of the form: "name", "title", "board", "corners", "throne", "rules_title", "source" or
            "rules.FLAG"; "text" for what the form does not show, "kit" for what the kit cannot hold.
    """

    line: str
    at: int = 0
    key: str = ""
    field: str = "text"


class BookletSentence(Struct, frozen=True):
    """A sentence of the booklet.

    Attributes:
        reference: such as "10b".
        number: of its rule.
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


class ShownGame(Struct, frozen=True):
    """The page of a text.

    Attributes:
        name, text: the file.
        form: None where the text cannot be read at all.
        hidden: the parts of the text that the form does not show.
        sentences: those that the booklet will have; empty where the board is none.
        idle: the flags that make no difference, with the reason.
        face: the names of the devices and the ornament that the board is shown with; empty where the game is none.
        kit: the game as the kit maker lists it.
    """

    name: str
    text: str
    problems: tuple[Problem, ...] = ()
    form: GameForm | None = None
    hidden: tuple[Hidden, ...] = ()
    sentences: tuple[BookletSentence, ...] = ()
    idle: Mapping[str, Idle] = {}
    face: Mapping[str, str] = {}
    kit: Mapping[str, Any] = {}


def begin(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with a text to begin with, on the board and with the rules of a shipped game; see `ShownGame`.

    The request has "name" of the file, "title" of the game, "house", the title of its rules, and "game" and "rules",
    shipped.

    Raises:
        TaflkitError: there is no such game or ruleset.
    """
    text = start_text(session.catalog, *(str(request[key]) for key in ("name", "title", "game", "rules", "house")))
    return _answer(session, request, text)


def game(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with everything the page shows of a text: see `ShownGame`.

    The request has "name" and "text" of the file, and "ruleset", the one that the form shows; "" for the first.
    """
    return _answer(session, request, str(request["text"]), str(request.get("ruleset", "")))


def write(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the text that a form writes, and with all that the page shows of it.

    The request has "name" and "text" of the file, and "form", see `GameForm`.

    Raises:
        TaflkitError: the text cannot be read, or is laid out so that the form cannot write into it.
    """
    text, form = str(request["text"]), read_form(request["form"])
    text = written(text, form, session.catalog, parse_toml(text, str(request["name"])))
    return _answer(session, request, text, form.ruleset)


def _answer(session: Session, request: Mapping[str, Any], text: str, ruleset: str = "") -> Answer:
    shown = own_game(session, str(request["name"]), text, ruleset, str(request.get("language", DEFAULT_LANGUAGE)))
    return Answer({name: getattr(shown, name) for name in shown.__struct_fields__})


def listing(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with a game as the kit maker lists it; the request has "name" and "text" of the file.

    Raises:
        TaflkitError: the file has a problem.
    """
    path = session.own(str(request["name"]), str(request["text"]))
    language = str(request.get("language", DEFAULT_LANGUAGE))
    return Answer(_listed(in_language(session.catalog.game(path), language)))


def _listed(game: GameTemplates) -> dict[str, Any]:
    return {"title": game.title, "rulesets": listed(game), "languages": game.languages}


def kit_problems(session: Session, request: dict[str, Any]) -> Answer:
    """Answer with the problems that show when the figures of a game are played and its kit is built.

    The request has "name" and "text" of the file, and "ruleset"; "" for the first.
    """
    name, text, ruleset = str(request["name"]), str(request["text"]), str(request.get("ruleset", ""))
    problems: list[Problem] = []
    try:
        parse_toml(text, name)
    except TaflkitError as error:
        return Answer({"problems": list(_unread(error, name, text))})
    with _placed(session, name, places_of(text), problems):
        path = session.own(name, text)
        templates = in_language(session.catalog.game(path), str(request.get("language", DEFAULT_LANGUAGE)))
        chosen = templates.ruleset(ruleset if ruleset in templates.ruleset_names else None)
        variant = templates.variant(chosen)
        if not clashes(chosen.rules, variant.layout):
            reasons = [(side, never_wins(variant, side)) for side in Side]
            problems += [
                Problem(f"the {side.value} can never win: {why}", field="board") for side, why in reasons if why
            ]
        if not problems:
            spec = KitSpec(game=path, rules=chosen.name, language=templates.texts().language)
            read_book(session.catalog, path, chosen.name, (), spec.language)
            build_kit(session.catalog, spec)
    return Answer({"problems": problems})


def own_game(session: Session, name: str, text: str, ruleset: str = "", language: str = DEFAULT_LANGUAGE) -> ShownGame:
    """Return everything that the page shows of a text.

    Its form is of the named ruleset, or of the first for ""; its sentences are in the page's language if it has words
    in that.
    """
    problems: list[Problem] = []
    stem = name.removesuffix(".toml")
    if stem == name:
        problems.append(Problem("the name of the file must end in .toml", field="name"))
    elif why := name_problem("game", stem):
        problems.append(Problem(f"'{stem}' {why}", field="name"))
    try:
        tables = parse_toml(text, name)
    except TaflkitError as error:
        return ShownGame(name, text, (*problems, *_unread(error, name, text)))
    places = places_of(text)
    form = form_of(tables, session.catalog, ruleset)
    shown = partial(ShownGame, name, text, form=form, hidden=hidden_in(places, form))
    if not problems:
        with _placed(session, name, places, problems):
            path = session.own(name, text)
            for problem in session.catalog.every_problem(path):
                problems += _problems_of(session, problem, name, places)
    if not problems:
        with _placed(session, name, places, problems):
            templates = in_language(session.catalog.game(path), language)
            chosen = templates.ruleset(form.ruleset if form.ruleset in templates.ruleset_names else None)
            clashing = []
            for clash in clashes(chosen.rules, templates.layout_under(chosen)):
                for flag in clash.flags:
                    key = f"rulesets.{chosen.name}.rules.{flag}"
                    problems.append(Problem(clash.why, places.line_of(key), key, f"rules.{flag}"))
                    clashing.append(flag)
            shown = partial(
                shown,
                sentences=booklet_sentences(templates, chosen),
                idle={flag: why for flag, why in idle_flags(templates, chosen).items() if flag not in clashing},
                face={kind: getattr(chosen.face, kind) for kind in LETTERS},
                kit=_listed(templates),
            )
    return shown(problems=tuple(dict.fromkeys(problems)))


# where problems are


def _each(error: TaflkitError) -> tuple[TaflkitError, ...]:
    return error.problems if isinstance(error, ManyProblems) else (error,)


def _unread(error: TaflkitError, name: str, text: str) -> Iterator[Problem]:
    """Yield the problems of a text that is no TOML, each at its line."""
    for each in _each(error):
        line = str(each).removeprefix(f"{name}: ")
        place = _AT_LINE.search(line)
        last = text.rstrip().count("\n") + 1
        yield Problem(line, int(place[1] or last) if place else 0)


@contextmanager
def _placed(session: Session, name: str, places: Places, problems: list[Problem]) -> Iterator[None]:
    """Add the problems that are raised within, with their places."""
    try:
        yield
    except TaflkitError as error:
        problems += _problems_of(session, error, name, places)


def _problems_of(session: Session, error: TaflkitError, name: str, places: Places) -> Iterator[Problem]:
    """Yield a problem of the catalog with its line and its field, or each of several."""
    for each in _each(error):
        if not isinstance(each, TemplateError):
            field = "kit" if isinstance(each, DoesNotFit) or each.choice else "text"
            yield Problem(session.without_folders(str(each)), field=field)
            continue
        file = session.without_folders(each.file)
        table = file.removeprefix(name).removeprefix(": ")
        if table == file:
            # a file that came with the program: the engine contradicts a figure of its under these rules
            yield Problem(str(each))
            continue
        key = ".".join(filter(None, (table, each.key)))
        field = "text"
        match re.split(r"[.\[]", key):
            case ["layout", part, *_]:
                field = _FIELDS.get(part, "text")
            case ["rulesets", _, "title" | "source" as part]:
                field = "rules_title" if part == "title" else part
            case ["rulesets", _, "rules", flag, *_] if flag in flag_names():
                field = f"rules.{flag}"
        yield Problem(each.why, places.line_of(key), key, field)


# the sentences of the booklet


def booklet_sentences(game: GameTemplates, ruleset: Ruleset) -> tuple[BookletSentence, ...]:
    """Return the numbered sentences of a game's rules, as its booklet will have them.

    That the engine proves each of them is for the kit.

    Raises:
        TaflkitError: a text of the game cannot be filled in.
    """
    scripts = {*game.figures, *game.proofs}
    rules = build_rulebook(game.texts().rules, game.texts().groups, _words(game, ruleset), game.figures, scripts)
    sentences = [sentence for rule in rules for sentence in rule.sentences]
    grounds = [dict.fromkeys(ground.partition(".")[0] for ground in sentence.grounds) for sentence in sentences]
    rested_on = {flag for each in grounds for flag in each}
    return tuple(
        BookletSentence(
            sentence.reference,
            sentence.number,
            unmarked(sentence.text),
            (
                *(flag for flag in own if flag in flag_names()),
                *(flag for flag in sentence.flags if flag not in rested_on),
            ),
        )
        for sentence, own in zip(sentences, grounds, strict=True)
    )


def _words(game: GameTemplates, ruleset: Ruleset) -> RuleWords:
    texts, variant = game.texts_under(ruleset), game.variant(ruleset)
    names = texts.words.names(game.title_under(ruleset), variant)
    pieces = piece_names(texts.words, ruleset.face)
    return RuleWords(texts.words, {**names, **pieces}, variant, ruleset.origin, ruleset.points)


def idle_flags(game: GameTemplates, ruleset: Ruleset) -> Mapping[str, Idle]:
    """Return the flags whose values all give the same rules, on this board and with these other flags.

    The sentences decide it: a flag is idle where no sentence is another under another value of it.

    Raises:
        TaflkitError: a text of the game that cannot be filled in.
    """
    words = _words(game, ruleset)
    layout = words.variant.layout
    cornered = layout if layout.corners else dataclasses.replace(layout, corners=corner_squares(layout.size, 1))
    idle: dict[str, Idle] = {}
    for flag in flag_names():
        if not layout.throne_marked and flag in without_throne(words.variant.rules):
            idle[flag] = Idle("throne")
            continue
        about = [sentence for sentence in game.texts().rules if flag in sentence.flags]
        if _matters(flag, about, words, layout, {}):
            continue
        # what would have to be otherwise for it to make a difference
        beside = dict.fromkeys(other for sentence in about for other in sentence.flags if other != flag)
        others = [(other, value) for other in beside for value in typed_values(other)]
        for other, value in others:
            if _matters(flag, about, words, layout, {other: value}):
                idle[flag] = Idle("flag", other, write_value(value))
                break
        else:
            choices = ({}, *({other: value} for other, value in others))
            would = any(_matters(flag, about, words, cornered, choice) for choice in choices)
            idle[flag] = Idle("corners" if would else "more")
    return idle


def _matters(
    flag: str, about: Sequence[SentenceTemplate], words: RuleWords, layout: BoardLayout, others: Mapping[str, Any]
) -> bool:
    """Whether a sentence is another under another value of a flag, on a board and with values of other flags."""
    variant = words.variant
    under = []
    for value in typed_values(flag):
        rules = variant.rules._replace(**{**others, flag: value})
        under.append(words.under(Variant(variant.game, variant.name, layout, rules, variant.origins)))
    sentences = [sentence for sentence in about if under[0].applies(sentence)]
    return any(len({each.sentence_text(sentence) for each in under}) > 1 for sentence in sentences)
