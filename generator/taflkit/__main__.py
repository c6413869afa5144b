"""python -m taflkit is the same as taflkit."""

from taflkit.cli import run

run()
