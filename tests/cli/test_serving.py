"""The little server of a site: whatever it is asked, it answers, goes on, says nothing, and shows the folder alone."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from support import ROOT
from taflkit.cli import serving
from taflkit.cli.serving import open_server

_PATIENCE = 20.0
"""The seconds in which every answer has to come."""
_PROGRAM = (
    "import resource, sys\nfrom pathlib import Path\nfrom taflkit.cli.serving import open_server\n"
    "resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]),) * 2)\n"
    "with open_server(Path(sys.argv[1]), 0) as server:\n"
    " print(server.server_address[1], flush=True)\n server.serve_forever()\n"
)
_STATUS = re.compile(rb"HTTP/1\.0 (\d{3}) ")


class Shown(NamedTuple):
    """A folder that is shown.

    Attributes:
        port: where.
        process: its own; None for a thread of the tests.
    """

    port: int
    process: subprocess.Popen[str] | None = None

    def said(self, *parts: bytes, wait: bool = True) -> bytes:
        """Return what comes back for bytes that are sent in parts; what is reset is as far as it came."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE) as client, suppress(ConnectionError):
            for part in parts:
                client.sendall(part)
            if not wait:
                client.shutdown(socket.SHUT_WR)
            while more := client.recv(1 << 16):
                answer += more
        return answer

    def status(self, *parts: bytes, wait: bool = True) -> int:
        """Return the status of the answer; 0 where the connection is closed without one."""
        answer = self.said(*parts, wait=wait)
        found = _STATUS.match(answer)
        assert bool(found) == bool(answer), answer[:100]
        return int(found[1]) if found else 0

    def got(self, path: str, method: str = "GET", *headers: str) -> bytes:
        """Return the answer to a request as a browser makes it."""
        lines = (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers, "", "")
        return self.said("\r\n".join(lines).encode("latin-1"))

    def goes_on(self) -> bool:
        """Whether it still shows its first page."""
        is_there = self.process is None or self.process.poll() is None
        return is_there and self.got("/").endswith(b"\r\n\r\nthe first page")


@contextmanager
def shown(folder: Path, descriptors: int = 1024) -> Iterator[Shown]:
    """Yield a folder that is shown; in the end its process has to be there, and to have complained of nothing."""
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, str(folder), str(descriptors)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            found = Shown(int(process.stdout.readline()), process)
            yield found
            assert found.goes_on()
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=_PATIENCE)
    assert complaints == ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a site has one, with all that must not be shown."""
    base = tmp_path_factory.mktemp("served")
    made = base / "site"
    (made / "kit").mkdir(parents=True)
    (made / "empty" / "deep").mkdir(parents=True)
    (made / ".git").mkdir()
    (made / "shut").mkdir(mode=0)
    (made / "index.html").write_text("the first page", encoding="utf-8")
    (made / "kit" / "index.html").write_text("the kit", encoding="utf-8")
    (made / "kit" / "Ásgarð +&.txt").write_text("a name", encoding="utf-8")
    (made / "empty" / "secret.txt").write_text("listed nowhere", encoding="utf-8")
    (made / ".git" / "config").write_text("hidden", encoding="utf-8")
    (made / ".env").write_text("hidden", encoding="utf-8")
    (made / "old").mkdir()
    (made / "old" / "index.htm").symlink_to("/etc/passwd")
    (base / "outside").mkdir()
    (base / "outside" / "victim.txt").write_text("outside", encoding="utf-8")
    (base / "outside" / "index.html").write_text("outside", encoding="utf-8")
    (made / "link.txt").symlink_to(base / "outside" / "victim.txt")
    (made / "lnk").symlink_to(base / "outside")
    (made / "dot.txt").symlink_to(".env")
    (made / "up").symlink_to("..")
    (made / "round").symlink_to("round")
    (made / "lost").symlink_to("nowhere")
    (made / "same.txt").symlink_to("kit/index.html")
    (made / "zero").symlink_to("/dev/zero")
    os.mkfifo(made / "pipe")
    os.mkfifo(made / "empty" / "deep" / "index.html")
    return made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Shown]:
    """The folder as it is shown; what a test asks is answered, and nothing is complained of."""
    with shown(folder) as found:
        yield found


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/", b"the first page"),
        ("/?query", b"the first page"),
        ("//", b"the first page"),
        ("/index.html", b"the first page"),
        ("/kit/", b"the kit"),
        ("/%6bit/?a=b", b"the kit"),
        ("/kit/%C3%81sgar%C3%B0%20+&.txt", b"a name"),
        ("/same.txt", b"the kit"),
    ],
)
def test_files_are_shown(server: Shown, path: str, content: bytes) -> None:
    answer = server.got(path)
    assert answer.startswith(b"HTTP/1.0 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\n" + content)
    head = server.got(path, "HEAD")
    assert head.startswith(b"HTTP/1.0 200 OK\r\n")
    assert head.endswith(b"\r\n\r\n")
    assert f"\r\nContent-Length: {len(content)}\r\n".encode() in head


@pytest.mark.parametrize(
    "path",
    [
        *("/none", "/none/", "/index.html/", "/kit/none.html", "/kit//", "/kit//index.html", "/kit/./index.html"),
        # no lists, nothing hidden
        *("/empty/", "/empty/deep/", "/old/", "/.git/", "/.git/config", "/.git", "/.env", "/%2egit/config", "/dot.txt"),
        # no links that lead out, no pipes, no devices
        *(
            "/link.txt",
            "/lnk/victim.txt",
            "/lnk/",
            "/up/outside/victim.txt",
            "/round",
            "/round/x",
            "/lost",
            "/old/index.htm",
        ),
        *("/pipe", "/pipe/", "/zero", "/empty/deep/index.html"),
        # no way out
        *("/../outside/victim.txt", "/kit/../../outside/victim.txt", "/%2e%2e/outside/victim.txt", "/..", "/%2e%2e/"),
        *("/..%2foutside%2fvictim.txt", "/kit%2f..%2f..%2foutside%2fvictim.txt", "/%2fetc/passwd", "/%2Fetc%2Fpasswd"),
        *("/..%5coutside", "/..\\outside", "/kit\\index.html", "/kit%5cindex.html", "//etc/passwd", "///etc/passwd"),
        *("/....//....//etc/passwd", "/kit/..", "/.", "/%2e", "/~root", "/C:/x", "/index.html::$DATA", "/%252e%252e/"),
        # no names that no file has
        *(
            "/%00",
            "/index.html%00",
            "/%ed%a0%80",
            "/%ff",
            "/%c0%af",
            "/%c0%ae%c0%ae/",
            "/%0d%0aSet-Cookie:x=y",
            "/%e2%80%ae",
        ),
        *("/é/", "/\xff/", "/shut/", "/shut/index.html"),
        *("/\x00", "/\x7f", "/é", "/\xff", "/%", "/%zz", "/%u002e", "/index.html%20", "/index.html.", "/*"),
        "/" + "a" * 3000,
        "/" + "a/" * 3000,
        "/" + "%61" * 3000,
        "/" + "../" * 3000 + "etc/passwd",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_nothing_else_is_shown(server: Shown, path: str, method: str) -> None:
    answer = server.got(path, method)
    found = _STATUS.match(answer)
    assert found is not None
    assert found[1] in (b"400", b"404")
    for secret in (b"outside", b"hidden", b"root:", b"listed", b"secret", b"Set-Cookie"):
        assert secret not in answer


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/kit", "/kit/"),
        ("/%6bit?a=b&c", "/kit/?a=b&c"),
        ("//kit", "/kit/"),
        ("/empty/deep", "/empty/deep/"),
        ("/kit?//evil.example/", "/kit/?//evil.example/"),
        ('/kit?\x01\x7f"<é', "/kit/?%01%7F%22%3C%C3%A9"),
    ],
)
def test_a_folder_without_its_slash_is_led_to_the_one_with_it(server: Shown, path: str, location: str) -> None:
    answer = server.got(path)
    assert answer.startswith(b"HTTP/1.0 301 ")
    assert f"\r\nLocation: {location}\r\n".encode() in answer


@pytest.mark.parametrize(
    "path",
    [
        *(
            "//evil.example/..",
            "//evil.example/%2e%2e",
            "/%2fevil.example/kit/..",
            "/\\evil.example",
            "/%5cevil.example",
        ),
        *("//evil.example//kit", "/kit/%2e%2e//evil.example", "/;@evil.example", "///evil.example", "/.//evil.example"),
    ],
)
def test_nobody_is_led_elsewhere(server: Shown, path: str) -> None:
    answer = server.got(path)
    assert b"\r\nLocation: " not in answer
    assert answer.startswith((b"HTTP/1.0 404 ", b"HTTP/1.0 400 "))


def request(line: bytes, *headers: bytes) -> bytes:
    return b"\r\n".join((line, *headers, b"", b""))


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
@pytest.mark.parametrize(
    ("host", "status"),
    [
        (b"127.0.0.1:%d", 200),
        (b"localhost:%d", 200),
        (b"LocalHost:%d", 200),
        (b"  localhost:%d  ", 200),
        (b"127.0.0.1", 421),
        (b"localhost", 421),
        (b"127.0.0.1:80", 421),
        (b"evil.example", 421),
        (b"evil.example:%d", 421),
        (b"localhost.evil.example:%d", 421),
        (b"127.0.0.1:%d.evil.example", 421),
        (b"127.0.0.2:%d", 421),
        (b"[::1]:%d", 421),
        (b"127.0.0.1:%d@evil", 421),
        (b"", 421),
        (b"\xff\x00", 421),
        (b"evil\r\n 127.0.0.1:%d", 421),
    ],
)
def test_the_host_that_is_asked_for_is_the_one_that_answers(
    server: Shown, host: bytes, status: int, version: bytes
) -> None:
    given = host % server.port if b"%d" in host else host
    assert server.status(request(b"GET / HTTP/" + version, b"Host: " + given)) == status


def test_a_request_has_one_host(server: Shown) -> None:
    host = b"Host: 127.0.0.1:%d" % server.port
    assert server.status(request(b"GET / HTTP/1.1")) == 400
    assert server.status(request(b"GET / HTTP/1.1", host, host)) == 400
    assert server.status(request(b"GET / HTTP/1.1", host, b"Host: evil.example")) == 400
    assert server.status(request(b"GET / HTTP/1.1", b"Host : 127.0.0.1:%d" % server.port)) == 400
    assert server.status(request(b"GET / HTTP/1.0")) == 200


@pytest.mark.parametrize(
    ("line", "statuses"),
    [
        *((method + b" / HTTP/1.1", (501,)) for method in (b"POST", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"PATCH")),
        (b"get / HTTP/1.1", (501,)),
        (b"__class__ / HTTP/1.1", (501,)),
        (b"\xff\x00\x85 / HTTP/1.1", (400, 501)),
        (b"CONNECT evil.example:80 HTTP/1.1", (400,)),
        (b"OPTIONS * HTTP/1.1", (400,)),
        (b"GET * HTTP/1.1", (400,)),
        (b"GET http://evil.example/ HTTP/1.1", (400,)),
        (b"GET http://127.0.0.1/ HTTP/1.1", (400,)),
        (b"GET HTTP/1.1", (400,)),
        (b"GET", (400,)),
        (b"", (0, 400)),
        (b" ", (0, 400)),
        (b"GET / HTTP/1.1 more", (400,)),
        (b"GET / index.html HTTP/1.1", (400,)),
        (b"GET / HTTP/2.0", (505,)),
        (b"GET / HTTP/9999999999.1", (505,)),
        (b"GET / HTTP/99999999999.1", (400,)),
        (b"GET / HTTP/1", (400,)),
        (b"GET / HTTP/1.1.1", (400,)),
        (b"GET / HTTP/a.b", (400,)),
        (b"GET / HTTP/\xb2.\xb9", (400,)),
        (b"GET / HTTP/-1.1", (400,)),
        (b"GET / HTTP/0.9", (505,)),
        (b"GET / http/1.1", (400,)),
        (b"GET / \x16\x03\x01", (400,)),
        (b"POST /", (400,)),
        (b"GET\t/\tHTTP/1.0", (200, 400)),
    ],
)
def test_a_wrong_request_is_answered(server: Shown, line: bytes, statuses: tuple[int, ...]) -> None:
    host = b"Host: 127.0.0.1:%d" % server.port
    assert server.status(request(line, host)) in statuses
    # with what else a browser or an attacker may send with it
    more = (b"Content-Length: -1", b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"Connection: keep-alive")
    assert server.status(request(line, host, *more), b"GET / HTTP/1.1\r\n\r\n") in statuses


def test_what_is_missing_has_the_sites_own_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"the first page")
    (tmp_path / "404.html").write_text("<h1>There is nothing here</h1>", encoding="utf-8")
    with shown(tmp_path) as site:
        for path in (b"/none", b"/none/", b"/a/../b", b"/none?0123456789abcdef"):
            head, body = site.said(b"GET %s HTTP/1.0\r\n\r\n" % path).split(b"\r\n\r\n", 1)
            assert head.startswith(b"HTTP/1.0 404 ")
            assert b"Content-Type: text/html" in head
            assert b"no-store" in head
            assert body == b"<h1>There is nothing here</h1>"
        assert site.said(b"HEAD /none HTTP/1.0\r\n\r\n").endswith(b"\r\n\r\n")


def test_an_old_request_of_one_line_is_answered(server: Shown) -> None:
    assert server.status(b"GET /\r\n\r\n") == 200
    assert server.status(b"GET /\n", wait=False) == 200
    assert server.status(b"GET /none\r\n", wait=False) == 404


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000 + b"\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: a\r\n" % number for number in range(150)) + b"\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 20_000,
        b"a" * 1_000_000,
        b"\x00" * 1_000_000,
        b"\n" * 100_000,
        b"GET / HTTP/1.1\r\n" + b" a\r\n" * 20_000,
    ],
)
def test_what_is_too_long_is_cut_off(server: Shown, head: bytes) -> None:
    # what is sent on after the answer resets the connection, with the answer on its way
    assert server.status(head) in (0, 400, 414, 431)
    assert server.goes_on()


@pytest.mark.parametrize("seed", range(4))
def test_garbage_of_any_kind_is_survived(server: Shown, seed: int) -> None:
    random = Random(seed)  # noqa: S311
    good = request(b"GET /kit/ HTTP/1.1", b"Host: 127.0.0.1:%d" % server.port, b"Accept: */*", b"Range: bytes=0-")
    pieces = (
        b"\r\n",
        b"\n",
        b"\x00",
        b"%",
        b"%ed%a0%80",
        b"/",
        b"..",
        b" ",
        b":",
        b"\xff",
        b"HTTP/1.1",
        b"\r",
        b"?",
        b"//",
    )
    for _ in range(60):
        sent = bytearray(good)
        for _ in range(random.randint(1, 6)):
            at = random.randrange(len(sent) + 1)
            sent[at : at + random.randrange(4)] = random.choice((*pieces, random.randbytes(5)))
        assert server.status(bytes(sent), wait=False) in (0, 200, 301, 400, 404, 421, 431, 501, 505)
    assert server.status(random.randbytes(5000), wait=False) in (0, 400, 431, 501)
    assert server.goes_on()


@contextmanager
def in_process(folder: Path, monkeypatch: pytest.MonkeyPatch, patience: float) -> Iterator[Shown]:
    """Yield a folder that is shown with another time-out."""
    monkeypatch.setattr(serving._Shower, "timeout", patience)
    with open_server(folder, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield Shown(server.server_port)
        server.shutdown()


@pytest.mark.parametrize(
    "head", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nX: " + b"a" * 9000, b"\x16\x03"]
)
def test_who_does_not_go_on_is_dropped(
    folder: Path, head: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with in_process(folder, monkeypatch, 0.2) as server:
        begun = time.monotonic()
        assert server.said(head) == b""
        assert 0.1 < time.monotonic() - begun < _PATIENCE / 2
    assert capfd.readouterr().err == ""


def test_who_sends_a_little_now_and_then_is_dropped_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with in_process(folder, monkeypatch, 0.5) as server:
        begun = time.monotonic()
        with socket.create_connection(("127.0.0.1", server.port), timeout=0.05) as client, suppress(ConnectionError):
            while time.monotonic() - begun < _PATIENCE:
                client.sendall(b"X")
                with suppress(TimeoutError):
                    assert client.recv(1) == b""
                    break
        assert time.monotonic() - begun < _PATIENCE / 2
    assert capfd.readouterr().err == ""


def test_who_does_not_read_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "large").open("wb") as large:
        large.truncate(50_000_000)
    with in_process(tmp_path, monkeypatch, 0.2) as server:
        before = threading.active_count()
        with socket.create_connection(("127.0.0.1", server.port), timeout=_PATIENCE) as client:
            client.sendall(b"GET /large HTTP/1.0\r\n\r\n")
            assert client.recv(9) == b"HTTP/1.0 "
            until = time.monotonic() + _PATIENCE
            while threading.active_count() > before and time.monotonic() < until:
                time.sleep(0.02)
            assert threading.active_count() == before
    assert capfd.readouterr().err == ""


@pytest.mark.whole
@pytest.mark.parametrize("descriptors", [8, 18, 40, 256])
def test_many_who_send_nothing_keep_nobody_out(folder: Path, descriptors: int) -> None:
    with shown(folder, descriptors) as server:
        idle = []
        for _ in range(100):
            idle.append(socket.create_connection(("127.0.0.1", server.port), timeout=_PATIENCE))
            with suppress(ConnectionError):
                idle[-1].sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(10):
            assert server.goes_on()
        # each takes a core's time that spins
        assert server.process is not None
        before = processor_time(server.process.pid)
        time.sleep(0.5)
        assert processor_time(server.process.pid) - before < 0.3
        for client in idle:
            client.close()


def processor_time(process: int) -> float:
    """Return the seconds of the processor that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def test_many_at_once_are_all_answered(folder: Path) -> None:
    with shown(folder) as server:
        answers: list[bool] = []

        def ask() -> None:
            answers.extend(server.got("/kit/").endswith(b"the kit") for _ in range(20))

        asking = [threading.Thread(target=ask) for _ in range(16)]
        for each in asking:
            each.start()
        for each in asking:
            each.join()
        assert answers == [True] * 320
