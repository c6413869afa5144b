"""taflkit site: the games, their rules and their kits as a folder of pages."""

from __future__ import annotations

import itertools
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from taflkit.cli.console import Stopped, catalog, many, say
from taflkit.cli.options import Choice, output_option, ranged_option, read_address
from taflkit.cli.writing import refuse_place, shown_path, status, write_all
from taflkit.errors import TaflkitError, UnknownName, about, shown
from taflkit.limits import PORT, TITLE
from taflkit.reading import folded, is_folder, is_there, read_bytes
from taflkit.resources import DEFAULT_GAME, DEFAULT_LANGUAGE
from taflkit.site.page import KITS, KitJob, Site, is_inside

if TYPE_CHECKING:
    from taflkit.site.build import Job

RECORD = "site-record.json"
"""The name of the record."""
_MOST_RECORD = 10_000_000
"""The bytes of a record, of which a file has about 250."""
_MOST_FILE = 64_000_000
"""The bytes of a file that may be the site's own, more than any that it makes."""
_ALL = "all"
"""The value of --games and --languages that stands for every one."""


class SiteRecord(NamedTuple):
    """The record of a site's folder, by which its own files are known as long as nobody has changed them.

    Attributes:
        folder: the site's.
        files: the digest of each file's content and that of what it is made of, "" where it is made anew each time, by
            its path.
        text: the record itself; "" where there is none.
    """

    folder: Path
    files: Mapping[str, tuple[str, str]]
    text: str = ""

    def is_unchanged(self, path: str) -> bool:
        """Return whether a file is as it was made."""
        return _digest_of(self.folder / path) == self.files[path][0]

    def made_of(self, digest: str) -> list[str]:
        """Return the files that were made of what has this digest; none if one of them is not as it was made."""
        paths = [path for path, (_, inputs) in self.files.items() if inputs == digest]
        return paths if all(map(self.is_unchanged, paths)) else []

    def refuse_strange(self, contents: Mapping[str, bytes]) -> None:
        """Refuse to write over files that are not the site's own, and are not as it would write them.

        Raises:
            TaflkitError: there is such a file, or what is no plain file; see refuse_odd.
        """
        refuse_odd(self.folder, {*contents, *self.files, RECORD})
        for path, content in contents.items():
            file = self.folder / path
            if path not in self.files and is_there(file) and _digest_of(file) != _digest(content):
                why = "is there, and is no file that taflkit site made; move it away, or name another folder"
                raise TaflkitError(f"{shown_path(file)} {why}", choice="output")


def read_record(folder: Path) -> SiteRecord:
    """Return the record of a folder; an empty one where there is none, or one that no program of ours wrote.

    Raises:
        TaflkitError: it cannot be read, or leads to what is no plain file; see refuse_odd.
    """
    file = folder / RECORD
    refuse_odd(folder, [RECORD])
    with about("output"):
        if not is_there(file):
            return SiteRecord(folder, {})
        content = read_bytes(file, str(file), _MOST_RECORD)
    files = {}
    try:
        text = content.decode()
        for path, entry in json.loads(text)["files"].items():
            digests = (entry["content"], entry.get("inputs", ""))
            # what does not lie in the folder is not to be touched
            if not (is_inside(path) and all(isinstance(digest, str) for digest in digests)):
                raise ValueError
            files[path] = digests
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        why = "is no record of a site; move it away, and the site is made anew"
        raise TaflkitError(f"{shown_path(file)} {why}", choice="output") from None
    refuse_odd(folder, files)
    return SiteRecord(folder, files, text)


def refuse_odd(folder: Path, paths: Iterable[str]) -> None:
    """Refuse links, pipes and devices below a site's folder, which may be a link itself.

    What is written or taken away through a link lies elsewhere, and what is written to a pipe is no file of the site.

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


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _digest_of(file: Path) -> str:
    """Return the digest of a file's content; "" where there is no such file, or it cannot be read."""
    try:
        return "" if file.is_symlink() else _digest(read_bytes(file, str(file), _MOST_FILE))
    except TaflkitError:
        return ""


@click.command()
@output_option("The folder of the site.", "DIR", "output/site")
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
@click.option("--title", default="taflkit", metavar="TEXT", show_default=True, help="The site's name.")
@click.option(
    "--base-url",
    callback=lambda _ctx, _param, value: "" if value is None else read_address(value, "base_url"),
    metavar="URL",
    help="Where it will be, for the feed and the map of it.",
)
@click.option("--runtime", metavar="DIR", help="What runs Python in a browser, as make site fetches it: the kit maker.")
@click.option("--serve", is_flag=True, help="Show it on this machine when it is made, until Ctrl-C.")
@ranged_option("port", PORT, "the port", "Of --serve; 0 takes a free one.", "8000")
def site(
    output: str, games: str, languages: str, title: str, runtime: str | None, serve: bool, port: float, **chosen: str
) -> None:
    """Make a folder of pages that any web server can show: the games, their rules, kits, and a kit maker.

    What is made anew is what changed. Files that the site no longer has are removed if it made them; others stay.

    \b
    Examples:
      taflkit site
      taflkit site -o public/ --base-url https://example.org/tafl/
      taflkit site --games brandub,tablut --kits none --serve
    """
    if not title.strip() or len(title) > TITLE or not title.isprintable():
        raise TaflkitError(f"the title must be a line of at most {TITLE} characters", choice="title")
    folder = Path(output)
    info = status(folder)
    if output in ("", "-") or (info is not None and not stat.S_ISDIR(info.st_mode)):
        raise click.UsageError(f"-o {shown(output)} is no folder; the site is a folder of files")

    def order(name: str) -> tuple[bool, int, str]:
        # by their boards, behind the default one
        return name != DEFAULT_GAME, catalog().game(name).layout.size, name

    listed = _listed(games, "game", catalog().game_names(), order)
    # a site has pages in the languages that it and one of its games at least have words in
    words = catalog().templates / "languages"
    of_games = {name: catalog().game(name).languages for name in listed}
    of_any = dict.fromkeys(itertools.chain.from_iterable(of_games.values()))
    known = tuple(code for code in of_any if code == DEFAULT_LANGUAGE or (words / code / "site.po").is_file())
    codes = _listed(languages, "language", known)
    mute = next((name for name, has in of_games.items() if not set(has) & set(codes)), None)
    if mute is not None:
        way = f"name {of_games[mute][0]} too, or leave the game out of --games"
        raise TaflkitError(f"{mute} has no words in {', '.join(codes)}; {way}", choice="languages")
    if runtime is not None and not is_folder(Path(runtime)):
        raise TaflkitError(f"there is no folder {shown_path(runtime)}; make runtime makes it", choice="runtime")
    wanted = Site(
        catalog=catalog(),
        games=listed,
        languages=codes,
        title=title.strip(),
        runtime=None if runtime is None else Path(runtime),
        **chosen,
    )
    if serve:
        # the server's libraries are large
        from taflkit.cli import serving
    # a port that cannot be had is reported before what takes its time
    with serving.open_server(folder, int(port)) if serve else nullcontext() as server:
        _make(wanted, folder)
        if wanted.runtime is None:
            say("Without the kit maker: make site adds it, or --runtime with its folder")
        if server is not None:
            serving.serve(server, folder)


def _listed(
    value: str, what: str, known: tuple[str, ...], order: Callable[[str], Any] = lambda _: 0
) -> tuple[str, ...]:
    """Return the names in a list with commas between, or all that are known, in an order."""
    named = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    if named == (_ALL,):
        return tuple(sorted(known, key=order))
    for name in named or (value,):
        if name not in known:
            raise UnknownName(what, name, (_ALL, *known), choice=f"{what}s")
    return named


def _make(wanted: Site, folder: Path) -> None:
    """Make what changed of a site, and write it: all of it or nothing."""
    from taflkit.cli.batch import Lost, Workers
    from taflkit.site.build import job_inputs, site_files, site_jobs
    from taflkit.site.games import place

    refuse_place(folder / "index.html")
    record = read_record(folder)
    jobs = list(site_jobs(wanted))
    digests = job_inputs(wanted, jobs)
    there = {job: record.made_of(digest) for job, digest in digests.items()}
    contents = {made.path: made.content for made in site_files(wanted)}
    # a place that is somebody else's is reported before what takes its time
    record.refuse_strange(contents)
    known = [job.paths.values() if isinstance(job, KitJob) else (place(wanted, job),) for job in jobs]
    refuse_odd(folder, itertools.chain.from_iterable(known))
    inputs = {path: digests[job] for job, paths in there.items() for path in paths}
    here = {path: record.files[path][0] for path in inputs}
    todo = [job for job in jobs if not there[job]]
    # a catalog is read anew in each process: it is large, and has what cannot be sent to another
    choices = {name: getattr(wanted, name) for name in wanted.__struct_fields__ if name != "catalog"}
    with Workers(partial(_do, choices)) as workers:
        try:
            for done, (job, result) in enumerate(workers.results(todo), 1):
                if isinstance(result, Lost):
                    raise TaflkitError(f"{job.name}: {result.why}")
                say(f"[{done}/{len(todo)}] {job.name}")
                contents |= result
                inputs |= dict.fromkeys(result, digests[job])
        except (Stopped, KeyboardInterrupt):
            raise Stopped("nothing of the site is written") from None
    made_now = {path: _digest(content) for path, content in contents.items()}
    changed = {path: content for path, content in contents.items() if _digest_of(folder / path) != made_now[path]}
    record.refuse_strange(changed)
    # what somebody has changed is theirs now and stays; names in other capitals may be one file with the site's own
    stays = {folded(path) for path in (*contents, *here)}
    gone = [path for path in record.files if folded(path) not in stays and record.is_unchanged(path)]
    table = {
        path: {"content": digest, **({"inputs": inputs[path]} if path in inputs else {})}
        for path, digest in {**made_now, **here}.items()
    }
    text = f"{json.dumps({'files': table}, indent=0, sort_keys=True)}\n"
    if changed or gone or text != record.text:
        write_all(folder, {**changed, RECORD: text}, gone=gone)
    removed = f", {len(gone)} removed" if gone else ""
    say(f"{folder}: {many(len(contents) + len(here), 'file')}, {len(changed)} written{removed}")


def _do(choices: Mapping[str, Any], job: Job) -> Mapping[str, bytes]:
    """Do one job, in a process of its own."""
    from taflkit.site.build import do_job

    return do_job(Site(catalog=catalog(), **choices), job)
