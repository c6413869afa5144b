"""The scripts of a game's figures and proofs, its own and those that it shares."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.catalog.conversion import convert
from taflkit.catalog.names import name_problem, twin_problems
from taflkit.catalog.sources import Source, shown_name
from taflkit.errors import TaflkitError, TemplateError, gathered, refuse
from taflkit.figures import FigureScript
from taflkit.limits import FIGURES, PROOFS

__all__ = ["load_figures", "load_proofs"]


def load_figures(
    sources: Sequence[Source], problems: list[TaflkitError]
) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read the scripts of the figures; a game's own takes the place of a shared one of the same name.

    Args:
        sources: the game's own first.
        problems: those found are put behind these.

    Returns:
        The scripts and their files by the figures' names, as far as they can be read.
    """
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        with gathered(problems):
            for name in source.names("figures"):
                with gathered(problems):
                    table, files[name] = source.required(f"figures/{name}")
                    scripts[name] = convert(table, FigureScript, files[name])
    problems += (TemplateError(files[name], "", f"the figure {name} {why}") for name, why in twin_problems(scripts))
    if len(scripts) > FIGURES:
        why = f"has {len(scripts)} figures with those that it shares, and {FIGURES} are the most"
        problems.append(TemplateError(shown_name(sources[0].where), "figures", why))
    return dict(sorted(scripts.items())), files


def load_proofs(sources: Sequence[Source]) -> tuple[dict[str, FigureScript], dict[str, str]]:
    """Read the scripts of proofs.toml, or of [proofs]; a game's own takes the place of a shared one.

    Args:
        sources: the game's own first.

    Returns:
        The scripts and their files by the proofs' names.

    Raises:
        TemplateError: a problem in a file, with file and key.
    """
    scripts: dict[str, FigureScript] = {}
    files: dict[str, str] = {}
    for source in reversed(sources):
        found = source.table("proofs")
        if found is not None:
            table, file = found
            refuse(TemplateError(file, name, why) for name in table if (why := name_problem("proof", name)))
            scripts |= convert(table, dict[str, FigureScript], file)
            files |= dict.fromkeys(table, file)
    if len(scripts) > PROOFS:
        why = f"has {len(scripts)} proofs with those that it shares, and {PROOFS} are the most"
        raise TemplateError(shown_name(sources[0].where), "proofs", why)
    return scripts, files
