"""A folder shown on this machine's own address, with the headers that a site of taflkit is made for.

The server is that of the library, held to what a site needs. It answers GET and HEAD for plain files of the folder, one
for each connection, to browsers that ask it by its own name: a page of another host whose name leads here gets nothing.
Whoever is slow, or is one of too many, is dropped; and whatever comes, nothing is said of it and the server goes on.
"""

from __future__ import annotations

import os
import re
import socket
import stat
import sys
import time
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from socketserver import TCPServer
from threading import Lock
from typing import Any, BinaryIO
from urllib.parse import quote, unquote_to_bytes

from taflkit.cli.console import Stopped, debugging, say
from taflkit.cli.writing import shown_path
from taflkit.errors import TaflkitError
from taflkit.site.page import NOT_FOUND, is_inside

_ADDRESS = "127.0.0.1"
_USUAL_PORT = 80
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""What pages of the site may load: files of the site alone. Other sites may show them in frames."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".webp": "image/webp",
    ".pdf": "application/pdf",
    ".xml": "application/xml; charset=utf-8",
    ".toml": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""The media types of files, by the ends of their names."""
_HEAD_END = re.compile(rb"\n\r?\n")
_MOST_HEAD = 32_768
"""The bytes of what a browser sends before a body, which no answer needs."""
_MOST_OPEN = 64
"""The connections at once; a browser has six to a host."""
_RESERVED = 20
"""The descriptors of this process beside those of connections, each of which has two: its own and its file's."""
_PAUSE = 0.05
"""The seconds before a connection is requested again that the system could not give."""
_NEVER = "no-store"
_LASTING = "public, max-age=31536000, immutable"
"""How long an answer may be used again: never, or as long as a browser likes."""
_PINNED = re.compile(r"\?[0-9a-f]{16}\Z")
"""The end of an address with the digest of a file, which is that of one content."""
_PLAIN = "/%?:@!$&'()*+,;=~"
"""The signs of a query that are sent back as they are."""
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK")
)


class _Shower(SimpleHTTPRequestHandler):
    """Answers with the files of a folder, and says nothing of it."""

    server: _Server
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012  (as the library has it)
    default_request_version = "HTTP/1.0"
    """That of a request that names none; the answer to an older one would be a file without its headers."""
    caching = _NEVER
    timeout = 10.0
    """The seconds in which all that a browser sends must come, and each part of an answer be taken."""

    def handle(self) -> None:
        """Answer one request, once it has come as a whole.

        Raises:
            OSError: it does not come in time, or the browser went away.
        """
        until = time.monotonic() + self.timeout
        head = b""
        while not _HEAD_END.search(head) and len(head) <= _MOST_HEAD:
            # not the time since the last byte: those may come one by one
            self.connection.settimeout(max(until - time.monotonic(), 0.001))
            more = self.connection.recv(_MOST_HEAD)
            if not more:
                break
            head += more
        self.connection.settimeout(self.timeout)
        self.rfile = BytesIO(head)
        if len(head) > _MOST_HEAD:
            self.requestline = self.command = ""
            self.request_version = self.default_request_version
            self.send_error(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        super().handle()

    def parse_request(self) -> bool:
        """Read a request; one that is not for this server is answered here."""
        if not super().parse_request():
            return False
        hosts = self.headers.get_all("Host", [])
        named = self.request_version != "HTTP/1.0"
        if self.request_version == "HTTP/0.9":
            self.request_version = self.default_request_version
            problem = HTTPStatus.HTTP_VERSION_NOT_SUPPORTED
        elif not self.path.startswith("/") or len(hosts) > 1 or (named and not hosts):
            problem = HTTPStatus.BAD_REQUEST
        elif hosts and hosts[0].strip().lower() not in self.server.hosts:
            problem = HTTPStatus.MISDIRECTED_REQUEST
        else:
            return True
        self.send_error(problem)
        return False

    def end_headers(self) -> None:
        """End the headers with those of every answer."""
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", self.caching)
        super().end_headers()

    def send_head(self) -> BinaryIO | None:
        """Send what stands before a file's content, and return the file; a folder's is its index.html.

        Where there is none it is the site's page for that, if it has one.
        """
        requested, _, query = self.path.partition("?")
        path, place = _place(Path(self.directory), requested)
        status, opened = HTTPStatus.OK, None if place is None else _opened(place)
        leads_on = opened is None and place is not None and os.path.isdir(place)  # noqa: PTH112  (a Path's may raise)
        if opened is None and not leads_on:
            status, place = HTTPStatus.NOT_FOUND, Path(self.directory, NOT_FOUND)
            opened = _opened(place)
        if opened is not None:
            self.caching = _LASTING if status == HTTPStatus.OK and _PINNED.search(self.path) else _NEVER
            self.send_response(status)
            self.send_header("Content-Type", self.guess_type(str(place)))
            self.send_header("Content-Length", str(os.fstat(opened.fileno()).st_size))
            self.end_headers()
            return opened
        if leads_on:
            # made of the names of folders, it leads to no other host
            leads = f"/{quote(path)}/{f'?{quote(query, safe=_PLAIN)}' if query else ''}"
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", leads)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Send a problem without what the library says of it, which repeats the request."""
        super().send_error(code)

    def log_message(self, *_: object) -> None:
        """Say nothing: a terminal full of requests helps nobody."""


def _opened(place: Path) -> BinaryIO | None:
    """Open a plain file; None stands for anything else."""
    with suppress(OSError):
        opened = open(place, "rb", opener=lambda name, _: os.open(name, _FLAGS))  # noqa: SIM115
        if stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            return opened
        opened.close()
    return None


def _place(folder: Path, requested: str) -> tuple[str, Path | None]:
    """Return the path below a site's folder that is requested, and the place that it leads to.

    There is no place for a path that no file of a site has, or where a link leads out of the folder, or to a file or a
    folder that lists leave out.
    """
    try:
        path = unquote_to_bytes(requested.removeprefix("/").encode("ascii")).decode()
    except UnicodeError:
        return "", None
    if requested.endswith("/"):
        path += "index.html"
    if not is_inside(path):
        return path, None
    root, place = Path(os.path.realpath(folder)), Path(os.path.realpath(folder / path))
    names = (*path.split("/"), *(place.relative_to(root).parts if place.is_relative_to(root) else (".",)))
    return path, None if any(name.startswith(".") for name in names) else place


class _Server(ThreadingHTTPServer):
    """Shows a folder to several browsers at once, which call it by one of its hosts."""

    request_queue_size = 128
    # elsewhere it lets two programs have one port
    allow_reuse_address = os.name == "posix"

    def __init__(self, folder: Path, port: int) -> None:
        """Listen at a port; see open_server."""
        self._open: dict[Any, None] = {}
        self._lock = Lock()
        self._most = _MOST_OPEN
        # Windows has no such limit
        if sys.platform != "win32":
            from resource import RLIMIT_NOFILE, getrlimit

            # so that each connection can open a file
            limit = getrlimit(RLIMIT_NOFILE)[0]
            self._most = _MOST_OPEN if limit < 0 else max(2, min(_MOST_OPEN, (limit - _RESERVED) // 2))
        super().__init__((_ADDRESS, port), partial(_Shower, directory=str(folder)))
        # a browser leaves the usual port away
        ends = (f":{self.server_port}", *([""] if self.server_port == _USUAL_PORT else []))
        self.hosts = [f"{name}{end}" for name in (_ADDRESS, "localhost") for end in ends]

    def server_bind(self) -> None:
        """Take the port; the library's way would ask the network for a name of this machine besides."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = _ADDRESS, self.socket.getsockname()[1]

    def get_request(self) -> tuple[socket.socket, Any]:
        """Return the next connection; where the system has none to give the oldest one is ended.

        Raises:
            OSError: there is none.
        """
        try:
            return super().get_request()
        except OSError:
            self._end_oldest()
            # it still waits, and would be accepted at once
            time.sleep(_PAUSE)
            raise

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own; where there are too many the oldest one is ended."""
        if len(self._open) >= self._most:
            self._end_oldest()
        with self._lock:
            self._open[request] = None
        super().process_request(request, client_address)

    def _end_oldest(self) -> None:
        """End the oldest connection; its thread ends with it."""
        with self._lock:
            oldest = next(iter(self._open), None)
            self._open.pop(oldest, None)
        if oldest is not None:
            # it may have ended by itself
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)

    def shutdown_request(self, request: Any) -> None:
        """End a connection that is answered."""
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of what was wrong with a connection, but to who looks for a fault of the program's own."""
        if debugging():
            super().handle_error(request, client_address)


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder, which may be made later, that listens on the loopback address; 0 is any free port.

    Raises:
        TaflkitError: the port cannot be had.
    """
    try:
        return _Server(folder, port)
    except OSError as error:
        why = f"port {port} cannot be had: {error.strerror}; name another, or 0 for any that is free"
        raise TaflkitError(why, choice="port") from None


def serve(server: ThreadingHTTPServer, folder: Path) -> None:
    """Answer until somebody stops it; the folder that is shown is named in a line."""
    say(f"http://{_ADDRESS}:{server.server_port}/ shows {shown_path(folder)}; Ctrl-C ends it")
    try:
        server.serve_forever()
    except (Stopped, KeyboardInterrupt):
        say("")
