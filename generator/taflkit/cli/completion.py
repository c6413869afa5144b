"""taflkit completion: Tab completes commands, options and names, in bash, zsh and fish."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote

import click

from taflkit.cli import proposals
from taflkit.cli.console import ASKING, say
from taflkit.cli.options import Choice
from taflkit.cli.writing import own_folder, target, write_whole
from taflkit.errors import TaflkitError, shown

__all__ = ["completion", "refuse_odd_request"]

_PLACES = {
    "bash": ("XDG_DATA_HOME", ".local/share", "bash-completion/completions/taflkit"),
    "zsh": ("XDG_DATA_HOME", ".local/share", "zsh/site-functions/_taflkit"),
    "fish": ("XDG_CONFIG_HOME", ".config", "fish/completions/taflkit.fish"),
}
"""Where each shell looks for the completions of one user: a variable, the folder without it, and the file.

Sources: bash-completion's README (FAQ, "Where should I put it"), fish's "Writing your own completions"; zsh has no such
place, and is given one with fpath (zshcompsys, "Autoloaded files").
"""
_NEXT = {
    "bash": "A new terminal has it, if the package bash-completion is installed; else add to ~/.bashrc: source {file}",
    "zsh": "Add to ~/.zshrc, above compinit: fpath=({folder} $fpath)",
    "fish": "A new terminal has it",
}
_LONGEST_PLACE = 9
"""The digits of the number of a word."""


@click.command()
@click.argument("shell", type=Choice(tuple(_PLACES)), required=False)
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    shell_complete=proposals.files,
    help="A file for the script, or - ; default where the shell looks for it.",
)
def completion(shell: str | None, output: str | None) -> None:
    """Install completion for SHELL, bash, zsh or fish; your own by default.

    Tab then completes commands, options, games, rulesets, variations, themes and printers.

    \b
    Examples:
      taflkit completion
      taflkit completion fish
      taflkit completion bash -o -
    """
    shell = shell or _own_shell()
    script = _script(shell)
    if output is not None:
        folder, name = target(output, several=False)
        write_whole(folder, name or Path(_PLACES[shell][2]).name, script)
        return
    place = _place(shell)
    say(f"{write_whole(place.parent, place.name, script)}: completion for {shell}")
    say(_NEXT[shell].format(file=quote(str(place)), folder=quote(str(place.parent))))


def _own_shell() -> str:
    """Return the shell that the user works in, as the system says."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in _PLACES:
        known = ", ".join(_PLACES)
        own = f"the shell '{shown(name)}' is not known" if name else "SHELL does not name your shell"
        raise TaflkitError(f"{own}; name one of {known}", choice="shell")
    return name


def _place(shell: str) -> Path:
    variable, beside, file = _PLACES[shell]
    folder = own_folder(variable, beside)
    if folder is None:
        raise TaflkitError(f"there is no home folder to keep it in; set HOME, or {variable}, or use -o")
    return folder / file


def _script(shell: str) -> str:
    """Return the script by which a shell asks taflkit for proposals."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise TaflkitError(f"completion for {shell} is not known here; update click", choice="shell")
    made = kind(click.get_current_context().find_root().command, {}, "taflkit", ASKING)
    # click's own method source() would ask the system's bash for its version too
    return made.source_template % made.source_vars()


def refuse_odd_request() -> None:
    """Refuse what no script of a shell asks for.

    Raises:
        ClickException: the variables do not hold what such a script gives.
    """
    asked = os.environ[ASKING]
    shell, _, instruction = asked.partition("_")
    words, place = os.environ.get("COMP_WORDS"), os.environ.get("COMP_CWORD")
    if shell in _PLACES and instruction == "source":
        return
    if shell not in _PLACES or instruction != "complete":
        why = f"is '{shown(asked)}', and must be one of {', '.join(_PLACES)} with _complete or _source behind it"
    elif words is None or place is None:
        why = "is for the scripts of taflkit completion, which give COMP_WORDS and COMP_CWORD with it"
    elif shell != "fish" and not (place.isascii() and place.isdigit() and len(place) <= _LONGEST_PLACE):
        why = f"needs the number of a word in COMP_CWORD, which is '{shown(place)}'"
    else:
        return
    raise click.ClickException(f"{ASKING} {why}; unset it, or see taflkit completion --help")
