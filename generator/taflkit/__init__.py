"""taflkit: print-and-play kits for Brandub and its family, from one board-layout model.

The names below and those of taflkit.tafl are the library, which docs/library.md and docs/engine.md describe. They stay
as they are from 1.0 on. Everything else in the package is private, and changes without notice.
"""

from typing import TYPE_CHECKING

from taflkit.errors import (
    DoesNotFit,
    IllegalMove,
    ManyProblems,
    TaflkitError,
    TemplateError,
    UnknownName,
    UntranslatedTexts,
)

__version__ = "1.0.0"

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
"""The address of the licence of the words and drawings."""

__all__ = [
    "LICENCE",
    "DoesNotFit",
    "IllegalMove",
    "ManyProblems",
    "TaflGame",
    "TaflRuleset",
    "TaflkitError",
    "TemplateError",
    "UnknownName",
    "UntranslatedTexts",
    "__version__",
    "build_kit",
    "draw_diagram",
    "draw_figures",
    "game",
    "games",
    "plan_kit",
    "puzzles",
    "tafl",
    "variant",
]

if TYPE_CHECKING:
    from taflkit import tafl
    from taflkit.library import (
        TaflGame,
        TaflRuleset,
        build_kit,
        draw_diagram,
        draw_figures,
        game,
        games,
        plan_kit,
        puzzles,
        variant,
    )
else:

    def __getattr__(name: str) -> object:
        """Return a name of the library, which is imported when one is asked for: it is most of the program."""
        if name not in __all__:
            raise AttributeError(f"module 'taflkit' has no attribute '{name}'")
        if name == "tafl":
            import taflkit.tafl  # noqa: PLC0415

            return taflkit.tafl
        from taflkit import library  # noqa: PLC0415

        return getattr(library, name)

    def __dir__() -> list[str]:
        """Return the names of the library."""
        return __all__
