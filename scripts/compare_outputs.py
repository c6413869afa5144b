"""List the SHA-256 of every kind of output of the program, to compare two checkouts of which one is being rebuilt.

Each line is a digest and a name: of a file, or of what a command said with its exit code. The commands alone are
called, so that the script runs in a checkout whose modules are others. Run it with each checkout's own Python:

    .venv/bin/python scripts/compare_outputs.py > before.txt
    .venv/bin/python scripts/compare_outputs.py --against before.txt > after.txt
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.testing import CliRunner

from taflkit.cli import main as taflkit

FILES = {
    "mine.toml": "[layout]\ntitle = 'Mine'\nstart = '''\n..t..\n..T..\ntTKTt\n..T..\n..t..\n'''\ncorners = []\n"
    "face = { attacker = 'wolf', defender = 'shield', king = 'helmet', frame = 'links' }\n"
    "[rulesets.house]\ntitle = 'House rules'\nbase = 'walker'\nrules.goal = 'edge'\n",
    "mistakes.toml": "[layout]\ntitel = 1\nbase = 'brandubh'\n[rulesets.x]\nlabel = 3\n",
    "none.toml": "= no TOML",
    "glow.toml": "[colours]\nboard = 'purplish'\n[devices]\nking = 'king.svg'\n",
    "bad.toml": "base = 'plain'\n[devices]\nking = 'king.svg'\n",
    "king.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="arm" d="M 1 1 Q 2"/></svg>',
    "game.txt": "1. d6-f6 d5-d6 2. f6-f5",
    "position.txt": "/7/7/2t4/7/3Tt2/7/7/ attackers",
}
"""What lies in the folder that every command runs in."""
KITS = """
--sections best|--sections two --cell 30|--sections pinwheel --gap 0|--sections whole|--sheets 1|--sheets 5|--cell 25
--cell 1in|--join tabs|--join overlap|--join overlap --overlap 12|--counters two-sided|--counters fold|--counters punch
--counters punch --punch 25.4|--king standee|--king standee --ink light --mode mono|--sets 2|--sets 3 --spares|--spares
--margin 15|--gap 0|--gap 6|--gap 6 --bleed 1|--bleed 0|--frame 0|--frame 14|--box parts|--box kit|--box kit --cell 24
--box kit --thickness 2|--box parts --thickness 0.5 --king standee|--cards two-sided|--pages 4|--pages 8|--pages 12
--duplex long|--duplex long --cards two-sided --counters two-sided|--duplex single|--split|--split --box kit|--preview
--parts board|--parts counters|--parts cards|--parts booklet|--parts instructions|--parts reader|--parts board,counters
--parts reader,cards,booklet --pages 12|--theme plain --parts reader|tablut --box kit --theme manuscript --paper letter
alea-evangelii --paper a3|hnefatafl --join tabs --counters fold --cards two-sided|parlett --ink light --sets 2
mine.toml|mine.toml --theme manuscript|--dry-run --split
"""
"""Kits with each choice off its default."""
DIAGRAMS = """
diagram|diagram --move d6-c6 --moves-of c4|diagram --position "/7/7/2t4/7/3Tt2/7/7/" --move c3-c5xd5 --coordinates
diagram --rules branan --refused b4-d4 --position "/7/7/7/1T5/7/7/7/" --format png --dpi 72|diagram --part a1-d4
diagram --file game.txt --ply 3 --caption "The king *breaks* out." --mode mono -o 3.pdf|diagram --file position.txt
diagram --record "d6-f6 d5-d6 f6-f5" --after 2 --size 8cm --theme plain|diagram alea-evangelii --theme manuscript
diagram mine.toml --title "A title"|diagram --language da --move d6-c6 --format pdf
"""
ERRORS = """
nothing|build nothing|build none.toml|build mistakes.toml|build away.toml|build --rules nobody|build --variation check
build --paper a9|build --mode red|build --theme glowing|build --theme glow.toml|build --theme bad.toml
build --language xx|build --cell 190|build --cell 3|build --cell far|build --sheets 1 --cell 60 alea-evangelii
build --margin 4|build --gap 21|build --bleed 11|build --frame 41|build --parts lid|build --pages 5|build --punch 2in
build --counters punch --punch 101|build --sets 0|build --printer nobody|build --box=chest|build --thickness 5
build --join glue|build tablut brandub|build --parts reader --box|build --colour|export|export --to anything
figures --figure nothing|diagram --move d7-d6|diagram --move d6-d7|diagram --position "/8/"|diagram --record "d6-d1"
diagram --file away.txt|diagram --part z1-a1|rules --diff nobody|plan --cell 60 --sheets 1|plan none.toml
check mistakes.toml|check --theme bad.toml|perft --depth 10|perft --position x|printer show nobody
printer set office --scale-x 80|new game|new game A/B|new ruleset club --game nothing|new language english
site --games nothing|site --kits some|games --text
"""
NEW = """
new game other&&check other.toml&&build other.toml|new ruleset club-rules --game brandub&&rules club-rules.toml
new theme walnut&&build --theme walnut.toml|new language nn|new language nn --game tablut --game hnefatafl
new theme rosewood --art&&build --theme rosewood/rosewood.toml&&build --theme rosewood/rosewood.toml --ink light
"""
PRINTERS = """
printer test|printer test --paper letter --duplex long --mode mono|printer test --language da|printer list
printer set office --scale-x 99.6 --back-dx 1.5 --unprintable 6&&printer show office&&build --printer office
"""
EXPORTS = """
--to parts|--to parts --format png --dpi 40|--to cutter|--to tts --url https://example.org/|--to print-on-demand
tablut --to cutter --paper letter --counters punch|hnefatafl --to print-on-demand --theme manuscript --cards two-sided
tablut --to parts --format png --dpi 40 --king standee --box kit --mode mono|mine.toml --to tts --url https://example.org/
"""
PAPERS = ("a4", "letter", "a3", "legal", "tabloid")
RUNNER = CliRunner()


class Job(NamedTuple):
    """Commands that run one after the other in a new folder."""

    kind: str
    commands: tuple[str, ...]


def split(text: str, before: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the commands of each entry of a text."""
    for entry in text.strip().replace("\n", "|").split("|"):
        yield tuple(f"{before}{command}" for command in entry.split("&&"))


def all_commands() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the kind and the commands of every job, those that take longest first."""
    yield "site", ("site --kits none -o site --base-url https://example.org/tafl/",)
    games: list[dict[str, Any]] = json.loads(RUNNER.invoke(taflkit, ["games", "--json"]).stdout)
    yield from (("exports", commands) for commands in split(EXPORTS, "export "))
    for game in games:
        for number, ruleset in enumerate(game["rulesets"]):
            rules = f"{game['name']} --rules {ruleset['name']}"
            languages = [f" --language {code}" for code in game["languages"][1:]]
            variations = [f" --variation {each}" for each in ruleset["variations"]]
            in_kits = () if number else languages
            yield from (("kits", (f"build {rules}{more}",)) for more in ("", *variations, *in_kits))
            yield from (("figures", (f"figures {rules}{more}",)) for more in ("", *variations, *languages))
            for words, more in itertools.product(("", " --json", " --words"), ("", *variations, *languages)):
                yield "rules", (f"rules {rules}{words}{more}",)
            yield from (("plans", (f"plan {rules}{more}",)) for more in ("", " --json", " --paper letter --json"))
    looks = itertools.product(PAPERS, ("colour", "mono"), ("ballinderry", "manuscript", "plain"), ("full", "light"))
    for paper, mode, theme, ink in looks:
        yield "kits", (f"build --paper {paper} --mode {mode} --theme {theme} --ink {ink}",)
    for commands in split(KITS):
        yield "kits", tuple(f"build {command}" for command in commands)
        if not {"--split", "--preview", "--dry-run"} & {*commands[0].split()}:
            yield from (("plans", tuple(f"plan {each}{more}" for each in commands)) for more in ("", " --json"))
    for more in ("--format pdf", "--format png --dpi 60", "--theme manuscript", "--theme plain --mode mono --size 8cm"):
        yield "figures", (f"figures {more}",)
    yield from (("rules", (f"rules --pages {pages} --words",)) for pages in (8, 12))
    yield "rules", ("rules --diff macwhite", "rules --rules branan --diff masters+check --figures -o differences/")
    for kind, text in (("diagrams", DIAGRAMS), ("errors", ERRORS), ("new", NEW), ("printer", PRINTERS)):
        yield from ((kind, commands) for commands in split(text))
    yield from (("games", (command,)) for command in ("games", "games --json", "--version", "perft --depth 3 --divide"))
    yield from (("help", (f"{command} --help",)) for command in commands_of(taflkit))


def commands_of(group: click.Group, before: str = "") -> Iterator[str]:
    """Yield the words of a group and of all commands in it."""
    yield before
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        yield from commands_of(command, f"{before}{name} ") if isinstance(command, click.Group) else [before + name]


def digests(job: Job) -> dict[str, str]:
    """Run a job; return the digests of what its commands said and of the files that there are then, by their names."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        known = {"HOME": ".", "XDG_CONFIG_HOME": f"{folder}/settings", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
        called, made = " && ".join(job.commands), dict[str, bytes]()
        for number, command in enumerate(job.commands, 1):
            result = RUNNER.invoke(taflkit, shlex.split(command), prog_name="taflkit", env=known)
            # a site's pages are done, and named, in any order
            said = "" if job.kind == "site" else f"{result.stdout}\n{result.stderr}".replace(folder, ".")
            made[f"said by {number}"] = f"{result.exit_code} {result.exception!r}\n{said}".encode()
        for file in sorted(Path().rglob("*")):
            # a site's record names digests of the program's own files
            if file.is_file() and str(file) not in (*FILES, "site/site-record.json"):
                made[file.as_posix()] = file.read_bytes()
        os.chdir("/")
    return {f"{job.kind}: {called}: {name}": hashlib.sha256(each).hexdigest() for name, each in made.items()}


def main() -> int:
    """Print the list; return 1 if it differs from an earlier one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kinds", default="", metavar="LIST", help="such as kits,plans; all by default")
    parser.add_argument("--against", type=Path, metavar="FILE", help="an earlier list, to print what differs")
    arguments = parser.parse_args()
    jobs = [Job(*each) for each in all_commands()]
    known = dict.fromkeys(job.kind for job in jobs)
    kinds = arguments.kinds.split(",") if arguments.kinds else [*known]
    if not set(kinds) <= known.keys():
        parser.error(f"--kinds: there are {', '.join(known)}")
    jobs = [job for job in jobs if job.kind in kinds]
    found: dict[str, str] = {}
    with ProcessPoolExecutor(2) as pool:
        for number, done in enumerate(as_completed([pool.submit(digests, job) for job in jobs]), 1):
            found |= done.result()
            print(f"[{number}/{len(jobs)}] {next(iter(done.result()))}", file=sys.stderr)
    print("\n".join(f"{digest}  {name}" for name, digest in sorted(found.items())))
    if arguments.against is None:
        return 0
    lines = [line.partition("  ") for line in arguments.against.read_text(encoding="utf-8").splitlines()]
    earlier = {name: digest for digest, _, name in lines if name.partition(":")[0] in kinds}
    for name in sorted(found.keys() | earlier):
        if found.get(name) != earlier.get(name):
            why = "new" if name not in earlier else "gone" if name not in found else "other"
            print(f"{why}: {name}", file=sys.stderr)
    return int(found != earlier)


if __name__ == "__main__":
    sys.exit(main())
