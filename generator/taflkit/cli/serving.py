"""A folder shown on this machine's own address, with the headers that a site of taflkit is made for."""

from __future__ import annotations

import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from taflkit.cli.console import say
from taflkit.cli.stopping import Stopped
from taflkit.errors import TaflkitError

__all__ = ["POLICY", "TYPES", "open_server", "serve"]

_ADDRESS = "127.0.0.1"
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
        "frame-ancestors 'none'",
    )
)
"""What pages of the site may load: files of the site alone."""
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
"""What files are told to browsers to be, by the ends of their names."""


class _Shower(SimpleHTTPRequestHandler):
    """Answers with the files of a folder, and says nothing of it."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012  (as the library has it)

    def end_headers(self) -> None:
        """End the headers with those of every answer."""
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_head(self) -> Any:
        """Send what stands before a file's content; a name that no file can have is a wrong request."""
        if "\0" in self.translate_path(self.path):
            self.send_error(HTTPStatus.BAD_REQUEST)
            return None
        return super().send_head()

    def log_message(self, *_: object) -> None:
        """Say nothing: a terminal full of requests helps nobody."""


class _Server(ThreadingHTTPServer):
    """Shows a folder to several browsers at once."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over a browser that goes away before its answer is whole, as one does that has left the page."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder on the loopback address, which listens already.

    Args:
        folder: what it shows.
        port: where; 0 for any that is free.

    Raises:
        TaflkitError: the port cannot be had.
    """
    try:
        return _Server((_ADDRESS, port), partial(_Shower, directory=str(folder)))
    except OSError as error:
        why = f"port {port} cannot be had: {error.strerror}; name another, or 0 for any that is free"
        raise TaflkitError(why, choice="port") from None


def serve(folder: Path, port: int) -> None:
    """Show a folder until somebody stops it.

    Raises:
        TaflkitError: the port cannot be had.
    """
    with open_server(folder, port) as server:
        say(f"http://{_ADDRESS}:{server.server_address[1]}/ shows {folder}; Ctrl-C ends it")
        try:
            server.serve_forever()
        except (Stopped, KeyboardInterrupt):
            say("")
