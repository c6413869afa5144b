"""taflkit completion: Tab completes commands, options and names, in bash, zsh and fish."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from taflkit.cli.console import ASKING, say
from taflkit.cli.options import Choice, output_option, own_folder
from taflkit.cli.writing import target, write_whole
from taflkit.errors import TaflkitError, shown

_PLACES = {
    "bash": (BashComplete, "XDG_DATA_HOME", ".local/share", "bash-completion/completions/taflkit"),
    "zsh": (ZshComplete, "XDG_DATA_HOME", ".local/share", "zsh/site-functions/_taflkit"),
    "fish": (FishComplete, "XDG_CONFIG_HOME", ".config", "fish/completions/taflkit.fish"),
}
"""What writes each shell's script, and where the shell looks for it: a variable, the folder without it, and the file.

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
@output_option("A file for the script, or - ; default where the shell looks for it.")
def completion(shell: str | None, output: str | None) -> None:
    """Install completion for SHELL, bash, zsh or fish; your own by default.

    Tab then completes commands, options, games, rulesets, variations, themes and printers.

    \b
    Examples:
      taflkit completion
      taflkit completion fish
      taflkit completion bash -o -
    """
    shell = shell or Path(os.environ.get("SHELL", "")).name
    if shell not in _PLACES:
        own = f"the shell '{shown(shell)}' is not known" if shell else "SHELL does not name your shell"
        raise TaflkitError(f"{own}; name one of {', '.join(_PLACES)}", choice="shell")
    kind, variable, beside, file = _PLACES[shell]
    made = kind(click.get_current_context().find_root().command, {}, "taflkit", ASKING)
    # click's own method source() would ask the system's bash for its version too
    script = made.source_template % made.source_vars()
    if output is not None:
        folder, name = target(output, several=False)
        write_whole(folder, name or Path(file).name, script)
        return
    own_place = own_folder(variable, beside)
    if own_place is None:
        raise TaflkitError(f"there is no home folder to keep it in; set HOME, or {variable}, or use -o")
    place = own_place / file
    say(f"{write_whole(place.parent, place.name, script)}: completion for {shell}")
    say(_NEXT[shell].format(file=quote(str(place)), folder=quote(str(place.parent))))


def refuse_odd_request() -> None:
    """Refuse requests for completion that no script of a shell makes.

    Raises:
        ClickException: the variables do not hold what such a script gives.
    """
    request = os.environ[ASKING]
    shell, _, instruction = request.partition("_")
    words, place = os.environ.get("COMP_WORDS"), os.environ.get("COMP_CWORD")
    if shell in _PLACES and instruction == "source":
        return
    if shell not in _PLACES or instruction != "complete":
        why = f"is '{shown(request)}', and must be one of {', '.join(_PLACES)} with _complete or _source behind it"
    elif words is None or place is None:
        why = "is for the scripts of taflkit completion, which give COMP_WORDS and COMP_CWORD with it"
    elif shell != "fish" and not (place.isascii() and place.isdigit() and len(place) <= _LONGEST_PLACE):
        why = f"needs the number of a word in COMP_CWORD, which is '{shown(place)}'"
    else:
        return
    raise click.ClickException(f"{ASKING} {why}; unset it, or see taflkit completion --help")
