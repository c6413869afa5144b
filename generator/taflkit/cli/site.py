"""taflkit site: the games, their rules and their kits as a folder of pages."""

from __future__ import annotations

import itertools
import json
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from taflkit.cli import proposals
from taflkit.cli.addresses import read_address
from taflkit.cli.console import say
from taflkit.cli.known import catalog
from taflkit.cli.options import Choice, many, ranged_option
from taflkit.cli.problems import unforeseen_line
from taflkit.cli.stopping import Stopped
from taflkit.cli.writing import refuse_place, shown_path, status, write_all
from taflkit.errors import TaflkitError, UnknownName, about, shown
from taflkit.limits import PORT, TITLE
from taflkit.reading import folded, is_folder, is_there, read_bytes
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE
from taflkit.site.choices import KITS
from taflkit.site.page import is_inside

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from taflkit.site.build import Job
    from taflkit.site.page import Site

__all__ = ["RECORD", "read_record", "site"]


RECORD = "site-record.json"
"""The name of the record."""
_MOST = 10_000_000
"""The bytes of a record, of which a file has about 250."""
_MOST_FILE = 64_000_000
"""The bytes of a file that may be the site's own, more than any that it makes."""


class Kept(NamedTuple):
    """What a record says, and what of it is still so.

    Attributes:
        files: the digest of each file's content and that of what it is made of, "" where it is made anew each time, by
            its path.
        text: the record itself; "" where there is none.
    """

    files: Mapping[str, tuple[str, str]]
    text: str = ""

    def digest(self, path: str) -> str:
        """Return the recorded digest of a file's content."""
        return self.files[path][0]

    def made_of(self, folder: Path, digest: str) -> list[str]:
        """Return the files that were made of what has this digest; none if one of them is not as it was made."""
        paths = [path for path, (_, inputs) in self.files.items() if inputs == digest]
        return paths if all(self._is_own(folder, path) for path in paths) else []

    def has(self, folder: Path, path: str, content: bytes) -> bool:
        """Whether a file is there with this content."""
        return _digest_of(folder / path) == _digest(content)

    def gone(self, folder: Path, paths: Collection[str]) -> list[str]:
        """Return the files that the site no longer has; one that somebody has changed is theirs now, and stays."""
        # where capitals make no difference, a file that is recorded in others is the one that the site has
        had = {folded(path) for path in paths}
        return [path for path in self.files if folded(path) not in had and self._is_own(folder, path)]

    def _is_own(self, folder: Path, path: str) -> bool:
        return _digest_of(folder / path) == self.files[path][0]


def read_record(folder: Path) -> Kept:
    """Return the record of a folder; an empty one where there is none, or one that no program of ours wrote.

    Raises:
        TaflkitError: it cannot be read, or leads to what is no plain file; see refuse_odd.
    """
    file = folder / RECORD
    refuse_odd(folder, [RECORD])
    with about("output"):
        if not is_there(file):
            return Kept({})
        content = read_bytes(file, str(file), _MOST)
    try:
        text = content.decode()
        files = dict(_entries(json.loads(text)["files"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        why = "is no record of a site; move it away, and the site is made anew"
        raise TaflkitError(f"{shown_path(file)} {why}", choice="output") from None
    refuse_odd(folder, files)
    return Kept(files, text)


def refuse_odd(folder: Path, paths: Iterable[str]) -> None:
    """Refuse links, pipes and devices below a site's folder, which may be a link itself.

    What is written or taken away through a link lies elsewhere, and what is written to a pipe is no file of the site.

    Args:
        folder: the site's.
        paths: those of its files.

    Raises:
        TaflkitError: there is one in the place of a file, or a link in that of a folder above one.
    """
    looked_at: set[str] = set()
    for path in sorted(paths):
        for place in itertools.accumulate(path.split("/"), "{}/{}".format):
            if place in looked_at:
                continue
            try:
                mode = os.lstat(folder / place).st_mode
            except OSError:
                # it is not there, or whoever writes it says why it cannot be
                break
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                what = "a symbolic link" if stat.S_ISLNK(mode) else "a pipe or a device"
                why = f"is {what}, which a site has none of; move it away, or name another folder"
                raise TaflkitError(f"{shown_path(folder / place)} {why}", choice="output")
            looked_at.add(place)


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the entries of a record.

    Raises:
        ValueError: one is of no file in the folder, which is then not to be touched.
    """
    for path, entry in table.items():
        if not is_inside(path):
            raise ValueError
        content, inputs = entry["content"], entry.get("inputs", "")
        if not (isinstance(content, str) and isinstance(inputs, str)):
            raise TypeError
        yield path, (content, inputs)


def record_text(contents: Mapping[str, bytes], here: Mapping[str, str], inputs: Mapping[str, str]) -> str:
    """Return the record of a site.

    Args:
        contents: the files that are made now.
        here: the digests of those that stay as they are.
        inputs: the digests of what files are made of, where that is known.
    """
    digests = {**{path: _digest(content) for path, content in contents.items()}, **here}
    table = {
        path: {"content": digests[path], **({"inputs": inputs[path]} if path in inputs else {})}
        for path in sorted(digests)
    }
    return f"{json.dumps({'files': table}, indent=0, sort_keys=True)}\n"


def refuse_strange(folder: Path, contents: Mapping[str, bytes], kept: Kept) -> None:
    """Refuse to write over files that are not the site's own, and are not as it would write them.

    Raises:
        TaflkitError: there is such a file, or what is no plain file; see refuse_odd.
    """
    refuse_odd(folder, {*contents, *kept.files, RECORD})
    for path, content in contents.items():
        if path not in kept.files and is_there(folder / path) and not kept.has(folder, path, content):
            why = "is there, and is no file that taflkit site made; move it away, or name another folder"
            raise TaflkitError(f"{shown_path(folder / path)} {why}", choice="output")


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _digest_of(file: Path) -> str:
    """Return the digest of a file's content; "" where there is no such file, or it cannot be read."""
    try:
        return "" if file.is_symlink() else _digest(read_bytes(file, str(file), _MOST_FILE))
    except TaflkitError:
        return ""


_ALL = "all"


def _base_url(_ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Read the address of the site's folder."""
    return "" if value is None else read_address(value, param.name or "")


def _title(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Read the title, which is one line."""
    if not value.strip() or len(value) > TITLE or not value.isprintable():
        raise TaflkitError(f"the title must be a line of at most {TITLE} characters", choice="title")
    return value.strip()


@click.command()
@click.option(
    "-o",
    "--output",
    default="output/site",
    metavar="DIR",
    show_default=True,
    shell_complete=proposals.files,
    help="The folder of the site.",
)
@click.option("--games", default=_ALL, metavar="LIST", show_default=True, help="Its games, with commas between.")
@click.option(
    "--languages",
    default=_ALL,
    metavar="LIST",
    show_default=True,
    help="Their codes, with commas between; the pages of the first are at the top.",
)
@click.option(
    "--kits",
    type=Choice(KITS),
    default=KITS[0],
    show_default=True,
    help="Kits to download: of every ruleset on A4 and Letter in both modes; none; on every paper, in every theme.",
)
@click.option("--title", callback=_title, default="taflkit", metavar="TEXT", show_default=True, help="The site's name.")
@click.option("--base-url", callback=_base_url, metavar="URL", help="Where it will be, for the feed and the map of it.")
@click.option("--runtime", metavar="DIR", help="What runs Python in a browser, as make site fetches it: the kit maker.")
@click.option("--serve", is_flag=True, help="Show it on this machine when it is made, until Ctrl-C.")
@ranged_option("port", PORT, "the port", "Of --serve; 0 takes a free one.", "8000")
def site(
    output: str,
    games: str,
    languages: str,
    kits: str,
    title: str,
    base_url: str,
    runtime: str | None,
    serve: bool,
    port: float,
) -> None:
    """Make a folder of pages that any web server can show: the games, their rules, kits, and a kit maker.

    What is made anew is what changed. Files that the site no longer has are removed if it made them; others stay.

    \b
    Examples:
      taflkit site
      taflkit site -o public/ --base-url https://example.org/tafl/
      taflkit site --games brandub,tablut --kits none --serve
    """
    from taflkit.site.page import Site

    folder = Path(output)
    found = status(folder)
    if output in ("", "-") or (found is not None and not stat.S_ISDIR(found.st_mode)):
        raise click.UsageError(f"-o {shown(output)} is no folder; the site is a folder of files")
    chosen = _games(games)
    wanted = Site(
        catalog=catalog(),
        games=chosen,
        languages=_languages(languages, chosen),
        kits=kits,
        title=title,
        base_url=base_url,
        runtime=_runtime(runtime),
    )
    # a port that cannot be had is told before what takes its time
    with _opened_server(folder, int(port)) if serve else nullcontext() as server:
        _make(wanted, folder)
        if wanted.runtime is None:
            say("Without the kit maker: make site adds it, or --runtime with its folder")
        if server is not None:
            from taflkit.cli.serving import serve as show

            show(server, folder)


def _opened_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder, which listens; see open_server."""
    from taflkit.cli.serving import open_server

    return open_server(folder, port)


def _listed(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))


def _games(value: str) -> tuple[str, ...]:
    """Return the games of a site: those named in the order given, or all by their boards, behind the default one."""
    known, named = catalog().game_names(), _listed(value)
    if named == (_ALL,):
        return tuple(sorted(known, key=lambda name: (name != DEFAULT_GAME, catalog().game(name).layout.size, name)))
    for name in named or (value,):
        if name not in known:
            raise UnknownName("game", name, (_ALL, *known), choice="games")
    return named


def _languages(value: str, games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the languages of a site: those named, or all that it and one of its games at least have words in.

    Raises:
        TaflkitError: there is no such language, or a game has words in none of them.
    """
    words = catalog().templates / "languages"
    spoken = {name: catalog().game(name).languages for name in games}
    codes = dict.fromkeys(chain.from_iterable(spoken.values()))
    known = tuple(code for code in codes if code == DEFAULT_LANGUAGE or (words / code / "site.po").is_file())
    named = _listed(value)
    chosen = known if named == (_ALL,) else named
    for code in chosen or (value,):
        if code not in known:
            raise UnknownName("language", code, (_ALL, *known), choice="languages")
    for name, has in spoken.items():
        if not set(has) & set(chosen):
            why = f"{name} has no words in {', '.join(chosen)}; name {has[0]} too, or leave the game out of --games"
            raise TaflkitError(why, choice="languages")
    return chosen


def _runtime(value: str | None) -> Path | None:
    if value is None:
        return None
    folder = Path(value)
    if not is_folder(folder):
        raise TaflkitError(f"there is no folder {shown_path(value)}; make runtime makes it", choice="runtime")
    return folder


def _make(wanted: Site, folder: Path) -> None:
    """Make what changed of a site, and write it: all of it or nothing."""
    from taflkit.site.build import job_inputs, site_files, site_jobs

    refuse_place(folder / "index.html")
    kept = read_record(folder)
    jobs = list(site_jobs(wanted))
    digests = job_inputs(wanted, jobs)
    there = {job: kept.made_of(folder, digest) for job, digest in digests.items()}
    contents = {made.path: made.content for made in site_files(wanted)}
    # a place that is somebody else's is told before what takes its time
    refuse_strange(folder, contents, kept)
    refuse_odd(folder, _paths(wanted, jobs))
    waiting = [job for job in jobs if not there[job]]
    inputs = {path: digests[job] for job, paths in there.items() for path in paths}
    here = {path: kept.digest(path) for path in inputs}
    for job, made in _done(wanted, waiting):
        contents |= made
        inputs |= dict.fromkeys(made, digests[job])
    record = record_text(contents, here, inputs)
    changed = {path: content for path, content in contents.items() if not kept.has(folder, path, content)}
    refuse_strange(folder, changed, kept)
    gone = kept.gone(folder, {*contents, *here})
    if changed or gone or record != kept.text:
        write_all(folder, {**changed, RECORD: record}, gone=gone)
    others = f", {len(gone)} removed" if gone else ""
    say(f"{folder}: {many(len(contents) + len(here), 'file')}, {len(changed)} written{others}")


def _paths(wanted: Site, jobs: list[Job]) -> Iterator[str]:
    """Yield the paths of files of jobs that are known before these are done."""
    from taflkit.site.games import place
    from taflkit.site.page import KitJob

    for job in jobs:
        yield from job.paths.values() if isinstance(job, KitJob) else (place(wanted, job),)


def _done(wanted: Site, jobs: list[Job]) -> Iterator[tuple[Job, Mapping[str, bytes]]]:
    """Do jobs on all cores, say how far it has come, and yield each with the files that it made.

    Raises:
        TaflkitError: one cannot be done.
    """
    if not jobs:
        return
    from taflkit.cli.batch import Lost, Workers

    # a catalog is read anew in each process: it is large, and has what cannot be sent to another
    choices = {name: getattr(wanted, name) for name in wanted.__struct_fields__ if name != "catalog"}
    workers: Workers[Job, Mapping[str, bytes] | str]
    with Workers(partial(_do, choices), min(len(jobs), os.cpu_count() or 1)) as workers:
        try:
            for done, (job, result) in enumerate(workers.results(jobs), 1):
                if isinstance(result, Lost | str):
                    raise TaflkitError(f"{job.name}: {result.why if isinstance(result, Lost) else result}")
                say(f"[{done}/{len(jobs)}] {job.name}")
                yield job, result
        except (Stopped, KeyboardInterrupt):
            raise Stopped("nothing of the site is written") from None


def _do(choices: Mapping[str, Any], job: Job) -> Mapping[str, bytes] | str:
    """Do one job, in a process of its own; problems come back as text."""
    from taflkit.site.build import do_job
    from taflkit.site.page import Site

    try:
        return do_job(Site(catalog=catalog(), **choices), job)
    except TaflkitError as error:
        return str(error)
    except Exception as error:
        return unforeseen_line(error)
