"""Every number of an option has a range, which help and docs/options.md state, and a value out of it is one line."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from support.documents import table
from taflkit import limits
from taflkit.cli import main
from taflkit.kit.options import RANGES
from taflkit.kit.printers import READINGS

WRONG = (
    "nan",
    "inf",
    "-inf",
    "-1000",
    "1e308",
    "1e400",
    "9" * 22,
    "9" * 5000,
    "1_0",
    "",
    " ",
    "٣",
    "1,5",
    "0x10",
    "ten",
)
OTHERS = {
    "size": limits.WIDTH,
    "dpi": limits.DPI,
    "mark_inset": limits.MARK_INSET,
    "ply": limits.PLIES,
    "after": limits.PLIES,
    "depth": limits.DEPTH,
    "count": limits.PUZZLES,
    "seed": limits.SEED,
    "positions": limits.POSITIONS,
    "port": limits.PORT,
}


def commands(group: click.Group = main, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield the commands by the words that call them."""
    with group.make_context("taflkit", [], resilient_parsing=True) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            if isinstance(command, click.Group):
                yield from commands(command, *before, name)
            else:
                yield (*before, name), command


NUMBERS = [
    (words, option)
    for words, command in commands()
    for option in command.params
    if isinstance(option, click.Option)
    and (option.metavar in ("MM", "N") or isinstance(option.type, click.types.IntParamType))
]


@pytest.mark.parametrize(("words", "option"), NUMBERS, ids=[f"{' '.join(w)} {o.opts[0]}" for w, o in NUMBERS])
def test_a_number_out_of_its_range_is_one_line(words: tuple[str, ...], option: click.Option) -> None:
    name = ("office",) if words == ("printer", "set") else ()
    for value in WRONG:
        result = CliRunner().invoke(main, [*words, *name, f"{option.opts[0]}={value}"])
        assert result.exit_code == 1, value
        assert result.stderr.startswith(f"Error: {option.opts[0]}: "), value
        assert result.stderr.count("\n") == 1, value
        assert len(result.stderr) < 250, value


def test_every_number_has_its_range_in_the_help() -> None:
    shown = {(option.name or "").rstrip("_"): option.help for _, option in NUMBERS}
    readings = {name: values for name, (values, _) in READINGS.items()}
    ranges = {**RANGES, **OTHERS, **readings}
    assert set(shown) == set(ranges)
    for name, values in ranges.items():
        assert f"[{values}]" in (shown[name] or ""), name


def test_the_page_of_options_states_the_ranges() -> None:
    stated = dict(table("docs/options.md", "number | range"))
    assert stated == {f"--{name.replace('_', '-')}": str(values) for name, values in OTHERS.items()}
