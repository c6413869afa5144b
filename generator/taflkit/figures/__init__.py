"""Figures from the engine: a script is played, and the Scene holds the engine's answers."""

from __future__ import annotations

from taflkit.figures.playing import FigureError, parse_place, parse_places, play_script, prove_script
from taflkit.figures.script import (
    SHOWN,
    Attempt,
    Expect,
    FigureScript,
    Grid,
    Needs,
    Play,
    Reach,
    Scene,
    Window,
    belongs,
    flag_values,
    meets,
    shown_under,
    touched,
    typed_values,
    window_round,
    write_value,
)

__all__ = [
    "SHOWN",
    "Attempt",
    "Expect",
    "FigureError",
    "FigureScript",
    "Grid",
    "Needs",
    "Play",
    "Reach",
    "Scene",
    "Window",
    "belongs",
    "flag_values",
    "meets",
    "parse_place",
    "parse_places",
    "play_script",
    "prove_script",
    "shown_under",
    "touched",
    "typed_values",
    "window_round",
    "write_value",
]
