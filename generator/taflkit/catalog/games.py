"""What is known of a game: its board, rulesets, figures and proofs, and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from taflkit.catalog.rulesets import Ruleset
from taflkit.catalog.sources import Source, convert
from taflkit.errors import TaflkitError, TemplateError, UnknownName
from taflkit.figures import FigureScript
from taflkit.tafl import BoardLayout, LayoutError, Square, Variant
from taflkit.words.texts import Texts

__all__ = ["GameTemplates", "load_figures", "load_layout", "load_proofs"]


@dataclass(eq=False, repr=False)
class _LayoutTable:
    """layout.toml."""

    title: str
    start: str
    throne: str = ""
    corners: tuple[str, ...] | None = None
    rulesets: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class GameTemplates:
    """Everything that is known of a game.

    Attributes:
        ruleset_names: in the game's order; the first is the default.
        figures: scripts that are drawn, by name.
        proofs: scripts that are only played, by name.
        script_files: the file of each script, for errors.
        own_words: whether the game has a booklet text of its own.
    """

    name: str
    title: str
    layout: BoardLayout
    ruleset_names: tuple[str, ...]
    figures: Mapping[str, FigureScript]
    proofs: Mapping[str, FigureScript]
    script_files: Mapping[str, str]
    texts: Texts
    text_file: str
    own_words: bool
    load_ruleset: Callable[[str], Ruleset] = field(repr=False, compare=False)

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """All rulesets, in the game's order."""
        return tuple(map(self.load_ruleset, self.ruleset_names))

    def ruleset(self, name: str | None) -> Ruleset:
        """Return a ruleset by name, the game's first if None.

        Raises:
            UnknownName: the game has no such ruleset.
        """
        if name is None:
            return self.load_ruleset(self.ruleset_names[0])
        if name not in self.ruleset_names:
            raise UnknownName(f"ruleset of {self.name}", name, self.ruleset_names)
        return self.load_ruleset(name)

    def variant(self, ruleset: Ruleset) -> Variant:
        """Return the game under a ruleset."""
        return Variant(self.name, ruleset.name, self.layout, ruleset.rules, ruleset.origins)


def load_layout(table: dict[str, Any], file: str) -> tuple[tuple[str, ...], str, BoardLayout]:
    """Return the order of the rulesets, the game's title and its board."""
    layout = convert(table, _LayoutTable, file)
    try:
        throne = Square.parse(layout.throne) if layout.throne else None
    except TaflkitError as error:
        raise TemplateError(file, "throne", str(error)) from None
    try:
        corners = None if layout.corners is None else tuple(Square.parse(name) for name in layout.corners)
    except TaflkitError as error:
        raise TemplateError(file, "corners", str(error)) from None
    try:
        return layout.rulesets, layout.title, BoardLayout.from_picture(layout.start, throne, corners)
    except LayoutError as error:
        raise TemplateError(file, error.key, error.why) from None


def load_figures(sources: list[Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read all scripts; a game's own figure takes the place of a shipped one of the same name."""
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        for name in source.names("figures"):
            table, files[name] = source.required(f"figures/{name}")
            scripts[name] = convert(table, FigureScript, files[name])
    return scripts, files


def load_proofs(sources: list[Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read the scripts of proofs.toml, or of [proofs]; a game's own takes the place of a shipped one."""
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        found = source.table("proofs")
        if found is not None:
            scripts |= convert(found[0], dict[str, FigureScript], found[1])
            files |= dict.fromkeys(found[0], found[1])
    return scripts, files
