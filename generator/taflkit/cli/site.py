"""taflkit site: the games, their rules and their kits as a folder of pages."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import cache, partial
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
from taflkit.site.page import KITS, Job, Site, is_inside

if TYPE_CHECKING:
    from taflkit.catalog import Catalog

RECORD = "site-record.json"
"""The name of the record."""
_MOST_RECORD = 10_000_000
"""The bytes of a record, of which a file has about 250."""
_MOST_FILE = 64_000_000
"""The bytes of a file that may be the site's own, more than any that it makes."""
_COMPRESSIBLE = (".css", ".html", ".ico", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest", ".xml")
"""The ends of the names of files that are smaller when they are compressed."""
_ALL = "all"
"""The value of --games and --languages that stands for every one."""


class RecordedFile(NamedTuple):
    """The digests of a file: of its content, and of what it is made of, "" where it is made anew each time.

    Attributes:
        inputs: that of all files that it may be made of; see Inputs.of_files.
        texts: the one in which its game's texts are those alone that it uses; see Inputs.of_texts.
    """

    content: str
    inputs: str = ""
    texts: str = ""


class SiteRecord(NamedTuple):
    """The record of a site's folder, by which its own files are known as long as nobody has changed them.

    Attributes:
        folder: the site's.
        files: by their paths.
        text: the record itself; "" where there is none.
    """

    folder: Path
    files: Mapping[str, RecordedFile]
    text: str = ""

    def is_unchanged(self, path: str) -> bool:
        """Return whether a file is as it was made."""
        return digest_of(self.folder / path) == self.files[path].content

    def made_of(self, digest: str) -> list[str]:
        """Return the files that were made of what has a digest; none if one of them is not as it was made."""
        paths = [path for path, file in self.files.items() if digest in (file.inputs, file.texts)]
        return paths if all(map(self.is_unchanged, paths)) else []

    def refuse_strange(self, contents: Mapping[str, bytes]) -> None:
        """Refuse to write over files that are not the site's own, and are not as it would write them.

        Raises:
            TaflkitError: there is such a file, or what is no plain file; see refuse_odd.
        """
        refuse_odd(self.folder, contents)
        for path, content in contents.items():
            file = self.folder / path
            if path not in self.files and is_there(file) and digest_of(file) != _digest(content):
                why = "is there, and is no file that taflkit site made; move it away, or name another folder"
                raise TaflkitError(f"{shown_path(file)} {why}", choice="output")


def read_record(folder: Path, name: str = RECORD, what: str = "a site", *, inside: bool = True) -> SiteRecord:
    """Return the record of a folder, or an empty one where there is none; `what` is the word for what it is of.

    All of its files lie in the folder, if they must be `inside` it.

    Raises:
        TaflkitError: it cannot be read, is none of ours, or leads to what is no plain file; see refuse_odd.
    """
    file = folder / name
    refuse_odd(folder, [name])
    with about("output"):
        if not is_there(file):
            return SiteRecord(folder, {})
        content = read_bytes(file, str(file), _MOST_RECORD)
    files = {}
    try:
        text = content.decode()
        for path, entry in json.loads(text)["files"].items():
            digests = RecordedFile(**entry)
            # what does not lie in the folder is not to be touched
            if (inside and not is_inside(path)) or not all(isinstance(digest, str) for digest in digests):
                raise ValueError
            files[path] = digests
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        why = f"is no record of {what}; move it away, and all is made anew"
        raise TaflkitError(f"{shown_path(file)} {why}", choice="output") from None
    if inside:
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


def digest_of(file: Path) -> str:
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
@click.option(
    "--compressed",
    is_flag=True,
    help="Write each page, style, script and figure as .gz beside it too, and as .br where Brotli is installed.",
)
@click.option("--serve", is_flag=True, help="Show it on this machine when it is made, until Ctrl-C.")
@ranged_option("port", PORT, "the port", "Of --serve; 0 takes a free one.", "8000")
def site(
    output: str,
    games: str,
    languages: str,
    title: str,
    runtime: str | None,
    compressed: bool,
    serve: bool,
    port: float,
    **chosen: str,
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
        catalog=_catalog_of_site(),
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
        _make(wanted, folder, compressed)
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


def _make(wanted: Site, folder: Path, compressed: bool) -> None:
    """Make what changed of a site, and write it, compressed too where that is wanted: all of it or nothing.

    Where somebody stops it, the ready kits that are done stay for the next time.
    """
    from taflkit.cli.batch import Lost, Workers
    from taflkit.site.build import job_places, site_files, site_jobs, sitemap
    from taflkit.site.inputs import Inputs
    from taflkit.site.runtime import offline_files

    refuse_place(folder / "index.html")
    record = read_record(folder)
    contents = {made.path: made.content for made in site_files(wanted)}
    # a place that is somebody else's is reported before what takes its time
    record.refuse_strange(contents)
    refuse_odd(folder, (*record.files, RECORD, *job_places(wanted)))
    inputs = Inputs.of(wanted)
    known = {job: look_up(record, inputs.of_files(job), partial(inputs.of_texts, job)) for job in site_jobs(wanted)}
    todo = [job for job, (_, paths) in known.items() if not paths]
    entries = {path: entry for _, paths in known.values() for path, entry in paths.items()}
    here = {path: entry.content for path, entry in entries.items()}
    # a catalog is read anew in each process: it is large, and has what cannot be sent to another
    choices = {name: getattr(wanted, name) for name in wanted.__struct_fields__ if name != "catalog"}
    kits: dict[str, bytes] = {}
    with Workers(partial(_do, choices)) as workers:
        try:
            for done, (job, result) in enumerate(workers.results(todo), 1):
                if isinstance(result, Lost):
                    raise TaflkitError(f"{job}: {result.why}")
                record.refuse_strange(result)
                contents |= result
                kits |= result if job.rules else {}
                entries |= {path: RecordedFile(_digest(made), *known[job][0]) for path, made in result.items()}
                say(f"[{done}/{len(todo)}] {job}")
        except (Stopped, KeyboardInterrupt):
            if not kits:
                raise Stopped("nothing of the site is written") from None
            done_now = {path: entries[path] for path in kits}
            write_all(folder, {**kits, RECORD: record_text({**record.files, **done_now})})
            why = f"{many(len(kits), 'file')} of kits are written, and no page; the same command makes the rest"
            raise Stopped(why) from None
    contents |= {made.path: made.content for made in sitemap(wanted, {**contents, **here})}
    if compressed:
        _compress(record, contents, here)
    made_now = {path: _digest(content) for path, content in contents.items()}
    for made in offline_files(wanted, {**made_now, **here}):
        contents[made.path], made_now[made.path] = made.content, _digest(made.content)
    changed = {path: content for path, content in contents.items() if digest_of(folder / path) != made_now[path]}
    refuse_odd(folder, (*changed, *record.files, RECORD))
    record.refuse_strange(changed)
    # what somebody has changed is theirs now and stays; names in other capitals may be one file with the site's own
    stays = {folded(path) for path in (*contents, *here)}
    gone = [path for path in record.files if folded(path) not in stays and record.is_unchanged(path)]
    text = record_text({path: RecordedFile(content) for path, content in {**made_now, **here}.items()} | entries)
    if changed or gone or text != record.text:
        write_all(folder, {**changed, RECORD: text}, gone=gone)
    removed = f", {len(gone)} removed" if gone else ""
    say(f"{folder}: {many(len(contents) + len(here), 'file')}, {len(changed)} written{removed}")


def look_up(
    record: SiteRecord, files: str, of_texts: Callable[[], str]
) -> tuple[tuple[str, str], dict[str, RecordedFile]]:
    """Return the digests of what a job's files are made of, and those files that are there as they would be made.

    `files` is the digest of all files that they may be made of, and `of_texts` gives the one with used texts alone.
    """
    paths = record.made_of(files)
    texts = record.files[paths[0]].texts if paths else of_texts()
    paths = paths or record.made_of(texts)
    return (files, texts), {path: RecordedFile(record.files[path].content, files, texts) for path in paths}


def record_text(files: Mapping[str, RecordedFile]) -> str:
    """Return the record of files, without what is empty."""
    table = {path: {name: text for name, text in file._asdict().items() if text} for path, file in files.items()}
    return f"{json.dumps({'files': table}, indent=0, sort_keys=True)}\n"


def _compress(record: SiteRecord, contents: dict[str, bytes], here: dict[str, str]) -> None:
    """Add the compressed files of what is made now, and of what stays; those of a file that is as it was stay too."""
    try:
        from brotli import compress as to_brotli
    except ImportError:
        to_brotli = None
        say("Without .br files: pip install brotli adds them")
    # the same input gives the same bytes: no time stands in them
    ways: dict[str, Callable[[bytes], bytes]] = {".gz": partial(gzip.compress, compresslevel=9, mtime=0)}
    ways |= {} if to_brotli is None else {".br": to_brotli}
    for path in [path for path in (*contents, *here) if path.endswith(_COMPRESSIBLE)]:
        content = contents.get(path)
        same = content is None or (path in record.files and record.files[path].content == _digest(content))
        for end, compress in ways.items():
            name = f"{path}{end}"
            if same and name in record.files and record.is_unchanged(name):
                here[name] = record.files[name].content
            else:
                content = read_bytes(record.folder / path, path, _MOST_FILE) if content is None else content
                contents[name] = compress(content)


def _do(choices: Mapping[str, Any], job: Job) -> Mapping[str, bytes]:
    """Do one job, in a process of its own."""
    from taflkit.site.build import do_job

    return do_job(Site(catalog=_catalog_of_site(), **choices), job)


@cache
def _catalog_of_site() -> Catalog:
    """Return the catalog with room for the words, games and figures of a site in several languages."""
    from taflkit.catalog import Catalog
    from taflkit.drawing.store import Store

    return Catalog(books=Store())
