"""Figures from the engine: a script is played, and the Scene holds the engine's answers."""

from __future__ import annotations

from taflkit.figures.flags import Needs, flag_values, meets, shown_under, typed_values, write_value
from taflkit.figures.places import parse_place, parse_places
from taflkit.figures.playing import FigureError, play_script, prove_script
from taflkit.figures.scene import SHOWN, Scene, Window, touched, window_round
from taflkit.figures.script import Expect, FigureScript, Play, Reach, Try, belongs

__all__ = [
    "SHOWN",
    "Expect",
    "FigureError",
    "FigureScript",
    "Needs",
    "Play",
    "Reach",
    "Scene",
    "Try",
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
