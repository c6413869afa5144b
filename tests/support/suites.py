"""The positions of the whole family with the counts that independent engines agree on, under the shipped rules."""

from __future__ import annotations

from functools import cache

from support import ROOT
from support.shipped import catalog
from taflkit.resources import DEFAULT_GAME
from taflkit.tafl import Position, Variant, parse_position
from taflkit.tafl.counts import Case, parse_suite

__all__ = ["FAMILY", "FAMILY_FILE", "FAMILY_RULESETS", "in_family", "positioned", "shipped_variant"]

FAMILY_FILE = ROOT / "tests" / "data" / "family.perft"
FAMILY = parse_suite(FAMILY_FILE.read_text(encoding="utf-8"), FAMILY_FILE.name)


def _family_rulesets() -> tuple[tuple[str, str], ...]:
    games = [catalog().game(name) for name in catalog().game_names() if name != DEFAULT_GAME]
    return tuple((game.name, ruleset) for game in games for ruleset in game.ruleset_names)


FAMILY_RULESETS = _family_rulesets()
"""Every game but Brandub, with each of its rulesets."""


@cache
def shipped_variant(game: str, ruleset: str) -> Variant:
    templates = catalog().game(game)
    return templates.variant(templates.ruleset(ruleset))


def positioned(case: Case) -> Position:
    """The position of a case, on the board and under the rules that are shipped."""
    return parse_position(shipped_variant(case.game, case.ruleset), case.position)


def in_family(game: str, ruleset: str) -> tuple[Case, ...]:
    """The cases of a ruleset, its start first."""
    return tuple(case for case in FAMILY if (case.game, case.ruleset) == (game, ruleset))
