"""python -m taflkit is the same as taflkit."""

from taflkit.cli import main

main(prog_name="taflkit")
